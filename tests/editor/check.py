"""Whether the JSON Schema works in an editor: marks, completion and hovers of the YAML language server of VS Code.

``python -m tests.editor.check`` prints what is wrong. The first run installs the server into the user's cache.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from .language_server import Mark, Server, SilentError, UnavailableError, command

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "schemas" / "quiz.schema.json"
EVERY_KEY = Path(__file__).parent / "every_key.yaml"
MODELINE = "# yaml-language-server: $schema="

HEAD = "format: 1\nid: demo\ntitle: Demo\nlang: en\n"
FLAT = f"{HEAD}questions:\n  - id: a\n    type: essay\n    prompt: Why?\n"
CHOICES = f"{HEAD}questions:\n  - id: a\n    type: single_choice\n    prompt: Which?\n    choices:\n"
NUMERICAL = FLAT.replace("essay", "numerical")
CLOZE = FLAT.replace("essay", "cloze").replace("prompt: Why?", "text: A [[b]].") + "    blanks:\n"

ID = "Ids are letters, digits, '.', '_' and '-', at most 60, with a letter or digit at both ends."
NO_PROMPT = 'Missing property "prompt".'
ARRAY = 'Incorrect type. Expected "array".'

# A comment after `#!` is the beginning of a mark that begins in this line; there are no other marks.
MISTAKES: Mapping[str, str] = {
    "misspelt key of a question": HEAD
    + f"questions:\n  - id: a  #! {NO_PROMPT}\n    type: essay\n    promt: Why?  #! Property promt is not allowed.\n",
    "misspelt key of the quiz": f"{HEAD}tag: [a]  #! Property tag is not allowed.\n" + FLAT.removeprefix(HEAD),
    "misspelt key of a choice": CHOICES
    + '      - text: a  #! Array has too few items matching "contains".\n'
    + "        corect: true  #! Property corect is not allowed.\n      - b\n",
    "key of another type": f"{FLAT}    shuffle: true  #! Property shuffle is not allowed.\n",
    "key in the wrong map": CHOICES
    + "      - text: a\n        correct: true\n        points: 2  #! Property points is not allowed.\n      - b\n",
    "colon in a choice": CHOICES
    + "      - {text: a, correct: true}\n"
    + '      - Note: b  #! Missing property "text". #! Property Note is not allowed.\n',
    "text for a list": f"{FLAT}    tags: a, b  #! {ARRAY}\n",
    "list key without value": f"{FLAT}    tags:  #! {ARRAY}\n",
    "list for a text": HEAD + "questions:\n  - id: a\n    type: essay\n    prompt:\n      - Why?  #! Incorrect type.\n",
    "text for a number": f'{FLAT}    points: "2"  #! Incorrect type. Expected "number".\n',
    "text for a truth value": f'{FLAT}    draft: yes  #! Incorrect type. Expected "boolean".\n',
    "number for a share": f'{FLAT}    penalty: 0.5  #! Incorrect type. Expected "string".\n',
    "number too large": f"{FLAT}    points: 100000  #! Value is above the maximum of 99999.\n",
    "missing key of the quiz": FLAT.replace("lang: en\n", "").replace("1\n", '1  #! Missing property "lang".\n', 1),
    "missing prompt": HEAD + f"questions:\n  - id: a  #! {NO_PROMPT}\n    type: essay\n",
    "missing type": HEAD + 'questions:\n  - id: a  #! Missing property "type".\n    prompt: Why?\n',
    "no questions": HEAD.replace("1\n", '1  #! Missing property "sections".\n', 1),
    "one choice": CHOICES + "      - {text: a, correct: true}  #! Array has too few items. Expected 2 or more.\n",
    "two right choices": CHOICES
    + '      - {text: a, correct: true}  #! Array has too many items matching "contains".\n'
    + "      - {text: b, correct: true}\n",
    "no right choice": CHOICES + '      - a  #! Array has too few items matching "contains".\n      - b\n',
    "unknown type": FLAT.replace("type: essay", "type: esay  #! Value is not accepted. Valid values: "),
    "unknown format of a response": f"{FLAT}    response:\n      format: html  #! Value is not accepted.\n",
    "version of the format": FLAT.replace("format: 1", "format: 2  #! Value must be 1."),
    "key given twice": f"{FLAT}    prompt: Why not?  #! Map keys must be unique\n",
    "bad id of the quiz": FLAT.replace("id: demo", f"id: my quiz  #! {ID}"),
    "bad id of a question": FLAT.replace("id: a", f"id: ü  #! {ID}"),
    "bad language": FLAT.replace("lang: en", "lang: pt_BR  #! Write a language tag such as en, ja or pt-BR."),
    "blank prompt": FLAT.replace("Why?", '" "  #! This text is empty; write something, or delete the key.'),
    "blank tag": f'{FLAT}    tags:\n      - ""  #! This text is empty; write something, or delete the entry.\n',
    "blank choice": CHOICES
    + '      - {text: a, correct: true}\n      - " "  #! This choice is empty; write something, or delete the entry.\n',
    "bad share": f"{FLAT}    penalty: half  #! Write a share as a percentage or a fraction, such as 50% or 1/3.\n",
    "bad credit": CHOICES
    + "      - {text: a, correct: true}\n      - text: b\n"
    + "        credit: half  #! Write a share as a percentage or a fraction, such as 50%, -25% or 1/3.\n",
    "bad time": f"{HEAD}delivery:\n  time_limit: 1:30  #! Write a time as 90s, 30m or 1h30m.\n"
    + FLAT.removeprefix(HEAD),
    "bad attempts": f"{HEAD}delivery:\n  attempts: many  #! Write a number from 1, or unlimited.\n"
    + FLAT.removeprefix(HEAD),
    "bad tolerance": NUMERICAL
    + "    answer: 3\n    tolerance: half  #! Write a number such as 0.01, or a percentage such as 1%.\n",
    "negative tolerance": f"{NUMERICAL}    answer: 3\n    tolerance: -1  #! Value is below the minimum of 0.\n",
    "decimal comma": f'{NUMERICAL}    answer: 3,14  #! Incorrect type. Expected "number".\n',
    "yes for an answer": NUMERICAL.replace("numerical", "true_false")
    + '    answer: yes  #! Incorrect type. Expected "boolean".\n',
    "key of another kind of blank": CLOZE
    + "      b:\n        answers: [x]\n        unit: m  #! Property unit is not allowed.\n",
    "bad id of a blank": f"{CLOZE}      ü:  #! {ID}\n        answers: [x]\n",
    "two right choices of a drop-down": CLOZE
    + "      b:\n        choices:\n"
    + '          - {text: a, correct: true}  #! Array has too many items matching "contains".\n'
    + "          - {text: b, correct: true}\n",
    "bad former identity": f"{FLAT}    key: a  #! Write the old identity as quiz-id/question-id.\n",
}

# What every question can have, but what `FLAT` and `CHOICES` have.
_OF_ALL = {
    "title", "explanation", "hints", "feedback", "points", "penalty", "tags", "category", "stimulus", "notes", "draft",
    "omit", "key",
}  # fmt: skip
_OF_ESSAY = {*_OF_ALL, "model_answer", "grading_notes", "response"}
# Of all keys of the format, where `¦` stands exactly these are offered.
KEYS: Mapping[str, tuple[str, set[str]]] = {
    "quiz": (f"{FLAT}¦\n", {
        "description", "category", "tags", "defaults", "delivery", "stimuli", "translation_of", "authors", "license",
        "version", "source", "labels", "html", "draft", "sections",
    }),
    "section": (f"{HEAD}sections:\n  - id: s\n    ¦\n", {
        "title", "description", "pick", "category", "tags", "questions",
    }),
    "essay": (f"{FLAT}    ¦\n", _OF_ESSAY),
    "essay, above its last key": (FLAT.replace("    prompt", "    ¦\n    prompt"), _OF_ESSAY),
    "essay, with the beginning of a key": (f"{FLAT}    mo¦\n", _OF_ESSAY),
    "single choice": (FLAT.replace("essay", "single_choice") + "    ¦\n", {*_OF_ALL, "choices", "shuffle"}),
    "question without type": (f"{HEAD}questions:\n  - id: a\n    ¦\n", {"type"}),
    "choice": (f"{CHOICES}      - text: a\n        ¦\n", {"correct", "feedback", "fixed", "credit", "id"}),
    "blank": (f"{CLOZE}      b:\n        ¦\n", {"type", "answers", "case_sensitive", "weight"}),
    "blank for a number": (f"{CLOZE}      b:\n        answer: 3\n        ¦\n", {
        "type", "tolerance", "range", "answers", "weight",
    }),
    "drop-down": (f"{CLOZE}      b:\n        type: dropdown\n        ¦\n", {"choices", "weight"}),
    "choice of a drop-down": (f"{CLOZE}      b:\n        choices:\n          - text: a\n            ¦\n", {
        "correct", "feedback",
    }),
    "accepted number": (f"{NUMERICAL}    answers:\n      - value: 3\n        ¦\n", {
        "tolerance", "range", "credit", "feedback",
    }),
    "response": (f"{FLAT}    response:\n      lines: 3\n      ¦\n", {
        "format", "min_words", "max_words", "attachments", "starter",
    }),
}  # fmt: skip
# Where `¦` stands, these are offered and nothing else.
VALUES: Mapping[str, tuple[str, set[str]]] = {
    "format of a response": (f"{FLAT}    response:\n      format: ¦\n", {"rich", "plain", "code", "file"}),
    "type of a blank": (f"{CLOZE}      b:\n        type: ¦\n", {"short_answer", "numerical", "dropdown"}),
    "html": (f"{HEAD}html: ¦\n", {"text", "safe"}),
    "truth value": (f"{CHOICES}      - text: a\n        correct: ¦\n", {"true", "false"}),
}
TYPE = f"{HEAD}questions:\n  - id: a\n    type: ¦\n"
# The server has no hover over a key that is a truth value: the two labels.
WITHOUT_HOVER = {"true", "false"}

_KEY = re.compile(r"^(?: |- )*([\w-]+):(?= |$)")
_SCHEMA: Mapping[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
_TYPES: tuple[str, ...] = tuple(_SCHEMA["$defs"]["common"]["properties"]["type"]["enum"])


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to set an editor up."""

    name: str
    settings: Mapping[str, Any]
    modeline: bool
    """Whether a comment in the file names the schema; else the settings do."""
    checks: Mapping[str, Callable[["Editor"], Iterator[str]]]


