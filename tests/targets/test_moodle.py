"""Moodle XML, read back by a reader that loses what Moodle loses (``moodle_reader``)."""

import re
from decimal import Decimal
from fractions import Fraction

import moodle_reader
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from moodle_reader import Bank, Imported, Refused, load, pre, shown

from kfexport.diagnostics import Diagnostic, Origin, Severity
from kfexport.model import (
    Answer,
    Choice,
    Cloze,
    Essay,
    Feedback,
    MultipleResponse,
    Numerical,
    NumericalAnswer,
    Question,
    Quiz,
    Response,
    Section,
    ShortAnswer,
    SingleChoice,
    Stimulus,
    TextBlank,
)
from kfexport.model.questions import QUESTION_TYPES
from kfexport.targets import features, moodle
from kfexport.targets.base import Losses, WriteOptions

RIGHT, WRONG = Choice(text="right", correct=True), Choice(text="wrong")


class NoSource:
    """A source that nothing is looked up in."""

    name = "quiz.yaml"

    def span(self, path: object, part: object, at: object) -> None:
        return None

    def line(self, number: int) -> str:
        return ""


def at(*path: str | int) -> Origin:
    return Origin(NoSource(), path)


def single(id: str = "q", *, choices: tuple[Choice, ...] = (RIGHT, WRONG), **more: object) -> SingleChoice:
    return SingleChoice(**{"id": id, "prompt": "Why?", "choices": choices, "origin": at(id)} | more)


def essay(id: str = "e", **more: object) -> Essay:
    return Essay(**{"id": id, "prompt": "Why?", "origin": at(id)} | more)


def section(*questions: Question, **more: object) -> Section:
    return Section(**{"id": "s", "questions": questions, "origin": at("s")} | more)


def quiz(*parts: Section | Question, **more: object) -> Quiz:
    sections = tuple(p if isinstance(p, Section) else section(p, id=f"s{i}") for i, p in enumerate(parts))
    return Quiz(**{"id": "z", "title": "Quiz", "lang": "en", "sections": sections, "origin": at("z")} | more)


def write(q: Quiz) -> tuple[Bank, list[Diagnostic]]:
    losses = Losses("moodle")
    artifact = moodle.write(q, WriteOptions(), losses)
    assert list(artifact.files) == [f"moodle/{q.id}.xml"]
    return load(artifact.files[f"moodle/{q.id}.xml"]), losses.found


def one(question: Question, **more: object) -> tuple[Imported, list[Diagnostic]]:
    bank, found = write(quiz(question, **more))
    (imported,) = bank.questions
    return imported, found


def told(found: list[Diagnostic]) -> list[tuple[str, Severity, tuple[str | int, ...]]]:
    return [(d.code, d.severity, d.where.path if d.where else ()) for d in found]


# The reader itself: facts that the tests stand on.


def test_reader_loses_what_moodle_loses() -> None:
    escaped = b"<quiz><text>&lt;b&gt;bold&lt;/b&gt; &lt;i&gt;it&lt;/i&gt;</text></quiz>"
    assert moodle_reader.parse(escaped).text() == "<b>bold</b><i>it</i>"
    assert moodle_reader.parse(b"<quiz><text>a&#10;b</text></quiz>").text() == "ab"
    blanks = b"<quiz><text><![CDATA[" + b"x" * 300 + b" " * 700 + b"y" * 8000 + b"]]></text></quiz>"
    assert len(moodle_reader.parse(blanks).text()) == 9000 - 300
    assert moodle_reader.parse(b"<quiz><text><![CDATA[a]]]]><![CDATA[>b]]></text></quiz>").text() == "a]]>b"
    assert moodle_reader.param_text("1 <2") == "1 "
    assert moodle_reader.param_text("a < b <") == "a < b "


def test_reader_shows_faces_and_formulas() -> None:
    assert shown("O(n) in $$") == "O«face» in $$"
    assert shown("&lt;-) <code>\\(x\\)</code>") == "<«face» ⟦x⟧"


# Questions.


