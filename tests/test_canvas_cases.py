"""Traps that people have met with exports to Canvas, from YAML to what both of its importers find."""

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree
from sandbox import run, write
from shown import Output, export, place, told
from targets import canvas_classic, canvas_facts, canvas_new
from targets import canvas_text as text
from targets.canvas_grading import seen
from targets.canvas_references import entries, faults

from kfexport.diagnostics import Severity

HEAD = "format: 1\nid: demo\ntitle: Demo\nlang: en\n"
Export = Callable[..., Output]
SINGLE = "type: single_choice\nprompt: Which?\nchoices: [{text: a, correct: true}, b]"


def demo(*questions: str, head: str = "") -> str:
    """A quiz file; each question is the keys of one, as YAML, and ids are ``q1``, ``q2`` …"""
    listed = [f"  - id: q{i}\n{textwrap.indent(keys.strip(), '    ')}" for i, keys in enumerate(questions, 1)]
    return f"{HEAD}{head}\nquestions:\n" + "\n".join(listed) + "\n"


@pytest.fixture
def built(tmp_path: Path) -> Export:
    """Build a quiz file for Canvas without errors; both importers find what the bank holds.

    Warnings are those of which the test gives a part.
    """

    def build(source: str, *, warnings: tuple[str, ...] = (), quiz: str = "demo", sound: bool = True) -> Output:
        output = export(tmp_path / quiz, source, quiz=quiz, targets=["canvas"])
        assert output.report.ok, told(output.report, least=Severity.ERROR)
        found = [message for _, _, message in told(output.report)]
        assert len(found) == len(warnings), found
        assert all(part in message for part, message in zip(warnings, found, strict=True)), found
        if sound:
            (read,) = output.report.quizzes
            assert faults(entries(package(output))) == []
            assert canvas_facts.differences(read, package(output)) == []
        return output

    return build


def package(output: Output) -> bytes:
    return output.files[f"canvas/{output.quiz}.zip"]


def classic(output: Output) -> canvas_classic.Quiz:
    course = canvas_classic.load(package(output))
    assert course.warnings == []
    return course.quiz


def new(output: Output) -> canvas_new.Quiz:
    return canvas_new.load(package(output))


# Q01: ids that begin with a digit, or hold dots


@pytest.mark.parametrize("name", ["1st", "net.01", "a_b", "0", "x" * 60, "A-b.c_d"])
def test_ids_become_identifiers_that_are_kept(name: str, built: Export) -> None:
    choices = "choices: [{text: a, correct: true, id: '1'}, {text: b, id: '2.5'}, {text: c, id: z-9}]"
    keys = f"type: single_choice\nprompt: Which?\n{choices}"
    output = built(demo(keys).replace("id: q1", f"id: '{name}'"))
    (question,) = classic(output).questions
    assert re.fullmatch(r"q-[A-Za-z0-9-]{1,15}-[0-9a-f]{12}", question.ident)
    assert question.ident == new(output).items[0].ident


@pytest.mark.parametrize("name", ["net/01", "a:b", "ü 1", "-z", "a b", "x" * 61])
def test_other_ids_are_refused(name: str, tmp_path: Path) -> None:
    output = export(tmp_path, demo(SINGLE).replace("id: q1", f"id: '{name}'"), targets=["canvas"])
    assert output.files == {}
    assert [code for code, _, _ in told(output.report, least=Severity.ERROR)] == ["KF107"]


def test_a_question_that_moved_keeps_its_identifier(built: Export) -> None:
    here = built(demo(SINGLE))
    there = built(demo(f"{SINGLE}\nkey: demo/q1").replace("id: demo", "id: other"), quiz="other")
    assert classic(here).questions[0].ident == classic(there).questions[0].ident
    assert new(here).items[0].answers == new(there).items[0].answers


