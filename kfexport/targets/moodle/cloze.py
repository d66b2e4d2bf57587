"""Texts with blanks: ``cloze``, whose blanks stand in the question text as ``{weight:TYPE:answers}``.

Source: ``qtype_multianswer_extract_question`` in Moodle question/type/multianswer/questiontype.php.
"""

import html
import re
from collections.abc import Iterator
from fractions import Fraction
from math import gcd
from typing import Final, assert_never

from kfexport.diagnostics import Path, Severity, below
from kfexport.model import Blank, ChoiceBlank, Cloze, NumberBlank, Quiz, TextBlank
from kfexport.richtext.cloze import fill, stand_in, to_html_with_blanks
from kfexport.richtext.direction import directed
from kfexport.targets import media
from kfexport.targets.base import Losses, best_first
from kfexport.targets.markup import one_line
from kfexport.targets.moodle import grades
from kfexport.targets.moodle.answers import literal, number_path
from kfexport.targets.moodle.common import head, hints, penalty, prompt
from kfexport.targets.moodle.numbers import interval
from kfexport.targets.moodle.texts import dressed, guard, rich_without_images, with_images
from kfexport.targets.moodle.xml import Lines

_ESCAPES: Final = str.maketrans(
    {
        # What Moodle unescapes, after it has decoded entities once.
        "}": "\\}",
        "#": "\\#",
        # A backslash of the author's must neither escape what follows nor end an answer.
        "\\": "&#92;",
        # ``\~`` would keep its backslash; an ``&amp;`` before a sign that ends an answer would take its meaning away.
        "~": "&#126;",
        "&": "&#38;",
        "<": "&lt;",
        ">": "&gt;",
        "{": "&#123;",
        "\n": "&#10;",
        "\r": "&#13;",
        "\t": "&#9;",
    }
)
_FRACTION: Final = {"=": "&#61;", "%": "&#37;"}
"""Signs that would be a grade at the beginning of an answer."""
_MARK_LIKE: Final = re.compile(r"\{(?=#|[0-9]*:)")
"""What Moodle could take for a blank, or for the place of one, in the author's text."""


def cloze(quiz: Quiz, question: Cloze, name: str, losses: Losses) -> Lines | None:
    """A ``cloze``. Its mark is the sum of the weights, whatever ``defaultgrade`` says."""
    weights = _weights(question)
    parts = {
        str(i): _part(quiz, question, blank, weight, losses)
        for i, (blank, weight) in enumerate(zip(question.blanks, weights, strict=True))
    }
    known = {number: part for number, part in parts.items() if part is not None}
    if not parts:
        losses.add(
            "KF401",
            Severity.ERROR,
            "The text has no blank, and Moodle refuses a file with such a question",
            below(question.origin, "blanks"),
            question=question,
            hint="Add a blank, or make it a `description`.",
        )
    if len(known) < len(parts) or not known:
        return None
    _report_points(question, sum(weights), losses)
    why = "Moodle finds no files in the feedback of a blank"
    media.report_described(quiz, _feedback(question), why, question.origin, losses, question)
    text = _plain_braces(prompt(quiz, question)) + _text(quiz, question, known)
    element = head(
        quiz, question, "cloze", name, text=text, penalty=penalty(question, losses), points=str(sum(weights))
    )
    hints(quiz, question, element)
    return element


def _feedback(question: Cloze) -> Iterator[tuple[str, str, Path]]:
    """The feedback in the blanks: source, what it is, and where it stands."""
    for blank in question.blanks:
        key = "choices" if isinstance(blank, ChoiceBlank) else "answers"
        for i, text in enumerate(_feedback_of(blank)):
            yield text, f"the feedback in the blank `{blank.id}`", ("blanks", blank.id, key, i, "feedback")


def _feedback_of(blank: Blank) -> list[str]:
    if isinstance(blank, ChoiceBlank):
        return [choice.feedback for choice in blank.choices]
    return [answer.feedback for answer in blank.answers]


def _text(quiz: Quiz, question: Cloze, parts: dict[str, str]) -> str:
    numbers = {blank.id: str(i) for i, blank in enumerate(question.blanks)}
    marked = dressed(quiz, to_html_with_blanks(question.text, numbers, safe=quiz.safe_html))
    # Ids may hold what the guards act on, such as `8-.`; numbers do not.
    numbered = fill(marked, lambda blank: stand_in(numbers[blank]))
    whole = directed(quiz.lang, with_images(quiz, _plain_braces(guard(numbered))))
    return fill(whole, lambda number: parts[number])


