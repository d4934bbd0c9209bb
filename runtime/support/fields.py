"""Fields from outside: the truth, writing it back, and what one seat sees of it (semantics 7.6).

A field is (base, dimensions, kind, packing or keeper, who sees the content, the top, the count, where its frozen copy
lies, what is derived from it). Who sees is None (everybody) or seats by owner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from hoyle.runtime.support.pools import POOL, TOKENS, Pooled

Seen = dict[int | None, tuple[int, ...]] | None
Place = tuple[int, tuple[tuple[int, int, int], ...], str, Any, Seen, Seen, Seen, int | None, int | None]


@frozen
class Hidden:
    """Nothing of a field is seen, except perhaps how many things lie there."""

    count: int | None = None


@frozen
class Partly:
    """Of a pile the top is seen (-1: there is none), and perhaps how many things lie there."""

    top: int
    count: int | None = None


def address(field: Place, indices: Sequence[int]) -> int:
    """LookupError if an index is outside."""
    at = field[0]
    for (low, size, stride), index in zip(field[1], indices, strict=True):
        if not low <= index < low + size:
            raise LookupError(index)
        at += (index - low) * stride
    return at


def read_place(field: Place, s: list[Any], indices: Sequence[int]) -> Any:
    """The value; of a zone the known prefix, the known rest, tokens, their pool, and its number if there is one."""
    return _read(field, s, address(field, indices))


def _read(field: Place, s: list[Any], at: int) -> Any:
    kind, keeper = field[2], field[3]
    if kind == "pile" or kind == "bag":
        if isinstance(keeper, Pooled):
            pool = keeper.pool(s, at)
            whole = (keeper.prefix(s, at), keeper.rest(s, at), s[at + TOKENS], pool)
            return (*whole, s[at + POOL]) if s[at + POOL] else whole
        found = keeper.values(s, at)
        return (found, (), 0, ()) if kind == "pile" else ((), found, 0, ())
    if kind == "bool":
        return s[at] == 1
    return s[at] if keeper is None else keeper.unpack(s[at])


def write_place(field: Place, s: list[Any], indices: Sequence[int], value: Any) -> None:
    """The inverse of `read_place`."""
    at, kind, keeper = address(field, indices), field[2], field[3]
    if kind == "pile" or kind == "bag":
        prefix, rest, tokens, pool, *number = value
        if isinstance(keeper, Pooled):
            keeper.write(s, at, prefix, rest, tokens, pool, number[0] if number else 0)
        else:
            if tokens or (rest and prefix):
                raise ValueError("nothing can be undrawn here")
            keeper.set(s, at, prefix or rest)
    elif keeper is not None:
        s[at] = keeper.pack(value)
    else:
        s[at] = int(value)
    if field[8] is not None:
        s[field[8]] = None


def view_place(
    field: Place, s: list[Any], indices: Sequence[int], seat: int | None, seats: tuple[int, ...], hidden: int = 0
) -> Any:
    """What a seat (None: a spectator) sees: the value, `Hidden`, or of a pile whose top is open `Partly`."""
    at, kind, keeper = address(field, indices), field[2], field[3]
    owner = indices[0] if field[4] is not None and None not in field[4] else None
    if hidden and field[7] is not None and seat != (indices[0] if indices else None):
        at += field[7] - field[0]
    if _sees(field[4], owner, seat, seats):
        if kind != "pile" and kind != "bag":
            return _read(field, s, at)
        found = keeper.values(s, at)
        if found is not None:
            return found
    elif kind != "pile" and kind != "bag":
        return Hidden()
    count = keeper.count(s, at) if _sees(field[6], _owner(field[6], indices), seat, seats) else None
    if kind == "pile" and _sees(field[5], _owner(field[5], indices), seat, seats):
        top = keeper.top(s, at)
        if top is not None:
            return Partly(top, count)
    return Hidden(count)


def _owner(seen: Seen, indices: Sequence[int]) -> int | None:
    return indices[0] if seen is not None and None not in seen else None


def _sees(seen: Seen, owner: int | None, seat: int | None, seats: tuple[int, ...]) -> bool:
    if seen is None:
        return True
    allowed = seen.get(owner, ())
    return seat in allowed if seat is not None else set(allowed) >= set(seats)


__all__ = ["Hidden", "Partly", "address", "read_place", "view_place", "write_place"]
