"""Which rows of tables are used: those of things that turn up in what happens.

A row is used if its thing is an argument of a move or part of an outcome, if a field that changed holds it or is that
of it, if an option chooses it, or if a row that is used names it in a cell.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from attrs import define, field

from hoyle.runtime.compiled import PASS, PAUSE, Vector
from hoyle.runtime.description import FieldInfo, TypeInfo
from hoyle.runtime.game import Game

Row = tuple[str, str]  # table and row


@define
class Rows:
    """The rows of one game that were used, and how often they were seen."""

    game: Game
    seen: Counter[Row] = field(factory=Counter)
    _first: dict[int, list[Any]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        s = self.game.fast().new()
        self._first = {info.number: self._content(info, s) for info in self._fields}

    @property
    def _fields(self) -> list[FieldInfo]:
        """Those that hold, or are fields of, things of a table."""
        return [f for f in self.game.info.fields if any(self._is_table(kind) for kind in _kinds(f))]

    def _is_table(self, kind: TypeInfo) -> bool:
        domain = _member(kind).domain
        return domain is not None and self.game.info.domains[domain].kind == "table"

    def _content(self, info: FieldInfo, s: Vector) -> list[Any]:
        module = self.game.fast()
        return [module.read_field(s, info.number, place) for place in self.game.rules.places(info)]

    def happened(self, s: Vector, choice: int) -> None:
        """A move or an outcome, said of the vector before it."""
        rules, module = self.game.rules, self.game.fast()
        if s[PAUSE] in rules.decisions:
            if choice == PASS:
                return
            number, args = module.decode(choice)
            kinds = [kind for _, kind in rules.actions[number].params]
        else:
            args = module.decode_outcome(s, choice)
            kinds = [kind for _, kind in rules.chances[s[PAUSE]].items]
        for value, kind in zip(args, kinds, strict=True):
            self._holds(value, kind)

    def stands(self, s: Vector) -> None:
        """Here the game stands: what changed since its beginning?"""
        for info in self._fields:
            places = self.game.rules.places(info)
            pairs = zip(places, self._first[info.number], self._content(info, s), strict=True)
            for place, before, now in pairs:
                if before != now:
                    self._changed(info, place, now)

    def _changed(self, info: FieldInfo, place: tuple[int, ...], now: Any) -> None:
        owner = [] if info.owner is None else [info.owner]
        for code, domain in zip(place, [*owner, *(kind.domain for kind in info.indices)], strict=True):
            self._uses(domain, code)
        parts = (*now[0], *now[1]) if info.kind in ("bag", "pile") else now
        self._holds(parts, info.type)

    def _holds(self, value: Any, kind: TypeInfo) -> None:
        if kind.of is None:
            self._uses(kind.domain, value)
            return
        for item in value if isinstance(value, tuple | frozenset) else ():
            self._holds(item, kind.of)

    def _uses(self, domain: str | None, code: Any) -> None:
        info = self.game.info.domains.get(domain or "")
        if info is not None and info.kind == "table" and code in info.codes:
            self.seen[info.name, info.labels[info.codes.index(code)]] += 1

    def used(self) -> Counter[Row]:
        """All rows that are used, those that are named by them included."""
        named = [((a, b), (c, d)) for a, b, c, d in cast(Any, self.game.fast()).NAMED]
        found = self.seen.copy()
        found["", ""] = 1
        todo = list(found)
        while todo:
            row = todo.pop()
            for other in (to for by, to in named if by == row and to not in found):
                found[other] += 1
                todo.append(other)
        return found


def _kinds(f: FieldInfo) -> list[TypeInfo]:
    owner = [] if f.owner is None else [TypeInfo("member", f.owner)]
    return [*owner, *f.indices, f.type]


def _member(kind: TypeInfo) -> TypeInfo:
    return kind if kind.of is None else _member(kind.of)
