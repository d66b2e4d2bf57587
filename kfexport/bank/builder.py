"""libyaml's events → plain data, in one pass, with the faults that only the event stream shows.

The result holds ``dict``, ``list``, ``str``, ``bool``, ``int``, ``Decimal`` and ``None`` only. Keys without a value
are left out of their map and remembered. Positions are not kept: :mod:`kfexport.bank.positions` finds them again
for those few values that a finding points to.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from kfexport.bank.fields import ALL_TEXT, NOT_PROSE, TYPED, Scalar
from kfexport.diagnostics import Span

MAX_DEPTH: Final = 60
"""Levels of nesting."""
MAX_EXPANSION: Final = 10
"""How many times larger than the file its aliases may make the data."""

_LATEX_WORD: Final = re.compile(r"\\n(?:abla|eq|eg|ot|u|i|e|mid|otin|ewline|leq|geq|exists|parallel)(?![a-z])")
_CONTROL_ESCAPE: Final = re.compile(r"\\(?:\\|([trabfve0]|x[01][0-9A-Fa-f]|u00[01][0-9A-Fa-f]))")


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong that the event stream shows: a code and what :mod:`kfexport.bank.wording` needs to word it."""

    code: str
    span: Span
    detail: str = ""


@dataclass(slots=True)
class Built:
    """What a pass over the events gave."""

    data: Any = None
    flaws: list[Flaw] = field(default_factory=list)
    empties: list[tuple[str | int, ...]] = field(default_factory=list)
    """Paths of keys without a value, which are left out of the data."""
    gaps: list[tuple[str | int, ...]] = field(default_factory=list)
    """Paths of list entries without a value; the data has ``None`` there."""
    complete: bool = True
    """False where reading stopped early at one of the flaws."""


class Stop(Exception):  # noqa: N818 - it ends the reading, and its flaw is reported
    """Reading cannot go on; the flaw says why."""

    def __init__(self, code: str, span: Span, detail: str = "") -> None:
        super().__init__(code)
        self.flaw = Flaw(code, span, detail)


def span_of(event: Any) -> Span:
    """The span of an event's marks (which count from 0)."""
    start, end = event.start_mark, event.end_mark
    return Span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def build(text: str) -> Built:
    """Read one document.

    Raises:
        yaml.YAMLError: the text is not YAML; the error carries the place.
    """
    built = Built()
    try:
        _Builder(text, built).document()
    except Stop as stop:
        built.flaws.append(stop.flaw)
        built.complete = False
    return built


