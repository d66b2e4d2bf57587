"""Any text arrives as the same visible text."""

import unicodedata
from pathlib import Path

import pytest
from anki_reader import dom, gaps, visible
from anki_samples import (
    BACK,
    DECK,
    FRONT,
    TAGS,
    cloze,
    column,
    data,
    essay,
    matching,
    menu,
    ordering,
    pods,
    quiz,
    short,
    table,
)
from anki_samples import words as blank
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kfexport.model import Choice, Response

TRAPS = [
    "\\(", "\\)", "\\[", "\\", "[latex]", "[/latex]", "[$]", "[$$]", "[sound:x.mp3]", "[[type:Back]]",
    "[anki:play:q:0]", "{{c1::x}}", "{{", "<script>", "</div>", "<", "&amp;", "&", "#", "#html:false", "tags:",
    '"', '""', ",", ";", "::", ":", "日本", "\u3000", "\u00a0", "e\u0301", "\u212b", "\ufa19", "が", "か\u3099",
    "👩\u200d💻", "🇬🇧", "\u007f", "2026", "+", "_",
]  # fmt: skip

# What the reader of quiz files lets through: no control characters, surrogates or non-characters.
CHARACTERS = st.characters(exclude_categories=("Cs", "Cc", "Cn", "Co"), exclude_characters="\ufffe\uffff")
PIECE = st.one_of(st.sampled_from(TRAPS), st.text(CHARACTERS, max_size=5))
LINE = st.lists(PIECE, min_size=1, max_size=8).map("".join).filter(str.split)
CODE = st.lists(LINE, min_size=1, max_size=4).map("\n".join)

