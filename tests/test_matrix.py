"""The support matrix cannot lie: a quiz that uses everything loses what the tables say, and nothing else.

Two things are held against a target's ``CAPABILITIES``, feature by feature and type by type: what ``validate`` reports,
and what really is in the output, told by building the quiz once with the feature and once without it.
"""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import anki_reader
import pytest
import yaml
from lxml import etree
from shown import BACK, DECK, FRONT, TAGS, Output, at, export, item_name

import kfexport
from kfexport.diagnostics import Severity
from kfexport.model.questions import QUESTION_TYPES
from kfexport.targets import features, registry
from kfexport.targets.base import YES, Capabilities, Kept, Losses, Support, cosmetic, impossible, lost, never
from kfexport.targets.features import FEATURES

QUIZ = "every-feature"
BANK = Path(__file__).parent / "data" / "every-feature.yaml"
TARGETS = ("moodle", "qti21", "anki", "canvas", "qti21-blackboard")
BLACKBOARD = "qti21-blackboard"

TYPES: dict[str, list[str]] = {
    "single_choice": ["single", "bare", "pinned"],
    "multiple_response": ["multiple", "whole", "parts"],
    "true_false": ["truth"],
    "short_answer": ["short", "free"],
    "numerical": ["number", "digits"],
    "essay": ["essay", "upload"],
    "matching": ["match"],
    "ordering": ["order"],
    "cloze": ["cloze", "figures", "menu"],
    "description": ["text"],
}
"""The questions of each type; the first of them uses all that it can."""

KIND = {id: kind for kind, ids in TYPES.items() for id in ids}
ASKED = ("single", "multiple", "truth", "short", "number", "essay", "match", "order", "cloze")
"""The first question of each type, but for the description, which has no answer to say anything about."""
ALL = (*ASKED, "text")

USERS: dict[str, list[tuple[str | None, str]]] = {
    "description": [(None, "The description is")],
    "time-limit": [(None, "The time limit is")],
    "attempts": [(None, "The number of attempts is")],
    "shuffle-questions": [(None, "Shuffling of the questions is")],
    "metadata": [(None, "`authors`, `license`, `version`, `source` and `translation_of` are")],
    "points": [(None, "The points of the questions are")],
    "section-title": [(None, "The title of the section is")],
    "section-description": [(None, "The description of the section is")],
    "pick": [(None, "Drawing some of the questions (pick) is")],
    "category": [(id, "The category is") for id in ("pinned", *ALL[1:])],
    "tags": [(id, "The tags are") for id in ALL],
    "title": [(id, "The title is") for id in ALL],
    "stimulus": [(id, "The stimulus is") for id in ALL],
    "explanation": [(id, "The explanation is") for id in ALL],
    "hints": [(id, "The hints are") for id in ASKED],
    "penalty": [(id, "The penalty is") for id in ASKED],
    "feedback-correct": [(id, "Feedback on a right answer is") for id in ASKED],
    "feedback-partial": [(id, "Feedback on a partly right answer is") for id in ASKED],
    "feedback-incorrect": [(id, "Feedback on a wrong answer is") for id in ASKED],
    "choice-feedback": [("single", "Feedback of choices 1 and 2 is"), ("multiple", "Feedback of choice 1 is")],
    "choice-credit": [("single", "Credit of choice 3 is"), ("multiple", "Credit of choices 1, 2 and 3 is")],
    "all-or-nothing": [(id, "Scoring by all or nothing is") for id in ("whole", "order")],
    "answer-credit": [(id, "Part credit of an answer is") for id in ("short", "number", "cloze")],
    "answer-feedback": [
        *((id, "Feedback of an answer is") for id in ("short", "number", "cloze")),
        ("menu", "Feedback of a drop-down is"),
    ],
    "several-answers": [(id, "Accepting several answers is") for id in ("short", "number", "cloze")],
    "case-sensitive": [(id, "The letter case of answers is") for id in ("short", "cloze")],
    "tolerance": [(id, "The tolerance of numbers is") for id in ("number", "figures")],
    "unit": [("number", "The unit is")],
    "truth-feedback": [("truth", "Feedback on “true” is"), ("truth", "Feedback on “false” is")],
    "distractors": [("match", "Showing the distractors is")],
    "blank-weight": [("cloze", "The weight of the blanks is")],
    "shuffle": [(id, "Shuffling of the choices is") for id in ("single", "pinned", "multiple", "whole")],
    "fixed": [(id, "The fixed place of choice 3 is") for id in ("pinned", "whole")],
    "model-answer": [("essay", "The model answer is")],
    "grading-notes": [("essay", "The grading notes are")],
    "response-format": [(id, "The kind of answer field is") for id in ("essay", "upload")],
    "response-lines": [(id, "The height of the answer field is") for id in ("essay", "upload")],
    "response-words": [(id, "The word limits are") for id in ("essay", "upload")],
    "attachments": [("essay", "Attachments are")],
    "starter": [(id, "The starter text is") for id in ("essay", "upload")],
}
"""Who uses a feature in the bank, in the order of the file, and how a sentence about it begins."""

_MISSED = "The question has another category than its section, so a draw from the section's category misses it"
BY_CODE: dict[str, list[tuple[str, str | None, str]]] = {
    "moodle": [
        ("KF402", "pinned", _MISSED),
        ("KF402", "multiple", _MISSED),
        ("KF402", "multiple", "A mark below 0 is 0 instead"),
        ("KF402", "digits", "The digits of answer 1 after the 14th do not count"),
        ("KF402", "upload", "The height of the answer field is left out"),
        ("KF402", "upload", "The lower word limit is left out"),
        ("KF402", "upload", "The upper word limit is left out"),
        ("KF402", "upload", "The starter text is left out"),
        ("KF402", "menu", "The question is worth 2, not 2.5"),
    ],
    "qti21": [
        ("KF402", "upload", "The height of the answer field is left out"),
    ],
    "anki": [
        ("KF402", "upload", "No model answer and no explanation"),
    ],
    "canvas": [
        ("KF402", None, "The questions of the section are worth 2.5 each"),
        ("KF402", None, "Classic Quizzes do not shuffle the choices of single, pinned, multiple, whole"),
        ("KF404", "single", "The stimulus is shown in each question that names it"),
        ("KF402", "short", "Feedback of answer 3 is left out with the answer"),
        ("KF402", "number", "Feedback of answer 3 is left out with the answer"),
        ("KF402", "digits", "Nobody can give answer 1 in Classic Quizzes"),
    ],
    "qti21-blackboard": [
        ("KF402", "parts", "A partly right answer earns nothing"),
        ("KF402", "free", "The letter case of the answer counts"),
        ("KF402", "upload", "The height of the answer field is left out"),
    ],
}
"""All that a target reports of this bank beside its table, since it depends on the values."""

Q = "sections.*.questions.*"
OF_ALL = ("category", "tags")
"""Features that the quiz has for all of its questions, besides those that have their own."""

