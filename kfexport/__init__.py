"""kfexport: one quiz file in YAML, exported to what learning platforms import.

The library is three functions, :func:`load`, :func:`validate` and :func:`build`. They return values, never print
and never exit; the command ``kfexport`` is a thin shell over them.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = ["Report", "Selection", "Settings", "WriteOptions", "__version__", "build", "load", "validate"]

if TYPE_CHECKING:
    from kfexport.pipeline import Report, Selection, Settings, WriteOptions, build, load, validate


def __getattr__(name: str) -> Any:
    """Import the library on first use, so that ``import kfexport`` stays cheap (PEP 562)."""
    if name in __all__:
        from kfexport import pipeline

        return getattr(pipeline, name)
    raise AttributeError(f"module 'kfexport' has no attribute {name!r}")
