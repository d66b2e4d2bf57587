"""Plain data → model. Lenient: what the schema check has refused is passed over here, so that the rest is looked at."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, Literal

from kfexport.diagnostics import Origin, Path
from kfexport.model import (
    Author,
    Choice,
    Delivery,
    Essay,
    Feedback,
    Question,
    Quiz,
    Response,
    Section,
    SingleChoice,
    Stimulus,
)
from kfexport.model.questions import NO_FEEDBACK, NO_RESPONSE, no_extras
from kfexport.model.quiz import NO_DELIVERY

Data = Mapping[str, Any]
_LONGEST_SHARE: Final = 40
_BLANKS: Final = " \t\r\n"
"""What a text of nothing else counts as absent for; other blanks are the author's, and the rules look at them."""
_DURATION: Final = re.compile(r"(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Defaults:
    points: Decimal = Decimal(1)
    shuffle: bool = False
    penalty: Fraction | None = None


def to_quiz(data: Data, origin: Origin, is_good: Callable[[Path], bool]) -> Quiz:
    """Build the model of a quiz; ``is_good`` says whether the question at a path kept the schema."""
    defaults = _defaults(_map(data, "defaults"))
    return Quiz(
        id=text(data, "id"),
        title=_plain(data, "title"),
        lang=text(data, "lang") or "en",
        sections=_sections(data, origin, defaults, is_good),
        description=text(data, "description"),
        category=_plains(data, "category"),
        tags=_plains(data, "tags"),
        delivery=_delivery(_map(data, "delivery")),
        stimuli=_stimuli(_map(data, "stimuli"), origin),
        translation_of=text(data, "translation_of") or None,
        authors=tuple(_author(a) for a in _list(data, "authors")),
        license=_plain(data, "license"),
        version=_plain(data, "version"),
        source=_plain(data, "source"),
        labels=MappingProxyType({k: v for k, v in _map(data, "labels").items() if isinstance(v, str)}),
        html="safe" if data.get("html") == "safe" else "text",
        draft=data.get("draft") is True,
        extras=_extras(data),
        origin=origin,
    )


def text(data: Data, key: str) -> str:
    """A text, or the empty string where there is none or only blanks."""
    value = data.get(key)
    return value if isinstance(value, str) and value.strip(_BLANKS) else ""


def _plain(data: Data, key: str) -> str:
    return text(data, key).strip(_BLANKS)


def texts(data: Data, key: str) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(v for v in _list(data, key) if isinstance(v, str))


def _plains(data: Data, key: str) -> tuple[str, ...]:
    return tuple(v.strip(_BLANKS) for v in texts(data, key))


def _list(data: Data, key: str) -> list[Any]:
    value = data.get(key)
    return value if isinstance(value, list) else []


def _map(data: Data, key: str) -> Data:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _whole(data: Data, key: str) -> int | None:
    value = data.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _extras(data: Data) -> Mapping[str, Any]:
    keys = [key for key in data if key[:2] == "x-"]
    return MappingProxyType({key: data[key] for key in keys}) if keys else no_extras()


def share(spelling: Any) -> Fraction | None:
    """``50%`` or ``1/3`` as an exact fraction."""
    if not isinstance(spelling, str) or len(spelling) > _LONGEST_SHARE:
        return None
    try:
        return Fraction(spelling[:-1]) / 100 if spelling.endswith("%") else Fraction(spelling)
    except (ValueError, ZeroDivisionError):
        return None


def seconds(spelling: str) -> int | None:
    """``1h30m`` as seconds; ``None`` where nothing was given."""
    found = _DURATION.fullmatch(spelling)
    if not found or not spelling:
        return None
    hours, minutes, rest = (int(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + rest


def _points(data: Data, default: Decimal) -> Decimal:
    value = data.get("points")
    return Decimal(value) if isinstance(value, (int, Decimal)) and not isinstance(value, bool) else default


def _defaults(data: Data) -> _Defaults:
    return _Defaults(_points(data, Decimal(1)), data.get("shuffle") is True, share(data.get("penalty")))


def _delivery(data: Data) -> Delivery:
    if not data:
        return NO_DELIVERY
    attempts: int | Literal["unlimited"] | None = _whole(data, "attempts")
    return Delivery(
        time_limit=seconds(text(data, "time_limit")),
        attempts="unlimited" if data.get("attempts") == "unlimited" else attempts,
        shuffle_questions=data.get("shuffle_questions") is True,
        extras=_extras(data),
    )


def _author(data: Any) -> Author:
    if not isinstance(data, dict):
        return Author(name=str(data))
    return Author(name=_plain(data, "name"), email=_plain(data, "email"), url=_plain(data, "url"), extras=_extras(data))


def _stimuli(data: Data, origin: Origin) -> tuple[Stimulus, ...]:
    return tuple(
        Stimulus(
            id=key,
            text=text(value, "text"),
            title=_plain(value, "title"),
            extras=_extras(value),
            origin=origin.child("stimuli", key),
        )
        for key, value in data.items()
        if isinstance(value, dict) and not key.startswith("x-")
    )


def _sections(data: Data, origin: Origin, defaults: _Defaults, is_good: Callable[[Path], bool]) -> tuple[Section, ...]:
    if "sections" not in data:
        found = _questions(data, origin, defaults, is_good)
        return (Section(id=None, questions=found, origin=origin),) if "questions" in data else ()
    return tuple(
        _section(section, origin.child("sections", i), defaults, is_good)
        for i, section in enumerate(_list(data, "sections"))
        if isinstance(section, dict)
    )


def _section(data: Data, origin: Origin, defaults: _Defaults, is_good: Callable[[Path], bool]) -> Section:
    return Section(
        id=text(data, "id"),
        questions=_questions(data, origin, defaults, is_good),
        title=_plain(data, "title"),
        description=text(data, "description"),
        pick=_whole(data, "pick"),
        category=_plains(data, "category"),
        tags=_plains(data, "tags"),
        extras=_extras(data),
        origin=origin,
    )


def _questions(
    data: Data, origin: Origin, defaults: _Defaults, is_good: Callable[[Path], bool]
) -> tuple[Question, ...]:
    found = []
    for i, question in enumerate(_list(data, "questions")):
        where = origin.child("questions", i)
        if is_good(where.path):
            found.append(to_question(question, where, defaults))
    return tuple(found)


def to_question(data: Data, origin: Origin, defaults: _Defaults) -> Question:
    """Build one question from data that keeps the schema."""
    return _TYPES[data["type"]](data, _common(data, origin, defaults), defaults)


def _common(data: Data, origin: Origin, defaults: _Defaults) -> dict[str, Any]:
    """The keys that every question has; most questions have few of them, so only what is there is passed on."""
    common: dict[str, Any] = {
        "id": data["id"],
        "prompt": text(data, "prompt"),
        "points": _points(data, defaults.points),
        "penalty": defaults.penalty,
        "origin": origin,
    }
    for key, value in data.items():
        read = _COMMON.get(key)
        if read is not None:
            common[key] = read(value)
        elif key.startswith("x-"):
            common["extras"] = _extras(data)
    return common


def _feedback(data: Data) -> Feedback:
    return Feedback(
        correct=text(data, "correct"), partial=text(data, "partial"), incorrect=text(data, "incorrect")
    ) if data else NO_FEEDBACK  # fmt: skip


def _filled(value: str) -> str:
    return value if value.strip(_BLANKS) else ""


def _trimmed(value: str) -> str:
    return value.strip(_BLANKS)


def _stripped(values: list[str]) -> tuple[str, ...]:
    return tuple(v.strip(_BLANKS) for v in values)


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


def _single_choice(data: Data, common: dict[str, Any], defaults: _Defaults) -> SingleChoice:
    return SingleChoice(
        **common,
        choices=tuple(_choice(c) for c in data["choices"]),
        shuffle=data.get("shuffle", defaults.shuffle),
    )


def _choice(data: Any) -> Choice:
    if isinstance(data, str):
        return Choice(text=data)
    return Choice(
        text=text(data, "text"),
        correct=data.get("correct") is True,
        feedback=text(data, "feedback"),
        fixed=data.get("fixed") is True,
        credit=share(data.get("credit")),
        id=text(data, "id") or None,
        extras=_extras(data),
    )


def _essay(data: Data, common: dict[str, Any], _defaults: _Defaults) -> Essay:
    return Essay(
        **common,
        model_answer=text(data, "model_answer"),
        grading_notes=text(data, "grading_notes"),
        response=_response(_map(data, "response")),
    )


def _response(data: Data) -> Response:
    if not data:
        return NO_RESPONSE
    return Response(
        format=data.get("format", "rich"),
        lines=_whole(data, "lines"),
        min_words=_whole(data, "min_words"),
        max_words=_whole(data, "max_words"),
        attachments=_whole(data, "attachments") or 0,
        starter=text(data, "starter"),
        extras=_extras(data),
    )


_TYPES: Final[Mapping[str, Callable[[Data, dict[str, Any], _Defaults], Question]]] = {
    "single_choice": _single_choice,
    "essay": _essay,
}
