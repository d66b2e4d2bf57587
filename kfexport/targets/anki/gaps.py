"""The text of a cloze with Anki's marks for its blanks: ``{{c1::answer::hint}}``.

Source: ``rslib/src/cloze.rs``. A mark ends at the first ``}}``, its answer at the first ``::``, and an answer that
begins with ``image-occlusion:`` is drawn as a picture; the characters inside are kept apart so that they stay text.
"""

import re
from collections.abc import Mapping
from typing import Final

from kfexport.model import Blank, ChoiceBlank, Cloze, Quiz
from kfexport.model.labels import label as word
from kfexport.richtext.cloze import fill, shown_marks, to_html_with_blanks
from kfexport.richtext.html import map_text
from kfexport.targets.anki.markup import finished, inert, label, plain
from kfexport.targets.anki.parts import accepted

MOST_BLANKS: Final = 500
"""Anki makes one card of all marks with higher numbers (``rslib/src/notetype/cardgen.rs``)."""

_ACTS: Final = re.compile(r"\}(?=\}|\Z)|:(?=:|\Z)|\Ai(?=mage-occlusion:)", re.IGNORECASE)
_BETWEEN: Final = " | "


def text(quiz: Quiz, question: Cloze) -> str:
    """The text as HTML, with a stand-in at each blank; :func:`fill_gaps` comes last."""
    ids = {blank.id for blank in question.blanks}
    return finished(quiz, to_html_with_blanks(question.text, ids, safe=quiz.safe_html))


def order(fragment: str) -> dict[str, int]:
    """Id of a blank → its number, from 1, in the order of the text."""
    return {name: number for number, name in enumerate(dict.fromkeys(shown_marks(fragment)), start=1)}


def fill_gaps(question: Cloze, fragment: str, numbers: Mapping[str, int]) -> str:
    """Put Anki's marks in place of the stand-ins, in a field that is finished otherwise."""
    blanks = {blank.id: blank for blank in question.blanks}
    return fill(fragment, lambda name: _gap(numbers[name], blanks[name]))


def _gap(number: int, blank: Blank) -> str:
    if isinstance(blank, ChoiceBlank):
        # The choices stand in the hint, so that the card shows in the place of the blank what to choose from.
        answer = next(plain(choice.text) for choice in blank.choices if choice.correct)
        hint = "::" + _kept_apart(_BETWEEN.join(plain(choice.text) for choice in blank.choices))
    else:
        answer, hint = accepted(blank.answers)[0], ""
    return f"{{{{c{number}::{_kept_apart(answer)}{hint}}}}}"


def _kept_apart(markup: str) -> str:
    return map_text(inert(markup), lambda run: _ACTS.sub(lambda m: f"<span>{m[0]}</span>", run))


def also_accepted(quiz: Quiz, question: Cloze, numbers: Mapping[str, int]) -> str:
    """The accepted answers of the blanks that have several, under the numbers of their cards."""
    rows = []
    blanks = {blank.id: blank for blank in question.blanks}
    for name, number in numbers.items():
        blank = blanks[name]
        answers = [] if isinstance(blank, ChoiceBlank) else accepted(blank.answers)
        if len(answers) > 1:
            rows.append(f'<li value="{number}">{"<br />".join(answers)}</li>')
    return f"{label(word(quiz, 'answer'))}<ol>{''.join(rows)}</ol>" if rows else ""