def test_single_choice() -> None:
    question = single(
        title="Name",
        prompt="What **is**?",
        explanation="Because.",
        hints=("One", "Two"),
        feedback=Feedback(correct="Yes", partial="Nearly", incorrect="No"),
        points=Decimal("2.50"),
        penalty=Fraction(1, 4),
        tags=("own",),
        choices=(
            Choice(text="`a`", correct=True, feedback="Good."),
            Choice(text="b", credit=Fraction(1, 3)),
            Choice(text="c", credit=Fraction(-1, 4)),
            Choice(text="- 3"),
        ),
        shuffle=True,
    )
    got, found = one(question, tags=("all",))
    assert found == []
    assert (got.kind, got.name, got.idnumber, got.category) == ("multichoice", "Name", "z/q", ("Quiz",))
    assert got.text == "<p>What <strong>is</strong>?</p>"
    assert shown(got.general) == "Because."
    assert [shown(h.text()) for h in got.node.all("hint")] == ["One", "Two"]
    assert [shown(got.rich(f"{k}feedback")) for k in ("correct", "partiallycorrect", "incorrect")] == [
        "Yes", "Nearly", "No",
    ]  # fmt: skip
    assert (got.grade, got.penalty, got.tags) == (2.5, 0.25, ["all", "own"])
    assert (got.single, got.shuffle) == (True, True)
    assert [a.text for a in got.answers] == ["<code>a</code>", "b", "c", "- 3"]
    assert [shown(a.feedback) for a in got.answers] == ["Good.", "", "", ""]
    assert [got.score(i) for i in (0, 1, 2, 3, None)] == pytest.approx([2.5, 2.5 / 3, -0.625, 0, 0], abs=1e-6)
    assert got.node.leaf("showstandardinstruction") == "0"
    assert got.node.leaf("hidden") == "0"


def test_defaults() -> None:
    got, found = one(single())
    assert found == []
    assert (got.grade, got.penalty, got.tags, got.shuffle) == (1, 0.3333333, [], False)
    assert got.name == "Why?"
    assert [a.attributes["fraction"] for a in got.node.all("answer")] == ["100", "0"]


def test_letters_are_capitals_as_in_both_a_and_b() -> None:
    assert one(single())[0].node.leaf("answernumbering") == "ABCD"


def test_choice_of_several_lines_is_blocks() -> None:
    text = "Run\n\n```\n  a\n\tb\n```\n"
    got, _ = one(single(choices=(Choice(text=text, correct=True), WRONG)))
    assert pre(got.answers[0].text) == ["  a\n\tb\n"]


def test_fixed_choice_stops_shuffling() -> None:
    choices = (RIGHT, WRONG, Choice(text="none of these", fixed=True))
    assert one(single(choices=choices, shuffle=True))[0].shuffle is False
    losses = Losses("moodle")
    features.report(quiz(single(choices=choices, shuffle=True)), moodle.CAPABILITIES, losses)
    assert told(losses.found) == [("KF402", Severity.WARNING, ("q", "choices", 2, "fixed"))]


@pytest.mark.parametrize(
    ("credit", "fraction"),
    [
        ("1/2", "50"), ("1/3", "33.33333"), ("-1/3", "-33.33333"), ("0.3333", "33.33333"),
        ("0.33333333333333333333", "33.33333"),
        ("2/3", "66.66667"), ("1/6", "16.66667"), ("0.1429", "14.28571"), ("1/9", "11.11111"), ("0.125", "12.5"),
        ("0.6666", "66.66667"), ("0.6667", "66.66667"), ("0.14285", "14.28571"), ("-0.8333", "-83.33333"),
        ("5/6", "83.33333"), ("0", "0"), ("-1", "-100"), ("-0.05", "-5"),
    ],
)  # fmt: skip
def test_listed_credits(credit: str, fraction: str) -> None:
    got, found = one(single(choices=(RIGHT, Choice(text="b", credit=Fraction(credit)))))
    assert found == []
    assert got.node.all("answer")[1].attributes["fraction"] == fraction


