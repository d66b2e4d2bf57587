"""Which dollar signs stand around formulas. Formulas are written ``⟦…⟧`` here, those on their own ``⟦⟦…⟧⟧``."""

import html
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kfexport.richtext.markdown import to_html
from kfexport.richtext.places import places


def shown(text: str, *, inline: bool = True, safe: bool = False) -> str:
    fragment = to_html(text, inline=inline, safe=safe)
    fragment = re.sub(r'<span data-math-style="inline">([^<]*)</span>', r"⟦\1⟧", fragment)
    return html.unescape(re.sub(r'<span data-math-style="display">([^<]*)</span>', r"⟦⟦\1⟧⟧", fragment))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$x$", "⟦x⟧"),
        ("$a<b$ & $1 <= n <= 10^5$", "⟦a<b⟧ & ⟦1 <= n <= 10^5⟧"),
        ("$a_1*b_1*c_1$ and *$x$*", "⟦a_1*b_1*c_1⟧ and <em>⟦x⟧</em>"),
        (r"$\{a \mid b\}$", r"⟦\{a \mid b\}⟧"),
        (r"$a \\ b$", r"⟦a \\ b⟧"),
        (r"$\$5$", r"⟦\$5⟧"),
        ("$~a~ [b](c) `d` ![e](f)$", "⟦~a~ [b](c) `d` ![e](f)⟧"),
        ("$&lt; &amp; &#7;$", "⟦&lt; &amp; &#7;⟧"),
        ("$<u>$", "⟦<u>⟧"),
        ("2$x$", "2⟦x⟧"),
        ("価格は$x$です。「$y$」", "価格は⟦x⟧です。「⟦y⟧」"),
        ("($x$), $y$; **$z$**", "(⟦x⟧), ⟦y⟧; <strong>⟦z⟧</strong>"),
        ("$x=5$, and $y=6$.", "⟦x=5⟧, and ⟦y=6⟧."),
        ("$$x$$", "⟦⟦x⟧⟧"),
        ("so $$x$$, or", "so ⟦⟦x⟧⟧, or"),
        ("We get $$ E = mc^2 $$ here", "We get ⟦⟦ E = mc^2 ⟧⟧ here"),
        ("$$ a $$", "⟦⟦ a ⟧⟧"),
        ("$$and so$$", "⟦⟦and so⟧⟧"),
    ],
)
def test_formulas(text: str, expected: str) -> None:
    assert shown(text) == expected
    assert shown(text, inline=False) == f"<p>{expected}</p>"


