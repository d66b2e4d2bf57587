"""The tags of ``html: safe``."""

import pytest
from lxml import etree

from kfexport.richtext.markdown import to_html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<u>a\\\nb</u>", "<p><u>a<br />b</u></p>"),
        ("<u>a  \nb</u>", "<p><u>a<br />b</u></p>"),
        ("<u>a\nb</u>", "<p><u>a b</u></p>"),
        ("<u>a<br>b</u>", "<p><u>a<br />b</u></p>"),
        ("<u>a `b` *c* [d](e)\\\nf</u>", '<p><u>a <code>b</code> <em>c</em> <a href="e">d</a><br />f</u></p>'),
        ("*<u>a\\\nb</u>*", "<p><em><u>a<br />b</u></em></p>"),
        ("<br/><br /><BR>", "<p><br /><br /><br /></p>"),
        ("H<SUB>2</sub>O", "<p>H<sub>2</sub>O</p>"),
        (
            "**Note:**<br>**(1)** x<br />**“y”**",
            "<p><strong>Note:</strong><br /><strong>(1)</strong> x<br /><strong>“y”</strong></p>",
        ),
        ("<u>**(a)**</u>**b:**<kbd>c</kbd>", "<p><u><strong>(a)</strong></u><strong>b:</strong><kbd>c</kbd></p>"),
        ("**H<sub>2</sub>**は水", "<p><strong>H<sub>2</sub></strong>は水</p>"),
        ("<U>a", "<p>&lt;U&gt;a</p>"),
        ("<u >a</u >", "<p><u>a</u></p>"),
    ],
)
def test_tags_work_in_their_block(text: str, shown: str) -> None:
    assert to_html(text, safe=True) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\\<u>a</u>", "&lt;u&gt;a&lt;/u&gt;"),
        ("\\\\<u>a</u>", "\\<u>a</u>"),
        ("\\\\\\<u>a</u>", "\\&lt;u&gt;a&lt;/u&gt;"),
        ("<u>a\\</u>", "&lt;u&gt;a&lt;/u&gt;"),
        ("\\<br>", "&lt;br&gt;"),
        ("\\<b>", "&lt;b&gt;"),
        ("`\\<u>` <u>a</u>", "<code>\\&lt;u&gt;</code> <u>a</u>"),
        ("`<u>` <u>`</u>`</u>", "<code>&lt;u&gt;</code> <u><code>&lt;/u&gt;</code></u>"),
        ("<u\\>a</u>", "&lt;u&gt;a&lt;/u&gt;"),
        ("<!-- <u>*a*</u> --> <u>b</u>", "&lt;!-- &lt;u&gt;*a*&lt;/u&gt; --&gt; <u>b</u>"),
    ],
)
def test_escaped_tags_are_text(text: str, shown: str) -> None:
    assert to_html(text, inline=True, safe=True) == shown


@pytest.mark.parametrize(
    "text", ["<u>a\n\nb</u>", "- <u>a\n- b</u>", "- <u>a\n  ```\n  c\n  ```\n  b</u>", "<u>*a</u>*", "<u>a\n***\nb</u>"]
)
def test_tags_that_overlap_a_block_are_text(text: str) -> None:
    shown = to_html(text, safe=True)
    assert "<u>" not in shown
    assert "&lt;u&gt;" in shown
    etree.fromstring(f"<div>{shown}</div>")
