"""The rules: a plain table of modules, each imported on use."""

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Final

from kfexport.diagnostics import Diagnostic
from kfexport.lint.base import Context, Rule
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


_HARMLESS: Final = re.compile(r"(?=[^\w]*\w)[^$&\[]*\Z")
"""A text that shows something and holds no sign of any text rule; nearly all texts of nearly all banks."""


def _check_texts(quiz: Quiz) -> Iterator[Diagnostic]:
    text_rules = [(rule.check_text, rule.signs) for rule in rules().values() if rule.check_text is not None]
    harmless = _HARMLESS.match
    for text in markdown_texts(quiz):
        source = text.source
        if harmless(source):
            continue
        for check_text, signs in text_rules:
            if not signs or any(sign in source for sign in signs):
                yield from check_text(text)


def check_all(quizzes: Sequence[Quiz], context: Context) -> Iterator[Diagnostic]:
    """What the rules say of several quizzes together."""
    for rule in rules().values():
        if rule.check_all is not None:
            yield from rule.check_all(quizzes, context)
