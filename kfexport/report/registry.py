"""The report formats: a plain table."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, cast

from kfexport.report.base import Renderer

_MODULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "text": "kfexport.report.text",
        "json": "kfexport.report.json",
        "github": "kfexport.report.github",
        "gitlab": "kfexport.report.gitlab",
        "junit": "kfexport.report.junit",
        "sarif": "kfexport.report.sarif",
    }
)

FORMATS: Final = tuple(_MODULES)
"""Names of the formats, the default one first."""

ENDINGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        ".sarif": ("sarif",),
        ".sarif.json": ("sarif",),
        ".json": ("json", "gitlab", "sarif"),
        ".xml": ("junit",),
        ".txt": ("text", "github"),
        ".log": ("text", "github"),
    }
)
"""Ending of a file name → the formats that such a file can have, the usual one first."""


def load(name: str) -> Renderer:
    """The renderer of a format.

    Raises:
        KeyError: no format has that name.
    """
    return cast("Renderer", import_module(_MODULES[name]).render)
