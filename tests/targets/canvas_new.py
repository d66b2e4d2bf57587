"""A small New Quizzes: what Instructure's ``qti`` gem makes of a Canvas-flavour QTI 1.2 package.

Written from what the gem's models do; where the gem raises, so does this. What the service behind it does with the
objects is closed, so nothing here says how they look on its pages, and ``canvas_grading`` says which reading of its
grading was chosen. Independent of kfexport.
"""

import io
import zipfile
from dataclasses import dataclass, field
from typing import Any

from lxml import etree
from targets import canvas_text as text

IMSCP = "{http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1}"
QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
META = "{http://canvas.instructure.com/xsd/cccv1p0}"
NS = {"q": QTI.strip("{}"), "cp": IMSCP.strip("{}"), "m": META.strip("{}")}


class Raised(Exception):  # noqa: N818
    """The gem stops: an item, or the whole import, is lost."""


@dataclass
class Scoring:
    """What counts as right."""

    value: Any
    """An answer's identifier or text; of a matching, left side → text of the match; of a number, a pair of texts."""
    blank: str = ""
    kind: str = ""
    """Of a number: ``exact``, ``margin`` or ``range``."""
    case: bool = False
    points: float = 100.0


@dataclass
class Item:
    ident: str
    title: str | None
    kind: str
    interaction: str
    points: float
    body: str
    answers: list[tuple[str, str]] = field(default_factory=list)
    """Identifier → HTML of choices, options, and the matches of a matching."""
    sides: list[tuple[str, str]] = field(default_factory=list)
    """Identifier → HTML of the left sides of a matching."""
    parts: list[tuple[str, str]] = field(default_factory=list)
    """The text with blanks: ``text`` and HTML, or ``blank`` and its identifier."""
    options: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Of each blank, identifier → text of its answers."""
    scoring: list[Scoring] = field(default_factory=list)
    algorithm: str | None = None
    shuffled: bool = False
    locked: list[int] = field(default_factory=list)
    feedback: dict[str, str] = field(default_factory=dict)
    answer_feedback: dict[str, str] = field(default_factory=dict)
    stimulus: str | None = None
    grading_notes: str = ""
    rich: bool = True
    words: tuple[str | None, str | None] | None = None
    """The least and the most words, where they are limited."""

    @property
    def shown(self) -> str:
        return text.visible(self.body)


@dataclass
class Stimulus:
    ident: str
    title: str | None
    body: str


@dataclass
class Group:
    ident: str
    title: str
    pick: int
    points: float
    items: list[Item]


@dataclass
class Quiz:
    ident: str
    title: str
    meta: dict[str, Any]
    entries: list[Item | Stimulus | Group]

    @property
    def items(self) -> list[Item]:
        found = [e.items if isinstance(e, Group) else [e] for e in self.entries if not isinstance(e, Stimulus)]
        return [item for items in found for item in items]

    def __getitem__(self, ident: str) -> Item:
        (found,) = (item for item in self.items if item.ident == ident)
        return found


def at(node: etree._Element, path: str) -> Any:
    return node.xpath(path, namespaces=NS)


def load(data: bytes) -> Quiz:
    """Import a package.

    Raises:
        Raised: where the gem does.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    if any(b"<![CDATA[" in data for name, data in entries.items() if name.endswith(".xml")):
        raise Raised("CDATA would be shown")
    manifest = etree.fromstring(entries["imsmanifest.xml"])
    resources = at(manifest, "//cp:resource[starts-with(@type, 'imsqti_xmlv1p2')]")
    if len(resources) != 1:
        raise Raised(f"{len(resources)} quizzes")
    (resource,) = resources
    hrefs = [resource.get("href"), *at(resource, "cp:file/@href")]
    root = etree.fromstring(entries[next(href for href in hrefs if href)])
    assessments = at(root, ".//q:assessment")
    if len(assessments) != 1:
        raise Raised("Too many matches")
    (assessment,) = assessments
    return Quiz(
        ident=assessment.get("ident"),
        title=assessment.get("title"),
        meta=_meta(manifest, resource, entries),
        entries=[_entry(node) for node in at(root, _ENTRIES)],
    )


_ENTRIES = "//*[self::q:section[q:selection_ordering] or self::q:item[not(ancestor::q:section[q:selection_ordering])]]"


