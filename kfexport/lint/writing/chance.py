"""Whether something happened more often than chance lets it."""

from math import exp, lgamma, log
from typing import Final

RARE: Final = 0.005
"""How likely a bank without any pattern may be found to have one."""


def tail(hits: int, tries: int, share: float) -> float:
    """How likely ``hits`` or more of ``tries`` are where each happens with the probability ``share`` (0 to 1)."""
    if hits <= 0:
        return 1.0
    if not 0 < share < 1:
        return float(share >= 1)
    odds = share / (1 - share)
    ways = lgamma(tries + 1) - lgamma(hits + 1) - lgamma(tries - hits + 1)
    term = exp(ways + hits * log(share) + (tries - hits) * log(1 - share))
    total = 0.0
    for k in range(hits, tries + 1):
        total += term
        if k > tries * share and term < total * 1e-12:
            break  # from the mean on each term is smaller than the one before
        term *= (tries - k) / (k + 1) * odds
    return min(total, 1.0)
