"""QTI 2.1 packages for engines that keep the standard: one zip a quiz, valid by the schemas of 1EdTech."""

from collections.abc import Mapping
from typing import Final

from kfexport.diagnostics import Severity, below
from kfexport.model import Quiz
from kfexport.richtext.direction import is_right_to_left
from kfexport.targets import media
from kfexport.targets.base import (
    YES,
    Artifact,
    Capabilities,
    Losses,
    WriteOptions,
    cosmetic,
    lost,
    never,
)
from kfexport.targets.identity import item_identifier, test_identifier
from kfexport.targets.markup import one_line
from kfexport.targets.names import names
from kfexport.targets.package import zip_bytes
from kfexport.targets.qti21 import manifest
from kfexport.targets.qti21.assessment import assessment
from kfexport.targets.qti21.items import item
from kfexport.targets.qti21.texts import Texts

NAME_LIMIT: Final = 255
"""Characters of an item's title: the schema has no limit, databases of importers do."""

_NO_DIRECTION: Final = (
    "The texts have their language (`xml:lang`) and no direction, which QTI 2.1 has not: whether they are shown from "
    "right to left is up to the engine"
)
_NO_RESULT: Final = lost("left out: a person scores an essay, and no rule can say how right it is")

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
        "description": cosmetic(
            "is written as an item without an answer field, which Canvas takes for a faulty question"
        ),
    },
    features={
        "description": cosmetic("put into a rubric block of the first section, which Canvas leaves out"),
        "time-limit": YES,
        "attempts": never("left out: QTI 2.1 limits attempts at a question, not at the whole test"),
        "shuffle-questions": YES,
        "metadata": never("left out: an item or a test of QTI 2.1 has no place for that"),
        "points": YES,
        "section-title": YES,
        "section-description": cosmetic("put into a rubric block of the section, which Canvas leaves out"),
        "pick": YES,
        "category": never("left out: a package has no place for it"),
        "tags": never("left out: items have no place for them"),
        "title": YES,
        "stimulus": YES,
        "explanation": YES,
        "hints": lost("left out: QTI 2.1 shows hints in adaptive items only, and few engines run those"),
        "penalty": never("left out: an item is scored by its last answer"),
        "feedback-correct": YES,
        "feedback-partial": YES,
        "feedback-incorrect": YES,
        "choice-feedback": YES,
        "choice-credit": YES,
        "all-or-nothing": YES,
        "answer-credit": YES,
        "answer-feedback": YES,
        "several-answers": YES,
        "case-sensitive": YES,
        "tolerance": YES,
        "unit": YES,
        "truth-feedback": YES,
        "distractors": YES,
        "blank-weight": YES,
        "shuffle": YES,
        "fixed": YES,
        "model-answer": YES,
        "grading-notes": YES,
        "response-format": cosmetic("kept for rich and plain texts and for a file; code is typed into a plain field"),
        "response-lines": YES,
        "response-words": lost("left out: QTI 2.1 does not count words"),
        "attachments": lost("left out: the answer is one text, or one file where its format is `file`"),
        "starter": cosmetic("shown below the prompt: an answer field of QTI 2.1 starts empty"),
    },
    exceptions={
        ("essay", feature): _NO_RESULT for feature in ("feedback-correct", "feedback-partial", "feedback-incorrect")
    },
    images=True,
)
"""What QTI 2.1 can carry."""


def write(quiz: Quiz, options: WriteOptions, losses: Losses) -> Artifact:
    """One package, ``qti21/‹quiz id›.zip``: manifest, test, items and images, all at its top."""
    return Artifact({f"qti21/{quiz.id}.zip": package(quiz, losses)})


def package(quiz: Quiz, losses: Losses) -> bytes:
    """The zip file of a quiz, for this target and for those that differ from it in what they leave out."""
    titles = names(quiz, NAME_LIMIT)
    _report_titles(quiz, titles, losses)
    if is_right_to_left(quiz.lang):
        losses.add("KF404", Severity.INFO, _NO_DIRECTION, below(quiz.origin, "lang"))
    items = {item_identifier(quiz.key(q), q.id): item(quiz, q, titles[q.id], losses) for q in quiz.questions()}
    test = test_identifier(quiz.id)
    files = {f"{name}.xml": content for name, content in items.items()}
    files[f"{test}.xml"] = assessment(quiz, losses)
    known = media.by_name(quiz)
    shown = {
        name.removesuffix(".xml"): media.used(known, content)
        for name, content in files.items()
        if known and b"<img " in content
    }
    files[manifest.NAME] = manifest.manifest(test, list(items), shown)
    files.update((name, known[name].data) for names in shown.values() for name in names)
    return zip_bytes(files)


def _report_titles(quiz: Quiz, titles: Mapping[str, str], losses: Losses) -> None:
    for question in quiz.questions():
        name = titles[question.id]
        if question.title and name != one_line(question.title):
            Texts(losses, question.origin, question).report(
                "KF404", Severity.INFO, f"The title is written as “{name}”", "title"
            )
