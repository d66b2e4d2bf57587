"""Accepted numbers as a learner reads them."""

from decimal import Decimal
from typing import Final

from kfexport.model import NumericalAnswer

_LARGEST: Final = 15
_SMALLEST: Final = -7
"""Powers of ten of the first digit between which a number is written out in full."""


def plain(number: Decimal) -> str:
    """The number with a decimal point and the digits of the author; very large and small ones as ``6.02e23``."""
    if number == 0 or _SMALLEST <= number.adjusted() <= _LARGEST:
        return f"{number:f}"
    return f"{number:e}".replace("e+", "e")


def _short(number: Decimal) -> str:
    """A number that was worked out, without the zeros at its end."""
    text = plain(number)
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def accepted(answer: NumericalAnswer, unit: str = "") -> str:
    """What is right, with its unit: ``3.14 ± 0.01 m``, ``3.1 … 3.2 m``, or a number alone.

    A tolerance in per cent is followed by its bounds, since it could be read otherwise: ``80 m ± 1% (79.2 … 80.8 m)``.
    """
    unit = f" {unit}" if unit else ""
    low, high = answer.bounds
    if low == high:
        return plain(answer.value if answer.value is not None else low) + unit
    if answer.value is None:
        return f"{plain(low)} … {plain(high)}{unit}"
    if answer.relative:
        share = f"{plain(answer.value)}{unit} ± {_short(answer.tolerance * 100)}%"
        return f"{share} ({_short(low)} … {_short(high)}{unit})"
    return f"{plain(answer.value)} ± {plain(answer.tolerance)}{unit}"


def middle(answer: NumericalAnswer) -> str:
    """One number that stands for all accepted ones: the value, or what lies in the middle of a range."""
    if answer.value is not None:
        return plain(answer.value)
    low, high = answer.bounds
    return plain(low) if low == high else _short(((low + high) / 2).normalize())