PATHS: dict[str, tuple[str, ...]] = {
    "description": ("description",),
    "time-limit": ("delivery.time_limit",),
    "attempts": ("delivery.attempts",),
    "shuffle-questions": ("delivery.shuffle_questions",),
    "metadata": ("authors", "license", "version", "source", "translation_of"),
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
    "all-or-nothing": (f"{Q}.scoring",),
    "answer-credit": (f"{Q}.answers.*.credit", f"{Q}.blanks.*.answers.*.credit"),
    "answer-feedback": (
        f"{Q}.answers.*.feedback", f"{Q}.blanks.*.answers.*.feedback", f"{Q}.blanks.*.choices.*.feedback"
    ),
    "several-answers": (f"{Q}.answers.1", f"{Q}.blanks.*.answers.1") * 2,
    "case-sensitive": (f"{Q}.case_sensitive", f"{Q}.blanks.*.case_sensitive"),
    "tolerance": (f"{Q}.answers.*.tolerance", f"{Q}.blanks.*.tolerance"),
    "truth-feedback": (f"{Q}.feedback_true", f"{Q}.feedback_false"),
    "blank-weight": (f"{Q}.blanks.*.weight",),
    "model-answer": (f"{Q}.model_answer",),
    "grading-notes": (f"{Q}.grading_notes",),
    "response-format": (f"{Q}.response.format",),
    "response-lines": (f"{Q}.response.lines",),
    "response-words": (f"{Q}.response.min_words", f"{Q}.response.max_words"),
    "attachments": (f"{Q}.response.attachments",),
    "starter": (f"{Q}.response.starter",),
    **{name: (name, f"{Q}.{name}") for name in OF_ALL},
    **{
        name: (f"{Q}.{name}",)
        for name in (
            "title", "stimulus", "explanation", "hints", "penalty", "shuffle", "unit", "distractors"
        )
    },
}  # fmt: skip
"""The keys that make up a feature: without them the quiz does not use it."""

Holds = Callable[[Output, str, str], object]
"""Whether something is in the output of a target, for the question of an id."""


@dataclass(frozen=True)
class Evidence:
    """What of a feature is in the output."""

    kept: Kept
    """What a table has to say of it then."""
    holds: Holds | None = None
    """True of the output with the feature and false without it; ``None`` where both outputs are the same bytes."""
    trace: bool = True
    """Whether the output differs by the feature."""


def as_written(holds: Holds) -> Evidence:
    """The output holds the feature as the quiz file means it."""
    return Evidence(Kept.YES, holds)


def anyway(holds: Holds) -> Evidence:
    """The output is as the feature asks, with and without it."""
    return Evidence(Kept.YES, holds, trace=False)


def otherwise(holds: Holds) -> Evidence:
    """The output holds it in another form."""
    return Evidence(Kept.COSMETIC, holds)


def in_its_place(holds: Holds) -> Evidence:
    """The output has something else for it."""
    return Evidence(Kept.LOST, holds)


DROPPED = Evidence(Kept.LOST)
"""Nothing of it is in the output, not a byte differs, though such targets may have it."""
NO_PLACE = Evidence(Kept.NEVER)
"""Nothing of it is in the output, not a byte differs: such targets have no such thing."""
REFUSED = Evidence(Kept.NO)
"""The question that has it is left out."""


def _words(path: str, id: str) -> str:
    """``{id}`` and ``{W}``, the beginning of the question's words, put into a path."""
    return path.replace("{id}", id).replace("{W}", id.capitalize())


@cache
def _moodle_root(content: bytes) -> etree._Element:
    return etree.fromstring(content)


def moodle(path: str) -> Holds:
    """XPath from the root of the Moodle XML."""
    return lambda output, _, id: _moodle_root(output.files[f"moodle/{QUIZ}.xml"]).xpath(_words(path, id))


def question(path: str) -> Holds:
    """XPath from the question in Moodle XML."""
    return moodle(f"/quiz/question[idnumber='{QUIZ}/{{id}}']{path}")


@cache
def _package(content: bytes) -> dict[str, etree._Element]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: etree.fromstring(archive.read(name)) for name in archive.namelist()}


def item(path: str) -> Holds:
    """XPath from the item of the question in a QTI package."""

    def holds(output: Output, target: str, id: str) -> object:
        found = _package(output.files[f"{target}/{QUIZ}.zip"]).get(f"{item_name(QUIZ, id)}.xml")
        return found is not None and at(found, _words(path, id))

    return holds


def test(path: str) -> Holds:
    """XPath from the test of a QTI package."""

    def holds(output: Output, target: str, _: str) -> object:
        roots = _package(output.files[f"{target}/{QUIZ}.zip"]).values()
        return at(next(root for root in roots if etree.QName(root).localname == "assessmentTest"), path)

    return holds


test.__test__ = False  # type: ignore[attr-defined]


CANVAS = {
    "c": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2",
    "m": "http://canvas.instructure.com/xsd/cccv1p0",
}


def canvas(path: str) -> Holds:
    """XPath from the assessment (``c:``) or the settings (``m:``) of a Canvas package."""

    def holds(output: Output, _: str, id: str) -> object:
        roots = _package(output.files[f"canvas/{QUIZ}.zip"]).values()
        return any(root.xpath(_words(path, id), namespaces=CANVAS) for root in roots)

    return holds


def canvas_item(path: str) -> Holds:
    """XPath from the item of the question in a Canvas package."""
    return lambda output, target, id: canvas(f"//c:item[@ident='{item_name(QUIZ, id)}']/{path}")(output, target, id)


def entry(label: str, test: str) -> str:
    """XPath to an entry of the item's metadata that passes a test."""
    return f"c:itemmetadata/c:qtimetadata/c:qtimetadatafield[c:fieldlabel='{label}']/c:fieldentry[{test}]"


def canvas_type(name: str, path: str) -> Holds:
    """The item has Canvas's type of that name, and what the path says."""
    return canvas_item(f"self::*[{entry('question_type', f'.={name!r}')}]/{path}")


def canvas_stem(test: str) -> str:
    """XPath to the HTML of a question text that passes a test."""
    return f"c:presentation/c:material/c:mattext[{test}]"


def canvas_comment(ident: str, word: str, shown: bool = True) -> Holds:
    """The HTML of the word's paragraph is a comment; the ``ident`` is an XPath; a condition shows it."""
    rule = "[@ident=../c:resprocessing/c:respcondition/c:displayfeedback/@linkrefid]" if shown else ""
    html = f"""<div dir="auto"><p>{word}</p></div>"""
    return canvas_item(f"c:itemfeedback[@ident={ident}][.='{html}']{rule}")


def canvas_label(text: str) -> str:
    """XPath to the identifier of the answer with that text or HTML, from anywhere in the item."""
    return f"ancestor-or-self::c:item//c:response_label[.='{text}']/@ident"


@cache
def _records(content: bytes) -> dict[str, list[str]]:
    return {record[0]: record for record in anki_reader.read(content).records}


def column(number: int, pattern: str) -> Holds:
    """A pattern in one field of the note."""

    def holds(output: Output, _: str, id: str) -> object:
        kind, suffix = ("cloze", ".cloze") if KIND[id] == "cloze" else ("basic", "")
        guid = f"kf-{sha256(f'{QUIZ}/{id}#{kind}'.encode()).hexdigest()[:20]}"
        content = output.files.get(f"anki/{QUIZ}/{QUIZ}{suffix}.csv")
        record = _records(content).get(guid) if content is not None else None
        return record is not None and re.search(_words(pattern, id), record[number])

    return holds


def shown_by_rule(identifier: str, text: str) -> Holds:
    """The text is a modalFeedback, and some rule shows it."""
    return item(
        f"q:modalFeedback[{identifier}][.='{text}']"
        "[@identifier=//q:responseProcessing//q:setOutcomeValue/q:multiple/q:baseValue]",
    )


def each_of(kinds: tuple[str, ...], **found: Evidence) -> dict[str | tuple[str, str], Evidence]:
    """The same evidence for several types; ``_`` in a name stands for ``-``."""
    return {(kind, name.replace("_", "-")): evidence for kind in kinds for name, evidence in found.items()}


