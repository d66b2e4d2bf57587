"""The quiz as the author means it: frozen data, no rendered output.

Texts are the author's Markdown. An absent text is the empty string, an absent list the empty tuple.
"""

from kfexport.model.assets import Asset, ImageFormat
from kfexport.model.parts import (
    Answer,
    Blank,
    Choice,
    ChoiceBlank,
    Feedback,
    NumberBlank,
    NumericalAnswer,
    Pair,
    Response,
    TextBlank,
)
from kfexport.model.questions import (
    Cloze,
    Description,
    Essay,
    Matching,
    MultipleResponse,
    Numerical,
    Ordering,
    Question,
    QuestionBase,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.model.quiz import Author, Delivery, Quiz, Section, Stimulus

__all__ = [
    "Answer",
    "Asset",
    "Author",
    "Blank",
    "Choice",
    "ChoiceBlank",
    "Cloze",
    "Delivery",
    "Description",
    "Essay",
    "Feedback",
    "ImageFormat",
    "Matching",
    "MultipleResponse",
    "NumberBlank",
    "Numerical",
    "NumericalAnswer",
    "Ordering",
    "Pair",
    "Question",
    "QuestionBase",
    "Quiz",
    "Response",
    "Section",
    "ShortAnswer",
    "SingleChoice",
    "Stimulus",
    "TextBlank",
    "TrueFalse",
]
