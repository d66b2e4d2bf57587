"""Parts of questions: choices, answers, blanks, feedback."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

Scoring: TypeAlias = Literal["partial", "all_or_nothing"]
ResponseFormat: TypeAlias = Literal["rich", "plain", "code", "file"]

ZERO = Decimal(0)
ONE = Decimal(1)
FULL = Fraction(1)
"""The whole of the points."""

POINT_DECIMALS: Final = 7
"""Decimals of points; platforms keep no more."""
MOST_POINTS: Final = 99999
EXACT: Final = Context(prec=700, Emin=-2000, Emax=2000)
"""For sums and products of numbers with 15 digits and exponents from -300 to 300: nothing is rounded."""


def has_too_many_decimals(points: Decimal) -> bool:
    """Whether points are finer than :data:`POINT_DECIMALS` allows."""
    exponent = points.normalize(EXACT).as_tuple().exponent
    return isinstance(exponent, int) and exponent < -POINT_DECIMALS


def exact_percentage(share: Fraction) -> Decimal | None:
    """A share in percent, or ``None`` where its decimals never end."""
    hundredfold = share * 100
    exact = EXACT.divide(Decimal(hundredfold.numerator), Decimal(hundredfold.denominator))
    return exact.normalize(EXACT) if Fraction(exact) == hundredfold else None


def is_share_of_one(share: Fraction) -> bool:
    """Whether a share is from nothing to the whole."""
    return 0 <= share <= 1


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
class Answer:
    """A text that is accepted."""

    text: str
    """Plain text, without blanks at its ends."""
    credit: Fraction = FULL
    """Share of the points, 0 to 1."""
    feedback: str = ""
    """Shown to who gives this answer. Markdown."""
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericalAnswer:
    """Numbers that are accepted: a value with a tolerance, or a range. The ends belong to it."""

    value: Decimal | None = None
    """The number, or ``None`` where a range was given."""
    tolerance: Decimal = ZERO
    """How far an answer may be from the value; a share of it where ``relative`` (0.01 is 1%)."""
    relative: bool = False
    range: tuple[Decimal, Decimal] | None = None
    """Lower and upper end, where a range was given instead of a value."""
    credit: Fraction = FULL
    feedback: str = ""
    """Shown to who gives this answer. Markdown."""
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)

    @property
    def bounds(self) -> tuple[Decimal, Decimal]:
        """The lowest and the highest number that is accepted, exact in decimal."""
        if self.range is not None:
            return self.range
        value = self.value if self.value is not None else ZERO
        with localcontext(EXACT):
            distance = abs(value) * self.tolerance if self.relative else self.tolerance
            return value - distance, value + distance


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """An item and the match that belongs to it."""

    item: str
    """Inline Markdown."""
    match: str
    """Plain text."""
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBlank:
    """A blank to be filled with a word, as in a short answer."""

    id: str
    answers: tuple[Answer, ...]
    case_sensitive: bool = False
    weight: int = 1
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberBlank:
    """A blank to be filled with a number."""

    id: str
    answers: tuple[NumericalAnswer, ...]
    weight: int = 1
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceBlank:
    """A drop-down. The texts of its choices are plain."""

    id: str
    choices: tuple[Choice, ...]
    """Two or more, exactly one of them correct."""
    weight: int = 1
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)


Blank: TypeAlias = TextBlank | NumberBlank | ChoiceBlank
