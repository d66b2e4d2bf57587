"""One question, or one text between questions, → one item."""

from typing import Final, assert_never

from kfexport.diagnostics import Severity
from kfexport.model import (
    Cloze,
    Description,
    Essay,
    Matching,
    MultipleResponse,
    Numerical,
    Ordering,
    Question,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.targets.canvas import feedback
from kfexport.targets.canvas.choices import multiple_response, single_choice, true_false
from kfexport.targets.canvas.cloze import cloze
from kfexport.targets.canvas.entry import numerical, short_answer
from kfexport.targets.canvas.essays import essay
from kfexport.targets.canvas.lists import matching, ordering
from kfexport.targets.canvas.scene import Item, Scene
from kfexport.targets.canvas.texts import STEM_LIMIT, too_long
from kfexport.targets.canvas.xml import field, material
from kfexport.targets.markup import attribute

_TEXT_ONLY: Final = "text_only_question"
_OUTCOMES: Final = '<outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>'


def item(scene: Scene, question: Question) -> Item | None:
    """What a question becomes, or ``None`` (and an error among the losses) where Canvas could not hold it."""
    found = _of_type(scene, question)
    if found is None:
        return None
    if too_long(found.stem):
        message = f"What is asked is longer than Classic Quizzes take, {STEM_LIMIT:,} characters of HTML"
        key = "text" if isinstance(question, Cloze) else "prompt"
        scene.report("KF406", Severity.ERROR, message, question, key, hint="Make it shorter.")
        return None
    if isinstance(question, Description):
        return found
    graded = not isinstance(question, Essay)
    return found._replace(
        general=feedback.text(scene.quiz, question.explanation),
        correct=feedback.text(scene.quiz, question.feedback.correct) if graded else "",
        incorrect=feedback.text(scene.quiz, question.feedback.incorrect) if graded else "",
    )


def _of_type(scene: Scene, question: Question) -> Item | None:
    match question:
        case SingleChoice():
            return single_choice(scene, question)
        case MultipleResponse():
            return multiple_response(scene, question)
        case TrueFalse():
            return true_false(scene, question)
        case ShortAnswer():
            return short_answer(scene, question)
        case Numerical():
            return numerical(scene, question)
        case Essay():
            return essay(scene, question)
        case Matching():
            return matching(scene, question)
        case Ordering():
            return ordering(scene, question)
        case Cloze():
            return cloze(scene, question)
        case Description():
            return text_only(scene.stem(question))
        case _:
            assert_never(question)


def text_only(text: str) -> Item:
    """A text between questions."""
    return Item(kind=_TEXT_ONLY, stem=text, points="0.0")


def written(item: Item, *, ident: str, title: str, bank: str = "", stimulus: str = "") -> str:
    """The element; ``bank`` is the name of the question bank where it is not the quiz's, ``stimulus`` the identifier of
    the text that New Quizzes show beside it."""
    # The type comes first: New Quizzes look for it in the first entry.
    entries = [("question_type", item.kind), ("points_possible", item.points), *item.metadata]
    entries += [(name, entry) for name, entry in (
        ("parent_stimulus_item_ident", stimulus), ("wct_questioncategory", bank)) if entry]  # fmt: skip
    metadata = "".join(field(name, entry) for name, entry in entries)
    conditions = feedback.conditions(item)
    lines = [
        f"<itemmetadata><qtimetadata>{metadata}</qtimetadata></itemmetadata>",
        f"<presentation>{material(item.stem)}{item.response}</presentation>",
    ]
    if conditions:
        lines.append(f"<resprocessing>{_OUTCOMES}{conditions}</resprocessing>")
    lines += feedback.elements(item)
    inside = "".join(f"  {line}\n" for line in lines)
    return f'<item ident="{ident}" title="{attribute(title)}">\n{inside}</item>\n'
