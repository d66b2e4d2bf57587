"""Matching → matchInteraction, and ordering → orderInteraction."""

from collections.abc import Sequence
from fractions import Fraction

from kfexport.model import Matching, Ordering, Quiz
from kfexport.model.labels import label
from kfexport.targets.identity import digest
from kfexport.targets.markup import escape
from kfexport.targets.qti21 import feedback, rules
from kfexport.targets.qti21.marks import spell, write_mapping
from kfexport.targets.qti21.parts import RESPONSE, declare_response, declare_score, write_correct, write_stem
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import Element, child, leaf, number


def write_matching(item: Element, quiz: Quiz, question: Matching, texts: Texts) -> None:
    """Fill the item of a matching."""
    result = feedback.by_result(question)
    messages = result + feedback.general(question, label(quiz, "explanation"))
    count = len(question.pairs)
    all_matches = question.matches
    matches = [all_matches[at] for at in scrambled(len(all_matches), quiz.key(question))]
    names = {match: f"MATCH_{at}" for at, match in enumerate(matches, 1)}
    pairs = [f"ITEM_{at} {names[pair.match]}" for at, pair in enumerate(question.pairs, 1)]

    declaration = declare_response(item, "directedPair", cardinality="multiple")
    write_correct(declaration, *pairs)
    shares = spell([Fraction(1, count)] * count, question.points)
    write_mapping(declaration, zip(pairs, shares, strict=True), upper=number(question.points))
    declare_score(item, question.points)
    feedback.declare(item, messages)
    _write_sets(write_stem(item, quiz, question, texts), question, names, texts)
    processing = rules.score(item, question.points, mapped=True, more=bool(result))
    feedback.show_by_result(processing, feedback.identifiers(result), full=rules.match_correct)
    feedback.write(item, messages, texts)


def _write_sets(body: Element, question: Matching, names: dict[str, str], texts: Texts) -> None:
    """Items keep their order, whatever is shuffled; each takes one match, and a match any number of items."""
    interaction = child(
        body,
        "matchInteraction",
        responseIdentifier=RESPONSE,
        shuffle="true",
        maxAssociations=str(len(question.pairs)),
    )
    items = child(interaction, "simpleMatchSet")
    for at, pair in enumerate(question.pairs, 1):
        text = texts.markup(pair.item, f"the item of pair {at}", "pairs", at - 1, "item", inline=True)
        leaf(items, "simpleAssociableChoice", text, identifier=f"ITEM_{at}", fixed="true", matchMax="1")
    matches = child(interaction, "simpleMatchSet")
    for match, name in names.items():
        leaf(matches, "simpleAssociableChoice", escape(match), identifier=name, matchMax="0")


def write_ordering(item: Element, quiz: Quiz, question: Ordering, texts: Texts) -> None:
    """Fill the item of an ordering."""
    result = feedback.by_result(question)
    messages = result + feedback.general(question, label(quiz, "explanation"))
    shown = scrambled(len(question.items), quiz.key(question))
    names = {at: f"ITEM_{place}" for place, at in enumerate(shown, 1)}
    right = [names[at] for at in range(len(question.items))]

    write_correct(declare_response(item, "identifier", cardinality="ordered"), *right)
    declare_score(item, question.points)
    feedback.declare(item, messages)
    body = write_stem(item, quiz, question, texts)
    # The order in which an engine shows the items may count as a response. Here none stands at its right place, which
    # shuffling by the engine could not promise.
    interaction = child(body, "orderInteraction", responseIdentifier=RESPONSE, shuffle="false")
    for at in shown:
        text = texts.markup(question.items[at], f"item {at + 1}", "items", at, inline=True)
        leaf(interaction, "simpleChoice", text, identifier=names[at])
    if question.scoring == "partial":
        processing = child(item, "responseProcessing")
        _score_places(processing, question, right)
    else:
        processing = rules.score(item, question.points, mapped=False, more=bool(result))
    feedback.show_by_result(processing, feedback.identifiers(result), full=rules.match_correct)
    feedback.write(item, messages, texts)


def _score_places(processing: Element, question: Ordering, right: Sequence[str]) -> None:
    """Count the items at their right place; their share of the points is the score."""
    rules.set_score(processing, 0)
    for position, name in enumerate(right, 1):
        rules.value(rules.add_score(rules.when(processing, rules.stands_at(position, name))), "1")
    rules.scale_score(processing, len(right), question.points)


def scrambled(count: int, key: str) -> list[int]:
    """An order of ``range(count)`` that depends on ``key`` alone, where none of two or more stands at its own place."""
    ring = sorted(range(count), key=lambda at: digest(f"{key}#{at}"))
    order = list(ring)
    for at, after in zip(ring, ring[1:] + ring[:1], strict=True):
        order[after] = at
    return order
