"""Values while a generated game runs: packing into integers, and what expressions do with sets, bags and lists.

Sets are frozensets of codes, lists tuples, bags sorted tuples. None is undefined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import factorial
from typing import Any

from hoyle.runtime.errors import RuleError

Rows = list[tuple[tuple[Any, ...], Any]]
_KEPT = 1 << 14


# ------------------------------------------------------------------------------------------------ packing


@lru_cache(_KEPT)
def _members(mask: int, low: int) -> tuple[int, ...]:
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit.bit_length() - 1 + low)
        mask ^= bit
    return tuple(found)


@lru_cache(_KEPT)
def _set(mask: int, low: int) -> frozenset[int]:
    return frozenset(_members(mask, low))


class Mask:
    """A set of scalars as a bit mask over `code - low`."""

    __slots__ = ("low",)

    def __init__(self, low: int) -> None:
        self.low = low

    def pack(self, values: Iterable[int]) -> int:
        mask, low = 0, self.low
        for v in values:
            mask |= 1 << (v - low)
        return mask

    def unpack(self, mask: int) -> frozenset[int]:
        return _set(mask, self.low)

    def members(self, mask: int) -> tuple[int, ...]:
        """In domain order."""
        return _members(mask, self.low)


class Lists:
    """A list or bag as digits of `bits` bits, the first lowest; each digit is the element - low + 1, or what `of` packs
    the element into, + 1."""

    __slots__ = ("low", "bits", "of", "_kept")

    def __init__(self, low: int, bits: int, of: Any = None) -> None:
        self.low = low
        self.bits = bits
        self.of = of
        self._kept: dict[int, tuple[Any, ...]] = {}

    def pack(self, values: Sequence[Any]) -> int:
        packed, bits, of = 0, self.bits, self.of
        low = self.low - 1
        for v in reversed(values):
            packed = packed << bits | ((v - low) if of is None else of.pack(v) + 1)
        return packed

    def unpack(self, packed: int) -> tuple[Any, ...]:
        found = self._kept.get(packed)
        if found is None:
            found = self._digits(packed)
            if len(self._kept) > _KEPT:
                self._kept.clear()
            self._kept[packed] = found
        return found

    def _digits(self, packed: int) -> tuple[Any, ...]:
        out, bits, of = [], self.bits, self.of
        digit, low = (1 << bits) - 1, self.low - 1
        while packed:
            d = packed & digit
            out.append(d + low if of is None else of.unpack(d - 1))
            packed >>= bits
        return tuple(out)


class Sets(Lists):
    """A set that is no mask: of sets, or of numbers without bounds; packed as the list of its members in order."""

    __slots__ = ()

    def pack(self, values: Iterable[Any]) -> int:
        return super().pack(in_order(values))

    def unpack(self, packed: int) -> Any:
        return frozenset(super().unpack(packed))


# ------------------------------------------------------------------------------------------------ collections


def in_order(values: Iterable[Any]) -> list[Any]:
    """Domain order; sets and lists among the values by their members."""
    return sorted(values, key=_order)


def _order(value: Any) -> Any:
    return tuple(in_order(value)) if isinstance(value, frozenset) else value


def kinds(values: Iterable[Any]) -> list[Any]:
    """Each kind of a bag once."""
    return list(dict.fromkeys(values))


def bag_minus(a: tuple[Any, ...], b: Iterable[Any]) -> tuple[Any, ...]:
    """One copy less for each in `b`, as far as there are any."""
    rest = list(b)
    out = []
    for v in a:
        if v in rest:
            rest.remove(v)
        else:
            out.append(v)
    return tuple(out)


def bag_meet(a: tuple[Any, ...], b: Iterable[Any]) -> tuple[Any, ...]:
    rest = list(b)
    out = []
    for v in a:
        if v in rest:
            rest.remove(v)
            out.append(v)
    return tuple(out)


def every_copy(values: Iterable[int], copies: dict[int, int]) -> tuple[int, ...]:
    """Each member as often as there are copies of it."""
    return tuple([v for v in values for _ in range(copies[v])])


def first_of(values: Sequence[Any], nothing: Any) -> Any:
    return values[0] if values else nothing


def last_of(values: Sequence[Any], nothing: Any) -> Any:
    return values[-1] if values else nothing


def nth(values: Sequence[Any], place: int) -> Any:
    """The element at a place, counted from 1; None if there is none."""
    return values[place - 1] if 1 <= place <= len(values) else None


def only(values: Iterable[Any]) -> Any:
    found = tuple(values)
    return found[0] if len(found) == 1 else None


def median(values: Iterable[int]) -> int:
    """The lower of the two middle ones; 0 of nothing."""
    found = sorted(values)
    return found[(len(found) - 1) // 2] if found else 0


@lru_cache(_KEPT)
def subsets(values: frozenset[int], sizes: frozenset[int]) -> frozenset[frozenset[int]]:
    found = sorted(values)
    return frozenset(frozenset(c) for n in sizes for c in combinations(found, n))


@lru_cache(_KEPT)
def parts(bag: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All bags contained in a bag."""
    return tuple(sorted({c for n in range(len(bag) + 1) for c in combinations(bag, n)}))


