"""Accepted texts and matches that cannot be told apart, or that nobody can type.

What: an accepted text stands on one line, shows something, has no blanks at its ends, and does not stand twice (letter
case counts only where the question says so). Matches and choices of a drop-down show something. The items of an
`ordering` and of a `matching` are all different to look at, and so are the choices of a drop-down. Items that differ in
code style or in the address of a link alone get a warning, and so do distractors that are a match as well, and pairs
that all have the same match.

Why: Moodle and Canvas trim what learners type, so an outer blank can never be matched there; of two equal items nobody
knows which comes first.

Fails:

    answers: [" ls "]

Passes:

    answers: [ls]
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Path, Related, Severity, Step, below
from kfexport.lint.base import Context, Rule
from kfexport.model import Answer, Blank, ChoiceBlank, Cloze, Matching, Ordering, Question, Quiz, ShortAnswer, TextBlank
from kfexport.richtext.looks import SAME, twins
from kfexport.richtext.markdown import to_html
from kfexport.richtext.plain import is_visible, surely_differ


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for question in quiz.questions():
        match question:
            case ShortAnswer():
                yield from _of_answers(question, question.answers, (), sensitive=question.case_sensitive)
            case Ordering():
                yield from _of_items(question, question.items, lambda i: ("items", i), safe=quiz.safe_html)
            case Matching():
                items = [pair.item for pair in question.pairs]
                yield from _of_items(question, items, lambda i: ("pairs", i, "item"), safe=quiz.safe_html)
                yield from _of_matches(question)
            case Cloze():
                for blank in question.blanks:
                    yield from _of_blank(question, blank)
            case _:
                pass


def _of_answers(question: Question, answers: Sequence[Answer], base: Path, *, sensitive: bool) -> Iterator[Diagnostic]:
    for i, answer in enumerate(answers):
        if _is_plain(answer.text):
            continue
        what, where = f"answer {i + 1}", _at(question, (*base, "answers", i))
        if not is_visible(answer.text):
            yield _invisible(question, what, where)
        elif "\n" in answer.text:
            yield RULE.found(
                f"{what} has several lines, and the field has one", where, hint="Put it on one line.", question=question
            )
        elif answer.text != answer.text.strip():
            yield RULE.found(
                f"{what} begins or ends with a blank",
                where,
                hint=f"Write `{answer.text.strip()}`: Moodle and Canvas trim what learners type.",
                question=question,
            )

    def fold(text: str) -> str:
        return text.strip() if sensitive else text.strip().lower()

    def place(i: int) -> Path:
        return (*base, "answers", i)

    yield from _doubles(question, "answer", [a.text for a in answers], place, fold)


def _of_blank(question: Cloze, blank: Blank) -> Iterator[Diagnostic]:
    base: Path = ("blanks", blank.id)
    if isinstance(blank, TextBlank):
        yield from _of_answers(question, blank.answers, base, sensitive=blank.case_sensitive)
    elif isinstance(blank, ChoiceBlank):
        texts = [choice.text for choice in blank.choices]
        for i, text in enumerate(texts):
            if not is_visible(text):
                yield _invisible(question, f"choice {i + 1}", _at(question, (*base, "choices", i)))
        yield from _doubles(question, "choice", texts, lambda i: (*base, "choices", i), _one_line)


def _of_items(
    question: Question, items: Sequence[str], place: Callable[[int], Path], *, safe: bool
) -> Iterator[Diagnostic]:
    if surely_differ(items):
        return
    for first, second, look in twins([to_html(item, inline=True, safe=safe) for item in items]):
        other = _at(question, place(first))
        yield RULE.found(
            f"items {first + 1} and {second + 1} {look}",
            _at(question, place(second)),
            hint="Change or delete one of them.",
            related=(Related(f"item {first + 1}", other),) if other is not None else (),
            question=question,
            severity=Severity.ERROR if look == SAME else Severity.WARNING,
        )


def _of_matches(question: Matching) -> Iterator[Diagnostic]:
    texts = [*(pair.match for pair in question.pairs), *question.distractors]
    if all(map(_is_plain, texts)) and surely_differ(texts) and len(texts) > 1:
        return
    places: list[tuple[str, str, tuple[Step, ...]]] = [
        *((p.match, f"the match of pair {i + 1}", ("pairs", i, "match")) for i, p in enumerate(question.pairs)),
        *((text, f"distractor {i + 1}", ("distractors", i)) for i, text in enumerate(question.distractors)),
    ]
    first: dict[str, tuple[str, str, Path]] = {}
    for text, what, path in places:
        if not is_visible(text):
            yield _invisible(question, what, _at(question, path))
            continue
        known, earlier, place = first.setdefault(_one_line(text), (text, what, path))
        other = _at(question, place)
        related = (Related(earlier, other),) if other is not None else ()
        if known != text:
            yield RULE.found(
                f"{what} differs from {earlier} only in its blanks", _at(question, path),
                hint="Write both in the same way.", related=related, question=question,
            )  # fmt: skip
        elif place != path and path[0] == "distractors":
            yield RULE.found(
                f"{what} is {earlier} as well", _at(question, path), hint="Delete it; learners see each match once.",
                related=related, question=question, severity=Severity.WARNING,
            )  # fmt: skip
    if len(first) == 1 and len(question.matches) == 1:
        yield RULE.found(
            "all items have the same match, so there is nothing to choose", _at(question, ("pairs",)),
            hint="Add other matches, or `distractors`.", question=question, severity=Severity.WARNING,
        )  # fmt: skip


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _invisible(question: Question, what: str, where: Origin | None) -> Diagnostic:
    return RULE.found(f"{what} shows nothing", where, hint="Write something that can be seen.", question=question)


def _doubles(
    question: Question, noun: str, texts: Sequence[str], place: Callable[[int], Path], fold: Callable[[str], str]
) -> Iterator[Diagnostic]:
    if surely_differ(texts):
        return
    first: dict[str, int] = {}
    for i, text in enumerate(texts):
        if not is_visible(text) or (noun == "answer" and text != text.strip()):
            continue  # told
        earlier = first.setdefault(fold(text), i)
        if earlier != i:
            other = _at(question, place(earlier))
            by_case = noun == "answer" and text != texts[earlier]
            yield RULE.found(
                f"{noun}s {earlier + 1} and {i + 1} {'differ in letter case only' if by_case else 'are the same'}",
                _at(question, place(i)),
                hint="Delete one of them, or write `case_sensitive: true`."
                if by_case
                else "Change or delete one of them.",
                related=(Related(f"{noun} {earlier + 1}", other),) if other is not None else (),
                question=question,
            )


def _is_plain(text: str) -> bool:
    """A quick look that nearly all texts pass: one line of ASCII that neither begins nor ends with a blank."""
    return text.isascii() and text.isprintable() and text.strip() == text != ""


def _at(question: Question, path: Path) -> Origin | None:
    return below(question.origin, *path)


RULE: Final = Rule(code="KF211", name="answers", severity=Severity.ERROR, milder=True, check=_check)