def _meta(manifest: etree._Element, resource: etree._Element, entries: dict[str, bytes]) -> dict[str, Any]:
    """The file is that of the FIRST dependency."""
    first = at(resource, "cp:dependency/@identifierref")[:1]
    paths = [href for ref in first for href in at(manifest, f"//cp:resource[@identifier='{ref}']/cp:file/@href")]
    path = next((href for href in paths if href.endswith("assessment_meta.xml")), None)
    if path is None:
        return {}
    root = etree.fromstring(entries[path])

    def value(name: str) -> str | None:
        found = at(root, f"//m:quiz/m:{name}")
        return (found[0].text or None) if found else None

    limit = value("time_limit")
    flags = ("shuffle_answers", "shuffle_questions", "show_correct_answers", "one_question_at_a_time", "available")
    return {
        "title": text.sanitised(value("title") or ""),
        "description": text.sanitised(value("description") or ""),
        "quiz_type": value("quiz_type"),
        "time_limit": None if limit is None else int(limit),
        "allowed_attempts": int(value("allowed_attempts") or 0),
        "points_possible": float(value("points_possible") or 0),
        **{flag: (value(flag) or "").lower() == "true" for flag in flags},
    }


def _entry(node: etree._Element) -> Item | Stimulus | Group:
    kinds = at(node, ".//q:qtimetadatafield[q:fieldlabel/text()='question_type']/q:fieldentry")
    if kinds and kinds[0].text == "text_only_question":
        # A group whose first question is a text is taken for one, too.
        body = at(node, ".//q:presentation//q:mattext")
        return Stimulus(node.get("ident"), node.get("title"), text.sanitised(body[0].text or "") if body else "")
    if node.tag == f"{QTI}section":
        if node.get("title") is None or node.get("ident") is None:
            raise Raised("a group without title or identifier")
        selection = at(node, "q:selection_ordering/q:selection")
        number, points = (
            "".join(found.text or "" for one in selection for found in at(one, path))
            for path in ("q:selection_number", "q:selection_extension/q:points_per_item")
        )
        items = [item(one) for one in at(node, ".//q:item")]
        return Group(node.get("ident"), node.get("title"), int(number or 0), float(points or 0), items)
    return item(node)


def item(node: etree._Element) -> Item:
    """One question."""
    from targets.canvas_new_types import interaction

    body = at(node, ".//q:presentation//q:mattext")
    if not body:
        raise Raised("no text of the question")
    points = field_of(node, "points_possible")
    found = Item(
        ident=node.get("ident"),
        title=node.get("title"),
        kind=field_of(node, "question_type") or "",
        interaction="",
        points=1.0 if points is None else float(points),
        body=content(body[0]),
        algorithm=field_of(node, "scoring_algorithm"),
        stimulus=field_of(node, "parent_stimulus_item_ident"),
        shuffled=any(value.lower() == "yes" for value in at(node, ".//q:render_choice/@shuffle")[:1]),
    )
    if found.shuffled:
        labels = at(node, ".//q:response_label")
        found.locked = [i for i, label in enumerate(labels) if (label.get("lock") or "").lower() == "yes"]
    for key, ident in (("neutral", "general_fb"), ("correct", "correct_fb"), ("incorrect", "general_incorrect_fb")):
        if (comment := _feedback(node, ident)) is not None:
            found.feedback[key] = comment
    _answer_feedback(found, node)
    interaction(found, node)
    return found


def field_of(node: etree._Element, label: str) -> str | None:
    found = at(node, f".//q:qtimetadatafield[q:fieldlabel/text()='{label}']/q:fieldentry")
    return (found[0].text or "") if found else None


def content(mattext: etree._Element) -> str:
    """HTML, whatever the type says: what is called plain is parsed as HTML as well."""
    return text.sanitised(mattext.text or "")


def _feedback(node: etree._Element, ident: str) -> str | None:
    found = at(node, f".//q:itemfeedback[@ident='{ident}']/q:*/q:*/q:mattext")
    return text.sanitised(found[0].text or "") if found else None


def _answer_feedback(found: Item, node: etree._Element) -> None:
    """Of conditions with a direct ``varequal``, the first feedback that is not general; by answer."""
    for condition in at(node, ".//q:respcondition[q:displayfeedback][q:conditionvar/q:varequal[@respident]]"):
        general = ("correct_fb", "general_incorrect_fb", "general_fb")
        own = [ref for ref in at(condition, "q:displayfeedback/@linkrefid") if ref not in general]
        comment = _feedback(node, own[0]) if own else None
        if comment is not None:
            found.answer_feedback[at(condition, ".//q:varequal")[0].text or ""] = comment
