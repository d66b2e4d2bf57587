r"""Formulas whose brackets do not fit together.

What: in a formula every `{` has its `}`, every `\left` its `\right` and every `\begin` its `\end`, in the right order.
`\)` and `\]` do not stand in it, and a `%` hides what follows it on the line.

Why: platforms show the TeX instead of the formula, and some take the text behind it for more of the formula.

Fails: `$\frac{1}{2$`

Passes: `$\frac{1}{2}$`, and `$\{1, 2\}$`, where the braces are shown.
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.html import unescaped
from kfexport.richtext.tex import fault, short
from kfexport.richtext.texts import Text

_SPAN: Final = re.compile(r"<span data-math-style=[^>]*>([^<]*)</span>")
_BEGIN: Final = "data-math-style"


def _check(text: Text) -> Iterator[Diagnostic]:
    shown = text.html()
    formulas = dict.fromkeys(_SPAN.findall(shown)) if _BEGIN in shown else ()
    broken = (tex for tex in map(unescaped, formulas) if fault(tex))
    first = next(broken, None)
    if first is None:
        return
    found = []
    for place in text.places():
        if place.kind == "Math":
            written = text.source[place.start : place.end]
            wrong = fault(written.strip("$"))
            if wrong is not None:
                found.append((place.start, f"the formula `{short(written)}` {wrong}"))
    hint = "Write `\\{` and `\\%` for a brace or percent sign that is shown, `\\$` for a dollar sign that begins none."
    yield from RULE.in_text(text, found or [(0, f"the formula `{short(first)}` {fault(first)}")], hint)


RULE: Final = Rule(
    code="KF310", name="broken-formulas", severity=Severity.ERROR, check_text=_check, signs=("$",)
)  # fmt: skip
