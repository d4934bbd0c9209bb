"""Nine men's morris against the counts of others (games/nine-mens-morris names them, and says what a ply is)."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from exact import perft_rows, ways
from hoyle.runtime import Game, State, load
from trees import perft_table, random_states

# Of the sequences of five moves, those that close a mill; RBG's perft(5) counts each man that can be taken then.
MILLS_AT_DEPTH_5 = 40_320
RBG_DEPTH_5 = 5_140_800


@pytest.fixture(scope="module")
def game() -> Game:
    return load("nine-mens-morris")


def test_move_sequences_are_those_others_counted(game: Game) -> None:
    assert perft_rows(game, 5) == perft_table("nine-mens-morris")


def test_mills_closed_by_the_third_man_are_as_many_as_others_count(game: Game) -> None:
    """After the fifth move it is white's turn again, to take a man, exactly if white has closed a mill."""
    module = game.fast()
    after_five = next(islice(ways(game), 5, None))
    closed = [node for node in after_five if module.who(node.s) == 0]
    assert sum(node.weight for node in closed) == MILLS_AT_DEPTH_5
    taken = sum(node.weight * len(node.result) for node in closed)
    assert sum(node.weight for node in after_five) - MILLS_AT_DEPTH_5 + taken == RBG_DEPTH_5


def men(state: State, player: str) -> int:
    """On the board and in the supply."""
    fields = state.observation(None)["fields"]
    return int(fields["Player.supply"][player]) + list(fields["Point.man"].values()).count(player)


def test_every_game_ends_in_one_of_three_ways(game: Game) -> None:
    endings = set()
    for seed in range(40):
        *_, last = random_states(game.new(), Random(seed))
        endings.add(last.ending)
        if last.ending == "NM-4.1":
            (winner,) = last.winners()
            (loser,) = set(game.players) - {winner}
            assert men(last, loser) == 2
        elif last.ending == "NM-4.3":
            assert last.winners() == ()
            assert last.observation(None)["fields"]["game.quiet"] == game.options["patience"]
    assert {"NM-4.1", "NM-4.3"} <= endings <= {"NM-4.1", "NM-4.2", "NM-4.3"}
