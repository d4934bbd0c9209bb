"""One setting of a game: its examples are run and games are played, and what of the rules that used is counted."""

from __future__ import annotations

from pathlib import Path

from attrs import define, frozen

from hoyle.runtime.chance import generator
from hoyle.runtime.compiled import Vector
from hoyle.runtime.examples import run_examples
from hoyle.runtime.game import Game
from hoyle.runtime.verification.building import Setting, built, files_of
from hoyle.runtime.verification.coverage.counting import Counts, Told, counts_of, spots_of
from hoyle.runtime.verification.coverage.refusing import Refusals
from hoyle.runtime.verification.coverage.rows import Rows

_STEPS = 20_000
_EVERY = 8  # steps from one look at the fields to the next


@frozen
class Task:
    """What to do with a game in one setting. examples: run those that ask for it; games: how many are played."""

    path: Path
    setting: Setting
    examples: bool
    games: int
    seed: str


@define
class _Onlooker:
    """Looks on while examples are run."""

    refusals: Refusals
    rows: Rows

    def refused(self, action: int, names: tuple[str, ...]) -> None:
        self.refusals.refused(action, names)

    def ended(self, s: Vector) -> None:
        self.rows.stands(s)


def count(task: Task) -> Counts:
    """What was seen. Errors as of `built`."""
    setting = task.setting
    files = files_of(task.path, setting.variants)
    game = built(files, setting.players, dict(setting.options), probes=True)
    refusals = Refusals(game, generator(task.seed, 0))
    rows = Rows(game)
    examples = _examples(game, _Onlooker(refusals, rows)) if task.examples else []
    for index in range(task.games):
        _play(game, f"{task.seed}/{setting}", index, refusals, rows)
    return _summed(game, refusals, rows, examples, task.games)


def _examples(game: Game, onlooker: _Onlooker) -> list[Told]:
    starts = {(e.name, e.case): e.line for e in game.fast().EXAMPLES}  # type: ignore[attr-defined]
    results = list(run_examples(game, onlooker))
    return [Told(r.full_name, r.file, starts[r.name, r.case], r.cites, r.passed) for r in results]


def _play(game: Game, seed: str, index: int, refusals: Refusals, rows: Rows) -> None:
    """One game at random, from the beginning to the end. RuleError if the rules cannot go on."""
    module, rng = game.fast(), generator(seed, index)
    s = module.new()
    result = module.start(s)
    for step in range(_STEPS):
        if result is None:
            break
        if result:
            refusals.look(s, result)
        choice = rng.choice(result) if result else module.sample(s, rng.random)
        rows.happened(s, choice)
        result = module.step(s, choice)
        if step % _EVERY == 0 and result is not None:
            rows.stands(s)
    rows.stands(s)


def _summed(game: Game, refusals: Refusals, rows: Rows, examples: list[Told], games: int) -> Counts:
    found, used = counts_of(game), rows.used()
    for spot in spots_of(game):  # an action that is like another has the requirements of the other
        if spot.kind == "require":
            found.alone[spot.place] += refusals.alone[spot.owner, spot.source]
        elif spot.kind == "row":
            found.passed[spot.place] += used[spot.owner, spot.source]
    found.examples, found.games = examples, games
    return found