class _Builder:
    """The state of one pass. Methods recurse with the nesting of the data, which is bounded."""

    def __init__(self, text: str, built: Built) -> None:
        self.text = text
        self.built = built
        self.next: Callable[[], Any] = yaml.CSafeLoader(text).get_event
        self.path: list[str | int] = []
        self.typed: Mapping[str, Callable[[str], Scalar]] = TYPED
        """How values are read by their key; empty where all of them are texts."""
        self.anchors: dict[str, tuple[Any, int] | None] = {}
        self.unused: dict[str, Flaw] = {}
        """Plain texts with an anchor that no alias has used so far."""
        self.doubled_id: dict[str, Any] | None = None
        self.weight = 0
        self.limit = MAX_EXPANSION * max(len(text), 100)
        self.watch_comments = " #" in text
        self.watch_escapes = "\\" in text

    def document(self) -> None:
        self.next()  # the start of the stream
        event = self.next()
        if isinstance(event, yaml.StreamEndEvent):
            return
        self.built.data = self.node(self.next(), None)
        self.built.flaws += self.unused.values()
        self.next()  # the end of the document
        event = self.next()
        if isinstance(event, yaml.DocumentStartEvent):
            raise Stop("KF014", span_of(event))

    def node(self, event: Any, convert: Callable[[str], Scalar] | None) -> Any:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            return self.scalar(event, convert)
        if kind is yaml.AliasEvent:
            return self.alias(event)
        if event.tag is not None:
            self.built.flaws.append(Flaw("KF013", span_of(event), event.tag))
        if len(self.path) >= MAX_DEPTH:
            raise Stop("KF007", span_of(event), "depth")
        anchor, before = event.anchor, self.weight
        if anchor is not None:
            self.anchors[anchor] = None
        if kind is yaml.MappingStartEvent:
            told = len(self.built.empties)
            data: Any = self.mapping()
            if self.text.startswith("?", event.start_mark.index):
                span = span_of(event)
                self.built.flaws.append(Flaw("KF022", Span(span.line, span.col, span.line, span.col + 1)))
                data = "?"  # a text, or it would be told once more
                del self.built.empties[told:]
        else:
            data = self.sequence(convert)
        if anchor is not None:
            self.anchors[anchor] = (data, self.weight - before)
        return data

    def sequence(self, convert: Callable[[str], Scalar] | None) -> list[Any]:
        items: list[Any] = []
        append, path, get = items.append, self.path, self.next
        path.append(0)
        end, scalar, plain_scalar = yaml.SequenceEndEvent, self.scalar, yaml.ScalarEvent
        while True:
            event = get()
            kind = type(event)
            if kind is end:
                break
            path[-1] = len(items)
            value = scalar(event, convert) if kind is plain_scalar else self.node(event, convert)
            if value is None:
                self.built.gaps.append(tuple(path))
            append(value)
        path.pop()
        return items

    def mapping(self) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        path, get, scalar, plain_scalar = self.path, self.next, self.scalar, yaml.ScalarEvent
        end, outer = yaml.MappingEndEvent, self.typed
        above = path[-1] if path else ""
        if isinstance(above, str) and (above in ALL_TEXT or above.startswith("x-")):
            self.typed = {}
        typed = self.typed
        path.append("")
        while True:
            event = get()
            kind = type(event)
            if kind is end:
                break
            if kind is not plain_scalar:
                raise Stop("KF010", span_of(event), "key")
            key = event.value
            if key in entries or key == "<<" or event.tag is not None:
                self.check_key(event, key, entries)
            path[-1] = key
            event = get()
            convert = typed.get(key)
            value = scalar(event, convert) if type(event) is plain_scalar else self.node(event, convert)
            if value is None:
                self.built.empties.append(tuple(path))
            elif key not in entries:
                entries[key] = value
        path.pop()
        self.typed = outer
        return entries

    def check_key(self, event: Any, key: str, entries: dict[str, Any]) -> None:
        if key in entries:
            # A second id means that a dash is missing; the other keys of that entry are doubles only for that reason.
            if self.doubled_id is not entries:
                self.built.flaws.append(Flaw("KF011", span_of(event), key))
            if key == "id":
                self.doubled_id = entries
        elif key == "<<" and not event.style:
            self.built.flaws.append(Flaw("KF012", span_of(event)))
        if event.tag is not None:
            self.built.flaws.append(Flaw("KF013", span_of(event), event.tag))

    def scalar(self, event: Any, convert: Callable[[str], Scalar] | None) -> Any:
        value: str = event.value
        self.weight += len(value) + 1
        style = event.style
        data: Any = value
        if event.tag is not None:
            self.built.flaws.append(Flaw("KF013", span_of(event), event.tag))
            data = value or event.tag  # not empty, or that would be told as well
        elif not style:
            data = self.plain(event, value, convert)
        elif style == '"' and self.watch_escapes:
            self.check_escapes(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = (data, len(value) + 1)
            if not style and value:
                self.unused[event.anchor] = Flaw("KF021", span_of(event), event.anchor)
        return data

    def plain(self, event: Any, value: str, convert: Callable[[str], Scalar] | None) -> Any:
        if self.watch_comments and self.text.startswith(" #", event.end_mark.index):
            self.check_comment(event)
        if not value:
            return None
        return value if convert is None else convert(value)

    def check_comment(self, event: Any) -> None:
        if not event.value and isinstance(self.path[-1], int):
            return  # an entry without a value is an error of its own
        keys = [step for step in self.path if isinstance(step, str)]
        if keys and (keys[-1] not in NOT_PROSE or not self.typed) and not any(key.startswith("x-") for key in keys):
            start = event.end_mark
            line_end = self.text.find("\n", start.index)
            rest = self.text[start.index + 1 : line_end if line_end >= 0 else None].rstrip()
            line, col = start.line + 1, start.column + 2
            self.built.flaws.append(Flaw("KF018", Span(line, col, line, col + len(rest)), event.value + " " + rest))

    def check_escapes(self, event: Any) -> None:
        start = event.start_mark
        source = self.text[start.index : event.end_mark.index]
        for pattern, code in ((_CONTROL_ESCAPE, "KF016"), (_LATEX_WORD, "KF017")):
            for match in pattern.finditer(source):
                if code == "KF016" and match[1] is None:
                    continue  # an escaped backslash
                if code == "KF017" and _odd_backslashes_before(source, match.start()):
                    continue
                line = start.line + 1 + source.count("\n", 0, match.start())
                last = source.rfind("\n", 0, match.start())
                col = match.start() - last if last >= 0 else start.column + 1 + match.start()
                self.built.flaws.append(Flaw(code, Span(line, col, line, col + len(match[0])), match[0]))

    def alias(self, event: Any) -> Any:
        name = event.anchor
        if name not in self.anchors:
            raise Stop("KF015", span_of(event), name)
        found = self.anchors[name]
        if found is None:
            raise Stop("KF015", span_of(event), "")
        self.unused.pop(name, None)
        data, weight = found
        self.weight += weight
        if self.weight > self.limit:
            raise Stop("KF007", span_of(event), "aliases")
        return data


def _odd_backslashes_before(source: str, at: int) -> bool:
    run = 0
    while at - run > 0 and source[at - run - 1] == "\\":
        run += 1
    return run % 2 == 1
