"""The command: what it prints and writes, and how it ends (0 good, 1 findings, 2 wrong usage, 3 files or a fault)."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from sandbox import BANKS, ROOT, TARGETS, quiz, run, snapshot, write

import kfexport
from kfexport import pipeline
from kfexport.cli import main

BROKEN = quiz("one", "two").replace("prompt: What is two?", "promt: What is two?")
WARNED = quiz(more="version:\n")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test runs in an empty folder of its own."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def kf(*arguments: str | Path, stdin: str | bytes = "") -> Result:
    """Run the command in this process; nothing but an exit may come out of it."""
    result = CliRunner().invoke(main, [str(a) for a in arguments], input=stdin, prog_name="kfexport")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def last(result: Result) -> str:
    return result.output.rstrip("\n").rsplit("\n", 1)[-1]


# --- good -------------------------------------------------------------------------------------------------------------


def test_validate(folder: Path) -> None:
    write(folder / "source" / "pods.yaml", quiz("one", "two"))
    result = kf("validate")
    assert (result.exit_code, result.output) == (0, "2 questions in 1 file: no errors, no warnings\n")
    assert set(snapshot(folder)) == {"source", "source/pods.yaml"}


def test_validate_both_banks() -> None:
    result = kf("validate", *BANKS)
    assert (result.exit_code, result.output) == (0, "20 questions in 2 files: no errors, no warnings\n")


def test_build(folder: Path) -> None:
    write(folder / "source" / "pods.yaml", quiz())
    result = kf("build")
    assert result.exit_code == 0
    assert result.output.startswith(
        "source/pods.yaml:9:19: note KF403 [canvas]: The model answer is left out by Classic"
    )
    assert last(result) == "1 question in 1 file: no errors, no warnings, 1 note; 4 files written"
    assert {name for name, data in snapshot(folder / "out").items() if data is not None} == {
        "moodle/pods.xml", "qti21/pods.zip", "anki/pods/pods.csv", "canvas/pods.zip",
    }  # fmt: skip


def test_build_of_named_targets_into_a_named_folder(folder: Path) -> None:
    write(folder / "pods.yaml", quiz())
    result = kf("build", "pods.yaml", "-t", "anki", "--target", "moodle", "--out", "deep/er")
    assert (result.exit_code, last(result)) == (0, "1 question in 1 file: no errors, no warnings; 2 files written")
    assert {n for n, data in snapshot(folder / "deep").items() if data} == {
        "er/moodle/pods.xml", "er/anki/pods/pods.csv",
    }  # fmt: skip
    assert not (folder / "out").exists()


def test_standard_input(folder: Path) -> None:
    assert kf("validate", "-", stdin=quiz()).exit_code == 0
    result = kf("validate", "-", stdin=BROKEN)
    assert result.exit_code == 1
    assert result.output.startswith("<stdin>:12:5: error KF101: ")
    assert kf("build", "-", "-t", "moodle", stdin=quiz()).exit_code == 0
    assert (folder / "out" / "moodle" / "pods.xml").is_file()


def test_as_a_module_and_with_bytes_from_a_pipe(folder: Path) -> None:
    done = run("validate", "-", cwd=folder, stdin=BANKS[1].read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines() == ["10 questions in 1 file: no errors, no warnings"]


def test_version(folder: Path) -> None:
    assert kf("--version").output == f"kfexport, version {kfexport.__version__}\n"
    done = run("--version", cwd=folder)
    assert (done.returncode, done.stdout.decode().strip()) == (0, f"kfexport, version {kfexport.__version__}")


@pytest.mark.parametrize("command", ["validate", "build", "targets", "rules", "explain", "schema"])
def test_help(command: str) -> None:
    for option in ("-h", "--help"):
        result = kf(command, option)
        assert result.exit_code == 0
        assert result.output.startswith(f"Usage: kfexport {command} ")


def test_without_a_command_the_help_is_shown() -> None:
    result = kf()
    assert result.exit_code == 2
    assert "Commands:" in result.output


def test_the_help_tells_the_exit_codes() -> None:
    words = " ".join(kf("--help").output.split())
    assert "0 good, 1 findings (errors, or warnings with --strict), 2 wrong usage, 3 a file that cannot be" in words


# --- findings: exit 1 -------------------------------------------------------------------------------------------------


def test_a_broken_quiz(folder: Path) -> None:
    write(folder / "pods.yaml", BROKEN)
    for command in ("validate", "build"):
        result = kf(command, "pods.yaml")
        assert result.exit_code == 1
        written = "; nothing written" if command == "build" else ""
        assert result.output.splitlines() == [
            "pods.yaml:12:5: error KF101: unknown key `promt`, did you mean `prompt`? (question two)",
            "   12 |     promt: What is two?",
            "      |     ^^^^^",
            "",
            f"2 questions in 1 file: 1 error, no warnings{written}",
        ]
    assert set(snapshot(folder)) == {"pods.yaml"}


def test_a_warning_fails_only_under_strict_and_then_nothing_is_written(folder: Path) -> None:
    write(folder / "pods.yaml", WARNED)
    for command in ("validate", "build"):
        result = kf(command, "pods.yaml", "--strict")
        assert result.exit_code == 1
        # The note is Canvas's, of the model answer.
        written = ", 1 note; nothing written" if command == "build" else ""
        assert last(result) == f"1 question in 1 file: no errors, 1 warning{written}"
    assert not (folder / "out").exists()
    assert kf("validate", "pods.yaml").exit_code == 0
    result = kf("build", "pods.yaml")
    assert (result.exit_code, last(result)) == (
        0,
        "1 question in 1 file: no errors, 1 warning, 1 note; 4 files written",
    )


def test_notes_never_fail(folder: Path) -> None:
    write(folder / "pods.yaml", quiz(more="description: About pods.\n"))
    result = kf("build", "pods.yaml", "--strict")
    assert result.exit_code == 0
    assert last(result) == "1 question in 1 file: no errors, no warnings, 4 notes; 4 files written"


def test_validate_with_a_target_tells_its_losses_and_writes_nothing(folder: Path) -> None:
    write(folder / "pods.yaml", quiz().replace("type: essay\n", "type: essay\n    hints: [Think.]\n"))
    before = snapshot(folder)
    assert kf("validate", "pods.yaml").output == "1 question in 1 file: no errors, no warnings\n"
    result = kf("validate", "pods.yaml", "-t", "qti21")
    assert result.exit_code == 0
    assert result.output.startswith("pods.yaml:8:12: warning KF402 [qti21]: The hints are left out: ")
    assert last(result) == "1 question in 1 file: no errors, 1 warning"
    assert kf("validate", "pods.yaml", "-t", "moodle").exit_code == 0
    assert kf("validate", "pods.yaml", "-t", "qti21", "--strict").exit_code == 1
    assert snapshot(folder) == before


def test_somebody_elses_yaml(folder: Path) -> None:
    write(folder / "bank" / "pods.yaml", quiz())
    write(folder / "bank" / "compose.yml", "services:\n  web: {}\n")
    result = kf("validate", "bank")
    assert result.exit_code == 0
    assert result.output.startswith(f"{Path('bank', 'compose.yml')}: note KF004: passed over")
    assert last(result) == "1 question in 1 file: no errors, no warnings, 1 note"
    for paths in (["bank/compose.yml"], ["bank", "bank/compose.yml"], ["bank/compose.yml", "bank"]):
        result = kf("validate", *paths)
        assert (result.exit_code, result.output.count("KF003"), result.output.count("KF004")) == (1, 1, 0), paths


def test_a_folder_without_quizzes(folder: Path) -> None:
    (folder / "empty").mkdir()
    result = kf("build", "empty")
    assert result.exit_code == 1
    assert "error KF009: no quiz was found in empty" in result.output


def test_two_quizzes_with_one_id(folder: Path) -> None:
    write(folder / "bank" / "a.yaml", quiz(id="pods"))
    write(folder / "bank" / "b.yaml", quiz(id="PODS"))
    result = kf("build", "bank")
    assert result.exit_code == 1
    assert f"{Path('bank', 'b.yaml')}:2:5: error KF202: " in result.output
    assert f"{Path('bank', 'a.yaml')}:2:5: first used here" in result.output
    assert not (folder / "out").exists()


def test_nothing_is_read_twice(folder: Path) -> None:
    write(folder / "bank" / "pods.yaml", quiz())
    (folder / "link").symlink_to(folder / "bank")
    (folder / "pods-link.yaml").symlink_to(folder / "bank" / "pods.yaml")
    for paths in (["bank", "bank"], ["bank", "./bank/"], ["bank", "link"], ["bank/pods.yaml", "pods-link.yaml"], ["."]):
        result = kf("validate", *paths)
        assert (result.exit_code, result.output) == (0, "1 question in 1 file: no errors, no warnings\n"), paths


def test_links_in_a_circle(folder: Path) -> None:
    write(folder / "bank" / "pods.yaml", quiz())
    (folder / "bank" / "round").symlink_to(folder / "bank")
    (folder / "bank" / "self").symlink_to("self")
    assert kf("validate", "bank").output == "1 question in 1 file: no errors, no warnings\n"
    (folder / "bank" / "loop.yaml").symlink_to("loop.yaml")
    result = kf("validate", "bank")
    assert result.exit_code == 3
    assert f"{Path('bank', 'loop.yaml')} cannot be read" in result.output


def test_a_file_that_is_not_utf_8(folder: Path) -> None:
    (folder / "latin.yaml").write_bytes(quiz().replace("title: Pods", "title: Für Pods").encode("latin-1"))
    result = kf("validate", "latin.yaml")
    assert result.exit_code == 1
    assert result.output.startswith("latin.yaml:3:9: error KF005: the file is not UTF-8 from here on\n")


def test_all_mistakes_of_all_files_in_one_run(folder: Path) -> None:
    write(folder / "bank" / "a.yaml", BROKEN)
    write(folder / "bank" / "b.yaml", quiz(id="b").replace("lang: en", "lang: english_").replace("prompt:", "stem:"))
    result = kf("validate", "bank")
    assert result.exit_code == 1
    assert result.output.count(": error KF") == 3
    assert last(result).endswith(" 3 errors, no warnings")


# --- wrong usage: exit 2 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["build", "-t", "moddle"], "no target is called “moddle”; did you mean “moodle”?"),
        (["validate", "-t", "moodel"], "no target is called “moodel”; did you mean “moodle”?"),
        (["build", "-t", "zzz"], "no target is called “zzz”; there are moodle, qti21, anki, canvas"),
        (["build", "--id", "pods"], "name a folder of its own for it with -o"),
        (["build", "--tag", "x"], "name a folder of its own for it with -o"),
        (["build", "--id", "pod", "-o", "part"], "no quiz or question has the id “pod”; did you mean “pods”?"),
        (["build", "--tag", "x", "-o", "part"], "no question has the tag “x”"),
        (["explain", "KF999"], "no finding has the code “KF999”"),
        (["explain", "unknwon-key"], "did you mean “unknown-key”?"),
        (["explain", ""], "no finding has the code “”"),
        (["explain"], "Missing argument"),
        (["validate", "--format", "xml"], "'xml' is not one of"),
        (["validate", "--frobnicate"], "No such option"),
        (["frobnicate"], "No such command"),
    ],
    ids=" ".join,
)
def test_wrong_usage(arguments: list[str], words: str, folder: Path) -> None:
    write(folder / "source" / "pods.yaml", quiz())
    result = kf(*arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert "Traceback" not in result.output
    assert set(snapshot(folder)) == {"source", "source/pods.yaml"}


def test_a_part_of_a_quiz(folder: Path) -> None:
    write(folder / "source" / "pods.yaml", quiz("one", "two"))
    assert kf("build").exit_code == 0
    whole = snapshot(folder / "out")
    result = kf("build", "--id", "pods/two", "-o", "part", "-t", "anki")
    assert (result.exit_code, last(result)) == (0, "1 question in 1 file: no errors, no warnings; 1 file written")
    part = (folder / "part" / "anki" / "pods" / "pods.csv").read_text(encoding="utf-8")
    assert ("What is two?" in part, "What is one?" in part) == (True, False)
    assert snapshot(folder / "out") == whole


# --- files, and faults of ours: exit 3 --------------------------------------------------------------------------------


def test_a_missing_file() -> None:
    for command in ("validate", "build"):
        result = kf(command, "nope.yaml")
        assert result.exit_code == 3
        assert result.output.splitlines()[0] == "nope.yaml: error KF001: nope.yaml does not exist"
        written = "; nothing written" if command == "build" else ""
        assert last(result) == f"no questions in no files: 1 error, no warnings{written}"


def test_the_default_folder_is_missing() -> None:
    result = kf("build")
    assert result.exit_code == 3
    assert "source does not exist" in result.output


def test_an_output_that_cannot_be_written(folder: Path) -> None:
    write(folder / "source" / "pods.yaml", quiz())
    write(folder / "Out", "a file")
    result = kf("build", "-o", "Out")
    assert result.exit_code == 3
    assert "error KF002: " in result.output
    assert "nothing was changed" in result.output
    assert last(result).endswith("; nothing written")
    assert (folder / "Out").read_text() == "a file"


def test_a_folder_in_the_way_is_named_as_it_is_spelt(folder: Path) -> None:
    write(folder / "source" / "pods.yaml", quiz(id="Pods"))
    (folder / "Out" / "moodle" / "Pods.xml").mkdir(parents=True)
    result = kf("build", "-o", "Out")
    assert result.exit_code == 3
    assert f"{Path('Out', 'moodle', 'Pods.xml')} cannot be written (is a directory)" in result.output


def _fail(*_: Any, **__: Any) -> None:
    raise RuntimeError("first line\nsecond line")


def test_a_fault_of_ours_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder / "pods.yaml", quiz())
    monkeypatch.setattr(pipeline, "validate", _fail)
    result = kf("validate", "pods.yaml")
    assert result.exit_code == 3
    (line,) = result.output.splitlines()
    assert line.startswith(f"kfexport {kfexport.__version__} failed: RuntimeError: first line second line. ")
    assert "report" in line
    assert "--debug" in line
    debugged = kf("--debug", "validate", "pods.yaml")
    assert debugged.exit_code == 3
    assert "Traceback (most recent call last)" in debugged.output
    assert debugged.output.splitlines()[-1].startswith("kfexport ")


def test_a_fault_in_a_renderer_is_a_fault_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kfexport.report.text.render", _fail)
    result = kf("validate", "nope.yaml")
    assert result.exit_code == 3
    assert "This is a fault of kfexport" in result.output


def test_standard_input_that_is_closed(folder: Path) -> None:
    if os.name == "nt":
        pytest.skip("there is no shell to close it")
    command = f'exec "{sys.executable}" -m kfexport validate - <&-'
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=env, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (3, b"")
    assert b"KF001: standard input cannot be read" in done.stdout


def test_a_reader_that_goes_away(folder: Path) -> None:
    """As in ``kfexport targets | head -0``."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "kfexport", "targets"]
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaint = process.stderr.read().decode()
        process.wait(timeout=60)
    assert complaint == ""


