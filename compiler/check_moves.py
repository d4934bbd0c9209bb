"""Sentences that move components, count, draw, roll, shuffle, award and show (semantics 8 and 9)."""

from __future__ import annotations

from hoyle.compiler import check_calls, check_fields, check_places, check_types
from hoyle.compiler import check_exprs as ex
from hoyle.compiler import typed as t
from hoyle.compiler.fitting import agree, coerce
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BagType,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    PileType,
    SetType,
    Type,
    is_collection,
    is_finite,
    is_number,
)
from hoyle.dsl import nodes as n


def move(scope: Scope, stmt: n.Move) -> t.Stmt | None:
    source, target = check_places.place(scope, stmt.source), check_places.place(scope, stmt.target)
    if source is None or target is None:
        return None
    if isinstance(source, t.Counter) and isinstance(target, t.Counter):
        return _move_count(scope, stmt, source, target)
    if isinstance(source, t.Zone) and isinstance(target, t.Zone):
        return _move_zone(scope, stmt, source, target)
    scope.ctx.error(
        "E0407",
        stmt.span,
        why="one moves from a counter to a counter (number fields), or from a zone to a zone (bags and piles)",
    )
    return None


def _move_count(scope: Scope, stmt: n.Move, source: t.Counter, target: t.Counter) -> t.Stmt | None:
    for counter, node in ((source, stmt.source), (target, stmt.target)):
        if not isinstance(counter.field.type, IntType) or counter.field.type.optional:
            scope.ctx.error("E0407", node.span, f"`{counter.field.name}` is {counter.field.type}, not a counter")
            return None
    amount = ex.number(scope, stmt.amount) if stmt.amount is not None else None
    form = stmt.form
    return t.MoveCount(form, amount, source, target, span=stmt.span)


def _move_zone(scope: Scope, stmt: n.Move, source: t.Zone, target: t.Zone) -> t.Stmt | None:
    component = source.type.of  # type: ignore[attr-defined]
    if component != target.type.of:  # type: ignore[attr-defined]
        scope.ctx.error("E0407", stmt.span, f"from a {source.type} to a {target.type}")
        return None
    if stmt.form == "all" or stmt.amount is None:
        return t.MoveZone("all", None, source, target, span=stmt.span)
    amount = ex.expr(scope, stmt.amount, component)
    if isinstance(amount.type, ErrorType):
        return None
    if is_number(amount.type) and not isinstance(amount.type, MemberType):
        return t.MoveZone("up to" if stmt.form == "up to" else "top", amount, source, target, span=stmt.span)
    if is_collection(amount.type):
        amount = coerce(scope, amount, BagType(component), "what is moved")
    else:
        amount = coerce(scope, amount, component, "what is moved", narrow=False)
    return None if isinstance(amount.type, ErrorType) else t.MoveZone("named", amount, source, target, span=stmt.span)


def draw(scope: Scope, stmt: n.Draw) -> t.Stmt | None:
    if stmt.target is not None:
        return _draw_to(scope, stmt, stmt.target)
    source = _drawn_from(scope, stmt.source)
    if source is None:
        return None
    of: Type = source.type.of  # type: ignore[attr-defined]
    receiver = _receiver(scope, stmt.what, of)
    if receiver is None:
        return None
    if isinstance(source, t.Zone):
        return t.DrawComponent(receiver, source, span=stmt.span)
    return t.DrawMember(receiver, source, span=stmt.span)


def _draw_to(scope: Scope, stmt: n.Draw, to: n.Expr) -> t.Stmt | None:
    source, target = check_places.zone(scope, stmt.source), check_places.zone(scope, to)
    number = ex.number(scope, stmt.what)
    if source is None or target is None or isinstance(number.type, ErrorType):
        return None
    if source.type.of != target.type.of:  # type: ignore[attr-defined]
        scope.ctx.error("E0407", stmt.span, f"from a {source.type} to a {target.type}")
        return None
    return t.DrawZone(number, source, target, span=stmt.span)


def _drawn_from(scope: Scope, node: n.Expr) -> t.Zone | t.Expr | None:
    """A zone, from which the component leaves, or a collection, from which nothing leaves."""
    if isinstance(node, n.IfElse):
        return check_places.zone(scope, node)
    value = ex.collection(scope, node)
    if isinstance(value.type, ErrorType):
        return None
    return value.zone if isinstance(value, t.ZoneValue) else value


def _receiver(scope: Scope, node: n.Expr, of: Type) -> t.Var | t.Counter | None:
    """A new local, a local that may be reassigned, or a field of scalar type."""
    if isinstance(node, n.Name):
        known = scope.find(node.id)
        if known is not None and known.kind == "let" and node.id in scope.names:
            return known
        if known is not None or (None, node.id) not in scope.ctx.decls.fields:
            return scope.bind(n.Ident(node.id, span=node.span), of, "let")
    place = check_places.place(scope, node)
    if isinstance(place, t.Counter):
        if not agree(place.field.type, of):
            scope.ctx.error("E0301", node.span, f"`{place.field.name}` is {place.field.type}, what is drawn {of}")
            return None
        return place
    if isinstance(place, t.Var) and place.kind == "let":
        return place
    if place is not None:
        scope.ctx.error("E0316", node.span, why="what is drawn goes to a name, or to a field that holds one value")
    return None


