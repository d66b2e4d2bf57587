"""YAML's syntax errors, re-told: what the author most likely wrote, and how to write it instead.

libyaml names a rule of its grammar and a place. The place decides which lines to look at; the cure is found in them.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from kfexport.bank.layout import colon, misplaced, quote_above
from kfexport.bank.scene import KEY_WITHOUT_BLANK, STARTS, Scene, SyntaxFault, starts_with

_ODD_BLANKS: Final = {"\u00a0": "a no-break space (U+00A0)", "\u3000": "an ideographic space (U+3000)"}


def retell(error: Any, lines: list[str]) -> SyntaxFault:
    """Say a ``yaml.MarkedYAMLError`` in the author's words; ``lines`` are the lines of the file."""
    mark, context = error.problem_mark or error.context_mark, error.context_mark or error.problem_mark
    line, col = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    if line > len(lines):
        line = max(len(lines), 1)
    scene = Scene(
        lines, error.problem or "", error.context or "", line, col,
        context.line + 1 if context else line, context.column + 1 if context else col,
    )  # fmt: skip
    for look in (_odd_blank, quote_above):
        found = look(scene)
        if found is not None:
            return found
    for clue, tell in _TELLERS:
        if clue in scene.problem or clue in scene.context:
            return tell(scene)
    return scene.fault("this is not valid YAML here", "Look for a missing quote, colon or blank here and above.")


def _odd_blank(scene: Scene) -> SyntaxFault | None:
    for number in (scene.line, scene.key_above(scene.line)):
        text = scene.text(number)
        found = re.match(r"[ \t-]*(?:[\w.-]+:)?([\u00a0\u3000])", text)
        if found:
            name = _ODD_BLANKS[found[1]]
            return scene.fault(
                f"{name} stands where YAML needs an ordinary blank", "Replace it by ordinary blanks.",
                number, found.start(1) + 1,
            )  # fmt: skip
    return None


def _token(scene: Scene) -> SyntaxFault:
    sign = scene.rest[:1]
    if sign == "\t" or "\t" in scene.text(scene.line)[: scene.col]:
        return _tab(scene)
    if sign in STARTS:
        return starts_with(scene, sign, scene.line, scene.col)
    return scene.fault(f"a value cannot begin with {sign!r}", "Put the whole value in single quotes.")


def _tab(scene: Scene) -> SyntaxFault:
    col = scene.text(scene.line).find("\t") + 1 or scene.col
    return scene.fault("a tab (→) stands where YAML allows only blanks", "Replace it by blanks.", col=col)


def _open_quote(scene: Scene) -> SyntaxFault:
    text = scene.text(scene.from_line)
    sign = text[scene.from_col - 1 : scene.from_col]
    kind = "single" if sign == "'" else "double"
    hint = "Close it at the end of the text."
    if sign == "'" and "'" not in text[scene.from_col :]:
        hint = "Close it at the end of the text; a text that begins with an apostrophe needs double quotes around it."
    return scene.fault(f"the {kind} quote that opens here is never closed", hint, scene.from_line, scene.from_col)


def _anchor(scene: Scene) -> SyntaxFault:
    sign = scene.text(scene.from_line)[scene.from_col - 1 : scene.from_col]
    if sign not in STARTS:
        sign = "&" if "anchor" in scene.context else "*"
    return starts_with(scene, sign, scene.from_line, scene.from_col)


def _block_header(scene: Scene) -> SyntaxFault:
    sign = scene.text(scene.from_line)[scene.from_col - 1 : scene.from_col]
    return scene.fault(
        f"text stands behind {STARTS.get(sign, 'the block sign')}, which begins a block on the next line",
        f"Start the text on the next line, indented; or put it in quotes if `{sign}` belongs to it.",
    )  # fmt: skip


