"""Which keys hold something else than text, and how a plain scalar becomes it.

YAML's own guesses are not used: ``No``, ``1.10`` and ``12:30`` stay texts in a text field. What is quoted is always
text. A value that does not read as its key needs stays text too, and the schema check then says what is wrong.
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Final, TypeAlias

Scalar: TypeAlias = str | bool | int | Decimal

_BOOLEANS: Final[Mapping[str, bool]] = MappingProxyType(
    {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
)
_NUMBER: Final = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,6})?")
MAX_EXPONENT: Final = 300
"""Largest exponent of a number, and as a negative the smallest; checked before a number is expanded."""
MAX_DIGITS: Final = 1000


def boolean(spelling: str) -> Scalar:
    """``true`` or ``false`` in the spellings of the format, else the text."""
    return _BOOLEANS.get(spelling, spelling)


def number(spelling: str) -> Scalar:
    """A decimal number; whole ones are ``int`` (both validators agree on those), others ``Decimal``, else the text."""
    if len(spelling) > MAX_DIGITS or not _NUMBER.fullmatch(spelling):
        return spelling
    value = Decimal(spelling)
    if value and abs(value.adjusted()) > MAX_EXPONENT:
        return spelling
    return int(value) if value == value.to_integral_value() else value


def boolean_or_number(spelling: str) -> Scalar:
    """For ``answer``, which is a boolean or a number by the type of its question."""
    return _BOOLEANS.get(spelling, number(spelling))


TYPED: Final[Mapping[str, Callable[[str], Scalar]]] = MappingProxyType(
    {
        "answer": boolean_or_number,
        "attachments": number,
        "attempts": number,
        "case_sensitive": boolean,
        "correct": boolean,
        "draft": boolean,
        "fixed": boolean,
        "format": number,
        "lines": number,
        "max_words": number,
        "min_words": number,
        "pick": number,
        "points": number,
        "range": number,
        "shuffle": boolean,
        "shuffle_questions": boolean,
        "tolerance": number,
        "value": number,
        "weight": number,
    }
)
"""Key → how its plain scalar (or each plain scalar of its list) is read. All other keys hold texts."""

ALL_TEXT: Final[frozenset[str]] = frozenset({"feedback", "labels"})
"""Keys of maps that hold nothing but texts, though some of their keys have the names of typed ones."""

MAPS_OF_IDS: Final[frozenset[str]] = frozenset({"blanks", "stimuli"})
"""Keys of maps whose own keys are ids that the author chose."""

NOT_PROSE: Final[frozenset[str]] = frozenset(TYPED) | {
    "credit", "html", "id", "key", "lang", "omit", "penalty", "scoring", "stimulus", "time_limit",
    "translation_of", "type",
}  # fmt: skip
"""Keys whose values no learner reads; a comment behind them is an ordinary comment."""
