"""Board types: grids, hexes, tracks, rings and edges become domains with constant tables (semantics, section 15)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from hoyle.compiler.typed import Table
from hoyle.compiler.types import NONE, Domain, IntType, ListType, MemberType, SetType, Type, optional

Point = tuple[int, int]

# x grows eastward, y southward (semantics 15.1).
GRID_SIDES: dict[str, Point] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
GRID_CORNERS: dict[str, Point] = {
    "northeast": (1, -1),
    "southeast": (1, 1),
    "southwest": (-1, 1),
    "northwest": (-1, -1),
}
GRID_AXES: tuple[Point, ...] = ((1, 0), (0, 1), (1, 1), (-1, 1))
# Axial coordinates: q grows eastward, r to the south-east.
HEX_SIDES: dict[str, Point] = {
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (0, -1),
}
HEX_AXES: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 1))


def by_member(domain: Domain, name: str, type: Type, value: Callable[[int], object]) -> Table:
    """A table over the members of a domain; codes that do not exist have no entry."""
    places = range(domain.low, domain.low + domain.span_size)
    known = set(domain.codes)
    data = tuple(value(c) if c in known else None for c in places)
    return Table(f"{domain.name}.{name}", ((domain.low, domain.span_size),), data, type, partial=None in data)


def add(domain: Domain, name: str, type: Type, value: Callable[[int], object]) -> None:
    domain.attributes[name] = by_member(domain, name, type, value)


def grid(name: str, xs: range, ys: range) -> Domain:
    """`grid(w, h)`: cells row by row from the north-west."""
    points = [(x, y) for y in ys for x in xs]
    domain = _plane(name, "grid", points, ("x", "y"))
    at = {p: code for code, p in enumerate(points)}
    for side, step in {**GRID_SIDES, **GRID_CORNERS}.items():
        _add_neighbour(domain, side, points, at, step)
    _add_neighbourhood(domain, "beside", points, at, GRID_SIDES.values())
    _add_neighbourhood(domain, "around", points, at, (*GRID_SIDES.values(), *GRID_CORNERS.values()))
    sides = (*GRID_SIDES.values(), *GRID_CORNERS.values())
    domain.shape = {"axes": GRID_AXES, "sides": sides, "points": tuple(points), "at": at}
    return domain


def hexes(name: str, points: Sequence[Point]) -> Domain:
    """Hexes at these axial coordinates."""
    domain = _plane(name, "hexes", points, ("q", "r"))
    at = {p: code for code, p in enumerate(points)}
    for side, step in HEX_SIDES.items():
        _add_neighbour(domain, side, points, at, step)
    _add_neighbourhood(domain, "beside", points, at, HEX_SIDES.values())
    _add_neighbourhood(domain, "around", points, at, HEX_SIDES.values())
    domain.shape = {"axes": HEX_AXES, "sides": tuple(HEX_SIDES.values()), "points": tuple(points), "at": at}
    return domain


def hexagon(side: int) -> list[Point]:
    """The coordinates of `hexes(n)`, row by row."""
    reach = range(-side + 1, side)
    return [(q, r) for r in reach for q in reach if abs(q + r) < side]


def rhombus(width: int, height: int) -> list[Point]:
    return [(q, r) for r in range(height) for q in range(width)]


def track(name: str, length: int, closed: bool) -> Domain:
    """`track(n)` or, closed, `ring(n)`: places numbered from 1."""
    labels = tuple(f"{name}({i})" for i in range(1, length + 1))
    domain = Domain(name, "ring" if closed else "track", labels)
    member = MemberType(domain)

    def step(code: int, by: int) -> int:
        to = code + by
        return to % length if closed else to if 0 <= to < length else NONE

    kind: Type = member if closed else optional(member)
    add(domain, "next", kind, lambda c: step(c, 1))
    add(domain, "previous", kind, lambda c: step(c, -1))
    add(domain, "beside", SetType(member), lambda c: frozenset({step(c, 1), step(c, -1)} - {NONE, c}))
    domain.attributes["around"] = domain.attributes["beside"]
    domain.constructor = Table(name, ((1, length),), tuple(range(length)), member, partial=True)
    domain.shape = {"length": length}
    return domain


def edges(name: str, of: Domain, beside: Table) -> Domain:
    """`edges(T)`: one member per unordered pair of neighbours, by the lower, then the higher end."""
    pairs = [(a, b) for a in of.codes for b in sorted(beside.data[a - of.low]) if a < b]
    labels = tuple(f"{name}({of.label(a)}, {of.label(b)})" for a, b in pairs)
    domain = Domain(name, "edges", labels)
    add(domain, "ends", SetType(MemberType(of)), lambda e: frozenset(pairs[e]))
    number = {frozenset(p): e for e, p in enumerate(pairs)}
    places = range(of.low, of.low + of.span_size)
    rows = tuple(tuple(number.get(frozenset((a, b))) for b in places) for a in places)
    side = (of.low, of.span_size)
    domain.constructor = Table(name, (side, side), rows, MemberType(domain), partial=True)
    meeting: dict[int, set[int]] = {}
    for e, ends in enumerate(pairs):
        for end in ends:
            meeting.setdefault(end, set()).add(e)
    near = [frozenset((meeting[a] | meeting[b]) - {e}) for e, (a, b) in enumerate(pairs)]
    add(domain, "beside", SetType(MemberType(domain)), near.__getitem__)
    domain.shape = {"of": of, "pairs": tuple(pairs)}
    return domain


def cells(name: str, side: int, thing: Domain, site: Domain) -> Domain:
    """`grid(n, n) of Tile on Site`: n·n cells for each thing, ordered by thing, then part (semantics 15.4)."""
    parts = side * side
    labels = tuple(f"{name}({t}, {k})" for t in thing.labels for k in range(1, parts + 1))
    domain = Domain(name, "cells", labels)
    add(domain, thing.name.lower(), MemberType(thing), lambda c: thing.codes[c // parts])
    add(domain, "part", IntType(1, parts), lambda c: c % parts + 1)
    rows = tuple(tuple(t * parts + k for k in range(parts)) for t in range(thing.size))
    domain.constructor = Table(name, ((thing.low, thing.size), (1, parts)), rows, MemberType(domain), partial=True)
    domain.shape = {"thing": thing, "site": site, "side": side}
    return domain


def lines(domain: Domain, length: int) -> tuple[frozenset[int], ...]:
    """Each set of `length` cells in a row, in the directions of the board (semantics 15.2)."""
    points, at = domain.shape["points"], domain.shape["at"]
    found = []
    for x, y in points:
        for dx, dy in domain.shape["axes"]:
            row = [at.get((x + i * dx, y + i * dy)) for i in range(length)]
            if None not in row:
                found.append(frozenset(row))
    # A line of one cell points in every direction; it is still one set.
    return tuple(dict.fromkeys(found))


def distances(domain: Domain) -> Table:
    """`distance(a, b)`: least number of steps over `beside`; no entry if unconnected. Made when first asked for."""
    beside = domain.attributes["beside"].data
    places = range(domain.low, domain.low + domain.span_size)
    rows = tuple(_steps_from(a, beside, domain.low, places) for a in places)
    side = (domain.low, domain.span_size)
    partial = any(None in row for row in rows)
    return Table(f"{domain.name}.distance", (side, side), rows, IntType(0, max(0, domain.size - 1)), partial=partial)


def _steps_from(start: int, beside: Sequence[frozenset[int] | None], low: int, places: range) -> tuple[int | None, ...]:
    steps: dict[int, int] = {start: 0} if beside[start - low] is not None else {}
    queue = deque(steps)
    while queue:
        here = queue.popleft()
        for there in beside[here - low] or ():
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return tuple(steps.get(p) for p in places)


def _plane(name: str, kind: str, points: Sequence[Point], axes: tuple[str, str]) -> Domain:
    domain = Domain(name, kind, tuple(f"{name}({x}, {y})" for x, y in points))
    for axis, pick in zip(axes, (0, 1), strict=True):
        values = [p[pick] for p in points]
        add(domain, axis, IntType(min(values), max(values)), values.__getitem__)
    at = {p: code for code, p in enumerate(points)}
    xs, ys = (range(min(p[i] for p in points), max(p[i] for p in points) + 1) for i in (0, 1))
    rows = tuple(tuple(at.get((x, y)) for y in ys) for x in xs)
    dims = ((xs.start, len(xs)), (ys.start, len(ys)))
    domain.constructor = Table(name, dims, rows, MemberType(domain), partial=True)
    return domain


def _add_neighbour(domain: Domain, side: str, points: Sequence[Point], at: dict[Point, int], step: Point) -> None:
    dx, dy = step
    add(domain, side, optional(MemberType(domain)), lambda c: at.get((points[c][0] + dx, points[c][1] + dy), NONE))


def _add_neighbourhood(
    domain: Domain, name: str, points: Sequence[Point], at: dict[Point, int], steps: Iterable[Point]
) -> None:
    moves = tuple(steps)

    def near(c: int) -> frozenset[int]:
        x, y = points[c]
        return frozenset(at[p] for dx, dy in moves if (p := (x + dx, y + dy)) in at)

    add(domain, name, SetType(MemberType(domain)), near)


def rays(domain: Domain) -> Table:
    """`rays(c)`: the straight lists of cells going out from c, nearest first; empty ones are left out."""
    points, at = domain.shape["points"], domain.shape["at"]

    def ray(c: int, step: Point) -> tuple[int, ...]:
        (x, y), (dx, dy), out = points[c], step, []
        while (x := x + dx, y := y + dy) in at:
            out.append(at[x, y])
        return tuple(out)

    def rays_from(c: int) -> tuple[tuple[int, ...], ...]:
        return tuple(r for step in domain.shape["sides"] if (r := ray(c, step)))

    return by_member(domain, "rays", ListType(ListType(MemberType(domain))), rays_from)
