"""The package as a whole: valid by the schemas, complete, with identifiers that hold."""

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lxml import etree
from qti21_reading import at, declared, package, quiz_of, single, test_of, text

from kfexport.model import (
    Answer,
    Choice,
    ChoiceBlank,
    Cloze,
    Delivery,
    Description,
    Essay,
    Feedback,
    Matching,
    MultipleResponse,
    NumberBlank,
    Numerical,
    NumericalAnswer,
    Ordering,
    Pair,
    Quiz,
    Response,
    Section,
    ShortAnswer,
    SingleChoice,
    Stimulus,
    TextBlank,
    TrueFalse,
)
from kfexport.model.questions import QUESTION_TYPES
from kfexport.targets import qti21
from kfexport.targets.base import Losses, WriteOptions
from kfexport.targets.features import FEATURES

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


@pytest.fixture(scope="module")
def schemas(xsd_dir: Path) -> dict[str, etree.XMLSchema]:
    names = {"q": "www.imsglobal.org/xsd/imsqti_v2p1.xsd", "m": "cp/imscp_v1p1.xsd"}
    return {kind: etree.XMLSchema(etree.parse(xsd_dir / name)) for kind, name in names.items()}


def faults(schemas: dict[str, etree.XMLSchema], files: dict[str, bytes]) -> list[str]:
    found = []
    for name, content in files.items():
        schema = schemas["m" if name == "imsmanifest.xml" else "q"]
        schema.validate(etree.fromstring(content, etree.XMLParser(huge_tree=True)))
        found += [f"{name}: {error.message}" for error in schema.error_log]
    return found


TEXT = st.one_of(
    st.sampled_from(
        ["a", "- x\n- y", "| a |\n|---|", "> q", "```\nc < d\n```", "# h", "~~s~~ ]]>", "3. t", "[l](m#n#o)", "<ESC>",
         "", "&amp; &nbsp;", "日本語\n2行目", "**b**\n\n***\n\nend"]
    ),
    st.text(st.characters(blacklist_categories=("Cc", "Cs", "Cn"), blacklist_characters="$&!"), max_size=20),
)  # fmt: skip
ID = st.from_regex(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,58}[A-Za-z0-9])?", fullmatch=True)
CREDIT = st.none() | st.fractions(-1, 1, max_denominator=7)
FEEDBACK = st.builds(Feedback, correct=TEXT, partial=TEXT, incorrect=TEXT)
COMMON = {
    "id": ID, "prompt": TEXT, "title": TEXT, "explanation": TEXT, "feedback": FEEDBACK,
    "hints": st.lists(TEXT, max_size=1).map(tuple), "stimulus": st.sampled_from([None, "s"]),
    "points": st.decimals("0.0000001", "99999", places=7),
}  # fmt: skip


@st.composite
def singles(draw: st.DrawFn) -> SingleChoice:
    wrong = st.builds(Choice, text=TEXT, feedback=TEXT, fixed=st.booleans(), credit=CREDIT)
    right = st.builds(Choice, text=TEXT, feedback=TEXT, correct=st.just(True), id=st.none() | ID)
    choices = draw(st.permutations([draw(right), *draw(st.lists(wrong, min_size=1, max_size=3))]))
    rest = {name: draw(value) for name, value in COMMON.items()}
    return SingleChoice(choices=tuple(choices), shuffle=draw(st.booleans()), **rest)


ESSAYS = st.builds(
    Essay,
    model_answer=TEXT,
    grading_notes=TEXT,
    response=st.builds(
        Response,
        format=st.sampled_from(["rich", "plain", "code", "file"]),
        lines=st.none() | st.integers(1, 99),
        starter=TEXT,
    ),
    **COMMON,
)


TRUTHS = st.builds(TrueFalse, answer=st.booleans(), feedback_true=TEXT, feedback_false=TEXT, **COMMON)
DESCRIPTIONS = st.builds(Description, **{n: COMMON[n] for n in ("id", "prompt", "title", "explanation", "stimulus")})
PLAIN = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Cn")), min_size=1, max_size=9).filter(str.strip)
SHARE = st.fractions(0, 1, max_denominator=7)
NUMBER = st.decimals("-1e9", "1e9", places=6) | st.sampled_from([Decimal("1e300"), Decimal("-1e-300"), Decimal("-0")])


