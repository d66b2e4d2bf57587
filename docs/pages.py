r"""Write pages that show ``source/features.yaml`` as Moodle, Canvas and Anki do: ``python -m docs.pages FOLDER``.

The exports are read as each importer reads them, go through what the platform does to texts (filters, sanitiser, card
templates), and stand in a plain frame (``docs/frames``) with MathJax of the platform's version and settings.
The screenshots in ``docs/screenshots`` are made so, with Anki's backend of the dependency group ``anki`` installed::

    npm install --prefix shots/mathjax moodle@npm:mathjax@2.7.9 canvas@npm:mathjax@2.7.7 anki@npm:mathjax@3.2.2
    python -m docs.pages shots
    for page in moodle,4013 canvas,5254 anki,8326; do
        chromium --headless --no-sandbox --allow-file-access-from-files --hide-scrollbars --virtual-time-budget=30000 \
            --window-size=900,${page#*,} --screenshot=docs/screenshots/${page%,*}.png file://$PWD/shots/${page%,*}.html
    done

A page tells its height by its title once the formulas are set: ``--dump-dom`` instead of ``--screenshot`` shows it.
"""

import argparse
import html
import importlib
import io
import re
import shutil
import zipfile
from base64 import b64decode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import lxml.html
from lxml import etree

import kfexport

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "source" / "features.yaml"
_QTI: Final = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"


def page(platform: str, parts: Iterator[str]) -> str:
    """The HTML of questions in the frame of a platform, with its MathJax."""
    frame = (ROOT / "docs" / "frames" / f"{platform}.html").read_text(encoding="utf-8")
    return frame.replace("<!-- questions -->", "\n".join(parts))


# Moodle.

_EMOTICONS: Final = re.compile(
    r":-?[)(]|:-[DIXPp/]|;-\)|B-\)|\^-\)|8-[)o.[]|:o\)|V-\.|P-\||\(grr\)|xx-P|\|-\.|\}-\]|\((?:h|heart|y|n|martin| )\)"
)
_NOLINK: Final = re.compile(r'(<span class="nolink">.*?</span>|<pre.*?</pre>|<a .*?</a>|<[^>]*>)', re.DOTALL)
_MATH: Final = re.compile(r"\\\[.*?\\\]|\$\$.*?\$\$|\\\(.*?\\\)", re.DOTALL)
_CLOZE: Final = re.compile(r"\{\d*:([A-Z_]+):((?:\\.|[^}\\])*)\}")


def filtered(text: str) -> str:
    """What Moodle's filters make of a text: formulas are marked for MathJax, then come emoticons, then addresses."""
    if re.search(r"\\[(\[]|\$\$", text):
        escape = str.maketrans({"<": "&lt;", ">": "&gt;"})
        text = re.sub(r"\{[^}]+\}", lambda m: m[0].translate(escape), text)
        text, formulas = _MATH.subn(r'<span class="nolink">\g<0></span>', text)
        text = f'<span class="filter_mathjaxloader_equation">{text}</span>' if formulas else text
    parts = _NOLINK.split(text)
    parts[::2] = [
        re.sub(r"https?://\S+", r'<a href="\g<0>">\g<0></a>', _EMOTICONS.sub("🙂", run)) for run in parts[::2]
    ]
    return "".join(parts)


def moodle(data: bytes, folder: Path) -> Iterator[str]:
    """The questions of Moodle XML as an attempt shows them after it is finished; their files go to ``folder``."""
    for question in etree.fromstring(data).iter("question"):
        for file in question.iter("file"):
            (folder / str(file.get("name"))).write_bytes(b64decode(file.text or ""))
        if question.get("type") == "category":
            continue
        kind, outcome = str(question.get("type")), []
        for tag in (
            "correctfeedback",
            "partiallycorrectfeedback",
            "incorrectfeedback",
            "hint",
            "generalfeedback",
            "graderinfo",
        ):
            outcome += [
                f"<small>{tag}</small><div>{_text(node)}</div>" for node in question.findall(tag) if _text(node)
            ]
        shown = "".join(outcome)
        yield (
            f'<div class="que {kind}"><div class="info">{kind}<br>{question.findtext("defaultgrade")} points</div>'
            f'<div class="content"><div class="formulation"><div class="qtext">{_moodle_text(question)}</div>'
            f'<div class="answer">{"".join(_moodle_answers(question, kind))}</div></div>'
            f"{shown and f'<div class=outcome>{shown}</div>'}</div></div>"
        )


