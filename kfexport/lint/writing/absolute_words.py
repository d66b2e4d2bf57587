"""Absolute words in wrong choices only.

What: two or more wrong choices, and at least half of them, say "always", "never", "only" and the like, in Japanese
「必ず」「決して」「のみ」 and the like, and the right choice says none of these. Choices that are nothing but such
a word (Always, Never), that combine others ("I and II only", "none of these") or that are titles do not count, nor do
words in code. "All", "every" and 「すべて」 are too often said of a number of things, as in "delete all files"; the
option `words` adds them, or others.

Why: hardly anything is always so, and learners know that: "absolute terms" are a flaw of which test-wise learners make
use, say the item-writing guide of the National Board of Medical Examiners and Haladyna, Downing and Rodriguez (2002,
Applied Measurement in Education 15(3), on "specific determiners").

Fails:

    choices:
      - It always restarts every container at once
      - It never restarts anything
      - text: It restarts what failed
        correct: true

Passes:

    choices:
      - It restarts the whole pod
      - It only tells the scheduler
      - text: It restarts what failed
        correct: true
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Related, Severity, below
from kfexport.lint.base import Context, Option, Rule
from kfexport.lint.writing.words import all_choices, language, prose, with_choices
from kfexport.model import MultipleResponse, Quiz, SingleChoice

_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("always", "never", "only", "none", "completely", "entirely", "impossible", "exclusively", "solely"),
    "ja": ("必ず", "決して", "けっして", "常に", "絶対", "一切", "いっさい", "のみ", "だけ", "完全に"),
}
_LEAST: Final = 2
"""Wrong choices with such a word that make a pattern."""
_NAME: Final = r"\(?(?:[IVX]{1,4}|[A-H]|[a-h]|[1-9])\)?"
_MOST_RELATED: Final = 20
_COMBINES: Final = re.compile(
    rf"\W*(?:(?i:none\s+of\s+(?:the|these|those|them)\b.*)|{_NAME}(?:[\s,&]+(?:(?:and|or)\s+)?{_NAME})*\s+only\W*)",
    re.DOTALL,
)
"""Choices that say which of the other ones, or of statements in the prompt, are right: they have to be exact."""
_MORE: Final = re.compile(r"\w.*\w", re.DOTALL)


def _check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    lang = language(quiz)
    words = _WORDS.get(lang, ()) + tuple(word.lower() for word in context.words(RULE, "words"))
    if lang not in _WORDS or not _may_hold(all_choices(quiz), words):
        return
    either = "|".join(map(re.escape, words))
    pattern = re.compile(either if lang == "ja" else rf"\b(?:{either})\b", re.IGNORECASE)
    for question in with_choices(quiz):
        wrong = [(i, choice.text) for i, choice in enumerate(question.choices) if not choice.correct]
        if len(wrong) < _LEAST:
            continue
        if sum(_may_hold(text.lower(), words) for _, text in wrong) >= _LEAST:
            yield from _compare(question, wrong, pattern)


def _may_hold(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)


def _compare(
    question: SingleChoice | MultipleResponse, wrong: list[tuple[int, str]], pattern: re.Pattern[str]
) -> Iterator[Diagnostic]:
    found = [(i, word) for i, text in wrong if (word := _word(text, pattern))]
    if len(found) < max(_LEAST, len(wrong) / 2):
        return
    if any(pattern.search(choice.text) for choice in question.choices if choice.correct):
        return

    def at(i: int) -> Origin | None:
        return below(question.origin, "choices", i)

    said = ", ".join(dict.fromkeys(f"“{word}”" for _, word in found))
    yield RULE.found(
        f"of the wrong choices {len(found)} say {said}, and no right one says such a word",
        at(found[0][0]),
        hint="Say it less strictly, or let the right choice be as strict.",
        related=tuple(
            Related(f"choice {i + 1}", where) for i, _ in found[1:_MOST_RELATED] if (where := at(i)) is not None
        ),
        question=question,
    )


def _word(text: str, pattern: re.Pattern[str]) -> str:
    """The absolute word of a choice that says more than this word."""
    bare = prose(text)
    if _COMBINES.fullmatch(bare) or _is_title(bare):
        return ""
    found = pattern.search(bare)
    if found is None or not _MORE.search(bare[: found.start()] + bare[found.end() :]):
        return ""
    return found[0].lower()


def _is_title(text: str) -> bool:
    """Whether all words begin with a capital, as those of songs and names of products do."""
    words = text.split()
    return len(words) > 1 and all(word[0].isupper() for word in words)


RULE: Final = Rule(
    code="KF253",
    name="absolute-words",
    in_builds=False,
    severity=Severity.WARNING,
    check=_check,
    options=(Option(name="words", default=(), about="Further absolute words, in the language of the quizzes."),),
)
