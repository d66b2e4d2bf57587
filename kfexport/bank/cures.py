"""What to write instead of a value of the wrong kind."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final

from kfexport.bank import keyboard
from kfexport.bank.fields import MAX_EXPONENT, boolean, number
from kfexport.bank.phrases import is_blank
from kfexport.diagnostics import Path

_NUMBER_CURES: Final[tuple[tuple[re.Pattern[str], Callable[[str], str]], ...]] = (
    (re.compile(r"[-+]?\d+,\d+"), lambda s: s.replace(",", ".")),
    (re.compile(r"[-+]?\d{1,3}(?:[_' ]\d{3})+(?:\.\d+)?"), lambda s: re.sub("[_' ]", "", s)),
    (re.compile(r"[-+]?0[xX][0-9a-fA-F]{1,12}"), lambda s: str(int(s, 16))),
    (re.compile(r"0[oO][0-7]{1,12}"), lambda s: str(int(s, 8))),
    (re.compile(r"[-+]?\d{1,3}(?:\.\d{3}){2,}|[-+]?\d{1,3}(?:,\d{3}){2,}"), lambda s: re.sub("[.,]", "", s)),
    (re.compile(r"[-+]?0+\d+(?:\.\d+)?"), lambda s: re.sub(r"^([-+]?)0+(?=\d)", r"\1", s)),
)
_WITH_UNIT: Final = re.compile(r"([-+]?\d+(?:\.\d+)?)\s*([^\W\d_]\S{0,9})")
_LIKE_A_NUMBER: Final = re.compile(r"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_TWO_ENDS: Final = re.compile(r"([-+]?[\d.]+)\s*,\s*([-+]?[\d.]+)")
"""Both ends of a range as one, since the comma between them is none of YAML's."""
_ENDS: Final = re.compile(r"([-+]?[\d.]+)\s*(?:-|~|\.\.\.?|to|,|;)\s*([-+]?[\d.]+)")
_DURATION: Final = re.compile(r"(?=.)(?:\d+h)?(?:\d+m)?(?:\d+s)?")
_UNITS_OF_TIME: Final = str.maketrans({"時": "h", "间": "", "間": "", "分": "m", "钟": "", "秒": "s", "时": "h"})
_SHORT: Final = 40
"""Characters of a value that a cure repeats."""


def for_text(value: Any, path: Path) -> str | None:
    """What to do where a text was wanted."""
    if isinstance(value, list) and path[-1:] == ("text",):
        return "Write a text that begins with `[` as a block: `text: |`, with the text on the next line, indented."
    if isinstance(value, dict) and set(value) == {"text"} and isinstance(value["text"], str):
        return f"Write the text alone: `- {value['text']}`."
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
    if isinstance(value, str) and keyboard.typed(value) != value and boolean(keyboard.typed(value)) in (True, False):
        return keyboard.cure(value, f"{key}: ")
    if isinstance(value, str) and not isinstance(boolean(value), str):
        return f"Delete the quotes: what is quoted is text. `{key}: {value.lower()}`"
    if isinstance(value, str) and value.lower() in ("yes", "on", "y", "1"):
        return f"Write `{key}: true`."
    if isinstance(value, str) and value.lower() in ("no", "off", "n", "0"):
        return f"Write `{key}: false`."
    return f"Write `{key}: true` or `{key}: false`."


def for_number(value: Any, path: Path, *, whole: bool = False) -> str | None:
    """What to write where a number was wanted, or a whole one."""
    key = f"{path[-1]}: " if path and isinstance(path[-1], str) else ""
    typed = keyboard.typed(value) if isinstance(value, str) else ""
    if typed and typed != value and _is_number(typed, whole=whole):
        return keyboard.cure(value, key)
    if path[-1:] == ("weight",):
        return "Weights are whole numbers: a blank of the weight 2 counts twice as much as one of the weight 1."
    if not isinstance(value, str):
        return None
    if path[-2:-1] == ("range",) and _TWO_ENDS.fullmatch(typed) and typed != value:
        ends = _TWO_ENDS.sub(r"\1, \2", typed)
        return f"Put an ordinary comma and a blank between both ends: `range: [{ends}]`."
    if not isinstance(number(value), str):
        return f"Delete the quotes: what is quoted is text. `{key}{value}`"
    for pattern, cure in _NUMBER_CURES:
        if pattern.fullmatch(typed):
            return f"Numbers are decimal with a point: `{key}{cure(typed)}`."
    if _LIKE_A_NUMBER.fullmatch(typed):
        return f"A number has at most 15 significant digits, and an exponent from -{MAX_EXPONENT} to {MAX_EXPONENT}."
    with_unit = _WITH_UNIT.fullmatch(typed)
    if with_unit:
        unit = f" The unit is a key of its own, `unit: {with_unit[2]}`." if _may_have_unit(path) else ""
        return f"Write the number alone: `{key}{with_unit[1]}`.{unit}"
    if is_blank(path[:-1]) and path[-1] == "answer":
        return f"A blank for a word has `answers`, a list: `answers: [{value if value.isalnum() else '…'}]`."
    return "Numbers are decimal with a point, such as 2 or 0.5."


