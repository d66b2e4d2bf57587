"""Images in every text of every target: each reference leads to the right bytes, and nothing else is carried."""

import io
import shutil
import textwrap
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import SHARED
from lxml import etree
from pictures import (
    BLUE,
    GIF,
    GREEN,
    JPEG,
    RED,
    SVG,
    WEBP,
    Shown,
    in_anki,
    in_canvas,
    in_moodle,
    in_package,
    put,
    sha,
    write,
)
from shown import TARGETS, Output, export, item_name, line, told

import kfexport
from kfexport.model import Asset, Choice, Essay, Quiz, Section, SingleChoice
from kfexport.targets import anki, media
from kfexport.targets.base import WriteOptions
from kfexport.targets.export import write as export_quiz

RED_NAME, BLUE_NAME = f"kf-{sha(RED)[:20]}.png", f"kf-{sha(BLUE)[:20]}.png"


def demo(questions: str, head: str = "") -> str:
    body = textwrap.indent(textwrap.dedent(questions).strip("\n"), "  ")
    return f"format: 1\nid: demo\ntitle: Demo\nlang: en\n{textwrap.dedent(head)}questions:\n{body}\n"


def single(prompt: str, *choices: str, more: str = "") -> str:
    listed = choices or ("yes", "no")
    lines = ["- id: q", "  type: single_choice", "  prompt: |", *(f"    {part}" for part in prompt.split("\n"))]
    lines += ["  choices:", f"    - text: {listed[0]!r}", "      correct: true", *(f"    - {c!r}" for c in listed[1:])]
    return demo("\n".join(lines) + "\n" + textwrap.indent(textwrap.dedent(more), "  "))


def seen(output: Output) -> dict[str, list[Shown]]:
    return {
        "moodle": in_moodle(output.files["moodle/demo.xml"]),
        "qti21": in_package(output.files["qti21/demo.zip"]),
        "anki": in_anki(output.files),
        **({"canvas": in_canvas(output.files["canvas/demo.zip"])} if "canvas/demo.zip" in output.files else {}),
    }


def everywhere(output: Output, **expected: bytes) -> None:
    """Each target shows these images, told apart by their texts, and no others."""
    for target, found in seen(output).items():
        assert {image.alt: image.sha for image in found} == {alt: sha(data) for alt, data in expected.items()}, target


# Names


def test_names_are_made_from_the_bytes() -> None:
    """Anki and Moodle keep what was imported, so these never change."""
    made = [media.file_name(Asset(reference="x", data=d, format=f)) for d, f in (
        (b"a", "png"), (b"a", "jpeg"), (b"a", "gif"), (b"a", "webp"), (b"a", "svg"))]  # fmt: skip
    assert made == [
        "kf-ca978112ca1bbdcafac2.png", "kf-ca978112ca1bbdcafac2.jpg", "kf-ca978112ca1bbdcafac2.gif",
        "kf-ca978112ca1bbdcafac2.webp", "kf-ca978112ca1bbdcafac2.svg",
    ]  # fmt: skip


def test_two_images_of_one_name(tmp_path: Path) -> None:  # I01
    for folder in "ab":
        shutil.copytree(SHARED / "cases" / "I01" / folder, tmp_path / folder) if SHARED.is_dir() else put(
            tmp_path, **{f"{folder}__net": RED if folder == "a" else BLUE}
        )
    red, blue = ((tmp_path / folder / "net.png").read_bytes() for folder in "ab")
    assert red != blue
    output = export(tmp_path, single("![before](a/net.png) and ![after](b/net.png)", "![after](b/net.png)", "no"))
    assert told(output.report) == []
    everywhere(output, before=red, after=blue)
    found = seen(output)
    assert [(i.place, i.alt) for i in found["moodle"]] == [
        ("questiontext", "before"), ("questiontext", "after"), ("answer", "after"),
    ]  # fmt: skip
    assert len([name for name in output.files if "/media/" in name]) == 2
    images = [name for name in output.entries if not name.endswith(".xml")]
    assert sorted(images) == sorted([f"kf-{sha(red)[:20]}.png", f"kf-{sha(blue)[:20]}.png"])
    (stem,) = etree.fromstring(output.files["moodle/demo.xml"]).iter("questiontext")
    assert [file.get("name") for file in stem.findall("file")] == [f"kf-{sha(d)[:20]}.png" for d in (red, blue)]


