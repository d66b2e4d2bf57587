"""Right choices that stand out by their length.

What: where one choice is right, of three or more, and it is a phrase that is half as long again as the next longest
choice (`margin`) and at least 25 characters longer (`characters`), that is a finding; but not in a quiz in which wrong
choices stand out so more often than right ones do. And where the longest choice is the right one in at least half of
the questions (`share`), and so often that it is no chance, that is one finding on the quiz. Lengths are those that
learners see; letters of East Asian scripts count twice, since they take the room of two. Choices that are code,
formulas or numbers have the length that they must have, and are not meant.

Why: who takes care that the right choice is beyond doubt makes it longer than the others, and learners know that. "Keep
the length of choices about equal" (Haladyna, Downing and Rodriguez 2002, Applied Measurement in Education 15(3)); the
item-writing guide of the National Board of Medical Examiners lists the long right answer among the flaws of which
test-wise learners make use.

Fails:

    choices:
      - It is deleted
      - text: It is restarted by the kubelet of its node after a growing pause
        correct: true
      - It is moved to another node

Passes:

    choices:
      - It is deleted
      - text: It is restarted in place
        correct: true
      - It is moved to another node
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kfexport.diagnostics import Diagnostic, Severity, below
from kfexport.lint.base import Context, Option, Rule
from kfexport.lint.writing.chance import RARE, tail
from kfexport.lint.writing.words import prose, shown
from kfexport.model import Quiz, SingleChoice

_EAST_ASIAN: Final = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
_WIDE: Final = re.compile(f"[{_EAST_ASIAN}]")
_TELLING: Final = ("&", "\\", "[", "<", "$", "`", "\n")
"""What makes a source longer than what is shown, or what is no prose."""
_PHRASE: Final = re.compile(rf"(?:[\W\d_]*+(?:[{_EAST_ASIAN}]|(?:(?![{_EAST_ASIAN}])[^\W\d_])++)){{4}}")
"""Four words, or as many letters of a script that has none."""
_LEAST_CHOICES: Final = 3
_VISIBLE: Final = 1.1
"""How many times as long as the next one a choice must be to look longer."""
_LEAST_QUESTIONS: Final = 5


class _Lengths(NamedTuple):
    """A question of which one choice is longer than all others."""

    question: SingleChoice
    longest: int
    width: int
    next_width: int

    @property
    def is_right(self) -> bool:
        return self.question.choices[self.longest].correct


def _check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    margin, characters = context.number(RULE, "margin"), context.number(RULE, "characters")
    counted: list[_Lengths] = []
    for question in quiz.questions():
        if isinstance(question, SingleChoice) and len(question.choices) >= _LEAST_CHOICES:
            found = _lengths(question, safe=quiz.safe_html)
            if found is not None:
                counted.append(found)
    outstanding = [
        one for one in counted if one.width >= one.next_width * margin and one.width - one.next_width >= characters
    ]
    right_ones = [one for one in outstanding if one.is_right]
    if len(right_ones) * 2 >= len(outstanding):
        for one in right_ones:
            yield _stands_out(one)
    if not context.partial:
        yield from _pattern(quiz, counted, context.number(RULE, "share"))


def _lengths(question: SingleChoice, *, safe: bool) -> _Lengths | None:
    """How long the longest choice is, and the next one; ``None`` where there is no longest, or they are no phrases."""
    texts = [choice.text for choice in question.choices]
    together = "\0".join(texts)
    for sign in _TELLING:
        if sign in together:
            if "```" in together or "![" in together:
                return None
            texts = [shown(text, safe=safe) for text in texts]
            break
    widths = list(map(len if together.isascii() else _width, texts))
    *_, next_width, width = sorted(widths)
    if width < next_width * _VISIBLE:
        return None
    longest = widths.index(width)
    if not _PHRASE.match(prose(question.choices[longest].text)):
        return None
    return _Lengths(question, longest, width, next_width)


def _width(text: str) -> int:
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def _stands_out(one: _Lengths) -> Diagnostic:
    times = one.width / max(one.next_width, 1)
    return RULE.found(
        f"the right choice is the longest by far, {times:.1f} times as long as the next one",
        below(one.question.origin, "choices", one.longest),
        hint="Shorten it, or say as much in a wrong one; what explains it can go into `explanation`.",
        question=one.question,
    )


def _pattern(quiz: Quiz, counted: Sequence[_Lengths], share: float) -> Iterator[Diagnostic]:
    """Whether "pick the longest" is a way to pass."""
    hits = sum(one.is_right for one in counted)
    if len(counted) < _LEAST_QUESTIONS or hits < share * len(counted):
        return
    sizes = Counter(len(one.question.choices) for one in counted)
    chance = sum(times / size for size, times in sizes.items()) / len(counted)
    if tail(hits, len(counted), chance) < RARE:
        yield RULE.found(
            f"in {hits:,} of {len(counted):,} questions with one choice longer than the others it is the right one",
            below(quiz.origin, "id"),
            hint="Shorten right choices, and say as much in wrong ones.",
        )


RULE: Final = Rule(
    code="KF251",
    name="longest-choice",
    in_builds=False,
    severity=Severity.WARNING,
    check=_check,
    options=(
        Option(name="margin", default=1.5, least=1, about="How many times as long as the next one is too long."),
        Option(name="characters", default=25, least=1, about="How many characters longer than the next one it is."),
        Option(name="share", default=0.5, least=0, most=1, about="The share of questions that makes a pattern."),
    ),
)
