"""Findings as data: what is wrong, where, and what to do.

A :class:`Diagnostic` holds no file name, position or colour in its words. Its place is an :class:`Origin`, a path
into the data of a source, and becomes a line and a column only when somebody asks (:meth:`Origin.span`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal, Protocol, TypeAlias

Step: TypeAlias = str | int
Path: TypeAlias = tuple[Step, ...]
Part: TypeAlias = Literal["value", "key"]


class Severity(Enum):
    """How bad a finding is. Errors stop a build; warnings do under ``--strict``; notes never do."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a source: lines and columns from 1, the end exclusive, columns in code points."""

    line: int
    col: int
    end_line: int
    end_col: int


class Source(Protocol):
    """A file, or standard input, that findings point into."""

    @property
    def name(self) -> str:
        """The name to show, as the user gave it."""
        ...

    def span(self, path: Path, part: Part, at: int | None) -> Span | None:
        """Where the value (or the key) at ``path`` stands; ``at`` is an offset into its text."""
        ...

    def line(self, number: int) -> str:
        """The text of one line (from 1), without its end; empty beyond the last."""
        ...


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something came from: a path into the data of a source, resolved to a line only on demand."""

    source: Source
    path: Path = ()
    """Keys and indexes from the top of the file; empty means the file as a whole."""
    part: Part = "value"
    """Whether the value at the path is meant, or its key."""
    at: int | None = None
    """Offset in code points into the text value, for a fault inside a text."""
    known: Span | None = None
    """The span itself where it is known already (syntax errors have no path)."""

    def child(self, *steps: Step) -> "Origin":
        """The origin of something below this one."""
        return Origin(self.source, self.path + steps)

    def key(self) -> "Origin":
        """The key instead of the value."""
        return replace(self, part="key")

    def offset(self, at: int) -> "Origin":
        """A character inside the text value, counted from 0."""
        return replace(self, at=at)

    def span(self) -> Span | None:
        """Line and column, or ``None`` where the whole file is meant."""
        if self.known is not None:
            return self.known
        return self.source.span(self.path, self.part, self.at) if self.path else None


def below(origin: Origin | None, *steps: Step) -> Origin | None:
    """The origin of something below ``origin``; of what was made without a file there is none."""
    return origin.child(*steps) if origin is not None else None


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that belongs to a finding, such as the first of two equal ids."""

    message: str
    where: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding."""

    code: str
    """Stable code, a key of :data:`kfexport.codes.CODES`."""
    severity: Severity
    message: str
    """What is wrong, one sentence in the author's words, without file name and position."""
    where: Origin | None = None
    hint: str | None = None
    """What to do about it."""
    related: tuple[Related, ...] = ()
    target: str | None = None
    """Name of the target, for losses."""
    question: str | None = None
    """Id of the question that the finding is about."""


def shortened(text: str, most: int) -> str:
    """What a message shows of something that may be long: all, or the first ``most`` characters."""
    return text if len(text) <= most else f"{text[:most]}…"


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of the findings is an error."""
    return any(d.severity is Severity.ERROR for d in diagnostics)


def faulty_sources(diagnostics: Iterable[Diagnostic]) -> set[str]:
    """The names of the sources that errors are about."""
    return {d.where.source.name for d in diagnostics if d.severity is Severity.ERROR and d.where is not None}


_RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort by file, place, severity, code and target, and leave out exact repetitions."""

    def rank(d: Diagnostic) -> tuple[str, Span, int, str, str, str]:
        where = d.where
        span = where.span() if where is not None else None
        name = where.source.name if where is not None else ""
        return name, span or Span(0, 0, 0, 0), _RANK[d.severity], d.code, d.target or "", d.message

    return list(dict.fromkeys(sorted(diagnostics, key=rank)))
