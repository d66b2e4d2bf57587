"""The tables are whole: every rule, target and report format is in its table, and every entry keeps its promise."""

import ast
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from sandbox import PACKAGE, ROOT, quiz, write

import kfexport.lint
import kfexport.report
from kfexport import pipeline
from kfexport.codes import CODES
from kfexport.diagnostics import Severity
from kfexport.lint import registry as rules
from kfexport.model import Essay, Quiz, Section
from kfexport.model.questions import QUESTION_TYPES
from kfexport.report import registry as reports
from kfexport.report.base import Results
from kfexport.targets import matrix, registry
from kfexport.targets.base import Artifact, Capabilities, Kept, Losses, Support, WriteOptions
from kfexport.targets.features import FEATURES

BUILT_IN = ("moodle", "qti21", "anki", "canvas")
KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


# --- rules ------------------------------------------------------------------------------------------------------------


def rule_modules() -> dict[str, str]:
    """Module → code, for every module of the folder that has a rule."""
    modules = {name: import_module(f"kfexport.lint.{name}") for name in module_names()}
    return {name: module.RULE.code for name, module in modules.items() if hasattr(module, "RULE")}


def module_names() -> set[str]:
    walked = pkgutil.walk_packages(kfexport.lint.__path__, "kfexport.lint.")
    return {info.name.removeprefix("kfexport.lint.") for info in walked}


def test_every_rule_is_in_the_table_and_every_entry_is_a_rule() -> None:
    found = rule_modules()
    assert len(found) >= 10
    assert sorted(found.values()) == sorted(rules.rules())


def test_every_module_of_the_folder_is_a_rule_or_says_what_rules_are() -> None:
    helpers = {"writing", "writing.chance", "writing.lines", "writing.looks", "writing.words"}
    assert module_names() - set(rule_modules()) <= {"base", "registry", *helpers}


def test_codes_of_rules_are_no_codes_of_the_table() -> None:
    assert not set(rules.rules()) & set(CODES)
    assert len(set(rule_modules().values())) == len(rule_modules())


def test_the_table_of_codes_gives_no_code_twice() -> None:
    """A mapping would hide it, so the source is read."""
    tree = ast.parse((PACKAGE / "codes.py").read_text(encoding="utf-8"))
    given = [
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "CodeInfo"
        and isinstance(node.args[0], ast.Constant)
    ]
    assert len(given) == len(set(given)) == len(CODES)


def test_names_are_kebab_case_and_each_belongs_to_one_code() -> None:
    names = [*(info.name for info in CODES.values()), *(rule.name for rule in rules.rules().values())]
    assert [name for name in names if not KEBAB.fullmatch(name)] == []
    assert len(names) == len(set(names)) == len(pipeline.code_names())


def test_codes_stand_in_their_ranges() -> None:
    assert {code[:3] for code in CODES} <= {"KF0", "KF1", "KF4", "KF5"}
    assert {code[:3] for code in rules.rules()} <= {"KF2", "KF3"}
    assert [c for c in (*CODES, *rules.rules()) if not re.fullmatch(r"KF[0-9]{3}", c)] == []


def test_every_code_says_what_it_means_and_what_to_do() -> None:
    for info in CODES.values():
        assert info.about.endswith("."), info.code
        assert info.cure.endswith("."), info.code


