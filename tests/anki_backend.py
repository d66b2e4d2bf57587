"""Anki's own backend, called as the import dialog of the desktop calls it (``ts/routes/import-csv/lib.ts``)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("anki", reason="needs the dependency group `anki`: uv sync --group anki")

import anki.lang
from anki.collection import Collection, ImportCsvRequest

LANGUAGES = tuple(code for _, code in anki.lang.langs)


@contextmanager
def collection(folder: Path, lang: str = "en_US") -> Iterator[Collection]:
    """A fresh collection, with the stock note types of a language."""
    folder.mkdir(parents=True, exist_ok=True)
    anki.lang.set_lang(lang)
    col = Collection(str(folder / f"{lang}.anki2"))
    try:
        yield col
    finally:
        col.close()
        anki.lang.set_lang("en_US")


def import_csv(col: Collection, data: bytes) -> dict[str, int]:
    """What the importer reports: kind of outcome → number of rows, only those above 0."""
    path = Path(col.path).with_suffix(".csv")
    path.write_bytes(data)
    metadata = col.get_csv_metadata(path=str(path), delimiter=None)
    log = col.import_csv(ImportCsvRequest(path=str(path), metadata=metadata)).log
    kinds = (f.name for f in log.DESCRIPTOR.fields if f.name not in ("found_notes", "dupe_resolution"))
    counts = {kind: len(getattr(log, kind)) for kind in kinds}
    return {kind: count for kind, count in counts.items() if count}


def notes(col: Collection) -> list[Any]:
    """All notes, in the order in which they were added."""
    return [col.get_note(nid) for nid in sorted(col.find_notes(""))]


def deck_of(col: Collection, note: Any) -> str:
    """The deck of the one card of a note."""
    (card,) = note.cards()
    return str(col.decks.name(card.did))


def empty_cards(col: Collection) -> int:
    return len(col.get_empty_cards().notes)


def deck_names(col: Collection) -> set[str]:
    return {deck.name for deck in col.decks.all_names_and_ids()}
