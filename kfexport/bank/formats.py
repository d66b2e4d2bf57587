"""What an image is, told by its bytes and never by its name."""

import re
from typing import Final, NamedTuple

from kfexport.model import ImageFormat

_WEBP: Final = re.compile(rb"RIFF....WEBP", re.DOTALL)
_LFS: Final = b"version https://git-lfs.github.com/spec/"
_OTHERS: Final = (
    (re.compile(rb"BM"), "a BMP image"),
    (re.compile(rb"II\*\x00|MM\x00\*"), "a TIFF image"),
    (re.compile(rb"\x00\x00\x01\x00"), "an icon"),
    (re.compile(rb"%PDF-"), "a PDF"),
    (re.compile(rb"....ftyp(?:avif|avis)", re.DOTALL), "an AVIF image"),
    (re.compile(rb"....ftyp(?:hei[cfmsx]|hev[cx]|mif1|msf1)", re.DOTALL), "a HEIC image"),
    (re.compile(rb"....ftyp|\x1aE\xdf\xa3|RIFF....AVI ", re.DOTALL), "a video"),
    (re.compile(rb"ID3|OggS|fLaC|RIFF....WAVE", re.DOTALL), "a sound"),
    (re.compile(rb"\x1f\x8b"), "a compressed file"),
    (re.compile(rb"\s*(?:<!doctype html|<html)", re.IGNORECASE), "a web page"),
)
_SVG_LIKE: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<|\xff\xfe<|\xfe\xff\x00<")


class Verdict(NamedTuple):
    """What some bytes are."""

    format: ImageFormat | None
    """``None`` where they are no image that kfexport takes. An ``svg`` is one only once it was looked into."""
    what: str = ""
    """What they are instead, as the end of a sentence that begins "the file is"."""


def recognise(data: bytes) -> Verdict:
    """Tell PNG, JPEG, GIF, WebP and SVG from each other and from everything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return Verdict("png")
    if data.startswith(b"\xff\xd8\xff"):
        return Verdict("jpeg")
    if data.startswith((b"GIF87a", b"GIF89a")):
        return Verdict("gif")
    if _WEBP.match(data):
        return Verdict("webp")
    other = next((what for pattern, what in _OTHERS if pattern.match(data)), "")
    if other:
        return Verdict(None, other)
    if not data:
        return Verdict(None, "empty")
    if data.startswith(_LFS):
        return Verdict(None, "a pointer of Git LFS, not the image itself; run `git lfs pull`")
    return Verdict("svg") if _SVG_LIKE.match(data) else Verdict(None, "no image that browsers know")