_STIMULUS = ".='<h4>Stimulustitle</h4><p>Stimulustext</p>'"
_COMBINED = ("feedback-correct", "feedback-partial", "feedback-incorrect")
_ANSWERED = ("true_false", "short_answer", "numerical")

EVIDENCE: dict[str, dict[str | tuple[str, str], Evidence]] = {
    "moodle": {
        "single_choice": as_written(
            question("[@type='multichoice'][single='true']/answer[@fraction='100'][text='{W}two']")
        ),
        "multiple_response": as_written(question("[@type='multichoice'][single='false']/answer[@fraction>0][2]")),
        "true_false": as_written(question("[@type='truefalse']/answer[text='true'][@fraction='100']")),
        "short_answer": as_written(question("[@type='shortanswer']/answer[text='{W}full'][@fraction='100']")),
        "numerical": as_written(question("[@type='numerical']/answer[text='3'][@fraction='100']")),
        "essay": as_written(question("[@type='essay']")),
        "matching": as_written(
            question("[@type='matching']/subquestion[contains(text, '{W}itema')]/answer[text='{W}to']")
        ),
        "ordering": otherwise(
            question(
                "[@type='ordering']/answer[contains(text, '{W}itema')]/following-sibling::answer/text[.='{W}itemc']"
            )
        ),
        "cloze": as_written(question("[@type='cloze']/questiontext/text[contains(., 'Clozetext {')]")),
        "description": as_written(question("[@type='description']/questiontext/text[contains(., '{W}prompt')]")),
        "description ": otherwise(
            moodle("question[category/text='$course$/top/Pathtop/Pathsub']/info/text[contains(., 'Quizdescription')]")
        ),
        "time-limit": NO_PLACE,
        "attempts": NO_PLACE,
        "shuffle-questions": NO_PLACE,
        "metadata": NO_PLACE,
        "points": as_written(moodle("self::*[count(question[defaultgrade='2.5'])=8][question[defaultgrade='6']]")),
        "section-title": as_written(moodle("question/category[text='$course$/top/Pathtop/Pathsub/Sectiontitle']")),
        "section-description": otherwise(
            moodle("question[category/text[contains(., 'Sectiontitle')]]/info/text[contains(., 'Sectiondescription')]")
        ),
        "pick": NO_PLACE,
        "category": as_written(
            question("/preceding-sibling::question[@type='category'][1]/category[text='$course$/top/{W}path']")
        ),
        "tags": as_written(question("/tags/tag[text='{W}tag']")),
        "title": as_written(question("/name[text='{W}title']")),
        "stimulus": as_written(
            question(
                "/questiontext/text[contains(., 'Stimulustitle') and contains(., '<p>Stimulustext</p><p>{W}prompt')]"
            )
        ),
        "explanation": as_written(question("/generalfeedback[text='<p>{W}explanation</p>']")),
        "hints": as_written(question("/hint[text='<p>{W}hinta</p>']/following-sibling::hint[text='<p>{W}hintb</p>']")),
        "penalty": as_written(question("[penalty='0.25']")),
        "feedback-correct": as_written(question("/correctfeedback[text='<p>{W}right</p>']")),
        "feedback-partial": as_written(question("/partiallycorrectfeedback[text='<p>{W}partly</p>']")),
        "feedback-incorrect": as_written(question("/incorrectfeedback[text='<p>{W}wrong</p>']")),
        **each_of(
            _ANSWERED,
            feedback_correct=as_written(question("/answer[@fraction='100']/feedback/text[contains(., '{W}right')]")),
            feedback_partial=as_written(question("/answer[@fraction='50']/feedback/text[contains(., '{W}partly')]")),
            feedback_incorrect=as_written(question("/answer[text='*']/feedback[text='<p>{W}wrong</p>']")),
        ),
        ("true_false", "feedback-partial"): NO_PLACE,
        ("true_false", "feedback-incorrect"): as_written(
            question("/answer[@fraction='0']/feedback/text[contains(., '{W}wrong')]")
        ),
        **{(kind, name): DROPPED for kind in ("essay", "cloze", "description") for name in _COMBINED},
        ("essay", "hints"): DROPPED,
        ("description", "hints"): DROPPED,
        ("essay", "penalty"): NO_PLACE,
        ("description", "penalty"): NO_PLACE,
        "choice-feedback": as_written(question("/answer[text='{W}one']/feedback[text='<p>{W}choicefeedback</p>']")),
        "choice-credit": as_written(question("/answer[text='{W}three'][@fraction='50']")),
        ("multiple_response", "choice-credit"): as_written(
            question("[answer[text='{W}three'][@fraction='75']]/answer[text='{W}one'][@fraction='-50']")
        ),
        "all-or-nothing": as_written(question("[gradingtype='ALL_OR_NOTHING']")),
        ("multiple_response", "all-or-nothing"): in_its_place(
            question("[answer[text='{W}two'][@fraction='50']]/answer[text='{W}one'][@fraction='-100']")
        ),
        "answer-credit": as_written(question("/answer[text='{W}half'][@fraction='50']")),
        ("numerical", "answer-credit"): as_written(question("/answer[text='7'][@fraction='50']")),
        ("cloze", "answer-credit"): as_written(question("/questiontext/text[contains(., '~%50%Clozehalf#')]")),
        "answer-feedback": as_written(question("/answer/feedback/text[contains(., '{W}answerfeedback')]")),
        ("cloze", "answer-feedback"): as_written(
            question("/questiontext/text[contains(., 'Clozehalf#') and contains(., 'Clozeanswerfeedback')]")
        ),
        "several-answers": as_written(question("[count(answer[@fraction>0])=3]")),
        ("cloze", "several-answers"): as_written(
            question("/questiontext/text[contains(., '=Clozefull~=Clozeother~%50%Clozehalf')]")
        ),
        "case-sensitive": as_written(question("[usecase='1']")),
        ("cloze", "case-sensitive"): as_written(question("/questiontext/text[contains(., ':SHORTANSWER_C:')]")),
        "tolerance": as_written(question("/answer[text='3'][tolerance='0.5']")),
        ("cloze", "tolerance"): as_written(question("/questiontext/text[contains(., 'NUMERICAL:=3:0.5}')]")),
        "unit": as_written(question("/questiontext/text[contains(., '_____ Numberunit')]")),
        "truth-feedback": as_written(
            question(
                "[answer[text='true']/feedback/text[contains(., '{W}ontrue')]]"
                "/answer[text='false']/feedback/text[contains(., '{W}onfalse')]"
            )
        ),
        "distractors": as_written(question("/subquestion[text='']/answer[text='{W}distractor']")),
        "blank-weight": as_written(
            question("/questiontext/text[contains(., '{4:SHORTANSWER') and contains(., '{2:SHORTANSWER')]")
        ),
        "shuffle": as_written(question("[shuffleanswers='true']")),
        "fixed": in_its_place(question("[shuffleanswers='false']")),
        "model-answer": as_written(question("/graderinfo/text[contains(., '{W}model')]")),
        "grading-notes": as_written(question("/graderinfo/text[contains(., '{W}notes')]")),
        "response-format": as_written(question("[responseformat='monospaced']")),
        "response-lines": as_written(question("[responsefieldlines='7']")),
        "response-words": as_written(question("[minwordlimit='11'][maxwordlimit='222']")),
        "attachments": as_written(question("[attachments='2']")),
        "starter": as_written(question("/responsetemplate[text='{W}starter']")),
    },
    "qti21": {
        "single_choice": as_written(item("q:itemBody/q:choiceInteraction[@maxChoices='1']")),
        "multiple_response": as_written(item("q:itemBody/q:choiceInteraction[@maxChoices='0']")),
        "true_false": as_written(
            item("q:itemBody/q:choiceInteraction/q:simpleChoice[.='True'][@identifier=//q:correctResponse/q:value]")
        ),
        "short_answer": as_written(
            item("self::*[q:itemBody//q:textEntryInteraction]//q:correctResponse[q:value='{W}full']")
        ),
        "numerical": as_written(
            item("q:responseDeclaration[@baseType='float'][q:correctResponse/q:value='3'][//q:textEntryInteraction]")
        ),
        "essay": as_written(item("q:itemBody/q:extendedTextInteraction")),
        "matching": as_written(item("q:itemBody/q:matchInteraction[q:simpleMatchSet[1][contains(., '{W}itema')]]")),
        "ordering": as_written(item("q:itemBody/q:orderInteraction[contains(., '{W}itemc')]")),
        "cloze": as_written(item("q:itemBody/q:div//q:p[contains(., 'Clozetext')][count(q:textEntryInteraction)=2]")),
        "description": otherwise(item("q:itemBody[contains(., '{W}prompt')][not(.//@responseIdentifier)]")),
        "description ": otherwise(test("//q:rubricBlock[@view='candidate'][.='Quizdescription']")),
        "time-limit": as_written(test("q:timeLimits[@maxTime='2700']")),
        "attempts": NO_PLACE,
        "shuffle-questions": as_written(test("//q:assessmentSection/q:ordering[@shuffle='true']")),
        "metadata": NO_PLACE,
        "points": as_written(
            lambda output, target, _: all(
                item(
                    f"q:outcomeDeclaration[@identifier='SCORE'][@normalMaximum='{points}']"
                    f"/../q:outcomeDeclaration[@identifier='MAXSCORE'][q:defaultValue/q:value='{points}']"
                )(output, target, id)
                for id, points in [*((id, "2.5") for id in ASKED[:-1]), ("cloze", "6"), ("menu", "2.5")]
            )
        ),
        "section-title": as_written(test("//q:assessmentSection[@title='Sectiontitle'][@visible='true']")),
        "section-description": otherwise(test("//q:rubricBlock[@view='candidate'][.='Sectiondescription']")),
        "pick": as_written(test("//q:assessmentSection[count(q:assessmentItemRef)=6]/q:selection[@select='1']")),
        "category": NO_PLACE,
        "tags": NO_PLACE,
        "title": as_written(item("self::*[@title='{W}title']")),
        "stimulus": as_written(
            item("q:itemBody/q:div[starts-with(., 'StimulustitleStimulustext')][contains(., '{W}prompt')]")
        ),
        "explanation": as_written(
            item("q:modalFeedback[.='{W}explanation'][@identifier=//q:outcomeDeclaration/q:defaultValue/q:value]")
        ),
        "hints": DROPPED,
        "penalty": NO_PLACE,
        "feedback-correct": as_written(shown_by_rule("@identifier='correct_fb'", "{W}right")),
        "feedback-partial": as_written(shown_by_rule("@identifier='partial_fb'", "{W}partly")),
        "feedback-incorrect": as_written(shown_by_rule("@identifier='incorrect_fb'", "{W}wrong")),
        **{("essay", name): DROPPED for name in _COMBINED},
        "choice-feedback": as_written(shown_by_rule("@identifier='feedback_1_fb'", "{W}choicefeedback")),
        "choice-credit": as_written(
            item("//q:mapEntry[@mappedValue='1.25'][@mapKey=//q:simpleChoice[.='{W}three']/@identifier]")
        ),
        ("multiple_response", "choice-credit"): as_written(
            item(
                "//q:mapping[q:mapEntry[@mappedValue='-1.25'][@mapKey=//q:simpleChoice[.='{W}one']/@identifier]]"
                "/q:mapEntry[@mappedValue='1.875'][@mapKey=//q:simpleChoice[.='{W}three']/@identifier]"
            )
        ),
        "all-or-nothing": as_written(
            item("self::*[q:responseProcessing[@template or .//q:match/q:correct]][not(//q:mapping | //q:index)]")
        ),
        "answer-credit": as_written(item("//q:mapEntry[@mapKey='{W}half'][@mappedValue='1.25']")),
        ("numerical", "answer-credit"): as_written(
            item("//q:responseElseIf[.//q:baseValue='7']/q:setOutcomeValue[@identifier='SCORE'][q:baseValue='1.25']")
        ),
        ("cloze", "answer-credit"): as_written(item("//q:mapEntry[@mapKey='{W}half'][@mappedValue='1']")),
        "answer-feedback": as_written(shown_by_rule("@identifier", "{W}answerfeedback")),
        "several-answers": as_written(item("//q:mapEntry[@mapKey='{W}full']/../q:mapEntry[@mapKey='{W}half']")),
        ("numerical", "several-answers"): as_written(
            item("//q:responseIf[.//q:baseValue='2.5']/../q:responseElseIf[.//q:baseValue='7']")
        ),
        "case-sensitive": as_written(item("//q:mapEntry[@mapKey='{W}full'][@caseSensitive='true']")),
        "tolerance": as_written(item("//q:and[q:gte/q:baseValue='2.5'][q:lte/q:baseValue='3.5']")),
        "unit": as_written(item("q:itemBody/q:p[q:textEntryInteraction][contains(., 'Numberunit')]")),
        "truth-feedback": as_written(
            lambda *where: all(
                shown_by_rule(f"@identifier='feedback_{word}_fb'", f"{{W}}on{word}")(*where)
                for word in ("true", "false")
            )
        ),
        "distractors": as_written(item("//q:simpleMatchSet[2]/q:simpleAssociableChoice[.='{W}distractor']")),
        "blank-weight": as_written(item("//q:mapEntry[@mapKey='{W}full'][@mappedValue='2']")),
        "shuffle": as_written(item("q:itemBody/q:choiceInteraction[@shuffle='true']")),
        "fixed": as_written(item("//q:simpleChoice[.='{W}three'][@fixed='true']")),
        "model-answer": as_written(item("//q:rubricBlock[@view='scorer'][contains(., '{W}model')]")),
        "grading-notes": as_written(item("//q:rubricBlock[@view='scorer'][contains(., '{W}notes')]")),
        "response-format": otherwise(item("//q:extendedTextInteraction[@format='plain']")),
        "response-lines": as_written(item("//q:extendedTextInteraction[@expectedLines='7']")),
        "response-words": DROPPED,
        "attachments": DROPPED,
        "starter": otherwise(item("q:itemBody/q:div/q:pre[.='{W}starter']")),
    },
    "anki": {
        "single_choice": as_written(column(BACK, "B. {W}two")),
        "multiple_response": as_written(column(BACK, "B. {W}two.*C. {W}three")),
        "true_false": as_written(column(BACK, "Answer.*True")),
        "short_answer": as_written(column(BACK, "Answer.*{W}full")),
        "numerical": as_written(column(BACK, "Answer.*3 ± 0.5")),
        "essay": as_written(column(FRONT, "{W}prompt")),
        "matching": as_written(column(BACK, "{W}itema — [A-C]. {W}to.*{W}itemb — [A-C]. {W}fro")),
        "ordering": as_written(column(BACK, "{W}itema.*{W}itemb.*{W}itemc")),
        "cloze": as_written(column(FRONT, r"Clozetext \{\{c1::Clozefull\}\} and \{\{c2::Clozecount\}\}")),
        "description": NO_PLACE,
        **dict.fromkeys(
            (
                "description ",
                "time-limit",
                "attempts",
                "shuffle-questions",
                "metadata",
                "points",
                "section-description",
                "pick",
                "title",
                "penalty",
                "choice-credit",
                "all-or-nothing",
                "case-sensitive",
                "blank-weight",
                "shuffle",
                "response-format",
                "response-lines",
                "response-words",
                "attachments",
            ),
            NO_PLACE,
        ),
        **dict.fromkeys((*_COMBINED, "choice-feedback", "answer-feedback", "truth-feedback"), DROPPED),
        "section-title": as_written(lambda *where: column(TAGS, r"(^| )Sectiontitle( |$)")(*where[:2], "single")),
        "category": as_written(column(DECK, "^{W}path$")),
        "tags": as_written(column(TAGS, r"(^| ){W}tag( |$)")),
        "stimulus": as_written(column(FRONT, "Stimulustitle.*Stimulustext.*{W}prompt")),
        "explanation": as_written(column(BACK, "{W}explanation")),
        "hints": otherwise(column(FRONT, "<details>.*{W}hinta.*<details>.*{W}hintb")),
        "answer-credit": as_written(column(BACK, r"{W}half \(50%\)")),
        ("numerical", "answer-credit"): as_written(column(BACK, r"7 Numberunit \(50%\)")),
        "several-answers": as_written(column(BACK, "{W}full.*{W}half")),
        ("numerical", "several-answers"): as_written(column(BACK, "3 ± 0.5.*7")),
        "tolerance": as_written(column(BACK, "3 ± 0.5")),
        ("cloze", "tolerance"): as_written(column(FRONT, "3 ± 0.5")),
        "unit": as_written(column(FRONT, "… Numberunit")),
        "distractors": as_written(column(FRONT, "{W}distractor")),
        "fixed": anyway(column(FRONT, "{W}one.*{W}two.*{W}three")),
        "model-answer": as_written(column(BACK, "{W}model")),
        "grading-notes": as_written(column(BACK, "{W}notes")),
        "starter": otherwise(column(FRONT, "{W}starter")),
    },
    "canvas": {
        "single_choice": as_written(
            canvas_type(
                "multiple_choice_question",
                f"c:resprocessing/c:respcondition[c:setvar='100']//c:varequal[.={canvas_label('<p>{W}two</p>')}]",
            )
        ),
        "multiple_response": as_written(
            canvas_type(
                "multiple_answers_question",
                f"c:resprocessing/c:respcondition[c:setvar='100']/c:conditionvar/c:and[c:not/c:varequal"
                f"={canvas_label('<p>{W}one</p>')}]/c:varequal[.={canvas_label('<p>{W}three</p>')}]",
            )
        ),
        "true_false": as_written(
            canvas_type(
                "true_false_question",
                f"c:resprocessing/c:respcondition[c:setvar='100']//c:varequal[.={canvas_label('True')}]",
            )
        ),
        "short_answer": as_written(
            canvas_type(
                "short_answer_question", "c:resprocessing/c:respcondition[c:setvar='100']//c:varequal[.='{W}full']"
            )
        ),
        "numerical": as_written(
            canvas_type("numerical_question", "c:resprocessing/c:respcondition[c:setvar='100']//c:or/c:varequal[.='3']")
        ),
        "essay": as_written(canvas_type("essay_question", "c:resprocessing/c:respcondition[@continue='No']//c:other")),
        "matching": as_written(
            canvas_type(
                "matching_question",
                "c:presentation/c:response_lid[contains(c:material, '{W}itema')]"
                "[@ident=ancestor::c:item//c:varequal[.=//c:response_label[.='{W}to']/@ident]/@respident]",
            )
        ),
        "ordering": otherwise(
            canvas_type(
                "ordering_question",
                f"c:resprocessing//c:varequal[.={canvas_label('<p>{W}itema</p>')}]"
                f"/following-sibling::c:varequal[2][.={canvas_label('<p>{W}itemc</p>')}]",
            )
        ),
        "cloze": as_written(
            canvas_type("fill_in_multiple_blanks_question", canvas_stem("contains(., 'Clozetext [b1] and [b2].')"))
        ),
        "description": as_written(canvas_type("text_only_question", canvas_stem(".='<p>{W}prompt</p>'"))),
        "description ": as_written(canvas("/m:quiz/m:description[.='<p>Quizdescription</p>']")),
        "time-limit": as_written(canvas("/m:quiz/m:time_limit[.='45']")),
        "attempts": as_written(canvas("/m:quiz/m:allowed_attempts[.='3']")),
        "shuffle-questions": in_its_place(canvas("/m:quiz/m:shuffle_questions[.='true']")),
        "metadata": NO_PLACE,
        "points": as_written(
            lambda output, target, _: all(
                canvas_item(entry("points_possible", f".='{points}'"))(output, target, id)
                for id, points in [*((id, "2.5") for id in ASKED[:-1]), ("cloze", "6"), ("menu", "2.5")]
            )
        ),
        "section-title": as_written(canvas("//c:item/" + canvas_stem("starts-with(., '<h3>Sectiontitle</h3>')"))),
        "section-description": as_written(
            canvas("//c:item/" + canvas_stem("contains(., '<p>Sectiondescription</p>')"))
        ),
        "pick": as_written(
            canvas("//c:section[count(c:item)=6]/c:selection_ordering/c:selection[c:selection_number='1']")
        ),
        "category": otherwise(canvas_item(entry("wct_questioncategory", ".='{W}path'"))),
        "tags": NO_PLACE,
        "title": as_written(canvas_item("self::*[@title='{W}title']")),
        "stimulus": as_written(
            canvas_item(
                entry(
                    "parent_stimulus_item_ident",
                    f".=//c:item[{canvas_stem(_STIMULUS)}]/@ident",
                )
            )
        ),
        **dict.fromkeys(
            (("single_choice", "stimulus"), ("multiple_response", "stimulus")),
            as_written(canvas_item(canvas_stem(".='<h4>Stimulustitle</h4><p>Stimulustext</p><p>{W}prompt</p>'"))),
        ),
        ("description", "stimulus"): as_written(canvas_item(f"preceding-sibling::c:item[1]/{canvas_stem(_STIMULUS)}")),
        "explanation": as_written(canvas_comment("'general_fb'", "{W}explanation")),
        ("description", "explanation"): DROPPED,
        "hints": DROPPED,
        "penalty": NO_PLACE,
        "feedback-correct": as_written(canvas_comment("'correct_fb'", "{W}right", shown=False)),
        "feedback-partial": DROPPED,
        "feedback-incorrect": as_written(canvas_comment("'general_incorrect_fb'", "{W}wrong")),
        ("true_false", "feedback-partial"): NO_PLACE,
        **{(kind, name): DROPPED for kind in ("essay", "description") for name in _COMBINED},
        "choice-feedback": as_written(
            canvas_comment("concat(..//c:response_label[.='<p>{W}one</p>']/@ident, '_fb')", "{W}choicefeedback")
        ),
        "choice-credit": DROPPED,
        "all-or-nothing": in_its_place(canvas_item(entry("scoring_algorithm", ".='AllOrNothing'"))),
        ("ordering", "all-or-nothing"): DROPPED,
        "answer-credit": in_its_place(canvas_item("self::*[not(.//c:varequal[.='{W}half'])]")),
        ("numerical", "answer-credit"): in_its_place(canvas_item("self::*[not(.//c:varequal[.='7'])]")),
        ("cloze", "answer-credit"): in_its_place(canvas_item("self::*[not(.//c:response_label[.='{W}half'])]")),
        "answer-feedback": as_written(
            canvas_comment("//c:respcondition[.//c:varequal='{W}full']/c:displayfeedback/@linkrefid", "{W}fullfeedback")
        ),
        ("numerical", "answer-feedback"): otherwise(
            canvas_comment("//c:respcondition[.//c:varequal='3']/c:displayfeedback[1]/@linkrefid", "{W}fullfeedback")
        ),
        ("cloze", "answer-feedback"): DROPPED,
        "several-answers": as_written(
            canvas_item("c:resprocessing//c:conditionvar[c:varequal='{W}full'][c:varequal='{W}other']")
        ),
        ("numerical", "several-answers"): as_written(
            canvas_item("c:resprocessing[.//c:or/c:varequal='3']//c:or[c:varequal='5']")
        ),
        ("cloze", "several-answers"): as_written(
            canvas_item(
                "c:presentation/c:response_lid/c:render_choice[c:response_label='{W}full']"
                "/c:response_label[.='{W}other']"
            )
        ),
        "case-sensitive": in_its_place(canvas_item("c:resprocessing//c:varequal[.='{W}full'][@case='Yes']")),
        ("cloze", "case-sensitive"): in_its_place(canvas_item(".//c:response_label[.='{W}full'][@case='Yes']")),
        "tolerance": as_written(canvas_item(".//c:or[c:varequal='3']/c:and[c:vargte='2.5'][c:varlte='3.5']")),
        ("cloze", "tolerance"): REFUSED,
        "unit": otherwise(canvas_item(canvas_stem("contains(., '<p>Answer (Numberunit)</p>')"))),
        "truth-feedback": as_written(
            lambda *where: all(
                canvas_comment(f"concat(..//c:response_label[.='{label}']/@ident, '_fb')", f"{{W}}on{label.lower()}")(
                    *where
                )
                for label in ("True", "False")
            )
        ),
        "distractors": as_written(
            canvas_item("c:presentation[count(c:response_lid/c:render_choice/c:response_label[.='{W}distractor'])=2]")
        ),
        "blank-weight": DROPPED,
        "shuffle": as_written(canvas_item("c:presentation/c:response_lid/c:render_choice[@shuffle='Yes']")),
        "fixed": as_written(canvas_item(".//c:response_label[.='<p>{W}three</p>'][@lock='Yes']")),
        # New Quizzes have a place for these, and Classic Quizzes have none.
        "model-answer": Evidence(Kept.NEVER, canvas_item(entry("grading_notes", "contains(., '<p>{W}model</p>')"))),
        "grading-notes": Evidence(Kept.NEVER, canvas_item(entry("grading_notes", "contains(., '<p>{W}notes</p>')"))),
        "response-format": otherwise(canvas_item("c:presentation/c:response_str[@rce='No']")),
        "response-lines": Evidence(Kept.COSMETIC),
        "response-words": in_its_place(
            canvas_item("c:presentation/c:response_str[@word_limit_min='11'][@word_limit_max='222']")
        ),
        "attachments": DROPPED,
        "starter": otherwise(canvas_item(canvas_stem("contains(., '<pre>{W}starter</pre>')"))),
    },
}
"""Where each feature, and each type, is in the output of each target, written from DESIGN and the facts.

A type and a feature together are what differs from the other types. The ``description`` of a quiz has a blank at its
end here, since a type has the same name.
"""
EVIDENCE[BLACKBOARD] = {
    **EVIDENCE["qti21"],
    **dict.fromkeys(("numerical", "matching", "ordering", "cloze", "description"), REFUSED),
    # The one point of every item.
    "points": DROPPED,
    **dict.fromkeys(
        (
            *_COMBINED, "explanation", "choice-feedback", "answer-feedback", "truth-feedback", "choice-credit",
            "answer-credit", "several-answers",
        ),
        DROPPED,
    ),
    **dict.fromkeys(("tolerance", "unit", "distractors", "blank-weight"), REFUSED),
    ("multiple_response", "choice-credit"): DROPPED,
    **{(k, n): DROPPED for k in ("numerical", "cloze") for n in ("answer-credit", "several-answers")},
    "case-sensitive": anyway(item("//q:correctResponse[q:value='{W}full'][not(//q:mapping)]")),
    "all-or-nothing": anyway(item("q:responseProcessing[contains(@template, 'match_correct')]")),
}  # fmt: skip


