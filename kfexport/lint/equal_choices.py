"""Choices that look the same.

What: no two choices of a question may show the same text. Blanks around them and emphasis do not count as a
difference, nor do entities, escapes, and braces and blanks in a formula that nobody sees; letter case does. Choices
that differ in code style or in the address of a link alone get a warning.

Why: the learner cannot know which of them is the right one.

Fails:

    choices:
      - "2"
      - "**2**"

Passes:

    choices:
      - "2"
      - "2.0"
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Related, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import MultipleResponse, Quiz, SingleChoice
from kfexport.richtext.looks import SAME, twins
from kfexport.richtext.markdown import is_inline, to_html
from kfexport.richtext.plain import surely_differ


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for question in quiz.questions():
        if isinstance(question, (SingleChoice, MultipleResponse)):
            texts = [choice.text for choice in question.choices]
            if not surely_differ(texts):
                yield from _compare(question, texts, safe=quiz.safe_html)


def _compare(question: SingleChoice | MultipleResponse, texts: list[str], *, safe: bool) -> Iterator[Diagnostic]:
    def at(i: int) -> Origin | None:
        return below(question.origin, "choices", i)

    for first, second, look in twins([to_html(text, inline=is_inline(text), safe=safe) for text in texts]):
        other = at(first)
        yield RULE.found(
            f"choices {first + 1} and {second + 1} {look}",
            at(second),
            hint="Change or delete one of them.",
            related=(Related(f"choice {first + 1}", other),) if other else (),
            question=question,
            severity=Severity.ERROR if look == SAME else Severity.WARNING,
        )


RULE: Final = Rule(code="KF203", name="equal-choices", severity=Severity.ERROR, milder=True, check=_check)
