"""Pictures and formulas, which this version does not export yet.

What: an image mark (`![…](…)`) or a formula (`$…$`, `$$…$$`) in a text.

Why: they have to be carried into every target in its own way. Until that works, a text that needs them would arrive
damaged, so it is refused.

Fails:

    prompt: Solve $x^2 = 4$.

Passes:

    prompt: Solve `x^2 = 4`. The book costs $5.
"""

import html
import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.texts import Text

_FORMULA: Final = re.compile(r'<span data-math-style="(?:inline|display)">([^<]*)</span>')


def _check(text: Text) -> Iterator[Diagnostic]:
    shown = text.html()
    if "<img " in shown:
        yield _finding(text, "an image", text.source.find("!["), "Describe the picture in words for now.")
    for match in _FORMULA.finditer(shown):
        formula = html.unescape(match[1])
        yield _finding(
            text, f"the formula `${formula.strip()}$`", text.source.find("$" + formula.split("\n")[0]),
            "Write it as a code span for now; a dollar sign that begins no formula is written `\\$`.",
        )  # fmt: skip


def _finding(text: Text, what: str, at: int, hint: str) -> Diagnostic:
    where = text.where
    if where is not None and at >= 0:
        where = where.offset(at)
    return RULE.found(f"{text.name}: {what} is not supported yet", where, hint=hint, question=text.question)


RULE: Final = Rule(code="KF301", name="unsupported-text", severity=Severity.ERROR, check_text=_check, signs=("$", "!["))
