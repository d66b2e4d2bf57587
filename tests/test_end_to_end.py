"""From YAML to what is seen in all default targets: traps that people have met with tools like this one.

Each test writes a quiz file, builds it through the library, and reads the exports back (``shown.py``). Expected texts
are literal. A trap comes with others of its kind.
"""

import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.parsers import expat

import pytest
from lxml import etree
from scorers.qti21 import score
from shown import DECK, DEFAULTS, FRONT, TAGS, Output, at, blocks, codes, export, item_name, line, place, told
from targets import canvas_classic

import kfexport
from kfexport.richtext import markdown

Export = Callable[..., Output]
Refuse = Callable[[str], list[tuple[str, int, str]]]


def demo(questions: str, head: str = "") -> str:
    """A quiz file; ``questions`` is the list as YAML."""
    body = textwrap.indent(textwrap.dedent(questions).strip("\n"), "  ")
    return f"format: 1\nid: demo\ntitle: Demo\nlang: en\n{textwrap.dedent(head)}questions:\n{body}\n"


def single(*choices: str, id: str = "q", prompt: str = "Which?", more: str = "") -> str:
    """One single choice; choices and prompt as they stand in the file, the first choice is the right one."""
    listed = [f"    - text: {choices[0]}", "      correct: true", *(f"    - {choice}" for choice in choices[1:])]
    head = [f"- id: {id}", "  type: single_choice", f"  prompt: {prompt}", "  choices:"]
    return "\n".join([*head, *listed]) + "\n" + textwrap.indent(textwrap.dedent(more).strip("\n") + "\n", "  ")


def essay(prompt: str, id: str = "q", more: str = "model_answer: So.") -> str:
    """One essay; the prompt as it stands in the file."""
    return f"- id: {id}\n  type: essay\n  prompt: {prompt}\n" + textwrap.indent(textwrap.dedent(more), "  ") + "\n"


@pytest.fixture
def built(tmp_path: Path) -> Export:
    """Build a quiz file that has no fault; warnings only where the test expects them."""

    def build(text: str, *, warnings: tuple[str, ...] = (), **how: Any) -> Output:
        output = export(tmp_path, text, **{"targets": DEFAULTS, **how})
        assert [code for code, _, _ in told(output.report)] == list(warnings), told(output.report)
        return output

    return build


@pytest.fixture
def refused(tmp_path: Path) -> Refuse:
    """Build a quiz file with a fault: code, line and message of each error; nothing is written."""

    def build(text: str) -> list[tuple[str, int, str]]:
        output = export(tmp_path, text)
        assert output.files == {}
        assert not output.report.written
        errors = [d for d in output.report.diagnostics if d.severity.value == "error"]
        return [(d.code, place(d)[0], d.message) for d in errors]

    return build


def prompt_everywhere(output: Output, id: str, text: str) -> None:
    for target, seen in output.everywhere(id):
        assert line(seen.prompt) == text, target


def choices_everywhere(output: Output, id: str, *texts: str, right: int = 1) -> None:
    for target, seen in output.everywhere(id):
        assert [line(choice) for choice in seen.choices] == list(texts), target
        assert seen.right == [right], target


def explanation_everywhere(output: Output, id: str, text: str) -> None:
    for target, seen in output.everywhere(id):
        assert line(seen.explanation) == text, target


# YAML values that lose their spelling


@pytest.mark.parametrize(
    "words",
    [
        ("No", "Yes", "On", "off"),  # Y01
        ("y", "n", "Y", "N", "TRUE", "False", "yes", "OFF"),
        ("null", "Null", "NULL", "none", "None", "nil"),
        ("1.10", "1.1", "1.20", "3.100"),  # Y02
        ("2.0", "2.00", "2", "02", "1.10.0"),
        ("12:30", "09:30", "22:22", "190:20:30"),  # Y04
        ("1:02", "00:00:01", "-1:30", "60:60"),
        ("5", "3.0", "1e3", "1_000", "+1", ".5", "0x1F"),  # Y19
        ("012", "0o17", "0b11", "1E5", ".inf", ".NaN", "-0", "007"),
        ("2024-01-15", "2024-1-5", "2024-01-15T10:00:00Z", "15-01-2024"),
        ("~", "0", "-1", "1,5", "1.", "1e", "50%", "1/3"),
    ],
)  # fmt: skip
def test_values_keep_their_spelling(words: tuple[str, ...], built: Export) -> None:
    output = built(demo(single(*words, prompt=words[0], more=f"explanation: {words[-1]}\ntags: [{words[0]}]")))
    choices_everywhere(output, "q", *words)
    prompt_everywhere(output, "q", words[0])
    explanation_everywhere(output, "q", words[-1])
    assert output.seen("moodle", "q").source.tags == [words[0]]
    assert output.seen("anki", "q").source[TAGS] == words[0]
    assert output.seen("moodle", "q").name == output.seen("qti21", "q").name == words[0]


# YAML signs that end, start or empty a value


SIGNS = ["<<", "!", "-", "& x", "* p", "&x", "*p", "!=", "%", "@x", "`x`", "%d", "[x]", "{{x}}", '"', "'", ",", "#",
         "!x", "- x", "> x", "| x", "|", ">", ">-", '"a" b', "'a' b", "The pod: it runs",
         "?", "[", "{", ": x", "{x}", "? x", "a: b", "a:"]  # fmt: skip


@pytest.mark.parametrize("sign", SIGNS)
def test_a_plain_sign_is_kept_or_refused_at_its_place(sign: str, tmp_path: Path) -> None:
    """Y07: either the very sign arrives, or an error on its line says that it is empty or needs quotes."""
    text = demo(single("right", sign, "other"))
    at_line = text.split("\n").index(f"      - {sign}") + 1
    output = export(tmp_path, text)
    if output.report.ok:
        choices_everywhere(output, "q", "right", sign, "other")
        return
    assert output.files == {}
    errors = [d for d in output.report.diagnostics if d.severity.value == "error"]
    assert at_line in {place(d)[0] for d in errors}
    assert any(re.search("quot|empty|is text", f"{d.message} {d.hint}") for d in errors), errors


def test_plain_equals_sign_is_a_text(built: Export) -> None:
    output = built(demo(single("right", "=", "==", ":=", "->", "=>", "x=1", "(", "^", "/", "+", "\\", ";")))
    choices_everywhere(output, "q", "right", "=", "==", ":=", "->", "=>", "x=1", "(", "^", "/", "+", "\\", ";")


def test_quoted_signs_arrive(built: Export) -> None:
    signs = ["& x", "=", "<<", "!", "?", "-", "|", ">", "* p", "!=", "%", "~", "@", "#", "[", "{", "&&", "`", "*"]
    output = built(demo(single(*(f"'{sign}'" for sign in signs))))
    choices_everywhere(output, "q", *signs)
    raw = output.files["moodle/demo.xml"].decode()
    assert "<![CDATA[&amp; x]]>" in raw  # escaped once
    assert "&amp;amp;" not in raw
    assert "&amp;lt;" not in output.entries[f"{item_name('demo', 'q')}.xml"].decode()


