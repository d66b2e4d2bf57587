"""Where questions go in the question bank, and how a category's path is spelt."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from kfexport.diagnostics import Origin, Severity, below
from kfexport.model import Question, Quiz, Section
from kfexport.targets.base import Losses
from kfexport.targets.identity import digest
from kfexport.targets.moodle.texts import NAME_LIMIT, clean_name
from kfexport.targets.names import fit

Place: TypeAlias = tuple[str, ...]
"""Names of the categories from the course's top down, as Moodle stores them."""

_ROOT: Final = "$course$/top"
_RESERVED: Final = "top"


def spell(place: Place) -> str:
    """A path as the importer splits it: ``/`` doubled, and a blank between it and an end of a name.

    Source: ``split_category_path`` in Moodle question/format.php.
    """
    return "/".join([_ROOT, *(_spell_name(name) for name in place)])


def _spell_name(name: str) -> str:
    before = " " if name.startswith("/") else ""
    after = " " if name.endswith("/") else ""
    return before + name.replace("/", "//") + after


def stored_name(name: str) -> str:
    """The name that Moodle can store for a category that the author calls ``name``.

    Long ones are cut and stay distinct. A category called ``top`` would be passed over (``create_category_path`` in
    question/format.php), so it is ``Top``.
    """
    clean = clean_name(name)
    if len(clean) > NAME_LIMIT:
        return _marked(clean, digest(name))
    return "Top" if clean == _RESERVED else clean


def _marked(name: str, mark: str) -> str:
    return f"{fit(name, NAME_LIMIT - len(mark) - 1, clean_name)} {mark}"


def quiz_place(quiz: Quiz) -> Place:
    """The category of the quiz itself."""
    return _stored(quiz, quiz.category or (quiz.title,))


def section_places(quiz: Quiz) -> tuple[Place, ...]:
    """The category of each section: a section with a title has a sub-category, so that a random question can draw
    from it. Equal titles get the section's id in brackets."""
    paths = [_stored(quiz, quiz.path(section)) for section in quiz.sections]
    names = [stored_name(section.title) for section in quiz.sections]
    # Databases differ in whether letter case counts, so it must not be all that tells two categories apart.
    keys = [(path, name.casefold()) for path, name in zip(paths, names, strict=True)]
    count = Counter(keys)
    places = []
    for section, path, name, key in zip(quiz.sections, paths, names, keys, strict=True):
        distinct = name if count[key] == 1 else _marked(name, f"({section.id})")
        places.append((*path, distinct) if name else path)
    return tuple(places)


def question_place(quiz: Quiz, question: Question, section_place: Place) -> Place:
    """The category of a question: its own, in place of the section's, where it has one."""
    return _stored(quiz, question.category) if question.category else section_place


def _stored(quiz: Quiz, path: Iterable[str]) -> Place:
    return tuple(name for name in map(stored_name, path) if name) or (quiz.id,)


def report(quiz: Quiz, losses: Losses) -> None:
    """Report names that Moodle cannot store as they are, and draws that its categories do not allow."""
    told: set[str] = set()
    for name, stored, where, question in _names(quiz):
        if stored not in (name, "") and name not in told:
            told.add(name)
            losses.add("KF404", Severity.INFO, _renamed(name, stored), where, question=question)
    places = section_places(quiz)
    used = [
        Counter(question_place(quiz, q, p) for q in s.questions) for s, p in zip(quiz.sections, places, strict=True)
    ]
    total: Counter[Place] = Counter()
    for own in used:
        total.update(own)  # a sum of counters would copy the sum for every section
    for section, place, own in zip(quiz.sections, places, used, strict=True):
        if section.pick is not None:
            _report_pick(quiz, section, place, shared=total[place] > own[place], losses=losses)


def _renamed(name: str, stored: str) -> str:
    if len(clean_name(name)) > NAME_LIMIT:
        return f"The name of the category is cut to {NAME_LIMIT} characters, Moodle's limit"
    return f"The category “{name}” is called “{stored}”, a name that Moodle keeps as it is and apart from others"


def _names(quiz: Quiz) -> Iterator[tuple[str, str, Origin | None, Question | None]]:
    """Each category name that a question uses: as written, as stored, with its place in the source."""
    for section, place in zip(quiz.sections, section_places(quiz), strict=True):
        for question in section.questions:
            for name, where in _path_names(quiz, section, question):
                yield name, stored_name(name), where, question if question.category else None
        if section.title and section.questions:
            yield section.title, place[-1], below(section.origin, "title"), None


def _path_names(quiz: Quiz, section: Section, question: Question) -> Iterator[tuple[str, Origin | None]]:
    for owner in (question, section, quiz):
        if owner.category:
            for i, name in enumerate(owner.category):
                yield name, below(owner.origin, "category", i)
            return
    yield quiz.title, below(quiz.origin, "title")


def _report_pick(quiz: Quiz, section: Section, place: Place, *, shared: bool, losses: Losses) -> None:
    """Say so where a section's questions do not make up one category that a random question can draw from."""
    if shared:
        losses.add(
            "KF402",
            Severity.WARNING,
            "The section has no category of its own that Moodle could draw questions from",
            below(section.origin, "pick"),
            hint="Give the section a title.",
        )
    for question in section.questions:
        if question_place(quiz, question, place) != place:
            losses.add(
                "KF402",
                Severity.WARNING,
                "The question has another category than its section, so a draw from the section's category misses it",
                below(question.origin, "category"),
                question=question,
            )
