"""Intervals and tests for what simulations count; standard formulas, no library needed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

LEVEL: Final = 0.95
_NORMAL: Final = NormalDist()


def wilson(hits: int, number: int, level: float = LEVEL) -> tuple[float, float]:
    """The interval of a share (Wilson, 1927), from 0 to 1. (0, 1) of nothing."""
    if not number:
        return (0.0, 1.0)
    z = _NORMAL.inv_cdf(0.5 + level / 2)
    share, extra = hits / number, z * z / number
    middle = (share + extra / 2) / (1 + extra)
    half = z / (1 + extra) * math.sqrt(share * (1 - share) / number + extra / (4 * number))
    return (max(0.0, middle - half), min(1.0, middle + half))


def mean_interval(values: Sequence[float], level: float = LEVEL) -> tuple[float, float, float]:
    """The mean and its interval, by the normal distribution, as simulations have many games. (0, 0, 0) of nothing."""
    if not values:
        return (0.0, 0.0, 0.0)
    mean = sum(values) / len(values)
    half = _NORMAL.inv_cdf(0.5 + level / 2) * _error(values, mean)
    return (mean, mean - half, mean + half)


def _error(values: Sequence[float], mean: float) -> float:
    """The standard error of a mean."""
    if len(values) < 2:
        return 0.0
    return math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values))


def shares_differ(hits: int, number: int, other_hits: int, other_number: int) -> float:
    """The p-value of two shares being one (two-sided z-test with a pooled share)."""
    if not number or not other_number:
        return 1.0
    pooled = (hits + other_hits) / (number + other_number)
    spread = math.sqrt(pooled * (1 - pooled) * (1 / number + 1 / other_number))
    return 1.0 if not spread else _two_sided((hits / number - other_hits / other_number) / spread)


def share_is(hits: int, number: int, expected: float) -> float:
    """The p-value of a share being what is expected (two-sided z-test)."""
    spread = math.sqrt(expected * (1 - expected) / number) if number else 0.0
    return 1.0 if not spread else _two_sided((hits / number - expected) / spread)


def means_differ(values: Sequence[float], others: Sequence[float]) -> float:
    """The p-value of two means being one (Welch's test with the normal distribution)."""
    if len(values) < 2 or len(others) < 2:
        return 1.0
    mean, other = sum(values) / len(values), sum(others) / len(others)
    spread = math.hypot(_error(values, mean), _error(others, other))
    if not spread:
        return 1.0 if mean == other else 0.0
    return _two_sided((mean - other) / spread)


def _two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))


def holm(p_values: Sequence[float], level: float = 1 - LEVEL) -> list[bool]:
    """Which of many comparisons are significant together (Holm, 1979): the chance that any of them is marked wrongly is
    at most `level`."""
    marked = [False] * len(p_values)
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[place] > level / (len(p_values) - rank):
            break
        marked[place] = True
    return marked