def test_a_comment_that_cuts_a_text_is_told(tmp_path: Path) -> None:
    """Y10: the plain form warns on each line, and a value that is nothing but a comment is refused."""
    text = demo(single("the note C sharp", "close #42", "C#", prompt="What does C # name?"))
    output = export(tmp_path, text)
    found = [(d.code, place(d)[0]) for d in output.report.diagnostics if d.severity.value == "warning"]
    rows = text.split("\n")
    cut = [i for i, row in enumerate(rows, 1) if "C # name" in row or "close #42" in row]
    assert found == [("KF018", i) for i in cut]
    choices_everywhere(output, "q", "the note C sharp", "close", "C#")
    prompt_everywhere(output, "q", "What does C")


def test_a_choice_that_is_only_a_comment_is_refused(refused: Refuse) -> None:
    text = demo(single("the note C sharp", "#fff", "C#"))
    (error,) = refused(text)
    assert text.split("\n")[error[1] - 1].endswith("- #fff")


def test_quoted_number_signs_are_whole(built: Export) -> None:
    output = built(
        demo(
            single("'the note C sharp'", "'close #42'", "'#fff'", "C#", "a#b", prompt="'What does C # name?'")
            + essay("|\n    What is # here?\n    # and here?", id="block")
        )
    )
    prompt_everywhere(output, "q", "What does C # name?")
    choices_everywhere(output, "q", "the note C sharp", "close #42", "#fff", "C#", "a#b")


# YAML quotes and escapes


@pytest.mark.parametrize("latex", [r"\frac{1}{2}", r"\times", r"\beta", r"\vec{v}", r"\alpha", r"\rho", r"\eta", r"\0",
                                   r"\text{x}", r"C:\temp"])  # fmt: skip
def test_escapes_that_become_control_characters_are_refused(latex: str, refused: Refuse) -> None:
    """Y12: in double quotes; the message says what to do."""
    text = demo(single(f'"{latex}"', "other"))
    errors = refused(text)
    assert {code for code, _, _ in errors} == {"KF016"}
    assert {text.split("\n")[number - 1] for _, number, _ in errors} == {f'      - text: "{latex}"'}


@pytest.mark.parametrize("latex", [r"\lambda", r"\( x \)", r"\sum", r"C:\Users", r"\d+", r"\."])
def test_escapes_that_yaml_does_not_know_are_refused(latex: str, refused: Refuse) -> None:
    text = demo(single(f'"{latex}"', "other"))
    ((_, number, _),) = refused(text)
    assert text.split("\n")[number - 1].endswith(f'"{latex}"')


def test_a_line_end_that_begins_a_latex_word_is_told(tmp_path: Path) -> None:
    output = export(tmp_path, demo(single(r'"\nabla"', "other")))
    assert "KF017" in [code for code, _, _ in told(output.report)]


def test_latex_in_single_quotes_is_whole(built: Export) -> None:
    words = [r"\beta", r"\alpha", r"\rho", r"\times", r"\nabla", r"\frac{1}{2}", r"\vec{v}", r"\lambda", r"C:\temp\new"]
    output = built(demo(single(*(f"'{word}'" for word in words), more="explanation: '`\\beta` and `\\frac{1}{2}`'")))
    choices_everywhere(output, "q", *words)
    explanation_everywhere(output, "q", r"\beta and \frac{1}{2}")
    for content in output.files.values():
        assert not re.search(rb"[\x07\x08\x0b\x0c]", content) or content[:2] == b"PK"
    for content in output.entries.values():
        assert not re.search(rb"[\x00-\x08\x0b-\x1f]", content)


# Aliases


def test_a_shared_text_reaches_both_questions(built: Export) -> None:
    """Y24: anchors on a text, on a list and on a choice."""
    output = built(
        demo("""
        - id: one
          type: single_choice
          prompt: &ask Which is it?
          choices: &both
            - text: This
              correct: true
              feedback: &because Because.
            - That
          explanation: &shared The same for both.
        - id: two
          type: single_choice
          prompt: Which again?
          choices: *both
          explanation: *shared
        - id: three
          type: essay
          prompt: *ask
          model_answer: *because
        """),
        warnings=("KF402", "KF402"),  # Anki has no feedback of choices
    )
    for id in ("one", "two"):
        choices_everywhere(output, id, "This", "That")
        explanation_everywhere(output, id, "The same for both.")
        assert output.seen("moodle", id).source.answers[0].feedback == "<p>Because.</p>"
        assert at(output.seen("qti21", id).source, "q:modalFeedback[@identifier='feedback_1_fb'][.='Because.']")
    prompt_everywhere(output, "three", "Which is it?")


def test_a_change_of_one_leaves_the_other(built: Export) -> None:
    """The choices are shared, shuffling and names are each question's own."""
    output = built(
        demo("""
        - id: one
          type: single_choice
          prompt: &ask Which?
          shuffle: true
          choices: &both [{text: This, correct: true}, That]
        - id: two
          type: single_choice
          prompt: *ask
          choices: *both
        """),
        warnings=("KF402",),  # Classic shuffles the choices of the whole quiz or of none
    )
    assert [output.seen("new_quizzes", id).source.shuffled for id in ("one", "two")] == [True, False]
    assert [output.seen("moodle", id).source.shuffle for id in ("one", "two")] == [True, False]
    assert [output.seen("moodle", id).name for id in ("one", "two")] == ["Which? (one)", "Which? (two)"]


# Text that looks like markup


def test_angle_brackets_are_text_everywhere(built: Export) -> None:
    """R01: in names, prompts, choices, feedback and explanations."""
    more = """
    title: Git log -<number>
    explanation: <number> is a count, <b>not</b> a date.
    feedback:
      correct: <number> it is.
    """
    ask = "Press <ESC>, then type :wq<CR>. Which call limits the log?"
    output = built(
        demo(single("git log -<number>", "git log <ref>", "git log --since=<date>", prompt=ask, more=more)),
        warnings=("KF402",),
    )
    prompt_everywhere(output, "q", "Press <ESC>, then type :wq<CR>. Which call limits the log?")
    choices_everywhere(output, "q", "git log -<number>", "git log <ref>", "git log --since=<date>")
    explanation_everywhere(output, "q", "<number> is a count, <b>not</b> a date.")
    assert output.seen("qti21", "q").name == "Git log -<number>"
    assert "number" in (output.seen("moodle", "q").name or "")
    assert output.seen("moodle", "q").source.rich("correctfeedback") == "<p>&lt;number&gt; it is.</p>"
    assert at(output.seen("qti21", "q").source, "q:modalFeedback[@identifier='correct_fb'][.='<number> it is.']")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>", "<!-- hidden -->", "<?php echo 1; ?>", "Map<String, List<Integer>>", "<none>:80",
        "</div></div>", "<img src=x onerror=alert(1)>", "<br>", "a <b>c</b> d", "<!DOCTYPE html>", "<![CDATA[x]]>",
        "if a<b and c>d", "x<-5", "<<EOF", "<T>", "1 <= n <= 10 and <T>", "i<n;", "<>", "< >", "<a@b", "<x:y/>",
        "<details>Answer</details>", "a <= b >= c", "<svg/onload=alert(1)>",
    ],
)  # fmt: skip
def test_what_looks_like_a_tag_is_shown_as_typed(text: str, built: Export) -> None:
    """R01, A12, D11: at the start of a text, alone in a line, and inside one."""
    output = built(
        demo(single(f"'{text}'", f"'say {text} twice'", prompt=f"'{text}'", more=f"explanation: 'So {text} it is.'"))
    )
    prompt_everywhere(output, "q", text)
    choices_everywhere(output, "q", text, f"say {text} twice")
    explanation_everywhere(output, "q", f"So {text} it is.")
    for target, seen in output.everywhere("q"):
        found = {part.tag for tree in (seen.prompt, *seen.choices) for part in tree.iter()}
        assert found <= {"div", "p", "li", "simpleChoice"}, target


