"""The rules: a plain table of modules, each imported on use."""

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import islice
from types import MappingProxyType, ModuleType
from typing import Final

from kfexport.codes import finding
from kfexport.diagnostics import Diagnostic
from kfexport.lint.base import Context, Rule
from kfexport.model import Quiz
from kfexport.richtext.texts import Text, markdown_texts

_MODULES: Final = (
    "unique_ids",
    "unique_quizzes",
    "equal_choices",
    "blank_texts",
    "references",
    "pick",
    "values",
    "cloze_marks",
    "credits",
    "numbers",
    "answers",
    "blank_names",
    "plain_marks",
    "language",
    "alt_texts",
    "image_marks",
    "unsafe_links",
    "dead_links",
    "forbidden_entities",
    "deep_texts",
    "tex_brackets",
    "open_fence",
    "markdown_surprise",
    "broken_formulas",
    "table_rows",
    "typed_tags",
    # How questions are written.
    "writing.key_position",
    "writing.longest_choice",
    "writing.all_of_the_above",
    "writing.absolute_words",
    "writing.negative_stem",
    "writing.given_away_choice",
    "writing.similar_questions",
    "writing.near_equal_choices",
    "writing.number_order",
    "writing.overlapping_numbers",
    "writing.explanation",
    "writing.repeated_opening",
    "writing.swallowed_text",
    "writing.telling",
)


@cache
def rules() -> Mapping[str, Rule]:
    """Code → rule, in the order of the table."""
    found = (_module(name).RULE for name in _MODULES)
    return MappingProxyType({rule.code: rule for rule in found})


@cache
def documentation(code: str) -> str:
    """The docs of a rule: the docstring of its module.

    Raises:
        KeyError: no rule has that code.
    """
    for name in _MODULES:
        module = _module(name)
        if module.RULE.code == code:
            return inspect.cleandoc(module.__doc__ or "")
    raise KeyError(code)


def _module(name: str) -> ModuleType:
    return import_module(f"kfexport.lint.{name}")


def running(context: Context) -> Iterator[Rule]:
    """The rules that are on."""
    for code, rule in rules().items():
        if rule.on if context.off is None else code not in context.off:
            yield rule


def check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    """What the rules say of one quiz."""
    chosen = list(running(context))
    for rule in chosen:
        if rule.check is not None:
            yield from _bounded(rule, rule.check(quiz, context), quiz)
    yield from _check_texts(quiz, [rule for rule in chosen if rule.check_text is not None])


MOST: Final = 1000
"""Findings of one rule in one quiz that are told."""
_RUN: Final = r"[^\n$&\[\\~_*<]*+"
_EMPHASIS: Final = r"(?<![\w*])(?:\*[^\W_]++\*|\*\*[^\W_]++\*\*)(?![\w*])"
"""One word that Markdown takes for emphasis on any platform, and nobody for anything else."""
_LINE: Final = rf"(?![ \t]*(?:[-+>#=|:]|```|[0-9]+[.)])){_RUN}(?:{_EMPHASIS}{_RUN}){{0,4}}+"
_HARMLESS: Final = re.compile(rf"(?=\W*\w)(?:{_LINE}\n)*+{_LINE}\Z")
"""A text that shows something and holds no sign of any text rule; nearly all choices of nearly all banks."""


def _bounded(rule: Rule, found: Iterator[Diagnostic], quiz: Quiz) -> Iterator[Diagnostic]:
    """The findings of a rule, and where there are too many of them the first ones and a note that says so."""
    yield from islice(found, MOST)
    if next(found, None) is not None:
        message = f"more than {MOST:,} findings of the rule {rule.name}; the rest is not told"
        yield finding("KF020", message, quiz.origin, hint="Mend these first.")


def _check_texts(quiz: Quiz, text_rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    suspects = list(markdown_texts(quiz, _HARMLESS.match))
    together = "\n".join([text.source for text in suspects])
    for rule in text_rules:
        if not rule.signs or any(sign in together for sign in rule.signs):
            yield from _bounded(rule, _of_texts(rule, suspects), quiz)


def _of_texts(rule: Rule, texts: Sequence[Text]) -> Iterator[Diagnostic]:
    for text in texts:
        if rule.check_text is not None and (not rule.signs or any(sign in text.source for sign in rule.signs)):
            yield from rule.check_text(text)


def check_all(quizzes: Sequence[Quiz], context: Context) -> Iterator[Diagnostic]:
    """What the rules say of several quizzes together."""
    for rule in running(context):
        if rule.check_all is not None and quizzes:
            yield from _bounded(rule, rule.check_all(quizzes, context), quizzes[0])
