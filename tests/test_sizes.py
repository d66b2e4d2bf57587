"""Budgets: small modules, small functions, and every public name says what it means."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from sandbox import PACKAGE

MODULES = sorted(PACKAGE.rglob("*.py"))
MODULE_LINES = 350
FUNCTION_LINES = 60
Function = ast.FunctionDef | ast.AsyncFunctionDef


def relative(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def lines(node: Function) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_modules_are_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MODULE_LINES


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_functions_are_small(path: Path) -> None:
    assert {node.name: lines(node) for node in functions(path) if lines(node) > FUNCTION_LINES} == {}


def test_most_are_much_smaller() -> None:
    assert median(len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES) <= 130
    assert median(lines(node) for path in MODULES for node in functions(path)) <= 12


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_functions_say_what_they_return(path: Path) -> None:
    assert [node.name for node in functions(path) if node.returns is None] == []


def undocumented(body: list[ast.stmt], prefix: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            if not ast.get_docstring(node):
                yield prefix + node.name
            if isinstance(node, ast.ClassDef):
                yield from undocumented(node.body, f"{node.name}.")


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_public_names_are_explained(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "the module"
    assert list(undocumented(tree.body)) == []


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_nothing_names_a_machine_or_an_unfinished_thing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for sign in ("TODO", "FIXME", "XXX", "/work/", "/home/", "/tmp/", "C:\\\\Users"):
        assert sign not in text
