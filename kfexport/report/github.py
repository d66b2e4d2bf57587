"""Annotations for GitHub Actions, and the report as text for who reads the log.

The runner takes lines such as ``::error file=a.yaml,line=3::message`` out of a step's output and shows them on the
changed lines. In the log only the message of such a line is left, without its place; so they stand in a group, which
the log shows folded, and the report for people follows.

The runner (``ActionCommand`` in its sources) reads a command from any line that begins with ``::``, after blanks, or
that has ``##[`` anywhere, and undoes ``%0D``, ``%0A`` and ``%25``, in properties ``%3A`` and ``%2C``, too. Columns
count from 1, the end is exclusive, and with more than one line there may be no columns: GitHub refuses such. It keeps
10 errors, 10 warnings and 10 notices of a step and drops the others in silence; so the others are not written.
"""

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.report import text
from kfexport.report.base import Results
from kfexport.report.places import STDIN, extent, path, shown, told

MOST: Final = 10
"""Annotations of one severity that GitHub shows of a step."""
_COMMANDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_COMMAND: Final = re.compile(r"^[^\S\n]*+::|##\[", re.MULTILINE)
"""What the runner could take for a command."""


def render(results: Results, *, color: bool) -> str:
    """Annotations of the first findings of each severity, and the whole report as text."""
    shown = list(_first(results))
    lines = ["::group::Annotations", *(_annotation(d, results) for d in shown), "::endgroup::"] if shown else []
    rest = len(results.diagnostics) - len(shown)
    if rest:
        lines.append(
            f"{rest:,} more {'findings have' if rest > 1 else 'finding has'} no annotation, since GitHub shows "
            f"{MOST} errors, {MOST} warnings and {MOST} notices of a step. All are listed here."
        )
    return "".join(f"{line}\n" for line in lines) + _inert(text.render(results, color=color))


def _first(results: Results) -> Iterator[Diagnostic]:
    seen: Counter[Severity] = Counter()
    for d in results.diagnostics:
        seen[d.severity] += 1
        if seen[d.severity] <= MOST:
            yield d


def _annotation(d: Diagnostic, results: Results) -> str:
    title = f"{d.code} {results.names.get(d.code, '')}".strip() + (f" [{d.target}]" if d.target else "")
    properties = ",".join(f"{key}={_property(value)}" for key, value in (*_place(d, results), ("title", title)))
    lines = [told(d), *([f"Fix: {d.hint}"] if d.hint else [])]
    lines += [f"{text.place(related.where)}: {related.message}" for related in d.related]
    return f"::{_COMMANDS[d.severity]} {properties}::{_data(shown(chr(10).join(lines)))}"


def _place(d: Diagnostic, results: Results) -> Iterator[tuple[str, str]]:
    if d.where is None or d.where.source.name == STDIN:
        return
    yield "file", path(d.where, results)
    span = d.where.span()
    if span is None:
        return
    end_line, end_col = extent(span)
    yield "line", str(span.line)
    yield "endLine", str(end_line)
    if end_line == span.line:
        yield "col", str(span.col)
        if end_col is not None:
            yield "endColumn", str(max(end_col, span.col))


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def _inert(report: str) -> str:
    """The report, so that nothing in it is a command: file names and quizzes of a pull request are anybody's words.

    The word that ends the pause comes from the whole report, so no part of the report can hold it.
    """
    if not _COMMAND.search(report):
        return report
    word = sha256(report.encode("utf-8", "surrogatepass")).hexdigest()
    return f"::stop-commands::{word}\n{report}::{word}::\n"
