"""Meerkat Kingdom from outside: whole games, odds, and the laws that its examples cannot say.

MK-n.m are the clauses of the rules digest, MK-In the laws of its section 8, section 5 holds the odds;
games/meerkat-kingdom/README.md says which are tested here, and why.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from agreement import generated, lowered, play
from conformance import walk
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.runtime import Game, State, load
from hoyle.runtime.loader import find
from hoyle.runtime.problems import LoadError
from trees import after, notations, random_answer, random_states

MODES = {"2": (2, ()), "3": (3, ()), "4": (4, ()), "2-automa": (2, ("automa",)), "3-automa": (3, ("automa",))}
TILES = range(3, 13)
SUMS = {s: min(s - 1, 13 - s) for s in TILES}  # of 35: how often two dice show it

# A bench for the rules: whatever the board, one of these deeds at a time.
BENCH = """variant Bench of MeerkatKingdom "One deed at a time, on any board"

replace setup:
    starter = player_1

replace play:
    repeat:
        player_1 must score_it or activate_male or danger or fetch

action score_it(t: Tile):
    score_tile(t)

action danger(h: Hazard):
    strike(h)

action fetch(t: Tile):
    spent_at = t
    refill()
"""

Law = dict[Any, Fraction]


@cache
def game(mode: str) -> Game:
    players, variants = MODES[mode]
    return load("meerkat-kingdom", players=players, variants=variants)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Game]:
    """The game with the bench, for so many players."""
    path = tmp_path_factory.mktemp("bench") / "bench.hoyle"
    path.write_text(BENCH, "utf-8")

    @cache
    def of(players: int) -> Game:
        return load("meerkat-kingdom", players=players, variants=[str(path)])

    return of


def fields(state: State) -> dict[str, Any]:
    seen: dict[str, Any] = state.observation(None)["fields"]
    return seen


def is_asked(state: State, label: str) -> bool:
    if state.kind != "decision":
        return False
    decision: Any = state.observation(state.player)["decision"]
    return str(decision["label"]) == label


def said(state: State, notation: str) -> None:
    state.apply(state.game.parse(state, notation))


def given(game: Game, **values: Any) -> State:
    """The bench's board with these fields: seat by seat a list, of the game a value."""
    data: Any = game.new().to_dict()
    for name, value in values.items():
        kind, _, field = name.partition("_")
        if kind == "player":
            data["fields"][f"Player.{field}"] = dict(zip(game.players, value, strict=True))
        else:
            data["fields"][f"{kind}.{field}"] = value
    return game.from_dict(data)


def law(state: State, of: Callable[[list[Any]], Any]) -> Law:
    """The odds of a chance node, by what matters of an outcome."""
    found: Law = {}
    for outcome, probability in state.outcomes():
        key = of(list(outcome.args.values()))
        found[key] = found.get(key, Fraction(0)) + probability
    assert sum(found.values()) == 1
    return found


def shares(weights: dict[Any, int]) -> Law:
    return {key: Fraction(weight, sum(weights.values())) for key, weight in weights.items()}


# ------------------------------------------------------------------------------------------------ whole games


def test_every_promise_is_kept_in_a_random_game() -> None:
    """The laws that are promises; other numbers of players are played where all games are (test_conformance)."""
    watched = load("meerkat-kingdom", players=2, variants=["automa"], debug=True)
    for state in walk(watched, 1):
        assert [promise.name for promise in state.broken_promises] == []


@pytest.mark.parametrize("mode", ["2", "3-automa"])
def test_generated_code_means_what_the_interpreter_does(mode: str) -> None:
    players, variants = MODES[mode]
    module = lowered(find("meerkat-kingdom"), players, variants=variants)
    assert play(module, generated(module, f"meerkat{mode}"), players, {}, most=90) > 50


