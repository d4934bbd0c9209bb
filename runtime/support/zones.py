"""Zones in the vector: bags and piles of components, known or not (semantics 7.5, 7.7, 8).

A keeper knows how the zones of one form are kept; a zone is a keeper and an address. Components are codes of one type;
digits are `code - low`. `where` is (line, file, name) of what a failing move is said about.

- `Bag`: a count for each kind.
- `Pile`: a packed integer, the top in the lowest digit, each digit + 1; and the number of components.

What may hold undrawn components is in `support/pools.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from hoyle.runtime.errors import RuleError

Where = tuple[int, str, str]
Weights = list[tuple[int, int]]
LENGTH = 1
NONE = -1


def fail(message: str, where: Where, *values: object) -> NoReturn:
    raise RuleError(message, where[0], (where[2], *values), where[1])


class Keeper:
    """What all forms share; a form says how one component is put and taken."""

    ordered = False

    def __init__(self, low: int, size: int) -> None:
        self.low = low
        self.size = size

    def count(self, s: list[Any], at: int) -> int:
        raise NotImplementedError

    def put(self, s: list[Any], at: int, c: int) -> None:
        raise NotImplementedError

    def take(self, s: list[Any], at: int, c: int, where: Where) -> None:
        """A named component leaves: the topmost copy."""
        raise NotImplementedError

    def take_top(self, s: list[Any], at: int, where: Where) -> int:
        """Of a pile the top, of a bag one of the only kind, leaves."""
        raise NotImplementedError

    def values(self, s: list[Any], at: int) -> tuple[int, ...] | None:
        raise NotImplementedError

    def clear(self, s: list[Any], at: int) -> None:
        raise NotImplementedError

    # ---------------------------------------------------------------------------------------- the same for all

    def listed(self, s: list[Any], at: int) -> tuple[int, ...] | None:
        return self.values(s, at)

    def kinds(self, s: list[Any], at: int) -> tuple[int, ...] | None:
        """Each kind once."""
        found = self.values(s, at)
        return None if found is None else tuple(dict.fromkeys(found))

    def holds(self, s: list[Any], at: int, c: int) -> bool | None:
        found = self.values(s, at)
        return None if found is None else c in found

    def fill(self, s: list[Any], at: int, components: Sequence[int]) -> None:
        """The zone gets these, the first on top."""
        for c in reversed(components):
            self.put(s, at, c)

    def set(self, s: list[Any], at: int, components: Sequence[int]) -> None:
        """Exactly these, known."""
        self.clear(s, at)
        self.fill(s, at, components)

    def give(self, s: list[Any], at: int, other: Keeper, to: int, where: Where) -> None:
        """One component moves, the top."""
        other.put(s, to, self.take_top(s, at, where))

    def move_top(self, s: list[Any], at: int, other: Keeper, to: int, n: int, where: Where, most: bool = False) -> None:
        if n < 0:
            fail("negative_amount", where, n)
        have = self.count(s, at)
        if most:
            n = min(n, have)
        elif n > have:
            fail("lacks", where)
        for _ in range(n):
            self.give(s, at, other, to, where)

    def move_this(self, s: list[Any], at: int, other: Keeper, to: int, c: int, where: Where) -> None:
        self.take(s, at, c, where)
        other.put(s, to, c)

    def move_these(
        self, s: list[Any], at: int, other: Keeper, to: int, components: Iterable[int], where: Where
    ) -> None:
        for c in components:
            self.move_this(s, at, other, to, c, where)

    def move_all(self, s: list[Any], at: int, other: Keeper, to: int, where: Where) -> None:
        """One by one: a pile is turned over, of a bag the last in domain order comes on top."""
        found = self.values(s, at)
        assert found is not None
        self.clear(s, at)
        for c in found:
            other.put(s, to, c)

    def take_drawn(self, s: list[Any], at: int, c: int, where: Where) -> None:
        """What chance chose leaves."""
        self.take(s, at, c, where)

    def draws(self, s: list[Any], at: int) -> Weights:
        """What may be drawn: of a pile its top, of a bag each kind by copies."""
        raise NotImplementedError

    def certain_draw(self, s: list[Any], at: int, where: Where) -> int | None:
        """What is drawn if it can be one thing only, else None."""
        found = self.draws(s, at)
        if not found:
            fail("nothing_to_draw", where)
        return found[0][0] if len(found) == 1 else None

    def sample_draw(self, s: list[Any], at: int, random: Callable[[], float]) -> int:
        """One of them at random."""
        found = self.draws(s, at)
        left = int(random() * sum([n for _, n in found]))
        for c, n in found:
            left -= n
            if left < 0:
                return c
        return found[-1][0]


class Bag(Keeper):
    """A count for each kind."""

    def count(self, s: list[Any], at: int) -> int:
        return sum(s[at : at + self.size])

    def put(self, s: list[Any], at: int, c: int) -> None:
        s[at + c - self.low] += 1

    def take(self, s: list[Any], at: int, c: int, where: Where) -> None:
        place = at + c - self.low
        if not at <= place < at + self.size or not s[place]:
            fail("lacks", where)
        s[place] -= 1

    def take_top(self, s: list[Any], at: int, where: Where) -> int:
        found = [d for d in range(self.size) if s[at + d]]
        if not found:
            fail("lacks", where)
        if len(found) > 1:
            fail("many_kinds", where)
        s[at + found[0]] -= 1
        return found[0] + self.low

    def values(self, s: list[Any], at: int) -> tuple[int, ...]:
        low = self.low
        return tuple([d + low for d, n in enumerate(s[at : at + self.size]) for _ in range(n)])

    def kinds(self, s: list[Any], at: int) -> tuple[int, ...]:
        low = self.low
        return tuple([d + low for d, n in enumerate(s[at : at + self.size]) if n])

    def holds(self, s: list[Any], at: int, c: int) -> bool:
        place = c - self.low
        return 0 <= place < self.size and s[at + place] > 0

    def clear(self, s: list[Any], at: int) -> None:
        s[at : at + self.size] = [0] * self.size

    def draws(self, s: list[Any], at: int) -> Weights:
        low = self.low
        return [(d + low, n) for d, n in enumerate(s[at : at + self.size]) if n]


class Pile(Keeper):
    """A packed integer and a length."""

    ordered = True

    def __init__(self, low: int, size: int) -> None:
        super().__init__(low, size)
        self.bits = size.bit_length()
        self.digit = (1 << self.bits) - 1

    def count(self, s: list[Any], at: int) -> int:
        n: int = s[at + LENGTH]
        return n

    def top(self, s: list[Any], at: int) -> int:
        return (s[at] & self.digit) - 1 + self.low if s[at + LENGTH] else NONE

    def put(self, s: list[Any], at: int, c: int) -> None:
        s[at] = s[at] << self.bits | (c - self.low + 1)
        s[at + LENGTH] += 1

    def take_top(self, s: list[Any], at: int, where: Where) -> int:
        if not s[at + LENGTH]:
            fail("lacks", where)
        c: int = (s[at] & self.digit) - 1 + self.low
        s[at] >>= self.bits
        s[at + LENGTH] -= 1
        return c

    def take(self, s: list[Any], at: int, c: int, where: Where) -> None:
        found = list(self.prefix(s, at))
        if c not in found:
            fail("lacks", where)
        found.remove(c)
        self._write(s, at, found)

    def _write(self, s: list[Any], at: int, components: Sequence[int]) -> None:
        packed = 0
        for c in reversed(components):
            packed = packed << self.bits | (c - self.low + 1)
        s[at] = packed
        s[at + LENGTH] = len(components)

    def prefix(self, s: list[Any], at: int) -> tuple[int, ...]:
        packed, out, low = s[at], [], self.low - 1
        while packed:
            out.append((packed & self.digit) + low)
            packed >>= self.bits
        return tuple(out)

    def values(self, s: list[Any], at: int) -> tuple[int, ...] | None:
        return self.prefix(s, at)

    def clear(self, s: list[Any], at: int) -> None:
        s[at] = s[at + LENGTH] = 0

    def draws(self, s: list[Any], at: int) -> Weights:
        return [(self.top(s, at), 1)] if s[at + LENGTH] else []
