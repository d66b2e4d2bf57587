"""Tags as Moodle stores them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from kfexport.diagnostics import Origin, Severity, below
from kfexport.model import Question, Quiz, Section
from kfexport.targets.base import Losses, walk
from kfexport.targets.markup import one_line
from kfexport.targets.moodle.texts import NAME_LIMIT, clean_tag

_TAKEN_OUT: Final = frozenset("<>`")


def stored_tags(quiz: Quiz, section: Section, question: Question) -> tuple[str, ...]:
    """The tags of a question, each once whatever its letter case: Moodle would merge them itself, and keep the last
    spelling instead of the first."""
    return _stored(quiz.all_tags(section, question))


@lru_cache(maxsize=256)
def _stored(tags: tuple[str, ...]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for tag in map(clean_tag, tags):
        if tag:
            found.setdefault(tag.casefold(), tag)
    return tuple(found.values())


def report(quiz: Quiz, losses: Losses) -> None:
    """Report tags that Moodle cannot store as they are."""
    for tags, origin, question in _owners(quiz):
        for i, tag in enumerate(tags):
            if not _TAKEN_OUT.isdisjoint(tag):
                stored = clean_tag(tag)
                what = f"is “{stored}”" if stored else "is left out"
                message = f"The tag “{tag}” {what}: Moodle takes “<”, “>” and “`” out of tags"
                losses.add("KF405", Severity.WARNING, message, below(origin, "tags", i), question=question)
            elif len(one_line(tag)) > NAME_LIMIT:
                message = f"The tag is cut to {NAME_LIMIT} characters, Moodle's limit"
                losses.add("KF404", Severity.INFO, message, below(origin, "tags", i), question=question)
            elif (stored := clean_tag(tag)) != one_line(tag):
                message = f"The tag “{tag}” is “{stored}”: Moodle knows one kind of blank in tags"
                losses.add("KF404", Severity.INFO, message, below(origin, "tags", i), question=question)
    for section, question in walk(quiz):
        kept = stored_tags(quiz, section, question)
        tags = quiz.all_tags(section, question)
        if len(kept) == len(tags):
            continue
        written = {clean_tag(t) for t in tags} - {""}
        for tag in sorted(written.difference(kept)):
            twin = next(k for k in kept if k.casefold() == tag.casefold())
            where = below(question.origin, "tags")
            message = f"The tag “{tag}” is left out beside “{twin}”: letter case does not tell tags apart in Moodle"
            losses.add("KF404", Severity.INFO, message, where, question=question)


def _owners(quiz: Quiz) -> Iterator[tuple[tuple[str, ...], Origin | None, Question | None]]:
    yield quiz.tags, quiz.origin, None
    for section in quiz.sections:
        if section.questions:
            yield section.tags, section.origin, None
        for question in section.questions:
            yield question.tags, question.origin, question
