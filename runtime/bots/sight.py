"""What a player sees, as something one can think on: the vector with all that is hidden put out of sight, and complete
vectors that could lie behind it.

A `Sight` is made by whoever drives the game and is all that a bot is given. It is a function of what the player sees
and of public knowledge (`habits`): permuting what the player cannot see gives an equal one. Hidden components lie in it
in domain order, as nobody would deal them; hidden values are the least that have been seen there in other games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, MutableSequence, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from hoyle.runtime.bots.habits import Habits, Place, habits_of, unlearned
from hoyle.runtime.bots.memory import Known, known_of
from hoyle.runtime.bots.past import Past, Recall, recalled, replayed
from hoyle.runtime.chance import generator
from hoyle.runtime.compiled import Vector, copied
from hoyle.runtime.problems import StateError
from hoyle.runtime.rules import Rules
from hoyle.runtime.state import State
from hoyle.runtime.support import Hidden, Partly

_TRIES: Final = 40  # to find a past that leads to what is seen
Components = dict[Any, tuple[int, ...]]  # by type


@frozen(eq=False)
class Zone:
    """A hidden place for components, as everybody sees it: how many lie in known order (`ordered`; `top` are those of
    them that are seen) and how many do not (`loose`; `known` are those of them that the player remembers); tokens of a
    pool and its number (semantics 7.7)."""

    place: Place
    top: tuple[int, ...]
    ordered: int
    loose: int
    tokens: int
    number: tuple[int, ...]
    known: tuple[int, ...] = ()


@frozen(eq=False)
class Veil:
    """What is hidden from one seat at one moment. vector: with it put out of sight; zones; pools: type and size by
    number; components: all that lie hidden; values: hidden places for other things than components; certain: nothing is
    hidden that matters, as all that lie hidden of a kin lie undrawn in one place."""

    vector: Vector
    zones: tuple[Zone, ...]
    pools: dict[int, tuple[Any, int]]
    components: Components
    values: tuple[Place, ...]

    certain: bool


@frozen(eq=False)
class Sight:
    """What a bot knows. rules: of the game; seat: the code of the player who decides; codes: the legal moves, in order.

    direction: 1 if high scores win, -1 if low ones do, 0 if scores do not tell; is_open: nothing is hidden.
    """

    rules: Rules
    seat: int
    codes: tuple[int, ...]
    direction: int
    is_open: bool
    _habits: Habits
    _veil: Veil
    _recall: Recall | None
    _now: Vector | None

    def sample(self, rng: random.Random) -> Vector | None:
        """A complete vector that could lie behind what is seen, all alike likely as far as is known; None if none was
        found. It is the caller's to change."""
        if self._recall is None:
            return dealt(self.rules, self._habits, self._veil, rng)
        for _ in range(_TRIES):
            s = dealt(self.rules, self._habits, self._veil, rng)
            if replayed(self.rules, self.seat, s, self._recall, rng) and self._fits(s):
                return s
        return None

    @property
    def is_of_now(self) -> bool:
        """Whether all that could lie behind it differs in hidden places only, and not in what led there."""
        return self._recall is None

    def spread(self, most: int) -> Iterator[Vector]:
        """Complete vectors that could lie behind what is seen, always the same ones, laid so that each hidden component
        comes to each place where its kin can lie, if `most` vectors suffice for that: what is alike in all of them does
        not depend on where one hidden thing lies. They are the caller's to change."""
        if self._recall is not None:
            found = (self.sample(generator("spread", number)) for number in range(most))
            yield from (s for s in found if s is not None)
            return
        sizes = [len(codes) for codes in self._veil.components.values()]
        sizes += [len(self._habits.values[info.number]) for info, _ in self._veil.values]
        turns = 1 if self._veil.certain else min(most, max(sizes, default=1))
        for turn in range(turns):
            yield dealt(self.rules, self._habits, self._veil, _Turned(turn, turns))
        for number in range(0 if self._veil.certain else most - turns):
            yield dealt(self.rules, self._habits, self._veil, generator("spread", number))

    def _fits(self, s: Vector) -> bool:
        """Whether the player sees in an imagined vector what is seen."""
        module = self.rules.module
        if module.who(s) != self.seat or tuple(module.moves(s)) != self.codes:
            return False
        return self._now is None or veiled(self.rules, self._habits, s, self.seat).vector == self._now


def sight(state: State) -> Sight:
    """What the player who decides sees. StateError if nobody decides, or if the past matters and was not kept."""
    position = state.position
    codes = tuple(move.code for move in state.legal_moves())
    seat = position.you
    if seat is None:
        raise StateError("state.no_decision")
    return sight_of(state.game.rules, position.s, codes, seat, Past.of(state))


def sight_of(rules: Rules, s: Vector, codes: Sequence[int], seat: int, past: Past) -> Sight:
    """The same from the numbers of a compiled game."""
    return _sight(rules, habits_of(rules), s, codes, seat, past, None)


