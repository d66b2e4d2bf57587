"""Tags of notes: those of quiz, section and question, and the title of the section.

Source: ``rslib/src/tags/register.rs`` (``normalized_tag_name_component``) and ``…/tags/mod.rs`` (``split_tags``).
"""

import re
from collections.abc import Mapping
from typing import Final

from kfexport.model import Question, Quiz, Section
from kfexport.targets.anki.asked import asked
from kfexport.targets.anki.naming import (
    SEPARATOR,
    Spelling,
    join_blanks,
    looks_same,
    normal,
    one_spelling,
    report_changes,
)
from kfexport.targets.base import Losses

_BLANK: Final = "_"
"""Stands for blanks, since those separate tags."""
_COLONS: Final = re.compile(r":{2,}")


def note_tags(quiz: Quiz, losses: Losses) -> Mapping[str, tuple[str, ...]]:
    """Question id → tags as Anki takes them; changed ones are reported."""
    tags: dict[str, tuple[str, ...]] = {}
    changes: dict[str, str] = {}
    known: Spelling = {}
    spelled: dict[tuple[tuple[str, str], ...], tuple[str, ...]] = {}
    """The tags of earlier questions: most have the same ones."""
    for section, question in asked(quiz):
        named = _tags(quiz, section, question)
        if named not in spelled:
            written = [(name, _spell(tag, known)) for name, tag in named]
            changes.update((name, tag) for name, tag in written if not looks_same(name, tag))
            spelled[named] = tuple(dict.fromkeys(tag for _, tag in written if tag))
        tags[question.id] = spelled[named]
    report_changes("Tags are written", changes, quiz, losses)
    return tags


def _tags(quiz: Quiz, section: Section, question: Question) -> tuple[tuple[str, str], ...]:
    """The author's words for each tag, and the tag. The title of a section is one part: its ``::`` does not nest."""
    name = section.title or section.id or ""
    own = tuple((tag, tag) for tag in quiz.all_tags(section, question))
    return (*own, (name, _COLONS.sub(":", name))) if name else own


def _spell(tag: str, known: Spelling) -> str:
    parts = (join_blanks(part, _BLANK) for part in normal(tag).split(SEPARATOR))
    return SEPARATOR.join(one_spelling((part for part in parts if part), known))
