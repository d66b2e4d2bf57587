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


def many(*lines: str) -> str:
    return essay("prompt: x", *lines)


@pytest.mark.parametrize(
    "text",
    [
        many("category: [" + "a," * 200_000 + "]"),
        many(*["x-a: 1"] * 50_000),
        many(*(f"k{i}:" for i in range(70_000))),
        many('title: "' + "\\a" * 400_000 + '"'),
        many('title: "' + "\\nu " * 200_000 + '"'),
        many(*(f"k{i}: x" for i in range(60_000))),
        choices(*["same"] * 70_000),
        choices(*[""] * 90_000),
    ],
    ids=["category", "doubles", "hollow", "escapes", "latex", "unknown", "equal", "gaps"],
)
def test_floods_end_soon(text: str) -> None:
    start = time.process_time()
    found = reading(text).diagnostics
    assert len(found) <= 2100
    assert time.process_time() - start < 10, "far beyond the 2 s that a quiet machine needs"


def test_an_alias_keeps_the_spelling_wherever_it_stands() -> None:
    text = (
        "x-shared: &s {points: &p 3, draft: &d false}\n" + HEAD + "version: &v 2.0\nquestions:\n"
        "  - {id: a, type: essay, prompt: x, points: *p, title: *p, draft: *d, explanation: *d}\n"
        "  - {id: b, type: essay, prompt: x, points: *v}\n"
    )
    quiz = quiz_of(text)
    first, second = quiz.questions()
    assert (first.points, first.title, first.draft, first.explanation) == (3, "3", False, "false")
    assert (quiz.version, second.points) == ("2.0", 2)


@pytest.mark.parametrize("escape", [r"\x07", r"\u0007", r"\U00000007", r"\uFFFE", r"\uFFFF", r"\x7f", r"\U0000FFFF"])
def test_escapes_of_forbidden_characters(escape: str) -> None:
    assert [(c, line, col) for c, line, col, _ in told(essay(f'prompt: "a{escape}b"'))] == [("KF016", 8, 15)]


def test_good_escapes_are_silent() -> None:
    assert essay_of(essay(r'prompt: "\u00e9\x41\U0001F600\/\_\" \\t"')).prompt == 'éA😀/\u00a0" \\t'


def test_what_stops_yaml_does_not_stop_the_reading() -> None:
    text = (
        HEAD + "questions:\n"
        "  - {id: a, type: essay, prompt: {{ .Values.image }}}\n"
        "  - {id: b, type: essay, prompt: *star}\n"
        "  - {id: c, type: essay, promt: x}\n"
        "  - {id: d, type: essay, prompt: &p [*p]}\n"
        "  - {id: e, type: essay, prompt: fine}\n"
    )
    assert [(c, line) for c, line, _, _ in told(text)] == [("KF010", 6), ("KF015", 7), ("KF101", 8), ("KF015", 9)]


def test_an_unclosed_quote_spoils_no_other_question() -> None:
    text = (
        HEAD + "questions:\n"
        "  - id: a\n    type: essay\n    prompt: 'unclosed\n"
        "  - id: b\n    type: essay\n    prompt: 'it''s fine'\n"
        "  - id: c\n    type: essay\n    prompt: 'also fine'\n"
    )
    assert [(c, line, col) for c, line, col, _ in told(text)] == [("KF010", 8, 13)]


def test_an_anchor_that_went_with_a_faulty_question_is_no_second_fault() -> None:
    text = HEAD + "questions:\n  - {id: a, type: essay, prompt: &p 'x}\n  - {id: b, type: essay, prompt: *p}\n"
    assert codes(text) == ["KF010"]


def test_a_dash_too_far_left_costs_one_question() -> None:
    text = (
        HEAD + "questions:\n  - id: a\n    type: essay\n    prompt: x\n - id: b\n   type: essay\n   prompt: y\n"
        "  - id: c\n    type: essay\n    promt: y\n"
    )
    assert [(c, line) for c, line, _, _ in told(text)] == [("KF010", 9), ("KF101", 14)]


def test_forty_faults_in_a_large_bank_are_all_told() -> None:
    questions = []
    for i in range(1000):
        prompt = '"open' if i % 50 == 7 else "x"
        key = "promt" if i % 50 == 9 else "prompt"
        questions.append(f"  - id: q{i}\n    type: essay\n    {key}: {prompt}\n")
    assert sorted(codes(HEAD + "questions:\n" + "".join(questions))) == ["KF010"] * 20 + ["KF101"] * 20


def test_more_faults_than_are_read_are_told_as_such() -> None:
    broken = "".join(f'  - id: q{i}\n    type: essay\n    prompt: "open\n{"# " + "x" * 9000}\n' for i in range(100))
    assert codes(HEAD + "questions:\n" + broken).count("KF020") == 1


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ("{id: a, typ: essay, prompt: x, corect: 1}", ["KF101", "KF101"]),
        ("{id: a, kind: essay, prompt: x}", ["KF101"]),
        ("{id: a, type: esay, prompt: x, corect: 1}", ["KF104", "KF101"]),
        ("{id: a, questions: [b]}", ["KF102", "KF101"]),
        ("foo", ["KF103"]),
        ("", ["KF103"]),
    ],
)
def test_without_a_type_the_other_keys_are_checked(wrong: str, expected: list[str]) -> None:
    assert codes(HEAD + f"questions:\n  - {wrong}\n") == expected


def test_a_key_given_twice_whose_first_value_is_empty() -> None:
    assert codes(essay("title:", "title: x", "prompt: y")) == ["KF019", "KF011"]
    assert codes(essay("prompt: y", "hints: [a]", "hints:")) == ["KF011"]


def test_keys_of_other_tools_among_the_stimuli() -> None:
    assert [s.id for s in quiz_of("stimuli: {x-tool: abc, s: {text: x}}\n" + essay("prompt: x")).stimuli] == ["s"]


def test_questions_without_a_value_are_still_a_quiz() -> None:
    assert [(c, line) for c, line, _, _ in told("id: x\ntitle: y\nlang: en\nformat: 1\nquestions:\n")] == [("KF102", 5)]


def test_a_merge_key_is_told_once() -> None:
    text = HEAD + "questions:\n  - &q {id: a, type: essay, prompt: x}\n  - {<<: *q, id: b}\n"
    assert codes(text) == ["KF012"]
    assert codes(essay("prompt: x", '"<<": y')) == ["KF101"]


@pytest.mark.parametrize("separator", ["\x85", "\u2028", "\u2029"])
def test_line_ends_that_only_yaml_sees(separator: str) -> None:
    assert [(c, line, col) for c, line, col, _ in told(essay(f"prompt: a{separator}b"))] == [("KF006", 8, 14)]


def test_offsets_in_quoted_texts_are_those_of_the_source() -> None:
    for prompt, col in ((r"'It''s $x^2$ now'", 20), (r'"He \"said\" $x^2$ now"', 26), (r'"日本\u3042 $x^2$"', 23)):
        quiz = reading(essay(f"prompt: {prompt}")).quiz
        assert quiz is not None
        (question,) = quiz.questions()
        assert question.origin is not None
        span = question.origin.child("prompt").offset(question.prompt.index("$")).span()
        assert span is not None
        assert (span.line, span.col) == (8, col), prompt