def used_codes() -> dict[str, set[str]]:
    """Code → modules whose source names it as a string."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and re.fullmatch(r"KF[0-9]{3}", str(node.value)):
                found.setdefault(str(node.value), set()).add(path.relative_to(PACKAGE).as_posix())
    return found


def test_every_code_that_is_used_is_known_and_every_known_one_is_used() -> None:
    used = used_codes()
    assert set(used) == set(CODES) | set(rules.rules())
    assert [code for code in CODES if used[code] == {"codes.py"}] == []


@pytest.mark.parametrize("code", list(rules.rules()))
def test_the_docs_of_a_rule_have_their_four_parts(code: str) -> None:
    docs = rules.documentation(code)
    found = [line.split(":")[0] for line in docs.splitlines() if re.match(r"(What|Why|Fails|Passes):", line)]
    assert found == ["What", "Why", "Fails", "Passes"]
    title = docs.splitlines()[0]
    assert title.endswith(".")
    assert docs.splitlines()[1] == ""
    for part in re.split(r"^(?:What|Why|Fails|Passes):", docs, flags=re.MULTILINE)[1:]:
        assert part.strip()


@pytest.mark.parametrize("code", list(rules.rules()))
def test_a_rule_looks_at_something(code: str) -> None:
    rule = rules.rules()[code]
    assert rule.check or rule.check_text or rule.check_all
    assert isinstance(rule.severity, Severity)
    assert rule.check_text or not rule.signs


def test_documentation_of_no_rule() -> None:
    with pytest.raises(KeyError):
        rules.documentation("KF999")


# --- targets ----------------------------------------------------------------------------------------------------------


def test_the_targets() -> None:
    assert tuple(name for name in registry.specs() if name in BUILT_IN) == BUILT_IN
    assert registry.default_names() == BUILT_IN
    with pytest.raises(KeyError):
        registry.load("moddle")


def test_every_target_of_the_folder_is_in_the_table() -> None:
    packages = {p.name for p in (PACKAGE / "targets").iterdir() if (p / "__init__.py").is_file()}
    assert {f"kfexport.targets.{name}" for name in packages} == {
        spec.module for spec in registry.specs().values() if spec.module.startswith("kfexport.")
    }


def test_targets_own_the_names_of_the_design() -> None:
    owns = {name: registry.specs()[name].owns for name in BUILT_IN}
    assert owns == {
        "moodle": ("moodle/{id}.xml",),
        "qti21": ("qti21/{id}.zip",),
        "anki": ("anki/{id}/",),
        "canvas": ("canvas/{id}.zip",),
    }


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_target_keeps_the_protocol(name: str) -> None:
    target = registry.load(name)
    assert isinstance(target.CAPABILITIES, Capabilities)
    assert list(inspect.signature(target.write).parameters) == ["quiz", "options", "losses"]
    question = Essay(id="why", prompt="Why?", model_answer="So.")
    model = Quiz(id="q", title="Q", lang="en", sections=(Section(id=None, questions=(question,)),))
    losses = Losses(name)
    artifact = target.write(model, WriteOptions(), losses)
    assert isinstance(artifact, Artifact)
    assert artifact.files
    allowed = [pattern.format(id="q") for pattern in registry.specs()[name].owns]
    for path, content in artifact.files.items():
        assert isinstance(content, bytes)
        assert path in allowed or any(path.startswith(name) for name in allowed if name.endswith("/")), path
    assert {d.target for d in losses.found} <= {name}


@pytest.mark.parametrize("name", BUILT_IN)
def test_capabilities_name_every_type_and_feature_and_no_more(name: str) -> None:
    capabilities = registry.load(name).CAPABILITIES
    assert set(capabilities.types) == set(QUESTION_TYPES)
    assert set(capabilities.features) == set(FEATURES)


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_not_fully_kept_says_what_happens_instead(name: str) -> None:
    capabilities = registry.load(name).CAPABILITIES
    for what, support in {**capabilities.types, **capabilities.features}.items():
        assert isinstance(support, Support)
        assert bool(support.instead) is (support.kept is not Kept.YES), what
        assert not support.instead.endswith("."), what


def test_features_have_names_and_summaries() -> None:
    assert [name for name in FEATURES if not KEBAB.fullmatch(name)] == []
    assert len({f.summary for f in FEATURES.values()}) == len(FEATURES)
    assert [name for name, feature in FEATURES.items() if feature.name != name] == []


def test_the_matrix_has_a_row_for_every_type_and_feature() -> None:
    names = [row.name for row in matrix.rows(BUILT_IN)]
    assert names == [*QUESTION_TYPES, *(feature.summary for feature in FEATURES.values())]
    assert {len(row.support) for row in matrix.rows(BUILT_IN)} == {4}
    assert {kept: matrix.word(Support(kept)) for kept in Kept}.keys() == set(Kept)


def test_the_matrix_shows_what_a_type_is_denied() -> None:
    """A cell that is not true of every type has a mark, and each exception has a name."""
    rows = {row.name: row for row in matrix.rows(BUILT_IN)}
    assert [rows["hints"].mark(i) for i in range(3)] == ["*", "", ""]
    for i, target in enumerate(BUILT_IN):
        table = registry.load(target).CAPABILITIES
        listed = matrix.exceptions(list(rows.values()), i)
        named = {(kind, name): support for (kind, support), names in listed.items() for name in names}
        assert named == {
            (kind, FEATURES[feature].summary): support
            for (kind, feature), support in table.exceptions.items()
            if support != table.features[feature]
        }


THIRD_PARTY = '''\
"""A target of somebody else."""
from types import MappingProxyType
from kfexport.model.questions import QUESTION_TYPES
from kfexport.targets.base import YES, Artifact, Capabilities
from kfexport.targets.features import FEATURES

CAPABILITIES = Capabilities(types={t: YES for t in QUESTION_TYPES}, features={f: YES for f in FEATURES})


def write(quiz, options, losses):
    return Artifact({f"plain/{quiz.id}/quiz.txt": quiz.title.encode()})
'''


@pytest.fixture
def third_party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package that registers the targets `plain` and, cheekily, `moodle`."""
    write(tmp_path / "lib" / "plain_target.py", THIRD_PARTY)
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    points = [
        EntryPoint("plain", "plain_target", "kfexport.targets"),
        EntryPoint("moodle", "plain_target", "kfexport.targets"),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == "kfexport.targets" else [])
    registry.specs.cache_clear()
    yield
    registry.specs.cache_clear()
    sys.modules.pop("plain_target", None)


