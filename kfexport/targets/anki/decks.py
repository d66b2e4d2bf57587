"""Names of decks, one a category path, and the order of rows that lets Anki make each deck once.

Source: ``rslib/src/decks/name.rs`` (``normalized_deck_name_component``), ``…/text/import.rs``
(``get_or_create_deck_id``: a name that Anki would spell otherwise makes a new deck for every row).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from kfexport.model import Quiz
from kfexport.targets.anki.asked import asked
from kfexport.targets.anki.naming import (
    SEPARATOR,
    Spelling,
    looks_same,
    normal,
    one_spelling,
    report_changes,
)
from kfexport.targets.anki.table import Row
from kfexport.targets.base import Losses

CategoryPath: TypeAlias = tuple[str, ...]

_COLONS: Final = re.compile(r":{2,}")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]+")
_EDGES: Final = re.compile(r"\A[\s:]+|[\s:]+\Z")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+")
"""What Rust reads as an integer, and Anki then as the id of a deck (``NameOrId::parse``)."""
_DEEPEST: Final = 11
"""Decks inside each other: with one more Anki 26.9 refuses the whole file, "deck nesting level too deep" (tried)."""


def deck_names(quiz: Quiz, losses: Losses) -> Mapping[CategoryPath, str]:
    """The deck of each category path that a question has; changed names are reported."""
    names: dict[CategoryPath, str] = {}
    changes: dict[str, str] = {}
    known: Spelling = {}
    for section, question in asked(quiz):
        path = quiz.path(section, question)
        if path not in names:
            names[path] = _deck_name(path, quiz, known, changes)
    report_changes("Decks are named", changes, quiz, losses)
    return names


def _deck_name(path: CategoryPath, quiz: Quiz, known: Spelling, changes: dict[str, str]) -> str:
    cleaned = [(part, clean_part(part)) for part in path]
    parts = one_spelling((part for _, part in cleaned if part), known)
    written = iter(parts)
    for part, kept in cleaned:
        spelled = next(written) if kept else ""
        if not looks_same(part, spelled):
            changes[part] = spelled
    if len(parts) > _DEEPEST:
        deep = " - ".join(parts[_DEEPEST - 1 :])
        changes[SEPARATOR.join(parts)] = SEPARATOR.join((*parts[: _DEEPEST - 1], deep))
        parts = (*parts[: _DEEPEST - 1], deep)
    name = SEPARATOR.join(parts) or clean_part(quiz.title) or quiz.id
    if _NUMBER.fullmatch(name):
        changes[name] = f"{name}_"
        return changes[name]
    return name


def clean_part(part: str) -> str:
    """One part of a deck name in Anki's own spelling, or nothing: control characters, outer blanks and colons go.

    Two colons would nest the deck, and one at an end would join those of the separator.
    """
    return _EDGES.sub("", _COLONS.sub(":", _CONTROL.sub(" ", normal(part))))


def parents_first(rows: Iterable[Row]) -> list[Row]:
    """The rows in their order, except that the first row of a deck moves up before the rows of its sub-decks.

    Otherwise Anki makes the parent along with the sub-deck without noticing, and then a second one named ``Parent+``.
    The order inside each deck stays.
    """
    pending = list(rows)
    first = {row.deck: i for i, row in reversed(list(enumerate(pending)))}
    ordered = []
    done: set[int] = set()
    for i, row in enumerate(pending):
        early = [first[deck] for deck in _ancestors(row.deck) if deck in first]
        for j in (*early, i):
            if j not in done:
                done.add(j)
                ordered.append(pending[j])
    return ordered


def _ancestors(deck: str) -> Iterator[str]:
    """The decks around ``deck``, the outermost first."""
    parts = deck.split(SEPARATOR)
    return (SEPARATOR.join(parts[:n]) for n in range(1, len(parts)))
