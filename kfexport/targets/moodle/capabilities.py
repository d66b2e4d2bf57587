"""What Moodle's question bank keeps of a quiz."""

from typing import Final

from kfexport.targets.base import YES, Capabilities, cosmetic, lost, never

_CATEGORY_INFO: Final = "made the description of a question category, where teachers see it and learners do not"

_COMBINED: Final = ("feedback-correct", "feedback-partial", "feedback-incorrect")

CAPABILITIES: Final = Capabilities(
    types={
        "single_choice": YES,
        "multiple_response": YES,
        "true_false": YES,
        "short_answer": YES,
        "numerical": YES,
        "essay": YES,
        "matching": YES,
        "ordering": cosmetic("needs Moodle 4.4 or later: older ones without the plug-in refuse the whole file"),
        "cloze": YES,
        "description": YES,
    },
    features={
        "description": cosmetic(_CATEGORY_INFO),
        "time-limit": never("left to the settings of the Moodle quiz: a question bank has none"),
        "attempts": never("left to the settings of the Moodle quiz: a question bank has none"),
        "shuffle-questions": never("left to the settings of the Moodle quiz: a question bank has no order"),
        "metadata": never("left out: a question bank has no place for that"),
        "points": YES,
        "section-title": YES,
        "section-description": cosmetic(_CATEGORY_INFO),
        "pick": never("left to the Moodle quiz: add random questions from the section's category there"),
        "category": YES,
        "tags": YES,
        "title": YES,
        "stimulus": YES,
        "explanation": YES,
        "hints": YES,
        "penalty": YES,
        "feedback-correct": YES,
        "feedback-partial": YES,
        "feedback-incorrect": YES,
        "choice-feedback": YES,
        "choice-credit": YES,
        "all-or-nothing": YES,
        "answer-credit": YES,
        "answer-feedback": YES,
        "several-answers": YES,
        "case-sensitive": YES,
        "tolerance": YES,
        "unit": YES,
        "truth-feedback": YES,
        "distractors": YES,
        "blank-weight": YES,
        "shuffle": YES,
        "fixed": lost("kept by not shuffling the question at all: Moodle moves all choices or none"),
        "model-answer": YES,
        "grading-notes": YES,
        "response-format": YES,
        "response-lines": YES,
        "response-words": YES,
        "attachments": YES,
        "starter": YES,
    },
    exceptions={
        ("multiple_response", "all-or-nothing"): lost(
            "only nearly kept: each right choice earns its share, and one wrong choice costs everything"
        ),
        ("true_false", "feedback-partial"): never("left out: a statement is never partly right"),
        **{
            (kind, feature): lost(f"left out: Moodle's {questions} have none")
            for kind, questions in (
                ("essay", "essays"),
                ("cloze", "texts with blanks"),
                ("description", "descriptions"),
            )
            for feature in _COMBINED
        },
        ("essay", "hints"): lost("left out: Moodle's essays have none"),
        ("essay", "penalty"): never("left out: an essay is answered once, so no wrong try can cost anything"),
        ("description", "penalty"): never("left out: there is nothing to try"),
        ("description", "hints"): lost("left out: Moodle's descriptions have none"),
    },
    images=True,
)
"""What depends on the values of a question is reported where it is written."""