@st.composite
def multiples(draw: st.DrawFn) -> MultipleResponse:
    found = st.builds(Choice, text=TEXT, feedback=TEXT, fixed=st.booleans(), id=st.none() | ID)
    choices = draw(st.lists(found, min_size=2, max_size=4, unique_by=lambda c: c.id or c))
    right = draw(st.integers(1, len(choices)))
    credits = draw(st.sampled_from([None, Fraction(1, right)]))
    choices = [
        replace(c, correct=at < right, credit=credits and (credits if at < right else draw(CREDIT.map(_cost))))
        for at, c in enumerate(choices)
    ]
    rest = {name: draw(value) for name, value in COMMON.items()}
    scoring = draw(st.sampled_from(["partial", "all_or_nothing"]))
    return MultipleResponse(choices=tuple(draw(st.permutations(choices))), scoring=scoring, **rest)


def _cost(credit: Fraction | None) -> Fraction | None:
    return credit and -abs(credit)


ANSWERS = st.lists(
    st.builds(Answer, text=PLAIN, feedback=TEXT, credit=SHARE), min_size=1, max_size=3, unique_by=lambda a: a.text
).map(lambda found: (Answer(text="right"), *found))
NUMBERS = st.lists(
    st.builds(NumericalAnswer, value=NUMBER, tolerance=NUMBER.map(abs), relative=st.booleans(), feedback=TEXT)
    | st.builds(NumericalAnswer, range=st.tuples(NUMBER, NUMBER).map(sorted).map(tuple), credit=SHARE, feedback=TEXT),
    min_size=1, max_size=3,
).map(tuple)  # fmt: skip
MENUS = st.lists(PLAIN, min_size=1, max_size=3, unique=True).map(
    lambda found: (Choice(text="right", correct=True), *(Choice(text=t, feedback=t) for t in found if t != "right"))
)
SHORTS = st.builds(ShortAnswer, answers=ANSWERS, case_sensitive=st.booleans(), **COMMON)
NUMERICALS = st.builds(Numerical, answers=NUMBERS, unit=st.just("") | PLAIN, **COMMON)
MATCHINGS = st.builds(
    Matching,
    pairs=st.lists(st.builds(Pair, item=TEXT, match=PLAIN), min_size=2, max_size=4).map(tuple),
    distractors=st.lists(PLAIN, max_size=2).map(tuple),
    **COMMON,
)
ORDERINGS = st.builds(
    Ordering,
    items=st.lists(TEXT, min_size=2, max_size=4).map(tuple),
    scoring=st.sampled_from(["partial", "all_or_nothing"]),
    **COMMON,
)


@st.composite
def clozes(draw: st.DrawFn) -> Cloze:
    """Blanks of all kinds in all kinds of places."""
    ids = draw(st.lists(ID, min_size=1, max_size=4, unique_by=str.casefold))
    places = ["{}", "`a {} b`", "**{}**", "\n\n```\nx {}\n```\n\n", "\n\n| {} |\n|---|\n| x |\n\n", "\n\n- {}\n\n"]
    text = " x ".join(draw(st.sampled_from(places)).format(f"[[{i}]]") for i in ids)
    weight = st.integers(1, 1000)
    blanks = tuple(
        draw(
            st.builds(TextBlank, id=st.just(i), answers=ANSWERS, case_sensitive=st.booleans(), weight=weight)
            | st.builds(NumberBlank, id=st.just(i), answers=NUMBERS, weight=weight)
            | st.builds(ChoiceBlank, id=st.just(i), choices=MENUS, weight=weight)
        )
        for i in ids
    )
    return Cloze(text=text, blanks=blanks, **{name: draw(value) for name, value in COMMON.items()})


QUESTIONS = st.one_of(
    singles(), multiples(), TRUTHS, SHORTS, NUMERICALS, ESSAYS, MATCHINGS, ORDERINGS, clozes(), DESCRIPTIONS
)


