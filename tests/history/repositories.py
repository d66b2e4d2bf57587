"""Repositories with banks in them, made by git itself."""

import subprocess
from pathlib import Path

import pytest

import kfexport

HEAD = "format: 1\nid: demo\ntitle: Demo\nlang: en\nquestions:\n"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c49444154789c63606060000000040001f61738550000000049454e44ae426082"
)


def question(ident: str, prompt: str = "Which?", *, twin: bool = True) -> str:
    """A question, whose choices are equal where it is a ``twin``: that is error KF203."""
    second = "yes" if twin else "no"
    return (
        f"  - id: {ident}\n    type: single_choice\n    prompt: {prompt}\n    choices:\n"
        f"      - text: 'yes'\n        correct: true\n      - '{second}'\n"
    )


class Bank:
    """A repository with a bank in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.email", "a@example.org")
        self.git("config", "user.name", "A")

    def git(self, *arguments: str) -> str:
        run = subprocess.run(["git", "-C", str(self.root), *arguments], capture_output=True, text=True, check=True)
        return run.stdout

    def write(self, name: str, *questions: str, head: str = HEAD) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + "".join(questions), encoding="utf-8")
        return path

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "change")

    def told(self, since: str = "HEAD", *paths: str) -> list[tuple[str, str | None]]:
        report = kfexport.validate([str(self.root / p) for p in paths or (".",)], since=since)
        return [(d.code, d.question) for d in report.diagnostics if d.code != "KF256"]  # the questions are alike


def fails(path: Path, since: str) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is what is looked at
        kfexport.validate(path, since=since)
    return str(caught.value)
