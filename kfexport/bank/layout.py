"""Syntax errors of layout: indentation, dashes, colons and quotes that end where nobody meant them to."""

import re
from typing import Final

from kfexport.bank.scene import KEY, KEY_WITHOUT_BLANK, QUOTED, STARTS, Scene, SyntaxFault, starts_with
from kfexport.bank.schema import known_keys
from kfexport.diagnostics import Span

_QUOTE_START: Final = re.compile(r"""^[ ]*(?:- +)*(?:[\w.-]+[ ]*:[ ]+)?(['"])""")
_LINES_BACK: Final = 40
"""How far above an error the quote is looked for that caused it."""


def quote_above(scene: Scene) -> SyntaxFault | None:
    """A quote that was never closed, so that the next one closed it in the middle of a good line."""
    for number in range(max(1, scene.line - _LINES_BACK), scene.line):
        opened = _QUOTE_START.match(scene.text(number))
        if not opened:
            continue
        end = _closing(scene, number, opened.end(), opened[1])
        if end is None or not (number < end[0] <= scene.line):
            continue
        rest = scene.text(end[0])[end[1] :].strip()
        if rest and not rest.startswith("#"):
            kind = "single" if opened[1] == "'" else "double"
            return scene.fault(
                f"the {kind} quote that opens here is not closed in this line",
                "Close it at the end of the text.", number, opened.end(),
            )  # fmt: skip
    return None


def _closing(scene: Scene, line: int, col: int, sign: str) -> tuple[int, int] | None:
    """Line and column (both from 1, the column behind it) of the sign that closes a quoted text."""
    pattern = re.compile(r"''|'" if sign == "'" else r'\\.|"')
    for number in range(line, min(line + _LINES_BACK, len(scene.lines) + 1)):
        start = col if number == line else 0
        for match in pattern.finditer(scene.text(number), start):
            if match[0] == sign:
                return number, match.end()
    return None


def colon(scene: Scene) -> SyntaxFault:
    """``mapping values are not allowed``: a colon in a text, a missing blank, or a line that is too deep."""
    text = scene.text(scene.line)
    above = scene.key_above(scene.line)
    first_key = KEY.match(text)
    glued = KEY_WITHOUT_BLANK.match(scene.text(above))
    if first_key and first_key.end() == scene.col and above:
        if glued and not KEY.match(scene.text(above)):
            return scene.fault(
                f"a blank is missing after the colon of `{glued[1]}:`", f"Write `{glued[1]}: …`.",
                above, glued.end(1) + 1,
            )  # fmt: skip
        return _too_deep(scene, above)
    key = first_key[1] if first_key and first_key[1] in known_keys() else None
    value = text[first_key.end() :].strip() if key and first_key else re.sub(r"^[ ]*(?:- +)+", "", text).strip()
    quoted = "'" + value.replace("'", "''") + "'"
    return scene.fault(
        "a colon followed by a blank inside a plain text is read as a key",
        f"Put the text in quotes: `{f'{key}: ' if key else '- '}{quoted}`" if len(quoted) < 70
        else "Put the whole text in single quotes, or write it as a block (`|`).",
    )  # fmt: skip


def _too_deep(scene: Scene, above: int) -> SyntaxFault:
    glued = _glued_dash(scene, above, 0)
    if glued is not None:
        return glued
    entry = re.match(r"[ ]*(?:- +)+(?P<text>.*\S)", scene.text(above))
    if entry and not KEY.match(scene.text(above)):
        plain = entry["text"]
        shown = f"- text: {plain}" if len(plain) < 50 else "- text: …"
        return scene.fault(
            f"the entry in line {above} is a plain text, so no key can stand below it",
            f"Write line {above} as `{shown}`.",
        )  # fmt: skip
    start = _indent(scene.text(scene.line))
    wanted = _key_column(scene.text(above))
    return SyntaxFault(
        f"this line begins at column {start}, deeper than the key above it, which has its value already",
        f"Let it begin at column {wanted}, like line {above}.",
        Span(scene.line, start, scene.line, start + 1), scene.line,
        ("the line to align with", Span(above, wanted, above, wanted + 1)),
    )  # fmt: skip


def _key_column(text: str) -> int:
    return len(re.match(r"[ ]*(?:- +)*", text)[0]) + 1  # type: ignore[index]


