"""The two small Canvas readers see what the real importers see: each trap is shown on a package made by hand."""

from typing import Any

import pytest
from targets import canvas_classic, canvas_grading, canvas_new
from targets import canvas_text as text
from targets.canvas_samples import (
    FIELD,
    NUMBER,
    OTHER,
    choices,
    equal,
    feedback,
    field,
    item,
    label,
    material,
    package,
    section,
    when,
)  # fmt: skip

A_OR_B = choices(label("101", "<p>a</p>"), label("102", "<p>b</p>"))


def classic(*entries: str, **how: Any) -> canvas_classic.Question:
    return canvas_classic.load(package(*entries, **how)).quiz.questions[0]


def new(*entries: str, **how: Any) -> canvas_new.Item:
    return canvas_new.load(package(*entries, **how)).items[0]


def weights(question: canvas_classic.Question) -> dict[str, int]:
    return {answer.text: answer.weight for answer in question.answers}


# The package


@pytest.mark.parametrize(
    ("replaced", "left_out", "why"),
    [
        ({}, "imsmanifest.xml", "no manifest"),
        ({"IMS Content": "IMS Common Cartridge"}, "", "another importer"),
        ({"IMS Content": "QTIv2.1"}, "", "QTI 2"),
        ({"<metadata>": '<metadata xmlns:q="http://www.imsglobal.org/xsd/imsqti_v2p1">'}, "", None),
        ({'<manifest ': '<manifest xmlns:q="http://www.imsglobal.org/xsd/imsqti_v2p1" '}, "", "QTI 2"),
        ({"imsqti_xmlv1p2": "webcontent"}, "", "no QTI"),
        ({f'xmlns="{"http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"}"': 'xmlns="urn:x"'}, "", "no QTI"),
    ],
)  # fmt: skip
def test_classic_knows_its_packages(replaced: dict[str, str], left_out: str, why: str | None) -> None:
    data = package(item("essay_question", FIELD, OTHER), replaced=replaced, left_out=left_out)
    if why is None:
        assert canvas_classic.load(data).quiz.title == "Quiz"
        return
    with pytest.raises(canvas_classic.Refused, match=why):
        canvas_classic.load(data)


META = (
    "<title>Real</title><description>&lt;p&gt;d&lt;/p&gt;</description><quiz_type>assignment</quiz_type>"
    "<time_limit>30</time_limit><allowed_attempts>-1</allowed_attempts><shuffle_answers>true</shuffle_answers>"
    "<points_possible>4.5</points_possible><show_correct_answers>true</show_correct_answers>"
)
OWN = field("qmd_timelimit", "7") + field("cc_maxattempts", "3")


def test_the_settings_are_those_of_the_meta_file() -> None:
    data = package(meta=META, title="Other", own=OWN)
    quiz, other = canvas_classic.load(data).quiz, canvas_new.load(data)
    assert (quiz.title, quiz.description, quiz.time_limit, quiz.attempts) == ("Real", "<p>d</p>", 30, -1)
    assert (quiz.shuffle_answers, quiz.points, quiz.kind) == (True, 4.5, "assignment")
    assert other.title == "Other"
    meta = [other.meta[name] for name in ("title", "description", "time_limit", "allowed_attempts", "points_possible")]
    assert meta == ["Real", "<p>d</p>", 30, -1, 4.5]
    assert other.meta["shuffle_answers"]
    assert other.meta["show_correct_answers"]


def test_a_meta_file_without_limit_takes_away_that_of_the_assessment() -> None:
    quiz = canvas_classic.load(package(own=OWN)).quiz
    assert (quiz.time_limit, quiz.attempts) == (None, None)
    assert canvas_new.load(package(own=OWN)).meta["allowed_attempts"] == 0


def test_classic_finds_the_meta_file_by_its_path() -> None:
    moved = {"t/assessment_meta.xml": "t-meta/assessment_meta.xml"}
    quiz = canvas_classic.load(package(meta=META, title="Other", own=OWN, replaced=moved)).quiz
    assert (quiz.title, quiz.time_limit, quiz.attempts, quiz.description) == ("Other", 7, 3, "")


