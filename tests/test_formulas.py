"""Formulas and dollar signs, from YAML to what is seen in every rich field of every target.

Texts are read back as each platform does it (``shown.py``, ``mathjax.py``); a formula that is one there is shown as
``⟦TeX⟧``, one on its own as ``⟦⟦TeX⟧⟧``. Expected values are literal.
"""

import os
import re
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import anki_reader
import mathjax
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from sandbox import ROOT
from shown import BACK, FRONT, MATHML, NS, TARGETS, Output, export, place, told
from targets import moodle_reader

# The small Moodle imports its neighbours by their own names.
sys.path.append(str(Path(__file__).parent / "targets"))

FORMULAS = [
    ("$x$", "⟦x⟧"),
    ("It is $E = mc^2$.", "It is ⟦E = mc^2⟧."),
    ("$a<b$ & $1 <= n <= 10^5$", "⟦a<b⟧ & ⟦1 <= n <= 10^5⟧"),
    ("$a>b$, $a&b$?", "⟦a>b⟧, ⟦a&b⟧?"),
    ("$a<b>c</b>$", "⟦a<b>c</b>⟧"),
    ("$&lt;$ and &lt;", "⟦&lt;⟧ and <"),
    ("$x_1*y_1*z_1$", "⟦x_1*y_1*z_1⟧"),
    (r"$\frac{1}{2^{n+1}}$", r"⟦\frac{1}{2^{n+1}}⟧"),
    (r"$\{1, 2\}$", r"⟦\{1, 2\}⟧"),
    (r"$\left\{ x \right\}$", r"⟦\left\{ x \right\}⟧"),
    (r"$\begin{pmatrix}a & b \\ c & d\end{pmatrix}$", r"⟦\begin{pmatrix}a & b \\ c & d\end{pmatrix}⟧"),
    (r"$\begin{matrix}a \\[2pt] b\end{matrix}$", r"⟦\begin{matrix}a \\[2pt] b\end{matrix}⟧"),
    (r"$\text{costs \$5}$", r"⟦\text{costs \$5}⟧"),
    (r"$50\% \# \_ \&$", r"⟦50\% \# \_ \&⟧"),
    ("$f(n) = O(n)$, $(y)$ (y)", "⟦f(n) = O(n)⟧, ⟦(y)⟧ (y)"),
    ("$n) :)$ ;-)", "⟦n) :)⟧ ;-)"),
    ("$y) + ( )$", "⟦y) + ( )⟧"),
    (r"$x \text{ if } y$", r"⟦x \text{ if } y⟧"),
    (r"価格は$\text{円}$です", r"価格は⟦\text{円}⟧です"),
    ("「$x$」は**$y$**", "「⟦x⟧」は⟦y⟧"),
    ("$x$$y$", "⟦x⟧⟦y⟧"),
    ("$$x$$", "⟦⟦x⟧⟧"),
    ("so $$x$$ or", "so ⟦⟦x⟧⟧ or"),
    (r"\\$x$", "\\⟦x⟧"),
    (r"\\$x$ \\(a\\) \\\\[b\\] $y$", "\\⟦x⟧ \\(a\\) \\\\[b\\] ⟦y⟧"),
    ("$x$ and `$x$` and `\\(x\\)` and `$$x$$`", "⟦x⟧ and $x$ and \\(x\\) and $$x$$"),
    (r"\\begin{x} \\ref{y} $z$ \\\\ \\$a", "\\begin{x} \\ref{y} ⟦z⟧ \\\\ \\$a"),
    ("$[sound:a.mp3] [latex] [$", "⟦[sound:a.mp3] [latex] [⟧"),
    (r"$x$ [sound:a.mp3] [\$]y[/\$]", "⟦x⟧ [sound:a.mp3] [$]y[/$]"),
    ("${{c_1}}$ ${{c1::a}}$", "⟦{{c_1}}⟧ ⟦{{c1::a}}⟧"),
    ("$a ]]> b$", "⟦a ]]> b⟧"),
    (r"$\#1 {#1} {1:SA:=x}$", r"⟦\#1 {#1} {1:SA:=x}⟧"),
    ("$a ~ b$ = c", "⟦a ~ b⟧ = c"),
    ("$x = 5$, not $y = 6$", "⟦x = 5⟧, not ⟦y = 6⟧"),
    ("$@@PLUGINFILE@@$", "⟦@@PLUGINFILE@@⟧"),
    ("$\ufdfa$ $e\u0301$", "⟦\ufdfa⟧ ⟦e\u0301⟧"),
    ("**$x$** *$y$* ~~$z$~~ [$a$](http://b)", "⟦x⟧ ⟦y⟧ ⟦z⟧ ⟦a⟧"),
]
DOLLARS = [
    ("It fell from $5 to $3 last year.", None),
    ("$5 - $3 = $2", None),
    ("$1.50-$2.50", None),
    ("5$, not 6$", None),
    ("$2.50 and $0.10 tax", None),
    ("$PATH:$HOME and $USER", None),
    ("$(hostname)-$(date)", None),
    ("${{ a }}/${{ b }}", None),
    ("echo $$; kill -9 $$", None),
    ("Do $$ and $$ differ?", None),
    ("a $ b", None),
    (r"\$x\$", "$x$"),
    (r"\$$x$", "$⟦x⟧"),
    ("$5 and $x$", "$5 and ⟦x⟧"),
    ("echo $$; kill $$ but $x$", "echo $$; kill $$ but ⟦x⟧"),
    (r"grep \\(a\\) or \\[b\\]", r"grep \(a\) or \[b\]"),
    ("`$x$` `$$` `\\[x\\]`", "$x$ $$ \\[x\\]"),
]
TABLE = [(text, text if expected is None else expected) for text, expected in FORMULAS + DOLLARS]
BLOCKS = [
    ("Solve:\n\n$$\nx^2\n+ y\n- z\n$$\n\nSo?", "⟦⟦\nx^2\n+ y\n- z\n⟧⟧"),
    ("$$\n\\begin{aligned}\na &< b \\\\ % why\n= c &\n\\end{aligned}\n$$",
     "⟦⟦\n\\begin{aligned}\na &< b \\\\ % why\n= c &\n\\end{aligned}\n⟧⟧"),
    ("- a\n\n  $$\n  x\n  + y\n  $$\n- b", "⟦⟦\n  x\n  + y\n  ⟧⟧"),
    ("> $$\n> x\n> + y\n> $$", "⟦⟦\nx\n+ y\n⟧⟧"),
    ("| a | b |\n|---|---|\n| $x$ | $y<1$ |", "⟦y<1⟧"),
    ("# $x$\n\n1. $y_1$", "⟦y_1⟧"),
]  # fmt: skip

