"""Texts of a megabyte that make parsers slow: each ends soon and in bounded memory, with a finding or an export.

A command has 60 seconds and a gigabyte. It needs about one second and a third of that; work that grows with the square
of the text would take minutes.
"""

import json
import re
from pathlib import Path

import pytest
from sandbox import run

LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
from kfexport.cli import main
main()
"""
SIZE = 1_000_000
LONGEST = 500_000
"""Characters of a report: two thousand findings at most, each with the beginning of its line and its cure."""

QUIZ = """\
format: 1
id: hostile
title: Hostile
lang: en
questions:
  - id: q
    type: single_choice
    prompt: {prompt}
    choices:
      - text: {choice}
      - text: right
        correct: true
"""


def filled(part: str) -> str:
    return part * (SIZE // len(part))


def numbered(part: str) -> str:
    count = SIZE // (len(part) + 3)
    return "".join(part.replace("@", str(i)) for i in range(count))


def word(number: int) -> str:
    """Three letters, others for each number up to 17,575."""
    return "".join(chr(ord("a") + number // 26**i % 26) for i in range(3))


def check(folder: Path, text: str, *targets: str) -> set[str]:
    """The codes of what is found in a text, as the prompt and on one line as a choice."""
    line = " ".join(text.split("\n"))
    bank = QUIZ.format(prompt=json.dumps(text, ensure_ascii=False), choice=json.dumps(line, ensure_ascii=False))
    return check_bank(folder, bank, *targets)


def check_bank(folder: Path, bank: str, *targets: str) -> set[str]:
    """The codes of what is found in a quiz file."""
    (folder / "quiz.yaml").write_text(bank, encoding="utf-8")
    chosen = [word for target in targets for word in ("-t", target)]
    done = run("build", "quiz.yaml", *chosen, cwd=folder, module=("-c", LIMITED))
    report = done.stdout.decode() + done.stderr.decode()
    assert "Traceback" not in report
    assert "fault of kfexport" not in report
    assert done.returncode == (1 if " error KF" in report else 0), report[-2000:]
    assert len(report) < LONGEST
    return set(re.findall(r"(?:error|warning) (KF\d+)", report))


REFUSED = {
    "formulas": (filled("$x$ "), {"KF304"}),
    "different formulas": (numbered("$x_{@}$ "), {"KF304"}),
    "formulas like lists": (filled("$$\n- x\n$$\n"), {"KF304"}),
    "a table of 100,000 rows": ("| a | b |\n| - | - |\n" + "| c | d |\n" * 100_000, {"KF304"}),
    "a table of 1,000 columns": (
        "|" + "a|" * 1000 + "\n|" + "-|" * 1000 + "\n" + ("|" + "b|" * 1000 + "\n") * 490,
        {"KF304"},
    ),
    "tables": (filled("a|b\n-|-\n"), {"KF304"}),
    "dollar signs": ("$" * SIZE, {"KF304"}),
    "a formula of open braces": ("$" + "{" * SIZE + "$", {"KF310"}),
    "a formula of braces": ("$" + "{" * (SIZE // 2) + "}" * (SIZE // 2) + "$ ${$", {"KF310"}),
    "quotes": ("> " * 10_000 + "x", {"KF304"}),
    "lists": (filled("- " * 55 + "x\n\n"), {"KF304"}),
    "links that run": (filled("[a](javascript:x) "), {"KF302"}),
    "definitions that run": (numbered("[a@]: javascript:x\n\n[a@]\n\n"), {"KF302"}),
    "image marks of other tools": (numbered("![[n@.png]] "), {"KF321"}),
    "images that are not there": (numbered("![a](n@.png) "), {"KF020", "KF030"}),
    "images with wrong sizes": (filled("![a](n.png){width=30%} "), {"KF020", "KF030"}),
    "entities": (filled("&#7; "), {"KF303"}),
    "an open fence": ("`" * SIZE, {"KF204"}),
}


@pytest.mark.parametrize(("text", "codes"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_is_refused_soon(text: str, codes: set[str], tmp_path: Path) -> None:
    assert check(tmp_path, text, "moodle") == codes


TAKEN = {
    "stars": ("a" + "*" * SIZE, set()),
    "brackets": ("[" * SIZE, set()),
    "nested brackets": ("[" * (SIZE // 2) + "]" * (SIZE // 2), set()),
    "emphasis": (filled("a*b*c "), set()),
    "emphasis of Chinese words": (filled("漢*字*漢 "), set()),
    "lines of Chinese": (filled("漢字\n"), set()),
    "code spans": (filled("`x` "), set()),
    "runs of backticks": ("".join("`" * i + " " for i in range(1400)), set()),
    "code blocks": (filled("```\nx\n```\n"), set()),
    "different programs": (numbered("```python\ndef f@(x):\n    return x\n```\n\n"), set()),
    "unknown languages": (numbered("```lang@\nx\n```\n\n"), set()),
    "a program that is slow to read": ("```perl\n" + "s{" * 9000 + "\n```", set()),
    "a table of 1,000 columns": (
        "|" + "a|" * 1000 + "\n|" + "-|" * 1000 + "\n" + ("|" + "b|" * 1000 + "\n") * 95,
        set(),
    ),
    "a table of 33,000 rows": ("| a | b |\n| - | - |\n" + "| c | d |\n" * 33_000, set()),
    "a cell of escapes": ("| a | b |\n| - | - |\n| " + "\\| `x` " * 90_000 + " | d |", set()),
    "names of links": (numbered("[a@] ") + "\n\n[a1]: /u", set()),
    "comments": (filled("<!-- "), set()),
    "an open tag": ("<a " + "b='*' " * (SIZE // 6), set()),
    "links to files": (numbered("[a@](b.md) " + "word " * 12), {"KF308"}),
    "definitions of links to files": (
        "".join(f"[a{i}]: b\n" for i in range(12_000)) + "\n" + "".join(f"[a{i}]\n" for i in range(12_000)),
        {"KF308"},
    ),
    "brackets of TeX": (filled("\\(x\\) "), {"KF305"}),
    "words between two dollar signs": ("x $$ " + "a" * SIZE + "1 $$ y", {"KF405"}),
    "formulas with a command that nobody knows": ("".join(f"$\\qty{{{i}}}$ " for i in range(9999)), {"KF405"}),
    "formulas with commands that nobody knows": ("".join(f"$\\zz{word(i)}$ " for i in range(9999)), {"KF405"}),
    "signs around what is typed": ("$" + "".join(f"\\verb{chr(0x4E00 + i)}" for i in range(20_000)) + "$", {"KF405"}),
    "a definition of nothing": ("$\\def" + " " * SIZE + "x$", {"KF405"}),
    "the beginnings of tags": (filled("<a"), set()),
    "addresses in angle brackets": (filled("[a](<http://b>) "), set()),
    "an address of Chinese characters": ("[a](https://example.org/" + "\u6f22" * SIZE + ")", set()),
}


@pytest.mark.parametrize(("text", "codes"), TAKEN.values(), ids=TAKEN)
def test_what_is_taken_is_exported_soon(text: str, codes: set[str], tmp_path: Path) -> None:
    assert check(tmp_path, text, "moodle", "qti21") == codes


HEAD = """\
format: 1
id: hostile
title: {title}
lang: en
{more}questions:
"""
CHOICE = """\
  - id: q{i}
    type: single_choice
    prompt: Which?
    choices:
      - text: right {i}
        correct: true
      - wrong {i}
{more}"""
CLOZE = """\
  - id: q
    type: cloze
    text: '{text}'
    blanks:
