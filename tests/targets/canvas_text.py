"""Texts as Canvas reads them from a Canvas-flavour QTI 1.2 package, for Classic and for New Quizzes.

Written from what the importers do; the parser is libxml2's, so faulty HTML is repaired in other places than by HTML5,
and of the lists of allowed tags only those are here that differ from what such packages hold.
"""

import html
import re
from typing import Any

import lxml.html
from lxml import etree

# Classic unwraps these, and keeps their text.
UNKNOWN_TO_CLASSIC = {"s", "kbd", "mark", "ruby", "rb", "rt", "rp", "details", "summary"}
# Names of HTML. New Quizzes unwraps any other, as in ``List<String>``.
TAGS = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdo",
        "blockquote",
        "br",
        "caption",
        "center",
        "cite",
        "code",
        "col",
        "colgroup",
        "dd",
        "del",
        "dfn",
        "div",
        "dl",
        "dt",
        "em",
        "figcaption",
        "figure",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "iframe",
        "img",
        "ins",
        "kbd",
        "li",
        "mark",
        "object",
        "ol",
        "p",
        "pre",
        "q",
        "rp",
        "rt",
        "ruby",
        "s",
        "samp",
        "section",
        "small",
        "source",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "time",
        "tr",
        "track",
        "u",
        "ul",
        "var",
        "video",
        "audio",
    ]
)
_BLOCKS = (
    "p", "div", "li", "br", "pre", "td", "th", "tr", "hr", "ul", "ol", "dl", "dt", "dd", "blockquote", "table",
    "h1", "h2", "h3", "h4", "h5", "h6",
)  # fmt: skip
_SHELLS = ("p", "div", "span")
_WHITE = " \t\r\n\f\v"


def fragment(source: str) -> Any:
    """HTML in a ``div``, as a browser takes it."""
    return lxml.html.fragment_fromstring(source, create_parent="div")


def inner(node: Any) -> str:
    """The HTML in an element; no-break spaces as Canvas writes them."""
    parts = [html.escape(node.text or "", quote=False)]
    parts += [etree.tostring(child, method="html", encoding="unicode") for child in node]
    return "".join(parts).replace("\xa0", "&nbsp;")


def visible(source: str) -> str:
    """What a browser shows, as one line."""
    node = fragment(source)
    for block in list(node.iter(*_BLOCKS)):
        block.tail = f" {block.tail or ''}"
        block.text = f" {block.text or ''}"
    return re.sub(r"[ \t\r\n\f]+", " ", "".join(node.itertext())).strip(" ")


def _unwrap(node: Any, keep: Any) -> None:
    for child in list(node.iter(etree.Element)):
        if child is node:
            continue
        if child.tag in ("script", "style"):
            child.drop_tree()
        elif not keep(child.tag):
            child.drop_tag()
        elif child.get("src", "").startswith("data:"):
            del child.attrib["src"]


# Classic.


def stem(source: str) -> str:
    """The HTML of a question: brackets that do not pair become text, what is not allowed goes, then outer shells."""
    node = fragment(escape_unmatched(source))
    _unwrap(node, lambda tag: tag not in UNKNOWN_TO_CLASSIC)
    return converted(inner(node).strip(_WHITE))


def kept(source: str) -> str:
    """HTML without what is not allowed, as of the description of a quiz."""
    node = fragment(source)
    _unwrap(node, lambda tag: tag not in UNKNOWN_TO_CLASSIC)
    return inner(node)


def escape_unmatched(source: str) -> str:
    """Where ``<`` and ``>`` do not pair, those outside of what looks like a tag become text."""
    depth, faulty = 0, False
    for sign in re.findall("[<>]", source):
        depth += 1 if sign == "<" else -1
        if depth < 0:
            faulty, depth = True, 0
    if not faulty and depth == 0:
        return source
    parts = re.split(r"(<[^<>]*>)", source)
    parts[::2] = [part.replace("<", "&lt;").replace(">", "&gt;") for part in parts[::2]]
    return "".join(parts)


def converted(source: str) -> str:
    """The last step of an import: one ``p`` or ``div`` around everything goes, while it has no attributes."""
    node = fragment(source)
    while len(node) == 1 and not node.text and not node[0].tail and (len(node[0]) or node[0].text):
        if node[0].tag not in ("p", "div") or node[0].attrib:
            break
        node = node[0]
    return inner(node)


def bare(source: str) -> str:
    """The plain text that Classic makes of HTML source: tags go, decimal references count, named ones vanish.

    A line end that is spelt ``\\r\\n`` becomes one.
    """
    text = re.sub(r"</?[^>\n]*>", "", source)
    text = re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), text)
    text = re.sub(r"&\w+;", "", text)
    return re.sub(r"(\\r\\n)+", "\n", text)


def core(source: str) -> Any:
    """Allowed HTML without blank ends, breaks at the ends, and outer shells that have no attributes."""
    node = fragment(source)
    _unwrap(node, lambda tag: tag not in UNKNOWN_TO_CLASSIC)
    while True:
        _trim(node)
        if len(node) != 1 or node.text or node[0].tail or node[0].tag not in _SHELLS or node[0].attrib:
            return node
        node = node[0]


def _trim(node: Any) -> None:
    while True:
        if node.text is not None and not node.text.strip(_WHITE):
            node.text = None
        if node.text or not len(node) or node[0].tag != "br":
            break
        node[0].drop_tree()
    while len(node):
        last = node[-1]
        if last.tail is not None and not last.tail.strip(_WHITE):
            last.tail = None
        if last.tail or last.tag != "br":
            break
        last.drop_tree()


def comment(source: str) -> tuple[str, str | None]:
    """A comment or a left side: text, and HTML where the source is more than shells around one run of text.

    Where it is not, the text is the HTML of that run: what stands for ``<`` shows up as ``&lt;``.
    """
    node = core(source)
    whole = inner(node).strip(_WHITE)
    plain = bare(re.sub(r"\s+", " ", source, flags=re.ASCII)).strip(_WHITE)
    if len(node) and whole:
        return plain, converted(whole)
    return (_one_line(whole) if whole else plain), None


def choice(source: str) -> tuple[str, str | None]:
    """A choice: text, and HTML where it says more than the text."""
    text = _one_line(bare(source))
    whole = inner(core(source)).strip(_WHITE)
    rich = whole if whole and whole != html.escape(text) else None
    return text or "No answer text provided.", converted(rich) if rich else None


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text, flags=re.ASCII).strip(_WHITE)


# New Quizzes.


def sanitised(source: str) -> str:
    """HTML through New Quizzes' sanitiser: what is not allowed is unwrapped."""
    node = fragment(source)
    _unwrap(node, TAGS.__contains__)
    return inner(node)