def clockwise(order: tuple[int, ...], among: Iterable[int]) -> tuple[int, ...]:
    members = frozenset(among)
    return tuple([p for p in order if p in members])


def linked(start: int, among: Iterable[int], beside: Any, low: int) -> frozenset[int]:
    """All members of `among` joined to `start` through `among`, and `start`."""
    members, found, queue = frozenset(among), {start}, [start]
    while queue:
        for c in beside[queue.pop() - low] or ():
            if c in members and c not in found:
                found.add(c)
                queue.append(c)
    return frozenset(found)


# What `joined` found last, by start and edges, and the table of ends that it was found in.
_NETWORKS: dict[tuple[int, frozenset[int]], tuple[Any, frozenset[int]]] = {}
_MOST_NETWORKS = 4096


def joined(start: int, edges: Iterable[int], ends: Any, low: int) -> frozenset[int]:
    """All places joined to `start` by these edges, and `start`.

    Move lists ask for the same network once for every goal, and networks change seldom; so answers are kept.
    """
    key = (start, frozenset(edges))
    kept = _NETWORKS.get(key)
    if kept is not None and kept[0] is ends:
        return kept[1]
    found = _joined(start, key[1], ends, low)
    if len(_NETWORKS) >= _MOST_NETWORKS:
        _NETWORKS.clear()
    _NETWORKS[key] = (ends, found)
    return found


def _joined(start: int, edges: frozenset[int], ends: Any, low: int) -> frozenset[int]:
    beside: dict[int, list[int]] = {}
    for edge in edges:
        a, b = ends[edge - low]
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    found, queue = {start}, [start]
    while queue:
        for place in beside.get(queue.pop(), ()):
            if place not in found:
                found.add(place)
                queue.append(place)
    return frozenset(found)


def connected(values: Iterable[int], beside: Any, low: int) -> bool:
    members = frozenset(values)
    return len(members) <= 1 or linked(min(members), members, beside, low) == members


# ------------------------------------------------------------------------------------------------ ranking


def _places(rows: Rows) -> list[list[Any]]:
    """Equals together, best first; each row is (keys, thing), lower keys being better."""
    rows.sort(key=lambda row: row[0])
    out: list[list[Any]] = []
    last: Any = None
    for keys, thing in rows:
        if out and keys == last:
            out[-1].append(thing)
        else:
            out.append([thing])
        last = keys
    return out


def rank_cancel(rows: Rows) -> tuple[Any, ...]:
    return tuple([place[0] for place in _places(rows) if len(place) == 1])


