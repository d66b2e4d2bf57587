"""The library: load quizzes, validate them, build exports. Nothing here prints or exits."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from kfexport.bank.inputs import DEFAULT_SOURCE as DEFAULT_SOURCE
from kfexport.bank.inputs import STDIN, NamedPath, content, inputs, reason
from kfexport.codebook import about as about
from kfexport.codebook import code_names as code_names
from kfexport.codebook import explain as explain
from kfexport.codes import finding
from kfexport.config.settings import Settings as Settings
from kfexport.diagnostics import Diagnostic, Origin, faulty_sources, has_errors, in_order
from kfexport.model import Quiz
from kfexport.outcome import Report as Report
from kfexport.selection import Selection as Selection
from kfexport.selection import check as check_selection
from kfexport.selection import selected
from kfexport.spelling import near
from kfexport.targets.base import WriteOptions as WriteOptions

if TYPE_CHECKING:
    from kfexport.bank.images import Images
    from kfexport.config.judge import Judge
    from kfexport.config.listing import Listed as Listed
    from kfexport.config.listing import Listing

DEFAULT_OUT: Final = "out"
"""The folder that gets the exports where none is named."""

AnyPath: TypeAlias = str | os.PathLike[str]
Paths: TypeAlias = AnyPath | Sequence[AnyPath]
"""One path, or several."""
Progress: TypeAlias = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and the name of what is being worked on."""


@dataclass(slots=True)
class _Run:
    progress: Progress | None
    judge: "Judge"
    total: int = 0
    done: int = 0
    found: list[Diagnostic] = field(default_factory=list)
    read: list[tuple[str, Quiz | None]] = field(default_factory=list)
    """The files that were read, and what quizzes they hold."""
    images: "Images | None" = None
    """Reads each image of the run once."""
    by_hand: bool = False
    """Whether single files were named, so that a bank may have more."""

    def step(self, name: str) -> None:
        self.done += 1
        if self.progress is not None:
            self.progress(self.done, self.total, name)


def _run(settings: Settings | None, progress: Progress | None, *, building: bool = False) -> _Run:
    from kfexport.config.judge import judge

    return _Run(progress, judge(settings, building=building))


def _told(report: Report, run: _Run, found: Iterable[Diagnostic], *, exported: bool = False) -> Report:
    """The report with what the configuration lets pass of the findings."""
    from kfexport.bank.source import find_places

    told = list(run.judge.told(found, exported=exported, whole=not run.by_hand))
    find_places(d.where for d in told)
    find_places(related.where for d in told for related in d.related)
    return replace(report, diagnostics=tuple(in_order(told)))


def load(
    paths: Paths = (DEFAULT_SOURCE,), *, settings: Settings | None = None, progress: Progress | None = None
) -> Report:
    """Read quiz files and check what a single file and all of them together must keep.

    Args:
        paths: a file, a folder (searched for ``.yaml`` and ``.yml``), ``-`` for standard input, or several of them.
        settings: what is told of the findings, over the configuration file nearest to each quiz file.
        progress: told after each file.

    Returns:
        The quizzes and the findings. A path that cannot be read is a finding, ``KF001``.

    Raises:
        ValueError: the settings name something that does not exist, or that is always an error.
    """
    run = _run(settings, progress)
    report = _load(paths, run)
    return _told(report, run, report.diagnostics)


