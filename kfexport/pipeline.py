"""The library: load quizzes, validate them, build exports. Nothing here prints or exits."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from kfexport.bank.inputs import DEFAULT_SOURCE as DEFAULT_SOURCE
from kfexport.bank.inputs import STDIN, NamedPath, content, inputs, reason
from kfexport.codes import finding
from kfexport.diagnostics import Diagnostic, Origin, Severity, has_errors, in_order
from kfexport.meaning import about as about
from kfexport.meaning import code_names as code_names
from kfexport.meaning import explain as explain
from kfexport.meaning import near
from kfexport.model import Question, Quiz
from kfexport.targets.base import WriteOptions as WriteOptions

if TYPE_CHECKING:
    from kfexport.bank.images import Images

DEFAULT_OUT: Final = "out"
"""The folder that gets the exports where none is named."""

AnyPath: TypeAlias = str | os.PathLike[str]
Paths: TypeAlias = AnyPath | Sequence[AnyPath]
"""One path, or several."""
Progress: TypeAlias = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and the name of what is being worked on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a run found, and what it wrote."""

    quizzes: tuple[Quiz, ...] = ()
    """The quizzes that could be read, with their good questions."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Findings, sorted by file and place."""
    files: int = 0
    """How many quiz files were read, faulty ones included."""
    questions: int = 0
    """How many questions they have, faulty ones included."""
    written: tuple[str, ...] | None = None
    """Paths of the files that a build made, unchanged ones included; ``None`` where none were to be made."""
    notes: tuple[str, ...] = ()
    """Steps that the user has to do by hand, one sentence each."""

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return not has_errors(self.diagnostics)

    def fails(self, *, strict: bool) -> bool:
        """Whether there is an error, or with ``strict`` a warning."""
        return not self.ok or (strict and self.count(Severity.WARNING) > 0)

    def count(self, severity: Severity) -> int:
        """The number of findings of one severity."""
        return sum(d.severity is severity for d in self.diagnostics)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which part of the quizzes is exported. Empty means everything."""

    ids: tuple[str, ...] = ()
    """``quiz-id`` or ``quiz-id/question-id``."""
    tags: tuple[str, ...] = ()
    """Questions with one of these tags."""

    def __bool__(self) -> bool:
        return bool(self.ids or self.tags)


@dataclass(slots=True)
class _Run:
    progress: Progress | None
    total: int = 0
    done: int = 0
    found: list[Diagnostic] = field(default_factory=list)
    images: "Images | None" = None
    """Reads each image of the run once."""

    def step(self, name: str) -> None:
        self.done += 1
        if self.progress is not None:
            self.progress(self.done, self.total, name)


def load(paths: Paths = (DEFAULT_SOURCE,), *, progress: Progress | None = None) -> Report:
    """Read quiz files and check what a single file and all of them together must keep.

    Args:
        paths: a file, a folder (searched for ``.yaml`` and ``.yml``), ``-`` for standard input, or several of them.
        progress: told after each file.

    Returns:
        The quizzes and the findings. A path that cannot be read is a finding, ``KF001``.
    """
    return _load(paths, _Run(progress))


def validate(
    paths: Paths = (DEFAULT_SOURCE,),
    *,
    targets: Sequence[str] = (),
    allow_omit: bool = False,
    options: WriteOptions | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check quiz files, and say what each of ``targets`` would lose of them. Nothing is written.

    Raises:
        ValueError: no target has one of the names.
    """
    _check_targets(targets)
    run = _Run(progress)
    loaded = _load(paths, run, extra=len(targets))
    if not targets:
        return loaded
    from kfexport.targets import export

    found = list(loaded.diagnostics)
    for quiz, name in _pairs(loaded, targets):
        found += export.write(quiz, name, options or WriteOptions(), allow_omit=allow_omit).diagnostics
        run.step(name)
    return replace(loaded, diagnostics=tuple(in_order(found)))


def build(
    paths: Paths = (DEFAULT_SOURCE,),
    *,
    targets: Sequence[str] | None = None,
    out: AnyPath = DEFAULT_OUT,
    strict: bool = False,
    allow_omit: bool = False,
    select: Selection | None = None,
    options: WriteOptions | None = None,
    progress: Progress | None = None,
) -> Report:
    """Export quiz files. All files are made in memory first; on any error nothing on disk changes.

    Args:
        paths: as for :func:`load`.
        targets: names of targets; the default ones where it is ``None``.
        out: folder that gets ``‹target›/‹quiz id›…``.
        strict: treat warnings as errors.
        allow_omit: leave out what a target cannot express instead of failing.
        select: export a part only. Give it a folder of its own, so that a part never replaces a whole.
        options: how targets write.
        progress: told after each file and each export.

    Raises:
        ValueError: no target has one of the names, or nothing has a selected id or tag.
    """
    from kfexport.targets import export, registry
    from kfexport.targets.package import commit

    names = tuple(dict.fromkeys(registry.default_names() if targets is None else targets))
    _check_targets(names)
    run = _Run(progress)
    report = _load(paths, run, extra=len(names))
    found = list(report.diagnostics)
    if select and not has_errors(found):  # else what was selected may be what could not be read
        _check_selection(report.quizzes, select)
    quizzes = _selected(report.quizzes, select)
    files: dict[str, bytes] = {}
    owned: list[str] = []
    notes: list[str] = []
    for quiz, name in _pairs(replace(report, quizzes=quizzes), names):
        exported = export.write(quiz, name, options or WriteOptions(), allow_omit=allow_omit)
        found += exported.diagnostics
        files.update(exported.artifact.files)
        notes += exported.artifact.notes
        owned += export.owned(quiz, name)
        run.step(name)
    done = replace(report, quizzes=quizzes, diagnostics=tuple(in_order(found)), written=())
    if select:
        done = replace(done, files=len(quizzes), questions=sum(1 for quiz in quizzes for _ in quiz.questions()))
    if done.fails(strict=strict):
        return done
    try:
        commit(files, owned, Path(out))
    except OSError as error:
        return replace(done, diagnostics=(*done.diagnostics, _unwritable(out, error)))
    written = tuple(str(Path(out) / name) for name in files)
    return replace(done, written=written, notes=tuple(dict.fromkeys(notes)))


