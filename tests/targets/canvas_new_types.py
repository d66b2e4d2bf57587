"""The question types of a small New Quizzes: which interaction an ``<item>`` is, and what counts as right.

Written from what the models of the ``qti`` gem do; where the gem raises, so does this. Independent of kfexport.
"""

import re
from collections.abc import Callable
from decimal import Decimal

from lxml import etree
from targets import canvas_text as text
from targets.canvas_new import Item, Raised, Scoring, at, content, field_of

_BLANK = re.compile(r"(\[[A-Za-z0-9_\-.]+\])")
_CHOICES = ("multiple_choice_question", "multiple_answers_question", "true_false_question")


def interaction(found: Item, node: etree._Element) -> None:
    """Fill in what depends on the interaction."""
    name, read = _BY_TYPE.get(found.kind) or _searched(found, node)
    found.interaction = name
    read(found, node)


def _searched(found: Item, node: etree._Element) -> tuple[str, Callable[[Item, etree._Element], None]]:
    """A type that has no interaction of its own, as an essay: exactly one must fit."""
    lids, fibs = at(node, ".//q:response_lid"), at(node, ".//q:render_fib")
    if len(fibs) == 1 and fibs[0].get("fibtype") == "Decimal":
        return "Numeric", _numeric
    fitting: list[tuple[str, Callable[[Item, etree._Element], None]]] = []
    ordered = len(lids) == 1 and lids[0].get("rcardinality") == "Ordered"
    if ordered:
        fitting.append(("Ordering", _ordering))
    elif len(lids) == 1 and found.kind in ("", *_CHOICES):
        fitting.append(("Choice", _choice))
    if len(lids) > 1:
        fitting.append(("Match", _match))
    scored = at(node, ".//q:respcondition[q:setvar]/q:conditionvar/q:varequal")
    if fibs and scored and not at(node, ".//q:respcondition[@continue!='Yes']/*/q:other"):
        fitting.append(("FillBlank", _short_answer))
    if not fitting and fibs:
        fitting.append(("String", _essay))
    if len(fitting) != 1:
        raise Raised(f"Multiple Types ({[name for name, _ in fitting]})")
    return fitting[0]


def _labels(found: Item, node: etree._Element) -> None:
    for label in at(node, ".//q:response_label"):
        texts = at(label, ".//q:mattext")
        if label.get("ident") not in dict(found.answers):
            found.answers.append((label.get("ident"), content(texts[0] if texts else label)))


def _choice(found: Item, node: etree._Element) -> None:
    _labels(found, node)
    together = at(node, ".//q:respcondition//q:and")
    if together:
        found.scoring = [Scoring(equal.text) for equal in at(together[0], "q:varequal")]
        return
    for condition in at(node, ".//q:respcondition[.//q:setvar[text()]]"):
        equals = at(condition, ".//q:varequal")
        if not equals:
            raise Raised("a score without an answer")
        found.scoring.append(Scoring(equals[0].text, points=float(at(condition, ".//q:setvar")[0].text)))


def _short_answer(found: Item, node: etree._Element) -> None:
    for equal in at(node, ".//q:respcondition[q:setvar]/q:conditionvar/q:varequal"):
        found.scoring.append(Scoring(equal.text or "", blank=equal.get("respident"), case=_case(equal)))


def _case(node: etree._Element) -> bool:
    return (node.get("case") or "no").lower() == "yes"


def _fill_in(found: Item, node: etree._Element) -> None:
    if not at(node, ".//q:response_lid"):
        raise Raised("no blank")
    _stem(found, node)
    for lid in at(node, ".//q:response_lid"):
        for label in at(lid, ".//q:response_label"):
            said = "".join(label.itertext())
            found.scoring.append(Scoring(said, blank=lid.get("ident"), case=_case(label)))


def _drop_downs(found: Item, node: etree._Element) -> None:
    """The text of an identifier is that of the last option that has it."""
    _stem(found, node)
    known = {ident: said for options in found.options.values() for ident, said in options}
    for score in at(node, ".//q:respcondition/q:setvar[@varname='SCORE']"):
        equals = at(score, "preceding-sibling::q:conditionvar/q:varequal")
        if not equals or equals[0].text not in known:
            raise Raised("a score for an option that does not exist")
        found.scoring.append(Scoring(equals[0].text, blank=equals[0].get("respident")))


