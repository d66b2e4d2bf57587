"""The Anki target, read back by Anki's rules. Facts: Anki's ``rslib/src/import_export/text/csv``."""

import json
import re
import unicodedata
from decimal import Decimal

import pytest
from anki_reader import dom, visible
from anki_samples import BACK, DECK, FRONT, GUID, TAGS, column, data, essay, pods, quiz, table
from conftest import SHARED

from kfexport.diagnostics import Severity
from kfexport.model import Choice, Feedback, Quiz, Response, Section, Stimulus
from kfexport.model.questions import QUESTION_TYPES
from kfexport.targets import anki
from kfexport.targets.anki import note_types
from kfexport.targets.anki.markup import letter
from kfexport.targets.base import Losses, WriteOptions
from kfexport.targets.features import FEATURES, report


def losses_of(q: Quiz, *, tags: bool = True) -> list[tuple[str, Severity, str]]:
    losses = Losses("anki")
    anki.write(q, WriteOptions(anki_tags=tags), losses)
    return [(d.code, d.severity, d.message) for d in losses.found]


# --- the file ---------------------------------------------------------------------------------------------------


def test_header() -> None:
    header = table(quiz(pods())).header
    assert header[:2] == [("separator", "Comma"), ("html", "true")]
    assert header[-4:] == [
        ("guid column", "1"),
        ("deck column", "2"),
        ("tags column", "5"),
        ("if matches", "update current"),
    ]
    assert {key for key, _ in header[2:-4]} == {"notetype"}


def test_note_types_are_named_in_every_language_with_english_last() -> None:
    named = table(quiz(pods())).values("notetype")
    assert named[-1] == "Basic"
    assert {"基本", "Einfach", "Basique", "Básico", "问答题", "基本型", "Простая"} <= set(named)
    assert len(named) == len(set(named)) == 47


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("Basic", note_types.BASIC),
        ("Basic (type in the answer)", note_types.TYPE_IN),
        ("Cloze", note_types.CLOZE),
    ],
)
def test_note_type_names_are_those_of_anki(kind: str, names: tuple[str, ...]) -> None:
    facts = SHARED / "facts" / "anki-stock-names.json"
    if not facts.is_file():
        pytest.skip(f"the table of names is not at {facts}; set KFEXPORT_SHARED_DIR")
    assert set(names) == set(json.loads(facts.read_text(encoding="utf-8"))[kind])
    assert names[-1] == kind
    assert len(names) == len(set(names))


def test_bytes_are_utf8_without_bom_and_with_lf() -> None:
    raw = data(quiz(pods(prompt="「ポッド」\r\nとは")))
    assert raw.startswith(b"#separator:Comma\n")
    assert b"\r" not in raw
    assert raw.endswith(b'"\n')
    assert "「ポッド」とは" in raw.decode("utf-8")


def test_every_field_is_quoted_and_every_record_has_the_same_width() -> None:
    q = quiz(pods(prompt='A comma, a "quote"\n\n```\na;\tb|c\n\n  d\n```'), essay())
    text = data(q).decode()
    body = text[text.index('\n"') + 1 :]
    quoted = r'"(?:[^"]|"")*"'
    assert re.fullmatch(rf"(?:(?:{quoted},){{4}}{quoted}\n){{2}}", body)
    records = table(q).records
    assert [len(record) for record in records] == [5, 5]
    assert dom(records[0][FRONT]).xpath("string(.//pre)") == "a;\tb|c\n\n  d\n"


def test_without_tags_the_column_and_its_header_are_left_out() -> None:
    got = table(quiz(pods(), tags=("k8s",)), tags=False)
    assert got.values("tags column") == []
    assert [len(record) for record in got.records] == [4]


def test_a_quiz_without_questions_gives_no_file_since_anki_refuses_one() -> None:
    losses = Losses("anki")
    assert anki.write(quiz(), WriteOptions(), losses).files == {}
    assert [(d.code, d.severity) for d in losses.found] == [("KF404", Severity.INFO)]


def test_guid_comes_from_the_key_alone() -> None:
    # The first 20 hex digits of SHA-256 of "k8s/pods#basic" and of "old/pods#basic".
    q = quiz(pods(), pods(id="moved", key="old/pods", prompt="Else?"))
    assert column(q, GUID) == ["kf-c4c52fa014eebc49ff8c", "kf-7fbbd5e7b518930cbfc8"]


