"""libyaml's events → plain data, in one pass, with the faults that only the event stream shows.

The result holds ``dict``, ``list``, ``str``, ``bool``, ``int``, ``Decimal`` and ``None`` only. Keys without a value
are left out of their map and remembered. Of positions only those are kept where questions and choices begin;
:mod:`kfexport.bank.positions` finds the others again for those few values that a finding points to.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from kfexport.bank.fields import ALL_TEXT, MAPS_OF_IDS, TYPED, Scalar
from kfexport.bank.tokens import Flaw, comment_flaw, escape_flaws
from kfexport.diagnostics import Span

MAX_DEPTH: Final = 60
"""Levels of nesting."""
MAX_FLAWS: Final = 2000
"""Faults of one kind that are remembered; nobody wrote a file with more by hand."""
_WITH_STARTS: Final = ("questions", "choices")
MAX_EXPANSION: Final = 10
"""How many times larger than the file its aliases may make the data."""


@dataclass(slots=True)
class Built:
    """What a pass over the events gave."""

    data: Any = None
    flaws: list[Flaw] = field(default_factory=list)
    empties: list[tuple[str | int, ...]] = field(default_factory=list)
    """Paths of keys without a value, which are left out of the data."""
    merged: list[tuple[str | int, ...]] = field(default_factory=list)
    """Paths of maps with a merge key, so that they may lack what would have come from there."""
    gaps: list[tuple[str | int, ...]] = field(default_factory=list)
    """Paths of list entries without a value; the data has ``None`` there."""
    starts: dict[tuple[str | int, ...], list[Any]] = field(default_factory=dict)
    """Path of each list of questions, and of choices of a question, that stands in the text itself → the marks where
    its entries begin; ``None`` for what is no map, since a text ends nowhere but at what stands behind it."""
    stopped: Flaw | None = None
    """The flaw at which reading stopped early."""


class Stop(Exception):  # noqa: N818 - it ends the reading, and its flaw is reported
    """Reading cannot go on; the flaw says why."""

    def __init__(self, code: str, span: Span, detail: str = "") -> None:
        super().__init__(code)
        self.flaw = Flaw(code, span, detail)


def span_of(event: Any, above: int = 0) -> Span:
    """The span of an event's marks (which count from 0), in a text with some lines ``above`` it."""
    start, end = event.start_mark, event.end_mark
    return Span(start.line + above + 1, start.column + 1, end.line + above + 1, end.column + 1)


def build(text: str, lost: frozenset[str] = frozenset()) -> Built:
    """Read one document. ``lost`` names anchors that were cut out of it.

    Raises:
        yaml.YAMLError: the text is not YAML; the error carries the place.
    """
    built = Built()
    try:
        _Builder(text, built, lost).document()
    except Stop as stop:
        built.stopped = stop.flaw
    return built