def rank_never(rows: Rows, line: int, file: str) -> tuple[Any, ...]:
    places = _places(rows)
    if any(len(place) > 1 for place in places):
        raise RuleError("ties", line, (), file)
    return tuple([place[0] for place in places])


def rank_friendly(rows: Rows) -> tuple[frozenset[Any], ...]:
    return tuple([frozenset(place) for place in _places(rows)])


def rank_share(rows: Rows) -> tuple[frozenset[Any], ...]:
    out: list[frozenset[Any]] = []
    for place in _places(rows):
        out.append(frozenset(place))
        out += [frozenset()] * (len(place) - 1)
    return tuple(out)


# ------------------------------------------------------------------------------------------------ chance


@lru_cache(_KEPT)
def many_outcomes(codes: tuple[int, ...], number: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The bags of `number` independent uniform values, with multinomial weights, in lexicographic order."""
    found: list[tuple[tuple[int, ...], int]] = []

    def grow(start: int, bag: tuple[int, ...], weight: int) -> None:
        left = number - len(bag)
        if left == 0:
            found.append((bag, weight))
            return
        for i in range(start, len(codes)):
            for n in range(left, 0, -1):
                grow(i + 1, bag + (codes[i],) * n, weight // factorial(n))

    grow(0, (), factorial(number))
    return tuple(sorted(found))


def weighted(values: Iterable[Any]) -> list[tuple[Any, int]]:
    """Each distinct value with how often it occurs, in domain order."""
    counts: dict[Any, int] = {}
    for v in in_order(values):
        counts[v] = counts.get(v, 0) + 1
    return list(counts.items())


def draw_from(outcomes: Sequence[tuple[int, int]], random: Callable[[], float]) -> int:
    """One outcome, with probabilities in proportion to the weights."""
    total = sum([weight for _, weight in outcomes])
    at = int(random() * total)
    for outcome, weight in outcomes:
        at -= weight
        if at < 0:
            return outcome
    return outcomes[-1][0]


def once(make: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
    """The outcomes of a node that does not depend on the state: listed when first asked for."""
    made: list[Any] = []

    def outcomes(s: list[Any]) -> Any:
        if not made:
            made.append(make(s))
        return made[0]

    return outcomes


# ------------------------------------------------------------------------------------------------ moves as numbers

Digit = tuple[int, int, int, Any]


def decoded(digits: Sequence[Digit], x: int) -> tuple[Any, ...]:
    """The values that a number stands for: (lowest, size, stride, packing) of each."""
    out: list[Any] = []
    for low, size, stride, codec in digits:
        d = x // stride % size
        out.append(d + low if codec is None else d == 1 if codec is bool else codec.unpack(d))
    return tuple(out)


def encoded(digits: Sequence[Digit], values: Sequence[Any]) -> int:
    """The inverse; ValueError if a value is outside its type."""
    if len(values) != len(digits):
        raise ValueError(f"{len(digits)} values are needed, not {len(values)}")
    x = 0
    for (low, size, stride, codec), value in zip(digits, values, strict=True):
        d = value - low if codec is None else int(value) if codec is bool else codec.pack(value)
        if not 0 <= d < size:
            raise ValueError(f"{value} is outside its type")
        x += d * stride
    return x


def decoded_move(deeds: Sequence[tuple[int, int, Sequence[Digit]]], m: int) -> tuple[int, tuple[Any, ...]]:
    for number, (base, size, digits) in enumerate(deeds):
        if base <= m < base + size:
            return number, decoded(digits, m - base)
    raise ValueError(f"{m} is no move")


def encoded_move(deed: tuple[int, int, Sequence[Digit]], args: Sequence[Any]) -> int:
    return deed[0] + encoded(deed[2], args)


def without_twins(moves: list[int], twins: Sequence[tuple[int, int]]) -> list[int]:
    """The moves without those whose twin, the same move said otherwise, is listed, too: pairs (later, earlier)."""
    found = set(moves)
    gone = {m for m, twin in twins if twin in found}
    return [m for m in moves if m not in gone]
