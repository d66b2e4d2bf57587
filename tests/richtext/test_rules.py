"""The rules about texts: what they find, where, and what they leave alone."""

import re
import time
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kfexport.diagnostics import Diagnostic, Origin, Severity
from kfexport.lint import registry
from kfexport.lint.base import Context
from kfexport.model import Answer, Choice, Cloze, Quiz, Section, SingleChoice, TextBlank


@dataclass(frozen=True)
class Nowhere:
    name: str = "test.yaml"

    def span(self, path: Any, part: Any, at: Any) -> None:
        return None

    def line(self, number: int) -> str:
        return ""


def check(prompt: str = "Which?", *choices: str, safe: bool = False, explanation: str = "") -> list[Diagnostic]:
    texts = choices or ("yes", "no")
    question = SingleChoice(
        id="q",
        prompt=prompt,
        explanation=explanation,
        choices=tuple(Choice(text=text, correct=i == 0) for i, text in enumerate(texts)),
        origin=Origin(Nowhere(), ("questions", 0)),
    )
    quiz = Quiz(
        id="demo",
        title="Demo",
        lang="en",
        html="safe" if safe else "text",
        sections=(Section(id="s", questions=(question,)),),
        origin=Origin(Nowhere(), ("id",)),
    )
    return list(registry.check(quiz, Context(("moodle",))))


def told(prompt: str = "Which?", *choices: str, **how: Any) -> list[tuple[str, int | None]]:
    return [(d.code, d.where.at if d.where is not None else None) for d in check(prompt, *choices, **how)]


# The quick look


