"""HTML for a field, in which nothing but the author's markup acts. Formulas stand in ``\\(…\\)`` and ``\\[…\\]``.

Anki looks for its own marks in the text of a field: formulas (MathJax, and the editor on the stored HTML), ``[latex]``
(``rslib/src/latex.rs``), sound and speech (``rslib/src/card_rendering``), the answer field of type-in cards
(``qt/aqt/reviewer.py``), and clozes. An element boundary inside such a mark makes it plain text for all of them; a
character reference would not do, since MathJax reads the decoded text and the editor decodes it for good.
"""

import html
import re
import unicodedata
from typing import Final

from kfexport.model import Quiz
from kfexport.richtext.direction import is_right_to_left, with_code_left_to_right
from kfexport.richtext.highlight import coloured
from kfexport.richtext.html import in_brackets, map_text
from kfexport.richtext.markdown import to_html
from kfexport.richtext.tables import lined
from kfexport.targets.media import placed

_MARK: Final = re.compile(r"\\(?=[(\[])|\[(?=(?:sound|anki|type):|(?:latex|\$\$?)\])|\{(?=\{c[\d,])", re.IGNORECASE)
"""The first character of each mark."""
_TAG: Final = re.compile(r"<[^>]*>")
_CONTROL: Final = re.compile(r"[\x00-\x03\x06-\x08\x0b-\x1f\x7f]")
"""What Anki deletes from fields (``invalid_char_for_field`` in ``rslib/src/notes/mod.rs``).

Without those that stand for the brackets of a blank, see :mod:`kfexport.richtext.cloze`.
"""
_BLANKS: Final = re.compile(r"\s{2,}|[\t\n]|\A\s|\s\Z")
_LETTERS: Final = 26


def inert(fragment: str) -> str:
    """The canonical ``fragment`` with Anki's own marks broken up and its characters kept from the importer."""
    if "data-math-style" in fragment:
        # An element would end a formula, so inside one it is a reference, which MathJax gets decoded.
        fragment = in_brackets(fragment, prose=_without_marks, tex=lambda tex: _MARK.sub(_reference, tex))
    else:
        fragment = _without_marks(fragment)
    if not fragment.isprintable():
        fragment = _CONTROL.sub(_reference, fragment)
    # The importer's NFC would make one character of the end of a tag and a stroke through it.
    if fragment.isascii():
        return fragment
    fragment = fragment.replace(">\u0338", ">&#824;")
    return fragment if unicodedata.is_normalized("NFC", fragment) else _keep_singletons(fragment)


def _without_marks(fragment: str) -> str:
    if ("\\" not in fragment and "[" not in fragment and "{" not in fragment) or not _MARK.search(fragment):
        return fragment
    return _TAG.sub(lambda tag: _MARK.sub(_reference, tag[0]), map_text(fragment, _break_up))


def _break_up(text: str) -> str:
    return _MARK.sub(lambda m: f"<span>{m[0]}</span>", text)


def _reference(character: re.Match[str]) -> str:
    return f"&#{ord(character[0])};"


def _keep_singletons(fragment: str) -> str:
    """Character references for what NFC replaces by another single character, such as CJK compatibility ideographs.

    The importer normalises fields to NFC. It also composes letters and combining marks, which look the same.
    """
    return "".join(c if unicodedata.is_normalized("NFC", c) else f"&#{ord(c)};" for c in fragment)


def escape(text: str) -> str:
    """Plain text as HTML."""
    return html.escape(text, quote=False)


def plain(text: str) -> str:
    """Plain text of the author as HTML, with all of its blanks."""
    if _BLANKS.search(text):
        return f'<span style="white-space:pre-wrap">{escape(text)}</span>'
    return escape(text)


def rendered(quiz: Quiz, text: str, *, inline: bool = False) -> str:
    """Markdown as HTML."""
    return finished(quiz, to_html(text, inline=inline, safe=quiz.safe_html))


def finished(quiz: Quiz, fragment: str) -> str:
    """A canonical fragment as a card shows it; an image is a bare file name, since Anki has one folder of media."""
    return placed(quiz, lined(coloured(quiz, fragment)))


def letter(position: int) -> str:
    """What a browser shows before an item of ``<ol type="A">``: A to Z, then AA, AB and so on; positions from 1."""
    letters = ""
    while position:
        position, rest = divmod(position - 1, _LETTERS)
        letters = chr(ord("A") + rest) + letters
    return letters


def label(word: str) -> str:
    """A word of ours above a part of the card."""
    return f"<p><b>{escape(word)}</b></p>"


def field(content: str, lang: str) -> str:
    """A whole field from its blocks, or the empty string where there are none.

    Anki centres cards, which spoils code and lists; ``lang`` lets a reader of another language see the right glyphs.
    """
    if not content:
        return ""
    direction = ""
    if is_right_to_left(lang):
        direction, content = ' dir="rtl"', with_code_left_to_right(content)
    return f'<div lang="{html.escape(lang)}"{direction} style="text-align:start">{inert(content)}</div>'
