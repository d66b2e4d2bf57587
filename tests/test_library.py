"""``import kfexport``: three functions that return values, never print and never exit."""

import os
from pathlib import Path

import pytest
from sandbox import BANKS, PACKAGE, TARGETS, quiz, run, snapshot, write

import kfexport
from kfexport import pipeline
from kfexport.diagnostics import Severity, Span
from kfexport.pipeline import Selection


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _prints_nothing(capfd: pytest.CaptureFixture[str]) -> object:
    yield
    assert capfd.readouterr() == ("", "")


BROKEN = "format: 1\nid: broken\ntitle: Broken\nlang: en\nquestions:\n  - id: one\n    type: essay\n"


def test_the_names_of_the_library() -> None:
    assert kfexport.__all__ == ["Report", "Selection", "WriteOptions", "__version__", "build", "load", "validate"]
    assert (kfexport.load, kfexport.validate, kfexport.build) == (pipeline.load, pipeline.validate, pipeline.build)
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = kfexport.lode  # type: ignore[attr-defined]


def test_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").read_bytes() == b""


def test_load_gives_the_quizzes() -> None:
    report = kfexport.load(BANKS)
    assert (report.ok, report.files, report.questions, report.diagnostics) == (True, 2, 20, ())
    assert [q.id for q in report.quizzes] == ["kubeflow-trainer-en", "kubeflow-trainer-ja"]
    assert [q.lang for q in report.quizzes] == ["en", "ja"]
    assert report.written is None


def test_paths_may_be_strings_or_paths_or_folders(tmp_path: Path) -> None:
    write(tmp_path / "bank" / "deep" / "pods.YML", quiz())
    write(tmp_path / "bank" / "nodes.yaml", quiz(id="nodes"))
    write(tmp_path / "bank" / ".hidden" / "x.yaml", "no: quiz")
    write(tmp_path / "bank" / "readme.txt", "no quiz")
    for paths in ([tmp_path / "bank"], ["bank"], [str(tmp_path / "bank" / "deep"), Path("bank/nodes.yaml")]):
        report = kfexport.load(paths)
        assert (report.ok, sorted(q.id for q in report.quizzes)) == (True, ["nodes", "pods"])


def test_without_paths_the_folder_source_is_read(tmp_path: Path) -> None:
    report = kfexport.load()
    assert [(d.code, d.message) for d in report.diagnostics] == [("KF001", "source does not exist")]
    write(tmp_path / "source" / "pods.yaml", quiz())
    assert [q.id for q in kfexport.load().quizzes] == ["pods"]
    assert kfexport.validate().ok
    report = kfexport.build()
    assert {Path(name).as_posix() for name in report.written} == {
        "out/moodle/pods.xml", "out/qti21/pods.zip", "out/anki/pods/pods.csv", "out/canvas/pods.zip",
    }  # fmt: skip


def test_a_finding_is_data(tmp_path: Path) -> None:
    report = kfexport.load([write(tmp_path / "broken.yaml", BROKEN)])
    assert not report.ok
    (found,) = report.diagnostics
    assert (found.code, found.severity, found.question, found.target) == ("KF102", Severity.ERROR, "one", None)
    assert "prompt" in found.message
    assert str(tmp_path) not in found.message
    assert found.where is not None
    assert found.where.source.name == str(tmp_path / "broken.yaml")
    span = found.where.span()
    assert isinstance(span, Span)
    assert span.line == 6
    assert report.count(Severity.ERROR) == 1


def test_good_questions_of_a_faulty_quiz_are_there(tmp_path: Path) -> None:
    text = quiz("one", "two", "three").replace("prompt: What is two?", "promt: What is two?")
    report = kfexport.load([write(tmp_path / "pods.yaml", text)])
    assert not report.ok
    assert [q.id for q in report.quizzes[0].questions()] == ["one", "three"]
    assert report.questions == 3


def test_the_order_of_findings_is_by_file_and_place(tmp_path: Path) -> None:
    second = write(tmp_path / "b.yaml", BROKEN.replace("id: broken", "id: b"))
    first = write(tmp_path / "a.yaml", BROKEN + "    foo: 1\n    bar: 2\n")
    found = kfexport.load([second, first]).diagnostics
    places = [(Path(d.where.source.name).name, d.where.span()) for d in found if d.where]
    assert len(places) == 4
    assert places == sorted(places)


