"""Markdown as canonical fragments: characters arrive, whatever they are, and nothing takes forever."""

import re
import time
from html import escape, unescape
from urllib.parse import quote

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lxml import etree
from markdown_it import MarkdownIt

from kfexport.richtext.bounds import Excess
from kfexport.richtext.cloze import fill, to_html_with_blanks
from kfexport.richtext.markdown import to_html, too_much
from kfexport.richtext.plain import to_plain
from kfexport.richtext.xhtml import to_xhtml

DEEP = {
    "quotes": "> " * 2100 + "x",
    "quotes without blanks": ">" * 61 + "x",
    "many quotes": "> " * 100_000 + "x",
    "emphasis": "*a _b " * 3000 + "_ *" * 3000,
    "bold": "**a " * 3000 + "b** " * 3000,
    "strikethrough": "~~a " * 300 + "b~~ " * 300,
    "list on a line": "- " * 70 + "x",
    "numbered list on a line": "1. " * 70 + "x",
    "list by indentation": "\n".join("  " * i + "- a" for i in range(70)),
    "mixed": "> - 1. " * 30 + "x",
}
WIDE = "|" + "a|" * 400 + "\n|" + "-|" * 400 + "\n" + "|a|\n" * 400


def depth(markup: str) -> int:
    root = etree.fromstring(f"<div>{markup}</div>", etree.XMLParser(huge_tree=True))
    return max(sum(1 for _ in element.iterancestors()) for element in root.iter())


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_texts_are_shown_as_typed(text: str) -> None:
    assert too_much(text) is Excess.DEPTH
    assert depth(to_html(text)) <= 60
    assert depth(to_xhtml(text).markup) <= 60
    assert to_plain(text) == " ".join(text.split())


def test_deep_tags_and_choices_are_shown_as_typed() -> None:
    tags = "<u>" * 3000 + "x" + "</u>" * 3000
    assert too_much(tags, safe=True) is Excess.DEPTH
    assert to_html(tags, inline=True, safe=True) == tags.replace("<", "&lt;").replace(">", "&gt;")
    stars = "**a " * 70 + "b** " * 70
    assert too_much(stars, inline=True) is Excess.DEPTH
    assert to_html(stars, inline=True) == stars


def test_sixty_levels_are_not_too_deep() -> None:
    text = "> " * 59 + "x"
    assert too_much(text) is None
    assert depth(to_html(text)) == 60
    assert too_much(">" + text) is Excess.DEPTH
    assert too_much("*a* " * 1000) is None
    assert too_much("\n".join(["- a"] * 1000)) is None


def test_tables_do_not_grow_without_bound() -> None:
    assert too_much(WIDE) is Excess.SIZE
    assert len(to_html(WIDE)) < 2 * len(WIDE)
    full = "|" + "a|" * 30 + "\n|" + "-|" * 30 + "\n" + ("|" + "a|" * 30 + "\n") * 3000
    assert too_much(full) is None  # above a megabyte, but written out


def test_cells_are_not_without_number() -> None:
    text = "a|b\n-|-\n" + "c|d\n" * 99_998
    assert too_much(text) is None
    assert to_html(text).count("<td>") == 2 * 99_998
    assert too_much(text + "|") is Excess.BARS
    assert to_html(text + "|").startswith("<pre><code>a|b\n")


def test_dollar_signs_are_not_without_number() -> None:
    text = "$x$ " * 10_000
    assert too_much(text) is None
    assert to_html(text).count("<span") == 10_000
    assert too_much(text + "$") is Excess.DOLLARS
    assert to_html(text + "$ <b>", inline=True) == text + "$ &lt;b&gt;"


def test_elements_without_content_are_no_level() -> None:
    assert too_much("> " * 59 + "a\\\nb ![c](d.png)\n" * 100) is None
    assert too_much("> " * 58 + "*a* `b`\n" + "\n\n> c" * 100) is None


