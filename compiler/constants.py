"""Constant parts of expressions are computed before the game."""

from __future__ import annotations

import re
from math import ceil, floor
from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.context import Context, broken
from hoyle.compiler.evaluate import NotConstantError, TooLargeError, evaluate
from hoyle.compiler.intervals import GREATEST
from hoyle.compiler.mentions import words_within
from hoyle.compiler.types import (
    BOOL,
    BoolType,
    ErrorType,
    IntType,
    SetType,
    Type,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label

TABLE_BEHIND = "it stands on what this table says"


def fold(ctx: Context, e: t.Expr) -> t.Expr:
    """The expression with its constant parts computed. A part that is always undefined stays as it is, after a report
    (semantics 4.5); so does one that costs too much."""
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
            return t.Const(function.body.type, function.body.value, span=e.span)
    if not _may_fold(e):
        return e
    try:
        value = evaluate(e, {}, ctx.budget)
    except TooLargeError:
        why = f"numbers have at most {len(str(GREATEST)) - 1} digits"
        ctx.error("E0906", e.span, "the result is larger than any number of a game", why=why)
        return broken(e.span)
    except NotConstantError:
        return e
    if value is None:
        _report_undefined(ctx, e)
        return e
    return t.Const(_sharpened(e.type, value), value, span=e.span)


def _report_undefined(ctx: Context, e: t.Expr) -> None:
    """What depends on player count or options may be meant for another game than this one: it is left alone."""
    text = e.span.text
    if text and ctx.bound.isdisjoint(re.findall(r"\w+", text)):
        why = "what cannot be computed is undefined: a condition with it is false, a sentence cannot be carried out"
        ctx.error("E0310", e.span, _reason(e), why=why, labels=_tables_behind(ctx, text))


_MOST_TABLES = 2  # that a value is said to come from


def _tables_behind(ctx: Context, text: str) -> list[Label]:
    """The tables that what is written stands on, directly or through defines."""
    names = dict.fromkeys(re.findall(r"\w+", text))
    for name in (queue := list(names)):
        decl = ctx.decls.defines.get(name)
        fresh = [word for word in words_within(decl) if word not in names] if decl is not None else []
        names.update(dict.fromkeys(fresh))
        queue += fresh
    tables = [table for name in names if isinstance(table := ctx.decls.types.get(name), n.Table)]
    return [Label(table.name.span, TABLE_BEHIND) for table in tables[:_MOST_TABLES]]


def _reason(e: t.Expr) -> str:
    match e:
        case t.Op(op="//" | "%"):
            return "nothing can be divided by 0"
        case t.Lib(name="nth", args=(t.Const(value=content), t.Const(value=place))):
            return f"it has {len(content)} members, and so no number {place}"
        case t.Lib(name="only", args=(t.Const(value=content),)):
            return f"this is not the only one: there are {len(content)}"
        case t.Lib(name="max" | "min"):
            return "of no members there is no such one"
        case t.TheOne():
            return "there is not exactly one of them"
        case t.Narrow(type=kind, of=t.Const(value=value)):
            return f"{value} is none of {kind}"
        case t.Lookup(table=table):
            return f"{table.name.split('.')[0]} has no such one"
    return "this never has a value"


def _may_fold(e: t.Expr) -> bool:
    match e:
        case t.Op(args=args) | t.Lib(args=args) | t.Call(args=args):
            return all(_known(a) for a in args)
        case t.Lookup(indices=args) | t.Collect(items=args):
            return all(_known(a) for a in args)
        case t.Convert(of=of) | t.Narrow(of=of):
            return _known(of)
        case t.Comprehension(binds=binds) | t.Quantified(binds=binds):
            return _known(binds[0].domain)
        case t.TheOne(bind=bind):
            return _known(bind.domain)
    return False


def _known(e: t.Expr) -> bool:
    return isinstance(e, t.Const) and not isinstance(e.type, ErrorType)


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
        return IntType(floor(value), ceil(value), halves=type.halves)
    if isinstance(type, SetType) and isinstance(type.of, IntType) and value:
        return SetType(IntType(min(value), max(value)))
    return type
