"""The features a quiz can use, how each is found in it, and the losses that a table can tell.

A target says in its ``Capabilities`` how it keeps each feature; :func:`report` compares that with the quiz. So the
support matrix and the reported losses come from the same table.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from kfexport.diagnostics import Path, Severity
from kfexport.model import Essay, Question, Quiz, Section, SingleChoice
from kfexport.targets.base import Capabilities, Kept, Losses, Support, ordinal_clause, walk

Use: TypeAlias = tuple[str, Path]
"""What is used, as the beginning of a sentence up to its verb, and the path below the question (or the quiz)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """Something an author can write that a target may or may not carry."""

    name: str
    summary: str
    """One line for the support matrix."""
    scope: Literal["quiz", "section", "question"]
    uses: Callable[[Quiz, Section | None, Question | None], Iterator[Use]]
    """Where the quiz, section or question uses the feature."""


def _quiz(name: str, summary: str, uses: Callable[[Quiz], Iterator[Use]]) -> Feature:
    return Feature(name=name, summary=summary, scope="quiz", uses=lambda quiz, _s, _q: uses(quiz))


def _section(name: str, summary: str, uses: Callable[[Section], Iterator[Use]]) -> Feature:
    def found(_quiz: Quiz, section: Section | None, _question: Question | None) -> Iterator[Use]:
        return uses(section) if section is not None else iter(())

    return Feature(name=name, summary=summary, scope="section", uses=found)


def _question(name: str, summary: str, uses: Callable[[Question], Iterator[Use]]) -> Feature:
    def found(_quiz: Quiz, _section: Section | None, question: Question | None) -> Iterator[Use]:
        return uses(question) if question is not None else iter(())

    return Feature(name=name, summary=summary, scope="question", uses=found)


def _if(used: object, what: str, *path: str | int) -> Iterator[Use]:
    if used:
        yield what, path


def _choice_feedback(question: Question) -> Iterator[Use]:
    if isinstance(question, SingleChoice):
        found = [i for i, choice in enumerate(question.choices) if choice.feedback]
        if found:
            yield f"feedback of {ordinal_clause(i + 1 for i in found)} is", ("choices", found[0], "feedback")


def _choice_credit(question: Question) -> Iterator[Use]:
    if isinstance(question, SingleChoice):
        found = [i for i, choice in enumerate(question.choices) if choice.credit is not None and not choice.correct]
        if found:
            yield f"credit of {ordinal_clause(i + 1 for i in found)} is", ("choices", found[0], "credit")


def _fixed(question: Question) -> Iterator[Use]:
    if isinstance(question, SingleChoice) and question.shuffle:
        found = [i for i, choice in enumerate(question.choices) if choice.fixed]
        if found:
            yield f"the fixed place of {ordinal_clause(i + 1 for i in found)} is", ("choices", found[0], "fixed")


def _shuffle(question: Question) -> Iterator[Use]:
    return _if(isinstance(question, SingleChoice) and question.shuffle, "shuffling of the choices is", "shuffle")


def _essay(name: str, summary: str, what: str, used: Callable[[Essay], object], *path: str) -> Feature:
    def uses(question: Question) -> Iterator[Use]:
        return _if(isinstance(question, Essay) and used(question), what, *path)

    return _question(name, summary, uses)


def _points(quiz: Quiz) -> Iterator[Use]:
    for question in quiz.questions():
        if question.points != 1:
            path = question.origin.path if question.origin is not None else ()
            yield "the points of the questions are", (*path, "points")
            return


