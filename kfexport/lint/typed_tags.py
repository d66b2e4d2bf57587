"""Tags that show as they were typed.

What: `H<sub>2</sub>O`, `x<sup>2</sup>`, `<ruby>漢<rt>かん</rt></ruby>` and `<br>` at the end of a line, behind a
sentence or in a cell of a table, in a quiz without `html: safe`. Each text is told once.

Why: in such a quiz tags are text, so learners would read `H<sub>2</sub>O`.

Fails: `prompt: What is H<sub>2</sub>O?`

Passes: the same with `html: safe` at the top of the file, or with the tag in a code span
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.literal import apart_from_prose
from kfexport.richtext.texts import Text

_TAG: Final = re.compile(
    r"\\.|(?<=[\w)\]])(?P<script><su[bp]>)[^<>\n]{1,40}</su[bp]>"
    r"|(?P<ruby><ruby>)[^<>\n]{1,40}(?:<rp>[^<>\n]{0,9}</rp>)?<rt>"
    r"|(?:(?<=[.!?:;。！？：；])|(?<=\S)(?=<br[ \t]*/?>[ \t]*\n))(?P<end><br[ \t]*/?>)(?=\s*\S)",
    re.IGNORECASE,
)
_ROW: Final = re.compile(r"^[ \t>]*\|.*", re.MULTILINE)
_IN_CELL: Final = re.compile(r"(?<=[^\s|`<\\])<br[ \t]*/?>(?=[^\s|`])", re.IGNORECASE)
_CURE: Final = "Write `html: safe` at the top of the file, and this tag works; or write it as code."


def _check(text: Text) -> Iterator[Diagnostic]:
    found = [] if text.safe else sorted(_tags(text.source))
    if found:
        apart = apart_from_prose(text)
        told = [(at, f"`{tag}` is shown as it was typed: tags are text here") for at, tag in found if at not in apart]
        yield from RULE.in_text(text, told[:1], _CURE)


def _tags(source: str) -> Iterator[tuple[int, str]]:
    """Where a tag stands that hardly was meant to be read, and the tag."""
    for match in _TAG.finditer(source):
        if match.lastgroup is not None:
            yield match.start(match.lastgroup), match[match.lastgroup]
    for row in _ROW.finditer(source):
        for tag in _IN_CELL.finditer(source, *row.span()):
            yield tag.start(), tag[0]


RULE: Final = Rule(
    code="KF312",
    name="typed-tags",
    severity=Severity.WARNING,
    check_text=_check,
    signs=("<",),
)
