"""Marks from the quiz file to the learner: one table of responses, through the exports of all targets.

``responses.yaml`` holds the table, worked out by hand from the format's "Meaning of marks". The exports are graded
by readings of the platforms that know nothing of the writers: QTI response processing (``scorers/qti21.py``), a small
Moodle (``targets/moodle_engine.py``), and the key that a learner sees on a card (``anki_key.py``).
"""

import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anki_key
import anki_reader
import lxml.html
import pytest
import yaml
from lxml import etree
from scorers.qti21 import score
from shown import BACK, FRONT, GUID, TARGETS, Output, at, export, item_name, told

from kfexport.diagnostics import Severity

# The small Moodle imports its neighbours by their own names.
sys.path.append(str(Path(__file__).parent / "targets"))

from targets.qti21_reading import respond

TABLE = yaml.load((Path(__file__).parent / "responses.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
DEVIATIONS: Mapping[str, Mapping[str, str]] = TABLE["deviations"]

# Every type that is graded, with each way of scoring it.
KINDS = {
    "single_choice", "single_choice with credits",
    "multiple_response, partial", "multiple_response, all_or_nothing", "multiple_response with credits",
    "true_false",
    "short_answer", "short_answer, case_sensitive",
    "numerical, exact", "numerical, tolerance", "numerical, percent", "numerical, range", "numerical, several answers",
    "matching",
    "ordering, partial", "ordering, all_or_nothing",
    "cloze", "cloze with weights", "cloze, case_sensitive",
}  # fmt: skip

UNTOLD = {"outer-blanks-count", "own-spellings-of-numbers"}
"""Deviations of which no build tells."""


@dataclass(frozen=True)
class Row:
    """One response to one question."""

    case: str
    type: str
    points: Fraction
    response: Any
    earns: Fraction
    """The share of the points by the format."""
    others: Mapping[str, tuple[Fraction, str]]
    """Target → the share that it gives instead, and the name of the deviation."""

    def share(self, target: str) -> Fraction:
        return self.others[target][0] if target in self.others else self.earns

    def __str__(self) -> str:
        return f"{self.case}: {self.response}"


def _row(case: Mapping[str, Any], row: Mapping[str, Any]) -> Row:
    assert set(row) <= {"response", "earns", *TARGETS}, row
    others = {}
    for target in set(row) & set(TARGETS):
        share, name = row[target].split()
        others[target] = (Fraction(share), name)
    kind = yaml.load(case["question"], Loader=yaml.BaseLoader)["type"]
    return Row(case["id"], kind, Fraction(case["points"]), row["response"], Fraction(row["earns"]), others)


CASES = {case["id"]: case for case in TABLE["cases"]}
ROWS = [_row(case, row) for case in TABLE["cases"] for row in case["rows"]]


HEAD = "format: 1\nid: demo\ntitle: Demo\nlang: en\nquestions:\n"


@cache
def built(case: str) -> Output:
    """The exports of a quiz with the one question of a case."""
    return _exports(f"  - id: {case}\n{textwrap.indent(CASES[case]['question'], '    ')}")


def _exports(questions: str) -> Output:
    with TemporaryDirectory() as folder:
        output = export(Path(folder), f"{HEAD}{questions}")
    assert output.report.ok, told(output.report)
    return output


def _text(html: str) -> str:
    return str(lxml.html.fragment_fromstring(html, create_parent="div").text_content()).strip()


# What a learner does, in the terms of each platform; the share of the points that it gives.


def in_moodle(row: Row) -> float:
    found = built(row.case).moodle[f"demo/{row.case}"]
    shown = [_text(answer.text) for answer in found.answers]
    response: Any = row.response
    match row.type:
        case "single_choice":
            assert found.single
            response = shown.index(response[0]) if response else None
        case "multiple_response":
            assert not found.single
            response = {shown.index(text) for text in response}
        case "true_false":
            response = {"true": True, "false": False, "": None}[response]
        case "matching":
            response = [response.get(_text(stem.text)) for stem in found.parts]
        case "ordering":
            response = tuple(shown.index(text) for text in response)
        case "cloze":
            response = [_in_blank(part, text) for part, text in zip(found.parts, response, strict=True)]
    assert Fraction(found.grade) == row.points
    return float(found.mark(response)) / found.grade


def _in_blank(part: Any, text: str) -> str | int | None:
    if part.kind != "multichoice":
        return text
    return [answer.text for answer in part.answers].index(text) if text else None


def in_qti21(row: Row) -> float:
    item = built(row.case).entries[f"{item_name('demo', row.case)}.xml"]
    root = etree.fromstring(item)
    response: Any = row.response
    match row.type:
        case "single_choice":
            response = response[0] if response else None
        case "true_false":
            response = {"true": "True", "false": "False", "": None}[response]
        case "cloze":
            # The order of the fields in the text need not be that of their declarations.
            fields = at(root, "q:itemBody//*[@responseIdentifier]/@responseIdentifier")
            typed = dict(zip(fields, response, strict=True))
            response = tuple(typed[name] or None for name in at(root, "q:responseDeclaration/@identifier"))
    most = at(root, "q:outcomeDeclaration[@identifier='MAXSCORE']/q:defaultValue/q:value/text()")
    assert [Fraction(value) for value in most] == [row.points]
    marks = score(item, respond(item, response or None if isinstance(response, str | list | dict) else response)).score
    assert marks is not None
    return marks / float(row.points)


def in_anki(row: Row) -> float:
    front, back = _card(row)
    response: Any = row.response
    match row.type:
        case "single_choice":
            share = anki_key.single(front, back, response[0]) if response else anki_key.choices(front, back, [])
        case "multiple_response":
            share = anki_key.choices(front, back, response)
        case "true_false":
            share = anki_key.truth(front, back, response.title()) if response else Fraction(0)
        case "short_answer":
            share = anki_key.typed(back, response)
        case "numerical":
            share = anki_key.counted(back, response) if _is_number(response) else Fraction(0)
        case "matching":
            share = anki_key.pairs(front, back, response)
        case "ordering":
            shown = [li.text_content().strip() for li in anki_reader.dom(front).xpath(".//ol[@type='A']/li")]
            share = anki_key.sequence(front, back, ["ABCDEFGHIJ"[shown.index(text)] for text in response])
        case "cloze":
            gaps = anki_reader.gaps(front)
            share = anki_key.filled(front, back, [_in_gap(g, t) for g, t in zip(gaps, response, strict=True)])
        case other:
            raise AssertionError(f"no cards of {other}")
    return float(share)


def _card(row: Row) -> tuple[str, str]:
    kind = "cloze" if row.type == "cloze" else "basic"
    guid = f"kf-{sha256(f'demo/{row.case}#{kind}'.encode()).hexdigest()[:20]}"
    files = [data for name, data in built(row.case).files.items() if name.startswith("anki/")]
    (record,) = (r for data in files for r in anki_reader.read(data).records if r[GUID] == guid)
    return record[FRONT], record[BACK]


def _is_number(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except InvalidOperation:
        return False


def _in_gap(gap: anki_reader.Gap, text: str) -> str:
    """A gap with choices that is left alone earns what a wrong choice earns."""
    if gap.hint is None or text:
        return text
    offered = anki_reader.dom(gap.hint).text_content().split(" | ")
    return next(choice for choice in offered if choice != anki_reader.dom(gap.answer).text_content())


GRADERS: Mapping[str, Callable[[Row], float]] = {"moodle": in_moodle, "qti21": in_qti21, "anki": in_anki}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_share(row: Row, target: str) -> None:
    # Moodle keeps grades with seven decimals.
    assert GRADERS[target](row) == pytest.approx(float(row.share(target)), abs=1e-6)


@pytest.mark.parametrize("case", CASES)
def test_a_deviation_is_told(case: str) -> None:
    """By the report of the build of that quiz, and no other feature is told to be lost."""
    names = {(target, name) for row in ROWS if row.case == case for target, (_, name) in row.others.items()}
    findings = told(built(case).report, least=Severity.INFO)
    for target, name in sorted(names):
        deviation = DEVIATIONS[name]
        assert deviation["target"] == target
        if "told" in deviation:
            assert [m for _, t, m in findings if t == target and deviation["told"] in m], (name, findings)
    expected = {deviation["told"] for name, deviation in DEVIATIONS.items() if "told" in deviation}
    warned = [m for code, t, m in findings if code == "KF402" and not any(words in m for words in expected)]
    assert warned == []


def test_no_machine_gives_marks_for_an_essay_or_a_description() -> None:
    output = _exports(
        "  - {id: why, type: essay, prompt: Why?, model_answer: So., points: 2}\n"
        "  - {id: note, type: description, prompt: Read on.}\n"
    )
    assert [(q.idnumber, q.grade, q.grading) for q in output.moodle.questions] == [
        ("demo/why", 2, None), ("demo/note", 0, None),
    ]  # fmt: skip
    assert [score(output.entries[f"{item_name('demo', name)}.xml"], {}).score for name in ("why", "note")] == [0, 0]
    assert len(output.anki.records) == 1


# The table itself.


def test_every_kind_has_six_rows() -> None:
    rows = Counter(CASES[row.case]["marks"] for row in ROWS)
    assert set(rows) == KINDS
    assert [kind for kind, count in rows.items() if count < 6] == []


def test_every_case_has_full_marks_and_none() -> None:
    for case in CASES:
        shares = {row.earns for row in ROWS if row.case == case}
        assert {Fraction(0), Fraction(1)} <= shares, case


def test_no_row_is_there_twice() -> None:
    assert [row for row, count in Counter(map(str, ROWS)).items() if count > 1] == []


def test_deviations_are_used_and_needed() -> None:
    """Each share of the table is compared with what at least one target gives, so a wrong one fails."""
    used = {name for row in ROWS for _, name in row.others.values()}
    assert used == set(DEVIATIONS)
    assert {name for name in used if "told" not in DEVIATIONS[name]} == UNTOLD
    for row in ROWS:
        assert all(share != row.earns for share, _ in row.others.values()), row
        assert set(TARGETS) - set(row.others), f"{row}: no target would notice a wrong share"
