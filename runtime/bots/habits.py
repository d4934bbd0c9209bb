"""What everybody knows of a game who has played it a few times: which components can lie together, what values a field
takes, whether the greatest score wins.

Found by playing the game at random, always the same games, so it holds nothing of any playthrough. Who imagines what
lies in hidden places needs it: a card of one people never lies in the hand of another, though no list says so.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final
from weakref import WeakKeyDictionary

from attrs import define, field

from hoyle.runtime.chance import generator
from hoyle.runtime.compiled import Vector
from hoyle.runtime.description import FieldInfo
from hoyle.runtime.errors import RuleError
from hoyle.runtime.rules import Rules

_GAMES: Final = 12
_STEPS: Final = 3_000
_VALUES: Final = 200  # of a field, that are kept
_CLEAR: Final = 0.6  # of the games in which one score is best that must be won by it
Place = tuple[FieldInfo, tuple[int, ...]]


@define
class Habits:
    """zones, others: the places of hidden fields, those that hold components and the rest; holders: all places for the
    same components, open ones too; values: what each field of
    `others` has been seen to hold, by its number; direction: 1 if high scores win, -1 if low ones, 0 if neither."""

    zones: list[Place]
    others: list[Place]
    holders: list[Place] = field(factory=list)
    values: dict[int, list[Any]] = field(factory=dict)
    direction: int = 0
    _together: dict[tuple[Any, int], tuple[Any, int]] = field(factory=dict)
    _laid: dict[tuple[int, tuple[int, ...]], tuple[Any, int]] = field(factory=dict)

    def kin(self, domain: Any, code: int) -> tuple[Any, int]:
        """A name of all the components that can lie where this one can."""
        found = (domain, code)
        while self._together.get(found, found) != found:
            found = self._together[found]
        return found

    def kin_of(self, place: Place) -> tuple[Any, int] | None:
        """The kin of what can lie at a place; None if nothing has ever been seen there."""
        found = self._laid.get((place[0].number, place[1]))
        return None if found is None else self.kin(*found)

    def least(self, number: int) -> Any:
        """The value that stands for one that is not seen, of a field of `others`."""
        return min(self.values[number], key=repr)

    def any(self, number: int, rng: random.Random) -> Any:
        """A value that a field of `others` has been seen to hold."""
        known = self.values[number]
        return known[int(rng.random() * len(known))]

    def watch(self, place: Place, codes: tuple[int, ...]) -> None:
        """These components lie together at a place."""
        info, indices = place
        first = self._laid.setdefault((info.number, indices), (info.type.of, codes[0]))
        root = self.kin(*first)
        for code in codes:
            self._together[self.kin(info.type.of, code)] = root


def habits_of(rules: Rules) -> Habits:
    """The habits of a game; found once."""
    found = _known.get(rules)
    if found is None:
        found = _known[rules] = _learned(rules)
    return found


_known: WeakKeyDictionary[Rules, Habits] = WeakKeyDictionary()


def unlearned(rules: Rules) -> Habits:
    """What is known of a game that was never played: its hidden places. Components may lie wherever their type may; it
    holds no values."""
    found = _unlearned.get(rules)
    if found is None:
        found = _unlearned[rules] = _places(rules)
        for info, place in found.zones:
            of = info.type.of
            assert of is not None
            found.watch((info, place), rules.codes(of.domain, of.low, of.high))
    return found


_unlearned: WeakKeyDictionary[Rules, Habits] = WeakKeyDictionary()


def _places(rules: Rules) -> Habits:
    veiled = [f for f in rules.info.fields if rules.is_hidden(f)]
    places = [(f, place) for f in veiled for place in rules.places(f)]
    zones = [(f, place) for f, place in places if f.kind in ("bag", "pile")]
    return Habits(zones, [(f, place) for f, place in places if f.kind not in ("bag", "pile")])


def _learned(rules: Rules) -> Habits:
    habits = _places(rules)
    domains = {f.type.of for f, _ in habits.zones}
    holders = [(f, p) for f in rules.info.fields if f.type.of in domains for p in rules.places(f)]
    habits.holders = holders = [(f, p) for f, p in holders if f.kind in ("bag", "pile")]
    _watch(rules, habits, holders, rules.module.new())
    best: list[int] = []
    for s, is_last in _moments(rules):
        _watch(rules, habits, holders, s)
        if is_last:
            best.append(_sign(rules, s))
    habits.direction = _direction(best)
    return habits


def _moments(rules: Rules) -> Iterator[tuple[Vector, bool]]:
    """The vectors of some random playthroughs at every pause, and whether the game is over there."""
    module = rules.module
    for index in range(_GAMES):
        rng, s = generator("habits", index), module.new()
        try:
            result = module.start(s)
            for _ in range(_STEPS):
                yield s, result is None
                if result is None:
                    break
                step = result[int(rng.random() * len(result))] if result else module.sample(s, rng.random)
                result = module.step(s, step)
        except RuleError:
            continue  # rules that cannot go on are not for bots to judge


def _watch(rules: Rules, habits: Habits, holders: list[Place], s: Vector) -> None:
    read = rules.module.read_field
    for info, place in holders:
        prefix, rest, _, pool, *_ = read(s, info.number, place)
        codes = (*prefix, *rest, *pool)
        if codes:
            habits.watch((info, place), codes)
    for info, place in habits.others:
        kept = habits.values.setdefault(info.number, [])
        value = read(s, info.number, place)
        if len(kept) < _VALUES and value not in kept:
            kept.append(value)


def _sign(rules: Rules, s: Vector) -> int:
    """1 if exactly those won who have most, -1 if exactly those who have least; 0 if neither, or if all are equal."""
    seats = rules.info.seat_codes
    totals = [rules.module.total(s, seat) for seat in seats]
    winners = rules.module.winners(s)
    if len(set(totals)) < 2:
        return 0
    for sign, best in ((1, max(totals)), (-1, min(totals))):
        if winners and all(totals[place] == best for place, seat in enumerate(seats) if seat in winners):
            return sign
    return 0


def _direction(best: list[int]) -> int:
    for sign in (1, -1):
        if best and sum(b == sign for b in best) >= _CLEAR * sum(b != 0 for b in best) > 0:
            return sign
    return 0
