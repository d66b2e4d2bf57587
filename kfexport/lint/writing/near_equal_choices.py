"""Choices that differ in next to nothing.

What: two choices of a question differ in nothing but the letter case of their first letter, full-width and half-width
forms, or a full stop at the end. Texts with code or formulas are passed over. In words that stand alone the first
letter counts, as it does in names and units, and other letters count everywhere: questions ask for their case.

Why: they say the same, so neither can be the one right answer, and learners who see that rule both out; a choice must
differ from the others in what it says (Haladyna, Downing & Rodriguez 2002, on independent choices). Texts that are
shown as the very same are an error of their own (KF203).

Fails:

    choices:
      - The pod is restarted
      - the pod is restarted.

Passes:

    choices:
      - String
      - string
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Context, Rule
from kfexport.lint.writing.looks import WIDE, Choices, choice_lists, usual_width
from kfexport.model import Quiz

_NOT_WORDS: Final = re.compile(r"[`$&\[\\<]")
"""Code, formulas, entities, links and escapes: what they show can only be told by rendering."""
_STOP: Final = re.compile(r"(?<=[^\W\d_])[)\"'」』）”’]?([.。．｡])\Z")


class _Shown(NamedTuple):
    position: int
    shown: str
    """Without emphasis and double blanks."""
    has_stop: bool
    rest: str
    """Without the stop, in usual width."""


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for choices in choice_lists(quiz):
        texts = [choice.text for choice in choices.choices]
        if not _surely_differ(texts):
            yield from _compare(choices, texts)


def _surely_differ(texts: Sequence[str]) -> bool:
    """A quick look, for all choices of nearly all questions: most differ in their first letters."""
    starts = [text[:4] for text in texts]
    if len(set(map(str.casefold, starts))) == len(texts) and "".join(starts).isascii() and "*" not in "".join(starts):
        return True
    bare = usual_width("\0".join(texts)).replace(".", "").replace("。", "").replace("*", "")
    return len(set("".join(bare.split()).casefold().split("\0"))) == len(texts)


def _compare(choices: Choices, texts: Sequence[str]) -> Iterator[Diagnostic]:
    seen: dict[str, _Shown] = {}
    for i, text in enumerate(texts):
        if _NOT_WORDS.search(text):
            continue
        second = _shown(i, text)
        first = seen.setdefault(second.rest.casefold(), second)
        if first.shown != second.shown and (first.rest == second.rest or _begin_alike(first.rest, second.rest)):
            yield RULE.found(
                f"choices {first.position + 1} and {i + 1} differ only in {_difference(first, second)}",
                choices.at(i),
                hint="Change or delete one of them.",
                related=choices.related(first.position),
                question=choices.question,
            )


def _shown(position: int, text: str) -> _Shown:
    shown = " ".join(text.replace("*", "").split())
    usual = usual_width(shown)
    stop = _STOP.search(usual)
    is_sentence = stop is not None and (" " in usual or stop[1] != "." or WIDE.search(usual) is not None)
    rest = usual[: stop.start(1)] + usual[stop.end(1) :] if stop and is_sentence else usual
    return _Shown(position, shown, is_sentence, rest)


def _begin_alike(first: str, second: str) -> bool:
    """Whether texts that differ in letter case are sentences, and do so in their first letter alone."""
    return first[1:] == second[1:] and (first.count(" ") > 1 or WIDE.search(first) is not None)


def _difference(first: _Shown, second: _Shown) -> str:
    found = [
        *(["the case of the first letter"] if first.rest != second.rest else []),
        *(["the full stop at the end"] if first.has_stop != second.has_stop else []),
    ]
    return " and ".join(found) or "the width of their characters"


RULE: Final = Rule(code="KF257", name="near-equal-choices", in_builds=False, severity=Severity.WARNING, check=_check)
