"""What the tests of whole games do with the tree of a game: go down, count leaves, collect positions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from random import Random

from hoyle.runtime import Move, Outcome, State


def after(state: State, answer: Move | Outcome) -> State:
    """The state that a move or an outcome leads to; the one given stays as it is."""
    follower = state.clone()
    follower.apply(answer)
    return follower


def followers(state: State) -> Iterator[State]:
    """The states after each legal move, in the order of the moves."""
    for move in state.legal_moves():
        yield after(state, move)


def notations(state: State) -> list[str]:
    """The legal moves, as they are written."""
    return [move.notation for move in state.legal_moves()]


def leaves(state: State, depth: int, known: dict[tuple[State, int], int] | None = None) -> int:
    """Sequences of exactly `depth` moves from here, without chance; equal states are counted once and multiplied."""
    known = {} if known is None else known
    if depth == 0:
        return 1
    if state.kind == "over":
        return 0
    if (state, depth) not in known:
        known[state, depth] = sum(leaves(follower, depth - 1, known) for follower in followers(state))
    return known[state, depth]


def layers(state: State, depth: int) -> list[set[State]]:
    """The different states after 0, 1, … moves, those in which the game is over included."""
    found = [{state}]
    for _ in range(depth):
        found.append({follower for one in found[-1] if one.kind != "over" for follower in followers(one)})
    return found


def perft_table(name: str, board: str = "") -> dict[int, int]:
    """The table of a game's .perft file, or of the one for another board: depth to count."""
    text = files("hoyle.games").joinpath(name, f"{name}{board}.perft").read_text("utf-8")
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {int(depth): int(count) for depth, count in rows}


def drawn(state: State, random: Random) -> Outcome:
    """An outcome of a chance node, with its probability."""
    outcomes = state.outcomes()
    place = Fraction(random.random())
    for outcome, probability in outcomes:
        place -= probability
        if place < 0:
            return outcome
    return outcomes[-1][0]


def random_answer(state: State, random: Random) -> Move | Outcome:
    """A random legal move, or a random outcome with its probability."""
    return drawn(state, random) if state.kind == "chance" else random.choice(state.legal_moves())


def random_states(state: State, random: Random) -> Iterator[State]:
    """A random playthrough: every state of it, from a copy of the one given to the end."""
    state = state.clone()
    while state.kind != "over":
        yield state.clone()
        state.apply(random_answer(state, random))
    yield state
