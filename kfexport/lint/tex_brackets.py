r"""Brackets of TeX formulas.

What: `\(…\)` or `\[…\]` in prose.

Why: in Markdown a backslash before a bracket only says that the bracket is one, so the formula shows as `(…)` or `[…]`.

Fails: `Solve \(x^2 = 4\).`

Passes: `Solve $x^2 = 4$.`, the same in a code span, and `\[1\](a)`, which only looks like a link
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import MOST_IN_A_TEXT, Rule
from kfexport.richtext.literal import apart_from_prose
from kfexport.richtext.texts import Text

_TOKEN: Final = re.compile(r"\\(.)|\n[ \t]*\n", re.DOTALL)
_CLOSING: Final = {"(": ")", "[": "]"}
_LONGEST: Final = 60
"""Characters of a formula that a message shows."""


def _check(text: Text) -> Iterator[Diagnostic]:
    pairs = list(_pairs(text.source))
    if pairs:
        apart = apart_from_prose(text)
        pairs = [pair for pair in pairs if pair[0] not in apart]
        told = [(start, _message(text.source[start:end])) for start, end in pairs[:MOST_IN_A_TEXT]]
        found = told + [(start, "") for start, _ in pairs[MOST_IN_A_TEXT:]]
        hint = "Write a formula as `$x$`, or `$$x$$` on lines of its own; a bracket needs no backslash."
        yield from RULE.in_text(text, found, hint)


def _pairs(source: str) -> Iterator[tuple[int, int]]:
    """Where escaped brackets begin and end that stand around something, in one paragraph."""
    opened: re.Match[str] | None = None
    for token in _TOKEN.finditer(source):
        sign = token[1]
        if sign is None:
            opened = None
        elif opened is not None and sign == _CLOSING[opened[1]]:
            is_link = sign == "]" and source[token.end() : token.end() + 1] in ("(", "[", ":")
            if source[opened.end() : token.start()].strip() and not is_link:
                yield opened.start(), token.end()
            opened = None
        elif opened is None and sign in _CLOSING and source[token.start() - 1 : token.start()] != "]":
            opened = token


def _message(formula: str) -> str:
    line = " ".join(formula.split())
    if len(line) > _LONGEST:
        return f"`{line[:_LONGEST]}…` loses its backslashes"
    return f"`{line}` shows as `{line[1:-2]}{line[-1]}`, without its backslashes"


RULE: Final = Rule(
    code="KF305", name="tex-brackets", severity=Severity.WARNING, check_text=_check, signs=("\\(", "\\[")
)