def save(files: Mapping[str, bytes]) -> Diagnostic | None:
    """Write reports to disk (path → content), all or none; the finding says why that was not possible."""
    from kfexport.targets.package import deliver

    try:
        deliver(files)
    except OSError as error:
        place = os.fspath(error.filename or next(iter(files)))
        message = f"{place} cannot be written ({reason(error)}); no report was written to a file"
        return finding("KF002", message, Origin(NamedPath(place)))
    return None


def _unwritable(out: AnyPath, error: OSError) -> Diagnostic:
    place = error.filename or os.fspath(out)
    return finding(
        "KF002",
        f"{place} cannot be written ({reason(error)}); nothing was changed",
        Origin(NamedPath(os.fspath(out))),
        hint="Choose another folder with -o, or change the permissions.",
    )


def _check_targets(names: Iterable[str]) -> None:
    from kfexport.targets import registry

    for name in names:
        if name not in registry.TargetNames():
            raise ValueError(f"no target is called “{name}”{near(name, registry.TargetNames())}")


def _pairs(report: Report, targets: Sequence[str]) -> Iterator[tuple[Quiz, str]]:
    """What to export: nothing where there are errors already, since they would be told once more by each target."""
    faulty = {d.where.source.name for d in report.diagnostics if d.severity is Severity.ERROR and d.where is not None}
    for quiz in report.quizzes:
        if quiz.origin is None or quiz.origin.source.name not in faulty:
            for name in targets:
                yield quiz, name


def _load(paths: Paths, run: _Run, extra: int = 0) -> Report:
    from kfexport.bank.reader import read
    from kfexport.lint import registry as rules
    from kfexport.lint.base import Context
    from kfexport.targets import registry

    # A text is a sequence too: taken apart, "/quizzes" would begin with the whole disk.
    names = [os.fspath(p) for p in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
    files = list(inputs(names, run.found))
    run.total = len(files) * (1 + extra)
    context = Context(registry.TargetNames())
    quizzes: list[Quiz] = []
    count = questions = 0
    for name, named, folder in files:
        raw = content(name, run.found)
        if raw is not None:
            reading = read("<stdin>" if name == STDIN else name, raw, named=named)
            run.found += reading.diagnostics
            questions += reading.questions
            count += reading.quiz is not None or has_errors(reading.diagnostics)
            if reading.quiz is not None:
                quiz = _with_images(reading.quiz, raw, name, folder, run)
                run.found += rules.check(quiz, replace(context, partial=has_errors(reading.diagnostics)))
                quizzes.append(quiz)
        run.step(name)
    run.found += rules.check_all(quizzes, context)
    if not quizzes and not has_errors(run.found):
        run.found.append(_nothing(names))
    return Report(quizzes=tuple(quizzes), diagnostics=tuple(in_order(run.found)), files=count, questions=questions)


def _with_images(quiz: Quiz, raw: bytes, name: str, folder: str, run: _Run) -> Quiz:
    """The quiz, read from ``raw``, with the images that its texts show."""
    if b"![" not in raw and b"\\" not in raw:  # an escape of YAML can be part of a mark
        return quiz
    from kfexport.bank.disk import Home
    from kfexport.bank.images import Images

    if run.images is None:
        run.images = Images()
    found, diagnostics = run.images.attach(quiz, Home.of(Path(name).parent, folder))
    run.found += diagnostics
    return found


def _nothing(paths: Sequence[str]) -> Diagnostic:
    names = ", ".join(paths)
    return finding(
        "KF009",
        f"no quiz was found in {names}",
        Origin(NamedPath(names)),
        hint="Name a quiz file, or a folder that holds some.",
    )


def _check_selection(quizzes: tuple[Quiz, ...], select: Selection) -> None:
    known = {quiz.id for quiz in quizzes} | {f"{quiz.id}/{q.id}" for quiz in quizzes for q in quiz.questions()}
    for wanted in select.ids:
        if wanted not in known:
            raise ValueError(f"no quiz or question has the id “{wanted}”{near(wanted, sorted(known))}")
    tags = {tag for quiz in quizzes for s in quiz.sections for q in s.questions for tag in quiz.all_tags(s, q)}
    for wanted in select.tags:
        if wanted not in tags:
            raise ValueError(f"no question has the tag “{wanted}”{near(wanted, sorted(tags))}")
    if not _selected(quizzes, select):
        raise ValueError("no question has one of the ids and one of the tags as well")


def _selected(quizzes: tuple[Quiz, ...], select: Selection | None) -> tuple[Quiz, ...]:
    if not select:
        return quizzes
    chosen = (_part(quiz, select) for quiz in quizzes)
    return tuple(quiz for quiz in chosen if any(section.questions for section in quiz.sections))


def _part(quiz: Quiz, select: Selection) -> Quiz:
    def wanted(question: Question, tags: tuple[str, ...]) -> bool:
        by_id = not select.ids or quiz.id in select.ids or f"{quiz.id}/{question.id}" in select.ids
        return by_id and (not select.tags or not set(select.tags).isdisjoint(tags))

    return replace(
        quiz,
        sections=tuple(
            replace(s, questions=tuple(q for q in s.questions if wanted(q, quiz.all_tags(s, q)))) for s in quiz.sections
        ),
    )
