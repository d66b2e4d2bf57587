"""The support matrix cannot lie: a quiz that uses everything loses what the tables say, and nothing else.

Two things are held against a target's ``CAPABILITIES``, feature by feature: what ``validate`` reports, and what really
is in the output, told by building the quiz once with the feature and once without it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from shown import BACK, DECK, FRONT, TAGS, TARGETS, Output, at, export

import kfexport
from kfexport.diagnostics import Severity
from kfexport.model.questions import QUESTION_TYPES
from kfexport.targets import features, registry
from kfexport.targets.base import YES, Capabilities, Kept, Support, cosmetic, impossible, lost, never
from kfexport.targets.features import FEATURES

QUIZ = "every-feature"
BANK = Path(__file__).parent / "data" / "every-feature.yaml"

USERS: dict[str, list[tuple[str | None, str]]] = {
    "description": [(None, "The description is")],
    "time-limit": [(None, "The time limit is")],
    "attempts": [(None, "The number of attempts is")],
    "shuffle-questions": [(None, "Shuffling of the questions is")],
    "metadata": [(None, "Authors, license, version and source are")],
    "points": [(None, "The points of the questions are")],
    "section-title": [(None, "The title of the section is")],
    "section-description": [(None, "The description of the section is")],
    "pick": [(None, "Drawing some of the questions (pick) is")],
    "category": [("essay", "The category is")],
    "tags": [("full", "The tags are")],
    "title": [("full", "The title is")],
    "stimulus": [("full", "The stimulus is")],
    "explanation": [("full", "The explanation is"), ("essay", "The explanation is")],
    "hints": [("full", "The hints are"), ("told", "The hints are")],
    "penalty": [("full", "The penalty is"), ("told", "The penalty is")],
    "feedback-correct": [("full", "Feedback on a right answer is"), ("told", "Feedback on a right answer is")],
    "feedback-partial": [
        ("full", "Feedback on a partly right answer is"),
        ("told", "Feedback on a partly right answer is"),
    ],
    "feedback-incorrect": [("full", "Feedback on a wrong answer is"), ("told", "Feedback on a wrong answer is")],
    "choice-feedback": [("full", "Feedback of choices 1 and 2 is")],
    "choice-credit": [("full", "Credit of choice 3 is"), ("shuffled", "Credit of choice 1 is")],
    "shuffle": [("full", "Shuffling of the choices is"), ("shuffled", "Shuffling of the choices is")],
    "fixed": [("full", "The fixed place of choice 4 is")],
    "model-answer": [(id, "The model answer is") for id in ("essay", "plain-essay", "told")],
    "grading-notes": [("essay", "The grading notes are")],
    "response-format": [(id, "The kind of answer field is") for id in ("essay", "upload")],
    "response-lines": [(id, "The height of the answer field is") for id in ("essay", "upload")],
    "response-words": [(id, "The word limits are") for id in ("essay", "upload")],
    "attachments": [("essay", "Attachments are")],
    "starter": [(id, "The starter text is") for id in ("essay", "upload")],
}
"""Who uses a feature in the bank, in the order of the file, and how a sentence about it begins."""

TYPES: dict[str, list[str]] = {
    "single_choice": ["full", "bare", "shuffled"],
    "essay": ["essay", "plain-essay", "told", "upload"],
}

BY_CODE: dict[str, list[tuple[str, str | None, str]]] = {
    "moodle": [
        ("KF402", "told", "The hints are left out"),
        ("KF402", "told", "Feedback on a right answer is left out"),
        ("KF402", "told", "Feedback on a partly right answer is left out"),
        ("KF402", "told", "Feedback on a wrong answer is left out"),
        ("KF402", "upload", "The height of the answer field is left out"),
        ("KF402", "upload", "The lower word limit is left out"),
        ("KF402", "upload", "The upper word limit is left out"),
        ("KF402", "upload", "The starter text is left out"),
    ],
    "qti21": [
        ("KF402", "told", "The feedback on a right answer is left out"),
        ("KF402", "told", "The feedback on a partly right answer is left out"),
        ("KF402", "told", "The feedback on a wrong answer is left out"),
        ("KF402", "upload", "The height of the answer field is left out"),
    ],
    "anki": [
        ("KF402", "upload", "No model answer and no explanation"),
    ],
}
"""What a target reports of this bank beside its table, since it depends on the type."""

Q = "sections.*.questions.*"
PATHS: dict[str, tuple[str, ...]] = {
    "description": ("description",),
    "time-limit": ("delivery.time_limit",),
    "attempts": ("delivery.attempts",),
    "shuffle-questions": ("delivery.shuffle_questions",),
    "metadata": ("authors", "license", "version", "source"),
    "points": (f"{Q}.points",),
    "section-title": ("sections.*.title",),
    "section-description": ("sections.*.description",),
    "pick": ("sections.*.pick",),
    "choice-feedback": (f"{Q}.choices.*.feedback",),
    "choice-credit": (f"{Q}.choices.*.credit",),
    "fixed": (f"{Q}.choices.*.fixed",),
    "feedback-correct": (f"{Q}.feedback.correct",),
    "feedback-partial": (f"{Q}.feedback.partial",),
    "feedback-incorrect": (f"{Q}.feedback.incorrect",),
    "model-answer": (f"{Q}.model_answer",),
    "grading-notes": (f"{Q}.grading_notes",),
    "response-format": (f"{Q}.response.format",),
    "response-lines": (f"{Q}.response.lines",),
    "response-words": (f"{Q}.response.min_words", f"{Q}.response.max_words"),
    "attachments": (f"{Q}.response.attachments",),
    "starter": (f"{Q}.response.starter",),
    **{
        name: (f"{Q}.{name}",)
        for name in ("category", "tags", "title", "stimulus", "explanation", "hints", "penalty", "shuffle")
    },
}
"""The keys that make up a feature: without them the quiz does not use it."""


@dataclass(frozen=True)
class Evidence:
    """What of a feature is in the output."""

    kept: tuple[Kept, ...]
    """What a table may say of it then."""
    holds: Callable[[Output], object] | None = None
    """True of the output with the feature and false without it; ``None`` where both outputs are the same bytes."""
    trace: bool = True
    """Whether the output differs by the feature."""


def as_written(holds: Callable[[Output], object]) -> Evidence:
    """The output holds the feature as the quiz file means it."""
    return Evidence((Kept.YES,), holds)


def anyway(holds: Callable[[Output], object]) -> Evidence:
    """The output is as the feature asks, with and without it."""
    return Evidence((Kept.YES,), holds, trace=False)


def otherwise(holds: Callable[[Output], object]) -> Evidence:
    """The output holds it in another form."""
    return Evidence((Kept.COSMETIC,), holds)


def in_its_place(holds: Callable[[Output], object]) -> Evidence:
    """The output has something else for it."""
    return Evidence((Kept.LOST,), holds)


GONE = Evidence((Kept.NEVER, Kept.LOST, Kept.NO))
"""Nothing of it is in the output: not a byte differs."""


def moodle(path: str) -> Callable[[Output], object]:
    """XPath from the root of the Moodle XML."""
    from lxml import etree

    return lambda output: etree.fromstring(output.files[f"moodle/{QUIZ}.xml"]).xpath(path)


def of_question(id: str, path: str) -> Callable[[Output], object]:
    return moodle(f"/quiz/question[idnumber='{QUIZ}/{id}']{path}")


def item(id: str, path: str) -> Callable[[Output], object]:
    """XPath from the item of a question."""
    return lambda output: has(output, "qti21", id) and at(output.seen("qti21", id).source, path)


def test(path: str) -> Callable[[Output], object]:
    """XPath from the test."""
    return lambda output: at(output.test, path)


test.__test__ = False  # type: ignore[attr-defined]


def column(id: str, number: int, pattern: str) -> Callable[[Output], object]:
    """A pattern in one field of a note."""
    return lambda output: has(output, "anki", id) and re.search(pattern, output.seen("anki", id).source[number])


def has(output: Output, target: str, id: str) -> bool:
    try:
        output.seen(target, id)
    except (KeyError, StopIteration, ValueError):
        return False
    return True


def _feedback_rule(result: str, text: str) -> Callable[[Output], object]:
    """The text is a modalFeedback, and some rule shows it."""
    return item(
        "full",
        f"q:modalFeedback[@identifier='{result}'][.='{text}']"
        f"[//q:responseProcessing//q:multiple/q:baseValue[.='{result}']]",
    )


EVIDENCE: dict[str, dict[str, Evidence]] = {
    "moodle": {
        "single_choice": as_written(of_question("full", "[@type='multichoice']/answer[@fraction='100'][text='Beta']")),
        "essay": as_written(of_question("essay", "[@type='essay']")),
        "description": otherwise(
            moodle("question[category/text='$course$/top/Pathtop/Pathsub']/info/text[contains(., 'Quizdescription')]")
        ),
        "time-limit": GONE,
        "attempts": GONE,
        "shuffle-questions": GONE,
        "metadata": GONE,
        "points": as_written(of_question("full", "[defaultgrade='2.5']")),
        "section-title": as_written(moodle("question/category[text='$course$/top/Pathtop/Pathsub/Sectiontitle']")),
        "section-description": otherwise(
            moodle("question[category/text[contains(., 'Sectiontitle')]]/info/text[contains(., 'Sectiondescription')]")
        ),
        "pick": GONE,
        "category": as_written(
            of_question("essay", "/preceding-sibling::question[1]/category[text='$course$/top/Pathother']")
        ),
        "tags": as_written(of_question("full", "/tags/tag[text='questiontag']")),
        "title": as_written(of_question("full", "/name[text='Questiontitle']")),
        "stimulus": as_written(
            of_question(
                "full", "/questiontext/text[contains(., 'Stimulustitle') and contains(., '<p>Stimulustext</p><p>Full')]"
            )
        ),
        "explanation": as_written(of_question("full", "/generalfeedback[text='<p>Fullexplanation</p>']")),
        "hints": as_written(
            of_question("full", "/hint[text='<p>Firsthint</p>']/following-sibling::hint[text='<p>Secondhint</p>']")
        ),
        "penalty": as_written(of_question("full", "[penalty='0.25']")),
        "feedback-correct": as_written(of_question("full", "/correctfeedback[text='<p>Rightfeedback</p>']")),
        "feedback-partial": as_written(of_question("full", "/partiallycorrectfeedback[text='<p>Partlyfeedback</p>']")),
        "feedback-incorrect": as_written(of_question("full", "/incorrectfeedback[text='<p>Wrongfeedback</p>']")),
        "choice-feedback": as_written(
            of_question("full", "/answer[text='Alpha']/feedback[text='<p>Alphafeedback</p>']")
        ),
        "choice-credit": as_written(of_question("full", "/answer[text='Gamma'][@fraction='50']")),
        "shuffle": as_written(of_question("shuffled", "[shuffleanswers='true']")),
        "fixed": in_its_place(of_question("full", "[shuffleanswers='false']")),
        "model-answer": as_written(of_question("essay", "/graderinfo/text[contains(., 'Modelanswer')]")),
        "grading-notes": as_written(of_question("essay", "/graderinfo/text[contains(., 'Gradingnotes')]")),
        "response-format": as_written(of_question("essay", "[responseformat='monospaced']")),
        "response-lines": as_written(of_question("essay", "[responsefieldlines='7']")),
        "response-words": as_written(of_question("essay", "[minwordlimit='11'][maxwordlimit='222']")),
        "attachments": as_written(of_question("essay", "[attachments='2']")),
        "starter": as_written(of_question("essay", "/responsetemplate[text='Startertext']")),
    },
    "qti21": {
        "single_choice": as_written(item("full", "q:itemBody/q:choiceInteraction")),
        "essay": as_written(item("essay", "q:itemBody/q:extendedTextInteraction")),
        "description": otherwise(test("//q:rubricBlock[@view='candidate'][.='Quizdescription']")),
        "time-limit": as_written(test("q:timeLimits[@maxTime='2700']")),
        "attempts": GONE,
        "shuffle-questions": as_written(test("//q:assessmentSection/q:ordering[@shuffle='true']")),
        "metadata": GONE,
        "points": as_written(
            item(
                "full",
                "q:outcomeDeclaration[@identifier='SCORE'][@normalMaximum='2.5']"
                "/../q:outcomeDeclaration[@identifier='MAXSCORE'][q:defaultValue/q:value='2.5']",
            )
        ),
        "section-title": as_written(test("//q:assessmentSection[@title='Sectiontitle'][@visible='true']")),
        "section-description": otherwise(test("//q:rubricBlock[@view='candidate'][.='Sectiondescription']")),
        "pick": as_written(test("//q:assessmentSection[count(q:assessmentItemRef)=3]/q:selection[@select='1']")),
        "category": GONE,
        "tags": GONE,
        "title": as_written(item("full", "self::*[@title='Questiontitle']")),
        "stimulus": as_written(
            item("full", "q:itemBody/q:div[starts-with(., 'StimulustitleStimulustext')][contains(., 'Fullprompt')]")
        ),
        "explanation": as_written(
            item("full", "q:modalFeedback[.='Fullexplanation'][@identifier=//q:defaultValue/q:value]")
        ),
        "hints": GONE,
        "penalty": GONE,
        "feedback-correct": as_written(_feedback_rule("correct_fb", "Rightfeedback")),
        "feedback-partial": as_written(_feedback_rule("partial_fb", "Partlyfeedback")),
        "feedback-incorrect": as_written(_feedback_rule("incorrect_fb", "Wrongfeedback")),
        "choice-feedback": as_written(_feedback_rule("feedback_1_fb", "Alphafeedback")),
        "choice-credit": as_written(
            item("full", "//q:mapEntry[@mappedValue='1.25'][@mapKey=//q:simpleChoice[.='Gamma']/@identifier]")
        ),
        "shuffle": as_written(item("shuffled", "q:itemBody/q:choiceInteraction[@shuffle='true']")),
        "fixed": as_written(item("full", "//q:simpleChoice[.='Delta'][@fixed='true']")),
        "model-answer": as_written(item("essay", "//q:rubricBlock[@view='scorer'][contains(., 'Modelanswer')]")),
        "grading-notes": as_written(item("essay", "//q:rubricBlock[@view='scorer'][contains(., 'Gradingnotes')]")),
        "response-format": otherwise(item("essay", "//q:extendedTextInteraction[@format='plain']")),
        "response-lines": as_written(item("essay", "//q:extendedTextInteraction[@expectedLines='7']")),
        "response-words": GONE,
        "attachments": GONE,
        "starter": otherwise(item("essay", "q:itemBody/q:div/q:pre[.='Startertext']")),
    },
    "anki": {
        "single_choice": as_written(column("full", BACK, "B. Beta")),
        "essay": as_written(column("essay", FRONT, "Essayprompt")),
        **dict.fromkeys(
            (
                "description", "time-limit", "attempts", "shuffle-questions", "metadata", "points",
                "section-description", "pick", "title", "penalty", "feedback-correct", "feedback-partial",
                "feedback-incorrect", "choice-feedback", "choice-credit", "shuffle", "response-format",
                "response-lines", "response-words", "attachments",
            ),
            GONE,
        ),
        "section-title": as_written(column("full", TAGS, r"(^| )Sectiontitle( |$)")),
        "category": as_written(column("essay", DECK, "^Pathother$")),
        "tags": as_written(column("full", TAGS, r"(^| )questiontag( |$)")),
        "stimulus": as_written(column("full", FRONT, "Stimulustitle.*Stimulustext.*Fullprompt")),
        "explanation": as_written(column("full", BACK, "Fullexplanation")),
        "hints": otherwise(column("full", FRONT, "<details>.*Firsthint.*<details>.*Secondhint")),
        "fixed": anyway(column("full", FRONT, "Alpha.*Beta.*Gamma.*Delta")),
        "model-answer": as_written(column("essay", BACK, "Modelanswer")),
        "grading-notes": as_written(column("essay", BACK, "Gradingnotes")),
        "starter": otherwise(column("essay", FRONT, "Startertext")),
    },
}  # fmt: skip
"""Where each feature, and each type, is in the output of each target, written from DESIGN and the facts."""


# What is reported against the table


def told(target: str) -> Counter[tuple[str, str, str | None, str]]:
    report = kfexport.validate([BANK], targets=[target])
    assert [d.code for d in report.diagnostics if d.target is None] == []
    return Counter((d.code, d.severity.value, d.question, d.message) for d in report.diagnostics)


def due(target: str) -> Iterator[tuple[str, str, str | None, str]]:
    """What has to be reported, by the table alone."""
    for name, support in capabilities(target).features.items():
        for question, subject in USERS[name]:
            sentence = f"{subject} {support.instead}"
            match support.kept:
                case Kept.COSMETIC:
                    yield "KF404", "info", question, sentence
                case Kept.NEVER:
                    yield "KF403", "info", None, sentence
                    break
                case Kept.LOST:
                    yield "KF402", "warning", question, sentence
                case Kept.NO:
                    yield "KF401", "error", question, sentence


def wrongly_told(target: str) -> list[str]:
    """Reports too many and too few."""
    found = told(target)
    found.subtract(due(target))
    for code, question, beginning in BY_CODE[target]:
        match = next((f for f in found if f[0] == code and f[2] == question and f[3].startswith(beginning)), None)
        if match is None:
            return [f"not told: {beginning}"]
        found[match] -= 1
    return [f"told {count:+d}: {report}" for report, count in found.items() if count]


def capabilities(target: str) -> Capabilities:
    return registry.load(target).CAPABILITIES


# What is in the output against the table


def data() -> dict[str, Any]:
    return yaml.safe_load(BANK.read_text(encoding="utf-8"))


def without(name: str, only: str | None = None) -> str:
    """The bank as YAML without a feature (of one question, where one is named), or without the questions of a type."""
    quiz = deepcopy(data())
    if name in QUESTION_TYPES:
        for section in quiz["sections"]:
            section["questions"] = [q for q in section["questions"] if q["type"] != name]
        quiz["sections"] = [s for s in quiz["sections"] if s["questions"]]
    for path in PATHS.get(name, ()):
        assert delete(quiz, path.split("."), only) > 0, f"nothing at {path}"
    return yaml.safe_dump(quiz, allow_unicode=True, sort_keys=False)


def delete(node: Any, path: list[str], only: str | None) -> int:
    """Remove a key wherever the path leads; how many there were."""
    if path[0] == "*":
        return sum(delete(child, path[1:], only) for child in node)
    if only is not None and isinstance(node, dict) and "type" in node and node["id"] != only:
        return 0
    if not isinstance(node, dict) or path[0] not in node:
        return 0
    if len(path) == 1:
        del node[path[0]]
        return 1
    return delete(node[path[0]], path[1:], only)


NAMES = [*QUESTION_TYPES, *FEATURES]


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Output:
    return export(tmp_path_factory.mktemp("full"), BANK, quiz=QUIZ)


@pytest.fixture(scope="module")
def reduced(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Output]:
    """The bank without each feature and type in turn."""
    return {name: export(tmp_path_factory.mktemp("less"), without(name), quiz=QUIZ) for name in NAMES}


def of_target(output: Output, target: str) -> dict[str, bytes]:
    return {name: content for name, content in output.files.items() if name.startswith(f"{target}/")}


def misplaced(target: str) -> list[str]:
    """Features of which the table says something else than the evidence, or nothing."""
    table = capabilities(target)
    says: dict[str, Support] = {**table.types, **table.features}
    found = [f"{name} is missing" for name in NAMES if name not in says]
    found += [f"{name} is unknown" for name in says if name not in NAMES]
    for name, evidence in EVIDENCE[target].items():
        if name in says and says[name].kept not in evidence.kept:
            found.append(f"{name}: {says[name].kept}, not {evidence.kept}")
    return found


# The tests


def test_the_bank_uses_every_feature_and_type() -> None:
    """What the detectors find is who uses a feature by the table above."""
    report = kfexport.load([BANK])
    assert report.diagnostics == ()
    (quiz,) = report.quizzes
    assert set(USERS) == set(PATHS) == set(FEATURES)
    for name, feature in FEATURES.items():
        found: list[str | None] = []
        for section in quiz.sections:
            if feature.scope == "section":
                found += [None for _ in feature.uses(quiz, section, None)]
            if feature.scope == "question":
                found += [q.id for q in section.questions for _ in feature.uses(quiz, section, q)]
        if feature.scope == "quiz":
            found = [None for _ in feature.uses(quiz, None, None)]
        assert found == [question for question, _ in USERS[name]], name
    assert set(TYPES) == set(QUESTION_TYPES)
    for kind, ids in TYPES.items():
        assert [q.id for q in quiz.questions() if q.kind == kind] == ids


def test_who_does_not_use_a_feature_is_not_found() -> None:
    """Each detector falls silent when its keys are gone."""
    for name, feature in FEATURES.items():
        (quiz,) = load(without(name)).quizzes
        owners: list[tuple[Any, Any]] = [(None, None)]
        if feature.scope != "quiz":
            owners = [(s, None) for s in quiz.sections] + [(s, q) for s in quiz.sections for q in s.questions]
        assert [use for s, q in owners for use in feature.uses(quiz, s, q)] == [], name


def load(text: str) -> Any:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "quiz.yaml")
        path.write_text(text, encoding="utf-8")
        report = kfexport.load([path])
        assert report.ok
        return report


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_reported_is_what_the_table_says(target: str) -> None:
    assert wrongly_told(target) == []


@pytest.mark.parametrize("target", TARGETS)
def test_the_table_says_what_is_in_the_output(target: str) -> None:
    assert set(EVIDENCE[target]) == set(NAMES)
    assert misplaced(target) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("target", TARGETS)
def test_the_evidence_is_in_the_output(target: str, name: str, full: Output, reduced: dict[str, Output]) -> None:
    evidence, less = EVIDENCE[target][name], reduced[name]
    if evidence.holds is not None:
        assert evidence.holds(full), "nothing of it is in the output"
    if evidence.holds is not None and evidence.trace:
        assert not evidence.holds(less), "this is in the output without it too"
    elif name in FEATURES:
        assert of_target(full, target) == of_target(less, target)


SILENT = {
    ("moodle", "penalty", "told"): "the penalty of an essay is dropped without a word",
}


def _uses() -> Iterator[Any]:
    for target in TARGETS:
        for name, users in USERS.items():
            for question, _ in users:
                kept = capabilities(target).features[name].kept
                if question is not None and kept is not Kept.NEVER and EVIDENCE[target][name].trace:
                    reason = SILENT.get((target, name, question))
                    marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
                    yield pytest.param(target, name, question, marks=marks)


@pytest.mark.parametrize(("target", "name", "question"), list(_uses()))
def test_nothing_is_dropped_in_silence(target: str, name: str, question: str, full: Output, tmp_path: Path) -> None:
    """A feature of one question changes the output, or something is said about it."""
    less = export(tmp_path, without(name, question), quiz=QUIZ, targets=[target])
    said = {d.message for d in full.report.diagnostics if d.target == target and d.question == question}
    said_less = {d.message for d in less.report.diagnostics if d.question == question}
    assert of_target(full, target) != of_target(less, target) or said - said_less


@pytest.mark.parametrize("target", TARGETS)
def test_reports_come_from_a_build_too(target: str, full: Output) -> None:
    """A build says the same as ``validate``."""
    built = Counter(
        (d.code, d.severity.value, d.question, d.message) for d in full.report.diagnostics if d.target == target
    )
    assert built == told(target)


# Whether the tests above see a wrong table: each entry of each table is turned around.


def patched(monkeypatch: pytest.MonkeyPatch, target: str, name: str, support: Support | None) -> None:
    """Let a target's table say something else of one entry, or nothing."""
    table = capabilities(target)
    part = "types" if name in QUESTION_TYPES else "features"
    entries = dict(getattr(table, part))
    del entries[name]
    if support is not None:
        entries[name] = support
    monkeypatch.setattr(registry.load(target), "CAPABILITIES", replace(table, **{part: entries}))


