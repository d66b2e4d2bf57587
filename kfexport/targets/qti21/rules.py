"""Response processing: the templates of the standard, and what they do and more as rules spelled out.

Rules keep to what engines were found to share. A comparison never sees a NULL, which some engines take for 0 or fail
on; in a ``match`` the value that is known stands second, since its base type is what they compare by.
"""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from kfexport.targets.qti21.parts import RESPONSE, SCORE
from kfexport.targets.qti21.xml import Element, child, number

Test: TypeAlias = Callable[[Element], None]
"""Appends one expression of truth value."""

_TEMPLATES: Final = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/"


def score(item: Element, points: Decimal, *, mapped: bool, more: bool) -> Element:
    """Response processing for ``RESPONSE``: its mapping, or all points for the right response and none for another.

    A template where it suffices, since some importers know nothing else; rules where there are ``more`` to follow,
    which cannot stand beside a template, or the points are not the 1 that ``match_correct`` gives.
    """
    if not more and (mapped or points == 1):
        name = "map_response" if mapped else "match_correct"
        return child(item, "responseProcessing", template=_TEMPLATES + name)
    processing = child(item, "responseProcessing")
    if mapped:
        unanswered = condition(processing)
        set_score(branch(unanswered, _unanswered), 0)
        child(_outcome(_otherwise(unanswered)), "mapResponse", identifier=RESPONSE)
    else:
        right = condition(processing)
        set_score(branch(right, match_correct), points)
        set_score(_otherwise(right), 0)
    return processing


def condition(parent: Element) -> Element:
    """A new condition, to be given its branches."""
    return child(parent, "responseCondition")


def branch(condition: Element, *tests: Test) -> Element:
    """The next branch of a condition, to be filled with what follows if all tests hold, and no branch before it."""
    found = child(condition, "responseElseIf" if condition.parts else "responseIf")
    parent = found if len(tests) == 1 else child(found, "and")
    for test in tests:
        test(parent)
    return found


def when(parent: Element, *tests: Test) -> Element:
    """A new condition; returns its only branch."""
    return branch(condition(parent), *tests)


def _otherwise(condition: Element) -> Element:
    return child(condition, "responseElse")


def match_correct(parent: Element) -> None:
    """The response is the correct one."""
    match = child(parent, "match")
    variable(match)
    child(match, "correct", identifier=RESPONSE)


def _unanswered(parent: Element) -> None:
    variable(child(parent, "isNull"))


def negated(test: Test) -> Test:
    """The test does not hold."""
    return lambda parent: test(child(parent, "not"))


def answered(*identifiers: str) -> Test:
    """One of the responses is not NULL; ``RESPONSE`` where none is named."""
    names = identifiers or (RESPONSE,)

    def test(parent: Element) -> None:
        inner = parent if len(names) == 1 else child(parent, "or")
        for name in names:
            variable(child(child(inner, "not"), "isNull"), name)

    return test


def compares(operator: Literal["gt", "gte", "lte"], identifier: str, bound: str) -> Test:
    """A number stands so to ``bound``."""

    def test(parent: Element) -> None:
        comparison = child(parent, operator)
        variable(comparison, identifier)
        value(comparison, bound)

    return test


def picked(choice: str, *, several: bool) -> Test:
    """``RESPONSE`` is the choice, or has it among others."""

    def test(parent: Element) -> None:
        if several:
            member = child(parent, "member")
            value(member, choice, "identifier")
            variable(member)
        else:
            is_choice(choice)(parent)

    return test


def is_choice(choice: str, identifier: str = RESPONSE) -> Test:
    """A response of single cardinality is the choice."""

    def test(parent: Element) -> None:
        match = child(parent, "match")
        variable(match, identifier)
        value(match, choice, "identifier")

    return test


def stands_at(position: int, choice: str) -> Test:
    """The choice has this place, from 1, in the ordered ``RESPONSE``."""

    def test(parent: Element) -> None:
        match = child(parent, "match")
        variable(child(match, "index", n=str(position)))
        value(match, choice, "identifier")

    return test


def is_text(text: str, identifier: str, *, sensitive: bool) -> Test:
    """The response is this text. Where letter case does not count, engines fail on a NULL: ask that first."""

    def test(parent: Element) -> None:
        match = child(parent, "stringMatch", caseSensitive="true" if sensitive else "false")
        variable(match, identifier)
        value(match, text, "string")

    return test


def set_score(branch: Element, score: Decimal | Fraction | int) -> None:
    """SCORE becomes this number."""
    value(_outcome(branch), number(score))


def add_score(branch: Element) -> Element:
    """SCORE grows by what is appended to the element that this returns."""
    total = child(_outcome(branch), "sum")
    variable(total, SCORE)
    return total


def scale_score(processing: Element, whole: int, points: Decimal) -> None:
    """Turn SCORE from a part of ``whole`` into that part of the points; the whole gives the points exactly."""
    if whole != points:
        product = child(_outcome(processing), "product")
        share = child(product, "divide")
        variable(share, SCORE)
        value(share, str(whole))
        value(product, number(points))


def _outcome(parent: Element) -> Element:
    return child(parent, "setOutcomeValue", identifier=SCORE)


def variable(parent: Element, identifier: str = RESPONSE) -> None:
    """The value of a response or an outcome."""
    child(parent, "variable", identifier=identifier)


def value(parent: Element, text: str, base_type: str = "float") -> None:
    """A constant."""
    child(parent, "baseValue", text, baseType=base_type)
