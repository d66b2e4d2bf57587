"""Packages for Canvas: files, manifest, settings, groups, texts between questions, identifiers."""

import re
from decimal import Decimal
from typing import Any

import pytest
from canvas_shapes import NS, Q, T, at, exported, quiz, single, typed, write
from lxml import etree

from kfexport.diagnostics import Severity
from kfexport.model import (
    Choice,
    ChoiceBlank,
    Cloze,
    Delivery,
    Description,
    Matching,
    MultipleResponse,
    Ordering,
    Pair,
    Quiz,
    Section,
    Stimulus,
    TextBlank,
    TrueFalse,
)
from kfexport.model.parts import Answer
from kfexport.targets import canvas
from kfexport.targets.base import Losses, WriteOptions
from kfexport.targets.canvas.scene import AnswerIds

MANIFEST = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m-{T}" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1 http://www.imsglobal.org/xsd/imscp_v1p1.xsd">
  <metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata>
  <organizations/>
  <resources>
    <resource identifier="{T}" type="imsqti_xmlv1p2">
      <file href="{T}/{T}.xml"/>
      <dependency identifierref="{T}-meta"/>
    </resource>
    <resource identifier="{T}-meta" type="associatedcontent/imscc_xmlv1p1/learning-application-resource" \
href="{T}/assessment_meta.xml">
      <file href="{T}/assessment_meta.xml"/>
    </resource>
  </resources>
</manifest>
"""

META = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<quiz identifier="{T}" xmlns="http://canvas.instructure.com/xsd/cccv1p0" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://canvas.instructure.com/xsd/cccv1p0 https://canvas.instructure.com/xsd/cccv1p0.xsd">
  <title>Quiz</title>
  <description/>
  <shuffle_answers>false</shuffle_answers>
  <scoring_policy>keep_highest</scoring_policy>
  <quiz_type>assignment</quiz_type>
  <points_possible>1</points_possible>
  <show_correct_answers>true</show_correct_answers>
  <allowed_attempts>1</allowed_attempts>
  <one_question_at_a_time>false</one_question_at_a_time>
  <cant_go_back>false</cant_go_back>
  <shuffle_questions>false</shuffle_questions>
  <available>false</available>
</quiz>
"""

# The numbers are 10^14 + n mod 9·10^14, n the first 16 digits of the SHA-256 of `quiz/q#choice/1` and `…/2`.
ASSESSMENT = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://www.imsglobal.org/xsd/ims_qtiasiv1p2 http://www.imsglobal.org/xsd/ims_qtiasiv1p2p1.xsd">
<assessment ident="{T}" title="Quiz">
<qtimetadata><qtimetadatafield><fieldlabel>cc_maxattempts</fieldlabel><fieldentry>1</fieldentry></qtimetadatafield>\
</qtimetadata>
<section ident="root_section">
<item ident="{Q}" title="Which?">
  <itemmetadata><qtimetadata>\
<qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>multiple_choice_question</fieldentry>\
</qtimetadatafield>\
<qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>1</fieldentry></qtimetadatafield>\
<qtimetadatafield><fieldlabel>original_answer_ids</fieldlabel><fieldentry>783760254146276,683185601174248</fieldentry>\
</qtimetadatafield></qtimetadata></itemmetadata>
  <presentation><material><mattext texttype="text/html">&lt;p&gt;Which?&lt;/p&gt;</mattext></material>\
<response_lid ident="response1" rcardinality="Single"><render_choice>\
<response_label ident="783760254146276"><material><mattext texttype="text/html">&lt;p&gt;one&lt;/p&gt;</mattext>\
</material></response_label>\
<response_label ident="683185601174248"><material><mattext texttype="text/html">&lt;p&gt;two&lt;/p&gt;</mattext>\
</material></response_label></render_choice></response_lid></presentation>
  <resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>\
