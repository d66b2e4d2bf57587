"""Marks of Markdown in texts that are plain."""

from typing import Any

import pytest

from kfexport.lint import registry
from kfexport.lint.base import Context
from kfexport.model import (
    Answer,
    Choice,
    ChoiceBlank,
    Cloze,
    Matching,
    Pair,
    Question,
    Quiz,
    Section,
    ShortAnswer,
    TextBlank,
)


def told(question: Question) -> list[tuple[str, str | None]]:
    quiz = Quiz(id="demo", title="Demo", lang="en", sections=(Section(id="s", questions=(question,)),))
    return [(d.message, d.hint) for d in registry.check(quiz, Context(("moodle",))) if d.code == "KF214"]


def short(*answers: str) -> ShortAnswer:
    return ShortAnswer(id="q", prompt="Which?", answers=tuple(Answer(text=text) for text in answers))


def matching(match: str, **more: Any) -> Matching:
    return Matching(id="q", prompt="?", pairs=(Pair(item="a", match=match), Pair(item="`b`", match="c")), **more)


def cloze(*blanks: Any) -> Cloze:
    return Cloze(id="q", prompt="", text="**A** `[[b]]`", blanks=blanks)


@pytest.mark.parametrize(
    ("answer", "bare"),
    [("`kubectl`", "kubectl"), ("`kubectl get`", "kubectl get"), ("``ls``", "ls"), ("**太字**", "太字")],
)
def test_answers_in_marks(answer: str, bare: str) -> None:
    what = "answer 1 has to be typed with its marks, since it is plain text"
    cure = f"Write `{bare}`, or add that as well."
    assert told(short(answer)) == [(what, cure)]
    assert told(cloze(TextBlank(id="b", answers=(Answer(text=answer),)))) == [(what, cure)]
    assert told(short("other", bare, answer)) == []


@pytest.mark.parametrize(
    "answer", ["ls", "a `b` c", "**", "`", "``", "` `", "**kwargs", "2**3", "*x*", "$x$", "`a` `b`", "`Hi ${name}`"]
)
def test_answers_that_are_so(answer: str) -> None:
    assert told(short(answer)) == []


@pytest.mark.parametrize(
    ("text", "marks"),
    [("`ls`", "`ls`"), ("the `ls -l` command", "`ls -l`"), ("これは**太字**", "**太字**"),
     (r"is $\frac12$", r"$\frac12$"), ("$x^2$", "$x^2$"), ("($|x_1|$)", "$|x_1|$")],
)  # fmt: skip
def test_what_is_shown_with_marks(text: str, marks: str) -> None:
    cure = "Leave the marks out."
    assert told(matching(text)) == [(f"the match of pair 1 is plain text, and learners see the marks of {marks}", cure)]
    assert told(matching("b", distractors=("d", text))) == [
        (f"distractor 2 is plain text, and learners see the marks of {marks}", cure)
    ]
    choices = (Choice(text="other", correct=True), Choice(text=text))
    assert told(cloze(ChoiceBlank(id="b", choices=choices))) == [
        (f"choice 2 is plain text, and learners see the marks of {marks}", cure)
    ]


@pytest.mark.parametrize(
    "text",
    ["ls", "a ` b", "2**3**4", "**/*.py and **/*.md", "$5 and $6", "$PATH_A:$HOME", "$x$", "``", "a*b*",
     "x ** y ** z", "C:\\$a^$", "`Hi ${name}`", "`r`n", r"^\d+$|^\w+$"],
)  # fmt: skip
def test_what_is_shown_without_marks(text: str) -> None:
    assert told(matching(text)) == []
