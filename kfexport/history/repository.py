"""Git, asked by its command: what files were in a revision, and which ones differ from it now."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_PATIENCE: Final = 120
"""Seconds that a question to git may take."""


_SUBMODULE: Final = "160000"
"""The mode of an entry that is a commit of another repository."""
_OTHERS: Final = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX")
"""What git tells its hooks of the repository that they run for. It says nothing of one within that."""


class HistoryError(Exception):
    """Git cannot tell; the message is a sentence that names the cure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A revision of the repository that a folder is in, and how the files on disk differ from it."""

    root: Path
    """The top of the repository, without symbolic links."""
    commit: str
    """Full id of the commit."""
    known: frozenset[str]
    """Paths of all files in it, below the root and with ``/``."""
    touched: Mapping[str, str] = field(repr=False)
    """Path of each file that is not what it was → its path in the revision, but for files that git does not know."""

    @classmethod
    def nothing(cls, root: Path) -> "Revision":
        """A time before the repository was there: all of its files are new."""
        return cls(root=root, commit="", known=frozenset(), touched={})

    def path(self, name: str) -> str | None:
        """The path of a file below the root; ``None`` for one that is not there."""
        real = Path(os.path.realpath(name))
        return real.relative_to(self.root).as_posix() if real.is_relative_to(self.root) else None

    def is_as_it_was(self, path: str) -> bool:
        """Whether a file below the root has the content that it had."""
        return path in self.known and path not in self.touched

    def content(self, path: str) -> bytes | None:
        """What the file at a path, or the one that was renamed to it, held; ``None`` where there was none."""
        then = self.touched.get(path, path)
        if then not in self.known:
            return None
        return _git(self.root, "cat-file", "blob", f"{self.commit}:{then}")

    def submodule(self, path: str) -> str | None:
        """The commit that the repository had of its submodule at a path; ``None`` where there was none."""
        if path not in self.known:
            return None
        told = _line(_git(self.root, "--literal-pathspecs", "ls-tree", "--full-tree", self.commit, "--", path))
        mode, _, rest = told.partition(" ")
        return rest.split()[1] if mode == _SUBMODULE else None

    def is_submodule_now(self, path: str) -> bool:
        """Whether what is checked out has a submodule at a path."""
        told = _git(self.root, "--literal-pathspecs", "ls-files", "--stage", "-z", "--", path)
        return told.startswith(_SUBMODULE.encode())


def top_of(folder: Path, *, own: bool = True) -> Path | None:
    """The top of the repository that a folder is in, without symbolic links; ``None`` where there is none.

    Args:
        folder: where to look.
        own: whether the folder is seen to be the top of one, whatever the environment says of another.

    Raises:
        HistoryError: git is missing, or does not trust the repository.
    """
    try:
        return Path(os.path.realpath(_line(_git(folder, "rev-parse", "--show-toplevel"))))
    except HistoryError:
        if own:
            raise
        return None


def revision(folder: Path, name: str) -> Revision:
    """The point where what is checked out left the revision ``name``: that revision itself where it is an ancestor.

    So a branch is not blamed for what others have changed on ``main`` in the meantime.

    Raises:
        HistoryError: git is missing, there is no repository, or no such revision.
    """
    root = Path(os.path.realpath(_line(_git(folder, "rev-parse", "--show-toplevel"))))
    commit = _commit(root, name)
    commit = _common(root, commit) or commit
    listed = _git(root, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
    known = frozenset(os.fsdecode(path) for path in listed.split(b"\0") if path)
    return Revision(root=root, commit=commit, known=known, touched=_touched(root, commit))


def _commit(root: Path, name: str) -> str:
    try:
        return _line(_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"))
    except HistoryError:
        cure = "Check its spelling."
        if _line(_git(root, "rev-parse", "--is-shallow-repository")) == "true":
            cure = (
                "The clone is shallow, so it may not hold it: run `git fetch --unshallow`, or set `fetch-depth: 0` "
                "for actions/checkout."
            )
        elif _line(_git(root, "rev-list", "--max-count=1", "--all")) == "":
            cure = "The repository has no commits yet."
        raise HistoryError(f"git knows no revision “{name}”. {cure}") from None


def _common(root: Path, commit: str) -> str | None:
    """Where the branch that is checked out left the one of ``commit``, if that is known here."""
    try:
        return _line(_git(root, "merge-base", commit, "HEAD")) or None
    except HistoryError:  # no common commit, or a clone that is too shallow to have it
        return None


def _touched(root: Path, commit: str) -> dict[str, str]:
    # Quiz files are small, so renames are looked for however many there are.
    told = _git(root, "diff", "--name-status", "-z", "--find-renames", "-l0", "--no-ext-diff", commit, "--")
    fields = iter([os.fsdecode(part) for part in told.split(b"\0")[:-1]])
    found: dict[str, str] = {}
    for status in fields:
        then = next(fields)
        now = next(fields) if status[:1] in "RC" else then
        found[now] = then
    return found


def _line(told: bytes) -> str:
    return os.fsdecode(told).removesuffix("\n")


def _git(folder: Path, *arguments: str) -> bytes:
    """What git prints.

    Raises:
        HistoryError: it fails.
    """
    command = ["git", "-C", str(folder), *arguments]
    try:
        # No pager, no prompt, no lock of the index, and messages that are the same everywhere.
        others = _OTHERS if any((one / ".git").exists() for one in (folder, *folder.parents)) else ()
        known = {name: value for name, value in os.environ.items() if name not in others}
        environment = {**known, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
        run = subprocess.run(
            command, capture_output=True, timeout=_PATIENCE, check=False, env=environment, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        raise HistoryError("git is not installed, or not on the PATH. Install it, or leave --since away.") from None
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise HistoryError(f"git cannot be asked ({error}). Leave --since away.") from None
    if run.returncode == 0:
        return run.stdout
    raise HistoryError(_told(folder, os.fsdecode(run.stderr)))


def _told(folder: Path, complaint: str) -> str:
    if "not a git repository" in complaint:
        return f"{folder} is in no git repository, so nothing is known of earlier revisions. Leave --since away."
    lines = [line.removeprefix("fatal: ") for line in complaint.splitlines() if line.strip()]
    first = lines[0] if lines else "it said nothing"
    if "dubious ownership" in first:
        return f"git does not trust the repository ({first}). Run `git config --global --add safe.directory {folder}`."
    return f"git failed: {first}"