def turns(mode: str, seed: int) -> list[tuple[str, int, int]]:
    """The turns of a random game that were not passed over: who, how many had run out, how many were called home."""
    found: list[tuple[str, int, int]] = []
    recalls: Counter[str] = Counter()
    state, random = game(mode).new(), Random(seed)
    while state.kind != "over":
        answer = random_answer(state, random)
        who = state.player
        if answer.notation.startswith("recall"):
            recalls[str(who)] += 1
        if is_asked(state, "take_turn.must_1") or (state.kind == "chance" and len(answer.args) == 2):
            ran_out = sum(n is not None for n in fields(state)["Player.ran_out"].values())
            found.append((who or "automa", ran_out, recalls[str(who)]))
        state.apply(answer)
    assert all(len(place) == 1 for place in state.standing())  # MK-I19
    assert sum(score.components["bonus"] == 0 for score in state.scores().values()) == 1  # MK-I11
    assert state.scores()[found[-1][0]].components["bonus"] == 0
    return found


@pytest.mark.parametrize("mode", MODES)
def test_one_turn_follows_the_last_token_and_nobody_has_many(mode: str) -> None:
    """MK-I12, MK-13.4; MK-I10: 21 turns and one for each meerkat called home, 23 at most; MK-I11, MK-I19."""
    for seed in range(2):
        found = turns(mode, seed)
        last = len(game(mode).players) - 1
        assert [ran_out for _, ran_out, _ in found].count(last) == 1 and found[-1][1] == last
        for player, own in Counter(who for who, _, _ in found).items():
            recalls = max(recalled for who, _, recalled in found if who == player)
            assert own <= 21 + recalls <= 23


@pytest.mark.parametrize("mode", ["4", "2-automa"])
def test_there_is_always_something_to_do_and_all_see_the_same(mode: str) -> None:
    """MK-I20: between 1 and 22 main actions, each once, the queen only with a 5 or 6; MK-I21."""
    main = 0
    for state in random_states(game(mode).new(), Random(8)):
        if is_asked(state, "take_turn.must_2"):
            main += 1
            moves, seen = notations(state), fields(state)
            assert 1 <= len(moves) == len(set(moves)) <= 22
            if any(move.startswith("place_queen") for move in moves):
                assert seen["Player.queen_in_supply"][state.player] and max(seen["game.dice"]) >= 5
        views: list[Any] = [state.observation(player)["fields"] for player in (*state.game.players, None)]
        assert all(view == views[0] for view in views)
    assert main > 20


@pytest.mark.parametrize("mode", ["3", "2-automa"])
def test_same_seed_same_game(mode: str) -> None:
    """MK-I22."""
    first = [state.to_dict() for state in random_states(game(mode).new(), Random(5))]
    assert first == [state.to_dict() for state in random_states(game(mode).new(), Random(5))]


# ------------------------------------------------------------------------------------------------ odds (section 5)


def test_the_odds_of_the_setup() -> None:
    """MK-1.10: 10! layouts, four of the blue bag, the rolls for the start, the automa's queen, in this order."""
    state, random = game("2-automa").new(), Random(3)
    for place in range(9):
        left = set(TILES) - set(fields(state)["Position.tile"].values())
        assert law(state, lambda args: args[0]) == dict.fromkeys(left, Fraction(1, 10 - place))
        state.apply(random_answer(state, random))
    for _ in range(4):
        bag = Counter(fields(state)["game.blue_bag"])
        assert law(state, lambda args: args[0]) == shares(dict(bag))
        state.apply(random_answer(state, random))
    while fields(state)["game.starter"] is None:
        assert law(state, lambda args: tuple(sorted(args[0]))) == three_dice()
        state.apply(random_answer(state, random))
    assert law(state, lambda args: sum(args[0])) == shares(SUMS)


def three_dice() -> Law:
    return shares(dict(Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=3))))


def test_the_odds_of_rolls_and_rerolls() -> None:
    """Section 5: 216 results of three dice, 6 to the m of m dice."""
    state = next(s for s in random_states(game("3").new(), Random(1)) if is_asked(s, "take_turn.must_1"))
    for move in [move for move in state.legal_moves() if not move.is_pass]:
        again = after(state, move)
        dice = move.notation.count(",") + 1
        rolled = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))
        assert law(again, lambda args: tuple(sorted(args[0]))) == shares(dict(rolled))


