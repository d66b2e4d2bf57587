"""The inside of HTML tags and comments, in which nothing is Markdown.

A tag is text and shows as it was typed. What would act as Markdown in its attributes, or inside of a comment, has to
show as well: CommonMark does not look there. So stand-ins take its place while the rest is parsed.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kfexport.richtext.guards import HELD, StandIns, address_starts

_BEGINNING: Final = re.compile(r"<[A-Za-z!?]")
_ACTS: Final = re.compile(r"[*_`\[\\&~$@]|\n[ \t]*[-+=#>|0-9]|<(?:https?|ftp|mailto):")
"""What of Markdown could act inside of a tag, or begin before it and end there. Without it nothing needs a stand-in."""
_ATTRIBUTE: Final = r"""\s++[A-Za-z_:][A-Za-z0-9_:.-]*+(?:\s*+=\s*+(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+"))?+"""
_TOKEN: Final = re.compile(
    r"\\.|(?P<ticks>`+)|<(?:"
    rf"(?P<tag>[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*+\s*+/?>)"
    r"|(?P<begin>!--|\?|!\[CDATA\[|![A-Za-z]))",
    re.DOTALL,
)
"""By CommonMark's grammar; a closing tag has no room for signs."""
_ENDS: Final = {"!--": "-->", "?": "?>", "![CDATA[": "]]>"}
_GAP: Final = re.compile(r"\n(?=[ \t]*\n)")
_QUOTED: Final = re.compile(r"[ \t]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)*>")
_LINE_START: Final = re.compile(r"\n[ \t]*\Z")


def hold(source: str, marks: StandIns) -> str:
    """``source`` with a stand-in for each sign inside of a tag, comment, declaration, processing instruction or CDATA
    section that could act as Markdown. The outer brackets stay."""
    if not _BEGINNING.search(source) or not _ACTS.search(source):
        return source
    table = str.maketrans(HELD, marks.held)
    pieces: list[str] = []
    end = 0
    for start, stop in insides(source):
        pieces += source[end:start], source[start:stop].translate(table)
        end = stop
    return "".join(pieces) + source[end:]


def insides(source: str) -> Iterator[tuple[int, int]]:
    """Where the insides of tags, comments and the like begin and end; code that begins before a tag hides it."""
    if not _BEGINNING.search(source):
        return
    paragraphs = [*(m.start() for m in _GAP.finditer(source)), len(source)]
    ticks = _ticks(source)
    addresses = address_starts(source)
    unclosed: dict[str, int] = {}  # no such end comes before that offset, so that nothing is searched for twice
    at, limit = 0, -1
    while (token := _TOKEN.search(source, at)) is not None:
        start, at = token.span()
        if start > limit:
            limit = paragraphs[bisect_left(paragraphs, start)]
        kind = token.lastgroup
        if kind == "ticks":
            at = _behind_code(ticks[at - start], at, limit, at - start)
        elif kind is not None:
            stop = at if kind == "tag" else _closed(source, start, token["begin"], limit, unclosed)
            if stop > limit or start in addresses:
                at = start + 1
                continue
            several_lines = source.find("\n", start, stop) >= 0
            if several_lines and _in_quote(source, start):
                at = start + 1
                continue
            at = stop
            yield start + 1, stop if several_lines and _LINE_START.search(source, start, stop - 1) else stop - 1


def _ticks(source: str) -> Mapping[int, Sequence[int]]:
    """Where runs of backticks begin, by their length."""
    found: dict[int, list[int]] = defaultdict(list)
    for run in re.finditer("`+", source):
        found[len(run[0])].append(run.start())
    return found


def _behind_code(runs: Sequence[int], at: int, limit: int, length: int) -> int:
    """Behind the code that ends with the next run as long as that before ``at``; only a block has empty lines."""
    i = bisect_right(runs, at)
    if i < len(runs) and (length > 2 or runs[i] < limit):
        return runs[i] + length
    return at


def _closed(source: str, start: int, begin: str, limit: int, unclosed: dict[str, int]) -> int:
    """Behind the end of a comment and the like, or beyond ``limit`` where there is none before it."""
    end = _ENDS.get(begin, ">")
    if unclosed.get(end, 0) < limit:
        # The ends of a comment may share their dashes: `<!-->`.
        found = source.find(end, start + (2 if begin == "!--" else 1 + len(begin)), limit)
        if found >= 0:
            return found + len(end)
        unclosed[end] = limit
    return len(source) + 1


def _in_quote(source: str, start: int) -> bool:
    """Whether the line of something begins with the sign of a quote; the signs of further lines are none of its own."""
    return _QUOTED.match(source, source.rfind("\n", 0, start) + 1, start) is not None
