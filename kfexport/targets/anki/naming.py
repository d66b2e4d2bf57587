"""What names of decks and tags have in common."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Final

from kfexport.diagnostics import Severity
from kfexport.model import Quiz
from kfexport.targets.base import Losses

SEPARATOR: Final = "::"
"""Stands between the parts of a nested name."""
_UNSEEN: Final = re.compile(r"[\x00-\x20\x7f]+")
"""Ordinary blanks and control characters. Other blanks, such as U+3000, can be seen where they stand at an end."""
_BLANKS: Final = re.compile(r"[\s\x00-\x1f\x7f]+")
_SHOWN: Final = 5
"""How many changed names a message lists."""

Spelling = MutableMapping[tuple[str, ...], str]
"""Nested name, compared without letter case → the spelling of its last part."""


def normal(name: str) -> str:
    """The form in which Anki keeps names (``normalize_to_nfc`` in ``rslib/src/text.rs``)."""
    return unicodedata.normalize("NFC", name)


def join_blanks(name: str, blank: str) -> str:
    """``name`` without outer blanks and control characters, with ``blank`` for each run of them inside."""
    return _BLANKS.sub(blank, _BLANKS.sub(" ", name).strip())


def one_spelling(parts: Iterable[str], known: Spelling) -> tuple[str, ...]:
    """The parts of a nested name as they were first spelled: Anki compares names without letter case."""
    key: tuple[str, ...] = ()
    spelled = []
    for part in parts:
        key += (part.casefold(),)
        spelled.append(known.setdefault(key, part))
    return tuple(spelled)


def looks_same(name: str, written: str) -> bool:
    """Whether a reader sees no difference."""
    return _UNSEEN.sub(" ", normal(name)).strip(" ") == _UNSEEN.sub(" ", written).strip(" ")


def report_changes(what: str, changes: Mapping[str, str], quiz: Quiz, losses: Losses) -> None:
    """One note a quiz about the names that Anki takes only in another spelling; empty means left out."""
    if not changes:
        return
    told = [
        f'"{name}" becomes "{written}"' if written else f'"{name}" is left out'
        for name, written in list(changes.items())[:_SHOWN]
    ]
    more = f" and {len(changes) - _SHOWN} more" if len(changes) > _SHOWN else ""
    message = f"{what} as Anki takes them: {', '.join(told)}{more}"
    losses.add("KF404", Severity.INFO, message, quiz.origin)
