"""Zones of the reference interpreter: a known prefix over a rest of known components and of tokens (semantics 7.7).

Everything is written out, nothing is packed. A bag has no prefix. A zone without tokens is simply known, but for the
order of a pile's rest.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from attrs import define, field

from hoyle.compiler.ir import Undrawn


class RuleError(Exception):
    """The rules ask for something impossible (semantics 4.4)."""


@define(eq=False)
class Pool:
    """What the tokens of one pool may be: as many components as there are tokens."""

    content: Counter[int]


class UndrawnError(AssertionError):
    """An undrawn component was read: rules do so only where nobody is told (scores in the middle of a game)."""


@define(eq=False)
class ZoneState:
    pile: bool
    prefix: list[int] = field(factory=list)
    rest: Counter[int] = field(factory=Counter)
    tokens: int = 0
    pool: Pool | None = None

    @property
    def size(self) -> int:
        return len(self.prefix) + self.rest.total() + self.tokens

    @property
    def empty(self) -> bool:
        return self.size == 0

    @property
    def top_is_known(self) -> bool:
        return bool(self.prefix)

    def known(self) -> tuple[int, ...]:
        """The content as a value: of a pile top first, of what is unordered in domain order."""
        if self.tokens:
            raise UndrawnError
        rest = tuple(sorted(self.rest.elements()))
        return (*self.prefix, *rest) if self.pile else rest

    def copy(self, pools: dict[Pool, Pool]) -> ZoneState:
        pool = None
        if self.pool is not None:
            pool = pools.setdefault(self.pool, Pool(Counter(self.pool.content)))
        return ZoneState(self.pile, list(self.prefix), Counter(self.rest), self.tokens, pool)

    # ------------------------------------------------------------------------------------------ putting, taking

    def put(self, component: int) -> None:
        """A known component: on top of a pile, among the known of a bag."""
        if self.pile:
            self.prefix.insert(0, component)
        else:
            self.rest[component] += 1

    def take_named(self, component: int) -> None:
        if component in self.prefix:
            self.prefix.remove(component)
        elif self.rest[component] > 0:
            self._remove(component)
        else:
            raise RuleError("it is not there")

    def take_drawn(self, component: int) -> None:
        """The component that chance named: the top of a pile, or any of a bag."""
        if self.prefix:
            assert self.prefix[0] == component
            self.prefix.pop(0)
        elif self.rest[component] > 0:
            self._remove(component)
        else:
            self._spend(component)

    def _remove(self, component: int) -> None:
        self.rest[component] -= 1
        self.rest = +self.rest

    def _spend(self, component: int) -> None:
        """A token turns out to be this component, and is gone."""
        assert self.pool is not None and self.tokens > 0 and self.pool.content[component] > 0
        self.pool.content[component] -= 1
        self.pool.content = +self.pool.content
        self.tokens -= 1

    # ------------------------------------------------------------------------------------------ the unknown

    def outcomes(self, place: str) -> dict[int, Fraction]:
        """What may turn up: the next drawn (or topmost unknown), or for "any" what one token is."""
        if place == "draw" and self.prefix:
            return {self.prefix[0]: Fraction(1)}
        known = Counter() if place == "any" else self.rest
        unknown = 1 if place == "any" else self.tokens
        total = known.total() + unknown
        found: dict[int, Fraction] = {c: Fraction(n, total) for c, n in known.items()}
        if self.tokens and self.pool is not None:
            size = self.pool.content.total()
            for c, n in self.pool.content.items():
                found[c] = found.get(c, Fraction(0)) + Fraction(unknown * n, total * size)
        return {c: found[c] for c in sorted(found)}

    def reveal(self, place: str, component: int) -> None:
        if place == "any":
            self._spend(component)
            self.rest[component] += 1
            return
        if self.rest[component] > 0:
            self._remove(component)
        else:
            self._spend(component)
        self.prefix.append(component)

    def undrawn(self, place: str) -> bool:
        """See `ir.Undrawn`."""
        match place:
            case "top":
                return not self.prefix and not self.empty
            case "next":
                return self.pile and self.rest.total() + self.tokens > 0
            case "any":
                return self.tokens > 0
            case "mixed":
                return bool(self.tokens and self.pool is not None and (self.rest & self.pool.content))
        raise ValueError(place)

    def shuffle(self) -> None:
        self.rest.update(self.prefix)
        self.prefix = []

    def only_tokens_of(self, pool: Pool | None) -> bool:
        return self.empty or (not self.prefix and not self.rest.total() and self.pool is pool is not None)


def must_draw(source: ZoneState, target: ZoneState, seen: bool) -> bool:
    """See `ir.MustDraw`; seen: may somebody see the content of the target?"""
    if source.prefix or source.empty or (not source.pile and not source.tokens):
        return False
    mixed = source.rest.total() > 0 and source.tokens > 0
    pool = source.pool if source.tokens else None
    return seen or mixed or not target.only_tokens_of(pool)


def move_token(source: ZoneState, target: ZoneState) -> None:
    """One undrawn component, as it is: the known rest becomes a pool first."""
    if not source.tokens:
        source.pool, source.tokens = Pool(source.rest), source.rest.total()
        source.rest = Counter()
    source.tokens -= 1
    target.tokens += 1
    target.pool = source.pool


def moves_whole(source: ZoneState, target: ZoneState) -> bool:
    """See `ir.MovesWhole`."""
    unknown = source.tokens > 0 or (source.pile and source.rest.total() > 0)
    if not unknown:
        return True
    return target.empty and (not target.pile or not source.prefix)


def move_all(source: ZoneState, target: ZoneState) -> None:
    """Everything; undrawn parts only to an empty zone."""
    unknown = source.tokens > 0 or (source.pile and source.rest.total() > 0)
    if not unknown:
        for c in source.known():
            target.put(c)
    else:
        assert target.empty
        target.rest, target.tokens, target.pool = Counter(source.rest), source.tokens, source.pool
        target.rest.update(source.prefix)
    source.prefix, source.rest, source.tokens, source.pool = [], Counter(), 0, None


def settle(zones: list[ZoneState]) -> None:
    """Tokens that are all of their pool, in one zone, are its known rest."""
    holders: dict[Pool, list[ZoneState]] = {}
    for z in zones:
        if z.tokens and z.pool is not None:
            holders.setdefault(z.pool, []).append(z)
        else:
            z.pool, z.tokens = None, 0
    for pool, found in holders.items():
        if len(found) == 1:
            zone = found[0]
            assert zone.tokens == pool.content.total()
            zone.rest.update(pool.content)
            zone.tokens, zone.pool = 0, None


__all__ = ["Pool", "RuleError", "Undrawn", "ZoneState", "move_all", "move_token", "moves_whole", "must_draw", "settle"]
