"""The summary of a job, which GitHub shows on the page of the run: how many findings, of what, and where the first are.

A step appends Markdown to the file that ``GITHUB_STEP_SUMMARY`` names, at most 1 MiB; of more GitHub takes nothing and
annotates an error ("Workflow commands for GitHub Actions", "Adding a job summary"). The tables are HTML, as those of
GitHub's own ``@actions/core`` are: Markdown leaves it as it is up to the next empty line, so that no bar, backtick or
link in a file name or in a quiz means anything.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.report.base import Results, summary
from kfexport.report.places import STDIN, path, told, whole
from kfexport.report.text import printable

LIMIT: Final = 1024 * 1024
"""Bytes that GitHub takes of a step."""
_MOST: Final = 50
"""Findings that are listed."""
_LONGEST: Final = 1000
"""Characters of a message or a place that are shown."""
_NAMES: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_CODE: Final = re.compile("`([^`]+)`")
_LAST_WORDS: Final = 200
"""Bytes that are kept for the sentence on what is not listed."""


def render(results: Results, room: int = LIMIT) -> str:
    """The summary in at most ``room`` bytes of UTF-8; empty where not even the counts fit."""
    head = f"## kfexport\n\n{summary(results)}.\n"
    if not results.diagnostics:
        return head if len(head.encode()) <= room else ""
    parts = [head, _counts(results), _rules(results)]
    left = room - sum(len(part.encode()) for part in parts) - _LAST_WORDS
    if left < 0:
        return ""
    rows = list(_rows(_first(results), results, left))
    if rows:
        parts.append(_table(("Place", "Severity", "Finding"), rows))
    missing = len(results.diagnostics) - len(rows)
    if missing:
        parts.append(
            f"\n{missing:,} more {'are' if missing > 1 else 'is'} not listed here; the log of the step has all.\n"
        )
    return "".join(parts)


def _counts(results: Results) -> str:
    cells = [f"{results.count(severity):,}" for severity in _NAMES]
    return _table(("Errors", "Warnings", "Notes"), [_row(cells)])


def _rules(results: Results) -> str:
    """How often each code was found, the most frequent first."""
    counts = Counter((d.code, d.severity) for d in results.diagnostics)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0][0], item[0][1].value))
    rows = [
        _row([f"{count:,}", _NAMES[severity], f"<code>{code}</code> {_text(results.names.get(code, ''))}"])
        for (code, severity), count in ranked
    ]
    return _table(("Findings", "Severity", "Rule"), rows)


def _first(results: Results) -> list[Diagnostic]:
    """The findings that are listed: errors before warnings before notes, else in the order of the report."""
    order = list(_NAMES)
    return sorted(results.diagnostics, key=lambda d: order.index(d.severity))[:_MOST]


def _rows(findings: Sequence[Diagnostic], results: Results, room: int) -> Iterator[str]:
    """Rows of findings, as many as there is room for."""
    left = room - len(_table(("Place", "Severity", "Finding"), ()).encode())
    for d in findings:
        target = f" [{_text(d.target)}]" if d.target else ""
        hint = f"<br>{_text(f'Fix: {d.hint}')}" if d.hint else ""
        cells = [_place(d, results), _NAMES[d.severity], f"<code>{d.code}</code>{target} {_text(told(d))}{hint}"]
        row = _row(cells)
        left -= len(row.encode())
        if left < 0:
            return
        yield row


def _place(d: Diagnostic, results: Results) -> str:
    if d.where is None:
        return ""
    name = d.where.source.name if d.where.source.name == STDIN else path(d.where, results)
    span = d.where.span()
    at = f":{span.line}:{span.col}" if span is not None else ""
    return f"<code>{escape(_short(printable(whole(name))))}{at}</code>"


def _text(text: str) -> str:
    """A text as HTML on one line, with code where it has backticks."""
    lines = map(printable, _short(whole(text)).split("\n"))
    return "<br>".join(_CODE.sub(r"<code>\1</code>", escape(line)) for line in lines)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _row(cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"


def _table(heads: Sequence[str], rows: Sequence[str]) -> str:
    top = "".join(f"<th>{head}</th>" for head in heads)
    return f"\n<table>\n<tr>{top}</tr>\n{''.join(rows)}</table>\n"
