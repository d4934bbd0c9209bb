"""Library functions of the reference interpreter (language.md 12, semantics 5.5 and 5.8)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.types import IntType, SetType, codes_of, is_scalar, none_code
from interpreter_values import elements


def _extreme(pick: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    def run(e: t.Lib, *values: Any) -> Any:
        found = elements(values[0]) if len(values) == 1 else list(values)
        if found:
            return pick(found)
        return 0 if isinstance(e.type, IntType) else None

    return run


def _end(place: int) -> Callable[..., Any]:
    def run(e: t.Lib, value: Any) -> Any:
        found = elements(value)
        if found:
            return found[place]
        return frozenset() if isinstance(e.type, SetType) else () if not is_scalar(e.type) else none_code(e.type)

    return run


def _median(e: t.Lib, value: Any) -> Any:
    found = sorted(elements(value))
    return found[(len(found) - 1) // 2] if found else 0


def _index(e: t.Lib, member: int) -> Any:
    codes = codes_of(e.args[0].type)
    return codes.index(member) + 1 if member in codes else None


def _near(e: t.Lib, place: int) -> Any:
    assert e.table is not None
    (low, size), *_ = e.table.dims
    return (e.table.data[place - low] or ()) if low <= place < low + size else ()


def _reach(e: t.Lib, start: int, within: Any) -> Any:
    found, queue = {start}, [start]
    while queue:
        for c in sorted(_near(e, queue.pop())):
            if c in within and c not in found:
                found.add(c)
                queue.append(c)
    return frozenset(found)


def _connected(e: t.Lib, cells: Any) -> Any:
    some = elements(cells)
    return len(some) <= 1 or _reach(e, some[0], frozenset(cells)) == frozenset(cells)


def _linked(e: t.Lib, start: int, edges: Any) -> Any:
    found = {start}
    grown = True
    while grown:
        grown = False
        for edge in elements(edges):
            ends = set(_near(e, edge))
            if ends & found and not ends <= found:
                found |= ends
                grown = True
    return frozenset(found)


def _only(e: t.Lib, value: Any) -> Any:
    found = elements(value)
    return found[0] if len(found) == 1 else None


def _nth(e: t.Lib, value: Any, i: int) -> Any:
    found = elements(value)
    return found[i - 1] if 1 <= i <= len(found) else None


LIBRARY: dict[str, Callable[..., Any]] = {
    "count": lambda e, v: len(v),
    "sum": lambda e, v: sum(v),
    "min": _extreme(min),
    "max": _extreme(max),
    "sort": lambda e, v: tuple(sorted(v)),
    "median": _median,
    "reverse": lambda e, v: tuple(reversed(elements(v))),
    "rest": lambda e, v: tuple(elements(v)[1:]),
    "first": _end(0),
    "last": _end(-1),
    "nth": _nth,
    "only": _only,
    "values": lambda e, v: frozenset(v),
    "index": _index,
    "subsets": lambda e, v, sizes: frozenset(
        frozenset(c) for n in elements(sizes) for c in combinations(elements(v), n)
    ),
    "parts": lambda e, v: tuple(sorted({tuple(sorted(c)) for n in range(len(v) + 1) for c in combinations(v, n)})),
    "reach": _reach,
    "connected": _connected,
    "linked": _linked,
}