@pytest.mark.parametrize("here", TILES)
def test_the_odds_of_the_males_walk(bench: Callable[[int], Game], here: int) -> None:
    """Section 5, MK-X64: each tile by its weight, his own and the 2 left out."""
    state = given(bench(2), game_male=here)
    said(state, "activate_male")
    assert law(state, lambda args: sum(args[0])) == shares({s: w for s, w in SUMS.items() if s != here})


@pytest.mark.parametrize("hazard", ["hawk", "fire", "jackal"])
def test_the_odds_of_hazards(bench: Callable[[int], Game], hazard: str) -> None:
    state = given(bench(2))
    said(state, f"danger({hazard})")
    assert law(state, lambda args: sum(args[0])) == shares(SUMS)


def test_the_odds_of_a_refill(bench: Callable[[int], Game]) -> None:
    """Each token that is left, blue before brown; MK-I21: by what the bag holds and nothing else."""
    blue, brown = ["b_move", "b_swap", "b_swap"], ["t_plus3", "t_reverse", "h_hawk", "h_fire"]
    for bags, drawn in (((blue, brown), blue), (([], brown), brown)):
        for male in (3, 7):
            state = given(bench(2), game_blue_bag=bags[0], game_brown_bag=bags[1], game_male=male)
            said(state, "fetch(8)")
            assert law(state, lambda args: args[0]) == shares(dict(Counter(drawn)))


def test_the_odds_of_the_automa() -> None:
    """MK-16.2 to MK-16.5 and section 5: tile and number independent, each pair 1/35, each triple 1/210."""
    state = next(s for s in random_states(game("3-automa").new(), Random(2)) if is_automas_roll(s))
    void = 18
    assert law(state, lambda args: (tuple(sorted(args[0])), args[1])) == {
        (faces, letter): chance / 3 * Fraction(648, 648 - void)
        for faces, chance in three_dice().items()
        for letter in ("low", "middle", "high")
        if split(faces, letter)[1] != (1, 1)
    }
    both = law(state, lambda args: placed(*args))
    assert both == {(s, n): Fraction(w, 35 * 3) for s, w in SUMS.items() for n in (1, 2, 3)}
    twins = law(state, lambda args: pair_of(*args))
    assert twins == {k: Fraction(1, 35) for k in range(2, 7)} | {None: Fraction(6, 7)}
    triplets = law(state, lambda args: args[0][0] if len(set(args[0])) == 1 else None)
    assert triplets == {k: Fraction(1, 210) for k in range(2, 7)} | {None: Fraction(41, 42)}


def test_the_odds_of_the_automa_are_the_same_if_only_its_pair_is_rolled_again() -> None:
    """MK-A23: any die is as good a count die as another."""
    other = load("meerkat-kingdom", players=2, variants=["automa"], options={"automa_11": "pair"})
    state = next(s for s in random_states(other.new(), Random(2)) if is_automas_roll(s))
    found: Law = dict.fromkeys(product(TILES, (1, 2, 3)), Fraction(0))
    for outcome, chance in state.outcomes():
        values: list[Any] = list(outcome.args.values())
        tile, number = placed(*values)
        if tile > 2:
            found[tile, number] += chance
        else:
            again = after(state, outcome)
            for other, share in law(again, lambda args: sum(args[0])).items():
                found[other, number] += chance * share
    assert found == {(s, n): Fraction(w, 35 * 3) for s, w in SUMS.items() for n in (1, 2, 3)}


def is_automas_roll(state: State) -> bool:
    return state.kind == "chance" and len(state.outcomes()[0][0].args) == 2


def split(faces: Iterable[int], letter: str) -> tuple[int, tuple[int, ...]]:
    """The count die and the pair."""
    dice = sorted(faces)
    return dice.pop(("low", "middle", "high").index(letter)), tuple(dice)


def placed(faces: Iterable[int], letter: str) -> tuple[int, int]:
    count, pair = split(faces, letter)
    return sum(pair), (count + 1) // 2


def pair_of(faces: Iterable[int], letter: str) -> int | None:
    _, (a, b) = split(faces, letter)
    return a if a == b else None


# ------------------------------------------------------------------------------------------------ majorities

Strength = tuple[int, bool]  # meerkats, and whether the queen is there


