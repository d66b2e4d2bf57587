"""The types of a small Moodle: what its importer makes of a ``<question>``, and how it grades a response.

Written from Moodle 4.5.6: question/format/xml/format.php, and question/type/{truefalse,shortanswer,numerical,match,
ordering,multianswer}. Independent of kfexport.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from html.entities import name2codepoint

from moodle_reader import PHP_BLANK, Answer, Imported, Refused, feedback_of, flag, fraction_of, number

BLANK = " \t\r\n\v\f"


# Texts.


def decode(text: str) -> str:
    """html_entity_decode(…, ENT_QUOTES), one pass; the table is HTML 4.01."""

    def one(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith("#"):
            return chr(int(name[2:], 16) if name[1] in "xX" else int(name[1:]))
        if name in name2codepoint:
            return chr(name2codepoint[name])
        return match[0]

    return re.sub(r"&(#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);", one, text)


def strip_tags(text: str) -> str:
    """PHP's strip_tags: a tag begins at a ``<`` that no white space follows, and ends with the text at the latest."""
    return re.sub(r"<(?![ \t\r\n\v\f])(?:\"[^\"]*\"|'[^']*'|[^>\"'])*(?:>|\Z)", "", text)


def format_string(text: str) -> str:
    """What a learner sees of a string that Moodle shows by ``format_string``."""
    shown = re.sub(r"&(?![a-zA-Z0-9#]{1,8};)", "&amp;", text)
    return decode(strip_tags(shown).replace("<", "&lt;").replace(">", "&gt;"))


def loosely_equal(a: str, b: str) -> bool:
    """PHP's ``==`` for strings: numbers by value."""
    numeric = re.compile(rf"[{BLANK}]*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?[{BLANK}]*", re.ASCII)
    if numeric.fullmatch(a) and numeric.fullmatch(b):
        return float(a) == float(b)
    return a == b


# Short answers.


def fits(response: str, pattern: str, *, usecase: bool) -> bool:
    """compare_string_with_wildcard."""
    pattern, response = (unicodedata.normalize("NFC", t) for t in (pattern, response))
    bits = re.split(r"(?<!\\)\*+", pattern)
    regex = ".*".join(re.escape(bit.replace("\\*", "*")) for bit in bits)
    return bool(re.fullmatch(regex, response.strip(PHP_BLANK), 0 if usecase else re.IGNORECASE))


def short_answer(answers: list[Answer], *, usecase: bool) -> Callable[[str], float]:
    def grade(response: str) -> float:
        response = response.strip(PHP_BLANK)
        if not response:
            return 0.0
        return next((a.fraction for a in answers if fits(response, a.text, usecase=usecase)), 0.0)

    return grade


# Numbers.