def test_entities_are_what_commonmark_makes_of_them(built: Export) -> None:
    output = built(demo(single("'&lt;p&gt;'", "'&amp;lt;'", "AT&T", "'`&lt;`x'", "'&copy; 2024'", "'&unknown;'")))
    choices_everywhere(output, "q", "<p>", "&lt;", "AT&T", "&lt;x", "© 2024", "&unknown;")


@pytest.mark.parametrize("text", ["]]>", "a]]>b", "]]]]>", "<![CDATA[x]]>", "-->", "]]", "<!--", "if (a[b[0]]>c)"])
def test_the_end_mark_of_cdata(text: str, built: Export) -> None:
    """R03: in prose, in code, as a whole choice, in an explanation and a title; for two XML parsers."""
    prompt = f"|\n    End with {text} here.\n\n        {text}\n        more"
    more = f"title: 'Title {text}'\nexplanation: 'Only {text} ends it.'"
    output = built(demo(single(f"'{text}'", f"'code `{text}`'", "other", prompt=prompt, more=more)))
    choices_everywhere(output, "q", text, f"code {text}", "other")
    explanation_everywhere(output, "q", f"Only {text} ends it.")
    for target, seen in output.everywhere("q"):
        assert line(seen.prompt) == f"End with {text} here. {text} more", target
        assert blocks(seen.prompt) == [f"{text}\nmore"], target
        assert codes(seen.choices[1]) == [text], target
    assert output.seen("qti21", "q").name == f"Title {text}"
    for content in (output.files["moodle/demo.xml"], *output.entries.values()):
        expat.ParserCreate().Parse(content, True)
        etree.fromstring(content)


def test_bold_is_markup_and_stands_as_character_data_in_moodle(built: Export) -> None:
    """D11: no element stands inside a <text> of Moodle XML, and real elements stand in QTI."""
    prompt = """|
    **Bold**, *leaning*, [a link](https://example.org/) and

    - a list

    | a | b |
    |---|---|
    | 1 | 2 |"""
    more = "explanation: |\n  1. one\n  2. two"
    output = built(demo(single("'**right**'", "'wrong `x`'", prompt=prompt, more=more)))
    root = etree.fromstring(output.files["moodle/demo.xml"])
    assert root.xpath("//text/*") == []
    assert len(root.xpath("//text[contains(., '<strong>Bold</strong>')]")) == 1
    elements = ("strong[.='Bold']", "em[.='leaning']", "a[@href='https://example.org/']", "ul/li", "table//td[.='2']")
    for target, seen in output.everywhere("q"):
        for path in elements:
            assert len(seen.prompt.xpath(f".//{path}")) == 1, (target, path)
        assert [line(e) for e in seen.explanation.xpath(".//ol/li")] == ["one", "two"]
        assert len(seen.choices[0].xpath(".//strong")) == 1
    choices_everywhere(output, "q", "right", "wrong x")


ADDRESSES = ["""https://e.org/a"onmouseover="y""", "https://e.org/?q='x'&y=1", "https://e.org/<b>",
             "https://e.org/a%22b", "https://e.org/a&quot;b"]  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_quotes_in_a_link_add_no_attribute(address: str, tmp_path: Path) -> None:
    """S07: the address ends in one attribute, whatever the target keeps of it."""
    link = f"[x]({address})".replace("'", "''")
    output = export(tmp_path, demo(single("right", "wrong", prompt=f"'See {link} now'")))
    assert output.report.ok
    for target, seen in output.everywhere("q"):
        attributes = {(part.tag, name) for part in seen.prompt.iter() for name in part.attrib}
        assert attributes <= {("a", "href")}, target
        for found in seen.prompt.iter("a"):
            assert found.get("href").startswith("https://e.org/")


def test_quotes_in_the_title_of_a_link_add_no_attribute(tmp_path: Path) -> None:
    link = """[x](https://e.org/ ''a" onmouseover="y'')"""
    output = export(tmp_path, demo(single("right", "wrong", prompt=f"'See {link} now'")))
    assert output.report.ok
    prompt_everywhere(output, "q", "See x now")
    for target, seen in output.everywhere("q"):
        (found,) = seen.prompt.iter("a")
        title = {} if target == "qti21" else {"title": 'a" onmouseover="y'}
        assert dict(found.attrib) == {"href": "https://e.org/", **title}


# Text that looks like Markdown


def test_code_that_holds_a_backtick(built: Export) -> None:
    """R05: as a choice, in a prompt, at the edges of the code."""
    choices = ["'`` echo `date` ``'", "'`` ` ``'", "'``` `` ```'", "'`` `x ``'", r"'\`not code\`'"]
    output = built(demo(single(*choices, prompt="'What does ``a `b` c`` do to `x`?'")))
    choices_everywhere(output, "q", "echo `date`", "`", "``", "`x", "`not code`")
    for target, seen in output.everywhere("q"):
        assert [codes(c) for c in seen.choices] == [["echo `date`"], ["`"], ["``"], ["`x"], []], target
        assert codes(seen.prompt) == ["a `b` c", "x"], target


def test_identifiers_in_backticks_are_whole(built: Export) -> None:
    """R07."""
    texts = ["__init__", "*args, **kwargs", "snake_case_name", "_x_", "**/*.py", "~/.bashrc", r"\_\_"]
    output = built(demo(single(*(f"'`{text}`'" for text in texts))))
    choices_everywhere(output, "q", *texts)
    for target, seen in output.everywhere("q"):
        assert [codes(c) for c in seen.choices] == [[text] for text in texts], target


def test_identifiers_in_prose_that_commonmark_leaves_alone(built: Export) -> None:
    texts = ["snake_case_name", "2 * 3 * 4", "H~2~O", "*args", "5 _ 6", "~/a/~b", "x_1, y_2", "*", "_", "**"]
    output = built(demo(single(*(f"'{text}'" for text in texts))))
    choices_everywhere(output, "q", *texts)


def test_escaped_marks_are_shown(built: Export) -> None:
    output = built(demo(single(r"'\_\_init\_\_'", r"'\*args, \*\*kwargs'", r"'\# x'", r"'\`x\`'", r"'\\'", r"'\<b>'")))
    choices_everywhere(output, "q", "__init__", "*args, **kwargs", "# x", "`x`", "\\", "<b>")


@pytest.mark.parametrize("text", ["__init__", "*args, **kwargs*", "a _b_ c", "__main__.py and __x__"])
def test_a_choice_that_loses_characters_is_warned_of(text: str, tmp_path: Path) -> None:
    output = export(tmp_path, demo(single(f"'{text}'", "other")))
    assert told(output.report)


def test_choices_are_inline(built: Export) -> None:
    texts = ["- 3", "# x", "1986. A year", "> 5", "+ 1", "1) one", "---", "===", "| a |", "    indented", "* x", "10."]
    output = built(demo(single(*(f"'{text}'" for text in texts))))
    choices_everywhere(output, "q", *(text.strip() for text in texts))