@pytest.mark.parametrize(
    ("credit", "fraction", "code", "near"),
    [
        ("99.995", "100", "KF402", "90% or 100%"),
        ("99.99", "100", "KF402", "90% or 100%"),
        ("99.99999999", "100", "KF402", "90% or 100%"),
        ("-99.995", "-100", "KF402", "-100% or -90%"),
        ("0.004", "0", "KF402", "0% or 5%"),
        ("0.00000001", "0", "KF402", "0% or 5%"),
        ("-0.004", "0", "KF402", "-5% or 0%"),
        ("33.34", "33.33333", "KF404", "33.33333% or 40%"),
        ("66.68", "66.66667", "", ""),
        ("20.01", "20", "KF404", "20% or 25%"),
        ("49.999", "50", "KF404", "40% or 50%"),
        ("12.49", "12.5", "KF404", "11.11111% or 12.5%"),
        ("11.12", "11.11111", "KF404", "11.11111% or 12.5%"),
    ],
)
def test_a_grade_that_is_not_what_was_written_is_told(credit: str, fraction: str, code: str, near: str) -> None:
    """Right, wrong and partly right are other judgements: a warning. A trace of a mark is a note."""
    question = single(choices=(RIGHT, Choice(text="b", credit=Fraction(credit) / 100)))
    if not code:  # more than 0.01% away from all grades
        assert [d.code for d in write(quiz(question, single("good")))[1]] == ["KF401"]
        return
    got, (found,) = one(question)
    assert got.node.all("answer")[1].attributes["fraction"] == fraction
    message = f"The credit of choice 2 is {fraction}% in Moodle, which has no grade of {credit}%"
    assert (found.code, found.message, found.question) == (code, message, "q")
    assert found.severity is (Severity.WARNING if code == "KF402" else Severity.INFO)
    assert found.hint == f"Give it {near}, the nearest grades that Moodle has."


def test_a_credit_of_almost_all_is_told_in_every_type() -> None:
    almost = Fraction("0.99995")
    text = ShortAnswer(id="t", prompt="P", answers=(Answer(text="a"), Answer(text="b", credit=almost)))
    numbers = (NumericalAnswer(value=Decimal(1)), NumericalAnswer(value=Decimal(2), credit=almost))
    number = Numerical(id="n", prompt="P", answers=numbers)
    choices = (Choice(text="a", correct=True, credit=Fraction(1)), Choice(text="b", credit=-almost))
    several = MultipleResponse(id="m", prompt="P", choices=choices)
    _, found = write(quiz(text, number, several))
    assert [d.message for d in found if "no grade" in d.message] == [
        "The credit of answer 2 is 100% in Moodle, which has no grade of 99.995%",
        "The credit of answer 2 is 100% in Moodle, which has no grade of 99.995%",
        "The credit of choice 2 is -100% in Moodle, which has no grade of -99.995%",
    ]


def test_a_credit_in_a_blank_has_seven_decimals() -> None:
    """Any percentage goes there, as fine as the column of the database."""
    nearly, hardly, fine = Fraction("0.99999999"), Fraction("0.00000004"), Fraction("0.99995")
    credits = (Fraction(1), nearly, fine, hardly)
    answers = tuple(Answer(text=text, credit=credit) for text, credit in zip("abcd", credits, strict=True))
    found = write(quiz(Cloze(id="q", prompt="", text="[[x]]", blanks=(TextBlank(id="x", answers=answers),))))[1]
    assert [d.message for d in found] == [
        "The credit of answer 2 of the blank `x` is 100%, not 99.999999%: Moodle keeps 7 decimals of a share",
        "The credit of answer 4 of the blank `x` is 0%, not 0.000004%: Moodle keeps 7 decimals of a share",
    ]


@pytest.mark.parametrize(
    ("credit", "shown_as", "near"),
    [
        ("0.15", "15%", "14.28571% or 16.66667%"), ("0.333", "33.3%", "30% or 33.33333%"),
        ("-0.375", "-37.5%", "-40% or -33.33333%"),
        ("0.2002", "20.02%", "20% or 25%"), ("0.01", "1%", "0% or 5%"), ("-2/7", "-28.57143%", "-30% or -25%"),
    ],
)  # fmt: skip
def test_credits_that_moodle_lacks(credit: str, shown_as: str, near: str) -> None:
    bad = single("bad", choices=(RIGHT, WRONG, Choice(text="b", credit=Fraction(credit))))
    bank, found = write(quiz(bad, single("good")))
    assert [q.idnumber for q in bank.questions] == ["z/good"]
    assert told(found) == [("KF401", Severity.ERROR, ("bad", "choices", 2, "credit"))]
    assert f"no grade of {shown_as}, the credit of choice 3" in found[0].message
    assert found[0].hint is not None
    assert near in found[0].hint
    assert found[0].question == "bad"


