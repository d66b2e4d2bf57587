"""The few HTML tags that work where a quiz says ``html: safe``.

They have no attributes, so a sanitiser would have nothing to do but to balance them. A tag works where it is closed
inside the same block and the same emphasis; any other is shown as it was typed, and in code all of them are.
"""

import re
from functools import lru_cache
from typing import Final

from kfexport.richtext.guards import StandIns

ALLOWED: Final = ("sub", "sup", "kbd", "br", "u", "mark", "small", "ruby", "rt", "rp")
"""Tags that ``html: safe`` lets through."""

# A backslash and what follows it are passed over first: an escaped bracket is text, as in CommonMark.
_TAG: Final = re.compile(rf"\\.|<(/?(?:{'|'.join(ALLOWED)})[ \t]*/?)>", re.IGNORECASE | re.DOTALL)
_READING: Final = re.compile(r"(</rp>[ \t\n]*)?<rt>(.*?)</rt>", re.DOTALL)
_INLINE: Final = re.compile(r"</?(?:em|strong|del|a)\b")
_INSIDE: Final = ("<code", "<span", "<br ", "<img ")
"""Tokens that begin and end nothing that a tag could overlap with."""


def guard(source: str, marks: StandIns) -> str:
    """Replace the brackets of allowed tags by stand-ins that the Markdown parser takes for letters."""
    return _TAG.sub(lambda m: f"{marks.open}{m[1]}{marks.close}" if m[1] else m[0], source)


@lru_cache(maxsize=16)
def _patterns(marks: StandIns) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What finds guarded tags, and what splits a rendered text where one or an element is."""
    guarded = rf"{marks.open}([^{marks.close}]*){marks.close}"
    code = r"<pre>.*?</pre>|<code[ >].*?</code>|<span data-math-style=.*?</span>"
    return re.compile(guarded), re.compile(rf"({code}|<[^>]*>|{guarded.replace('(', '').replace(')', '')})", re.DOTALL)


def restore(rendered: str, marks: StandIns) -> str:
    """Make the stand-ins tags again, or text where they stand in code, in an attribute or without a partner."""
    guarded, token_pattern = _patterns(marks)
    tokens = token_pattern.split(rendered)
    opened: list[tuple[str, int]] = []  # open elements that are inline: allowed tags by their name, others as ``<``
    for i in range(1, len(tokens), 2):
        token = tokens[i]
        if token.startswith(marks.open):
            _settle(token[1:-1].rstrip(" \t/").lower(), i, tokens, opened)
        elif token.startswith(_INSIDE):
            continue
        elif not _INLINE.match(token):
            opened.clear()  # the end of a block: what is open now is never closed, and stays text
        elif token.startswith("</"):
            while opened and opened[-1][0] != "<":
                opened.pop()
            del opened[-1:]
        else:
            opened.append(("<", i))
    return guarded.sub(lambda m: f"&lt;{m[1]}&gt;", "".join(tokens))


def bracketed(fragment: str) -> str:
    """Put brackets around each reading of ruby text that its author gave none, for where the tags may go."""
    return _READING.sub(lambda m: m[0] if m[1] else f"<rp>(</rp><rt>{m[2]}</rt><rp>)</rp>", fragment)


def _settle(name: str, at: int, tokens: list[str], opened: list[tuple[str, int]]) -> None:
    """Open or close an allowed tag; a closing one works only for the innermost open element."""
    if name in ("br", "/br"):
        tokens[at] = "<br />"
    elif not name.startswith("/"):
        opened.append((name, at))
    elif opened and opened[-1][0] == name[1:]:
        tokens[opened.pop()[1]] = f"<{name[1:]}>"
        tokens[at] = f"<{name}>"
