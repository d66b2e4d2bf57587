"""``kfexport rules``."""

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from kfexport.cli.options import EXIT_FILES, EXIT_FINDINGS, judging

if TYPE_CHECKING:
    from kfexport.diagnostics import Diagnostic
    from kfexport.pipeline import Listed, Settings

_VERSION: Final = 1
"""Of the JSON document; it changes when a key changes its meaning."""


@click.command()
@judging
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True,
    help="How the list is written.",
)  # fmt: skip
def rules(form: str, settings: "Settings") -> None:
    """List all findings with their code, severity and name.

    The list says what holds for a quiz file in the working folder: how bad a finding is, whether it is on, and the
    options of rules. What is "always" on is an error and cannot be turned off.
    """
    from kfexport import pipeline

    try:
        found = pipeline.rules(settings)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    click.echo(_as_json(found.findings) if form == "json" else _as_text(found.findings), nl=False)
    if found.diagnostics:
        _complain(found.diagnostics)


def _as_text(findings: "Sequence[Listed]") -> str:
    lines = []
    for finding in findings:
        lines.append(f"{finding.code}  {finding.severity.value:7}  {finding.state:6}  {finding.name}\n")
        lines += (f"{'':24}  {chosen.option.name} = {_spelled(chosen.value)}\n" for chosen in finding.options)
    return "".join(lines)


def _as_json(findings: "Sequence[Listed]") -> str:
    document = [
        {
            "code": finding.code,
            "name": finding.name,
            "severity": finding.severity.value,
            "state": finding.state,
            "options": [_option(chosen) for chosen in finding.options],
        }
        for finding in findings
    ]
    return json.dumps({"version": _VERSION, "findings": document}, indent=2) + "\n"


def _option(chosen: Any) -> dict[str, Any]:
    option = chosen.option
    return {
        "name": option.name,
        "value": chosen.value,
        "default": option.default,
        "least": option.least,
        "most": option.most,
        "about": option.about,
    }


def _spelled(value: object) -> str:
    """A value as one writes it in the configuration."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def _complain(diagnostics: "Sequence[Diagnostic]") -> None:
    """Say what is wrong with the configuration, and end."""
    from kfexport.report.text import head, printable

    for d in diagnostics:
        cure = f"\n  fix: {printable(d.hint)}" if d.hint else ""
        click.echo(f"{head(d, color=False)}{cure}", err=True)
    sys.exit(EXIT_FILES if any(d.code == "KF001" for d in diagnostics) else EXIT_FINDINGS)
