"""Which revision each file is compared with, where repositories lie within each other.

A revision is named in the repository that the given path is in. A file below that path may be in another one:

* In a submodule it is compared with the commit that the outer repository had of it at that revision, so that a name
  such as ``main`` means one thing in a run.
* A submodule that was not there at that revision is new, and so is all that is in it.
* A repository that is no submodule is asked for a revision of that name itself.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from kfexport.history.repository import HistoryError, Revision, revision, top_of


class Revisions:
    """Finds the revisions of a run, each of them once."""

    def __init__(self, given: Iterable[str], since: str) -> None:
        """``given`` are the paths that were asked for, and ``since`` the name of the revision."""
        self._given = sorted({Path(os.path.realpath(path)) for path in given}, key=lambda p: len(p.parts), reverse=True)
        self._since = since
        self._tops: dict[Path, Path | None] = {}
        self._found: dict[tuple[Path, Path], Revision] = {}

    def of(self, name: str) -> Revision:
        """The revision that a file is compared with.

        Raises:
            HistoryError: git cannot tell.
        """
        path = Path(os.path.realpath(name))
        top = self._top(path.parent)
        if top is None:
            raise HistoryError(
                f"{path.parent} is in no git repository, so nothing is known of earlier revisions. Leave --since away."
            )
        given = next((one for one in self._given if path.is_relative_to(one)), path)
        return self._then(self._top(given if given.is_dir() else given.parent) or top, top)

    def of_image(self, name: str) -> Revision | None:
        """The same for a file that may lie outside of all repositories; ``None`` there."""
        path = Path(os.path.realpath(name))
        return self.of(name) if self._top(path.parent) is not None else None

    def _top(self, folder: Path) -> Path | None:
        if folder not in self._tops:
            near = next((one for one in (folder, *folder.parents) if (one / ".git").exists()), None)
            if near is not None and near != folder:
                self._tops[folder] = self._top(near)
            else:
                self._tops[folder] = top_of(folder, own=near is not None)
        return self._tops[folder]

    def _then(self, base: Path, top: Path) -> Revision:
        if (base, top) not in self._found:
            within = top != base and top.is_relative_to(base)
            self._found[base, top] = self._inner(base, top) if within else revision(top, self._since)
        return self._found[base, top]

    def _inner(self, base: Path, top: Path) -> Revision:
        """The revision of a repository that lies within the one where ``since`` is a name."""
        outer = self._top(top.parent) or base
        then = self._then(base, outer)
        path = top.relative_to(outer).as_posix()
        commit = then.submodule(path)
        try:
            if commit is not None:
                return revision(top, commit)
            if then.is_submodule_now(path):
                return Revision.nothing(top)
            return revision(top, self._since)
        except HistoryError as error:
            kind = f"a submodule of {outer}" if commit is not None else f"a repository of its own within {outer}"
            raise HistoryError(f"{top} is {kind}, and there {error} Or leave its files away.") from None
