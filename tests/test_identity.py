"""Identities in exports, as literal values. Importers match on them: none of these values may ever change.

Each was made outside of kfexport, by the rule, with a shell line such as

    printf '%s' 'kubeflow-trainer-en/v1-architecture' | sha256sum | cut -c 1-12

and the prefix, label and cut put before it by hand.
"""

import io
import re
import zipfile
from pathlib import Path

import pytest
from sandbox import BANKS, write

import kfexport
from kfexport.targets import identity

KEY = "kubeflow-trainer-en/v1-architecture"


@pytest.mark.parametrize(
    ("key", "question_id", "expected"),
    [
        # sha256 of the key: b4ca351f1924…; the label is the first 15 characters of the question id
        (KEY, "v1-architecture", "q-v1-architecture-b4ca351f1924"),
        # aa5d4e3da860…; dots become hyphens, and of 23 characters 15 are kept
        ("pods.and.nodes/one.two.three.four.five", "one.two.three.four.five", "q-one-two-three-f-aa5d4e3da860"),
        # 42941269d538…; a short id
        ("q/a", "a", "q-a-42941269d538"),
        # ec72e6c8d2c9…: a question that moved here keeps its old key, and its label is the id that it has now
        ("old-quiz/v1-architecture", "v1", "q-v1-ec72e6c8d2c9"),
    ],
)
def test_item_identifier(key: str, question_id: str, expected: str) -> None:
    assert identity.item_identifier(key, question_id) == expected


@pytest.mark.parametrize(
    ("quiz_id", "expected"),
    [
        ("kubeflow-trainer-en", "t-kubeflow-traine-886326bfd9f1"),
        ("pods.and.nodes", "t-pods-and-nodes-ac1631260a68"),
    ],
)
def test_test_identifier(quiz_id: str, expected: str) -> None:
    assert identity.test_identifier(quiz_id) == expected


@pytest.mark.parametrize(
    ("position", "choice_id", "expected"),
    [
        (1, None, "RESPONSE_1"),
        (12, None, "RESPONSE_12"),
        # With an id of its own the position says nothing.
        (1, "r", "c-r-454349e422f0"),
        (9, "r", "c-r-454349e422f0"),
        (2, "right.one_more-and-more", "c-right-one-more--e72741393975"),
    ],
)
def test_choice_identifier(position: int, choice_id: str | None, expected: str) -> None:
    assert identity.choice_identifier(position, choice_id) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (KEY, KEY),
        # exactly 100 characters
        ("a" * 50 + "/" + "b" * 49, "a" * 50 + "/" + "b" * 49),
        # 101 characters: 87 of them, a hyphen, and 53f0f4d1290f…
        ("a" * 50 + "/" + "b" * 50, "a" * 50 + "/" + "b" * 36 + "-53f0f4d1290f"),
        # 121, the longest that there is: 539d7cdc1410…
        ("a" * 60 + "/" + "b" * 60, "a" * 60 + "/" + "b" * 26 + "-539d7cdc1410"),
    ],
)
def test_idnumber(key: str, expected: str) -> None:
    assert identity.idnumber(key) == expected
    assert len(expected) <= 100


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        # printf '%s' 'kubeflow-trainer-en/v1-architecture#basic' | sha256sum | cut -c 1-20
        ("basic", "kf-d13d48f6afdf61691d1c"),
        ("typing", "kf-21769171392176e97704"),
        ("cloze", "kf-fbdff7fc246fdeed7e65"),
    ],
)
def test_anki_guid(kind: str, expected: str) -> None:
    assert identity.anki_guid(KEY, kind) == expected


def test_every_item_identifier_is_a_name_in_xml() -> None:
    """NCName in ASCII, at most 30 characters, for ids at the edges of what the format allows."""
    for question_id in ("0", "9.9_9-9", "A" * 60, "a." + "-" * 57 + "z"):
        found = identity.item_identifier(f"q/{question_id}", question_id)
        assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]{0,29}", found)


MOVED = """\
format: 1
id: pods.and.nodes
title: Pods
lang: en
questions:
  - id: one.two.three.four.five
    type: single_choice
    prompt: Which?
    choices:
      - text: This one
        correct: true
        id: r
      - That one
  - id: v1
    key: old-quiz/v1-architecture
    type: essay
    prompt: Why?
"""


@pytest.mark.parametrize(
    ("key", "name", "attempt", "expected"),
    [
        # 10^14 + n mod 9·10^14, where n is the first 16 digits of sha256 of `key#name`: b7b770519f9e2fce…
        ("q/a", "choice/1", 0, "173125551468494"),
        # 182a33745d9b60e9…, of `key#name#1`, where another answer has that number
        ("q/a", "choice/1", 1, "760780811804905"),
        # 3c96a8e59915a89c…, 2f3a04e954225153…
        ("old-quiz/v1-architecture", "blank/x/answer/2", 0, "962592851585180"),
        (KEY, "choice/2", 0, "237868617257299"),
    ],
)
def test_answer_number(key: str, name: str, attempt: int, expected: str) -> None:
    assert identity.answer_number(key, name, attempt) == expected