QUIZ = """\
format: 1
id: demo
title: Demo
lang: en
description: @
stimuli:
  s:
    text: @
sections:
  - id: a
    title: A
    description: @
    questions:
      - id: single
        type: single_choice
        stimulus: s
        prompt: @
        choices:
          - text: @
            correct: true
            feedback: @
          - text: other
            feedback: @
          - two
        explanation: @
        hints:
          - @
          - @
        feedback:
          correct: @
          partial: @
          incorrect: @
      - id: several
        type: multiple_response
        prompt: @
        choices:
          - text: @
            correct: true
          - two
      - id: truth
        type: true_false
        prompt: @
        answer: true
        feedback_true: @
        feedback_false: @
      - id: short
        type: short_answer
        prompt: @
        answers:
          - text: pod
            feedback: @
      - id: number
        type: numerical
        prompt: @
        answers:
          - value: 3
            feedback: @
      - id: essay
        type: essay
        prompt: @
        model_answer: @
        grading_notes: @
      - id: match
        type: matching
        prompt: @
        pairs:
          - item: @
            match: one
          - item: other
            match: two
      - id: order
        type: ordering
        prompt: @
        items:
          - @
          - other
      - id: gaps
        type: cloze
        prompt: @
        text: #
        explanation: @
        blanks:
          word:
            answers:
              - text: pod
                feedback: @
          number:
            answers:
              - value: 3
                feedback: @
          list:
            choices:
              - text: a
                correct: true
                feedback: @
              - b
      - id: note
        type: description
        prompt: @
"""
"""Each ``@`` is the place of the text, ``#`` that of the cloze text."""

