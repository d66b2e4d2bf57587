"""Blanks in a cloze text: ``[[id]]`` marks, carried through the Markdown parser as stand-ins.

Only declared ids are marks; every other ``[[ … ]]`` is text, and so is ``\\[[id]]``. Inside code a declared mark is a
blank, too.
"""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Final

from kfexport.richtext.markdown import to_html

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
"""Stand-ins for the brackets of a mark: noncharacters of Unicode, which the author's text is rid of first."""
_STAND_IN: Final = re.compile(",\ufdd0([A-Za-z0-9._-]+)\ufdd1,")
"""With commas around them, since brackets are punctuation, on which emphasis depends: ``**Answer:**[[id]]``."""
_OWN: Final = re.compile("[\ufdd0\ufdd1]")
_MARK: Final = re.compile(r"(?<!\\)(\\*+)\[\[([A-Za-z0-9._-]++)\]\]")
"""A run of backslashes is looked at from its beginning only, which takes a time that grows with its length."""
_FORMULA: Final = re.compile(r"<span data-math-style=[^>]*>([^<]*)</span>")


def marks(text: str, ids: Collection[str]) -> list[tuple[str, int]]:
    """The marks of declared blanks in a text: id and offset of the first bracket, in the order of the text."""
    known = frozenset(ids)
    return [(m[2], m.start() + len(m[1])) for m in _MARK.finditer(text) if m[2] in known and len(m[1]) % 2 == 0]


def to_html_with_blanks(text: str, ids: Collection[str], *, safe: bool = False) -> str:
    """The canonical fragment of a cloze text, with a stand-in at each blank (see :func:`fill`)."""
    known = frozenset(ids)

    def guard(match: re.Match[str]) -> str:
        if match[2] not in known or len(match[1]) % 2:
            return match[0]
        return match[1] + stand_in(match[2])

    return to_html(_MARK.sub(guard, _OWN.sub("\ufffd", text)), safe=safe)


def to_html_with_numbers(text: str, found: Sequence[tuple[str, int]], *, safe: bool = False) -> str:
    """The canonical fragment with the stand-in of its number, from 0, at each mark that :func:`marks` found."""
    pieces: list[str] = []
    end = 0
    for number, (name, at) in enumerate(found):
        pieces += _OWN.sub("\ufffd", text[end:at]), stand_in(str(number))
        end = at + len(name) + len("[[]]")
    return to_html("".join(pieces) + _OWN.sub("\ufffd", text[end:]), safe=safe)


def stand_in(name: str) -> str:
    """The stand-in for a blank of that id or number."""
    return f",{_OPEN}{name}{_CLOSE},"


def fill(fragment: str, blank: Callable[[str], str]) -> str:
    """Put what ``blank`` gives for each id in place of the stand-ins. The rest of the fragment stays as it is."""
    return _STAND_IN.sub(lambda m: blank(m[1]), fragment)


def shown_marks(fragment: str) -> Sequence[str]:
    """The ids of the blanks that a fragment really has, in order: what a link's address swallowed is not there."""
    return _STAND_IN.findall(re.sub(r"<[^>]*>", "", fragment))


def in_formulas(fragment: str) -> Sequence[str]:
    """The ids of blanks that stand in a formula, where no field can be."""
    return [i for formula in _FORMULA.findall(fragment) for i in _STAND_IN.findall(formula)]
