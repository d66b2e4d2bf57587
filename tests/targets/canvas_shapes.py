"""Small quizzes from models, and the raw lines of what becomes of them for Canvas."""

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lxml import etree

from kfexport.diagnostics import Diagnostic, Origin, Severity
from kfexport.model import Choice, Question, Quiz, Section, ShortAnswer, SingleChoice
from kfexport.model.parts import Answer
from kfexport.targets import canvas, export
from kfexport.targets.base import Losses, WriteOptions

T = "t-quiz-9d98ce221dd5"
"""The identifier of the quiz ``quiz``: the first 12 digits of the SHA-256 of that word."""
Q = "q-q-3576b665ca21"
"""The identifier of the question ``q``: those of ``quiz/q``."""
NS = {
    "c": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2",
    "m": "http://canvas.instructure.com/xsd/cccv1p0",
    "p": "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1",
}


class _Memory:
    """A source in which every place is known by its path alone."""

    name = "quiz.yaml"

    def span(self, *_: Any) -> None:
        return None

    def line(self, _: int) -> str:
        return ""


_SOURCE = _Memory()


def at(*path: str | int) -> Origin:
    return Origin(_SOURCE, path)


def quiz(*questions: Question, sections: tuple[Section, ...] = (), **more: Any) -> Quiz:
    listed = sections or (Section(id=None, questions=questions),)
    return Quiz(**{"id": "quiz", "title": "Quiz", "lang": "en", "sections": listed, "origin": at()} | more)


def single(**more: Any) -> SingleChoice:
    choices = (Choice(text="one"), Choice(text="two", correct=True))
    return SingleChoice(**{"id": "q", "prompt": "Which?", "choices": choices, "origin": at("q")} | more)


def typed(*texts: str, **more: Any) -> ShortAnswer:
    answers = tuple(Answer(text=text) for text in texts or ("a",))
    return ShortAnswer(**{"id": "q", "prompt": "Which?", "answers": answers, "origin": at("q")} | more)


@dataclass(frozen=True)
class Package:
    """One package, and what was reported."""

    files: Mapping[str, bytes]
    found: tuple[Diagnostic, ...]

    @cached_property
    def text(self) -> str:
        """The file of the questions."""
        return self.files[f"{T}/{T}.xml"].decode()

    @cached_property
    def assessment(self) -> etree._Element:
        return etree.fromstring(self.files[f"{T}/{T}.xml"])

    @cached_property
    def meta(self) -> etree._Element:
        return etree.fromstring(self.files[f"{T}/assessment_meta.xml"])

    def setting(self, name: str) -> str | None:
        return self.meta.findtext(f"m:{name}", None, NS)

    def all(self, path: str) -> Any:
        """XPath in the file of the questions."""
        return self.assessment.xpath(path, namespaces=NS)

    def item(self, ident: str = Q) -> dict[str, str]:
        """The raw line of each part of an item, by the name of its element; feedback by its identifier."""
        (raw,) = re.findall(rf'<item ident="{ident}" [^>]*>\n(.*?)</item>', self.text, re.DOTALL)
        # A text of several lines is the author's: the parts are told by their indentation and their end.
        parts = re.findall(r"^  (<(\w+)(?: ident=\"(\w+)\")?.*?</\2>)\n", raw, re.DOTALL | re.MULTILINE)
        return {ident or name: line for line, name, ident in parts}

    def stem(self, ident: str = Q) -> str:
        """The HTML of a question text."""
        (found,) = self.all(f"//c:item[@ident='{ident}']/c:presentation/c:material/c:mattext")
        return found.text or ""

    def told(self, *severities: Severity) -> list[tuple[str, str, str | None, str]]:
        """Code, severity, question and message of what was reported."""
        wanted = severities or tuple(Severity)
        return [(d.code, d.severity.value, d.question, d.message) for d in self.found if d.severity in wanted]


def write(quiz: Quiz) -> Package:
    """What the writer alone makes and reports."""
    losses = Losses("canvas")
    artifact = canvas.write(quiz, WriteOptions(), losses)
    return Package(_entries(artifact.files), tuple(losses.found))


def exported(quiz: Quiz, *, allow_omit: bool = False) -> Package:
    """With what the table reports."""
    done = export.write(quiz, "canvas", WriteOptions(), allow_omit=allow_omit)
    return Package(_entries(done.artifact.files), tuple(done.diagnostics))


def _entries(files: Mapping[str, bytes]) -> dict[str, bytes]:
    if not files:
        return {}
    ((name, content),) = files.items()
    assert re.fullmatch(r"canvas/[^/]+\.zip", name)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {entry: archive.read(entry) for entry in archive.namelist()}