@dataclass(slots=True)
class Editor:
    """A server in one mode; every text gets an address in a folder of the repository."""

    server: Server
    mode: Mode
    numbers: Iterator[int] = field(default_factory=count)

    def file(self, text: str, folder: Path = ROOT / "source") -> tuple[str, str]:
        """An address, and the text with the line that names the schema, or without it."""
        if not self.mode.modeline:
            text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(MODELINE))
        elif not text.startswith(MODELINE):
            text = f"{MODELINE}{SCHEMA.as_uri()}\n{text}"
        return (folder / f"made-{next(self.numbers)}.yaml").as_uri(), text


# --- what is checked --------------------------------------------------------------------------------------------------


def good_texts() -> dict[str, tuple[str, Path]]:
    """Names of quizzes without a fault, their texts, and their folders."""
    paths = [*(ROOT / "source").glob("*.yaml"), *(ROOT / "tests" / "data").rglob("*.yaml"), EVERY_KEY]
    files = {p.relative_to(ROOT).as_posix(): (p.read_text(encoding="utf-8"), p.parent) for p in sorted(paths)}
    return {**files, "questions without sections": (FLAT, ROOT / "source")}


def good_files(editor: Editor) -> Iterator[str]:
    """A good file has no mark, and gets one in its last line when a key is added there that is not of the format."""
    files = {
        name: (editor.file(text, folder), editor.file(f"{text.rstrip()}\n\nno-such-key: 1\n", folder))
        for name, (text, folder) in good_texts().items()
    }
    marks = editor.server.marks(dict(file for pair in files.values() for file in pair))
    for name, ((good, _), (spoilt, text)) in files.items():
        for mark in marks[good]:
            yield f"{name}, line {mark.line}: {mark.message}"
        expected = [Mark(text.count("\n"), "Property no-such-key is not allowed.")]
        if not marks[good] and marks[spoilt] != expected:
            yield f"{name}: a key that is not of the format is not marked; {marks[spoilt]}"


