"""The banks of ``source/``: each text arrives in each target at its place, and the Japanese one is the seed's text."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import SHARED
from sandbox import BANKS, snapshot
from scorers.qti21 import score
from shown import (
    ANSWER,
    BACK,
    DECK,
    FRONT,
    TAGS,
    TARGETS,
    Output,
    Seen,
    at,
    blocks,
    codes,
    export,
    item_name,
    line,
    told,
)

import kfexport
from kfexport.diagnostics import Severity

EN, JA = BANKS
MODEL_ANSWER = ("Model answer", "解答例")


def bank(path: Path) -> dict[str, Any]:
    """The file through plain PyYAML, all values as they are spelled."""
    with path.open(encoding="utf-8") as file:
        return yaml.load(file, yaml.BaseLoader)


def questions(path: Path) -> list[dict[str, Any]]:
    return [q for section in bank(path)["sections"] for q in section["questions"]]


def choice_text(choice: Any) -> str:
    return choice if isinstance(choice, str) else choice["text"]


def marked(question: dict[str, Any]) -> list[int]:
    """The positions of the right choices, from 1."""
    return [i for i, c in enumerate(question["choices"], 1) if not isinstance(c, str) and c.get("correct") == "true"]


def plain(markdown: str) -> str:
    """The text as a reader sees it: these banks hold no other Markdown than code spans."""
    return " ".join(markdown.replace("`", "").split())


def spans(markdown: str) -> list[str]:
    return re.findall(r"`([^`]+)`", markdown)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Output]:
    """Each bank built on its own."""
    return {path: export(tmp_path_factory.mktemp("out"), path, quiz=bank(path)["id"]) for path in BANKS}


IDS = [(path, question["id"]) for path in BANKS for question in questions(path)]
by_question = pytest.mark.parametrize(("path", "id"), IDS, ids=[f"{p.stem[-2:]}-{i}" for p, i in IDS])
by_target = pytest.mark.parametrize("target", TARGETS)


def asked(path: Path, id: str) -> dict[str, Any]:
    return next(q for q in questions(path) if q["id"] == id)


def arrives(markdown: str, tree: Any) -> None:
    """The whole text and nothing else, with its code in code style."""
    assert line(tree) == plain(markdown)
    assert codes(tree) == spans(markdown)
    assert blocks(tree) == []


@pytest.mark.parametrize("path", BANKS, ids=lambda p: p.stem[-2:])
def test_the_simple_rule_for_markdown_is_enough(path: Path) -> None:
    """Fails where a bank gains Markdown that this module's ``plain`` does not know."""
    texts = [t for q in questions(path) for t in (q["prompt"], q["explanation"], q.get("model_answer", ""))]
    texts += [choice_text(c) for q in questions(path) for c in q.get("choices", ())]
    for text in texts:
        assert "``" not in text
        assert not re.search(r"[*<>&$~#|!\[\]\\]|^\s*(?:[-+>]|\d+[.)]) |\b_\w+_\b", re.sub("`[^`]*`", "", text)), text


@by_target
@by_question
def test_prompt_and_explanation(path: Path, id: str, target: str, outputs: dict[Path, Output]) -> None:
    question, seen = asked(path, id), outputs[path].seen(target, id)
    arrives(question["prompt"], seen.prompt)
    arrives(question["explanation"], seen.explanation)


@by_target
@by_question
def test_choices_and_the_right_one(path: Path, id: str, target: str, outputs: dict[Path, Output]) -> None:
    question, seen = asked(path, id), outputs[path].seen(target, id)
    texts = [choice_text(c) for c in question.get("choices", ())]
    assert len(seen.choices) == len(texts)
    for text, tree in zip(texts, seen.choices, strict=True):
        arrives(text, tree)
    assert seen.right == (marked(question) if texts else [])
    assert seen.right == ([2] if question["type"] == "single_choice" else [])


@by_question
def test_marks_of_each_choice(path: Path, id: str, outputs: dict[Path, Output]) -> None:
    if asked(path, id)["type"] != "single_choice":
        return
    output = outputs[path]
    moodle = output.seen("moodle", id).source
    assert moodle.kind == "multichoice"
    assert [a.fraction for a in moodle.answers] == [0, 1, 0, 0]
    assert (moodle.grade, moodle.single, moodle.shuffle) == (1, True, True)
    name = f"{item_name(output.quiz, id)}.xml"
    item = output.package[name]
    choices = at(item, "q:itemBody/q:choiceInteraction/q:simpleChoice/@identifier")
    marks = [score(output.entries[name], {"RESPONSE": str(choice)}).score for choice in choices]
    assert marks == [0, 1, 0, 0]
    assert score(output.entries[name], {}).score == 0
    assert at(item, "q:responseDeclaration/q:correctResponse/q:value/text()") == [choices[1]]


