"""Where each value of a YAML text stands: a second pass over the events, made only when a finding asks for it."""

from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from kfexport.bank.builder import MAX_DEPTH, span_of
from kfexport.diagnostics import Span, Step

_NOWHERE: Final = Span(1, 1, 1, 2)


@dataclass(slots=True)
class Position:
    """The place of one value and of what is in it."""

    span: Span
    key: Span | None = None
    """Where its key stands, if it is a value of a map."""
    style: str = ""
    """``|``, ``>``, ``"``, ``'`` or empty, for a scalar."""
    text: str = ""
    """The value of a scalar."""
    children: dict[Step, "Position"] = field(default_factory=dict)
    first_key: Span | None = None
    repeated: list[tuple[Span, str]] = field(default_factory=list)
    """Where a key of this map is given again, and which."""
    is_alias: bool = False


def index(text: str) -> Position:
    """Positions of all values of a text; where a key stands twice, of the first. Stops in silence at a fault."""
    top = Position(_NOWHERE)
    try:
        get = yaml.CSafeLoader(text).get_event
        get()
        if isinstance(get(), yaml.DocumentStartEvent):
            _node(get, get(), top, {}, 0)
    except (yaml.YAMLError, _Unreadable):
        pass
    return top


class _Unreadable(Exception):  # noqa: N818 - the builder has reported it
    pass


def _node(get: Any, event: Any, into: Position, anchors: dict[str, Position], depth: int) -> None:
    into.span = span_of(event)
    if isinstance(event, yaml.AliasEvent):
        into.is_alias = True
        shared = anchors.get(event.anchor or "")
        if shared is not None:
            into.children, into.first_key = shared.children, shared.first_key
        return
    if event.anchor is not None:
        anchors[event.anchor] = into
    if isinstance(event, yaml.ScalarEvent):
        into.style, into.text = event.style or "", event.value
        return
    if depth >= MAX_DEPTH:
        raise _Unreadable
    end = (_mapping if isinstance(event, yaml.MappingStartEvent) else _sequence)(get, into, anchors, depth + 1)
    into.span = Span(into.span.line, into.span.col, end.end_line, end.end_col)


def _sequence(get: Any, into: Position, anchors: dict[str, Position], depth: int) -> Span:
    while not isinstance(event := get(), yaml.SequenceEndEvent):
        child = Position(_NOWHERE)
        into.children[len(into.children)] = child
        _node(get, event, child, anchors, depth)
    return span_of(event)


def _mapping(get: Any, into: Position, anchors: dict[str, Position], depth: int) -> Span:
    while not isinstance(event := get(), yaml.MappingEndEvent):
        if not isinstance(event, yaml.ScalarEvent):
            raise _Unreadable
        child = Position(_NOWHERE, key=span_of(event))
        into.first_key = into.first_key or child.key
        if into.children.setdefault(event.value, child) is not child and child.key is not None:
            into.repeated.append((child.key, event.value))
        _node(get, get(), child, anchors, depth)
    return span_of(event)
