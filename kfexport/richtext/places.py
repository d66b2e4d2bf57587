"""Where in the author's text something is: formulas, images, links, code and headings, with offsets."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from kfexport.richtext.markdown import parse, too_much

_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_MAX_IMAGES: Final = 500
"""Images in the text of images leave no trace in the output, so their depth is bounded by their number."""

_MAX_DOLLARS: Final = 2000
"""Positions in characters cost comrak the length of the line for each formula in it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a text."""

    kind: str
    """Name of the node in comrak's tree, such as ``Math``, ``Code``, ``CodeBlock``, ``Image``, ``Link``, ``Emph``."""
    start: int
    """Offset of its first character in the text."""
    end: int
    """Offset behind its last one."""
    value: Any
    """What comrak knows of it."""


@lru_cache(maxsize=16)
def places(text: str, *, inline: bool = False, safe: bool = False) -> tuple[Place, ...]:
    """The parts of ``text`` in its order, none where it has too many of them or is nested too deep to be looked at."""
    if text.count("![") > _MAX_IMAGES or text.count("$") > _MAX_DOLLARS:
        return ()
    if too_much(text, inline=inline, safe=safe):
        return ()
    return tuple(_walk(*parse(text, inline=inline, safe=safe)))


def _walk(root: Any, source: str, shift: int) -> Iterator[Place]:
    lines = [0, *(m.end() for m in _LINE_END.finditer(source))]
    stack = [(root, -1)]
    while stack:
        node, cell = stack.pop()
        value, here = node.node_value, node.sourcepos
        start = lines[here.start.line - 1] + here.start.column - 1
        end = lines[min(here.end.line, len(lines)) - 1] + here.end.column
        if cell >= 0:
            start, end = _in_cell(source, cell, start), _in_cell(source, cell, end)
        kind = type(value).__name__
        if kind == "Math" and not source.startswith("$", start):
            # A paragraph directly above a table: there, too, comrak counts without those backslashes.
            moved = max(source.find("$", start) - start, 0)
            start, end = start + moved, end + moved
        yield Place(kind, max(start + shift, 0), end + shift, getattr(value, "value", None))
        if kind == "TableCell":
            cell = start
        stack.extend((child, cell) for child in reversed(node.children))


def _in_cell(source: str, cell: int, at: int) -> int:
    """Where something in a cell is: comrak counts after it has taken the backslashes before ``|`` away."""
    found = source.find("\\|", cell, at + 1)
    while found >= 0:
        at += 1
        found = source.find("\\|", found + 2, at + 1)
    return at


class Code:
    """Where code and formulas are in a text, and so nothing is Markdown."""

    def __init__(self, found: tuple[Place, ...]) -> None:
        kept = [p for p in found if p.kind in ("Code", "CodeBlock", "Math")]
        self._starts = [p.start for p in kept]
        self._ends = [p.end for p in kept]

    def __contains__(self, at: int) -> bool:
        before = bisect_right(self._starts, at)
        return before > 0 and at < self._ends[before - 1]