# --- reports ----------------------------------------------------------------------------------------------------------


def test_json_of_findings(folder: Path) -> None:
    write(folder / "a.yaml", BROKEN)
    write(folder / "b.yaml", quiz("other", id="Pods"))
    result = kf("validate", "a.yaml", "b.yaml", "--format", "json")
    assert result.exit_code == 1
    document = json.loads(result.output)
    assert list(document) == ["version", "diagnostics", "summary", "written", "todo"]
    assert document["version"] == 1
    assert document["summary"] == {"questions": 3, "files": 2, "errors": 2, "warnings": 0, "notes": 0}
    assert document["written"] == document["todo"] == []
    unknown, double = document["diagnostics"]
    assert unknown == {
        "code": "KF101",
        "name": "unknown-key",
        "severity": "error",
        "message": "unknown key `promt`, did you mean `prompt`?",
        "hint": None,
        "target": None,
        "question": "two",
        "file": "a.yaml",
        "line": 12,
        "column": 5,
        "endLine": 12,
        "endColumn": 10,
        "related": [],
    }
    assert (double["code"], double["name"], double["file"], double["line"]) == ("KF202", "unique-quizzes", "b.yaml", 2)
    assert double["related"] == [
        {"message": "first used here", "file": "a.yaml", "line": 2, "column": 5, "endLine": 2, "endColumn": 9}
    ]


