"""Blanks without a mark, and marks without a place.

What: every blank of a cloze is marked in its text exactly once, as `[[id]]`, and not in a formula, nor in the address
or title of a link. A mark of a key in `blanks` that begins with `x-` gets a warning, since such keys belong to other
tools; other double brackets, as in `letters[[x-1]]`, are text.

Why: a blank that is not in the text can never be filled, so nobody would get full marks; two fields for one blank are
more than platforms can grade.

Fails:

    text: A pod runs on a [[node]].
    blanks:
      node: {answers: [node]}
      pod: {answers: [pod]}

Passes:

    text: A [[pod]] runs on a [[node]].
    blanks:
      node: {answers: [node]}
      pod: {answers: [pod]}
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Related, Severity
from kfexport.lint.base import Context, Rule
from kfexport.model import Cloze, Quiz
from kfexport.richtext.cloze import in_formulas, marks, shown_marks, to_html_with_numbers

_LIKE_A_MARK: Final = re.compile(r"(?<!\\)\[\[([^\[\]\n]{1,80})\]\]")
_MAY_HIDE: Final = re.compile(r"\]\(|\]:|<|```|~~~|\$")
"""Links, tags, formulas, the language of code: without one of these every mark is shown, and nothing is rendered."""
_MOST_NEAR: Final = 20
"""Blanks without a mark for which one that looks like it is looked for, among so many that are no blank's:"""
_MOST_LIKE: Final = 200
_FOREIGN: Final = "x-"
_FOREIGN_MARK: Final = re.compile(r"\[\[(x-[A-Za-z0-9._-]*)\]\]")


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for question in quiz.questions():
        if isinstance(question, Cloze):
            yield from _check_cloze(question)
            if _MAY_HIDE.search(question.text):
                yield from _check_places(question, safe=quiz.safe_html)
            yield from _check_foreign(question)


def _check_cloze(question: Cloze) -> Iterator[Diagnostic]:
    ids = [blank.id for blank in question.blanks]
    found = marks(question.text, ids)
    if not ids:
        where = question.origin and question.origin.child("blanks").key()
        yield RULE.found("the question has no blank", where, hint="Write one below `blanks`.", question=question)
    if sorted(ids) == sorted(name for name, _ in found):
        return
    marked: dict[str, list[int]] = {}
    for name, at in found:
        marked.setdefault(name, []).append(at)
    missing = [blank for blank in ids if blank not in marked]
    near = _nearly(question, missing[:_MOST_NEAR], frozenset(ids)) if missing else {}
    for blank in ids:
        places = marked.get(blank, [])
        if not places:
            yield RULE.found(
                f"the blank `{blank}` has no mark in the text",
                question.origin and question.origin.child("blanks", blank).key(),
                hint=f"Write `[[{blank}]]` where it belongs, or delete the blank.",
                related=near.get(blank, ()),
                question=question,
            )
        elif len(places) > 1:
            yield RULE.found(
                f"the blank `{blank}` is marked {len(places)} times",
                _at(question, places[1]),
                hint="Give each place a blank of its own, with an id of its own.",
                question=question,
            )


def _nearly(question: Cloze, missing: Iterable[str], ids: Collection[str]) -> Mapping[str, tuple[Related, ...]]:
    """For blanks without a mark: a mark that is no blank's and looks like theirs, with other letter case or with blanks
    in it."""
    from difflib import get_close_matches  # slow to import, and good files do not need it

    unknown = (m for m in _LIKE_A_MARK.finditer(question.text) if m[0][2:-2] not in ids)
    others = {m[1].strip().lower(): m for m in islice(unknown, _MOST_LIKE)}
    found: dict[str, tuple[Related, ...]] = {}
    for blank in missing:
        near = get_close_matches(blank.lower(), list(others), 1, 0.72)
        where = _at(question, others[near[0]].start()) if near else None
        if where is not None:
            found[blank] = (Related(f"`{others[near[0]][0]}` is no mark of a blank", where),)
    return found


def _check_places(question: Cloze, *, safe: bool) -> Iterator[Diagnostic]:
    """Marks that Markdown does not show as text: their numbers are looked for in what is shown."""
    found = marks(question.text, [blank.id for blank in question.blanks])
    fragment = to_html_with_numbers(question.text, found, safe=safe)
    shown, formulas = set(shown_marks(fragment)), set(in_formulas(fragment))
    for number, (blank, at) in enumerate(found):
        if str(number) in formulas:
            yield RULE.found(
                f"the blank `{blank}` stands in a formula, where no field can be",
                _at(question, at),
                hint="End the formula before the mark, and begin another one behind it.",
                question=question,
            )
        elif str(number) not in shown:
            yield RULE.found(
                f"the blank `{blank}` stands where nothing is shown, such as the address of a link",
                _at(question, at),
                hint="Move the mark into the text that learners see.",
                question=question,
            )


def _check_foreign(question: Cloze) -> Iterator[Diagnostic]:
    """Marks of keys that the author took for blanks. A source knows which keys there are, the model only blanks."""
    if f"[[{_FOREIGN}" not in question.text or question.origin is None:
        return
    blanks = question.origin.child("blanks")
    absent = blanks.child("").span()
    ids = {name for name in _FOREIGN_MARK.findall(question.text) if blanks.child(name).span() != absent}
    for name, at in marks(question.text, ids):
        yield RULE.found(
            f"`[[{name}]]` is no blank: keys that begin with `x-` belong to other tools",
            _at(question, at),
            hint=f"Give the blank another id; or write `\\[[{name}]]` if this is a text.",
            question=question,
            severity=Severity.WARNING,
        )


def _at(question: Cloze, offset: int) -> Origin | None:
    return question.origin.child("text").offset(offset) if question.origin is not None else None


RULE: Final = Rule(code="KF208", name="cloze-marks", severity=Severity.ERROR, milder=True, check=_check)
