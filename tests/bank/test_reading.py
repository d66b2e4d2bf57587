"""Rules of reading: what is refused, where, and that one mistake does not hide or bring forth another."""

import time

import pytest

from kfexport.bank.reader import read
from kfexport.diagnostics import Severity
from tests.bank.quizzes import HEAD, choices, codes, essay, essay_of, quiz_of, reading, told


def test_three_faults_in_one_file_are_told_in_order() -> None:
    text = choices("b").replace("lang: en", "lang: e_n").replace("prompt: Which?", "prompt: Which?\n    points: two")
    text += "  - {id: c d, type: essay, prompt: x}\n"
    assert [(code, line) for code, line, _, _ in told(text)] == [("KF104", 4), ("KF103", 9), ("KF107", 14)]


def test_misspelt_key_in_the_third_choice_of_question_17() -> None:
    questions = "".join(f"  - {{id: q{i}, type: essay, prompt: x}}\n" for i in range(1, 17))
    wrong = (
        "  - id: dns-17\n    type: single_choice\n    prompt: Which?\n    choices:\n      - a\n      - b\n"
        "      - text: c\n        corect: true\n"
    )
    (only,) = reading(HEAD + "questions:\n" + questions + wrong).diagnostics
    span = only.where.span() if only.where else None
    assert (only.code, only.question) == ("KF101", "dns-17")
    assert span is not None
    assert (span.line, span.col, span.end_col) == (29, 9, 15)
    assert only.message == "unknown key `corect`, did you mean `correct`?"


def test_duplicate_keys_name_both_places() -> None:
    (only,) = reading(essay("prompt: x", "title: y", "prompt: z")).diagnostics
    assert only.code == "KF011"
    assert "line 8" in only.message
    span, first = only.where and only.where.span(), only.related[0].where.span()
    assert span is not None
    assert first is not None
    assert (span.line, first.line) == (10, 8)


def test_comment_after_one_blank_is_a_warning_with_its_place() -> None:
    assert [(c, line, col) for c, line, col, _ in told(essay("prompt: close #42"))] == [("KF018", 8, 19)]


@pytest.mark.parametrize(
    "line",
    ["prompt: close  # two blanks", "prompt: 'close #42'", "prompt: C#", "prompt: a#b", 'prompt: "close #42"'],
)
def test_no_warning_for_other_number_signs(line: str) -> None:
    assert codes(essay(line)) == []


def test_comments_behind_what_is_no_prose_are_silent() -> None:
    assert codes(essay("prompt: x", "points: 2 # hard", "draft: false # yet")) == []
    assert codes(choices("b").replace("correct: true", "correct: true # sure")) == []


@pytest.mark.parametrize("escape", [r"\t", r"\r", r"\a", r"\b", r"\f", r"\v", r"\e", r"\0"])
def test_control_escapes_in_double_quotes_are_errors(escape: str) -> None:
    assert [(c, line, col) for c, line, col, _ in told(essay(f'prompt: "a{escape}bc"'))] == [("KF016", 8, 15)]


@pytest.mark.parametrize("word", ["nabla", "nu", "neq", "not"])
def test_newline_before_a_latex_word_is_a_warning(word: str) -> None:
    assert codes(essay(f'prompt: "a \\{word} b"')) == ["KF017"]


def test_other_newlines_and_double_backslashes_are_silent() -> None:
    assert codes(essay(r'prompt: "a\nb \\nabla \\t \" \\\\f"')) == []


def test_single_quotes_and_blocks_keep_backslashes() -> None:
    assert essay_of(essay(r"prompt: '\frac \times \nabla'")).prompt == r"\frac \times \nabla"
    assert essay_of(essay("prompt: |", r"  \beta \t")).prompt == "\\beta \\t\n"


@pytest.mark.parametrize("bad", ["\x00", "\x07", "\x1b", "\ufffe", "\uffff", "\x7f"])
def test_forbidden_characters_are_named_at_their_place(bad: str) -> None:
    (code, line, col, message), *rest = told(essay(f"prompt: ab{bad}c"))
    assert (code, line, col, rest) == ("KF006", 8, 15, [])
    assert f"U+{ord(bad):04X}" in message


def test_no_break_space_inside_a_text_is_kept() -> None:
    assert essay_of(essay("prompt: a\u00a0b")).prompt == "a\u00a0b"


