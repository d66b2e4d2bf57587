"""Which questions of a quiz are not what they were."""

from dataclasses import replace

from kfexport.model import Quiz


def changed(old: Quiz | None, new: Quiz) -> frozenset[str]:
    """Ids of the questions of ``new`` that differ from those of the same id in ``old``, new ones included.

    A question differs as well where what it takes from around it does: its stimulus, its section's category and tags,
    and what the quiz says of all its texts.
    """
    if old is None or (old.lang, old.html, old.labels) != (new.lang, new.html, new.labels):
        return frozenset(question.id for question in new.questions())
    before = dict(_inherited(old))
    return frozenset(ident for ident, found in _inherited(new) if before.get(ident) != found)


def quiz_changed(old: Quiz | None, new: Quiz) -> bool:
    """Whether anything of the quiz is another than it was, be it in a question or around them."""
    return old is None or replace(old, assets=new.assets) != new


def _inherited(quiz: Quiz) -> list[tuple[str, object]]:
    """Each question by its id, with all that it takes from around it."""
    return [
        (question.id, (question, quiz.path(section, question), quiz.all_tags(section, question), section.pick is None,
                       quiz.stimulus(question)))
        for section in quiz.sections
        for question in section.questions
    ]  # fmt: skip