@pytest.mark.parametrize(
    "address",
    ["https://e.org/a%01b?c=%EF%BF%BF", "a%EF%BF%BEb", "%02u%03", "%04%05%06", "a%0401", "%EF%BF%BF%EF%BF%BE", "%2501",
     "%ef%bf%bf", "%E3%81%82", "%00", "a%41", "%F0%9F%BF%BE", "%F0%9F%BF%BF%01"],
)  # fmt: skip
def test_percent_escapes_of_the_author_survive(address: str) -> None:
    for safe in (False, True):
        assert to_html(f"[x]({address})", inline=True, safe=safe) == f'<a href="{address}">x</a>'
        assert to_html(f"`{address}` {address}", inline=True, safe=safe) == f"<code>{address}</code> {address}"
    assert to_html(f"\\{address}", inline=True) in (address, f"\\{address}")


def test_signs_in_addresses_are_themselves() -> None:
    shown = '<a href="https://e.org/~a/$b:$c?%3Cd%3E&amp;e=%01~">x</a>'
    assert to_html("[x](https://e.org/~a/$b:$c?<d>&e=%01~)", inline=True) == shown
    assert to_html("[x](<https://e.org/~a/$b:$c?\\<d\\>&e=%01~>)", inline=True) == shown
    assert to_html("[x](</a<u>b>)", inline=True, safe=True) == '<a href="/a%3Cu%3Eb">x</a>'
    assert to_html("[x](</a<u>b%02>)", inline=True, safe=True) == '<a href="/a%3Cu%3Eb%02">x</a>'
    assert to_html("[x](/a~b%EF%BF%BF~c)", inline=True) == '<a href="/a~b%EF%BF%BF~c">x</a>'


@pytest.mark.parametrize("character", ["\ufffe", "\uffff", *map(chr, range(1, 9)), "\x0b", "\x1f", "\ud800", "\x00"])
def test_forbidden_characters_become_the_replacement_character(character: str) -> None:
    for safe in (False, True):
        assert to_html(f"a{character}b", safe=safe) == "<p>a\ufffdb</p>"
        assert to_html(f"`a{character}b` <c>", inline=True, safe=safe) == "<code>a\ufffdb</code> &lt;c&gt;"
        assert to_html(f"[l](x{character})", inline=True, safe=safe) == '<a href="x%EF%BF%BD">l</a>'
    assert to_html(f"{character}u\x03x\x02/u\x03", inline=True, safe=True) == "\ufffdu\ufffdx\ufffd/u\ufffd"


@pytest.mark.parametrize("entity", ["&#7;", "&#1;", "&#2;", "&#xFFFE;", "&#xffff;", "&#0;", "&#xD800;", "&#1114112;"])
def test_entities_of_forbidden_characters_are_text(entity: str) -> None:
    shown = entity.replace("&", "&amp;")
    assert to_html(f"a {entity} `{entity}`") == f"<p>a {shown} <code>{shown}</code></p>"
    assert to_html(f"\\{entity}", inline=True) == shown


def test_good_entities_are_characters() -> None:
    assert to_html("&#65; &copy; &#x1F600; &amp; &#x3c;", inline=True) == "A © \U0001f600 &amp; &lt;"


@pytest.mark.parametrize(
    "text",
    ["\\" * 30_000 + " <a", "\\" * 30_001 + "<a>", "\\" * 30_001 + "~", "~" * 30_001, "<" * 30_000, "<a" * 30_000,
     "&#7;" * 30_000, "$" * 30_000, "`" * 30_000, "<http:" * 10_000, "%01" * 30_000, "[" * 30_000, "{{c1::" * 10_000,
     "".join(f"$a{i}:$b " for i in range(3000)), "<!--" * 10_000 + "*", "<a b=\"*" * 10_000, "<a *" + " b" * 30_000,
     "<?*\n\n" * 10_000, '<a x="<a y=" *' * 5_000, "<a " + " ".join("`" * i for i in range(300)) + " <a *x*>"],
    ids=lambda text: text[:4] + text[-4:],
)  # fmt: skip
def test_time_is_linear(text: str) -> None:
    start = time.process_time()
    for safe in (False, True):
        for inline in (False, True):
            to_html(text, inline=inline, safe=safe)
    assert time.process_time() - start < 3


