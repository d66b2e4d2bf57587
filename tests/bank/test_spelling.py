"""A text keeps the author's spelling; what is quoted is text; numbers, shares and times are read by their own rules."""

from decimal import Decimal
from fractions import Fraction

import pytest

from kfexport.bank.fields import number
from tests.bank.quizzes import HEAD, choices, codes, essay, essay_of, quiz_of, single_choice_of, told

PLAIN_WORDS = [
    "Yes", "No", "On", "off", "y", "n", "true", "False", "null", "NULL", "1.10", "1.1", "3.0", "3.100", "1e3", "1_000",
    "+1", ".5", "0x1F", "012", "0o14", "12:30", "09:30", "22:22", "190:20:30", "2024-01-15", "2001-12-14t21:59:43.10Z",
    "~", ".inf", ".nan", "-5", "5", "=", "C#", "a#b", "x:y", "-3", "?x", ":x", "a*b", "50%",
]  # fmt: skip


@pytest.mark.parametrize("word", PLAIN_WORDS)
def test_plain_choice_keeps_its_spelling(word: str) -> None:
    question = single_choice_of(choices(word, "another"))
    assert question.choices[1].text == word


@pytest.mark.parametrize("word", PLAIN_WORDS)
def test_plain_prompt_and_title_keep_their_spelling(word: str) -> None:
    question = essay_of(essay(f"prompt: {word}", f"title: {word}"))
    assert (question.prompt, question.title) == (word, word)


@pytest.mark.parametrize("sign", ["=", "<<", "!", "?", "-", "|", ">", "& x", "* p", "!=", "%", "~"])
def test_quoted_signs_are_texts(sign: str) -> None:
    assert single_choice_of(choices(f"'{sign}'")).choices[1].text == sign


@pytest.mark.parametrize("sign", ["!", "?", "-", "|", ">", "&x", "& x", "* p", "*p", "!=", "%", "@x", "`x`", "[x] y"])
def test_unquoted_signs_are_told_and_never_exported(sign: str) -> None:
    found = told(choices(sign, "other"))
    assert found, sign
    assert found[0][1] == 12, "the line of the sign"


def test_equals_and_merge_sign_are_texts_as_choices() -> None:
    assert [c.text for c in single_choice_of(choices("=", "<<", "~")).choices[1:]] == ["=", "<<", "~"]


@pytest.mark.parametrize(
    ("spelling", "value"),
    [
        ("2", 2), ("0.5", Decimal("0.5")), (".5", Decimal("0.5")), ("2.0", 2), ("2.50", Decimal("2.5")), ("+3", 3),
        ("1e-7", Decimal("1e-7")), ("1e2", 100), ("-4", -4), ("0.12341", Decimal("0.12341")),
    ],
)  # fmt: skip
def test_numbers_are_decimal(spelling: str, value: int | Decimal) -> None:
    read = number(spelling)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    "spelling", ["3,14", "1_000", "0x1F", "012", "1e999999999", "1e301", "1e-301", "", "e5", "٣", "--1", "1.2.3"]
)
def test_other_spellings_are_no_numbers(spelling: str) -> None:
    assert number(spelling) == spelling


def test_points_come_from_the_spelling() -> None:
    assert essay_of(essay("prompt: x", "points: 0.1")).points == Decimal("0.1")


@pytest.mark.parametrize("spelling", ["true", "True", "TRUE"])
def test_true_in_three_spellings(spelling: str) -> None:
    text = choices("a").replace("correct: true", f"correct: {spelling}")
    assert single_choice_of(text).choices[0].correct is True


@pytest.mark.parametrize("spelling", ["yes", "on", "1", "y", '"true"', "'true'", "tRue", "null", "~"])
def test_nothing_else_is_true(spelling: str) -> None:
    found = told(choices("a").replace("correct: true", f"correct: {spelling}"))
    assert [(code, line, col) for code, line, col, _ in found] == [("KF103", 11, 18)]


