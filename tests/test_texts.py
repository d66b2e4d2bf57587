"""A table of texts, through every rich field of every target, to what learners and graders see.

``texts.yaml`` holds the texts and what is to be seen of them, ``text_fields.py`` the fields, ``text_places.py`` the
platforms. Every place that a question of a kind shows a rich text in is compared, with what stands around it.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pictures
import pytest
import text_fields
import yaml
from shown import Output, told
from text_fields import AROUND, KINDS, NO_FILES, ONE_LINE, around, step
from text_places import Look, Schemas, invalid, read_schemas

from kfexport.diagnostics import Severity

TABLE = Path(__file__).parent / "texts.yaml"
IMAGES = {
    "red": ("a/net.png", pictures.RED),
    "blue": ("b/net.png", pictures.BLUE),
    "green": ("Q&A 'draft' - v1.png", pictures.GREEN),
    "white": ("a_b.png", pictures.png(255, 255, 255)),
    "grey": ("図/構成 図.png", pictures.png(9, 9, 9)),
    "pink": ("per cent.png", pictures.png(255, 9, 255)),
    "brown": (unicodedata.normalize("NFD", "café.png"), pictures.png(99, 9, 9)),
    "jpeg": ("p.jpg", pictures.JPEG),
    "gif": ("p.gif", pictures.GIF),
    "webp": ("p.webp", pictures.WEBP),
}
"""Name → file and bytes."""
LOST = {"classic": ("kbd", "mark", "rt"), "qti21": ("rt",)}
"""Reader → tags of ``html: safe`` that give way to what is in them."""
SAFE = "html-safe"
"""How the ids of texts begin that stand in quizzes with ``html: safe``."""


@cache
def table() -> dict[str, dict[str, Any]]:
    """Id → row of each text."""
    rows = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    listed = [
        (f"{kind.replace(' ', '-')}-{i}", row if isinstance(row, dict) else {"text": row})
        for kind, texts in rows.items()
        for i, row in enumerate(texts, 1)
    ]
    return dict(listed)


def expected(row: dict[str, Any], kind: str, reader: str, *, files: bool = True) -> Look:
    """What is seen of a text, with its images or, where a platform finds no ``files``, with their texts."""
    told = (
        row | (row.get("block", {}) if kind not in ONE_LINE else {}) | (row.get("qti", {}) if reader == "qti21" else {})
    )
    if reader == "classic":
        told |= row.get("bare", {})
    if not files and "alts" in row:
        told |= {"images": [], "shown": row["alts"]}
    images = map(_pair, told.get("images", []))
    return Look(
        line=told.get("shown", told["text"]),
        code=told.get("code", []),
        pre=told.get("pre", []),
        tex=told.get("tex", []),
        images=[(IMAGES[name][1] if name in IMAGES else name, alt) for name, alt in images],
        links=told.get("links", []),
        tags=[tag for tag in map(_pair, told.get("tags", [])) if tag[0] not in LOST.get(reader, ())],
    )


def _pair(entry: dict[str, str]) -> tuple[str, str]:
    """The one entry of a mapping."""
    ((key, value),) = entry.items()
    return key, value


def beside(seen: Look, reader: str) -> dict[str, Look]:
    """The text with what ``BEHIND`` puts behind it."""
    field = text_fields.FIELD[reader]
    return {"": seen, "+": replace(seen, line=f"{seen.line} end"), "[]": replace(seen, line=f"{seen.line} {field}")}


def faults(kind: str, texts: dict[str, str], outputs: Any) -> Iterator[str]:
    compared = 0
    for id, reader, places in text_fields.seen(kind, outputs, list(texts)):
        looks = beside(expected(table()[id], kind, reader), reader)
        looks[NO_FILES] = expected(table()[id], kind, reader, files=False)
        wanted = {place: around(pattern, id, looks) for place, pattern in AROUND[kind][reader].items()}
        for place in sorted(wanted.keys() | places.keys()):
            compared += 1
            one, other = wanted.get(place), places.get(place)
            if kind == "order" and reader in ("classic", "new_quizzes") and one and other:
                one, other = step(one, plain=reader == "classic"), step(other, plain=reader == "classic")
            if one != other:
                yield f"{reader}, {place}, {texts[id]!r}:\n  wanted {one}\n  found  {other}"
    assert compared >= 2 * len(texts)


def built(folder: Path, kind: str, *, safe: bool) -> tuple[dict[str, str], dict[str, Output]]:
    """All texts of the table that the fields of a kind take, in quizzes."""
    for name, data in IMAGES.values():
        pictures.write(folder, name, data)
    rows = table()
    ids = [id for id in rows if id.startswith(SAFE) == safe]
    ids = [id for id in ids if kind not in ONE_LINE or "\n" not in rows[id]["text"]]
    if kind == "order":
        # An item that is only an image is refused for Canvas.
        ids = [id for id in ids if rows[id].get("shown") != ""]
    texts = {id: rows[id]["text"] for id in ids}
    report, outputs = text_fields.build(folder, kind, texts, "html: safe\n" if safe else "")
    assert report.ok, told(report, least=Severity.ERROR)
    return texts, outputs


@pytest.mark.parametrize("safe", [False, True], ids=["text", "safe"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_text_in_every_field_of_every_target(kind: str, safe: bool, tmp_path: Path) -> None:
    found = list(faults(kind, *built(tmp_path, kind, safe=safe)))
    assert not found, f"{len(found)} places\n" + "\n".join(found[:40])


def test_no_field_is_left_out() -> None:
    """The fields that hold the texts are all those of the format that are Markdown."""
    found = set()
    for kind in KINDS:
        for source in text_fields.sources(kind, {"one": "TEXT"}).values():
            found |= _fields_of(source)
    assert found == {
        "description", "stimuli.text", "sections.description", "prompt", "text", "explanation", "hints",
        "feedback.correct", "feedback.partial", "feedback.incorrect", "feedback_true", "feedback_false",
        "answers.feedback", "choices.text", "choices.feedback", "pairs.item", "items", "model_answer", "grading_notes",
        "blanks.answers.feedback", "blanks.choices.feedback",
    }  # fmt: skip


def _fields_of(source: str) -> set[str]:
    """Names of the fields of a quiz that hold ``TEXT``, without the ids of blanks."""
    found: set[str] = set()

    def walk(value: Any, names: tuple[str, ...]) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, (*names, "" if names[-1:] in (("blanks",), ("stimuli",)) else key))
        elif isinstance(value, list):
            for inner in value:
                walk(inner, names)
        elif isinstance(value, str) and "TEXT" in value:
            below = names[names.index("questions") + 1 :] if "questions" in names else names
            found.add(".".join(filter(None, below)))

    walk(yaml.safe_load(source), ())
    return found


@pytest.fixture(scope="module")
def schemas(xsd_dir: Path) -> Schemas:
    return read_schemas(xsd_dir)


@pytest.mark.parametrize("safe", [False, True], ids=["text", "safe"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_text_is_valid_in_every_field(kind: str, safe: bool, schemas: Schemas, tmp_path: Path) -> None:
    _, outputs = built(tmp_path, kind, safe=safe)
    assert invalid(outputs, schemas) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bell \a", "KF006"),
        ("\x1b[31m赤", "KF006"),
        ("nothing \0", "KF006"),
        ("日本\ufffe語", "KF006"),
        ("`a\x7f\x80`", "KF006"),
        ("&#7; bell", "KF303"),
        ("赤 &#x1B;[31m", "KF303"),
        ("&#xFFFE;&#xD800;", "KF303"),
    ],
)
def test_characters_that_no_file_can_hold_are_refused_at_their_place(
    kind: str, text: str, code: str, tmp_path: Path
) -> None:
    report, outputs = text_fields.build(tmp_path, kind, {"good": "good", "bad": text})
    errors = [d for d in report.diagnostics if d.severity is Severity.ERROR]
    assert errors
    assert {d.code for d in errors} == {code}
    assert all(d.where is not None and d.where.span() is not None for d in errors)
    assert outputs == {}
    assert not list(tmp_path.glob("out*/**/*"))
