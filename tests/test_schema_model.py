"""The schema, the reader and the model say the same, and the two validators judge alike."""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import MISSING, fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from sandbox import BANKS, ROOT

from kfexport.bank import builder, codec, schema
from kfexport.bank.fields import number
from kfexport.bank.reader import read
from kfexport.bank.source import SourceFile
from kfexport.diagnostics import Origin
from kfexport.model import (
    Answer,
    Author,
    Choice,
    ChoiceBlank,
    Cloze,
    Delivery,
    Description,
    Essay,
    Feedback,
    Matching,
    MultipleResponse,
    NumberBlank,
    Numerical,
    NumericalAnswer,
    Ordering,
    Pair,
    Quiz,
    Response,
    Section,
    ShortAnswer,
    SingleChoice,
    Stimulus,
    TextBlank,
    TrueFalse,
)
from kfexport.model.labels import LABEL_NAMES
from kfexport.model.questions import QUESTION_TYPES
from kfexport.model.quiz import NO_DELIVERY

SCHEMA: Mapping[str, Any] = json.loads((ROOT / "schemas" / "quiz.schema.json").read_text(encoding="utf-8"))
DEFS: Mapping[str, Any] = SCHEMA["$defs"]
REFERENCE = Draft202012Validator(SCHEMA)

# Part of the schema → the class of the model that holds it.
CLASSES: Mapping[str, type[Any]] = {
    "": Quiz,
    "section": Section,
    "stimulus": Stimulus,
    "author": Author,
    "delivery": Delivery,
    "single_choice": SingleChoice,
    "choice": Choice,
    "feedback": Feedback,
    "multiple_response": MultipleResponse,
    "true_false": TrueFalse,
    "short_answer": ShortAnswer,
    "answer": Answer,
    "numerical": Numerical,
    "numerical_answer": NumericalAnswer,
    "essay": Essay,
    "response": Response,
    "matching": Matching,
    "pair": Pair,
    "ordering": Ordering,
    "cloze": Cloze,
    "text_blank": TextBlank,
    "numerical_blank": NumberBlank,
    "dropdown_blank": ChoiceBlank,
    "dropdown_choice": Choice,
    "description": Description,
}
# A single number is given by keys of its question or blank, which are fields of its one answer.
OF_ONE_NUMBER = {"answer", "tolerance", "range"}
# Keys that are no field: the version of the format, the type (it is the class), the values that are handed down.
NO_FIELD: Mapping[str, set[str]] = {
    "": {"format", "defaults", "questions"},
    **{kind: {"type"} for kind in QUESTION_TYPES},
    "numerical": {"type", *OF_ONE_NUMBER},
    "text_blank": {"type"},
    "numerical_blank": {"type", *OF_ONE_NUMBER},
    "dropdown_blank": {"type"},
}
# Fields that are no key: what has its id as the key above it; what follows from the spelling of another key; what a
# part of that kind never has. Origin, extras and assets are the reader's, colours the build's.
NO_KEY: Mapping[str, set[str]] = {
    "stimulus": {"id"},
    "text_blank": {"id"},
    "numerical_blank": {"id"},
    "dropdown_blank": {"id"},
    "numerical_answer": {"relative"},
    "dropdown_choice": {"fixed", "credit", "id"},
    "description": {"hints", "feedback", "points", "penalty"},
}
READER_FIELDS = {"origin", "extras", "assets", "colours"}
WITHOUT_EFFECT = {("", "format"), ("text_blank", "type"), ("numerical_blank", "type"), ("dropdown_blank", "type")}
"""Keys that say what the rest of the map says already."""
MAPS_OF_IDS = {("", "stimuli"): "stimulus", ("cloze", "blanks"): "blank"}
"""Keys whose value maps ids of the author to parts of the schema."""


def part(name: str) -> Mapping[str, Any]:
    return DEFS[name] if name else SCHEMA