def test_dollars_before_letters_close_nothing() -> None:
    assert to_html("$PATH:$HOME and $A:$B") == "<p>$PATH:$HOME and $A:$B</p>"
    assert to_html("$PATH:$HOME", inline=True) == "$PATH:$HOME"
    assert "data-math-style" in to_html("$x$ and $PATH:$HOME")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("葛\U000e0100\n飾区", "葛\U000e0100飾区"),
        ("葛\ufe00\n飾区", "葛\ufe00飾区"),
        ("〰\ufe0f\n飾", "〰\ufe0f飾"),
        ("㊗\ufe0f\n飾", "㊗\ufe0f飾"),
        ("**葛\U000e0100**\n飾", "<strong>葛\U000e0100</strong>飾"),
        ("区\n葛\U000e0100", "区葛\U000e0100"),
        ("日本\n語", "日本語"),
        ("a\ufe0f\n飾", "a\ufe0f 飾"),
        ("☺\ufe0f\n飾", "☺\ufe0f 飾"),
        ("葛\U000e0100\na", "葛\U000e0100 a"),
        ("한국\n말", "한국 말"),
    ],
)
def test_variation_selectors_belong_to_the_character_before(text: str, shown: str) -> None:
    assert to_html(text) == f"<p>{shown}</p>"


def test_names_keep_blanks_around_blocks() -> None:
    assert to_plain("- Abhilfe:\n  - mit\n  - ohne\n- b") == "Abhilfe: mit ohne b"
    assert to_plain("- a\n  1. b\n- c\n  > d\n- e\n  ```\n  f\n  ```\n- g\n  # h") == "a b c d e f g h"
    assert to_plain("| a | b |\n|---|---|\n| c | d |\n\ne") == "a b c d e"
    assert to_plain("a*b*c") == "abc"


@pytest.mark.parametrize("character", ["\U0001fffe", "\U0001ffff", "\U0004fffe", "\ufdd0", "\U0010ffff"])
def test_noncharacters_are_kept(character: str) -> None:
    for safe in (False, True):
        assert to_html(f"a{character} ~b~ <c> <u>d</u> $e:$f", safe=safe).startswith(f"<p>a{character} ~b~ &lt;c&gt; ")
        assert to_html(f"`{character}<u>`", inline=True, safe=safe) == f"<code>{character}&lt;u&gt;</code>"


def test_no_stand_in_is_left() -> None:
    signs = "*_`~[]<>\\&$|-+=#.)"
    text = f"<!-- {signs} --> "
    text += "<b> ~a~ $x:$y %01 &#7; [~<c>$](/~$%01 '<t> ~ &#7;') ![<i>~](/~) <u>v</u>\n\n```<x>~\n<c> ~ $ &#7; %01\n```"
    for safe in (False, True):
        shown = to_html(text, safe=safe)
        assert not re.search("[\x00-\x08\ufdd0-\ufdef]", shown)
        assert not any(ord(c) & 0xFFFE == 0xFFFE for c in shown)
        assert shown.startswith(f"<p>&lt;!-- {escape(signs)} --&gt; &lt;b&gt; ~a~ ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # By CommonMark: what stands behind, or before, is punctuation.
        ("**Note:**<none>", "<strong>Note:</strong>&lt;none&gt;"),
        ("*“q”*<!-- x -->", "<em>“q”</em>&lt;!-- x --&gt;"),
        ("~~a.~~</p>", "<del>a.</del>&lt;/p&gt;"),
        ("**a:**~5 **b:**$HOME:$x", "<strong>a:</strong>~5 <strong>b:</strong>$HOME:$x"),
        ("**a:**&#7;", "<strong>a:</strong>&amp;#7;"),
        ("pod*<name>* and 2*<n>*3", "pod*&lt;name&gt;* and 2*&lt;n&gt;*3"),
        ("**(1)**<b>**(2)**</b>", "<strong>(1)</strong>&lt;b&gt;<strong>(2)</strong>&lt;/b&gt;"),
        ("**「重要」**<b>です", "<strong>「重要」</strong>&lt;b&gt;です"),
    ],
)
def test_emphasis_beside_what_is_text(text: str, expected: str) -> None:
    assert to_html(text, inline=True) == expected
    assert to_html(text, inline=True, safe=True) == expected


