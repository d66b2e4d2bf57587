"""Markdown in the XHTML subset of QTI 2.1: valid whatever the author writes, and nothing lost in silence."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lxml import etree

from kfexport.richtext.markdown import to_html
from kfexport.richtext.xhtml import TextLoss, to_xhtml

ITEM = (
    '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t" adaptive="false" '
    'timeDependent="false"><itemBody><div>{0}</div></itemBody></assessmentItem>'
)
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@pytest.fixture(scope="module")
def schema(xsd_dir: Path) -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(xsd_dir / "www.imsglobal.org/xsd/imsqti_v2p1.xsd"))


def faults(schema: etree.XMLSchema, markup: str) -> list[str]:
    schema.validate(etree.fromstring(ITEM.format(markup), etree.XMLParser(huge_tree=True)))
    return [error.message for error in schema.error_log]


def test_schema_refuses_what_the_subset_lacks(schema):
    # The net itself: each of these is what an ordinary Markdown renderer would hand out.
    for markup in (
        "<del>x</del>",
        '<ol start="3"><li>x</li></ol>',
        '<a href="http://x" title="t">x</a>',
        "<table><thead><tr><th>a</th></tr></thead></table>",
        '<a href="http://x##">x</a>',
        "<blockquote>x</blockquote>",
    ):
        assert faults(schema, markup), markup


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n|:--|--:|",
        "| a | b |\n|:-:|---|\n| `x` | [l](http://a) |\n| |",
        "> ",
        "> a\n>\n> - b\n>   > c",
        "> ```\n> x\n> ```",
        "- \n- a",
        "- a\n\n  b\n- 1. c\n     - d\n\n       ---\n\n       # e",
        "1. a\n   ```c++ \"x\" <y>\n   b\n   ```",
        "# a `b` *c*\n\n###### d\n\n# a `b` *c*",
        "***\n\na\n---",
        "a  \nb\\\nc",
        "[*a* `b`](http://x/?a=1&b=[2]#c \"t\")",
        "[a](//x:y) [b](::) [c](http://h/#a#b) <mailto:a@b.c> [d]()",
        "~~a **b** [c](d)~~",
        "0. a\n1. b",
        "<script>x</script> <b>y</b>\n\n<div>\nz\n</div>",
        "&nbsp;&copy;&amp;&lt; ]]> &#x1F600; \"'",
        "[^1] :x: - [ ] y ==z== H~2~O ^a^",
    ],
)  # fmt: skip
def test_valid(schema, text):
    assert faults(schema, to_xhtml(text).markup) == []


INLINE = st.sampled_from(
    ["a", "日本", "**b**", "*c*", "`d`", "``e ` f``", "~~g~~", "[h](i)", '[j](k "l")', "<x>", "&", "]]>", "\\", "|",
     "[m](http://n:o)", "[p](q#r#s)", "<http://t.u>", "&#160;", "  \n", "\n", "!", "[", "]", "(", ")", "_", "~", "1."]
)  # fmt: skip
START = st.sampled_from(
    ["", "> ", ">", "- ", "-", "  - ", "    ", "1. ", "7) ", "# ", "#", "```", "~~~ x", "---", "***", "| ", "|---|:-:|",
     "+ ", "   > ", "\t", "=", "- > ", "> 2. ", "<div>", "[x]: y"]
)  # fmt: skip
LINE = st.builds(lambda start, parts: start + " ".join(parts), START, st.lists(INLINE, max_size=5))
MARKDOWN = st.lists(LINE, max_size=8).map("\n".join)


@settings(max_examples=400, deadline=None)
@given(text=MARKDOWN, inline=st.booleans())
def test_valid_whatever_is_written(schema, text, inline):
    assert faults(schema, to_xhtml(text, inline=inline).markup) == []


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=60))
def test_valid_with_any_characters(schema, text):
    assume("$" not in text)
    rendered = to_html(text)
    assume(not FORBIDDEN.search(text) and not FORBIDDEN.search(rendered) and "<img" not in rendered)
    assert faults(schema, to_xhtml(text).markup) == []


def test_valid_when_deep(schema):
    text = "> " * 60 + "a\n\n" + "\n".join("  " * n + "- b" for n in range(60))
    assert faults(schema, to_xhtml(text).markup) == []


def test_struck_through():
    fragment = to_xhtml("a ~~b~~")
    assert fragment.markup == '<p>a <span class="del">b</span></p>'
    assert fragment.losses == (TextLoss("struck-through text is shown without the line through it"),)


def test_list_from_another_number():
    fragment = to_xhtml("3. a\n4. b\n\n- x\n\n7. c")
    assert fragment.markup == "<ol><li>a</li><li>b</li></ol><ul><li>x</li></ul><ol><li>c</li></ol>"
    assert fragment.losses == (TextLoss("a list numbered from 3 and 7 is numbered from 1 instead"),)


def test_title_of_a_link():
    fragment = to_xhtml('[a](http://x "t")', inline=True)
    assert fragment.markup == '<a href="http://x">a</a>'
    assert fragment.losses == (TextLoss("the title of the link to http://x is left out", cosmetic=True),)


def test_link_to_no_address():
    fragment = to_xhtml("see [**a**](http://h:x/) and [b](http://h)")
    assert fragment.markup == '<p>see <strong>a</strong> and <a href="http://h">b</a></p>'
    assert fragment.losses == (TextLoss("the link to http://h:x/ is plain text instead: that is no valid address"),)


@pytest.mark.parametrize(
    "address",
    ["https://ex.org/a(b)?q=1&r=%5B2%5D#t", "#x", "a.html", "../b", "?q", "//h/x", "mailto:a@b.c", "http://[::1]:8080/",
     "doi:10.1000/1", "https://u:p@h/"],
)  # fmt: skip
def test_addresses_stay(address):
    fragment = to_xhtml(f"[a]({address})", inline=True)
    assert fragment.markup == f'<a href="{address.replace("&", "&amp;")}">a</a>'
    assert fragment.losses == ()


def test_table_without_body():
    markup = to_xhtml("| a |\n|:-:|").markup
    assert markup == '<table><tbody><tr><th align="center">a</th></tr></tbody></table>'


def test_table_with_body_keeps_its_head():
    markup = to_xhtml("| a |\n|---|\n| b |").markup
    assert markup == "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>"


def test_what_looks_like_markup_in_code_is_left_alone():
    code = '<del> <ol start="3"> <a href="x" title="y">z</a> <thead>q</thead></table>'
    fragment = to_xhtml(f"```\n{code}\n```")
    (pre,) = etree.fromstring(f"<div>{fragment.markup}</div>")
    assert "".join(pre.itertext()) == code + "\n"
    assert fragment.losses == ()


def test_escaped_tildes_are_tildes():
    assert to_xhtml(r"\~\~a\~\~ and ~b~").markup == "<p>~~a~~ and ~b~</p>"


@pytest.mark.parametrize(
    ("ruby", "shown"),
    [
        ("<ruby>漢<rt>かん</rt></ruby>", "漢(かん)"),
        ("<ruby>漢<rp>（</rp><rt>かん</rt><rp>）</rp></ruby>と<ruby>字<rt>じ</rt></ruby>", "漢（かん）と字(じ)"),
        ("<rp>a</rp>", "a"),
    ],
)
def test_readings_stand_in_brackets(ruby, shown):
    assert to_xhtml(ruby, safe=True).markup == f"<p>{shown}</p>"


def test_the_first_20_links_of_a_text_are_told() -> None:
    text = " ".join(f"[a](https://example.org/{i} 'title')" for i in range(23))
    clauses = [loss.clause for loss in to_xhtml(text).losses]
    assert clauses == [
        *(f"the title of the link to https://example.org/{i} is left out" for i in range(20)),
        "3 more links are shown without their title or address",
    ]


def test_a_long_address_is_told_by_its_beginning() -> None:
    (loss,) = to_xhtml(f"[a](https://example.org:999999/{'b' * 1000})").losses
    assert loss.clause == (
        f"the link to https://example.org:999999/{'b' * 33}… is plain text instead: that is no valid address"
    )
