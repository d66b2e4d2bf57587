"""Anki's own media check, after the steps that the user is told: none is missing, and none is unused."""

from pathlib import Path

import pytest
from pictures import BLUE, GREEN, RED, put
from shown import Output, export

pytest.importorskip("anki", reason="needs the dependency group `anki`: uv sync --group anki")

from anki_backend import collection, import_csv

QUIZ = """\
format: 1
id: demo
title: Demo
lang: en
questions:
  - id: choice
    type: single_choice
    prompt: 'A ![net](figures/red.png){width=300} and ![again](figures/red.png)'
    choices:
      - text: '![one](figures/blue.png)'
        correct: true
        feedback: '![lost](figures/lost.png)'
      - '![two & "three"](figures/red.png)'
    hints: ['![hint](figures/blue.png)']
    explanation: '![remote](https://example.org/a.png) ![way](<figures/Q&A 1.png>)'
  - id: gap
    type: cloze
    text: '![map](figures/blue.png) of [[town]]'
    blanks:
      town: {answers: [Ulm]}
"""


@pytest.fixture
def output(tmp_path: Path) -> Output:
    put(tmp_path, figures__red=RED, figures__blue=BLUE, figures__lost=RED + b"lost")
    (tmp_path / "figures" / "Q&A 1.png").write_bytes(GREEN)
    built = export(tmp_path, QUIZ, targets=["anki"])
    assert built.report.ok
    return built


def copy(output: Output, folder: Path) -> int:
    """The step of ``Report.notes``: all files of ``media`` into Anki's media folder."""
    files = {Path(name).name: data for name, data in output.files.items() if name.startswith("anki/demo/media/")}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return len(files)


@pytest.mark.parametrize("lang", ["en_US", "ja_JP"])
def test_no_image_is_missing_and_none_is_unused(lang: str, output: Output, tmp_path: Path) -> None:
    with collection(tmp_path / "anki", lang) as col:
        for name in ("demo.csv", "demo.cloze.csv"):
            assert import_csv(col, output.files[f"anki/demo/{name}"]) == {"new": 1}
        before = col.media.check()
        assert len(before.missing) == 3
        assert copy(output, Path(col.media.dir())) == 3
        after = col.media.check()
        assert list(after.missing) == []
        assert list(after.unused) == []
        # The check renames what Anki cannot keep: every file still has its name.
        assert {p.name for p in Path(col.media.dir()).iterdir()} == {
            Path(name).name for name in output.files if "/media/" in name
        }


def test_a_second_import_changes_nothing(output: Output, tmp_path: Path) -> None:
    with collection(tmp_path / "anki") as col:
        for expected in ("new", "duplicate"):
            assert import_csv(col, output.files["anki/demo/demo.csv"]) == {expected: 1}
            copy(output, Path(col.media.dir()))
        assert list(col.media.check().missing) == []
