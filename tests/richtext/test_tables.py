"""Lines of tables, in each target by what its platform leaves of them."""

import zipfile
from io import BytesIO

import pytest

from kfexport.model import Answer, Cloze, Essay, Matching, Pair, Quiz, Section, TextBlank
from kfexport.model.questions import Question
from kfexport.richtext.tables import lined
from kfexport.targets import anki, canvas, moodle, qti21
from kfexport.targets.base import Losses, WriteOptions

TABLE = "| a | b |\n| - | -: |\n| 1 | `<table>` |"
LINED = '<table border="1" rules="all" cellpadding="5">'
IN_MOODLE = '<table border="1" rules="all" cellpadding="5" class="table table-bordered w-auto">'


def exported(target: str, *questions: Question) -> str:
    """All that a target writes, as one text."""
    module = {"anki": anki, "canvas": canvas, "moodle": moodle, "qti21": qti21}[target]
    quiz = Quiz(id="z", title="Z", lang="en", sections=(Section(id=None, questions=questions),))
    data = b"".join(module.write(quiz, WriteOptions(), Losses(target)).files.values())
    if not data.startswith(b"PK"):
        return data.decode()
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())


def test_a_fragment_without_a_table_stays_what_it_is() -> None:
    fragment = "<p>A &lt;table&gt; of <code>&lt;table&gt;</code></p>"
    assert lined(fragment, "x") is fragment


def test_every_table_has_lines() -> None:
    assert lined("<table><tr></tr></table><table></table>") == f"{LINED}<tr></tr></table>{LINED}</table>"


@pytest.mark.parametrize(
    ("target", "start"),
    [
        ("anki", LINED.replace('"', '""')),
        ("canvas", LINED.replace("<", "&lt;").replace(">", "&gt;")),
        ("moodle", IN_MOODLE),
        ("qti21", "<table>"),  # whose schema knows none of the attributes
    ],
)
def test_each_target(target: str, start: str) -> None:
    text = exported(target, Essay(id="q", prompt=TABLE, explanation=TABLE, model_answer=TABLE))
    ended = text.count("&lt;/table&gt;") if target == "canvas" else text.count("</table>")
    assert ended >= 2
    assert text.count(start) == ended
    assert "&lt;table&gt;" in text  # that of the code


def test_tables_with_blanks_and_in_the_feedback_of_blanks() -> None:
    blank = TextBlank(id="x", answers=(Answer(text="1", feedback=TABLE),))
    question = Cloze(id="q", prompt="", text="| a |\n| - |\n| [[x]] |", blanks=(blank,))
    assert exported("moodle", question).count('border="1" rules="all" cellpadding="5" class="table') == 2
    assert exported("anki", question).count(LINED.replace('"', '""')) == 1


def test_the_columns_of_a_matching_on_a_card_have_none() -> None:
    text = exported("anki", Matching(id="q", prompt="P", pairs=(Pair(item="a", match="1"), Pair(item="b", match="2"))))
    assert "<table><tr>" in text
    assert "border" not in text
