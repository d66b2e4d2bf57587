"""The size behind an image mark: ``{width=300}`` or ``{width=300 height=200}``, in pixels.

comrak would swallow any such braces, or read a whole language of attributes in them; so it is told to leave them, and
they are read here, behind the image that it made.
"""

import re
from typing import Final

from kfexport.richtext.html import unescaped

_BRACES: Final = re.compile(r'(<img src="[^"]*" alt="[^"]*"[^<>]*) />\{([^{}<>]*)\}')
_SIDE: Final = re.compile(r"(width|height)=([1-9][0-9]{0,3})")


def read_sizes(fragment: str) -> str:
    """Turn the sizes behind images into attributes of theirs. What is no size stays text."""
    return _BRACES.sub(_sized, fragment)


def _sized(match: re.Match[str]) -> str:
    size = attributes(unescaped(match[2]))
    return f"{match[1]}{size} />" if size else match[0]


def attributes(inside: str) -> str:
    """What stands between the braces as HTML attributes, each behind a blank; empty where it is not a size."""
    sides: dict[str, str] = {}
    for part in inside.split():
        side = _SIDE.fullmatch(part)
        if side is None or side[1] in sides:
            return ""
        sides[side[1]] = side[2]
    return "".join(f' {name}="{sides[name]}"' for name in ("width", "height") if name in sides)