PLACES = {"moodle": 36, "qti21": 34, "anki": 25}
"""How often a text is shown. Of QTI one description is the test's own; Anki keeps no feedback and no descriptions."""


def quiz(text: str, source: str = QUIZ) -> str:
    def block(match: re.Match[str]) -> str:
        indent = len(match[1]) + 4
        body = f"{text}\n\n[[word]] [[number]] [[list]]" if match[3] == "#" else text
        return f"{match[1]}{match[2]}|\n{textwrap.indent(body, ' ' * indent)}"

    return re.sub(r"^( *)((?:- )?(?:\w+: )?)([@#])$", block, source, flags=re.MULTILINE)


def fields(output: Output, target: str) -> Iterator[str]:
    """What is seen of every rich text of a target, white space as it is."""
    match target:
        case "moodle":
            root = etree.fromstring(output.files["moodle/demo.xml"])
            for text in root.xpath("//*[@format='html']/text[not(ancestor::question[@type='cloze'])]"):
                yield moodle_reader.filtered(text.text or "").text_content()
            yield from _cloze(output)
        case "qti21":
            for root in output.package.values():
                yield _with_formulas(root)
        case "anki":
            for name, data in output.files.items():
                if name.startswith("anki/"):
                    for record in anki_reader.read(data).records:
                        for field in (record[FRONT], record[BACK]):
                            yield _card(field)


def _cloze(output: Output) -> Iterator[str]:
    (question,) = (q for q in moodle_reader.load(output.files["moodle/demo.xml"]).questions if q.kind == "cloze")
    for text in (question.text, question.general, *(a.feedback for part in question.parts for a in part.answers)):
        yield moodle_reader.filtered(text).text_content()


def _with_formulas(root: etree._Element) -> str:
    for formula in list(root.iter(f"{MATHML}math")):
        double = formula.get("display") == "block"
        tail, tex = formula.tail, formula.get("alttext")
        formula.clear()
        formula.text, formula.tail = (f"⟦⟦{tex}⟧⟧" if double else f"⟦{tex}⟧"), tail
    bodies = root.xpath("//q:itemBody | //q:modalFeedback | //q:rubricBlock[not(ancestor::q:itemBody)]", namespaces=NS)
    return "\n".join("".join(body.itertext()) for body in bodies)


def _card(html: str) -> str:
    assert not re.search(r"\[sound:|\[latex\]|\[\$\]|\{\{c1::a", html)
    tree = anki_reader.dom(html)
    mathjax.typeset(tree, mathjax.ANKI, escapes=False)
    return str(tree.text_content())


NO_MATHML = ("a&b", "&lt;")
"""Formulas of the table that MathML cannot carry: in QTI they are shown as TeX, and a warning says so."""


def as_qti(expected: str) -> str:
    for tex in NO_MATHML:
        expected = expected.replace(f"⟦{tex}⟧", tex)
    return expected


@pytest.mark.parametrize(("text", "expected"), TABLE, ids=[text[:30] for text, _ in TABLE])
def test_every_field_of_every_target(text: str, expected: str, tmp_path: Path) -> None:
    output = export(tmp_path, quiz(f"« {text} »"))
    assert output.report.ok, told(output.report)
    for target in TARGETS:
        seen = [" ".join(field.split()) for field in fields(output, target)]
        shown = as_qti(expected) if target == "qti21" else expected
        assert " ".join(seen).count(f"« {shown} »") == PLACES[target], (target, seen)
    lost = {m for _, _, m in told(output.report) if "shown as TeX" in m}
    assert bool(lost) == (as_qti(expected) != expected)


@pytest.mark.parametrize(("text", "formula"), BLOCKS, ids=[formula for _, formula in BLOCKS])
def test_blocks_in_every_field(text: str, formula: str, tmp_path: Path) -> None:
    """One formula, to the character, in all fields that take blocks: items and one-line choices do not."""
    source = re.sub(r"(?m)^( *)(- item: |- (?=@\n {10}- other))@", r"\1\2one", QUIZ)
    output = export(tmp_path, quiz(text, source))
    assert output.report.ok, told(output.report)
    for target in TARGETS:
        seen = "".join(fields(output, target))
        assert seen.count(formula) == PLACES[target] - {"moodle": 2, "qti21": 2, "anki": 4}[target], (target, seen)


