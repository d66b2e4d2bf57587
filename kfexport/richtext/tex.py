"""What can be told of a formula by its brackets alone, as TeX and MathJax read them."""

import re
from typing import Final

from kfexport.diagnostics import shortened

_TOKEN: Final = re.compile(
    r"\\(begin|end)[ \t\n]*\{([^{}]*)\}"
    r"|\\verb\*?([^A-Za-z\s*]).{0,1000}?\3"
    r"|(\\(?:[A-Za-z]+|.))"
    r"|%[^\n]*"
    r"|([{}])",
    re.DOTALL,
)
_LONGEST: Final = 60
"""Characters of a formula that a message shows."""


def fault(tex: str) -> str | None:
    """What of a formula does not fit together, as the end of a sentence that begins with the formula."""
    opened: list[str] = []
    for token in _TOKEN.finditer(tex):
        command, brace = token[4], token[5]
        if brace == "{" or command == "\\left" or token[1] == "begin":
            opened.append(token[0] if token[1] is None else _environment(token))
        elif brace or command == "\\right" or token[1] == "end":
            partner = {"}": "{", "\\right": "\\left"}.get(token[0]) or _environment(token)
            if not opened:
                return f"has a `{token[0]}` without its `{partner}`"
            if opened[-1] != partner:
                return f"has a `{opened[-1]}` that is still open at its `{token[0]}`"
            opened.pop()
        elif command in ("\\)", "\\]") and not opened:
            return f"holds `{command}`, which ends a formula in Moodle and Anki"
    if opened:
        return f"has a `{opened[-1]}` that is never closed"
    return None


def _environment(token: re.Match[str]) -> str:
    return f"\\begin{{{token[2]}}}"


def short(tex: str) -> str:
    """A formula as messages show it: on one line, and its beginning where it is long."""
    return shortened(" ".join(tex.split()), _LONGEST)
