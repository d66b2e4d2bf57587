"""Comments: identifiers by which both importers find them, and the conditions that show them.

Sources: ``assessment_item_converter.rb`` of canvas-lms (general, correct and incorrect comments by words in their
identifiers) and ``base_interaction.rb`` of the ``qti`` gem (by the identifiers themselves).
"""

from collections.abc import Iterator
from typing import Final

from kfexport.model import Question, Quiz
from kfexport.targets.canvas.scene import Comment, Item
from kfexport.targets.canvas.texts import rich, wrapped
from kfexport.targets.canvas.xml import ANYTHING, condition, material

GENERAL: Final = "general_fb"
CORRECT: Final = "correct_fb"
INCORRECT: Final = "general_incorrect_fb"


def text(quiz: Quiz, markdown: str) -> str:
    """A comment as HTML."""
    return wrapped(rich(quiz, markdown)) if markdown else ""


def comment(quiz: Quiz, answer: str, markdown: str, test: str = "") -> tuple[Comment, ...]:
    """The comment on an answer, if there is one."""
    return (Comment(f"{answer}_fb", text(quiz, markdown), test),) if markdown else ()


def on_right(question: Question) -> tuple[str, ...]:
    """The identifier of what a condition that gives full marks shows."""
    return (CORRECT,) if question.feedback.correct else ()


def conditions(item: Item) -> str:
    """All conditions of an item, in the one order that works.

    A comment's condition after the one that scores would make Classic Quizzes set the answer back to no marks.
    """
    found = [condition(ANYTHING, shown=(GENERAL,), goes_on=True)] if item.general else []
    found += [condition(c.test, shown=(c.ident,), goes_on=True) for c in item.comments if c.test]
    found.append(item.scoring)
    if item.incorrect:
        found.append(condition(ANYTHING, shown=(INCORRECT,), goes_on=True))
    return "".join(found)


def elements(item: Item) -> Iterator[str]:
    """The texts of all comments."""
    general = ((GENERAL, item.general), (CORRECT, item.correct), (INCORRECT, item.incorrect))
    for ident, content in (*general, *((c.ident, c.text) for c in item.comments)):
        if content:
            yield f'<itemfeedback ident="{ident}"><flow_mat>{material(content)}</flow_mat></itemfeedback>'
