"""Random playouts: each player makes one of the legal moves, all alike likely, from the first pause to the end."""

from __future__ import annotations

import random
from typing import Final

from attrs import frozen

from hoyle.runtime.compiled import ENDING, Compiled, Result, Vector
from hoyle.runtime.game import Game

STEP_LIMIT: Final = 100_000
# The ending of a playout that was stopped; no rule can have it, as names of rules hold no blank.
STOPPED: Final = "step limit"


@frozen
class Playout:
    """How a playout went. moves: decisions made, those with one move included; steps: chance nodes too.

    vector: where it stands, for the compiled game's own functions.
    """

    vector: Vector
    moves: int
    steps: int
    stopped: bool

    def ending(self, game: Game) -> str:
        """The name of the ending; `step limit` if it was stopped."""
        return STOPPED if self.stopped else game.info.endings[self.vector[ENDING] - 1].name


def playout(game: Game, rng: random.Random, limit: int = STEP_LIMIT) -> Playout:
    """Play a game at random. limit: the most steps; reaching it before the end stops the playout."""
    module = game.fast()
    s = module.new()
    return playout_from(module, s, module.start(s), rng, limit)


def playout_from(module: Compiled, s: Vector, result: Result, rng: random.Random, limit: int = STEP_LIMIT) -> Playout:
    """Play on at random from a vector, in place. result: what the game answered as it came here."""
    step, sample, random_ = module.step, module.sample, rng.random
    moves = steps = 0
    while result is not None and steps < limit:
        steps += 1
        if result:
            moves += 1
            result = step(s, result[int(random_() * len(result))])
        else:
            result = step(s, sample(s, random_))
    return Playout(s, moves, steps, stopped=result is not None)
