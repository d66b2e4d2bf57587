"""From YAML to what is seen in all targets, for the ten question types: traps that people have met with such tools.

The traps of texts are in ``test_end_to_end.py``; what earns which marks is in ``test_responses.py``. Expected values
are literal, worked out from the format and from what the importers take.
"""

import io
import os
import re
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import anki_reader
import lxml.html
import pytest
from lxml import etree
from sandbox import ROOT, snapshot
from scorers.qti21 import score
from shown import BACK, FRONT, GUID, TARGETS, Output, at, export, item_name, line, place, told

# The small Moodle imports its neighbours by their own names.
sys.path.append(str(Path(__file__).parent / "targets"))

ALL = (*TARGETS, "qti21-blackboard")
Export = Callable[..., Output]
Errors = list[tuple[str, int, str]]
Refuse = Callable[[str], Errors]

HEAD = "format: 1\nid: demo\ntitle: Demo\nlang: en\n"


def demo(*questions: str, head: str = "") -> str:
    """A quiz file; each question is the keys of one, as YAML, and ids are ``q1``, ``q2`` …"""
    listed = [
        f"  - id: q{i}\n" + textwrap.indent(textwrap.dedent(keys).strip("\n"), "    ")
        for i, keys in enumerate(questions, 1)
    ]
    return f"{HEAD}{head}\nquestions:\n" + "\n".join(listed) + "\n"


def responses(right: int, wrong: int, more: str = "") -> str:
    """A multiple response with choices ``R1`` … and ``W1`` …"""
    rows = [f"  - {{text: R{i}, correct: true}}" for i in range(1, right + 1)]
    rows += [f"  - W{i}" for i in range(1, wrong + 1)]
    return "type: multiple_response\nprompt: Which?\nchoices:\n" + "\n".join(rows) + f"\n{more}"


TEN = (
    "type: single_choice\nprompt: Which?\nchoices: [{text: a, correct: true}, b]",
    responses(1, 2),
    "type: true_false\nprompt: Is it so?\nanswer: false",
    "type: short_answer\nprompt: Which word?\nanswers: [pod]",
    "type: numerical\nprompt: How many?\nanswer: 3",
    "type: essay\nprompt: Why?\nmodel_answer: So.",
    "type: matching\nprompt: Who?\npairs: [{item: a, match: b}, {item: c, match: d}]",
    "type: ordering\nprompt: In which order?\nitems: [one, two, three]",
    "type: cloze\ntext: A [[gap]] and a [[list]].\nblanks: {gap: {answers: [pod]}, list: {choices: "
    "[{text: a, correct: true}, b]}}",
    "type: description\nprompt: Read this.",
)
"""A question of each type that Blackboard's target refuses some of."""


@pytest.fixture
def built(tmp_path: Path) -> Export:
    """Build a quiz file without errors; warnings only where the test expects them."""

    def build(text: str, *, warnings: tuple[str, ...] = (), **how: Any) -> Output:
        output = export(tmp_path, text, **how)
        assert [code for code, _, _ in told(output.report)] == list(warnings), told(output.report)
        return output

    return build


@pytest.fixture
def refused(tmp_path: Path) -> Refuse:
    """Build a quiz file with a fault for all targets: code, line and message of each error; nothing is written."""

    def build(text: str) -> Errors:
        output = export(tmp_path, text)
        assert output.files == {}
        assert not output.report.written
        found = [d for d in output.report.diagnostics if d.severity.value == "error"]
        assert all(d.hint for d in found)
        return [(d.code, place(d)[0], d.message) for d in found]

    return build


def line_of(text: str, part: str) -> int:
    """The number of the only line that holds ``part``."""
    (found,) = (i for i, row in enumerate(text.split("\n"), 1) if part in row)
    return found


def item(output: Output, question: str = "q1", target: str = "qti21") -> etree._Element:
    with zipfile.ZipFile(io.BytesIO(output.files[f"{target}/demo.zip"])) as archive:
        return etree.fromstring(archive.read(f"{item_name('demo', question)}.xml"))


