"""Names of questions, from their title or their prompt: plain, never empty, distinct in a quiz."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from kfexport.model import Cloze, Question, Quiz
from kfexport.richtext.cloze import fill, to_html_with_blanks
from kfexport.richtext.plain import is_visible, to_line, to_plain
from kfexport.targets.markup import one_line

Clean: TypeAlias = Callable[[str], str]
"""What a target does to a plain text so that its platform keeps it; applied twice it does nothing more."""

ELLIPSIS: Final = "…"
_GAP: Final = "___"
"""What a blank of a cloze is in a name."""
_ZWJ: Final = "\u200d"
_REGIONAL: Final = range(0x1F1E6, 0x1F200)
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_TAGS: Final = range(0xE0020, 0xE0080)
"""The letters of a flag such as Scotland's, after the black flag."""
_JAMO_TAILS: Final = (range(0x1160, 0x1200), range(0xD7B0, 0xD800))
"""Vowels and final consonants of Hangul that is written in parts."""


def names(quiz: Quiz, limit: int, clean: Clean = str) -> Mapping[str, str]:
    """Question id → name of at most ``limit`` characters.

    Questions whose names would be equal get their id in brackets behind it, all of them, so that a new question
    changes no other's name but its doubles'. ``clean`` is applied before names are compared.
    """
    full = {q.id: full_name(q, safe=quiz.safe_html) for q in quiz.questions()}
    numbered: set[str] = set()
    while True:
        found = {i: _name(i, text, limit, clean, numbered=i in numbered) for i, text in full.items()}
        count = Counter(found.values())
        doubles = {i for i, name in found.items() if count[name] > 1} - numbered
        if not doubles:
            return found
        numbered |= doubles


def _name(question_id: str, text: str, limit: int, clean: Clean, *, numbered: bool) -> str:
    if not numbered:
        return fit(text, limit, clean)
    return f"{fit(text, limit - len(question_id) - 3, clean)} ({question_id})"


def full_name(question: Question, *, safe: bool = False) -> str:
    """The title, else the prompt (or the text of a cloze, without its answers) as one plain line, else the id.

    ``safe`` where harmless HTML tags work.
    """
    name = one_line(question.title) or to_plain(question.prompt, safe=safe)
    if not is_visible(name):
        name = _gapped(question, safe=safe)
    return name if is_visible(name) else question.id


def _gapped(question: Question, *, safe: bool) -> str:
    if not isinstance(question, Cloze):
        return ""
    ids = [blank.id for blank in question.blanks]
    return to_line(fill(to_html_with_blanks(question.text, ids, safe=safe), lambda _: _GAP))


def fit(text: str, limit: int, clean: Clean = str) -> str:
    """``clean(text)``, cut so that it has at most ``limit`` code points after cleaning what was cut."""
    whole = clean(text)
    if len(whole) <= limit:
        return whole
    for length in range(limit, 0, -1):
        cut = clean(cut_text(whole, length))
        if len(cut) <= limit:
            return cut
    return ELLIPSIS


def cut_text(text: str, limit: int) -> str:
    """At most ``limit`` code points, with an ellipsis where something was cut, never inside a grapheme cluster."""
    if len(text) <= limit:
        return text
    end = max(limit - 1, 0)
    while end > 0 and _inside_cluster(text, end):
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


def _inside_cluster(text: str, at: int) -> bool:
    """Whether a cut before ``text[at]`` would split what a reader sees as one character (UAX 29, in short)."""
    here, before = text[at], text[at - 1]
    if unicodedata.category(here) in ("Mn", "Me", "Mc") or _ZWJ in (here, before):
        return True
    if ord(here) in _SKIN_TONES or ord(here) in _TAGS or any(ord(here) in tails for tails in _JAMO_TAILS):
        return True
    if ord(here) in _REGIONAL:
        run = 0
        while run < at and ord(text[at - 1 - run]) in _REGIONAL:
            run += 1
        return run % 2 == 1
    return False