# Text that is syntax for a target or a template step

TEMPLATES = ["{{c1::x}}", "{{name}}", "{% if %}", "<%= x %>", "{{Front}}", "{{type:Back}}", "%(name)s", "{name}", "{0}",
             "${{ secrets.X }}", "$name", "{{=<% %>=}}", "#{x}", "[[blank]]", "[i]", "{1:SA:=x}", "[[question:1]]",
             "{{cloze:Text}}", "{#1}"]  # fmt: skip


def test_template_marks_arrive_whole(built: Export) -> None:
    """C03: in a block, as code, as prose; no cloze note, and nothing is filled in."""
    prompt = """|
    ```yaml
    image: {{ .Values.image | default "nginx" }}
    env: ${{ secrets.TOKEN }}
    ```
    Which tool fills this in?"""
    output = built(
        demo(
            single(*(f"'`{mark}`'" for mark in TEMPLATES), prompt=prompt)
            + essay("'" + " ".join(TEMPLATES) + "'", id="e", more="model_answer: So.\ntitle: 'Of {{c1::x}} and {name}'")
        )
    )
    choices_everywhere(output, "q", *TEMPLATES)
    prompt_everywhere(output, "e", " ".join(TEMPLATES))
    for target, seen in output.everywhere("q"):
        (block,) = blocks(seen.prompt)
        assert block == 'image: {{ .Values.image | default "nginx" }}\nenv: ${{ secrets.TOKEN }}', target
        assert line(seen.prompt).endswith("Which tool fills this in?")
    assert output.seen("qti21", "e").name == output.seen("moodle", "e").name == "Of {{c1::x}} and {name}"
    assert len(output.anki.records) == 2
    assert output.anki.values("notetype")[-1] == "Basic"
    assert list(output.files) == ["anki/demo/demo.csv", "canvas/demo.zip", "moodle/demo.xml", "qti21/demo.zip"]


PLATFORM_MARKS = ["@@PLUGINFILE@@/a.png", "@@PLUGINFILE@@", "see @@PLUGINFILE@@/x and @@PLUGINFILE@@/y",
                  r"\$@NULL@\$", "@@@@", "O(n) and f(y)", ":-) and :(", "(heart)(grr)", "8-) B-)", "[sound:a.mp3]",
                  "[latex]x[/latex]", r"[\$]x[/\$]", "[[type:Back]]", "[anki:tts lang=en_US]x[/anki:tts]",
                  r"\\(x\\)", r"\\[x\\]"]  # fmt: skip


@pytest.mark.parametrize("text", PLATFORM_MARKS)
def test_marks_of_the_platforms_are_shown(text: str, built: Export) -> None:
    """D12 and its kind: Moodle's file marks and emoticons, Anki's sounds, LaTeX and answer fields."""
    shown = re.sub(r"\\(.)", r"\1", text)
    ask, more = f"'What is {text} for?'", f"explanation: '{text}'"
    output = built(demo(single(f"'{text}'", f"'code `{shown}`'", "other", prompt=ask, more=more)))
    prompt_everywhere(output, "q", f"What is {shown} for?")
    choices_everywhere(output, "q", shown, f"code {shown}", "other")
    explanation_everywhere(output, "q", shown)
    raw = etree.fromstring(output.files["moodle/demo.xml"])
    assert raw.xpath("//file") == []
    # The importer looks for its mark in the raw text, so only the plain names of questions may hold it.
    assert all("@@PLUGINFILE@@" not in (found.text or "") for found in raw.xpath("//*[@format]/text"))


# Math versus money, shell and code

PRICES = ["The price fell from $5 to $3 per hour.", "$5 - $3 = $2", "$1.50-$2.50", "US$5 and CA$7", "5$ or 6$ each",
          "$PATH:$HOME", "$ 5 $", "$$", "cost: $5, $6 and $7", "a$b", "$", "price in $: 5", "$HOME and $PATH", "$5/$6",
          "$1,000 vs. $2,000", "$x", "$2 (right)", "$2.50 and $0.10 tax"]  # fmt: skip


@pytest.mark.parametrize("text", PRICES)
def test_prices_and_variables_are_no_formulas(text: str, built: Export) -> None:
    """M01: in a prompt, a choice and an explanation; no formula, and no delimiter that the author did not write."""
    output = built(demo(single(f"'{text}'", "other", prompt=f"'Is it {text}'", more=f"explanation: 'So {text}'")))
    prompt_everywhere(output, "q", f"Is it {text}")
    choices_everywhere(output, "q", text, "other")
    explanation_everywhere(output, "q", f"So {text}")
    assert rb"\(" not in output.files["moodle/demo.xml"] + output.files["anki/demo/demo.csv"]


def test_an_escaped_dollar_is_a_dollar(built: Export) -> None:
    output = built(demo(single(r"'1 \$x\$'", r"'2 \$x$'", r"'3 $x\$'", "'4 `$x$`'", prompt=r"'What is \$E = mc^2\$?'")))
    choices_everywhere(output, "q", "1 $x$", "2 $x$", "3 $x$", "4 $x$")
    prompt_everywhere(output, "q", "What is $E = mc^2$?")


def test_dollars_and_brackets_in_code_stay_code(built: Export) -> None:
    """C02: nothing in code is math, neither for the exporter nor for the filters of a platform."""
    prompt = r"""|
    What does `echo $$; kill -9 $$` end?

    ```sh
    sed 's/\(a\)\(b\)/\2\1/'
    echo "$HOME and $PATH"
    x=$$; y=$$
        [ $a -lt \[0\] ]
    ```"""
    spans = ["$$", "$!", r"\(x\)", r"\[0-9\]", "$x$", "$$x$$", r"\\(", ":-)", "O(n)", "[latex]x[/latex]"]
    output = built(demo(single(*(f"'`{s}`'" for s in spans), prompt=prompt)))
    choices_everywhere(output, "q", *spans)
    for target, seen in output.everywhere("q"):
        assert [codes(choice) for choice in seen.choices] == [[s] for s in spans], target
        assert codes(seen.prompt) == ["echo $$; kill -9 $$"], target
        assert blocks(seen.prompt) == [
            "sed 's/\\(a\\)\\(b\\)/\\2\\1/'\necho \"$HOME and $PATH\"\nx=$$; y=$$\n    [ $a -lt \\[0\\] ]"
        ], target
    html = "".join(t.text or "" for t in etree.fromstring(output.files["moodle/demo.xml"]).xpath("//*[@format]/text"))
    assert not re.search(r"\$\$|\\\(|\\\[", html)
    assert all(not re.search(r"\\\(|\\\[", field) for field in output.seen("anki", "q").source)


# Languages and scripts

FAMILY = "\U0001f469\u200d\U0001f4bb"
FLAG = "\U0001f1ec\U0001f1e7"
SCRIPTS = ["コンテナの集まり", "cafe\u0301", FAMILY, FLAG, "\U0001d4b3", "ｶﾞ", "שלום (a) עולם", "葛\U000e0100", "①",
           "全角\u3000空白", "a\u00a0b", "ﬁ", "\u00c5", "\u212b", "\uf900", "한글", "\u1100\u1161", "ÿ",
           "\u200eLRM\u200f"]  # fmt: skip


