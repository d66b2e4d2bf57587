"""Credits that do not add up.

What: where choices of a `multiple_response` have credits, each right one has one above 0%, together these are 100%, and
those of wrong ones are 0% or less. Of the answers of a `short_answer`, a `numerical` or a blank at least one is worth
100%, and none more.

Why: otherwise nobody can earn full marks, or a wrong answer earns some.

Fails:

    answers:
      - {text: kubectl, credit: 80%}

Passes:

    answers:
      - kubectl
      - {text: kubectl.exe, credit: 80%}
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from kfexport.diagnostics import Diagnostic, Path, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import (
    Answer,
    ChoiceBlank,
    Cloze,
    MultipleResponse,
    Numerical,
    NumericalAnswer,
    Question,
    Quiz,
    ShortAnswer,
)
from kfexport.model.parts import FULL, exact_percentage

_CLOSE: Final = Fraction(1, 10000)
"""A sum this near to 100% is 100%."""


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for question in quiz.questions():
        match question:
            case MultipleResponse():
                if question.has_credits:
                    yield from _of_choices(question)
            case ShortAnswer() | Numerical():
                yield from _of_answers(question, question.answers, ())
            case Cloze():
                for blank in question.blanks:
                    if not isinstance(blank, ChoiceBlank):
                        yield from _of_answers(question, blank.answers, ("blanks", blank.id))
            case _:
                pass


def percent(share: Fraction) -> str:
    """A share for people: `33.33%` of a third, and exact where its decimals end, as in `100.001%`."""
    exact = exact_percentage(share)
    return f"{exact:f}%" if exact is not None else f"{float(share) * 100:.2f}%"


def _of_choices(question: MultipleResponse) -> Iterator[Diagnostic]:
    right = [(i, choice.credit) for i, choice in enumerate(question.choices) if choice.correct]
    poor = [(i, credit) for i, credit in right if credit is None or credit <= 0]
    for i, credit in poor:
        has = "no credit" if credit is None else f"a credit of {percent(credit)}"
        yield RULE.found(
            f"choice {i + 1} is right and has {has}",
            below(question.origin, "choices", i, *(() if credit is None else ("credit",))),
            hint="Where one choice has a credit every right one needs one, and together they are worth 100%.",
            question=question,
        )
    total = sum((credit for _, credit in right if credit is not None), Fraction(0))
    if abs(total - 1) > _CLOSE and not poor:
        yield RULE.found(
            f"the credits of the right choices sum to {percent(total)}, not to 100%",
            below(question.origin, "choices"),
            hint="Who picks all of the right choices, and no other, earns 100%.",
            question=question,
        )
    for i, choice in enumerate(question.choices):
        if not choice.correct and choice.credit is not None and choice.credit > 0:
            yield RULE.found(
                f"choice {i + 1} is wrong, and its credit is {percent(choice.credit)}",
                below(question.origin, "choices", i, "credit"),
                hint="A wrong choice is worth 0% or less; or mark it with `correct: true`.",
                question=question,
            )


def _of_answers(question: Question, answers: Sequence[Answer | NumericalAnswer], base: Path) -> Iterator[Diagnostic]:
    if answers and all(answer.credit is FULL for answer in answers):
        return  # nobody wrote a credit
    for i, answer in enumerate(answers):
        if answer.credit is not FULL and answer.credit > 1:
            yield RULE.found(
                f"the credit of answer {i + 1} is {percent(answer.credit)}",
                below(question.origin, *base, "answers", i, "credit"),
                hint="An answer is worth at most 100%.",
                question=question,
            )
    if not any(answer.credit is FULL or answer.credit >= 1 for answer in answers):
        yield RULE.found(
            "no answer is worth 100%",
            below(question.origin, *base, "answers"),
            hint="Delete `credit` from the best answer.",
            question=question,
        )


RULE: Final = Rule(code="KF209", name="credits", severity=Severity.ERROR, check=_check)