def test_characters_that_moodle_refuses(tmp_path: Path) -> None:  # I03
    write(tmp_path, "Q&A 'draft' - v1.png", RED)
    write(tmp_path, "a:b.png", BLUE)
    prompt = "![Plan \"v1\" & co](<Q&A 'draft' - v1.png>) ![colon](a:b.png)"
    output = export(tmp_path, single(prompt, more="explanation: '![Plan \"v1\" & co](<Q&A ''draft'' - v1.png>)'"))
    assert told(output.report) == []
    everywhere(output, **{'Plan "v1" & co': RED, "colon": BLUE})
    assert b'alt="Plan &quot;v1&quot; &amp; co"' in output.entries[f"{item_name('demo', 'q')}.xml"]


def test_anki_has_bare_names(tmp_path: Path) -> None:  # I12
    put(tmp_path, images__sub__a=RED)
    output = export(tmp_path, single("![a](images/sub/a.png)"))
    assert f'<img src=""{RED_NAME}"" alt=""a"" />' in output.files["anki/demo/demo.csv"].decode()
    assert output.files[f"anki/demo/media/{RED_NAME}"] == RED
    assert output.report.notes == (
        "Copy the files in anki/demo/media into Anki's folder collection.media before you import: in Anki, Tools > "
        "Check Media > View Files opens it.",
    )


def test_without_images_there_is_nothing_to_copy(tmp_path: Path) -> None:
    output = export(tmp_path, single("Which?"))
    assert output.report.notes == ()
    assert sorted(output.files) == ["anki/demo/demo.csv", "moodle/demo.xml", "qti21/demo.zip"]


# Every text


EVERY_TEXT = """
- id: choice
  type: single_choice
  stimulus: shared
  prompt: '![prompt](red.png)'
  choices:
    - text: '![right](red.png)'
      correct: true
      feedback: '![feedback](blue.png)'
    - text: |
        ![block](green.png)

        more
    - '![inline](photo.jpg)'
  explanation: '![explanation](anim.gif)'
  hints: ['![hint](blue.png)']
  feedback: {correct: '![good](red.png)', partial: '![partly](blue.png)', incorrect: '![bad](green.png)'}
- id: several
  type: multiple_response
  prompt: '![several](red.png)'
  choices:
    - {text: '![one](red.png)', correct: true}
    - '![two](blue.png)'
- id: truth
  type: true_false
  prompt: '![truth](red.png)'
  answer: true
  feedback_true: '![when-true](red.png)'
  feedback_false: '![when-false](blue.png)'
- id: short
  type: short_answer
  prompt: '![short](red.png)'
  answers: [{text: ls, feedback: '![answer](blue.png)'}]
  feedback: {incorrect: '![no](green.png)'}
- id: number
  type: numerical
  prompt: '![number](red.png)'
  answers: [{value: 3, feedback: '![value](blue.png)'}]
- id: essay
  type: essay
  prompt: '![essay](red.png)'
  model_answer: '![model](blue.png)'
  grading_notes: '![notes](green.png)'
- id: match
  type: matching
  prompt: '![match](red.png)'
  pairs:
    - {item: '![item-one](red.png)', match: red}
    - {item: '![item-two](blue.png)', match: blue}
- id: order
  type: ordering
  prompt: '![order](red.png)'
  items: ['![first](red.png)', '![second](blue.png)']
  omit: [canvas]  # which shows the texts of items alone
- id: cloze
  type: cloze
  prompt: '![cloze](red.png)'
  text: '![gap](blue.png) is [[colour]]'
  blanks:
    colour:
      answers: [{text: blue, feedback: '![blank](green.png)'}]
- id: text
  type: description
  prompt: '![between](picture.svg)'
"""
SHARED_TEXT = """
description: '![quiz](red.png)'
stimuli:
  shared: {text: '![stimulus](pic.webp)'}
"""
BYTES = {"red": RED, "blue": BLUE, "green": GREEN}
OF = {
    "prompt": RED, "right": RED, "feedback": BLUE, "block": GREEN, "inline": JPEG, "explanation": GIF, "hint": BLUE,
    "good": RED, "partly": BLUE, "bad": GREEN, "several": RED, "one": RED, "two": BLUE, "truth": RED, "when-true": RED,
    "when-false": BLUE, "short": RED, "answer": BLUE, "no": GREEN, "number": RED, "value": BLUE, "essay": RED,
    "model": BLUE, "notes": GREEN, "match": RED, "item-one": RED, "item-two": BLUE, "order": RED, "first": RED,
    "second": BLUE, "cloze": RED, "gap": BLUE, "blank": GREEN, "between": SVG, "quiz": RED, "stimulus": WEBP,
}  # fmt: skip
LEFT_OUT = {
    "moodle": {"quiz", "blank"},
    "qti21": {"hint"},
    "anki": {"feedback", "good", "partly", "bad", "when-true", "when-false", "answer", "no", "value", "blank", "quiz",
             "between"},
    "canvas": {"hint", "partly", "blank", "order", "first", "second"},
}  # fmt: skip


