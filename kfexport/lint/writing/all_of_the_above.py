"""Choices that speak of the other choices.

What: "all of the above" and "none of the above" among shuffled choices, unless `fixed: true` keeps them at their place,
and "both A and B" among shuffled choices, fixed or not: warnings. Where nothing is shuffled, and in "all of these",
which points nowhere in particular, a note; "none of these" is noted only where the option `none` asks for it.

Why: after shuffling there is nothing above, or A is another choice; Canvas and Anki show no letters at all. And who
knows that two choices are right knows that all are, and who knows a wrong one can strike out two: Haladyna, Downing and
Rodriguez (2002, Applied Measurement in Education 15(3)) advise against "all of the above", and to use "none of the
above" with care.

Fails:

    shuffle: true
    choices:
      - text: Pods
        correct: true
      - Nodes
      - None of the above

Passes:

    shuffle: true
    choices:
      - text: Pods
        correct: true
      - Nodes
      - text: None of the above
        fixed: true
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final, NamedTuple

from kfexport.diagnostics import Diagnostic, Severity, below
from kfexport.lint.base import Context, Option, Rule
from kfexport.lint.writing.words import language, with_choices
from kfexport.model import Choice, MultipleResponse, Quiz, SingleChoice


class _Kind(Enum):
    """What is wrong with a choice: how the sentence goes on that begins "choice 4", and how bad it is."""

    MOVED = "points to the choices above it, and shuffling puts it anywhere", Severity.WARNING
    RENAMED = "calls other choices by letters, and shuffling gives them new ones", Severity.WARNING
    NAMES = "calls other choices by letters, and not all platforms show letters", Severity.INFO
    ALL = "says that all are right: who knows two of them need not know the rest", Severity.INFO
    NONE = "says that none is right: who picks it need not know what is", Severity.INFO


class _Words(NamedTuple):
    all: re.Pattern[str]
    """A choice that says that all are right, as a whole."""
    none: re.Pattern[str]
    points: re.Pattern[str]
    """The beginning of a choice that speaks of those above it."""
    names: re.Pattern[str]
    """A choice that names others by letters, as a whole."""


_REST: Final = r"(?: (?:choices|options|answers|statements))?(?: (?:is|are) (?:all )?(?:correct|true|right))?"
_THESE: Final = (
    r"(?:of )?(?:the above|the following|the (?:choices|options|answers|statements)|these|those|them)(?: above)?"
)
_LETTERS_EN: Final = r"\(?[a-f]\)?(?:, \(?[a-f]\)?)*,? (?:and|&|or|nor) \(?[a-f]\)?"
_NOUNS_JA: Final = r"(?:選択肢|回答|記述|もの|項目)?"
_BEFORE_JA: Final = rf"(?:上記|以上|これら|それら)?の?{_NOUNS_JA}[のはが]?"
_LETTER_JA: Final = "(?:[a-fａ-ｆア-オ]|[①-⑤])"
_WORDS: Final[Mapping[str, _Words]] = {
    "en": _Words(
        all=re.compile(
            rf"(?:all|any|each|every one) {_THESE}{_REST}"
            r"|all (?:(?:choices|options|answers|statements) )?are (?:correct|true|right)"
        ),
        none=re.compile(
            rf"(?:none|neither|not any) {_THESE}{_REST}|no(?:ne| (?:choice|option|answer|statement))s? (?:is|are) "
            "(?:correct|true|right)"
        ),
        points=re.compile(r"(?:all|any|each|none|neither|both|two|some|one) (?:of )?the (?:\w+ )?above\b"),
        names=re.compile(
            rf"(?:both|only|neither|either) {_LETTERS_EN}(?: only| above| (?:is|are) (?:both )?(?:correct|true|right))?"
            rf"|{_LETTERS_EN}(?: only| above| (?:is|are) (?:both )?(?:correct|true|right))?"
        ),
    ),
    "ja": _Words(
        all=re.compile(
            rf"{_BEFORE_JA}(?:すべて|全て|全部|いずれも|どれも)(?:[がは]?(?:正しい|正解|当てはまる|あてはまる|該当する))(?:です|である)?"
            r"|(?:上記|以上|これら)の?(?:選択肢)?[のは]?(?:すべて|全て|全部)(?:です|である)?"
        ),
        none=re.compile(
            rf"{_BEFORE_JA}(?:いずれ|どれ)(?:の選択肢)?(?:で|に)?も(?:ない|ありません|正しくない|当てはまらない|該当しない)"
            r"|該当(?:する(?:もの|選択肢)は?)?(?:なし|無し|ない)|(?:上記|以上)以外"
        ),
        points=re.compile(r"上記|以上の|上の(?:すべて|全て|いずれ|どれ|選択肢)"),
        names=re.compile(
            rf"{_LETTER_JA}(?:[と、]{_LETTER_JA})+(?:の?(?:両方|どちらも|すべて|全て|いずれも|両者)|のみ|だけ|が正しい|は正しい)?"
        ),
    ),
}
_TRIMMED: Final = " \t\n*_.。．!！"
_LONGEST: Final = 80
"""Characters of such a choice; a longer one says more than this."""
_WORD: Final = re.compile(r"\w\w")
_CURES: Final = {
    _Kind.MOVED: "Write `fixed: true` on it, or words that do not point, such as “none of these”.",
    _Kind.RENAMED: "Write out what it means, or make the question a `multiple_response`.",
    _Kind.NAMES: "Write out what it means, or make the question a `multiple_response`.",
    _Kind.ALL: "Make the question a `multiple_response`, or replace the choice.",
    _Kind.NONE: "Replace it with something that could be right.",
}


def _check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    words = _WORDS.get(language(quiz))
    if words is None:
        return
    told_none = context.switch(RULE, "none")
    for question in with_choices(quiz):
        for i, choice in enumerate(question.choices):
            kind = _kind(question, choice, words) if len(choice.text) <= _LONGEST else None
            if kind is not None and (kind is not _Kind.NONE or told_none):
                says, severity = kind.value
                yield RULE.found(
                    f"choice {i + 1} {says}",
                    below(question.origin, "choices", i),
                    hint=_CURES[kind],
                    question=question,
                    severity=severity,
                )


def _kind(question: SingleChoice | MultipleResponse, choice: Choice, words: _Words) -> _Kind | None:
    bare = choice.text.strip(_TRIMMED).lower()
    if question.shuffle and not choice.fixed and words.points.match(bare):
        return _Kind.MOVED
    if words.all.fullmatch(bare):
        return _Kind.ALL
    if words.none.fullmatch(bare):
        return _Kind.NONE
    if words.names.fullmatch(bare) and _has_prose(question, words):
        return _Kind.RENAMED if question.shuffle else _Kind.NAMES
    return None


def _has_prose(question: SingleChoice | MultipleResponse, words: _Words) -> bool:
    """Whether two choices are more than letters and numbers: otherwise these may well stand in the prompt."""
    others = [c.text for c in question.choices if not words.names.fullmatch(c.text.strip(_TRIMMED).lower())]
    return sum(_WORD.search(text) is not None for text in others) > 1


RULE: Final = Rule(
    code="KF252",
    name="all-of-the-above",
    in_builds=False,
    severity=Severity.WARNING,
    check=_check,
    options=(Option(name="none", default=False, about="Whether “none of the above” is told where it does no harm."),),
)
