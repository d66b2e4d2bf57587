"""XML of QTI packages: namespaces, elements, numbers and the one serialisation.

All elements stand in the default namespace without prefixes: TAO matches element names as text, and Canvas asks for
the default namespace.
"""

from decimal import Context, Decimal, Inexact
from fractions import Fraction
from typing import Final

from lxml import etree

QTI: Final = "http://www.imsglobal.org/xsd/imsqti_v2p1"
QTI_SCHEMA: Final = "http://www.imsglobal.org/xsd/imsqti_v2p1.xsd"
XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"
LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"

_CONTENT: Final = frozenset({"div", "p", "simpleChoice", "simpleAssociableChoice", "modalFeedback", "rubricBlock"})
"""Elements whose inside is the author's text, where a line break more would be seen."""
_RULES: Final = frozenset({"responseDeclaration", "outcomeDeclaration", "responseProcessing"})
"""Elements with no text of the author's among their children, which lxml may indent, far faster than we can."""

# The markup is our own, so its depth is the author's and no attack; DTDs and entities cannot occur in it.
_PARSER: Final = etree.XMLParser(huge_tree=True, resolve_entities=False)
_EXACT: Final = Context(prec=40)
_EXACT.traps[Inexact] = False


def root(tag: str, namespace: str, schema: str, **attributes: str) -> etree._Element:
    """The root of a document: ``namespace`` as the default one, and the pair of it and ``schema`` as location.

    No other namespace is named in the location: JQTI+ refuses to validate what lists more.
    """
    # The stubs of lxml know no default namespace.
    spaces: dict[str, str] = {None: namespace, "xsi": XSI}  # type: ignore[dict-item]
    element = etree.Element(f"{{{namespace}}}{tag}", attributes, nsmap=spaces)
    element.set(f"{{{XSI}}}schemaLocation", f"{namespace} {schema}")
    return element


def child(parent: etree._Element, tag: str, content: str | None = None, /, **attributes: str) -> etree._Element:
    """Append an element of the parent's namespace, with ``content`` as its text."""
    name = str(parent.tag)
    element = etree.SubElement(parent, name[: name.index("}") + 1] + tag, attributes)
    if content is not None:
        element.text = content
    return element


def append_markup(parent: etree._Element, markup: str) -> None:
    """Append well-formed markup, in no namespace of its own, behind what ``parent`` holds."""
    if "<" not in markup and "&" not in markup:
        _append_text(parent, markup)
        return
    namespace = etree.QName(parent).namespace
    wrapper = etree.fromstring(f'<div xmlns="{namespace}">{markup}</div>', _PARSER)
    _append_text(parent, wrapper.text)
    if len(wrapper):
        # Elements that leave the tree in which their namespace is declared are slow to move (seconds for a large
        # table), so the wrapper comes along with its declaration.
        parent.append(wrapper)
        parent.extend(list(wrapper))
        parent.remove(wrapper)


def _append_text(parent: etree._Element, text: str | None) -> None:
    if not text:
        return
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


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


def one_line(text: str) -> str:
    """Plain text for an attribute: white space as single blanks, as ``xs:normalizedString`` reads it anyway."""
    return " ".join(text.split())


def document(element: etree._Element) -> bytes:
    """The file: UTF-8, indented where no author's text is touched by it."""
    _indent(element, 0)
    return etree.tostring(element, xml_declaration=True, encoding="UTF-8") + b"\n"


def _indent(element: etree._Element, level: int) -> None:
    name = etree.QName(element).localname
    if not len(element) or name in _CONTENT:
        return
    if name in _RULES:
        etree.indent(element, "  ", level=level)
        return
    inner = "\n" + "  " * (level + 1)
    element.text = inner
    for part in element:
        _indent(part, level + 1)
        part.tail = inner
    element[-1].tail = "\n" + "  " * level