@pytest.fixture
def every(tmp_path: Path) -> Output:
    put(tmp_path, **BYTES)
    for name, data in (("photo.jpg", JPEG), ("anim.gif", GIF), ("pic.webp", WEBP), ("picture.svg", SVG)):
        write(tmp_path, name, data)
    return export(tmp_path, demo(EVERY_TEXT, SHARED_TEXT), targets=(*TARGETS, "canvas"))


def test_every_text_shows_its_image(every: Output) -> None:  # K15
    assert every.report.ok, told(every.report)
    for target, found in seen(every).items():
        assert {i.alt: i.sha for i in found} == {a: sha(d) for a, d in OF.items() if a not in LEFT_OUT[target]}, target


def test_what_moodle_keeps_no_files_of_is_told(every: Output) -> None:
    assert [(code, message) for code, target, message in told(every.report) if code == "KF405"] == [
        ("KF405", "Of the images in the description of the quiz only their texts are shown: Moodle keeps no files of "
                  "categories"),
        ("KF405", "Of the images in the feedback in the blank `colour` only their texts are shown: Moodle finds no "
                  "files in the feedback of a blank"),
    ]  # fmt: skip
    document = every.files["moodle/demo.xml"].decode()
    assert "<text><![CDATA[<p>quiz</p>]]></text>" in document
    assert "{1:SHORTANSWER:=blue#&lt;p&gt;blank&lt;/p&gt;}" in document


def test_moodle_has_each_file_beside_its_text(every: Output) -> None:
    places = {image.alt: image.place for image in in_moodle(every.files["moodle/demo.xml"])}
    assert places == {
        "stimulus": "questiontext", "prompt": "questiontext", "right": "answer", "feedback": "feedback",
        "block": "answer", "inline": "answer", "explanation": "generalfeedback", "hint": "hint",
        "good": "correctfeedback", "partly": "partiallycorrectfeedback", "bad": "incorrectfeedback",
        "several": "questiontext", "one": "answer", "two": "answer", "truth": "questiontext", "when-true": "feedback",
        "when-false": "feedback", "short": "questiontext", "answer": "feedback", "no": "feedback",
        "number": "questiontext", "value": "feedback", "essay": "questiontext", "model": "graderinfo",
        "notes": "graderinfo", "match": "questiontext", "item-one": "subquestion", "item-two": "subquestion",
        "order": "questiontext", "first": "answer", "second": "answer", "cloze": "questiontext", "gap": "questiontext",
        "between": "questiontext",
    }  # fmt: skip


def test_canvas_shows_each_image_where_its_text_is(every: Output) -> None:
    places = {image.alt: image.place for image in in_canvas(every.files["canvas/demo.zip"])}
    asked = ("stimulus", "prompt", "several", "truth", "short", "number", "essay", "match", "cloze", "gap", "between",
             "item-one", "item-two")  # fmt: skip
    comments = ("feedback", "explanation", "good", "bad", "when-true", "when-false", "answer", "no", "value")
    assert places == {
        "quiz": "description", "model": "metadata", "notes": "metadata",
        **dict.fromkeys(asked, "presentation"), **dict.fromkeys(comments, "itemfeedback"),
        **dict.fromkeys(("right", "block", "inline", "one", "two"), "response_label"),
    }  # fmt: skip
    images = sorted(name for name in _canvas_entries(every) if not name.endswith(".xml"))
    endings = {RED: "png", BLUE: "png", GREEN: "png", JPEG: "jpg", GIF: "gif", WEBP: "webp", SVG: "svg"}
    assert images == sorted(f"media/kf-{sha(data)[:20]}.{ending}" for data, ending in endings.items())


def _canvas_entries(output: Output) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(output.files["canvas/demo.zip"])) as archive:
        return archive.namelist()


ORDER = "- id: q\n  type: ordering\n  prompt: In order.\n  items: ['{}', stop]\n"