def test_rows_of_equal_prompts_stay_apart() -> None:
    got = table(quiz(pods(id="py-01"), pods(id="py-02", choices=(Choice(text="0", correct=True), Choice(text="1")))))
    assert len({record[GUID] for record in got.records}) == 2
    assert [visible(record[BACK]).split(" Explanation")[0] for record in got.records] == [
        "Answer B. A group of containers",
        "Answer A. 0",
    ]


@pytest.mark.parametrize("prompt", ["#!/bin/sh is called …", "\\# apt update", "#1 in a list", "tags: a b"])
def test_a_front_that_looks_like_a_header_line_is_data(prompt: str) -> None:
    (record,) = table(quiz(essay(prompt=prompt))).records
    assert visible(record[FRONT]) == prompt.replace("\\", "")


# --- cards ------------------------------------------------------------------------------------------------------


def test_single_choice_card() -> None:
    (record,) = table(quiz(pods())).records
    assert record[FRONT] == (
        '<div lang="en" style="text-align:start"><p>What is a <strong>pod</strong>?</p>'
        '<ol type="A"><li>A node</li><li>A group of <code>containers</code></li></ol></div>'
    )
    assert record[BACK] == (
        '<div lang="en" style="text-align:start"><p><b>Answer</b><br />B. A group of <code>containers</code></p>'
        "<p><b>Explanation</b></p><p>Pods share a network.</p></div>"
    )


def test_choices_keep_the_order_of_the_file_even_when_they_are_shuffled_elsewhere() -> None:
    choices = tuple(Choice(text=text, correct=text == "3") for text in "4123")
    (record,) = table(quiz(pods(choices=choices, shuffle=True, explanation=""))).records
    assert dom(record[FRONT]).xpath(".//ol/li/text()") == ["4", "1", "2", "3"]
    assert visible(record[BACK]) == "Answer D. 3"


def test_choice_of_blocks() -> None:
    choices = (Choice(text="Run\n\n```\na  b\n```", correct=True), Choice(text="- 3"))
    (record,) = table(quiz(pods(choices=choices, explanation=""))).records
    front, back = dom(record[FRONT]), dom(record[BACK])
    assert front.xpath("string(.//ol/li[1]//pre)") == "a  b\n"
    assert front.xpath("string(.//ol/li[2])") == "- 3"
    assert back.xpath("string(.//pre)") == "a  b\n"
    assert visible(record[BACK]) == "Answer A. Run a b"


@pytest.mark.parametrize(
    ("position", "expected"), [(1, "A"), (26, "Z"), (27, "AA"), (28, "AB"), (52, "AZ"), (53, "BA"), (703, "AAA")]
)
def test_letters_are_those_of_an_html_list(position: int, expected: str) -> None:
    assert letter(position) == expected


def test_labels_in_the_language_of_the_quiz_or_the_authors_own() -> None:
    (record,) = table(quiz(pods(hints=("a", "b")), lang="ja", labels={"explanation": "なぜ & <b>"})).records
    assert record[FRONT].startswith('<div lang="ja" style')
    assert [s.text_content() for s in dom(record[FRONT]).iter("summary")] == ["ヒント 1", "ヒント 2"]
    assert [b.text_content() for b in dom(record[BACK]).iter("b")] == ["回答", "なぜ & <b>"]


def test_right_to_left_languages() -> None:
    (record,) = table(quiz(essay(prompt="لماذا؟"), lang="ar-EG")).records
    assert record[FRONT] == '<div lang="ar-EG" dir="rtl" style="text-align:start"><p>لماذا؟</p></div>'


def test_essay_card() -> None:
    question = essay(
        model_answer="Because.",
        grading_notes="1 point a reason.",
        explanation="See the docs.",
        response=Response(format="code", starter="if a < b:\n\tpass"),
    )
    (record,) = table(quiz(question)).records
    assert dom(record[FRONT]).xpath("string(.//pre)") == "if a < b:\n\tpass"
    assert record[BACK] == (
        '<div lang="en" style="text-align:start"><p><b>Model answer</b></p><p>Because.</p><hr />'
        "<p>1 point a reason.</p><p><b>Explanation</b></p><p>See the docs.</p></div>"
    )


def test_essay_with_nothing_for_the_back_is_written_and_reported() -> None:
    q = quiz(essay(), pods())
    assert [record[BACK] == "" for record in table(q).records] == [True, False]
    assert losses_of(q) == [
        ("KF402", Severity.WARNING, "No model answer and no explanation: the back of the card is empty")
    ]
    for key in ("model_answer", "grading_notes", "explanation"):
        assert losses_of(quiz(essay(**{key: "x"}))) == []


