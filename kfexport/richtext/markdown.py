"""Markdown → one canonical XHTML fragment, parsed by comrak.

Canonical form: well-formed, elements of CommonMark with tables, ``del``, ``width`` and ``height`` on images, and
``<span data-math-style="inline|display">`` around formulas, which hold the author's TeX with its line ends; text holds
no ``<``, ``>`` or bare ``&``; soft line breaks are blanks, or nothing between CJK characters; no newline between a
``<br />`` and what follows.

Deviations from CommonMark, on purpose (DESIGN of the project, and docs/writing.md):
raw HTML is text; ``~`` must be doubled to strike through; only links with a usual scheme stand in ``<…>``;
what :mod:`kfexport.richtext.dollars` says of formulas.
"""

import html
import re
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import comrak

from kfexport.richtext.bounds import SURELY_GOOD, Excess, excess, hopeless
from kfexport.richtext.dollars import on_one_line, settle
from kfexport.richtext.guards import StandIns, allowed, needs_guard, put, stand_ins, take_back
from kfexport.richtext.sizes import read_sizes
from kfexport.richtext.tags import hold

_EXTENSIONS: Final = comrak.ExtensionOptions(
    strikethrough=True, table=True, cjk_friendly_emphasis=True, math_dollars=True
)
_PARSE: Final = comrak.ParseOptions()
# Raw HTML is made inert before parsing; `escape` is the second net, for the few places where `<` must stay.
_RENDER: Final = comrak.RenderOptions(escape=True)

_EM_SPACE: Final = "\u2003"
"""Put before a one-line text: white space to CommonMark's emphasis rules, but no indentation, so that ``- 3``,
``# x`` and ``1986. …`` stay what they are."""

_FORMULA: Final = re.compile(r"<span data-math-style=[^<]*</span>")
_FORMULA_LINE: Final = "\x00"
"""Stands for a line end in a formula while those around it are joined; XML forbids it, so no text has one."""
_MATH_FENCE: Final = '<code class="language-math" data-math-style="display">'
"""What comrak makes of a fence with the word ``math``, which is code like any other."""

CJK: Final = (
    "\u2e80-\u2fdf\u2ff0-\u303f\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff\u3220-\u325f\u3280-\u33ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff9f\U00020000-\U0003ffff"
)
"""Han, kana, bopomofo and full-width punctuation, as the inside of a character class."""
_VARIATION: Final = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""Variation selectors: they belong to the character before."""

_SOFT_BREAK: Final = (
    rf"(?:(?<=[{CJK}])|(?<=[{CJK}][{_VARIATION}]))((?:</?[a-z][^>]*>)*)\n((?:</?[a-z][^>]*>)*)(?=[{CJK}])"
)
_PRE: Final = re.compile(r"(<pre>.*?</pre>)", re.DOTALL)
_OTHER_BLOCK: Final = re.compile(r"</?(?:[uo]l|li|blockquote|h[1-6r]|t)")
_BLOCK_GAP: Final = re.compile(
    r"\n(?:(?=</?(?:p|ul|ol|li|blockquote|h[1-6]|table|thead|tbody|tr|th|td|hr|pre)\b)"
    r"|(?<=</[uo]l>\n)|(?<=</h[1-6]>\n)|(?<=</blockquote>\n)|(?<=</table>\n)|(?<=<hr />\n))"
)
"""A line end before a block's tag, or behind one that text can follow."""


def is_inline(text: str) -> bool:
    """Whether a choice's text is one line, and so inline Markdown."""
    return "\n" not in text.strip("\n")


def to_html(text: str, *, inline: bool = False, safe: bool = False) -> str:
    """Render ``text`` to the canonical fragment.

    ``inline`` gives the content of one line without a ``<p>``, with no block syntax. ``safe`` lets the tags of
    :data:`kfexport.richtext.safe.ALLOWED` through. Characters that XML 1.0 forbids become U+FFFD, and a text that
    :func:`too_much` finds fault with is shown as it was typed (lint and the reader refuse both).
    """
    return _to_html(text, inline, safe)


@lru_cache(maxsize=2**17)
def _to_html(text: str, inline: bool, safe: bool, /) -> str:
    """By position, so that a text is remembered once however it is asked for; and keys by name take twice the time."""
    if hopeless(text):
        return _as_typed(text, inline=inline)
    fragment = _fragment(text, inline, safe)
    if len(fragment) > SURELY_GOOD and excess(fragment, text):
        return _as_typed(text, inline=inline)
    return fragment


def too_much(text: str, *, inline: bool = False, safe: bool = False) -> Excess | None:
    """What the rendered text would have too much of, and is for this shown as it was typed."""
    beyond = hopeless(text)
    # A text that is not shown as it was typed was found good, and its fragment is remembered.
    if beyond or to_html(text, inline=inline, safe=safe) != _as_typed(text, inline=inline):
        return beyond
    return excess(_fragment(text, inline, safe), text)


