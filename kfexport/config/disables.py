"""Comments in a quiz file that say that a finding is known: ``# kfexport: disable=KF402 -- why``."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import islice
from operator import itemgetter
from typing import Final

from kfexport.bank.comments import Comment, Place, comments, question_path
from kfexport.codes import finding
from kfexport.config.names import ABOUT_COMMENTS, Known, one, several, unknown
from kfexport.config.words import firm
from kfexport.diagnostics import Diagnostic, Origin, Path, Source, Span, shortened

_CODE: Final = r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*"
_DISABLE: Final = re.compile(
    rf"#+[ \t]*kfexport[ \t]*:[ \t]*disable[ \t]*=[ \t]*(?P<codes>{_CODE}(?:[ \t]*,[ \t]*{_CODE})*)[ \t]*,?"
    r"(?P<reason>(?:[ \t]|--).*)?"
)
_MEANT: Final = re.compile(r"#+[ \t]*kfexport[ \t]*+(?P<colon>:)?[ \t=:-]*+(?P<word>\w+)(?P<rest>.*)")
_FOLLOWS: Final = re.compile(r"[ \t]*+(?:[=:]|-*+[ \t]*+KF\d)")
_LONGEST: Final = 200
_MOST_CODES: Final = 20
_WORDS: Final = ("disable", "disabled", "enable", "ignore", "noqa", "nolint", "skip", "off")


@dataclass(slots=True)
class Disable:
    """One code of one comment."""

    code: str
    where: Origin
    used: bool = False


@dataclass(slots=True)
class Disables:
    """The comments of one file."""

    everywhere: dict[str, Disable] = field(default_factory=dict)
    """By code."""
    questions: dict[Path, tuple[Place, dict[str, Disable]]] = field(default_factory=dict)
    """By the path of the question, and by code."""
    every: list[Disable] = field(default_factory=list)
    bad: list[Diagnostic] = field(default_factory=list)
    """What is wrong with comments."""
    _lines: list[tuple[int, Path]] = field(default_factory=list)
    """First lines of the questions that have comments, in order, made when it is asked for."""

    def silence(self, found: Diagnostic) -> bool:
        """Whether a comment says that the finding is known; the comment is used then."""
        disable = self._in_question(found) or self.everywhere.get(found.code)
        if disable is not None:
            disable.used = True
        return disable is not None

    def _in_question(self, found: Diagnostic) -> Disable | None:
        where = found.where
        if where is None or not self.questions:
            return None
        path = question_path(where.path)
        if path is not None:
            _, codes = self.questions.get(path, (None, {}))
            return codes.get(found.code)
        if where.known is None:
            return None
        if not self._lines:
            self._lines = sorted((place.line, path) for path, (place, _) in self.questions.items())
        at = bisect_right(self._lines, where.known.line, key=itemgetter(0))
        place, codes = self.questions[self._lines[at - 1][1]]
        return codes.get(found.code) if at and where.known.line <= place.last else None


def read(source: Source, text: str, among: Mapping[str, Known]) -> Disables:
    """What the comments of a quiz file say; ``text`` is what was read of it as YAML."""
    found = Disables()
    for comment in comments(text):
        parsed = _DISABLE.fullmatch(comment.text)
        problem = _misspelt(comment.text, parsed, among)
        if parsed is not None and problem is None and comment.question is None and not comment.on_top:
            cure = "Put it directly above `- id: …` or into the question; for the whole file, above the first key."
            problem = ("this comment stands at no question", cure)
        if problem is not None:
            found.bad.append(_bad(Origin(source, known=comment.span), *problem))
        elif parsed is not None:
            for disable in _codes(comment, parsed.start("codes"), parsed["codes"], source, among, found.bad):
                _add(found, comment, disable)
    return found


def _bad(where: Origin, message: str, cure: str) -> Diagnostic:
    return finding("KF042", message, where, hint=cure)


def _add(found: Disables, comment: Comment, disable: Disable) -> None:
    """Keep a code; where it is given twice, the second one will be told as unused."""
    found.every.append(disable)
    place = comment.question
    codes = found.everywhere if place is None else found.questions.setdefault(place.path, (place, {}))[1]
    codes.setdefault(disable.code, disable)


def _misspelt(text: str, parsed: re.Match[str] | None, among: Mapping[str, Known]) -> tuple[str, str] | None:
    """What is wrong with the form of a comment that was meant to disable something."""
    if parsed is not None:
        behind = re.match(rf"[ \t]*({_CODE})", parsed["reason"] or "")
        known = one(behind[1], among) if behind else None
        if known is None or behind is None:
            return None
        listed = shortened(parsed["codes"], _LONGEST)
        cure = f"Write `disable={listed},{behind[1]}`, or ` -- ` before a reason."
        return f"a comma is missing before `{behind[1]}`", cure
    meant = _MEANT.match(text)
    if meant is None:
        return None
    word = meant["word"].lower()
    if not (
        get_close_matches(word, _WORDS, 1, 0.8)
        if meant["colon"]
        else word == "disable" and _FOLLOWS.match(meant["rest"])
    ):
        return None  # a comment about kfexport
    codes = dict.fromkeys(code.upper() for code in re.findall(r"\bKF\d{3}\b", text, re.IGNORECASE))
    if word == "disable" and not re.search(r"\w", meant["rest"]):
        return "this comment names no code", "Write `# kfexport: disable=KF402`, for example, or delete it."
    return (
        "this comment is not understood",
        f"Write `# kfexport: disable={','.join(islice(codes, _MOST_CODES)) or 'KF402'}`.",
    )


def _codes(
    comment: Comment, at: int, listed: str, source: Source, among: Mapping[str, Known], bad: list[Diagnostic]
) -> Iterator[Disable]:
    """The codes that a comment lists, without those that it cannot disable."""
    for word in re.finditer(_CODE, listed):
        col = comment.span.col + at + word.start()
        where = Origin(source, known=Span(comment.span.line, col, comment.span.line, col + len(word[0])))
        known = one(word[0], among)
        if known is None:
            message, cure = unknown(word[0], among)
            cure = "Name single codes in a comment." if several(word[0], among) else cure
            bad.append(_bad(where, message, f"{cure} A reason stands behind ` -- `." if "," in listed else cure))
        elif known.is_firm:
            bad.append(_bad(where, firm(known)[0], "Delete it from the comment, and mend what it tells."))
        elif known.code in ABOUT_COMMENTS:
            message = f"{known.shown} is about these comments; none of them can disable it"
            bad.append(_bad(where, message, "Name it in `ignore` of the configuration."))
        else:
            yield Disable(known.code, where)
