"""What a single run says about findings, over the configuration files."""

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is told of the findings of a run. A word is a code, a name, the beginning of codes (``KF25``) or ``ALL``."""

    select: tuple[str, ...] | None = None
    """The rules that run; ``None`` for those that the configuration chooses, or else the ones on by default."""
    ignore: tuple[str, ...] = ()
    """Warnings and notes that are not told."""
    config: str | os.PathLike[str] | None = None
    """A configuration file to read instead of the nearest ones."""
    isolated: bool = False
    """Whether no configuration file is read. Comments in quiz files count all the same."""