def _no_colon(scene: Scene) -> SyntaxFault:
    above = scene.text(scene.key_above(scene.from_line))
    if re.search(r":[ ]+[|>][-+0-9]*[ ]*$", above):
        return scene.fault(
            "the text of a block begins deeper than its key", "Indent the lines of the text by two blanks more.",
            scene.from_line, scene.from_col,
        )  # fmt: skip
    text = scene.text(scene.from_line).strip()
    if re.match(r"-\S", text):
        return scene.fault(
            "a blank is missing after the dash", f"Write `- {text[1:41]}`.", scene.from_line, scene.from_col
        )
    glued = KEY_WITHOUT_BLANK.match(scene.text(scene.from_line))
    if glued:
        return scene.fault(
            f"a blank is missing after the colon of `{glued[1]}:`", f"Write `{glued[1]}: …`.",
            scene.from_line, glued.end(1) + 1,
        )  # fmt: skip
    return scene.fault(
        "this line is neither a key with a colon nor part of the text above it",
        "Write `key: value`, or indent it as part of the text above and put that in quotes or a block (`|`).",
        scene.from_line, scene.from_col,
    )  # fmt: skip


def _escape(scene: Scene) -> SyntaxFault:
    text = scene.text(scene.line)
    at = scene.col - 1
    if text[at : at + 1] != "\\":
        at = max(text.rfind("\\", 0, scene.col), 0)
    if "invalid Unicode" in scene.problem:
        return scene.fault(
            f"`{text[at : at + 6]}` is half a character", "Type the character itself.", col=at + 1, length=6
        )
    return scene.fault(
        f"`{text[at : at + 2]}` means something else, or nothing, inside double quotes",
        "Use single quotes or a block (`|`), where a backslash is a backslash.", col=at + 1, length=2,
    )  # fmt: skip


def _flow(scene: Scene) -> SyntaxFault:
    if scene.rest[:1] == "," and "node content" in scene.problem:
        return scene.fault("an entry is empty between two commas", "Delete one of the commas.")
    line, col = scene.from_line, scene.from_col
    for number in range(scene.line, max(0, scene.line - 3), -1):  # for an empty one libyaml names the next token
        opened = re.search(r"[\[{][ ]*$", scene.text(number)) if number < scene.line else None
        if opened and scene.text(line)[col - 1 : col] not in ("[", "{"):
            line, col = number, opened.start() + 1
    sign = scene.text(line)[col - 1 : col]
    close = "]" if sign == "[" else "}"
    return scene.fault(
        f"the `{sign}` that opens here is never closed with `{close}`",
        "Close it; or put the whole value in single quotes if it is a text.", line, col,
    )  # fmt: skip


def _nested_list(scene: Scene) -> SyntaxFault:
    return scene.fault(
        "a list cannot begin on the line of its key, and a text cannot begin with a dash and a blank",
        "Start the list on the next line; or put the text in quotes.",
    )  # fmt: skip


def _tag(scene: Scene) -> SyntaxFault:
    return starts_with(scene, "!", scene.from_line, scene.from_col)


def _directive(scene: Scene) -> SyntaxFault:
    return starts_with(scene, "%", scene.from_line, scene.from_col)


_TELLERS: Final[tuple[tuple[str, Callable[[Scene], SyntaxFault]], ...]] = (
    ("found a tab character", _tab),
    ("mapping values are not allowed", colon),
    ("block sequence entries are not allowed", _nested_list),
    ("while scanning a directive", _directive),
    ("while scanning a quoted scalar", _open_quote),
    ("while parsing a quoted scalar", _escape),
    ("while scanning an anchor", _anchor),
    ("while scanning an alias", _anchor),
    ("while scanning a block scalar", _block_header),
    ("while scanning a tag", _tag),
    ("undefined tag handle", _tag),
    ("cannot start any token", _token),
    ("could not find expected ':'", _no_colon),
    ("while parsing a flow", _flow),
    ("did not find expected key", misplaced),
    ("did not find expected '-' indicator", misplaced),
)