def test_ideographic_space_at_the_start_of_a_block_line_is_kept() -> None:
    assert essay_of(essay("prompt: |", "  \u3000a")).prompt == "\u3000a\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "KF008"), ("# nothing\n", "KF008"), ("- a\n- b\n", "KF003"), ("just words\n", "KF003"),
        ("a: 1\n", "KF003"), (essay("prompt: x") + "---\na: b\n", "KF014"), ("format: 1\n", "KF102"),
    ],
)  # fmt: skip
def test_odd_files_get_a_clear_message(text: str, code: str) -> None:
    assert codes(text)[0] == code


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.system ['true']", "!include x", "!!str y", "! z"])
def test_tags_are_refused(tag: str) -> None:
    assert "KF013" in codes(essay(f"prompt: {tag}"))


def test_not_utf8() -> None:
    assert [(c, line, col) for c, line, col, _ in told(b"format: 1\ntitle: caf\xe9\n")] == [("KF005", 2, 11)]
    assert codes("format: 1\n".encode("utf-16")) == ["KF005"]


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "text",
    [
        BOMB + essay("prompt: *i"),
        essay("prompt: &l [*l]"),
        essay("prompt: " + "[" * 100_000),
        essay("prompt: " + "{a: " * 50_000),
        essay("prompt:", *(" " * (2 * i) + "a:" for i in range(1, 400))),
        essay('prompt: "' + "x" * 1_000_000),
        HEAD + "questions:\n" + "  - @x\n" * 50_000,
        HEAD + "- " * 200_000,
        ("a" * 500 + ": &" + "b" * 500 + " c\n") * 900,
        "? " * 300_000,
        essay("prompt: 1e999999999", "points: 1e999999999"),
        essay("prompt: x", "points: " + "9" * 900_000),
        essay("prompt: x", *(f"key{i}: x" for i in range(20_000))),
        HEAD + "questions: [" + "{}, " * 200_000 + "]",
        HEAD + "questions: [" + "x, " * 200_000 + "]",
    ],
)
def test_hostile_files_end_soon_with_a_finding(text: str) -> None:
    start = time.process_time()
    assert any(d.severity is Severity.ERROR for d in reading(text).diagnostics)
    assert time.process_time() - start < 10, "far beyond the 2 s that a quiet machine needs"


def test_alias_bomb_is_told_as_such() -> None:
    assert "KF007" in codes(BOMB + essay("prompt: *i"))


def test_recursive_alias() -> None:
    assert codes(essay("tags: &l [*l]")) == ["KF015"]


def test_ids() -> None:
    for good in ("a", "A1", "v1.2_b-c", "1st", "a" * 60):
        assert quiz_of(essay("prompt: x").replace("id: a", f"id: {good}")).id == "demo"
    for bad in ("net/01", "a:b", "ü1", "a b", "-z", "z-", ".a", "a" * 61):
        assert codes(essay("prompt: x").replace("id: a", f"id: {bad}")) == ["KF107"], bad


def test_empty_optional_key_is_absent_with_a_warning() -> None:
    found = reading(essay("prompt: x", "title:", "explanation:"))
    assert [d.severity for d in found.diagnostics] == [Severity.WARNING] * 2
    assert found.quiz is not None
    assert [(q.title, q.explanation) for q in found.quiz.questions()] == [("", "")]


def test_empty_required_key_is_an_error() -> None:
    assert [(c, line) for c, line, _, _ in told(essay("prompt:"))] == [("KF102", 8)]


def test_broken_question_does_not_hide_the_others() -> None:
    text = (
        HEAD + "questions:\n"
        '  - id: a\n    type: essay\n    prompt: "open\n'
        "  - id: b\n    type: essay\n    promt: y\n"
        "  - id: c\n    type: essay\n    prompt: @z\n"
        "  - id: d\n    type: essay\n    prompt: fine\n"
    )
    assert [(c, line) for c, line, _, _ in told(text)] == [("KF010", 8), ("KF101", 11), ("KF010", 14)]
    quiz = reading(text).quiz
    assert quiz is not None
    assert [q.id for q in quiz.questions()] == ["d"]


def test_somebody_elses_file_in_a_folder_is_passed_over() -> None:
    found = read("source/deploy.yaml", b"apiVersion: v1\nkind: Pod\n---\nkind: Service\n", named=False)
    assert [(d.code, d.severity) for d in found.diagnostics] == [("KF004", Severity.INFO)]


def test_place_inside_a_block_counts_from_its_line() -> None:
    text = essay("prompt: |", "  one", "", "  two $x^2$")
    quiz = reading(text).quiz
    assert quiz is not None
    (question,) = quiz.questions()
    assert question.origin is not None
    span = question.origin.child("prompt").offset(question.prompt.index("$")).span()
    assert span is not None
    assert (span.line, span.col) == (11, 11)
