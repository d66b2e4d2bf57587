"""Which dollar signs stand around formulas: where comrak finds some that we do not, and the other way round.

A formula of several lines begins with ``$$`` on a line and ends with one, with no empty line inside. To comrak a line
of it that looks like a list item, a heading's underline or a quote is just that, so line ends are hidden from it.

What comrak takes for formulas and we do not: prices, variables of shells and templates, the ``$$`` of a shell in prose.
"""

import html
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, TypeAlias

from kfexport.richtext.guards import StandIns

Render: TypeAlias = Callable[[str], str]
"""Markdown → what comrak makes of it."""

_LINES: Final = re.compile(
    r"^(?P<before>[ \t]*(?:(?:>|[-+*]|[0-9]{1,9}[.)])[ \t]*)*)\$\$"
    r"(?P<tex>(?:(?!\$\$|\n[ \t>]*\n).)*)\$\$[ \t]*[.,;:]?[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
_SURE: Final = re.compile(r"[ \t]*(?:\n|\\)|.*\n[ \t>]*\Z|\S.*\S\Z", re.DOTALL)
"""A ``$$`` alone on its line, a command of TeX behind the first one, or no blank inside either."""
_TRIALS: Final = 5

_SPAN: Final = '<span data-math-style="'
_DISPLAY: Final = re.compile(rf'{_SPAN}display">([^<]*)</span>')
_CLOSED_TOO_EARLY: Final = re.compile(rf'{_SPAN}inline">(?:([^<]*)</span>(?=[A-Za-z0-9{{])|(\([^<]*)</span>(?=\())')
_CLOSING: Final = re.compile(r"\$(?=([^$]*)\$[A-Za-z0-9{(])")
_AFTER_AMOUNT: Final = re.compile(rf'(?<=[0-9]){_SPAN}inline">([,.;:!?)][^<]*)</span>')
_AMOUNT: Final = re.compile(r"(?<=[0-9])\$(?=([,.;:!?)][^$]*)\$)")
_OPENING: Final = re.compile(r"\$\$(?=((?:[^$]|\$(?!\$))*)\$\$)")
_LINE_END: Final = re.compile(r"[.,;:]?[ \t]*(?:<|\n|\Z)")
_WORDS: Final = re.compile(r"[A-Za-z',.;:!?()\s-]*[A-Za-z]{2}[A-Za-z',.;:!?()\s-]*")
_ODD_BACKSLASH: Final = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")
_ROUNDS: Final = 30


def on_one_line(source: str, marks: StandIns, render: Render) -> str:
    """``source`` with the formulas of several lines on one, by stand-ins as long as what they stand for.

    Whether it really is a formula (and no code) is asked of comrak.
    """
    found = [m for m in _LINES.finditer(source) if "\n" in m["tex"] and _SURE.match(m["tex"])]
    joined = {m.start("tex"): tex for m in found if (tex := _joined(m, marks)) is not None}
    for _ in range(_TRIALS):
        if not joined:
            return source
        changed = _replaced(source, joined)
        formulas = {html.unescape(tex) for tex in _DISPLAY.findall(render(changed))}
        wrong = [at for at, tex in joined.items() if tex not in formulas]
        if not wrong:
            return changed
        for at in wrong:
            del joined[at]
    return source


def _joined(match: re.Match[str], marks: StandIns) -> str | None:
    """The formula without line ends and signs of quotes, or ``None`` where these do not go on to its end."""
    quotes = match["before"].count(">")
    lines: list[str] = match["tex"].split("\n")
    sign = re.compile(rf"(?:[ \t]*>){{{quotes}}}[ \t]?") if quotes else None
    for i, line in enumerate(lines[1:], start=1):
        if sign is not None:
            quoted = sign.match(line)
            if quoted is None:
                return None
            lines[i] = marks.nothing * quoted.end() + line[quoted.end() :]
    return marks.line.join(lines)


def _replaced(source: str, parts: dict[int, str]) -> str:
    """``source`` with each part in the place of as many characters."""
    pieces: list[str] = []
    end = 0
    for at, part in parts.items():
        pieces += source[end:at], part
        end = at + len(part)
    return "".join(pieces) + source[end:]


def settle(source: str, rendered: str, marks: StandIns, render: Render) -> tuple[str, str]:
    """Undo what is no formula to us. Returns the source, in which it is guarded, and what comrak makes of that."""
    for _ in range(_ROUNDS):
        if _SPAN not in rendered:
            return source, rendered
        closing = _normal(m[1] or m[2] for m in _CLOSED_TOO_EARLY.finditer(rendered))
        amounts = _normal(_AFTER_AMOUNT.findall(rendered))
        opening = _normal(_no_display(rendered))
        if not (closing or amounts or opening):
            return source, rendered
        settled = _guard(source, [m.end(1) for m in _found(_CLOSING, source, closing)], marks)
        settled = _guard(settled, [m.start() for m in _found(_AMOUNT, settled, amounts)], marks)
        both = [at for m in _found(_OPENING, settled, opening) for at in (m.start(), m.start() + 1)]
        settled = _guard(settled, both, marks)
        if settled == source:
            break
        source = settled
        rendered = render(source)
    source = source.replace("$", marks.dollar)
    return source, render(source)


def _no_display(rendered: str) -> Iterator[str]:
    """What stands between two ``$$`` that are no formula's: nothing at all, or, beside other text on the line,
    something with a blank at one end only (``echo $$; kill $$``) or nothing but words between blanks."""
    for match in _DISPLAY.finditer(rendered):
        tex = match[1]
        if not tex.strip() or _ODD_BACKSLASH.search(tex):
            yield tex
        elif "\n" not in tex and not _alone(match):
            begins, ends = tex[0].isspace(), tex[-1].isspace()
            if begins != ends or (begins and _WORDS.fullmatch(tex)):
                yield tex


def _alone(match: re.Match[str]) -> bool:
    """Whether a formula has its line to itself."""
    before = match.string[max(match.start() - 1, 0) : match.start()]
    return before in ("", "\n", ">", "\u2003") and _LINE_END.match(match.string, match.end()) is not None


def _normal(formulas: Iterator[str] | Sequence[str]) -> set[str]:
    """Formulas as they are compared: comrak takes the blanks at the beginning of lines away."""
    return {" ".join(html.unescape(tex).split()) for tex in formulas}


def _found(pattern: re.Pattern[str], source: str, formulas: Collection[str]) -> Iterator[re.Match[str]]:
    if formulas:
        yield from (m for m in pattern.finditer(source) if " ".join(m[1].split()) in formulas)


def _guard(source: str, places: Sequence[int], marks: StandIns) -> str:
    """A stand-in for the dollar sign at each of these places."""
    if not places:
        return source
    pieces = [source[a:b] for a, b in zip([0, *(at + 1 for at in places)], [*places, len(source)], strict=True)]
    return marks.dollar.join(pieces)
