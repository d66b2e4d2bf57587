"""A worded finding of the schema check."""

from dataclasses import dataclass

from kfexport.diagnostics import Part, Path


@dataclass(frozen=True, slots=True)
class Problem:
    """A worded finding, its place a path into the data."""

    code: str
    message: str
    path: Path
    part: Part = "value"
    hint: str | None = None
    blames: frozenset[str] = frozenset()
    """Keys that this problem already accounts for, so that they are not reported missing as well."""
    stray: bool = False
    """Whether the key stands at another level than it was meant to, so that ``blames`` counts for the whole file."""
