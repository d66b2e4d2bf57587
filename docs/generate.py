"""Write the parts of the documentation that come from code: ``python -m docs.generate [--check]``.

A page is written by hand, but for its blocks. A block stands between two comments and is filled here::

    <!-- generated: rules -->          what the function of that name in ``docs.content`` returns
    <!-- end -->

    <!-- output: kfexport targets -->  what a command prints; several commands stand on lines of their own
    <!-- end -->

Commands of a page run one after another in one temporary folder, which holds the page's own examples: each fenced
block after ``<!-- file: hello.yaml -->`` is a file of that name. They need a POSIX shell.
"""

import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from docs import content, quiz_format

ROOT: Final = Path(__file__).resolve().parent.parent

_GENERATED: Final[Mapping[str, Callable[[], str]]] = {
    "quiz-format": quiz_format.reference,
    "support": content.support,
    "commands": content.commands,
    "rules": content.rules,
    "messages": content.messages,
    "safe-tags": content.safe_tags,
}

_OPENING: Final = re.compile(r"^<!-- (?:generated|output):", re.MULTILINE)
_BLOCK: Final = re.compile(r"^(<!-- (generated|output):\s+(.*?)\s*-->\n)(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)
_FILE: Final = re.compile(r"^<!-- file: (\S+) -->\n+```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TIMEOUT: Final = 60
"""Seconds that a command may take."""


def pages(root: Path = ROOT) -> list[Path]:
    """The Markdown files of the documentation below a checkout."""
    return [*sorted(root.glob("*.md")), *sorted(root.glob("docs/*.md"))]


def fill(page: str) -> str:
    """The text of a page with all of its blocks made anew.

    Raises:
        ValueError: a block is not closed, has an unknown name, or shows a path of this machine.
    """
    if len(_OPENING.findall(page)) != len(_BLOCK.findall(page)):
        raise ValueError("a block is not closed by <!-- end -->")
    with tempfile.TemporaryDirectory(prefix="kfexport-docs-") as folder:
        shell = _Shell(Path(folder))
        for name, text in examples(page).items():
            (shell.home / name).write_text(text, encoding="utf-8")
        return _BLOCK.sub(lambda match: f"{match[1]}{_content(match[2], match[3], shell)}\n<!-- end -->", page)


def examples(page: str) -> dict[str, str]:
    """Name → text of the example files in a page."""
    return dict(_FILE.findall(page))


def stale(root: Path = ROOT) -> Iterator[str]:
    """A unified diff for each page that is not as the code says."""
    for path in pages(root):
        before = path.read_text(encoding="utf-8")
        after = fill(before)
        if before != after:
            name = path.relative_to(root).as_posix()
            yield "".join(
                difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, f"{name} (generated)", n=2)
            )


def _content(kind: str, what: str, shell: "_Shell") -> str:
    if kind == "output":
        return f"```console\n{''.join(shell.run(line.strip()) for line in what.splitlines())}```"
    if what not in _GENERATED:
        raise ValueError(f"nothing is called {what!r}; there are {', '.join(_GENERATED)}")
    return _GENERATED[what]().strip("\n")


class _Shell:
    """Runs commands in a temporary folder, with the ``kfexport`` of this checkout and this very Python."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self._folder = folder
        programs = folder / "bin"
        programs.mkdir()
        for name, arguments in (("kfexport", " -m kfexport"), ("python", "")):
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)}{arguments} "$@"\n', encoding="utf-8")
            program.chmod(0o755)
        self._environment = {
            "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "LC_ALL": "C",
            "COLUMNS": "80",
        }

    def run(self, command: str) -> str:
        """The command and what it printed, as a reader sees it on a terminal; a status other than 0 is shown, too."""
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self.home,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_TIMEOUT,
            encoding="utf-8",
            check=False,
        )
        for private in (self._folder, ROOT):
            if str(private) in done.stdout:
                raise ValueError(f"the output of {command!r} shows a path of this machine:\n{done.stdout}")
        status = f"$ echo $?\n{done.returncode}\n" if done.returncode else ""
        return f"$ {command}\n{done.stdout}{status}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or say which are stale. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.generate", description="Fill the generated parts of the docs."
    )
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is stale")
    if parser.parse_args(arguments).check:
        diffs = list(stale())
        sys.stdout.writelines(diffs)
        if diffs:
            sys.stdout.write("The documentation is stale. Run: python -m docs.generate\n")
        return 1 if diffs else 0
    for path in pages():
        before = path.read_text(encoding="utf-8")
        after = fill(before)
        if before != after:
            path.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(ROOT)} written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
