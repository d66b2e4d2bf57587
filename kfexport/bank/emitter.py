"""Plain data → YAML, in the layout that the documentation uses.

PyYAML's emitter is not used: it puts tabs and some other characters into double quotes, where the reader refuses
them, and it quotes what our reader keeps as it is.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, TypeAlias

from kfexport.model.parts import EXACT

Node: TypeAlias = "str | Word | list[Any] | dict[str, Any]"


class Word(str):
    """A number, a boolean or another value that is written without quotes."""

    __slots__ = ()


_PLAIN: Final = re.compile(r"[^\W\d_](?:[^\n\t:#\x85\u2028\u2029]|:(?=[^\s])|(?<=[^\s])#)*(?<![\s:])")
_BLOCK: Final = re.compile("[^\r\x85\u2028\u2029]*")
_MOST_DIGITS: Final = 40


def lines(node: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """The lines of a map, without their ends."""
    for key, value in node.items():
        yield from _entry(f"{indent}{_scalar_key(key)}:", value, indent + "  ")


def _entry(head: str, value: Node, indent: str) -> Iterator[str]:
    """A key or a dash with its value, which goes on below it where it needs more lines."""
    match value:
        case dict():
            if not value:
                yield f"{head} {{}}"
                return
            inner = list(lines(value, indent))
            if head.endswith("-"):
                yield f"{head} {inner[0].removeprefix(indent)}"
                inner = inner[1:]
            else:
                yield head
            yield from inner
        case list():
            if not value:
                yield f"{head} []"
                return
            yield head
            for item in value:
                yield from _entry(f"{indent}-", item, indent + "  ")
        case _:
            first, *rest = _scalar(value, indent)
            yield f"{head} {first}"
            yield from rest


def _scalar_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z_][\w-]*", key, re.ASCII) else _quoted(key)


def _scalar(text: str, indent: str) -> list[str]:
    if isinstance(text, Word):
        return [text]
    if "\n" in text and _BLOCK.fullmatch(text) and text.strip("\n"):
        return _block(text, indent)
    if _PLAIN.fullmatch(text) and not text.endswith((" ", "\t")):
        return [text]
    return [_quoted(text)]


def _quoted(text: str) -> str:
    if "\n" not in text and _BLOCK.fullmatch(text):
        return "'" + text.replace("'", "''") + "'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + re.sub("[\x85\u2028\u2029]", lambda m: f"\\u{ord(m[0]):04x}", escaped) + '"'


def _block(text: str, indent: str) -> list[str]:
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    chomp = {0: "-", 1: ""}.get(ends, "+")
    hint = str(2) if body[:1] in (" ", "\t", "\n") else ""
    inner = [f"{indent}{line}" if line else "" for line in body.split("\n")]
    return [f"|{hint}{chomp}", *inner, *[""] * max(ends - 1, 0)]


def filled(pairs: dict[str, Any]) -> dict[str, Any]:
    """A map without the keys that say nothing."""
    return {key: value for key, value in pairs.items() if value not in (None, "", [], {})}


def flag(value: bool) -> Word | None:
    """``true``, or nothing: false is the default of all such keys."""
    return Word("true") if value else None


def number(value: Decimal | int | None) -> Word | None:
    """A number in digits; a very small or a very large one with an exponent."""
    if not isinstance(value, Decimal):
        return None if value is None else Word(value)
    exact = value.normalize(EXACT)
    digits = format(exact, "f")
    return Word(digits if len(digits) <= _MOST_DIGITS else format(exact, "e"))


def share(value: Fraction | None) -> Word | None:
    """A fraction, which is exact."""
    return None if value is None else Word(f"{value.numerator}/{value.denominator}")
