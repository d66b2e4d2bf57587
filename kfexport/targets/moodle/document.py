"""The file of one quiz: categories and questions in the order of the quiz."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kfexport.diagnostics import Origin, Severity, below
from kfexport.model import Quiz
from kfexport.richtext.mathjax import MathJax
from kfexport.targets import formulas, media
from kfexport.targets.base import Artifact, Losses, WriteOptions
from kfexport.targets.markup import encoded
from kfexport.targets.moodle import categories, tags, xml
from kfexport.targets.moodle.categories import Place
from kfexport.targets.moodle.files import Files
from kfexport.targets.moodle.questions import build
from kfexport.targets.moodle.texts import NAME_LIMIT, clean_name, rich_without_images
from kfexport.targets.names import names

_MATHJAX: Final = MathJax("Moodle's MathJax", on_demand=False, is_3=False)
"""Version 2.7.9, with the default setting of its filter (Moodle filter/mathjaxloader/settings.php)."""


@dataclass(frozen=True, slots=True)
class _Description:
    """A text that waits for its category to be written."""

    markdown: str
    what: str
    where: Origin | None


def write(quiz: Quiz, options: WriteOptions, losses: Losses) -> Artifact:
    """Moodle XML of one quiz; no file where no question is left, since Moodle crashes on an empty ``<quiz/>``.

    Importing does not update: Moodle adds the questions again, and the copies lose their idnumber.
    """
    title = names(quiz, NAME_LIMIT, clean_name)
    places = categories.section_places(quiz)
    waiting = _descriptions(quiz, places, losses)
    files = Files(quiz)
    written: list[bytes] = []
    here: Place | None = None
    for section, home in zip(quiz.sections, places, strict=True):
        for question in section.questions:
            element = build(quiz, section, question, title[question.id], files, losses)
            if element is None:
                continue
            there = categories.question_place(quiz, question, home)
            if there != here:
                written.extend(map(encoded, _categories(quiz, there, waiting, losses)))
                here = there
            written.append(encoded(element))
    if here is None:
        return Artifact({})
    for left in waiting.values():
        _report_homeless(left, losses)
    categories.report(quiz, losses)
    tags.report(quiz, losses)
    formulas.report(quiz, _MATHJAX, losses)
    files.report(quiz, losses)
    return Artifact({f"moodle/{quiz.id}.xml": xml.document(written)})


def _descriptions(quiz: Quiz, places: tuple[Place, ...], losses: Losses) -> dict[Place, _Description]:
    """The descriptions of quiz and sections by the category that is to show them."""
    found: dict[Place, _Description] = {}
    if quiz.description:
        where = below(quiz.origin, "description")
        found[categories.quiz_place(quiz)] = _Description(quiz.description, "quiz", where)
    for section, place in zip(quiz.sections, places, strict=True):
        if section.description and section.questions:
            where = below(section.origin, "description")
            description = _Description(section.description, "section", where)
            if found.setdefault(place, description) is not description:
                _report_homeless(description, losses)
    return found


def _report_homeless(description: _Description, losses: Losses) -> None:
    losses.add(
        "KF402",
        Severity.WARNING,
        f"The description of the {description.what} is left out: no category in Moodle stands for the "
        f"{description.what} alone",
        description.where,
        hint="Give the section a title." if description.what == "section" else None,
    )


def _categories(quiz: Quiz, place: Place, waiting: dict[Place, _Description], losses: Losses) -> Iterator[str]:
    """What makes ``place`` the category of the questions that follow, and gives it and its parents their texts."""
    for depth in range(1, len(place)):
        if place[:depth] in waiting:
            yield _category(quiz, place[:depth], waiting.pop(place[:depth]), losses)
    yield _category(quiz, place, waiting.pop(place, None), losses)


def _category(quiz: Quiz, place: Place, description: _Description | None, losses: Losses) -> str:
    # No idnumber: one that another category of the course has stops the import half-way.
    element = xml.opened("category")
    xml.named(element, "category", categories.spell(place))
    text = ""
    if description is not None:
        text = rich_without_images(quiz, description.markdown)
        texts = [(description.markdown, f"the description of the {description.what}", ())]
        media.report_described(quiz, texts, "Moodle keeps no files of categories", description.where, losses)
    xml.rich_text(element, "info", text)
    return xml.closed(element)
