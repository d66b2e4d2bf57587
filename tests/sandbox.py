"""Small quiz files, the command as a process of its own, and what a folder holds."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "kfexport"
BANKS = (ROOT / "source" / "kubeflow-trainer.en.yaml", ROOT / "source" / "kubeflow-trainer.ja.yaml")
TARGETS = ("moodle", "qti21", "anki", "canvas")

HEAD = """\
format: 1
id: {id}
title: Pods
lang: en
questions:
"""
ESSAY = """\
  - id: {id}
    type: essay
    prompt: What is {id}?
    model_answer: It is {id}.
"""


def quiz(*questions: str, id: str = "pods", more: str = "") -> str:
    """A quiz of essays with these ids; ``more`` are further lines at the top."""
    return HEAD.format(id=id).replace("questions:\n", f"{more}questions:\n") + "".join(
        ESSAY.format(id=question) for question in questions or ("one",)
    )


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def run(
    *arguments: str | Path,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    python: Sequence[str] = (),
    module: Sequence[str] = ("-m", "kfexport"),
) -> subprocess.CompletedProcess[bytes]:
    """``python -m kfexport`` from ``cwd``, with nothing of this process's settings that could change what it does."""
    keep = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")}
    return subprocess.run(
        [sys.executable, *python, *module, *map(str, arguments)],
        cwd=cwd,
        env={**keep, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **(env or {})},
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )


def snapshot(folder: Path) -> dict[str, bytes | None]:
    """Every file below a folder with its bytes; a folder has ``None``."""
    return {
        path.relative_to(folder).as_posix(): None if path.is_dir() else path.read_bytes()
        for path in sorted(folder.rglob("*"))
    }


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file below a folder."""
    return {name: sha256(data).hexdigest() for name, data in snapshot(folder).items() if data is not None}
