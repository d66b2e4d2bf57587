r"""Links that run something.

What: a link whose address begins with `javascript:`, `vbscript:`, `file:` or `data:`, or that has none; in a formula,
`\href` with such an address.

Why: platforms delete such links or, worse, do not.

Fails: `[here](javascript:alert(1))`

Passes: `[here](https://example.org)`, and `javascript:` in prose or code.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.literal import Parts, literal
from kfexport.richtext.places import Place
from kfexport.richtext.texts import Text

_UNSAFE: Final = re.compile(r"(?:javascript|vbscript|file|data):", re.IGNORECASE)
_IN_LINK: Final = re.compile(rf"\]\(\s*<?\s*({_UNSAFE.pattern})", re.IGNORECASE)
_IN_FORMULA: Final = re.compile(rf"\\href\s*\{{\s*({_UNSAFE.pattern})", re.IGNORECASE)
_IN_DEFINITION: Final = re.compile(rf"\]:\s*<?\s*({_UNSAFE.pattern})", re.IGNORECASE)
_IN_OUTPUT: Final = re.compile(rf'<a href="(?:"|{_UNSAFE.pattern})', re.IGNORECASE)
"""The parser empties most dangerous addresses; entities and escapes in them do not help."""

_HINT: Final = "Link to a web page, or write it as code."


def _check(text: Text) -> Iterator[Diagnostic]:
    if "\\href" in text.source:
        yield from _check_formulas(text)
    if not _IN_OUTPUT.search(text.html()):
        return
    places = text.places()
    defined = _definitions(text.source, literal(text))
    found: dict[tuple[int, str], None] = {}
    for link in places:
        if link.kind == "Link":
            scheme = _UNSAFE.match(link.value.url.strip())
            if scheme is not None or not link.value.url:
                what = f"`{scheme[0].lower()}`" if scheme is not None else "nothing"
                found[_address(text.source, link, defined), f"a link leads to {what}"] = None
    unplaced = [] if places else [(0, "a link leads to nothing, or to what platforms refuse")]
    yield from RULE.in_text(text, list(found) or unplaced, _HINT)


def _check_formulas(text: Text) -> Iterator[Diagnostic]:
    formulas = Parts((place.start, place.end) for place in text.places() if place.kind == "Math")
    matches = (m for m in _IN_FORMULA.finditer(text.source) if m.start() in formulas)
    found = [(m.start(1), f"a link leads to `{m[1].lower()}`") for m in matches]
    yield from RULE.in_text(text, found, _HINT)


def _definitions(source: str, typed: Parts) -> Mapping[str, int]:
    """Where the first definition of a link with each unsafe scheme has it."""
    found: dict[str, int] = {}
    for definition in _IN_DEFINITION.finditer(source):
        if definition.start() not in typed:
            found.setdefault(definition[1].lower(), definition.start(1))
    return found


def _address(source: str, link: Place, defined: Mapping[str, int]) -> int:
    """Where the scheme stands: in the link, or in the definition that it names, or else where the link begins."""
    written = _IN_LINK.search(source, link.start, link.end)
    if written is not None:
        return written.start(1)
    scheme = _UNSAFE.match(link.value.url)
    if scheme is None or source[link.end - 1 : link.end] != "]":
        return link.start
    return defined.get(scheme[0].lower(), link.start)


RULE: Final = Rule(
    code="KF302", name="unsafe-links", severity=Severity.ERROR, check_text=_check, signs=("](", "]:", "\\href")
)
