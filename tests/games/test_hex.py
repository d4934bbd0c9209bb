"""Hex against the counts of others (games/hex names them)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact import perft_rows, random_play
from hoyle.runtime import load
from trees import perft_table


@pytest.mark.parametrize(("board", "options"), [("", {}), ("-4x4", {"size": 4})])
def test_move_sequences_are_those_others_counted(board: str, options: dict[str, int]) -> None:
    table = perft_table("hex", board)
    assert perft_rows(load("hex", options=options), max(table)) == table


def test_random_play_on_three_by_three_cells_goes_as_known() -> None:
    """And somebody always wins: a full board joins two sides of one colour."""
    found = random_play(load("hex", options={"size": 3}))
    assert found.plies == Fraction(160, 21)
    assert found.advantage == Fraction(1, 3)
    assert found.ends == {frozenset({0}): Fraction(2, 3), frozenset({1}): Fraction(1, 3)}
