"""What candidates and scorers read is what the author wrote; what is not is reported at its place."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from qti21_reading import at, item_of, package, quiz_of, single, text

from kfexport.diagnostics import Origin, Span
from kfexport.model import Choice, Essay, Feedback, Quiz, Section, SingleChoice, Stimulus
from kfexport.targets.qti21.xml import QTI, QTI_SCHEMA, append_markup, child, document, root

HOSTILE = [
    "Press <ESC>, then type :wq<CR>.",
    "git log -<number>",
    "A CDATA section ends with ]]> in XML.",
    "<script>alert(1)</script>",
    "a & b &lt; <!-- c --> <?php ?>",
    "{{ x }} ${y} [blank] @@PLUGINFILE@@",
    "List<String>",
    "👩‍💻 🇬🇧 é 日本語",
]


def shown(element: etree._Element) -> str:
    return text(element).strip()


def every_text(written: str) -> list[str]:
    """The same Markdown text in every field, as it is read back."""
    question = SingleChoice(
        id="q", prompt=written, explanation=written, stimulus="s",
        feedback=Feedback(correct=written, partial=written, incorrect=written),
        choices=(Choice(text=written, correct=True, feedback=written), Choice(text="other")),
    )  # fmt: skip
    essay = Essay(id="e", prompt=written, model_answer="-", grading_notes=written)
    quiz = Quiz(
        id="quiz", title="T", lang="en", description=written, stimuli=(Stimulus(id="s", text=written),),
        sections=(Section(id="s", title="S", description=written, questions=(question, essay)),),
    )  # fmt: skip
    files, _ = package(quiz)
    found = []
    for name in sorted(files):
        root = etree.fromstring(files[name])
        found += at(root, "//q:itemBody/q:div/*") + at(root, "//q:simpleChoice[1]") + at(root, "//q:modalFeedback")
        found += at(root, "//q:rubricBlock[not(.//q:strong)]")
    # 2 + 1 stems, 1 choice, 5 messages, 1 rubric of the essay, 2 of the test
    assert len(found) == 12
    return [shown(element) for element in found]


@pytest.mark.parametrize("written", HOSTILE)
def test_hostile_text_is_read_as_typed(written):
    expected = written.replace("&lt;", "<")
    assert set(every_text(written)) == {expected}


WORDS = st.lists(
    st.text(st.characters(blacklist_categories=("C", "Z")), min_size=1, max_size=8), min_size=1, max_size=6
).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(WORDS)
def test_any_escaped_text_is_read_as_typed(written):
    escaped = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", written)
    assert set(every_text(escaped)) == {written}


@pytest.mark.parametrize("title", [*HOSTILE, "quotes \" and '", "&lt;"])
def test_titles_are_plain_text(title):
    assert item_of(single(title=title)).get("title") == title


def test_code_keeps_its_white_space():
    code = "if (a[b[0]]>c) {\n\trun();\n\n    x  =  1\n}\n"
    item = item_of(single(prompt=f"A\n\n```\n{code}```\n\nB", explanation=f"```\n{code}```"))
    assert [text(pre) for pre in at(item, "//q:pre")] == [code, code]


def test_names_of_equal_prompts():
    files, _ = package(quiz_of(single("a"), single("b"), single("c", prompt="Else?")))
    items = [etree.fromstring(files[name]) for name in sorted(files) if name.startswith("q-")]
    assert [item.get("title") for item in items] == ["What? (a)", "What? (b)", "Else?"]


def test_long_title_is_cut_and_told():
    files, losses = package(quiz_of(single(title="x" * 300)))
    (name,) = (n for n in files if n.startswith("q-"))
    assert etree.fromstring(files[name]).get("title") == "x" * 254 + "…"
    assert [(d.code, d.severity.value, d.question) for d in losses] == [("KF404", "info", "one")]


def test_long_prompt_is_cut_in_the_name_only():
    item = item_of(single(prompt="x" * 300))
    assert item.get("title") == "x" * 254 + "…"
    assert shown(at(item, "//q:itemBody/q:div")[0]) == "x" * 300
    assert package(quiz_of(single(prompt="x" * 300)))[1] == []


class Source:
    name = "quiz.yaml"

    def span(self, path, part, at):
        return Span(1, 1, 1, 2)

    def line(self, number):
        return ""


def test_losses_stand_where_the_text_stands():
    here = Origin(Source(), ("questions", 0))
    question = SingleChoice(
        id="q", prompt="3. x", origin=here, explanation='[a](http://b "c")', feedback=Feedback(incorrect="~~x~~"),
        choices=(Choice(text="a", correct=True), Choice(text="~~b~~", feedback="1) a\n\n5. b")),
    )  # fmt: skip
    _, losses = package(quiz_of(question))
    assert {d.where.path[2:]: (d.code, d.severity.value) for d in losses} == {
        ("prompt",): ("KF405", "warning"),
        ("choices", 1, "text"): ("KF405", "warning"),
        ("choices", 1, "feedback"): ("KF405", "warning"),
        ("feedback", "incorrect"): ("KF405", "warning"),
        ("explanation",): ("KF404", "info"),
    }
    assert len(losses) == 5
    assert {d.question for d in losses} == {"q"}
    assert {d.target for d in losses} == {"qti21"}
    (told,) = [d.message for d in losses if d.where.path[2:] == ("choices", 1, "text")]
    assert told == "In choice 2, struck-through text is shown without the line through it"


def test_losses_of_quiz_and_section():
    here = Origin(Source())
    section = Section(id="s", description="4. x", origin=here.child("sections", 0), questions=(single(),))
    stimulus = Stimulus(id="s", text="~~x~~", origin=here.child("stimuli", "s"))
    quiz = quiz_of(sections=(section,), description="2. x", origin=here, stimuli=(stimulus,))
    assert [d.where.path for d in package(quiz)[1]] == [("description",), ("sections", 0, "description")]
    used = quiz_of(single(stimulus="s"), stimuli=(stimulus,))
    assert [(d.where.path, d.question) for d in package(used)[1]] == [(("stimuli", "s", "text"), None)]


def test_large_tables_are_written_in_no_time() -> None:
    item = root("assessmentItem", QTI, QTI_SCHEMA)
    body = child(item, "itemBody")
    start = time.process_time()
    append_markup(body, "a<table><tbody>" + "<tr>" + "<td>b</td>" * 160_000 + "</tr></tbody></table>c<p>d</p>e")
    append_markup(body, "f")
    written = document(item)
    assert time.process_time() - start < 3
    read = etree.fromstring(written)[0]
    assert read.text == "a"
    assert [(etree.QName(e).localname, e.tail) for e in read] == [("table", "c"), ("p", "ef")]
    assert {etree.QName(e).namespace for e in read.iter()} == {QTI}
