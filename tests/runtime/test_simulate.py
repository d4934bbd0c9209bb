"""Simulations: the same whatever the number of processes, and honest about games that were stopped."""

import csv
import errno
import json
import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import handmade
from hoyle.runtime import load
from hoyle.runtime.bots import kind_of
from hoyle.runtime.chance import generator
from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.loader import portable
from hoyle.runtime.playout import playout
from hoyle.runtime.simulate import SimulationError, SimulationResult, simulate
from hoyle.runtime.simulation.cluster import cluster
from hoyle.runtime.simulation.extras import ExtraMissing
from hoyle.runtime.simulation.failing import how_it_failed
from hoyle.runtime.simulation.files import row_file
from hoyle.runtime.simulation.rows import Row, columns, flat
from hoyle.runtime.simulation.statistics import holm, mean_interval, means_differ, share_is, shares_differ, wilson
from hoyle.runtime.simulation.table import Setting


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
        "shared", "length", "endings", "draws",
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


# ------------------------------------------------------------------------------------------------ who plays


KINDS = (kind_of("greedy"), kind_of("random"))


def test_bots_play_the_same_games_wherever_they_are() -> None:
    alone = simulate(handmade.dare(), 12, "seed", seats=KINDS, rotates=True)
    with ThreadPoolExecutor(2) as executor:
        shared = simulate(handmade.dare(), 12, "seed", seats=KINDS, rotates=True, executor=executor)
    assert without_times(shared) == without_times(alone)


def test_bots_change_seats_through_all_orders() -> None:
    three = tuple(kind_of(words) for words in ("greedy", "random", "mcts"))
    orders = {Setting(three, rotates=True).at(index) for index in range(6)}
    assert len(orders) == 6
    assert Setting(three, rotates=True).at(6) == Setting(three, rotates=True).at(0) == three
    assert Setting((KINDS[0],) * 3, rotates=True).at(5) == (KINDS[0],) * 3
    many = tuple(kind_of(f"greedy:samples={n}") for n in range(1, 9))
    assert sorted(Setting(many, rotates=True).at(3), key=str) == sorted(many, key=str)


def test_what_bots_came_to_is_told_with_an_interval() -> None:
    result = simulate(handmade.dare(), 20, 1, seats=KINDS, rotates=True)
    assert [(bot.name, bot.games) for bot in result.bots] == [("greedy", 20), ("random", 20)]
    assert sum(bot.wins for bot in result.bots) == 20 + result.shared
    for bot in result.bots:
        assert bot.interval[0] < bot.wins / 20 < bot.interval[1]
    assert "bots" in result.to_dict()


def test_random_bots_that_are_asked_for_play_as_those_that_are_not() -> None:
    random = (kind_of("random"),) * 2
    assert without_times(simulate(handmade.nim(), 9, 3, seats=random)) == without_times(simulate(handmade.nim(), 9, 3))


# ------------------------------------------------------------------------------------------------ rows


def rows_of(games: int, **more: Any) -> list[Row]:
    rows: list[Row] = []
    simulate(handmade.dare(), games, 5, on_row=rows.append, **more)
    return rows


def test_rows_are_told_in_the_order_of_the_games_whoever_plays_them() -> None:
    rows = rows_of(30)
    assert [row["game"] for row in rows] == list(range(30))
    assert rows_of(30, jobs=2) == rows


def test_rows_add_up_to_the_result() -> None:
    rows, result = rows_of(40), simulate(handmade.dare(), 40, 5)
    assert sum(row["moves"] for row in rows) == result.moves
    for seat in result.seats:
        assert sum(row["seats"][seat.name]["won"] for row in rows) == seat.wins
        assert sum(row["seats"][seat.name]["total"] for row in rows) / 40 == seat.mean_score
        for row in rows:
            assert sum(row["seats"][seat.name]["actions"].values()) <= row["moves"]
    for row in rows:
        assert sum(sum(seat["actions"].values()) for seat in row["seats"].values()) == row["moves"]
        assert set(flat(row)) <= set(columns(handmade.dare()))


# ------------------------------------------------------------------------------------------------ workers that fail


def test_what_a_killed_worker_had_in_hand_is_done_again() -> None:
    killed: list[int] = []

    def kill(done: int, whole: int) -> None:
        children = multiprocessing.active_children()
        if not killed and children and children[0].pid is not None:
            killed.append(children[0].pid)
            os.kill(children[0].pid, signal.SIGKILL)

    rows: list[Row] = []
    result = simulate(handmade.dare(), 400, "seed", jobs=2, progress=kill, on_row=rows.append)
    assert killed
    assert without_times(result) == without_times(simulate(handmade.dare(), 400, "seed"))
    assert [row["game"] for row in rows] == list(range(400))


def test_workers_that_always_end_are_given_up() -> None:
    with pytest.raises(SimulationError, match="again and again"):
        simulate(Game(handmade.dare().fast(), partial(os._exit, 1)), 40, 1, jobs=2)


