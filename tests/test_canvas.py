"""Packages for Canvas, read again by both of its importers: they find what the bank holds, and every name fits.

The importers are small ones of our own (``targets/canvas_classic.py``, ``targets/canvas_new.py``), written from what
the real ones do; ``targets/canvas_references.py`` follows every identifier of a package.
"""

import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from lxml import etree
from sandbox import ROOT
from shown import Output, export, told
from targets import canvas_classic, canvas_facts, canvas_new
from targets.canvas_references import entries, faults

import kfexport
from kfexport.diagnostics import Severity
from kfexport.model import Quiz
from kfexport.targets.package import zip_bytes

HEAD = "format: 1\nid: demo\ntitle: Demo\nlang: en\n"
SOURCES = [*sorted((ROOT / "source").glob("*.yaml")), ROOT / "tests/data/every-feature.yaml"]
Export = Callable[..., Output]


def demo(*questions: str, head: str = "") -> str:
    """A quiz file; each question is the keys of one, as YAML, and ids are ``q1``, ``q2`` …"""
    listed = [f"  - id: q{i}\n{textwrap.indent(keys.strip(), '    ')}" for i, keys in enumerate(questions, 1)]
    return f"{HEAD}{head}\nquestions:\n" + "\n".join(listed) + "\n"


@pytest.fixture
def built(tmp_path: Path) -> Export:
    """Build a quiz file for Canvas, without errors; warnings only where the test expects them."""

    def build(source: str, *, warnings: tuple[str, ...] = (), quiz: str = "demo") -> Output:
        output = export(tmp_path, source, quiz=quiz, targets=["canvas"])
        assert output.report.ok, told(output.report, least=Severity.ERROR)
        found = told(output.report)
        assert len(found) == len(warnings), found
        for (_, _, message), part in zip(found, warnings, strict=True):
            assert part in message
        return output

    return build


def package(output: Output) -> bytes:
    return output.files[f"canvas/{output.quiz}.zip"]


def classic(output: Output) -> canvas_classic.Quiz:
    course = canvas_classic.load(package(output))
    assert course.warnings == []
    return course.quiz


def sound(output: Output) -> None:
    """No fault in the references, and what the bank holds."""
    (quiz,) = output.report.quizzes
    left_out = [d.question.split("/")[-1] for d in output.report.diagnostics if d.code == "KF407" and d.question]
    assert faults(entries(package(output))) == []
    assert canvas_facts.differences(quiz, package(output), left_out) == []


# Everything of the bank arrives


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_both_importers_find_what_the_bank_holds(path: Path, tmp_path: Path) -> None:
    (quiz,) = kfexport.load(path).quizzes
    output = export(tmp_path, path, quiz=quiz.id, targets=["canvas"], allow_omit=True)
    assert output.report.ok
    sound(output)