@pytest.mark.parametrize("spelling", ["no", '"false"', "0", "off"])
def test_nothing_else_is_false(spelling: str) -> None:
    assert codes(choices(f"text: b\n        correct: {spelling}")) == ["KF103"]


def test_shares_are_exact() -> None:
    question = single_choice_of(
        choices("text: b\n        credit: 33.33333%", "text: c\n        credit: -1/3", "text: d\n        credit: 50%")
    )
    assert [c.credit for c in question.choices[1:]] == [Fraction(3333333, 10000000), Fraction(-1, 3), Fraction(1, 2)]


@pytest.mark.parametrize(
    ("spelling", "seconds"), [("90s", 90), ("30m", 1800), ("1h30m", 5400), ("1h", 3600), ("2h1m5s", 7265)]
)
def test_times(spelling: str, seconds: int) -> None:
    quiz = quiz_of(HEAD + f"delivery: {{time_limit: {spelling}}}\n" + essay("prompt: x").removeprefix(HEAD))
    assert quiz.delivery.time_limit == seconds


def test_quoted_numbers_and_booleans_are_errors() -> None:
    text = essay("prompt: x", 'points: "2"', "draft: 'false'")
    assert [(code, line) for code, line, _, _ in told(text)] == [("KF103", 9), ("KF103", 10)]


def test_lang_norwegian_is_no_boolean() -> None:
    assert quiz_of(essay("prompt: x").replace("lang: en", "lang: no")).lang == "no"


def test_version_keeps_its_zero() -> None:
    assert quiz_of("version: 1.10\n" + essay("prompt: x")).version == "1.10"


def test_defaults_reach_the_questions_below() -> None:
    quiz = quiz_of(
        HEAD
        + "defaults: {points: 2, shuffle: true, penalty: 1/4}\n"
        + choices("b").removeprefix(HEAD)
        + "  - {id: b, type: essay, prompt: x, points: 3, penalty: 10%}\n"
    )
    first, second = quiz.questions()
    assert (first.points, first.penalty, getattr(first, "shuffle", None)) == (2, Fraction(1, 4), True)
    assert (second.points, second.penalty) == (3, Fraction(1, 10))


def test_aliases_work() -> None:
    quiz = quiz_of(
        HEAD + "questions:\n"
        "  - {id: a, type: essay, prompt: x, explanation: &note Read the chapter on probes.}\n"
        "  - {id: b, type: essay, prompt: y, explanation: *note}\n"
    )
    assert [q.explanation for q in quiz.questions()] == ["Read the chapter on probes."] * 2


def test_keys_of_other_tools_are_kept() -> None:
    quiz = quiz_of("x-team: {name: docs, size: 3}\n" + essay("prompt: x", "x-level: hard"))
    (question,) = quiz.questions()
    assert quiz.extras == {"x-team": {"name": "docs", "size": "3"}}
    assert question.extras == {"x-level": "hard"}


@pytest.mark.parametrize("text", ["prompt: |\n      a\n\n        b\n", "prompt: |\r\n      a\r\n\r\n        b\r\n"])
def test_line_ends_do_not_matter(text: str) -> None:
    end = "\r\n" if "\r" in text else "\n"
    whole = essay().replace("\n", end) + "    " + text
    assert essay_of(whole).prompt == "a\n\n  b\n"
    assert essay_of(b"\xef\xbb\xbf" + whole.encode()).prompt == "a\n\n  b\n"


def test_feedback_and_labels_hold_texts_whatever_their_keys() -> None:
    quiz = quiz_of(
        "labels: {true: 1.0, false: No, answer: true}\n" + essay("prompt: x", "feedback: {correct: True, incorrect: 0}")
    )
    (question,) = quiz.questions()
    assert quiz.labels == {"true": "1.0", "false": "No", "answer": "true"}
    assert (question.feedback.correct, question.feedback.incorrect) == ("True", "0")


def test_keys_of_other_tools_are_not_read_as_ours() -> None:
    (question,) = quiz_of(essay("prompt: x", "x-lms: {points: 3, correct: true}")).questions()
    assert question.extras == {"x-lms": {"points": "3", "correct": "true"}}
