"""A build writes all of it or nothing, and touches nothing but its own."""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sandbox import BANKS, TARGETS, quiz, run, snapshot, write

import kfexport
from kfexport.pipeline import Report, Selection
from kfexport.targets.package import commit

TEN = tuple(f"q{i}" for i in range(1, 11))


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder with a quiz of ten questions, its exports, and a file of the user's own beside each."""
    write(tmp_path / "source" / "pods.yaml", quiz(*TEN))
    report = kfexport.build([tmp_path / "source"], out=tmp_path / "out")
    assert (report.ok, len(report.written)) == (True, 4)
    for target in TARGETS:
        write(tmp_path / "out" / target / "mine.txt", "mine")
    return tmp_path


def rebuild(folder: Path, **options: Any) -> Report:
    return kfexport.build([folder / "source"], out=folder / "out", **options)


def codes(report: Any) -> list[str]:
    return [d.code for d in report.diagnostics if d.severity.value == "error"]


def test_a_faulty_question_nine_of_ten(built: Path) -> None:
    before = snapshot(built / "out")
    text = (
        quiz(*TEN).replace("What is q1?", "What is new?").replace("type: essay\n    prompt: What is q9?", "type: esay")
    )
    write(built / "source" / "pods.yaml", text)
    report = rebuild(built)
    assert not report.ok
    assert report.written == ()
    assert snapshot(built / "out") == before


def test_a_faulty_quiz_beside_a_good_one(built: Path) -> None:
    before = snapshot(built / "out")
    write(built / "source" / "pods.yaml", quiz(*TEN, "q11"))
    write(built / "source" / "zz.yaml", "format: 1\nid: [\n")
    assert codes(rebuild(built)) == ["KF010"]
    assert snapshot(built / "out") == before


def test_a_warning_under_strict(built: Path) -> None:
    before = snapshot(built / "out")
    write(built / "source" / "pods.yaml", quiz(*TEN, "q11", more="version:\n"))
    report = rebuild(built, strict=True)
    assert report.ok
    assert [d.code for d in report.diagnostics if d.severity.value == "warning"] == ["KF019"]
    assert report.written == ()
    assert snapshot(built / "out") == before
    assert len(rebuild(built).written) == 4


def test_a_folder_stands_where_a_file_should_go(built: Path) -> None:
    write(built / "source" / "other.yaml", quiz(id="zz"))
    (built / "out" / "qti21" / "zz.zip").mkdir()
    write(built / "source" / "pods.yaml", quiz(*TEN, "q11"))
    before = snapshot(built / "out")
    report = rebuild(built)
    assert codes(report) == ["KF002"]
    (message,) = [d.message for d in report.diagnostics if d.code == "KF002"]
    assert str(built / "out" / "qti21" / "zz.zip") in message
    assert report.written == ()
    assert snapshot(built / "out") == before


def test_a_file_stands_where_a_folder_should_go(tmp_path: Path) -> None:
    write(tmp_path / "source" / "pods.yaml", quiz())
    write(tmp_path / "out" / "anki", "a file")
    before = snapshot(tmp_path / "out")
    assert codes(rebuild(tmp_path)) == ["KF002"]
    assert snapshot(tmp_path / "out") == before


def test_the_output_folder_is_a_file(tmp_path: Path) -> None:
    write(tmp_path / "source" / "pods.yaml", quiz())
    write(tmp_path / "out", "a file")
    report = rebuild(tmp_path)
    assert codes(report) == ["KF002"]
    (cure,) = [d.hint for d in report.diagnostics if d.code == "KF002"]
    assert cure == "Choose another folder with -o: this one cannot hold files."
    assert (tmp_path / "out").read_text() == "a file"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_folder(built: Path) -> None:
    write(built / "source" / "pods.yaml", quiz(*TEN, "q11"))
    before = snapshot(built / "out")
    (built / "out" / "qti21").chmod(0o555)
    try:
        assert codes(rebuild(built)) == ["KF002"]
    finally:
        (built / "out" / "qti21").chmod(0o755)
    assert snapshot(built / "out") == before


class Fails:
    """Lets the ``at``-th call of a function fail, and counts the calls."""

    def __init__(self, function: Callable[..., Any], at: int, error: BaseException) -> None:
        self.function, self.at, self.error, self.calls = function, at, error, 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        if self.calls == self.at:
            raise self.error
        return self.function(*args, **kwargs)