def resolved(definition: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in definition:
        found: Any = SCHEMA
        for step in definition["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        definition = {**found, **{k: v for k, v in definition.items() if k != "$ref"}}
    return definition


def places() -> Iterator[tuple[str, str]]:
    """Part and key of every property in the schema."""
    for name in ("", *DEFS):
        for key in part(name).get("properties", {}):
            yield name, key


def ids(place: tuple[str, str]) -> str:
    return f"{place[0] or 'quiz'}.{place[1]}"


# --- the schema by itself ---------------------------------------------------------------------------------------------


def test_it_is_a_schema_of_draft_2020_12() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(SCHEMA)


def test_the_package_reads_this_very_file() -> None:
    assert schema.schema() == SCHEMA


@pytest.mark.parametrize("place", list(places()), ids=ids)
def test_every_property_has_a_description_and_an_example(place: tuple[str, str]) -> None:
    found = resolved(part(place[0])["properties"][place[1]])
    assert found.get("description", "").strip().endswith((".", ":")), "a description is a sentence"
    assert found.get("examples"), "an example"


def subschemas(node: Any, pointer: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every part of the schema that has examples, with its JSON pointer."""
    if isinstance(node, dict):
        if isinstance(node.get("examples"), list):
            yield pointer, node
        for key, value in node.items():
            if key != "examples":
                yield from subschemas(value, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from subschemas(value, f"{pointer}/{i}")


@pytest.mark.parametrize("where", [pointer for pointer, _ in subschemas(SCHEMA)])
def test_every_example_is_valid_where_it_stands(where: str) -> None:
    resource: Resource[Any] = Resource.from_contents(SCHEMA)
    registry: Registry[Any] = Registry().with_resource(SCHEMA["$id"], resource)
    validator = Draft202012Validator({"$ref": f"{SCHEMA['$id']}#{where}"}, registry=registry)
    for example in dict(subschemas(SCHEMA))[where]["examples"]:
        assert [e.message for e in validator.iter_errors(example)] == []


def test_question_types_have_no_one_of() -> None:
    """``oneOf`` over the types was measured as slow, and its messages say nothing."""
    assert "oneOf" not in DEFS["question"]
    assert [rule["then"]["$ref"] for rule in DEFS["question"]["allOf"]] == [f"#/$defs/{t}" for t in QUESTION_TYPES]


# The YAML language server of editors reads these keys as truth values, and matches such keys by patterns alone.
TRUTH_VALUES = {"labels": ["^(?:true|false)(?!\\n)$"]}


def test_every_map_refuses_unknown_keys_and_takes_other_tools_keys() -> None:
    for name in ("", *(n for n in DEFS if "properties" in DEFS[n] and n not in ("common", "question", "blank"))):
        assert part(name)["additionalProperties"] is False, name
        assert list(part(name)["patternProperties"]) == ["^x-", *TRUTH_VALUES.get(name, ())], name


def test_maps_of_ids_check_the_ids_and_what_they_name() -> None:
    found = {place for place in places() if part(place[0])["properties"][place[1]].get("type") == "object"}
    assert found == set(MAPS_OF_IDS)
    for (name, key), goal in MAPS_OF_IDS.items():
        node = part(name)["properties"][key]
        assert node["additionalProperties"] == {"$ref": f"#/$defs/{goal}"}
        assert node["propertyNames"]["pattern"] == DEFS["common"]["properties"]["id"]["pattern"]
        assert list(node["patternProperties"]) == ["^x-"]


KINDS_OF_BLANKS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "words": ("text_blank", {"answers": ["a"]}),
    "words, said": ("text_blank", {"type": "short_answer", "answers": ["a"]}),
    "a number": ("numerical_blank", {"answer": 3}),
    "a range": ("numerical_blank", {"range": [3, 4]}),
    "numbers": ("numerical_blank", {"answers": [{"value": 3}]}),
    "ranges": ("numerical_blank", {"answers": [{"range": [3, 4]}]}),
    "numbers, said": ("numerical_blank", {"type": "numerical", "answers": [{"value": 3}]}),
    "choices": ("dropdown_blank", {"choices": ["a", {"text": "b", "correct": True}]}),
    "choices, said": ("dropdown_blank", {"type": "dropdown", "choices": ["a", {"text": "b", "correct": True}]}),
}
NOT_THAT_KIND: Mapping[str, dict[str, Any]] = {
    "words as numbers": {"type": "numerical", "answers": ["a"]},
    "a number as words": {"type": "short_answer", "answer": 3},
    "numbers as words": {"type": "short_answer", "answers": [{"value": 3}]},
    "words as choices": {"type": "dropdown", "answers": ["a"]},
    "choices as words": {"type": "short_answer", "choices": ["a", {"text": "b", "correct": True}]},
    "words and numbers": {"answers": ["a", {"value": 3}]},
    "words and choices": {"answers": ["a"], "choices": ["a", {"text": "b", "correct": True}]},
    "a number and choices": {"answer": 3, "choices": ["a", {"text": "b", "correct": True}]},
    "a unit": {"answer": 3, "unit": "m"},
    "letter case of a number": {"answer": 3, "case_sensitive": True},
    "nothing": {},
    "a type alone": {"type": "numerical"},
    "another type": {"type": "essay", "answers": ["a"]},
    "a list": ["a"],
    "a text": "a",
}


def cloze_with(blank: Any) -> dict[str, Any]:
    question = {"id": "a", "type": "cloze", "text": "[[b]]", "blanks": {"b": blank}}
    return {"format": 1, "id": "q", "title": "T", "lang": "en", "questions": [question]}


@pytest.mark.parametrize("kind", KINDS_OF_BLANKS)
def test_a_blank_is_what_its_keys_say(kind: str) -> None:
    name, blank = KINDS_OF_BLANKS[kind]
    data = cloze_with(blank)
    assert judge(data) == (True, True)
    (question,) = model(data).questions()
    assert isinstance(question, Cloze)
    assert type(question.blanks[0]) is CLASSES[name]


@pytest.mark.parametrize("kind", NOT_THAT_KIND)
def test_a_blank_is_of_one_kind(kind: str) -> None:
    assert judge(cloze_with(NOT_THAT_KIND[kind])) == (False, False)


def test_patterns_are_ascii_and_hold_no_python_or_rust() -> None:
    """The two regex engines differ in classes such as ``\\d`` and ``\\w``, and before a line end at the end."""
    for pattern in patterns(SCHEMA):
        assert pattern.isascii()
        assert not any(escape in pattern for escape in ("\\d", "\\w", "\\s", "\\b", "(?i", "\\A", "\\Z", "\\z"))


def patterns(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            yield node["pattern"]
        for value in node.values():
            yield from patterns(value)
    elif isinstance(node, list):
        for value in node:
            yield from patterns(value)


# --- the schema and the model -----------------------------------------------------------------------------------------


def test_the_types_of_the_schema_are_those_of_the_model() -> None:
    assert DEFS["common"]["properties"]["type"]["enum"] == list(QUESTION_TYPES)
    assert schema.question_types() == list(QUESTION_TYPES)


def test_the_types_are_those_of_the_format() -> None:
    assert list(QUESTION_TYPES) == [
        "single_choice", "multiple_response", "true_false", "short_answer", "numerical", "essay", "matching",
        "ordering", "cloze", "description",
    ]  # fmt: skip
    assert {kind: cls.kind for kind, cls in QUESTION_TYPES.items()} == {kind: kind for kind in QUESTION_TYPES}
    assert {kind: CLASSES[kind] for kind in QUESTION_TYPES} == QUESTION_TYPES


@pytest.mark.parametrize("name", CLASSES, ids=lambda n: n or "quiz")
def test_keys_are_the_fields_of_the_class(name: str) -> None:
    keys = set(part(name)["properties"]) - NO_FIELD.get(name, set())
    assert keys == {f.name for f in fields(CLASSES[name]) if f.init} - READER_FIELDS - NO_KEY.get(name, set())


def test_common_keys_stand_in_every_type() -> None:
    common = DEFS["common"]["properties"]
    for kind in QUESTION_TYPES:
        expected = {key: {"$ref": f"#/$defs/common/properties/{key}"} for key in common}
        for key in NO_KEY.get(kind, ()):
            del expected[key]
        found = {k: v for k, v in DEFS[kind]["properties"].items() if k in common}
        if kind == "cloze":  # its text is asked, and a prompt above it may be there
            prompt = resolved(expected.pop("prompt"))
            ours = found.pop("prompt")
            assert {**prompt, "description": "", "examples": []} == {**ours, "description": "", "examples": []}
        assert found == expected, kind
        assert {"id", "type", "text" if kind == "cloze" else "prompt"} <= set(DEFS[kind]["required"])


def test_labels_are_the_closed_list() -> None:
    assert set(DEFS["labels"]["properties"]) == LABEL_NAMES


def test_defaults_are_keys_of_questions_with_the_same_rules() -> None:
    for key in ("points", "penalty"):
        assert DEFS["defaults"]["properties"][key] == DEFS["common"]["properties"][key]
    for key, kinds in {
        "shuffle": ("single_choice", "multiple_response"),
        "scoring": ("multiple_response", "ordering"),
        "case_sensitive": ("short_answer", "text_blank"),
    }.items():
        rules = {k: v for k, v in DEFS["defaults"]["properties"][key].items() if k not in ("description", "examples")}
        assert {name for name in DEFS if key in DEFS[name].get("properties", {})} == {*kinds, "defaults"}
        for kind in kinds:
            assert DEFS[kind]["properties"][key].items() >= rules.items(), (kind, key)
    assert set(DEFS["defaults"]["properties"]) == {"points", "penalty", "shuffle", "scoring", "case_sensitive"}


@pytest.mark.parametrize("name", CLASSES, ids=lambda n: n or "quiz")
def test_defaults_are_equal(name: str) -> None:
    found = {f.name: f for f in fields(CLASSES[name])}
    for key in set(part(name)["properties"]) - NO_FIELD.get(name, set()):
        definition = resolved(part(name)["properties"][key])
        if key == "penalty":
            # The model keeps "nothing said" apart; the format's default is Moodle's third in its own spelling.
            assert definition["default"] == "33.33333%"
            assert found[key].default is None
        elif key == "credit" and "default" in definition:
            assert (definition["default"], found[key].default) == ("100%", Fraction(1))
        elif key == "tolerance":
            assert found[key].default == 0
        elif (name, key) == ("cloze", "prompt"):
            assert found[key].default is MISSING  # the reader gives an empty one
        elif "default" in definition:
            assert found[key].default == definition["default"], key
        elif key in part(name)["required"] or (name, key) == ("numerical_blank", "answers"):
            assert found[key].default is MISSING, key
        else:
            assert found[key].default in ("", (), None, MISSING, Feedback(), Response(), NO_DELIVERY), key


def test_defaults_of_the_file_are_those_of_the_model() -> None:
    """A bare quiz reads as a model in which nothing but what is required was said."""
    data = {"id": "q", "title": "T", "lang": "en", "questions": deepcopy(list(BARE_QUESTIONS.values()))}
    right = (Choice(text="x", correct=True), Choice(text="y"))
    blanks = (
        TextBlank(id="t", answers=(Answer(text="x"),)),
        NumberBlank(id="n", answers=(NumericalAnswer(value=Decimal(3)),)),
        ChoiceBlank(id="c", choices=right),
    )
    expected = (
        SingleChoice(id="a", prompt="P", choices=right),
        MultipleResponse(id="b", prompt="P", choices=right),
        TrueFalse(id="c", prompt="P", answer=False),
        ShortAnswer(id="d", prompt="P", answers=(Answer(text="x"),)),
        Numerical(id="e", prompt="P", answers=(NumericalAnswer(value=Decimal(3)),)),
        Essay(id="f", prompt="P"),
        Matching(id="g", prompt="P", pairs=(Pair(item="x", match="1"), Pair(item="y", match="2"))),
        Ordering(id="h", prompt="P", items=("x", "y")),
        Cloze(id="i", prompt="", text="[[t]] [[n]] [[c]]", blanks=blanks, points=Decimal(3)),
        Description(id="j", prompt="P"),
    )
    assert tuple(model(data).questions()) == expected
    assert model(data) == Quiz(id="q", title="T", lang="en", sections=(Section(id=None, questions=expected),))


BARE: Mapping[str, tuple[Any, Any]] = {
    "response": ({"lines": 3}, Response(lines=3)),
    "feedback": ({"partial": "Nearly."}, Feedback(partial="Nearly.")),
    "delivery": ({"attempts": "unlimited"}, Delivery(attempts="unlimited")),
    "authors": ([{"name": "Ada"}, "Bob"], (Author(name="Ada"), Author(name="Bob"))),
    "stimuli": ({"s": {"text": "S"}}, (Stimulus(id="s", text="S"),)),
    "sections": (
        [{"id": "s", "questions": [{"id": "b", "type": "essay", "prompt": "P"}]}],
        (Section(id="s", questions=(Essay(id="b", prompt="P"),)),),
    ),
}


@pytest.mark.parametrize("key", BARE)
def test_a_map_with_one_key_leaves_the_others_at_their_defaults(key: str) -> None:
    value, expected = BARE[key]
    of_question = key in ("response", "feedback")
    question = {"id": "b", "type": "essay", "prompt": "P", **({key: value} if of_question else {})}
    data: dict[str, Any] = {"id": "q", "title": "T", "lang": "en", "questions": [question]}
    if not of_question:
        data = {k: v for k, v in data.items() if k != "questions" or key != "sections"} | {key: value}
    quiz = model(data)
    assert getattr(next(iter(quiz.questions())) if of_question else quiz, key) == expected


# --- the schema and the reader ----------------------------------------------------------------------------------------

RIGHT: list[Any] = [{"text": "x", "correct": True}, "y"]
BARE_QUESTIONS: Mapping[str, dict[str, Any]] = {
    "single_choice": {"id": "a", "type": "single_choice", "prompt": "P", "choices": RIGHT},
    "multiple_response": {"id": "b", "type": "multiple_response", "prompt": "P", "choices": RIGHT},
    "true_false": {"id": "c", "type": "true_false", "prompt": "P", "answer": False},
    "short_answer": {"id": "d", "type": "short_answer", "prompt": "P", "answers": ["x"]},
    "numerical": {"id": "e", "type": "numerical", "prompt": "P", "answer": 3},
    "essay": {"id": "f", "type": "essay", "prompt": "P"},
    "matching": {
        "id": "g", "type": "matching", "prompt": "P",
        "pairs": [{"item": "x", "match": "1"}, {"item": "y", "match": "2"}],
    },
    "ordering": {"id": "h", "type": "ordering", "prompt": "P", "items": ["x", "y"]},
    "cloze": {
        "id": "i", "type": "cloze", "text": "[[t]] [[n]] [[c]]",
        "blanks": {"t": {"answers": ["x"]}, "n": {"answer": 3}, "c": {"choices": RIGHT}},
    },
    "description": {"id": "j", "type": "description", "prompt": "P"},
}  # fmt: skip
COMMON: dict[str, Any] = {
    "title": "Title", "prompt": "Prompt", "explanation": "Explanation", "hints": ["Hint"],
    "feedback": {"correct": "c", "partial": "p", "incorrect": "i"}, "points": Decimal("2.5"), "penalty": "10%",
    "tags": ["tag"], "category": ["Cat"], "stimulus": "stim", "notes": "Notes", "draft": True, "omit": ["anki"],
}  # fmt: skip
FULL: dict[str, Any] = {
    "format": 1, "id": "full", "title": "Full", "lang": "ja", "description": "D", "category": ["A", "B"],
    "tags": ["t"], "defaults": {"points": 3, "shuffle": True, "penalty": "20%", "scoring": "all_or_nothing",
                                "case_sensitive": True},
    "delivery": {"time_limit": "30m", "attempts": 2, "shuffle_questions": True},
    "stimuli": {"stim": {"title": "ST", "text": "S"}}, "translation_of": "other",
    "authors": [{"name": "Ada", "email": "a@example.org", "url": "https://example.org"}], "license": "CC0",
    "version": "1.10", "source": "here", "labels": {name: f"L {name}" for name in sorted(LABEL_NAMES)},
    "html": "safe", "draft": True,
    "sections": [
        {
            "id": "s", "title": "Section", "description": "SD", "pick": 1, "category": ["SC"], "tags": ["st"],
            "questions": [
                {
                    **COMMON, "id": "one", "type": "single_choice", "key": "old/one", "shuffle": False,
                    "choices": [
                        {"text": "right", "correct": True, "feedback": "F", "fixed": True, "id": "r"},
                        {"text": "wrong", "credit": "50%", "id": "w"},
                    ],
                },
                {
                    **COMMON, "id": "two", "type": "essay", "key": "old/two", "model_answer": "M",
                    "grading_notes": "G",
                    "response": {"format": "code", "lines": 5, "min_words": 10, "max_words": 20, "attachments": 2,
                                 "starter": "Dear"},
                },
                # Without points and the like of their own, so that the quiz's defaults show.
                {"id": "three", "type": "single_choice", "prompt": "P", "choices": RIGHT},
                {"id": "four", "type": "ordering", "prompt": "P", "items": ["x", "y"]},
                {"id": "five", "type": "short_answer", "prompt": "P", "answers": ["x"]},
                {"id": "eighteen", "type": "multiple_response", "prompt": "P", "choices": RIGHT},
                {
                    **COMMON, "id": "six", "type": "multiple_response", "key": "old/six", "shuffle": False,
                    "scoring": "partial", "choices": [{"text": "right", "correct": True}, "wrong"],
                },
                {
                    **COMMON, "id": "seven", "type": "multiple_response", "key": "old/seven",
                    "choices": [
                        {"text": "right", "correct": True, "credit": "100%"}, {"text": "wrong", "credit": "-1/3"},
                    ],
                },
                {
                    **COMMON, "id": "eight", "type": "true_false", "key": "old/eight", "answer": True,
                    "feedback_true": "T", "feedback_false": "F",
                },
                {
                    **COMMON, "id": "nine", "type": "short_answer", "key": "old/nine", "case_sensitive": False,
                    "answers": [{"text": "x", "feedback": "F"}, {"text": "y", "credit": "50%"}],
                },
                {
                    **COMMON, "id": "ten", "type": "numerical", "key": "old/ten", "unit": "m", "answer": Decimal("3.5"),
                    "tolerance": "1%",
                },
                {**COMMON, "id": "eleven", "type": "numerical", "key": "old/eleven", "range": [Decimal("3.5"), 4]},
                {
                    **COMMON, "id": "twelve", "type": "numerical", "key": "old/twelve", "answers": [
                        {"value": 3, "tolerance": Decimal("0.5"), "feedback": "F"},
                        {"range": [1, 2], "credit": "1/3"},
                    ],
                },
                {
                    **COMMON, "id": "thirteen", "type": "matching", "key": "old/thirteen",
                    "pairs": [{"item": "x", "match": "1"}, {"item": "y", "match": "2"}], "distractors": ["3", "4"],
                },
                {
                    **COMMON, "id": "fourteen", "type": "ordering", "key": "old/fourteen", "scoring": "partial",
                    "items": ["x", "y", "z"],
                },
                {
                    **COMMON, "id": "fifteen", "type": "cloze", "key": "old/fifteen",
                    "text": "[[feedback]] [[number]] [[range]] [[numbers]] [[choices]]",
                    "blanks": {
                        "feedback": {
                            "type": "short_answer", "answers": [{"text": "x", "credit": "100%"}, "y"],
                            "case_sensitive": False, "weight": 2,
                        },
                        "number": {"type": "numerical", "answer": 3, "tolerance": 1, "weight": 3},
                        "range": {"range": [1, 2]},
                        "numbers": {"answers": [{"value": 3, "credit": "1/2"}, {"value": 4}]},
                        "choices": {
                            "type": "dropdown", "weight": 4,
                            "choices": [{"text": "x", "correct": True, "feedback": "F"}, {"text": "y"}],
                        },
                    },
                },
                # Without points of its own: they are those of the defaults, and not the sum of the weights.
                {"id": "sixteen", "type": "cloze", "text": "[[b]]", "blanks": {"b": {"answers": ["x"], "weight": 2}}},
                {
                    **{k: v for k, v in COMMON.items() if k not in NO_KEY["description"]}, "id": "seventeen",
                    "type": "description", "key": "old/seventeen",
                },
            ],
        }
    ],
}  # fmt: skip
QUESTIONS = ("sections", 0, "questions")
NUMBER: Mapping[str, int] = {q["id"]: i for i, q in enumerate(FULL["sections"][0]["questions"])}


def of(name: str, *path: str | int) -> tuple[str | int, ...]:
    """A path in the question of that id."""
    return (*QUESTIONS, NUMBER[name], *path)


# Part of the schema → paths in FULL where its keys stand.
STANDS: Mapping[str, tuple[tuple[str | int, ...], ...]] = {
    "": ((),),
    "section": (("sections", 0),),
    "stimulus": (("stimuli", "stim"),),
    "author": (("authors", 0),),
    "defaults": (("defaults",),),
    "delivery": (("delivery",),),
    "labels": (("labels",),),
    "feedback": (of("one", "feedback"), of("two", "feedback")),
    "single_choice": (of("one"),),
    "choice": tuple(of(name, "choices", i) for name in ("one", "seven") for i in (0, 1)),
    "multiple_response": (of("six"), of("seven")),
    "true_false": (of("eight"),),
    "short_answer": (of("nine"),),
    "answer": (of("nine", "answers", 0), of("nine", "answers", 1), of("fifteen", "blanks", "feedback", "answers", 0)),
    "numerical": (of("ten"), of("eleven"), of("twelve")),
    "numerical_answer": (of("twelve", "answers", 0), of("twelve", "answers", 1)),
    "essay": (of("two"),),
    "response": (of("two", "response"),),
    "matching": (of("thirteen"),),
    "pair": (of("thirteen", "pairs", 0),),
    "ordering": (of("fourteen"),),
    "cloze": (of("fifteen"),),
    "text_blank": (of("fifteen", "blanks", "feedback"),),
    "numerical_blank": tuple(of("fifteen", "blanks", name) for name in ("number", "range", "numbers")),
    "dropdown_blank": (of("fifteen", "blanks", "choices"),),
    "dropdown_choice": (of("fifteen", "blanks", "choices", "choices", 0),),
    "description": (of("seventeen"),),
}


def model(data: Mapping[str, Any]) -> Quiz:
    return codec.to_quiz(data, Origin(SourceFile("test", "")), lambda _path: True)


def at(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def judge(data: Any) -> tuple[bool, bool]:
    """What the compiled validator and the reference say of a whole quiz."""
    return schema.is_valid(data), REFERENCE.is_valid(data)


def test_the_full_quiz_is_valid_and_uses_every_key() -> None:
    assert judge(FULL) == (True, True)
    for name, key in places():
        if name in STANDS and (name, key) != ("", "questions"):
            assert any(key in at(FULL, path) for path in STANDS[name]), (name, key)
    assert set(STANDS) | {"question", "questions", "common", "blank"} == {"", *DEFS}


CHANGES = [(name, path, key) for name, paths in STANDS.items() for path in paths for key in at(FULL, path)]


@pytest.mark.parametrize(("name", "path", "key"), CHANGES, ids=[f"{'.'.join(map(str, p))}.{k}" for _, p, k in CHANGES])
def test_every_key_reaches_the_model(name: str, path: tuple[str | int, ...], key: str) -> None:
    """Without the key, or with another type, the model is another."""
    changed = deepcopy(FULL)
    place = at(changed, path)
    if key == "type" and "prompt" in place:
        place.clear()
        other = "essay" if name != "essay" else "true_false"
        place.update(BARE_QUESTIONS[other], id=at(FULL, path)["id"])
    elif (name, key) in REPLACED:
        place[key] = REPLACED[name, key]
    elif key in part(name).get("required", ()) or (key in OF_ONE_NUMBER - {"tolerance"}) or key in ("value", "answers"):
        place[key] = _other(place[key])
    else:
        del place[key]
    changes = model(changed) != model(FULL)
    assert changes is not ((name, key) in WITHOUT_EFFECT or (name, key, at(FULL, path)[key]) in SAYS_NOTHING)


REPLACED: Mapping[tuple[str, str], Any] = {("cloze", "blanks"): {"b": {"answers": ["x"]}}}
SAYS_NOTHING = [("answer", "credit", "100%")]
"""In the model an answer for which nothing is said is worth all of the points."""


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | Decimal):
        return value + 1
    if isinstance(value, list) and isinstance(value[0], int | Decimal):
        return [value[0], value[1] + 1]
    return f"{value}2" if isinstance(value, str) else value[:-1]


@pytest.mark.parametrize("name", CLASSES, ids=lambda n: n or "quiz")
def test_every_field_comes_from_the_file(name: str) -> None:
    """In the model of the full quiz no field has its default, so none is forgotten by the reader."""
    instances = [found for found in _instances(model(FULL)) if isinstance(found, CLASSES[name])]
    for f in fields(CLASSES[name]):
        if f.name not in READER_FIELDS | (NO_KEY["description"] if name == "description" else set()):
            assert any(getattr(found, f.name) != f.default for found in instances), f.name


def _instances(found: Any) -> Iterator[Any]:
    """All objects of the model, however deep."""
    if isinstance(found, tuple):
        for item in found:
            yield from _instances(item)
    elif is_dataclass(found) and not isinstance(found, Origin):
        yield found
        for f in fields(found):
            yield from _instances(getattr(found, f.name))


def test_values_in_the_model_are_exact() -> None:
    quiz = model(FULL)
    one, two, three, four, five, eighteen, *_ = quiz.questions()
    assert isinstance(one, SingleChoice)
    assert (one.points, one.penalty, one.choices[1].credit) == (Decimal("2.5"), Fraction(1, 10), Fraction(1, 2))
    assert (three.points, three.penalty) == (Decimal(3), Fraction(1, 5))
    assert isinstance(three, SingleChoice)
    assert three.shuffle is True
    assert isinstance(two, Essay)
    assert two.response == Response(format="code", lines=5, min_words=10, max_words=20, attachments=2, starter="Dear")
    assert isinstance(four, Ordering)
    assert four.scoring == "all_or_nothing"
    assert isinstance(five, ShortAnswer)
    assert five.case_sensitive is True
    assert isinstance(eighteen, MultipleResponse)
    assert (eighteen.shuffle, eighteen.scoring) == (True, "all_or_nothing")
    assert quiz.delivery == Delivery(time_limit=1800, attempts=2, shuffle_questions=True)
    assert quiz.key(one) == "old/one"


def test_other_tools_keys_are_kept_everywhere() -> None:
    data = deepcopy(FULL)
    for paths in STANDS.values():
        for path in paths:
            at(data, path)["x-other"] = {"any": ["thing", None]}
    assert judge(data) == (True, True)
    quiz = model(data)
    holders = [found for found in _instances(quiz) if hasattr(found, "extras")]
    expected = {cls for cls in CLASSES.values() if "extras" in {f.name for f in fields(cls)}}
    with_extras = {type(found) for found in holders if found.extras == {"x-other": {"any": ["thing", None]}}}
    assert with_extras == expected
    assert len([found for found in holders if found.extras]) == len({p for ps in STANDS.values() for p in ps} - _BARE)
    assert "x-other" not in quiz.labels


_BARE = {("defaults",), ("labels",), of("one", "feedback"), of("two", "feedback")}
"""Maps of which no class of the model keeps other tools' keys."""


# --- the two validators -----------------------------------------------------------------------------------------------


def banks() -> list[Any]:
    """The data of both banks, of the full quiz, and of the full quiz without sections."""
    read_banks = [builder.build(path.read_text(encoding="utf-8")).data for path in BANKS]
    flat = {k: v for k, v in FULL.items() if k != "sections"} | {"questions": FULL["sections"][0]["questions"]}
    return [*read_banks, FULL, flat]


def agree(data: Any) -> bool:
    """The verdict, on which three ways must agree: compiled, reference, and the reader's quiz around its questions."""
    fast, reference = judge(data)
    assert fast is reference
    problems = list(schema.shell_violations(data))
    for path, question in schema.questions(data):
        found = list(schema.question_violations(question, path))
        assert schema.is_valid_question(question) is not bool(found)
        problems += found
    assert (not problems) is fast
    return fast


@pytest.mark.parametrize("data", banks(), ids=["en", "ja", "full", "flat"])
def test_good_quizzes_are_good_for_all(data: Any) -> None:
    assert agree(data)


ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**53 + 1, 10**15 - 1, Decimal("0.5"), number("1e16"), number("-1e300"),
    number("1e-300"), number("99999.0000001"), "", " ", "\t\n", "x", "1",
    "true", "essay", "x\n", "\n", "50%", "-25%", "1/0", "1/3",
    "1h30m", "1:30", "h", "ja_JP", "a/b", "a/b\n", "é", "\U0001f600", "unlimited", "x-y", [], ["x"], [None], [[]], {},
    {"text": "x"}, {"x-a": 1},
)  # fmt: skip
"""What the YAML reader can make of a file: all of it may stand anywhere."""


def positions(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in items:
        yield from positions(value, (*path, step))


def put(data: Any, path: tuple[str | int, ...], change: Callable[[Any, Any], None]) -> Any:
    """A copy in which ``change`` was made at ``path``, given the container and the step in it."""
    copy = deepcopy(data)
    change(at(copy, path[:-1]), path[-1])
    return copy


def broken(data: Any) -> Iterator[Any]:
    """Some eighty small changes of a quiz: a key less, a key more, a key misspelt, an entry twice, another value."""
    places = [path for path in positions(data) if path]
    for n, path in enumerate(places[:: max(1, len(places) // 20)]):
        value = ODD_VALUES[n % len(ODD_VALUES)]
        yield put(data, path, lambda c, s: c.pop(s))
        yield put(data, path, lambda c, s, v=value: c.__setitem__(s, v))
        if isinstance(path[-1], str):
            yield put(data, path, lambda c, s: c.__setitem__(s + "s", c.pop(s)))
            yield put(data, path, lambda c, s: c.__setitem__("x-" + s, c[s]))
        else:
            yield put(data, path, lambda c, s: c.insert(s, deepcopy(c[s])))
            yield put(data, path, lambda c, s, v=value: c.append(v))


@pytest.mark.parametrize("which", [0, 1, 2, 3], ids=["en", "ja", "full", "flat"])
def test_the_validators_agree_on_broken_quizzes(which: int) -> None:
    verdicts = [agree(variant) for variant in broken(banks()[which])]
    assert len(verdicts) >= 60
    assert 0.1 < sum(verdicts) / len(verdicts) < 0.9, "both good and bad ones are among them"


@pytest.mark.parametrize(("name", "path", "key"), CHANGES, ids=[f"{'.'.join(map(str, p))}.{k}" for _, p, k in CHANGES])
def test_the_validators_agree_on_odd_values(name: str, path: tuple[str | int, ...], key: str) -> None:
    data = deepcopy(FULL)
    number = path[len(QUESTIONS)] if len(path) > len(QUESTIONS) else 0  # one question is enough
    data["sections"][0]["questions"] = [FULL["sections"][0]["questions"][number]]
    path = (*path[: len(QUESTIONS)], *([0] if len(path) > len(QUESTIONS) else []), *path[len(QUESTIONS) + 1 :])
    unlike = []
    for value in ODD_VALUES:
        changed = put(data, (*path, key), lambda c, s, v=value: c.__setitem__(s, v))
        verdicts = judge(changed)
        if verdicts[0] is not verdicts[1]:
            unlike.append((value, verdicts))
    assert not unlike


VALUES = st.recursive(
    st.sampled_from(ODD_VALUES)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
    | st.integers(-(10**15) + 1, 10**15 - 1)
    | st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**6), max_value=10**6).filter(
        lambda d: d != d.to_integral_value()
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "correct", "id", "x-a", "name", "type"]), inner, max_size=3)
    ),
    max_leaves=5,
)
FULL_POSITIONS = [path for path in positions(FULL) if path]


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(FULL_POSITIONS), VALUES), min_size=1, max_size=3))
def test_the_validators_agree_on_anything(changes: list[tuple[tuple[str | int, ...], Any]]) -> None:
    data = FULL
    for path, value in changes:
        try:
            data = put(data, path, lambda c, s, v=value: c.__setitem__(s, v))
        except (TypeError, LookupError, AttributeError):
            continue  # an earlier change took the place away
    agree(data)


