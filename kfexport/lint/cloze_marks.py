"""Blanks without a mark, and marks without a place.

What: every blank of a cloze is marked in its text exactly once, as `[[id]]`, and not inside a formula or the address of
a link.

Why: a blank that is not in the text can never be filled, so nobody would get full marks; two fields for one blank are
more than platforms can grade.

Fails:

    text: A pod runs on a [[node]].
    blanks:
      node: {answers: [node]}
      pod: {answers: [pod]}

Passes:

    text: A [[pod]] runs on a [[node]].
    blanks:
      node: {answers: [node]}
      pod: {answers: [pod]}
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Severity
from kfexport.lint.base import Context, Rule
from kfexport.model import Cloze, Quiz
from kfexport.richtext.cloze import marks, misplaced, to_html_with_blanks


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for question in quiz.questions():
        if isinstance(question, Cloze):
            yield from _check_cloze(question, safe=quiz.safe_html)


def _check_cloze(question: Cloze, *, safe: bool) -> Iterator[Diagnostic]:
    ids = [blank.id for blank in question.blanks]
    found = marks(question.text, ids)
    wrong = set(misplaced(to_html_with_blanks(question.text, ids, safe=safe)))
    for blank in ids:
        places = [at for name, at in found if name == blank]
        if not places:
            yield RULE.found(
                f"the blank `{blank}` has no mark in the text",
                question.origin and question.origin.child("blanks", blank).key(),
                hint=f"Write `[[{blank}]]` where it belongs, or delete it.",
                question=question,
            )
        elif len(places) > 1:
            yield RULE.found(
                f"the blank `{blank}` is marked {len(places)} times",
                _at(question, places[1]),
                hint="Give each place a blank of its own, with an id of its own.",
                question=question,
            )
        elif blank in wrong:
            yield RULE.found(
                f"the blank `{blank}` stands in a formula or in the address of a link",
                _at(question, places[0]),
                hint="Move it out.",
                question=question,
            )


def _at(question: Cloze, offset: int) -> Origin | None:
    return question.origin.child("text").offset(offset) if question.origin is not None else None


RULE: Final = Rule(code="KF208", name="cloze-marks", severity=Severity.ERROR, check=_check)
