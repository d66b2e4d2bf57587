"""How deep and how large a rendered text may be, and how many dollar signs and bars it may hold.

XML libraries refuse what is nested some hundreds of levels deep, browsers flatten it, and the parser itself takes
seconds for many thousand. A table grows with the product of its columns and rows, since missing cells are filled up.
What is a formula is found out in several rounds of parsing.
"""

import re
from array import array
from enum import Enum
from itertools import accumulate
from typing import Final

MAX_DEPTH: Final = 60
"""Elements inside each other."""
MAX_GROWTH: Final = 100
"""How many times larger than its source a rendered text may be, where it is larger than ``MAX_SIZE`` as well."""
MAX_SIZE: Final = 1_000_000
"""Characters of a rendered text that grew more than ``MAX_GROWTH`` times."""

MAX_DOLLARS: Final = 20_000
"""Dollar signs in a text: each may begin or end a formula, and what they do depends on all the others."""

MAX_BARS: Final = 100_000
"""Signs ``|`` in a text, as of tables: the parser takes several microseconds for each cell."""

SURELY_GOOD: Final = (MAX_DEPTH + 1) * len("<u></u>")
"""Fragments shorter than this have no room for one level too many."""

_LONG: Final = 4096
_DEEP_LINE: Final = re.compile(rf"^(?:[ \t]*(?:>|[-+*][ \t]|[0-9]{{1,9}}[.)][ \t])){{{2 * MAX_DEPTH}}}", re.MULTILINE)
_OPENING, _CLOSING, _VOID = "<", "\x01", "\x02"
"""Tags in short. In a canonical fragment no other ``<`` stands, and no control character."""
_NO_TAGS: Final = bytes(i for i in range(256) if chr(i) not in _OPENING + _CLOSING + _VOID)
_STEPS: Final = bytes.maketrans((_OPENING + _CLOSING).encode(), b"\x01\xff")
"""One level down and one up, as signed bytes."""


class Excess(Enum):
    """What a text has too much of."""

    DEPTH = "depth"
    SIZE = "size"
    DOLLARS = "dollars"
    BARS = "bars"


def hopeless(source: str) -> Excess | None:
    """What ``source`` has so much of that the parser should not see it."""
    if len(source) <= _LONG:
        return None
    if source.count("$") > MAX_DOLLARS:
        return Excess.DOLLARS
    if source.count("|") > MAX_BARS:
        return Excess.BARS
    return Excess.DEPTH if _DEEP_LINE.search(source) else None


def excess(fragment: str, source: str) -> Excess | None:
    """What the ``fragment`` that ``source`` was rendered to has too much of."""
    if len(fragment) > MAX_SIZE and len(fragment) > MAX_GROWTH * len(source):
        return Excess.SIZE
    if fragment.count("</") > MAX_DEPTH and _depth(fragment) > MAX_DEPTH:
        return Excess.DEPTH
    return None


def _depth(fragment: str) -> int:
    """How many elements stand inside each other, counted in C: a fragment may have a million tags."""
    short = fragment.replace("/>", _VOID).replace("</", _CLOSING).encode()
    tags = short.translate(None, _NO_TAGS).replace((_OPENING + _VOID).encode(), b"")
    return max(accumulate(array("b", tags.translate(_STEPS))), default=0)
