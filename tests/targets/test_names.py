"""Names of questions in exports."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kfexport.model import Essay, Quiz, Section
from kfexport.targets.names import cut_text, fit, names


def quiz(**titles: str) -> Quiz:
    questions = tuple(Essay(id=i, prompt="Prompt", title=title) for i, title in titles.items())
    return Quiz(id="z", title="Z", lang="en", sections=(Section(id=None, questions=questions),))


def prompt(text: str) -> Quiz:
    return Quiz(id="z", title="Z", lang="en", sections=(Section(id=None, questions=(Essay(id="q", prompt=text),)),))


def test_title_else_prompt_else_id() -> None:
    assert names(quiz(a=" My\n title "), 50) == {"a": "My title"}
    assert names(prompt("What *is* `<b>`?\n\nReally?"), 50) == {"q": "What is <b>? Really?"}
    assert names(prompt("&nbsp;"), 50) == {"q": "q"}


def test_harmless_tags_are_no_part_of_a_name_where_they_work() -> None:
    assert names(prompt("H<sub>2</sub>O <i>"), 50) == {"q": "H<sub>2</sub>O <i>"}
    assert names(replace(prompt("H<sub>2</sub>O <i>"), html="safe"), 50) == {"q": "H2O <i>"}


def test_wide_blanks_are_the_authors() -> None:
    assert names(quiz(a="第1章　序論"), 50) == {"a": "第1章　序論"}


def test_doubles_get_their_ids() -> None:
    assert names(quiz(a="Same", b="Other", c="Same"), 50) == {"a": "Same (a)", "b": "Other", "c": "Same (c)"}


def test_letter_case_tells_names_apart() -> None:
    assert names(quiz(a="Same", b="same"), 50) == {"a": "Same", "b": "same"}


def test_names_that_become_equal_are_doubles() -> None:
    assert names(quiz(a="1234567890x", b="1234567890y"), 10) == {"a": "12345… (a)", "b": "12345… (b)"}
    found = names(quiz(a="Same", b="Same", c="Same (a)"), 50)
    assert found == {"a": "Same (a)", "b": "Same (b)", "c": "Same (a) (c)"}


def test_cleaned_before_compared() -> None:
    assert names(quiz(a="X", b="x"), 50, str.upper) == {"a": "X (a)", "b": "X (b)"}


def test_cleaning_counts() -> None:
    def spaced(text: str) -> str:
        return re.sub("<(?! )", "< ", text)

    assert fit("a<b<c", 8, spaced) == "a< b< c"
    assert len(fit("<" * 20, 10, spaced)) <= 10
    assert fit("x<y", 4, spaced) == "x< y"
    assert fit("x<yz", 4, spaced) in ("x…", "x< …")


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abcde…"),
        ("ab cdef", 4, "ab…"),
        ("abce\u0301f", 5, "abc…"),  # a letter and its accent
        ("ab👩\u200d💻cd", 5, "ab…"),  # woman, joiner, computer
        ("ab👍🏽cd", 4, "ab…"),  # thumb and skin tone
        ("a🇬🇧🇫🇷x", 5, "a🇬🇧…"),  # two flags
        ("a🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007fbc", 6, "a…"),  # Scotland's flag
        ("ab1\ufe0f\u20e3cd", 5, "ab…"),  # keycap
        ("ab\u1112\u1161\u11abcd", 5, "ab…"),  # 한 in parts
        ("か\u3099がbc", 3, "か\u3099…"),
    ],
)
def test_cuts_stand_between_characters(text: str, limit: int, cut: str) -> None:
    assert cut_text(text, limit) == cut


@given(st.lists(st.text(max_size=30), min_size=1, max_size=6), st.integers(12, 40))
def test_any_names_fit_and_differ(titles: list[str], limit: int) -> None:
    found = names(quiz(**{f"q{i}": t for i, t in enumerate(titles)}), limit)
    assert len(set(found.values())) == len(titles)
    assert all(0 < len(name) <= limit for name in found.values())
