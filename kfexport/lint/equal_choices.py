"""Choices that look the same.

What: no two choices of a question may show the same text. Blanks around them and emphasis do not count as a
difference, letter case does. Choices that differ in code style or in the address of a link alone get a warning.

Why: the learner cannot know which of them is the right one.

Fails:

    choices:
      - "2"
      - "**2**"

Passes:

    choices:
      - "2"
      - "2.0"
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Related, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import MultipleResponse, Quiz, SingleChoice
from kfexport.richtext.markdown import is_inline, to_html
from kfexport.richtext.plain import strip_tags, surely_differ

_BLANKS: Final = re.compile(r"[ \t\n]+")
_CODE: Final = re.compile(r"</?code>")
_SAME: Final = "look the same"
_EMPHASIS: Final = re.compile(r"</?(?:strong|em|del|p)>")


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for question in quiz.questions():
        if isinstance(question, (SingleChoice, MultipleResponse)) and not surely_differ(
            [choice.text for choice in question.choices]
        ):
            yield from _compare(question, safe=quiz.safe_html)


def _compare(question: SingleChoice | MultipleResponse, *, safe: bool) -> Iterator[Diagnostic]:
    seen: dict[str, list[tuple[int, str]]] = {}
    for i, choice in enumerate(question.choices):
        shown = _EMPHASIS.sub("", to_html(choice.text, inline=is_inline(choice.text), safe=safe)).strip()
        is_block = "<pre" in shown  # the one place where browsers show each blank
        shown = shown if is_block else _BLANKS.sub(" ", shown)
        plain = strip_tags(shown)
        earlier = seen.setdefault(plain, [])
        same = next((j for j, markup in earlier if markup == shown), None)
        alike = next((j for j, markup in earlier if not (is_block and "<pre" in markup)), None)
        twin = alike if same is None else same
        if plain and twin is not None:
            yield _finding(question, twin, i, _look(dict(earlier)[twin], shown))
        earlier.append((i, shown))


def _look(first: str, second: str) -> str:
    if first == second:
        return _SAME
    return "differ in code style only" if _CODE.sub("", first) == _CODE.sub("", second) else "look alike"


def _finding(question: SingleChoice | MultipleResponse, first: int, second: int, look: str) -> Diagnostic:
    def at(i: int) -> Origin | None:
        return below(question.origin, "choices", i)

    other = at(first)
    return RULE.found(
        f"choices {first + 1} and {second + 1} {look}",
        at(second),
        hint="Change or delete one of them.",
        related=(Related(f"choice {first + 1}", other),) if other else (),
        question=question,
        severity=Severity.ERROR if look == _SAME else Severity.WARNING,
    )


RULE: Final = Rule(code="KF203", name="equal-choices", severity=Severity.ERROR, check=_check)
