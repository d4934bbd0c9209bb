"""Kumata from outside: whole games against a hand-written model, and the laws that its examples cannot say.

The numbers KU-… are those of the rules digest; games/kumata/README.md says which law is tested here and why.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from hoyle.runtime import Game, State, load
from kumata_lockstep import Lockstep, Tiles, canonical, cell, deal, placement_of
from kumata_reference import Face, Kumata, Placement, faces
from trees import after, random_answer, random_states

PLAYERS = (2, 3, 4)
# The most actions (placements and new stacks) that a game can have (KU-P1).
LONGEST = {2: 54, 3: 54, 4: 72}
# Placements of each face on the empty boards R4 and R2 (KU-E4, KU-E6).
PLACES_R4 = {"00": 60, "01": 50, "02": 64, "03": 54, "11": 8, "12": 30, "13": 22, "22": 14, "23": 30, "33": 12}
PLACES_R2 = {
    "00": 60, "01": 38, "02": 37, "03": 39, "04": 42, "11": 7, "12": 13, "13": 19, "14": 13, "22": 4, "23": 8,
    "24": 8, "33": 5, "34": 17, "44": 2,
}  # fmt: skip
STRAIGHT = [(tile, 0) for tile in range(9)]

Spot = tuple[int, int]


@pytest.fixture(scope="module", params=PLAYERS, ids=lambda n: f"{n}p")
def players(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module")
def game(players: int) -> Game:
    return load("kumata", players=players)


def seat_names(seats: set[int]) -> set[str]:
    return {f"player_{seat + 1}" for seat in seats}


def lockstep_games(game: Game, players: int, seeds: range) -> Iterator[Lockstep]:
    """Random games, dealt to both and ready for the first turn."""
    for seed in seeds:
        yield Lockstep.dealt(game, players, Random(seed))


def decisions(game: Game, seeds: range, verb: str) -> Iterator[State]:
    """The states of random games whose player decides about this verb."""
    for seed in seeds:
        for state in random_states(game.new(), Random(seed)):
            if state.kind == "decision" and state.legal_moves()[0].verb == verb:
                yield state


# ----------------------------------------------------------------------------------------- against the model


def test_random_games_go_as_in_the_hand_written_model(game: Game, players: int) -> None:
    """Same list at every decision, same chances, same scores, same winners (section 4 of the digest, and KU-P10)."""
    for both in lockstep_games(game, players, range(40)):
        random = Random(both.decisions + players)
        both.check()
        while both.model.phase != "over":
            both.step(random)
            both.check()
        check_scores(both.state, both.model)


def check_scores(state: State, model: Kumata) -> None:
    """KU-P17: what the rules count is what a recount cell by cell finds."""
    for seat in range(model.players):
        score = state.scores()[f"player_{seat + 1}"]
        assert score.components == model.breakdown(seat)
        assert score.total == model.scores()[seat]
    assert set(state.winners()) == seat_names(model.winners())


def test_scores_are_those_of_a_recount(game: Game, players: int) -> None:
    """KU-P17, at every decision, not only at the end."""
    for both in lockstep_games(game, players, range(100, 105)):
        random = Random(players)
        while both.model.phase != "over":
            for seat in range(players):
                assert both.state.scores()[f"player_{seat + 1}"].components == both.model.breakdown(seat)
            both.step(random)


def test_places_on_the_empty_board_are_as_counted(players: int) -> None:
    """KU-E4 and KU-E6, in real deals: what the first player can lay."""
    game = load("kumata", players=players, options={"tile_rotation": "none"})
    places = PLACES_R2 if players == 2 else PLACES_R4
    met: set[Face] = set()
    random = Random(players)
    while met != set(faces(players)):
        clans, stacks, _ = deal(players, random)
        both = Lockstep(game, clans, stacks, STRAIGHT, random)
        listed = [placement_of(move).face for move in both.state.legal_moves()]
        for stack in both.model.stacks[both.model.turn]:
            low, high = face = stack.dominoes[0]
            assert listed.count(face) == places[f"{low}{high}"]
            met.add(face)


# ----------------------------------------------------------------------------------------- the complete game


def complete_game() -> dict[str, Any]:
    return tomllib.loads(files("hoyle.games").joinpath("kumata", "complete-game.toml").read_text("utf-8"))


def set_up(table: dict[str, Any]) -> Lockstep:
    """The deal of the complete game, dealt to both."""
    letters = {"monkey": "M", "snake": "S", "toucan": "O"}
    seats = [f"player_{n}" for n in range(1, table["players"] + 1)]
    stacks = [[[(int(d[1]), int(d[2])) for d in pile] for pile in table["stacks"][seat]] for seat in seats]
    tiles = [(int(tile[1]) - 1, 0) for tile in table["tiles"]]
    game = load("kumata", players=table["players"], options=table["options"])
    clans = "".join(letters[table["clans"][seat]] for seat in seats)
    return Lockstep(game, clans, stacks, tiles, Random(0))


def play_line(both: Lockstep, move: str, totem: str) -> None:
    """One line of the table in both."""
    said = next(m for m in both.state.legal_moves() if m.notation == both.game.parse(both.state, move).notation)
    if said.verb == "peel":
        both.peel(next(stack for stack in both.model.peelable() if stack.number == said.args["s"]))
        assert totem == ""
        return
    low, high = cell(said.args["a"]), cell(said.args["b"])
    face = placement_of(said).face
    both.lay(Placement(face, low, high))
    assert (both.model.phase == "totem") == (totem != "")
    if totem:
        both.crown(totem != "pass")


def test_the_complete_game_of_the_digest() -> None:
    """Section 11: 27 actions, the number of placements before each, the last board and the scores."""
    table = complete_game()
    both = set_up(table)
    assert both.state.player == table["first_player"]
    for who, move, totem, legal in table["play"]["moves"]:
        both.check()
        assert both.state.player == who
        moves = both.state.legal_moves()
        assert sum(one.verb == "lay_domino" for one in moves) == legal
        play_line(both, move, totem)
    assert both.state.kind == "over"
    assert both.state.ending == table["end"]["ending"]
    assert board_of(both.model) == table["end"]["field"]
    for seat, scores in table["end"]["scores"].items():
        assert {**both.state.scores()[seat].components, "total": both.state.scores()[seat].total} == scores
    assert sorted(both.state.winners()) == table["end"]["winners"]


def board_of(model: Kumata) -> list[list[str]]:
    """Clan, value and level of what is seen on every cell, row by row."""
    tops = {spot: (layers[-1], len(layers)) for spot, layers in model.cells.items()}
    return [[f"{tops[x, y][0].clan}{tops[x, y][0].value}/{tops[x, y][1]}" for x in range(6)] for y in range(6)]


# ----------------------------------------------------------------------------------------- laws of every game


def test_a_game_is_no_longer_than_the_bound(game: Game, players: int) -> None:
    """KU-P1, and KU-P11: at most 8 new stacks a player, 12 with two players."""
    for seed in range(20):
        state, random = game.new(), Random(seed)
        actions, peels = 0, dict.fromkeys(game.players, 0)
        while state.kind != "over":
            answer = random_answer(state, random)
            if state.kind == "decision" and answer.verb in ("lay_domino", "peel"):
                actions += 1
                peels[str(state.player)] += answer.verb == "peel"
            state.apply(answer)
        assert actions <= LONGEST[players]
        assert max(peels.values()) <= (12 if players == 2 else 8)


def test_the_game_ends_only_when_the_player_to_move_is_stuck(game: Game, players: int) -> None:
    """KU-P12: no reserve, or nothing to lay and only stacks of one; and the ending says which."""
    endings = set()
    for both in lockstep_games(game, players, range(200, 260)):
        random = Random(players)
        while both.model.phase != "over":
            both.step(random)
        model = both.model
        assert both.state.kind == "over"
        assert not model.stacks[model.turn] or not (model.placements() or model.peelable())
        assert both.state.ending == ("KU-7.2" if model.stacks[model.turn] else "KU-7.1")
        endings.add(both.state.ending)
    assert endings == {"KU-7.1", "KU-7.2"}


def answers_of(game: Game, seed: int) -> list[str]:
    """Everything that was said in a random game."""
    state, random, said = game.new(), Random(seed), []
    while state.kind != "over":
        answer = random_answer(state, random)
        said.append(answer.notation)
        state.apply(answer)
    return said


def test_same_seed_same_game(game: Game, players: int) -> None:
    """KU-P21."""
    again = load("kumata", players=players)
    for seed in range(5):
        assert answers_of(game, seed) == answers_of(again, seed)
    assert answers_of(game, 0) != answers_of(game, 1)


def test_no_two_placements_have_one_result(game: Game) -> None:
    """KU-P20."""
    for n, state in enumerate(decisions(game, range(3), "lay_domino")):
        if n % 7 == 0:
            moves = state.legal_moves()
            assert len({after(state, move) for move in moves}) == len(moves)


def play_alike(one: Lockstep, other: Lockstep, image: Callable[[Placement], Placement], random: Random) -> None:
    """A random game in both, placement and image of the placement; what can be done must be alike as well."""
    while one.state.kind != "over":
        assert one.state.player == other.state.player
        moves = [placement_of(move) for move in one.state.legal_moves() if move.verb == "lay_domino"]
        others = [placement_of(move) for move in other.state.legal_moves() if move.verb == "lay_domino"]
        assert {image(placement) for placement in moves} == set(others)
        assert len(moves) == len(others)
        if one.model.phase == "lay":
            choice = random.choice(moves)
            one.lay(choice)
            other.lay(image(choice))
        elif one.model.phase == "totem":
            place = random.random() < 0.5
            one.crown(place)
            other.crown(place)
        else:
            number = random.choice(one.model.peelable()).number
            for both in (one, other):
                both.peel(next(stack for stack in both.model.peelable() if stack.number == number))
    assert other.state.kind == "over"


def test_exchanging_clans_changes_no_placement(game: Game, players: int) -> None:
    """KU-P13, KU-A11: the same deal on the same board, other clans chosen."""
    for seed in range(6):
        clans, stacks, tiles = deal(players, Random(seed))
        one = Lockstep(game, clans, stacks, tiles, Random(seed))
        other = Lockstep(game, clans[1:] + clans[0], stacks, tiles, Random(seed))
        play_alike(one, other, lambda placement: placement, Random(seed))


def turned(placement: Placement) -> Placement:
    """The same placement after the whole board was turned clockwise by a quarter."""
    return canonical(Placement(placement.face, turned_spot(placement.low), turned_spot(placement.high)))


def turned_spot(spot: Spot) -> Spot:
    return 5 - spot[1], spot[0]


def turned_tiles(tiles: Tiles) -> Tiles:
    """The tiles, row by row, after the whole board was turned clockwise by a quarter."""
    places = {(2 - n // 3, n % 3): (tile, (turns + 1) % 4) for n, (tile, turns) in enumerate(tiles)}
    return [places[x, y] for y in range(3) for x in range(3)]


def test_turning_the_board_turns_the_placements(game: Game, players: int) -> None:
    """KU-P14."""
    for seed in range(6):
        clans, stacks, tiles = deal(players, Random(seed))
        one = Lockstep(game, clans, stacks, tiles, Random(seed))
        other = Lockstep(game, clans, stacks, turned_tiles(tiles), Random(seed))
        play_alike(one, other, turned, Random(seed))


def with_blanks(placement: Placement) -> Iterator[Placement]:
    """The placement with its low half blank, and with its high half blank."""
    low, high = placement.face
    yield canonical(Placement((0, high), placement.low, placement.high))
    yield canonical(Placement((0, low), placement.high, placement.low))


def test_a_blank_half_is_never_worse(game: Game, players: int) -> None:
    """KU-P15, wherever a player sees both dominoes."""
    compared = 0
    for both in lockstep_games(game, players, range(300, 325)):
        random = Random(players)
        while both.model.phase != "over":
            if both.model.phase == "lay":
                placements = {placement_of(move) for move in both.state.legal_moves()}
                visible = {stack.dominoes[0] for stack in both.model.stacks[both.model.turn]}
                blanks = {image for placement in placements for image in with_blanks(placement)}
                assert {image for image in blanks if image.face in visible} <= placements
                compared += sum(image.face in visible for image in blanks)
            both.step(random)
    assert compared > 1000


def test_a_restored_game_goes_on_as_before(game: Game) -> None:
    """Saved and restored at every pause of a game, the state is equal and offers the same."""
    for state in random_states(game.new(), Random(8)):
        again = game.from_dict(state.to_dict())
        assert again == state
        assert (again.kind, again.player) == (state.kind, state.player)
        if state.kind == "decision":
            assert again.legal_moves() == state.legal_moves()
        elif state.kind == "chance":
            assert again.outcomes() == state.outcomes()


def seen(state: State, player: str | None) -> dict[str, object]:
    """What a player or a spectator sees of the table; not who they are, nor what they are asked."""
    return {key: value for key, value in state.observation(player).items() if key not in ("player", "decision")}


def test_all_players_see_the_same(game: Game) -> None:
    """KU-P18: nothing is hidden from one player only."""
    for state in random_states(game.new(), Random(5)):
        assert all(seen(state, player) == seen(state, None) for player in game.players)


def test_hidden_orders_are_not_seen(game: Game, players: int) -> None:
    """KU-P18: the same tops over other orders look alike, and are the same state until a domino comes to light."""
    clans, stacks, tiles = deal(players, Random(6))
    others = [[pile[:1] + pile[:0:-1] for pile in piles[:1]] + piles[1:] for piles in stacks]
    one = Lockstep(game, clans, stacks, tiles, Random(6))
    other = Lockstep(game, clans, others, tiles, Random(6))
    assert one.model.stacks[0][0].dominoes != other.model.stacks[0][0].dominoes
    assert one.state == other.state
    assert all(one.state.observation(player) == other.state.observation(player) for player in game.players)


def test_one_may_look_below_the_top_only_if_allowed(players: int) -> None:
    """KU-A7: with own_stack_peek the owner sees whole stacks, the others still their tops and sizes."""
    game = load("kumata", players=players, options={"own_stack_peek": True, "clan_assignment": "seat_order"})
    state = next(state for state in random_states(game.new(), Random(7)) if state.kind == "decision")
    for viewer in game.players:
        stacks = state.observation(viewer)["fields"]["Player.stack"]
        for owner in game.players:
            for pile in stacks[owner].values():
                assert len(pile) == 5 if viewer == owner else set(pile) == {"top", "count"}
