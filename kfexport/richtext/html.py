"""Canonical fragment → HTML for platforms that show it in a browser (Moodle, Anki)."""

import re
from collections.abc import Callable
from typing import Final

_TOKEN: Final = re.compile(r"(<[^>]*>)")


def map_text(fragment: str, change: Callable[[str], str]) -> str:
    """Apply ``change`` to each run of text between tags, as escaped HTML, and leave the tags alone.

    Targets use it to break up what their platform would act on: cloze marks, emoticons, formula delimiters.
    """
    tokens = _TOKEN.split(fragment)
    tokens[::2] = [change(run) if run else run for run in tokens[::2]]
    return "".join(tokens)
