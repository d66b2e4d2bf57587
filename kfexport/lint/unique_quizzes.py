"""Two quizzes with one id.

What: quiz ids are unique in all files of a run, whatever their letter case.

Why: the id names the exported files, so one quiz would overwrite the other, and every identity of questions comes
from it.

Fails: `id: week-1` in two files.

Passes: `id: week-1` and `id: week-1-repeat`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from kfexport.diagnostics import Diagnostic, Related, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import Quiz


def _check_all(quizzes: Sequence[Quiz], _context: Context) -> Iterator[Diagnostic]:
    first: dict[str, Quiz] = {}
    for quiz in quizzes:
        if not quiz.id:
            continue
        other = first.setdefault(quiz.id.lower(), quiz)
        if other is quiz:
            continue
        name = other.origin.source.name if other.origin else "another quiz"
        yield RULE.found(
            f"the quiz id `{quiz.id}` is used by {name} as well",
            below(quiz.origin, "id"),
            hint="Give one of the quizzes another id.",
            related=(Related("first used here", other.origin.child("id")),) if other.origin else (),
        )


RULE: Final = Rule(code="KF202", name="unique-quizzes", severity=Severity.ERROR, check_all=_check_all)
