"""Where things are in a text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kfexport.richtext.places import places

PARTS = st.sampled_from([
    "a ", "`b` ", "\n", "\n\n", "> ", "- ", "  ", "1. ", "**c** ", "| x | y |\n|--|--|\n", "| \\| ", "|", "\t", "日本",
    "\\", "<b>", "~", "&amp;", "\u3000", "  \n", "[l](u) ", "    ", "#  ", "*", "😀", "\n---\n", "```\nq\n```\n",
    "$x$ ",
    "$y^2$",
])  # fmt: skip


def found(text: str, kind: str, **how: bool) -> list[tuple[int, str]]:
    return [(p.start, text[p.start : p.end]) for p in places(text, **how) if p.kind == kind]


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("`$x^2$` and $x^2$", [(12, "$x^2$")]),
        ("$x$ and $x$", [(0, "$x$"), (8, "$x$")]),
        ("costs \\$5\n\n$$\nx^2\n$$", [(11, "$$\nx^2\n$$")]),
        ("\n\n> a\n> $x$ <b> $y$", [(8, "$x$"), (16, "$y$")]),
        ("| a |\n|---|\n| `\\|` \\| $x$ |", [(22, "$x$")]),
        ("| a |\n|---|\n| é\\|漢\\|😀 $x$ | $é$ |", [(22, "$x$")]),
        ("| a | b |\n|---|---|\n| \\| é\\|漢 $x$ | \\|é$y$ |", [(30, "$x$"), (39, "$y$")]),
        ("日本 $x$\n\n- 😀 $é$ é $y$", [(3, "$x$"), (12, "$é$"), (18, "$y$")]),
        ("$PATH:$HOME $x$", [(12, "$x$")]),
        ("&#7; ~a~ %01 $x$", [(13, "$x$")]),
        ("```\n$x$\n```\n\n    $x$\n\n$x$", [(22, "$x$")]),
    ],
)
def test_formulas_are_where_they_stand(text: str, formulas: list[tuple[int, str]]) -> None:
    assert found(text, "Math") == formulas


def test_places_in_one_line() -> None:
    assert found("  - $x$ `$x$`", "Math", inline=True) == [(4, "$x$")]
    assert found("<u>a</u> <br /> $x$", "Math", inline=True, safe=True) == [(16, "$x$")]
    assert found("\n$x$\n", "Math", inline=True) == [(1, "$x$")]


def test_formulas_above_a_table() -> None:
    text = "| \\| $x$ \n| x | y |\n|--|--|\n"
    assert found(text, "Math") == [(text.index("$"), "$x$")]


def test_formulas_behind_a_tab_in_a_list() -> None:
    text = "- > a\n\t$x$ $y$ $$x$$ $$y$$"
    assert found(text, "Math") == [(7, "$x$"), (11, "$y$"), (15, "$$x$$"), (21, "$$y$$")]


@settings(max_examples=300, deadline=None)
@given(st.lists(PARTS, max_size=12).map("".join))
def test_every_formula_is_between_its_dollars(text: str) -> None:
    for _, formula in found(text, "Math"):
        assert formula[0] == formula[-1] == "$"
        assert len(formula) > 2


def test_deep_texts_have_no_places() -> None:
    assert places("> " * 100_000 + "$x$") == ()
    assert places("![" * 5000 + "a" + "](b)" * 5000) == ()


def test_places_behind_many_bytes() -> None:
    for count in (341, 342, 1000, 5000):  # three bytes each
        assert found("漢" * count + "`x`é`y`", "Code") == [(count, "`x`"), (count + 4, "`y`")]
