"""Any text in any field: files that are well-formed and valid, and the same to be seen in all of them.

What is to be seen is asked of the Markdown parser itself, without anything of ours between, and for Latin texts of
another implementation of CommonMark; HTML is read by the parser of the standard library.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path

import comrak
import pytest
import text_fields
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from shown import Output, told
from text_fields import AROUND, BEHIND, FIELD, KINDS, NO_FILES, ONE_LINE, around, step
from text_places import Look, Schemas, invalid, read_schemas

from kfexport.diagnostics import Severity

BOUNDED = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=35,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""An example holds several texts, and is built in all kinds of quizzes."""
REFUSED = {"KF030", "KF031", "KF204", "KF208", "KF302", "KF303", "KF304", "KF310", "KF321"}
"""What may be said of a text instead: nothing to see, faulty images, links and formulas, forbidden characters."""

OPTIONS = comrak.ExtensionOptions(strikethrough=True, table=True, cjk_friendly_emphasis=True, math_dollars=True)
ESCAPE = comrak.RenderOptions(escape=True)
COMMONMARK = MarkdownIt("commonmark")

# Line ends of YAML 1.1 are no part of a line, and what the tests put around formulas and tags is not in the texts;
# the noncharacters would be replaced in the text of a cloze alone.
_SIGNS = st.characters(
    codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\u2028\u2029\ufeff\ufffe\uffff⟦⟧‹"
)
ANY = st.text(_SIGNS.filter(lambda c: not "\ufdd0" <= c <= "\ufdef"), max_size=40)
_WORDS = (
    "a b é x_1 * ** _ ` `` ``` ~ ~~ $ $$ \\ < > & ; : :) (n) [ ] ( ) ! # - + 1. | --- {{ }} {{c1:: ${{ @@PLUGINFILE@@ "
    "[b1] [[x]] ]]> <b> </b> <!-- --> &lt; &copy; &#65; https://e.org <https://e.org> [a](b) = ' \" % ^ \\( \\) "
    "日本 「 」 。 カ が ３ 한국 שלום 😀 👩\u200d💻 e\u0301 \u00a0 \u3000 \u200f"
)
_GAPS = st.sampled_from(["", "", " ", " ", "  ", "\n", "\n\n", "\n    ", "\n- ", "\n> ", "\t"])
MARKED = st.lists(st.tuples(st.sampled_from(_WORDS.split(" ")), _GAPS), max_size=14).map(
    lambda parts: "".join(word + gap for word, gap in parts)
)
LATIN = st.text(
    st.characters(min_codepoint=32, max_codepoint=255, exclude_categories=["Cc"], exclude_characters="<$~|{\xa0")
    | st.sampled_from("*_`\\[]()!#->&;\n\n 1."),
    max_size=60,
)


class _Reader(HTMLParser):
    """Visible text and code of HTML."""

    BLOCKS = (
        "p",
        "li",
        "br",
        "pre",
        "td",
        "th",
        "tr",
        "hr",
        "ul",
        "ol",
        "blockquote",
        "table",
        *(f"h{n}" for n in range(1, 7)),
    )

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.codes: dict[str, list[str]] = {"code": [], "pre": []}
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.text += " " if tag in self.BLOCKS else ""
        if tag in self.codes and "pre" not in self.open:
            self.codes[tag].append("")
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.text += " " if tag in self.BLOCKS else ""

    def handle_endtag(self, tag: str) -> None:
        self.text += " " if tag in self.BLOCKS else ""
        if tag in self.open:
            self.open.remove(tag)

    def handle_data(self, data: str) -> None:
        self.text += data
        for tag in self.open:
            self.codes[tag][-1] += data


def read(html: str) -> Look:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    line = re.sub(r"[ \t\r\n\f]+", " ", reader.text).strip(" ")
    return Look(line, reader.codes["code"], [block.removesuffix("\n") for block in reader.codes["pre"]])


def by_comrak(text: str, *, inline: bool = False) -> Look | None:
    """What comrak's own HTML shows, or nothing where our reading differs on purpose in more than a sign."""
    if re.search(r"<[^<>\s]*[:@]|\]\(\s*<|\]:\s*<", text):
        return None  # an address in angle brackets
    if re.search(r"<(?:[A-Za-z][^>]*\s|[!?]).*>", text, re.DOTALL):
        return None  # a tag or a comment, whose inside is as it was typed
    # Tags are text and one tilde is a tilde: other punctuation in their place says so.
    source = re.sub(r"\\.|~+|<", lambda m: {"<": "‹", "~": "∼"}.get(m[0], m[0]), text, flags=re.DOTALL)
    source = "x " + source.strip(" \t") if inline else source.strip("\n")
    html = comrak.markdown_to_html(source, OPTIONS, comrak.ParseOptions(), ESCAPE)
    if "data-math-style" in html or "<img" in html:
        return None
    seen = read(html.replace("‹", "&lt;").replace("∼", "~"))
    return Look(seen.line.removeprefix("x").strip(" "), seen.code, seen.pre) if inline else seen


