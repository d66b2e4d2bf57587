"""``assessment_meta.xml``: what a quiz is in Canvas beside its questions.

Source: ``lib/cc/importer/canvas/quiz_metadata_converter.rb`` of canvas-lms, which takes what stands here in place of
what the assessment says, and ``assessment.rb`` of the ``qti`` gem.
"""

from typing import Final

from kfexport.diagnostics import Severity, below
from kfexport.model import MultipleResponse, Quiz, SingleChoice
from kfexport.model.parts import ChoiceBlank
from kfexport.model.questions import Cloze
from kfexport.targets.base import Losses, listed
from kfexport.targets.canvas.texts import plain, rich
from kfexport.targets.canvas.xml import leaf, root
from kfexport.targets.identity import test_identifier

_NAMESPACE: Final = "http://canvas.instructure.com/xsd/cccv1p0"
_SCHEMA: Final = "https://canvas.instructure.com/xsd/cccv1p0.xsd"
_MINUTE: Final = 60
_UNLIMITED: Final = "-1"


def minutes(quiz: Quiz) -> str:
    """The time limit in whole minutes, rounded up, or nothing: 0 would end the quiz at once in Classic Quizzes."""
    seconds = quiz.delivery.time_limit
    return str(max(1, -(-seconds // _MINUTE))) if seconds else ""


def attempts(quiz: Quiz) -> str:
    """The number of attempts as Canvas writes it; one where the quiz does not say."""
    wish = quiz.delivery.attempts
    return _UNLIMITED if wish == "unlimited" else str(wish or 1)


def meta(quiz: Quiz, title: str, points: str) -> bytes:
    """The file; ``points`` is what the whole quiz is worth."""
    limit = minutes(quiz)
    entries = [
        ("title", plain(title)),
        ("description", rich(quiz, quiz.description)),
        ("shuffle_answers", _truth(shuffles_everything(quiz))),
        ("scoring_policy", "keep_highest"),
        ("quiz_type", "assignment"),
        ("points_possible", points),
        # New Quizzes take silence for no.
        ("show_correct_answers", "true"),
        *((("time_limit", limit),) if limit else ()),
        ("allowed_attempts", attempts(quiz)),
        ("one_question_at_a_time", "false"),
        ("cant_go_back", "false"),
        # Read by New Quizzes only.
        ("shuffle_questions", _truth(quiz.delivery.shuffle_questions)),
        ("available", "false"),
    ]
    inside = "".join(f"  {leaf(name, value)}\n" for name, value in entries)
    return root("quiz", _NAMESPACE, _SCHEMA, f' identifier="{test_identifier(quiz.id)}"', inside)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def shuffles_everything(quiz: Quiz) -> bool:
    """Whether answers are shuffled in the whole quiz: Classic Quizzes do so in all choice questions and drop-downs, or
    in none, and New Quizzes in all of them where it says so."""
    choices = [q for q in quiz.questions() if isinstance(q, (SingleChoice, MultipleResponse))]
    pinned = any(choice.fixed for question in choices for choice in question.choices)
    menus = any(isinstance(b, ChoiceBlank) for q in quiz.questions() if isinstance(q, Cloze) for b in q.blanks)
    return bool(choices) and all(q.shuffle for q in choices) and not pinned and not menus


def report(quiz: Quiz, losses: Losses) -> None:
    """Report what the settings of a quiz cannot say as its author means it."""
    seconds, limit = quiz.delivery.time_limit, minutes(quiz)
    if seconds and seconds % _MINUTE:
        message = f"The time limit of {_spoken(seconds)} is {_spoken(int(limit) * _MINUTE)}: Canvas has whole minutes"
        losses.add("KF402", Severity.WARNING, message, below(quiz.origin, "delivery", "time_limit"))
    _report_shuffling(quiz, losses)


def _spoken(seconds: int) -> str:
    """A duration as it is written in a quiz file."""
    whole, rest = divmod(seconds, _MINUTE)
    return f"{f'{whole}m' if whole else ''}{f'{rest}s' if rest else ''}"


def _report_shuffling(quiz: Quiz, losses: Losses) -> None:
    """Told once a quiz, at the first question: in Classic Quizzes it is a setting of the quiz."""
    wish = [q for q in quiz.questions() if isinstance(q, (SingleChoice, MultipleResponse)) and q.shuffle]
    if not wish or shuffles_everything(quiz):
        return
    losses.add(
        "KF402",
        Severity.WARNING,
        f"Classic Quizzes do not shuffle the choices of {listed([q.id for q in wish])}: they shuffle all "
        "choices and drop-downs of a quiz or none, and keep none in its place",
        below(wish[0].origin, "shuffle"),
        question=wish[0] if len(wish) == 1 else None,
        hint="Write `shuffle: true` in all choice questions, and have no `fixed` choices and no drop-downs.",
    )
