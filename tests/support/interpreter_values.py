"""Values of the reference interpreter: types, order, arithmetic, rankings. Undefined is None."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key
from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.typed import Expr
from hoyle.compiler.types import (
    NONE,
    BagType,
    IntType,
    ListType,
    NoneType,
    PileType,
    SentenceType,
    SetType,
    Type,
    codes_of,
    is_finite,
    is_optional,
    is_scalar,
    none_code,
)
from interpreter_zones import RuleError


def is_none(value: Any, type_: Type) -> bool:
    if isinstance(type_, NoneType):
        return True
    if isinstance(type_, SentenceType):
        return bool(value == NONE)
    return is_optional(type_) and is_scalar(type_) and value == none_code(type_)


def contains(type_: Type, value: Any) -> bool:
    """Is the value one of the type? (semantics 7.2, 3.2)"""
    match type_:
        case SetType(of) | BagType(of) | ListType(of) | PileType(of):
            return all(contains(of, v) for v in value)
    if not is_scalar(type_):
        return True
    if is_optional(type_) and value == none_code(type_):
        return True
    if isinstance(type_, IntType) and not is_finite(type_):
        low, high = type_.low, type_.high
        return (low is None or low <= value) and (high is None or value <= high)
    return int(value) in codes_of(type_)


def gathered(values: list[Any], type_: Type) -> Any:
    """Values as a collection of this type."""
    match type_:
        case SetType():
            return frozenset(values)
        case BagType():
            return tuple(sorted(values))
    return tuple(values)


def walk_order(value: Any) -> Any:
    """Sets are walked in domain order, sets of sets by their members."""
    return sorted(value) if isinstance(value, frozenset | tuple) else value


def elements(value: Any, kinds: bool = False) -> list[Any]:
    found = sorted(value, key=walk_order) if isinstance(value, frozenset) else list(value)
    return list(dict.fromkeys(found)) if kinds else found


def writes_empty(e: Expr) -> bool:
    match e:
        case t.Const(_, value):
            return value in ((), frozenset())
        case t.Collect(_, items):
            return not items
    return False


def tuples_of(types: tuple[Type, ...]) -> list[tuple[int, ...]]:
    """All index tuples, in domain order, lexicographically."""
    found: list[tuple[int, ...]] = [()]
    for one in types:
        found = [(*f, c) for f in found for c in codes_of(one)]
    return found


def places(found: list[tuple[Any, list[tuple[bool, Any]]]], ties: str) -> tuple[Any, ...]:
    """A ranking: the things with their keys, best first (semantics 17.3)."""

    def compare(a: tuple[Any, list[tuple[bool, Any]]], b: tuple[Any, list[tuple[bool, Any]]]) -> int:
        for (most, x), (_, y) in zip(a[1], b[1], strict=True):
            if x == y:
                continue
            if x is None or y is None:
                return 1 if x is None else -1
            return -1 if (x > y) is most else 1
        return 0

    groups: list[list[Any]] = []
    last: Any = None
    for one in sorted(found, key=cmp_to_key(compare)):
        if last is not None and compare(last, one) == 0:
            groups[-1].append(one[0])
        else:
            groups.append([one[0]])
        last = one
    return tuple(_with_ties(groups, ties))


def _with_ties(groups: list[list[Any]], ties: str) -> Iterator[Any]:
    for group in groups:
        if ties == "friendly":
            yield frozenset(group)
        elif ties == "share":
            yield frozenset(group)
            yield from [frozenset()] * (len(group) - 1)
        elif len(group) == 1:
            yield group[0]
        elif ties == "never":
            raise RuleError("a tie that must not be")


def arithmetic(op: str, v: list[Any]) -> Any:
    match op:
        case "+":
            return v[0] + v[1]
        case "-":
            return v[0] - v[1]
        case "*":
            return v[0] * v[1]
        case "//":
            return v[0] // v[1] if v[1] else None
        case "%":
            return v[0] % v[1] if v[1] else None
        case "neg":
            return -v[0]
        case "<":
            return v[0] < v[1]
        case "<=":
            return v[0] <= v[1]
        case ">":
            return v[0] > v[1]
        case ">=":
            return v[0] >= v[1]
        case "range":
            return frozenset(range(v[0], v[1] + 1))
    raise ValueError(op)


def combined(op: str, a: Any, b: Any, type_: Type) -> Any:
    """`+`, `-`, `&` of collections (semantics 3.5)."""
    if isinstance(type_, SetType):
        a, b = frozenset(a), frozenset(b)
        return a | b if op == "join" else a - b if op == "minus" else a & b
    if op == "join":
        return gathered([*elements(a), *elements(b)], type_)
    left, kept, common = elements(b), [], []
    for v in elements(a):
        if v in left:
            left.remove(v)
            common.append(v)
        else:
            kept.append(v)
    return gathered(kept if op == "minus" else common, type_)
