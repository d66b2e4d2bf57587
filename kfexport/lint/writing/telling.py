"""Titles, hints and prompts that tell the answer.

What: the right choice of a `single_choice`, or the answer of a `short_answer` or of a blank, stands word for word in
the title, the hints or the prompt of the question, or in the title of its section, while no wrong choice does. Code,
numbers and words of fewer than four letters (two in Japanese and Chinese) are passed over.

Why: learners find the answer without knowing it: test-wise ones look for words that stem and choice share (Millman,
Bishop & Ebel 1965 on test-wiseness; the NBME guide calls these clang clues).

Fails:

    title: The kubelet
    prompt: What restarts containers on a node?
    choices:
      - text: The kubelet
        correct: true
      - The scheduler

Passes:

    title: Restarts
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from kfexport.diagnostics import Diagnostic, Path, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.lint.writing.looks import WIDE, usual_width
from kfexport.model import ChoiceBlank, Cloze, Question, Quiz, Section, ShortAnswer, SingleChoice, TextBlank

_LEAST: Final = 4
_LEAST_WIDE: Final = 2
_MARKS: Final = str.maketrans("", "", "*`")
_CODE: Final = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|\$[^$]*\$|^(?: {4}|\t).*$", re.DOTALL | re.MULTILINE)
_PLAIN: Final = re.compile(r"[\w .,'’/&+#()-]+")
_BLANK: Final = re.compile(r"\[\[[^\[\]]*\]\]")


class _Key(NamedTuple):
    """What is right, and what is wrong, folded."""

    right: tuple[str, ...]
    wrong: tuple[str, ...]


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for section in quiz.sections:
        for question in section.questions:
            for key in _keys(question):
                if any(len(right) >= _LEAST_WIDE for right in key.right):
                    yield from _of_question(section, question, key)


def _keys(question: Question) -> Iterator[_Key]:
    match question:
        case SingleChoice():
            right = [choice.text for choice in question.choices if choice.correct]
            yield _Key(_folded(right), tuple(c.text for c in question.choices if not c.correct))
        case ShortAnswer():
            yield _Key(_folded([a.text for a in question.answers if a.credit == 1]), ())
        case Cloze():
            for blank in question.blanks:
                match blank:
                    case TextBlank():
                        yield _Key(_folded([a.text for a in blank.answers if a.credit == 1]), ())
                    case ChoiceBlank():
                        right = [choice.text for choice in blank.choices if choice.correct]
                        yield _Key(_folded(right), tuple(c.text for c in blank.choices if not c.correct))
                    case _:
                        pass
        case _:
            pass


def _folded(texts: list[str]) -> tuple[str, ...]:
    return tuple(key for text in texts if (key := _fold(text).rstrip(".。")) and _can_tell(key))


def _fold(text: str) -> str:
    return usual_width(text).translate(_MARKS).casefold().strip()


def _can_tell(key: str) -> bool:
    is_wide = WIDE.search(key) is not None
    letters = sum(map(str.isalpha, key))
    return letters >= (_LEAST_WIDE if is_wide else _LEAST) and (is_wide or _PLAIN.fullmatch(key) is not None)


def _of_question(section: Section, question: Question, key: _Key) -> Iterator[Diagnostic]:
    places: list[tuple[str, str, Path | None]] = [
        ("the title of the section", section.title, None),
        ("the title", question.title, ("title",)),
        ("the prompt", question.prompt, ("prompt",)),
        *((f"hint {i}", hint, ("hints", i - 1)) for i, hint in enumerate(question.hints, start=1)),
    ]
    if isinstance(question, Cloze):
        places.append(("the text", question.text, ("text",)))
    for name, text, path in places:
        right = _told(text, key) if text else None
        if right is not None:
            yield RULE.found(
                f'{name} tells the answer: "{right}"',
                below(question.origin, *path) if path is not None else below(section.origin, "title"),
                hint="Say it in other words, or let the wrong choices have the words as well."
                if key.wrong
                else "Say it in other words.",
                question=question,
            )


def _told(text: str, key: _Key) -> str | None:
    """The right answer that stands in a text as a word of its own, where none of the wrong ones does."""
    folded = _fold(text)
    right = next((right for right in key.right if right in folded), None)
    if right is None:
        return None
    shown = _fold(_BLANK.sub(" ", _CODE.sub(" ", text)))
    pattern = re.escape(right) if WIDE.search(right) else rf"(?<!\w){re.escape(right)}(?!\w)"
    if not re.search(pattern, shown) or any(_fold(wrong).rstrip(".。") in folded for wrong in key.wrong):
        return None
    return right


RULE: Final = Rule(code="KF263", name="telling", severity=Severity.WARNING, check=_check)
