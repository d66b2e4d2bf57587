"""Schema errors and reading flaws → sentences that an author understands, with the cure.

The reference validator says which rule a value breaks; what to say about it stands here, by rule and by field.
"""

import difflib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from kfexport.bank import cures, schema
from kfexport.bank.schema import Violation
from kfexport.diagnostics import Part, Path


@dataclass(frozen=True, slots=True)
class Problem:
    """A worded finding, its place a path into the data."""

    code: str
    message: str
    path: Path
    part: Part = "value"
    hint: str | None = None
    blames: frozenset[str] = frozenset()
    """Keys that this problem already accounts for, so that they are not reported missing as well."""
    stray: bool = False
    """Whether the key stands at another level than it was meant to, so that ``blames`` counts for the whole file."""


SYNONYMS: Final[Mapping[str, str]] = {
    "alternatives": "choices", "answer_feedback": "feedback", "choice": "choices", "comment": "notes",
    "grade": "points", "is_correct": "correct", "lang_code": "language", "language": "lang", "mark": "points",
    "marks": "points", "name": "title", "options": "choices", "question": "prompt", "question_text": "prompt",
    "rationale": "explanation", "right": "correct", "sample_answer": "model_answer", "score": "points",
    "solution": "explanation", "stem": "prompt", "text": "prompt", "timelimit": "time_limit", "title": "title",
}  # fmt: skip
"""Words of other tools for our keys."""

_PLACES: Final[Mapping[str, str]] = {
    "choice": "a choice", "single_choice": "the question", "multiple_response": "the question",
    "answer": "an entry of `answers`", "pair": "an entry of `pairs`", "text_blank": "a blank", "response": "`response`",
    "feedback": "`feedback` of the question", "section": "a section", "stimulus": "a stimulus",
    "author": "an author", "defaults": "`defaults`", "delivery": "`delivery`", "labels": "`labels`",
    **{kind: f"a {kind} question" for kind in ("true_false", "short_answer", "numerical", "matching", "cloze")},
    "essay": "an essay question", "ordering": "an ordering question",
}  # fmt: skip


