"""From the paths that a user names to the bytes of quiz files."""

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from kfexport.bank.source import MAX_BYTES
from kfexport.codes import finding
from kfexport.diagnostics import Diagnostic, Origin, Span

DEFAULT_SOURCE: Final = "source"
"""The folder that is read where no path is named."""
STDIN: Final = "-"
"""Stands for standard input."""
_SUFFIXES: Final = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class NamedPath:
    """A path of which nothing was read: a source of findings without lines."""

    name: str

    def span(self, *_: object) -> Span | None:
        """There are no places in it."""
        return None

    def line(self, _number: int) -> str:
        """There are no lines in it."""
        return ""


class Input(NamedTuple):
    """A file to read."""

    name: str
    """As the user would write it."""
    named: bool
    """Whether the user named this very file, before or behind its folder."""
    folder: str
    """The folder that the user gave; for a file that was named, the one that it is in."""


def inputs(paths: Sequence[str], found: list[Diagnostic]) -> Iterator[Input]:
    """The files to read, each once."""
    there = [path for path in paths if path == STDIN or os.path.lexists(path)]
    by_hand = {os.path.realpath(path) for path in there if path != STDIN}
    for path in dict.fromkeys(paths):
        if path not in there:
            hint = "Name a quiz file, or a folder that holds some." if path == DEFAULT_SOURCE else "Check the spelling."
            found.append(finding("KF001", f"{path} does not exist", Origin(NamedPath(path)), hint=hint))
    seen: set[str] = set()
    for path in there:
        folder = path != STDIN and Path(path).is_dir()
        for name in _walk(Path(path), found) if folder else (path,):
            real = name if name == STDIN else os.path.realpath(name)
            if real in seen:
                continue
            seen.add(real)
            named = not folder or real in by_hand
            if not named and _may_never_end(real):
                found.append(unreadable(name, ValueError("it is no regular file")))
            else:
                yield Input(name, named, path if folder else str(Path(name).parent))


def _may_never_end(path: str) -> bool:
    """Whether it is a pipe or a device, which a user may name by hand but nobody means by its folder."""
    try:
        return not stat.S_ISREG(Path(path).stat().st_mode)
    except OSError:  # which is told where it is read
        return False


def _walk(folder: Path, found: list[Diagnostic]) -> Iterator[str]:
    """The YAML files below a folder, in an order that no file system decides; hidden folders are passed over."""
    names = []
    for root, folders, files in os.walk(folder, onerror=lambda error: found.append(unreadable(str(folder), error))):
        folders[:] = [f for f in folders if not f.startswith(".")]
        names += [Path(root, f) for f in files if f.lower().endswith(_SUFFIXES) and not f.startswith(".")]
    yield from sorted((str(p) for p in names), key=lambda n: n.replace(os.sep, "/"))


def content(name: str, found: list[Diagnostic]) -> bytes | None:
    """What a file, or standard input, holds; ``None`` where it cannot be read, and then a finding says why."""
    try:
        if name == STDIN:
            return _standard_input()
        with Path(name).open("rb") as file:  # one byte more than is read, so that the reader sees it is too large
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        found.append(unreadable("standard input" if name == STDIN else name, error))
        return None


def _standard_input() -> bytes:
    if sys.stdin is None:  # closed by the shell (<&-), or a program without a console
        raise ValueError("there is none")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def unreadable(name: str, error: Exception) -> Diagnostic:
    """A finding about a file or folder that cannot be read."""
    place = str(getattr(error, "filename", None) or name)
    hint = "Change its permissions." if isinstance(error, PermissionError) else "Name a file that holds a quiz."
    return finding("KF001", f"{place} cannot be read ({reason(error)})", Origin(NamedPath(place)), hint=hint)


def reason(error: Exception) -> str:
    """The system's words for what went wrong."""
    return (getattr(error, "strerror", None) or str(error)).lower()
