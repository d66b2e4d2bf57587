"""The command ``kfexport``: one module a command, each a thin shell over the library."""

from kfexport.cli.group import main

__all__ = ["main"]