def _text(node: etree._Element) -> str:
    return filtered((node.findtext("text") or "").strip()).replace("@@PLUGINFILE@@/", "media/")


def _moodle_text(question: etree._Element) -> str:
    """The text, with fields for the blanks of a cloze and for runs of underscores."""
    text = question.find("questiontext")
    assert text is not None
    shown = re.sub("_____+", "<input size=12>", _text(text))
    return _CLOZE.sub(lambda m: _blank(m[1], html.unescape(m[2])), shown)


def _blank(kind: str, alternatives: str) -> str:
    listed = [re.sub(r"^(=|%[\d.]+%)", "", part).partition("#") for part in alternatives.split("~")]
    if "MULTICHOICE" not in kind:
        return f'<input size=12 value="{html.escape(listed[0][0].partition(":")[0])}">'
    options = "".join(f"<option>{text}" for text, _, _ in listed)
    told = "".join(f'<span class="specific">{re.sub("</?p>", "", told)}</span>' for _, _, told in listed if told)
    return f"<select>{options}</select>{told}"


def _moodle_answers(question: etree._Element, kind: str) -> Iterator[str]:
    if kind == "essay":
        yield f"<textarea cols=60 rows=3>{question.findtext('responsetemplate/text')}</textarea>"
    if kind == "matching":
        options = "".join(
            f"<option>{html.escape(told.text or '')}" for told in question.iterfind("subquestion/answer/text")
        )
        yield from (
            f"<div>{_text(node)} <select>{options}</select></div>"
            for node in question.iter("subquestion")
            if _text(node)
        )
    mark = {"multichoice": "<input type=radio>", "truefalse": "<input type=radio>", "ordering": "⇕"}.get(kind, "▸")
    if question.findtext("single") == "false":
        mark = "<input type=checkbox>"
    for i, node in enumerate(question.iterfind("answer")):
        letter = f"{'ABCDEFGHIJ'[i]}. " if kind == "multichoice" else ""
        feedback = node.find("feedback")
        told = _text(feedback) if feedback is not None else ""
        share = "" if kind == "ordering" else f" <small>{node.get('fraction')}%</small>"
        specific = told and f'<div class="specific">{told}</div>'
        yield f"<div>{mark}<span>{letter}</span><div>{_text(node)}</div>{share}{specific}</div>"


# Canvas.

# Tags that Classic Quizzes unwrap (gems/canvas_sanitize), of those that exports hold.
_UNKNOWN: Final = ("s", "kbd", "mark", "ruby", "rb", "rt", "rp", "details", "summary")
_CONTROL: Final[Mapping[str, str]] = {
    "true_false_question": "radio", "multiple_choice_question": "radio", "multiple_answers_question": "checkbox",
}  # fmt: skip


def sanitised(source: str) -> str:
    """HTML as Classic Quizzes keep it, with the addresses of the package's files."""
    tree = lxml.html.fragment_fromstring(source.replace("$IMS-CC-FILEBASE$/", ""), create_parent="div")
    for node in list(tree.iter(*_UNKNOWN)):
        node.drop_tag()
    return str(lxml.html.tostring(tree, encoding="unicode"))


