"""Tables as generated code indexes them; and conditions on two small numbers, which become tables: the row is looked up
outside of the inner loop (spike-lessons 2)."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.values import Test, ordered
from hoyle.compiler.evaluate import NotConstantError, evaluate
from hoyle.compiler.rewrite import substitute, walk
from hoyle.compiler.types import IntType, MemberType, codes_of, is_finite, is_optional, none_code

# The greatest number of values of either operand, and the least number of operators that a table replaces.
_MOST, _LEAST = 16, 4
_PURE = {"and", "or", "not", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "in"}


def opened(e: t.Expr) -> t.Expr:
    """Defines written out, as far as their arguments certainly fit."""
    match e:
        case t.Call(function=function, args=args) if function.body is not None and _fit(function, args):
            return opened(substitute(function.body, dict(zip(function.params, args, strict=True))))
        case t.Op(op=op, args=args) if op in _PURE:
            return evolve(e, args=tuple(opened(a) for a in args))
    return e


def _fit(function: t.Function, args: tuple[t.Expr, ...]) -> bool:
    return all(
        isinstance(a, t.Local | t.Const | t.Lookup | t.Load)
        and (not is_optional(a.type) or is_optional(p.type))
        and len(list(walk(a))) <= 3
        for p, a in zip(function.params, args, strict=True)
    )


def leaves(e: t.Expr) -> list[t.Expr]:
    """What the condition is about: its operands that are no operators and no constants."""
    match e:
        case t.Op(op=op, args=args) if op in _PURE:
            return [x for a in args for x in leaves(a)]
        case t.Const():
            return []
    return [e]


def tabulated(fn: Any, e: t.Expr) -> Test | None:
    """The condition as a table of two operands; None if it is not of that form or too small to pay."""
    whole = opened(e)
    operands = list(dict.fromkeys(leaves(whole)))
    operators = sum(isinstance(x, t.Op) for x in walk(whole))
    if len(operands) != 2 or operators < _LEAST or not all(_is_small(x) for x in operands):
        return None
    first, second = operands
    values = [fn.val(x) for x in operands]
    if any(v.guards for v in values):
        return None
    rows = _rows(whole, first, second)
    if rows is None:
        return None
    table = fn.gen.constant(rows, "fit").text
    if not fn.is_outer(values[0].text) and fn.is_outer(values[1].text):
        rows = tuple(zip(*rows, strict=True))
        table, values = fn.gen.constant(rows, "fit").text, values[::-1]
        first, second = second, first
    row = fn.atom(f"{table}[{_index(first, values[0].text)}]", "fit")
    return Test(f"{row}[{_index(second, values[1].text)}]")


def _is_small(e: t.Expr) -> bool:
    return isinstance(e.type, IntType | MemberType) and is_finite(e.type) and 0 < len(codes_of(e.type)) <= _MOST


def _span(e: t.Expr) -> range:
    codes = codes_of(e.type)
    low = min(codes[0], none_code(e.type)) if is_optional(e.type) else codes[0]
    return range(low, codes[-1] + 1)


def _index(e: t.Expr, text: str) -> str:
    low = _span(e).start
    return f"{text} - {low}" if low > 0 else f"{text} + {-low}" if low < 0 else text


def _rows(whole: t.Expr, first: t.Expr, second: t.Expr) -> Any:
    """For each value of the first and the second operand: does the condition hold?"""
    a, b = t.Var("a", first.type, "binder"), t.Var("b", second.type, "binder")
    if len(_span(first)) > _MOST + 1 or len(_span(second)) > _MOST + 1:
        return None
    named = _replaced(whole, {first: t.Local(first.type, a), second: t.Local(second.type, b)})
    try:
        return tuple(tuple(evaluate(named, {a: x, b: y}) is True for y in _span(second)) for x in _span(first))
    except NotConstantError:
        return None


def _replaced(e: t.Expr, by: dict[t.Expr, t.Expr]) -> t.Expr:
    if e in by:
        return by[e]
    if isinstance(e, t.Op) and e.op in _PURE:
        return evolve(e, args=tuple(_replaced(a, by) for a in e.args))
    return e


# ------------------------------------------------------------------------------------------------ constant tables


def entry(value: Any) -> Any:
    return value.number if isinstance(value, t.SentenceCell) else value


def has_holes(data: Any, depth: int) -> bool:
    if depth == 0:
        return data is None
    return data is None or any(has_holes(d, depth - 1) for d in data)


def padded(data: Any, dims: list[tuple[int, int]], sequence: bool) -> Any:
    """Table data as generated code indexes it: from 0 or the first index, and None where -1 leads."""
    if not dims:
        data = entry(data)
        return tuple(ordered(data)) if sequence and isinstance(data, frozenset) else data
    (low, size), *rest = dims
    front = (None,) * low if 0 < low <= 2 else ()
    rows = (None,) * size if data is None else data
    return (*front, *(padded(d, rest, sequence) for d in rows), None)
