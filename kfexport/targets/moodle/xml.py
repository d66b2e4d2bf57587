"""Elements of Moodle XML as lines of text, and how texts get through Moodle's parser whole.

Moodle writes its own exports in the same way (question/format/xml/format.php).
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from kfexport.targets.markup import escape

Lines: TypeAlias = list[str]
"""A part of the file, each entry one or more whole lines."""

TEXT_LIMIT: Final = 10_000_000
"""Bytes of one CDATA section at which Moodle's parser gives up ("No memory")."""

_MOST_BYTES: Final = 4
"""Bytes that a character takes at most."""
_HEAD: Final = b"<?xml version='1.0' encoding='UTF-8'?>\n<quiz>\n"
_TAIL: Final = b"</quiz>\n"
_PADS: Final = ("", "  ", "    ", "      ", "        ", "          ")
_OF_A_QUESTION: Final = 2
"""How deep the child elements of a question stand."""


def leaf(into: Lines, name: str, value: str, depth: int = _OF_A_QUESTION) -> None:
    """An element with a short value that holds no white space, such as a number."""
    into.append(f"{_PADS[depth]}<{name}>{value if value.isalnum() else escape(value)}</{name}>\n")


def named(into: Lines, name: str, value: str, depth: int = _OF_A_QUESTION) -> None:
    """An element with a plain text, such as a name or a tag."""
    pad = _PADS[depth]
    into.append(f"{pad}<{name}>\n{pad}  {_text(value)}\n{pad}</{name}>\n")


def rich_text(
    into: Lines,
    name: str,
    value: str,
    form: str = "html",
    *,
    fraction: str | None = None,
    inside: Sequence[str] = (),
    depth: int = _OF_A_QUESTION,
) -> None:
    """An element with a text and its format, one of Moodle's ``html``, ``plain_text`` and ``moodle_auto_format``.

    An answer has a fraction. ``inside`` are child elements behind the text. The text is in an entry of its own, so that
    its files can be put behind it (see :mod:`kfexport.targets.moodle.files`).
    """
    pad = _PADS[depth]
    share = f' fraction="{fraction}"' if fraction is not None else ""
    body = f'{pad}<{name}{share} format="{form}">\n{pad}  {_text(value)}\n'
    if inside:
        into.append(body)
        into.extend(inside)
        into.append(f"{pad}</{name}>\n")
    else:
        into.append(f"{body}{pad}</{name}>\n")


def block(into: Lines, name: str, inside: Iterable[str], depth: int = _OF_A_QUESTION) -> None:
    """An element with child elements only."""
    into.append(f"{_PADS[depth]}<{name}>\n")
    into.extend(inside)
    into.append(f"{_PADS[depth]}</{name}>\n")


def cdata(value: str) -> str:
    """A text as a CDATA section; the end mark inside it is divided between two."""
    return f"<![CDATA[{value.replace(']]>', ']]]]><![CDATA[>')}]]>"


def _text(value: str) -> str:
    """Always CDATA: of escaped text Moodle loses white space that stands between two entities (lib/xmlize.php)."""
    return f"<text>{cdata(value)}</text>" if value else "<text/>"


def opened(kind: str) -> Lines:
    """The beginning of a ``<question>`` of a type."""
    return [f'  <question type="{kind}">\n']


def closed(question: Lines) -> str:
    """A whole question."""
    return f"{''.join(question)}  </question>\n"


def too_long(question: str) -> bool:
    """Whether some text in a question is more than Moodle's parser takes."""
    if len(question) < TEXT_LIMIT // _MOST_BYTES:
        return False
    return any(len(text.encode()) >= TEXT_LIMIT for text in question.split("<text>"))


def document(questions: Iterable[bytes]) -> bytes:
    """The document, from what is in it in UTF-8, the only encoding that Moodle's upload form takes."""
    return b"".join([_HEAD, *questions, _TAIL])
