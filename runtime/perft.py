"""Perft: how many ways a game can go for a number of plies, the classic test of a move generator.

A ply is a decision or a chance node: a leaf is a sequence of exactly `depth` of them, each chance outcome counted once
whatever its probability. With `decisions_only` chance nodes are passed through without counting as a ply. Games that
end before `depth` have no leaf there. Decisions with one move count; nothing is skipped and no two ways are merged.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hoyle.runtime.compiled import Compiled, Result, Vector, copied
from hoyle.runtime.moves import move_of, outcome_of
from hoyle.runtime.state import State


def perft(state: State, depth: int, *, decisions_only: bool = False) -> int:
    """The number of leaves `depth` plies below a state; 1 for depth 0."""
    module, s = state.game.fast(), copied(state.position.s)
    count = _count_decisions if decisions_only else _count
    return count(module, s, _result(state, module, s), depth)


def divide(state: State, depth: int, *, decisions_only: bool = False) -> dict[str, int]:
    """The leaves below each move or outcome of a state, by notation, in order; their sum is the perft.

    Depth must be at least 1. At a chance node with `decisions_only` the outcomes still stand for one level each.
    """
    if depth < 1:
        raise ValueError("divide needs a depth of at least 1")
    position, module = state.position, state.game.fast()
    count = _count_decisions if decisions_only else _count
    result = _result(state, module, position.s)
    make = move_of if result else outcome_of
    below = depth if decisions_only and result == () else depth - 1
    found = {}
    for code in _codes(module, position.s, result):
        s = copied(position.s)
        found[make(position, code).notation] = count(module, s, module.step(s, code), below)
    return found


def _result(state: State, module: Compiled, s: Vector) -> Result:
    if state.kind == "over":
        return None
    return module.moves(s) if state.kind == "decision" else ()


def _codes(module: Compiled, s: Vector, result: Result) -> list[int]:
    if result is None:
        return []
    return list(result) if result else [code for code, _ in module.outcomes(s)]


def _count(module: Compiled, s: Vector, result: Result, depth: int) -> int:
    if depth == 0:
        return 1
    codes = _codes(module, s, result)
    if depth == 1:
        return len(codes)
    return _below(module, s, codes, partial(_count, depth=depth - 1))


def _count_decisions(module: Compiled, s: Vector, result: Result, depth: int) -> int:
    if depth == 0:
        return 1
    codes = _codes(module, s, result)
    if result == ():
        return _below(module, s, codes, partial(_count_decisions, depth=depth))
    if depth == 1:
        return len(codes)
    return _below(module, s, codes, partial(_count_decisions, depth=depth - 1))


def _below(module: Compiled, s: Vector, codes: list[int], count: Callable[[Compiled, Vector, Result], int]) -> int:
    total = 0
    for code in codes:
        after = copied(s)
        total += count(module, after, module.step(after, code))
    return total
