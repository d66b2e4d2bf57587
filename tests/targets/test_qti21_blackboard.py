"""QTI 2.1 for Blackboard: nothing but the match_correct template, and every difference told."""

import io
import zipfile
from decimal import Decimal
from fractions import Fraction

import pytest
from lxml import etree
from qti21_reading import at, quiz_of, respond, text
from scorers.qti21 import score

from kfexport.model import (
    Answer,
    Choice,
    Essay,
    Feedback,
    MultipleResponse,
    Question,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.model.questions import QUESTION_TYPES
from kfexport.targets import export, qti21_blackboard, registry
from kfexport.targets.base import Kept, WriteOptions
from kfexport.targets.features import FEATURES

NAME = "qti21-blackboard"
MATCH = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"
ALL = Feedback(correct="r", partial="p", incorrect="w")
SEVERAL = (Choice(text="a", correct=True), Choice(text="b", correct=True), Choice(text="c"))

RICH = (
    SingleChoice(
        id="single", prompt="?", points=Decimal(3), feedback=ALL, explanation="So.", shuffle=True,
        choices=(Choice(text="a", feedback="x"), Choice(text="b", correct=True), Choice(text="c", credit=Fraction(1, 2),
                                                                                       fixed=True)),
    ),
    MultipleResponse(id="multiple", prompt="?", choices=SEVERAL, feedback=ALL),
    TrueFalse(id="truth", prompt="?", answer=False, feedback_true="t", feedback_false="f", points=Decimal("0.5")),
    ShortAnswer(id="short", prompt="?", answers=(
        Answer(text="k8s", credit=Fraction(1, 2)), Answer(text="kubectl", feedback="y"), Answer(text="kc")
    )),
)  # fmt: skip
ESSAY = Essay(id="essay", prompt="Why?", model_answer="So.", points=Decimal(4))


def exported(*questions: Question) -> tuple[dict[str, bytes], list[tuple[str, str, str]]]:
    """Items by question id, and the losses as severity, question and message."""
    done = export.write(quiz_of(*questions), NAME, WriteOptions(), allow_omit=False)
    losses = [(d.severity.value, d.question or "", d.message) for d in done.diagnostics]
    files = {}
    for name, content in done.artifact.files.items():
        assert name == "qti21-blackboard/quiz.zip"
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            files = {entry: archive.read(entry) for entry in archive.namelist()}
    return {name.split("-")[1]: content for name, content in files.items() if name.startswith("q-")}, losses


@pytest.mark.parametrize("question", RICH, ids=lambda q: q.id)
def test_the_template_and_one_point(question):
    found, _ = exported(question)
    item = etree.fromstring(found[question.id])
    (processing,) = at(item, "q:responseProcessing")
    assert dict(processing.attrib) == {"template": MATCH}
    assert len(processing) == 0
    assert at(item, "//q:mapping | //q:modalFeedback | q:outcomeDeclaration[@identifier='FEEDBACK']") == []
    assert at(item, "q:outcomeDeclaration[@identifier='SCORE']/@normalMaximum") == ["1"]
    assert at(item, "q:outcomeDeclaration[@identifier='MAXSCORE']//q:value/text()") == ["1"]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        (RICH[0], [("b", 1), ("a", 0), ("c", 0), (None, 0)]),
        (RICH[1], [(["a", "b"], 1), (["a"], 0), (["a", "b", "c"], 0), (["c"], 0), (None, 0)]),
        (RICH[2], [("True", 0), ("False", 1), (None, 0)]),
        (RICH[3], [("kubectl", 1), ("Kubectl", 0), ("kc", 0), ("k8s", 0), (None, 0)]),
    ],
    ids=lambda value: getattr(value, "id", ""),
)
def test_marks(question, rows):
    item = exported(question)[0][question.id]
    assert [(given, score(item, respond(item, given)).score) for given, _ in rows] == rows


def test_the_rest_is_as_in_the_other_package():
    found, _ = exported(RICH[0], ESSAY)
    choices = at(etree.fromstring(found["single"]), "//q:choiceInteraction")[0]
    assert choices.get("shuffle") == "true"
    assert at(choices, "q:simpleChoice/@fixed") == ["true"]
    essay = etree.fromstring(found["essay"])
    assert at(essay, "q:responseProcessing | //q:correctResponse") == []
    assert [text(block) for block in at(essay, "//q:rubricBlock/q:div/q:p[2]")] == ["So."]


def test_what_is_lost_is_told():
    _, losses = exported(*RICH, ESSAY)
    assert {severity for severity, _, _ in losses} == {"warning"}
    told = {(question, message.split(" left out")[0].split(":")[0]) for _, question, message in losses}
    assert told == {
        ("", "The points of the questions are"),
        ("single", "The explanation is"), ("single", "Feedback on a right answer is"),
        ("single", "Feedback on a partly right answer is"), ("single", "Feedback on a wrong answer is"),
        ("single", "Feedback of choice 1 is"), ("single", "Credit of choice 3 is"),
        ("multiple", "Feedback on a right answer is"), ("multiple", "Feedback on a partly right answer is"),
        ("multiple", "Feedback on a wrong answer is"), ("multiple", "A partly right answer earns nothing"),
        ("truth", "Feedback on “true” is"), ("truth", "Feedback on “false” is"),
        ("short", "Part credit of an answer is"), ("short", "Feedback of an answer is"),
        ("short", "Accepting several answers is"), ("short", "The letter case of the answer counts"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "question",
    [
        MultipleResponse(id="m", prompt="?", choices=SEVERAL, scoring="all_or_nothing"),
        MultipleResponse(id="m", prompt="?", choices=(Choice(text="a", correct=True), Choice(text="b"))),
        ShortAnswer(id="s", prompt="?", answers=(Answer(text="Pod"),), case_sensitive=True),
        ShortAnswer(id="s", prompt="?", answers=(Answer(text="日本 42"),)),
        SingleChoice(id="c", prompt="?", choices=(Choice(text="a", correct=True), Choice(text="b"))),
        TrueFalse(id="t", prompt="?", answer=True),
        Essay(id="e", prompt="?"),
    ],
    ids=lambda q: q.kind,
)
def test_nothing_is_told_where_nothing_is_lost(question):
    assert exported(question)[1] == []


@pytest.mark.parametrize("kind", ["numerical", "matching", "ordering", "cloze", "description"])
def test_other_types_cannot_be_expressed(kind):
    support = qti21_blackboard.CAPABILITIES.types[kind]
    assert support.kept is Kept.NO
    assert support.instead.startswith("cannot be brought into Blackboard")


def test_says_something_of_everything():
    assert set(qti21_blackboard.CAPABILITIES.types) == set(QUESTION_TYPES)
    assert set(qti21_blackboard.CAPABILITIES.features) == set(FEATURES)


def test_built_only_when_named():
    spec = registry.specs()[NAME]
    assert not spec.default
    assert spec.owns == ("qti21-blackboard/{id}.zip",)
    assert NAME not in registry.default_names()
