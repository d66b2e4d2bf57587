r"""Brackets of TeX formulas, and dollar signs that begin none.

What: `\(…\)` or `\[…\]` in prose; `$…$` around TeX with a letter or digit right behind it; a line of `$$` that no other
one ends, or only behind an empty line.

Why: in Markdown a backslash before a bracket only says that the bracket is one, so the formula shows as `(…)` or `[…]`.
The dollar signs and the TeX show as they were typed.

Fails: `Solve \(x^2 = 4\).`, `2$\times$3`

Passes: `Solve $x^2 = 4$.`, the same in a code span, and `\[1\](a)`, which only looks like a link; `$2\times 3$`
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity, shortened
from kfexport.lint.base import MOST_IN_A_TEXT, Rule
from kfexport.richtext.literal import Parts, apart_from_prose
from kfexport.richtext.texts import Text

_TOKEN: Final = re.compile(r"\\(.)|\n[ \t]*\n", re.DOTALL)
_CLOSING: Final = {"(": ")", "[": "]"}
_LONGEST: Final = 60
"""Characters of a formula that a message shows."""


_DOLLARS: Final = re.compile(
    r"\\.|\$(?P<tex>[^\s$](?:[^$\n]{0,200}?[^\s$])?)\$(?P<behind>[A-Za-z0-9{])|^[ \t>]*(?P<line>\$\$)[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_IS_TEX: Final = re.compile(r"\\[A-Za-z]{2}|\^|\A_")
"""What is TeX and no price, variable or path."""
_BRACKETS: Final = "Write a formula as `$x$`, or `$$x$$` on lines of its own; a bracket needs no backslash."
_BEHIND: Final = "Put a blank behind the formula, or take what follows into it, as in `$2\\times 3$`."
_LINE: Final = "End the formula with another line of `$$`, and leave no empty line inside."


def _check(text: Text) -> Iterator[Diagnostic]:
    pairs = list(_pairs(text.source))
    dollars = [m for m in _DOLLARS.finditer(text.source) if m["line"] or (m["tex"] and _IS_TEX.search(m["tex"]))]
    if not (pairs or dollars) or text.source.strip() == "$$" or text.too_much():
        return
    apart = apart_from_prose(text)
    pairs = [pair for pair in pairs if pair[0] not in apart]
    told = [(start, _message(text.source[start:end])) for start, end in pairs[:MOST_IN_A_TEXT]]
    found = told + [(start, "") for start, _ in pairs[MOST_IN_A_TEXT:]]
    yield from RULE.in_text(text, found, _BRACKETS)
    yield from RULE.cured_in_text(text, list(_no_formulas(dollars, apart)))


def _no_formulas(dollars: Iterable[re.Match[str]], apart: Parts) -> Iterator[tuple[int, str, str]]:
    """Where dollar signs begin no formula, why, and what to do."""
    for match in dollars:
        at = match.start("line") if match["line"] else match.start()
        if at in apart:
            continue
        if match["line"]:
            yield at, "this `$$` begins no formula, and shows as it was typed", _LINE
        else:
            formula = shortened(match["tex"], _LONGEST)
            yield at, f"`${formula}$` is no formula, since `{match['behind']}` stands right behind it", _BEHIND


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
    code="KF305", name="tex-brackets", severity=Severity.WARNING, check_text=_check, signs=("\\(", "\\[", "$")
)
