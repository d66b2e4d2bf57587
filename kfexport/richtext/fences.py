"""Code blocks, seen without a parser."""

import re
from typing import Final

_FENCED: Final = re.compile(r"^```\w*\n(?:(?!.*(?:```|~~~)).*\n)*```$", re.MULTILINE)


def outside_fences(source: str) -> str:
    """A text without its plainest code blocks: fences of three backticks at the left, each on a line of its own, with
    no other fence between them. What is left of other blocks still holds their signs."""
    return _FENCED.sub("", source) if "```" in source else source
