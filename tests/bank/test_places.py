"""Places that are looked up together are those that are looked up one by one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from kfexport.bank.builder import build
from kfexport.bank.reader import read
from kfexport.bank.source import Place, SourceFile, find_places
from kfexport.diagnostics import Origin, Span, Step

SOURCE = Path(__file__).parents[2] / "source"
TEXT = """\
format: 1
id: q
questions:
  - &first
    id: a
    choices:
      - text: one
        correct: true
      - {text: two, feedback: "no\\tmore"}
      - three
  - *first
  - id: b
    explanation: |
      A line.
      Another.
"""


def _paths(value: object, path: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """The paths of all values, and of one that is absent in each map."""
    yield path
    if isinstance(value, dict):
        for key, below in value.items():
            yield from _paths(below, (*path, key))
        yield (*path, "absent")
    elif isinstance(value, list):
        for i, below in enumerate(value):
            yield from _paths(below, (*path, i))


def _together(text: str, places: list[Place], *, in_parts: bool = True) -> list[Span | None]:
    source = SourceFile("q.yaml", text)
    if in_parts:
        source.starts = build(text).starts
    find_places(Origin(source, path, part, at) for path, part, at in places)
    return [source.span(*place) for place in places]


def _one_by_one(text: str, places: list[Place]) -> list[Span | None]:
    source = SourceFile("q.yaml", text)
    return [source.span(*place) for place in places]


@pytest.mark.parametrize("name", sorted(p.name for p in SOURCE.glob("*.yaml")))
def test_the_places_of_a_bank(name: str) -> None:
    text = (SOURCE / name).read_text(encoding="utf-8")
    paths = [path for path in _paths(yaml.safe_load(text)) if path]
    for places in ([(path, "value", None) for path in paths], [(path, "key", None) for path in paths]):
        alone = [_together(text, [place])[0] for place in places[:: len(places) // 20]]
        assert alone == _one_by_one(text, places[:: len(places) // 20])
        expected = _one_by_one(text, places[::7])
        assert _together(text, places[::7]) == expected
        assert _together(text, places[::7], in_parts=False) == expected


FLOW = """\
title: T
sections: [{id: s, questions: [{id: a, prompt: "x\\ty"}, {id: b, choices: !t [one, two], prompt: "fol
  ded"}]}, {id: t,
    questions:
    [ {id: c,
    prompt: z}]}]
lang: en
"""
COMPACT = """\
questions:
-
  id: a
  prompt: |+
    One

    two

  # a comment
- id: b
  id: c
  prompt: |

    three
- ? id
  : d
tags: [x]
"""


@pytest.mark.parametrize(
    "text", [TEXT, FLOW, COMPACT, COMPACT.replace("\n", "\r\n"), f"%TAG !e! x:\n---\n{FLOW.replace('!t', '!e!t')}"]
)
def test_a_question_can_be_read_alone(text: str) -> None:
    paths = [path for path in _paths(yaml.load(text, _Lenient)) if path]
    places: list[Place] = [(path, "value", None) for path in paths] + [(path, "key", None) for path in paths]
    places += [(path, "value", at) for path in paths for at in (0, 2)]
    assert [_together(text, [place])[0] for place in places] == _one_by_one(text, places)
    assert _together(text, places) == _one_by_one(text, places)


class _Lenient(yaml.SafeLoader):
    """Takes a value with a tag for what it is without."""


_Lenient.add_multi_constructor("", lambda loader, _, node: loader.construct_sequence(node))


def test_where_questions_begin() -> None:
    text = FLOW.replace("!t [one", "[{text: one}")
    starts = {path: [mark and (mark.line, mark.column) for mark in marks] for path, marks in build(text).starts.items()}
    assert starts == {
        ("sections", 0, "questions"): [(1, 31), (1, 56)],
        ("sections", 0, "questions", 1, "choices"): [(1, 74), None],
        ("sections", 1, "questions"): [(4, 6)],
    }


def test_places_by_hand() -> None:
    places: list[Place] = [
        (("questions", 2, "explanation"), "value", 8),
        (("questions", 0, "choices", 1, "feedback"), "value", 3),
        (("questions", 0, "choices", 0), "value", None),
        (("questions", 2, "prompt"), "value", None),
        (("questions", 2, "explanation"), "key", None),
    ]
    assert _together(TEXT.replace("  - *first\n", "  - c\n"), places) == [
        Span(15, 7, 15, 8),
        Span(9, 36, 9, 37),
        Span(7, 15, 7, 18),
        Span(12, 5, 12, 7),
        Span(13, 5, 13, 16),
    ]


def test_an_alias_is_followed() -> None:
    places: list[Place] = [(("questions", 1, "choices", 2), "value", None), (("questions", 2, "id"), "value", None)]
    assert _together(TEXT, places) == [Span(10, 9, 10, 14), Span(12, 9, 12, 10)]


def test_nothing_is_kept_that_nobody_asked_for() -> None:
    source = SourceFile("q.yaml", TEXT)
    find_places([Origin(source, ("questions", 2, "id")), Origin(source), None])
    assert "_index" not in vars(source)
    assert source.span(("questions", 2, "id"), "value", None) == Span(12, 9, 12, 10)
    assert "_index" not in vars(source)


ODD = """\
questions:
  - id: a
    x-old:
      questions:
        - {id: z}
    choices:
      - text: C
      - no
    choices: [{text: D}]
    title: T
  - no
    map
  -
  # a comment
  - id: b
questions:
  - id: c
"""


def test_other_lists_of_questions_and_other_entries_are_no_questions_that_can_be_read_alone() -> None:
    lines = {path: [mark and mark.line for mark in marks] for path, marks in build(ODD).starts.items()}
    assert lines == {("questions",): [1, None, None, 14], ("questions", 0, "choices"): [6, None]}
    places: list[Place] = [
        (("questions", 0, "title"), "value", None),
        (("questions", 0, "choices", 0), "value", None),
        (("questions", 0, "choices", 1), "value", None),
        (("questions", 0, "id"), "value", None),
        (("questions", 1), "value", None),
        (("questions", 2), "value", None),
        (("questions", 3, "id"), "value", None),
    ]
    expected = [
        Span(10, 12, 10, 13),
        Span(7, 15, 7, 16),
        Span(8, 9, 8, 11),
        Span(2, 9, 2, 10),
        Span(11, 5, 12, 8),
        Span(13, 4, 13, 5),
        Span(15, 9, 15, 10),
    ]
    assert _together(ODD, places) == expected
    assert [_together(ODD, [place])[0] for place in places] == expected


def test_the_place_of_what_is_no_question_ends_with_it() -> None:
    found = read(
        "q.yaml", b"\xef\xbb\xbf" * 2 + b"format: 1\nquestions:\n  - no\n    map\n  - id: b\n", named=True
    ).diagnostics
    find_places(f.where for f in found)
    spans = {f.message: f.where.span() for f in found if f.where is not None and f.where.path[:1] == ("questions",)}
    assert spans["question 1 must be a map of keys, not “no map”"] == Span(3, 5, 4, 8)
    assert spans["`type` is missing"] == Span(5, 5, 5, 7)
