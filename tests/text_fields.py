"""Every field of a quiz that holds rich text: how a text gets there, and what is seen around it on each platform.

A kind is one quiz (of descriptions, one for each text) in which each text stands in all the fields of a question of its
own.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from shown import DEFAULTS, Output
from text_places import READERS, Look, Places

import kfexport
from kfexport.pipeline import Report

QUESTIONS = {
    "essay": """\
type: essay
prompt: @
model_answer: @
grading_notes: @
""",
    "several": """\
type: multiple_response
stimulus: {id}
prompt: Ask?
choices:
  - text: @+
    correct: true
    feedback: @
  - other
explanation: @
hints:
  - @
feedback:
  correct: @
  partial: @
  incorrect: @
""",
    "cloze": """\
type: cloze
text: @[]
blanks:
  gap: {{answers: [pod]}}
""",
    "typed": """\
type: cloze
prompt: @
text: Fill [[gap]]
blanks:
  gap:
    answers:
      - text: pod
        feedback: @
explanation: @
""",
    "menu": """\
type: cloze
text: Choose [[gap]]
blanks:
  gap:
    choices:
      - text: pod
        correct: true
        feedback: @
      - node
""",
    "counted": """\
type: cloze
text: Count [[gap]]
omit: [canvas]
blanks:
  gap:
    type: numerical
    answers:
      - value: 3
        feedback: @
""",
    "number": """\
type: numerical
prompt: @
answers:
  - value: 3
    feedback: @
explanation: @
""",
    "text": """\
type: description
prompt: @
omit: [anki]
""",
    "choice": """\
type: single_choice
prompt: Ask?
choices:
  - text: @
    correct: true
  - other
""",
    "short": """\
type: short_answer
prompt: @
answers:
  - text: pod
    feedback: @
""",
    "truth": """\
type: true_false
prompt: @
answer: true
feedback_true: @
feedback_false: @
""",
    "match": """\
type: matching
prompt: Ask?
pairs:
  - item: @
    match: one
  - item: other
    match: two
""",
    "order": """\
type: ordering
prompt: Ask?
scoring: all_or_nothing
items:
  - @
  - other
""",
}
"""``@`` is a text, ``@+`` one with a paragraph behind it, ``@[]`` one with a blank behind it."""
SECTION = """\
id: {id}
title: Part {id}
description: @
questions:
  - id: q-{id}
    type: essay
    prompt: Ask?