<respcondition continue="No"><conditionvar><varequal respident="response1">683185601174248</varequal></conditionvar>\
<setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing>
</item>
</section>
</assessment>
</questestinterop>
"""


def test_the_smallest_package_in_full() -> None:
    found = write(quiz(single()))
    assert found.told() == []
    assert {name: content.decode() for name, content in found.files.items()} == {
        "imsmanifest.xml": MANIFEST,
        f"{T}/{T}.xml": ASSESSMENT,
        f"{T}/assessment_meta.xml": META,
    }


def everything() -> Quiz:
    """Questions of every type, a section that is drawn from, texts between questions."""
    first = (
        single(id="a", stimulus="s"),
        MultipleResponse(id="b", prompt="?", choices=(Choice(text="x", correct=True), Choice(text="y"))),
        TrueFalse(id="c", prompt="?", answer=True, stimulus="s"),
        Matching(id="d", prompt="?", pairs=(Pair(item="x", match="1"), Pair(item="y", match="2")), distractors=("3",)),
        Ordering(id="e", prompt="?", items=("x", "y", "z")),
        Cloze(
            id="f", prompt="", text="[[x]] [[y]]",
            blanks=(TextBlank(id="x", answers=(Answer(text="1"), Answer(text="2"))),
                    TextBlank(id="y", answers=(Answer(text="1"),))),
        ),
        Description(id="g", prompt="Read."),
    )  # fmt: skip
    sections = (
        Section(id="one", title="One", questions=first),
        Section(id="two", title="Two", pick=1, questions=(typed(id="h"), typed(id="i"))),
    )
    return quiz(sections=sections, stimuli=(Stimulus(id="s", text="Shared."),))


def test_every_reference_leads_to_its_thing() -> None:
    found = write(everything())
    manifest = etree.fromstring(found.files["imsmanifest.xml"])
    resources = manifest.xpath("//p:resource", namespaces=NS)
    hrefs = manifest.xpath("//p:file/@href", namespaces=NS)
    assert sorted([*hrefs, "imsmanifest.xml"]) == sorted(found.files)
    identifiers = [r.get("identifier") for r in resources]
    assert len(set(identifiers)) == len(identifiers) == 2
    assert manifest.xpath("//p:dependency/@identifierref", namespaces=NS) == [f"{T}-meta"]
    # Classic Quizzes find the settings by the identifier of the assessment, New Quizzes by the dependency.
    (assessment,) = found.all("/c:questestinterop/c:assessment/@ident")
    assert (assessment, found.meta.get("identifier")) == (T, T)
    assert resources[1].get("href") == f"{assessment}/assessment_meta.xml"
    for item in found.all("//c:item"):
        responses = item.xpath(".//*[self::c:response_lid or self::c:response_str]/@ident", namespaces=NS)
        answers = item.xpath(".//c:response_lid//c:response_label/@ident", namespaces=NS)
        assert len(set(responses)) == len(responses)
        for test in item.xpath(".//c:varequal", namespaces=NS):
            assert test.get("respident") in responses
            if answers:
                assert test.text in answers
        shown = set(item.xpath(".//c:displayfeedback/@linkrefid", namespaces=NS))
        assert shown <= set(item.xpath("c:itemfeedback/@ident", namespaces=NS))
    stimuli = found.all("//c:qtimetadatafield[c:fieldlabel='parent_stimulus_item_ident']/c:fieldentry/text()")
    texts = found.all("//c:item[.//c:fieldentry='text_only_question']/@ident")
    assert len(stimuli) == 2
    assert set(stimuli) <= set(texts)


def test_identifiers_are_distinct_in_the_whole_package() -> None:
    """Answers from each other, from responses, items, groups and the assessment; digits alone."""
    found = write(everything())
    answers = [
        ident
        for item in found.all("//c:item")
        for ident in dict.fromkeys(item.xpath(".//c:response_lid//c:response_label/@ident", namespaces=NS))
    ]
    assert len(answers) == 2 + 2 + 2 + 3 + 3 + 3
    others = found.all("//c:assessment/@ident | //c:section/@ident | //c:item/@ident")
    others += set(found.all("//c:response_lid/@ident | //c:response_str/@ident"))
    assert len({*answers, *others}) == len(answers) + len(others)
    assert all(re.fullmatch(r"[1-9][0-9]{14}", answer) for answer in answers)


def test_two_answers_never_share_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of two that would be equal gets another one, the same in every build."""
    numbers = {("q", "a", 0): "1", ("q", "b", 0): "1", ("q", "b", 1): "1", ("q", "b", 2): "2"}
    monkeypatch.setattr(
        "kfexport.targets.canvas.scene.answer_number", lambda key, name, attempt: numbers[key, name, attempt]
    )
    for _ in range(2):
        ids = AnswerIds()
        assert [ids.of("q", "a"), ids.of("q", "b")] == ["1", "2"]


