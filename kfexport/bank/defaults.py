"""``defaults``: values for the questions that do not say otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from kfexport.bank.problems import Problem
from kfexport.bank.values import Data, mapping, share
from kfexport.model.parts import MOST_POINTS, POINT_DECIMALS, Scoring, has_too_many_decimals, is_share_of_one

_KEY: Final = "defaults"
_LEAST: Final = Decimal(1).scaleb(-POINT_DECIMALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """Values for questions that do not say otherwise."""

    points: Decimal | None = None
    shuffle: bool = False
    penalty: Fraction | None = None
    scoring: Scoring = "partial"
    case_sensitive: bool = False


def read(quiz: Data) -> Defaults:
    """The defaults of a quiz. What :func:`problems` or the schema finds fault with counts as absent, so that it is told
    once and not for every question."""
    data = mapping(quiz, _KEY)
    points, penalty = _points(data), share(data.get("penalty"))
    return Defaults(
        points=points if points is not None and _is_in_range(points) and not has_too_many_decimals(points) else None,
        shuffle=data.get("shuffle") is True,
        penalty=penalty if penalty is not None and is_share_of_one(penalty) else None,
        scoring="all_or_nothing" if data.get("scoring") == "all_or_nothing" else "partial",
        case_sensitive=data.get("case_sensitive") is True,
    )


def problems(quiz: Data) -> Iterator[Problem]:
    """What the schema cannot tell of the defaults."""
    data = mapping(quiz, _KEY)
    penalty, points = share(data.get("penalty")), _points(data)
    if penalty is not None and not is_share_of_one(penalty):
        yield Problem("KF104", "`penalty` must be from 0% to 100%", (_KEY, "penalty"),
                      hint="It is the share that each wrong try costs.")  # fmt: skip
    if points is not None and _is_in_range(points) and has_too_many_decimals(points):
        yield Problem("KF104", f"`points` has more than {POINT_DECIMALS} decimals", (_KEY, "points"),
                      hint=f"Write {max(round(points, POINT_DECIMALS), _LEAST).normalize():f}.")  # fmt: skip


def _points(data: Data) -> Decimal | None:
    points = data.get("points")
    return Decimal(points) if isinstance(points, (int, Decimal)) and not isinstance(points, bool) else None


def _is_in_range(points: Decimal) -> bool:
    """The schema tells of others."""
    return 0 < points <= MOST_POINTS
