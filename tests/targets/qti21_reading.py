"""What the tests of QTI 2.1 share: making a quiz in a line, writing it, reading the package."""

import io
import zipfile
from typing import Any

from lxml import etree

from kfexport.diagnostics import Diagnostic
from kfexport.model import Choice, Question, Quiz, Section, SingleChoice
from kfexport.targets import qti21
from kfexport.targets.base import Losses, WriteOptions

NS = {"q": "http://www.imsglobal.org/xsd/imsqti_v2p1", "cp": "http://www.imsglobal.org/xsd/imscp_v1p1"}


def single(id: str = "one", right: str = "A", wrong: tuple[str, ...] = ("B",), **more: Any) -> SingleChoice:
    more.setdefault("choices", (Choice(text=right, correct=True), *(Choice(text=text) for text in wrong)))
    more.setdefault("prompt", "What?")
    return SingleChoice(id=id, **more)


def quiz_of(*questions: Question, **more: Any) -> Quiz:
    more.setdefault("sections", (Section(id=None, questions=questions),))
    return Quiz(**{"id": "quiz", "title": "Quiz", "lang": "en", **more})


def package(quiz: Quiz) -> tuple[dict[str, bytes], list[Diagnostic]]:
    """The files of the zip, and the losses."""
    losses = Losses("qti21")
    artifact = qti21.write(quiz, WriteOptions(), losses)
    (name,) = artifact.files
    assert name == f"qti21/{quiz.id}.zip"
    with zipfile.ZipFile(io.BytesIO(artifact.files[name])) as archive:
        return {entry: archive.read(entry) for entry in archive.namelist()}, losses.found


def item_bytes(question: Question, **more: Any) -> bytes:
    """The item of a question in a quiz of its own."""
    files, _ = package(quiz_of(question, **more))
    (name,) = (name for name in files if name.startswith("q-"))
    return files[name]


def item_of(question: Question, **more: Any) -> etree._Element:
    return etree.fromstring(item_bytes(question, **more))


def test_of(quiz: Quiz) -> etree._Element:
    files, _ = package(quiz)
    (name,) = (name for name in files if name.startswith("t-"))
    return etree.fromstring(files[name])


test_of.__test__ = False  # type: ignore[attr-defined]


def at(element: etree._Element, path: str) -> Any:
    """XPath with the prefixes ``q`` and ``cp``."""
    return element.xpath(path, namespaces=NS)


def text(element: etree._Element) -> str:
    """All text inside an element."""
    return "".join(element.itertext())


def respond(item: bytes, answer: Any) -> dict[str, Any]:
    """What a candidate does, by the texts that are shown, as values of response variables.

    A text for one choice or one field; a list of texts for several choices or an order; a map from item to match; a
    tuple for the fields of a cloze, in the order of their responses. ``None`` does nothing.
    """
    root = etree.fromstring(item)
    fields = {f.get("responseIdentifier"): f for f in at(root, "//q:itemBody//*[@responseIdentifier]")}
    assert fields
    assert set(fields) == set(at(root, "q:responseDeclaration/@identifier"))
    names = at(root, "q:responseDeclaration/@identifier")
    answers = answer if isinstance(answer, tuple) else (answer,)
    assert len(names) == len(answers)
    return {name: _response(fields[name], one) for name, one in zip(names, answers, strict=True)}


def _response(field: etree._Element, answer: Any) -> Any:
    if answer is None or etree.QName(field).localname == "textEntryInteraction":
        return answer
    choices = at(field, "q:simpleChoice | q:inlineChoice | */q:simpleAssociableChoice")
    identifiers = {text(choice): choice.get("identifier") for choice in choices}
    assert len(identifiers) == len(choices)
    match answer:
        case str():
            return identifiers[answer]
        case dict():
            return [f"{identifiers[item]} {identifiers[match]}" for item, match in answer.items()]
        case _ if etree.QName(field).localname == "orderInteraction":
            return tuple(identifiers[one] for one in answer)
        case _:
            return [identifiers[one] for one in answer]


def declared(item: etree._Element, outcome: str) -> list[str]:
    """The default values of an outcome."""
    return at(item, f"q:outcomeDeclaration[@identifier='{outcome}']/q:defaultValue/q:value/text()")
