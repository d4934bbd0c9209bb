"""Goofspiel: whole trees against what is known of them, and what a bid tells before both have bid."""

from __future__ import annotations

import pytest

from exact import count_tree, perft_rows
from hoyle.runtime import Game, load
from trees import after, perft_table

# Cards: terminals, joint decisions, and with perfect recall as many information sets for each player.
DESCENDING = {3: (36, 10), 4: (576, 161)}


@pytest.mark.parametrize("cards", DESCENDING)
def test_the_tree_has_the_known_numbers_of_nodes(cards: int) -> None:
    """A joint decision is one node of the first seat; the last bids have no alternative and are left out."""
    found = count_tree(load("goofspiel", options={"cards": cards, "order": "descending"}))
    terminals, joint = DESCENDING[cards]
    assert found.terminals == terminals
    assert found.chances == 0
    assert found.choices["player_1"] == joint
    assert len(found.information_sets) == 2 * joint


@pytest.mark.parametrize(("board", "options", "depth"), [("-4-cards", {"cards": 4}, 11), ("", {}, 5)])
def test_sequences_are_as_counted(board: str, options: dict[str, int], depth: int) -> None:
    table = perft_table("goofspiel", board)
    rows = perft_rows(load("goofspiel", options=options), depth)
    assert rows == {row: table[row] for row in range(1, depth + 1)}


@pytest.fixture(scope="module")
def game() -> Game:
    return load("goofspiel", options={"cards": 5, "order": "descending"})


def test_a_bid_tells_nothing_before_both_have_bid(game: Game) -> None:
    """Whatever the first seat bids, the second sees and may do the same; so does who watches."""
    state = game.new(log=True)
    followers = [after(state, move) for move in state.legal_moves()]
    assert len(followers) == 5
    for viewer in ("player_2", None):
        assert len({str(follower.observation(viewer)) for follower in followers}) == 1
    assert len({follower.information_state("player_2") for follower in followers}) == 1
    assert len({follower.information_state("player_1") for follower in followers}) == 5


def test_both_bids_are_seen_when_both_have_bid(game: Game) -> None:
    state = game.new(log=True)
    for bid in ("offer(2)", "offer(4)"):
        state.apply(game.parse(state, bid))
    for viewer in ("player_1", "player_2", None):
        fields = state.observation(viewer)["fields"]
        assert fields["Player.bid"] == {"player_1": 2, "player_2": 4}
        assert fields["Player.won"] == {"player_1": [], "player_2": [5]}
