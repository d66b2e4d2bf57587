"""Plain data → model. Lenient: what the schema check has refused is passed over here, so that the rest is looked at."""

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, Literal

from kfexport.bank.defaults import Defaults
from kfexport.bank.defaults import read as read_defaults
from kfexport.bank.question_codec import to_question
from kfexport.bank.values import Data, extras, items, mapping, plain, plains, text, whole
from kfexport.diagnostics import Origin, Path
from kfexport.model import Author, Delivery, Question, Quiz, Section, Stimulus
from kfexport.model.quiz import NO_DELIVERY

_DURATION: Final = re.compile(r"(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?", re.ASCII)


def to_quiz(data: Data, origin: Origin, is_good: Callable[[Path], bool]) -> Quiz:
    """Build the model of a quiz; ``is_good`` says whether the question at a path kept the schema."""
    defaults = read_defaults(data)
    return Quiz(
        id=text(data, "id"),
        title=plain(data, "title"),
        lang=text(data, "lang") or "en",
        sections=_sections(data, origin, defaults, is_good),
        description=text(data, "description"),
        category=plains(data, "category"),
        tags=plains(data, "tags"),
        delivery=_delivery(mapping(data, "delivery")),
        stimuli=_stimuli(mapping(data, "stimuli"), origin),
        translation_of=text(data, "translation_of") or None,
        authors=tuple(_author(a) for a in items(data, "authors")),
        license=plain(data, "license"),
        version=plain(data, "version"),
        source=plain(data, "source"),
        labels=MappingProxyType({k: v for k, v in mapping(data, "labels").items() if isinstance(v, str)}),
        html="safe" if data.get("html") == "safe" else "text",
        draft=data.get("draft") is True,
        extras=extras(data),
        origin=origin,
    )


def seconds(spelling: str) -> int | None:
    """``1h30m`` as seconds; ``None`` where nothing was given."""
    found = _DURATION.fullmatch(spelling)
    if not found or not spelling:
        return None
    hours, minutes, rest = (int(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + rest


def _delivery(data: Data) -> Delivery:
    if not data:
        return NO_DELIVERY
    attempts: int | Literal["unlimited"] | None = whole(data, "attempts")
    return Delivery(
        time_limit=seconds(text(data, "time_limit")),
        attempts="unlimited" if data.get("attempts") == "unlimited" else attempts,
        shuffle_questions=data.get("shuffle_questions") is True,
        extras=extras(data),
    )


def _author(data: Any) -> Author:
    if not isinstance(data, dict):
        return Author(name=str(data))
    return Author(name=plain(data, "name"), email=plain(data, "email"), url=plain(data, "url"), extras=extras(data))


def _stimuli(data: Data, origin: Origin) -> tuple[Stimulus, ...]:
    return tuple(
        Stimulus(
            id=key,
            text=text(value, "text"),
            title=plain(value, "title"),
            extras=extras(value),
            origin=origin.child("stimuli", key),
        )
        for key, value in data.items()
        if isinstance(value, dict) and not key.startswith("x-")
    )


def _sections(data: Data, origin: Origin, defaults: Defaults, is_good: Callable[[Path], bool]) -> tuple[Section, ...]:
    if "sections" not in data:
        found = _questions(data, origin, defaults, is_good)
        return (Section(id=None, questions=found, origin=origin),) if "questions" in data else ()
    return tuple(
        _section(section, origin.child("sections", i), defaults, is_good)
        for i, section in enumerate(items(data, "sections"))
        if isinstance(section, dict)
    )


def _section(data: Data, origin: Origin, defaults: Defaults, is_good: Callable[[Path], bool]) -> Section:
    return Section(
        id=text(data, "id"),
        questions=_questions(data, origin, defaults, is_good),
        title=plain(data, "title"),
        description=text(data, "description"),
        pick=whole(data, "pick"),
        category=plains(data, "category"),
        tags=plains(data, "tags"),
        extras=extras(data),
        origin=origin,
    )


def _questions(data: Data, origin: Origin, defaults: Defaults, is_good: Callable[[Path], bool]) -> tuple[Question, ...]:
    found = []
    for i, question in enumerate(items(data, "questions")):
        where = origin.child("questions", i)
        if is_good(where.path):
            found.append(to_question(question, where, defaults))
    return tuple(found)
