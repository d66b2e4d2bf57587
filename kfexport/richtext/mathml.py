"""TeX → MathML 2, by latex2mathml, for platforms that have no TeX of their own.

Nothing here raises: a formula that cannot be turned into MathML whole comes back with the reason. The library shows a
command that it does not know as text, takes any environment for a group, and writes attributes of later versions of
MathML; :mod:`kfexport.richtext.mathml_tree` mends or finds that.
"""

import html
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from kfexport.richtext.mathml_tree import UnfitError, mend
from kfexport.richtext.tex import fault

if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

NAMESPACE: Final = "http://www.w3.org/1998/Math/MathML"
LONGEST: Final = 5000
"""Characters of one formula that is converted, which takes some 10 µs each."""

_MACROS: Final = r"def|let|newcommand|renewcommand|providecommand|newenvironment|DeclareMathOperator|require"
_REQUIRE: Final = re.compile(r"\\require[ \t\n]*\{[A-Za-z]+\}[ \t]*")
"""What loads an extension of MathJax, which shows nothing itself."""
_FONTS: Final = r"bb|bf|cal|frak|it|rm|scr|sf|sfit|tt|normal|ring|bin|close|inner|op|open|ord|punct|rel|strut|[clr]lap"
_UNFIT: Final = re.compile(
    rf"\\(?:(?:{_MACROS}|href|rule|colorbox|fcolorbox)(?![A-Za-z])|math(?!(?:{_FONTS})(?![A-Za-z]))[a-z]+)"
)
"""Commands that change other formulas, whose work may grow without bounds, that MathML 2 has nothing for, and fonts
that latex2mathml would leave out."""
_ALIASES: Final = {
    "arg": r"\operatorname{arg}",
    "backslash": r"\unicode{x5C}",
    "dag": r"\dagger",
    "ddag": r"\ddagger",
}
_NEGATED: Final = {"=": r"\neq ", "<": r"\nless ", ">": r"\ngtr "}
"""Signs that latex2mathml would put behind a stroke of their own, which is read as another sign."""
_ALIAS: Final = re.compile(rf"\\(?:({'|'.join(_ALIASES)})(?![A-Za-z])|not[ \t\n]*([=<>])|.)", re.DOTALL)
"""Commands that latex2mathml does not know under this name."""

_TABLES: Final = {
    **dict.fromkeys(["align", "align*", "aligned", "alignat", "alignat*", "alignedat", "split"], "align*"),
    **dict.fromkeys(["gather", "gather*", "gathered"], "matrix"),
    "dcases": "cases",
}
"""Environments by names that latex2mathml knows. Of ``align`` it would number the lines, which MathJax does not do."""
_OWN: Final = frozenset(
    {"array", "cases", "equation", "equation*", "smallmatrix"}
    | {f"{kind}matrix{star}" for kind in ("", "p", "b", "B", "v", "V") for star in ("", "*")}
)
_ENVIRONMENT: Final = re.compile(r"\\(begin|end)[ \t\n]*\{([^{}]*)\}(?:(?<=ed\})\[[tcb]\])?(\{[0-9]+\})?")
_NEW_LINE: Final = re.compile(r"(\\\\)\*?(?:[ \t]*\[[ \t]*-?[0-9.]+[ \t]*[a-z]{2}[ \t]*\])?|\\.", re.DOTALL)
_TEXT: Final = re.compile(
    r"\\((?:text(?:bf|it|md|normal|rm|sf|tt|up)?|[hm]box)(?![A-Za-z]))[ \t\n]*"
    r"\{((?:[^{}$\\]|\\.|\$(?:[^$\\]|\\.)*\$)*)\}|\\.",
    re.DOTALL,
)
_IN_TEXT: Final = re.compile(r"\$((?:[^$\\]|\\.)*)\$|((?:[^$\\]|\\.)+)", re.DOTALL)


class Formula(NamedTuple):
    """What became of a formula."""

    markup: str
    """A ``math`` element in the namespace of MathML, or the empty string."""
    reason: str = ""
    """Why there is none, as a sentence without its full stop."""


@lru_cache(maxsize=4096)
def to_mathml(tex: str, *, display: bool = False) -> Formula:
    """Convert the author's TeX; ``alttext`` holds it as it was written."""
    try:
        root = _converted(tex, display=display)
    except UnfitError as unfit:
        return Formula("", str(unfit))
    root.attrib.clear()
    root.set("xmlns", NAMESPACE)
    if display:
        root.set("display", "block")
    root.set("alttext", tex)
    from xml.etree.ElementTree import tostring

    return Formula(tostring(root, encoding="unicode"))


def _converted(tex: str, *, display: bool) -> "Element":
    if len(tex) > LONGEST:
        raise UnfitError(f"it is longer than {LONGEST} characters")
    if "\\require" in tex:
        tex = _REQUIRE.sub("", tex)
    unfit = _UNFIT.search(tex)
    if unfit is not None:
        raise UnfitError(f"`{unfit[0]}` cannot be turned into MathML")
    broken = fault(tex)
    if broken is not None:
        raise UnfitError(f"it {broken}")
    try:
        root = _converter()(_in_its_words(tex), display="block" if display else "inline")
    except UnfitError:
        raise
    except RecursionError:
        raise UnfitError("it is nested too deep") from None
    except Exception as error:  # the library has a class for each of many faults, and some are its own
        raise UnfitError(f"it is no TeX that can be turned into MathML ({_words(error)})") from None
    mend(root, verbatim="\\verb" in tex)
    return root


@cache
def _converter() -> "Callable[..., Element]":
    """Imported on first use: most quizzes have no formulas."""
    from latex2mathml.converter import convert_to_element

    return convert_to_element


def _in_its_words(tex: str) -> str:
    """The formula with what latex2mathml knows under other names or in other ways, and without spaces between lines."""
    tex = _NEW_LINE.sub(lambda m: m[1] or m[0], tex)
    if "$" in tex and "\\verb" not in tex:
        tex = _TEXT.sub(_divided, tex)
    if "\\begin" in tex:
        tex = _ENVIRONMENT.sub(_known, tex)
    return _ALIAS.sub(lambda m: _ALIASES[m[1]] if m[1] else _NEGATED[m[2]] if m[2] else m[0], tex)


def _divided(match: re.Match[str]) -> str:
    """A text with formulas in it, ``\\text{if $x$}``, as texts and formulas beside each other."""
    command, text = match[1], match[2] or ""
    if command is None or "$" not in text.replace("\\$", ""):
        return match[0]
    parts = _IN_TEXT.sub(lambda m: f"{{{m[1]}}}" if m[2] is None else f"\\{command}{{{m[2]}}}", text)
    return f"{{{parts}}}"


def _known(match: re.Match[str]) -> str:
    name, number = match[2], match[3] or ""
    known = _TABLES.get(name, name if name in _OWN else None)
    if known is None:
        raise UnfitError(f"`\\begin{{{name}}}` cannot be turned into MathML")
    counted = name.startswith("alignat") or name == "alignedat"
    return f"\\{match[1]}{{{known}}}{'' if counted else number}"


def _words(error: Exception) -> str:
    """``DoubleSubscriptsError`` as "double subscripts"."""
    name = type(error).__name__.removesuffix("Error")
    return html.escape(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower(), quote=False)