@st.composite
def quizzes(draw: st.DrawFn) -> Quiz:
    questions = draw(st.lists(QUESTIONS, max_size=4, unique_by=lambda q: q.id.casefold()))
    cut = draw(st.integers(0, len(questions)))
    section = st.builds(
        Section, id=ID, questions=st.just(tuple(questions[cut:])), title=TEXT, description=TEXT,
        pick=st.none() | st.integers(1, 9),
    )  # fmt: skip
    delivery = st.builds(Delivery, time_limit=st.none() | st.integers(1, 9999), shuffle_questions=st.booleans())
    return Quiz(
        id=draw(ID),
        title=draw(TEXT.filter(str.strip)),
        lang=draw(st.sampled_from(["en", "ja", "zh-Hant-TW"])),
        description=draw(TEXT),
        delivery=draw(delivery),
        stimuli=(Stimulus(id="s", title=draw(TEXT), text=draw(TEXT)),),
        sections=(Section(id="first", questions=tuple(questions[:cut])), draw(section)),
    )


@settings(max_examples=150, deadline=None)
@given(quiz=quizzes())
def test_every_package_is_valid_and_whole(schemas, quiz):
    files, _ = package(quiz)
    assume(not any(b"<img " in content for content in files.values()))
    assert faults(schemas, files) == []
    manifest = etree.fromstring(files["imsmanifest.xml"])
    assert sorted(at(manifest, "//cp:file/@href")) == sorted(set(files) - {"imsmanifest.xml"})
    assert at(manifest, "//cp:resource/@href") == at(manifest, "//cp:file/@href")
    unique(at(manifest, "//@identifier"))
    for name, content in files.items():
        if name.startswith("q-"):
            item = etree.fromstring(content)
            assert name == item.get("identifier") + ".xml"
            assert item.get("title").strip()
            check_item(item)
        elif name.startswith("t-"):
            test = etree.fromstring(content)
            unique(at(test, "//q:testPart/@identifier | //q:assessmentSection/@identifier") + at(
                test, "//q:assessmentItemRef/@identifier"
            ))  # fmt: skip
            assert {f"{i}.xml" for i in at(test, "//q:assessmentItemRef/@identifier")} == {
                n for n in files if n.startswith("q-")
            }


def check_item(item: etree._Element) -> None:
    """What the schema does not ask: names that are unique, and mean something."""
    choices = "//q:simpleChoice/@identifier | //q:inlineChoice/@identifier | //q:simpleAssociableChoice/@identifier"
    names = at(item, choices)
    responses = at(item, "q:responseDeclaration/@identifier")
    unique(names + responses + at(item, "q:outcomeDeclaration/@identifier"))
    unique(at(item, "//q:modalFeedback/@identifier"))
    assert sorted(at(item, "//q:itemBody//@responseIdentifier")) == sorted(responses)
    for base_type in ("identifier", "directedPair"):
        values = at(item, f"q:responseDeclaration[@baseType='{base_type}']//q:value/text()")
        values += at(item, f"q:responseDeclaration[@baseType='{base_type}']//@mapKey")
        assert {name for value in values for name in value.split()} <= set(names)
    for declaration in at(item, "q:responseDeclaration[@cardinality='single']"):
        assert len(at(declaration, "q:correctResponse/q:value")) == (not is_essay(item))
    outcomes = set(at(item, "q:outcomeDeclaration/@identifier"))
    assert set(at(item, "//q:setOutcomeValue/@identifier")) <= outcomes
    assert set(at(item, "//q:variable/@identifier | //q:mapResponse/@identifier")) <= outcomes | set(responses)
    shown = at(item, "//q:setOutcomeValue[@identifier='FEEDBACK']//q:baseValue/text()") + declared(item, "FEEDBACK")
    assert set(at(item, "q:modalFeedback/@identifier")) == set(shown) - {"none"}


def is_essay(item: etree._Element) -> bool:
    return bool(at(item, "//q:extendedTextInteraction | //q:uploadInteraction"))


def unique(identifiers: list[str]) -> None:
    assert len(identifiers) == len(set(identifiers))
    for identifier in identifiers:
        assert IDENTIFIER.fullmatch(identifier), identifier
        assert len(identifier) <= 32


