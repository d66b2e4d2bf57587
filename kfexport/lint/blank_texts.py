"""Texts that show nothing.

What: a prompt, a choice or any other text must show something: not only blanks, entities of blanks, an empty link, a
line such as `---`, an empty list or code block, or the address of a link that is used nowhere (`[name]: https://…`).

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
from kfexport.richtext.plain import is_visible, strip_tags
from kfexport.richtext.texts import Text

_SURELY_SHOWN: Final = re.compile(r"\w")
_SIGNS: Final = ("&", "](", "]:")
_FENCES: Final = ("```", "~~~")
_SHORT: Final = 100
"""Characters of a text that may well hold a tag or the language of a code block and nothing else."""
_PICTURE: Final = re.compile(r"<img |data-math-style")


def _check(text: Text) -> Iterator[Diagnostic]:
    if not _may_be_blank(text):
        return
    shown = text.html()
    if _PICTURE.search(shown) or is_visible(strip_tags(shown)):
        return
    is_line = "<hr " in shown
    yield RULE.found(
        f"{text.name} shows nothing but a line" if is_line else f"{text.name} shows nothing",
        text.where,
        hint="Put a backslash before its signs, or write some words."
        if is_line
        else "Write something that can be seen.",
        question=text.question,
    )


def _may_be_blank(text: Text) -> bool:
    source = text.source
    if not _SURELY_SHOWN.search(source) or any(sign in source for sign in _SIGNS):
        return True
    if len(source) > _SHORT:
        return False
    return source.lstrip().startswith(_FENCES) or (text.safe and "<" in source)


RULE: Final = Rule(code="KF204", name="blank-texts", severity=Severity.ERROR, check_text=_check)
