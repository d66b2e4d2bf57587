"""Image marks that do not do what they seem to.

What: braces behind an image that look like a size and are none. A size is `{width=300}` or `{width=300 height=200}`,
whole numbers of pixels. And marks that Markdown takes for text, since the name of the file has a blank in it, a bracket
is missing, or something else than a title follows the name, or the mark is that of another tool.

Why: learners would see the braces, or the whole mark, as they were typed.

Fails: `![a net](net.png){width=50%}`, `![a net](my net.png)`, `![a net](net.png =300x200)`, `![[net.png]]`,
`![a net] (net.png)`

Passes: `![a net](net.png){width=300}`, `![a net](<my net.png>)`, and braces behind a blank or in code
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity, shortened
from kfexport.lint.base import Rule
from kfexport.richtext.images import images, spots
from kfexport.richtext.literal import apart_from_prose
from kfexport.richtext.plain import strip_tags
from kfexport.richtext.sizes import attributes
from kfexport.richtext.texts import Text

_BRACES: Final = re.compile(r"\{([^{}\n]*)\}")
_LONGEST: Final = 60
"""Characters of braces that a message shows."""
_LIKE_ATTRIBUTES: Final = re.compile(r"\s*(?:[.#:]|(?:width|height|size|scale|w|h)\b)|[\w-]+\s*=", re.IGNORECASE)
_MARK: Final = re.compile(
    r"\\.|!\[(?:(?!!\[|\]\()[^\n]){0,300}\]\([ \t]*+"
    r"((?:[^\n()]|\([^\n()]{0,300}\)){1,300}?\.(?:png|jpe?g|gif|webp|svg))(?![\w.-])(.?)",
    re.IGNORECASE,
)
"""A mark up to the end of the file's name, and what stands behind that."""
_FILE: Final = r"[^\n\[\]()|]{1,300}?\.(?:png|jpe?g|gif|webp|svg)"
_OTHER: Final = re.compile(
    rf"\\.|!\[(?:\[(?P<twice>{_FILE})(?:\|[^\n\[\]]{{0,300}})?\]\]|[^\n\[\]]{{0,300}}"
    rf"(?:\][ \t]+\((?P<apart>{_FILE})\)|\]\[(?P<unknown>{_FILE})\]|\[[^\n\[\]]{{0,300}}\]\((?P<open>{_FILE})\)))",
    re.IGNORECASE,
)
"""Marks that would be images elsewhere, or with one sign more or less."""
_REASONS: Final = {
    "twice": "the file stands in two square brackets",
    "apart": "a blank stands between its words and `({})`",
    "unknown": "nothing in the text defines `[{}]`",
    "open": "a bracket in its words has no partner",
}
_CODE: Final = re.compile(r"<code[^>]*>[^<]*</code>")
_SIZE: Final = "Write `{width=300}` or `{width=300 height=200}`, in pixels; a blank before the brace makes it text."
_BLANK: Final = "Put it in angle brackets: `![a net](<my net.png>)`, or rename the file."
_FORM: Final = (
    'Write `![a net](net.png)`, with a title in quotes and a size in braces: `![a net](net.png "Net"){width=300}`.'
)


def _check(text: Text) -> Iterator[Diagnostic]:
    yield from RULE.in_text(text, list(_wrong_braces(text)), _SIZE)
    others = [(at, f"the image mark is text, since {why}", cure) for at, why, cure in _others(text)]
    yield from RULE.cured_in_text(text, others)
    marks = list(_texts(text))
    yield from RULE.in_text(text, [(m.start(), _reason(m)) for m in marks if " " in m[1]], _BLANK)
    yield from RULE.in_text(text, [(m.start(), _reason(m)) for m in marks if " " not in m[1]], _FORM)


def _wrong_braces(text: Text) -> Iterator[tuple[int, str]]:
    if "{" not in text.source or not images(text.html()):
        return
    for _, end in spots(text):
        braces = _BRACES.match(text.source, end)
        if braces is not None and not attributes(braces[1]) and _LIKE_ATTRIBUTES.match(braces[1]):
            yield end, f"`{shortened(braces[0], _LONGEST)}` behind an image is no size, and shows as text"


def _texts(text: Text) -> Iterator[re.Match[str]]:
    """Marks that are shown as they were typed."""
    found = [m for m in _MARK.finditer(text.source) if m[1]]
    if not found:
        return
    # Sorted, so that what stands behind a bracket need not be looked for in the whole text once for each mark.
    behind = sorted(set(strip_tags(_CODE.sub("", text.html())).split("](")[1:]))
    marks = [m for m in found if _begins(behind, " ".join(m[1].split()).partition("](")[0])]
    if not marks:
        return
    apart = apart_from_prose(text)
    good = {start for start, _ in spots(text)}
    yield from (m for m in marks if m.start() not in apart and m.start() not in good)


def _begins(texts: Sequence[str], beginning: str) -> bool:
    """Whether one of the sorted texts begins so."""
    at = bisect_left(texts, beginning)
    return at < len(texts) and texts[at].startswith(beginning)


def _others(text: Text) -> Iterator[tuple[int, str, str]]:
    """Where other marks are that are no images, why, and what to do."""
    found = [m for m in _OTHER.finditer(text.source) if m.lastgroup]
    if not found:
        return
    apart = apart_from_prose(text)
    good = {start for start, _ in spots(text)}
    for mark in found:
        if mark.start() not in apart and mark.start() not in good and mark.lastgroup:
            name = mark[mark.lastgroup]
            address = f"<{name}>" if " " in name else name
            cure = f"Write `![a net]({address})`, with the file in round brackets right behind the words."
            if mark.lastgroup == "open":
                cure = f"Put a backslash before that bracket, as in `![see \\[1]({address})`."
            yield mark.start(), _REASONS[mark.lastgroup].format(name), cure


def _reason(mark: re.Match[str]) -> str:
    name, behind = mark[1], mark[2]
    if " " in name:
        why = f"`{name}` holds a blank"
    elif name.startswith("<"):
        why = f"the `<` before `{name[1:]}` is never closed"
    elif behind == ")":
        why = "a bracket in its words has no partner"
    elif behind.isspace():
        why = f"something else than a title stands behind `{name}`"
    else:
        why = f"the bracket before `{name}` is never closed"
    return f"the image mark is text, since {why}"


RULE: Final = Rule(code="KF321", name="image-marks", severity=Severity.ERROR, check_text=_check, signs=("![",))
