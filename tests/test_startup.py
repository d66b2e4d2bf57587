"""Starting is quick: what is heavy is imported only by who uses it."""

import subprocess
from pathlib import Path

import pytest
from sandbox import BANKS, run

HEAVY = {"lxml", "yaml", "jsonschema", "jsonschema_rs", "comrak", "latex2mathml", "pygments"}
COMMANDS = ("build", "explain", "rules", "schema", "targets", "validate")


def imported(done: subprocess.CompletedProcess[bytes]) -> set[str]:
    """The packages that a run with ``-X importtime`` imported."""
    lines = [line for line in done.stderr.decode().splitlines() if line.startswith("import time:")]
    return {line.rsplit("|", 1)[1].strip().split(".")[0] for line in lines}


def test_the_list_of_commands() -> None:
    from kfexport.cli import main

    assert tuple(sorted(main.commands)) == COMMANDS


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("--version",), ("-h",), *((command, "--help") for command in COMMANDS)],
    ids=" ".join,
)
def test_help_imports_nothing_heavy(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path, python=("-X", "importtime"))
    assert done.returncode == 0
    found = imported(done)
    assert {"click", "kfexport"} <= found
    assert not found & HEAVY


def test_importing_the_library_imports_nothing_heavy(tmp_path: Path) -> None:
    done = run(cwd=tmp_path, python=("-X", "importtime"), module=("-c", "import kfexport; kfexport.__version__"))
    assert done.returncode == 0
    found = imported(done)
    assert "kfexport" in found
    assert not found & (HEAVY | {"click"})


def test_the_library_never_imports_click(tmp_path: Path) -> None:
    program = (
        "import sys, kfexport\n"
        "kfexport.build([sys.argv[1]], out='out')\n"
        "assert 'comrak' in sys.modules and 'click' not in sys.modules\n"
    )
    done = run(BANKS[0], cwd=tmp_path, module=("-c", program))
    assert (done.returncode, done.stderr.decode()) == (0, "")


def test_a_list_of_targets_imports_no_target(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from kfexport.targets import registry\n"
        "assert list(registry.specs())[:3] == ['moodle', 'qti21', 'anki']\n"
        "assert not {'kfexport.targets.moodle', 'kfexport.targets.anki', 'lxml'} & set(sys.modules)\n"
    )
    done = run(cwd=tmp_path, module=("-c", program))
    assert (done.returncode, done.stderr.decode()) == (0, "")
