"""Feedback of an item: one outcome of multiple cardinality, rules that fill it, and a modalFeedback for each text.

Identifiers are fixed words and positions, never made from the author's ids, since Canvas files feedback by words in
them (``gems/plugins/qti_exporter/lib/qti/assessment_item_converter.rb``): ``correct``, ``incorrect`` and
``general_`` as the feedback of the question, ``feedback_N_fb`` as the comment on the choice ``RESPONSE_N``. Blanks have
``feedback_N_M_fb``.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from kfexport.diagnostics import Path
from kfexport.model import Answer, Blank, Choice, ChoiceBlank, NumericalAnswer, QuestionBase
from kfexport.targets.qti21 import rules
from kfexport.targets.qti21.parts import SCORE
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import Element, Spelled, child, leaf, settled

OUTCOME: Final = "FEEDBACK"
CORRECT: Final = "correct_fb"
PARTIAL: Final = "partial_fb"
INCORRECT: Final = "incorrect_fb"
GENERAL: Final = "general_fb"
_NOTHING: Final = "none"
"""Keeps the outcome from being NULL where nothing is shown: JQTI+ fails on a NULL feedback outcome."""
_RESULTS: Final = (
    (CORRECT, "correct", "the feedback on a right answer"),
    (PARTIAL, "partial", "the feedback on a partly right answer"),
    (INCORRECT, "incorrect", "the feedback on a wrong answer"),
)
"""Identifier, key below ``feedback``, and which text it is."""


class Message(NamedTuple):
    """One text that is shown after answering. A big bank has tens of thousands."""

    identifier: str
    text: str
    """Markdown."""
    what: str
    """Which text it is, for reports."""
    path: Path
    """Where it stands below the question."""
    title: str = ""


def by_result(question: QuestionBase) -> list[Message]:
    """The texts for a right, partly right and wrong answer."""
    return [
        Message(identifier, text, what, ("feedback", key))
        for identifier, key, what in _RESULTS
        if (text := getattr(question.feedback, key))
    ]


def identifiers(messages: Sequence[Message]) -> tuple[str, ...]:
    """Their identifiers."""
    return tuple(message.identifier for message in messages)


def of_choice(choice: Choice, at: int) -> Message:
    """The text for who picks a choice; ``at`` is its position, from 1."""
    return Message(
        f"feedback_{at}_fb", choice.feedback, f"the feedback of choice {at}", ("choices", at - 1, "feedback")
    )


def by_answer(answers: Sequence[Answer | NumericalAnswer]) -> list[Message | None]:
    """For each accepted answer the text for who gives it."""
    return [
        _comment(answer.feedback, (at,), f"the feedback of answer {at}", ("answers", at - 1, "feedback"))
        for at, answer in enumerate(answers, 1)
    ]


def by_blank(blank: Blank, position: int) -> list[Message | None]:
    """For each answer or choice of a blank the text for who gives it; ``position`` is that of the blank, from 1."""
    noun, parts = _parts(blank)
    return [
        _comment(
            part.feedback,
            (position, at),
            f"the feedback of {noun} {at} of the blank {blank.id}",
            ("blanks", blank.id, f"{noun}s", at - 1, "feedback"),
        )
        for at, part in enumerate(parts, 1)
    ]


def _parts(blank: Blank) -> tuple[str, Sequence[Choice | Answer | NumericalAnswer]]:
    return ("choice", blank.choices) if isinstance(blank, ChoiceBlank) else ("answer", blank.answers)


def _comment(text: str, positions: tuple[int, ...], what: str, path: Path) -> Message | None:
    if not text:
        return None
    return Message(f"feedback_{'_'.join(map(str, positions))}_fb", text, what, path)


def general(question: QuestionBase, title: str) -> list[Message]:
    """The explanation, which everybody sees."""
    if not question.explanation:
        return []
    return [Message(GENERAL, question.explanation, "the explanation", ("explanation",), title)]


def declare(item: Element, messages: Sequence[Message]) -> None:
    """The outcome that holds the identifiers of what is shown.

    Its default value shows the explanation, so that an explanation needs no response processing of its own.
    """
    if messages:
        item.parts.append(_outcome(GENERAL if any(m.identifier == GENERAL for m in messages) else _NOTHING))


@cache
def _outcome(shown: str) -> Spelled:
    parent = Element("")
    declaration = child(parent, "outcomeDeclaration", identifier=OUTCOME, cardinality="multiple", baseType="identifier")
    child(child(declaration, "defaultValue"), "value", shown)
    return settled(declaration)


def show(branch: Element, identifier: str) -> None:
    """Add a message to those shown, in a branch of response processing."""
    both = child(child(branch, "setOutcomeValue", identifier=OUTCOME), "multiple")
    child(both, "variable", identifier=OUTCOME)
    child(both, "baseValue", identifier, baseType="identifier")


def show_by_result(
    processing: Element,
    messages: Sequence[str],
    *,
    full: rules.Test,
    nothing: str = "0",
    responses: Sequence[str] = (),
) -> None:
    """A rule for each of the three, from SCORE; who has not answered sees none of them.

    Args:
        processing: where the rules go.
        messages: identifiers of some of the three.
        full: holds where the answer is right.
        nothing: a score up to this is none.
        responses: the responses of the item, where there is not one called ``RESPONSE``.
    """
    tests: dict[str, tuple[rules.Test, ...]] = {
        CORRECT: (full,),
        PARTIAL: (rules.negated(full), rules.compares("gt", SCORE, nothing)),
        INCORRECT: (rules.answered(*responses), rules.negated(full), rules.compares("lte", SCORE, nothing)),
    }
    for identifier in messages:
        show(rules.when(processing, *tests[identifier]), identifier)


def write(item: Element, messages: Sequence[Message], texts: Texts) -> None:
    """The texts themselves, each in a ``div`` of its own."""
    for message in messages:
        inside = f"<div>{texts.markup(message.text, message.what, *message.path)}</div>"
        title = {"title": message.title} if message.title else {}
        leaf(item, "modalFeedback", inside,
             outcomeIdentifier=OUTCOME, identifier=message.identifier, showHide="show", **title)  # fmt: skip