def roll(scope: Scope, stmt: n.Roll) -> t.Stmt | None:
    items = []
    for item in stmt.items:
        checked = _roll_variable(scope, item) if isinstance(item, n.RollVariable) else _roll_bag(scope, item)
        if checked is None:
            return None
        items.append(checked)
    until = ex.condition(scope, stmt.until) if stmt.until is not None else None
    return t.Roll(tuple(items), until, span=stmt.span)


def _roll_variable(scope: Scope, item: n.RollVariable) -> t.RollItem | None:
    if item.type is not None:
        return _roll_new(scope, item, item.type)
    place = check_places.place(scope, item.target)
    kind = place.field.type if isinstance(place, t.Counter) else place.type if isinstance(place, t.Var) else None
    if place is None:
        return None
    if (
        isinstance(place, t.Zone)
        or kind is None
        or not is_finite(kind)
        or isinstance(place, t.Var)
        and place.kind != "let"
    ):
        scope.ctx.error(
            "E0316", item.target.span, why="a roll goes to a field or a local that holds one value of a finite type"
        )
        return None
    return t.RollItem(place, kind)


def _roll_new(scope: Scope, item: n.RollVariable, type: n.TypeExpr) -> t.RollItem | None:
    """`roll die: 1..6`"""
    kind = check_types.type_of(scope.ctx, type)
    if isinstance(kind, ErrorType):
        return None
    if is_collection(kind) or not is_finite(kind):
        scope.ctx.error("E0305", type.span, f"{kind} has no faces to roll")
        return None
    assert isinstance(item.target, n.Name)
    return t.RollItem(scope.bind(n.Ident(item.target.id, span=item.target.span), kind, "let"), kind)


def _roll_bag(scope: Scope, item: n.RollBag) -> t.RollItem | None:
    number = ex.number(scope, item.number)
    kind = check_types.named_type(scope.ctx, item.type.text, item.type.span)
    if not is_finite(kind) or isinstance(number.type, ErrorType):
        if not isinstance(kind, ErrorType):
            scope.ctx.error("E0305", item.type.span, f"{kind} has no faces to roll")
        return None
    target = _receiver(scope, item.target, BagType(kind))
    return t.RollItem(target, kind, number) if target is not None else None


def shuffle(scope: Scope, stmt: n.Shuffle) -> t.Stmt | None:
    zones = []
    for node in stmt.zones:
        zone = check_places.zone(scope, node)
        if zone is not None and not isinstance(zone.type, PileType):
            scope.ctx.error("E0301", node.span, f"this is a {zone.type}: only a pile has an order")
            zone = None
        if zone is None:
            return None
        zones.append(zone)
    return t.Shuffle(tuple(zones), span=stmt.span)


def award(scope: Scope, stmt: n.Award) -> t.Stmt | None:
    prizes = coerce(scope, ex.expr(scope, stmt.prizes), ListType(IntType()), "the prizes")
    ranking = ex.expr(scope, stmt.ranking)
    if isinstance(prizes.type, ErrorType) or isinstance(ranking.type, ErrorType):
        return None
    of = ranking.type.of if isinstance(ranking.type, ListType) else None
    thing = of.of if isinstance(of, SetType) else of
    if not isinstance(thing, MemberType):
        scope.ctx.error("E0301", stmt.ranking.span, f"this is {ranking.type}, not a ranking of things")
        return None
    target = _awarded(scope, stmt.field, thing)
    return t.Award(prizes, ranking, *target, span=stmt.span) if target else None


def _awarded(scope: Scope, node: n.Expr, thing: MemberType) -> tuple[t.Field, tuple[t.Expr, ...]] | None:
    """`as points[t]`: the field of the thing, with its own indices."""
    name, args = (node.of, node.args) if isinstance(node, n.Index) else (node, ())
    field = check_fields.field_named(scope.ctx, thing.domain.name, name.id) if isinstance(name, n.Name) else None
    if field is None or not isinstance(field.type, IntType):
        scope.ctx.error("E0316", node.span, f"prizes are added to a number field of each {thing.domain.name}")
        return None
    indices = check_calls.arguments(scope, args, list(field.indices), field.name, node.span, [])
    return (field, indices) if indices is not None else None


def show(scope: Scope, stmt: n.Show) -> t.Stmt | None:
    what = ex.expr(scope, stmt.what)
    to = ex.expr(scope, stmt.to, SetType(scope.ctx.player_type))
    if isinstance(to.type, MemberType):
        to = t.Collect(SetType(to.type), (to,), span=to.span)
    to = coerce(scope, to, SetType(scope.ctx.player_type), "who is shown it")
    if isinstance(what.type, ErrorType) or isinstance(to.type, ErrorType):
        return None
    return t.Show(what.zone if isinstance(what, t.ZoneValue) else what, to, span=stmt.span)
