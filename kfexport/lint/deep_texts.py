"""Texts that are nested too deep, or that grow out of all proportion.

What: quotes, lists, emphasis and tags stand at most 60 levels inside each other, and no table has so many more columns
in its head than cells in its rows that the text becomes 100 times larger than it was written, and over a megabyte.

Why: XML readers refuse deep texts, browsers flatten them, and missing cells are filled up.

Fails: a text that begins with 61 times `>`

Passes: a list in a list in a quote
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.bounds import MAX_DEPTH, MAX_GROWTH, Excess
from kfexport.richtext.texts import Text

_MARKS: Final = (">", "*", "_", "~", "<", "-", "+", ". ", ") ")
"""What nests: two levels at most for each of them."""


def _check(text: Text) -> Iterator[Diagnostic]:
    source = text.source
    if len(source) <= MAX_DEPTH or sum(map(source.count, _MARKS)) < MAX_DEPTH // 2:
        return
    excess = text.too_much()
    if excess is Excess.DEPTH:
        yield RULE.found(
            f"{text.name} is nested more than {MAX_DEPTH} levels deep",
            text.where,
            hint="Take quotes, lists, emphasis or tags apart.",
            question=text.question,
        )
    elif excess is Excess.SIZE:
        yield RULE.found(
            f"{text.name} grows more than {MAX_GROWTH} times, since a table in it has many missing cells",
            text.where,
            hint="Write a table with fewer columns.",
            question=text.question,
        )


RULE: Final = Rule(code="KF304", name="deep-texts", severity=Severity.ERROR, check_text=_check)
