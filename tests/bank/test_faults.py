"""Every kind of mistake in a quiz file, and the exact message that its author gets.

A fault is a file in ``tests/faults``: ``NAME.yaml`` and, beside it, ``NAME.txt`` with the report. A new one needs no
Python; ``pytest --accept`` writes the report, which is read before it is committed.
"""

import re
from pathlib import Path

import pytest

from kfexport import pipeline
from kfexport.report.base import Results
from kfexport.report.text import render

FAULTS = Path(__file__).parents[1] / "faults"


def report_of(name: str) -> str:
    """The text report of ``kfexport validate NAME`` in the folder of the faults."""
    report = pipeline.validate([name])
    return render(
        Results(
            diagnostics=report.diagnostics,
            questions=report.questions,
            files=report.files,
            names=pipeline.code_names(),
        ),
        color=False,
    )


@pytest.mark.parametrize("path", sorted(FAULTS.glob("*.yaml")), ids=lambda p: p.stem)
def test_author_gets_this_message(path: Path, accept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FAULTS)
    told = report_of(path.name)
    expected = path.with_suffix(".txt")
    if accept:
        expected.write_text(told, encoding="utf-8")
    assert told == expected.read_text(encoding="utf-8")


def test_each_fault_has_a_place_and_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FAULTS)
    for path in sorted(FAULTS.glob("*.yaml")):
        report = pipeline.validate([path.name])
        assert report.diagnostics, path.name
        for diagnostic in report.diagnostics:
            assert diagnostic.where is not None
            assert diagnostic.where.span() is not None, (path.name, diagnostic.message)
            assert len(diagnostic.message) < 200
            assert "Traceback" not in diagnostic.message


def test_there_are_many() -> None:
    assert len(list(FAULTS.glob("*.yaml"))) >= 60
    assert {p.stem for p in FAULTS.glob("*.yaml")} == {p.stem for p in FAULTS.glob("*.txt")}


def test_libyaml_never_speaks_for_itself() -> None:
    words = re.compile(r"while (?:scanning|parsing)|did not find expected|could not find|not allowed in this context")
    for path in FAULTS.glob("*.txt"):
        assert not words.search(path.read_text(encoding="utf-8")), path.name
