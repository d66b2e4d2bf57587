"""Anki's own backend imports every type of question, called as the desktop's dialog calls it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import anki_backend as backend  # skips this module where Anki is not installed
import mathjax
import pytest
from anki_reader import dom, visible
from anki_samples import (
    between,
    cloze,
    data,
    description,
    essay,
    files,
    matching,
    menu,
    number,
    numbers,
    ordering,
    pods,
    quiz,
    several,
    short,
    truth,
    value,
    words,
)

from kfexport.model import Cloze, Question, Quiz

LANGUAGES = {
    "en_US": ("Basic", "Cloze", "Basic (type in the answer)"),
    "ja_JP": ("基本", "穴埋め問題", "基本 (解答を入力)"),
    "de_DE": ("Einfach", "Lückentext", "Einfach (Antwort eintippen)"),
}
"""Language → names of the stock types for the files ``.csv``, ``.cloze.csv`` and ``.typing.csv``."""

GAPS = cloze(
    "Run `kubectl [[verb]] pods` on a [[node]]; at most [[limit]] {{c1::literal}} run there.",
    menu("verb", "get", "describe", "get", "logs"),
    words("node", "worker", "machine"),
    numbers("limit", value("110", "10")),
    prompt="Fill in.",
    explanation="So.",
)
QUESTIONS: tuple[Question, ...] = (
    description(),
    pods(),
    several("a", "b", "c", right="ac"),
    truth(False),
    short("ls", "dir"),
    number(value("3.14", "0.01"), unit="m"),
    number(between("1", "2"), id="between"),
    essay(model_answer="x"),
    matching(("a", "x"), ("b", "y"), distractors=("d",)),
    ordering("one", "two"),
    GAPS,
    cloze("Only [[x]]", words("x", "std::vector<int> }} {{c2::y}}"), id="one-gap"),
)


def edited(question: Question) -> Question:
    if isinstance(question, Cloze):
        return replace(question, text=f"{question.text} Now.")
    return replace(question, prompt=f"{question.prompt} Now.")


def rendered(note: Any) -> list[tuple[str, str]]:
    """What the cards of a note show: question side and answer side, in the order of the cards."""
    shown = [card.render_output() for card in sorted(note.cards(), key=lambda card: card.ord)]
    return [(visible(r.question_text), visible(r.answer_text)) for r in shown]


@pytest.mark.parametrize("typing", [False, True])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_import_twice_and_then_edited(lang: str, typing: bool, tmp_path: Path) -> None:
    first = files(quiz(*QUESTIONS), typing=typing)
    second = files(quiz(*map(edited, QUESTIONS)), typing=typing)
    rows = {"k8s.csv": 6, "k8s.cloze.csv": 2, "k8s.typing.csv": 3} if typing else {"k8s.csv": 9, "k8s.cloze.csv": 2}
    kinds = dict(zip(("k8s.csv", "k8s.cloze.csv", "k8s.typing.csv"), LANGUAGES[lang], strict=True))
    with backend.collection(tmp_path, lang) as col:
        for name, content in first.items():
            before = {note.id for note in backend.notes(col)}
            assert backend.import_csv(col, content) == {"new": rows[name]}
            made = [note for note in backend.notes(col) if note.id not in before]
            assert {col.models.get(note.mid)["name"] for note in made} == {kinds[name]}
            assert [note.fields_check() for note in made] == [0] * len(made)  # NoteFieldsCheckResponse.NORMAL
        assert len(backend.notes(col)) == 11
        assert col.card_count() == 9 + 3 + 1
        assert backend.empty_cards(col) == 0
        for name, content in first.items():
            assert backend.import_csv(col, content) == {"duplicate": rows[name]}
        for name, content in second.items():
            assert backend.import_csv(col, content) == {"updated": rows[name]}
        assert len(backend.notes(col)) == 11
        assert col.card_count() == 9 + 3 + 1
        assert all(any("Now." in field for field in note.fields) for note in backend.notes(col))
        assert backend.empty_cards(col) == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_cloze_note_has_a_card_for_each_blank(lang: str, tmp_path: Path) -> None:
    with backend.collection(tmp_path, lang) as col:
        backend.import_csv(col, data(quiz(GAPS)))
        (note,) = backend.notes(col)
        line = "Fill in. Run kubectl {} pods on a {}; at most {} {{{{c1::literal}}}} run there."
        back = " Answer worker machine Explanation So."
        whole = line.format("get", "worker", "110 ± 10") + back
        assert rendered(note) == [
            (line.format("[describe | get | logs]", "worker", "110 ± 10"), whole),
            (line.format("get", "[...]", "110 ± 10"), whole),
            (line.format("get", "worker", "[...]"), whole),
        ]


ANSWERS = [
    "std::vector<int>", "::", ":::", "a:", ":a", "}}", "x}", "{x}", "{{c2::x}}", "{{c1::x::y}}", "x^{2^{3}}",
    "${{ secrets.TOKEN }}", "<b>x</b> &amp;", "image-occlusion:rect:left=.1", "\\(x\\)", "[sound:x.mp3]",
    "[latex]x[/latex]", "}::{", "日本::語", "...",
]  # fmt: skip


@pytest.mark.parametrize("answer", ANSWERS)
def test_any_answer_is_hidden_and_then_shown(answer: str, tmp_path: Path) -> None:
    code = cloze("a `x [[x]] y` b [[y]] c", words("x", answer), words("y", "2"))
    choice = cloze("a [[x]] c", menu("x", answer, "other", answer), id="menu")
    with backend.collection(tmp_path) as col:
        assert backend.import_csv(col, data(quiz(code, choice))) == {"new": 2}
        first, second = backend.notes(col)
        assert rendered(first) == [
            ("a x [...] y b 2 c", f"a x {answer} y b 2 c"),
            (f"a x {answer} y b [...] c", f"a x {answer} y b 2 c"),
        ]
        assert rendered(second) == [(f"a [other | {answer}] c", f"a {answer} c")]
        for note in (first, second):
            for card in note.cards():
                output = card.render_output()
                assert output.question_av_tags == output.answer_av_tags == []
                assert not list(dom(output.answer_text).iter("img", "b"))


def test_a_blank_that_is_taken_out_and_one_that_is_added(tmp_path: Path) -> None:
    def made(text: str, *names: str) -> Quiz:
        return quiz(cloze(text, *(words(name, name * 3) for name in names)))

    with backend.collection(tmp_path) as col:
        backend.import_csv(col, data(made("[[a]] [[b]]", "a", "b")))
        assert backend.import_csv(col, data(made("[[a]] [[b]] [[c]]", "a", "b", "c"))) == {"updated": 1}
        (note,) = backend.notes(col)
        assert [question for question, _ in rendered(note)] == ["[...] bbb ccc", "aaa [...] ccc", "aaa bbb [...]"]


def test_cards_of_all_files_share_their_decks(tmp_path: Path) -> None:
    questions = [
        pods(id="a", category=("Kube", "One")),
        cloze("[[x]]", words("x", "y"), id="b", category=("KUBE", "one")),
        cloze("[[x]] [[z]]", words("x", "y"), words("z", "w"), id="c", category=("kube",)),
        short("x", id="d", category=("Kube", "One")),
    ]
    with backend.collection(tmp_path) as col:
        for content in files(quiz(*questions), typing=True).values():
            backend.import_csv(col, content)
        decks = [[col.decks.name(card.did) for card in note.cards()] for note in backend.notes(col)]
        assert decks == [["Kube::One"], ["Kube", "Kube"], ["Kube::One"], ["Kube::One"]]
        assert backend.deck_names(col) == {"Default", "Kube", "Kube::One"}


@pytest.mark.parametrize("answer", [*ANSWERS, "ls -l", "a  b", "[[type:Back]]", "{{Front}}", "Ångström"])
def test_the_right_answer_typed_in_is_right(answer: str, tmp_path: Path) -> None:
    with backend.collection(tmp_path) as col:
        assert backend.import_csv(col, data(quiz(short(answer)), typing=True)) == {"new": 1}
        (note,) = backend.notes(col)
        (card,) = note.cards()
        output = card.render_output()
        assert output.question_text.endswith("[[type:Back]]")
        assert "[[type:Back]]" in output.answer_text
        assert output.question_av_tags == output.answer_av_tags == []
        compared = dom(col.compare_answer(note.fields[1], answer))
        assert [span.get("class") for span in compared.iter("span")] == ["typeGood"]
        assert compared.text_content() == answer
        wrong = dom(col.compare_answer(note.fields[1], answer + "x"))
        assert [span.get("class") for span in wrong.iter("span")] != ["typeGood"]


@pytest.mark.parametrize("response", ["ls ", " ls", "ls\u3000"])
def test_blanks_at_the_ends_of_what_is_typed_are_marked(response: str, tmp_path: Path) -> None:
    """As docs/types.md says."""
    with backend.collection(tmp_path) as col:
        compared = dom(col.compare_answer("ls", response))
        assert [span.text_content() for span in compared.iter("span") if span.get("class") == "typeBad"] == [
            response.replace("ls", "")
        ]


def test_the_kind_of_a_note_never_changes(tmp_path: Path) -> None:
    with backend.collection(tmp_path) as col:
        assert backend.import_csv(col, data(quiz(short("x")))) == {"new": 1}
        assert backend.import_csv(col, data(quiz(short("x")), typing=True)) == {"new": 1}
        assert backend.import_csv(col, data(quiz(cloze("[[x]]", words("x", "y"), id="short")))) == {"new": 1}
        assert len(backend.notes(col)) == 3


def test_what_fronts_show_is_what_the_cards_show(tmp_path: Path) -> None:
    with backend.collection(tmp_path) as col:
        assert backend.import_csv(col, files(quiz(*QUESTIONS))["k8s.csv"]) == {"new": 9}
        for note in backend.notes(col):
            ((question, answer),) = rendered(note)
            assert question == visible(note.fields[0])
            assert answer == f"{question} {visible(note.fields[1])}"


def test_a_stroke_does_not_run_through_the_end_of_a_tag(tmp_path: Path) -> None:
    # U+0338 after ">" would become "≯" in the importer's NFC.
    with backend.collection(tmp_path) as col:
        backend.import_csv(col, data(quiz(essay(prompt="`\u0338x`", model_answer="x"))))
        (note,) = backend.notes(col)
        assert dom(note.fields[0]).xpath("string(.//code)") == "\u0338x"


def test_formulas_arrive_as_they_were_written(tmp_path: Path) -> None:
    """Beside deletions, with braces, colons and brackets that Anki could take for marks."""
    text = r"$\frac{a}{b^{{2}}}$ [[x]]$+ \{c::d\} \\[2pt] {{c9::e}}$ and $$a<b$$."
    q = quiz(cloze(text, words("x", "std::vector}}")))
    with backend.collection(tmp_path) as col:
        assert backend.import_csv(col, data(q)) == {"new": 1}
        (note,) = backend.notes(col)
        (card,) = note.cards()  # the formula's `c9` makes no card
        shown = dom(card.answer())
        mathjax.typeset(shown, mathjax.ANKI, escapes=False)
        words_shown = " ".join(shown.text_content().split())
        assert r"⟦\frac{a}{b^{{2}}}⟧ std::vector}}⟦+ \{c::d\} \\[2pt] {{c9::e}}⟧ and ⟦⟦a<b⟧⟧." in words_shown
