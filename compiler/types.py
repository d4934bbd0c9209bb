"""The types of the rule language: finite domains, scalars, collections, zones (semantics, section 3).

How a value looks while a game runs (generated code and interpreter agree on it):

- bool: True/False in expressions, 0/1 in the vector;
- integer: itself;
- member: its *code*: 0, 1, 2 … in domain order; of an integer-named table the integer itself;
- none: -1 (`NONE`); for optional integers that may be negative, `LOW_NONE`;
- set: a frozenset of codes in the interpreter; generated code is free (bit masks, tuples) where nothing leaves it;
- list, pile: a tuple, the top first; bag: a sorted tuple of codes with duplicates;
- undefined: Python's None. It is never stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

NONE = -1
LOW_NONE = -1_000_000


@define(eq=False, repr=False)
class Domain:
    """A finite type with members. Compared by identity.

    kind: enum, table, player, team, option, grid, hexes, track, ring, edges, cells (cells that belong to things).
    labels: how each member is written, in domain order. codes: their run-time values, ascending.
    attributes: constant attributes, name -> (type, table); see `typed.Table`.
    """

    name: str
    kind: str
    labels: tuple[str, ...]
    codes: tuple[int, ...] = ()
    attributes: dict[str, Any] = field(factory=dict)
    shape: Mapping[str, Any] = field(
        factory=dict
    )  # grid: width, height, x, y (least); cells: thing, site, n; edges: of
    constructor: Any = None  # typed.Table from coordinates to codes, for boards: Cell(x, y), track T(i), edges E(a, b)
    rows: tuple[Any, ...] = ()  # syntax rows of a table, for diagnostics
    integer_named: bool = False
    span: Any = None
    text: str | None = None
    _by_label: dict[str, int] = field(factory=dict, init=False)
    _by_code: dict[int, int] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        if not self.codes:
            self.codes = tuple(range(len(self.labels)))
        # Rules name members all the time: looking them up must not walk a long table.
        self._by_label = dict(zip(self.labels, self.codes, strict=True))
        self._by_code = {code: place for place, code in enumerate(self.codes)}

    @property
    def size(self) -> int:
        return len(self.codes)

    @property
    def low(self) -> int:
        return self.codes[0] if self.codes else 0

    @property
    def span_size(self) -> int:
        """Number of places a table indexed by `code - low` needs (holes included)."""
        return self.codes[-1] - self.codes[0] + 1 if self.codes else 0

    def label(self, code: int) -> str:
        return self.labels[self._by_code[code]]

    def code(self, label: str) -> int:
        return self._by_label[label]

    def named(self, label: str) -> bool:
        """Has it a member of this name?"""
        return label in self._by_label

    def holds(self, code: int) -> bool:
        """Is this the code of a member?"""
        return code in self._by_code

    def place(self, code: int) -> int:
        """The place of a member in domain order, from 0."""
        return self._by_code[code]

    def __repr__(self) -> str:
        return self.name


@frozen
class Type:
    """Any type."""


@frozen
class ErrorType(Type):
    """The type of what was already reported; it agrees with everything."""

    def __str__(self) -> str:
        return "?"


@frozen
class BoolType(Type):
    def __str__(self) -> str:
        return "bool"


@frozen
class IntType(Type):
    """Integers from `low` to `high`; None is unbounded. halves: and what lies half-way between them. Values with
    halves are binary floating-point numbers, which hold them exactly; they are never stored."""

    low: int | None = None
    high: int | None = None
    optional: bool = False
    halves: bool = False

    @property
    def none(self) -> int:
        """The code of `none`, if optional."""
        return NONE if self.low is not None and self.low >= 0 else LOW_NONE

    def __str__(self) -> str:
        text = "a number" if self.low is None or self.high is None else f"{self.low}..{self.high}"
        if self.low == self.high and self.low is not None:
            text = str(self.low)
        text += " with halves" if self.halves else ""
        return text + " or none" if self.optional else text


@frozen
class MemberType(Type):
    domain: Domain
    optional: bool = False

    @property
    def none(self) -> int:
        return NONE

    def __str__(self) -> str:
        return self.domain.name + (" or none" if self.optional else "")


@frozen
class NoneType(Type):
    """The type of the literal `none`."""

    def __str__(self) -> str:
        return "none"


@frozen
class SetType(Type):
    of: Type

    def __str__(self) -> str:
        return f"set of {self.of}"


@frozen
class ListType(Type):
    """A list; also what a pile is when it is read."""

    of: Type

    def __str__(self) -> str:
        return f"list of {self.of}"


@frozen
class BagType(Type):
    of: Type

    def __str__(self) -> str:
        return f"bag of {self.of}"


@frozen
class PileType(Type):
    """Of zones only; read as a value it is a ListType."""

    of: Type

    def __str__(self) -> str:
        return f"pile of {self.of}"


@frozen
class SentenceType(Type):
    """A `must`/`may` in a table's cell."""

    def __str__(self) -> str:
        return "a sentence"


BOOL = BoolType()
INT = IntType()
ERROR = ErrorType()
NONE_TYPE = NoneType()
SENTENCE = SentenceType()
# The element type of `{}` and `[]`: agrees with every element type.
EMPTY = ErrorType()


def is_scalar(t: Type) -> bool:
    return isinstance(t, BoolType | IntType | MemberType)


def is_collection(t: Type) -> bool:
    return isinstance(t, SetType | ListType | BagType | PileType)


def is_number(t: Type) -> bool:
    """Integers, and members of integer-named tables (semantics 3.3)."""
    return isinstance(t, IntType) or (isinstance(t, MemberType) and t.domain.integer_named)


def as_int(t: Type) -> IntType:
    """The integer type of a number."""
    if isinstance(t, MemberType):
        return IntType(t.domain.codes[0], t.domain.codes[-1], t.optional)
    assert isinstance(t, IntType)
    return t


def is_optional(t: Type) -> bool:
    return isinstance(t, NoneType) or bool(getattr(t, "optional", False))


def required(t: Type) -> Type:
    """`T` of `T or none`."""
    match t:
        case IntType(low, high, True, halves):
            return IntType(low, high, halves=halves)
        case MemberType(domain, True):
            return MemberType(domain)
    return t


def optional(t: Type) -> Type:
    """`T or none`."""
    match t:
        case IntType(low, high, _, halves):
            return IntType(low, high, True, halves)
        case MemberType(domain):
            return MemberType(domain, True)
    return t


def none_code(t: Type) -> int:
    return t.none if isinstance(t, IntType | MemberType) else NONE


def has_halves(t: Type) -> bool:
    """Is it a number that need not be whole, or a list of such numbers?"""
    return has_halves(t.of) if isinstance(t, ListType) else isinstance(t, IntType) and t.halves


def codes_of(t: Type) -> Sequence[int]:
    """All values of a finite scalar type in domain order, none excluded. Of a range it is a range: it may be long."""
    match t:
        case BoolType():
            return (0, 1)
        case IntType(int() as low, int() as high):
            return range(low, high + 1)
        case MemberType(domain):
            return domain.codes
    raise ValueError(f"{t} has no finite domain")


def is_finite(t: Type) -> bool:
    match t:
        case IntType(low, high):
            return low is not None and high is not None
        case BoolType() | MemberType():
            return True
    return False
