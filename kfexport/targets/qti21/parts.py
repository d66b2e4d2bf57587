"""Parts that items of every type share: outcomes of the score, and the stem."""

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from kfexport.model import Question, Quiz
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import Element, Spelled, child, number, settled

RESPONSE: Final = "RESPONSE"
"""The name that the standard's response processing templates hard-wire; so is ``SCORE``."""
SCORE: Final = "SCORE"


def declare_response(
    item: Element,
    base_type: str,
    *,
    cardinality: Literal["single", "multiple", "ordered"] = "single",
    identifier: str = RESPONSE,
) -> Element:
    """A response of an item; ``RESPONSE`` where it has but one."""
    return child(item, "responseDeclaration", identifier=identifier, cardinality=cardinality, baseType=base_type)


def write_correct(declaration: Element, *values: str) -> None:
    """The correct response; several values only where the cardinality is not single."""
    correct = child(declaration, "correctResponse")
    for value in values:
        child(correct, "value", value)


def declare_score(item: Element, points: Decimal, lowest: Fraction | int = 0) -> None:
    """SCORE from ``lowest`` to ``points``, and MAXSCORE.

    Importers take the points from one of them, or from the weight in the test: New Quizzes from normalMaximum or
    MAXSCORE, OpenOLAT from MAXSCORE.
    """
    item.parts += _score(points, lowest)


@lru_cache(maxsize=1024)
def _score(points: Decimal, lowest: Fraction | int) -> tuple[Spelled, ...]:
    parent = Element("")
    score = declare_float(parent, SCORE, 0)
    score.set("normalMinimum", number(lowest))
    score.set("normalMaximum", number(points))
    return settled(score), settled(declare_float(parent, "MAXSCORE", points))


def declare_float(parent: Element, identifier: str, value: Decimal | int) -> Element:
    """A number among the outcomes, with its value at the start."""
    declaration = child(parent, "outcomeDeclaration", identifier=identifier, cardinality="single", baseType="float")
    child(child(declaration, "defaultValue"), "value", number(value))
    return declaration


def write_stem(item: Element, quiz: Quiz, question: Question, texts: Texts) -> Element:
    """The body with the stimulus and the whole prompt; returns the body, which the interaction is appended to."""
    return write_body(item, quiz, question, texts)[0]


def write_body(item: Element, quiz: Quiz, question: Question, texts: Texts) -> tuple[Element, Element]:
    """The body with the stimulus and the whole prompt in its one ``div``; returns the body and that ``div``.

    Canvas reads no other blocks of a body, and destroys an interaction that stands inside the ``div``.
    """
    body = child(item, "itemBody")
    stem = child(body, "div")
    stimulus = quiz.stimulus(question)
    if stimulus is not None:
        if stimulus.title:
            heading(stem, stimulus.title)
        Texts(texts.losses, stimulus.origin, quiz=quiz).put(stem, stimulus.text, "the stimulus", "text")
    texts.put(stem, question.prompt, "the prompt", "prompt")
    return body, stem


def heading(parent: Element, text: str) -> None:
    """A line of plain text above what follows."""
    child(child(parent, "p"), "strong", text)
