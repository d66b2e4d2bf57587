"""Images in texts: their addresses, their sizes, and where they stand.

In a canonical fragment an image is ``<img src="…" alt="…" />``, with ``title``, ``width`` and ``height`` behind the
text for who cannot see it, where the author gave them.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from kfexport.model import Quiz
from kfexport.richtext.html import unescaped
from kfexport.richtext.texts import Text, markdown_texts

_NO_MARK: Final = re.compile(r"[^!]*+(?:!(?!\[)[^!]*+)*+\Z")
"""A text without the beginning of an image mark."""
_IMAGE: Final = re.compile(r'<img src="([^"]*)" alt="([^"]*)"([^<>]*) />')
_ESCAPES: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})++")
_REMOTE: Final = re.compile(r"(?:https?:)?//", re.IGNORECASE)


class Image(NamedTuple):
    """An image in a canonical fragment."""

    address_markup: str
    """The address as it stands in the attribute."""
    alt_markup: str
    """The text for who cannot see it, as it stands in the attribute."""
    more: str = ""
    """The other attributes, as markup that begins with a blank: ``title``, ``width``, ``height``."""

    @property
    def address(self) -> str:
        """As a browser reads it, percent escapes and all; empty where the parser took it away as dangerous."""
        return unescaped(self.address_markup)

    @property
    def alt(self) -> str:
        """The text for who cannot see it."""
        return unescaped(self.alt_markup)

    @property
    def reference(self) -> str:
        """The address as :data:`kfexport.model.Quiz.assets` has it."""
        return reference(self.address)

    def markup(self) -> str:
        """The element."""
        return f'<img src="{self.address_markup}" alt="{self.alt_markup}"{self.more} />'


def reference(address: str) -> str:
    """An address with its percent escapes decoded. The parser escapes what is not, so nothing is decoded twice."""
    return _ESCAPES.sub(_decoded, address) if "%" in address else address


def _decoded(escapes: re.Match[str]) -> str:
    """What percent escapes stand for. ``urllib.parse.unquote`` needs a hundred times the memory of an address."""
    return bytes.fromhex(escapes[0].replace("%", "")).decode("utf-8", "replace")


def is_remote(address: str) -> bool:
    """Whether an address leads to the network."""
    return _REMOTE.match(address) is not None


def images(fragment: str) -> list[Image]:
    """The images of a canonical fragment, in order."""
    if "<img " not in fragment:
        return []
    return [Image(*found) for found in _IMAGE.findall(fragment)]


def map_images(fragment: str, change: Callable[[Image], str]) -> str:
    """The fragment with what ``change`` makes of each image in its place; equal ones are made once."""
    if "<img " not in fragment:
        return fragment
    made: dict[str, str] = {}

    def replaced(match: re.Match[str]) -> str:
        if match[0] not in made:
            made[match[0]] = change(Image(*match.groups()))
        return made[match[0]]

    return _IMAGE.sub(replaced, fragment)


def shown(quiz: Quiz) -> Iterator[tuple[Text, list[Image]]]:
    """The texts of a quiz that show images, with those."""
    for text in markdown_texts(quiz, _NO_MARK.match):
        found = images(text.html()) if "![" in text.source else []
        if found:
            yield text, found


def spots(text: Text) -> list[tuple[int, int]]:
    """Where the images of a text begin and end, in order; all at the first mark where the parser is no help."""
    count = len(images(text.html()))
    found: list[tuple[int, int]] = []
    for place in text.places():
        # An image in the text of another one gives that text its words and is not shown.
        if place.kind == "Image" and (not found or place.start >= found[-1][1]):
            found.append(_mark(text.source, place.start, place.end))
    if len(found) != count:
        first = max(text.source.find("!["), 0)
        return [(first, first + 2)] * count
    return found


def _mark(source: str, start: int, end: int) -> tuple[int, int]:
    """The mark at a place; comrak counts wrongly behind a definition that begins the same paragraph."""
    if source.startswith("![", start):
        return start, end
    at = source.find("![", start)
    return (at, at + 2) if at >= 0 else (start, end)
