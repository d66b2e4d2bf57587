"""Choices that all begin with the same words.

What: at least three choices, and all of them but those that keep their place in a shuffle, begin with the same three
words or more (in Japanese and Chinese: the same eight characters up to a particle or comma). Code is passed over, and
so are choices of several lines.

Why: everybody reads the words as often as there are choices, and what the choices differ in is harder to find
(Haladyna, Downing & Rodriguez 2002: "include the central idea in the stem instead of the choices"; most guides add: say
in the stem what all choices say). The option `words` is how many words are too many.

Fails:

    choices:
      - It is used to restart the container
      - It is used to stop the node
      - It is used to scale the deployment

Passes:

    prompt: It is used to …
    choices:
      - restart the container
      - stop the node
      - scale the deployment
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Context, Option, Rule
from kfexport.lint.writing.looks import WIDE, Choices, choice_lists
from kfexport.model import Quiz

_WORDS: Final = Option(
    name="words",
    default=3,
    least=2,
    most=50,
    about="How many words at the beginning of all choices are told, in languages with blanks between words.",
)
_LEAST_CHOICES: Final = 3
_LEAST_CHARACTERS: Final = 12
_LEAST_WIDE: Final = 8
_CODE: Final = re.compile(r"[=(){}\[\];<>|\\/$&\"#@+]|\w[.:_]\w|(?:^| )-|::")
_SENTENCE: Final = re.compile(
    r"[^\W\d_a-z][a-z'’]|\b(?:a|an|the|to|it|they|is|are|of|in|by|that|this|because|when|if|for|with|as|and)\b"
)
"""What a sentence has and a command has not."""
_PARTICLE: Final = re.compile(r".*[はがをにでとのもへや、，,：: ]", re.DOTALL)


def _check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    words = context.number(RULE, _WORDS.name)
    for choices in choice_lists(quiz):
        if len(choices.choices) < _LEAST_CHOICES:
            continue
        first, second = choices.choices[:2]
        if first.text[:5] == second.text[:5] or first.fixed or second.fixed:
            yield from _of_list(choices, words)


def _of_list(choices: Choices, words: float) -> Iterator[Diagnostic]:
    texts = [choice.text for choice in choices.choices if not choice.fixed]
    if len(texts) < _LEAST_CHOICES:
        return
    opening = _opening(texts)
    is_wide = WIDE.search(opening) is not None
    enough = len(opening) >= _LEAST_WIDE if is_wide else len(opening.split()) >= words
    if (
        enough
        and len(opening) >= (_LEAST_WIDE if is_wide else _LEAST_CHARACTERS)
        and (is_wide or _SENTENCE.search(opening))
    ):
        yield RULE.found(
            f'all choices begin with "{_short(opening)}"',
            choices.at(0),
            hint="Say it once in the prompt, and only in the choices what they differ in.",
            question=choices.question,
        )


def _opening(texts: list[str]) -> str:
    """The words that all texts begin with, none where they are code."""
    low, high = min(texts), max(texts)  # what these two share is what all share
    opening = low[: next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))]
    if opening in texts or any("\n" in text for text in texts):
        return ""  # a list that each choice makes longer, or blocks
    if any(text[len(opening) :][:1].isalnum() for text in texts) or opening.count("`") % 2 or opening.count("*") % 2:
        opening = _whole(opening)
    return "" if _CODE.search(re.sub(r"`[^`]*`", "x", opening)) else opening.strip(" *,、")


def _whole(opening: str) -> str:
    """An opening that ends inside a word, or inside code, cut where that begins."""
    if opening.count("`") % 2:
        return opening[: opening.rindex("`")]
    if WIDE.search(opening):
        match = _PARTICLE.match(opening)
        return match[0] if match else ""
    return opening[: opening.rfind(" ") + 1]


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


RULE: Final = Rule(
    code="KF261", name="repeated-opening", in_builds=False, severity=Severity.INFO, check=_check, options=(_WORDS,)
)
