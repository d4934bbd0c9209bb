"""Bots: who plays when nobody does. `make("mcts:iterations=400", game, seed).choose(state)` is a move.

A bot is given a `Sight`, what its player may know, and never the state: see `sight.py`. Its moves depend on nothing but
what it sees and its seed, unless it is given a time.
"""

from __future__ import annotations

import random
from typing import Final, Protocol

from attrs import define

from hoyle.runtime.bots.greedy import Greedy
from hoyle.runtime.bots.mcts import Mcts
from hoyle.runtime.bots.past import needs_past
from hoyle.runtime.bots.sight import Sight, sight
from hoyle.runtime.bots.words import BOTS, BotError, Kind, kind_of
from hoyle.runtime.chance import generator
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move
from hoyle.runtime.problems import StateError
from hoyle.runtime.state import State

DEFAULT_ITERATIONS: Final = 400


class Thinker(Protocol):
    """What decides, knowing a sight and nothing else."""

    def decide(self, sight: Sight) -> int:
        """The code of one of the legal moves."""
        ...


@define
class Anything:
    """Makes any legal move, all alike likely."""

    rng: random.Random

    def decide(self, sight: Sight) -> int:
        return sight.codes[self.place(len(sight.codes))]

    def place(self, count: int) -> int:
        """The place of one of so many moves."""
        return int(self.rng.random() * count)


@define
class Bot:
    """A bot at one table. kind: what it is."""

    kind: Kind
    thinker: Thinker

    def choose(self, state: State, player: str | None = None) -> Move:
        """A legal move for the player who decides; `player`, if given, must be the one.

        Games with simultaneous choices need a state with a log (`game.new(log=True)`), else StateError.
        """
        if state.player is None or player not in (None, state.player):
            raise StateError("state.not_to_decide", name=player or "?")
        moves = state.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if isinstance(self.thinker, Anything):
            return moves[self.thinker.place(len(moves))]  # it need not look, and looking takes time
        code = self.thinker.decide(sight(state))
        return next(move for move in moves if move.code == code)


def make(text: str | Kind, game: Game, seed: int | str) -> Bot:
    """The bot that a text names, for one game. The same seed makes the same moves. BotError if there is none."""
    kind = kind_of(text) if isinstance(text, str) else text
    return Bot(kind, thinker(kind, generator(seed)))


def thinker(kind: Kind, rng: random.Random) -> Thinker:
    """What decides for a bot of a kind."""
    if kind.name == "random":
        return Anything(rng)
    if kind.name == "greedy":
        return Greedy(rng, kind.setting("samples", 6))
    iterations = kind.setting("iterations", None if kind.is_timed else DEFAULT_ITERATIONS)
    return Mcts(rng, iterations, kind.setting("time"), kind.setting("depth"), kind.setting("explore", 0.5))


__all__ = ["BOTS", "Bot", "BotError", "Kind", "Thinker", "kind_of", "make", "needs_past", "thinker"]
