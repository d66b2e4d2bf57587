"""Numbers as Moodle judges them: a centre with an absolute tolerance, both of 14 digits.

Source: ``qtype_numerical_answer`` in Moodle question/type/numerical/question.php. A response is right from centre -
tolerance - ε to centre + tolerance + ε in floating point, with ε = 1e-14 · max(1, |centre|).
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal, localcontext
from typing import Final

from kfexport.diagnostics import Path, Severity, below
from kfexport.model import NumericalAnswer, Question
from kfexport.targets.base import Losses

DIGITS: Final = 14
"""Significant digits that Moodle keeps of a number (PHP's ``precision``)."""

_EPSILON: Final = 1e-14
_EXACT: Final = Context(prec=1400, Emin=-4000, Emax=4000)
_KEPT: Final = Context(prec=DIGITS)
_KEPT_UPWARDS: Final = Context(prec=DIGITS, rounding=ROUND_CEILING)
_VAGUE: Final = Decimal("1e-4")
"""Share of an end that Moodle may be off before the question means something else."""
_POINT: Final = Decimal("1e-12")
"""A range so narrow, as a share of its centre, is a single number."""
_LONGEST_PLAIN: Final = 18


@dataclass(frozen=True, slots=True)
class Interval:
    """What stands in the file for one accepted number or range."""

    centre: str
    tolerance: str


def interval(question: Question, answer: NumericalAnswer, what: str, path: Path, losses: Losses) -> Interval | None:
    """The numbers that an answer accepts, or ``None`` (and an error) where Moodle would accept others.

    ``what`` names the answer, such as ``answer 2``.
    """
    low, high = answer.bounds
    with localcontext(_EXACT):
        exact = (low + high) / 2
        centre = _KEPT.plus(exact)
        half = max(high - centre, centre - low)
    tolerance = _KEPT_UPWARDS.plus(half)
    while not _covers(centre, tolerance, low, high):
        tolerance = _KEPT.next_plus(tolerance)
    if _too_wide(centre, tolerance, low, high):
        _report(question, f"Moodle would take more numbers for right than {what} says: it allows for 1e-14, and for "
                "the 14th digit of a range's centre", path, losses, severity=Severity.ERROR,
                hint="Ask for the number in a unit that makes it larger, or for a narrower range.")  # fmt: skip
        return None
    with localcontext(_EXACT):
        rounded = centre != exact and high - low < abs(centre) * _POINT
    if rounded:
        _report(question, f"The digits of {what} after the {DIGITS}th do not count: Moodle keeps no more", path,
                losses, severity=Severity.WARNING, hint=f"Write {DIGITS} digits at most.")  # fmt: skip
    return Interval(spell(centre), spell(tolerance))


def _report(question: Question, message: str, path: Path, losses: Losses, *, severity: Severity, hint: str) -> None:
    code = "KF401" if severity is Severity.ERROR else "KF402"
    losses.add(code, severity, message, below(question.origin, *path), question=question, hint=hint)


def _slack(centre: Decimal) -> float:
    return _EPSILON * max(1.0, abs(float(centre)))


def _covers(centre: Decimal, tolerance: Decimal, low: Decimal, high: Decimal) -> bool:
    """Whether both ends are right, in Moodle's floating point."""
    middle, reach = float(centre), float(tolerance) + _slack(centre)
    return middle - reach <= float(low) and float(high) <= middle + reach


def _too_wide(centre: Decimal, tolerance: Decimal, low: Decimal, high: Decimal) -> bool:
    """Whether numbers are right that are clearly outside."""
    with localcontext(_EXACT):
        reach = tolerance + Decimal(_slack(centre))
        for end, excess in ((low, low - centre + reach), (high, centre + reach - high)):
            scale = abs(end) or abs(low) or abs(high)
            if scale and excess > scale * _VAGUE:
                return True
    return False


def spell(number: Decimal) -> str:
    """A number with a point, as short as it can be: Moodle reads it the same in every language."""
    short = number.normalize(_EXACT)
    plain = format(short, "f")
    if len(plain) <= _LONGEST_PLAIN:
        return "0" if not short else plain
    return format(short, "e").replace("e+", "e")
