"""Lines that YAML joins: the rule reads them where the author wrote them."""

import pytest

from kfexport.bank.reader import read
from kfexport.lint import registry
from kfexport.lint.base import Context

HEAD = "format: 1\nid: q\ntitle: Q\nlang: en\nquestions:\n  - id: q\n    type: essay\n"


def told(prompt: str) -> list[tuple[str, int, int]]:
    """Message, line and column of what the rule says of a question with this prompt, which begins on line 8."""
    quiz = read("q.yaml", f"{HEAD}    prompt: {prompt}".encode(), named=True).quiz
    assert quiz is not None
    check = registry.rules()["KF262"].check
    assert check is not None
    spans = [(d.message, d.where.span() if d.where else None) for d in check(quiz, Context(()))]
    return [(message, span.line, span.col) for message, span in spans if span is not None]


@pytest.mark.parametrize(
    ("prompt", "what", "place"),
    [
        (">\n      What is this?\n      x = 1;\n      print(x);\n", "lines of code", (10, 7)),
        (">-\n      Which?\n      - a pod\n      - a node\n", "the items of a list", (10, 7)),
        (">\n      Which?\n\n      | a | b |\n      |---|---|\n      | 1 | 2 |\n", "the rows of a table", (11, 7)),
        (">\n      Read:\n      ```yaml\n      kind: Pod\n      ```\n", "lines of code", (10, 7)),
        (">\n      Read:\n      kind: Pod\n      name: web\n", "pairs of name and value", (9, 7)),
        ("Which?\n      - a pod\n      - a node\n", "the items of a list", (9, 7)),
        ("'Which?\n      1. a pod\n      2. a node'\n", "the items of a list", (9, 7)),
    ],
)
def test_joined_lines_are_told_where_they_stand(prompt: str, what: str, place: tuple[int, int]) -> None:
    assert told(prompt) == [(f"the prompt: {what} stand here, and YAML joins them to one line", *place)]


@pytest.mark.parametrize(
    "prompt",
    [
        ">\n      A pod - small as it is - runs\n      on a node; a node: that is\n      a machine (1) and (2) more.\n",
        ">\n      Which?\n\n          x = 1;\n          print(x);\n",
        "|\n      Which?\n\n      - a pod\n      - a node\n",
        "'Which? - a pod - a node'\n",
        "What is `a; b; c`, and what `{ a: b, c: d }`?\n",
    ],
)
def test_prose_and_lines_that_stay_are_passed(prompt: str) -> None:
    assert told(prompt) == []


def test_a_book_is_passed() -> None:
    lines = "      x = 1;\n"
    assert len(told("|\n" + lines * 2000)) == 1
    assert told("|\n" + lines * 5000) == []
