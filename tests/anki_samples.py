"""Small quizzes for the tests of the Anki target, and what the target makes of them."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from anki_reader import Table, read

from kfexport.model import (
    Answer,
    Blank,
    Choice,
    ChoiceBlank,
    Cloze,
    Description,
    Essay,
    Matching,
    MultipleResponse,
    NumberBlank,
    Numerical,
    NumericalAnswer,
    Ordering,
    Pair,
    Question,
    Quiz,
    Section,
    ShortAnswer,
    SingleChoice,
    TextBlank,
    TrueFalse,
)
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


def several(*texts: str, right: str, **changes: object) -> MultipleResponse:
    """``right`` holds the texts of the right choices, each one character."""
    choices = tuple(Choice(text=text, correct=text in right) for text in texts)
    return replace(MultipleResponse(id="several", prompt="Which?", choices=choices), **changes)  # type: ignore[arg-type]


def truth(answer: bool, **changes: object) -> TrueFalse:
    return replace(TrueFalse(id="truth", prompt="Water is wet.", answer=answer), **changes)  # type: ignore[arg-type]


def short(*answers: str | tuple[str, Fraction], **changes: object) -> ShortAnswer:
    made = tuple(Answer(text=a) if isinstance(a, str) else Answer(text=a[0], credit=a[1]) for a in answers)
    return replace(ShortAnswer(id="short", prompt="Which command?", answers=made), **changes)  # type: ignore[arg-type]


def value(number: str, tolerance: str = "0", credit: Fraction = Fraction(1)) -> NumericalAnswer:
    """A number with a tolerance, ``0.01`` or ``1%``."""
    relative = tolerance.endswith("%")
    distance = Decimal(tolerance.removesuffix("%")) / (100 if relative else 1)
    return NumericalAnswer(value=Decimal(number), tolerance=distance, relative=relative, credit=credit)


def between(low: str, high: str, credit: Fraction = Fraction(1)) -> NumericalAnswer:
    return NumericalAnswer(range=(Decimal(low), Decimal(high)), credit=credit)


def number(*answers: NumericalAnswer, unit: str = "", **changes: object) -> Numerical:
    made = Numerical(id="number", prompt="How much?", answers=answers, unit=unit)
    return replace(made, **changes)  # type: ignore[arg-type]


def matching(*pairs: tuple[str, str], distractors: tuple[str, ...] = (), **changes: object) -> Matching:
    made = tuple(Pair(item=item, match=match) for item, match in pairs)
    question = Matching(id="match", prompt="Who does what?", pairs=made, distractors=distractors)
    return replace(question, **changes)  # type: ignore[arg-type]


def ordering(*items: str, **changes: object) -> Ordering:
    return replace(Ordering(id="order", prompt="In which order?", items=items), **changes)  # type: ignore[arg-type]


def cloze(text: str, *blanks: Blank, **changes: object) -> Cloze:
    return replace(Cloze(id="gaps", prompt="", text=text, blanks=blanks), **changes)  # type: ignore[arg-type]


def words(name: str, *answers: str | tuple[str, Fraction]) -> TextBlank:
    return TextBlank(id=name, answers=short(*answers).answers)


def numbers(name: str, *answers: NumericalAnswer) -> NumberBlank:
    return NumberBlank(id=name, answers=answers)


def menu(name: str, right: str, *texts: str) -> ChoiceBlank:
    """A drop-down of ``texts``, among them the right one."""
    return ChoiceBlank(id=name, choices=tuple(Choice(text=text, correct=text == right) for text in texts))


def description(**changes: object) -> Description:
    return replace(Description(id="intro", prompt="Read this."), **changes)  # type: ignore[arg-type]


def quiz(*questions: Question, **changes: object) -> Quiz:
    made = Quiz(id="k8s", title="Kubernetes", lang="en", sections=(Section(id=None, questions=questions),))
    return replace(made, **changes)  # type: ignore[arg-type]


def files(q: Quiz, *, tags: bool = True, typing: bool = False) -> dict[str, bytes]:
    """Name of a file in the folder of the quiz → its bytes."""
    artifact = anki.write(q, WriteOptions(anki_tags=tags, anki_typing=typing), Losses("anki"))
    folder = f"anki/{q.id}/"
    assert all(name.startswith(folder) for name in artifact.files)
    return {name.removeprefix(folder): content for name, content in artifact.files.items()}


def data(q: Quiz, *, tags: bool = True, typing: bool = False) -> bytes:
    """The one file that the quiz gives."""
    (content,) = files(q, tags=tags, typing=typing).values()
    return content


def table(q: Quiz, *, tags: bool = True, typing: bool = False) -> Table:
    return read(data(q, tags=tags, typing=typing))


def column(q: Quiz, number: int) -> list[str]:
    return [record[number] for record in table(q).records]


def sides(question: Question, **changes: object) -> tuple[str, str]:
    """The two fields of the note of a question, without the element around each."""
    (record,) = table(quiz(question, **changes)).records
    return unwrapped(record[FRONT]), unwrapped(record[BACK])


def unwrapped(field: str) -> str:
    start = '<div lang="en" style="text-align:start">'
    assert not field or (field.startswith(start) and field.endswith("</div>"))
    return field.removeprefix(start).removesuffix("</div>")