def test_items_of_an_order_need_a_text_in_canvas(tmp_path: Path) -> None:
    put(tmp_path, red=RED)
    refused = export(tmp_path, demo(ORDER.format("![first](red.png)")), targets=["canvas"])
    assert [(code, message) for code, _, message in told(refused.report) if code == "KF401"] == [
        ("KF401", "Item 1 has no text, and Classic Quizzes show nothing else of an item"),
    ]
    assert not refused.files
    shown = export(tmp_path, demo(ORDER.format("![first](red.png) start")), targets=["canvas"])
    assert [(i.alt, i.sha) for i in in_canvas(shown.files["canvas/demo.zip"])] == [("first", sha(RED))]
    assert sorted(code for code, _, _ in told(shown.report)) == ["KF402", "KF405"]


def test_the_package_holds_each_image_once(every: Output) -> None:
    images = sorted(name for name in every.entries if not name.endswith(".xml"))
    endings = {RED: "png", BLUE: "png", GREEN: "png", JPEG: "jpg", GIF: "gif", WEBP: "webp", SVG: "svg"}
    assert images == sorted(f"kf-{sha(data)[:20]}.{ending}" for data, ending in endings.items())


@pytest.fixture(scope="module")
def schemas(xsd_dir: Path) -> dict[str, etree.XMLSchema]:
    names = {"qti": "www.imsglobal.org/xsd/imsqti_v2p1.xsd", "manifest": "cp/imscp_v1p1.xsd"}
    return {kind: etree.XMLSchema(etree.parse(xsd_dir / name)) for kind, name in names.items()}


def test_the_package_is_valid(every: Output, schemas: dict[str, etree.XMLSchema]) -> None:
    for name, root in every.package.items():
        schemas["manifest" if name == "imsmanifest.xml" else "qti"].assertValid(root)


# Sizes, places, other addresses


def test_sizes_are_attributes(tmp_path: Path) -> None:
    put(tmp_path, a=RED)
    output = export(tmp_path, single("![a](a.png){width=300}\n![b](a.png){ width=30 height=20 } ![c](a.png) {width=3}"))
    assert told(output.report) == []
    for target, found in seen(output).items():
        sizes = {image.alt: image.size for image in found}
        assert sizes == {"a": ("300", None), "b": ("30", "20"), "c": (None, None)}, target
    for target, shown in output.everywhere("q"):
        assert line(shown.prompt).endswith("{width=3}"), target
        assert line(shown.prompt).count("{") == 1


@pytest.mark.parametrize(
    "prompt",
    [
        "[![x](a.png){width=9}](https://example.org)",
        "| a | b |\n|---|--:|\n| ![x](a.png){width=9} | ![y](b.png) |",
        "Look:\n\n> ![x](a.png)\n>\n> - ![y](b.png)",
        "Look:\n\n# ![x](a.png)\n\n1. ![y](b.png)",
        "**![x](a.png)** ~~*![y](b.png)*~~",
        "![x][one] ![y][two]\n\n[one]: a.png 'A title'\n[two]: <b.png>",
        "![x](a.png)![y](b.png)",
        "{![x](a.png){width=9}} $5 and $6 ![y](b.png) &amp; `![z](no.png)`",
    ],
)
def test_images_anywhere_in_a_text(prompt: str, tmp_path: Path, schemas: dict[str, etree.XMLSchema]) -> None:
    put(tmp_path, a=RED, b=BLUE)
    output = export(tmp_path, single(prompt))
    assert output.report.ok, told(output.report)
    images = {"x": RED, "y": BLUE}
    everywhere(output, **{alt: data for alt, data in images.items() if f"![{alt}]" in prompt})
    schemas["qti"].assertValid(output.package[f"{item_name('demo', 'q')}.xml"])


def test_a_remote_image_is_a_link_everywhere(tmp_path: Path) -> None:  # I09
    output = export(tmp_path, single("![x](https://example.org/Foo_(n).png?a=1&b=2)"))
    assert [code for code, _, _ in told(output.report)] == ["KF035"]
    for target, found in seen(output).items():
        assert [(i.alt, i.sha) for i in found] == [("x", "https://example.org/Foo_(n).png?a=1&b=2")], target


def test_emoticons_in_addresses_and_texts_stay(tmp_path: Path) -> None:
    put(tmp_path, **{"a(n)": RED})
    output = export(tmp_path, single("![so :-) (y)](a(n).png) ![so](https://example.org/(n).png)"))
    document = output.files["moodle/demo.xml"].decode()
    assert 'alt="so :-&#41; (y&#41;"' in document
    assert 'src="https://example.org/(n&#41;.png"' in document
    assert {i.alt for i in in_moodle(output.files["moodle/demo.xml"])} == {"so :-) (y)", "so"}


