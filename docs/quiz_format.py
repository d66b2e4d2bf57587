"""The reference of the quiz file, made from its JSON Schema."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import yaml

from kfexport.bank.schema import schema

Node: TypeAlias = Mapping[str, Any]

_COMMON: Final = "common"
_DIALECT: Final = "Markdown."
"""The last word of the description of each key that holds Markdown."""
_MARKDOWN: Final = "[Markdown](writing.md)"
_WIDE: Final = 10_000
"""Columns of an example, so that it stays on one line."""


def reference() -> str:
    """A section for the quiz and for each kind of map in it, with all keys."""
    top = schema()
    definitions = dict(top["$defs"])
    # What each type requires of the keys that all have, all require.
    shared = set.intersection(*(set(definitions[name]["required"]) for name in _types()))
    definitions[_COMMON] = {**definitions[_COMMON], "required": shared}
    return "\n\n".join([_section("Quiz", top), *(_section(title(name), definitions[name]) for name in _order(top))])


def title(name: str) -> str:
    """The heading of a definition."""
    if name == _COMMON:
        return "Every question"
    return f"`{name}`" if name in _types() else name.replace("_", " ").capitalize()


def anchor(heading: str) -> str:
    """The fragment by which GitHub links to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _types() -> list[str]:
    names: list[str] = schema()["$defs"][_COMMON]["properties"]["type"]["enum"]
    return names


def _section(heading: str, node: Node) -> str:
    required = set(node.get("required", ()))
    keys = [_entry(key, child, key in required) for key, child in _own_keys(node)]
    parts = [f"### {heading}", node["description"], "\n".join(keys)]
    if "oneOf" in node:
        names = " and ".join(f"`{key}`" for option in node["oneOf"] for key in option["required"])
        parts.append(f"Exactly one of {names} is required.")
    return "\n\n".join(parts)


def _own_keys(node: Node) -> Iterator[tuple[str, Node]]:
    """The keys of a map, without those that every question has."""
    for key, child in node.get("properties", {}).items():
        if f"/{_COMMON}/" not in child.get("$ref", ""):
            yield key, child


def _entry(key: str, node: Node, required: bool) -> str:
    resolved = {**_resolve(node), **{k: v for k, v in node.items() if k != "$ref"}}
    facts = [_kind(node)]
    if required:
        facts.append("**required**")
    if "default" in resolved:
        facts.append(f"default {_code(resolved['default'])}")
    meaning = _without_dialect(resolved["description"])
    samples = " or ".join(f"`` {line} ``" if "`" in line else f"`{line}`" for line in _samples(key, resolved))
    return f"- **`{key}`** ({'; '.join(facts)}): {meaning}" + (f" Example: {samples}" if samples else "")


def _samples(key: str, node: Node) -> Iterator[str]:
    for value in node.get("examples", ()):
        flow = isinstance(value, list | dict)
        text = yaml.safe_dump({key: value}, default_flow_style=flow, sort_keys=False, allow_unicode=True, width=_WIDE)
        yield text.strip()[1:-1] if flow else text.strip()


def _code(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _one_of(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _without_dialect(description: str) -> str:
    return description.removesuffix(_DIALECT).rstrip()


def _resolve(node: Node) -> Node:
    found: Node = node
    while "$ref" in found:
        target: Any = schema()
        for step in found["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        found = target
    return found


def _kind(node: Node, *, plural: bool = False) -> str:
    """What a value is, in words."""
    if "$ref" in node:
        return _link(node["$ref"].rsplit("/", 1)[1], plural=plural)
    if "const" in node:
        return f"always {_code(node['const'])}"
    if "enum" in node:
        return _one_of([_code(value) for value in node["enum"]])
    types = node["type"] if isinstance(node["type"], list) else [node["type"]]
    if types == ["array"]:
        return _list_kind(node)
    if types == ["object"]:
        name = node["additionalProperties"]["$ref"].rsplit("/", 1)[1]
        return f"map from id to [{name}](#{anchor(title(name))})"
    if types == ["boolean"]:
        return "`true` or `false`"
    if "string" in types:
        return _text_kind(node, plural=plural)
    return _number_kind(node, "whole number" if types == ["integer"] else "number")


def _list_kind(node: Node) -> str:
    least = node.get("minItems", 1)
    items = f"{_MARKDOWN} texts" if _is_markdown(node) else _kind(node["items"], plural=True)
    return f"list of {f'{least} or more ' if least > 1 else ''}{items}"


def _link(name: str, *, plural: bool) -> str:
    if name in ("question", "questions"):
        words, name = "list of [questions]" if name == "questions" else "[questions]", _COMMON
    else:
        words = f"[{name}s]" if plural else "[map]"
    return f"{words}(#{anchor(title(name))})"


def _is_markdown(node: Node) -> bool:
    return str(node.get("description", "")).endswith(_DIALECT)


def _text_kind(node: Node, *, plural: bool) -> str:
    form = node.get("patternErrorMessage", "")
    if form.startswith("Write "):
        return str(form).removeprefix("Write ").rstrip(".")
    word = "[id](#ids)" if form.startswith("Ids ") else _MARKDOWN if _is_markdown(node) else "text"
    return f"{word}s" if plural else word


def _number_kind(node: Node, noun: str) -> str:
    limits = []
    if "exclusiveMinimum" in node:
        limits.append(f"above {node['exclusiveMinimum']}")
    if "minimum" in node:
        limits.append(f"from {node['minimum']}")
    if "maximum" in node:
        limits.append(f"up to {node['maximum']}")
    return " ".join([noun, *limits])


def _order(top: Node) -> list[str]:
    """The definitions in the order of reading: sections, questions, each type with the maps that it holds, the rest."""
    found: list[str] = []

    def add(name: str) -> None:
        node = top["$defs"][name]
        if name in found or "properties" not in node or "allOf" in node:
            return
        found.append(name)
        for _, child in _own_keys(node):
            for inner in _references(child):
                add(inner)

    for name in ("section", _COMMON, *top["$defs"][_COMMON]["properties"]["type"]["enum"], *top["$defs"]):
        add(name)
    return found


def _references(node: Any) -> Iterator[str]:
    """The definitions that a part of the schema names, at whatever depth."""
    if isinstance(node, Mapping):
        if "$ref" in node:
            yield node["$ref"].rsplit("/", 1)[1]
        for child in node.values():
            yield from _references(child)
    elif isinstance(node, list):
        for child in node:
            yield from _references(child)
