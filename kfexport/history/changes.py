"""Which findings are about something that has changed since a revision."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from kfexport.bank.comments import question_path
from kfexport.bank.reader import read
from kfexport.bank.source import SourceFile, decode
from kfexport.compare.questions import changed, quiz_changed
from kfexport.diagnostics import Diagnostic, Origin, Severity
from kfexport.diagnostics import Path as DataPath
from kfexport.history.revisions import Revisions
from kfexport.model import Quiz
from kfexport.richtext.images import is_remote, shown

_NOTHING: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What has changed in the files of a run."""

    _files: Mapping[str, "_File"] = field(repr=False)
    """By the name of the file."""

    @property
    def questions(self) -> int:
        """How many of the questions that could be read have changed."""
        return sum(len(file.ids) for file in self._files.values())

    def concern(self, diagnostic: Diagnostic) -> bool:
        """Whether a finding is about a question that has changed, or about something around questions in a quiz that
        has; so is one that names a place in such a question as its other side."""
        where = diagnostic.where
        if where is None or where.source.name not in self._files:
            return True
        if self._files[where.source.name].is_concerned(where, diagnostic):
            return True
        return any(
            related.where.source.name in self._files
            and self._files[related.where.source.name].has_changed_in_question(related.where)
            for related in diagnostic.related
        )


def changes(files: Iterable[tuple[str, Quiz | None]], since: str, given: Iterable[str]) -> Changes:
    """Compare files, by name and by what could be read of them, with what they were in a revision.

    Args:
        files: what was read.
        since: the name of the revision, in the repository that the given path is in.
        given: the paths that were asked for.

    Raises:
        HistoryError: git cannot tell.
    """
    revisions = Revisions(given, since)
    return Changes(_files={name: _compared(name, quiz, revisions) for name, quiz in files})


def _compared(name: str, quiz: Quiz | None, revisions: Revisions) -> "_File":
    then = revisions.of(name)
    path = then.path(name)
    touched = _with_new_images(name, quiz, revisions) if quiz is not None else _NOTHING
    if path is not None and then.is_as_it_was(path):
        return _File(quiz, touched, whole=False, old=None)
    raw = then.content(path) if path is not None else None
    if raw is None or quiz is None:
        return _File(quiz, _all_of(quiz), whole=True, old=raw or b"")
    old = read(name, raw, named=True).quiz
    return _File(quiz, changed(old, quiz) | touched, whole=quiz_changed(old, quiz), old=raw)


def _all_of(quiz: Quiz | None) -> frozenset[str]:
    return frozenset(question.id for question in quiz.questions()) if quiz is not None else _NOTHING


def _with_new_images(name: str, quiz: Quiz, revisions: Revisions) -> frozenset[str]:
    """Questions that show an image whose file has changed, or has gone."""
    folder = Path(name).parent
    found = set()
    for text, images in shown(quiz):
        if text.question is not None and text.question.id not in found:
            names = (image.reference for image in images if image.address and not is_remote(image.address))
            if any(_has_changed(str(folder / file), revisions) for file in names if "\0" not in file):
                found.add(text.question.id)
    return frozenset(found)


def _has_changed(image: str, revisions: Revisions) -> bool:
    then = revisions.of_image(image)
    path = then.path(image) if then is not None else None
    return then is not None and path is not None and not then.is_as_it_was(path)


@dataclass(frozen=True)
class _File:
    """A file, and what of it is not what it was."""

    quiz: Quiz | None
    ids: frozenset[str]
    """Questions that have changed, of those that could be read."""
    whole: bool
    """Whether the quiz as a whole is another, be it by one question."""
    old: bytes | None
    """What the file held; ``None`` where it is as it was."""

    def is_concerned(self, where: Origin, diagnostic: Diagnostic) -> bool:
        """Whether the question that a finding is about has changed; or the quiz, where it is about none."""
        if self.quiz is None:
            return self.old is not None
        if diagnostic.question is not None and diagnostic.question in self._ids_there:
            return diagnostic.question in self.ids
        path = self._question_at(where)
        if path is not None:
            return self._has_changed(path)
        # An error may have kept the very question that changed out of the quiz.
        return self.whole or (self.old is not None and diagnostic.severity is Severity.ERROR)

    def has_changed_in_question(self, where: Origin) -> bool:
        """Whether a place is in a question, and that one has changed."""
        path = self._question_at(where)
        return path is not None and self._has_changed(path)

    def _has_changed(self, path: DataPath) -> bool:
        if path in self._paths:
            return self._paths[path] in self.ids
        # It could not be read, so its lines are all there is to compare.
        return self.old is not None and (self._source is None or self._source.lines_of(path) not in self._old_lines)

    def _question_at(self, where: Origin) -> DataPath | None:
        if where.source is not self._source:
            return None
        if where.path:
            return question_path(where.path)
        span = where.known
        if span is None:
            return None
        at = bisect_right(self._starts, span.line, key=lambda place: place.line) - 1
        if at < 0 or self._starts[at].end_line < span.line:
            return None
        return self._starts[at].path

    @cached_property
    def _source(self) -> SourceFile | None:
        source = self.quiz.origin.source if self.quiz is not None and self.quiz.origin is not None else None
        return source if isinstance(source, SourceFile) else None

    @cached_property
    def _starts(self) -> list["_Place"]:
        source = self._source
        spans = ((source.span(path, "value", None), path) for path in source.question_paths()) if source else ()
        return [_Place(span.line, span.end_line, path) for span, path in spans if span is not None]

    @cached_property
    def _ids_there(self) -> frozenset[str]:
        return _all_of(self.quiz)

    @cached_property
    def _paths(self) -> Mapping[DataPath, str]:
        """Path → id of the questions that could be read."""
        questions = self.quiz.questions() if self.quiz is not None else ()
        return {question.origin.path: question.id for question in questions if question.origin is not None}

    @cached_property
    def _old_lines(self) -> frozenset[str]:
        source = SourceFile("", decode(self.old or b"")[0])
        return frozenset(source.lines_of(path) for path in source.question_paths())


class _Place(NamedTuple):
    """The lines of a question, from 1, and its path."""

    line: int
    end_line: int
    path: DataPath
