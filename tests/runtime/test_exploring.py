"""Walking all states: the counts of others, what does not hold, limits, checkpoints, symmetries."""

from __future__ import annotations

import itertools
import os
import signal
from pathlib import Path

import pytest

from hoyle.runtime import Game, load
from hoyle.runtime.cli.exploring import stopping
from hoyle.runtime.records import read_record, replayed
from hoyle.runtime.verification import LAWS
from hoyle.runtime.verification.checkpoint import CheckpointError, resumed, save
from hoyle.runtime.verification.exploring import Exploration, Unreached, explore
from hoyle.runtime.verification.symmetry import Symmetries

# Positions after 0, 1, … marks, and how many ends either wins, or nobody.
TIC_TAC_TOE = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
SMALL_BOARD = 161_029  # positions of connect four on four by four


def walked(game: Game, **how: object) -> Exploration:
    found, stopped = explore(game, **how)  # type: ignore[arg-type]
    assert stopped is None
    return found


@pytest.fixture(scope="module")
def tic_tac_toe() -> Game:
    return load("tic-tac-toe", debug=True)


# ------------------------------------------------------------------------------------------------ counts of others


def test_tic_tac_toe_has_the_states_the_ends_and_the_games_that_others_counted(tic_tac_toe: Game) -> None:
    found = walked(tic_tac_toe)
    assert (found.states, found.represented, found.graph.sizes()) == (5_478, 5_478, TIC_TAC_TOE)
    assert (found.wins["cross"], found.wins["nought"], found.draws) == (626, 316, 16)
    assert (found.graph.games(), found.graph.shortest(), found.graph.longest()) == (255_168, 5, 9)
    assert not found.failures
    assert not found.unreached()


def test_tic_tac_toe_has_765_states_up_to_symmetry(tic_tac_toe: Game) -> None:
    found = walked(tic_tac_toe, symmetry=True)
    assert found.symmetries is not None
    assert (found.symmetries.count, found.states, found.represented) == (8, 765, 5_478)
    assert (found.wins["cross"], found.wins["nought"], found.draws) == (91, 44, 3)
    assert found.graph.games() == 255_168


@pytest.mark.parametrize(("players", "ends"), [(2, 30), (3, 312)])
def test_kuhn_poker_has_the_ends_that_others_counted(players: int, ends: int) -> None:
    found = walked(load("kuhn-poker", players, debug=True), laws=LAWS if players == 2 else ())
    assert found.ends.total() == found.graph.games() == ends
    assert not found.failures
    assert found.unreached() == Unreached(("check.quiet", "bet.quiet"), (), (), ())


def test_nim_has_a_state_for_each_filling_of_the_heaps_and_player() -> None:
    heaps = [range(size + 1) for size in (1, 3, 5, 7)]
    # One heap can be emptied by one player only if the others are full; from the first state either can be to move.
    fillings = list(itertools.product(*heaps))
    found = walked(load("nim", debug=True))
    assert found.states == 752 <= 2 * len(fillings)
    assert found.graph.games() == 212_100_984


def test_connect_four_on_four_by_four_has_the_states_that_others_counted() -> None:
    game = load("connect-four", options={"width": 4, "height": 4}, debug=True)
    found = walked(game, symmetry=True)
    assert found.represented == SMALL_BOARD
    assert found.symmetries is not None
    assert [symmetry.name for symmetry in found.symmetries.all] == ["mirrored"]
    assert not found.failures


def test_leduc_poker_has_the_ends_that_others_counted() -> None:
    assert walked(load("leduc-poker", debug=True)).graph.games() == 5_520


# ------------------------------------------------------------------------------------------------ what does not hold

SPOTS = """game Spots "Spots"

players 2

type Spot: grid(2, 2)

each Spot has:
    beans: 0..3 = 0

define beans_of_all = sum(s.beans for s in Spot)

play:
    players take turns:
        must add or shake
        if beans_of_all >= 6: end game

action shake:                                        "Shake"
    require low: beans_of_all < 12

action add(s: Spot):                                 "Add to {s}"
    require room: s.beans < 3                        "Full."
    require never: s.beans < 20                      "No."
    s.beans += 1

"""
FEW = "always few: Spot(1, 0).beans < 3\n"
GROWS = "always grows after add(s): s.beans == old(s.beans) + 1 and beans_of_all < 6\n"


def game_of(folder: Path, text: str) -> Game:
    path = folder / "spots.hoyle"
    path.write_text(text, "utf-8")
    return load(path, debug=True)


@pytest.mark.parametrize("symmetry", [False, True])
def test_what_does_not_hold_is_found_by_a_shortest_way(tmp_path: Path, symmetry: bool) -> None:
    game = game_of(tmp_path, SPOTS + FEW + GROWS)
    found = walked(game, symmetry=symmetry)
    assert list(found.failures) == [("promise", "few"), ("promise", "grows")]
    few = found.failure(("promise", "few"))
    assert [notation for _, notation in few.lines] == ["add(Spot(1, 0))"] * 3
    assert few.changes() == [("Spot.beans[Spot(1, 0)]", "2", "3")]
    assert len(found.failure(("promise", "grows")).lines) == 6
    state = replayed(read_record(few.record(game)), game)
    assert [promise.name for promise in state.broken_promises] == ["few"]


def test_rules_that_never_mattered_are_told(tmp_path: Path) -> None:
    found = walked(game_of(tmp_path, SPOTS))
    assert found.unreached().requirements == ("shake.low", "add.never")
    assert found.graph.longest() is None
    assert found.graph.games() is None


