"""The questions that become notes: all but descriptions, which ask nothing."""

from collections.abc import Iterator
from typing import TypeAlias

from kfexport.model import (
    Cloze,
    Description,
    Essay,
    Matching,
    MultipleResponse,
    Numerical,
    Ordering,
    Quiz,
    Section,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.targets.base import walk

Asked: TypeAlias = (
    SingleChoice
    | MultipleResponse
    | TrueFalse
    | ShortAnswer
    | Numerical
    | Essay
    | Matching
    | Ordering
    | Cloze
)  # fmt: skip
"""A question that asks something."""


def asked(quiz: Quiz) -> Iterator[tuple[Section, Asked]]:
    """Each such question with its section, in the order of the file."""
    for section, question in walk(quiz):
        if not isinstance(question, Description):
            yield section, question
