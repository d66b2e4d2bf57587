"""Digits and signs that look like those of a number and are other characters, as input methods and word processors
write them: ``１．５``, ``−5``, ``٣``."""

import unicodedata
from typing import Final

_FULL_WIDTH: Final = range(0xFF01, 0xFF5F)
_FROM_ASCII: Final = 0xFF01 - ord("!")
_SIGNS: Final = {ord(sign): "-" for sign in "‐‑‒–—−﹣"} | {
    ord("\u3000"): " ", ord("、"): ",", ord("﹐"): ",", ord("〜"): "~", ord("∕"): "/", ord("⁄"): "/",
    ord("٫"): ".", ord("٬"): ",", ord("٪"): "%", ord("﹪"): "%",
}  # fmt: skip


def typed(spelling: str) -> str:
    """The same in the characters that every keyboard has, without blanks at the ends."""
    if spelling.isascii():
        return spelling.strip()
    return "".join(map(_typed, spelling)).strip()


def _typed(character: str) -> str:
    if ord(character) in _FULL_WIDTH:
        return chr(ord(character) - _FROM_ASCII)
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    return _SIGNS.get(ord(character), character)


def cure(spelling: str, key: str = "") -> str:
    """What is odd about a spelling that :func:`typed` changes, and what to write: ``key`` and the result."""
    odd = [character for character in spelling if _typed(character) != character]
    write = f"write `{key}{typed(spelling)}`."
    if any(ord(character) in _FULL_WIDTH for character in odd):
        digits = all(character.isdecimal() for character in odd)
        return f"These are full-width {'digits' if digits else 'characters'}: {write}"
    digit = next((character for character in odd if character.isdecimal()), "")
    if digit:
        # U+0663 is called ARABIC-INDIC DIGIT THREE.
        script = unicodedata.name(digit, "OTHER DIGIT").partition(" DIGIT")[0].title()
        return f"These are {script} digits: {write}"
    if odd:
        return f"`{odd[0]}` (U+{ord(odd[0]):04X}) is another sign: {write}"
    return f"Leave out the blanks at its ends: {write}"