def test_two_builds_are_the_same_bytes() -> None:
    one, two = (canvas.write(everything(), WriteOptions(), Losses("canvas")).files for _ in range(2))
    assert one == two


# Settings


@pytest.mark.parametrize(
    ("seconds", "minutes", "spoken"),
    [
        (None, None, None),
        (60, "1", None),
        (1800, "30", None),
        (30, "1", "The time limit of 30s is 1m: Canvas has whole minutes"),
        (90, "2", "The time limit of 1m30s is 2m: Canvas has whole minutes"),
        (61, "2", "The time limit of 1m1s is 2m: Canvas has whole minutes"),
        (3661, "62", "The time limit of 61m1s is 62m: Canvas has whole minutes"),
    ],
)
def test_a_time_limit_is_in_whole_minutes(seconds: int | None, minutes: str | None, spoken: str | None) -> None:
    """Never 0, at which a quiz in Classic Quizzes ends as it begins."""
    found = write(quiz(single(), delivery=Delivery(time_limit=seconds)))
    assert found.setting("time_limit") == minutes
    assert found.all("//c:qtimetadatafield[c:fieldlabel='qmd_timelimit']/c:fieldentry/text()") == (
        [minutes] if minutes else []
    )
    assert found.told() == ([("KF402", "warning", None, spoken)] if spoken else [])


@pytest.mark.parametrize(
    ("wish", "setting", "field"), [(None, "1", "1"), (3, "3", "3"), ("unlimited", "-1", "unlimited")]
)
def test_attempts(wish: Any, setting: str, field: str) -> None:
    found = write(quiz(single(), delivery=Delivery(attempts=wish)))
    assert found.setting("allowed_attempts") == setting
    assert found.all("//c:qtimetadatafield[c:fieldlabel='cc_maxattempts']/c:fieldentry/text()") == [field]
    assert found.told() == []


def test_the_description_is_html() -> None:
    found = write(quiz(single(), description="Use `<none>` & **all**."))
    assert found.setting("description") == "<p>Use <code>&#60;none&#62;</code> &#38; <strong>all</strong>.</p>"


def test_shuffled_questions_are_a_setting() -> None:
    assert write(quiz(single(), delivery=Delivery(shuffle_questions=True))).setting("shuffle_questions") == "true"


def choice(id: str, *, shuffle: bool, fixed: bool = False) -> MultipleResponse:
    choices = (Choice(text="x", correct=True), Choice(text="y", fixed=fixed))
    return MultipleResponse(id=id, prompt="?", choices=choices, shuffle=shuffle, origin=at(id))


