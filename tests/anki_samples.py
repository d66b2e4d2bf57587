"""Small quizzes for the tests of the Anki target, and what the target makes of them."""

from dataclasses import replace

from anki_reader import Table, read

from kfexport.model import Choice, Essay, Question, Quiz, Section, SingleChoice
from kfexport.targets import anki
from kfexport.targets.base import Losses, WriteOptions

GUID, DECK, FRONT, BACK, TAGS = range(5)


def pods(**changes: object) -> SingleChoice:
    question = SingleChoice(
        id="pods",
        prompt="What is a **pod**?",
        choices=(Choice(text="A node"), Choice(text="A group of `containers`", correct=True)),
        explanation="Pods share a network.",
    )
    return replace(question, **changes)  # type: ignore[arg-type]


def essay(**changes: object) -> Essay:
    return replace(Essay(id="why", prompt="Why?"), **changes)  # type: ignore[arg-type]


def quiz(*questions: Question, **changes: object) -> Quiz:
    made = Quiz(id="k8s", title="Kubernetes", lang="en", sections=(Section(id=None, questions=questions),))
    return replace(made, **changes)  # type: ignore[arg-type]


def data(q: Quiz, *, tags: bool = True) -> bytes:
    artifact = anki.write(q, WriteOptions(anki_tags=tags), Losses("anki"))
    assert list(artifact.files) == [f"anki/{q.id}/{q.id}.csv"]
    return artifact.files[f"anki/{q.id}/{q.id}.csv"]


def table(q: Quiz, *, tags: bool = True) -> Table:
    return read(data(q, tags=tags))


def column(q: Quiz, number: int) -> list[str]:
    return [record[number] for record in table(q).records]
