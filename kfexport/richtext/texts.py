"""Every text of a quiz that learners or graders see as Markdown, with its place: one table for rules and tests."""

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, assert_never

from kfexport.diagnostics import Origin, Path
from kfexport.model import (
    Answer,
    Blank,
    ChoiceBlank,
    Cloze,
    Description,
    Essay,
    Matching,
    MultipleResponse,
    Numerical,
    NumericalAnswer,
    Ordering,
    Question,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.model.parts import NO_FEEDBACK
from kfexport.richtext.bounds import Excess
from kfexport.richtext.cloze import marks
from kfexport.richtext.markdown import is_inline, to_html, too_much
from kfexport.richtext.places import Place, places


class Text(NamedTuple):
    """One Markdown text. A big bank has hundreds of thousands, so what only findings need is worked out late."""

    source: str
    """The author's Markdown."""
    label: str
    """How to speak of it; ``{}`` stands for its number."""
    number: int
    """Position from 1 in its list, or 0."""
    base: Origin | None
    """Origin of the quiz, section, stimulus or question that holds it."""
    path: Path
    """Path below ``base``."""
    question: Question | None
    one_line_is_inline: bool
    """Whether one line of it is inline Markdown (choices)."""
    safe: bool
    """Whether the quiz lets harmless HTML tags through."""

    @property
    def name(self) -> str:
        """How to speak of the text, such as "the prompt" or "choice 3"."""
        return self.label.format(self.number)

    @property
    def inline(self) -> bool:
        """Whether the text is inline Markdown."""
        return self.one_line_is_inline and is_inline(self.source)

    def html(self) -> str:
        """The text as canonical HTML."""
        return to_html(self.source, inline=self.inline, safe=self.safe)

    def places(self) -> tuple[Place, ...]:
        """The parts of the text, none where :meth:`too_much` finds fault with it."""
        found = places(self.source, inline=self.inline, safe=self.safe)
        if isinstance(self.question, Cloze) and self.path == ("text",):
            # What looks like a link is the mark of a blank with a bracket behind it: `[[function]](x)`.
            blanks = {at for _, at in marks(self.source, {blank.id for blank in self.question.blanks})}
            return tuple(place for place in found if place.kind != "Link" or place.start not in blanks)
        return found

    def too_much(self) -> Excess | None:
        """What the rendered text would have too much of."""
        return too_much(self.source, inline=self.inline, safe=self.safe)

    def at(self, offset: int) -> Origin | None:
        """The origin of a character inside the text."""
        where = self.where
        return where.offset(offset) if where is not None else None

    @property
    def where(self) -> Origin | None:
        """The origin of the text itself."""
        if self.base is None:
            return None
        return self.base.child(*self.path)


def markdown_texts(quiz: Quiz, skip: Callable[[str], object] = operator.not_) -> Iterator[Text]:
    """All Markdown texts of a quiz that are not empty, in the order of the file, but for those that ``skip`` knows."""
    safe = quiz.safe_html
    if quiz.description:
        yield Text(quiz.description, "the description", 0, quiz.origin, ("description",), None, False, safe)
    for stimulus in quiz.stimuli:
        if stimulus.text:
            label = f"the stimulus `{stimulus.id}`"
            yield Text(stimulus.text, label, 0, stimulus.origin, ("text",), None, False, safe)
    for section in quiz.sections:
        if section.description:
            label = "the description of the section"
            yield Text(section.description, label, 0, section.origin, ("description",), None, False, safe)
        for question in section.questions:
            yield from _of_question(question, safe, skip)


def _of_question(question: Question, safe: bool, skip: Callable[[str], object]) -> Iterator[Text]:
    origin = question.origin
    if question.prompt and not skip(question.prompt):
        yield Text(question.prompt, "the prompt", 0, origin, ("prompt",), question, False, safe)
    if isinstance(question, (SingleChoice, MultipleResponse)):
        # Most texts of most banks, so without the way round by `_of_type`.
        for i, choice in enumerate(question.choices):
            if choice.text and not skip(choice.text):
                yield Text(choice.text, "choice {}", i + 1, origin, ("choices", i), question, True, safe)
            if choice.feedback and not skip(choice.feedback):
                path = ("choices", i, "feedback")
                yield Text(choice.feedback, "the feedback of choice {}", i + 1, origin, path, question, False, safe)
    else:
        yield from _of_other(question, origin, safe, skip)
    if question.explanation and not skip(question.explanation):
        yield Text(question.explanation, "the explanation", 0, origin, ("explanation",), question, False, safe)
    if question.hints or question.feedback is not NO_FEEDBACK:
        yield from _of_tries(question, origin, safe)


def _of_other(question: Question, origin: Origin | None, safe: bool, skip: Callable[[str], object]) -> Iterator[Text]:
    for source, label, number, path, one_line in _of_type(question):
        if source and not skip(source):
            yield Text(source, label, number, origin, path, question, one_line, safe)


def _of_tries(question: Question, origin: Origin | None, safe: bool) -> Iterator[Text]:
    """Hints, and feedback by how right the answer was."""
    for i, hint in enumerate(question.hints):
        yield Text(hint, "hint {}", i + 1, origin, ("hints", i), question, False, safe)
    feedback = question.feedback
    for key, source, label in (
        ("correct", feedback.correct, "the feedback on a right answer"),
        ("partial", feedback.partial, "the feedback on a partly right answer"),
        ("incorrect", feedback.incorrect, "the feedback on a wrong answer"),
    ):
        if source:
            yield Text(source, label, 0, origin, ("feedback", key), question, False, safe)


_Part: TypeAlias = tuple[str, str, int, Path, bool]


def _of_type(question: Question) -> Iterator[_Part]:
    """The texts that only questions of one type have."""
    match question:
        case SingleChoice() | MultipleResponse():
            pass  # see above
        case TrueFalse():
            yield question.feedback_true, "the feedback on true", 0, ("feedback_true",), False
            yield question.feedback_false, "the feedback on false", 0, ("feedback_false",), False
        case ShortAnswer() | Numerical():
            yield from _of_answers(question.answers, ())
        case Essay():
            yield question.model_answer, "the model answer", 0, ("model_answer",), False
            yield question.grading_notes, "the grading notes", 0, ("grading_notes",), False
        case Matching():
            for i, pair in enumerate(question.pairs):
                yield pair.item, "the item of pair {}", i + 1, ("pairs", i, "item"), True
        case Ordering():
            for i, item in enumerate(question.items):
                yield item, "item {}", i + 1, ("items", i), True
        case Cloze():
            yield question.text, "the text", 0, ("text",), False
            for blank in question.blanks:
                yield from _of_blank(blank)
        case Description():
            pass
        case _:
            assert_never(question)


def _of_answers(answers: Sequence[Answer | NumericalAnswer], base: Path) -> Iterator[_Part]:
    for i, answer in enumerate(answers):
        if answer.feedback:
            yield answer.feedback, "the feedback of answer {}", i + 1, (*base, "answers", i, "feedback"), False


def _of_blank(blank: Blank) -> Iterator[_Part]:
    base: Path = ("blanks", blank.id)
    if isinstance(blank, ChoiceBlank):
        for i, choice in enumerate(blank.choices):  # their own texts are plain
            yield choice.feedback, "the feedback of choice {}", i + 1, (*base, "choices", i, "feedback"), False
    else:
        yield from _of_answers(blank.answers, base)
