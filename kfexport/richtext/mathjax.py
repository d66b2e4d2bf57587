r"""What of a formula a platform's MathJax does not know, and how to write it instead.

MathJax shows a command that it does not know in red, and a formula with an environment that it does not know as TeX.
"""

import re
from collections.abc import Container
from dataclasses import dataclass
from functools import cache
from typing import Final

from kfexport.richtext import mathjax_names as names

_TOKEN: Final = re.compile(
    r"\\verb\*?([^A-Za-z\s*]).{0,1000}?\1|%[^\n]*"
    r"|\\(?:begin|end)[ \t\n]*\{([^{}]*)\}"
    r"|\\require[ \t\n]*\{([^{}]*)\}"
    r"|\\([A-Za-z]+)|\\.",
    re.DOTALL,
)
_DEFINES: Final = re.compile(
    r"\\(?:(?:re|provide)?newcommand|DeclareMathOperator|Newextarrow|def|g?let)\*?[ \t\n]*+\{?[ \t\n]*+\\([A-Za-z]+)"
    r"|\\(?:re)?newenvironment[ \t\n]*\{([^{}]*)\}"
)
_INSTEAD: Final = {
    "SI": r"\mathrm{…}",
    "abs": r"\lvert x\rvert",
    "bm": r"\boldsymbol{x}",
    "bra": r"\langle x\rvert",
    "celsius": r"^\circ\mathrm{C}",
    "coloneqq": r":=",
    "degree": r"^\circ",
    "ket": r"\lvert x\rangle",
    "mathbbm": r"\mathbb{1}",
    "mathds": r"\mathbb{1}",
    "norm": r"\lVert x\rVert",
    "pu": r"\mathrm{…}",
    "qty": r"\left(…\right)",
    "set": r"\{…\}",
    "si": r"\mathrm{…}",
    "unit": r"\mathrm{…}",
}
"""What authors know from packages of LaTeX → what every MathJax has."""
_LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class MathJax:
    """The MathJax of a platform."""

    of: str
    """Whose it is, as messages say it."""
    on_demand: bool
    """Whether it loads the extensions that a command needs by itself."""
    is_3: bool
    """Whether it is of version 3, and has the packages that came with it."""


def unknown(mathjax: MathJax, tex: str, own: Container[str]) -> tuple[str, ...]:
    r"""The commands, environments and extensions of a formula that are not known, as they are written, but for those in
    ``own``, which formulas define themselves (see :func:`defined`)."""
    found, required = _used(tex)
    extensions = names.LATER_EXTENSIONS if mathjax.is_3 else names.EXTENSIONS
    missing = [f"require{{{extension}}}" for extension in required if extension not in extensions]
    if any(extension in extensions and extension not in names.ON_DEMAND for extension in required):
        return tuple(missing)  # nobody knows here what that extension brings
    return (*missing, *(name for name in found if name not in own and not _is_known(mathjax, name, required)))


def _is_known(mathjax: MathJax, name: str, required: Container[str]) -> bool:
    if name.startswith("{"):
        return _is_known_environment(mathjax, name[1:-1], required)
    if name in names.KNOWN or (mathjax.is_3 and name in names.LATER):
        return True
    extension = extension_of(name)
    return extension is not None and (mathjax.on_demand or extension in required)


def _is_known_environment(mathjax: MathJax, name: str, required: Container[str]) -> bool:
    if name in names.KNOWN_ENVIRONMENTS or (mathjax.is_3 and name in names.LATER_ENVIRONMENTS):
        return True
    return name in names.ON_DEMAND_ENVIRONMENTS and mathjax.on_demand


def _used(tex: str) -> tuple[dict[str, None], dict[str, None]]:
    r"""The commands, without their backslash, and environments, as ``{name}``, of a formula, and what it has in
    ``\require``."""
    found: dict[str, None] = {}
    required: dict[str, None] = {}
    for _, environment, extension, command in _TOKEN.findall(tex):
        if extension:
            required[extension.strip()] = None
        elif environment:
            found[f"{{{environment}}}"] = None
        elif command:
            found[command] = None
    return found, required


def defined(tex: str) -> set[str]:
    """The commands and environments that a formula defines, for all formulas of its page."""
    return {command or f"{{{environment}}}" for command, environment in _DEFINES.findall(tex)}


@cache
def extension_of(name: str) -> str | None:
    r"""What ``\require`` has to name for a command."""
    return next((extension for extension, commands in names.ON_DEMAND.items() if name in commands), None)


def cure(name: str, *, guess: bool = True) -> str:
    """What to do about a command or environment that is not known, as a sentence; ``guess`` says whether one that is
    called nearly so is looked for."""
    if name == "{CD}":
        return "Write it with `array`; or begin the formula with `\\require{AMScd}`, which Anki does not know."
    if name.startswith("require"):
        return "Leave it out, and write the formula without what it brings."
    extension = extension_of(name)
    if extension is not None:
        return f"Begin the formula with `\\require{{{extension}}}`."
    if name in _INSTEAD:
        return f"Write `{_INSTEAD[name]}`."
    near = _near(name) if guess else None
    if name.startswith("{"):
        return f"Write `\\begin{near}`." if near else "Write it with another environment, such as `array`."
    if near:
        return f"Did you mean `\\{near}`? Or write it with other commands."
    return f"Write it with other commands, or `\\operatorname{{{name}}}` if it is a name."


@cache
def _near(name: str) -> str | None:
    """The known command or environment, written like the other one, that is called nearly so."""
    from difflib import get_close_matches  # slow to import, and good files do not need it

    if len(name) > _LONGEST_NAME:
        return None
    if name.startswith("{"):
        near = get_close_matches(name[1:-1], sorted(names.KNOWN_ENVIRONMENTS), 1, 0.7)
        return f"{{{near[0]}}}" if near else None
    return next(iter(get_close_matches(name, sorted(names.KNOWN), 1, 0.75)), None)
