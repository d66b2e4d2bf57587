"""What a configuration can say: select, ignore, severity, folders and options of rules."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from sandbox import quiz, snapshot, write

import kfexport
from kfexport.codes import CODES
from kfexport.config import globs
from kfexport.config.names import known
from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint import registry
from kfexport.lint.base import Context, Option, Rule
from kfexport.model import Quiz
from kfexport.pipeline import Report, Settings

CHOICE = """\
  - id: one
    type: single_choice
    prompt: Which?
    choices:
      - text: Pod
        correct: true
"""


def rule(code: str, name: str, *, on: bool = True, options: tuple[Option, ...] = ()) -> Rule:
    """A rule that tells its options at every quiz."""

    def check(found: Quiz, context: Context) -> Iterator[Diagnostic]:
        values = [context.chosen.get((code, option.name), option.default) for option in options]
        yield made.found(f"{name} {values}" if values else name, found.origin)

    made = Rule(code=code, name=name, severity=Severity.WARNING, check=check, on=on, options=options)
    return made


def in_bank(quizzes: Sequence[Quiz], context: Context) -> Iterator[Diagnostic]:
    most = context.number(BANK, "most")
    for each in quizzes:
        yield BANK.found(f"{len(quizzes)} quizzes, {most:g}", each.origin)


OPTIONS = (
    Option(name="margin", default=0.5, least=0, most=1, about="How much."),
    Option(name="least-questions", default=5, least=1, about="How many."),
    Option(name="words", default=("always",), about="Which."),
    Option(name="quick", default=True, about="Whether."),
)
BANK = Rule(
    code="KF299", name="bank-rule", severity=Severity.WARNING, check_all=in_bank,
    options=(Option(name="most", default=3, about="How many."),), on=False,
)  # fmt: skip
RULES = (
    rule("KF291", "first-rule"),
    rule("KF292", "second-rule"),
    rule("KF293", "shy-rule", on=False),
    rule("KF294", "rich-rule", on=False, options=OPTIONS),
    BANK,
)
USUAL = [("KF291", "warning"), ("KF292", "warning")]


@pytest.fixture(autouse=True)
def _rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("bank", "q.yaml"), quiz())
    rules = {**registry.rules(), **{r.code: r for r in RULES}}
    monkeypatch.setattr(registry, "rules", lambda: rules)


def told(report: Report) -> list[tuple[str, str]]:
    return [(d.code, d.severity.value) for d in report.diagnostics]


def under(text: str, **options: object) -> list[tuple[str, str]]:
    write(Path("kfexport.toml"), text)
    return told(kfexport.validate("bank", **options))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["KF291", "KF292"]),
        ('select = ["KF291"]', ["KF291"]),
        ('select = ["kf291"]', ["KF291"]),
        ('select = ["First-Rule"]', ["KF291"]),
        ('select = ["shy-rule", "KF291"]', ["KF291", "KF293"]),
        ("select = []", []),
        ('select = ["KF29"]', ["KF291", "KF292", "KF293", "KF294", "KF299"]),
        ('select = ["KF2"]', ["KF291", "KF292", "KF293", "KF294", "KF299"]),
        ('select = ["ALL"]', ["KF291", "KF292", "KF293", "KF294", "KF299"]),
        ('select = ["KF3"]', []),
        ('extend-select = ["shy-rule"]', ["KF291", "KF292", "KF293"]),
        ('select = ["KF292"]\nextend-select = ["KF293"]', ["KF292", "KF293"]),
        ('ignore = ["KF291"]', ["KF292"]),
        ('ignore = ["second-rule"]', ["KF291"]),
        ('ignore = ["KF2"]', []),
        ('ignore = ["ALL"]', []),
        ('select = ["KF29"]\nignore = ["KF293", "rich-rule"]', ["KF291", "KF292", "KF299"]),
        ('select = ["KF291"]\nignore = ["KF29"]', []),
    ],
)
def test_select_and_ignore(text: str, codes: list[str]) -> None:
    assert under(text) == [(code, "warning") for code in codes]


@pytest.mark.parametrize(
    ("settings", "codes"),
    [
        (Settings(), ["KF292"]),
        (Settings(select=("KF293",)), ["KF293"]),
        (Settings(select=("KF291",)), ["KF291"]),
        (Settings(select=("ALL",), ignore=("KF294", "bank-rule")), ["KF291", "KF292", "KF293"]),
        (Settings(ignore=("KF292",)), []),
    ],
)
def test_a_run_has_the_last_word(settings: Settings, codes: list[str]) -> None:
    assert under('ignore = ["KF291"]', settings=settings) == [(code, "warning") for code in codes]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (Settings(select=("KF29x",)), r"no finding has the code or name “KF29x”. Did you mean `KF\d+`\?"),
        (Settings(ignore=("unique-id",)), r"“unique-id”. Did you mean `unique-ids`\?"),
        (Settings(ignore=("KF101",)), r"KF101 \(unknown-key\) is always an error"),
        (Settings(select=("KF402",)), "“KF402” names no rule: what it names is told whatever rules run"),
    ],
)
def test_a_run_that_names_nothing_raises(settings: Settings, message: str) -> None:
    for function in (kfexport.load, kfexport.validate, kfexport.build):
        with pytest.raises(ValueError, match=message):
            function("bank", settings=settings)
    assert not Path("out").exists()


def test_severities_count_as_if_they_were_the_usual_ones() -> None:
    write(Path("kfexport.toml"), '[severity]\nfirst-rule = "error"\nKF292 = "info"\n')
    report = kfexport.validate("bank")
    assert told(report) == [("KF291", "error"), ("KF292", "info")]
    assert not report.ok
    built = kfexport.build("bank")
    assert (built.written, Path("out").exists()) == ((), False)
    write(Path("kfexport.toml"), 'severity = { first-rule = "info", KF292 = "info", KF403 = "info" }\n')
    assert kfexport.build("bank", strict=True).written
    write(Path("kfexport.toml"), 'severity = { KF403 = "warning" }\nignore = ["KF29"]\n')
    assert kfexport.validate("bank").diagnostics == ()
    assert told(kfexport.build("bank", strict=True, out="strict")) == [("KF403", "warning")]
    assert not Path("strict").exists()


def test_a_raised_warning_hides_no_loss() -> None:
    write(Path("kfexport.toml"), 'severity.KF291 = "error"\nignore = ["KF292"]\n')
    assert told(kfexport.validate("bank", targets=["canvas"])) == [("KF291", "error"), ("KF403", "info")]


def test_a_loss_can_be_ignored() -> None:
    write(Path("bank", "q.yaml"), quiz().replace("type: essay\n", "type: essay\n    hints: [Think.]\n"))
    assert under("select = []", targets=["qti21"]) == [("KF402", "warning")]
    assert under('select = []\nignore = ["KF4"]', targets=["qti21"]) == []


def test_errors_are_told_whatever_is_selected() -> None:
    write(Path("bank", "q.yaml"), quiz("one", "one", "two").replace("prompt: What is two?", "promt: What is two?"))
    usual = [("KF201", "error"), ("KF101", "error")]
    assert under('select = []\nignore = ["ALL"]') == usual
    assert under('select = []\nextend-select = ["KF201"]') == usual


def test_a_rule_of_errors_and_warnings_can_lose_its_warnings() -> None:
    head = quiz().split("  - id")[0]
    write(Path("bank", "q.yaml"), f"{head}{CHOICE}      - '`Pod`'\n")
    assert under("select = ['KF203']") == [("KF203", "warning")]
    assert under("select = []") == []
    assert under("select = ['ALL']\nignore = ['equal-choices', 'KF29']") == []
    write(Path("bank", "q.yaml"), f"{head}{CHOICE}      - Pod\n")
    assert under("select = []") == [("KF203", "error")]
    assert under("severity.KF203 = 'info'\nselect = []") == [("KF203", "error")]


def test_which_codes_are_always_errors() -> None:
    firm = {k.code for k in known().values() if k.is_firm}
    assert {"KF001", "KF010", "KF101", "KF201", "KF202", "KF401", "KF406", "KF040"} <= firm
    assert not {"KF019", "KF203", "KF208", "KF210", "KF211", "KF305", "KF402", "KF403", "KF041", "KF042"} & firm
    assert set(CODES) <= set(known())


def test_what_a_rule_of_warnings_tells_is_never_an_error() -> None:
    """A rule that is off does not run, so nothing may be lost by that; one with milder findings says so."""
    import ast

    from sandbox import PACKAGE

    for path in sorted((PACKAGE / "lint").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        own = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id == "Rule"]
        given = [k for c in calls if c not in own for k in c.keywords if k.arg == "severity"]
        severities = {n.attr for k in given for n in ast.walk(k.value) if isinstance(n, ast.Attribute)} & {
            "ERROR",
            "WARNING",
            "INFO",
        }
        for made in own:
            keywords = {k.arg: k.value for k in made.keywords}
            severity = keywords["severity"]
            assert isinstance(severity, ast.Attribute)
            if severity.attr == "ERROR":
                assert ("milder" in keywords) is bool(severities - {"ERROR"}), path.name
            else:
                assert "ERROR" not in severities, path.name


def test_folders() -> None:
    write(Path("bank", "old", "a.yaml"), quiz(id="a").replace("What is", "Who is"))
    text = (
        'ignore = ["KF291"]\n[per-folder."bank/old"]\nignore = ["KF292"]\nextend-select = ["KF291"]\n'
        'severity.KF291 = "info"\n'
    )
    write(Path("kfexport.toml"), text)
    found = kfexport.validate("bank").diagnostics
    assert [(Path(d.where.source.name).name, d.code, d.severity.value) for d in found if d.where] == [
        ("a.yaml", "KF291", "info"),
        ("q.yaml", "KF292", "warning"),
    ]


def test_a_later_folder_has_the_last_word() -> None:
    text = '[per-folder]\n"bank" = { ignore = ["KF29"] }\n"**/q.yaml" = { select = ["KF292"] }\n'
    assert under(text) == [("KF292", "warning")]


def test_folders_start_from_the_folder_of_the_file() -> None:
    write(Path("bank", "pyproject.toml"), "[tool.kfexport.per-folder.'q.yaml']\nselect = []\n")
    assert told(kfexport.validate("bank")) == []
    write(Path("bank", "pyproject.toml"), "[tool.kfexport.per-folder.'bank']\nselect = []\n")
    assert told(kfexport.validate("bank")) == USUAL


@pytest.mark.parametrize(
    ("pattern", "paths", "others"),
    [
        ("a", ["a", "a/b.yaml"], ["b/a/c", "ab", "A/b"]),
        ("./a/", ["a/b.yaml"], ["b"]),
        ("a/b", ["a/b/c"], ["a/c", "b", "a"]),
        ("*.ja.yaml", ["x.ja.yaml"], ["a/x.ja.yaml", "x.yaml"]),
        ("**/*.ja.yaml", ["x.ja.yaml", "a/x.ja.yaml", "a/b/x.ja.yaml"], ["a/x.yaml"]),
        ("a/**", ["a/b", "a/b/c", "a"], ["b/a"]),
        ("a/**/d", ["a/d/x", "a/b/c/d"], ["a/b", "d"]),
        ("**", ["a", "a/b"], []),
        ("a/*/c", ["a/b/c"], ["a/c", "a/b/b/c"]),
        ("q?.yaml", ["q1.yaml"], ["q.yaml", "q12.yaml"]),
        ("q[1-3].yaml", ["q1.yaml"], ["q4.yaml"]),
        ("日本/*", ["日本/a"], ["日/a"]),
        ("Ä", ["A\u0308/x"], ["A/x"]),
    ],
)
def test_patterns(pattern: str, paths: list[str], others: list[str]) -> None:
    glob = globs.parse(pattern)
    assert isinstance(glob, globs.Glob)
    assert [path for path in paths if not glob.matches(path.split("/"))] == []
    assert [path for path in others if glob.matches(path.split("/"))] == []
    assert not glob.matches(())


def test_a_rule_about_the_bank_looks_at_all_quizzes_and_is_told_where_it_is_on() -> None:
    for name in ("a", "b", "c"):
        write(Path("bank", name, "q.yaml"), quiz(id=name).replace("What is", f"Who in {name} is"))
    write(Path("bank", "a", "kfexport.toml"), 'select = ["KF299"]\n')
    write(Path("bank", "b", "kfexport.toml"), 'select = ["KF299"]\n[rules.bank-rule]\nmost = 7\n')
    write(Path("bank", "c", "kfexport.toml"), "select = []\n")
    found = kfexport.validate("bank").diagnostics
    assert [(Path(d.where.source.name).parent.name, d.message) for d in found if d.where] == [
        ("a", "4 quizzes, 3"),
        ("b", "4 quizzes, 7"),
        ("bank", "first-rule"),
        ("bank", "second-rule"),
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", "[0.5, 5, ('always',), True]"),
        ("margin = 0.25\nquick = false", "[0.25, 5, ('always',), False]"),
        ("margin = 1\nleast-questions = 1", "[1, 1, ('always',), True]"),
        ('words = ["never", "常に"]', "[0.5, 5, ('never', '常に'), True]"),
        ("words = []", "[0.5, 5, (), True]"),
    ],
)
@pytest.mark.parametrize("name", ["rich-rule", "KF294"])
def test_options(text: str, values: str, name: str) -> None:
    write(Path("kfexport.toml"), f'select = ["KF294"]\n[rules.{name}]\n{text}\n')
    (found,) = kfexport.validate("bank").diagnostics
    assert found.message == f"rich-rule {values}"


@pytest.mark.parametrize(
    ("text", "line", "col", "message", "hint"),
    [
        ("selct = []", 1, 1, "unknown key `selct`", "Did you mean `select`?"),
        ("extend_select = []", 1, 1, "unknown key `extend_select`", "Did you mean `extend-select`?"),
        ("\ndisable = []", 2, 1, "unknown key `disable`", "Did you mean `ignore`?"),
        ("zzz = []", 1, 1, "unknown key `zzz`",
         "There is `select`, `extend-select`, `ignore`, `severity`, `per-folder`, `rules`."),
        ("[tool.kfexport]\nignore = []", 1, 2, "unknown key `tool`",
         "In kfexport.toml the keys stand at the top, without `[tool.kfexport]`."),
        ('select = "KF29"', 1, 10, "`select` must be a list of codes or names", 'Write `select = ["KF29"]`.'),
        ("ignore = 3", 1, 10, "`ignore` must be a list of codes or names", 'Write `ignore = ["KF402"]`.'),
        ("ignore = [\n  1,\n]", 2, 3, "each entry must be a code or a name in quotes",
         'Write `["KF402"]`, for example.'),
        ('ignore = ["KF291", # x\n  "frist-rule"]', 2, 3, "no finding has the code or name “frist-rule”",
         "Did you mean `first-rule`?"),
        ('ignore = [""]', 1, 11, "no finding has the code or name “”", "`kfexport rules` lists them all."),
        ('ignore = ["KF101"]', 1, 11,
         "KF101 (unknown-key) is always an error, since the export would be wrong or impossible; "
         "it cannot be turned off or lowered", "Mend what it tells."),
        ('ignore = ["KF401"]', 1, 11,
         "KF401 (not-expressible) is always an error, since the export would be wrong or impossible; "
         "it cannot be turned off or lowered", "Mend what it tells, or leave the question out with `omit`."),
        ('severity = "error"', 1, 12, "`severity` must be a table",
         "Write `[severity]` on a line of its own, and its keys below."),
        ('[severity]\nKF291 = "warn"', 2, 9, "a severity must be “error”, “warning” or “info”", 'Write "warning".'),
        ('[severity]\nKF291 = "off"', 2, 9, "a severity must be “error”, “warning” or “info”",
         "Name the code in `ignore` to turn it off."),
        ("severity.KF291 = 1", 1, 18, "a severity must be “error”, “warning” or “info”",
         'Write "warning", for example.'),
        ('severity.KF9 = "error"', 1, 10, "no finding has the code or name “KF9”", "Did you mean `KF299`?"),
        ('severity.KF29 = "error"', 1, 10, "no finding has the code or name “KF29”", "Name single codes here."),
        ('severity.KF201 = "warning"', 1, 18,
         "KF201 (unique-ids) is always an error, since the export would be wrong or impossible; "
         "it cannot be turned off or lowered", "Mend what it tells."),
        ("per-folder = []", 1, 14, "`per-folder` must be a table",
         "Write `[per-folder]` on a line of its own, and its keys below."),
        ('per-folder."a" = 3', 1, 18, "`a` must be a table",
         "Write `[per-folder.a]` on a line of its own, and its keys below."),
        ('[per-folder]\n"/a" = {}', 2, 1, "the pattern “/a” is absolute",
         "Write the path from the folder of this file."),
        ('[per-folder]\n"C:/a" = {}', 2, 1, "the pattern “C:/a” is absolute",
         "Write the path from the folder of this file."),
        ('[per-folder]\n"a/../b" = {}', 2, 1, "the pattern “a/../b” leads out of the folder of this file",
         "Put a kfexport.toml into the other folder."),
        ('[per-folder]\n"" = {}', 2, 1, "the pattern “” names no folder",
         'For all files write "**", or the key at the top.'),
        ("[per-folder]\n'a\\b' = {}", 2, 1, "the pattern “a\\b” has a backslash", "Write `a/b`."),
        ('[per-folder.a]\nignore = ["nope"]', 2, 11, "no finding has the code or name “nope”",
         "`kfexport rules` lists them all."),
        ("[per-folder.a]\nrules = {}", 2, 1, "unknown key `rules`", "`rules` belongs to the top, not to a folder."),
        ("[rules.rihc-rule]\nmargin = 1", 1, 8, "no finding has the code or name “rihc-rule”",
         "Did you mean `rich-rule`?"),
        ("[rules.KF291]\nmargin = 1", 1, 8, "KF291 (first-rule) has no options", "Delete the table."),
        ("rules.rich-rule = 3", 1, 19, "`rich-rule` must be a table",
         "Write `[rules.rich-rule]` on a line of its own, and its keys below."),
        ("[rules.rich-rule]\nmargn = 1", 2, 1, "KF294 (rich-rule) has no option `margn`", "Did you mean `margin`?"),
        ("[rules.rich-rule]\nleast_questions = 1", 2, 1, "KF294 (rich-rule) has no option `least_questions`",
         "Did you mean `least-questions`?"),
        ('[rules.rich-rule]\nmargin = "1"', 2, 10, "`margin` must be a number from 0 to 1", "It says: How much."),
        ("[rules.rich-rule]\nmargin = 1.5", 2, 10, "`margin` must be a number from 0 to 1", "It says: How much."),
        ("[rules.rich-rule]\nmargin = nan", 2, 10, "`margin` must be a number from 0 to 1", "It says: How much."),
        ("[rules.rich-rule]\nmargin = true", 2, 10, "`margin` must be a number from 0 to 1", "It says: How much."),
        ("[rules.rich-rule]\nleast-questions = 0", 2, 19, "`least-questions` must be a whole number of at least 1",
         "It says: How many."),
        ("[rules.rich-rule]\nleast-questions = 1.0", 2, 19, "`least-questions` must be a whole number of at least 1",
         "It says: How many."),
        ("[rules.rich-rule]\nwords = 'never'", 2, 9, "`words` must be a list of texts in quotes", "It says: Which."),
        ("[rules.rich-rule]\nwords = [1]", 2, 9, "`words` must be a list of texts in quotes", "It says: Which."),
        ("[rules.rich-rule]\nquick = 1", 2, 9, "`quick` must be `true` or `false`", "It says: Whether."),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_place_with_its_cure(text: str, line: int, col: int, message: str, hint: str) -> None:
    write(Path("kfexport.toml"), f"{text}\n")
    report = kfexport.validate("bank")
    (found,) = [d for d in report.diagnostics if d.code == "KF040"]
    assert found.where is not None
    span = found.where.span()
    assert span is not None
    assert (span.line, span.col, found.message, found.hint) == (line, col, message, hint)
    assert found.severity is Severity.ERROR


def test_all_mistakes_are_told_in_one_run_and_the_rest_counts() -> None:
    text = 'ignore = ["KF291", "nope"]\nx = 1\n[severity]\nKF292 = "info"\nKF201 = "info"\n'
    assert under(text) == [("KF292", "info")] + [("KF040", "error")] * 3
    assert kfexport.build("bank").written == ()
    assert "out" not in snapshot(Path())


def test_ten_thousand_findings_pass_in_a_straight_line() -> None:
    from kfexport.config.judge import judge

    write(Path("kfexport.toml"), 'ignore = ["KF291"]\nseverity.KF292 = "info"\n')
    held = judge(None)
    held.policy("bank/q.yaml", "bank/q.yaml")
    loaded = kfexport.load("bank", settings=Settings(isolated=True))
    found = [d for d in loaded.diagnostics for _ in range(5_000)]
    assert [d.code for d in held.told(found, exported=False, whole=True)] == ["KF292"] * 5_000
