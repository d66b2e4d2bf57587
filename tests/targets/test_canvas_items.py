"""The shape of each type, as both of Canvas's importers read it right, to the letter.

Numbers of answers are 10^14 + n mod 9·10^14, where n is the first 16 digits of the SHA-256 of the question's key, ``#``
and the name of the answer, such as ``quiz/q#choice/1``.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from canvas_shapes import at, quiz, single, typed, write

from kfexport.model import (
    Answer,
    Choice,
    ChoiceBlank,
    Cloze,
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
    Question,
    Response,
    TextBlank,
    TrueFalse,
)

ONE, TWO, THREE = "783760254146276", "683185601174248", "803939005127747"
"""quiz/q#choice/1, …/2, …/3"""
ALL = Feedback(correct="Yes.", partial="Nearly.", incorrect="No.")


def item(question: Question, **more: Any) -> dict[str, str]:
    return write(quiz(question, **more)).item()


def entries(found: dict[str, str]) -> str:
    """The metadata as ``label=entry``, the type first."""
    listed = found["itemmetadata"].split("<fieldlabel>")[1:]
    return " ".join(e.replace("</fieldlabel><fieldentry>", "=").partition("</fieldentry>")[0] for e in listed)


def html(text: str) -> str:
    return f'<material><mattext texttype="text/html">{text}</mattext></material>'


def plain(text: str) -> str:
    return f'<material><mattext texttype="text/plain">{text}</mattext></material>'


def label(ident: str, content: str, more: str = "") -> str:
    return f'<response_label ident="{ident}"{more}>{content}</response_label>'


def paragraph(text: str) -> str:
    return html(f"&lt;p&gt;{text}&lt;/p&gt;")


def presentation(response: str, stem: str = "&lt;p&gt;Which?&lt;/p&gt;") -> str:
    return f"<presentation>{html(stem)}{response}</presentation>"


def eq(value: str, response: str = "response1") -> str:
    return f'<varequal respident="{response}">{value}</varequal>'


def processing(*conditions: str) -> str:
    outcomes = '<outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>'
    return f"<resprocessing>{outcomes}{''.join(conditions)}</resprocessing>"


def shown(ident: str) -> str:
    return f'<displayfeedback feedbacktype="Response" linkrefid="{ident}"/>'


def full(test: str, *idents: str) -> str:
    score = '<setvar action="Set" varname="SCORE">100</setvar>'
    feedback = "".join(map(shown, idents))
    return f'<respcondition continue="No"><conditionvar>{test}</conditionvar>{score}{feedback}</respcondition>'


def further(test: str, ident: str) -> str:
    return f'<respcondition continue="Yes"><conditionvar>{test}</conditionvar>{shown(ident)}</respcondition>'


def part(test: str, share: str) -> str:
    score = f'<setvar action="Add" varname="SCORE">{share}</setvar>'
    return f"<respcondition><conditionvar>{test}</conditionvar>{score}</respcondition>"


def comment(ident: str, text: str) -> str:
    content = html(f'&lt;div dir="auto"&gt;&lt;p&gt;{text}&lt;/p&gt;&lt;/div&gt;')
    return f'<itemfeedback ident="{ident}"><flow_mat>{content}</flow_mat></itemfeedback>'


# Choices


