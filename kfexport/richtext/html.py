"""Canonical fragment → HTML for platforms that show it in a browser (Moodle, Anki)."""

import re
from collections.abc import Callable
from html import unescape
from typing import Final

_TOKEN: Final = re.compile(r"(<[^>]*>)")
_FORMULA: Final = re.compile(r'<span data-math-style="(inline|display)">([^<]*)</span>')
_MATHJAX: Final = re.compile(r"\\(?=[(\[\\$]|begin\b|(?:eq)?ref\b)|\$(?=\$)")
"""The first character of what MathJax looks for in a text, versions 2 and 3 together."""
_ESCAPED: Final = re.compile(r"\\.", re.DOTALL)
_ENTITIES: Final = (
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&#39;", "'"), ("&amp;", "&"),
)  # fmt: skip
_OTHER_ENTITY: Final = re.compile(r"&(?!(?:lt|gt|quot|amp|#x27|#39);)")
_BRACKETS: Final = {"inline": ("\\(", "\\)"), "display": ("\\[", "\\]"), "dollars": ("$$", "$$")}


def unescaped(markup: str) -> str:
    """A text or an attribute as characters: what ``html.unescape`` does, without a step for each of the usual entities.

    A canonical fragment has no others; a target may have put some there.
    """
    if "&" not in markup:
        return markup
    if _OTHER_ENTITY.search(markup):
        return unescape(markup)
    for entity, character in _ENTITIES:
        markup = markup.replace(entity, character)
    return markup


def map_text(fragment: str, change: Callable[[str], str]) -> str:
    """Apply ``change`` to each run of text between tags, as escaped HTML, and leave the tags alone.

    Targets use it to break up what their platform would act on: cloze marks, emoticons, formula delimiters.
    """
    tokens = _TOKEN.split(fragment)
    tokens[::2] = [change(run) if run else run for run in tokens[::2]]
    return "".join(tokens)


def inert_to_mathjax(fragment: str) -> str:
    """An element around the first character of whatever MathJax would act on; what is shown stays the same.

    An entity would not do: it reads the text of a page decoded.
    """
    if "\\" not in fragment and "$$" not in fragment:
        return fragment
    return map_text(fragment, lambda run: _MATHJAX.sub(lambda m: f"<span>{m[0]}</span>", run))


def as_typed(fragment: str) -> str:
    """``fragment`` as it is."""
    return fragment


def in_brackets(
    fragment: str,
    *,
    prose: Callable[[str], str] = as_typed,
    tex: Callable[[str], str] = as_typed,
    dollars: bool = False,
) -> str:
    r"""Put formulas in TeX's own brackets, ``\(…\)`` and ``\[…\]``, for platforms that run MathJax.

    ``tex`` is applied to each formula, as escaped HTML, and ``prose`` to each stretch between them. With ``dollars``
    a formula on its own stands in ``$$…$$``, where no dollar inside of it could end that.
    """
    if "data-math-style" not in fragment:
        return prose(fragment)
    pieces = _FORMULA.split(fragment)
    for i in range(0, len(pieces), 3):
        text = pieces[i]
        # MathJax 3 takes two backslashes for one that is escaped, and would not see the bracket behind them; of three
        # dollars it would take the first two.
        ends = text.endswith(("\\", "$") if dollars else "\\") and i + 1 < len(pieces)
        pieces[i] = f"{prose(text[:-1])}<span>{text[-1]}</span>" if ends else prose(text)
    for i in range(1, len(pieces), 3):
        in_dollars = dollars and pieces[i] == "display" and not _ends_dollars(pieces[i + 1])
        opening, closing = _BRACKETS["dollars" if in_dollars else pieces[i]]
        pieces[i : i + 2] = [opening, f"{tex(pieces[i + 1])}{closing}"]
    return "".join(pieces)


def _ends_dollars(tex: str) -> bool:
    """Whether ``$$…$$`` around a formula might end before its end."""
    if "$" not in tex:
        return False
    bare = _ESCAPED.sub("", tex)
    return "$$" in bare or bare.endswith("$")
