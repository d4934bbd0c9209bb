"""Many playouts and what came of them: the driver behind `hoyle simulate`.

The `index`-th game of a seed is the same whatever the number of games and of workers, and wherever they are: each has
its own generators, everything that is added up is an integer, and rows are told in the order of the games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor

from hoyle.runtime.bots import Kind
from hoyle.runtime.game import Game
from hoyle.runtime.playout import STEP_LIMIT
from hoyle.runtime.simulation.failing import FailedGame
from hoyle.runtime.simulation.result import BotResult, SeatResult, SimulationResult, TeamResult, result_of
from hoyle.runtime.simulation.rows import Row
from hoyle.runtime.simulation.table import RANDOM, Setting
from hoyle.runtime.simulation.tally import Tally
from hoyle.runtime.simulation.workers import Batch, SimulationError, Task, by_executor, by_processes, here, portions

Progress = Callable[[int, int], None]
_EXECUTORS_WORKERS = 16  # that an executor is thought to have


def simulate(
    game: Game,
    games: int,
    seed: int | str,
    *,
    jobs: int = 1,
    limit: int = STEP_LIMIT,
    seats: Sequence[Kind] = (),
    rotates: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
    on_row: Callable[[Row], None] | None = None,
) -> SimulationResult:
    """Play `games` games. progress: told how many are done, and of how many.

    seats: who sits at each deciding seat, in seating order; nobody: bots that move at random. rotates: whether they
    change seats from game to game. on_row: told of every game, in their order, as soon as all before it are done.

    With several jobs, or an executor (of `concurrent.futures`, or one like it), the game is loaded again in each worker
    (`Game.reload`). An interruption from the keyboard ends the simulation with the games that are done. Games that the
    rules cannot go on with are left out, and named (`failed`). SimulationError if the workers fail, or if the game is a
    debug build and breaks a promise.
    """
    begun = time.perf_counter()
    setting = Setting(_needed(seats), rotates, on_row is not None, limit)
    batches = _batches(game, games, seed, setting, jobs, executor)
    total, order = Tally(len(game.players)), _Order(on_row)
    failed: list[FailedGame] = []
    broken: list[tuple[int, str]] = []
    interrupted = False
    try:
        for batch in batches:
            total.add(batch.tally)
            failed += batch.failed
            order.take(batch)
            broken += [batch.broken] if batch.broken is not None else []
            if broken and order.next > min(broken)[0]:  # whoever was first to find one, the first game is named
                break
            if progress is not None:
                progress(total.games + len(failed), games)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        batches.close()
    if broken:
        number, promise = min(broken)
        raise SimulationError("simulate.promise", promise=promise, number=number + 1, seed=seed)
    order.tell_rest()
    failed.sort(key=lambda one: one.index)
    return result_of(game, total, time.perf_counter() - begun, interrupted, tuple(failed))


def _needed(seats: Sequence[Kind]) -> tuple[Kind, ...]:
    """Who sits at the seats; nobody, if that makes no difference."""
    return tuple(seats) if any(kind != RANDOM for kind in seats) else ()


def _batches(
    game: Game, games: int, seed: int | str, setting: Setting, jobs: int, executor: Executor | None
) -> Generator[Batch, None, None]:
    if executor is None and (jobs <= 1 or games <= 1):
        return here(game, games, seed, setting)
    if game.reload is None:
        raise ValueError("a game that cannot be loaded again cannot be played elsewhere")
    task = Task(game.reload, seed, setting)
    if executor is not None:
        return by_executor(executor, task, portions(games, _EXECUTORS_WORKERS, setting))
    return by_processes(jobs, task, portions(games, jobs, setting))


class _Order:
    """Tells rows in the order of the games, whatever the order in which they are done. next: all games before are."""

    def __init__(self, on_row: Callable[[Row], None] | None) -> None:
        self._on_row = on_row
        self.next = 0
        self._waiting: dict[int, Batch] = {}

    def take(self, batch: Batch) -> None:
        self._waiting[batch.indices.start] = batch
        while self.next in self._waiting:
            found = self._waiting.pop(self.next)
            self.next = found.indices.stop
            self._tell(found)

    def tell_rest(self) -> None:
        """After an interruption: what is done, though games before it are not."""
        for start in sorted(self._waiting):
            self._tell(self._waiting[start])
        self._waiting = {}

    def _tell(self, batch: Batch) -> None:
        if self._on_row is None:
            return
        for row in batch.rows:
            self._on_row(row)


__all__ = ["BotResult", "Progress", "SeatResult", "SimulationError", "SimulationResult", "TeamResult", "simulate"]