def test_all_questions_left_out_is_no_file() -> None:
    losses = Losses("moodle")
    bad = single(choices=(RIGHT, Choice(text="b", credit=Fraction(15, 100))))
    assert moodle.write(quiz(bad), WriteOptions(), losses).files == {}
    assert [d.code for d in losses.found] == ["KF401"]


def test_quiz_without_questions_is_no_file_and_no_word() -> None:
    losses = Losses("moodle")
    empty = quiz(section(title="T", description="D", tags=("<",), pick=2), description="D", tags=("a<b>",))
    assert moodle.write(empty, WriteOptions(), losses).files == {}
    assert losses.found == []


@pytest.mark.parametrize(
    ("points", "written"),
    [("1", "1"), ("0.5", "0.5"), ("2.500", "2.5"), ("1E+2", "100"), ("99999", "99999"), ("0.0000001", "0.0000001")],
)
def test_points_are_plain_decimals(points: str, written: str) -> None:
    assert one(single(points=Decimal(points)))[0].node.leaf("defaultgrade") == written


@pytest.mark.parametrize(
    ("penalty", "written", "notes"),
    [
        (None, "0.3333333", []), (Fraction(1, 3), "0.3333333", []), (Fraction(0), "0", []), (Fraction(1), "1", []),
        (Fraction(1, 7), "0.1428571", []), (Fraction(2, 3), "0.6666667", []), (Fraction(32, 100), "0.32", []),
        (Fraction(33, 100), "0.3333333", [("KF404", Severity.INFO, ("q", "penalty"))]),
        (Fraction("0.3333333"), "0.3333333", []),
        (Fraction("0.00000001"), "0", [("KF404", Severity.INFO, ("q", "penalty"))]),
        (Fraction("0.99999999"), "1", [("KF404", Severity.INFO, ("q", "penalty"))]),
    ],
)  # fmt: skip
def test_penalty_is_a_share(penalty: Fraction | None, written: str, notes: list[object]) -> None:
    got, found = one(single(penalty=penalty))
    assert got.node.leaf("penalty") == written
    assert told(found) == notes


def test_stimulus_stands_before_the_prompt() -> None:
    shared = Stimulus(id="net", title="The <net> (n)", text="Two *hosts*.")
    got, _ = one(single(stimulus="net"), stimuli=(shared,))
    assert shown(re.sub("</h5>|</p>", " ", got.text)) == "The <net> (n) Two hosts. Why?"
    assert got.text.startswith("<h5>")
    untitled, _ = one(single(stimulus="net"), stimuli=(Stimulus(id="net", text="Two."),))
    assert untitled.text == "<p>Two.</p><p>Why?</p>"


def test_identity_is_the_key() -> None:
    long = "k" * 60 + "/" + "q" * 60
    assert one(single(key="old/one"))[0].idnumber == "old/one"
    cut = one(single(key=long))[0].idnumber
    assert cut is not None
    assert len(cut) == 100
    assert cut.startswith("k" * 60 + "/" + "q" * 26 + "-")


# Essays.


def test_essay() -> None:
    question = essay(
        explanation="E", model_answer="*So*", grading_notes="Be kind.", points=Decimal(3), tags=("t",),
        response=Response(lines=20, min_words=10, max_words=50, attachments=2),
    )  # fmt: skip
    got, found = one(question, lang="ja")
    assert found == []
    leaves = {
        tag: got.node.leaf(tag)
        for tag in ("responseformat", "responserequired", "responsefieldlines", "minwordlimit", "maxwordlimit",
                    "attachments", "attachmentsrequired", "defaultgrade", "idnumber")
    }  # fmt: skip
    assert leaves == {
        "responseformat": "editor", "responserequired": "1", "responsefieldlines": "20", "minwordlimit": "10",
        "maxwordlimit": "50", "attachments": "2", "attachmentsrequired": "0", "defaultgrade": "3", "idnumber": "z/e",
    }  # fmt: skip
    assert got.rich("graderinfo") == "<p>Be kind.</p><p><strong>解答例</strong></p><p><em>So</em></p>"
    assert got.rich("responsetemplate") == ""
    assert shown(got.general) == "E"
    assert got.tags == ["t"]