WHOLE = """
format: 1
id: whole
title: All & <everything>
lang: en
description: |
  Read **this** & `List<String>`.
category: [Course, Part]
delivery: {time_limit: 45m, attempts: unlimited}
stimuli:
  shared: {title: A & b, text: "Look at `x < y`:\\n\\n    if x < 3:\\n        y\\n"}
  other: {text: Other}
sections:
  - id: first
    title: First <part>
    description: Says *something*.
    questions:
      - id: one
        type: single_choice
        stimulus: shared
        prompt: Which of `List<String>`, R&D and arr[i] < 3?
        shuffle: true
        choices:
          - {text: "`a < b`", feedback: No & no.}
          - {text: "R&amp;D", correct: true, feedback: "Yes, `x > y`."}
          - {text: "**none** of them"}
          - {text: List<String>, fixed: true}
        points: 2.5
        explanation: So `it < is`.
        feedback: {correct: Good & right., incorrect: Bad <wrong>.}
      - id: many
        type: multiple_response
        stimulus: shared
        prompt: Which?
        choices:
          - {text: a, correct: true}
          - {text: b, correct: true, feedback: On b.}
          - c
        feedback: {correct: Goods., incorrect: Bads.}
        explanation: Ends.
      - id: truth
        type: true_false
        stimulus: other
        prompt: Is it?
        answer: false
        feedback_true: On true.
        feedback_false: On false.
      - {id: note, type: description, prompt: A *note* between.}
      - id: word
        type: short_answer
        stimulus: other
        prompt: Say it.
        answers: [List<String>, {text: R&amp;D, feedback: With feedback.}, 'two  blanks', '"q"']
        feedback: {correct: Word right., incorrect: Word wrong.}
        explanation: Word all.
      - id: number
        type: numerical
        prompt: How much?
        unit: kg
        answers:
          - {value: 0.12341, tolerance: 0.0001, feedback: Nearly.}
          - {value: 42}
          - {range: [-3.2, -3.1], feedback: Below.}
          - {value: 200, tolerance: 1%}
          - {value: 1e-20}
        feedback: {correct: Number right., incorrect: Number wrong.}
        explanation: Number all.
  - id: drawn
    title: Drawn
    pick: 2
    questions:
      - id: pairs
        type: matching
        stimulus: shared
        prompt: Match.
        pairs:
          - {item: "`a<b>`", match: List<String>}
          - {item: R&D, match: R&amp;D}
          - {item: c, match: List<String>}
          - {item: "<b>", match: "<img src=x>"}
        distractors: [x < y, "&#65;"]
        points: 2
        explanation: Pairs all.
        feedback: {correct: Pairs right., incorrect: Pairs wrong.}
      - id: order
        type: ordering
        prompt: Order.
        items: [one & two, List<String>, "R&amp;D", four]
        points: 2
        explanation: Order all.
        feedback: {correct: Order right., incorrect: Order wrong.}
      - id: gaps
        type: cloze
        prompt: Fill.
        text: |
          arr[b1] is [b1] and [[first.one]], then `x [[b_ans]] [b2]`

              code [[third]]
        blanks:
          third: {answers: [a < b]}
          first.one: {answers: [One, eins, List<String>]}
          b_ans: {answers: [R&amp;D], case_sensitive: true}
        points: 2
        explanation: Gaps all.
        feedback: {correct: Gaps right., incorrect: Gaps wrong.}
  - id: last
    questions:
      - id: menus
        type: cloze
        text: Take [[m]] and [[n]] of arr[i].
        blanks:
          m: {choices: [one, {text: a < b, correct: true}, "R&amp;D"]}
          n: {choices: [{text: one, correct: true}, List<String>]}
        explanation: Menus all.
      - id: essay
        type: essay
        prompt: Why?
        model_answer: Because **so**.
        grading_notes: Be `kind < strict`.
        response: {format: plain, min_words: 5, max_words: 50}
        explanation: Essay all.
      - {id: file, type: essay, prompt: Send it., response: {format: file}}
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Output:
    output = export(tmp_path_factory.mktemp("whole"), WHOLE, quiz="whole", targets=["canvas"])
    assert output.report.ok, told(output.report, least=Severity.ERROR)
    return output


def test_both_importers_find_every_type(whole: Output) -> None:
    sound(whole)
    kinds = {question.kind for question in classic(whole).questions}
    assert len(kinds) == 11  # an ordering is a matching
    assert {type(entry).__name__ for entry in canvas_new.load(package(whole)).entries} == {"Item", "Group", "Stimulus"}


def test_same_bytes_again(whole: Output, tmp_path: Path) -> None:
    again = export(tmp_path / "elsewhere", WHOLE, quiz="whole", targets=["canvas"])
    assert package(again) == package(whole)


# A name that is wrong is seen


Place = tuple[str, etree._Element, str]
"""Kind of a name, element, attribute (or nothing for its text)."""


def _places(root: etree._Element) -> Iterator[Place]:
    """Where identifiers stand."""
    for element in root.iter(etree.Element):
        tag = etree.QName(element).localname
        if any(etree.QName(a).localname == "render_fib" for a in element.iterancestors()):
            continue  # the name of a field to type in is that of nothing else
        for attribute in ("ident", "identifier", "identifierref", "href", "respident", "linkrefid", "varname"):
            if element.get(attribute) is not None:
                yield f"{tag}/@{attribute}", element, attribute
        lid = f"{{{root.nsmap[None]}}}response_lid"
        own = {
            lid.get("ident")
            for lid in element.xpath("ancestor::*[local-name()='item']//*[local-name()='response_lid']")
        }
        blank = tag == "mattext" and element.getparent().getparent().tag == lid and "texttype" not in element.attrib
        label = element.getprevious().text if tag == "fieldentry" else ""
        named = label in ("original_answer_ids", "parent_stimulus_item_ident", "question_type", "scoring_algorithm")
        if (tag == "varequal" and element.get("respident") in own) or blank or named:
            yield f"{tag}:{label}", element, ""


def _value(element: etree._Element, attribute: str) -> str:
    return element.get(attribute, "") if attribute else element.text or ""


def _put(element: etree._Element, attribute: str, value: str | None) -> None:
    if not attribute:
        element.text = value
    elif value is None:
        del element.attrib[attribute]
    else:
        element.set(attribute, value)


def _alike(one: Place, other: Place) -> bool:
    """A swap would change nothing: the same value twice, or two right answers whose order says nothing."""
    here, there = one[1].getparent(), other[1].getparent()
    together = here is there and etree.QName(here).localname == "and"
    return together or _value(*one[1:]) == _value(*other[1:])


def _seen(quiz: Quiz, files: Mapping[str, bytes]) -> bool:
    """Whether the references, or what the importers find, tell of a fault."""
    if faults(dict(files)):
        return True
    try:
        return bool(canvas_facts.differences(quiz, zip_bytes(files)))
    except (canvas_new.Raised, canvas_classic.Refused, AssertionError, KeyError, ValueError, StopIteration):
        return True


FILES = ("imsmanifest.xml", "assessment_meta.xml", "t-whole-")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("how", ["dropped", "unknown", "swapped"])
def test_a_name_that_is_wrong_is_seen(name: str, how: str, whole: Output) -> None:
    files = entries(package(whole))
    (path,) = (p for p in files if p.split("/")[-1].startswith(name))
    (quiz,) = whole.report.quizzes
    root = etree.fromstring(files[path])
    places = list(_places(root))
    assert len(places) >= {"imsmanifest.xml": 7, "assessment_meta.xml": 1, "t-whole-": 250}[name]
    unseen = []
    for number, (kind, element, attribute) in enumerate(places):
        value = _value(element, attribute)
        others = [p for p in places[number + 1 :] if p[0] == kind and not _alike(places[number], p)]
        if (how == "swapped" and not others) or (how == "unknown" and kind == "manifest/@identifier"):
            continue  # nothing names a manifest
        changed = [(element, attribute), *(other[1:] for other in others[:1] if how == "swapped")]
        before = [_value(*one) for one in changed]
        after = {"dropped": [None], "unknown": ["x-unknown"], "swapped": before[::-1]}[how]
        for one, new in zip(changed, after, strict=True):
            _put(*one, new)
        if not _seen(quiz, {**files, path: etree.tostring(root)}):
            unseen.append((kind, value))
        for one, old in zip(changed, before, strict=True):
            _put(*one, old)
    assert unseen == []


WRONG = [
    (">2.5<", ">2<"), (' lock="Yes"', ""), ('shuffle="Yes"', ""), ("<selection_number>2<", "<selection_number>1<"),
    ("<points_per_item>2<", "<points_per_item>3<"), (' case="Yes"', ""), (' margin="0.0001"', ' margin="0.001"'),
    (">42</varlte>", ">43</varlte>"), (">-3.1</varlte>", ">-3.0</varlte>"), (">PartialScore<", ">AllOrNothing<"),
    ('rce="No"', ""), ('word_limit_max="50"', 'word_limit_max="60"'), (">Course / Part<", ">Course<"),
    ("On true.", "On it."), ("Gaps all.", "Gaps."), ("not>", "or>"), ("&lt;h3&gt;", "&lt;p&gt;no "),
    ("<time_limit>45<", "<time_limit>46<"), ("<allowed_attempts>-1<", "<allowed_attempts>1<"),
    ("<title>", "<title>x"), ("<description>", "<description>x"), ("<points_possible>", "<points_possible>1"),
    ("<show_correct_answers>true", "<show_correct_answers>false"), ("<shuffle_answers>false", "<shuffle_answers>true"),
    ("<quiz_type>assignment", "<quiz_type>survey"), ("&amp;#60;", "&amp;lt;x&amp;gt;"),
    ("\u2060", ""), ("multiple_answers_question", "multiple_choice_question"), ("Ordered", "Single"),
]  # fmt: skip
"""Texts of the package's files, and what they could wrongly be."""


@pytest.mark.parametrize(("right", "wrong"), WRONG)
def test_what_differs_from_the_bank_is_seen(right: str, wrong: str, whole: Output) -> None:
    files = {name: data.decode() for name, data in entries(package(whole)).items()}
    changed = {name: data.replace(right, wrong).encode() for name, data in files.items()}
    assert any(right in data for data in files.values())
    (quiz,) = whole.report.quizzes
    assert _seen(quiz, changed)


def test_a_file_that_is_missing_or_too_much_is_seen(whole: Output) -> None:
    files = entries(package(whole))
    assert faults(files) == []
    assert faults({**files, "other.xml": b"<x/>"})
    for name in set(files) - {"imsmanifest.xml"}:
        assert faults({n: content for n, content in files.items() if n != name})