def test_an_executor_that_breaks_is_told() -> None:
    class Broken(ThreadPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Any:
            future: Future[Any] = Future()
            future.set_exception(BrokenExecutor())
            return future

    with Broken() as executor, pytest.raises(SimulationError, match="again and again"):
        simulate(handmade.dare(), 40, 1, executor=executor)


@pytest.mark.filterwarnings("ignore")  # Dask's own, when it opens and closes connections
def test_two_workers_of_a_dask_cluster_play_the_same_games() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra hoyle[dask] is not installed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        with cluster(local.scheduler_address) as executor:
            game = portable(load("nim"))
            shared = simulate(game, 60, "seed", executor=executor)
    assert without_times(shared) == without_times(simulate(game, 60, "seed"))


# ------------------------------------------------------------------------------------------------ files


def test_rows_are_in_the_file_as_soon_as_they_are_told(tmp_path: Path) -> None:
    for kind in ("csv", "jsonl"):
        file, path = row_file(str(tmp_path / f"games.{kind}"), handmade.dare()), tmp_path / f"games.{kind}"
        before = len(path.read_text().splitlines())
        for number, row in enumerate(rows_of(3), 1):
            file.write(row)
            assert len(path.read_text().splitlines()) == before + number
        file.close()
    table = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    objects = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert objects == rows_of(3)
    assert [line["player_1.total"] for line in table] == [str(row["seats"]["player_1"]["total"]) for row in objects]
    assert list(table[0]) == columns(handmade.dare())


def test_a_parquet_file_holds_the_same_table(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra hoyle[parquet] is not installed")
    file = row_file(str(tmp_path / "games.parquet"), handmade.dare())
    for row in rows_of(3):
        file.write(row)
    file.close()
    found = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert [{k: v for k, v in line.items() if v is not None} for line in found] == [
        {k: v for k, v in flat(row).items() if v is not None} for row in rows_of(3)
    ]


def test_a_disk_that_is_full_keeps_whole_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, first, second = tmp_path / "games.jsonl", *rows_of(2)
    file = row_file(str(path), handmade.dare())
    file.write(first)
    real, room = file._file, [40]  # type: ignore[attr-defined]

    class Full:
        def write(self, data: Any) -> int:
            if not room[0]:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            taken = real.write(data[: room[0]])
            room[0] -= taken
            return int(taken)

        def __getattr__(self, name: str) -> Any:
            return getattr(real, name)

    monkeypatch.setattr(file, "_file", Full())
    with pytest.raises(SimulationError, match=r"cannot be written: .*\(1 games are in it.\)"):
        file.write(second)
    file.close()
    assert [json.loads(line) for line in path.read_text().splitlines()] == [first]


def test_a_parquet_file_that_does_not_fit_is_removed_and_said_to_be(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet", reason="the extra hoyle[parquet] is not installed")
    path, (row,) = tmp_path / "games.parquet", rows_of(1)
    file: Any = row_file(str(path), handmade.dare())
    file.write(row)
    real = file._file

    class Full:
        def write_table(self, _: Any) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        def close(self) -> None:
            real.close()

    file._file = Full()
    with pytest.raises(SimulationError, match="Half a Parquet file cannot be read"):
        file.close()
    file.close()
    assert not path.exists()


def test_files_are_refused_that_are_there_or_of_no_kind(tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text("mine")
    with pytest.raises(SimulationError, match="there already"):
        row_file(str(tmp_path / "games.csv"), handmade.dare())
    with pytest.raises(SimulationError, match="must end in one of .csv, .jsonl, .parquet"):
        row_file(str(tmp_path / "games.xlsx"), handmade.dare())
    with pytest.raises(SimulationError, match="cannot be written"):
        row_file(str(tmp_path / "nowhere" / "games.csv"), handmade.dare())
    assert (tmp_path / "games.csv").read_text() == "mine"


def test_a_scheduler_that_is_none_is_told() -> None:
    with pytest.raises(SimulationError, match="is no address of a Dask scheduler"), cluster("nonsense"):
        pass


def test_what_an_extra_brings_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.runtime.simulation.extras.find_spec", lambda _: None)
    with pytest.raises(ExtraMissing, match=r"pip install 'hoyle\[dask\]'"), cluster("tcp://nowhere:1"):
        pass


# ------------------------------------------------------------------------------------------------ formulas


def test_intervals_are_those_of_the_books() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert mean_interval([1, 2, 3, 4]) == pytest.approx((2.5, 1.2348, 3.7652), abs=1e-4)


def test_many_comparisons_are_marked_together() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True]
    assert holm([]) == []
    assert holm([0.04]) == [True]


def test_two_of_the_same_do_not_differ() -> None:
    assert shares_differ(10, 100, 10, 100) == pytest.approx(1.0)
    assert shares_differ(10, 100, 40, 100) < 1e-4
    assert means_differ([1.0, 2, 3, 4], [1.0, 2, 3, 4]) == pytest.approx(1.0)
    assert means_differ([1.0, 1, 1], [2.0, 2, 2]) == 0.0
    assert share_is(50, 100, 0.5) == pytest.approx(1.0)


FAILING = """game Failing

players 2

game has:
    heap: 0..9 = 7

play:
    players take turns:
        must take
        if heap == 0: end game won by you

action take(n: 1..3):
    heap -= n
"""


def test_games_that_the_rules_cannot_go_on_with_are_left_out_named_and_played_again(tmp_path: Path) -> None:
    path = tmp_path / "failing.hoyle"
    path.write_text(FAILING, "utf-8")
    game = load(path)
    here, there = simulate(game, 20, 1), simulate(game, 20, 1, jobs=2)
    assert 0 < len(here.failed) < 20
    assert here.games == 20 - len(here.failed) == sum(here.endings.values())
    assert [one.index for one in here.failed] == [one.index for one in there.failed]
    assert here.endings == there.endings
    how = how_it_failed(game, 1, here.failed[0], Setting())
    state = game.new()
    for player, choice in how.choices:
        assert state.player == player
        state.apply(choice)
    assert how.last is not None
    with pytest.raises(RuleError):
        state.apply(how.last[1])
