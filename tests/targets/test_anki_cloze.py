"""Cloze notes. Facts: Anki's ``rslib/src/cloze.rs``; what its backend makes of them stands in the import tests."""

from fractions import Fraction

import pytest
from anki_reader import Gap, dom, gaps, visible
from anki_samples import (
    BACK,
    FRONT,
    between,
    cloze,
    files,
    menu,
    numbers,
    quiz,
    short,
    sides,
    table,
    value,
    words,
)

from kfexport.diagnostics import Severity
from kfexport.model import TextBlank
from kfexport.targets import anki
from kfexport.targets.anki.note_types import CLOZE
from kfexport.targets.base import Losses, WriteOptions
from kfexport.targets.export import write

HALF = Fraction(1, 2)


def only_gap(answer: str) -> Gap:
    (found,) = gaps(sides(cloze("[[x]]", words("x", answer)))[0])
    return found


def test_the_file_names_the_stock_type_cloze_and_has_the_whole_header() -> None:
    got = table(quiz(cloze("[[x]]", words("x", "y")), tags=("t",)))
    assert got.header[:2] == [("separator", "Comma"), ("html", "true")]
    assert tuple(got.values("notetype")) == CLOZE
    assert got.values("notetype")[-1] == "Cloze"
    assert got.header[-4:] == [
        ("guid column", "1"),
        ("deck column", "2"),
        ("tags column", "5"),
        ("if matches", "update current"),
    ]
    assert [len(record) for record in got.records] == [5]
    assert [len(r) for r in table(quiz(cloze("[[x]]", words("x", "y"))), tags=False).records] == [4]


def test_blanks_are_numbered_in_the_order_of_the_text() -> None:
    question = cloze(
        "A *pod* runs on a [[b]], [[a]] of them.", words("a", "many"), words("b", "node"), prompt="Fill in.",
        explanation="So.",
    )  # fmt: skip
    assert sides(question) == (
        "<p>Fill in.</p><p>A <em>pod</em> runs on a {{c1::node}}, {{c2::many}} of them.</p>",
        "<p><b>Explanation</b></p><p>So.</p>",
    )


def test_a_cloze_needs_neither_prompt_nor_explanation() -> None:
    assert sides(cloze("[[x]]", words("x", "y"))) == ("<p>{{c1::y}}</p>", "")
    losses = Losses("anki")
    anki.write(quiz(cloze("[[x]]", words("x", "y"))), WriteOptions(), losses)
    assert losses.found == []


def test_blanks_in_code() -> None:
    text = "Run `kubectl [[verb]] pods`:\n\n```\nfor [[i]] in range(3):\n    pass\n```"
    front, _ = sides(cloze(text, words("verb", "get"), words("i", "x")))
    assert front == (
        "<p>Run <code>kubectl {{c1::get}} pods</code>:</p>"
        "<pre><code>for {{c2::x}} in range(3):\n    pass\n</code></pre>"
    )


def test_the_choices_of_a_drop_down_stand_in_the_place_of_the_blank() -> None:
    front, back = sides(cloze("Use [[v]].", menu("v", "b & c", "a", "b & c", "d")))
    assert front == "<p>Use {{c1::b &amp; c::a | b &amp; c | d}}.</p>"
    assert back == ""


def test_numbers_show_what_is_right_around_them() -> None:
    blanks = (numbers("a", value("110", "10")), numbers("b", between("3.1", "3.2")), numbers("c", value("7")))
    front, back = sides(cloze("[[a]] [[b]] [[c]]", *blanks))
    assert front == "<p>{{c1::110 ± 10}} {{c2::3.1 … 3.2}} {{c3::7}}</p>"
    assert back == ""


def test_all_accepted_answers_stand_on_the_back_under_the_numbers_of_their_cards() -> None:
    blanks = (
        words("z", ("worker", HALF), "node", "Node!"),
        words("one", "1"),
        numbers("n", value("80", "1"), between("70", "90", HALF)),
    )
    front, back = sides(cloze("[[one]] [[z]] [[n]]", *blanks, explanation="So."))
    assert front == "<p>{{c1::1}} {{c2::node}} {{c3::80 ± 1}}</p>"
    assert back == (
        '<p><b>Answer</b></p><ol><li value="2">node<br />Node!<br />worker (50%)</li>'
        '<li value="3">80 ± 1<br />70 … 90 (50%)</li></ol><p><b>Explanation</b></p><p>So.</p>'
    )


