"""Numbers as Canvas reads them: plain decimals, an exponent only where there would be many zeros."""

from decimal import Decimal
from typing import Final

from kfexport.model.parts import EXACT

_PLAIN: Final = 15
"""Powers of ten that are written out."""


def spell(value: Decimal) -> str:
    """The shortest exact spelling: ``2.5``, ``100``, ``1e-20``."""
    short = value.normalize(EXACT)
    if not short:
        return "0"
    if abs(short.adjusted()) <= _PLAIN:
        return format(short, "f")
    return format(short, "e").replace("e+", "e")
