"""The data of a configuration file → layers. Every mistake is told at its place, and what is good counts anyway."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from kfexport.codes import finding
from kfexport.config import globs
from kfexport.config.names import Known, one, several, unknown
from kfexport.config.options import option_value
from kfexport.config.policy import Layer
from kfexport.config.words import Pick, firm, ignorable, selectable
from kfexport.diagnostics import Diagnostic, Origin, Path, Severity
from kfexport.lint.base import OptionValue

_CODES: Final[Mapping[str, Pick]] = {"select": selectable, "extend-select": selectable, "ignore": ignorable}
_OF_A_FOLDER: Final = (*_CODES, "severity")
_KEYS: Final = (*_OF_A_FOLDER, "per-folder", "rules")
_SEVERITIES: Final = {severity.value: severity for severity in Severity}
_WORDS_FOR: Final = {"warn": "warning", "note": "info", "information": "info", "fatal": "error"}
_KEYS_OF_OTHERS: Final = {
    "disable": "ignore", "exclude": "ignore", "skip": "ignore", "enable": "extend-select", "severities": "severity",
    "per-file-ignores": "per-folder", "overrides": "per-folder", "options": "rules",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tables:
    """What a configuration file says."""

    layer: Layer
    folders: tuple[tuple[globs.Glob, Layer], ...] = ()
    """What holds for files and folders that a pattern names, relative to the file's own folder."""


@dataclass(slots=True)
class Reader:
    """Reads one file, and collects what is wrong with it."""

    top: Origin
    """The file, or the table in it."""
    among: Mapping[str, Known]
    found: list[Diagnostic] = field(default_factory=list)

    def tables(self, data: Mapping[str, Any]) -> Tables:
        """The whole file, or the table of it that is ours."""
        self._check_keys(data, (), _KEYS)
        options = dict(self._options(data.get("rules", {}), ("rules",)))
        folders = tuple(self._folders(data.get("per-folder", {}), ("per-folder",)))
        return Tables(self._layer(data, (), options), folders)

    def bad(self, path: Path, message: str, cure: str, *, key: bool = False) -> None:
        """Tell a mistake in the value, or the key, at a path."""
        where = self.top.child(*path)
        self.found.append(finding("KF040", message, where.key() if key else where, hint=cure))

    def _check_keys(self, table: Mapping[str, Any], path: Path, allowed: tuple[str, ...]) -> None:
        for key in table:
            if key not in allowed:
                self.bad((*path, key), f"unknown key `{key}`", _cure_of_key(key, path, allowed), key=True)

    def _table(self, value: Any, path: Path) -> Iterator[tuple[str, Any]]:
        if isinstance(value, dict):
            yield from value.items()
            return
        header = ".".join(_spelled(str(step)) for step in (*self.top.path, *path))
        self.bad(path, f"`{path[-1]}` must be a table", f"Write `[{header}]` on a line of its own, and its keys below.")

    def _layer(self, table: Mapping[str, Any], path: Path, options: Mapping[Any, OptionValue]) -> Layer:
        """What both the file and a folder can say."""
        codes = {key: self._codes(table[key], (*path, key), pick) for key, pick in _CODES.items() if key in table}
        return Layer(
            select=codes.get("select"),
            extend=codes.get("extend-select") or frozenset(),
            ignore=codes.get("ignore") or frozenset(),
            severity=dict(self._severity(table.get("severity", {}), (*path, "severity"))),
            options=options,
        )

    def _folders(self, value: Any, path: Path) -> Iterator[tuple[globs.Glob, Layer]]:
        for pattern, table in self._table(value, path):
            at: Path = (*path, pattern)
            glob = globs.parse(pattern)
            if isinstance(glob, globs.Problem):
                self.bad(at, f"the pattern “{pattern}” {glob.message}", glob.cure, key=True)
            keys = dict(self._table(table, at))
            self._check_keys(keys, at, _OF_A_FOLDER)
            layer = self._layer(keys, at, {})
            if isinstance(glob, globs.Glob):
                yield glob, layer

    def _codes(self, value: Any, path: Path, pick: Pick) -> frozenset[str] | None:
        if not isinstance(value, list):
            first = value if isinstance(value, str) else "KF402"
            self.bad(path, f"`{path[-1]}` must be a list of codes or names", f'Write `{path[-1]} = ["{first}"]`.')
            return None
        found: set[str] = set()
        for i, word in enumerate(value):
            picked = pick(word, self.among)
            if isinstance(picked, tuple):
                self.bad((*path, i), *picked)
            else:
                found |= picked
        return frozenset(found)

    def _severity(self, value: Any, path: Path) -> Iterator[tuple[str, Severity]]:
        for word, wanted in self._table(value, path):
            at, known = (*path, word), one(word, self.among)
            severity = _SEVERITIES.get(wanted) if isinstance(wanted, str) else None
            if known is None:
                message, cure = unknown(word, self.among)
                self.bad(at, message, "Name single codes here." if several(word, self.among) else cure, key=True)
            if severity is None:
                self.bad(at, "a severity must be “error”, “warning” or “info”", _cure_of_severity(wanted))
            elif known is not None and known.is_firm and severity is not Severity.ERROR:
                self.bad(at, *firm(known))
            elif known is not None:
                yield known.code, severity

    def _options(self, value: Any, path: Path) -> Iterator[tuple[tuple[str, str], OptionValue]]:
        for word, table in self._table(value, path):
            at, known = (*path, word), one(word, self.among)
            if known is None:
                self.bad(at, *unknown(word, self.among), key=True)
            elif known.rule is None or not known.rule.options:
                self.bad(at, f"{known.shown} has no options", "Delete the table.", key=True)
            else:
                yield from self._options_of(known, dict(self._table(table, at)), at)

    def _options_of(
        self, known: Known, table: Mapping[str, Any], path: Path
    ) -> Iterator[tuple[tuple[str, str], OptionValue]]:
        options = {option.name: option for option in known.rule.options} if known.rule is not None else {}
        for name, value in table.items():
            option = options.get(name)
            if option is None:
                cure = _near(name.replace("_", "-"), tuple(options))
                self.bad((*path, name), f"{known.shown} has no option `{name}`", cure, key=True)
                continue
            chosen = option_value(option, value)
            if isinstance(chosen, str):
                self.bad((*path, name), f"`{name}` must be {chosen}", f"It says: {option.about}")
            else:
                yield (known.code, name), chosen


def _near(name: str, allowed: tuple[str, ...]) -> str:
    close = get_close_matches(name, allowed, 1)
    return f"Did you mean `{close[0]}`?" if close else f"There is {', '.join(f'`{key}`' for key in allowed)}."


def _cure_of_key(key: str, path: Path, allowed: tuple[str, ...]) -> str:
    if key == "tool" and not path:
        return "In kfexport.toml the keys stand at the top, without `[tool.kfexport]`."
    if key in _KEYS:
        return f"`{key}` belongs to the top, not to a folder."
    plain = key.lower().replace("_", "-")
    return _near(_KEYS_OF_OTHERS.get(plain, plain), allowed)


def _cure_of_severity(wanted: Any) -> str:
    word = wanted.strip().lower() if isinstance(wanted, str) else ""
    if word in ("off", "none", "ignore"):
        return "Name the code in `ignore` to turn it off."
    meant = _WORDS_FOR.get(word, word)
    return f'Write "{meant}".' if meant in _SEVERITIES else 'Write "warning", for example.'


def _spelled(step: str) -> str:
    return step if step.replace("-", "").replace("_", "").isalnum() and step.isascii() else f'"{step}"'
