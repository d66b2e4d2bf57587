"""Blanks of other kinds in titles and names, such as the ideographic space.

They are kept where the platform keeps them, and told where it does not.
"""

from pathlib import Path

import pytest
from pictures import png
from shown import DECK, DEFAULTS, TAGS, Output, at, export, told
from targets import canvas_classic, canvas_new

from kfexport.diagnostics import Severity

BLANKS = {
    "ideographic": "\u3000",
    "no-break": "\u00a0",
    "narrow no-break": "\u202f",
    "em": "\u2003",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
}


def source(blank: str, *, title: bool = True) -> str:
    """A quiz whose names each hold the blank once."""
    code = f"\\u{ord(blank):04x}"
    own = f'        title: "q{code}1"\n' if title else ""
    return (
        f'format: 1\nid: demo\ntitle: "quiz{code}1"\nlang: ja\nsections:\n'
        f'  - id: s\n    title: "part{code}1"\n    questions:\n'
        f'      - id: q\n{own}        type: essay\n        prompt: "Is  it{code}so?"\n        model_answer: Yes.\n'
    )


@pytest.fixture(params=BLANKS.values(), ids=BLANKS)
def blank(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def notes(output: Output) -> list[str]:
    return [message for code, _, message in told(output.report, least=Severity.INFO) if code == "KF404"]


def test_titles_keep_them_in_every_target(blank: str, tmp_path: Path) -> None:
    output = export(tmp_path, source(blank), targets=DEFAULTS)
    assert {seen.name for _, seen in output.everywhere("q")} == {f"q{blank}1", None}
    assert output.test.get("title") == f"quiz{blank}1"
    assert [s.get("title") for s in at(output.test, ".//q:assessmentSection")] == [f"part{blank}1"]
    assert [q.category for q in output.moodle.questions] == [(f"quiz{blank}1", f"part{blank}1")]
    assert output.anki.records[0][DECK] == f"quiz{blank}1"
    package = output.files["canvas/demo.zip"]
    assert canvas_classic.load(package).quiz.title == f"quiz{blank}1"
    assert canvas_new.load(package)
    assert notes(output) == [f'Tags are written as Anki takes them: "part{blank}1" becomes "part_1"']


def test_a_name_made_from_a_prompt_keeps_them(blank: str, tmp_path: Path) -> None:
    output = export(tmp_path, source(blank, title=False), targets=DEFAULTS)
    assert {seen.name for _, seen in output.everywhere("q")} == {f"Is it{blank}so?", None}


def test_a_prompt_of_blanks_alone_gives_no_name(tmp_path: Path) -> None:
    head = "format: 1\nid: demo\ntitle: T\nlang: en\nquestions:\n"
    text = head + "  - {id: q, type: essay, prompt: '![](a.png)&nbsp;&emsp;'}\n"
    (tmp_path / "a.png").write_bytes(png())
    output = export(tmp_path, text)
    assert output.moodle["demo/q"].name == "q"


def test_tags_have_one_kind_of_blank_in_moodle_and_none_in_anki(blank: str, tmp_path: Path) -> None:
    output = export(tmp_path, source(blank).replace("lang: ja", f'lang: ja\ntags: ["a\\u{ord(blank):04x}b"]'))
    assert output.moodle["demo/q"].tags == ["a b"]
    assert output.anki.records[0][TAGS] == "a_b part_1"
    assert sorted(notes(output), reverse=True) == [
        f"The tag “a{blank}b” is “a b”: Moodle knows one kind of blank in tags",
        f'Tags are written as Anki takes them: "a{blank}b" becomes "a_b", "part{blank}1" becomes "part_1"',
    ]


def test_an_outer_one_is_told_where_it_goes(blank: str, tmp_path: Path) -> None:
    code = f"\\u{ord(blank):04x}"
    output = export(tmp_path, source(blank).replace(f'"quiz{code}1"', f'"{code}quiz"'), targets=["moodle", "anki"])
    assert output.anki.records[0][DECK] == "quiz"
    assert output.moodle.questions[0].category[0] == f"{blank}quiz"
    assert f'Decks are named as Anki takes them: "{blank}quiz" becomes "quiz"' in notes(output)
