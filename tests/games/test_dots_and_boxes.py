"""Dots and boxes against the counts of others (games/dots-and-boxes names them), and its laws."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from exact import perft_rows
from hoyle.runtime import load
from trees import after, perft_table, random_states


@pytest.mark.parametrize(("board", "options", "depth"), [("", {}, 4), ("-2x2", {"width": 2, "height": 2}, 12)])
def test_move_sequences_are_those_others_counted(board: str, options: dict[str, int], depth: int) -> None:
    table = perft_table("dots-and-boxes", board)
    rows = perft_rows(load("dots-and-boxes", players=2, options=options), depth)
    assert rows == {row: table[row] for row in range(1, depth + 1)}


@pytest.mark.parametrize("players", (2, 3, 4))
def test_every_box_is_taken_by_one_and_whoever_takes_one_goes_on(players: int) -> None:
    game = load("dots-and-boxes", players=players)
    extra: Counter[bool] = Counter()
    for seed in range(10):
        states = list(random_states(game.new(), Random(seed)))
        for state, follower in zip(states, states[1:], strict=False):
            takes = sum(score.total for score in follower.scores().values()) - sum(
                score.total for score in state.scores().values()
            )
            if follower.kind != "over":
                assert (follower.player == state.player) == (takes > 0)
                extra[takes > 0] += 1
        assert sum(score.total for score in states[-1].scores().values()) == 9
    assert set(extra) == {True, False}


def test_one_box_goes_to_whoever_draws_the_fourth_line() -> None:
    state = load("dots-and-boxes", players=3, options={"width": 1, "height": 1}).new()
    while state.kind != "over":
        state = after(state, state.legal_moves()[0])
    assert state.winners() == ("player_1",)
