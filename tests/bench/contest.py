"""Two contestants, each in a process of its own, taking turns: round by round both meet the same machine."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from types import TracebackType

from attrs import define, field, frozen

from contestant import READY

HERE = Path(__file__).resolve().parent


class AbsentError(Exception):
    """A contestant cannot take part; the text says why."""


@frozen
class Played:
    """What one round of one contestant came to."""

    games: int
    moves: int
    seconds: float

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.games / self.seconds


@define
class Score:
    """The rounds of both, so far."""

    ours: list[Played] = field(factory=list)
    theirs: list[Played] = field(factory=list)

    @property
    def ratios(self) -> list[float]:
        """Ours to theirs, round by round."""
        return [a.rate / b.rate for a, b in zip(self.ours, self.theirs, strict=False)]

    @property
    def median(self) -> float:
        return median(self.ratios)

    @property
    def of_the_best(self) -> float:
        """The best round of ours to the best of theirs."""
        return best(self.ours) / best(self.theirs)


def best(rounds: Sequence[Played]) -> float:
    """The most games a second."""
    return max(played.rate for played in rounds)


def moves_a_game(rounds: Sequence[Played]) -> float:
    """The mean number of decisions."""
    return sum(played.moves for played in rounds) / sum(played.games for played in rounds)


class Contestant:
    """A process that plays when it is told to."""

    def __init__(self, python: str, script: str, *arguments: str) -> None:
        try:
            self._process = subprocess.Popen(
                [python, str(HERE / script), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,  # an interruption is for who shows the table
            )
        except OSError as problem:
            raise AbsentError("not installed") from problem
        if self._answer() != READY:
            status, told = self._process.wait(), self._told()
            raise AbsentError("not installed" if status == 3 else f"exit status {status}: {told}")

    def play(self, seconds: float) -> Played:
        """Play for so long."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        games, moves, took = self._answer().split()
        return Played(int(games), int(moves), float(took))

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def _told(self) -> str:
        assert self._process.stderr is not None
        return (self._process.stderr.read().strip().splitlines() or [""])[-1]

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def __enter__(self) -> Contestant:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def ours(game: str, players: int, options: Sequence[str] = ()) -> Contestant:
    """The compiled game, in this environment."""
    return Contestant(sys.executable, "contest_hoyle.py", game, str(players), *options)
