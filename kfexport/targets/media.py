"""Images in exports: named by their content, so that equal ones are one file and no two others share a name.

A target puts the names into its texts with :func:`placed`, and finds with :func:`used` what a finished text refers to.
So an export holds exactly the images that something in it shows.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from kfexport.diagnostics import Origin, Path, Severity, below
from kfexport.model import Asset, ImageFormat, Question, Quiz
from kfexport.richtext.images import Image, images, is_remote, map_images, shown, spots
from kfexport.richtext.markdown import to_html
from kfexport.targets.base import Losses

_DIGITS: Final = 20
_ENDINGS: Final[Mapping[ImageFormat, str]] = {"png": "png", "jpeg": "jpg", "gif": "gif", "webp": "webp", "svg": "svg"}
_SHOWN: Final = re.compile(
    # The literal beginning is what makes the search fast, so what stands before it is looked at afterwards.
    rf'img src="(?:(?<=<img src=")|(?<=&lt;img src="))(?:[^"]*/)?'
    rf'(kf-[0-9a-f]{{{_DIGITS}}}\.(?:{"|".join(_ENDINGS.values())}))"'
)
_SHOWN_IN_BYTES: Final = re.compile(_SHOWN.pattern.encode())


def file_name(asset: Asset) -> str:
    """The name of an image in exports: ASCII letters, digits, a hyphen and a full stop, safe on every platform.

    The ending says what the bytes are. It must never change: Anki and Moodle keep the files of earlier imports.
    """
    return f"kf-{asset.digest[:_DIGITS]}.{_ENDINGS[asset.format]}"


def identifier(name: str) -> str:
    """The identifier of an image in a manifest: its name without the ending, which its content has given it."""
    return name.partition(".")[0]


def by_name(quiz: Quiz) -> Mapping[str, Asset]:
    """Name in exports → image, of all images of a quiz."""
    return {file_name(asset): asset for asset in quiz.assets.values()}


def placed(quiz: Quiz, fragment: str, address: Callable[[str], str] = str) -> str:
    """The fragment with what ``address`` makes of its file name as the address of each image of the quiz.

    Raises:
        UnplacedError: the quiz does not hold one of the images.
    """
    if "<img " not in fragment:
        return fragment

    def change(image: Image) -> str:
        asset = _asset(quiz, image)
        return (image if asset is None else image._replace(address_markup=address(file_name(asset)))).markup()

    return map_images(fragment, change)


def described(quiz: Quiz, fragment: str) -> str:
    """The fragment with its text in place of each image of the quiz, for where a platform keeps no files.

    Raises:
        UnplacedError: the quiz does not hold one of the images.
    """
    return map_images(fragment, lambda image: image.alt_markup if _asset(quiz, image) is not None else image.markup())


class UnplacedError(Exception):
    """A text shows an image that no asset of the quiz stands for, as in a quiz that was made without a file.

    :func:`report_unplaced` says which. Most quizzes have none, so nobody looks through their texts beforehand.
    """


def _asset(quiz: Quiz, image: Image) -> Asset | None:
    """The image of the quiz, or ``None`` for one on the network."""
    asset = quiz.assets.get(image.reference)
    if asset is None and not is_remote(image.address):
        raise UnplacedError
    return asset


def used(known: Mapping[str, Asset], text: str | bytes) -> list[str]:
    """Which of the ``known`` file names are the addresses of images in a finished text, or in a document in UTF-8, each
    once, in order; markup may be escaped in it."""
    if not known:
        return []
    if isinstance(text, bytes):
        found = [name.decode() for name in _SHOWN_IN_BYTES.findall(text)]
    else:
        found = _SHOWN.findall(text)
    return list(dict.fromkeys(name for name in found if name in known))


def report_unplaced(quiz: Quiz, losses: Losses) -> None:
    """Report each image that no asset of the quiz stands for."""
    for text, found in shown(quiz):
        missing = [
            i for i, image in enumerate(found) if not is_remote(image.address) and image.reference not in quiz.assets
        ]
        for i in missing:
            losses.add(
                "KF420",
                Severity.ERROR,
                f"The quiz does not hold the image `{found[i].reference[:80]}` that {text.name} shows",
                text.at(spots(text)[i][0]),
                question=text.question,
                hint="Load the quiz from its file, or give it the image among its `assets`.",
            )


def report_not_carried(quiz: Quiz, losses: Losses) -> None:
    """Report each text with images of the quiz, for a target that carries none."""
    for text, found in shown(quiz):
        if any(image.reference in quiz.assets for image in found):
            losses.add(
                "KF401",
                Severity.ERROR,
                f"The images in {text.name} cannot be carried by this target",
                text.where,
                question=text.question,
                hint=f"Write `omit: [{losses.target}]` in the question, or build with --allow-omit.",
            )


def report_described(
    quiz: Quiz, texts: Iterable[tuple[str, str, Path]], why: str, origin: Origin | None, losses: Losses,
    question: Question | None = None,
) -> None:  # fmt: skip
    """Report each of ``texts`` (source, what it is, path below ``origin``) whose images give way to their texts."""
    for source, what, path in texts:
        if "![" in source and any(i.reference in quiz.assets for i in images(to_html(source, safe=quiz.safe_html))):
            message = f"Of the images in {what} only their texts are shown: {why}"
            losses.add("KF405", Severity.WARNING, message, below(origin, *path), question=question)
