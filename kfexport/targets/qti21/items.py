"""One question → one assessmentItem."""

from typing import assert_never

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
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.targets.base import Losses
from kfexport.targets.identity import item_identifier
from kfexport.targets.qti21.arranging import write_matching, write_ordering
from kfexport.targets.qti21.choice import write_multiple_response, write_single_choice, write_true_false
from kfexport.targets.qti21.cloze import write_cloze
from kfexport.targets.qti21.description import write_description
from kfexport.targets.qti21.entry import write_numerical, write_short_answer
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
    texts = Texts(losses, question.origin, question, quiz)
    match question:
        case SingleChoice():
            write_single_choice(element, quiz, question, texts)
        case MultipleResponse():
            write_multiple_response(element, quiz, question, texts)
        case TrueFalse():
            write_true_false(element, quiz, question, texts)
        case ShortAnswer():
            write_short_answer(element, quiz, question, texts)
        case Numerical():
            write_numerical(element, quiz, question, texts)
        case Essay():
            write_essay(element, quiz, question, texts)
        case Matching():
            write_matching(element, quiz, question, texts)
        case Ordering():
            write_ordering(element, quiz, question, texts)
        case Cloze():
            write_cloze(element, quiz, question, texts)
        case Description():
            write_description(element, quiz, question, texts)
        case _:
            assert_never(question)
    return document(element)
