"""Questions about lists: ``match`` and ``ordering``."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from kfexport.diagnostics import Path, Severity, below
from kfexport.model import Matching, Ordering, Quiz
from kfexport.targets.base import Losses
from kfexport.targets.moodle import xml
from kfexport.targets.moodle.common import combined_feedback, head, hints, penalty, prompt
from kfexport.targets.moodle.texts import rich
from kfexport.targets.moodle.xml import Lines

MATCH_LIMIT: Final = 255
"""Characters of a match that Moodle's database takes."""

_ENTITY_LIKE: Final = re.compile(r"&(?=[a-zA-Z0-9#]{1,8};)")
_TAG_LIKE: Final = re.compile(r"<(?![ \t\r\n\v\f])")
_NUMERIC: Final = re.compile(r"[ \t\r\n\v\f]*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \t\r\n\v\f]*")


def matching(quiz: Quiz, question: Matching, name: str, losses: Losses) -> Lines | None:
    """A ``match``; distractors are answers without a stem."""
    element = head(quiz, question, "matching", name, text=prompt(quiz, question), penalty=penalty(question, losses))
    xml.leaf(element, "shuffleanswers", "true")
    combined_feedback(quiz, question, element)
    stored = _stored(question.matches)
    pairs = [rich(quiz, pair.item, inline=True) for pair in question.pairs]
    if not _can_be_stored(question, pairs, stored, losses):
        return None
    for item, pair in zip(pairs, question.pairs, strict=True):
        _subquestion(element, item, stored[pair.match])
    for distractor in question.distractors:
        if distractor.strip():
            _subquestion(element, "", stored[distractor])
    hints(quiz, question, element)
    return element


def _subquestion(element: Lines, item: str, match: str) -> None:
    answer: Lines = []
    xml.named(answer, "answer", match, depth=3)
    xml.rich_text(element, "subquestion", item, inside=answer)


def _stored(matches: Iterable[str]) -> Mapping[str, str]:
    """Match → the text that Moodle shows as that match.

    Moodle strips tags and keeps entities (``format_string``). It merges matches that PHP holds for equal, such as the
    numbers 1.1 and 1.10 (question/type/match/questiontype.php); one with an entity in it is no number to PHP.
    """
    found: dict[str, str] = {}
    numbers: set[float] = set()
    for match in matches:
        text = _TAG_LIKE.sub("&lt;", _ENTITY_LIKE.sub("&amp;", match.strip()))
        if _NUMERIC.fullmatch(text):
            if float(text) in numbers:
                text = f"&#{ord(text[0])};{text[1:]}"
            else:
                numbers.add(float(text))
        found[match] = text
    return found


def _can_be_stored(question: Matching, items: list[str], stored: Mapping[str, str], losses: Losses) -> bool:
    """Whether Moodle takes the pairs: a stem without a match would make it drop the rest of the file."""
    fine = True
    for i, (item, pair) in enumerate(zip(items, question.pairs, strict=True)):
        if not item or not stored[pair.match]:
            message = f"Pair {i + 1} has no {'item' if not item else 'match'}, and Moodle needs both"
            losses.add("KF401", Severity.ERROR, message, below(question.origin, "pairs", i), question=question,
                       hint="Write it, or delete the pair.")  # fmt: skip
            fine = False
    places: list[tuple[str, Path]] = [(p.match, ("pairs", i, "match")) for i, p in enumerate(question.pairs)]
    places += [(distractor, ("distractors", i)) for i, distractor in enumerate(question.distractors)]
    for match, path in places:
        if len(stored[match]) > MATCH_LIMIT:
            message = f"The match is longer than {MATCH_LIMIT} characters, more than Moodle's database takes"
            losses.add("KF406", Severity.ERROR, message, below(question.origin, *path), question=question,
                       hint="Make it shorter; an item may be long.")  # fmt: skip
            fine = False
    return fine


def ordering(quiz: Quiz, question: Ordering, name: str, losses: Losses) -> Lines:
    """An ``ordering`` (Moodle 4.4 and later): all items, in one column, graded by their places."""
    element = head(quiz, question, "ordering", name, text=prompt(quiz, question), penalty=penalty(question, losses))
    xml.leaf(element, "layouttype", "VERTICAL")
    xml.leaf(element, "selecttype", "ALL")
    xml.leaf(element, "selectcount", str(len(question.items)))
    xml.leaf(element, "gradingtype", "ALL_OR_NOTHING" if question.scoring == "all_or_nothing" else "ABSOLUTE_POSITION")
    xml.leaf(element, "showgrading", "SHOW")
    xml.leaf(element, "numberingstyle", "none")
    combined_feedback(quiz, question, element)
    # Without this element, or with an empty one, the import may die of hints that are not there.
    xml.leaf(element, "shownumcorrect", "0")
    for i, item in enumerate(question.items):
        xml.rich_text(element, "answer", rich(quiz, item, inline=True), fraction=str(i + 1))
    hints(quiz, question, element)
    return element
