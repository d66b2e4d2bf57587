"""What the file of each question type reads as, in literal models."""

from decimal import Decimal
from fractions import Fraction

import pytest

from kfexport.lint import registry as rules
from kfexport.lint.base import Context
from kfexport.model import (
    Answer,
    Choice,
    ChoiceBlank,
    Cloze,
    Description,
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
from tests.bank.quizzes import HEAD, codes, quiz_of, told


def question_of(kind: str, *lines: str, before: str = "") -> Question:
    """The one question of a good file, from the lines of its own keys; ``before`` are keys of the quiz."""
    return next(iter(quiz_of(file_of(kind, *lines, before=before)).questions()))


def file_of(kind: str, *lines: str, before: str = "") -> str:
    prompt = "" if kind == "cloze" else "    prompt: P\n"
    body = "".join(f"    {line}\n" for line in lines)
    return f"{HEAD}{before}questions:\n  - id: a\n    type: {kind}\n{prompt}{body}"


def numbers_of(*lines: str) -> tuple[NumericalAnswer, ...]:
    question = question_of("numerical", *lines)
    assert isinstance(question, Numerical)
    return question.answers


def number_of(*lines: str) -> NumericalAnswer:
    (answer,) = numbers_of(*lines)
    return answer


def cloze_of(text: str, *blanks: str, before: str = "", more: tuple[str, ...] = ()) -> Cloze:
    question = question_of(
        "cloze", f"text: {text}", "blanks:", *(f"  {blank}" for blank in blanks), *more, before=before
    )
    assert isinstance(question, Cloze)
    return question


# --- choices ----------------------------------------------------------------------------------------------------------


def test_multiple_response() -> None:
    found = question_of(
        "multiple_response",
        "choices: [{text: a, correct: true}, {text: b, correct: true, fixed: true, id: b}, No]",
        "shuffle: true",
        "scoring: all_or_nothing",
    )
    assert found == MultipleResponse(
        id="a",
        prompt="P",
        choices=(Choice(text="a", correct=True), Choice(text="b", correct=True, fixed=True, id="b"), Choice(text="No")),
        shuffle=True,
        scoring="all_or_nothing",
    )
    assert not found.has_credits


def test_credits_are_exact() -> None:
    found = question_of(
        "multiple_response",
        "choices:",
        "  - {text: a, correct: true, credit: 2/3}",
        "  - {text: b, correct: true, credit: 33.33%}",
        "  - {text: c, credit: -12.5%}",
        "  - {text: d, credit: 0%}",
        "  - e",
    )
    assert isinstance(found, MultipleResponse)
    assert [choice.credit for choice in found.choices] == [
        Fraction(2, 3), Fraction(3333, 10000), Fraction(-1, 8), Fraction(0), None,
    ]  # fmt: skip
    assert found.has_credits


def test_credits_take_the_place_of_the_default_scoring() -> None:
    found = question_of(
        "multiple_response",
        "choices: [{text: a, correct: true, credit: 100%}, {text: b, credit: -1/2}]",
        before="defaults: {scoring: all_or_nothing}\n",
    )
    assert isinstance(found, MultipleResponse)
    assert found.scoring == "partial"


def test_defaults_of_the_quiz() -> None:
    before = "defaults: {points: 3, shuffle: true, penalty: 25%, scoring: all_or_nothing, case_sensitive: true}\n"
    choices = "choices: [{text: a, correct: true}, b]"
    handed_down = {"id": "a", "prompt": "P", "points": Decimal(3), "penalty": Fraction(1, 4)}
    both = (Choice(text="a", correct=True), Choice(text="b"))
    assert question_of("single_choice", choices, before=before) == SingleChoice(
        **handed_down, choices=both, shuffle=True
    )
    assert question_of("multiple_response", choices, before=before) == MultipleResponse(
        **handed_down, choices=both, shuffle=True, scoring="all_or_nothing"
    )
    assert question_of("ordering", "items: [x, y]", before=before) == Ordering(
        **handed_down, items=("x", "y"), scoring="all_or_nothing"
    )
    assert question_of("short_answer", "answers: [x]", before=before) == ShortAnswer(
        **handed_down, answers=(Answer(text="x"),), case_sensitive=True
    )
    assert question_of("description", before=before) == Description(id="a", prompt="P"), "it has no points to lose"
    own = ("points: 1", "shuffle: false", "penalty: 0%", "scoring: partial", choices)
    assert question_of("multiple_response", *own, before=before) == MultipleResponse(
        id="a", prompt="P", choices=both, penalty=Fraction(0)
    )


@pytest.mark.parametrize(("spelling", "value"), [("true", True), ("True", True), ("FALSE", False)])
def test_true_false(spelling: str, value: bool) -> None:
    found = question_of("true_false", f"answer: {spelling}", "feedback_true: Yes", "feedback_false: No")
    assert found == TrueFalse(id="a", prompt="P", answer=value, feedback_true="Yes", feedback_false="No")


# --- words ------------------------------------------------------------------------------------------------------------


def test_short_answer() -> None:
    found = question_of(
        "short_answer",
        "answers:",
        "  - No",
        "  - 1.50",
        "  - {text: '*', credit: 50%, feedback: '**Nearly**'}",
        "  - {text: 012, credit: 1/3}",
        "case_sensitive: true",
    )
    assert found == ShortAnswer(
        id="a",
        prompt="P",
        answers=(
            Answer(text="No"),
            Answer(text="1.50"),
            Answer(text="*", credit=Fraction(1, 2), feedback="**Nearly**"),
            Answer(text="012", credit=Fraction(1, 3)),
        ),
        case_sensitive=True,
    )


def test_the_line_end_of_a_block_is_no_part_of_an_answer() -> None:
    found = question_of("short_answer", "answers:", "  - |", "    ls: all", "  - text: |", "      ls", "    credit: 0%")
    assert isinstance(found, ShortAnswer)
    assert [answer.text for answer in found.answers] == ["ls: all", "ls"]


def test_matching_and_ordering() -> None:
    assert question_of(
        "matching", "pairs:", "  - item: '`node`'", "    match: |", "      1.10", "  - {item: No, match: Yes}",
        "distractors: [' disk ', null]",
    ) == Matching(
        id="a",
        prompt="P",
        pairs=(Pair(item="`node`", match="1.10"), Pair(item="No", match="Yes")),
        distractors=("disk", "null"),
    )  # fmt: skip
    assert question_of("ordering", "items: [first, 2, '3', 2024-01-15]") == Ordering(
        id="a", prompt="P", items=("first", "2", "3", "2024-01-15")
    )


def test_matches_are_shown_once() -> None:
    pairs = (Pair(item="x", match="b"), Pair(item="y", match="a"), Pair(item="z", match="b"))
    assert Matching(id="a", prompt="P", pairs=pairs, distractors=("c", "a")).matches == ("b", "a", "c")


# --- numbers ----------------------------------------------------------------------------------------------------------

NUMBERS = {
    "a value": (["answer: 3.140"], NumericalAnswer(value=Decimal("3.14"))),
    "a value below 0": (["answer: -2"], NumericalAnswer(value=Decimal(-2))),
    "a tolerance": (["answer: 3", "tolerance: .5"], NumericalAnswer(value=Decimal(3), tolerance=Decimal("0.5"))),
    "a tolerance of 0": (["answer: 3", "tolerance: 0"], NumericalAnswer(value=Decimal(3))),
    "a share": (
        ["answer: 3", "tolerance: 12.5%"],
        NumericalAnswer(value=Decimal(3), tolerance=Decimal("0.125"), relative=True),
    ),
    "a share of 20 decimals": (
        ["answer: 3", "tolerance: 0.00000000000000000001%"],
        NumericalAnswer(value=Decimal(3), tolerance=Decimal("1e-22"), relative=True),
    ),
    "a share of 29 digits": (
        ["answer: 3", "tolerance: 123456789.12345678901234567891%"],
        NumericalAnswer(value=Decimal(3), tolerance=Decimal("1234567.8912345678901234567891"), relative=True),
    ),
    "a range": (["range: [1, 2.50]"], NumericalAnswer(range=(Decimal(1), Decimal("2.5")))),
    "a range of one number": (["range: [1e-7, 0.0000001]"], NumericalAnswer(range=(Decimal("1e-7"), Decimal("1e-7")))),
    "a list of one": (["answers: [{value: 3}]"], NumericalAnswer(value=Decimal(3))),
    "the largest": (["answer: 9.99999999999999e300"], NumericalAnswer(value=Decimal("9.99999999999999e300"))),
    "the smallest": (["answer: -1e-300"], NumericalAnswer(value=Decimal("-1e-300"))),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numerical(name: str) -> None:
    lines, expected = NUMBERS[name]
    assert number_of(*lines) == expected


def test_several_numbers() -> None:
    assert numbers_of(
        "answers:",
        "  - {value: 3, tolerance: 10%, feedback: 3}",
        "  - {range: [1, 2], credit: 1/3}",
        "  - value: 4",
        "    credit: 0%",
    ) == (
        NumericalAnswer(value=Decimal(3), tolerance=Decimal("0.1"), relative=True, feedback="3"),
        NumericalAnswer(range=(Decimal(1), Decimal(2)), credit=Fraction(1, 3)),
        NumericalAnswer(value=Decimal(4), credit=Fraction(0)),
    )


def test_a_unit_is_a_text() -> None:
    found = question_of("numerical", "answer: 3", "unit: 012")
    assert found == Numerical(id="a", prompt="P", answers=(NumericalAnswer(value=Decimal(3)),), unit="012")


BOUNDS = {
    "exact": (NumericalAnswer(value=Decimal("0.3")), "0.3", "0.3"),
    "sums that binary numbers miss": (NumericalAnswer(value=Decimal("0.2"), tolerance=Decimal("0.1")), "0.1", "0.3"),
    "a share": (NumericalAnswer(value=Decimal("3.3"), tolerance=Decimal("0.01"), relative=True), "3.267", "3.333"),
    "a share of a number below 0": (
        NumericalAnswer(value=Decimal(-200), tolerance=Decimal("0.01"), relative=True), "-202", "-198",
    ),
    "a share of 0": (NumericalAnswer(value=Decimal(0), tolerance=Decimal("0.5"), relative=True), "0", "0"),
    "more than all of it": (NumericalAnswer(value=Decimal(2), tolerance=Decimal(2), relative=True), "-2", "6"),
    "a range": (NumericalAnswer(range=(Decimal("-1.5"), Decimal("2.50"))), "-1.5", "2.5"),
    "very small": (NumericalAnswer(value=Decimal("1e-300"), tolerance=Decimal("1e-300")), "0", "2e-300"),
    "very large": (NumericalAnswer(value=Decimal("1e300"), tolerance=Decimal("1e300")), "0", "2e300"),
    "a share of a very small one": (
        NumericalAnswer(value=Decimal("1e-300"), tolerance=Decimal("0.01"), relative=True), "0.99e-300", "1.01e-300",
    ),
    "a share of a very large one": (
        NumericalAnswer(value=Decimal("-1e300"), tolerance=Decimal("0.01"), relative=True), "-1.01e300", "-0.99e300",
    ),
    "fifteen digits": (
        NumericalAnswer(value=Decimal("1.23456789012345"), tolerance=Decimal("1e-14")),
        "1.23456789012344", "1.23456789012346",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds_are_exact(name: str) -> None:
    answer, low, high = BOUNDS[name]
    assert answer.bounds == (Decimal(low), Decimal(high))


def test_bounds_do_not_round_across_all_magnitudes() -> None:
    low, high = NumericalAnswer(value=Decimal("1e300"), tolerance=Decimal("1e-300")).bounds
    assert str(low) == "9" * 300 + "." + "9" * 300
    assert str(high) == "1" + "0" * 300 + "." + "0" * 299 + "1"


# --- cloze ------------------------------------------------------------------------------------------------------------


def test_cloze_with_all_kinds_of_blanks() -> None:
    found = cloze_of(
        "'[[word]] [[said]] [[number]] [[range]] [[numbers]] [[menu]]'",
        "word: {answers: [No, {text: y, credit: 50%}], case_sensitive: true, weight: 2}",
        "said: {type: short_answer, answers: [1.50]}",
        "number: {answer: 3, tolerance: 1%}",
        "range: {range: [1, 2.50], weight: 3}",
        "numbers: {type: numerical, answers: [{value: 1}, {range: [2, 3], credit: 1/2, feedback: F}]}",
        "menu: {choices: [x, {text: ' y ', correct: true, feedback: F}]}",
    )
    assert found == Cloze(
        id="a",
        prompt="",
        text="[[word]] [[said]] [[number]] [[range]] [[numbers]] [[menu]]",
        blanks=(
            TextBlank(
                id="word",
                answers=(Answer(text="No"), Answer(text="y", credit=Fraction(1, 2))),
                case_sensitive=True,
                weight=2,
            ),
            TextBlank(id="said", answers=(Answer(text="1.50"),)),
            NumberBlank(
                id="number", answers=(NumericalAnswer(value=Decimal(3), tolerance=Decimal("0.01"), relative=True),)
            ),
            NumberBlank(id="range", answers=(NumericalAnswer(range=(Decimal(1), Decimal("2.5"))),), weight=3),
            NumberBlank(
                id="numbers",
                answers=(
                    NumericalAnswer(value=Decimal(1)),
                    NumericalAnswer(range=(Decimal(2), Decimal(3)), credit=Fraction(1, 2), feedback="F"),
                ),
            ),
            ChoiceBlank(id="menu", choices=(Choice(text="x"), Choice(text="y", correct=True, feedback="F"))),
        ),
        points=Decimal(9),
    )


def test_points_of_a_cloze() -> None:
    blanks = ("x: {answers: [a], weight: 2}", "y: {answers: [b]}")
    text = "'[[x]] [[y]]'"
    assert cloze_of(text, *blanks).points == 3
    assert cloze_of(text, *blanks, more=("points: 0.5",)).points == Decimal("0.5")
    assert cloze_of(text, *blanks, before="defaults: {points: 4}\n").points == 4
    assert cloze_of(text, *blanks, before="defaults: {shuffle: true}\n").points == 3


def test_more_points_than_a_question_can_have() -> None:
    ids = [f"b{i}" for i in range(101)]
    text = file_of(
        "cloze",
        "text: |",
        *(f"  [[{i}]]" for i in ids),
        "blanks:",
        *(f"  {i}: {{answers: [x], weight: 1000}}" for i in ids),
    )
    (finding,) = rules.check(quiz_of(text), Context(("moodle",)))
    assert (finding.code, finding.question) == ("KF207", "a")
    assert finding.where is not None
    assert finding.where.path == ("questions", 0, "blanks")


@pytest.mark.parametrize(
    "name",
    ["answer", "range", "value", "weight", "correct", "feedback", "labels", "type", "true", "No", "1.50", "2024-01-15"],
)
def test_an_id_of_a_blank_may_be_a_word_of_the_format(name: str) -> None:
    found = cloze_of(f"'[[{name}]]'", f"{name}: {{answers: [3.10], case_sensitive: true, weight: 2}}")
    assert found.blanks == (TextBlank(id=name, answers=(Answer(text="3.10"),), case_sensitive=True, weight=2),)
    assert cloze_of(f"'[[{name}]]'", f"{name}: {{answer: 3.10}}").blanks == (
        NumberBlank(id=name, answers=(NumericalAnswer(value=Decimal("3.1")),)),
    )


def test_blanks_stand_in_the_order_of_the_file() -> None:
    found = cloze_of("'[[b]] [[a]]'", "a: {answers: [x]}", "x-tool: 3", "b: {answers: [y]}")
    assert [blank.id for blank in found.blanks] == ["a", "b"]


# --- values that more than one key has --------------------------------------------------------------------------------


def test_an_alias_is_read_as_its_own_key_needs_it() -> None:
    """``3.10`` is a number below ``answer`` and a text below ``title`` and ``answers``."""
    text = (
        HEAD + "questions:\n"
        "  - {id: a, type: numerical, prompt: P, answer: &n 3.10}\n"
        "  - {id: b, type: short_answer, prompt: P, title: *n, answers: [*n]}\n"
        "  - {id: c, type: numerical, prompt: P, range: &r [1, 2.50]}\n"
        "  - {id: d, type: short_answer, prompt: P, answers: *r}\n"
        "  - {id: e, type: true_false, prompt: P, answer: &t True}\n"
        "  - {id: f, type: ordering, prompt: *t, items: [*t, *n]}\n"
    )
    a, b, c, d, e, f = quiz_of(text).questions()
    assert isinstance(a, Numerical)
    assert isinstance(c, Numerical)
    assert a.answers == (NumericalAnswer(value=Decimal("3.1")),)
    assert b == ShortAnswer(id="b", prompt="P", title="3.10", answers=(Answer(text="3.10"),))
    assert c.answers == (NumericalAnswer(range=(Decimal(1), Decimal("2.5"))),)
    assert d == ShortAnswer(id="d", prompt="P", answers=(Answer(text="1"), Answer(text="2.50")))
    assert e == TrueFalse(id="e", prompt="P", answer=True)
    assert f == Ordering(id="f", prompt="True", items=("True", "3.10"))


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("true_false", 'answer: "true"'),
        ("true_false", "answer: yes"),
        ("true_false", "answer: 1"),
        ("numerical", 'answer: "3"'),
        ("numerical", "answer: true"),
        ("numerical", "answer: 3,14"),
        ("numerical", "answer: 0x1F"),
        ("numerical", "answer: 1_000"),
        ("numerical", "answer: 50%"),
        ("numerical", "answer: 1/3"),
        ("numerical", "answer: .inf"),
        ("numerical", "answer: .nan"),
        ("numerical", "range: ['1', 2]"),
        ("numerical", "answer: 1e301"),
    ],
)
def test_a_value_of_another_kind_is_an_error(kind: str, line: str) -> None:
    assert codes(file_of(kind, line)) == ["KF103"]


@pytest.mark.parametrize("tolerance", ["-1", "-1%", '"1"', "1/3", "0,5", "1e-301", "true", "1 %"])
def test_a_tolerance_is_a_number_or_a_percentage(tolerance: str) -> None:
    assert codes(file_of("numerical", "answer: 3", f"tolerance: {tolerance}")) == ["KF104"]


def test_a_faulty_blank_is_told_once_and_does_not_hide_the_next_question() -> None:
    text = (
        file_of("cloze", "text: A [[b]].", "blanks:", "  b: [x]")
        + "  - {id: c, type: ordering, prompt: P, items: [x]}\n"
    )
    assert [(code, line) for code, line, *_ in told(text)] == [("KF103", 10), ("KF106", 11)]
