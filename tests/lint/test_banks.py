"""Rules of item writing that look at a whole bank, or at several: patterns, chance, and large or hostile input."""

import random
import time
from collections.abc import Sequence

import pytest
from sandbox import BANKS

from kfexport import pipeline
from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint import registry
from kfexport.lint.base import Context
from kfexport.lint.writing.chance import tail
from kfexport.model import Choice, Question, Quiz, Section, SingleChoice, TrueFalse

WRITING = ("KF250", "KF251", "KF252", "KF253", "KF254", "KF255", "KF256")


def keyed(positions: Sequence[int], choices: int = 4, *, shuffle: bool = False) -> list[Question]:
    return [
        SingleChoice(
            id=f"q{i}",
            prompt=f"Which of these is it in case {i}?",
            choices=tuple(Choice(text=f"thing {i}-{c}", correct=c == key) for c in range(choices)),
            shuffle=shuffle,
        )
        for i, key in enumerate(positions)
    ]


def bank(questions: Sequence[Question], *, id: str = "bank", lang: str = "en") -> Quiz:
    return Quiz(id=id, title="Bank", lang=lang, sections=(Section(id=None, questions=tuple(questions)),))


def told(code: str, *quizzes: Quiz, context: Context | None = None) -> list[Diagnostic]:
    rule, context = registry.rules()[code], context or Context(())
    found = [d for quiz in quizzes if rule.check is not None for d in rule.check(quiz, context)]
    return found + (list(rule.check_all(quizzes, context)) if rule.check_all is not None else [])


# --- chance -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "tries", "share", "expected"),
    [
        (7, 7, 0.25, 0.25**7),
        (5, 5, 0.2, 0.2**5),
        (1, 2, 0.5, 0.75),
        (6, 7, 0.25, 7 * 0.25**6 * 0.75 + 0.25**7),
        (0, 3, 0.25, 1.0),
        (3, 3, 1.0, 1.0),
        (10_000, 10_000, 0.25, 0.0),
    ],
)
def test_the_tail_of_the_binomial_distribution(hits: int, tries: int, share: float, expected: float) -> None:
    assert tail(hits, tries, share) == pytest.approx(expected)


# --- KF250 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("questions", "message"),
    [
        (keyed([1] * 7), "in 7 of 7 questions with 4 choices the right choice is B"),
        (keyed([0] * 5), "in 5 of 5 questions with 4 choices the right choice is A"),
        (keyed([2] * 8 + [0, 1]), "in 8 of 10 questions with 4 choices the right choice is C"),
        (keyed([1] * 9, 2), "in 9 of 9 questions with 2 choices the right choice is B"),
        (keyed([27] * 5, 30), "in 5 of 5 questions with 30 choices the right choice is choice 28"),
        (keyed([0, 1, 2, 3] * 3) + keyed([2] * 7, 3), "in 7 of 7 questions with 3 choices the right choice is C"),
        (keyed([0] * 1200 + [1, 2, 3] * 300), "in 1,200 of 2,100 questions with 4 choices the right choice is A"),
    ],
)
def test_keys_at_one_position(questions: list[Question], message: str) -> None:
    assert [d.message for d in told("KF250", bank(questions))] == [message]


@pytest.mark.parametrize(
    "questions",
    [
        keyed([1] * 7, shuffle=True),
        keyed([1] * 4),  # too few
        keyed([1] * 4) + keyed([1] * 4, 3),  # of two kinds
        keyed([0, 1, 2, 3, 0, 1]),
        keyed([0] * 2700 + [1] * 2500 + [2] * 2400 + [3] * 2400),  # no chance, and no use to anybody
        keyed([1] * 6, 2),  # one in 32 banks of six coins
    ],
)
def test_keys_that_show_no_pattern(questions: list[Question]) -> None:
    assert told("KF250", bank(questions)) == []


def test_keys_of_a_file_with_errors_are_not_counted() -> None:
    assert told("KF250", bank(keyed([1] * 7)), context=Context((), partial=True)) == []


def test_options_of_the_key_position() -> None:
    few = Context((), chosen={("KF250", "questions"): 8})
    assert told("KF250", bank(keyed([1] * 7)), context=few) == []
    often = Context((), chosen={("KF250", "times"): 3.5})
    assert told("KF250", bank(keyed([2] * 8 + [0, 1])), context=often) == []


def test_fair_banks_are_left_alone() -> None:
    """Keys at random positions: fewer than one bank in a hundred may be found at fault."""
    chance = random.Random(7)
    banks = false_alarms = 0
    for count in (5, 6, 7, 8, 10, 15, 20, 40, 100):
        for choices in (2, 3, 4, 5):
            for _ in range(60):
                keys = [chance.randrange(choices) for _ in range(count)]
                more = [chance.randrange(3) for _ in range(chance.choice((0, 8)))]
                banks += 1
                false_alarms += bool(told("KF250", bank(keyed(keys, choices) + keyed(more, 3))))
    assert banks == 2160
    assert 0 < false_alarms < banks / 100


