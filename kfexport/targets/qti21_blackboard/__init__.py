"""QTI 2.1 packages for Blackboard, which takes a few types and no response processing but one template.

Source: help.blackboard.com, "QTI packages": true or false, multiple choice, multiple answer, fill in one blank and
essay, no response processing of one's own, the same marks for every right choice. So each item is scored by
``match_correct``, which gives 1 or 0; it is written by the target ``qti21`` from a question that asks for no more.
"""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Final, assert_never

from kfexport.diagnostics import Severity
from kfexport.model import (
    Answer,
    Choice,
    Cloze,
    Description,
    Essay,
    Matching,
    MultipleResponse,
    Numerical,
    Ordering,
    Question,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.model.parts import FULL, NO_FEEDBACK
from kfexport.targets import qti21
from kfexport.targets.base import YES, Artifact, Capabilities, Losses, WriteOptions, impossible, lost

_NO_TYPE: Final = impossible(
    "cannot be brought into Blackboard by QTI 2.1, which takes choices, true or false, one text field and essays"
)
_NOT_HERE: Final = impossible("not possible: Blackboard does not take questions of a type that has it")
_NO_FEEDBACK: Final = lost("left out: feedback needs response processing that Blackboard does not take")
_NO_CREDIT: Final = lost("left out: Blackboard takes a right answer for all marks and another one for none")

CAPABILITIES: Final = Capabilities(
    types={
        "single_choice": YES,
        "multiple_response": YES,
        "true_false": YES,
        "short_answer": YES,
        "numerical": _NO_TYPE,
        "essay": YES,
        "matching": _NO_TYPE,
        "ordering": _NO_TYPE,
        "cloze": _NO_TYPE,
        "description": _NO_TYPE,
    },
    features={
        **qti21.CAPABILITIES.features,
        "points": lost("left out: every question is worth 1; set the points in Blackboard"),
        "explanation": _NO_FEEDBACK,
        "feedback-correct": _NO_FEEDBACK,
        "feedback-partial": _NO_FEEDBACK,
        "feedback-incorrect": _NO_FEEDBACK,
        "choice-feedback": _NO_FEEDBACK,
        "answer-feedback": _NO_FEEDBACK,
        "truth-feedback": _NO_FEEDBACK,
        "choice-credit": _NO_CREDIT,
        "answer-credit": _NO_CREDIT,
        "several-answers": lost("left out: Blackboard takes one answer, the first that earns all marks"),
        "tolerance": _NOT_HERE,
        "unit": _NOT_HERE,
        "distractors": _NOT_HERE,
        "blank-weight": _NOT_HERE,
    },
    exceptions=qti21.CAPABILITIES.exceptions,
    images=True,
)
"""What Blackboard's import of QTI 2.1 can carry."""


def write(quiz: Quiz, options: WriteOptions, losses: Losses) -> Artifact:
    """One package, ``qti21-blackboard/‹quiz id›.zip``, like that of ``qti21``."""
    for question in quiz.questions():
        for message, hint in _judged_otherwise(question):
            losses.add("KF402", Severity.WARNING, message, question.origin, question=question, hint=hint)
    sections = tuple(replace(s, questions=tuple(_reduced(q) for q in s.questions)) for s in quiz.sections)
    return Artifact({f"qti21-blackboard/{quiz.id}.zip": qti21.package(replace(quiz, sections=sections), losses)})


def _judged_otherwise(question: Question) -> Iterator[tuple[str, str]]:
    """What no key of the question says, and ``match_correct`` does not do: message and cure."""
    match question:
        case MultipleResponse(scoring="partial") if not question.has_credits:
            if sum(choice.correct for choice in question.choices) > 1:
                yield (
                    "A partly right answer earns nothing: Blackboard takes all right choices or none",
                    "Write `scoring: all_or_nothing` if that is meant.",
                )
        case ShortAnswer(case_sensitive=False):
            text = _right(question).text
            if text.lower() != text.upper():
                yield (
                    "The letter case of the answer counts: Blackboard takes it only as it is written",
                    "Write `case_sensitive: true` if that is meant.",
                )
        case _:
            pass


def _reduced(question: Question) -> Question:
    """The question without what Blackboard cannot take of it."""
    common = replace(question, points=Decimal(1), feedback=NO_FEEDBACK, explanation="")
    match common:
        case SingleChoice():
            return replace(common, choices=_bare(common.choices))
        case MultipleResponse():
            return replace(common, choices=_bare(common.choices), scoring="all_or_nothing")
        case TrueFalse():
            return replace(common, feedback_true="", feedback_false="")
        case ShortAnswer():
            return replace(common, answers=(Answer(text=_right(common).text),), case_sensitive=True)
        case Essay():
            return common
        case Numerical() | Matching() | Ordering() | Cloze() | Description():
            return common  # left out before anything is written
        case _:
            assert_never(common)


def _bare(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    return tuple(replace(choice, credit=None, feedback="") for choice in choices)


def _right(question: ShortAnswer) -> Answer:
    return next((answer for answer in question.answers if answer.credit >= FULL), question.answers[0])
