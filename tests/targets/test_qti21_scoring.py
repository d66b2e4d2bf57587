"""What each response earns, by the standard alone: tables written by hand from "Meaning of marks" of the format."""

import random
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from qti21_reading import item_bytes, respond
from scorers.qti21 import score

from kfexport.model import (
    Answer,
    Choice,
    ChoiceBlank,
    Cloze,
    Description,
    Essay,
    Matching,
    MultipleResponse,
    NumberBlank,
    Numerical,
    NumericalAnswer,
    Ordering,
    Pair,
    ShortAnswer,
    SingleChoice,
    TextBlank,
    TrueFalse,
)

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def choices(right: str, wrong: str, **credits: Fraction) -> tuple[Choice, ...]:
    """A choice for each letter."""
    return tuple(
        Choice(text=letter, correct=letter in right, credit=credits.get(letter)) for letter in sorted(right + wrong)
    )


def number(value: str = "", tolerance: str = "0", **more: object) -> NumericalAnswer:
    """A tolerance with a percent sign is relative."""
    if value:
        more |= {"value": Decimal(value), "relative": tolerance.endswith("%")}
        share = Decimal(tolerance.rstrip("%"))
        more["tolerance"] = share / 100 if tolerance.endswith("%") else share
    return NumericalAnswer(**more)


def between(low: str, high: str, **more: object) -> NumericalAnswer:
    return number(range=(Decimal(low), Decimal(high)), **more)


def multiple(right: str = "ab", wrong: str = "cd", **more: object) -> MultipleResponse:
    more.setdefault("choices", choices(right, wrong))
    return MultipleResponse(id="q", prompt="?", **more)


def short(*answers: Answer, **more: object) -> ShortAnswer:
    return ShortAnswer(id="q", prompt="?", answers=answers, **more)


def numerical(*answers: NumericalAnswer, **more: object) -> Numerical:
    return Numerical(id="q", prompt="?", answers=answers, **more)


CREDITS = multiple(choices=choices("ab", "cd", a=Fraction(3, 4), b=Fraction(1, 4), c=-HALF))
THIRDS = multiple(choices=choices("abc", "d", a=Fraction(3333, 10000), b=Fraction(3333, 10000),
                                  c=Fraction(3333, 10000), d=Fraction(-2)))  # fmt: skip
KUBECTL = (Answer(text="kubectl"), Answer(text="k8s", credit=HALF), Answer(text="docker", credit=Fraction(0)))
BEST_LAST = (Answer(text="a", credit=HALF), Answer(text="b", credit=THIRD), Answer(text="c"))
RANGES = (between("70", "90", credit=HALF), number("80", "1%"), between("0", "100", credit=THIRD))
SHARED = Matching(
    id="q", prompt="?", distractors=("x",),
    pairs=(Pair(item="1", match="a"), Pair(item="2", match="b"), Pair(item="3", match="a"), Pair(item="4", match="c")),
)  # fmt: skip
PAIRS = Matching(id="q", prompt="?", pairs=tuple(Pair(item=i, match=m) for i, m in ("1a", "2b", "3c")))
ORDER = ("one", "two", "three", "four")
BLANKS = (
    TextBlank(id="t", answers=(Answer(text="node"), Answer(text="worker", credit=HALF)), weight=2),
    NumberBlank(id="n", answers=(between("100", "200", credit=HALF), number("110", "10"))),
    ChoiceBlank(id="c", choices=(Choice(text="get"), Choice(text="describe", correct=True), Choice(text="logs"))),
)
CLOZE = Cloze(id="q", prompt="", text="[[t]] `[[n]]` [[c]]", blanks=BLANKS, points=Decimal(4))
HEAVY = (
    TextBlank(id="t", answers=(Answer(text="a"),)),
    NumberBlank(id="n", answers=(number("5", "1"), number("9", credit=THIRD)), weight=3),
    ChoiceBlank(id="c", choices=(Choice(text="x", correct=True), Choice(text="y")), weight=2),
)

