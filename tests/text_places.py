"""Where each platform shows the rich texts of a question, and what is seen there.

Written with the small platforms of ``tests/targets`` and the pieces of ``shown.py``, and independent of the writers:
XML is parsed, HTML in it is parsed again, formulas are set as the platform's MathJax does it, each image is followed to
its bytes.
"""

import io
import re
import sys
import zipfile
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import anki_reader
import mathjax
import shown
from lxml import etree
from shown import BACK, FRONT, GUID, Output, at, item_name
from targets import canvas_classic, canvas_new, canvas_text, moodle_reader

# The small Moodle imports its neighbours by their own names.
sys.path.append(str(Path(__file__).parent / "targets"))

SAFE = ("sub", "sup", "kbd", "u", "mark", "small", "rt")
_TEX = re.compile(r"⟦⟦(.*?)⟧⟧|⟦(.*?)⟧", re.DOTALL)


@dataclass(frozen=True)
class Look:
    """What is seen of a text: the whole as one line, with ``⟦…⟧`` around TeX, and its parts to the character."""

    line: str
    code: list[str] = field(default_factory=list)
    """Code in a line."""
    pre: list[str] = field(default_factory=list)
    """Blocks of code."""
    tex: list[str] = field(default_factory=list)
    images: list[tuple[bytes | str, str]] = field(default_factory=list)
    """The bytes, or the address on the network, and the text."""
    links: list[str] = field(default_factory=list)
    tags: list[tuple[str, str]] = field(default_factory=list)
    """Elements of ``html: safe`` and the texts in them."""


Places = dict[str, Look]


def look(tree: Any, files: Callable[[str], bytes]) -> Look:
    tree = deepcopy(tree)
    for bracket in tree.xpath(".//ruby//rp"):  # browsers do not show it
        bracket.drop_tree()
    whole = "".join(tree.itertext())
    return Look(
        line=shown.line(tree),
        code=shown.codes(tree),
        pre=shown.blocks(tree),
        tex=[m[1] if m[1] is not None else m[2] for m in _TEX.finditer(whole)],
        images=[(_image(img.get("src"), files), img.get("alt")) for img in tree.iter("img")],
        links=[a.get("href") for a in tree.iter("a")],
        tags=[(tag.tag, "".join(tag.itertext())) for tag in tree.iter(*SAFE)],
    )


def _image(address: str, files: Callable[[str], bytes]) -> bytes | str:
    return address if address.startswith(("http:", "https:")) and "moodle.example" not in address else files(address)


class Moodle:
    """Moodle XML."""

    def __init__(self, output: Output) -> None:
        self.quiz = output.quiz
        self.bank = output.moodle
        root = moodle_reader.parse(output.files[f"moodle/{output.quiz}.xml"])
        self.categories = [node.all("info") for node in root.all("question") if node.attributes["type"] == "category"]

    def question(self, name: str) -> Places:
        found = self.bank[f"{self.quiz}/{name}"]
        places = {place: _in_moodle(node, html) for place, node, html in _rich(found) if html}
        if found.kind == "cloze":
            for i, part in enumerate(found.parts, 1):
                for j, answer in enumerate(part.answers, 1):
                    if answer.feedback:  # Moodle finds no files there
                        none = moodle_reader.Node("feedback", {})
                        places[f"part{i}/feedback{j}"] = _in_moodle(none, answer.feedback)
        return places

    def description(self, index: int) -> Look:
        """Of a category, by its place in the file."""
        (info,) = self.categories[index]
        return _in_moodle(info, info.text())


def _rich(found: moodle_reader.Imported) -> Iterator[tuple[str, moodle_reader.Node, str]]:
    counts: dict[str, int] = {}
    for node in found.node.children:
        counts[node.tag] = counts.get(node.tag, 0) + 1
        place = f"{node.tag}{counts[node.tag]}" if node.tag in ("answer", "hint", "subquestion") else node.tag
        if node.attributes.get("format") == "html":
            # The marks of blanks are fields by now.
            yield place, node, found.text if node.tag == "questiontext" else node.text()
        for feedback in node.all("feedback"):
            yield f"{place}/feedback", feedback, feedback.text()


