"""Findings with everything that a format could stumble over, made by hand."""

from dataclasses import dataclass

from kfexport.diagnostics import Diagnostic, Origin, Path, Related, Severity, Span
from kfexport.report.base import Help, Results


@dataclass(frozen=True)
class File:
    """A source with its text; places are given by hand."""

    name: str
    text: str = ""

    def span(self, _path: Path, _part: str, _at: int | None) -> Span | None:
        return None

    def line(self, number: int) -> str:
        lines = self.text.split("\n")
        return lines[number - 1] if number <= len(lines) else ""


NASTY = File(
    "bank/a b%:,#[x]\n日本😀.yaml",
    "format: 1\nquestions:\n  - id: one\n    prompt: '😀x' # ::error::no\n    answer: ]]> & \"q\"",
)
GOOD = File("bank/good.yaml")


def at(line: int, col: int, end_line: int, end_col: int, *path: str | int, file: File = NASTY) -> Origin:
    return Origin(file, path, known=Span(line, col, end_line, end_col))


FINDINGS = (
    Diagnostic(code="KF009", severity=Severity.ERROR, message="nothing is here"),
    Diagnostic(code="KF005", severity=Severity.ERROR, message="the whole file", where=Origin(NASTY)),
    Diagnostic(
        code="KF101",
        severity=Severity.ERROR,
        message='100 % of "x": <b>, ]]>, {0}, \x1b[31m\x00 and [link](1)\nnext line',
        where=at(4, 13, 4, 17, "questions", 0, "prompt"),
        hint="Write 'y', or 50%.",
        related=(Related("first used here", at(3, 9, 3, 12, "questions", 0, "id")),),
        question="one",
    ),
    Diagnostic(
        code="KF402",
        severity=Severity.WARNING,
        message="two lines",
        where=at(2, 1, 4, 5, "questions"),
        target="anki",
    ),
    Diagnostic(
        code="KF403",
        severity=Severity.INFO,
        message="the last line, which has no end",
        where=at(5, 13, 5, 25, "questions", 0, "answer"),
        target="moodle",
        question="one",
    ),
    Diagnostic(
        code="KF403",
        severity=Severity.INFO,
        message="to the end of a line",
        where=at(5, 5, 6, 1, "questions", 0, "answer"),
        question="one",
    ),
)
NAMES = {
    "KF005": "not-utf-8",
    "KF009": "no-quizzes",
    "KF101": "unknown-key",
    "KF402": "feature-lost",
    "KF403": "not-of-this-target",
}
HELP = {
    code: Help(Severity.ERROR, f"About {name}. More.\n\nCure: Mend it.\n\n    - {{text: A}}")
    for code, name in NAMES.items()
}


def results(*findings: Diagnostic, strict: bool = False) -> Results:
    return Results(
        diagnostics=findings or FINDINGS,
        questions=1,
        files=2,
        names=NAMES,
        help=HELP,
        sources=(NASTY.name, GOOD.name),
        folder="/repo/docs",
        root="/repo",
        strict=strict,
    )
