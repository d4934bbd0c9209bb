"""In which settings mutants are tried, in which order, and what is looked at in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from hoyle.compiler.checking.program import bindings
from hoyle.compiler.driver import Files, compile_game
from hoyle.compiler.merge import merge
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.runtime.loader import from_source
from hoyle.runtime.verification.building import Setting, files_of
from hoyle.runtime.verification.mutation.mutants import Mutant
from hoyle.runtime.verification.mutation.reach import Reach, Reached, mentioned, ran
from hoyle.runtime.verification.recorded import Recorded, recorded, settings

SEED: Final = "records"  # of the recorded games
Chain = tuple[str, ...]


@frozen
class Stop:
    """One setting. examples: how many ask for it; plays: games at random are played in it; records: recorded in it."""

    setting: Setting
    examples: int
    plays: bool
    records: tuple[Recorded, ...]
    leads: bool = False  # the first of its variants

    @property
    def is_played(self) -> bool:
        """Are games played in it, at random or as recorded?"""
        return self.plays or bool(self.records)


@cache
def settings_of(path: Path) -> dict[str, Setting]:
    """The settings in which a game is recorded, by the names of the files: all its modes."""
    return dict(settings(path, SEED))


def chains_of(path: Path) -> tuple[Chain, ...]:
    """The game itself, and each of its variants."""
    return tuple(dict.fromkeys(setting.variants for setting in settings_of(path).values()))


@cache
def plan(path: Path) -> tuple[Stop, ...]:
    """All settings: those first that are played by default and have most examples, then others with recorded games,
    then those that only examples ask for."""
    own = recorded(path)
    named = settings_of(path)
    kept: dict[Setting, list[Recorded]] = {}
    for one in own:
        kept.setdefault(named.get(one.path.stem, one.setting), []).append(one)
    found: dict[Setting, Stop] = {}
    for chain in chains_of(path):
        counted = _examples(path, chain)
        plain = [s for s in named.values() if s.variants == chain and not s.options]
        for setting in (*plain, *(s for s in kept if s.variants == chain), *counted):
            found[setting] = Stop(setting, counted[setting], setting in plain, tuple(kept.get(setting, ())))
    order = sorted(found.values(), key=_order)
    first = {stop.setting.variants: stop for stop in reversed(order)}
    return tuple(evolve(stop, leads=stop is first[stop.setting.variants]) for stop in order)


def _order(stop: Stop) -> tuple[object, ...]:
    rank = 0 if stop.plays else 1 if stop.records else 2
    return rank, len(stop.setting.variants), -stop.examples, stop.setting


def _examples(path: Path, chain: Chain) -> Counter[Setting]:
    """How many examples ask for each setting."""
    return Counter(setting for setting, _ in _asking(path, chain))


def _asking(path: Path, chain: Chain) -> Iterator[tuple[Setting, n.Example]]:
    files = files_of(path, chain)
    merged = merge(files.base, files.overlays, files.examples, Diagnostics(), files.complete)
    for name, decl in merged.examples.items():
        for players, options in bindings(evolve(merged, examples={name: decl})):
            yield Setting(chain, players, options), decl


def stops_for(mutant: Mutant, path: Path, briefly: bool = False) -> Iterator[Stop]:
    """The settings in which a mutant is tried: where its file takes part, of variants of it one; those that only
    examples ask for, if these can reach what is changed. briefly: without the latter."""
    return (stop for stop in plan(path) if (stop.is_played or not briefly) and _concerns(stop, mutant, path))


def _concerns(stop: Stop, mutant: Mutant, path: Path) -> bool:
    if not mutant.variants and stop.setting.variants:
        return stop.leads
    if mutant.variants and mutant.variants[-1] not in stop.setting.variants:
        return False
    return stop.is_played or reached(path, stop.setting).has(mutant.name, mutant.is_effect, mutant.column)


@cache
def reached(path: Path, setting: Setting) -> Reached:
    """What the examples of a setting reach."""
    reach, names = _reach(path, setting.variants), set()
    for asked, example in _asking(path, setting.variants):
        names |= mentioned(example.lines) if asked == setting else set()
    return reach.reached(names, ran(from_source(baseline(path, setting), path.stem)))


@cache
def _reach(path: Path, chain: Chain) -> Reach:
    files, reach = files_of(path, chain), Reach()
    for tree in (files.base, *files.overlays, *files.examples):
        reach.add(tree)
    return reach


@cache
def baseline(path: Path, setting: Setting) -> str:
    """The text that the game without a mistake is compiled to."""
    return compiled(rules_of(path, setting.variants), setting)


@cache
def rules_of(path: Path, variants: Chain) -> Files:
    """The trees that mistakes are made in. Without words and looks: that a translation names what was left out does not
    mean that anybody would notice it."""
    return evolve(files_of(path, variants), words=(), looks=())


def compiled(files: Files, setting: Setting) -> str:
    """The text that rules are compiled to, the same as before if a change of them changes nothing."""
    return compile_game(files, setting.players, dict(setting.options), debug=True, briskly=True).source
