"""Which dollar signs stand around formulas: where comrak finds some that we do not, and the other way round.

A formula of several lines begins with ``$$`` on a line and ends with one, with no empty line inside. To comrak a line
of it that looks like a list item, a heading's underline or a quote is just that, so line ends are hidden from it.

What comrak takes for formulas and we do not: prices, variables of shells and templates, the ``$$`` of a shell in prose.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from kfexport.richtext.guards import StandIns
from kfexport.richtext.html import unescaped

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
_INLINE: Final = re.compile(rf'{_SPAN}inline">([^<]*)</span>')
_BLOCK: Final = re.compile(r"</?(?:p|li|t[dh]|h[1-6])\b")
_DOLLAR: Final = re.compile(r"\\.|\$(?=((?:[^$\\]|\\.)*)\$)", re.DOTALL)
"""A dollar sign, and what stands between it and the next one; without those that a backslash stands before."""
_GOES_ON: Final = re.compile(r"[A-Za-z0-9{^]|\\[A-Za-z]|_[A-Za-z0-9{\\]")
"""What stands behind the dollar sign of a price, a variable or the beginning of a formula."""
_ORDINAL: Final = re.compile(r"(?:th|st|nd|rd|te[mnrs]?|i?[eè]me)(?![A-Za-z0-9])")
"""What makes a number of a formula, as in ``$n$th``."""
_CALL: Final = re.compile(r"\.[A-Za-z]")
"""What stands behind the dollar sign of jQuery, ``$.each``; beside it are the brackets of shells, ``$(date)``."""
_WORD_END: Final = ("(", "（", "「", "『", "“", "‘", "«")
"""What no formula ends with."""
_SCRIPTS: Final = "\u0e00-\u0e7f\u2010-\u2027\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff65"
"""Thai, Chinese, Japanese and Korean, in which words stand beside each other without a blank, and punctuation."""
_BEHIND_AMOUNT: Final = rf"(?s)[,.;:!?)/\"*|{_SCRIPTS}]|['\]].*[0-9]\Z|[-~][0-9][0-9.,]*\Z"
"""What stands behind the dollar sign of an amount such as ``5$``. Compiled on first use, which takes its time."""
_PRICE: Final = rf"(?s)[0-9][^、。]*[、。](?:.*[{_SCRIPTS}])?\Z"
"""An amount such as ``5`` behind a dollar sign, with the sentence going on up to another one."""
_OPENING: Final = re.compile(r"\$\$(?=((?:[^$]|\$(?!\$))*)\$\$)")
_LINE_END: Final = re.compile(r"[.,;:]?[ \t]*(?:<|\n|\Z)")
_WORDS: Final = re.compile(r"(?=.*[A-Za-z]{2})[A-Za-z',.;:!?()\s-]*", re.DOTALL)
_ODD_BACKSLASH: Final = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")
_NEXT_LINE: Final = re.compile(r"\n[ \t>]*")
_AFTER: Final = 6
"""Characters behind a dollar sign that are looked at."""
_ONE_BY_ONE: Final = 20
_ROUNDS: Final = 50


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
        formulas = {unescaped(tex) for tex in _DISPLAY.findall(render(changed))}
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
    """Undo what is no formula to us. Returns the source, in which it is guarded, and what comrak makes of that.

    A dollar sign that begins no formula is guarded, so that the one behind it may begin one. That changes what all
    the others in the same block do, so of each block the first is guarded, and what is left after many rounds at once.
    """
    for i in range(_ROUNDS):
        if _SPAN not in rendered:
            return source, rendered
        wrong = _no_formulas(rendered, first_only=i < _ONE_BY_ONE)
        opening = {_normal(tex) for tex in _no_display(rendered)}
        if not (wrong or opening):
            return source, rendered
        settled = _guard(source, _beginnings(source, wrong, first_only=i < _ONE_BY_ONE), marks)
        if opening:
            found = (m for m in _OPENING.finditer(settled) if _normal(m[1]) in opening)
            settled = _guard(settled, [at for m in found for at in (m.start(), m.start() + 1)], marks)
        if settled == source:
            break
        source = settled
        rendered = render(source)
    source = source.replace("$", marks.dollar)
    return source, render(source)


def _no_formulas(rendered: str, *, first_only: bool) -> list[str]:
    """What stands between dollar signs in a line that are no formula's, in order; ``first_only`` of each block."""
    found: list[str] = []
    end, done, last_tick = 0, False, rendered.rfind("`")
    for match in _INLINE.finditer(rendered):
        done = done and _BLOCK.search(rendered, end, match.start()) is None
        end = match.end()
        if not done:
            tex = unescaped(match[1])
            around = rendered[max(match.start() - 1, 0) : match.start()], rendered[end : end + _AFTER]
            if _is_no_formula(tex, *around, code_behind=end <= last_tick):
                found.append(_normal(tex))
                done = first_only
    return found


