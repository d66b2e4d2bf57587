"""Colours of code in exports: where a target can show them, on demand, and never at the cost of a text."""

from pathlib import Path

import canvas_classic
import pytest
from sandbox import run
from shown import Output, blocks, export, item_name

from kfexport.targets.base import WriteOptions

CODE = "a: 1  # no\n\nb:  x\n"
KEY = '<span style="color:#008000;font-weight:bold">a</span>'
QUIZ = """\
format: 1
id: demo
title: Demo
lang: en
questions:
  - id: q
    type: single_choice
    prompt: |
      Look:

      ```yaml
      a: 1  # no

      b:  x
      ```
    choices:
      - text: yes
        correct: true
      - no
"""
ALL = ("moodle", "qti21", "anki", "canvas")


def build(folder: Path, source: str = QUIZ, *, highlight: bool = True) -> Output:
    return export(folder, source, targets=ALL, options=WriteOptions(highlight=highlight))


def documents(output: Output) -> dict[str, str]:
    """The text of each export as its platform parses it."""
    course = canvas_classic.load(output.files["canvas/demo.zip"])
    return {
        "moodle": output.files["moodle/demo.xml"].decode(),
        "qti21": output.entries[f"{item_name('demo', 'q')}.xml"].decode(),
        "anki": output.files["anki/demo/demo.csv"].decode().replace('""', '"'),
        "canvas": course.quiz.questions[0].stem,
    }


def test_code_is_coloured_where_styles_are_kept(tmp_path: Path) -> None:
    assert {target: KEY in text for target, text in documents(build(tmp_path)).items()} == {
        "moodle": True,
        "qti21": False,  # its elements have no style
        "anki": True,
        "canvas": True,
    }


def test_without_colours(tmp_path: Path) -> None:
    plain = documents(build(tmp_path, highlight=False))
    assert not any("<span" in text for text in plain.values())
    (tmp_path / "bank.yaml").write_text(QUIZ)
    done = run("build", tmp_path / "bank.yaml", "-t", "moodle", "-o", "out", "--no-highlight", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "out" / "moodle" / "demo.xml").read_text() == plain["moodle"]


@pytest.mark.parametrize("highlight", [True, False])
def test_the_code_stays_what_it_is(highlight: bool, tmp_path: Path) -> None:
    found = {target: blocks(seen.prompt) for target, seen in build(tmp_path, highlight=highlight).everywhere("q")}
    readers = ("moodle", "qti21", "anki", "classic", "new_quizzes")
    assert found == {reader: [CODE.removesuffix("\n")] for reader in readers}


def test_a_stem_that_only_colours_make_too_long_for_canvas_goes_without(tmp_path: Path) -> None:
    lines = "\n".join(f"      k{i}: [{i}, 'v']  # n" for i in range(150))
    long = QUIZ.replace("      a: 1  # no\n\n      b:  x\n", f"{lines}\n")
    output = build(tmp_path, long)
    assert output.report.ok
    found = documents(output)
    assert "<span" not in found["canvas"]
    assert "k149: [149, 'v']  # n" in found["canvas"]
    assert "<span" in found["moodle"]


def test_a_cloze_with_a_blank_in_its_code(tmp_path: Path) -> None:
    text = "    text: |\n      ```yaml\n      a: [[b]]\n      ```\n\n      ```yaml\n      a: 1\n      ```\n"
    blanks = "    blanks:\n      b: {answers: [x]}\n"
    head = QUIZ.split("    type:")[0]
    output = build(tmp_path, f"{head}    type: cloze\n{text}{blanks}")
    assert output.report.ok
    document = output.files["moodle/demo.xml"].decode()
    assert '<code class="language-yaml">a: {1:SHORTANSWER:=x}' in document
    assert document.count(KEY) == 1
