"""The report formats: a plain table."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, cast

from kfexport.report.base import Renderer

_MODULES: Final[Mapping[str, str]] = MappingProxyType({"text": "kfexport.report.text", "json": "kfexport.report.json"})

FORMATS: Final = tuple(_MODULES)
"""Names of the formats, the default one first."""


def load(name: str) -> Renderer:
    """The renderer of a format.

    Raises:
        KeyError: no format has that name.
    """
    return cast("Renderer", import_module(_MODULES[name]).render)
