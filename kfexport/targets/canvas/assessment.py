"""The assessment: items, groups and texts between them, in the order of the quiz.

Classic Quizzes know no sections but groups from which questions are drawn, and New Quizzes pass over others. What a
section says stands in a text before its questions.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from kfexport.diagnostics import Origin, Severity, below
from kfexport.model import Description, Question, Quiz, Section, Stimulus
from kfexport.richtext.direction import directed
from kfexport.richtext.plain import to_plain
from kfexport.targets.base import Losses
from kfexport.targets.canvas import meta
from kfexport.targets.canvas.items import item, text_only, written
from kfexport.targets.canvas.numbers import spell
from kfexport.targets.canvas.scene import AnswerIds, Item, Scene, stimulus_text
from kfexport.targets.canvas.texts import NAME_LIMIT, STEM_LIMIT, escaped, fitting, rich, too_long
from kfexport.targets.canvas.xml import field, root_of
from kfexport.targets.identity import block_identifier, group_identifier, item_identifier, test_identifier
from kfexport.targets.markup import attribute, encoded
from kfexport.targets.names import fit

_NAMESPACE: Final = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_SCHEMA: Final = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2p1.xsd"
_PATH_SEPARATOR: Final = " / "


@dataclass(frozen=True, slots=True)
class Assessment:
    """The questions of a quiz, written."""

    content: tuple[bytes, ...]
    """The file, in pieces."""
    points: str
    """What the whole quiz is worth."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A section, written."""

    content: bytes
    points: Decimal