def card(output: Output, question: str = "q1", kind: str = "basic") -> tuple[str, str]:
    """Front and back as a learner sees them; of a cloze the text with its marks, and what stands behind it."""
    ending = "" if kind == "basic" else f".{kind}"
    table = anki_reader.read(output.files[f"anki/demo/demo{ending}.csv"])
    guid = f"kf-{sha256(f'demo/{question}#{kind}'.encode()).hexdigest()[:20]}"
    (record,) = (r for r in table.records if r[GUID] == guid)
    return _visible(record[FRONT]), _visible(record[BACK])


def _visible(html: str) -> str:
    return line(lxml.html.fragment_fromstring(html, create_parent="div"))


def fractions(output: Output, question: str = "q1") -> Mapping[str, str]:
    """Text → the grade as it stands in Moodle's file."""
    root = etree.fromstring(output.files["moodle/demo.xml"])
    (found,) = root.xpath("question[idnumber=$id]", id=f"demo/{question}")
    return {answer.findtext("text"): answer.get("fraction") for answer in found.iter("answer")}


# D01: grades that Moodle does not list stop the whole import

SHARES = {1: 100, 2: 50, 3: 33.33333, 4: 25, 5: 20, 6: 16.66667, 7: 14.28571, 8: 12.5, 9: 11.11111, 10: 10}
"""Right choices → the grade of each, of the list in Moodle's ``question_bank::fraction_options_full``."""


@pytest.mark.parametrize(("right", "share"), SHARES.items())
def test_shares_are_of_moodles_list(right: int, share: float, built: Export) -> None:
    output = built(demo(responses(right, 2)))
    found = {text: float(fraction) for text, fraction in fractions(output).items()}
    assert found == {**{f"R{i}": share for i in range(1, right + 1)}, "W1": -share, "W2": -share}
    assert sum(f for f in found.values() if f > 0) == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize("right", [1, 2, 3, 7, 10])
def test_all_right_choices_earn_all_points_in_qti(right: int, built: Export) -> None:
    output = built(demo(responses(right, 2, "points: 2")))
    source = etree.tostring(item(output))
    picked = [f"RESPONSE_{i}" for i in range(1, right + 3)]
    assert score(source, {"RESPONSE": picked[:right]}).score == pytest.approx(2, abs=1e-9)
    assert score(source, {"RESPONSE": picked[: right + 1]}).score == pytest.approx(2 - 2 / right, abs=1e-9)
    assert score(source, {"RESPONSE": picked[right:]}).score == 0


def test_all_right_choices_are_on_the_back(built: Export) -> None:
    front, back = card(built(demo(responses(3, 2))))
    assert front == "Which? R1 R2 R3 W1 W2"
    assert back == "Answer A. R1 B. R2 C. R3"


@pytest.mark.parametrize("right", [11, 13, 17])
def test_more_right_choices_than_moodle_can_grade_are_refused(right: int, refused: Refuse) -> None:
    ((code, _, message),) = refused(demo(responses(right, 1)))
    assert code == "KF401"
    assert "right choices" in message


@pytest.mark.parametrize(
    ("keys", "expected", "warnings"),
    [
        ("type: single_choice\nprompt: A?\nchoices: [{text: a, correct: true}, {text: b, credit: 1/3}, "
         "{text: c, credit: -2/3}]", {"a": 100, "b": 33.33333, "c": -66.66667}, ()),
        ("type: short_answer\nprompt: A?\nanswers: [a, {text: b, credit: 2/3}, {text: c, credit: 1/7}]",
         {"a": 100, "b": 66.66667, "c": 14.28571}, ()),
        ("type: multiple_response\nprompt: A?\nchoices: [{text: a, correct: true, credit: 1/3}, "
         "{text: b, correct: true, credit: 2/3}, {text: c, credit: -100%}]", {"a": 33.33333, "b": 66.66667, "c": -100},
         ("KF402",)),  # the whole is not below 0 there
    ],
)  # fmt: skip
def test_credits_are_of_moodles_list(
    keys: str, expected: Mapping[str, float], warnings: tuple[str, ...], built: Export
) -> None:
    output = built(demo(keys), warnings=warnings)
    assert {text: float(fraction) for text, fraction in fractions(output).items()} == expected


