"""Constant parts of expressions are computed before the game."""

from __future__ import annotations

from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.evaluate import NotConstantError, evaluate
from hoyle.compiler.types import (
    BOOL,
    BoolType,
    IntType,
    SetType,
    Type,
)


def fold(e: t.Expr) -> t.Expr:
    """The expression with its constant parts computed. A part that is always undefined stays as it is."""
    match e:
        case (
            t.Const() | t.Local() | t.Load() | t.ZoneValue() | t.Top() | t.Laid() | t.Family() | t.Old() | t.Undefined()
        ):
            return e
        case t.Op(op="and" | "or"):
            return _fold_logic(e)
        case t.Cond(test=t.Const(value=value), then=then, orelse=orelse):
            return then if value else orelse
        case t.Call(function=function) if isinstance(function.body, t.Const) and not e.args:
            return function.body
    if not _may_fold(e):
        return e
    try:
        value = evaluate(e, {})
    except NotConstantError:
        return e
    return e if value is None else t.Const(_sharpened(e.type, value), value, span=e.span)


def _may_fold(e: t.Expr) -> bool:
    match e:
        case t.Op(args=args) | t.Lib(args=args) | t.Call(args=args):
            return all(isinstance(a, t.Const) for a in args)
        case t.Lookup(indices=args) | t.Collect(items=args):
            return all(isinstance(a, t.Const) for a in args)
        case t.Convert(of=of) | t.Narrow(of=of):
            return isinstance(of, t.Const)
        case t.Comprehension(binds=binds) | t.Quantified(binds=binds):
            return isinstance(binds[0].domain, t.Const)
        case t.TheOne(bind=bind):
            return isinstance(bind.domain, t.Const)
    return False


def _fold_logic(e: t.Op) -> t.Expr:
    # Kleene: `false and x` is false whatever x is, `true and x` is x.
    stop = e.op == "or"
    rest = []
    for a in e.args:
        if isinstance(a, t.Const) and isinstance(a.type, BoolType):
            if bool(a.value) == stop:
                return t.Const(BOOL, stop, span=e.span)
        else:
            rest.append(a)
    if not rest:
        return t.Const(BOOL, not stop, span=e.span)
    return rest[0] if len(rest) == 1 else t.Op(BOOL, e.op, tuple(rest), span=e.span)


def _sharpened(type: Type, value: Any) -> Type:
    """A constant's integer type is the integer alone."""
    if isinstance(type, IntType) and not type.optional:
        return IntType(value, value)
    if isinstance(type, SetType) and isinstance(type.of, IntType) and value:
        return SetType(IntType(min(value), max(value)))
    return type