def evidence(target: str, name: str, kind: str | None = None) -> Evidence:
    """What is in the output of a feature, in questions of a type or in general."""
    name = f"{name} " if name == "description" else name
    found = EVIDENCE[target]
    return found.get((kind or "", name), found[name])


# What is reported against the table


def users(name: str) -> list[tuple[str | None, str]]:
    """Who uses a feature: questions, and the quiz where it has the feature for all of them."""
    return [(None, USERS[name][0][1]), *USERS[name]] if name in OF_ALL else USERS[name]


def told(target: str, *, allow_omit: bool = False) -> Counter[tuple[str, str, str | None, str]]:
    report = kfexport.validate([BANK], targets=[target], allow_omit=allow_omit)
    assert [d.code for d in report.diagnostics if d.target is None] == []
    return Counter((d.code, d.severity.value, d.question, d.message) for d in report.diagnostics)


_TOLD = {
    Kept.COSMETIC: ("KF404", "info"),
    Kept.NEVER: ("KF403", "info"),
    Kept.LOST: ("KF402", "warning"),
    Kept.NO: ("KF401", "error"),
}


def due(table: Capabilities) -> Iterator[tuple[str, str, str | None, str]]:
    """What has to be reported, by the table alone."""
    for kind, ids in TYPES.items():
        support = table.types[kind]
        if support.kept in (Kept.COSMETIC, Kept.NEVER):  # told once a quiz, and naming all
            first, *others = ids
            also = f" (also {', '.join(others)})" if others else ""
            about = None if support.kept is Kept.NEVER else first
            yield *_TOLD[support.kept], about, f"A question of the type {kind} {support.instead}{also}"
        else:
            yield from _due((id, f"A question of the type {kind}", support) for id in ids)
    for name in table.features:
        yield from _due(
            (id, subject, table.exceptions.get((KIND.get(id or "", ""), name), table.features[name]))
            for id, subject in users(name)
            if id is None or table.types[KIND[id]].kept is not Kept.NO
        )


