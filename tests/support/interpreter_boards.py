"""Boards whose cells belong to things (semantics 15.4), computed anew for every question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.compiler.types import NONE, Domain

STEPS = {
    "north": (0, -1),
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
}
SIDES = ("north", "east", "south", "west")
AXES = ((1, 0), (0, 1), (1, 1), (-1, 1))


class Layout:
    """Where each cell lies. `lies(thing)` gives (site or none, quarter turns)."""

    def __init__(self, domain: Domain, lies: Callable[[int], tuple[int, int]]) -> None:
        thing, site, n = domain.shape["thing"], domain.shape["site"], domain.shape["side"]
        columns, rows = site.attributes["x"].data, site.attributes["y"].data
        places = {t: lies(t) for t in thing.codes}
        laid = {t: (columns[s - site.low], rows[s - site.low], q) for t, (s, q) in places.items() if s != NONE}
        left = min((x for x, _, _ in laid.values()), default=0)
        upper = min((y for _, y, _ in laid.values()), default=0)
        self.at: dict[tuple[int, int], int] = {}
        self.of: dict[int, tuple[int, int]] = {}
        for k, t in enumerate(thing.codes):
            if t in laid:
                x, y, q = laid[t]
                for part in range(n * n):
                    i, j = turned(part % n, part // n, q, n)
                    point = (n * (x - left) + i, n * (y - upper) + j)
                    self.at[point] = k * n * n + part
                    self.of[k * n * n + part] = point

    def step(self, cell: int, name: str) -> int:
        if cell not in self.of:
            return NONE
        (x, y), (dx, dy) = self.of[cell], STEPS[name]
        return self.at.get((x + dx, y + dy), NONE)

    def beside(self, cell: int, names: tuple[str, ...] = SIDES) -> frozenset[int]:
        return frozenset(c for name in names if (c := self.step(cell, name)) != NONE)

    def around(self, cell: int) -> frozenset[int]:
        return self.beside(cell, tuple(STEPS))

    def reach(self, cell: int, within: frozenset[int]) -> frozenset[int]:
        found, queue = {cell}, [cell]
        while queue:
            for c in sorted(self.beside(queue.pop())):
                if c in within and c not in found:
                    found.add(c)
                    queue.append(c)
        return frozenset(found)

    def distance(self, a: int, b: int) -> int | None:
        steps = {a: 0} if a in self.of else {}
        queue = list(steps)
        while queue:
            here = queue.pop(0)
            for c in sorted(self.beside(here)):
                if c not in steps:
                    steps[c] = steps[here] + 1
                    queue.append(c)
        return steps.get(b)

    def lines(self, n: int) -> tuple[frozenset[int], ...]:
        found = []
        for x, y in sorted(self.at, key=lambda p: self.at[p]):
            for dx, dy in AXES:
                row = [self.at.get((x + i * dx, y + i * dy)) for i in range(n)]
                if None not in row:
                    found.append(frozenset(c for c in row if c is not None))
        return tuple(dict.fromkeys(found))

    def rays(self, cell: int) -> tuple[tuple[int, ...], ...]:
        out = []
        for name in ("north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"):
            ray, here = [], cell
            while (here := self.step(here, name)) != NONE:
                ray.append(here)
            if ray:
                out.append(tuple(ray))
        return tuple(out)

    def answer(self, op: str, args: list[Any]) -> Any:
        """`typed.Laid`; None if undefined."""
        match op:
            case "x" | "y":
                return self.of[args[0]][op == "y"] if args[0] in self.of else NONE
            case "at":
                return self.at.get((args[0], args[1]))
            case "beside":
                return self.beside(args[0])
            case "around":
                return self.around(args[0])
            case "distance":
                return self.distance(args[0], args[1])
            case "lines":
                return self.lines(args[0])
            case "rays":
                return self.rays(args[0])
            case "connected":
                cells = sorted(args[0])
                return len(cells) <= 1 or self.reach(cells[0], args[0]) == args[0]
            case "reach":
                return self.reach(args[0], args[1])
        return self.step(args[0], op)


def turned(i: int, j: int, quarters: int, n: int) -> tuple[int, int]:
    """Column and row of a part after clockwise quarter turns."""
    for _ in range(quarters):
        i, j = n - 1 - j, i
    return i, j