def test_names_are_the_tex(tmp_path: Path) -> None:
    prompt = "Solve $a<b$ with `$x$`:\n\n$$\nx^{2}\n= 4\n$$"
    output = export(tmp_path, quiz(prompt))
    (item,) = (root for root in output.package.values() if root.get("identifier", "").startswith("q-number"))
    assert item.get("title") == "Solve a<b with $x$: x^{2} = 4 (number)"
    assert output.seen("moodle", "number").name == "Solve a< b with $x$: x^{2} = 4 (number)"


def question(*choices: str, prompt: str = "Which?") -> str:
    listed = [f"      - text: |\n          {choices[0]}\n        correct: true"]
    listed += [f"      - |\n        {choice}" for choice in choices[1:]]
    body = textwrap.indent(prompt, " " * 8)
    return (
        "format: 1\nid: demo\ntitle: Demo\nlang: en\nquestions:\n  - id: q\n    type: single_choice\n    prompt: |\n"
        f"{body}\n    choices:\n" + "\n".join(listed) + "\n"
    )


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (("$x^2$", "$x^2$"), "choices 1 and 2 look the same"),
        (("$x^2$", "**$x^2$**"), "choices 1 and 2 look the same"),
        (("$x^2$", "x^2"), "choices 1 and 2 look alike"),
        (("$x^2$", "$$x^2$$"), "choices 1 and 2 look alike"),
        (("$x^2$", "`x^2`"), "choices 1 and 2 look alike"),
        (("$x^2$", "$x^{2}$"), "choices 1 and 2 look the same"),
        (("$a + b$", "$a+b$"), "choices 1 and 2 look the same"),
        ((r"$\alpha b$", r"$\alpha  b$"), "choices 1 and 2 look the same"),
        ((r"$\text{a b}$", r"$\text{ab}$"), None),
        ((r"$\pi r$", r"$\pir$"), None),
        ((r"$a\ b$", "$a b$"), None),
        (("$x^{12}$", "$x^12$"), None),
        (("$x^2$", "$x^3$"), None),
        (("$X$", "$x$"), None),
        (("$a_b$", "$ab$"), None),
        ((r"$\alpha$", "α"), None),
        (("$5$", r"\$5\$"), None),
    ],
)
def test_equal_choices_are_told_by_their_tex(choices: tuple[str, ...], message: str | None, tmp_path: Path) -> None:
    found = [m for code, _, m in told(export(tmp_path, question(*choices)).report) if code == "KF203"]
    assert found == ([message] if message else [])


def test_a_command_without_mathml_is_named_at_its_place(tmp_path: Path) -> None:
    prompt = "`$\\foo$` but\n$x + \\foo{y}$ and $\\foo{y}$, $\\foo{y}$"
    report = export(tmp_path, question(r"a $\ce{H2O}$", "b", prompt=prompt)).report
    found = [(d.code, d.target, d.question, place(d), d.message) for d in report.diagnostics if d.target == "qti21"]
    assert found == [
        ("KF405", "qti21", "q", (10, 9),
         "In the prompt, the formula `x + \\foo{y}` is shown as TeX: `\\foo` cannot be turned into MathML"),
        ("KF405", "qti21", "q", (10, 27),
         "In the prompt, the formula `\\foo{y}` is shown as TeX: `\\foo` cannot be turned into MathML"),
        ("KF405", "qti21", "q", (13, 13),
         "In choice 1, the formula `\\ce{H2O}` is shown as TeX: `\\ce` cannot be turned into MathML"),
    ]  # fmt: skip


