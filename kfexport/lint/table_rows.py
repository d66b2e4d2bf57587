r"""Rows of tables with more cells than the head of the table has.

What: cells beyond the last one of the head. A `|` inside a formula or a code span ends a cell, too.

Why: Markdown leaves those cells out, with what is in them.

Fails:

    | a | b     |
    | - | ----- |
    | x | $|y|$ |

Passes: `$\lvert y\rvert$` for a formula, `\|` elsewhere
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity, shortened
from kfexport.lint.base import Rule
from kfexport.richtext.texts import Text

_HINT: Final = "Give the head as many cells. For a sign that ends no cell, write `\\|`, and `\\vert` in formulas."
_LONGEST: Final = 40
"""Characters of what is left out that a message shows."""


def _check(text: Text) -> Iterator[Diagnostic]:
    if "<table>" in text.html():
        yield from RULE.in_text(text, list(_left_out(text)), _HINT)


def _left_out(text: Text) -> Iterator[tuple[int, str]]:
    row_end = cell_end = 0
    ends: list[tuple[int, int]] = []
    for place in text.places():
        if place.kind == "TableRow":
            ends.append((cell_end, row_end))
            row_end = cell_end = place.end
        elif place.kind == "TableCell":
            cell_end = place.end
    for start, end in (*ends, (cell_end, row_end)):
        rest = text.source[start:end].strip("| \t\n")
        if rest:
            at = text.source.index(rest, start)
            shown = shortened(rest, _LONGEST)
            yield at, f"`{shown}` is left out, since a row of the table has more cells than its head"


RULE: Final = Rule(code="KF311", name="table-rows", severity=Severity.WARNING, check_text=_check, signs=("|",))