def _in_moodle(node: moodle_reader.Node, html: str) -> Look:
    files = {str(file.attributes["name"]): b64decode(file.value, validate=True) for file in node.all("file")}
    tree = moodle_reader.filtered(html)
    seen = look(tree, lambda address: files[unquote(address.removeprefix("https://moodle.example/pluginfile.php/"))])
    assert len(files) == len({image for image, _ in seen.images if isinstance(image, bytes)})
    return seen


class Qti:
    """A package of QTI 2.1."""

    def __init__(self, output: Output) -> None:
        self.output = output

    def question(self, name: str) -> Places:
        item = self.output.package[f"{item_name(self.output.quiz, name)}.xml"]
        found = {}
        for place, path in (
            ("stem", "q:itemBody/q:div"),
            ("choice", "q:itemBody/*/q:simpleChoice | q:itemBody/*/q:simpleMatchSet[1]/*"),
            ("rubric", "q:itemBody/q:rubricBlock"),
        ):
            for i, element in enumerate(at(item, path), 1):
                found[f"{place}{i}"] = self.look(element)
        for modal in at(item, "q:modalFeedback"):
            found[modal.get("identifier")] = self.look(modal)
        return found

    def description(self, index: int) -> Look:
        """Of a section, by its place in the test."""
        (rubric,) = at(self.output.test, f"q:testPart/q:assessmentSection[{index + 1}]/q:rubricBlock")
        return self.look(rubric)

    def look(self, element: etree._Element) -> Look:
        tree = shown.plain([element])
        for blank in tree.iter("textEntryInteraction"):
            blank.text = "[ ]"
        for span in tree.iter("span"):
            span.tag = span.get("class") if span.get("class") in ("u", "mark") else "span"
        return look(tree, lambda address: self.output.entries[unquote(address)])


class Anki:
    """Notes of both tables."""

    def __init__(self, output: Output) -> None:
        folder = f"anki/{output.quiz}"
        self.output = output
        self.notes = {
            record[GUID]: record
            for name, data in output.files.items()
            if name.startswith(folder) and name.endswith(".csv")
            for record in anki_reader.read(data).records
        }
        self.media = {
            name.removeprefix(f"{folder}/media/"): data
            for name, data in output.files.items()
            if name.startswith(f"{folder}/media/")
        }

    def question(self, name: str) -> Places:
        for kind in ("basic", "cloze"):
            digits = sha256(f"{self.output.quiz}/{name}#{kind}".encode()).hexdigest()[:20]
            if record := self.notes.get(f"kf-{digits}"):
                break
        gaps = (
            [] if kind == "basic" else [(gap.number, gap.answer, gap.hint) for gap in anki_reader.gaps(record[FRONT])]
        )
        assert gaps == [(1, "pod", None)][: len(gaps)], "a text has become a blank"
        sides = {"front": record[FRONT], "back": record[BACK]}
        return {place: look(shown.card(html), self.media.__getitem__) for place, html in sides.items() if html}


