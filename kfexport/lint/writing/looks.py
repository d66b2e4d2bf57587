"""Looks at lists of choices and at texts that cost next to nothing: nothing is rendered here."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from kfexport.diagnostics import Origin, Path, Related, below
from kfexport.model import ChoiceBlank, Cloze, MultipleResponse, Question, Quiz, SingleChoice
from kfexport.model.parts import Choice
from kfexport.richtext.markdown import CJK

WIDE: Final = re.compile(rf"[{CJK}]")
"""A character of a script without blanks between words."""
_DIGIT_FIRST: Final = re.compile(r"\W{0,4}[0-9０-９]")
_OTHER_WIDTH: Final = re.compile("[\u3000\uff01-\uffee]+")


class Choices(NamedTuple):
    """Choices that a learner sees beside each other: those of a question, or of a drop-down."""

    question: Question
    base: Path
    """Path of the list below the question."""
    choices: tuple[Choice, ...]
    shuffle: bool

    def at(self, i: int) -> Origin | None:
        """The place of a choice, by its position from 0."""
        return below(self.question.origin, *self.base, i)

    def related(self, i: int) -> tuple[Related, ...]:
        """The place of a choice that a finding of another one speaks of."""
        where = self.at(i)
        return (Related(f"choice {i + 1}", where),) if where is not None else ()


def choice_lists(quiz: Quiz) -> Iterator[Choices]:
    """All lists of choices of a quiz, in the order of the file."""
    for question in quiz.questions():
        if isinstance(question, (SingleChoice, MultipleResponse)):
            yield Choices(question, ("choices",), question.choices, question.shuffle)
        elif isinstance(question, Cloze):
            for blank in question.blanks:
                if isinstance(blank, ChoiceBlank):
                    yield Choices(question, ("blanks", blank.id, "choices"), blank.choices, shuffle=False)


def may_be_number(text: str) -> bool:
    """A quick look: whether a text begins like a number, with or without a sign, a bracket or stars."""
    return _DIGIT_FIRST.match(text) is not None


def usual_width(text: str) -> str:
    """The text with full-width letters, digits and signs as ASCII, and half-width kana as usual ones.

    Other forms that NFKC makes equal, such as superscripts and circled numbers, stay: they mean something.
    """
    if text.isascii():
        return text
    return _OTHER_WIDTH.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
