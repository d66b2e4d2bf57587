"""What there is to configure: the codes with their names, and what a word that the user wrote stands for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from kfexport.codes import CODES
from kfexport.diagnostics import Severity
from kfexport.lint import registry
from kfexport.lint.base import Rule

ALL: Final = "ALL"
_PREFIX: Final = re.compile(r"KF[0-9]{0,2}")
ABOUT_COMMENTS: Final = frozenset({"KF041", "KF042"})
"""Findings about comments that disable others."""


@dataclass(frozen=True, slots=True)
class Known:
    """One code."""

    code: str
    name: str
    severity: Severity
    """The usual one."""
    rule: Rule | None = None

    @property
    def is_firm(self) -> bool:
        """Whether it is always an error: then an export would be wrong or impossible, and it cannot be turned off."""
        return self.severity is Severity.ERROR and not (self.rule is not None and self.rule.milder)

    @property
    def is_advice(self) -> bool:
        """Whether it is a rule that may be off."""
        return self.rule is not None and self.severity is not Severity.ERROR

    @property
    def shown(self) -> str:
        """Code and name."""
        return f"{self.code} ({self.name})"


def known() -> Mapping[str, Known]:
    """Code → what is known of it, in order."""
    found = {info.code: Known(info.code, info.name, info.severity) for info in CODES.values()}
    found.update((r.code, Known(r.code, r.name, r.severity, r)) for r in registry.rules().values())
    return dict(sorted(found.items()))


def one(word: str, among: Mapping[str, Known]) -> Known | None:
    """What a code or a name stands for."""
    code = word.strip().upper()
    if code in among:
        return among[code]
    return next((k for k in among.values() if k.name == word.strip().lower()), None)


def several(word: str, among: Mapping[str, Known]) -> tuple[Known, ...]:
    """What a code, a name, the beginning of codes or ``ALL`` stands for; nothing where nobody has it."""
    exact = one(word, among)
    if exact is not None:
        return (exact,)
    begin = word.strip().upper()
    if begin == ALL:
        return tuple(among.values())
    return tuple(k for k in among.values() if _PREFIX.fullmatch(begin) and k.code.startswith(begin))


def unknown(word: str, among: Mapping[str, Known]) -> tuple[str, str]:
    """What to say of a word that stands for nothing, and the cure."""
    shown = word if len(word) <= 60 else f"{word[:59]}…"
    message = f"no finding has the code or name “{shown}”"
    code = word.strip().upper()
    words = [k.code for k in among.values()] if code.startswith("KF") else [k.name for k in among.values()]
    close = get_close_matches(code if code.startswith("KF") else word.strip().lower()[:60], words, 1)
    return message, f"Did you mean `{close[0]}`?" if close else "`kfexport rules` lists them all."
