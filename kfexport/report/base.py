"""What a renderer gets and how it is called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kfexport.diagnostics import Diagnostic, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The outcome of a run, as a renderer sees it."""

    diagnostics: Sequence[Diagnostic]
    questions: int
    files: int
    changed: int | None = None
    """How many questions have changed, where the report is about those alone."""
    written: Sequence[str] | None = None
    """Files that were written; ``None`` where nothing was meant to be."""
    notes: Sequence[str] = ()
    names: Mapping[str, str]
    """Code → kebab-case name."""

    def count(self, severity: Severity) -> int:
        """The number of findings of one severity."""
        return sum(d.severity is severity for d in self.diagnostics)


class Renderer(Protocol):
    """Turns results into text; ``color`` allows terminal colours."""

    def __call__(self, results: Results, *, color: bool) -> str:
        """The whole report, ending in a line end."""
        ...


def plural(count: int, noun: str) -> str:
    """``no errors``, ``1 error``, ``2 errors``."""
    if count == 1:
        return f"1 {noun}"
    return f"{count or 'no'} {noun}s"


def summary(results: Results) -> str:
    """The last line of a report: what was looked at, what was found, what was written."""
    parts = [plural(results.count(Severity.ERROR), "error"), plural(results.count(Severity.WARNING), "warning")]
    if results.count(Severity.INFO):
        parts.append(plural(results.count(Severity.INFO), "note"))
    changed = "" if results.changed is None else f" ({results.changed or 'none'} changed)"
    line = f"{plural(results.questions, 'question')}{changed} in {plural(results.files, 'file')}: {', '.join(parts)}"
    if results.written is None:
        return line
    return f"{line}; {plural(len(results.written), 'file')} written" if results.written else f"{line}; nothing written"
