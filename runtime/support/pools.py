"""Zones that may hold what is not yet known (semantics 7.7).

A zone's places are: the known prefix (packed), its length, the known rest (a packed count for
  each kind), tokens, the pool they come from (the address of the first zone that holds tokens of it; 0: none), that
  pool's content (only at that zone), the size of the known rest. So equal positions are equal vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from hoyle.runtime.support.zones import LENGTH, NONE, Keeper, Pile, Weights, Where, fail

# Bits of the count of one kind in a packed multiset.
_COUNT = 12
_MOST = (1 << _COUNT) - 1
_REST, TOKENS, POOL, _CONTENT, _RESTING = 2, 3, 4, 5, 6


@lru_cache(1 << 14)
def unpacked(packed: int, low: int) -> tuple[tuple[int, int], ...]:
    """Kinds and their numbers of a packed multiset."""
    out, c = [], low
    while packed:
        n = packed & _MOST
        if n:
            out.append((c, n))
        packed >>= _COUNT
        c += 1
    return tuple(out)


@lru_cache(1 << 14)
def expanded(packed: int, low: int) -> tuple[int, ...]:
    """A packed multiset as a bag."""
    return tuple([c for c, n in unpacked(packed, low) for _ in range(n)])


def sole(packed: int) -> int:
    """The digit of the only kind of a packed multiset that is not empty; -1 if there are several."""
    lowest = ((packed & -packed).bit_length() - 1) // _COUNT
    return lowest if lowest == (packed.bit_length() - 1) // _COUNT else -1


class Pooled(Pile):
    """A bag or pile that may hold what is undrawn. `places`: the addresses of all zones of this type that may."""

    def __init__(self, low: int, size: int, ordered: bool, places: tuple[int, ...]) -> None:
        super().__init__(low, size)
        self.ordered = ordered
        self.places = places

    # ---------------------------------------------------------------------------------------- reading

    def count(self, s: list[Any], at: int) -> int:
        return s[at + LENGTH] + s[at + _RESTING] + s[at + TOKENS]  # type: ignore[no-any-return]

    def _unpacked(self, packed: int) -> tuple[tuple[int, int], ...]:
        return unpacked(packed, self.low)

    def rest(self, s: list[Any], at: int) -> tuple[int, ...]:
        """The known rest as a bag."""
        return expanded(s[at + _REST], self.low)

    def pool(self, s: list[Any], at: int) -> tuple[int, ...]:
        """What the tokens here may be, as a bag."""
        first = s[at + POOL]
        return expanded(s[first + _CONTENT], self.low) if first else ()

    def values(self, s: list[Any], at: int) -> tuple[int, ...] | None:
        if s[at + TOKENS]:
            return None
        return self.prefix(s, at) + self.rest(s, at)

    def holds(self, s: list[Any], at: int, c: int) -> bool | None:
        if c in self.prefix(s, at) or c in self.rest(s, at):
            return True
        return None if c in self.pool(s, at) else False

    def top(self, s: list[Any], at: int) -> Any:
        if s[at + LENGTH]:
            return (s[at] & self.digit) - 1 + self.low
        if not s[at + _RESTING] and not s[at + TOKENS]:
            return NONE
        return self.certain_next(s, at, (0, "", ""))

    def undrawn_top(self, s: list[Any], at: int) -> bool:
        return not s[at + LENGTH] and bool(s[at + _RESTING] or s[at + TOKENS])

    def undrawn_next(self, s: list[Any], at: int) -> bool:
        return bool(s[at + _RESTING] or s[at + TOKENS])

    def undrawn_any(self, s: list[Any], at: int) -> bool:
        return bool(s[at + TOKENS] > 0)

    def undrawn_mixed(self, s: list[Any], at: int) -> bool:
        if not s[at + TOKENS] or not s[at + _RESTING]:
            return False
        pool = set(self.pool(s, at))
        return any(c in pool for c in self.rest(s, at))

    # ---------------------------------------------------------------------------------------- chance

    def uncovers_next(self, s: list[Any], at: int) -> Weights:
        """What the topmost unknown place may hold: known members by copies, each token as its pool."""
        known = dict(self._unpacked(s[at + _REST]))
        tokens = s[at + TOKENS]
        if not tokens:
            return list(known.items())
        if not known:
            return list(self._unpacked(s[s[at + POOL] + _CONTENT]))
        content = dict(self._unpacked(s[s[at + POOL] + _CONTENT]))
        size = sum(content.values())
        kinds = sorted({*known, *content})
        return [(c, known.get(c, 0) * size + tokens * content.get(c, 0)) for c in kinds]

    uncovers_top = uncovers_next

    def uncovers_any(self, s: list[Any], at: int) -> Weights:
        """What one token may be."""
        return list(self._unpacked(s[s[at + POOL] + _CONTENT])) if s[at + TOKENS] else []

    def draws(self, s: list[Any], at: int) -> Weights:
        if s[at + LENGTH]:
            return [(self.top(s, at), 1)]
        return self.uncovers_next(s, at)

    def certain_next(self, s: list[Any], at: int, where: Where) -> int | None:
        """What the topmost unknown place holds if it can be one thing only, else None."""
        known, tokens = s[at + _REST], s[at + TOKENS]
        content = s[s[at + POOL] + _CONTENT] if tokens else 0
        if not known and not content:
            fail("nothing_to_draw", where)
        if known and content:
            one, other = sole(known), sole(content)
            return one + self.low if one == other and one >= 0 else None
        digit = sole(known or content)
        return digit + self.low if digit >= 0 else None

    certain_top = certain_next

    def certain_any(self, s: list[Any], at: int, where: Where) -> int | None:
        if not s[at + TOKENS]:
            fail("nothing_to_draw", where)
        digit = sole(s[s[at + POOL] + _CONTENT])
        return digit + self.low if digit >= 0 else None

    def certain_draw(self, s: list[Any], at: int, where: Where) -> int | None:
        if s[at + LENGTH]:
            return (s[at] & self.digit) - 1 + self.low  # type: ignore[no-any-return]
        return self.certain_next(s, at, where)

    def sample_next(self, s: list[Any], at: int, random: Callable[[], float]) -> int:
        """What the topmost unknown place holds, at random."""
        resting, tokens = s[at + _RESTING], s[at + TOKENS]
        from_rest = not tokens or (resting and random() * (resting + tokens) < resting)
        found = expanded(s[at + _REST] if from_rest else s[s[at + POOL] + _CONTENT], self.low)
        return found[int(random() * len(found))]

    sample_top = sample_next

    def sample_any(self, s: list[Any], at: int, random: Callable[[], float]) -> int:
        found = self.pool(s, at)
        return found[int(random() * len(found))]

    def sample_draw(self, s: list[Any], at: int, random: Callable[[], float]) -> int:
        if s[at + LENGTH]:
            return (s[at] & self.digit) - 1 + self.low  # type: ignore[no-any-return]
        return self.sample_next(s, at, random)

    def reveal_next(self, s: list[Any], at: int, c: int) -> None:
        """The topmost unknown place holds `c`: it ends the known prefix."""
        self._from_rest(s, at, c)
        s[at] |= (c - self.low + 1) << (self.bits * s[at + LENGTH])
        s[at + LENGTH] += 1

    reveal_top = reveal_next

    def reveal_any(self, s: list[Any], at: int, c: int) -> None:
        """One token is a `c` of the known rest."""
        self._token_leaves(s, at, c)
        self._join_rest(s, at, c)

    # ---------------------------------------------------------------------------------------- one component

    def put(self, s: list[Any], at: int, c: int) -> None:
        if self.ordered:
            super().put(s, at, c)
        else:
            self._join_rest(s, at, c)

    def _join_rest(self, s: list[Any], at: int, c: int) -> None:
        s[at + _REST] += 1 << (_COUNT * (c - self.low))
        s[at + _RESTING] += 1

    def take(self, s: list[Any], at: int, c: int, where: Where) -> None:
        if c in self.prefix(s, at):
            super().take(s, at, c, where)
        elif c >= self.low and s[at + _REST] >> (_COUNT * (c - self.low)) & _MOST:
            self._from_rest(s, at, c)
        else:
            fail("lacks", where)

    def take_top(self, s: list[Any], at: int, where: Where) -> int:
        if s[at + LENGTH]:
            return super().take_top(s, at, where)
        found = self.uncovers_next(s, at)
        if not found:
            fail("lacks", where)
        if len(found) > 1:
            fail("many_kinds", where)
        self._from_rest(s, at, found[0][0])
        return found[0][0]

    def take_drawn(self, s: list[Any], at: int, c: int, where: Where) -> None:
        if s[at + LENGTH]:
            self.take(s, at, c, where)
        else:
            self._from_rest(s, at, c)

    def _from_rest(self, s: list[Any], at: int, c: int) -> None:
        """A member of the rest leaves: a known one if there is one, else a token that turns out to be `c`."""
        if s[at + _REST] >> (_COUNT * (c - self.low)) & _MOST:
            s[at + _REST] -= 1 << (_COUNT * (c - self.low))
            s[at + _RESTING] -= 1
        else:
            self._token_leaves(s, at, c)

    def _token_leaves(self, s: list[Any], at: int, c: int) -> None:
        first = s[at + POOL]
        s[first + _CONTENT] -= 1 << (_COUNT * (c - self.low))
        s[at + TOKENS] -= 1
        if not s[at + TOKENS]:
            s[at + POOL] = 0
        self._renumber(s, first)

    # ---------------------------------------------------------------------------------------- pools

    def _renumber(self, s: list[Any], first: int) -> None:
        """The pool known by `first` gets the address of its first holder; of a single holder it is the known rest."""
        holders = [a for a in self.places if s[a + POOL] == first]
        content = s[first + _CONTENT]
        if not holders:
            s[first + _CONTENT] = 0
            return
        if len(holders) == 1:
            at = holders[0]
            s[first + _CONTENT] = 0
            s[at + _REST] += content
            s[at + _RESTING] += s[at + TOKENS]
            s[at + TOKENS] = s[at + POOL] = 0
        elif holders[0] != first:
            s[first + _CONTENT] = 0
            s[holders[0] + _CONTENT] = content
            for a in holders:
                s[a + POOL] = holders[0]

    def must_draw(self, s: list[Any], at: int, other: Keeper, to: int, seen: bool) -> bool:
        """Would one component that moves have to be drawn first? (semantics 7.7)"""
        if s[at + LENGTH]:
            return False
        resting, tokens = s[at + _RESTING], s[at + TOKENS]
        if not self.ordered and not tokens:
            return False
        if not resting and not tokens:
            return False
        if seen or (resting and tokens) or not isinstance(other, Pooled):
            return True
        if not other.count(s, to):
            return False
        only_tokens = not s[to + LENGTH] and not s[to + _RESTING]
        return not (tokens and only_tokens and s[to + POOL] == s[at + POOL])

    def give(self, s: list[Any], at: int, other: Keeper, to: int, where: Where) -> None:
        stays = isinstance(other, Pooled) and (self.ordered or s[at + TOKENS] > 0)
        if s[at + LENGTH] or not stays or to == at or self.must_draw(s, at, other, to, False):
            super().give(s, at, other, to, where)
            return
        if not s[at + TOKENS]:
            self._becomes_pool(s, at)
        first = s[at + POOL]
        s[at + TOKENS] -= 1
        s[to + TOKENS] += 1
        s[to + POOL] = first
        if s[at + TOKENS]:
            if to < first:
                self._renumber(s, first)
        else:
            s[at + POOL] = 0
            self._renumber(s, first)

    def _becomes_pool(self, s: list[Any], at: int) -> None:
        s[at + TOKENS], s[at + _CONTENT] = s[at + _RESTING], s[at + _REST]
        s[at + _RESTING] = s[at + _REST] = 0
        s[at + POOL] = at

    def moves_whole(self, s: list[Any], at: int, other: Keeper, to: int) -> bool:
        """May everything move as it lies? If it is known, or to an empty zone without turning the unknown over."""
        if not s[at + TOKENS] and (not self.ordered or not s[at + _RESTING]):
            return True
        if not isinstance(other, Pooled) or other.count(s, to):
            return False
        return not (self.ordered and other.ordered and s[at + LENGTH])

    def move_all(self, s: list[Any], at: int, other: Keeper, to: int, where: Where) -> None:
        known = not s[at + TOKENS] and (not self.ordered or not s[at + _RESTING])
        if known or to == at or not isinstance(other, Pooled):
            super().move_all(s, at, other, to, where)
            return
        if not other.ordered:
            self.shuffle(s, at)
        first = s[at + POOL]
        content = s[at + _CONTENT]
        s[to : to + _CONTENT] = s[at : at + _CONTENT]
        s[to + _RESTING] = s[at + _RESTING]
        s[at : at + _CONTENT] = [0] * _CONTENT
        s[at + _RESTING] = 0
        if first:
            s[at + _CONTENT] = content
            self._renumber(s, first)

    def shuffle(self, s: list[Any], at: int) -> None:
        """The order is unknown from now on: the prefix joins the rest."""
        for c in self.prefix(s, at):
            self._join_rest(s, at, c)
        s[at] = s[at + LENGTH] = 0

    def clear(self, s: list[Any], at: int) -> None:
        """Everything that lies here is gone, undrawn components as the tokens they are."""
        first = s[at + POOL]
        s[at : at + _CONTENT] = [0] * _CONTENT
        s[at + _RESTING] = 0
        if first:
            self._renumber(s, first)

    def write(
        self,
        s: list[Any],
        at: int,
        prefix: Sequence[int],
        rest: Iterable[int],
        tokens: int,
        pool: Iterable[int],
        number: int,
    ) -> None:
        """Exactly this; the pool is shared with the zones whose pool has this number."""
        s[at : at + _RESTING + 1] = [0] * (_RESTING + 1)
        self._write(s, at, prefix)
        for c in rest:
            self._join_rest(s, at, c)
        if tokens:
            s[at + TOKENS], s[at + POOL] = tokens, number
            s[number + _CONTENT] = sum([1 << (_COUNT * (c - self.low)) for c in pool])


def swap(s: list[Any], a: Keeper, at: int, b: Keeper, to: int) -> None:
    """Two zones exchange their contents."""
    if at == to:
        return
    if isinstance(a, Pooled) and isinstance(b, Pooled) and a.ordered == b.ordered:
        first, second = s[at + POOL], s[to + POOL]
        for i in (*range(_CONTENT), _RESTING):
            s[at + i], s[to + i] = s[to + i], s[at + i]
        for pool in {first, second} - {0}:
            a._renumber(s, pool)
        return
    mine, theirs = a.values(s, at), b.values(s, to)
    assert mine is not None and theirs is not None
    a.set(s, at, theirs)
    b.set(s, to, mine)


def gather(s: list[Any], keeper: Keeper, at: int, keepers: Sequence[Keeper], places: Iterable[tuple[int, int]]) -> None:
    """Every copy, wherever it lies, comes to the pile `at`, known, in domain order (semantics 8.4)."""
    found: list[int] = []
    everywhere = list(places)
    for number, place in everywhere:
        of = keepers[number]
        if isinstance(of, Pooled):
            found += of.prefix(s, place) + of.rest(s, place)
            if s[place + POOL] == place:
                found += of.pool(s, place)
        else:
            found += of.values(s, place) or ()
    for number, place in everywhere:
        width = _RESTING + 1 if isinstance(keepers[number], Pooled) else 0
        if width:
            s[place : place + width] = [0] * width
        else:
            keepers[number].clear(s, place)
    keeper.fill(s, at, sorted(found))