def test_identifiers_of_answers_stay(built: Export) -> None:
    """With new texts, more questions, and where a choice has an id, in another order."""
    keys = "type: single_choice\nprompt: Which?\nchoices: [{text: a, correct: true, id: x}, {text: b, id: y}, c]"
    new_order = "choices: [{text: B, id: y}, {text: A, correct: true, id: x}, c]"
    moved = (
        demo(SINGLE, f"{keys.split('choices')[0]}{new_order}").replace("id: q1", "id: q0").replace("id: q2", "id: q1")
    )
    said, now = (
        {text.visible(html): ident for ident, html in new(built(source)).items[-1].answers}
        for source in (demo(keys), moved)
    )
    assert (now["A"], now["B"], now["c"]) == (said["a"], said["b"], said["c"])


def test_equal_ids_in_two_quizzes_are_two_questions(built: Export) -> None:
    one = built(demo(SINGLE, SINGLE.replace("Which", "What")))
    two = built(demo(SINGLE, SINGLE.replace("Which", "What")).replace("id: demo", "id: other"), quiz="other")
    first, second = ({q.ident for q in classic(output).questions} for output in (one, two))
    assert len(first | second) == 4
    answers = [ident for output in (one, two) for item in new(output).items for ident, _ in item.answers]
    assert len(set(answers)) == 8
    assert {classic(one).ident, classic(two).ident}.isdisjoint(first | second)


# Q03: blocks of a stem


def test_all_blocks_of_a_stem_arrive(built: Export) -> None:
    prompt = """
    Look at this manifest:

    ```yaml
    apiVersion: v1
    kind: Pod
    metadata:
      name: web
    ```

    - one
    - two

    | a | b |
    |---|---|
    | 1 | 2 |

    > What will be made?
    """
    shown = textwrap.indent(textwrap.dedent(prompt), "  ")
    keys = f"type: single_choice\nprompt: |\n{shown}\nchoices: [{{text: a, correct: true}}, b]"
    output = built(demo(keys))
    code = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n"
    for html in (classic(output).questions[0].stem, new(output).items[0].body):
        tree = text.fragment(html)
        assert ["".join(pre.itertext()) for pre in tree.iter("pre")] == [code]
        assert text.visible(html).endswith("one two a b 1 2 What will be made?")


# Q06: points and time limits


def test_points_are_decimals(built: Export) -> None:
    output = built(demo(f"{SINGLE}\npoints: 3", f"{SINGLE}\npoints: 0.5", SINGLE, f"{SINGLE}\npoints: 0.0000001"))
    assert [question.points for question in classic(output).questions] == [3, 0.5, 1, 1e-7]
    assert classic(output).points == pytest.approx(4.5000001, abs=1e-9)
    assert [item.points for item in new(output).items] == [3, 0.5, 1, 1e-7]


@pytest.mark.parametrize(
    ("limit", "minutes", "warnings"),
    [
        ("", None, ()),
        ("time_limit: 45m", 45, ()),
        ("time_limit: 1h30m", 90, ()),
        ("time_limit: 60s", 1, ()),
        ("time_limit: 30s", 1, ("30s is 1m",)),
        ("time_limit: 90s", 2, ("1m30s is 2m",)),
        ("time_limit: 1s", 1, ("1s is 1m",)),
        ("time_limit: 61s", 2, ("1m1s is 2m",)),
    ],
)
def test_time_limits_are_whole_minutes_and_never_none(
    limit: str, minutes: int | None, warnings: tuple[str, ...], built: Export
) -> None:
    output = built(demo(SINGLE, head=f"delivery: {{attempts: 2, {limit}}}"), warnings=warnings)
    assert classic(output).time_limit == new(output).meta["time_limit"] == minutes
    assert classic(output).attempts == new(output).meta["allowed_attempts"] == 2
    assert [code for code, _, _ in told(output.report)] == ["KF402"] * len(warnings)


@pytest.mark.parametrize(("attempts", "count"), [("", 1), ("attempts: 3", 3), ("attempts: unlimited", -1)])
def test_attempts(attempts: str, count: int, built: Export) -> None:
    output = built(demo(SINGLE, head=f"delivery: {{{attempts}}}" if attempts else ""))
    assert classic(output).attempts == new(output).meta["allowed_attempts"] == count


