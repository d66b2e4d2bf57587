"""Who may import whom: one direction, no way back.

Every import counts, at the top of a module, inside a function or for type checkers alone, and so do dotted names of our
modules in strings, by which the registries import.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sandbox import PACKAGE, ROOT

# Room → what it may know of the others. Beside the rooms of the design there are
# * `codes`, the table of findings: it stands beside `diagnostics` and knows no more than that;
# * `package`, `kfexport/__init__.py`: the version, which anybody may show, and the door to the pipeline.
# Every room may know diagnostics, and the version.
FINDINGS = {"diagnostics", "codes"}
BELOW_PIPELINE = {"model", "richtext", "bank", "lint", "targets", "compare", "history", "edit", "report"}
MAY_KNOW: dict[str, set[str]] = {
    "diagnostics": set(),
    "codes": {"diagnostics"},
    "model": {"diagnostics"},
    "richtext": {"diagnostics", "model"},
    "bank": FINDINGS | {"model", "richtext"},
    "lint": FINDINGS | {"model", "richtext"},
    "targets": FINDINGS | {"model", "richtext"},
    "compare": FINDINGS | {"model"},
    "history": FINDINGS | {"bank", "compare", "model", "richtext"},
    "edit": FINDINGS | {"bank"},
    "report": FINDINGS,
    "spelling": set(),
    "selection": {"model", "spelling"},
    "pipeline": FINDINGS | BELOW_PIPELINE | {"selection", "spelling"},
    # The commands show three tables as they are (the schema, the targets, the matrix) and hand on a record of options.
    "cli": FINDINGS
    | {"pipeline", "report", "bank.schema", "targets.registry", "targets.matrix", "targets.base", "package"},
    "package": {"pipeline"},
    "__main__": {"cli"},
}

# Library → rooms that import it. What is not named here is Python's own, or forbidden.
LIBRARIES: dict[str, set[str]] = {
    "click": {"cli"},
    "yaml": {"bank", "edit"},
    "jsonschema": {"bank"},
    "jsonschema_rs": {"bank"},
    "comrak": {"richtext"},
    "latex2mathml": {"richtext"},
    "lxml": {"bank"},
    "pygments": {"richtext"},
}

MODULES = sorted(PACKAGE.rglob("*.py"))


def dotted(path: Path) -> str:
    """The name of a module below ``kfexport``; empty for the package itself."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {dotted(path) for path in MODULES}