def test_essay_defaults() -> None:
    got, found = one(essay())
    assert found == []
    assert got.node.leaf("responsefieldlines") == "15"
    assert got.node.first("minwordlimit") is None
    assert got.node.first("maxwordlimit") is None
    assert got.rich("graderinfo") == ""


@pytest.mark.parametrize(
    ("written", "moodle_format"), [("rich", "editor"), ("plain", "plain"), ("code", "monospaced"), ("file", "noinline")]
)
def test_response_formats(written: str, moodle_format: str) -> None:
    assert one(essay(response=Response(format=written)))[0].node.leaf("responseformat") == moodle_format  # type: ignore[arg-type]


@pytest.mark.parametrize(("attachments", "allowed"), [(0, "1"), (1, "1"), (3, "3")])
def test_file_answer_needs_a_file(attachments: int, allowed: str) -> None:
    got, found = one(essay(response=Response(format="file", attachments=attachments)))
    assert found == []
    assert got.node.leaf("responserequired") == "0"
    assert (got.node.leaf("attachments"), got.node.leaf("attachmentsrequired")) == (allowed, "1")


def test_file_answer_has_no_field() -> None:
    response = Response(format="file", lines=3, min_words=1, max_words=9, starter="Dear")
    got, found = one(essay(response=response))
    assert got.rich("responsetemplate") == ""
    assert got.node.first("minwordlimit") is None
    assert told(found) == [
        ("KF402", Severity.WARNING, ("e", "response", key)) for key in ("lines", "min_words", "max_words", "starter")
    ]


STARTER = "def f(x):\n    return x < 1 & 2  # (n)\n\n\tdone"


@pytest.mark.parametrize("response_format", ["plain", "code"])
def test_starter_of_a_plain_field_is_plain(response_format: str) -> None:
    got, found = one(essay(response=Response(format=response_format, starter=STARTER + "\n")))  # type: ignore[arg-type]
    assert found == []
    assert got.rich("responsetemplate") == STARTER
    template = got.node.first("responsetemplate")
    assert template is not None
    assert template.attributes == {"format": "plain_text"}


def test_starter_of_an_editor_is_html_with_the_same_lines() -> None:
    got, _ = one(essay(response=Response(starter=STARTER + "\n")))
    template = got.rich("responsetemplate")
    lines = re.sub("<br />", "\n", template).replace("</p>", "\n\n")
    text = moodle_reader.filtered(lines).text_content().rstrip("\n").replace("\xa0", " ")
    assert text == STARTER.replace("\t", "    ")
    assert "  " not in re.sub("&nbsp;", "", template)


def test_starter_that_moodle_trims() -> None:
    got, found = one(essay(response=Response(format="code", starter="    pass\n")))
    assert got.rich("responsetemplate") == "pass"
    assert told(found) == [("KF405", Severity.WARNING, ("e", "response", "starter"))]


def test_starter_that_may_lose_blanks() -> None:
    _, found = one(essay(response=Response(format="code", starter="x" + " " * 700 + "y" * 5000)))
    assert told(found) == [("KF405", Severity.WARNING, ("e", "response", "starter"))]
    _, silent = one(essay(response=Response(format="code", starter="x" + " " * 700 + "y")))
    assert silent == []


def test_what_essays_lack_is_told() -> None:
    question = essay(hints=("h",), feedback=Feedback(correct="c", partial="p", incorrect="i"), penalty=Fraction(1, 2))
    got, found = one(question)
    assert found == []
    assert got.node.first("hint") is None
    losses = Losses("moodle")
    features.report(quiz(question), moodle.CAPABILITIES, losses)
    assert told(losses.found) == [
        ("KF402", Severity.WARNING, ("e", "hints")),
        ("KF403", Severity.INFO, ("e", "penalty")),
        ("KF402", Severity.WARNING, ("e", "feedback", "correct")),
        ("KF402", Severity.WARNING, ("e", "feedback", "partial")),
        ("KF402", Severity.WARNING, ("e", "feedback", "incorrect")),
    ]


