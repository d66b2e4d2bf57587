"""Single choice, multiple response and true or false → choiceInteraction."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from kfexport.model import Choice, MultipleResponse, Quiz, SingleChoice, TrueFalse
from kfexport.model.labels import label
from kfexport.richtext.markdown import is_inline
from kfexport.targets.identity import choice_identifier
from kfexport.targets.markup import escape
from kfexport.targets.qti21 import feedback, rules
from kfexport.targets.qti21.feedback import Message
from kfexport.targets.qti21.marks import spell, write_mapping
from kfexport.targets.qti21.parts import RESPONSE, SCORE, declare_response, declare_score, write_correct, write_stem
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import Element, Spelled, child, leaf, number, settled

_TRACE: Final = Fraction(1, 10**9)
"""A share below this is what is left of adding doubles."""


class _Option(NamedTuple):
    """One choice, ready to be written. A big bank has tens of thousands."""

    identifier: str
    markup: str
    """Its text."""
    correct: bool
    fixed: bool = False
    comment: Message | None = None
    """What is shown to who picks it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Marks:
    """What choices are worth. Without values the right response earns the points, and no other one anything."""

    values: Sequence[str] | None = None
    """Number for each choice."""
    lower: str | None = None
    upper: str | None = None
    lowest: Fraction | int = 0
    """The lowest score that can be had."""
    full: str | None = None
    """A score from which on the answer is right, where being the correct response is not what counts."""
    nothing: str = "0"
    """A score up to this is none."""


def write_single_choice(item: Element, quiz: Quiz, question: SingleChoice, texts: Texts) -> None:
    """Fill the item of a single choice."""
    marks = _Marks()
    if question.points != 1 or any(choice.credit for choice in question.choices if not choice.correct):
        worth = [Fraction(question.points) * (1 if c.correct else _credit(c)) for c in question.choices]
        marks = _Marks(values=[number(mark) for mark in worth], lowest=min([*worth, Fraction(0)]))
    options = _options(question.choices, texts)
    _write(item, quiz, question, options, marks, texts, shuffle=question.shuffle)


def write_multiple_response(item: Element, quiz: Quiz, question: MultipleResponse, texts: Texts) -> None:
    """Fill the item of a multiple response."""
    options = _options(question.choices, texts)
    _write(item, quiz, question, options, _marks_of_several(question), texts, shuffle=question.shuffle)


def write_true_false(item: Element, quiz: Quiz, question: TrueFalse, texts: Texts) -> None:
    """Fill the item of a statement that is true or false."""
    options = [_truth(quiz, question, truth=truth) for truth in (True, False)]
    marks = _Marks()
    if question.points != 1:
        marks = _Marks(values=[number(question.points) if option.correct else "0" for option in options])
    _write(item, quiz, question, options, marks, texts, shuffle=False)


def _options(choices: Sequence[Choice], texts: Texts) -> list[_Option]:
    return [
        _Option(
            choice_identifier(at, choice.id),
            _markup(choice, at, texts),
            choice.correct,
            choice.fixed,
            feedback.of_choice(choice, at) if choice.feedback else None,
        )
        for at, choice in enumerate(choices, 1)
    ]


def _markup(choice: Choice, at: int, texts: Texts) -> str:
    return texts.markup(choice.text, f"choice {at}", "choices", at - 1, "text", inline=is_inline(choice.text))


def _truth(quiz: Quiz, question: TrueFalse, *, truth: bool) -> _Option:
    word = "true" if truth else "false"
    text = question.feedback_true if truth else question.feedback_false
    comment = Message(f"feedback_{word}_fb", text, f"the feedback on {word}", (f"feedback_{word}",)) if text else None
    return _Option(word, escape(label(quiz, word)), truth is question.answer, comment=comment)


def _marks_of_several(question: MultipleResponse) -> _Marks:
    points = question.points
    if question.has_credits:
        return _marks_of_credits(question.choices, points)
    right = sum(choice.correct for choice in question.choices)
    if question.scoring == "all_or_nothing" or (right == 1 and points == 1):
        return _Marks()  # with one right choice that is what a part of the marks comes to
    share = spell([Fraction(1, right)] * right, points)[0]
    values = [share if choice.correct else f"-{share}" for choice in question.choices]
    half = number(Fraction(points) / right / 2)
    return _Marks(values=values, lower="0", upper=number(points), nothing=half)


