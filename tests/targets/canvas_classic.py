"""A small Classic Quizzes: what "QTI .zip file" in a course's import makes of a Canvas-flavour QTI 1.2 package.

Written from what Canvas does, its traps with it: the conversion of 1.2, the readers of question types, the file
``assessment_meta.xml``, and the limits of the database. Independent of kfexport. Left out, since such packages have no
use for them: banks and references between packages, other vendors' dialects, the guess of a type that is not told.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml import etree
from targets import canvas_text as text

IMSCP = "{http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1}"
QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
META = "{http://canvas.instructure.com/xsd/cccv1p0}"
LONGEST_STEM = 16 * 1024
LONGEST_NAME = 255


class Refused(Exception):  # noqa: N818
    """Nothing of the package arrives."""


@dataclass
class Comment:
    text: str = ""
    html: str | None = None

    @property
    def shown(self) -> str:
        """What a learner sees, as one line."""
        return text.visible(self.html) if self.html else self.text


@dataclass
class Answer:
    text: str
    weight: int = 0
    html: str | None = None
    comment: Comment = field(default_factory=Comment)
    ident: str = ""
    blank: str | None = None
    match: int | None = None
    """Which match is right for this left side."""
    right: str | None = None
    kind: str = ""
    """Of a number: ``exact``, ``precision`` or ``range``."""
    bounds: tuple[float, float] = (0.0, 0.0)
    """Of a number: value and margin, or both ends."""

    @property
    def shown(self) -> str:
        return text.visible(self.html) if self.html else self.text


@dataclass
class Question:
    ident: str
    kind: str
    name: str
    stem: str
    points: float
    bank: str
    answers: list[Answer] = field(default_factory=list)
    matches: list[tuple[int, str]] = field(default_factory=list)
    neutral: Comment = field(default_factory=Comment)
    correct: Comment = field(default_factory=Comment)
    incorrect: Comment = field(default_factory=Comment)
    fields: dict[str, int | None] = field(default_factory=dict)
    """Blank → where in the stem its field stands; the first ``[blank]`` takes it."""
    unclear: bool = False
    """Canvas warns that it could not tell the right choices."""

    @property
    def shown(self) -> str:
        return text.visible(self.stem)


@dataclass
class Group:
    ident: str
    title: str
    pick: int
    points: float
    questions: list[Question]


@dataclass
class Quiz:
    ident: str
    title: str
    description: str = ""
    kind: str = "assignment"
    time_limit: int | None = None
    """Minutes; 0 ends the quiz at once."""
    attempts: int | None = None
    shuffle_answers: bool = False
    show_correct_answers: bool = True
    available: bool = False
    scoring_policy: str = "keep_highest"
    points: float | None = None
    entries: list[Question | Group] = field(default_factory=list)

    @property
    def questions(self) -> list[Question]:
        return [q for e in self.entries for q in (e.questions if isinstance(e, Group) else [e])]

    def __getitem__(self, ident: str) -> Question:
        (found,) = (question for question in self.questions if question.ident == ident)
        return found


@dataclass
class Course:
    quizzes: list[Quiz] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    @property
    def quiz(self) -> Quiz:
        (found,) = self.quizzes
        return found


def load(data: bytes) -> Course:
    """Import a package.

    Raises:
        Refused: Canvas takes it for something else, or for nothing.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    manifest = _manifest(entries)
    course = Course(files=[name for name in entries if not name.endswith((".xml", ".qti", ".dat"))])
    for name, content in entries.items():
        root = etree.fromstring(content) if name.endswith(".xml") else None
        if root is not None and root.tag == f"{QTI}questestinterop":
            course.quizzes += [_quiz(node, course) for node in root.findall(f"{QTI}assessment")]
    for quiz in course.quizzes:
        _meta(quiz, manifest, entries)
        for question in quiz.questions:
            question.bank = question.bank or quiz.title
    for quiz in [quiz for quiz in course.quizzes if len(quiz.title) > LONGEST_NAME]:
        course.warnings.append(f"database: the title of quiz {quiz.ident} is too long")
        course.quizzes.remove(quiz)
    return course


def _manifest(entries: dict[str, bytes]) -> etree._Element:
    if "imsmanifest.xml" not in entries:
        raise Refused("no manifest at the root")
    root = etree.fromstring(entries["imsmanifest.xml"])
    schema = " ".join("".join(e.itertext()) for e in root.iter(f"{IMSCP}schema"))
    if "Common Cartridge" in schema:
        raise Refused("another importer takes it")
    if "QTIv2." in schema or any(re.search(r"imsqti_v2p[01]|qtiv2p[01]", uri or "") for uri in root.nsmap.values()):
        raise Refused("taken for QTI 2")
    types = [resource.get("type", "") for resource in root.iter(f"{IMSCP}resource")]
    if root.tag != f"{IMSCP}manifest" or not any(kind.startswith(("imsqti", "ims_qti")) for kind in types):
        raise Refused("no QTI in it")
    return root


