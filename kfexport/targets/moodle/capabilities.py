"""What Moodle's question bank keeps of a quiz."""

from typing import Final

from kfexport.targets.base import YES, Capabilities, cosmetic, lost, never

_CATEGORY_INFO: Final = "made the description of a question category, where teachers see it and learners do not"

CAPABILITIES: Final = Capabilities(
    types={"single_choice": YES, "essay": YES},
    features={
        "description": cosmetic(_CATEGORY_INFO),
        "time-limit": never("left to the settings of the Moodle quiz: a question bank has none"),
        "attempts": never("left to the settings of the Moodle quiz: a question bank has none"),
        "shuffle-questions": never("left to the settings of the Moodle quiz: a question bank has no order"),
        "metadata": never("left out: a question bank has no place for them"),
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
)
"""What depends on the type, such as the hints that essays do not have, is reported by ``questions``."""