class _Builder:
    """The state of one pass. Methods recurse with the nesting of the data, which is bounded."""

    def __init__(self, text: str, built: Built, lost: frozenset[str]) -> None:
        self.lost = lost
        self.text = text
        self.built = built
        self.next: Callable[[], Any] = yaml.CSafeLoader(text).get_event
        self.path: list[str | int] = []
        self.typed: Mapping[str, Callable[[str], Scalar]] = dict(TYPED)
        """How values are read by their key; empty where all of them are texts."""
        self.anchors: dict[str, tuple[list[Any], int] | None] = {}
        """Name → the events of what it names and its weight; ``None`` while it is being read."""
        self.unused: dict[str, Flaw] = {}
        """Plain texts with an anchor that no alias has used so far."""
        self.doubled_id: dict[str, Any] | None = None
        self.weight = 0
        self.limit = MAX_EXPANSION * max(len(text), 100)
        self.watch_comments = " #" in text
        self.watch_escapes = "\\" in text
        self.watchful = self.watch_comments or self.watch_escapes or "&" in text
        """Whether there is something to see to in scalars besides their tags."""
        self.is_replay = False
        """Whether what comes next was read before."""

    def document(self) -> None:
        self.next()  # the start of the stream
        event = self.next()
        if isinstance(event, yaml.StreamEndEvent):
            return
        self.built.data = self.node(self.next(), None)
        for flaw in self.unused.values():
            self.flaw(flaw)
        self.next()  # the end of the document
        event = self.next()
        if isinstance(event, yaml.DocumentStartEvent):
            raise Stop("KF014", span_of(event))

    def node(self, event: Any, convert: Callable[[str], Scalar] | None) -> Any:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            return self.scalar(event, convert)
        if kind is yaml.AliasEvent:
            return self.alias(event, convert)
        if event.tag is not None:
            self.flaw(Flaw("KF013", span_of(event), event.tag))
        if len(self.path) >= MAX_DEPTH:
            raise Stop("KF007", span_of(event), "depth")
        if event.anchor is not None:
            return self.anchored(event, convert)
        if kind is yaml.SequenceStartEvent:
            return self.sequence(convert)
        told = len(self.built.empties)
        data = self.mapping()
        if self.text.startswith("?", event.start_mark.index):
            span = span_of(event)
            self.flaw(Flaw("KF022", Span(span.line, span.col, span.line, span.col + 1)))
            del self.built.empties[told:]
            return "?"  # a text, or it would be told once more
        return data

    def anchored(self, start: Any, convert: Callable[[str], Scalar] | None) -> Any:
        """A list or map with an anchor: its events are kept, since an alias may stand elsewhere in the format."""
        events, depth = [start], 1
        while depth:
            event = self.next()
            events.append(event)
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        name, start.anchor = start.anchor, None
        self.anchors[name] = None
        before = self.weight
        data = self.replay(events, convert)
        self.anchors[name] = (events, self.weight - before)
        return data

    def replay(self, events: list[Any], convert: Callable[[str], Scalar] | None) -> Any:
        """Build from events that were read before."""
        outer, self.next = (self.next, self.is_replay), iter(events).__next__
        self.is_replay = True
        try:
            return self.node(self.next(), convert)
        finally:
            self.next, self.is_replay = outer

    def alias(self, event: Any, convert: Callable[[str], Scalar] | None) -> Any:
        name = event.anchor
        if name in self.lost:
            return "?"  # it was cut out together with what is wrong there
        if name not in self.anchors:
            raise Stop("KF015", span_of(event), name)
        found = self.anchors[name]
        if found is None:
            raise Stop("KF015", span_of(event), "")
        self.unused.pop(name, None)
        events, weight = found
        if self.weight + weight > self.limit:
            raise Stop("KF007", span_of(event), "aliases")
        first = events[0]
        if isinstance(first, yaml.ScalarEvent):
            self.weight += weight
            if first.style or first.tag is not None:
                return first.value
            return None if not first.value else first.value if convert is None else convert(first.value)
        return self.replay(events, convert)

    def flaw(self, flaw: Flaw) -> None:
        """Remember a flaw, each once, and no more than anybody would read."""
        if len(self.built.flaws) < MAX_FLAWS:
            self.built.flaws.append(flaw)

    def sequence(self, convert: Callable[[str], Scalar] | None) -> list[Any]:
        items: list[Any] = []
        append, path, get = items.append, self.path, self.next
        path.append(0)
        end, scalar, plain_scalar, watchful = yaml.SequenceEndEvent, self.scalar, yaml.ScalarEvent, self.watchful
        starts = self.starts() if len(path) > 1 and path[-2] in _WITH_STARTS else None
        while True:
            event = get()
            kind = type(event)
            if kind is end:
                break
            path[-1] = len(items)
            if starts is not None:
                starts.append(event.start_mark if kind is yaml.MappingStartEvent else None)
            if kind is not plain_scalar:
                value = self.node(event, convert)
            elif watchful or event.tag is not None:
                value = scalar(event, convert)
            else:  # as `scalar` would, without the call
                value = event.value
                if not event.style:
                    value = convert(value) if convert is not None and value else value or None
            if value is None and len(self.built.gaps) < MAX_FLAWS:
                self.built.gaps.append(tuple(path))
            append(value)
        path.pop()
        return items

    def starts(self) -> list[Any] | None:
        """Where the marks of the entries go of the list that begins here, or ``None``: a key of that name may stand
        elsewhere, or a second time, and an alias stands for what is elsewhere."""
        path = tuple(self.path[:-1])
        questions = path[:-2] if path[-1] == "choices" else path
        is_known = len(questions) in (1, 3) and questions[0::2] in (("questions",), ("sections", "questions"))
        if self.is_replay or path in self.built.starts or not is_known:
            return None
        return self.built.starts.setdefault(path, [])

    def mapping(self) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        path, get, scalar, plain_scalar = self.path, self.next, self.scalar, yaml.ScalarEvent
        end, outer = yaml.MappingEndEvent, self.typed
        watchful = self.watchful
        above = path[-1] if path else ""
        if isinstance(above, str) and (above in ALL_TEXT or above.startswith("x-")):
            of_an_id = len(path) > 1 and path[-2] in MAPS_OF_IDS
            if not of_an_id:
                self.typed = {}
        typed = self.typed
        path.append("")
        hollow: set[str] = set()
        while True:
            event = get()
            kind = type(event)
            if kind is end:
                break
            if kind is not plain_scalar:
                raise Stop("KF010", span_of(event), "key")
            key = event.value
            again = merge = False
            if key in entries or key in hollow or key == "<<" or event.tag is not None:
                again = key in entries or key in hollow
                merge = key == "<<" and not event.style
                self.check_key(event, key, entries, again=again, merge=merge)
            path[-1] = key
            event = get()
            convert = typed.get(key)
            if type(event) is not plain_scalar:
                value = self.node(event, convert)
            elif watchful or event.tag is not None:
                value = scalar(event, convert)
            else:
                value = event.value
                if not event.style:
                    value = convert(value) if convert is not None and value else value or None
            if again:
                continue
            if value is None:
                hollow.add(key)
                if len(self.built.empties) < MAX_FLAWS:
                    self.built.empties.append(tuple(path))
            elif not merge:
                entries[key] = value
        path.pop()
        self.typed = outer
        return entries

    def check_key(self, event: Any, key: str, entries: dict[str, Any], *, again: bool, merge: bool) -> None:
        if again:
            # A second id means that a dash is missing; the other keys of that entry are doubles only for that reason.
            if self.doubled_id is not entries:
                self.flaw(Flaw("KF011", span_of(event), key))
            if key == "id":
                self.doubled_id = entries
        elif merge:
            self.flaw(Flaw("KF012", span_of(event)))
            self.built.merged.append(tuple(self.path[:-1]))
        if event.tag is not None:
            self.flaw(Flaw("KF013", span_of(event), event.tag))

    def scalar(self, event: Any, convert: Callable[[str], Scalar] | None) -> Any:
        value: str = event.value
        self.weight += len(value) + 1
        style = event.style
        data: Any = value
        if event.tag is not None:
            self.flaw(Flaw("KF013", span_of(event), event.tag))
            data = value or event.tag  # not empty, or that would be told as well
        elif not style:
            data = self.plain(event, value, convert)
        elif style == '"' and self.watch_escapes:
            for flaw in escape_flaws(self.text, event):
                self.flaw(flaw)
        if event.anchor is not None:
            self.anchors[event.anchor] = ([event], len(value) + 1)
            if not style and value:
                self.unused[event.anchor] = Flaw("KF021", span_of(event), event.anchor)
        return data

    def plain(self, event: Any, value: str, convert: Callable[[str], Scalar] | None) -> Any:
        if self.watch_comments and self.text.startswith(" #", event.end_mark.index):
            flaw = comment_flaw(self.text, event, self.path, prose=not self.typed)
            if flaw is not None:
                self.flaw(flaw)
        if not value:
            return None
        return value if convert is None else convert(value)