# Q07: what the package is taken for


def test_the_package_is_taken_for_what_it_is(built: Export) -> None:
    files = entries(package(built(demo(SINGLE))))
    assert list(files) == sorted(files)
    manifest = etree.fromstring(files["imsmanifest.xml"])
    for name, data in files.items():
        root = etree.fromstring(data)
        assert data.startswith(b'<?xml version="1.0" encoding="UTF-8"?>'), name
        assert {etree.QName(e).namespace for e in root.iter(etree.Element)} == {root.nsmap[None]}
        assert {e.prefix for e in root.iter(etree.Element)} == {None}
        assert b"<![CDATA[" not in data
        assert root.nsmap.keys() <= {None, "xsi", "lom", "imsmd"}
    schema = "".join(manifest.xpath("//*[local-name()='schema']/text()"))
    assert not re.search("Common Cartridge|QTIv2", schema)


# Q10: introductions


SECTIONS = """
description: Before *everything*.
sections:
  - id: one
    title: First & <part>
    description: Says **this**.
    questions: [{id: a, type: description, prompt: Read.}, {id: b, type: essay, prompt: Why?}]
  - id: two
    title: Only title
    questions: [{id: c, type: essay, prompt: Why?}]
  - id: three
    questions: [{id: d, type: essay, prompt: Why?}]
  - id: four
    description: Only text.
    pick: 1
    questions: [{id: e, type: essay, prompt: Why?}, {id: f, type: essay, prompt: How?}]
"""


def test_introductions_are_kept(built: Export) -> None:
    output = built(f"{HEAD}{SECTIONS}")
    assert text.visible(classic(output).description) == "Before everything."
    shown = ["First & <part> Says this.", "Read.", "Why?", "Only title", "Why?", "Why?", "Only text.", None]
    found = [getattr(entry, "shown", None) for entry in classic(output).entries]
    assert found == shown
    assert [type(entry).__name__ for entry in new(output).entries] == [
        "Stimulus", "Stimulus", "Item", "Stimulus", "Item", "Item", "Stimulus", "Group",
    ]  # fmt: skip
    (group,) = (entry for entry in classic(output).entries if isinstance(entry, canvas_classic.Group))
    assert (group.title, group.pick, len(group.questions)) == ("four", 1, 2)


# Q12: words in the names of feedback


@pytest.mark.parametrize(
    "name", ["incorrect_port", "correct", "solution", "x_all", "general_1", "a_IC", "a_C", "wrong"]
)
def test_feedback_of_a_choice_is_of_that_choice(name: str, built: Export) -> None:
    choices = f"[{{text: a, correct: true}}, {{text: b, id: {name}, feedback: Said.}}]"
    keys = f"type: single_choice\nprompt: Which?\nchoices: {choices}"
    output = built(demo(keys).replace("id: q1", f"id: {name}"))
    question, item = classic(output).questions[0], new(output).items[0]
    assert [answer.comment.shown for answer in question.answers] == ["", "Said."]
    assert (question.correct.shown, question.incorrect.shown, question.neutral.shown) == ("", "", "")
    assert list(item.answer_feedback.values()) == ['<div dir="auto"><p>Said.</p></div>']
    assert item.feedback == {}


# Q13: brackets


