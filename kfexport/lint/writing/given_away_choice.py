"""Choices that say themselves whether they are right, or which letter they have.

What: a right choice with "(correct)", a tick or 「（正解）」 at one of its ends, or a wrong one with "(wrong)" or a
cross; a right choice that is bold as a whole while no other is; and a letter or number of a list that was left at the
beginning of choices, such as `A)`, `b.`, 「ア．」 or 「①」: of all of them, or of one at that very place. A mere
"(right)" may be a direction and is passed over.

Why: such marks come from a draft or from another tool, and learners see them. Platforms add letters of their own, and
after shuffling those that stand in the text are the wrong ones.

Fails:

    choices:
      - text: A) Pods (correct)
        correct: true
      - B) Nodes

Passes:

    choices:
      - text: Pods
        correct: true
      - Nodes
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from kfexport.diagnostics import Diagnostic, Origin, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.lint.writing.words import all_choices, language, with_choices
from kfexport.model import MultipleResponse, Quiz, SingleChoice


class _Marks(NamedTuple):
    right: re.Pattern[str]
    wrong: re.Pattern[str]
    signs: tuple[str, ...]
    """Choices without any of them have no mark."""


def _marks(right: str, wrong: str, right_signs: str, wrong_signs: str, signs: tuple[str, ...]) -> _Marks:
    def pattern(words: str, ticks: str) -> re.Pattern[str]:
        in_brackets = rf"[(\[（【〔［<＜][*_ ]*(?:{words})[*_ !！]*[)\]）】〕］>＞][*_]*" if words else "(?!)"
        arrow = rf"(?:<-+|<=+|←|⇐|-->?|→)\s*(?:{words})[*_ .!]*" if words else "(?!)"
        tick = rf"[{ticks}]\ufe0f?"
        return re.compile(
            rf"\A[\s*_]*(?:{in_brackets}|{tick})(?=.*\w)|(?:{in_brackets}|{arrow}|{tick})[\s.。]*\Z",
            re.IGNORECASE | re.DOTALL,
        )

    return _Marks(pattern(right, right_signs), pattern(wrong, wrong_signs), signs)


_TICKS: Final = "✓✔✅☑🗸"
_CROSSES: Final = "✗✘❌✖☒"
_SIGNS: Final = (*_TICKS, *_CROSSES)
_TICK: Final = re.compile(f"[{_TICKS}{_CROSSES}]")
_NO_WORDS: Final = _marks("", "", _TICKS, _CROSSES, _SIGNS)
_ONE: Final = "(?:answer|choice|option|one)"
_WORDS: Final[Mapping[str, _Marks]] = {
    "en": _marks(
        rf"(?:the |this is (?:the )?)?correct(?: {_ONE})?|(?:the |this is (?:the )?)right(?: {_ONE})?|right {_ONE}"
        r"|answer|key",
        r"(?:the |this is )?(?:incorrect|wrong|not correct)(?: (?:answer|choice|option|one))?",
        _TICKS, _CROSSES, (*_SIGNS, "correct", "right", "answer", "key", "wrong"),
    ),
    "ja": _marks(
        "(?:これが)?(?:正解|正答|正しい|解答|答え|○|◯)",
        "(?:不正解|誤答|誤り|間違い|×|✕)",
        _TICKS, _CROSSES, (*_SIGNS, "正解", "正答", "正し", "解答", "答え", "誤", "間違", "（", "("),
    ),
}  # fmt: skip
_BOLD: Final = re.compile(r"\s*\*\*(?=\S)(?:(?!\*\*).)++\*\*\s*", re.DOTALL)

_LABEL: Final = re.compile(
    r"\s*(?:(?P<open>[(（\[［])?(?P<sign>[A-Za-zＡ-Ｚａ-ｚア-コ]|[0-9]{1,2})(?P<close>[.)）\]］．:：、])(?:\s+|(?<=[）］．：、]))"
    r"|(?P<ring>[①-⑳Ⓐ-ⓩ㋐-㋙])\s*)(?=\S)"
)
_RANGES: Final = ("A", "a", "Ａ", "ａ", "①", "Ⓐ", "ⓐ", "㋐")
"""First signs of alphabets whose further ones follow each other."""
_KANA: Final = "アイウエオカキクケコ"
_MAY_BE_LABEL: Final = re.compile(r"\s*[(（\[［]?(?:\w|[①-⑳Ⓐ-ⓩ㋐-㋙])[.)）\]］．:：、]?")
_LONGEST_LIST: Final = 26


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    marks = _WORDS.get(language(quiz), _NO_WORDS)
    together = all_choices(quiz)
    may_be_marked = any(sign in together for sign in marks.signs)
    may_be_bold = "**" in together
    for question in with_choices(quiz):
        texts = [choice.text for choice in question.choices]
        yield from _labels(question, texts)
        if may_be_marked:
            yield from _marked(question, texts, marks)
        if may_be_bold and any(text[:1] == "*" for text in texts):
            yield from _bold(question, texts)


def _at(question: SingleChoice | MultipleResponse, i: int) -> Origin | None:
    return below(question.origin, "choices", i)


def _marked(question: SingleChoice | MultipleResponse, texts: Sequence[str], marks: _Marks) -> Iterator[Diagnostic]:
    together = "\n".join(texts).lower()
    if not any(sign in together for sign in marks.signs) or any(len(_TICK.findall(text)) > 1 for text in texts):
        return
    for pattern, is_right, says in ((marks.right, True, "right"), (marks.wrong, False, "wrong")):
        found = [(i, match) for i, text in enumerate(texts) if (match := pattern.search(text))]
        if all(question.choices[i].correct is is_right for i, _ in found):
            for i, match in found:
                yield RULE.found(
                    f"choice {i + 1} says itself that it is {says}: “{match[0].strip()}”",
                    _at(question, i),
                    hint="Delete the mark; learners see it.",
                    question=question,
                )


def _bold(question: SingleChoice | MultipleResponse, texts: Sequence[str]) -> Iterator[Diagnostic]:
    bold = [_BOLD.fullmatch(text) is not None for text in texts]
    if len(texts) > 2 and bold == [choice.correct for choice in question.choices]:
        for i in range(len(texts)):
            if bold[i]:
                yield RULE.found(
                    f"choice {i + 1} is right and bold as a whole, and no wrong one is",
                    _at(question, i),
                    hint="Delete the stars; learners see what they do.",
                    question=question,
                )


def _labels(question: SingleChoice | MultipleResponse, texts: Sequence[str]) -> Iterator[Diagnostic]:
    found = [(i, match) for i, text in enumerate(texts) if (match := _LABEL.match(text))]
    if not found:
        return
    places = [_place(match) for _, match in found]
    first = found[0][1]
    if len(found) == len(texts) <= _LONGEST_LIST and sorted(places) == list(range(len(texts))):
        yield RULE.found(
            f"the choices begin with letters or numbers of their own, from “{first[0].strip()}” on",
            _at(question, 0),
            hint="Delete them: platforms add their own, and shuffling would mix them up.",
            question=question,
        )
        return
    for (i, match), place in zip(found, places, strict=True):
        if place == i and match["close"] in (")", "）") and not match["sign"].isdecimal():
            yield RULE.found(
                f"choice {i + 1} begins with a letter of its own, “{match[0].strip()}”",
                _at(question, i),
                hint="Delete it: platforms add their own.",
                question=question,
            )


def _place(label: re.Match[str]) -> int:
    """The position from 0 that a label stands for."""
    sign = label["sign"] or label["ring"]
    if sign.isascii() and sign.isdigit():
        return int(sign) - 1
    if sign in _KANA:
        return _KANA.index(sign)
    start = max((first for first in _RANGES if first <= sign), default="A")
    return ord(sign) - ord(start)


RULE: Final = Rule(code="KF255", name="given-away-choice", in_builds=False, severity=Severity.WARNING, check=_check)