def test_code_points_are_unchanged(built: Export) -> None:
    """N02, with right-to-left text, half-width kana, variation selectors and the blank of Japanese."""
    more = f"title: 日本語クイズ 1\ntags: [名前空間, cafe\u0301]\nexplanation: '{FAMILY} と {FLAG}。'"
    ask = "「ポッド」とは何ですか。"
    output = built(demo(single(*SCRIPTS, prompt=ask, more=more), head="category: [日本語, 試験]\n"))
    choices_everywhere(output, "q", *SCRIPTS)
    prompt_everywhere(output, "q", "「ポッド」とは何ですか。")
    explanation_everywhere(output, "q", f"{FAMILY} と {FLAG}。")
    assert output.seen("moodle", "q").name == output.seen("qti21", "q").name == "日本語クイズ 1"
    assert output.seen("moodle", "q").source.tags == ["名前空間", "cafe\u0301"]
    assert output.seen("moodle", "q").source.category == ("日本語", "試験")
    assert output.seen("anki", "q").source[DECK] == "日本語::試験"
    assert output.seen("anki", "q").source[TAGS] == "名前空間 caf\u00e9"  # Anki keeps tags in NFC
    for name, content in {**output.files, **output.entries}.items():
        assert name.isascii()
        if not name.endswith(".zip"):
            assert not re.search(r"&#(?:[xX][dD]8|5[5-7]\d{3};)", content.decode("utf-8"))


def test_code_points_in_anki_itself(built: Export, tmp_path: Path) -> None:
    """Anki's importer composes letters and marks, which look the same, and changes no other character."""
    pytest.importorskip("anki", reason="Anki's backend is not installed")
    from anki_backend import collection, import_csv, notes
    from anki_reader import visible

    output = built(demo("".join(essay(f"'<{text}>'", id=f"q{i}") for i, text in enumerate(SCRIPTS))))
    with collection(tmp_path / "col") as col:
        assert import_csv(col, output.files["anki/demo/demo.csv"]) == {"new": len(SCRIPTS)}
        fronts = [visible(note.fields[0]) for note in notes(col)]
    composed = {"cafe\u0301": "caf\u00e9", "\u1100\u1161": "\uac00"}
    # The reader of these fields takes every blank for one.
    expected = [" ".join(f"<{composed.get(text, text)}>".split()) for text in SCRIPTS]
    assert fronts == expected


def test_lines_join_without_a_blank_between_cjk_characters_only(built: Export) -> None:
    output = built(
        demo(
            essay("|\n    コンテナは\n    何ですか。", id="ja")
            + essay("|\n    What is\n    a pod?", id="en")
            + essay("|\n    한국어\n    문장", id="ko")
            + essay("|\n    これは\n    Pod\n    です。", id="mixed")
            + essay("|\n    「始め」、\n    **終わり**。", id="bold")
        )
    )
    prompt_everywhere(output, "ja", "コンテナは何ですか。")
    prompt_everywhere(output, "en", "What is a pod?")
    prompt_everywhere(output, "ko", "한국어 문장")
    prompt_everywhere(output, "mixed", "これは Pod です。")
    prompt_everywhere(output, "bold", "「始め」、終わり。")


# Names and ids

IDS = ["1st", "2.5", "a.b", "A_b", "x-", "-z", "net/01", "a:b", "ü1", "a b", "x" * 60, "x" * 61, "9", "007", ".", "con",
       "a..b", "ａ", "true", "null", "1e3"]  # fmt: skip


@pytest.mark.parametrize("id", IDS)
def test_ids_are_refused_or_become_safe_identifiers(id: str, tmp_path: Path) -> None:
    """Q01: the rule is FORMAT's; what passes it is an identifier in QTI and the key in Moodle."""
    output = export(tmp_path, demo(single("right", "wrong", id=id)))
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,58}[A-Za-z0-9])?", id):
        assert [d.code for d in output.report.diagnostics if d.severity.value == "error"] == ["KF107"]
        assert output.files == {}
        return
    assert output.report.ok
    choices_everywhere(output, id, "right", "wrong")
    assert output.seen("moodle", id).source.idnumber == f"demo/{id}"
    identifiers = [e.get("identifier") for root in output.package.values() for e in root.iter() if e.get("identifier")]
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,31}", i) for i in identifiers), identifiers
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*\.xml", name) for name in output.entries)


def test_ids_of_choices_become_distinct_identifiers(built: Export) -> None:
    output = built(
        demo("""
        - id: q
          type: single_choice
          prompt: Which?
          choices:
            - {id: 1, text: one, correct: true}
            - {id: 2.5, text: two}
            - {id: a.b, text: three}
            - {id: a-b, text: four}
            - {id: a_b, text: five}
            - six
        """)
    )
    item = output.seen("qti21", "q").source
    identifiers = at(item, "//q:simpleChoice/@identifier")
    assert len(set(identifiers)) == 6
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,31}", i) for i in identifiers)
    assert at(item, "//q:correctResponse/q:value/text()") == identifiers[:1]


def canvas_files(identifier: str) -> str:
    """The words that Canvas looks for in the identifier of a feedback (assessment_item_converter.rb)."""
    low = identifier.lower()
    if "wrong" in low or "incorrect" in low or low.endswith("_ic"):
        return "incorrect"
    if "correct" in low or low.endswith("_c"):
        return "correct"
    if "solution" in low:
        return "solution"
    return "neutral" if "general_" in low or "_all" in low else "other"


def test_words_in_ids_do_not_misfile_feedback(built: Export) -> None:
    """Q12: Canvas files a modalFeedback by words in its identifier, so these are the writer's own."""
    output = built(
        demo("""
        - id: incorrect-solution
          type: single_choice
          prompt: Which?
          choices:
            - {id: incorrect_port, text: one, correct: true, feedback: First}
            - {id: solution, text: two, feedback: Second}
            - {id: correct, text: three, feedback: Third}
            - {id: general_all, text: four}
          explanation: Because.
          feedback: {correct: Well done., incorrect: Sorry.}
        """),
        targets=["qti21"],
    )
    item = output.seen("qti21", "incorrect-solution").source
    filed = {"".join(m.itertext()).strip(): m.get("identifier") for m in at(item, "q:modalFeedback")}
    assert {text: canvas_files(identifier) for text, identifier in filed.items()} == {
        "First": "other", "Second": "other", "Third": "other",
        "Well done.": "correct", "Sorry.": "incorrect", "Because.": "neutral",
    }  # fmt: skip
    raw = output.entries[f"{item_name('demo', 'incorrect-solution')}.xml"]
    texts = {identifier: text for text, identifier in filed.items()}
    shown = [
        {texts[i] for i in score(raw, {"RESPONSE": str(choice)}).feedback}
        for choice in at(item, "//q:simpleChoice/@identifier")
    ]
    assert shown == [
        {"First", "Well done.", "Because."}, {"Second", "Sorry.", "Because."}, {"Third", "Sorry.", "Because."},
        {"Sorry.", "Because."},
    ]  # fmt: skip


