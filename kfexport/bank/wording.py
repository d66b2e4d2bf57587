"""Schema errors and reading flaws → sentences that an author understands, with the cure.

The reference validator says which rule a value breaks; what to say about it stands here, by rule and by field.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from kfexport.bank import cures, keyboard, schema
from kfexport.bank.keys import nearest, short_pair, unknown_key
from kfexport.bank.phrases import field_name, is_blank, show, singular
from kfexport.bank.problems import Problem
from kfexport.bank.schema import Violation
from kfexport.diagnostics import Path

_MOST_KEYS: Final = 100
"""Unknown keys of one map that are told."""


def word(error: Violation) -> Iterator[Problem]:
    """The problems that one violation of the schema stands for."""
    rule = _RULES.get(error.rule)
    if rule is None:
        yield Problem("KF104", f"{show(error.instance)} is not allowed here", error.path)
    else:
        yield from rule(error)


def _unknown_keys(error: Violation) -> Iterator[Problem]:
    allowed = error.definition.get("properties", ())
    unknown = [key for key in error.instance if key not in allowed and not key.startswith("x-")]
    if unknown[:1] and (pair := short_pair(unknown[0], error.definition, error.instance, error.path)):
        yield pair
        return
    if len(unknown) > _MOST_KEYS:
        rest = len(unknown) - _MOST_KEYS
        yield Problem("KF020", f"{rest:,} more unknown keys stand here", error.path, hint="Mend the first ones.")
    for key in unknown[:_MOST_KEYS]:
        yield unknown_key(key, error.definition, error.instance, error.path)


def _missing(error: Violation) -> Iterator[Problem]:
    for key in error.wanted:
        if key not in error.instance and f"'{key}'" in error.message:
            hint = _meant_prompt(key, error) or _example(error.definition, key)
            yield Problem("KF102", f"`{key}` is missing", (*error.path, key), hint=hint)


def _meant_prompt(key: str, error: Violation) -> str | None:
    """A cloze that has its text, with the marks, under `prompt`."""
    if key == "text" and "blanks" in error.instance and "[[" in str(error.instance.get("prompt", "")):
        return "Rename `prompt` to `text`: that is where the marks stand."
    return None


def _example(definition: Mapping[str, Any], key: str) -> str | None:
    found: Mapping[str, Any] = definition.get("properties", {}).get(key, {})
    while "$ref" in found:
        found = _resolve(found["$ref"])
    examples = found.get("examples", ())
    if key == "blanks":
        return cures.for_map(None, ("blanks",), ())
    if not examples or isinstance(examples[0], (list, dict)):
        return None
    if key == "text" and "correct" in definition.get("properties", {}):
        return "Write `text: …`; if the line belongs to the choice above, delete its dash."
    example = next((e for e in examples if "`" not in str(e)), None)
    shown = str(example).lower() if isinstance(example, bool) else example
    return f"For example: `{key}: {shown}`." if example is not None else None


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
        whole = "integer" in wanted
        kind = "a whole number" if whole else "a number"
        hint = cures.for_number(value, path, whole=whole)
        yield Problem("KF103", f"{name} must be {kind}, not {show(value)}", path, hint=hint)
    elif wanted == ["array"]:
        yield Problem(
            "KF103", f"{name} must be a list, not {show(value)}", path, hint=cures.for_list(value, path)
        )  # fmt: skip
    elif wanted == ["object"]:
        if is_blank(path) and "if" not in error.definition:
            return  # told by the definition of a blank, which leads to this one
        hint = cures.for_map(value, path, list(error.definition.get("properties", ())))
        yield Problem("KF103", f"{name} must be a map of keys, not {show(value)}", path, hint=hint)
    else:
        yield Problem("KF103", f"{name} must be a text, not {show(value)}", path, hint=cures.for_text(value, path))


def _wrong_choice(error: Violation) -> Iterator[Problem]:
    path = error.path
    known = [str(v) for v in error.wanted]
    value, name = error.instance, field_name(path)
    near = nearest(keyboard.typed(value), known) if isinstance(value, str) else None
    ask = f", did you mean `{near}`?" if near else ""
    yield Problem("KF104", f"{name} cannot be {show(value)}{ask}", path, hint=f"One of: {', '.join(known)}.")


def _wrong_constant(error: Violation) -> Iterator[Problem]:
    path = error.path
    value = error.instance
    quoted = isinstance(value, str) and value == str(error.wanted)
    hint = "Delete the quotes: `format: 1`." if quoted else "This version of kfexport reads `format: 1`."
    yield Problem("KF104", f"{field_name(path)} cannot be {show(value)}", path, hint=hint)


def _wrong_pattern(error: Violation) -> Iterator[Problem]:
    if "propertyNames" in error.keywords:
        path = (*error.path, error.instance)
        yield Problem(
            "KF107", f"{show(error.instance)} cannot be an id", path, "key", error.definition["patternErrorMessage"]
        )
        return
    path = error.path
    value, name, cure = error.instance, field_name(path), error.definition.get("patternErrorMessage")
    if not value.strip():
        yield Problem("KF104", f"{name} is empty", path, hint=f"{cure} A block (`|`) is indented deeper than its key.")
        return
    code = "KF107" if cure and cure.startswith("Ids are") else "KF104"
    yield Problem(
        code, f"{name} cannot be {show(value)}", path, hint=cures.for_pattern(value, path, cure, error.wanted)
    )


def _bounds(error: Violation) -> Iterator[Problem]:
    path = error.path
    limit, name, value = error.wanted, field_name(path), error.instance
    phrase = {
        "minimum": f"at least {limit}",
        "maximum": f"at most {limit}",
        "exclusiveMinimum": f"above {limit}",
    }[error.rule]
    hint = f"Write `tolerance: {abs(value)}`: it counts on both sides." if path[-1:] == ("tolerance",) else None
    yield Problem("KF104", f"{name} is {value}; it must be {phrase}", path, hint=hint)


def _too_few(error: Violation) -> Iterator[Problem]:
    path = error.path
    name, has, needs = field_name(path), len(error.instance), error.wanted
    if path[-1:] == ("range",):
        yield from _too_many(error)
    elif path[-1:] == ("blanks",):
        hint = "Add a blank, such as `node: {answers: [node]}`, and mark it in the text with `[[node]]`."
        yield Problem("KF106", "`blanks` has no entry", path, hint=hint)
    elif needs == 1:
        yield Problem("KF106", f"{name} is an empty list", path, hint="Add an entry, or delete the key.")
    else:
        message = f"{name} needs at least {needs} entries and has {has or 'none'}"
        yield Problem("KF106", message, path, hint=f"Add another {singular(path)}." if has else None)


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
        drop_down = is_blank(path[:-1])
        owner = "a drop-down" if drop_down else "a single_choice question"
        yield Problem(
            "KF106", f"choices {numbers} are all marked as right; {owner} has exactly one",
            (*path, right[1], "correct"),
            hint="Delete `correct: true` from all but one of them"
            + ("." if drop_down else ", or make it a `multiple_response`."),
        )  # fmt: skip


def _one_of(error: Violation) -> Iterator[Problem]:
    """Keys of which exactly one must be there: sections or questions, or the ways to give a number."""
    if not isinstance(error.instance, dict):
        return  # told as a value of the wrong kind
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
    others = [option["required"][0] for option in error.definition.get("oneOf", ())]
    for key, needed in error.wanted.items():
        if key in error.instance and any(n not in error.instance for n in needed):
            other = next((o for o in others if o in error.instance), None)
            if others and other is None:
                continue  # told as missing
            hint = f"Write `{needed[0]}`, or delete `{key}`."
            if other == "range":
                hint = "Delete it: a range has its ends already."
            elif other == "answers":
                hint = "Write it into the entries of `answers`, below `value`."
            yield Problem(
                "KF101", f"`{key}` goes with `{needed[0]}`, which is not there", (*error.path, key), "key", hint
            )


def _too_many(error: Violation) -> Iterator[Problem]:
    name, has, most = field_name(error.path), len(error.instance), error.wanted
    entries = "entry" if has == 1 else "entries"
    hint = cures.for_ends(error.instance) if error.path[-1:] == ("range",) else None
    yield Problem("KF106", f"{name} has {has} {entries}; it must have {most}", error.path, hint=hint)


def _excluded(error: Violation) -> Iterator[Problem]:
    """The one thing that the schema excludes: scoring beside credits."""
    yield Problem(
        "KF101", "`scoring` and the `credit` of choices cannot stand together", (*error.path, "scoring"), "key",
        "Delete `scoring`: the credits say what each choice is worth.",
    )  # fmt: skip


def no_question(value: Any, path: Path) -> Problem:
    """Something else than a map where a question belongs."""
    hint = "Write it as `- id: …`, with `type:` and its other keys below."
    return Problem("KF103", f"{field_name(path)} must be a map of keys, not {show(value)}", path, hint=hint)


def gap(path: Path) -> Problem:
    """An entry of a list without a value."""
    hint = "Write something, or delete the dash. A text that begins with `#` needs quotes."
    return Problem("KF103", f"{field_name(path)} is empty", path, hint=hint)


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
    "not": _excluded,
    "minProperties": _too_few,
}
