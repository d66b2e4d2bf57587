"""Findings as SARIF 2.1.0 (the OASIS standard), for code scanning and editors.

Columns count code points, from 1, the end exclusive. Paths are URIs from the root of the repository; nothing names a
folder of this machine. In a message ``{`` and ``}`` are doubled, as section 3.11.5 asks, and what would read as a link
(3.11.6) is made none. All letters beyond ASCII are escaped.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

from kfexport import __version__
from kfexport.diagnostics import Diagnostic, Origin, Severity, Span
from kfexport.report.base import Help, Results
from kfexport.report.places import STDIN, extent, fingerprints, path, shown, told

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT: Final = "%SRCROOT%"
"""What the root of the repository is called by those who read such files."""
_FINGERPRINT: Final = "kfexport/v1"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_LINK: Final = re.compile(r"\[(?=[^][\n]*\]\()")


def render(results: Results, *, color: bool) -> str:
    """The report of a run as one SARIF log with one run."""
    del color
    codes = sorted({d.code for d in results.diagnostics})
    index = {code: i for i, code in enumerate(codes)}
    found = zip(results.diagnostics, fingerprints(results), strict=True)
    run = {
        "tool": {
            "driver": {
                "name": "kfexport",
                "version": __version__,
                "rules": [_rule(code, results) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "results": [_result(d, index[d.code], fingerprint, results) for d, fingerprint in found],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(code: str, results: Results) -> dict[str, Any]:
    rule: dict[str, Any] = {"id": code, "name": results.names.get(code, code)}
    about = results.help.get(code)
    return rule | _help(about) if about is not None else rule


def _help(about: Help) -> dict[str, Any]:
    first = " ".join(about.text.split("\n\n", 1)[0].split())
    return {
        "shortDescription": {"text": re.split(r"(?<=\.) ", first, maxsplit=1)[0]},
        "fullDescription": {"text": first},
        "help": {"text": about.text, "markdown": about.text},
        "defaultConfiguration": {"level": _LEVELS[about.severity]},
    }


def _result(d: Diagnostic, index: int, fingerprint: str, results: Results) -> dict[str, Any]:
    lines = [told(d), *([f"Fix: {d.hint}"] if d.hint else [])]
    about = {key: value for key, value in (("question", d.question), ("target", d.target)) if value}
    return {
        "ruleId": d.code,
        "ruleIndex": index,
        "level": _LEVELS[d.severity],
        "message": {"text": _message("\n".join(lines))},
        **({"locations": [_location(d.where, results)]} if d.where is not None else {}),
        **({"relatedLocations": list(_related(d, results))} if d.related else {}),
        "partialFingerprints": {_FINGERPRINT: fingerprint},
        **({"properties": about} if about else {}),
    }


def _related(d: Diagnostic, results: Results) -> Iterator[dict[str, Any]]:
    for number, related in enumerate(d.related, start=1):
        yield {"id": number, **_location(related.where, results), "message": {"text": _message(related.message)}}


def _location(where: Origin, results: Results) -> dict[str, Any]:
    span = where.span()
    place: dict[str, Any] = {"artifactLocation": _artifact(where, results)}
    return {"physicalLocation": place | ({"region": _region(span)} if span is not None else {})}


def _artifact(where: Origin, results: Results) -> dict[str, Any]:
    if where.source.name == STDIN:
        return {"uri": "stdin", "description": {"text": "Standard input"}}
    return {"uri": quote(path(where, results).encode("utf-8", "surrogateescape")), "uriBaseId": _ROOT}


def _region(span: Span) -> dict[str, int]:
    end_line, end_col = extent(span)
    region = {"startLine": span.line, "startColumn": span.col, "endLine": end_line}
    return region | ({"endColumn": end_col} if end_col is not None else {})


def _message(text: str) -> str:
    return _LINK.sub(r"\\[", shown(text).replace("{", "{{").replace("}", "}}"))
