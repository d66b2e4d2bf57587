"""Whether an SVG is a picture and nothing more.

Shown in an ``<img>`` an SVG runs no script, but platforms also open files by themselves, on their own site. So what
could run, or ask the network for something, is refused; nothing is cleaned away, since that would change the picture.
"""

import re
from typing import Any, Final
from xml.parsers import expat

_SVG: Final = "http://www.w3.org/2000/svg"
_XHTML: Final = "http://www.w3.org/1999/xhtml"
_SEPARATOR: Final = "\n"
"""Between the namespace and the name of an element: no character of either."""
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
    checker = _Checker()
    parser = expat.ParserCreate(namespace_separator=_SEPARATOR)
    parser.StartElementHandler = checker.element
    parser.EndElementHandler = checker.end
    parser.CharacterDataHandler = checker.text
    parser.StartDoctypeDeclHandler = checker.doctype
    parser.ProcessingInstructionHandler = checker.instruction
    try:
        parser.Parse(data, True)
    except _Refused as refused:
        return str(refused)
    except (expat.ExpatError, LookupError, ValueError) as error:
        line = getattr(error, "lineno", 0)
        return f"is not well-formed XML{f' in line {line}' if line else ''}"
    return ""


class _Checker:
    """Looks at a file part by part, and stops at the first that is not allowed."""

    def __init__(self) -> None:
        self._begun = False
        self._style: list[str] | None = None

    def element(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, tag = name.rpartition(_SEPARATOR)
        if not self._begun:
            self._begun = True
            _check_root(namespace, tag)
        lower = tag.lower()
        if lower in _ACTIVE:
            raise _Refused(f"has a `<{tag}>` element")
        if lower == "foreignobject" or namespace == _XHTML:
            raise _Refused(f"holds HTML (`<{tag}>`)")
        if lower == "style":
            self._style = []
        for key, value in attributes.items():
            _check_attribute(tag, key.rpartition(_SEPARATOR)[2], value)

    def text(self, data: str) -> None:
        if self._style is not None:
            self._style.append(data)

    def end(self, _name: str) -> None:
        if self._style is not None:
            _check_css("".join(self._style))
            self._style = None

    def doctype(self, _name: str, _system: Any, _public: Any, has_internal_subset: int) -> None:
        if has_internal_subset:
            raise _Refused("declares entities in its DOCTYPE")

    def instruction(self, target: str, _data: str) -> None:
        if target.lower() == "xml-stylesheet":
            raise _Refused("names a style sheet outside of it")


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
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:60]}…"