def _due(users: Iterator[tuple[str | None, str, Support]]) -> Iterator[tuple[str, str, str | None, str]]:
    noted = False
    for id, subject, support in users:
        if support.kept is Kept.YES or (support.kept is Kept.NEVER and noted):
            continue
        noted = noted or support.kept is Kept.NEVER
        code, severity = _TOLD[support.kept]
        yield code, severity, None if support.kept is Kept.NEVER else id, f"{subject} {support.instead}"


def wrongly_told(target: str) -> list[str]:
    """Reports too many and too few."""
    found = told(target)
    found.subtract(due(capabilities(target)))
    for code, question, beginning in BY_CODE[target]:
        match = next((f for f in found if f[0] == code and f[2] == question and f[3].startswith(beginning)), None)
        if match is None:
            return [f"not told: {beginning}"]
        found[match] -= 1
    return [f"told {count:+d}: {report}" for report, count in found.items() if count]


def capabilities(target: str) -> Capabilities:
    return registry.load(target).CAPABILITIES


# What is in the output against the table


@cache
def data() -> dict[str, Any]:
    return yaml.safe_load(BANK.read_text(encoding="utf-8"))


def without(name: str, only: str | None = None) -> str:
    """The bank as YAML without a feature (of one question, where one is named), or without a ``type …``."""
    quiz = deepcopy(data())
    if name.startswith("type "):
        for section in quiz["sections"]:
            section["questions"] = [q for q in section["questions"] if f"type {q['type']}" != name]
        quiz["sections"] = [s for s in quiz["sections"] if s["questions"]]
        return yaml.safe_dump(quiz, allow_unicode=True, sort_keys=False)
    paths = [path for path in PATHS[name] if only is None or path.startswith(Q)]
    gone = [delete(quiz, path.split("."), only) for path in paths]
    if name == "points":  # a cloze that does not say them has one a blank at least
        for section in quiz["sections"]:
            section["questions"] = [q | ({"points": 1} if "blanks" in q else {}) for q in section["questions"]]
    assert all(gone) if only is None else any(gone), f"nothing at one of {PATHS[name]}"
    return yaml.safe_dump(quiz, allow_unicode=True, sort_keys=False)


