"""Findings for programs. ``version`` changes when a key changes its meaning; new keys may come at any time.

All letters beyond ASCII are escaped, so that the document survives whatever encoding the pipe has.
"""

import json
from typing import Any, Final

from kfexport.diagnostics import Diagnostic, Origin, Severity
from kfexport.report.base import Results

VERSION: Final = 1


def render(results: Results, *, color: bool) -> str:
    """The report of a run as one JSON document."""
    del color
    document = {
        "version": VERSION,
        "diagnostics": [_diagnostic(d, results) for d in results.diagnostics],
        "summary": {
            "questions": results.questions,
            "files": results.files,
            "errors": results.count(Severity.ERROR),
            "warnings": results.count(Severity.WARNING),
            "notes": results.count(Severity.INFO),
        },
        "written": list(results.written or ()),
        "todo": list(results.notes),
    }
    return json.dumps(document, indent=2) + "\n"


def _diagnostic(d: Diagnostic, results: Results) -> dict[str, Any]:
    return {
        "code": d.code,
        "name": results.names.get(d.code, d.code),
        "severity": d.severity.value,
        "message": d.message,
        "hint": d.hint,
        "target": d.target,
        "question": d.question,
        **_place(d.where),
        "related": [{"message": r.message, **_place(r.where)} for r in d.related],
    }


def _place(where: Origin | None) -> dict[str, Any]:
    """File, and line and columns from 1 in code points, the end exclusive; ``null`` where the whole file is meant."""
    span = where.span() if where is not None else None
    return {
        "file": where.source.name if where is not None else None,
        "line": span.line if span else None,
        "column": span.col if span else None,
        "endLine": span.end_line if span else None,
        "endColumn": span.end_col if span else None,
    }
