"""Findings for GitLab's Code Quality, which shows them in a merge request.

GitLab needs of each finding a description, the name of the check, a fingerprint, a severity, and a path and a line; it
shows only the first of findings with equal fingerprints, and finds a path only from the root, without ``./``. A finding
about a file as a whole stands at its first line. All letters beyond ASCII are escaped.
"""

import json
from typing import Any, Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.report.base import Results
from kfexport.report.places import fingerprints, path, shown, told, whole

_SEVERITIES: Final = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(results: Results, *, color: bool) -> str:
    """The report of a run as a JSON list."""
    del color
    found = zip(results.diagnostics, fingerprints(results), strict=True)
    return json.dumps([_issue(d, fingerprint, results) for d, fingerprint in found], indent=2) + "\n"


def _issue(d: Diagnostic, fingerprint: str, results: Results) -> dict[str, Any]:
    span = d.where.span() if d.where is not None else None
    target = f"[{d.target}] " if d.target else ""
    hint = f" Fix: {d.hint}" if d.hint else ""
    return {
        "description": shown(f"{d.code} {target}{told(d)}{hint}"),
        "check_name": results.names.get(d.code, d.code),
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[d.severity],
        "location": {
            "path": whole(path(d.where, results)) if d.where is not None else ".",
            "lines": {"begin": span.line if span else 1},
        },
    }