def _is_number(spelling: str, *, whole: bool) -> bool:
    return isinstance(number(spelling), int if whole else (int, Decimal))


def _may_have_unit(path: Path) -> bool:
    return path[-1:] == ("answer",) and "blanks" not in path


def for_list(value: Any, path: Path) -> str:
    """What to write where a list was wanted."""
    key = path[-1] if path else ""
    if key == "range":
        ends = _ENDS.fullmatch(keyboard.typed(str(value)))
        shown = f"{ends[1]}, {ends[2]}" if ends and "." not in (ends[1][-1], ends[2][0]) else "3.1, 3.2"
        return f"Write both ends in brackets: `range: [{shown}]`."
    if key == "pairs":
        return "Write each pair as `- item: …`, with `match: …` below it."
    if isinstance(value, str) and key in ("answers", "items", "distractors") and len(value) <= _SHORT:
        return f"Begin each entry on a line of its own, with a dash and a blank: `- {value}`."
    return "Begin each entry on a line of its own, with a dash and a blank."


def for_ends(values: Sequence[Any]) -> str:
    """What to write for a range that has not two ends."""
    if len(values) == 4 and all(isinstance(end, int) for end in values):
        a, b, c, d = values
        return f"Numbers are decimal with a point: `range: [{a}.{b}, {c}.{d}]`."
    return "Write the lowest and the highest number: `range: [3.1, 3.2]`."


def for_map(value: Any, path: Path, known: Sequence[str]) -> str | None:
    """What to write where a map was wanted that has the ``known`` keys."""
    if is_blank(path):
        words = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        shown = ", ".join(str(word) for word in words if not isinstance(word, (dict, list)))
        plain = re.fullmatch(r"[\w, ]+", shown) and len(shown) <= _SHORT
        answers = f"`{path[-1]}: {{answers: [{shown if plain else '…'}]}}`"
        return f"Write {answers}, or give it `answer`, `range` or `choices`."
    if path[-1:] == ("blanks",):
        return "Write below it the id of each blank with what is right in it, such as `node: {answers: [node]}`."
    if "value" in known and "range" in known:
        given = value if isinstance(value, str) and not isinstance(number(value), str) else "…"
        return f"Write `- value: {given}`" + ("." if given != "…" else ", or `- range: […, …]`.")
    if "item" in known and "match" in known:
        return "Write `- item: …`, with `match: …` below it."
    keys = ", ".join(f"`{key}`" for key in known[:6])
    return f"Write below it what it has: {keys}." if keys else None


def for_pattern(value: str, path: Path, cure: str | None, pattern: str = "") -> str | None:
    """What to write where a text of a certain form was wanted; ``cure`` is what the schema says of the form, and
    ``pattern`` how it says it."""
    key = path[-1] if path else ""
    written, typed = value, keyboard.typed(value)
    if typed != value and (re.search(pattern, typed) or (key == "attempts" and _is_number(typed, whole=True))):
        return keyboard.cure(value, f"{key}: " if isinstance(key, str) else "")
    value = typed
    clock = re.fullmatch(r"(\d+):(\d\d)", value)
    if key == "time_limit" and clock:
        return f"Write {clock[1]}h{clock[2]}m, or {clock[1]}m{clock[2]}s."
    if key == "time_limit" and value.isdigit():
        return f"Name the unit: {value}m or {value}s."
    if key == "time_limit" and _DURATION.fullmatch(value.translate(_UNITS_OF_TIME)):
        return f"Write {value.translate(_UNITS_OF_TIME)}."
    if key in ("credit", "penalty") and not isinstance(number(value), str):
        if abs(Decimal(value)) > 1:
            return f"Write a share as a percentage: {value}%."
        return f"Write a share as a percentage: {format((Decimal(value) * 100).normalize(), 'f')}%."
    if key == "tolerance":
        return _for_tolerance(written, path)
    if key == "credit" and value.startswith("-"):
        return "An answer cannot cost marks; the least it can be worth is 0%."
    if key == "lang" and "_" in value:
        return f"Write {value.replace('_', '-')}."
    return cure


def _for_tolerance(written: str, path: Path) -> str | None:
    value = keyboard.typed(written)
    plain = re.sub(r"^(?:±|\+/?-|-)\s*|\s+(?=%)", "", value)
    if plain != value and re.fullmatch(r"\d+(?:\.\d+)?%?", plain):
        return f"Write `tolerance: {plain}`: it counts on both sides."
    if value.endswith("%") and "," in value:
        return f"Numbers are decimal with a point: `tolerance: {value.replace(',', '.')}`."
    cure = for_number(written, path)
    return cure if cure and "such as" not in cure else "Write a number such as 0.01, or a percentage such as 1%."