def test_stimulus_stands_before_the_prompt() -> None:
    stimulus = Stimulus(id="log", title="A <log>", text="`Killed`")
    (record,) = table(quiz(essay(stimulus="log"), stimuli=(stimulus,))).records
    assert record[FRONT] == (
        '<div lang="en" style="text-align:start"><p><b>A &lt;log&gt;</b></p><p><code>Killed</code></p><hr />'
        "<p>Why?</p></div>"
    )


def test_hints_are_folded_up_on_the_front() -> None:
    (record,) = table(quiz(pods(hints=("Not a *node*.",)))).records
    (hint,) = dom(record[FRONT]).iter("details")
    assert hint.xpath("string(summary)") == "Hint"
    assert hint.xpath("string(p)") == "Not a node."


@pytest.mark.parametrize("prompt", ["[x]: https://example.org", "***", "&nbsp;"])
def test_a_prompt_that_shows_nothing_is_replaced_by_the_title(prompt: str) -> None:
    q = quiz(essay(prompt=prompt, title="A <title>", model_answer="x"))
    assert visible(column(q, FRONT)[0]) == "A <title>"
    assert losses_of(q) == [("KF405", Severity.WARNING, 'The prompt shows no text; the card shows "A <title>" instead')]
    assert visible(column(quiz(essay(prompt=prompt)), FRONT)[0]) == "why"


# --- texts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "1 <= n <= 10 and <T>",
        "press <ESC>, git log -<number>",
        "<script>alert(1)</script>",
        "AT&T &lt;",
        "fell from $5 to $3 per hour",
        '{{ .Values.image | default "nginx" }} ${{ secrets.TOKEN }} {{c1::x}} {% if %} <%= x %>',
        r"sed 's/\(a\)\(b\)/\2\1/' \[0-9\] echo $$; kill -9 $$",
        "[sound:x.mp3] [latex]x[/latex] [$]x[/$] [$$]y[/$$] [[type:Back]] [anki:play:q:0]",
        "café 👩‍💻 🇬🇧 𝒳 (cafe\u0301)",
        "\u212b \u2126 \ufa19",
    ],
)
def test_code_shows_as_typed_everywhere(text: str) -> None:
    code = f"``{text}``"
    choices = (Choice(text=code, correct=True), Choice(text="x"))
    (record,) = table(quiz(pods(prompt=code, choices=choices, explanation=f"```\n{text}\n```"))).records
    assert [c.text_content() for c in dom(record[FRONT]).iter("code")] == [text, text]
    assert [c.text_content() for c in dom(record[BACK]).iter("code")] == [text, f"{text}\n"]


@pytest.mark.parametrize(
    "mark",
    ["\\(", "\\[", "[latex]", "[LaTeX]", "[$]", "[$$]", "[sound:", "[anki:tts", "[anki:play:q:0]", "[[type:", "{{c1::"],
)
def test_no_mark_of_anki_stands_unbroken(mark: str) -> None:
    escaped = "".join(f"\\{c}" for c in mark if c in "\\([$") + mark.lstrip("\\([$")
    question = pods(
        prompt=f"`{mark} x` {escaped} x",
        choices=(Choice(text=f"`{mark}`", correct=True), Choice(text=f'[a](https://example.org "{escaped} t")')),
        explanation=f"```\n{mark}\n```",
    )
    (record,) = table(quiz(question, labels={"answer": mark})).records
    for field in record[FRONT : BACK + 1]:
        assert mark not in field
        assert mark in dom(field).text_content()
    assert dom(record[FRONT]).xpath("string(.//a/@title)") == f"{mark} t"


def test_tags_work_only_where_the_quiz_allows_them() -> None:
    question = pods(
        prompt="H<sub>2</sub>O", choices=(Choice(text="<kbd>a</kbd>", correct=True), Choice(text="<i>b</i>"))
    )
    (record,) = table(quiz(question)).records
    assert visible(record[FRONT]) == "H<sub>2</sub>O <kbd>a</kbd> <i>b</i>"
    (record,) = table(quiz(question, html="safe")).records
    assert visible(record[FRONT]) == "H2O a <i>b</i>"
    assert "<kbd>a</kbd>" in record[BACK]


def test_line_breaks_in_prose() -> None:
    (record,) = table(quiz(essay(prompt="one\ntwo\\\nthree\n日本\n語"))).records
    assert record[FRONT].endswith("<p>one two<br />three 日本語</p></div>")
    assert "\n" not in record[FRONT]


