"""Small images of every format, and what a platform shows of an export: each reference followed to its bytes."""

import base64
import csv
import io
import re
import struct
import zipfile
import zlib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote

import lxml.html
from lxml import etree

CP = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
FORBIDDEN_IN_MOODLE = re.compile(r"[&<>\"`|':\\/\x00-\x1f\x7f]")


def png(*colour: int) -> bytes:
    """One pixel of a colour, a true PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(bytes([0, *(colour or (0, 0, 0))]))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


RED, BLUE, GREEN = png(255, 0, 0), png(0, 0, 255), png(0, 255, 0)
JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xd9"
GIF = b"GIF89a\1\0\1\0\x80\0\0\xff\xff\xff\0\0\0!\xf9\4\0\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"
WEBP = b"RIFF\x1a\0\0\0WEBPVP8L\r\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>\n'


def put(folder: Path, **files: bytes) -> None:
    """Write files; ``__`` in a name stands for ``/``, and a name without an ending is a PNG."""
    for name, data in files.items():
        write(folder, name.replace("__", "/") + ".png", data)


def write(folder: Path, name: str, data: bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


@dataclass(frozen=True)
class Shown:
    """One image as a platform shows it."""

    place: str
    """Where: the element of Moodle XML, the file of a package, the column of a note."""
    alt: str
    sha: str
    """SHA-256 of the bytes; the address itself where it leads to the network."""
    size: tuple[str | None, str | None] = (None, None)


def sha(data: bytes) -> str:
    return sha256(data).hexdigest()


def _shown(place: str, img: etree._Element, data: bytes | None) -> Shown:
    digest = sha(data) if data is not None else str(img.get("src"))
    return Shown(place, str(img.get("alt")), digest, (img.get("width"), img.get("height")))


def is_remote(address: str) -> bool:
    return address.startswith(("http:", "https:", "//"))


def in_moodle(document: bytes) -> list[Shown]:
    """As Moodle resolves them: the decoded name, among the files of the very element that holds the text."""
    found = []
    for text in etree.fromstring(document, etree.XMLParser(huge_tree=True)).iter("text"):
        holder = text.getparent()
        assert holder is not None
        files = {str(f.get("name")): base64.b64decode(f.text or "", validate=True) for f in holder.findall("file")}
        for file in holder.findall("file"):
            assert dict(file.attrib) == {"name": file.get("name"), "path": "/", "encoding": "base64"}
            assert not FORBIDDEN_IN_MOODLE.search(str(file.get("name")))
        assert len(files) == len(holder.findall("file")), "two files of one name: Moodle would keep the first"
        used = set()
        for img in _images(text.text or ""):
            address = str(img.get("src"))
            if is_remote(address):
                found.append(_shown(holder.tag, img, None))
                continue
            assert address.startswith("@@PLUGINFILE@@/"), address
            name = unquote(address.removeprefix("@@PLUGINFILE@@/"))
            used.add(name)
            found.append(_shown(holder.tag, img, files[name]))
        assert used == set(files), "a file that no text of its element shows"
    return found


def in_package(content: bytes) -> list[Shown]:
    """As an engine resolves them: relative to the file, among the entries; each is listed once and depended on."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    manifest = etree.fromstring(entries["imsmanifest.xml"])
    resources = list(manifest.iter(f"{CP}resource"))
    listed = [str(file.get("href")) for file in manifest.iter(f"{CP}file")]
    assert sorted(listed) == sorted(set(entries) - {"imsmanifest.xml"})
    owner = {str(f.get("href")): str(r.get("identifier")) for r in resources for f in r.findall(f"{CP}file")}
    depends = {
        str(r.get("identifier")): {str(d.get("identifierref")) for d in r.findall(f"{CP}dependency")} for r in resources
    }
    assert len(depends) == len(resources)
    found = []
    shown = set()
    for name, data in entries.items():
        if not name.endswith(".xml"):
            continue
        for img in etree.fromstring(data).iter(f"{QTI}img"):
            address = str(img.get("src"))
            if is_remote(address):
                found.append(_shown(name, img, None))
                continue
            entry = unquote(address)
            assert owner[entry] in depends[owner[name]]
            shown.add(entry)
            found.append(_shown(name, img, entries[entry]))
    assert shown == {name for name in entries if not name.endswith(".xml")}
    for resource in resources:
        if resource.get("type") == "webcontent":
            assert resource.get("href") is None, "Canvas passes over a file that is the href of a resource"
    return found


