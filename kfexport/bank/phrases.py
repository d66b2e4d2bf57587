"""How to speak of a value and of its place."""

from collections.abc import Mapping
from typing import Any, Final

from kfexport.diagnostics import Path

_ENTRIES: Final[Mapping[str, str]] = {
    "choices": "choice", "hints": "hint", "tags": "tag", "sections": "section", "questions": "question",
    "authors": "author", "category": "part", "omit": "target", "pairs": "pair", "items": "item", "answers": "answer",
    "distractors": "distractor", "range": "end",
}  # fmt: skip


def show(value: Any) -> str:
    """A short quotation of a value."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            one_line = value.replace("\n", "⏎")
            return f"“{one_line if len(one_line) <= 40 else one_line[:39] + '…'}”"
        case list():
            return "a list"
        case dict():
            return "a map"
        case None:
            return "nothing"
        case _:
            return str(value)


def is_blank(path: Path) -> bool:
    """Whether a blank of a question stands at a path (and not what somebody gave the id `blanks`)."""
    return len(path) > 2 and path[-2] == "blanks" and isinstance(path[-3], int)


def singular(path: Path) -> str:
    """What one entry of the list at a path is called."""
    return _ENTRIES.get(str(path[-1]) if path else "", "entry")


def field_name(path: Path) -> str:
    """How to speak of the value at a path: `` `points` ``, ``choice 3``, ``the text of choice 3``."""
    if not path:
        return "the file"
    last = path[-1]
    if isinstance(last, int):
        kind = singular(path[:-1])
        return f"{kind} {last + 1}"
    if is_blank(path):
        return f"the blank `{last}`"
    if len(path) > 1 and isinstance(path[-2], int) and len(path) > 2 and path[-3] == "choices":
        return f"`{last}` of choice {path[-2] + 1}"
    return f"`{last}`"
