"""Comments of a quiz file that speak to kfexport, and what each of them stands at.

Only what YAML takes for a comment counts: a number sign in a quoted text or in a block is text. That is asked of
libyaml, in one more pass over the events up to the last comment, and only of files that hold the word at all.
"""

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import yaml

from kfexport.diagnostics import Path, Span

SIGN: Final = b"kfexport"
"""A file that does not hold it has no such comment."""
_WORD: Final = SIGN.decode()
_BEFORE: Final = re.compile(r"(?:\A|(?<=\s))#+[ \t]*\Z")
_MOST_BEFORE: Final = 40
"""Characters between the first number sign and the word, so that no line is long enough to cost time."""
_FLOW: Final = 1 << 30
"""A column right of all comments: in `[…]` and `{…}` indentation says nothing."""


@dataclass(slots=True)
class Place:
    """A question of the file."""

    path: Path
    line: int
    """The first line, from 1."""
    last: int
    """The last line with something other than comments."""
    column: int
    """Where its dash stands, from 0."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment that begins with the name of kfexport."""

    text: str
    """From its number sign to the end of its line."""
    span: Span
    question: Place | None = None
    """The question that it stands above or in."""
    on_top: bool = False
    """Whether it stands before the first key of the file."""


class _Candidate(NamedTuple):
    start: int
    end: int


def comments(text: str) -> list[Comment]:
    """The comments of a YAML text that begin with the name, in order. Ends in silence where the YAML does."""
    candidates = list(_candidates(text))
    if not candidates:
        return []
    walk = _Walk(text, candidates)
    with contextlib.suppress(yaml.YAMLError):  # others tell it
        walk.run(yaml.CSafeLoader(text).get_event)
    return walk.found


def _candidates(text: str) -> Iterator[_Candidate]:
    """What would be such a comment if it stood outside of all texts."""
    at = text.find(_WORD)
    while at >= 0:
        behind = at + len(_WORD)
        start = max(at - _MOST_BEFORE, 0)
        line = text.rfind("\n", start, at) + 1
        before = _BEFORE.search(text[line or start : at])
        whole_line = line > 0 or start == 0
        if before and (whole_line or before.start() > 0) and not text[behind : behind + 1].isalnum():
            end = text.find("\n", at)
            yield _Candidate((line or start) + before.start(), end if end >= 0 else len(text))
        at = text.find(_WORD, behind)