@pytest.mark.parametrize(
    "line",
    [
        "id: |\n  pods\n",
        'id: "pods\\n"\n',
        'lang: "en\\n"\n',
        'translation_of: "x\\n"\n',
        'delivery: {time_limit: "9m\\n"}\n',
    ],
)
def test_a_line_end_behind_an_id_is_not_part_of_it(line: str) -> None:
    """``$`` of Python's regular expressions also matches before a line end at the end; of JSON Schema's it does not."""
    key = line.split(":")[0]
    head = {"format": "1", "id": "pods", "title": "Pods", "lang": "en"}
    text = "".join(f"{k}: {v}\n" for k, v in head.items() if k != key) + line
    text += "questions:\n  - {id: one, type: essay, prompt: Why?}\n"
    found = read("test", text.encode(), named=True).diagnostics
    assert [d.code for d in found] in (["KF104"], ["KF107"])


@pytest.mark.parametrize("spelling", ["1e15", "1e16", "123456789012345678", "1e300"])
def test_a_large_number_is_kept_or_refused_but_never_lost(spelling: str) -> None:
    text = (
        "format: 1\nid: q\ntitle: T\nlang: en\nquestions:\n"
        f"  - {{id: one, type: essay, prompt: Why?, response: {{max_words: {spelling}}}}}\n"
    )
    reading = read("test", text.encode(), named=True)
    if not reading.diagnostics:
        assert reading.quiz is not None
        (question,) = reading.quiz.questions()
        assert isinstance(question, Essay)
        assert question.response.max_words == int(Decimal(spelling))