def test_a_remote_address_that_is_none_gives_way_to_its_text(tmp_path: Path) -> None:
    output = export(tmp_path, single("![the text](http://e.org:999999/a.png)"), targets=["qti21"])
    assert [(code, message) for code, target, message in told(output.report) if target] == [
        ("KF405", "In the prompt, the image http://e.org:999999/a.png is its text instead: that is no valid address")
    ]
    assert in_package(output.files["qti21/demo.zip"]) == []


def test_a_data_address_becomes_a_file(tmp_path: Path) -> None:  # I09
    from base64 import b64encode

    output = export(tmp_path, single(f"![x](data:image/png;base64,{b64encode(RED).decode()})"))
    assert told(output.report) == []
    everywhere(output, x=RED)
    assert not any(b"data:" in data for data in output.files.values())


def test_authors_may_write_of_pluginfile(tmp_path: Path) -> None:  # D12
    put(tmp_path, a=RED)
    output = export(
        tmp_path, single(f"What replaces @@PLUGINFILE@@/{RED_NAME}? ![x](a.png)", f'src="{RED_NAME}"', "no")
    )
    assert [(i.place, i.alt) for i in in_moodle(output.files["moodle/demo.xml"])] == [("questiontext", "x")]
    for target, shown in output.everywhere("q"):
        assert f"@@PLUGINFILE@@/{RED_NAME}?" in line(shown.prompt), target


def test_a_picture_may_be_all_of_a_choice(tmp_path: Path) -> None:  # K15
    put(tmp_path, a=RED, b=BLUE)
    output = export(tmp_path, single("![which](a.png)", "![](a.png)", "![](b.png)"))
    assert [code for code, _, _ in told(output.report)] == ["KF320", "KF320"]
    for target, found in seen(output).items():
        assert [i.sha for i in found if i.alt == ""][:2] == [sha(RED), sha(BLUE)], target


def test_the_bytes_decide_the_ending(tmp_path: Path) -> None:
    write(tmp_path, "photo.png", JPEG)
    output = export(tmp_path, single("![x](photo.png)"))
    everywhere(output, x=JPEG)
    assert f"kf-{sha(JPEG)[:20]}.jpg" in output.entries


@pytest.mark.parametrize("target", ["moodle", "qti21", "anki", "qti21-blackboard"])
def test_a_large_image_arrives_whole(target: str, tmp_path: Path) -> None:
    data = RED + bytes(range(256)) * 39_000  # 9,984,000 bytes: more than one CDATA section of Moodle's parser takes
    write(tmp_path, "a.png", data)
    output = export(tmp_path, single("![x](a.png)"), targets=[target])
    assert told(output.report) == []
    if target == "moodle":
        document = output.files["moodle/demo.xml"]
        assert max(len(part) for part in document.split(b"<![CDATA[")) < 10_000_000
        assert [i.sha for i in in_moodle(document)] == [sha(data)]
    elif target == "anki":
        assert output.files[f"anki/demo/media/kf-{sha(data)[:20]}.png"] == data
    else:
        assert [i.sha for i in in_package(output.files[f"{target}/demo.zip"])] == [sha(data)]


# Over time


def test_what_is_no_longer_shown_is_removed(tmp_path: Path) -> None:
    put(tmp_path, a=RED, b=BLUE)
    first = export(tmp_path, single("![x](a.png) ![y](b.png)"))
    mine = tmp_path / "out" / "anki" / "other.txt"
    mine.write_text("mine", encoding="utf-8")
    second = export(tmp_path, single("![y](b.png)"))
    assert {f"anki/demo/media/{RED_NAME}", f"anki/demo/media/{BLUE_NAME}"} <= set(first.files)
    assert [n for n in second.files if "/media/" in n] == [f"anki/demo/media/{BLUE_NAME}"]
    third = export(tmp_path, single("Which?"))
    assert not (tmp_path / "out" / "anki" / "demo" / "media").exists()
    assert "anki/other.txt" in third.files


def test_a_question_that_is_left_out_brings_no_image(tmp_path: Path) -> None:
    put(tmp_path, a=RED, b=BLUE)
    text = single("![x](a.png)").replace("type: single_choice", "type: single_choice\n    omit: [anki]")
    text += "  - {id: other, type: essay, prompt: '![y](b.png)', model_answer: So., omit: [moodle, qti21]}\n"
    output = export(tmp_path, text)
    assert [i.alt for i in in_anki(output.files)] == ["y"]
    assert [i.alt for i in in_moodle(output.files["moodle/demo.xml"])] == ["x"]
    assert [i.alt for i in in_package(output.files["qti21/demo.zip"])] == ["x"]