def test_signs_of_dead_scripts_are_signs() -> None:
    signs = "".join(map(chr, (*range(0x10A50, 0x10A59), *range(0x12470, 0x12475))))
    for text in (signs, signs[:4], signs[5:]):
        assert to_html(f"{text}<b> ~ $x$", inline=True) == (
            f'{text}&lt;b&gt; ~ <span data-math-style="inline">x</span>'
        )
        assert to_html(f"<b> [x](https://e.org/{text})", inline=True) == (
            f'&lt;b&gt; <a href="https://e.org/{quote(text)}">x</a>'
        )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**Answer:**[[a]]", "<p><strong>Answer:</strong>_</p>"),
        ("[[a]]**“x”**", "<p>_<strong>“x”</strong></p>"),
        ("**(1)**[[a]]*(2)*", "<p><strong>(1)</strong>_<em>(2)</em></p>"),
        ("**答え:**[[a]]です", "<p><strong>答え:</strong>_です</p>"),
        ("a*[[a]]*b", "<p>a*_*b</p>"),
        ("`,[[a]],`", "<p><code>,_,</code></p>"),
        ("$x$,[[a]], $5[[a]]", '<p><span data-math-style="inline">x</span>,_, $5_</p>'),
    ],
)
def test_emphasis_beside_blanks(text: str, expected: str) -> None:
    assert fill(to_html_with_blanks(text, ["a"]), lambda _: "_") == expected


PIECES = (
    "a", "b", "x", "5", "é", "*", "**", "_", "__", "`", "<b>", "</b>", "<br>", "<", ">", ".", ":", "(", ")", "“", "”",
    '"', ",", "—", "-", "&", "&lt;", "\\", "!", "[a](https://e.org)", "<https://e.org>",
)  # fmt: skip


@settings(derandomize=True, database=None, max_examples=2000)
@given(st.lists(st.sampled_from([" ", *PIECES]), min_size=2, max_size=12).map("".join))
def test_tags_are_text_as_in_another_parser(text: str) -> None:
    assume(not re.search(r"<[a-z/!?][^>]*[ *_`\\&]", text))  # what looks like a tag with Markdown in it, or a comment
    theirs = MarkdownIt("commonmark", {"html": False}).render(f"x {text}")
    assert " ".join(unescape(to_html(f"x {text}")).split()) == " ".join(unescape(theirs).split())


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ('[x <b c="](y)">', "<p>[x &lt;b c=&quot;](y)&quot;&gt;</p>"),
        ('![x <b c="](y.png)">', "<p>![x &lt;b c=&quot;](y.png)&quot;&gt;</p>"),
        ("<!-- <http://a.b> -->", "<p>&lt;!-- &lt;http://a.b&gt; --&gt;</p>"),
        ("<!-- <a@b.c> -->", "<p>&lt;!-- &lt;a@b.c&gt; --&gt;</p>"),
    ],
)
def test_what_begins_before_a_tag_does_not_end_in_it(source: str, html: str) -> None:
    assert to_html(source) == html
    assert to_html(f"{source} *z*") == html.removesuffix("</p>") + " <em>z</em></p>"
