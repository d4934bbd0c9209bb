"""Everything that generated modules may call: `__all__` is the list. Knows neither language nor compiler."""

from __future__ import annotations

from bisect import insort
from typing import Any

from hoyle.runtime.description import (
    ActionInfo,
    AnnouncementInfo,
    ChanceInfo,
    ColumnInfo,
    ComponentInfo,
    DecisionInfo,
    DomainInfo,
    EndingInfo,
    ExampleInfo,
    ExpectLine,
    FieldInfo,
    GameInfo,
    GivenLine,
    MayLine,
    PromiseInfo,
    RequirementInfo,
    SaidInfo,
    SeenInfo,
    TextInfo,
    TypeInfo,
    WhenLine,
)
from hoyle.runtime.errors import RuleError
from hoyle.runtime.support.boards import Board, carried
from hoyle.runtime.support.fields import Hidden, Partly, read_place, view_place, write_place
from hoyle.runtime.support.patterns import Patterns
from hoyle.runtime.support.pools import Pooled, gather, swap
from hoyle.runtime.support.values import (
    Lists,
    Mask,
    Sets,
    bag_meet,
    bag_minus,
    clockwise,
    connected,
    decoded,
    decoded_move,
    draw_from,
    encoded,
    encoded_move,
    every_copy,
    first_of,
    in_order,
    joined,
    kinds,
    last_of,
    linked,
    many_outcomes,
    median,
    nth,
    once,
    only,
    parts,
    rank_cancel,
    rank_friendly,
    rank_never,
    rank_share,
    subsets,
    weighted,
    without_twins,
)
from hoyle.runtime.support.zones import Bag, Pile


class Vector(list[Any]):
    """A state vector of a debug build: it also carries earlier states, broken promises, and what was shown."""

    def __init__(self, values: list[Any]) -> None:
        super().__init__(values)
        self.old: dict[str, tuple[list[Any], ...]] = {}  # the last for the innermost of a nested procedure
        self.broken: list[int] = []
        self.kept: dict[int, tuple[str, list[Any], list[Any], tuple[Any, ...]]] = {}
        self.suspended: set[int] = set()
        self.shown: list[tuple[int, Any, frozenset[int], tuple[int, ...]]] = []
        self.told: list[tuple[str, tuple[Any, ...]]] = []

    def clone(self) -> Vector:
        copy = Vector(self)
        copy.old = dict(self.old)
        copy.broken = list(self.broken)
        copy.kept = dict(self.kept)
        copy.suspended = set(self.suspended)
        copy.shown = list(self.shown)
        copy.told = list(self.told)
        return copy

    def watch(self, verb: str) -> None:
        """The effect of a verb begins."""
        self.old[verb] = (*self.old.get(verb, ()), list(self))

    def keep(self, number: int, promise: Any, verb: str, *args: Any) -> None:
        """A promise after a verb: broken if it is false (None: it would have to read what is undrawn). What it read is
        kept: the verb, the state before and after, and who did what."""
        if number not in self.suspended and number not in self.broken:
            if promise(self, self.old[verb][-1], *args) is False:
                self.broken.append(number)
                self.kept[number] = verb, self.old[verb][-1], list(self), args

    def unwatch(self, verb: str) -> None:
        self.old[verb] = self.old[verb][:-1]


def shown(s: list[Any], number: int, value: Any, seats: frozenset[int], place: tuple[int, ...] = ()) -> None:
    """`show`: noted where somebody keeps a log; the state does not change. place: of the field, owner and indices."""
    log = getattr(s, "shown", None)
    if log is not None:
        log.append((number, value, seats, place))


def listens(s: list[Any]) -> bool:
    """Whether somebody keeps a log, and wants to hear what is announced."""
    return hasattr(s, "told")


def announced(s: Any, key: str, values: tuple[Any, ...]) -> None:
    """`announce`, of a vector that listens: the key of the text, and what its holes say (None: undefined)."""
    s.told.append((key, values))


__all__ = [
    "ActionInfo",
    "AnnouncementInfo",
    "Bag",
    "Board",
    "ChanceInfo",
    "ColumnInfo",
    "ComponentInfo",
    "DecisionInfo",
    "DomainInfo",
    "EndingInfo",
    "ExampleInfo",
    "ExpectLine",
    "FieldInfo",
    "GameInfo",
    "GivenLine",
    "Hidden",
    "Lists",
    "Mask",
    "MayLine",
    "Partly",
    "Patterns",
    "Pile",
    "Pooled",
    "PromiseInfo",
    "RequirementInfo",
    "RuleError",
    "SaidInfo",
    "SeenInfo",
    "Sets",
    "TextInfo",
    "TypeInfo",
    "Vector",
    "WhenLine",
    "announced",
    "bag_meet",
    "bag_minus",
    "carried",
    "clockwise",
    "connected",
    "decoded",
    "decoded_move",
    "draw_from",
    "encoded",
    "encoded_move",
    "every_copy",
    "first_of",
    "gather",
    "in_order",
    "insort",
    "joined",
    "kinds",
    "last_of",
    "linked",
    "listens",
    "many_outcomes",
    "median",
    "nth",
    "once",
    "only",
    "parts",
    "rank_cancel",
    "rank_friendly",
    "rank_never",
    "rank_share",
    "read_place",
    "shown",
    "subsets",
    "swap",
    "view_place",
    "weighted",
    "without_twins",
    "write_place",
]
