"""Titles, hints and prompts that tell the answer.

What: the right choice of a `single_choice`, or the answer of a `short_answer` or of a blank, stands word for word in
the title, the hints or the prompt of the question, or in the title of its section, while no wrong choice does. Of a
prompt with choices the sentences before the one that asks are passed over, since what they say is given, and so is a
prompt that asks for what is not so. Code, answers with numbers, what stands in quotes, and words of fewer than four
letters (two in Japanese and Chinese) are passed over as well.

It is off until it is selected. Of trivia about songs and films a quarter of what it tells is no fault, since there the
name in the question may well be the answer; in quizzes on technical matters nearly all is one.

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
from kfexport.model import Answer, ChoiceBlank, Cloze, Question, Quiz, Section, ShortAnswer, SingleChoice, TextBlank
from kfexport.model.parts import Choice

_LEAST: Final = 4
_LEAST_WIDE: Final = 2
_MOST: Final = 60
"""Longer answers are sentences, which nobody gives away word for word."""
_BLOCK: Final = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|\$[^$]*\$", re.DOTALL)
"""What asks something of code or a formula has to show it."""
_CODE: Final = re.compile(rf"{_BLOCK.pattern}|`[^`\n]*`|\"[^\"\n]*\"|「[^「」\n]*」", re.DOTALL)
"""In prompts that goes for spans of code, and for what stands in quotes, as well."""
_EITHER: Final = re.compile(r"\bor\b|それとも|または|あるいは")
"""Between these words the prompt itself names choices."""
_COMMON: Final = re.compile(
    r"wh(?:ich|at|en|ere|ile|o|y)|th(?:is|at|ese|ose|en|an|ere|ey|eir)|with|from|into|over|under|after|before|both|each"
    r"|every|many|more|most|none|only|other|some|such|true|false|same|used|using|does|have|will|first|last|next"
)
_PLAIN: Final = re.compile(r"[\w .,'’/&+#()-]+")
_AMOUNT: Final = re.compile(r"(?<!\w)[0-9]")
"""Numbers and dates that a prompt names are what learners are to count with, or to tell from the right one."""
_NEGATED: Final = re.compile(r"\b(?:not|never|cannot|except|least)\b|n['’]t\b|ない|誤|間違|不適切")
_ENDS: Final = re.compile(r"(?<=[.!?:])\s+|(?<=[。！？])|\n\s*\n")
_BLANK: Final = re.compile(r"\[\[[^\[\]]*\]\]")
_MOST_WORK: Final = 20_000_000
"""Characters that may be searched for the answers of one question: that of 4,000 blanks is no question to be helped."""


class _Key(NamedTuple):
    """What is right, and what is wrong."""

    right: tuple[str, ...]
    wrong: tuple[str, ...]


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for section in quiz.sections:
        for question in section.questions:
            keys = list(_keys(question))
            shown = _shown(section, question) if keys else ""
            if sum(len(key.right) for key in keys) * len(shown) > _MOST_WORK:
                continue
            for key in keys:
                folded = (_fold(text).rstrip(".。") for text in key.right)
                right = tuple(text for text in folded if text in shown and _can_tell(text))
                if right:
                    yield from _of_question(section, question, _Key(right, key.wrong))


def _shown(section: Section, question: Question) -> str:
    """All that learners see before they answer, one below the other."""
    shown = _fold("\n".join((section.title, question.title, question.prompt, *question.hints)))
    return shown + _fold(question.text) if isinstance(question, Cloze) else shown


def _keys(question: Question) -> Iterator[_Key]:
    match question:
        case SingleChoice():
            yield from _of_choices(question.choices)
        case ShortAnswer():
            yield from _of_answers(question.answers)
        case Cloze():
            for blank in question.blanks:
                match blank:
                    case TextBlank():
                        yield from _of_answers(blank.answers)
                    case ChoiceBlank():
                        yield from _of_choices(blank.choices)
                    case _:
                        pass
        case _:
            pass


def _of_choices(choices: tuple[Choice, ...]) -> Iterator[_Key]:
    for choice in choices:
        if choice.correct and len(choice.text) <= _MOST:
            yield _Key((choice.text,), tuple(other.text for other in choices if not other.correct))


def _of_answers(answers: tuple[Answer, ...]) -> Iterator[_Key]:
    right = tuple(answer.text for answer in answers if answer.credit == 1 and len(answer.text) <= _MOST)
    if right:
        yield _Key(right, ())


def _fold(text: str) -> str:
    return usual_width(text).replace("*", "").replace("`", "").casefold().strip()


def _can_tell(key: str) -> bool:
    if _AMOUNT.search(key):
        return False
    is_wide = WIDE.search(key) is not None
    letters = sum(map(str.isalpha, key))
    if is_wide:
        return letters >= _LEAST_WIDE
    return letters >= _LEAST and not _COMMON.fullmatch(key) and _PLAIN.fullmatch(key) is not None


def _of_question(section: Section, question: Question, key: _Key) -> Iterator[Diagnostic]:
    places: list[tuple[str, str, Path | None]] = [
        ("the title of the section", section.title, None),
        ("the title", question.title, ("title",)),
        ("the prompt", _asking(question.prompt) if key.wrong else question.prompt, ("prompt",)),
        *((f"hint {i}", hint, ("hints", i - 1)) for i, hint in enumerate(question.hints, start=1)),
    ]
    if isinstance(question, Cloze):
        places.append(("the text", question.text, ("text",)))
    for name, text, path in places:
        right = _told(text, key, is_hint=name.startswith("hint")) if text else None
        if right is not None:
            yield RULE.found(
                f'{name} tells the answer: "{right}"',
                below(question.origin, *path) if path is not None else below(section.origin, "title"),
                hint="Say it in other words, or let the wrong choices have the words as well."
                if key.wrong
                else "Say it in other words.",
                question=question,
            )


def _asking(prompt: str) -> str:
    """The sentences of a prompt that ask, all of it where none has a question mark; nothing where one asks for what is
    not so, since there a word that question and choice share leads away from the answer."""
    asking = [part for part in _ENDS.split(_BLOCK.sub(" ", prompt)) if part.rstrip("*_ \n").endswith(("?", "？"))]
    text = "\n".join(asking) or prompt
    return "" if _NEGATED.search(text.casefold()) else text


def _told(text: str, key: _Key, *, is_hint: bool) -> str | None:
    """The right answer that stands in a text as a word of its own, where none of the wrong ones does."""
    folded = _fold(text)
    right = next((right for right in key.right if right in folded), None)
    if right is None or (not key.wrong and _EITHER.search(folded)):
        return None
    wrong = [_fold(wrong).rstrip(".。") for wrong in key.wrong]
    if any(right in other or other in folded for other in wrong):
        return None
    shown = _fold(_BLANK.sub(" ", (_BLOCK if is_hint else _CODE).sub(" ", text)))
    pattern = re.escape(right) if WIDE.search(right) else rf"(?<!\w){re.escape(right)}(?!\w)"
    return right if re.search(pattern, shown) else None


RULE: Final = Rule(code="KF263", name="telling", on=False, in_builds=False, severity=Severity.WARNING, check=_check)