CC = "{http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1}"
QTI12 = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
COURSE = "{http://canvas.instructure.com/xsd/cccv1p0}"


def in_canvas(content: bytes) -> list[Shown]:
    """As Canvas resolves them: below ``$IMS-CC-FILEBASE$``, among the files that the manifest lists. New Quizzes take
    the first dependency of the assessment for its settings."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    resources = list(etree.fromstring(entries["imsmanifest.xml"]).iter(f"{CC}resource"))
    assert [r.get("type") for r in resources[:2]] == [
        "imsqti_xmlv1p2", "associatedcontent/imscc_xmlv1p1/learning-application-resource",
    ]  # fmt: skip
    depends = [d.get("identifierref") for d in resources[0].findall(f"{CC}dependency")]
    assert depends == [r.get("identifier") for r in resources[1:]]
    files = {str(r.get("href")): r.get("type") for r in resources[2:]}
    assert len(files) == len(resources) - 2
    assert set(files.values()) <= {"webcontent"}
    assert all([file.get("href") for file in r.findall(f"{CC}file")] == [r.get("href")] for r in resources[2:])
    texts = [("description", t.text) for t in etree.fromstring(_of(entries, "meta.xml")).iter(f"{COURSE}description")]
    assessment = next(name for name in entries if name.startswith("t-") and not name.endswith("meta.xml"))
    for text in etree.fromstring(entries[assessment]).iter(f"{QTI12}mattext", f"{QTI12}fieldentry"):
        holder = next((e for e in text.iterancestors() if e.tag in _HOLDERS), None)
        texts.append((etree.QName(holder).localname if holder is not None else "metadata", text.text))
    found = []
    for place, html in texts:
        for img in _images(html or ""):
            address = str(img.get("src"))
            if is_remote(address):
                found.append(_shown(place, img, None))
                continue
            name = address.removeprefix("$IMS-CC-FILEBASE$/")
            assert address.startswith("$IMS-CC-FILEBASE$/"), address
            assert name in files, address
            found.append(_shown(place, img, entries[name]))
    shown = {name for name, data in entries.items() if any(i.sha == sha(data) for i in found)}
    assert shown == set(files) == {name for name in entries if name.startswith("media/")}
    return found


_HOLDERS = {f"{QTI12}{name}" for name in ("response_label", "itemfeedback", "presentation")}


def _of(entries: dict[str, bytes], ending: str) -> bytes:
    return next(data for name, data in entries.items() if name.endswith(ending))


def in_anki(files: dict[str, bytes], quiz: str = "demo") -> list[Shown]:
    """As a card resolves them: the bare name, among the files that the user was told to copy."""
    folder = f"anki/{quiz}/media/"
    media = {name.removeprefix(folder): data for name, data in files.items() if name.startswith(folder)}
    found = []
    shown = set()
    for name in sorted(files):
        if not name.endswith(".csv"):
            continue
        text = files[name].decode()
        rows = csv.reader(io.StringIO("".join(line for line in text.splitlines(True) if not line.startswith("#"))))
        for row in rows:
            for column, field in (("front", row[2]), ("back", row[3])):
                for img in _images(field):
                    address = str(img.get("src"))
                    if is_remote(address):
                        found.append(_shown(column, img, None))
                        continue
                    shown.add(address)
                    found.append(_shown(column, img, media[address]))
    assert shown == set(media)
    return found


def _images(html: str) -> list[etree._Element]:
    return list(lxml.html.fragment_fromstring(html, create_parent="div").iter("img"))
