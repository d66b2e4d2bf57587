"""Double brackets around an id that begins with ``x-``: a warning where ``blanks`` has such a key, else text."""

import textwrap
from pathlib import Path

import pytest

import kfexport

FOREIGN = "x-a: {answers: [q]}"


def found(tmp_path: Path, text: str, *blanks: str) -> list[tuple[str, str, int, int]]:
    listed = "\n".join(("pod: {answers: [pod]}", *blanks))
    source = (
        "format: 1\nid: demo\ntitle: Demo\nlang: en\nquestions:\n  - id: a\n    type: cloze\n    text: |\n"
        f"{textwrap.indent(text, ' ' * 6)}\n    blanks:\n{textwrap.indent(listed, ' ' * 6)}\n"
    )
    path = tmp_path / "demo.yaml"
    path.write_text(source, encoding="utf-8")
    places = [(d, d.where.span()) for d in kfexport.validate([path]).diagnostics if d.where is not None]
    return [(d.code, d.message, span.line, span.col) for d, span in places if span is not None]


@pytest.mark.parametrize(
    "text",
    [
        "[[pod]] of letters[[x-1]] and [[x-a]]",
        "[[pod]] `letters[[x-1]]`",
        "[[pod]]\n\n```r\nletters[[x-1]]\n```",
        "[[pod]]\n\n    letters[[x-1]]",
        "[[pod]] $m_{[[x-1]]}$",
        "[[pod]] $$\n[[x-1]]\n$$",
        "[[pod]] <!-- [[x-1]] -->",
        '[[pod]] <span title="[[x-1]]">b</span>',
        "[[pod]] [b](https://example.org/[[x-1]])",
        "[[pod]] [t]\n\n[t]: https://example.org/[[x-1]]",
    ],
)
def test_without_such_a_key_they_are_text(text: str, tmp_path: Path) -> None:
    assert found(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "line", "col"),
    [
        ("[[pod]] and [[x-a]]", 9, 19),
        ("[[pod]] `m[[x-a]]`", 9, 17),  # a mark works in code
        ("[[pod]] and \\\\[[x-a]]", 9, 21),  # a backslash, and a mark
    ],
)
def test_with_such_a_key_they_were_meant_as_a_blank(text: str, line: int, col: int, tmp_path: Path) -> None:
    message = "`[[x-a]]` is no blank: keys that begin with `x-` belong to other tools"
    assert found(tmp_path, text, FOREIGN) == [("KF208", message, line, col)]


@pytest.mark.parametrize("text", ["[[pod]] \\[[x-a]]", "[[pod]] [[ x-a ]]", "[[pod]] [[x-b]]"])
def test_what_would_be_no_mark_is_no_mark(text: str, tmp_path: Path) -> None:
    assert found(tmp_path, text, FOREIGN) == []