def _beginnings(source: str, wrong: Sequence[str], *, first_only: bool) -> list[int]:
    """Where the dollar signs before these stand; with ``first_only`` one for each, in their order."""
    places: list[int] = []
    remaining, known, last_tick = list(reversed(wrong)), set(wrong), source.rfind("`")
    for match in _DOLLAR.finditer(source):
        if first_only and not remaining:
            break
        tex, end = match[1], match.end(1) + 1
        if tex is None or _normal(tex) not in (remaining[-1:] if first_only else known):
            continue
        around = source[max(match.start() - 1, 0) : match.start()], source[end : end + _AFTER]
        if _is_no_formula(tex, *around, code_behind=end <= last_tick):
            places.append(match.start())
            if first_only:
                remaining.pop()
    return places


def _is_no_formula(tex: str, before: str, after: str, *, code_behind: bool) -> bool:
    """Whether dollar signs around ``tex`` are those of prices, variables and code."""
    if _GOES_ON.match(after) and not (_ORDINAL.match(after) and (tex[-1:].isalnum() or tex[-1:] in ")}")):
        return True
    if (tex[:1] == "(" == after[:1]) or _CALL.match(tex):
        return True
    if "0" <= before <= "9" and re.match(_BEHIND_AMOUNT, tex):
        return True
    if code_behind and tex.count("`") % 2 and "\\" not in tex:
        return True
    return len(tex) > 1 and (tex.endswith(_WORD_END) or re.match(_PRICE, tex) is not None)


def _no_display(rendered: str) -> Iterator[str]:
    """What stands between two ``$$`` that are no formula's: nothing at all, or, beside other text on the line,
    something with a blank at one end only (``echo $$; kill $$``) or nothing but words between blanks."""
    for match in _DISPLAY.finditer(rendered):
        tex = match[1]
        if not tex.strip() or _ODD_BACKSLASH.search(tex):
            yield unescaped(tex)
        elif "\n" not in tex and not _alone(match):
            begins, ends = tex[0].isspace(), tex[-1].isspace()
            if begins != ends or (begins and _WORDS.fullmatch(tex)):
                yield unescaped(tex)


def _alone(match: re.Match[str]) -> bool:
    """Whether a formula has its line to itself."""
    before = match.string[max(match.start() - 1, 0) : match.start()]
    return before in ("", "\n", ">", "\u2003") and _LINE_END.match(match.string, match.end()) is not None


def _normal(tex: str) -> str:
    """A formula as it is compared: comrak takes away the blanks, and the signs of quotes, that begin its lines."""
    return " ".join(_NEXT_LINE.sub(" ", tex).split())


def _guard(source: str, places: Sequence[int], marks: StandIns) -> str:
    """A stand-in for the dollar sign at each of these places."""
    if not places:
        return source
    pieces = [source[a:b] for a, b in zip([0, *(at + 1 for at in places)], [*places, len(source)], strict=True)]
    return marks.dollar.join(pieces)
