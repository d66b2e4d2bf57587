"""The rules: a plain table of modules, each imported on use."""

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Final

from kfexport.diagnostics import Diagnostic
from kfexport.lint.base import Context, Rule, TextCheck
from kfexport.model import Quiz
from kfexport.richtext.texts import markdown_texts

_MODULES: Final = (
    "unique_ids",
    "unique_quizzes",
    "equal_choices",
    "blank_texts",
    "references",
    "pick",
    "values",
    "language",
    "unsupported_text",
    "unsafe_links",
    "forbidden_entities",
    "deep_texts",
    "tex_brackets",
    "open_fence",
    "markdown_surprise",
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


def check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    """What the rules say of one quiz."""
    for rule in rules().values():
        if rule.check is not None:
            yield from rule.check(quiz, context)
    yield from _check_texts(quiz)


_LINE: Final = r"(?![ \t]*(?:[-+>#=|:]|```|[0-9]+[.)]))[^\n$&\[\\~_*<]*+"
_HARMLESS: Final = re.compile(rf"(?=\W*\w)(?:{_LINE}\n)*+{_LINE}\Z")
"""A text that shows something and holds no sign of any text rule; nearly all choices of nearly all banks."""


@cache
def _text_rules() -> tuple[tuple[TextCheck, ...], tuple[tuple[str, TextCheck], ...]]:
    """The checks for all texts, and those for texts with a sign; the signs of one rule stand together."""
    found = [(rule.check_text, rule.signs) for rule in rules().values() if rule.check_text is not None]
    everywhere = tuple(check_text for check_text, signs in found if not signs)
    return everywhere, tuple((sign, check_text) for check_text, signs in found for sign in signs)


def _check_texts(quiz: Quiz) -> Iterator[Diagnostic]:
    everywhere, signed = _text_rules()
    harmless = _HARMLESS.match
    for text in markdown_texts(quiz):
        source = text.source
        if harmless(source):
            continue
        for check_text in everywhere:
            yield from check_text(text)
        last = None
        for sign, check_text in signed:
            if sign in source and check_text is not last:
                last = check_text
                yield from check_text(text)


def check_all(quizzes: Sequence[Quiz], context: Context) -> Iterator[Diagnostic]:
    """What the rules say of several quizzes together."""
    for rule in rules().values():
        if rule.check_all is not None:
            yield from rule.check_all(quizzes, context)