def test_single_choice_with_everything() -> None:
    choices = (
        Choice(text="one", feedback="Not one."),
        Choice(text="two\n\nblocks", correct=True, feedback="Two.", id="a"),
        Choice(text="three", fixed=True),
    )
    question = single(
        choices=choices, shuffle=True, feedback=ALL, explanation="Because.", points=Decimal("2.50"), title="Name & <b>"
    )
    found = item(question)
    right = "582274737874358"  # quiz/q#choice-id/a
    assert entries(found) == (
        f"question_type=multiple_choice_question points_possible=2.5 original_answer_ids={ONE},{right},{THREE}"
    )
    assert found["presentation"] == presentation(
        '<response_lid ident="response1" rcardinality="Single"><render_choice shuffle="Yes">'
        + label(ONE, paragraph("one"))
        + label(right, html("&lt;p&gt;two&lt;/p&gt;&lt;p&gt;blocks&lt;/p&gt;"))
        + label(THREE, paragraph("three"), ' lock="Yes"')
        + "</render_choice></response_lid>"
    )
    # In this order: a comment behind the rule that scores would take the marks away in Classic Quizzes.
    assert found["resprocessing"] == processing(
        further("<other/>", "general_fb"),
        further(eq(ONE), f"{ONE}_fb"),
        further(eq(right), f"{right}_fb"),
        full(eq(right), "correct_fb"),
        further("<other/>", "general_incorrect_fb"),
    )
    assert list(found)[3:] == ["general_fb", "correct_fb", "general_incorrect_fb", f"{ONE}_fb", f"{right}_fb"]
    assert found["general_fb"] == comment("general_fb", "Because.")
    assert found["correct_fb"] == comment("correct_fb", "Yes.")
    assert found["general_incorrect_fb"] == comment("general_incorrect_fb", "No.")
    assert found[f"{ONE}_fb"] == comment(f"{ONE}_fb", "Not one.")
    assert found[f"{right}_fb"] == comment(f"{right}_fb", "Two.")
    assert '<item ident="q-q-3576b665ca21" title="Name &amp; &lt;b&gt;">' in write(quiz(question)).text


def test_a_credit_leaves_no_trace() -> None:
    """A second rule with marks would make Classic Quizzes give full marks for that choice."""
    credited = (Choice(text="one", credit=Fraction(1, 2)), Choice(text="two", correct=True))
    assert item(single(choices=credited)) == item(single())


@pytest.mark.parametrize(("scoring", "algorithm"), [("partial", "PartialScore"), ("all_or_nothing", "AllOrNothing")])
@pytest.mark.parametrize("right", [(1,), (1, 3), (1, 2, 3)])
def test_multiple_response(scoring: Any, algorithm: str, right: tuple[int, ...]) -> None:
    """Also with one right choice, and with nothing else."""
    choices = tuple(Choice(text=f"c{i}", correct=i in right) for i in (1, 2, 3))
    found = item(MultipleResponse(id="q", prompt="Which?", choices=choices, scoring=scoring, feedback=ALL))
    assert entries(found) == (
        f"question_type=multiple_answers_question points_possible=1 original_answer_ids={ONE},{TWO},{THREE} "
        f"scoring_algorithm={algorithm}"
    )
    assert found["presentation"] == presentation(
        '<response_lid ident="response1" rcardinality="Multiple"><render_choice>'
        + "".join(label(ident, paragraph(f"c{i}")) for i, ident in enumerate((ONE, TWO, THREE), 1))
        + "</render_choice></response_lid>"
    )
    tests = [eq(i) if at in right else f"<not>{eq(i)}</not>" for at, i in enumerate((ONE, TWO, THREE), 1)]
    assert found["resprocessing"] == processing(
        full(f"<and>{''.join(tests)}</and>", "correct_fb"), further("<other/>", "general_incorrect_fb")
    )


TRUE, FALSE = "728558140681027", "522181122665179"
"""quiz/q#choice/true and …/false"""


@pytest.mark.parametrize("answer", [True, False])
def test_true_false(answer: bool) -> None:
    found = item(TrueFalse(id="q", prompt="Which?", answer=answer, feedback_false="So not."))
    assert entries(found) == f"question_type=true_false_question points_possible=1 original_answer_ids={TRUE},{FALSE}"
    assert found["presentation"] == presentation(
        '<response_lid ident="response1" rcardinality="Single"><render_choice>'
        + label(TRUE, plain("True"))
        + label(FALSE, plain("False"))
        + "</render_choice></response_lid>"
    )
    assert found["resprocessing"] == processing(further(eq(FALSE), f"{FALSE}_fb"), full(eq(TRUE if answer else FALSE)))
    assert found[f"{FALSE}_fb"] == comment(f"{FALSE}_fb", "So not.")


