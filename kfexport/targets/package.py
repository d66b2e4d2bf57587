"""The one place that makes zip files, and the one place that puts bytes on disk."""

import errno
import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time a zip entry can carry; all entries carry it, so that equal files are equal bytes."""
_MODE: Final = 0o644 << 16
_UNIX: Final = 3
_PIECE: Final = 2**20


def zip_bytes(files: Mapping[str, bytes | Sequence[bytes]]) -> bytes:
    """A zip of ``files`` (path → bytes, or pieces of them), sorted by name, stored, without times and permissions of
    this machine.

    Stored and not deflated, since zlib and zlib-ng give different bytes.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = _MODE
            entry.create_system = _UNIX
            content = files[name]
            with archive.open(entry, "w") as file:
                for piece in (content,) if isinstance(content, bytes) else content:
                    file.write(piece)
    return buffer.getvalue()


def commit(files: Mapping[str, bytes], owned: Iterable[str], out: Path) -> None:
    """Write ``files`` (path below ``out`` → bytes) and remove what else stands under the ``owned`` names.

    ``owned`` are paths below ``out`` that this build alone may touch. Either all of it happens or nothing: every
    file is written beside its place first, and what was already replaced is put back when a later step fails. Whoever
    reads a file meanwhile gets the old one or the new one, never none.

    Raises:
        OSError: a file or folder cannot be written; the disk is as it was.
    """
    stale = [path for path in _existing(out, owned) if path.relative_to(out).as_posix() not in files]
    made: list[Path] = []
    staged: list[tuple[Path, Path]] = []
    undo: list[tuple[Path, Path | None]] = []
    try:
        for name, content in files.items():
            target = out / name
            _make_folders(target.parent, made)
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
            if not _same(target, content):
                staged.append((_stage(target, content), target))
        for temporary, target in staged:
            _back_up(target, undo)
            temporary.replace(target)
        for path in stale:
            _back_up(path, undo)
            path.unlink()
    except BaseException:
        _roll_back(staged, undo, made)
        raise
    _discard([backup for _, backup in undo if backup is not None])
    for path in stale:
        _drop_empty_folders(path.parent, out)


def deliver(files: Mapping[str, bytes]) -> None:
    """Write files (path → bytes) wherever they are: either all or none. What is no file, such as a pipe or a device,
    gets its bytes as they are, and a link stays one.

    Raises:
        OSError: a file cannot be written; of those that can be put back, all are as they were.
    """
    streams = [name for name in files if _is_stream(name)]
    commit({os.path.realpath(name): files[name] for name in files if name not in streams}, (), Path())
    for name in streams:
        with Path(name).open("ab") as file:  # to append: nothing is cut where /dev/stdout is a file
            file.write(files[name])


def _is_stream(name: str) -> bool:
    path = Path(name)
    return name.startswith(("/dev/", "/proc/")) or (path.exists() and not path.is_file() and not path.is_dir())


def _existing(out: Path, owned: Iterable[str]) -> Iterator[Path]:
    """The files that stand under the owned names; a name that ends in ``/`` is a folder with all that is in it."""
    for name in owned:
        path = out / name
        if path.is_symlink() or path.is_file():
            yield path
        elif name.endswith("/") and path.is_dir():
            yield from (p for p in sorted(path.rglob("*")) if p.is_symlink() or not p.is_dir())


def _make_folders(folder: Path, made: list[Path]) -> None:
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        path.mkdir()
        made.append(path)


def _same(target: Path, content: bytes) -> bool:
    """Whether the file holds these bytes; compared piece by piece, since a package may have a hundred megabytes."""
    if not target.is_file() or target.stat().st_size != len(content):
        return False
    wanted = memoryview(content)
    with target.open("rb") as file:
        return all(file.read(_PIECE) == wanted[at : at + _PIECE] for at in range(0, len(content), _PIECE))


def _stage(target: Path, content: bytes) -> Path:
    handle, name = tempfile.mkstemp(prefix=".kfexport-", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _back_up(target: Path, undo: list[tuple[Path, Path | None]]) -> None:
    """Keep a second name of an existing file, from which it can be put back; the file itself stays where it is."""
    if not (target.exists() or target.is_symlink()):
        undo.append((target, None))
        return
    handle, name = tempfile.mkstemp(prefix=".kfexport-", dir=target.parent)
    os.close(handle)
    backup = Path(name)
    try:
        _link(target, backup)
    except BaseException:
        backup.unlink(missing_ok=True)
        raise
    undo.append((target, backup))


def _link(target: Path, backup: Path) -> None:
    backup.unlink()
    try:
        os.link(target, backup, follow_symlinks=False)
    except (OSError, NotImplementedError):  # some file systems have no hard links
        shutil.copy2(target, backup, follow_symlinks=False)


def _roll_back(staged: list[tuple[Path, Path]], undo: list[tuple[Path, Path | None]], made: list[Path]) -> None:
    for target, backup in reversed(undo):
        with suppress(OSError):
            if backup is None:
                target.unlink(missing_ok=True)
            else:
                backup.replace(target)
                backup.unlink(missing_ok=True)  # renaming to another name of the same file does nothing
    for temporary, _ in staged:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    for folder in reversed(made):
        with suppress(OSError):
            folder.rmdir()


def _discard(backups: list[Path]) -> None:
    try:
        for backup in backups:
            with suppress(OSError):
                backup.unlink(missing_ok=True)
    except BaseException:  # Ctrl-C: everything is written, so only tidy up, then stop
        for backup in backups:
            with suppress(OSError):
                backup.unlink(missing_ok=True)
        raise


def _drop_empty_folders(folder: Path, out: Path) -> None:
    while folder != out and out in folder.parents:
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent
