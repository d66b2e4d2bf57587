"""Links that run something.

What: a link whose address begins with `javascript:`, `vbscript:`, `file:` or `data:`.

Why: platforms delete such links or, worse, do not.

Fails: `[here](javascript:alert(1))`

Passes: `[here](https://example.org)`, and `javascript:` in prose or code.
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.texts import Text

_SCHEME: Final = re.compile(r"\]\s*(?:\(|:)\s*<?\s*((?:javascript|vbscript|file|data)\s*:)", re.IGNORECASE)
_EMPTY_LINK: Final = '<a href=""'


def _check(text: Text) -> Iterator[Diagnostic]:
    written = _SCHEME.search(text.source)
    # comrak empties the address of a dangerous link; entities and escapes in it do not help.
    if written is None and _EMPTY_LINK not in text.html():
        return
    if written is not None and _is_code(text.html(), written[1]):
        return
    where = text.where
    if where is not None and written is not None:
        where = where.offset(written.start(1))
    what = f"a link with `{written[1]}`" if written else "a link without an address that is safe"
    yield RULE.found(
        f"{text.name} has {what}", where, hint="Link to a web page, or write it as code.", question=text.question
    )


def _is_code(shown: str, scheme: str) -> bool:
    """Whether the address stands as text in the output, so that nothing was made a link."""
    return _EMPTY_LINK not in shown and f'href="{scheme}' not in shown


RULE: Final = Rule(code="KF302", name="unsafe-links", severity=Severity.ERROR, check_text=_check, signs=("](", "]:"))
