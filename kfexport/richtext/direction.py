"""The direction of texts in languages that are written from right to left, for platforms that show HTML.

A page of a platform has the direction of its user's language; a quiz in another one says its own.
"""

import html
import re
from functools import lru_cache
from typing import Final

_LANGUAGES: Final = frozenset(
    {"ar", "arc", "azb", "bal", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "ks", "lrc", "mzn", "nqo", "pnb", "ps"}
    | {"sd", "sdh", "syr", "ug", "ur", "yi"}
)
_SCRIPTS: Final = frozenset({"adlm", "arab", "aran", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa"})
"""Codes of ISO 15924, with which a language tag can name the script."""
_CODE: Final = re.compile(r"<pre(?=[ >])([^>]*><code)?|<code(?=[ >])")


@lru_cache(maxsize=64)
def is_right_to_left(lang: str) -> bool:
    """Whether a language, by its BCP 47 tag, is written from right to left; a script in the tag decides."""
    language, *others = lang.lower().split("-")
    script = next((part for part in others if len(part) == 4 and part.isalpha()), "")
    return script in _SCRIPTS if script else language in _LANGUAGES


def directed(lang: str, fragment: str, *, inline: bool = False) -> str:
    """A fragment of HTML in an element that says its language and direction, where that is from right to left."""
    if not fragment or not is_right_to_left(lang):
        return fragment
    tag = "span" if inline else "div"
    return f'<{tag} lang="{html.escape(lang)}" dir="rtl">{with_code_left_to_right(fragment)}</{tag}>'


def with_code_left_to_right(fragment: str) -> str:
    """For text from right to left: code keeps its own direction, or its signs would change places."""
    return _CODE.sub(lambda m: f'{m[0][:4]} dir="ltr"{m[1]}' if m[1] else f'{m[0]} dir="ltr"', fragment)
