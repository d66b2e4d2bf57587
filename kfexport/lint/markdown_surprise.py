r"""Texts in which Markdown takes characters that were hardly meant for it.

What: in a choice of one line, `__word__` that became bold, `_word_` that became emphasis where the choice has no other
markup, stars that became emphasis inside a word or while others stayed stars, and backslashes that vanish beside others
that stay. Texts of a question that are one heading and nothing else, and prompts that are a list of one item, such as
`1986. What was new?` or `- 3 is what?`, or a quote of one line. And lines such as `[INFO]: started` that became
addresses which no link of the text uses.

Why: the marks are not shown. `__init__` arrives as a bold "init", which is another answer.

Fails:

    choices:
      - __init__
      - 2*3*4

Passes:

    choices:
      - '`__init__`'
      - 2\*3\*4
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Rule
from kfexport.richtext.literal import apart_from_prose
from kfexport.richtext.places import Place
from kfexport.richtext.plain import is_visible, strip_tags
from kfexport.richtext.texts import Text

_BLOCKS: Final = {
    "h": ("a heading", re.compile(r"<h([1-6])>(?:(?!</h\1>).)*</h\1>", re.DOTALL)),
    "u": ("a list", re.compile(r"<ul>.*</ul>")),
    "o": ("a list", re.compile(r"<ol\b.*</ol>")),
    "b": ("a quote", re.compile(r"<blockquote>.*</blockquote>")),
}
_MAY_BE_BLOCK: Final = re.compile(r"\s*(?:[-+*>#]|[0-9]+[.)])")
_EMPHASIS: Final = ("Emph", "Strong")
_PLAIN: Final = ("Document", "Paragraph", "Text", "SoftBreak", "LineBreak", *_EMPHASIS)
_WORD: Final = re.compile(r"\w+")
_WORD_CHAR: Final = re.compile(r"[A-Za-z0-9]")
_MAY_LOSE: Final = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|[A-Za-z0-9]\*+\w|\\[A-Za-z0-9 ]")
_STARS: Final = re.compile(r"\*+")
_BACKSLASH: Final = re.compile(r"\\(?:([A-Za-z0-9 ])|([!-/:-@\[-`{-~]))")
_SHOULD_BE_ESCAPED: Final = "*_`~[]<>$&!#|\\()"
"""Signs before which a backslash is there for Markdown's sake, or which are another rule's affair."""
_MARK: Final = "Put a backslash before the mark, write the text as code, or leave the mark out."
_NUMBER: Final = "Write `{}`, so that it is text, or leave the number out."


_ADDRESS: Final = re.compile(
    r"^[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)?(\[([^\[\]\n]{1,300})\]:[ \t]*(\S+))", re.MULTILINE
)
"""What may be the address of links elsewhere in a text."""
_REMARKS: Final = ("//", "comment", "#")
"""Names of addresses that are for authors only, as in ``[//]: # (a remark)``."""
_ESCAPE: Final = "Write `\\[` for the bracket, so that the line is text, or write it as code."


def _check(text: Text) -> Iterator[Diagnostic]:
    source = text.source
    if "]:" in source and not text.inline:
        yield from RULE.in_text(text, list(_became_addresses(text)), _ESCAPE)
    if text.inline:
        stars = _STARS.findall(source)
        if stars[::2] != stars[1::2] or _MAY_LOSE.search(source):
            hint = "Write it as a code span, or put a backslash before each sign to show; for emphasis, use `*word*`."
            yield from RULE.in_text(text, list(_in_choice(text, text.places())), hint)
    elif text.question is not None and (_MAY_BE_BLOCK.match(source) or source.rstrip()[-1:] in ("-", "=")):
        yield from _became_block(text)


def _in_choice(text: Text, found: tuple[Place, ...]) -> Iterator[tuple[int, str]]:
    source = text.source
    emphasis = [p for p in found if p.kind in _EMPHASIS]
    by_stars = [p for p in emphasis if source[p.start] == "*"]
    others = len(by_stars) > 0 or any(p.kind not in _PLAIN for p in found)
    stars_left = any(p.kind == "Text" and "*" in p.value and "\\*" not in source for p in found)
    for part in emphasis:
        written = source[part.start : part.end]
        if written.startswith("__"):
            lost = not others or _WORD.fullmatch(written[2:-2]) is not None
        elif written.startswith("_"):
            lost = not others
        else:
            lost = stars_left or _inside_word(source, part)
        if lost:
            became = "bold" if part.kind == "Strong" else "emphasis"
            yield part.start, f"`{written}` became {became}, and its marks are not shown"
    if not any(p.kind in ("Code", "Math") for p in found):
        yield from backslashes(text)


def _inside_word(source: str, part: Place) -> bool:
    before, behind = source[max(part.start - 1, 0) : part.start], source[part.end : part.end + 1]
    return bool(_WORD_CHAR.match(before) and _WORD_CHAR.match(behind))


def backslashes(text: Text) -> Iterator[tuple[int, str]]:
    """Where a backslash stays before a letter, those before a full stop and the like were meant to stay as well."""
    if text.source.count("\\") < 2:
        return
    apart = apart_from_prose(text)
    found = [m for m in _BACKSLASH.finditer(text.source) if m.start() not in apart]
    if any(m[1] for m in found):
        for match in found:
            if match[2] and match[2] not in _SHOULD_BE_ESCAPED:
                yield match.start(), f"the backslash of `{match[0]}` is not shown"


def _became_addresses(text: Text) -> Iterator[tuple[int, str]]:
    """Lines that are not shown, since they are the addresses of links; no link is there."""
    found = [m for m in _ADDRESS.finditer(text.source) if m[2].strip().lower() not in _REMARKS and m[3] != "#"]
    if not found:
        return
    shown = strip_tags(text.html())
    if not is_visible(shown):
        return  # another rule's affair
    rest = " ".join(_ADDRESS.sub("", text.source).casefold().split())
    for match in found:
        label = " ".join(match[2].split())
        if f"[{label}]:" not in shown and f"[{label.casefold()}]" not in rest:
            yield match.start(1), f"`{match[1]}` became the address of a link, and is not shown"


def _became_block(text: Text) -> Iterator[Diagnostic]:
    shown = text.html()
    what, pattern = _BLOCKS.get(shown[1:2], ("", None))
    if pattern is None or not pattern.fullmatch(shown):
        return
    if not is_visible(strip_tags(shown)):
        return  # another rule's affair
    one_line = "\n" not in text.source.strip("\n")
    one_item = what == "a list" and shown.count("<li>") == 1
    if what == "a heading" or (text.path == ("prompt",) and (one_line or one_item)):
        mark = text.source.split(maxsplit=1)[0]
        number = mark[:-1] if mark[:-1].isdigit() else ""
        if number:
            lost = f"`{mark}` the number of its only item"
        else:
            lost = f"its `{mark}` is not shown" if one_line or one_item else "the line below it is not shown"
        yield RULE.found(
            f"{text.name} became {what}, and {lost}",
            text.where,
            hint=_NUMBER.format(f"{number}\\{mark[-1]}") if number else _MARK,
            question=text.question,
        )


RULE: Final = Rule(
    code="KF307",
    name="markdown-surprise",
    severity=Severity.WARNING,
    check_text=_check,
)
