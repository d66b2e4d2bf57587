"""How Canvas grades a response: the share of a question's points.

A response is what a learner does: texts of the choices picked; a text or a number as typed; left side → match; steps
as arranged; of blanks, one text each in the order of the text. Texts are those that are shown.

``classic`` is written from what Classic's server does with what reaches it. The page on which learners type is not in
it: that rounds a number to four decimals, and empties a field that holds no number, before they are sent.

The grading of New Quizzes is closed. For ``new_quizzes`` these readings were chosen: texts compare without outer
blanks, and without case unless asked; numbers in decimal, ends inside, a text that is no number is wrong; a matching
and blanks earn by the part; ``PartialScore`` is the rule of Classic; an ordering is all or nothing; a rule that is not
told is no rule.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from targets import canvas_text as text
from targets.canvas_classic import Answer, Question
from targets.canvas_new import Item, Scoring

JOINER = "\u2060"
_NUMBER = re.compile(r"\s*[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)


def seen(shown: str) -> str:
    """A text as it looks: joiners have no width."""
    return shown.replace(JOINER, "")


# Classic.


def classic(question: Question, response: Any) -> float:
    """The share that Classic gives."""
    match question.kind:
        case "multiple_choice_question" | "true_false_question":
            return _right(_picked(question, response[0])) if response else 0.0
        case "multiple_answers_question":
            picked = [_right(_picked(question, one)) for one in response]
            whole = sum(_right(answer) for answer in question.answers) or 1
            return max(0.0, (sum(picked) - (len(picked) - sum(picked))) / whole)
        case "short_answer_question":
            words = [answer.text.strip().lower() for answer in question.answers]
            return float(response.strip().lower() in [word for word in words if word])
        case "numerical_question":
            return float(bool(response.strip()) and any(_covers(answer, response) for answer in question.answers))
        case "matching_question":
            return _pairs(question, response)
        case "fill_in_multiple_blanks_question" | "multiple_dropdowns_question":
            return _filled(question, response)
    raise AssertionError(f"nobody grades {question.kind} by machine")


def _right(answer: Answer) -> float:
    return float(answer.weight == 100)


def _picked(question: Question, shown: str) -> Answer:
    (found,) = (answer for answer in question.answers if seen(answer.shown) == shown)
    return found


def _covers(answer: Answer, response: str) -> bool:
    """A text that is no number counts as 0."""
    try:
        number = Decimal(response.strip()) if _NUMBER.fullmatch(response) else Decimal(0)
    except InvalidOperation:
        number = Decimal(0)
    first, second = (Decimal(repr(bound)) for bound in answer.bounds)
    match answer.kind:
        case "exact":
            return first - second <= number <= first + second
        case "range":
            return min(first, second) <= number <= max(first, second)
    raise AssertionError("a number by its precision: its upper end is outside")


def _pairs(question: Question, response: Mapping[str, str] | Sequence[str]) -> float:
    """An ordering is one, too: its left sides are the places."""
    if not isinstance(response, Mapping):
        response = {str(place): step for place, step in enumerate(response, 1)}
    right = 0
    for answer in question.answers:
        said = response.get(seen(answer.shown))
        if said is None:
            continue
        chosen = next(ident for ident, shown in question.matches if seen(shown) == said)
        found = next((other for other in question.answers if other.match == chosen), None)
        right += found is answer or (found is not None and found.right is not None and found.right == answer.right)
    return right / len(question.answers)


def _filled(question: Question, response: Sequence[str]) -> float:
    """Every blank the same share; one without a field stays empty."""
    assert None not in question.fields.values(), "a blank has no field"
    order = sorted(question.fields, key=lambda blank: question.fields[blank] or 0)
    right = 0
    for blank, said in zip(order, response, strict=True):
        answers = [answer for answer in question.answers if answer.blank == blank]
        if question.kind == "multiple_dropdowns_question":
            right += any(answer.text == said and answer.weight == 100 for answer in answers)
        else:
            right += said.strip().lower() in [answer.text.strip().lower() for answer in answers]
    return right / len(question.fields)


# New Quizzes.


def new_quizzes(item: Item, response: Any) -> float:
    """The share that New Quizzes gives, by the readings above."""
    match item.interaction:
        case "Choice" if item.kind == "multiple_answers_question":
            return _several(item, [_ident(item, one) for one in response])
        case "Choice":
            earned = {scoring.value: scoring.points / 100 for scoring in item.scoring}
            return earned.get(_ident(item, response[0]), 0.0) if response else 0.0
        case "FillBlank" if item.kind == "short_answer_question":
            return float(any(_same(scoring, response) for scoring in item.scoring))
        case "Numeric":
            return float(any(_inside(scoring, response) for scoring in item.scoring))
        case "Match":
            (pairs,) = item.scoring
            said = {ident: response.get(seen(text.visible(html))) for ident, html in item.sides}
            right = [said[ident] == seen(text.visible(pairs.value[ident])) for ident, _ in item.sides]
            return float(all(right)) if item.algorithm == "AllOrNothing" else sum(right) / len(right)
        case "Ordering":
            return float([_ident(item, one) for one in response] == [scoring.value for scoring in item.scoring])
        case "FillBlank" | "Dropdown":
            return _blanks(item, response)
    raise AssertionError(f"nobody grades {item.interaction} by machine")


def _ident(item: Item, shown: str) -> str:
    (found,) = (ident for ident, html in item.answers if seen(text.visible(html)) == shown)
    return found


def _several(item: Item, picked: Sequence[str]) -> float:
    right = {scoring.value for scoring in item.scoring}
    match item.algorithm:
        case "AllOrNothing":
            return float(set(picked) == right)
        case "PartialScore":
            good = len(right & set(picked))
            return max(0.0, (good - (len(picked) - good)) / len(right))
    raise AssertionError(f"no rule of grading: {item.algorithm}")


def _same(scoring: Scoring, response: str) -> bool:
    said, wanted = response.strip(), scoring.value
    return said == wanted if scoring.case else said.lower() == wanted.lower()


def _inside(scoring: Scoring, response: str) -> bool:
    if not _NUMBER.fullmatch(response):
        return False
    number, (first, second) = Decimal(response.strip()), map(Decimal, scoring.value)
    assert scoring.kind != "precision", "a number by its precision"
    if scoring.kind == "range":
        return first <= number <= second
    return first - second <= number <= first + second


def _blanks(item: Item, response: Sequence[str]) -> float:
    order = [blank for kind, blank in item.parts if kind == "blank"]
    assert sorted(order) == sorted(item.options), "a blank without a field, or with two"
    right = 0
    for blank, said in zip(order, response, strict=True):
        keys = [scoring for scoring in item.scoring if scoring.blank == blank]
        if item.interaction == "Dropdown":
            chosen = [ident for ident, shown in item.options[blank] if shown == said]
            right += any(scoring.value in chosen for scoring in keys)
        else:
            right += any(_same(scoring, said) for scoring in keys)
    return right / len(order)
