"""The report of formulas that a platform's MathJax does not show whole."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from kfexport.diagnostics import Path, Severity
from kfexport.model import Quiz
from kfexport.richtext.html import unescaped
from kfexport.richtext.mathjax import MathJax, cure, defined, unknown
from kfexport.richtext.tex import short
from kfexport.richtext.texts import Text, markdown_texts
from kfexport.targets.base import Losses, listed

_SPAN: Final = re.compile(r"<span data-math-style=[^>]*>([^<]*)</span>")
_MOST: Final = 20
"""Formulas of one text that are told one by one."""
_MOST_GUESSES: Final = 50
"""Commands of a quiz for which those that were meant are looked for, which takes milliseconds each."""


def report(quiz: Quiz, mathjax: MathJax, losses: Losses, unseen: Callable[[Path], bool] = lambda _: False) -> None:
    """Report the commands that a platform does not know, one warning for each formula, as far as a text has not very
    many; ``unseen`` tells the paths of texts that it does not show."""
    shown = [(text, formulas) for text, formulas in _formulas(quiz) if not unseen(text.path)]
    if not shown:
        return
    own = {name for _, formulas in shown for tex in formulas for name in defined(tex)}
    cures: dict[str, str] = {}
    for text, formulas in shown:
        wrong = [(tex, missing) for tex in formulas if (missing := unknown(mathjax, tex, own))]
        places = _places(text) if wrong else {}
        for i, (tex, missing) in enumerate(wrong[:_MOST], start=1):
            commands = listed([f"`{_written(name)}`" for name in missing])
            more = f" ({len(wrong) - i} more follow)" if i == _MOST < len(wrong) else ""
            if missing[0] not in cures:
                cures[missing[0]] = cure(missing[0], guess=len(cures) < _MOST_GUESSES)
            losses.add(
                "KF405",
                Severity.WARNING,
                f"In {text.name}, the formula `{short(tex)}` is not shown whole: {mathjax.of} does not know {commands}"
                f"{more}",
                text.at(places.get(_plain(tex), 0)),
                question=text.question,
                hint=cures[missing[0]],
            )


def _formulas(quiz: Quiz) -> Iterator[tuple[Text, list[str]]]:
    """The texts of a quiz that have formulas that may hold a command, with these, each once."""
    for text in markdown_texts(quiz, lambda source: "$" not in source):
        if "$" in text.source and "\\" in text.source:
            found = [unescaped(tex) for tex in dict.fromkeys(_SPAN.findall(text.html())) if "\\" in tex]
            if found:
                yield text, found


def _places(text: Text) -> Mapping[str, int]:
    """Where each formula of a text first begins."""
    found: dict[str, int] = {}
    for place in text.places():
        if place.kind == "Math":
            found.setdefault(_plain(text.source[place.start : place.end].strip("$")), place.start)
    return found


def _plain(tex: str) -> str:
    """A formula as it is compared: quotes and tables change its blanks."""
    return " ".join(tex.split())


def _written(name: str) -> str:
    return f"\\begin{name}" if name.startswith("{") else f"\\{name}"
