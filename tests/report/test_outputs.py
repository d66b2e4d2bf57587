"""``--format`` and ``--output``: which report goes where, and what is refused."""

import json
import os
import stat
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from sandbox import quiz, run, snapshot, write

from kfexport.cli import main

BROKEN = quiz("one", "two").replace("prompt: What is two?", "promt: What is two?")
FILES = ("sarif", "json", "junit", "text", "gitlab", "github")
SUMMARY = "2 questions in 1 file: 1 error, no warnings\n"
KINDS = {
    "text": "pods.yaml:12:5: error",
    "json": "{",
    "sarif": "{",
    "gitlab": "[",
    "junit": "<?xml",
    "github": "::group",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test runs in a folder of its own with one broken quiz, and on no CI server."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    write(tmp_path / "pods.yaml", BROKEN)
    return tmp_path


def kf(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(main, [str(a) for a in arguments], prog_name="kfexport")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def kind(text: str) -> str:
    """The format of a report."""
    if text.startswith("{"):
        return "sarif" if "runs" in json.loads(text) else "json"
    return next(form for form, start in KINDS.items() if text.startswith(start))


@pytest.mark.parametrize("form", KINDS)
@pytest.mark.parametrize("command", ["validate", "build"])
def test_every_format_on_standard_output(command: str, form: str) -> None:
    result = kf(command, "pods.yaml", "--format", form)
    assert (result.exit_code, kind(result.output)) == (1, form)


@pytest.mark.parametrize(
    ("options", "terminal", "files"),
    [
        ("--output x.sarif", "text", {"x.sarif": "sarif"}),
        ("--format sarif --output x.sarif", "text", {"x.sarif": "sarif"}),
        ("--format sarif --output x.json", "text", {"x.json": "sarif"}),
        ("--format gitlab --output gl-code-quality-report.json", "text", {"gl-code-quality-report.json": "gitlab"}),
        ("--format junit --output report", "text", {"report": "junit"}),
        ("--format text --output x.sarif", "text", {"x.sarif": "sarif"}),
        ("--format github --output x.sarif", "github", {"x.sarif": "sarif"}),
        ("--format json --output x.xml", "json", {"x.xml": "junit"}),
        ("--format json --output text=x", "json", {"x": "text"}),
        ("--output X.SARIF.JSON", "text", {"X.SARIF.JSON": "sarif"}),
        (
            "--output a.sarif --output b.json --output c.xml --output d.txt --output gitlab=e.json --output github=f",
            "text",
            {
                "a.sarif": "sarif",
                "b.json": "json",
                "c.xml": "junit",
                "d.txt": "text",
                "e.json": "gitlab",
                "f": "github",
            },
        ),
        ("--output ./a=b.json", "text", {"a=b.json": "json"}),
        ("--output json=a=b", "text", {"a=b": "json"}),
    ],
)
def test_what_goes_where(options: str, terminal: str, files: dict[str, str], folder: Path) -> None:
    result = kf("validate", "pods.yaml", *options.split())
    assert (result.exit_code, kind(result.output)) == (1, terminal)
    assert {name: kind((folder / name).read_text(encoding="utf-8")) for name in files} == files
    assert set(snapshot(folder)) == {"pods.yaml", *files}


def test_build_takes_out_and_output(folder: Path) -> None:
    write(folder / "pods.yaml", quiz())
    result = kf("build", "pods.yaml", "-t", "moodle", "--out", "there", "--output", "x.xml")
    assert (result.exit_code, result.output) == (0, "1 question in 1 file: no errors, no warnings; 1 file written\n")
    assert {name for name, data in snapshot(folder).items() if data is not None} == {
        "pods.yaml", "x.xml", "there/moodle/pods.xml",
    }  # fmt: skip
    assert kf("build", "pods.yaml", "--outp", "x.xml").exit_code == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            "--output sarfi=x.json",
            "no report format is called “sarfi”; there are text, json, github, gitlab, junit, sarif",
        ),
        ("--output x.foo", "the name does not tell the format"),
        ("--output x", "write sarif=x."),
        ("--output sarif=", "the name of the file is missing"),
        ("--format sarif --output -", "--output needs a file"),
        ("--output sarif=-", "--output needs a file"),
        ("--output a.json --output a.json", "names one file twice"),
        ("--output a.json --output text=./a.json", "names one file twice"),
        ("--output json=pods.yaml", "--output pods.yaml would write over the quiz file"),
        ("--format json --output ./pods.yaml", "would write over the quiz file"),
        ("--format xml", "'xml' is not one of"),
    ],
)
def test_what_is_refused(options: str, words: str, folder: Path) -> None:
    before = snapshot(folder)
    result = kf("validate", "pods.yaml", *options.split())
    assert result.exit_code == 2
    assert words in " ".join(result.output.split())
    assert snapshot(folder) == before


def test_a_report_among_the_quizzes_is_refused(folder: Path) -> None:
    (folder / "link.json").symlink_to("pods.yaml")
    before = snapshot(folder)
    for output in ("json=report.yaml", "json=pods.yaml"):
        result = kf("validate", ".", "--output", output)
        assert (result.exit_code, "lies among the quiz files" in result.output) == (2, True)
    result = kf("validate", "pods.yaml", "--output", "link.json")
    assert (result.exit_code, "would write over the quiz file" in result.output) == (2, True)
    assert snapshot(folder) == before


