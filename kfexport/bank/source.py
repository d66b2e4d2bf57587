"""A quiz file as text: bytes to characters, lines for excerpts, and places of values on demand."""

import re
import textwrap
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, Final, TypeAlias

from kfexport.bank.positions import AliasFoundError, Index, Position, wanted
from kfexport.diagnostics import Origin, Part, Path, Span, Step

MAX_BYTES: Final = 64 * 1024 * 1024
"""Larger files are refused before they are parsed."""

Place: TypeAlias = tuple[Path, Part, int | None]
"""The value (or the key) at a path, or the character at an offset into its text."""
_FARTHEST: Final = 200
"""Characters before a question on its line, as many as those of which nobody wrote a bank in one line."""
_MARK: Final = "\ufeff"
"""The byte order mark."""
_TEXT: Final = "text"
"""A choice is a text, or a map that has it under this key."""


class SourceFile:
    """One file (or standard input). ``text`` is what it holds; ``readable`` is what the YAML parser got.

    The two have the same lines: where something had to be cut out to read on, ``readable`` has blank lines.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.readable = text
        self.starts: Mapping[Path, Sequence[Any]] = {}
        """Path of a list of questions or choices → the marks where its entries begin in ``readable``, or ``None``."""
        self._spans: dict[Place, Span | None] = {}
        """What was asked for: a finding needs its place to be sorted, to be shown, and for the line under it."""
        self._escapes: dict[Span, list[tuple[int, int]]] = {}
        """By the place of a scalar of one line (see :func:`_escapes`): one may have a thousand findings."""

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends. What libyaml takes for a line end besides these is refused by the reader."""
        text = self.text
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return text.split("\n")

    @cached_property
    def _index(self) -> Index:
        return Index(self.readable)

    def line(self, number: int) -> str:
        """One line, from 1; empty beyond the last."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def span(self, path: Path, part: Part, at: int | None) -> Span | None:
        """Where the value or key at ``path`` stands, or the nearest thing above it that exists."""
        asked = (path, part, at)
        if asked not in self._spans:
            self._spans[asked] = self._span(self._index, asked)
        return self._spans[asked]

    def find(self, places: Iterable[Place]) -> None:
        """Look up what will be asked for, reading only the choices and questions that it is in where that will do."""
        if "_index" in vars(self):
            return
        asked: dict[Path, list[Place]] = {}
        for place in places:
            if place not in self._spans:
                asked.setdefault(self._home(place[0]), []).append(place)
        others = asked.pop((), None)
        for home, inside in asked.items():
            self._find_inside(home, inside)
        if others:
            index = Index(self.readable, wanted((*path, _TEXT) for path, _, _ in others))
            with suppress(AliasFoundError):
                self._spans.update((place, self._span(index, place)) for place in others)

    def _home(self, path: Path) -> Path:
        """The path of the choice or question that the value at ``path`` is in, if it is known where that begins."""
        depth = 4 if path[:1] == ("sections",) else 2
        depths = (depth + 2, depth) if path[depth : depth + 1] == ("choices",) else (depth,)
        return next((path[:to] for to in depths if self._start(path[:to]) is not None), ())

    def _start(self, entry: Path) -> Any:
        """The mark where an entry of a list begins, if it is known and not too far behind on its line."""
        at = entry[-1] if entry else None
        marks = self.starts.get(entry[:-1], ())
        mark = marks[at] if isinstance(at, int) and at < len(marks) else None
        return mark if mark is not None and mark.column < _FARTHEST else None

    def _end(self, entry: Path, start: int) -> int | None:
        """Where the text of an entry surely is at its end: where the next entry, or the next question, begins."""
        following = self._start((*entry[:-1], int(entry[-1]) + 1))
        if following is not None:
            return int(following.index)
        after = bisect_right(self._questions, start)
        return self._questions[after] if after < len(self._questions) else None

    @cached_property
    def _questions(self) -> list[int]:
        """Where questions begin."""
        lists = (marks for path, marks in self.starts.items() if path[-1] == "questions")
        return sorted(mark.index for marks in lists for mark in marks if mark is not None)

    def _find_inside(self, home: Path, places: Sequence[Place]) -> None:
        """Look up places in one entry, as far as that can be told from its own lines."""
        start, depth = self._start(home), len(home)
        text = " " * start.column + self.readable[start.index : self._end(home, start.index)]
        below = [((path[depth:], part, at), (path, part, at)) for path, part, at in places]
        with suppress(AliasFoundError):
            index = Index(text, wanted((*path, _TEXT) for (path, _, _), _ in below), start.line)
            found = {place: self._span(index, inside) for inside, place in below}
            if not index.is_broken:
                self._spans.update(found)

    def _span(self, index: Index, place: Place) -> Span | None:
        path, part, at = place
        position = index.top
        for depth, step in enumerate(path):
            found = index.child(position, step)
            if found is None:
                # An absent key: its map's first key stands for it.
                return index.first_key(position) or index.whole(position).span
            position = found
            if part == "key" and depth == len(path) - 1 and position.key is not None:
                return position.key
        position = index.whole(index.child(position, _TEXT) or position)
        if at is None or position.is_alias:
            return _trim(position.span, self.lines)
        return self._inside(position, at)

    def question_paths(self) -> Iterator[Path]:
        """The paths of all questions, those that cannot be read included, in the order of the file."""
        yield from self._items("questions")
        for section in self._items("sections"):
            yield from self._items(*section, "questions")

    def _items(self, *path: Step) -> Iterator[Path]:
        index = self._index
        position: Position | None = index.top
        for step in path:
            position = index.child(position, step) if position is not None else None
        count = len(index.whole(position).children) if position is not None and position.is_list else 0
        yield from ((*path, i) for i in range(count))

    def lines_of(self, path: Path) -> str:
        """The lines on which the value at ``path`` stands, without the indentation that they share."""
        span = self.span(path, "value", None)
        return textwrap.dedent("\n".join(self.lines[span.line - 1 : span.end_line])) if span is not None else ""

    @cached_property
    def _repeated(self) -> dict[Span, Span]:
        """The place of each repeated key → the place of its first occurrence."""
        found: dict[Span, Span] = {}
        waiting = [self._index.whole(self._index.top)]
        while waiting:
            position = waiting.pop()
            for second, key in position.repeated or ():
                first = position.children[key].key
                if first is not None:
                    found[second] = first
            waiting.extend(position.children.values())
        return found

    def first_key(self, second: Span) -> Span | None:
        """The place of the key of which ``second`` is a repetition in the same map."""
        return self._repeated.get(second)

    def _inside(self, position: Position, at: int) -> Span | None:
        """The place of the character at offset ``at`` of the text value."""
        span, style = position.span, position.style
        if style == "|":
            return self._inside_block(position, at)
        if span.line == span.end_line and style != ">":
            col = span.col + min(len(style) + at + self._longer(span, style, at), span.end_col - span.col)
            if col < span.end_col:
                return Span(span.line, col, span.line, col + 1)
        return self._inside_folded(position, at)

    def _longer(self, span: Span, style: str, at: int) -> int:
        """How much longer the source of a scalar of one line is, up to its character ``at``, than that text."""
        if not style:
            return 0
        if span not in self._escapes:
            self._escapes[span] = _escapes(self.line(span.line)[span.col : span.end_col - 1], style)
        escapes = self._escapes[span]
        before = bisect_left(escapes, (at, 0)) - 1
        return escapes[before][1] if before >= 0 else 0

    def _inside_block(self, position: Position, at: int) -> Span:
        text = position.text
        number = position.span.line + 1 + text.count("\n", 0, at)
        begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        indent = len(self.line(number)) - ((end if end >= 0 else len(text)) - begin)
        col = at - begin
        return Span(number, indent + col + 1, number, indent + col + 2)

    def _inside_folded(self, position: Position, at: int) -> Span:
        """Folding changes offsets: look for the word at the offset, and take the whole value if it is not found."""
        word = re.match(r"\S*", position.text[at:])
        wanted = word[0] if word else ""
        occurrence = len(re.findall(re.escape(wanted), position.text[:at])) if wanted else 0
        for number in range(position.span.line, position.span.end_line + 1):
            start = position.span.col - 1 if number == position.span.line else 0
            for match in re.finditer(re.escape(wanted), self.line(number)[start:]) if wanted else ():
                if occurrence == 0:
                    return Span(number, start + match.start() + 1, number, start + match.start() + 2)
                occurrence -= 1
        return _trim(position.span, self.lines)


def find_places(origins: Iterable[Origin | None]) -> None:
    """Look up the places of many findings, file by file; each is to be had at once then."""
    asked: dict[SourceFile, list[Place]] = {}
    for origin in origins:
        if origin is not None and origin.path and origin.known is None and isinstance(origin.source, SourceFile):
            asked.setdefault(origin.source, []).append((origin.path, origin.part, origin.at))
    for source, places in asked.items():
        source.find(places)


_ESCAPES: Final = {"'": re.compile("''"), '"': re.compile(r"\\(?:x..|u....|U........|.)", re.DOTALL)}
"""What stands for one character in a scalar of one line, by the style of that."""


def _escapes(source: str, style: str) -> list[tuple[int, int]]:
    """The characters of a scalar that are escaped in its source: their offsets in the text, and how much longer the
    source is up to the end of each."""
    found: list[tuple[int, int]] = []
    longer = 0
    for escape in _ESCAPES[style].finditer(source):
        at = escape.start() - longer
        longer += len(escape[0]) - 1
        found.append((at, longer))
    return found


def _trim(span: Span, lines: list[str]) -> Span:
    """Let the end of a block value (the start of the line after it) be the end of its last line with text."""
    line, col = span.end_line, span.end_col
    while line > span.line and (line > len(lines) or not lines[line - 1][: col - 1].strip()):
        line -= 1
        col = (len(lines[line - 1]) if line <= len(lines) else 0) + 1
    return Span(span.line, span.col, line, max(col, span.col + 1) if line == span.line else col)


def decode(raw: bytes) -> tuple[str, Span | None]:
    """UTF-8, with or without a byte order mark, to text; and the place of the first byte that is not UTF-8."""
    data = raw.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8").lstrip(_MARK), None  # one more libyaml passes over, without counting it
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        col = len(before) - (before.rfind("\n") + 1) + 1
        return data.decode("utf-8", errors="replace"), Span(line, col, line, col + 1)
