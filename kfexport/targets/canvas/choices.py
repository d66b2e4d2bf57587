"""Choice questions: ``multiple_choice_question``, ``multiple_answers_question`` and ``true_false_question``."""

from collections.abc import Sequence
from typing import Final

from kfexport.diagnostics import Severity
from kfexport.model import MultipleResponse, SingleChoice, TrueFalse
from kfexport.model.labels import label as word
from kfexport.model.parts import Scoring
from kfexport.targets.canvas.feedback import comment, on_right
from kfexport.targets.canvas.numbers import spell
from kfexport.targets.canvas.scene import Comment, Item, Scene
from kfexport.targets.canvas.texts import escaped, paragraphs
from kfexport.targets.canvas.xml import HTML, PLAIN, RESPONSE, choice_response, condition, equals, label

_FULL: Final = "100"
_WORDS: Final = ("True", "False")
"""What Canvas calls the answers of its own type, in every language, and in this order."""
_ALGORITHMS: Final[dict[Scoring, str]] = {"partial": "PartialScore", "all_or_nothing": "AllOrNothing"}
"""How New Quizzes score several choices."""


def single_choice(scene: Scene, question: SingleChoice) -> Item:
    """A ``multiple_choice_question``."""
    ids = _ids(scene, question)
    right = next(id for id, choice in zip(ids, question.choices, strict=True) if choice.correct)
    return Item(
        kind="multiple_choice_question",
        stem=scene.stem(question),
        points=spell(question.points),
        metadata=(_order(ids),),
        response=_response(scene, question, ids, "Single"),
        scoring=condition(equals(right), score=_FULL, shown=on_right(question)),
        comments=_comments(scene, question, ids),
    )


def multiple_response(scene: Scene, question: MultipleResponse) -> Item:
    """A ``multiple_answers_question``, also where only one choice is right."""
    ids = _ids(scene, question)
    tests = (
        equals(id) if choice.correct else f"<not>{equals(id)}</not>"
        for id, choice in zip(ids, question.choices, strict=True)
    )
    return Item(
        kind="multiple_answers_question",
        stem=scene.stem(question),
        points=spell(question.points),
        metadata=(_order(ids), ("scoring_algorithm", _ALGORITHMS[question.scoring])),
        response=_response(scene, question, ids, "Multiple"),
        scoring=condition(f"<and>{''.join(tests)}</and>", score=_FULL, shown=on_right(question)),
        comments=_comments(scene, question, ids),
    )


def _ids(scene: Scene, question: SingleChoice | MultipleResponse) -> list[str]:
    """The identifier of each choice: from its id where it has one, else from its position."""
    return [
        scene.answer_id(question, *(("choice", at) if choice.id is None else ("choice-id", choice.id)))
        for at, choice in enumerate(question.choices, 1)
    ]


def _order(ids: Sequence[str]) -> tuple[str, str]:
    """The answers in the order of the file, as Canvas's own exports list them."""
    return "original_answer_ids", ",".join(ids)


def _response(
    scene: Scene, question: SingleChoice | MultipleResponse, ids: Sequence[str], cardinality: str
) -> str:  # fmt: skip
    """The choices. Only New Quizzes shuffle them by the question, and keep some in their place."""
    labels = (
        label(id, paragraphs(scene.quiz, choice.text), HTML, ' lock="Yes"' if question.shuffle and choice.fixed else "")
        for id, choice in zip(ids, question.choices, strict=True)
    )
    return choice_response(RESPONSE, labels, cardinality=cardinality, shuffle=question.shuffle)


def _comments(
    scene: Scene, question: SingleChoice | MultipleResponse, ids: Sequence[str]
) -> tuple[Comment, ...]:  # fmt: skip
    return tuple(
        found
        for id, choice in zip(ids, question.choices, strict=True)
        for found in comment(scene.quiz, id, choice.feedback, equals(id))
    )


def true_false(scene: Scene, question: TrueFalse) -> Item:
    """A ``true_false_question``, or a ``multiple_choice_question`` where the quiz has other words than Canvas."""
    words = (word(scene.quiz, "true"), word(scene.quiz, "false"))
    own = words == _WORDS
    if not own:
        message = (
            f"The question is written as multiple choice between “{words[0]}” and “{words[1]}”: Canvas's own type has "
            "no other words than True and False"
        )
        scene.report("KF402", Severity.WARNING, message, question, "answer")
    ids = [scene.answer_id(question, "choice", name) for name in ("true", "false")]
    right = ids[0] if question.answer else ids[1]
    labels = [
        label(id, text, PLAIN) if own else label(id, f"<p>{escaped(text)}</p>")
        for id, text in zip(ids, words, strict=True)
    ]
    feedback = zip(ids, (question.feedback_true, question.feedback_false), strict=True)
    return Item(
        kind="true_false_question" if own else "multiple_choice_question",
        stem=scene.stem(question),
        points=spell(question.points),
        metadata=(_order(ids),),
        response=choice_response(RESPONSE, labels, cardinality="Single"),
        scoring=condition(equals(right), score=_FULL, shown=on_right(question)),
        comments=tuple(c for id, text in feedback for c in comment(scene.quiz, id, text, equals(id))),
    )
