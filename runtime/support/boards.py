"""Boards whose cells belong to things (semantics 15.4): where every cell is, from where the things lie."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from hoyle.runtime.errors import RuleError

Point = tuple[int, int]
NONE = -1
SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
CORNERS = {"northeast": (1, -1), "southeast": (1, 1), "southwest": (-1, 1), "northwest": (-1, -1)}
AXES = ((1, 0), (0, 1), (1, 1), (-1, 1))
NOWHERE = (NONE, NONE)
_NOBODY = frozenset({NONE})


class Board:
    """One layout. Tables are indexed by cell; a cell that is not laid has no coordinates and no neighbours."""

    def __init__(self, places: tuple[Point | None, ...]) -> None:
        self.places = places
        self.at = {p: c for c, p in enumerate(places) if p is not None}
        self._steps: dict[int, dict[int, int]] = {}
        self._lines: dict[int, tuple[frozenset[int], ...]] = {}

    def __getattr__(self, name: str) -> Any:
        """Tables are made when they are first asked for."""
        if name in SIDES or name in CORNERS:
            value: Any = self._neighbours({**SIDES, **CORNERS}[name])
        elif name in ("x", "y"):
            value = tuple([NONE if p is None else p[name == "y"] for p in self.places])
        elif name == "beside":
            value = self._sets(SIDES.values())
        elif name == "around":
            value = self._sets([*SIDES.values(), *CORNERS.values()])
        elif name in ("beside_seq", "around_seq"):
            value = tuple([tuple(sorted(b)) for b in getattr(self, name[:-4])])
        else:
            raise AttributeError(name)
        setattr(self, name, value)
        return value

    def _neighbours(self, step: Point) -> tuple[int, ...]:
        dx, dy, at = *step, self.at
        return tuple([NONE if p is None else at.get((p[0] + dx, p[1] + dy), NONE) for p in self.places])

    def _sets(self, steps: Iterable[Point]) -> tuple[frozenset[int], ...]:
        rows = zip(*[self._neighbours(step) for step in steps], strict=True)
        return tuple([frozenset(row) - _NOBODY for row in rows])

    def place_of(self, cell: int) -> Point:
        return self.places[cell] or NOWHERE

    def distance(self, a: int, b: int) -> int | None:
        if self.places[a] is None or self.places[b] is None:
            return None
        if a not in self._steps:
            steps, queue = {a: 0}, deque([a])
            while queue:
                here = queue.popleft()
                for there in self.beside[here]:
                    if there not in steps:
                        steps[there] = steps[here] + 1
                        queue.append(there)
            self._steps[a] = steps
        return self._steps[a].get(b)

    def lines(self, length: int) -> tuple[frozenset[int], ...]:
        if length not in self._lines:
            found = []
            for x, y in sorted(self.at, key=lambda p: (p[1], p[0])):
                for dx, dy in AXES:
                    row = [self.at.get((x + i * dx, y + i * dy)) for i in range(length)]
                    if None not in row:
                        found.append(frozenset(c for c in row if c is not None))
            self._lines[length] = tuple(dict.fromkeys(found))
        return self._lines[length]

    def rays(self, cell: int) -> tuple[tuple[int, ...], ...]:
        place = self.places[cell]
        if place is None:
            return ()
        out = []
        for dx, dy in [*SIDES.values(), *CORNERS.values()]:
            ray, p = [], (place[0] + dx, place[1] + dy)
            while p in self.at:
                ray.append(self.at[p])
                p = (p[0] + dx, p[1] + dy)
            if ray:
                out.append(tuple(ray))
        return tuple(out)

    def reach(self, start: int, among: Iterable[int]) -> frozenset[int]:
        members, found, queue = frozenset(among), {start}, [start]
        while queue:
            for c in self.beside[queue.pop()]:
                if c in members and c not in found:
                    found.add(c)
                    queue.append(c)
        return frozenset(found)

    def connected(self, cells: Iterable[int]) -> bool:
        members = frozenset(cells)
        return len(members) <= 1 or self.reach(min(members), members) == members


@lru_cache(4096)
def carried(
    side: int,
    sites: tuple[Point, ...],
    things: tuple[int, ...],
    at: tuple[int, ...],
    turns: tuple[int, ...],
    where: tuple[int, str],
) -> Board:
    """The board on which thing number i, of `things`, lies at site `at[things[i]]` after so many quarter turns.

    where: line and file of the board's declaration, for the RuleError of two things on one site.
    """
    laid = [sites[at[t]] if at[t] >= 0 else None for t in things]
    lying = [p for p in laid if p is not None]
    if len(set(lying)) < len(lying):
        raise RuleError("one_site", where[0], (), where[1])
    west, north = min((p[0] for p in lying), default=0), min((p[1] for p in lying), default=0)
    places: list[Point | None] = []
    for t, p in zip(things, laid, strict=True):
        for part in range(side * side):
            if p is None:
                places.append(None)
                continue
            i, j = part % side, part // side
            for _ in range(turns[t]):
                i, j = side - 1 - j, i
            places.append((side * (p[0] - west) + i, side * (p[1] - north) + j))
    return Board(tuple(places))
