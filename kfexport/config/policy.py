"""What holds for a file: the layers of the configuration, one over the other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from kfexport.config.names import Known
from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Chosen, OptionValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """What one table says. All of it is codes."""

    select: frozenset[str] | None = None
    """The rules that run, and no others."""
    extend: frozenset[str] = frozenset()
    """Rules that run as well."""
    ignore: frozenset[str] = frozenset()
    """What is not told, whatever the same table selects."""
    severity: Mapping[str, Severity] = field(default_factory=lambda: MappingProxyType({}))
    options: Chosen = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What is told of one file."""

    silent: frozenset[str]
    """Codes of which warnings and notes are not told."""
    off: frozenset[str]
    """The rules among them that need not run: they never give an error."""
    severity: Mapping[str, Severity]
    options: Chosen

    def judge(self, found: Diagnostic) -> Diagnostic | None:
        """The finding as it is told; ``None`` where it is not. What is an error by itself stays as it is."""
        if found.severity is Severity.ERROR:
            return found
        if found.code in self.silent:
            return None
        wanted = self.severity.get(found.code, found.severity)
        return found if wanted is found.severity else replace(found, severity=wanted)


def policy(layers: Iterable[Layer], among: Mapping[str, Known], *, building: bool = False) -> Policy:
    """Lay layers one over the other: a later one may turn on what an earlier one ignored, and the other way round.

    A build runs fewer rules by itself, but those as well that a layer selects or makes errors.
    """
    usual = {k.code: k.rule for k in among.values() if k.rule is not None and k.rule.on}
    on = {code for code, rule in usual.items() if rule.in_builds or not building}
    ignored: set[str] = set()
    severity: dict[str, Severity] = {}
    options: dict[tuple[str, str], OptionValue] = {}
    for layer in layers:
        if layer.select is not None:
            on = set(layer.select)
            ignored -= layer.select
        on |= layer.extend
        on |= {code for code, wanted in layer.severity.items() if wanted is Severity.ERROR and code in usual}
        ignored = (ignored - layer.extend) | layer.ignore
        severity.update(layer.severity)
        options.update(layer.options)
    silent = ignored.union(k.code for k in among.values() if k.rule is not None and not k.is_firm and k.code not in on)
    return Policy(
        silent=frozenset(silent),
        off=frozenset(code for code in silent if among[code].is_advice),
        severity=MappingProxyType(severity),
        options=MappingProxyType(options),
    )
