"""What the two small Canvas importers find in a package, as facts, and where these differ from the bank's."""

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from targets import canvas_classic, canvas_expected, canvas_new
from targets import canvas_text as text
from targets.canvas_expected import GAP, Facts
from targets.canvas_grading import seen

from kfexport.model import Quiz

NEW_ONLY = {
    "shuffled",
    "locked",
    "algorithm",
    "case",
    "notes",
    "words_allowed",
    "rich",
    "stimulus",
    "shuffle_questions",
}
"""Facts that Classic has no place for."""
CLASSIC_ONLY = {"bank"}


def differences(quiz: Quiz, data: bytes, left_out: Sequence[str] = ()) -> list[str]:
    """Where a package differs from the bank; nothing where both importers find what the bank holds."""
    omitted = frozenset(left_out)
    wanted = list(canvas_expected.entries(quiz, omitted))
    course = canvas_classic.load(data)
    if course.warnings or len(course.quizzes) != 1:
        return [f"classic: {course.warnings or 'no quiz'}"]
    new = canvas_new.load(data)
    found = [
        *_differ("classic", canvas_expected.settings(quiz, omitted), _classic_settings(course.quiz)),
        *_differ("new", canvas_expected.settings(quiz, omitted), _new_settings(new)),
        *_compare("classic", wanted, [_classic(entry) for entry in course.quiz.entries]),
        *_compare("new", wanted, [_new(entry) for entry in new.entries]),
    ]
    title = quiz.title if len(quiz.title) <= 255 else f"{quiz.title[:254].rstrip()}…"
    titles = [seen(course.quiz.title), new.title, seen(text.visible(new.meta["title"]))]
    # Of a title with joiners in it less is left.
    found += [
        f"title: {one!r}" for one in titles if one != title and not (len(title) > 200 and one[:200] == title[:200])
    ]
    return found


def _compare(reader: str, wanted: Sequence[Facts], found: Sequence[Facts]) -> Iterator[str]:
    if [entry["entry"] for entry in wanted] != [entry["entry"] for entry in found]:
        yield f"{reader}: {[e['entry'] for e in wanted]} became {[e['entry'] for e in found]}"
        return
    for one, other in zip(wanted, found, strict=True):
        if one["entry"] == "group":
            yield from _compare(reader, one["questions"], other["questions"])
        yield from _differ(reader, one, other)


def _differ(reader: str, wanted: Facts, found: Facts) -> Iterator[str]:
    other = NEW_ONLY if reader == "classic" else CLASSIC_ONLY
    for name in sorted((wanted.keys() | found.keys()) - other - {"questions", "below", "entry"}):
        one, two = wanted.get(name), found.get(name)
        match name:
            case _ if one is None or two is None:
                # Of an answer field that is neither plain nor rich nothing is said.
                same = one is two or name == "rich"
            case "stem":
                same = two == one if not wanted["below"] else two.startswith(one) and wanted["below"] in two[len(one) :]
            case "ident" if isinstance(one, re.Pattern):
                same = one.fullmatch(two) is not None
            case "kind" if reader == "classic" and one == "ordering_question":
                same = two == "matching_question"
            case "numbers" if reader == "new":
                same = [number[:3] for number in one] == two
            case "blanks" if reader == "classic":
                # Letter case is of New Quizzes only.
                same = [blank[0] if isinstance(blank, tuple) else blank for blank in one] == two
            case "notes":
                same = all(part in two for part in one)
            case _:
                same = one == two
        if not same:
            yield f"{reader}: {wanted.get('ident', '')} {name}: {one!r} became {two!r}"


# Classic.


def _classic_settings(quiz: canvas_classic.Quiz) -> Facts:
    return {
        "ident": quiz.ident,
        "description": text.visible(quiz.description),
        "time_limit": quiz.time_limit,
        "attempts": quiz.attempts,
        "points": quiz.points,
        "kind": quiz.kind,
        "show_correct_answers": quiz.show_correct_answers,
        "available": quiz.available,
        "shuffle_answers": quiz.shuffle_answers,
    }


def _classic(entry: Any) -> Facts:
    if isinstance(entry, canvas_classic.Group):
        return {
            "entry": "group",
            "ident": entry.ident,
            "title": entry.title,
            "pick": entry.pick,
            "points": entry.points,
            "questions": [_classic(question) for question in entry.questions],
        }
    if entry.kind == "text_only_question":
        assert entry.points == 0
        return {"entry": "text", "ident": entry.ident, "shown": entry.shown}
    html = entry.stem
    for blank in sorted(entry.fields, key=lambda name: entry.fields[name] or 0):
        html = html.replace(f"[{blank}]", GAP, 1)
    facts = {
        "entry": "question",
        "ident": entry.ident,
        "kind": entry.kind,
        "name": entry.name,
        "points": entry.points,
        "bank": seen(entry.bank),
        "stem": seen(text.visible(html)),
        "neutral": entry.neutral.shown,
        "correct": entry.correct.shown,
        "incorrect": entry.incorrect.shown,
    }
    return facts | _classic_answers(entry)


def _classic_answers(question: canvas_classic.Question) -> Facts:
    answers = question.answers
    match question.kind:
        case "multiple_choice_question" | "multiple_answers_question" | "true_false_question":
            return {"choices": [(a.shown, a.weight == 100, a.comment.shown) for a in answers]}
        case "short_answer_question":
            return {"words": sorted((a.text, a.comment.shown) for a in answers)}
        case "numerical_question":
            return {
                "numbers": sorted((a.kind, *(Decimal(repr(b)) for b in a.bounds), a.comment.shown) for a in answers)
            }
        case "matching_question" if all(answer.right is None for answer in answers):
            steps = dict(question.matches)
            assert sorted(steps) == sorted(answer.match for answer in answers if answer.match is not None)
            return {"steps": [_flat(steps[answer.match]) for answer in answers if answer.match is not None]}
        case "matching_question":
            return {
                "pairs": [(answer.shown, _flat(answer.right or "")) for answer in answers],
                "matches": sorted(_flat(shown) for _, shown in question.matches),
            }
        case "fill_in_multiple_blanks_question" | "multiple_dropdowns_question":
            return {"blanks": [_classic_blank(question, name) for name in _in_order(question)]}
    return {}