def test_true_false_in_another_language_is_a_choice() -> None:
    done = write(quiz(TrueFalse(id="q", prompt="Which?", answer=True, origin=at("q")), lang="ja"))
    found = done.item()
    assert entries(found).startswith("question_type=multiple_choice_question ")
    assert found["presentation"] == presentation(
        '<response_lid ident="response1" rcardinality="Single"><render_choice>'
        + label(TRUE, paragraph("正しい"))
        + label(FALSE, paragraph("誤り"))
        + "</render_choice></response_lid>"
    )
    assert found["resprocessing"] == processing(full(eq(TRUE)))
    message = (
        "The question is written as multiple choice between “正しい” and “誤り”: Canvas's own type has no other words "
        "than True and False"
    )
    assert done.told() == [("KF402", "warning", "q", message)]


def test_other_words_are_labels() -> None:
    done = write(quiz(TrueFalse(id="q", prompt="?", answer=True), labels={"true": "<yes>", "false": "no"}))
    assert label(TRUE, paragraph("&amp;#60;yes&amp;#62;")) in done.item()["presentation"]
    assert len(done.told()) == 1


# Fields

FIELD = (
    '<response_str ident="response1" rcardinality="Single"><render_fib>'
    '<response_label ident="answer1" rshuffle="No"/></render_fib></response_str>'
)


def test_short_answer() -> None:
    answers = (Answer(text="pod"), Answer(text="a <b> & c", feedback="That one."), Answer(text="x", credit=Fraction(0)))
    found = item(typed(answers=answers, feedback=ALL))
    ident = "704208198533162_fb"  # quiz/q#answer/2
    assert entries(found) == "question_type=short_answer_question points_possible=1"
    assert found["presentation"] == presentation(FIELD)
    other = eq("a &lt;b&gt; &amp; c")
    assert found["resprocessing"] == processing(
        further(other, ident), full(eq("pod") + other, "correct_fb"), further("<other/>", "general_incorrect_fb")
    )
    assert found[ident] == comment(ident, "That one.")


def test_letter_case_for_who_reads_it() -> None:
    """Texts that differ in it alone are one answer unless it counts."""
    assert item(typed("Pod", "pod", " POD "))["resprocessing"] == processing(full(eq("Pod")))
    cased = '<varequal respident="response1" case="Yes">{}</varequal>'
    assert item(typed("Pod", "pod", case_sensitive=True))["resprocessing"] == processing(
        full(cased.format("Pod") + cased.format("pod"))
    )


def number(*answers: NumericalAnswer, **more: Any) -> Numerical:
    return Numerical(**{"id": "q", "prompt": "Which?", "answers": answers, "origin": at("q")} | more)


def value(text: str, tolerance: str = "0", **more: Any) -> NumericalAnswer:
    return NumericalAnswer(value=Decimal(text), tolerance=Decimal(tolerance), **more)


def bounds(low: str, high: str) -> str:
    return f'<vargte respident="response1">{low}</vargte><varlte respident="response1">{high}</varlte>'


def exact(text: str) -> str:
    return f"<or>{eq(text)}<and>{bounds(text, text)}</and></or>"


def margin(text: str, size: str, low: str, high: str) -> str:
    middle = f'<varequal respident="response1" margintype="absolute" margin="{size}">{text}</varequal>'
    return f"<or>{middle}<and>{bounds(low, high)}</and></or>"


