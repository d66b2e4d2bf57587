"""Texts as Moodle shows them: HTML that no filter acts on, and names that its cleaning leaves whole."""

import html
import re
from functools import lru_cache
from typing import Final

from kfexport.model import Quiz
from kfexport.richtext.direction import directed
from kfexport.richtext.highlight import coloured
from kfexport.richtext.html import in_brackets, inert_to_mathjax
from kfexport.richtext.markdown import to_html
from kfexport.richtext.tables import lined
from kfexport.targets import media
from kfexport.targets.markup import one_line
from kfexport.targets.names import fit

NAME_LIMIT: Final = 255
"""Characters in the name of a question or a category, and in a tag."""

EMOTICONS: Final = (
    ":-)", ":)", ":-D", ";-)", ":-/", "V-.", ":-P", ":-p", "B-)", "^-)", "8-)", ":o)", ":-(", ":(", "8-.", ":-I",
    ":-X", "8-o", "P-|", "8-[", "(grr)", "xx-P", "|-.", "}-]", "(h)", "(heart)", "(y)", "(n)", "(martin)", "( )",
)  # fmt: skip
"""What Moodle's emoticon filter turns into pictures by default (Moodle lib/classes/emoticon_manager.php)."""

_EMOTICON: Final = re.compile("|".join(re.escape(e) for e in sorted(EMOTICONS, key=len, reverse=True)))
_FORMULA: Final = re.compile(r"\\(?=[(\[])|\$(?=\$)")
_TAG: Final = re.compile(r"<[^>]*>")
_UP_TO_TAG: Final = re.compile(r"[^}<>]+[<>]?")
"""A stretch without the end of a brace, and whether a tag begins or ends behind it."""
_TABLE_CLASSES: Final = "table table-bordered w-auto"
"""Bootstrap 5, in Moodle 5, takes lines away from tables without these (``_reboot.scss``); its ``table`` alone would
make each as wide as the page."""
FILE: Final = "@@PLUGINFILE@@"
"""Stands in an address for the files of the element that the text is in."""
_LONG_BLANK: Final = re.compile(r"([ \t\r\n]{199})([ \t\r\n])")
_PIECE: Final = 1000
"""Characters of a text that Moodle's parser surely gets in one piece, whatever bytes they take."""
_NOT_IN_TAGS: Final = re.compile("[<>`]")
_TAG_BLANKS: Final = re.compile("[\\s\u180e]+")
_TAG_START: Final = re.compile(r"<(?! |$)")
_FIELD: Final = re.compile(r"_{4}(?=_)")
_NO_PROSE: Final = re.compile(r"(<pre.*?</pre>|<code.*?</code>|<[^>]*>)", re.DOTALL)
_INDENT: Final = re.compile(r"(?m)^ +| {2,}")


def rich(quiz: Quiz, text: str, *, inline: bool = False) -> str:
    """Markdown of ``quiz`` → HTML that shows in Moodle what the author wrote."""
    if not text:
        return ""
    guarded = guard(dressed(quiz, to_html(text, inline=inline, safe=quiz.safe_html)))
    return directed(quiz.lang, with_images(quiz, guarded), inline=inline)


def rich_without_images(quiz: Quiz, text: str) -> str:
    """The same for where Moodle keeps no files: images give way to their texts."""
    if not text:
        return ""
    guarded = guard(dressed(quiz, media.described(quiz, to_html(text, safe=quiz.safe_html))))
    return directed(quiz.lang, guarded)


def dressed(quiz: Quiz, fragment: str) -> str:
    """The canonical fragment with colours for code and lines for tables."""
    return lined(coloured(quiz, fragment), _TABLE_CLASSES)


def with_images(quiz: Quiz, guarded: str) -> str:
    """Give the images of a guarded fragment the addresses that Moodle looks for."""
    return media.placed(quiz, guarded, lambda name: f"{FILE}/{name}")


