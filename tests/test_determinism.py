"""The same input makes the same bytes: on every machine, in every folder, time zone, locale and hash seed."""

import csv
import io
import locale
import os
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from sandbox import BANKS, TARGETS, digests, run, snapshot, write

import kfexport

NAMES = {
    "moodle/kubeflow-trainer-en.xml",
    "moodle/kubeflow-trainer-ja.xml",
    "qti21/kubeflow-trainer-en.zip",
    "qti21/kubeflow-trainer-ja.zip",
    "anki/kubeflow-trainer-en/kubeflow-trainer-en.csv",
    "anki/kubeflow-trainer-ja/kubeflow-trainer-ja.csv",
    "canvas/kubeflow-trainer-en.zip",
    "canvas/kubeflow-trainer-ja.zip",
}


def banks(folder: Path) -> Path:
    """A copy of both banks in a folder of their own."""
    source = folder / "source"
    source.mkdir(parents=True)
    for path in BANKS:
        shutil.copy(path, source / path.name)
    return source


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a first build made: path → SHA-256."""
    folder = tmp_path_factory.mktemp("first")
    done = run("build", *BANKS, "-o", "out", cwd=folder)
    assert done.returncode == 0, done.stdout.decode()
    found = digests(folder / "out")
    assert set(found) == NAMES
    return found


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONHASHSEED": "0"},
        {"PYTHONHASHSEED": "4242", "TZ": "Pacific/Kiritimati"},
        {"TZ": "America/St_Johns", "SOURCE_DATE_EPOCH": "0"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONOPTIMIZE": "2"},
        {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"},
    ],
    ids=lambda env: " ".join(f"{k}={v}" for k, v in env.items()),
)
def test_settings_of_the_machine_change_nothing(env: dict[str, str], first: dict[str, str], tmp_path: Path) -> None:
    if "de_DE" in env.get("LC_ALL", ""):
        _skip_without_locale(env["LC_ALL"])
    done = run("build", *BANKS, "-o", "out", cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr.decode()
    assert digests(tmp_path / "out") == first


def _skip_without_locale(name: str) -> None:
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        pytest.skip(f"this machine has no locale {name}")
    finally:
        locale.setlocale(locale.LC_ALL, before)


def test_another_folder_another_time_and_relative_paths(first: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "日本 語" / "x"
    source = banks(folder)
    for path in source.iterdir():
        os.utime(path, (1_000_000_000, 1_000_000_000))
    done = run("build", cwd=folder)
    assert done.returncode == 0, done.stdout.decode()
    assert digests(folder / "out") == first


def test_a_second_build_over_the_first(first: dict[str, str], tmp_path: Path) -> None:
    source = banks(tmp_path)
    for _ in range(2):
        assert run("build", cwd=tmp_path).returncode == 0
        for path in source.iterdir():
            path.touch()
    assert digests(tmp_path / "out") == first


@pytest.mark.parametrize("turn", [False, True], ids=["forth", "back"])
def test_the_order_of_the_inputs(turn: bool, first: dict[str, str], tmp_path: Path) -> None:
    paths = list(reversed(BANKS)) if turn else list(BANKS)
    assert kfexport.build(paths, out=tmp_path / "out").ok
    assert digests(tmp_path / "out") == first


def test_the_order_and_number_of_targets(first: dict[str, str], tmp_path: Path) -> None:
    assert kfexport.build(BANKS, targets=("anki", "canvas", "qti21", "anki", "moodle"), out=tmp_path / "out").ok
    assert digests(tmp_path / "out") == first
    assert kfexport.build(BANKS[:1], targets=("qti21",), out=tmp_path / "one").ok
    name = "qti21/kubeflow-trainer-en.zip"
    assert digests(tmp_path / "one") == {name: first[name]}


@pytest.mark.parametrize("how", ["crlf", "bom"])
def test_line_ends_and_a_byte_order_mark_are_not_content(how: str, first: dict[str, str], tmp_path: Path) -> None:
    source = banks(tmp_path)
    for path in source.iterdir():
        data = path.read_bytes()
        path.write_bytes(data.replace(b"\n", b"\r\n") if how == "crlf" else b"\xef\xbb\xbf" + data)
    assert kfexport.build([source], out=tmp_path / "out").ok
    assert digests(tmp_path / "out") == first


def test_permissions_of_new_files_follow_the_umask_and_bytes_do_not(first: dict[str, str], tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        assert kfexport.build(BANKS, out=tmp_path / "out").ok
    finally:
        os.umask(before)
    assert digests(tmp_path / "out") == first
    assert {(tmp_path / "out" / name).stat().st_mode & 0o777 for name in NAMES} == {0o600}


NEW = """\
      - id: brand-new
        type: essay
        prompt: What is new?

"""


@pytest.mark.parametrize("path", BANKS, ids=lambda p: p.stem)
def test_a_new_first_question_leaves_all_others_as_they_are(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    longer = text.replace("    questions:\n", "    questions:\n" + NEW, 1)
    assert kfexport.build([path], out=tmp_path / "old").ok
    assert kfexport.build([write(tmp_path / "new.yaml", longer)], out=tmp_path / "new").ok
    old, new = _questions(tmp_path / "old"), _questions(tmp_path / "new")
    assert {target: len(found) for target, found in old.items()} == dict.fromkeys(TARGETS, 10)
    for target, found in old.items():
        added = {key: value for key, value in new[target].items() if key not in found}
        assert len(added) == 1, target
        assert {key: value for key, value in new[target].items() if key in found} == found, target


def _questions(out: Path) -> dict[str, dict[str, str]]:
    """Target → identity of a question → all that is written of it."""
    files = {name: data for name, data in snapshot(out).items() if data is not None}
    found: dict[str, dict[str, str]] = {target: {} for target in TARGETS}
    for name, data in files.items():
        match name.split("/")[0]:
            case "moodle":
                for question in re.findall(r"<question type=.*?</question>", data.decode(), re.DOTALL):
                    identity = re.search(r"<idnumber>(.*?)</idnumber>", question)
                    if identity and '<question type="category"' not in question:
                        found["moodle"][identity[1]] = question
            case "qti21":
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    for entry in archive.namelist():
                        if entry.startswith("q-"):
                            found["qti21"][entry] = archive.read(entry).decode()
            case "canvas":
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    (entry,) = (n for n in archive.namelist() if re.fullmatch(r"(t-[^/]*)/\1\.xml", n))
                    text = archive.read(entry).decode()
                for found_item in re.findall(r"<item ident=.*?</item>", text, re.DOTALL):
                    if "text_only_question" not in found_item:
                        found["canvas"][found_item.split('"')[1]] = found_item
            case "anki":
                rows = [line for line in data.decode().split("\n") if not line.startswith("#")]
                for row in csv.reader(io.StringIO("\n".join(rows)), strict=True):
                    found["anki"][row[0]] = repr(row)
    return found
