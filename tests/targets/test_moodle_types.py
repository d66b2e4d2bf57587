"""The shapes of the types in Moodle XML: settings, feedback, texts with traps, losses."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from moodle_engine import decode
from moodle_reader import Refused, shown
from test_moodle import at, collapsed, literal, one, quiz, single, told, write

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.model import (
    Answer,
    Blank,
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
    Question,
    ShortAnswer,
    Stimulus,
    TextBlank,
    TrueFalse,
)
from kfexport.targets import export, features, moodle
from kfexport.targets.base import Losses, WriteOptions

ALL = Feedback(correct="Yes.", partial="Nearly.", incorrect="No.")
ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


def several(*choices: Choice, **more: Any) -> MultipleResponse:
    return MultipleResponse(**{"id": "q", "prompt": "?", "choices": choices, "origin": at("q")} | more)


def typed(*answers: Answer, **more: Any) -> ShortAnswer:
    return ShortAnswer(**{"id": "q", "prompt": "?", "answers": answers, "origin": at("q")} | more)


def number(*answers: NumericalAnswer, **more: Any) -> Numerical:
    return Numerical(**{"id": "q", "prompt": "?", "answers": answers, "origin": at("q")} | more)


def exactly(value: str, tolerance: str = "0", **more: Any) -> NumericalAnswer:
    return NumericalAnswer(value=Decimal(value), tolerance=Decimal(tolerance), **more)


def span(low: str, high: str, **more: Any) -> NumericalAnswer:
    return NumericalAnswer(range=(Decimal(low), Decimal(high)), **more)


def matching(*pairs: tuple[str, str], **more: Any) -> Matching:
    both = tuple(Pair(item=item, match=match) for item, match in pairs)
    return Matching(**{"id": "q", "prompt": "?", "pairs": both, "origin": at("q")} | more)


def ordering(*items: str, **more: Any) -> Ordering:
    return Ordering(**{"id": "q", "prompt": "?", "items": items, "origin": at("q")} | more)


def cloze(text: str, *blanks: Blank, **more: Any) -> Cloze:
    points = Decimal(sum(b.weight for b in blanks))
    return Cloze(
        **{"id": "q", "prompt": "", "text": text, "blanks": blanks, "points": points, "origin": at("q")} | more
    )


def word(*texts: str, id: str = "w", **more: Any) -> TextBlank:
    return TextBlank(id=id, answers=tuple(Answer(text=t) for t in texts), **more)


def pick(*texts: str, id: str = "p", **more: Any) -> ChoiceBlank:
    """The first one is right."""
    return ChoiceBlank(id=id, choices=tuple(Choice(text=t, correct=not i) for i, t in enumerate(texts)), **more)


def losses_of(*questions: Question) -> list[Diagnostic]:
    found = Losses("moodle")
    features.report(quiz(*questions), moodle.CAPABILITIES, found)
    return found.found


def refused(question: Question) -> Diagnostic:
    """The one error for a question beside which others are imported."""
    bank, found = write(quiz(question, single("good")))
    assert [q.idnumber for q in bank.questions] == ["z/good"]
    (error,) = found
    assert error.severity is ERROR
    assert error.question == "q"
    assert error.hint
    return error


def combined(got: Any) -> list[str]:
    return [shown(got.rich(f"{k}feedback")) for k in ("correct", "partiallycorrect", "incorrect")]


# Multiple response.


def test_multiple_response() -> None:
    choices = (Choice(text="a\n\nb", correct=True, feedback="F"), Choice(text="c"))
    got, found = one(several(*choices, shuffle=True, feedback=ALL, hints=("H",)))
    assert found == []
    assert (got.kind, got.single, got.shuffle) == ("multichoice", False, True)
    assert [a.attributes["fraction"] for a in got.node.all("answer")] == ["100", "-100"]
    assert [shown(a.text) for a in got.answers] == ["ab", "c"]
    assert got.answers[0].feedback == "<p>F</p>"
    assert combined(got) == ["Yes.", "Nearly.", "No."]
    assert [h.text() for h in got.node.all("hint")] == ["<p>H</p>"]
    assert got.node.leaf("single") == "false"


def test_three_of_five_are_listed_thirds() -> None:
    got, _ = one(several(*(Choice(text=str(i), correct=i < 3) for i in range(5))))
    assert [a.attributes["fraction"] for a in got.node.all("answer")] == ["33.33333"] * 3 + ["-33.33333"] * 2


@pytest.mark.parametrize("scoring", ["partial", "all_or_nothing"])
@pytest.mark.parametrize("right", [11, 12, 19, 21, 40])
def test_shares_that_moodle_lacks(right: int, scoring: str) -> None:
    choices = [Choice(text=str(i), correct=True) for i in range(right)]
    error = refused(several(*choices, scoring=scoring))
    assert told([error]) == [("KF401", ERROR, ("q", "choices"))]
    assert f"one of {right} right choices" in error.message


def test_credits_of_choices() -> None:
    choices = (
        Choice(text="a", correct=True, credit=Fraction("0.3334")),
        Choice(text="b", correct=True, credit=Fraction(2, 3)),
        Choice(text="c"),
        Choice(text="d", credit=Fraction(-1, 10)),
    )
    got, found = one(several(*choices))
    assert [a.attributes["fraction"] for a in got.node.all("answer")] == ["33.33333", "66.66667", "0", "-10"]
    assert told(found) == [
        ("KF404", INFO, ("q", "choices", 0, "credit")),
        ("KF402", WARNING, ("q", "choices", 3, "credit")),
    ]


def test_a_credit_that_moodle_lacks() -> None:
    choices = (
        Choice(text="a", correct=True, credit=Fraction(3, 8)),
        Choice(text="b", correct=True, credit=Fraction(5, 8)),
    )
    bank, found = write(quiz(several(*choices), single("good")))
    assert [q.idnumber for q in bank.questions] == ["z/good"]
    assert told(found) == [("KF401", ERROR, ("q", "choices", i, "credit")) for i in (0, 1)]
    assert found[0].hint is not None
    assert "33.33333% or 40%" in found[0].hint


def test_all_or_nothing_is_told() -> None:
    question = several(Choice(text="a", correct=True), Choice(text="b"), scoring="all_or_nothing")
    assert told(losses_of(question)) == [("KF402", WARNING, ("q", "scoring"))]


# True or false.


@pytest.mark.parametrize(("answer", "fractions"), [(True, ["100", "0"]), (False, ["0", "100"])])
def test_true_false_in_any_language(answer: bool, fractions: list[str]) -> None:
    question = TrueFalse(id="q", prompt="?", answer=answer, feedback_true="T", feedback_false="F", hints=("H",))
    got, found = one(question, lang="de", labels={"true": "Wahr", "false": "Falsch"})
    assert found == []
    assert [(a.text(), a.attributes["fraction"]) for a in got.node.all("answer")] == [
        ("true", fractions[0]), ("false", fractions[1]),
    ]  # fmt: skip
    assert [a.feedback for a in got.answers] == ["<p>T</p>", "<p>F</p>"]
    assert [h.text() for h in got.node.all("hint")] == ["<p>H</p>"]


def test_feedback_on_right_and_wrong_goes_to_the_two_answers() -> None:
    question = TrueFalse(id="q", prompt="?", answer=False, feedback_true="T", feedback=ALL, origin=at("q"))
    got, _ = one(question)
    assert [shown(a.feedback.replace("</p>", " ")) for a in got.answers] == ["T No.", "Yes."]
    assert told(losses_of(question)) == [("KF403", Severity.INFO, ("q", "feedback", "partial"))]


# Short answers.


def test_short_answers_best_first_and_equals_in_their_order() -> None:
    answers = (
        Answer(text="half", credit=Fraction(1, 2)),
        Answer(text="b", feedback="B"),
        Answer(text="nothing", credit=Fraction(0), feedback="Hm."),
        Answer(text="a<b & c"),
        Answer(text="*half*", credit=Fraction(1, 2)),
    )
    got, found = one(typed(*answers, hints=("H",)))
    assert found == []
    assert [(a.text(), a.attributes["fraction"]) for a in got.node.all("answer")] == [
        ("b", "100"), ("a<b & c", "100"), ("half", "50"), ("\\*half\\*", "50"), ("nothing", "0"),
    ]  # fmt: skip
    assert [a.feedback for a in got.answers] == ["<p>B</p>", "", "", "", "<p>Hm.</p>"]
    assert got.node.leaf("usecase") == "0"
    assert [h.text() for h in got.node.all("hint")] == ["<p>H</p>"]


def test_case_sensitive_is_usecase() -> None:
    assert one(typed(Answer(text="a"), case_sensitive=True))[0].node.leaf("usecase") == "1"


def test_combined_feedback_of_a_type_without_it() -> None:
    answers = (Answer(text="a", feedback="A"), Answer(text="b", credit=Fraction(1, 2)))
    for question in (typed(*answers, feedback=ALL), number(exactly("1"), span("0", "2", credit=Fraction(1, 2)),
                                                          feedback=ALL)):  # fmt: skip
        got, found = one(question)
        assert found == []
        assert losses_of(question) == []
        feedback = [shown(a.feedback.replace("</p>", " ")) for a in got.answers]
        assert feedback == ["A Yes." if isinstance(question, ShortAnswer) else "Yes.", "Nearly.", "No."]
        assert (got.answers[-1].text, got.answers[-1].fraction) == ("*", 0)


def test_credit_of_an_answer_that_moodle_lacks() -> None:
    answers = (Answer(text="a"), Answer(text="b", credit=Fraction(35, 100)))
    error = refused(typed(*answers))
    assert told([error]) == [("KF401", ERROR, ("q", "answers", 1, "credit"))]
    assert "no grade of 35%, the credit of answer 2" in error.message
    assert told([refused(number(exactly("1"), exactly("2", credit=Fraction(1, 8) + 1 / Fraction(800))))]) == [
        ("KF401", ERROR, ("q", "answers", 1, "credit"))
    ]


@pytest.mark.parametrize(
    ("prompt", "fields"),
    [
        ("It is _____.", 1), ("It is ____.", 0), ("Run `a_____b`", 0), ("```\n__________\n```", 0),
        ('[x](https://e.org/_____ "t_____")', 0), ("It is __________ of `_______`", 1),
    ],
)  # fmt: skip
def test_a_field_is_put_where_the_author_left_room_in_prose(prompt: str, fields: int) -> None:
    text = one(typed(Answer(text="a"), prompt=prompt))[0].text
    assert len(re.findall("_____+", text)) == fields
    assert shown(text) == shown(one(single(prompt=prompt))[0].text)


def test_no_field_in_the_stimulus() -> None:
    shared = (Stimulus(id="s", text="a _____ b", title="_____"),)
    got, _ = one(typed(Answer(text="a"), stimulus="s"), stimuli=shared)
    assert "_____" not in got.text
    assert shown(got.text.replace("</h5>", " ").replace("</p>", " ")) == "_____ a _____ b ?"


# Numbers.


@pytest.mark.parametrize(
    ("answer", "text", "tolerance"),
    [
        (exactly("3.140"), "3.14", "0"), (exactly("3.14", "0.010"), "3.14", "0.01"), (exactly("1e3"), "1000", "0"),
        (exactly("0.12341"), "0.12341", "0"), (exactly("1e-7", "1e-9"), "0.0000001", "0.000000001"),
        (exactly("-5", "0"), "-5", "0"), (span("3.1", "3.2"), "3.15", "0.05"), (span("0.1", "0.25"), "0.175", "0.075"),
        (span("-1", "1"), "0", "1"), (span("2", "2"), "2", "0"), (exactly("6.02214076e23"), "6.02214076e23", "0"),
        (NumericalAnswer(value=Decimal("-80"), tolerance=Decimal("0.01"), relative=True), "-80", "0.8"),
        (exactly("1e300"), "1e300", "0"), (exactly("0", "0.5"), "0", "0.5"),
        (exactly("12345678901234"), "12345678901234", "0"), (exactly("0.1", "0.2"), "0.1", "0.2"),
    ],
)  # fmt: skip
def test_numbers_are_short_decimals(answer: NumericalAnswer, text: str, tolerance: str) -> None:
    got, found = one(number(answer))
    assert found == []
    (node,) = got.node.all("answer")
    assert (node.text(), node.leaf("tolerance")) == (text, tolerance)
    assert got.node.leaf("showunits") == "3"


@given(
    low=st.decimals(-(10**6), 10**6, allow_nan=False, places=4), width=st.decimals(0, 10**6, allow_nan=False, places=3)
)
@settings(deadline=None, max_examples=200)
@example(low=Decimal("-0.1"), width=Decimal("0.4"))
@example(low=Decimal("-1000000"), width=Decimal("2000000.1"))
@example(low=Decimal("-37543.8395"), width=Decimal("75403.359"))
@example(low=Decimal("-317.9"), width=Decimal("1e6"))
def test_ends_of_ranges_are_right_and_their_neighbours_wrong(low: Decimal, width: Decimal) -> None:
    high, step = low + width, Decimal("0.0001")
    got, found = one(number(span(str(low), str(high))))
    if low and abs(low) < Decimal("0.001") < high:
        return  # told where it matters, see below
    assert found == []
    assert [got.mark(f"{x:f}") for x in (low, high, low - step, high + step)] == [1, 1, 0, 0]


@pytest.mark.parametrize(
    "answer",
    [
        exactly("1.6e-19"), NumericalAnswer(value=Decimal("6.626e-34"), tolerance=Decimal("0.01"), relative=True),
        span("1e-12", "1"), span("1", "1e15"), exactly("-1e-11"), span("-1e-20", "1e-20"), span("1", "1e300"),
    ],
)  # fmt: skip
def test_numbers_that_moodle_cannot_tell_apart(answer: NumericalAnswer) -> None:
    assert told([refused(number(answer))]) == [("KF401", ERROR, ("q",))]
    error = refused(cloze("[[n]]", NumberBlank(id="n", answers=(answer,))))
    assert told([error]) == [("KF401", ERROR, ("q", "blanks", "n"))]
    assert "blank `n`" in error.message


def test_digits_that_moodle_does_not_keep() -> None:
    got, found = one(number(exactly("3.14159265358979")))
    assert got.mark("3.14159265358979") == 1
    assert [got.mark(f"3.141592653589{x}") for x in ("8", "78", "9", "7")] == [1, 1, 0, 0]
    assert told(found) == [("KF402", WARNING, ("q",))]
    both = number(exactly("1"), exactly("3.14159265358979"))
    assert told(one(both)[1]) == [("KF402", WARNING, ("q", "answers", 1))]
    assert one(number(exactly("3.14159265358979", "0.01")))[1] == []


@pytest.mark.parametrize(("unit", "named"), [
    ("rad", True), ("km / h", True), ("°C", True), ("%", True), ("(n)", True), ("<m>", False), ("R&D", False),
    ("x" * 51, False), ("x" * 50, True), ("0", False), ("e5", False), ("]]>", False),
])  # fmt: skip
def test_unit_stands_beside_the_field(unit: str, named: bool) -> None:
    got, found = one(number(exactly("30"), unit=unit, prompt="How long? _____"))
    assert found == []
    assert len(re.findall("_____+", got.text)) == 1
    assert shown(got.text.replace("</p>", " ")) == f"How long? _____ __________ {unit}"
    assert got.parts == ([(unit, "1")] if named else [])
    assert got.node.leaf("showunits") == ("0" if named else "3")
    assert got.node.leaf("unitgradingtype") == "0"
    assert [got.mark(r) for r in ("30", f"30 {unit}", "30 parsec", "31")] == [1, int(unit not in ("0", "e5")), 1, 0]


# Matching.


def test_matching() -> None:
    question = matching(("`a`", "A"), ("b", "B"), distractors=("C", "A"), feedback=ALL, hints=("H",))
    got, found = one(question)
    assert found == []
    assert (got.kind, got.shuffle) == ("matching", True)
    assert [(s.text, s.right) for s in got.parts] == [("<code>a</code>", "A"), ("b", "B")]
    assert [a.text for a in got.answers] == ["A", "B", "C"]
    assert combined(got) == ["Yes.", "Nearly.", "No."]
    assert [h.text() for h in got.node.all("hint")] == ["<p>H</p>"]


PLAIN = [
    "a < b", "a<b", "x<=y", "List<String>", "<p>", "less: <", "R&D", "&lt;", "&amp;lt;", "&nbsp", "&#65;", "5 > 3",
    '"<"', "1.10", "01", "1e3", "0", "]]>", "日本", "<", "a<'b", "&", "O(n)", "\\(x\\)",
]  # fmt: skip


@pytest.mark.parametrize("match", PLAIN)
def test_a_match_is_shown_as_written(match: str) -> None:
    got, found = one(matching(("a", match), ("b", "other")))
    assert found == []
    assert got.answers[0].text == match


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(["1", "1.0", "01", "1e0", "+1", "1.", "10", "1e1", "A", "a", ".5", "0.5", "1 1"]),
                min_size=2, unique=True))  # fmt: skip
def test_numbers_as_matches_stay_apart(matches: list[str]) -> None:
    got, _ = one(matching(*((m, m) for m in matches)))
    assert [a.text for a in got.answers] == matches
    assert [s.right for s in got.parts] == matches


def test_limits_of_matches() -> None:
    assert one(matching(("a", "x" * 255), ("b", "y")))[1] == []
    error = refused(matching(("a", "y"), ("b", "x" * 256)))
    assert told([error]) == [("KF406", ERROR, ("q", "pairs", 1, "match"))]
    assert told([refused(matching(("a", "<" * 64), ("b", "y")))]) == [("KF406", ERROR, ("q", "pairs", 0, "match"))]
    error = refused(matching(("a", "y"), ("b", "z"), distractors=("c", "x" * 300)))
    assert told([error]) == [("KF406", ERROR, ("q", "distractors", 1))]


def test_nothing_makes_moodle_drop_the_rest_of_the_file() -> None:
    for question in (matching(("a", ""), ("b", "c")), matching(("", "a"), ("b", "c"))):
        assert told([refused(question)]) == [("KF401", ERROR, ("q", "pairs", 0))]
    got, _ = one(matching(("a", "b"), ("c", "d"), distractors=("", " ")))
    assert [a.text for a in got.answers] == ["b", "d"]


# Ordering.


def test_ordering() -> None:
    got, found = one(ordering("`a`", "b", "- 3", feedback=ALL, hints=("H",)))
    assert found == []
    leaves = ("layouttype", "selecttype", "gradingtype", "showgrading", "numberingstyle", "shownumcorrect")
    assert [got.node.leaf(x) for x in leaves] == ["VERTICAL", "ALL", "ABSOLUTE_POSITION", "SHOW", "none", "0"]
    assert [a.text for a in got.answers] == ["<code>a</code>", "b", "- 3"]
    assert combined(got) == ["Yes.", "Nearly.", "No."]
    assert [h.text() for h in got.node.all("hint")] == ["<p>H</p>"]
    assert one(ordering("a", "b", scoring="all_or_nothing"))[0].node.leaf("gradingtype") == "ALL_OR_NOTHING"


def test_ordering_needs_a_new_moodle() -> None:
    (note,) = losses_of(ordering("a", "b"))
    assert (note.code, note.severity) == ("KF404", Severity.INFO)
    assert "Moodle 4.4" in note.message


def test_ordering_needs_a_new_moodle_is_told_once_and_names_the_questions() -> None:
    questions = [replace(ordering("a", "b"), id=f"o{i}") for i in range(1, 9)]
    (note,) = losses_of(*questions)
    assert note.question == "o1"
    assert note.message.endswith(" refuse the whole file (also o2, o3, o4, o5, o6 and 2 more)")


# Texts with blanks.


def test_cloze() -> None:
    question = cloze(
        "A [[w]] has `[[n]]` and\n\n```\n  x = [[p]]\n```\n",
        TextBlank(id="w", case_sensitive=True,
                  answers=(Answer(text="b", credit=Fraction(1, 3), feedback="B"), Answer(text="A b"))),
        NumberBlank(id="n", weight=2,
                    answers=(span("0", "10", credit=Fraction(1, 2), feedback="N"), exactly("3.14", "0.01"))),
        ChoiceBlank(id="p", choices=(Choice(text="x"), Choice(text="y<z", correct=True, feedback="*P*"))),
        prompt="Fill in.", explanation="E", hints=("H",), penalty=Fraction(1, 4), tags=("t",),
    )  # fmt: skip
    got, found = one(question)
    assert found == []
    assert got.node.first("questiontext").text() == (  # type: ignore[union-attr]
        "<p>Fill in.</p><p>A {1:SHORTANSWER_C:=A b~%33.33333%b#&lt;p&gt;B&lt;/p&gt;} has "
        "<code>{2:NUMERICAL:=3.14:0.01~%50%5:5#&lt;p&gt;N&lt;/p&gt;}</code> and</p>"
        "<pre><code>  x = {1:MULTICHOICE:x~=y&#38;lt;z#&lt;p&gt;&lt;em&gt;P&lt;/em&gt;&lt;/p&gt;}\n</code></pre>"
    )
    assert got.text == ("<p>Fill in.</p><p>A {#1} has <code>{#2}</code> and</p><pre><code>  x = {#3}\n</code></pre>")
    assert [(p.kind, p.weight) for p in got.parts] == [("shortanswer_c", 1), ("numerical", 2), ("multichoice", 1)]
    assert got.parts[2].answers[1].text == "y&lt;z"
    assert [a.feedback for a in got.parts[0].answers] == ["", "<p>B</p>"]
    assert got.parts[2].answers[1].feedback == "<p><em>P</em></p>"
    assert (got.grade, got.penalty, got.general, got.tags) == (4, 0.25, "<p>E</p>", ["t"])
    assert [h.text() for h in got.node.all("hint")] == ["<p>H</p>"]


TRAPS = [
    "a~b", "~", "~~", "a\\~b", "\\~", "\\", "C:\\", "\\\\", "a\\}", "\\}", "}", "{", "{}", "\\(y^{2}\\)",
    "\\frac{a}{b}",
    "#", "C#", "#x", "\\#", "##", "a#b~c", "=", "=x", "==", "%50%x", "%", "100%", "%%", "R&D", "R&", "&", "&~", "&#",
    "&}",
    "&lt;", "&amp;", "&amp;lt;", "&#126;", "&nbsp;", "a < b", "a<b>", "<b>", "]]>", "*", "**", "*.py", "a*b", "\\*",
    "a\\*",
    "{1:SA:=x}", "{#1}", "}{1:SA:=x", ":", "3:1", '"', "'", "日本", "a ; b", "0", "-1", "(n)", "$$x$$",
    "@@PLUGINFILE@@/a",
    "{1:SHORTANSWER:=y}", "=~%0%", "&amp", "&amp;}", "x" * 3000,
]  # fmt: skip


@pytest.mark.parametrize("text", TRAPS)
def test_traps_in_blanks(text: str) -> None:
    blanks = (word(text, "other"), pick(text, "other one"), pick("right", text, id="last"), word("x", text, id="u"))
    got, found = one(cloze("A [[w]] B [[p]] C [[last]] D [[u]] E", *blanks))
    assert found == []
    assert got.text == "<p>A {#1} B {#2} C {#3} D {#4} E</p>"
    typed_in, first, last, second = got.parts
    assert [len(p.answers) for p in got.parts] == [2, 2, 2, 2]
    assert [typed_in.grade(text), typed_in.grade("other"), typed_in.grade("z" + text)] == [1, 1, 0]
    assert second.grade(text) == 1
    assert [shown(first.answers[0].text), first.grade(0), first.grade(1)] == [text, 1, 0]
    assert [shown(last.answers[1].text), last.grade(0), last.grade(1)] == [text, 1, 0]


def test_stars_in_blanks_are_stars() -> None:
    got, _ = one(cloze("[[w]]", word("*.py")))
    assert [got.mark([r]) for r in ("*.py", "a.py", ".py")] == [1, 0, 0]


@pytest.mark.parametrize("text", [
    "{#1}", "{1:SA:=x}", "{1:SHORTANSWER:=a~b}", "{:NM:=1}", "{{c1::x}}", "{{ .Values }}", "f{x}", "`{#1}`", "{#2}",
    "{ 1:SA:=x}", "{12:MC:a~=b}", "{#01}",
])  # fmt: skip
def test_marks_of_moodle_in_the_authors_text_are_text(text: str) -> None:
    shared = Stimulus(id="s", text=f"S {text}")
    got, found = one(cloze(f"{text} [[w]] {text}", word("a"), prompt=f"P {text}", stimulus="s"), stimuli=(shared,))
    assert found == []
    plain = text.strip("`")
    seen = shown(got.text.replace("</p>", " "))
    assert seen == f"S {plain} P {plain} {plain} {{#1}} {plain}"
    assert len(got.parts) == 1


def test_only_declared_marks_are_blanks() -> None:
    got, _ = one(cloze("\\[[w]] [[w]] [[x]] {[[y]]} {1:[[8-.]]}", word("a"), word("b", id="y"), word("c", id="8-.")))
    assert shown(got.text) == "[[w]] {#1} [[x]] {{#2}} {1:{#3}}"
    assert [p.answers[0].text for p in got.parts] == ["a", "b", "c"]


def test_blanks_are_counted_as_they_stand_in_the_text() -> None:
    got, _ = one(cloze("[[b]] [[a]]", word("first", id="a"), word("second", id="b", weight=3)))
    assert [(p.answers[0].text, p.weight) for p in got.parts] == [("second", 3), ("first", 1)]


def test_a_text_without_blanks_would_stop_the_import() -> None:
    assert told([refused(cloze("No [[w]]."))]) == [("KF401", ERROR, ("q", "blanks"))]


def test_blanks_with_equal_answers() -> None:
    got, _ = one(cloze("[[a]] [[b]]", word("x", id="a"), word("x", id="b")))
    assert got.text == "<p>{#1} {#2}</p>"


FEEDBACK = "A `}` in # of ~ \\\\(x^{2}\\\\) & <b>\n\n```\nif x:\n\t{#1} = 1 ~ \\\n```\n\n$\\frac{a}{b}$ (n)"


def test_feedback_in_blanks_keeps_its_lines_and_signs() -> None:
    choices = (Choice(text="a", correct=True, feedback=FEEDBACK), Choice(text="b", feedback=FEEDBACK))
    answers = (Answer(text="a", feedback=FEEDBACK), Answer(text="b"))
    numbers = (exactly("1", feedback=FEEDBACK), exactly("2"))
    got, _ = one(cloze("[[w]] [[n]] [[p]]", TextBlank(id="w", answers=answers), NumberBlank(id="n", answers=numbers),
                       ChoiceBlank(id="p", choices=choices)))  # fmt: skip
    assert "\n" not in got.node.first("questiontext").text()  # type: ignore[union-attr]
    expected = one(single(prompt=FEEDBACK))[0].text
    found = [p.answers[0].feedback for p in got.parts] + [got.parts[2].answers[1].feedback]
    assert found == [expected] * 4
    assert [p.answers[1].feedback for p in got.parts[:2]] == ["", ""]


SIGN = st.sampled_from([*TRAPS[:-1], "a", " ", "b c", ";", "%", "-", "1", "&#125;", "~=", "#}", "\\\\}"])
SIGNS = st.lists(SIGN, min_size=1, max_size=6).map("".join).map(lambda t: " ".join(t.split())).filter(bool)


@settings(deadline=None, max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(SIGNS, SIGNS, SIGNS)
def test_any_text_in_any_blank(answer: str, choice: str, around: str) -> None:
    source = literal(around)
    blanks = (
        TextBlank(id="w", answers=(Answer(text=answer, feedback=source), Answer(text="q q"))),
        ChoiceBlank(id="p", choices=(Choice(text="right", correct=True), Choice(text=choice, feedback=source))),
    )
    got, found = one(cloze(f"{source} [[w]] {source} [[p]] {source}", *blanks))
    assert found == []
    seen = collapsed(around)
    assert shown(got.text) == f"{seen} {{#1}} {seen} {{#2}} {seen}"
    assert got.parts[0].grade(answer) == 1
    assert shown(got.parts[0].answers[0].feedback) == seen
    assert shown(got.parts[1].answers[1].text) == choice
    assert shown(got.parts[1].answers[1].feedback) == seen


@pytest.mark.parametrize(
    ("weights", "points", "written", "warned"),
    [
        ((1, 1), "2", [1, 1], False), ((1, 1), "4", [2, 2], False), ((2, 4), "3", [1, 2], False),
        ((2, 1), "3", [2, 1], False), ((2, 2), "2", [1, 1], False), ((3,), "5", [5], False),
        ((1, 1), "1", [1, 1], True),
        ((2, 4), "1", [1, 2], True), ((1, 2), "2.5", [1, 2], True), ((1, 1), "0.5", [1, 1], True),
        ((1, 2), "10", [3, 6], True), ((1, 3), "8.0", [2, 6], False),
    ],
)  # fmt: skip
def test_weights(weights: tuple[int, ...], points: str, written: list[int], warned: bool) -> None:
    blanks = [word("a", id=f"b{i}", weight=w) for i, w in enumerate(weights)]
    got, found = one(cloze(" ".join(f"[[b{i}]]" for i in range(len(weights))), *blanks, points=Decimal(points)))
    assert [p.weight for p in got.parts] == written
    assert told(found) == ([("KF402", WARNING, ("q", "points"))] if warned else [])
    assert got.grade == sum(written)


def test_name_of_a_cloze_without_prompt_has_no_answers() -> None:
    got, _ = one(cloze("The **[[w]]** is `[[p]]`.", word("secret"), pick("hidden", "x")))
    assert got.name == "The ___ is ___."
    assert one(cloze("[[w]]", word("secret"), prompt="Fill in."))[0].name == "Fill in."
    assert one(cloze("[[w]]", word("secret"), title="T"))[0].name == "T"


# Descriptions.


def test_description() -> None:
    got, found = one(Description(id="q", prompt="Read *this*.", explanation="E", tags=("t",)))
    assert found == []
    assert (got.kind, got.text, got.name) == ("description", "<p>Read <em>this</em>.</p>", "Read this.")
    assert (got.grade, got.node.leaf("defaultgrade"), got.general, got.tags) == (0, "0", "<p>E</p>", ["t"])
    assert got.node.all("answer") == []


# What is told.


@pytest.mark.parametrize(
    ("question", "lost"),
    [
        (several(Choice(text="a", correct=True), Choice(text="b"), feedback=ALL, hints=("h",)), []),
        (typed(Answer(text="a"), feedback=ALL, hints=("h",)), []),
        (number(exactly("1"), feedback=ALL, hints=("h",)), []),
        (matching(("a", "b"), ("c", "d"), feedback=ALL, hints=("h",)), []),
        (cloze("[[w]]", word("a"), feedback=ALL, hints=("h",)), ["correct", "partial", "incorrect"]),
        (Description(id="q", prompt="?", feedback=ALL, hints=("h",), origin=at("q")),
         ["hints", "correct", "partial", "incorrect"]),
    ],
    ids=lambda v: v.kind if isinstance(v, Question) else "",
)  # fmt: skip
def test_what_a_type_lacks_is_told(question: Question, lost: list[str]) -> None:
    found = losses_of(question)
    assert [d.where.path[-1] for d in found if d.where] == lost
    assert {d.severity for d in found} <= {WARNING}
    got, _ = one(question)
    assert (got.node.first("correctfeedback") is not None) == (question.kind in ("multiple_response", "matching"))
    assert bool(got.node.all("hint")) == ("hints" not in lost)


def test_errors_can_be_left_out() -> None:
    bad = several(*(Choice(text=str(i), correct=True) for i in range(11)))
    result = export.write(quiz(bad, single("good")), "moodle", WriteOptions(), allow_omit=True)
    assert [(d.code, d.severity) for d in result.diagnostics] == [("KF407", Severity.INFO)]


def every_type() -> Iterator[Question]:
    yield single("a")
    yield several(Choice(text="a", correct=True), Choice(text="b"), id="b")
    yield TrueFalse(id="c", prompt="?", answer=True)
    yield typed(Answer(text="a"), id="d")
    yield number(exactly("1"), id="e", unit="m")
    yield matching(("a", "b"), ("c", "d"), id="f")
    yield ordering("a", "b", id="g")
    yield cloze("[[w]]", word("a"), id="h")
    yield Description(id="i", prompt="?")


def test_all_types_in_one_file() -> None:
    bank, found = write(quiz(*every_type()))
    assert found == []
    assert [q.kind for q in bank.questions] == [
        "multichoice", "multichoice", "truefalse", "shortanswer", "numerical", "matching", "ordering", "cloze",
        "description",
    ]  # fmt: skip
    assert len({q.name for q in bank.questions}) == 9
    data = moodle.write(quiz(*every_type()), WriteOptions(), Losses("moodle")).files["moodle/z.xml"]
    assert not re.search(rb"True|False|None", data)


# The engine itself: facts that the tests stand on.


def test_engine_reads_blanks_as_moodle_does() -> None:
    def read(text: str) -> Any:
        head = b'<quiz><question type="cloze"><name><text>n</text></name><questiontext format="html"><text><![CDATA['
        from moodle_reader import load

        return load(head + text.encode() + b"]]></text></questiontext></question></quiz>").questions[0]

    assert read("{1:SA:=a\\~b}").parts[0].answers[0].text == "a\\~b"
    assert read("{1:SA:=\\(y^{2\\}\\)}").parts[0].answers[0].text == "\\(y^{2}\\)"
    assert read("{:MC:=a~b#f\\#~%-50%c}").parts[0].weight == 1
    assert [a.fraction for a in read("{1:MC:=a~b#f\\#~%-50%c}").parts[0].answers] == [1, 0, -0.5]
    assert [a.text for a in read("{1:SA:=R&~x}").parts[0].answers] == ["R&~x"]
    assert read("{1:SA:=a} {#1}".replace("{#1}", "{1.5:SA:=b}")).text == "{#1} {1.5:SA:=b}"
    for bad in ("no blank", "{1:sa:=a}", "{1:SA:a}", "{1:MC:=a}", "{1:NM:=x}", "{1:SA:=a} {#1}", "{1:SA:=a\\}"):
        with pytest.raises(Refused):
            read(bad)
    assert decode("&#126;&lt;&amp;lt;&apos;&quot;") == '~<&lt;&apos;"'


def test_a_share_that_is_next_to_nothing_is_no_grade() -> None:
    """A ten-thousandth is within 0.01% of 0, and so nobody would earn anything."""
    error = refused(several(*(Choice(text=str(i), correct=True) for i in range(10_000))))
    assert told([error]) == [("KF401", ERROR, ("q", "choices"))]
