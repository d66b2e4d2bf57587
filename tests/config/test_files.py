"""Which configuration file holds for a quiz, and what is said of broken ones: never a traceback, all in one run."""

import os
from pathlib import Path

import pytest
from sandbox import quiz, write

import kfexport
from kfexport.pipeline import Report, Settings

WARNED = quiz(more="version:\n")
"""A quiz with one warning, KF019 in line 5."""
QUIET = 'ignore = ["KF019"]\n'
LOUD = 'severity.KF019 = "error"\n'
PROJECT = "[tool.kfexport]\n"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("bank", "deep", "q.yaml"), WARNED)


def told(report: Report) -> list[tuple[str, str]]:
    return [(d.code, d.severity.value) for d in report.diagnostics]


def place(report: Report) -> tuple[str, int, int]:
    """File, line and column of the only finding about a configuration."""
    (found,) = [d for d in report.diagnostics if d.code == "KF040"]
    assert found.where is not None
    span = found.where.span()
    return (found.where.source.name, *((span.line, span.col) if span else (0, 0)))


def test_without_one_the_usual_things_are_told() -> None:
    assert told(kfexport.validate("bank")) == [("KF019", "warning")]


@pytest.mark.parametrize("folder", [".", "bank", "bank/deep"])
@pytest.mark.parametrize(("name", "head"), [("kfexport.toml", ""), ("pyproject.toml", PROJECT)])
@pytest.mark.parametrize("path", ["bank", "bank/deep/q.yaml", "./bank/deep/../deep"])
def test_one_upwards_is_found(folder: str, name: str, head: str, path: str) -> None:
    write(Path(folder, name), head + QUIET)
    assert told(kfexport.validate(path)) == []
    assert told(kfexport.load(path)) == []
    assert told(kfexport.validate(str(Path(path).resolve()))) == []
    assert told(kfexport.validate(path, settings=Settings(isolated=True))) == [("KF019", "warning")]


def test_it_is_found_from_other_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write(Path("bank", "kfexport.toml"), QUIET)
    monkeypatch.chdir(tmp_path / "bank" / "deep")
    assert told(kfexport.validate("q.yaml")) == []
    write(tmp_path / "other" / "q.yaml", WARNED.replace("id: pods", "id: other").replace("What is", "Who is"))
    assert told(kfexport.validate("../../other/q.yaml")) == [("KF019", "warning")]


def test_the_nearest_one_alone_holds() -> None:
    write(Path("kfexport.toml"), QUIET)
    write(Path("bank", "kfexport.toml"), LOUD)
    assert told(kfexport.validate("bank")) == [("KF019", "error")]
    write(Path("bank", "deep", "pyproject.toml"), PROJECT)
    assert told(kfexport.validate("bank")) == [("KF019", "warning")]


def test_our_own_file_wins_in_a_folder() -> None:
    write(Path("pyproject.toml"), PROJECT + LOUD)
    write(Path("kfexport.toml"), QUIET)
    assert told(kfexport.validate("bank")) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[project]\nname = 'kfexport-bank'\n",
        "tool = 3 # kfexport\n",
        "[tool.other]\nkfexport = 1\n",
        "[broken\n",
        "\0",
    ],
)
def test_a_project_without_our_table_is_passed_over(text: str) -> None:
    write(Path("kfexport.toml"), QUIET)
    write(Path("bank", "pyproject.toml"), text)
    assert told(kfexport.validate("bank")) == []


def test_files_of_one_run_have_each_their_own() -> None:
    write(Path("bank", "other", "q.yaml"), WARNED.replace("id: pods", "id: other").replace("What is", "Who is"))
    write(Path("bank", "other", "kfexport.toml"), LOUD)
    write(Path("bank", "deep", "kfexport.toml"), QUIET)
    report = kfexport.validate("bank")
    assert told(report) == [("KF019", "error")]
    assert report.diagnostics[0].where is not None
    assert Path(report.diagnostics[0].where.source.name) == Path("bank", "other", "q.yaml")


def test_a_named_file_stands_for_all_others() -> None:
    write(Path("kfexport.toml"), LOUD)
    write(Path("ci", "quiet.toml"), QUIET)
    assert told(kfexport.validate("bank", settings=Settings(config="ci/quiet.toml"))) == []
    write(Path("ci", "pyproject.toml"), PROJECT + QUIET)
    assert told(kfexport.validate("bank", settings=Settings(config=Path("ci", "pyproject.toml")))) == []
    with pytest.raises(ValueError, match="choose one of the two"):
        kfexport.validate("bank", settings=Settings(config="ci/quiet.toml", isolated=True))


def test_a_named_file_that_is_not_there() -> None:
    report = kfexport.validate("bank", settings=Settings(config="nope.toml"))
    assert told(report) == [("KF019", "warning"), ("KF001", "error")]
    assert report.diagnostics[1].message == "nope.toml cannot be read (no such file or directory)"


def test_a_named_project_without_our_table() -> None:
    write(Path("ci", "pyproject.toml"), "[project]\nname = 'x'\n")
    report = kfexport.validate("bank", settings=Settings(config="ci/pyproject.toml"))
    (found,) = [d for d in report.diagnostics if d.code == "KF040"]
    assert found.message == "ci/pyproject.toml has no table `[tool.kfexport]`"


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_byte_order_marks_and_line_ends(mark: str, end: str) -> None:
    text = mark + (QUIET + 'severity.KF405 = "warn"\n').replace("\n", end)
    Path("kfexport.toml").write_bytes(text.encode())
    report = kfexport.validate("bank")
    assert told(report) == [("KF040", "error")]
    assert place(report) == ("kfexport.toml", 2, 18)


