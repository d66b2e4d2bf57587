"""Questions about lists: ``matching_question`` and ``ordering_question``."""

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Final

from kfexport.diagnostics import Severity
from kfexport.model import Matching, Ordering
from kfexport.richtext.html import in_brackets
from kfexport.richtext.images import map_images
from kfexport.richtext.markdown import to_html
from kfexport.richtext.plain import is_visible, strip_tags
from kfexport.targets.base import ordinal_clause
from kfexport.targets.canvas.feedback import on_right
from kfexport.targets.canvas.numbers import spell
from kfexport.targets.canvas.scene import Item, Scene
from kfexport.targets.canvas.texts import finished, for_plain_copy, plain, rich, wrapped
from kfexport.targets.canvas.xml import (
    PLAIN,
    RESPONSE,
    choice_response,
    condition,
    equals,
    label,
    material,
)
from kfexport.targets.markup import one_line
from kfexport.targets.orders import scrambled

_FULL: Final = "100"
_CENT: Final = Decimal("0.01")
_MOST: Final = 10_000_000
"""Characters of all matches of one question, which stand in the file once for each item."""


def shares(count: int) -> str:
    """The percentage of each of ``count`` parts, in two decimals as Canvas writes it; it gives equal shares anyway."""
    return str((Decimal(100) / count).quantize(_CENT, ROUND_HALF_EVEN))


def matching(scene: Scene, question: Matching) -> Item | None:
    """A ``matching_question``. All items have the same matches, equal texts as one, and distractors last."""
    matches: dict[str, str] = {}
    for match in question.matches:
        text = one_line(match)
        if text not in matches:
            matches[text] = scene.answer_id(question, "match", len(matches) + 1)
    labels = "".join(label(id, plain(text), PLAIN) for text, id in matches.items())
    if len(labels) * len(question.pairs) > _MOST:
        message = f"Canvas needs all matches once for each of the {len(question.pairs):,} items, which is too much"
        scene.report("KF406", Severity.ERROR, message, question, "pairs", hint="Divide them among several questions.")
        return None
    items = [scene.answer_id(question, "item", at) for at in range(1, len(question.pairs) + 1)]
    response: list[str] = []
    scoring: list[str] = []
    for item, pair in zip(items, question.pairs, strict=True):
        left = material(wrapped(rich(scene.quiz, pair.item, inline=True)))
        response.append(choice_response(_response(item), (labels,), before=left))
        test = equals(matches[one_line(pair.match)], _response(item))
        scoring.append(condition(test, score=shares(len(items)), add=True, goes_on=None))
    return Item(
        kind="matching_question",
        stem=scene.stem(question),
        points=spell(question.points),
        metadata=(("original_answer_ids", ",".join(items)),),
        response="".join(response),
        scoring="".join(scoring),
    )


def _response(item: str) -> str:
    return f"response_{item}"


def ordering(scene: Scene, question: Ordering) -> Item | None:
    """An ``ordering_question``, which Classic Quizzes turn into a matching of the places and the steps."""
    safe = scene.quiz.safe_html
    fragments = [to_html(item, inline=True, safe=safe) for item in question.items]
    texts = [strip_tags(map_images(fragment, lambda _: "")) for fragment in fragments]
    empty = [at for at, text in enumerate(texts, 1) if not is_visible(text)]
    if empty:
        message = f"Item {empty[0]} has no text, and Classic Quizzes show nothing else of an item"
        hint = f"Write a text, or `omit: [{scene.losses.target}]` in the question."
        scene.report("KF401", Severity.ERROR, message, question, "items", empty[0] - 1, hint=hint)
        return None
    _report_markup(scene, question, (at for at, fragment in enumerate(fragments, 1) if "<" in in_brackets(fragment)))
    if question.scoring == "partial":
        message = (
            "An order that is partly right earns nothing in New Quizzes, which give marks for the whole order only"
        )
        scene.report("KF402", Severity.WARNING, message, question, "items")
    ids = [scene.answer_id(question, "item", at) for at in range(1, len(fragments) + 1)]
    # Classic Quizzes decode the texts of the steps once more than others.
    labels = [
        label(id, f"<p>{for_plain_copy(finished(scene.quiz, fragment, inline=True))}</p>")
        for id, fragment in zip(ids, fragments, strict=True)
    ]
    mixed = [labels[at] for at in scrambled(scene.quiz.key(question), len(labels))]
    order = "".join(map(equals, ids))
    return Item(
        kind="ordering_question",
        stem=scene.stem(question),
        points=spell(question.points),
        response=choice_response(RESPONSE, mixed, cardinality="Ordered", shuffle=True),
        scoring=condition(order, score=_FULL, shown=on_right(question)),
    )


def _report_markup(scene: Scene, question: Ordering, items: Iterable[int]) -> None:
    marked = list(items)
    if marked:
        which = ordinal_clause(marked).replace("choice", "item", 1)
        message = f"Classic Quizzes show the plain text of {which}: the steps of an order have no markup there"
        scene.report("KF405", Severity.WARNING, message, question, "items", marked[0] - 1)
