"""Texts of languages that are written from right to left: their direction is told, and code keeps its own."""

import io
import sys
import zipfile
from pathlib import Path

import pytest
from lxml import etree
from shown import BACK, DEFAULTS, FRONT, export

from kfexport.richtext.direction import directed, is_right_to_left

sys.path.append(str(Path(__file__).parent / "targets"))

ARABIC = """\
format: 1
id: demo
title: اختبار
lang: ar
description: وصف.
stimuli:
  s: {title: عنوان, text: نص.}
sections:
  - id: one
    title: قسم
    description: وصف القسم.
    questions:
      - id: q
        type: single_choice
        stimulus: s
        prompt: |
          ماذا يفعل `f(x);` هنا؟

          ```
          f(x);
          ```
        choices:
          - {text: الأول `f(1);`, correct: true, feedback: صحيح.}
          - الثاني
        explanation: لأنه كذلك.
      - id: c
        type: cloze
        text: عاصمة مصر [[a]].
        blanks: {a: {answers: [القاهرة]}}
"""


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("ar", True),
        ("AR-eg", True),
        ("he", True),
        ("fa", True),
        ("ur-PK", True),
        ("az-Arab", True),
        ("pa-arab-PK", True),
        ("ar-Latn", False),
        ("ks-Deva", False),
        ("en", False),
        ("ja", False),
        ("az", False),
        ("arn", False),
        ("de-1996", False),
    ],
)
def test_the_direction_of_a_language(lang: str, expected: bool) -> None:
    assert is_right_to_left(lang) is expected


def test_a_fragment_of_another_language_stays_what_it_is() -> None:
    assert directed("en", "<p>x</p>") == "<p>x</p>"
    assert directed("ar", "") == ""


def test_code_keeps_its_direction() -> None:
    fragment = (
        '<p>x <code>a;</code></p><pre><code class="language-c">b;</code></pre><pre style="c:#000"><code>c</code></pre>'
    )
    assert directed("he", fragment) == (
        '<div lang="he" dir="rtl"><p>x <code dir="ltr">a;</code></p><pre dir="ltr"><code class="language-c">b;</code>'
        '</pre><pre dir="ltr" style="c:#000"><code>c</code></pre></div>'
    )
    assert directed("he", "<code>a;</code>", inline=True) == (
        '<span lang="he" dir="rtl"><code dir="ltr">a;</code></span>'
    )


def _direction(element: etree._Element) -> str:
    return next((found for up in (element, *element.iterancestors()) if (found := up.get("dir"))), "")


def _of_text(tree: etree._Element, words: str) -> str:
    """The direction of the element in which a text stands."""
    return _direction(
        next(e for e in tree.iter() if words in (e.text or "") or any(words in (c.tail or "") for c in e))
    )


def test_every_platform_is_told_the_direction(tmp_path: Path) -> None:
    output = export(tmp_path, ARABIC, targets=DEFAULTS)
    for target, seen in output.everywhere("q"):
        if target not in ("qti21", "anki"):
            assert _of_text(seen.prompt, "ماذا") == "rtl", target
            assert target != "moodle" or _of_text(seen.prompt, "نص") == _of_text(seen.prompt, "عنوان") == "rtl"
            assert _of_text(seen.choices[0], "الأول") == "rtl", target
            assert _of_text(seen.explanation, "لأنه") == "rtl", target
        if target != "qti21":
            assert [_direction(code) for code in seen.prompt.iter("pre", "code")] == ["ltr"] * 3, target
            assert [_direction(code) for code in seen.choices[0].iter("code")] == ["ltr"], target
    for target in ("moodle", "classic", "new_quizzes"):
        assert _of_text(output.seen(target, "c").prompt, "عاصمة") == "rtl", target
    with zipfile.ZipFile(io.BytesIO(output.files["canvas/demo.zip"])) as package:
        written = b"".join(package.read(name) for name in package.namelist()).decode()
    marked = '&lt;div lang="ar" dir="rtl"&gt;'
    for inside in ("&lt;h3&gt;قسم", "&lt;p&gt;وصف القسم.", "&lt;h4&gt;عنوان", "&lt;p&gt;نص.", "&lt;p&gt;وصف."):
        assert marked + inside in written
    for field in (FRONT, BACK):
        assert output.anki.records[0][field].startswith('<div lang="ar" dir="rtl" style="text-align:start">')
    assert (
        output.package[next(n for n in output.package if n.startswith("q-q-"))].get(
            "{http://www.w3.org/XML/1998/namespace}lang"
        )
        == "ar"
    )
    assert (
        "KF404",
        None,
        "The texts have their language (`xml:lang`) and no direction, which QTI 2.1 has not: whether they are shown "
        "from right to left is up to the engine",
    ) in [(d.code, d.question, d.message) for d in output.report.diagnostics]
