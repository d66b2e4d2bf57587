"""The images of a quiz: found in its texts, read from the disk, and checked. Nothing is fetched from the network."""

import base64
import binascii
import errno
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple
from urllib.parse import unquote_to_bytes

from kfexport.bank import svg
from kfexport.bank.disk import Disk, Home
from kfexport.bank.formats import recognise
from kfexport.bank.inputs import reason
from kfexport.codes import finding
from kfexport.diagnostics import Diagnostic, shortened
from kfexport.model import Asset, Quiz
from kfexport.richtext.images import is_remote, reference, shown, spots
from kfexport.richtext.texts import Text

MAX_BYTES: Final = 10 * 1000 * 1000
"""Size of one image up to which it is taken."""
MANY_BYTES: Final = 50 * 1000 * 1000
"""Size of all images of a quiz above which a note is given."""
_MOST: Final = 1000
"""Findings about images of one quiz that are told."""

_DATA: Final = re.compile(r"data:", re.IGNORECASE)
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_DRIVE: Final = re.compile(r"[A-Za-z]:[/\\]")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SOUND_OR_FILM: Final = re.compile(
    r"\.(?:mp3|m4a|aac|ogg|oga|opus|wav|flac|mp4|m4v|webm|ogv|mov|avi|mkv|mpe?g)(?:[?#].*)?\Z",
    re.IGNORECASE | re.DOTALL,
)
_FORMATS: Final = "PNG, JPEG, GIF, WebP or SVG"
_LONGEST: Final = 80
"""Characters of an address that a message shows."""


class Fault(NamedTuple):
    """What is wrong with an image."""

    code: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Images:
    """Reads the images of all quizzes of a run, each good file once."""

    _disk: Disk = field(default_factory=Disk)
    _read: dict[str, Asset] = field(default_factory=dict)
    """By real path. Faults name a file as a text does, and one file may have several names."""

    def attach(self, quiz: Quiz, home: Home) -> tuple[Quiz, list[Diagnostic]]:
        """The quiz with its images, and what is wrong with some of them."""
        assets: dict[str, Asset] = {}
        found = self._look(quiz, home, assets)
        told = list(islice(found, _MOST))
        if next(found, None) is not None:
            message = f"more than {_MOST:,} findings about images; the rest is not told"
            told.append(finding("KF020", message, quiz.origin, hint="Mend these first."))
        size = sum({asset.digest: len(asset.data) for asset in assets.values()}.values())
        if size > MANY_BYTES:
            message = f"the images of the quiz have {_megabytes(size)} MB together"
            told.append(finding("KF036", message, quiz.origin, hint="Make them smaller: platforms limit imports."))
        return (replace(quiz, assets=MappingProxyType(assets)) if assets else quiz), told

    def _look(self, quiz: Quiz, home: Home, assets: dict[str, Asset]) -> Iterator[Diagnostic]:
        faults: dict[str, Fault | None] = {}
        missing = 0
        for text, images in shown(quiz):
            for image in images:
                if image.address not in faults and missing <= _MOST:
                    faults[image.address] = fault = self._settle(image.address, home, assets)
                    missing += fault is not None and fault.code == "KF030"  # looked for among all names of a folder
            wrong = [(i, fault) for i, image in enumerate(images) if (fault := faults.get(image.address)) is not None]
            if wrong:
                yield from _tell(text, wrong)

    def _settle(self, address: str, home: Home, assets: dict[str, Asset]) -> Fault | None:
        """Put the image of an address among the assets, or say why not."""
        name = reference(address)
        taken: Asset | Fault
        if _DATA.match(address):
            taken = _from_data(address)
        elif not address or is_remote(address) or _DRIVE.match(name) or name.startswith("/") or _CONTROL.search(name):
            return _address_fault(address)
        elif _SOUND_OR_FILM.search(name):
            return _SOUND_OR_FILM_FAULT
        else:
            taken = self._from_disk(address, home)
        if isinstance(taken, Fault):
            return taken
        assets[name] = taken
        return None

    def _from_disk(self, address: str, home: Home) -> Asset | Fault:
        name = reference(address)
        if "\\" in name:
            cure = f"Write `{name.replace(chr(92), '/')}`: folders are set off by `/`."
            return Fault("KF030", f"`{_short(name)}` is not there", cure)
        found = self._disk.find(name, home)
        if not found.path and address != name:  # somebody's file may really be called `a%20b.png`
            literal = self._disk.find(address, home)
            found = literal if literal.path else found
        if not found.path and _SCHEME.match(name):
            return _scheme_fault(name)
        if not found.path:
            return Fault(found.code, _cut(found.message), found.hint)
        known = self._read.get(found.path) or _file(found.path, name)
        if isinstance(known, Fault):
            return known
        self._read[found.path] = known
        return known if known.reference == name else replace(known, reference=name)