def delete(node: Any, path: list[str], only: str | None) -> int:
    """Remove a key or an entry wherever the path leads; how many there were."""
    if path[0] == "*":
        children = node.values() if isinstance(node, dict) else node
        return sum(delete(child, path[1:], only) for child in children)
    if only is not None and isinstance(node, dict) and "type" in node and node["id"] != only:
        return 0
    if isinstance(node, list) and path == ["1"] and len(node) > 1:
        del node[1]
        return 1
    if not isinstance(node, dict) or path[0] not in node:
        return 0
    if len(path) == 1:
        del node[path[0]]
        return 1
    return delete(node[path[0]], path[1:], only)


BROAD = [name for name, users in USERS.items() if users[0][0] is None]
"""Features of the quiz and of sections."""
CELLS = [
    (kind, name)
    for kind in TYPES
    for name, users in USERS.items()
    if any(KIND.get(id or "") == kind for id, _ in users)
]
"""Each type with each feature that its questions use."""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Output:
    return export(tmp_path_factory.mktemp("full"), BANK, quiz=QUIZ, targets=TARGETS, allow_omit=True)


@pytest.fixture(scope="module")
def less(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str | None], Output]:
    """The bank without a feature or type, or without a feature in one question."""

    @cache
    def built(name: str, only: str | None = None) -> Output:
        folder = tmp_path_factory.mktemp("less")
        return export(folder, without(name, only), quiz=QUIZ, targets=TARGETS, allow_omit=True)

    return built


