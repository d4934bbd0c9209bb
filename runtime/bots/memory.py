"""What a player remembers of hidden places in games where something is shown: what lay there when it was shown
(semantics 7.8), and what the player put there.

It is forgotten when the place is handled in a way that could have taken it away: everybody at a table sees that a hand
is touched, though not what leaves it. What leaves it openly is known to be gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from attrs import define, field

from hoyle.runtime.bots.habits import Habits, Place
from hoyle.runtime.bots.past import Entry
from hoyle.runtime.compiled import Vector, copied
from hoyle.runtime.rules import Rules
from hoyle.runtime.support import Hidden
from hoyle.runtime.support import Vector as DebugVector
from hoyle.runtime.support.fields import address
from hoyle.runtime.support.pools import Pooled
from hoyle.runtime.support.zones import Pile

Known = dict[tuple[int, tuple[int, ...]], tuple[int, ...]]  # by field and place: components, in domain order


class _Handled(DebugVector):
    """A vector that notes which of its places are written to; it has what a debug build's vector has, too."""

    def __init__(self, values: Vector) -> None:
        super().__init__(values)
        self.__dict__.update(getattr(copied(values), "__dict__", {}))
        self.places: set[int] = set()

    def __setitem__(self, place: Any, value: Any) -> None:
        self.places.update(range(*place.indices(len(self))) if isinstance(place, slice) else [place])
        super().__setitem__(place, value)


def known_of(rules: Rules, habits: Habits, seat: int, past: Iterable[Entry], now: Vector) -> Known:
    """What a seat knows of hidden zones. past: all that happened, in order; now: where it led."""
    if not rules.module.SHOWN:
        return {}
    entries = list(past)
    memory = _Memory(rules, habits, seat)
    for number, entry in enumerate(entries):
        memory.see(entry, entries[number + 1].before if number + 1 < len(entries) else now)
    return {place: tuple(sorted(codes.elements())) for place, codes in memory.known.items() if codes}


@define
class _Memory:
    rules: Rules
    habits: Habits
    seat: int
    known: dict[tuple[int, tuple[int, ...]], Counter[int]] = field(factory=dict)
    open: Counter[int] | None = None  # what was seen after the last event

    def see(self, entry: Entry, after: Vector) -> None:
        """One event: what was handled, then what was shown."""
        before = self.open or self._open(entry.before)
        self.open = self._open(after)
        gone, come = before - self.open, self.open - before
        if self.known or gone:
            self._handle(entry, after, gone, come)
        for number, value, seats, place in entry.shown:
            of = self.rules.module.SHOWN[number][3]
            if self.seat in seats and of >= 0 and self.rules.info.fields[of].kind in ("bag", "pile"):
                self.known[of, place] = Counter(value)

    def _open(self, s: Vector) -> Counter[int]:
        """The components of hidden zones' types that the seat sees."""
        found = Counter[int]()
        for info, place in self.habits.holders:
            view = self.rules.module.view_field(s, info.number, place, self.seat)
            found.update(view if isinstance(view, tuple) else ())
        return found

    def _handle(self, entry: Entry, after: Vector, gone: Counter[int], come: Counter[int]) -> None:
        touched = self._touched(entry)
        hidden = [place for place in touched if self._is_hidden(after, place)]
        for info, place in touched:
            key = (info.number, place)
            if key in self.known:
                more = self._count(after, (info, place)) - self._count(entry.before, (info, place))
                if more < 0 and come.total() >= -more:
                    self.known[key] -= come
                elif more <= 0:
                    del self.known[key]
        if gone and len(hidden) == 1:
            info, place = hidden[0]
            self.known[info.number, place] = self.known.get((info.number, place), Counter()) + gone

    def _touched(self, entry: Entry) -> list[Place]:
        """The hidden zones that were handled: the same step once more, on a vector that notes it."""
        s = _Handled(entry.before)
        self.rules.module.step(s, entry.code)
        return [place for place in self.habits.zones if not s.places.isdisjoint(self._extent(place))]

    def _extent(self, place: Place) -> range:
        laid = self.rules.module.FIELDS[place[0].number]  # type: ignore[attr-defined]
        at, keeper = address(laid, place[1]), laid[3]
        return range(at, at + (7 if isinstance(keeper, Pooled) else 2 if isinstance(keeper, Pile) else keeper.size))

    def _is_hidden(self, s: Vector, place: Place) -> bool:
        return isinstance(self.rules.module.view_field(s, place[0].number, place[1], self.seat), Hidden)

    def _count(self, s: Vector, place: Place) -> int:
        prefix, rest, tokens, *_ = self.rules.module.read_field(s, place[0].number, place[1])
        return len(prefix) + len(rest) + int(tokens)