def test_a_state_without_a_way_to_an_end_is_a_failure(tmp_path: Path) -> None:
    trap = "        if Spot(0, 0).beans == 3: trap()\n"
    text = SPOTS.replace(
        "\naction shake", f"{trap}\nto trap():\n    repeat:\n        player_1 must shake\n\naction shake"
    )
    found = walked(game_of(tmp_path, text))
    assert list(found.failures) == [("end", "end")]
    assert len(found.failure(("end", "end")).lines) == 3


def test_rules_that_cannot_go_on_are_a_failure_with_its_place(tmp_path: Path) -> None:
    text = SPOTS.replace('    require room: s.beans < 3                        "Full."\n', "")
    found = walked(game_of(tmp_path, text))
    assert [kind for kind, _ in found.failures] == ["rules"]
    failure = found.failure(next(iter(found.failures)))
    assert (failure.kind, failure.line, len(failure.lines)) == (
        "rules",
        text[: text.index("s.beans += 1")].count("\n") + 1,
        4,
    )


def test_a_promise_about_earlier_values_is_checked_on_every_way_through_a_verb(tmp_path: Path) -> None:
    text = """game Ways "Ways"

players 1

game has:
    n: 0..9 = 0
    m: 0..9 = 0

play:
    player_1 must choose k in 1..3:
        n = k
        reset()
    end game

to reset():
    let was = n
    n = 0
    player_1 must choose k in 1..2: m = k
    n = 5

always never_from_three after reset: old(n) < 3
"""
    found = walked(game_of(tmp_path, text.replace("    let was = n\n", "")))
    assert found.states == 1 + 1 + 2  # within the verb nothing tells the ways apart but what the promise remembers
    assert [notation for _, notation in found.failure(("promise", "never_from_three")).lines][0] == "choose(3)"


# ------------------------------------------------------------------------------------------------ symmetries


def test_what_is_no_symmetry_of_the_rules_is_not_used(tmp_path: Path) -> None:
    game = game_of(tmp_path, SPOTS.replace("if beans_of_all >= 6", "if beans_of_all >= 6 or Spot(0, 0).beans == 3"))
    assert Symmetries.of(game).count == 8
    found = walked(game, symmetry=True)
    assert found.symmetries is not None
    assert [symmetry.name for symmetry in found.symmetries.all] == ["along a diagonal"]
    assert found.represented == walked(game).states


def test_symmetries_of_hexes_rings_and_edges_are_verified_too(tmp_path: Path) -> None:
    for name, options in (("hex", {"size": "3"}), ("dots-and-boxes", {"width": "2", "height": "1"})):
        game = load(name, 2, options=options, debug=True)
        found = walked(game, symmetry=True)
        assert found.symmetries is not None
        assert found.symmetries.count > 1
        assert found.represented == walked(game).states
    text = """game Round "Round"

players 1

type Seat: ring(5)

each Seat has:
    taken: bool = false

play:
    players take turns:
        must sit
        otherwise end game

action sit(s: Seat):
    require free: not s.taken and (s.next.taken or s.previous.taken or no t in Seat has t.taken)
    s.taken = true
"""
    found = walked(game_of(tmp_path, text), symmetry=True)
    assert (found.symmetries and found.symmetries.count, found.states, found.represented) == (10, 6, 22)


# ------------------------------------------------------------------------------------------------ limits, checkpoints


def test_a_walk_that_was_stopped_goes_on_to_the_same_result(tic_tac_toe: Game, tmp_path: Path) -> None:
    file = tmp_path / "walk.checkpoint"
    found, stopped = explore(tic_tac_toe, states=700)
    save(found, file)
    while stopped is not None:
        begun = resumed(tic_tac_toe, file)
        found, stopped = explore(tic_tac_toe, begun=begun, states=begun.states + 3_000)
        save(found, file)
    whole = walked(tic_tac_toe)
    assert (found.states, found.ends, found.wins, found.draws) == (whole.states, whole.ends, whole.wins, whole.draws)
    assert found.graph == whole.graph
    assert not found.unreached()


def test_what_was_found_and_symmetries_survive_a_checkpoint(tmp_path: Path) -> None:
    game = game_of(tmp_path, SPOTS + FEW)
    found, stopped = explore(game, states=20, symmetry=True)
    assert stopped == "states"
    save(found, tmp_path / "walk")
    again, stopped = explore(game, begun=resumed(game, tmp_path / "walk"))
    whole = walked(game, symmetry=True)
    assert (again.states, again.represented, again.counts) == (whole.states, whole.represented, whole.counts)
    assert again.failure(("promise", "few")).lines == whole.failure(("promise", "few")).lines


def test_limits_stop_a_walk(tic_tac_toe: Game) -> None:
    found, stopped = explore(tic_tac_toe, depth=3)
    assert (stopped, found.graph.sizes()) == ("depth", TIC_TAC_TOE[:4])
    assert explore(tic_tac_toe, depth=9)[1] is None
    found, stopped = explore(tic_tac_toe, memory=300_000)
    assert stopped == "memory"
    assert found.memory < 600_000
    ticks = iter([False, True])
    assert explore(tic_tac_toe, is_stopped=lambda: next(ticks))[1] == "interrupted"


def test_a_checkpoint_of_other_rules_or_a_damaged_one_is_refused(tic_tac_toe: Game, tmp_path: Path) -> None:
    file = tmp_path / "walk"
    save(explore(tic_tac_toe, depth=2)[0], file)
    with pytest.raises(CheckpointError, match="other rules"):
        resumed(load("nim", debug=True), file)
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(CheckpointError, match="damaged"):
        resumed(tic_tac_toe, file)
    with pytest.raises(CheckpointError, match="no such file"):
        resumed(tic_tac_toe, tmp_path / "nothing")


def test_the_first_interruption_lets_a_step_end_and_the_second_does_not() -> None:
    with stopping() as is_stopped:
        assert not is_stopped()
        os.kill(os.getpid(), signal.SIGINT)
        assert is_stopped()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
