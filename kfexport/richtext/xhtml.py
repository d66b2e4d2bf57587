"""Canonical fragment → the XHTML subset of QTI 2.1 item bodies.

Source of the subset: ``imsqti_v2p1.xsd``, the content models of ``div``, ``li``, ``table``, ``blockquote``, ``pre`` and
``a``. What CommonMark with tables can say beyond it is carried by the nearest element, or named as a loss.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from kfexport.diagnostics import shortened
from kfexport.richtext.cloze import fill, to_html_with_blanks
from kfexport.richtext.html import unescaped
from kfexport.richtext.images import Image, is_remote, map_images
from kfexport.richtext.markdown import to_html
from kfexport.richtext.safe import bracketed
from kfexport.richtext.tex import short

_DEL: Final = re.compile(r"<(/?)del>")
_OL_START: Final = re.compile(r'<ol start="(\d+)">')
_LINK: Final = re.compile(r'<a href="([^"]*)"( title="[^"]*")?>(.*?)</a>', re.DOTALL)
_TITLE: Final = re.compile(r' title="[^"]*"')
_SPAN_FOR: Final = re.compile(r"<(/?)(u|mark)>")
_RUBY: Final = re.compile(r"</?(?:ruby|rp|rt)>")
_HEAD_ONLY: Final = re.compile(r"<thead>((?:(?!</thead>).)*)</thead></table>", re.DOTALL)

_MATH: Final = re.compile(r'<span data-math-style="(inline|display)">([^<]*)</span>')
MOST_TEX: Final = 20_000
"""Characters of different formulas in one text that are converted, which takes some 20 µs each."""
MOST_FORMULAS: Final = 5000
"""Formulas in one text that are MathML: a library of XML takes quadratic time for so many declarations of its
namespace, each of which has to stand on its own ``math`` element."""
MOST_LOSSES: Final = 20
"""Formulas, links or images of one text that are told one by one."""
_MOST_STARTS: Final = 3
_LONGEST: Final = 60
"""Characters of an address that a message shows."""
_TOO_MUCH: Final = "the text has very many of them"

# Possessive, since an address may have a million characters, each of which would be remembered for a way back.
_NAME: Final = r"(?:[A-Za-z0-9._~!$&'()*+,;=-]++|%[0-9A-Fa-f]{2})"
_PATH: Final = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]++|%[0-9A-Fa-f]{2})*+"
_TAIL: Final = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+"
_AUTHORITY: Final = rf"//(?:(?:{_NAME}|:)*+@)?(?:\[[0-9A-Fa-f:.]+\]|{_NAME}*+)(?::[0-9]{{1,5}})?(?:/{_PATH})?"
_URI: Final = re.compile(
    rf"(?:(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?:{_AUTHORITY}|/(?!/){_PATH})"
    rf"|[A-Za-z][A-Za-z0-9+.-]*:(?!/){_PATH}"
    rf"|(?:{_NAME}|@)*+(?:(?<!^)/{_PATH})?)"
    rf"(?:\?{_TAIL})?(?:#{_TAIL})?"
)
"""A URI reference by RFC 3986, the lexical form of ``xs:anyURI`` that schema validators hold ``href`` to."""


@dataclass(frozen=True, slots=True)
class TextLoss:
    """Something in a text that the subset lacks."""

    clause: str
    """Such as "a list numbered from 3 is numbered from 1 instead"."""
    cosmetic: bool = False
    """Whether a reader would hardly miss it."""
    tex: str = ""
    """The formula that it is about, where it is about one."""


class Fragment(NamedTuple):
    """Markup for an item body, and what of the text it could not carry."""

    markup: str
    """Blocks, or inline content where inline was asked for; well-formed, in no namespace of its own."""
    losses: tuple[TextLoss, ...] = ()


def to_xhtml(text: str, *, inline: bool = False, safe: bool = False) -> Fragment:
    """Render Markdown for a QTI 2.1 item body, choice, feedback or rubric.

    Blocks fit into ``div``, ``li``, ``simpleChoice``, ``rubricBlock`` and ``modalFeedback``. Formulas are MathML.
    Images keep the addresses that they have in the text.
    """
    return _to_xhtml(text, inline, safe)


@lru_cache(maxsize=4096)
def _to_xhtml(text: str, inline: bool, safe: bool, /) -> Fragment:
    return _to_subset(to_html(text, inline=inline, safe=safe), safe=safe)


def cloze_to_xhtml(text: str, fields: Mapping[str, str], *, safe: bool = False) -> Fragment:
    """Render a cloze text; ``fields`` maps the id of each blank to the inline markup that takes its place."""
    fragment = _to_subset(to_html_with_blanks(text, fields, safe=safe), safe=safe)
    return fragment._replace(markup=fill(fragment.markup, fields.__getitem__))


def _to_subset(markup: str, *, safe: bool) -> Fragment:
    losses: list[TextLoss] = []
    if safe:
        markup, found = _safe_tags(markup)
        losses += found
    if "<del>" in markup:
        # Of the inline elements of the subset none strikes through; the class lets a style sheet do it.
        markup = _DEL.sub(_span_for_del, markup)
        losses.append(TextLoss("struck-through text is shown without the line through it"))
    if "<ol start" in markup:
        starts = list(dict.fromkeys(_OL_START.findall(markup)))
        markup = _OL_START.sub("<ol>", markup)
        more = f" and {len(starts) - _MOST_STARTS} other numbers" if len(starts) > _MOST_STARTS else ""
        which = " and ".join(starts[:_MOST_STARTS])
        losses.append(TextLoss(f"a list numbered from {which}{more} is numbered from 1 instead"))
    if "<img " in markup:
        markup, found = _images(markup)
        losses += found
    if "<a " in markup:
        markup, found = _links(markup)
        losses += found
    if "</thead></table>" in markup:
        markup = _HEAD_ONLY.sub(r"<tbody>\1</tbody></table>", markup)
    if "data-math-style" in markup:
        markup, found = _formulas(markup)
        losses += found
    return Fragment(markup, tuple(losses))


def _safe_tags(markup: str) -> tuple[str, list[TextLoss]]:
    """Carry the tags of ``html: safe`` that the subset lacks: underline and mark as classes, ruby in brackets."""
    losses: list[TextLoss] = []
    if _SPAN_FOR.search(markup):
        markup = _SPAN_FOR.sub(lambda m: "</span>" if m[1] else f'<span class="{m[2]}">', markup)
        clause = "underlined or marked text is shown plain where an engine has no style for it"
        losses.append(TextLoss(clause, cosmetic=True))
    if _RUBY.search(markup):
        markup = _RUBY.sub("", bracketed(markup))
        losses.append(TextLoss("the reading of ruby text stands in brackets behind it", cosmetic=True))
    return markup, losses


def _formulas(markup: str) -> tuple[str, list[TextLoss]]:
    """Formulas as MathML, or else as their TeX in code style. So is what a text has too much of."""
    from kfexport.richtext.mathml import to_mathml

    reasons: dict[str, str] = {}
    done: dict[str, str] = {}
    size = count = 0

    def shown(match: re.Match[str]) -> str:
        nonlocal size, count
        count += 1
        if count > MOST_FORMULAS:
            reasons.setdefault(unescaped(match[2]), _TOO_MUCH)
            return f"<code>{match[2]}</code>"
        if match[0] not in done:
            tex = unescaped(match[2])
            size += len(tex)
            formula, reason = to_mathml(tex, display=match[1] == "display") if size <= MOST_TEX else ("", _TOO_MUCH)
            if not formula:
                reasons.setdefault(tex, reason)
            done[match[0]] = formula or f"<code>{match[2]}</code>"
        return done[match[0]]

    markup = _MATH.sub(shown, markup)
    losses = [
        TextLoss(f"the formula `{short(tex)}` is shown as TeX: {reason}", tex=tex)
        for tex, reason in islice(reasons.items(), MOST_LOSSES)
    ]
    if len(reasons) > MOST_LOSSES:
        losses.append(TextLoss(f"{len(reasons) - MOST_LOSSES} more formulas are shown as TeX"))
    return markup, losses


def _span_for_del(match: re.Match[str]) -> str:
    return "</span>" if match[1] else '<span class="del">'


def _images(markup: str) -> tuple[str, list[TextLoss]]:
    """Leave out what an ``img`` cannot carry: a title, and an address on the network that is no URI."""
    losses: list[TextLoss] = []

    def plain_image(image: Image) -> str:
        if is_remote(image.address) and not _URI.fullmatch(image.address):
            shown = shortened(image.address, _LONGEST)
            losses.append(TextLoss(f"the image {shown} is its text instead: that is no valid address"))
            return image.alt_markup
        more = _TITLE.sub("", image.more)
        if more != image.more:
            losses.append(TextLoss("the title of an image is left out", cosmetic=True))
        return image._replace(more=more).markup()

    return map_images(markup, plain_image), _first(losses, "images")


def _links(markup: str) -> tuple[str, list[TextLoss]]:
    """Leave out what an ``a`` cannot carry: a title, and an address that is no URI."""
    losses: list[TextLoss] = []
    made: dict[str, str] = {}

    def plain_link(match: re.Match[str]) -> str:
        if match[0] not in made:
            made[match[0]] = plain(match)
        return made[match[0]]

    def plain(match: re.Match[str]) -> str:
        address = unescaped(match[1])
        if not _URI.fullmatch(address):
            losses.append(
                TextLoss(f"the link to {shortened(address, _LONGEST)} is plain text instead: that is no valid address")
            )
            return match[3]
        if match[2]:
            clause = f"the title of the link to {shortened(address, _LONGEST)} is left out"
            losses.append(TextLoss(clause, cosmetic=True))
        return f'<a href="{match[1]}">{match[3]}</a>'

    return _LINK.sub(plain_link, markup), _first(losses, "links")


def _first(losses: list[TextLoss], what: str) -> list[TextLoss]:
    """What is told of the losses of one kind: each once, and the number of those beyond the first 20."""
    found = list(dict.fromkeys(losses))
    rest = found[MOST_LOSSES:]
    if not rest:
        return found
    clause = f"{len(rest)} more {what} are shown without their title or address"
    return [*found[:MOST_LOSSES], TextLoss(clause, cosmetic=all(loss.cosmetic for loss in rest))]