def mistakes(editor: Editor) -> Iterator[str]:
    """Each mistake is marked in its line, in our own words where the schema has some."""
    files = {name: editor.file(text) for name, text in MISTAKES.items()}
    marks = editor.server.marks(dict(files.values()))
    seen = {mark.message for found in marks.values() for mark in found}
    for name, (uri, text) in files.items():
        found = [(mark.line, mark.message) for mark in marks[uri]]
        expected = sorted(expected_marks(text))
        if len(found) != len(expected) or any(
            line != at or not message.startswith(words)
            for (line, message), (at, words) in zip(found, expected, strict=True)
        ):
            yield f"{name}: expected {expected}, found {found}"
    for words in sorted(own_words(_SCHEMA) - seen):
        yield f"no mistake is marked with the words of the schema: {words}"


def expected_marks(text: str) -> Iterator[tuple[int, str]]:
    """Line and beginning of each mark that a text asks for."""
    for number, line in enumerate(text.splitlines(), start=1):
        for words in line.split(" #! ")[1:]:
            yield number, words.strip()


def own_words(node: Any) -> set[str]:
    """Every ``patternErrorMessage`` of a part of the schema."""
    if isinstance(node, list):
        return set().union(*map(own_words, node))
    if not isinstance(node, dict):
        return set()
    here = {node["patternErrorMessage"]} if isinstance(node.get("patternErrorMessage"), str) else set()
    return here.union(*map(own_words, node.values()))


