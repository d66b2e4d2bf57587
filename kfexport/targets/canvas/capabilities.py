"""What Canvas keeps of a quiz, by whichever of its two importers keeps less."""

from typing import Final

from kfexport.targets.base import YES, Capabilities, cosmetic, impossible, lost, never

_NO_PART: Final = lost("left out, and the answer with it: Canvas gives an answer full marks or none")
_BY_PERSON: Final = lost("left out: a person grades the answer, and Canvas shows this by its own marks only")
_NO_ANSWER: Final = lost("left out: a text between questions is not answered")
_NO_COMMENTS: Final = lost("left out: Canvas has no comments on what stands in a blank")
_GRADERS: Final = never("left out by Classic Quizzes, which have no place for it; New Quizzes show it to graders")

CAPABILITIES: Final = Capabilities(
    types={
        "single_choice": YES,
        "multiple_response": YES,
        "true_false": YES,
        "short_answer": YES,
        "numerical": YES,
        "essay": YES,
        "matching": YES,
        "ordering": cosmetic("is a matching of the places and the items in Classic Quizzes"),
        "cloze": YES,
        "description": YES,
    },
    features={
        "description": YES,
        "time-limit": YES,
        "attempts": YES,
        "shuffle-questions": lost(
            "kept by New Quizzes only: Classic Quizzes change the order of questions that are drawn, and of no others"
        ),
        "metadata": never("left out: a quiz in Canvas has no place for that"),
        "points": YES,
        "section-title": YES,
        "section-description": YES,
        "pick": YES,
        "category": cosmetic("the name of the question's bank in Classic Quizzes; New Quizzes make no bank of a quiz"),
        "tags": never("left out: questions in Canvas have none"),
        "title": YES,
        "stimulus": YES,
        "explanation": YES,
        "hints": lost("left out: Canvas has none"),
        "penalty": never("left out: in Canvas learners try a whole quiz again, and no question"),
        "feedback-correct": YES,
        "feedback-partial": lost("left out: Canvas shows the feedback on a wrong answer to who is partly right"),
        "feedback-incorrect": YES,
        "choice-feedback": YES,
        "choice-credit": lost("left out: a wrong choice earns nothing in Canvas and costs nothing"),
        "all-or-nothing": lost(
            "kept by New Quizzes only: in Classic Quizzes right choices earn their share, and wrong ones cost as much"
        ),
        "answer-credit": _NO_PART,
        "answer-feedback": YES,
        "several-answers": YES,
        "case-sensitive": lost("kept by New Quizzes only: Classic Quizzes take capital and small letters for the same"),
        "tolerance": YES,
        "unit": cosmetic("shown below the prompt: Canvas has no place for it beside the field"),
        "truth-feedback": YES,
        "distractors": YES,
        "blank-weight": lost("left out: in Canvas every blank earns the same share of the points"),
        "shuffle": YES,
        "fixed": YES,
        "model-answer": _GRADERS,
        "grading-notes": never(
            "left out by Classic Quizzes, which have no place for them; New Quizzes show them to graders"
        ),
        "response-format": cosmetic(
            "kept for files, and for plain texts by New Quizzes; else it is an editor for rich text"
        ),
        "response-lines": cosmetic("left to Canvas, which has one height for all of them"),
        "response-words": lost("kept by New Quizzes only: Classic Quizzes count words and have no limits"),
        "attachments": lost("left out: the answer is one text, or an upload where its format is `file`"),
        "starter": cosmetic("shown below the prompt: a field is empty at the start in Canvas"),
    },
    images=True,
    exceptions={
        ("multiple_response", "choice-credit"): lost(
            "left out: in Canvas each right choice earns an equal share, and each wrong one costs as much"
        ),
        ("ordering", "all-or-nothing"): lost(
            "kept by New Quizzes only: in Classic Quizzes every item in its place earns its share"
        ),
        ("true_false", "feedback-partial"): never("left out: a statement is never partly right"),
        ("numerical", "answer-feedback"): cosmetic(
            "shown by Classic Quizzes only: New Quizzes have no comments on numbers"
        ),
        ("cloze", "answer-feedback"): _NO_COMMENTS,
        ("cloze", "tolerance"): impossible(
            "not possible: a blank of a text in Canvas compares words; make a `numerical` question of it"
        ),
        **{("essay", f"feedback-{name}"): _BY_PERSON for name in ("correct", "partial", "incorrect")},
        **{
            ("description", name): _NO_ANSWER
            for name in ("explanation", "feedback-correct", "feedback-partial", "feedback-incorrect", "hints")
        },
        ("description", "penalty"): never("left out: there is nothing to try"),
    },
)
"""What depends on the values of a question is reported where it is written."""