def _sight(
    rules: Rules, habits: Habits, s: Vector, codes: Sequence[int], seat: int, past: Past, known: Known | None
) -> Sight:
    origin, recall = recalled(rules, s, seat, past)
    if known is None:
        known = known_of(rules, habits, seat, past.until(origin), origin) if rules.module.SHOWN else {}
    veil = veiled(rules, habits, origin, seat, known)
    now = None if recall is None or recall.together else veiled(rules, habits, s, seat).vector
    is_open = veil.certain and recall is None
    return Sight(rules, seat, tuple(codes), habits.direction, is_open, habits, veil, recall, now)


def unlearned_sight(state: State) -> Sight | None:
    """The same at once, of who has never seen the game played: any component may lie wherever its type may, so more can
    lie behind it than ever does. None where values are hidden, which only playing tells."""
    position = state.position
    if position.you is None:
        raise StateError("state.no_decision")
    codes = tuple(move.code for move in state.legal_moves())
    return unlearned_sight_of(state.game.rules, position.s, codes, position.you, Past.of(state))


def unlearned_sight_of(rules: Rules, s: Vector, codes: Sequence[int], seat: int, past: Past) -> Sight | None:
    """The same from the numbers of a compiled game."""
    habits = unlearned(rules)
    return None if habits.others else _sight(rules, habits, s, codes, seat, past, {})


# ------------------------------------------------------------------------------------------------ out of sight


def veiled(rules: Rules, habits: Habits, s: Vector, seat: int, known: Known | None = None) -> Veil:
    """A vector with all that is hidden from a seat put out of sight. known: what the seat remembers of it."""
    module = rules.module
    zones = tuple(zone for place in habits.zones if (zone := _zone(rules, s, place, seat)) is not None)
    zones = _with_known(zones, known or {}, _hidden(rules, s, zones)[1])
    values = tuple(p for p in habits.others if isinstance(module.view_field(s, p[0].number, p[1], seat), Hidden))
    pools, components = _hidden(rules, s, zones)
    certain = not values and _is_certain(habits, zones)
    veil = Veil(copied(s), zones, pools, components, values, certain)
    _lay(rules, habits, veil, veil.vector, components)
    for info, place in values:
        module.write_field(veil.vector, info.number, place, habits.least(info.number))
    _settle(rules, veil.vector)
    return veil


def _zone(rules: Rules, s: Vector, place: Place, seat: int) -> Zone | None:
    """A zone of which the seat does not see all; None if it does, or if nothing lies there."""
    info, indices = place
    view = rules.module.view_field(s, info.number, indices, seat)
    if not isinstance(view, Hidden | Partly):
        return None
    prefix, rest, tokens, _, *number = rules.module.read_field(s, info.number, indices)
    if not prefix and not rest and not tokens:
        return None
    top = prefix[:1] if isinstance(view, Partly) else ()
    return Zone(place, top, len(prefix), len(rest), tokens, tuple(number))


def _with_known(zones: tuple[Zone, ...], known: Known, components: Components) -> tuple[Zone, ...]:
    """The zones with what the player remembers of them, as far as that can be."""
    left = {kind: Counter(codes) for kind, codes in components.items()}
    found = []
    for zone in zones:
        info, place = zone.place
        here = Counter(known.get((info.number, place), ()))
        if here and here.total() <= zone.loose and here <= left[info.type.of]:
            left[info.type.of] -= here
            zone = evolve(zone, known=tuple(sorted(here.elements())))
        found.append(zone)
    return tuple(found)


def _hidden(rules: Rules, s: Vector, zones: tuple[Zone, ...]) -> tuple[dict[int, tuple[Any, int]], Components]:
    """The pools of hidden zones, and of each type all that lies hidden and is not remembered, in domain order.

    A player knows it: components are neither made nor destroyed (semantics 7.3), so it is all that does not lie open.
    """
    pools: dict[int, tuple[Any, int]] = {}
    found: dict[Any, list[int]] = {}
    for zone in zones:
        info, indices = zone.place
        prefix, rest, _, pool, *number = rules.module.read_field(s, info.number, indices)
        lying = [*prefix[len(zone.top) :], *rest]
        found.setdefault(info.type.of, []).extend(lying)
        if number and number[0] not in pools:
            pools[number[0]] = (info.type.of, len(pool))
            found[info.type.of].extend(pool)
    remembered = {kind: Counter[int]() for kind in found}
    for zone in zones:
        remembered[zone.place[0].type.of].update(zone.known)
    return pools, {kind: tuple(sorted((Counter(c) - remembered[kind]).elements())) for kind, c in found.items()}