def test_validate_says_what_targets_would_lose(tmp_path: Path) -> None:
    text = quiz().replace("type: essay\n", "type: essay\n    hints: [Think.]\n")
    source = write(tmp_path / "pods.yaml", text)
    assert kfexport.validate([source]).diagnostics == ()
    report = kfexport.validate([source], targets=["qti21"])
    (found,) = report.diagnostics
    assert (found.code, found.severity, found.target, found.question) == ("KF402", Severity.WARNING, "qti21", "one")
    assert report.ok
    assert snapshot(tmp_path) == {"pods.yaml": text.encode()}


def test_validate_and_build_report_the_same(tmp_path: Path) -> None:
    built = kfexport.build(BANKS, out=tmp_path / "out")
    validated = kfexport.validate(BANKS, targets=TARGETS)
    assert [(d.code, d.message, d.target) for d in built.diagnostics] == [
        (d.code, d.message, d.target) for d in validated.diagnostics
    ]


@pytest.mark.parametrize("function", [kfexport.validate, kfexport.build], ids=["validate", "build"])
def test_an_unknown_target_raises(function: object, tmp_path: Path) -> None:
    source = write(tmp_path / "pods.yaml", quiz())
    with pytest.raises(ValueError, match="no target is called “moddle”; did you mean “moodle”"):
        function([source], targets=["moodle", "moddle"])  # type: ignore[operator]
    with pytest.raises(ValueError, match="no target is called “zzz”; there are moodle, qti21, anki, canvas"):
        function([source], targets=["zzz"])  # type: ignore[operator]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("select", "message"),
    [
        (Selection(ids=("pod",)), "no quiz or question has the id “pod”; did you mean “pods”"),
        (Selection(ids=("pods/one", "pods/thre")), "no quiz or question has the id “pods/thre”; did you mean"),
        (Selection(tags=("kubernets",)), "no question has the tag “kubernets”; did you mean “kubernetes”"),
        (Selection(ids=("pods/two",), tags=("kubernetes",)), "no question has one of the ids and one of the tags"),
    ],
)
def test_a_selection_of_nothing_raises(select: Selection, message: str, tmp_path: Path) -> None:
    source = write(tmp_path / "pods.yaml", tagged())
    with pytest.raises(ValueError, match=message):
        kfexport.build([source], select=select)
    assert not (tmp_path / "out").exists()


def tagged() -> str:
    """Three questions, the first with a tag."""
    return quiz("one", "two", "three").replace("- id: one\n", "- id: one\n    tags: [kubernetes]\n")


@pytest.mark.parametrize(
    ("select", "expected"),
    [
        (Selection(), ["one", "two", "three"]),
        (Selection(ids=("pods",)), ["one", "two", "three"]),
        (Selection(ids=("pods/three", "pods/one")), ["one", "three"]),
        (Selection(tags=("kubernetes",)), ["one"]),
        (Selection(ids=("pods",), tags=("kubernetes",)), ["one"]),
    ],
)
def test_a_selection(select: Selection, expected: list[str], tmp_path: Path) -> None:
    source = write(tmp_path / "pods.yaml", tagged())
    report = kfexport.build([source], select=select, targets=["anki"])
    assert [q.id for quiz in report.quizzes for q in quiz.questions()] == expected
    csv = (tmp_path / "out" / "anki" / "pods" / "pods.csv").read_text(encoding="utf-8")
    assert csv.count('"kf-') == len(expected)


def test_errors_come_before_a_selection_of_what_could_not_be_read(tmp_path: Path) -> None:
    text = tagged().replace("prompt: What is two?", "promt: What is two?")
    report = kfexport.build([write(tmp_path / "pods.yaml", text)], select=Selection(ids=("pods/two",)))
    assert [d.code for d in report.diagnostics] == ["KF101"]
    assert report.written == ()


def test_a_missing_path_is_a_finding(tmp_path: Path) -> None:
    for function in (kfexport.load, kfexport.validate, kfexport.build):
        report = function(["nope.yaml", "nope.yaml"])
        assert [(d.code, d.message) for d in report.diagnostics] == [("KF001", "nope.yaml does not exist")]
        assert not report.ok
    assert kfexport.load(["a\0b"]).diagnostics[0].code == "KF001"


