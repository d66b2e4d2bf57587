"""How long what each question repeats may be, and how much is told or guessed: limits that keep small files small."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kfexport.lint import registry
from kfexport.lint.base import Context
from kfexport.model import Blank, Choice, Cloze, Matching, Pair, Quiz, Section, SingleChoice, Stimulus, TextBlank
from kfexport.model.parts import Answer
from kfexport.richtext.mathjax import MathJax
from kfexport.targets import formulas
from kfexport.targets.base import Losses
from kfexport.targets.canvas import scene
from kfexport.targets.canvas.lists import matching

QUESTION = SingleChoice(id="q", prompt="Which?", choices=(Choice(text="a", correct=True), Choice(text="b")))
QUIZ = Quiz(id="demo", title="Demo", lang="en", sections=(Section(id="s", questions=(QUESTION,)),))


def told(quiz: Quiz, code: str) -> list[tuple[str, str | None]]:
    found = registry.check(quiz, Context(("moodle",)))
    return [(d.message, d.hint) for d in found if d.code == code]


def with_question(**changes: object) -> Quiz:
    return replace(QUIZ, sections=(Section(id="s", questions=(replace(QUESTION, **changes),)),))


LIMITS: list[tuple[Callable[[int], Quiz], int, str]] = [
    (lambda n: replace(QUIZ, tags=tuple(map(str, range(n)))), 1000, "`tags` has 1,001 entries, and may have 1,000"),
    (lambda n: with_question(tags=tuple(map(str, range(n)))), 1000, "`tags` has 1,001 entries, and may have 1,000"),
    (lambda n: replace(QUIZ, category=("x",) * n), 50, "`category` has 51 entries, and may have 50"),
    (lambda n: with_question(category=("x",) * n), 50, "`category` has 51 entries, and may have 50"),
]


@pytest.mark.parametrize(("made", "most", "message"), LIMITS)
def test_lists_have_a_limit(made: Callable[[int], Quiz], most: int, message: str) -> None:
    assert told(made(most), "KF207") == []
    assert told(made(most + 1), "KF207") == [(message, "Delete some.")]


SECTION = Section(id="s", questions=tuple(replace(QUESTION, id=f"q{i}") for i in range(100)))
REPEATED: list[tuple[Callable[[str], Quiz], str]] = [
    (lambda text: replace(QUIZ, title=text, sections=(SECTION,)), "the title"),
    (lambda text: replace(QUIZ, labels={"answer": text}, sections=(SECTION,)), "the label"),
    (lambda text: replace(QUIZ, tags=("x", text), sections=(SECTION,)), "the tag"),
    (lambda text: replace(QUIZ, category=(text[1:], "x"), sections=(SECTION,)), "the category"),
    (lambda text: replace(QUIZ, sections=(replace(SECTION, title=text),)), "the title"),
    (lambda text: replace(QUIZ, sections=(replace(SECTION, tags=(text,)),)), "the tag"),
]


@pytest.mark.parametrize(("made", "what"), REPEATED)
def test_what_each_question_repeats_has_a_limit(made: Callable[[str], Quiz], what: str) -> None:
    assert told(made("x" * 100_000), "KF207") == []
    assert told(made("x" * 100_001), "KF207") == [
        (
            f"{what} is too long for 100 questions, each of which has it: that makes 10,000,100 characters",
            "Make it shorter, or divide the questions among several quizzes.",
        )
    ]


def test_what_one_question_has_may_be_long() -> None:
    assert told(with_question(tags=("x" * 100_000,), category=("y" * 100_000,), title="z" * 100_000), "KF207") == []
    assert told(replace(QUIZ, title="x" * 20_000_000), "KF207") == []


def test_a_long_stimulus_stands_before_few_questions() -> None:
    questions = tuple(replace(QUESTION, id=f"q{i}", stimulus="s") for i in range(10))
    quiz = replace(QUIZ, sections=(Section(id="s", questions=questions),))
    assert told(replace(quiz, stimuli=(Stimulus(id="s", text="x" * 1_000_000),)), "KF207") == []
    assert told(replace(quiz, stimuli=(Stimulus(id="s", text="x" * 1_000_001),)), "KF207") == [
        (
            "the stimulus `s` is too long for 10 questions, each of which has it: that makes 10,000,010 characters",
            "Make it shorter, or divide the questions among several quizzes.",
        )
    ]


def test_canvas_takes_no_matching_that_grows_without_bounds() -> None:
    pairs = tuple(Pair(item=f"item {i}", match=f"match {i}") for i in range(2000))
    question = Matching(id="q", prompt="Which?", pairs=pairs)
    losses = Losses("canvas")
    around = scene.Scene(quiz=QUIZ, losses=losses, ids=scene.AnswerIds())
    assert matching(around, question) is None
    assert [(d.code, d.severity.value, d.message, d.hint) for d in losses.found] == [
        (
            "KF406",
            "error",
            "Canvas needs all matches once for each of the 2,000 items, which is too much",
            "Divide them among several questions.",
        )
    ]
    assert matching(around, replace(question, pairs=pairs[:100])) is not None


def test_the_first_20_formulas_of_a_text_are_told() -> None:
    losses = Losses("moodle")
    prompt = " ".join(f"$\\qty{{{i}}}$" for i in range(25))
    formulas.report(with_question(prompt=prompt), MathJax("Moodle's MathJax", on_demand=False, is_3=False), losses)
    messages = [d.message for d in losses.found]
    assert len(messages) == 20
    assert messages[0] == (
        "In the prompt, the formula `\\qty{0}` is not shown whole: Moodle's MathJax does not know `\\qty`"
    )
    assert messages[19] == (
        "In the prompt, the formula `\\qty{19}` is not shown whole: Moodle's MathJax does not know `\\qty`"
        " (5 more follow)"
    )


def test_the_command_that_was_meant_is_looked_for_50_times() -> None:
    names = [chr(ord("a") + i // 26) + chr(ord("a") + i % 26) for i in range(60)]
    questions = tuple(replace(QUESTION, id=f"q-{n}", prompt=f"$\\alpha{n}x$") for n in names)
    losses = Losses("moodle")
    quiz = replace(QUIZ, sections=(Section(id="s", questions=questions),))
    formulas.report(quiz, MathJax("Moodle's MathJax", on_demand=False, is_3=False), losses)
    guessed = [str(d.hint).startswith("Did you mean `\\alpha`?") for d in losses.found]
    assert guessed == [True] * 50 + [False] * 10


def blank(id: str) -> Blank:
    return TextBlank(id=id, answers=(Answer(text="x"),))


def test_few_marks_are_compared_with_few_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def close(_word: str, names: list[str], *_: object) -> list[str]:
        asked.append(len(names))
        return []

    monkeypatch.setattr("difflib.get_close_matches", close)
    text = " ".join(f"[[other-{i}]]" for i in range(300))
    question = Cloze(id="q", prompt="", text=text, blanks=tuple(blank(f"b{i}") for i in range(25)))
    quiz = replace(QUIZ, sections=(Section(id="s", questions=(question,)),))
    assert [message for message, _ in told(quiz, "KF208")] == [
        f"the blank `b{i}` has no mark in the text" for i in range(25)
    ]
    assert asked == [200] * 20
