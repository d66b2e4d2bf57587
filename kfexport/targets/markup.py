"""XML as text: what must not stand in a document as it is, and the bytes of a whole one.

Targets whose documents hold ten thousand questions write text instead of a tree: making the elements of a tree, and
throwing them away, takes several times as long as everything else.
"""

import html
import re
from functools import lru_cache
from typing import Final

_BLANK: Final = re.compile(r"[ \t\r\n]+")
_ALLOWED: Final = b"\t\n\r" + bytes(range(0x20, 0x100))
_NONCHARACTERS: Final = ("\ufffe".encode(), "\uffff".encode())


def escape(text: str) -> str:
    """Plain text as the content of an element. A parser would make a carriage return a line feed."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace("\r", "&#13;") if "\r" in escaped else escaped


def one_line(text: str) -> str:
    """Plain text for a name: white space of XML as single blanks, none at the ends.

    Other blanks, such as U+3000 and U+00A0, are the author's: XML keeps them, in attributes as well.
    """
    if "  " in text or "\n" in text or "\t" in text or "\r" in text:
        text = _BLANK.sub(" ", text)
    return text.strip(" ")


@lru_cache(maxsize=4096)
def attribute(text: str) -> str:
    """Plain text as the value of an attribute, whose white space a parser would make blanks."""
    escaped = html.escape(text)
    if escaped.isprintable():
        return escaped
    return escaped.replace("\r", "&#13;").replace("\n", "&#10;").replace("\t", "&#9;")


def encoded(document: str) -> bytes:
    """A document in UTF-8.

    Raises:
        ValueError: it holds a character that XML 1.0 forbids.
    """
    data = document.encode()
    if data.translate(None, _ALLOWED) or (not data.isascii() and any(c in data for c in _NONCHARACTERS)):
        raise ValueError("a text of the quiz holds a character that XML 1.0 forbids")
    return data