def _marks_of_credits(choices: Sequence[Choice], points: Decimal) -> _Marks:
    """Credits of the right choices are taken as parts of their sum, which may be 99.99%."""
    right = [_credit(choice) for choice in choices if choice.correct]
    wrong = [_credit(choice) for choice in choices if not choice.correct]
    spelt = iter(spell([credit / sum(right) for credit in right], points))
    return _Marks(
        values=[next(spelt) if c.correct else number(_credit(c) * Fraction(points)) for c in choices],
        upper=number(points),
        lowest=sum(wrong, Fraction(0)) * Fraction(points),
        full=number(points),
        nothing=number(_TRACE * Fraction(points)),
    )


def _credit(choice: Choice) -> Fraction:
    return choice.credit or Fraction(0)


def _write(
    item: Element,
    quiz: Quiz,
    question: SingleChoice | MultipleResponse | TrueFalse,
    options: Sequence[_Option],
    marks: _Marks,
    texts: Texts,
    *,
    shuffle: bool,
) -> None:
    several = isinstance(question, MultipleResponse)
    result = feedback.by_result(question)
    comments = [option.comment for option in options if option.comment]
    messages = comments + result + feedback.general(question, label(quiz, "explanation"))

    values: Sequence[str | None] = marks.values or [None] * len(options)
    worth = [(option.identifier, option.correct, value) for option, value in zip(options, values, strict=True)]
    item.parts.append(_declaration(tuple(worth), marks.lower, marks.upper, several=several))
    declare_score(item, question.points, marks.lowest)
    feedback.declare(item, messages)
    _write_interaction(write_stem(item, quiz, question, texts), options, several=several, shuffle=shuffle)
    processing = _processing(
        question.points,
        feedback.identifiers(result),
        tuple((option.identifier, option.comment.identifier) for option in options if option.comment),
        marks.full,
        marks.nothing,
        mapped=marks.values is not None,
        several=several,
    )
    item.parts.append(processing)
    feedback.write(item, messages, texts)


@lru_cache(maxsize=1024)
def _declaration(
    worth: Sequence[tuple[str, bool, str | None]], lower: str | None, upper: str | None, *, several: bool
) -> Spelled:
    """The response, from identifier, correctness and mark of each choice; marks only where they are mapped."""
    declaration = declare_response(Element(""), "identifier", cardinality="multiple" if several else "single")
    write_correct(declaration, *(identifier for identifier, correct, _ in worth if correct))
    entries = [(identifier, mark) for identifier, _, mark in worth if mark is not None and mark != "0"]
    if any(mark is not None for _, _, mark in worth):
        write_mapping(declaration, entries, lower=lower, upper=upper)
    return settled(declaration)


@lru_cache(maxsize=1024)
def _processing(
    points: Decimal,
    result: Sequence[str],
    comments: Sequence[tuple[str, str]],
    full: str | None,
    nothing: str,
    *,
    mapped: bool,
    several: bool,
) -> Spelled:
    """Score and feedback; ``result`` and ``comments`` (choice and message) are identifiers. Texts play no part in it,
    so most questions of a bank have the same."""
    processing = rules.score(Element(""), points, mapped=mapped, more=bool(result or comments))
    is_right = rules.match_correct if full is None else rules.compares("gte", SCORE, full)
    feedback.show_by_result(processing, result, full=is_right, nothing=nothing)
    for choice, message in comments:
        feedback.show(rules.when(processing, rules.picked(choice, several=several)), message)
    return settled(processing)


def _write_interaction(body: Element, options: Sequence[_Option], *, several: bool, shuffle: bool) -> None:
    interaction = child(
        body,
        "choiceInteraction",
        responseIdentifier=RESPONSE,
        shuffle="true" if shuffle else "false",
        maxChoices="0" if several else "1",
    )
    for option in options:
        fixed = {"fixed": "true"} if option.fixed else {}
        leaf(interaction, "simpleChoice", option.markup, identifier=option.identifier, **fixed)