"""


def choices(count: int, *, title: str = "Hostile", more: str = "", each: str = "") -> str:
    head = HEAD.format(title=title, more=more)
    return head + "".join(CHOICE.format(i=i, more=each.format(i=i)) for i in range(count))


def matching(pairs: int) -> str:
    start = HEAD.format(title="Hostile", more="") + "  - id: q\n    type: matching\n    prompt: Which?\n    pairs:\n"
    return start + "".join(f"      - item: item {i}\n        match: match {i}\n" for i in range(pairs))


def cloze(text: str, *blanks: str) -> str:
    start = HEAD.format(title="Hostile", more="") + CLOZE.format(text=text)
    return start + "".join(f"      {blank}:\n        answers: [x]\n" for blank in blanks)


MANY = [f"b{i}" for i in range(5000)]
FILES = {
    "a matching of many": (matching(20_000), {"KF406"}),
    "a stimulus before many questions": (
        choices(500, more=f"stimuli:\n  s:\n    text: '{filled('*w* ')}'\n", each="    stimulus: s\n"),
        {"KF207"},
    ),
    "tags of each question": (choices(1000, more=f"tags: [{', '.join(f't{i}' for i in range(20_000))}]\n"), {"KF207"}),
    "a path of many names": (choices(1, more=f"category: [{', '.join(f't{i}' for i in range(50_000))}]\n"), {"KF207"}),
    "a category of each question": (choices(3000, more=f"category: ['{filled('ab ')}']\n"), {"KF207"}),
    "a title of each question": (choices(3000, title=f"'{filled('ab ')}'"), {"KF207"}),
    "a word of each question": (choices(3000, more=f"labels: {{answer: '{filled('ab ')}'}}\n"), {"KF207"}),
    "questions that are not there": (HEAD.format(title="Hostile", more="") + "  -\n" * 250_000, {"KF020", "KF103"}),
    "a list that is no list of tags": (choices(1, more="tags:\n" + "  - {a: b}\n" * 80_000), {"KF020", "KF103"}),
    "the same id": (choices(1) + CHOICE.format(i=0, more="") * 7000, {"KF020", "KF201"}),
    "stimuli that are not there": (
        choices(
            5000,
            more="stimuli:\n" + "".join(f"  s{i}: {{text: x}}\n" for i in range(5000)),
            each="    stimulus: t{i}\n",
        ),
        {"KF020", "KF205"},
    ),
    "marks that are nearly blanks": (cloze(" ".join(f"[[{name}x]]" for name in MANY), *MANY), {"KF020", "KF208"}),
    "many blanks and one more": (cloze(" ".join(f"[[{name}]]" for name in MANY), *MANY, "one"), {"KF208"}),
    "a cloze of backslashes": (cloze("[[a]] " + "\\" * SIZE, "a"), {"KF406"}),
    "a cloze of many blanks": (cloze(" ".join(f"word *e* [[{name}]]" for name in MANY), *MANY), {"KF406"}),
    "comments of blanks": (
        choices(1, more=f"# kfexport{' ' * SIZE}\n# kfexport disable{' ' * SIZE}x\n"),
        set(),
    ),
}


@pytest.mark.parametrize(("bank", "codes"), FILES.values(), ids=FILES)
def test_a_hostile_file_ends_soon(bank: str, codes: set[str], tmp_path: Path) -> None:
    assert check_bank(tmp_path, bank) == codes