SPELLINGS = "type: short_answer\nprompt: A?\ncase_sensitive: true\nanswers: [kubectl, Kubectl, KUBECTL]"

# D03: words of Python in files of others


def test_no_word_of_python_is_in_any_file(built: Export) -> None:
    """With every type, shuffled or not, judged by letter case or not."""
    others = (responses(1, 2, "shuffle: true"), f"{TEN[0]}\nshuffle: true", f"{TEN[3]}\ncase_sensitive: true")
    again = [keys.replace("prompt: Which", "prompt: And which") for keys in others]
    output = built(demo(*TEN, *again, head="labels: {true: ja, false: nein}"))
    entries = {**output.files, **output.entries}
    texts = {name: data.decode() for name, data in entries.items() if not name.endswith(".zip")}
    assert len(texts) == 1 + 2 + 13 + 2  # Moodle; two of Anki; items; test and manifest
    for name, text in texts.items():
        assert not re.search(r"\b(?:True|False|None|nan|inf)\b", text), name


def test_flags_are_words_that_the_importers_know(built: Export) -> None:
    shuffled = responses(2, 1, "shuffle: true").replace("Which?", "And which?")
    output = built(demo(responses(2, 1), shuffled, TEN[3], SPELLINGS))
    root = etree.fromstring(output.files["moodle/demo.xml"])
    assert [e.text for e in root.iter("single")] == ["false", "false"]
    assert [e.text for e in root.iter("shuffleanswers")] == ["false", "true"]
    assert [e.text for e in root.iter("usecase")] == ["0", "1"]
    assert [at(item(output, q), "string(//@shuffle)") for q in ("q1", "q2")] == ["false", "true"]
    assert [at(item(output, q), "string(//q:mapEntry/@caseSensitive)") for q in ("q3", "q4")] == ["false", "true"]
    for question in ("q1", "q2", "q3", "q4"):
        assert at(item(output, question), "string(@adaptive)") == "false"
        assert at(item(output, question), "string(@timeDependent)") == "false"
    assert "#html:true" in output.files["anki/demo/demo.csv"].decode().split("\n")


# D06: the words for true and false


@pytest.mark.parametrize(("answer", "grades"), [("true", ("100", "0")), ("false", ("0", "100"))])
@pytest.mark.parametrize(
    ("lang", "labels", "words"),
    [
        ("de", "labels: {true: Wahr, false: Falsch}", ("Wahr", "Falsch")),
        ("en", "", ("True", "False")),
        ("en", "labels: {true: 'No', false: 'Yes'}", ("No", "Yes")),
        ("ja", "labels: {true: 正しい, false: 誤り}", ("正しい", "誤り")),
        ("en", "labels: {true: 'false', false: 'true'}", ("false", "true")),
    ],
)
def test_moodle_gets_true_and_false_and_others_the_label(
    lang: str, labels: str, words: tuple[str, str], answer: str, grades: tuple[str, str], built: Export
) -> None:
    text = demo(f"type: true_false\nprompt: '1 < 2'\nanswer: {answer}", head=labels)
    output = built(text.replace("lang: en", f"lang: {lang}"), targets=ALL)
    assert fractions(output) == dict(zip(("true", "false"), grades, strict=True))
    right = words[answer == "false"]
    for target in ("qti21", "qti21-blackboard"):
        source = item(output, target=target)
        assert at(source, "//q:simpleChoice/text()") == list(words)
        key = at(source, "string(//q:correctResponse/q:value)")
        assert at(source, f"//q:simpleChoice[@identifier='{key}']/text()") == [right]
    front, back = card(output)
    assert front == f"1 < 2 {words[0]} {words[1]}"
    assert back.split(" ", 1)[1] == right


