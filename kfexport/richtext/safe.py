"""The few HTML tags that work where a quiz says ``html: safe``.

They have no attributes, so a sanitiser would have nothing to do but to balance them. A tag works where it is closed
inside the same block and the same emphasis; any other is shown as it was typed, and in code all of them are.
"""

import re
from typing import Final

ALLOWED: Final = ("sub", "sup", "kbd", "br", "u", "mark", "small", "ruby", "rt", "rp")
"""Tags that ``html: safe`` lets through."""

_OPEN, _CLOSE = "\x02", "\x03"
"""Stand-ins for the brackets of an allowed tag while the text is parsed; XML 1.0 forbids both."""
_TAG: Final = re.compile(rf"<(/?(?:{'|'.join(ALLOWED)}))[ \t]*/?>", re.IGNORECASE)
_GUARDED: Final = re.compile(r"\x02([^\x03]*)\x03")
_GUARDED_IN_ADDRESS: Final = re.compile(r"%02(/?[a-z]+)%03")
_TOKEN: Final = re.compile(
    r"(<pre>.*?</pre>|<code[ >].*?</code>|<code>.*?</code>|<span data-math-style=.*?</span>|<[^>]*>|\x02[^\x03]*\x03)",
    re.DOTALL,
)
_INLINE: Final = re.compile(r"</?(?:em|strong|del|a)\b")


def guard(source: str) -> str:
    """Replace the brackets of allowed tags by stand-ins that the Markdown parser takes for letters."""
    return _TAG.sub(lambda m: _OPEN + m[1].lower() + _CLOSE, source)


def restore(rendered: str) -> str:
    """Make the stand-ins tags again, or text where they stand in code, in an attribute or without a partner."""
    tokens = _TOKEN.split(_GUARDED_IN_ADDRESS.sub(r"%3C\1%3E", rendered))
    opened: list[tuple[str, int]] = []  # names of open inline elements, and of open allowed tags with a "\x02" before
    for i in range(1, len(tokens), 2):
        token = tokens[i]
        if token.startswith(_OPEN):
            _settle(token, i, tokens, opened)
        elif token.startswith(("<pre", "<code", "<span")):
            continue
        elif not _INLINE.match(token):
            opened.clear()  # the end of a block: what is open now is never closed, and stays text
        elif token.startswith("</"):
            while opened and opened[-1][0].startswith(_OPEN):
                opened.pop()
            del opened[-1:]
        else:
            opened.append((token, i))
    return _GUARDED.sub(r"&lt;\1&gt;", "".join(tokens))


def _settle(token: str, at: int, tokens: list[str], opened: list[tuple[str, int]]) -> None:
    """Open or close an allowed tag; a closing one works only for the innermost open element."""
    name = token[1:-1]
    if name in ("br", "/br"):
        tokens[at] = "<br />"
    elif not name.startswith("/"):
        opened.append((token, at))
    elif opened and opened[-1][0] == _OPEN + name[1:] + _CLOSE:
        tokens[opened.pop()[1]] = f"<{name[1:]}>"
        tokens[at] = f"<{name}>"
