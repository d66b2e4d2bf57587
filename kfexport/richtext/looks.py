"""Texts that learners see beside each other, and those of them that look alike."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kfexport.richtext.plain import strip_tags

_BLANKS: Final = re.compile(r"[ \t\n]+")
_CODE: Final = re.compile(r"</?code>")
_EMPHASIS: Final = re.compile(r"</?(?:strong|em|del|p)>")
_FORMULA: Final = re.compile(r"(<span data-math-style=[^>]*>)([^<]*)(?=</span>)")
_OWN_BLANKS: Final = re.compile(r"\\(?:[a-z]*text|m?box|operatorname|verb)|\\[ \\]|[%&]")
"""What makes blanks in TeX, or the braces around one character, more than a way of writing."""
_AFTER_COMMAND: Final = re.compile(r"(\\[A-Za-z]+)[ \n]+(?=[A-Za-z])|[ \n]+")
_ONE_IN_BRACES: Final = re.compile(r"(?<=[\^_])\{([A-Za-z0-9])\}")
SAME: Final = "look the same"


class Twins(NamedTuple):
    """Two texts of a list, by their positions from 0."""

    first: int
    second: int
    look: str
    """How the sentence goes on that begins "choices 1 and 2", such as :data:`SAME`."""


def twins(fragments: Sequence[str]) -> Iterator[Twins]:
    """Those of the canonical fragments that show the same text as an earlier one.

    Blanks and emphasis make no difference, nor do two spellings of one formula; code style or the address of a link
    make only a small one.
    """
    seen: dict[tuple[str, int], list[tuple[int, str]]] = {}
    for i, fragment in enumerate(fragments):
        shown = _EMPHASIS.sub("", fragment).strip()
        if "<span data-math-style" in shown:
            shown = _FORMULA.sub(lambda match: match[1] + _usual_tex(match[2]), shown)
        is_block = "<pre" in shown  # the one place where browsers show each blank
        shown = shown if is_block else _BLANKS.sub(" ", shown)
        plain = strip_tags(shown)
        # An image looks like no text, whatever stands in for it.
        earlier = seen.setdefault((plain, shown.count("<img ")), [])
        same = next((j for j, markup in earlier if markup == shown), None)
        alike = next((j for j, markup in earlier if not (is_block and "<pre" in markup)), None)
        twin = alike if same is None else same
        if plain and twin is not None:
            yield Twins(twin, i, _look(dict(earlier)[twin], shown))
        earlier.append((i, shown))


def _usual_tex(tex: str) -> str:
    """A formula without the blanks and braces that nobody sees."""
    if _OWN_BLANKS.search(tex):
        return tex
    return _ONE_IN_BRACES.sub(r"\1", _AFTER_COMMAND.sub(lambda m: f"{m[1]} " if m[1] else "", tex).strip())


def _look(first: str, second: str) -> str:
    if first == second:
        return SAME
    return "differ in code style only" if _CODE.sub("", first) == _CODE.sub("", second) else "look alike"
