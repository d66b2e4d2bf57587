"""All findings, as a configuration makes them."""

from dataclasses import dataclass
from typing import Literal

from kfexport.config.judge import Judge
from kfexport.diagnostics import Diagnostic, Severity, in_order
from kfexport.lint.base import Option, OptionValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """An option of a rule, and its value."""

    option: Option
    value: OptionValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One code."""

    code: str
    name: str
    severity: Severity
    """The usual severity, or the one that the configuration gives it."""
    state: Literal["always", "on", "off"]
    """Whether it is told; ``always`` for errors, which cannot be turned off."""
    options: tuple[Chosen, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """All codes, in order."""

    findings: tuple[Listed, ...]
    diagnostics: tuple[Diagnostic, ...]
    """What is wrong with the configuration."""


def listing(judge: Judge) -> Listing:
    """All findings for a quiz file in the working folder."""
    held = judge.policy("-", "-")
    found = tuple(
        Listed(
            code=known.code,
            name=known.name,
            severity=known.severity if known.severity is Severity.ERROR else held.severity.get(code, known.severity),
            state="always" if known.is_firm else "off" if code in held.silent else "on",
            options=tuple(
                Chosen(option=option, value=held.options.get((code, option.name), option.default))
                for option in (known.rule.options if known.rule is not None else ())
            ),
        )
        for code, known in judge.among.items()
    )
    return Listing(findings=found, diagnostics=tuple(in_order(judge.files.found)))