def test_questions_without_a_title_get_a_name(built: Export) -> None:
    """D08: from the prompt, plain, never empty, distinct, at most as long as a platform takes."""
    long = "word " * 80
    prompts = {
        "plain": "What is **a pod**?",
        "code": "|\n    ```\n    kubectl get pods\n    ```",
        "two": "|\n    First line.\n\n    Second *line*.",
        "one-of-two": "Twice?",
        "other-of-two": "Twice?",
        "long": long,
        "longer": long,
    }
    output = built(demo("".join(essay(prompt, id=id) for id, prompt in prompts.items())))
    for target in ("moodle", "qti21"):
        names = {id: output.seen(target, id).name or "" for id in prompts}
        assert names["plain"] == "What is a pod?"
        assert names["code"] == "kubectl get pods"
        assert names["two"] == "First line. Second line."
        assert names["one-of-two"] == "Twice? (one-of-two)"
        assert names["other-of-two"] == "Twice? (other-of-two)"
        assert all(name and len(name) <= 255 for name in names.values())
        assert len(set(names.values())) == len(names)


def test_long_names(tmp_path: Path) -> None:
    """V19: cut inside no character, distinct after the cut, and told with the limit."""
    title, tag, category = "é" * 240 + FAMILY * 20, "t" * 300, "c" * 300
    output = export(
        tmp_path,
        demo(
            single("right", "wrong", more=f"title: {title}\ntags: [{tag}]\ncategory: [{category}1]")
            + single("right", "wrong", id="other", more=f"title: {title}\ntags: [{tag}x]\ncategory: [{category}2]")
            + essay("|\n    " + "&lt; " * 300, id="entities")
        ),
    )
    assert output.report.ok
    for target in ("moodle", "qti21"):
        names = [output.seen(target, id).name or "" for id in ("q", "other")]
        assert names[0] != names[1]
        for name, id in zip(names, ("q", "other"), strict=True):
            assert len(name) <= 255
            assert re.fullmatch(f"é+({FAMILY})*… \\({id}\\)", name), "cut inside an emoji"
    one, other = (output.seen("moodle", id).source for id in ("q", "other"))
    assert one.category != other.category
    for found in (one, other):
        assert all(len(part) <= 255 for part in found.category)
        assert [len(t) <= 255 for t in found.tags] == [True]
    name = output.seen("moodle", "entities").name or ""
    assert len(name) <= 255
    assert re.fullmatch("(< )+…|(< )*<…", name)
    notes = {(d.target, d.question) for d in output.report.diagnostics if d.code == "KF404"}
    assert {("moodle", "q"), ("moodle", "other"), ("qti21", "q"), ("qti21", "other")} <= notes
    limits = [d.message for d in output.report.diagnostics if d.target == "moodle" and "255" in d.message]
    assert len(limits) == 4  # two categories and two tags


def test_two_quizzes_with_one_title(tmp_path: Path) -> None:
    """V18: ids name the files, so equal titles do not meet."""
    for id in ("week-1", "week-1b"):
        text = demo(essay(f"What is in {id}?")).replace("id: demo", f"id: {id}").replace("Demo", "Week 1")
        (tmp_path / f"{id}.yaml").write_text(text, encoding="utf-8")
    report = kfexport.build([tmp_path], out=tmp_path / "out")
    assert report.ok
    assert sorted(Path(name).relative_to(tmp_path / "out").as_posix() for name in report.written) == [
        "anki/week-1/week-1.csv", "anki/week-1b/week-1b.csv", "canvas/week-1.zip", "canvas/week-1b.zip",
        "moodle/week-1.xml", "moodle/week-1b.xml", "qti21/week-1.zip", "qti21/week-1b.zip",
    ]  # fmt: skip
    for id in ("week-1", "week-1b"):
        assert f"What is in {id}?" in (tmp_path / "out" / "moodle" / f"{id}.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize("second", ["week-1", "Week-1"])
def test_two_quizzes_with_one_id_are_refused(second: str, tmp_path: Path) -> None:
    for at_file, id in enumerate(("week-1", second)):
        text = demo(essay("What?")).replace("id: demo", f"id: {id}")
        (tmp_path / f"{at_file}.yaml").write_text(text, encoding="utf-8")
    report = kfexport.build([tmp_path], out=tmp_path / "out")
    assert not report.ok
    assert not (tmp_path / "out").exists()
    (error,) = (d for d in report.diagnostics if d.severity.value == "error")
    assert error.where is not None
    places = [error.where, *(r.where for r in error.related)]
    assert {Path(where.source.name).name for where in places} == {"0.yaml", "1.yaml"}


# Arithmetic and words of the formats


def test_truth_values_are_lower_case_words(built: Export) -> None:
    """D03: the author's True and False are texts; the formats' own words are in lower case."""
    output = built(
        demo(
            single("True", "False", "'true'", id="off", more="shuffle: false")
            + single("'False'", "'True'", id="on", more="shuffle: TRUE")
            + single("One", "Two", id="also-on", more="shuffle: True")
        ),
        warnings=("KF402",),  # Classic shuffles the choices of the whole quiz or of none
    )
    choices_everywhere(output, "off", "True", "False", "true")
    choices_everywhere(output, "on", "False", "True")
    moodle = etree.fromstring(output.files["moodle/demo.xml"])
    assert moodle.xpath("//shuffleanswers/text()") == ["false", "true", "true"]
    assert set(moodle.xpath("//single/text()")) == {"true"}
    words = [t for e in moodle.iter(etree.Element) if e.tag != "text" for t in (e.text or "", *e.attrib.values())]
    for root in output.package.values():
        words += [str(value) for e in root.iter(etree.Element) for name, value in e.attrib.items() if name != "title"]
    assert not {"True", "False", "TRUE", "FALSE"} & {word.strip() for word in words}
    shuffles = [at(output.seen("qti21", id).source, "//@shuffle") for id in ("off", "on", "also-on")]
    assert shuffles == [["false"], ["true"], ["true"]]
    assert output.anki.values("html") == ["true"]


@pytest.mark.parametrize(
    ("limit", "seconds", "minutes", "notes"),
    [("90s", "90", 2, 1), ("30s", "30", 1, 1), ("45m", "2700", 45, 0), ("1h30m", "5400", 90, 0), ("1m30s", "90", 2, 1)],
)
def test_points_and_time_limits(limit: str, seconds: str, minutes: int, notes: int, built: Export) -> None:
    """Q06: points add up to 4.5 in each target that has them; what Canvas cuts of a time limit is told."""
    output = built(
        demo(
            single("right", "wrong", id="three", more="points: 3")
            + single("right", "wrong", id="half", more="points: 0.5")
            + essay("Why?", id="one"),
            head=f"delivery:\n  time_limit: {limit}\n",
        ),
        warnings=("KF402",) * notes,  # Canvas has whole minutes
    )
    assert [output.seen("classic", id).source.points for id in ("three", "half", "one")] == [3, 0.5, 1]
    assert [output.seen("new_quizzes", id).source.points for id in ("three", "half", "one")] == [3, 0.5, 1]
    quiz = canvas_classic.load(output.files["canvas/demo.zip"]).quiz
    assert (quiz.points, quiz.time_limit) == (4.5, minutes)
    assert [q.node.leaf("defaultgrade") for q in output.moodle.questions] == ["3", "0.5", "1"]
    assert sum(q.grade for q in output.moodle.questions) == 4.5
    assert at(output.test, "//q:weight/@value") == ["3", "0.5", "1"]
    assert at(output.test, "q:timeLimits/@maxTime") == [seconds]
    assert not at(output.test, "//q:testVariables/@weightIdentifier")
    for id, points in (("three", 3), ("half", 0.5)):
        raw = output.entries[f"{item_name('demo', id)}.xml"]
        item = output.seen("qti21", id).source
        right, wrong = at(item, "//q:simpleChoice/@identifier")
        assert (score(raw, {"RESPONSE": str(right)}).score, score(raw, {"RESPONSE": str(wrong)}).score) == (points, 0)
        assert score(raw, {}).outcomes["MAXSCORE"] == points
        assert float(at(item, "q:outcomeDeclaration[@identifier='SCORE']/@normalMaximum")[0]) == points
    canvas = [d for d in output.report.diagnostics if d.target == "qti21" and "Canvas counts" in d.message]
    assert len(canvas) == notes
    assert len([d for d in output.report.diagnostics if d.target == "moodle" and "time limit" in d.message]) == 1
    assert "points" not in output.seen("anki", "three").source[FRONT]


@pytest.mark.parametrize(
    ("written", "shown"),
    [("2.50", 2.5), ("1e-7", 0.0000001), ("1e1", 10), ("99999", 99999), ("0.3333333", 0.3333333), ("1.0", 1)],
)
def test_points_are_written_with_a_dot_and_without_an_exponent(written: str, shown: float, built: Export) -> None:
    output = built(demo(single("right", "wrong", more=f"points: {written}")))
    grade = output.seen("moodle", "q").source.node.leaf("defaultgrade")
    (weight,) = at(output.test, "//q:weight/@value")
    assert re.fullmatch(r"\d+(\.\d+)?", grade)
    assert re.fullmatch(r"\d+(\.\d+)?", weight)
    assert float(grade) == float(weight) == shown


# Answer keys


def test_choices_that_look_the_same_are_refused(refused: Refuse) -> None:
    """V05: outer blanks and emphasis do not tell choices apart."""
    text = demo(single("'2'", "'2 '", "'`2`'", "'**2**'", "'2.0'", prompt="How many replicas run?"))
    rows = text.split("\n")
    assert refused(text) == [
        ("KF203", rows.index("      - '2 '") + 1, "choices 1 and 2 look the same"),
        ("KF203", rows.index("      - '**2**'") + 1, "choices 1 and 4 look the same"),
    ]


SAME = [("a  b", "a b"), ("&lt;", r"\<"), ("*x*", "**x**"), ("<b>", "&lt;b>"), ("A&amp;B", "A&B"), (r"\*", "*"),
        ("a\\\\b", "a\\b"), ("`x`", "``x``")]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), SAME)
