"""Leduc poker: the whole tree and random play, against what is known of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact import count_tree, perft_rows, random_play
from hoyle.runtime import Game, load
from trees import perft_table


@pytest.fixture(scope="module")
def game() -> Game:
    return load("leduc-poker")


def test_the_tree_has_the_known_numbers_of_nodes(game: Game) -> None:
    found = count_tree(game)
    assert (found.terminals, found.decisions, found.chances) == (5_520, 3_780, 157)
    assert len(found.information_sets) == 936


def test_sequences_are_those_others_counted(game: Game) -> None:
    table = perft_table("leduc-poker")
    assert perft_rows(game, max(table)) == table


def test_random_players_gain_as_known(game: Game) -> None:
    found = random_play(game)
    assert found.plies == Fraction(107, 16)
    assert found.totals == [Fraction(-5, 64), Fraction(5, 64)]