def of_target(output: Output, target: str) -> dict[str, bytes]:
    found = {name: content for name, content in output.files.items() if name.startswith(f"{target}/")}
    assert found, f"{target} wrote nothing"
    return found


def misplaced(target: str) -> list[str]:
    """Types and features of which the table says something else than the evidence, or nothing."""
    table = capabilities(target)
    found = []
    for part, says, names in (("type ", table.types, TYPES), ("", table.features, USERS)):
        found += [f"{part}{name}: missing" for name in names if name not in says]
        found += [f"{part}{name}: unknown" for name in says if name not in names]
    for kind in TYPES:
        if kind in table.types and table.types[kind].kept is not (kept := EVIDENCE[target][kind].kept):
            found.append(f"type {kind}: {table.types[kind].kept}, not {kept}")
    for name in set(USERS) & set(table.features):
        if table.features[name].kept is not (kept := evidence(target, name).kept):
            found.append(f"{name}: {table.features[name].kept}, not {kept}")
        for kind in TYPES:
            says_here = table.exceptions.get((kind, name))
            kept = evidence(target, name, kind).kept
            if (says_here or table.features[name]).kept is not kept:
                found.append(f"{kind} × {name}: {(says_here or table.features[name]).kept}, not {kept}")
    found += [f"{k} × {n}: unknown" for k, n in table.exceptions if k not in TYPES or n not in USERS]
    return found


def user(kind: str, name: str) -> str:
    """The question that shows how a feature is kept in a type."""
    return next(id for id, _ in USERS[name] if id is not None and KIND[id] == kind)


# The tests


def test_the_bank_uses_every_feature_and_type() -> None:
    """What the detectors find is who uses a feature by the table above."""
    report = kfexport.load([BANK])
    assert report.diagnostics == ()
    (quiz,) = report.quizzes
    assert set(USERS) == set(PATHS) == set(FEATURES)
    for name, feature in FEATURES.items():
        found: list[str | None] = []
        if feature.scope in ("quiz", "all"):
            found = [None for _ in feature.uses(quiz)]
        for section in quiz.sections:
            if feature.scope in ("section", "all"):
                found += [None for _ in feature.uses(section)]
            if feature.scope in ("question", "all"):
                found += [q.id for q in section.questions for _ in feature.uses(q)]
        assert found == [question for question, _ in users(name)], name
        assert (name in BROAD) == (feature.scope in ("quiz", "section"))
        assert (name in OF_ALL) == (feature.scope == "all")
    assert set(TYPES) == set(QUESTION_TYPES)
    for kind, ids in TYPES.items():
        assert [q.id for q in quiz.questions() if q.kind == kind] == ids


def test_who_does_not_use_a_feature_is_not_found(tmp_path: Path) -> None:
    """Each detector falls silent when its keys are gone."""
    for name, feature in FEATURES.items():
        path = tmp_path / f"{QUIZ}.yaml"
        path.write_text(without(name), encoding="utf-8")
        report = kfexport.load([path])
        assert report.ok
        (quiz,) = report.quizzes
        owners: dict[str, list[Any]] = {
            "quiz": [quiz],
            "section": list(quiz.sections),
            "question": list(quiz.questions()),
        }
        owners["all"] = [*owners["section"], *owners["question"]]
        assert [use for owner in owners[feature.scope] for use in feature.uses(owner)] == [], name


def test_all_targets_are_held_against_their_tables() -> None:
    ours = [name for name, spec in registry.specs().items() if spec.module.startswith("kfexport.")]
    assert set(ours) == set(TARGETS) == set(EVIDENCE) == set(BY_CODE)


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_reported_is_what_the_table_says(target: str) -> None:
    assert wrongly_told(target) == []


@pytest.mark.parametrize("target", TARGETS)
def test_the_table_says_what_is_in_the_output(target: str) -> None:
    names = {f"{name} " if name == "description" else name for name in FEATURES} | set(QUESTION_TYPES)
    assert {name for name in EVIDENCE[target] if isinstance(name, str)} == names
    assert misplaced(target) == []


def check(target: str, id: str, found: Evidence, full: Output, less: Output) -> None:
    """The evidence is in the output, and by the feature."""
    if found.holds is not None:
        assert found.holds(full, target, id), "nothing of it is in the output"
    if found.holds is not None and found.trace:
        assert not found.holds(less, target, id), "this is in the output without it too"
    else:
        assert of_target(full, target) == of_target(less, target)


@pytest.mark.parametrize("name", BROAD)
@pytest.mark.parametrize("target", TARGETS)
def test_the_evidence_is_in_the_output(target: str, name: str, full: Output, less: Any) -> None:
    check(target, "", evidence(target, name), full, less(name, None))


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("target", TARGETS)
def test_the_evidence_of_a_type_is_in_the_output(target: str, kind: str, full: Output, less: Any) -> None:
    found = EVIDENCE[target][kind]
    if found is REFUSED:
        assert {d.code for d in full.report.diagnostics if d.target == target and d.question in TYPES[kind]} == {
            "KF407"
        }
    check(target, TYPES[kind][0], found, full, less(f"type {kind}", None))


