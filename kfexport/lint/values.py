"""Numbers, names and lists outside what they can be.

What: penalties are 0% to 100%; the credit of a choice is -100% to 100%, and below 100% for a wrong one; points have at
most 7 decimals; a time limit is at least a second; `min_words` is not above `max_words`; a quiz id is no device name
of Windows. A category has at most 50 names, and a list of tags 1,000. What many questions have in common, such as a
title, a tag or a stimulus, does not make more than 10 million characters in all of them.

Why: platforms cut or refuse such values, and nobody can unpack a file called `con.zip` on Windows. Titles, tags and
stimuli are written again with each question, so that a small file could fill a disk.

Fails:

    penalty: 150%

Passes:

    penalty: 50%
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import Cloze, Essay, MultipleResponse, Question, Quiz, Section, SingleChoice
from kfexport.model.parts import MOST_POINTS, ONE, POINT_DECIMALS, has_too_many_decimals, is_share_of_one

_MOST_NAMES: Final = 50
_MOST_TAGS: Final = 1000
_MOST_SHOWN: Final = 10_000_000
"""Characters of a text in all questions that have it together."""
_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    if _DEVICE.fullmatch(quiz.id):
        yield RULE.found(
            f"the quiz id `{quiz.id}` is a device name of Windows", below(quiz.origin, "id"),
            hint=f"Choose another, such as `{quiz.id}-quiz`.",
        )  # fmt: skip
    if quiz.delivery.time_limit == 0:
        yield RULE.found(
            "`time_limit` is no time at all", below(quiz.origin, "delivery", "time_limit"),
            hint="Write at least 1s, or delete it.",
        )  # fmt: skip
    yield from _repeated(quiz)
    for question in quiz.questions():
        if len(question.tags) > _MOST_TAGS or len(question.category) > _MOST_NAMES:
            yield from _entries(question)
        if question.penalty is not None or question.points is not ONE:
            yield from _common(question)
        match question:
            case SingleChoice():
                yield from _credits(question)
            case MultipleResponse():
                yield from _credit_range(question)
            case Essay():
                yield from _words(question)
            case Cloze():
                yield from _weights(question)
            case _:
                pass


def _repeated(quiz: Quiz) -> Iterator[Diagnostic]:
    """What every question of the quiz or of a section is written with."""
    count = sum(len(section.questions) for section in quiz.sections)
    for key, label in quiz.labels.items():
        yield from _size("the label", label, count, below(quiz.origin, "labels", key))
    yield from _names(quiz, count)
    for section in quiz.sections:
        yield from _names(section, len(section.questions))
    uses = Counter(question.stimulus for question in quiz.questions()) if quiz.stimuli else {}
    for stimulus in quiz.stimuli:
        where = below(stimulus.origin, "text")
        yield from _size(f"the stimulus `{stimulus.id}`", stimulus.text, uses[stimulus.id], where)


def _names(owner: Quiz | Section, count: int) -> Iterator[Diagnostic]:
    yield from _size("the title", owner.title, count, below(owner.origin, "title"))
    yield from _size("the category", "".join(owner.category), count, below(owner.origin, "category"))
    for i, tag in enumerate(owner.tags[:_MOST_TAGS]):
        yield from _size("the tag", tag, count, below(owner.origin, "tags", i))
    yield from _entries(owner)


def _size(what: str, text: str, count: int, where: Origin | None) -> Iterator[Diagnostic]:
    if count > 1 and count * len(text) > _MOST_SHOWN:
        yield RULE.found(
            f"{what} is too long for {count:,} questions, each of which has it: that makes {count * len(text):,} "
            "characters", where,
            hint="Make it shorter, or divide the questions among several quizzes.",
        )  # fmt: skip


def _entries(owner: Quiz | Section | Question) -> Iterator[Diagnostic]:
    question = None if isinstance(owner, (Quiz, Section)) else owner
    for key, names, most in (("tags", owner.tags, _MOST_TAGS), ("category", owner.category, _MOST_NAMES)):
        if len(names) > most:
            message = f"`{key}` has {len(names):,} entries, and may have {most:,}"
            yield RULE.found(message, below(owner.origin, key), hint="Delete some.", question=question)


def _common(question: Question) -> Iterator[Diagnostic]:
    if question.penalty is not None and not is_share_of_one(question.penalty):
        yield RULE.found(
            "`penalty` must be from 0% to 100%", below(question.origin, "penalty"), question=question,
            hint="It is the share that each wrong try costs.",
        )  # fmt: skip
    if has_too_many_decimals(question.points):
        rounded = round(question.points, POINT_DECIMALS).normalize()
        yield RULE.found(
            f"`points` has more than {POINT_DECIMALS} decimals", below(question.origin, "points"), question=question,
            hint=f"Write {rounded:f}." if rounded else "The smallest number of points is 0.0000001.",
        )  # fmt: skip


def _credits(question: SingleChoice) -> Iterator[Diagnostic]:
    for i, choice in enumerate(question.choices):
        if choice.credit is None:
            continue
        where = below(question.origin, "choices", i, "credit")
        if choice.correct and choice.credit != 1:
            yield RULE.found(
                f"choice {i + 1} is the right one, so its credit is 100%", where, question=question,
                hint="Delete `credit`, or mark another choice as right.",
            )  # fmt: skip
        elif not choice.correct and not -1 <= choice.credit < 1:
            yield RULE.found(
                f"the credit of choice {i + 1} must be from -100% to below 100%", where, question=question,
                hint="A wrong choice cannot earn as much as the right one.",
            )  # fmt: skip


def _credit_range(question: MultipleResponse) -> Iterator[Diagnostic]:
    for i, choice in enumerate(question.choices):
        if choice.credit is not None and not -1 <= choice.credit <= 1:
            yield RULE.found(
                f"the credit of choice {i + 1} must be from -100% to 100%",
                below(question.origin, "choices", i, "credit"),
                question=question, hint="It is the share of the points for picking it.",
            )  # fmt: skip


def _weights(question: Cloze) -> Iterator[Diagnostic]:
    if question.points > MOST_POINTS:
        yield RULE.found(
            f"the weights of the blanks sum to {question.points}, and so many points no question can have",
            below(question.origin, "blanks"), question=question, hint="Write `points`, or smaller weights.",
        )  # fmt: skip


def _words(question: Essay) -> Iterator[Diagnostic]:
    low, high = question.response.min_words, question.response.max_words
    if low is not None and high is not None and low > high:
        yield RULE.found(
            f"`min_words` ({low}) is above `max_words` ({high})", below(question.origin, "response", "min_words"),
            question=question, hint="Swap them.",
        )  # fmt: skip


RULE: Final = Rule(code="KF207", name="values", severity=Severity.ERROR, check=_check)
