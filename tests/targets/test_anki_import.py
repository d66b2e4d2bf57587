"""Anki's own backend imports what we write, called as the desktop's dialog calls it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import anki_backend as backend  # skips this module where Anki is not installed
import pytest
from anki_reader import dom, visible
from anki_samples import data, essay, pods, quiz

from kfexport.model import Choice, Question, Quiz, Section
from kfexport.targets.anki.note_types import BASIC, CLOZE, TYPE_IN

LANGUAGES = {"en_US": "Basic", "ja_JP": "基本", "de_DE": "Einfach"}


def examples(*, edited: bool = False) -> Quiz:
    choice = pods(id="c1", prompt="What is a **pod**, really?" if edited else "What is a **pod**?", tags=("a b",))
    zero, one = Choice(text="0"), Choice(text="1")
    same = [
        pods(id="same-0", prompt="What is printed?", choices=(replace(zero, correct=True), one)),
        pods(id="same-1", prompt="What is printed?", choices=(zero, replace(one, correct=True))),
    ]
    hashes = [essay(id=f"hash-{i}", prompt=p, model_answer="x") for i, p in enumerate(("#!/bin/sh", "\\# apt", "#1"))]
    blank = [essay(id="no-back"), essay(id="no-front", prompt="[x]: https://example.org")]
    sections = (
        Section(id="one", title="Part One", questions=(choice, *same)),
        Section(id="two", title="Part Two", category=("Kube", "Two"), questions=(*hashes, *blank)),
        Section(id="parent", questions=(pods(id="later", prompt="And then?", category=("Kube",)),)),
    )
    return quiz(sections=sections, category=("Kube", "One"), tags=("k8s",), lang="ja")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_import_twice_and_then_edited(lang: str, tmp_path: Path) -> None:
    first, edited = data(examples()), data(examples(edited=True))
    with backend.collection(tmp_path, lang) as col:
        assert backend.import_csv(col, first) == {"new": 9}
        before = backend.notes(col)
        assert {col.models.get(note.mid)["name"] for note in before} == {LANGUAGES[lang]}
        assert len(before) == 9
        assert backend.empty_cards(col) == 0

        assert backend.import_csv(col, first) == {"duplicate": 9}

        assert backend.import_csv(col, edited) == {"updated": 1, "duplicate": 8}
        after = backend.notes(col)
        assert [note.id for note in after] == [note.id for note in before]
        changed = [new for old, new in zip(before, after, strict=True) if old.fields != new.fields]
        assert [visible(note.fields[0]).split("?")[0] for note in changed] == ["What is a pod, really"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_fields_decks_and_tags_arrive(lang: str, tmp_path: Path) -> None:
    with backend.collection(tmp_path, lang) as col:
        backend.import_csv(col, data(examples()))
        notes = {note.guid: note for note in backend.notes(col)}
        by_front: dict[str, list[Any]] = {}
        for note in notes.values():
            by_front.setdefault(visible(note.fields[0]), []).append(note)

        (pod,) = by_front["What is a pod? A node A group of containers"]
        assert visible(pod.fields[1]) == "回答 B. A group of containers 解説 Pods share a network."
        assert pod.tags == ["a_b", "k8s", "Part_One"]
        assert backend.deck_of(col, pod) == "Kube::One"

        answers = {visible(note.fields[1]).split(" 解説")[0] for note in by_front["What is printed? 0 1"]}
        assert answers == {"回答 A. 0", "回答 B. 1"}

        assert {"#!/bin/sh", "# apt", "#1", "no-front", "Why?"} <= set(by_front)
        assert backend.deck_of(col, by_front["#1"][0]) == "Kube::Two"
        assert by_front["Why?"][0].fields[1] == ""
        assert backend.deck_names(col) - {col.decks.name(1)} == {"Kube", "Kube::One", "Kube::Two"}


@pytest.mark.parametrize("lang", backend.LANGUAGES)
def test_stock_note_types_are_known_in_every_language(lang: str, tmp_path: Path) -> None:
    with backend.collection(tmp_path, lang) as col:
        # Kinds as in StockNotetype.OriginalStockKind of Anki's notetypes.proto.
        kinds = {m["originalStockKind"]: m["name"] for m in col.models.all()}
        assert kinds[1] in BASIC
        assert kinds[4] in TYPE_IN
        assert kinds[5] in CLOZE
        assert backend.import_csv(col, data(quiz(pods()))) == {"new": 1}
        (note,) = backend.notes(col)
        assert col.models.get(note.mid)["name"] == kinds[1]
        assert visible(note.fields[0]).startswith("What is a pod?")


def test_a_question_that_was_added_later_joins_its_deck(tmp_path: Path) -> None:
    inner, outer = pods(id="a", category=("Quiz", "U1")), pods(id="b", category=("Quiz",))
    with backend.collection(tmp_path) as col:
        backend.import_csv(col, data(quiz(inner)))
        assert backend.import_csv(col, data(quiz(inner, outer))) == {"duplicate": 1, "new": 1}
        assert backend.deck_names(col) == {"Default", "Quiz", "Quiz::U1"}


def test_without_the_tags_column_a_learners_tags_survive(tmp_path: Path) -> None:
    with backend.collection(tmp_path) as col:
        assert backend.import_csv(col, data(quiz(pods(tags=("t",))), tags=False)) == {"new": 1}
        (note,) = backend.notes(col)
        assert (note.tags, len(note.fields)) == ([], 2)
        note.tags = ["mine"]
        col.update_note(note)
        assert backend.import_csv(col, data(quiz(pods(prompt="New?")), tags=False)) == {"updated": 1}
        (note,) = backend.notes(col)
        assert note.tags == ["mine"]


PATHS = [
    ("2026",),
    ("2026", "1"),
    ("+5",),
    ("Part:", ":one"),
    ("C++", "std::vector"),
    (" x ", " y "),
    ("cafe\u0301", "a\x07b"),
    ("a, b; \"c\" <d> & 'e'/f\\g*_",),
    ("第1章\u3000概要", "#1"),
    ("quiz", "U"),
    ("Quiz", "u", "V"),
    ("QUIZ",),
    ("Straße", "x"),
    ("STRASSE",),
    ("::",),
    ("tags:x",),
    ("あ" * 300,),
]


def test_decks_are_made_once_and_named_as_written(tmp_path: Path) -> None:
    questions = [pods(id=f"q{i}-{n}", category=path) for n in (1, 2) for i, path in enumerate(PATHS)]
    raw = data(quiz(*questions))
    with backend.collection(tmp_path) as col:
        assert backend.import_csv(col, raw) == {"new": len(questions)}
        decks = [backend.deck_of(col, note) for note in backend.notes(col)]
        assert not any(deck.endswith("+") for deck in decks if deck != "C++")
        assert {
            "2026_", "2026::1", "+5_", "Part::one", "C++::std:vector", "x::y", "café::a b", "第1章\u3000概要::#1",
            "quiz::U", "quiz::U::V", "quiz", "Straße::x", "Straße", "Kubernetes", "tags:x", "あ" * 300,
            "a, b; \"c\" <d> & 'e'/f\\g*_",
        } == set(decks)  # fmt: skip
        assert backend.import_csv(col, raw) == {"duplicate": len(questions)}


def test_tags_arrive_as_written(tmp_path: Path) -> None:
    tags = ("Spaced Repetition", "C++", "a::b", "a,b;c", "::x::::y", "名前\u3000空間", "e\u0301", '"q"', "#h", "a:::b")
    with backend.collection(tmp_path) as col:
        backend.import_csv(col, data(quiz(pods(tags=tags), essay(tags=("c++", "A")))))
        first, second = backend.notes(col)
        assert set(first.tags) == {
            "Spaced_Repetition", "C++", "a::b", "a,b;c", "x::y", "名前_空間", "é", '"q"', "#h", "a:::b",
        }  # fmt: skip
        assert set(second.tags) == {"C++", "a"}


TRAPS = [
    r"\(x\) and \[y\]",
    "[latex]x[/latex] [LaTeX]x[/LaTeX] [$]x[/$] [$$]x[/$$]",
    "[sound:x.mp3] [anki:play:q:0] [anki:tts lang=en_US]x[/anki:tts] [[type:Back]]",
    "{{c1::x}} {{Front}} {{type:Back}} {{#Front}} ${{ secrets.TOKEN }}",
    "<script>alert(1)</script> &lt; <b> AT&T <!-- c -->",
    "日本語 👩‍💻 🇬🇧 𝒳 \ufa19 \u212b \u007f",
    "a\tb  c",
]


@pytest.mark.parametrize("text", TRAPS)
def test_cards_show_code_as_typed(text: str, tmp_path: Path) -> None:
    question = pods(
        prompt=f"`` {text} ``",
        choices=(Choice(text=f"`` {text} ``", correct=True), Choice(text=f"```\n{text}\n```")),
        explanation=f"```\n{text}\n```",
    )
    with backend.collection(tmp_path) as col:
        assert backend.import_csv(col, data(quiz(question))) == {"new": 1}
        (note,) = backend.notes(col)
        (card,) = note.cards()
        rendered = card.render_output()
        front, back = dom(rendered.question_text), dom(rendered.answer_text)
        assert [c.text_content() for c in front.iter("code")] == [text, text, f"{text}\n"]
        assert [c.text_content() for c in back.iter("code")] == [text, text, f"{text}\n", text, f"{text}\n"]
        assert rendered.question_av_tags == rendered.answer_av_tags == []
        assert not list(front.iter("img", "script"))
        assert note.fields_check() == 0  # NoteFieldsCheckResponse.NORMAL: no cloze seen


def test_combining_marks_are_composed_by_the_importer(tmp_path: Path) -> None:
    with backend.collection(tmp_path) as col:
        backend.import_csv(col, data(quiz(essay(prompt="cafe\u0301"))))
        (note,) = backend.notes(col)
        assert visible(note.fields[0]) == "café"


def test_cards_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    questions: list[Question] = [pods(id=f"q{9 - i}", prompt=f"{i}") for i in range(9)]
    with backend.collection(tmp_path) as col:
        backend.import_csv(col, data(quiz(*questions)))
        due = sorted((note.cards()[0].due, visible(note.fields[0])[0]) for note in backend.notes(col))
        assert [front for _, front in due] == list("012345678")


@pytest.mark.parametrize("depth", [11, 12, 30])
def test_decks_of_any_depth_are_taken(depth: int, tmp_path: Path) -> None:
    with backend.collection(tmp_path) as col:
        deep = quiz(pods(), category=tuple(f"p{i}" for i in range(depth)))
        assert backend.import_csv(col, data(deep)) == {"new": 1}