def test_json_of_a_good_build(folder: Path) -> None:
    write(folder / "pods.yaml", quiz())
    result = kf("build", "pods.yaml", "--format", "json")
    assert result.exit_code == 0
    document = json.loads(result.output)
    assert [(d["code"], d["target"], d["severity"]) for d in document["diagnostics"]] == [("KF403", "canvas", "info")]
    assert document["summary"] == {"questions": 1, "files": 1, "errors": 0, "warnings": 0, "notes": 1}
    assert sorted(Path(name).as_posix() for name in document["written"]) == [
        "out/anki/pods/pods.csv", "out/canvas/pods.zip", "out/moodle/pods.xml", "out/qti21/pods.zip",
    ]  # fmt: skip


def test_json_where_a_whole_file_is_meant() -> None:
    (found,) = json.loads(kf("validate", "nope.yaml", "--format", "json").output)["diagnostics"]
    assert (found["file"], found["line"], found["column"], found["endLine"]) == ("nope.yaml", None, None, None)
    assert (found["code"], found["name"]) == ("KF001", "unreadable-file")


@pytest.mark.parametrize("encoding", ["cp1252", "shift_jis", "utf-8"])
def test_no_letter_stops_a_report_whatever_the_pipe_takes(encoding: str, folder: Path) -> None:
    """On Windows a pipe has an encoding of its own, and Japanese letters are not in it."""
    write(folder / "pods.yaml", BROKEN.replace("What is two?", "「重要」な😀点は何ですか"))
    env = {"PYTHONIOENCODING": encoding}
    done = run("validate", "pods.yaml", cwd=folder, env=env)
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"KF101" in done.stdout
    assert done.stdout.decode(encoding).splitlines()[-1] == "2 questions in 1 file: 1 error, no warnings"
    done = run("validate", "pods.yaml", "-t", "moodle", "--format", "json", cwd=folder, env=env)
    assert json.loads(done.stdout.decode(encoding))["summary"]["errors"] == 1
    done = run("explain", "KF999", cwd=folder, env=env)
    assert (done.returncode, b"KF999" in done.stderr, b"Traceback" in done.stderr) == (2, True, False)


