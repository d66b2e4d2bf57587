"""Show what a target made of a question: ``python -m docs.excerpt TARGET QUESTION``, for the page on question types.

It reads the quiz ``types`` below ``out/`` and leaves out what is the same in all questions.
"""

import csv
import re
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

_QUIZ: Final = "types"
_EMPTY: Final = re.compile(r'\s*<(\w+) format="html">\s*<text/>\s*</\1>')
_PARTS: Final = re.compile(
    r"^  <responseDeclaration\b[^\n]*/>$"
    r"|^  <responseDeclaration\b.*?^  </responseDeclaration>$"
    r"|^  <itemBody>.*?^  </itemBody>$"
    r"|^  <responseProcessing template=[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
_BREAK: Final = re.compile(r"(?<=.)(?=<(?:response_\w+|render_\w+|/render_\w+|/response_lid|/response_str)\b)")
_USUAL: Final = re.compile(
    r"\s*<(\w*(?:standard|numbering|layout|selecttype|shownum|showgrading|unitgrading|unitpenalty|unitsleft|required)\w*)>"
    r".*?</\1>"
)


def moodle(question: str) -> Iterator[str]:
    """The type, the text, and what follows the number by which Moodle knows the question."""
    text = Path("out", "moodle", f"{_QUIZ}.xml").read_text(encoding="utf-8")
    part = next(p for p in text.split("  <question ")[1:] if f"<idnumber>{_QUIZ}/{question}<" in p)
    kind = part.partition(">")[0]
    found = re.search(r"<questiontext.*?</questiontext>", part, re.DOTALL)
    assert found is not None
    yield f"<question {kind}>"
    yield f"  {_one_line(found)}"
    rest = part.partition("</idnumber>\n")[2].partition("  </question>")[0]
    rest = _USUAL.sub("", _EMPTY.sub("", rest))
    rest = re.sub(r"<(answer|subquestion|graderinfo|units)\b.*?\n    </\1>", _one_line, rest, flags=re.DOTALL)
    yield from (line[2:] for line in rest.splitlines() if line)


def qti21(question: str) -> Iterator[str]:
    """The declared answers, the body, and the scoring where a template of the standard says it."""
    with zipfile.ZipFile(Path("out", "qti21", f"{_QUIZ}.zip")) as package:
        name = next(name for name in package.namelist() if name.startswith(f"q-{question[:15]}-"))
        item = package.read(name).decode()
    item = re.sub(r"<correctResponse>.*?</correctResponse>", _one_line, item, flags=re.DOTALL)
    item = item.replace(' caseSensitive="true"/>', "/>")
    for part in _PARTS.findall(item):
        yield from (line[2:] for line in part.splitlines())


def anki(question: str) -> Iterator[str]:
    """The front and the back of the note, or the text of a cloze note, without the element around them."""
    guids = {"kf-" + sha256(f"{_QUIZ}/{question}#{kind}".encode()).hexdigest()[:20] for kind in ("basic", "cloze")}
    for path in sorted(Path("out", "anki", _QUIZ).glob("*.csv")):
        for record in csv.reader(path.read_text(encoding="utf-8").splitlines()):
            if record[0] in guids:
                sides = ("text", "extra") if ".cloze." in path.name else ("front", "back")
                yield from (
                    f"{side}: {re.sub('^<div[^>]*>|</div>$', '', html)}"
                    for side, html in zip(sides, record[2:4], strict=True)
                    if html
                )


def canvas(question: str) -> Iterator[str]:
    """What the metadata says beside the points, the text with its answers, and the rules, each on a line."""
    with zipfile.ZipFile(Path("out", "canvas", f"{_QUIZ}.zip")) as package:
        name = next(name for name in package.namelist() if re.fullmatch(r"(t-[^/]*)/\1\.xml", name))
        text = package.read(name).decode()
    item = re.search(rf'<item ident="q-{question[:15]}-.*?</item>', text, re.DOTALL)
    assert item is not None
    for label, entry in re.findall(r"<fieldlabel>(.*?)</fieldlabel><fieldentry>(.*?)</fieldentry>", item[0]):
        if label not in ("points_possible", "original_answer_ids"):
            yield f"{label}: {entry}"
    presentation = re.search(r"<presentation>(.*?)</presentation>", item[0], re.DOTALL)
    assert presentation is not None
    depth = 0
    for line in _BREAK.sub("\n", presentation[1]).split("\n"):
        depth -= line.startswith("</")
        yield f"{'  ' * depth}{line}"
        depth += bool(re.match(r"<(?:response_lid|response_str|render_\w+)\b(?!.*</(?:response_label)>$)", line))
    yield from re.findall(r"<respcondition.*?</respcondition>", item[0], re.DOTALL)


def _one_line(found: re.Match[str]) -> str:
    return re.sub(r"\s*\n\s*", "", found[0])


_TARGETS: Final[Mapping[str, Callable[[str], Iterator[str]]]] = {
    "moodle": moodle,
    "qti21": qti21,
    "anki": anki,
    "canvas": canvas,
}

if __name__ == "__main__":
    target, asked = sys.argv[1:]
    sys.stdout.writelines(f"{line}\n" for line in _TARGETS[target](asked))
