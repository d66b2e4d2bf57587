"""Marks from the quiz file to the learner: one table of responses, through the exports of all targets.

``responses.yaml`` holds the table, worked out by hand from the format's "Meaning of marks". The exports are graded
by readings of the platforms that know nothing of the writers: QTI response processing (``scorers/qti21.py``), a small
Moodle (``targets/moodle_engine.py``), the key that a learner sees on a card (``anki_key.py``), and the small importers
of Canvas with their grading (``targets/canvas_grading.py``).
"""

import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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

from targets import canvas_classic, canvas_grading, canvas_new
from targets.qti21_reading import respond

TABLE = yaml.load((Path(__file__).parent / "responses.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
DEVIATIONS: Mapping[str, Mapping[str, str]] = TABLE["deviations"]

ALL = (*TARGETS, "canvas")

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

GRADERS = {"moodle": "moodle", "qti21": "qti21", "anki": "anki", "classic": "canvas", "new_quizzes": "canvas"}
"""Who grades → the target that it reads."""

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
    """Who grades otherwise → the share that it gives, and the name of the deviation."""

    def share(self, grader: str) -> Fraction:
        return self.others[grader][0] if grader in self.others else self.earns

    def __str__(self) -> str:
        return f"{self.case}: {self.response}"


def _row(case: Mapping[str, Any], row: Mapping[str, Any]) -> Row:
    assert set(row) <= {"response", "earns", *GRADERS, *ALL}, row
    others = {}
    for grader, target in GRADERS.items():
        column = grader if grader in row else target
        if column in row:
            share, name = row[column].split()
            others[grader] = (Fraction(share), name)
    kind = yaml.load(case["question"], Loader=yaml.BaseLoader)["type"]
    return Row(case["id"], kind, Fraction(case["points"]), row["response"], Fraction(row["earns"]), others)


CASES = {case["id"]: case for case in TABLE["cases"]}
ROWS = [_row(case, row) for case in TABLE["cases"] for row in case["rows"]]


HEAD = "format: 1\nid: demo\ntitle: Demo\nlang: en\nquestions:\n"


@cache
def built(case: str) -> Output:
    """The exports of a quiz with the one question of a case, for the targets that do not refuse it."""
    targets = [target for target in ALL if target not in CASES[case].get("refused", {})]
    output = _exports(_alone(case), targets)
    assert output.report.ok, told(output.report)
    return output


def _alone(case: str) -> str:
    return f"  - id: {case}\n{textwrap.indent(CASES[case]['question'], '    ')}"


def _exports(questions: str, targets: Sequence[str] = ALL) -> Output:
    with TemporaryDirectory() as folder:
        return export(Path(folder), f"{HEAD}{questions}", targets=targets)


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
    return [_text(answer.text) for answer in part.answers].index(text) if text else None


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


def in_classic(row: Row) -> float:
    course = canvas_classic.load(_package(row))
    assert course.warnings == []
    (question,) = course.quiz.questions
    assert Fraction(question.points) == row.points
    return canvas_grading.classic(question, _in_canvas(row))


def in_new_quizzes(row: Row) -> float:
    (item,) = canvas_new.load(_package(row)).items
    assert Fraction(item.points) == row.points
    return canvas_grading.new_quizzes(item, _in_canvas(row))


def _package(row: Row) -> bytes:
    return built(row.case).files["canvas/demo.zip"]


def _in_canvas(row: Row) -> Any:
    return [row.response.title()] if row.type == "true_false" and row.response else row.response


GRADE: Mapping[str, Callable[[Row], float]] = {
    "moodle": in_moodle, "qti21": in_qti21, "anki": in_anki, "classic": in_classic, "new_quizzes": in_new_quizzes,
}  # fmt: skip
GRADED = [
    pytest.param(row, grader, id=f"{row} in {grader}")
    for row in ROWS
    for grader, target in GRADERS.items()
    if target not in CASES[row.case].get("refused", {})
]


@pytest.mark.parametrize(("row", "grader"), GRADED)
def test_share(row: Row, grader: str) -> None:
    # Moodle keeps grades with seven decimals.
    assert GRADE[grader](row) == pytest.approx(float(row.share(grader)), abs=1e-6)


@pytest.mark.parametrize("case", [case for case in CASES if "refused" in CASES[case]])
def test_a_refused_case_is_told(case: str) -> None:
    """By an error that says why, and nothing is written."""
    for target, words in CASES[case]["refused"].items():
        output = _exports(_alone(case), [target])
        assert output.files == {}
        ((code, _, message),) = told(output.report, least=Severity.ERROR)
        assert code == "KF401"
        assert words in message


@pytest.mark.parametrize("case", CASES)
def test_a_deviation_is_told(case: str) -> None:
    """By the report of the build of that quiz, and no other feature is told to be lost."""
    names = {(GRADERS[who], name) for row in ROWS if row.case == case for who, (_, name) in row.others.items()}
    findings = told(built(case).report, least=Severity.INFO)
    for target, name in sorted(names):
        deviation = DEVIATIONS[name]
        assert deviation["target"] == target
        if "told" in deviation:
            assert [m for _, t, m in findings if t == target and deviation["told"] in m], (name, findings)
    expected = {deviation["told"] for name, deviation in DEVIATIONS.items() if "told" in deviation}
    # Of the page on which learners type, before anything is graded: no row can show it.
    expected.add("they round what is typed to four decimals")
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
    quiz, other = (reader.load(output.files["canvas/demo.zip"]) for reader in (canvas_classic, canvas_new))
    assert [(q.kind, q.points) for q in quiz.quiz.questions] == [("essay_question", 2), ("text_only_question", 0)]
    assert [item.interaction for item in other.items] == ["String"]
    with pytest.raises(AssertionError, match="nobody grades"):
        canvas_grading.classic(quiz.quiz.questions[0], "So.")
    with pytest.raises(AssertionError, match="nobody grades"):
        canvas_grading.new_quizzes(other.items[0], "So.")


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
        assert set(GRADERS) - set(row.others), f"{row}: no target would notice a wrong share"