def test_a_folder_that_cannot_be_listed_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "bank" / "pods.yaml", quiz())
    write(tmp_path / "bank" / "locked" / "nodes.yaml", quiz(id="nodes"))
    scandir = os.scandir

    def guarded(path: str) -> object:
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    report = kfexport.load(["bank"])
    (found,) = report.diagnostics
    assert found.code == "KF001"
    assert found.message == f"{Path('bank', 'locked')} cannot be read (permission denied)"
    assert found.hint == "Change its permissions."
    assert [q.id for q in report.quizzes] == ["pods"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are none")
def test_a_pipe_in_a_folder_is_a_finding_and_nobody_waits_for_it(tmp_path: Path) -> None:
    write(tmp_path / "bank" / "pods.yaml", quiz())
    os.mkfifo(tmp_path / "bank" / "pipe.yaml")
    report = kfexport.load(["bank"])
    assert [(d.code, d.message) for d in report.diagnostics] == [
        ("KF001", f"{Path('bank', 'pipe.yaml')} cannot be read (it is no regular file)")
    ]
    assert report.diagnostics[0].hint == "Name a file that holds a quiz."
    assert [q.id for q in report.quizzes] == ["pods"]


def test_nothing_to_do_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert [d.code for d in kfexport.build(["empty"]).diagnostics] == ["KF009"]
    assert not (tmp_path / "out").exists()


def test_progress_is_told_and_ends_at_the_total(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / "bank" / f"{name}.yaml", quiz(id=name))
    steps: list[tuple[int, int, str]] = []
    kfexport.build(["bank"], targets=["moodle", "anki", "moodle"], progress=lambda *step: steps.append(step))
    assert [done for done, _, _ in steps] == list(range(1, 7))
    assert {total for _, total, _ in steps} == {6}


def test_allow_omit_changes_nothing_where_nothing_is_impossible(tmp_path: Path) -> None:
    source = write(tmp_path / "pods.yaml", quiz())
    found = [kfexport.build([source], allow_omit=allowed).diagnostics for allowed in (True, False)]
    allowed, usual = ([(d.code, d.severity, d.message, d.target, d.question) for d in ds] for ds in found)
    assert allowed == usual


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"[", b"- - -", b"a: &a [*a]", b"questions", b"format: 1", b"%",
        b"format: 1\nquestions: 3\nsections: 4\n", b"format: 1\nquestions: [[], {}, null, 7]\n", b"!!x {}", b"\t",
        b"format: 1\nid: {}\ntitle: []\nlang: 1\ndefaults: x\ndelivery: y\nstimuli: z\nquestions: [{type: essay}]\n",
        "format: 1\nid: q\ntitle: \U0001f600\nlang: en\nquestions: [é]\n".encode(), b"format: 1\nsections: [1, {}]\n",
    ],
)  # fmt: skip
def test_no_bytes_raise(raw: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_bytes(raw)
    report = kfexport.build(["odd.yaml"])
    assert not report.ok
    assert report.written == ()


def test_it_never_exits_and_needs_no_terminal(tmp_path: Path) -> None:
    write(tmp_path / "broken.yaml", BROKEN)
    program = (
        "import sys\n"
        "sys.stdout = sys.stderr = None\n"
        "import kfexport\n"
        "report = kfexport.build(['broken.yaml', 'nope.yaml'], out='out')\n"
        "open('done', 'w').write(' '.join(d.code for d in report.diagnostics))\n"
    )
    done = run(cwd=tmp_path, module=("-c", program))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert sorted((tmp_path / "done").read_text().split()) == ["KF001", "KF102"]


def test_one_path_needs_no_list(tmp_path: Path) -> None:
    quiz = tmp_path / "pods.yaml"
    question = "{id: a, type: essay, prompt: Why?, explanation: So.}"
    quiz.write_text(f"format: 1\nid: pods\ntitle: Pods\nlang: en\nquestions:\n  - {question}\n")
    assert pipeline.load(quiz).files == 1
    assert pipeline.validate(str(quiz), targets=("moodle",)).files == 1
    written = pipeline.build(str(quiz), targets=("moodle",), out=tmp_path / "out").written
    assert written == (str(tmp_path / "out" / "moodle/pods.xml"),)
