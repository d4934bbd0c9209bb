"""Reversi against the counts of others (games/reversi names them)."""

from __future__ import annotations

from random import Random

import pytest

from exact import perft_rows
from hoyle.runtime import load
from trees import perft_table, random_states


@pytest.mark.parametrize(("board", "options", "depth"), [("", {}, 7), ("-4x4", {"size": 4}, 12)])
def test_move_sequences_are_those_others_counted(board: str, options: dict[str, int], depth: int) -> None:
    """On four by four squares to depth 12: full boards, and passes, are among them."""
    table = perft_table("reversi", board)
    rows = perft_rows(load("reversi", options=options), depth)
    assert rows == {row: table[row] for row in range(1, depth + 1)}


def test_more_discs_win_and_equal_numbers_are_a_draw() -> None:
    game = load("reversi", options={"size": 4})
    ends = set()
    for seed in range(60):
        *_, last = random_states(game.new(), Random(seed))
        black, white = (last.scores()[player].total for player in ("black", "white"))
        winners = last.winners()
        assert winners == (("black",) if black > white else ("white",) if white > black else ("black", "white"))
        ends.add(winners)
    assert len(ends) == 3