@pytest.mark.parametrize(("kind", "name"), CELLS)
@pytest.mark.parametrize("target", TARGETS)
def test_the_evidence_is_in_each_type(target: str, kind: str, name: str, full: Output, less: Any) -> None:
    id = user(kind, name)
    found = evidence(target, name, kind)
    if EVIDENCE[target][kind].kept in (Kept.NO, Kept.NEVER):
        found = DROPPED  # with its question
    check(target, id, found, full, less(name, id))


def _uses() -> Iterator[Any]:
    for target in TARGETS:
        for name, users in USERS.items():
            for id in dict.fromkeys(id for id, _ in users if id is not None):
                found = evidence(target, name, KIND[id])
                left_out = EVIDENCE[target][KIND[id]].kept in (Kept.NO, Kept.NEVER)
                if found.kept is not Kept.NEVER and found.trace and not left_out:
                    yield target, name, id


@pytest.mark.parametrize(("target", "name", "id"), list(_uses()))
def test_nothing_is_dropped_in_silence(target: str, name: str, id: str, full: Output, less: Any) -> None:
    """A feature of one question changes the output, or something is said about it."""
    reduced = less(name, id)
    said, still = (
        {d.message for d in output.report.diagnostics if d.target == target and d.question == id}
        for output in (full, reduced)
    )
    assert of_target(full, target) != of_target(reduced, target) or said - still


@pytest.mark.parametrize("target", TARGETS)
def test_reports_come_from_a_build_too(target: str, full: Output) -> None:
    """A build says the same as ``validate``."""
    built = Counter(
        (d.code, d.severity.value, d.question, d.message) for d in full.report.diagnostics if d.target == target
    )
    assert built == told(target, allow_omit=True)


# Whether the tests above see a wrong table: each entry of each table is turned around.

SAYS = {
    Kept.YES: YES,
    Kept.COSMETIC: cosmetic("looks odd"),
    Kept.NEVER: never("has no place"),
    Kept.LOST: lost("goes"),
    Kept.NO: impossible("cannot be written: leave it out"),
}


def changed(table: Capabilities, part: str, key: Any, support: Support | None) -> Capabilities:
    """A table that says something else of one entry, or nothing."""
    entries = dict(getattr(table, part))
    entries.pop(key, None)
    if support is not None:
        entries[key] = support
    return replace(table, **{part: entries})


def patched(monkeypatch: pytest.MonkeyPatch, target: str, part: str, key: Any, support: Support | None) -> None:
    table = changed(capabilities(target), part, key, support)
    monkeypatch.setattr(registry.load(target), "CAPABILITIES", table)


ENTRIES = [
    *(("types", kind) for kind in TYPES),
    *(("features", name) for name in USERS),
    *(("exceptions", cell) for cell in CELLS),
]


def _name(key: Any) -> str:
    return " × ".join(key) if isinstance(key, tuple) else str(key)


@pytest.mark.parametrize(("part", "key"), ENTRIES, ids=lambda value: _name(value))
@pytest.mark.parametrize("target", TARGETS)
def test_a_turned_entry_is_seen(target: str, part: str, key: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = capabilities(target)
    kept = table.support(key[1], key[0]).kept if isinstance(key, tuple) else getattr(table, part)[key].kept
    beginning = f"{'type ' if part == 'types' else ''}{_name(key)}: "
    for support in SAYS.values():
        with monkeypatch.context() as patch:
            patched(patch, target, part, key, support)
            assert any(fault.startswith(beginning) for fault in misplaced(target)) == (support.kept is not kept)
    assert misplaced(target) == []


@pytest.mark.parametrize("target", TARGETS)
def test_a_missing_entry_is_seen(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = capabilities(target)
    for part, key in [*(("types", k) for k in table.types), *(("features", n) for n in table.features)]:
        with monkeypatch.context() as patch:
            patched(patch, target, part, key, None)
            assert misplaced(target) == [f"{'type ' if part == 'types' else ''}{key}: missing"]
    for cell in table.exceptions:
        with monkeypatch.context() as patch:
            patched(patch, target, "exceptions", cell, None)
            # One that says what holds for all types gives another reason only.
            tells = table.exceptions[cell].kept is not table.features[cell[1]].kept
            assert [fault.partition(":")[0] for fault in misplaced(target)] == [_name(cell)] * tells
    patched(monkeypatch, target, "exceptions", ("essay", "no-such-feature"), YES)
    assert misplaced(target) == ["essay × no-such-feature: unknown"]


@pytest.mark.parametrize("target", TARGETS)
def test_whatever_the_table_says_is_reported(target: str) -> None:
    """The reports follow the table, for each kind of entry: a code, a severity, and each user or the quiz once."""
    (quiz,) = kfexport.load([BANK]).quizzes

    def reported(table: Capabilities) -> Counter[tuple[str, str, str | None, str]]:
        refused = {id for id, kind in KIND.items() if table.types[kind].kept is Kept.NO}
        sections = tuple(
            replace(s, questions=tuple(q for q in s.questions if q.id not in refused)) for s in quiz.sections
        )
        losses = Losses(target)
        features.report(replace(quiz, sections=sections), table, losses)
        return Counter((d.code, d.severity.value, d.question, d.message) for d in losses.found)

    for part, key in ENTRIES:
        for support in SAYS.values():
            table = changed(capabilities(target), part, key, support)
            expected = Counter(d for d in due(table) if not (d[0] == "KF401" and d[3].startswith("A question of")))
            assert reported(table) == expected, (part, key, support)


@pytest.mark.parametrize(("part", "key"), ENTRIES, ids=lambda value: _name(value))
def test_a_turned_entry_is_reported(part: str, key: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the whole pipeline, for one target."""
    patched(monkeypatch, "moodle", part, key, lost("goes"))
    assert wrongly_told("moodle") == []
    assert [message for _, _, _, message in told("moodle") if message.endswith(" goes")]


@pytest.mark.parametrize("name", FEATURES)
def test_what_cannot_be_expressed_blocks_its_questions(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An error for each user; with ``allow_omit`` the questions are left out, and the output has the others."""
    patched(monkeypatch, "moodle", "features", name, SAYS[Kept.NO])
    special = {kind for kind, feature in capabilities("moodle").exceptions if feature == name}
    found = [(id, subject) for id, subject in users(name) if KIND.get(id or "") not in special]
    report = kfexport.build([BANK], targets=["moodle"], out=tmp_path / "out")
    errors = [(d.code, d.question, d.message) for d in report.diagnostics if d.severity is Severity.ERROR]
    assert Counter(errors) == Counter(
        ("KF401", id, f"{subject} cannot be written: leave it out") for id, subject in found
    )
    assert not report.written
    if found[0][0] is not None:
        output = export(tmp_path / "less", BANK, quiz=QUIZ, targets=["moodle"], allow_omit=True)
        kept = moodle("question/idnumber/text()")(output, "moodle", "")
        gone = {id for id, _ in found}
        assert kept == [f"{QUIZ}/{id}" for ids in TYPES.values() for id in ids if id not in gone]
        assert [d.question for d in output.report.diagnostics if d.code == "KF407"] == [id for id, _ in found]
    else:
        assert not kfexport.build([BANK], targets=["moodle"], out=tmp_path / "no", allow_omit=True).written


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", TYPES)
def test_a_type_that_cannot_be_expressed(target: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patched(monkeypatch, target, "types", kind, impossible("has no place here"))
    errors = [d for d in kfexport.validate([BANK], targets=[target]).diagnostics if "no place here" in d.message]
    expected = [("KF401", id, f"A question of the type {kind} has no place here") for id in TYPES[kind]]
    assert [(d.code, d.question, d.message) for d in errors] == expected
    assert {d.severity for d in errors} == {Severity.ERROR}


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