PARTS = st.sampled_from([
    "a", " ", "b c", "\n", "\n\n", "> ", "- ", "1. ", "2) ", "#", "# ", "=", "---", "===", "| ", "|-|", ":-:", "`",
    "```", "~", "~~~", "*", "_", "**", "__", "*b*", "**c**", "\\", "(", ")", "[", "]", "](", "]: ", "$", "&#7;",
    "&nbsp;", "<u>", "</u>", "\u200b", "日本", "javascript:", "> " * 70, "- " * 40, "1. " * 40,
])  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(st.lists(PARTS, min_size=1, max_size=10).map("".join), st.booleans())
def test_the_quick_look_passes_over_nothing(text: str, safe: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        quick = [check(text, safe=safe), check("Which?", text, "x", safe=safe)]
        patch.setattr(registry, "_HARMLESS", re.compile(r"(?!)"))
        assert quick == [check(text, safe=safe), check("Which?", text, "x", safe=safe)]


def test_the_quick_look_is_quick() -> None:
    start = time.process_time()
    check("a" * 200_000 + "\na: b" * 100_000 + "$")
    check("." * 200_000 + "\n" * 100_000)
    check("- " * 200_000)
    assert time.process_time() - start < 5


# What only looks like prose


TYPED = {
    "an attribute": 'x <b title="{}"> y',
    "an attribute in single quotes": "x <b title='{}'> y",
    "a comment": "x <!-- {} --> y",
    "a comment of a list": "- x\n- <!--\n  {}\n  -->",
    "a processing instruction": "x <?php {} ?> y",
    "a CDATA section": "x <![CDATA[ {} ]]> y",
    "code": "x `` {} `` y",
    "a block of code": "x\n\n```\n{}\n```\n\ny",
    "an indented block of code": "x\n\n    {}\n\ny",
}
"""Where everything is shown as it is typed."""
ADDRESSES = {
    "an address": "x [l](<https://e.org/{}>) y",
    "an address of an image": "x ![l](<https://e.org/{}>) y",
    "an address of a link in emphasis": "x *a [`l`](<https://e.org/{}>)* y",
    "a title": "x [l](https://e.org '{}') y",
    "a definition": "x [l] y\n\n[l]: https://e.org '{}'",
}
PATTERNS = {
    "&#7;": "KF303",
    "\\(x^2\\)": "KF305",
    "\\[x^2\\]": "KF305",
    "2$\\times$3": "KF305",
    "![a](my net.png)": "KF321",
    "![a](net.png =9x9)": "KF321",
    "![[net.png]]": "KF321",
    "![a] (net.png)": "KF321",
    "[a](notes.pdf)": "KF308",
    "[a](javascript:b)": "KF302",
    "\\d, \\.": "KF262",
}


DISTANCE = {"2$\\times$3": 1, "[a](notes.pdf)": 4, "[a](javascript:b)": 4, "\\d, \\.": 4}
"""Where in a pattern its fault is told."""
AMONG_PROSE = ("x {} y", "# a {}", "- x\n- {}", "| a |\n|---|\n| {} |", "<b> {} </b>", "x\n\n<!-- x --> {}", "*x* {}")


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("around", AMONG_PROSE)
def test_prose_is_looked_at(around: str, pattern: str) -> None:
    found = [finding for finding in told(around.format(pattern)) if finding[0] != "KF307"]
    assert found == [(PATTERNS[pattern], around.index("{}") + DISTANCE.get(pattern, 0))]


@pytest.mark.parametrize("safe", [False, True])
@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("place", TYPED)
def test_what_is_typed_is_no_prose(place: str, pattern: str, safe: bool) -> None:
    assert told(TYPED[place].format(pattern), safe=safe) == []


@pytest.mark.parametrize("place", ADDRESSES)
@pytest.mark.parametrize("pattern", ["\\(x^2\\)", "![[net.png]]", "![a] (net.png)"])
def test_addresses_are_no_prose(place: str, pattern: str) -> None:
    assert told(ADDRESSES[place].format(pattern)) == []


@pytest.mark.parametrize("place", ADDRESSES)
def test_addresses_hold_entities(place: str) -> None:
    assert told(ADDRESSES[place].format("&#7;")) == [("KF303", ADDRESSES[place].index("{}"))]
    assert told("x <https://e.org/&#7;> y") == []


def test_texts_of_images_are_prose() -> None:
    assert told("x ![\\(x\\)](https://e.org/a.png) y") == [("KF305", 4)]


def test_a_definition_in_a_paragraph_is_prose() -> None:
    assert told("x\n[l]: https://e.org '\\(x\\)'") == [("KF305", 22)]


def test_a_definition_in_a_comment_is_none() -> None:
    text = "<!--\n[l]: a.pdf\n-->\n\n[l]\n\n[l]: b.pdf"
    assert told(text) == [("KF308", text.index("b.pdf"))]


def test_backslashes_in_tags_stay() -> None:
    assert told("Which?", r'<a title="\d\.">', "no") == []
    assert told("Which?", r"<a> \d\.", "no") == [("KF307", 6)]


# Depth and size


@pytest.mark.parametrize(
    "text",
    ["> " * 2100 + "x", "*a _b " * 3000 + "_ *" * 3000, "**a " * 300 + "b** " * 300, "1. " * 40 + "x", "- " * 40 + "x",
     "\n".join("   " * i + "1. a" for i in range(40)), "~~a " * 70 + "b~~ " * 70],
)  # fmt: skip
def test_deep_texts_are_errors(text: str) -> None:
    (found,) = [d for d in check(text) if d.code == "KF304"]
    assert found.severity is Severity.ERROR
    assert found.hint


def test_deep_tags_are_errors_where_they_work() -> None:
    text = "a " + "<u>" * 100 + "x" + "</u>" * 100
    assert told(text, safe=True) == [("KF304", None)]
    assert told(text) == []


def test_wide_tables_are_errors() -> None:
    assert told("|" + "a|" * 400 + "\n|" + "-|" * 400 + "\n" + "|a|\n" * 400) == [("KF304", None)]
    assert told("|" + "a|" * 40 + "\n|" + "-|" * 40 + "\n" + "|a|\n" * 400) == []


def test_very_many_cells_are_errors() -> None:
    (found,) = check("a|b\n-|-\n" + "c|d\n" * 99_999)
    assert (found.code, found.message, found.hint) == (
        "KF304",
        "the prompt has more than 100,000 signs `|`",
        "Divide its tables among several questions.",
    )
    assert told("a|b\n-|-\n" + "c|d\n" * 99_998) == []


def test_very_many_dollar_signs_are_errors() -> None:
    assert told("$x$ " * 10_000 + "$") == [("KF304", None)]
    assert told("a", "b " + "`$`" * 20_001) == [("KF304", None)]
    assert told("$x$ " * 10_000) == []


# Places


def test_broken_formulas_are_told_where_they_stand() -> None:
    assert told("`$x^{2$` and $x^{2$") == [("KF310", 13)]
    assert told("$x}$ and $x$ and $\\left( x$") == [("KF310", 0), ("KF310", 17)]
    assert told("\\$5:\n\n$$\n- {x\n$$") == [("KF310", 6)]
    assert told("Which?", "a ${x$", "`${x$` ${x$") == [("KF310", 2), ("KF310", 7)]


def test_images_are_told_where_they_stand() -> None:
    assert told("`![](b)` ![](b), ![c](d) and ![ ](d)") == [("KF320", 9), ("KF320", 29)]
    assert told("a ![`x`](b) ![][r] ![&nbsp;](b) [![](c)](http://d)\n\n[r]: b") == [
        ("KF320", 12), ("KF320", 19), ("KF320", 33)
    ]  # fmt: skip
    assert told("See ![![](in.png)](out.png)") == [("KF320", 4)]
    assert {code for code, _ in told("See " + "![](b) " * 600)} == {"KF320"}
    assert told("See ![a](b) and ![b \\] c](<d e>)", "![x](a)", "![y](b)") == []


@pytest.mark.parametrize(
    "braces", ["{width=50%}", "{width=300px}", '{width="300"}', "{width=0}", "{width=-3}", "{width=12345}", "{width}",
               "{width = 300}", "{widht=300}", "{#id}", "{.class}", "{width=300 width=200}", "{width=300, height=200}",
               "{width:300}", "{height=}", "{ scale=2 }", "{:.c}"]
)  # fmt: skip
def test_what_looks_like_a_size_and_is_none(braces: str) -> None:
    assert told(f"See ![a](b){braces}.") == [("KF321", 11)]
    assert told("See", f"![a](b){braces}", "no") == [("KF321", 7)]
    assert told(f"See ![a](b) {braces} or `![a](b){braces}`") == []


@pytest.mark.parametrize(
    "braces", ["{width=300}", "{height=20}", "{width=300 height=200}", "{height=200 width=300}", "{ width=1 }",
               "{width=9999}", "", "{}", "{see below}", "{{c1::x}}", "{x}"]
)  # fmt: skip
def test_sizes_and_other_braces(braces: str) -> None:
    assert told(f"See ![a](b){braces}.") == []


def test_marks_that_are_text() -> None:
    assert told("See ![a](my net.png) and `![a](my net.png)`") == [("KF321", 4)]
    for mark in (
        '![a](my net.png "title")', "![a](net (1).png)", "![a](it's here.png){width=3}", "![a](<my net.png)",
        "![a](net.png =30x20)", "![a](net.png", "![a]](net.png)", "![a](net.png 'a' b)", "![*a*](<a b.png",
    ):  # fmt: skip
        assert told(f"See {mark}") == [("KF321", 4)], mark
        assert told(f"`{mark}` \\{mark} ![b](<{mark[5:9]}.png>)") == [], mark
    assert told("![a](my.png) `![a](my.png)`") == []
    assert told("![a](my.png) \\![a](my.png)") == [("KF308", 19)]  # a sign and a link
    (found,) = check("\\![a](my.png)")
    assert found.hint == "To show an image mark as text, put the backslash before its bracket: `!\\[`."
    assert told("See ![a](<my net.png>) ![a](my.png 'title') ![a](a b) [a](a b.png) !\\[a](a.png)") == []


def test_marks_of_other_tools_are_text() -> None:
    for mark in ("![[net.png]]", "![[a b/my net.svg|300]]", "![a] (net.png)", "![a][net.png]", "![][net.JPG]"):
        assert told(f"See {mark}") == [("KF321", 4)], mark
        assert told(f"`{mark}` \\{mark}") == [], mark
        assert told("See", mark, "no") == [("KF321", 0)], mark
    assert told("See ![a [b](net.png)") == [("KF321", 4), ("KF308", 12)]
    assert told("![a][net.png] ![b.png]\n\n[net.png]: b.png\n[b.png]: b.png") == []
    assert told("Wow! [[net.png]] and ![x] (y) and ![x][y] and !\\[[net.png]]") == []


def test_cells_that_are_left_out() -> None:
    table = "| a | b |\n|---|---|\n"
    assert told(f"{table}| x | $|y|$ |\n| `p|q` | \\| | c |\n| x |  |  |\n| x |") == [("KF311", 28), ("KF311", 44)]
    assert told("> | a |\n> |---|\n> | é \\| `\\|` || |\n>\n> x | y") == told(f"    {table}") == []


def test_of_very_many_findings_the_rest_is_counted() -> None:
    found = check("${x$ " * 1000)
    assert len(found) == 20
    assert found[-1].message.endswith("(980 more follow)")


def test_links_are_told_where_they_stand() -> None:
    assert told("`[a](javascript:b)` [a](javascript:b) [c](http://d)") == [("KF302", 24)]
    assert told("[a](JAVAscript:b) [c]( <file:///d>)") == [("KF302", 4), ("KF302", 24)]
    assert told("`[a]: data:b` [a]\n\n[a]: data:text/html,b") == [("KF302", 24)]
    assert told("[a](java&#115;cript:b)") == [("KF302", 0)]
    assert told("see [a]()") == [("KF302", 4)]
    assert told("see [a](data:b) " + "`c` " * 30_000) == [("KF302", 0)]  # too many parts to be placed
    assert told("`[a](b.md)` [a](b.md) [c](https://d) ![e](f.png)") == [("KF308", 16)]
    assert told("[a](<b c.md>) [![d](e.png)](f_(g).md 'h') [i]( j)") == [("KF308", 5), ("KF308", 28), ("KF308", 47)]
    assert told("[a] [b][A] [c][]\n\n[a]: #d\n[c]: <e f>") == [("KF308", 23), ("KF308", 32)]
    assert told("[a](C:\\b) [c](https:d) [e](x-f:g) [h](a~b$c.md)") == [("KF308", 4), ("KF308", 38)]
    assert told("`$\\href{javascript:a}{b}$` $\\href{ javaScript:a}{b}$ \\href{data:x}") == [("KF302", 35)]
    assert told("$\\href{https://example.org}{b}$") == []
    assert told("`javascript:` [a](http://b) javascript:b") == []


def test_a_blank_before_a_bracket_is_no_link() -> None:
    text = "[[a]](n) [[[b]]](c.md) [[x]](y) [[c]][1]\n\n[1]: d"
    blanks = tuple(TextBlank(id=id, answers=(Answer(text="z"),)) for id in "abc")
    cloze = Cloze(id="q", prompt="", text=text, blanks=blanks, origin=Origin(Nowhere(), ("questions", 0)))
    quiz = Quiz(id="demo", title="Demo", lang="en", sections=(Section(id="s", questions=(cloze,)),))
    found = [d.message for d in registry.check(quiz, Context(("moodle",))) if d.code == "KF308"]
    assert found == ["the text: the link to `c.md` leads nowhere", "the text: the link to `y` leads nowhere"]


def test_entities_are_told_once_where_they_stand() -> None:
    assert told("`&#7;` &#7; &#7;") == [("KF303", 7)]
    assert told("&#7; `&#7;`") == [("KF303", 0)]
    assert told("`&#7;` and \\&#7;") == []
    assert told("    &#7;\n\na &#xFFFE;") == [("KF303", 12)]
    assert told("a &#0; &#xD800;") == [("KF303", 2)]


def test_many_entities_take_no_time() -> None:
    start = time.process_time()
    (found,) = check("&#7;" * 200_000)
    assert "199999 more" in found.message
    assert time.process_time() - start < 5


# Brackets of TeX


@pytest.mark.parametrize(
    ("text", "at"),
    [("Solve \\(x\\).", 6), ("\\[y\\]", 0), ("`\\(x\\)` \\(x\\)", 8), ("a\n\n\\[\nx^2\n\\]", 3), ("\\\\\\(x\\)", 2)],
)
def test_tex_brackets(text: str, at: int) -> None:
    assert told(text) == [("KF305", at)]
    assert "$" in (check(text)[0].hint or "")


@pytest.mark.parametrize(
    "text",
    ["`\\(x\\)`", "```\n\\(x\\)\n```", "f\\(\\)", "\\(a", "a\\)", "\\(a\n\nb\\)", "\\[a\\](b)", "[a]\\(b\\)",
     "\\\\(x\\\\)", "- \\[ \\] a", "\\[a\\]: b", "(x) [y]"],
)  # fmt: skip
def test_other_brackets(text: str) -> None:
    assert "KF305" not in dict(told(text))


@pytest.mark.parametrize(
    ("text", "at"),
    [("2$\\times$3", 1), ("H$_2$O", 1), ("$x^2$y", 0), ("`$x^2$y` $\\alpha$x", 9), ("価格$5、式$\\alpha$x", 6),
     ("$$\nx", 0), ("a\n$$\n\nx\n$$", 2), ("> $$\n> x", 2), ("- a\n\n  $$\n  x", 7)],
)  # fmt: skip
def test_dollar_signs_that_begin_no_formula(text: str, at: int) -> None:
    assert told(text)[0] == ("KF305", at)


def test_dollar_signs_that_begin_no_formula_are_told_how() -> None:
    behind, line = check("2$\\times$3\n$$\n\nx")
    assert behind.message == "the prompt: `$\\times$` is no formula, since `3` stands right behind it"
    assert behind.hint == "Put a blank behind the formula, or take what follows into it, as in `$2\\times 3$`."
    assert line.message == "the prompt: this `$$` begins no formula, and shows as it was typed"
    assert line.hint == "End the formula with another line of `$$`, and leave no empty line inside."


@pytest.mark.parametrize(
    "text",
    ["$PATH_A:$HOME", "${A_B}/${C}", "$x$ y", "$n$th $x^2$th", "`2$\\times$3`", "\\$x^2\\$y", "$$\nx\n$$", "a $$ b",
     "```\n$$\n```", "価格は$5、$x^2$です", "C:\\$A\\b$c", "$x$$y^2$", "<!-- $x^2$y -->", "$A:$B^2"],
)  # fmt: skip
def test_other_dollar_signs(text: str) -> None:
    assert "KF305" not in dict(told(text))


# Fences


@pytest.mark.parametrize(
    ("text", "at"),
    [("```\na", 0), ("a\n\n~~~~ python\nb\n~~~\n", 3), ("- a\n\n  ```\n  b\n\nc", 7), ("> ```\n> a\n\nb", 2),
     ("```\na\n```\n\n```\nb", 11), ("````\na\n```", 0)],
)  # fmt: skip
def test_open_fences(text: str, at: int) -> None:
    assert told("a", explanation=text) == [("KF306", at)]


def test_the_cure_of_a_long_open_fence_is_short() -> None:
    (short,) = check("~~~~~\nx")
    assert short.hint == "Put a line of ~~~~~ behind the code."
    (long,) = check("`" * 2000 + "\nx")
    assert long.hint == "Put a line of 2,000 times ` behind the code."


@pytest.mark.parametrize("text", ["```\na\n```", "~~~\na\n~~~~", "a ``` b", "- ```\n  a\n  ```\n\nb", "```` ``` ````"])
def test_closed_fences(text: str) -> None:
    assert told("a", explanation=text) == []


# Surprises


@pytest.mark.parametrize(
    "choice",
    ["__init__", "_private_", "a _b_ c", "__main__.py and __x__", "*args, **kwargs*", "2*3*4", "a**b**c", "(__a__)",
     "\\d+\\.txt", "C:\\dir\\.git", "\\frac\\{a\\}"],
)  # fmt: skip
def test_choices_that_lose_characters(choice: str) -> None:
    codes = [d.code for d in check("Which?", choice, "other")]
    assert codes
    assert set(codes) == {"KF307"}


@pytest.mark.parametrize(
    "choice",
    ["`__init__`", "\\_\\_init\\_\\_", "*yes*", "**yes**", "**a** and *b*", "*a* and _b_", "snake_case_name", "_x",
     "a_", "2 * 3 * 4", "*args, **kwargs", "**重要**です", "日*本*語", "`a` is _it_", "\\*a\\*", "1\\. a", "`\\d`\\.",
     "C:\\dir", "_", "__", "a ~~b~~ c", "\\*args and *b*"],
)  # fmt: skip
def test_choices_that_say_what_they_mean(choice: str) -> None:
    assert told("Which?", choice, "other") == []


@pytest.mark.parametrize(
    "prompt",
    ["# apt update", "## b", "What?\n---", "What?\nReally?\n===", "1986. Who won?", "- 3 is?", ">>> print(1)",
     "1986. Who\nwon?", "1) Who\n   won?\n\n   And when?", "- 3\nis?"],
)  # fmt: skip
def test_prompts_that_became_blocks(prompt: str) -> None:
    assert told(prompt) == [("KF307", None)]


@pytest.mark.parametrize(
    "prompt",
    ["# a\n\nb", "#hash", "\\# a", "- a\n- b", "> a\n> b", "a\n\n---", "`# a`", "a - b", "1986\\. Who\nwon?",
     "1. a\n2. b", "- a\n  - b", "1986. Who?\n\nWhen?"],
)  # fmt: skip
def test_prompts_with_blocks(prompt: str) -> None:
    assert told(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "message", "hint"),
    [
        ("1986. Who\nwon?", "the prompt became a list, and `1986.` the number of its only item", "Write `1986\\.`,"),
        ("1) Who won?", "the prompt became a list, and `1)` the number of its only item", "Write `1\\)`,"),
        ("- 3\nis?", "the prompt became a list, and its `-` is not shown", "Put a backslash before the mark,"),
        ("What?\n---", "the prompt became a heading, and the line below it is not shown", "Put a backslash"),
    ],
)
def test_prompts_that_became_blocks_are_told_how(prompt: str, message: str, hint: str) -> None:
    (found,) = check(prompt)
    assert found.message == message
    assert found.hint is not None
    assert found.hint.startswith(hint)