TYPES = (
    "type: single_choice\nprompt: @\nchoices: [{text: @, correct: true, feedback: @}, b]\nexplanation: @",
    "type: multiple_response\nprompt: @\nchoices: [{text: @, correct: true}, {text: b, correct: true}, c]",
    "type: true_false\nprompt: @\nanswer: true\nfeedback_true: @\nfeedback_false: @",
    "type: short_answer\nprompt: @\nanswers: [@, {text: b, feedback: @}]",
    "type: numerical\nprompt: @\nanswer: 3\nunit: @",
    "type: essay\nprompt: @\nmodel_answer: @\nresponse: {starter: @}",
    "type: matching\nprompt: @\npairs: [{item: @, match: b}, {item: c, match: @}]\ndistractors: [d]",
    "type: ordering\nprompt: @\nitems: [one, @, three]\nscoring: partial",
    "type: cloze\nprompt: @\ntext: |\n  # *\n  @@ is [[b1]] and `[[x.1]]` of @@\n"
    "blanks: {x.1: {answers: [@]}, b1: {answers: [b]}}",
    "type: cloze\nprompt: @\ntext: |\n  *a* [[b1]] @@\nblanks: {b1: {choices: [{text: b, correct: true}, @]}}",
    "type: description\nprompt: @",
)
"""Each type, with a text wherever there is one: ``@`` quoted, ``@@`` as it stands."""
WORDS = [
    "arr[i]", "[x]", "[[x]]", "[b1]", "[[[b1]", "a[b2][b1]", "[blank_1]", "[`b1`]", "[*b1*]", "&#91;b1]",
    "List<String>", "<b>x</b>", "<img src=x>", "<!-- x -->", "<?x?>", "</div>", "a < b > c", "<", "a > b", "a<b", "-->",
    "R&D", "R&amp;D", "&lt;", "&amp;lt;", "`&lt;b&gt;`", "`&#60;`", "&&", "&x", "`&nbsp;`", "a&b;c", "`<`", "`a<b>c`",
    "]]>", "`$IMS-CC-FILEBASE$`", "%24x%24", '"x"', "it's", "`\\r\\n`", "a \\r\\n b", "C:\\new", "{{x}}", "#{x}",
    "\u65e5\u672c\u300c\u8a9e\u300d", "\u05d0\u05d1", "\U0001f600", "a\u00a0b", "e\u0301", "True", "100",
    "general_fb", "question_type", "points_possible",
]  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_texts_arrive_wherever_they_stand(word: str, tmp_path: Path) -> None:
    quoted = "'" + word.replace("'", "''") + "'"
    keys = [kind.replace("@@", word).replace("@", quoted) for kind in TYPES]
    output = export(tmp_path, demo(*keys, head=f"description: {quoted}"), targets=["canvas"])
    assert output.report.ok, told(output.report, least=Severity.ERROR)
    (quiz,) = output.report.quizzes
    assert faults(entries(package(output))) == []
    assert canvas_facts.differences(quiz, package(output)) == []


BLOCKS = {
    "paragraphs": "one\n\ntwo & <three>\n",
    "code": "    if a < b:\n        c = 'x[b1]'\n\n    d\n",
    "fence": "before\n\n```python\ndef f(x):\n\n    return x < 3  # \\r\\n\n```\n",
    "list": "1. one\n2. two\n   - three `a<b>`\n",
    "later list": "3. three\n4. four\n",
    "quote": "> a & b\n>\n> c\n",
    "table": "| a | b |\n|:--|--:|\n| `x` | <b> |\n",
    "rule": "a\n\n---\n\nb\n",
    "heading": "# A < b\n\nc\n",
    "marks": "~~gone~~ **bold** *it* ***both*** `code`\n",
    "break": "one  \ntwo\\\nthree\n",
    "link": '[a & b](https://example.org/?a=1&b=2 "x > y") and <https://example.org/a>\n',
    "entities": "&copy; &nbsp; &#x3042; &amp;lt;\n",
    "kanji": "\u65e5\u672c\n\u8a9e\n",
}


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_blocks_arrive_wherever_they_stand(block: str, built: Export) -> None:
    def under(key: str, by: int) -> str:
        return f"{key}: |2\n{textwrap.indent(block, ' ' * (by + 2))}"

    keys = [
        f"type: single_choice\n{under('prompt', 0)}{under('explanation', 0)}choices:\n"
        f"  - correct: true\n{textwrap.indent(under('text', 0), '    ')}"
        f"  - text: other\n{textwrap.indent(under('feedback', 0), '    ')}"
        f"feedback:\n{textwrap.indent(under('correct', 0) + under('incorrect', 0), '  ')}",
        f"type: true_false\n{under('prompt', 0)}answer: true\n{under('feedback_true', 0)}",
        f"type: essay\n{under('prompt', 0)}{under('model_answer', 0)}",
        f"type: description\n{under('prompt', 0)}",
        f"type: cloze\ntext: |2\n{textwrap.indent(block, '  ')}\n  [[x]]\nblanks: {{x: {{answers: [a]}}}}",
    ]
    output = built(demo(*keys, head=under("description", 0)))
    code = ["".join(pre.itertext()) for pre in text.fragment(classic(output).questions[0].stem).iter("pre")]
    assert code == ["".join(pre.itertext()) for pre in text.fragment(new(output).items[0].body).iter("pre")]
    if "code" in block or "def" in block:
        assert all(line in "".join(code) for line in ("    return x < 3  # \\r\\n\n",) if "def" in block)


