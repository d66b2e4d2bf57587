"""Images without words for those who cannot see them.

What: an image mark with nothing between its brackets.

Why: a screen reader then says nothing, or the name of a file; and where the image cannot be shown, nobody learns what
was there. Say what the learner has to know, not more: in a question about a diagram the text must not be the answer.

Fails: `![](net.png)`

Passes: `![Two hosts with one switch between them](net.png)`
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.images import images, spots
from kfexport.richtext.plain import is_visible
from kfexport.richtext.texts import Text


def _check(text: Text) -> Iterator[Diagnostic]:
    bare = [i for i, image in enumerate(images(text.html())) if not is_visible(image.alt)]
    if bare:
        places = spots(text)
        found = [(places[i][0], "the image has no text for those who cannot see it") for i in bare]
        yield from RULE.in_text(text, found, "Write it between the brackets: `![A network of two hosts](net.png)`.")


RULE: Final = Rule(code="KF320", name="alt-texts", severity=Severity.WARNING, check_text=_check, signs=("![",))