def room(module: str) -> str:
    return module.split(".")[0] or "package"


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """Full dotted names of all modules that a module imports."""
    for node in ast.walk(tree(path)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(level=level) if level:
                pytest.fail(f"{path}: a relative import; name the module in full")
            case ast.ImportFrom(module=str(module), names=names):
                yield from _from(module, [name.name for name in names])
            case ast.Constant(value=str(text)) if re.fullmatch(r"kfexport(\.(?!toml\b)\w+)+", text):
                yield text


def _from(module: str, names: list[str]) -> Iterator[str]:
    if module.split(".")[0] != "kfexport":
        yield module
        return
    for name in names:
        below = f"{module}.{name}"
        yield below if below.removeprefix("kfexport.") in NAMES else module


def ours(path: Path) -> set[str]:
    """What a module imports of kfexport, without that prefix."""
    found = {name for name in imported(path) if name.split(".")[0] == "kfexport"}
    return {"package" if name == "kfexport" else name.removeprefix("kfexport.") for name in found}


def test_imports_are_seen_wherever_they_stand(tmp_path: Path) -> None:
    source = tmp_path / "module.py"
    source.write_text(
        "from typing import TYPE_CHECKING\n"
        "import kfexport.model.quiz as q\n"
        "if TYPE_CHECKING:\n    from kfexport.lint import registry\n"
        "def late():\n    from kfexport.report.text import render\n    import yaml.reader\n"
        "TABLE = 'kfexport.targets.anki'\n"
    )
    assert set(imported(source)) == {
        "typing", "kfexport.model.quiz", "kfexport.lint.registry", "kfexport.report.text", "yaml.reader",
        "kfexport.targets.anki",
    }  # fmt: skip


def test_every_module_has_a_room() -> None:
    assert {room(dotted(path)) for path in MODULES} <= set(MAY_KNOW)
    assert len(MODULES) > 50


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_a_room_knows_only_what_the_table_lets_it(path: Path) -> None:
    own = room(dotted(path))
    allowed = MAY_KNOW[own] | {own, "package"}
    strangers = {module for module in ours(path) if not any(module == a or module.startswith(a + ".") for a in allowed)}
    assert not strangers


@pytest.mark.parametrize("one", ["lint", "targets", "compare", "report"])
def test_the_four_that_never_import_each_other(one: str) -> None:
    others = {"lint", "targets", "compare", "report"} - {one}
    found = {
        f"{dotted(path)} imports {module}"
        for path in MODULES
        if room(dotted(path)) == one
        for module in ours(path)
        if room(module) in others
    }
    assert not found


def test_the_table_goes_one_way() -> None:
    """No room knows, over any number of steps, a room that knows it."""
    reach = {name: {room(known) for known in MAY_KNOW[name]} for name in MAY_KNOW}
    for _ in MAY_KNOW:
        reach = {name: known.union(*(reach[k] for k in known)) for name, known in reach.items()}
    assert not {name for name, known in reach.items() if name in known}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_libraries_stay_in_their_rooms(path: Path) -> None:
    own = room(dotted(path))
    for name in {full.split(".")[0] for full in imported(path)} - {"kfexport"}:
        if name not in sys.stdlib_module_names:
            assert own in LIBRARIES.get(name, set()), f"{name} in {own}"


def test_markdown_has_one_door() -> None:
    """comrak stands behind one module, so that it can be replaced."""
    assert [dotted(path) for path in MODULES if "comrak" in set(imported(path))] == ["richtext.markdown"]


def test_one_module_makes_zip_files_and_writes_to_disk() -> None:
    zips = [dotted(path) for path in MODULES if "zipfile" in set(imported(path))]
    assert zips == ["targets.package"]
    writing = {"write_text", "write_bytes", "mkdir", "unlink", "rmdir", "rename", "touch", "mkstemp"}
    found = {
        dotted(path)
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr in writing
    }
    assert found == {"targets.package"}


@pytest.mark.parametrize("target", ["moodle", "qti21", "anki"])
def test_targets_do_not_know_each_other(target: str) -> None:
    packages = {p.name for p in (PACKAGE / "targets").iterdir() if p.is_dir() and (p / "__init__.py").is_file()}
    assert target in packages
    found = {
        module
        for path in (PACKAGE / "targets" / target).rglob("*.py")
        for module in ours(path)
        if module.split(".")[0] == "targets" and module.split(".")[1] in packages - {target}
    }
    assert not found


def _output(path: Path) -> Iterator[str]:
    """Calls and names by which a module prints, or ends the process."""
    for node in ast.walk(tree(path)):
        match node:
            case ast.Call(func=ast.Name(id="print" | "input" | "exit" | "quit" | "breakpoint" as name)):
                yield name
            case ast.Attribute(value=ast.Name(id="sys"), attr="exit" | "stdout" | "stderr" | "__stdout__" as name):
                yield f"sys.{name}"
            case ast.Attribute(value=ast.Name(id="os"), attr="_exit" | "abort" as name):
                yield f"os.{name}"
            case ast.Name(id="SystemExit"):
                yield "SystemExit"
            case ast.Import(names=names) if any(n.name in ("logging", "warnings") for n in names):
                yield "logging or warnings"


def test_nothing_but_the_commands_prints_or_exits() -> None:
    assert any(_output(PACKAGE / "cli" / "options.py")), "the search finds nothing at all"
    found = {dotted(path): list(_output(path)) for path in MODULES if room(dotted(path)) != "cli"}
    assert {name: what for name, what in found.items() if what} == {}


def test_nothing_reads_clock_or_chance() -> None:
    """Same input, same bytes: outside the progress bar nobody asks for the time, a random number or the folder."""
    suspects = {"time", "datetime", "random", "uuid", "secrets", "locale", "getpass", "socket", "platform"}
    found = {dotted(path): sorted(suspects & set(imported(path))) for path in MODULES if suspects & set(imported(path))}
    assert found == {"cli.options": ["time"]}


def test_the_tree_has_the_folders_of_the_design() -> None:
    assert {p.name for p in ROOT.iterdir() if p.is_dir()} >= {"kfexport", "source", "schemas", "out", "tests"}
