"""Stand-ins: what comrak would take otherwise than we do is exchanged before parsing and put back afterwards.

Each stand-in takes the place of exactly one character, so that positions stay what they are. Neither it nor its percent
escape, as which comrak writes it in addresses, stands in the text. What stands among prose is punctuation of scripts
that nobody writes any more, since emphasis depends on it (``**Note:**<b>``); the others are noncharacters of Unicode.
(Control characters would not do: they end the address of a link.)
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Final, NamedTuple
from urllib.parse import quote


class StandIns(NamedTuple):
    """A stand-in for each character that must reach the output unparsed."""

    lt: str
    """``<`` of a tag that is text."""
    tilde: str
    """A tilde that strikes nothing through."""
    dollar: str
    """A dollar sign that is no formula's."""
    ampersand: str
    """``&`` of an entity that would become a forbidden character."""
    open: str
    """``<`` of an allowed tag (see :mod:`kfexport.richtext.safe`)."""
    close: str
    """``>`` of an allowed tag."""
    line: str
    """The end of a line inside a formula."""
    nothing: str
    """The sign of a quote inside a formula, which is not shown."""
    held: str
    """One for each of :data:`HELD`."""


HELD: Final = "*_`~[]<>\\&$|-+=#.)"
"""Signs that act as Markdown where they are not inside of a tag (see :mod:`kfexport.richtext.tags`)."""


# Not from planes 2 and 3, which are Chinese characters to the rules of emphasis.
_NONCHARACTERS: Final = (
    *(chr(plane << 16 | low) for plane in (0, 1, *range(4, 17)) for low in (0xFFFE, 0xFFFF)),
    *map(chr, range(0xFDD0, 0xFDF0)),
)
_PUNCTUATION: Final = tuple(map(chr, (*range(0x10A50, 0x10A59), *range(0x12470, 0x12475))))
"""Of Kharoshthi and cuneiform."""
_AMONG_PROSE: Final = 6
"""How many of the stand-ins are punctuation."""
_SINGLE: Final = len(StandIns._fields) - 1
_OTHERS: Final = _SINGLE + len(HELD) - _AMONG_PROSE


def _as_stand_ins(punctuation: Sequence[str], others: Sequence[str]) -> StandIns:
    characters = [*punctuation[:_AMONG_PROSE], *others]
    return StandIns._make([*characters[:_SINGLE], "".join(characters[_SINGLE : _SINGLE + len(HELD)])])


_USUAL: Final = _as_stand_ins(_PUNCTUATION, _NONCHARACTERS)
_ALL_USUAL: Final = (*_PUNCTUATION[:_AMONG_PROSE], *_NONCHARACTERS[:_OTHERS])

_FORBIDDEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ADDRESS: Final = re.compile(r' (?:href|src)="[^"]*"')
# A backslash and what follows it are passed over first: what is escaped is the parser's affair.
_ENTITY: Final = re.compile(r"\\.|&#(?:[xX]([0-9a-fA-F]{1,6})|([0-9]{1,7}));", re.DOTALL)
_TAG_START: Final = re.compile(
    r"\\.|<(?=[A-Za-z/!?])"
    r"(?!(?i:https?|ftp|mailto):[^\s<>]*>)"  # autolinks
    r"(?![A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+>)",
    re.DOTALL,
)
_ADDRESS_START: Final = re.compile(r"\](?:\(|:)[ \t]*+\n?[ \t]*+(?=<)")
_LONE_TILDE: Final = re.compile(r"\\.|~+", re.DOTALL)


def allowed(source: str) -> str:
    """``source`` with U+FFFD for each character that XML 1.0 forbids."""
    if source.replace("\n", " ").isprintable():  # much faster, and true of nearly all texts
        return source
    return _FORBIDDEN.sub("\ufffd", source)


def stand_ins(source: str) -> StandIns:
    """Stand-ins that cannot be confused with anything in ``source``."""
    if "%" not in source and (source.isascii() or not any(c in source for c in _ALL_USUAL)):
        return _USUAL
    punctuation, others = (
        [c for c in characters if c not in source and quote(c) not in source]
        for characters in (_PUNCTUATION, _NONCHARACTERS)
    )
    missing = max(_AMONG_PROSE - len(punctuation), 0)
    return _as_stand_ins([*punctuation, *others[:missing]], [*others[missing:], *_NONCHARACTERS])


def forbidden_entities(source: str) -> list[tuple[int, int]]:
    """Where numeric entities of characters that no platform can show begin and end, in code as well."""
    return [m.span() for m in _ENTITY.finditer(source) if _is_forbidden(m)]


def _is_forbidden(match: re.Match[str]) -> bool:
    if match[0][0] == "\\":
        return False
    number = int(match[1], 16) if match[1] else int(match[2])
    return number > 0x10FFFF or number == 0 or _FORBIDDEN.match(chr(number)) is not None


def needs_guard(source: str) -> bool:
    """Whether ``source`` holds anything that comrak might take otherwise than we do."""
    return "<" in source or "~" in source or "$" in source or "&#" in source


def put(source: str, marks: StandIns) -> str:
    """Exchange what must reach the output unparsed."""
    if "&#" in source:
        source = _ENTITY.sub(lambda m: marks.ampersand + m[0][1:] if _is_forbidden(m) else m[0], source)
    if "<" in source:
        source = _without_tags(source, marks.lt)
    if "~" in source:  # a single one is a tilde; comrak would strike through `H~2~O`
        source = _LONE_TILDE.sub(lambda m: marks.tilde if m[0] == "~" else m[0], source)
    return source


def address_starts(source: str) -> Collection[int]:
    """Where a ``<`` begins the address of a link or image."""
    if "](" not in source and "]:" not in source:
        return ()
    return _address_starts(source)


@lru_cache(maxsize=4)
def _address_starts(source: str) -> frozenset[int]:
    return frozenset(m.end() for m in _ADDRESS_START.finditer(source))


def _without_tags(source: str, stand_in: str) -> str:
    """``source`` with a stand-in for each ``<`` that is neither escaped nor the beginning of a link's address."""
    addresses = address_starts(source)
    if not addresses and "\\" not in source:
        return _TAG_START.sub(stand_in, source)
    return _TAG_START.sub(lambda m: stand_in if m[0] == "<" and m.start() not in addresses else m[0], source)


def take_back(rendered: str, marks: StandIns) -> str:
    """The output with each stand-in as the character that it stands for; those of allowed tags stay in texts."""
    in_text, in_address = _meanings(marks)
    if "%" in rendered and any(escape in rendered for escape in in_address):
        escaped = re.compile("|".join(in_address))
        rendered = _ADDRESS.sub(lambda a: escaped.sub(lambda m: in_address[m[0]], a[0]), rendered)
    for stand_in, character in in_text.items():
        if stand_in in rendered:
            rendered = rendered.replace(stand_in, character)
    return rendered


@lru_cache(maxsize=16)
def _meanings(marks: StandIns) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """What stand-ins become in texts, and their escapes in addresses."""
    in_text = {marks.lt: "&lt;", marks.tilde: "~", marks.dollar: "$", marks.ampersand: "&amp;"}
    in_text |= {marks.line: "\n", marks.nothing: ""}
    held = dict(zip(HELD, marks.held, strict=True))
    in_text |= {stand_in: escape(sign) for sign, stand_in in held.items()}
    in_address = in_text | {stand_in: quote(sign) for sign, stand_in in held.items() if sign in "[]<>\\`|"}
    in_address |= {marks.lt: "%3C", marks.open: "%3C", marks.close: "%3E"}
    return in_text, {quote(c): meaning for c, meaning in in_address.items()}
