"""One question → one assessmentItem."""

from typing import assert_never

from kfexport.model import Essay, Question, Quiz, SingleChoice
from kfexport.targets.base import Losses
from kfexport.targets.identity import item_identifier
from kfexport.targets.qti21.choice import write_single_choice
from kfexport.targets.qti21.essay import write_essay
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import LANG, QTI, QTI_SCHEMA, document, root


def item(quiz: Quiz, question: Question, title: str, losses: Losses) -> bytes:
    """The item file of a question; ``title`` is its name in question banks."""
    element = root(
        "assessmentItem",
        QTI,
        QTI_SCHEMA,
        identifier=item_identifier(quiz.key(question), question.id),
        title=title,
        adaptive="false",
        timeDependent="false",
    )
    element.set(LANG, quiz.lang)
    texts = Texts(losses, question.origin, question, quiz.safe_html)
    match question:
        case SingleChoice():
            write_single_choice(element, quiz, question, texts)
        case Essay():
            write_essay(element, quiz, question, texts)
        case _:
            assert_never(question)
    return document(element)
