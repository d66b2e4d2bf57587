"""Choice questions: ``multichoice`` and ``truefalse``."""

from fractions import Fraction
from typing import Final

from kfexport.diagnostics import Severity, below
from kfexport.model import Choice, MultipleResponse, Quiz, SingleChoice, TrueFalse
from kfexport.richtext.markdown import is_inline
from kfexport.targets.base import Losses
from kfexport.targets.moodle import grades, xml
from kfexport.targets.moodle.common import (
    all_known,
    answer_feedback,
    combined_feedback,
    fraction,
    head,
    hints,
    penalty,
    prompt,
)
from kfexport.targets.moodle.texts import rich
from kfexport.targets.moodle.xml import Lines

_NO_CREDIT: Final = Fraction(0)
_WRONG_OF_ALL: Final = "-100"
_MOST_SHARES: Final = 20


def single_choice(quiz: Quiz, question: SingleChoice, name: str, losses: Losses) -> Lines | None:
    """A ``multichoice`` with one answer."""
    fractions = _credits(question, losses)
    return _multichoice(quiz, question, name, "true", fractions, losses) if fractions is not None else None


def multiple_response(quiz: Quiz, question: MultipleResponse, name: str, losses: Losses) -> Lines | None:
    """A ``multichoice`` with several answers, also where only one is right. Its mark is the sum of the fractions of
    what is ticked, from 0 to the whole (question/type/multichoice/question.php)."""
    if question.has_credits:
        fractions = _credits(question, losses)
        _report_floor(question, losses)
    else:
        fractions = _shares(question, losses)
    return _multichoice(quiz, question, name, "false", fractions, losses) if fractions is not None else None


def _multichoice(
    quiz: Quiz,
    question: SingleChoice | MultipleResponse,
    name: str,
    single: str,
    fractions: tuple[str, ...],
    losses: Losses,
) -> Lines:
    text = prompt(quiz, question)
    element = head(quiz, question, "multichoice", name, text=text, penalty=penalty(question, losses))
    pinned = any(choice.fixed for choice in question.choices)
    xml.leaf(element, "single", single)
    xml.leaf(element, "shuffleanswers", "true" if question.shuffle and not pinned else "false")
    # Capital letters, as authors write them in "both A and B".
    xml.leaf(element, "answernumbering", "ABCD")
    xml.leaf(element, "showstandardinstruction", "0")
    combined_feedback(quiz, question, element)
    for choice, share in zip(question.choices, fractions, strict=True):
        feedback: Lines = []
        if choice.feedback:
            xml.rich_text(feedback, "feedback", rich(quiz, choice.feedback), depth=3)
        xml.rich_text(element, "answer", _choice_text(quiz, choice), fraction=share, inside=feedback)
    hints(quiz, question, element)
    return element


def _choice_text(quiz: Quiz, choice: Choice) -> str:
    return rich(quiz, choice.text, inline=is_inline(choice.text))


def _credits(question: SingleChoice | MultipleResponse, losses: Losses) -> tuple[str, ...] | None:
    """The grade of each choice by the author's credits."""
    found: list[str | None] = []
    for i, choice in enumerate(question.choices):
        if choice.correct and isinstance(question, SingleChoice):
            found.append("100")
        elif choice.credit is None:
            found.append("0")
        else:
            found.append(fraction(choice.credit, f"choice {i + 1}", ("choices", i, "credit"), question, losses))
    return all_known(found)


def _shares(question: MultipleResponse, losses: Losses) -> tuple[str, ...] | None:
    """Equal shares of the right choices; a wrong one costs as much, or with all or nothing the whole."""
    right = sum(choice.correct for choice in question.choices)
    share = grades.grade(Fraction(1, right)) if 0 < right <= _MOST_SHARES else None
    if share is None:
        losses.add(
            "KF401",
            Severity.ERROR,
            f"Moodle has no grade for one of {right} right choices: equal shares are there for up to 10 and for 20",
            below(question.origin, "choices"),
            question=question,
            hint="Have 10 right choices at most, or give each of them a credit that Moodle has, such as 10% or 5%.",
        )
        return None
    wrong = _WRONG_OF_ALL if question.scoring == "all_or_nothing" else f"-{share}"
    return tuple(share if choice.correct else wrong for choice in question.choices)


def _report_floor(question: MultipleResponse, losses: Losses) -> None:
    """With credits a mark may be below 0, and Moodle stops there."""
    costly = [i for i, choice in enumerate(question.choices) if (choice.credit or _NO_CREDIT) < 0]
    if costly:
        losses.add(
            "KF402",
            Severity.WARNING,
            "A mark below 0 is 0 instead: Moodle takes no more away from a question with several right choices",
            below(question.origin, "choices", costly[0], "credit"),
            question=question,
        )


def true_false(quiz: Quiz, question: TrueFalse, name: str, losses: Losses) -> Lines:
    """A ``truefalse``. Its two answers have fixed texts; Moodle shows them in the learner's own language."""
    element = head(quiz, question, "truefalse", name, text=prompt(quiz, question), penalty=penalty(question, losses))
    for truth, own in ((True, question.feedback_true), (False, question.feedback_false)):
        right = truth is question.answer
        feedback: Lines = []
        xml.rich_text(feedback, "feedback", answer_feedback(quiz, own, question.feedback, Fraction(right)), depth=3)
        xml.rich_text(
            element, "answer", "true" if truth else "false", "moodle_auto_format",
            fraction="100" if right else "0", inside=feedback,
        )  # fmt: skip
    hints(quiz, question, element)
    return element