def completion(editor: Editor) -> Iterator[str]:
    """Keys of the map that the cursor is in, by the type of the question, and the values of a closed list."""
    names = {key for _, key, _ in properties()}
    for name, (text, expected) in KEYS.items():
        found = set(offers(editor, text)) & names
        if found != expected:
            yield f"keys of {name}: missing {sorted(expected - found)}, too many {sorted(found - expected)}"
    for kind in _TYPES:
        offered = offers(editor, f"{HEAD}questions:\n  - id: a\n    type: {kind}\n    ¦\n")
        found = (set(offered) - {kind}) & names  # the server offers the name of a definition for the whole of it
        expected = set(_SCHEMA["$defs"][kind]["properties"]) - {"id", "type"}
        if found != expected:
            yield f"keys of type {kind}: missing {sorted(expected - found)}, too many {sorted(found - expected)}"
    for name, (text, expected) in {**VALUES, "type": (TYPE, set(_TYPES))}.items():
        values = offers(editor, text)
        if sorted(values) != sorted(expected):
            yield f"values of {name}: expected {sorted(expected)}, found {sorted(values)}"


def offers(editor: Editor, text: str) -> list[str]:
    """What is offered where ``¦`` stands."""
    uri, marked = editor.file(text)
    before, after = marked.split("¦")
    return editor.server.completion(uri, before + after, before.count("\n"), len(before) - before.rfind("\n") - 1)


def hovers(editor: Editor) -> Iterator[str]:
    """Over a key its description is shown, and so all descriptions of the schema over the keys of the good files."""
    descriptions: dict[str, set[str]] = {}
    for _, key, description in properties():
        descriptions.setdefault(key, set()).add(description)
    shown: set[str] = set()
    for name, made in {"every key": EVERY_KEY.read_text(encoding="utf-8"), "without sections": FLAT}.items():
        uri, text = editor.file(made, EVERY_KEY.parent)
        editor.server.marks({uri: text})
        for number, line in enumerate(text.splitlines()):
            match = _KEY.match(line)
            if match is None or match[1] not in descriptions or match[1] in WITHOUT_HOVER:
                continue
            # One letter in: at its very beginning a key counts to the list above it.
            said = re.sub(r"\\([\W_])", r"\1", editor.server.hover(uri, number, match.start(1) + 1))
            here = {description for description in descriptions[match[1]] if description in said}
            if not here:
                yield f"{name}, line {number + 1}: no description over {match[1]}; {said!r}"
            shown |= here
    for part, key, description in properties():
        if description not in shown and key not in WITHOUT_HOVER:
            yield f"the description of {key} in {part} is shown over no key of {EVERY_KEY.name}"


def properties() -> Iterator[tuple[str, str, str]]:
    """Part of the schema, key and description of every property."""
    for part, node in {"the quiz": _SCHEMA, **_SCHEMA["$defs"]}.items():
        for key, child in node.get("properties", {}).items():
            while "description" not in child:
                target: Any = _SCHEMA
                for step in child["$ref"].removeprefix("#/").split("/"):
                    target = target[step]
                child = target
            yield part, key, child["description"]


# --- running ----------------------------------------------------------------------------------------------------------

_ALL = {"good files": good_files, "mistakes": mistakes, "completion": completion, "hovers": hovers}
MODES = (
    Mode("schema named in the file", {}, modeline=True, checks=_ALL),
    Mode("schema named in the settings", {"schemas": {SCHEMA.as_uri(): ["*.yaml"]}}, modeline=False, checks=_ALL),
    # More spellings are truth values and numbers then. Marks differ, but a good file stays good.
    Mode("YAML 1.1", {"yamlVersion": "1.1"}, modeline=True, checks={"good files": good_files}),
)


def problems() -> Iterator[str]:
    """What does not work, one line each. Raises ``UnavailableError`` where there is no server to ask."""
    arguments = command()
    for mode in MODES:
        try:
            with Server(arguments, ROOT, mode.settings) as server:
                editor = Editor(server, mode)
                for name, check in mode.checks.items():
                    for problem in check(editor):
                        yield f"{mode.name}: {name}: {problem}"
        except SilentError as silent:
            yield f"{mode.name}: {silent}"


def main() -> int:
    """Print the problems; 0 is none, 1 is some, 2 is that nothing could be checked."""
    try:
        found = list(problems())
    except UnavailableError as reason:
        print(reason, file=sys.stderr)
        return 2
    print("\n".join(found) if found else "The schema works in the editor.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
