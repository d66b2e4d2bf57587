"""The wheel works by itself: built offline, unpacked elsewhere, run without the checkout."""

import os
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from sandbox import BANKS, ROOT, run, write

import kfexport


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    pytest.importorskip("hatchling", reason="hatchling builds the wheel")
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": "0"},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def unpacked(wheel: Path) -> Path:
    """The wheel's files, in a folder that has nothing of the checkout."""
    folder = wheel.parent / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_its_name(wheel: Path) -> None:
    assert wheel.name == f"kfexport-{kfexport.__version__}-py3-none-any.whl"


def test_what_it_holds(wheel: Path) -> None:
    found = names(wheel)
    checkout = {p.relative_to(ROOT).as_posix() for p in (ROOT / "kfexport").rglob("*.py")}
    assert {name for name in found if name.endswith(".py")} == checkout
    assert "kfexport/py.typed" in found
    with zipfile.ZipFile(wheel) as archive:
        packed = {name: archive.read(f"kfexport/_schemas/{name}.schema.json") for name in ("quiz", "report")}
    assert packed == {name: (ROOT / "schemas" / f"{name}.schema.json").read_bytes() for name in packed}


def test_it_puts_nothing_beside_the_package(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in names(wheel)}
    assert tops == {"kfexport", f"kfexport-{kfexport.__version__}.dist-info"}


def test_its_metadata(wheel: Path) -> None:
    info = f"kfexport-{kfexport.__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        metadata = Parser().parsestr(archive.read(f"{info}/METADATA").decode())
        scripts = archive.read(f"{info}/entry_points.txt").decode()
    assert (metadata["Name"], metadata["Version"]) == ("kfexport", kfexport.__version__)
    assert metadata["Requires-Python"] == ">=3.11"
    needs = {line.split(">")[0].lower() for line in metadata.get_all("Requires-Dist", [])}
    assert needs == {"click", "comrak-ext", "jsonschema", "jsonschema-rs", "latex2mathml", "lxml", "pygments", "pyyaml"}
    assert "kfexport = kfexport.cli:run" in scripts
    assert f"{info}/licenses/LICENSE" in names(wheel)


def test_it_validates_and_builds_from_elsewhere(unpacked: Path, tmp_path: Path) -> None:
    env = {"PYTHONPATH": str(unpacked)}
    where = run(cwd=tmp_path, env=env, module=("-c", "import kfexport; print(kfexport.__file__)"))
    assert where.stdout.decode().strip() == str(unpacked / "kfexport" / "__init__.py")
    assert run("validate", *BANKS, cwd=tmp_path, env=env).returncode == 0
    broken = write(tmp_path / "broken.yaml", "format: 1\nid: broken\n")
    assert run("validate", broken, cwd=tmp_path, env=env).returncode == 1
    assert run("build", *BANKS, cwd=tmp_path, env=env).returncode == 0
    assert len(list((tmp_path / "out").rglob("*.*"))) == 8


def test_its_schema(unpacked: Path, tmp_path: Path) -> None:
    done = run("schema", cwd=tmp_path, env={"PYTHONPATH": str(unpacked)})
    assert done.returncode == 0
    assert done.stdout == (ROOT / "schemas" / "quiz.schema.json").read_bytes()
    done = run("schema", "report", cwd=tmp_path, env={"PYTHONPATH": str(unpacked)})
    assert done.stdout == (ROOT / "schemas" / "report.schema.json").read_bytes()