# What the learner sees.


@pytest.mark.parametrize("emoticon", moodle_reader.EMOTICONS)
def test_no_faces(emoticon: str) -> None:
    text = f"`f{emoticon}x` and `{emoticon}{emoticon}`"
    got, _ = one(single(prompt=text, choices=(Choice(text=text, correct=True, feedback=text), WRONG)))
    for html in (got.text, got.answers[0].text, got.answers[0].feedback):
        assert shown(html) == " ".join(f"f{emoticon}x and {emoticon}{emoticon}".split())


@pytest.mark.parametrize(
    "text",
    ["O(n)", "a <-) b", "&-)", ":)-)", "if x: (y)", "see main( )", "V-.", "@@PLUGINFILE@@/a.png", "]]>", "[[1]]"],
)
def test_prose_stays_prose(text: str) -> None:
    assert shown(one(single(prompt=text))[0].text) == text


def test_no_formulas_in_code() -> None:
    prompt = "`echo $$; kill -9 $$` ends?\n\n```sh\nsed 's/\\(a\\)\\(b\\)/\\2\\1/' $$$$\ntest \\[0-9\\]\n```"
    got, _ = one(single(prompt=prompt, choices=(Choice(text="`$$`", correct=True), Choice(text="`\\(x\\)`"))))
    assert "$$" not in got.text
    assert "\\(" not in got.text
    assert "\\[" not in got.text
    assert pre(got.text) == ["sed 's/\\(a\\)\\(b\\)/\\2\\1/' $$$$\ntest \\[0-9\\]\n"]
    assert [shown(a.text) for a in got.answers] == ["$$", "\\(x\\)"]


def test_no_tag_is_shown_between_braces_beside_a_formula() -> None:
    prompt = '$x$ {**b**} [{](https://x.org "{")}\n\n```python\nd = {"a": 1}\n```'
    got, _ = one(single(prompt=prompt, choices=(Choice(text="{`$`} $\\{$ *c* }", correct=True), WRONG)))
    assert "⟦x⟧ {b} {}" in shown(got.text)
    assert pre(got.text) == ['d = {"a": 1}\n']
    assert shown(got.answers[0].text) == "{$} ⟦\\{⟧ c }"


def test_addresses_and_titles_keep_what_looks_like_faces() -> None:
    got, _ = one(single(prompt='[a](https://x.org/Foo_(n) "t :) \\\\(x\\\\) @@PLUGINFILE@@/y")'))
    (link,) = moodle_reader.filtered(got.text).iter("a")
    assert link.attrib == {"href": "https://x.org/Foo_(n)", "title": "t :) \\(x\\) @@PLUGINFILE@@/y"}


def test_tags_in_prose_are_shown() -> None:
    text = "Press <ESC>, then :wq<CR>. git log -<number> </p> <!-- x --> &nbsp;"
    got, _ = one(single(prompt=text, explanation=text, choices=(Choice(text=text, correct=True, feedback=text), WRONG)))
    seen = "Press <ESC>, then :wq<CR>. git log -<number> </p> <!-- x -->"
    assert {shown(h) for h in (got.text, got.general, got.answers[0].text, got.answers[0].feedback)} == {seen}


def test_safe_html_works_in_every_text_when_the_quiz_asks_for_it() -> None:
    t = "H<sub>2</sub>O <i>x</i>"
    questions = (
        single(
            "q", prompt=t, explanation=t, hints=(t,), stimulus="m",
            feedback=Feedback(correct=t, partial=t, incorrect=t),
            choices=(Choice(text=t, correct=True, feedback=t), WRONG),
        ),
        essay("e", prompt=t, model_answer=t, grading_notes=t),
    )  # fmt: skip
    stimuli = (Stimulus(id="m", text=t),)
    part = section(*questions, title="S", description=t)
    safe = quiz(part, description=t, stimuli=stimuli, html="safe")
    data = moodle.write(safe, WriteOptions(), Losses("moodle")).files["moodle/z.xml"].decode()
    assert data.count("H<sub>2</sub>O &lt;i&gt;x&lt;/i&gt;") == 14
    assert "&lt;sub" not in data
    plain = quiz(part, description=t, stimuli=stimuli)
    data = moodle.write(plain, WriteOptions(), Losses("moodle")).files["moodle/z.xml"].decode()
    assert data.count("H&lt;sub&gt;2&lt;/sub&gt;O &lt;i&gt;x&lt;/i&gt;") == 14
    assert "<sub>" not in re.sub(r"<name>.*?</name>", "", data, flags=re.DOTALL)


