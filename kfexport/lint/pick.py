"""Drawing more questions than there are.

What: `pick` of a section is at most the number of its questions that are exported. Drafts do not count. Texts of the
type `description` cannot stand in such a section.

Why: platforms refuse the quiz, or draw fewer questions without a word.

Fails: `pick: 5` in a section of four questions.

Passes: `pick: 4` in a section of four questions.
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import Description, Quiz, Section


def _check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    if context.partial:
        return  # questions that could not be read would not be counted
    for section in quiz.sections:
        ready = sum(not q.draft and not isinstance(q, Description) for q in section.questions)
        yield from _texts(section)
        if section.pick is not None and section.pick > ready and section.questions:
            questions = "1 question" if ready == 1 else f"{ready} questions"
            yield RULE.found(
                f"`pick` is {section.pick}, and the section has {questions} to draw from",
                below(section.origin, "pick"),
                hint=f"Write `pick: {ready}` or less, or add questions."
                if ready
                else "Add questions, or delete `pick`.",
            )


def _texts(section: Section) -> Iterator[Diagnostic]:
    """A text cannot be drawn: it would take the place of a question, or stand far from those it belongs to."""
    for question in section.questions:
        if section.pick is not None and isinstance(question, Description):
            yield RULE.found(
                "a `description` cannot stand in a section with `pick`",
                below(question.origin, "type"),
                hint="Make it the description of the section, or a stimulus of the questions.",
                question=question,
            )


RULE: Final = Rule(code="KF206", name="pick", severity=Severity.ERROR, check=_check)
