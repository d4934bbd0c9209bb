"""The value of an expression that reads no state: constants, tables, options and player counts are folded with it.

Undefined is Python's None. Whatever needs the state raises NotConstantError. The semantics are those of section 4: any
operator but `and`, `or` and the conditional is undefined if an operand is.

Rules come from anybody: a computation has a budget of steps, of members it makes and of depth, and gives up beyond it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from math import comb
from typing import Any

from attrs import define

from hoyle.compiler import typed as t
from hoyle.compiler.intervals import GREATEST
from hoyle.compiler.types import BagType, IntType, ListType, MemberType, SetType, Type, is_number, is_optional

Env = Mapping[t.Var, Any]


class NotConstantError(Exception):
    """The expression reads the state or an unbound name."""


class TooLongError(NotConstantError):
    """The computation is longer, larger or deeper than rules may ask for."""


class TooLargeError(TooLongError):
    """A number has more digits than any rule needs."""


@define
class Budget:
    """What computations may still cost: steps and members made, together. Several computations may share one."""

    steps: int = 1_000_000

    def spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise TooLongError("too many steps")


MOST_STEPS = 200_000  # of one computation
MOST_DEPTH = 150  # parts within parts, defines followed


@define
class _Run:
    """One computation."""

    budget: Budget
    steps: int = MOST_STEPS
    depth: int = 0

    def spend(self, steps: int) -> None:
        self.steps -= steps
        self.budget.spend(steps)
        if self.steps < 0:
            raise TooLongError("too many steps")


def evaluate(e: t.Expr, env: Env, budget: Budget | None = None) -> Any:
    """The value of `e` with these locals, None if it is undefined. Raises NotConstantError, TooLongError if it costs
    more than one computation, or the rest of the budget, allows."""
    return _value(e, env, _Run(budget or Budget()))


def _value(e: t.Expr, env: Env, run: _Run) -> Any:
    run.spend(1)
    run.depth += 1
    if run.depth > MOST_DEPTH:
        raise TooLongError("too deep")
    value = _computed(e, env, run)
    run.depth -= 1
    if isinstance(value, tuple | frozenset):
        run.spend(0 if isinstance(e, t.Const | t.Local) else len(value))
    elif isinstance(value, int) and not -GREATEST <= value <= GREATEST:
        raise TooLargeError("too large")
    return value


def _computed(e: t.Expr, env: Env, run: _Run) -> Any:
    match e:
        case t.Const(value=value):
            return value
        case t.Undefined():
            return None
        case t.Local(var=var):
            if var not in env:
                raise NotConstantError(var.name)
            return env[var]
        case t.Lookup(table=table, indices=indices):
            return look_up(table, [_value(i, env, run) for i in indices])
        case t.Op(op="and" | "or"):
            return _kleene(e, env, run)
        case t.Op(op=op, args=args):
            values = [_value(a, env, run) for a in args]
            run.spend(sum(len(v) for v in values if isinstance(v, tuple)))
            return _operate(op, values, args, e.type)
        case t.Cond(test=test, then=then, orelse=orelse):
            return _value(then if _value(test, env, run) else orelse, env, run)
        case t.Collect(items=items):
            values = [_value(i, env, run) for i in items]
            return None if None in values else gathered(values, e.type)
        case t.Convert(of=of):
            value = _value(of, env, run)
            return None if value is None else gathered(elements(value), e.type)
        case t.Narrow(of=of):
            value = _value(of, env, run)
            return value if value is not None and holds(e.type, value) else None
        case t.Call(function=function, args=args):
            return _call(function, [_value(a, env, run) for a in args], run)
        case t.Lib():
            return library(e, [_value(a, env, run) for a in e.args], run)
        case t.Comprehension(element=element, binds=binds, where=where):
            values = [_value(element, inner, run) for inner in _tuples(binds, where, env, run, every_copy=True)]
            return None if None in values else gathered(values, e.type)
        case t.Quantified(every=every, binds=binds, where=where, body=body):
            tests = (bool(_value(body, inner, run)) for inner in _tuples(binds, where, env, run, every_copy=False))
            return all(tests) if every else any(tests)
        case t.TheOne(bind=bind, where=where):
            found = [inner[bind.var] for inner in _tuples((bind,), where, env, run, every_copy=False)]
            return found[0] if len(found) == 1 else None
    raise NotConstantError(type(e).__name__)


def holds(type: Type, value: Any) -> bool:
    """Does a scalar type contain this value?"""
    match type:
        case IntType(low, high, optional):
            if optional and value == type.none:
                return True
            return (low is None or low <= value) and (high is None or value <= high)
        case MemberType(domain, optional):
            return domain.holds(value) or (optional and value == type.none)
    return True


def look_up(table: t.Table, indices: list[Any]) -> Any:
    data: Any = table.data
    for (low, size), index in zip(table.dims, indices, strict=True):
        if index is None or not low <= index < low + size or data is None:
            return None
        data = data[index - low]
    return data


def gathered(values: list[Any], type: Type) -> Any:
    """Values as a set, bag or list of this type."""
    match type:
        case SetType():
            return frozenset(values)
        case BagType():
            return tuple(sorted(values))
    return tuple(values)


def elements(value: Any) -> list[Any]:
    """The members of a collection in the order in which it is walked."""
    if isinstance(value, frozenset):
        return sorted(value, key=lambda v: sorted(v) if isinstance(v, frozenset) else v)
    return list(value)


def kinds(value: Any) -> list[Any]:
    """Each kind of a collection once."""
    return list(dict.fromkeys(elements(value)))


def _call(function: t.Function, values: list[Any], run: _Run) -> Any:
    if function.body is None:
        raise NotConstantError(function.name)
    for var, value in zip(function.params, values, strict=True):
        if value is None or (is_none(value, var.type) and not is_optional(var.type)):
            return None
    return _value(function.body, dict(zip(function.params, values, strict=True)), run)


def is_none(value: Any, type: Type) -> bool:
    return (
        isinstance(value, int) and isinstance(type, MemberType) and value == type.none and not type.domain.holds(value)
    )


def _tuples(
    binds: tuple[t.Bind, ...], where: t.Expr | None, env: Env, run: _Run, every_copy: bool
) -> Iterator[dict[t.Var, Any]]:
    def walk(depth: int, inner: dict[t.Var, Any]) -> Iterator[dict[t.Var, Any]]:
        run.spend(1 + len(inner))
        if depth == len(binds):
            if where is None or _value(where, inner, run):
                yield inner
            return
        domain = _value(binds[depth].domain, inner, run)
        if domain is None:
            raise NotConstantError("an undefined range")
        for value in elements(domain) if every_copy else kinds(domain):
            yield from walk(depth + 1, {**inner, binds[depth].var: value})

    return walk(0, dict(env))


def _kleene(e: t.Op, env: Env, run: _Run) -> Any:
    stop = e.op == "or"
    values = []
    for a in e.args:
        value = _value(a, env, run)
        if value is not None and bool(value) == stop:
            return stop
        values.append(value)
    return None if None in values else not stop


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else None,
    "%": lambda a, b: a % b if b else None,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "in": lambda a, b: a in b,
    "range": lambda a, b: _range(a, b),
}


def _range(low: int, high: int) -> frozenset[int]:
    if high - low > MOST_STEPS:
        raise TooLongError("too many numbers")
    return frozenset(range(low, high + 1))


def _operate(op: str, values: list[Any], args: tuple[t.Expr, ...], type: Type) -> Any:
    if any(v is None for v in values):
        return None
    if op in ("+", "-", "*", "//", "%", "neg", "<", "<=", ">", ">=", "range"):
        # `none` is no number and has no place in the domain order.
        if any(is_optional(a.type) and v == a.type.none for a, v in zip(args, values, strict=True)):  # type: ignore[attr-defined]
            return None
    if op == "not":
        return not values[0]
    if op == "neg":
        return -values[0]
    if op in ("join", "minus", "meet"):
        return combine(op, values[0], values[1], type)
    if op in ("==", "!=") and isinstance(values[0], frozenset | tuple):
        same = tuple(values[0]) == tuple(values[1]) if isinstance(values[0], tuple) else values[0] == values[1]
        same = same or (len(values[0]) == 0 and len(values[1]) == 0)
        return same == (op == "==")
    return _ARITHMETIC[op](values[0], values[1])


def combine(op: str, a: Any, b: Any, type: Type) -> Any:
    """`+`, `-`, `&` of two sets, bags or lists (semantics 3.5)."""
    if isinstance(type, SetType):
        a, b = frozenset(a), frozenset(b)
        return a | b if op == "join" else a - b if op == "minus" else a & b
    if op == "join":
        return gathered([*a, *b], type)
    rest, out, common = Counter(b), [], []
    for value in a:
        if rest[value]:
            rest[value] -= 1
            common.append(value)
        else:
            out.append(value)
    return gathered(out if op == "minus" else common, type)


def library(e: t.Lib, values: list[Any], run: _Run) -> Any:
    """A library function on values (language.md 12, semantics 5.5 and 5.8)."""
    if any(v is None for v in values):
        return None
    run.spend(sum(len(v) for v in values if isinstance(v, tuple | frozenset)))
    if e.name == "subsets":
        run.spend(sum(comb(len(values[0]), n) * (n + 1) for n in values[1] if 0 <= n <= len(values[0])))
    if e.name == "parts":
        run.spend(2 ** min(len(values[0]), 30))
    made = _LIBRARY.get(e.name)
    if made is None:
        raise NotConstantError(e.name)
    return made(e, *values)


def _extreme(pick: Callable[..., Any]) -> Callable[..., Any]:
    def run(e: t.Lib, *values: Any) -> Any:
        found = elements(values[0]) if len(values) == 1 else list(values)
        if not found:
            # 0 if there are no numbers, undefined if there are no members (semantics 5.5).
            return 0 if is_number(e.type) and not isinstance(e.type, MemberType) else None
        return pick(found)

    return run


def _median(e: t.Lib, value: Any) -> Any:
    found = sorted(elements(value))
    return found[(len(found) - 1) // 2] if found else 0


def _end(place: int) -> Callable[..., Any]:
    def run(e: t.Lib, value: Any) -> Any:
        found = elements(value)
        if found:
            return found[place]
        return frozenset() if isinstance(e.type, SetType) else () if isinstance(e.type, ListType | BagType) else -1

    return run


def _nth(e: t.Lib, value: Any, i: int) -> Any:
    found = elements(value)
    return found[i - 1] if 1 <= i <= len(found) else None


def _only(e: t.Lib, value: Any) -> Any:
    found = elements(value)
    return found[0] if len(found) == 1 else None


def _index(e: t.Lib, member: int) -> Any:
    kind = e.args[0].type
    assert isinstance(kind, MemberType)
    return kind.domain.place(member) + 1 if kind.domain.holds(member) else None


def _subsets(e: t.Lib, value: Any, sizes: Any) -> Any:
    found = elements(value)
    return frozenset(frozenset(c) for n in sorted(sizes) if n >= 0 for c in combinations(found, n))


def _parts(e: t.Lib, value: Any) -> Any:
    return tuple(sorted({tuple(sorted(c)) for n in range(len(value) + 1) for c in combinations(value, n)}))


def _linked(e: t.Lib, value: int, within: Any) -> Any:
    assert e.table is not None
    found, queue = {value}, [value]
    while queue:
        near = look_up(e.table, [queue.pop()]) or ()
        fresh = [c for c in near if c in within and c not in found]
        found.update(fresh)
        queue += fresh
    return frozenset(found)


def _connected(e: t.Lib, within: Any) -> Any:
    cells = elements(within)
    return len(cells) <= 1 or _linked(e, cells[0], within) == frozenset(cells)


_LIBRARY: dict[str, Callable[..., Any]] = {
    "count": lambda e, v: len(v),
    "sum": lambda e, v: sum(v),
    "max": _extreme(max),
    "min": _extreme(min),
    "sort": lambda e, v: tuple(sorted(v)),
    "median": _median,
    "reverse": lambda e, v: tuple(reversed(elements(v))),
    "first": _end(0),
    "last": _end(-1),
    "nth": _nth,
    "only": _only,
    "values": lambda e, v: frozenset(v),
    "index": _index,
    "subsets": _subsets,
    "parts": _parts,
    "reach": _linked,
    "connected": _connected,
}
