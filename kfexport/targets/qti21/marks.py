"""Mappings: what each value of a response is worth, spelt so that engines get the points and nothing beside them."""

from collections.abc import Iterable, Sequence
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Final

from kfexport.targets.qti21.xml import Element, child, number

_TWELVE: Final = Context(prec=12, rounding=ROUND_FLOOR)


def write_mapping(
    declaration: Element,
    values: Iterable[tuple[str, str]],
    *,
    sensitive: bool = True,
    lower: str | None = None,
    upper: str | None = None,
) -> None:
    """The mapping of a response: pairs of key and value, and bounds of the sum. What is not listed is worth 0."""
    mapping = child(declaration, "mapping", defaultValue="0")
    if lower is not None:
        mapping.set("lowerBound", lower)
    if upper is not None:
        mapping.set("upperBound", upper)
    # JQTI+ and others differ in what they take the letter case to be where it is not said.
    case = "true" if sensitive else "false"
    for key, worth in values:
        child(mapping, "mapEntry", mapKey=key, mappedValue=worth, caseSensitive=case)


def spell(shares: Sequence[Fraction], points: Decimal) -> list[str]:
    """The shares of the points, which are 1 together, spelt so that engines sum them to the points or a trace more.

    An upper bound then makes the sum exact. Engines add doubles, and three times the nearest one to a third of the
    points may fall short of them by the last digit, so that full marks would never be reached.
    """
    exact = [share * Fraction(points) for share in shares]
    spelt = [number(mark) for mark in exact]
    if _reaches(spelt, float(points)):
        return spelt
    return [_above(mark) if mark > 0 else text for mark, text in zip(exact, spelt, strict=True)]


def _reaches(spelt: Sequence[str], whole: float) -> bool:
    """Whether the sum is all there, in whichever direction it is taken."""
    marks = [float(text) for text in spelt]
    return _sum(marks) >= whole and _sum(marks[::-1]) >= whole


def _sum(marks: Iterable[float]) -> float:
    """As engines add, which the built-in ``sum`` of newer Pythons does not."""
    total = 0.0
    for mark in marks:
        total += mark
    return total


def _above(mark: Fraction) -> str:
    """The next larger number of 12 digits."""
    floor = _TWELVE.divide(Decimal(mark.numerator), Decimal(mark.denominator))
    return number(_TWELVE.next_plus(floor))
