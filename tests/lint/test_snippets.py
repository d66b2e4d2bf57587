"""Snippets that rules find fault with, and snippets that they pass: a file of this folder a rule.

A question has the id ``q1``, ``q2`` … and is a ``single_choice`` where the snippet does not say otherwise. Of each
finding stands its place (the path, and ``@`` with the offset in the text), its message, and its severity where that is
not the rule's own.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from kfexport.bank.reader import read
from kfexport.diagnostics import Diagnostic
from kfexport.lint import registry
from kfexport.lint.base import Context
from kfexport.model import Quiz
from kfexport.richtext.texts import markdown_texts

FOLDER = Path(__file__).parent
STRUCTURE_ONLY = {"KF250", "KF260"}
"""Rules that look at no word, and find the same in all languages: keys at one position, explanations left out."""
WORDS_ONLY = {"KF252", "KF253", "KF254"}
"""Those that know nothing else."""


def quiz_of(snippet: dict[str, Any], name: str = "snippet") -> Quiz:
    questions = [
        {"id": f"q{i}", "type": "single_choice", **question} for i, question in enumerate(snippet["questions"], start=1)
    ]
    top = {"format": 1, "id": name, "title": "Snippet", "lang": snippet.get("lang", "en"), **snippet.get("top", {})}
    raw = json.dumps({**top, "questions": questions}, ensure_ascii=False, indent=1)
    reading = read(f"{name}.yaml", raw.encode(), named=True)
    assert list(reading.diagnostics) == []
    assert reading.quiz is not None
    return reading.quiz


def findings(code: str, quizzes: list[Quiz], context: Context) -> list[Diagnostic]:
    rule = registry.rules()[code]
    found = [d for quiz in quizzes if rule.check is not None for d in rule.check(quiz, context)]
    if rule.check_text is not None:
        texts = [text for quiz in quizzes for text in markdown_texts(quiz)]
        found += [d for text in texts for d in rule.check_text(text)]
    if rule.check_all is not None:
        found += rule.check_all(quizzes, context)
    return found


def place(diagnostic: Diagnostic) -> str:
    assert diagnostic.where is not None
    assert diagnostic.where.span() is not None
    at = diagnostic.where.at
    return " ".join(map(str, diagnostic.where.path)) + (f" @{at}" if at is not None else "")


def snippets(kind: str) -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.yaml")):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        for i, snippet in enumerate(data[kind], start=1):
            yield pytest.param(data["rule"], snippet, id=f"{path.stem}-{kind}-{i}")


def context_of(code: str, snippet: dict[str, Any]) -> Context:
    chosen = {
        (code, name): tuple(value) if isinstance(value, list) else value
        for name, value in snippet.get("options", {}).items()
    }
    return Context((), chosen=chosen)


@pytest.mark.parametrize(("code", "snippet"), list(snippets("fails")))
def test_a_rule_finds_this(code: str, snippet: dict[str, Any]) -> None:
    found = findings(code, [quiz_of(snippet)], context_of(code, snippet))
    usual = registry.rules()[code].severity.value
    told = [(place(d), d.message, d.severity.value) for d in found]
    assert told == [(at, says, (more or [usual])[0]) for at, says, *more in snippet["told"]]
    assert {d.code for d in found} == {code}
    assert all(d.hint for d in found)


@pytest.mark.parametrize(("code", "snippet"), list(snippets("passes")))
def test_a_rule_passes_this(code: str, snippet: dict[str, Any]) -> None:
    assert findings(code, [quiz_of(snippet)], context_of(code, snippet)) == []


WRITING = [f"KF{number}" for number in range(250, 264)]
"""The rules of how questions are written."""


def test_all_of_these_rules_are_known() -> None:
    assert [code for code in registry.rules() if code.startswith(("KF25", "KF26"))] == WRITING


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("kind", ["fails", "passes"])
@pytest.mark.parametrize("code", WRITING)
def test_there_are_enough_of_them(code: str, kind: str, lang: str) -> None:
    """At least three of each kind in English, and in Japanese where words matter; no two are alike."""
    chosen = [p.values[1] for p in snippets(kind) if p.values[0] == code]
    distinct = {json.dumps(snippet, sort_keys=True) for snippet in chosen if snippet.get("lang", "en") == lang}
    assert len(distinct) >= (0 if lang == "ja" and code in STRUCTURE_ONLY else 3)


@pytest.mark.parametrize(
    ("code", "snippet"), [p for p in snippets("fails") if p.values[0] in ("KF252", "KF253", "KF254")]
)
def test_a_rule_that_knows_words_is_silent_in_other_languages(code: str, snippet: dict[str, Any]) -> None:
    assert findings(code, [quiz_of({**snippet, "lang": "de"})], context_of(code, snippet)) == []
