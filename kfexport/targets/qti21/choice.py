"""Single choice → choiceInteraction, scored by a template of the standard or by the same rules spelled out."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from lxml import etree

from kfexport.model import Choice, Quiz, SingleChoice
from kfexport.model.labels import label
from kfexport.richtext.markdown import is_inline
from kfexport.targets.identity import choice_identifier
from kfexport.targets.qti21 import feedback
from kfexport.targets.qti21.feedback import Message
from kfexport.targets.qti21.parts import RESPONSE, SCORE, declare_response, declare_score, write_stem
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import child, number

_TEMPLATES: Final = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/"


def write_single_choice(item: etree._Element, quiz: Quiz, question: SingleChoice, texts: Texts) -> None:
    """Fill the item of a single choice."""
    identifiers = [choice_identifier(at, choice.id) for at, choice in enumerate(question.choices, 1)]
    marks = [_share(choice) * Fraction(question.points) for choice in question.choices]
    mapped = [mark for mark in marks if mark] != [1]
    result = feedback.by_result(question)
    comments = feedback.by_choice(question.choices)
    messages = comments + result + feedback.general(question, label(quiz, "explanation"))

    right = next(at for at, choice in enumerate(question.choices) if choice.correct)
    declaration = declare_response(item, "identifier")
    child(child(declaration, "correctResponse"), "value", identifiers[right])
    if mapped:
        _write_mapping(declaration, identifiers, marks)
    declare_score(item, question.points, min([*marks, Fraction(0)]))
    feedback.declare(item, messages)
    _write_interaction(write_stem(item, quiz, question, texts), question, identifiers, texts)
    if result or comments:
        processing = child(item, "responseProcessing")
        _spell_out_score(processing, mapped=mapped)
        _show_by_result(processing, result)
        _show_by_choice(processing, question.choices, identifiers)
    else:
        child(item, "responseProcessing", template=_TEMPLATES + ("map_response" if mapped else "match_correct"))
    feedback.write(item, messages, texts)


def _share(choice: Choice) -> Fraction:
    """Share of the points for picking the choice."""
    if choice.correct:
        return Fraction(1)
    return choice.credit or Fraction(0)


def _write_mapping(declaration: etree._Element, identifiers: Sequence[str], marks: Sequence[Fraction]) -> None:
    mapping = child(declaration, "mapping", defaultValue="0")
    for identifier, mark in zip(identifiers, marks, strict=True):
        if mark:
            # JQTI+ and others differ in what they take the letter case to be where it is not said.
            child(mapping, "mapEntry", mapKey=identifier, mappedValue=number(mark), caseSensitive="true")


def _write_interaction(body: etree._Element, question: SingleChoice, identifiers: Sequence[str], texts: Texts) -> None:
    interaction = child(
        body,
        "choiceInteraction",
        responseIdentifier=RESPONSE,
        shuffle="true" if question.shuffle else "false",
        maxChoices="1",
    )
    for at, (choice, identifier) in enumerate(zip(question.choices, identifiers, strict=True)):
        element = child(interaction, "simpleChoice", identifier=identifier)
        if choice.fixed:
            element.set("fixed", "true")
        texts.put(element, choice.text, f"choice {at + 1}", "choices", at, "text", inline=is_inline(choice.text))


def _spell_out_score(processing: etree._Element, *, mapped: bool) -> None:
    """What the template would do; a template cannot stand beside rules of one's own."""
    condition = child(processing, "responseCondition")
    branch = child(condition, "responseIf")
    otherwise = child(condition, "responseElse")
    if mapped:
        _variable(child(branch, "isNull"))
        _set_score(branch, "0")
        child(child(otherwise, "setOutcomeValue", identifier=SCORE), "mapResponse", identifier=RESPONSE)
    else:
        _match_correct(branch)
        _set_score(branch, "1")
        _set_score(otherwise, "0")


def _show_by_result(processing: etree._Element, messages: Sequence[Message]) -> None:
    """A rule for each of the three; who has not answered sees none of them."""
    rules: dict[str, tuple[Callable[[etree._Element], None], ...]] = {
        feedback.CORRECT: (_match_correct,),
        feedback.PARTIAL: (_answered, _not_correct, _some_marks),
        feedback.INCORRECT: (_answered, _not_correct, _no_marks),
    }
    for message in messages:
        branch = child(child(processing, "responseCondition"), "responseIf")
        conditions = rules[message.identifier]
        parent = branch if len(conditions) == 1 else child(branch, "and")
        for condition in conditions:
            condition(parent)
        feedback.show(branch, message.identifier)


def _show_by_choice(processing: etree._Element, choices: Sequence[Choice], identifiers: Sequence[str]) -> None:
    for at, (choice, identifier) in enumerate(zip(choices, identifiers, strict=True), 1):
        if choice.feedback:
            branch = child(child(processing, "responseCondition"), "responseIf")
            match = child(branch, "match")
            _variable(match)
            child(match, "baseValue", identifier, baseType="identifier")
            feedback.show(branch, feedback.choice_message(at))


def _variable(parent: etree._Element, identifier: str = RESPONSE) -> None:
    child(parent, "variable", identifier=identifier)


def _set_score(branch: etree._Element, value: str) -> None:
    child(child(branch, "setOutcomeValue", identifier=SCORE), "baseValue", value, baseType="float")


def _match_correct(parent: etree._Element) -> None:
    match = child(parent, "match")
    _variable(match)
    child(match, "correct", identifier=RESPONSE)


def _not_correct(parent: etree._Element) -> None:
    _match_correct(child(parent, "not"))


def _answered(parent: etree._Element) -> None:
    _variable(child(child(parent, "not"), "isNull"))


def _some_marks(parent: etree._Element) -> None:
    _compare_score(parent, "gt")


def _no_marks(parent: etree._Element) -> None:
    _compare_score(parent, "lte")


def _compare_score(parent: etree._Element, operator: str) -> None:
    comparison = child(parent, operator)
    _variable(comparison, SCORE)
    child(comparison, "baseValue", "0", baseType="float")