def test_new_quizzes_finds_the_meta_file_by_the_first_dependency() -> None:
    own = '<dependency identifierref="t-meta"/>'
    first = {own: f'<dependency identifierref="f"/>{own}'}
    assert canvas_new.load(package(meta=META, replaced=first)).meta == {}
    assert canvas_classic.load(package(meta=META, replaced=first)).quiz.title == "Real"


def test_a_limit_of_nothing_is_seen() -> None:
    assert canvas_classic.load(package(meta="<time_limit>0</time_limit>")).quiz.time_limit == 0


def test_what_the_database_refuses_is_lost() -> None:
    essay = item("essay_question", FIELD, OTHER, title="T" * 256)
    course = canvas_classic.load(package(essay, item("essay_question", FIELD, OTHER, ident="r", title="T" * 255)))
    assert [question.ident for question in course.quiz.questions] == ["r"]
    assert len(course.warnings) == 1
    course = canvas_classic.load(package(meta=f"<title>{'T' * 256}</title>"))
    assert course.quizzes == []


def test_two_questions_of_one_name_are_told() -> None:
    essay = item("essay_question", FIELD, OTHER)
    assert canvas_classic.load(package(essay, essay)).warnings == ["two questions q: one is lost"]


def test_a_stem_of_more_than_16_kb_is_replaced() -> None:
    stem = f"<p>{'あ' * 16385}</p>"
    course = canvas_classic.load(package(item("essay_question", FIELD, OTHER, stem=stem)))
    assert course.warnings == ["the text of question q is too long"]
    assert "あ" not in course.quiz["q"].stem
    assert "あ" in classic(item("essay_question", FIELD, OTHER, stem=stem.replace("あ", "", 1))).stem


def test_cdata_is_shown_in_new_quizzes() -> None:
    with pytest.raises(canvas_new.Raised, match="CDATA"):
        new(item("essay_question", FIELD, OTHER), replaced={"&lt;p&gt;Which?&lt;/p&gt;": "<![CDATA[<p>a</p>]]>"})


# Groups and texts


def test_groups() -> None:
    two = item("essay_question", FIELD, OTHER) + item("essay_question", FIELD, OTHER, ident="r", points="3")
    data = package(item("essay_question", FIELD, OTHER, ident="p"), section(two))
    (first, group), (other, picked) = canvas_classic.load(data).quiz.entries, canvas_new.load(data).entries
    assert isinstance(group, canvas_classic.Group)
    assert isinstance(picked, canvas_new.Group)
    assert first.ident == other.ident == "p"
    for found, inside in ((group, group.questions), (picked, picked.items)):
        assert (found.ident, found.title, found.pick, found.points, len(inside)) == ("g", "Some", 1, 2.0, 2)
    assert canvas_classic.load(package(section(two, points=None))).quiz.entries[0].points == 1
    assert canvas_classic.load(package(section(""))).quiz.entries == []


def test_plain_sections_are_flattened() -> None:
    data = package(f'<section ident="s" title="Some">{item("essay_question", FIELD, OTHER)}</section>')
    assert [entry.ident for entry in canvas_classic.load(data).quiz.entries] == ["q"]
    assert [entry.ident for entry in canvas_new.load(data).entries] == ["q"]


def test_new_quizzes_wants_a_title_and_questions_of_a_group() -> None:
    essay, said = item("essay_question", FIELD, OTHER), item("text_only_question", ident="r")
    with pytest.raises(canvas_new.Raised, match="title"):
        canvas_new.load(package(section(essay, title="")))
    with pytest.raises(canvas_new.Raised, match="Multiple Types"):
        canvas_new.load(package(section(essay + said)))
    assert isinstance(canvas_new.load(package(section(said + essay))).entries[0], canvas_new.Stimulus)


def test_a_text_between_questions() -> None:
    data = package(item("text_only_question", stem="<p>Read <em>this</em>.</p>", points="0.0"))
    question, (stimulus,) = canvas_classic.load(data).quiz["q"], canvas_new.load(data).entries
    assert (question.kind, question.shown, question.points) == ("text_only_question", "Read this.", 0)
    assert isinstance(stimulus, canvas_new.Stimulus)
    assert stimulus.body == "<p>Read <em>this</em>.</p>"
    tied = new(item("essay_question", FIELD, OTHER, metadata=field("parent_stimulus_item_ident", "q")))
    assert tied.stimulus == "q"


