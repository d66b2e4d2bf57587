"""Essays: ``essay_question``, or ``file_upload_question``."""

import html

from kfexport.diagnostics import Severity
from kfexport.model import Essay
from kfexport.model.labels import label as word
from kfexport.richtext.direction import directed
from kfexport.targets.canvas.numbers import spell
from kfexport.targets.canvas.scene import Item, Scene
from kfexport.targets.canvas.texts import decimal, escaped, rich
from kfexport.targets.canvas.xml import ANYTHING, condition, text_response


def essay(scene: Scene, question: Essay) -> Item:
    """What a person grades. The condition without marks is by what New Quizzes tell it from a short answer."""
    upload = question.response.format == "file"
    stem = scene.stem(question) + _starter(question)
    points = spell(question.points)
    notes = _grading_notes(scene, question)
    if upload:
        _report_field(scene, question, notes=bool(notes))
        return Item(kind="file_upload_question", stem=stem, points=points)
    return Item(
        kind="essay_question",
        stem=stem,
        points=points,
        metadata=(("grading_notes", notes),) if notes else (),
        response=text_response(attributes=_attributes(question)),
        scoring=condition(ANYTHING),
    )


def _starter(question: Essay) -> str:
    """The starter text below the prompt, with its lines and blanks: a field is empty at the start."""
    text = question.response.starter.rstrip()
    return f"<pre>{decimal(html.escape(text, quote=False))}</pre>" if text.strip() else ""


def _grading_notes(scene: Scene, question: Essay) -> str:
    """What New Quizzes show to graders: the notes, and then the model answer under its label."""
    notes = rich(scene.quiz, question.grading_notes)
    if not question.model_answer:
        return notes
    heading = f"<p><strong>{escaped(word(scene.quiz, 'model_answer'))}</strong></p>"
    return notes + directed(scene.quiz.lang, heading) + rich(scene.quiz, question.model_answer)


def _attributes(question: Essay) -> str:
    """What New Quizzes know of the field; Classic Quizzes have one kind of it, without limits."""
    response = question.response
    found = "" if response.format == "rich" else ' rce="No"'
    if response.min_words is None and response.max_words is None:
        return found
    found += ' word_count="Yes" word_limit_enabled="Yes"'
    for name, limit in (("min", response.min_words), ("max", response.max_words)):
        found += f' word_limit_{name}="{limit}"' if limit is not None else ""
    return found


def _report_field(scene: Scene, question: Essay, *, notes: bool) -> None:
    if notes:
        message = "What is for graders is left out: an upload has no place for it in Canvas"
        key = "grading_notes" if question.grading_notes else "model_answer"
        scene.report("KF402", Severity.WARNING, message, question, key)