TABLE = {
    "single choice": (SingleChoice(id="q", prompt="?", choices=choices("b", "ac", a=HALF, c=-THIRD)), [
        ("b", 1), ("a", HALF), ("c", -THIRD), (None, 0),
    ]),
    "multiple response, partial": (multiple(), [
        ("", 0), ("a", HALF), ("b", HALF), ("ab", 1), ("ac", 0), ("c", 0), ("cd", 0), ("abc", HALF), ("abcd", 0),
    ]),
    "multiple response, partial, more wrong than right": (multiple("ab", "cdefg"), [
        ("", 0), ("ab", 1), ("abc", HALF), ("abcd", 0), ("abcdefg", 0), ("cdefg", 0), ("bc", 0),
    ]),
    "multiple response, partial, more right than wrong": (multiple("abc", "d"), [
        ("", 0), ("a", THIRD), ("ab", 2 * THIRD), ("abc", 1), ("abcd", 2 * THIRD), ("abd", THIRD), ("d", 0), ("ad", 0),
    ]),
    "multiple response, partial, one right": (multiple("a", "bc"), [
        ("", 0), ("a", 1), ("ab", 0), ("abc", 0), ("b", 0), ("bc", 0),
    ]),
    "multiple response, partial, all right": (multiple("abc", ""), [
        ("", 0), ("a", THIRD), ("bc", 2 * THIRD), ("abc", 1), ("c", THIRD), ("ac", 2 * THIRD),
    ]),
    "multiple response, all or nothing": (multiple(scoring="all_or_nothing"), [
        ("", 0), ("a", 0), ("b", 0), ("ab", 1), ("abc", 0), ("abcd", 0), ("cd", 0),
    ]),
    "multiple response, credits": (CREDITS, [
        ("", 0), ("a", Fraction(3, 4)), ("b", Fraction(1, 4)), ("ab", 1), ("abd", 1), ("abc", HALF), ("c", -HALF),
        ("cd", -HALF), ("bc", -Fraction(1, 4)), ("abcd", HALF),
    ]),
    "multiple response, credits that sum to 99.99%": (THIRDS, [
        ("", 0), ("a", THIRD), ("ab", 2 * THIRD), ("abc", 1), ("d", -2), ("abcd", -1), ("ad", THIRD - 2),
    ]),
    "multiple response, credits beside scoring": (
        multiple(choices=choices("ab", "c", a=HALF, b=HALF), scoring="all_or_nothing"),
        [("", 0), ("a", HALF), ("b", HALF), ("ab", 1), ("abc", 1), ("c", 0)],
    ),
    "true": (TrueFalse(id="q", prompt="?", answer=True), [("True", 1), ("False", 0), (None, 0)]),
    "false": (TrueFalse(id="q", prompt="?", answer=False), [("True", 0), ("False", 1), (None, 0)]),
    # Blanks at the ends count in QTI engines: nothing trims them.
    "short answer": (short(*KUBECTL), [
        ("kubectl", 1), ("KubeCtl", 1), ("K8S", HALF), ("docker", 0), (" kubectl", 0), ("kubectl ", 0), ("kube", 0),
        ("kubectl x", 0), ("", 0), (None, 0),
    ]),
    "short answer, letter case": (short(*KUBECTL, case_sensitive=True), [
        ("kubectl", 1), ("Kubectl", 0), ("KUBECTL", 0), ("k8s", HALF), ("K8s", 0), ("", 0), (None, 0),
    ]),
    "short answer, one, letter case": (short(Answer(text="ls -l"), case_sensitive=True), [
        ("ls -l", 1), ("LS -L", 0), ("ls -L", 0), ("ls  -l", 0), ("ls", 0), (None, 0),
    ]),
    "short answer, best last": (short(*BEST_LAST), [
        ("c", 1), ("a", HALF), ("b", THIRD), ("C", 1), ("d", 0), (None, 0),
    ]),
    "short answer, signs": (short(Answer(text="*.p?"), Answer(text="a<b & \"c\"")), [
        ("*.p?", 1), ("x.py", 0), ("*.P?", 1), ("*.p", 0), ("a<b & \"c\"", 1), ("A<B & \"C\"", 1), ("*", 0),
    ]),
    "short answer, other scripts": (short(Answer(text="日本語"), Answer(text="Größe")), [
        ("日本語", 1), ("größe", 1), ("größer", 0), ("GRöße", 1), ("日本", 0), ("にほんご", 0),
    ]),
    "numerical, tolerance": (numerical(number("3.14", "0.01")), [
        ("3.13", 1), ("3.15", 1), ("3.14", 1), ("3.1299999", 0), ("3.1500001", 0), ("0.314e1", 1), ("3,14", 0),
        ("abc", 0), ("", 0), (None, 0),
    ]),
    "numerical, percent": (numerical(number("100", "1%")), [
        ("99", 1), ("101", 1), ("98.99", 0), ("101.01", 0), ("100", 1), ("1e2", 1), ("-100", 0),
    ]),
    "numerical, percent below zero": (numerical(number("-100", "1%")), [
        ("-99", 1), ("-101", 1), ("-98.99", 0), ("-101.01", 0), ("-100", 1), ("100", 0),
    ]),
    "numerical, exact": (numerical(number("0.1")), [
        ("0.1", 1), (".1", 1), ("0.10", 1), ("0.1000001", 0), ("0.0999999", 0), ("1e-1", 1), ("10", 0),
    ]),
    "numerical, range": (numerical(between("3.1", "3.2")), [
        ("3.1", 1), ("3.2", 1), ("3.15", 1), ("3.0999999", 0), ("3.2000001", 0), ("-3.15", 0), ("3", 0),
    ]),
    "numerical, range with zero": (numerical(between("-1", "1")), [
        ("0", 1), ("-0", 1), ("-1", 1), ("1", 1), ("1.0000001", 0), ("-1.0000001", 0), (None, 0), ("x", 0),
    ]),
    "numerical, several": (numerical(*RANGES), [
        ("80", 1), ("79.2", 1), ("80.8", 1), ("80.81", HALF), ("79.19", HALF), ("70", HALF), ("90", HALF),
        ("69.99", THIRD), ("90.01", THIRD), ("0", THIRD), ("100", THIRD), ("100.01", 0), ("-0.01", 0), (None, 0),
    ]),
    "numerical, tiny": (numerical(number("1e-300", "1e-301")), [
        ("1e-300", 1), ("1.1e-300", 1), ("0.9e-300", 1), ("1.11e-300", 0), ("0.89e-300", 0), ("0", 0), ("1", 0),
    ]),
    "numerical, huge": (numerical(number("6.02214076e23", "1e15")), [
        ("6.02214076e23", 1), ("602214076000000000000000", 1), ("6.02214077e23", 1), ("6.02214078e23", 0),
        ("6.0221407500001e23", 1), ("6.0221407499999e23", 0), ("6.02", 0),
    ]),
    "numerical, fifteen digits": (numerical(number("0.123456789012345")), [
        ("0.123456789012345", 1), ("0.123456789012344", 0), ("0.123456789012346", 0), ("0.12345678901234", 0),
        ("123456789012345e-15", 1), ("0.1234", 0),
    ]),
    "matching": (PAIRS, [
        ({"1": "a", "2": "b", "3": "c"}, 1), ({"1": "b", "2": "a", "3": "c"}, THIRD),
        ({"1": "b", "2": "c", "3": "a"}, 0), ({"1": "a", "2": "b"}, 2 * THIRD), ({"2": "b"}, THIRD), ({}, 0),
        ({"1": "a", "2": "a", "3": "a"}, THIRD),
    ]),
    "matching, one match for two, and a distractor": (SHARED, [
        ({"1": "a", "2": "b", "3": "a", "4": "c"}, 1), ({"1": "a", "2": "b", "3": "a", "4": "x"}, Fraction(3, 4)),
        ({"1": "x", "2": "x", "3": "x", "4": "x"}, 0), ({"1": "b", "2": "a", "3": "a", "4": "c"}, HALF),
        ({"1": "a"}, Fraction(1, 4)), ({}, 0), ({"1": "c", "2": "b", "3": "b", "4": "a"}, Fraction(1, 4)),
    ]),
    "ordering": (Ordering(id="q", prompt="?", items=ORDER), [
        (["one", "two", "three", "four"], 1), (["two", "one", "three", "four"], HALF),
        (["four", "three", "two", "one"], 0), (["two", "three", "four", "one"], 0), (["one"], Fraction(1, 4)),
        (["one", "three", "four", "two"], Fraction(1, 4)), ([], 0),
    ]),
    "ordering of three": (Ordering(id="q", prompt="?", items=ORDER[:3]), [
        (["one", "two", "three"], 1), (["two", "one", "three"], THIRD), (["three", "two", "one"], THIRD),
        (["one", "two"], 2 * THIRD), (["three", "one", "two"], 0), ([], 0),
    ]),
    "ordering, all or nothing": (Ordering(id="q", prompt="?", items=ORDER, scoring="all_or_nothing"), [
        (["one", "two", "three", "four"], 1), (["two", "one", "three", "four"], 0), (["one", "two", "three"], 0),
        (["four", "three", "two", "one"], 0), (["one"], 0), ([], 0),
    ]),
    "cloze": (CLOZE, [
        (("node", "110", "describe"), 1), (("Node", "100", "describe"), 1), (("node", "x", "describe"), Fraction(3, 4)),
        (("node", "120.01", "describe"), Fraction(7, 8)), (("worker", "120", "describe"), Fraction(3, 4)),
        (("node", None, None), HALF), ((None, "110", None), Fraction(1, 4)), ((None, None, "describe"), Fraction(1, 4)),
        (("pod", "99.99", "get"), 0), (("", "", None), 0), (("worker", "200", "logs"), Fraction(3, 8)),
        (("node", "200.01", "get"), HALF),
    ]),
    "cloze, weights": (Cloze(id="q", prompt="", text="[[c]] [[t]] [[n]]", blanks=HEAVY, points=Decimal(6)), [
        (("a", "4", "x"), 1), (("a", "6", "y"), 2 * THIRD), (("b", "5", "y"), HALF), (("b", "7", "x"), THIRD),
        (("A", "3.99", "y"), Fraction(1, 6)), ((None, "9", None), Fraction(1, 6)), ((None, "6.01", "y"), 0),
    ]),
    "cloze, letter case": (
        Cloze(id="q", prompt="", text="[[a]]",
              blanks=(TextBlank(id="a", answers=(Answer(text="Pod"),), case_sensitive=True),)),
        [(("Pod",), 1), (("pod",), 0), (("POD",), 0), ((" Pod",), 0), (("",), 0), ((None,), 0)],
    ),
}  # fmt: skip
POINTS = ["1", "3", "0.1", "2.50", "7", "0.0000001", "99999", "12345.6789012"]


