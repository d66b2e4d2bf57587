"""Where questions land in Moodle's question bank."""

import re

import pytest
from test_moodle import at, essay, quiz, section, single, told, write

from kfexport.diagnostics import Severity
from kfexport.model import Quiz
from kfexport.targets import moodle
from kfexport.targets.base import Losses, WriteOptions


def paths(q: Quiz) -> list[str]:
    """The category elements of the file, in order, as written."""
    data = moodle.write(q, WriteOptions(), Losses("moodle")).files[f"moodle/{q.id}.xml"].decode()
    return re.findall(r"<category>\s*<text><!\[CDATA\[(.*?)\]\]></text>", data)


def test_category_of_the_quiz() -> None:
    assert paths(quiz(single("a"), single("b"))) == ["$course$/top/Quiz"]
    assert paths(quiz(single(), category=("Kubernetes", "Kubeflow"))) == ["$course$/top/Kubernetes/Kubeflow"]


def test_sections_with_titles_are_sub_categories() -> None:
    q = quiz(
        section(single("a"), id="one", title="One"),
        section(single("b"), id="two"),
        section(single("c"), id="three", title="Three", category=("X", "Y")),
    )
    assert paths(q) == ["$course$/top/Quiz/One", "$course$/top/Quiz", "$course$/top/X/Y/Three"]


def test_own_category_of_a_question_and_the_way_back() -> None:
    q = quiz(section(single("a"), single("b", category=("Else",)), single("c"), title="One"))
    assert paths(q) == ["$course$/top/Quiz/One", "$course$/top/Else", "$course$/top/Quiz/One"]
    bank, found = write(q)
    assert [x.category for x in bank.questions] == [("Quiz", "One"), ("Else",), ("Quiz", "One")]
    assert found == []


@pytest.mark.parametrize(
    ("name", "path", "stored"),
    [
        ("TCP/IP", "$course$/top/TCP//IP", "TCP/IP"),
        ("a//b", "$course$/top/a////b", "a//b"),
        ("/lead", "$course$/top/ //lead", "/lead"),
        ("trail/", "$course$/top/trail// ", "trail/"),
        ("  a \n b ", "$course$/top/a b", "a b"),
        ("<b>B</b>", "$course$/top/< b>B< //b>", "< b>B< /b>"),
        ("x <", "$course$/top/x ＜", "x ＜"),
        ("top", "$course$/top/Top", "Top"),
        ("$course$", "$course$/top/$course$", "$course$"),
        ("データ　基盤", "$course$/top/データ　基盤", "データ　基盤"),
    ],
)
def test_names_of_categories(name: str, path: str, stored: str) -> None:
    q = quiz(single(), category=(name,))
    assert paths(q) == [path]
    bank, found = write(q)
    assert bank.questions[0].category == (stored,)
    assert told(found) == ([("KF404", Severity.INFO, ("z", "category", 0))] if stored != name else [])


def test_blank_names_are_passed_over() -> None:
    assert paths(quiz(single(), category=(" ", "A", ""))) == ["$course$/top/A"]
    assert paths(quiz(section(single(), title=" "), title=" ")) == ["$course$/top/z"]


def test_long_names_are_cut_and_stay_distinct() -> None:
    long = "x" * 300
    q = quiz(single("a", category=(long + "1",)), single("b", category=(long + "2",)), single("c"))
    bank, found = write(q)
    names = [x.category[0] for x in bank.questions]
    assert [len(n) for n in names] == [255, 255, 4]
    assert len(set(names)) == 3
    assert told(found) == [
        ("KF404", Severity.INFO, ("a", "category", 0)),
        ("KF404", Severity.INFO, ("b", "category", 0)),
    ]


def test_equal_section_titles_are_told_apart() -> None:
    q = quiz(
        section(single("a"), id="one", title="Part"),
        section(single("b"), id="two", title="part"),
        section(single("c"), id="three", title="Part", category=("Else",)),
    )
    bank, found = write(q)
    assert [x.category for x in bank.questions] == [("Quiz", "Part (one)"), ("Quiz", "part (two)"), ("Else", "Part")]
    assert {d.code for d in found} == {"KF404"}


def test_descriptions_are_those_of_the_categories() -> None:
    q = quiz(section(single(), title="One", description="*First* :)"), description="All <b>")
    bank, found = write(q)
    assert found == []
    assert bank.categories == {
        ("Quiz",): "<p>All &lt;b&gt;</p>",
        ("Quiz", "One"): "<p><em>First</em> :&#41;</p>",
    }


def test_description_of_an_untitled_section_has_a_place_if_the_quiz_has_none() -> None:
    bank, found = write(quiz(section(single(), description="Here")))
    assert bank.categories == {("Quiz",): "<p>Here</p>"}
    assert found == []


def test_descriptions_without_a_place_are_told() -> None:
    untitled = section(single(), description="Lost", origin=at("s"))
    bank, found = write(quiz(untitled, description="Kept"))
    assert bank.categories == {("Quiz",): "<p>Kept</p>"}
    assert told(found) == [("KF402", Severity.WARNING, ("s", "description"))]
    elsewhere = quiz(single(category=("Else",)), description="Lost")
    assert told(write(elsewhere)[1]) == [("KF402", Severity.WARNING, ("z", "description"))]


def test_sections_without_questions_leave_no_trace() -> None:
    q = quiz(section(id="empty", title="Empty", description="Gone"), section(essay(), id="full", title="Full"))
    bank, found = write(q)
    assert list(bank.categories) == [("Quiz",), ("Quiz", "Full")]
    assert found == []


def test_draw_needs_a_category() -> None:
    rest = section(single("b"), id="rest")
    assert write(quiz(section(single("a"), title="One", pick=1), rest))[1] == []
    assert write(quiz(section(single("a"), pick=1)))[1] == []
    assert told(write(quiz(section(single("a"), pick=1), rest))[1]) == [("KF402", Severity.WARNING, ("s", "pick"))]
    apart = section(single("a"), single("c", category=("Else",)), title="One", pick=1)
    assert told(write(quiz(apart))[1]) == [("KF402", Severity.WARNING, ("c", "category"))]