def paid(bench: Callable[[int], Game], tile: int, there: list[Strength], token: str | None = None) -> list[int]:
    """What a tile pays to each seat."""
    game = bench(len(there))
    state = given(
        game,
        player_meerkats=[{str(t): n if t == tile else 0 for t in TILES} for n, _ in there],
        player_queen=[tile if queen else None for _, queen in there],
        Tile_token={str(t): token if t == tile else None for t in TILES},
    )
    said(state, f"score_it({tile})")
    return [seat[str(tile)] for seat in fields(state)["Player.points"].values()]


def boards(number: int, seats: int = 3) -> Iterator[tuple[int, list[Strength], str | None]]:
    random = Random(number)
    for _ in range(number):
        there = [(random.choice((0, 0, 1, 2, 2, 3, 4)), random.random() < 0.3) for _ in range(seats)]
        yield random.choice(TILES), there, random.choice((None, "t_reverse", "t_plus3"))


def test_seats_are_alike(bench: Callable[[int], Game]) -> None:
    """MK-I14: renaming seats permutes what is paid, and an empty seat changes nothing."""
    for tile, there, token in boards(8):
        found = paid(bench, tile, there, token)
        for order in permutations(range(3)):
            assert paid(bench, tile, [there[n] for n in order], token) == [found[n] for n in order]
        assert paid(bench, tile, [*there, (0, False)], token) == [*found, 0]


def test_an_equal_costs_the_place_and_lifts_those_below(bench: Callable[[int], Game]) -> None:
    """MK-I15: with an equal beside it a seat is paid as if it were not there, and so are the others."""
    for tile, there, token in boards(25):
        found = paid(bench, tile, there, token)
        for n in [n for n, points in enumerate(found) if points]:
            without = paid(bench, tile, [*there[:n], (0, False), *there[n + 1 :]], token)
            joined = paid(bench, tile, [*there, there[n]], token)
            assert joined == [*without, 0] and joined[n] == 0


def test_reverse_is_the_same_backwards(bench: Callable[[int], Game]) -> None:
    """MK-I16: high and low value, the weakest first; who is equal cancels in both."""
    for tile, there, _ in boards(25):
        found = paid(bench, tile, there, "t_reverse")
        as_if = [with_strength(20 - strength) if (strength := n + 2.5 * queen) else (0, False) for n, queen in there]
        high, low = values(tile)[0], values(tile)[-1]
        assert found == [{6: high, 3: low, 0: 0}[points] for points in paid(bench, 6, as_if)]


def with_strength(strength: float) -> Strength:
    return (int(strength), False) if strength == int(strength) else (int(strength - 2.5), True)


def values(tile: int) -> list[int]:
    row = re.search(rf"^    {tile} +\| \[([\d, ]+)\]", source(), re.MULTILINE)
    assert row is not None
    return [int(value) for value in row[1].split(", ")]


# ------------------------------------------------------------------------------------------------ bad input


def source() -> str:
    return find("meerkat-kingdom").read_text("utf-8")


def refusals(folder: Path, change: dict[str, str]) -> list[tuple[str, str]]:
    """What is told of the game with sentences changed, alone in a folder: codes and reasons, and the marked texts."""
    text = source()
    for old, new in change.items():
        assert re.search(old, text, re.MULTILINE), old
        text = re.sub(old, new, text, flags=re.MULTILINE)
    path = folder / "meerkat-kingdom.hoyle"
    path.write_text(text, "utf-8")
    return told(lambda: load(path), text)


def told(loading: Callable[[], Game], text: str) -> list[tuple[str, str]]:
    with pytest.raises(DiagnosticError) as caught:
        loading()
    found = caught.value.diagnostics
    return [(f"{d.code} {d.why}", text[d.primary.span.start : d.primary.span.end].strip()) for d in found]


@pytest.mark.parametrize(
    ("option", "value"),
    [("sum2", "maybe"), ("guard2_same_tile", "7"), ("start_tie", ""), ("hawk", "literal"), ("automa_11", "all")],
)
def test_an_option_out_of_range_is_refused_with_what_there_is(option: str, value: str) -> None:
    with pytest.raises(LoadError, match=option):
        load("meerkat-kingdom", options={option: value})


