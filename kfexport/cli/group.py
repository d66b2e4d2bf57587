"""The group of commands, and what happens when something goes wrong that is nobody's mistake in a quiz."""

import gc
import io
import sys
import traceback
from typing import Any, Final

import click

from kfexport import __version__
from kfexport.cli.build import build
from kfexport.cli.explain import explain
from kfexport.cli.rules import rules
from kfexport.cli.schema import schema
from kfexport.cli.targets import targets
from kfexport.cli.validate import validate

EXIT_FAULT: Final = 3


class _Group(click.Group):
    """A group that turns a fault of ours into one line; the traceback comes with ``--debug``."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        _show_all_characters()
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, KeyboardInterrupt, BrokenPipeError):
            raise
        except Exception as error:  # the last net: no traceback reaches a user unasked
            if ctx.params.get("debug"):
                traceback.print_exc()
            told = " ".join(f"{type(error).__name__}: {error}".split())
            click.echo(
                f"kfexport {__version__} failed: {told}. This is a fault of kfexport. Please report it with the "
                "command and, if you can, the quiz file; kfexport --debug … shows more.",
                err=True,
            )
            sys.exit(EXIT_FAULT)


def _show_all_characters() -> None:
    """Let no character stop a report: where the terminal's or the pipe's encoding lacks one, its number is shown."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kfexport")
@click.option("--debug", is_flag=True, help="Show the traceback if kfexport itself fails.")
def main(debug: bool) -> None:
    """Turn one quiz file into what learning platforms import.

    A quiz is a YAML file. Exports are packages for Canvas and QTI 2.1, Moodle XML and Anki CSV.

    Exit status: 0 good, 1 findings (errors, or warnings with --strict), 2 wrong usage, 3 a file that cannot be
    read or written.
    """
    del debug
    # A run makes many objects and hardly a cycle, and ends soon: looking for cycles would only cost time.
    gc.disable()


for _command in (validate, build, targets, rules, explain, schema):
    main.add_command(_command)
