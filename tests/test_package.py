"""Zip files that are the same everywhere, and files put in their places."""

import io
import os
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from sandbox import snapshot

from kfexport.targets.package import commit, zip_bytes

FILES = {"b.xml": b"<b/>", "a/\u00e4.txt": b"", "B.xml": b"x" * 300}
ORDER = ("B.xml", "a/\u00e4.txt", "b.xml")  # by code point


def by_the_format() -> bytes:
    """The archive by PKWARE's APPNOTE 6.3: version 2.0, stored, 1 January 1980 at 0:00, made on Unix, rw-r--r--."""
    local, central = b"", b""
    for name in ORDER:
        data, raw = FILES[name], name.encode()
        flags = 0 if name.isascii() else 0x0800  # the name is UTF-8
        common = struct.pack("<HHHHIIIHH", flags, 0, 0, 0x0021, zlib.crc32(data), len(data), len(data), len(raw), 0)
        header = struct.pack("<HHH", 0, 0, 0) + struct.pack("<II", 0o644 << 16, len(local))
        central += b"PK\x01\x02" + struct.pack("<BBH", 20, 3, 20) + common + header + raw
        local += b"PK\x03\x04" + struct.pack("<H", 20) + common + raw + data
    count = len(ORDER)
    return local + central + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(central), len(local), 0)


def test_a_zip_is_these_bytes() -> None:
    assert zip_bytes(FILES) == by_the_format()


def test_the_order_of_the_mapping_does_not_matter() -> None:
    assert zip_bytes(dict(reversed(FILES.items()))) == by_the_format()


def test_a_file_in_pieces() -> None:
    assert zip_bytes({name: (data[:1], data[1:]) for name, data in FILES.items()}) == by_the_format()


def test_every_entry_of_a_zip() -> None:
    with zipfile.ZipFile(io.BytesIO(zip_bytes(FILES))) as archive:
        assert archive.testzip() is None
        entries = archive.infolist()
        assert [e.filename for e in entries] == list(ORDER)
        assert {e.date_time for e in entries} == {(1980, 1, 1, 0, 0, 0)}
        assert {e.compress_type for e in entries} == {zipfile.ZIP_STORED}
        assert {(e.create_system, e.external_attr >> 16 & 0o777) for e in entries} == {(3, 0o644)}
        assert {(e.extra, e.comment) for e in entries} == {(b"", b"")}
        assert archive.comment == b""
        assert {name: archive.read(name) for name in FILES} == FILES


def test_a_zip_without_files() -> None:
    assert zip_bytes({}) == b"PK\x05\x06" + bytes(18)


def test_commit_makes_folders_and_files(tmp_path: Path) -> None:
    commit({"anki/q/q.csv": b"row", "moodle/q.xml": b"<quiz/>"}, ["anki/q/", "moodle/q.xml"], tmp_path / "new" / "out")
    assert snapshot(tmp_path / "new") == {
        "out": None,
        "out/anki": None,
        "out/anki/q": None,
        "out/anki/q/q.csv": b"row",
        "out/moodle": None,
        "out/moodle/q.xml": b"<quiz/>",
    }


def test_commit_without_files_makes_nothing(tmp_path: Path) -> None:
    commit({}, ["moodle/q.xml"], tmp_path / "out")
    assert snapshot(tmp_path) == {}


def test_an_equal_file_is_not_touched(tmp_path: Path) -> None:
    commit({"moodle/q.xml": b"same", "moodle/r.xml": b"old"}, [], tmp_path)
    for name in ("q.xml", "r.xml"):
        os.utime(tmp_path / "moodle" / name, (1_000_000_000, 1_000_000_000))
    commit({"moodle/q.xml": b"same", "moodle/r.xml": b"new"}, [], tmp_path)
    assert (tmp_path / "moodle" / "q.xml").stat().st_mtime == 1_000_000_000
    assert (tmp_path / "moodle" / "r.xml").stat().st_mtime != 1_000_000_000
    assert (tmp_path / "moodle" / "r.xml").read_bytes() == b"new"


def test_what_is_owned_and_not_written_goes_and_all_else_stays(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for name in (
        "anki/q/q.csv",
        "anki/q/media/old/a.png",
        "anki/q2/q2.csv",
        "moodle/q.xml",
        "moodle/mine.xml",
        "n.txt",
    ):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(b"old")
    (out / "empty").mkdir()
    commit({"anki/q/q.csv": b"new"}, ["anki/q/", "moodle/q.xml"], out)
    assert snapshot(out) == {
        "anki": None,
        "anki/q": None,
        "anki/q/q.csv": b"new",
        "anki/q2": None,
        "anki/q2/q2.csv": b"old",
        "empty": None,
        "moodle": None,
        "moodle/mine.xml": b"old",
        "n.txt": b"old",
    }


def test_folders_that_become_empty_go_and_the_output_folder_stays(tmp_path: Path) -> None:
    out = tmp_path / "out"
    commit({"anki/q/media/a.png": b"a"}, [], out)
    commit({}, ["anki/q/"], out)
    assert snapshot(tmp_path) == {"out": None}


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    commit({"q.xml": b"old"}, [], tmp_path)
    (tmp_path / "q.xml").chmod(0o640)
    commit({"q.xml": b"new"}, [], tmp_path)
    assert (tmp_path / "q.xml").stat().st_mode & 0o777 == 0o640


def test_a_link_is_replaced_and_what_it_points_to_is_left_alone(tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_bytes(b"precious")
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "kept.txt").write_bytes(b"kept")
    out = tmp_path / "out"
    (out / "anki" / "q").mkdir(parents=True)
    (out / "q.xml").symlink_to(precious)
    (out / "anki" / "q" / "media").symlink_to(folder)
    commit({"q.xml": b"new"}, ["q.xml", "anki/q/"], out)
    assert precious.read_bytes() == b"precious"
    assert (folder / "kept.txt").read_bytes() == b"kept"
    assert not (out / "q.xml").is_symlink()
    assert snapshot(out) == {"q.xml": b"new"}


@pytest.mark.parametrize("files", [{"q.xml": b"new"}, {"q.xml/deeper.xml": b"new"}])
def test_a_folder_or_file_in_the_way_is_an_error_that_names_it(files: dict[str, bytes], tmp_path: Path) -> None:
    if "q.xml" in files:
        (tmp_path / "q.xml").mkdir()
    else:
        (tmp_path / "q.xml").write_bytes(b"a file")
    before = snapshot(tmp_path)
    with pytest.raises(OSError) as caught:  # noqa: PT011 - the kind of OSError is the system's business
        commit(files, ["q.xml"], tmp_path)
    assert str(tmp_path / "q.xml") in str(caught.value.filename)
    assert caught.value.strerror
    assert snapshot(tmp_path) == before
