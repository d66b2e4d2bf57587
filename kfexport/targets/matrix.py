"""The support matrix: what each target keeps of a quiz, from the targets' own tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kfexport.targets import registry
from kfexport.targets.base import Kept, Support
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


def rows(targets: Sequence[str]) -> Iterator[Row]:
    """A row for each question type, then one for each feature."""
    capabilities = [registry.load(name).CAPABILITIES for name in targets]
    for kind in capabilities[0].types if capabilities else ():
        yield Row(kind, tuple(c.types[kind] for c in capabilities))
    for name, feature in FEATURES.items():
        yield Row(feature.summary, tuple(c.features[name] for c in capabilities))


def word(support: Support) -> str:
    """A word for a cell of the matrix."""
    return _WORDS[support.kept]