@pytest.mark.usefixtures("third_party")
def test_somebody_else_registers_a_target(tmp_path: Path) -> None:
    assert list(registry.specs()) == [*BUILT_IN, "qti21-blackboard", "plain"]
    assert registry.default_names() == BUILT_IN
    assert registry.load("moodle").__name__ == "kfexport.targets.moodle"  # type: ignore[attr-defined]
    source = write(tmp_path / "pods.yaml", quiz().replace("type: essay\n", "type: essay\n    omit: [plain, anki]\n"))
    assert pipeline.validate([source]).ok
    source.write_text(quiz())
    report = pipeline.build([source], targets=["plain"], out=tmp_path / "out")
    assert report.written == (str(tmp_path / "out" / "plain" / "pods" / "quiz.txt"),)
    assert (tmp_path / "out" / "plain" / "pods" / "quiz.txt").read_bytes() == b"Pods"


# --- reports ----------------------------------------------------------------------------------------------------------


def test_report_formats() -> None:
    assert reports.FORMATS == ("text", "json", "github", "gitlab", "junit", "sarif")
    modules = {info.name for info in pkgutil.iter_modules(kfexport.report.__path__)}
    assert modules - {"base", "registry", "places", "job_summary"} == set(reports.FORMATS)
    with pytest.raises(KeyError):
        reports.load("xml")


def test_endings_of_reports() -> None:
    assert {name for names in reports.ENDINGS.values() for name in names} == set(reports.FORMATS)
    assert {ending: names[0] for ending, names in reports.ENDINGS.items()} == {
        ".sarif": "sarif", ".sarif.json": "sarif", ".json": "json", ".xml": "junit", ".txt": "text", ".log": "text",
    }  # fmt: skip


@pytest.mark.parametrize("name", reports.FORMATS)
@pytest.mark.parametrize("color", [False, True])
def test_a_report_of_nothing_ends_in_a_line_end(name: str, color: bool) -> None:
    text = reports.load(name)(Results(diagnostics=(), questions=0, files=0, names={}), color=color)
    assert text.endswith("\n")
    assert "\x1b" not in text


# --- the way from a name to a file ------------------------------------------------------------------------------------


def test_the_schema_lies_where_editors_look_for_it() -> None:
    for path in (ROOT / "source").glob("*.yaml"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert first == "# yaml-language-server: $schema=../schemas/quiz.schema.json"
        assert (path.parent / "../schemas/quiz.schema.json").is_file()
