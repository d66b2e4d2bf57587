"""Items: what they hold and how an engine scores them."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from qti21_reading import at, declared, item_bytes, item_of, single, text
from scorers.qti21 import score

from kfexport.model import Choice, Essay, Feedback, Response, Stimulus
from kfexport.targets import qti21
from kfexport.targets.base import Kept
from kfexport.targets.qti21.xml import number

MATCH = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"
MAP = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"

ALL_FEEDBACK = Feedback(correct="Right.", partial="Partly.", incorrect="Wrong.")
CREDITS = (
    Choice(text="a"),
    Choice(text="b", correct=True, feedback="fb"),
    Choice(text="c", credit=Fraction(1, 2), feedback="fc"),
    Choice(text="d", credit=Fraction(-1, 4)),
)


def scored(question, response):
    found = score(item_bytes(question), {} if response is None else {"RESPONSE": response})
    return found.score, set(found.feedback)


class TestSingleChoiceScoring:
    def test_one_point(self):
        question = single(wrong=("B", "C"))
        assert scored(question, "RESPONSE_1") == (1, set())
        assert scored(question, "RESPONSE_2") == (0, set())
        assert scored(question, None) == (0, set())
        (processing,) = at(item_of(question), "q:responseProcessing")
        assert dict(processing.attrib) == {"template": MATCH}

    @pytest.mark.parametrize("points", ["3", "0.5", "2.50", "0.0000001", "99999"])
    def test_other_points(self, points):
        question = single(points=Decimal(points))
        assert scored(question, "RESPONSE_1") == (float(points), set())
        assert scored(question, "RESPONSE_2") == (0, set())
        assert scored(question, None) == (0, set())
        (processing,) = at(item_of(question), "q:responseProcessing")
        assert dict(processing.attrib) == {"template": MAP}

    def test_credits(self):
        question = single(choices=CREDITS, points=Decimal(2))
        assert [scored(question, f"RESPONSE_{n}")[0] for n in (1, 2, 3, 4)] == [0, 2, 1, -0.5]
        assert scored(question, None)[0] == 0

    def test_credits_of_one_point_by_template(self):
        choices = (Choice(text="a", correct=True), Choice(text="b", credit=Fraction(1, 3)))
        question = single(choices=choices)
        assert scored(question, "RESPONSE_2") == (pytest.approx(1 / 3), set())
        assert at(item_of(question), "q:responseProcessing/@template") == [MAP]

    def test_credit_of_nothing_is_no_credit(self):
        question = single(choices=(Choice(text="a", correct=True), Choice(text="b", credit=Fraction(0))))
        assert at(item_of(question), "q:responseProcessing/@template") == [MATCH]

    def test_lowest_score_is_declared(self):
        (low,) = at(
            item_of(single(choices=CREDITS, points=Decimal(2))),
            "q:outcomeDeclaration[@identifier='SCORE']/@normalMinimum",
        )
        assert low == "-0.5"

    @settings(max_examples=60, deadline=None)
    @given(
        points=st.decimals("0.0000001", "99999", places=7),
        credits=st.lists(st.fractions(-1, 1, max_denominator=100), min_size=1, max_size=4),
        feedback=st.booleans(),
    )
    def test_every_choice_earns_its_share(self, points, credits, feedback):
        wrong = (Choice(text=str(i), credit=c, feedback="x" if feedback else "") for i, c in enumerate(credits))
        question = single(choices=(*wrong, Choice(text="right", correct=True)), points=points)
        for n, share in enumerate([*credits, Fraction(1)], 1):
            assert scored(question, f"RESPONSE_{n}")[0] == pytest.approx(float(share * Fraction(points)))
        assert scored(question, None)[0] == 0


class TestSingleChoiceFeedback:
    def test_all_of_it(self):
        question = single(choices=CREDITS, points=Decimal(2), feedback=ALL_FEEDBACK, explanation="Because.")
        assert scored(question, "RESPONSE_1") == (0, {"general_fb", "incorrect_fb"})
        assert scored(question, "RESPONSE_2") == (2, {"general_fb", "correct_fb", "feedback_2_fb"})
        assert scored(question, "RESPONSE_3") == (1, {"general_fb", "partial_fb", "feedback_3_fb"})
        assert scored(question, "RESPONSE_4") == (-0.5, {"general_fb", "incorrect_fb"})
        assert scored(question, None) == (0, {"general_fb"})

    def test_without_credits(self):
        question = single(feedback=ALL_FEEDBACK)
        assert scored(question, "RESPONSE_1") == (1, {"correct_fb"})
        assert scored(question, "RESPONSE_2") == (0, {"incorrect_fb"})
        assert scored(question, None) == (0, set())

    @pytest.mark.parametrize(
        ("feedback", "shown"),
        [
            (Feedback(correct="x"), [set(), {"correct_fb"}, set(), set()]),
            (Feedback(partial="x"), [set(), set(), {"partial_fb"}, set()]),
            (Feedback(incorrect="x"), [{"incorrect_fb"}, set(), set(), {"incorrect_fb"}]),
        ],
    )
    def test_one_of_the_three(self, feedback, shown):
        choices = tuple(Choice(text=c.text, correct=c.correct, credit=c.credit) for c in CREDITS)
        question = single(choices=choices, feedback=feedback)
        assert [scored(question, f"RESPONSE_{n}")[1] for n in (1, 2, 3, 4)] == shown
        assert scored(question, None)[1] == set()

    def test_of_choices_alone(self):
        choices = (Choice(text="a", correct=True), Choice(text="b", feedback="x"))
        question = single(choices=choices)
        assert scored(question, "RESPONSE_1") == (1, set())
        assert scored(question, "RESPONSE_2") == (0, {"feedback_2_fb"})

    def test_explanation_alone_needs_no_rules(self):
        question = single(explanation="Because.")
        assert scored(question, "RESPONSE_1") == (1, {"general_fb"})
        assert scored(question, "RESPONSE_2") == (0, {"general_fb"})
        assert at(item_of(question), "q:responseProcessing/@template") == [MATCH]

    def test_outcome_is_never_null(self):
        item = item_of(single(feedback=Feedback(correct="x")))
        assert at(item, "q:outcomeDeclaration[@identifier='FEEDBACK']/@cardinality") == ["multiple"]
        assert declared(item, "FEEDBACK") == ["none"]
        assert declared(item_of(single(explanation="x")), "FEEDBACK") == ["general_fb"]

    def test_no_outcome_without_feedback(self):
        assert at(item_of(single()), "q:outcomeDeclaration/@identifier") == ["SCORE", "MAXSCORE"]

    def test_identifiers_do_not_come_from_the_authors_ids(self):
        choices = (
            Choice(text="a", id="solution", correct=True, feedback="x"),
            Choice(text="b", id="incorrect_port", feedback="y"),
            Choice(text="c", id="general_all", feedback="z"),
        )
        item = item_of(single(id="correct_wrong", choices=choices))
        assert at(item, "q:modalFeedback/@identifier") == ["feedback_1_fb", "feedback_2_fb", "feedback_3_fb"]


class TestSingleChoiceShape:
    def test_whole_stem_in_one_div_beside_the_interaction(self):
        item = item_of(
            single(prompt="Look at this manifest:\n\n```yaml\nkind: Pod\nmetadata:\n  name: a\n```\n\nWhat?")
        )
        (body,) = at(item, "q:itemBody")
        assert [c.tag.split("}")[1] for c in body] == ["div", "choiceInteraction"]
        assert text(at(body, "q:div/q:pre")[0]) == "kind: Pod\nmetadata:\n  name: a\n"
        assert at(item, "//q:prompt") == []

    def test_choices(self):
        choices = (
            Choice(text="a `b`", fixed=True),
            Choice(text="p\n\n- q", correct=True, id="port"),
            Choice(text="- 3"),
        )
        item = item_of(single(choices=choices, shuffle=True))
        (interaction,) = at(item, "//q:choiceInteraction")
        assert dict(interaction.attrib) == {
            "responseIdentifier": "RESPONSE", "shuffle": "true", "maxChoices": "1",
        }  # fmt: skip
        identifiers = at(interaction, "q:simpleChoice/@identifier")
        assert identifiers == ["RESPONSE_1", "c-port-f8d397a33fcb", "RESPONSE_3"]
        assert at(interaction, "q:simpleChoice/@fixed") == ["true"]
        assert [text(c) for c in interaction] == ["a b", "pq", "- 3"]
        assert at(item, "//q:correctResponse/q:value/text()") == [identifiers[1]]

    def test_no_shuffle_unless_said(self):
        assert at(item_of(single()), "//q:choiceInteraction/@shuffle") == ["false"]

    def test_item_attributes(self):
        item = item_of(single(title="Git log -<number>"), lang="ja")
        assert item.get("identifier") == "q-one-c824ec57a889"
        assert item.get("title") == "Git log -<number>"
        assert item.get("timeDependent") == "false"
        assert item.get("adaptive") == "false"
        assert item.get("{http://www.w3.org/XML/1998/namespace}lang") == "ja"
        location = item.get("{http://www.w3.org/2001/XMLSchema-instance}schemaLocation")
        assert location.split() == [
            "http://www.imsglobal.org/xsd/imsqti_v2p1", "http://www.imsglobal.org/xsd/imsqti_v2p1.xsd",
        ]  # fmt: skip
        assert item.prefix is None

    @pytest.mark.parametrize(("points", "spelt"), [("1", "1"), ("0.5", "0.5"), ("30", "30"), ("1E-7", "0.0000001")])
    def test_points(self, points, spelt):
        item = item_of(single(points=Decimal(points)))
        assert at(item, "q:outcomeDeclaration[@identifier='SCORE']/@normalMaximum") == [spelt]
        assert at(item, "q:outcomeDeclaration[@identifier='SCORE']/@normalMinimum") == ["0"]
        assert declared(item, "SCORE") == ["0"]
        assert declared(item, "MAXSCORE") == [spelt]

    def test_stimulus_stands_before_the_prompt(self):
        stimuli = (Stimulus(id="s", title="A <log>", text="Line *one*."), Stimulus(id="t", text="Other"))
        item = item_of(single(stimulus="s"), stimuli=stimuli)
        (stem,) = at(item, "q:itemBody/q:div")
        assert [text(block) for block in stem] == ["A <log>", "Line one.", "What?"]


class TestEssay:
    def test_scored_by_a_person(self):
        essay = Essay(id="e", prompt="Why?", points=Decimal(5), explanation="So.", model_answer="M")
        item = item_of(essay)
        assert at(item, "q:responseProcessing") == []
        assert at(item, "//q:correctResponse") == []
        assert declared(item, "MAXSCORE") == ["5"]
        assert scored(essay, "text") == (0, {"general_fb"})

    def test_shape(self):
        essay = Essay(
            id="e", prompt="Why?", model_answer="1. a", grading_notes="*n*", response=Response(lines=8, format="plain")
        )  # fmt: skip
        (body,) = at(item_of(essay, lang="de"), "q:itemBody")
        assert [c.tag.split("}")[1] for c in body] == ["div", "rubricBlock", "rubricBlock", "extendedTextInteraction"]
        assert at(body, "q:rubricBlock/@view") == ["scorer", "scorer"]
        assert [text(b) for b in body[1][0]] == ["Musterantwort", "a"]
        assert text(body[2]) == "n"
        assert dict(body[3].attrib) == {"responseIdentifier": "RESPONSE", "expectedLines": "8", "format": "plain"}

    @pytest.mark.parametrize(("written", "format"), [("rich", "xhtml"), ("plain", "plain"), ("code", "plain")])
    def test_format(self, written, format):
        essay = Essay(id="e", prompt="Why?", response=Response(format=written))
        assert at(item_of(essay), "//q:extendedTextInteraction/@format") == [format]

    def test_file(self):
        item = item_of(Essay(id="e", prompt="Why?", response=Response(format="file", attachments=1)))
        assert at(item, "q:responseDeclaration/@baseType") == ["file"]
        assert at(item, "q:itemBody/*[last()]/@responseIdentifier") == ["RESPONSE"]
        assert len(at(item, "q:itemBody/q:uploadInteraction")) == 1

    def test_starter_stands_below_the_prompt_with_its_white_space(self):
        item = item_of(Essay(id="e", prompt="Why?", response=Response(starter="def f(<x>):\n\n    pass")))
        (stem,) = at(item, "q:itemBody/q:div")
        assert [text(block) for block in stem] == ["Why?", "def f(<x>):\n\n    pass"]
        assert stem[1].tag.endswith("}pre")

    @pytest.mark.parametrize("feature", ["feedback-correct", "feedback-partial", "feedback-incorrect"])
    def test_feedback_by_result_is_reported_by_the_table(self, feature):
        support = qti21.CAPABILITIES.support(feature, "essay")
        assert support.kept is Kept.LOST
        assert support.instead.startswith("left out: a person scores an essay")
        assert qti21.CAPABILITIES.support(feature, "cloze").kept is Kept.YES
        item = item_of(Essay(id="e", prompt="Why?", feedback=ALL_FEEDBACK))
        assert at(item, "q:modalFeedback") == []


@pytest.mark.parametrize(
    ("value", "spelt"),
    [(Decimal("2.0"), "2"), (Decimal("1E+2"), "100"), (Decimal("1e-7"), "0.0000001"), (Fraction(1, 8), "0.125"),
     (Fraction(-1, 4), "-0.25"), (Fraction(1, 3), "0.3333333333333333"), (Fraction("33.33333") / 100, "0.3333333"),
     (0, "0"), (Fraction("99999.1234567"), "99999.1234567")],
)  # fmt: skip
def test_numbers_are_short_and_without_exponent(value, spelt):
    assert number(value) == spelt


@given(st.fractions(-1, 1), st.decimals("0.0000001", "99999", places=7))
def test_numbers_are_what_engines_read(share, points):
    value = share * Fraction(points)
    assert float(number(value)) == float(value)
    assert set(number(value)) <= set("-.0123456789")
