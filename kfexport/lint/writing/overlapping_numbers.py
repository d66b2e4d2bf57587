"""Accepted numbers, or choices that are ranges, which overlap.

What: an accepted number or range of a `numerical` or of a blank never counts, since an earlier or better one takes all
of its numbers; or two of them overlap in part and have different credit. Of choices that are ranges beside each other,
such as 1–5 and 5–10, two share their end. A narrow range for full credit within a wide one for less is good style and
passes, and so do choices of which one lies within another, for there the range itself is asked for, and years from 1000
to 2099: a term of office begins in the year in which the one before it ends.

Why: of several answers that fit, the best credit counts, so the author of an answer that never counts meant something
else. Where a number is in two choices, both are right (Haladyna, Downing & Rodriguez 2002: "choices should not be
overlapping").

Fails:

    choices: [1-5, 5-10, 10-15]

Passes:

    choices: [1-5, 6-10, 11-15]
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from kfexport.diagnostics import Diagnostic, Origin, Path, Related, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.lint.writing.looks import Choices, choice_lists, may_be_number, usual_width
from kfexport.model import Cloze, NumberBlank, Numerical, NumericalAnswer, Question, Quiz

_MOST: Final = 100
"""Answers of one list that are compared, each with each."""
_END: Final = r"([0-9]{1,15}(?:\.[0-9]{1,15})?)"
_UNIT: Final = r"( ?(?:[%°℃$€£¥]|[^\W\d_]{1,12}?)?)"
_RANGE: Final = re.compile(rf"\W{{0,2}}?{_END}{_UNIT} ?(?:[-–—−~〜]|to|から) ?{_END}{_UNIT}(?:まで)?\W{{0,2}}?")

_YEARS: Final = re.compile("(?:1[0-9]{3}|20[0-9]{2})-(?:1[0-9]{3}|20[0-9]{2})")
"""Terms of office, seasons and ages begin in the year in which the ones before them end."""


class _Range(NamedTuple):
    low: Decimal
    high: Decimal
    position: int


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for question in quiz.questions():
        if isinstance(question, Numerical):
            yield from _of_answers(question, question.answers, ())
        elif isinstance(question, Cloze):
            for blank in question.blanks:
                if isinstance(blank, NumberBlank):
                    yield from _of_answers(question, blank.answers, ("blanks", blank.id))
    for choices in choice_lists(quiz):
        if may_be_number(choices.choices[0].text):
            yield from _of_choices(choices)


def _of_answers(question: Question, answers: tuple[NumericalAnswer, ...], base: Path) -> Iterator[Diagnostic]:
    def at(i: int) -> Origin | None:
        return below(question.origin, *base, "answers", i)

    bounds = [answer.bounds for answer in answers[:_MOST]]
    told: set[int] = set()
    for i, j in combinations(range(len(bounds)), 2):
        (low, high), (other_low, other_high) = bounds[i], bounds[j]
        if low > high or other_low > other_high or high < other_low or other_high < low:
            continue
        better, worse = (i, j) if answers[i].credit >= answers[j].credit else (j, i)
        if _within(bounds[worse], bounds[better]):
            message = f"answer {worse + 1} never counts: answer {better + 1} accepts all of its numbers"
            hint = "Delete it, or make one of the two narrower."
        elif answers[i].credit == answers[j].credit or _within(bounds[better], bounds[worse]):
            continue
        elif high == other_low or other_high == low:
            continue  # no more than an end
        else:
            message = f"answers {better + 1} and {worse + 1} overlap; there the credit of answer {better + 1} counts"
            hint = "Let one end where the other begins."
        if worse not in told:
            told.add(worse)
            where = at(better)
            related = (Related(f"answer {better + 1}", where),) if where is not None else ()
            yield RULE.found(message, at(worse), hint=hint, related=related, question=question)


def _within(inner: tuple[Decimal, Decimal], outer: tuple[Decimal, Decimal]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _of_choices(choices: Choices) -> Iterator[Diagnostic]:
    ranges = _ranges([choice.text for choice in choices.choices])
    if all(_YEARS.fullmatch(f"{each.low}-{each.high}") for each in ranges):
        return
    ranges.sort()
    pairs = list(pairwise(ranges))
    if any(b.low < a.high for a, b in pairs):
        return  # one within another: the exact range is what is asked for
    for a, b in pairs:
        if a.high == b.low and a.low < a.high and b.low < b.high:
            first, second = sorted((a.position, b.position))
            yield RULE.found(
                f"choices {first + 1} and {second + 1} both hold {a.high:f}",
                choices.at(second),
                hint="Let one begin behind the end of the other, or say which of them the end belongs to.",
                related=choices.related(first),
                question=choices.question,
            )


def _ranges(texts: list[str]) -> list[_Range]:
    """The ranges that all of the texts are but for one; none where the units differ."""
    found: list[_Range] = []
    units: set[str] = set()
    for i, text in enumerate(texts):
        match = _RANGE.fullmatch(usual_width(text).replace(",", "").strip(" `*"))
        if match is not None:
            units |= {unit.strip() for unit in (match[2], match[4])} - {""}
            low, high = Decimal(match[1]), Decimal(match[3])
            if low > high:
                return []
            found.append(_Range(low, high, i))
    return found if len(found) >= max(2, len(texts) - 1) and len(units) <= 1 else []


RULE: Final = Rule(code="KF259", name="overlapping-numbers", in_builds=False, severity=Severity.WARNING, check=_check)