def _tell(text: Text, wrong: list[tuple[int, Fault]]) -> Iterator[Diagnostic]:
    places = spots(text)
    question = text.question.id if text.question is not None else None
    for i, fault in wrong:
        message = f"{text.name}: {fault.message}"
        yield finding(fault.code, message, text.at(places[i][0]), hint=fault.hint, question=question)


_SOUND_OR_FILM_FAULT: Final = Fault(
    "KF037",
    "sound and film cannot be embedded yet",
    "Put it on the network, and link to it: `[the song](https://example.org/song.mp3)`.",
)


def _address_fault(address: str) -> Fault:
    """An address that no file can have: an empty, absolute or remote one."""
    if not address:
        return Fault("KF031", "an image has no address, or one that platforms refuse",
                     "Name a file of the bank, such as `![a net](figures/net.png)`.")  # fmt: skip
    if is_remote(address):
        if _SOUND_OR_FILM.search(address):
            return _SOUND_OR_FILM_FAULT
        return Fault("KF035", f"the image `{_short(address)}` stays a link: nothing is fetched from the network",
                     "Save it beside the quiz file and name that file.")  # fmt: skip
    if _CONTROL.search(reference(address)):
        return Fault("KF031", "the address of an image holds a control character", "Rename the file.")
    return Fault("KF031", f"`{_short(reference(address))}` is an absolute path",
                 "Write it relative to the quiz file, such as `figures/net.png`.")  # fmt: skip


def _scheme_fault(name: str) -> Fault:
    scheme = name.partition(":")[0]
    return Fault(
        "KF031", f"an image cannot be had by `{scheme}:`", "Name a file of the bank, such as `figures/net.png`."
    )


def _from_data(address: str) -> Asset | Fault:
    """What a ``data:`` URI holds."""
    head, _, body = address.partition(",")
    if len(body) > 2 * MAX_BYTES:
        return _too_large("the image in the text", len(body) * 3 // 4)
    data = unquote_to_bytes(body)
    if head.lower().endswith(";base64"):
        try:
            data = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            return Fault("KF032", "the image in the text (`data:`) is not good base64", "Save it as a file instead.")
    return _checked(data, reference(address), "the image in the text")


def _file(path: str, name: str) -> Asset | Fault:
    what = f"`{_short(name)}`"
    try:
        status = Path(path).stat()
        if not stat.S_ISREG(status.st_mode):
            folder = stat.S_ISDIR(status.st_mode)
            return Fault("KF032", f"{what} is {'a folder' if folder else 'no file'}", "Name an image file.")
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return Fault("KF030", f"{what} is a symbolic link to what is not there", "Mend the link, or put a file there.")
    except OSError as error:
        cure = "Mend the link." if error.errno == errno.ELOOP else "Check the permissions."
        return Fault("KF038", f"{what} cannot be read ({reason(error)})", cure)
    if len(data) > MAX_BYTES:
        return _too_large(what, status.st_size)
    return _checked(data, name, what)


def _checked(data: bytes, name: str, what: str) -> Asset | Fault:
    """The asset that the bytes make, or what is wrong with them."""
    if len(data) > MAX_BYTES:
        return _too_large(what, len(data))
    verdict = recognise(data)
    if verdict.format is None:
        return Fault(
            "KF032", f"{what} is {verdict.what}", f"Save the image as {_FORMATS}; the bytes count, not the name."
        )
    wrong = svg.fault(data) if verdict.format == "svg" else ""
    if wrong:
        return Fault("KF034", f"the SVG {what} {wrong}" if what[0] == "`" else f"{what} {wrong}",
                     "Save it as plain SVG without scripts and outside references, or as PNG.")  # fmt: skip
    return Asset(reference=name, data=data, format=verdict.format)


def _too_large(what: str, size: int) -> Fault:
    return Fault("KF033", f"{what} has {_megabytes(size)} MB; an image may have {MAX_BYTES // 1_000_000}",
                 "Make it smaller: 2,000 pixels are wide enough for any screen.")  # fmt: skip


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f}".removesuffix(".0")


def _short(text: str) -> str:
    return shortened(text, _LONGEST)


def _cut(message: str) -> str:
    """A message about a path that is no longer than a message may be."""
    return shortened(message, 2 * _LONGEST)
