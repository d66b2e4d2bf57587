"""From a path in a text to a file of the bank, spelled as on the disk and never outside of the bank's root."""

import os
import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

_MARKERS: Final = ("pyproject.toml", "kfexport.toml", ".git")
"""What the topmost folder of a bank holds."""
_LONGEST_NAME: Final = 255
"""Bytes that a file's name has at most, and so characters."""
_MOST_COMPARED: Final = 2000
"""Names of a folder that are compared with a missing one."""
_TAIL: Final = re.compile(r"[?#].*", re.DOTALL)
"""What addresses of pages have behind the name of a file, and paths have not."""
_NEEDS_BRACKETS: Final = frozenset(" ()<>")


@dataclass(frozen=True, slots=True)
class Home:
    """Where the paths of a quiz file begin, and where they may lead. Both are real paths."""

    folder: str
    """The folder of the quiz file, or the current one for standard input."""
    root: str
    """The nearest folder upwards with one of the markers, else the folder that was given to the command."""

    @classmethod
    def of(cls, folder: str | Path, given: str) -> "Home":
        """The home of a quiz file in ``folder``, which is ``given`` or below it."""
        here = Path(os.path.realpath(folder))
        marked = (p for p in (here, *here.parents) if any(os.path.lexists(p / marker) for marker in _MARKERS))
        around = os.path.realpath(given)
        root = next(marked, None) or (around if here.is_relative_to(around) else here)
        return cls(str(here), str(root))


class Found(NamedTuple):
    """Where a path leads: to a file, or to a fault."""

    path: str
    """Real path; empty where there is a fault."""
    code: str = ""
    message: str = ""
    """Sentence that begins with the image."""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Disk:
    """Looks files up, and lists each folder once."""

    _listed: dict[str, dict[str, None]] = field(default_factory=dict)

    def find(self, reference: str, home: Home) -> Found:
        """The file that ``reference`` names, a relative path with ``/``."""
        here, parts = home.folder, reference.split("/")
        for i, part in enumerate(parts):
            if part in ("", "."):
                continue
            name = part if part == ".." else self._spelled(here, part)
            if name is None:
                return self._missing(parts, i, here, home)
            here = os.path.realpath(Path(here, name))
            if not _is_below(here, home.root):
                what = "by a symbolic link" if part != ".." else "by `..`"
                return Found("", "KF031", f"`{reference}` leads out of the bank {what}",
                             "Put it below the nearest folder with pyproject.toml, kfexport.toml or .git.")  # fmt: skip
        return Found(here)

    def _names(self, folder: str) -> Collection[str]:
        """What is in a folder, in order."""
        if folder not in self._listed:
            try:
                self._listed[folder] = dict.fromkeys(sorted(entry.name for entry in Path(folder).iterdir()))
            except OSError:  # a file, or what may not be read: either way nothing can be found in it
                self._listed[folder] = {}
        return self._listed[folder]

    def _spelled(self, folder: str, name: str) -> str | None:
        """The entry of a folder, in whatever form of Unicode the disk has it. Letter case counts on every system."""
        names = self._names(folder)
        if name in names:
            return name
        wanted = _composed(name)
        return next((entry for entry in names if _composed(entry) == wanted), None)

    def _missing(self, parts: list[str], i: int, here: str, home: Home) -> Found:
        hint = "Paths are relative to the quiz file."
        better, sure = self._better(parts, i, here, home)
        if better and _composed(better).casefold() == _composed("/".join(parts)).casefold():
            hint = f"Write `{spell(better)}`; letter case counts on every system."
        elif better:
            hint = f"Write `{spell(better)}`." if sure else f"Did you mean `{spell(better)}`?"
        elif home.folder != home.root and not self._fails(parts, Home(home.root, home.root)):
            better = os.path.relpath(Path(home.root, *parts), home.folder).replace(os.sep, "/")
            hint = f"Write `{spell(better)}`: paths are relative to the quiz file."
        return Found("", "KF030", f"`{'/'.join(parts)}` is not there", hint)

    def _better(self, parts: list[str], i: int, here: str, home: Home) -> tuple[str, bool]:
        """The path with names that are there in place of those that are not, and whether only small things differ."""
        better, sure = parts[:i], True
        for part in parts[i:]:
            name = self._spelled(here, part) or self._near(here, part)
            if name is None or part in ("", ".", ".."):
                return "", False
            sure = sure and _loose(name) == _loose(part)
            better.append(name)
            here = os.path.realpath(Path(here, name))
        if not _is_below(here, home.root) or not os.path.exists(here):  # noqa: PTH110 — loops are no error to it
            return "", False  # a symbolic link that would be refused
        return "/".join(better), sure

    def _fails(self, parts: list[str], home: Home) -> bool:
        here = home.folder
        for part in parts:
            name = self._spelled(here, part) if part not in ("", ".", "..") else None
            if name is None:
                return True
            here = os.path.realpath(Path(here, name))
        return not _is_below(here, home.root)

    def _near(self, folder: str, name: str) -> str | None:
        names = [entry for entry in islice(self._names(folder), _MOST_COMPARED) if entry.isprintable()]
        plain = _loose(name)
        same = next((entry for entry in names if _loose(entry) == plain), None)
        if same is not None:
            return same
        if len(name) > _LONGEST_NAME:
            return None
        wanted = _TAIL.sub("", name) or name
        close = get_close_matches(wanted, names, 1, 0.7)
        return close[0] if close else None


def spell(path: str) -> str:
    """A path as one writes it in an image mark."""
    return f"<{path}>" if _NEEDS_BRACKETS & set(path) else path


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _loose(name: str) -> str:
    """A name without what people mix up: letter case, blanks, underscores and hyphens."""
    return _composed(name).casefold().replace(" ", "_").replace("-", "_")


def _is_below(path: str, root: str) -> bool:
    return Path(path).is_relative_to(root)
