"""Questions without an explanation, where the others have one.

What: a question has neither an explanation nor feedback of any kind, in a quiz of which at least three quarters of the
questions have. Essays are passed over, since their model answer says what is right, and so are drafts. The option
`share` is the share of the questions that must have an explanation for the others to be told; with 0, all that have
none are told.

Why: who has picked a wrong choice may keep it in mind as the right one, and feedback undoes that (Butler & Roediger
2008, "Feedback enhances the positive effects and reduces the negative effects of multiple-choice testing"). A gap in a
quiz that explains everything else is hardly meant; one that explains nothing may be a test.

Fails: a question with neither `explanation` nor `feedback`, between others that have one.

Passes: `explanation: The kubelet restarts the container, and the pod stays.`
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity
from kfexport.lint.base import Context, Option, Rule
from kfexport.model import (
    ChoiceBlank,
    Cloze,
    Description,
    Essay,
    MultipleResponse,
    Numerical,
    Question,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
)
from kfexport.model.parts import NO_FEEDBACK

_SHARE: Final = Option(
    name="share",
    default=0.75,
    least=0,
    most=1,
    about="The share of a quiz's questions that must have an explanation for the others to be told; 0 tells all.",
)


def _check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    asked = [
        question
        for question in quiz.questions()
        if not isinstance(question, (Description, Essay)) and not question.draft
    ]
    bare = [question for question in asked if not question.explanation and not _has_feedback(question)]
    share = context.number(RULE, _SHARE.name)
    explained = len(asked) - len(bare)
    if not bare or explained < share * len(asked):
        return
    others = f", and {explained} of the {len(asked)} questions here have one" if explained else ""
    for question in bare:
        yield RULE.found(
            f"the question has no explanation{others}",
            question.origin,
            hint="Say in `explanation` why the right answer is right.",
            question=question,
        )


def _has_feedback(question: Question) -> bool:
    if question.feedback is not NO_FEEDBACK:
        return True
    match question:
        case SingleChoice() | MultipleResponse():
            return any(choice.feedback for choice in question.choices)
        case TrueFalse():
            return bool(question.feedback_true or question.feedback_false)
        case ShortAnswer() | Numerical():
            return any(answer.feedback for answer in question.answers)
        case Cloze():
            return any(
                part.feedback
                for blank in question.blanks
                for part in (blank.choices if isinstance(blank, ChoiceBlank) else blank.answers)
            )
        case _:
            return False


RULE: Final = Rule(
    code="KF260", name="explanation", in_builds=False, severity=Severity.INFO, check=_check, options=(_SHARE,)
)