def test_long_blanks_in_long_texts_survive() -> None:
    code = "x" * 290 + "\n" + " " * 2000 + "y\n" + "\n" * 900 + "\t" * 700 + "z" * 9000 + "\n"
    got, _ = one(single(prompt=f"```\n{code}```", explanation="é" * 5000))
    assert pre(got.text) == [code]


def test_a_text_of_ten_megabytes_is_refused_by_name() -> None:
    bank, found = write(quiz(single("big", explanation="x" * 10_000_000), single("small")))
    assert [q.idnumber for q in bank.questions] == ["z/small"]
    assert told(found) == [("KF406", Severity.ERROR, ("big",))]


PIECES = [
    *moodle_reader.EMOTICONS, "\\(", "\\)", "\\[", "\\]", "$", "$$", "@@PLUGINFILE@@/a.png", "]]>", "<![CDATA[", "&lt;",
    "&amp;", "&#41;", "&", "<b>", "</p>", "<", ">", "<-)", "[[1]]", "{#1}", "{{c1::x}}", "1. ", "- ", "# ", " ", "  ",
    "*", "_", "`", "~", "|", "%", '"', "'", "\\", "a", "B", "8", ";", ":", "-", ")", "(", "n", "http://a.b/c_(n)",
    "日本", "「重要」", "👩‍💻", "e\u0301", "\u05d0",
]  # fmt: skip
TEXT = st.lists(
    st.sampled_from(PIECES) | st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=5)
)
TEXT = TEXT.map("".join).map(str.strip).filter(bool)