@by_question
def test_anki_names_letter_and_text_of_the_answer(path: Path, id: str, outputs: dict[Path, Output]) -> None:
    question, seen = asked(path, id), outputs[path].seen("anki", id)
    word = (MODEL_ANSWER if question["type"] == "essay" else ANSWER)[path == JA]
    if question["type"] == "essay":
        assert line(seen.grading) == f"{word} {plain(question['model_answer'])}"
        assert codes(seen.grading) == spans(question["model_answer"])
    else:
        assert line(seen.grading) == f"{word} B. {plain(choice_text(question['choices'][1]))}"
        assert codes(seen.grading) == spans(choice_text(question["choices"][1]))


@by_question
def test_graders_see_the_model_answer(path: Path, id: str, outputs: dict[Path, Output]) -> None:
    question = asked(path, id)
    for target in ("moodle", "qti21"):
        seen = outputs[path].seen(target, id)
        if question["type"] == "essay":
            assert line(seen.grading) == f"{MODEL_ANSWER[path == JA]} {plain(question['model_answer'])}"
            assert codes(seen.grading) == spans(question["model_answer"])
            assert plain(question["model_answer"]) not in line(seen.prompt)
        else:
            assert line(seen.grading) == ""


@by_question
def test_names_are_the_prompt(path: Path, id: str, outputs: dict[Path, Output]) -> None:
    """No question of the banks has a title, and no prompt is longer than Moodle's 255 characters."""
    expected = plain(asked(path, id)["prompt"])
    for target in ("moodle", "qti21"):
        assert outputs[path].seen(target, id).name == expected


@pytest.mark.parametrize("path", BANKS, ids=lambda p: p.stem[-2:])
def test_sections_and_description(path: Path, outputs: dict[Path, Output]) -> None:
    quiz, output = bank(path), outputs[path]
    titles = [section["title"] for section in quiz["sections"]]
    category = tuple(quiz["category"])
    # Moodle: a category for each section below that of the quiz, whose description is the quiz's.
    bank_of_course = output.moodle
    assert [c for c in bank_of_course.categories if len(c) == 3] == [(*category, title) for title in titles]
    assert plain(quiz["description"]) == plain(re.sub("<[^>]*>", "", bank_of_course.categories[category]))
    # QTI: titled sections in the order of the file, the description in front of the first.
    sections = at(output.test, "q:testPart/q:assessmentSection")
    assert [(s.get("title"), s.get("visible")) for s in sections] == [(title, "true") for title in titles]
    shown = [" ".join("".join(r.itertext()).split()) for r in at(sections[0], "q:rubricBlock[@view='candidate']")]
    assert shown == [plain(quiz["description"])]
    assert at(sections[0], "q:rubricBlock//q:code/text()") == spans(quiz["description"])
    assert not at(sections[1], "q:rubricBlock")
    assert output.test.get("title") == quiz["title"]
    # Anki: one deck, the section a tag with its blanks joined; no description.
    assert {record[DECK] for record in output.anki.records} == {"::".join(category)}
    for section in quiz["sections"]:
        for question in section["questions"]:
            record = output.seen("anki", question["id"]).source
            assert record[TAGS].split(" ") == [*quiz["tags"], section["title"].replace(" ", "_")]
    for question in questions(path):
        imported = output.seen("moodle", question["id"]).source
        home = next(s["title"] for s in quiz["sections"] if question in s["questions"])
        assert imported.category == (*category, home)
        assert imported.tags == quiz["tags"]


@pytest.mark.parametrize("path", BANKS, ids=lambda p: p.stem[-2:])
def test_as_many_questions_as_in_the_file_in_its_order(path: Path, outputs: dict[Path, Output]) -> None:
    output, prompts = outputs[path], [plain(q["prompt"]) for q in questions(path)]
    assert [q.name for q in output.moodle.questions] == prompts
    references = at(output.test, "//q:assessmentItemRef/@href")
    assert [output.package[name].get("title") for name in references] == prompts
    assert len(output.package) == len(prompts) + 2
    assert len(output.anki.records) == len(prompts)
    fronts = [record[FRONT] for record in output.anki.records]
    assert all(f.startswith(f'<div lang="{bank(path)["lang"]}"') for f in fronts)
    assert all(record[BACK] for record in output.anki.records)


def test_a_build_is_free_of_warnings(tmp_path: Path) -> None:
    report = kfexport.build([EN, JA], out=tmp_path / "out")
    assert told(report) == []
    infos = Counter((d.code, d.target, d.message.split(" ")[0]) for d in report.diagnostics)
    assert all(d.severity is Severity.INFO for d in report.diagnostics)
    assert infos == {
        ("KF404", "moodle", "The"): 2,  # the description
        ("KF404", "qti21", "The"): 2,
        ("KF403", "anki", "The"): 2,
        ("KF403", "anki", "Shuffling"): 2,
        ("KF404", "anki", "Tags"): 1,  # blanks in the English titles of sections
        ("KF403", "qti21", "The"): 4,  # category and tags
        ("KF403", "canvas", "The"): 4,  # tags, and the model answers, once a quiz
        ("KF404", "canvas", "The"): 2,  # the category
        **{("KF403", target, "`translation_of`"): 1 for target in ("moodle", "qti21", "anki", "canvas")},
    }
    strict = kfexport.build([EN, JA], out=tmp_path / "strict", strict=True)
    assert strict.written
    assert snapshot(tmp_path / "strict") == snapshot(tmp_path / "out")


