"""What MathJax makes of the text of a page, for tests; written from its documentation and ``FindTeX`` of version 3.

It looks at runs of text, which elements end, after the browser has decoded them. Independent of kfexport.
"""

import re
from typing import Any

from lxml import etree

ANKI = {"\\(": "\\)", "\\[": "\\]"}
MOODLE = {**ANKI, "$$": "$$"}


def typeset(tree: Any, delimiters: dict[str, str], *, escapes: bool) -> None:
    """Put ``⟦…⟧`` around the TeX of each formula in a line, and ``⟦⟦…⟧⟧`` around that of one on its own."""
    for part in tree.iter(etree.Element):
        part.text = marked(part.text or "", delimiters, escapes=escapes)
        part.tail = marked(part.tail or "", delimiters, escapes=escapes)


def typeset_ascii(tree: Any) -> None:
    """Put ``⟦ascii: …⟧`` around what stands between two backticks of one run of text, which ``br`` does not end.

    By the extension ``asciimath2jax`` of version 2, which is in each of its configurations whose name has ``AM``.
    """
    if tree.tag in ("code", "pre"):
        return
    run: list[tuple[Any, str]] = [(tree, "text")]
    for child in tree:
        typeset_ascii(child)
        if child.tag != "br":
            _mark_ascii(run)
            run = []
        run.append((child, "tail"))
    _mark_ascii(run)


def _mark_ascii(run: list[tuple[Any, str]]) -> None:
    parts = "\0".join(getattr(node, name) or "" for node, name in run)
    beside = re.split("(⟦⟦.*?⟧⟧|⟦.*?⟧)", parts, flags=re.DOTALL)  # formulas in TeX are found first
    beside[::2] = [re.sub("`([^`]*)`", r"⟦ascii: \1⟧", prose) for prose in beside[::2]]
    shown = "".join(beside)
    for (node, name), part in zip(run, shown.split("\0"), strict=True):
        setattr(node, name, part)


def marked(text: str, delimiters: dict[str, str], *, escapes: bool) -> str:
    shown = ""
    i = 0
    while i < len(text):
        two = text[i : i + 2]
        end = _end(text, i + 2, delimiters[two]) if two in delimiters else -1
        if end >= 0:
            tex = text[i + 2 : end]
            shown += f"⟦{tex}⟧" if two == "\\(" else f"⟦⟦{tex}⟧⟧"
            i = end + 2
        elif escapes and two in ("\\\\", "\\$"):
            shown += two[1]
            i += 2
        else:
            shown += text[i]
            i += 1
    return shown


def _end(text: str, i: int, closing: str) -> int:
    """Where the closing delimiter stands, outside of braces; what a backslash stands before is passed over."""
    braces = 0
    while i < len(text):
        if braces == 0 and text.startswith(closing, i):
            return i
        if text[i] == "\\":
            i += 1
        elif text[i] == "{":
            braces += 1
        elif text[i] == "}":
            if braces == 0:
                return -1
            braces -= 1
        i += 1
    return -1
