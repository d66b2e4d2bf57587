"""A small Moodle: reads Moodle XML with the losses of the real importer, and shows texts as its filters leave them.

Written from what Moodle 4.5.6 does: lib/xmlize.php, question/format.php, question/format/xml/format.php,
filter/emoticon, filter/mathjaxloader; libxml2 2.9.14 pushed 4096 bytes at a time. Independent of kfexport.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

import lxml.html
import mathjax

CHUNK = 4096
BIG_BUFFER = 300
GRADES = (100, 90, 83.3333333, 80, 75, 70, 66.6666667, 60, 50, 40, 33.3333333, 30, 25, 20, 16.6666667, 14.2857143, 12.5,
          11.1111111, 10, 5, 0)  # fmt: skip
EMOTICONS = [
    ":-)", ":)", ":-D", ";-)", ":-/", "V-.", ":-P", ":-p", "B-)", "^-)", "8-)", ":o)", ":-(", ":(", "8-.",
    ":-I", ":-X", "8-o", "P-|", "8-[", "(grr)", "xx-P", "|-.", "}-]", "(h)", "(heart)", "(y)", "(n)", "(martin)", "( )",
]  # fmt: skip
PHP_BLANK = " \t\n\r\0\x0b"
_TOKEN = re.compile(
    rb"<!\[CDATA\[(?P<cdata>.*?)\]\]>|<!--.*?-->|<\?.*?\?>|<(?P<tag>[^>]*)>|&(?P<ref>[^;]+);|(?P<text>[^<&]+)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r'([\w]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\')')
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


class Refused(Exception):  # noqa: N818
    """Moodle stops the import."""


@dataclass
class Node:
    tag: str
    attributes: dict[str, str]
    children: list["Node"] = field(default_factory=list)
    value: str = ""

    def all(self, tag: str) -> list["Node"]:
        return [c for c in self.children if c.tag == tag]

    def first(self, tag: str) -> "Node | None":
        return next(iter(self.all(tag)), None)

    def text(self) -> str:
        """The trimmed content of the first ``<text>``."""
        inner = self.first("text")
        return inner.value.strip(PHP_BLANK) if inner is not None else ""

    def leaf(self, tag: str, default: str = "") -> str:
        found = self.first(tag)
        return found.value if found is not None else default


def parse(data: bytes) -> Node:
    """The tree as xmlize leaves it: pieces of character data that hold only white space are gone."""
    _check_well_formed(data)
    top = Node("", {})
    stack = [top]
    for match in _TOKEN.finditer(data):
        kind, content = match.lastgroup, match[match.lastgroup] if match.lastgroup else b""
        if kind == "tag":
            _tag(content.decode(), stack)
        elif kind == "cdata":
            for piece in _pieces(data, match.start("cdata"), match.end("cdata")):
                _add(stack[-1], piece.decode())
        elif kind == "ref":
            name = content.decode()
            _add(stack[-1], _NAMED[name] if name in _NAMED else _numeric(name))
        elif kind == "text":
            _add(stack[-1], content.decode().replace("\r\n", "\n"))
    return top.children[0]


def _check_well_formed(data: bytes) -> None:
    parser = expat.ParserCreate()
    try:
        for start in range(0, len(data), CHUNK):
            parser.Parse(data[start : start + CHUNK], False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise Refused(f"Error parsing XML: {error}") from error


def _numeric(name: str) -> str:
    return chr(int(name[2:], 16) if name[1] == "x" else int(name[1:]))


def _tag(content: str, stack: list[Node]) -> None:
    if content.startswith("/"):
        stack.pop()
        return
    attributes = {m[1]: m[2] if m[2] is not None else m[3] for m in _ATTRIBUTE.finditer(content)}
    node = Node(re.split(r"[\s/]", content)[0], attributes)
    stack[-1].children.append(node)
    if not content.endswith("/"):
        stack.append(node)


def _add(node: Node, piece: str) -> None:
    if piece.strip(PHP_BLANK):
        node.value += piece


def _pieces(data: bytes, start: int, end: int) -> list[bytes]:
    """How libxml2 hands over a CDATA section: 300 bytes with each chunk until the end mark is in the buffer."""
    if end - start >= 10_000_000:
        raise Refused("Error parsing XML: No memory")
    pieces, at = [], start
    for border in range((start // CHUNK + 1) * CHUNK, end + 3, CHUNK):
        if border - at >= BIG_BUFFER + 2:
            stop = at + BIG_BUFFER
            while data[stop] & 0xC0 == 0x80:
                stop -= 1
            pieces.append(data[at:stop])
            at = stop
    return [*pieces, data[at:end]]


def param_text(text: str) -> str:
    """clean_param(…, PARAM_TEXT): tags go, and so does all that follows an unclosed one."""
    return re.sub(r"<(?![ \t\n\r\v\f])[^>]*>?", "", text)


@dataclass
class Answer:
    text: str
    fraction: float
    feedback: str


@dataclass
class Imported:
    """A question in the bank."""

    kind: str
    category: tuple[str, ...]
    name: str
    text: str
    general: str
    grade: float
    penalty: float
    idnumber: str | None
    tags: list[str]
    node: Node
    answers: list[Answer] = field(default_factory=list)
    single: bool = False
    shuffle: bool = False
    grading: Callable[[Any], float] | None = None
    """Response → fraction, where a machine grades (``moodle_engine``)."""
    parts: list[Any] = field(default_factory=list)
    """Blanks of a cloze, stems and choices of a matching question."""

    def mark(self, response: Any) -> float:
        """Marks for a response."""
        assert self.grading is not None
        return self.grade * self.grading(response)

    def rich(self, tag: str) -> str:
        found = self.node.first(tag)
        assert found is not None, tag
        assert found.attributes["format"] in ("html", "plain_text")
        return found.text()

    def score(self, picked: int | None) -> float:
        """Marks of who picks one choice, or nothing."""
        assert self.single
        return self.grade * self.answers[picked].fraction if picked is not None else 0.0


@dataclass
class Bank:
    """A course's question bank: category path → description, and the questions."""

    categories: dict[tuple[str, ...], str] = field(default_factory=dict)
    questions: list[Imported] = field(default_factory=list)

    def __getitem__(self, idnumber: str) -> Imported:
        return next(q for q in self.questions if q.idnumber == idnumber)


