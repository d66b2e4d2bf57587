"""Essays: ``essay``."""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Severity, below
from kfexport.model import Essay, Quiz, Response
from kfexport.model.labels import label
from kfexport.model.parts import ResponseFormat
from kfexport.richtext.direction import directed
from kfexport.targets.base import Losses
from kfexport.targets.moodle import xml
from kfexport.targets.moodle.common import head, prompt
from kfexport.targets.moodle.texts import editable, escaped, rich
from kfexport.targets.moodle.xml import Lines

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


def essay(quiz: Quiz, question: Essay, name: str, losses: Losses) -> Lines:
    """An ``essay``, which a person grades."""
    _report_essay(question, losses)
    # There are no wrong tries that a penalty could be for.
    element = head(quiz, question, "essay", name, text=prompt(quiz, question), penalty="0")
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
    heading = f"<p><strong>{escaped(label(quiz, 'model_answer'))}</strong></p>"
    return notes + directed(quiz.lang, heading) + rich(quiz, question.model_answer)


def _report_essay(question: Essay, losses: Losses) -> None:
    if question.response.format == "file":
        for key, what in _field_settings(question.response):
            message = f"{what} left out: an answer in files has no text field in Moodle"
            losses.add("KF402", Severity.WARNING, message, below(question.origin, "response", key), question=question)
    starter = question.response.starter.rstrip()
    if question.response.format not in ("plain", "code") or not starter:
        return
    where = below(question.origin, "response", "starter")
    if starter[0] in " \t\r\n":
        message = "The starter text begins without its blanks: Moodle trims it"
        losses.add("KF405", Severity.WARNING, message, where, question=question)
    if len(starter.encode()) > _SAFE_SIZE and _LOSSY_BLANK.search(starter):
        message = "The starter text may lose blanks: Moodle's import drops some of 300 and more in a row"
        losses.add("KF405", Severity.WARNING, message, where, question=question)


def _field_settings(response: Response) -> Iterator[tuple[str, str]]:
    """What only a text field has: its key, and the subject of a sentence."""
    if response.lines is not None:
        yield "lines", "The height of the answer field is"
    if response.min_words is not None:
        yield "min_words", "The lower word limit is"
    if response.max_words is not None:
        yield "max_words", "The upper word limit is"
    if response.starter.strip():
        yield "starter", "The starter text is"
