"""Comments in a quiz file that say that a finding is known."""

from pathlib import Path

import pytest
from sandbox import write

import kfexport
from kfexport.bank.comments import comments
from kfexport.diagnostics import Severity
from kfexport.pipeline import Report, Settings

HEAD = "format: 1\nid: q\ntitle: Q\nlang: en\n"
Q1 = "  - id: one\n    type: essay\n    prompt: 'What is \\(x\\)?'\n    model_answer: A.\n"
Q2 = "  - id: two\n    type: essay\n    prompt: 'What is \\(y\\)?'\n    model_answer: B.\n"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(text: str, **options: object) -> list[tuple[str, int | None]]:
    """Code and line of each finding of a quiz."""
    return places(kfexport.validate([write(Path("source", "q.yaml"), text)], **options))  # type: ignore[arg-type]


def places(report: Report) -> list[tuple[str, int | None]]:
    spans = ((d.code, d.where.span() if d.where else None) for d in report.diagnostics)
    return [(code, span.line if span else None) for code, span in spans]


def test_without_comments_both_questions_are_told() -> None:
    assert told(f"{HEAD}questions:\n{Q1}{Q2}") == [("KF305", 8), ("KF305", 12)]


COMMENT = "# kfexport: disable=KF305"


@pytest.mark.parametrize(
    "one",
    [
        f"  {COMMENT}\n{Q1}",
        f"  # Somebody's remark.\n  {COMMENT}\n\n  # Another one.\n{Q1}",
        f"  {COMMENT} -- the template wants it\n{Q1}",
        f"  {COMMENT} the template wants it\n{Q1}",
        f"  {COMMENT}--the template wants it\n{Q1}",
        f"  #kfexport:disable=KF305\n{Q1}",
        f"  ##  kfexport :  disable =  kf305 \n{Q1}",
        f"  # kfexport: disable=tex-brackets\n{Q1}",
        Q1.replace("one\n", f"one  {COMMENT}\n"),
        Q1.replace("A.\n", f"A.  {COMMENT}\n"),
        Q1.replace("A.\n", f"A. {COMMENT}\n"),
        f"{Q1}    {COMMENT}\n",
        Q1.replace("    type", f"    {COMMENT}\n    type"),
        Q1.replace("    type", "# kfexport: disable=KF305\n    type"),
        Q1.replace("  - id", f"  - {COMMENT}\n    id"),
        Q1.replace("'What is \\(x\\)?'", f"|  {COMMENT}\n      What is \\(x\\)?"),
        Q1.replace("'What is \\(x\\)?'", f"|\n      What is \\(x\\)?\n    {COMMENT}"),
        "  - {id: one, type: essay, prompt: 'What is \\(x\\)?',  " + COMMENT + "\n     model_answer: A.}\n",
        "  - {id: one, type: essay, prompt: 'What is \\(x\\)?', model_answer: A.}  " + COMMENT + "\n",
    ],
)
def test_a_comment_at_a_question_is_about_that_question(one: str) -> None:
    (found,) = told(f"{HEAD}questions:\n{one}{Q2}")
    assert found[0] == "KF305"
    assert found[1] is not None
    assert found[1] > len(one.splitlines()) + 5


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff", "# A header.\n", "---\n"])
def test_a_comment_on_top_is_about_the_file(start: str, end: str) -> None:
    text = f"{start}{COMMENT}\n{HEAD}questions:\n{Q1}{Q2}".replace("\n", end)
    Path("q.yaml").write_bytes(text.encode())
    assert places(kfexport.validate("q.yaml")) == []


def test_in_sections() -> None:
    section = "  - id: {0}\n    questions:\n"
    deep = ("  " + Q1.replace("\n", "\n  ")).rstrip(" "), ("  " + Q2.replace("\n", "\n  ")).rstrip(" ")
    first, second = section.format("a") + deep[0], section.format("b") + f"    {COMMENT}\n" + deep[1]
    assert told(f"{HEAD}sections:\n{first}{second}") == [("KF305", 10)]


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}questions:\n{Q1.replace('A.', 'A.#kfexport:disable=KF305')}",
        f"{HEAD}questions:\n{Q1.replace('A.', repr('A  # kfexport: disable=KF305'))}",
        f"{HEAD}questions:\n{Q1}".replace("A.", "|\n      A\n      # kfexport: disable=KF305"),
        f"{HEAD}questions:\n{Q1}".replace("A.", ">-\n      A\n      # kfexport: disable=KF305"),
        f"{HEAD}questions:\n{Q1}".replace("A.", '"A\n      # kfexport: disable=KF305"'),
    ],
)
def test_text_that_looks_like_a_comment_is_text(text: str) -> None:
    assert told(text) == [("KF305", 8)]