def test_the_first_japanese_bank_had_its_keys_at_b() -> None:
    quiz = pipeline.load([str(BANKS[1])]).quizzes[0]
    questions = [
        SingleChoice(id=q.id, prompt=q.prompt, choices=order(q.choices))
        for q in quiz.questions()
        if isinstance(q, SingleChoice)
    ]
    found = told("KF250", bank(questions, lang="ja"))
    assert [d.message for d in found] == ["in 7 of 7 questions with 4 choices the right choice is B"]


def order(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices with the right one at B, where it stood at first."""
    right = next(choice for choice in choices if choice.correct)
    others = [choice for choice in choices if choice is not right]
    return others[0], right, *others[1:]


# --- KF251 ------------------------------------------------------------------------------------------------------------


def sized(longest_is_right: Sequence[bool]) -> list[Question]:
    """Questions with a choice that is a little longer than the others."""
    return [
        SingleChoice(
            id=f"q{i}",
            prompt="What happens to it?",
            choices=(
                Choice(text="It is sent back to its owner by the node", correct=right),
                Choice(text="It is kept by its owner on the node", correct=not right),
                Choice(text="It is lost by its owner"),
                Choice(text="It is found on the node"),
            ),
        )
        for i, right in enumerate(longest_is_right)
    ]


def test_the_longest_choice_is_right_too_often() -> None:
    found = told("KF251", bank(sized([True] * 9 + [False] * 3)))
    assert [d.message for d in found] == [
        "in 9 of 12 questions with one choice longer than the others it is the right one"
    ]


@pytest.mark.parametrize(
    "longest_is_right",
    [[True] * 4, [True] * 3 + [False] * 9, [True] * 45 + [False] * 55],
    ids=["too few", "chance", "less than half"],
)
def test_the_longest_choice_is_right_now_and_then(longest_is_right: list[bool]) -> None:
    assert told("KF251", bank(sized(longest_is_right))) == []


# --- KF256 ------------------------------------------------------------------------------------------------------------


def claim(id: str, prompt: str = "A failing liveness probe restarts the container.") -> TrueFalse:
    return TrueFalse(id=id, prompt=prompt, answer=True)


def test_the_same_question_in_two_banks_is_a_note() -> None:
    found = told("KF256", bank([claim("a")], id="week-1"), bank([claim("b")], id="exam"))
    assert [(d.message, d.severity, d.question) for d in found] == [
        ("the question asks the same as `week-1/a`", Severity.INFO, "b")
    ]


def test_a_translation_is_not_the_same_question() -> None:
    assert told("KF256", bank([claim("a")]), bank([claim("a")], id="bank-ja", lang="ja")) == []


def test_another_stimulus_makes_another_question() -> None:
    first, second = (TrueFalse(id=s, prompt="It is green.", answer=True, stimulus=s) for s in ("leaf", "sky"))
    assert told("KF256", bank([first, second])) == []


def test_three_equal_questions_are_two_too_many() -> None:
    found = told("KF256", bank([claim("a"), claim("b"), claim("c")]))
    assert [(d.question, d.message) for d in found] == [
        ("b", "the question asks the same as `a`"),
        ("c", "the question asks the same as `a`"),
    ]


def generated(prompt: str, count: int) -> Quiz:
    """Questions with the same choices and the same right one; `@` in the prompt is their number."""
    choices = (Choice(text="It restarts the whole container", correct=True), Choice(text="No"), Choice(text="Nothing"))
    return bank([SingleChoice(id=f"q{i}", prompt=prompt.replace("@", str(i)), choices=choices) for i in range(count)])


def test_ten_thousand_generated_questions() -> None:
    start = time.process_time()
    assert told("KF256", generated("What does the kubelet of node @ do with a container that fails?", 10_000)) == []
    assert len(told("KF256", generated("What does the kubelet do with a container that fails?", 10_000))) == 9_999
    assert time.process_time() - start < 5


def test_nearly_equal_questions_among_many_are_found_beside_each_other() -> None:
    many = generated("What does the kubelet of node @ do with a container that fails?", 50)
    choices = (Choice(text="It restarts the whole container", correct=True), Choice(text="No"), Choice(text="Nothing"))
    near = SingleChoice(
        id="near", prompt="What does the kubelet of node 7 do with any container that fails?", choices=choices
    )
    found = told("KF256", bank([*many.questions(), near]))
    assert [(d.question, d.message) for d in found] == [("near", "the question asks nearly the same as `q7`")]


# --- all of them ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "which of these " * 20_000,
        ". " * 150_000,
        "? \n" * 100_000,
        "(" * 300_000,
        "*" * 300_000,
        "** " * 100_000,
        " " * 300_000 + "x",
        "`" * 150_000 + "a" + "``` ` `` " * 15_000,
        "$ " * 150_000,
        "a and b, " * 30_000,
        "ない" * 100_000,
        "どれが" * 100_000,
        "A) " * 100_000,
        "always " * 40_000,
        "all of the above " * 18_000,
    ],
    ids=lambda text: repr(text[:12]),
)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_long_texts_take_no_long_time(text: str, lang: str) -> None:
    choices = tuple(Choice(text=f"{text} {i}", correct=i == 1) for i in range(4))
    quiz = bank([SingleChoice(id=f"q{i}", prompt=text, choices=choices) for i in range(2)], lang=lang)
    for code in WRITING:
        start = time.process_time()
        told(code, quiz)
        assert time.process_time() - start < 3, code
