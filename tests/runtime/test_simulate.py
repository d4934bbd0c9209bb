"""Simulations: the same whatever the number of processes, and honest about games that were stopped."""

import json

import pytest

import handmade
from hoyle.runtime.chance import generator
from hoyle.runtime.playout import playout
from hoyle.runtime.simulate import SimulationResult, simulate


def without_times(result: SimulationResult) -> dict[str, object]:
    timed = ("seconds", "playouts_per_second", "moves_per_second")
    return {key: value for key, value in result.to_dict().items() if key not in timed}


def test_the_number_of_processes_changes_nothing() -> None:
    alone = simulate(handmade.dare(), 60, "seed")
    assert without_times(simulate(handmade.dare(), 60, "seed", jobs=2)) == without_times(alone)


def test_another_seed_gives_other_games() -> None:
    assert without_times(simulate(handmade.dare(), 60, 1)) != without_times(simulate(handmade.dare(), 60, 2))


def test_the_result_is_one_object_with_the_agreed_keys() -> None:
    result = json.loads(json.dumps(simulate(handmade.dare(), 40, 3).to_dict()))
    assert list(result) == [
        "game", "variants", "players", "games", "seconds", "playouts_per_second", "moves_per_second", "seats",
        "shared", "length", "endings",
    ]  # fmt: skip
    assert (result["game"], result["variants"], result["players"], result["games"]) == ("Dare", ["double"], 2, 40)
    assert [seat["name"] for seat in result["seats"]] == ["player_1", "player_2"]
    assert all(set(seat) == {"name", "wins", "mean_score", "components"} for seat in result["seats"])
    for seat in result["seats"]:
        assert sum(seat["components"].values()) == pytest.approx(seat["mean_score"])
    assert result["length"] == {"mean": 5.0, "min": 5, "max": 5}
    assert result["endings"] == {"play.end": 40}


def test_a_shared_victory_counts_once_for_each_winner() -> None:
    result = simulate(handmade.dare(), 300, 3)
    assert result.shared > 0
    assert sum(seat.wins for seat in result.seats) == 300 + result.shared


def test_a_game_that_is_stopped_has_an_ending_of_its_own_and_no_scores() -> None:
    result = simulate(handmade.dare(), 10, 3, limit=4)
    assert result.endings == {"step limit": 10}
    assert [(seat.wins, seat.mean_score) for seat in result.seats] == [(0, None), (0, None)]
    assert json.dumps(result.to_dict())


def test_progress_is_told_and_ends_with_everything() -> None:
    told: list[tuple[int, int]] = []
    simulate(handmade.nim(), 5, 0, progress=lambda done, whole: told.append((done, whole)))
    assert told == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interruption_leaves_what_is_done(jobs: int) -> None:
    def interrupt(done: int, whole: int) -> None:
        raise KeyboardInterrupt

    result = simulate(handmade.nim(), 500, 0, jobs=jobs, progress=interrupt)
    assert result.interrupted
    assert 0 < result.games < 500
    assert sum(result.endings.values()) == result.games


def test_a_game_of_a_seed_can_be_played_alone() -> None:
    lengths = [playout(handmade.nim(), generator(9, index)).moves for index in range(20)]
    result = simulate(handmade.nim(), 20, 9)
    assert result.length == {"mean": sum(lengths) / 20, "min": min(lengths), "max": max(lengths)}
