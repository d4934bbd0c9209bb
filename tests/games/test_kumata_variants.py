"""Kumata's Maze and Alliance from outside: how the board comes about, and games on it against the hand-written model.

The numbers KU-… are those of the rules digest; 2.6 is its section on the board of the Maze.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from hoyle.compiler.checking.program import bindings
from hoyle.compiler.merge import merge
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.runtime import Game, Move, State, load
from hoyle.runtime.examples import run_examples
from hoyle.runtime.loader import find
from hoyle.runtime.rulefiles import gather
from kumata_lockstep import CLAN_NAMES, Lockstep, Tiles, deal
from kumata_reference import Spot
from trees import notations, random_answer, random_states

# The digest's table of outlines: the positions in the order in which they are filled, adjacent pairs, slots.
OUTLINES: dict[str, tuple[str, int, int]] = {
    "square": ("00 10 20 01 11 21 02 12 22", 12, 60),
    "line": ("00 10 20 30 40 50 60 70 80", 8, 52),
    "cross": ("20 21 02 12 22 32 42 23 24", 8, 52),
    "ring": ("00 10 20 21 22 12 02 01 30", 9, 54),
    "stairs": ("00 10 11 21 22 32 33 43 44", 8, 52),
    "H": ("00 01 02 03 11 20 21 22 23", 8, 52),
    "zigzag": ("00 10 20 21 11 12 13 23 33", 9, 54),
    "brick": ("00 10 20 30 01 11 21 31 41", 11, 58),
}
FACES = "d00 d01 d02 d03 d11 d12 d13 d22 d23 d33".split()
_SITE = re.compile(r"Site\((-?\d+), (-?\d+)\)")


def site(text: object) -> Spot:
    found = _SITE.fullmatch(str(text))
    assert found is not None, text
    return int(found[1]), int(found[2])


def neighbours(spot: Spot) -> list[Spot]:
    x, y = spot
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


def pairs(spots: set[Spot]) -> int:
    """How many pairs of these are adjacent."""
    return sum(near in spots for spot in spots for near in neighbours(spot)) // 2


def is_connected(spots: set[Spot]) -> bool:
    reached, todo = set(spots), [next(iter(spots))]
    while todo:
        spot = todo.pop()
        if spot in reached:
            reached.remove(spot)
            todo += [near for near in neighbours(spot) if near in reached]
    return not reached


def maze(players: int = 4, **options: str) -> Game:
    return load("kumata", players=players, variants=["maze"], options=options)


def sites_of(state: State) -> dict[str, Spot]:
    """Where each tile that lies on the table lies."""
    places = state.observation(None)["fields"]["Tile.at"]
    return {tile: site(place) for tile, place in places.items() if place is not None}


def first_turn(game: Game, random: Random) -> State:
    """The state when the board is complete and the first player is asked for a domino."""
    return next(state for state in random_states(game.new(), random) if lays(state))


def lays(state: State) -> bool:
    return state.kind == "decision" and state.legal_moves()[0].verb == "lay_domino"


# ------------------------------------------------------------------------------------------------ the board


@pytest.mark.parametrize("outline", OUTLINES)
def test_a_preset_is_filled_in_the_order_of_the_digest(outline: str) -> None:
    """2.6, KU-1.8: the n-th tile drawn goes to the n-th position; then they are turned in that order."""
    listed, adjacent, _ = OUTLINES[outline]
    spots = [(int(spot[0]), int(spot[1])) for spot in listed.split()]
    assert (pairs(set(spots)), len(set(spots))) == (adjacent, 9)
    state = maze(maze_build="preset", maze_preset=outline, clan_assignment="seat_order").new()
    random, order, last = Random(outline), [], ""
    while not lays(state):
        answer = random_answer(state, random)
        if answer.notation.startswith("draw(t"):
            order.append(answer.notation[5:-1])
        last = answer.notation
        state.apply(answer)
    order += [tile for tile in sites_of(state) if tile not in order]
    assert last.startswith("roll(")
    assert [sites_of(state)[tile] for tile in order] == spots


@pytest.mark.parametrize(("outline", "players"), [*product(OUTLINES, (4,)), ("ring", 2), ("brick", 3)])
def test_two_blanks_have_as_many_places_as_the_board_has_slots(outline: str, players: int) -> None:
    """KU-P19: 36 + 2 x adjacent tile pairs, in a real deal."""
    _, adjacent, slots = OUTLINES[outline]
    assert slots == 36 + 2 * adjacent
    game = maze(players, maze_build="preset", maze_preset=outline)
    for seed in range(60):
        state = first_turn(game, Random(seed))
        places = [move for move in state.legal_moves() if str(move.args["d"]) == "d00"]
        if places:
            assert len(places) == slots
            return
    raise AssertionError("nobody was dealt two blanks on top")


@pytest.mark.parametrize("build", ["players", "random"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_board_of_any_shape_is_in_one_piece(build: str, players: int) -> None:
    """KU-P19, KU-A16: nine sites, 36 cells that hang together, in the north-west corner of the plane."""
    game = maze(players, maze_build=build)
    shapes = set()
    for seed in range(10):
        state = first_turn(game, Random(seed))
        spots = set(sites_of(state).values())
        assert len(spots) == 9 and is_connected(spots)
        shapes.add(frozenset(spots))
        cells = {(2 * x + dx, 2 * y + dy) for x, y in spots for dx in (0, 1) for dy in (0, 1)}
        assert len(cells) == 36 and is_connected(cells)
        left, top = min(x for x, _ in spots), min(y for _, y in spots)
        named = {str(cell) for move in state.legal_moves() for cell in (move.args["a"], move.args["b"])}
        assert named <= {f"Cell({x - 2 * left}, {y - 2 * top})" for x, y in cells}
    assert len(shapes) > 5


def test_the_players_build_backwards_and_see_one_tile_at_a_time() -> None:
    """2.6: the first tile by chance, then whoever will move last, and so on backwards; positions by row, then turns."""
    for players, shares in ((2, [4, 4]), (3, [2, 3, 3]), (4, [2, 2, 2, 2])):
        game = maze(players)
        state, random = game.new(), Random(players)
        builders: list[str] = []
        while not lays(state):
            if state.kind == "decision" and state.legal_moves()[0].verb == "add_tile":
                assert state.player is not None
                builders.append(state.player)
                check_places(state)
            state.apply(random_answer(state, random))
        first = game.players.index(state.player or "")
        order = [game.players[(first + n) % players] for n in range(players)]
        assert builders == [order[-1 - n % players] for n in range(8)]
        assert [builders.count(player) for player in order] == shares


def check_places(state: State) -> None:
    """One tile, every free site beside one that is taken, each with four turns, in order."""
    taken = set(sites_of(state).values())
    free = {near for spot in taken for near in neighbours(spot)} - taken
    assert len(free) <= 18
    moves = state.legal_moves()
    assert len({str(move.args["t"]) for move in moves}) == 1
    said = [(site(move.args["s"]), move.args["turns"]) for move in moves]
    assert said == [(spot, turns) for spot in sorted(free, key=lambda s: (s[1], s[0])) for turns in range(4)]


def test_chance_builds_uniformly_among_the_distinct_places() -> None:
    """2.6: the first position is one of four, each as likely; then every distinct free one beside a tile."""
    state, random = maze(maze_build="random", tile_rotation="none").new(), Random(3)
    met = 0
    while not lays(state):
        if state.kind == "chance" and state.outcomes()[0][0].notation.startswith("draw(Site"):
            taken = set(sites_of(state).values())
            free = {near for spot in taken for near in neighbours(spot)} - taken
            chances = {site(outcome.notation[5:-1]): chance for outcome, chance in state.outcomes()}
            assert chances == {spot: Fraction(1, len(free)) for spot in free}
            met += 1
        state.apply(random_answer(state, random))
    assert met == 8


@pytest.mark.parametrize("build", ["players", "random", "preset"])
def test_tiles_lie_straight_if_they_are_not_turned(build: str) -> None:
    """KU-A4: in players, each position is one option."""
    game = maze(3, maze_build=build, tile_rotation="none")
    for state in random_states(game.new(), Random(4)):
        if lays(state):
            break
        if state.kind == "decision" and state.legal_moves()[0].verb == "add_tile":
            assert {move.args["turns"] for move in state.legal_moves()} == {0}
    assert set(state.observation(None)["fields"]["Tile.turns"].values()) == {0}


def test_the_maze_costs_hardly_more_than_the_square() -> None:
    """Cells belong to tiles: a plane of 289 sites needs no more room than one of nine."""
    square = load("kumata", players=4)
    assert len(maze().fast().new()) - len(square.fast().new()) < 20


# ------------------------------------------------------------------------------------------------ games


def grown(random: Random) -> list[Spot]:
    """Nine sites, each joined to those before it, from (0, 0)."""
    spots: list[Spot] = [(0, 0)]
    while len(spots) < 9:
        free = {near for spot in spots for near in neighbours(spot)} - set(spots)
        spots.append(random.choice(sorted(free)))
    return spots


class MazeLockstep(Lockstep):
    """The compiled game and the model on a board that the players build as `spots` says."""

    def __init__(self, game: Game, players: int, spots: list[Spot], random: Random) -> None:
        clans, stacks, tiles = deal(players, random)
        self.spots = spots
        left, top = min(x for x, _ in spots), min(y for _, y in spots)
        super().__init__(game, clans, stacks, tiles, random, [(x - left, y - top) for x, y in spots])

    def draw_board(self, tiles: Tiles) -> None:
        left = {f"t{n}" for n in range(1, 10)}
        for place, ((tile, turns), (x, y)) in enumerate(zip(tiles, self.spots, strict=True)):
            self.draw(f"t{tile + 1}", left)
            left.remove(f"t{tile + 1}")
            if place == 0:
                self.draw(str(turns), set("0123"), verb="roll")
            else:
                self.say(f"add_tile(t{tile + 1}, Site({x}, {y}), {turns})")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_in_a_maze_go_as_in_the_hand_written_model(players: int) -> None:
    """KU-10.1: all other rules are unchanged."""
    game = maze(players)
    for seed in range(12):
        random = Random(f"maze {players} {seed}")
        both = MazeLockstep(game, players, grown(random), random)
        both.check()
        while both.model.phase != "over":
            both.step(random)
            both.check()
        scores = both.state.scores()
        assert [scores[player].total for player in game.players] == both.model.scores()
        assert set(both.state.winners()) == {game.players[seat] for seat in both.model.winners()}


@pytest.mark.parametrize("variants", [["alliance"], ["maze", "alliance"], ["alliance", "maze"]])
def test_teams_win_by_their_sum_then_by_their_highest_totem(variants: list[str]) -> None:
    """KU-10.2, KU-10.3."""
    game = load("kumata", variants=variants, options={"clan_assignment": "seat_order"})
    assert game.players == ("player_1", "player_2", "player_3", "player_4")
    assert game.teams == {"team_a": ("player_1", "player_3"), "team_b": ("player_2", "player_4")}
    won = set()
    for seed in range(40):
        *_, state = random_states(game.new(), Random(seed))
        keys = {name: team_key(state, members) for name, members in game.teams.items()}
        best = {
            player for name, members in game.teams.items() if keys[name] == max(keys.values()) for player in members
        }
        assert set(state.winners()) == best
        won.add(frozenset(best))
    assert len(won) >= 2


def team_key(state: State, members: tuple[str, ...]) -> tuple[int, int]:
    """The sum of the scores of a team, and the level of its highest totem."""
    cells = state.observation(None)["fields"]
    levels = [cells["Cell.level"][cell] for cell, owner in cells["Cell.totem"].items() if owner in members]
    return sum(state.scores()[player].total for player in members), max(levels, default=0)


def test_without_variants_there_are_no_teams_and_no_other_options() -> None:
    plain = load("kumata", players=4)
    assert plain.teams == {}
    assert not {"maze_build", "maze_preset"} & set(plain.options)
    assert {"maze_build", "maze_preset"} <= set(maze().options)
    assert maze().options["maze_build"] == "players"


def test_the_order_of_variants_that_do_not_meet_changes_no_rule() -> None:
    """20.4: the identity tells them apart, the games are the same."""
    one = load("kumata", variants=["maze", "alliance"])
    other = load("kumata", variants=["alliance", "maze"])
    assert [said(one, seed) for seed in range(3)] == [said(other, seed) for seed in range(3)]


def said(game: Game, seed: int) -> list[str]:
    state, random, told = game.new(), Random(seed), []
    while state.kind != "over":
        answer = random_answer(state, random)
        told.append(answer.notation)
        state.apply(answer)
    return told


# ------------------------------------------------------------------------------------------------ house rules


def house_moves(seeds: range) -> Iterator[tuple[State, list[Move]]]:
    game = load("kumata", players=2, variants=["house rules"])
    for seed in seeds:
        for state in random_states(game.new(), Random(seed)):
            if state.kind == "decision":
                yield state, state.legal_moves()


def test_the_house_rules_do_what_their_sentences_say() -> None:
    """A domino may lie flat on one's own; after a new stack one may lay at once, or not."""
    flat = declined = 0
    for state, moves in house_moves(range(15)):
        cells = state.observation(None)["fields"]
        mine = cells["Player.clan"][state.player]
        for move in moves:
            if move.verb == "lay_domino" and cells["Cell.partner"][str(move.args["a"])] == str(move.args["b"]):
                assert cells["Cell.clan"][str(move.args["a"])] == mine
                flat += 1
        declined += {move.verb for move in moves} == {"lay_domino", "pass"}
    assert flat > 0
    assert declined > 0