class _Canvas:
    def __init__(self, output: Output) -> None:
        self.quiz = output.quiz
        self.package = output.files[f"canvas/{output.quiz}.zip"]

    @cached_property
    def entries(self) -> Mapping[str, bytes]:
        with zipfile.ZipFile(io.BytesIO(self.package)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def look(self, html: str) -> Look:
        tree = canvas_text.fragment(html)
        # Another text of the page may have Canvas load MathJax, but a formula must not rely on that.
        alone = re.search(r"\$\$|\\\(", "".join(tree.itertext())) is not None
        mathjax.typeset(tree, mathjax.MOODLE if alone else {"\\[": "\\]"}, escapes=alone)
        if not alone:
            for part in tree.iter(etree.Element):
                part.text, part.tail = ((said or "").replace("⟦⟦", "⟦⟦by luck: ") for said in (part.text, part.tail))
        mathjax.typeset_ascii(tree)
        return look(tree, lambda address: self.entries[address.removeprefix("$IMS-CC-FILEBASE$/")])


class Classic(_Canvas):
    """Classic Quizzes."""

    def __init__(self, output: Output) -> None:
        super().__init__(output)
        course = canvas_classic.load(self.package)
        assert course.warnings == []
        self.read = course.quiz

    def question(self, name: str) -> Places:
        found = self.read[item_name(self.quiz, name)]
        places = {"stem": self.look(found.stem)}
        if found.fields:
            (name,) = found.fields
            assert found.stem.count(f"[{name}]") == 1, "a text has become a blank"
            places["stem"] = self.look(found.stem.replace(f"[{name}]", "[ ]"))
        for i, answer in enumerate(() if found.fields else found.answers, 1):
            places[f"answer{i}"] = self.text(answer)
            places[f"answer{i}/feedback"] = self.text(answer.comment)
        if found.kind == "matching_question" and not any(answer.html or answer.right for answer in found.answers):
            for i, (_, match) in enumerate(found.matches, 1):
                # In a drop-down: plain, and without MathJax.
                places[f"match{i}"] = Look(re.sub("[ \\t\\n]+", " ", match).strip(" "))
        for place, comment in (("neutral", found.neutral), ("correct", found.correct), ("incorrect", found.incorrect)):
            places[place] = self.text(comment)
        return {place: seen for place, seen in places.items() if seen.line or seen.images}

    def text(self, said: canvas_classic.Answer | canvas_classic.Comment) -> Look:
        return self.look(said.html or _escaped(said.text))

    def description(self, index: int) -> Look:
        """Of the quiz, or for a place above 0 of that section."""
        texts = [found.stem for found in self.read.questions if found.kind == "text_only_question"]
        return self.look([self.read.description, *texts][index])


class NewQuizzes(_Canvas):
    """New Quizzes."""

    def __init__(self, output: Output) -> None:
        super().__init__(output)
        self.read = canvas_new.load(self.package)

    def question(self, name: str) -> Places:
        found = self.read[item_name(self.quiz, name)]
        body = "".join("[ ]" if kind == "blank" else html for kind, html in found.parts) or found.body
        places = {"stem": self.look(body), "notes": self.look(found.grading_notes)}
        assert [kind for kind, _ in found.parts].count("blank") == bool(found.parts), "a text has become a blank"
        if not found.parts:
            names = {}
            for i, (ident, html) in enumerate(found.sides or found.answers, 1):
                names[ident] = f"answer{i}"
                places[names[ident]] = self.look(html)
            for ident, html in found.answer_feedback.items():
                places[f"{names.get(ident, ident)}/feedback"] = self.look(html)
        for key, html in found.feedback.items():
            places[key] = self.look(html)
        return {place: seen for place, seen in places.items() if seen.line or seen.images}

    def description(self, index: int) -> Look:
        """Of the quiz, or for a place above 0 of that section."""
        texts = [entry.body for entry in self.read.entries if isinstance(entry, canvas_new.Stimulus)]
        return self.look([self.read.meta["description"], *texts][index])


def _escaped(said: str) -> str:
    return said.replace("&", "&amp;").replace("<", "&lt;")


READERS: Mapping[str, Callable[[Output], Any]] = {
    "moodle": Moodle, "qti21": Qti, "anki": Anki, "classic": Classic, "new_quizzes": NewQuizzes,
}  # fmt: skip
"""Target, or reader of a target → how to read it. Anki shows no descriptions of quizzes and sections."""


Schemas = Mapping[str, etree.XMLSchema]


def read_schemas(folder: Path) -> Schemas:
    """The schemas of QTI 2.1 and of its manifests."""
    names = {"item": "www.imsglobal.org/xsd/imsqti_v2p1.xsd", "manifest": "cp/imscp_v1p1.xsd"}
    return {kind: etree.XMLSchema(etree.parse(folder / name)) for kind, name in names.items()}


def invalid(outputs: Mapping[str, Output], schemas: Schemas) -> list[str]:
    """What the schemas find in the packages of QTI 2.1."""
    found = []
    for output in outputs.values():
        for name, root in output.package.items():
            schema = schemas["manifest" if name == "imsmanifest.xml" else "item"]
            if not schema.validate(root):
                found += [f"{name}: {error.message}" for error in schema.error_log]
    return found