def test_more_choices_that_look_the_same(first: str, second: str, refused: Refuse) -> None:
    assert [code for code, _, _ in refused(demo(single(f"'{first}'", f"'{second}'")))] == ["KF203"]


def test_white_space_of_code_blocks_tells_choices_apart(built: Export) -> None:
    """A question about the indentation of Python; a browser shows it."""
    output = built(
        demo("""
        - id: q
          type: single_choice
          prompt: Which prints once?
          choices:
            - text: |
                ```python
                for i in range(2):
                    pass
                print(a[i])
                ```
              correct: true
            - |
              ```python
              for i in range(2):
                  pass
                  print(a[i])
              ```
        """)
    )
    for target, seen in output.everywhere("q"):
        assert [blocks(c) for c in seen.choices] == [
            ["for i in range(2):\n    pass\nprint(a[i])"], ["for i in range(2):\n    pass\n    print(a[i])"],
        ], target  # fmt: skip


def test_letter_case_tells_choices_apart(built: Export) -> None:
    output = built(
        demo(
            single("'True'", "'true'", "'TRUE'", prompt="Which is a literal of Python?")
            + single("2", "2.0", "02", id="n")
            + single("'é'", "e", "è", "é.", id="accents")
        )
    )
    choices_everywhere(output, "q", "True", "true", "TRUE")
    choices_everywhere(output, "n", "2", "2.0", "02")
    choices_everywhere(output, "accents", "é", "e", "è", "é.")


BLANK = ["' '", "''", "'&nbsp;'", '"\\u200b"', "'&#8203;'", "'[](https://e.org)'", "'&#32;'", '"\\u00a0"', "'\u3000'",
         '"\\u2060"', "'&ZeroWidthSpace;'", "'` `'", '"\\u2028"', "|", "'&emsp;&#x200e;'"]  # fmt: skip


@pytest.mark.parametrize("blank", BLANK)
def test_blank_choices_are_refused(blank: str, refused: Refuse) -> None:
    """D10: whatever the blank is made of, at its line."""
    text = demo(single("right", blank, "wrong"))
    (error,) = refused(text)
    assert error[1] == text.split("\n").index(f"      - {blank}") + 1


def test_zero_and_a_typed_tag_are_choices(built: Export) -> None:
    output = built(demo(single("'0'", "'<b></b>'", "'<br>'", "'.'", "'-'", "'<!-- -->'", "'\"\"'", "'** **'", "'\\'")))
    choices_everywhere(output, "q", "0", "<b></b>", "<br>", ".", "-", "<!-- -->", '""', "** **", "\\")


# What an importer drops

MANIFEST = "```\napiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n```"


@pytest.mark.parametrize(
    ("middle", "path", "code"),
    [
        (MANIFEST, "pre", ["apiVersion: v1\nkind: Pod\nmetadata:\n  name: x"]),
        ("- one\n- two", "ul", []),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "table", []),
        ("> said", "blockquote", []),
        ("## Head", "h2", []),
        ("1. one\n2. two", "ol", []),
    ],
)
def test_the_whole_prompt_is_in_one_div(middle: str, path: str, code: list[str], built: Export) -> None:
    """Q03: Canvas reads nothing of a body but its divs and paragraphs, and no interaction inside of them."""
    prompt = "|\n" + textwrap.indent(f"Look at this:\n\n{middle}\n\nWhat will be made?", "    ")
    output = built(demo(single("a Pod", "a Service", prompt=prompt) + essay(prompt, id="e")))
    for id, interaction in (("q", "choiceInteraction"), ("e", "extendedTextInteraction")):
        (body,) = at(output.seen("qti21", id).source, "q:itemBody")
        children = [etree.QName(child).localname for child in body]
        assert [child for child in children if child != "rubricBlock"] == ["div", interaction]
        assert not at(body, "//q:prompt")
        for target, seen in output.everywhere(id):
            assert len(seen.prompt.xpath(f".//{path}")) == 1, target
            assert line(seen.prompt).startswith("Look at this: ")
            assert line(seen.prompt).endswith(" What will be made?")
            assert blocks(seen.prompt) == code, target
    choices_everywhere(output, "q", "a Pod", "a Service")


def test_every_paragraph_of_every_text_arrives(built: Export) -> None:
    """The kind of Q03: second paragraphs and code in explanations and model answers."""
    text = "|\n  First.\n\n      code  here\n\n  Last."
    output = built(
        demo(
            single("right", "wrong", more=f"explanation: {text}") + essay("Why?", id="e", more=f"model_answer: {text}")
        )
    )
    explanation_everywhere(output, "q", "First. code here Last.")
    for target, seen in output.everywhere("q"):
        assert blocks(seen.explanation) == ["code  here"], target
    for target, seen in output.everywhere("e"):
        if target == "classic":  # which has no place for graders
            continue
        assert line(seen.grading) == "Model answer First. code here Last.", target
        assert blocks(seen.grading) == ["code  here"], target


