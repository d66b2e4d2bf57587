"""Where each value of a YAML text stands: a second pass over the events, made only when a finding asks for it.

The pass goes no farther than what was asked for: a finding in the first question of a big bank costs next to nothing.
Where it is known beforehand what will be asked for, nothing else is kept: the positions of a whole bank take ten times
the memory of its text. And where it is known where a question begins, that question alone is read.
"""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import yaml

from kfexport.bank.builder import MAX_DEPTH, span_of
from kfexport.diagnostics import Path, Span, Step

_NOWHERE: Final = Span(1, 1, 1, 2)
_AT_ONCE: Final = 256
"""Events that are read together."""
_AT_ONCE_IN_A_PART: Final = 16
_NO_CHILDREN: Final[Any] = MappingProxyType({})

Wanted: TypeAlias = "dict[Step, Wanted]"
"""What will be asked for below a value, by step."""

_NOTHING: Final[Wanted] = {}
_DEEPER: Final[dict[Any, int]] = {
    yaml.MappingStartEvent: 1,
    yaml.SequenceStartEvent: 1,
    yaml.MappingEndEvent: -1,
    yaml.SequenceEndEvent: -1,
}


def wanted(paths: Iterable[Path]) -> Wanted:
    """What will be asked for, from the paths of the values."""
    top: Wanted = {}
    for path in paths:
        here = top
        for step in path:
            here = here.setdefault(step, {})
    return top


class AliasFoundError(Exception):
    """There is an alias where something was asked for: only the positions of all values tell what it stands for."""


class Position:
    """The place of one value. A big file has hundreds of thousands, so they hold events and no more."""

    __slots__ = ("_above", "_end", "_key", "children", "count", "event", "is_open", "repeated", "wanted")

    def __init__(self, event: Any, key: Any, wanted: "Wanted | None" = None, above: int = 0) -> None:
        self.event = event
        self._key = key
        self._above = above
        self._end: Any = None
        self.wanted = wanted
        """What is kept of what is in it, beside the first value; ``None`` for all."""
        self.count = 0
        """Entries of a list, as far as it has been read."""
        self.children: dict[Step, Position] = _NO_CHILDREN
        """What is in a list or map, as far as it has been read."""
        self.repeated: list[tuple[Span, str]] | None = None
        """Where a key of this map is given again, and which."""
        self.is_open = False
        """Whether the end of this list or map has not been read yet."""

    def enter(self) -> None:
        """What follows is in this list or map."""
        self.children, self.is_open = {}, True

    def leave(self, event: Any) -> None:
        """The event is the end of this list or map."""
        self._end, self.is_open = event, False

    @property
    def span(self) -> Span:
        """Where the value stands."""
        if self.event is None:
            return _NOWHERE
        start, end = self.event.start_mark, (self._end or self.event).end_mark
        above = self._above + 1
        return Span(start.line + above, start.column + 1, end.line + above, end.column + 1)

    @property
    def key(self) -> Span | None:
        """Where its key stands, if it is a value of a map."""
        return span_of(self._key, self._above) if self._key is not None else None

    @property
    def first_key(self) -> Span | None:
        """Where the first key of this map stands."""
        return next((child.key for child in self.children.values()), None)

    @property
    def is_alias(self) -> bool:
        """Whether an alias stands here for the value."""
        return isinstance(self.event, yaml.AliasEvent)

    @property
    def is_list(self) -> bool:
        """Whether it is a list that stands here itself."""
        return isinstance(self.event, yaml.SequenceStartEvent)

    @property
    def style(self) -> str:
        """``|``, ``>``, ``"``, ``'`` or empty, for a scalar."""
        return getattr(self.event, "style", None) or ""

    @property
    def text(self) -> str:
        """The value of a scalar."""
        return getattr(self.event, "value", "")


class _Unreadable(Exception):  # noqa: N818 - the builder has reported it
    """There is no going on."""


class Index:
    """The positions of a text; where a key stands twice, of the first. Ends in silence at a fault: others tell it.

    With ``asked`` it knows those alone, and raises :class:`AliasFoundError` where that does not do. The text may be a
    part of another, which has some lines ``above`` it.
    """

    def __init__(self, text: str, asked: "Wanted | None" = None, above: int | None = None) -> None:
        self._get = yaml.CSafeLoader(text).get_event
        self._above = above or 0
        self._at_once = _AT_ONCE if above is None else _AT_ONCE_IN_A_PART
        self.is_broken = False
        """Whether reading has met a fault."""
        self._open: list[Position] = []
        """The lists and maps around what comes next."""
        self._key: Any = None
        """The key whose value comes next."""
        self._anchors: dict[str, Position] = {}
        self._passed = 0
        """How deep what comes next is in something that nobody asked for."""
        self.top = Position(None, None)
        try:
            self._get()  # the start of the stream
            if isinstance(self._get(), yaml.DocumentStartEvent):
                self.top = self._value(self._get(), asked)
        except yaml.YAMLError:
            self.is_broken = True

    def child(self, position: Position, step: Step) -> Position | None:
        """What is at ``step`` of a list or map; its own inside may not have been read."""
        while position.is_open and step not in position.children:
            self._read()
        return position.children.get(step)

    def first_key(self, position: Position) -> Span | None:
        """Where the first key of a map stands; ``None`` for a list and an empty map."""
        while position.is_open and not position.children:
            self._read()
        return position.first_key

    def whole(self, position: Position) -> Position:
        """The position, read to its end."""
        while position.is_open:
            self._read()
        return position

    def _read(self) -> None:
        """Read some events more."""
        get, around = self._get, self._open
        try:
            for _ in range(self._at_once):
                event = get()
                kind = type(event)  # libyaml makes no others, and this is asked of every event of a file
                if self._passed:
                    self._passed += _DEEPER.get(kind, 0)
                    continue
                inner = around[-1]
                if kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                    around.pop().leave(event)
                    if not around:
                        return
                elif type(inner.event) is yaml.SequenceStartEvent:
                    self._add(inner, inner.count, event)
                    inner.count += 1
                elif self._key is not None:
                    self._add(inner, self._key.value, event)
                    self._key = None
                elif kind is yaml.ScalarEvent:
                    self._key = event
                else:
                    raise _Unreadable
        except (yaml.YAMLError, _Unreadable):
            self.is_broken = True
            for position in around:
                position.is_open = False

    def _add(self, parent: Position, step: Step, event: Any) -> None:
        """What begins here is the value at ``step`` of a list or map."""
        below = parent.wanted
        if below is not None:
            if step not in below and parent.children:
                self._passed = max(0, _DEEPER.get(type(event), 0))
                return
            below = below.get(step, _NOTHING)
        value = self._value(event, below)
        if parent.children.setdefault(step, value) is not value:
            if parent.repeated is None:
                parent.repeated = []
            parent.repeated.append((span_of(self._key, self._above), str(step)))

    def _value(self, event: Any, below: "Wanted | None") -> Position:
        """The position of the value that begins here."""
        position = Position(event, self._key, below, self._above)
        if type(event) is yaml.ScalarEvent and event.anchor is None:
            return position
        if below is not None and isinstance(event, yaml.AliasEvent):
            raise AliasFoundError
        if isinstance(event, yaml.AliasEvent):
            shared = self._anchors.get(event.anchor or "")
            if shared is not None:
                position.children = shared.children
            return position
        if event.anchor is not None:
            self._anchors[event.anchor] = position
        if isinstance(event, yaml.CollectionStartEvent):
            if len(self._open) >= MAX_DEPTH:
                raise _Unreadable
            position.enter()
            self._open.append(position)
        return position
