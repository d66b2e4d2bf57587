"""Model → ``<question>``: which function makes which type, and what every question has."""

from typing import assert_never

from kfexport.diagnostics import Severity, below
from kfexport.model import (
    Cloze,
    Description,
    Essay,
    Matching,
    MultipleResponse,
    Numerical,
    Ordering,
    Question,
    Quiz,
    Section,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.targets.base import Losses
from kfexport.targets.moodle import xml
from kfexport.targets.moodle.answers import numerical, short_answer
from kfexport.targets.moodle.choices import multiple_response, single_choice, true_false
from kfexport.targets.moodle.cloze import cloze
from kfexport.targets.moodle.common import head, prompt
from kfexport.targets.moodle.essays import essay
from kfexport.targets.moodle.files import Files
from kfexport.targets.moodle.lists import matching, ordering
from kfexport.targets.moodle.tags import stored_tags
from kfexport.targets.moodle.texts import clean_name
from kfexport.targets.moodle.xml import Lines
from kfexport.targets.names import full_name


def build(
    quiz: Quiz, section: Section, question: Question, name: str, files: Files, losses: Losses
) -> str | None:  # fmt: skip
    """The element of a question, or ``None`` (and an error among the losses) where Moodle would refuse it."""
    element = _of_type(quiz, question, name, losses)
    if element is None:
        return None
    found = stored_tags(quiz, section, question)
    if found:
        tags: Lines = []
        for tag in found:
            xml.named(tags, "tag", tag, depth=3)
        xml.block(element, "tags", tags)
    whole = xml.closed(element)
    if xml.too_long(whole):
        message = f"A text of the question is longer than {xml.TEXT_LIMIT:,} bytes, more than Moodle's import takes"
        losses.add("KF406", Severity.ERROR, message, question.origin, question=question)
        return None
    _report_name(question, name, losses)
    shown = files.attached(element)
    return whole if shown is element else xml.closed(shown)


def _of_type(quiz: Quiz, question: Question, name: str, losses: Losses) -> Lines | None:
    match question:
        case SingleChoice():
            return single_choice(quiz, question, name, losses)
        case MultipleResponse():
            return multiple_response(quiz, question, name, losses)
        case TrueFalse():
            return true_false(quiz, question, name, losses)
        case ShortAnswer():
            return short_answer(quiz, question, name, losses)
        case Numerical():
            return numerical(quiz, question, name, losses)
        case Essay():
            return essay(quiz, question, name, losses)
        case Matching():
            return matching(quiz, question, name, losses)
        case Ordering():
            return ordering(quiz, question, name, losses)
        case Cloze():
            return cloze(quiz, question, name, losses)
        case Description():
            return head(quiz, question, "description", name, text=prompt(quiz, question), penalty="0", points="0")
        case _:
            assert_never(question)


def _report_name(question: Question, name: str, losses: Losses) -> None:
    """A name that the author wrote and Moodle cannot keep; one made from the prompt loses nothing."""
    if not question.title.strip():
        return
    whole = full_name(question)
    clean = clean_name(whole)
    if clean != whole:
        message = f"The name is “{clean}”: Moodle cuts names at a “<” that no blank follows"
        losses.add("KF404", Severity.INFO, message, below(question.origin, "title"), question=question)
    if not name.startswith(clean):
        message = f"The name is cut to “{name}”, as long as Moodle lets it be"
        losses.add("KF404", Severity.INFO, message, below(question.origin, "title"), question=question)
