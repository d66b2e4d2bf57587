"""Ids that two things share.

What: question ids are unique in a file whatever their letter case, section ids among the sections, choice ids among
the choices, and question identities (`quiz-id/question-id`, or `key`) in all quizzes of a run.

Why: every identity in an export comes from the ids. Of two questions with one identity, Moodle drops the second
idnumber, and Anki updates both notes with the same text. Some platforms and file systems do not see letter case.

Fails:

    - id: pods
    - id: Pods

Passes:

    - id: pods
    - id: pods-in-a-namespace
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Related, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import MultipleResponse, Question, Quiz, SingleChoice


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    ids = [question.id.lower() for question in quiz.questions()]
    if len(set(ids)) < len(ids):
        yield from _doubles("question", ((q.id, q.origin, q) for q in quiz.questions()))
    sections = ((s.id, s.origin, None) for s in quiz.sections if s.id is not None)
    yield from _doubles("section", sections)
    for question in quiz.questions():
        if isinstance(question, (SingleChoice, MultipleResponse)) and any(c.id for c in question.choices):
            origin = question.origin
            choices = (
                (c.id, below(origin, "choices", i), question)
                for i, c in enumerate(question.choices)
                if c.id is not None
            )
            yield from _doubles("choice", choices)


def _doubles(kind: str, items: Iterable[tuple[str, Origin | None, Question | None]]) -> Iterator[Diagnostic]:
    first: dict[str, tuple[str, Origin | None]] = {}
    for name, origin, question in items:
        folded = name.lower()
        if folded not in first:
            first[folded] = (name, origin)
            continue
        earlier, where = first[folded]
        same = f"the {kind} id `{name}` is given twice"
        differs = f"the {kind} ids `{earlier}` and `{name}` differ in letter case only"
        yield RULE.found(
            same if name == earlier else differs,
            below(origin, "id"),
            hint="Give one of them another id.",
            related=(Related("first given here", where.child("id")),) if where else (),
            question=question,
        )


def _check_all(quizzes: Sequence[Quiz], _context: Context) -> Iterator[Diagnostic]:
    first: dict[str, Question] = {}
    for quiz in quizzes:
        for question in quiz.questions():
            key = quiz.key(question)
            other = first.setdefault(key, question)
            if other is question or (question.key is None and other.key is None):
                continue  # without `key`, equal identities are equal quiz ids or question ids, told by those rules
            culprit, related = (question, other) if question.key else (other, question)
            yield RULE.found(
                f"the identity `{key}` belongs to another question as well",
                below(culprit.origin, "key"),
                hint="Only one question can keep an identity; delete `key` from the other.",
                related=(Related("the other question", related.origin),) if related.origin else (),
                question=culprit,
            )


RULE: Final = Rule(code="KF201", name="unique-ids", severity=Severity.ERROR, check=_check, check_all=_check_all)
