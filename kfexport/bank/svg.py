"""Whether an SVG is a picture and nothing more.

Shown in an ``<img>`` an SVG runs no script, but platforms also open files by themselves, on their own site. So what
could run, or ask the network for something, is refused; nothing is cleaned away, since that would change the picture.
"""

import re
from typing import Any, Final

from lxml import etree

from kfexport.diagnostics import shortened

_SVG: Final = "http://www.w3.org/2000/svg"
_XHTML: Final = "http://www.w3.org/1999/xhtml"
_ACTIVE: Final = frozenset({"script", "handler", "listener", "iframe", "object", "embed", "audio", "video"})
_ADDRESSES: Final = frozenset({"href", "src", "base", "data"})
_INSIDE: Final = re.compile(r"\s*(?:#|data:image/(?:png|jpe?g|gif|webp)[;,]|\Z)", re.IGNORECASE)
"""Addresses that lead to a part of the same file, or hold a picture themselves."""
_CSS_ESCAPE: Final = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_CSS_COMMENT: Final = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_CSS_URL: Final = re.compile(r"url\(\s*[\"']?([^\"')]*)", re.IGNORECASE)
_CSS_ACTIVE: Final = re.compile(
    r"@import|(?:image-set|(?<![\w-])image|(?<![\w-])src)\s*\(|expression\s*\(|-moz-binding", re.IGNORECASE
)
_SCRIPT: Final = re.compile(r"[\s\x00-\x20]*(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:", re.IGNORECASE)


class _Refused(Exception):  # noqa: N818
    """The picture is refused; the message says what it has."""


def fault(data: bytes) -> str:
    """Why an SVG is refused, as the end of a sentence that begins "the SVG"; empty where it is not."""
    # The limits of the parser on depth and size stay in force.
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line = error.lineno or 0
        return f"is not well-formed XML{f' in line {line}' if line else ''}"
    try:
        _check_document(root)
    except _Refused as refused:
        return str(refused)
    return ""


def _check_document(root: etree._Element) -> None:
    dtd: Any = root.getroottree().docinfo.internalDTD  # lxml's stubs do not know what it holds
    if dtd is not None and (list(dtd.iterentities()) or list(dtd.iterelements())):
        raise _Refused("declares entities in its DOCTYPE")
    if dtd is not None and "<!ATTLIST" in etree.tostring(root.getroottree(), encoding="unicode"):
        # Browsers give the attributes to elements that do not show them here, such as handlers.
        raise _Refused("declares attributes in its DOCTYPE")
    for node in (*root.itersiblings(preceding=True), *root.itersiblings(), *root.iter(etree.ProcessingInstruction)):
        if isinstance(node, etree._ProcessingInstruction) and node.target.lower() == "xml-stylesheet":
            raise _Refused("names a style sheet outside of it")
    name = etree.QName(root)
    _check_root(name.namespace or "", name.localname)
    for element in root.iter(etree.Element):
        _check_element(element)


def _check_element(element: etree._Element) -> None:
    name = etree.QName(element)
    tag, lower = name.localname, name.localname.lower()
    if lower in _ACTIVE:
        raise _Refused(f"has a `<{tag}>` element")
    if lower == "foreignobject" or name.namespace == _XHTML:
        raise _Refused(f"holds HTML (`<{tag}>`)")
    for key, value in element.attrib.items():
        _check_attribute(tag, etree.QName(key).localname, str(value))
    if lower == "style":
        _check_css("".join([element.text or "", *(child.tail or "" for child in element)]))


def _check_root(namespace: str, tag: str) -> None:
    if tag != "svg":
        raise _Refused(f"is some other XML: it begins with `<{tag}>`")
    if namespace != _SVG:
        raise _Refused(f'lacks `xmlns="{_SVG}"`, so browsers do not draw it')


def _check_attribute(tag: str, name: str, value: str) -> None:
    lower = name.lower()
    if lower.startswith("on"):
        raise _Refused(f"runs something: `{name}` in `<{tag}>`")
    if _SCRIPT.match(value):
        raise _Refused(f"runs something: `{name}` in `<{tag}>` is a script")
    if lower in _ADDRESSES and not _INSIDE.match(value):
        raise _Refused(f"refers to something outside of it: `{_short(value)}`")
    if lower == "attributename" and re.fullmatch(r"(?:.*:)?href|on.*", value.strip(), re.IGNORECASE):
        raise _Refused(f"changes an address or a handler by `<{tag}>`")
    if lower == "style" or "(" in value:
        _check_css(value)


def _check_css(css: str) -> None:
    plain = _CSS_ESCAPE.sub(_unescaped, _CSS_COMMENT.sub("", css))
    for address in _CSS_URL.findall(plain):
        if not _INSIDE.match(address):
            raise _Refused(f"refers to something outside of it: `{_short(address)}`")
    active = _CSS_ACTIVE.search(plain)
    if active is not None:
        raise _Refused(f"loads or runs something by its style: `{active[0]}`")


def _unescaped(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[2]
    number = int(match[1], 16)
    return chr(number) if number < 0x110000 else ""


def _short(text: str) -> str:
    return shortened(" ".join(text.split()), 60)