def guard(fragment: str) -> str:
    """Break up what Moodle's filters would act on, by an entity for one character; what is shown stays the same.

    The whole fragment and not only the text between the tags: the emoticon filter replaces plain strings wherever
    they stand, so ``href="…/Foo_(n)"`` would get a picture into its address, and ``&lt;-)`` would lose its ``;-)``.
    Long runs of white space are broken up too, because Moodle's XML parser drops pieces of 300 bytes that hold
    nothing else (Moodle lib/xmlize.php).
    """
    if "data-math-style" in fragment:
        fragment = in_brackets(fragment, prose=_beside_formulas, tex=_without_delimiters)
        fragment = _without_braces_around_tags(fragment)
    elif "$$" in fragment or "\\" in fragment:
        fragment = _without_delimiters(fragment)
    fragment = fragment.replace(FILE, "@&#64;PLUGINFILE@@")
    # One of these is in every emoticon, and each is found in a fraction of the time.
    found: int = "-" in fragment or ":" in fragment or "(" in fragment
    while found:  # an entity ends in ``;`` and can begin the next emoticon
        fragment, found = _EMOTICON.subn(lambda m: m[0][:-1] + _entity(m[0][-1]), fragment)
    if len(fragment) < _PIECE:
        return fragment
    return _LONG_BLANK.sub(lambda m: m[1] + _entity(m[2]), fragment)


def _without_delimiters(fragment: str) -> str:
    """An entity in each pair that begins a formula to Moodle's filter, which looks at the HTML as it is written.

    In formulas as well: of ``\\[2pt]`` it would see the bracket only.
    """
    return _FORMULA.sub(lambda m: _entity(m[0]), fragment)


def _beside_formulas(prose: str) -> str:
    """An element around what MathJax would act on: where a text has a formula, the filter hands it the whole text, and
    MathJax reads it decoded."""
    if "\\" not in prose and "$$" not in prose:
        return prose
    return _TAG.sub(lambda tag: _without_delimiters(tag[0]), inert_to_mathjax(prose))


def _without_braces_around_tags(fragment: str) -> str:
    """An entity for each ``{`` that a tag follows before its end.

    In a text with a formula Moodle shows the tags between two braces as text, even in code
    (filter/mathjaxloader/classes/text_filter.php, ``escape_html_tag_wrapper``).
    """
    if "{" not in fragment:
        return fragment
    return _UP_TO_TAG.sub(lambda m: m[0].replace("{", "&#123;") if m[0][-1] in "<>" else m[0], fragment)


def without_fields(fragment: str, *, prose: bool) -> str:
    """Break up runs of five and more ``_``, which a short answer or number has as the place of its field.

    In code and in tags always, in ``prose`` where no field may be.
    """
    if "_____" not in fragment:
        return fragment
    zones = _NO_PROSE.split(fragment)
    return "".join(_FIELD.sub("___&#95;", zone) if prose or i % 2 else zone for i, zone in enumerate(zones))


def _entity(character: str) -> str:
    return f"&#{ord(character)};"


def escaped(text: str) -> str:
    """Plain text → HTML, on one line."""
    return guard(html.escape(text, quote=False))


def editable(text: str) -> str:
    """Plain text → HTML that an editor shows with the same lines and blanks."""
    paragraphs = html.escape(text.rstrip().expandtabs(4), quote=False).split("\n\n")
    kept = (_INDENT.sub(_hard_blanks, p).replace("\n", "<br />") for p in paragraphs)
    return guard("".join(f"<p>{p}</p>" for p in kept))


def _hard_blanks(match: re.Match[str]) -> str:
    blanks = len(match[0])
    at_line_start = match.start() == 0 or match.string[match.start() - 1] == "\n"
    return "&nbsp;" * blanks if at_line_start else "&nbsp;" * (blanks - 1) + " "


def clean_name(text: str) -> str:
    """A name that Moodle keeps whole: white space as single blanks, and no ``<`` that it takes for a tag.

    Moodle cuts a name at a ``<`` that no white space follows (PARAM_TEXT, PHP ``strip_tags``); at the end of a name
    a blank would be trimmed, so there the full-width sign stands for it.
    """
    name = _TAG_START.sub("< ", one_line(text))
    return f"{name[:-1]}＜" if name.endswith("<") else name


@lru_cache(maxsize=1024)
def clean_tag(text: str) -> str:
    """A tag as Moodle stores it (PARAM_TAG): without ``<``, ``>`` and grave accents, and with an ordinary blank for any
    run of blanks; empty where nothing else is in it."""
    return fit(text, NAME_LIMIT, lambda t: _TAG_BLANKS.sub(" ", _NOT_IN_TAGS.sub("", t)).strip(" "))
