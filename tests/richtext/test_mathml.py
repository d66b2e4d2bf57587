"""TeX → MathML: literal markup, what cannot be turned into it, and the schema of MathML 2."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from kfexport.richtext import mathml
from kfexport.richtext.mathml import LONGEST, to_mathml

MATHML = "http://www.w3.org/1998/Math/MathML"
ITEM = (
    '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t" adaptive="false" '
    'timeDependent="false"><itemBody><div>{}</div></itemBody></assessmentItem>'
)


def inside(tex: str, *, display: bool = False) -> str:
    """What the one row of a formula holds."""
    found = to_mathml(tex, display=display)
    assert found.reason == ""
    root = etree.fromstring(found.markup)
    assert root.tag == f"{{{MATHML}}}math"
    assert root.nsmap == {None: MATHML}
    assert root.get("alttext") == tex
    assert root.get("display") == ("block" if display else None)
    (row,) = root
    text = etree.tostring(row, encoding="unicode").replace(f' xmlns="{MATHML}"', "")
    return text.removeprefix("<mrow>").removesuffix("</mrow>")


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("x^2", "<msup><mi>x</mi><mn>2</mn></msup>"),
        ("a<b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"),
        ("a>b", "<mi>a</mi><mo>&gt;</mo><mi>b</mi>"),
        ("x_1*y_1", "<msub><mi>x</mi><mn>1</mn></msub><mo>*</mo><msub><mi>y</mi><mn>1</mn></msub>"),
        (r"\frac{1}{n}", "<mfrac><mrow><mn>1</mn></mrow><mrow><mi>n</mi></mrow></mfrac>"),
        (r"\sqrt[3]{x}", "<mroot><mrow><mi>x</mi></mrow><mn>3</mn></mroot>"),
        (r"\{1\}", '<mo stretchy="false">{</mo><mn>1</mn><mo stretchy="false">}</mo>'),
        (r"50\%", "<mn>50</mn><mi>%</mi>"),
        (r"\text{if 5\$ & a\_b}", "<mtext>if\u00a05$\u00a0&amp;\u00a0a_b</mtext>"),
        (r"\text{日本}", "<mtext>日本</mtext>"),
        (
            r"\text{if $x$, }y",
            "<mrow><mtext>if\u00a0</mtext><mrow><mi>x</mi></mrow><mtext>,\u00a0</mtext></mrow><mi>y</mi>",
        ),
        (
            r"a_\textbf{b$x_{1}$}",
            '<msub><mi>a</mi><mrow><mtext mathvariant="bold">b</mtext>'
            "<mrow><msub><mi>x</mi><mrow><mn>1</mn></mrow></msub></mrow></mrow></msub>",
        ),
        (r"\verb|$x$|", '<mtext mathvariant="monospace">$x$</mtext>'),
        (r"\mathbb{R}", "<mi>ℝ</mi>"),
        (r"a \not= b", "<mi>a</mi><mo>≠</mo><mi>b</mi>"),
        (r"a \not < b \not\in c", "<mi>a</mi><mo>≮</mo><mi>b</mi><mo>∉</mo><mi>c</mi>"),
        (
            r"\begin{matrix}a\\dag\end{matrix}",
            "<mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>d</mi><mi>a</mi><mi>g</mi></mtd></mtr></mtable>",
        ),
        (r"\alpha \ne \beta", "<mi>α</mi><mo>≠</mo><mi>β</mi>"),
        ("x'", "<msup><mi>x</mi><mi>′</mi></msup>"),
        (r"\arg z", "<mo>arg</mo><mi>z</mi>"),
        (r"A \backslash B", "<mi>A</mi><mi>\\</mi><mi>B</mi>"),
        (r"\!\,", '<mspace width="-0.167em"/><mspace width="0.167em"/>'),
        (r"\xcancel{x}", '<menclose notation="updiagonalstrike"><menclose notation="downdiagonalstrike">'
                         "<mrow><mi>x</mi></mrow></menclose></menclose>"),
        (r"\mathbin{+}", "<mrow><mrow><mo>+</mo></mrow></mrow>"),
        (r"\hphantom{x}", '<mpadded height="0em" depth="0em"><mphantom><mrow><mi>x</mi></mrow></mphantom></mpadded>'),
        ("x % y\n+ 1", "<mi>x</mi><mo>+</mo><mn>1</mn>"),
        (r"\verb|\a|", '<mtext mathvariant="monospace">\\a</mtext>'),
        (r"\color{red}{x}", '<mstyle mathcolor="red"><mrow><mi>x</mi></mrow></mstyle>'),
        (r"\class{a b c}{x}", "<mrow><mi>x</mi></mrow>"),
        (r"\&\#\_", "<mi>&amp;</mi><mi>#</mi><mi>_</mi>"),
    ],
)  # fmt: skip
def test_formulas(tex: str, expected: str) -> None:
    assert inside(tex) == expected


def rows(tex: str) -> list[list[str]]:
    """The texts of the cells of the one table in a formula."""
    (table,) = etree.fromstring(to_mathml(tex).markup).iter(f"{{{MATHML}}}mtable")
    return [["".join(cell.itertext()) for cell in row] for row in table]


@pytest.mark.parametrize(
    ("name", "more"),
    [("aligned", ""), ("aligned", "[t]"), ("align", ""), ("align*", ""), ("alignedat", "{1}"), ("split", ""),
     ("matrix", ""), ("pmatrix", ""), ("bmatrix", ""), ("smallmatrix", ""), ("cases", ""), ("dcases", ""),
     ("array", "{ll}")],
)  # fmt: skip
def test_tables(name: str, more: str) -> None:
    assert rows(rf"\begin{{{name}}}{more}a&b\\[2pt]c&d\end{{{name}}}") == [["a", "b"], ["c", "d"]]


def test_gathered_lines() -> None:
    assert rows(r"\begin{gathered}a\\*b\end{gathered}") == [["a"], ["b"]]


def test_limits_stand_below_where_the_formula_stands_alone() -> None:
    assert inside(r"\sum_i^n", display=True) == "<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>"
    assert inside(r"\sum_i^n") == "<msubsup><mo>∑</mo><mi>i</mi><mi>n</mi></msubsup>"


@pytest.mark.parametrize(
    ("tex", "reason"),
    [
        (r"\ce{H2O}", "`\\ce` cannot be turned into MathML"),
        (r"x + \foo{y}", "`\\foo` cannot be turned into MathML"),
        (r"\text{\textbf{a}}", "it has braces inside of a text"),
        (r"\text{a $ b}", "it has a `$` without a backslash"),
        (r"\text{a \foo b}", "`\\foo` cannot be turned into MathML"),
        (r"\begin{tikzcd}a\end{tikzcd}", "`\\begin{tikzcd}` cannot be turned into MathML"),
        (r"\begin{rcases}a\end{rcases}", "`\\begin{rcases}` cannot be turned into MathML"),
        ("a & b", "it has a `&` outside of a table"),
        (r"\def\a{b}\a", "`\\def` cannot be turned into MathML"),
        (r"\newcommand{\a}{b}\a", "`\\newcommand` cannot be turned into MathML"),
        (r"\href{https://example.org}{x}", "`\\href` cannot be turned into MathML"),
        (r"\mathbbm{1}", "`\\mathbbm` cannot be turned into MathML"),
        (r"\frac{a}{b", "it has a `{` that is never closed"),
        (r"\left( x", "it has a `\\left` that is never closed"),
        (r"\frac{a}", "a part of it is missing"),
        ("x^2^3", "it is no TeX that can be turned into MathML (double superscripts)"),
        (r"\unicode{x7}", "it has a character that no platform can show"),
        ("{" * 70 + "x" + "}" * 70, "it is nested too deep"),
        (r"\sqrt" * 900 + "x", "it is nested too deep"),
        ("x" * (LONGEST + 1), f"it is longer than {LONGEST} characters"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_mathml(tex: str, reason: str) -> None:
    assert to_mathml(tex) == ("", reason)


HOSTILE = [
    "{" * 500_000 + "}" * 500_000, "{" * 2000 + "}" * 2000, "{" * 1_000_000, "}" * 1_000_000, "x^" * 2500, "_" * 5000,
    r"\frac" * 1000, r"\sqrt" * 1000, r"\left(" * 400 + r"\right)" * 400, r"\begin{matrix}" * 150, "&" * 5000,
    r"\begin{matrix}" * 150 + r"\end{matrix}" * 150, "\\" * 5000, "'" * 5000, "%" * 5000,
    r"\operatorname{" + " " * 4900,
    r"\verb" * 1000, r"\text{" * 800 + "}" * 800, r"\displaystyle " * 350, "x" * 1_000_000, "1" * 5000, "x+" * 2500,
    r"\def\a{\b\b}\def\b{\c\c}" * 100 + r"\a", r"\newenvironment{a}{\begin{a}}{\end{a}}\begin{a}\end{a}",
    r"\begin{array}{" + "c" * 2000 + "}" + "&" * 2000 + r"\end{array}", r"\\[" * 1600, r"\begin{" * 700,
    r"\text{$" * 700, r"\text{$x$" * 500,
]  # fmt: skip


@pytest.mark.parametrize("tex", HOSTILE, ids=lambda tex: tex[:12])
def test_hostile_formulas_end_soon(tex: str) -> None:
    start = time.process_time()
    found = to_mathml(tex)
    assert time.process_time() - start < 1
    assert bool(found.markup) != bool(found.reason)
    assert len(found.markup) < 100 * LONGEST


def test_a_formula_is_converted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    to_mathml.cache_clear()
    first = to_mathml("a+b")
    monkeypatch.setattr(mathml, "_converted", None)
    assert to_mathml("a+b") is first
    with pytest.raises(TypeError):
        to_mathml("a+b+c")


@pytest.fixture(scope="module")
def schema(xsd_dir: Path) -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(xsd_dir / "www.imsglobal.org/xsd/imsqti_v2p1.xsd"))


def is_valid(schema: etree.XMLSchema, markup: str) -> bool:
    return schema.validate(etree.fromstring(ITEM.format(markup)))


def test_the_schema_finds_faults(schema: etree.XMLSchema) -> None:
    assert is_valid(schema, f'<math xmlns="{MATHML}"><mi>x</mi></math>')
    assert not is_valid(schema, f'<math xmlns="{MATHML}"><mpadded voffset="1em"><mi>x</mi></mpadded></math>')
    assert not is_valid(schema, f'<math xmlns="{MATHML}"><mfrac><mi>x</mi></mfrac></math>')


def test_every_command_is_valid_or_told(schema: etree.XMLSchema) -> None:
    """All that the library knows, with what may stand behind it, some 30,000 formulas; valid ones only count."""
    from latex2mathml import commands
    from latex2mathml.symbols_parser import SYMBOLS

    named = {v for k, v in vars(commands).items() if isinstance(v, str) and v.startswith("\\")}
    known = sorted(named | set(commands.CONVERSION_MAP) | set(commands.FUNCTIONS))
    endings = (
        "",
        " a",
        "{a}",
        "{a}{b}",
        "{a}{b}{c}",
        "[2]{a}",
        "_a^b",
        r"{\text{a b}}",
        "{2em}{a}",
        "2em a",
        "{red}{a}",
    )
    formulas = [command + ending for command in known for ending in endings]
    formulas += [symbol for symbol in SYMBOLS if symbol.startswith("\\")]
    formulas += [rf"\begin{{{m[1:]}}}{body}\end{{{m[1:]}}}" for m in commands.MATRICES
                 for body in ("", "a", r"a&b\\c&d", r"a\\\hline b", r"{cc|c}a&b&c\\d&e&f", r"a\\[2pt]b")]  # fmt: skip
    markups = {found.markup for found in map(to_mathml, formulas) if found.markup}
    assert len(markups) > 3000
    if not is_valid(schema, "".join(sorted(markups))):
        assert [m for m in sorted(markups) if not is_valid(schema, m)] == []


PARTS = st.sampled_from(
    [*"ax1+<&{}_^'% \n", r"\frac", r"\sqrt", "{a}", "{b}", r"\\", r"\left(", r"\right)", r"\text{a}", r"\begin{matrix}",
     r"\end{matrix}", r"\hat", r"\sum", r"\limits", r"\mathbf", r"\displaystyle", r"\color{red}", r"\over", r"\foo"]
)  # fmt: skip


@settings(max_examples=200)
@given(st.lists(PARTS, max_size=20).map("".join))
def test_any_formula_is_valid_or_told(schema: etree.XMLSchema, tex: str) -> None:
    found = to_mathml(tex)
    if found.markup:
        assert is_valid(schema, found.markup), tex
        assert etree.fromstring(found.markup).get("alttext") == tex
        assert not re.search(r"\\[a-z]", "".join(etree.fromstring(found.markup).itertext()))
    else:
        assert found.reason
