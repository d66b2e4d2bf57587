"""A part of the quizzes, chosen by ids and tags."""

from dataclasses import dataclass, replace

from kfexport.model import Question, Quiz
from kfexport.spelling import near


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which part of the quizzes is exported. Empty means everything."""

    ids: tuple[str, ...] = ()
    """``quiz-id`` or ``quiz-id/question-id``."""
    tags: tuple[str, ...] = ()
    """Questions with one of these tags."""

    def __bool__(self) -> bool:
        return bool(self.ids or self.tags)


def check(quizzes: tuple[Quiz, ...], select: Selection) -> None:
    """Make sure that something is selected.

    Raises:
        ValueError: nothing has one of the ids or tags.
    """
    known = {quiz.id for quiz in quizzes} | {f"{quiz.id}/{q.id}" for quiz in quizzes for q in quiz.questions()}
    for wanted in select.ids:
        if wanted not in known:
            raise ValueError(f"no quiz or question has the id “{wanted}”{near(wanted, sorted(known))}")
    tags = {tag for quiz in quizzes for s in quiz.sections for q in s.questions for tag in quiz.all_tags(s, q)}
    for wanted in select.tags:
        if wanted not in tags:
            raise ValueError(f"no question has the tag “{wanted}”{near(wanted, sorted(tags))}")
    if not selected(quizzes, select):
        raise ValueError("no question has one of the ids and one of the tags as well")


def selected(quizzes: tuple[Quiz, ...], select: Selection | None) -> tuple[Quiz, ...]:
    """The quizzes with what is selected of them, without those of which nothing is."""
    if not select:
        return quizzes
    chosen = (_part(quiz, select) for quiz in quizzes)
    return tuple(quiz for quiz in chosen if any(section.questions for section in quiz.sections))


def _part(quiz: Quiz, select: Selection) -> Quiz:
    def wanted(question: Question, tags: tuple[str, ...]) -> bool:
        by_id = not select.ids or quiz.id in select.ids or f"{quiz.id}/{question.id}" in select.ids
        return by_id and (not select.tags or not set(select.tags).isdisjoint(tags))

    return replace(
        quiz,
        sections=tuple(
            replace(s, questions=tuple(q for q in s.questions if wanted(q, quiz.all_tags(s, q)))) for s in quiz.sections
        ),
    )
