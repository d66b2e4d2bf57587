"""One function a question type: model → ``<question>``."""

import re
from collections.abc import Iterator
from typing import Final, assert_never

from lxml import etree

from kfexport.diagnostics import Origin, Severity
from kfexport.model import Choice, Essay, Question, Quiz, Response, Section, SingleChoice
from kfexport.model.labels import label
from kfexport.model.parts import ResponseFormat
from kfexport.richtext.markdown import is_inline
from kfexport.targets.base import Losses
from kfexport.targets.identity import idnumber
from kfexport.targets.moodle import grades, xml
from kfexport.targets.moodle.tags import stored_tags
from kfexport.targets.moodle.texts import clean_name, editable, escaped, rich
from kfexport.targets.names import full_name

_RESPONSE_FORMATS: Final[dict[ResponseFormat, str]] = {
    "rich": "editor",
    "plain": "plain",
    "code": "monospaced",
    "file": "noinline",
}
_DEFAULT_LINES: Final = 15
_LOSSY_BLANK: Final = re.compile(r"[ \t\n]{300}")
_SAFE_SIZE: Final = 4000
"""Bytes of a text below which Moodle's parser gets it in one piece and loses no white space."""


def build(quiz: Quiz, section: Section, question: Question, name: str, losses: Losses) -> etree._Element | None:
    """The element of a question, or ``None`` (and an error among the losses) where Moodle would refuse it."""
    element: etree._Element | None
    match question:
        case SingleChoice():
            element = _single_choice(quiz, question, name, losses)
        case Essay():
            element = _essay(quiz, question, name, losses)
        case _:
            assert_never(question)
    if element is None:
        return None
    if xml.too_long(element):
        message = f"A text of the question is longer than {xml.TEXT_LIMIT:,} bytes, more than Moodle's import takes"
        losses.add("KF406", Severity.ERROR, message, question.origin, question=question)
        return None
    _report_name(question, name, losses)
    found = stored_tags(quiz, section, question)
    if found:
        tags = etree.SubElement(element, "tags")
        for tag in found:
            xml.named(tags, "tag", tag)
    return element


def _single_choice(quiz: Quiz, question: SingleChoice, name: str, losses: Losses) -> etree._Element | None:
    fractions = _fractions(question, losses)
    if fractions is None:
        return None
    element = _common(quiz, question, "multichoice", name, _penalty(question, losses))
    pinned = any(choice.fixed for choice in question.choices)
    xml.leaf(element, "single", "true")
    xml.leaf(element, "shuffleanswers", "true" if question.shuffle and not pinned else "false")
    # Capital letters, as authors write them in "both A and B".
    xml.leaf(element, "answernumbering", "ABCD")
    xml.leaf(element, "showstandardinstruction", "0")
    xml.rich_text(element, "correctfeedback", rich(quiz, question.feedback.correct))
    xml.rich_text(element, "partiallycorrectfeedback", rich(quiz, question.feedback.partial))
    xml.rich_text(element, "incorrectfeedback", rich(quiz, question.feedback.incorrect))
    for choice, fraction in zip(question.choices, fractions, strict=True):
        answer = xml.rich_text(element, "answer", _choice_text(quiz, choice), fraction=fraction)
        xml.rich_text(answer, "feedback", rich(quiz, choice.feedback))
    for hint in question.hints:
        xml.rich_text(element, "hint", rich(quiz, hint))
    return element


def _choice_text(quiz: Quiz, choice: Choice) -> str:
    return rich(quiz, choice.text, inline=is_inline(choice.text))


def _fractions(question: SingleChoice, losses: Losses) -> tuple[str, ...] | None:
    """The grade of each choice in percent, or ``None`` (and an error each) where Moodle has no such grade."""
    fractions = []
    for i, choice in enumerate(question.choices):
        fraction = "100" if choice.correct else "0" if choice.credit is None else grades.grade(choice.credit)
        if fraction is None and choice.credit is not None:
            near = " or ".join(f"{n}%" for n in grades.neighbours(choice.credit))
            losses.add(
                "KF401",
                Severity.ERROR,
                f"Moodle has no grade of {grades.percent(choice.credit)}, the credit of choice {i + 1}",
                _below(question, "choices", i, "credit"),
                question=question,
                hint=f"Give it {near}, the nearest grades that Moodle has.",
            )
        fractions.append(fraction)
    known = [f for f in fractions if f is not None]
    return tuple(known) if len(known) == len(fractions) else None


def _penalty(question: Question, losses: Losses) -> str:
    if question.penalty is None:
        return grades.DEFAULT_PENALTY
    if grades.becomes_third(question.penalty):
        message = (
            f"The penalty of {grades.percent(question.penalty)} is a third in Moodle, which rounds what is near it"
        )
        losses.add("KF404", Severity.INFO, message, _below(question, "penalty"), question=question)
        return grades.DEFAULT_PENALTY
    return grades.fixed_point(question.penalty)


