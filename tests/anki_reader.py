"""Reads a CSV file by Anki's rules, for tests without Anki. Facts: its ``rslib/src/import_export/text/csv``."""

import re
from dataclasses import dataclass

import lxml.html


@dataclass(frozen=True)
class Table:
    header: list[tuple[str, str]]
    """The `#key:value` lines at the top."""
    records: list[list[str]]

    def values(self, key: str) -> list[str]:
        return [value for name, value in self.header if name == key]


def read(data: bytes) -> Table:
    text = data.decode("utf-8")
    header = []
    while text.startswith("#"):
        line, _, text = text.partition("\n")
        key, _, value = line[1:].partition(":")
        header.append((key, value))
    return Table(header, _records(text))


def _records(text: str) -> list[list[str]]:
    records = []
    i = 0
    while i < len(text):
        if text[i] == "\n":
            i += 1
        elif text[i] == "#":
            i = _line_end(text, i)
        else:
            record, i = _record(text, i)
            records.append(record)
    return records


def _line_end(text: str, i: int) -> int:
    end = text.find("\n", i)
    return len(text) if end < 0 else end


def _record(text: str, i: int) -> tuple[list[str], int]:
    fields = []
    while True:
        field, i = _quoted(text, i + 1) if text[i : i + 1] == '"' else ("", i)
        while i < len(text) and text[i] not in ",\n":
            field += text[i]
            i += 1
        fields.append(field)
        if text[i : i + 1] != ",":
            return fields, i
        i += 1


def _quoted(text: str, i: int) -> tuple[str, int]:
    start = i
    while True:
        i = text.index('"', i)
        if text[i + 1 : i + 2] != '"':
            return text[start:i].replace('""', '"'), i + 1
        i += 2


def dom(field: str) -> lxml.html.HtmlElement:
    return lxml.html.fragment_fromstring(field, create_parent="div")


def visible(field: str) -> str:
    """What a reader sees, as one line."""
    tree = dom(field)
    for block in tree.iter("p", "li", "br", "pre", "summary", "td", "th", "h1", "h2", "hr"):
        block.tail = f" {block.tail or ''}"
    return " ".join(tree.text_content().split())


@dataclass(frozen=True)
class Gap:
    """A cloze mark of Anki, as its ``rslib/src/cloze.rs`` reads it."""

    number: int
    answer: str
    """HTML."""
    hint: str | None
    """HTML, or ``None`` where there is none."""


def gaps(field: str) -> list[Gap]:
    """The cloze marks of a field: from ``{{cN::`` to the first ``}}``, with a hint behind the first ``::``."""
    found = []
    for mark in re.finditer(r"\{\{c([\d,]+)::(.*?)\}\}", field, re.DOTALL):
        answer, colons, hint = mark[2].partition("::")
        assert "{{c" not in mark[2], "a mark inside a mark"
        found.append(Gap(int(mark[1]), answer, hint if colons else None))
    return found