def assessment(quiz: Quiz, title: str, names: Mapping[str, str], losses: Losses) -> Assessment | None:
    """The file of the questions, with ``names`` for them by id; ``None`` where none can be written."""
    ids = AnswerIds()
    parts = [_Writer(quiz, section, title, names, losses, ids).part() for section in quiz.sections if section.questions]
    if not any(part.content for part in parts):
        return None
    limit = meta.minutes(quiz)
    attempts = meta.attempts(quiz)
    fields = field("qmd_timelimit", limit) if limit else ""
    fields += field("cc_maxattempts", "unlimited" if attempts.startswith("-") else attempts)
    head = (
        f'<assessment ident="{test_identifier(quiz.id)}" title="{attribute(title)}">\n'
        f'<qtimetadata>{fields}</qtimetadata>\n<section ident="root_section">\n'
    )
    inside = (encoded(head), *(part.content for part in parts), b"</section>\n</assessment>\n")
    content = root_of("questestinterop", _NAMESPACE, _SCHEMA, "", inside)
    return Assessment(content, spell(sum((part.points for part in parts), Decimal(0))))


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes one section."""

    quiz: Quiz
    section: Section
    title: str
    """That of the quiz as it is written, which Classic Quizzes give to their question bank as well."""
    names: Mapping[str, str]
    losses: Losses
    ids: AnswerIds

    def part(self) -> _Part:
        """The section, with its text before it; nothing where none of its questions can be written."""
        drawn = self.section.pick is not None
        scene = Scene(quiz=self.quiz, losses=self.losses, ids=self.ids, drawn=drawn)
        found = [(question, it) for question in self.section.questions if (it := item(scene, question)) is not None]
        if not found:
            return _Part(b"", Decimal(0))
        if drawn:
            return self._group(found)
        content = self._introduction() + "".join(self._in_order(found))
        return _Part(encoded(content), sum((_points(question) for question, _ in found), Decimal(0)))

    def _group(self, found: Sequence[tuple[Question, Item]]) -> _Part:
        """A group of which some are drawn, all for the same points."""
        self._report_group([question for question, _ in found])
        count = min(self.section.pick or 0, len(found))
        points = found[0][0].points
        title = fit(self.section.title or self.section.id or self.quiz.id, NAME_LIMIT)
        ident = group_identifier(self.quiz.id, self.section.id or self.quiz.id)
        extension = f"<selection_extension><points_per_item>{spell(points)}</points_per_item></selection_extension>"
        selection = f"<selection><selection_number>{count}</selection_number>{extension}</selection>"
        items = "".join(self._item(question, it) for question, it in found)
        content = (
            f'{self._introduction()}<section ident="{ident}" title="{attribute(title)}">\n'
            f"<selection_ordering>{selection}</selection_ordering>\n{items}</section>\n"
        )
        return _Part(encoded(content), count * points)

    def _in_order(self, found: Sequence[tuple[Question, Item]]) -> Iterator[str]:
        """The items, each run of questions with the same stimulus behind its text."""
        shown: str | None = None
        parent = ""
        for question, it in found:
            stimulus = self.quiz.stimulus(question)
            if stimulus is not None and question.stimulus != shown:
                parent = block_identifier(self.quiz.id, "stimulus", stimulus.id, question.id)
                yield self._stimulus(stimulus, parent)
            shown = question.stimulus
            beside = parent if stimulus is not None and not isinstance(question, Description) else ""
            yield self._item(question, it, beside)

    def _item(self, question: Question, it: Item, stimulus: str = "") -> str:
        ident = item_identifier(self.quiz.key(question), question.id)
        return written(it, ident=ident, title=self.names[question.id], bank=self._bank(question), stimulus=stimulus)

    def _bank(self, question: Question | None = None) -> str:
        """The bank of a question in Classic Quizzes, where it is not the one that has the title of the quiz."""
        name = fit(_PATH_SEPARATOR.join(self.quiz.path(self.section, question)), NAME_LIMIT)
        return name if name != self.title else ""

    def _introduction(self) -> str:
        section = self.section
        if section.id is None or not (section.title or section.description):
            return ""
        heading = f"<h3>{escaped(section.title)}</h3>" if section.title else ""
        text = fitting(self.quiz, lambda quiz: directed(quiz.lang, heading) + rich(quiz, section.description))
        name = section.title or to_plain(section.description, safe=self.quiz.safe_html)
        return self._block(block_identifier(self.quiz.id, "section", section.id), name, text, section.origin, "section")

    def _stimulus(self, stimulus: Stimulus, ident: str) -> str:
        name = stimulus.title or to_plain(stimulus.text, safe=self.quiz.safe_html)
        return self._block(
            ident, name, fitting(self.quiz, lambda quiz: stimulus_text(quiz, stimulus)), stimulus.origin, "stimulus"
        )

    def _block(self, ident: str, name: str, text: str, where: Origin | None, what: str) -> str:
        """A text between questions."""
        if too_long(text):
            key = "text" if what == "stimulus" else "description"
            message = f"The text of the {what} is longer than Classic Quizzes take, {STEM_LIMIT:,} characters of HTML"
            self.losses.add("KF406", Severity.ERROR, message, below(where, key), hint="Make it shorter.")
        return written(text_only(text), ident=ident, title=fit(name, NAME_LIMIT), bank=self._bank())

    def _report_group(self, questions: Sequence[Question]) -> None:
        where = self.section.origin
        points = spell(questions[0].points)
        if any(question.points != questions[0].points for question in questions):
            message = (
                f"The questions of the section are worth {points} each, as the first of them is: all questions of a "
                "group have the same points in Canvas"
            )
            hint = "Give them all the same points, or make a section of those that are worth more."
            self.losses.add("KF402", Severity.WARNING, message, below(where, "pick"), hint=hint)
        shared = [question for question in questions if question.stimulus]
        if shared:
            message = (
                "The stimulus is shown in each question that names it: among questions that are drawn, Canvas has no "
                "texts of their own"
            )
            origin = below(shared[0].origin, "stimulus")
            self.losses.add("KF404", Severity.INFO, message, origin, question=shared[0])


def _points(question: Question) -> Decimal:
    return Decimal(0) if isinstance(question, Description) else question.points