# D08: questions without a title

NAMES = ("Which?", "Which?", "Is it so?", "Which word?", "How many?", "Why?", "Who?", "In which order?",
         "A ___ and a ___.", "Read this.")  # fmt: skip


def test_every_type_has_a_name_without_a_title(built: Export) -> None:
    output = built(demo(*TEN))
    first = ["Which? (q1)", "Which? (q2)"]
    assert [q.name for q in output.moodle.questions] == [*first, *NAMES[2:]]
    assert [item(output, f"q{i}").get("title") for i in range(1, 11)] == [*first, *NAMES[2:]]


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ("type: cloze\nprompt: Fill in.\ntext: A [[a]].\nblanks: {a: {answers: [b]}}", "Fill in."),
        ("type: cloze\ntext: '[[a]]'\nblanks: {a: {answers: [b]}}", "___"),
        ("type: true_false\nanswer: true\nprompt: '**Bold** and `code` <b>'", "Bold and code <b>"),
        ("type: ordering\nitems: [a, b]\nprompt: |\n  ```\n  ls\n  ```", "ls"),
        ("type: numerical\nanswer: 0\nprompt: '0'", "0"),
    ],
)
def test_a_name_is_plain_and_never_empty(keys: str, name: str, built: Export) -> None:
    output = built(demo(keys))
    assert item(output).get("title") == name
    (question,) = output.moodle.questions
    # Moodle takes a tag out of a name, and with a blank behind it `<` begins none.
    assert question.name == (name if "<" not in name else "Bold and code < b>")


# D10: texts that show nothing

PLACES = {
    "choice": "type: multiple_response\nprompt: A?\nchoices:\n  - {text: a, correct: true}\n  - @",
    "right choice": "type: single_choice\nprompt: A?\nchoices:\n  - a\n  - {correct: true, text: @}",
    "item": "type: ordering\nprompt: A?\nitems:\n  - a\n  - @",
    "item of a pair": "type: matching\nprompt: A?\npairs:\n  - {item: a, match: b}\n  - {match: c, item: @}",
    "prompt": "type: true_false\nanswer: true\nprompt: @",
    "text between questions": "type: description\nprompt: @",
}
PLAIN_PLACES = {
    "match": "type: matching\nprompt: A?\npairs:\n  - {item: a, match: b}\n  - {item: c, match: @}",
    "distractor": "type: matching\nprompt: A?\npairs: [{item: a, match: b}, {item: c, match: d}]\ndistractors:\n  - @",
    "answer": "type: short_answer\nprompt: A?\nanswers:\n  - a\n  - @",
    "drop-down": "type: cloze\ntext: A [[b]].\nblanks:\n  b:\n    choices:\n      - {text: a, correct: true}\n"
    "      - @",
    "answer of a blank": "type: cloze\ntext: A [[b]].\nblanks:\n  b:\n    answers:\n      - a\n      - @",
}


@pytest.mark.parametrize("blank", ["' '", "''", "'\u3000'"])
@pytest.mark.parametrize("keys", [*PLACES.values(), *PLAIN_PLACES.values()], ids=[*PLACES, *PLAIN_PLACES])
def test_a_blank_text_is_refused_at_its_place(keys: str, blank: str, refused: Refuse) -> None:
    text = demo(keys.replace("@", blank))
    errors = refused(text)
    assert {number for _, number, _ in errors} == {line_of(text, blank)}


@pytest.mark.parametrize("blank", ["'&nbsp;'", "'&#32;'", "'&#x3000;'", "'&nbsp; &nbsp;'"])
@pytest.mark.parametrize("keys", PLACES.values(), ids=PLACES)
def test_an_entity_that_shows_nothing_is_refused_in_markdown(keys: str, blank: str, refused: Refuse) -> None:
    text = demo(keys.replace("@", blank))
    assert [(code, number) for code, number, _ in refused(text)] == [("KF204", line_of(text, blank))]


