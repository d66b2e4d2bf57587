"""Drawing more questions than there are.

What: `pick` of a section is at most the number of its questions that are exported. Drafts do not count.

Why: platforms refuse the quiz, or draw fewer questions without a word.

Fails: `pick: 5` in a section of four questions.

Passes: `pick: 4` in a section of four questions.
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Context, Rule
from kfexport.model import Quiz


def _check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    if context.partial:
        return  # questions that could not be read would not be counted
    for section in quiz.sections:
        ready = sum(not q.draft for q in section.questions)
        if section.pick is not None and section.pick > ready and section.questions:
            questions = "1 question" if ready == 1 else f"{ready} questions"
            yield RULE.found(
                f"`pick` is {section.pick}, and the section has {questions} to draw from",
                section.origin and section.origin.child("pick"),
                hint=f"Write `pick: {ready}` or less, or add questions."
                if ready
                else "Add questions, or delete `pick`.",
            )


RULE: Final = Rule(code="KF206", name="pick", severity=Severity.ERROR, check=_check)
