"""Who does the work of a simulation: this process, other processes, or any executor of `concurrent.futures`.

A portion of the games is a task that can be done anywhere and, as each game is made from its number, as often as one
likes: what a worker that died had in hand is given to another one.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import suppress
from typing import Final

from attrs import frozen

from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.problems import UserError
from hoyle.runtime.simulation.failing import FailedGame
from hoyle.runtime.simulation.rows import Row, row_of
from hoyle.runtime.simulation.table import Setting, played
from hoyle.runtime.simulation.tally import Tally

_LARGEST_PORTION: Final = 500
_FAILURES: Final = 3  # of pools, one after the other, with no portion done between them


class SimulationError(UserError):
    """The games cannot be played where they were to be, or not be written where they were to go."""


@frozen
class Batch:
    """Games that are done. rows: of each, if they are wanted. broken: of a debug build the number of the first game in
    which a promise was broken, and the promise; failed: games that the rules could not go on with, not in the tally."""

    indices: range
    tally: Tally
    rows: tuple[Row, ...] = ()
    broken: tuple[int, str] | None = None
    failed: tuple[FailedGame, ...] = ()


@frozen
class Task:
    """What a worker needs to know. reload: makes the game, there."""

    reload: Callable[[], Game]
    seed: int | str
    setting: Setting

    def __call__(self, indices: range) -> Batch:
        return play_some(_game_of(self.reload), self.seed, indices, self.setting)


_loaded: dict[bytes, Game] = {}


def _game_of(reload: Callable[[], Game]) -> Game:
    """The game, made once in each process."""
    key = pickle.dumps(reload)
    if key not in _loaded:
        _loaded.clear()
        _loaded[key] = reload()
    return _loaded[key]


def play_some(game: Game, seed: int | str, indices: range, setting: Setting) -> Batch:
    """The games of a seed with these numbers."""
    tally, rows, broken = Tally(len(game.players)), list[Row](), list[tuple[int, str]]()
    failed: list[FailedGame] = []
    for index in indices:
        try:
            one = played(game, seed, index, setting)
        except RuleError as error:
            failed.append(FailedGame(index, error))
            continue
        tally.count(game, one)
        broken += [(index, game.info.promises[number].name) for number in getattr(one.end.vector, "broken", ())]
        if setting.is_watched:
            rows.append(row_of(game, one))
    return Batch(indices, tally, tuple(rows), broken[0] if broken else None, tuple(failed))


def portions(games: int, workers: int, setting: Setting) -> list[range]:
    """The numbers of all games, in portions small enough to keep every worker busy to the end."""
    size = 1 if setting.searches else max(1, min(_LARGEST_PORTION, games // (workers * 8)))
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def here(game: Game, games: int, seed: int | str, setting: Setting) -> Generator[Batch, None, None]:
    """One game after the other, in this process."""
    for index in range(games):
        yield play_some(game, seed, range(index, index + 1), setting)


# ------------------------------------------------------------------------------------------------ elsewhere


def by_executor(executor: Executor, task: Task, todo: list[range]) -> Generator[Batch, None, None]:
    """As portions are done by an executor, which stays open. Ended early, it lets go of what is not begun.

    SimulationError if the executor breaks, or its workers cannot do the work.
    """
    futures = {executor.submit(task, portion) for portion in todo}
    try:
        while futures:
            done, futures = wait(futures, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except (BrokenExecutor, CancelledError) as error:
        raise SimulationError("simulate.broken") from error
    except Exception as error:
        if not _is_of_cluster(error):
            raise
        raise SimulationError("simulate.work", why=f"{type(error).__name__}: {error}") from error
    finally:
        for future in futures:
            future.cancel()


def _is_of_cluster(error: Exception) -> bool:
    """Whether an error is one of where the work is done: the connection, a worker that lacks hoyle."""
    return isinstance(error, ImportError | OSError) or type(error).__module__.startswith("distributed")


def by_processes(jobs: int, task: Task, todo: list[range]) -> Generator[Batch, None, None]:
    """As portions are done by processes of our own. When one is killed all are begun anew, and what was not done is
    done again. SimulationError if that does not help."""
    left, failures = todo, 0
    while left:
        batches = _by_pool(min(jobs, len(left)), task, left)
        done = list[range]()
        try:
            for batch in batches:
                done.append(batch.indices)
                failures = 0
                yield batch
        except BrokenExecutor as error:
            failures += 1
            if failures >= _FAILURES:
                raise SimulationError("simulate.broken") from error
        finally:
            batches.close()
        left = [portion for portion in left if portion not in done]


def _by_pool(jobs: int, task: Task, todo: list[range]) -> Generator[Batch, None, None]:
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin_work)
    futures: set[Future[Batch]] = set()
    try:
        futures = {pool.submit(task, portion) for portion in todo}
        while futures:
            done, futures = wait(futures, return_when=FIRST_COMPLETED)
            yield from _results(done)
    finally:
        if futures:  # ended early: nobody waits for the games in hand
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def _results(done: set[Future[Batch]]) -> Iterator[Batch]:
    """What was done, before what went wrong is told."""
    failed = [future for future in done if future.exception() is not None]
    yield from (future.result() for future in done if future not in failed)
    if failed:
        failed[0].result()


def _begin_work() -> None:
    """An interruption is the main process's to handle."""
    with suppress(ValueError):  # not in the main thread of the worker
        signal.signal(signal.SIGINT, signal.SIG_IGN)