def test_harmless_tags(built: Export) -> None:
    """Classic knows neither keys nor ruby: their text is kept, and the reading stands in brackets."""
    prompt = "Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, <u>u</u>, <mark>m</mark>, <ruby>\u6f22<rt>\u304b\u3093</rt></ruby>"
    output = built(demo(f"type: essay\nprompt: {prompt}", head="html: safe"), sound=False)
    assert classic(output).questions[0].shown == "Press Ctrl, H2O, u, m, \u6f22(\u304b\u3093)"
    tags = {element.tag for element in text.fragment(new(output).items[0].body).iter()}
    assert tags >= {"kbd", "sub", "u", "mark", "ruby", "rt"}


@pytest.mark.parametrize("title", ["x" * 300, "\u65e5" * 300, "A & <b> " * 40, "T" * 255, "T" * 256, "<" * 300])
def test_long_titles_are_cut(title: str, built: Export) -> None:
    """The database takes 255 characters, and drops the question or the quiz otherwise."""
    source = demo(f"{SINGLE}\ntitle: '{title}'", f"{SINGLE}\ntitle: '{title}2'")
    output = built(source.replace("title: Demo", f"title: '{title}'"))
    quiz, other = classic(output), new(output)
    names = [quiz.title, *(question.name for question in quiz.questions), other.title, *(i.title for i in other.items)]
    assert all(name and 200 < len(name) <= 255 for name in names)
    assert len({question.name for question in quiz.questions}) == 2


TITLES = ["R&D", "List<String>", "<all>", "a < b", "&lt;", "R&amp;D", '"q"', "\u65e5\u672c", "<b>x</b>"]


@pytest.mark.parametrize("title", TITLES)
def test_titles_are_plain_texts(title: str, built: Export) -> None:
    section = f"sections:\n  - id: s\n    title: '{title}'\n    pick: 1\n    questions:\n"
    rest = demo(f"{SINGLE}\ntitle: '{title}'").split("questions:\n")[1]
    source = f"{HEAD}{section}{textwrap.indent(rest, '    ')}".replace("title: Demo", f"title: '{title}'")
    output = built(source)
    assert seen(classic(output).title) == new(output).title == title
    questions = [question for question in classic(output).questions if question.kind != "text_only_question"]
    assert [question.name for question in questions] == [title]
    assert [entry.title for entry in new(output).entries if isinstance(entry, canvas_new.Group)] == [title]


# Sections from which nothing, or less, can be drawn


def test_a_section_without_questions_is_left_out(built: Export) -> None:
    sections = """
sections:
  - id: none
    title: Gone
    description: Gone.
    pick: 1
    questions: [{id: a, type: essay, prompt: Why?, omit: [canvas]}]
  - {id: drafts, title: Gone, questions: [{id: b, type: essay, prompt: Why?, draft: true}]}
  - {id: some, title: Here, questions: [{id: c, type: essay, prompt: Why?}]}
"""
    output = built(f"{HEAD}{sections}")
    assert [getattr(entry, "shown", None) for entry in classic(output).entries] == ["Here", "Why?"]


def test_a_quiz_without_questions_makes_no_package(tmp_path: Path) -> None:
    output = export(tmp_path, demo(f"{SINGLE}\nomit: [canvas]"), targets=["canvas"])
    assert output.report.ok
    assert output.files == {}


