"""What to write instead of a value of the wrong kind."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

from kfexport.bank.fields import boolean, number
from kfexport.diagnostics import Path

_NUMBER_CURES: Final[tuple[tuple[re.Pattern[str], Callable[[str], str]], ...]] = (
    (re.compile(r"[-+]?\d+,\d+"), lambda s: s.replace(",", ".")),
    (re.compile(r"[-+]?\d{1,3}(?:[_' ]\d{3})+(?:\.\d+)?"), lambda s: re.sub("[_' ]", "", s)),
    (re.compile(r"[-+]?0[xX][0-9a-fA-F]{1,12}"), lambda s: str(int(s, 16))),
    (re.compile(r"0[oO][0-7]{1,12}"), lambda s: str(int(s, 8))),
    (re.compile(r"[-+]?0+\d+(?:\.\d+)?"), lambda s: s.lstrip("+-0")),
)


def for_text(value: Any) -> str | None:
    """What to do where a text was wanted."""
    if isinstance(value, dict):
        return "A colon and a blank make a map: put the whole text in quotes, or write it as a block (`|`)."
    if isinstance(value, list):
        return "A value that begins with `[` or `-` is a list: put the text in quotes."
    if isinstance(value, (bool, int, Decimal)):
        return "Put it in quotes."
    return None


def for_boolean(value: Any, path: Path) -> str:
    """What to write where true or false was wanted."""
    key = path[-1] if path else ""
    if isinstance(value, str) and not isinstance(boolean(value), str):
        return f"Delete the quotes: what is quoted is text. `{key}: {value.lower()}`"
    if isinstance(value, str) and value.lower() in ("yes", "on", "y", "1"):
        return f"Write `{key}: true`."
    if isinstance(value, str) and value.lower() in ("no", "off", "n", "0"):
        return f"Write `{key}: false`."
    return f"Write `{key}: true` or `{key}: false`."


def for_number(value: Any, path: Path) -> str | None:
    """What to write where a number was wanted."""
    key = path[-1] if path and isinstance(path[-1], str) else "points"
    if not isinstance(value, str):
        return None
    if not isinstance(number(value), str):
        return f"Delete the quotes: what is quoted is text. `{key}: {value}`"
    for pattern, cure in _NUMBER_CURES:
        if pattern.fullmatch(value.strip()):
            return f"Numbers are decimal with a point: `{key}: {cure(value.strip())}`."
    return "Numbers are decimal with a point, such as 2 or 0.5."


def for_pattern(value: str, path: Path, cure: str | None) -> str | None:
    """What to write where a text of a certain form was wanted; ``cure`` is what the schema says of the form."""
    key = path[-1] if path else ""
    clock = re.fullmatch(r"(\d+):(\d\d)", value)
    if key == "time_limit" and clock:
        return f"Write {clock[1]}h{clock[2]}m, or {clock[1]}m{clock[2]}s."
    if key == "time_limit" and value.isdigit():
        return f"Name the unit: {value}m or {value}s."
    if key in ("credit", "penalty") and not isinstance(number(value), str):
        if abs(Decimal(value)) > 1:
            return f"Write a share as a percentage: {value}%."
        return f"Write a share as a percentage: {format((Decimal(value) * 100).normalize(), 'f')}%."
    if key == "lang" and "_" in value:
        return f"Write {value.replace('_', '-')}."
    return cure