def canvas(data: bytes, folder: Path) -> Iterator[str]:
    """The questions of a package for Canvas as Classic Quizzes show them with their comments."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            if name.startswith("media/"):
                (folder / Path(name).name).write_bytes(archive.read(name))
        (found,) = (name for name in archive.namelist() if re.fullmatch(r"(t-[^/]+)/\1\.xml", name))
        for item in etree.fromstring(archive.read(found)).iter(f"{_QTI}item"):
            yield _item(item)


def _item(item: etree._Element) -> str:
    fields = {
        e.findtext(f"{_QTI}fieldlabel"): e.findtext(f"{_QTI}fieldentry") or ""
        for e in item.iter(f"{_QTI}qtimetadatafield")
    }
    kind = fields["question_type"]
    stem, *_ = (_material(node) for node in item.iterfind(f"{_QTI}presentation/{_QTI}material"))
    comments = "".join(
        f'<div class="comment"><small>{html.escape(str(node.get("ident")))}</small>{_material(node)}</div>'
        for node in item.iter(f"{_QTI}itemfeedback")
    )
    head = f"{html.escape(str(item.get('title')))} <span>{fields['points_possible']} pts</span>"
    return (
        f'<div class="question {kind}"><div class="header mathjax_ignore">{head}</div><div class="text">'
        f'<div class="question_text user_content">{stem}</div>'
        f"{''.join(_canvas_answers(item, kind))}{comments}</div></div>"
    )


def _material(node: etree._Element) -> str:
    text = next(node.iter(f"{_QTI}mattext"))
    said = text.text or ""
    return sanitised(said if text.get("texttype") == "text/html" else html.escape(said, quote=False))


def _canvas_answers(item: etree._Element, kind: str) -> Iterator[str]:
    if kind == "essay_question":
        yield "<textarea cols=60 rows=3></textarea>"
    elif kind in ("short_answer_question", "numerical_question"):
        yield "<input size=20>"
    elif kind == "matching_question":
        for side in item.iter(f"{_QTI}response_lid"):
            options = "".join(
                f"<option>{html.escape(o.text or '')}" for o in side.iterfind(f".//{_QTI}response_label//{_QTI}mattext")
            )
            yield f'<div class="answer">{_material(side)}<select>{options}</select></div>'
    elif kind == "ordering_question":  # a matching of the places and the items, as plain text
        labels = [
            "".join(map(str, lxml.html.fromstring(_material(label)).itertext()))
            for label in item.iter(f"{_QTI}response_label")
        ]
        options = "".join(f"<option>{html.escape(label)}" for label in labels)
        yield from (f'<div class="answer">{i}<select>{options}</select></div>' for i in range(1, len(labels) + 1))
    elif kind in _CONTROL:
        for label in item.iter(f"{_QTI}response_label"):
            yield f'<label class="answer"><input type={_CONTROL[kind]}><div>{_material(label)}</div></label>'


# Anki.


def anki(folder: Path, work: Path) -> Iterator[str]:
    """Both sides of each card that Anki makes of an export, after all of its media are copied."""
    backend, lang = importlib.import_module("anki.collection"), importlib.import_module("anki.lang")
    lang.set_lang("en_US")
    col = backend.Collection(str(work / "pages.anki2"))
    try:
        for file in folder.glob("media/*"):
            shutil.copy(file, col.media.dir())
        for table in sorted(folder.glob("*.csv")):
            metadata = col.get_csv_metadata(path=str(table), delimiter=None)
            col.import_csv(backend.ImportCsvRequest(path=str(table), metadata=metadata))
        for card in sorted(map(col.get_card, col.find_cards("")), key=lambda card: (card.nid, card.ord)):
            sides = (col.media.escape_media_filenames(side) for side in (card.question(), card.answer()))
            shown = "".join(f'<div class="card card{card.ord + 1}">{side}</div>' for side in sides)
            yield re.sub(r'(<img[^>]* src=")', r"\1media/", f'<div class="both">{shown}</div>')
    finally:
        col.close()


def write(folder: Path) -> None:
    """Build the exports and write the three pages, with the images beside them."""
    shutil.rmtree(folder / "out", ignore_errors=True)
    (folder / "media").mkdir(parents=True, exist_ok=True)
    for old in folder.glob("pages.*"):
        old.unlink() if old.is_file() else shutil.rmtree(old)
    out = folder / "out"
    report = kfexport.build([SOURCE], targets=("moodle", "anki", "canvas"), out=out)
    assert report.ok
    for platform, parts in (
        ("moodle", moodle((out / "moodle/features.xml").read_bytes(), folder / "media")),
        ("canvas", canvas((out / "canvas/features.zip").read_bytes(), folder / "media")),
        ("anki", anki(out / "anki/features", folder)),
    ):
        (folder / f"{platform}.html").write_text(page(platform, parts), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m docs.pages", description="Write pages as platforms show them.")
    parser.add_argument("folder", type=Path, help="where they go")
    write(parser.parse_args().folder)