def like(seen: Look, text: str) -> tuple[str, list[str], list[str]]:
    """What of a look can be compared whatever the text: lines of Chinese and Japanese join without a blank, QTI shows
    formulas without MathML as code, and texts that are no HTML hold word joiners."""
    line = re.sub("[⟦⟧\u2060]", "", seen.line)
    if ("\n" in text and not text.isascii()) or "$" in text:
        line = "".join(line.split())
    code = [] if "$" in text else [one.replace("\u2060", "") for one in seen.code]
    return line, code, [one.replace("\u2060", "") for one in seen.pre]


def renamed(seen: Look, field: str, other: str) -> Look:
    """A look with another name for the field of a blank."""
    return Look(
        seen.line.replace(field, other),
        [code.replace(field, other) for code in seen.code],
        [code.replace(field, other) for code in seen.pre],
    )


def built(folder: Path, kind: str, texts: Mapping[str, str]) -> tuple[Mapping[str, str], dict[str, Output]]:
    """A build of the texts that are not refused."""
    report, outputs = text_fields.build(folder, kind, texts) if texts else (None, {})
    if report is None or report.ok:
        return texts, outputs
    errors = [d for d in report.diagnostics if d.severity is Severity.ERROR]
    # An order without words cannot be shown in Classic Quizzes.
    assert {d.code for d in errors} <= REFUSED | ({"KF401"} if kind == "order" else set()), told(report)
    bad = {d.question for d in errors}
    assert bad <= texts.keys(), told(report)
    return built(folder, kind, {id: text for id, text in texts.items() if id not in bad})


def says_something(text: str) -> bool:
    """Not so a rule across the page alone, for which a card shows the id of its question."""
    shown = by_comrak(text)
    return bool(text.strip()) and (shown is None or bool(shown.line))


def everywhere(
    folder: Path, texts: Sequence[str], kinds: Sequence[str] = KINDS
) -> Iterator[tuple[str, Mapping[str, str], dict[str, Output]]]:
    """Each kind of quiz, with those texts that it takes."""
    good: Mapping[str, str] = {f"t{i}": text for i, text in enumerate(texts) if says_something(text)}
    for kind in kinds:
        offered = {id: text for id, text in good.items() if kind not in ONE_LINE or "\n" not in text}
        taken, outputs = built(folder / kind, kind, offered)
        if kind not in ONE_LINE:
            good = taken
        if taken:
            yield kind, taken, outputs


def agree(kind: str, texts: Mapping[str, str], outputs: Mapping[str, Output]) -> None:
    """All that is seen is what the parser says, or else what Moodle shows."""
    known: dict[str, dict[str, Look | None]] = {
        id: {key: by_comrak(text + behind, inline=kind in ONE_LINE) for key, behind in BEHIND.items()}
        for id, text in texts.items()
    }
    for id, reader, places in text_fields.seen(kind, outputs, list(texts)):
        # No text here has an image of the bank.
        patterns = {place: pattern.replace(f"@{NO_FILES}", "@") for place, pattern in AROUND[kind][reader].items()}
        assert places.keys() == patterns.keys(), (reader, texts[id])
        if reader == "moodle":
            for place, pattern in patterns.items():
                if pattern[:1] == "@" and known[id].get(pattern[1:], places[place]) is None:
                    known[id][pattern[1:]] = renamed(places[place], FIELD["moodle"], "[[gap]]")
        looks = {key: renamed(look, "[[gap]]", FIELD[reader]) for key, look in known[id].items() if look}
        for place, pattern in patterns.items():
            one, other = around(pattern, id, looks), places[place]
            if kind == "order" and reader in ("classic", "new_quizzes"):
                one, other = (step(look, plain=reader == "classic") for look in (one, other))
            assert like(other, texts[id]) == like(one, texts[id]), (reader, place, texts[id])


@BOUNDED
@given(st.lists(ANY | MARKED, min_size=4, max_size=12))
def test_any_text_is_seen_alike_in_any_field(tmp_path: Path, texts: list[str]) -> None:
    for kind, taken, outputs in everywhere(tmp_path, texts):
        agree(kind, taken, outputs)


@pytest.fixture(scope="module")
def schemas(xsd_dir: Path) -> Schemas:
    return read_schemas(xsd_dir)


@BOUNDED
@given(st.lists(ANY | MARKED, min_size=4, max_size=12))
def test_any_text_is_valid_in_any_field(tmp_path: Path, schemas: Schemas, texts: list[str]) -> None:
    for _, _, outputs in everywhere(tmp_path, texts):
        assert invalid(outputs, schemas) == []


@BOUNDED
@given(st.lists(LATIN, min_size=4, max_size=12))
def test_latin_texts_are_what_another_parser_shows(tmp_path: Path, texts: list[str]) -> None:
    for kind, taken, outputs in everywhere(tmp_path, texts, ["essay"]):
        for id, _, places in text_fields.seen(kind, outputs, list(taken)):
            (place,) = (place for place in ("questiontext", "stem", "stem1", "front") if place in places)
            assert like(places[place], taken[id]) == like(read(COMMONMARK.render(taken[id])), taken[id])