def load(data: bytes) -> Bank:
    """Import a file.

    Raises:
        Refused: Moodle would stop, with or without a message.
    """
    root = parse(data)
    if root.tag != "quiz" or not root.all("question"):
        raise Refused("There are no questions in the import file")
    bank, here = Bank(), ()
    for node in root.all("question"):
        if node.attributes["type"] == "category":
            here = _category(node, bank)
        else:
            bank.questions.append(_question(node, here, bank))
    return bank


def _category(node: Node, bank: Bank) -> tuple[str, ...]:
    category = node.first("category")
    if category is None or category.first("text") is None:
        raise Refused("TypeError")
    raw = re.split(r"(?<!/)/(?!/)", category.text())
    names = [param_text(n.replace("//", "/").strip(PHP_BLANK)) for n in raw]
    if re.fullmatch(r"\$[a-z]+\$", names[0]):
        del names[0]
    path: tuple[str, ...] = ()
    for name in names:
        if name == "top":
            continue
        if not name:
            raise Refused("a category without a name")
        if len(name) > 255:
            raise Refused("DB error: value too long")
        path = (*path, name)
        bank.categories.setdefault(path, "")
    info = node.first("info")
    if info is not None and info.text() and not bank.categories[path]:
        bank.categories[path] = info.text()
    return path


def _question(node: Node, category: tuple[str, ...], bank: Bank) -> Imported:
    name = node.first("name")
    if name is None or name.first("text") is None:
        raise Refused("Missing question name in XML file")
    clean = param_text(name.text()).strip(PHP_BLANK)
    if len(clean) > 255:
        clean = clean[:248] + "..."
    text, general = node.first("questiontext"), node.first("generalfeedback")
    found = Imported(
        kind=node.attributes["type"],
        category=category,
        name=clean,
        text=text.text() if text is not None else "",
        general=general.text() if general is not None else "",
        grade=number(node.leaf("defaultgrade", "1"), 99999.9999999),
        penalty=number(node.leaf("penalty", "0.3333333"), 1),
        idnumber=_idnumber(node, category, bank),
        tags=_tags(node),
        node=node,
    )
    match found.kind:
        case "multichoice":
            _multichoice(found)
        case "essay":
            _essay(found)
        case other:
            from moodle_engine import TYPES

            if other not in TYPES:
                raise Refused(f"Question type {other} is not supported by XML import")
            TYPES[other](found)
    return found


