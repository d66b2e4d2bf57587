"""The features a quiz can use, and the losses that a table can tell.

A target says in its ``Capabilities`` how it keeps each feature; :func:`report` compares that with the quiz. So the
support matrix and the reported losses come from the same table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias

from kfexport.diagnostics import Path, Severity, below
from kfexport.model import Numerical, Question, Quiz, Section
from kfexport.targets import uses
from kfexport.targets.base import Capabilities, Kept, Losses, Support, listed, walk
from kfexport.targets.uses import Feature, of_all, of_essay, of_question, of_quiz, of_section, when

_CHOICES: Final = ("single_choice", "multiple_response")
_ANSWERS: Final = ("short_answer", "numerical", "cloze")
_ALL: Final = (
    of_quiz("description", "description of the quiz",
            lambda q: when(q.description, "the description is", "description")),
    of_quiz("time-limit", "time limit",
          lambda q: when(q.delivery.time_limit, "the time limit is", "delivery", "time_limit")),
    of_quiz("attempts", "number of attempts",
          lambda q: when(q.delivery.attempts, "the number of attempts is", "delivery", "attempts")),
    of_quiz("shuffle-questions", "shuffled questions",
          lambda q: when(q.delivery.shuffle_questions, "shuffling of the questions is",
                        "delivery", "shuffle_questions")),
    of_quiz("metadata", "authors, license, version, source and translation_of", uses.metadata),
    of_quiz("points", "points", uses.points),
    of_section("section-title", "title of a section", lambda s: when(s.title, "the title of the section is", "title")),
    of_section("section-description", "description of a section",
             lambda s: when(s.description, "the description of the section is", "description")),
    of_section("pick", "drawing some of a section's questions",
             lambda s: when(s.pick is not None, "drawing some of the questions (pick) is", "pick")),
    of_all("category", "category", lambda owner: when(owner.category, "the category is", "category")),
    of_all("tags", "tags", lambda owner: when(owner.tags, "the tags are", "tags")),
    of_question("title", "title of a question", lambda q: when(q.title, "the title is", "title")),
    of_question("stimulus", "stimulus before the prompt", lambda q: when(q.stimulus, "the stimulus is", "stimulus")),
    of_question("explanation", "explanation", lambda q: when(q.explanation, "the explanation is", "explanation")),
    of_question("hints", "hints", lambda q: when(q.hints, "the hints are", "hints")),
    of_question("penalty", "penalty of a wrong try",
                lambda q: when(q.penalty is not None, "the penalty is", "penalty")),
    of_question("feedback-correct", "feedback on a right answer",
              lambda q: when(q.feedback.correct, "feedback on a right answer is", "feedback", "correct")),
    of_question("feedback-partial", "feedback on a partly right answer",
              lambda q: when(q.feedback.partial, "feedback on a partly right answer is", "feedback", "partial")),
    of_question("feedback-incorrect", "feedback on a wrong answer",
              lambda q: when(q.feedback.incorrect, "feedback on a wrong answer is", "feedback", "incorrect")),
    of_question("choice-feedback", "feedback of a choice", uses.choice_feedback, *_CHOICES),
    of_question("choice-credit", "credit of a choice", uses.choice_credit, *_CHOICES),
    of_question("all-or-nothing", "scoring by all or nothing", uses.all_or_nothing, "multiple_response", "ordering"),
    of_question("answer-credit", "part credit of an answer", uses.answer_credit, *_ANSWERS),
    of_question("answer-feedback", "feedback of an answer", uses.answer_feedback, *_ANSWERS),
    of_question("several-answers", "several accepted answers", uses.several_answers, *_ANSWERS),
    of_question("case-sensitive", "letter case that counts", uses.case_sensitive, "short_answer", "cloze"),
    of_question("tolerance", "tolerances and ranges of numbers", uses.tolerance, "numerical", "cloze"),
    of_question("unit", "unit beside a number",
                     lambda q: when(isinstance(q, Numerical) and q.unit, "the unit is", "unit"), "numerical"),
    of_question("truth-feedback", "feedback on true and false", uses.truth_feedback, "true_false"),
    of_question("distractors", "matches that belong to no item", uses.distractors, "matching"),
    of_question("blank-weight", "weight of blanks", uses.blank_weight, "cloze"),
    of_question("shuffle", "shuffled choices", uses.shuffle, *_CHOICES),
    of_question("fixed", "choices that keep their place", uses.fixed, *_CHOICES),
    of_essay("model-answer", "model answer", "the model answer is", lambda q: q.model_answer, "model_answer"),
    of_essay("grading-notes", "grading notes", "the grading notes are", lambda q: q.grading_notes, "grading_notes"),
    of_essay("response-format", "kind of answer field", "the kind of answer field is",
           lambda q: q.response.format != "rich", "response", "format"),
    of_essay("response-lines", "height of the answer field", "the height of the answer field is",
           lambda q: q.response.lines is not None, "response", "lines"),
    of_essay("response-words", "word limits", "the word limits are",
           lambda q: q.response.min_words is not None or q.response.max_words is not None, "response"),
    # One attachment is what `format: file` says already.
    of_essay("attachments", "attachments", "attachments are",
           lambda q: q.response.attachments > (q.response.format == "file"), "response", "attachments"),
    of_essay("starter", "starter text", "the starter text is", lambda q: q.response.starter, "response", "starter"),
)  # fmt: skip

FEATURES: Final[Mapping[str, Feature]] = MappingProxyType({f.name: f for f in _ALL})
"""Every feature, in the order of the support matrix."""

_Features: TypeAlias = Sequence[tuple[Feature, Support]]

_SEVERITY: Final = {
    Kept.COSMETIC: Severity.INFO,
    Kept.NEVER: Severity.INFO,
    Kept.LOST: Severity.WARNING,
    Kept.NO: Severity.ERROR,
}
_CODE: Final = {Kept.COSMETIC: "KF404", Kept.NEVER: "KF403", Kept.LOST: "KF402", Kept.NO: "KF401"}


def expressible(question: Question, capabilities: Capabilities) -> Support:
    """How a target keeps the type of ``question``; ``Kept.NO`` means that it has to be left out."""
    return capabilities.types[question.kind]


def report(quiz: Quiz, capabilities: Capabilities, losses: Losses) -> None:
    """Report each type and each feature that the quiz uses and the target does not fully keep."""
    _report_types(quiz, capabilities, losses)
    told: set[str] = set()
    for section, question, features in _owners(quiz, capabilities):
        owner = question or section or quiz
        for feature, support in features:
            if support.kept is Kept.NEVER and feature.name in told:
                continue
            for what, path in feature.uses(owner):
                _lose(quiz, section, question, support, what, path, losses)
                if support.kept is Kept.NEVER:
                    told.add(feature.name)
                    break


def _owners(quiz: Quiz, capabilities: Capabilities) -> Iterator[tuple[Section | None, Question | None, _Features]]:
    """The quiz, its sections and its questions, each with what it may use that the target does not fully keep."""
    of_section = _unkept(capabilities, None, "section")
    of_all_in_section = _unkept(capabilities, None, "all")
    of_question = {kind: _unkept(capabilities, kind, "question", "all") for kind in capabilities.types}
    yield None, None, _unkept(capabilities, None, "quiz", "all")
    for section in quiz.sections:
        yield section, None, of_section
        if section.questions:
            yield section, None, of_all_in_section
        for question in section.questions:
            yield section, question, of_question[question.kind]


def _unkept(capabilities: Capabilities, kind: str | None, *scopes: str) -> _Features:
    """The features that a target does not fully keep: those of questions of a type, or else of the quiz."""
    found = ((feature, capabilities.support(feature.name, kind)) for feature in _ALL)
    return [
        (feature, support)
        for feature, support in found
        if support.kept is not Kept.YES
        and feature.scope in scopes
        and (kind is None or not feature.kinds or kind in feature.kinds)
    ]


def _report_types(quiz: Quiz, capabilities: Capabilities, losses: Losses) -> None:
    """Report the types that are not fully kept, but for those that cannot be expressed: :func:`expressible` tells.

    A note is told once a quiz, at the first question of the type.
    """
    noted: dict[str, list[Question]] = {}
    for section, question in walk(quiz):
        support = capabilities.types[question.kind]
        if support.kept is Kept.LOST:
            _lose(quiz, section, question, support, f"a question of the type {question.kind}", (), losses)
        elif support.kept in (Kept.COSMETIC, Kept.NEVER):
            noted.setdefault(question.kind, []).append(question)
    for kind, (first, *others) in noted.items():
        support = capabilities.types[kind]
        told = replace(support, instead=support.instead + _also([q.id for q in others]))
        _lose(quiz, None, first, told, f"a question of the type {kind}", (), losses)


def _also(others: Sequence[str]) -> str:
    """The other questions of which a note is true."""
    return f" (also {listed(others)})" if others else ""


def _lose(
    quiz: Quiz,
    section: Section | None,
    question: Question | None,
    support: Support,
    what: str,
    path: Path,
    losses: Losses,
) -> None:
    owner = question or section or quiz
    # A note that is told once a quiz stands at the first use, but speaks of the quiz.
    of_quiz = support.kept is Kept.NEVER and question is not None
    where = below(owner.origin, *path)
    losses.add(
        _CODE[support.kept],
        _SEVERITY[support.kept],
        f"{what[0].upper()}{what[1:]} {support.instead}",
        where,
        question=None if of_quiz else question,
        hint=f"Write `omit: [{losses.target}]` in the question, or build with --allow-omit."
        if support.kept is Kept.NO and question is not None
        else None,
    )
