"""One frozen class a question type, and the union of them all, :data:`Question`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

from kfexport.diagnostics import Origin
from kfexport.model.parts import (
    NO_FEEDBACK,
    NO_RESPONSE,
    ONE,
    Answer,
    Blank,
    Choice,
    Feedback,
    NumericalAnswer,
    Pair,
    Response,
    Scoring,
    no_extras,
)


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
    points: Decimal = ONE
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
class Essay(QuestionBase):
    """A free text that a person grades."""

    kind: ClassVar[str] = "essay"
    model_answer: str = ""
    """What a good answer says; graders see it. Markdown."""
    grading_notes: str = ""
    """How to grade; graders see it. Markdown."""
    response: Response = NO_RESPONSE


@dataclass(frozen=True, slots=True, kw_only=True)
class MultipleResponse(QuestionBase):
    """Choices of which one or more are right."""

    kind: ClassVar[str] = "multiple_response"
    choices: tuple[Choice, ...]
    """Two or more, one or more of them correct; ``credit`` on them takes the place of ``scoring``."""
    shuffle: bool = False
    scoring: Scoring = "partial"
    """Always ``partial`` where the choices have credits."""

    @property
    def has_credits(self) -> bool:
        """Whether the author gave the choices credits of their own."""
        return any(choice.credit is not None for choice in self.choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueFalse(QuestionBase):
    """A statement that is true or false."""

    kind: ClassVar[str] = "true_false"
    answer: bool
    feedback_true: str = ""
    """Shown to who picks "true". Markdown."""
    feedback_false: str = ""
    """Shown to who picks "false". Markdown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortAnswer(QuestionBase):
    """A word or two, compared with the accepted texts."""

    kind: ClassVar[str] = "short_answer"
    answers: tuple[Answer, ...]
    """One or more, at least one of them for full credit. Of several that fit, the best credit counts."""
    case_sensitive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Numerical(QuestionBase):
    """A number."""

    kind: ClassVar[str] = "numerical"
    answers: tuple[NumericalAnswer, ...]
    """One or more, at least one of them for full credit. Of several that fit, the best credit counts."""
    unit: str = ""
    """Plain text, shown beside the field and never graded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching(QuestionBase):
    """Items to be matched; the matches are always shuffled, and every item counts the same."""

    kind: ClassVar[str] = "matching"
    pairs: tuple[Pair, ...]
    """Two or more; several items may have one match."""
    distractors: tuple[str, ...] = ()
    """Plain matches that belong to no item."""

    @property
    def matches(self) -> tuple[str, ...]:
        """All matches that a learner sees, each once, those of the pairs first."""
        return tuple(dict.fromkeys([*(pair.match for pair in self.pairs), *self.distractors]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordering(QuestionBase):
    """Items to be put in order."""

    kind: ClassVar[str] = "ordering"
    items: tuple[str, ...]
    """Inline Markdown, in the right order; two or more, all different."""
    scoring: Scoring = "partial"
    """``partial``: the share of the items at their right place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloze(QuestionBase):
    """A text with blanks."""

    kind: ClassVar[str] = "cloze"
    text: str
    """Markdown; ``[[id]]`` marks the blank of that id."""
    blanks: tuple[Blank, ...]
    """In the order of the file; every one is marked in the text exactly once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Description(QuestionBase):
    """A text between questions: no answer, no points."""

    kind: ClassVar[str] = "description"


Question: TypeAlias = (
    SingleChoice
    | MultipleResponse
    | TrueFalse
    | ShortAnswer
    | Numerical
    | Essay
    | Matching
    | Ordering
    | Cloze
    | Description
)

QUESTION_TYPES: Mapping[str, type[Question]] = MappingProxyType(
    {
        cls.kind: cls
        for cls in (
            SingleChoice,
            MultipleResponse,
            TrueFalse,
            ShortAnswer,
            Numerical,
            Essay,
            Matching,
            Ordering,
            Cloze,
            Description,
        )
    }
)
"""Name in the quiz file → class."""
