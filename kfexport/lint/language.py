"""Languages that do not exist.

What: the first part of `lang` is a code of ISO 639-1 where it has two letters.

Why: browsers and readers choose voices, fonts and quotation marks by it, and exports their words, such as "Answer".

Fails: `lang: jp`

Passes: `lang: ja`
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import Quiz

_CODES: Final = frozenset({
    "aa", "ab", "ae", "af", "ak", "am", "an", "ar", "as", "av", "ay", "az", "ba", "be", "bg", "bh", "bi", "bm", "bn",
    "bo", "br", "bs", "ca", "ce", "ch", "co", "cr", "cs", "cu", "cv", "cy", "da", "de", "dv", "dz", "ee", "el", "en",
    "eo", "es", "et", "eu", "fa", "ff", "fi", "fj", "fo", "fr", "fy", "ga", "gd", "gl", "gn", "gu", "gv", "ha", "he",
    "hi", "ho", "hr", "ht", "hu", "hy", "hz", "ia", "id", "ie", "ig", "ii", "ik", "io", "is", "it", "iu", "ja", "jv",
    "ka", "kg", "ki", "kj", "kk", "kl", "km", "kn", "ko", "kr", "ks", "ku", "kv", "kw", "ky", "la", "lb", "lg", "li",
    "ln", "lo", "lt", "lu", "lv", "mg", "mh", "mi", "mk", "ml", "mn", "mr", "ms", "mt", "my", "na", "nb", "nd", "ne",
    "ng", "nl", "nn", "no", "nr", "nv", "ny", "oc", "oj", "om", "or", "os", "pa", "pi", "pl", "ps", "pt", "qu", "rm",
    "rn", "ro", "ru", "rw", "sa", "sc", "sd", "se", "sg", "sh", "si", "sk", "sl", "sm", "sn", "so", "sq", "sr", "ss",
    "st", "su", "sv", "sw", "ta", "te", "tg", "th", "ti", "tk", "tl", "tn", "to", "tr", "ts", "tt", "tw", "ty", "ug",
    "uk", "ur", "uz", "ve", "vi", "vo", "wa", "wo", "xh", "yi", "yo", "za", "zh", "zu",
})  # fmt: skip
_MEANT: Final = {
    "jp": "ja", "cn": "zh", "ua": "uk", "cz": "cs", "dk": "da", "gr": "el", "us": "en", "gb": "en", "at": "de",
    "br": "pt-BR", "mx": "es", "tw": "zh-TW", "hk": "zh-HK", "vn": "vi", "ir": "fa", "il": "he", "in": "hi",
}  # fmt: skip
"""Codes of countries, and the language that was most likely meant."""


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    code = quiz.lang.split("-")[0].lower()
    if len(code) == 2 and code not in _CODES:
        meant = _MEANT.get(code)
        hint = f"`{code}` is a country; did you mean `lang: {meant}`?" if meant else "For example: `lang: en`."
        yield RULE.found(f"there is no language `{code}`", below(quiz.origin, "lang"), hint=hint)


RULE: Final = Rule(code="KF212", name="language", severity=Severity.WARNING, check=_check)
