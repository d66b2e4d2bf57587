"""YAML's syntax errors, re-told: what the author most likely wrote, and how to write it instead.

libyaml names a rule of its grammar and a place. The place decides which lines to look at; the cure is found in them.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from kfexport.bank.schema import known_keys
from kfexport.diagnostics import Span

_KEY: Final = re.compile(r"[ ]*(?:- +)*([A-Za-z_][\w.-]*)[ ]*:(?=[ \t]|$)")
_KEY_WITHOUT_BLANK: Final = re.compile(r"[ ]*(?:- +)*([a-z_]+):(?=[^\s:/])")
_QUOTED: Final = re.compile(r"""^[ ]*(?:- +)*(?:[\w.-]+[ ]*:[ ]+)?(['"])""")
_STARTS: Final = {
    "@": "`@`", "`": "a backtick", "%": "`%`", "*": "`*`", "&": "`&`", "!": "`!`", "[": "`[`", "{": "`{`",
    "|": "`|`", ">": "`>`", ",": "a comma", "]": "`]`", "}": "`}`", "?": "`?`", "#": "`#`",
}  # fmt: skip
_ODD_BLANKS: Final = {"\u00a0": "a no-break space (U+00A0)", "\u3000": "an ideographic space (U+3000)"}


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """A syntax error in the author's words."""

    message: str
    hint: str
    span: Span
    anchor_line: int
    """The line, from 1, of the construct that is at fault: the question that holds it is cut out to read on."""
    related: tuple[str, Span] | None = None


@dataclass(frozen=True, slots=True)
class _Scene:
    """What libyaml said, and the lines it said it about."""

    lines: list[str]
    problem: str
    context: str
    line: int
    col: int
    from_line: int
    from_col: int

    def text(self, number: int) -> str:
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    @property
    def rest(self) -> str:
        return self.text(self.line)[self.col - 1 :]

    def key_above(self, number: int) -> int:
        """The nearest line above ``number`` that is not blank and not a comment; 0 if there is none."""
        number -= 1
        while number > 0 and not self.text(number).split("#")[0].strip():
            number -= 1
        return number

    def fault(self, message: str, hint: str, line: int = 0, col: int = 0, length: int = 1) -> SyntaxFault:
        line, col = line or self.line, col or self.col
        return SyntaxFault(message, hint, Span(line, col, line, col + length), line)


def retell(error: Any, lines: list[str]) -> SyntaxFault:
    """Say a ``yaml.MarkedYAMLError`` in the author's words; ``lines`` are the lines of the file."""
    mark, context = error.problem_mark or error.context_mark, error.context_mark or error.problem_mark
    line, col = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    if line > len(lines):
        line = max(len(lines), 1)
    scene = _Scene(
        lines, error.problem or "", error.context or "", line, col,
        context.line + 1 if context else line, context.column + 1 if context else col,
    )  # fmt: skip
    odd = _odd_blank(scene)
    if odd is not None:
        return odd
    for clue, tell in _TELLERS:
        if clue in scene.problem or clue in scene.context:
            return tell(scene)
    return scene.fault("this is not valid YAML here", "Look for a missing quote, colon or blank here and above.")


def _odd_blank(scene: _Scene) -> SyntaxFault | None:
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


def _colon(scene: _Scene) -> SyntaxFault:
    text = scene.text(scene.line)
    above = scene.key_above(scene.line)
    first_key = _KEY.match(text)
    glued = _KEY_WITHOUT_BLANK.match(scene.text(above))
    if first_key and first_key.end() == scene.col and above:
        if glued and not _KEY.match(scene.text(above)):
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


def _too_deep(scene: _Scene, above: int) -> SyntaxFault:
    start = len(scene.text(scene.line)) - len(scene.text(scene.line).lstrip(" ")) + 1
    wanted = _key_column(scene.text(above))
    return SyntaxFault(
        f"this line begins at column {start}, deeper than the key above it, which has its value already",
        f"Let it begin at column {wanted}, like line {above}.",
        Span(scene.line, start, scene.line, start + 1), scene.line,
        ("the line to align with", Span(above, wanted, above, wanted + 1)),
    )  # fmt: skip


def _key_column(text: str) -> int:
    return len(re.match(r"[ ]*(?:- +)*", text)[0]) + 1  # type: ignore[index]


def _misplaced(scene: _Scene) -> SyntaxFault:
    """``did not find expected key`` and ``… '-' indicator``: text behind a quote, or an indentation of its own."""
    text = scene.text(scene.line)
    before = text[: scene.col - 1]
    if before.strip(" -"):
        return _after_value(scene, before)
    start = len(before) + 1
    above = _aligned_above(scene, start)
    if above is None:
        return scene.fault(
            f"this line begins at column {start}, and no line above it does",
            f"Let it begin at column {scene.from_col}, like line {scene.from_line}.",
        )  # fmt: skip
    number, wanted = above
    return SyntaxFault(
        f"this line begins at column {start}, between the levels of the lines above",
        f"Let it begin at column {wanted}, like line {number}.",
        Span(scene.line, start, scene.line, start + 1), scene.line,
        ("the line to align with", Span(number, wanted, number, wanted + 1)),
    )  # fmt: skip


def _aligned_above(scene: _Scene, start: int) -> tuple[int, int] | None:
    """The nearest line above that begins (after its dashes, or with one) where this line probably should."""
    dash = scene.rest.startswith("- ")
    for number in range(scene.line - 1, max(0, scene.line - 400), -1):
        text = scene.text(number)
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        column = len(text) - len(text.lstrip(" ")) + 1
        wanted = column if dash else _key_column(text)
        if dash == text.lstrip().startswith("-") and (_KEY.match(text) or dash) and abs(wanted - start) <= 3:
            return number, wanted
    return None


def _after_value(scene: _Scene, before: str) -> SyntaxFault:
    opened = _QUOTED.match(before)
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
    if value[:1] in _STARTS:
        return _starts_with(scene, value[0], scene.line, len(before) - len(value) + 1)
    return scene.fault("something stands here where a new key was expected", "Put the whole text in quotes.")


def _starts_with(scene: _Scene, sign: str, line: int, col: int) -> SyntaxFault:
    return scene.fault(
        f"a value cannot begin with {_STARTS[sign]} unless it is in quotes",
        "Put the whole value in single quotes.", line, col,
    )  # fmt: skip


def _token(scene: _Scene) -> SyntaxFault:
    sign = scene.rest[:1]
    if sign == "\t" or "\t" in scene.text(scene.line)[: scene.col]:
        return _tab(scene)
    if sign in _STARTS:
        return _starts_with(scene, sign, scene.line, scene.col)
    return scene.fault(f"a value cannot begin with {sign!r}", "Put the whole value in single quotes.")


def _tab(scene: _Scene) -> SyntaxFault:
    col = scene.text(scene.line).find("\t") + 1 or scene.col
    return scene.fault("a tab (→) stands where YAML allows only blanks", "Replace it by blanks.", col=col)


def _open_quote(scene: _Scene) -> SyntaxFault:
    text = scene.text(scene.from_line)
    sign = text[scene.from_col - 1 : scene.from_col]
    kind = "single" if sign == "'" else "double"
    hint = "Close it at the end of the text."
    if sign == "'" and "'" not in text[scene.from_col :]:
        hint = "Close it at the end of the text; a text that begins with an apostrophe needs double quotes around it."
    return scene.fault(f"the {kind} quote that opens here is never closed", hint, scene.from_line, scene.from_col)


def _anchor(scene: _Scene) -> SyntaxFault:
    sign = scene.text(scene.from_line)[scene.from_col - 1 : scene.from_col]
    if sign not in _STARTS:
        sign = "&" if "anchor" in scene.context else "*"
    return _starts_with(scene, sign, scene.from_line, scene.from_col)


def _block_header(scene: _Scene) -> SyntaxFault:
    sign = scene.text(scene.from_line)[scene.from_col - 1 : scene.from_col]
    return scene.fault(
        f"text stands behind {_STARTS.get(sign, 'the block sign')}, which begins a block on the next line",
        f"Start the text on the next line, indented; or put it in quotes if `{sign}` belongs to it.",
    )  # fmt: skip


def _no_colon(scene: _Scene) -> SyntaxFault:
    text = scene.text(scene.from_line).strip()
    if re.match(r"-\S", text):
        return scene.fault(
            "a blank is missing after the dash", f"Write `- {text[1:41]}`.", scene.from_line, scene.from_col
        )
    glued = _KEY_WITHOUT_BLANK.match(scene.text(scene.from_line))
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


def _escape(scene: _Scene) -> SyntaxFault:
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


def _flow(scene: _Scene) -> SyntaxFault:
    sign = scene.text(scene.from_line)[scene.from_col - 1 : scene.from_col]
    close = "]" if sign == "[" else "}"
    return scene.fault(
        f"the `{sign}` that opens here is never closed with `{close}`",
        "Close it; or put the whole value in single quotes if it is a text.", scene.from_line, scene.from_col,
    )  # fmt: skip


def _nested_list(scene: _Scene) -> SyntaxFault:
    return scene.fault(
        "a list cannot begin on the line of its key, and a text cannot begin with a dash and a blank",
        "Start the list on the next line; or put the text in quotes.",
    )  # fmt: skip


def _tag(scene: _Scene) -> SyntaxFault:
    return _starts_with(scene, "!", scene.from_line, scene.from_col)


def _directive(scene: _Scene) -> SyntaxFault:
    return _starts_with(scene, "%", scene.from_line, scene.from_col)


_TELLERS: Final[tuple[tuple[str, Callable[[_Scene], SyntaxFault]], ...]] = (
    ("found a tab character", _tab),
    ("mapping values are not allowed", _colon),
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
    ("did not find expected key", _misplaced),
    ("did not find expected '-' indicator", _misplaced),
)
