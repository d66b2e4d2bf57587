"""The lines around a syntax error, and an error in the author's words."""

import re
from dataclasses import dataclass
from typing import Final

from kfexport.diagnostics import Span

KEY: Final = re.compile(r"[ ]*(?:- +)*([A-Za-z_][\w.-]*)[ ]*:(?=[ \t]|$)")
KEY_WITHOUT_BLANK: Final = re.compile(r"[ ]*(?:- +)*([a-z_]+):(?=[^\s:/])")
TEXT_KEY: Final = re.compile(r"[ ]*(?:- +)*text:[ ]")
QUOTED: Final = re.compile(r"""^[ ]*(?:- +)*(?:[\w.-]+[ ]*:[ ]+)?(['"])""")
STARTS: Final = {
    "@": "`@`", "`": "a backtick", "%": "`%`", "*": "`*`", "&": "`&`", "!": "`!`", "[": "`[`", "{": "`{`",
    "|": "`|`", ">": "`>`", ",": "a comma", "]": "`]`", "}": "`}`", "?": "`?`", "#": "`#`", ":": "`:`",
}  # fmt: skip


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
class Scene:
    """What libyaml said, and the lines it said it about."""

    lines: list[str]
    problem: str
    context: str
    line: int
    col: int
    from_line: int
    from_col: int

    def text(self, number: int) -> str:
        """A line, from 1; empty where there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    @property
    def rest(self) -> str:
        """What stands at the place of the error and behind it."""
        return self.text(self.line)[self.col - 1 :]

    def key_above(self, number: int) -> int:
        """The nearest line above ``number`` that is not blank and not a comment; 0 if there is none."""
        number -= 1
        while number > 0 and not self.text(number).split("#")[0].strip():
            number -= 1
        return number

    def fault(self, message: str, hint: str, line: int = 0, col: int = 0, length: int = 1) -> SyntaxFault:
        """The error in words, at the place that libyaml named or at another."""
        line, col = line or self.line, col or self.col
        return SyntaxFault(message, hint, Span(line, col, line, col + length), line)


def starts_with(scene: Scene, sign: str, line: int, col: int) -> SyntaxFault:
    """A value begins with a sign that has a meaning in YAML."""
    if sign == "[" and TEXT_KEY.match(scene.text(line)):
        return scene.fault(
            "a text cannot begin with `[` on the line of its key",
            "Write it as a block: `text: |`, with the text on the next line, indented.", line, col,
        )  # fmt: skip
    return scene.fault(
        f"a value cannot begin with {STARTS[sign]} unless it is in quotes",
        "Put the whole value in single quotes.", line, col,
    )  # fmt: skip
