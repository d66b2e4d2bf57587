"""Short quiz files for tests of the reader."""

from kfexport.bank.reader import Reading, read
from kfexport.diagnostics import Severity, in_order
from kfexport.model import Essay, Quiz, SingleChoice

HEAD = "format: 1\nid: demo\ntitle: Demo\nlang: en\n"


def essay(*lines: str) -> str:
    """A quiz of one essay with these lines as its keys."""
    return (
        HEAD + "questions:\n  - id: a\n    type: essay\n" + "".join(f"    {line}\n" if line else "\n" for line in lines)
    )


def choices(*items: str, before: str = "") -> str:
    """A quiz of one single choice; ``items`` are the wrong choices as they stand in the file."""
    head = essay("prompt: Which?").replace("essay", "single_choice")
    listed = "".join(f"      - {item}\n" for item in items)
    return head + before + "    choices:\n      - text: the right one\n        correct: true\n" + listed


def reading(text: str | bytes) -> Reading:
    """Read a file that was named by hand."""
    return read("quiz.yaml", text.encode() if isinstance(text, str) else text, named=True)


def quiz_of(text: str | bytes) -> Quiz:
    """Read a file that has no fault."""
    found = reading(text)
    assert found.diagnostics == [], [d.message for d in found.diagnostics]
    assert found.quiz is not None
    return found.quiz


def essay_of(text: str | bytes) -> Essay:
    """The one essay of a good file."""
    (question,) = quiz_of(text).questions()
    assert isinstance(question, Essay)
    return question


def single_choice_of(text: str | bytes) -> SingleChoice:
    """The one single choice of a good file."""
    (question,) = quiz_of(text).questions()
    assert isinstance(question, SingleChoice)
    return question


def told(text: str | bytes) -> list[tuple[str, int, int, str]]:
    """What is told of a file: code, line, column, message, in order of place; notes left out."""
    found = []
    for d in in_order(reading(text).diagnostics):
        span = d.where.span() if d.where is not None else None
        if d.severity is not Severity.INFO:
            found.append((d.code, span.line if span else 0, span.col if span else 0, d.message))
    return found


def codes(text: str | bytes) -> list[str]:
    """The codes alone."""
    return [code for code, *_ in told(text)]