SHOWN = ("0", "<b></b>", ".", "&lt;")


@pytest.mark.parametrize("word", SHOWN)
@pytest.mark.parametrize("keys", PLACES.values(), ids=PLACES)
def test_a_text_that_shows_something_is_kept(keys: str, word: str, built: Export) -> None:
    cards = "description" not in keys
    output = built(demo(keys.replace("@", f"'{word}'")), targets=TARGETS if cards else ("moodle", "qti21"))
    shown = word.replace("&lt;", "<")
    assert shown in _all(item(output))
    assert shown in _moodle_texts(output)
    if cards:
        assert shown in card(output)[0]


@pytest.mark.parametrize("word", [*SHOWN, "&nbsp;"])
@pytest.mark.parametrize("keys", PLAIN_PLACES.values(), ids=PLAIN_PLACES)
def test_a_plain_text_is_kept_to_the_character(keys: str, word: str, built: Export) -> None:
    output = built(demo(keys.replace("@", f"'{word}'")))
    found = item(output)
    assert word in [*_all(found), *at(found, "//q:mapEntry/@mapKey")]
    kind = "cloze" if "cloze" in keys else "basic"
    if kind == "cloze":
        (question,) = output.moodle.questions
        (part,) = question.parts
        texts = [answer.text for answer in part.answers]
        # What is typed is compared as it is; a drop-down shows HTML.
        assert word in (texts if part.kind == "shortanswer" else map(_visible, texts))
    else:
        assert word in _moodle_texts(output)
    assert word in " ".join(card(output, kind=kind))


def _all(element: etree._Element) -> list[str]:
    return [text.strip() for text in element.itertext()]


def _moodle_texts(output: Output) -> list[str]:
    """The texts of Moodle's file as a browser shows them, or as they stand where they are plain."""
    root = etree.fromstring(output.files["moodle/demo.xml"])
    found = [text.text for text in root.iter("text") if text.text]
    return [*found, *(_visible(text) for text in found)]


# D13: letter case, blanks and several spellings


def test_spellings_stand_in_the_authors_order(built: Export) -> None:
    output = built(demo(SPELLINGS))
    assert list(fractions(output).items()) == [("kubectl", "100"), ("Kubectl", "100"), ("KUBECTL", "100")]
    (question,) = output.moodle.questions
    assert [question.mark(word) for word in ("kubectl", "KUBECTL", " kubectl ", "kubeCtl", "")] == [1, 1, 1, 0, 0]
    source = etree.tostring(item(output))
    assert [score(source, {"RESPONSE": w}).score for w in ("kubectl", "KUBECTL", "kubeCtl")] == [1, 1, 0]
    assert card(output) == ("A?", "Answer kubectl Kubectl KUBECTL")


def test_the_best_credit_stands_first(built: Export) -> None:
    keys = "type: short_answer\nprompt: A?\nanswers: [{text: get, credit: 50%}, list, {text: show, credit: 80%}]"
    assert list(fractions(built(demo(keys))).items()) == [("list", "100"), ("show", "80"), ("get", "50")]


def test_inner_blanks_and_stars_are_the_answers_own(built: Export) -> None:
    output = built(demo("type: short_answer\nprompt: A?\nanswers: ['ls  -l', 'rm *', 'a\\*']"))
    (question,) = output.moodle.questions
    assert [question.mark(w) for w in ("ls  -l", "rm *", "rm x", "a\\*", "a*")] == [1, 1, 0, 1, 0]
    assert at(item(output), "//q:mapEntry/@mapKey") == ["ls  -l", "rm *", "a\\*"]