class Parsed(NamedTuple):
    """A text as comrak's own tree."""

    root: Any
    """A ``comrak.AstNode``; positions are lines and columns from 1, in bytes of UTF-8, with inclusive ends."""
    source: str
    """What was parsed: as long as the part of the text that it stands for."""
    start: int
    """Where in the text ``source`` begins (−1 for the character that stands before a one-line text)."""


def parse(text: str, *, inline: bool = False, safe: bool = False) -> Parsed:
    """The tree of ``text``, to say where something is. It must not be one that :func:`too_much` finds fault with."""
    source = _source(text, inline=inline)
    if needs_guard(source):
        marks = stand_ins(source)
        source = _guarded(source, marks, safe=safe)
        if "$" in source:
            source = settle(source, _render(source), marks, _render)[0]
    blanks = len(text) - len(text.lstrip("\n \t" if inline else "\n"))
    root = comrak.parse_document(source, _EXTENSIONS, _PARSE, _RENDER)
    return Parsed(root, source, blanks - inline)


def _as_typed(text: str, *, inline: bool) -> str:
    typed = html.escape(allowed(text))
    return typed.replace("\n", " ") if inline else f"<pre><code>{typed}</code></pre>"


def _source(text: str, *, inline: bool) -> str:
    """What of ``text`` is parsed, without forbidden characters."""
    text = allowed(text)
    if inline:
        return _EM_SPACE + " ".join(text.split("\n")).strip(" \t")
    text = text.strip("\n")
    # At the end of its input comrak takes `[name]: <address>` for text.
    return f"{text}\n" if text.endswith(">") else text


@lru_cache(maxsize=4)
def _fragment(text: str, inline: bool, safe: bool, /) -> str:
    source = _source(text, inline=inline)
    rendered = _guarded_render(source, safe=safe) if needs_guard(source) else _render(source)
    if inline:
        rendered = rendered.removeprefix("<p>" + _EM_SPACE).removesuffix("</p>")
    if "\n" in rendered:
        rendered = _join_lines(rendered)
    return read_sizes(rendered) if " />{" in rendered else rendered


def _guarded_render(source: str, *, safe: bool) -> str:
    """Render, with everything that comrak would take otherwise than we do guarded by stand-ins."""
    marks = stand_ins(source)
    guarded = _guarded(source, marks, safe=safe)
    rendered = _render(guarded)
    if "$" in guarded:
        guarded, rendered = settle(guarded, rendered, marks, _render)
    if guarded == source:
        return rendered
    rendered = take_back(rendered, marks)
    if safe and marks.open in guarded:
        from kfexport.richtext.safe import restore

        rendered = restore(rendered, marks)
    return rendered


def _guarded(source: str, marks: StandIns, *, safe: bool) -> str:
    if "<" in source:
        source = hold(source, marks)
    if safe and "<" in source:
        from kfexport.richtext.safe import guard

        source = guard(source, marks)
    source = put(source, marks)
    return on_one_line(source, marks, _render) if "$$" in source and "\n" in source else source


def _render(source: str) -> str:
    rendered: str = comrak.markdown_to_html(source, _EXTENSIONS, _PARSE, _RENDER)
    if _MATH_FENCE in rendered:
        rendered = rendered.replace(_MATH_FENCE, '<code class="language-math">')
    return rendered.rstrip("\n")


def _join_lines(rendered: str) -> str:
    """Turn soft line breaks into a blank, or into nothing between CJK characters; `pre` and formulas stay as they are
    (a line end ends a comment of TeX)."""
    if "data-math-style" in rendered:
        rendered = _FORMULA.sub(lambda m: m[0].replace("\n", _FORMULA_LINE), rendered)
        return _join_texts(rendered).replace(_FORMULA_LINE, "\n")
    return _join_texts(rendered)


def _join_texts(rendered: str) -> str:
    if "<pre>" not in rendered:
        return _join_part(rendered)
    parts = _PRE.split(rendered)
    parts[::2] = [_join_part(part.strip("\n")) for part in parts[::2]]
    return "".join(parts)


@cache
def _soft_break() -> re.Pattern[str]:
    """Compiled on first use, which takes longer than reading a small bank."""
    return re.compile(_SOFT_BREAK)


def _join_part(part: str) -> str:
    part = part.replace("</p>\n", "</p>").replace("<br />\n", "<br />")
    if "\n" in part and _OTHER_BLOCK.search(part):
        part = _BLOCK_GAP.sub("", part)
    if "\n" in part:
        if not part.isascii():
            part = _soft_break().sub(lambda m: m[1] + m[2], part)
        part = part.replace("\n", " ")
    return part