MENU = Cloze(
    id="m", prompt="", text="[[x]]",
    blanks=(ChoiceBlank(id="x", choices=(Choice(text="a", correct=True), Choice(text="b"))),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("questions", "setting", "named"),
    [
        ((typed(),), "false", None),
        ((choice("a", shuffle=False),), "false", None),
        ((choice("a", shuffle=True),), "true", None),
        ((choice("a", shuffle=True), single(id="b", shuffle=True), typed()), "true", None),
        ((choice("a", shuffle=True), single(id="b")), "false", "a"),
        ((choice("a", shuffle=True), choice("b", shuffle=True, fixed=True)), "false", "a, b"),
        ((choice("a", shuffle=True), MENU), "false", "a"),
        ((*(choice(f"c{i}", shuffle=True) for i in range(7)), MENU), "false", "c0, c1, c2, c3, c4 and 2 more"),
    ],
)
def test_shuffling_is_a_setting_of_the_quiz_in_classic_quizzes(questions: Any, setting: str, named: Any) -> None:
    found = write(quiz(*questions))
    assert found.setting("shuffle_answers") == setting
    told = [message for code, _, _, message in found.told() if code == "KF402"]
    assert told == (
        [
            f"Classic Quizzes do not shuffle the choices of {named}: they shuffle all choices and drop-downs of a quiz "
            "or none, and keep none in its place"
        ]
        if named
        else []
    )


def test_points_of_the_quiz() -> None:
    """The sum, of a drawn section as many as are drawn; never in binary floating point."""
    sections = (
        Section(id="s", questions=(typed(id="a", points=Decimal("0.1")), typed(id="b", points=Decimal("0.2")))),
        Section(id="t", pick=2, questions=tuple(typed(id=f"c{i}", points=Decimal("1.5")) for i in range(4))),
        Section(id="u", questions=(Description(id="d", prompt="Read."),)),
    )
    assert write(quiz(sections=sections)).setting("points_possible") == "3.3"


# Titles


def test_names_of_300_characters_are_cut() -> None:
    """A longer one would cost the question, or the quiz, in Canvas's database."""
    long = "x" * 300
    found = write(quiz(single(title=long), title=long))
    cut = "x" * 254 + "…"
    assert found.all("//c:assessment/@title") == [cut]
    assert found.setting("title") == cut
    assert found.all("//c:item/@title") == [cut]
    assert found.told() == [
        ("KF404", "info", None, "The title of the quiz is cut to 255 characters, Canvas's limit"),
        ("KF404", "info", "q", f"The title is written as “{cut}”"),
    ]


def test_a_title_with_brackets() -> None:
    """New Quizzes take the title of the settings for HTML, and that of the assessment for text."""
    found = write(quiz(single(), title='R&D <all> "x" < y'))
    assert found.all("//c:assessment/@title") == ['R&D <all> "x" < y']
    assert found.setting("title") == 'R&D <\u2060all> "x" < y'


# Sections, groups, texts between questions


def test_a_section_that_is_drawn_from_is_a_group() -> None:
    section = Section(id="drawn", title="Draw <2>", pick=2, questions=(single(id="q1"), single(id="q2"), single()))
    found = write(quiz(sections=(section,)))
    (group,) = found.all("/c:questestinterop/c:assessment/c:section[@ident='root_section']/c:section")
    # sha256 of quiz/drawn: 8b51429bd4a0…
    assert dict(group.attrib) == {"ident": "g-drawn-8b51429bd4a0", "title": "Draw <2>"}
    assert (
        "<selection_ordering><selection><selection_number>2</selection_number><selection_extension>"
        "<points_per_item>1</points_per_item></selection_extension></selection></selection_ordering>\n"
    ) in found.text
    assert group.xpath("c:item/@ident", namespaces=NS) == ["q-q1-bc5e39df2cce", "q-q2-1c0cdbca272b", Q]
    # sha256 of quiz#section/drawn: 1398cff9e689…
    assert found.all("//c:section[@ident='root_section']/c:item/@ident") == ["q-drawn-1398cff9e689"]
    assert found.stem("q-drawn-1398cff9e689") == "<h3>Draw &#60;2&#62;</h3>"


def test_no_more_are_drawn_than_there_are() -> None:
    section = Section(id="drawn", pick=9, questions=(single(), single(id="q2")))
    assert write(quiz(sections=(section,))).all("//c:selection_number/text()") == ["2"]


def test_a_group_without_a_title_has_its_id_as_one() -> None:
    """New Quizzes fail on a group without one."""
    section = Section(id="drawn", pick=1, questions=(single(),))
    found = write(quiz(sections=(section,)))
    assert found.all("//c:section[@title]/@title") == ["drawn"]
    assert found.all("//c:item/@ident") == [Q]


def test_the_questions_of_a_group_are_worth_the_same() -> None:
    questions = (single(points=Decimal("2.5")), single(id="q2", points=Decimal(1)))
    section = Section(id="drawn", pick=1, questions=questions, origin=at("sections", 0))
    found = write(quiz(sections=(section,)))
    assert found.all("//c:points_per_item/text()") == ["2.5"]
    message = (
        "The questions of the section are worth 2.5 each, as the first of them is: all questions of a group have the "
        "same points in Canvas"
    )
    assert found.told() == [("KF402", "warning", None, message)]
    assert found.found[0].where == at("sections", 0, "pick")


def test_sections_are_flattened_behind_their_texts() -> None:
    sections = (
        Section(id="bare", questions=(single(id="q1"),)),
        Section(id="empty", title="Empty", questions=()),
        Section(id="s", description="About *it*.", questions=(single(),)),
    )
    found = write(quiz(sections=sections))
    # sha256 of quiz#section/s: 9ca67820a36c…
    assert found.all("//c:section/c:item/@ident") == ["q-q1-bc5e39df2cce", "q-s-9ca67820a36c", Q]
    assert found.all("//c:section/@ident") == ["root_section"]
    assert found.item("q-s-9ca67820a36c") == {
        "itemmetadata": "<itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel>"
        "<fieldentry>text_only_question</fieldentry></qtimetadatafield><qtimetadatafield><fieldlabel>points_possible"
        "</fieldlabel><fieldentry>0.0</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>",
        "presentation": '<presentation><material><mattext texttype="text/html">&lt;p&gt;About &lt;em&gt;it&lt;/em&gt;.'
        "&lt;/p&gt;</mattext></material></presentation>",
    }
    assert found.all("//c:item[@ident='q-s-9ca67820a36c']/@title") == ["About it."]


def test_a_section_with_title_and_description() -> None:
    section = Section(id="s", title="Part & <b>", description="Read.", questions=(single(),))
    found = write(quiz(sections=(section,)))
    assert found.stem("q-s-9ca67820a36c") == "<h3>Part &#38; &#60;b&#62;</h3><p>Read.</p>"
    assert found.all("//c:item/@title") == ["Part & <b>", "Which?"]


SHARED = Stimulus(id="s", title="Shared & <b>", text="Text.")


def test_a_stimulus_stands_before_each_run_of_its_questions() -> None:
    questions = (
        single(stimulus="s"), single(id="q1", stimulus="s"), single(id="q2"), single(id="q3", stimulus="s")
    )  # fmt: skip
    found = write(quiz(*questions, stimuli=(SHARED,)))
    # sha256 of quiz#stimulus/s/q: d27d3ca759d2…, of quiz#stimulus/s/q3: 84e8a73ddee7…
    one, two = "q-s-d27d3ca759d2", "q-s-84e8a73ddee7"
    idents = found.all("//c:item/@ident")
    assert [idents[0], idents[4]] == [one, two]
    assert len(idents) == 6
    assert found.stem(one) == found.stem(two) == "<h4>Shared &#38; &#60;b&#62;</h4><p>Text.</p>"
    parents = {
        item.get("ident"): item.xpath(
            ".//c:qtimetadatafield[c:fieldlabel='parent_stimulus_item_ident']/c:fieldentry/text()", namespaces=NS
        )
        for item in found.all("//c:item")
    }
    assert [*parents.values()] == [[], [one], [one], [], [], [two]]
    assert found.stem() == "<p>Which?</p>"


def test_a_stimulus_in_a_section_that_is_drawn_from() -> None:
    """Classic Quizzes mix what is drawn, and New Quizzes take a text in a group for the whole of it."""
    section = Section(id="drawn", pick=1, questions=(single(stimulus="s"), single(id="q2")))
    found = write(quiz(sections=(section,), stimuli=(SHARED,)))
    assert found.all("//c:item/@ident") == [Q, "q-q2-1c0cdbca272b"]
    assert found.stem() == "<h4>Shared &#38; &#60;b&#62;</h4><p>Text.</p><p>Which?</p>"
    assert "parent_stimulus_item_ident" not in found.text
    message = (
        "The stimulus is shown in each question that names it: among questions that are drawn, Canvas has no texts of "
        "their own"
    )
    assert found.told() == [("KF404", "info", "q", message)]


def test_a_description_is_a_text_and_its_stimulus_another() -> None:
    found = write(quiz(Description(id="q", prompt="Read.", stimulus="s"), single(id="q2"), stimuli=(SHARED,)))
    assert found.all("//c:item/@ident") == ["q-s-d27d3ca759d2", Q, "q-q2-1c0cdbca272b"]
    assert found.stem() == "<p>Read.</p>"
    assert "parent_stimulus_item_ident" not in found.text
    assert "resprocessing" not in found.item()


# Banks


def banks(of: Quiz) -> list[str]:
    path = "//c:item//c:qtimetadatafield[c:fieldlabel='wct_questioncategory']/c:fieldentry/text()"
    return list(write(of).all(path))


def test_the_bank_has_the_title_of_the_quiz_where_nothing_else_is_said() -> None:
    assert banks(quiz(single())) == []
    assert banks(quiz(single(), category=("Quiz",))) == []


def test_a_category_is_the_name_of_a_bank() -> None:
    section = Section(id="s", title="S", category=("C",), questions=(single(), single(id="q2", category=("D",))))
    both = (section, Section(id="t", questions=(single(id="q3"),)))
    assert banks(quiz(sections=both, category=("A", "B & <b>"))) == ["C", "C", "D", "A / B & <b>"]


# Limits


def words(characters: int) -> str:
    return "x" * characters


def test_a_text_of_16384_characters_is_the_longest() -> None:
    """With the paragraph's tags, 7 characters, counted."""
    assert write(quiz(single(prompt=words(16377)))).told() == []
    found = write(quiz(single(prompt=words(16378)), single(id="q2")))
    message = "What is asked is longer than Classic Quizzes take, 16,384 characters of HTML"
    assert found.told() == [("KF406", "error", "q", message)]
    assert found.found[0].where == at("q", "prompt")
    assert found.all("//c:item/@ident") == ["q-q2-1c0cdbca272b"]


@pytest.mark.parametrize(("prompt", "long"), [("<" * 3275, False), ("<" * 3276, True), ("\u00a0" * 2730, True)])
def test_the_limit_counts_entities(prompt: str, long: bool) -> None:
    """A ``<`` is five characters in the file; a no-break space becomes one of six in Classic Quizzes."""
    assert bool(write(quiz(single(prompt=f"x{prompt}x"), single(id="q2"))).told()) == long


def test_a_long_text_between_questions_is_an_error() -> None:
    section = Section(id="s", description=words(16400), questions=(single(),), origin=at("sections", 0))
    (finding,) = write(quiz(sections=(section,))).found
    assert (finding.code, finding.severity, finding.where) == (
        "KF406", Severity.ERROR, at("sections", 0, "description"),
    )  # fmt: skip


def test_nothing_is_written_where_nothing_is_left() -> None:
    found = exported(quiz(single(prompt=words(20000))), allow_omit=True)
    assert found.files == {}
    assert [d.code for d in found.found] == ["KF407", "KF408"]


def test_a_forbidden_character_is_no_broken_file() -> None:
    """The reader refuses it; a model made in Python is held here."""
    with pytest.raises(ValueError, match="a character that XML"):
        write(quiz(single(title="a\x07b")))
