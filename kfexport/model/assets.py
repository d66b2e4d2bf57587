"""Files that texts refer to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

ImageFormat: TypeAlias = Literal["png", "jpeg", "gif", "webp", "svg"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """An image: what a text calls it, and its bytes."""

    reference: str
    """The address in the text, with percent escapes decoded: a path relative to the quiz file, or a ``data:`` URI."""
    data: bytes = field(repr=False)
    format: ImageFormat
    """What the bytes are, whatever the file is called."""
    digest: str = field(init=False, compare=False, repr=False)
    """SHA-256 of the bytes, in hex digits."""

    def __post_init__(self) -> None:
        from hashlib import sha256  # slow to import, and few quizzes have images

        object.__setattr__(self, "digest", sha256(self.data).hexdigest())


_NO_ASSETS: Mapping[str, Asset] = MappingProxyType({})


def no_assets() -> Mapping[str, Asset]:
    """The empty map, shared by all quizzes without images."""
    return _NO_ASSETS