# HTML


@pytest.mark.parametrize(
    ("source", "choice", "html"),
    [
        ("<p>x &#60; y</p>", "x < y", None),
        ("<p>x &lt; y</p>", "x y", "x &lt; y"),
        ("<p><code>List&#60;String&#62;</code></p>", "List<String>", "<code>List&lt;String&gt;</code>"),
        ("<p>R&#38;amp;D</p>", "RD", "R&amp;amp;D"),
        ("<p>a</p><p>b</p>", "ab", "<p>a</p><p>b</p>"),
        ('<img src="a.png" alt="b">', "No answer text provided.", '<img src="a.png" alt="b">'),
        ("<p><kbd>a</kbd></p>", "a", None),
    ],
)
def test_a_choice_of_classic(source: str, choice: str, html: str | None) -> None:
    assert text.choice(source) == (choice, html)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<p>x &#60; y</p>", "x &lt; y"),
        ('<div dir="auto"><p>x &#60; y</p></div>', "x < y"),
        ("<p>a <em>x</em> &#60; y</p>", "a x < y"),
        ("<p>R&#38;D</p>", "R&amp;D"),
        ("<p>one</p><p>two &#38;</p>", "one two &"),
    ],
)
def test_a_comment_of_classic_needs_markup(source: str, shown: str) -> None:
    assert canvas_classic.Comment(*text.comment(source)).shown == shown


def test_brackets_that_do_not_pair_spoil_a_stem() -> None:
    assert text.visible(text.stem("<p>a &#60; b &#62; c</p>")) == "a < b > c"
    assert text.visible(text.stem('<p>a <img src="a.png" alt="x > y"> tail</p>')) != "a tail"
    assert text.stem("x < y") == "x &lt; y"


def test_new_quizzes_parses_plain_text_too() -> None:
    labels = [label("101", "List<String>", "text/plain"), label("102", "a < b", "text/plain")]
    found = new(item("multiple_choice_question", choices(*labels), when(equal("101"), "100")))
    assert [text.visible(html) for _, html in found.answers] == ["List", "a < b"]
    question = classic(item("multiple_choice_question", choices(*labels), when(equal("101"), "100")))
    assert [answer.shown for answer in question.answers] == ["List<String>", "a < b"]


# Choices


def test_the_key_of_a_choice() -> None:
    data = item("multiple_choice_question", A_OR_B, when(equal("101"), feedback="101_fb") + when(equal("102"), "100"),
                more=feedback("101_fb", '<div dir="auto">no</div>') + feedback("correct_fb", "<p>yes</p>"))  # fmt: skip
    question, found = classic(data), new(data)
    assert weights(question) == {"a": 0, "b": 100}
    assert [answer.comment.shown for answer in question.answers] == ["no", ""]
    assert question.correct.shown == "yes"
    assert [scoring.value for scoring in found.scoring] == ["102"]
    assert found.answer_feedback == {"101": '<div dir="auto">no</div>'}
    assert found.feedback == {"correct": "<p>yes</p>"}
    assert [canvas_grading.classic(question, picked) for picked in (["a"], ["b"], [])] == [0, 1, 0]
    assert [canvas_grading.new_quizzes(found, picked) for picked in (["a"], ["b"], [])] == [0, 1, 0]


def test_feedback_after_the_score_takes_the_key_away() -> None:
    rules = when(equal("101"), "100") + when(equal("101"), feedback="101_fb")
    course = canvas_classic.load(package(item("multiple_choice_question", A_OR_B, rules)))
    assert weights(course.quiz["q"]) == {"a": 0, "b": 0}
    assert course.warnings == ["no right choice of question q"]


def test_a_second_score_is_full_marks_in_classic() -> None:
    rules = when(equal("101"), "50") + when(equal("102"), "100")
    data = item("multiple_choice_question", A_OR_B, rules)
    assert weights(classic(data)) == {"a": 100, "b": 100}
    assert canvas_grading.new_quizzes(new(data), ["a"]) == 0.5


