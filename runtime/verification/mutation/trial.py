"""One mutant on trial: it is looked at in setting after setting, the cheapest way first, until something notices it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from hoyle.compiler.checking.fields import MisuseError
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.runtime.chance import generator
from hoyle.runtime.errors import RuleError
from hoyle.runtime.examples import run_examples
from hoyle.runtime.game import Game
from hoyle.runtime.problems import UserError
from hoyle.runtime.verification.building import Setting
from hoyle.runtime.verification.laws import choices_of
from hoyle.runtime.verification.mutation.mutants import Mutant, mutants
from hoyle.runtime.verification.mutation.pieces import game_of
from hoyle.runtime.verification.mutation.plan import Chain, Stop, baseline, compiled, plan, rules_of, stops_for
from hoyle.runtime.verification.recorded import differs
from hoyle.runtime.verification.watching import Watch

_SECONDS: Final = 60  # what a mutant may take: one that takes longer does not end
_STEPS: Final = 3_000
_EVERY: Final = 25  # laws are looked at at one state in so many


@frozen
class Task:
    """Which mutant of a game; games: how many are played at random in each setting; excused: it is listed as
    equivalent, so that settings that only examples ask for are not worth the while."""

    path: Path
    chains: tuple[Chain, ...]
    number: int
    games: int
    seed: str
    excused: bool = False


@frozen
class Verdict:
    """by: what noticed the mutant: check, examples, records, promises, laws, rules, time; "" if nothing did; broken: it
    is the game itself that is refused. what: the name of the example, promise or record; setting: where. same: it is
    the same program as without the mistake, wherever that was looked at."""

    by: str = ""
    what: str = ""
    setting: str = ""
    same: bool = False


class _TooLong(Exception):  # noqa: N818 - it ends a trial
    """The mutant takes too long."""


def judge(task: Task) -> Verdict:
    """What becomes of a mutant."""
    mutant = mutants(task.path, task.chains)[task.number]
    try:
        with _limited(_SECONDS):
            return _tried(task, mutant)
    except _TooLong:
        return Verdict("time")
    except (RecursionError, MemoryError, OverflowError):
        return Verdict("rules", "it does not end")


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Ends what runs in it after so many seconds of work, where the system has such a clock."""
    if not hasattr(signal, "SIGPROF"):
        yield
        return

    def ring(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _tried(task: Task, mutant: Mutant) -> Verdict:
    built: list[tuple[Stop, Game]] = []
    same = True
    for stop in stops_for(mutant, task.path, briefly=task.excused):
        try:
            source = compiled(mutant.into(rules_of(task.path, stop.setting.variants)), stop.setting)
        except DiagnosticError as error:
            return Verdict("check", error.diagnostics[0].code, str(stop.setting))
        except (MisuseError, UserError, RuleError) as error:
            return Verdict("check", str(error), str(stop.setting))
        except _OWN:
            raise
        except Exception as error:  # no rules that anybody could write
            return Verdict("check", f"{type(error).__name__} in the compiler", str(stop.setting))
        if stop.is_played:  # elsewhere it is not worth the while
            if source == baseline(task.path, stop.setting):
                continue
            same = False
        try:
            game = game_of(source, mutant.file)
        except _OWN:
            raise
        except Exception as error:  # the fields cannot be set up
            return Verdict("rules", getattr(error, "message", type(error).__name__), str(stop.setting))
        if verdict := _looked_at(stop, game):
            wrong = wrong_itself(task.path, stop.setting)
            return Verdict("broken", wrong.what, wrong.setting) if wrong else verdict
        built.append((stop, game))
    for stop, game in built:
        if stop.plays and (verdict := play_at_random(task, stop, game)):
            return verdict
    return Verdict(same=same)


@cache
def wrong_itself(path: Path, setting: Setting) -> Verdict | None:
    """What is noticed of the game without a mistake: then nothing can be said of mutants."""
    stop = next(stop for stop in plan(path) if stop.setting == setting)
    return _looked_at(stop, game_of(baseline(path, setting), path.stem))


def _looked_at(stop: Stop, game: Game) -> Verdict | None:
    """Examples, then recorded games."""
    where = str(stop.setting)
    try:
        for result in run_examples(game) if stop.examples else ():
            if not result.passed:
                return Verdict("promises" if result.status == "broken promise" else "examples", result.full_name, where)
        for one in stop.records:
            if differs(one, game):
                return Verdict("records", one.path.name, where)
    except _OWN:
        raise
    except Exception as error:  # whatever the mistake leads to, it is noticed
        return Verdict("rules", type(error).__name__, where)
    return None


def play_at_random(task: Task, stop: Stop, game: Game) -> Verdict | None:
    """Games at random, promises and laws watched."""
    where = str(stop.setting)
    for index in range(task.games):
        rng = generator(f"{task.seed}/{stop.setting}", index)
        try:
            watch = Watch(game, every=_EVERY)
            while not watch.is_over and len(watch.lines) < _STEPS:
                watch.step(_choice(watch, rng))
        except _OWN:
            raise
        except Exception as error:  # as above
            return Verdict("rules", type(error).__name__, where)
        found = watch.failure
        if found is not None:
            kind = {"promise": "promises", "law": "laws"}.get(found.kind, "rules")
            return Verdict(kind, found.name, where)
        if not watch.is_over:
            return Verdict("rules", "it does not end", where)
    return None


def _choice(watch: Watch, rng: Any) -> Any:
    state = watch.state
    return rng.choice(choices_of(state)) if state.kind == "decision" else state.sample_chance(rng)


_OWN: Final = (_TooLong, KeyboardInterrupt, MemoryError)
