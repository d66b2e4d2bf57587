"""The package of one quiz."""

from collections.abc import Mapping
from typing import Final

from kfexport.diagnostics import Severity, below
from kfexport.model import Quiz
from kfexport.richtext.mathjax import MathJax
from kfexport.targets import formulas, media
from kfexport.targets.base import Artifact, Losses, WriteOptions
from kfexport.targets.canvas import manifest, meta, texts
from kfexport.targets.canvas.assessment import assessment
from kfexport.targets.canvas.texts import JOINER, NAME_LIMIT, plain
from kfexport.targets.identity import test_identifier
from kfexport.targets.markup import one_line
from kfexport.targets.names import fit, full_name, names
from kfexport.targets.package import zip_bytes

_MATHJAX: Final = MathJax("Canvas's MathJax", on_demand=True, is_3=False)
"""Version 2.7.7 with ``autoload-all.js`` (``packages/canvas-rce``, ``enhance-user-content/mathml.js``)."""


def write(quiz: Quiz, options: WriteOptions, losses: Losses) -> Artifact:
    """One package, ``canvas/‹quiz id›.zip``: manifest, questions, settings.

    Importing it again updates the quiz in Classic Quizzes where the teacher asks for that, by the identifiers of quiz,
    groups and questions; New Quizzes make another quiz.
    """
    # Where it must not be HTML it is longer by some joiners, and Canvas's limit holds there as well.
    title = fit(one_line(quiz.title), NAME_LIMIT, plain).replace(JOINER, "")
    titles = names(quiz, NAME_LIMIT)
    written = assessment(quiz, title, titles, losses)
    if written is None:
        return Artifact({})
    _report_titles(quiz, title, titles, losses)
    meta.report(quiz, losses)
    texts.report(quiz, losses)
    formulas.report(quiz, _MATHJAX, losses, texts.is_unseen)
    name = test_identifier(quiz.id)
    settings = meta.meta(quiz, title, written.points)
    known = media.by_name(quiz)
    shown = list(dict.fromkeys(image for part in (*written.content, settings) for image in media.used(known, part)))
    files: dict[str, bytes | tuple[bytes, ...]] = {
        manifest.assessment_path(name): written.content,
        manifest.meta_path(name): settings,
        manifest.NAME: manifest.manifest(name, shown),
        **{f"{texts.MEDIA}/{image}": known[image].data for image in shown},
    }
    return Artifact({f"canvas/{quiz.id}.zip": zip_bytes(files)})


def _report_titles(quiz: Quiz, title: str, titles: Mapping[str, str], losses: Losses) -> None:
    if title != one_line(quiz.title):
        message = f"The title of the quiz is cut to {NAME_LIMIT} characters, Canvas's limit"
        losses.add("KF404", Severity.INFO, message, below(quiz.origin, "title"))
    for question in quiz.questions():
        name = titles[question.id]
        if question.title.strip() and name != full_name(question):
            where = below(question.origin, "title")
            losses.add("KF404", Severity.INFO, f"The title is written as “{name}”", where, question=question)
