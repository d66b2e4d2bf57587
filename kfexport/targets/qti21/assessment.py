"""Quiz → assessmentTest: sections, references to the items, time limit and the sum of the scores."""

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from kfexport.diagnostics import Severity
from kfexport.model import Description, Quiz, Section
from kfexport.targets.base import Losses
from kfexport.targets.identity import digest, item_identifier, test_identifier
from kfexport.targets.markup import one_line
from kfexport.targets.qti21.parts import SCORE, declare_float
from kfexport.targets.qti21.texts import Texts
from kfexport.targets.qti21.xml import (
    LANG,
    QTI,
    QTI_SCHEMA,
    Element,
    Spelled,
    child,
    document,
    element_of_ours,
    number,
    root,
)

_MINUTE = 60


def assessment(quiz: Quiz, losses: Losses) -> bytes:
    """The test file of a quiz."""
    test = root("assessmentTest", QTI, QTI_SCHEMA, identifier=test_identifier(quiz.id), title=one_line(quiz.title))
    declare_float(test, SCORE, 0)
    _write_time_limit(test, quiz, losses)
    part = child(test, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="individual")
    sections = _sections(quiz)
    for at, (section, identifier) in enumerate(zip(sections, _identifiers(sections), strict=True)):
        _write_section(part, quiz, section, identifier, losses, first=at == 0)
    _write_sum(test)
    return document(test)


def _sections(quiz: Quiz) -> list[Section]:
    """The sections that hold questions; a test part needs one at least, if an empty one."""
    return [s for s in quiz.sections if s.questions] or [Section(id=None, questions=())]


def _identifiers(sections: Sequence[Section]) -> list[str]:
    """Distinct identifiers, made from the ids."""
    found: dict[str, None] = {}
    for at, section in enumerate(sections, 1):
        identifier = "s-all" if section.id is None else f"s-{digest(section.id)}"
        found[f"{identifier}-{at}" if identifier in found else identifier] = None
    return list(found)


def _write_time_limit(test: Element, quiz: Quiz, losses: Losses) -> None:
    seconds = quiz.delivery.time_limit
    if seconds is None:
        return
    child(test, "timeLimits", maxTime=str(seconds))
    if seconds % _MINUTE:
        minutes = seconds // _MINUTE
        rounded = f"makes {seconds} seconds {minutes} min" if minutes else f"drops one of {seconds} seconds"
        Texts(losses, quiz.origin).report(
            "KF404",
            Severity.INFO,
            f"The time limit is exact, but Canvas counts whole minutes and {rounded}",
            "delivery",
            "time_limit",
        )


def _write_section(
    part: Element, quiz: Quiz, section: Section, identifier: str, losses: Losses, *, first: bool
) -> None:
    """A section; without a title it is invisible, so that its questions stand as if there was none."""
    element = child(
        part,
        "assessmentSection",
        identifier=identifier,
        title=one_line(section.title or quiz.title),
        visible="true" if section.title else "false",
    )
    _write_selection(element, section, losses)
    if quiz.delivery.shuffle_questions:
        child(element, "ordering", shuffle="true")
    if first and quiz.description:
        block = _rubric(element, quiz)
        Texts(losses, quiz.origin, quiz=quiz).put(block, quiz.description, "the description", "description")
    if section.description:
        block = _rubric(element, quiz)
        Texts(losses, section.origin, quiz=quiz).put(
            block, section.description, "the description of the section", "description"
        )
    for question in section.questions:
        name = item_identifier(quiz.key(question), question.id)
        reference = element_of_ours(element, "assessmentItemRef", f' identifier="{name}" href="{name}.xml"')
        # Canvas takes the points from here. Nothing in outcome processing names the weight, so it multiplies nothing.
        points = 0 if isinstance(question, Description) else question.points
        reference.parts.append(_weight(points))


@lru_cache(maxsize=1024)
def _weight(points: Decimal | int) -> Spelled:
    return Spelled(f'<weight identifier="POINTS" value="{number(points)}"/>')


def _write_selection(element: Element, section: Section, losses: Losses) -> None:
    if section.pick is None:
        return
    here = len(section.questions)
    child(element, "selection", select=str(min(section.pick, here)))
    if section.pick > here:
        Texts(losses, section.origin).report(
            "KF402",
            Severity.WARNING,
            f"Drawing {section.pick} questions (pick) is reduced to {here}: the section has no more to export",
            "pick",
        )


def _rubric(section: Element, quiz: Quiz) -> Element:
    rubric = child(section, "rubricBlock", view="candidate")
    rubric.set(LANG, quiz.lang)
    return child(rubric, "div")


def _write_sum(test: Element) -> None:
    """Without it a test has no total."""
    total = child(child(test, "outcomeProcessing"), "setOutcomeValue", identifier=SCORE)
    child(child(total, "sum"), "testVariables", variableIdentifier=SCORE)
