"""A compiled game with its look-up tables (`Rules`), and one place in a playthrough (`Position`): what the readers of
states share. Nothing here changes a state."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from attrs import frozen

from hoyle.runtime.compiled import NOT_BEGUN, OVER, PAUSE, Compiled, Vector
from hoyle.runtime.description import ActionInfo, ChanceInfo, ComponentInfo, DecisionInfo, FieldInfo, GameInfo
from hoyle.runtime.problems import StateError
from hoyle.runtime.values import Value, Values


class Rules:
    """One compiled game. Compared by identity; its members are found by number, code or name."""

    def __init__(self, module: Compiled) -> None:
        self.module = module
        self.info: GameInfo = module.INFO
        self.values = Values(module)
        info = self.info
        self.seat_name: dict[int, str] = dict(zip(info.seat_codes, info.players, strict=True))
        self.seat_code: dict[str, int] = {name: code for code, name in self.seat_name.items()}
        self.decisions: dict[int, DecisionInfo] = {d.number: d for d in info.decisions}
        self.chances: dict[int, ChanceInfo] = {c.number: c for c in info.chances}
        self.actions: dict[int, ActionInfo] = {a.number: a for a in info.actions}
        self.by_verb: dict[str, tuple[ActionInfo, ...]] = {
            verb: tuple(a for a in info.actions if a.verb == verb) for verb in {a.verb: None for a in info.actions}
        }
        self.announcements = {a.text.key: a for a in info.announcements}
        self.components: dict[str, ComponentInfo] = {c.name: c for c in info.components}

    def seat(self, name: str) -> int:
        """The code of a player. StateError if there is none of that name."""
        code = self.seat_code.get(name)
        if code is None:
            players = ", ".join(self.info.players)
            raise StateError("state.no_player", name=name, game=self.info.name, players=players)
        return code

    def component(self, name: str) -> ComponentInfo:
        """A component of the scores. StateError if there is none of that name."""
        found = self.components.get(name)
        if found is None:
            names = ", ".join(self.components)
            raise StateError("state.no_component", name=name, game=self.info.name, components=names)
        return found

    def names(self, seats: frozenset[int]) -> tuple[str, ...]:
        """The names of some seats, in seating order."""
        return tuple(name for code, name in self.seat_name.items() if code in seats)

    def places(self, field: FieldInfo) -> list[tuple[int, ...]]:
        """All indices of a field: the owner's code first, if it has an owner, then those of its own indices."""
        ranges = [] if field.owner is None else [self.owners(field.owner)]
        ranges += [self.codes(kind.domain, kind.low, kind.high) for kind in field.indices]
        places: list[tuple[int, ...]] = [()]
        for codes in ranges:
            places = [(*place, code) for place in places for code in codes]
        return places

    def owners(self, domain: str) -> tuple[int, ...]:
        """The things that have the fields of a type; of seats those in this game."""
        info = self.values.domains[domain]
        return self.info.seat_codes if info.kind == "player" else info.codes

    def codes(self, domain: str | None, low: int | None, high: int | None) -> tuple[int, ...]:
        """The codes of an index type; of seats also those that are not in this game (semantics 2.9)."""
        if domain is not None:
            return self.values.domains[domain].codes
        return (0, 1) if low is None or high is None else tuple(range(low, high + 1))

    @cached_property
    def has_secrets(self) -> bool:
        """Whether some field is ever hidden, wholly or in part, from some seat."""
        return any(self.is_hidden(field) for field in self.info.fields)

    def is_hidden(self, field: FieldInfo) -> bool:
        """Whether somebody does not see the content of the field of some owner; several clauses add up."""
        seen: dict[int | None, set[int]] = {}
        for clause in field.seen:
            for owner, seats in clause.seats.items() if clause.what == "content" else ():
                seen.setdefault(owner, set()).update(seats)
        return any(not seats.issuperset(self.info.seat_codes) for seats in seen.values())

    @cached_property
    def frozen_copies(self) -> tuple[tuple[int, int, int], ...]:
        """Of each field that is written within `simultaneously`: where it begins, where the copy of it lies that others
        see meanwhile (semantics 13.2), and how many places of the vector either takes."""
        laid = getattr(self.module, "FIELDS", ())
        return tuple((at, copy, dims[0][1] * dims[0][2]) for at, dims, *_, copy, _ in laid if copy is not None)


@frozen(eq=False)
class Position:
    """A vector as it stood at one moment; nobody writes to it."""

    rules: Rules
    s: Vector

    @property
    def module(self) -> Compiled:
        return self.rules.module

    @property
    def values(self) -> Values:
        return self.rules.values

    @property
    def is_over(self) -> bool:
        return bool(self.s[PAUSE] == OVER)

    @property
    def has_begun(self) -> bool:
        return bool(self.s[PAUSE] != NOT_BEGUN)

    @property
    def decision(self) -> DecisionInfo | None:
        """The decision that the game waits for, if it waits for one."""
        return self.rules.decisions.get(self.s[PAUSE])

    @property
    def chance(self) -> ChanceInfo | None:
        """The chance node that the game waits at, if it waits at one."""
        return self.rules.chances.get(self.s[PAUSE])

    @property
    def you(self) -> int | None:
        """The seat that decides, if one does."""
        return self.module.who(self.s) if self.decision is not None else None

    def readable(self, value: Any, kind: Any) -> Value:
        return self.values.readable(self.s, value, kind)
