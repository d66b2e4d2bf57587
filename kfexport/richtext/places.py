"""Where in the author's text something is: formulas, images, links, code and headings, with offsets."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from kfexport.richtext.markdown import parse, too_much

_LINE_END: Final = re.compile(rb"\r\n|\n|\r")
_ESCAPED_BAR: Final = re.compile(rb"\\\|")
_MAY_DIFFER: Final = re.compile(r"[\n|\\]")
_FAR: Final = 1_000
"""Characters by which comrak may miscount."""
_FIRST_BYTES: Final = bytes({*range(0x100)} - {*range(0x80, 0xC0)})
"""The bytes of UTF-8 that begin a character."""
_CHUNK: Final = 1024
_MAX_IMAGES: Final = 500
"""Images in the text of images leave no trace in the output, so their depth is bounded by their number."""
_MARKS: Final = ("*", "_", "`", "[", "<", "|", "~", "$", "\\", "&", "\n")
_MAX_MARKS: Final = 50_000
"""What makes parts of a text, each of which takes some microseconds to look at."""


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
    if text.count("![") > _MAX_IMAGES or sum(map(text.count, _MARKS)) > _MAX_MARKS:
        return ()
    if too_much(text, inline=inline, safe=safe):
        return ()
    return tuple(_walk(*parse(text, inline=inline, safe=safe)))


def _walk(root: Any, source: str, shift: int) -> Iterator[Place]:
    encoded = source.encode()  # for columns in characters, comrak needs the length of the line for each of them
    lines = [0, *(m.end() for m in _LINE_END.finditer(encoded))]
    character = _characters(encoded) if not source.isascii() else None
    escapes = [m.start() for m in _ESCAPED_BAR.finditer(encoded)]
    counted = [at - i for i, at in enumerate(escapes)]
    stack = [(root, -1)]
    while stack:
        node, cell = stack.pop()
        value, here = node.node_value, node.sourcepos
        first = lines[here.start.line - 1] + here.start.column - 1
        last = lines[min(here.end.line, len(lines)) - 1] + here.end.column
        if cell >= 0:
            first, last = _in_cell(counted, cell, first), _in_cell(counted, cell, last)
        start, end = (first, last) if character is None else (character(first), character(last))
        kind = type(value).__name__
        if kind == "Math":
            moved = _nearest(source, _head(value.value), start) - start
            start, end = start + moved, end + moved
        yield Place(kind, max(start + shift, 0), end + shift, getattr(value, "value", None))
        if kind == "TableCell":
            cell = bisect_left(escapes, first)
        stack.extend((child, cell) for child in reversed(node.children))


def _characters(encoded: bytes) -> Callable[[int], int]:
    """The function from offsets in bytes to those in characters."""
    chunks = [encoded[at : at + _CHUNK] for at in range(0, len(encoded), _CHUNK)]
    counts = [0, *accumulate(len(chunk) - len(chunk.translate(None, _FIRST_BYTES)) for chunk in chunks)]

    def character(at: int) -> int:
        chunk = min(at, len(encoded)) // _CHUNK
        rest = encoded[chunk * _CHUNK : at]
        return counts[chunk] + at - chunk * _CHUNK - len(rest.translate(None, _FIRST_BYTES))

    return character


def _head(formula: Any) -> str:
    """How a formula begins, as far as the text and comrak must agree on it."""
    return ("$$" if formula.display_math else "$") + _MAY_DIFFER.split(formula.literal, maxsplit=1)[0]


def _nearest(source: str, head: str, start: int) -> int:
    """Where ``head`` is, of which comrak says ``start``: it counts some columns wrongly, as of a line that begins with
    a tab in a list, and of a paragraph directly above a table, where it has taken backslashes before ``|`` away."""
    if source.startswith(head, start):
        return start
    before, after = source.rfind(head, max(start - _FAR, 0), start + len(head)), source.find(head, start, start + _FAR)
    known = [at for at in (before, after) if at >= 0]
    return min(known, key=lambda at: abs(at - start), default=start)


def _in_cell(counted: list[int], first: int, at: int) -> int:
    """Where something in a cell is: comrak counts after it has taken the backslashes before ``|`` away.

    ``counted`` has where each such backslash would be without those before it, ``first`` is the first one of the cell.
    """
    return at + bisect_left(counted, at - first, first) - first
