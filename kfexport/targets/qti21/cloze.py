"""Cloze → one interaction and one response a blank, inside the text."""

import html
from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from kfexport.model import Blank, ChoiceBlank, Cloze, NumberBlank, Quiz, TextBlank
from kfexport.model.labels import label
from kfexport.targets.qti21 import feedback, rules
from kfexport.targets.qti21.entry import (
    declare_number,
    declare_texts,
    field_length,
    number_branches,
    right_number,
    show_by_text,
)
from kfexport.targets.qti21.feedback import Message
from kfexport.targets.qti21.marks import write_mapping
from kfexport.targets.qti21.parts import SCORE, declare_response, declare_score, write_body, write_correct
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import Element, child, number


def write_cloze(item: Element, quiz: Quiz, question: Cloze, texts: Texts) -> None:
    """Fill the item of a text with blanks."""
    # Not the author's ids: Canvas shows a field as `[RESPONSE_1]`, and takes the first such text for the field.
    responses = {f"RESPONSE_{at}": blank for at, blank in enumerate(question.blanks, 1)}
    comments = {name: feedback.by_blank(blank, at) for at, (name, blank) in enumerate(responses.items(), 1)}
    result = feedback.by_result(question)
    messages = [c for found in comments.values() for c in found if c]
    messages += result + feedback.general(question, label(quiz, "explanation"))

    for name, blank in responses.items():
        _declare(item, name, blank)
    declare_score(item, question.points)
    feedback.declare(item, messages)
    _, stem = write_body(item, quiz, question, texts)
    fields = {blank.id: _field(name, blank) for name, blank in responses.items()}
    texts.put_cloze(stem, question.text, fields, "the text", "text")
    processing = child(item, "responseProcessing")
    rules.set_score(processing, 0)
    for name, blank in responses.items():
        _score(processing, name, blank, comments[name])
    rules.scale_score(processing, sum(blank.weight for blank in question.blanks), question.points)
    full = rules.compares("gte", SCORE, number(question.points))
    feedback.show_by_result(processing, feedback.identifiers(result), full=full, responses=tuple(responses))
    feedback.write(item, messages, texts)


def _declare(item: Element, name: str, blank: Blank) -> None:
    match blank:
        case TextBlank():
            scale = Fraction(blank.weight)
            declare_texts(item, name, blank.answers, sensitive=blank.case_sensitive, scale=scale)
        case NumberBlank():
            declare_number(item, name, blank.answers)
        case ChoiceBlank():
            declaration = declare_response(item, "identifier", identifier=name)
            right = next(_choice(name, at) for at, choice in enumerate(blank.choices, 1) if choice.correct)
            write_correct(declaration, right)
            write_mapping(declaration, [(right, str(blank.weight))])
        case _:
            assert_never(blank)


def _choice(response: str, position: int) -> str:
    """Identifier of a choice of a drop-down. In the whole item no other choice or response may have it."""
    return f"{response}_{position}"


def _field(name: str, blank: Blank) -> str:
    """The interaction, as markup for the inside of a line."""
    match blank:
        case TextBlank():
            return _entry(name, [answer.text for answer in blank.answers])
        case NumberBlank():
            return _entry(name, [right_number(blank.answers)])
        case ChoiceBlank():
            choices = "".join(
                f'<inlineChoice identifier="{_choice(name, at)}">{html.escape(choice.text)}</inlineChoice>'
                for at, choice in enumerate(blank.choices, 1)
            )
            return (
                f'<inlineChoiceInteraction responseIdentifier="{name}" shuffle="false">{choices}'
                "</inlineChoiceInteraction>"
            )
        case _:
            assert_never(blank)


def _entry(name: str, answers: Sequence[str]) -> str:
    return f'<textEntryInteraction responseIdentifier="{name}" expectedLength="{field_length(answers)}"/>'


def _score(processing: Element, name: str, blank: Blank, comments: Sequence[Message | None]) -> None:
    """Add the weight of the blank, or the part of it that the answer earns, to SCORE; show what belongs to it."""
    if isinstance(blank, NumberBlank):
        for answer, branch, comment in number_branches(processing, name, blank.answers, comments):
            rules.value(rules.add_score(branch), number(answer.credit * blank.weight))
            if comment:
                feedback.show(branch, comment.identifier)
        return
    branch = rules.when(processing, rules.answered(name))
    child(rules.add_score(branch), "mapResponse", identifier=name)
    if isinstance(blank, TextBlank):
        show_by_text(processing, name, blank.answers, comments, sensitive=blank.case_sensitive)
        return
    for at, comment in enumerate(comments, 1):
        if comment:
            branch = rules.when(processing, rules.is_choice(_choice(name, at), name))
            feedback.show(branch, comment.identifier)
