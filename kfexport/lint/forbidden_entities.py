"""Entities of characters that no platform can show.

What: a numeric entity such as `&#7;`, `&#0;` or `&#xFFFE;` of a character that XML 1.0 forbids or that does not exist.

Why: an XML file that holds the character cannot be read, and platforms show a question mark instead, or nothing.

Fails: `A bell: &#7;`

Passes: a code span, a comment or a tag with the same letters, where an entity is just text.
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.guards import forbidden_entities
from kfexport.richtext.literal import literal
from kfexport.richtext.texts import Text


def _check(text: Text) -> Iterator[Diagnostic]:
    wrong = forbidden_entities(text.source)
    if not wrong:
        return
    typed = literal(text)
    wrong = [(start, end) for start, end in wrong if start not in typed]
    if wrong:
        start, end = wrong[0]
        more = f", and {len(wrong) - 1} more of them behind it" if len(wrong) > 1 else ""
        yield RULE.found(
            f"{text.name} holds `{text.source[start:end]}`, a character that no platform can show{more}",
            text.at(start),
            hint="Delete it." if len(wrong) == 1 else "Delete them.",
            question=text.question,
        )


RULE: Final = Rule(code="KF303", name="forbidden-entities", severity=Severity.ERROR, check_text=_check, signs=("&#",))
