"""Cards of the question types, in literal HTML. What they must show: FORMAT, "Meaning of marks", and DESIGN §6."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from anki_reader import dom, read, visible
from anki_samples import (
    between,
    cloze,
    column,
    description,
    essay,
    files,
    matching,
    number,
    numbers,
    ordering,
    pods,
    several,
    short,
    sides,
    table,
    truth,
    value,
    words,
)
from anki_samples import quiz as quiz_of

from kfexport.diagnostics import Severity
from kfexport.model import Answer, Choice, Feedback, Quiz, Stimulus, TextBlank
from kfexport.targets import anki
from kfexport.targets.base import Losses, WriteOptions
from kfexport.targets.export import write
from kfexport.targets.features import report
from kfexport.targets.identity import digest
from kfexport.targets.orders import scrambled

HALF = Fraction(1, 2)
BOX = '<input type="checkbox" disabled="disabled" /> '


def losses_of(q: Quiz) -> list[tuple[str, Severity, str]]:
    losses = Losses("anki")
    report(q, anki.CAPABILITIES, losses)
    anki.write(q, WriteOptions(), losses)
    return [(d.code, d.severity, d.message) for d in losses.found]


# --- choices and truth ------------------------------------------------------------------------------------------


def test_multiple_response() -> None:
    question = several("a", "`b`", "c", right="ac", explanation="So.")
    assert sides(question) == (
        f'<p>Which?</p><ol type="A"><li>{BOX}a</li><li>{BOX}<code>b</code></li><li>{BOX}c</li></ol>',
        "<p><b>Answer</b><br />A. a</p><p>C. c</p><p><b>Explanation</b></p><p>So.</p>",
    )


def test_multiple_response_of_blocks() -> None:
    choices = (Choice(text="x\n\n- y", correct=True), Choice(text="- z", correct=True), Choice(text="w"))
    _, back = sides(several("a", right="a", choices=choices))
    assert back == "<p><b>Answer</b><br />A.</p><p>x</p><ul><li>y</li></ul><p>B. - z</p>"


def test_only_where_several_may_be_right_there_are_boxes() -> None:
    assert "<input" not in sides(pods())[0]
    assert sides(several("a", "b", right="a"))[0].count("<input") == 2


@pytest.mark.parametrize(("answer", "word"), [(True, "True"), (False, "False")])
def test_true_false(answer: bool, word: str) -> None:
    assert sides(truth(answer, explanation="So.")) == (
        "<p>Water is wet.</p><ul><li>True</li><li>False</li></ul>",
        f"<p><b>Answer</b><br />{word}</p><p><b>Explanation</b></p><p>So.</p>",
    )


def test_words_of_true_and_false_in_the_language_of_the_quiz_or_the_authors_own() -> None:
    (record,) = table(quiz_of(truth(False), lang="ja")).records
    assert visible(record[2]) == "Water is wet. 正しい 誤り"
    assert visible(record[3]) == "回答 誤り"
    assert sides(truth(True), labels={"true": "Yes <b>", "false": "No"}) == (
        "<p>Water is wet.</p><ul><li>Yes &lt;b&gt;</li><li>No</li></ul>",
        "<p><b>Answer</b><br />Yes &lt;b&gt;</p>",
    )


# --- short answers and numbers ----------------------------------------------------------------------------------


def test_one_accepted_text() -> None:
    assert sides(short("ls -l", explanation="So.")) == (
        "<p>Which command?</p>",
        "<p><b>Answer</b><br />ls -l</p><p><b>Explanation</b></p><p>So.</p>",
    )


def test_accepted_texts_with_their_credits_the_best_first() -> None:
    question = short(
        ("cp", Fraction(1, 3)), ("dir", HALF), "ls", "LS!", ("ll", Fraction(333, 1000)), ("rm", Fraction(0))
    )
    assert sides(question)[1] == ("<p><b>Answer</b><br />ls<br />LS!<br />dir (50%)<br />cp (1/3)<br />ll (33.3%)</p>")


def test_accepted_texts_are_plain() -> None:
    _, back = sides(short("a <b> & *c*", "x  y", "{{c1::z}} \\(q\\)"))
    shown = dom(back).xpath("string(p)")
    assert shown == "Answera <b> & *c*x  y{{c1::z}} \\(q\\)"
    assert '<span style="white-space:pre-wrap">x  y</span>' in back
    assert "{{c1" not in back


@pytest.mark.parametrize(
    ("answer", "unit", "shown"),
    [
        (value("42"), "", "42"),
        (value("42"), "km", "42 km"),
        (value("0.12341"), "", "0.12341"),
        (value("1.10", "0.05"), "", "1.10 ± 0.05"),
        (value("3.14", "0.01"), "m", "3.14 ± 0.01 m"),
        (value("80", "1%"), "", "80 ± 1% (79.2 … 80.8)"),
        (value("-200", "2.5%"), "°C", "-200 °C ± 2.5% (-205 … -195 °C)"),
        (between("3.1", "3.2"), "", "3.1 … 3.2"),
        (between("-5", "-1.50"), "< m", "-5 … -1.50 < m"),
        (between("7", "7"), "", "7"),
        (value("1e-7"), "", "0.0000001"),
        (value("6.02e23", "1e20"), "", "6.02e23 ± 1e20"),
        (value("1.5e-300"), "", "1.5e-300"),
        (value("0", "1%"), "", "0"),
    ],
)
def test_numbers(answer: object, unit: str, shown: str) -> None:
    front, back = sides(number(answer, unit=unit))  # type: ignore[arg-type]
    assert visible(back) == f"Answer {shown}"
    assert visible(front) == (f"How much? … {unit}" if unit else "How much?")


def test_several_numbers_with_their_credits() -> None:
    _, back = sides(number(between("70", "90", HALF), value("80", "1"), unit="s"))
    assert back == "<p><b>Answer</b><br />80 ± 1 s<br />70 … 90 s (50%)</p>"


# --- matching and ordering --------------------------------------------------------------------------------------


def test_matching_shows_two_columns_and_then_the_pairs() -> None:
    question = matching(("`a`", "x"), ("b", "y <z>"), distractors=("d",))
    front, back = sides(question)
    items, matches = dom(front).xpath(".//table/tr/td")
    assert [li.text_content() for li in items.xpath("ol[not(@type)]/li")] == ["a", "b"]
    shown = [li.text_content() for li in matches.xpath("ol[@type='A']/li")]
    assert sorted(shown) == ["d", "x", "y <z>"]
    letters = dict(zip(shown, "ABC", strict=True))
    assert back == (
        f"<p><b>Answer</b></p><ol><li><code>a</code> — {letters['x']}. x</li>"
        f"<li>b — {letters['y <z>']}. y &lt;z&gt;</li></ol>"
    )
    assert front.startswith("<p>Who does what?</p><p><b>Match</b></p><table>")


def test_a_match_of_two_items_stands_there_once() -> None:
    front, back = sides(matching(("a", "x"), ("b", "y"), ("c", "x")))
    shown = dom(front).xpath(".//ol[@type='A']/li/text()")
    assert shown == ["y", "x"]
    assert [li.text_content() for li in dom(back).iter("li")] == ["a — B. x", "b — A. y", "c — B. x"]


def test_ordering_shows_the_items_in_another_order_and_then_the_right_one() -> None:
    front, back = sides(ordering("*one*", "two", "three"))
    shown = [li.text_content() for li in dom(front).xpath(".//ol[@type='A']/li")]
    assert sorted(shown) == ["one", "three", "two"]
    assert shown != ["one", "two", "three"]
    letters = {text: "ABC"[i] for i, text in enumerate(shown)}
    by_letter = ", ".join(letters[text] for text in ("one", "two", "three"))
    assert back == f"<p><b>Answer</b><br />{by_letter}</p><ol><li><em>one</em></li><li>two</li><li>three</li></ol>"
    assert front.startswith('<p>In which order?</p><p><b>Order</b></p><ol type="A"><li>')


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_items_never_stand_in_the_right_order(count: int) -> None:
    orders = [scrambled(f"quiz/q{i}", count) for i in range(2000)]
    assert all(sorted(order) == list(range(count)) for order in orders)
    assert list(range(count)) not in orders
    assert len({tuple(order) for order in orders}) == [1, 5, 23, 119][count - 2]  # all orders but the right one


@pytest.mark.parametrize(("count", "answers"), [(2, 2), (3, 2), (5, 3), (4, 4)])
def test_matches_never_stand_in_the_order_of_their_items(count: int, answers: int) -> None:
    for i in range(500):
        order = scrambled(f"quiz/q{i}", count, answers)
        assert sorted(order) == list(range(count))
        assert [position for position in order if position < answers] != list(range(answers))


def test_distractors_do_not_stand_in_for_another_order() -> None:
    for i in range(60):
        question = matching(("a", "x"), ("b", "y"), distractors=("d", "e"), id=f"q{i}")
        shown = dom(sides(question)[0]).xpath(".//ol[@type='A']/li/text()")
        assert [text for text in shown if text in "xy"] == ["y", "x"]


def test_where_there_is_one_match_there_is_one_order() -> None:
    front, _ = sides(matching(("a", "x"), ("b", "x")))
    assert dom(front).xpath(".//ol[@type='A']/li/text()") == ["x"]


def test_the_order_comes_from_the_key_of_the_question_and_not_from_its_texts() -> None:
    def order(front: str) -> list[int]:
        shown = dom(front).xpath(".//ol[@type='A']/li/text()")
        return [int(text[-1]) for text in shown]

    items, others = [f"a{i}" for i in range(8)], [f"b{i}" for i in range(8)]
    expected = sorted(range(8), key=lambda i: digest(f"k8s/order#order#{i}"))
    assert order(sides(ordering(*items))[0]) == order(sides(ordering(*others))[0]) == expected
    assert order(sides(ordering(*items, id="other"))[0]) != expected
    assert order(sides(ordering(*items, id="other", key="k8s/order"))[0]) == expected


def test_the_order_is_the_same_for_ever() -> None:
    # By the first hex digits of SHA-256 of "a/b#order#0" and so on: 0 → 05, 1 → 187, 2 → 74, 3 → 8a, 4 → 1a.
    assert scrambled("a/b", 5) == [0, 1, 4, 2, 3]


# --- descriptions, and quizzes of several kinds -----------------------------------------------------------------


def test_a_description_is_no_card_and_says_so_once() -> None:
    first = description(category=("2026",), tags=("a b",))
    q = quiz_of(first, pods(explanation=""), description(id="more"))
    assert len(table(q).records) == 1
    assert losses_of(q) == [
        (
            "KF403",
            Severity.INFO,
            "A question of the type description is left out: there are no texts between cards (also more)",
        )
    ]


def test_a_quiz_of_descriptions_gives_no_file() -> None:
    exported = write(quiz_of(description()), "anki", WriteOptions(), allow_omit=False)
    assert exported.artifact.files == {}
    assert [d.code for d in exported.diagnostics] == ["KF403", "KF404", "KF408"]


def test_one_file_a_kind_of_note_and_none_without_rows() -> None:
    gaps, asked = cloze("a [[x]]", words("x", "y")), pods()
    assert list(files(quiz_of(asked))) == ["k8s.csv"]
    assert list(files(quiz_of(gaps))) == ["k8s.cloze.csv"]
    assert list(files(quiz_of(gaps, asked))) == ["k8s.csv", "k8s.cloze.csv"]
    assert list(files(quiz_of(gaps, asked, short("x")), typing=True)) == ["k8s.csv", "k8s.cloze.csv", "k8s.typing.csv"]


def test_each_file_has_its_decks_parents_first_and_all_share_one_spelling() -> None:
    questions = (
        pods(id="a", category=("Kube", "One")),
        cloze("[[x]]", words("x", "y"), id="b", category=("KUBE", "one")),
        cloze("[[x]]", words("x", "y"), id="c", category=("kube",)),
    )
    written = files(quiz_of(*questions, tags=("T",)))
    decks = {name: [record[1] for record in read(content).records] for name, content in written.items()}
    assert decks == {"k8s.csv": ["Kube::One"], "k8s.cloze.csv": ["Kube", "Kube::One"]}


def test_every_type_shows_stimulus_hints_and_explanation() -> None:
    questions = (
        several("a", "b", right="a", id="q1"),
        truth(True, id="q2"),
        short("x", id="q3"),
        number(value("1"), id="q4"),
        essay(id="q5"),
        matching(("a", "x"), ("b", "y"), id="q6"),
        ordering("a", "b", id="q7"),
        cloze("[[x]]", words("x", "y"), id="q8"),
    )
    extra = {"stimulus": "s", "hints": ("Think!",), "explanation": "Therefore."}
    stimulus = Stimulus(id="s", text="Read this first.")
    for question in questions:
        front, back = sides(replace(question, **extra), stimuli=(stimulus,))  # type: ignore[arg-type]
        assert front.startswith("<p>Read this first.</p><hr />")
        assert front.endswith("<details><summary>Hint</summary><p>Think!</p></details>")
        assert back.endswith("<p><b>Explanation</b></p><p>Therefore.</p>")


def test_guids_of_the_kinds() -> None:
    # The first 20 hex digits of SHA-256 of "k8s/q#basic", "k8s/q#cloze" and "k8s/q#typing".
    basic, gaps, typed = "kf-02605157c4312a56b25d", "kf-43d995b1eb7946889e5d", "kf-11b8e1b366718e0a9c91"
    assert column(quiz_of(short("x", id="q")), 0) == [basic]
    assert column(quiz_of(cloze("[[x]]", words("x", "y"), id="q")), 0) == [gaps]
    (record,) = table(quiz_of(short("x", id="q")), typing=True).records
    assert record[0] == typed


# --- losses -----------------------------------------------------------------------------------------------------


def test_what_nothing_is_lost_of() -> None:
    questions = (
        several("a", "b", right="a"),
        truth(True),
        short("x", ("y", HALF)),
        number(value("1", "1%"), between("3", "4", HALF), unit="m"),
        matching(("a", "x"), ("b", "y"), distractors=("d",)),
        ordering("a", "b"),
        cloze("[[x]] [[n]]", words("x", "y", ("z", HALF)), numbers("n", value("1", "2")), points=Decimal(1)),
    )
    assert losses_of(quiz_of(*questions)) == []


def test_what_a_card_never_has_is_told_once_a_quiz() -> None:
    graded = "left out: Anki does not grade answers"
    credit = (Choice(text="a", correct=True, credit=Fraction(1)), Choice(text="b", credit=-HALF))
    heavy = TextBlank(id="x", answers=short("y").answers, weight=2)
    questions = [
        several("a", "b", right="a", id="q1", scoring="all_or_nothing"),
        ordering("a", "b", id="q2", scoring="all_or_nothing"),
        several("a", "b", right="a", id="q3", choices=credit),
        short("x", id="q4", case_sensitive=True),
        short("x", id="q5", case_sensitive=True),
        cloze("[[x]] [[n]]", heavy, numbers("n", value("1")), id="q6"),
    ]
    assert losses_of(quiz_of(*questions)) == [
        ("KF403", Severity.INFO, f"Scoring by all or nothing is {graded}"),
        ("KF403", Severity.INFO, f"Credit of choices 1 and 2 is {graded}"),
        ("KF403", Severity.INFO, f"The letter case of answers is {graded}"),
        ("KF403", Severity.INFO, f"The weight of the blanks is {graded}"),
    ]


def test_feedback_is_lost_with_a_warning_a_question() -> None:
    explained = "left out: Anki cards show the explanation instead"
    answers = (Answer(text="x", feedback="Hm."),)
    q = quiz_of(truth(True, feedback_false="No."), short("x", answers=answers, feedback=Feedback(correct="Yes.")))
    assert losses_of(q) == [
        ("KF402", Severity.WARNING, f"Feedback on “false” is {explained}"),
        (
            "KF402",
            Severity.WARNING,
            "Feedback on a right answer is left out: "
            "Anki does not judge answers, its cards show the explanation instead",
        ),
        ("KF402", Severity.WARNING, f"Feedback of an answer is {explained}"),
    ]