def number(text: str, most: float) -> float:
    if not re.fullmatch(r"-?\d+(\.\d+)?", text):
        raise Refused(f"TypeError: {text!r}")
    if float(text) > most:
        raise Refused(f"DB error: {text}")
    return float(text)


def _idnumber(node: Node, category: tuple[str, ...], bank: Bank) -> str | None:
    value = node.leaf("idnumber")
    if len(value) > 100:
        raise Refused("DB error: idnumber too long")
    taken = {q.idnumber for q in bank.questions if q.category == category}
    return value if value and value not in taken else None


def _tags(node: Node) -> list[str]:
    tags = node.first("tags")
    found: dict[str, str] = {}
    for tag in tags.all("tag") if tags is not None else []:
        # clean_param(…, PARAM_TAG)
        clean = re.sub(r"\s+", " ", re.sub(r"[\x00-\x1f\x7f-\x9f<>`]", "", tag.text())).strip(" ")[:255]
        if clean:
            found[clean.lower()] = clean
    return list(found.values())


def flag(node: Node, tag: str, default: str) -> bool:
    return node.leaf(tag, default).strip() not in ("false", "0", "")


def _multichoice(found: Imported) -> None:
    node = found.node
    answers = [Answer(a.text(), fraction_of(a), feedback_of(a)) for a in node.all("answer")]
    if len(answers) < 2:
        raise Refused("This type of question requires at least 2 choices")
    found.answers = [a for a in answers if a.text]
    found.single = flag(node, "single", "true")
    found.shuffle = flag(node, "shuffleanswers", "false")
    if node.leaf("answernumbering", "abc") not in ("abc", "ABCD", "123", "iii", "IIII", "none"):
        raise Refused("ERR before every choice")
    if not found.single:
        # Question/type/multichoice/question.php: the sum of what is ticked, clipped; nothing ticked is no answer.
        found.grading = lambda ticked: min(1.0, max(0.0, sum(found.answers[i].fraction for i in ticked)))
    else:
        found.grading = lambda picked: found.answers[picked].fraction if picked is not None else 0.0


def feedback_of(answer: Node) -> str:
    feedback = answer.first("feedback")
    return feedback.text() if feedback is not None else ""


def fraction_of(answer: Node) -> float:
    written = number(answer.attributes["fraction"], 100)
    for listed in GRADES:
        for value in (listed, -listed):
            if abs(value - written) < 0.001:
                return value / 100
    raise Refused(f"Grades ({written}) do not match grade options")


def _essay(found: Imported) -> None:
    if found.node.leaf("responseformat") not in ("editor", "editorfilepicker", "plain", "monospaced", "noinline"):
        raise Refused("unknown response format")
    for tag in ("responserequired", "responsefieldlines", "attachments", "attachmentsrequired"):
        number(found.node.leaf(tag, "0"), 1e6)


def shown(html: str) -> str:
    """The text that a learner sees, with what Moodle's filters do to it; white space as the browser collapses it,
    but for the content of ``<pre>``."""
    return " ".join(filtered(html).text_content().split())


def pre(html: str) -> list[str]:
    """The content of each code block."""
    return [element.text_content() for element in filtered(html).iter("pre")]


def filtered(html: str) -> lxml.html.HtmlElement:
    html = html.replace("@@PLUGINFILE@@/", "https://moodle.example/pluginfile.php/")
    formulas = re.search(r"\\\(.*\\\)|\\\[.*\\\]|\$\$", html, flags=re.DOTALL)
    if re.search(r"\\[\[(]|\$\$", html):  # a filter that means tags in a formula, and looks at the whole text
        html = re.sub(r"\{[^}]+\}", lambda m: m[0].replace("<", "&lt;").replace(">", "&gt;"), html)
    zones = re.split(r"(<pre.*?</pre>)", html, flags=re.DOTALL)
    for emoticon in EMOTICONS:
        zones[::2] = [z.replace(emoticon, '<img alt="face">«face»') for z in zones[::2]]
    tree = lxml.html.fragment_fromstring("".join(zones), create_parent="div")
    if formulas:  # then the filter wraps the whole text, and MathJax looks at all of it
        mathjax.typeset(tree, mathjax.MOODLE, escapes=True)
    return tree
