"""The YAML language server of VS Code: installed from npm, and spoken to as an editor does (LSP over stdio)."""

import fcntl
import hashlib
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, TypeAlias

HERE = Path(__file__).parent
MANIFESTS = (HERE / "package.json", HERE / "package-lock.json")
"""The lock file pins the server and all that it needs, with their checksums."""
NODE_MAJOR = 20
INSTALL_SECONDS = 20.0
ANSWER_SECONDS = 10.0
Message: TypeAlias = Mapping[str, Any]


class UnavailableError(Exception):
    """The server cannot be had on this machine; the text says why."""


class SilentError(Exception):
    """The server ended, or did not answer in time."""


@dataclass(frozen=True, order=True, slots=True)
class Mark:
    """A red mark. ``line`` counts from 1."""

    line: int
    message: str


# --- installing -------------------------------------------------------------------------------------------------------


def cache_folder() -> Path:
    """Where servers are kept: ``KFEXPORT_EDITOR_CACHE``, or a folder of our own in the user's cache."""
    named = os.environ.get("KFEXPORT_EDITOR_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kfexport-tests"


def command() -> list[str]:
    """How the server is started, installed where it is not there yet. Raises ``UnavailableError``."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise UnavailableError("needs Node.js and npm")
    version = _output([node, "--version"], HERE, 5.0)
    if not version.startswith("v") or int(version[1:].split(".")[0]) < NODE_MAJOR:
        raise UnavailableError(f"needs Node.js {NODE_MAJOR} or newer, not {version}")
    try:
        folder = _installed(npm)
    except OSError as error:
        raise UnavailableError(f"the YAML language server cannot be installed: {error}") from error
    return [node, str(folder / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"), "--stdio"]


def _installed(npm: str) -> Path:
    """The folder that holds the server. Of processes that come at the same time, one installs and the others wait."""
    cache = cache_folder()
    cache.mkdir(parents=True, exist_ok=True)
    pinned = hashlib.sha256(b"".join(path.read_bytes() for path in MANIFESTS)).hexdigest()[:12]
    folder = cache / f"yaml-language-server-{pinned}"
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            with tempfile.TemporaryDirectory(dir=cache) as scratch:
                fresh = Path(scratch, "server")
                fresh.mkdir()
                _install(npm, fresh)
                # Named when it is whole, so that an install which was broken off is never taken for one.
                fresh.rename(folder)
    return folder


def _install(npm: str, folder: Path) -> None:
    for path in MANIFESTS:
        shutil.copy(path, folder)
    options = (
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--prefer-offline",
        "--fetch-retries=1",
        "--fetch-retry-mintimeout=1000",
    )
    _output([npm, "ci", *options], folder, INSTALL_SECONDS)


def _output(arguments: Sequence[str], folder: Path, seconds: float) -> str:
    name = Path(arguments[0]).name
    try:
        done = subprocess.run(
            arguments,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise UnavailableError(f"{name} took more than {seconds:.0f} seconds") from error
    if done.returncode:
        raise UnavailableError(f"{name} failed: {' '.join(done.stderr.split())[:300]}")
    return done.stdout.strip()


# --- speaking ---------------------------------------------------------------------------------------------------------


class Server:
    """A running server, to be used in a ``with``. Methods raise ``SilentError``.

    ``settings`` are those of VS Code's section ``yaml``; nothing is asked of the network. A file is opened once, under
    an address of its own, and need not be on the disk.
    """

    def __init__(self, arguments: Sequence[str], root: Path, settings: Mapping[str, Any]) -> None:
        offline = {"schemaStore": {"enable": False}, "kubernetesCRDStore": {"enable": False}}
        self._settings = {"yaml": {"validate": True, "completion": True, "hover": True, **offline, **settings}}
        self._opened: set[str] = set()
        self._marks: dict[str, list[Mark]] = {}
        self._inbox: queue.Queue[Message | None] = queue.Queue()
        self._sent = 0
        self._configured = False
        self._process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._listener = threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True)
        self._listener.start()
        text = {"hover": {"contentFormat": ["markdown"]}, "completion": {"completionItem": {"snippetSupport": True}}}
        folders = [{"uri": root.as_uri(), "name": root.name}]
        self._ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": root.as_uri(),
                "workspaceFolders": folders,
                "capabilities": {"workspace": {"configuration": True, "workspaceFolders": True}, "textDocument": text},
            },
        )
        self._tell("initialized", {})
        deadline = time.monotonic() + ANSWER_SECONDS
        while not self._configured:
            self._receive(deadline)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def marks(self, texts: Mapping[str, str]) -> dict[str, list[Mark]]:
        """The marks that the server sets in each of these files, from address to text, when they are opened."""
        for uri, text in texts.items():
            self._open(uri, text)
        deadline = time.monotonic() + ANSWER_SECONDS
        while not texts.keys() <= self._marks.keys():
            self._receive(deadline)
        return {uri: sorted(self._marks[uri]) for uri in texts}

    def completion(self, uri: str, text: str, line: int, column: int) -> list[str]:
        """What is offered at a place (counted from 0) of a file, which is opened for it."""
        self._open(uri, text)
        found = self._ask("textDocument/completion", _place(uri, line, column)) or []
        return [item["label"] for item in (found["items"] if isinstance(found, dict) else found)]

    def hover(self, uri: str, line: int, column: int) -> str:
        """What is shown at a place (counted from 0) of a file that is open: Markdown, or nothing."""
        found = self._ask("textDocument/hover", _place(uri, line, column))
        return found["contents"]["value"] if found else ""

    def _open(self, uri: str, text: str) -> None:
        # No address twice: the server keeps what it parsed even of a file that was closed.
        assert uri not in self._opened, uri
        self._opened.add(uri)
        opened = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._tell("textDocument/didOpen", {"textDocument": opened})

    def _tell(self, method: str, params: Message) -> None:
        self._send({"method": method, "params": params})

    def _ask(self, method: str, params: Message) -> Any:
        number = self._send({"id": self._sent, "method": method, "params": params})
        deadline = time.monotonic() + ANSWER_SECONDS
        while True:
            message = self._receive(deadline)
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise SilentError(f"{method}: {message['error']}")
                return message["result"]

    def _send(self, message: Message) -> int:
        number = self._sent
        self._sent += 1
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        pipe = self._process.stdin
        assert pipe is not None
        try:
            pipe.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            pipe.flush()
        except OSError as error:
            raise SilentError("the language server ended") from error
        return number

    def _receive(self, deadline: float) -> Message:
        """The next message; what the server asks of an editor is answered on the way."""
        try:
            message = self._inbox.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise SilentError(f"the language server said nothing for {ANSWER_SECONDS:.0f} seconds") from None
        if message is None:
            raise SilentError("the language server ended")
        if "id" in message and message.get("method") == "workspace/configuration":
            sections = [item.get("section", "") for item in message["params"]["items"]]
            self._send({"id": message["id"], "result": [self._settings.get(section) for section in sections]})
            self._configured |= "yaml" in sections
        elif "id" in message and "method" in message:
            self._send({"id": message["id"], "result": None})
        elif message.get("method") == "textDocument/publishDiagnostics":
            found = message["params"]
            self._marks[found["uri"]] = [
                Mark(mark["range"]["start"]["line"] + 1, mark["message"]) for mark in found["diagnostics"]
            ]
        return message

    def _listen(self, pipe: IO[bytes]) -> None:
        """Runs beside: a pipe has no time limit, a queue has."""
        try:
            while True:
                length = 0
                while header := pipe.readline().strip():
                    name, value = header.split(b":", 1)
                    length = int(value) if name.lower() == b"content-length" else length
                if not length:
                    break
                self._inbox.put(json.loads(pipe.read(length)))
        except ValueError:
            pass  # the pipe was closed
        self._inbox.put(None)


def _place(uri: str, line: int, column: int) -> Message:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}