def literal(text: str) -> str:
    """Markdown that shows ``text``: every ASCII sign escaped."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def collapsed(text: str) -> str:
    return " ".join(text.split())


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(text=TEXT)
@example(text="&-)")
@example(text=":)-)")
@example(text="a  ]]>  b &lt;  &gt;")
def test_any_text_is_shown_as_written(text: str) -> None:
    source = literal(text)
    got, _ = one(
        single(prompt=source, hints=(source,), choices=(Choice(text=source, correct=True, feedback=source), WRONG))
    )
    answer = got.answers[0]
    hint = got.node.all("hint")[0].text()
    assert [shown(h) for h in (got.text, answer.text, answer.feedback, hint)] == [collapsed(text)] * 4


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(lines=st.lists(TEXT | st.sampled_from(["", "  ", "\t", " " * 400]), min_size=1), size=st.integers(0, 6000))
def test_any_code_is_shown_as_written(lines: list[str], size: int) -> None:
    code = "x" * size + "\n" + "\n".join(lines) + "\nend\n"
    fence = "`" * 80
    got, _ = one(single(prompt=f"{fence}\n{code}{fence}"))
    assert pre(got.text) == [code]


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(title=TEXT, category=st.lists(TEXT, min_size=1, max_size=3), heading=TEXT, tag=TEXT, starter=TEXT)
@example(title="a <", category=["<b>B</b>", "/", "top"], heading="//x/", tag="<>", starter="]]>")
@example(title="x<=y", category=["a//b", " //", "$course$"], heading="</span>", tag="a < b", starter="&#10;")
def test_any_name_is_taken(title: str, category: list[str], heading: str, tag: str, starter: str) -> None:
    question = essay(title=title, tags=(tag,), response=Response(format="plain", starter=starter))
    bank, _ = write(quiz(section(question, title=heading), category=tuple(category)))
    (got,) = bank.questions

    def same(stored: str, written: str) -> bool:
        # All that Moodle may change: a blank after ``<``, and the full-width sign at the end.
        plain = stored.removesuffix("＜") + ("<" if stored.endswith("＜") and not written.endswith("＜") else "")
        return re.sub("< ", "<", plain) == re.sub("< ", "<", collapsed_ascii(written))

    assert same(got.name, title)
    assert len(got.category) == len(category) + 1
    assert all(same(s, w) or (w, s) == ("top", "Top") for s, w in zip(got.category, [*category, heading], strict=True))
    assert got.tags == [t for t in [" ".join(re.sub("[<>`]", "", tag).split())] if t]
    assert got.rich("responsetemplate") == starter


def collapsed_ascii(text: str) -> str:
    return re.sub(r"[ \t\r\n]+", " ", text).strip(" ")


# Names and tags.


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Git log -<number>", "Git log -< number>"), ("x<=y", "x< =y"), ("List<String>", "List< String>"),
        ("a < b", "a < b"), ("5 > 3 & 2", "5 > 3 & 2"), ("less than: <", "less than: ＜"), ("<<", "< ＜"),
        ("第1章　序論", "第1章　序論"),
    ],
)  # fmt: skip
def test_names_survive_param_text(title: str, name: str) -> None:
    got, found = one(single(title=title))
    assert got.name == name
    assert told(found) == ([("KF404", Severity.INFO, ("q", "title"))] if name != title else [])


def test_long_name_is_cut_with_a_note() -> None:
    got, found = one(single(title="x<" * 200))
    assert len(got.name) <= 255
    assert got.name.startswith("x< x< x<")
    assert got.name.endswith("…")
    assert [d.code for d in found] == ["KF404", "KF404"]


def test_name_from_a_long_prompt_is_cut_without_a_note() -> None:
    got, found = one(single(prompt="word " * 100))
    assert len(got.name) <= 255
    assert found == []


def test_tags_without_angle_brackets() -> None:
    question = single(tags=("List<int>", "<>", "a, b"), origin=at("q"))
    got, found = one(question, tags=("x" * 300,))
    assert [len(t) for t in got.tags] == [255, 7, 4]
    assert got.tags[1:] == ["Listint", "a, b"]
    assert told(found) == [
        ("KF404", Severity.INFO, ("z", "tags", 0)),
        ("KF405", Severity.WARNING, ("q", "tags", 0)),
        ("KF405", Severity.WARNING, ("q", "tags", 1)),
    ]


def test_what_moodle_takes_out_of_tags_is_told() -> None:
    """Grave accents go, and any kind of blank is an ordinary one (PARAM_TAG)."""
    got, found = one(single(tags=("`ls`", "第1章\u3000概要", "a\u00a0 b"), origin=at("q")))
    assert got.tags == ["ls", "第1章 概要", "a b"]
    assert [d.message for d in found] == [
        "The tag “`ls`” is “ls”: Moodle takes “<”, “>” and “`” out of tags",
        "The tag “第1章\u3000概要” is “第1章 概要”: Moodle knows one kind of blank in tags",
        "The tag “a\u00a0 b” is “a b”: Moodle knows one kind of blank in tags",
    ]


def test_tags_that_differ_in_case_are_one() -> None:
    got, found = one(single(tags=("linux", "bash")), tags=("Linux",))
    assert got.tags == ["Linux", "bash"]
    assert told(found) == [("KF404", Severity.INFO, ("q", "tags"))]


# The whole file.


def test_capabilities_are_complete() -> None:
    assert set(moodle.CAPABILITIES.features) == set(features.FEATURES)
    assert set(moodle.CAPABILITIES.types) == set(QUESTION_TYPES)


def test_same_input_same_bytes() -> None:
    def build() -> bytes:
        return moodle.write(quiz(single(), essay(tags=("b", "a"))), WriteOptions(), Losses("moodle")).files[
            "moodle/z.xml"
        ]

    assert build() == build()
    assert build().startswith(b"<?xml version='1.0' encoding='UTF-8'?>\n<quiz>")


def test_truth_values_are_lower_case() -> None:
    data = moodle.write(quiz(single(shuffle=True), essay()), WriteOptions(), Losses("moodle")).files["moodle/z.xml"]
    assert not re.search(rb"True|False|None", data)


def test_refused_stays_refused() -> None:
    with pytest.raises(Refused):
        load(b"<quiz/>")