PICK = """
sections:
  - id: s
    pick: @
    questions: [{id: a, type: essay, prompt: Why?, points: 2}, {id: b, type: essay, prompt: How?, points: 2#}]
"""


def test_a_pick_of_more_than_there_are_is_refused(tmp_path: Path) -> None:
    output = export(tmp_path, f"{HEAD}{PICK.replace('@', '3').replace('#', '')}", targets=["canvas"])
    assert output.files == {}
    assert [code for code, _, _ in told(output.report, least=Severity.ERROR)] == ["KF206"]


def test_a_pick_of_more_than_are_exported_draws_all(built: Export) -> None:
    output = built(f"{HEAD}{PICK.replace('@', '2').replace('#', ', omit: [canvas]')}")
    for entry in (classic(output).entries[0], new(output).entries[0]):
        assert (entry.pick, entry.points) == (1, 2)
    assert classic(output).points == 2


def test_a_group_has_the_same_points_for_all(built: Export) -> None:
    source = PICK.replace("@", "1").replace("#", "").replace("How?, points: 2", "How?, points: 5")
    output = built(f"{HEAD}{source}", warnings=("worth 2 each",))
    assert (classic(output).entries[0].points, classic(output).points) == (2, 2)


# Stems of more than 16 KB


@pytest.mark.parametrize(("length", "fits"), [(16384, True), (16385, False)])
@pytest.mark.parametrize(("sign", "size"), [("x", 1), ("\u65e5", 1), ("&lt;", 4), ("&amp;", 5), ("x\u00a0", 7)])
def test_a_stem_of_more_than_16_kb_is_refused(length: int, fits: bool, sign: str, size: int, tmp_path: Path) -> None:
    """Canvas takes the one paragraph off before it counts, and writes some characters as entities."""
    count, rest = divmod(length, size)
    output = export(tmp_path, demo(f"type: essay\nprompt: '{sign * count}{'x' * rest}'"), targets=["canvas"])
    if output.report.ok:
        assert fits
        assert classic(output).questions[0].shown
        return
    ((code, _, _),) = told(output.report, least=Severity.ERROR)
    assert code == "KF406"
    # Being strict by the tags of the paragraph is no harm.
    assert not fits or length > 16384 - len("<p></p>")
    (found,) = (d for d in output.report.diagnostics if d.severity is Severity.ERROR)
    assert place(found)[0] > 4


# Kinds of blanks that Canvas cannot mix

MIXED = {
    "number": "a: {answer: 5}",
    "range": "a: {range: [1, 2]}",
    "both kinds": "a: {answers: [x]}, b: {choices: [{text: x, correct: true}, y]}",
    "both kinds, menu first": "a: {choices: [{text: x, correct: true}, y]}, b: {answers: [x]}",
    "number and word": "a: {answers: [x]}, b: {answer: 5}",
}


@pytest.mark.parametrize("blanks", MIXED.values(), ids=MIXED)
def test_blanks_that_canvas_cannot_mix_are_refused(blanks: str, tmp_path: Path) -> None:
    marks = "[[a]] [[b]]" if "b: " in blanks else "[[a]]"
    output = export(tmp_path, demo(f"type: cloze\ntext: Is {marks}.\nblanks: {{{blanks}}}", SINGLE), targets=["canvas"])
    assert output.files == {}
    (found,) = (d for d in output.report.diagnostics if d.severity is Severity.ERROR)
    assert (found.code, found.question) == ("KF401", "q1")
    assert "omit: [canvas]" in (found.hint or "")
    again = export(tmp_path / "more", demo(f"type: cloze\ntext: Is {marks}.\nblanks: {{{blanks}}}", SINGLE),
                   targets=["canvas"], allow_omit=True)  # fmt: skip
    assert [item.kind for item in new(again).items] == ["multiple_choice_question"]


# Words for true and false


