"""Connect four against the counts of others, and against a plain model of the game."""

from __future__ import annotations

from random import Random

import pytest

from exact import random_play, ways
from hoyle.runtime import Game, load
from trees import after, layers, leaves, notations, perft_table

WIDTH, HEIGHT = 7, 6
# Different positions after 0, 1, … discs (OEIS A212693).
POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422]
DEEPEST = 7
# All games on one more column than rows (OEIS A342329), by rows.
GAMES = {1: 2, 2: 90, 3: 356_232}
# All positions of the board of four by four, and how random play goes there.
SMALL_BOARD = 161_029
PLIES, ADVANTAGE = 14.588522344, 0.044884322524
# The columns of a game of 42 discs that nobody wins.
A_DRAWN_GAME = [int(x) for x in "436014551150160155104632660465204242223333"]

Spot = tuple[int, int]


class Model:
    """Columns of discs, from the bottom up; (x, y) counts rows from the top, as the rule file does."""

    def __init__(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(WIDTH)]
        self.turn = 0
        self.winner: int | None = None

    def places(self) -> list[Spot]:
        """Where a disc can come to rest."""
        return [(x, HEIGHT - 1 - len(discs)) for x, discs in enumerate(self.columns) if len(discs) < HEIGHT]

    def drop(self, x: int) -> None:
        """Let the player to move drop a disc."""
        self.columns[x].append(self.turn)
        if self.has_four(x, len(self.columns[x]) - 1):
            self.winner = self.turn
        self.turn = 1 - self.turn

    def has_four(self, x: int, row: int) -> bool:
        """Whether the disc at x, row (from the bottom) is in a line of four."""
        return any(
            1 + self.run(x, row, dx, dy) + self.run(x, row, -dx, -dy) >= 4
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    def run(self, x: int, row: int, dx: int, dy: int) -> int:
        """Discs of one colour from a disc on, without itself, in one direction."""
        mine, length = self.columns[x][row], 0
        while True:
            x, row = x + dx, row + dy
            if not (0 <= x < WIDTH and 0 <= row < len(self.columns[x]) and self.columns[x][row] == mine):
                return length
            length += 1


@pytest.fixture(scope="module")
def game() -> Game:
    return load("connect-four")


@pytest.mark.parametrize(("depth", "count"), [row for row in perft_table("connect-four").items() if row[0] <= DEEPEST])
def test_move_sequences_are_those_others_counted(game: Game, depth: int, count: int) -> None:
    assert leaves(game.new(), depth) == count


def test_equal_positions_are_equal_states(game: Game) -> None:
    assert [len(layer) for layer in layers(game.new(), len(POSITIONS) - 1)] == POSITIONS


def test_random_games_go_as_in_a_plain_model(game: Game) -> None:
    random = Random(4)
    endings = set()
    for _ in range(200):
        state, model = game.new(), Model()
        while model.winner is None and model.places():
            assert state.kind == "decision"
            assert state.player == f"player_{model.turn + 1}"
            assert sorted(notations(state)) == sorted(f"drop(Cell({x}, {y}))" for x, y in model.places())
            x, y = random.choice(model.places())
            model.drop(x)
            state = after(state, game.parse(state, f"drop(Cell({x}, {y}))"))
        assert state.kind == "over"
        assert set(state.winners()) == (set() if model.winner is None else {f"player_{model.winner + 1}"})
        endings.add(model.winner)
    assert endings >= {0, 1}


def test_a_full_board_without_four_is_a_draw(game: Game) -> None:
    state = game.new()
    for x in A_DRAWN_GAME:
        y = min(int(n.split(",")[1].strip(" )")) for n in notations(state) if n.startswith(f"drop(Cell({x},"))
        state = after(state, game.parse(state, f"drop(Cell({x}, {y}))"))
    assert state.kind == "over"
    assert not state.winners()


@pytest.mark.parametrize(("rows", "games"), GAMES.items())
def test_all_games_on_small_boards_are_as_many_as_others_counted(rows: int, games: int) -> None:
    board = load("connect-four", options={"width": rows + 1, "height": rows})
    assert sum(node.weight for layer in ways(board) for node in layer if node.result is None) == games


def test_random_play_on_four_by_four_goes_as_known() -> None:
    found = random_play(load("connect-four", options={"width": 4, "height": 4}))
    assert found.positions == SMALL_BOARD
    assert float(found.plies) == pytest.approx(PLIES, abs=1e-9)
    assert float(found.advantage) == pytest.approx(ADVANTAGE, abs=1e-12)
