"""Questions that ask the same.

What: two questions of one type show the same prompt and the same choices, items, pairs or text, in whatever order and
letter case; or two questions with choices have the same right choices, at least half of their choices in common, and
prompts of which four words in five are the same. Numbers, code, formulas and images make a difference, and so does
the stimulus. In one quiz that is a warning, in two quizzes of a run a note, since an exam may repeat a quiz on purpose.
Quizzes in different languages, such as translations, are not compared. Of more than twenty questions with the same
right choices each is compared only with its five neighbours by alphabet.

Why: who gets both answers one thing twice, and it weighs double; and when one is mended, the other stays as it was.
"Keep the content of items independent of one another" (Haladyna, Downing and Rodriguez 2002, Applied Measurement in
Education 15(3)).

Fails:

    - id: probe
      type: true_false
      prompt: A failing liveness probe restarts the container.
      answer: true
    - id: probe-again
      type: true_false
      prompt: A failing **liveness** probe restarts the container.
      answer: true

Passes: the same prompt, "Which statement is true?", above other statements.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, assert_never

from kfexport.diagnostics import Diagnostic, Related, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import (
    Cloze,
    Description,
    Essay,
    Matching,
    MultipleResponse,
    Numerical,
    Ordering,
    Question,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.richtext.markdown import CJK

_FEW: Final = 20
"""Questions with the same right choices of which each is compared with each."""
_NEIGHBOURS: Final = 5
_ALIKE: Final = 0.8
"""Share of the words of two prompts that both have."""
_LEAST_WORDS: Final = 3
"""Words of right choices that say enough to be no accident."""
_EMPHASIS: Final = re.compile(r"(?<!\w)[*_]{1,3}(?=\w)|(?<=\w)[*_]{1,3}(?!\w)")
_WORD: Final = re.compile(rf"[{CJK}]|[^\W\d_]+")
_MORE_THAN_WORDS: Final = re.compile(r"[0-9]+|[^\w\s.,;:!?'\"()。、，．：；！？「」『』（）’“”–—-]")

_Shown: TypeAlias = tuple[str, ...]
_Group: TypeAlias = tuple[str, str | None, str, _Shown]
"""Language, stimulus and type of questions, and what of them is the same."""


class _Entry(NamedTuple):
    quiz: Quiz
    question: Question


def _check_all(quizzes: Sequence[Quiz], _context: Context) -> Iterator[Diagnostic]:
    by_parts: dict[_Group, list[_Entry]] = {}
    by_keys: dict[_Group, list[_Entry]] = {}
    for quiz in quizzes:
        lang = quiz.lang.lower()
        for question in quiz.questions():
            parts = _parts(question)
            if parts is None:
                continue
            entry = _Entry(quiz, question)
            by_parts.setdefault((lang, question.stimulus, question.kind, parts), []).append(entry)
            if isinstance(question, (SingleChoice, MultipleResponse)):
                keys = _plain([choice.text for choice in question.choices if choice.correct])
                by_keys.setdefault((lang, question.stimulus, question.kind, keys), []).append(entry)
    told: set[int] = set()
    for entries in by_parts.values():
        if len(entries) > 1:
            yield from _same(entries, told)
    for (_, _, _, keys), entries in by_keys.items():
        left = [entry for entry in entries if id(entry.question) not in told] if len(entries) > 1 else ()
        if len(left) > 1:
            yield from _alike(left, says_enough=len(_WORD.findall(" ".join(keys))) >= _LEAST_WORDS)


def _parts(question: Question) -> _Shown | None:
    """What learners see of a question beside its prompt, in an order of its own; ``None`` where nothing is asked."""
    match question:
        case SingleChoice() | MultipleResponse():
            return _plain([choice.text for choice in question.choices])
        case TrueFalse() | ShortAnswer() | Numerical() | Essay():
            return (_one(question.prompt),)
        case Matching():
            return _plain([*(pair.item for pair in question.pairs), *question.matches])
        case Ordering():
            return _plain(question.items)
        case Cloze():
            return (_one(question.text),)
        case Description():
            return None
        case _:
            assert_never(question)


def _one(text: str) -> str:
    """A source without what is not seen: emphasis, line ends, and outside of code letter case, too."""
    if "```" in text:
        return text.strip()
    if "**" in text:
        text = text.replace("**", "")
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub("", text)
    text = " ".join(text.split())
    return text if "`" in text or "$" in text else text.lower()


def _plain(texts: Iterable[str]) -> _Shown:
    return tuple(sorted([_one(text) for text in texts]))


def _same(entries: Sequence[_Entry], told: set[int]) -> Iterator[Diagnostic]:
    """Those of the questions with the same choices that have the prompt of an earlier one, too."""
    first: dict[str, _Entry] = {}
    for entry in entries:
        other = first.setdefault(_one(entry.question.prompt), entry)
        if other is not entry:
            told.add(id(entry.question))
            yield _found(entry, other, "asks the same as")


def _alike(entries: Sequence[_Entry], *, says_enough: bool) -> Iterator[Diagnostic]:
    """Those of the questions with the same right choices that ask nearly the same as an earlier one."""
    reach = len(entries) if len(entries) <= _FEW else _NEIGHBOURS
    order = list(range(len(entries)))
    if len(entries) > _FEW:
        order.sort(key=lambda i: _one(entries[i].question.prompt))
    told: set[int] = set()
    for place, i in enumerate(order):
        for j in order[place + 1 : place + 1 + reach]:
            earlier, later = min(i, j), max(i, j)
            if later not in told and _ask_the_same(entries[earlier].question, entries[later].question, says_enough):
                told.add(later)
                yield _found(entries[later], entries[earlier], "asks nearly the same as")


def _ask_the_same(first: Question, second: Question, says_enough: bool) -> bool:
    if not isinstance(first, (SingleChoice, MultipleResponse)) or not isinstance(second, type(first)):
        return False
    prompts = _one(first.prompt), _one(second.prompt)
    if prompts[0] != prompts[1] and not (says_enough and _are_alike(*prompts)):
        return False
    choices = [set(_plain(choice.text for choice in question.choices)) for question in (first, second)]
    return len(choices[0] & choices[1]) * 2 >= min(map(len, choices))


def _are_alike(first: str, second: str) -> bool:
    if _MORE_THAN_WORDS.findall(first) != _MORE_THAN_WORDS.findall(second):
        return False
    words = set(_WORD.findall(first)), set(_WORD.findall(second))
    return len(words[0] & words[1]) >= _ALIKE * len(words[0] | words[1])


def _found(entry: _Entry, other: _Entry, says: str) -> Diagnostic:
    question, quiz = other.question, other.quiz
    together = quiz is entry.quiz
    name = f"`{question.id}`" if together else f"`{quiz.key(question)}`"
    where = below(question.origin, "id")
    return RULE.found(
        f"the question {says} {name}",
        below(entry.question.origin, "id"),
        hint="Delete one of them, or let it ask something else.",
        related=(Related("the other question", where),) if where is not None else (),
        question=entry.question,
        severity=Severity.WARNING if together else Severity.INFO,
    )


RULE: Final = Rule(
    code="KF256", name="similar-questions", in_builds=False, severity=Severity.WARNING, check_all=_check_all
)