@pytest.mark.parametrize("answer", ["' ls -l '", "'ls '", "' ls'", '"\\u00a0ls"', "'ls\u3000'"])
@pytest.mark.parametrize("place_of", ["answer", "answer of a blank"])
def test_outer_blanks_are_refused(place_of: str, answer: str, refused: Refuse) -> None:
    text = demo(PLAIN_PLACES[place_of].replace("@", answer))
    ((code, number, message),) = refused(text)
    assert (code, number) == ("KF211", line_of(text, answer))
    assert message.endswith("begins or ends with a blank")


@pytest.mark.parametrize("place_of", ["answer", "answer of a blank"])
def test_spellings_that_differ_in_letter_case_only_are_told(place_of: str, refused: Refuse) -> None:
    ((code, _, message),) = refused(demo(PLAIN_PLACES[place_of].replace("@", "A")))
    assert code == "KF211"
    assert "answers 1 and 2" in message
    assert message.endswith("differ in letter case only")


# Q13: brackets that read as blanks


@pytest.mark.parametrize("text", ["arr[i]", "[x]", "[[x]]", "a[0][1]", "[blank_1]", "{{c1::x}}", "{1:SA:=x}", "{#1}"])
@pytest.mark.parametrize("kind", range(9))
def test_brackets_of_a_prompt_are_text(kind: int, text: str, built: Export) -> None:
    keys = re.sub(r"prompt: [^\n]*\n?", "", TEN[kind]).rstrip("\n")
    output = built(demo(f"{keys}\nprompt: 'What is {text} here?'"))
    wanted = f"What is {text} here?"
    (question,) = output.moodle.questions
    assert wanted in _visible(question.text)
    assert wanted in line(item(output).find("{*}itemBody"))
    assert len(at(item(output), "//q:textEntryInteraction")) == (kind in (3, 4, 8))
    raw = card(output, kind="cloze" if kind == 8 else "basic")[0]
    assert wanted in raw.replace("\u200b", "").replace("\u2060", "")


@pytest.mark.parametrize(
    "text", ["arr[i]", "[[ -f x ]]", "[[b]", "[ [b] ]", "{{ b }}", "{{c1::b}}", "{1:SA:=b}", "[[c]]"]
)
def test_brackets_of_a_text_with_blanks_are_text(text: str, built: Export) -> None:
    keys = f"type: cloze\ntext: 'So {text} and `{text}` hold [[b]].'\nblanks: {{b: {{answers: [pod]}}}}"
    output = built(demo(keys))
    (question,) = output.moodle.questions
    assert len(question.parts) == 1
    assert _visible(question.text) == f"So {text} and {text} hold {{#1}}."
    assert len(at(item(output), "//q:textEntryInteraction")) == 1
    assert line(item(output).find("{*}itemBody")) == f"So {text} and {text} hold ."
    (record,) = anki_reader.read(output.files["anki/demo/demo.cloze.csv"]).records
    assert len(anki_reader.gaps(record[FRONT])) == 1


# V03: only true and false are true or false

TRUTHS = {
    "choice": "type: single_choice\nprompt: A?\nchoices:\n  - {text: a, correct: true}\n  - {text: b, correct: @}",
    "right choice": "type: multiple_response\nprompt: A?\nchoices:\n  - {text: a, correct: true}\n"
    "  - {text: b, correct: @}",
    "statement": "type: true_false\nprompt: A?\nanswer: @",
    "letter case": "type: short_answer\nprompt: A?\nanswers: [a]\ncase_sensitive: @",
    "shuffle": f"{responses(1, 1)}\nshuffle: @",
    "drop-down": "type: cloze\ntext: A [[b]].\nblanks:\n  b:\n    choices:\n      - {text: a, correct: true}\n"
    "      - {text: b, correct: @}",
    "letter case of a blank": "type: cloze\ntext: A [[b]].\nblanks:\n  b:\n    answers: [a]\n    case_sensitive: @",
}


