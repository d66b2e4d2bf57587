"""Numbers that no platform can compare.

What: the lower end of a range comes first; an answer has at most 15 significant digits.

Why: a range the wrong way round accepts nothing, and platforms compare with floating point numbers, which do not hold
more digits.

Fails:

    range: [3.2, 3.1]

Passes:

    range: [3.1, 3.2]
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Severity, Step
from kfexport.lint.base import Context, Rule
from kfexport.model import Cloze, NumberBlank, Numerical, NumericalAnswer, Question, Quiz

_DIGITS: Final = 15


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for question in quiz.questions():
        if isinstance(question, Numerical):
            yield from _of_answers(question, question.answers)
        elif isinstance(question, Cloze):
            for blank in question.blanks:
                if isinstance(blank, NumberBlank):
                    yield from _of_answers(question, blank.answers, "blanks", blank.id)


def _of_answers(question: Question, answers: tuple[NumericalAnswer, ...], *base: Step) -> Iterator[Diagnostic]:
    origin = question.origin and question.origin.child(*base)
    for i, answer in enumerate(answers):
        # A single answer stands in the question's own keys, unless it has a credit or feedback.
        own = len(answers) == 1 and answer.credit == 1 and not answer.feedback
        where = origin if own else origin and origin.child("answers", i)
        if answer.range is not None and answer.range[0] > answer.range[1]:
            low, high = answer.range
            yield RULE.found(
                f"the range goes from {low:f} down to {high:f}",
                where and where.child("range"),
                hint=f"Write `range: [{high:f}, {low:f}]`.",
                question=question,
            )
        yield from _digits(question, answer, where)


def _digits(question: Question, answer: NumericalAnswer, where: Origin | None) -> Iterator[Diagnostic]:
    numbers = [n for n in (answer.value, answer.tolerance, *(answer.range or ())) if n is not None]
    if any(_significant(number) > _DIGITS for number in numbers):
        yield RULE.found(
            f"a number has more than {_DIGITS} significant digits",
            where,
            hint="Write fewer, and a tolerance if need be.",
            question=question,
        )


def _significant(number: Decimal) -> int:
    return len(number.normalize().as_tuple().digits)


RULE: Final = Rule(code="KF210", name="numbers", severity=Severity.ERROR, check=_check)