def to_number(text: str, units: tuple[str, ...] = ()) -> float | None:
    """apply_units for an English user; units have the multiplier 1 here."""
    text = re.sub(r"(?:e|E|(?:x|\*|×)10(?:\^|\*\*))([+-]?\d+)", r"e\1", text.replace(" ", ""))
    text = text.replace(",", "")
    match = re.match(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?", text, re.ASCII)
    return float(match[0]) if match else None


def stored(text: str) -> float:
    """A number as the database holds it: PHP prints floats with 14 digits."""
    value = to_number(text)
    if value is None:
        raise Refused(f"DB error: {text!r} is no number")
    return float(f"{value:.14g}")


@dataclass
class Accepted:
    answer: Answer
    tolerance: float

    def fits(self, value: float) -> bool:
        if self.answer.text == "*":
            return True
        centre = stored(self.answer.text)
        reach = self.tolerance + 1e-14 * max(1, abs(centre))
        return centre - reach <= value <= centre + reach


def numerical(accepted: list[Accepted]) -> Callable[[str], float]:
    def grade(response: str) -> float:
        value = to_number(response.strip(PHP_BLANK))
        if value is None:
            return 0.0
        return next((a.answer.fraction for a in accepted if a.fits(value)), 0.0)

    return grade


# What the importer does with each type.


def _truefalse(found: Imported) -> None:
    right: bool | None = None
    seen = {}
    for answer in found.node.all("answer"):
        text = answer.text()
        if text not in ("true", "false"):
            raise Refused("taken by position, with a warning")
        hundred = number(answer.attributes["fraction"], 100) == 100
        right = hundred if text == "true" else not hundred
        seen[text] = feedback_of(answer)
    if set(seen) != {"true", "false"}:
        raise Refused("DB error")
    found.answers = [Answer(text, float((text == "true") is right), seen[text]) for text in ("true", "false")]
    found.grading = lambda response: 1.0 if response is right else 0.0


def _shortanswer(found: Imported) -> None:
    usecase = found.node.leaf("usecase", "0")
    if usecase not in ("0", "1"):
        raise Refused("DB error: usecase")
    found.answers = [Answer(a.text(), fraction_of(a), feedback_of(a)) for a in found.node.all("answer")]
    if max((a.fraction for a in found.answers), default=0) != 1:
        raise Refused("One of the answers should have a score of 100%")
    found.grading = short_answer([a for a in found.answers if a.text], usecase=usecase == "1")


def _numerical(found: Imported) -> None:
    accepted = []
    for node in found.node.all("answer"):
        answer = Answer(node.text(), fraction_of(node), feedback_of(node))
        if answer.text != "*":
            stored(answer.text)
        accepted.append(Accepted(answer, abs(stored(node.leaf("tolerance", "0")))))
    found.answers = [a.answer for a in accepted]
    if node_units := found.node.first("units"):
        found.parts = [
            (unit.leaf("unit_name").strip(PHP_BLANK), unit.leaf("multiplier")) for unit in node_units.all("unit")
        ]
        if any(len(name) > 50 for name, _ in found.parts):
            raise Refused("DB error: value too long")
    if found.node.leaf("unitgradingtype", "0") != "0" or found.node.leaf("showunits") not in ("0", "3"):
        raise Refused("a unit that is graded")
    found.grading = numerical(accepted)


@dataclass
class Stem:
    text: str
    right: str


def _match(found: Imported) -> None:
    choices: list[str] = []
    for node in found.node.all("subquestion"):
        stem, answer = node.text(), node.all("answer")[0].text()
        if not stem and not answer:
            continue
        if stem and not answer:
            raise Refused("the rest of the file is lost, without a word")
        if len(answer) > 255:
            raise Refused("DB error: value too long")
        same = next((c for c in choices if loosely_equal(answer, c)), None)
        if same is None:
            choices.append(answer)
        if stem:
            found.parts.append(Stem(stem, format_string(same or answer)))
    found.shuffle = flag(found.node, "shuffleanswers", "true")
    found.answers = [Answer(format_string(c), 0, "") for c in choices]

    def grade(picked: list[str | None]) -> float:
        assert all(p is None or p in [a.text for a in found.answers] for p in picked), "not offered"
        return sum(p == s.right for p, s in zip(picked, found.parts, strict=True)) / len(found.parts)

    found.grading = grade


def _ordering(found: Imported) -> None:
    found.answers = [Answer(a.text(), number(a.attributes["fraction"], 1e6), "") for a in found.node.all("answer")]
    found.answers = [a for a in found.answers if a.text]
    if len(found.answers) < 2:
        raise Refused("the rest of the file is lost, without a word")
    if found.node.first("shownumcorrect") is None:
        raise Refused("DB error: hintformat")
    if found.node.leaf("selecttype", "RANDOM") != "ALL":
        raise Refused("learners see some of the items only")
    kind = found.node.leaf("gradingtype")

    def grade(order: tuple[int, ...]) -> float:
        """``order``: the items, counted from 0 in their right order, as the learner arranged them."""
        texts = [a.text for a in found.answers]
        right = sum(texts[o] == texts[i] for i, o in enumerate(order))
        if kind == "ALL_OR_NOTHING":
            return float(right == len(texts))
        assert kind == "ABSOLUTE_POSITION"
        return right / len(texts)

    found.grading = grade


def _description(found: Imported) -> None:
    found.grade = 0


# Texts with blanks.

_ALTERNATIVE = (
    r"(=|%(-?[0-9]+(?:[.,][0-9]*)?)%)?"
    r"(.+?(?<!\\)(?<!&)(?<!&amp;)(?=[~#}]|$))"
    r"(#(.*?(?<!\\)(?=[~}]|$)))?"
)
_KINDS = "NUMERICAL|NM|MULTICHOICE|MC|SHORTANSWER|SA|MW|SHORTANSWER_C|SAC|MWC"
_PART = re.compile(rf"\{{([0-9]*):({_KINDS}):({_ALTERNATIVE}(~{_ALTERNATIVE})*)\}}", re.DOTALL | re.ASCII)
_ONE = re.compile(rf"~?{_ALTERNATIVE}", re.DOTALL | re.ASCII)
_NUMBER = r"-?(?:(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?)"


@dataclass
class Part:
    """A blank."""

    kind: str
    weight: int
    answers: list[Answer] = field(default_factory=list)
    tolerances: list[float] = field(default_factory=list)

    def grade(self, response: str | int | None) -> float:
        """``response``: what is typed, or the number of the choice from 0."""
        if response is None:
            return 0.0
        if self.kind == "multichoice":
            return self.answers[int(response)].fraction
        if self.kind == "numerical":
            both = zip(self.answers, self.tolerances, strict=True)
            return numerical([Accepted(a, t) for a, t in both])(str(response))
        return short_answer(self.answers, usecase=self.kind == "shortanswer_c")(str(response))


def _unescaped(text: str) -> str:
    return decode(text).replace("\\}", "}").replace("\\#", "#")


def _part(match: re.Match[str]) -> Part:
    name = match[2]
    kind = (
        "numerical" if name in ("NUMERICAL", "NM")
        else "multichoice" if name in ("MULTICHOICE", "MC")
        else "shortanswer_c" if name in ("SHORTANSWER_C", "SAC", "MWC")
        else "shortanswer"
    )  # fmt: skip
    part = Part(kind, int(match[1] or "1"))
    rest = match[3]
    while alternative := _ONE.search(rest):
        grade, percent, answer, feedback = alternative[1], alternative[2], alternative[3], alternative[5]
        fraction = 1.0 if grade == "=" else float(percent.replace(",", ".")) / 100 if percent else 0.0
        if kind == "numerical":
            numbers = re.fullmatch(rf"({_NUMBER})(?::({_NUMBER}))?", answer, re.ASCII)
            if numbers is None:
                raise Refused("Invalid embedded answers: a number or a star")
            answer = numbers[1]
            part.tolerances.append(stored(numbers[2] or "0"))
        else:
            answer = _unescaped(answer)
        part.answers.append(Answer(answer.strip(PHP_BLANK), fraction, _unescaped(feedback or "")))
        rest = rest.split(alternative[0], 1)[1]
    if not any(a.fraction == 1 for a in part.answers):
        raise Refused("Invalid embedded answers: none of 100%")
    if kind == "multichoice" and len([a for a in part.answers if a.text]) < 2:
        raise Refused("Invalid embedded answers: two choices")
    return part


def _cloze(found: Imported) -> None:
    text = found.text
    while match := _PART.search(text):
        found.parts.append(_part(match))
        before, after = text.split(match[0], 1)
        text = f"{before}{{#{len(found.parts)}}}{after}"
    if not found.parts:
        raise Refused("Invalid embedded answers: no blank")
    found.text = text
    places = [int(n) for n in re.findall(r"\{#(\d+)\}", text)]
    if places != list(range(1, len(found.parts) + 1)):
        raise Refused("the learner sees other blanks than there are")
    found.grade = sum(part.weight for part in found.parts)

    def grade(responses: list[str | int | None]) -> float:
        earned = sum(p.weight * p.grade(r) for p, r in zip(found.parts, responses, strict=True))
        return earned / found.grade

    found.grading = grade


TYPES: dict[str, Callable[[Imported], None]] = {
    "truefalse": _truefalse,
    "shortanswer": _shortanswer,
    "numerical": _numerical,
    "matching": _match,
    "ordering": _ordering,
    "cloze": _cloze,
    "description": _description,
}
