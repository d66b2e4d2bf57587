"""What the types share: the head of a question, its hints and feedback, grades from Moodle's list."""

from fractions import Fraction
from typing import Final

from kfexport.diagnostics import Path, Severity, below
from kfexport.model import Question, Quiz
from kfexport.model.parts import Feedback
from kfexport.richtext.direction import directed
from kfexport.targets.base import Losses
from kfexport.targets.identity import idnumber
from kfexport.targets.moodle import grades, xml
from kfexport.targets.moodle.texts import escaped, rich
from kfexport.targets.moodle.xml import Lines

_JUDGEMENTS: Final = ("100", "0", "-100")


def head(
    quiz: Quiz, question: Question, kind: str, name: str, *, text: str, penalty: str, points: str | None = None
) -> Lines:
    """What every type begins with, in the order of Moodle's own export; ``text`` is the whole question text."""
    element = xml.opened(kind)
    xml.named(element, "name", name)
    xml.rich_text(element, "questiontext", text)
    xml.rich_text(element, "generalfeedback", rich(quiz, question.explanation))
    xml.leaf(element, "defaultgrade", points or grades.points(question.points))
    xml.leaf(element, "penalty", penalty)
    xml.leaf(element, "hidden", "0")
    xml.leaf(element, "idnumber", idnumber(quiz.key(question)))
    return element


def prompt(quiz: Quiz, question: Question) -> str:
    """The prompt, and the shared text before it."""
    return stimulus(quiz, question) + rich(quiz, question.prompt)


def stimulus(quiz: Quiz, question: Question) -> str:
    """The shared text before the prompt. Its title is one level below the hidden ``<h4>`` that Moodle puts before
    every question text for screen readers (question/engine/renderer.php)."""
    found = quiz.stimulus(question)
    if found is None:
        return ""
    title = f"<h5>{escaped(found.title)}</h5>" if found.title else ""
    return directed(quiz.lang, title) + rich(quiz, found.text)


def penalty(question: Question, losses: Losses) -> str:
    """The share that a wrong try costs, as Moodle takes it."""
    if question.penalty is None:
        return grades.DEFAULT_PENALTY
    if grades.becomes_third(question.penalty):
        message = (
            f"The penalty of {grades.spelled(question.penalty)} is a third in Moodle, which rounds what is near it"
        )
        losses.add("KF404", Severity.INFO, message, below(question.origin, "penalty"), question=question)
        return grades.DEFAULT_PENALTY
    if grades.becomes_whole(question.penalty):
        message = (
            f"The penalty of {grades.spelled(question.penalty)} is {grades.percent(question.penalty)} in Moodle, which "
            "keeps 7 decimals of a share"
        )
        losses.add("KF404", Severity.INFO, message, below(question.origin, "penalty"), question=question)
    return grades.fixed_point(question.penalty)


def combined_feedback(quiz: Quiz, question: Question, element: Lines) -> None:
    """Feedback by how right the answer was, for the types that have it (multichoice, match, ordering).

    What is missing is empty to Moodle (question/format/xml/format.php, ``import_combined_feedback``).
    """
    for name, text in (
        ("correctfeedback", question.feedback.correct),
        ("partiallycorrectfeedback", question.feedback.partial),
        ("incorrectfeedback", question.feedback.incorrect),
    ):
        if text:
            xml.rich_text(element, name, rich(quiz, text))


def answer_feedback(quiz: Quiz, own: str, feedback: Feedback, credit: Fraction) -> str:
    """An answer's own feedback, and what every answer that is so right gets: for the types without feedback of the
    second kind, whose answers are each right, partly right or wrong."""
    shared = feedback.correct if credit == 1 else feedback.partial if credit > 0 else feedback.incorrect
    return rich(quiz, own) + rich(quiz, shared)


def hints(quiz: Quiz, question: Question, element: Lines) -> None:
    """The hints, in their order."""
    for hint in question.hints:
        xml.rich_text(element, "hint", rich(quiz, hint))


def fraction(credit: Fraction, what: str, path: Path, question: Question, losses: Losses) -> str | None:
    """The grade in percent for a credit, or ``None`` (and an error) where Moodle's list has none near it.

    A grade that is a little more or less is told. ``what`` names its owner, such as ``choice 3``.
    """
    found = grades.grade(credit)
    if found is None:
        losses.add(
            "KF401",
            Severity.ERROR,
            f"Moodle has no grade of {grades.spelled(credit)}, the credit of {what}",
            below(question.origin, *path),
            question=question,
            hint=_nearest(credit),
        )
    elif not grades.is_meant(credit, found):
        # What becomes right, or wrong, is another judgement, and not only a trace of a mark.
        judged = found in _JUDGEMENTS
        losses.add(
            "KF402" if judged else "KF404",
            Severity.WARNING if judged else Severity.INFO,
            f"The credit of {what} is {found}% in Moodle, which has no grade of {grades.spelled(credit)}",
            below(question.origin, *path),
            question=question,
            hint=_nearest(credit),
        )
    return found


def _nearest(credit: Fraction) -> str:
    near = " or ".join(f"{n}%" for n in grades.neighbours(credit))
    return f"Give it {near}, the nearest grades that Moodle has."


def all_known(fractions: list[str | None]) -> tuple[str, ...] | None:
    """The grades, or ``None`` where one of them is missing."""
    known = [f for f in fractions if f is not None]
    return tuple(known) if len(known) == len(fractions) else None