@pytest.mark.parametrize(
    "text",
    [
        "It fell from $5 to $3 last year.", "$1.50-$2.50", "US$5 and CA$7", "5$ or 6$ each", "5$, not 6$", "5$; 6$: 7$",
        "$PATH:$HOME", "$A/${B}", "${A}:${B}", "$(hostname)-$(date)", "${{ a }}/${{ b }}", "$HOME and $PATH", "$5/$6",
        "$", "$$", "$$$", "$$$$", "$ x $", "$x $", "$ x$", "$x$2", "$x$y", "$$ $$", "kill $$ $$", "echo $$; kill -9 $$",
        "What do $$ and $$ differ in?", "$1,000 vs. $2,000", "a$b", "price in $: 5", "$0 and $@", "`$x$` and `$$x$$`",
        "$HOME is read with `$`, `x` is not", "変数$HOMEは`$(pwd)`で`$`が始まり", "%1$s and %2$s", '"5$" and "6$"',
        "5$/month or 6$/month", "5$/月と6$/月", "5$、6$、7$です", "5$と6$の差", "「5$」と「6$」", "5$와 6$",
        "5$-6$ or 5$–6$", "'5$' and '6$'", "(5$) or (6$)", '$.each()と$("p")', "| 5$ | 6$ |", "D:$A$\\bin",
    ],
)  # fmt: skip
def test_prices_and_shells(text: str) -> None:
    expected = re.sub("`([^`]*)`", r"<code>\1</code>", text)
    assert shown(text) == expected
    assert shown(text, inline=False) == f"<p>{expected}</p>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\$x\$", "$x$"),
        (r"\$x$", "$x$"),
        (r"\$5 and $x$", "$5 and ⟦x⟧"),
        ("$5 and $x$", "$5 and ⟦x⟧"),
        (r"$x\$", "$x$"),
        (r"\\$x$", "\\⟦x⟧"),
        (r"$$x\$$", "$$x$$"),
        (r"5\$, not 6\$", "5$, not 6$"),
        ("$PATH:$HOME and $x$", "$PATH:$HOME and ⟦x⟧"),
        ("5$, not 6$ but $x$", "5$, not 6$ but ⟦x⟧"),
        ("echo $$; kill $$ and $x$", "echo $$; kill $$ and ⟦x⟧"),
        # No blank between the words: the next dollar sign would end what a price begins.
        ("値段は$5で、式は$x^2$、合計$6です", "値段は$5で、式は⟦x^2⟧、合計$6です"),
        (r"値段は$5で、式は$\frac{1}{2}$です", r"値段は$5で、式は⟦\frac{1}{2}⟧です"),
        ("値段は$5です。$-x$は負", "値段は$5です。⟦-x⟧は負"),
        ("価格は$5、式は$(x+1)^2$", "価格は$5、式は⟦(x+1)^2⟧"),
        ("$x$、$5、$y$、$z$、$w$", "⟦x⟧、$5、⟦y⟧、⟦z⟧、⟦w⟧"),
        ("价格$5（$x$）和$6「$y$」", "价格$5（⟦x⟧）和$6「⟦y⟧」"),
        ("$5/$x$ and $6 ($y$)", "$5/⟦x⟧ and $6 (⟦y⟧)"),
        (r"$5 ($\frac12$) or $6 ($-y$)", r"$5 (⟦\frac12⟧) or $6 (⟦-y⟧)"),
        (r"\$5、$x$と$5、$x$", "$5、⟦x⟧と$5、⟦x⟧"),
        (r"$x$と$\$5$と$5と$y$", r"⟦x⟧と⟦\$5⟧と$5と⟦y⟧"),
        ("$A:$B and $x$, $A:$B and $y$", "$A:$B and ⟦x⟧, $A:$B and ⟦y⟧"),
        ("**$5**と**$x$**", "<strong>$5</strong>と<strong>⟦x⟧</strong>"),
        ("**5$**と**6$**と$x$", "<strong>5$</strong>と<strong>6$</strong>と⟦x⟧"),
        # Code that holds a dollar sign.
        ("$5 と `$x$` と $y$", "$5 と <code>$x$</code> と ⟦y⟧"),
        ("$HOMEは`$`で始まり、$x$は`y`", "$HOMEは<code>$</code>で始まり、⟦x⟧は<code>y</code>"),
        # Numbers by formulas, and what stands behind a digit though it is one.
        ("the $n$th, the $(i+1)$st", "the ⟦n⟧th, the ⟦(i+1)⟧st"),
        ("das $n$te, le $n$ième", "das ⟦n⟧te, le ⟦n⟧ième"),
        (r"10$^{-3}$, 90$^\circ$, 5$'$", r"10⟦^{-3}⟧, 90⟦^\circ⟧, 5⟦'⟧"),
        ("$1、2、3$と$3時間$と$速度 = 距離 / 時間$", "⟦1、2、3⟧と⟦3時間⟧と⟦速度 = 距離 / 時間⟧"),
        (r"$\text{`a'}$ and `b`", r"⟦\text{`a'}⟧ and <code>b</code>"),
        ("$`x`$", "⟦`x`⟧"),
        (r"2$\times$3と$x$と$_2$", r"2$\times$3と⟦x⟧と⟦_2⟧"),
        ("_$x$_ __$y$__", "<em>⟦x⟧</em> <strong>⟦y⟧</strong>"),
    ],
)
def test_escapes_and_neighbours(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$$\nx^2\n+ y\n$$", "<p>⟦⟦\nx^2\n+ y\n⟧⟧</p>"),
        ("a:\n$$\nx\n=\ny\n$$\nb", "<p>a: ⟦⟦\nx\n=\ny\n⟧⟧ b</p>"),
        ("$$\n# x % a comment\n1. y\n$$.", "<p>⟦⟦\n# x % a comment\n1. y\n⟧⟧.</p>"),
        ("$$x\n+ y$$", "<p>⟦⟦x\n+ y⟧⟧</p>"),
        ("$$ \\begin{aligned}\n- a &= b \\\\\n> c\n\\end{aligned} $$",
         "<p>⟦⟦ \\begin{aligned}\n- a &= b \\\\\n> c\n\\end{aligned} ⟧⟧</p>"),
        ("- a\n\n  $$\n  x\n  - y\n  $$\n- b",
         "<ul><li><p>a</p><p>⟦⟦\n  x\n  - y\n  ⟧⟧</p></li><li><p>b</p></li></ul>"),
        ("1. $$\n   x\n   + y\n   $$", "<ol><li>⟦⟦\n   x\n   + y\n   ⟧⟧</li></ol>"),
        ("> $$\n> x\n> + y\n> $$", "<blockquote><p>⟦⟦\nx\n+ y\n⟧⟧</p></blockquote>"),
        ("$$\nx\n$$\n\n$$\n- y\n$$", "<p>⟦⟦\nx\n⟧⟧</p><p>⟦⟦\n- y\n⟧⟧</p>"),
        ("日本\n$x$\n語", "<p>日本 ⟦x⟧ 語</p>"),
        ("> 値段は$5、\n> 式は$x$と\n> $y$", "<blockquote><p>値段は$5、式は⟦x⟧と ⟦y⟧</p></blockquote>"),
        ("- $5、$x$\n- 6$と7$、$y$", "<ul><li>$5、⟦x⟧</li><li>6$と7$、⟦y⟧</li></ul>"),
        ("$5、$x$\n\n`$5、$x$`\n\n$5、$x$",
         "<p>$5、⟦x⟧</p><p><code>$5、$x$</code></p><p>$5、⟦x⟧</p>"),
        # No formulas.
        ("```sh\n$$\n- x\n$$\n```", '<pre><code class="language-sh">$$\n- x\n$$\n</code></pre>'),
        ("```sh\n$$\n```\ntext\n$$", '<pre><code class="language-sh">$$\n</code></pre><p>text $$</p>'),
        ("    $$\n    - x\n    $$", "<pre><code>$$\n- x\n$$\n</code></pre>"),
        ("$$\n\nx\n\n$$", "<p>$$</p><p>x</p><p>$$</p>"),
        ("$$ is the\n- pid and so is $$", "<p>$$ is the</p><ul><li>pid and so is $$</li></ul>"),
        ("> $$\nx\n- y\n$$", "<blockquote><p>$$ x</p></blockquote><ul><li>y $$</li></ul>"),
        ("```math\nx\n```", '<pre><code class="language-math">x\n</code></pre>'),
    ],
)  # fmt: skip
def test_formulas_of_several_lines(text: str, expected: str) -> None:
    assert shown(text, inline=False) == expected
    assert shown(text, inline=False, safe=True) == expected


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("a\n\n$$\nx\n- y\n$$\nb", "$$\nx\n- y\n$$"),
        ("> a\n> $$\n> x\n> - y\n> $$", "$$\n> x\n> - y\n> $$"),
        ("echo $$; kill $$ and $x$", "$x$"),
        ("5$, not 6$ and $x$", "$x$"),
    ],
)
def test_formulas_are_found_where_they_were_written(text: str, formula: str) -> None:
    assert [text[p.start : p.end] for p in places(text) if p.kind == "Math"] == [formula]


