"""Formulas, which this version does not export yet.

What: a formula (`$…$`, `$$…$$`) in a text.

Why: they have to be carried into every target in its own way. Until that works, a text that needs them would arrive
damaged, so it is refused.

Fails:

    prompt: Solve $x^2 = 4$.

Passes:

    prompt: Solve `x^2 = 4`. The book costs $5.
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.texts import Text

_LONGEST: Final = 60
"""Characters of a formula that a message shows."""


def _check(text: Text) -> Iterator[Diagnostic]:
    shown = text.html()
    found = text.places()
    if "data-math-style" in shown:
        formulas = [(p.start, text.source[p.start : p.end]) for p in found if p.kind == "Math"]
        yield from RULE.in_text(
            text, [(at, f"the formula `{_short(formula)}` is not supported yet") for at, formula in formulas],
            "Write it as a code span for now; a dollar sign that begins no formula is written `\\$`.",
        )  # fmt: skip


def _short(formula: str) -> str:
    line = " ".join(formula.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


RULE: Final = Rule(code="KF301", name="unsupported-text", severity=Severity.ERROR, check_text=_check, signs=("$",))