def test_choices_of_several_lines_are_blocks(built: Export) -> None:
    output = built(
        demo("""
        - id: q
          type: single_choice
          prompt: Which?
          choices:
            - text: |
                Run this:

                    kubectl   get pods
              correct: true
            - |
              ```yaml
              a:
                b: 1
              ```
            - one line
        """)
    )
    choices_everywhere(output, "q", "Run this: kubectl get pods", "a: b: 1", "one line")
    for target, seen in output.everywhere("q"):
        assert [blocks(c) for c in seen.choices] == [["kubectl   get pods"], ["a:\n  b: 1"], []], target


# Anki's CSV


def test_prompts_that_begin_with_a_number_sign_become_notes(built: Export) -> None:
    """A01: in Anki a record that begins with # is a comment, and the first lines are a header."""
    prompts = ["#!/bin/sh is called what?", "#1 of the causes?", r"\# apt update shows what?", "#separator:Tab",
               "#html:false", "tags: x", "#tags column:1", "a normal one?"]  # fmt: skip
    output = built(demo("".join(essay(f"'{p}'", id=f"q{i}") for i, p in enumerate(prompts))))
    assert len(output.anki.records) == 8
    for i, prompt in enumerate(prompts):
        prompt_everywhere(output, f"q{i}", prompt.replace("\\", ""))
    assert output.anki.values("separator") == ["Comma"]
    assert output.anki.values("html") == ["true"]


@pytest.mark.parametrize("prompt", ["# apt update shows what?", "## not a heading"])
def test_a_prompt_that_turns_into_a_heading_is_warned_of(prompt: str, tmp_path: Path) -> None:
    assert told(export(tmp_path, demo(essay(f"'{prompt}'"))).report)


def test_the_same_prompt_twice_makes_two_notes(built: Export) -> None:
    """A04: with other choices, with the very same choices, and in other letters."""
    output = built(
        demo(
            single("'0'", "'1'", id="py-01", prompt="What is printed?")
            + single("'1'", "'0'", id="py-02", prompt="What is printed?")
            + single("'1'", "'0'", id="py-03", prompt="What is printed?")
            + single("'1'", "'0'", id="py-04", prompt="WHAT is printed?")
        )
    )
    assert output.anki.values("guid column") == ["1"]
    assert len({record[0] for record in output.anki.records}) == 4
    choices_everywhere(output, "py-01", "0", "1")
    choices_everywhere(output, "py-02", "1", "0")
    for target in ("moodle", "qti21"):
        names = [output.seen(target, f"py-0{i}").name for i in (1, 2, 3)]
        assert names == ["What is printed? (py-01)", "What is printed? (py-02)", "What is printed? (py-03)"]


def test_the_same_prompt_twice_in_anki_itself(built: Export, tmp_path: Path) -> None:
    """After a first import, and after a second one with a mended answer: two notes, each with its own answer."""
    pytest.importorskip("anki", reason="Anki's backend is not installed")
    from anki_backend import collection, import_csv, notes

    quiz = demo(
        single("zero", "one", id="py-01", prompt="What is printed?")
        + single("two", "three", id="py-02", prompt="What is printed?")
    )
    first = built(quiz).files["anki/demo/demo.csv"]
    second = built(quiz.replace("text: two", "text: four")).files["anki/demo/demo.csv"]
    with collection(tmp_path / "col") as col:
        assert import_csv(col, first) == {"new": 2}
        import_csv(col, second)
        backs = [note.fields[1] for note in notes(col)]
    assert len(backs) == 2
    assert "A. zero" in backs[0]
    assert "A. four" in backs[1]


def test_tags_keep_together(built: Export) -> None:
    """A05: blanks, plain and full-width, become _; :: nests; signs stay."""
    tags = ["Spaced Repetition", "C++", "a::b", "全角\u3000空白", "x,y", '"q"', "#1", "two  blanks", "no\u00a0break"]
    listed = ", ".join(f"'{tag}'" for tag in tags)
    output = built(demo(essay("What?", more=f"model_answer: So.\ntags: [{listed}]")))
    assert output.seen("anki", "q").source[TAGS].split(" ") == [
        "Spaced_Repetition", "C++", "a::b", "全角_空白", "x,y", '"q"', "#1", "two_blanks", "no_break",
    ]  # fmt: skip
    assert output.seen("moodle", "q").source.tags == [" ".join(tag.split()) for tag in tags]
    assert "KF404" in [d.code for d in output.report.diagnostics if d.target == "anki"]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_commas_quotes_and_line_ends_in_a_field(ends: str, built: Export) -> None:
    """A10: also with the line ends of Windows in the quiz file."""
    prompt = """|
    She said, "no"; he said "yes".
    A second line.\\
    A hard one.

    ```
    a,b   "c"

      d;
    ```"""
    signs = ["'\"'", "','", "';'", "'a, b'", '\'"a","b"\'', "'\\'", "''''"]
    output = built(demo(essay(prompt) + single(*signs, id="c")).replace("\n", ends))
    prompt_everywhere(output, "q", 'She said, "no"; he said "yes". A second line. A hard one. a,b "c" d;')
    choices_everywhere(output, "c", '"', ",", ";", "a, b", '"a","b"', "\\", "'")
    for target, seen in output.everywhere("q"):
        assert blocks(seen.prompt) == ['a,b   "c"\n\n  d;'], target
        assert len(seen.prompt.xpath(".//br")) == 1, target
    assert [len(record) for record in output.anki.records] == [5, 5]


def test_comparisons_do_not_cut_a_field(built: Export) -> None:
    """A12: the sign is escaped once, in every place."""
    texts = ["1 <= n <= 10 and <T>", "a<b", "x <- y", "a < b > c", "5<6", "<", "&", "&&", "a&b;c"]
    output = built(demo(single(*(f"'{t}'" for t in texts), prompt="'Is 1 <= n < 5 & m > 2?'")))
    choices_everywhere(output, "q", *texts)
    prompt_everywhere(output, "q", "Is 1 <= n < 5 & m > 2?")
    front = output.seen("anki", "q").source[FRONT]
    assert "1 &lt;= n &lt; 5 &amp; m &gt; 2" in front
    assert "&amp;lt;" not in front


def test_each_text_is_parsed_once_for_all_targets(built: Export, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = markdown.comrak.markdown_to_html

    def counted(source: str, *options: object) -> str:
        parsed.append(source.strip())
        return parse(source, *options)

    monkeypatch.setattr(markdown.comrak, "markdown_to_html", counted)
    prompts = [f"What does `kubectl{i}` do, and **why**?" for i in range(3)]
    choices = [f"It does `f{i}`." for i in range(6)]
    explanations = [f"As {i} says,\n\nso it is." for i in range(3)]
    questions = "".join(
        single(
            *choices[i : i + 3],
            id=f"q{i}",
            prompt=prompts[i],
            more=f"explanation: {json.dumps(explanations[i])}",
        )
        for i in range(3)
    )
    built(demo(questions))
    assert sorted(parsed) == sorted([*prompts, *choices[:5], *explanations])
