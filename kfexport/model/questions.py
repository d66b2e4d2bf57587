"""One frozen class a question type, and the union of them all, :data:`Question`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypeAlias

from kfexport.diagnostics import Origin

ResponseFormat: TypeAlias = Literal["rich", "plain", "code", "file"]

_NO_EXTRAS: Mapping[str, Any] = MappingProxyType({})


def no_extras() -> Mapping[str, Any]:
    """The empty map of other tools' keys, shared by all that have none."""
    return _NO_EXTRAS


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """Texts shown after answering, by how right the answer was. Markdown."""

    correct: str = ""
    partial: str = ""
    incorrect: str = ""


NO_FEEDBACK = Feedback()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One choice of a choice question."""

    text: str
    """Markdown; one line is inline, more lines are blocks."""
    correct: bool = False
    feedback: str = ""
    """Shown to who picks this choice. Markdown."""
    fixed: bool = False
    """Keeps its place when the choices are shuffled."""
    credit: Fraction | None = None
    """Share of the points for picking it, from -1 to 1, where the author gave one."""
    id: str | None = None
    """Stable id; where there is none, the position stands for it."""
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)
    """``x-`` keys, kept for other tools and never exported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionBase:
    """What every question has. It has no behaviour; the union :data:`Question` is what code matches on."""

    id: str
    """Unique in the quiz whatever the letter case."""
    prompt: str
    """What is asked. Markdown."""
    title: str = ""
    """Plain name for question banks; made from the prompt where empty."""
    explanation: str = ""
    """Shown to every learner afterwards. Markdown."""
    hints: tuple[str, ...] = ()
    """Shown one after another, after wrong tries. Markdown."""
    feedback: Feedback = NO_FEEDBACK
    points: Decimal = Decimal(1)
    """Above 0, at most 99999, at most 7 decimals."""
    penalty: Fraction | None = None
    """Share lost by each wrong try, 0 to 1; ``None`` is the format's default of a third."""
    tags: tuple[str, ...] = ()
    """The question's own tags; the quiz's and the section's come on top."""
    category: tuple[str, ...] = ()
    """A whole path, in place of the quiz's."""
    stimulus: str | None = None
    """Id of the stimulus that is shown before the prompt."""
    notes: str = ""
    """For authors only."""
    draft: bool = False
    """Checked, not exported."""
    omit: tuple[str, ...] = ()
    """Names of targets that leave this question out, by the author's decision."""
    key: str | None = None
    """The global key ``quiz-id/question-id`` that the question had before it moved here."""
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)
    """``x-`` keys, kept for other tools and never exported."""
    origin: Origin | None = field(default=None, compare=False, repr=False)
    """Where the question stands in its source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleChoice(QuestionBase):
    """Choices of which exactly one is right."""

    kind: ClassVar[str] = "single_choice"
    choices: tuple[Choice, ...]
    """Two or more, exactly one of them correct."""
    shuffle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """How an essay is answered."""

    format: ResponseFormat = "rich"
    lines: int | None = None
    """Height of the field in lines of text."""
    min_words: int | None = None
    max_words: int | None = None
    attachments: int = 0
    """How many files may be attached."""
    starter: str = ""
    """Plain text that the field holds at the start."""
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)


NO_RESPONSE = Response()


@dataclass(frozen=True, slots=True, kw_only=True)
class Essay(QuestionBase):
    """A free text that a person grades."""

    kind: ClassVar[str] = "essay"
    model_answer: str = ""
    """What a good answer says; graders see it. Markdown."""
    grading_notes: str = ""
    """How to grade; graders see it. Markdown."""
    response: Response = NO_RESPONSE


Question: TypeAlias = SingleChoice | Essay

QUESTION_TYPES: Mapping[str, type[SingleChoice] | type[Essay]] = MappingProxyType(
    {cls.kind: cls for cls in (SingleChoice, Essay)}
)
"""Name in the quiz file → class."""
