"""Tic-tac-toe against numbers that others have counted (the sources are named in games/tic-tac-toe)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from hoyle.runtime import Game, State, load
from trees import after, followers, layers, leaves, notations, perft_table

# How many games each side wins, and with which move; a draw is a game of nine moves that nobody won.
WON_GAMES = {
    ("cross", 5): 1_440,
    ("cross", 7): 47_952,
    ("cross", 9): 81_792,
    ("nought", 6): 5_328,
    ("nought", 8): 72_576,
    ("", 9): 46_080,
}
NODES = 549_946
POSITIONS = 5_478
POSITIONS_UP_TO_SYMMETRY = 765

Board = tuple[str, ...]


@pytest.fixture(scope="module")
def game() -> Game:
    return load("tic-tac-toe")


def winner(state: State) -> str:
    """Who won, or nobody's name for a draw."""
    return next(iter(state.winners()), "")


def finished_games(start: State) -> Counter[tuple[str, int]]:
    """Games from a state to the end, by winner and number of moves still made."""

    @cache
    def count(state: State) -> Counter[tuple[str, int]]:
        if state.kind == "over":
            return Counter({(winner(state), 0): 1})
        total: Counter[tuple[str, int]] = Counter()
        for follower in followers(state):
            total.update({(who, moves + 1): games for (who, moves), games in count(follower).items()})
        return total

    return count(start)


def chances(start: State) -> dict[tuple[str, int], Fraction]:
    """How likely each winner and number of moves is if both move at random."""

    @cache
    def weigh(state: State) -> dict[tuple[str, int], Fraction]:
        if state.kind == "over":
            return {(winner(state), 0): Fraction(1)}
        weights: dict[tuple[str, int], Fraction] = {}
        moves = state.legal_moves()
        for move in moves:
            for (who, length), weight in weigh(after(state, move)).items():
                key = who, length + 1
                weights[key] = weights.get(key, Fraction(0)) + weight / len(moves)
        return weights

    return weigh(start)


def test_the_first_move_takes_any_square(game: Game) -> None:
    assert notations(game.new()) == [f"place(Cell({x}, {y}))" for y in range(3) for x in range(3)]
    assert game.new().player == "cross"


@pytest.mark.parametrize(("depth", "count"), perft_table("tic-tac-toe").items())
def test_move_sequences_are_those_others_counted(game: Game, depth: int, count: int) -> None:
    assert leaves(game.new(), depth) == count


def test_all_games_are_won_and_drawn_as_counted(game: Game) -> None:
    games = finished_games(game.new())
    assert games == WON_GAMES
    assert games.total() == 255_168


def test_the_tree_has_the_known_number_of_nodes(game: Game) -> None:
    assert 1 + sum(leaves(game.new(), depth) for depth in range(1, 10)) == NODES


def test_equal_positions_are_equal_states(game: Game) -> None:
    assert sum(len(layer) for layer in layers(game.new(), 9)) == POSITIONS


def boards(game: Game) -> dict[State, Board]:
    """Every state that can be reached, with the board that its moves have drawn."""
    found: dict[State, Board] = {game.new(): (" ",) * 9}
    waiting = [game.new()]
    while waiting:
        state = waiting.pop()
        for move in state.legal_moves() if state.kind == "decision" else []:
            follower = after(state, move)
            x, y = str(move.args["c"]).removeprefix("Cell(").removesuffix(")").split(",")
            square = int(x) + 3 * int(y)
            board = (*found[state][:square], str(state.player)[0], *found[state][square + 1 :])
            assert found.setdefault(follower, board) == board
            waiting.append(follower)
    return found


def images(board: Board) -> Iterator[Board]:
    """The eight boards that turning and mirroring make of one."""
    for _ in range(4):
        board = tuple(board[6 - 3 * (n % 3) + n // 3] for n in range(9))
        yield board
        yield tuple(board[3 * (n // 3) + 2 - n % 3] for n in range(9))


def test_positions_up_to_symmetry(game: Game) -> None:
    seen = set(boards(game).values())
    assert len(seen) == POSITIONS
    assert len({min(images(board)) for board in seen}) == POSITIONS_UP_TO_SYMMETRY


def test_random_players_win_exactly_as_often_as_known(game: Game) -> None:
    weights = chances(game.new())
    won = {who: sum(w for (winner, _), w in weights.items() if winner == who) for who in ("cross", "nought", "")}
    assert won == {"cross": Fraction(737, 1260), "nought": Fraction(121, 420), "": Fraction(8, 63)}
    assert sum(length * weight for (_, length), weight in weights.items()) == Fraction(3203, 420)


def test_good_players_draw(game: Game) -> None:
    @cache
    def value(state: State) -> int:
        """+1 if the player to move can force a win, -1 if that player must lose."""
        if state.kind == "over":
            return -1 if state.winners() else 0
        return max(-value(follower) for follower in followers(state))

    assert value(game.new()) == 0
