"""The support matrix: what each target keeps of a quiz, from the targets' own tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kfexport.targets import registry
from kfexport.targets.base import Capabilities, Kept, Support
from kfexport.targets.features import FEATURES

_WORDS = {
    Kept.YES: "yes",
    Kept.COSMETIC: "shown differently",
    Kept.NEVER: "no place",
    Kept.LOST: "lost",
    Kept.NO: "not possible",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One question type or feature."""

    name: str
    support: tuple[Support, ...]
    """In the order of the targets."""
    exceptions: tuple[Mapping[str, Support], ...]
    """For each target: the question types that are not treated so, and how they are."""

    def mark(self, target: int) -> str:
        """``*`` where a type of question is kept better or worse by the target at that position, else nothing."""
        usual = self.support[target].kept
        return "*" if any(support.kept is not usual for support in self.exceptions[target].values()) else ""


def rows(targets: Sequence[str]) -> Iterator[Row]:
    """A row for each question type, then one for each feature."""
    capabilities = [registry.load(name).CAPABILITIES for name in targets]
    for kind in capabilities[0].types if capabilities else ():
        yield Row(kind, tuple(c.types[kind] for c in capabilities), tuple({} for _ in capabilities))
    for name, feature in FEATURES.items():
        usual = tuple(c.features[name] for c in capabilities)
        yield Row(feature.summary, usual, tuple(_exceptions(c, name) for c in capabilities))


def _exceptions(capabilities: Capabilities, feature: str) -> Mapping[str, Support]:
    found = {kind: support for (kind, name), support in capabilities.exceptions.items() if name == feature}
    return {kind: support for kind, support in found.items() if support != capabilities.features[feature]}


def exceptions(rows: Sequence[Row], target: int) -> Mapping[tuple[str, Support], Sequence[str]]:
    """What the target at that position treats otherwise: question type and how it is kept → names of the rows."""
    found: dict[tuple[str, Support], list[str]] = {}
    for row in rows:
        for exception in row.exceptions[target].items():
            found.setdefault(exception, []).append(row.name)
    return found


def word(support: Support) -> str:
    """A word for a cell of the matrix."""
    return _WORDS[support.kept]
