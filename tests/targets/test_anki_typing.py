"""Notes whose answer is typed in (``--anki-typing``). Facts: Anki's ``rslib/src/typeanswer.rs``."""

from fractions import Fraction
from pathlib import Path

import pytest
from anki_reader import visible
from anki_samples import BACK, FRONT, between, cloze, essay, files, number, pods, quiz, short, table, value, words
from click.testing import CliRunner

from kfexport.cli import main
from kfexport.diagnostics import Severity
from kfexport.model import Question, Quiz
from kfexport.targets import anki
from kfexport.targets.anki.note_types import TYPE_IN
from kfexport.targets.base import Losses, WriteOptions

HALF = Fraction(1, 2)


def typed(question: Question) -> tuple[str, str]:
    got = table(quiz(question), typing=True)
    (record,) = got.records
    return visible(record[FRONT]), record[BACK]


def losses_of(q: Quiz) -> list[tuple[str, Severity, str]]:
    losses = Losses("anki")
    anki.write(q, WriteOptions(anki_typing=True), losses)
    return [(d.code, d.severity, d.message) for d in losses.found]


def test_it_is_off_by_default() -> None:
    assert WriteOptions().anki_typing is False
    assert list(files(quiz(short("x"), number(value("1"))))) == ["k8s.csv"]


def test_only_short_answers_and_numbers_are_typed() -> None:
    q = quiz(short("x"), number(value("1")), pods(), essay(), cloze("[[x]]", words("x", "y")))
    written = files(q, typing=True)
    assert list(written) == ["k8s.csv", "k8s.cloze.csv", "k8s.typing.csv"]
    assert [content.count(b'\n"kf-') for content in written.values()] == [2, 1, 2]


def test_the_file_names_the_stock_type_that_is_typed_in() -> None:
    got = table(quiz(short("x")), typing=True)
    assert tuple(got.values("notetype")) == TYPE_IN
    assert got.values("notetype")[-1] == "Basic (type in the answer)"
    assert [key for key, _ in got.header if key != "notetype"] == [
        "separator",
        "html",
        "guid column",
        "deck column",
        "tags column",
        "if matches",
    ]


@pytest.mark.parametrize(
    ("question", "front", "back"),
    [
        (short("ls -l"), "Which command?", "ls -l"),
        (short(("cp", HALF), "ls", "dir"), "Which command?", "ls"),
        (short("a <b> & c"), "Which command?", "a &lt;b&gt; &amp; c"),
        (number(value("3.140", "0.01"), unit="km"), "How much? … km", "3.140"),
        (number(value("80", "1%")), "How much?", "80"),
        (number(between("3.1", "3.2")), "How much?", "3.15"),
        (number(between("-40", "100")), "How much?", "30"),
        (number(between("7", "7")), "How much?", "7"),
        (number(between("70", "90", HALF), value("80")), "How much?", "80"),
        (number(value("6.02e23")), "How much?", "6.02e23"),
    ],
)
def test_the_back_is_one_plain_answer(question: Question, front: str, back: str) -> None:
    assert typed(question) == (front, back)


def test_what_is_left_out_is_told() -> None:
    alone = 'with --anki-typing the back of the card is "{}" alone'
    q = quiz(
        short("ls", ("dir", HALF), explanation="So."),
        number(value("3", "1")),
        number(value("4"), id="exact"),
    )
    assert losses_of(q) == [
        ("KF402", Severity.WARNING, f"The explanation is left out: {alone.format('ls')}"),
        ("KF402", Severity.WARNING, f"The other accepted answers are left out: {alone.format('ls')}"),
        ("KF402", Severity.WARNING, f"The tolerance is left out: {alone.format('3')}"),
        (
            "KF403",
            Severity.INFO,
            "Letter case counts in what is typed: Anki compares it with the answer letter for letter",
        ),
    ]


def test_letter_case_is_told_only_where_it_matters() -> None:
    assert losses_of(quiz(short("ls", case_sensitive=True), short("42", id="n"), short("日本", id="j"))) == []
    assert losses_of(quiz(number(value("6e23")))) == []
    assert losses_of(quiz(pods(), cloze("[[x]]", words("x", "y")))) == []


def test_nothing_of_it_is_told_without_typing() -> None:
    losses = Losses("anki")
    anki.write(quiz(short("ls", "dir", explanation="So."), number(value("3", "1"))), WriteOptions(), losses)
    assert losses.found == []


QUIZ = """
format: 1
id: typed
title: Typed
lang: en
questions:
  - id: list
    type: short_answer
    prompt: Which command lists files?
    answers: [ls, dir]
"""


def test_the_option_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kf(*arguments: str) -> str:
        result = CliRunner().invoke(main, [*arguments, "typed.yaml", "-t", "anki"])
        assert result.exit_code == 0, result.output
        return result.output

    monkeypatch.chdir(tmp_path)
    Path("typed.yaml").write_text(QUIZ, encoding="utf-8")
    folder = tmp_path / "out" / "anki" / "typed"
    lost = 'The other accepted answers are left out: with --anki-typing the back of the card is "ls" alone'
    assert lost not in kf("validate")
    assert lost in kf("validate", "--anki-typing")
    assert lost in kf("build", "--anki-typing")
    assert [path.name for path in folder.iterdir()] == ["typed.typing.csv"]
    assert lost not in kf("build")
    assert [path.name for path in folder.iterdir()] == ["typed.csv"]