@pytest.mark.parametrize(
    ("head", "words"),
    [("", ("True", "False")), ("labels: {true: ja, false: nein}", ("ja", "nein")), ("lang: de", ("Wahr", "Falsch")),
     ("labels: {true: 'true', false: 'false'}", ("true", "false"))],
)  # fmt: skip
def test_words_for_true_and_false(head: str, words: tuple[str, str], built: Export) -> None:
    source = demo("type: true_false\nprompt: Is it?\nanswer: false", head=head)
    source = source.replace("lang: en\n", "", 1) if "lang" in head else source
    other = words != ("True", "False")
    output = built(source, warnings=("multiple choice",) if other else ())
    question = classic(output).questions[0]
    assert question.kind == ("multiple_choice_question" if other else "true_false_question")
    assert [(answer.shown, answer.weight) for answer in question.answers] == [(words[0], 0), (words[1], 100)]


# Numbers


@pytest.mark.parametrize(
    ("keys", "kind", "bounds", "words"),
    [
        ("answer: 3\ntolerance: 0.5", "exact", (3, 0.5), ("3", "0.5")),
        ("answer: 0.12341", "exact", (0.12341, 0), ("0.12341", "0")),
        ("answer: -200\ntolerance: 2.5%", "exact", (-200, 5), ("-200.0", "5")),
        ("answer: 4.7\ntolerance: 1%", "exact", (4.7, 0.047), ("4.7", "0.047")),
        ("range: [3.1, 3.2]", "range", (3.1, 3.2), ("3.1", "3.2")),
        ("range: [5, 5]", "exact", (5, 0), ("5", "0")),
        ("answer: 123456789012345", "exact", (123456789012345, 0), ("123456789012345", "0")),
        ("answer: 1e-300", "exact", (1e-300, 0), ("1e-300", "0")),
        ("answer: 6.02e23\ntolerance: 1%", "exact", (6.02e23, 6.02e21), ("6.02E+23", "6.02e21")),
        ("answer: 0.3\ntolerance: 0.1", "exact", (0.3, 0.1), ("0.3", "0.1")),
    ],
)
def test_numbers(keys: str, kind: str, bounds: tuple[float, float], words: tuple[str, str], built: Export) -> None:
    between = ("to four decimals",) if keys in ("answer: 0.12341", "answer: 1e-300") else ()
    output = built(demo(f"type: numerical\nprompt: How much?\n{keys}"), sound="[5" not in keys, warnings=between)
    (answer,), (scoring,) = classic(output).questions[0].answers, new(output).items[0].scoring
    assert (answer.kind, answer.bounds) == (kind, bounds)
    assert tuple(map(float, scoring.value)) == tuple(map(float, words))


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("answer: 0.1234", False),
        ("answer: 0.12341", True),
        ("answer: -0.00001", True),
        ("answer: 0.12341\ntolerance: 0.00001", False),  # 0.1234 is accepted
        ("answer: 0.12345\ntolerance: 0.00004", True),
        ("answer: 0.12345\ntolerance: 0.00005", False),
        ("range: [0.12341, 0.12349]", True),
        ("range: [0.1234, 0.12349]", False),
        ("range: [-0.12349, -0.12341]", True),
        ("answer: 1e-300", True),
        ("answer: 1e300", False),
        ("answer: 99999.99999", True),
    ],
)
def test_numbers_that_the_page_of_classic_rounds_away_are_told(keys: str, told: bool, built: Export) -> None:
    built(demo(f"type: numerical\nprompt: How much?\n{keys}"), warnings=("to four decimals",) if told else ())


# The same bytes, wherever


def test_the_locale_changes_nothing(tmp_path: Path) -> None:
    bank = write(tmp_path / "demo.yaml", demo(f"{SINGLE}\npoints: 0.5", "type: numerical\nprompt: A?\nanswer: 1.5"))
    found = []
    for locale in ("C", "de_DE.UTF-8"):
        out = tmp_path / locale
        ran = run("build", bank, "-t", "canvas", "-o", out, cwd=tmp_path, env={"LC_ALL": locale, "LANG": locale})
        assert ran.returncode == 0, ran.stderr
        found.append((out / "canvas/demo.zip").read_bytes())
    assert found[0] == found[1]
