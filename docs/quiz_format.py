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
_INLINE: Final = "Inline"
"""The word before it, where a text is inline Markdown."""
_MARKDOWN: Final = "[Markdown](writing.md)"
_WIDE: Final = 10_000
"""Columns of an example, so that it stays on one line."""


def reference() -> str:
    """A section for the quiz and for each kind of map in it, with all keys."""
    top = schema()
    definitions = dict(top["$defs"])
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
    keys = [_entry(key, child, _need(node, key)) for key, child in _own_keys(node)]
    parts = [f"### {heading}", node["description"], "\n".join(keys)]
    if "oneOf" in node:
        names = " and ".join([", ".join(_alternatives(node)[:-1]), _alternatives(node)[-1]])
        parts.append(f"Exactly one of {names} is required.")
    kinds = [_link(name, plural=False, word=title(name).lower()) for name in _kinds(node)]
    if kinds:
        parts.append(f"The other keys are those of a {_one_of(kinds)}.")
    return "\n\n".join(part for part in parts if part)


def _alternatives(node: Node) -> list[str]:
    return [f"`{key}`" for option in node["oneOf"] for key in option["required"]]


def _kinds(node: Node) -> list[str]:
    """The definitions among which the other keys of a map decide."""
    return list(dict.fromkeys(_references({key: node[key] for key in ("then", "else") if key in node})))


def _need(node: Node, key: str) -> str:
    """Whether a key is required; of those that every question can have, in which types it is not."""
    if node is not schema()["$defs"][_COMMON]:
        return "**required**" if key in node.get("required", ()) else ""
    types = {name: schema()["$defs"][name] for name in _types()}
    free = [f"`{name}`" for name, found in types.items() if key not in found["required"]]
    without = [f"`{name}`" for name, found in types.items() if key not in found["properties"]]
    if len(free) < len(types):
        return "**required**" + (f", but in {_one_of(free)}" if free else "")
    return f"not in {_one_of(without)}" if without else ""


def _own_keys(node: Node) -> Iterator[tuple[str, Node]]:
    """The keys of a map, without those that every question has."""
    for key, child in node.get("properties", {}).items():
        if f"/{_COMMON}/" not in child.get("$ref", ""):
            yield key, child


def _entry(key: str, node: Node, need: str) -> str:
    resolved = {**_resolve(node), **{k: v for k, v in node.items() if k != "$ref"}}
    facts = [_kind(node)]
    if need:
        facts.append(need)
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
    return description.removesuffix(_DIALECT).rstrip().removesuffix(_INLINE).rstrip()


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
    if node.get("maxItems") == least:
        return f"list of {least} {_kind(node['items'], plural=True)}s"
    items = f"{_dialect(node)} texts" if _is_markdown(node) else _kind(node["items"], plural=True)
    return f"list of {f'{least} or more ' if least > 1 else ''}{items}"


def _link(name: str, *, plural: bool, word: str = "map") -> str:
    if name in ("question", "questions"):
        words, name = "list of [questions]" if name == "questions" else "[questions]", _COMMON
    else:
        words = f"[{name.replace('_', ' ')}s]" if plural else f"[{word}]"
    return f"{words}(#{anchor(title(name))})"


def _is_markdown(node: Node) -> bool:
    return str(node.get("description", "")).endswith(_DIALECT)


def _dialect(node: Node) -> str:
    inline = str(node["description"]).removesuffix(_DIALECT).rstrip().endswith(_INLINE)
    return f"inline {_MARKDOWN}" if inline else _MARKDOWN


def _text_kind(node: Node, *, plural: bool) -> str:
    form = node.get("patternErrorMessage", "")
    if form.startswith("Write "):
        return str(form).removeprefix("Write ").rstrip(".")
    word = "[id](#ids)" if form.startswith("Ids ") else _dialect(node) if _is_markdown(node) else "text"
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
        for part in (*(child for _, child in _own_keys(node)), {key: node.get(key) for key in ("then", "else")}):
            for inner in _references(part):
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
