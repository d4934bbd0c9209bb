"""OpenSpiel as a contestant, stepped from Python move by move: contest_openspiel.py GAME

Runs in the environment that has OpenSpiel. Exit status 3 if that is not installed.
"""

from __future__ import annotations

import random
import sys
from importlib import import_module
from itertools import accumulate
from typing import Any

from contestant import serve

ABSENT = 3


def main(name: str) -> None:
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        sys.exit(ABSENT)
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    random_ = random.Random(1).random
    serve(lambda: _playout(game.new_initial_state(), random_))


def _playout(state: Any, random_: Any) -> int:
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_chance(state.chance_outcomes(), random_()))
        else:
            moves += 1
            actions = state.legal_actions()
            state.apply_action(actions[int(random_() * len(actions))])
    return moves


def _chance(outcomes: Any, at: float) -> int:
    """The outcome that a number between 0 and 1 stands for."""
    for (action, _), reached in zip(outcomes, accumulate(p for _, p in outcomes), strict=True):
        if at < reached:
            return int(action)
    return int(outcomes[-1][0])


if __name__ == "__main__":
    main(*sys.argv[1:])