def _stem(found: Item, node: etree._Element) -> None:
    """Every ``[blank]`` is a field, if the material of its response says the same."""
    for lid in at(node, ".//q:response_lid"):
        options = []
        for label in at(lid, ".//q:response_label"):
            texts = at(label, ".//q:mattext")
            if not texts:
                raise Raised("an answer without text")
            options.append((label.get("ident"), texts[0].text or ""))
        found.options[lid.get("ident")] = options
    marks = {f"[{re.sub('^response_', '', ident)}]" for ident in found.options}
    source = at(node, ".//q:presentation/q:material/q:mattext")[0].text or ""
    # It is parsed and written again before it is cut, so references are no help against a mark.
    for part in _BLANK.split(text.inner(text.fragment(source))):
        if part not in marks:
            found.parts.append(("text", part))
            continue
        named = at(node, f".//q:response_lid[q:material//text()='{part[1:-1]}']/@ident")
        if not named:
            raise Raised(f"no response is called {part}")
        found.parts.append(("blank", named[-1]))


def _match(found: Item, node: etree._Element) -> None:
    _labels(found, node)
    for lid in at(node, ".//q:response_lid"):
        found.sides.append((lid.get("ident"), content(at(lid, ".//q:mattext")[0])))
    matches = dict(found.answers)
    pairs = {}
    for equal in at(node, ".//q:respcondition[q:setvar]/q:conditionvar/q:varequal"):
        pairs[equal.get("respident")] = matches.get(equal.text or "")
    found.scoring = [Scoring(pairs)]


def _ordering(found: Item, node: etree._Element) -> None:
    _labels(found, node)
    found.scoring = [Scoring(equal.text) for equal in at(node, ".//q:varequal")]


def _numeric(found: Item, node: etree._Element) -> None:
    for condition in at(node, ".//q:respcondition[q:setvar[@varname='SCORE']]"):
        equal, low, high, strict = (
            next(iter(at(condition, f".//q:{name}")), None) for name in ("varequal", "vargte", "varlte", "vargt")
        )
        value, lower, upper = (None if e is None else e.text or "" for e in (equal, low, high))
        if value is None and lower is not None and upper is not None:
            found.scoring.append(Scoring((lower, upper), kind="range"))
        elif None not in (value, strict, high):
            found.scoring.append(Scoring((value, upper), kind="precision"))
        elif None in (value, lower, upper) or (value == lower) != (value == upper):
            raise Raised("Unsupported Numeric Type")
        elif value == lower:
            found.scoring.append(Scoring((value, "0"), kind="exact"))
        else:
            # Without the attribute the margin is a difference of doubles.
            margin = equal.get("margin") or str(float(value) - float(lower))
            if equal.get("margintype", "absolute") != "absolute":
                raise Raised("a margin in percent")
            found.scoring.append(Scoring((str(Decimal(repr(float(value)))), margin), kind="margin"))


def _essay(found: Item, node: etree._Element) -> None:
    found.grading_notes = field_of(node, "grading_notes") or ""
    found.rich = [value.lower() for value in at(node, ".//q:response_str/@rce")[:1]] in ([], ["yes"])
    if [value.lower() for value in at(node, ".//q:response_str/@word_limit_enabled")[:1]] == ["yes"]:
        response = at(node, ".//q:response_str")[0]
        found.words = response.get("word_limit_min"), response.get("word_limit_max")


def _upload(found: Item, node: etree._Element) -> None:
    """Nothing more is read."""


_BY_TYPE: dict[str, tuple[str, Callable[[Item, etree._Element], None]]] = {
    "multiple_choice_question": ("Choice", _choice),
    "multiple_answers_question": ("Choice", _choice),
    "true_false_question": ("Choice", _choice),
    "short_answer_question": ("FillBlank", _short_answer),
    "fill_in_multiple_blanks_question": ("FillBlank", _fill_in),
    "multiple_dropdowns_question": ("Dropdown", _drop_downs),
    "matching_question": ("Match", _match),
    "numerical_question": ("Numeric", _numeric),
    "file_upload_question": ("Upload", _upload),
}
