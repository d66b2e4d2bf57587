"""What a target is, what it may know, and how it reports what it cannot carry."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol, TypeVar

from kfexport.diagnostics import Diagnostic, Origin, Severity
from kfexport.model import Answer, NumericalAnswer, Question, Quiz, Section

_LISTED: Final = 5
"""Questions that a message for several of them names."""
_Accepted = TypeVar("_Accepted", bound=Answer | NumericalAnswer)


class Kept(Enum):
    """How well a target keeps a question type or a feature."""

    YES = "yes"
    """Carried and judged as the quiz file says."""
    COSMETIC = "cosmetic"
    """Shown a little differently: a note."""
    NEVER = "never"
    """Not a thing of this target by its nature: one note a quiz."""
    LOST = "lost"
    """Left out or judged otherwise: a warning a question."""
    NO = "no"
    """The question cannot be expressed: an error."""


@dataclass(frozen=True, slots=True)
class Support:
    """How a target keeps one type or feature, and what happens instead of keeping it."""

    kept: Kept
    instead: str = ""
    """How the sentence goes on that begins "the hints are", such as "left out: Anki cards show the explanation"."""


YES = Support(Kept.YES)


def cosmetic(instead: str) -> Support:
    """Kept, but shown a little differently."""
    return Support(Kept.COSMETIC, instead)


def never(instead: str) -> Support:
    """Not a thing of this target; told once a quiz."""
    return Support(Kept.NEVER, instead)


def lost(instead: str) -> Support:
    """Left out or judged otherwise; told for every question."""
    return Support(Kept.LOST, instead)


def impossible(instead: str) -> Support:
    """The question cannot be expressed; the sentence names the cure."""
    return Support(Kept.NO, instead)


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What a target can carry. The support matrix is generated from it, and so are most losses."""

    types: Mapping[str, Support]
    """Question type → support; every type of :data:`kfexport.model.questions.QUESTION_TYPES`."""
    features: Mapping[str, Support]
    """Feature → support; every name in :data:`kfexport.targets.features.FEATURES`."""
    exceptions: Mapping[tuple[str, str], Support] = field(default_factory=dict)
    """Question type and feature → support, where a type is not treated like the others."""
    images: bool = False
    """Whether the target carries the images of texts (see :mod:`kfexport.targets.media`); else they are errors."""

    def support(self, feature: str, kind: str | None) -> Support:
        """How a feature is kept in questions of the type ``kind``, or in the quiz."""
        return self.exceptions.get((kind or "", feature), self.features[feature])


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOptions:
    """What the user may choose about writing."""

    highlight: bool = True
    """Colour code blocks whose language is told, where a target can show colours."""
    anki_tags: bool = True
    """Write the tags column; without it a learner's own tags survive an update."""
    anki_typing: bool = False
    """Make short answers and numbers notes whose one answer is typed in."""


@dataclass(slots=True)
class Losses:
    """Collects what a writer could not carry. The one mutable thing a writer touches."""

    target: str
    found: list[Diagnostic] = field(default_factory=list)

    def add(
        self,
        code: str,
        severity: Severity,
        message: str,
        where: Origin | None,
        *,
        question: Question | None = None,
        hint: str | None = None,
    ) -> None:
        """Report one loss: ``message`` says what of which question, and what happens instead."""
        self.found.append(
            Diagnostic(
                code=code,
                severity=severity,
                message=message,
                where=where,
                hint=hint,
                target=self.target,
                question=question.id if question is not None else None,
            )
        )


@dataclass(frozen=True, slots=True)
class Artifact:
    """Files in memory. ``files`` maps a path below the output folder, with ``/``, to its bytes."""

    files: Mapping[str, bytes]
    notes: tuple[str, ...] = ()
    """Steps that the user has to do by hand, such as copying media; one sentence each."""


class Target(Protocol):
    """What a target module offers. All of it is pure: no clock, no disk, no random numbers, no printing."""

    CAPABILITIES: Capabilities

    def write(self, quiz: Quiz, options: WriteOptions, losses: Losses) -> Artifact:
        """Turn a quiz (already reduced to what this target exports) into files.

        Paths are ``‹target›/…`` and belong to this quiz alone: ``‹target›/‹quiz id›.…`` or ``‹target›/‹quiz id›/…``.
        """
        ...


def walk(quiz: Quiz) -> Iterator[tuple[Section, Question]]:
    """Each question with its section, in the order of the file."""
    for section in quiz.sections:
        for question in section.questions:
            yield section, question


def best_first(answers: Sequence[_Accepted]) -> list[tuple[int, _Accepted]]:
    """Answers with their positions, the highest credit first: of several that fit, importers take the first."""
    return sorted(enumerate(answers), key=lambda item: -item[1].credit)


def listed(ids: Sequence[str]) -> str:
    """``a, b and 3 more``: the first of several questions that a message is about."""
    more = len(ids) - _LISTED
    return ", ".join(ids[:_LISTED]) + (f" and {more} more" if more > 0 else "")


def ordinal_clause(positions: Iterable[int]) -> str:
    """``choice 3`` or ``choices 1, 2 and 4``, for positions from 1."""
    numbers = [str(p) for p in positions]
    if len(numbers) == 1:
        return f"choice {numbers[0]}"
    return f"choices {', '.join(numbers[:-1])} and {numbers[-1]}"