def misplaced(scene: Scene) -> SyntaxFault:
    """``did not find expected key`` and ``… '-' indicator``: text behind a quote, or an indentation of its own."""
    text = scene.text(scene.line)
    before = text[: scene.col - 1]
    if before.strip(" -"):
        return _after_value(scene, before)
    if scene.rest[:2] in (":", ": "):
        return starts_with(scene, ":", scene.line, scene.col)
    start = len(before) + 1
    above = scene.key_above(scene.line)
    for look in (_glued_dash, _cut_by_comment, _left_of_block):
        found = look(scene, above, start)
        if found is not None:
            return found
    number, wanted = _aligned_above(scene, start) or (scene.from_line, scene.from_col)
    if wanted == start:
        number, wanted = above, _indent(scene.text(above))
    return SyntaxFault(
        f"this line begins at column {start}, which fits none of the lines above",
        f"Let it begin at column {wanted}, like line {number}.",
        Span(scene.line, start, scene.line, start + 1), scene.line,
        ("the line to align with", Span(number, wanted, number, wanted + 1)),
    )  # fmt: skip


def _indent(text: str) -> int:
    """The column, from 1, at which a line begins."""
    return len(text) - len(text.lstrip(" ")) + 1


def _glued_dash(scene: Scene, above: int, _start: int) -> SyntaxFault | None:
    """An entry above has no blank after its dash, so that it and the entries below it were one plain text."""
    number = above
    while number > 0 and (line := scene.text(number).lstrip()).startswith("- ") and not KEY.match(line):
        number -= 1
    glued = re.match(r"[ ]*([-\u30fc\u2010-\u2015\u2212])[ \u3000]*(\S.*)", scene.text(number))
    if not glued or scene.text(number).lstrip().startswith(("- ", "---")):
        return None
    what = "a blank is missing after the dash" if glued[1] == "-" else f"`{glued[1]}` is no dash"
    return scene.fault(what, f"Write `- {glued[2][:40]}`.", number, glued.start(1) + 1)


def _cut_by_comment(scene: Scene, above: int, _start: int) -> SyntaxFault | None:
    """A text of several lines, one of which holds a number sign after a blank."""
    text = scene.text(above)
    at = text.find(" #")
    if at < 0 or KEY.match(scene.text(scene.line)) or scene.rest.startswith("- ") or not text[:at].strip(" -"):
        return None
    return scene.fault(
        "a blank and `#` begin a comment here and end the text", "Put the whole text in quotes, or write it as a "
        "block (`|`).", above, at + 2,
    )  # fmt: skip


def _left_of_block(scene: Scene, above: int, start: int) -> SyntaxFault | None:
    """A line of a block that stands further left than the first one."""
    key = KEY.match(scene.text(scene.line))
    if key and key[1] in known_keys():
        return None
    for number in range(above, max(0, above - _LINES_BACK), -1):
        if re.search(r"[|>][-+0-9]*[ ]*$", scene.text(number)) and _indent(scene.text(number)) < start:
            wanted = _indent(scene.text(number + 1))
            if wanted <= start:
                return None
            return scene.fault(
                f"this line of the block begins at column {start}, left of its first line",
                f"Let it begin at column {wanted}, like line {number + 1}.",
            )  # fmt: skip
    return None


def _aligned_above(scene: Scene, start: int) -> tuple[int, int] | None:
    """The line above that begins (after its dashes, or with one) nearest to where this line does."""
    dash = scene.rest.startswith("- ")
    found: list[tuple[int, int, int]] = []
    for number in range(scene.line - 1, max(0, scene.line - _LINES_BACK), -1):
        text = scene.text(number)
        is_entry = text.lstrip().startswith("-")
        if (KEY.match(text) and not dash) or (dash and is_entry):
            wanted = _indent(text) if dash else _key_column(text)
            found.append((abs(wanted - start), scene.line - number, wanted))
    if not found:
        return None
    _, back, wanted = min(found)
    return scene.line - back, wanted


def _after_value(scene: Scene, before: str) -> SyntaxFault:
    opened = QUOTED.match(before)
    if opened and opened[1] == "'":
        return scene.fault(
            "the text ends at the single quote before this place, and something follows",
            "An apostrophe inside single quotes is written twice (''); or use a block (`|`).",
        )  # fmt: skip
    if opened:
        return scene.fault(
            "the text ends at the double quote before this place, and something follows",
            "Put the whole text in single quotes, or write it as a block (`|`).",
        )  # fmt: skip
    value = re.sub(r"^[ ]*(?:- +)*(?:[\w.-]+[ ]*:[ ]+)?", "", before)
    if value[:1] in STARTS:
        return starts_with(scene, value[0], scene.line, len(before) - len(value) + 1)
    return scene.fault("something stands here where a new key was expected", "Put the whole text in quotes.")