def test_identifiers_of_groups_and_texts() -> None:
    # sha256 of quiz/drawn: 8b51429bd4a0…
    assert identity.group_identifier("quiz", "drawn") == "g-drawn-8b51429bd4a0"
    # sha256 of pods.and.nodes#section/intro.and_more-words: cddc39127163…; of pods#stimulus/shared/first: a016744d5811…
    assert (
        identity.block_identifier("pods.and.nodes", "section", "intro.and_more-words")
        == "q-intro-and-more--cddc39127163"
    )
    assert identity.block_identifier("pods", "stimulus", "shared", "first") == "q-shared-a016744d5811"


def test_what_a_build_writes(tmp_path: Path) -> None:
    report = kfexport.build([write(tmp_path / "moved.yaml", MOVED)], out=tmp_path / "out")
    assert report.ok
    out = tmp_path / "out"

    moodle = (out / "moodle" / "pods.and.nodes.xml").read_text(encoding="utf-8")
    identities = re.findall(r"<idnumber>(.*?)</idnumber>", moodle)
    assert [i for i in identities if "/" in i] == ["pods.and.nodes/one.two.three.four.five", "old-quiz/v1-architecture"]

    package = zipfile.ZipFile(io.BytesIO((out / "qti21" / "pods.and.nodes.zip").read_bytes()))
    assert sorted(package.namelist()) == [
        "imsmanifest.xml",
        "q-one-two-three-f-aa5d4e3da860.xml",
        "q-v1-ec72e6c8d2c9.xml",
        "t-pods-and-nodes-ac1631260a68.xml",
    ]
    item = package.read("q-one-two-three-f-aa5d4e3da860.xml").decode()
    assert 'identifier="q-one-two-three-f-aa5d4e3da860"' in item
    assert re.findall(r'<simpleChoice [^>]*identifier="([^"]+)"', item) == ["c-r-454349e422f0", "RESPONSE_2"]
    assert 'identifier="t-pods-and-nodes-ac1631260a68"' in package.read("t-pods-and-nodes-ac1631260a68.xml").decode()

    package = zipfile.ZipFile(io.BytesIO((out / "canvas" / "pods.and.nodes.zip").read_bytes()))
    assessment = "t-pods-and-nodes-ac1631260a68/t-pods-and-nodes-ac1631260a68.xml"
    assert sorted(package.namelist()) == [
        "imsmanifest.xml",
        "t-pods-and-nodes-ac1631260a68/assessment_meta.xml",
        assessment,
    ]
    text = package.read(assessment).decode()
    assert re.findall(r'<(?:assessment|item) ident="([^"]+)"', text) == [
        "t-pods-and-nodes-ac1631260a68", "q-one-two-three-f-aa5d4e3da860", "q-v1-ec72e6c8d2c9",
    ]  # fmt: skip

    rows = (out / "anki" / "pods.and.nodes" / "pods.and.nodes.csv").read_text(encoding="utf-8")
    # printf '%s' 'pods.and.nodes/one.two.three.four.five#basic' | sha256sum; the same of old-quiz/v1-architecture#basic
    assert re.findall(r"kf-[0-9a-f]+", rows) == ["kf-b86da8668e500890c7f5", "kf-6fc701111bbee1171a2f"]


def test_a_new_text_keeps_every_identity(tmp_path: Path) -> None:
    text = BANKS[0].read_text(encoding="utf-8")
    changed = text.replace("What was the basic", "What, please, was the basic").replace("title: Quiz on", "title: On")
    assert changed != text
    found = []
    for name, content in (("a", text), ("b", changed)):
        kfexport.build([write(tmp_path / f"{name}.yaml", content)], out=tmp_path / name)
        with zipfile.ZipFile(tmp_path / name / "qti21" / "kubeflow-trainer-en.zip") as package:
            rows = (tmp_path / name / "anki" / "kubeflow-trainer-en" / "kubeflow-trainer-en.csv").read_text("utf-8")
            xml = (tmp_path / name / "moodle" / "kubeflow-trainer-en.xml").read_text("utf-8")
            found.append(
                (package.namelist(), re.findall("kf-[0-9a-f]{20}", rows), re.findall("<idnumber>.*?</idnumber>", xml))
            )
    assert found[0] == found[1]
    assert "q-v1-architecture-b4ca351f1924.xml" in found[0][0]
    assert "kf-d13d48f6afdf61691d1c" in found[0][1]
    assert f"<idnumber>{KEY}</idnumber>" in found[0][2]
