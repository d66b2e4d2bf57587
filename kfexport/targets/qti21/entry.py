"""Short answer and numerical → textEntryInteraction; blanks of a cloze are declared and scored the same way."""

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Final, TypeVar

from kfexport.model import Answer, Numerical, NumericalAnswer, Quiz, ShortAnswer
from kfexport.model.labels import label
from kfexport.model.parts import FULL
from kfexport.targets.base import best_first
from kfexport.targets.qti21 import feedback, rules
from kfexport.targets.qti21.feedback import Message
from kfexport.targets.qti21.marks import write_mapping
from kfexport.targets.qti21.parts import RESPONSE, SCORE, declare_response, declare_score, write_correct, write_stem
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import Element, append_text, child, number

_AnyAnswer = TypeVar("_AnyAnswer", Answer, NumericalAnswer)

_FIELD_LENGTH: Final = 20
_DIGITS: Final = 17
_EXPONENT: Final = 9999
_PLAIN: Final = 20
"""Decimal places before or behind the point up to which a number is written without exponent."""
_MIDDLE: Final = Context(prec=15, Emin=-_EXPONENT, Emax=_EXPONENT)


def write_short_answer(item: Element, quiz: Quiz, question: ShortAnswer, texts: Texts) -> None:
    """Fill the item of a short answer."""
    answers, points = question.answers, question.points
    result = feedback.by_result(question)
    comments = feedback.by_answer(answers)
    messages = [c for c in comments if c] + result + feedback.general(question, label(quiz, "explanation"))
    mapped = not (question.case_sensitive and len(answers) == 1 and points == 1)

    scale = Fraction(points) if mapped else None
    declare_texts(item, RESPONSE, answers, sensitive=question.case_sensitive, scale=scale)
    declare_score(item, points)
    feedback.declare(item, messages)
    body = write_stem(item, quiz, question, texts)
    write_field(child(body, "p"), RESPONSE, [answer.text for answer in answers])
    processing = rules.score(item, points, mapped=mapped, more=bool(result or any(comments)))
    feedback.show_by_result(processing, feedback.identifiers(result), full=_all_marks(points))
    show_by_text(processing, RESPONSE, answers, comments, sensitive=question.case_sensitive)
    feedback.write(item, messages, texts)


def write_numerical(item: Element, quiz: Quiz, question: Numerical, texts: Texts) -> None:
    """Fill the item of a number."""
    answers, points = question.answers, question.points
    result = feedback.by_result(question)
    comments = feedback.by_answer(answers)
    messages = [c for c in comments if c] + result + feedback.general(question, label(quiz, "explanation"))

    declare_number(item, RESPONSE, answers)
    declare_score(item, points)
    feedback.declare(item, messages)
    field = child(write_stem(item, quiz, question, texts), "p")
    write_field(field, RESPONSE, [right_number(answers)])
    if question.unit:
        append_text(field, f" {question.unit}")
    processing = child(item, "responseProcessing")
    for answer, branch, comment in number_branches(processing, RESPONSE, answers, comments):
        rules.set_score(branch, answer.credit * Fraction(points))
        if comment:
            feedback.show(branch, comment.identifier)
    feedback.show_by_result(processing, feedback.identifiers(result), full=_all_marks(points))
    feedback.write(item, messages, texts)


def _all_marks(points: Decimal) -> rules.Test:
    return rules.compares("gte", SCORE, number(points))


def write_field(parent: Element, identifier: str, answers: Sequence[str]) -> None:
    """The field, inside a block: long enough for every answer, and not telling how long the right one is."""
    child(parent, "textEntryInteraction", responseIdentifier=identifier, expectedLength=str(field_length(answers)))


def field_length(answers: Sequence[str]) -> int:
    """Characters that a field is made for. Some engines take no more than these."""
    longest = max(map(len, answers))
    return max(_FIELD_LENGTH, -(-longest // 10) * 10)


def declare_texts(
    item: Element, identifier: str, answers: Sequence[Answer], *, sensitive: bool, scale: Fraction | None
) -> None:
    """A response that is a text; an answer for full credit maps to ``scale``, and ``None`` asks for no mapping.

    Only one answer can be the correct response of single cardinality, though several are accepted.
    """
    declaration = declare_response(item, "string", identifier=identifier)
    write_correct(declaration, _right(answers).text)
    if scale is not None:
        # Where two fit, engines take the first.
        worth = ((answer.text, number(answer.credit * scale)) for _, answer in best_first(answers))
        write_mapping(declaration, (entry for entry in worth if entry[1] != "0"), sensitive=sensitive)


def show_by_text(
    processing: Element,
    identifier: str,
    answers: Sequence[Answer],
    comments: Sequence[Message | None],
    *,
    sensitive: bool,
) -> None:
    """A rule for each answer that has feedback."""
    if not any(comments):
        return
    outer = rules.when(processing, rules.answered(identifier))
    for answer, comment in zip(answers, comments, strict=True):
        if comment:
            branch = rules.when(outer, rules.is_text(answer.text, identifier, sensitive=sensitive))
            feedback.show(branch, comment.identifier)


def declare_number(item: Element, identifier: str, answers: Sequence[NumericalAnswer]) -> None:
    """A response that is a number."""
    write_correct(declare_response(item, "float", identifier=identifier), right_number(answers))


def number_branches(
    processing: Element,
    identifier: str,
    answers: Sequence[NumericalAnswer],
    comments: Sequence[Message | None],
) -> list[tuple[NumericalAnswer, Element, Message | None]]:
    """One condition with a branch for each answer, the best credit first, each to be filled.

    Both ends are inside: ``gte`` and ``lte`` of decimal bounds are exact in every engine, where ``equal`` with a
    tolerance is not.
    """
    found: list[tuple[NumericalAnswer, Element, Message | None]] = []
    condition = rules.condition(processing)
    for i, answer in best_first(answers):
        low, high = answer.bounds
        tests = (
            rules.answered(identifier),
            rules.compares("gte", identifier, spell_number(low, ROUND_FLOOR)),
            rules.compares("lte", identifier, spell_number(high, ROUND_CEILING)),
        )
        found.append((answer, rules.branch(condition, *tests), comments[i]))
    return found


def _right(answers: Sequence[_AnyAnswer]) -> _AnyAnswer:
    """The first answer for full credit."""
    return next((answer for answer in answers if answer.credit >= FULL), answers[0])


def right_number(answers: Sequence[NumericalAnswer]) -> str:
    """A number that is right: the value, or the middle of the range."""
    answer = _right(answers)
    if answer.value is not None:
        return spell_number(answer.value)
    low, high = answer.bounds
    middle = _MIDDLE.divide(_MIDDLE.add(low, high), Decimal(2))
    return spell_number(middle if low <= middle <= high else low)


def spell_number(value: Decimal, rounding: str = ROUND_HALF_EVEN) -> str:
    """The shortest spelling as ``xs:double``, of as many digits as a double can tell apart: ``3.14``, ``1E-300``."""
    context = Context(prec=_DIGITS, rounding=rounding, Emin=-_EXPONENT, Emax=_EXPONENT)
    short = context.normalize(context.plus(value))
    if not short:
        return "0"
    return f"{short:f}" if abs(short.adjusted()) < _PLAIN else str(short).replace("E+", "E")
