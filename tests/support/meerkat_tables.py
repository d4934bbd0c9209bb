"""Meerkat Kingdom's tables, odds, awards and what a seat has, written by hand from the digest alone.

Strength is kept doubled, as the digest advises engines: 2 for a meerkat, 5 for a queen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from attrs import define, field, frozen

TILES = range(3, 13)
OASES = (3, 4, 6, 8)
VALUES = {t: [t, t // 2] if t < 9 else [t, round(2 * t / 3), t // 3] for t in TILES}
BESIDE = {
    1: (2, 4, 5), 2: (1, 3, 5, 6), 3: (2, 6, 7), 4: (1, 5, 8), 5: (1, 2, 4, 6, 8, 9),
    6: (2, 3, 5, 7, 9, 10), 7: (3, 6, 10), 8: (4, 5, 9), 9: (5, 6, 8, 10), 10: (6, 7, 9),
}  # fmt: skip
BLUE = ("b_move", "b_recall", "b_guard", "b_swap")
BROWN = ("t_move", "t_swap", "t_guard2", "t_plus3", "t_reverse", "h_hawk", "h_fire", "h_jackal")
HAZARDS = {"h_hawk", "h_fire", "h_jackal"}
DOES = {
    "b_move": "move", "t_move": "move", "h_hawk": "move", "b_swap": "swap", "t_swap": "swap", "h_fire": "swap",
    "b_recall": "recall", "b_guard": "guard", "t_plus3": "plus3", "h_jackal": "plus3", "t_reverse": "reverse",
    "t_guard2": "guard2",
}  # fmt: skip
BONUS = (9, 6, 3)
DEFAULTS = {
    "start_tie": "all", "sum2": "reroll", "runout_check": "end_of_turn", "queen_is_meerkat": "false",
    "queen_triggers": "true", "recall_queen": "false", "trigger_order": "player", "burrow_requires_effect": "false",
    "move_scope": "any", "guard_source": "supply", "refill_choice": "player", "hawk_leaders": "literal",
    "jackal_scope": "neighbours", "jackal_protected": "none", "reverse_three": "literal", "guard2": "replace",
    "guard2_same_tile": "false", "automa_11": "all", "automa_swap_empty": "none",
}  # fmt: skip

Law = dict[Any, Fraction]


@frozen
class Awards:
    """What a tile pays, seat by seat, and who may send a guardian from it."""

    paid: tuple[int, ...]
    winner: int | None


def awards(
    strengths: Iterable[int], values: list[int], reverse: bool = False, plus3: bool = False, mirror: bool = False
) -> Awards:
    """MK-14.2 to 14.4: doubled strengths of the seats against the values of a tile."""
    strengths = list(strengths)
    often = Counter(strengths)
    ranked = [seat for seat, s in enumerate(strengths) if s > 0 and often[s] == 1]
    ranked.sort(key=lambda seat: strengths[seat], reverse=not reverse)
    if reverse and not mirror:
        values = [values[0], values[-1]]
    paid = [0] * len(strengths)
    for seat, value in zip(ranked, values, strict=False):
        paid[seat] = value + 3 * plus3
    return Awards(tuple(paid), ranked[0] if ranked else None)


def hawk_victims(strengths: list[int], protected: set[int], skip_protected: bool = False) -> set[int]:
    """MK-9.2, MK-9.5: the strongest, but those whom a queen protects."""
    asked = [seat for seat, s in enumerate(strengths) if s > 0 and not (skip_protected and seat in protected)]
    most = max((strengths[seat] for seat in asked), default=0)
    return {seat for seat in asked if strengths[seat] == most} - protected


@cache
def rolls(dice: int) -> Law:
    """Rolls of so many dice, ascending."""
    found: Counter[tuple[int, ...]] = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))
    return {faces: Fraction(times, 6**dice) for faces, times in found.items()}


def sums(without: Iterable[int]) -> Law:
    """Sums of two dice; those to be rolled again left out."""
    weights = {s: min(s - 1, 13 - s) for s in range(2, 13) if s not in without}
    return {s: Fraction(w, sum(weights.values())) for s, w in weights.items()}


@cache
def automa_rolls(without_ones: bool) -> Law:
    """MK-16.2, MK-16.4: three dice and the letter."""
    law: Law = {}
    for faces, letter in product(combinations_with_replacement(range(1, 7), 3), ("low", "middle", "high")):
        if not without_ones or pair_of(faces, letter) != (1, 1):
            law[faces, letter] = rolls(3)[faces]
    whole = sum(law.values())
    return {key: share / whole for key, share in law.items()}


def count_index(letter: str) -> int:
    return ("low", "middle", "high").index(letter)


def pair_of(faces: tuple[int, ...], letter: str) -> tuple[int, ...]:
    """MK-16.2: ascending faces without the count die."""
    n = count_index(letter)
    return faces[:n] + faces[n + 1 :]


@define
class Seat:
    automa: bool = False
    supply: int = 20
    queen_home: bool = True
    queen: int | None = None
    on: Counter[int] = field(factory=Counter)
    burrow: set[int] = field(factory=set)
    guardians: int = 0
    pups: int = 0
    box: int = 0
    ran_out: int | None = None
    points: dict[int, int] = field(factory=dict)

    def strength(self, tile: int) -> int:
        return 2 * self.on[tile] + 5 * (self.queen == tile)

    def shift(self, a: int, b: int) -> None:
        self.on[a] -= 1
        self.on[b] += 1
