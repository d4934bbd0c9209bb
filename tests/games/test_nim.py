"""Nim against the counts of OpenSpiel and against Bouton's theorem."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest

from hoyle.runtime import Game, State, load
from trees import after, followers, leaves, perft_table

HEAPS = "abcd"
START = (1, 3, 5, 7)
Heaps = tuple[int, ...]


def heaps_of(state: State) -> Heaps:
    """The sticks of each heap: the most that can be taken from it."""
    most = dict.fromkeys(HEAPS, 0)
    for move in state.legal_moves() if state.kind == "decision" else []:
        heap, sticks = str(move.args["h"]), move.args["n"]
        assert isinstance(sticks, int)
        most[heap] = max(most[heap], sticks)
    return tuple(most.values())


def mover_wins(heaps: Heaps, misere: bool) -> bool:
    """Bouton's theorem; in misère play heaps of one stick only are counted the other way round."""
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


def solved(start: State) -> dict[Heaps, bool]:
    """Whether the player to move can force a win, for each position that can be reached."""
    known: dict[State, bool] = {}
    answers: dict[Heaps, bool] = {}

    def wins(state: State) -> bool:
        if state not in known:
            known[state] = any([loses_after(state, follower) for follower in followers(state)])
            assert answers.setdefault(heaps_of(state), known[state]) == known[state]
        return known[state]

    def loses_after(state: State, follower: State) -> bool:
        return state.player in follower.winners() if follower.kind == "over" else not wins(follower)

    wins(start)
    return answers


@pytest.fixture(scope="module", params=[False, True], ids=["normal", "misere"])
def game(request: pytest.FixtureRequest) -> Game:
    return load("nim", options={"misere": request.param})


@pytest.mark.parametrize(("depth", "count"), perft_table("nim").items())
def test_move_sequences_are_those_of_openspiel(game: Game, depth: int, count: int) -> None:
    assert leaves(game.new(), depth) == count


def test_the_heaps_are_one_three_five_seven(game: Game) -> None:
    assert heaps_of(game.new()) == START
    assert [move.notation for move in game.new().legal_moves()] == [
        f"take({heap}, {n})" for heap, sticks in zip(HEAPS, START, strict=True) for n in range(1, sticks + 1)
    ]


def test_every_position_is_won_or_lost_as_bouton_says() -> None:
    for misere in (False, True):
        answers = solved(load("nim", options={"misere": misere}).new())
        assert len(answers) == 2 * 4 * 6 * 8 - 1
        assert answers == {heaps: mover_wins(heaps, misere) for heaps in answers}


def test_the_last_stick_decides() -> None:
    for misere, best in ((False, "player_2"), (True, "player_1")):
        state = load("nim", options={"misere": misere}).new()
        for notation in ("take(d, 7)", "take(c, 5)", "take(b, 3)", "take(a, 1)"):
            assert state.kind == "decision"
            state = after(state, next(m for m in state.legal_moves() if m.notation == notation))
        assert state.kind == "over"
        assert set(state.winners()) == {best}
