"""The tree that latex2mathml makes, made MathML 2: what the W3C's schema of it allows, and QTI 2.1 with it.

Source: ``mathml2.xsd`` and the files that it includes, http://www.w3.org/Math/XMLSchema/mathml2/.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_DEPTH: Final = 60
"""Elements inside each other."""

_LENGTH: Final = r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:em|ex|px|in|cm|mm|pt|pc)"
_TRUTH: Final = "true|false"
_COLOUR: Final = "#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?|[A-Za-z]+"
_LIST: Final = "[a-z0-9. ]+"
_SPACE: Final = rf"{_LENGTH}|(?:very){{0,2}}(?:thin|medium|thick)mathspace"
_NEGATIVE: Final = {
    "negativethinmathspace": "-0.167em",
    "negativemediummathspace": "-0.222em",
    "negativethickmathspace": "-0.278em",
}
"""Names that MathML 2 has in its text but not in its schema."""
_NUMBERED: Final = {"0": "0em"}

_TOKEN: Final = {"mathvariant": "[a-z-]+"}
_LINES: Final = {"columnalign": _LIST}
_ALLOWED: Final[Mapping[str, Mapping[str, str]]] = {
    "math": {"xmlns": ".*", "display": ".*"},
    "mi": _TOKEN,
    "mn": _TOKEN,
    "mtext": _TOKEN,
    "mo": {
        **_TOKEN,
        **dict.fromkeys(["stretchy", "fence", "largeop", "movablelimits", "separator", "accent"], _TRUTH),
        **dict.fromkeys(["minsize", "maxsize", "lspace", "rspace"], _LENGTH),
        "form": "prefix|infix|postfix",
    },
    "mrow": {},
    "mfrac": {"linethickness": rf"{_LENGTH}|0|thin|medium|thick"},
    "msqrt": {},
    "mroot": {},
    "mstyle": {
        "displaystyle": _TRUTH,
        "scriptlevel": "[0-9]",
        "mathsize": _LENGTH,
        "mathcolor": _COLOUR,
        "mathbackground": _COLOUR,
    },
    "mpadded": dict.fromkeys(["width", "height", "depth", "lspace"], rf"\+?{_LENGTH}"),
    "mphantom": {},
    "menclose": {"notation": "[a-z]+"},
    "mspace": {**dict.fromkeys(["width", "height", "depth"], _SPACE), "linebreak": "newline"},
    "msub": {},
    "msup": {},
    "msubsup": {},
    "munder": {"accentunder": _TRUTH},
    "mover": {"accent": _TRUTH},
    "munderover": {"accent": _TRUTH, "accentunder": _TRUTH},
    "mtable": {**_LINES, **dict.fromkeys(["rowlines", "columnlines", "columnspacing", "rowspacing"], _LIST)},
    "mtr": _LINES,
    "mtd": _LINES,
}
"""Element → attribute → what it may be. Others only change how something looks, and are left out."""

_PARTS: Final = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}
_TOKENS: Final = frozenset({"mi", "mn", "mo", "mtext"})
_MAY_BE_EMPTY: Final = _TOKENS | {"mrow", "mspace"}

_REFERENCE: Final = re.compile(r"&#x([0-9A-Fa-f]{1,6});")
_ESCAPE: Final = re.compile(r"\\([%$&#_{} ])")
_BRACE: Final = re.compile(r"(?<!\\)[{}]")
_DOLLAR: Final = re.compile(r"(?<!\\)\$")
_COMMAND: Final = re.compile(r"\\(?:[A-Za-z]+|.?)", re.DOTALL)
_FORBIDDEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class UnfitError(Exception):
    """A formula that MathML cannot show as TeX does; the message says why, without a full stop."""


def mend(root: "Element", *, verbatim: bool) -> None:
    """Make ``root`` valid in place. ``verbatim`` where the formula has text in which a backslash is one.

    Raises:
        UnfitError: something in it is not what the author meant.
    """
    waiting = [(root, 1)]
    while waiting:
        element, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise UnfitError("it is nested too deep")
        _mend(element, verbatim=verbatim)
        waiting.extend((child, depth + 1) for child in element)


def _mend(element: "Element", *, verbatim: bool) -> None:
    if element.tag in _TOKENS and len(element):
        element.tag = "mrow"  # `\mathbin{…}` and its like: only tokens may be operators
        element.attrib.clear()
    if element.tag not in _ALLOWED:
        raise UnfitError(f"it needs the element `{element.tag}`, which MathML 2 has not")
    if element.text:
        element.text = _text(element.text, verbatim and element.tag == "mtext")
    elif element.tag == "mtable" and not len(element):
        raise UnfitError("it has a table without cells")
    if len(element) != _PARTS.get(element.tag, len(element)):
        raise UnfitError("a part of it is missing")
    if element.get("notation", "").count(" "):
        _enclose_twice(element)
    if not len(element) and element.tag not in _MAY_BE_EMPTY:
        element.append(element.makeelement("mrow", {}))
    if element.attrib:
        _mend_attributes(element)


@lru_cache(maxsize=1024)
def _text(text: str, shown_as_typed: bool, /) -> str:
    """The text of a token; most are signs and letters that every formula has."""
    if shown_as_typed:
        return _REFERENCE.sub(_character, text)
    if text == "&":
        raise UnfitError("it has a `&` outside of a table")
    if _BRACE.search(text):
        raise UnfitError("it has braces inside of a text")
    if _DOLLAR.search(text):
        raise UnfitError("it has a `$` without a backslash")
    text = _ESCAPE.sub(r"\1", text)
    command = _COMMAND.search(text)
    if command is not None:
        raise UnfitError(f"`{command[0]}` cannot be turned into MathML")
    return _REFERENCE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    number = int(match[1], 16)
    if number > 0x10FFFF or number == 0 or _FORBIDDEN.match(chr(number)):
        raise UnfitError("it has a character that no platform can show")
    return chr(number)


def _enclose_twice(element: "Element") -> None:
    """Two strokes, as of ``\\xcancel``: MathML 2 allows one to an element."""
    first, second = element.get("notation", "").split()[:2]
    inner = element.makeelement("menclose", {"notation": second})
    inner.extend(list(element))
    for child in list(element):
        element.remove(child)
    element.append(inner)
    element.set("notation", first)


def _mend_attributes(element: "Element") -> None:
    for name, value in list(element.attrib.items()):
        known = _attribute(element.tag, name, value)
        if known is None:
            del element.attrib[name]
        elif known != value:
            element.set(name, known)


@lru_cache(maxsize=1024)
def _attribute(tag: str, name: str, value: str) -> str | None:
    """The value of an attribute, in MathML's words; ``None`` where the element cannot have it."""
    known = (_NUMBERED if tag == "mpadded" else _NEGATIVE).get(value, value)
    allowed = _ALLOWED[tag].get(name)
    return known if allowed is not None and re.fullmatch(allowed, known) else None
