"""Perft: what counts as a ply."""

import handmade
from hoyle.runtime.perft import divide, perft


def test_no_plies_are_one_leaf() -> None:
    assert perft(handmade.nim().new(), 0) == 1


def test_games_that_end_before_have_no_leaves() -> None:
    game = handmade.dare()
    state = game.new()
    for said in ("pair(red, blue)", "draw(1)", "draw(2)", "pass", "pass"):
        state.apply(game.parse(state, said))
    # Two decisions are left, each of which chance may follow.
    assert [perft(state, depth) for depth in (4, 5)] == [21 * 21, 0]
    assert [perft(state, depth, decisions_only=True) for depth in (2, 3)] == [2 + 21 * 2, 0]


def test_chance_nodes_are_plies() -> None:
    new = handmade.dare().new()
    assert [perft(new, depth) for depth in range(5)] == [1, 3, 9, 27, 54]
    # From the fourth ply on: throw (21 outcomes) or pass (the next player's two moves).
    assert perft(new, 5) == 27 * (21 + 2)


def test_with_decisions_only_chance_is_passed_through() -> None:
    new = handmade.dare().new()
    assert [perft(new, depth, decisions_only=True) for depth in range(4)] == [1, 3, 54, 27 * (21 + 1) * 2]


def test_a_division_names_each_move() -> None:
    new = handmade.dare().new()
    assert divide(new, 4) == {"pair(red, blue)": 18, "pair(red, green)": 18, "pair(blue, green)": 18}
    new.apply(new.legal_moves()[0])
    assert divide(new, 1, decisions_only=True) == {"draw(1)": 6, "draw(2)": 6, "draw(3)": 6}
    assert perft(new, 1, decisions_only=True) == 18


def test_counting_leaves_the_state_alone() -> None:
    state = handmade.nim().new()
    perft(state, 3)
    divide(state, 2)
    assert state == handmade.nim().new()
