"""The quiz, its sections and how it is delivered."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kfexport.diagnostics import Origin
from kfexport.model.assets import Asset, no_assets
from kfexport.model.parts import no_extras
from kfexport.model.questions import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Somebody who wrote the quiz."""

    name: str
    email: str = ""
    url: str = ""
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """How the quiz is taken, where a target has such a thing."""

    time_limit: int | None = None
    """Seconds for the whole quiz."""
    attempts: int | Literal["unlimited"] | None = None
    """How often the whole quiz may be taken."""
    shuffle_questions: bool = False
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)


NO_DELIVERY = Delivery()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stimulus:
    """A text that several questions share; it is shown before their prompts."""

    id: str
    text: str
    """Markdown."""
    title: str = ""
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Questions that belong together. A file with ``questions`` at its top has one section without an id."""

    id: str | None
    """``None`` only for the one section of a quiz that was written without sections."""
    questions: tuple[Question, ...]
    title: str = ""
    description: str = ""
    """Markdown, shown before the section where the target can."""
    pick: int | None = None
    """How many questions each learner gets, drawn at random; ``None`` is all of them."""
    category: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiz:
    """One quiz file."""

    id: str
    title: str
    lang: str
    """BCP 47 language tag."""
    sections: tuple[Section, ...]
    description: str = ""
    """Markdown, shown before the quiz where the target can."""
    category: tuple[str, ...] = ()
    """Path of names; empty is the title."""
    tags: tuple[str, ...] = ()
    delivery: Delivery = NO_DELIVERY
    stimuli: tuple[Stimulus, ...] = ()
    translation_of: str | None = None
    authors: tuple[Author, ...] = ()
    license: str = ""
    version: str = ""
    source: str = ""
    labels: Mapping[str, str] = field(default_factory=no_extras, hash=False)
    """Words that exports show, in place of the built-in ones of ``lang``."""
    html: Literal["text", "safe"] = "text"
    draft: bool = False
    """Checked, not exported."""
    assets: Mapping[str, Asset] = field(default_factory=no_assets, hash=False, repr=False)
    """Address in a text → the image there. An address that is not here leads to the network, or nowhere."""
    colours: bool = field(default=False, compare=False, repr=False)
    """Whether exports colour the code blocks: a wish of who builds, and no part of the file."""
    extras: Mapping[str, Any] = field(default_factory=no_extras, hash=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)
    _stimuli: Mapping[str, Stimulus] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_stimuli", {stimulus.id: stimulus for stimulus in reversed(self.stimuli)})

    @property
    def safe_html(self) -> bool:
        """Whether an allowlist of harmless HTML tags works in the texts; otherwise a tag is shown as typed."""
        return self.html == "safe"

    def questions(self) -> Iterator[Question]:
        """All questions, in the order of the file."""
        for section in self.sections:
            yield from section.questions

    def key(self, question: Question) -> str:
        """The global key of a question, from which every identity comes."""
        return question.key or f"{self.id}/{question.id}"

    def path(self, section: Section, question: Question | None = None) -> tuple[str, ...]:
        """The category path of a question of ``section``, or of the section itself, without its title."""
        own = question.category if question is not None else ()
        return own or section.category or self.category or (self.title,)

    def all_tags(self, section: Section, question: Question) -> tuple[str, ...]:
        """The tags of a question with those that it has from section and quiz, each once."""
        return tuple(dict.fromkeys(self.tags + section.tags + question.tags))

    def stimulus(self, question: Question) -> Stimulus | None:
        """The stimulus that a question names."""
        return self._stimuli.get(question.stimulus) if question.stimulus else None
