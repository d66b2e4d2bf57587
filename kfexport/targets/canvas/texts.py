"""Texts as both importers read them: HTML whose ``<``, ``>`` and ``&`` are decimal entities.

Classic Quizzes keep a plain copy of many texts, from which they take what looks like a tag. They decode named entities
before that and decimal ones after it (``gems/plugins/qti_exporter/lib/qti/html_helper.rb``), so ``&#60;none&#62;``
survives where ``&lt;none&gt;`` does not.
"""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from html.entities import html5
from typing import Final

from kfexport.diagnostics import Path, Severity
from kfexport.model import Quiz
from kfexport.richtext.direction import directed
from kfexport.richtext.highlight import coloured
from kfexport.richtext.html import in_brackets, inert_to_mathjax, map_text
from kfexport.richtext.markdown import is_inline, to_html
from kfexport.richtext.safe import bracketed
from kfexport.richtext.tables import lined
from kfexport.richtext.texts import markdown_texts
from kfexport.targets import media
from kfexport.targets.base import Losses

MEDIA: Final = "media"
"""The folder of the images in a package."""
_FILES: Final = f"$IMS-CC-FILEBASE$/{MEDIA}"
"""That folder in addresses, as Canvas writes it in its own exports."""
NAME_LIMIT: Final = 255
"""Characters of a title that Canvas's database takes; with more the question, or the quiz, is not made."""

JOINER: Final = "\u2060"
"""Word joiner: invisible, without width, and enough to make a tag or an entity no such thing."""

_DECIMAL: Final = {"&lt;": "&#60;", "&gt;": "&#62;", "&amp;": "&#38;", "&#x27;": "&#39;", "&quot;": "&#34;"}
_TAG_START: Final = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY_START: Final = re.compile(rf"&(?=#|\w+;|{'|'.join(name for name in html5 if not name.endswith(';'))})")
"""Where HTML sees an entity: some need no semicolon."""
_FORMULA_START: Final = re.compile(r"\\(?=[(\[])|\$(?=\$)")
_ENTITY_TEXT: Final = re.compile(r"&#38;(?=#|\w+;)")
_CODE: Final = re.compile(r"(<pre.*?</pre>|<code.*?</code>|<[^>]*>)", re.DOTALL)
_LOOK: Final = re.compile(r"<(kbd|mark|ruby)>")
"""Tags that Classic Quizzes take out, with their inside kept (``CanvasSanitize``, canvas_sanitize.rb)."""
_UNSEEN: Final = (("hints",), ("feedback", "partial"), ("model_answer",), ("grading_notes",))
"""Where texts stand that Classic Quizzes do not show at all."""


def is_unseen(path: Path) -> bool:
    """Whether Classic Quizzes show nothing of the text there."""
    return any(path[: len(unseen)] == unseen for unseen in _UNSEEN)


def decimal(fragment: str) -> str:
    """A fragment of canonical HTML, with decimal entities."""
    if "<rt>" in fragment:
        fragment = bracketed(fragment)
    if "&" not in fragment:
        return fragment
    if "&quot;" in fragment:
        fragment = map_text(fragment, lambda run: run.replace("&quot;", '"'))
    for named, number in _DECIMAL.items():
        fragment = fragment.replace(named, number)
    return fragment


def rich(quiz: Quiz, text: str, *, inline: bool = False) -> str:
    """Markdown → HTML."""
    return finished(quiz, to_html(text, inline=inline, safe=quiz.safe_html), inline=inline) if text else ""


def finished(quiz: Quiz, fragment: str, *, inline: bool = False) -> str:
    """A fragment of canonical HTML as it is written, with the addresses by which both importers find the images."""
    fragment = with_formulas(lined(coloured(quiz, fragment)))
    fragment = decimal(media.placed(quiz, fragment, lambda name: f"{_FILES}/{name}"))
    return directed(quiz.lang, fragment, inline=inline)


STEM_LIMIT: Final = 16384
"""Characters of a question text above which Classic Quizzes put an error message in its place
(``assessment_question_importer.rb``)."""


def too_long(stem: str) -> bool:
    """Whether Classic Quizzes would not show a text; they write a no-break space as an entity of six characters."""
    return len(stem) + 5 * stem.count("\u00a0") > STEM_LIMIT


def fitting(quiz: Quiz, make: Callable[[Quiz], str]) -> str:
    """What ``make`` makes of the quiz's texts, without colours where it would be too long with them."""
    text = make(quiz)
    return make(replace(quiz, colours=False)) if quiz.colours and too_long(text) else text


def with_formulas(fragment: str) -> str:
    r"""Formulas as Canvas's pages hand them to MathJax, and nothing beside them that it would take for one.

    In dollars where they stand on their own: a page that shows neither ``$$`` nor ``\(`` does not load MathJax at all,
    and ``\[`` stays as it is (``packages/canvas-rce/src/enhance-user-content/mathml.js``, ``isMathInElement``).
    """
    return in_brackets(fragment, prose=_inert, dollars=True)


def _inert(prose: str) -> str:
    """An element around what MathJax would act on.

    In Canvas that is AsciiMath as well, between two backticks outside of code (its configuration ``TeX-MML-AM_SVG``),
    also in a text without a formula: the page may hold one elsewhere.
    """
    prose = inert_to_mathjax(prose)
    if "`" not in prose or prose.count("`") < 2:
        return prose
    zones = _CODE.split(prose)
    zones[::2] = [zone.replace("`", "<span>`</span>") for zone in zones[::2]]
    return "".join(zones)


def paragraphs(quiz: Quiz, text: str) -> str:
    """Markdown of which one line is inline → HTML blocks, as Canvas's editor makes them of answers."""
    return f"<p>{rich(quiz, text, inline=True)}</p>" if is_inline(text) else rich(quiz, text)


def wrapped(fragment: str) -> str:
    """HTML in an element with an attribute: without one, Classic Quizzes take a comment or an item of a matching for
    plain text, and show its entities."""
    return f'<div dir="auto">{fragment}</div>'


def escaped(text: str) -> str:
    """Plain text → HTML."""
    return decimal(html.escape(text, quote=False))


def plain(text: str) -> str:
    """A text for places that Classic Quizzes show as it stands and New Quizzes parse as HTML: nothing in it is a tag or
    an entity, nor the beginning of a formula."""
    text = _ENTITY_START.sub(f"&{JOINER}", _TAG_START.sub(f"<{JOINER}", text))
    return _FORMULA_START.sub(rf"\g<0>{JOINER}", text)


def for_plain_copy(fragment: str) -> str:
    """HTML whose text Classic Quizzes show from their plain copy alone: it takes out the tags, line breaks too, decodes
    entities once more, and takes ``\\r\\n``, the four characters, for a line end (``clear_html``)."""
    fragment = fragment.replace("<br />", "<br /> ").replace("\\r\\n", f"\\r{JOINER}\\n")
    return _ENTITY_TEXT.sub(f"&#38;{JOINER}", fragment)


def report(quiz: Quiz, losses: Losses) -> None:
    """Report the tags of ``html: safe`` that one importer takes out."""
    if not quiz.safe_html:
        return
    for text in markdown_texts(quiz):
        found = list(dict.fromkeys(_LOOK.findall(text.html())))
        if not found or is_unseen(text.path):
            continue
        tags = " and ".join(f"<{tag}>" for tag in found)
        message = f"In {text.name}, Classic Quizzes show what is in {tags} as usual text"
        losses.add("KF404", Severity.INFO, message, text.where, question=text.question)
