"""The report of formulas that a platform's MathJax does not show whole."""

import html
import re
from collections.abc import Callable, Iterator
from typing import Final

from kfexport.diagnostics import Path, Severity
from kfexport.model import Quiz
from kfexport.richtext.mathjax import MathJax, cure, defined, unknown
from kfexport.richtext.tex import short
from kfexport.richtext.texts import Text, markdown_texts
from kfexport.targets.base import Losses, listed

_SPAN: Final = re.compile(r"<span data-math-style=[^>]*>([^<]*)</span>")


def report(quiz: Quiz, mathjax: MathJax, losses: Losses, unseen: Callable[[Path], bool] = lambda _: False) -> None:
    """Report the commands that a platform does not know, one warning for each formula; ``unseen`` tells the paths of
    texts that it does not show."""
    shown = [(text, tex) for text, tex in _formulas(quiz) if not unseen(text.path)]
    if not shown:
        return
    own = {name for _, tex in shown for name in defined(tex)}
    for text, tex in shown:
        missing = unknown(mathjax, tex, own)
        if missing:
            commands = listed([f"`{_written(name)}`" for name in missing])
            losses.add(
                "KF405",
                Severity.WARNING,
                f"In {text.name}, the formula `{short(tex)}` is not shown whole: {mathjax.of} does not know {commands}",
                text.at(_place(text, tex)),
                question=text.question,
                hint=cure(missing[0]),
            )


def _formulas(quiz: Quiz) -> Iterator[tuple[Text, str]]:
    """The formulas of a quiz that may hold a command, each once a text."""
    for text in markdown_texts(quiz, lambda source: "$" not in source):
        if "$" in text.source and "\\" in text.source:
            for tex in dict.fromkeys(_SPAN.findall(text.html())):
                if "\\" in tex:
                    yield text, html.unescape(tex)


def _place(text: Text, tex: str) -> int:
    """Where a formula begins, or 0."""
    formulas = (place for place in text.places() if place.kind == "Math")
    written = ((place.start, text.source[place.start : place.end].strip("$")) for place in formulas)
    return next((start for start, formula in written if formula.split() == tex.split()), 0)


def _written(name: str) -> str:
    return f"\\begin{name}" if name.startswith("{") else f"\\{name}"
