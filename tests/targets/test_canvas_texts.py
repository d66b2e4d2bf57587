"""Texts for Canvas: what both importers show as the author wrote it, and what is said where one does not."""

import re
from typing import Any

import lxml.html
import pytest
from canvas_shapes import at, quiz, single, write
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kfexport.model import Description, Feedback, Ordering
from kfexport.richtext.markdown import to_html
from kfexport.targets.canvas.texts import decimal, for_plain_copy, plain, rich, with_formulas


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("a < b > c & d", "<p>a &#60; b &#62; c &#38; d</p>"),
        ("<none>", "<p>&#60;none&#62;</p>"),
        ("`List<String>`", "<p><code>List&#60;String&#62;</code></p>"),
        ("`R&amp;D` &amp; x", "<p><code>R&#38;amp;D</code> &#38; x</p>"),
        ("\"double\" and 'single'", "<p>\"double\" and 'single'</p>"),
        ('`"x"`', '<p><code>"x"</code></p>'),
        ("a&nbsp;b", "<p>a\u00a0b</p>"),
        ("]]> \\\\ C:\\new", "<p>]]&#62; \\ C:\\new</p>"),
        ("日本語 😀", "<p>日本語 😀</p>"),
        ("```\na  <b>\n\n\tc & d\n```", "<pre><code>a  &#60;b&#62;\n\n\tc &#38; d\n</code></pre>"),
        (
            '[x](https://e.org/?a=1&b=2 "A <t> & \\"q\\"")',
            '<p><a href="https://e.org/?a=1&#38;b=2" title="A &#60;t&#62; &#38; &#34;q&#34;">x</a></p>',
        ),
        ("~~gone~~", "<p><del>gone</del></p>"),
        ("3. three\n4. four", '<ol start="3"><li>three</li><li>four</li></ol>'),
        ("<b>bold</b>", "<p>&#60;b&#62;bold&#60;/b&#62;</p>"),
    ],
)
def test_characters_of_html_are_decimal_entities(markdown: str, html: str) -> None:
    assert write(quiz(single(prompt=markdown))).stem() == html


def test_the_file_has_no_cdata_and_escapes_once() -> None:
    found = write(quiz(single(prompt="`a<b>` ]]>")))
    assert "<![CDATA[" not in found.text
    assert "&lt;p&gt;&lt;code&gt;a&amp;#60;b&amp;#62;&lt;/code&gt; ]]&amp;#62;&lt;/p&gt;</mattext>" in found.text


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=60))
def test_any_text_shows_the_same_as_its_canonical_form(text: str) -> None:
    """After both readings: as XML (here undone by the parser) and as HTML."""
    canonical = to_html(text)
    shown = [
        lxml.html.fragment_fromstring(h, create_parent="div").text_content() for h in (canonical, decimal(canonical))
    ]
    assert shown[0] == shown[1]
    assert not re.search(r"&(?!#(?:60|62|38|34|39);)", decimal(canonical))


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("<>&;#ab1/!? \u2060"), max_size=12))
def test_plain_texts_survive_a_parser_of_html(text: str) -> None:
    """With no more than invisible characters in it."""
    guarded = plain(text)
    assert guarded.replace("\u2060", "") == text.replace("\u2060", "")
    read = lxml.html.fragment_fromstring(f"<div>{guarded}</div>").text_content()
    assert read.replace("\u2060", "") == text.replace("\u2060", "")


@pytest.mark.parametrize(
    ("text", "guarded"),
    [
        ("List<String>", "List<\u2060String>"),
        ("a < b", "a < b"),
        ("</b> <!-- <?x", "<\u2060/b> <\u2060!-- <\u2060?x"),
        ("R&D", "R&D"),
        ("R&amp;D &#60; & ;", "R&\u2060amp;D &\u2060#60; & ;"),
        ("日本 ＜x", "日本 ＜x"),
    ],
)
def test_plain_texts(text: str, guarded: str) -> None:
    assert plain(text) == guarded


def test_steps() -> None:
    assert for_plain_copy("&#38;amp; &#38; x &#60;b&#62; &#38;#38;") == (
        "&#38;\u2060amp; &#38; x &#60;b&#62; &#38;\u2060#38;"
    )
    assert for_plain_copy("one<br />two") == "one<br /> two"
    assert for_plain_copy(r"a \r\n\r\n b \n \r") == "a \\r\u2060\\n\\r\u2060\\n b \\n \\r"


# Formulas


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("$a < b$ costs $5", r"<p>\(a &#60; b\) costs $5</p>"),
        ("$$\na & b \\\\\nc\n$$", "<p>$$\na &#38; b \\\\\nc\n$$</p>"),
        ("$$\\text{\\$5}$$", r"<p>$$\text{\$5}$$</p>"),
        (r"`$x$` and $x_1*2*$", r"<p><code>$x$</code> and \(x_1*2*\)</p>"),
        # What MathJax would take for a formula, and the author typed as text or code.
        (r"`\(x\)`", r"<p><code><span>\</span>(x\)</code></p>"),
        (r"`echo $$; kill $$`", "<p><code>echo <span>$</span>$; kill <span>$</span>$</code></p>"),
        (r"`\begin{x}`", r"<p><code><span>\</span>begin{x}</code></p>"),
        ("It fell from $5 to $3.", "<p>It fell from $5 to $3.</p>"),
        # AsciiMath, which Canvas's MathJax reads between backticks outside of code.
        (r"\`x\` `y`", "<p><span>`</span>x<span>`</span> <code>y</code></p>"),
        (r"\`x $y$ z\` ` w", r"<p>`x \(y\) z<span>`</span> <span>`</span> w</p>"),
        ("a\\`  \nb\\`", "<p>a<span>`</span><br />b<span>`</span></p>"),
        ("``x` y`` and \\`", "<p><code>x` y</code> and <span>`</span></p>"),
    ],
)
def test_formulas(markdown: str, html: str) -> None:
    assert rich(quiz(single()), markdown) == html


