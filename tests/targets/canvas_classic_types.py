"""The question types of a small Classic Quizzes: what it makes of an ``<item>``.

Written from what Canvas does; its traps are told where they are. Independent of kfexport.
"""

import html
import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from lxml import etree
from targets import canvas_text as text
from targets.canvas_classic import QTI, Answer, Comment, Question, conditions, identifier, material

GENERAL = re.compile("general_|_all|wrong|incorrect|correct|_IC$|_C$", re.IGNORECASE)


def _blank(ident: str | None) -> str:
    """A response identifier after the conversion."""
    return re.sub(r"_(ans|str)$", "", identifier(ident or "", "RESPONSE_").replace(".", "_"))


def _equals(condition: etree._Element) -> list[etree._Element]:
    """The ``varequal`` of a condition that are not below ``not``."""
    return condition.xpath(".//*[local-name()='varequal'][not(ancestor::*[local-name()='not'])]")


def _score(condition: etree._Element) -> tuple[float, bool]:
    """What a condition sets, and whether it is a sum."""
    found = condition.find(f"{QTI}setvar")
    return (0.0, False) if found is None else (float(found.text or 0), found.get("action") == "Add")


def _feedback_of(condition: etree._Element) -> str | None:
    """The first feedback of a condition; one whose name looks general is none."""
    found = condition.find(f"{QTI}displayfeedback")
    ident = None if found is None else found.get("linkrefid")
    return None if ident is None or GENERAL.search(ident) else ident


def _feedbacks(item: etree._Element) -> Iterator[tuple[str, Comment]]:
    for node in item.iterfind(f"{QTI}itemfeedback"):
        # flow_mat, material, mattext, and nothing else.
        if node.find(f"{QTI}flow_mat/{QTI}material/{QTI}mattext") is not None:
            source, rich = material(node)
            yield node.get("ident", ""), Comment(*text.comment(source)) if rich else Comment(source.strip())


def _comments(question: Question, item: etree._Element) -> None:
    """Feedback is told apart by the words in its name alone."""
    for ident, comment in _feedbacks(item):
        if re.search("wrong|incorrect|_IC$", ident, re.IGNORECASE):
            question.incorrect = comment
        elif re.search("correct|_C$", ident, re.IGNORECASE):
            question.correct = comment
        elif re.search("solution", ident, re.IGNORECASE):
            continue
        elif re.search("general_|_all", ident, re.IGNORECASE):
            question.neutral = comment
        elif numbered := re.fullmatch(r"(\d*)_fb", ident, re.IGNORECASE):
            for answer in [a for a in question.answers if a.ident == numbered[1]][:1]:
                answer.comment = comment


def _attach(answers: list[tuple[Answer, str | None]], item: etree._Element) -> None:
    found = dict(_feedbacks(item))
    for answer, ident in answers:
        if ident in found:
            answer.comment = found[ident]


def _labels(node: etree._Element) -> list[etree._Element]:
    return list(node.iter(f"{QTI}response_label"))


# Types.


def _choice(question: Question, item: etree._Element) -> None:
    """The last condition that names a choice says its weight; what sets no score says 0."""
    named: dict[str, str | None] = {}
    for label in _labels(item):
        source, rich = material(label)
        shown, more = text.choice(source) if rich else (source.strip() or "No answer text provided.", None)
        question.answers.append(Answer(shown, html=more, ident=label.get("ident", "")))
    by_ident = {answer.ident: answer for answer in question.answers}
    several = any(lid.get("rcardinality") == "Multiple" for lid in item.iter(f"{QTI}response_lid"))
    for condition in conditions(item):
        every = _equals(condition)
        together = condition.find(f"{QTI}conditionvar/{QTI}and") is not None or (several and len(every) > 1)
        for equal in every if together else every[:1]:
            answer = by_ident.get(equal.text or "")
            if answer is None:
                continue
            # Every choice of an ``and`` is right, whatever the score.
            answer.weight = 100 if together or _score(condition)[0] > 0 else 0
            named.setdefault(answer.ident, None)
            named[answer.ident] = named[answer.ident] or _feedback_of(condition)
    _attach([(by_ident[ident], feedback) for ident, feedback in named.items()], item)
    _comments(question, item)
    question.unclear = not any(answer.weight for answer in question.answers)
    if question.kind == "true_false_question":
        _true_false(question)


def _true_false(question: Question) -> None:
    """Two choices with the English words, or else a multiple choice."""
    true = next((a for a in question.answers if re.search("true", a.text, re.IGNORECASE)), None)
    false = next((a for a in question.answers if a is not true and re.search("false", a.text, re.IGNORECASE)), None)
    if len(question.answers) != 2 or true is None or false is None:
        question.kind = "multiple_choice_question"
        return
    true.text, false.text = "True", "False"
    question.answers = [true, false]


