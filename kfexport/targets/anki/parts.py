"""What is asked and what is right, by type of question: the task on the front, the answer on the back."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from kfexport.model import (
    Answer,
    Choice,
    Matching,
    MultipleResponse,
    Numerical,
    NumericalAnswer,
    Ordering,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.model.labels import label as word
from kfexport.richtext.markdown import is_inline
from kfexport.targets.anki import numbers
from kfexport.targets.anki.markup import escape, label, letter, plain, rendered
from kfexport.targets.base import best_first
from kfexport.targets.orders import scrambled

_BOX: Final = '<input type="checkbox" disabled="disabled" /> '
"""Says in every language that several choices may be right.

Disabled, since what is ticked would be gone on the back, and the keys belong to Anki.
"""


def choices(quiz: Quiz, question: SingleChoice | MultipleResponse) -> tuple[str, str]:
    """A lettered list; the right ones with their letters."""
    box = _BOX if isinstance(question, MultipleResponse) else ""
    items = (f"<li>{box}{rendered(quiz, c.text, inline=is_inline(c.text))}</li>" for c in question.choices)
    return f'<ol type="A">{"".join(items)}</ol>', _right_choices(quiz, question.choices)


def _right_choices(quiz: Quiz, choices: tuple[Choice, ...]) -> str:
    shown = ""
    for i, choice in enumerate(choices, start=1):
        if choice.correct:
            head = "" if shown else f"{_head(quiz)}<br />"
            shown += _lettered(quiz, f"{head}{letter(i)}.", choice.text)
    return shown


def _lettered(quiz: Quiz, sign: str, text: str) -> str:
    if is_inline(text):
        return f"<p>{sign} {rendered(quiz, text, inline=True)}</p>"
    return f"<p>{sign}</p>{rendered(quiz, text)}"


def truth(quiz: Quiz, question: TrueFalse) -> tuple[str, str]:
    """The two words; the right one."""
    words = (escape(word(quiz, name)) for name in ("true", "false"))
    task = f"<ul>{''.join(f'<li>{shown}</li>' for shown in words)}</ul>"
    return task, _answer(quiz, [escape(word(quiz, "true" if question.answer else "false"))])


def short_answer(quiz: Quiz, question: ShortAnswer) -> tuple[str, str]:
    """Nothing but the prompt; the accepted texts."""
    return "", _answer(quiz, accepted(question.answers))


def numerical(quiz: Quiz, question: Numerical) -> tuple[str, str]:
    """The unit, where there is one; the accepted numbers with it."""
    task = f"<p>… {plain(question.unit)}</p>" if question.unit else ""
    return task, _answer(quiz, accepted(question.answers, question.unit))


def matching(quiz: Quiz, question: Matching) -> tuple[str, str]:
    """Numbered items and lettered matches in two columns; each item with its match."""
    matches = question.matches
    own = len({pair.match for pair in question.pairs})
    order = scrambled(quiz.key(question), len(matches), own)
    letters = {matches[position]: letter(place) for place, position in enumerate(order, start=1)}
    items = [rendered(quiz, pair.item, inline=True) for pair in question.pairs]
    left = "".join(f"<li>{item}</li>" for item in items)
    right = "".join(f"<li>{plain(matches[position])}</li>" for position in order)
    column = '<td style="vertical-align:top">'
    task = f'<table><tr>{column}<ol>{left}</ol></td>{column}<ol type="A">{right}</ol></td></tr></table>'
    pairs = (
        f"<li>{item} — {letters[pair.match]}. {plain(pair.match)}</li>"
        for item, pair in zip(items, question.pairs, strict=True)
    )
    return label(word(quiz, "match")) + task, f"{_answer(quiz, [])}<ol>{''.join(pairs)}</ol>"


def ordering(quiz: Quiz, question: Ordering) -> tuple[str, str]:
    """The items with letters, scrambled; the right order, by letters and in full."""
    items = [rendered(quiz, item, inline=True) for item in question.items]
    order = scrambled(quiz.key(question), len(items))
    letters = {position: letter(place) for place, position in enumerate(order, start=1)}
    task = "".join(f"<li>{items[position]}</li>" for position in order)
    right = "".join(f"<li>{item}</li>" for item in items)
    by_letter = ", ".join(letters[position] for position in range(len(items)))
    front = f'{label(word(quiz, "order"))}<ol type="A">{task}</ol>'
    return front, f"{_answer(quiz, [by_letter])}<ol>{right}</ol>"


def accepted(answers: Sequence[Answer | NumericalAnswer], unit: str = "") -> list[str]:
    """What is accepted, as HTML, the best first, with its share of the points where that is not all of them."""
    best = [answer for _, answer in best_first(answers) if answer.credit > 0]
    return [_text(answer, unit) + (f" ({_share(answer.credit)})" if answer.credit != 1 else "") for answer in best]


def _text(answer: Answer | NumericalAnswer, unit: str) -> str:
    return plain(answer.text if isinstance(answer, Answer) else numbers.accepted(answer, unit))


def _share(credit: Fraction) -> str:
    """``50%``, or ``1/3`` where a percentage would have no end."""
    percentage = Decimal((credit * 100).numerator) / (credit * 100).denominator
    return f"{numbers.plain(percentage)}%" if Fraction(percentage) == credit * 100 else str(credit)


def _head(quiz: Quiz) -> str:
    return f"<b>{escape(word(quiz, 'answer'))}</b>"


def _answer(quiz: Quiz, lines: Sequence[str]) -> str:
    return f"<p>{'<br />'.join([_head(quiz), *lines])}</p>"
