"""Entities of characters that no platform can show.

What: a numeric entity such as `&#7;` or `&#xFFFE;` of a character that XML 1.0 forbids.

Why: the Markdown parser turns it into the character, and an XML file that holds it cannot be read.

Fails: `A bell: &#7;`

Passes: a code span with the same letters, where an entity is just text.
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.texts import Text

_ENTITY: Final = re.compile(r"&#(?:[xX]([0-9a-fA-F]{1,6})|([0-9]{1,7}));")
_FORBIDDEN: Final = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def _check(text: Text) -> Iterator[Diagnostic]:
    wrong = [m for m in _ENTITY.finditer(text.source) if _is_forbidden(m)]
    if not wrong:
        return
    shown = text.html()
    for match in wrong:
        if shown.count(f"&amp;{match[0][1:]}") == text.source.count(match[0]):
            continue  # each of them stands in code, as text
        where = text.where
        yield RULE.found(
            f"{text.name} holds `{match[0]}`, a character that no platform can show",
            where.offset(match.start()) if where is not None else None,
            hint="Delete it.",
            question=text.question,
        )


def _is_forbidden(entity: re.Match[str]) -> bool:
    number = int(entity[1], 16) if entity[1] else int(entity[2])
    return number <= 0x10FFFF and _FORBIDDEN.match(chr(number)) is not None


RULE: Final = Rule(code="KF303", name="forbidden-entities", severity=Severity.ERROR, check_text=_check, signs=("&#",))
