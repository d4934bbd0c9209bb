"""Kuhn poker: the whole tree, random play, and the value of the game, against what is known of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact import count_tree, perft_rows, random_play
from hoyle.runtime import Game, State, load
from trees import after, perft_table

# Terminals, decisions, chance nodes, information sets.
NODES = {2: (30, 24, 4, 12), 3: (312, 288, 17, 48)}
TABLES = {2: "-2p", 3: ""}


@pytest.fixture(scope="module", params=(2, 3), ids=("2p", "3p"))
def game(request: pytest.FixtureRequest) -> Game:
    return load("kuhn-poker", players=request.param)


@pytest.fixture(scope="module")
def duel() -> Game:
    return load("kuhn-poker", players=2)


def test_the_tree_has_the_known_numbers_of_nodes(game: Game) -> None:
    found = count_tree(game)
    nodes = found.terminals, found.decisions, found.chances, len(found.information_sets)
    assert nodes == NODES[len(game.players)]


def test_sequences_are_those_others_counted(game: Game) -> None:
    table = perft_table("kuhn-poker", TABLES[len(game.players)])
    assert perft_rows(game, max(table)) == table


def test_random_players_gain_as_known(duel: Game) -> None:
    found = random_play(duel)
    assert found.plies == Fraction(17, 4)
    assert found.totals == [Fraction(1, 8), Fraction(-1, 8)]


def test_what_some_gain_the_others_lose(game: Game) -> None:
    assert sum(random_play(game).totals) == 0


# How often each seat puts money in, by card and what was done before, in Kuhn's equilibrium in which the first player
# never bets first (1950); the second seat has one best way only.
BOLD = {
    ("player_1", "jack", "bet"): Fraction(0),
    ("player_1", "queen", "bet"): Fraction(0),
    ("player_1", "king", "bet"): Fraction(0),
    ("player_1", "jack", "call"): Fraction(0),
    ("player_1", "queen", "call"): Fraction(1, 3),
    ("player_1", "king", "call"): Fraction(1),
    ("player_2", "jack", "bet"): Fraction(1, 3),
    ("player_2", "queen", "bet"): Fraction(0),
    ("player_2", "king", "bet"): Fraction(1),
    ("player_2", "jack", "call"): Fraction(0),
    ("player_2", "queen", "call"): Fraction(1, 3),
    ("player_2", "king", "call"): Fraction(1),
}


def gain(state: State) -> Fraction:
    """What the first player gains on average if both play by the table, each from what that seat sees."""
    if state.kind == "over":
        return Fraction(state.scores()["player_1"].total)
    if state.kind == "chance":
        return sum((chance * gain(after(state, outcome)) for outcome, chance in state.outcomes()), Fraction(0))
    player = str(state.player)
    (card,) = state.observation(player)["fields"]["Player.hand"][player]
    tame, bold = sorted(state.legal_moves(), key=lambda move: move.verb in ("bet", "call"))
    chance = BOLD[player, card, bold.verb]
    return chance * gain(after(state, bold)) + (1 - chance) * gain(after(state, tame))


def test_good_players_give_the_game_its_known_value(duel: Game) -> None:
    assert gain(duel.new()) == Fraction(-1, 18)
