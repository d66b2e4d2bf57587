"""Markdown → one canonical XHTML fragment, parsed by comrak.

Canonical form: well-formed, elements of CommonMark with tables, ``del``, ``width`` and ``height`` on images, and
``<span data-math-style="inline|display">`` around formulas; text holds no ``<``, ``>`` or bare ``&``; soft line
breaks are blanks, or nothing between CJK characters; no newline between a ``<br />`` and what follows.

Deviations from CommonMark, on purpose (DESIGN of the project, and docs/writing.md):
raw HTML is text; ``~`` must be doubled to strike through; only links with a usual scheme stand in ``<…>``;
a ``$`` directly before an ASCII letter or digit does not close a formula.
"""

import html
import re
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import comrak

from kfexport.richtext.bounds import SURELY_GOOD, Excess, excess, hopeless
from kfexport.richtext.guards import StandIns, allowed, needs_guard, put, stand_ins, take_back
from kfexport.richtext.sizes import read_sizes

_EXTENSIONS: Final = comrak.ExtensionOptions(
    strikethrough=True, table=True, cjk_friendly_emphasis=True, math_dollars=True
)
_PARSE: Final = comrak.ParseOptions()
_PARSE_WITH_POSITIONS: Final = comrak.ParseOptions(sourcepos_chars=True)
# Raw HTML is made inert before parsing; `escape` is the second net, for the few places where `<` must stay.
_RENDER: Final = comrak.RenderOptions(escape=True)

_EM_SPACE: Final = "\u2003"
"""Put before a one-line text: white space to CommonMark's emphasis rules, but no indentation, so that ``- 3``,
``# x`` and ``1986. …`` stay what they are."""

_BAD_MATH: Final = re.compile(r'<span data-math-style="inline">([^<]*)</span>(?=[A-Za-z0-9])')
_NEXT_DOLLAR: Final = re.compile(r"\$(?=([^$]*)\$[A-Za-z0-9])")

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
_BLOCK_GAP: Final = re.compile(r"\n?(</?(?:p|ul|ol|li|blockquote|h[1-6]|table|thead|tbody|tr|th|td|hr|pre)\b[^>]*>)\n?")


def is_inline(text: str) -> bool:
    """Whether a choice's text is one line, and so inline Markdown."""
    return "\n" not in text.strip("\n")


@lru_cache(maxsize=2**17)
def to_html(text: str, *, inline: bool = False, safe: bool = False) -> str:
    """Render ``text`` to the canonical fragment.

    ``inline`` gives the content of one line without a ``<p>``, with no block syntax. ``safe`` lets the tags of
    :data:`kfexport.richtext.safe.ALLOWED` through. Characters that XML 1.0 forbids become U+FFFD, and a text that
    :func:`too_much` finds fault with is shown as it was typed (lint and the reader refuse both).
    """
    if hopeless(text):
        return _as_typed(text, inline=inline)
    fragment = _fragment(text, inline=inline, safe=safe)
    if len(fragment) > SURELY_GOOD and excess(fragment, text):
        return _as_typed(text, inline=inline)
    return fragment


def too_much(text: str, *, inline: bool = False, safe: bool = False) -> Excess | None:
    """What the rendered text would have too much of, and is for this shown as it was typed."""
    if hopeless(text):
        return Excess.DEPTH
    return excess(_fragment(text, inline=inline, safe=safe), text)


class Parsed(NamedTuple):
    """A text as comrak's own tree."""

    root: Any
    """A ``comrak.AstNode``; positions are lines and columns from 1, in code points, with inclusive ends."""
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
            source = _settle_dollars(source, _render(source), marks)[0]
    blanks = len(text) - len(text.lstrip("\n \t" if inline else "\n"))
    root = comrak.parse_document(source, _EXTENSIONS, _PARSE_WITH_POSITIONS, _RENDER)
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


def _fragment(text: str, *, inline: bool, safe: bool) -> str:
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
        guarded, rendered = _settle_dollars(guarded, rendered, marks)
    if guarded == source:
        return rendered
    rendered = take_back(rendered, marks)
    if safe and marks.open in guarded:
        from kfexport.richtext.safe import restore

        rendered = restore(rendered, marks)
    return rendered


def _guarded(source: str, marks: StandIns, *, safe: bool) -> str:
    if safe and "<" in source:
        from kfexport.richtext.safe import guard

        source = guard(source, marks)
    return put(source, marks)


def _render(source: str) -> str:
    rendered: str = comrak.markdown_to_html(source, _EXTENSIONS, _PARSE, _RENDER)
    return rendered.rstrip("\n")


def _settle_dollars(source: str, rendered: str, marks: StandIns) -> tuple[str, str]:
    """Undo formulas whose closing ``$`` stands before a letter or digit, as in ``$PATH:$HOME``."""
    for _ in range(30):
        wrong = {html.unescape(m) for m in _BAD_MATH.findall(rendered)}
        if not wrong:
            return source, rendered
        settled = _without_closing(source, wrong, marks)
        if settled == source:
            break
        source = settled
        rendered = _render(source)
    source = source.replace("$", marks.dollar)
    return source, _render(source)


def _without_closing(source: str, formulas: set[str], marks: StandIns) -> str:
    """Guard the closing ``$`` of each of these formulas that a letter or digit follows."""
    closing = [m.end(1) for m in _NEXT_DOLLAR.finditer(source) if m[1] in formulas]
    parts = [source[a:b] for a, b in zip([0, *(at + 1 for at in closing)], [*closing, len(source)], strict=True)]
    return marks.dollar.join(parts)


def _join_lines(rendered: str) -> str:
    """Turn soft line breaks into a blank, or into nothing between CJK characters; `pre` stays as it is."""
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
        part = _BLOCK_GAP.sub(r"\1", part)
    if "\n" in part:
        if not part.isascii():
            part = _soft_break().sub(r"\1\2", part)
        part = part.replace("\n", " ")
    return part
