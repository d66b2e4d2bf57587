"""Blocks of the documentation that come from the targets, the commands and the rules."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from kfexport import pipeline
from kfexport.cli import main
from kfexport.richtext.safe import ALLOWED
from kfexport.targets import matrix, registry
from kfexport.targets.base import Kept, Support

_FAULTS: Final = Path(__file__).parents[1] / "tests" / "faults"
_KINDS: Final = {
    "syntax": "Not YAML",
    "yaml": "YAML that means something else",
    "schema": "Keys and values",
    "lint": "A quiz that makes no sense",
    "image": "Images",
    "comment": "Comments that disable findings",
}
_WIDTH: Final = 80
"""Columns of a help page."""
_FAMILIES: Final = {
    "KF0": "Reading a file",
    "KF1": "Keys and values",
    "KF2": "The quiz",
    "KF25": "How questions are written",
    "KF26": "How questions are written",
    "KF3": "Texts",
    "KF4": "Exports",
    "KF5": "Imports",
}


def support() -> str:
    """The support matrix, and below it what each target does instead of keeping something."""
    specs = [spec for spec in registry.specs().values() if spec.module.startswith("kfexport.")]
    rows = list(matrix.rows([spec.name for spec in specs]))
    parts = [_table(["", *(f"[{spec.name}](#{spec.name})" for spec in specs)], _cells(rows))]
    if any(row.mark(i) for row in rows for i in range(len(specs))):
        parts.append("\\* Otherwise in some types of question: the notes of the target name them.")
    for i, spec in enumerate(specs):
        notes = [_note(row.name, row.support[i]) for row in rows if row.support[i].kept is not Kept.YES]
        for (kind, kept), names in matrix.exceptions(rows, i).items():
            notes.append(_note(f"In `{kind}`: {', '.join(names)}", kept))
        parts += [f"## {spec.name}", f"{spec.summary}.", "\n".join(notes)]
    return "\n\n".join(parts)


def _note(what: str, support: Support) -> str:
    return f"- **{what}** ({matrix.word(support)}). {_sentence(support.instead)}"


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:].rstrip('.')}."


def _cells(rows: list[matrix.Row]) -> Iterator[list[str]]:
    for row in rows:
        marks = ("\\*" if row.mark(i) else "" for i in range(len(row.support)))
        yield [row.name, *(f"{matrix.word(s)}{mark}" for s, mark in zip(row.support, marks, strict=True))]


def _table(head: list[str], rows: Iterator[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def commands() -> str:
    """The help page of every command."""
    top = click.Context(main, info_name="kfexport", terminal_width=_WIDTH, **main.context_settings)
    parts = [_help("kfexport", main, top)]
    for name, command in sorted(main.commands.items()):
        context = click.Context(command, info_name=name, parent=top)
        parts.append(_help(f"kfexport {name}", command, context))
    return "\n\n".join(parts)


def _help(title: str, command: click.Command, context: click.Context) -> str:
    return f"## {title}\n\n```text\n{command.get_help(context)}\n```"


def messages() -> str:
    """Every fault of the tests: its file, and the report that its author gets."""
    parts: list[str] = []
    family = ""
    for path in sorted(_FAULTS.glob("*.yaml"), key=lambda p: (list(_KINDS).index(p.stem.split("-")[0]), p.stem)):
        kind, _, title = path.stem.partition("-")
        if kind != family:
            family = kind
            parts.append(f"## {_KINDS[kind]}")
        told = path.with_suffix(".txt").read_text(encoding="utf-8").rstrip()
        source = path.read_text(encoding="utf-8").rstrip()
        shown = "".join(c if c.isprintable() or c in "\n\t" else f"⟨U+{ord(c):04X}⟩" for c in source)
        parts.append(f"### {title.replace('-', ' ').capitalize()}\n\n```yaml\n{shown}\n```\n\n```text\n{told}\n```")
    return "\n\n".join(parts)


def rules() -> str:
    """What ``kfexport explain`` says of every code."""
    parts: list[str] = []
    family = ""
    for code in pipeline.code_names():
        own = _FAMILIES.get(code[:4], _FAMILIES[code[:3]])
        if own != family:
            family = own
            parts.append(f"## {family}")
        title, text = pipeline.explain(code).split("\n", 1)
        name, severity = title.removesuffix(")").rsplit(" (", 1)
        parts.append(f"### {name}\n\n*{severity}*\n{text.rstrip()}")
    return "\n\n".join(parts)


def safe_tags() -> str:
    """The tags that ``html: safe`` lets through."""
    return ", ".join(f"`{tag}`" for tag in ALLOWED)