_ALL: Final = (
    _quiz("description", "description of the quiz", lambda q: _if(q.description, "the description is", "description")),
    _quiz("time-limit", "time limit",
          lambda q: _if(q.delivery.time_limit, "the time limit is", "delivery", "time_limit")),
    _quiz("attempts", "number of attempts",
          lambda q: _if(q.delivery.attempts, "the number of attempts is", "delivery", "attempts")),
    _quiz("shuffle-questions", "shuffled questions",
          lambda q: _if(q.delivery.shuffle_questions, "shuffling of the questions is",
                        "delivery", "shuffle_questions")),
    _quiz("metadata", "authors, license, version and source",
          lambda q: _if(q.authors or q.license or q.version or q.source, "authors, license, version and source are",
                        next((k for k in ("authors", "license", "version", "source") if getattr(q, k)), "id"))),
    _quiz("points", "points", _points),
    _section("section-title", "title of a section", lambda s: _if(s.title, "the title of the section is", "title")),
    _section("section-description", "description of a section",
             lambda s: _if(s.description, "the description of the section is", "description")),
    _section("pick", "drawing some of a section's questions",
             lambda s: _if(s.pick is not None, "drawing some of the questions (pick) is", "pick")),
    _question("category", "category", lambda q: _if(q.category, "the category is", "category")),
    _question("tags", "tags", lambda q: _if(q.tags, "the tags are", "tags")),
    _question("title", "title of a question", lambda q: _if(q.title, "the title is", "title")),
    _question("stimulus", "stimulus before the prompt", lambda q: _if(q.stimulus, "the stimulus is", "stimulus")),
    _question("explanation", "explanation", lambda q: _if(q.explanation, "the explanation is", "explanation")),
    _question("hints", "hints", lambda q: _if(q.hints, "the hints are", "hints")),
    _question("penalty", "penalty of a wrong try", lambda q: _if(q.penalty is not None, "the penalty is", "penalty")),
    _question("feedback-correct", "feedback on a right answer",
              lambda q: _if(q.feedback.correct, "feedback on a right answer is", "feedback", "correct")),
    _question("feedback-partial", "feedback on a partly right answer",
              lambda q: _if(q.feedback.partial, "feedback on a partly right answer is", "feedback", "partial")),
    _question("feedback-incorrect", "feedback on a wrong answer",
              lambda q: _if(q.feedback.incorrect, "feedback on a wrong answer is", "feedback", "incorrect")),
    _question("choice-feedback", "feedback of a choice", _choice_feedback),
    _question("choice-credit", "credit of a wrong choice", _choice_credit),
    _question("shuffle", "shuffled choices", _shuffle),
    _question("fixed", "choices that keep their place", _fixed),
    _essay("model-answer", "model answer", "the model answer is", lambda q: q.model_answer, "model_answer"),
    _essay("grading-notes", "grading notes", "the grading notes are", lambda q: q.grading_notes, "grading_notes"),
    _essay("response-format", "kind of answer field", "the kind of answer field is",
           lambda q: q.response.format != "rich", "response", "format"),
    _essay("response-lines", "height of the answer field", "the height of the answer field is",
           lambda q: q.response.lines is not None, "response", "lines"),
    _essay("response-words", "word limits", "the word limits are",
           lambda q: q.response.min_words is not None or q.response.max_words is not None, "response"),
    # One attachment is what `format: file` says already.
    _essay("attachments", "attachments", "attachments are",
           lambda q: q.response.attachments > (q.response.format == "file"), "response", "attachments"),
    _essay("starter", "starter text", "the starter text is", lambda q: q.response.starter, "response", "starter"),
)  # fmt: skip

FEATURES: Final[Mapping[str, Feature]] = MappingProxyType({f.name: f for f in _ALL})
"""Every feature, in the order of the support matrix."""

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
    """Report each feature that the quiz uses and the target does not fully keep."""
    _report_types(quiz, capabilities, losses)
    told: set[str] = set()
    for name, support in capabilities.features.items():
        if support.kept is Kept.YES:
            continue
        feature = FEATURES[name]
        for section, question, (what, path) in _uses(quiz, feature):
            if support.kept is Kept.NEVER and name in told:
                break
            told.add(name)
            _lose(quiz, section, question, support, what, path, losses)


def _report_types(quiz: Quiz, capabilities: Capabilities, losses: Losses) -> None:
    """Types that the target keeps in part; those that it cannot express have been told and left out before."""
    told: set[str] = set()
    for _, question in walk(quiz):
        support = expressible(question, capabilities)
        if support.kept in (Kept.YES, Kept.NO) or (support.kept is Kept.NEVER and question.kind in told):
            continue
        told.add(question.kind)
        _lose(quiz, None, question, support, f"a question of the type {question.kind} is", ("type",), losses)


def _uses(quiz: Quiz, feature: Feature) -> Iterator[tuple[Section | None, Question | None, Use]]:
    match feature.scope:
        case "quiz":
            for use in feature.uses(quiz, None, None):
                yield None, None, use
        case "section":
            for section in quiz.sections:
                for use in feature.uses(quiz, section, None):
                    yield section, None, use
        case "question":
            for section, question in walk(quiz):
                for use in feature.uses(quiz, section, question):
                    yield section, question, use


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
    where = owner.origin.child(*path) if owner.origin is not None else None
    losses.add(
        _CODE[support.kept],
        _SEVERITY[support.kept],
        f"{what[0].upper()}{what[1:]} {support.instead}",
        where,
        question=None if of_quiz else question,
    )