"""
QUIZ = "description: @\n"
KINDS = (*QUESTIONS, "section", "quiz")
DESCRIPTIONS = ("section", "quiz")
PARTS = ("code", "pre", "tex", "images", "links", "tags")
JOINER = "\u2060"
ONE_LINE = ("choice", "match", "order")
"""Kinds whose fields are inline Markdown."""
BEHIND = {"": "", "+": "\n\nend", "[]": "\n\n[[gap]]"}
NO_FILES = "-"
"""``@-`` in ``AROUND`` is a text where the platform finds no images, and their texts stand in place of them."""
_QUESTION = "questions:\n  - {id: only, type: essay, prompt: 'Ask?'}\n"

AROUND: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "essay": {
        "moodle": {"questiontext": "@", "graderinfo": "@ Model answer @"},
        "qti21": {"stem1": "@", "rubric1": "Model answer @", "rubric2": "@"},
        "anki": {"front": "@", "back": "Model answer @ @"},
        "classic": {"stem": "@"},
        "new_quizzes": {"stem": "@", "notes": "@ Model answer @"},
    },
    "several": {
        "moodle": {
            "questiontext": "@ Ask?", "generalfeedback": "@", "answer1": "@+", "answer1/feedback": "@",
            "answer2": "other", "correctfeedback": "@", "partiallycorrectfeedback": "@", "incorrectfeedback": "@",
            "hint1": "@",
        },
        "qti21": {
            "stem1": "@ Ask?", "choice1": "@+", "choice2": "other", "feedback_1_fb": "@", "correct_fb": "@",
            "partial_fb": "@", "incorrect_fb": "@", "general_fb": "@",
        },
        "anki": {"front": "@ Ask? @+ other Hint @", "back": "Answer A. @+ Explanation @"},
        "classic": {"stimulus": "@", "stem": "Ask?", "answer1": "@+", "answer1/feedback": "@", "answer2": "other",
                    "neutral": "@", "correct": "@", "incorrect": "@"},
        "new_quizzes": {"stimulus": "@", "stem": "Ask?", "answer1": "@+", "answer1/feedback": "@",
                        "answer2": "other", "neutral": "@", "correct": "@", "incorrect": "@"},
    },
    "cloze": {
        "moodle": {"questiontext": "@[]"},
        "qti21": {"stem1": "@[]"},
        "anki": {"front": "@[]"},
        "classic": {"stem": "@[]"},
        "new_quizzes": {"stem": "@[]"},
    },
    "typed": {
        "moodle": {"questiontext": "@ Fill {#1}", "part1/feedback1": "@-", "generalfeedback": "@"},
        "qti21": {"stem1": "@ Fill [ ]", "feedback_1_1_fb": "@", "general_fb": "@"},
        "anki": {"front": "@ Fill {{c1::pod}}", "back": "Explanation @"},
        "classic": {"stem": "@ Fill [ ]", "neutral": "@"},
        "new_quizzes": {"stem": "@ Fill [ ]", "neutral": "@"},
    },
    "menu": {
        "moodle": {"questiontext": "Choose {#1}", "part1/feedback1": "@-"},
        "qti21": {"stem1": "Choose podnode", "feedback_1_1_fb": "@"},
    },
    "counted": {
        "moodle": {"questiontext": "Count {#1}", "part1/feedback1": "@-"},
        "qti21": {"stem1": "Count [ ]", "feedback_1_1_fb": "@"},
    },
    "number": {
        "moodle": {"questiontext": "@", "answer1/feedback": "@", "generalfeedback": "@"},
        "qti21": {"stem1": "@", "feedback_1_fb": "@", "general_fb": "@"},
        "anki": {"front": "@", "back": "Answer 3 Explanation @"},
        "classic": {"stem": "@", "answer1": "answer_text", "answer1/feedback": "@", "neutral": "@"},
        "new_quizzes": {"stem": "@", "neutral": "@"},
    },
    "text": {
        "moodle": {"questiontext": "@"},
        "qti21": {"stem1": "@"},
        "classic": {"stem": "@"},
        "new_quizzes": {"stem": "@"},
    },
    "choice": {
        "moodle": {"questiontext": "Ask?", "answer1": "@", "answer2": "other"},
        "qti21": {"stem1": "Ask?", "choice1": "@", "choice2": "other"},
        "anki": {"front": "Ask? @ other", "back": "Answer A. @"},
        "classic": {"stem": "Ask?", "answer1": "@", "answer2": "other"},
        "new_quizzes": {"stem": "Ask?", "answer1": "@", "answer2": "other"},
    },
    "short": {
        "moodle": {"questiontext": "@", "answer1/feedback": "@"},
        "qti21": {"stem1": "@", "feedback_1_fb": "@"},
        "anki": {"front": "@", "back": "Answer pod"},
        "classic": {"stem": "@", "answer1": "pod", "answer1/feedback": "@"},
        "new_quizzes": {"stem": "@", "pod/feedback": "@"},
    },
    "truth": {
        "moodle": {"questiontext": "@", "answer1/feedback": "@", "answer2/feedback": "@"},
        "qti21": {"stem1": "@", "choice1": "True", "choice2": "False", "feedback_true_fb": "@",
                  "feedback_false_fb": "@"},
        "anki": {"front": "@ True False", "back": "Answer True"},
        "classic": {"stem": "@", "answer1": "True", "answer1/feedback": "@", "answer2": "False",
                    "answer2/feedback": "@"},
        "new_quizzes": {"stem": "@", "answer1": "True", "answer1/feedback": "@", "answer2": "False",
                        "answer2/feedback": "@"},
    },
    "match": {
        "moodle": {"questiontext": "Ask?", "subquestion1": "@", "subquestion2": "other"},
        "qti21": {"stem1": "Ask?", "choice1": "@", "choice2": "other"},
        "anki": {"front": "Ask? Match @ other two one", "back": "Answer @ — B. one other — A. two"},
        "classic": {"stem": "Ask?", "answer1": "@", "answer2": "other"},
        "new_quizzes": {"stem": "Ask?", "answer1": "@", "answer2": "other"},
    },
    "order": {
        "moodle": {"questiontext": "Ask?", "answer1": "@", "answer2": "other"},
        "qti21": {"stem1": "Ask?", "choice1": "other", "choice2": "@"},
        "anki": {"front": "Ask? Order other @", "back": "Answer B, A @ other"},
        "classic": {"stem": "Ask?", "answer1": "1", "answer2": "2", "match1": "other", "match2": "@"},
        "new_quizzes": {"stem": "Ask?", "answer1": "other", "answer2": "@"},
    },
    "section": {
        "moodle": {"description": "@-"},
        "qti21": {"description": "@"},
        "classic": {"description": "Part % @"},
        "new_quizzes": {"description": "Part % @"},
    },
    "quiz": {
        "moodle": {"description": "@-"},
        "qti21": {"description": "@"},
        "classic": {"description": "@"},
        "new_quizzes": {"description": "@"},
    },
}  # fmt: skip
"""Kind → reader → place → what is seen there, with ``@`` for the text (see ``QUESTIONS``) and ``%`` for its id."""
FIELD = {"moodle": "{#1}", "qti21": "[ ]", "anki": "{{c1::pod}}", "classic": "[ ]", "new_quizzes": "[ ]"}
"""Reader → what stands for the field of a blank."""


def sources(kind: str, texts: Mapping[str, str], more: str = "") -> dict[str, str]:
    """Quiz files by their ids, for texts by theirs, with ``more`` at their tops."""
    head = f"format: 1\nid: {{}}\ntitle: Demo\nlang: en\n{more}"
    if kind == "quiz":
        return {
            f"quiz-{id}": head.format(f"quiz-{id}") + filled(QUIZ, id, text) + _QUESTION for id, text in texts.items()
        }
    body = "sections:\n" if kind == "section" else "questions:\n"
    if kind == "several":
        stimuli = "".join(filled("{id}:\n  text: @\n", id, text) for id, text in texts.items())
        body = f"stimuli:\n{textwrap.indent(stimuli, '  ', _filled)}{body}"
    listed = "".join(_listed(kind, id, text) for id, text in texts.items())
    return {kind: f"{head.format(kind)}{body}{listed}"}


def _listed(kind: str, id: str, text: str) -> str:
    template = SECTION if kind == "section" else "id: {id}\n" + QUESTIONS[kind]
    lines = textwrap.indent(filled(template, id, text), "    ", _filled)
    return f"  - {lines[4:]}"


def _filled(line: str) -> bool:
    return line != "\n"


def filled(template: str, id: str, text: str) -> str:
    """A template with a text at each ``@``, as a block that keeps it to the character."""

    def block(match: re.Match[str]) -> str:
        inside = len(match[1]) + (2 if match[2] and match[3] else 0) + 2
        body = textwrap.indent(text + BEHIND[match[4]], " " * inside, _filled)
        return f"{match[1]}{match[2]}{match[3]}|2-\n{body}"

    return re.sub(
        r"(?m)^( *)((?:- )?)((?:\w+: )?)@(\+|\[\]|)$",
        block,
        template.replace("{id}", id).replace("{{", "{").replace("}}", "}"),
    )


def build(folder: Path, kind: str, texts: Mapping[str, str], more: str = "") -> tuple[Report, dict[str, Output]]:
    """Build the quizzes of a kind through the library, for all default targets."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for quiz, source in sources(kind, texts, more).items():
        paths.append(folder / f"{quiz}.yaml")
        paths[-1].write_bytes(source.encode())
    out = folder / f"out-{kind}"
    report = kfexport.build(paths, targets=DEFAULTS, out=out)
    files = {p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    return report, {path.stem: Output(path.stem, files, report) for path in paths if report.ok}


def around(pattern: str, id: str, looks: Mapping[str, Look]) -> Look:
    """What is seen in a place, from what is seen of a text on its own and with what ``BEHIND`` puts behind it."""
    parts = re.split(r"(@(?:\+|\[\]|-|))", pattern.replace("%", id))
    texts = [looks[part[1:]] for part in parts[1::2]]
    parts[1::2] = [seen.line for seen in texts]
    return Look(
        line=re.sub(" +", " ", "".join(parts)).strip(" "),
        **{name: [one for seen in texts for one in getattr(seen, name)] for name in PARTS},
    )


def step(seen: Look, *, plain: bool) -> Look:
    """A step of an order in Canvas: in Classic Quizzes it has no markup, so a word joiner keeps ``&amp;`` whole."""
    line = seen.line.replace(JOINER, "")
    if not plain:
        code, tex = ([part.replace(JOINER, "") for part in parts] for parts in (seen.code, seen.tex))
        return replace(seen, line=line, code=code, tex=tex)
    return Look(re.sub("⟦(.*?)⟧", r"\\(\1\\)", re.sub("⟦⟦(.*?)⟧⟧", r"$$\1$$", line)))


def seen(kind: str, outputs: Mapping[str, Output], ids: list[str]) -> Iterator[tuple[str, str, Places]]:
    """Text and reader, with all that is seen of the rich fields of a kind."""
    for name, reader in READERS.items():
        if name not in AROUND[kind]:
            continue
        if kind == "quiz":
            for id in ids:
                yield id, name, {"description": reader(outputs[f"quiz-{id}"]).description(0)}
            continue
        read = reader(outputs[kind])
        for i, id in enumerate(ids):
            canvas = name in ("classic", "new_quizzes")
            if kind == "section":
                yield id, name, {"description": read.description(i + canvas)}
                continue
            if kind == "text" and name == "new_quizzes":
                yield id, name, {"stem": read.description(i + 1)}
                continue
            stimulus = {"stimulus": read.description(i + 1)} if canvas and kind == "several" else {}
            yield id, name, stimulus | read.question(id)
