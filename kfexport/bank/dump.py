"""Model → YAML, in the layout that the documentation uses. What it writes reads back equal.

PyYAML's emitter is not used: it puts tabs and some other characters into double quotes, where the reader refuses
them, and it quotes what our reader keeps as it is.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, TypeAlias, assert_never

from kfexport.model import (
    Answer,
    Author,
    Blank,
    Choice,
    ChoiceBlank,
    Cloze,
    Delivery,
    Description,
    Essay,
    Feedback,
    Matching,
    MultipleResponse,
    NumberBlank,
    Numerical,
    NumericalAnswer,
    Ordering,
    Question,
    Quiz,
    Response,
    Section,
    ShortAnswer,
    SingleChoice,
    TextBlank,
    TrueFalse,
)
from kfexport.model.parts import FULL, NO_FEEDBACK, NO_RESPONSE, Scoring
from kfexport.model.quiz import NO_DELIVERY

Node: TypeAlias = "str | Word | list[Any] | dict[str, Any]"


class Word(str):
    """A number, a boolean or another value that is written without quotes."""

    __slots__ = ()


_PLAIN: Final = re.compile(r"[^\W\d_](?:[^\n\t:#\x85\u2028\u2029]|:(?=[^\s])|(?<=[^\s])#)*(?<![\s:])")
_BLOCK: Final = re.compile("[^\r\x85\u2028\u2029]*")


def dump(quiz: Quiz) -> str:
    """The quiz as a file of format 1."""
    return "".join(f"{line}\n" for line in _lines(_quiz(quiz)))


def _lines(node: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    for key, value in node.items():
        yield from _entry(f"{indent}{_scalar_key(key)}:", value, indent + "  ")


def _entry(head: str, value: Node, indent: str) -> Iterator[str]:
    """A key or a dash with its value, which goes on below it where it needs more lines."""
    match value:
        case dict():
            if not value:
                yield f"{head} {{}}"
                return
            inner = list(_lines(value, indent))
            if head.endswith("-"):
                yield f"{head} {inner[0].removeprefix(indent)}"
                inner = inner[1:]
            else:
                yield head
            yield from inner
        case list():
            if not value:
                yield f"{head} []"
                return
            yield head
            for item in value:
                yield from _entry(f"{indent}-", item, indent + "  ")
        case _:
            first, *rest = _scalar(value, indent)
            yield f"{head} {first}"
            yield from rest


def _scalar_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z_][\w-]*", key, re.ASCII) else _quoted(key)


def _scalar(text: str, indent: str) -> list[str]:
    if isinstance(text, Word):
        return [text]
    if "\n" in text and _BLOCK.fullmatch(text) and text.strip("\n"):
        return _block(text, indent)
    if _PLAIN.fullmatch(text) and not text.endswith((" ", "\t")):
        return [text]
    return [_quoted(text)]


def _quoted(text: str) -> str:
    if "\n" not in text and _BLOCK.fullmatch(text):
        return "'" + text.replace("'", "''") + "'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + re.sub("[\x85\u2028\u2029]", lambda m: f"\\u{ord(m[0]):04x}", escaped) + '"'


def _block(text: str, indent: str) -> list[str]:
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    chomp = {0: "-", 1: ""}.get(ends, "+")
    hint = str(2) if body[:1] in (" ", "\t", "\n") else ""
    lines = [f"{indent}{line}" if line else "" for line in body.split("\n")]
    return [f"|{hint}{chomp}", *lines, *[""] * max(ends - 1, 0)]


def _filled(pairs: dict[str, Any]) -> dict[str, Any]:
    """Without what is absent."""
    return {key: value for key, value in pairs.items() if value not in (None, "", [], {})}


def _quiz(quiz: Quiz) -> dict[str, Any]:
    sectioned = any(section.id is not None for section in quiz.sections)
    return _filled(
        {
            "format": Word("1"),
            "id": quiz.id,
            "title": quiz.title,
            "lang": Word(quiz.lang),
            "description": quiz.description,
            "category": list(quiz.category),
            "tags": list(quiz.tags),
            "delivery": _delivery(quiz.delivery),
            "stimuli": {s.id: _filled({"title": s.title, "text": s.text, **s.extras}) for s in quiz.stimuli},
            "translation_of": quiz.translation_of,
            "authors": [_author(a) for a in quiz.authors],
            "license": quiz.license,
            "version": quiz.version,
            "source": quiz.source,
            "labels": dict(quiz.labels),
            "html": Word("safe") if quiz.safe_html else None,
            "draft": _flag(quiz.draft),
            **quiz.extras,
        }
    ) | (
        {"sections": [_section(s) for s in quiz.sections]}
        if sectioned
        else {"questions": [_question(q) for q in quiz.questions()]}
    )


def _flag(value: bool) -> Word | None:
    return Word("true") if value else None


def _number(value: Decimal | int | None) -> Word | None:
    return None if value is None else Word(format(value.normalize(), "f") if isinstance(value, Decimal) else str(value))


def _share(value: Fraction | None) -> Word | None:
    return None if value is None else Word(f"{value.numerator}/{value.denominator}")


def _author(author: Author) -> Node:
    if not (author.email or author.url or author.extras):
        return author.name
    return _filled({"name": author.name, "email": author.email, "url": author.url, **author.extras})


def _delivery(delivery: Delivery) -> dict[str, Any]:
    if delivery == NO_DELIVERY:
        return {}
    limit = delivery.time_limit
    return _filled(
        {
            "time_limit": Word(f"{limit}s") if limit is not None else None,
            "attempts": Word(delivery.attempts) if delivery.attempts is not None else None,
            "shuffle_questions": _flag(delivery.shuffle_questions),
            **delivery.extras,
        }
    )


def _section(section: Section) -> dict[str, Any]:
    return _filled(
        {
            "id": section.id,
            "title": section.title,
            "description": section.description,
            "pick": _number(section.pick),
            "category": list(section.category),
            "tags": list(section.tags),
            **section.extras,
        }
    ) | {"questions": [_question(q) for q in section.questions]}


def _question(question: Question) -> dict[str, Any]:
    points = _number(question.points) if question.points != _default_points(question) else None
    return _filled(
        {
            "id": question.id,
            "type": Word(question.kind),
            "title": question.title,
            "prompt": question.prompt,
            **_own(question),
            "explanation": question.explanation,
            "hints": list(question.hints),
            "feedback": _feedback(question.feedback),
            "points": points,
            "penalty": _share(question.penalty),
            "tags": list(question.tags),
            "category": list(question.category),
            "stimulus": question.stimulus,
            "notes": question.notes,
            "draft": _flag(question.draft),
            "omit": list(question.omit),
            "key": question.key,
            **question.extras,
        }
    )


def _default_points(question: Question) -> int:
    return sum(blank.weight for blank in question.blanks) if isinstance(question, Cloze) else 1


def _own(question: Question) -> dict[str, Any]:
    """The keys that only questions of one type have."""
    match question:
        case SingleChoice():
            return {"choices": [_choice(c) for c in question.choices], "shuffle": _flag(question.shuffle)}
        case MultipleResponse():
            return {
                "choices": [_choice(c) for c in question.choices],
                "shuffle": _flag(question.shuffle),
                "scoring": _scoring(question.scoring),
            }
        case TrueFalse():
            return {
                "answer": Word("true" if question.answer else "false"),
                "feedback_true": question.feedback_true,
                "feedback_false": question.feedback_false,
            }
        case ShortAnswer():
            return {
                "answers": [_answer(a) for a in question.answers],
                "case_sensitive": _flag(question.case_sensitive),
            }
        case Numerical():
            return {**_numbers(question.answers), "unit": question.unit}
        case Essay():
            return {
                "model_answer": question.model_answer,
                "grading_notes": question.grading_notes,
                "response": _response(question.response),
            }
        case Matching():
            pairs = [{"item": p.item, "match": p.match, **p.extras} for p in question.pairs]
            return {"pairs": pairs, "distractors": list(question.distractors)}
        case Ordering():
            return {"items": list(question.items), "scoring": _scoring(question.scoring)}
        case Cloze():
            return {"text": question.text, "blanks": {b.id: _blank(b) for b in question.blanks}}
        case Description():
            return {}
        case _:
            assert_never(question)


def _scoring(scoring: Scoring) -> Word | None:
    return Word(scoring) if scoring != "partial" else None


def _answer(answer: Answer) -> Node:
    if answer == Answer(text=answer.text):
        return answer.text
    credit = _share(answer.credit) if answer.credit != FULL else None
    return _filled({"text": answer.text, "credit": credit, "feedback": answer.feedback, **answer.extras})


def _numbers(answers: tuple[NumericalAnswer, ...]) -> dict[str, Any]:
    """A single answer by keys of the question, unless it has a credit or feedback of its own."""
    if len(answers) == 1 and answers[0].credit == FULL and not answers[0].feedback and not answers[0].extras:
        return _filled(_number_answer(answers[0], "answer"))
    return {"answers": [_filled(_number_answer(a, "value")) for a in answers]}


def _number_answer(answer: NumericalAnswer, key: str) -> dict[str, Any]:
    tolerance = None
    if answer.relative:
        tolerance = Word(f"{_number(answer.tolerance * 100)}%")
    elif answer.tolerance:
        tolerance = _number(answer.tolerance)
    return {
        key: _number(answer.value),
        "tolerance": tolerance,
        "range": [_number(end) for end in answer.range] if answer.range is not None else None,
        "credit": _share(answer.credit) if answer.credit != FULL else None,
        "feedback": answer.feedback,
        **answer.extras,
    }


def _blank(blank: Blank) -> dict[str, Any]:
    own: dict[str, Any]
    match blank:
        case TextBlank():
            own = {"answers": [_answer(a) for a in blank.answers], "case_sensitive": _flag(blank.case_sensitive)}
        case NumberBlank():
            own = _numbers(blank.answers)
        case ChoiceBlank():
            own = {"choices": [_choice(c) for c in blank.choices]}
        case _:
            assert_never(blank)
    return _filled({**own, "weight": _number(blank.weight) if blank.weight != 1 else None, **blank.extras})


def _choice(choice: Choice) -> Node:
    if choice == Choice(text=choice.text):
        return choice.text
    return _filled(
        {
            "text": choice.text,
            "correct": _flag(choice.correct),
            "feedback": choice.feedback,
            "fixed": _flag(choice.fixed),
            "credit": _share(choice.credit),
            "id": choice.id,
            **choice.extras,
        }
    )


def _feedback(feedback: Feedback) -> dict[str, Any]:
    if feedback == NO_FEEDBACK:
        return {}
    return _filled({"correct": feedback.correct, "partial": feedback.partial, "incorrect": feedback.incorrect})


def _response(response: Response) -> dict[str, Any]:
    if response == NO_RESPONSE:
        return {}
    return _filled(
        {
            "format": Word(response.format) if response.format != "rich" else None,
            "lines": _number(response.lines),
            "min_words": _number(response.min_words),
            "max_words": _number(response.max_words),
            "attachments": _number(response.attachments or None),
            "starter": response.starter,
            **response.extras,
        }
    )
