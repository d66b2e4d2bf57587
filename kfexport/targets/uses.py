"""How each feature is found in a quiz: what uses it, in words, and where."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from kfexport.diagnostics import Path
from kfexport.model import (
    Answer,
    Choice,
    ChoiceBlank,
    Cloze,
    Essay,
    Matching,
    MultipleResponse,
    Numerical,
    NumericalAnswer,
    Ordering,
    Question,
    Quiz,
    Section,
    ShortAnswer,
    SingleChoice,
    TextBlank,
    TrueFalse,
)
from kfexport.targets.base import ordinal_clause

Use: TypeAlias = tuple[str, Path]
"""What is used, as the beginning of a sentence up to its verb, and the path below the question (or the quiz)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """Something an author can write that a target may or may not carry."""

    name: str
    summary: str
    """One line for the support matrix."""
    scope: Literal["quiz", "section", "question", "all"]
    """Who can use it: the quiz, sections, questions, or any of them."""
    kinds: frozenset[str] = frozenset()
    """The question types that can use it; empty for all of them."""
    uses: Callable[[Any], Iterable[Use]]
    """Where its owner, of the kind that ``scope`` says, uses the feature."""


def of_quiz(name: str, summary: str, uses: Callable[[Quiz], Iterable[Use]]) -> Feature:
    """A feature of the quiz."""
    return Feature(name=name, summary=summary, scope="quiz", uses=uses)


def of_section(name: str, summary: str, uses: Callable[[Section], Iterable[Use]]) -> Feature:
    """A feature of a section."""
    return Feature(name=name, summary=summary, scope="section", uses=uses)


def of_question(name: str, summary: str, uses: Callable[[Question], Iterable[Use]], *kinds: str) -> Feature:
    """A feature of a question, of one of some ``kinds`` where these are named."""
    return Feature(name=name, summary=summary, scope="question", kinds=frozenset(kinds), uses=uses)


def of_all(name: str, summary: str, uses: Callable[[Quiz | Section | Question], Iterable[Use]]) -> Feature:
    """A feature that the quiz can have for all of its questions, a section for its own, and a question."""
    return Feature(name=name, summary=summary, scope="all", uses=uses)


def when(used: object, what: str, *path: str | int) -> Sequence[Use]:
    """One use, if it is one."""
    return ((what, path),) if used else ()


def metadata(quiz: Quiz) -> Iterator[Use]:
    """What is said of the quiz as a work."""
    keys = [key for key in ("authors", "license", "version", "source", "translation_of") if getattr(quiz, key)]
    if keys:
        quoted = [f"`{key}`" for key in keys]
        named = f"{quoted[0]} is" if len(keys) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]} are"
        yield named, (keys[0],)


def points(quiz: Quiz) -> Iterator[Use]:
    """Points other than one, at the first question that has them."""
    for question in quiz.questions():
        if question.points != 1:
            path = question.origin.path if question.origin is not None else ()
            yield "the points of the questions are", (*path, "points")
            return


def _listed(noun: str, places: Sequence[tuple[int, Path]]) -> Iterator[Use]:
    """One use for several places of a question, at the first of them."""
    if places:
        yield f"{noun} {ordinal_clause(number for number, _ in places)} is", places[0][1]


def _choices(question: Question) -> Sequence[Choice]:
    return question.choices if isinstance(question, (SingleChoice, MultipleResponse)) else ()


def choice_feedback(question: Question) -> Iterator[Use]:
    """Feedback of single choices."""
    found = [(i + 1, ("choices", i, "feedback")) for i, c in enumerate(_choices(question)) if c.feedback]
    return _listed("feedback of", found)


def choice_credit(question: Question) -> Iterator[Use]:
    """Credits of choices: of wrong ones where one is right, of any where several are."""
    several = isinstance(question, MultipleResponse)
    found = [
        (i + 1, ("choices", i, "credit"))
        for i, c in enumerate(_choices(question))
        if c.credit is not None and (several or not c.correct)
    ]
    return _listed("credit of", found)


def fixed(question: Question) -> Iterator[Use]:
    """Choices that keep their place while the others are shuffled."""
    if isinstance(question, (SingleChoice, MultipleResponse)) and question.shuffle:
        found = [(i + 1, ("choices", i, "fixed")) for i, c in enumerate(question.choices) if c.fixed]
        yield from _listed("the fixed place of", found)


