"""What a position is worth to each seat, from what the rules count: who won, and by how much one leads."""

from __future__ import annotations

import math

from hoyle.runtime.compiled import OVER, PAUSE, Vector
from hoyle.runtime.rules import Rules


class Worth:
    """Of one game. direction: 1 if high scores win, -1 if low ones do, 0 if they do not tell."""

    def __init__(self, rules: Rules, direction: int) -> None:
        self._module = rules.module
        self.seats = rules.info.seat_codes
        self._direction = direction
        codes, teams = rules.seat_code, rules.info.teams
        sides = [tuple(codes[name] for name in names) for names in teams.values()] or [(seat,) for seat in self.seats]
        self._sides = sides
        self._side = {seat: number for number, side in enumerate(sides) for seat in side}

    def leads(self, s: Vector) -> list[float]:
        """Of each seat in seating order: how far its side is ahead of the best other, in points of the score."""
        if not self._direction or len(self._sides) < 2:
            return [0.0] * len(self.seats)
        total, sign = self._module.total, self._direction
        sums = [sign * sum(total(s, seat) for seat in side) for side in self._sides]
        best = max(sums)
        at = sums.index(best)
        second = max(sums[:at] + sums[at + 1 :])
        by_side = [own - (second if number == at else best) for number, own in enumerate(sums)]
        return [float(by_side[self._side[seat]]) for seat in self.seats]

    def leader(self, s: Vector) -> int | None:
        """The first seat of the side that is ahead of all others; None if no side is."""
        leads = self.leads(s)
        best = max(leads)
        return self.seats[leads.index(best)] if best > 0 else None

    def wins(self, s: Vector) -> list[float] | None:
        """Of each seat its share of the victory; None while the game is not over. A draw is worth the same to all."""
        if s[PAUSE] != OVER:
            return None
        winners = self._module.winners(s)
        if not winners:
            return [1 / len(self._sides)] * len(self.seats)
        sides = {self._side[seat] for seat in winners}
        return [1 / len(sides) if seat in winners else 0.0 for seat in self.seats]


def logistic(x: float) -> float:
    """From 0 to 1; 1/2 at 0."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))
