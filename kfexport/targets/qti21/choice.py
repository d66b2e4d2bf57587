"""Single choice, multiple response and true or false → choiceInteraction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from kfexport.model import Choice, MultipleResponse, Quiz, SingleChoice, TrueFalse
from kfexport.model.labels import label
from kfexport.richtext.markdown import is_inline
from kfexport.targets.identity import choice_identifier
from kfexport.targets.qti21 import feedback, rules
from kfexport.targets.qti21.feedback import Message
from kfexport.targets.qti21.marks import spell, write_mapping
from kfexport.targets.qti21.parts import RESPONSE, SCORE, declare_response, declare_score, write_correct, write_stem
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import Element, append_text, child, number

_TRACE: Final = Fraction(1, 10**9)
"""A share below this is what is left of adding doubles."""


@dataclass(frozen=True, slots=True)
class _Option:
    """One choice, ready to be written."""

    identifier: str
    put: Callable[[Element], None]
    """Writes its text into the element of the choice."""
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
    full: rules.Test = rules.match_correct
    nothing: str = "0"
    """A score up to this is none."""


def write_single_choice(item: Element, quiz: Quiz, question: SingleChoice, texts: Texts) -> None:
    """Fill the item of a single choice."""
    worth = [Fraction(question.points) * (1 if c.correct else _credit(c)) for c in question.choices]
    marks = _Marks()
    if [mark for mark in worth if mark] != [1]:
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
    comments = feedback.by_choice(choices)
    return [
        _Option(choice_identifier(at, choice.id), _text(choice, at, texts), choice.correct, choice.fixed, comment)
        for at, (choice, comment) in enumerate(zip(choices, comments, strict=True), 1)
    ]


def _text(choice: Choice, at: int, texts: Texts) -> Callable[[Element], None]:
    inline = is_inline(choice.text)
    return lambda element: texts.put(element, choice.text, f"choice {at}", "choices", at - 1, "text", inline=inline)


def _truth(quiz: Quiz, question: TrueFalse, *, truth: bool) -> _Option:
    word = "true" if truth else "false"
    text = question.feedback_true if truth else question.feedback_false
    comment = Message(f"feedback_{word}_fb", text, f"the feedback on {word}", (f"feedback_{word}",)) if text else None

    def put(element: Element) -> None:
        append_text(element, label(quiz, word))

    return _Option(word, put, truth is question.answer, comment=comment)


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
        full=rules.compares("gte", SCORE, number(points)),
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

    declaration = declare_response(item, "identifier", cardinality="multiple" if several else "single")
    write_correct(declaration, *(option.identifier for option in options if option.correct))
    if marks.values is not None:
        entries = [(o.identifier, worth) for o, worth in zip(options, marks.values, strict=True) if worth != "0"]
        write_mapping(declaration, entries, lower=marks.lower, upper=marks.upper)
    declare_score(item, question.points, marks.lowest)
    feedback.declare(item, messages)
    _write_interaction(write_stem(item, quiz, question, texts), options, several=several, shuffle=shuffle)
    more = bool(result or comments)
    processing = rules.score(item, question.points, mapped=marks.values is not None, more=more)
    feedback.show_by_result(processing, result, full=marks.full, nothing=marks.nothing)
    for option in options:
        if option.comment:
            branch = rules.when(processing, rules.picked(option.identifier, several=several))
            feedback.show(branch, option.comment.identifier)
    feedback.write(item, messages, texts)


def _write_interaction(body: Element, options: Sequence[_Option], *, several: bool, shuffle: bool) -> None:
    interaction = child(
        body,
        "choiceInteraction",
        responseIdentifier=RESPONSE,
        shuffle="true" if shuffle else "false",
        maxChoices="0" if several else "1",
    )
    for option in options:
        element = child(interaction, "simpleChoice", identifier=option.identifier)
        if option.fixed:
            element.set("fixed", "true")
        option.put(element)
