"""The pages of the screenshots show what the platforms would: the same filters, sanitiser, templates and MathJax."""

import re
from pathlib import Path

import lxml.html
import pytest

from docs import pages


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<p>plain</p>", "<p>plain</p>"),
        (
            r"<p>\(x\) and \[y\]</p>",
            r'<span class="filter_mathjaxloader_equation"><p><span class="nolink">\(x\)</span> and '
            r'<span class="nolink">\[y\]</span></p></span>',
        ),
        ("<p>O(n)</p>", "<p>O🙂</p>"),
        ("<p><code>f(y)</code></p>", "<p><code>f🙂</code></p>"),
        ("<pre>f(y)</pre>", "<pre>f(y)</pre>"),
        ("<p>O&#40;n&#41;</p>", "<p>O&#40;n&#41;</p>"),
        (
            r"<p>\(f(x) (n)\)</p>",
            r'<span class="filter_mathjaxloader_equation"><p><span class="nolink">\(f(x) (n)\)</span></p></span>',
        ),
        ("<p>{<b>x</b>}</p>", "<p>{<b>x</b>}</p>"),
        (
            r"<p>\(x\) {<b>x</b>}</p>",
            r'<span class="filter_mathjaxloader_equation"><p><span class="nolink">\(x\)</span> '
            "{&lt;b&gt;x&lt;/b&gt;}</p></span>",
        ),
        ("<p>https://e.org/a</p>", '<p><a href="https://e.org/a">https://e.org/a</a></p>'),
        ('<a href="https://e.org/">e</a>', '<a href="https://e.org/">e</a>'),
    ],
)
def test_moodle_filters(text: str, shown: str) -> None:
    assert pages.filtered(text) == shown


def test_canvas_sanitiser() -> None:
    assert pages.sanitised("<p><kbd>Tab</kbd> <code>x</code></p>") == "<div><p>Tab <code>x</code></p></div>"
    image = '<img src="$IMS-CC-FILEBASE$/media/a.png" alt="A">'
    assert pages.sanitised(image) == '<div><img src="media/a.png" alt="A"></div>'


def test_pages_of_the_example(tmp_path: Path) -> None:
    pytest.importorskip("anki", reason="needs the dependency group `anki`: uv sync --group anki")
    pages.write(tmp_path)
    pages.write(tmp_path)
    for platform, questions, formulas in (("moodle", "que", 3), ("canvas", "question", 3), ("anki", "both", 5)):
        tree = lxml.html.parse(tmp_path / f"{platform}.html").getroot()
        listed = tree.find_class(questions)
        # Fifteen are exported; Canvas has no cloze, and three sections; Anki no description, and three blanks of one.
        assert len(listed) == {"moodle": 15, "canvas": 17, "anki": 16}[platform]
        assert len(re.findall(r"\\\(.*?\\\)", "".join(one.text_content() for one in listed))) == formulas
        (code,) = {pre.text_content() for pre in tree.iter("pre") if "kind" in pre.text_content()}
        assert code == "kind: Pod\nmetadata:\n  name: web\n"
        (image,) = {str(image.get("src")) for image in tree.iter("img")}
        assert (tmp_path / image).read_bytes() == (pages.SOURCE.parent / "figures/pod.svg").read_bytes()
        assert f"mathjax/node_modules/{platform}/" in (tmp_path / f"{platform}.html").read_text(encoding="utf-8")
