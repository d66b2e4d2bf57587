"""Images in rendered texts: sizes, addresses, and where they stand."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kfexport.richtext.images import images, map_images, reference, spots
from kfexport.richtext.markdown import to_html
from kfexport.richtext.sizes import read_sizes
from kfexport.richtext.texts import Text


def text(source: str) -> Text:
    return Text(source, "the prompt", 0, None, ("prompt",), None, False, False)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("![a](b.png){width=300}", '<p><img src="b.png" alt="a" width="300" /></p>'),
        ("![a](b.png){height=200 width=300} c", '<p><img src="b.png" alt="a" width="300" height="200" /> c</p>'),
        ("![a](b.png 'T'){height=2}", '<p><img src="b.png" alt="a" title="T" height="2" /></p>'),
        ("![a](b.png){width=300}{width=2}", '<p><img src="b.png" alt="a" width="300" />{width=2}</p>'),
        ("![a](b.png) {width=300}", '<p><img src="b.png" alt="a" /> {width=300}</p>'),
        ("![a](b.png)\n{width=300}", '<p><img src="b.png" alt="a" /> {width=300}</p>'),
        ("![a](b.png){width=50%}", '<p><img src="b.png" alt="a" />{width=50%}</p>'),
        ("![a](b.png){}", '<p><img src="b.png" alt="a" />{}</p>'),
        ("a<br />{width=3}", "<p>a&lt;br /&gt;{width=3}</p>"),
        ("a  \n{width=3}", "<p>a<br />{width=3}</p>"),
        ("`![a](b.png){width=3}`", "<p><code>![a](b.png){width=3}</code></p>"),
    ],
)
def test_sizes(source: str, shown: str) -> None:
    assert to_html(source) == shown


def test_an_image_is_taken_apart_and_put_together() -> None:
    shown = to_html("![a \"b\" <c>](<d e&f.png> 'T'){width=3} ![](x)")
    first, second = images(shown)
    assert (first.address, first.reference, first.alt) == ("d%20e&f.png", "d e&f.png", 'a "b" <c>')
    assert first.more == ' title="T" width="3"'
    assert (second.address, second.alt, second.more) == ("x", "", "")
    assert map_images(shown, lambda image: image.markup()) == shown


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("a%20b", "a b"),
        ("a%2520b", "a%20b"),
        ("100%25", "100%"),
        ("%E5%9B%B3", "図"),
        ("%FF", "\ufffd"),
        ("a+b", "a+b"),
    ],
)
def test_references(address: str, name: str) -> None:
    assert reference(address) == name


PIECES = st.sampled_from([
    "![a](b)", "`", " ", "\n", "\n\n", "> ", "- ", "| ", "|-|", "[", "](c)", "![", "x", "\\", "{width=3}", "*",
    "![c][d]", "[d]: e\n", "$", "<",
])  # fmt: skip


@given(st.lists(PIECES, max_size=20).map("".join))
def test_every_image_has_its_spot(source: str) -> None:
    shown = images(to_html(source))
    found = spots(text(source))
    assert len(found) == len(shown)
    for start, end in found:
        assert source[start : start + 2] == "![" or not source.count("![")
        assert start < end <= len(source) + 1


@pytest.mark.parametrize(
    "piece", ["![", "![a](", "![a](b)", "![a](b){", "![a](b){width=3", "![](a.png){a=", "![a](b c"]
)
def test_hostile_texts_take_no_time(piece: str) -> None:
    source = piece * (200_000 // len(piece))
    began = time.process_time()
    spots(text(source))
    assert time.process_time() - began < 5


def test_sizes_in_a_large_fragment_take_no_time() -> None:
    began = time.process_time()
    read_sizes('<img src="a" alt="b" />{' * 50_000 + "x" * 500_000)
    read_sizes('<img src="a" alt="' * 50_000)
    assert time.process_time() - began < 5