ASCII_PUNCTUATION = {ord(c): f"\\{c}" for c in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"}


def prose(text: str) -> str:
    """Markdown that shows ``text``: CommonMark lets every ASCII punctuation character be escaped."""
    return text.translate(ASCII_PUNCTUATION)


def words(text: str) -> str:
    return " ".join(text.split())


@given(CODE)
@example("%01 %EF%BF%BE")
@settings(deadline=None)
def test_code_and_plain_text(text: str) -> None:
    fence = f"{'`' * 40}\n{text}\n{'`' * 40}"
    question = essay(prompt=fence, model_answer=fence, response=Response(starter=text))
    (record,) = table(quiz(question)).records
    assert [c.text_content() for c in dom(record[FRONT]).iter("code")] == [f"{text}\n", text]
    assert [c.text_content() for c in dom(record[BACK]).iter("code")] == [f"{text}\n"]


@given(LINE)
@example("%01 %EF%BF%BE")
@settings(deadline=None)
def test_prose(text: str) -> None:
    question = pods(
        prompt=f"x {prose(text)}", choices=(Choice(text=prose(text), correct=True), Choice(text="x")), explanation=""
    )
    (record,) = table(quiz(question)).records
    front = dom(record[FRONT])
    assert words(front.xpath("string(.//p)")) == words(f"x {text}")
    assert words(front.xpath("string(.//ol/li[1])")) == words(text)
    assert visible(record[BACK]) == words(f"Answer A. {text}")


@given(LINE)
@settings(deadline=None)
def test_labels(text: str) -> None:
    (record,) = table(quiz(pods(), labels={"explanation": text})).records
    assert dom(record[BACK]).xpath("string(.//p[2]/b)") == text


@given(st.lists(LINE, max_size=4), st.lists(LINE, max_size=4))
@settings(deadline=None)
def test_names_of_decks_and_tags(path: list[str], tags: list[str]) -> None:
    q = quiz(pods(tags=tuple(tags)), category=tuple(path))
    (deck,), (written,) = column(q, DECK), column(q, TAGS)
    for name in (deck, written):
        assert unicodedata.is_normalized("NFC", name)
    parts = deck.split("::")
    assert all(part and part == part.strip().strip(":") for part in parts)
    assert not deck.lstrip("+-").isdigit() or not deck.isascii()
    assert all(all(tag.split("::")) for tag in written.split())
    assert len(written.split()) <= len(tags)


def dense(text: str) -> str:
    """The text in NFC, as the importer leaves it, and without its blanks."""
    return nfc("".join(text.split()))


@given(LINE, LINE, LINE, LINE)
@example("{{c1::", "}}", "::", "}")
@settings(deadline=None)
def test_texts_and_answers_of_a_cloze(before: str, between: str, answer: str, other: str) -> None:
    text = f"x{prose(before)}[[a]]{prose(between)}[[b]]"
    blanks = (blank("a", answer.strip()), menu("b", "yes", "yes", other.strip()))
    (front,) = column(quiz(cloze(text, *blanks)), FRONT)
    first, second = gaps(front)
    assert dense(dom(first.answer).text_content()) == dense(answer)
    assert first.hint is None
    assert second.answer == "yes"
    assert dense(dom(second.hint or "").text_content()) == dense(f"yes|{other}")
    rest = front.replace(f"{{{{c1::{first.answer}}}}}", "").replace(f"{{{{c2::yes::{second.hint}}}}}", "")
    assert dense(dom(rest).text_content()) == dense(f"x{before}{between}")


@given(LINE, LINE, LINE)
@settings(deadline=None)
def test_plain_texts_of_the_other_types(text: str, other: str, third: str) -> None:
    text, other, third = text.strip(), f"{other.strip()}.", f"{third.strip()}!"
    _, back = table(quiz(short(text, other))).records[0][FRONT : BACK + 1]
    assert dense(dom(back).xpath("string(.//p)")) == dense(f"Answer{text}{other}")
    front, back = table(quiz(matching((prose(text), text), ("b", other), distractors=(third,)))).records[0][2:4]
    shown = {dense(li.text_content()) for li in dom(front).xpath(".//ol[@type='A']/li")}
    assert shown == {dense(text), dense(other), dense(third)}
    assert dense(dom(back).xpath("string(.//ol/li[1])")).startswith(dense(f"{text}—"))
    front, _ = table(quiz(ordering(prose(text), "b"))).records[0][2:4]
    assert {dense(li.text_content()) for li in dom(front).xpath(".//ol/li")} == {dense(text), "b"}


def test_the_backend_agrees_on_clozes(tmp_path: Path) -> None:
    backend = pytest.importorskip("anki_backend", reason="needs the dependency group `anki`")

    @given(LINE, LINE, LINE, LINE)
    @example("{{c1::", "}}", "::", "}")
    @settings(max_examples=100, deadline=None)
    def arrives(before: str, between: str, answer: str, other: str) -> None:
        text = f"x{prose(before)}[[a]]{prose(between)}[[b]]"
        blanks = (blank("a", answer.strip()), menu("b", "yes", "yes", other.strip()))
        col.remove_notes(col.find_notes(""))
        assert backend.import_csv(col, data(quiz(cloze(text, *blanks)))) == {"new": 1}
        (note,) = backend.notes(col)
        cards = [card.render_output() for card in sorted(note.cards(), key=lambda card: card.ord)]
        shown = [[dense(dom(c.question_text).text_content()), dense(dom(c.answer_text).text_content())] for c in cards]
        whole = dense(f"x{before}{answer}{between}yes")
        assert shown == [
            [dense(f"x{before}[...]{between}yes"), whole],
            [dense(f"x{before}{answer}{between}[yes|{other}]"), whole],
        ]

    with backend.collection(tmp_path) as col:
        arrives()


def test_the_backend_agrees(tmp_path: Path) -> None:
    backend = pytest.importorskip("anki_backend", reason="needs the dependency group `anki`")

    @given(st.lists(CODE, min_size=1, max_size=5), st.lists(LINE, max_size=3), st.lists(LINE, max_size=3))
    @settings(max_examples=60, deadline=None)
    def arrives(texts: list[str], path: list[str], tags: list[str]) -> None:
        fenced = [f"{'`' * 40}\n{text}\n{'`' * 40}" for text in texts]
        questions = [
            essay(id=f"q{i}", prompt=fence, model_answer="x", category=tuple(path[: i + 1]), tags=tuple(tags))
            for i, fence in enumerate(fenced)
        ]
        q = quiz(*questions)
        col.remove_notes(col.find_notes(""))
        col.decks.remove([deck.id for deck in col.decks.all_names_and_ids()])
        col.tags.clear_unused_tags()
        assert backend.import_csv(col, data(q)) == {"new": len(questions)}
        expected = {record[0]: record for record in table(q).records}
        for note, question in zip(sorted(backend.notes(col), key=lambda n: n.guid), sorted(expected), strict=True):
            record = expected[question]
            assert backend.deck_of(col, note) == record[DECK]
            assert sorted(note.tags) == sorted(record[TAGS].split())
            (card,) = note.cards()
            shown = dom(card.render_output().question_text).xpath("string(.//code)")
            assert nfc(shown) == nfc(dom(record[FRONT]).xpath("string(.//code)"))
        assert backend.import_csv(col, data(q)) == {"duplicate": len(questions)}

    with backend.collection(tmp_path) as col:
        arrives()


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
