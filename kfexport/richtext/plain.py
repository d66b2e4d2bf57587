"""Canonical fragment → plain text, for names and for comparing what learners see."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from kfexport.richtext.html import unescaped
from kfexport.richtext.markdown import to_html

_BLOCK: Final = re.compile(r"<(?:/?(?:p|[uo]l|li|h[1-6]|table|tr|pre|blockquote|td|th)\b[^>]*|br /|hr /)>")
_BLANKS: Final = re.compile(r"[ \t\n\r\f]+")
"""What browsers show as one blank."""
_TAG: Final = re.compile(r"<[^>]*>")
_IMAGE: Final = re.compile(r'<img src="[^"]*" alt="([^"]*)"[^>]*/>')


def to_plain(text: str, *, safe: bool = False) -> str:
    """What a learner reads, as one line: marks gone, images as their alt text."""
    return to_line(to_html(text, safe=safe))


@lru_cache(maxsize=2**15)
def strip_tags(fragment: str) -> str:
    """The visible text of a canonical fragment, as one line in which all kinds of blanks are alike: for comparing."""
    return " ".join(_text(fragment).split())


@lru_cache(maxsize=2**15)
def to_line(fragment: str) -> str:
    """The visible text of a canonical fragment, as one line. Inside it other blanks than those of HTML, such as U+3000,
    are the author's."""
    text = _text(fragment)
    return " ".join(text.split()) if text.isascii() else _BLANKS.sub(" ", text).strip()


@lru_cache(maxsize=2**15)
def _text(fragment: str) -> str:
    if "<" in fragment:
        fragment = _TAG.sub("", _IMAGE.sub(lambda m: m[1], _BLOCK.sub(" ", fragment)))
    return unescaped(fragment)


_TELLING: Final = re.compile(r"[&\\\[<$]")
"""Entities, escapes, links, tags and formulas: what they show can only be told by rendering."""
_SIGNS: Final = re.compile(r"[*_`~]")


def surely_differ(texts: Sequence[str]) -> bool:
    """A quick look at sources, so that few of them need to be rendered: whether no two of them can look the same,
    whatever becomes of marks, blanks and letter case."""
    together = "\0".join(texts)
    if _TELLING.search(together):
        return False
    if _SIGNS.search(together):
        together = _SIGNS.sub("", together)
    bare = "".join(together.split()).casefold().split("\0")
    return len(set(bare)) == len(texts)


_INVISIBLE: Final = re.compile(
    "[\\s\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]+"
)


def is_visible(text: str) -> bool:
    """Whether a plain text shows anything: more than blanks of any kind and invisible characters."""
    if text.isascii():
        return not text.isspace() and text != ""
    return bool(_INVISIBLE.sub("", text))
