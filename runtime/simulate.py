"""Many random playouts and what came of them: the driver behind `hoyle simulate`.

The `index`-th game of a seed is the same whatever the number of games and of processes: each has its own generator
(`chance.generator`), and everything that is added up is an integer, so the order in which games finish does not matter.
"""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import Any

from attrs import define, field, frozen

from hoyle.runtime.chance import generator
from hoyle.runtime.game import Game
from hoyle.runtime.playout import STEP_LIMIT, Playout, playout

Progress = Callable[[int, int], None]
_LARGEST_PORTION = 500


@define
class Tally:
    """What is added up over games. By seat: wins, totals and the components of the scores; finished: games not stopped
    at the step limit, the only ones with scores and winners; teams: how often all members of each won."""

    seats: int
    games: int = 0
    finished: int = 0
    moves: int = 0
    shortest: int | None = None
    longest: int = 0
    shared: int = 0
    wins: list[int] = field(init=False)
    totals: list[int] = field(init=False)
    components: list[Counter[int]] = field(init=False)
    endings: Counter[str] = field(factory=Counter)
    teams: Counter[str] = field(factory=Counter)

    def __attrs_post_init__(self) -> None:
        self.wins = [0] * self.seats
        self.totals = [0] * self.seats
        self.components = [Counter() for _ in range(self.seats)]

    def count(self, game: Game, played: Playout) -> None:
        """Add one game."""
        self.games += 1
        self.moves += played.moves
        self.shortest = played.moves if self.shortest is None else min(self.shortest, played.moves)
        self.longest = max(self.longest, played.moves)
        self.endings[played.ending(game)] += 1
        if not played.stopped:
            self._score(game, played)

    def _score(self, game: Game, played: Playout) -> None:
        module, s = game.fast(), played.vector
        winners = module.winners(s)
        self.finished += 1
        self.shared += len(winners) > 1
        named = game.rules.names(winners)
        self.teams.update(team for team, seats in game.teams.items() if set(seats) <= set(named))
        for place, seat in enumerate(game.info.seat_codes):
            self.wins[place] += seat in winners
            self.totals[place] += module.total(s, seat)
            own = self.components[place]
            for component in game.info.components:
                if seat in component.seats:
                    own[component.number] += module.score(s, component.number, seat)

    def add(self, other: Tally) -> None:
        """Add the games of another tally."""
        self.games += other.games
        self.finished += other.finished
        self.moves += other.moves
        lengths = [n for n in (self.shortest, other.shortest) if n is not None]
        self.shortest = min(lengths, default=None)
        self.longest = max(self.longest, other.longest)
        self.shared += other.shared
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.totals = [a + b for a, b in zip(self.totals, other.totals, strict=True)]
        for own, others in zip(self.components, other.components, strict=True):
            own.update(others)
        self.endings.update(other.endings)
        self.teams.update(other.teams)


@frozen
class SeatResult:
    """One seat over all games. wins: a shared victory counts for each winner. Means are over the games that ended, None
    if none did."""

    name: str
    wins: int
    mean_score: float | None
    components: dict[str, float | None]


@frozen
class TeamResult:
    """One team over all games. wins: of all its members; mean_score: of the sum of its members' totals."""

    name: str
    wins: int
    mean_score: float | None


@frozen
class SimulationResult:
    """What `games` games came to. length: decisions a game; endings: by name, the most frequent first; interrupted:
    whether fewer games than asked for were played; teams: () in a game without."""

    game: str
    variants: tuple[str, ...]
    players: int
    games: int
    seconds: float
    moves: int
    seats: tuple[SeatResult, ...]
    shared: int
    length: dict[str, float | int | None]
    endings: dict[str, int]
    interrupted: bool = False
    teams: tuple[TeamResult, ...] = ()

    @property
    def playouts_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """As `simulate --format json` prints it; teams are not in it."""
        return {
            "game": self.game,
            "variants": list(self.variants),
            "players": self.players,
            "games": self.games,
            "seconds": self.seconds,
            "playouts_per_second": self.playouts_per_second,
            "moves_per_second": self.moves_per_second,
            "seats": [
                {"name": s.name, "wins": s.wins, "mean_score": s.mean_score, "components": s.components}
                for s in self.seats
            ],
            "shared": self.shared,
            "length": self.length,
            "endings": self.endings,
        }


