"""``--format`` and ``--output``: which report goes where, and the way there."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import click

from kfexport.report.registry import ENDINGS, FORMATS, load

if TYPE_CHECKING:
    from kfexport.pipeline import Report
    from kfexport.report.base import Results

_F = TypeVar("_F", bound=Callable[..., Any])
EXIT_FILES: Final = 3
_PREFIX: Final = re.compile(r"([A-Za-z0-9_-]+)=(.*)", re.DOTALL)
_QUIZ_ENDINGS: Final = (".yaml", ".yml")
_ROOTS: Final = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
"""What CI servers call the folder with the repository, for one that came without ``.git``."""


def reporting(function: _F) -> _F:
    """``--format`` and ``--output``."""
    for decorate in (
        click.option(
            "--output", "outputs", multiple=True, metavar="[FORMAT=]FILE",
            help="Write the report to a file as well, in the format of --format or of the file's ending, or in FORMAT; "
            "repeat it for several.",
        ),
        click.option(
            "--format", "report_format", type=click.Choice(FORMATS),
            help=f'How findings are reported.  [default: "{FORMATS[0]}", in GitHub Actions "github"]',
        ),
    ):  # fmt: skip
        function = decorate(function)
    return function


@dataclass(frozen=True, slots=True)
class Plan:
    """Which reports a run makes."""

    terminal: str
    """The format of the report on standard output."""
    files: Mapping[str, str]
    """File → its format."""

    @classmethod
    def of(cls, asked: str | None, outputs: Sequence[str], sources: Sequence[str]) -> "Plan":
        """What the options ask for.

        A file that takes its format from ``--format`` stands for it, and standard output gets the report for people.
        Ends the run where a file cannot be written.

        Raises:
            click.UsageError: a format is unknown, a file is named twice, or it is one of the ``sources``.
        """
        usual = "github" if os.environ.get("GITHUB_ACTIONS") == "true" else FORMATS[0]
        files: dict[str, str] = {}
        terminal = asked or usual
        for output in outputs:
            name, stated = _split(output)
            files[name] = stated or _format(name, asked)
            if not stated and files[name] == asked:
                terminal = usual
        _check(outputs, files, sources)
        return cls(terminal, files)


def _split(output: str) -> tuple[str, str | None]:
    """The file, and the format where it is stated."""
    match = _PREFIX.fullmatch(output)
    if match is None:
        name, stated = output, None
    elif match[1] in FORMATS:
        name, stated = match[2], match[1]
    else:
        raise click.UsageError(
            f"--output {output}: no report format is called “{match[1]}”; there are {', '.join(FORMATS)}. Write "
            f"./{output} for a file of that name."
        )
    if not name:
        raise click.UsageError(f"--output {output}: the name of the file is missing.")
    if name == "-":
        raise click.UsageError("--output needs a file. Standard output has its report from --format; ./- is a file.")
    return name, stated


def _format(name: str, asked: str | None) -> str:
    """``--format`` unless the ending of the file speaks against it, else what the ending usually holds."""
    base = os.path.basename(name).lower()  # noqa: PTH119 (a name that ends in a slash has no ending)
    possible = next((formats for ending, formats in ENDINGS.items() if base.endswith(ending)), None)
    if asked and (possible is None or asked in possible):
        return asked
    if possible is None:
        raise click.UsageError(
            f"--output {name}: the name does not tell the format. Name it with --format, or write sarif={name}."
        )
    return possible[0]


def _check(outputs: Sequence[str], files: Mapping[str, str], sources: Sequence[str]) -> None:
    real = {_real(name): name for name in files}
    if len(real) < len(outputs):
        raise click.UsageError("--output names one file twice.")
    for source in sources:
        if _real(source) in real:
            raise click.UsageError(f"--output {source} would write over the quiz file.")
    for path, name in real.items():
        if path.lower().endswith(_QUIZ_ENDINGS) and any(Path(path).is_relative_to(_real(s)) for s in sources):
            raise click.UsageError(f"--output {name} lies among the quiz files; give it another ending.")
        if Path(name).is_dir():
            _refuse(f"{name} cannot be written (is a directory)")
        if not Path(path).parent.is_dir():
            _refuse(f"{name} cannot be written (its folder does not exist)")


def _real(name: str) -> str:
    return os.path.normcase(os.path.realpath(name))


def _complain(message: str) -> None:
    click.echo(f"error KF002: {message}", err=True)


def _refuse(message: str) -> NoReturn:
    _complain(message)
    sys.exit(EXIT_FILES)


def show(report: "Report", plan: Plan, *, color: bool, strict: bool) -> bool:
    """Write the files, then print the report; a file that cannot be written is told last. Returns whether all went."""
    from kfexport import pipeline

    results = _results(report, strict=strict)
    trouble = _in_the_way(report, plan)
    if trouble is None and plan.files:
        saved = pipeline.save({name: _bytes(form, results) for name, form in plan.files.items()})
        trouble = saved.message if saved is not None else None
    if plan.terminal == FORMATS[0]:
        click.echo(load(plan.terminal)(results, color=color), nl=False)
    else:  # programs read it, and take it for UTF-8 whatever the terminal's encoding
        click.echo(_bytes(plan.terminal, results, color=color), nl=False)
    if plan.terminal == "github":
        _summarize(results)
    if trouble is not None:
        _complain(trouble)
    return trouble is None


def _summarize(results: "Results") -> None:
    """Append a summary to the file that GitHub Actions shows on the page of the run, where there is one.

    A run does not fail for the want of it, so what is in the way is told and no more.
    """
    name = os.environ.get("GITHUB_STEP_SUMMARY")
    if not name:
        return
    from kfexport.report import job_summary
    from kfexport.report.text import printable

    try:
        with open(name, "ab") as file:  # noqa: PTH123 (a name that is none is told below)
            before = b"\n\n" if file.tell() else b""
            text = job_summary.render(results, job_summary.LIMIT - file.tell() - len(before))
            file.write(before + text.encode() if text else b"")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        click.echo(
            f"warning: the summary of the job cannot be written to {printable(name)} ({reason.lower()})", err=True
        )
        return
    if not text:
        click.echo(
            f"warning: the summary of the job has no room in {printable(name)}, of which GitHub takes 1 MiB", err=True
        )


def _bytes(form: str, results: "Results", *, color: bool = False) -> bytes:
    return load(form)(results, color=color).encode("utf-8", "backslashreplace")


def _in_the_way(report: "Report", plan: Plan) -> str | None:
    """Why a report may not be written: its file is one that was read, or that the build has just written."""
    real = {_real(name): name for name in plan.files}
    for name in dict.fromkeys(_sources(report)) if real else ():
        if _real(name) in real:
            return f"{real[_real(name)]} cannot be written (it is one of the quiz files)"
    for name in report.written or ():
        if _real(name) in real:
            return f"{real[_real(name)]} cannot be written (it is one of the exports)"
    return None


def _sources(report: "Report") -> Iterator[str]:
    yield from (quiz.origin.source.name for quiz in report.quizzes if quiz.origin is not None)
    yield from (d.where.source.name for d in report.diagnostics if d.where is not None)


def _results(report: "Report", *, strict: bool) -> "Results":
    from kfexport import pipeline
    from kfexport.report.base import Results

    return Results(
        diagnostics=report.diagnostics,
        questions=report.questions,
        files=report.files,
        changed=report.changed,
        written=report.written,
        notes=report.notes,
        names=pipeline.code_names(),
        help={code: pipeline.about(code) for code in sorted({d.code for d in report.diagnostics})},
        sources=tuple(quiz.origin.source.name for quiz in report.quizzes if quiz.origin is not None),
        folder=str(Path.cwd()),
        root=_root(),
        strict=strict,
    )


def _root() -> str:
    """The root of the repository: the nearest folder upwards with ``.git``, else what the CI server calls it."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            return str(folder)
    for name in _ROOTS:
        named = os.environ.get(name)
        if named and here.is_relative_to(os.path.realpath(named)):
            return os.path.realpath(named)
    return str(here)
