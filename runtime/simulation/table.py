"""One game of a simulation: bots at the seats, chance from the seed, everything on the fast path.

The `index`-th game of a seed is the same wherever and whenever it is played: chance has a generator of its own, and so
has each seat.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, Final

from attrs import define, field, frozen

from hoyle.runtime.bots import Kind, needs_past, thinker
from hoyle.runtime.bots.habits import habits_of
from hoyle.runtime.bots.past import Entry, Past
from hoyle.runtime.bots.sight import sight_of
from hoyle.runtime.bots.worth import Worth
from hoyle.runtime.chance import generator
from hoyle.runtime.compiled import Vector, copied, listened
from hoyle.runtime.game import Game
from hoyle.runtime.playout import STEP_LIMIT, Playout, playout

RANDOM: Final = Kind("random")
_MOST_ORDERS: Final = 5_040


@frozen
class Setting:
    """How the games of a simulation are played. seats: who sits at each deciding seat, in seating order, (): random
    bots, quickly; rotates: whether they change seats from game to game, through all orders; is_watched: whether what
    happens is written down; limit: the most steps of a game."""

    seats: tuple[Kind, ...] = ()
    rotates: bool = False
    is_watched: bool = False
    limit: int = STEP_LIMIT

    @property
    def searches(self) -> bool:
        """Whether somebody thinks so long that a game is no quick thing."""
        return any(kind.name == "mcts" for kind in self.seats)

    def at(self, index: int) -> tuple[Kind, ...]:
        """Who sits at each deciding seat in a game."""
        if not self.rotates:
            return self.seats
        orders = _orders(self.seats)
        return orders[index % len(orders)]


def _orders(seats: tuple[Kind, ...]) -> list[tuple[Kind, ...]]:
    """All different orders; where there are too many, those that come of moving up."""
    found: dict[tuple[str, ...], tuple[Kind, ...]] = {}
    for order in permutations(seats):
        found.setdefault(tuple(kind.text for kind in order), order)
        if len(found) > _MOST_ORDERS:
            return [seats[n:] + seats[:n] for n in range(len(seats))]
    return list(found.values())


@define
class Watch:
    """What happened in a game. choices: seat and move of each decision; options: how many moves there were to choose
    from; leaders: at each decision who is ahead, None: nobody alone."""

    choices: list[tuple[int, int]] = field(factory=list)
    options: list[int] = field(factory=list)
    leaders: list[int | None] = field(factory=list)


@frozen
class Played:
    """One game. kinds: who sat at each deciding seat, (): random bots; watch: what happened, if it was written down."""

    index: int
    end: Playout
    kinds: tuple[Kind, ...] = ()
    watch: Watch | None = None


def played(game: Game, seed: int | str, index: int, setting: Setting) -> Played:
    """The `index`-th game of a seed."""
    kinds = setting.at(index)
    if not kinds and not setting.is_watched:
        return Played(index, playout(game, generator(seed, index), setting.limit))
    watch = Watch() if setting.is_watched else None
    return Played(index, _Table(game, seed, index, kinds, watch).play(setting.limit), kinds, watch)


class _Table:
    def __init__(self, game: Game, seed: int | str, index: int, kinds: tuple[Kind, ...], watch: Watch | None) -> None:
        self._game, self._rules, self._module = game, game.rules, game.fast()
        self._chance = generator(seed, index)
        codes = game.rules.seat_code
        self._thinkers: dict[int, Any] = {
            codes[name]: thinker(kind, generator(f"{seed}/{index}/{name}"))
            for name, kind in zip(game.deciding, kinds, strict=False)
            if kind != RANDOM
        }
        self._happened: list[Entry] | None = [] if self._thinkers and needs_past(game.rules) else None
        self._watch = watch
        if watch is not None:
            self._worth = Worth(game.rules, habits_of(game.rules).direction)

    def play(self, limit: int) -> Playout:
        step, sample, random_ = self._module.step, self._module.sample, self._chance.random
        s = self._module.new()
        result: Any = self._module.start(s)
        moves = steps = 0
        while result is not None and steps < limit:
            steps += 1
            if result:
                moves += 1
                code = self._decision(s, result)
            else:
                code = sample(s, random_)
            result = step(s, code) if self._happened is None else self._step_kept(s, code, self._happened)
        return Playout(s, moves, steps, stopped=result is not None)

    def _step_kept(self, s: Vector, code: int, happened: list[Entry]) -> Any:
        """A step that is remembered with what is shown on the way."""
        before = copied(s)
        s[:], result, heard = listened(s, lambda vector: self._module.step(vector, code))
        happened.append(Entry(before, code, heard.shown))
        return result

    def _decision(self, s: Vector, codes: list[int]) -> int:
        seat = self._module.who(s)
        bot = self._thinkers.get(seat)
        if bot is None:
            code = codes[int(self._chance.random() * len(codes))]
        elif len(codes) == 1:
            code = codes[0]
        else:
            past = Past([] if self._happened is None else self._happened)
            code = bot.decide(sight_of(self._rules, s, codes, seat, past))
        if self._watch is not None:
            self._note(s, codes, seat, code)
        return code

    def _note(self, s: Vector, codes: list[int], seat: int, code: int) -> None:
        assert self._watch is not None
        self._watch.choices.append((seat, code))
        self._watch.options.append(len(codes))
        self._watch.leaders.append(self._worth.leader(s))
