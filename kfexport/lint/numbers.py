"""Numbers that no platform can compare.

What: the lower end of a range comes first; an answer has at most 15 significant digits. A share of 0 as tolerance gets
a warning.

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

from kfexport.diagnostics import Diagnostic, Origin, Path, Severity, Step
from kfexport.lint.base import Context, Rule
from kfexport.model import Cloze, NumberBlank, Numerical, NumericalAnswer, Question, Quiz
from kfexport.model.parts import EXACT

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
    for i, answer in enumerate(answers):

        def at(key: str, number: int = i) -> Origin | None:
            """A key of an entry of `answers`, or of the question or blank itself where it has no such list."""
            own = "answer" if key == "value" else key
            return question.origin and _there(question.origin.child(*base), ("answers", number, key), (own,))

        if answer.range is not None and answer.range[0] > answer.range[1]:
            low, high = answer.range
            yield RULE.found(
                f"the range goes from {low:f} down to {high:f}",
                at("range"),
                hint=f"Write `range: [{high:f}, {low:f}]`.",
                question=question,
            )
        if answer.relative and answer.tolerance and answer.value == 0:
            yield RULE.found(
                "a share of 0 is 0, so nothing but 0 is accepted",
                at("tolerance"),
                hint="Write the tolerance as a number, such as 0.01.",
                question=question,
                severity=Severity.WARNING,
            )
        for key, numbers in (("value", [answer.value]), ("tolerance", [answer.tolerance]), ("range", answer.range)):
            if any(number is not None and _significant(number) > _DIGITS for number in numbers or ()):
                yield RULE.found(
                    f"a number has more than {_DIGITS} significant digits",
                    at(key),
                    hint="Write fewer, and a tolerance if need be.",
                    question=question,
                )


def _there(base: Origin, *paths: Path) -> Origin:
    """The first of the paths that the source has; the place of a key that is absent is that of its map's first key."""
    absent = base.child("").span()
    return next((base.child(*path) for path in paths if base.child(*path).span() != absent), base)


def _significant(number: Decimal) -> int:
    short = len(str(number))  # at least as many as there are digits
    return short if short <= _DIGITS else len(number.normalize(EXACT).as_tuple().digits)


RULE: Final = Rule(code="KF210", name="numbers", severity=Severity.ERROR, milder=True, check=_check)
