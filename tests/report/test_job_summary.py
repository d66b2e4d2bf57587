"""The summary of a job in GitHub Actions, read as GitHub reads it: Markdown first, and then HTML."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from lxml import html
from markdown_it import MarkdownIt
from nasty import File, at, results
from sandbox import quiz, run, write

from kfexport.cli import main
from kfexport.diagnostics import Diagnostic, Origin, Severity
from kfexport.report.job_summary import LIMIT, render

BROKEN = quiz("one", "two").replace("prompt: What is two?", "promt: What is two?")
HOSTILE = "a|b`c`<b>d</b>[x](javascript:e)&amp;\n# @f\\|*g*.yaml"


def page(text: str) -> html.HtmlElement:
    """What GitHub makes of it: GFM that lets HTML through."""
    return html.fromstring(f"<div>{MarkdownIt('gfm-like', {'html': True, 'linkify': False}).render(text)}</div>")


def tables(text: str) -> list[list[list[str]]]:
    return [[[cell.text_content() for cell in row] for row in table] for table in page(text).findall("table")]


def finding(message: str, name: str = "a.yaml", severity: Severity = Severity.ERROR) -> Diagnostic:
    return Diagnostic(code="KF101", severity=severity, message=message, where=at(4, 13, 4, 17, file=File(name)))


def test_counts_rules_and_places() -> None:
    counts, rules, listed = tables(render(results()))
    assert counts == [["Errors", "Warnings", "Notes"], ["3", "1", "2"]]
    assert rules == [
        ["Findings", "Severity", "Rule"],
        ["2", "note", "KF403 not-of-this-target"],
        ["1", "error", "KF005 not-utf-8"],
        ["1", "error", "KF009 no-quizzes"],
        ["1", "error", "KF101 unknown-key"],
        ["1", "warning", "KF402 feature-lost"],
    ]
    name = "docs/bank/a b%:,#[x]⟨U+000A⟩日本😀.yaml"
    assert listed[:4] == [
        ["Place", "Severity", "Finding"],
        ["", "error", "KF009 nothing is here"],
        [name, "error", "KF005 the whole file"],
        [
            f"{name}:4:13",
            "error",
            'KF101 100 % of "x": <b>, ]]>, {0}, ⟨U+001B⟩[31m⟨U+0000⟩ and [link](1)next line (question one)'
            "Fix: Write 'y', or 50%.",
        ],
    ]
    assert listed[4][1:] == ["warning", "KF402 [anki] two lines"]


def test_a_heading_and_a_sentence_come_first() -> None:
    told = page(render(results()))
    assert [part.tag for part in told] == ["h2", "p", "table", "table", "table"]
    assert [part.text_content() for part in told][:2] == [
        "kfexport", "1 question in 2 files: 3 errors, 1 warning, 2 notes.",
    ]  # fmt: skip


def test_without_findings_there_is_a_sentence_alone() -> None:
    told = render(replace(results(), diagnostics=(), changed=1))
    assert told == "## kfexport\n\n1 question (1 changed) in 2 files: no errors, no warnings.\n"


@pytest.mark.parametrize(
    "text", [HOSTILE, "</td></tr></table>", "\n\n# no heading\n\n", "`|`", "``", "<!--", "\\", "|"]
)
def test_no_text_is_markup(text: str) -> None:
    found = results(finding(text, f"/repo/{text}"))
    told = page(render(found))
    assert [part.tag for part in told] == ["h2", "p", "table", "table", "table"]
    assert not told.xpath(".//a | .//em | .//b | .//h1")
    assert [len(row) for table in told.findall("table") for row in table] == [3, 3, 3, 3, 3, 3]
    place, _, message = tables(render(found))[2][1]
    assert place == text.replace("\n", "⟨U+000A⟩") + ":4:13"
    assert message.replace("`", "") == f"KF101 {text}".replace("\n", "").replace("`", "")


def test_backticks_are_code() -> None:
    told = page(render(results(finding("unknown key `a<b`, or `"))))
    assert [code.text for code in told.findall("table")[2].iterfind(".//code")] == ["docs/a.yaml:4:13", "KF101", "a<b"]


def test_a_name_that_is_no_text() -> None:
    where = Origin(File(os.fsdecode(b"a\xff.yaml") if os.name != "nt" else "a\udcff.yaml"))
    told = render(results(Diagnostic(code="KF005", severity=Severity.ERROR, message="a\udcff", where=where)))
    assert tables(told)[2][1] == ["docs/a�.yaml", "error", "KF005 a�"]


def test_errors_come_first_and_fifty_are_listed() -> None:
    warnings = [finding(f"warning {n}", severity=Severity.WARNING) for n in range(60)]
    told = render(results(*warnings, finding("the error")))
    _, _, (_, first, second, *others) = tables(told)
    assert (first[1:], second[1:], len(others)) == (["error", "KF101 the error"], ["warning", "KF101 warning 0"], 48)
    assert told.endswith("\n11 more are not listed here; the log of the step has all.\n")


def test_long_texts_are_cut() -> None:
    ((_, (place, _, message)),) = tables(render(results(finding("x" * 5000, "/repo/" + "y" * 5000))))[2:]
    assert message == f"KF101 {'x' * 999}…"
    assert place == f"{'y' * 999}…:4:13"


@pytest.mark.parametrize("room", [LIMIT, 200_000, 20_000, 5_000, 1_000, 700, 100, 10, 0, -5])
def test_it_keeps_to_its_room(room: int) -> None:
    """Messages of 1,000 characters that take six bytes each, of one code, or of a hundred."""
    one = results(*(finding("&\u3042" * 600, "/repo/" + '"' * 999) for _ in range(60)))
    many = replace(one, diagnostics=tuple(replace(d, code=f"KF{n:03}") for n, d in enumerate(one.diagnostics)))
    for found in (one, many):
        told = render(found, room)
        assert len(told.encode()) <= max(room, 0)
        assert told == "" or tables(told)[0][1] == ["60", "0", "0"]
    assert bool(render(one, room)) is (room >= 700)
    assert ("more are not listed" in render(one, room)) is (room >= 700)


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    write(tmp_path / "pods.yaml", BROKEN)
    return tmp_path


def kf(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments), prog_name="kfexport")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_file_is_appended_to(folder: Path) -> None:
    (folder / "summary.md").write_text("| what | another command said")
    assert [kf("validate", "pods.yaml").exit_code for _ in range(2)] == [1, 1]
    text = (folder / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("| what | another command said\n\n## kfexport\n\n2 questions in 1 file: 1 error")
    assert [heading.text for heading in page(text).iter("h2")] == ["kfexport", "kfexport"]
    assert tables(text)[2][1][0] == "pods.yaml:12:5"


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_there_is_none_where_annotations_are_not_what_is_printed(form: str, folder: Path) -> None:
    kf("validate", "pods.yaml", "--format", form)
    assert not (folder / "summary.md").exists()


@pytest.mark.parametrize("value", ["", None])
def test_there_is_none_where_no_file_is_named(value: str | None, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if value is None:
        monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    else:
        monkeypatch.setenv("GITHUB_STEP_SUMMARY", value)
    result = kf("validate", "pods.yaml")
    assert (result.exit_code, result.stderr) == (1, "")
    assert [path.name for path in folder.iterdir()] == ["pods.yaml"]


@pytest.mark.parametrize("quiz_file", ["pods.yaml", "good.yaml"])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (".", "is a directory"),
        ("missing/summary.md", "no such file or directory"),
        ("pods.yaml/summary.md", "not a directory"),
        pytest.param(
            "/dev/full", "no space left on device",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux has that device"),
        ),
        ("x" * 5000, "file name too long"),
    ],
)  # fmt: skip
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other words")
def test_a_file_that_cannot_be_written_is_told_and_no_more(
    name: str, reason: str, quiz_file: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder / "good.yaml", quiz("one"))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", name)
    result = kf("validate", quiz_file)
    assert result.stderr == f"warning: the summary of the job cannot be written to {name} ({reason})\n"
    assert result.exit_code == (1 if quiz_file == "pods.yaml" else 0)
    assert "2 questions in 1 file: 1 error" in result.stdout or quiz_file == "good.yaml"


def test_a_file_that_is_full_is_left_as_it_is(folder: Path) -> None:
    path = folder / "summary.md"
    path.write_bytes(b"x" * (LIMIT - 300))
    result = kf("validate", "pods.yaml")
    assert (path.stat().st_size, result.exit_code) == (LIMIT - 300, 1)
    assert result.stderr == (f"warning: the summary of the job has no room in {path}, of which GitHub takes 1 MiB\n")


def test_a_file_that_is_nearly_full_gets_what_fits(folder: Path) -> None:
    path = folder / "summary.md"
    path.write_bytes(b"x" * (LIMIT - 800))
    result = kf("validate", "pods.yaml")
    assert (result.exit_code, result.stderr) == (1, "")
    assert LIMIT - 800 < path.stat().st_size <= LIMIT


def test_it_is_utf_8_whatever_the_locale_is(folder: Path) -> None:
    write(folder / "日本.yaml", BROKEN)
    run("validate", "日本.yaml", cwd=folder, env={"GITHUB_ACTIONS": "true", "PYTHONIOENCODING": "cp1252",
        "GITHUB_STEP_SUMMARY": "s.md", "LC_ALL": "C"})  # fmt: skip
    assert tables((folder / "s.md").read_text(encoding="utf-8"))[2][1][0] == "日本.yaml:12:5"
