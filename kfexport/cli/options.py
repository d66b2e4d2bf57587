"""Options that several commands share, and how a run ends."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from kfexport.cli.reports import Plan, reporting, show
from kfexport.report.registry import FORMATS

if TYPE_CHECKING:
    from kfexport.pipeline import Report

_F = TypeVar("_F", bound=Callable[..., Any])
EXIT_FINDINGS: Final = 1
EXIT_FILES: Final = 3
_FILE_CODES: Final = frozenset({"KF001", "KF002"})
_PATIENCE: Final = 1.0
"""Seconds of work before a progress bar appears."""


def common(function: _F) -> _F:
    """PATH…, ``--format``, ``--output`` and ``--strict``."""
    for decorate in (
        click.option("--strict", is_flag=True, help="Let warnings fail, too."),
        reporting,
        click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path()),
    ):  # fmt: skip
        function = decorate(function)
    return function


def judging(function: _F) -> _F:
    """What decides which findings are told. The command gets it as ``settings``."""

    @wraps(function)
    def with_settings(
        *arguments: Any,
        select: tuple[str, ...],
        ignore: tuple[str, ...],
        config: str | None,
        isolated: bool,
        **others: Any,
    ) -> Any:
        from kfexport.pipeline import Settings

        settings = Settings(select=_words(select) if select else None, ignore=_words(ignore), config=config,
                            isolated=isolated)  # fmt: skip
        return function(*arguments, settings=settings, **others)

    for decorate in (
        click.option("--isolated", is_flag=True, help="Read no configuration file."),
        click.option("--config", metavar="FILE", type=click.Path(),
                     help="Read this configuration file instead of the nearest kfexport.toml or pyproject.toml."),
        click.option("--ignore", multiple=True, metavar="CODES", help="Do not tell these warnings and notes."),
        click.option("--select", multiple=True, metavar="CODES",
                     help="Run these rules only, and those for errors: codes, names, or KF25 for all that begin so."),
    ):  # fmt: skip
        with_settings = decorate(with_settings)
    return cast("_F", with_settings)


def _words(values: tuple[str, ...]) -> tuple[str, ...]:
    """The entries of lists with commas."""
    return tuple(word for value in values for part in value.split(",") if (word := part.strip()))


statistics_option = click.option("--statistics", is_flag=True, help="Count the findings by code, below the report.")


class TargetName(click.ParamType[str]):
    """The name of a target. Any text passes, since the library says better what is wrong with it."""

    name = "target"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The targets that begin with what was typed."""
        del ctx, param
        from kfexport.targets.registry import specs

        return [CompletionItem(s.name, help=s.summary) for s in specs().values() if s.name.startswith(incomplete)]


def typing_option(function: _F) -> _F:
    """``--anki-typing``."""
    return click.option(
        "--anki-typing", is_flag=True, help="Let learners type short answers and numbers on Anki's cards."
    )(function)


def sources(paths: tuple[str, ...]) -> tuple[str, ...]:
    """The paths that were given, or the folder that is read where none was."""
    from kfexport.pipeline import DEFAULT_SOURCE

    return paths or (DEFAULT_SOURCE,)


class Progress:
    """A bar on standard error, if that is a terminal and the work takes longer than a moment."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._shown = False
        self._wanted = sys.stderr.isatty()

    def __call__(self, done: int, total: int, name: str) -> None:
        """Draw the bar; see :data:`kfexport.pipeline.Progress`."""
        if not self._wanted or (not self._shown and time.monotonic() - self._start < _PATIENCE):
            return
        self._shown = True
        filled = 30 * done // max(total, done, 1)
        bar = "#" * filled + "-" * (30 - filled)
        click.echo(f"\r[{bar}] {done}/{max(total, done)} {Path(name).name[:30]:30}", nl=False, err=True)

    def end(self) -> None:
        """Wipe the bar."""
        if self._shown:
            click.echo("\r" + " " * 80 + "\r", nl=False, err=True)


@contextmanager
def working() -> Iterator[Progress]:
    """A run of the library: its progress is shown, and what is wrong with its arguments is wrong usage."""
    progress = Progress()
    try:
        yield progress
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    finally:
        progress.end()


def wants_color() -> bool:
    """Colour only on a terminal, and never against ``NO_COLOR`` (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def finish(report: "Report", plan: Plan, *, strict: bool, statistics: bool) -> NoReturn:
    """Print and write the reports, and exit with the status that the run calls for."""
    told = show(report, plan, color=wants_color(), strict=strict)
    if statistics:
        from kfexport.pipeline import code_names
        from kfexport.report import base

        counted = base.statistics(report.diagnostics, code_names())
        if counted:  # a report for programs stays what it is
            click.echo(f"\n{counted}", nl=False, err=plan.terminal != FORMATS[0])
    if not told or any(d.code in _FILE_CODES for d in report.diagnostics):
        sys.exit(EXIT_FILES)
    sys.exit(EXIT_FINDINGS if report.fails(strict=strict) else 0)
