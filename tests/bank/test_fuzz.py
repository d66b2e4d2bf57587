"""Whatever the input: findings with places, never an exception; and the two validators say the same of it."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from kfexport.bank import schema
from kfexport.bank.builder import build
from kfexport.bank.reader import Reading, read
from kfexport.lint import registry as rules
from kfexport.lint.base import Context
from kfexport.report.base import Results
from kfexport.report.text import render

SOURCE = Path(__file__).parents[2] / "source"
JAPANESE = (SOURCE / "kubeflow-trainer.ja.yaml").read_text(encoding="utf-8")
EXAMPLE = """\
format: 1
id: demo
title: Demo
lang: en
defaults: {points: 2, penalty: 25%}
delivery:
  time_limit: 1h30m
  attempts: unlimited
stimuli:
  net: {title: A net, text: "Look at *this*."}
sections:
  - id: one
    title: 'It''s one'
    pick: 1
    questions:
      - id: a
        type: single_choice
        stimulus: net
        prompt: |
          Which **one**?

            - `x`
        choices:
          - text: "Yes \\u00e9"
            correct: true   # sure
            feedback: >-
              folded
              text
          - No
          - {text: 1.10, credit: -1/3, fixed: true}
        hints: &h [first, second]
      - id: b
        type: essay
        prompt: Why?
        hints: *h
        response: {format: code, lines: 5, min_words: 1, max_words: 9}
        x-level: {a: [1, 2]}
"""
ALL_TYPES = """\
format: 1
id: types
title: Types
lang: en
defaults: {scoring: all_or_nothing, case_sensitive: true}
questions:
  - id: a
    type: multiple_response
    prompt: Which are *two*?
    choices:
      - {text: "2", correct: true, credit: 2/3}
      - {text: two, correct: true, credit: 33.33%}
      - {text: 3, credit: -50%}
  - id: b
    type: true_false
    prompt: So?
    answer: True
    feedback_true: Yes
    feedback_false: 'No'
  - id: c
    type: short_answer
    prompt: Who?
    answers: [No, {text: '*', credit: 50%, feedback: "**Nearly**"}, 1.50]
  - id: d
    type: numerical
    prompt: How much?
    answer: 3.140
    tolerance: 1%
    unit: m
  - {id: e, type: numerical, prompt: How many?, range: [-1, 2.50]}
  - id: f
    type: numerical
    prompt: How far?
    answers:
      - {value: 1e-7, tolerance: 0.5}
      - {range: [3, 4], credit: 1/3, feedback: Hm}
  - id: g
    type: matching
    prompt: What is what?
    pairs:
      - item: '`node`'
        match: machine
      - {item: pod, match: 1.10}
    distractors: [disk]
  - {id: h, type: ordering, prompt: In which order?, items: [first, 2, "3"], scoring: partial}
  - id: i
    type: cloze
    text: |
      A [[answer]] runs on [[range]], `[[x]]`, \\[[x]] and [[ y ]].

      - [[feedback]]
    blanks:
      answer: &b {answers: [pod, {text: pods, credit: 50%}], weight: 2, case_sensitive: false}
      range: {type: numerical, range: [1, 2]}
      x: {type: dropdown, choices: [a, {text: b, correct: true, feedback: Good}]}
      feedback: *b
  - {id: j, type: description, prompt: Now rest.}
"""
SIGNS = [
    ":", ": ", "-", "- ", " #", "#", "'", '"', "|", ">", "&a", "*a", "!", "!!str ", "%", "@", "`", "[", "]", "{", "}",
    ",", "? ", "<<: ", "\\", "\\t", "---\n", "...\n",
]  # fmt: skip
BLANKS = [" ", "  ", "\t", "\n", "\n\n", "\r\n", "\u00a0", "\u3000", "\ufeff", "\x07", "\u2028"]
WORDS = [
    "true", "null", "~", "1e999", "3,14", "0x1F", "$x$", "![a](b)", "[a](javascript:b)", "&#7;", "<b>", "é", "😀",
    "points: ", "correct: true\n", "id: a\n", "type: numerical\n", "questions:\n", "[[x]]", "[[", "]]", "$[[x]]$",
    "50%", "1/0", "-1", "1e-300", "1e300", "type: cloze\n", "type: description\n", "answer: 3\n", "range: [2, 1]\n",
]  # fmt: skip
FRAGMENTS = st.sampled_from([*SIGNS, *BLANKS, *WORDS])
EDITS = st.lists(
    st.tuples(st.sampled_from(["insert", "delete", "copy", "replace"]), st.floats(0, 1), st.integers(1, 30), FRAGMENTS),
    min_size=1,
    max_size=4,
)


def edited(text: str, edits: list[tuple[str, float, int, str]]) -> str:
    """A broken copy."""
    for kind, where, length, fragment in edits:
        at = int(where * len(text))
        stretch = text[at : at + length]
        middle = {"insert": fragment + stretch, "delete": "", "copy": stretch * 2, "replace": fragment}[kind]
        text = text[:at] + middle + text[at + length :]
    return text


def all_told(raw: bytes) -> Reading:
    """Read, look with every rule, and render every finding, as the command does."""
    reading = read("quiz.yaml", raw, named=True)
    found = list(reading.diagnostics)
    if reading.quiz is not None:
        found += rules.check(reading.quiz, Context(("moodle", "qti21", "anki")))
    report = render(Results(diagnostics=found, questions=0, files=1, names={}), color=False)
    assert "\x1b" not in report
    assert "\x07" not in report
    return reading


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "surrogatepass")))
def test_any_bytes(raw: bytes) -> None:
    all_told(raw)


@settings(max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(EDITS)
def test_broken_copies_of_an_example(edits: list[tuple[str, float, int, str]]) -> None:
    text = edited(EXAMPLE, edits)
    reading = all_told(text.encode())
    assert reading.quiz is not None or reading.diagnostics
    agree(text)


@settings(max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(EDITS)
def test_broken_copies_of_all_types(edits: list[tuple[str, float, int, str]]) -> None:
    text = edited(ALL_TYPES, edits)
    reading = all_told(text.encode())
    assert reading.quiz is not None or reading.diagnostics
    agree(text)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(EDITS)
def test_broken_copies_of_the_first_bank(edits: list[tuple[str, float, int, str]]) -> None:
    text = edited(JAPANESE, edits)
    all_told(text.encode())
    agree(text)


REFERENCE = Draft202012Validator(dict(schema.schema()))


def agree(text: str) -> None:
    """The compiled validator and the reference say the same of whatever the text holds."""
    try:
        data = build(text).data
    except Exception:  # not YAML: nothing to validate
        return
    assert schema.is_valid(data) == REFERENCE.is_valid(data), text


def test_the_examples_are_good() -> None:
    for example in (EXAMPLE, ALL_TYPES):
        reading = read("quiz.yaml", example.encode(), named=True)
        assert reading.diagnostics == []
        assert reading.quiz is not None
        assert list(rules.check(reading.quiz, Context(("moodle", "qti21", "anki")))) == []
    assert rules.rules()
