"""Looks one move ahead: makes the move after which its side leads by most points; in games without scores, one that
wins at once, and none that loses at once.

Where chance follows, it takes the expectation over what chance may bring, or the mean of some samples if that is too
much; where something is hidden, the mean over some complete positions that could lie behind what it sees, the same for
every move.
"""

from __future__ import annotations

import random
from typing import Final

from attrs import define

from hoyle.runtime.bots.sight import Sight
from hoyle.runtime.bots.worth import Worth
from hoyle.runtime.compiled import Compiled, Vector, copied
from hoyle.runtime.errors import RuleError

_VICTORY: Final = 1e6  # more than any score
_OUTCOMES: Final = 40  # of one chance node that are all looked at
_SAMPLES: Final = 6  # of chance, where there are more or where several follow each other


@define
class Greedy:
    """rng: breaks ties and samples; samples: how many positions it imagines where something is hidden."""

    rng: random.Random
    samples: int = 6

    def decide(self, sight: Sight) -> int:
        """The code of a move."""
        ranked = self.judged(sight)
        best = max(ranked.values())
        equal = [code for code, worth in ranked.items() if worth >= best - 1e-9]
        return equal[int(self.rng.random() * len(equal))]

    def judged(self, sight: Sight) -> dict[int, float]:
        """What each move is worth, in points."""
        worth = Worth(sight.rules, sight.direction)
        place = worth.seats.index(sight.seat)
        sums = dict.fromkeys(sight.codes, 0.0)
        for _ in range(1 if sight.is_open else self.samples):
            s = sight.sample(self.rng)
            if s is not None:
                for code in sight.codes:
                    sums[code] += _after(sight.rules.module, s, code, worth, place, self.rng)
        return sums


def _after(module: Compiled, s: Vector, code: int, worth: Worth, place: int, rng: random.Random) -> float:
    """What the vector after a move, and after what chance then brings, is worth to the seat at a place."""
    after = copied(s)
    try:
        result = module.step(after, code)
        if result == () and result is not None:
            return _expected(module, after, worth, place, rng)
        return _worth(after, worth, place)
    except RuleError:
        return -_VICTORY


def _expected(module: Compiled, s: Vector, worth: Worth, place: int, rng: random.Random) -> float:
    outcomes = list(module.outcomes(s))
    if len(outcomes) > _OUTCOMES:
        outcomes = [(module.sample(s, rng.random), 1) for _ in range(_SAMPLES)]
    whole = sum(weight for _, weight in outcomes)
    return sum(weight / whole * _settled(module, copied(s), code, worth, place, rng) for code, weight in outcomes)


def _settled(module: Compiled, s: Vector, code: int, worth: Worth, place: int, rng: random.Random) -> float:
    """After an outcome; if chance goes on, it is sampled."""
    result = module.step(s, code)
    while result is not None and not result:
        result = module.step(s, module.sample(s, rng.random))
    return _worth(s, worth, place)


def _worth(s: Vector, worth: Worth, place: int) -> float:
    wins = worth.wins(s)
    lead = worth.leads(s)[place]
    return lead if wins is None else lead + _VICTORY * (wins[place] - 1 / len(worth.seats))
