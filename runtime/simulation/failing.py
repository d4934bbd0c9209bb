"""Games that the rules cannot go on with: which ones, and how each came to it."""

from __future__ import annotations

from typing import Any, cast

from attrs import frozen

from hoyle.runtime.compiled import Compiled, Result, Vector
from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome, move_of, outcome_of
from hoyle.runtime.simulation.table import Setting, played


@frozen
class FailedGame:
    """A game that ran into a rule error. index: its number from 0."""

    index: int
    error: RuleError


@frozen
class HowItFailed:
    """What was decided and what chance brought, each with the player (None: chance), and the choice after which the
    rules could not go on; None: they could not even begin."""

    choices: tuple[tuple[str | None, Move | Outcome], ...]
    last: tuple[str | None, Move | Outcome] | None


def how_it_failed(game: Game, seed: int | str, failed: FailedGame, setting: Setting) -> HowItFailed:
    """Play a failed game once more, and listen."""
    heard = _Heard(game.fast())
    try:
        played(Game(cast(Compiled, heard)), seed, failed.index, setting)
    except RuleError:
        pass
    if not heard.has_begun:
        return HowItFailed((), None)
    state = game.new()
    choices = []
    for code in heard.codes:
        position = state.position
        choice = outcome_of(position, code) if position.decision is None else move_of(position, code)
        choices.append((state.player, choice))
        if len(choices) < len(heard.codes):
            state.apply(choice)
    return HowItFailed(tuple(choices[:-1]), choices[-1] if choices else None)


class _Heard:
    """A compiled game that remembers the choices of the one playthrough that is begun first; bots that try moves out do
    so with other vectors."""

    def __init__(self, module: Compiled) -> None:
        self._module = module
        self._main: Vector | None = None
        self.codes: list[int] = []
        self.has_begun = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)

    def start(self, s: Vector) -> Result:
        if self._main is None:
            self._main = s
            result = self._module.start(s)
            self.has_begun = True
            return result
        return self._module.start(s)

    def step(self, s: Vector, x: int) -> Result:
        if s is self._main:
            self.codes.append(x)
        return self._module.step(s, x)
