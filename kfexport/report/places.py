"""What formats for programs share: paths from the root of the repository, texts in one piece, and fingerprints."""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Span, Step
from kfexport.report.base import Results
from kfexport.report.text import printable

STDIN: Final = "<stdin>"
"""The name of standard input."""


def path(where: Origin, results: Results) -> str:
    """The file of a place from the root of the repository, with ``/`` between folders; ``<stdin>`` stays."""
    return file_path(where.source.name, results)


def file_path(name: str, results: Results) -> str:
    """The same for the name of a source."""
    if name != STDIN and results.root:
        with suppress(ValueError):  # another drive than the root's: there is no way from there
            name = os.path.relpath(Path(results.folder, name), results.root)
    return name.replace(os.sep, "/")


def told(d: Diagnostic) -> str:
    """The message, with the question that it is about."""
    return f"{d.message} (question {d.question})" if d.question else d.message


def shown(text: str) -> str:
    """The text with all control characters but line ends made visible: databases refuse some, NUL above all."""
    return "\n".join(map(printable, text.split("\n")))


def whole(text: str) -> str:
    """The text with U+FFFD for each byte of a file name that is no character: JSON readers refuse half a one."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def extent(span: Span) -> tuple[int, int | None]:
    """Last line and, exclusive, last column of a span; no column where it ends with the end of a line.

    A span that ends before the first character of a line ends with the line before: the line named may not exist.
    """
    if span.end_col == 1 and span.end_line > span.line:
        return span.end_line - 1, None
    return span.end_line, span.end_col


def fingerprints(results: Results) -> Iterator[str]:
    """For each finding 32 hex digits that no other one has, and that stay when lines or questions are moved.

    They come from the code, the target, the file, the question and the way to the value in it, or, outside of a
    question with an id, from the words of the line; and from the message. Equal ones are numbered.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    for d in results.diagnostics:
        file = path(d.where, results) if d.where is not None else ""
        key = (d.code, d.target or "", file, _anchor(d), *_steps(d), d.message)
        seen[key] += 1
        text = "\0".join((*key, str(seen[key])))
        yield sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _anchor(d: Diagnostic) -> str:
    if d.question is not None:
        return f"question {d.question}"
    span = d.where.span() if d.where is not None else None
    return f"line {d.where.source.line(span.line).strip()}" if d.where is not None and span is not None else ""


def _steps(d: Diagnostic) -> Iterator[str]:
    """The way to the value from its question; without one, its keys only, since numbers change when lists grow."""
    steps = d.where.path if d.where is not None else ()
    if d.question is None:
        yield from (step for step in steps if isinstance(step, str))
    else:
        yield from map(str, _below_question(steps))


def _below_question(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    for i, step in enumerate(steps[:-1]):
        if step == "questions" and isinstance(steps[i + 1], int):
            return steps[i + 2 :]
    return steps
