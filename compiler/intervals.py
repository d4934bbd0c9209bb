"""Interval arithmetic on integer types, and the least type that holds two."""

from __future__ import annotations

from hoyle.compiler.types import (
    BagType,
    BoolType,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    NoneType,
    SentenceType,
    SetType,
    Type,
    as_int,
    is_number,
    is_optional,
    optional,
)

Bound = int | None
GREATEST = 10**18  # no bound beyond it is kept: products of products would have ever more digits


def arithmetic(op: str, *kinds: IntType) -> IntType:
    """The integers that `op` may give on integers of these types (undefined results aside)."""
    exact = _arithmetic(op, *kinds)
    return IntType(bounded(exact.low), bounded(exact.high), halves=any(kind.halves for kind in kinds))


def bounded(x: Bound) -> Bound:
    """A bound that is worth keeping, else none."""
    return x if x is not None and -GREATEST <= x <= GREATEST else None


def _arithmetic(op: str, *kinds: IntType) -> IntType:
    if op == "neg":
        (a,) = kinds
        return IntType(_neg(a.high), _neg(a.low))
    a, b = kinds
    match op:
        case "+":
            return IntType(_plus(a.low, b.low), _plus(a.high, b.high))
        case "-":
            return IntType(_plus(a.low, _neg(b.high)), _plus(a.high, _neg(b.low)))
        case "*":
            return _times(a, b)
        case "%":
            return _modulo(b)
    return _quotient(a, b)


def _neg(x: Bound) -> Bound:
    return None if x is None else -x


def _plus(x: Bound, y: Bound) -> Bound:
    return None if x is None or y is None else x + y


def _times(a: IntType, b: IntType) -> IntType:
    if a.low is None or a.high is None or b.low is None or b.high is None:
        both_positive = a.low is not None and b.low is not None and a.low >= 0 and b.low >= 0
        return IntType(a.low * b.low, None) if both_positive and a.low is not None and b.low is not None else IntType()
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return IntType(min(corners), max(corners))


def _modulo(b: IntType) -> IntType:
    # The result has the sign of the divisor.
    if b.low is not None and b.low >= 0:
        return IntType(0, None if b.high is None else max(0, b.high - 1))
    return IntType()


def _quotient(a: IntType, b: IntType) -> IntType:
    if a.low is None or a.high is None or b.low is None or b.low < 0:
        return IntType()
    low, high = max(1, b.low), b.high
    ends = [
        a.low // low,
        a.high // low,
        *([a.low // high, a.high // high] if high else [min(0, a.low), max(0, a.high)]),
    ]
    return IntType(min(ends), max(ends))


def join(a: Type, b: Type) -> Type | None:
    """The least type that holds both, None if there is none."""
    match a, b:
        case (ErrorType(), _):
            return b
        case (_, ErrorType()):
            return a
        case (NoneType(), other) | (other, NoneType()):
            # Only numbers, members and sentences can be missing (semantics 3.1).
            return optional(other) if isinstance(other, IntType | MemberType | SentenceType | NoneType) else None
        case (BoolType(), BoolType()) | (SentenceType(), SentenceType()):
            return a
        case (MemberType(), MemberType()) if a.domain is b.domain:
            return MemberType(a.domain, is_optional(a) or is_optional(b))
    if is_number(a) and is_number(b):
        return _hull(as_int(a), as_int(b))
    return _join_collections(a, b)


def _join_collections(a: Type, b: Type) -> Type | None:
    for kind in (SetType, BagType, ListType):
        if isinstance(a, kind) and isinstance(b, kind):
            of = join(a.of, b.of)
            return kind(of) if of is not None else None
    # An empty literal takes the form of the other side; a set literal may stand for a bag.
    for x, y in ((a, b), (b, a)):
        if isinstance(x, SetType | ListType) and isinstance(y, SetType | BagType | ListType):
            if isinstance(x.of, ErrorType):
                return y
            if isinstance(x, SetType) and isinstance(y, BagType) and join(x.of, y.of):
                return y
    return None


def _hull(a: IntType, b: IntType) -> IntType:
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    high = None if a.high is None or b.high is None else max(a.high, b.high)
    return IntType(low, high, a.optional or b.optional, a.halves or b.halves)