def show(value: Any) -> str:
    """A short quotation of a value."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            one_line = value.replace("\n", "⏎")
            return f"“{one_line if len(one_line) <= 40 else one_line[:39] + '…'}”"
        case list():
            return "a list"
        case dict():
            return "a map"
        case None:
            return "nothing"
        case _:
            return str(value)


def word(error: Violation) -> Iterator[Problem]:
    """The problems that one violation of the schema stands for."""
    rule = _RULES.get(error.rule)
    if rule is None:
        yield Problem("KF104", f"{show(error.instance)} is not allowed here", error.path)
    else:
        yield from rule(error)


def _unknown_keys(error: Violation) -> Iterator[Problem]:
    allowed = list(error.definition.get("properties", ()))
    for key in error.instance:
        if key in allowed or key.startswith("x-") or key == "<<":  # a merge key has been told already
            continue
        yield _unknown_key(key, allowed, error.instance, error.path)


def _unknown_key(key: str, allowed: list[str], siblings: Mapping[str, Any], path: Path) -> Problem:
    at = (*path, key)
    odd = next((c for c in key if c in "\u00a0\u3000\u200b\ufeff\t"), None)
    if odd is not None:
        return Problem(
            "KF101", f"unknown key {show(key)}: it holds {_NAMED[odd]}", at, "key",
            "Replace it by ordinary blanks.", frozenset({key.strip(odd)}), stray=True,
        )  # fmt: skip
    near = nearest(key, [k for k in allowed if k not in siblings]) or nearest(key, allowed)
    home = _homes().get(key)
    if near is not None and (home is None or near.lower() == key.lower()):
        return Problem("KF101", f"unknown key `{key}`, did you mean `{near}`?", at, "key", blames=frozenset({near}))
    if home is not None:
        return Problem("KF101", f"`{key}` does not belong here", at, "key", f"It belongs in {home}.")
    if near is not None:
        return Problem("KF101", f"unknown key `{key}`, did you mean `{near}`?", at, "key", blames=frozenset({near}))
    if " " in key or len(key) > 25:
        return Problem(
            "KF101", f"{show(key)} was read as a key, since a colon and a blank follow it", at, "key",
            "If it is part of a text, put the whole text in quotes, or write it as a block (`|`).", frozenset({"text"}),
        )  # fmt: skip
    return Problem("KF101", f"unknown key `{key}`", at, "key", f"Known here: {', '.join(allowed)}.")


_NAMED: Final[Mapping[str, str]] = {
    "\u00a0": "a no-break space (U+00A0)",
    "\u3000": "an ideographic space (U+3000)",
    "\u200b": "a zero-width space (U+200B)",
    "\ufeff": "a byte order mark (U+FEFF)",
    "\t": "a tab (U+0009)",
}


def nearest(word: str, known: list[str]) -> str | None:
    """The known word that was most likely meant."""
    folded = {k.lower().replace("-", "_"): k for k in known}
    plain = word.strip().lower().replace("-", "_").replace(" ", "_")
    if plain in folded:
        return folded[plain]
    if SYNONYMS.get(plain) in known:
        return SYNONYMS[plain]
    found = difflib.get_close_matches(plain, list(folded), 1, 0.72)
    return folded[found[0]] if found else None


@cache
def _homes() -> Mapping[str, str]:
    """Key → where in a quiz file it belongs, for keys that have one home or one kind of home."""
    found: dict[str, list[str]] = {}
    definitions = schema.schema()["$defs"]
    for key in schema.schema()["properties"]:
        found.setdefault(key, []).append("the top of the file")
    for key in definitions["common"]["properties"]:
        found.setdefault(key, []).append("the question")
    for name, place in _PLACES.items():
        for key in definitions[name].get("properties", {}):
            if key not in definitions["common"]["properties"] or "common" not in str(
                definitions[name]["properties"][key]
            ):
                found.setdefault(key, []).append(place)
    return {key: " or in ".join(dict.fromkeys(places[:3])) for key, places in found.items()}


def _missing(error: Violation) -> Iterator[Problem]:
    for key in error.wanted:
        if key not in error.instance and f"'{key}'" in error.message:
            yield Problem("KF102", f"`{key}` is missing", (*error.path, key), hint=_example(error.definition, key))


def _example(definition: Mapping[str, Any], key: str) -> str | None:
    found: Mapping[str, Any] = definition.get("properties", {}).get(key, {})
    while "$ref" in found:
        found = _resolve(found["$ref"])
    examples = found.get("examples", ())
    if not examples or isinstance(examples[0], (list, dict)):
        return None
    example = next((e for e in examples if "`" not in str(e)), None)
    return f"For example: `{key}: {example}`." if example is not None else None


def _resolve(reference: str) -> Mapping[str, Any]:
    found: Any = schema.schema()
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    resolved: Mapping[str, Any] = found
    return resolved


def _wrong_type(error: Violation) -> Iterator[Problem]:
    path = error.path
    wanted = error.wanted if isinstance(error.wanted, list) else [error.wanted]
    value, name = error.instance, field_name(path)
    if wanted == ["boolean"]:
        yield Problem(
            "KF103", f"{name} must be true or false, not {show(value)}", path, hint=cures.for_boolean(value, path)
        )
    elif wanted in (["number"], ["integer"]) or (
        wanted == ["integer", "string"] and not isinstance(value, (list, dict))
    ):
        kind = "a whole number" if "integer" in wanted else "a number"
        yield Problem("KF103", f"{name} must be {kind}, not {show(value)}", path, hint=cures.for_number(value, path))
    elif wanted == ["array"]:
        yield Problem(
            "KF103", f"{name} must be a list, not {show(value)}", path,
            hint="Begin each entry on a line of its own, with a dash and a blank.",
        )  # fmt: skip
    elif wanted == ["object"]:
        keys = ", ".join(f"`{key}`" for key in list(error.definition.get("properties", ()))[:6])
        hint = f"Write below it what it has: {keys}." if keys else None
        yield Problem("KF103", f"{name} must be a map of keys, not {show(value)}", path, hint=hint)
    else:
        yield Problem("KF103", f"{name} must be a text, not {show(value)}", path, hint=cures.for_text(value))


def _wrong_choice(error: Violation) -> Iterator[Problem]:
    path = error.path
    known = [str(v) for v in error.wanted]
    value, name = error.instance, field_name(path)
    near = nearest(value, known) if isinstance(value, str) else None
    ask = f", did you mean `{near}`?" if near else ""
    yield Problem("KF104", f"{name} cannot be {show(value)}{ask}", path, hint=f"One of: {', '.join(known)}.")


def _wrong_constant(error: Violation) -> Iterator[Problem]:
    path = error.path
    value = error.instance
    quoted = isinstance(value, str) and value == str(error.wanted)
    hint = "Delete the quotes: `format: 1`." if quoted else "This version of kfexport reads `format: 1`."
    yield Problem("KF104", f"{field_name(path)} cannot be {show(value)}", path, hint=hint)


def _wrong_pattern(error: Violation) -> Iterator[Problem]:
    path = error.path
    value, name, cure = error.instance, field_name(path), error.definition.get("patternErrorMessage")
    if not value.strip():
        yield Problem("KF104", f"{name} is empty", path, hint=cure)
        return
    code = "KF107" if cure and cure.startswith("Ids are") else "KF104"
    yield Problem(code, f"{name} cannot be {show(value)}", path, hint=cures.for_pattern(value, path, cure))


def _bounds(error: Violation) -> Iterator[Problem]:
    path = error.path
    limit, name, value = error.wanted, field_name(path), error.instance
    phrase = {
        "minimum": f"at least {limit}",
        "maximum": f"at most {limit}",
        "exclusiveMinimum": f"above {limit}",
    }[error.rule]
    yield Problem("KF104", f"{name} is {value}; it must be {phrase}", path)


def _too_few(error: Violation) -> Iterator[Problem]:
    path = error.path
    name, has, needs = field_name(path), len(error.instance), error.wanted
    if needs == 1:
        yield Problem("KF106", f"{name} is an empty list", path, hint="Add an entry, or delete the key.")
    else:
        yield Problem("KF106", f"{name} needs at least {needs} entries and has {has or 'none'}", path)


def _right_choices(error: Violation) -> Iterator[Problem]:
    path = error.path
    right = [i for i, c in enumerate(error.instance) if isinstance(c, dict) and c.get("correct") is True]
    if not right:
        yield Problem(
            "KF106", "none of the choices is marked as right", path,
            hint="Write a right choice as `text: …` with `correct: true` below it.",
        )  # fmt: skip
    else:
        numbers = f"{', '.join(str(i + 1) for i in right[:-1])} and {right[-1] + 1}"
        drop_down = "blanks" in path
        yield Problem(
            "KF106", f"choices {numbers} are all marked as right; {'a drop-down' if drop_down else 'a single_choice'} "
            "has exactly one", (*path, right[1], "correct"),
            hint="Delete `correct: true` from all but one of them"
            + ("." if drop_down else ", or make it a `multiple_response`."),
        )  # fmt: skip


def _one_of(error: Violation) -> Iterator[Problem]:
    """Keys of which exactly one must be there: sections or questions, or the ways to give a number."""
    path, keys = error.path, [option["required"][0] for option in error.wanted]
    given = [key for key in keys if key in error.instance]
    named = " or ".join(f"`{key}`" for key in keys)
    if not given and not path:
        yield Problem(
            "KF102",
            "`questions` is missing",
            ("questions",),
            hint="A quiz has `questions`, or `sections` with questions.",
        )
    elif not given:
        yield Problem("KF102", f"{named} is missing", (*path, keys[0]), hint=f"For example: `{keys[0]}: 3.14`.")
    elif len(given) > 1:
        first, second = given[:2]
        hint = "Move these questions into a section." if not path else f"Delete `{first}` or `{second}`."
        yield Problem("KF101", f"`{first}` and `{second}` cannot stand together", (*path, second), "key", hint)


def _depends(error: Violation) -> Iterator[Problem]:
    for key, needed in error.wanted.items():
        if key in error.instance and any(n not in error.instance for n in needed):
            yield Problem(
                "KF101", f"`{key}` goes with `{needed[0]}`, which is not there", (*error.path, key), "key",
                f"Write `{needed[0]}`, or delete `{key}`.",
            )  # fmt: skip


def _too_many(error: Violation) -> Iterator[Problem]:
    name, has, most = field_name(error.path), len(error.instance), error.wanted
    yield Problem("KF106", f"{name} has {has} entries; it must have {most}", error.path)


def gap(path: Path) -> Problem:
    """An entry of a list without a value."""
    hint = "Write something, or delete the dash. A text that begins with `#` needs quotes."
    return Problem("KF103", f"{field_name(path)} is empty", path, hint=hint)


def empty_keys(paths: list[Path]) -> Iterator[Problem]:
    """Keys without a value that the format does not have; the others count as absent."""
    known = schema.known_keys()
    for path in paths:
        key = path[-1]
        foreign = any(isinstance(step, str) and step.startswith("x-") for step in path)
        if isinstance(key, str) and key not in known and path[:-1] != ("stimuli",) and not foreign:
            near = nearest(key, sorted(known))
            ask = f", did you mean `{near}`?" if near else ""
            yield Problem("KF101", f"unknown key `{key}`{ask}", path, "key", blames=frozenset({near or ""}))


def field_name(path: Path) -> str:
    """How to speak of the value at a path: `` `points` ``, ``choice 3``, ``the text of choice 3``."""
    if not path:
        return "the file"
    last = path[-1]
    if isinstance(last, int):
        kind = _ENTRIES.get(str(path[-2]) if len(path) > 1 else "", "entry")
        return f"{kind} {last + 1}"
    if len(path) > 1 and isinstance(path[-2], int) and len(path) > 2 and path[-3] == "choices":
        return f"`{last}` of choice {path[-2] + 1}"
    return f"`{last}`"


_ENTRIES: Final[Mapping[str, str]] = {
    "choices": "choice", "hints": "hint", "tags": "tag", "sections": "section", "questions": "question",
    "authors": "author", "category": "part", "omit": "target", "pairs": "pair", "items": "item", "answers": "answer",
    "distractors": "distractor", "range": "end",
}  # fmt: skip

_RULES: Final[Mapping[str, Callable[[Violation], Iterator[Problem]]]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing,
    "type": _wrong_type,
    "enum": _wrong_choice,
    "const": _wrong_constant,
    "pattern": _wrong_pattern,
    "minimum": _bounds,
    "maximum": _bounds,
    "exclusiveMinimum": _bounds,
    "minItems": _too_few,
    "contains": _right_choices,
    "maxContains": _right_choices,
    "minContains": _right_choices,
    "oneOf": _one_of,
    "dependentRequired": _depends,
    "maxItems": _too_many,
    "minProperties": _too_few,
}
