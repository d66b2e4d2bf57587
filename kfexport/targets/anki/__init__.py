"""Anki: a CSV file a quiz, one note of the stock type Basic a question.

A second import updates the notes in place, since each row carries the GUID of its note. What the importer does was
read in Anki's ``rslib/src/import_export/text`` and tried on its backend (``tests/anki_backend.py``).
"""

from typing import Final

from kfexport.diagnostics import Severity
from kfexport.model import Quiz
from kfexport.targets.anki.cards import card
from kfexport.targets.anki.decks import deck_names, parents_first
from kfexport.targets.anki.table import Row, to_csv
from kfexport.targets.anki.tags import note_tags
from kfexport.targets.base import YES, Artifact, Capabilities, Losses, WriteOptions, cosmetic, lost, never, walk
from kfexport.targets.identity import anki_guid

_NO_GRADES: Final = never("left out: Anki does not grade answers")
_NO_FIELD: Final = never("left out: a card has no field to answer in")
_NO_JUDGE: Final = lost("left out: Anki does not judge answers, its cards show the explanation instead")

CAPABILITIES: Final = Capabilities(
    types={"single_choice": YES, "essay": YES},
    features={
        "description": never("left out: a CSV file carries no description of a deck"),
        "time-limit": never("left out: cards are reviewed without a limit"),
        "attempts": never("left out: Anki asks again on its own schedule"),
        "shuffle-questions": never("left out: the options of the deck decide the order of its cards"),
        "metadata": never("left out: notes have no place for them"),
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
        "choice-feedback": lost("left out: Anki cards show the explanation instead"),
        "choice-credit": _NO_GRADES,
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
)
"""What flash cards keep. Nothing is judged on a card, so what depends on the answer has no place there."""


def write(quiz: Quiz, options: WriteOptions, losses: Losses) -> Artifact:
    """One row a question, as ``anki/‹quiz id›/‹quiz id›.csv``.

    A quiz without questions gives no file, since Anki refuses one without rows.
    """
    rows = _rows(quiz, options, losses)
    if not rows:
        losses.add("KF404", Severity.INFO, "No file is written: there is no question for a card", quiz.origin)
        return Artifact({})
    return Artifact({f"anki/{quiz.id}/{quiz.id}.csv": to_csv(rows, with_tags=options.anki_tags)})


def _rows(quiz: Quiz, options: WriteOptions, losses: Losses) -> list[Row]:
    decks = deck_names(quiz, losses)
    tags = note_tags(quiz, losses) if options.anki_tags else {}
    rows = []
    for section, question in walk(quiz):
        sides = card(quiz, question, losses)
        rows.append(
            Row(
                guid=anki_guid(quiz.key(question), "basic"),
                deck=decks[quiz.path(section, question)],
                front=sides.front,
                back=sides.back,
                tags=tags.get(question.id, ()),
            )
        )
    return parents_first(rows)
