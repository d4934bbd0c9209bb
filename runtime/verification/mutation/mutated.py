"""Mutants of a game, tried one after the other: which does nobody notice?"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from attrs import define, field, frozen

from hoyle.runtime.loader import find
from hoyle.runtime.verification.building import files_of
from hoyle.runtime.verification.excused import Excused, excused
from hoyle.runtime.verification.mutation.mutants import Mutant, mutants
from hoyle.runtime.verification.mutation.plan import baseline, chains_of, plan, reached, rules_of, settings_of
from hoyle.runtime.verification.mutation.trial import Task, Verdict, judge, wrong_itself
from hoyle.runtime.verification.working import answers

BY: Final = ("check", "examples", "records", "promises", "laws", "rules", "time")
Progress = Callable[["Mutated"], None]
Chosen = Callable[[Mutant], bool]


@frozen
class Tried:
    """A mutant and what became of it. reason: why it is listed as equivalent."""

    mutant: Mutant
    verdict: Verdict
    reason: str | None = None

    @property
    def is_killed(self) -> bool:
        return bool(self.verdict.by)

    @property
    def is_equivalent(self) -> bool:
        return not self.is_killed and (self.verdict.same or self.reason is not None)


@define
class Mutated:
    """The result. every: how many mutants there are; asked: how many were to be tried; stale: entries of the list of
    equivalent mutants that something notices, or that name none; broken: what is wrong with the game itself."""

    game: str
    path: Path
    seed: str
    every: int
    asked: int
    excuses: Excused
    tried: list[Tried] = field(factory=list)
    stale: list[str] = field(factory=list)
    broken: str = ""
    seconds: float = 0.0
    interrupted: bool = False
    out_of_time: bool = False

    @property
    def killed(self) -> int:
        return sum(one.is_killed for one in self.tried)

    @property
    def equivalent(self) -> int:
        return sum(one.is_equivalent for one in self.tried)

    @property
    def survivors(self) -> list[Tried]:
        """Those that nobody notices, in the order of the text."""
        found = [one for one in self.tried if not one.is_killed and not one.is_equivalent]
        return sorted(found, key=lambda one: (one.mutant.file, one.mutant.line, one.mutant.number))

    @property
    def by(self) -> dict[str, int]:
        """What noticed how many."""
        counted = Counter(one.verdict.by for one in self.tried if one.is_killed)
        return {by: counted[by] for by in BY if counted[by]}

    @property
    def rate(self) -> float:
        """The part of the mutants that differ from the game which was noticed, 0 to 1; 1 if none differs."""
        rest = len(self.tried) - self.equivalent
        return self.killed / rest if rest else 1.0

    def to_dict(self) -> dict[str, Any]:
        """As `mutate --format json` prints it."""
        return {
            "game": self.game,
            "mutants": len(self.tried),
            "killed": self.killed,
            "equivalent": self.equivalent,
            "survivors": [
                {"line": m.line, "change": m.change(), "file": m.file, "in": m.owner, "key": m.key}
                for m in (one.mutant for one in self.survivors)
            ],
            "seed": self.seed,
            "rate": round(self.rate, 4),
            "by": self.by,
            "possible": self.every,
            "not_needed": self.stale,
            "seconds": round(self.seconds, 1),
            "interrupted": self.interrupted,
        }


def mutate(
    name_or_path: str | Path,
    *,
    chosen: Chosen | None = None,
    number: int | None = None,
    seconds: float | None = None,
    seed: str = "0",
    jobs: int = 1,
    games: int = 2,
    progress: Progress | None = None,
) -> Mutated:
    """Try the mutants of a game and its variants, in an order that the seed decides.

    chosen: which are tried at all; number: how many at most (None: all); seconds: stop after so long; games: how many
    are played at random in each setting by default. An interruption from the keyboard ends it with what was
    tried. Errors as of `hoyle.runtime.load`, of the game without a mistake.
    """
    for kept in (files_of, rules_of, mutants, plan, settings_of, baseline, reached, wrong_itself):
        kept.cache_clear()  # files may have changed
    path = find(name_or_path)
    baseline(path, plan(path)[0].setting)
    chains, begun = chains_of(path), time.monotonic()
    every = mutants(path, chains)
    order = random.Random(seed).sample(range(len(every)), len(every))
    order = [place for place in order if chosen is None or chosen(every[place])][:number]
    excuses = excused(path, "equivalent")
    tasks = [Task(path, chains, place, games, seed, every[place].key in excuses.reasons) for place in order]
    result = Mutated(files_of(path, ()).base.name.text, path, seed, len(every), len(tasks), excuses)
    found = answers(judge, tasks, jobs)
    try:
        for place, verdict in found:
            if verdict.by == "broken":
                result.broken = f"{verdict.what} ({verdict.setting})"
                break
            mutant = every[order[place]]
            result.tried.append(Tried(mutant, verdict, excuses.reasons.get(mutant.key)))
            result.seconds = time.monotonic() - begun
            if progress is not None:
                progress(result)
            if seconds is not None and result.seconds >= seconds and len(result.tried) < len(tasks):
                result.out_of_time = True
                break
    except KeyboardInterrupt:
        result.interrupted = True
    finally:
        found.close()
    result.stale = _stale(result, every)
    result.seconds = time.monotonic() - begun
    return result


def _stale(result: Mutated, every: tuple[Mutant, ...]) -> list[str]:
    noticed = {one.mutant.key for one in result.tried if one.is_killed}
    known = {mutant.key for mutant in every}
    return [key for key in result.excuses.reasons if key in noticed or key not in known]
