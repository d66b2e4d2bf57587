"""Parts of a text in which what looks like Markdown is none.

For rules that look for a pattern in the author's text: what stands there is shown as it was typed, or not at all.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from kfexport.richtext.places import Place
from kfexport.richtext.tags import insides
from kfexport.richtext.texts import Text

_CODE: Final = ("Code", "CodeBlock", "Math")
_ADDRESSED: Final = ("Link", "Image")
_ADDRESS: Final = re.compile(r"\](?=[(\[])")
_TITLE: Final = r"""(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))"""
_DEFINITION: Final = re.compile(
    rf"(?:\A|(?<=\n\n))(?:[ ]{{0,3}}\[[^\[\]\n]+\]:[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)(?:[ \t]+{_TITLE})?[ \t]*(?:\n|\Z))+"
)
"""Addresses of links that stand apart from them, at the beginning of a paragraph."""


class Parts:
    """Parts of a text, to be asked whether an offset is in one of them."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, at: int) -> bool:
        before = bisect_right(self._starts, at)
        return before > 0 and at < self._ends[before - 1]


def literal(text: Text) -> Parts:
    """Where a text is shown as it was typed: code, formulas, addresses in angle brackets, and the insides of tags,
    comments and the like."""
    return Parts(_literal(text))


def apart_from_prose(text: Text) -> Parts:
    """The same, and the addresses and titles of links and images, which are not seen on the page."""
    return Parts((*_literal(text), *_addresses(text)))


def _literal(text: Text) -> Iterator[tuple[int, int]]:
    yield from insides(text.source)
    for place in text.places():
        if place.kind in _CODE or (place.kind == "Link" and text.source.startswith("<", place.start)):
            yield place.start, place.end


def _addresses(text: Text) -> Iterator[tuple[int, int]]:
    source = text.source
    opened: list[tuple[Place, int]] = []  # links that are not over, and where what is in each of them ends
    for place in text.places():
        while opened and opened[-1][0].end <= place.start:
            yield from _address(source, *opened.pop())
        if opened:
            opened[-1] = opened[-1][0], max(opened[-1][1], place.end)
        if place.kind in _ADDRESSED:
            opened.append((place, place.start))
    for link, end in reversed(opened):
        yield from _address(source, link, end)
    for definition in _DEFINITION.finditer(source):
        yield definition.span()


def _address(source: str, link: Place, end: int) -> Iterator[tuple[int, int]]:
    """What follows the words of a link, where it follows them."""
    found = _ADDRESS.search(source, end, link.end)
    if found is not None:
        yield found.end(), link.end
