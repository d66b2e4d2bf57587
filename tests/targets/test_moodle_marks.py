"""Marks in Moodle: for every type and scoring, responses and the fractions that the format gives them.

The numbers are worked out by hand from the format ("Meaning of marks"); where Moodle deviates, and says so, the third
value of a row is what Moodle gives. ``moodle_engine`` grades; it was written from Moodle, not from the writer.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from test_moodle import one

from kfexport.model import (
    Answer,
    Choice,
    ChoiceBlank,
    Cloze,
    Feedback,
    Matching,
    MultipleResponse,
    NumberBlank,
    Numerical,
    NumericalAnswer,
    Ordering,
    Pair,
    Question,
    ShortAnswer,
    SingleChoice,
    TextBlank,
    TrueFalse,
)


def c(text: str, correct: bool = False, credit: Fraction | None = None) -> Choice:
    return Choice(text=text, correct=correct, credit=credit)


def several(*choices: Choice, **more: Any) -> MultipleResponse:
    return MultipleResponse(id="q", prompt="?", choices=choices, **more)


def typed(*answers: Answer, **more: Any) -> ShortAnswer:
    return ShortAnswer(id="q", prompt="?", answers=answers, **more)


def number(*answers: NumericalAnswer, **more: Any) -> Numerical:
    return Numerical(id="q", prompt="?", answers=answers, **more)


def value(v: str, tolerance: str = "0", **more: Any) -> NumericalAnswer:
    return NumericalAnswer(value=Decimal(v), tolerance=Decimal(tolerance), **more)


def span(low: str, high: str, **more: Any) -> NumericalAnswer:
    return NumericalAnswer(range=(Decimal(low), Decimal(high)), **more)


TWO_OF_FOUR = (c("A", True), c("B", True), c("C"), c("D"))
HALF, THIRD, QUARTER, MOST = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), Fraction(3, 4)

CLOZE = Cloze(
    id="q",
    prompt="",
    text="A [[word]] of [[number]] and [[pick]].",
    points=Decimal(4),
    blanks=(
        TextBlank(id="word", answers=(Answer(text="node"), Answer(text="pod*", credit=HALF)), weight=2),
        NumberBlank(id="number", answers=(span("3.1", "3.2"), value("3", "0.5", credit=QUARTER))),
        ChoiceBlank(id="pick", choices=(c("a"), c("b", True), c("c"))),
    ),
)

TABLE: dict[str, tuple[Question, list[tuple[Any, ...]]]] = {
    "single choice": (
        SingleChoice(id="q", prompt="?", choices=(c("A"), c("B", True), c("C", credit=HALF), c("D", credit=-QUARTER))),
        [(1, 1), (0, 0), (2, HALF), (3, -QUARTER), (None, 0)],
    ),
    "multiple response, partial": (
        several(*TWO_OF_FOUR),
        [
            ({0, 1}, 1), ({0}, HALF), ({1}, HALF), (set(), 0), ({0, 1, 2, 3}, 0), ({0, 1, 2}, HALF), ({0, 2}, 0),
            ({2, 3}, 0), ({0, 2, 3}, 0),
        ],
    ),
    "multiple response, partial, three right": (
        several(c("A", True), c("B"), c("C", True), c("D", True)),
        [
            ({0, 2, 3}, 1), ({0, 2}, 2 * THIRD), ({3}, THIRD), ({0, 1, 2, 3}, 2 * THIRD), ({1}, 0), ({0, 1}, 0),
            (set(), 0),
        ],
    ),
    "multiple response, one right": (
        several(c("A"), c("B", True), c("C")),
        [({1}, 1), ({0}, 0), ({0, 1}, 0), ({0, 1, 2}, 0), (set(), 0), ({2}, 0)],
    ),
    "multiple response, all right": (
        several(c("A", True), c("B", True)),
        [({0, 1}, 1), ({0}, HALF), ({1}, HALF), (set(), 0)],
    ),
    "multiple response, all or nothing": (
        several(*TWO_OF_FOUR, scoring="all_or_nothing"),
        [
            ({0, 1}, 1), ({0}, 0, HALF), (set(), 0), ({0, 1, 2, 3}, 0), ({0, 1, 2}, 0), ({0, 2}, 0), ({2}, 0),
        ],
    ),
    "multiple response, all or nothing, one right": (
        several(c("A", True), c("B"), c("C"), scoring="all_or_nothing"),
        [({0}, 1), ({0, 1}, 0), ({1}, 0), ({0, 1, 2}, 0), (set(), 0), ({1, 2}, 0)],
    ),
    "multiple response, credits": (
        several(c("A", True, MOST), c("B", True, QUARTER), c("C", credit=-HALF), c("D"), scoring="all_or_nothing"),
        [
            ({0, 1}, 1), ({0}, MOST), ({1}, QUARTER), ({0, 2}, QUARTER), ({1, 2}, -QUARTER, 0), ({0, 1, 3}, 1),
            ({0, 1, 2, 3}, HALF), ({2}, -HALF, 0), (set(), 0),
        ],
    ),
    "true": (TrueFalse(id="q", prompt="?", answer=True), [(True, 1), (False, 0), (None, 0)]),
    "false": (TrueFalse(id="q", prompt="?", answer=False), [(True, 0), (False, 1), (None, 0)]),
    "short answer": (
        typed(Answer(text="Kubectl", credit=HALF), Answer(text="kube ctl"), Answer(text="C:\\*")),
        [
            ("kube ctl", 1), ("KUBE CTL", 1), (" kube ctl ", 1), ("kube  ctl", 0), ("kubectl", HALF), ("KUBECTL", HALF),
            ("C:\\*", 1), ("c:\\*", 1), ("C:\\x", 0), ("C:*", 0), ("", 0), ("kube ct", 0),
        ],
    ),
    "short answer, stars": (
        typed(Answer(text="*.py"), Answer(text="**"), Answer(text="a\\", credit=HALF), Answer(text="0", credit=HALF)),
        [
            ("*.py", 1), ("a.py", 0), (".py", 0), ("**", 1), ("*", 0), ("", 0), ("ab", 0), ("a\\", HALF), ("0", HALF),
        ],
    ),
    "short answer, case": (
        typed(Answer(text="Pod"), Answer(text="pod", credit=THIRD), case_sensitive=True),
        [("Pod", 1), ("pod", THIRD), ("POD", 0), ("Pod ", 1), ("pods", 0), ("", 0)],
    ),
    "short answer, feedback for all others": (
        typed(Answer(text="x<y"), feedback=Feedback(incorrect="No.")),
        [("x<y", 1), ("X<Y", 1), ("x", 0), ("x&lt;y", 0), ("anything", 0), ("", 0)],
    ),
    "number, exact": (
        number(value("0.12341")),
        [("0.12341", 1), (".12341", 1), ("0.1234", 0), ("0.12342", 0), ("-0.12341", 0), ("", 0), ("1.2341e-1", 1)],
    ),
    "number, tolerance": (
        number(value("3.14", "0.01")),
        [("3.14", 1), ("3.13", 1), ("3.15", 1), ("3.129", 0), ("3.151", 0), ("3.1299999", 0), ("three", 0)],
    ),
    "number, percent": (
        number(value("-200", "0.01", relative=True)),
        [("-200", 1), ("-198", 1), ("-202", 1), ("-197.9", 0), ("-202.1", 0), ("200", 0)],
    ),
    "number, range": (
        number(span("0.1", "0.25")),
        [("0.1", 1), ("0.25", 1), ("0.175", 1), ("0.0999", 0), ("0.2501", 0), ("0", 0)],
    ),
    "number, wide range whose ends binary numbers miss": (
        number(span("-1000000", "1000000.1")),
        [("1000000.1", 1), ("-1000000", 1), ("1000000.2", 0), ("-1000000.1", 0), ("0", 1), ("", 0)],
    ),
    "number, several": (
        number(value("80", "10", credit=HALF), value("80", "0.5"), span("100", "200", credit=QUARTER)),
        [
            ("80", 1), ("80.5", 1), ("79.5", 1), ("80.6", HALF), ("70", HALF), ("90", HALF), ("69.9", 0),
            ("100", QUARTER), ("200", QUARTER), ("201", 0),
        ],
    ),
    "number, unit": (
        number(value("3.14", "0.01"), unit="rad", feedback=Feedback(incorrect="No.")),
        [("3.14", 1), ("3.14 rad", 1), ("3.14rad", 1), ("3.14 deg", 1), ("3.2 rad", 0), ("rad", 0)],
    ),
    "number, small and large": (
        number(value("1e-7", "1e-8"), value("6.02214076e23", "0.01", relative=True, credit=HALF)),
        [
            ("1e-7", 1), ("0.0000001", 1), ("0.00000011", 1), ("9e-8", 1), ("1.2e-7", 0), ("0", 0), ("6.02e23", HALF),
            ("6.02x10^23", HALF), ("6.1e23", 0),
        ],
    ),
    "matching": (
        Matching(
            id="q", prompt="?", distractors=("x", "1.10"),
            pairs=(Pair(item="a", match="1.1"), Pair(item="b", match="<b>"), Pair(item="c", match="1.1"),
                   Pair(item="d", match="R&D")),
        ),
        [
            (["1.1", "<b>", "1.1", "R&D"], 1), (["<b>", "1.1", "1.1", "R&D"], HALF), (["1.1"] * 4, HALF),
            ([None] * 4, 0), (["x", "x", "x", "x"], 0), (["1.10", "<b>", "1.1", "R&D"], MOST),
            (["1.1", None, None, None], QUARTER),
        ],
    ),
    "ordering, partial": (
        Ordering(id="q", prompt="?", items=("a", "b", "c", "d")),
        [
            ((0, 1, 2, 3), 1), ((1, 0, 2, 3), HALF), ((3, 0, 1, 2), 0), ((3, 2, 1, 0), 0), ((0, 1, 3, 2), HALF),
            ((0, 2, 3, 1), QUARTER),
        ],
    ),
    "ordering, all or nothing": (
        Ordering(id="q", prompt="?", items=("a", "b", "c", "d"), scoring="all_or_nothing"),
        [
            ((0, 1, 2, 3), 1), ((1, 0, 2, 3), 0), ((3, 0, 1, 2), 0), ((3, 2, 1, 0), 0), ((0, 1, 3, 2), 0),
            ((0, 2, 3, 1), 0),
        ],
    ),
    "cloze": (
        CLOZE,
        [
            (["node", "3.15", 1], 1), (["NODE ", "3.1", 1], 1), (["node", "3.2", 0], MOST), (["x", "3.2", 1], HALF),
            (["pod*", "3.2", 1], MOST), (["pods", "3.2", 1], HALF), ([None] * 3, 0), (["", "2.4", 2], 0),
            (["node", "2.5", 0], Fraction(9, 16)), (["node", "3.5", 1], Fraction(13, 16)), ([None, None, 1], QUARTER),
        ],
    ),
}  # fmt: skip


ROWS = [(name, row) for name, (_, rows) in TABLE.items() for row in rows]


@pytest.mark.parametrize(("name", "row"), ROWS, ids=lambda v: v if isinstance(v, str) else repr(v[0]))
def test_marks(name: str, row: tuple[Any, ...]) -> None:
    question = TABLE[name][0]
    got, _ = one(question)
    response, expected = row[0], row[-1]
    assert got.mark(response) == pytest.approx(float(question.points) * float(expected), abs=1e-6)


@pytest.mark.parametrize("name", TABLE)
def test_every_table_has_the_model_answer_and_nothing(name: str) -> None:
    rows = TABLE[name][1]
    assert rows[0][1] == 1 or rows[1][1] == 1
    assert any(row[1] == 0 for row in rows) or name.endswith("all right")
    assert len(rows) >= (3 if name in ("true", "false") else 4)


@pytest.mark.parametrize("right", [*range(1, 11), 20])
def test_equal_shares(right: int) -> None:
    choices = [c(str(i), i < right) for i in range(right + 2)]
    got, found = one(several(*choices))
    assert found == []
    everything = set(range(right))
    # Moodle calls a sum above 0.999999 right (question/engine/states.php).
    assert got.mark(everything) > 0.999999
    assert got.mark({0}) == pytest.approx(1 / right, abs=1e-6)
    assert got.mark(everything | {right}) == pytest.approx(1 - 1 / right, abs=1e-6)
    assert got.mark({right}) == 0