def test_a_second_build_changes_nothing(tmp_path: Path) -> None:
    kfexport.build([EN, JA], out=tmp_path)
    first = snapshot(tmp_path)
    assert len([data for data in first.values() if data is not None]) == 8
    kfexport.build([EN, JA], out=tmp_path)
    assert snapshot(tmp_path) == first


# The seed: the page that the Japanese bank was made from, as text.

_LIST_MARK = re.compile(r"(?m)^\s*- |(?<=[\s？])- (?=[A-D]\)\s)")
_LETTER = re.compile(r"(?m)(?<!\S)[A-D]\)\s")
_FURNITURE = re.compile(r"(?m)^回答を表示$|^回答: |^解説: ?")


def squashed(text: str) -> str:
    return re.sub(r"[\s`]", "", text)


def seed_of(quiz: dict[str, Any]) -> Iterator[str]:
    """The texts of a bank in the order of the page, which says the right choice once more as the answer."""
    yield quiz["title"]
    yield quiz["description"]
    for section in quiz["sections"]:
        yield section["title"]
        for question in section["questions"]:
            texts = [choice_text(c) for c in question.get("choices", ())]
            right = [texts[i - 1] for i in (marked(question) if texts else ())]
            yield from [question["prompt"], *texts, *(right or [question["model_answer"]]), question["explanation"]]


def test_the_japanese_bank_is_the_seed_word_for_word() -> None:
    path = SHARED / "seed" / "kubeflow-trainer-quiz.ja.txt"
    if not path.is_file():
        pytest.skip(f"the seed is not at {path}; set KFEXPORT_SHARED_DIR")
    page = path.read_text(encoding="utf-8")
    words = _LETTER.sub("", _FURNITURE.sub("", _LIST_MARK.sub("\n", page)))
    # Title, description and section titles too: the bank adds ids, tags and a category, and no sentence.
    assert "".join(map(squashed, seed_of(bank(JA)))) == squashed(words)


def test_the_seed_is_the_right_answer_of_each_question() -> None:
    """The letter that the page gives is the choice that the bank marks."""
    path = SHARED / "seed" / "kubeflow-trainer-quiz.ja.txt"
    if not path.is_file():
        pytest.skip(f"the seed is not at {path}; set KFEXPORT_SHARED_DIR")
    letters = re.findall(r"(?m)^回答: ([A-D])\)", path.read_text(encoding="utf-8"))
    assert [marked(q) for q in questions(JA) if "choices" in q] == [["ABCD".index(x) + 1] for x in letters]


def test_both_languages_have_the_same_structure() -> None:
    en, ja = bank(EN), bank(JA)
    assert en["translation_of"] == ja["id"]
    assert (en["category"], en["tags"]) == (ja["category"], ja["tags"])
    assert [s["id"] for s in en["sections"]] == [s["id"] for s in ja["sections"]]
    assert [[q["id"] for q in s["questions"]] for s in en["sections"]] == [
        [q["id"] for q in s["questions"]] for s in ja["sections"]
    ]
    for one, other in zip(questions(EN), questions(JA), strict=True):
        assert list(one) == list(other)
        assert one["type"] == other["type"]
        assert len(one.get("choices", ())) == len(other.get("choices", ()))
        if "choices" in one:
            assert marked(one) == marked(other)


@pytest.mark.parametrize("id", [q["id"] for q in questions(JA)])
def test_both_languages_name_the_same_code(id: str) -> None:
    """The same spans in each text, in whatever order the language puts them."""
    one, other = asked(EN, id), asked(JA, id)
    for key in ("prompt", "explanation", "model_answer"):
        assert sorted(spans(one.get(key, ""))) == sorted(spans(other.get(key, ""))), key
    for first, second in zip(one.get("choices", ()), other.get("choices", ()), strict=True):
        assert sorted(spans(choice_text(first))) == sorted(spans(choice_text(second)))
    assert sorted(spans(bank(EN)["description"])) == sorted(spans(bank(JA)["description"]))


def test_the_reader_of_these_tests_sees_what_is_wrong(tmp_path: Path, outputs: dict[Path, Output]) -> None:
    """A bank whose key is moved and whose code marks are lost is told apart by the checks above."""
    text = EN.read_text(encoding="utf-8")
    right = "          - text: JAX and XGBoost\n            correct: true\n          - Scikit-learn and ONNX\n"
    moved = "          - JAX and XGBoost\n          - text: Scikit-learn and ONNX\n            correct: true\n"
    assert text.count(right) == 1
    changed = text.replace(right, moved).replace("`torch.distributed` process", "torch.distributed process")
    output = export(tmp_path, changed, quiz=outputs[EN].quiz)
    for target in TARGETS:
        seen: Seen = output.seen(target, "v22-runtimes")
        assert seen.right == [3]
        prompt = output.seen(target, "pytorchjob-env-vars").prompt
        assert line(prompt) == line(outputs[EN].seen(target, "pytorchjob-env-vars").prompt)
        assert codes(prompt) == ["PyTorchJob"]
