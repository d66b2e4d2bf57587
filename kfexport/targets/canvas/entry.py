"""Questions with a text field: ``short_answer_question`` and ``numerical_question``.

Canvas gives full marks or none, so only answers for full credit are written; the table of capabilities tells of the
others.
"""

from collections.abc import Iterator, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from typing import Final, TypeVar

from kfexport.diagnostics import Severity
from kfexport.model import Answer, Numerical, NumericalAnswer, Question, ShortAnswer
from kfexport.model.labels import label as word
from kfexport.model.parts import EXACT, FULL
from kfexport.targets.canvas.feedback import comment, on_right
from kfexport.targets.canvas.numbers import spell
from kfexport.targets.canvas.scene import Comment, Item, Scene
from kfexport.targets.canvas.texts import escaped
from kfexport.targets.canvas.xml import RESPONSE, condition, equals, text_response

_Accepted = TypeVar("_Accepted", Answer, NumericalAnswer)
_FULL: Final = "100"
_STEPS: Final = 10_000
"""Numbers from one whole number to the next that can be given in Classic Quizzes."""


def accepted(answers: Sequence[_Accepted]) -> list[tuple[int, _Accepted]]:
    """The answers for full credit, with their positions from 1."""
    return [(at, answer) for at, answer in enumerate(answers, 1) if answer.credit >= FULL]


def distinct(answers: Sequence[Answer], *, sensitive: bool) -> list[tuple[int, Answer]]:
    """The accepted texts as they are compared: without outer blanks, and once where only letter case differs."""
    found: dict[str, tuple[int, Answer]] = {}
    for at, answer in accepted(answers):
        text = answer.text.strip()
        found.setdefault(text if sensitive else text.lower(), (at, answer))
    return list(found.values())


def case_attribute(*, sensitive: bool) -> str:
    """What New Quizzes look at for letter case."""
    return ' case="Yes"' if sensitive else ""


def _report_comments(scene: Scene, question: ShortAnswer | Numerical) -> None:
    """Report the feedback of answers that are not written."""
    answers: Sequence[Answer | NumericalAnswer] = question.answers
    for i, answer in enumerate(answers):
        if answer.credit < FULL and answer.feedback:
            message = f"Feedback of answer {i + 1} is left out with the answer"
            scene.report("KF402", Severity.WARNING, message, question, "answers", i, "feedback")


def short_answer(scene: Scene, question: ShortAnswer) -> Item:
    """A ``short_answer_question``."""
    _report_comments(scene, question)
    case = case_attribute(sensitive=question.case_sensitive)
    answers = [(at, a, equals(a.text.strip(), RESPONSE, case)) for at, a in distinct(
        question.answers, sensitive=question.case_sensitive)]  # fmt: skip
    return Item(
        kind="short_answer_question",
        stem=scene.stem(question),
        points=spell(question.points),
        response=text_response(),
        scoring=condition("".join(test for _, _, test in answers), score=_FULL, shown=on_right(question)),
        comments=tuple(c for at, a, test in answers for c in _comment(scene, question, at, a, test)),
    )


def _comment(
    scene: Scene, question: Question, at: int, answer: Answer | NumericalAnswer, test: str = ""
) -> tuple[Comment, ...]:  # fmt: skip
    if not answer.feedback:
        return ()
    return comment(scene.quiz, scene.answer_id(question, "answer", at), answer.feedback, test)


def numerical(scene: Scene, question: Numerical) -> Item:
    """A ``numerical_question`` with a condition for each answer, which shows the comment on it as well."""
    _report_comments(scene, question)
    _report_zero(scene, question)
    _report_rounding(scene, question)
    comments: list[Comment] = []
    scoring = ""
    for at, answer in accepted(question.answers):
        own = _comment(scene, question, at, answer)
        comments += own
        shown = (*(c.ident for c in own), *on_right(question))
        scoring += condition("".join(_tests(answer)), score=_FULL, shown=shown)
    return Item(
        kind="numerical_question",
        stem=scene.stem(question) + _unit(scene, question),
        points=spell(question.points),
        response=text_response(number=True),
        scoring=scoring,
        comments=tuple(comments),
    )


def _unit(scene: Scene, question: Numerical) -> str:
    """The unit, in a line of its own: beside the field there is no place for it."""
    unit = question.unit.strip()
    return f"<p>{escaped(word(scene.quiz, 'answer'))} ({escaped(unit)})</p>" if unit else ""


def _tests(answer: NumericalAnswer) -> Iterator[str]:
    """What both importers take for one number, a number with a margin, or a range; ends are inside in each of them.

    One number stands there three times in the same spelling: New Quizzes know it by that, and refuse ``varequal``
    alone. The margin is written beside its bounds, since New Quizzes would work it out in floating point.
    """
    low, high = answer.bounds
    if answer.value is None and low != high:
        yield _bounds(low, high)
        return
    value = low if answer.value is None else answer.value
    margin = ""
    if low != high:
        with localcontext(EXACT):
            margin = f' margintype="absolute" margin="{spell(high - value)}"'
    yield f"<or>{equals(spell(value), RESPONSE, margin)}<and>{_bounds(low, high)}</and></or>"


def _bounds(low: Decimal, high: Decimal) -> str:
    return f'<vargte respident="{RESPONSE}">{spell(low)}</vargte><varlte respident="{RESPONSE}">{spell(high)}</varlte>'


def _report_rounding(scene: Scene, question: Numerical) -> None:
    """The page of Classic Quizzes rounds what is typed to four decimals (``take_quiz/jquery/index.js``), so that an
    answer between two such numbers can never be given there."""
    for at, answer in accepted(question.answers):
        low, high = answer.bounds
        with localcontext(EXACT):
            lowest = (low * _STEPS).to_integral_value(ROUND_CEILING)
            highest = (high * _STEPS).to_integral_value(ROUND_FLOOR)
        if lowest > highest:
            message = f"Nobody can give answer {at} in Classic Quizzes: they round what is typed to four decimals"
            hint = "Write a tolerance of 0.00005 or more, or ask for the number in a smaller unit."
            scene.report("KF402", Severity.WARNING, message, question, hint=hint)


def _report_zero(scene: Scene, question: Numerical) -> None:
    """Classic Quizzes take a text that is no number for 0 (``numerical_question.rb``)."""
    for at, answer in accepted(question.answers):
        low, high = answer.bounds
        if low <= 0 <= high:
            message = (
                f"Answer {at} accepts 0, and Classic Quizzes take any text that is no number for 0, so that it earns "
                "full marks"
            )
            hint = "Ask for a number other than 0, such as the sum with another one."
            scene.report("KF402", Severity.WARNING, message, question, hint=hint)
            return