@pytest.mark.parametrize(
    ("answer", "test"),
    [
        (value("42"), exact("42")),
        (value("0.10"), exact("0.1")),
        (value("-3.5"), exact("-3.5")),
        (value("100"), exact("100")),
        (value("1E+3"), exact("1000")),
        (value("123456789012345"), exact("123456789012345")),
        (value("3.14159265358979"), exact("3.14159265358979")),
        (value("1e-20"), exact("1e-20")),
        (value("-2.5e300"), exact("-2.5e300")),
        (value("0.1", "0.2"), margin("0.1", "0.2", "-0.1", "0.3")),
        (value("0.12341", "0.0001"), margin("0.12341", "0.0001", "0.12331", "0.12351")),
        # 1% of 80 is 0.8; of -2.5 it is 0.025.
        (value("80", "0.01", relative=True), margin("80", "0.8", "79.2", "80.8")),
        (value("-2.5", "0.01", relative=True), margin("-2.5", "0.025", "-2.525", "-2.475")),
        (value("5", "0.01", relative=True), margin("5", "0.05", "4.95", "5.05")),
        (NumericalAnswer(range=(Decimal("-3.2"), Decimal("-3.10"))), bounds("-3.2", "-3.1")),
        (NumericalAnswer(range=(Decimal(5), Decimal("5.0"))), exact("5")),
    ],
)
def test_numbers(answer: NumericalAnswer, test: str) -> None:
    found = item(number(answer))
    assert entries(found) == "question_type=numerical_question points_possible=1"
    field = FIELD.replace("<render_fib>", '<render_fib fibtype="Decimal">')
    assert found["presentation"] == presentation(field)
    assert found["resprocessing"] == processing(full(test))


def test_several_numbers_with_feedback() -> None:
    answers = (value("1", feedback="One."), value("2"), value("3", credit=Fraction(1, 2), feedback="Half."))
    done = write(quiz(number(*answers, feedback=ALL)))
    found = done.item()
    ident = "590209903046513_fb"  # quiz/q#answer/1
    assert found["resprocessing"] == processing(
        full(exact("1"), ident, "correct_fb"),
        full(exact("2"), "correct_fb"),
        further("<other/>", "general_incorrect_fb"),
    )
    assert found[ident] == comment(ident, "One.")
    assert done.told() == [("KF402", "warning", "q", "Feedback of answer 3 is left out with the answer")]
    assert done.found[0].where == at("q", "answers", 2, "feedback")


def test_a_unit_stands_below_the_prompt() -> None:
    done = write(quiz(number(value("1"), unit=" <kg> & m ")))
    assert done.stem() == "<p>Which?</p><p>Answer (&#60;kg&#62; &#38; m)</p>"
    german = write(quiz(number(value("1"), unit="kg"), lang="de"))
    assert german.stem() == "<p>Which?</p><p>Antwort (kg)</p>"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (value("0"), True),
        (value("1", "1"), True),
        (NumericalAnswer(range=(Decimal(-1), Decimal(1))), True),
        (value("0", credit=Fraction(1, 2)), False),
        (value("1", "0.999"), False),
    ],
)
def test_zero_is_what_classic_quizzes_take_words_for(answer: NumericalAnswer, told: bool) -> None:
    found = write(quiz(number(value("7"), answer)))
    message = (
        "Answer 2 accepts 0, and Classic Quizzes take any text that is no number for 0, so that it earns full marks"
    )
    assert found.told() == ([("KF402", "warning", "q", message)] if told else [])


# Lists


def test_matching() -> None:
    """One number for one text, the same matches in each item, distractors last."""
    pairs = (Pair(item="`a<b>`", match="List<String>"), Pair(item="two", match="R&amp;D"),
             Pair(item="three", match="List<String>"))  # fmt: skip
    question = Matching(
        id="q", prompt="Which?", pairs=pairs, distractors=("x < y & z",), feedback=ALL, explanation="E."
    )
    found = item(question)
    a, b, c = "866967425949233", "695377452845480", "699446157662340"  # quiz/q#match/1 …
    i, j, k = "876006303776642", "295851667330787", "112410554534347"  # quiz/q#item/1 …
    labels = (
        label(a, plain("List&lt;\u2060String&gt;")) + label(b, plain("R&amp;\u2060amp;D"))
        + label(c, plain("x &lt; y &amp; z"))
    )  # fmt: skip

    def response(ident: str, left: str) -> str:
        shown_left = html(f'&lt;div dir="auto"&gt;{left}&lt;/div&gt;')
        return (
            f'<response_lid ident="response_{ident}">{shown_left}<render_choice>{labels}</render_choice></response_lid>'
        )

    assert entries(found) == f"question_type=matching_question points_possible=1 original_answer_ids={i},{j},{k}"
    assert found["presentation"] == presentation(
        response(i, "&lt;code&gt;a&amp;#60;b&amp;#62;&lt;/code&gt;") + response(j, "two") + response(k, "three")
    )
    assert found["resprocessing"] == processing(
        further("<other/>", "general_fb"),
        part(eq(a, f"response_{i}"), "33.33"),
        part(eq(b, f"response_{j}"), "33.33"),
        part(eq(a, f"response_{k}"), "33.33"),
        further("<other/>", "general_incorrect_fb"),
    )
    assert list(found)[3:] == ["general_fb", "correct_fb", "general_incorrect_fb"]