class _Walk:
    """One pass over the events, with the candidates that lie ahead."""

    def __init__(self, text: str, candidates: list[_Candidate]) -> None:
        self.text = text
        self.ahead = candidates[::-1]
        self.found: list[Comment] = []
        self.around: list[_Level] = []
        self.question: Place | None = None
        """The question around the place, or the one that has just ended."""
        self.inside = False
        """Whether it goes on."""
        self.begun = False
        self.at, self.line = 0, 1
        """A place in the text, and the line that it is in."""

    def run(self, get: Callable[[], Any]) -> None:
        while self.ahead:
            event = get()
            if isinstance(event, yaml.StreamEndEvent):
                self._settle(len(self.text) + 1, None)
                return
            if isinstance(event, yaml.CollectionEndEvent):
                self.around.pop()
            elif isinstance(event, yaml.NodeEvent) and self._node(event):
                self._through_question(get)

    def _through_question(self, get: Callable[[], Any]) -> None:
        """Go on to the end of a question. All comments in it are its own, so paths do not matter."""
        nearest = self.ahead[-1].start if self.ahead else len(self.text)
        depth, last = 1, None
        self.inside = True
        while depth:
            event = get()
            kind = type(event)  # libyaml makes no others, and this is asked of every event of a file
            if kind is yaml.ScalarEvent or kind is yaml.AliasEvent:
                last = event
                if event.end_mark.index > nearest:
                    self._settle(event.start_mark.index, None)
                    self._pass_text(event)
                    nearest = self.ahead[-1].start if self.ahead else len(self.text)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                depth += 1
            else:
                depth -= 1
                if event.end_mark.index > event.start_mark.index:  # a bracket
                    last = event
                    self._settle(event.start_mark.index, None)
        self.inside = False
        if last is not None and self.question is not None:
            self.question.last = last.end_mark.line + (last.end_mark.column > 0)

    def _node(self, event: Any) -> bool:
        """Take a node outside of questions; whether a question begins."""
        path, start = self._step(), event.start_mark
        is_map = isinstance(event, yaml.MappingStartEvent)
        new = None
        if is_map and path is not None and _is_question(path):
            parent = self.around[-1]
            new = Place(path, start.line + 1, start.line + 1, _FLOW if parent.flow else parent.column)
        # The list of questions begins at its first dash: what stands above that stands above a question.
        if path is None or path[-1:] != ("questions",) or not isinstance(event, yaml.SequenceStartEvent):
            self._settle(start.index, new)
            self.question = new
        self.begun = True
        if new is not None:
            return True
        if isinstance(event, yaml.CollectionStartEvent):
            self.around.append(_Level(is_map, bool(event.flow_style), start.column))
        elif isinstance(event, yaml.ScalarEvent):
            self._pass_text(event)
            if self.around and self.around[-1].is_map and self.around[-1].has_key:
                self.around[-1].step = event.value
        return False

    def _step(self) -> Path | None:
        """Go on by one node: its path if it is near enough to the top to be a question, ``None`` for a key."""
        if not self.around:
            return ()
        level = self.around[-1]
        if level.is_map:
            level.has_key = not level.has_key
            if level.has_key:
                return None
        else:
            level.step = level.step + 1 if isinstance(level.step, int) else 0
        return tuple(level.step for level in self.around) if len(self.around) <= _DEEPEST else ("",)

    def _pass_text(self, event: Any) -> None:
        """Drop the candidates inside a scalar, but for one behind the sign of a block."""
        start, end = event.start_mark.index, event.end_mark.index
        while self.ahead and self.ahead[-1].start < end:
            candidate = self.ahead.pop()
            is_block = event.style in ("|", ">")
            if is_block and candidate.start > start and self.text.find("\n", start, candidate.start) < 0:
                self._tell(candidate, self.question if self.inside else None)

    def _settle(self, until: int, new: Place | None) -> None:
        """Tell the candidates before ``until``, where the question ``new``, or something else, begins."""
        while self.ahead and self.ahead[-1].start < until:
            comment = self.ahead.pop()
            self._tell(comment, self._owner(comment, new))
            while self.ahead and self.ahead[-1].start < comment.end:  # the rest of the same comment
                self.ahead.pop()

    def _line(self, at: int) -> int:
        """The line, from 1, of a place behind the last one."""
        self.line += self.text.count("\n", self.at, at)
        self.at = at
        return self.line

    def _owner(self, comment: _Candidate, new: Place | None) -> Place | None:
        before = self.text[self.text.rfind("\n", 0, comment.start) + 1 : comment.start]
        if self.inside:
            return self.question
        last = self.question
        if before.strip(" \t-") and not before.lstrip().startswith("#"):
            return last if last is not None and self._line(comment.start) == last.last else None
        if last is not None and not before.strip() and len(before) > last.column:
            return last
        return new

    def _tell(self, comment: _Candidate, question: Place | None) -> None:
        line, col = self._line(comment.start), comment.start - self.text.rfind("\n", 0, comment.start)
        words = self.text[comment.start : comment.end].rstrip()
        span = Span(line, col, line, col + len(words))
        self.found.append(Comment(words, span, question, on_top=not self.begun))


_DEEPEST: Final = 4
"""Levels around a question in a section."""


@dataclass(slots=True)
class _Level:
    """A list or map that is open."""

    is_map: bool
    flow: bool
    column: int
    has_key: bool = False
    step: str | int = ""


def _is_question(path: Path) -> bool:
    return (len(path) == 2 and path[0] == "questions") or _is_in_section(path)


def _is_in_section(path: Path) -> bool:
    return len(path) == 4 and path[0] == "sections" and path[2] == "questions"


def question_path(path: Path) -> Path | None:
    """The path of the question that a path leads into."""
    if path[:1] == ("questions",):
        return path[:2] if len(path) >= 2 else None
    return path[:4] if _is_in_section(path[:4]) else None
