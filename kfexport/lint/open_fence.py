"""Code blocks that are never closed.

What: a code block that begins with a fence ends with a fence.

Why: without one it goes on to the end of the text, or of the list or quote in which it stands, and what was meant to
come after it is code too.

Fails:

    prompt: |
      ```python
      print(1)

      What does it print?

Passes:

    prompt: |
      ```python
      print(1)
      ```

      What does it print?
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.fences import outside_fences
from kfexport.richtext.texts import Text

_LONGEST: Final = 40
"""Signs of a fence that a message shows."""


def _check(text: Text) -> Iterator[Diagnostic]:
    # A quick look, since most texts with code need not be parsed; but a fence within a typed tag or comment is none.
    rest = outside_fences(text.source)
    if not any(sign in rest for sign in (*RULE.signs, "<")):
        return
    blocks = [p for p in text.places() if p.kind == "CodeBlock" and p.value.fenced and not p.value.closed]
    if blocks:
        sign, count = chr(blocks[0].value.fence_char), blocks[0].value.fence_length
        message = "this code block is never closed, so all that follows is code"
        fence = sign * count if count <= _LONGEST else f"{count:,} times {sign}"
        hint = f"Put a line of {fence} behind the code."
        yield from RULE.in_text(text, [(p.start, message) for p in blocks], hint)


RULE: Final = Rule(code="KF306", name="open-fence", severity=Severity.WARNING, check_text=_check, signs=("```", "~~~"))
