"""Names and tags that show nothing.

What: titles, tags, parts of a category, words of `labels` and names of authors hold more than blanks of other kinds
(such as U+3000) and invisible characters.

Why: platforms trim them, and a question bank then shows an empty line.

Fails: a title of one ideographic space.

Passes: a title with a letter in it, or none at all.
"""

from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Path, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import Quiz
from kfexport.richtext.plain import is_visible


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for name, text, base, path in _names(quiz):
        if text and not is_visible(text):
            yield RULE.found(f"{name} shows nothing", below(base, *path), hint="Write something that can be seen.")


def _names(quiz: Quiz) -> Iterator[tuple[str, str, Origin | None, Path]]:
    yield "the title", quiz.title, quiz.origin, ("title",)
    yield from _lists(quiz.tags, quiz.category, quiz.origin)
    for i, author in enumerate(quiz.authors):
        yield f"the name of author {i + 1}", author.name, quiz.origin, ("authors", i)
    for key, word in quiz.labels.items():
        yield f"the label `{key}`", word, quiz.origin, ("labels", key)
    for stimulus in quiz.stimuli:
        yield "the title of the stimulus", stimulus.title, stimulus.origin, ("title",)
    fine: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    """Tags and categories that were looked at: questions have many in common."""
    for section in quiz.sections:
        yield "the title of the section", section.title, section.origin, ("title",)
        yield from _lists(section.tags, section.category, section.origin)
        for question in section.questions:
            if question.title:
                yield "the title", question.title, question.origin, ("title",)
            names = question.tags, question.category
            if names not in fine:
                found = tuple(_lists(*names, question.origin))
                yield from found
                if not found:
                    fine.add(names)


def _lists(
    tags: tuple[str, ...], category: tuple[str, ...], origin: Origin | None
) -> Iterator[tuple[str, str, Origin | None, Path]]:
    if all(map(is_visible, tags)) and all(map(is_visible, category)):
        return
    for i, tag in enumerate(tags):
        yield f"tag {i + 1}", tag, origin, ("tags", i)
    for i, part in enumerate(category):
        yield f"part {i + 1} of the category", part, origin, ("category", i)


RULE: Final = Rule(code="KF213", name="blank-names", severity=Severity.ERROR, check=_check)
