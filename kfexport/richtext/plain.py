"""Canonical fragment → plain text, for names and for comparing what learners see."""

import html
import re
from typing import Final

from kfexport.richtext.markdown import to_html

_BLOCK: Final = re.compile(r"<(?:/?(?:p|[uo]l|li|h[1-6]|table|tr|pre|blockquote|td|th)\b[^>]*|br /|hr /)>")
_TAG: Final = re.compile(r"<[^>]*>")
_IMAGE: Final = re.compile(r'<img src="[^"]*" alt="([^"]*)"[^>]*/>')
_SPACE: Final = re.compile(r"\s+")


def to_plain(text: str, *, inline: bool = False, safe: bool = False) -> str:
    """What a learner reads, as one line: marks gone, white space as single blanks, images as their alt text."""
    return strip_tags(to_html(text, inline=inline, safe=safe))


def strip_tags(fragment: str) -> str:
    """The visible text of a canonical fragment, as one line."""
    spaced = _IMAGE.sub(r"\1", _BLOCK.sub(" ", fragment))
    return _SPACE.sub(" ", html.unescape(_TAG.sub("", spaced))).strip()


_INVISIBLE: Final = re.compile(
    "[\\s\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]+"
)


def is_visible(text: str) -> bool:
    """Whether a plain text shows anything: more than blanks of any kind and invisible characters."""
    return bool(_INVISIBLE.sub("", text))