def test_schemas_are_no_rubber_stamp(schemas):
    files, _ = package(quiz_of(single()))
    broken = {
        name: content.replace(b"maxChoices", b"max").replace(b"<organizations/>", b"")
        for name, content in files.items()
    }
    assert len(faults(schemas, broken)) == 2


class TestPackage:
    def test_all_stands_at_the_top(self):
        files, _ = package(quiz_of(single(), Essay(id="two", prompt="E")))
        assert sorted(files) == [
            "imsmanifest.xml", "q-one-c824ec57a889.xml", "q-two-f56caedc31da.xml", "t-quiz-9d98ce221dd5.xml",
        ]  # fmt: skip

    def test_manifest(self):
        files, _ = package(quiz_of(single(), Essay(id="two", prompt="E")))
        manifest = etree.fromstring(files["imsmanifest.xml"])
        assert manifest.tag == "{http://www.imsglobal.org/xsd/imscp_v1p1}manifest"
        assert manifest.prefix is None
        assert [c.tag.split("}")[1] for c in manifest] == ["metadata", "organizations", "resources"]
        assert at(manifest, "cp:metadata/cp:schema/text()") == ["QTIv2.1 Package"]
        assert at(manifest, "cp:metadata/cp:schemaversion/text()") == ["1.0.0"]
        assert len(at(manifest, "cp:organizations")[0]) == 0
        assert at(manifest, "//cp:resource/@type") == [
            "imsqti_test_xmlv2p1", "imsqti_item_xmlv2p1", "imsqti_item_xmlv2p1",
        ]  # fmt: skip
        assert at(manifest, "//cp:resource/@identifier") == [
            "t-quiz-9d98ce221dd5", "q-one-c824ec57a889", "q-two-f56caedc31da",
        ]  # fmt: skip
        assert at(manifest, "//cp:resource[1]/cp:dependency/@identifierref") == [
            "q-one-c824ec57a889", "q-two-f56caedc31da",
        ]  # fmt: skip

    def test_same_input_same_bytes(self):
        quiz = quiz_of(single(explanation="x"), Essay(id="two", prompt="E"))
        first, second = (qti21.write(quiz, WriteOptions(), Losses("qti21")).files["qti21/quiz.zip"] for _ in "12")
        assert first == second

    def test_a_question_more_changes_no_other_item(self):
        one, _ = package(quiz_of(single("one"), single("two")))
        more, _ = package(quiz_of(single("zero"), single("one"), single("two", prompt="Else?")))
        assert one["q-one-c824ec57a889.xml"] == more["q-one-c824ec57a889.xml"]

    def test_moved_question_keeps_its_identifier(self):
        files, _ = package(quiz_of(single("one", key="quiz/one"), id="other"))
        assert "q-one-c824ec57a889.xml" in files

    def test_without_questions(self, schemas):
        quiz = Quiz(id="quiz", title="Quiz", lang="en", description="D", sections=())
        files, _ = package(quiz)
        assert sorted(files) == ["imsmanifest.xml", "t-quiz-9d98ce221dd5.xml"]
        assert faults(schemas, files) == []


