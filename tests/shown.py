"""Builds quiz files and reads the exports back into what learners and graders see, the same form for every target.

Independent of the writers: Moodle XML through the small Moodle of ``targets/moodle_reader.py``, QTI 2.1 through lxml
and the specification, Anki through ``anki_reader.py`` and the rules by which a card shows HTML, packages for Canvas
through a small Classic Quizzes and a small New Quizzes.
"""

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import anki_reader
import lxml.html
import mathjax
from anki_reader import Table
from lxml import etree
from targets import canvas_classic, canvas_new, canvas_text, moodle_reader
from targets.moodle_reader import Bank

import kfexport
from kfexport.diagnostics import Diagnostic, Severity
from kfexport.pipeline import Report

TARGETS = ("moodle", "qti21", "anki")
DEFAULTS = (*TARGETS, "canvas")
QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"
NS = {"q": QTI.strip("{}"), "cp": "http://www.imsglobal.org/xsd/imscp_v1p1"}
GUID, DECK, FRONT, BACK, TAGS = range(5)
ANSWER = ("Answer", "回答")
EXPLANATION = ("Explanation", "解説")

_BLOCKS = (
    "p", "div", "li", "br", "pre", "summary", "details", "td", "th", "tr", "hr", "ul", "ol", "blockquote", "table",
    "h1", "h2", "h3", "h4", "h5", "h6",
)  # fmt: skip
# What a card acts on (MathJax, LaTeX, sounds): in one run of text, since an element in between makes it plain.
_ANKI_MARK = re.compile(r"\[\$\$?\]|\[latex\]|\[sound:|\[anki:|\[\[type:", re.IGNORECASE)


def line(tree: Any) -> str:
    """What a browser shows, as one line."""
    tree = deepcopy(tree)
    tree.tail = None
    for block in list(tree.iter(*_BLOCKS)):
        block.tail = f" {block.tail or ''}"
        block.text = f" {block.text or ''}"
    return re.sub(r"[ \t\r\n\f]+", " ", "".join(tree.itertext())).strip(" ")


def codes(tree: Any) -> list[str]:
    """The texts in code style that stand in a line, to the character."""
    return ["".join(code.itertext()) for code in tree.iter("code") if code.getparent().tag != "pre"]


def blocks(tree: Any) -> list[str]:
    """The code blocks, to the character but for the line end at their end."""
    return ["".join(block.itertext()).removesuffix("\n") for block in tree.iter("pre")]


@dataclass(frozen=True, kw_only=True)
class Seen:
    """One question in one target."""

    name: str | None
    """What question banks call it; Anki has no names."""
    prompt: Any
    """With the stimulus before it."""
    choices: list[Any]
    right: list[int]
    """Positions, from 1, of what earns all the marks."""
    explanation: Any
    """What everybody sees afterwards, without the word above it."""
    grading: Any
    """What graders see; in Anki the answer side without the explanation."""
    source: Any
    """The question as its reader gives it: ``Imported``, an ``assessmentItem``, a record."""


@dataclass(frozen=True)
class Output:
    """What a build made of one quiz."""

    quiz: str
    files: dict[str, bytes]
    report: Report = field(repr=False)

    @cached_property
    def moodle(self) -> Bank:
        return moodle_reader.load(self.files[f"moodle/{self.quiz}.xml"])

    @cached_property
    def entries(self) -> dict[str, bytes]:
        """What the QTI package holds."""
        with zipfile.ZipFile(io.BytesIO(self.files[f"qti21/{self.quiz}.zip"])) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    @cached_property
    def package(self) -> dict[str, etree._Element]:
        return {name: etree.fromstring(data) for name, data in self.entries.items() if name.endswith(".xml")}

    @property
    def test(self) -> etree._Element:
        (found,) = (root for root in self.package.values() if root.tag == f"{QTI}assessmentTest")
        return found

    @cached_property
    def anki(self) -> Table:
        return anki_reader.read(self.files[f"anki/{self.quiz}/{self.quiz}.csv"])

    def seen(self, target: str, question: str) -> Seen:
        """A question by its id in the quiz file."""
        return _READERS[target](self, question)

    def everywhere(self, question: str) -> Iterator[tuple[str, Seen]]:
        """A question in each target that has it; Canvas has two readers."""
        for reader in _READERS:
            target = "canvas" if reader in ("classic", "new_quizzes") else reader
            if any(name.startswith(f"{target}/") for name in self.files):
                yield reader, self.seen(reader, question)


