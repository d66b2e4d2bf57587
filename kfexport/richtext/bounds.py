"""How deep and how large a rendered text may be.

XML libraries refuse what is nested some hundreds of levels deep, browsers flatten it, and the parser itself takes
seconds for many thousand. A table grows with the product of its columns and rows, since missing cells are filled up.
"""

import re
from enum import Enum
from typing import Final

MAX_DEPTH: Final = 60
"""Elements inside each other."""
MAX_GROWTH: Final = 100
"""How many times larger than its source a rendered text may be, where it is larger than ``MAX_SIZE`` as well."""
MAX_SIZE: Final = 1_000_000
"""Characters of a rendered text that grew more than ``MAX_GROWTH`` times."""

SURELY_GOOD: Final = (MAX_DEPTH + 1) * len("<u></u>")
"""Fragments shorter than this have no room for one level too many."""

_LONG: Final = 4096
_DEEP_LINE: Final = re.compile(rf"^(?:[ \t]*(?:>|[-+*][ \t]|[0-9]{{1,9}}[.)][ \t])){{{2 * MAX_DEPTH}}}", re.MULTILINE)
_TAG: Final = re.compile(r"<(/?)[a-z][^>]*?(/?)>")


class Excess(Enum):
    """What a text has too much of."""

    DEPTH = "depth"
    SIZE = "size"


def hopeless(source: str) -> bool:
    """Whether ``source`` is so deep that the parser should not see it."""
    return len(source) > _LONG and _DEEP_LINE.search(source) is not None


def excess(fragment: str, source: str) -> Excess | None:
    """What the ``fragment`` that ``source`` was rendered to has too much of."""
    if len(fragment) > MAX_SIZE and len(fragment) > MAX_GROWTH * len(source):
        return Excess.SIZE
    if fragment.count("</") > MAX_DEPTH and _depth(fragment) > MAX_DEPTH:
        return Excess.DEPTH
    return None


def _depth(fragment: str) -> int:
    depth = deepest = 0
    for tag in _TAG.finditer(fragment):
        if tag[1]:
            depth -= 1
        elif not tag[2]:
            depth += 1
            deepest = max(deepest, depth)
    return deepest
