"""Model → YAML. What it writes reads back equal."""

from typing import Any

from kfexport.bank.emitter import Node, Word, filled, flag, lines, number
from kfexport.bank.question_dump import question_node
from kfexport.model import Author, Delivery, Quiz, Section
from kfexport.model.quiz import NO_DELIVERY


def dump(quiz: Quiz) -> str:
    """The quiz as a file of format 1."""
    return "".join(f"{line}\n" for line in lines(_quiz(quiz)))


def _quiz(quiz: Quiz) -> dict[str, Any]:
    sectioned = any(section.id is not None for section in quiz.sections)
    return filled(
        {
            "format": Word("1"),
            "id": quiz.id,
            "title": quiz.title,
            "lang": Word(quiz.lang),
            "description": quiz.description,
            "category": list(quiz.category),
            "tags": list(quiz.tags),
            "delivery": _delivery(quiz.delivery),
            "stimuli": {s.id: filled({"title": s.title, "text": s.text, **s.extras}) for s in quiz.stimuli},
            "translation_of": quiz.translation_of,
            "authors": [_author(a) for a in quiz.authors],
            "license": quiz.license,
            "version": quiz.version,
            "source": quiz.source,
            "labels": dict(quiz.labels),
            "html": Word("safe") if quiz.safe_html else None,
            "draft": flag(quiz.draft),
            **quiz.extras,
        }
    ) | (
        {"sections": [_section(s) for s in quiz.sections]}
        if sectioned
        else {"questions": [question_node(q) for q in quiz.questions()]}
    )


def _author(author: Author) -> Node:
    if not (author.email or author.url or author.extras):
        return author.name
    return filled({"name": author.name, "email": author.email, "url": author.url, **author.extras})


def _delivery(delivery: Delivery) -> dict[str, Any]:
    if delivery == NO_DELIVERY:
        return {}
    limit = delivery.time_limit
    return filled(
        {
            "time_limit": Word(f"{limit}s") if limit is not None else None,
            "attempts": Word(delivery.attempts) if delivery.attempts is not None else None,
            "shuffle_questions": flag(delivery.shuffle_questions),
            **delivery.extras,
        }
    )


def _section(section: Section) -> dict[str, Any]:
    return filled(
        {
            "id": section.id,
            "title": section.title,
            "description": section.description,
            "pick": number(section.pick),
            "category": list(section.category),
            "tags": list(section.tags),
            **section.extras,
        }
    ) | {"questions": [question_node(q) for q in section.questions]}