def _meta(quiz: Quiz, manifest: etree._Element, entries: dict[str, bytes]) -> None:
    """``assessment_meta.xml`` is found by its path, and takes the place of time limit and attempts, absent or not."""
    path = f"{quiz.ident}/assessment_meta.xml"
    for resource in manifest.iter(f"{IMSCP}resource"):
        if not resource.get("type", "").endswith("learning-application-resource"):
            continue
        if path not in [file.get("href") for file in resource.iter(f"{IMSCP}file")]:
            continue
        root = etree.fromstring(entries[path])

        def value(name: str, root: etree._Element = root) -> str | None:
            found = next(root.iter(f"{META}{name}"), None)
            return None if found is None else found.text or ""

        def flag(name: str, default: bool, value: Any = value) -> bool:
            return default if value(name) is None else value(name) == "true"

        quiz.title = quiz.title if value("title") is None else value("title") or ""
        quiz.description = text.kept(value("description") or "")
        quiz.kind = value("quiz_type") or quiz.kind
        quiz.scoring_policy = value("scoring_policy") or quiz.scoring_policy
        quiz.time_limit, quiz.attempts = (
            int(digits) if (digits := value(name)) else None for name in ("time_limit", "allowed_attempts")
        )
        quiz.points = float(told) if (told := value("points_possible")) else None
        quiz.shuffle_answers = flag("shuffle_answers", quiz.shuffle_answers)
        quiz.show_correct_answers = flag("show_correct_answers", quiz.show_correct_answers)
        quiz.available = flag("available", quiz.available)


def _quiz(node: etree._Element, course: Course) -> Quiz:
    quiz = Quiz(ident=identifier(node.get("ident", ""), "ID_"), title=node.get("title", ""))
    own = fields(node)
    if "qmd_timelimit" in own:
        quiz.time_limit = int(own["qmd_timelimit"])
    if "cc_maxattempts" in own:
        quiz.attempts = -1 if own["cc_maxattempts"] == "unlimited" else int(own["cc_maxattempts"])
    for section in node.findall(f"{QTI}section"):
        _section(section, quiz.entries, quiz, course)
    return quiz


def _section(section: etree._Element, into: list[Any], quiz: Quiz, course: Course) -> None:
    """Sections are flattened, but for those that pick."""
    picked = section.findtext(f"{QTI}selection_ordering/{QTI}selection/{QTI}selection_number")
    inside: list[Any] = into if picked is None else []
    if section.get("visible") == "true":
        into.append(
            Question(ident="", kind="text_only_question", name="", stem=section.get("title", ""), points=0, bank="")
        )
    for child in section:
        if child.tag == f"{QTI}item":
            question = _question(child)
            clashes = [other for other in quiz.questions if other.ident == question.ident]
            if clashes:
                course.warnings.append(f"two questions {question.ident}: one is lost")
            if len(question.name) > LONGEST_NAME:
                course.warnings.append(f"database: the name of question {question.ident} is too long")
            else:
                inside.append(question)
            if question.unclear:
                course.warnings.append(f"no right choice of question {question.ident}")
            if len(question.stem) > LONGEST_STEM:
                course.warnings.append(f"the text of question {question.ident} is too long")
                question.stem = "The imported question text for this question was too long."
        elif child.tag == f"{QTI}section":
            _section(child, inside, quiz, course)
    if picked is not None and inside:
        told = section.findtext(f".//{QTI}points_per_item")
        common = {question.points for question in inside}
        points = float(told) if told else common.pop() if len(common) == 1 else 1.0
        ident = identifier(section.get("ident", ""), "ID_")
        into.append(Group(ident, section.get("title", ""), int(picked), points, inside))


def identifier(value: str, prefix: str) -> str:
    """An identifier after the conversion: signs that are not allowed become others."""
    value = re.sub(r"[^\w.:-]", "-", value.strip())
    value = value if re.match(r"[^\d.-]", value) else prefix + value
    return value.replace(":", "-")


def fields(node: etree._Element) -> dict[str, str]:
    """The metadata of an item or an assessment: label in small letters → entry."""
    own = [*node.findall(f"{QTI}qtimetadata"), *node.findall(f"{QTI}itemmetadata/{QTI}qtimetadata")]
    found = {}
    for entry in (entry for metadata in own for entry in metadata.findall(f"{QTI}qtimetadatafield")):
        label = (entry.findtext(f"{QTI}fieldlabel") or "").lower()
        found[label] = entry.findtext(f"{QTI}fieldentry") or ""
    return found


def material(node: etree._Element) -> tuple[str, bool]:
    """The first text of an element and whether it is HTML; what says no type is plain."""
    found = next(node.iter(f"{QTI}mattext"), None)
    if found is None:
        return "", False
    return found.text or "", found.get("texttype") == "text/html"


def conditions(item: etree._Element) -> Iterator[etree._Element]:
    return item.iterfind(f"{QTI}resprocessing/{QTI}respcondition")


def _question(item: etree._Element) -> Question:
    from targets.canvas_classic_types import TYPES

    own = fields(item)
    source, rich = material(item.find(f"{QTI}presentation"))
    kind = own.get("question_type", "")
    question = Question(
        ident=identifier(item.get("ident", ""), "ID_"),
        kind=kind,
        name=item.get("title", ""),
        stem=text.stem(source if rich else source.replace("&", "&amp;").replace("<", "&lt;")),
        points=max(0.0, float(own.get("points_possible") or 1)),
        bank=own.get("wct_questioncategory", ""),
    )
    if kind not in TYPES:
        raise Refused(f"no question type {kind!r}: Canvas guesses")
    TYPES[kind](question, item)
    return question