def test_a_dollar_before_a_formula_ends_nothing() -> None:
    formula = '<span data-math-style="display">x</span>'
    assert with_formulas(f"5${formula}$ {formula}") == "5<span>$</span>$$x$$$ $$x$$"


@pytest.mark.parametrize("tex", [r"\text{$$}", "x$", r"\\$", "$$x"])
def test_a_dollar_in_a_formula_ends_nothing(tex: str) -> None:
    assert with_formulas(f'<span data-math-style="display">{tex}</span>') == rf"\[{tex}\]"


def test_plain_texts_begin_no_formula() -> None:
    assert plain(r"\(x\) \[y\] $$z$$ $5") == "\\\u2060(x\\) \\\u2060[y\\] $\u2060$z$\u2060$ $5"


def test_plain_texts_hold_no_entity() -> None:
    assert plain("&lt; &nbsp &copy2 &#65 &x; AT&T a && b &notin") == (
        "&\u2060lt; &\u2060nbsp &\u2060copy2 &\u2060#65 &\u2060x; AT&T a && b &\u2060notin"
    )


def test_a_formula_is_no_markup_of_an_item() -> None:
    order = Ordering(id="q", prompt="In order.", items=("$x^2$", "$x^3$"), origin=at("q"))
    done = write(quiz(order))
    assert [code for code, *_ in done.told()] == ["KF402"]  # the whole order only, in New Quizzes
    assert "&lt;p&gt;\\(x^2\\)&lt;/p&gt;" in done.item()["presentation"]


# Harmless tags


def safe(**more: Any) -> list[tuple[str, str, str | None, str]]:
    return write(quiz(single(**more), html="safe")).told()


def test_ruby_keeps_its_brackets_where_the_tags_go() -> None:
    found = write(quiz(single(prompt="<ruby>漢<rt>kan</rt></ruby>"), html="safe"))
    assert found.stem() == "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>"
    each = write(quiz(single(prompt="<ruby>漢<rp>[</rp><rt>kan</rt><rp>]</rp>字<rt>ji</rt></ruby>"), html="safe"))
    assert each.stem() == "<p><ruby>漢<rp>[</rp><rt>kan</rt><rp>]</rp>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby></p>"
    own = write(quiz(single(prompt="<ruby>漢<rp>[</rp><rt>kan</rt><rp>]</rp></ruby>"), html="safe"))
    assert own.stem() == "<p><ruby>漢<rp>[</rp><rt>kan</rt><rp>]</rp></ruby></p>"


def test_tags_that_classic_quizzes_take_out() -> None:
    message = "In the prompt, Classic Quizzes show what is in <kbd> and <mark> as usual text"
    assert safe(prompt="<kbd>Tab</kbd> <mark>m</mark> <kbd>x</kbd> <sub>s</sub>") == [("KF404", "info", "q", message)]
    assert safe(prompt="<sub>a</sub> <sup>b</sup> <u>c</u> <small>d</small><br>") == []
    # What Canvas never shows loses nothing by it.
    assert safe(hints=("<kbd>Tab</kbd>",), feedback=Feedback(partial="<kbd>Tab</kbd>")) == []


def test_tags_are_text_unless_the_quiz_says_safe() -> None:
    assert write(quiz(single(prompt="<kbd>Tab</kbd>"))).told() == []


# Steps of an order


def order(*items: str, **more: Any) -> Any:
    return write(
        quiz(Ordering(id="q", prompt="?", items=items, origin=at("q"), **more), Description(id="d", prompt="x"))
    )


def test_markup_of_steps_is_lost_in_classic_quizzes() -> None:
    found = order("one", "**two**", "`three`", scoring="all_or_nothing")
    message = "Classic Quizzes show the plain text of items 2 and 3: the steps of an order have no markup there"
    assert found.told() == [("KF405", "warning", "q", message)]
    assert found.found[0].where == at("q", "items", 1)
    assert order("one", "a < b & c", scoring="all_or_nothing").told() == []


def test_part_marks_of_an_order_are_lost_in_new_quizzes() -> None:
    message = "An order that is partly right earns nothing in New Quizzes, which give marks for the whole order only"
    assert order("one", "two").told() == [("KF402", "warning", "q", message)]


def test_a_step_without_text_cannot_be_shown() -> None:
    found = order("one", "&nbsp;")
    message = "Item 2 has no text, and Classic Quizzes show nothing else of an item"
    assert found.told() == [("KF401", "error", "q", message)]
    assert found.found[0].where == at("q", "items", 1)
    assert len(found.all("//c:item")) == 1