@pytest.mark.parametrize(
    ("ident", "kind"),
    [
        ("incorrect_port_fb", "incorrect"), ("correct_1_fb", "correct"), ("x_all_fb", "neutral"),
        ("general_fb", "neutral"),
    ],
)  # fmt: skip
def test_words_in_the_name_of_feedback_say_whose_it_is(ident: str, kind: str) -> None:
    rules = when(equal("101"), feedback=ident) + when(equal("102"), "100")
    question = classic(item("multiple_choice_question", A_OR_B, rules, more=feedback(ident, "<p>said</p>")))
    assert getattr(question, kind).shown == "said"
    assert [answer.comment.shown for answer in question.answers] == ["", ""]


def both(*right: str) -> str:
    every = "".join(equal(i) if i in right else f"<not>{equal(i)}</not>" for i in ("101", "102", "103"))
    return f"<and>{every}</and>"


THREE = choices(*(label(f"10{i}", f"<p>c{i}</p>") for i in (1, 2, 3))).replace("Single", "Multiple")


def test_several_answers() -> None:
    data = item("multiple_answers_question", THREE, when(both("101", "102"), "100"),
                metadata=field("scoring_algorithm", "PartialScore"))  # fmt: skip
    question, found = classic(data), new(data)
    assert weights(question) == {"c1": 100, "c2": 100, "c3": 0}
    assert [scoring.value for scoring in found.scoring] == ["101", "102"]
    picks = ([], ["c1"], ["c1", "c3"], ["c1", "c2"], ["c1", "c2", "c3"], ["c3"])
    assert [canvas_grading.classic(question, p) for p in picks] == [0, 0.5, 0, 1, 0.5, 0]
    assert [canvas_grading.new_quizzes(found, p) for p in picks] == [0, 0.5, 0, 1, 0.5, 0]
    found.algorithm = "AllOrNothing"
    assert [canvas_grading.new_quizzes(found, p) for p in picks] == [0, 0, 0, 1, 0, 0]
    found.algorithm = None
    with pytest.raises(AssertionError, match="no rule"):
        canvas_grading.new_quizzes(found, ["c1"])


def test_several_answers_need_their_and() -> None:
    empty = item("multiple_answers_question", THREE, when("<and></and>", "100"))
    assert set(weights(classic(empty)).values()) == {0}
    assert new(empty).scoring == []
    bare = item("multiple_answers_question", THREE, when(equal("101") + equal("102"), "100"))
    assert [scoring.value for scoring in new(bare).scoring] == ["101"]


@pytest.mark.parametrize(
    ("words", "kind", "right"),
    [
        (("True", "False"), "true_false_question", {"True": 100, "False": 0}),
        (("False", "True"), "true_false_question", {"True": 0, "False": 100}),
        (("正しい", "誤り"), "multiple_choice_question", {"正しい": 100, "誤り": 0}),
        (("wahr: true", "falsch: false"), "true_false_question", {"True": 100, "False": 0}),
    ],
)
def test_true_and_false_are_english(words: tuple[str, str], kind: str, right: dict[str, int]) -> None:
    two = choices(*(label(str(i), word, "text/plain") for i, word in enumerate(words, 1)))
    question = classic(item("true_false_question", two, when(equal("1"), "100")))
    assert (question.kind, weights(question)) == (kind, right)


def test_new_quizzes_shuffles_by_the_question() -> None:
    mixed = A_OR_B.replace("<render_choice>", '<render_choice shuffle="Yes">').replace('"102"', '"102" lock="Yes"')
    found = new(item("multiple_choice_question", mixed, when(equal("101"), "100")))
    assert (found.shuffled, found.locked) == (True, [1])
    assert not new(item("multiple_choice_question", A_OR_B, when(equal("101"), "100"))).shuffled


# Words and numbers


