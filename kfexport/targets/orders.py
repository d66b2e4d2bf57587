"""Orders that give nothing away, the same on every machine and in every build."""

from typing import Final

from kfexport.targets.identity import digest

_PURPOSE: Final = "order"


def scrambled(key: str, count: int, answers: int | None = None) -> list[int]:
    """The positions 0 to ``count - 1`` in an order made from ``key``, the global key of the question.

    The first ``answers`` of them (all, where it is not said) never come in their own order, since that is the right
    answer: they move on by one if chance would have it so. The texts play no part, so a mended word moves nothing.
    """
    order = sorted(range(count), key=lambda position: digest(f"{key}#{_PURPOSE}#{position}"))
    answers = count if answers is None else answers
    places = [place for place, position in enumerate(order) if position < answers]
    if answers > 1 and [order[place] for place in places] == list(range(answers)):
        for place, position in zip(places, [*range(1, answers), 0], strict=True):
            order[place] = position
    return order