def test_the_examples_of_all_hold_if_both_are_played() -> None:
    """KU-10.3, 20.5: those of the game, of the Maze and of the Alliance, but for what a variant takes away."""
    variants = ["maze", "alliance"]
    gathered = gather(find("kumata"), variants, examples=True)
    decls = merge(gathered.base, gathered.overlays, gathered.examples, Diagnostics())
    passed = set()
    for count, given in bindings(decls):
        for result in run_examples(load("kumata", count, variants, dict(given), debug=True)):
            assert result.passed, f"{result.full_name}: {result.what}"
            passed.add(result.name)
    assert passed == set(decls.examples)
    assert {"the_team_with_the_highest_totem", "slots_of_each_outline", "two_supports"} <= passed
    assert "the_last_player_begins" in decls.inapplicable


# ------------------------------------------------------------------------------------------------ words


def test_the_variants_speak_japanese() -> None:
    state, random = load("kumata", players=3, variants=["maze"]).new(), Random(1)
    while state.kind != "decision" or state.legal_moves()[0].verb != "add_tile":
        state.apply(random_answer(state, random))
    text = state.legal_moves()[0].sentence("ja")
    assert "を" in text and "加える" in text
    assert notations(state)[0].startswith("add_tile(t")


def test_every_clan_is_named_for_the_lockstep() -> None:
    assert set(CLAN_NAMES) == set("MSOGHC")
