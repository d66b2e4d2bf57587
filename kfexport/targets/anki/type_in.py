"""Notes of the stock type whose answer is typed in.

Anki compares what is typed with the text of the second field, letter for letter, and shows the differences
(``rslib/src/typeanswer.rs``). So the field holds one plain answer and nothing else.
"""

from collections.abc import Iterator

from kfexport.diagnostics import Severity, below
from kfexport.model import Numerical, Question, Quiz, ShortAnswer
from kfexport.targets import uses
from kfexport.targets.anki import numbers
from kfexport.targets.base import Losses
from kfexport.targets.uses import Use


def answer(question: ShortAnswer | Numerical) -> str:
    """The one answer: the first of those with the highest credit, plain."""
    if isinstance(question, ShortAnswer):
        return max(question.answers, key=lambda a: a.credit).text
    return numbers.middle(max(question.answers, key=lambda a: a.credit))


def report_losses(question: ShortAnswer | Numerical, losses: Losses) -> None:
    """Report what a card that is typed in cannot carry, which the table of the target does not tell."""
    for what, path in _lost(question):
        losses.add(
            "KF402",
            Severity.WARNING,
            f'{what}: with --anki-typing the back of the card is "{answer(question)}" alone',
            below(question.origin, *path),
            question=question,
        )


def _lost(question: Question) -> Iterator[Use]:
    if question.explanation:
        yield "The explanation is left out", ("explanation",)
    for _, path in uses.several_answers(question):
        yield "The other accepted answers are left out", path
    for _, path in uses.tolerance(question):
        yield "The tolerance is left out", path


def report_letter_case(quiz: Quiz, questions: list[ShortAnswer], losses: Losses) -> None:
    """One note a quiz where letter case does not count but Anki marks it."""
    if any(not q.case_sensitive and answer(q).lower() != answer(q).upper() for q in questions):
        message = "Letter case counts in what is typed: Anki compares it with the answer letter for letter"
        losses.add("KF403", Severity.INFO, message, quiz.origin)
