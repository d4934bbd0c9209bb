"""Looking for a playthrough that breaks something: Hypothesis chooses the moves, and shortens what it finds."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import define, field, frozen

from hoyle.runtime.chance import generator
from hoyle.runtime.game import Game
from hoyle.runtime.verification.laws import LAWS, NamedLaw, choices_of
from hoyle.runtime.verification.watching import Failure, Watch, random_choice, shortened

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject

CHOSEN: Final = 400  # the first choices of a game are Hypothesis's, the rest a generator's
_SHRINKING: Final = 30.0  # seconds at most for making a failure shorter, after the first time it is found


class _TimeUp(KeyboardInterrupt):
    """Ends Hypothesis's work at once."""


@frozen
class Searched:
    """What a search came to. games: played to their end; longest: steps of the longest; states: looked at;
    endings: by name; failure: what was found; interrupted: whether somebody stopped it from the keyboard."""

    games: int
    longest: int
    states: int
    endings: dict[str, int]
    seconds: float
    failure: Failure | None = None
    interrupted: bool = False


@define
class _Search:
    game: Game
    laws: Sequence[NamedLaw]
    every: int
    until: float
    progress: Callable[[int], None] | None
    known: frozenset[tuple[str, str]]
    ignoring: frozenset[tuple[str, str]]
    language: str
    begun: float = field(factory=time.monotonic)
    games: int = 0
    longest: int = 0
    states: int = 0
    endings: dict[str, int] = field(factory=dict)
    best: Failure | None = None
    promises: frozenset[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.promises = frozenset(p.name for p in self.game.info.promises if ("promise", p.name) not in self.ignoring)
        self.laws = [law for law in self.laws if ("law", law.name) not in self.ignoring]

    def play(self, data: DataObject) -> None:
        """One game. AssertionError if something fails, always the same thing once something has."""
        from hypothesis import strategies as st

        self._check_time()
        watch = Watch(self.game, self.laws, 1 if self.best else self.every, self.promises, self.language)
        rng = generator(data.draw(st.integers(0, 2**32)))
        while not watch.is_over:
            if len(watch.lines) < CHOSEN:
                choices = choices_of(watch.state)
                watch.step(choices[data.draw(st.integers(0, len(choices) - 1))])
            else:
                self._check_time()
                watch.step(random_choice(watch.state, rng))
        self._count(watch)

    def _check_time(self) -> None:
        if time.monotonic() > self.until:
            raise _TimeUp

    def _count(self, watch: Watch) -> None:
        found = watch.failure
        if found is None:
            self.games += 1
            self.states += len(watch.lines) + 1
            self.longest = max(self.longest, len(watch.lines))
            ending = str(watch.state.ending)
            self.endings[ending] = self.endings.get(ending, 0) + 1
            if self.progress is not None:
                self.progress(self.games)
        elif self.best is None or found.key == self.best.key:
            if self.best is None:
                self.until = min(self.until, time.monotonic() + _SHRINKING / 2)
            if self.best is None or len(found.lines) < len(self.best.lines):
                self.best = found
            if found.key in self.known:
                raise _TimeUp
            raise AssertionError(found.name)


def search(
    game: Game,
    *,
    examples: int = 100,
    seed: int | str = 0,
    seconds: float | None = None,
    laws: Sequence[NamedLaw] = LAWS,
    every: int = 8,
    memory: Path | None = None,
    known: Collection[tuple[str, str]] = (),
    ignoring: Collection[tuple[str, str]] = (),
    progress: Callable[[int], None] | None = None,
    language: str = "en",
) -> Searched:
    """Play a game of a debug build until something fails, or `examples` games (or `seconds`) are over.

    every: laws are looked at at one state in so many. memory: a folder in which failures are kept, so that they come
    first next time. known: keys of failures that need not be made short; ignoring: those of promises and
    laws that are not looked at. progress: told how many games are over. language: of what is said of a failure.
    Needs Hypothesis.
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, settings
    from hypothesis import seed as seeded
    from hypothesis import strategies as st
    from hypothesis.database import DirectoryBasedExampleDatabase

    class _Keeping(DirectoryBasedExampleDatabase):
        """Forgets nothing: what does not fail now may be what is being ignored."""

        def delete(self, key: bytes, value: bytes) -> None:
            pass

    until = float("inf") if seconds is None else time.monotonic() + seconds
    run = _Search(game, laws, every, until, progress, frozenset(known), frozenset(ignoring), language)

    @settings(  # outside `seed`, which would leave the database out
        max_examples=examples,
        database=None if memory is None else _Keeping(memory),
        deadline=None,
        derandomize=False,
        phases=[Phase.reuse, Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,
    )
    @seeded(str(seed))
    @given(st.data())
    def plays(data: Any) -> None:
        run.play(data)

    interrupted = False
    try:
        plays()
    except _TimeUp:
        pass
    except KeyboardInterrupt:
        interrupted = True
    except Exception:
        # What Hypothesis says of a failure is not needed; what it says without one is a defect.
        if run.best is None:
            raise
    if memory is not None and run.games and run.best is None and not ignoring:
        shutil.rmtree(memory, ignore_errors=True)  # nothing that was remembered fails any more
    return _result(run, interrupted)


def _result(run: _Search, interrupted: bool) -> Searched:
    found = run.best
    if found is not None and found.key not in run.known and not interrupted:
        until = time.monotonic() + _SHRINKING
        found = shortened(run.game, found, run.laws, lambda: time.monotonic() < until, run.language)
    took = time.monotonic() - run.begun
    return Searched(run.games, run.longest, run.states, run.endings, took, found, interrupted)
