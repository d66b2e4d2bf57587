"""Image marks that do not do what they seem to.

What: braces behind an image that look like a size and are none. A size is `{width=300}` or `{width=300 height=200}`,
whole numbers of pixels. And marks that Markdown takes for text, since the name of the file has a blank in it.

Why: learners would see the braces, or the whole mark, as they were typed.

Fails: `![a net](net.png){width=50%}`, `![a net](my net.png)`

Passes: `![a net](net.png){width=300}`, `![a net](<my net.png>)`, and braces behind a blank or in code
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.images import images, spots
from kfexport.richtext.places import Code
from kfexport.richtext.sizes import attributes
from kfexport.richtext.texts import Text

_BRACES: Final = re.compile(r"\{([^{}\n]*)\}")
_LIKE_ATTRIBUTES: Final = re.compile(r"\s*(?:[.#:]|(?:width|height|size|scale|w|h)\b)|[\w-]+\s*=", re.IGNORECASE)
_MARK: Final = re.compile(r"!\[[^\[\]\n]{0,300}\]\(([^()<>\"'\n]{1,300})\)")
_IMAGE_NAME: Final = re.compile(r"\.(?:png|jpe?g|gif|webp|svg)\Z", re.IGNORECASE)
_SIZE: Final = "Write `{width=300}` or `{width=300 height=200}`, in pixels; a blank before the brace makes it text."


def _check(text: Text) -> Iterator[Diagnostic]:
    yield from RULE.in_text(text, list(_wrong_braces(text)), _SIZE)
    yield from RULE.in_text(
        text, list(_blanks(text)), "Put it in angle brackets: `![a net](<my net.png>)`, or rename the file."
    )


def _wrong_braces(text: Text) -> Iterator[tuple[int, str]]:
    if "{" not in text.source or not images(text.html()):
        return
    for _, end in spots(text):
        braces = _BRACES.match(text.source, end)
        if braces is not None and not attributes(braces[1]) and _LIKE_ATTRIBUTES.match(braces[1]):
            yield end, f"`{braces[0]}` behind an image is no size, and shows as text"


def _blanks(text: Text) -> Iterator[tuple[int, str]]:
    found = [(m.start(), m[1].strip()) for m in _MARK.finditer(text.source)]
    marks = [(at, name) for at, name in found if " " in name and _IMAGE_NAME.search(name)]
    if not marks:
        return
    code = Code(text.places())
    for at, name in marks:
        if at not in code:
            yield at, f"the image mark is text, since `{name}` holds a blank"


RULE: Final = Rule(code="KF321", name="image-marks", severity=Severity.ERROR, check_text=_check, signs=("![",))
