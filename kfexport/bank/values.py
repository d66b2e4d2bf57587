"""Values out of plain data, lenient: what the schema check has refused counts as absent."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from kfexport.model.parts import no_extras

Data: TypeAlias = Mapping[str, Any]
BLANKS: Final = " \t\r\n"
"""What a text of nothing else counts as absent for; other blanks are the author's, and the rules look at them."""
_LONGEST_SHARE: Final = 40


def text(data: Data, key: str) -> str:
    """A text, or the empty string where there is none or only blanks."""
    value = data.get(key)
    if not isinstance(value, str) or not value:
        return ""
    return value if value[0] not in BLANKS or value.strip(BLANKS) else ""


def plain(data: Data, key: str) -> str:
    """A plain text without the blanks at its ends."""
    return text(data, key).strip(BLANKS)


def texts(data: Data, key: str) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(v for v in items(data, key) if isinstance(v, str))


def plains(data: Data, key: str) -> tuple[str, ...]:
    """A list of plain texts, without the blanks at their ends."""
    return tuple(v.strip(BLANKS) for v in texts(data, key))


def items(data: Data, key: str) -> list[Any]:
    """A list, empty where there is none."""
    value = data.get(key)
    return value if isinstance(value, list) else []


def mapping(data: Data, key: str) -> Data:
    """A map, empty where there is none."""
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def whole(data: Data, key: str) -> int | None:
    """A whole number, or ``None``."""
    value = data.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def extras(data: Data) -> Mapping[str, Any]:
    """Other tools' keys."""
    if "x-" not in "".join(data):  # much faster than a look at each key, and true of nearly all maps
        return no_extras()
    return MappingProxyType({key: data[key] for key in data if key[:2] == "x-"}) or no_extras()


def share(spelling: Any) -> Fraction | None:
    """``50%`` or ``1/3`` as an exact fraction."""
    return _share(spelling) if isinstance(spelling, str) and len(spelling) <= _LONGEST_SHARE else None


@lru_cache(maxsize=1024)
def _share(spelling: str) -> Fraction | None:
    try:
        return Fraction(spelling[:-1]) / 100 if spelling.endswith("%") else Fraction(spelling)
    except (ValueError, ZeroDivisionError):
        return None


def decimal(data: Data, key: str, default: Decimal) -> Decimal:
    """A number from its spelling in the file, or ``default``."""
    value = data.get(key)
    return Decimal(value) if isinstance(value, (int, Decimal)) and not isinstance(value, bool) else default