def export(
    folder: Path, source: str | Path, *, quiz: str = "demo", targets: Sequence[str] = TARGETS, **how: Any
) -> Output:
    """Build one quiz file, given as its text or its path, through the library."""
    if isinstance(source, str):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{quiz}.yaml"
        path.write_bytes(source.encode())
        source = path
    out = folder / "out"
    report = kfexport.build([source], targets=targets, out=out, **how)
    files = {p.relative_to(out).as_posix(): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}
    return Output(quiz, files, report)


def told(found: Report, *, least: Severity = Severity.WARNING) -> list[tuple[str, str | None, str]]:
    """Findings of at least a severity: code, target, message."""
    rank = [Severity.INFO, Severity.WARNING, Severity.ERROR]
    kept = (d for d in found.diagnostics if rank.index(d.severity) >= rank.index(least))
    return [(d.code, d.target, d.message) for d in kept]


def place(d: Diagnostic) -> tuple[int, int]:
    """Line and column of a finding."""
    span = d.where.span() if d.where is not None else None
    assert span is not None, d.message
    return span.line, span.col


def _moodle(output: Output, question: str) -> Seen:
    found = output.moodle[f"{output.quiz}/{question}"]
    return Seen(
        name=found.name,
        prompt=moodle_reader.filtered(found.text),
        choices=[moodle_reader.filtered(answer.text) for answer in found.answers],
        right=[i for i, answer in enumerate(found.answers, 1) if answer.fraction == 1],
        explanation=moodle_reader.filtered(found.general),
        grading=moodle_reader.filtered(found.rich("graderinfo") if found.kind == "essay" else ""),
        source=found,
    )


def item_name(quiz: str, question: str) -> str:
    """The identifier of an item, by DESIGN: 15 characters of the id, and 12 digits of the SHA-256 of the key."""
    digits = sha256(f"{quiz}/{question}".encode()).hexdigest()[:12]
    return f"q-{re.sub('[^A-Za-z0-9]', '-', question[:15])}-{digits}"


def _qti21(output: Output, question: str) -> Seen:
    item = output.package[f"{item_name(output.quiz, question)}.xml"]
    (stem,) = at(item, "q:itemBody/q:div")
    assert not at(stem, ".//q:choiceInteraction | .//q:extendedTextInteraction | .//q:uploadInteraction")
    choices = at(item, "q:itemBody/q:choiceInteraction/q:simpleChoice")
    right = at(item, "q:responseDeclaration/q:correctResponse/q:value/text()")
    # What its outcome holds from the start is shown whatever the answer is.
    always = at(item, "q:outcomeDeclaration[@baseType='identifier']/q:defaultValue/q:value/text()")
    explanation = [m for m in at(item, "q:modalFeedback[@showHide='show']") if m.get("identifier") in always]
    return Seen(
        name=item.get("title"),
        prompt=plain([stem]),
        choices=[plain([choice]) for choice in choices],
        right=[i for i, choice in enumerate(choices, 1) if choice.get("identifier") in right],
        explanation=plain(explanation),
        grading=plain(at(item, "q:itemBody/q:rubricBlock[@view='scorer']")),
        source=item,
    )


def at(element: etree._Element, path: str) -> Any:
    """XPath with the prefixes ``q`` (QTI) and ``cp`` (the manifest)."""
    return element.xpath(path, namespaces=NS)


