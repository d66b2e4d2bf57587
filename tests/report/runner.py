"""How the runner of GitHub Actions reads a log, after its ``ActionCommand.cs`` and ``ActionCommandManager.cs``."""

import re
from dataclasses import dataclass, field

KNOWN = {"error", "warning", "notice", "group", "endgroup", "add-mask", "set-env", "stop-commands", "debug"}


@dataclass
class Command:
    name: str
    properties: dict[str, str] = field(default_factory=dict)
    data: str = ""


def unescape(text: str, tokens: str) -> str:
    for token in tokens:
        text = text.replace(f"%{ord(token):02X}", token)
    return text.replace("%25", "%")


def parse(line: str, known: set[str]) -> Command | None:
    line = line.lstrip()
    end = line.find("::", 2)
    if line.startswith("::") and end >= 0:
        name, _, properties = line[2:end].partition(" ")
        if name in known:
            pairs = (p.split("=", 1) for p in properties.strip().split(",") if p)
            values = {pair[0]: unescape(pair[1], "\r\n:,") for pair in pairs if len(pair) == 2 and pair[1]}
            return Command(name, values, unescape(line[end + 2 :], "\r\n"))
    old = re.search(r"##\[([^] ]*)[^]]*\](.*)", line)
    return Command(old[1], data=old[2]) if old and old[1] in known else None


def read(log: str) -> tuple[list[Command], list[str]]:
    """The commands that the runner carries out, and the lines that it leaves in the log."""
    known, word = set(KNOWN), ""
    commands: list[Command] = []
    left: list[str] = []
    for line in re.split(r"\r\n|\r|\n", log):
        command = parse(line, known)
        if command is None or (word and command.name != word):
            left.append(line)
        elif command.name == word:
            known.remove(word)
            word = ""
        elif command.name == "stop-commands":
            word = command.data
            known.add(word)
        else:
            commands.append(command)
    return commands, left