@pytest.mark.parametrize(("count", "share"), [(2, "50.00"), (3, "33.33"), (6, "16.67"), (7, "14.29"), (8, "12.50")])
def test_shares_have_two_decimals(count: int, share: str) -> None:
    pairs = tuple(Pair(item=f"i{i}", match=f"m{i}") for i in range(count))
    assert item(Matching(id="q", prompt="?", pairs=pairs))["resprocessing"].count(f">{share}<") == count


def test_ordering() -> None:
    """The answer is the right order; the steps stand in another one: 0, 2, 1 by the digests 019e…, 3520…, 4409… of
    ``quiz/q#order#0``, ``…#2`` and ``…#1``."""
    question = Ordering(id="q", prompt="Which?", items=("one", "two", "three"), feedback=ALL, origin=at("q"))
    found = item(question)
    a, b, c = "876006303776642", "295851667330787", "112410554534347"  # quiz/q#item/1 …
    assert entries(found) == "question_type=ordering_question points_possible=1"
    assert found["presentation"] == presentation(
        '<response_lid ident="response1" rcardinality="Ordered"><render_choice shuffle="Yes">'
        + label(a, paragraph("one")) + label(c, paragraph("three")) + label(b, paragraph("two"))
        + "</render_choice></response_lid>"
    )  # fmt: skip
    assert found["resprocessing"] == processing(
        full(eq(a) + eq(b) + eq(c), "correct_fb"), further("<other/>", "general_incorrect_fb")
    )


def test_steps_are_decoded_once_more() -> None:
    """By Classic Quizzes: what would be an entity then gets an invisible character; nothing else changes."""
    items = ("`&amp;` and `&#60;`", "`List<String>` & <x>", "a & b; c")
    found = item(Ordering(id="q", prompt="?", items=items))["presentation"]
    assert "&lt;code&gt;&amp;#38;\u2060amp;&lt;/code&gt; and &lt;code&gt;&amp;#38;\u2060#60;&lt;/code&gt;" in found
    assert "&lt;code&gt;List&amp;#60;String&amp;#62;&lt;/code&gt; &amp;#38; &amp;#60;x&amp;#62;" in found
    assert "a &amp;#38; b; c" in found


# Cloze


def cloze(text: str, *blanks: Any, **more: Any) -> Cloze:
    return Cloze(**{"id": "q", "prompt": "", "text": text, "blanks": blanks, "origin": at("q")} | more)


def word(id: str, *texts: str, **more: Any) -> TextBlank:
    return TextBlank(id=id, answers=tuple(Answer(text=text) for text in texts), **more)


def menu(id: str, *texts: str) -> ChoiceBlank:
    """The second choice is right."""
    return ChoiceBlank(id=id, choices=tuple(Choice(text=text, correct=i == 1) for i, text in enumerate(texts)))


def blank(name: str, *labels: str) -> str:
    mark = f"<material><mattext>{name}</mattext></material>"
    return (
        f'<response_lid ident="response_{name}">{mark}<render_choice>{"".join(labels)}</render_choice></response_lid>'
    )