def plain(elements: Sequence[etree._Element]) -> etree._Element:
    """Copies of XHTML elements without their namespace, in one ``div``."""
    whole = etree.Element("div")
    for element in elements:
        copied = deepcopy(element)
        copied.tail = None
        for formula in list(copied.iter(f"{MATHML}math")):
            brackets = ("⟦⟦", "⟧⟧") if formula.get("display") == "block" else ("⟦", "⟧")
            shown = f"{brackets[0]}{formula.get('alttext')}{brackets[1]}"
            tail = formula.tail
            formula.clear()
            formula.tag, formula.text, formula.tail = f"{QTI}span", shown, tail
        for part in copied.iter(etree.Element):
            assert str(part.tag).startswith(QTI)
            part.tag = etree.QName(part).localname
        whole.append(copied)
    return whole


def _anki(output: Output, question: str) -> Seen:
    digits = sha256(f"{output.quiz}/{question}#basic".encode()).hexdigest()[:20]
    (record,) = (r for r in output.anki.records if r[GUID] == f"kf-{digits}")
    front, back = card(record[FRONT]), card(record[BACK])
    listed = [e for e in front if e.tag == "ol" and e.get("type") == "A"][-1:]
    choices = [choice for ol in listed for choice in ol]
    folded = [e for e in front if e.tag == "details"]
    answer, explanation = _sides(back)
    return Seen(
        name=None,
        prompt=_div([e for e in front if e not in listed and e not in folded]),
        choices=choices,
        right=[ord(line(answer).split(maxsplit=1)[1][0]) - ord("A") + 1] if choices else [],
        explanation=explanation,
        grading=answer,
        source=record,
    )


def card(html: str) -> Any:
    """The one ``div`` of a field, with what the card acts on made visible."""
    if not html:
        return lxml.html.fragment_fromstring("<div></div>")
    (card,) = anki_reader.dom(html)
    mathjax.typeset(card, mathjax.ANKI, escapes=False)
    for part in card.iter(etree.Element):
        part.text = _ANKI_MARK.sub("«mark»", part.text or "")
        part.tail = _ANKI_MARK.sub("«mark»", part.tail or "")
    return card


def _sides(back: Any) -> tuple[Any, Any]:
    """The answer, and the explanation without its label."""
    parts = list(back)
    start = next((i for i, part in enumerate(parts) if line(part) in EXPLANATION), len(parts))
    return _div(parts[:start]), _div(parts[start + 1 :])


def _div(elements: Sequence[Any]) -> Any:
    whole = etree.Element("div")
    for element in elements:
        whole.append(deepcopy(element))
    return whole


def _classic(output: Output, question: str) -> Seen:
    course = canvas_classic.load(output.files[f"canvas/{output.quiz}.zip"])
    assert course.warnings == []
    found = course.quiz[item_name(output.quiz, question)]
    html = [answer.html or _escaped(answer.text) for answer in found.answers]
    neutral = found.neutral.html or _escaped(found.neutral.text)
    return Seen(
        name=found.name,
        prompt=canvas_text.fragment(found.stem),
        choices=list(map(canvas_text.fragment, html)),
        right=[i for i, answer in enumerate(found.answers, 1) if answer.weight == 100],
        explanation=canvas_text.fragment(neutral),
        grading=canvas_text.fragment(""),
        source=found,
    )


def _escaped(said: str) -> str:
    return said.replace("&", "&amp;").replace("<", "&lt;")


def _new_quizzes(output: Output, question: str) -> Seen:
    found = canvas_new.load(output.files[f"canvas/{output.quiz}.zip"])[item_name(output.quiz, question)]
    right = {scoring.value for scoring in found.scoring}
    return Seen(
        name=found.title,
        prompt=canvas_text.fragment(found.body),
        choices=[canvas_text.fragment(html) for _, html in found.answers],
        right=[i for i, (ident, _) in enumerate(found.answers, 1) if ident in right],
        explanation=canvas_text.fragment(found.feedback.get("neutral", "")),
        grading=canvas_text.fragment(found.grading_notes),
        source=found,
    )


_READERS: dict[str, Callable[[Output, str], Seen]] = {
    "moodle": _moodle, "qti21": _qti21, "anki": _anki, "classic": _classic, "new_quizzes": _new_quizzes,
}  # fmt: skip