def test_another_folder_gives_the_same_bytes(tmp_path: Path) -> None:
    outputs = []
    for folder in ("one", "two/three"):
        put(tmp_path / folder, figures__a=RED, b=BLUE)
        outputs.append(export(tmp_path / folder, single("![x](figures/a.png) ![y](b.png)")).files)
    assert outputs[0] == outputs[1]


def test_moving_an_image_changes_nothing(tmp_path: Path) -> None:
    put(tmp_path, a=RED, sub__other=RED)
    first = export(tmp_path, single("![x](a.png)")).files
    assert export(tmp_path, single("![x](sub/other.png)")).files == first


def test_blackboard_has_no_image_of_what_is_left_out(tmp_path: Path) -> None:
    put(tmp_path, a=RED, b=BLUE)
    output = export(tmp_path, single("![x](a.png)", more="explanation: '![y](b.png)'"), targets=["qti21-blackboard"])
    assert [i.alt for i in in_package(output.files["qti21-blackboard/demo.zip"])] == ["x"]


# Quizzes made by a program


def made(prompt: str, **more: Any) -> Quiz:
    question = SingleChoice(id="q", prompt=prompt, choices=(Choice(text="a", correct=True), Choice(text="b")))
    return Quiz(id="demo", title="Demo", lang="en", sections=(Section(id=None, questions=(question,)),), **more)


@pytest.mark.parametrize("target", ["moodle", "qti21", "anki", "canvas", "qti21-blackboard"])
def test_an_image_without_bytes_is_an_error(target: str) -> None:
    exported = export_quiz(made("See ![x](a.png)."), target, WriteOptions(), allow_omit=True)
    assert exported.artifact.files == {}
    ((code, severity, message, question),) = [
        (d.code, d.severity.value, d.message, d.question) for d in exported.diagnostics
    ]
    assert (code, severity, question) == ("KF420", "error", "q")
    assert message == "The quiz does not hold the image `a.png` that the prompt shows"


@pytest.mark.parametrize("target", ["moodle", "qti21", "anki"])
def test_a_quiz_made_by_hand_brings_its_images(target: str) -> None:
    asset = Asset(reference="a b.png", data=RED, format="png")
    quiz = made("See ![x](a%20b.png) and ![y](https://example.org/b.png).", assets={"a b.png": asset})
    exported = export_quiz(quiz, target, WriteOptions(), allow_omit=False)
    assert exported.diagnostics == []
    files = dict(exported.artifact.files)
    if target == "anki":
        found = in_anki(files)
    else:
        found = in_moodle(files["moodle/demo.xml"]) if target == "moodle" else in_package(files["qti21/demo.zip"])
    assert [(i.alt, i.sha) for i in found] == [("x", sha(RED)), ("y", "https://example.org/b.png")]


@pytest.mark.parametrize("allow_omit", [True, False])
def test_a_target_that_carries_no_images_says_so(allow_omit: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anki, "CAPABILITIES", replace(anki.CAPABILITIES, images=False))
    asset = Asset(reference="a.png", data=RED, format="png")
    exported = export_quiz(made("![x](a.png)", assets={"a.png": asset}), "anki", WriteOptions(), allow_omit=allow_omit)
    assert exported.artifact.files == {}
    first = exported.diagnostics[0]
    assert (first.code, first.question) == ("KF407" if allow_omit else "KF401", "q")
    assert first.message.startswith("The images in the prompt cannot be carried by this target")
    assert export_quiz(made("![x](https://example.org)"), "anki", WriteOptions(), allow_omit=False).artifact.files


def test_an_empty_address_is_an_error() -> None:
    exported = export_quiz(made("![x](javascript:alert(1))"), "moodle", WriteOptions(), allow_omit=False)
    assert [d.code for d in exported.diagnostics] == ["KF420"]


def test_the_library_gives_the_images_of_a_quiz(tmp_path: Path) -> None:
    put(tmp_path, a=RED)
    write(tmp_path, "demo.yaml", single("![x](a.png)").encode())
    (quiz,) = kfexport.load(tmp_path / "demo.yaml").quizzes
    assert dict(quiz.assets) == {"a.png": Asset(reference="a.png", data=RED, format="png")}
    assert isinstance(quiz.sections[0].questions[0], (SingleChoice, Essay))
