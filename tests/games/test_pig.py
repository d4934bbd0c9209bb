"""Pig solved: optimal play to 100 points, over the compiled game, against the value that others have found."""

from __future__ import annotations

import pytest
from attrs import define, field

from exact import perft_rows
from hoyle.runtime import Game, load
from hoyle.runtime.compiled import PASS, Compiled, Vector
from trees import after, perft_table

# The chance of the first of two players who play as well as can be, by the goal. With a goal of 2 the first throw that
# is no 1 wins: 5/6 + 1/36 · 5/6 + … = 6/7. To 100: see games/pig/README.md.
FIRST_PLAYER_WINS = {2: 6 / 7, 100: 0.530592725274}
CLOSE_ENOUGH = 1e-13
FACES = 6

Standing = tuple[int, int]  # points of the player whose turn it is, and of the other


@define
class Choice:
    """A decision within a turn. hold: the chance to win after holding, None where one may not.

    pots: those of the decisions that a throw leads to. wins, losses: the throws that end the game, and the turn.
    """

    hold: float | None = None
    pots: tuple[int, ...] = ()
    wins: int = 0
    losses: int = 0


@define
class Solver:
    """The chance to win of the player whose turn begins, for each standing.

    What may be done and where it leads is asked of the compiled game; only that both seats are alike is taken as given.
    """

    module: Compiled
    points: int
    pot: int
    chances: dict[Standing, float] = field(factory=dict)

    @classmethod
    def of(cls, game: Game) -> Solver:
        numbers = {f.key: f.number for f in game.info.fields}
        return cls(game.fast(), numbers["Player.points"], numbers["game.pot"])

    def solve(self, goal: int) -> float:
        """The chance of the first player. Points are never lost, so high standings come first."""
        for total in range(2 * goal - 2, -1, -1):
            for mine in range(max(0, total - goal + 1), total // 2 + 1):
                self._solve_pair((mine, total - mine), (total - mine, mine))
        return self.chances[0, 0]

    def _solve_pair(self, one: Standing, other: Standing) -> None:
        """Standings that lead to each other when a turn is lost. By Newton: all but the choices is linear."""
        first, second = self._turn(one), self._turn(other)
        chance, step = 0.5, 1.0
        while abs(step) > CLOSE_ENOUGH:
            reply, slope = value(second, 1 - chance)
            back, slope_back = value(first, 1 - reply)
            step = (back - chance) / (1 - slope * slope_back)
            chance += step
        self.chances[one] = chance
        self.chances[other], _ = value(second, 1 - chance)

    def _turn(self, standing: Standing) -> dict[int, Choice]:
        """The choices of a turn of the first seat, by the pot, from the highest down."""
        s = self.module.new()
        self.module.start(s)
        for seat, points in enumerate(standing):
            self.module.write_field(s, self.points, (seat,), points)
        found: dict[int, Choice] = {}
        waiting = {0: s}
        while waiting:
            pot = min(waiting)
            found[pot] = self._choice(waiting.pop(pot), waiting)
        return dict(sorted(found.items(), reverse=True))

    def _choice(self, s: Vector, waiting: dict[int, Vector]) -> Choice:
        found = Choice()
        for move in self.module.moves(s):
            follower = s[:]
            result = self.module.step(follower, move)
            if move == PASS:
                found.hold = self._chance_to_win(follower, over=result is None)
            else:
                self._throw(follower, found, waiting)
        return found

    def _throw(self, s: Vector, found: Choice, waiting: dict[int, Vector]) -> None:
        for outcome, weight in self.module.outcomes(s):
            assert weight == 1
            follower = s[:]
            if self.module.step(follower, outcome) is None:
                found.wins += self.module.winners(follower) == {0}
            elif self.module.who(follower) == 1:
                found.losses += 1
            else:
                pot = int(self.module.read_field(follower, self.pot, ()))
                found.pots += (pot,)
                waiting.setdefault(pot, follower)

    def _chance_to_win(self, s: Vector, over: bool) -> float:
        """Of the first seat, when it has held."""
        if over:
            return float(self.module.winners(s) == {0})
        mine, theirs = (int(self.module.read_field(s, self.points, (seat,))) for seat in (0, 1))
        return 1 - self.chances[theirs, mine]


def value(turn: dict[int, Choice], lost: float) -> tuple[float, float]:
    """The chance to win at the start of a turn, and how fast it grows with `lost`, the chance after losing the turn."""
    worth: dict[int, float] = {}
    slope: dict[int, float] = {}
    pot = 0
    for pot, choice in turn.items():
        worth[pot] = (choice.wins + choice.losses * lost + sum(map(worth.__getitem__, choice.pots))) / FACES
        slope[pot] = (choice.losses + sum(map(slope.__getitem__, choice.pots))) / FACES
        if choice.hold is not None and choice.hold > worth[pot]:
            worth[pot], slope[pot] = choice.hold, 0.0
    return worth[pot], slope[pot]


@pytest.mark.parametrize(("goal", "chance"), FIRST_PLAYER_WINS.items())
def test_the_first_of_two_good_players_wins_as_often_as_known(goal: int, chance: float) -> None:
    game = load("pig", players=2, options={"goal": goal})
    assert Solver.of(game).solve(goal) == pytest.approx(chance, abs=6e-13)


def test_a_throw_is_one_of_six_faces(pig: Game) -> None:
    thrown = after(pig.new(), pig.new().legal_moves()[0])
    assert [str(probability) for _, probability in thrown.outcomes()] == ["1/6"] * FACES


def test_whoever_has_not_thrown_cannot_hold(pig: Game) -> None:
    """So no turn is empty, and nobody is asked when nothing can be decided."""
    state = pig.new()
    assert [move.notation for move in state.legal_moves()] == ["throw"]
    state.apply(state.legal_moves()[0])
    state.apply(pig.parse(state, "roll(4)"))
    assert [move.notation for move in state.legal_moves()] == ["throw", "pass"]
    assert state.explain("throw") == ()


@pytest.fixture
def pig() -> Game:
    return load("pig", players=2)


def sequences(plies: int) -> int:
    """The number of ways to begin a game with exactly so many plies, while nobody can win yet: a turn begins with a
    compulsory throw; a 1 ends it, any other face is followed by the choice to throw or to hold."""

    def turn(left: int) -> int:
        return 1 if left == 0 else die(left - 1)

    def die(left: int) -> int:
        return 1 if left == 0 else turn(left - 1) + (FACES - 1) * choice(left - 1)

    def choice(left: int) -> int:
        return 1 if left == 0 else die(left - 1) + turn(left - 1)

    return turn(plies)


def test_the_first_plies_branch_as_the_rules_say() -> None:
    table = perft_table("pig")
    assert table == {depth: sequences(depth) for depth in table}
    deepest = max(table)
    assert perft_rows(load("pig", players=2), deepest) == table