def shuffle(question: Question) -> Iterable[Use]:
    """Shuffled choices."""
    used = isinstance(question, (SingleChoice, MultipleResponse)) and question.shuffle
    return when(used, "shuffling of the choices is", "shuffle")


def all_or_nothing(question: Question) -> Iterable[Use]:
    """Scoring without part marks. The credits of choices take its place."""
    used = isinstance(question, (MultipleResponse, Ordering)) and question.scoring == "all_or_nothing"
    if isinstance(question, MultipleResponse) and question.has_credits:
        used = False
    return when(used, "scoring by all or nothing is", "scoring")


def _answers(question: Question) -> Iterator[tuple[Path, Sequence[Answer | NumericalAnswer]]]:
    """The lists of accepted answers in a question, with their paths."""
    if isinstance(question, (ShortAnswer, Numerical)):
        yield (), question.answers
    elif isinstance(question, Cloze):
        for blank in question.blanks:
            if not isinstance(blank, ChoiceBlank):
                yield ("blanks", blank.id), blank.answers


def answer_credit(question: Question) -> Iterator[Use]:
    """Accepted answers that are worth less than the whole."""
    for base, answers in _answers(question):
        for i, answer in enumerate(answers):
            if answer.credit != 1:
                yield "part credit of an answer is", (*base, "answers", i, "credit")
                return


def answer_feedback(question: Question) -> Iterator[Use]:
    """Feedback of accepted answers, and of the choices of drop-downs."""
    for base, answers in _answers(question):
        for i, answer in enumerate(answers):
            if answer.feedback:
                yield "feedback of an answer is", (*base, "answers", i, "feedback")
                return
    if isinstance(question, Cloze):
        for blank in question.blanks:
            if isinstance(blank, ChoiceBlank):
                for i, choice in enumerate(blank.choices):
                    if choice.feedback:
                        yield "feedback of a drop-down is", ("blanks", blank.id, "choices", i, "feedback")
                        return


def several_answers(question: Question) -> Iterator[Use]:
    """More than one accepted answer."""
    for base, answers in _answers(question):
        if len(answers) > 1:
            yield "accepting several answers is", (*base, "answers")
            return


def case_sensitive(question: Question) -> Iterator[Use]:
    """Letter case that counts."""
    if isinstance(question, ShortAnswer):
        yield from when(question.case_sensitive, "the letter case of answers is", "case_sensitive")
    elif isinstance(question, Cloze):
        for blank in question.blanks:
            if isinstance(blank, TextBlank) and blank.case_sensitive:
                yield "the letter case of answers is", ("blanks", blank.id, "case_sensitive")
                return


def tolerance(question: Question) -> Iterator[Use]:
    """Numbers that are accepted around a value or in a range."""
    for base, answers in _answers(question):
        for answer in answers:
            if isinstance(answer, NumericalAnswer) and answer.bounds[0] != answer.bounds[1]:
                if answer.range is None:
                    yield "the tolerance of numbers is", (*base, "tolerance")
                else:
                    yield "the range of numbers is", (*base, "range")
                return


def truth_feedback(question: Question) -> Iterator[Use]:
    """Feedback on true and on false."""
    if isinstance(question, TrueFalse):
        for key in ("feedback_true", "feedback_false"):
            if getattr(question, key):
                yield f"feedback on “{key.removeprefix('feedback_')}” is", (key,)


def distractors(question: Question) -> Iterable[Use]:
    """Matches that belong to no item."""
    return when(isinstance(question, Matching) and question.distractors, "showing the distractors is", "distractors")


def blank_weight(question: Question) -> Iterable[Use]:
    """Blanks that do not all count the same."""
    used = isinstance(question, Cloze) and len({blank.weight for blank in question.blanks}) > 1
    return when(used, "the weight of the blanks is", "blanks")


def of_essay(name: str, summary: str, what: str, used: Callable[[Essay], object], *path: str) -> Feature:
    """A feature of essays."""

    def uses(question: Question) -> Iterable[Use]:
        return when(isinstance(question, Essay) and used(question), what, *path)

    return of_question(name, summary, uses, "essay")
