"""The action, the hook and the job that other repositories use: what they run, in a repository with faults."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from sandbox import ROOT

pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
    pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed"),
]

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
EN = "source/kubeflow-trainer.en.yaml"
JA = "source/kubeflow-trainer.ja.yaml"
EXPRESSION = re.compile(r"\$\{\{ inputs\.([a-z-]+) \}\}")


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{text.count(old)} times: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def line(path: Path, part: str, *, last: bool = False) -> int:
    """The one line that holds a part, or the last of several."""
    found = [at for at, text in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1) if part in text]
    assert last or len(found) == 1, part
    return found[-1]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A copy of ``source/`` whose branch ``main`` has faults that nobody has changed since."""
    folder = tmp_path / "docs repository"
    shutil.copytree(ROOT / "source", folder / "source")
    edit(folder / JA, "          - '`TF_CONFIG` のみ'\n", "          - '`KUBEFLOW_HOST` と `KUBEFLOW_PORT`'\n")
    edit(folder / EN, "          - Spark MLlib and H2O\n", "          - All of the above\n")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "main")
    git(folder, "checkout", "-q", "-b", "sabotage")
    return folder


def check(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the steps of the action in a repository, but for those that use other actions and the one that installs:
    the kfexport of these tests is on the path instead."""
    given = {name: str(told["default"]) for name, told in ACTION["inputs"].items()}
    given.update({name.replace("_", "-"): value for name, value in inputs.items()})
    scripts = [step for step in ACTION["runs"]["steps"] if "run" in step]
    assert [step["name"] for step in scripts] == ["Install kfexport", "Check the quizzes"]
    step = scripts[1]
    variables = {name: EXPRESSION.sub(lambda m: given[m[1]], value) for name, value in step["env"].items()}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {"PATH": path, "HOME": str(folder.parent), "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(folder),
                   "GITHUB_STEP_SUMMARY": str(folder.parent / "summary.md"),
                   "PYTHONPATH": str(ROOT), **variables}  # fmt: skip
    # How GitHub runs `shell: bash`.
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def annotations(output: str) -> list[tuple[str, str, int, str]]:
    """Kind, file, line and code of each annotation."""
    pattern = re.compile(r"^::(error|warning|notice) file=([^,]*),line=([0-9]+),.*?title=(KF[0-9]+) ", re.MULTILINE)
    return [(m[1], m[2], int(m[3]), m[4]) for m in pattern.finditer(output)]


def test_ten_faults_in_changed_questions_and_none_of_the_others(repository: Path) -> None:
    bank = repository / EN
    edit(bank, "`MPIJob`), each", "`MPIJob`), one each")  # a change without a fault
    edit(bank, "`POD_IP` and `POD_NAMESPACE`'", "`KUBEFLOW_HOST` and `KUBEFLOW_PORT`'")
    edit(
        bank,
        "          Instead of one CRD and one",
        "          ![A diagram](figures/crds.png)\n\n          Instead of one CRD and one",
    )
    edit(bank, "          - Both are always created anew for each run\n", "          - corect: true\n")
    edit(
        bank,
        "          According to the Kubeflow Trainer release",
        "          See [the notes](notes.md). According to the Kubeflow Trainer release",
    )
    edit(
        bank,
        "          Kubeflow Community Distribution 26.03.1 continues",
        "          It has \\(n\\) parts. Kubeflow Community Distribution 26.03.1 continues",
    )
    edit(
        bank,
        "          Why can optional gang scheduling help",
        "          Which of these does not help",
    )
    edit(
        bank,
        "      - id: headless-service\n        type: essay\n",
        "      - id: headless-service\n        type: esay\n",
    )
    edit(
        bank,
        "      - id: katib-trial\n        type: essay\n",
        "      - id: katib-trial\n        points: two\n        type: essay\n",
    )
    edit(bank, 'The "Migrating to Kubeflow Trainer v2" guide', "[The guide](javascript:go)")
    git(repository, "commit", "-qam", "sabotage")
    done = check(repository, since="main")
    told = annotations(done.stdout)
    assert told == [
        ("error", EN, line(bank, "          - '`KUBEFLOW_HOST` and `KUBEFLOW_PORT`'", last=True), "KF203"),
        ("error", EN, line(bank, "figures/crds.png"), "KF030"),
        ("error", EN, line(bank, "corect"), "KF101"),
        ("error", EN, line(bank, "corect"), "KF102"),  # it is the only key of its choice
        ("warning", EN, line(bank, "All of the above"), "KF252"),
        ("warning", EN, line(bank, "notes.md"), "KF308"),
        ("warning", EN, line(bank, "(n\\)"), "KF305"),
        ("warning", EN, line(bank, "Which of these does not help"), "KF254"),
        ("error", EN, line(bank, "esay"), "KF104"),
        ("error", EN, line(bank, "points: two"), "KF103"),
        ("error", EN, line(bank, "javascript:"), "KF302"),
    ]
    assert done.returncode == 1
    assert JA not in done.stdout


def test_without_since_all_is_told(repository: Path) -> None:
    done = check(repository)
    bank, other = repository / EN, repository / JA
    assert annotations(done.stdout) == [
        ("warning", EN, line(bank, "All of the above"), "KF252"),
        ("error", JA, line(other, "`KUBEFLOW_HOST` と", last=True), "KF203"),
    ]
    assert done.returncode == 1
    summary = (repository.parent / "summary.md").read_text(encoding="utf-8")
    assert "3 files: 1 error, 1 warning.\n" in summary
    assert f"<code>{EN}:{line(bank, 'All of the above')}:" in summary


def test_a_branch_without_faults_passes(repository: Path) -> None:
    edit(repository / EN, "`MPIJob`), each", "`MPIJob`), one each")
    done = check(repository, since="main", strict="true")
    assert (annotations(done.stdout), done.returncode) == ([], 0)


def test_paths_are_lines_and_inputs_are_no_script(repository: Path) -> None:
    (repository / "more quizzes").mkdir()
    (repository / EN).rename(repository / "more quizzes" / "en.yaml")
    done = check(repository, paths="\nmore quizzes\nsource/kubeflow-trainer.ja.yaml\n", sarif="a b.sarif")
    assert [(kind, file) for kind, file, _, _ in annotations(done.stdout)] == [
        ("warning", "more quizzes/en.yaml"), ("error", JA),
    ]  # fmt: skip
    assert (repository / "a b.sarif").is_file()
    hostile = check(repository, paths='source"; touch hacked; "', since="$(touch hacked)")
    assert hostile.returncode != 0
    assert not (repository / "hacked").exists()


def test_a_revision_that_is_not_there_fails_with_a_sentence(repository: Path) -> None:
    done = check(repository, since="origin/main")
    assert done.returncode == 2
    assert "git knows no revision “origin/main”" in done.stderr


def test_no_input_is_a_part_of_a_script() -> None:
    assert not [step for step in ACTION["runs"]["steps"] if "${{" in step.get("run", "")]


def test_our_own_workflow_uses_the_action() -> None:
    steps = _yaml(".github/workflows/quizzes.yml")["jobs"]["validate"]["steps"]
    assert [step["uses"] for step in steps] == ["actions/checkout@v4", "./"]
    assert set(steps[1]["with"]) <= set(ACTION["inputs"])


def test_the_hook_runs(repository: Path) -> None:
    (hook,) = _yaml(".pre-commit-hooks.yaml")
    entry, *arguments = [*hook["entry"].split(), *hook["args"]]
    assert (entry, hook["pass_filenames"]) == ("kfexport", False)
    assert _run(repository, arguments).returncode == 1
    # With `files` pre-commit would skip it where a commit only deletes an image, or changes the configuration.
    assert hook["always_run"] is True
    assert "files" not in hook


def test_the_job_for_gitlab_writes_its_reports(repository: Path) -> None:
    job = _yaml("docs/kfexport.gitlab-ci.yml")["kfexport"]
    (script,) = job["script"]
    arguments = script.replace("$KFEXPORT_PATHS", job["variables"]["KFEXPORT_PATHS"]).split()
    assert _run(repository, arguments[1:]).returncode == 1
    assert all((repository / name).is_file() for name in job["artifacts"]["reports"].values())


def _yaml(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def _run(folder: Path, arguments: list[str]) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "kfexport", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