@pytest.mark.parametrize(("players", "variants"), [(1, []), (5, []), (1, ["automa"]), (4, ["automa"])])
def test_seats_that_are_not_there_are_refused(players: int, variants: list[str]) -> None:
    """MK-1.6, MK-A32."""
    with pytest.raises(LoadError, match=f"not for {players} players; it offers 2, 3"):
        load("meerkat-kingdom", players=players, variants=variants)


def test_too_few_tokens_to_replace_what_is_used_are_refused(tmp_path: Path) -> None:
    """MK-8.12: the laws of MK-I5 would not hold."""
    found = refusals(tmp_path, {r"^(    [th]_\w+ +\| brown  \| )1": r"\g<1>0"})
    why = "There must be a brown token for each oasis, or used tokens could not be replaced."
    marked = "sum(k.copies for k in Token where k.colour == brown) >= count(t in Tile where t.oasis)"
    assert found == [(f"E0410 {why}", marked)]


def test_too_few_tokens_for_the_oases_are_refused_in_a_variant_too(tmp_path: Path) -> None:
    rows = re.search(r"^table Tile:.*?\n\n", source(), re.MULTILINE | re.DOTALL)
    assert rows is not None
    path = tmp_path / "wet.hoyle"
    wet = rows[0].replace("false", "true ")
    path.write_text(f'variant Wet of MeerkatKingdom "Water everywhere"\n\nreplace {wet}', "utf-8")
    found = told(lambda: load("meerkat-kingdom", variants=[str(path)]), source())
    assert "E0410 There must be a blue token for each oasis." in [reason for reason, _ in found]


def test_fewer_than_no_token_is_refused_at_the_cell(tmp_path: Path) -> None:
    found = refusals(tmp_path, {r"^(    b_move +\| blue   \| )2 ": r"\g<1>-2"})
    assert [(reason[:5], marked) for reason, marked in found] == [("E0322", "-2")]


def test_a_desert_without_an_oasis_is_refused(tmp_path: Path) -> None:
    found = refusals(tmp_path, {r"^(    [3468]  +\| \[.*\] +\| )true": r"\1false"})
    assert ("E0410 At least one tile must show an oasis.", "some t in Tile has t.oasis") in found


def test_an_oasis_without_tiles_is_refused(tmp_path: Path) -> None:
    """Tile 12 lost: fewer tiles than places, and a sum that names none."""
    found = refusals(tmp_path, {r"^    12   \| \[.*\n": ""})
    assert [marked for _, marked in found] == ["count(Position) == count(Tile)", "every s in 3..12 has s in Tile"]


def test_a_one_sided_neighbour_is_refused_at_its_row(tmp_path: Path) -> None:
    found = refusals(tmp_path, {r"\{p1, p5, p8\}": "{p1, p5}"})
    assert [reason[:5] for reason, _ in found] == ["E0326"]


# ------------------------------------------------------------------------------------------------ what is shipped


def test_every_clause_and_case_is_cited() -> None:
    """Each clause, worked case and law of the digest by the rules, an example, a promise or a test."""
    folder = files("hoyle.games").joinpath("meerkat-kingdom")
    index = tomllib.loads(folder.joinpath("clauses.toml").read_text("utf-8"))
    texts = [item.read_text("utf-8") for item in folder.iterdir() if item.name.endswith(".hoyle")]
    cited = set(re.findall(r"§(MK-\w+(?:\.\d+)?)", "".join(texts)))
    tested = set(re.findall(r"MK-\w+(?:\.\d+)?", Path(__file__).read_text("utf-8")))
    assert {clause for part in index.values() for clause in part} <= cited | tested | {"MK"}


def test_the_game_and_its_words_are_shipped() -> None:
    names = {item.name for item in files("hoyle.games").joinpath("meerkat-kingdom").iterdir()}
    assert {"README.md", "clauses.toml", "meerkat-kingdom.hoyle", "meerkat-kingdom-ja.hoyle"} <= names
    assert {f"meerkat-kingdom-automa{part}.hoyle" for part in ("", "-examples", "-ja")} <= names
