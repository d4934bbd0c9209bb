"""Constant folding of what lowering itself must know: tests that are bound to options and the player count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.rewrite import rebuild
from hoyle.compiler.typed import FALSE, TRUE, Const, Expr
from hoyle.compiler.types import BOOL, BagType, SetType, Type, codes_of, is_finite, is_optional, is_scalar, none_code

_SCALAR: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def truth(e: Expr) -> Expr:
    """A condition: undefined counts as false (semantics 4.3)."""
    match e:
        case Const() | t.Quantified() | t.Cond(_, _, Const(_, True), Const(_, False)):
            return e
    return t.Cond(BOOL, e, TRUE, FALSE, span=e.span)


def fold(e: Expr) -> Expr:
    """The expression with its constant parts computed, as far as that is simple. Its value never changes."""
    return rebuild(e, lambda x: _step(x) if isinstance(x, Expr) else x)


def _step(e: Expr) -> Expr:
    match e:
        case t.Op(_, "and" | "or" as op, args):
            return _junction(e, op == "or", args)
        case t.Op(_, "not", (Const(_, value),)):
            return Const(BOOL, not value)
        case t.Op(_, op, (Const(), Const())):
            return _binary(e, op)
        case t.Op(_, "==" | "<=" | ">=" | "!=" | "<" | ">" as op, (t.Local(_, a), t.Local(_, b))) if a is b:
            return e if is_optional(a.type) else Const(BOOL, op in ("==", "<=", ">="))
        case t.Cond(_, Const(_, value), then, orelse):
            return then if value else orelse
        case t.Cond(_, t.Undefined(), _, orelse):
            return orelse
        case t.Cond(_, test, Const(_, True), Const(_, False)) if isinstance(test, t.Quantified):
            return test
        case t.Narrow(type_, Const(given, value)) if _certainly_in(type_, given, value):
            return Const(type_, value, span=e.span)
        case t.Collect(SetType(), items) if items and all(isinstance(i, Const) for i in items):
            return Const(e.type, frozenset(i.value for i in items if isinstance(i, Const)), span=e.span)
    return e


def _certainly_in(type_: Type, given: Type, value: Any) -> bool:
    return not is_optional(given) and is_finite(type_) and value in codes_of(type_)


def _junction(e: t.Op, absorbing: bool, args: tuple[Expr, ...]) -> Expr:
    """`and`, `or`: one absorbing operand decides (the others may be undefined), neutral ones vanish."""
    rest = [a for a in args if not (isinstance(a, Const) and bool(a.value) is not absorbing)]
    if any(isinstance(a, Const) for a in rest):
        return Const(BOOL, absorbing)
    if not rest:
        return Const(BOOL, not absorbing)
    return rest[0] if len(rest) == 1 else t.Op(e.type, e.op, tuple(rest), span=e.span)


def _binary(e: t.Op, op: str) -> Expr:
    a, b = e.args
    assert isinstance(a, Const) and isinstance(b, Const)
    scalar = is_scalar(a.type) and is_scalar(b.type)
    if none_code(a.type) != none_code(b.type):
        return e
    if op in ("==", "!=") and not scalar and isinstance(a.value, frozenset) is not isinstance(b.value, frozenset):
        return e
    if op in ("==", "!=") or (op in _SCALAR and scalar):
        return Const(e.type, _SCALAR[op](a.value, b.value), span=e.span)
    if op in _ORDER and scalar:
        return _ordered(e, op, a, b)
    if op == "in" and isinstance(b.value, frozenset | tuple) and not isinstance(b.type, BagType):
        return Const(BOOL, a.value in b.value, span=e.span)
    return e


def _ordered(e: t.Op, op: str, a: Const, b: Const) -> Expr:
    """An order with `none` is undefined; leave that to whoever evaluates."""
    if any(getattr(x.type, "optional", False) for x in (a, b)):
        return e
    return Const(BOOL, _ORDER[op](a.value, b.value), span=e.span)
