"""Cloze: ``fill_in_multiple_blanks_question``, or ``multiple_dropdowns_question``; Canvas cannot mix the two."""

import re
from collections.abc import Sequence
from typing import Final

from kfexport.diagnostics import Severity
from kfexport.model import Blank, ChoiceBlank, Cloze, NumberBlank, Quiz, TextBlank
from kfexport.richtext.cloze import fill, to_html_with_blanks
from kfexport.richtext.html import map_text
from kfexport.richtext.markdown import to_html
from kfexport.targets.canvas.entry import case_attribute, distinct
from kfexport.targets.canvas.lists import shares
from kfexport.targets.canvas.numbers import spell
from kfexport.targets.canvas.scene import Item, Scene
from kfexport.targets.canvas.texts import JOINER, finished, fitting, plain
from kfexport.targets.canvas.xml import PLAIN, choice_response, condition, equals, label

_LIKE_A_BLANK: Final = re.compile(r"\[(b+[0-9]+)\]")
_BEFORE_NAME: Final = re.compile(r"\[(?=(b+[0-9]+)\])")
_TAG: Final = re.compile(r"<[^>]*>")
_FORMULA: Final = re.compile(r"<span data-math-style=[^>]*>[^<]*</span>")


def cloze(scene: Scene, question: Cloze) -> Item | None:
    """A text whose blanks are all typed, or all chosen from."""
    kind = _kind(scene, question)
    if kind is None:
        return None
    # Not the author's ids: some endings and signs lose their field in Classic Quizzes, others in New Quizzes.
    prefix = _prefix(scene, question)
    names = {blank.id: f"{prefix}{at}" for at, blank in enumerate(question.blanks, 1)}
    response: list[str] = []
    scoring: list[str] = []
    numbers: list[str] = []
    for blank in question.blanks:
        name = f"response_{names[blank.id]}"
        options, right = _options(scene, question, blank)
        labels = (label(id, text, PLAIN, attributes) for id, text, attributes in options)
        mark = f"<material><mattext>{names[blank.id]}</mattext></material>"
        response.append(choice_response(name, labels, before=mark))
        scoring.append(condition(equals(right, name), score=shares(len(names)), add=True, goes_on=None))
        numbers += [id for id, _, _ in options]
    return Item(
        kind=kind,
        stem=_stem(scene, question, names),
        points=spell(question.points),
        metadata=(("original_answer_ids", ",".join(numbers)),),
        response="".join(response),
        scoring="".join(scoring),
    )


def _kind(scene: Scene, question: Cloze) -> str | None:
    """Canvas's type for the blanks, or ``None`` (and an error) where it has none."""
    hint = f"Divide the question, or write `omit: [{scene.losses.target}]` in it."
    for blank in question.blanks:
        if isinstance(blank, NumberBlank):
            message = f"The blank {blank.id} asks for a number, and Canvas compares what is typed in a text as a word"
            cure = f"Make a `numerical` question of it, or write `omit: [{scene.losses.target}]` in this one."
            scene.report("KF401", Severity.ERROR, message, question, "blanks", blank.id, hint=cure)
            return None
    chosen = [isinstance(blank, ChoiceBlank) for blank in question.blanks]
    if any(chosen) and not all(chosen):
        other = question.blanks[chosen.index(not chosen[0])]
        words = ("is a drop-down", "is typed") if isinstance(other, ChoiceBlank) else ("is typed", "is a drop-down")
        message = (
            f"The blank {other.id} {words[0]} and the blank {question.blanks[0].id} {words[1]}: in Canvas all blanks "
            "of a text are of one kind"
        )
        scene.report("KF401", Severity.ERROR, message, question, "blanks", other.id, hint=hint)
        return None
    return "multiple_dropdowns_question" if any(chosen) else "fill_in_multiple_blanks_question"


def _options(
    scene: Scene, question: Cloze, blank: Blank
) -> tuple[Sequence[tuple[str, str, str]], str]:  # fmt: skip
    """What can be in a blank (identifier, text, attributes), and the identifier of what is right: in a text field all
    of it is."""
    if isinstance(blank, ChoiceBlank):
        found = []
        right = ""
        for at, choice in enumerate(blank.choices, 1):
            name = ("choice", at) if choice.id is None else ("choice-id", choice.id)
            id = scene.answer_id(question, "blank", blank.id, *name)
            found.append((id, plain(choice.text.strip()), ""))
            right = id if choice.correct else right
        return found, right
    assert isinstance(blank, TextBlank), "numbers are refused before"
    case = case_attribute(sensitive=blank.case_sensitive)
    texts = [
        (scene.answer_id(question, "blank", blank.id, "answer", at), answer.text.strip(), case)
        for at, answer in distinct(blank.answers, sensitive=blank.case_sensitive)
    ]
    return texts, texts[0][0]


def _prefix(scene: Scene, question: Cloze) -> str:
    """How the names of blanks begin: so that no formula holds one in brackets, since nothing may break up its TeX."""
    prefix = "b"
    if "$" in question.text + question.prompt:
        ids = [blank.id for blank in question.blanks]
        fragment = to_html_with_blanks(question.text, ids, safe=scene.quiz.safe_html)
        tex = "".join(_FORMULA.findall(to_html(question.prompt, safe=scene.quiz.safe_html) + fragment))
        taken = {name.rstrip("0123456789") for name in _LIKE_A_BLANK.findall(tex)}
        while prefix in taken:
            prefix += "b"
    return prefix


def _stem(scene: Scene, question: Cloze, names: dict[str, str]) -> str:
    """The prompt and the text, with ``[b1]`` (or the like) where the first blank is and nowhere else."""
    known = frozenset(names.values())

    def with_joiner(match: re.Match[str]) -> str:
        return f"[{JOINER}" if match[1] in known else match[0]

    def in_span(match: re.Match[str]) -> str:
        return f"[<span>{match[1]}</span>]" if match[1] in known else match[0]

    def broken(fragment: str) -> str:
        if not any(name in known for name in _LIKE_A_BLANK.findall(fragment)):
            return fragment
        fragment = _TAG.sub(lambda tag: _BEFORE_NAME.sub(with_joiner, tag[0]), fragment)
        return map_text(fragment, lambda run: _LIKE_A_BLANK.sub(in_span, run))

    def whole(quiz: Quiz) -> str:
        text = finished(quiz, to_html_with_blanks(question.text, names, safe=quiz.safe_html))
        return broken(scene.stem_of(quiz, question)) + fill(broken(text), lambda id: f"[{names[id]}]")

    return fitting(scene.quiz, whole)