@pytest.mark.parametrize(
    "comment",
    ["# kfexport is what builds this", "# kfexport: the source of all exports", "# see kfexport: disable=KF305",
     "# kfexport disables nothing here", "# kfexports: disable=KF305"],
)  # fmt: skip
def test_a_comment_about_kfexport_is_none_for_it(comment: str) -> None:
    assert told(f"{HEAD}questions:\n  {comment}\n{Q1}") == [("KF305", 9)]


@pytest.mark.parametrize(
    ("comment", "message", "hint"),
    [
        ("# kfexport: disable", "this comment names no code",
         "Write `# kfexport: disable=KF402`, for example, or delete it."),
        ("# kfexport: disable=", "this comment names no code",
         "Write `# kfexport: disable=KF402`, for example, or delete it."),
        ("# kfexport disable=KF305", "this comment is not understood", "Write `# kfexport: disable=KF305`."),
        ("# kfexport: disable: KF305", "this comment is not understood", "Write `# kfexport: disable=KF305`."),
        ("# kfexport: ignore=kf305,KF320", "this comment is not understood",
         "Write `# kfexport: disable=KF305,KF320`."),
        ("# kfexport: disable=KF305;KF320", "this comment is not understood",
         "Write `# kfexport: disable=KF305,KF320`."),
        ("# kfexport: noqa", "this comment is not understood", "Write `# kfexport: disable=KF402`."),
        ("# kfexport: disable=KF305 KF320", "a comma is missing before `KF320`",
         "Write `disable=KF305,KF320`, or ` -- ` before a reason."),
        ("# kfexport: disable=KF3055", "no finding has the code or name “KF3055”", "Did you mean `KF305`?"),
        ("# kfexport: disable=KF3", "no finding has the code or name “KF3”", "Name single codes in a comment."),
        ("# kfexport: disable=ALL", "no finding has the code or name “ALL”", "Name single codes in a comment."),
        ("# kfexport: disable=unique-id", "no finding has the code or name “unique-id”", "Did you mean `unique-ids`?"),
        ("# kfexport: disable=KF102",
         "KF102 (missing-key) is always an error, since the export would be wrong or impossible; "
         "it cannot be turned off or lowered",
         "Delete it from the comment, and mend what it tells."),
        ("# kfexport: disable=KF041", "KF041 (unused-disable) is about these comments; none of them can disable it",
         "Name it in `ignore` of the configuration."),
    ],
)  # fmt: skip
def test_a_comment_that_does_nothing_says_why(comment: str, message: str, hint: str) -> None:
    report = kfexport.validate([write(Path("q.yaml"), f"{HEAD}questions:\n  {comment}\n{Q1}")])
    bad, *others = report.diagnostics
    assert (bad.code, bad.severity, bad.message, bad.hint) == ("KF042", Severity.WARNING, message, hint)
    assert [d.code for d in others] == ["KF305"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"format: 1  {COMMENT}\nid: q\ntitle: Q\nlang: en\nquestions:\n{Q1}", 1),
        (f"format: 1\n{COMMENT}\nid: q\ntitle: Q\nlang: en\nquestions:\n{Q1}", 2),
        (f"{HEAD}questions:  {COMMENT}\n{Q1}", 5),
        (f"{HEAD}questions:\n{Q1}{COMMENT}\n", 10),
        (f"{HEAD}questions:\n{Q1}{COMMENT}\ntags: [a]\n", 10),
    ],
)
def test_a_comment_that_stands_elsewhere_is_told(text: str, line: int) -> None:
    found = told(text)
    assert ("KF042", line) in found
    assert [code for code, _ in found] in (["KF042", "KF305"], ["KF305", "KF042"])


