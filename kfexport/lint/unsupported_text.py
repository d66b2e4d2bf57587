"""Pictures, which this version does not export yet.

What: an image mark (`![…](…)`) in a text.

Why: they have to be carried into every target in its own way. Until that works, a text that needs them would arrive
damaged, so it is refused.

Fails: `![A pod](pod.png)`

Passes: the same in a code span
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.texts import Text


def _check(text: Text) -> Iterator[Diagnostic]:
    if "<img " in text.html():
        images = [p.start for p in text.places() if p.kind == "Image"] or [text.source.find("![")]
        message = "an image is not supported yet"
        yield from RULE.in_text(text, [(at, message) for at in images], "Describe the picture in words for now.")


RULE: Final = Rule(code="KF301", name="unsupported-text", severity=Severity.ERROR, check_text=_check, signs=("![",))