def _plain_braces(fragment: str) -> str:
    return _MARK_LIKE.sub("&#123;", fragment)


def _weights(question: Cloze) -> tuple[int, ...]:
    """Whole weights in the proportions of the author's, whose sum is the points or as near to them as can be."""
    weights = [blank.weight for blank in question.blanks]
    factor = Fraction(question.points) / (sum(weights) or 1)
    scaled = [weight * factor for weight in weights]
    if all(weight.denominator == 1 for weight in scaled):
        return tuple(weight.numerator for weight in scaled)
    smallest = [weight // gcd(*weights) for weight in weights]
    times = max(1, round(Fraction(question.points) / sum(smallest)))
    return tuple(weight * times for weight in smallest)


def _report_points(question: Cloze, mark: int, losses: Losses) -> None:
    if mark != question.points:
        losses.add(
            "KF402",
            Severity.WARNING,
            f"The question is worth {mark}, not {grades.points(question.points)}: Moodle adds up the weights of the "
            "blanks, which are whole numbers",
            below(question.origin, "points"),
            question=question,
            hint=f"Write `points: {mark}`, or other weights.",
        )


def _part(quiz: Quiz, question: Cloze, blank: Blank, weight: int, losses: Losses) -> str | None:
    """What stands in the text for a blank, or ``None`` (and an error)."""
    base: Path = ("blanks", blank.id)
    alternatives: list[str | None]
    match blank:
        case TextBlank():
            kind = "SHORTANSWER_C" if blank.case_sensitive else "SHORTANSWER"
            alternatives = [_text_answer(quiz, question, blank, i, losses) for i, _ in best_first(blank.answers)]
        case NumberBlank():
            kind = "NUMERICAL"
            alternatives = [
                _number(quiz, question, blank, i, number_path(base, blank.answers, i), losses)
                for i, _ in best_first(blank.answers)
            ]
        case ChoiceBlank():
            kind = "MULTICHOICE"
            # The texts of a drop-down are HTML to Moodle; what it shows there went through its filters.
            alternatives = [
                _alternative(quiz, Fraction(c.correct), escape(guard(html.escape(one_line(c.text), quote=False))),
                             c.feedback)
                for c in blank.choices
            ]  # fmt: skip
        case _:
            assert_never(blank)
    known = [a for a in alternatives if a is not None]
    return f"{{{weight}:{kind}:{'~'.join(known)}}}" if len(known) == len(alternatives) else None


def _text_answer(quiz: Quiz, question: Cloze, blank: TextBlank, i: int, losses: Losses) -> str:
    answer = blank.answers[i]
    _report_credit(question, blank, i, answer.credit, losses)
    return _alternative(quiz, answer.credit, escape(literal(answer.text)), answer.feedback)


def _report_credit(question: Cloze, blank: Blank, i: int, credit: Fraction, losses: Losses) -> None:
    if grades.becomes_whole(credit):
        losses.add(
            "KF402",
            Severity.WARNING,
            f"The credit of answer {i + 1} of the blank `{blank.id}` is {grades.percent(credit)}, not "
            f"{grades.spelled(credit)}: Moodle keeps 7 decimals of a share",
            below(question.origin, "blanks", blank.id, "answers", i, "credit"),
            question=question,
        )


def _number(quiz: Quiz, question: Cloze, blank: NumberBlank, i: int, path: Path, losses: Losses) -> str | None:
    answer = blank.answers[i]
    found = interval(question, answer, f"answer {i + 1} of the blank `{blank.id}`", path, losses)
    if found is None:
        return None
    _report_credit(question, blank, i, answer.credit, losses)
    return _alternative(quiz, answer.credit, f"{found.centre}:{found.tolerance}", answer.feedback)


def _alternative(quiz: Quiz, credit: Fraction, answer: str, feedback: str) -> str:
    """One answer with its grade before and its feedback behind it. In a blank any percentage goes."""
    grade = "=" if credit == 1 else f"%{grades.percent(credit)}" if credit else ""
    return f"{grade}{answer}#{escape(rich_without_images(quiz, feedback))}" if feedback else f"{grade}{answer}"


def escape(text: str) -> str:
    """A text as it stands in a blank, so that Moodle reads it back whole; on one line, since a line break before
    an answer would break the blank."""
    escaped = text.translate(_ESCAPES)
    return _FRACTION[text[0]] + escaped[1:] if text[:1] in _FRACTION else escaped