def test_the_letters_of_a_json_report_are_whole(folder: Path) -> None:
    write(folder / "日本.yaml", quiz().replace("prompt: What is one?", "prompt: 'x'\n    日本😀: 1"))
    for encoding in ("ascii", "utf-8"):
        done = run("validate", "日本.yaml", "--format", "json", cwd=folder, env={"PYTHONIOENCODING": encoding})
        (found,) = json.loads(done.stdout)["diagnostics"]
        assert found["file"] == "日本.yaml"
        assert "日本😀" in found["message"]


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
def test_a_file_name_that_is_no_text(folder: Path) -> None:
    (folder / os.fsdecode(b"pods-\xff.yaml")).write_text(BROKEN)
    for form in ("text", "json"):
        done = run("validate", ".", "--format", form, cwd=folder)
        assert (done.returncode, done.stderr) == (1, b"")
        assert b"KF101" in done.stdout


def test_no_file_writes_to_the_terminal(folder: Path) -> None:
    """Control characters of a quiz, or of its name, come out as their numbers."""
    write(folder / "pods.yaml", BROKEN.replace("promt", "pro\x1b[31mmt\x07"))
    result = kf("validate", "pods.yaml", "no\x1b[2Jpe.yaml")
    assert result.exit_code == 3
    assert not {"\x1b", "\x07"} & set(result.output)
    assert "⟨U+001B⟩" in result.output


