"""Essay → extendedTextInteraction or uploadInteraction, scored by a person."""

from typing import Final

from kfexport.diagnostics import Severity
from kfexport.model import Essay, Quiz
from kfexport.model.labels import label
from kfexport.targets.qti21 import feedback
from kfexport.targets.qti21.parts import RESPONSE, declare_response, declare_score, heading, write_body
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import Element, child

_FORMATS: Final = {
    "rich": "xhtml",
    "plain": "plain",
    # The schema spells the third format "preformatted" and JQTI+ knows "preFormatted" only: neither is safe.
    "code": "plain",
}


def write_essay(item: Element, quiz: Quiz, question: Essay, texts: Texts) -> None:
    """Fill the item of an essay.

    It has no correctResponse, which would make it a short answer in Canvas, and no response processing: SCORE stays
    at 0 until a person sets it.
    """
    upload = question.response.format == "file"
    explanation = feedback.general(question, label(quiz, "explanation"))
    declare_response(item, "file" if upload else "string")
    declare_score(item, question.points)
    feedback.declare(item, explanation)
    body, stem = write_body(item, quiz, question, texts)
    if question.response.starter:
        child(stem, "pre", question.response.starter)
    _write_rubrics(body, quiz, question, texts)
    if upload:
        child(body, "uploadInteraction", responseIdentifier=RESPONSE)
        if question.response.lines is not None:
            lost = "The height of the answer field is left out: an answer in a file has no field"
            texts.report("KF402", Severity.WARNING, lost, "response", "lines")
    else:
        _write_field(body, question)
    feedback.write(item, explanation, texts)


def _write_field(body: Element, question: Essay) -> None:
    field = child(body, "extendedTextInteraction", responseIdentifier=RESPONSE)
    if question.response.lines is not None:
        field.set("expectedLines", str(question.response.lines))
    field.set("format", _FORMATS[question.response.format])


def _write_rubrics(body: Element, quiz: Quiz, question: Essay, texts: Texts) -> None:
    """What graders see; a rubric block is a direct child of the body or nothing."""
    if question.model_answer:
        block = child(child(body, "rubricBlock", view="scorer"), "div")
        heading(block, label(quiz, "model_answer"))
        texts.put(block, question.model_answer, "the model answer", "model_answer")
    if question.grading_notes:
        block = child(child(body, "rubricBlock", view="scorer"), "div")
        texts.put(block, question.grading_notes, "the grading notes", "grading_notes")