def test_blanks_that_are_typed() -> None:
    question = cloze(
        "A [[x.y]] and [[z]].", word("x.y", "pod", "a <b> & c"), word("z", "Node", case_sensitive=True),
        points=Decimal(2), explanation="E.", prompt="Fill in.",
    )  # fmt: skip
    found = item(question)
    a, b, c = (
        "427357056671705",
        "183875723387409",
        "411931965898661",
    )  # quiz/q#blank/x.y/answer/1, …/2, blank/z/answer/1
    assert entries(found) == (
        f"question_type=fill_in_multiple_blanks_question points_possible=2 original_answer_ids={a},{b},{c}"
    )
    assert found["presentation"] == presentation(
        blank("b1", label(a, plain("pod")), label(b, plain("a &lt;b&gt; &amp; c")))
        + blank("b2", label(c, plain("Node"), ' case="Yes"')),
        "&lt;p&gt;Fill in.&lt;/p&gt;&lt;p&gt;A [b1] and [b2].&lt;/p&gt;",
    )
    assert found["resprocessing"] == processing(
        further("<other/>", "general_fb"), part(eq(a, "response_b1"), "50.00"), part(eq(c, "response_b2"), "50.00")
    )


def test_only_answers_for_full_marks_are_right_in_a_blank() -> None:
    answers = (Answer(text="half", credit=Fraction(1, 2)), Answer(text="whole"))
    found = item(cloze("[[x]]", TextBlank(id="x", answers=answers)))
    assert "whole" in found["presentation"]
    assert "half" not in found["presentation"]


def test_drop_downs() -> None:
    found = item(cloze("[[x]]", menu("x", "R&amp;D", "List<String>")))
    a, b = "985169738892207", "588343963236382"  # quiz/q#blank/x/choice/1, …/2
    assert entries(found) == (
        f"question_type=multiple_dropdowns_question points_possible=1 original_answer_ids={a},{b}"
    )
    assert found["presentation"] == presentation(
        blank("b1", label(a, plain("R&amp;\u2060amp;D")), label(b, plain("List&lt;\u2060String&gt;"))),
        "&lt;p&gt;[b1]&lt;/p&gt;",
    )
    assert found["resprocessing"] == processing(part(eq(b, "response_b1"), "100.00"))


def test_text_that_looks_like_a_mark() -> None:
    """Only the marks of the question's own blanks; any other bracket stays as it is."""
    question = cloze(
        'Not [b1], `[b2]`, arr[i], [b3], [[no]] but [[x]] and [[y]] [link](https://e.org "title [b1]").',
        word("x", "1"), word("y", "2"), prompt="See [b1].",
    )  # fmt: skip
    assert write(quiz(question)).stem() == (
        "<p>See [<span>b1</span>].</p>"
        "<p>Not [<span>b1</span>], <code>[<span>b2</span>]</code>, arr[i], [b3], [[no]] but [b1] and [b2] "
        '<a href="https://e.org" title="title [\u2060b1]">link</a>.</p>'
    )


def test_brackets_outside_a_cloze_stay() -> None:
    assert write(quiz(single(prompt="`arr[i]` [b1]"))).stem() == "<p><code>arr[i]</code> [b1]</p>"


def test_blanks_in_code() -> None:
    question = cloze("`x [[x]]`\n\n```\na [[y]] < b\n```", word("x", "1"), word("y", "2"))
    assert write(quiz(question)).stem() == "<p><code>x [b1]</code></p><pre><code>a [b2] &#60; b\n</code></pre>"


@pytest.mark.parametrize(
    ("blanks", "where", "message"),
    [
        (
            (word("x", "1"), menu("y", "a", "b")),
            "y",
            "The blank y is a drop-down and the blank x is typed: in Canvas all blanks of a text are of one kind",
        ),
        (
            (menu("x", "a", "b"), word("y", "1")),
            "y",
            "The blank y is typed and the blank x is a drop-down: in Canvas all blanks of a text are of one kind",
        ),
        (
            (word("x", "1"), NumberBlank(id="y", answers=(value("3"),))),
            "y",
            "The blank y asks for a number, and Canvas compares what is typed in a text as a word",
        ),
    ],
)
def test_what_canvas_has_no_type_for(blanks: Any, where: str, message: str) -> None:
    found = write(quiz(cloze("[[x]] [[y]]", *blanks), single(id="q2")))
    assert found.told() == [("KF401", "error", "q", message)]
    (finding,) = found.found
    assert finding.where == at("q", "blanks", where)
    assert finding.hint is not None
    assert "`omit: [canvas]`" in finding.hint
    assert found.all("//c:item/@ident") == ["q-q2-1c0cdbca272b"]


