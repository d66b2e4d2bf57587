"""Patterns for files and folders below the folder of a configuration file."""

import fnmatch
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

_DRIVE: Final = re.compile(r"[A-Za-z]:|[/~]")
_ANY_FOLDERS: Final = "**"


class Problem(NamedTuple):
    """Why a text is no pattern; the message goes on after the pattern."""

    message: str
    cure: str


@dataclass(frozen=True, slots=True)
class Glob:
    """``*`` and ``?`` stay in one folder, ``**`` is any number of folders; a folder stands for all that is in it."""

    parts: tuple[re.Pattern[str] | None, ...]
    """One for each part between slashes; ``None`` is ``**``."""

    def matches(self, path: Sequence[str]) -> bool:
        """Whether the file, or a folder around it, has a name like that; the path is relative, in parts."""
        at = self._skip({0})
        for name in path:
            plain = unicodedata.normalize("NFC", name)
            at = self._skip({i if self.parts[i] is None else i + 1 for i in at if self._fits(i, plain)})
            if len(self.parts) in at:
                return True
        return False

    def _fits(self, i: int, name: str) -> bool:
        if i == len(self.parts):
            return False
        part = self.parts[i]
        return part is None or part.match(name) is not None

    def _skip(self, at: Iterable[int]) -> set[int]:
        """The places with those that are behind a ``**`` of no folder at all."""
        found = set(at)
        for i in range(len(self.parts)):
            if i in found and self.parts[i] is None:
                found.add(i + 1)
        return found


def parse(pattern: str) -> Glob | Problem:
    """Read a pattern."""
    if "\\" in pattern:
        return Problem("has a backslash", f"Write `{pattern.replace(chr(92), '/')}`.")
    parts = [part for part in pattern.strip().split("/") if part not in ("", ".")]
    if _DRIVE.match(pattern.strip()):
        return Problem("is absolute", "Write the path from the folder of this file.")
    if not parts:
        return Problem("names no folder", 'For all files write "**", or the key at the top.')
    if ".." in parts:
        return Problem("leads out of the folder of this file", "Put a kfexport.toml into the other folder.")
    return Glob(tuple(_part(unicodedata.normalize("NFC", part)) for part in parts))


def _part(part: str) -> re.Pattern[str] | None:
    return None if part == _ANY_FOLDERS else re.compile(fnmatch.translate(part))