def test_code_points_are_not_normalised() -> None:
    (record,) = table(quiz(essay(prompt="cafe\u0301 👩‍💻 🇬🇧 𝒳"))).records
    assert visible(record[FRONT]) == "cafe\u0301 👩‍💻 🇬🇧 𝒳"


def test_characters_that_the_importer_would_replace_are_references() -> None:
    # U+FA19 and U+795E look different; NFC, and so the importer, turns the first into the second. It deletes U+007F.
    (record,) = table(quiz(essay(prompt="\ufa19社 \u007f", title="x"))).records
    assert "&#64025;社 &#127;" in record[FRONT]
    assert unicodedata.is_normalized("NFC", record[FRONT])


# --- decks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "deck"),
    [
        (("Kubernetes", "Kubeflow"), "Kubernetes::Kubeflow"),
        ((" Kubernetes ", "", "\u3000", "Pods\n"), "Kubernetes::Pods"),
        (("C++", "std::vector"), "C++::std:vector"),
        (("Part:", ":one", "::"), "Part::one"),
        ((": :x: :",), "x"),
        (("第1章\u3000概要",), "第1章\u3000概要"),
        (("cafe\u0301",), "café"),
        (("a\x07b\x7f",), "a b"),
        (("2026",), "2026_"),
        (("-5",), "-5_"),
        (("2026", "1"), "2026::1"),
        (("２０２６",), "２０２６"),
        (("a, b; \"c\" <d> & 'e'/f\\g*_",), "a, b; \"c\" <d> & 'e'/f\\g*_"),
        ((":", " "), "Kubernetes"),
        ((), "Kubernetes"),
    ],
)
def test_deck_names(path: tuple[str, ...], deck: str) -> None:
    assert column(quiz(pods(), category=path), DECK) == [deck]


def test_deck_falls_back_to_the_id_where_no_name_is_left() -> None:
    assert column(quiz(pods(), title="::", category=(":",)), DECK) == ["k8s"]


def test_sections_are_no_decks_but_their_categories_are() -> None:
    sections = (
        Section(id="a", title="Part A", questions=(pods(id="a1"), pods(id="a2", category=("Own",)))),
        Section(id="b", title="Part B", category=("Other", "B"), questions=(pods(id="b1"),)),
    )
    assert column(quiz(sections=sections, category=("Kube",)), DECK) == ["Kube", "Own", "Other::B"]


def test_one_spelling_of_decks_that_differ_in_letter_case() -> None:
    q = quiz(pods(id="a", category=("Quiz", "U1")), pods(id="b", category=("quiz", "u1")))
    assert column(q, DECK) == ["Quiz::U1", "Quiz::U1"]
    assert [message for _, _, message in losses_of(q)] == [
        'Decks are named as Anki takes them: "quiz" becomes "Quiz", "u1" becomes "U1"'
    ]


def test_decks_deeper_than_anki_takes_are_joined_and_told() -> None:
    assert column(quiz(pods(), category=tuple("abcdefghijk")), DECK) == ["a::b::c::d::e::f::g::h::i::j::k"]
    assert column(quiz(pods(), category=tuple("abcdefghijklm")), DECK) == ["a::b::c::d::e::f::g::h::i::j::k - l - m"]
    assert [message for _, _, message in losses_of(quiz(pods(), category=tuple("abcdefghijkl")))] == [
        'Decks are named as Anki takes them: "a::b::c::d::e::f::g::h::i::j::k::l" becomes '
        '"a::b::c::d::e::f::g::h::i::j::k - l"'
    ]


def test_a_parent_deck_comes_before_its_sub_decks_and_nothing_else_moves() -> None:
    paths = ["A::B::1", "C", "A::B::2", "A::B", "C::1", "A", "A::B", "A"]
    questions = [pods(id=f"q{i}", category=tuple(path.split("::"))) for i, path in enumerate(paths)]
    expected = ["A", "A::B", "A::B::1", "C", "A::B::2", "C::1", "A::B", "A"]
    assert column(quiz(*questions), DECK) == expected


def test_rows_keep_the_order_of_the_file() -> None:
    questions = [pods(id=f"q{i}", prompt=f"{i}", category=("A", "BCA"[i % 3])) for i in range(9)]
    assert [visible(front).split()[0] for front in column(quiz(*questions), FRONT)] == list("012345678")