def given_marks(question, response, **more):
    item = item_bytes(question)
    if isinstance(question, MultipleResponse):
        response = list(response)
    return score(item, respond(item, response or None), **more).score


@pytest.mark.parametrize("kind", TABLE)
@pytest.mark.parametrize("points", [None, *POINTS])
def test_marks(kind, points):
    question, rows = TABLE[kind]
    if points:
        question = type(question)(**{n: getattr(question, n) for n in _fields(question)} | {"points": Decimal(points)})
    whole = Fraction(question.points)
    for response, share in rows:
        got = given_marks(question, response)
        assert got == pytest.approx(float(share * whole), rel=1e-9, abs=float(whole) * 1e-9), response
        if share == 1:
            assert got == float(whole), f"{response} has not the points exactly"


def _fields(question):
    return [name for name in type(question).__dataclass_fields__ if name != "kind"]


def test_table_has_enough_rows():
    few = {"single choice", "true", "false"}  # with fewer responses than that
    assert [kind for kind, (_, rows) in TABLE.items() if len(rows) < 6 and kind not in few] == []


@pytest.mark.parametrize("kind", [kind for kind in TABLE if "numerical" in kind or "cloze" in kind])
def test_nothing_is_no_zero(kind):
    """Whatever an engine makes of a comparison with NULL, no answer earns nothing."""
    question, _ = TABLE[kind]
    nothing = (None,) * len(getattr(question, "blanks", "1"))
    item = item_bytes(question)
    assert score(item, respond(item, nothing), null_is_zero=True).score == 0