def test_words() -> None:
    rules = when(equal("a < b"), feedback="7_fb") + when(equal("a < b") + equal("R&amp;D"), "100")
    data = item("short_answer_question", FIELD, rules, more=feedback("7_fb", "<p>yes</p>"))
    question, found = classic(data), new(data)
    assert weights(question) == {"a < b": 100, "R&amp;D": 100}
    assert question.answers[0].comment.shown == "yes"
    assert [scoring.value for scoring in found.scoring] == ["a < b", "R&amp;D"]
    assert found.answer_feedback == {"a < b": "<p>yes</p>"}
    typed = (" A < B ", "R&D", "r&amp;d", "a  < b", "")
    assert [canvas_grading.classic(question, word) for word in typed] == [1, 0, 1, 0, 0]
    assert [canvas_grading.new_quizzes(found, word) for word in typed] == [1, 0, 1, 0, 0]


def test_a_word_with_feedback_is_right_in_classic() -> None:
    data = item("short_answer_question", FIELD, when(equal("bad"), feedback="7_fb") + when(equal("good"), "100"))
    assert weights(classic(data)) == {"bad": 100, "good": 100}
    assert [scoring.value for scoring in new(data).scoring] == ["good"]


def test_letter_case_is_of_new_quizzes_only() -> None:
    rules = when(equal("Pod").replace(">Pod", ' case="Yes">Pod'), "100")
    data = item("short_answer_question", FIELD, rules)
    assert [canvas_grading.classic(classic(data), word) for word in ("Pod", "pod")] == [1, 1]
    assert [canvas_grading.new_quizzes(new(data), word) for word in ("Pod", "pod")] == [1, 0]


def number(value: str, low: str, high: str, margin: str = "", lower: str = "vargte") -> str:
    attribute = f' margintype="absolute" margin="{margin}"' if margin else ""
    between = f"<and><{lower}>{low}</{lower}><varlte>{high}</varlte></and>"
    return f'<or><varequal respident="response1"{attribute}>{value}</varequal>{between}</or>'


@pytest.mark.parametrize(
    ("test", "in_classic", "in_new"),
    [
        (number("42", "42", "42"), ("exact", (42, 0)), ("exact", ("42", "0"))),
        (number("3.1", "3.0", "3.2", "0.1"), ("exact", (3.1, 0.1)), ("margin", ("3.1", "0.1"))),
        (number("3.1", "3.0", "3.2"), ("exact", (3.1, 0.1)), ("margin", ("3.1", "0.10000000000000009"))),
        ("<vargte>-2</vargte><varlte>-1</varlte>", ("range", (-2, -1)), ("range", ("-2", "-1"))),
        (number("3", "2.5", "3.5", lower="vargt"), ("precision", (3, 0.5)), ("precision", ("3", "3.5"))),
        (equal("42"), None, None),
        (f"<or>{equal('42')}</or>", ("exact", (42, 0)), None),
        (number("3", "3", "3.5"), ("exact", (3, 0.5)), None),
    ],
)
def test_numbers(test: str, in_classic: Any, in_new: Any) -> None:
    data = item("numerical_question", NUMBER, when(test, "100"))
    assert [(answer.kind, answer.bounds) for answer in classic(data).answers] == ([in_classic] if in_classic else [])
    if in_new is None:
        with pytest.raises(canvas_new.Raised, match="Numeric"):
            new(data)
        return
    assert [(scoring.kind, scoring.value) for scoring in new(data).scoring] == [in_new]


def test_words_count_as_zero_in_classic() -> None:
    data = item("numerical_question", NUMBER, when("<vargte>-1</vargte><varlte>1</varlte>", "100"))
    typed = ("0", "x", "1", "-1.01", "", " 1 ", "1,0", "5")
    assert [canvas_grading.classic(classic(data), word) for word in typed] == [1, 1, 1, 0, 0, 1, 1, 0]
    assert [canvas_grading.new_quizzes(new(data), word) for word in typed] == [1, 0, 1, 0, 0, 1, 0, 0]


