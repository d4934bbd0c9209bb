"""Breakthrough against the counts of others (games/breakthrough names them)."""

from __future__ import annotations

import pytest

from exact import perft_rows, random_play
from hoyle.runtime import load
from trees import perft_table

# Random play on three columns and four rows.
PLIES, ADVANTAGE = 7.982703892, 0.184778010001


@pytest.mark.parametrize(("board", "options", "depth"), [("", {}, 4), ("-6x6", {"width": 6, "height": 6}, 5)])
def test_move_sequences_are_those_others_counted(board: str, options: dict[str, int], depth: int) -> None:
    table = perft_table("breakthrough", board)
    rows = perft_rows(load("breakthrough", options=options), depth)
    assert rows == {row: table[row] for row in range(1, depth + 1)}


def test_random_play_on_a_small_board_goes_as_known() -> None:
    found = random_play(load("breakthrough", options={"width": 3, "height": 4}))
    assert float(found.plies) == pytest.approx(PLIES, abs=1e-9)
    assert float(found.advantage) == pytest.approx(ADVANTAGE, abs=1e-12)
    assert set(found.ends) == {frozenset({0}), frozenset({1})}