def test_a_quiz_that_only_a_link_shows_is_not_written_over(folder: Path) -> None:
    target = write(folder / "elsewhere.txt", BROKEN)
    (folder / "bank").mkdir()
    (folder / "bank" / "q.yaml").symlink_to(target)
    result = kf("validate", "bank", "--output", "elsewhere.txt")
    assert (result.exit_code, target.read_text(encoding="utf-8")) == (3, BROKEN)
    assert "error KF002: elsewhere.txt cannot be written (it is one of the quiz files)" in result.output


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("missing/x.json", "missing/x.json cannot be written (its folder does not exist)"),
        ("text=bank", "bank cannot be written (is a directory)"),
        ("pods.yaml/x.json", "pods.yaml/x.json cannot be written (its folder does not exist)"),
    ],
)
def test_a_place_that_cannot_be_written(output: str, words: str, folder: Path) -> None:
    (folder / "bank").mkdir()
    before = snapshot(folder)
    result = kf("build", "pods.yaml", "--output", output)
    assert (result.exit_code, result.output) == (3, f"error KF002: {words}\n")
    assert snapshot(folder) == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(folder: Path) -> None:
    (folder / "bank").mkdir(mode=0o555)
    result = kf("validate", "pods.yaml", "--output", "bank/x.json", "--output", "y.json")
    assert result.exit_code == 3
    assert result.output.splitlines()[-1].startswith("error KF002: ")
    assert not (folder / "y.json").exists()


def test_reports_are_written_all_or_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder / "a.json", "old")
    replace = Path.replace

    def fail(self: Path, target: str | Path) -> Path:
        if Path(target).name == "b.json":
            raise OSError(28, "No space left on device", str(target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    result = kf("validate", "pods.yaml", "--output", "a.json", "--output", "b.json")
    assert result.exit_code == 3
    assert result.output.endswith(
        f"error KF002: {folder / 'b.json'} cannot be written (no space left on device); no report was written to a "
        "file\n"
    )
    assert set(snapshot(folder)) == {"pods.yaml", "a.json"}
    assert (folder / "a.json").read_text() == "old"


def test_a_report_never_takes_the_place_of_an_export(folder: Path) -> None:
    write(folder / "pods.yaml", quiz())
    assert kf("build", "pods.yaml", "-t", "moodle").exit_code == 0
    before = snapshot(folder)
    result = kf("build", "pods.yaml", "-t", "moodle", "--output", "out/moodle/pods.xml")
    assert (result.exit_code, "it is one of the exports" in result.output) == (3, True)
    assert snapshot(folder) == before


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such devices")
def test_devices_links_and_modes(folder: Path) -> None:
    done = run("validate", "pods.yaml", "--output", "json=/dev/null", "--output", "json=/dev/stderr", cwd=folder)
    assert (done.returncode, json.loads(done.stderr)["version"]) == (1, 1)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    real = write(folder / "real.json", "old")
    real.chmod(0o640)
    (folder / "link.json").symlink_to("real.json")
    assert kf("validate", "pods.yaml", "--output", "link.json").exit_code == 1
    assert (folder / "link.json").is_symlink()
    assert json.loads(real.read_text())["version"] == 1
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_in_github_actions(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    result = kf("validate", "pods.yaml")
    assert result.output.splitlines()[1] == (
        "::error file=pods.yaml,line=12,endLine=12,col=5,endColumn=10,title=KF101 unknown-key::"
        "unknown key `promt`, did you mean `prompt`? (question two)"
    )
    assert result.output.endswith(SUMMARY)
    assert kind(kf("validate", "pods.yaml", "--format", "text").output) == "text"
    assert kind(kf("validate", "pods.yaml", "--format", "sarif", "--output", "x.sarif").output) == "github"


def test_annotations_are_utf_8_whatever_the_pipe_takes(folder: Path) -> None:
    write(folder / "日本.yaml", BROKEN)
    done = run("validate", "日本.yaml", cwd=folder, env={"GITHUB_ACTIONS": "true", "PYTHONIOENCODING": "cp1252"})
    assert done.stdout.decode().splitlines()[1].startswith("::error file=日本.yaml,")


@pytest.mark.parametrize("variable", ["", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"])
def test_paths_from_the_root_of_the_repository(variable: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder / "docs" / "bank" / "q.yaml", BROKEN)
    if variable:
        monkeypatch.setenv(variable, str(folder))
    else:
        (folder / ".git").mkdir()
    monkeypatch.chdir(folder / "docs")
    (issue,) = json.loads(kf("validate", "bank", "--format", "gitlab").output)
    assert issue["location"]["path"] == "docs/bank/q.yaml"
    (suite,) = ElementTree.fromstring(kf("validate", "bank", "--format", "junit").output)
    assert suite.attrib["name"] == "docs/bank/q.yaml"


def test_the_bytes_of_a_report_depend_on_nothing_but_the_quiz(folder: Path) -> None:
    for place in ("here", "there"):
        write(folder / place / ".git" / "HEAD", "")
        write(folder / place / "pods.yaml", BROKEN)
    made = []
    for place, seed in (("here", "1"), ("there", "2")):
        done = run(
            *("validate", "pods.yaml", *(f"--output={form}=report.{form}" for form in KINDS)),
            cwd=folder / place,
            env={"PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo" if seed == "1" else "UTC"},
        )
        assert done.returncode == 1
        made.append(snapshot(folder / place))
    assert made[0] == made[1]


def test_a_rule_in_sarif_has_its_help(folder: Path) -> None:
    write(folder / "pods.yaml", quiz("one", "one"))
    (log,) = json.loads(kf("validate", "pods.yaml", "--format", "sarif").output)["runs"]
    rule = log["tool"]["driver"]["rules"][0]
    assert (rule["id"], rule["name"], rule["defaultConfiguration"]) == ("KF201", "unique-ids", {"level": "error"})
    assert all(part in rule["help"]["markdown"] for part in ("What:", "Why:", "Fails:", "Passes:"))
    assert rule["shortDescription"]["text"] == rule["help"]["text"].split("\n")[0]
