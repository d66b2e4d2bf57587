"""Front and back of the card of a question."""

from dataclasses import dataclass
from typing import Final, assert_never

from kfexport.diagnostics import Severity
from kfexport.model import Choice, Essay, Question, Quiz, SingleChoice
from kfexport.model.labels import label as word
from kfexport.richtext.markdown import is_inline, to_html
from kfexport.richtext.plain import strip_tags
from kfexport.targets.anki.markup import escape, field, label
from kfexport.targets.base import Losses
from kfexport.targets.names import full_name

_LETTERS: Final = 26


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Two fields of HTML."""

    front: str
    """Never empty."""
    back: str


def card(quiz: Quiz, question: Question, losses: Losses) -> Card:
    """What is asked on the front, with the choices; the answer and the explanation on the back."""
    match question:
        case SingleChoice():
            task, answer = _choice_list(quiz, question.choices), _right_choice(quiz, question.choices)
        case Essay():
            task, answer = _starter(question), _model_answer(quiz, question, losses)
        case _:
            assert_never(question)
    front = _stimulus(quiz, question) + _prompt(quiz, question, losses) + task + _hints(quiz, question)
    back = answer + _part(quiz, "explanation", question.explanation)
    return Card(front=field(front, quiz.lang), back=field(back, quiz.lang))


def _html(quiz: Quiz, text: str, *, inline: bool = False) -> str:
    return to_html(text, inline=inline, safe=quiz.safe_html)


def _stimulus(quiz: Quiz, question: Question) -> str:
    stimulus = quiz.stimulus(question)
    if stimulus is None:
        return ""
    title = label(stimulus.title) if stimulus.title else ""
    return f"{title}{_html(quiz, stimulus.text)}<hr />"


def _prompt(quiz: Quiz, question: Question, losses: Losses) -> str:
    markup = _html(quiz, question.prompt)
    if strip_tags(markup) or "<img" in markup:
        return markup
    # Anki skips a note whose first field is empty, and makes no card where nothing on the front can be seen.
    name = full_name(question, safe=quiz.safe_html)
    losses.add(
        "KF405",
        Severity.WARNING,
        f'The prompt shows no text; the card shows "{name}" instead',
        question.origin.child("prompt") if question.origin is not None else None,
        question=question,
    )
    return f"<p>{escape(name)}</p>"


def _hints(quiz: Quiz, question: Question) -> str:
    name = word(quiz, "hint")
    several = len(question.hints) > 1
    return "".join(
        f"<details><summary>{escape(f'{name} {i}' if several else name)}</summary>{_html(quiz, hint)}</details>"
        for i, hint in enumerate(question.hints, start=1)
    )


def _part(quiz: Quiz, name: str, text: str) -> str:
    """Markdown under a word of ours, or nothing where it shows nothing."""
    markup = _html(quiz, text)
    return label(word(quiz, name)) + markup if markup else ""


def letter(position: int) -> str:
    """What a browser shows before an item of ``<ol type="A">``: A to Z, then AA, AB and so on; positions from 1."""
    letters = ""
    while position:
        position, rest = divmod(position - 1, _LETTERS)
        letters = chr(ord("A") + rest) + letters
    return letters


def _choice_list(quiz: Quiz, choices: tuple[Choice, ...]) -> str:
    items = (f"<li>{_html(quiz, c.text, inline=is_inline(c.text))}</li>" for c in choices)
    return f'<ol type="A">{"".join(items)}</ol>'


def _right_choice(quiz: Quiz, choices: tuple[Choice, ...]) -> str:
    return "".join(
        _lettered(quiz, letter(i), choice.text) for i, choice in enumerate(choices, start=1) if choice.correct
    )


def _lettered(quiz: Quiz, sign: str, text: str) -> str:
    head = f"<b>{escape(word(quiz, 'answer'))}</b><br />{sign}."
    if is_inline(text):
        return f"<p>{head} {_html(quiz, text, inline=True)}</p>"
    return f"<p>{head}</p>{_html(quiz, text)}"


def _starter(question: Essay) -> str:
    starter = question.response.starter
    return f"<pre><code>{escape(starter)}</code></pre>" if starter else ""


def _model_answer(quiz: Quiz, question: Essay, losses: Losses) -> str:
    model = _part(quiz, "model_answer", question.model_answer)
    notes = _html(quiz, question.grading_notes)
    if not (model or notes or _html(quiz, question.explanation)):
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
