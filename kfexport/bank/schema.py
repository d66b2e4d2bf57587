"""The JSON Schema, and which parts of a quiz break it.

A compiled validator waves valid data through; ``jsonschema``, the reference, looks only at the quiz around the
questions and at those questions that failed. ``wording`` turns its errors into sentences.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path as FilePath
from typing import Any

import jsonschema_rs

from kfexport.diagnostics import Path


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule of the schema that a value breaks."""

    rule: str
    """The keyword, such as ``required``."""
    wanted: Any
    """The keyword's value."""
    instance: Any
    """The value that breaks it."""
    definition: Mapping[str, Any]
    """The part of the schema that holds the keyword."""
    path: Path
    message: str
    """The reference validator's own words."""
    keywords: tuple[str, ...] = ()
    """The keywords on the way to the rule."""


@cache
def text(of: str = "quiz") -> str:
    """A schema as JSON, by what it is of: beside the package in a checkout, inside it in a wheel."""
    name = f"{of}.schema.json"
    packaged = FilePath(__file__).parents[1] / "_schemas" / name
    if not packaged.is_file():
        packaged = FilePath(__file__).parents[2] / "schemas" / name
    return packaged.read_text(encoding="utf-8")


@cache
def schema() -> Mapping[str, Any]:
    """The schema as data; treat it as read-only."""
    loaded: dict[str, Any] = json.loads(text())
    return loaded


@cache
def _question_schema() -> dict[str, Any]:
    return {"$schema": schema()["$schema"], "$ref": "#/$defs/question", "$defs": schema()["$defs"]}


@cache
def _shell_schema() -> dict[str, Any]:
    """The schema with every question allowed: what stands around the questions."""
    return {**schema(), "$defs": {**schema()["$defs"], "question": True}}


@cache
def _fast() -> Any:
    return jsonschema_rs.validator_for(dict(schema()))


@cache
def _fast_question() -> Any:
    return jsonschema_rs.validator_for(_question_schema())


def is_valid(data: Any) -> bool:
    """Whether a whole quiz keeps the schema, by the compiled validator."""
    return bool(_fast().is_valid(data))


def is_valid_question(data: Any) -> bool:
    """Whether one question keeps the schema, by the compiled validator."""
    return bool(_fast_question().is_valid(data))


def shell_violations(data: Any) -> Iterator[Violation]:
    """What is wrong outside the questions, by the reference validator."""
    return _violations("shell", _shell(data), ())


def _shell(data: Any) -> Any:
    """The data with one question in each list for all, since the shell schema does not look at them."""
    if not isinstance(data, dict):
        return data
    shell = {**data}
    if isinstance(data.get("questions"), list):
        shell["questions"] = data["questions"][:1]
    if isinstance(data.get("sections"), list):
        shell["sections"] = [_shell(section) for section in data["sections"]]
    return shell


def question_violations(data: Any, path: Path) -> Iterator[Violation]:
    """What is wrong in the question at ``path``, by the reference validator."""
    return _violations("question", data, path)


def _violations(part: str, data: Any, base: Path) -> Iterator[Violation]:
    for error in _reference(part).iter_errors(data):
        yield Violation(
            str(error.validator),
            error.validator_value,
            error.instance,
            error.schema,
            base + tuple(error.absolute_path),
            error.message,
            tuple(str(step) for step in error.absolute_schema_path),
        )


@cache
def _reference(part: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_shell_schema() if part == "shell" else _question_schema())


def questions(data: Any) -> Iterator[tuple[Path, Any]]:
    """The path and the data of everything that stands where a question is expected."""
    if not isinstance(data, dict):
        return
    for at, items in _question_lists(data):
        if isinstance(items, list):
            for i, item in enumerate(items):
                yield (*at, i), item


def _question_lists(data: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    if "questions" in data:
        yield ("questions",), data["questions"]
    sections = data.get("sections")
    if isinstance(sections, list):
        for i, section in enumerate(sections):
            if isinstance(section, dict) and "questions" in section:
                yield ("sections", i, "questions"), section["questions"]


@cache
def known_keys() -> frozenset[str]:
    """Every key of the format, wherever it stands."""
    found = set(schema()["properties"])
    for definition in schema()["$defs"].values():
        found |= set(definition.get("properties", ()))
    return frozenset(found)


def question_types() -> list[str]:
    """The names of the question types."""
    return list(schema()["$defs"]["common"]["properties"]["type"]["enum"])


def is_quiz(data: Any) -> bool:
    """Whether a file means to be a quiz: it has one of the keys that only a quiz has."""
    return isinstance(data, dict) and any(key in data for key in ("format", "questions", "sections"))