@pytest.mark.parametrize(
    "answer",
    [
        "std::vector",
        "::",
        ":::",
        "a:",
        ":a",
        "}}",
        "x}",
        "{x}",
        "{{c2::x}}",
        "{{c1::x::y}}",
        "${{ secrets.TOKEN }}",
        "x^{2^{3}}",
        "a <b> & c",
        "image-occlusion:rect",
        "\\(x\\)",
        "[sound:x.mp3]",
        "}::{",
        "日本::語",
    ],
)
def test_an_answer_neither_ends_its_mark_nor_begins_a_hint(answer: str) -> None:
    found = only_gap(answer)
    assert dom(found.answer).text_content() == answer
    assert found.hint is None
    assert not found.answer.startswith("image-occlusion:")
    (found,) = gaps(sides(cloze("[[x]]", menu("x", answer, answer, "other")))[0])
    assert dom(found.answer).text_content() == answer
    assert dom(found.hint or "").text_content() == f"{answer} | other"
    assert "::" not in (found.hint or "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{{c1::a}} [[x]]", "{{c1::a}} "),
        ("`{{c1::a}}` [[x]]", "{{c1::a}} "),
        ("{{c,2::a}} }} {{ [[x]]", "{{c,2::a}} }} {{ "),
        ("{{[[x]]", "{{"),
        ("{[[x]]", "{"),
        ("\\[[x]] [[other]] [[x]]", "[[x]] [[other]] "),
    ],
)
def test_what_looks_like_a_mark_of_anki_stays_text(text: str, shown: str) -> None:
    front, _ = sides(cloze(text, words("x", "y")))
    (found,) = gaps(front)
    assert (found.number, found.answer) == (1, "y")
    assert dom(front).text_content() == shown + "{{c1::y}}"


def test_marks_in_other_texts_of_the_card_are_broken_up() -> None:
    literal = "{{c1::a}}"
    question = cloze(
        "[[x]]", words("x", "y", literal), prompt=literal, hints=(literal,), explanation=f"`{literal}`", stimulus=None
    )
    (record,) = table(quiz(question)).records
    assert [g.answer for g in gaps(record[FRONT])] == ["y"]
    assert gaps(record[BACK]) == []
    assert visible(record[FRONT]).startswith(literal)
    assert visible(record[BACK]) == f"Answer y {literal} Explanation {literal}"


def test_blanks_in_answers_are_kept() -> None:
    assert only_gap("a  b").answer == '<span style="white-space:pre-wrap">a  b</span>'


def test_language_and_direction() -> None:
    (record,) = table(quiz(cloze("[[x]]", words("x", "y")), lang="ar")).records
    assert record[FRONT] == '<div lang="ar" dir="rtl" style="text-align:start"><p>{{c1::y}}</p></div>'


def test_anki_numbers_up_to_500_blanks() -> None:
    def made(count: int) -> object:
        names = [f"b{i}" for i in range(count)]
        blanks = [TextBlank(id=name, answers=short("y").answers) for name in names]
        return cloze(" ".join(f"[[{name}]]" for name in names), *blanks, id="many")

    assert len(gaps(sides(made(500))[0])) == 500  # type: ignore[arg-type]
    q = quiz(made(501), cloze("[[x]]", words("x", "y")))  # type: ignore[arg-type]
    exported = write(q, "anki", WriteOptions(), allow_omit=False)
    errors = [(d.code, d.message, d.question) for d in exported.diagnostics if d.severity is Severity.ERROR]
    assert errors == [("KF406", "The text has 501 blanks; Anki takes at most 500", "many")]
    left = write(q, "anki", WriteOptions(), allow_omit=True)
    assert [d.code for d in left.diagnostics if d.question == "many"] == ["KF407"]
    assert len(table(quiz(*q.questions())).records) == 1
    assert list(files(q)) == ["k8s.cloze.csv"]
