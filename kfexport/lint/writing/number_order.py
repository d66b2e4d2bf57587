"""Choices that are numbers, out of order.

What: all choices of a question are numbers, at least three of them, alone or with one unit or currency for all, and
they neither rise nor fall from first to last. Nothing is said where the choices are shuffled, nor of what only looks
like numbers: versions, dates, addresses, numbers that begin with 0, parts of what the prompt shows.

Why: learners look for the number that they have worked out; in a list out of order they may miss it, or wonder what the
order is to tell them. Numbers in order also keep authors from putting the right one at their favourite place (Haladyna,
Downing & Rodriguez 2002: "place choices in logical or numerical order").

Fails:

    choices: ["80", "22", "443"]

Passes:

    choices: ["22", "80", "443"]
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.lint.writing.looks import Choices, choice_lists, may_be_number, usual_width
from kfexport.lint.writing.words import prose
from kfexport.model import Quiz

_DIGITS: Final = r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]{0,17}|0)"
_NUMBER: Final = re.compile(
    rf"\W{{0,2}}?(?P<before>[$€£¥]?) ?(?P<sign>[-−+]?)(?P<number>{_DIGITS}(?:\.[0-9]{{1,15}})?)"
    r"(?P<after> ?(?:[%°℃€£¥]|[^\W\d_]{1,12}(?:[ /][^\W\d_]{1,12}){0,2})?)[.。]?\W{0,2}?"
)
_NOT_NUMBERS: Final = re.compile(r"\bversions?\b|\breleases?\b|バージョン|リリース", re.IGNORECASE)
"""Where one of these stands in the prompt, 1.10 comes after 1.9."""
_LEAST: Final = 3


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for choices in choice_lists(quiz):
        if not choices.shuffle and may_be_number(choices.choices[0].text):
            yield from _of_list(choices)


def _of_list(choices: Choices) -> Iterator[Diagnostic]:
    numbers = _numbers([choice.text for choice in choices.choices])
    prompt = choices.question.prompt
    if (
        len(numbers) < _LEAST
        or _in_order(numbers)
        or _NOT_NUMBERS.search(prompt)
        or _from_prompt(choices, prose(prompt))
    ):
        return
    rising = sorted(numbers)
    yield RULE.found(
        "the choices are numbers out of order",
        below(choices.question.origin, *choices.base),
        hint=f"Put them in order, from {_short(rising[0])} to {_short(rising[-1])}, or let them be shuffled.",
        question=choices.question,
    )


def _from_prompt(choices: Choices, prompt: str) -> bool:
    """Whether all choices stand in the words of a prompt: they are parts of what it shows, and not amounts."""
    return all(usual_width(choice.text).strip(" `*") in prompt for choice in choices.choices)


def _numbers(texts: list[str]) -> list[Decimal]:
    """The numbers that the texts are, none where one of them is something else."""
    found: list[Decimal] = []
    units: set[str] = set()
    for text in texts:
        match = _NUMBER.fullmatch(usual_width(text).strip(" `*"))
        if match is None:
            return []
        unit = match["after"].strip()
        units.add(f"{match['before']}{unit.removesuffix('s') if len(unit) > 1 else unit}")
        number = Decimal(match["number"].replace(",", ""))
        found.append(-number if match["sign"] in ("-", "−") else number)
    return found if len(units) == 1 else []


def _in_order(numbers: list[Decimal]) -> bool:
    pairs = list(pairwise(numbers))
    return all(a <= b for a, b in pairs) or all(a >= b for a, b in pairs)


def _short(number: Decimal) -> str:
    return f"{number:,f}" if abs(number) >= 10000 else f"{number:f}"


RULE: Final = Rule(code="KF258", name="number-order", in_builds=False, severity=Severity.INFO, check=_check)