def grown(tmp_path: Path) -> tuple[dict[str, bytes], list[str], Path]:
    """Old files, and new ones that replace, add and remove some of them."""
    out = tmp_path / "out"
    old = {"moodle/a.xml": b"1", "moodle/b.xml": b"2", "anki/a/a.csv": b"3", "anki/a/media/x.png": b"4"}
    commit(old, [], out)
    new = {"moodle/a.xml": b"11", "moodle/b.xml": b"22", "anki/a/a.csv": b"33", "new/c/c.zip": b"5"}
    return new, ["anki/a/", "moodle/a.xml", "moodle/b.xml", "new/c/"], out


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full", "ctrl-c"])
@pytest.mark.parametrize("name", ["replace", "fsync", "link", "unlink", "mkdir", "mkstemp"])
def test_every_step_may_fail(name: str, error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever call of whichever system function fails, the disk is as it was."""
    module: Any = tempfile if name == "mkstemp" else os
    original = getattr(module, name)
    reached = 0
    for at in range(1, 30):
        folder = tmp_path / str(at)
        files, owned, out = grown(folder)
        before = snapshot(folder)
        failing = Fails(original, at, error)
        monkeypatch.setattr(module, name, failing)
        try:
            commit(files, owned, out)
        except (OSError, KeyboardInterrupt):
            reached += 1
            # Ctrl-C may come when everything is written already; then everything is written.
            done = {k: v for k, v in snapshot(out).items() if v is not None} == files
            assert snapshot(folder) == before or (done and isinstance(error, KeyboardInterrupt))
        finally:
            monkeypatch.setattr(module, name, original)
        if failing.calls < at:
            break
    else:
        pytest.fail("there is no end of calls")
    # Hard links are a way, not a need: without them a copy is kept.
    assert reached >= (0 if name == "link" and isinstance(error, OSError) else 1)


def test_a_file_system_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, owned, out = grown(tmp_path)
    before = snapshot(tmp_path)

    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    failing = Fails(os.replace, 3, OSError(5, "Input/output error"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", failing)
        with pytest.raises(OSError, match="Input/output"):
            commit(files, owned, out)
    assert snapshot(tmp_path) == before
    commit(files, owned, out)
    assert {k: v for k, v in snapshot(out).items() if v is not None} == files


def test_at_no_moment_an_export_is_missing_or_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, owned, out = grown(tmp_path)
    old = {k: v for k, v in snapshot(out).items() if v is not None}
    seen: list[str] = []

    def watched(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            result = function(*args, **kwargs)
            for name in old.keys() & files.keys():
                assert (out / name).read_bytes() in (old[name], files[name])
                seen.append(name)
            return result

        return call

    for name in ("replace", "rename", "unlink", "link", "fsync"):
        monkeypatch.setattr(os, name, watched(getattr(os, name)))
    commit(files, owned, out)
    assert seen


def test_a_new_output_folder_goes_again_when_the_build_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "source" / "pods.yaml", quiz())
    monkeypatch.setattr(os, "replace", Fails(os.replace, 2, OSError(28, "No space left on device")))
    report = kfexport.build([tmp_path / "source"], out=tmp_path / "deep" / "out")
    assert codes(report) == ["KF002"]
    assert not (tmp_path / "deep").exists()


def test_the_command_says_so_and_exits_with_3(built: Path) -> None:
    shutil.rmtree(built / "out" / "qti21")
    write(built / "out" / "qti21", "a file")
    write(built / "source" / "pods.yaml", quiz(*TEN, "q11"))
    before = snapshot(built / "out")
    done = run("build", cwd=built)
    assert done.returncode == 3
    assert b"KF002" in done.stdout
    assert b"nothing was changed" in done.stdout
    assert snapshot(built / "out") == before


def test_a_stale_file_of_the_quiz_goes_and_nothing_else(built: Path) -> None:
    stale = write(built / "out" / "anki" / "pods" / "media" / "old.png", "old")
    write(built / "out" / "anki" / "pods" / "pods.cloze.csv", "old")
    other = write(built / "out" / "anki" / "others" / "others.csv", "another quiz")
    before = snapshot(built / "out")
    assert rebuild(built).ok
    gone = before.keys() - snapshot(built / "out").keys()
    assert gone == {"anki/pods/media", "anki/pods/media/old.png", "anki/pods/pods.cloze.csv"}
    assert not stale.exists()
    assert other.read_text() == "another quiz"


def test_a_build_of_one_target_leaves_the_others(built: Path) -> None:
    write(built / "source" / "pods.yaml", quiz(*TEN, "q11"))
    before = snapshot(built / "out")
    assert rebuild(built, targets=("moodle",)).ok
    after = snapshot(built / "out")
    assert {name for name in before if before[name] != after[name]} == {"moodle/pods.xml"}


def test_a_quiz_that_is_no_longer_there_keeps_its_exports(built: Path) -> None:
    """A build owns the names of the quizzes that it read, no others."""
    before = snapshot(built / "out")
    (built / "source" / "pods.yaml").unlink()
    write(built / "source" / "new.yaml", quiz(id="new"))
    assert rebuild(built).ok
    after = snapshot(built / "out")
    assert {name: data for name, data in after.items() if name in before} == before


def test_a_quiz_that_became_a_draft_loses_its_exports(built: Path) -> None:
    write(built / "source" / "pods.yaml", quiz(*TEN, more="draft: true\n"))
    assert rebuild(built).ok
    assert snapshot(built / "out") == {
        name: value for target in sorted(TARGETS) for name, value in ((target, None), (f"{target}/mine.txt", b"mine"))
    }


def test_a_quiz_whose_questions_are_all_omitted_from_a_target_loses_that_export(built: Path) -> None:
    text = quiz(*TEN).replace("type: essay\n", "type: essay\n    omit: [qti21]\n")
    write(built / "source" / "pods.yaml", text)
    report = rebuild(built)
    assert report.ok
    assert {d.code for d in report.diagnostics if d.target == "qti21"} == {"KF408"}
    assert not (built / "out" / "qti21" / "pods.zip").exists()
    assert (built / "out" / "moodle" / "pods.xml").is_file()


def test_a_selected_part_leaves_the_whole_alone(built: Path) -> None:
    before = snapshot(built / "out")
    part = Selection(ids=("pods/q2",))
    assert kfexport.build([built / "source"], out=built / "part", select=part).ok
    assert snapshot(built / "out") == before
    assert set(snapshot(built / "part")) > {"anki/pods/pods.csv", "moodle/pods.xml", "qti21/pods.zip"}


def test_validate_writes_nothing(built: Path) -> None:
    before = snapshot(built)
    assert kfexport.validate([built / "source", *BANKS], targets=TARGETS).ok
    assert snapshot(built) == before
