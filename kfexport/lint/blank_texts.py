"""Texts that show nothing.

What: a prompt, a choice or any other text must show something: not only blanks, entities of blanks, or an empty link.

Why: platforms drop a choice without text and change the question by it, or show an empty box.

Fails:

    choices:
      - "&nbsp;"

Passes:

    choices:
      - "0"
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.plain import strip_tags
from kfexport.richtext.texts import Text

_SURELY_SHOWN: Final = re.compile(r"\w")
_INVISIBLE: Final = re.compile(
    "[\\s\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]+"
)
_PICTURE: Final = re.compile(r"<img |data-math-style|<hr ")


def _check(text: Text) -> Iterator[Diagnostic]:
    source = text.source
    if _SURELY_SHOWN.search(source) and "&" not in source and "](" not in source and "]:" not in source:
        return
    shown = text.html()
    if not _PICTURE.search(shown) and not _INVISIBLE.sub("", strip_tags(shown)):
        yield RULE.found(
            f"{text.name} shows nothing",
            text.where,
            hint="Write something that can be seen.",
            question=text.question,
        )


RULE: Final = Rule(code="KF204", name="blank-texts", severity=Severity.ERROR, check_text=_check)
