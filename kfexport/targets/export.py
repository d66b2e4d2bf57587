"""One quiz into one target: leave out what has to stay out, report the losses, write."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kfexport.diagnostics import Diagnostic, Severity, has_errors
from kfexport.model import Question, Quiz
from kfexport.targets import features, media, registry
from kfexport.targets.base import Artifact, Capabilities, Kept, Losses, WriteOptions

_NOT_EXPRESSIBLE = "KF401"
_OF_A_QUESTION = frozenset({_NOT_EXPRESSIBLE, "KF406"})
_LEFT_OUT = "KF407"


@dataclass(frozen=True, slots=True)
class Exported:
    """What a target made of a quiz."""

    artifact: Artifact
    diagnostics: list[Diagnostic] = field(default_factory=list)


def owned(quiz: Quiz, target: str) -> tuple[str, ...]:
    """The paths below the output folder that an export of the quiz may write and remove."""
    return tuple(pattern.format(id=quiz.id) for pattern in registry.spec(target).owns)


def write(quiz: Quiz, target: str, options: WriteOptions, *, allow_omit: bool) -> Exported:
    """Export ``quiz`` to ``target``; with ``allow_omit`` what it cannot express is left out instead of an error."""
    writer = registry.load(target)
    losses = Losses(target)
    if quiz.draft:
        return Exported(Artifact({}))
    meant = _without(replace(quiz, colours=options.highlight), lambda q: q.draft or target in q.omit)
    fitting = _without(meant, lambda q: _impossible(q, writer.CAPABILITIES, losses))
    features.report(fitting, writer.CAPABILITIES, losses)
    if not writer.CAPABILITIES.images:
        media.report_not_carried(fitting, losses)
    blocked = {d.question for d in losses.found if d.code == _NOT_EXPRESSIBLE}
    reduced = _without(fitting, lambda q: q.id in blocked)
    artifact = Artifact({})
    if any(section.questions for section in reduced.sections):
        told = len(losses.found)
        try:
            artifact = writer.write(reduced, options, losses)
        except media.UnplacedError:
            del losses.found[told:]
            media.report_unplaced(reduced, losses)
    found = [_allow(d) if allow_omit and _can_be_left_out(d) else d for d in losses.found]
    if not artifact.files and not has_errors(found):
        nothing = Losses(target)
        message = "No question is left for this target, so no file is written"
        nothing.add("KF408", Severity.WARNING, message, quiz.origin)
        found += nothing.found
    return Exported(artifact, found)


def _can_be_left_out(diagnostic: Diagnostic) -> bool:
    """Whether an error goes away when its question does."""
    return diagnostic.code in _OF_A_QUESTION and diagnostic.question is not None


def _without(quiz: Quiz, unwanted: Callable[[Question], object]) -> Quiz:
    return replace(
        quiz,
        sections=tuple(
            replace(section, questions=tuple(q for q in section.questions if not unwanted(q)))
            for section in quiz.sections
        ),
    )


def _impossible(question: Question, capabilities: Capabilities, losses: Losses) -> bool:
    support = features.expressible(question, capabilities)
    if support.kept is not Kept.NO:
        return False
    losses.add(
        _NOT_EXPRESSIBLE,
        Severity.ERROR,
        f"A question of the type {question.kind} {support.instead}",
        question.origin,
        question=question,
        hint=f"Write `omit: [{losses.target}]` in the question, or build with --allow-omit.",
    )
    return True


def _allow(diagnostic: Diagnostic) -> Diagnostic:
    return replace(
        diagnostic,
        code=_LEFT_OUT,
        severity=Severity.INFO,
        message=f"{diagnostic.message}; the question was left out",
        hint=None,
    )
