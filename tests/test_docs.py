"""The documentation says what the code does, its commands run, and its links lead somewhere."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
from sandbox import ROOT, run

from docs import generate, quiz_format
from kfexport import pipeline
from kfexport.bank.builder import build
from kfexport.cli import main
from kfexport.model.questions import QUESTION_TYPES

PAGES = generate.pages()
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FORMAT = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
SCHEMA: Mapping[str, Any] = json.loads((ROOT / "schemas" / "quiz.schema.json").read_text(encoding="utf-8"))
DEFINITIONS: Mapping[str, Any] = SCHEMA["$defs"]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE_SPAN = re.compile(r"`([^`\n]+)`")


def prose(page: str) -> str:
    """A page without its code blocks."""
    return FENCE.sub("", page)


def by_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_there_are_pages() -> None:
    assert {by_name(path) for path in PAGES} >= {
        "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/cli.md", "docs/format.md", "docs/rules.md",
        "docs/support.md", "docs/types.md", "docs/writing.md",
    }  # fmt: skip


def test_no_page_is_stale() -> None:
    """Also runs every command of every page, and compares what it prints and how it exits."""
    assert "".join(generate.stale()) == ""


def test_a_stale_page_is_shown(tmp_path: Path) -> None:
    fresh = generate.fill("# A\n\n<!-- output: kfexport --version -->\n<!-- end -->\n")
    (tmp_path / "README.md").write_text(fresh, encoding="utf-8")
    assert list(generate.stale(tmp_path)) == []
    (tmp_path / "README.md").write_text(fresh.replace("kfexport, version", "kfexport, vision"), encoding="utf-8")
    (diff,) = generate.stale(tmp_path)
    assert diff.startswith("--- README.md\n+++ README.md (generated)\n")
    assert "-kfexport, vision" in diff
    assert "+kfexport, version" in diff


def test_a_block_shows_commands_output_and_status() -> None:
    page = "<!-- file: a.txt -->\n\n```text\none\n```\n\n<!-- output:\ncat a.txt\nexit 7\n-->\nold\n<!-- end -->\n"
    assert generate.fill(page).endswith(
        "-->\n```console\n$ cat a.txt\none\n$ exit 7\n$ echo $?\n7\n```\n<!-- end -->\n"
    )


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("<!-- generated: nonsense -->\n<!-- end -->\n", "nothing is called 'nonsense'"),
        ("<!-- generated: rules -->\n", "not closed"),
        ("<!-- output: true -->\n<!-- output: true -->\n<!-- end -->\n", "not closed"),
        ("<!-- output: pwd -->\n<!-- end -->\n", "a path of this machine"),
        (f"<!-- output: echo {ROOT}/x -->\n<!-- end -->\n", "a path of this machine"),
    ],
)
def test_a_broken_block_is_refused(page: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        generate.fill(page)


@pytest.mark.parametrize("path", PAGES, ids=by_name)
def test_what_looks_like_a_terminal_was_run(path: Path) -> None:
    """A block of the language ``console`` stands only where the generator wrote it."""
    page = path.read_text(encoding="utf-8")
    written = re.findall(r"^<!-- output:[^>]*?-->\n```console$", page, re.MULTILINE)
    assert len(written) == sum(language == "console" for language, _ in FENCE.findall(page))


def headings(page: str) -> set[str]:
    return {quiz_format.anchor(title.strip()) for title in re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)}


def links(page: str) -> Iterator[str]:
    yield from (link for link in LINK.findall(CODE_SPAN.sub("", prose(page))) if "://" not in link)


@pytest.mark.parametrize("path", PAGES, ids=by_name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in links(path.read_text(encoding="utf-8")):
        file, _, fragment = link.partition("#")
        goal = (path.parent / file).resolve() if file else path
        assert goal.is_relative_to(ROOT), link
        assert goal.exists(), link
        if fragment:
            assert fragment in headings(goal.read_text(encoding="utf-8")), link


def test_the_readme_links_every_page() -> None:
    assert {by_name(path) for path in PAGES} - {"README.md"} <= set(links(README))


@pytest.mark.parametrize("path", PAGES, ids=by_name)
def test_codes_and_options_exist(path: Path) -> None:
    text = prose(path.read_text(encoding="utf-8"))
    assert set(re.findall(r"\bKF\d{3}\b", text)) <= set(pipeline.code_names())
    ours = {"--check", "--accept"} | {
        option
        for command in (main, *main.commands.values())
        for parameter in command.get_params(click.Context(command, help_option_names=["-h", "--help"]))
        for option in parameter.opts
    }
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) <= ours


def test_the_readme_names_every_command() -> None:
    assert set(re.findall(r"^\| `kfexport (\w+)` \|", README, re.MULTILINE)) == set(main.commands)


def test_the_readme_names_every_exit_status() -> None:
    table = README.split("### Exit status")[1].split("###")[0]
    assert re.findall(r"^\| (\d) \|", table, re.MULTILINE) == ["0", "1", "2", "3"]


def test_make_knows_the_targets_that_pages_name() -> None:
    known = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for path in PAGES:
        # As a command in a block, or in a code span.
        named = re.findall(r"(?:^|`|=\S+ )make ([a-z-]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert set(named) <= set(known)
    assert {"build", "test"} <= set(known)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_works(shell: str, tmp_path: Path) -> None:
    assert f"_KFEXPORT_COMPLETE={shell}_source kfexport" in README
    done = run(cwd=tmp_path, env={"_KFEXPORT_COMPLETE": f"{shell}_source"})
    assert done.returncode == 0
    assert f"_KFEXPORT_COMPLETE={shell}_complete" in done.stdout.decode()


def test_every_key_is_documented() -> None:
    sections = re.findall(r"^### (.*?)\n(.*?)(?=^##|\Z)", FORMAT, re.MULTILINE | re.DOTALL)
    found = {title: set(re.findall(r"^- \*\*`(\w+)`\*\*", text, re.MULTILINE)) for title, text in sections}
    common = DEFINITIONS["common"]["properties"]
    maps = {name: node for name, node in DEFINITIONS.items() if "properties" in node and "allOf" not in node}
    keys = {quiz_format.title(name): set(node["properties"]) for name, node in maps.items()}
    for name in common["type"]["enum"]:
        keys[f"`{name}`"] -= {k for k, v in DEFINITIONS[name]["properties"].items() if "/common/" in v.get("$ref", "")}
    assert found == {"Quiz": set(SCHEMA["properties"]), **keys}


def samples() -> Iterator[tuple[str, str]]:
    """Each example of the reference: the key and the line."""
    for key, text in re.findall(r"^- \*\*`(\w+)`\*\* \(.*?\): .*? Example: (.*)$", FORMAT, re.MULTILINE):
        for line in re.findall(r"`` (.+?) ``|`([^`]+)`", text):
            yield key, "".join(line)


def test_there_are_examples() -> None:
    assert len(list(samples())) > 50
    assert ("lang", "lang: pt-BR") in list(samples())


@pytest.mark.parametrize(("key", "line"), sorted(set(samples())))
def test_examples_are_right(key: str, line: str) -> None:
    """The line as it stands in the page keeps the schema of one of the places where the key may stand."""
    built = build(f"{line}\n")
    assert not built.flaws
    maps = (node.get("properties", {}) for node in (SCHEMA, *DEFINITIONS.values()))
    places = [{"$defs": DEFINITIONS, **keys[key]} for keys in maps if key in keys]
    assert any(jsonschema.Draft202012Validator(place).is_valid(built.data[key]) for place in places)


def test_every_type_is_shown_in_each_target() -> None:
    """By its YAML and by what the targets make of it; cards have no descriptions."""
    page = (ROOT / "docs" / "types.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    assert [section.split("\n")[0] for section in sections] == list(QUESTION_TYPES)
    for section in sections:
        kind = section.split("\n")[0]
        assert f"    type: {kind}\n" in section
        assert re.findall(r"\$ python -m docs.excerpt (\S+) (\S+)\n<?\w", section) == [
            (target, kind.replace("_", "-"))
            for target in ("moodle", "qti21", "anki", "canvas")
            if (target, kind) != ("anki", "description")
        ]


def test_paths_in_contributing_exist() -> None:
    """A recipe that names a file that is not there is no recipe. ``‹name›`` stands for any name."""
    named = {span for span in CODE_SPAN.findall(CONTRIBUTING) if re.match(r"(?:kfexport|tests|docs|schemas)/", span)}
    named |= {"README.md", "CHANGELOG.md"}
    assert len(named) > 30
    missing = {span for span in named if not any(ROOT.glob(re.sub(r"‹\w+›", "*", span.rstrip("/"))))}
    assert missing == set()


@pytest.mark.parametrize("recipe", ["a target", "a question type", "a rule", "a report format"])
def test_recipes_are_numbered(recipe: str) -> None:
    text = CONTRIBUTING.split(f"## Add {recipe}\n")[1].split("\n## ")[0]
    steps = [int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))
    assert len(steps) >= 3
    assert any(
        f"`{path}" in text for path in ("kfexport/targets/", "kfexport/model/", "kfexport/lint/", "kfexport/report/")
    )


@pytest.mark.parametrize("path", PAGES, ids=by_name)
def test_pages_are_tidy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert str(ROOT) not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert not re.search(r"[ \t]$", text, re.MULTILINE)
