"""Findings as a JUnit report, which nearly every CI server shows.

A file is a suite, and each of its findings a test of it; a file without findings has one test, which passes. A test
fails where the finding fails the run: errors do, warnings with ``--strict``, notes never. What is told about a passing
test stands in its output. There are no times, so that equal runs give equal bytes. Every letter beyond ASCII is a
character reference, and characters that XML forbids are shown as their numbers.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.report.base import Results
from kfexport.report.places import file_path
from kfexport.report.text import block, printable

_NOWHERE: Final = "kfexport"
_GOOD: Final = "no findings"


def render(results: Results, *, color: bool) -> str:
    """The report of a run as an XML document."""
    del color
    suites = Element("testsuites", name="kfexport")
    for name, found in _by_file(results):
        _suite(suites, name, found, results)
    for key in ("tests", "failures", "errors"):
        suites.set(key, str(sum(int(suite.get(key, 0)) for suite in suites)))
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, encoding="us-ascii").decode()}\n'


def _by_file(results: Results) -> Iterator[tuple[str, Sequence[Diagnostic]]]:
    found: dict[str, list[Diagnostic]] = {name: [] for name in results.sources}
    for d in results.diagnostics:
        found.setdefault(d.where.source.name if d.where is not None else _NOWHERE, []).append(d)
    yield from sorted(found.items())


def _suite(suites: Element, name: str, found: Sequence[Diagnostic], results: Results) -> None:
    file = printable(file_path(name, results) if name != _NOWHERE else name)
    failing = [_fails(d, results) for d in found]
    suite = SubElement(
        suites, "testsuite", name=file, tests=str(len(found) or 1), failures=str(sum(failing)), errors="0", skipped="0"
    )
    if not found:
        SubElement(suite, "testcase", name=_GOOD, classname=file)
    seen: Counter[str] = Counter()
    for d, fails in zip(found, failing, strict=True):
        title = _title(d, results)
        seen[title] += 1
        number = f" #{seen[title]}" if seen[title] > 1 else ""
        case = SubElement(suite, "testcase", name=title + number, classname=file)
        told = "\n".join(block(d, color=False))
        if fails:
            SubElement(case, "failure", type=d.severity.value, message=printable(d.message)).text = told
        else:
            SubElement(case, "system-out").text = told


def _fails(d: Diagnostic, results: Results) -> bool:
    return d.severity is Severity.ERROR or (d.severity is Severity.WARNING and results.strict)


def _title(d: Diagnostic, results: Results) -> str:
    """A name that stays when lines are moved, since CI servers compare runs by it."""
    target = f" [{d.target}]" if d.target else ""
    about = f" (question {d.question})" if d.question else ""
    return printable(f"{d.code} {results.names.get(d.code, '')}".strip() + target + about)
