"""Reading on after a syntax error: the question that holds it is cut out, line by line, and the rest is read."""

import re
from typing import Final

CUT: Final = "kfexport-cut-out"
"""Stands in the list for a question that was cut out, so that the places of the others stay."""

_QUESTIONS: Final = re.compile(r"([ ]*)(?:- +)?questions[ ]*:[ ]*(?:#.*)?$")


def cut(lines: list[str], number: int) -> list[str] | None:
    """The lines with the question around line ``number`` (from 1) blanked out, or ``None`` where there is none."""
    found = _question_around(lines, number)
    if found is None:
        return None
    first, last, indent = found
    if lines[first].strip() == f"- {CUT}":
        return None
    return [*lines[:first], " " * indent + f"- {CUT}", *[""] * (last - first - 1), *lines[last:]]


def _question_around(lines: list[str], number: int) -> tuple[int, int, int] | None:
    """First line, line after the last (both from 0) and indentation of the question that holds line ``number``."""
    indent: int | None = None
    key, waiting, start = 0, False, None
    for i in range(min(number, len(lines))):
        line = lines[i]
        stripped = line.lstrip(" ")
        if not stripped or stripped.startswith("#"):
            continue
        depth = len(line) - len(stripped)
        if waiting and stripped.startswith("-"):
            indent, waiting, start = depth, False, i
        elif indent is not None and key <= depth <= indent and stripped.startswith("-"):
            start = i  # an entry, perhaps one that slipped to the left
        elif indent is not None and depth < indent and not _inside(lines, i):
            indent, start = None, None
        if indent is None and (found := _QUESTIONS.match(line)):
            key, waiting = len(found[1]), True
    if indent is None or start is None:
        return None
    return start, _end(lines, start, key, indent), indent


def _inside(lines: list[str], at: int) -> bool:
    """Whether a line with too little indentation is a slip inside a question: it is no key of a level above."""
    return not re.match(r"[ ]*(?:- +)?(?:[a-z_]+[ ]*:(?:[ ]|$)|-(?:[ ]|$))", lines[at])


def _end(lines: list[str], start: int, key: int, indent: int) -> int:
    for i in range(start + 1, len(lines)):
        stripped = lines[i].lstrip(" ")
        depth = len(lines[i]) - len(stripped)
        if not stripped or stripped.startswith("#"):
            continue
        if (key <= depth <= indent and stripped.startswith("-")) or (depth < indent and not _inside(lines, i)):
            return i
    return len(lines)
