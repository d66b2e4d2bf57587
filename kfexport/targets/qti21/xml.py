"""XML of QTI packages: namespaces, elements, numbers and the one serialisation.

All elements stand in the default namespace without prefixes: TAO matches element names as text, and Canvas asks for
the default namespace.
"""

from collections.abc import Iterable
from decimal import Context, Decimal, Inexact
from fractions import Fraction
from functools import lru_cache
from typing import Final

from kfexport.targets.markup import attribute, encoded, escape

QTI: Final = "http://www.imsglobal.org/xsd/imsqti_v2p1"
QTI_SCHEMA: Final = "http://www.imsglobal.org/xsd/imsqti_v2p1.xsd"
XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"
LANG: Final = "xml:lang"

_BREAK: Final = "\n"
_STEP: Final = "  "

_CONTENT: Final = frozenset({"div", "p", "simpleChoice", "simpleAssociableChoice", "modalFeedback", "rubricBlock"})
"""Elements whose inside is the author's text, where a line break more would be seen."""
_EXACT: Final = Context(prec=40)
_EXACT.traps[Inexact] = False


class Spelled(str):
    """A finished element among the parts of another, as text. What is a plain ``str`` there is the author's text."""

    __slots__ = ()


class Element:
    """An element that is being written. Its namespace is that of the root, whose attributes declare it.

    It does not know what it stands in: trees that refer upwards too would stay in memory, where nothing looks for
    cycles, until the process ends.
    """

    __slots__ = ("attributes", "parts", "tag")

    def __init__(self, tag: str, attributes: str = "") -> None:
        self.tag = tag
        self.attributes = attributes
        """As they stand in the start tag, each behind a blank."""
        self.parts: list[Element | Spelled | str] = []
        """What is in it: elements, and markup."""

    def set(self, name: str, value: str) -> None:
        """Give it an attribute that it does not have."""
        self.attributes += f' {name}="{attribute(value)}"'


def root(tag: str, namespace: str, schema: str, **attributes: str) -> Element:
    """The root of a document: ``namespace`` as the default one, and the pair of it and ``schema`` as location.

    No other namespace is named in the location: JQTI+ refuses to validate what lists more.
    """
    own = "".join([f' {name}="{attribute(value)}"' for name, value in attributes.items()])
    location = f'xsi:schemaLocation="{namespace} {schema}"'
    return Element(tag, f' xmlns="{namespace}" xmlns:xsi="{XSI}"{own} {location}')


def child(parent: Element, tag: str, content: str | None = None, /, **attributes: str) -> Element:
    """Append an element, with ``content`` as its text."""
    element = Element(tag, _spelled(tuple(attributes.items())) if attributes else "")
    if content:
        element.parts.append(escape(content))
    parent.parts.append(element)
    return element


def leaf(parent: Element, tag: str, markup: str, /, **attributes: str) -> None:
    """Append an element with ``markup`` in it that nothing is added to. Ten thousand items have a dozen each, so it is
    spelled at once."""
    parent.parts.append(Spelled(f"<{tag}{_spelled(tuple(attributes.items()))}>{markup}</{tag}>"))


def element_of_ours(parent: Element, tag: str, attributes: str) -> Element:
    """Append an element with attributes of our own, spelled already, which need no escapes; a package has several for
    each item, and remembers none of them."""
    element = Element(tag, attributes)
    parent.parts.append(element)
    return element


def refer(parent: Element, tag: str, name: str, identifier: str) -> None:
    """Append an empty element whose attribute ``name`` is one of our own identifiers, which need no escapes; a package
    has several for each item."""
    parent.parts.append(Spelled(f'<{tag} {name}="{identifier}"/>'))


@lru_cache(maxsize=4096)
def _spelled(attributes: Iterable[tuple[str, str]]) -> str:
    return "".join([f' {name}="{attribute(value)}"' for name, value in attributes])


def settled(element: Element) -> Spelled:
    """A finished child of a root, to be used in any number of documents; it is spelled only once."""
    return Spelled(_spell(element, _BREAK + _STEP))


def append_text(parent: Element, text: str) -> None:
    """Append plain text behind what ``parent`` holds."""
    append_markup(parent, escape(text))


def append_markup(parent: Element, markup: str) -> None:
    """Append well-formed markup, of elements of the same namespace, behind what ``parent`` holds."""
    if markup:
        parent.parts.append(markup)


@lru_cache(maxsize=4096)
def number(value: Decimal | Fraction | int) -> str:
    """The shortest decimal spelling without exponent: ``2``, ``0.5``, ``0.0000001``.

    A fraction whose decimals never end, such as a third, becomes the nearest double, since engines read doubles.
    """
    if isinstance(value, int):
        return str(value)
    exact = Fraction(value)
    context = _EXACT.copy()
    decimal = context.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    if context.flags[Inexact]:
        decimal = Decimal(repr(float(exact)))
    return format(decimal.normalize(context), "f")


def document(element: Element) -> bytes:
    """The file: UTF-8, indented where no author's text is touched by it.

    Raises:
        ValueError: a text holds a character that XML 1.0 forbids.
    """
    return encoded(f"<?xml version='1.0' encoding='UTF-8'?>\n{_spell(element, _BREAK)}\n")


def _spell(element: Element, line_break: str) -> str:
    """An element as text; ``line_break`` is what stands before its end where its parts have lines of their own, and
    empty where it stands among the author's text."""
    tag = element.tag
    parts = element.parts
    if not parts:
        return f"<{tag}{element.attributes}/>"
    if not line_break or tag in _CONTENT or str in map(type, parts):
        inside = "".join([part if isinstance(part, str) else _spell(part, "") for part in parts])
        return f"<{tag}{element.attributes}>{inside}</{tag}>"
    inner = line_break + _STEP
    inside = inner.join([part if isinstance(part, str) else _spell(part, inner) for part in parts])
    return f"<{tag}{element.attributes}>{inner}{inside}{line_break}</{tag}>"
