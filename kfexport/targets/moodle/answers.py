"""Questions with a text field: ``shortanswer`` and ``numerical``."""

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from kfexport.diagnostics import Path
from kfexport.model import Answer, Numerical, NumericalAnswer, Quiz, ShortAnswer
from kfexport.targets.base import Losses, best_first
from kfexport.targets.moodle import xml
from kfexport.targets.moodle.common import answer_feedback, fraction, head, hints, penalty, prompt, stimulus
from kfexport.targets.moodle.numbers import interval
from kfexport.targets.moodle.texts import escaped, rich, without_fields
from kfexport.targets.moodle.xml import Lines

_Accepted = TypeVar("_Accepted", Answer, NumericalAnswer)

_EVERYTHING: Final = "*"
"""An answer that every response fits."""
_FIELD: Final = "_" * 10
"""Five or more of these in a question text are where Moodle puts the field (question/type/numerical/renderer.php)."""
_OWN_FIELD: Final = "3"
"""``showunits`` of a question without units."""
_OPTIONAL_UNIT: Final = "0"
"""``showunits`` of a question whose unit may be typed behind the number."""
_UNIT_LIMIT: Final = 50
_NUMBER_LIKE: Final = re.compile(r"[0-9.,eE+\-\s]*")


def literal(text: str) -> str:
    """A text as a pattern of Moodle's short answers, in which only a star without a backslash is a wildcard
    (``compare_string_with_wildcard`` in question/type/shortanswer/question.php)."""
    return text.replace("*", "\\*")


def number_path(base: Path, answers: Sequence[NumericalAnswer], i: int) -> Path:
    """Where an answer stands: the only one in the question's (or blank's) own keys, unless it has more of its own."""
    own = len(answers) == 1 and answers[0].credit == 1 and not answers[0].feedback
    return base if own else (*base, "answers", i)


def short_answer(quiz: Quiz, question: ShortAnswer, name: str, losses: Losses) -> Lines | None:
    """A ``shortanswer``; its texts are plain."""
    element = head(quiz, question, "shortanswer", name, text=_text(quiz, question), penalty=penalty(question, losses))
    xml.leaf(element, "usecase", "1" if question.case_sensitive else "0")

    def written(_i: int, answer: Answer) -> tuple[str, Lines]:
        return literal(answer.text), []

    return _answers(quiz, question, question.answers, element, written, losses)


def numerical(quiz: Quiz, question: Numerical, name: str, losses: Losses) -> Lines | None:
    """A ``numerical``. The unit stands behind the field, and may be typed there, too."""
    text = _text_with_unit(quiz, question) if question.unit.strip() else _text(quiz, question)
    element = head(quiz, question, "numerical", name, text=text, penalty=penalty(question, losses))

    def written(i: int, answer: NumericalAnswer) -> tuple[str, Lines] | None:
        path = number_path((), question.answers, i)
        found = interval(question, answer, f"answer {i + 1}", path, losses)
        return (found.centre, _tolerance(found.tolerance)) if found is not None else None

    if _answers(quiz, question, question.answers, element, written, losses) is None:
        return None
    _units(element, question.unit.strip())
    return element


def _answers(
    quiz: Quiz,
    question: ShortAnswer | Numerical,
    answers: Sequence[_Accepted],
    element: Lines,
    written: Callable[[int, _Accepted], tuple[str, Lines] | None],
    losses: Losses,
) -> Lines | None:
    """Add the answers and the hints; ``None`` (and errors) where one of the answers cannot be said.

    ``written`` gives the text of an answer, and what stands between it and the feedback.
    """
    whole = True
    for i, answer in best_first(answers):
        share = fraction(answer.credit, f"answer {i + 1}", ("answers", i, "credit"), question, losses)
        said = written(i, answer)
        if share is None or said is None:
            whole = False
            continue
        text, inside = said
        feedback = answer_feedback(quiz, answer.feedback, question.feedback, answer.credit)
        xml.rich_text(inside, "feedback", feedback, depth=3)
        xml.rich_text(element, "answer", text, "moodle_auto_format", fraction=share, inside=inside)
    if not whole:
        return None
    if question.feedback.incorrect:
        inside = _tolerance("0") if isinstance(question, Numerical) else []
        xml.rich_text(inside, "feedback", rich(quiz, question.feedback.incorrect), depth=3)
        xml.rich_text(element, "answer", _EVERYTHING, "moodle_auto_format", fraction="0", inside=inside)
    hints(quiz, question, element)
    return element


def _tolerance(value: str) -> Lines:
    lines: Lines = []
    xml.leaf(lines, "tolerance", value, depth=3)
    return lines


def _text(quiz: Quiz, question: ShortAnswer | Numerical) -> str:
    """The question text; a line of ``_`` in the prompt, outside code, is where the author wants the field."""
    shared = without_fields(stimulus(quiz, question), prose=True)
    return shared + without_fields(rich(quiz, question.prompt), prose=False)


def _text_with_unit(quiz: Quiz, question: Numerical) -> str:
    unit = without_fields(escaped(question.unit.strip()), prose=True)
    return f"{without_fields(prompt(quiz, question), prose=True)}<p>{_FIELD} {unit}</p>"


def _units(element: Lines, unit: str) -> None:
    """Let learners type the unit and do not grade it.

    Left out where it would do harm: what could be the end of a number would be taken off the answer
    (question/type/numerical/questiontype.php), Moodle shows the unit as HTML, and the database takes 50 characters.
    """
    named = unit and not _NUMBER_LIKE.fullmatch(unit) and not set(unit) & set("<&]") and len(unit) <= _UNIT_LIMIT
    xml.leaf(element, "unitgradingtype", "0")
    xml.leaf(element, "unitpenalty", "0")
    xml.leaf(element, "showunits", _OPTIONAL_UNIT if named else _OWN_FIELD)
    xml.leaf(element, "unitsleft", "0")
    if named:
        inside: Lines = []
        xml.leaf(inside, "multiplier", "1", depth=4)
        inside.append(f"        <unit_name>{xml.cdata(unit)}</unit_name>\n")
        whole: Lines = []
        xml.block(whole, "unit", inside, depth=3)
        xml.block(element, "units", whole)