SIGNS = st.text(alphabet="$x1 \\{}(,;>-+=*", max_size=40)
TEX = st.from_regex(r"[a-z0-9^_{}+<>&-]([a-z0-9^_{}+<>&\\ -]{0,30}[a-z0-9^_{}+<>&-])?", fullmatch=True)


@given(SIGNS)
def test_no_dollar_is_lost(text: str) -> None:
    fragment = to_html(text, inline=True)
    fragment = re.sub(r'<span data-math-style="inline">([^<]*)</span>', r"$\1$", fragment)
    fragment = re.sub(r'<span data-math-style="display">([^<]*)</span>', r"$$\1$$", fragment)
    assert fragment.count("$") == text.count("$")


@given(TEX)
def test_tex_is_kept_to_the_character(tex: str) -> None:
    assert shown(f"$${tex}$$") == f"⟦⟦{tex}⟧⟧"
    assert shown(f"価格${tex}$です") == f"価格⟦{tex}⟧です"
    assert shown(f"$$\n- {tex}\n$$", inline=False) == f"<p>⟦⟦\n- {tex}\n⟧⟧</p>"


@pytest.mark.parametrize(
    "text",
    ["$$\nx\n" * 30_000, "$$\nx\n$$\n\n" * 20_000, "> $$\n> x\n" * 20_000, "a $$; b $$ " * 20_000, "5$, " * 50_000,
     "$A:$B " * 30_000, "$5、$x$、" * 20_000, "$5、$x$\n\n" * 20_000, "$$" + " " * 200_000 + "$$",
     ("$$" + " " * 500 + "\n") * 400, "$x$ " * 50_000, "- " * 90_000],
    ids=lambda text: text[:8],
)  # fmt: skip
def test_time_is_linear(text: str) -> None:
    start = time.process_time()
    for inline in (False, True):
        to_html(text, inline=inline)
    assert time.process_time() - start < 3