def test_a_person_scores_an_essay():
    assert given_marks(Essay(id="q", prompt="?"), None) == 0


def test_a_text_earns_nothing():
    assert score(item_bytes(Description(id="q", prompt="?")), {}).score == 0


@settings(max_examples=150, deadline=None)
@given(
    right=st.integers(1, 13),
    wrong=st.integers(0, 5),
    points=st.decimals("0.0000001", "99999", places=7),
    seed=st.randoms(use_true_random=False),
)
def test_all_right_is_all_the_points_in_whatever_order_they_are_added(right, wrong, points, seed: random.Random):
    question = multiple("abcdefghijklm"[:right], "vwxyz"[:wrong] or "z", points=points)
    item = item_bytes(question)
    picked = list("abcdefghijklm"[:right])
    seed.shuffle(picked)
    assert score(item, respond(item, picked)).score == float(points)
    everything = score(item, respond(item, [c.text for c in question.choices])).score
    share = max(Fraction(0), Fraction(right - (wrong or 1), right))
    assert everything == pytest.approx(float(share * Fraction(points)), rel=1e-9, abs=float(points) * 1e-9)


@settings(max_examples=100, deadline=None)
@given(count=st.integers(2, 12), points=st.decimals("0.0000001", "99999", places=7), data=st.data())
def test_every_item_counts_the_same(count, points, data):
    """Matching and ordering: the share of items at their place, whole only where all are."""
    letters = "abcdefghijkl"[:count]
    placed = data.draw(st.permutations(letters))
    share = Fraction(sum(a == b for a, b in zip(letters, placed, strict=True)), count)
    pairs = tuple(Pair(item=letter, match=letter.upper()) for letter in letters)
    matching = Matching(id="q", prompt="?", pairs=pairs, points=points)
    matched = dict(zip(letters, "".join(placed).upper(), strict=True))
    ordering = Ordering(id="q", prompt="?", items=tuple(letters), points=points)
    for question, response in ((matching, matched), (ordering, list(placed))):
        got = given_marks(question, response)
        assert got == pytest.approx(float(share * Fraction(points)), rel=1e-9)
        assert (got == float(points)) == (share == 1)


