"""Lines that mean something as lines: code, lists, tables."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_LIST: Final = re.compile(
    r"[-*+•●▪◦]\s|[・･](?!\s*\Z)|[①-⑨]|[0-9]{1,2}[．）]"
    r"|\(?(?:[0-9]{1,2}|[A-Ha-h]|[ivx]{1,4}|[IVX]{1,4}|[ア-オ])[).]\s|[（(](?:[0-9]{1,2}|[A-Ha-hア-オ])[)）]"
)
_TABLE: Final = re.compile(r"\|.*\|\Z")
_PAIR: Final = re.compile(r"[\w.\"'/-]+(?: \w+)?:(?: \S.*)?\Z")
_STATEMENT: Final = re.compile(
    r"""
    .*[;{}]\Z                                                                         # C and its kin
    | (?:def|class|for|while|if|elif|else|try|except|with|switch)\b.*:\Z              # Python
    | import\s+[\w.]+\Z | from\s+[\w.]+\s+import\s
    | (?:return|yield|print|echo|puts)\b\s*[\w("'$].*(?<![.?!。？])\Z
    | [A-Za-z_$][\w.\[\]]*(?:,\s?\w+)*\s*[-+*/|&:]?=(?!=)\s*\S.*(?<![.?!。？])\Z     # an assignment
    | [A-Za-z_][\w.]*\(.*\)\Z                                                         # a call
    | \$\s\S | >>>\s
    | (?:sudo|docker|kubectl|git|npm|pip|curl|apt-get)\s+[a-z-]+\s\S*(?<![.?!,])\Z
    | (?:SELECT|FROM|WHERE|INSERT|UPDATE|DELETE|(?:ORDER|GROUP)\sBY|JOIN|CREATE|VALUES)\b
    """,
    re.VERBOSE,
)
CODE: Final = "lines of code"
ITEMS: Final = "the items of a list"
ROWS: Final = "the rows of a table"
PAIRS: Final = "pairs of name and value"
_FENCE: Final = re.compile(r"```|~~~")
_LONGEST: Final = 160
"""Longer lines are prose, whatever they look like."""
_FIRST: Final = frozenset("-*+•●▪◦・･(（$|>①②③④⑤⑥⑦⑧⑨")
_LAST: Final = frozenset(";{}:)|")
_VERBS: Final = re.compile(
    r"\s*(?:import|from|return|yield|print|echo|puts|sudo|docker|kubectl|git|npm|pip|curl|apt-get|[A-Z]{4,}) "
)


class Run(NamedTuple):
    """Lines that follow each other and are of one kind."""

    first: int
    """The first of them, from 0."""
    what: str
    """One of the four kinds above."""


def may_hold_lines(text: str) -> bool:
    """A quick look: whether two lines that follow each other may be something.

    It looks at every second line, since one of such two is among them.
    """
    return "\n" in text and any(map(_may_be_something, text.split("\n")[1::2]))


def _may_be_something(line: str) -> bool:
    if not line:
        return False
    if line[-1] in _LAST or line[0] in _FIRST or line[0] == " " or "=" in line or ": " in line:
        return True
    start = line[:5]
    return ")" in start or "." in start or "）" in start or "．" in start or _VERBS.match(line) is not None


def run_of_lines(lines: Sequence[str]) -> Run | None:
    """The first two lines that follow each other and are of one kind, if there are any."""
    before = ""
    for i, line in enumerate(lines):
        kind = _kind(line)
        if kind and before and not lines[i - 1].endswith(("  ", "\\")):  # those ends are line breaks
            if kind == before and (kind != PAIRS or _has_value(line) or _has_value(lines[i - 1])):
                return Run(i - 1, kind)
            if {kind, before} == {CODE, PAIRS}:
                return Run(i - 1, CODE)
        before = kind
    return None


def _has_value(line: str) -> bool:
    """Whether a line of a pair says more than a name, which alone may be a heading."""
    return not line.rstrip().endswith(":")


def folded_run(lines: Sequence[str]) -> Run | None:
    """The first run in the source lines of a text whose lines YAML joined.

    Lines that are indented more than the first one keep their ends, and empty lines separate paragraphs.
    """
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    paragraph: list[str] = []
    for i, line in enumerate([*lines, ""]):
        if line[margin:].strip() and line[margin] not in " \t":
            paragraph.append(line)
            continue
        start = i - len(paragraph)
        fences = [k for k, text in enumerate(paragraph) if _FENCE.match(text.strip())]
        run = Run(fences[0], CODE) if fences and len(paragraph) > 1 else run_of_lines(paragraph)
        if run is not None:
            return Run(start + run.first, run.what)
        paragraph = []
    return None


def _kind(line: str) -> str:
    """What a line is, empty for prose."""
    bare = line.strip()
    if not bare or len(bare) > _LONGEST:
        return ""
    if _LIST.match(bare):
        return ITEMS
    if _TABLE.match(bare):
        return ROWS
    if _STATEMENT.match(bare):
        return CODE
    return PAIRS if _PAIR.match(bare) else ""
