"""What is found along lines of places, looked up by what lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import getitem
from typing import Any

# Contents of one line that are remembered for one player; then it forgets them all.
_REMEMBERED = 1 << 13

Vector = list[Any]
Finder = Callable[[Vector, int, int], list[int]]


class _Line(dict[int, tuple[int, ...]]):
    """content of a line -> the moves that it allows to a player."""

    __slots__ = ("_patterns", "_number", "_you", "_same")

    def __init__(self, patterns: Patterns, number: int, you: int) -> None:
        self._patterns, self._number, self._you = patterns, number, you
        self._same: dict[tuple[int, ...], tuple[int, ...]] = {}

    def __missing__(self, content: int) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = tuple(self._patterns.found(self._number, content, self._you))
        self[content] = found = self._same.setdefault(found, found)
        return found


class Patterns:
    """The moves of a generator of which each follows from what lies on one line.

    find(s, you, line) finds those of one line on a vector that need hold nothing else; blank: any vector; lines: the
    addresses of each, whose values are low … low + radix - 1. The content of a line is a number, kept in the vector
    from `slot` on: the value at its n-th address, less `low`, is digit n. Where the first is None, none is known.
    """

    __slots__ = ("_find", "_blank", "_slot", "_end", "_low", "_radix", "_lines", "_known")

    def __init__(
        self,
        find: Finder,
        blank: Vector,
        seats: Iterable[int],
        slot: int,
        low: int,
        radix: int,
        lines: Sequence[tuple[int, ...]],
    ) -> None:
        self._find, self._blank, self._slot, self._end = find, blank, slot, slot + len(lines)
        self._low, self._radix, self._lines = low, radix, lines
        self._known = {you: tuple(_Line(self, k, you) for k in range(len(lines))) for you in seats}

    def moves(self, s: Vector, you: int) -> list[int]:
        """All moves, in order."""
        if s[self._slot] is None:
            self.read(s)
        return sorted(set().union(*filter(None, map(getitem, self._known[you], s[self._slot : self._end]))))

    def any(self, s: Vector, you: int) -> bool:
        """Is there a move?"""
        if s[self._slot] is None:
            self.read(s)
        return any(map(getitem, self._known[you], s[self._slot : self._end]))

    def read(self, s: Vector) -> None:
        """Make the numbers anew."""
        low, radix = self._low, self._radix
        numbers = [sum((s[at] - low) * radix**n for n, at in enumerate(line)) for line in self._lines]
        s[self._slot : self._end] = numbers

    def found(self, number: int, content: int, you: int) -> list[int]:
        """The moves along one line, worked out."""
        s = self._blank[:]
        for at in self._lines[number]:
            content, digit = divmod(content, self._radix)
            s[at] = digit + self._low
        return self._find(s, you, number)
