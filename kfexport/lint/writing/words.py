"""What several rules of item writing need: the language of a quiz, its choices, and what learners see of them."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from kfexport.model import Choice, MultipleResponse, Quiz, SingleChoice
from kfexport.richtext.markdown import is_inline, to_html
from kfexport.richtext.plain import strip_tags

_MARKUP: Final = re.compile(r"[*_`~&\\\[<$#|]|\n[^\n]")
_NO_WORDS: Final = re.compile(r"(?<!`)`++[^`]*+`++|\$[^$\n]++\$")
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def language(quiz: Quiz) -> str:
    """The first part of the quiz's language tag, in lower case: ``en`` of ``en-GB``."""
    return quiz.lang.split("-")[0].lower()


def with_choices(quiz: Quiz) -> Iterator[SingleChoice | MultipleResponse]:
    """The questions that have choices of their own."""
    for question in quiz.questions():
        if isinstance(question, (SingleChoice, MultipleResponse)):
            yield question


def all_choices(quiz: Quiz) -> str:
    """The sources of all choices in lower case, one below the other: the place to look for a word first."""
    return "\n".join([c.text for c in chain.from_iterable([q.choices for q in with_choices(quiz)])]).lower()


def shown(text: str, *, safe: bool) -> str:
    """What learners see of a choice, as one line."""
    if not _MARKUP.search(text):
        return " ".join(text.split())
    return strip_tags(to_html(text, inline=is_inline(text), safe=safe))


def prose(text: str) -> str:
    """A source with blanks for code and formulas, as long as it was."""
    if "`" not in text and "$" not in text:
        return text
    return _NO_WORDS.sub(lambda match: " " * len(match[0]), text)


def letter(position: int) -> str:
    """How people call the choice at a position from 0."""
    return _LETTERS[position] if position < len(_LETTERS) else f"choice {position + 1}"


def right(choices: Sequence[Choice]) -> int:
    """The position of the first right choice."""
    return next(i for i, choice in enumerate(choices) if choice.correct)
