"""Which requirements are seen to be the only reason of a refusal: moves that are asked for, but not allowed, are tried.

Tried are moves that differ from a legal one in one argument, which more often break one rule only, and any others.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from attrs import define, field

from hoyle.runtime.compiled import PASS, Vector
from hoyle.runtime.description import ActionInfo, TypeInfo
from hoyle.runtime.game import Game
from hoyle.runtime.rules import Position
from hoyle.runtime.verification.laws import any_value_of

_BESIDE, _ANY = 40, 25  # moves that are tried of one action at one decision: beside legal ones, and any
_MOST = 40_000  # that are tried altogether


@define
class Refusals:
    """What was found out about one game. alone: by action and requirement, how often it was the only reason."""

    game: Game
    rng: random.Random
    alone: Counter[tuple[str, str]] = field(factory=Counter)
    left: int = _MOST

    def refused(self, action: int, names: tuple[str, ...]) -> None:
        """An example saw this."""
        if len(set(names)) == 1:
            self.alone[self.game.rules.actions[action].label, names[0]] += 1

    def look(self, s: Vector, moves: list[int]) -> None:
        """Here a player decides between these moves."""
        position = Position(self.game.rules, s)
        decision, you = position.decision, position.you
        if decision is None or you is None or self.left <= 0:
            return
        for number, fixed in zip(decision.actions, decision.fixed, strict=True):
            action = self.game.rules.actions[number]
            if any(not self.alone[action.label, r.name] for r in action.requirements):
                self._try(position, action, you, fixed, moves)

    def _try(self, position: Position, action: ActionInfo, you: int, fixed: int, moves: list[int]) -> None:
        module, s = position.module, position.s
        for args in self._tuples(position, action, fixed, moves):
            self.left -= 1
            try:
                if module.offered(s, action.number, args) or module.out_of_range(s, action.number, you, args):
                    continue
            except (ValueError, LookupError):
                continue
            failing = {index for index, _, _ in module.refusals(s, action.number, you, args)}
            if len(failing) == 1:
                self.alone[action.label, action.requirements[failing.pop()].name] += 1

    def _tuples(
        self, position: Position, action: ActionInfo, fixed: int, moves: list[int]
    ) -> Iterator[tuple[Any, ...]]:
        if not action.params:
            yield ()
            return
        decoded = (position.module.decode(m) for m in self.rng.sample(moves, min(len(moves), 60)) if m != PASS)
        legal = [args for number, args in decoded if number == action.number][:3]
        free = range(fixed, len(action.params)) or range(len(action.params))
        for _ in range(_BESIDE if legal else 0):
            args, place = list(self.rng.choice(legal)), self.rng.choice(free)
            args[place] = self._value(position, action.params[place][1])
            yield tuple(args)
        for _ in range(_ANY if legal else _ANY + _BESIDE):
            fresh = [self._value(position, kind) for _, kind in action.params]
            yield (*(self.rng.choice(legal)[:fixed] if legal else fresh[:fixed]), *fresh[fixed:])

    def _value(self, position: Position, kind: TypeInfo) -> Any:
        return any_value_of(position, kind, self.rng)
