"""Faults that only the source of a scalar shows: escapes in double quotes, comments that cut a text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from kfexport.bank.fields import NOT_PROSE
from kfexport.diagnostics import Span, Step

_LATEX_WORD: Final = re.compile(
    r"\\(?:\\|(n(?:abla|eq|eg|ot|u|i|e|mid|otin|ewline|leq|geq|exists|parallel)(?![a-z]))?)"
)
_ESCAPE: Final = re.compile(r"\\(?:\\|([trabfve0]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})|.)", re.DOTALL)
_FORBIDDEN: Final = frozenset({*range(10), *range(11, 32), *range(0x7F, 0x85), *range(0x86, 0xA0), 0xFFFE, 0xFFFF})
"""Characters that no file may hold, and the tab and the carriage return: in double quotes they are nearly always LaTeX
or a Windows path."""
_FOR_US: Final = re.compile(r"#+[ \t]*kfexport[ \t]*:")
"""A comment that nobody takes for a part of a text."""
_MOST: Final = 20
"""Faults of one scalar that are told."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong that the event stream shows: a code and what :mod:`kfexport.bank.reader` needs to word it."""

    code: str
    span: Span
    detail: str = ""


def comment_flaw(text: str, event: Any, path: Sequence[Step], *, prose: bool) -> Flaw | None:
    """The comment that follows a plain text after one blank, where a learner reads the text.

    ``prose`` says that the value is a text whatever its key.
    """
    if not event.value and isinstance(path[-1], int):
        return None  # an entry without a value is an error of its own
    keys = [step for step in path if isinstance(step, str)]
    if not keys or (keys[-1] in NOT_PROSE and not prose) or any(key.startswith("x-") for key in keys):
        return None
    start = event.end_mark
    line_end = text.find("\n", start.index)
    rest = text[start.index + 1 : line_end if line_end >= 0 else None].rstrip()
    if _FOR_US.match(rest):
        return None
    line, col = start.line + 1, start.column + 2
    return Flaw("KF018", Span(line, col, line, col + len(rest)), rest)


def escape_flaws(text: str, event: Any) -> Iterator[Flaw]:
    """Escapes of a double-quoted text that give control characters, and line ends that begin a LaTeX word."""
    start = event.start_mark
    source = text[start.index : event.end_mark.index]
    controls = ((m, "KF016") for m in _ESCAPE.finditer(source) if m[1] and _is_control(m[1]))
    words = ((m, "KF017") for m in _LATEX_WORD.finditer(source) if m[1])
    for found in (islice(controls, _MOST), islice(words, _MOST)):
        for match, code in found:
            line = start.line + 1 + source.count("\n", 0, match.start())
            last = source.rfind("\n", 0, match.start())
            col = match.start() - last if last >= 0 else start.column + 1 + match.start()
            yield Flaw(code, Span(line, col, line, col + len(match[0])), match[0])


def _is_control(escape: str) -> bool:
    return len(escape) == 1 or int(escape[1:], 16) in _FORBIDDEN
