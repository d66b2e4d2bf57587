"""What a word stands for in a list of codes: the codes, or what is wrong with it and the cure."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from kfexport.config.names import Known, several, unknown

Picked: TypeAlias = frozenset[str] | tuple[str, str]
"""Codes, or a message and its cure."""
Pick: TypeAlias = Callable[[Any, Mapping[str, Known]], Picked]


def selectable(word: Any, among: Mapping[str, Known]) -> Picked:
    """The rules that a word turns on."""
    found = several(word, among) if isinstance(word, str) else ()
    rules = frozenset(k.code for k in found if k.rule is not None)
    if found and not rules:
        return f"“{word}” names no rule: what it names is told whatever rules run", "Delete it, or see `ignore`."
    return rules or _nothing(word, among)


def ignorable(word: Any, among: Mapping[str, Known]) -> Picked:
    """The findings that a word silences, as far as they are no errors."""
    found = several(word, among) if isinstance(word, str) else ()
    mild = frozenset(k.code for k in found if not k.is_firm)
    if found and not mild:
        return firm(found[0])
    return mild or _nothing(word, among)


def _nothing(word: Any, among: Mapping[str, Known]) -> tuple[str, str]:
    if not isinstance(word, str):
        return "each entry must be a code or a name in quotes", 'Write `["KF402"]`, for example.'
    return unknown(word, among)


def firm(known: Known) -> tuple[str, str]:
    """What to say where somebody would turn an error off."""
    cure = "Mend what it tells"
    if known.code.startswith("KF4"):
        cure += ", or leave the question out with `omit`"
    why = "is always an error, since the export would be wrong or impossible"
    return f"{known.shown} {why}; it cannot be turned off or lowered", f"{cure}."