def test_changed_deck_names_are_one_note_a_quiz() -> None:
    questions = [pods(id=f"q{i}", category=("2026",)) for i in range(3)]
    assert losses_of(quiz(*questions, category=("x",))) == [
        ("KF404", Severity.INFO, 'Decks are named as Anki takes them: "2026" becomes "2026_"')
    ]


def test_a_deck_name_that_only_loses_outer_blanks_is_no_news() -> None:
    assert losses_of(quiz(pods(), category=(" Kube ", "cafe\u0301"))) == []


# --- tags -------------------------------------------------------------------------------------------------------


def test_tags_of_quiz_section_and_question_and_the_title_of_the_section() -> None:
    section = Section(id="s", title="Part A", tags=("s",), questions=(pods(tags=("q", "k8s")), essay()))
    assert column(quiz(sections=(section,), tags=("k8s",)), TAGS) == ["k8s s q Part_A", "k8s s Part_A"]


@pytest.mark.parametrize(
    ("tag", "written"),
    [
        ("Spaced Repetition", "Spaced_Repetition"),
        ("名前\u3000空間\u00a0x\ty", "名前_空間_x_y"),
        ("C++", "C++"),
        ("a,b;c", "a,b;c"),
        ("a::b", "a::b"),
        ("a :: b", "a::b"),
        ("::a::::b::", "a::b"),
        ("a:::b", "a:::b"),
        ("::", ""),
        ("名前空間", "名前空間"),
        ("cafe\u0301", "café"),
        ("a\x07b", "a_b"),
        ('"x"', '"x"'),
    ],
)
def test_tag_names(tag: str, written: str) -> None:
    assert column(quiz(pods(tags=(tag,))), TAGS) == [written]


def test_the_title_of_a_section_is_one_tag_and_its_id_stands_in_for_it() -> None:
    sections = (
        Section(id="a", title=" std::vector and more ", questions=(pods(id="q1"),)),
        Section(id="part-b", questions=(pods(id="q2"),)),
    )
    assert column(quiz(sections=sections), TAGS) == ["std:vector_and_more", "part-b"]


def test_one_spelling_of_tags_that_differ_in_letter_case() -> None:
    q = quiz(pods(tags=("Kube", "kube::Pods", "KUBE")), essay(tags=("kube",), model_answer="x"))
    assert column(q, TAGS) == ["Kube Kube::Pods", "Kube"]


def test_changed_tags_are_one_note_a_quiz() -> None:
    questions = [pods(id=f"q{i}", tags=("a b", "fine", "::")) for i in range(3)]
    expected = 'Tags are written as Anki takes them: "a b" becomes "a_b", "::" is left out'
    assert losses_of(quiz(*questions)) == [("KF404", Severity.INFO, expected)]
    assert losses_of(quiz(*questions), tags=False) == []


def test_a_long_list_of_changed_tags_is_cut() -> None:
    ((_, _, message),) = losses_of(quiz(pods(tags=tuple(f"t {i}" for i in range(7)))))
    assert message.endswith('"t 4" becomes "t_4" and 2 more')


# --- losses -----------------------------------------------------------------------------------------------------


def test_capabilities_cover_every_type_and_feature() -> None:
    assert set(anki.CAPABILITIES.types) == set(QUESTION_TYPES)
    assert set(anki.CAPABILITIES.features) == set(FEATURES)


def test_losses_that_the_table_tells() -> None:
    question = pods(
        choices=(Choice(text="a"), Choice(text="b", correct=True), Choice(text="c", feedback="No.")),
        feedback=Feedback(incorrect="Wrong."),
        points=Decimal(2),
        shuffle=True,
        title="Pods",
    )
    losses = Losses("anki")
    report(quiz(question, description="Hello"), anki.CAPABILITIES, losses)
    assert [(d.severity.value, d.message) for d in losses.found] == [
        ("info", "The description is left out: a CSV file carries no description of a deck"),
        ("info", "The points of the questions are left out: Anki does not grade answers"),
        ("info", "The title is left out: notes have no name"),
        (
            "warning",
            "Feedback on a wrong answer is left out: "
            "Anki does not judge answers, its cards show the explanation instead",
        ),
        ("warning", "Feedback of choice 3 is left out: Anki cards show the explanation instead"),
        ("info", "Shuffling of the choices is left out: cards show the choices in the order of the file"),
    ]


def test_same_input_same_bytes() -> None:
    q = quiz(pods(tags=("b", "a")), essay(), tags=("z",))
    assert data(q) == data(q)
