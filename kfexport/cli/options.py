"""Options that several commands share, and how a run ends."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import click
from click.shell_completion import CompletionItem

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
    """PATH…, ``--format`` and ``--strict``."""
    for decorate in (
        click.option("--strict", is_flag=True, help="Let warnings fail, too."),
        click.option(
            "--format", "report_format", type=click.Choice(FORMATS), default=FORMATS[0], show_default=True,
            help="How findings are reported.",
        ),
        click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path()),
    ):  # fmt: skip
        function = decorate(function)
    return function


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


def wants_color() -> bool:
    """Colour only on a terminal, and never against ``NO_COLOR`` (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def finish(report: "Report", report_format: str, *, strict: bool) -> NoReturn:
    """Print the report and exit with the status that it calls for."""
    from kfexport.pipeline import code_names
    from kfexport.report.base import Results
    from kfexport.report.registry import load

    results = Results(
        diagnostics=report.diagnostics,
        questions=report.questions,
        files=report.files,
        changed=report.changed,
        written=report.written,
        notes=report.notes,
        names=code_names(),
    )
    click.echo(load(report_format)(results, color=wants_color()), nl=False)
    if any(d.code in _FILE_CODES for d in report.diagnostics):
        sys.exit(EXIT_FILES)
    sys.exit(EXIT_FINDINGS if report.fails(strict=strict) else 0)
