"""What is told of the findings of a run, and how bad it is."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kfexport.codes import finding
from kfexport.config import disables
from kfexport.config.files import Configuration, Files
from kfexport.config.names import Known, known
from kfexport.config.policy import Layer, Policy, policy
from kfexport.config.settings import Settings
from kfexport.config.words import Pick, ignorable, selectable
from kfexport.diagnostics import Diagnostic, Severity, Source, faulty_sources

_STDIN = "-"


@dataclass(slots=True)
class Judge:
    """Knows what holds for each file of a run. Made by :func:`judge`."""

    among: Mapping[str, Known]
    files: Files
    run: Layer
    """What the run says over all files."""
    isolated: bool
    building: bool = False
    """Whether exports are made, for which fewer rules run."""
    given: Configuration | None = None
    """What is read instead of the nearest files."""
    _folders: dict[str, tuple[str, Configuration | None]] = field(default_factory=dict)
    _policies: dict[tuple[int, tuple[int, ...]], Policy] = field(default_factory=dict)
    _of: dict[str, Policy] = field(default_factory=dict)
    _comments: dict[str, disables.Disables] = field(default_factory=dict)

    def policy(self, name: str, shown: str) -> Policy:
        """What holds for a quiz file; its findings will have the name ``shown``."""
        folder = "." if name == _STDIN else os.fspath(Path(name).parent)
        if folder not in self._folders:
            real = os.path.realpath(folder)
            nearest = None if self.isolated else self.files.nearest(real, absolute=Path(folder).is_absolute())
            self._folders[folder] = real, self.given or nearest
        real, configuration = self._folders[folder]
        found = self._policy(configuration, real, None if name == _STDIN else Path(name).name)
        self._of[shown] = found
        return found

    def _policy(self, configuration: Configuration | None, folder: str, file: str | None) -> Policy:
        if configuration is None:
            return self._laid((0, ()), (self.run,))
        folders = configuration.tables.folders
        parts = _below(configuration.folder, folder, file) if folders else ()
        fitting = tuple(i for i, (glob, _) in enumerate(folders) if glob.matches(parts))
        layers = (configuration.tables.layer, *(folders[i][1] for i in fitting), self.run)
        return self._laid((id(configuration), fitting), layers)

    def _laid(self, key: tuple[int, tuple[int, ...]], layers: Iterable[Layer]) -> Policy:
        if key not in self._policies:
            self._policies[key] = policy(layers, self.among, building=self.building)
        return self._policies[key]

    def read_comments(self, source: Source, text: str) -> None:
        """Heed the comments of a quiz file."""
        self._comments[source.name] = disables.read(source, text, self.among)

    def groups(self) -> list[tuple[Policy, frozenset[str] | None]]:
        """What holds for rules that look at all quizzes together, with the names of the files that it holds for.

        There is more than one group only where files differ in what they say of such rules.
        """
        bank = {code for code, k in self.among.items() if k.rule is not None and k.rule.check_all is not None}
        found: dict[object, tuple[Policy, set[str]]] = {}
        for name, held in self._of.items():
            chosen = frozenset((key, value) for key, value in held.options.items() if key[0] in bank)
            found.setdefault((held.off & bank, chosen), (held, set()))[1].add(name)
        if len(found) < 2:
            return [(held, None) for held, _ in found.values()] or [(self._laid((0, ()), (self.run,)), None)]
        return [(held, frozenset(names)) for held, names in found.values()]

    def told(self, found: Iterable[Diagnostic], *, exported: bool, whole: bool) -> Iterator[Diagnostic]:
        """What is told of the findings, with what is wrong in configuration files and comments.

        ``exported`` says that all of the default targets were asked about all questions, ``whole`` that nobody named
        single files: else a comment about a loss, or about other questions, may be of use in another run.
        """
        found = list(found)
        faulty = faulty_sources(found)
        usual = self._laid((0, ()), (self.run,))
        for diagnostic in found:
            name = diagnostic.where.source.name if diagnostic.where is not None else ""
            judged = self._of.get(name, usual).judge(diagnostic)
            comments = self._comments.get(name)
            silenced = comments is not None and diagnostic.severity is not Severity.ERROR
            if judged is not None and not (silenced and comments is not None and comments.silence(diagnostic)):
                yield judged
        yield from self.files.found
        for name, comments in self._comments.items():
            held = self._of.get(name, usual)
            unused = () if name in faulty else self._unused(comments, held, exported=exported, whole=whole)
            yield from filter(None, map(held.judge, (*comments.bad, *unused)))

    def _unused(
        self, comments: disables.Disables, held: Policy, *, exported: bool, whole: bool
    ) -> Iterator[Diagnostic]:
        """Codes in comments that silenced nothing, although they had the chance."""
        for disable in comments.every:
            rule, code = self.among[disable.code].rule, disable.code
            is_loss = code.startswith("KF4") or code == "KF036"
            of_bank = rule is not None and rule.check_all is not None
            if not (disable.used or code in held.silent or (is_loss and not exported) or (of_bank and not whole)):
                message = f"{self.among[code].shown} is disabled here, but there is nothing to tell"
                yield finding("KF041", message, disable.where, hint="Delete it from the comment.")


def judge(settings: Settings | None, *, building: bool = False) -> Judge:
    """The judge of a run; ``building`` where exports are made.

    Raises:
        ValueError: the settings name something that does not exist, or that cannot be turned off.
    """
    wanted, among = settings or Settings(), known()
    if wanted.isolated and wanted.config is not None:
        raise ValueError("a configuration file is named, and none is to be read; choose one of the two")
    run = Layer(
        select=None if wanted.select is None else _picked(wanted.select, selectable, among),
        ignore=_picked(wanted.ignore, ignorable, among),
    )
    found = Judge(among, Files(among), run, isolated=wanted.isolated or wanted.config is not None, building=building)
    if wanted.config is not None:
        path = os.fspath(wanted.config)
        found.given = found.files.read(Path(path), path)
    return found


def _picked(words: Sequence[str], pick: Pick, among: Mapping[str, Known]) -> frozenset[str]:
    found: set[str] = set()
    for word in words:
        picked = pick(word, among)
        if isinstance(picked, tuple):
            raise ValueError(f"{picked[0]}. {picked[1]}")
        found |= picked
    return frozenset(found)


def _below(top: str, folder: str, file: str | None) -> tuple[str, ...]:
    """The parts of the path of a file from the folder of the configuration; nothing where it is elsewhere."""
    here = Path(folder)
    if not here.is_relative_to(top):
        return ()
    return (*here.relative_to(top).parts, *([] if file is None else [file]))
