"""Calls of library functions: what they take and what type they give (language.md 12, semantics 5 and 15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.compiler import boards, check_places, check_refs, check_tables, check_types
from hoyle.compiler import check_exprs as ex
from hoyle.compiler import typed as t
from hoyle.compiler.context import broken
from hoyle.compiler.fitting import coerce
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
    ERROR,
    BagType,
    Domain,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    PileType,
    SetType,
    Type,
    as_int,
    is_collection,
    is_number,
    optional,
    required,
)
from hoyle.dsl import nodes as n

SUBSET_LIMIT = 12  # members of a set whose subsets a parameter may range over (language.md 15.12)


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


def _arity(scope: Scope, node: n.Call, name: str, *allowed: int) -> bool:
    if len(node.args) in allowed:
        return True
    takes = " or ".join(str(a) for a in allowed)
    scope.ctx.error(
        "E0311", node.span, f"`{name}` takes {takes} argument{'s' if takes != '1' else ''}, not {len(node.args)}"
    )
    return False


def _whole(scope: Scope, node: n.Call, name: str, expected: Type | None = None) -> t.Expr | None:
    """The only argument of a function on collections."""
    if not _arity(scope, node, name, 1):
        return None
    value = ex.collection(scope, node.args[0], expected)
    return None if isinstance(value.type, ErrorType) else value


def _of(value: t.Expr) -> Type:
    of: Type = value.type.of  # type: ignore[attr-defined]
    return of


def size_bound(value: t.Expr) -> int | None:
    """The greatest number of members a collection can have, None if its type does not tell."""
    match value:
        case t.Const(value=content):
            return len(content)
        case t.Comprehension(binds=binds):
            total = 1
            for bind in binds:
                one = size_bound(bind.domain)
                if one is None:
                    return None
                total *= one
            return total
        case t.Family(field=field):
            return _product([_count(k) for k in field.indices])
        case t.Collect(items=items):
            return len(items)
        case t.Convert(of=of) | t.Lib(name="sort" | "reverse" | "values", args=(of,)):
            return size_bound(of)
    return _count(value.type.of) if isinstance(value.type, SetType) else None


def _count(kind: Type) -> int | None:
    match kind:
        case MemberType(domain):
            return domain.size
        case IntType(int() as low, int() as high):
            return high - low + 1
    return None


def _product(counts: list[int | None]) -> int | None:
    total = 1
    for count in counts:
        if count is None:
            return None
        total *= count
    return total


def _count_call(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    value = _whole(scope, node, name)
    return t.Lib(IntType(0, size_bound(value)), "count", (value,), span=node.span) if value else None


def _sum(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    value = _whole(scope, node, name)
    if value is None:
        return None
    if isinstance(_of(value), ErrorType):
        return t.Const(IntType(0, 0), 0, span=node.span)
    if not is_number(_of(value)):
        scope.ctx.error("E0302", node.span, f"`sum` of {_of(value)}: only numbers can be added")
        return None
    one, most = as_int(_of(value)), size_bound(value)
    low = 0 if one.low is not None and one.low >= 0 else None if most is None or one.low is None else most * one.low
    high = (
        0 if one.high is not None and one.high <= 0 else None if most is None or one.high is None else most * one.high
    )
    return t.Lib(IntType(low, high), "sum", (value,), span=node.span)


def _extreme(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """max, min: of one collection, or of several numbers."""
    if len(node.args) >= 2:
        values = [ex.number(scope, a) for a in node.args]
        if any(isinstance(v.type, ErrorType) for v in values):
            return None
        kinds = [as_int(v.type) for v in values]
        pick: Callable[..., Any] = max if name == "max" else min
        low = None if any(k.low is None for k in kinds) else pick(k.low for k in kinds)
        high = None if any(k.high is None for k in kinds) else pick(k.high for k in kinds)
        return t.Lib(IntType(low, high), name, tuple(values), span=node.span)
    value = _whole(scope, node, name)
    if value is None:
        return None
    of = _of(value)
    if isinstance(of, ErrorType):
        return t.Const(IntType(0, 0), 0, span=node.span)
    if not isinstance(of, IntType | MemberType):
        scope.ctx.error("E0302", node.span, f"`{name}` of {of}: only numbers and members have an order")
        return None
    if isinstance(of, IntType):
        # 0 if there is nothing (semantics 5.5).
        low = None if of.low is None else min(0, of.low)
        high = None if of.high is None else max(0, of.high)
        return t.Lib(IntType(low, high), name, (value,), span=node.span)
    return t.Lib(required(of), name, (value,), span=node.span)


def _ordered(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """sort, reverse, values, median: lists and sets of the same members."""
    value = _whole(scope, node, name, expected)
    if value is None:
        return None
    of = _of(value)
    kind: Type = SetType(of) if name == "values" else of if name == "median" else ListType(of)
    if name in ("sort", "median") and not isinstance(of, IntType | MemberType):
        scope.ctx.error("E0302", node.span, f"`{name}` of {of}: only numbers and members have an order")
        return None
    return t.Lib(kind, name, (value,), span=node.span)


def _end(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """first, last: `none` if there is nothing (`{}` among sets)."""
    value = _whole(scope, node, name)
    if value is None:
        return None
    of = _of(value)
    return t.Lib(optional(of) if isinstance(of, IntType | MemberType) else of, name, (value,), span=node.span)


def _only(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    value = _whole(scope, node, name)
    return t.Lib(_of(value), "only", (value,), span=node.span) if value else None


def _nth(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not _arity(scope, node, name, 2):
        return None
    value, place = ex.collection(scope, node.args[0]), ex.number(scope, node.args[1])
    if isinstance(value.type, ErrorType) or isinstance(place.type, ErrorType):
        return None
    return t.Lib(_of(value), "nth", (value, place), span=node.span)


def _index(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not _arity(scope, node, name, 1):
        return None
    value = ex.expr(scope, node.args[0])
    if not isinstance(value.type, MemberType):
        if not isinstance(value.type, ErrorType):
            scope.ctx.error("E0301", node.args[0].span, f"this is {value.type}, not a member of a type")
        return None
    return t.Lib(IntType(1, value.type.domain.size), "index", (value,), span=node.span)


# ------------------------------------------------------------------------------------------------ boards


def _cell(scope: Scope, node: n.Expr) -> tuple[t.Expr, Domain] | None:
    value = ex.expr(scope, node)
    if isinstance(value.type, MemberType):
        domain = value.type.domain
        if domain.kind == "cells" or check_tables.attribute_table(scope.ctx, domain, "beside", node.span) is not None:
            return value, domain
    if not isinstance(value.type, ErrorType):
        scope.ctx.error("E0301", node.span, f"this is {value.type}, not a place of a board")
    return None


def _near(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """beside(c), around(c), rays(c)"""
    if not _arity(scope, node, name, 1):
        return None
    found = _cell(scope, node.args[0])
    if found is None:
        return None
    value, domain = found
    of = MemberType(domain)
    kind: Type = ListType(ListType(of)) if name == "rays" else SetType(of)
    if domain.kind == "cells":
        return t.Laid(kind, domain, name, (value,), span=node.span)
    if name == "rays" and "sides" in domain.shape and "rays" not in domain.attributes:
        domain.attributes["rays"] = boards.rays(domain)
    table = check_tables.attribute_table(scope.ctx, domain, name, node.span)
    if table is None:
        scope.ctx.error("E0301", node.span, f"`{name}` works on grids and hexes, {domain.name} is neither")
        return None
    if isinstance(table.type, ErrorType):
        return None
    return t.Lookup(kind, table, (value,), span=node.span)


def _distance(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not _arity(scope, node, name, 2):
        return None
    first = _cell(scope, node.args[0])
    if first is None:
        return None
    a, domain = first
    b = coerce(scope, ex.expr(scope, node.args[1], a.type), MemberType(domain), "the other place")
    if isinstance(b.type, ErrorType):
        return None
    kind = IntType(0, domain.size - 1)
    if domain.kind == "cells":
        return t.Laid(kind, domain, "distance", (a, b), span=node.span)
    if "distance" not in domain.attributes:
        domain.attributes["distance"] = boards.distances(domain)
    return t.Lookup(kind, domain.attributes["distance"], (a, b), span=node.span)


def _lines(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not _arity(scope, node, name, 2):
        return None
    board, length = node.args
    domain = None
    if isinstance(board, n.Name) and board.id in scope.ctx.decls.types:
        domain = check_types.domain_named(scope.ctx, board.id, board.span)
    number = ex.constant(scope.ctx, length, IntType())
    if domain is None or number is None or not (domain.kind == "cells" or "axes" in domain.shape):
        if number is not None:
            scope.ctx.error("E0301", board.span, why="`lines(T, n)` needs the name of a grid or of hexes")
        return None
    kind = ListType(SetType(MemberType(domain)))
    if not 1 <= number <= domain.size:
        return t.Const(kind, (), span=node.span)
    if domain.kind == "cells":
        return t.Laid(kind, domain, "lines", (t.Const(IntType(number, number), number),), span=node.span)
    return t.Const(kind, boards.lines(domain, number), span=node.span)


def _cells(scope: Scope, node: n.Expr, domain: Domain | None) -> tuple[t.Expr, Domain] | None:
    value = ex.collection(scope, node, SetType(MemberType(domain)) if domain else None)
    of = _of(value) if is_collection(value.type) else ERROR
    if isinstance(of, MemberType):
        return coerce(scope, value, SetType(of)), of.domain
    if not isinstance(value.type, ErrorType):
        scope.ctx.error("E0301", node.span, f"this is {value.type}, not a set of places")
    return None


def _beside_table(scope: Scope, domain: Domain, node: n.Expr) -> t.Table | None:
    table = check_tables.attribute_table(scope.ctx, domain, "beside", node.span)
    if table is None and domain.kind != "cells":
        scope.ctx.error("E0301", node.span, f"{domain.name} is no board: nothing lies beside its members")
    return table


def _connected(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not _arity(scope, node, name, 1):
        return None
    found = _cells(scope, node.args[0], None)
    if found is None:
        return None
    value, domain = found
    if domain.kind == "cells":
        return t.Laid(BOOL, domain, "connected", (value,), span=node.span)
    table = _beside_table(scope, domain, node.args[0])
    return t.Lib(BOOL, "connected", (value,), table, span=node.span) if table else None


def _reach(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not _arity(scope, node, name, 2):
        return None
    first = _cell(scope, node.args[0])
    if first is None:
        return None
    start, domain = first
    within = _cells(scope, node.args[1], domain)
    if within is None:
        return None
    kind = SetType(MemberType(domain))
    if domain.kind == "cells":
        return t.Laid(kind, domain, "reach", (start, within[0]), span=node.span)
    table = _beside_table(scope, domain, node.args[0])
    return t.Lib(kind, "reach", (start, within[0]), table, span=node.span) if table else None


def _linked(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """linked(r, edges): all members joined to r by the given edges, r included (semantics 24.3)."""
    if not _arity(scope, node, name, 2):
        return None
    start, edges = ex.expr(scope, node.args[0]), _cells(scope, node.args[1], None)
    if edges is None or isinstance(start.type, ErrorType):
        return None
    value, domain = edges
    of = domain.shape.get("of") if domain.kind == "edges" else None
    if of is None or not isinstance(start.type, MemberType) or start.type.domain is not of:
        scope.ctx.error("E0301", node.span, why="`linked(r, E)` needs a place and a set of edges between places")
        return None
    return t.Lib(SetType(MemberType(of)), "linked", (start, value), domain.attributes["ends"], span=node.span)


# ------------------------------------------------------------------------------------------------ sets of sets


def _subsets(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not _arity(scope, node, name, 2):
        return None
    found = _cells(scope, node.args[0], None)
    sizes = ex.expr(scope, node.args[1])
    if found is None or isinstance(sizes.type, ErrorType):
        return None
    if isinstance(sizes.type, IntType):
        sizes = t.Collect(SetType(sizes.type), (sizes,), span=sizes.span)
    sizes = coerce(scope, sizes, SetType(IntType()), "the sizes")
    most = sizes.type.of.high if isinstance(sizes.type, SetType) and isinstance(sizes.type.of, IntType) else None
    if found[1].size > SUBSET_LIMIT and (most is None or most > 3):
        scope.ctx.error("E0909", node.span, f"subsets of {found[1].size} members, of more than three each")
        return None
    return t.Lib(SetType(found[0].type), "subsets", (found[0], sizes), span=node.span)


def _parts(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    value = _whole(scope, node, name)
    if value is None:
        return None
    if not isinstance(value.type, BagType):
        scope.ctx.error("E0301", node.args[0].span, f"this is {value.type}, not a bag")
        return None
    return t.Lib(ListType(value.type), "parts", (value,), span=node.span)


# ------------------------------------------------------------------------------------------------ zones, seats, scores


def _top(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not _arity(scope, node, name, 1):
        return None
    zone = check_places.zone(scope, node.args[0])
    if zone is None:
        return None
    if not isinstance(zone.type, PileType):
        scope.ctx.error("E0301", node.args[0].span, f"this is a {zone.type}: only a pile has a top")
        return None
    return t.Top(optional(zone.type.of), zone, span=node.span)


def _seat(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """clockwise(p[, S]), left(p), right(p) (semantics 5.8)"""
    if not _arity(scope, node, name, *((1, 2) if name == "clockwise" else (1,))):
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
    if not _arity(scope, node, name, 1):
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
    if not _arity(scope, node, name, 2):
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
    if not _arity(scope, node, name, 2):
        return None
    ctx = scope.ctx
    if not scope.example:
        ctx.error("E0318", node.span, why="`options(P, A)` is for examples")
        return None
    who = coerce(scope, ex.expr(scope, node.args[0], ctx.player_type), ctx.player_type, "who")
    verb = node.args[1]
    action = ctx.actions.get(verb.id) if isinstance(verb, n.Name) else None
    if action is None:
        ctx.error("E0208", verb.span, why="the second argument of `options` names an action")
        return None
    kinds: list[Type] = [p.var.type for p in action.params]
    of: Type = kinds[0] if len(kinds) == 1 else ListType(IntType())
    return None if isinstance(who.type, ErrorType) else t.Options(ListType(of), who, action, span=node.span)


def _old(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not _arity(scope, node, name, 1):
        return None
    if not scope.old:
        scope.ctx.error("E0318", node.span, why="`old(…)` is for promises about actions and for reactions")
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
    "beside": _near,
    "around": _near,
    "rays": _near,
    "distance": _distance,
    "lines": _lines,
    "connected": _connected,
    "reach": _reach,
    "linked": _linked,
    "subsets": _subsets,
    "parts": _parts,
    "top": _top,
    "clockwise": _seat,
    "left": _seat,
    "right": _seat,
    "total": _total,
    "score": _score,
    "options": _options,
    "old": _old,
}
