"""Calls of library functions: what they take and what type they give (language.md 12, semantics 5 and 15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.checking import boards as check_boards
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import places as check_places
from hoyle.compiler.checking import refs as check_refs
from hoyle.compiler.checking import tables as check_tables
from hoyle.compiler.checking.operands import arity, of_type, size_bound, whole
from hoyle.compiler.context import broken
from hoyle.compiler.fitting import coerce
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
    BoolType,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    PileType,
    SetType,
    Type,
    as_int,
    is_number,
    optional,
    required,
)
from hoyle.dsl import nodes as n


def call(scope: Scope, name: str, node: n.Call, expected: Type | None) -> t.Expr:
    """The typed call; of ERROR type after a report."""
    if name in ("gather", "swap", "base"):
        scope.ctx.error("E0207", node.func.span, f"`{name}(…)` is a sentence of its own and has no value")
        return broken(node.span)
    if name in ("you", "others"):
        scope.ctx.error("E0315", node.span, f"`{name}` takes no arguments")
        return broken(node.span)
    result = _CALLS[name](scope, node, name, expected)
    return result if result is not None else broken(node.span)


def _count_call(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    value = whole(scope, node, name)
    return t.Lib(IntType(0, size_bound(value)), "count", (value,), span=node.span) if value else None


def _sum(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    value = whole(scope, node, name)
    if value is None:
        return None
    if isinstance(of_type(value), ErrorType):
        return t.Const(IntType(0, 0), 0, span=node.span)
    if not is_number(of_type(value)):
        scope.ctx.error("E0302", node.span, f"`sum` of {of_type(value)}: only numbers can be added")
        return None
    one, most = as_int(of_type(value)), size_bound(value)
    low = 0 if one.low is not None and one.low >= 0 else None if most is None or one.low is None else most * one.low
    high = (
        0 if one.high is not None and one.high <= 0 else None if most is None or one.high is None else most * one.high
    )
    return t.Lib(IntType(low, high, halves=one.halves), "sum", (value,), span=node.span)


def _extreme(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """max, min: of one collection, or of several numbers."""
    if len(node.args) >= 2:
        values = [ex.number(scope, a, halves=True) for a in node.args]
        if any(isinstance(v.type, ErrorType) for v in values):
            return None
        kinds = [as_int(v.type) for v in values]
        pick: Callable[..., Any] = max if name == "max" else min
        low = None if any(k.low is None for k in kinds) else pick(k.low for k in kinds)
        high = None if any(k.high is None for k in kinds) else pick(k.high for k in kinds)
        halves = any(k.halves for k in kinds)
        return t.Lib(IntType(low, high, halves=halves), name, tuple(values), span=node.span)
    value = whole(scope, node, name)
    if value is None:
        return None
    of = of_type(value)
    if isinstance(of, ErrorType):
        return t.Const(IntType(0, 0), 0, span=node.span)
    if not isinstance(of, IntType | MemberType):
        scope.ctx.error("E0302", node.span, f"`{name}` of {of}: only numbers and members have an order")
        return None
    if isinstance(of, IntType):
        # 0 if there is nothing (semantics 5.5).
        low = None if of.low is None else min(0, of.low)
        high = None if of.high is None else max(0, of.high)
        return t.Lib(IntType(low, high, halves=of.halves), name, (value,), span=node.span)
    return t.Lib(required(of), name, (value,), span=node.span)


def _ordered(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """sort, reverse, values, median: lists and sets of the same members."""
    value = whole(scope, node, name, expected)
    if value is None:
        return None
    of = of_type(value)
    kind: Type = SetType(of) if name == "values" else of if name == "median" else ListType(of)
    if name in ("sort", "median") and not isinstance(of, IntType | MemberType):
        scope.ctx.error("E0302", node.span, f"`{name}` of {of}: only numbers and members have an order")
        return None
    return t.Lib(kind, name, (value,), span=node.span)


def _end(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """first, last: `none` if there is nothing (`{}` among sets)."""
    value = whole(scope, node, name)
    if value is None:
        return None
    of = of_type(value)
    if isinstance(of, BoolType):
        why = "of nothing it would be `none`, which is neither true nor false"
        scope.ctx.error("E0302", node.span, f"`{name}` of what is true or false", why=why)
        return None
    return t.Lib(optional(of) if isinstance(of, IntType | MemberType) else of, name, (value,), span=node.span)


def _only(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    value = whole(scope, node, name)
    return t.Lib(of_type(value), "only", (value,), span=node.span) if value else None


def _nth(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 2):
        return None
    value, place = ex.collection(scope, node.args[0]), ex.number(scope, node.args[1])
    if isinstance(value.type, ErrorType) or isinstance(place.type, ErrorType):
        return None
    return t.Lib(of_type(value), "nth", (value, place), span=node.span)


def _index(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 1):
        return None
    value = ex.expr(scope, node.args[0])
    if not isinstance(value.type, MemberType):
        if not isinstance(value.type, ErrorType):
            scope.ctx.error("E0301", node.args[0].span, f"this is {value.type}, not a member of a type")
        return None
    return t.Lib(IntType(1, value.type.domain.size), "index", (value,), span=node.span)


# ------------------------------------------------------------------------------------------------ zones, seats, scores


def _top(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 1):
        return None
    zone = check_places.zone(scope, node.args[0])
    if zone is None:
        return None
    if not isinstance(zone.type, PileType):
        scope.ctx.error("E0301", node.args[0].span, f"this is a {zone.type}", why="only a pile has a top")
        return None
    return t.Top(optional(zone.type.of), zone, span=node.span)


def _seat(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """clockwise(p[, S]), left(p), right(p) (semantics 5.8)"""
    if not arity(scope, node, name, *((1, 2) if name == "clockwise" else (1,))):
        return None
    ctx = scope.ctx
    seat = coerce(scope, ex.expr(scope, node.args[0], ctx.player_type), ctx.player_type, "the seat")
    if isinstance(seat.type, ErrorType):
        return None
    seats, number = ctx.seats, len(ctx.seats)

    def turned(p: int) -> tuple[int, ...]:
        at = seats.index(p)
        return seats[at:] + seats[:at]

    if name != "clockwise":
        by = 1 if name == "left" else -1
        table = check_refs.seat_table(ctx, name, ctx.player_type, lambda p: seats[(seats.index(p) + by) % number])
        return t.Lookup(ctx.player_type, table, (seat,), span=node.span)
    around = ListType(ctx.player_type)
    table = check_refs.seat_table(ctx, "clockwise", around, turned)
    order = t.Lookup(around, table, (seat,), span=node.span)
    if len(node.args) == 1:
        return order
    chosen = coerce(scope, ex.collection(scope, node.args[1]), SetType(ctx.player_type), "the seats")
    if isinstance(chosen.type, ErrorType):
        return None
    var = t.Var("seat", ctx.player_type, "binder")
    test = t.Op(BOOL, "in", (t.Local(ctx.player_type, var), chosen))
    return t.Comprehension(around, t.Local(ctx.player_type, var), (t.Bind(var, order),), test, span=node.span)


def _total(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 1):
        return None
    ctx = scope.ctx
    who = ex.expr(scope, node.args[0], ctx.player_type)
    if isinstance(who.type, MemberType) and who.type.domain.kind == "team":
        # The sum of the members' totals (semantics 17.6).
        table = check_tables.attribute_table(ctx, who.type.domain, "members", node.span)
        assert table is not None
        var = t.Var("seat", ctx.player_type, "binder")
        members = t.Lookup(SetType(ctx.player_type), table, (who,))
        each = t.Score(IntType(), t.Local(ctx.player_type, var), None)
        points = t.Comprehension(ListType(IntType()), each, (t.Bind(var, members),), None)
        return t.Lib(IntType(), "sum", (points,), span=node.span)
    who = coerce(scope, who, ctx.player_type, "the seat")
    return None if isinstance(who.type, ErrorType) else t.Score(IntType(), who, None, span=node.span)


def _score(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 2):
        return None
    ctx = scope.ctx
    who = coerce(scope, ex.expr(scope, node.args[0], ctx.player_type), ctx.player_type, "the seat")
    component = node.args[1]
    if not isinstance(component, n.Name) or component.id not in ctx.decls.components:
        label = component.id if isinstance(component, n.Name) else "this"
        ctx.unknown("E0208", n.Ident(label, span=component.span), "no score component is called", ctx.decls.components)
        return None
    return None if isinstance(who.type, ErrorType) else t.Score(IntType(), who, component.id, span=node.span)


def _options(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 2):
        return None
    ctx = scope.ctx
    if not scope.example:
        ctx.error("E0318", node.span, why="`options(P, A)` lists moves: it is for examples, not for rules")
        return None
    who = coerce(scope, ex.expr(scope, node.args[0], ctx.player_type), ctx.player_type, "who")
    verb = node.args[1]
    action = ctx.actions.get(verb.id) if isinstance(verb, n.Name) else None
    if action is None:
        hint = ctx.suggest(verb.id, ctx.actions) if isinstance(verb, n.Name) else None
        ctx.error("E0208", verb.span, why="the second argument of `options` names an action", hint=hint)
        return None
    kinds: list[Type] = [p.var.type for p in action.params]
    of: Type = kinds[0] if len(kinds) == 1 else ListType(IntType())
    return None if isinstance(who.type, ErrorType) else t.Options(ListType(of), who, action, span=node.span)


def _old(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 1):
        return None
    if not scope.old:
        why = "`old(…)` is what was before an action or procedure: for `always … after`, and for `after` reactions"
        scope.ctx.error("E0318", node.span, why=why)
        return None
    value = ex.expr(scope, node.args[0], expected)
    return None if isinstance(value.type, ErrorType) else t.Old(value.type, value, span=node.span)


_CALLS: dict[str, Callable[[Scope, n.Call, str, Type | None], t.Expr | None]] = {
    "count": _count_call,
    "sum": _sum,
    "max": _extreme,
    "min": _extreme,
    "sort": _ordered,
    "median": _ordered,
    "reverse": _ordered,
    "values": _ordered,
    "first": _end,
    "last": _end,
    "only": _only,
    "nth": _nth,
    "index": _index,
    "beside": check_boards.near,
    "around": check_boards.near,
    "rays": check_boards.near,
    "distance": check_boards.distance,
    "lines": check_boards.lines,
    "connected": check_boards.connected,
    "reach": check_boards.reach,
    "linked": check_boards.linked,
    "subsets": check_boards.subsets,
    "parts": check_boards.parts,
    "top": _top,
    "clockwise": _seat,
    "left": _seat,
    "right": _seat,
    "total": _total,
    "score": _score,
    "options": _options,
    "old": _old,
}
