"""The CSV file: header lines that tell Anki what is what, and one record a note.

Source: ``rslib/src/import_export/text/csv/metadata.rs`` (header) and ``…/csv/import.rs`` (records).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from kfexport.targets.anki.note_types import NAMES, Kind

_GUID_COLUMN: Final = 1
_DECK_COLUMN: Final = 2
_TAGS_COLUMN: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One note and the deck for its cards."""

    guid: str
    """Anki's note id, on which a second import matches."""
    deck: str
    """Name of the deck, parts joined by ``::``, as Anki itself would spell it."""
    front: str
    """HTML of the first field, never empty: Anki skips a note whose first field is."""
    back: str
    """HTML of the second field."""
    tags: tuple[str, ...] = ()
    """Tags without blanks."""


def to_csv(rows: Iterable[Row], kind: Kind, *, with_tags: bool) -> bytes:
    """The whole file of notes of one kind in UTF-8.

    Every field is quoted, since an unquoted record that begins with ``#`` is a comment.
    """
    lines = [*_header(kind, with_tags), *(_quoted(_record(row, with_tags)) for row in rows), ""]
    return "\n".join(lines).encode()


def _quoted(record: Iterable[str]) -> str:
    """As the standard library writes records, which looks at one character after the other and takes ten times as
    long."""
    return '"' + '","'.join([field.replace('"', '""') for field in record]) + '"'


def _header(kind: Kind, with_tags: bool) -> Iterator[str]:
    # Values are taken as they stand: no blank after the colon. There is no `#columns` line, because it maps fields
    # by name, and the fields have other names in other languages; without it they are mapped by position.
    yield "#separator:Comma"
    yield "#html:true"
    yield from (f"#notetype:{name}" for name in NAMES[kind])
    yield f"#guid column:{_GUID_COLUMN}"
    yield f"#deck column:{_DECK_COLUMN}"
    if with_tags:
        yield f"#tags column:{_TAGS_COLUMN}"
    # Without this line Anki does what the user chose for some other file.
    yield "#if matches:update current"


def _record(row: Row, with_tags: bool) -> tuple[str, ...]:
    fields = (row.guid, row.deck, row.front, row.back)
    return (*fields, " ".join(row.tags)) if with_tags else fields
