"""Markdown → one canonical XHTML fragment, parsed by comrak.

Canonical form: well-formed, elements of CommonMark with tables, ``del``, and
``<span data-math-style="inline|display">`` around formulas; text holds no ``<``, ``>`` or bare ``&``; soft line
breaks are blanks, or nothing between CJK characters; no newline between a ``<br />`` and what follows.

Deviations from CommonMark, on purpose (DESIGN of the project, and docs/writing.md):
raw HTML is text; ``~`` must be doubled to strike through; only links with a usual scheme stand in ``<…>``;
a ``$`` directly before an ASCII letter or digit does not close a formula.
"""

import html
import re
from functools import lru_cache
from typing import Final

import comrak

_EXTENSIONS: Final = comrak.ExtensionOptions(
    strikethrough=True, table=True, cjk_friendly_emphasis=True, math_dollars=True
)
_PARSE: Final = comrak.ParseOptions()
# Raw HTML is made inert before parsing; `escape` is the second net, for the few places where `<` must stay.
_RENDER: Final = comrak.RenderOptions(escape=True)

# Stand-ins for characters that must reach the output unparsed. XML 1.0 forbids all three, so no text holds them.
_LT: Final = "\ufffe"
_TILDE: Final = "\uffff"
_DOLLAR: Final = "\x01"
_STAND_INS: Final = {_LT: "&lt;", _TILDE: "~", _DOLLAR: "$"}
_STAND_INS_IN_URL: Final = {"%EF%BF%BE": "%3C", "%EF%BF%BF": "~", "%01": "$"}
_ADDRESS: Final = re.compile(r' (?:href|src)="[^"]*"')

_EM_SPACE: Final = "\u2003"
"""Put before a one-line text: white space to CommonMark's emphasis rules, but no indentation, so that ``- 3``,
``# x`` and ``1986. …`` stay what they are."""

_TAG_START: Final = re.compile(
    r"(\\*)<(?=[A-Za-z/!?])"
    r"(?!(?:https?|ftp|mailto):[^\s<>]*>)"  # autolinks
    r"(?![A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+>)"
)
_LINK_START: Final = re.compile(r"\](?:\(|:)[ \t]*\n?[ \t]*$")
_LONE_TILDE: Final = re.compile(r"\\.|~+", re.DOTALL)
_BAD_MATH: Final = re.compile(r'<span data-math-style="inline">([^<]*)</span>(?=[A-Za-z0-9])')

CJK: Final = (
    "\u2e80-\u2fdf\u2ff0-\u303f\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff9f\U00020000-\U0003ffff"
)
"""Han, kana, bopomofo and full-width punctuation, as the inside of a character class."""

_SOFT_BREAK: Final = re.compile(rf"(?<=[{CJK}])((?:</?[a-z][^>]*>)*)\n((?:</?[a-z][^>]*>)*)(?=[{CJK}])")
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
    :data:`kfexport.richtext.safe.ALLOWED` through. ``text`` must not hold characters that XML 1.0 forbids (the reader
    refuses them).
    """
    source = text.strip("\n") if not inline else _EM_SPACE + " ".join(text.split("\n")).strip(" \t")
    if safe and "<" in source:
        from kfexport.richtext.safe import guard, restore

        return _join(restore(_convert(guard(source))), inline=inline)
    return _join(_convert(source), inline=inline)


def _convert(source: str) -> str:
    """Render, with everything that comrak would take otherwise than we do guarded by stand-ins."""
    if "<" in source:
        source = _TAG_START.sub(_guard_tag, source)
    if "~" in source:
        source = _LONE_TILDE.sub(_guard_tilde, source)
    rendered = _render(source)
    if "$" in source:
        rendered = _settle_dollars(source, rendered)
    for stand_in, character in _STAND_INS.items():
        if stand_in in rendered:
            rendered = rendered.replace(stand_in, character)
    if "%" in rendered:
        rendered = _ADDRESS.sub(_restore_address, rendered)
    return rendered


def _join(rendered: str, *, inline: bool) -> str:
    if inline:
        rendered = rendered.removeprefix("<p>" + _EM_SPACE).removesuffix("</p>")
    return _join_lines(rendered) if "\n" in rendered else rendered


def _restore_address(match: re.Match[str]) -> str:
    address = match[0]
    for stand_in, character in _STAND_INS_IN_URL.items():
        address = address.replace(stand_in, character)
    return address


def _render(source: str) -> str:
    rendered: str = comrak.markdown_to_html(source, _EXTENSIONS, _PARSE, _RENDER)
    return rendered.rstrip("\n")


def _guard_tag(match: re.Match[str]) -> str:
    """Make the start of a raw HTML tag inert; escaped ones and the `<` of a link's address stay."""
    slashes = match[1]
    if len(slashes) % 2 or _LINK_START.search(match.string[max(0, match.start() - 40) : match.start()]):
        return match[0]
    return slashes + _LT


def _guard_tilde(match: re.Match[str]) -> str:
    """A single tilde is a tilde (comrak would strike through `H~2~O`)."""
    return _TILDE if match[0] == "~" else match[0]


def _settle_dollars(source: str, rendered: str) -> str:
    """Undo formulas whose closing ``$`` stands before a letter or digit, as in ``$PATH:$HOME``."""
    for _ in range(30):
        wrong = {html.unescape(m) for m in _BAD_MATH.findall(rendered)}
        if not wrong:
            return rendered
        for formula in wrong:
            source = re.sub(re.escape(f"${formula}$") + r"(?=[A-Za-z0-9])", lambda m: m[0][:-1] + _DOLLAR, source)
        rendered = _render(source)
    return _render(source.replace("$", _DOLLAR))


def _join_lines(rendered: str) -> str:
    """Turn soft line breaks into a blank, or into nothing between CJK characters; `pre` stays as it is."""
    if "<pre>" not in rendered:
        return _join_part(rendered)
    parts = _PRE.split(rendered)
    parts[::2] = [_join_part(part.strip("\n")) for part in parts[::2]]
    return "".join(parts)


def _join_part(part: str) -> str:
    part = part.replace("</p>\n", "</p>").replace("<br />\n", "<br />")
    if "\n" in part and _OTHER_BLOCK.search(part):
        part = _BLOCK_GAP.sub(r"\1", part)
    if "\n" in part:
        if not part.isascii():
            part = _SOFT_BREAK.sub(r"\1\2", part)
        part = part.replace("\n", " ")
    return part
