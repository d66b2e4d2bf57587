"""Colours of code blocks: what is shown stays what it is, and only blocks in a known language are coloured."""

import html
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kfexport.richtext.highlight import highlight
from kfexport.richtext.markdown import to_html

PRE = '<pre style="background:#f8f8f8;color:#000">'


def block(language: str, code: str) -> str:
    return f'<pre><code class="language-{html.escape(language)}">{html.escape(code)}</code></pre>'


def shown(fragment: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", fragment))


def test_a_block_in_a_known_language_is_coloured() -> None:
    # Pygments' default style: names of tags #008000 in bold, comments #3D7B7B in italics, strings #BA2121.
    assert highlight(to_html('```yaml\na: 1  # no\nb: "x"\n```')) == (
        f'{PRE}<code class="language-yaml"><span style="color:#008000;font-weight:bold">a</span>: 1  '
        '<span style="color:#3D7B7B;font-style:italic"># no</span>\n'
        '<span style="color:#008000;font-weight:bold">b</span>: <span style="color:#BA2121">"x"</span>\n</code></pre>'
    )


def test_what_is_around_a_block_stays() -> None:
    fragment = to_html("Look at `a: 1`:\n\n```json\n[1]\n```\n\nand here:\n\n```\n[2]\n```")
    found = highlight(fragment)
    assert found.startswith("<p>Look at <code>a: 1</code>:</p>" + PRE)
    assert found.endswith("<p>and here:</p><pre><code>[2]\n</code></pre>")


@pytest.mark.parametrize("language", ["nosuch", "", "x y", "&quot;", "__class__", "日本語"])
def test_an_unknown_language_stays_plain(language: str) -> None:
    assert highlight(block(language, "a = 1\n")) == block(language, "a = 1\n")


def test_a_name_in_capitals_is_known() -> None:
    assert highlight(block("YAML", "a: 1\n")).startswith(PRE)


def test_a_block_with_a_blank_of_a_cloze_stays_plain() -> None:
    fragment = block("yaml", "a: \ufdd0b1\ufdd1\n")
    assert highlight(fragment) == fragment


def test_a_very_long_block_stays_plain_and_hostile_ones_take_no_time() -> None:
    assert highlight(block("python", "x\n" * 2501)) == block("python", "x\n" * 2501)
    assert highlight(block("python", "x\n" * 2500)) != block("python", "x\n" * 2500)
    start = time.process_time()
    for language, code in (("python", "("), ("bash", "$(("), ("c++", "<"), ("javascript", "`${"), ("html", "<"),
                           ("php", "<?php "), ("perl", "/"), ("markdown", "*")):  # fmt: skip
        highlight(block(language, code * (5000 // len(code))))
    assert time.process_time() - start < 8


LANGUAGES = ("yaml", "python", "bash", "console", "json", "html", "xml", "sql", "go", "rust", "java", "c++", "php",
             "javascript", "ruby", "perl", "r", "tex", "docker", "hcl", "diff", "ini", "make", "text")  # fmt: skip
PIECES = st.sampled_from(["\n", "\n\n", " ", "\t", "\r\n", "a", "=", '"', "'", "`", "$x", "{{ }}", "<b>", "&amp;", "#",
                          "\\n", "//", "日本", "def f():", "key: 1", "\u2028", "\u00a0"])  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(LANGUAGES), st.lists(PIECES, max_size=12).map("".join))
def test_the_text_stays_what_it_is(language: str, code: str) -> None:
    fragment = block(language, code)
    assert shown(highlight(fragment)) == shown(fragment) == code
