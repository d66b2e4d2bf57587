"""Accepted texts and matches that cannot be told apart, or that nobody can type.

What: an accepted text has no blanks at its ends, and none stands twice (letter case counts only where the question says
so). The items of an `ordering` and of a `matching` are all different to look at, and so are the choices of a drop-down.

Why: platforms trim answers, so an outer blank can never be matched; of two equal items nobody knows which comes first.

Fails:

    answers: [" ls "]

Passes:

    answers: [ls]
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Path, Related, Severity
from kfexport.lint.base import Context, Rule
from kfexport.model import Answer, ChoiceBlank, Cloze, Matching, Ordering, Question, Quiz, ShortAnswer, TextBlank
from kfexport.richtext.plain import to_plain


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    def shown(text: str) -> str:
        return to_plain(text, inline=True, safe=quiz.safe_html)

    for question in quiz.questions():
        match question:
            case ShortAnswer():
                yield from _of_answers(question, question.answers, (), sensitive=question.case_sensitive)
            case Ordering():
                yield from _doubles(question, "item", question.items, ("items",), shown)
            case Matching():
                items = [pair.item for pair in question.pairs]
                yield from _doubles(question, "item", items, ("pairs",), shown)
            case Cloze():
                for blank in question.blanks:
                    base: Path = ("blanks", blank.id)
                    if isinstance(blank, TextBlank):
                        yield from _of_answers(question, blank.answers, base, sensitive=blank.case_sensitive)
                    elif isinstance(blank, ChoiceBlank):
                        texts = [choice.text for choice in blank.choices]
                        yield from _doubles(question, "choice", texts, (*base, "choices"), str.strip)
            case _:
                pass


def _of_answers(question: Question, answers: Sequence[Answer], base: Path, *, sensitive: bool) -> Iterator[Diagnostic]:
    for i, answer in enumerate(answers):
        if answer.text != answer.text.strip():
            yield RULE.found(
                f"answer {i + 1} begins or ends with a blank",
                _at(question, (*base, "answers", i)),
                hint=f"Write `{answer.text.strip()}`: platforms trim what learners type.",
                question=question,
            )
    folded = (lambda text: text.strip()) if sensitive else (lambda text: text.strip().casefold())
    yield from _doubles(question, "answer", [a.text for a in answers], (*base, "answers"), folded)


def _doubles(
    question: Question, noun: str, texts: Sequence[str], base: Path, fold: Callable[[str], str]
) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    for i, text in enumerate(texts):
        earlier = first.setdefault(fold(text), i)
        if earlier != i:
            other = _at(question, (*base, earlier))
            yield RULE.found(
                f"{noun}s {earlier + 1} and {i + 1} are the same",
                _at(question, (*base, i)),
                hint="Change or delete one of them.",
                related=(Related(f"{noun} {earlier + 1}", other),) if other is not None else (),
                question=question,
            )


def _at(question: Question, path: Path) -> Origin | None:
    return question.origin.child(*path) if question.origin is not None else None


RULE: Final = Rule(code="KF211", name="answers", severity=Severity.ERROR, check=_check)
