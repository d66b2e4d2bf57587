"""Any text arrives as the same visible text."""

import unicodedata
from pathlib import Path

import pytest
from anki_reader import dom, visible
from anki_samples import BACK, DECK, FRONT, TAGS, column, data, essay, pods, quiz, table
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
