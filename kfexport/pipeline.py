"""The library: load quizzes, validate them, build exports. Nothing here prints or exits."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from kfexport.bank.inputs import DEFAULT_SOURCE as DEFAULT_SOURCE
from kfexport.bank.inputs import STDIN, NamedPath, content, inputs, reason
from kfexport.codes import finding
from kfexport.diagnostics import Diagnostic, Origin, Severity, has_errors, in_order
from kfexport.model import Quiz
from kfexport.selection import Selection as Selection
from kfexport.selection import check as check_selection
from kfexport.selection import selected
from kfexport.spelling import near
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
    changed: int | None = None
    """How many of the questions that could be read have changed, where that was asked for."""
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


@dataclass(slots=True)
class _Run:
    progress: Progress | None
    total: int = 0
    done: int = 0
    found: list[Diagnostic] = field(default_factory=list)
    read: list[tuple[str, Quiz | None]] = field(default_factory=list)
    """The files that were read, and what quizzes they hold."""
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
    since: str | None = None,
    options: WriteOptions | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check quiz files, and say what each of ``targets`` would lose of them. Nothing is written.

    Args:
        paths: as for :func:`load`.
        targets: names of targets.
        allow_omit: as for :func:`build`.
        since: a revision of git; what is told is about questions that have changed since then.
        options: how targets would write.
        progress: told after each file and each target.

    Raises:
        ValueError: no target has one of the names, or git cannot tell what has changed.
    """
    _check_targets(targets)
    run = _Run(progress)
    report = _load(paths, run, extra=len(targets))
    if targets:
        from kfexport.targets import export

        found = list(report.diagnostics)
        for quiz, name in _pairs(report, targets):
            found += export.write(quiz, name, options or WriteOptions(), allow_omit=allow_omit).diagnostics
            run.step(name)
        report = replace(report, diagnostics=tuple(in_order(found)))
    return report if since is None else _since(report, run, since)


def _since(report: Report, run: _Run, since: str) -> Report:
    """The report without what it says of questions that have not changed."""
    from kfexport.history.changes import changes
    from kfexport.history.repository import HistoryError

    if any(name == STDIN for name, _ in run.read):
        raise ValueError("standard input has no earlier revision to compare it with; name files, or leave since away")
    try:
        changed = changes(run.read, since)
    except HistoryError as error:
        raise ValueError(str(error)) from error
    told = tuple(d for d in report.diagnostics if changed.concern(d))
    return replace(report, diagnostics=told, changed=changed.questions)


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
        check_selection(report.quizzes, select)
    quizzes = selected(report.quizzes, select)
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


def _unwritable(out: AnyPath, error: OSError) -> Diagnostic:
    place = error.filename or os.fspath(out)
    names_nothing = isinstance(error, (FileNotFoundError, NotADirectoryError))
    return finding(
        "KF002",
        f"{place} cannot be written ({reason(error)}); nothing was changed",
        Origin(NamedPath(os.fspath(out))),
        hint="Choose another folder with -o: this one cannot hold files."
        if names_nothing
        else "Choose another folder with -o, or change the permissions.",
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
            quiz = _with_images(reading.quiz, raw, name, folder, run) if reading.quiz is not None else None
            run.read.append((name, quiz))
            if quiz is not None:
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


def explain(code: str) -> str:
    """What a code, or the name of one, means and what to do about it.

    Raises:
        ValueError: there is no such code.
    """
    from kfexport.codes import CODES
    from kfexport.lint import registry as rules

    wanted = code.strip()
    for rule in rules.rules().values():
        if wanted.upper() == rule.code or wanted.lower() == rule.name:
            return f"{rule.code} {rule.name} ({rule.severity.value})\n\n{rules.documentation(rule.code)}"
    for info in CODES.values():
        if wanted.upper() == info.code or wanted.lower() == info.name:
            return f"{info.code} {info.name} ({info.severity.value})\n\n{info.about}\n\nCure: {info.cure}"
    known = [word for pair in code_names().items() for word in pair]
    meant = near(wanted.upper() if wanted[:2].upper() == "KF" else wanted, known) if wanted else ""
    raise ValueError(f"no finding has the code “{code}”{meant if meant.startswith('; did') else ''}")


def code_names() -> dict[str, str]:
    """Code → kebab-case name, of all findings."""
    from kfexport.codes import CODES
    from kfexport.lint import registry as rules

    found = {info.code: info.name for info in CODES.values()}
    found.update((rule.code, rule.name) for rule in rules.rules().values())
    return dict(sorted(found.items()))
