"""Elements of Moodle XML, and how texts get through its parser whole."""

from typing import Final

from lxml import etree

TEXT_LIMIT: Final = 10_000_000
"""Bytes of one CDATA section at which Moodle's parser gives up ("No memory")."""

_HAS_LONG_TEXT: Final = etree.XPath(f"boolean(.//text[string-length() >= {TEXT_LIMIT // 4}])")
"""A character takes at most four bytes."""
_KEEP_CDATA: Final = etree.XMLParser(strip_cdata=False, huge_tree=True, resolve_entities=False)


def leaf(parent: etree._Element, name: str, value: str) -> None:
    """An element with a short value that holds neither white space nor markup, such as a number."""
    etree.SubElement(parent, name).text = value


def text(parent: etree._Element, value: str) -> None:
    """A ``<text>`` element.

    Always CDATA: of escaped text Moodle loses white space that stands between two entities (lib/xmlize.php).
    """
    if "]]>" in value:
        # Before 5.3 lxml refuses the end mark in a section of its own making; parsed in, it is split when written.
        sections = value.replace("]]>", "]]]]><![CDATA[>")
        parent.append(etree.fromstring(f"<text><![CDATA[{sections}]]></text>", _KEEP_CDATA))
    else:
        etree.SubElement(parent, "text").text = etree.CDATA(value) if value else None


def named(parent: etree._Element, name: str, value: str) -> None:
    """An element with a plain text, such as a name or a tag."""
    text(etree.SubElement(parent, name), value)


def rich_text(
    parent: etree._Element, name: str, value: str, form: str = "html", *, fraction: str | None = None
) -> etree._Element:
    """An element with a text and its format, one of Moodle's ``html`` and ``plain_text``; an answer has a fraction."""
    element = etree.SubElement(parent, name)
    if fraction is not None:
        element.set("fraction", fraction)
    element.set("format", form)
    text(element, value)
    return element


def too_long(element: etree._Element) -> bool:
    """Whether some text in it is more than Moodle's parser takes."""
    if not _HAS_LONG_TEXT(element):
        return False
    return any(len((t.text or "").encode()) >= TEXT_LIMIT for t in element.iter("text"))


def serialise(root: etree._Element) -> bytes:
    """The document in UTF-8, the only encoding that Moodle's upload form takes."""
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True)