# --- colour -----------------------------------------------------------------------------------------------------------


def on_a_terminal(folder: Path, **env: str) -> str:
    """The output of a run whose standard output is a terminal."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    ours, theirs = pty.openpty()
    keep = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME")}
    process = subprocess.Popen(
        [sys.executable, "-m", "kfexport", "validate", "pods.yaml"],
        cwd=folder, env={**keep, "PYTHONPATH": str(ROOT), "TERM": "xterm", **env},
        stdin=theirs, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    output = b""
    while True:
        try:
            data = os.read(ours, 4096)
        except OSError:  # the terminal is closed
            break
        if not data:
            break
        output += data
    os.close(ours)
    assert process.wait(timeout=60) == 1
    return output.decode()


def test_colour_on_a_terminal(folder: Path) -> None:
    write(folder / "pods.yaml", BROKEN)
    output = on_a_terminal(folder)
    assert "\x1b[31;1merror\x1b[0m KF101" in output
    assert "2 questions in 1 file: 1 error, no warnings" in output


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_no_colour_where_it_is_not_wanted(env: dict[str, str], folder: Path) -> None:
    write(folder / "pods.yaml", BROKEN)
    output = on_a_terminal(folder, **env)
    assert "error KF101" in output
    assert "\x1b" not in output


def test_no_colour_in_a_pipe(folder: Path) -> None:
    write(folder / "pods.yaml", BROKEN)
    done = run("validate", "pods.yaml", cwd=folder, env={"TERM": "xterm-256color"})
    assert b"\x1b" not in done.stdout + done.stderr


# --- the other commands -----------------------------------------------------------------------------------------------


def test_targets() -> None:
    result = kf("targets")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines[:4]] == list(TARGETS)
    assert lines[4].split()[0] == "qti21-blackboard"
    assert lines[6].split() == [*TARGETS, "qti21-blackboard"]
    end = lines.index("", 6)
    rows = {name: words for name, *words in (re.split(r" {2,}", line) for line in lines[7:end])}
    assert {"single_choice", "essay", "hints", "drawing some of a section's questions"} <= set(rows)
    assert rows["single_choice"] == rows["essay"] == ["yes"] * 5
    assert rows["points"] == ["yes", "yes", "no place", "yes", "lost"]
    assert rows["hints"] == ["yes*", "lost", "shown differently", "lost", "lost"]
    assert {word.removesuffix("*") for words in rows.values() for word in words} <= {
        "yes", "shown differently", "no place", "lost", "not possible",
    }  # fmt: skip
    assert lines[end + 1] == "* but:"
    assert "moodle, multiple_response: lost: scoring by all or nothing" in lines[end + 2 :]


@pytest.mark.parametrize("name", ["KF101", "kf101", "unknown-key", " KF101 "])
def test_explain_a_code_of_the_table(name: str) -> None:
    result = kf("explain", name)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "KF101 unknown-key (error)"
    assert "The quiz format has no such key at this place." in lines
    assert any(line.startswith("Cure: ") for line in lines)


def test_explain_a_rule() -> None:
    result = kf("explain", "KF201")
    assert result.output == kf("explain", "unique-ids").output
    assert result.output.startswith("KF201 unique-ids (error)\n")
    for part in ("What: ", "Why: ", "Fails:", "Passes:"):
        assert f"\n{part}" in result.output


def test_every_code_can_be_explained() -> None:
    for code, name in pipeline.code_names().items():
        assert kf("explain", code).output.startswith(f"{code} {name} (")


def test_schema_is_the_file(folder: Path) -> None:
    done = run("schema", cwd=folder, env={"PYTHONIOENCODING": "ascii"})
    assert done.stdout == (ROOT / "schemas" / "quiz.schema.json").read_bytes()
    assert json.loads(kf("schema").output)["title"] == "kfexport quiz, format 1"
    done = run("schema", "report", cwd=folder, env={"PYTHONIOENCODING": "ascii"})
    assert done.stdout == (ROOT / "schemas" / "report.schema.json").read_bytes()
    assert kf("schema", "reprot").exit_code == 2


def test_every_option_is_explained() -> None:
    for name, command in main.commands.items():
        assert command.help, name
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, (name, parameter.name)


def test_anki_tags_can_be_left_out(folder: Path) -> None:
    write(folder / "pods.yaml", quiz(more="tags: [kubernetes]\n"))
    assert kf("build", "pods.yaml", "-t", "anki").exit_code == 0
    csv = folder / "out" / "anki" / "pods" / "pods.csv"
    assert "#tags column" in csv.read_text(encoding="utf-8")
    assert kf("build", "pods.yaml", "-t", "anki", "--no-anki-tags").exit_code == 0
    assert "#tags column" not in csv.read_text(encoding="utf-8")