def test_explanations_that_became_a_heading() -> None:
    assert told("a", explanation="# apt update") == [("KF307", None)]
    assert told("a", explanation="- a") == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Which line?\n\n[ERROR]: disk_full", ["[ERROR]: disk_full"]),
        ("[INFO]: started\n[警告]: 遅い\nand more", ["[INFO]: started", "[警告]: 遅い"]),
        ("a\n\n- b\n\n  [X]: y\n\n> [Y]: z", ["[X]: y", "[Y]: z"]),
        ("[a][1]\n\n[1]: https://e.org\n[2]: https://e.org", ["[2]: https://e.org"]),
    ],
)
def test_lines_that_became_addresses(text: str, lines: list[str]) -> None:
    found = [d for d in check("a", explanation=text) if d.code == "KF307"]
    assert [d.message for d in found] == [
        f"the explanation: `{line}` became the address of a link, and is not shown" for line in lines
    ]
    assert {d.hint for d in found} == {"Write `\\[` for the bracket, so that the line is text, or write it as code."}


@pytest.mark.parametrize(
    "text",
    ["[a]\n\n[a]: https://e.org", "[b][A  x]\n\n[a x]: https://e.org", "![b][a]\n\n[a]: https://e.org/b.png 'T'",
     "a\n[ERROR]: x", "[ERROR]: disk full", "\\[ERROR]: x\n\na", "`[ERROR]: x`", "```\n[ERROR]: x\n```",
     "    [E]: x\n\na", "a\n\n[//]: # (for authors)", "a\n\n[comment]: # 'x'", "<!--\n[a]: b\n-->", "a [b]: c"],
)  # fmt: skip
def test_lines_that_are_addresses_or_text(text: str) -> None:
    assert "KF307" not in dict(told("a", explanation=text))


