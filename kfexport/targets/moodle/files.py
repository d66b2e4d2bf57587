"""Files of texts: in the same element, so that each text carries all that it shows.

Source: ``import_files`` in Moodle question/format/xml/format.php; each element has a list of files of its own.
"""

from base64 import b64encode
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Severity
from kfexport.model import Quiz
from kfexport.targets import media
from kfexport.targets.base import Losses
from kfexport.targets.moodle import xml
from kfexport.targets.moodle.texts import FILE
from kfexport.targets.moodle.xml import Lines

_PIECE: Final = 6_000_000
"""Characters of one CDATA section: Moodle's parser gives up at 10,000,000 bytes, and is slow without CDATA."""
_MANY: Final = 50_000_000
_END: Final = "</text>\n"


class Files:
    """The images of a quiz, each encoded once and written as often as a text shows it."""

    def __init__(self, quiz: Quiz) -> None:
        self._known = media.by_name(quiz)
        self._written: dict[str, str] = {}
        self._size = 0

    def attached(self, element: Lines) -> Lines:
        """The lines of a question with the files of each text behind it."""
        if not self._known:
            return element
        return [self._with_files(entry) if FILE in entry else entry for entry in element]

    def report(self, quiz: Quiz, losses: Losses) -> None:
        """Say so where the file has become large."""
        if self._size > _MANY:
            size = f"{self._size / 1_000_000:,.0f}"
            message = f"The images have {size} MB in the file: each text that shows one carries it"
            losses.add("KF036", Severity.INFO, message, quiz.origin, hint="Make the images smaller.")

    def _with_files(self, entry: str) -> str:
        at = entry.rfind(_END) + len(_END)
        pad = " " * (len(entry) - len(entry.lstrip(" ")) + 2)
        return entry[:at] + "".join(self._files(entry, pad)) + entry[at:]

    def _files(self, entry: str, pad: str) -> Iterator[str]:
        for name in media.used(self._known, entry):
            if name not in self._written:
                self._written[name] = _content(self._known[name].data)
            content = self._written[name]
            self._size += len(content)
            yield f'{pad}<file name="{name}" path="/" encoding="base64">{content}</file>\n'


def _content(data: bytes) -> str:
    encoded = b64encode(data).decode("ascii")
    return "".join(xml.cdata(encoded[at : at + _PIECE]) for at in range(0, len(encoded), _PIECE))
