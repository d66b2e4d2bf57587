"""The note of a question: its kind and its two fields."""

from dataclasses import dataclass
from typing import assert_never

from kfexport.diagnostics import Severity, below
from kfexport.model import (
    Cloze,
    Essay,
    Matching,
    MultipleResponse,
    Numerical,
    Ordering,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.model.labels import label as word
from kfexport.richtext.plain import strip_tags
from kfexport.targets.anki import gaps, parts, type_in
from kfexport.targets.anki.asked import Asked
from kfexport.targets.anki.markup import escape, field, inert, label, rendered
from kfexport.targets.anki.note_types import Kind
from kfexport.targets.base import Losses
from kfexport.targets.names import full_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Two fields of HTML: Front and Back, or Text and Back Extra of a cloze."""

    kind: Kind
    front: str
    """Never empty."""
    back: str


def note(quiz: Quiz, question: Asked, losses: Losses, *, typing: bool) -> Note | None:
    """What is asked on the front, the answer and the explanation on the back.

    ``None`` where Anki cannot hold it, which is reported.
    """
    match question:
        case SingleChoice() | MultipleResponse():
            task, answer = parts.choices(quiz, question)
        case TrueFalse():
            task, answer = parts.truth(quiz, question)
        case ShortAnswer():
            task, answer = parts.short_answer(quiz, question)
        case Numerical():
            task, answer = parts.numerical(quiz, question)
        case Matching():
            task, answer = parts.matching(quiz, question)
        case Ordering():
            task, answer = parts.ordering(quiz, question)
        case Essay():
            task, answer = _starter(question), _model_answer(quiz, question, losses)
        case Cloze():
            return _cloze(quiz, question, losses)
        case _:
            assert_never(question)
    front = field(_front(quiz, question, _prompt(quiz, question, losses) + task), quiz.lang)
    if typing and isinstance(question, (ShortAnswer, Numerical)):
        type_in.report_losses(question, losses)
        return Note(kind="typing", front=front, back=inert(escape(type_in.answer(question))))
    return Note(kind="basic", front=front, back=field(answer + _explanation(quiz, question), quiz.lang))


def _cloze(quiz: Quiz, question: Cloze, losses: Losses) -> Note | None:
    text = gaps.text(quiz, question)
    numbers = gaps.order(text)
    if len(numbers) > gaps.MOST_BLANKS:
        message = f"The text has {len(numbers)} blanks; Anki takes at most {gaps.MOST_BLANKS}"
        where = below(question.origin, "text")
        losses.add("KF406", Severity.ERROR, message, where, question=question)
        return None
    front = field(_front(quiz, question, rendered(quiz, question.prompt) + text), quiz.lang)
    back = gaps.also_accepted(quiz, question, numbers) + _explanation(quiz, question)
    return Note(kind="cloze", front=gaps.fill_gaps(question, front, numbers), back=field(back, quiz.lang))


def _front(quiz: Quiz, question: Asked, content: str) -> str:
    return _stimulus(quiz, question) + content + _hints(quiz, question)


def _stimulus(quiz: Quiz, question: Asked) -> str:
    stimulus = quiz.stimulus(question)
    if stimulus is None:
        return ""
    title = label(stimulus.title) if stimulus.title else ""
    return f"{title}{rendered(quiz, stimulus.text)}<hr />"


def _prompt(quiz: Quiz, question: Asked, losses: Losses) -> str:
    markup = rendered(quiz, question.prompt)
    if strip_tags(markup) or "<img" in markup:
        return markup
    # Anki skips a note whose first field is empty, and makes no card where nothing on the front can be seen.
    name = full_name(question, safe=quiz.safe_html)
    losses.add(
        "KF405",
        Severity.WARNING,
        f'The prompt shows no text; the card shows "{name}" instead',
        below(question.origin, "prompt"),
        question=question,
    )
    return f"<p>{escape(name)}</p>"


def _hints(quiz: Quiz, question: Asked) -> str:
    name = word(quiz, "hint")
    several = len(question.hints) > 1
    return "".join(
        f"<details><summary>{escape(f'{name} {i}' if several else name)}</summary>{rendered(quiz, hint)}</details>"
        for i, hint in enumerate(question.hints, start=1)
    )


def _explanation(quiz: Quiz, question: Asked) -> str:
    return _part(quiz, "explanation", question.explanation)


def _part(quiz: Quiz, name: str, text: str) -> str:
    """Markdown under a word of ours, or nothing where it shows nothing."""
    markup = rendered(quiz, text)
    return label(word(quiz, name)) + markup if markup else ""


def _starter(question: Essay) -> str:
    starter = question.response.starter
    return f"<pre><code>{escape(starter)}</code></pre>" if starter else ""


def _model_answer(quiz: Quiz, question: Essay, losses: Losses) -> str:
    model = _part(quiz, "model_answer", question.model_answer)
    notes = rendered(quiz, question.grading_notes)
    if not (model or notes or rendered(quiz, question.explanation)):
        losses.add(
            "KF402",
            Severity.WARNING,
            "No model answer and no explanation: the back of the card is empty",
            question.origin,
            question=question,
            hint="Write a `model_answer`, or leave the question out with `omit: [anki]`.",
        )
    # The format has no word for grading notes, so a line sets them off.
    return f"{model}<hr />{notes}" if model and notes else model + notes
