"""A TOML file as a source of findings: where each key and value stands. Python's reader tells values only.

The text was read by :mod:`tomllib` before, so that nothing here has to tell right from wrong.
"""

import contextlib
import re
import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from kfexport.diagnostics import Part, Path, Span

_SKIP: Final = re.compile(r"(?:[ \t\n]+|#[^\n]*)*+")
_BLANKS: Final = re.compile(r"[ \t]*+")
_KEY: Final = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\])*+"|'[^']*+'""")
_TEXT: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})' r"|'''.*?'''(?:'{0,2})" r'|"(?:\\.|[^"\\])*+"' r"|'[^']*+'", re.DOTALL
)
_OTHER: Final = re.compile(r"[^,\]}\n#]*")


class TomlFile:
    """A configuration file."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text.replace("\r\n", "\n")

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.text.split("\n")

    @cached_property
    def _places(self) -> "_Places":
        places = _Places(self.text)
        with contextlib.suppress(IndexError, ValueError, RecursionError):  # no valid file: what was found has to do
            places.read()
        return places

    def line(self, number: int) -> str:
        """One line, from 1; empty beyond the last."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def span(self, path: Path, part: Part, at: int | None) -> Span | None:
        """Where the value or key at ``path`` stands, or the nearest thing above it that does."""
        del at
        for depth in range(len(path), 0, -1):
            key, value = (places.get(path[:depth]) for places in (self._places.keys, self._places.values))
            found = (key or value) if part == "key" or depth < len(path) else (value or key)
            if found is not None:
                return self.between(*found)
        return None

    def between(self, start: int, end: int) -> Span:
        """The span between two offsets; of several lines the first."""
        line = self.text.count("\n", 0, start) + 1
        begin = self.text.rfind("\n", 0, start) + 1
        last = self.text.find("\n", start)
        end = min(end, last if last >= 0 else len(self.text))
        return Span(line, start - begin + 1, line, max(end, start + 1) - begin + 1)


@dataclass(slots=True)
class _Places:
    """One pass over a TOML text. Offsets of keys and values, by path; of what is given twice, the first."""

    text: str
    at: int = 0
    keys: dict[Path, tuple[int, int]] = field(default_factory=dict)
    values: dict[Path, tuple[int, int]] = field(default_factory=dict)

    def read(self) -> None:
        base: Path = ()
        while self._skip(_SKIP) < len(self.text):
            if self.text[self.at] == "[":
                self.at += 2 if self.text.startswith("[[", self.at) else 1
                base = self._key(())
                self.at = self.text.index("]", self.at) + 1
                self.at += self.text.startswith("]", self.at)
            else:
                self._pair(base)

    def _skip(self, what: re.Pattern[str]) -> int:
        found = what.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def _key(self, path: Path) -> Path:
        """A key, with or without dots."""
        while True:
            start = self._skip(_BLANKS)
            end = self._skip(_KEY)
            if end == start:
                raise IndexError
            word = self.text[start:end]
            path = (*path, next(iter(tomllib.loads(f"{word} = 1"))) if word[0] in "\"'" else word)
            self.keys.setdefault(path, (start, end))
            self._skip(_BLANKS)
            if not self.text.startswith(".", self.at):
                return path
            self.at += 1

    def _pair(self, base: Path) -> None:
        path = self._key(base)
        if not self.text.startswith("=", self.at):
            raise IndexError
        self.at += 1
        self._skip(_BLANKS)
        self._value(path)

    def _value(self, path: Path) -> None:
        start = self.at
        sign = self.text[start]
        if sign in "[{":
            self.at += 1
            close, count = "]" if sign == "[" else "}", 0
            while self.text[self._skip(_SKIP)] != close:
                if sign == "[":
                    self._value((*path, count))
                else:
                    self._pair(path)
                count += 1
                self._skip(_SKIP)
                self.at += self.text.startswith(",", self.at)
            self.at += 1
        elif sign in "\"'":
            self._skip(_TEXT)
        else:
            found = _OTHER.match(self.text, start)
            self.at = start + len(found[0].rstrip()) if found else start
        if self.at == start:
            raise IndexError
        self.values.setdefault(path, (start, self.at))