class TestAssessment:
    def test_points_are_the_weight_and_multiply_nothing(self):
        quiz = quiz_of(single("a", points=Decimal(3)), single("b", points=Decimal("0.50")), single("c"))
        test = test_of(quiz)
        assert at(test, "//q:assessmentItemRef/q:weight/@value") == ["3", "0.5", "1"]
        (variables,) = at(test, "q:outcomeProcessing/q:setOutcomeValue[@identifier='SCORE']/q:sum/q:testVariables")
        assert dict(variables.attrib) == {"variableIdentifier": "SCORE"}

    def test_references(self):
        test = test_of(quiz_of(single()))
        assert at(test, "//q:assessmentItemRef/@identifier") == ["q-one-c824ec57a889"]
        assert at(test, "//q:assessmentItemRef/@href") == ["q-one-c824ec57a889.xml"]

    def test_one_part(self):
        test = test_of(quiz_of(single(), title="T & <n>", delivery=Delivery(attempts=2)))
        assert test.get("identifier") == "t-quiz-9d98ce221dd5"
        assert test.get("title") == "T & <n>"
        assert at(test, "q:testPart/@navigationMode") == ["nonlinear"]
        assert at(test, "q:testPart/@submissionMode") == ["individual"]
        assert at(test, "//@maxAttempts") == []

    def test_sections(self):
        sections = (
            Section(id="empty", title="Empty", description="gone", questions=()),
            Section(id="1. a:b", title="One", description="About *one*.", questions=(single("a"),)),
            Section(id="two", questions=(single("b"), single("c"))),
        )
        test = test_of(quiz_of(sections=sections, description="Intro."))
        assert at(test, "//q:assessmentSection/@title") == ["One", "Quiz"]
        assert at(test, "//q:assessmentSection/@visible") == ["true", "false"]
        assert [text(r) for r in at(test, "//q:assessmentSection[1]/q:rubricBlock")] == ["Intro.", "About one."]
        assert at(test, "//q:rubricBlock/@view") == ["candidate", "candidate"]
        assert [len(at(s, "q:assessmentItemRef")) for s in at(test, "//q:assessmentSection")] == [1, 2]

    def test_section_ids_that_differ_in_signs_only(self):
        sections = tuple(
            Section(id=i, questions=(single(i[:1] + "x" * n),)) for n, i in enumerate(["a.b", "a-b", "a-b"])
        )
        unique(at(test_of(quiz_of(sections=sections)), "//q:assessmentSection/@identifier"))

    def test_pick(self):
        section = Section(id="s", pick=2, questions=(single("a"), single("b"), single("c")))
        test = test_of(quiz_of(sections=(section,)))
        assert at(test, "//q:selection/@select") == ["2"]
        assert at(test, "//q:ordering") == []

    def test_pick_of_more_than_is_left(self):
        section = Section(id="s", pick=5, questions=(single("a"), single("b")))
        quiz = quiz_of(sections=(section,))
        assert at(test_of(quiz), "//q:selection/@select") == ["2"]
        _, losses = package(quiz)
        assert [(d.code, d.severity.value) for d in losses] == [("KF402", "warning")]
        assert "is reduced to 2" in losses[0].message

    def test_shuffle_questions(self):
        sections = (Section(id="s", questions=(single("a"),)), Section(id="t", pick=1, questions=(single("b"),)))
        test = test_of(quiz_of(sections=sections, delivery=Delivery(shuffle_questions=True)))
        assert at(test, "//q:assessmentSection/q:ordering/@shuffle") == ["true", "true"]

    @pytest.mark.parametrize(
        ("seconds", "told"), [(90, "makes 90 seconds 1 min"), (30, "drops one of 30 seconds"), (2700, None)]
    )
    def test_time_limit_in_seconds(self, seconds, told):
        quiz = quiz_of(single(), delivery=Delivery(time_limit=seconds))
        assert at(test_of(quiz), "q:timeLimits/@maxTime") == [str(seconds)]
        _, losses = package(quiz)
        assert [d.severity.value for d in losses] == (["info"] if told else [])
        assert told is None or told in losses[0].message


class TestCapabilities:
    def test_says_something_of_everything(self):
        assert set(qti21.CAPABILITIES.features) == set(FEATURES)
        assert set(qti21.CAPABILITIES.types) == set(QUESTION_TYPES)

    @pytest.mark.parametrize(
        ("feature", "kept"),
        [("attempts", "never"), ("penalty", "never"), ("tags", "never"), ("category", "never"), ("metadata", "never"),
         ("hints", "lost"), ("response-words", "lost"), ("attachments", "lost"), ("description", "cosmetic"),
         ("time-limit", "yes"), ("pick", "yes"), ("choice-credit", "yes"), ("feedback-partial", "yes"),
         ("model-answer", "yes"), ("fixed", "yes"), ("tolerance", "yes"), ("all-or-nothing", "yes"),
         ("blank-weight", "yes"), ("distractors", "yes")],
    )  # fmt: skip
    def test_says_the_truth(self, feature, kept):
        assert qti21.CAPABILITIES.features[feature].kept.value == kept


def test_credit_below_zero_in_a_whole_package(schemas):
    question = single(choices=(Choice(text="a", correct=True), Choice(text="b", credit=Fraction(-1, 3), feedback="x")))
    files, _ = package(quiz_of(question))
    assert faults(schemas, files) == []