@pytest.mark.parametrize("word", ["'false'", '"true"', "no", "yes", "on", "off", "0", "1", "y", "falsch"])
@pytest.mark.parametrize("keys", TRUTHS.values(), ids=TRUTHS)
def test_what_is_no_boolean_is_refused(keys: str, word: str, refused: Refuse) -> None:
    text = demo(keys.replace("@", word))
    ((code, number, message),) = refused(text)
    assert (code, number) == ("KF103", line_of(text, keys.split("\n")[-1].strip(" -").replace("@", word)))
    assert message.startswith(("`correct`", "`answer`", "`case_sensitive`", "`shuffle`"))


@pytest.mark.parametrize("word", ["false", "False", "FALSE"])
def test_false_is_false(word: str, built: Export) -> None:
    output = built(demo(TRUTHS["statement"].replace("@", word), TRUTHS["choice"].replace("@", word)))
    assert fractions(output, "q1") == {"true": "0", "false": "100"}
    assert fractions(output, "q2") == {"a": "100", "b": "0"}
    assert at(item(output, "q1"), "string(//q:correctResponse/q:value)") == "false"
    assert card(output, "q1")[1] == "Answer False"


# V05: two that look the same

PAIRS = {
    "choices": "type: multiple_response\nprompt: A?\nchoices:\n  - {text: @1, correct: true}\n  - @2\n  - other",
    "items": "type: ordering\nprompt: A?\nitems:\n  - @1\n  - @2\n  - other",
    "items of pairs": "type: matching\nprompt: A?\npairs:\n  - {item: @1, match: x}\n  - {item: @2, match: y}",
    "drop-down": "type: cloze\ntext: A [[b]].\nblanks:\n  b:\n    choices:\n      - {text: @1, correct: true}\n"
    "      - @2\n      - other",
}
MARKDOWN = ("choices", "items", "items of pairs")


@pytest.mark.parametrize("second", ["'2 '", "'2'", "' 2'"])
@pytest.mark.parametrize("keys", PAIRS.values(), ids=PAIRS)
def test_equal_texts_are_refused(keys: str, second: str, refused: Refuse) -> None:
    text = demo(keys.replace("@1", '"2"').replace("@2", second))
    ((code, number, message),) = refused(text)
    assert code in ("KF203", "KF211")
    assert number == line_of(text, second)
    assert "1 and 2" in message


@pytest.mark.parametrize("second", ["'**2**'", "'*2*'", "'&#50;'"])
@pytest.mark.parametrize("name", MARKDOWN)
def test_texts_that_look_the_same_are_refused(name: str, second: str, refused: Refuse) -> None:
    text = demo(PAIRS[name].replace("@1", "2").replace("@2", second))
    ((_, number, message),) = refused(text)
    assert number == line_of(text, second)
    assert "1 and 2" in message


@pytest.mark.parametrize("second", ["'`2`'", "'[2](https://example.org)'"])
def test_choices_that_look_alike_are_told(second: str, built: Export) -> None:
    built(demo(PAIRS["choices"].replace("@1", "2").replace("@2", second)), warnings=("KF203",))


@pytest.mark.parametrize(
    ("first", "second"), [("'True'", "'true'"), ("'2'", "'2.0'"), ("'0'", "'00'"), ("a", "á"), ("'a b'", "'ab'")]
)
@pytest.mark.parametrize("keys", PAIRS.values(), ids=PAIRS)
def test_texts_that_differ_are_kept_apart(keys: str, first: str, second: str, built: Export) -> None:
    output = built(demo(keys.replace("@1", first).replace("@2", second)))
    texts = at(item(output), "//q:simpleChoice | //q:simpleMatchSet[1]/* | //q:inlineChoice")
    assert {line(text) for text in texts} >= {first.strip("'"), second.strip("'")}


# N03: decimal commas, thousands marks, small numbers

NUMBERS = {
    "answer": "type: numerical\nprompt: A?\nanswer: @",
    "value": "type: numerical\nprompt: A?\nanswers:\n  - value: 5\n  - value: @",
    "blank": "type: cloze\ntext: A [[b]].\nblanks:\n  b:\n    answer: @",
}