KNOWN_TO_ALL = r"""\frac{1}{2} \href{https://e.org}{x} \bbox[red]{x} \color{red}{x} \boldsymbol{x} \unicode{x41}
\verb|\foo| \lVert \operatorname*{argmax} \xrightarrow{f} \begin{aligned}a\end{aligned} \text{a} \iff
\, \{ \\foo \langle \tag{1}
% \foo"""
"""Known to MathJax 2.7.9 with AMSmath and AMSsymbols, tried on it, and to 3.2.2."""
UNKNOWN = [
    (r"\ce{H2O}", {"moodle": r"Begin the formula with `\require{mhchem}`."}),
    (r"\require{mhchem}\ce{H2O}", {}),
    (r"\require{cancel}\ce{H2O}", {"moodle": r"Begin the formula with `\require{mhchem}`."}),
    (r"\xcancel{x}", {"moodle": r"Begin the formula with `\require{cancel}`."}),
    (r"\textcolor{red}{x}", {"moodle": r"Begin the formula with `\require{color}`."}),
    (r"\enclose{circle}{x}", {"moodle": r"Begin the formula with `\require{enclose}`."}),
    (r"\toggle{a}{b}\endtoggle", {"moodle": r"Begin the formula with `\require{action}`."}),
    (r"\xmapsto{f}", {"moodle": r"Begin the formula with `\require{extpfeil}`."}),
    (r"\begin{CD}A@>>>B\end{CD}",
     {"moodle": r"Write it with `array`; or begin the formula with `\require{AMScd}`, which Anki does not know."}),
    (r"\require{AMScd}\begin{CD}A@>>>B\end{CD}",
     {"anki": "Leave it out, and write the formula without what it brings."}),
    (r"\require{upgreek}\upalpha",
     dict.fromkeys(["moodle", "canvas"], "Leave it out, and write the formula without what it brings.")),
    (r"\require{physics}\qty", dict.fromkeys(["moodle", "canvas", "anki"],
     "Leave it out, and write the formula without what it brings.")),
    (r"\pu{1 m}", dict.fromkeys(["moodle", "canvas"], r"Write `\mathrm{…}`.")),
    (r"\ket{x}", dict.fromkeys(["moodle", "canvas"], r"Write `\lvert x\rangle`.")),
    (r"\begin{dcases}a\end{dcases}", dict.fromkeys(["moodle", "canvas"], r"Write `\begin{cases}`.")),
    (r"\bm{x}", dict.fromkeys(["moodle", "canvas", "anki"], r"Write `\boldsymbol{x}`.")),
    (r"\fracc{1}{2}", dict.fromkeys(["moodle", "canvas", "anki"],
     r"Did you mean `\frac`? Or write it with other commands.")),
    (r"\newcommand{\R}{\mathbb R} x \in \R", {}),
    (r"\DeclareMathOperator{\rk}{rk} \rk A", {}),
]  # fmt: skip


def test_what_each_mathjax_knows_is_silent(tmp_path: Path) -> None:
    report = export(tmp_path, question("a", "b", prompt=f"$$\n{KNOWN_TO_ALL}\n$$\n\n`$\\bm$` \\$\\bm")).report
    assert [d.message for d in report.diagnostics if d.target != "qti21"] == []


@pytest.mark.parametrize(("tex", "cures"), UNKNOWN, ids=[tex for tex, _ in UNKNOWN])
def test_what_a_mathjax_does_not_know_is_told(tex: str, cures: dict[str, str], tmp_path: Path) -> None:
    source = question("a", f"b ${tex}$", prompt="Which?")
    report = export(tmp_path, source, targets=["moodle", "anki", "canvas"]).report
    found = {d.target: d for d in report.diagnostics}
    assert {target: d.hint for target, d in found.items()} == cures
    for target, d in found.items():
        assert target is not None
        assert (d.code, d.severity.value, place(d)) == ("KF405", "warning", (15, 11))
        beginning = f"In choice 2, the formula `{tex}` is not shown whole: {target.title()}'s MathJax does not know `\\"
        assert d.message.startswith(beginning)


def test_require_shows_nothing_in_mathml(tmp_path: Path) -> None:
    assert export(tmp_path, question(r"$\require{cancel}\cancel{x}$", "b", prompt="Which?")).report.diagnostics == ()


def test_tex_brackets_are_warned_of(tmp_path: Path) -> None:
    report = export(tmp_path, question(r"a \(x\)", r"\[y\] `\(z\)`", r"$u\!(v)$")).report
    found = [(d.code, place(d)[0], d.message) for d in report.diagnostics]
    assert found == [
        ("KF305", 12, r"choice 1: `\(x\)` shows as `(x)`, without its backslashes"),
        ("KF305", 15, r"choice 2: `\[y\]` shows as `[y]`, without its backslashes"),
    ]
    assert all("`$x$`" in (d.hint or "") for d in report.diagnostics)