def test_only_the_first_feedback_of_a_number_is_its_own() -> None:
    rule = when(number("42", "42", "42"), "100", "7_fb")
    general = rule.replace("<displayfeedback", '<displayfeedback linkrefid="correct_fb"/><displayfeedback', 1)
    found = [
        classic(item("numerical_question", NUMBER, r, more=feedback("7_fb", "<p>yes</p>"))) for r in (rule, general)
    ]
    assert [question.answers[0].comment.shown for question in found] == ["yes", ""]


# Essays


def test_essays() -> None:
    more = 'rce="No" word_limit_enabled="Yes" word_limit_min="5" word_limit_max="9" rcardinality'
    limits = FIELD.replace("rcardinality", more)
    data = item("essay_question", limits, OTHER, metadata=field("grading_notes", "notes"))
    assert (classic(data).kind, classic(data).answers) == ("essay_question", [])
    found = new(data)
    assert (found.interaction, found.rich, found.words, found.grading_notes) == ("String", False, ("5", "9"), "notes")
    assert new(item("file_upload_question")).interaction == "Upload"
    assert classic(item("short_answer_question", FIELD)).kind == "essay_question"
    with pytest.raises(canvas_new.Raised, match="Multiple Types"):
        new(item("essay_question"))


# Matching and ordering


def matching(*, action: str = "Add", second: str = "response_2") -> str:
    labels = [label("901", "List<\u2060b>", "text/plain"), label("902", "R&D", "text/plain")]
    texts = [material(f'<div dir="auto">l{i} &#60;</div>') for i in (1, 2)]
    sides = [choices(*labels, ident=f"response_{i}", more=shown) for i, shown in enumerate(texts, 1)]
    rules = when(equal("901", "response_1"), "50", action=action) + when(equal("902", second), "50", action=action)
    return item("matching_question", "".join(sides), rules)


def test_pairs() -> None:
    question, found = classic(matching()), new(matching())
    assert [(answer.shown, answer.right) for answer in question.answers] == [("l1 <", "List<\u2060b>"), ("l2 <", "R&D")]
    assert [text.visible(html) for _, html in found.sides] == ["l1 <", "l2 <"]
    assert {side: text.visible(html) for side, html in found.scoring[0].value.items()} == {
        "response_1": "List<\u2060b>", "response_2": "R&D",
    }  # fmt: skip
    for grade, one in ((canvas_grading.classic, question), (canvas_grading.new_quizzes, found)):
        assert grade(one, {"l1 <": "List<b>", "l2 <": "R&D"}) == 1
        assert grade(one, {"l1 <": "R&D", "l2 <": "R&D"}) == 0.5
        assert grade(one, {"l1 <": "R&D"}) == 0


def test_pairs_that_do_not_add_have_no_key() -> None:
    assert [answer.match for answer in classic(matching(action="Set")).answers] == [None, None]
    assert [answer.match for answer in classic(matching(second="response_3")).answers] == [901, None]


def test_an_order_is_a_matching_in_classic() -> None:
    steps = choices(label("103", "<p>c &#60;</p>"), label("101", "<p>a <em>x</em></p>")).replace("Single", "Ordered")
    data = item("ordering_question", steps, when(equal("101") + equal("103"), "100"))
    question, found = classic(data), new(data)
    assert question.kind == "matching_question"
    assert [shown for _, shown in question.matches] == ["c <", "a x"]
    assert [answer.text for answer in question.answers] == ["1", "2"]
    assert found.interaction == "Ordering"
    assert [scoring.value for scoring in found.scoring] == ["101", "103"]
    for grade, one in ((canvas_grading.classic, question), (canvas_grading.new_quizzes, found)):
        assert [grade(one, steps) for steps in (["a x", "c <"], ["c <", "a x"])] == [1, 0]


# Blanks


FILL_IN, DROP_DOWNS = "fill_in_multiple_blanks_question", "multiple_dropdowns_question"


def blank(name: str, *labels: tuple[str, str], called: str | None = None) -> str:
    named = f"<material><mattext>{name if called is None else called}</mattext></material>"
    return choices(*(label(ident, said, "text/plain") for ident, said in labels), ident=f"response_{name}", more=named)


def rule(ident: str, name: str, action: str = "Add") -> str:
    return when(equal(ident, f"response_{name}"), "50", action=action)