def _is_certain(habits: Habits, zones: tuple[Zone, ...]) -> bool:
    """Whether there is one way only to lay what is hidden: of each kin in one known rest, or as tokens of one pool."""
    bins: dict[Any, set[Any]] = {}
    for zone in zones:
        if zone.ordered > len(zone.top):
            return False
        into = bins.setdefault(habits.kin_of(zone.place), set())
        into.update([("rest", zone.place[0].number, zone.place[1])] if zone.loose > len(zone.known) else [])
        into.update([("pool", *zone.number)] if zone.tokens else [])
    return all(len(into) <= 1 for into in bins.values())


def _settle(rules: Rules, s: Vector) -> None:
    """The copies of fields that others see within `simultaneously`, if there are any now, and what is computed from
    fields must follow them. A veil lies over the beginning of such a block, where the copies equal the fields."""
    for start, copy, length in rules.frozen_copies:
        if any(s[copy : copy + length]):
            s[copy : copy + length] = s[start : start + length]
    derived = rules.module.DERIVED
    s[derived:] = [None] * (len(s) - derived)


# ------------------------------------------------------------------------------------------------ dealing


def dealt(rules: Rules, habits: Habits, veil: Veil, rng: random.Random) -> Vector:
    """A complete vector behind a veil: hidden components dealt anew among the places where they can lie, each place
    keeping its number; hidden values as they have been seen in other games."""
    s = copied(veil.vector)
    if veil.certain:
        return s
    _lay(rules, habits, veil, s, {kind: _shuffled(codes, rng) for kind, codes in veil.components.items()})
    for info, place in veil.values:
        rules.module.write_field(s, info.number, place, habits.any(info.number, rng))
    _settle(rules, s)
    return s


class _Turned(random.Random):
    """Mixes nothing: it turns what it is to shuffle so many times of so many, and of values takes one after another."""

    def __init__(self, turn: int, turns: int) -> None:
        super().__init__(0)
        self._turn, self._turns = turn, turns

    def shuffle(self, x: MutableSequence[Any]) -> None:
        at = self._turn * len(x) // self._turns
        x[:] = [*x[at:], *x[:at]]

    def random(self) -> float:
        return self._turn / self._turns


def _shuffled(codes: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    mixed = list(codes)
    rng.shuffle(mixed)
    return tuple(mixed)


def _lay(rules: Rules, habits: Habits, veil: Veil, s: Vector, components: Components) -> None:
    """Lay components, in the order given, into the hidden zones, each where its kin can lie."""
    for kind, codes in components.items():
        zones = [zone for zone in veil.zones if zone.place[0].type.of == kind]
        sizes = {number: size for number, (of, size) in veil.pools.items() if of == kind}
        _lay_kind(rules, habits, zones, sizes, s, codes)


def _lay_kind(
    rules: Rules, habits: Habits, zones: list[Zone], sizes: dict[int, int], s: Vector, codes: tuple[int, ...]
) -> None:
    source = _Source(habits, zones, sizes, codes)
    pools: dict[int, tuple[int, ...]] = {}
    for zone in zones:
        info, indices = zone.place
        number = zone.number[0] if zone.number else 0
        if number and number not in pools:
            pools[number] = source.take(zone, sizes[number])
        prefix = zone.top + source.take(zone, zone.ordered - len(zone.top))
        rest = tuple(sorted((*zone.known, *source.take(zone, zone.loose - len(zone.known)))))
        pool = tuple(sorted(pools.get(number, ())))
        rules.module.write_field(s, info.number, indices, (prefix, rest, zone.tokens, pool, *zone.number))


class _Source:
    """Hands out components of one type, to each zone of its kin; of any kin, if the numbers do not come out."""

    def __init__(self, habits: Habits, zones: list[Zone], sizes: dict[int, int], codes: tuple[int, ...]) -> None:
        self._habits = habits
        kind = zones[0].place[0].type.of
        by_kin: dict[Any, list[int]] = {}
        for code in codes:
            by_kin.setdefault(habits.kin(kind, code), []).append(code)
        wanted: dict[Any, int] = {}
        pools = dict(sizes)
        for zone in zones:
            kin = habits.kin_of(zone.place)
            pool = pools.pop(zone.number[0], 0) if zone.number else 0
            wanted[kin] = wanted.get(kin, 0) + zone.ordered - len(zone.top) + zone.loose - len(zone.known) + pool
        self._is_sorted = {kin: n for kin, n in wanted.items() if n} == {kin: len(c) for kin, c in by_kin.items()}
        self._codes: dict[Any, Iterator[int]] = (
            {kin: iter(c) for kin, c in by_kin.items()} if self._is_sorted else {None: iter(codes)}
        )

    def take(self, zone: Zone, number: int) -> tuple[int, ...]:
        if not number:
            return ()
        codes = self._codes[self._habits.kin_of(zone.place) if self._is_sorted else None]
        return tuple(next(codes) for _ in range(number))


__all__ = ["Sight", "dealt", "sight", "sight_of", "unlearned_sight", "unlearned_sight_of", "veiled"]