# Choices


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("a", "[a](http://x.y)", "look alike"),
        ("[a](http://x)", "[a](http://y)", "look alike"),
        ("`2`", "2", "differ in code style only"),
        ("[`a`](http://x)", "[a](http://x)", "differ in code style only"),
        ("**2**", "2", "look the same"),
        ("$x$", "x", "look alike"),
        ("![x](a.png)", "![x](b.png)", "look alike"),
        ("![x](a.png)", "**![x](a.png)**", "look the same"),
    ],
)
def test_choices_alike(first: str, second: str, words: str) -> None:
    (found,) = check("Which?", first, second)
    assert found.code == "KF203"
    assert found.message == f"choices 1 and 2 {words}"
    assert found.severity is (Severity.ERROR if words == "look the same" else Severity.WARNING)


@pytest.mark.parametrize(
    ("first", "second"), [("$x$", "![x](a.png)"), ("x", "![x](a.png)"), ("![x](a.png)", "x ![y](b)")]
)
def test_images_look_like_no_text(first: str, second: str) -> None:
    assert told("Which?", first, second) == []


def test_two_dollar_signs_alone_are_an_answer() -> None:
    assert told("Which?", "$$", "other") == []
    assert told("  $$\n") == []


# Tags


@pytest.mark.parametrize(
    ("text", "at", "tag"),
    [
        ("What is H<sub>2</sub>O?", 9, "<sub>"),
        ("`x<sup>2</sup>` x<SUP>2</SUP>", 17, "<SUP>"),
        ("(a)<sub>n</sub>", 3, "<sub>"),
        ("漢字は<ruby>漢<rt>かん</rt></ruby>です", 3, "<ruby>"),
        ("どれですか。<br>選んでください。", 6, "<br>"),
        ("one<br/>\ntwo", 3, "<br/>"),
        ("| a |\n|---|\n| 一<br />二 |", 15, "<br />"),
        ("| a |\n|---|\n| H<sub>2</sub> |", 15, "<sub>"),
    ],
)
def test_tags_that_are_shown(text: str, at: int, tag: str) -> None:
    (found,) = [d for d in check("Which?", explanation=text) if d.code == "KF312"]
    assert found.message == f"the explanation: `{tag}` is shown as it was typed: tags are text here"
    assert found.hint == "Write `html: safe` at the top of the file, and this tag works; or write it as code."
    assert found.where is not None
    assert (found.where.path[-1], found.where.at) == ("explanation", at)
    assert "KF312" not in dict(told("Which?", explanation=text, safe=True))


@pytest.mark.parametrize(
    "text",
    ["What does <br> do?", "改行は<br>です", "<sub>", "a <sub>b</sub> c", "`H<sub>2</sub>O`",
     "```\nH<sub>2</sub>O<br>\nx\n```", "H\\<sub>2</sub>O", "<!-- H<sub>2</sub>O<br>\n -->", "List<sub>",
     "<u>x</u> and <kbd>y</kbd>", "Which? <br>", "Why?<br>", "| <br> | `a<br>b` |\n|---|---|", "[a](https://e.org/x<sub>2</sub>)"],
)  # fmt: skip
def test_tags_that_may_be_meant(text: str) -> None:
    assert "KF312" not in dict(told("Which?", explanation=text))


def test_tags_are_told_once_a_text() -> None:
    assert [code for code, _ in told("H<sub>2</sub>O and C<sub>6</sub>", "x<sup>2</sup>", "no")] == ["KF312"] * 2
