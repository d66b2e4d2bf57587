"""Anki: CSV files, one a kind of note; a cloze is a note of the stock type Cloze, the others are of the type Basic.

With ``anki_typing`` short answers and numbers are typed in. A second import updates the notes in place, since each row
carries the GUID of its note. What the importer does was read in Anki's ``rslib/src/import_export/text`` and tried on
its backend (``tests/anki_backend.py``).
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from kfexport.diagnostics import Path, Severity
from kfexport.model import Quiz, ShortAnswer
from kfexport.richtext.mathjax import MathJax
from kfexport.targets import formulas, media
from kfexport.targets.anki import type_in
from kfexport.targets.anki.asked import asked
from kfexport.targets.anki.cards import note
from kfexport.targets.anki.decks import deck_names, parents_first
from kfexport.targets.anki.note_types import Kind
from kfexport.targets.anki.table import Row, to_csv
from kfexport.targets.anki.tags import note_tags
from kfexport.targets.base import YES, Artifact, Capabilities, Losses, WriteOptions, cosmetic, lost, never
from kfexport.targets.identity import anki_guid

_SUFFIXES: Final[Mapping[Kind, str]] = MappingProxyType({"basic": "", "cloze": ".cloze", "typing": ".typing"})
"""Kind of note → what its file name has before ``.csv``. One file cannot name two types of notes in all languages."""

_COPY: Final = (
    "Copy the files in {}/media into Anki's folder collection.media before you import: in Anki, Tools > Check Media > "
    "View Files opens it."
)
_MATHJAX: Final = MathJax("Anki's MathJax", on_demand=True, is_3=True)
"""Version 3.2.2 with the packages of Anki's ``ts/mathjax/index.ts``."""
_UNSEEN: Final = ("description", "feedback", "feedback_true", "feedback_false")
"""Steps on the way to texts that no card shows."""

_NO_GRADES: Final = never("left out: Anki does not grade answers")
_NO_FIELD: Final = never("left out: a card has no field to answer in")
_NO_JUDGE: Final = lost("left out: Anki does not judge answers, its cards show the explanation instead")
_NO_FEEDBACK: Final = lost("left out: Anki cards show the explanation instead")

CAPABILITIES: Final = Capabilities(
    types={
        "single_choice": YES,
        "multiple_response": YES,
        "true_false": YES,
        "short_answer": YES,
        "numerical": YES,
        "essay": YES,
        "matching": YES,
        "ordering": YES,
        "cloze": YES,
        "description": never("is left out: there are no texts between cards"),
    },
    features={
        "description": never("left out: a CSV file carries no description of a deck"),
        "time-limit": never("left out: cards are reviewed without a limit"),
        "attempts": never("left out: Anki asks again on its own schedule"),
        "shuffle-questions": never("left out: the options of the deck decide the order of its cards"),
        "metadata": never("left out: notes have no place for that"),
        "points": _NO_GRADES,
        "section-title": YES,
        "section-description": never("left out: there are no texts between cards"),
        "pick": never("left out: all of the questions become cards"),
        "category": YES,
        "tags": YES,
        "title": never("left out: notes have no name"),
        "stimulus": YES,
        "explanation": YES,
        "hints": cosmetic("folded up on the front of the card, to be opened at will"),
        "penalty": _NO_GRADES,
        "feedback-correct": _NO_JUDGE,
        "feedback-partial": _NO_JUDGE,
        "feedback-incorrect": _NO_JUDGE,
        "choice-feedback": _NO_FEEDBACK,
        "choice-credit": _NO_GRADES,
        "all-or-nothing": _NO_GRADES,
        "answer-credit": YES,
        "answer-feedback": _NO_FEEDBACK,
        "several-answers": YES,
        "case-sensitive": _NO_GRADES,
        "tolerance": YES,
        "unit": YES,
        "truth-feedback": _NO_FEEDBACK,
        "distractors": YES,
        "blank-weight": _NO_GRADES,
        "shuffle": never("left out: cards show the choices in the order of the file"),
        "fixed": YES,
        "model-answer": YES,
        "grading-notes": YES,
        "response-format": _NO_FIELD,
        "response-lines": _NO_FIELD,
        "response-words": _NO_FIELD,
        "attachments": _NO_FIELD,
        "starter": cosmetic("shown below the prompt, since a card has no field to answer in"),
    },
    images=True,
)
"""What flash cards keep. Nothing is judged on a card, so what depends on the answer has no place there."""


def write(quiz: Quiz, options: WriteOptions, losses: Losses) -> Artifact:
    """One row a question, as ``anki/‹quiz id›/‹quiz id›.csv``, and files beside it for clozes and what is typed in.

    Images are in ``media/`` beside them: a CSV file carries none, so the user copies them.

    A kind of note without questions gives no file, since Anki refuses one without rows.
    """
    rows = _rows(quiz, options, losses)
    if not rows:
        losses.add("KF404", Severity.INFO, "No file is written: there is no question for a card", quiz.origin)
    if options.anki_typing:
        texts = [question for _, question in asked(quiz) if isinstance(question, ShortAnswer)]
        type_in.report_letter_case(quiz, texts, losses)
    formulas.report(quiz, _MATHJAX, losses, _is_unseen)
    folder = f"anki/{quiz.id}"
    files = {
        f"{folder}/{quiz.id}{suffix}.csv": to_csv(parents_first(rows[kind]), kind, with_tags=options.anki_tags)
        for kind, suffix in _SUFFIXES.items()
        if kind in rows
    }
    images = _images(quiz, rows.values())
    files.update((f"{folder}/media/{name}", data) for name, data in images.items())
    return Artifact(files, (_COPY.format(folder),) if images else ())


def _is_unseen(path: Path) -> bool:
    return any(step in _UNSEEN for step in path)


def _images(quiz: Quiz, notes: Iterable[Sequence[Row]]) -> Mapping[str, bytes]:
    """What the fields show, by file name."""
    known = media.by_name(quiz)
    fields = (field for rows in notes for row in rows for field in (row.front, row.back)) if known else ()
    shown = dict.fromkeys(name for field in fields for name in media.used(known, field))
    return {name: known[name].data for name in sorted(shown)}


def _rows(quiz: Quiz, options: WriteOptions, losses: Losses) -> Mapping[Kind, list[Row]]:
    decks = deck_names(quiz, losses)
    tags = note_tags(quiz, losses) if options.anki_tags else {}
    rows: dict[Kind, list[Row]] = {}
    for section, question in asked(quiz):
        made = note(quiz, question, losses, typing=options.anki_typing)
        if made is not None:
            row = Row(
                guid=anki_guid(quiz.key(question), made.kind),
                deck=decks[quiz.path(section, question)],
                front=made.front,
                back=made.back,
                tags=tags.get(question.id, ()),
            )
            rows.setdefault(made.kind, []).append(row)
    return rows