# Essays, descriptions


def essay(**more: Any) -> Essay:
    return Essay(**{"id": "q", "prompt": "Which?", "origin": at("q")} | more)


BY_HAND = '<respcondition continue="No"><conditionvar><other/></conditionvar></respcondition>'


def test_essay() -> None:
    """The rule without marks is by what New Quizzes know an essay."""
    found = item(essay(explanation="E.", feedback=ALL, points=Decimal("0.125")))
    assert entries(found) == "question_type=essay_question points_possible=0.125"
    assert found["presentation"] == presentation(FIELD)
    assert found["resprocessing"] == processing(further("<other/>", "general_fb"), BY_HAND)
    assert list(found)[3:] == ["general_fb"]


@pytest.mark.parametrize(
    ("response", "attributes"),
    [
        (Response(), ""),
        (Response(format="plain"), ' rce="No"'),
        (Response(format="code", lines=9), ' rce="No"'),
        (Response(min_words=10), ' word_count="Yes" word_limit_enabled="Yes" word_limit_min="10"'),
        (
            Response(format="plain", min_words=10, max_words=50),
            ' rce="No" word_count="Yes" word_limit_enabled="Yes" word_limit_min="10" word_limit_max="50"',
        ),
    ],
)
def test_the_field_of_an_essay(response: Response, attributes: str) -> None:
    found = item(essay(response=response))
    field = FIELD.replace('rcardinality="Single"', f'rcardinality="Single"{attributes}')
    assert found["presentation"] == presentation(field)


def test_what_graders_see() -> None:
    found = item(essay(grading_notes="`<b>`", model_answer="So & so."))
    assert entries(found) == (
        "question_type=essay_question points_possible=1 grading_notes=&lt;p&gt;&lt;code&gt;&amp;#60;b&amp;#62;"
        "&lt;/code&gt;&lt;/p&gt;&lt;p&gt;&lt;strong&gt;Model answer&lt;/strong&gt;&lt;/p&gt;&lt;p&gt;So &amp;#38; so."
        "&lt;/p&gt;"
    )
    assert "itemfeedback" not in "".join(found.values())


def test_a_starter_stands_below_the_prompt() -> None:
    starter = "def <f>:\n    return &amp;\n"
    found = write(quiz(essay(response=Response(starter=starter))))
    assert found.stem() == "<p>Which?</p><pre>def &#60;f&#62;:\n    return &#38;amp;</pre>"


def test_an_upload() -> None:
    found = item(essay(response=Response(format="file")))
    assert entries(found) == "question_type=file_upload_question points_possible=1"
    assert found["presentation"] == presentation("")
    assert list(found) == ["itemmetadata", "presentation"]
    explained = item(essay(response=Response(format="file"), explanation="E."))
    assert explained["resprocessing"] == processing(further("<other/>", "general_fb"))


def test_an_upload_has_no_place_for_graders() -> None:
    done = write(quiz(essay(response=Response(format="file"), model_answer="So.")))
    message = "What is for graders is left out: an upload has no place for it in Canvas"
    assert done.told() == [("KF402", "warning", "q", message)]
    assert "So." not in done.text


def test_a_description_asks_nothing() -> None:
    found = item(Description(id="q", prompt="Read *this*.", explanation="E.", feedback=ALL, points=Decimal(3)))
    assert entries(found) == "question_type=text_only_question points_possible=0.0"
    assert list(found) == ["itemmetadata", "presentation"]
    assert found["presentation"] == presentation("", "&lt;p&gt;Read &lt;em&gt;this&lt;/em&gt;.&lt;/p&gt;")
