"""What a question needs to know to become an item, and what an item is made of."""

from dataclasses import dataclass, field
from typing import NamedTuple

from kfexport.diagnostics import Severity, Step, below
from kfexport.model import Question, Quiz, Stimulus
from kfexport.richtext.direction import directed
from kfexport.targets.base import Losses
from kfexport.targets.canvas.texts import escaped, fitting, rich
from kfexport.targets.identity import answer_number


@dataclass(slots=True)
class AnswerIds:
    """Gives answers their identifiers: digits, each of them once in a package."""

    _taken: set[str] = field(default_factory=set)

    def of(self, key: str, *name: str | int) -> str:
        """The identifier of an answer, from the global key of its question and its own id or position."""
        joined = "/".join([str(part) for part in name])
        attempt = 0
        found = answer_number(key, joined, attempt)
        while found in self._taken:
            attempt += 1
            found = answer_number(key, joined, attempt)
        self._taken.add(found)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The quiz around a question, and what collects while it is written."""

    quiz: Quiz
    losses: Losses
    ids: AnswerIds
    drawn: bool = False
    """Whether the question stands in a section from which questions are drawn."""

    def report(
        self,
        code: str,
        severity: Severity,
        message: str,
        question: Question,
        *path: Step,
        hint: str | None = None,
    ) -> None:
        """Report a loss at a place below the question."""
        self.losses.add(code, severity, message, below(question.origin, *path), question=question, hint=hint)

    def answer_id(self, question: Question, *name: str | int) -> str:
        """The identifier of an answer of the question."""
        return self.ids.of(self.quiz.key(question), *name)

    def stem(self, question: Question) -> str:
        """The prompt; before it the stimulus, where no block can stand before the question."""
        return fitting(self.quiz, lambda quiz: self.stem_of(quiz, question))

    def stem_of(self, quiz: Quiz, question: Question) -> str:
        """The same as part of a longer text, with or without the colours of code."""
        found = quiz.stimulus(question) if self.drawn else None
        shared = stimulus_text(quiz, found) if found is not None else ""
        return shared + rich(quiz, question.prompt)


def stimulus_text(quiz: Quiz, stimulus: Stimulus) -> str:
    """A stimulus with its title."""
    title = f"<h4>{escaped(stimulus.title)}</h4>" if stimulus.title else ""
    return directed(quiz.lang, title) + rich(quiz, stimulus.text)


class Comment(NamedTuple):
    """A text for who gives an answer. A big bank has tens of thousands."""

    ident: str
    """Identifier of the feedback: that of the answer with ``_fb``, the form by which both importers find it."""
    text: str
    """HTML."""
    test: str = ""
    """What the response is then; empty where the rule that scores the answer shows the comment as well."""


class Item(NamedTuple):
    """What a question becomes."""

    kind: str
    """Canvas's name of the type."""
    stem: str
    """HTML."""
    points: str
    metadata: tuple[tuple[str, str], ...] = ()
    """Labels and entries beside those that every item has."""
    response: str = ""
    """The elements of the presentation behind the stem."""
    scoring: str = ""
    """The conditions that give marks."""
    comments: tuple[Comment, ...] = ()
    general: str = ""
    """HTML for everybody who has answered."""
    correct: str = ""
    """HTML for who is right."""
    incorrect: str = ""
    """HTML for who is not."""
