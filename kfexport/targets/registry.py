"""The targets: a plain table of dotted names. Nothing heavy is imported until a target is used."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Final, cast

from kfexport.targets.base import Target

ENTRY_POINT_GROUP: Final = "kfexport.targets"
"""Third parties register targets here: name → module, which keeps the ``Target`` protocol."""


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """What can be said of a target without importing it."""

    name: str
    summary: str
    module: str
    """Dotted name of the module that keeps :class:`kfexport.targets.base.Target`."""
    default: bool
    """Whether a build without ``-t`` makes it."""
    owns: tuple[str, ...]
    """Paths below the output folder that belong to a quiz, with ``{id}`` for its id; a folder ends in ``/``."""


_BUILT_IN: Final = (
    TargetSpec("moodle", "Moodle XML, for the question bank", "kfexport.targets.moodle", True, ("moodle/{id}.xml",)),
    TargetSpec("qti21", "QTI 2.1 package, for engines that keep the standard", "kfexport.targets.qti21", True,
               ("qti21/{id}.zip",)),
    TargetSpec("anki", "Anki CSV, one note a question", "kfexport.targets.anki", True, ("anki/{id}/",)),
    TargetSpec("canvas", "Canvas package, for Classic Quizzes and New Quizzes", "kfexport.targets.canvas", True,
               ("canvas/{id}.zip",)),
    TargetSpec("qti21-blackboard", "QTI 2.1 package that Blackboard takes", "kfexport.targets.qti21_blackboard", False,
               ("qti21-blackboard/{id}.zip",)),
)  # fmt: skip


@cache
def specs() -> Mapping[str, TargetSpec]:
    """All targets by name, the built-in ones first; a third party cannot replace those."""
    from importlib.metadata import entry_points  # slow to import, and needed only for targets that are not ours

    found = {spec.name: spec for spec in _BUILT_IN}
    for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda p: p.name):
        found.setdefault(point.name, _third_party(point.name, point.value))
    return MappingProxyType(found)


def _third_party(name: str, module: str) -> TargetSpec:
    return TargetSpec(name, f"from {module}", module, False, (f"{name}/{{id}}/",))


def spec(name: str) -> TargetSpec:
    """One target.

    Raises:
        KeyError: no target has that name.
    """
    ours = next((known for known in _BUILT_IN if known.name == name), None)
    return ours if ours is not None else specs()[name]


class TargetNames(Collection[str]):
    """The names of all targets, looked up no further than needed."""

    def __contains__(self, name: object) -> bool:
        return any(known.name == name for known in _BUILT_IN) or name in specs()

    def __iter__(self) -> Iterator[str]:
        return iter(specs())

    def __len__(self) -> int:
        return len(specs())


def default_names() -> tuple[str, ...]:
    """The targets of a build that names none."""
    return tuple(spec.name for spec in _BUILT_IN if spec.default)


def load(name: str) -> Target:
    """Import a target.

    Raises:
        KeyError: no target has that name.
    """
    return cast("Target", import_module(spec(name).module))
