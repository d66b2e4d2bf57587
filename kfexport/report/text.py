"""Findings for people: place, what is wrong, the source line with a mark under it, what to do."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Severity, Span
from kfexport.report.base import Results, summary

_COLORS: Final = {Severity.ERROR: "31;1", Severity.WARNING: "33;1", Severity.INFO: "36;1"}
_NAMES: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_WIDTH: Final = 100
"""Columns of a source line that are shown."""


def render(results: Results, *, color: bool) -> str:
    """The report of a run for a terminal or a log: errors and warnings first, then notes, each on one line."""
    serious = [d for d in results.diagnostics if d.severity is not Severity.INFO]
    notes = [d for d in results.diagnostics if d.severity is Severity.INFO]
    blocks = ["\n".join(block(d, color=color)) + "\n" for d in serious]
    lines = [f"{head(d, color=color)}\n" for d in notes]
    todo = [f"{printable(note)}\n" for note in results.notes]
    parts = ["\n".join(blocks), "".join(lines), "".join(todo), printable(summary(results)) + "\n"]
    return "\n".join(part for part in parts if part)


def place(where: Origin | None) -> str:
    """``file:line:col``, or the file alone."""
    if where is None:
        return "kfexport"
    span = where.span()
    return where.source.name if span is None else f"{where.source.name}:{span.line}:{span.col}"


def printable(text: str) -> str:
    """The text with control characters made visible, so that no file can write to the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == " " else _visible(c) for c in text)


def _visible(character: str) -> str:
    if character == "\t":
        return "→"
    return character if unicodedata.category(character) in ("Cf", "Zs") else f"⟨U+{ord(character):04X}⟩"


def _paint(text: str, style: str, *, color: bool) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if color else text


def head(d: Diagnostic, *, color: bool) -> str:
    """The line that says where, how bad and what."""
    kind = _paint(_NAMES[d.severity], _COLORS[d.severity], color=color)
    target = f" [{d.target}]" if d.target else ""
    about = f" (question {d.question})" if d.question else ""
    place_of = _paint(printable(place(d.where)), "1", color=color)
    return f"{place_of}: {kind} {d.code}{target}: {printable(d.message)}{printable(about)}"


def block(d: Diagnostic, *, color: bool) -> Iterator[str]:
    """All lines of a finding: the head, the source line with a mark, the cure, other places."""
    yield head(d, color=color)
    span = d.where.span() if d.where is not None else None
    if d.where is not None and span is not None:
        yield from _excerpt(d.where, span, _COLORS[d.severity], color=color)
    if d.hint:
        yield f"  {_paint('fix:', '32', color=color)} {printable(d.hint)}"
    for related in d.related:
        yield f"  {printable(place(related.where))}: {printable(related.message)}"


def _excerpt(where: Origin, span: Span, style: str, *, color: bool) -> Iterator[str]:
    line = where.source.line(span.line)
    if not line.strip():
        return
    start = max(0, span.col - 1 - _WIDTH // 2) if len(line) > _WIDTH else 0
    shown = line[start : start + _WIDTH]
    end = span.end_col if span.end_line == span.line else len(line.rstrip()) + 1
    marked = shown[span.col - 1 - start : max(end - 1 - start, span.col - start)]
    gutter = f"{span.line:5} | "
    yield gutter + printable(shown)
    indent = " " * _columns(printable(shown[: span.col - 1 - start]))
    mark = "^" * max(1, _columns(printable(marked)))
    yield " " * (len(gutter) - 2) + "| " + indent + _paint(mark, style, color=color)


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) in ("Cf", "Mn")
        else 2 if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )  # fmt: skip
