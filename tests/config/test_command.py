"""The options that decide what is told, ``kfexport rules`` and ``--statistics``."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sandbox import quiz, write

from kfexport.cli import main
from kfexport.codes import CODES
from kfexport.lint import registry

TEX = quiz("one", "two").replace("What is one?", "'What is \\(x\\)?'")
"""A quiz with the warnings KF019 in line 5 and KF305 in line 9."""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("source", "q.yaml"), TEX.replace("questions:", "version:\nquestions:"))


def kf(*arguments: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(main, list(arguments), input=stdin, prog_name="kfexport")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def codes(result: Result) -> list[str]:
    return [d["code"] for d in json.loads(result.stdout)["diagnostics"]]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], ["KF019", "KF305"]),
        (["--ignore", "KF019"], ["KF305"]),
        (["--ignore", "empty-value,KF3"], []),
        (["--ignore", " KF019 , ", "--ignore", "tex-brackets"], []),
        (["--select", "KF311"], ["KF019"]),
        (["--select", "KF311", "--select", "KF305,KF320"], ["KF019", "KF305"]),
    ],
)
def test_select_and_ignore(options: list[str], expected: list[str]) -> None:
    assert codes(kf("validate", "--format", "json", *options)) == expected
    assert codes(kf("build", "-t", "anki", "--format", "json", *options)) == expected


def test_they_go_over_the_configuration() -> None:
    write(Path("kfexport.toml"), 'select = []\nignore = ["KF019"]\n')
    assert codes(kf("validate", "--format", "json")) == []
    assert codes(kf("validate", "--format", "json", "--select", "KF305")) == ["KF305"]
    assert codes(kf("validate", "--format", "json", "--isolated")) == ["KF019", "KF305"]
    write(Path("ci.toml"), 'ignore = ["KF305"]\n')
    assert codes(kf("validate", "--format", "json", "--config", "ci.toml")) == ["KF019"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--select", "KF3O5"], "no finding has the code or name “KF3O5”. Did you mean `KF305`?"),
        (["--ignore", "KF101"], "KF101 (unknown-key) is always an error"),
        (["--select", "KF402"], "“KF402” names no rule"),
        (["--config", "kfexport.toml", "--isolated"], "choose one of the two"),
    ],
)
@pytest.mark.parametrize("command", ["validate", "build", "rules"])
def test_wrong_usage(command: str, options: list[str], words: str) -> None:
    result = kf(command, *options)
    assert result.exit_code == 2
    assert words in result.output
    assert not Path("out").exists()


def test_the_status_follows_the_severities() -> None:
    assert kf("validate").exit_code == 0
    assert kf("validate", "--strict").exit_code == 1
    write(Path("kfexport.toml"), 'severity = { KF019 = "info", KF305 = "info" }\n')
    assert kf("validate", "--strict").exit_code == 0
    write(Path("kfexport.toml"), 'severity.KF019 = "error"\n')
    assert kf("validate").exit_code == 1
    assert kf("build").exit_code == 1
    assert not Path("out").exists()
    write(Path("kfexport.toml"), "severity = 3\n")
    assert kf("validate").exit_code == 1
    assert kf("validate", "--config", "nope.toml").exit_code == 3


def test_standard_input_is_of_the_working_folder() -> None:
    write(Path("kfexport.toml"), 'ignore = ["KF305"]\n')
    assert codes(kf("validate", "-", "--format", "json", stdin=TEX)) == []
    assert codes(kf("validate", "-", "--format", "json", "--isolated", stdin=TEX)) == ["KF305"]


def test_statistics() -> None:
    write(Path("source", "r.yaml"), TEX.replace("id: pods", "id: r").replace("What is", "Who is"))
    result = kf("validate", "--statistics")
    assert result.output.endswith(
        "4 questions in 2 files: no errors, 3 warnings\n\n"
        "2  KF305  warning  tex-brackets\n1  KF019  warning  empty-value\n"
    )
    assert kf("validate", "--statistics", "--ignore", "ALL").output == (
        "4 questions in 2 files: no errors, no warnings\n"
    )
    built = kf("build", "-t", "canvas", "--statistics", "--ignore", "KF305")
    assert built.output.endswith("\n\n2  KF403  info     not-of-this-target\n1  KF019  warning  empty-value\n")


def test_statistics_leave_a_report_for_programs_as_it_is() -> None:
    result = kf("validate", "--statistics", "--format", "json")
    assert codes(result) == ["KF019", "KF305"]
    assert result.stderr == "\n1  KF019  warning  empty-value\n1  KF305  warning  tex-brackets\n"


def test_the_list_of_findings() -> None:
    lines = kf("rules").stdout.splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("KF")]
    assert listed == sorted({*CODES, *registry.rules()})
    assert "KF001  error    always  unreadable-file" in lines
    assert "KF019  warning  on      empty-value" in lines
    assert "KF203  error    on      equal-choices" in lines
    assert "KF403  info     on      not-of-this-target" in lines


def test_the_list_follows_the_configuration() -> None:
    write(Path("kfexport.toml"), 'ignore = ["KF019", "KF203"]\nseverity.KF403 = "error"\nselect = ["KF311"]\n')
    lines = kf("rules").stdout.splitlines()
    assert "KF019  warning  off     empty-value" in lines
    assert "KF203  error    off     equal-choices" in lines
    assert "KF305  warning  off     tex-brackets" in lines
    assert "KF311  warning  on      table-rows" in lines
    assert "KF403  error    on      not-of-this-target" in lines
    assert "KF305  warning  on      tex-brackets" in kf("rules", "--select", "KF305").stdout
    assert "KF305  warning  on      tex-brackets" in kf("rules", "--isolated").stdout


def test_the_list_for_programs() -> None:
    document = json.loads(kf("rules", "--format", "json", "--ignore", "KF305").stdout)
    assert list(document) == ["version", "findings"]
    assert document["version"] == 1
    assert {"code": "KF305", "name": "tex-brackets", "severity": "warning", "state": "off", "options": []} in document[
        "findings"
    ]


def test_the_list_shows_options(monkeypatch: pytest.MonkeyPatch) -> None:
    from kfexport.diagnostics import Severity
    from kfexport.lint.base import Option, Rule

    options = (
        Option(name="most", default=0.5, least=0, most=1, about="How much."),
        Option(name="words", default=("いつも",), about="Which."),
        Option(name="quick", default=True, about="Whether."),
    )
    rule = Rule(code="KF299", name="rich-rule", severity=Severity.WARNING, options=options, on=False)
    rules = {**registry.rules(), "KF299": rule}
    monkeypatch.setattr(registry, "rules", lambda: rules)
    write(Path("kfexport.toml"), "rules.rich-rule.most = 0.75\n")
    text = kf("rules").stdout
    assert (
        "KF299  warning  off     rich-rule\n"
        '                          most = 0.75\n                          words = ["いつも"]\n'
        "                          quick = true\n"
    ) in text
    (listed,) = [f for f in json.loads(kf("rules", "--format", "json").stdout)["findings"] if f["code"] == "KF299"]
    assert listed["options"][0] == {
        "name": "most", "value": 0.75, "default": 0.5, "least": 0, "most": 1, "about": "How much.",
    }  # fmt: skip


def test_a_broken_configuration_is_told_beside_the_list() -> None:
    write(Path("kfexport.toml"), 'ignore = ["nope", "KF019"]\nx = 1\n')
    result = kf("rules")
    assert result.exit_code == 1
    assert "KF019  warning  off     empty-value" in result.stdout
    assert result.stderr.splitlines() == [
        "kfexport.toml:1:11: error KF040: no finding has the code or name “nope”",
        "  fix: `kfexport rules` lists them all.",
        "kfexport.toml:2:1: error KF040: unknown key `x`",
        "  fix: There is `select`, `extend-select`, `ignore`, `severity`, `per-folder`, `rules`.",
    ]
    assert kf("rules", "--config", "nope.toml").exit_code == 3