def validate(
    paths: Paths = (DEFAULT_SOURCE,),
    *,
    targets: Sequence[str] = (),
    allow_omit: bool = False,
    since: str | None = None,
    options: WriteOptions | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check quiz files, and say what each of ``targets`` would lose of them. Nothing is written.

    Args:
        paths: as for :func:`load`.
        targets: names of targets.
        allow_omit: as for :func:`build`.
        since: a revision of git; what is told is about questions that have changed since then.
        options: how targets would write.
        settings: as for :func:`load`.
        progress: told after each file and each target.

    Raises:
        ValueError: no target has one of the names, the settings are wrong, or git cannot tell what has changed.
    """
    _check_targets(targets)
    run = _run(settings, progress)
    report = _load(paths, run, extra=len(targets))
    found = list(report.diagnostics)
    if targets:
        from kfexport.targets import export

        for quiz, name in _pairs(report, targets):
            found += export.write(quiz, name, options or WriteOptions(), allow_omit=allow_omit).diagnostics
            run.step(name)
    report = _told(report, run, found, exported=_are_default(targets))
    return report if since is None else _since(report, run, since, _names(paths))


def _since(report: Report, run: _Run, since: str, given: Sequence[str]) -> Report:
    """The report without what it says of questions that have not changed."""
    from kfexport.history.changes import changes
    from kfexport.history.repository import HistoryError

    if any(name == STDIN for name, _ in run.read):
        raise ValueError("standard input has no earlier revision to compare it with; name files, or leave since away")
    try:
        changed = changes(run.read, since, given)
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
    settings: Settings | None = None,
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
        settings: as for :func:`load`.
        progress: told after each file and each export.

    Raises:
        ValueError: no target has one of the names, nothing has a selected id or tag, or the settings are wrong.
    """
    from kfexport.targets import export, registry
    from kfexport.targets.package import commit

    names = tuple(dict.fromkeys(registry.default_names() if targets is None else targets))
    _check_targets(names)
    run = _run(settings, progress, building=True)
    report = _load(paths, run, extra=len(names))
    if select and not has_errors(report.diagnostics):  # else what was selected may be what could not be read
        check_selection(report.quizzes, select)
    quizzes = selected(report.quizzes, select)
    files: dict[str, bytes] = {}
    found = list(report.diagnostics)
    owned: list[str] = []
    notes: list[str] = []
    for quiz, name in _pairs(replace(report, quizzes=quizzes), names):
        exported = export.write(quiz, name, options or WriteOptions(), allow_omit=allow_omit)
        found += exported.diagnostics
        files.update(exported.artifact.files)
        notes += exported.artifact.notes
        owned += export.owned(quiz, name)
        run.step(name)
    report = replace(report, quizzes=quizzes, written=())
    done = _told(report, run, found, exported=not select and _are_default(names))
    if select:
        done = replace(done, files=len(quizzes), questions=sum(1 for quiz in quizzes for _ in quiz.questions()))
    if done.fails(strict=strict):
        return done
    try:
        commit(files, owned, Path(out))
    except OSError as error:
        return replace(done, diagnostics=(*done.diagnostics, _unwritable(out, error)))
    return replace(done, written=tuple(str(Path(out, name)) for name in files), notes=tuple(dict.fromkeys(notes)))


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
    names_nothing = isinstance(error, (FileNotFoundError, NotADirectoryError))
    return finding(
        "KF002",
        f"{place} cannot be written ({reason(error)}); nothing was changed",
        Origin(NamedPath(os.fspath(out))),
        hint="Choose another folder with -o: this one cannot hold files."
        if names_nothing
        else "Choose another folder with -o, or change the permissions.",
    )


def _are_default(names: Iterable[str]) -> bool:
    """Whether all targets are among the names that are built where none is named."""
    from kfexport.targets import registry

    return set(registry.default_names()) <= set(names)


def _check_targets(names: Iterable[str]) -> None:
    from kfexport.targets import registry

    for name in names:
        if name not in registry.TargetNames():
            raise ValueError(f"no target is called “{name}”{near(name, registry.TargetNames())}")


def _pairs(report: Report, targets: Sequence[str]) -> Iterator[tuple[Quiz, str]]:
    """What to export: nothing where there are errors already, since they would be told once more by each target."""
    faulty = faulty_sources(report.diagnostics)
    for quiz in report.quizzes:
        if quiz.origin is None or quiz.origin.source.name not in faulty:
            for name in targets:
                yield quiz, name


def _names(paths: Paths) -> list[str]:
    # A text is a sequence too: taken apart, "/quizzes" would begin with the whole disk.
    return [os.fspath(p) for p in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]


def _load(paths: Paths, run: _Run, extra: int = 0) -> Report:
    """What was read, with all findings, in no order."""
    from kfexport.bank.comments import SIGN
    from kfexport.bank.reader import read
    from kfexport.lint import registry as lint
    from kfexport.lint.base import Context
    from kfexport.targets import registry

    names = _names(paths)
    files = list(inputs(names, run.found))
    run.total = len(files) * (1 + extra)
    context = Context(registry.TargetNames())
    quizzes: list[Quiz] = []
    count = questions = 0
    run.by_hand = any(file.named for file in files)
    for name, named, folder in files:
        shown = "<stdin>" if name == STDIN else name
        policy = run.judge.policy(name, shown)
        raw = content(name, run.found)
        if raw is not None:
            reading = read(shown, raw, named=named)
            run.found += reading.diagnostics
            questions += reading.questions
            count += reading.quiz is not None or has_errors(reading.diagnostics)
            quiz = _with_images(reading.quiz, raw, name, folder, run) if reading.quiz is not None else None
            run.read.append((name, quiz))
            if quiz is not None:
                partial = has_errors(reading.diagnostics)
                own = replace(context, partial=partial, off=policy.off, chosen=policy.options)
                run.found += lint.check(quiz, own)
                quizzes.append(quiz)
                if reading.source is not None and SIGN in raw:
                    run.judge.read_comments(reading.source, reading.source.readable)
        run.step(name)
    for policy, among in run.judge.groups():
        of_all = lint.check_all(quizzes, replace(context, off=policy.off, chosen=policy.options))
        run.found += (d for d in of_all if among is None or (d.where and d.where.source.name in among))
    if not quizzes and not has_errors(run.found):
        run.found.append(_nothing(names))
    return Report(quizzes=tuple(quizzes), diagnostics=tuple(run.found), files=count, questions=questions)


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


def rules(settings: Settings | None = None) -> "Listing":
    """All findings, with what the configuration of the working folder says of them.

    Raises:
        ValueError: as for :func:`load`.
    """
    from kfexport.config.judge import judge
    from kfexport.config.listing import listing

    return listing(judge(settings))