@pytest.mark.parametrize(
    ("raw", "line", "col", "message", "hint"),
    [
        (b'ignore = ["KF019"\nseverity = 1\n', 2, 1, "unclosed array", "Close the list with `]`"),
        (b"ignore = [KF019]\n", 1, 11, "invalid value", "Put texts in quotes"),
        (b"ignore [\n", 1, 8, "expected '=' after a key in a key/value pair", "Write `key = value`."),
        (b"\n\nselect = []\nselect = []\n", 4, 12, "cannot overwrite a value", "It is given twice"),
        (b"[severity]\n[severity]\n", 2, 10, "cannot declare ('severity',) twice", "Delete one of the two."),
        (b'ignore = ["KF019]\n', 1, 18, "illegal character '\\n'", "close the quote before it"),
        (b"ignore = [", 1, 11, "invalid value", "Put texts in quotes"),
        (b"\x00\x01\x02\x7fELF", 1, 1, "invalid statement", "See toml.io"),
        (b"a" + b".a" * 400_000 + b" = 1", 0, 0, "the file is nested too deep", "three levels"),
        (b"a = " + b"[" * 100_000, 0, 0, "the file is nested too deep", "three levels"),
        (b"a = " + b"9" * 10_000, 1, 10_005, "exceeds the limit", "See toml.io"),
        (b"\xff\xfei\0", 1, 1, "the file is not UTF-8 from here on", "Save it as UTF-8."),
        ("# Für\n".encode() + b"# F\xfcr\n", 2, 4, "the file is not UTF-8 from here on", "Save it as UTF-8."),
        (b"#" * 10_000_000, 0, 0, "the configuration has more than 1 MB", "Write codes and names"),
    ],
    ids=range(14),
)
def test_a_broken_file_is_an_error_with_its_place(raw: bytes, line: int, col: int, message: str, hint: str) -> None:
    Path("kfexport.toml").write_bytes(raw)
    report = kfexport.validate("bank")
    (found,) = [d for d in report.diagnostics if d.code == "KF040"]
    assert message in found.message
    assert found.hint is not None
    assert hint in found.hint
    assert place(report) == ("kfexport.toml", line, col)
    assert ("KF019", "warning") in told(report)
    assert not report.ok


def test_a_broken_project_that_speaks_of_us() -> None:
    write(Path("pyproject.toml"), "[tool.kfexport]\nignore = KF019\n")
    assert place(kfexport.validate("bank")) == ("pyproject.toml", 2, 10)
    write(Path("pyproject.toml"), '[tool]\nkfexport = "x"\n')
    assert place(kfexport.validate("bank")) == ("pyproject.toml", 2, 12)


def test_the_place_in_a_file_of_another_folder_is_as_the_user_writes_paths(tmp_path: Path) -> None:
    write(Path("bank", "kfexport.toml"), "x = 1\n")
    assert place(kfexport.validate("bank")) == (str(Path("bank", "kfexport.toml")), 1, 1)
    assert place(kfexport.validate(tmp_path / "bank")) == (str(tmp_path / "bank" / "kfexport.toml"), 1, 1)


def test_what_is_wrong_with_a_file_is_told_once() -> None:
    write(Path("bank", "other", "q.yaml"), quiz(id="other").replace("What is", "Who is"))
    write(Path("kfexport.toml"), "x = 1\ny = 2\n")
    assert [code for code, _ in told(kfexport.validate("bank"))] == ["KF019", "KF040", "KF040"]


@pytest.mark.parametrize("kind", ["folder", "link", "locked", "pipe"])
def test_what_cannot_be_read_is_told(kind: str) -> None:
    path = Path("kfexport.toml")
    match kind:
        case "folder":
            path.mkdir()
            reason = "it is no regular file"
        case "link":
            path.symlink_to("nowhere")
            reason = "no such file or directory"
        case "pipe":
            os.mkfifo(path)
            reason = "it is no regular file"
        case _:
            if os.geteuid() == 0:
                pytest.skip("root reads everything")
            write(path, QUIET).chmod(0)
            reason = "permission denied"
    report = kfexport.validate("bank")
    assert told(report) == [("KF019", "warning"), ("KF001", "error")]
    assert report.diagnostics[1].message == f"kfexport.toml cannot be read ({reason})"


def test_a_folder_called_pyproject_is_somebody_elses() -> None:
    write(Path("kfexport.toml"), QUIET)
    Path("bank", "pyproject.toml").mkdir()
    assert told(kfexport.validate("bank")) == []


def test_nothing_is_read_where_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One look a folder, however many files it has."""
    looked: list[str] = []
    exists = os.path.lexists
    for i in range(20):
        write(Path("bank", f"q{i}.yaml"), quiz(id=f"q{i}"))
    monkeypatch.setattr(os.path, "lexists", lambda path: looked.append(str(path)) or exists(path))
    kfexport.validate("bank")
    ours = [path for path in looked if path.endswith("kfexport.toml")]
    assert len(ours) == len(set(ours))
    assert str(Path("bank", "kfexport.toml").resolve()) in ours
