"""The command ``kfexport``: one module a command, each a thin shell over the library."""

import contextlib
import os
import sys

from kfexport.cli.group import main

__all__ = ["main", "run"]


def run() -> None:
    """Run the command as a process of its own, and end it at once.

    Freeing a bank of thousands of questions object by object takes as long as a tenth of the work.
    """
    ended: SystemExit | None = None
    try:
        main(prog_name="kfexport")
    except SystemExit as end:
        ended = end  # it keeps the frames of the run, and with them all that they hold
    code = ended.code if ended is not None else None
    with contextlib.suppress(OSError, ValueError):  # nobody reads any more
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)
