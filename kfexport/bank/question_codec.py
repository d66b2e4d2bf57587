"""Plain data → question, one function a type."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from kfexport.bank.defaults import Defaults
from kfexport.bank.values import BLANKS, Data, decimal, extras, items, mapping, plain, plains, share, text, texts, whole
from kfexport.diagnostics import Origin
from kfexport.model import (
    Answer,
    Blank,
    Choice,
    ChoiceBlank,
    Cloze,
    Description,
    Essay,
    Feedback,
    Matching,
    MultipleResponse,
    NumberBlank,
    Numerical,
    NumericalAnswer,
    Ordering,
    Pair,
    Question,
    Response,
    ShortAnswer,
    SingleChoice,
    TextBlank,
    TrueFalse,
)
from kfexport.model.parts import EXACT, FULL, NO_FEEDBACK, NO_RESPONSE, ONE, ZERO


def to_question(data: Data, origin: Origin, defaults: Defaults) -> Question:
    """Build one question from data that keeps the schema."""
    return _TYPES[data["type"]](data, _common(data, origin, defaults), defaults)


def _common(data: Data, origin: Origin, defaults: Defaults) -> dict[str, Any]:
    """The keys that every question has; most questions have few of them, so only what is there is passed on."""
    common: dict[str, Any] = {
        "id": data["id"],
        "prompt": text(data, "prompt"),
        "points": decimal(data, "points", defaults.points or ONE),
        "penalty": defaults.penalty,
        "origin": origin,
    }
    for key in data.keys() & _COMMON.keys():
        common[key] = _COMMON[key](data[key])
    found = extras(data)
    if found:
        common["extras"] = found
    return common


def _feedback(data: Data) -> Feedback:
    return Feedback(
        correct=text(data, "correct"), partial=text(data, "partial"), incorrect=text(data, "incorrect")
    ) if data else NO_FEEDBACK  # fmt: skip


def _filled(value: str) -> str:
    return value if value.strip(BLANKS) else ""


def _trimmed(value: str) -> str:
    return value.strip(BLANKS)


def _stripped(values: list[str]) -> tuple[str, ...]:
    return tuple([v.strip(BLANKS) for v in values])


_COMMON: Final[Mapping[str, Callable[[Any], Any]]] = {
    "title": _trimmed,
    "explanation": _filled,
    "hints": tuple,
    "feedback": _feedback,
    "penalty": share,
    "tags": _stripped,
    "category": _stripped,
    "stimulus": str,
    "notes": _filled,
    "draft": bool,
    "omit": tuple,
    "key": str,
}


def _single_choice(data: Data, common: dict[str, Any], defaults: Defaults) -> SingleChoice:
    return SingleChoice(
        **common,
        choices=tuple(_choice(c) for c in data["choices"]),
        shuffle=data.get("shuffle", defaults.shuffle),
    )


def _choice(data: Any, *, plain_text: bool = False) -> Choice:
    """A choice; that of a drop-down is plain text."""
    if isinstance(data, str):
        return Choice(text=data.strip(BLANKS) if plain_text else data)
    return Choice(
        text=plain(data, "text") if plain_text else text(data, "text"),
        correct=data.get("correct") is True,
        feedback=text(data, "feedback"),
        fixed=data.get("fixed") is True,
        credit=share(data.get("credit")),
        id=text(data, "id") or None,
        extras=extras(data),
    )


def _essay(data: Data, common: dict[str, Any], _defaults: Defaults) -> Essay:
    return Essay(
        **common,
        model_answer=text(data, "model_answer"),
        grading_notes=text(data, "grading_notes"),
        response=_response(mapping(data, "response")),
    )


def _response(data: Data) -> Response:
    if not data:
        return NO_RESPONSE
    return Response(
        format=data.get("format", "rich"),
        lines=whole(data, "lines"),
        min_words=whole(data, "min_words"),
        max_words=whole(data, "max_words"),
        attachments=whole(data, "attachments") or 0,
        starter=text(data, "starter"),
        extras=extras(data),
    )


def _multiple_response(data: Data, common: dict[str, Any], defaults: Defaults) -> MultipleResponse:
    choices = tuple(_choice(c) for c in data["choices"])
    has_credits = any(choice.credit is not None for choice in choices)  # they take the place of the default scoring
    return MultipleResponse(
        **common,
        choices=choices,
        shuffle=data.get("shuffle", defaults.shuffle),
        scoring="partial" if has_credits else data.get("scoring", defaults.scoring),
    )


def _true_false(data: Data, common: dict[str, Any], _defaults: Defaults) -> TrueFalse:
    return TrueFalse(
        **common,
        answer=data["answer"],
        feedback_true=text(data, "feedback_true"),
        feedback_false=text(data, "feedback_false"),
    )


def _short_answer(data: Data, common: dict[str, Any], defaults: Defaults) -> ShortAnswer:
    return ShortAnswer(
        **common,
        answers=tuple(_answer(a) for a in data["answers"]),
        case_sensitive=data.get("case_sensitive", defaults.case_sensitive),
    )


def _answer(data: Any) -> Answer:
    """The line end that a block (`|`) has is not part of an answer; other blanks at its ends are an error."""
    if isinstance(data, str):
        return Answer(text=data.rstrip("\n"))
    return Answer(
        text=text(data, "text").rstrip("\n"),
        credit=_credit(data),
        feedback=text(data, "feedback"),
        extras=extras(data),
    )


def _credit(data: Data) -> Fraction:
    credit = share(data.get("credit"))
    return FULL if credit is None else credit


def _numerical(data: Data, common: dict[str, Any], _defaults: Defaults) -> Numerical:
    return Numerical(**common, answers=_numbers(data), unit=plain(data, "unit"))


def _numbers(data: Data) -> tuple[NumericalAnswer, ...]:
    """The answers of a numerical question or blank: a list of them, or the one that its own keys describe."""
    if "answers" in data:
        return tuple(_number(a, "value") for a in data["answers"])
    return (_number({k: v for k, v in data.items() if k in ("answer", "tolerance", "range")}, "answer"),)


def _number(data: Data, key: str) -> NumericalAnswer:
    tolerance: Any = data.get("tolerance")
    relative = isinstance(tolerance, str)
    ends = items(data, "range")
    return NumericalAnswer(
        value=decimal(data, key, ZERO) if key in data else None,
        tolerance=Decimal(tolerance[:-1]).scaleb(-2, EXACT) if relative else decimal(data, "tolerance", ZERO),
        relative=relative,
        range=(Decimal(ends[0]), Decimal(ends[1])) if len(ends) == 2 else None,
        credit=_credit(data),
        feedback=text(data, "feedback"),
        extras=extras(data),
    )


def _matching(data: Data, common: dict[str, Any], _defaults: Defaults) -> Matching:
    return Matching(
        **common,
        pairs=tuple(Pair(item=text(p, "item"), match=plain(p, "match"), extras=extras(p)) for p in data["pairs"]),
        distractors=plains(data, "distractors"),
    )


def _ordering(data: Data, common: dict[str, Any], defaults: Defaults) -> Ordering:
    return Ordering(**common, items=texts(data, "items"), scoring=data.get("scoring", defaults.scoring))


def _cloze(data: Data, common: dict[str, Any], defaults: Defaults) -> Cloze:
    found = mapping(data, "blanks")
    blanks = tuple(_blank(key, value, defaults) for key, value in found.items() if not key.startswith("x-"))
    if "points" not in data and defaults.points is None:
        common["points"] = Decimal(sum(blank.weight for blank in blanks))
    return Cloze(**common, text=text(data, "text"), blanks=blanks)


def _blank(key: str, data: Data, defaults: Defaults) -> Blank:
    weight = whole(data, "weight") or 1
    kind = _kind(data)
    if kind == "dropdown":
        return ChoiceBlank(
            id=key,
            choices=tuple(_choice(c, plain_text=True) for c in data["choices"]),
            weight=weight,
            extras=extras(data),
        )
    if kind == "numerical":
        return NumberBlank(id=key, answers=_numbers(data), weight=weight, extras=extras(data))
    return TextBlank(
        id=key,
        answers=tuple(_answer(a) for a in data["answers"]),
        case_sensitive=data.get("case_sensitive", defaults.case_sensitive),
        weight=weight,
        extras=extras(data),
    )


def _kind(data: Data) -> str:
    """What a blank is, by the rule of the schema: what its `type` says, else what its keys say."""
    if "type" in data:
        return str(data["type"])
    if "choices" in data:
        return "dropdown"
    numbers = any(isinstance(a, dict) and ("value" in a or "range" in a) for a in items(data, "answers"))
    return "numerical" if numbers or "answer" in data or "range" in data else "short_answer"


def _description(_data: Data, common: dict[str, Any], _defaults: Defaults) -> Description:
    common.update(points=ONE, penalty=None)
    return Description(**common)


_TYPES: Final[Mapping[str, Callable[[Data, dict[str, Any], Defaults], Question]]] = {
    "single_choice": _single_choice,
    "multiple_response": _multiple_response,
    "true_false": _true_false,
    "short_answer": _short_answer,
    "numerical": _numerical,
    "essay": _essay,
    "matching": _matching,
    "ordering": _ordering,
    "cloze": _cloze,
    "description": _description,
}
