"""In which settings mutants are tried, in which order, and what is looked at in each."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from hoyle.compiler.checking.program import bindings
from hoyle.compiler.driver import Files, compile_game
from hoyle.compiler.merge import merge
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.runtime.verification.building import Setting, files_of
from hoyle.runtime.verification.mutation.mutants import Mutant
from hoyle.runtime.verification.mutation.reach import Reach, mentioned
from hoyle.runtime.verification.recorded import Recorded, recorded, settings

SEED: Final = "records"  # of the recorded games
_IDENTITY: Final = re.compile(r"\bidentity='\w*'")
Chain = tuple[str, ...]


@frozen
class Stop:
    """One setting. examples: how many ask for it; plays: games at random are played in it; records: recorded in it;
    reach: the names that its examples can reach."""

    setting: Setting
    examples: int
    plays: bool
    records: tuple[Recorded, ...]
    reach: frozenset[str]
    leads: bool = False  # the first of its variants


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
            number, reach = counted.get(setting, (0, frozenset()))
            found[setting] = Stop(setting, number, setting in plain, tuple(kept.get(setting, ())), reach)
    order = sorted(found.values(), key=_order)
    first = {stop.setting.variants: stop for stop in reversed(order)}
    return tuple(evolve(stop, leads=stop is first[stop.setting.variants]) for stop in order)


def _order(stop: Stop) -> tuple[object, ...]:
    rank = 0 if stop.plays else 1 if stop.records else 2
    return rank, len(stop.setting.variants), -stop.examples, stop.setting


def _examples(path: Path, chain: Chain) -> dict[Setting, tuple[int, frozenset[str]]]:
    """How many examples ask for each setting, and what they reach."""
    files, reach = files_of(path, chain), Reach()
    for tree in (files.base, *files.overlays, *files.examples):
        reach.add(tree)
    merged = merge(files.base, files.overlays, files.examples, Diagnostics(), files.complete)
    count: Counter[Setting] = Counter()
    names: dict[Setting, set[str]] = {}
    for name, decl in merged.examples.items():
        for players, options in bindings(evolve(merged, examples={name: decl})):
            setting = Setting(chain, players, options)
            count[setting] += 1
            names.setdefault(setting, set()).update(mentioned(decl.lines))
    return {setting: (count[setting], frozenset(reach.from_names(sorted(names[setting])))) for setting in names}


def stops_for(mutant: Mutant, path: Path) -> list[Stop]:
    """The settings in which a mutant is tried: where its file takes part, of variants of it one; those that only
    examples ask for, if these can reach what is changed."""
    return [stop for stop in plan(path) if _concerns(stop, mutant)]


def _concerns(stop: Stop, mutant: Mutant) -> bool:
    if not mutant.variants and stop.setting.variants:
        return stop.leads
    if mutant.variants and mutant.variants[-1] not in stop.setting.variants:
        return False
    return stop.plays or bool(stop.records) or mutant.name in stop.reach


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
    """The text that rules are compiled to, without what differs for every change of them: their identity."""
    source = compile_game(files, setting.players, dict(setting.options), debug=True, briskly=True).source
    return _IDENTITY.sub("identity=''", source)