def _short_answer(question: Question, item: etree._Element) -> None:
    """Every text that any condition names is right, one with feedback only too."""
    named: dict[str, str | None] = {}
    for condition in conditions(item):
        for equal in _equals(condition):
            if word := equal.text:
                named[word] = named.get(word) or _feedback_of(condition)
    question.answers = [Answer(word, 100) for word in named]
    _attach(list(zip(question.answers, named.values(), strict=True)), item)
    _comments(question, item)
    if not question.answers:
        question.kind = "essay_question"


def _numerical(question: Question, item: etree._Element) -> None:
    """A bare ``varequal`` is no answer; the margin is the upper bound less the value."""
    named: list[tuple[Answer, str | None]] = []
    for condition in conditions(item):
        value, lower, strict, upper = (
            next((e.text or "" for e in condition.iter(f"{QTI}{name}")), None)
            for name in ("varequal", "vargte", "vargt", "varlte")
        )
        answer = Answer("answer_text", 100)
        if value is not None and condition.find(f".//{QTI}or") is not None:
            answer.kind = "precision" if strict is not None else "exact"
            margin = float(Decimal(upper) - Decimal(value)) if upper is not None else 0.0
            answer.bounds = float(value), margin
        elif value is None and (lower or upper):
            answer.kind, answer.bounds = "range", (float(lower or "nan"), float(upper or "nan"))
        else:
            continue
        named.append((answer, _feedback_of(condition)))
    question.answers = [answer for answer, _ in named]
    _attach(named, item)
    _comments(question, item)


def _matching(question: Question, item: etree._Element) -> None:
    """Matches are those of the first left side; a key is what adds to the score."""
    lids = item.findall(f".//{QTI}response_lid")
    known: dict[str, int] = {}
    for at, label in enumerate(_labels(lids[0]) if lids else []):
        digits = re.search(r"\d+", label.get("ident", ""))
        known[label.get("ident", "")] = int(digits[0]) if digits else -at
        question.matches.append((known[label.get("ident", "")], material(label)[0].strip()))
    sides: dict[str, Answer] = {}
    for lid in lids:
        source, rich = material(lid)
        shown, more = text.comment(source) if rich else (source.strip(), None)
        sides[lid.get("ident", "")] = Answer(shown, html=more)
    for condition in conditions(item):
        for equal in _equals(condition)[:1]:
            answer = sides.get(equal.get("respident", ""))
            if answer is not None and _score(condition)[1]:
                answer.match = known.get(equal.text or "")
                found = dict(reversed(question.matches)).get(answer.match) if answer.match is not None else None
                answer.right = None if found is None else html.unescape(found)
    question.answers = list(sides.values())
    _comments(question, item)


def _blanks(question: Question, item: etree._Element) -> None:
    """Every text of a fill-in is right; a drop-down is looked up by its identifier, in whichever blank it is."""
    options: dict[str, Answer] = {}
    for lid in item.findall(f".//{QTI}response_lid"):
        blank = re.sub("^response_", "", _blank(lid.get("ident")))
        for label in _labels(lid):
            weight = 100 if question.kind == "fill_in_multiple_blanks_question" else 0
            answer = Answer(material(label)[0].strip(), weight, blank=blank, ident=label.get("ident", ""))
            options[answer.ident] = answer
            question.answers.append(answer)
    if question.kind == "multiple_dropdowns_question":
        for condition in conditions(item):
            for equal in _equals(condition)[:1]:
                if _score(condition)[1] and equal.text in options:
                    options[equal.text].weight = 100
    places = {blank: question.stem.find(f"[{blank}]") for blank in dict.fromkeys(a.blank for a in question.answers)}
    question.fields = {blank or "": None if at < 0 else at for blank, at in places.items()}
    _comments(question, item)


def _ordering(question: Question, item: etree._Element) -> None:
    """A matching of 1 … n to the steps, whose markup is lost."""
    known = {}
    for at, label in enumerate(_labels(item)):
        known[label.get("ident", "")] = at
        question.matches.append((at, text.bare(material(label)[0].strip())))
    equals = [equal for condition in conditions(item) for equal in _equals(condition)]
    # Such a key has no right text: only the match itself is right.
    question.answers = [Answer(str(n), match=known.get(e.text or "")) for n, e in enumerate(equals, 1)]
    question.kind = "matching_question"
    _comments(question, item)


def _essay(question: Question, item: etree._Element) -> None:
    _comments(question, item)


def _text_only(question: Question, item: etree._Element) -> None:
    """Comments are not read."""


TYPES: dict[str, Callable[[Question, etree._Element], None]] = {
    "multiple_choice_question": _choice,
    "multiple_answers_question": _choice,
    "true_false_question": _choice,
    "short_answer_question": _short_answer,
    "numerical_question": _numerical,
    "essay_question": _essay,
    "file_upload_question": _essay,
    "matching_question": _matching,
    "fill_in_multiple_blanks_question": _blanks,
    "multiple_dropdowns_question": _blanks,
    "ordering_question": _ordering,
    "text_only_question": _text_only,
}
