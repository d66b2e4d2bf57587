"""Keys that the format does not have: what was meant, and where a key belongs."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from kfexport.bank import schema
from kfexport.bank.phrases import is_blank, show
from kfexport.bank.problems import Problem
from kfexport.diagnostics import Path

SYNONYMS: Final[Mapping[str, str]] = {
    "alternatives": "choices", "answer_feedback": "feedback", "choice": "choices", "comment": "notes",
    "grade": "points", "is_correct": "correct", "kind": "type", "lang_code": "lang", "language": "lang",
    "mark": "points",
    "marks": "points", "name": "title", "options": "choices", "question": "prompt", "question_text": "prompt",
    "rationale": "explanation", "right": "correct", "sample_answer": "model_answer", "score": "points",
    "solution": "explanation", "stem": "prompt", "text": "prompt", "timelimit": "time_limit", "wrong": "incorrect",
}  # fmt: skip
"""Words of other tools for our keys."""

_PLACES: Final[Mapping[str, str]] = {
    "choice": "a choice", "answer": "an entry of `answers`", "pair": "an entry of `pairs`", "text_blank": "a blank",
    "response": "`response`", "feedback": "`feedback` of the question", "section": "a section",
    "stimulus": "a stimulus", "author": "an author", "defaults": "`defaults`", "delivery": "`delivery`",
    "true_false": "a true_false question", "short_answer": "a short_answer question",
    "numerical": "a numerical question", "matching": "a matching question", "cloze": "a cloze question",
    "single_choice": "a single_choice question", "multiple_response": "a multiple_response question",
    "essay": "an essay question", "ordering": "an ordering question",
}  # fmt: skip


_NAMED: Final[Mapping[str, str]] = {
    "\u00a0": "a no-break space (U+00A0)",
    "\u3000": "an ideographic space (U+3000)",
    "\u200b": "a zero-width space (U+200B)",
    "\ufeff": "a byte order mark (U+FEFF)",
    "\t": "a tab (U+0009)",
}


_MEANT: Final[Mapping[str, tuple[str, ...]]] = {
    "accepted": ("answers",), "answer": ("answers", "value"), "answers": ("answer", "choices", "pairs"),
    "choices": ("items", "answers", "answer", "pairs", "blanks"), "correct_answer": ("answer", "answers"),
    "correct": ("answer",), "correct_answers": ("answers",), "definition": ("match",), "fields": ("blanks",),
    "gaps": ("blanks",), "items": ("choices", "pairs"), "left": ("item",), "matches": ("pairs", "match"),
    "options": ("choices", "items"), "pairs": ("items",), "prompt": ("item",), "right": ("match",),
    "statement": ("prompt",), "steps": ("items",), "term": ("item",), "text": ("value", "item"),
    "value": ("answer", "text"),
}  # fmt: skip
"""Keys, ours and those of other tools, for a required key that is not there."""


def unknown_key(key: str, definition: Mapping[str, Any], siblings: Mapping[str, Any], path: Path) -> Problem:
    """A key that the part of the schema does not have, in a map that has it."""
    at, allowed = (*path, key), list(definition.get("properties", ()))
    meant = _meant(key, definition, siblings)
    if meant is not None:
        ask = f"`{key}` does not belong here" if key in schema.known_keys() else f"unknown key `{key}`"
        told = {meant, *(o["required"][0] for o in definition.get("oneOf", ()))}
        return Problem("KF101", f"{ask}, did you mean `{meant}`?", at, "key", blames=frozenset(told))
    never = _never(key, allowed, siblings)
    if never is not None:
        return Problem("KF101", f"`{key}` does not belong here", at, "key", never)
    odd = next((c for c in key if c in "\u00a0\u3000\u200b\ufeff\t"), None)
    if odd is not None:
        return Problem(
            "KF101", f"unknown key {show(key)}: it holds {_NAMED[odd]}", at, "key",
            "Replace it by ordinary blanks.", frozenset({key.strip(odd)}), stray=True,
        )  # fmt: skip
    near = nearest(key, [k for k in allowed if k not in siblings]) or nearest(key, allowed)
    home = _homes().get(key)
    if near is not None and (home is None or near.lower() == key.lower()):
        blames = frozenset({near, "questions"} if near == "sections" else {near})
        return Problem("KF101", f"unknown key `{key}`, did you mean `{near}`?", at, "key", blames=blames)
    if home is not None:
        return Problem("KF101", f"`{key}` does not belong here", at, "key", f"It belongs in {home}.")
    if near is not None:
        return Problem("KF101", f"unknown key `{key}`, did you mean `{near}`?", at, "key", blames=frozenset({near}))
    if "string" in definition.get("type", ()) or " " in key or len(key) > 25:
        return Problem(
            "KF101", f"{show(key)} was read as a key, since a colon and a blank follow it", at, "key",
            "If it is part of a text, put the whole text in quotes, or write it as a block (`|`).",
            frozenset({"text", "name"}),
        )  # fmt: skip
    return Problem("KF101", f"unknown key `{key}`", at, "key", f"Known here: {', '.join(allowed)}.")


def _meant(key: str, definition: Mapping[str, Any], siblings: Mapping[str, Any]) -> str | None:
    """The required key, absent so far, for which people write this one."""
    required = {*definition.get("required", ()), *(o["required"][0] for o in definition.get("oneOf", ()))}
    if "oneOf" in definition and any(o["required"][0] in siblings for o in definition["oneOf"]):
        required = set(definition.get("required", ()))
    found = [k for k in _MEANT.get(key.lower(), ()) if k in required and k not in siblings]
    return found[0] if found else None


def _never(key: str, allowed: list[str], siblings: Mapping[str, Any]) -> str | None:
    """Why a part of a question never has a key that others have."""
    if siblings.get("type") == "description" and key in schema.schema()["$defs"]["common"]["properties"]:
        return "A `description` is a text between questions: no answer, no points, no feedback."
    if key == "shuffle" and ("pairs" in allowed or "items" in allowed):
        return "Delete it: what has to be matched or ordered is always shuffled."
    if key == "unit" and "weight" in allowed:
        return "Write the unit into the text, behind the mark."
    if key == "correct" and "credit" in allowed and ("text" in allowed or "value" in allowed):
        return "Delete it: every entry of `answers` is right, and `credit` says how much it is worth."
    if key == "credit" and "correct" in allowed and "text" in allowed:
        return "Delete it: in a drop-down one choice is right and the others are worth nothing."
    return None


def short_pair(key: str, definition: Mapping[str, Any], data: Mapping[str, Any], path: Path) -> Problem | None:
    """A pair that was written as one key with its value."""
    if "match" not in definition.get("properties", ()) or len(data) != 1 or not isinstance(data[key], str):
        return None
    return Problem(
        "KF101", f"a pair has the keys `item` and `match`, not {show(key)}", (*path, key), "key",
        f"Write `- item: {key}`, and below it `match: {data[key]}`.", frozenset({"item", "match"}),
    )  # fmt: skip


def nearest(word: str, known: list[str]) -> str | None:
    """The known word that was most likely meant."""
    folded = {k.lower().replace("-", "_"): k for k in known}
    plain = word.strip().lower().replace("-", "_").replace(" ", "_")
    if plain in folded:
        return folded[plain]
    if SYNONYMS.get(plain) in known:
        return SYNONYMS[plain]
    from difflib import get_close_matches  # slow to import, and good files do not need it

    found = get_close_matches(plain, list(folded), 1, 0.72)
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
            if "common" not in str(definitions[name]["properties"][key]):
                found.setdefault(key, []).append(place)
    return {key: " or in ".join(dict.fromkeys(places[:3])) for key, places in found.items()}


def settle_type(question: Mapping[str, Any], path: Path) -> tuple[Mapping[str, Any], Problem | None]:
    """A question whose type is missing or misspelt, with the type that was meant, so that its keys can be checked."""
    types = schema.question_types()
    kind = question.get("type")
    if isinstance(kind, str) and kind in types:
        return question, None
    if isinstance(kind, str):
        near = nearest(kind, types)
        if near is None:
            return question, None
        message = f"`type` cannot be {show(kind)}, did you mean `{near}`?"
        problem = Problem("KF104", message, (*path, "type"), hint=f"One of: {', '.join(types)}.")
        return {**question, "type": near}, problem
    for key in question:
        if (key not in schema.known_keys() and nearest(key, ["type"])) or key in ("kind", "Type", "TYPE"):
            found = question[key]
            near = nearest(found, types) if isinstance(found, str) else None
            rest = {k: v for k, v in question.items() if k != key}
            problem = Problem("KF101", f"unknown key `{key}`, did you mean `type`?", (*path, key), "key")
            return {**rest, "type": near} if near else question, problem
    return question, None


def unknown_without_type(question: Mapping[str, Any], path: Path) -> Iterator[Problem]:
    """Keys that no question has, where the type does not say which keys there can be."""
    if question.get("type") in schema.question_types():
        return
    definitions = schema.schema()["$defs"]
    allowed = list(dict.fromkeys(k for kind in schema.question_types() for k in definitions[kind]["properties"]))
    anything = {"properties": dict.fromkeys(allowed)}
    for key in question:
        if key not in allowed and not key.startswith("x-") and nearest(key, ["type"]) is None:
            yield unknown_key(key, anything, question, path)


def empty_keys(paths: list[Path]) -> Iterator[Problem]:
    """Keys without a value that the format does not have, and blanks without one; the others count as absent."""
    known = schema.known_keys()
    for path in paths:
        key = path[-1]
        foreign = any(isinstance(step, str) and step.startswith("x-") for step in path)
        if is_blank(path) and not foreign:
            hint = f"Write what is right in it, such as `{key}: {{answers: […]}}`."
            yield Problem("KF102", f"`{key}` has no value", path, "key", hint)
        elif isinstance(key, str) and key not in known and path[-2:-1] != ("stimuli",) and not foreign:
            yield _unknown_empty_key(key, path)


def _unknown_empty_key(key: str, path: Path) -> Problem:
    near = nearest(key, sorted(schema.known_keys()))
    if near is not None:
        return Problem("KF101", f"unknown key `{key}`, did you mean `{near}`?", path, "key", blames=frozenset({near}))
    if key.isdigit():
        hint = "Numbers are decimal with a point, not a comma."
    else:
        hint = "If it is part of a text, put the whole text in quotes, or write it as a block (`|`)."
    blames = frozenset({"text", "name"})
    return Problem("KF101", f"{show(key)} was read as a key without a value", path, "key", hint, blames)
