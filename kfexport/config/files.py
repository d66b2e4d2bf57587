"""The configuration file that holds for a folder: the nearest one upwards, each read once."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from kfexport.bank.inputs import reason, unreadable
from kfexport.bank.source import decode
from kfexport.codes import finding
from kfexport.config.names import Known
from kfexport.config.policy import Layer
from kfexport.config.tables import Reader, Tables
from kfexport.config.toml import TomlFile
from kfexport.diagnostics import Diagnostic, Origin, Span

OURS: Final = "kfexport.toml"
_SHARED: Final = "pyproject.toml"
_TABLE: Final = ("tool", "kfexport")
_SIGN: Final = b"kfexport"
"""What a pyproject.toml with our table holds somewhere."""
_MAX_BYTES: Final = 1024 * 1024
_DEEP: Final = re.compile(r"^(?![ \t]*#)(?:[^.=\n]*\.){300}", re.MULTILINE)
"""A key of hundreds of parts, which takes Python's reader time that grows with their square."""
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_CURES: Final = (
    ("Invalid value", 'Put texts in quotes, as in `ignore = ["KF402"]`.'),
    ("Expected '=' after a key", "Write `key = value`."),
    ("Unclosed array", "Close the list with `]`, and put commas between its entries."),
    ("Unterminated string", "Close the quote."),
    ("Expected newline or end of document", "Start a new line; a text needs quotes around it."),
    ("Cannot overwrite", "It is given twice: delete one of the two."),
    ("twice", "Delete one of the two."),
    ("Illegal character", "Delete the character, or close the quote before it."),
    ("Unescaped '\\'", "Use single quotes, where a backslash is a backslash."),
)
"""What the reader of TOML says → the cure."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """What was read of one file."""

    folder: str
    """Real path of the folder that its patterns start from."""
    tables: Tables


@dataclass(slots=True)
class Files:
    """Finds configuration files, and collects what is wrong with them."""

    among: Mapping[str, Known]
    found: list[Diagnostic] = field(default_factory=list)
    _of: dict[str, Configuration | None] = field(default_factory=dict)

    def nearest(self, folder: str, *, absolute: bool) -> Configuration | None:
        """The one for a folder, given by its real path; ``absolute`` says how the user wrote paths."""
        below: list[str] = []
        here = folder
        while here not in self._of:
            configuration = self._in(here, absolute=absolute)
            above = str(Path(here).parent)
            if configuration is not None or above == here:
                self._of[here] = configuration
            else:
                below.append(here)
                here = above
        for name in below:
            self._of[name] = self._of[here]
        return self._of[here]

    def _in(self, folder: str, *, absolute: bool) -> Configuration | None:
        ours, shared = Path(folder, OURS), Path(folder, _SHARED)
        if os.path.lexists(ours):
            return self.read(ours, str(ours) if absolute else _relative(ours))
        if not shared.is_file():
            return None
        raw = self._content(shared, None)
        if raw is None or _SIGN not in raw:  # somebody else's, and others look after it
            return None
        return self._of_pyproject(shared, str(shared) if absolute else _relative(shared), raw, named=False)

    def read(self, path: Path, shown: str) -> Configuration:
        """Read a file that has to hold a configuration; ``shown`` is its name in findings."""
        raw = self._content(path, shown)
        if raw is None:
            return _nothing(path)
        if path.name == _SHARED:
            return self._of_pyproject(path, shown, raw, named=True) or _nothing(path)
        source, data = self._parse(shown, raw)
        return _nothing(path) if data is None else self._tables(path, Origin(source), data)

    def _content(self, path: Path, shown: str | None) -> bytes | None:
        """What a file holds, up to more than it may; where it cannot be read, that is told under the name ``shown``."""
        try:
            if path.exists() and not path.is_file():
                raise ValueError("it is no regular file")
            with path.open("rb") as file:
                return file.read(_MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            if shown is not None:
                self.found.append(unreadable(shown, ValueError(reason(error))))
            return None

    def _of_pyproject(self, path: Path, shown: str, raw: bytes, *, named: bool) -> Configuration | None:
        """The table of a ``pyproject.toml`` that is ours, if it has one."""
        source, data = self._parse(shown, raw)
        if data is None:
            return _nothing(path)
        tool = data.get(_TABLE[0])
        ours = tool.get(_TABLE[1]) if isinstance(tool, dict) else None
        if isinstance(ours, dict):
            return self._tables(path, Origin(source, _TABLE), ours)
        if ours is not None:
            message = "`tool.kfexport` must be a table"
            self._bad(Origin(source, _TABLE), message, "Write `[tool.kfexport]` on a line of its own.")
        elif named:
            message = f"{shown} has no table `[tool.kfexport]`"
            self._bad(Origin(source), message, "Write `[tool.kfexport]`, and the keys below.")
        return None if ours is None else _nothing(path)

    def _tables(self, path: Path, top: Origin, data: Mapping[str, Any]) -> Configuration:
        reader = Reader(top, self.among)
        tables = reader.tables(data)
        self.found += reader.found
        return Configuration(_folder(path), tables)

    def _parse(self, shown: str, raw: bytes) -> tuple[TomlFile, dict[str, Any] | None]:
        text, wrong = decode(raw)
        source = TomlFile(shown, text)
        if len(raw) > _MAX_BYTES:
            cure = "Write codes and names, and nothing else."
            self._bad(Origin(source), "the configuration has more than 1 MB", cure)
        elif wrong is not None:
            self._bad(Origin(source, known=wrong), "the file is not UTF-8 from here on", "Save it as UTF-8.")
        elif _DEEP.search(text):
            self._bad(Origin(source), "the file is nested too deep", "A configuration needs three levels.")
        else:
            try:
                return source, tomllib.loads(text)
            except (ValueError, RecursionError) as error:
                self._bad(*_syntax(source, error))
        return source, None

    def _bad(self, where: Origin, message: str, cure: str) -> None:
        self.found.append(finding("KF040", message, where, hint=cure))


def _folder(path: Path) -> str:
    return os.path.realpath(path.parent)


def _nothing(path: Path) -> Configuration:
    return Configuration(_folder(path), Tables(Layer()))


def _relative(path: Path) -> str:
    try:
        return os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)


def _syntax(source: TomlFile, error: Exception) -> tuple[Origin, str, str]:
    """Where and how the file is no TOML."""
    if isinstance(error, RecursionError):
        return Origin(source), "the file is nested too deep", "A configuration needs three levels."
    told = str(error)
    place = _PLACE.search(told)
    line, col = len(source.lines), len(source.lines[-1]) + 1
    if place is not None and place[1]:
        line, col = int(place[1]), int(place[2])
    words = _PLACE.sub("", told)
    cure = next((cure for clue, cure in _CURES if clue in words), "See toml.io for how such a file is written.")
    where = Origin(source, known=Span(line, col, line, col + 1))
    return where, f"this is not valid TOML: {words[:1].lower()}{words[1:]}", cure
