"""The key that a card shows gives a response the marks of FORMAT's "Meaning of marks", worked out by hand."""

from fractions import Fraction

import anki_key as key
import pytest
from anki_reader import dom
from anki_samples import (
    between,
    cloze,
    matching,
    menu,
    number,
    numbers,
    ordering,
    pods,
    several,
    short,
    sides,
    truth,
    value,
    words,
)

F = Fraction
SEVERAL = several("`a`", "b", "c", "d", "e", right="bd", explanation="A. a\n\nB. c")


@pytest.mark.parametrize(
    ("picked", "marks"),
    [
        ("bd", F(1)),
        ("", F(0)),
        ("b", F(1, 2)),
        ("d", F(1, 2)),
        ("a", F(0)),
        ("ab", F(0)),
        ("abd", F(1, 2)),
        ("ace", F(0)),
        ("abcde", F(0)),  # 2/2 - 3/2, never below 0
    ],
)
def test_multiple_response(picked: str, marks: F) -> None:
    assert key.choices(*sides(SEVERAL), picked) == marks


@pytest.mark.parametrize(("picked", "marks"), [("A node", F(0)), ("A group of containers", F(1))])
def test_single_choice(picked: str, marks: F) -> None:
    assert key.single(*sides(pods()), picked) == marks


@pytest.mark.parametrize("answer", [True, False])
def test_true_false(answer: bool) -> None:
    fields = sides(truth(answer, explanation="True or False?"))
    assert key.truth(*fields, "True") == F(answer)
    assert key.truth(*fields, "False") == F(not answer)


@pytest.mark.parametrize(
    ("response", "marks"),
    [
        ("kubectl get pods", F(1)),
        ("Kubectl GET pods", F(1)),
        ("  kubectl get pods ", F(1)),
        ("kubectl get pod", F(1)),
        ("kubectl get all", F(1, 2)),
        ("kubectl get *", F(1, 3)),
        ("kubectl get nodes", F(0)),
        ("kubectl", F(0)),
        ("rm", F(0)),
        ("", F(0)),
    ],
)
def test_short_answer(response: str, marks: F) -> None:
    answers = (("kubectl get *", F(1, 3)), "kubectl get pods", ("kubectl get all", F(1, 2)), "kubectl get pod")
    question = short(*answers, ("rm", F(0)), explanation="kubectl get nodes")
    assert key.typed(sides(question)[1], response) == marks


TOLERANCE = number(value("3.14", "0.01"), unit="m")
SHARE = number(value("-200", "2.5%"), unit="m")
RANGE = number(between("3.1", "3.2"))
EXACT = number(value("0.12341"))
HUGE = number(value("6.02e23", "1e20"))
MANY = number(between("70", "90", F(1, 2)), value("80", "1%"), value("5"))


@pytest.mark.parametrize(
    ("question", "response", "marks"),
    [
        (TOLERANCE, "3.14", F(1)),
        (TOLERANCE, "3.13", F(1)),
        (TOLERANCE, "3.15", F(1)),
        (TOLERANCE, "3.1299", F(0)),
        (TOLERANCE, "3.1501", F(0)),
        (TOLERANCE, "-3.14", F(0)),
        (SHARE, "-205", F(1)),
        (SHARE, "-195", F(1)),
        (SHARE, "-205.01", F(0)),
        (SHARE, "-194.99", F(0)),
        (SHARE, "200", F(0)),
        (RANGE, "3.1", F(1)),
        (RANGE, "3.2", F(1)),
        (RANGE, "3.15", F(1)),
        (RANGE, "3.09", F(0)),
        (RANGE, "3.21", F(0)),
        (EXACT, "0.12341", F(1)),
        (EXACT, "0.123410", F(1)),
        (EXACT, "0.1234", F(0)),
        (EXACT, "0.12342", F(0)),
        (HUGE, "6.021e23", F(1)),
        (HUGE, "6.0211e23", F(0)),
        (MANY, "80.8", F(1)),
        (MANY, "79.2", F(1)),
        (MANY, "80.81", F(1, 2)),
        (MANY, "70", F(1, 2)),
        (MANY, "90", F(1, 2)),
        (MANY, "69.99", F(0)),
        (MANY, "5", F(1)),
        (MANY, "5.01", F(0)),
    ],
)
def test_numerical(question: object, response: str, marks: F) -> None:
    assert key.counted(sides(question)[1], response) == marks  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("chosen", "marks"),
    [
        ({"a": "1", "b": "2", "c": "3", "d": "1"}, F(1)),
        ({"a": "2", "b": "1", "c": "3", "d": "1"}, F(1, 2)),  # a swapped pair
        ({"a": "1"}, F(1, 4)),
        ({"a": "1", "b": "1", "c": "1", "d": "1"}, F(1, 2)),
        ({"a": "x", "b": "x", "c": "x", "d": "x"}, F(0)),
        ({"a": "1", "b": "2", "c": "3", "d": "x"}, F(3, 4)),
        ({}, F(0)),
    ],
)
def test_matching(chosen: dict[str, str], marks: F) -> None:
    question = matching(("`a`", "1"), ("b", "2"), ("*c*", "3"), ("d", "1"), distractors=("x",), explanation="1. b")
    assert key.pairs(*sides(question), chosen) == marks


@pytest.mark.parametrize(
    ("order", "marks"),
    [
        (("one", "two", "three", "four"), F(1)),
        (("two", "one", "three", "four"), F(1, 2)),  # a swapped pair
        (("four", "two", "three", "one"), F(1, 2)),
        (("four", "three", "two", "one"), F(0)),
        (("two", "three", "four", "one"), F(0)),
        (("one", "three", "four", "two"), F(1, 4)),
    ],
)
def test_ordering(order: tuple[str, ...], marks: F) -> None:
    fields = sides(ordering("one", "`two`", "three", "four", explanation="Four, three."))
    shown = [li.text_content() for li in dom(fields[0]).xpath(".//ol/li")]
    assert key.sequence(*fields, ["ABCD"[shown.index(text)] for text in order]) == marks


@pytest.mark.parametrize(
    ("responses", "marks"),
    [
        (("get", "node", "110"), F(1)),
        (("get", "Node ", "100"), F(1)),
        (("get", "worker", "120"), F(5, 6)),
        (("describe", "node", "120"), F(2, 3)),
        (("get", "pod", "120.1"), F(1, 3)),
        (("get", "node", "99.9"), F(2, 3)),
        (("logs", "worker", "99"), F(1, 6)),
        (("logs", "", ""), F(0)),
    ],
)
def test_cloze(responses: tuple[str, ...], marks: F) -> None:
    question = cloze(
        "[[verb]] on [[node]], at most [[limit]]",
        numbers("limit", value("110", "10")),
        words("node", ("worker", F(1, 2)), "node"),
        menu("verb", "get", "describe", "get", "logs"),
        explanation="describe",
    )
    assert key.filled(*sides(question), responses) == marks
