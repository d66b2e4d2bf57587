"""The quiz as the author means it: frozen data, no rendered output.

Texts are the author's Markdown. An absent text is the empty string, an absent list the empty tuple.
"""

from kfexport.model.questions import (
    Choice,
    Essay,
    Feedback,
    Question,
    QuestionBase,
    Response,
    SingleChoice,
)
from kfexport.model.quiz import Author, Delivery, Quiz, Section, Stimulus

__all__ = [
    "Author",
    "Choice",
    "Delivery",
    "Essay",
    "Feedback",
    "Question",
    "QuestionBase",
    "Quiz",
    "Response",
    "Section",
    "SingleChoice",
    "Stimulus",
]
