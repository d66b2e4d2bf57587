"""The eight further types: the shape of their items, and what candidates see after answering."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qti21_reading import at, declared, item_bytes, item_of, package, quiz_of, respond, test_of, text
from scorers.qti21 import score

from kfexport.model import (
    Answer,
    Choice,
    ChoiceBlank,
    Cloze,
    Description,
    Feedback,
    Matching,
    MultipleResponse,
    NumberBlank,
    Numerical,
    NumericalAnswer,
    Ordering,
    Pair,
    ShortAnswer,
    TextBlank,
    TrueFalse,
)
from kfexport.targets.qti21.arranging import scrambled

MATCH = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"
MAP = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"
ALL = Feedback(correct="Right.", partial="Partly.", incorrect="Wrong.")


def several(**more: object) -> MultipleResponse:
    found = (Choice(text="a", correct=True), Choice(text="b", correct=True), Choice(text="c"), Choice(text="d"))
    return MultipleResponse(**{"id": "q", "prompt": "?", "choices": found} | more)


def short(*answers: Answer, **more: object) -> ShortAnswer:
    return ShortAnswer(id="q", prompt="?", answers=answers or (Answer(text="ls"),), **more)


def number(value: str, **more: object) -> NumericalAnswer:
    return NumericalAnswer(value=Decimal(value), **more)


def numerical(*answers: NumericalAnswer, **more: object) -> Numerical:
    return Numerical(id="q", prompt="?", answers=answers or (number("3"),), **more)


def matching(**more: object) -> Matching:
    pairs = (Pair(item="`x` 1", match="a < b"), Pair(item="y", match="*m*"), Pair(item="z", match="a < b"))
    return Matching(**{"id": "q", "prompt": "?", "pairs": pairs, "distractors": ("none",)} | more)


def ordering(**more: object) -> Ordering:
    return Ordering(**{"id": "q", "prompt": "?", "items": ("`a`", "- b", "c", "d")} | more)


def cloze(written: str, *blanks: object, **more: object) -> Cloze:
    return Cloze(**{"id": "q", "prompt": "", "text": written, "blanks": blanks} | more)


def word(id: str = "w", *answers: Answer, **more: object) -> TextBlank:
    return TextBlank(id=id, answers=answers or (Answer(text="x"),), **more)


def menu(id: str = "m", **more: object) -> ChoiceBlank:
    return ChoiceBlank(id=id, choices=(Choice(text="a & b"), Choice(text="<c>", correct=True)), **more)


def shown(question: object, response: object) -> set[str]:
    item = item_bytes(question)
    return set(score(item, respond(item, response)).feedback)


def template(question: object) -> list[str]:
    return at(item_of(question), "q:responseProcessing/@template")


class TestTemplates:
    """A template wherever it suffices, since some importers know nothing else."""

    @pytest.mark.parametrize(
        ("question", "expected"),
        [
            (several(scoring="all_or_nothing"), [MATCH]), (several(), [MAP]), (several(points=Decimal(3)), [MAP]),
            (several(scoring="all_or_nothing", points=Decimal(2)), []), (several(feedback=ALL), []),
            (several(choices=(Choice(text="a", correct=True), Choice(text="b"))), [MATCH]),
            (TrueFalse(id="q", prompt="?", answer=True), [MATCH]),
            (TrueFalse(id="q", prompt="?", answer=True, points=Decimal(2)), [MAP]),
            (TrueFalse(id="q", prompt="?", answer=True, feedback_true="x"), []),
            (short(case_sensitive=True), [MATCH]), (short(), [MAP]),
            (short(case_sensitive=True, points=Decimal(2)), [MAP]),
            (short(Answer(text="a"), Answer(text="b"), case_sensitive=True), [MAP]),
            (short(Answer(text="a", feedback="x")), []), (matching(), [MAP]), (matching(feedback=ALL), []),
            (ordering(scoring="all_or_nothing"), [MATCH]), (ordering(), []), (numerical(), []),
            (matching(explanation="x"), [MAP]),
        ],
    )  # fmt: skip
    def test_template(self, question, expected):
        assert template(question) == expected


class TestMultipleResponse:
    def test_shape(self):
        item = item_of(several(shuffle=True, points=Decimal(3)))
        (declaration,) = at(item, "q:responseDeclaration")
        assert declaration.get("cardinality") == "multiple"
        assert declaration.get("baseType") == "identifier"
        assert at(item, "//q:correctResponse/q:value/text()") == ["RESPONSE_1", "RESPONSE_2"]
        assert at(item, "//q:choiceInteraction/@maxChoices") == ["0"]
        assert at(item, "//q:choiceInteraction/@shuffle") == ["true"]
        (mapping,) = at(item, "//q:mapping")
        assert dict(mapping.attrib) == {"defaultValue": "0", "lowerBound": "0", "upperBound": "3"}
        assert at(mapping, "q:mapEntry/@mappedValue") == ["1.5", "1.5", "-1.5", "-1.5"]
        assert at(item, "q:outcomeDeclaration[@identifier='SCORE']/@normalMinimum") == ["0"]

    def test_credits_may_cost_more_than_there_is(self):
        found = (
            Choice(text="a", correct=True, credit=Fraction(1)), Choice(text="b", credit=Fraction(-1)),
            Choice(text="c", credit=Fraction(-1, 2)), Choice(text="d"),
        )  # fmt: skip
        item = item_of(several(choices=found, points=Decimal(2)))
        (mapping,) = at(item, "//q:mapping")
        assert dict(mapping.attrib) == {"defaultValue": "0", "upperBound": "2"}
        assert at(mapping, "q:mapEntry/@mappedValue") == ["2", "-2", "-1"]
        assert at(item, "q:outcomeDeclaration[@identifier='SCORE']/@normalMinimum") == ["-3"]

    @pytest.mark.parametrize("right", [6, 10])
    def test_tenths_and_sixths_reach_the_whole(self, right):
        """Ten doubles of 0.1 sum to less than 1, and six of a sixth: mapped values must be a trace more."""
        found = tuple(Choice(text=str(i), correct=i < right) for i in range(right + 1))
        values = [float(v) for v in at(item_of(several(choices=found)), "//q:mapEntry/@mappedValue")]
        total = 0.0
        for value in values[:right]:
            total += value
        assert total >= 1
        assert values[0] == pytest.approx(1 / right, rel=1e-10)

    @pytest.mark.parametrize(
        ("more", "rows"),
        [
            ({}, [("ab", "correct"), ("a", "partial"), ("abc", "partial"), ("ac", "incorrect"), ("cd", "incorrect")]),
            ({"scoring": "all_or_nothing"}, [("ab", "correct"), ("a", "incorrect"), ("abc", "incorrect")]),
        ],
    )
    def test_feedback_by_result(self, more, rows):
        question = several(feedback=ALL, **more)
        assert shown(question, None) == set()
        for response, name in rows:
            assert shown(question, list(response)) == {f"{name}_fb"}, response

    def test_feedback_by_credits(self):
        found = (
            Choice(text="a", correct=True, credit=Fraction(7, 10)), Choice(text="b", credit=Fraction(-1)),
            Choice(text="c", correct=True, credit=Fraction(3, 10)), Choice(text="d"),
        )  # fmt: skip
        question = several(choices=found, feedback=ALL)
        rows = [("ac", "correct"), ("acd", "correct"), ("a", "partial"), ("abc", "incorrect"), ("b", "incorrect")]
        for response, name in rows:
            assert shown(question, list(response)) == {f"{name}_fb"}, response

    def test_what_is_left_of_adding_doubles_is_no_part_of_the_marks(self):
        found = tuple(Choice(text=c, correct=c in "abc") for c in "abcxyz")
        for order in ("abcxyz", "axbycz", "xyzabc", "abxycz"):
            assert shown(several(choices=found, feedback=ALL), list(order)) == {"incorrect_fb"}

    def test_feedback_of_every_choice_that_is_picked(self):
        found = tuple(Choice(text=c, correct=c == "a", feedback=f"f{c}") for c in "abc")
        question = several(choices=found, explanation="So.")
        assert shown(question, ["a", "c"]) == {"feedback_1_fb", "feedback_3_fb", "general_fb"}
        assert shown(question, None) == {"general_fb"}


class TestTrueFalse:
    def test_shape(self):
        item = item_of(TrueFalse(id="q", prompt="?", answer=False), lang="de")
        assert at(item, "//q:simpleChoice/@identifier") == ["true", "false"]
        assert [text(c) for c in at(item, "//q:simpleChoice")] == ["Wahr", "Falsch"]
        assert at(item, "//q:correctResponse/q:value/text()") == ["false"]
        assert at(item, "//q:choiceInteraction/@shuffle") == ["false"]
        assert at(item, "//q:choiceInteraction/@maxChoices") == ["1"]
        assert at(item, "q:responseDeclaration/@cardinality") == ["single"]

    def test_own_words_are_plain(self):
        item = item_of(TrueFalse(id="q", prompt="?", answer=True), labels={"true": "*Yes* <1>", "false": "No"})
        assert [text(c) for c in at(item, "//q:simpleChoice")] == ["*Yes* <1>", "No"]

    def test_feedback(self):
        question = TrueFalse(
            id="q", prompt="?", answer=False, feedback_true="t", feedback_false="f", feedback=ALL, points=Decimal(2)
        )
        assert shown(question, "True") == {"feedback_true_fb", "incorrect_fb"}
        assert shown(question, "False") == {"feedback_false_fb", "correct_fb"}
        assert shown(question, None) == set()
        item = item_of(question)
        assert [text(m) for m in at(item, "q:modalFeedback")][:2] == ["t", "f"]


class TestShortAnswer:
    def test_shape(self):
        answers = (Answer(text="b c", credit=Fraction(1, 2)), Answer(text="*a*"), Answer(text="d"))
        item = item_of(short(*answers, points=Decimal(3)))
        assert dict(at(item, "q:responseDeclaration")[0].attrib) == {
            "identifier": "RESPONSE", "cardinality": "single", "baseType": "string",
        }  # fmt: skip
        assert at(item, "//q:correctResponse/q:value/text()") == ["*a*"]
        assert at(item, "//q:mapEntry/@mapKey") == ["*a*", "d", "b c"]
        assert at(item, "//q:mapEntry/@mappedValue") == ["3", "3", "1.5"]
        assert set(at(item, "//q:mapEntry/@caseSensitive")) == {"false"}
        (body,) = at(item, "q:itemBody")
        assert [c.tag.split("}")[1] for c in body] == ["div", "p"]
        assert [c.tag.split("}")[1] for c in body[1]] == ["textEntryInteraction"]
        assert text(body[1]) == ""

    def test_letter_case_is_said(self):
        assert at(item_of(short(points=Decimal(2), case_sensitive=True)), "//q:mapEntry/@caseSensitive") == ["true"]

    @pytest.mark.parametrize(("answer", "length"), [("ls", "20"), ("x" * 20, "20"), ("x" * 21, "30"), ("x" * 60, "60")])
    def test_field_is_long_enough_and_does_not_tell_the_length(self, answer, length):
        item = item_of(short(Answer(text="a"), Answer(text=answer)))
        assert at(item, "//q:textEntryInteraction/@expectedLength") == [length]

    def test_feedback(self):
        answers = (
            Answer(text="a", feedback="fa"), Answer(text="b", credit=Fraction(1, 2), feedback="fb"),
            Answer(text="c", credit=Fraction(0), feedback="fc"), Answer(text="d"),
        )  # fmt: skip
        question = short(*answers, feedback=ALL, points=Decimal("0.3"))
        assert shown(question, "A") == {"feedback_1_fb", "correct_fb"}
        assert shown(question, "b") == {"feedback_2_fb", "partial_fb"}
        assert shown(question, "C") == {"feedback_3_fb", "incorrect_fb"}
        assert shown(question, "d") == {"correct_fb"}
        assert shown(question, "x") == {"incorrect_fb"}
        assert shown(question, "") == shown(question, None) == set()

    def test_feedback_keeps_to_letter_case(self):
        question = short(Answer(text="Pod", feedback="x"), case_sensitive=True)
        assert shown(question, "Pod") == {"feedback_1_fb"}
        assert shown(question, "pod") == set()


class TestNumerical:
    @pytest.mark.parametrize(
        ("answer", "low", "high", "correct"),
        [
            (number("3.14", tolerance=Decimal("0.01")), "3.13", "3.15", "3.14"),
            (number("100", tolerance=Decimal("0.01"), relative=True), "99", "101", "100"),
            (number("-100", tolerance=Decimal("0.01"), relative=True), "-101", "-99", "-100"),
            (number("0.12341"), "0.12341", "0.12341", "0.12341"),
            (number("1e-7"), "0.0000001", "0.0000001", "0.0000001"),
            (number("2.50"), "2.5", "2.5", "2.5"),
            (number("-0"), "0", "0", "0"),
            (number("1500000"), "1500000", "1500000", "1500000"),
            (number("1e300"), "1E300", "1E300", "1E300"),
            (number("-1.5e-300"), "-1.5E-300", "-1.5E-300", "-1.5E-300"),
            # 17 digits are what a double can tell apart; a bound of more is widened by the last of them.
            (number("1e20", tolerance=Decimal("1e-20")), "99999999999999999000", "1.0000000000000001E20", "1E20"),
            (NumericalAnswer(range=(Decimal("3.1"), Decimal("3.2"))), "3.1", "3.2", "3.15"),
            (NumericalAnswer(range=(Decimal(5), Decimal(5))), "5", "5", "5"),
            (NumericalAnswer(range=(Decimal("1e-300"), Decimal("1e300"))), "1E-300", "1E300", "5E299"),
            (NumericalAnswer(range=(Decimal("0.123456789012345"), Decimal("0.123456789012346"))),
             "0.123456789012345", "0.123456789012346", "0.123456789012346"),
        ],
    )  # fmt: skip
    def test_bounds(self, answer, low, high, correct):
        item = item_of(numerical(answer))
        assert at(item, "//q:gte/q:baseValue/text()") == [low]
        assert at(item, "//q:lte/q:baseValue/text()") == [high]
        assert at(item, "//q:correctResponse/q:value/text()") == [correct]
        assert at(item, "q:responseDeclaration/@baseType") == ["float"]
        assert at(item, "//@toleranceMode") == []

    def test_best_credit_comes_first(self):
        wide, exact = number("3", tolerance=Decimal(1), credit=Fraction(1, 2)), number("3")
        item = item_of(numerical(wide, exact))
        assert at(item, "//q:gte/q:baseValue/text()") == ["3", "2"]
        assert at(item, "//q:correctResponse/q:value/text()") == ["3"]

    def test_unit_stands_behind_the_field(self):
        (body,) = at(item_of(numerical(unit="km < h")), "q:itemBody")
        assert [c.tag.split("}")[1] for c in body] == ["div", "p"]
        assert body[1][0].tag.endswith("}textEntryInteraction")
        assert body[1][0].tail == " km < h"

    def test_feedback_of_the_answer_that_counts(self):
        answers = (
            number("3", tolerance=Decimal(1), credit=Fraction(1, 2), feedback="near"), number("3", feedback="exact"),
            number("9", credit=Fraction(0), feedback="squared"),
        )  # fmt: skip
        question = numerical(*answers, feedback=ALL, points=Decimal("0.7"))
        assert shown(question, "3.0") == {"feedback_2_fb", "correct_fb"}
        assert shown(question, "4") == {"feedback_1_fb", "partial_fb"}
        assert shown(question, "9") == {"feedback_3_fb", "incorrect_fb"}
        assert shown(question, "5") == {"incorrect_fb"}
        assert shown(question, "3,0") == shown(question, None) == set()


class TestMatching:
    def test_shape(self):
        item = item_of(matching(points=Decimal(6)))
        assert dict(at(item, "q:responseDeclaration")[0].attrib) == {
            "identifier": "RESPONSE", "cardinality": "multiple", "baseType": "directedPair",
        }  # fmt: skip
        (body,) = at(item, "q:itemBody")
        assert [c.tag.split("}")[1] for c in body] == ["div", "matchInteraction"]
        assert dict(body[1].attrib) == {
            "responseIdentifier": "RESPONSE", "shuffle": "true", "maxAssociations": "3",
        }  # fmt: skip
        items, matches = at(body[1], "q:simpleMatchSet")
        assert [text(c) for c in items] == ["x 1", "y", "z"]
        assert at(items, "q:simpleAssociableChoice/@matchMax") == ["1", "1", "1"]
        assert at(items, "q:simpleAssociableChoice/@fixed") == ["true", "true", "true"]
        assert sorted(text(c) for c in matches) == ["*m*", "a < b", "none"]
        assert at(matches, "q:simpleAssociableChoice/@matchMax") == ["0", "0", "0"]
        assert at(matches, "q:simpleAssociableChoice/@fixed") == []
        names = {text(c): c.get("identifier") for c in [*items, *matches]}
        right = [
            f"{names['x 1']} {names['a < b']}", f"{names['y']} {names['*m*']}", f"{names['z']} {names['a < b']}"
        ]  # fmt: skip
        assert at(item, "//q:correctResponse/q:value/text()") == right
        assert at(item, "//q:mapEntry/@mapKey") == right
        assert at(item, "//q:mapEntry/@mappedValue") == ["2", "2", "2"]

    def test_matches_do_not_stand_beside_their_items(self):
        pairs = tuple(Pair(item=str(i), match=f"m{i}") for i in range(5))
        (_, matches) = at(item_of(matching(pairs=pairs, distractors=())), "//q:simpleMatchSet")
        assert all(text(match) != f"m{i}" for i, match in enumerate(matches))

    def test_all_items_have_one_match(self):
        pairs = (Pair(item="a", match="x"), Pair(item="b", match="x"))
        (_, matches) = at(item_of(matching(pairs=pairs, distractors=())), "//q:simpleMatchSet")
        assert [text(match) for match in matches] == ["x"]

    def test_feedback(self):
        question = matching(feedback=ALL)
        right = {"x 1": "a < b", "y": "*m*", "z": "a < b"}
        assert shown(question, right) == {"correct_fb"}
        assert shown(question, right | {"z": "none"}) == {"partial_fb"}
        assert shown(question, {"x 1": "none"}) == {"incorrect_fb"}
        assert shown(question, None) == set()


class TestOrdering:
    def test_shape(self):
        item = item_of(ordering())
        assert at(item, "q:responseDeclaration/@cardinality") == ["ordered"]
        (body,) = at(item, "q:itemBody")
        assert [c.tag.split("}")[1] for c in body] == ["div", "orderInteraction"]
        choices = {c.get("identifier"): text(c) for c in body[1]}
        right = at(item, "//q:correctResponse/q:value/text()")
        assert [choices[i] for i in right] == ["a", "- b", "c", "d"]
        assert at(item, "//q:mapping") == []

    @pytest.mark.parametrize("id", ["a", "b", "c", "d", "e"])
    @pytest.mark.parametrize("count", [2, 3, 4])
    def test_what_is_shown_first_earns_nothing(self, id, count):
        """Some engines take the order on the screen for the response."""
        items = tuple(f"i{i}" for i in range(count))
        question = Ordering(id=id, prompt="?", items=items)
        found = [text(c) for c in at(item_of(question), "//q:simpleChoice")]
        assert sorted(found) == list(items)
        assert score(item_bytes(question), respond(item_bytes(question), found)).score == 0
        assert at(item_of(question), "//q:orderInteraction/@shuffle") == ["false"]

    def test_feedback(self):
        question = ordering(feedback=ALL)
        assert shown(question, ["a", "- b", "c", "d"]) == {"correct_fb"}
        assert shown(question, ["- b", "a", "c", "d"]) == {"partial_fb"}
        assert shown(question, ["d", "c", "- b", "a"]) == {"incorrect_fb"}
        assert shown(question, None) == set()
        strict = ordering(feedback=ALL, scoring="all_or_nothing", points=Decimal(3))
        assert shown(strict, ["- b", "a", "c", "d"]) == {"incorrect_fb"}
        assert shown(strict, ["a", "- b", "c", "d"]) == {"correct_fb"}

    @given(st.integers(2, 30), st.text(max_size=5))
    def test_nothing_stands_at_its_own_place(self, count, key):
        order = scrambled(count, key)
        assert sorted(order) == list(range(count))
        assert all(at != place for place, at in enumerate(order))
        assert order == scrambled(count, key)

    def test_a_few_things_to_scramble(self):
        assert scrambled(0, "k") == []
        assert scrambled(1, "k") == [0]


class TestCloze:
    def test_fields_stand_in_the_text(self):
        question = cloze("A [[w]], or [[m]]; not [[x]].", word(), menu(), prompt="Fill in.")
        (body,) = at(item_of(question), "q:itemBody")
        (stem,) = body
        assert [text(p) for p in stem] == ["Fill in.", "A , or a & b<c>; not [[x]]."]
        assert at(stem, "q:p[2]/*/@responseIdentifier") == ["RESPONSE_1", "RESPONSE_2"]
        assert stem[1][0].tail == ", or "
        assert at(body, "//q:inlineChoice/@identifier") == ["RESPONSE_2_1", "RESPONSE_2_2"]
        assert at(body, "//q:inlineChoiceInteraction/@shuffle") == ["false"]

    @pytest.mark.parametrize(
        ("written", "parent"),
        [("`run [[w]] -x`", "code"), ("```\nrun [[w]]\n  -x\n```", "code"), ("| a |\n|---|\n| [[w]] |", "td"),
         ("| [[w]] |\n|---|\n| b |", "th"), ("- [[w]]", "li"), ("# [[w]]", "h1"), ("**[[w]]**", "strong"),
         ("> [[w]]", "p"), ("[a [[w]]](http://x.org)", "a"), ("~~[[w]]~~", "span"), ("x[[w]]y", "p")],
    )  # fmt: skip
    def test_places(self, written, parent):
        item = item_of(cloze(written, word()))
        (field,) = at(item, "//q:textEntryInteraction")
        assert field.getparent().tag == f"{{http://www.imsglobal.org/xsd/imsqti_v2p1}}{parent}"

    def test_text_around_a_blank_in_code(self):
        (pre,) = at(item_of(cloze("```\nrun [[w]] <a>\n\n  -x [[no]]\n```", word())), "//q:pre")
        assert text(pre) == "run  <a>\n\n  -x [[no]]\n"

    def test_escaped_marks_and_formulas_of_others_are_text(self):
        item = item_of(cloze("\\[[w]] {{c1::x}} [[w]] [[W]]", word()))
        assert len(at(item, "//q:textEntryInteraction")) == 1
        assert text(at(item, "q:itemBody")[0]).strip() == "[[w]] {{c1::x}}  [[W]]"

    def test_declarations(self):
        number_blank = NumberBlank(id="n", answers=(number("3", tolerance=Decimal(1)),))
        question = cloze(
            "[[m]] [[n]] [[w]]",
            word("w", Answer(text="b", credit=Fraction(1, 2)), Answer(text="a"), weight=3, case_sensitive=True),
            number_blank,
            menu(weight=2),
            points=Decimal(6),
        )
        item = item_of(question)
        assert at(item, "q:responseDeclaration/@identifier") == ["RESPONSE_1", "RESPONSE_2", "RESPONSE_3"]
        assert at(item, "q:responseDeclaration/@baseType") == ["string", "float", "identifier"]
        assert at(item, "q:responseDeclaration/q:correctResponse/q:value/text()") == ["a", "3", "RESPONSE_3_2"]
        assert at(item, "q:responseDeclaration[1]//q:mapEntry/@mappedValue") == ["3", "1.5"]
        assert at(item, "q:responseDeclaration[1]//q:mapEntry/@caseSensitive") == ["true", "true"]
        assert at(item, "q:responseDeclaration[3]//q:mapEntry/@mappedValue") == ["2"]
        # The weights sum to the points: nothing to scale.
        assert at(item, "//q:product") == []

    def test_points_that_are_not_the_weights(self):
        item = item_of(cloze("[[w]] [[m]]", word(), menu(weight=2), points=Decimal("4.5")))
        assert at(item, "//q:product/q:divide/q:baseValue/text()") == ["3"]
        assert at(item, "//q:product/q:baseValue/text()") == ["4.5"]

    def test_feedback(self):
        near = number("3", tolerance=Decimal(1), credit=Fraction(0), feedback="z")
        question = cloze(
            "[[w]] [[n]] [[m]]",
            word("w", Answer(text="a", feedback="x"), Answer(text="b", credit=Fraction(1, 2), feedback="y")),
            NumberBlank(id="n", answers=(number("3"), near)),
            ChoiceBlank(id="m", choices=(Choice(text="p", feedback="u"), Choice(text="q", correct=True))),
            feedback=ALL,
            points=Decimal("0.7"),
        )  # fmt: skip
        assert shown(question, ("A", "3", "q")) == {"feedback_1_1_fb", "correct_fb"}
        each = {"feedback_1_2_fb", "feedback_2_2_fb", "feedback_3_1_fb"}
        assert shown(question, ("b", "4", "p")) == {*each, "partial_fb"}
        assert shown(question, ("x", "5", "p")) == {"feedback_3_1_fb", "incorrect_fb"}
        assert shown(question, (None, "9", None)) == {"incorrect_fb"}
        assert shown(question, (None, None, None)) == set()

    def test_name_of_a_cloze_without_prompt(self):
        assert item_of(cloze("A [[w]] **is** here.", word())).get("title") == "A ___ is here."

    def test_losses_stand_at_the_text(self):
        _, losses = package(quiz_of(cloze("~~[[w]]~~", word())))
        assert [(d.code, d.severity.value) for d in losses] == [("KF405", "warning")]
        assert losses[0].message.startswith("In the text, struck-through text")


class TestDescription:
    def test_worth_nothing(self):
        text_only = Description(id="q", prompt="Read *this*.")
        item = item_of(text_only)
        assert declared(item, "SCORE") == ["0"]
        assert declared(item, "MAXSCORE") == ["0"]
        assert at(item, "q:outcomeDeclaration[@identifier='SCORE']/@normalMaximum") == ["0"]
        assert at(item, "q:responseDeclaration | q:responseProcessing") == []
        (body,) = at(item, "q:itemBody")
        assert [text(block) for block in body] == ["Read this."]
        assert at(test_of(quiz_of(text_only, short(points=Decimal(2)))), "//q:weight/@value") == ["0", "2"]


def test_choices_and_responses_have_names_of_their_own():
    """No choice may have the identifier of another choice of the item, or of a variable."""
    found = tuple(Choice(text=t, correct=t == "a", id=i) for t, i in (("a", "x"), ("b", None)))
    same = (ChoiceBlank(id="p", choices=found), ChoiceBlank(id="q", choices=found))
    for question in (cloze("[[p]] [[q]]", *same), matching(), ordering(), several()):
        item = item_of(question)
        names = at(item, "//q:inlineChoice/@identifier | //q:simpleChoice/@identifier")
        names += at(item, "//q:simpleAssociableChoice/@identifier | q:responseDeclaration/@identifier")
        names += at(item, "q:outcomeDeclaration/@identifier")
        assert len(names) == len(set(names))