def test_what_is_not_used_is_told_at_its_code() -> None:
    report = kfexport.validate([write(Path("q.yaml"), f"{HEAD}questions:\n  # kfexport: disable=KF305,KF311\n{Q1}")])
    (found,) = report.diagnostics
    assert (found.code, found.severity) == ("KF041", Severity.WARNING)
    assert found.message == "KF311 (table-rows) is disabled here, but there is nothing to tell"
    span = found.where.span() if found.where else None
    assert span is not None
    assert (span.line, span.col, span.end_col) == (6, 29, 34)


def test_given_twice_the_second_one_is_not_used() -> None:
    assert told(f"{HEAD}questions:\n  # kfexport: disable=KF305,KF305\n{Q1}") == [("KF041", 6)]
    # The question's own comment comes first, so that one for the file is needed for other questions only.
    assert told(f"{COMMENT}\n{HEAD}questions:\n  {COMMENT}\n{Q1}") == [("KF041", 1)]


def test_a_rule_that_did_not_run_says_nothing_of_its_comments() -> None:
    text = f"{HEAD}questions:\n  # kfexport: disable=KF305,KF311\n{Q1}"
    assert told(text, settings=Settings(select=("KF305",))) == []
    assert told(text, settings=Settings(ignore=("KF311",))) == []


def test_a_loss_is_missed_only_where_all_default_targets_were_asked() -> None:
    question = "  - id: one\n    type: true_false\n    prompt: Is it so?\n    answer: true\n"
    text = f"{HEAD}questions:\n  # kfexport: disable=KF405\n{question}"
    assert told(text) == []
    assert told(text, targets=["moodle", "qti21", "anki"]) == []
    assert told(text, targets=["moodle", "qti21", "anki", "canvas"]) == [("KF041", 6)]


def test_a_loss_is_disabled() -> None:
    text = f"{HEAD}questions:\n  - id: one\n    type: essay\n    prompt: Why?\n    hints: [Think.]\n"
    assert told(text, targets=["qti21"]) == [("KF402", 9)]
    assert told(text.replace("one\n", "one  # kfexport: disable=feature-lost\n"), targets=["qti21"]) == []


def test_while_there_are_errors_nothing_is_missed() -> None:
    text = f"{HEAD}questions:\n  # kfexport: disable=KF311\n{Q1}  - id: three\n    type: essay\n"
    assert told(text) == [("KF305", 9), ("KF102", 11)]


def test_a_rule_about_the_bank_is_missed_only_where_no_file_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from kfexport.lint import registry
    from kfexport.lint.base import Rule

    rule = Rule(
        code="KF299", name="bank-rule", severity=Severity.WARNING, check_all=lambda _quizzes, _context: iter(())
    )
    rules = {**registry.rules(), "KF299": rule}
    monkeypatch.setattr(registry, "rules", lambda: rules)
    text = f"{HEAD}questions:\n  # kfexport: disable=KF299,KF305\n{Q1}"
    assert told(text) == []
    assert places(kfexport.validate("source")) == [("KF041", 6)]


def test_findings_of_the_reader_are_disabled_by_their_line() -> None:
    text = f"{HEAD}questions:\n{Q1.replace('A.', 'A b # c')}{Q2.replace('B.', 'B b # c')}"
    assert told(text) == [("KF305", 8), ("KF018", 9), ("KF305", 12), ("KF018", 13)]
    disabled = text.replace("  - id: two", "  # kfexport: disable=comment-in-text\n  - id: two")
    assert told(disabled) == [("KF305", 8), ("KF018", 9), ("KF305", 13)]


def test_an_error_of_a_rule_that_has_warnings_as_well_stays() -> None:
    choices = "    choices:\n      - text: a\n        correct: true\n      - a\n"
    question = f"  - id: one\n    type: single_choice\n    prompt: W?\n{choices}"
    text = f"{HEAD}questions:\n  # kfexport: disable=KF203\n{question}"
    assert told(text) == [("KF203", 13)]


def test_many_comments_are_read_in_one_pass() -> None:
    count = 20_000
    text = "questions:\n" + "".join(f"  # kfexport: disable=KF305\n  - id: q{i}\n" for i in range(count))
    found = comments(text)
    assert len(found) == count
    assert [c.question.path for c in found if c.question] == [("questions", i) for i in range(count)]
    line = "a: b  " + "# kfexport: disable=KF305 " * count
    assert len(comments(line + "\n" + line)) == 2