CELLS = [(target, name) for target in TARGETS for name in NAMES]


@pytest.mark.parametrize(("target", "name"), CELLS)
def test_a_turned_entry_is_seen(target: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = capabilities(target)
    kept = {**table.types, **table.features}[name].kept
    wrong = [lost("left out"), never("left out"), cosmetic("shown elsewhere"), impossible("cannot be")]
    for support in wrong if kept is Kept.YES else [YES]:
        with monkeypatch.context() as patch:
            patched(patch, target, name, support)
            assert [fault for fault in misplaced(target) if fault.startswith(f"{name}: ")]
    assert misplaced(target) == []


@pytest.mark.parametrize(("target", "name"), CELLS)
def test_a_missing_entry_is_seen(target: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patched(monkeypatch, target, name, None)
    assert misplaced(target) == [f"{name} is missing"]


@pytest.mark.parametrize(("target", "name"), [(t, n) for t, n in CELLS if n in FEATURES])
def test_whatever_the_table_says_is_reported(target: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reports follow the table, for each kind of entry: a code, a severity, and each user or the quiz once."""
    for support in (YES, lost("goes"), never("has no place"), cosmetic("looks odd")):
        with monkeypatch.context() as patch:
            patched(patch, target, name, support)
            assert wrongly_told(target) == []


@pytest.mark.parametrize("name", FEATURES)
def test_what_cannot_be_expressed_blocks_its_questions(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An error for each user; with ``allow_omit`` the questions are left out, and the output has the others."""
    patched(monkeypatch, "moodle", name, impossible("cannot be written: leave it out"))
    report = kfexport.build([BANK], targets=["moodle"], out=tmp_path / "out")
    errors = [(d.code, d.question, d.message) for d in report.diagnostics if d.severity is Severity.ERROR]
    users = USERS[name]
    assert sorted(errors, key=str) == sorted(
        [("KF401", question, f"{subject} cannot be written: leave it out") for question, subject in users], key=str
    )
    assert not report.written
    if FEATURES[name].scope == "question":
        output = export(tmp_path / "less", BANK, quiz=QUIZ, targets=["moodle"], allow_omit=True)
        kept = [(q.idnumber or "").removeprefix(f"{QUIZ}/") for q in output.moodle.questions]
        gone = {question for question, _ in users}
        assert kept == [q for ids in TYPES.values() for q in ids if q not in gone]
        left_out = [d.question for d in output.report.diagnostics if d.code == "KF407"]
        assert left_out == [question for question, _ in users]
    else:
        assert not kfexport.build([BANK], targets=["moodle"], out=tmp_path / "no", allow_omit=True).written


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", QUESTION_TYPES)
def test_a_type_that_cannot_be_expressed(target: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patched(monkeypatch, target, kind, impossible("has no place here"))
    errors = [d for d in kfexport.validate([BANK], targets=[target]).diagnostics if d.severity is Severity.ERROR]
    expected = [("KF401", id, f"A question of the type {kind} has no place here") for id in TYPES[kind]]
    assert [(d.code, d.question, d.message) for d in errors] == expected


@pytest.mark.parametrize("support", [lost("judged otherwise"), cosmetic("shown otherwise")], ids=["lost", "cosmetic"])
def test_a_type_that_is_kept_in_part_is_reported(support: Support, monkeypatch: pytest.MonkeyPatch) -> None:
    patched(monkeypatch, "moodle", "essay", support)
    report = kfexport.validate([BANK], targets=["moodle"])
    found = [d.question for d in report.diagnostics if support.instead in d.message]
    assert found == TYPES["essay"]


@pytest.mark.parametrize("target", TARGETS)
def test_silence_and_noise_are_seen(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report that is swallowed or invented is told by the comparison above."""
    real = features.report

    def swallow(quiz: Any, table: Capabilities, losses: Any) -> None:
        real(quiz, table, losses)
        losses.found = losses.found[:-1]

    def invent(quiz: Any, table: Capabilities, losses: Any) -> None:
        real(quiz, table, losses)
        losses.add("KF402", Severity.WARNING, "Something is left out", None)

    for wrong in (swallow, invent):
        with monkeypatch.context() as patch:
            patch.setattr(features, "report", wrong)
            assert wrongly_told(target)
    assert wrongly_told(target) == []