@settings(max_examples=100, deadline=None)
@given(
    weights=st.lists(st.integers(1, 1000), min_size=1, max_size=8),
    points=st.none() | st.decimals("0.0000001", "99999", places=7),
    data=st.data(),
)
def test_a_cloze_counts_by_weight(weights, points, data):
    blanks = tuple(TextBlank(id=f"b{i}", answers=(Answer(text="x"),), weight=w) for i, w in enumerate(weights))
    marks = " ".join(f"[[b{i}]]" for i in range(len(weights)))
    whole = Decimal(sum(weights)) if points is None else points
    filled = data.draw(st.tuples(*(st.sampled_from(["x", "y", None]) for _ in weights)))
    got = given_marks(Cloze(id="q", prompt="", text=marks, blanks=blanks, points=whole), filled)
    earned = sum(w for w, one in zip(weights, filled, strict=True) if one == "x")
    assert got == pytest.approx(float(Fraction(earned, sum(weights)) * Fraction(whole)), rel=1e-9)
    assert (got == float(whole)) == (earned == sum(weights))


@settings(max_examples=200, deadline=None)
@given(
    value=st.decimals(allow_nan=False, allow_infinity=False, min_value="-1e12", max_value="1e12", places=3),
    tolerance=st.decimals("0", "1000", places=3),
    step=st.decimals("0.001", "10", places=3),
)
def test_both_ends_are_inside(value, tolerance, step):
    question = numerical(NumericalAnswer(value=value, tolerance=tolerance))
    item = item_bytes(question)
    for response, marks in (
        (value - tolerance, 1), (value + tolerance, 1), (value, 1),
        (value - tolerance - step, 0), (value + tolerance + step, 0),
    ):  # fmt: skip
        assert score(item, {"RESPONSE": f"{response:f}"}).score == marks, response
