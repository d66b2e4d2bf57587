"""Negative stems that do not look negative.

What: a question with choices asks for what is *not* so, "Which of these is not …", "… except", 「誤っているものは」,
and the word is neither in bold or italics nor, in English, in capitals.

Why: learners overlook it and pick what is right. Haladyna, Downing and Rodriguez (2002, Applied Measurement in
Education 15(3)): "Word the stem positively, avoid negatives such as NOT or EXCEPT. If negative words are used, use the
word cautiously and always ensure that the word appears capitalized and boldface."

Fails: `Which of these is not a probe?`, `誤っているものはどれですか？`

Passes: `Which of these is **not** a probe?`, `Which of these is NOT a probe?`, `**誤っている**ものはどれですか？`
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from kfexport.diagnostics import Diagnostic, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.lint.writing.words import language, prose, with_choices
from kfexport.model import Quiz
from kfexport.richtext.places import places

_Find: TypeAlias = Callable[[str], re.Match[str] | None]
_NOT: Final = r"(?P<word>not|never|cannot|\w+n['’]t)"
_ASKS: Final = re.compile(
    r"\b(?:which|what)\b(?:\s+(?:one|two|three|four))?\s+"
    r"(?:of\s+(?:the\s+)?(?:following|these|those|below|\w+\s+(?:below|listed))|statements?|options?|choices?|answers?)\b"
    r"|\ball\s+(?:of\s+)?(?:the\s+following|these)\b",
    re.IGNORECASE,
)
_ASKS_NOT: Final = re.compile(
    r"(?:\A|[.?!:]\s|\n)\W{0,8}(?:[Ww]hich|[Ww]hat)(?:\s+[\w-]+){0,3}?\s+"
    r"(?:(?:is|are|was|were|does|do|did|can|could|will|would|should|may|must|has|have)\s+(?P<word>not|never)"
    r"|(?P<short>cannot|(?:is|are|was|were|does|do|did|ca|could|wo|would|should|must|has|have)n['’]t))\b"
)
_END: Final = re.compile(r"[.?!:](?=\s|\Z)|\n\s*\n")
_ASIDE: Final = re.compile(
    r"\b(?:if|when|whenever|because|since|unless|while|where|although|that|who|whose|which|whether|why|how|what|but|and)\b",
    re.IGNORECASE,
)
_NEGATIVE: Final = re.compile(
    rf"\b(?:{_NOT}(?!\s+(?:only|just)\b)|(?P<except>except)\b(?!\s+for\b)"
    r"|(?P<least>least)\s+(?:likely|appropriate|suitable|important|accurate|effective)"
    r"|(?:is|are|the)\s+(?P<false>false|incorrect|untrue|wrong))\b"
)
_AT_THE_END: Final = re.compile(
    r"\b(?:(?P<word>not)\s+(?:true|correct|right|valid|accurate)|(?P<except>except)|(?:is|are)\s+(?P<false>false|incorrect|untrue))"
    r"\W*\Z"
)


_LONGEST: Final = 500
"""Characters of a sentence that are looked at."""


def _english(prompt: str) -> re.Match[str] | None:
    for asks in _ASKS.finditer(prompt):
        start, limit = asks.end(), asks.end() + _LONGEST
        ends = _END.search(prompt, start, limit)
        end = ends.start() if ends else min(limit, len(prompt))
        aside = _ASIDE.search(prompt, start, end)
        found = _NEGATIVE.search(prompt, start, aside.start() if aside else end) or _AT_THE_END.search(
            prompt, start, end
        )
        if found:
            return found
    return _ASKS_NOT.search(prompt)


_WHAT_JA: Final = r"(?:もの|の|こと|[^\s。、，．？?！!「」（）()のがをに]{1,12}?)"
_ASKED_JA: Final = (
    r"(?:[はが]、?(?:次のうち|以下のうち)?、?(?:どれ|何|いずれ|どの)"
    r"|を[^。？?\n]{0,12}?(?:選|えら|答え|挙げ|あげ|1つ|一つ|１つ|すべて|全て))"
)
_THING_JA: Final = r"(?:もの|の|記述|説明|説明文|文|文章|選択肢|組み合わせ|組合せ|組合わせ|主張)"
_WRONG_JA: Final = "誤っている|誤った|誤りである|間違っている|間違った|正しくない|不適切な|不適当な"
_NO_NEGATIVE_JA: Final = "".join(
    f"(?<!{before})"
    for before in ("少", "危", "なら", "いけ", "問題", "問題の", "問題は", "支え", "構わ", "かまわ", "かもしれ")
)
"""Behind these, 「ない」 says that something is little or must be done, or nothing at all."""
_PURPOSE_JA: Final = "(?!ため|よう|とき|時|場合|状態|限り|まま|こと(?![はが]))"
_JAPANESE: Final = re.compile(
    rf"(?P<word>{_WRONG_JA}){_THING_JA}{_ASKED_JA}"
    rf"|(?:(?P<not>(?:適切|適当)で(?:は)?ない|では?ない)|{_NO_NEGATIVE_JA}(?P<verb>ない)){_PURPOSE_JA}{_WHAT_JA}{_ASKED_JA}"
    r"|(?:どれ|いずれ)[がは]?(?P<false>誤り|間違い)(?:です|でしょう|か|？|\?)"
)


class _Language(NamedTuple):
    signs: tuple[str, ...]
    """A prompt without any of them is no negative one."""
    find: _Find
    """The negative word of a prompt, as the one named group that took part."""
    hint: str


_LANGUAGES: Final[Mapping[str, _Language]] = {
    "en": _Language(
        ("not", "n't", "n’t", "never", "except", "least", "false", "incorrect", "untrue", "wrong"),
        _english,
        "Write it in bold, `**{word}**`, or in capitals; better still, ask for what is so.",
    ),
    "ja": _Language(
        ("ない", "誤", "間違", "不適"),
        _JAPANESE.search,
        "Write it in bold, `**{word}**`; better still, ask for what is so.",
    ),
}


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    known = _LANGUAGES.get(language(quiz))
    if known is None:
        return
    for question in with_choices(quiz):
        prompt = question.prompt
        if not any(sign in prompt for sign in known.signs):
            continue
        found = known.find(prose(prompt))
        if found is None:
            continue
        word, start = next((text, found.start(name)) for name, text in found.groupdict().items() if text)
        if _stands_out(prompt, start, safe=quiz.safe_html):
            continue
        where = below(question.origin, "prompt")
        yield RULE.found(
            f"“{word}” turns the question round, and nothing makes the word stand out",
            where.offset(start) if where is not None else None,
            hint=known.hint.format(word=word),
            question=question,
        )


def _stands_out(prompt: str, start: int, *, safe: bool) -> bool:
    if not any(sign in prompt for sign in "*_<~"):
        return False
    marked = [p for p in places(prompt, safe=safe) if p.kind in ("Strong", "Emph")]
    return any(p.start <= start < p.end for p in marked) or (safe and prompt[:start].rstrip().endswith(">"))


RULE: Final = Rule(code="KF254", name="negative-stem", in_builds=False, severity=Severity.WARNING, check=_check)
