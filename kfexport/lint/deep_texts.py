"""Texts that are nested too deep, that grow out of all proportion, or that have very many formulas or cells of tables.

What: quotes, lists, emphasis and tags stand at most 60 levels inside each other, and no table has so many more columns
in its head than cells in its rows that the text becomes 100 times larger than it was written, and over a megabyte. No
text has more than 20,000 dollar signs, or 100,000 signs `|`, in code or elsewhere.

Why: XML readers refuse deep texts, browsers flatten them, and missing cells are filled up. What so many dollar signs do
depends on each of them, and platforms take minutes to show so many formulas or cells.

Fails: a text that begins with 61 times `>`

Passes: a list in a list in a quote
"""

from collections.abc import Iterator
from typing import Final, assert_never

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.bounds import MAX_BARS, MAX_DEPTH, MAX_DOLLARS, MAX_GROWTH, Excess
from kfexport.richtext.texts import Text

_MARKS: Final = (">", "*", "_", "~", "<", "-", "+", ". ", ") ")
"""What nests: two levels at most for each of them."""


def _check(text: Text) -> Iterator[Diagnostic]:
    source = text.source
    if len(source) <= MAX_DEPTH:
        return
    few_marks = sum(map(source.count, _MARKS)) < MAX_DEPTH // 2
    if few_marks and source.count("$") <= MAX_DOLLARS and source.count("|") <= MAX_BARS:
        return
    excess = text.too_much()
    if excess is not None:
        what, cure = _words(excess)
        yield RULE.found(f"{text.name} {what}", text.where, hint=cure, question=text.question)


def _words(excess: Excess) -> tuple[str, str]:
    """What is wrong with a text, as a sentence that begins with its name, and the cure."""
    match excess:
        case Excess.DEPTH:
            return f"is nested more than {MAX_DEPTH} levels deep", "Take quotes, lists, emphasis or tags apart."
        case Excess.SIZE:
            what = f"grows more than {MAX_GROWTH} times, since a table in it has many missing cells"
            return what, "Write a table with fewer columns."
        case Excess.DOLLARS:
            return f"has more than {MAX_DOLLARS:,} dollar signs", "Divide it among several questions."
        case Excess.BARS:
            return f"has more than {MAX_BARS:,} signs `|`", "Divide its tables among several questions."
        case _:
            assert_never(excess)


RULE: Final = Rule(code="KF304", name="deep-texts", severity=Severity.ERROR, check_text=_check)
