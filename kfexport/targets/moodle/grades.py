"""Numbers as Moodle takes them: grades from its closed list, points and penalties with a dot."""

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from kfexport.model.parts import exact_percentage

_SPELLINGS: Final = (
    "100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333", "30", "25", "20",
    "16.66667", "14.28571", "12.5", "11.11111", "10", "5", "0",
)  # fmt: skip

LISTED: Final = {
    sign * Fraction(spelling): spelling if sign > 0 or spelling == "0" else f"-{spelling}"
    for sign in (1, -1)
    for spelling in _SPELLINGS
}
"""The percentages that Moodle accepts, with the spelling that it accepts (``question_bank::fraction_options_full``,
question/engine/bank.php). One other value stops the import of the file."""

DEFAULT_PENALTY: Final = "0.3333333"
"""A third, as Moodle writes it."""

_SNAP: Final = Fraction(1, 100)
_DECIMALS: Final = 7
_WRITTEN: Final = 20
"""Decimals of a percentage in a quiz file."""
_PARTS: Final = 20
"""Grades with endless decimals are parts of fewer."""
_THIRD: Final = Fraction(1, 3)
_THIRD_RANGE: Final = Fraction(5, 1000)
"""Within it Moodle takes a penalty for a third (question/format/xml/format.php)."""


@lru_cache(maxsize=1024)
def grade(credit: Fraction) -> str | None:
    """The listed percentage within 0.01 percentage points of ``credit`` (a share, -1 to 1), or ``None``."""
    percentage = credit * 100
    nearest = min(LISTED, key=lambda listed: abs(listed - percentage))
    return LISTED[nearest] if abs(nearest - percentage) <= _SNAP else None


@lru_cache(maxsize=1024)
def is_meant(credit: Fraction, grade: str) -> bool:
    """Whether a grade is what an author means by ``credit``: the same, or cut or rounded to as many decimals as the
    author wrote. ``33.33%`` means the grade of a third, ``33.34%`` and ``99.995%`` mean no grade of the list."""
    written = abs(credit) * 100
    meant = abs(Fraction(grade) / 100).limit_denominator(_PARTS) * 100
    if written == meant or credit == 0:
        return True
    decimals = next((d for d in range(_WRITTEN + 1) if (written * 10**d).denominator == 1), None)
    if decimals is None or meant == 0:
        return False
    units = meant * 10**decimals
    return written * 10**decimals in (units.numerator // units.denominator, round(units))


def neighbours(credit: Fraction) -> tuple[str, ...]:
    """The listed percentages next to ``credit``, below and above."""
    below = max((listed for listed in LISTED if listed < credit * 100), default=None)
    above = min((listed for listed in LISTED if listed > credit * 100), default=None)
    return tuple(LISTED[listed] for listed in (below, above) if listed is not None)


def fixed_point(share: Fraction) -> str:
    """A share of 0 or more with at most 7 decimals, as many as Moodle's columns hold."""
    units = round(share * 10**_DECIMALS)
    return _short(f"{units // 10**_DECIMALS}.{units % 10**_DECIMALS:0{_DECIMALS}d}")


def points(value: Decimal) -> str:
    """Points, never with an exponent."""
    return _short(format(value, "f"))


def becomes_third(penalty: Fraction) -> bool:
    """Whether Moodle turns the penalty into a third though it is another share."""
    return abs(penalty - _THIRD) <= _THIRD_RANGE and fixed_point(penalty) != fixed_point(_THIRD)


def becomes_whole(share: Fraction) -> bool:
    """Whether 7 decimals make nothing, or the whole, of a share that is neither."""
    return share not in (0, 1) and round(share * 10**_DECIMALS) in (0, 10**_DECIMALS)


def spelled(share: Fraction) -> str:
    """A share for people, exact where its decimals end: ``15%``, ``99.9999999%``, ``-33.33333%``."""
    exact = exact_percentage(share)
    return percent(share) if exact is None else f"{exact:f}%"


def percent(share: Fraction) -> str:
    """A share with as many decimals as Moodle keeps: ``15%``, ``-33.33333%``."""
    sign = "-" if share < 0 else ""
    units = round(abs(share) * 10**_DECIMALS)
    return f"{sign}{_short(f'{units // 10**5}.{units % 10**5:05d}')}%"


def _short(number: str) -> str:
    return number.rstrip("0").rstrip(".") if "." in number else number
