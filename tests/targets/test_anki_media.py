"""Anki's own media check, after the steps that the user is told: none is missing, and none is unused."""

import re
import shutil
import unicodedata
from pathlib import Path

import pictures
import pytest
import text_fields
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


ODD = {
    "Q&A 'draft' - v1.png": RED,
    "図/構成 図.png": BLUE,
    "per%20cent [1].png": GREEN,
    unicodedata.normalize("NFD", "café.png"): pictures.JPEG,
    "CON.gif": pictures.GIF,
    f"{'long' * 50}.png": pictures.WEBP,
}
"""Names that Anki's media folder would not take, or not as they are."""
ALL_ODD = (
    "![a](<Q&A 'draft' - v1.png>) ![b](<図/構成 図.png>) ![c](<per%2520cent [1].png>) ![d](café.png) ![e](CON.gif) "
    f"![f]({'long' * 50}.png) end"
)
FIELDS = [kind for kind, readers in text_fields.AROUND.items() if "anki" in readers]
"""Kinds of quizzes that have cards with the text on them."""


@pytest.mark.parametrize("kind", FIELDS)
def test_odd_names_in_every_field(kind: str, tmp_path: Path) -> None:
    for name, data in ODD.items():
        pictures.write(tmp_path, name, data)
    report, outputs = text_fields.build(tmp_path, kind, {"one": ALL_ODD})
    assert report.ok
    (output,) = outputs.values()
    (note,) = report.notes
    told = re.match(r"Copy the files in (\S+) into Anki's folder collection\.media ", note)
    assert told is not None
    with collection(tmp_path / "anki") as col:
        for name, data in output.files.items():
            if name.startswith("anki/") and name.endswith(".csv"):
                assert import_csv(col, data) == {"new": 1}
        assert len(col.media.check().missing) == len(ODD)
        shutil.copytree(tmp_path / f"out-{kind}" / told[1], col.media.dir(), dirs_exist_ok=True)
        after = col.media.check()
        assert (list(after.missing), list(after.unused)) == ([], [])
        assert sorted(file.read_bytes() for file in Path(col.media.dir()).iterdir()) == sorted(ODD.values())


def test_a_second_import_changes_nothing(output: Output, tmp_path: Path) -> None:
    with collection(tmp_path / "anki") as col:
        for expected in ("new", "duplicate"):
            assert import_csv(col, output.files["anki/demo/demo.csv"]) == {expected: 1}
            copy(output, Path(col.media.dir()))
        assert list(col.media.check().missing) == []
