"""The library of verification: the how-to's example runs, strategies draw what they say, laws bite."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import find, given, settings
from hypothesis.stateful import run_state_machine_as_test

from hoyle.runtime import load
from hoyle.runtime.records import Record, replayed
from hoyle.runtime.state import State
from hoyle.runtime.verification import LAWS, LawBroken, Watch, games, modes, records, search, state_machine, states
from hoyle.runtime.verification.laws import NamedLaw, choices_of, permuted
from hoyle.runtime.verification.watching import shortened

HOW_TO = Path(__file__).resolve().parents[2] / "docs/how-to/verify-a-game.md"
NIM = load("nim", debug=True)
LAW = {law.name: law for law in LAWS}


def test_the_example_of_the_how_to_runs(tmp_path: Path) -> None:
    (text,) = re.findall(r"^```python\n(.*?)^```", HOW_TO.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (tmp_path / "test_example.py").write_text(text, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert "4 passed" in run.stdout, run.stdout


def test_every_mode_of_a_game_is_there_and_every_value_of_its_options() -> None:
    found = modes("goofspiel", seed=3)
    assert found[0].options == {}
    assert {mode.options.get("order", "random") for mode in found} == {"random", "descending", "ascending"}
    assert {"2", "13"} <= {mode.options.get("cards", "13") for mode in found}
    assert [str(mode) for mode in found] == [str(mode) for mode in modes("goofspiel", seed=3)]
    assert all(mode.options.get("cards") == "5" for mode in modes("goofspiel", options={"cards": "5"}))
    assert {mode.variants for mode in modes("kumata")} == {(), ("Alliance",), ("HouseRules",), ("Maze",)}
    assert {mode.players for mode in modes("kumata")} == {2, 3, 4}


def test_games_are_drawn_in_different_modes() -> None:
    assert find(games("kuhn-poker"), lambda game: len(game.players) == 3).name == "KuhnPoker"


@settings(deadline=None, max_examples=30)
@given(records(NIM))
def test_records_are_those_of_playthroughs(record: Record) -> None:
    assert replayed(record, NIM).kind in ("decision", "over")


def test_states_shrink_to_the_first_that_will_do() -> None:
    state = find(states(NIM), lambda state: len(state.legal_moves()) < len(NIM.new().legal_moves()))
    first = NIM.new()
    first.apply(first.legal_moves()[0])
    assert state == first


def test_the_state_machine_finds_what_a_search_finds(tmp_path: Path) -> None:
    path = tmp_path / "up.hoyle"
    path.write_text(UP, "utf-8")
    with pytest.raises(AssertionError, match="promise small"):
        run_state_machine_as_test(state_machine(load(path, debug=True)), settings=settings(deadline=None))


UP = """game Up "Up" §UP

players 2

game has:
    height: 0..20 = 0

play:
    players take turns:
        must climb
        if height > 15: end game

action climb(n: 1..3): "Climb {n}"
    height += n

always small: height < 9
"""


def test_a_search_comes_to_the_same_failure_and_a_shorter_one(tmp_path: Path) -> None:
    path = tmp_path / "up.hoyle"
    path.write_text(UP, "utf-8")
    game = load(path, debug=True)
    found = search(game, examples=20, seed=1)
    assert found.failure is not None
    assert found.failure.key == ("promise", "small")
    assert len(found.failure.lines) == 3
    assert found.failure.values == (("height", "9"),)
    assert found.failure.changes() == [("game.height", "6", "9")]


def test_a_failure_is_shortened_by_leaving_out_what_it_does_not_need(tmp_path: Path) -> None:
    path = tmp_path / "up.hoyle"
    path.write_text(UP.replace("height < 9", "height != 10 and height < 12"), "utf-8")
    watch = Watch(load(path, debug=True))
    while not watch.is_over:
        watch.step(watch.state.legal_moves()[0])
    assert watch.failure is not None
    assert len(watch.failure.lines) == 10
    assert len(shortened(watch.game, watch.failure, LAWS, lambda: True).lines) == 4


def test_what_is_ignored_is_not_found(tmp_path: Path) -> None:
    path = tmp_path / "up.hoyle"
    path.write_text(UP, "utf-8")
    found = search(load(path, debug=True), examples=5, ignoring=[("promise", "small")])
    assert found.failure is None
    assert found.games == 5


# ------------------------------------------------------------------------------------------------ laws bite


def damaged(state: State, law: NamedLaw) -> str:
    with pytest.raises(LawBroken) as caught:
        law.check(state, random.Random(1))
    return str(caught.value)


def test_a_value_out_of_range_is_noticed() -> None:
    state = NIM.new()
    heap = next(field for field in NIM.info.fields if field.key == "Heap.sticks")
    place = NIM.fast().new().index(7)
    state._s[place] = 9
    assert heap.key in damaged(state, LAW["values_are_in_range"])


def test_a_component_that_is_lost_or_doubled_is_noticed() -> None:
    law, state = LAW["components_are_conserved"], load("love-letter", 2).new()
    while state.kind == "chance":
        state.apply(state.outcomes()[0][0])
    position = state.position
    hand = next(field for field in position.rules.info.fields if field.key == "Player.hand")
    for content in ((), (0, 0, 0, 0, 0, 0)):
        position.module.write_field(state._s, hand.number, (0,), ((), content, 0, ()))
        assert "at the beginning there were" in damaged(state, law)


def test_components_drawn_into_names_may_be_fewer_and_made_ones_anything(tmp_path: Path) -> None:
    path = tmp_path / "cards.hoyle"
    path.write_text(CARDS, "utf-8")
    game = load(path)
    assert ([kind.domain for kind in game.info.untracked], [kind.domain for kind in game.info.made]) == (
        ["Chip", "Card"],
        ["Chip"],
    )
    assert search(load(path, debug=True), examples=5).failure is None


CARDS = """game Cards "Cards"

players 1

type Card: ace, king
type Chip: red, blue

game has:
    deck: bag of Card = all
    box: bag of Chip

play:
    let cup: bag of Chip = all
    draw c from deck
    player_1 must choose k in deck: move k from deck to deck
    move all from cup to box
    player_1 must choose k in Chip: gather_none()

to gather_none():
    if count(deck) == 0: end game
"""


def test_a_move_that_is_missing_from_the_list_is_noticed() -> None:
    state = NIM.new()
    missing = state.legal_moves()[2]
    state._moves.remove(missing.code)
    assert missing.notation in damaged(state, LAW["moves_are_those_of_brute_force"])


def test_a_move_that_is_listed_against_the_rules_is_noticed() -> None:
    state = NIM.new()
    module = NIM.fast()
    state._moves.append(module.encode(0, (0, 7)))
    assert "a" in damaged(state, LAW["moves_are_those_of_brute_force"])


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_every_law_says_what_it_demands_and_holds_of_a_game_with_secrets(law: NamedLaw) -> None:
    assert law.text.endswith(".")
    state = load("love-letter", 2).new()
    for _ in range(12):
        law.check(state, random.Random(3))
        choices = choices_of(state)
        if not choices:
            break
        state.apply(choices[-1])


def test_permuting_what_is_hidden_changes_what_is_hidden() -> None:
    state = load("kuhn-poker", 2).new()
    while state.kind == "chance":
        state.apply(state.outcomes()[0][0])
    position = state.position
    others = [permuted(position, position.rules.info.seat_codes[1], random.Random(n)) for n in range(20)]
    assert any(other != position.s for other in others)