def simulate(
    game: Game,
    games: int,
    seed: int | str,
    *,
    jobs: int = 1,
    limit: int = STEP_LIMIT,
    progress: Progress | None = None,
) -> SimulationResult:
    """Play `games` games at random. progress: told how many are done, and of how many.

    With several jobs the game is loaded again in each process (`Game.reload`). An interruption from the keyboard ends
    the simulation with the games that are done. RuleError if a game runs into one.
    """
    begun = time.perf_counter()
    total = Tally(len(game.players))
    tallies = _here(game, games, seed, limit) if jobs <= 1 or games <= 1 else _elsewhere(game, games, seed, limit, jobs)
    interrupted = False
    try:
        for tally in tallies:
            total.add(tally)
            if progress is not None:
                progress(total.games, games)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        tallies.close()
    return _result(game, total, time.perf_counter() - begun, interrupted)


def play_some(game: Game, seed: int | str, indices: range, limit: int) -> Tally:
    """The games of a seed with these indices."""
    tally = Tally(len(game.players))
    for index in indices:
        tally.count(game, playout(game, generator(seed, index), limit))
    return tally


def _here(game: Game, games: int, seed: int | str, limit: int) -> Generator[Tally, None, None]:
    for index in range(games):
        yield play_some(game, seed, range(index, index + 1), limit)


def _portions(games: int, jobs: int) -> list[range]:
    """The indices of all games, in portions small enough to keep every process busy to the end."""
    size = max(1, min(_LARGEST_PORTION, games // (jobs * 8)))
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def _elsewhere(game: Game, games: int, seed: int | str, limit: int, jobs: int) -> Generator[Tally, None, None]:
    """The tallies of the portions as they are done. Ended early, it lets go of the portions not begun."""
    if game.reload is None:
        raise ValueError("a game that cannot be loaded again cannot be played in several processes")
    portions = _portions(games, jobs)
    pool = ProcessPoolExecutor(min(jobs, len(portions)), get_context("spawn"), _begin_work, (game.reload,))
    try:
        waiting: set[Future[Tally]] = {pool.submit(_work, seed, portion, limit) for portion in portions}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


# ------------------------------------------------------------------------------------------------ in the workers

_loaded: list[Game] = []


def _begin_work(reload: Callable[[], Game]) -> None:
    """Load the game once; an interruption is the main process's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _loaded.append(reload())


def _work(seed: int | str, portion: range, limit: int) -> Tally:
    return play_some(_loaded[0], seed, portion, limit)


# ------------------------------------------------------------------------------------------------ the result


def _result(game: Game, tally: Tally, seconds: float, interrupted: bool) -> SimulationResult:
    return SimulationResult(
        game=game.name,
        variants=game.variants,
        players=len(game.deciding),
        games=tally.games,
        seconds=seconds,
        moves=tally.moves,
        seats=tuple(_seat(game, tally, place) for place in range(tally.seats)),
        shared=tally.shared,
        length={"mean": _mean(tally.moves, tally.games), "min": tally.shortest, "max": tally.longest},
        endings=dict(sorted(tally.endings.items(), key=lambda item: (-item[1], item[0]))),
        interrupted=interrupted,
        teams=tuple(_team(game, tally, name, seats) for name, seats in game.teams.items()),
    )


def _team(game: Game, tally: Tally, name: str, seats: tuple[str, ...]) -> TeamResult:
    total = sum(tally.totals[game.players.index(seat)] for seat in seats)
    return TeamResult(name, tally.teams[name], _mean(total, tally.finished))


def _seat(game: Game, tally: Tally, place: int) -> SeatResult:
    seat, sums = game.info.seat_codes[place], tally.components[place]
    own = [component for component in game.info.components if seat in component.seats]
    return SeatResult(
        name=game.players[place],
        wins=tally.wins[place],
        mean_score=_mean(tally.totals[place], tally.finished),
        components={c.name: _mean(sums[c.number], tally.finished) for c in own},
    )


def _mean(total: int, number: int) -> float | None:
    return total / number if number else None
