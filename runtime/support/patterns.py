"""What is found along lines of places, looked up by what lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import getitem
from typing import Any

# In place of the moves of a content that has not been met: no move has this number.
_NOT_MET = (-2,)

# `getitem` for lists and single places: its own type also allows slices.
_AT: Callable[[list[tuple[int, ...]], int], tuple[int, ...]] = getitem

Vector = list[Any]
Finder = Callable[[Vector, int, int], list[int]]


class Patterns:
    """The moves of a generator of which each follows from what lies on one line.

    find(s, you, line) finds those of one line on a vector that need hold nothing else; blank: any vector; lines: the
    addresses of each, whose values are low … low + radix - 1. The content of a line is a number, kept in the vector
    from `slot` on: the value at its n-th address, less `low`, is digit n. Where the first is None, none is known.
    """

    __slots__ = ("_find", "_blank", "_slot", "_end", "_low", "_radix", "_lines", "_known", "_same")

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
        # For each player and line: content -> moves.
        self._known: dict[int, list[list[tuple[int, ...]]]] = {
            you: [[_NOT_MET] * radix ** len(line) for line in lines] for you in seats
        }
        self._same: dict[tuple[int, ...], tuple[int, ...]] = {}

    def moves(self, s: Vector, you: int) -> list[int]:
        """All moves, in order."""
        if s[self._slot] is None:
            self.read(s)
        known, contents = self._known[you], s[self._slot : self._end]
        found: set[int] = set().union(*filter(None, map(_AT, known, contents)))
        if _NOT_MET[0] in found:
            self._meet(known, contents, you)
            found = set().union(*map(_AT, known, contents))
        return sorted(found)

    def any(self, s: Vector, you: int) -> bool:
        """Is there a move?"""
        return bool(self.moves(s, you))

    def read(self, s: Vector) -> None:
        """Make the numbers anew."""
        low, radix = self._low, self._radix
        numbers = [sum((s[at] - low) * radix**n for n, at in enumerate(line)) for line in self._lines]
        s[self._slot : self._end] = numbers

    def _meet(self, known: list[list[tuple[int, ...]]], contents: list[int], you: int) -> None:
        for number, content in enumerate(contents):
            if known[number][content] is _NOT_MET:
                found = tuple(self._find(self._holding(number, content), you, number))
                known[number][content] = self._same.setdefault(found, found)

    def _holding(self, number: int, content: int) -> Vector:
        """A vector with this content on the line."""
        s = self._blank[:]
        for at in self._lines[number]:
            content, digit = divmod(content, self._radix)
            s[at] = digit + self._low
        return s