def _essay(quiz: Quiz, question: Essay, name: str, losses: Losses) -> etree._Element:
    _report_essay(question, losses)
    # A person grades it, so there are no wrong tries that a penalty could be for.
    element = _common(quiz, question, "essay", name, "0")
    response = question.response
    is_file = response.format == "file"
    xml.leaf(element, "responseformat", _RESPONSE_FORMATS[response.format])
    xml.leaf(element, "responserequired", "0" if is_file else "1")
    xml.leaf(element, "responsefieldlines", str(response.lines or _DEFAULT_LINES))
    for tag, limit in (("minwordlimit", response.min_words), ("maxwordlimit", response.max_words)):
        if limit and not is_file:
            xml.leaf(element, tag, str(limit))
    # Without a text field and without a file there would be nothing to hand in.
    xml.leaf(element, "attachments", str(max(response.attachments, 1) if is_file else response.attachments))
    xml.leaf(element, "attachmentsrequired", "1" if is_file else "0")
    xml.rich_text(element, "graderinfo", _grader_info(quiz, question))
    if response.format == "rich":
        xml.rich_text(element, "responsetemplate", editable(response.starter) if response.starter.strip() else "")
    else:
        starter = "" if is_file else response.starter.rstrip()
        xml.rich_text(element, "responsetemplate", starter, "plain_text")
    return element


def _grader_info(quiz: Quiz, question: Essay) -> str:
    """The grading notes, and then the model answer under its label, so that one sees where it begins."""
    notes = rich(quiz, question.grading_notes)
    if not question.model_answer:
        return notes
    return f"{notes}<p><strong>{escaped(label(quiz, 'model_answer'))}</strong></p>{rich(quiz, question.model_answer)}"


def _report_essay(question: Essay, losses: Losses) -> None:
    for what, path, why in _lost_of_essay(question):
        losses.add("KF402", Severity.WARNING, f"{what} left out: {why}", _below(question, *path), question=question)
    starter = question.response.starter.rstrip()
    if question.response.format not in ("plain", "code") or not starter:
        return
    where = _below(question, "response", "starter")
    if starter[0] in " \t\r\n":
        message = "The starter text begins without its blanks: Moodle trims it"
        losses.add("KF405", Severity.WARNING, message, where, question=question)
    if len(starter.encode()) > _SAFE_SIZE and _LOSSY_BLANK.search(starter):
        message = "The starter text may lose blanks: Moodle's import drops some of 300 and more in a row"
        losses.add("KF405", Severity.WARNING, message, where, question=question)


def _lost_of_essay(question: Essay) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """What Moodle's essays do not have: the subject of a sentence, its path, and why it is lost."""
    if question.hints:
        yield "The hints are", ("hints",), "Moodle's essays have none"
    for name, what in (("correct", "a right"), ("partial", "a partly right"), ("incorrect", "a wrong")):
        if getattr(question.feedback, name):
            yield f"Feedback on {what} answer is", ("feedback", name), "Moodle's essays have one explanation for all"
    response = question.response
    if response.format == "file":
        for key, what in _field_settings(response):
            yield what, ("response", key), "an answer in files has no text field in Moodle"


def _field_settings(response: Response) -> Iterator[tuple[str, str]]:
    if response.lines is not None:
        yield "lines", "The height of the answer field is"
    if response.min_words is not None:
        yield "min_words", "The lower word limit is"
    if response.max_words is not None:
        yield "max_words", "The upper word limit is"
    if response.starter.strip():
        yield "starter", "The starter text is"


def _common(quiz: Quiz, question: Question, kind: str, name: str, penalty: str) -> etree._Element:
    """What every type begins with, in the order of Moodle's own export."""
    element = etree.Element("question", type=kind)
    xml.named(element, "name", name)
    xml.rich_text(element, "questiontext", _stimulus(quiz, question) + rich(quiz, question.prompt))
    xml.rich_text(element, "generalfeedback", rich(quiz, question.explanation))
    xml.leaf(element, "defaultgrade", grades.points(question.points))
    xml.leaf(element, "penalty", penalty)
    xml.leaf(element, "hidden", "0")
    xml.leaf(element, "idnumber", idnumber(quiz.key(question)))
    return element


def _stimulus(quiz: Quiz, question: Question) -> str:
    """The shared text before the prompt. Its title is one level below the hidden ``<h4>`` that Moodle puts before
    every question text for screen readers (question/engine/renderer.php)."""
    stimulus = quiz.stimulus(question)
    if stimulus is None:
        return ""
    title = f"<h5>{escaped(stimulus.title)}</h5>" if stimulus.title else ""
    return title + rich(quiz, stimulus.text)


def _report_name(question: Question, name: str, losses: Losses) -> None:
    """A name that the author wrote and Moodle cannot keep; one made from the prompt loses nothing."""
    if not question.title.strip():
        return
    whole = full_name(question)
    clean = clean_name(whole)
    if clean != whole:
        message = f"The name is “{clean}”: Moodle cuts names at a “<” that no blank follows"
        losses.add("KF404", Severity.INFO, message, _below(question, "title"), question=question)
    if not name.startswith(clean):
        message = f"The name is cut to “{name}”, as long as Moodle lets it be"
        losses.add("KF404", Severity.INFO, message, _below(question, "title"), question=question)


def _below(question: Question, *steps: str | int) -> Origin | None:
    return question.origin.child(*steps) if question.origin is not None else None