def _flat(said: str) -> str:
    return canvas_expected.flat(seen(said))


def _in_order(question: canvas_classic.Question) -> list[str]:
    places = {name: place for name, place in question.fields.items() if place is not None}
    assert places.keys() == question.fields.keys(), "a blank has no field"
    return sorted(places, key=places.__getitem__)


def _classic_blank(question: canvas_classic.Question, name: str) -> Any:
    answers = [answer for answer in question.answers if answer.blank == name]
    if question.kind == "multiple_dropdowns_question":
        return [(seen(answer.text), answer.weight == 100) for answer in answers]
    return sorted(answer.text for answer in answers)


# New Quizzes.


def _new_settings(quiz: canvas_new.Quiz) -> Facts:
    return {
        "ident": quiz.ident,
        "description": text.visible(quiz.meta["description"]),
        "time_limit": quiz.meta["time_limit"],
        "attempts": quiz.meta["allowed_attempts"],
        "points": quiz.meta["points_possible"],
        "kind": quiz.meta["quiz_type"],
        "show_correct_answers": quiz.meta["show_correct_answers"],
        **{flag: quiz.meta[flag] for flag in ("available", "shuffle_answers", "shuffle_questions")},
    }


def _new(entry: Any) -> Facts:
    if isinstance(entry, canvas_new.Group):
        return {
            "entry": "group",
            "ident": entry.ident,
            "title": entry.title,
            "pick": entry.pick,
            "points": entry.points,
            "questions": [_new(item) for item in entry.items],
        }
    if isinstance(entry, canvas_new.Stimulus):
        return {"entry": "text", "ident": entry.ident, "shown": text.visible(entry.body)}
    html = "".join(part if kind == "text" else GAP for kind, part in entry.parts) or entry.body
    facts = {
        "entry": "question",
        "ident": entry.ident,
        "kind": entry.kind,
        "name": entry.title,
        "stimulus": entry.stimulus,
        "points": entry.points,
        "stem": seen(text.visible(html)),
        **{name: text.visible(entry.feedback.get(name, "")) for name in ("neutral", "correct", "incorrect")},
    }
    return facts | _NEW[entry.interaction](entry)


def _new_choices(item: canvas_new.Item) -> Facts:
    right = {scoring.value for scoring in item.scoring}
    comments = {ident: text.visible(html) for ident, html in item.answer_feedback.items()}
    found = [(text.visible(html), ident in right, comments.get(ident, "")) for ident, html in item.answers]
    rule = {"algorithm": item.algorithm} if item.kind == "multiple_answers_question" else {}
    assert all(scoring.points == 100 for scoring in item.scoring)
    return {"choices": found, "shuffled": item.shuffled, "locked": item.locked, **rule}


def _new_words(item: canvas_new.Item) -> Facts:
    if item.kind == "short_answer_question":
        words = [(s.value, text.visible(item.answer_feedback.get(s.value, ""))) for s in item.scoring]
        (case,) = {scoring.case for scoring in item.scoring}
        return {"words": sorted(words), "case": case}
    order = [name for kind, name in item.parts if kind == "blank"]
    assert sorted(order) == sorted(item.options)
    found = []
    for name in order:
        keys = [scoring for scoring in item.scoring if scoring.blank == name]
        found.append((sorted(scoring.value for scoring in keys), any(scoring.case for scoring in keys)))
    return {"blanks": found}


def _new_menus(item: canvas_new.Item) -> Facts:
    right = {(scoring.blank, scoring.value) for scoring in item.scoring}
    order = [name for kind, name in item.parts if kind == "blank"]
    assert sorted(order) == sorted(item.options)
    return {"blanks": [[(seen(s), (name, i) in right) for i, s in item.options[name]] for name in order]}


def _new_numbers(item: canvas_new.Item) -> Facts:
    kinds = {"margin": "exact"}
    return {"numbers": sorted((kinds.get(s.kind, s.kind), *map(Decimal, s.value)) for s in item.scoring)}


def _new_pairs(item: canvas_new.Item) -> Facts:
    (pairs,) = item.scoring
    return {
        "pairs": [(text.visible(html), _flat(text.visible(pairs.value[ident]))) for ident, html in item.sides],
        "matches": sorted(_flat(text.visible(html)) for _, html in item.answers),
    }


def _new_steps(item: canvas_new.Item) -> Facts:
    steps = {ident: text.visible(html) for ident, html in item.answers}
    assert sorted(steps) == sorted(scoring.value for scoring in item.scoring)
    return {"steps": [seen(steps[scoring.value]) for scoring in item.scoring]}


def _new_essay(item: canvas_new.Item) -> Facts:
    limits = None if item.words is None else tuple(None if one is None else int(one) for one in item.words)
    return {"notes": text.visible(item.grading_notes), "words_allowed": limits, "rich": item.rich}


_NEW: dict[str, Callable[[canvas_new.Item], Facts]] = {
    "Choice": _new_choices,
    "FillBlank": _new_words,
    "Dropdown": _new_menus,
    "Numeric": _new_numbers,
    "Match": _new_pairs,
    "Ordering": _new_steps,
    "String": _new_essay,
    "Upload": lambda _: {},
}
