"""A text between questions → an item without an interaction, worth nothing."""

from decimal import Decimal

from kfexport.model import Description, Quiz
from kfexport.model.labels import label
from kfexport.targets.qti21 import feedback
from kfexport.targets.qti21.parts import declare_score, write_stem
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import Element


def write_description(item: Element, quiz: Quiz, question: Description, texts: Texts) -> None:
    """Fill the item of a text. It has no response processing, so SCORE stays 0.

    A rubric block of a section would lose the text's place among the questions, and fewer importers read those.
    """
    explanation = feedback.general(question, label(quiz, "explanation"))
    declare_score(item, Decimal(0))
    feedback.declare(item, explanation)
    write_stem(item, quiz, question, texts)
    feedback.write(item, explanation, texts)