CLOZE = """\
format: 1
id: demo
title: Demo
lang: en
questions:
  - id: q
    type: cloze
    text: |
      {}
    blanks:
      a: {{answers: [one]}}
      b: {{answers: [two]}}
"""


def test_a_formula_may_touch_a_blank(tmp_path: Path) -> None:
    output = export(tmp_path, CLOZE.format(r"$x^{{2}}=$[[a]]$+\{ {#1} {1:SA:=c}$[[b]]"))
    assert told(output.report) == []
    (question,) = output.moodle.questions
    text = moodle_reader.filtered(question.text).text_content()
    assert text == r"⟦x^{{2}}=⟧{#1}⟦+\{ {#1} {1:SA:=c}⟧{#2}"
    assert [part.answers[0].text for part in question.parts] == ["one", "two"]
    (record,) = anki_reader.read(output.files["anki/demo/demo.cloze.csv"]).records
    assert [(g.number, g.answer, g.hint) for g in anki_reader.gaps(record[FRONT])] == [
        (1, "one", None),
        (2, "two", None),
    ]
    assert _card(record[FRONT]) == r"⟦x^{{2}}=⟧{{c1::one}}⟦+\{ {#1} {1:SA:=c}⟧{{c2::two}}"


@pytest.mark.parametrize(
    "text", ["$x = [[a]]$ [[b]]", "$$\n      [[a]]\n      $$ [[b]]", "[[b]] $[[a]]$", "$x=$[[b]]$[[a]]$"]
)
def test_a_blank_in_a_formula_is_refused(text: str, tmp_path: Path) -> None:
    report = export(tmp_path, CLOZE.format(text)).report
    assert [(code, message) for code, _, message in told(report)] == [
        ("KF208", "the blank `a` stands in a formula, where no field can be")
    ]


TEX = st.from_regex(
    r"[a-z0-9^_(<>&~#%:=@!-]([a-z0-9^_()<>&~#%:=@ !-]|\\[{}%#\\]|\{[a-z~#=]?\}){0,12}[a-z0-9)<>&~#:=-]", fullmatch=True
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(TEX)
def test_any_tex_in_every_field(tmp_path: Path, tex: str) -> None:
    output = export(tmp_path, quiz(f"« ${tex}$ »"))
    if not output.report.ok:
        assert {code for code, _, _ in told(output.report) if code != "KF402"} <= {"KF310"}
        return
    for target in ("moodle", "anki"):
        seen = "".join(fields(output, target))
        assert seen.count(f"« ⟦{tex}⟧ »") == PLACES[target], (target, seen)


@pytest.mark.parametrize(
    "text",
    ["$" + "{" * 500_000 + "}" * 500_000 + "$", "$" + "{" * 500_000 + "$", "$" * 1_000_000, "$x$ " * 250_000,
     " ".join(f"$x_{{{i}}}$" for i in range(100_000)), "$$\n- x\n$$\n\n" * 70_000, "$x" * 300_000,
     "$\\foo$ " * 100_000, "$" + "x" * 1_000_000 + "$"],
    ids=lambda text: text[:8],
)  # fmt: skip
def test_a_megabyte_of_formulas_is_bounded(text: str, tmp_path: Path) -> None:
    """An error, or files that read back; the limit is generous for slow machines."""
    start = time.process_time()
    output = export(tmp_path, question("a", "b", prompt=text))
    assert time.process_time() - start < 20
    assert output.report.ok or not output.files


def test_nobody_without_formulas_imports_the_converter(tmp_path: Path) -> None:
    program = "import sys, kfexport\nkfexport.build([sys.argv[1]], out='out')\nprint('latex2mathml' in sys.modules)\n"
    for prompt, expected in (("What is `$x$` for $5?", "False"), ("What is $x$?", "True")):
        (tmp_path / "demo.yaml").write_text(question("a", "b", prompt=prompt), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", program, "demo.yaml"], cwd=tmp_path, capture_output=True, text=True, check=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert done.stdout.strip() == expected