@pytest.mark.parametrize(
    "word", ["'3,14'", "'1.000'", "1_000", "0x10", "1.000.000", "1'000", "inf", ".nan", "1/3", "50%", "3 14", "１"]
)
@pytest.mark.parametrize("name", NUMBERS)
def test_what_is_no_number_is_refused(name: str, word: str, refused: Refuse) -> None:
    text = demo(NUMBERS[name].replace("@", word))
    ((code, number, message),) = refused(text)
    assert code in ("KF103", "KF104")
    assert number == line_of(text, f": {word}")
    assert "number" in message or "cannot be" in message


@pytest.mark.parametrize("name", ["answer", "blank"])
def test_a_decimal_comma_is_refused_with_its_cure(name: str, tmp_path: Path) -> None:
    output = export(tmp_path, demo(NUMBERS[name].replace("@", "3,14")))
    assert output.files == {}
    (found,) = output.report.diagnostics
    assert (found.code, found.hint) == ("KF103", "Numbers are decimal with a point: `answer: 3.14`.")


VALUES = [
    ("1e-7", "1e-7", "1e-6"), ("3.14", "3.14", "3.15"), ("-0.5", "-0.5", "0.5"), ("1.000", "1", "1000"),
    ("1e20", "100000000000000000000", "1e19"), ("0", "-0", "0.1"), ("0.1", "0.10", "0.11"), ("2E3", "2000", "2001"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "right", "wrong"), VALUES)
def test_numbers_keep_their_value(word: str, right: str, wrong: str, built: Export) -> None:
    output = built(demo(NUMBERS["answer"].replace("@", word), NUMBERS["blank"].replace("@", word)))
    single, cloze = output.moodle.questions
    assert [single.mark(typed) for typed in (right, wrong)] == [1, 0]
    assert [cloze.mark([typed]) for typed in (right, wrong)] == [1, 0]
    for question in ("q1", "q2"):
        source = item(output, question)
        (name,) = at(source, "q:responseDeclaration/@identifier")
        marks = [score(etree.tostring(source), {name: typed}).score for typed in (right, wrong)]
        assert marks == [1, 0]
    assert float(card(output, "q1")[1].removeprefix("Answer ")) == float(word)


def test_the_locale_of_the_machine_changes_nothing(tmp_path: Path) -> None:
    """A decimal comma in the environment writes the same bytes."""
    path = tmp_path / "demo.yaml"
    path.write_text(demo(*TEN, NUMBERS["answer"].replace("@", "3.14")), encoding="utf-8")
    found = []
    for locale in ("C", "de_DE.UTF-8"):
        out = tmp_path / locale
        environment = {**os.environ, "LC_ALL": locale, "LANG": locale, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "kfexport", "build", str(path), "-o", str(out), "--allow-omit"]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        found.append(snapshot(out))
    assert found[0] == found[1]
    assert b">3.14<" in b"".join(data for data in found[0].values() if data).replace(b"<![CDATA[3.14]]>", b">3.14<")


# Blackboard


def test_blackboard_gets_its_five_types(tmp_path: Path) -> None:
    output = export(tmp_path, demo(*TEN), targets=["qti21-blackboard"], allow_omit=True)
    left_out = [d.question for d in output.report.diagnostics if d.code == "KF407"]
    assert left_out == ["q5", "q7", "q8", "q9", "q10"]
    for question in ("q1", "q2", "q3", "q4"):
        source = item(output, question, "qti21-blackboard")
        assert at(source, "string(q:responseProcessing/@template)").endswith("/match_correct")
        assert at(source, "count(//q:mapping)") == 0


def test_blackboard_refuses_the_other_types(tmp_path: Path) -> None:
    output = export(tmp_path, demo(*TEN), targets=["qti21-blackboard"])
    assert output.files == {}
    errors = [d.question for d in output.report.diagnostics if d.severity.value == "error"]
    assert errors == ["q5", "q7", "q8", "q9", "q10"]