def test_blanks_of_words() -> None:
    gaps = blank("b1", ("401", "one"), ("402", "eins")) + blank("b2", ("403", "z"))
    stem = "<p>arr[i] [<span>b1</span>] [b1] and <code>[b2]</code></p>"
    data = item(FILL_IN, gaps, rule("401", "b1") + rule("403", "b2"), stem=stem)
    question, found = classic(data), new(data)
    assert question.shown == "arr[i] [b1] [b1] and [b2]"
    assert list(question.fields) == ["b1", "b2"]
    assert question.stem[question.fields["b1"] :].startswith("[b1] and")
    assert [part for part in found.parts if part[0] == "blank"] == [("blank", "response_b1"), ("blank", "response_b2")]
    typed = (["Eins ", "Z"], ["one", "x"], ["", ""])
    assert [canvas_grading.classic(question, words) for words in typed] == [1, 0.5, 0]
    assert [canvas_grading.new_quizzes(found, words) for words in typed] == [1, 0.5, 0]


@pytest.mark.parametrize("name", ["b.1", "b_ans", "b_str", "b 1"])
def test_names_that_lose_their_field(name: str) -> None:
    question = classic(item(FILL_IN, blank(name, ("401", "a")), rule("401", name), stem=f"[{name}]"))
    assert list(question.fields.values()) == [None]
    with pytest.raises(AssertionError, match="no field"):
        canvas_grading.classic(question, ["a"])


def test_the_first_mark_takes_the_field() -> None:
    data = item(FILL_IN, blank("i", ("401", "a")), rule("401", "i"), stem="arr[i] is &#91;i] [i]")
    question = classic(data)
    assert question.fields == {"i": 3}
    assert [kind for kind, _ in new(data).parts] == ["text", "blank", "text", "blank", "text", "blank", "text"]
    with pytest.raises(AssertionError, match="with two"):
        canvas_grading.new_quizzes(new(data), ["a", "a", "a"])


def test_new_quizzes_wants_the_name_of_a_blank() -> None:
    wrong = item(FILL_IN, blank("b1", ("401", "a"), called="b2"), rule("401", "b1"), stem="[b1]")
    with pytest.raises(canvas_new.Raised, match="no response is called"):
        new(wrong)


def test_drop_downs() -> None:
    lists = blank("b1", ("401", "one"), ("402", "a < b")) + blank("b2", ("403", "one"), ("404", "w"))
    data = item(DROP_DOWNS, lists, rule("402", "b1") + rule("403", "b2"), stem="[b1] [b2]")
    question, found = classic(data), new(data)
    assert [answer.weight for answer in question.answers] == [0, 100, 100, 0]
    for grade, one in ((canvas_grading.classic, question), (canvas_grading.new_quizzes, found)):
        assert [grade(one, r) for r in (["a < b", "one"], ["one", "one"], ["one", "w"], ["", ""])] == [1, 0.5, 0, 0]


def test_drop_downs_that_share_identifiers_lose_the_key() -> None:
    lists = blank("b1", ("401", "one"), ("402", "two")) + blank("b2", ("401", "z"), ("402", "w"))
    question = classic(item(DROP_DOWNS, lists, rule("402", "b1") + rule("401", "b2"), stem="[b1] [b2]"))
    assert [answer.weight for answer in question.answers] == [0, 0, 100, 100]


def test_drop_downs_that_do_not_add_have_no_key() -> None:
    data = item(DROP_DOWNS, blank("b1", ("401", "one")), rule("401", "b1", "Set"), stem="[b1]")
    assert [answer.weight for answer in classic(data).answers] == [0]
    wrong = item(DROP_DOWNS, blank("b1", ("401", "one")), rule("409", "b1"), stem="[b1]")
    with pytest.raises(canvas_new.Raised, match="does not exist"):
        new(wrong)


@pytest.mark.parametrize(("kind", "why"), [("", "no question type"), ("foo_question", "no question type")])
def test_classic_guesses_a_type_that_is_not_told(kind: str, why: str) -> None:
    with pytest.raises(canvas_classic.Refused, match=why):
        classic(item(kind, A_OR_B, when(equal("101"), "100")))
