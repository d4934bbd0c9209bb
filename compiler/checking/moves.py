"""Sentences that move components, count, draw, roll, shuffle, award and show (semantics 8 and 9)."""

from __future__ import annotations

import math

from hoyle.compiler import typed as t
from hoyle.compiler.checking import calls as check_calls
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import fields as check_fields
from hoyle.compiler.checking import places as check_places
from hoyle.compiler.checking import type_names as check_types
from hoyle.compiler.fitting import agree, coerce
from hoyle.compiler.intervals import join
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    ERROR,
    BagType,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    PileType,
    SetType,
    Type,
    as_int,
    codes_of,
    is_collection,
    is_finite,
    is_number,
    is_optional,
    required,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label

MOST_OUTCOMES = 1_000_000  # of one roll (language.md 15.12)


def move(scope: Scope, stmt: n.Move) -> t.Stmt | None:
    source, target = check_places.place(scope, stmt.source), check_places.place(scope, stmt.target)
    if source is None or target is None:
        if stmt.amount is not None:
            ex.expr(scope, stmt.amount)
        return None
    for found, node in ((source, stmt.source), (target, stmt.target)):
        if isinstance(found, t.Var):
            check_places.no_zone(scope, found, node)
            return None
    if isinstance(source, t.Counter) and isinstance(target, t.Counter):
        return _move_count(scope, stmt, source, target)
    if isinstance(source, t.Zone) and isinstance(target, t.Zone):
        return _move_zone(scope, stmt, source, target)
    labels = [Label(node.span, _said(at)) for node, at in ((stmt.source, source), (stmt.target, target))]
    why = "one moves from a counter to a counter (numbers), or from a zone to a zone (bags and piles)"
    scope.ctx.error("E0407", stmt.source.span.to(stmt.target.span), labels=labels, why=why)
    return None


def _said(at: t.Zone | t.Counter | t.Var) -> str:
    match at:
        case t.Counter(field=field):
            return f"`{field.name}` is {field.type}"
        case t.Zone(type=kind):
            return f"this is a {kind}"
    return ""


def _move_count(scope: Scope, stmt: n.Move, source: t.Counter, target: t.Counter) -> t.Stmt | None:
    for counter, node in ((source, stmt.source), (target, stmt.target)):
        if not isinstance(counter.field.type, IntType) or counter.field.type.optional:
            said = f"`{counter.field.name}` is {counter.field.type}, not a counter"
            scope.ctx.error("E0407", node.span, said, why="a counter is a field that holds a number")
            return None
    amount = _amount(scope, stmt.amount) if stmt.amount is not None else None
    return t.MoveCount(stmt.form, amount, source, target, span=stmt.span)


def _amount(scope: Scope, node: n.Expr) -> t.Expr:
    amount = ex.number(scope, node)
    kind = as_int(amount.type) if is_number(amount.type) else IntType()
    if kind.high is not None and kind.high < 0:
        scope.ctx.error("E0407", node.span, f"this is {kind}: less than nothing cannot be moved")
    return amount


def _move_zone(scope: Scope, stmt: n.Move, source: t.Zone, target: t.Zone) -> t.Stmt | None:
    if not _same_components(scope, stmt, source, target):
        return None
    component = source.type.of  # type: ignore[attr-defined]
    if stmt.form == "all" or stmt.amount is None:
        return t.MoveZone("all", None, source, target, span=stmt.span)
    # A written number is a count; a component whose name is a number is said with its type, `Tile(7)`.
    amount = ex.expr(scope, stmt.amount, None if isinstance(stmt.amount, n.Int) else component)
    if isinstance(amount.type, ErrorType):
        return None
    if isinstance(amount.type, IntType):
        return t.MoveZone(
            "up to" if stmt.form == "up to" else "top", _amount(scope, stmt.amount), source, target, span=stmt.span
        )
    if stmt.form == "up to":
        why = "`up to` counts: `move up to 2 from A to B`"
        scope.ctx.error("E0407", stmt.amount.span, f"this is {amount.type}, not a number", why=why)
        return None
    if is_collection(amount.type):
        amount = coerce(scope, amount, BagType(component), "what is moved")
    else:
        amount = coerce(scope, amount, component, "what is moved", narrow=False)
    return None if isinstance(amount.type, ErrorType) else t.MoveZone("named", amount, source, target, span=stmt.span)


def _same_components(scope: Scope, stmt: n.Move | n.Draw, source: t.Zone, target: t.Zone) -> bool:
    a, b = source.type.of, target.type.of  # type: ignore[attr-defined]
    if a != b and stmt.target is not None:
        labels = [Label(stmt.source.span, f"here lies {a}"), Label(stmt.target.span, f"here lies {b}")]
        scope.ctx.error(
            "E0407",
            stmt.source.span.to(stmt.target.span),
            labels=labels,
            why="a zone holds the components of one type",
        )
    return bool(a == b)


def draw(scope: Scope, stmt: n.Draw) -> t.Stmt | None:
    if stmt.target is not None:
        return _draw_to(scope, stmt, stmt.target)
    source = _drawn_from(scope, stmt.source)
    if source is None:
        _bind_broken(scope, stmt.what)
        return None
    of: Type = source.type.of  # type: ignore[attr-defined]
    receiver = _receiver(scope, stmt.what, of, "draw")
    if receiver is None:
        return None
    if isinstance(source, t.Zone):
        return t.DrawComponent(receiver, source, span=stmt.span)
    return t.DrawMember(receiver, source, span=stmt.span)


def _bind_broken(scope: Scope, node: n.Expr) -> None:
    """The name that a wrong sentence would have made: no second report where it is used."""
    if isinstance(node, n.Name) and scope.find(node.id) is None and (None, node.id) not in scope.ctx.decls.fields:
        scope.names[node.id] = t.Var(node.id, ERROR, "let", node.span)


def _draw_to(scope: Scope, stmt: n.Draw, to: n.Expr) -> t.Stmt | None:
    source, target = check_places.zone(scope, stmt.source), check_places.zone(scope, to)
    if isinstance(stmt.what, n.Name) and not _is_known(scope, stmt.what.id):
        why = "what is drawn to a zone has no name: only how many is said"
        hint = f"write `draw 1 from … to …`, or `draw {stmt.what.id} from …` and then `move {stmt.what.id} …`"
        scope.ctx.error("E0407", stmt.what.span, why=why, hint=hint)
        return None
    number = _amount(scope, stmt.what)
    if source is None or target is None or isinstance(number.type, ErrorType):
        return None
    return t.DrawZone(number, source, target, span=stmt.span) if _same_components(scope, stmt, source, target) else None


def _is_known(scope: Scope, name: str) -> bool:
    decls = scope.ctx.decls
    return (
        scope.find(name) is not None or (None, name) in decls.fields or name in decls.defines or name in decls.options
    )


def _drawn_from(scope: Scope, node: n.Expr) -> t.Zone | t.Expr | None:
    """A zone, from which the component leaves, or a collection, from which nothing leaves."""
    value = ex.collection(scope, node)
    match value:
        case t.ZoneValue(zone=zone):
            return zone
        case t.Cond(test=test, then=t.ZoneValue(zone=then), orelse=t.ZoneValue(zone=orelse)):
            return t.EitherZone(then.type, test, then, orelse)
        case t.Local(var=var) if check_places.is_copy(scope, var):
            check_places.no_zone(scope, var, node)
            return None
    if isinstance(value.type, ErrorType):
        return None
    if check_fields.is_component(value.type):
        why = "one draws from a zone, which the component leaves, or from a set, a list or a range"
        scope.ctx.error("E0317", node.span, "this is what lies somewhere, counted", why=why)
        return None
    return value


def _receiver(scope: Scope, node: n.Expr, of: Type, verb: str) -> t.Var | t.Counter | None:
    """A new local, a local that is written again, or a field."""
    if isinstance(node, n.Name):
        known = scope.find(node.id)
        if known is None and (None, node.id) not in scope.ctx.decls.fields:
            return scope.bind(n.Ident(node.id, span=node.span), of, "let")
    place = check_places.place(scope, node)
    match place:
        case t.Counter(field=field):
            kind = field.type
            fits = agree(kind, of) and is_collection(kind) == is_collection(of)
        case t.Var(kind="let") as var:
            kind = var.type
            fits = agree(kind, of) and join(kind, of) == kind
        case None:
            return None
        case _:
            what = "a zone" if isinstance(place, t.Zone) else "a name that is never changed"
            why = f"a {verb} goes to a name of its own, or to a field that holds a value"
            scope.ctx.error("E0316", node.span, f"this is {what}", why=why)
            return None
    if not fits and not isinstance(kind, ErrorType) and not isinstance(of, ErrorType):
        scope.ctx.error("E0301", node.span, f"this holds {kind}, but {of} comes out of the {verb}")
        return None
    return place


def roll(scope: Scope, stmt: n.Roll) -> t.Stmt | None:
    items = []
    for item in stmt.items:
        checked = _roll_variable(scope, item) if isinstance(item, n.RollVariable) else _roll_bag(scope, item)
        if checked is None:
            _bind_broken(scope, item.target)
        else:
            items.append(checked)
    until = ex.condition(scope, stmt.until) if stmt.until is not None else None
    if len(items) < len(stmt.items):
        return None
    _check_outcomes(scope, stmt, items)
    return t.Roll(tuple(items), until, span=stmt.span)


def _check_outcomes(scope: Scope, stmt: n.Roll, items: list[t.RollItem]) -> None:
    total = 1
    for item in items:
        faces = max(1, len(codes_of(item.type)))
        number = item.number.value if isinstance(item.number, t.Const) else 1
        total *= faces if item.number is None else math.comb(faces + max(0, min(number, 1_000)) - 1, faces - 1)
    if total > MOST_OUTCOMES:
        why = f"a roll has at most {MOST_OUTCOMES:,} different outcomes"
        scope.ctx.error("E0914", stmt.span, f"{_readable(total)} outcomes", why=why)


def _readable(number: int) -> str:
    return f"{number:,}" if number < 10**12 else f"10^{len(str(number)) - 1}"


def _roll_variable(scope: Scope, item: n.RollVariable) -> t.RollItem | None:
    if item.type is not None:
        return _roll_new(scope, item, item.type)
    if isinstance(item.target, n.Name) and not _is_known(scope, item.target.id):
        name = item.target.id
        why = "the faces are those of the type, so a new name needs one"
        scope.ctx.error("E0203", item.target.span, f"nothing is called `{name}`", why=why, hint=f"`roll {name}: 1..6`")
        return None
    place = check_places.place(scope, item.target)
    if place is None:
        return None
    kind = place.field.type if isinstance(place, t.Counter) else place.type
    writable = isinstance(place, t.Counter) or (isinstance(place, t.Var) and place.kind == "let")
    if not writable or not is_finite(kind) or is_collection(kind):
        said = "this cannot be changed" if not writable else f"this is {kind}, which has no list of faces"
        why = "a roll goes to a field or a local that holds one value of a finite type"
        scope.ctx.error("E0316", item.target.span, said, why=why)
        return None
    assert isinstance(place, t.Var | t.Counter)
    return t.RollItem(place, required(kind))


def _roll_new(scope: Scope, item: n.RollVariable, type: n.TypeExpr) -> t.RollItem | None:
    """`roll die: 1..6`"""
    kind = check_types.type_of(scope.ctx, type)
    if isinstance(kind, ErrorType):
        return None
    if is_collection(kind) or not is_finite(kind) or is_optional(kind):
        scope.ctx.error("E0305", type.span, f"{kind} has no faces to roll")
        return None
    assert isinstance(item.target, n.Name)
    return t.RollItem(scope.bind(n.Ident(item.target.id, span=item.target.span), kind, "let"), kind)


def _roll_bag(scope: Scope, item: n.RollBag) -> t.RollItem | None:
    number = _amount(scope, item.number)
    kind = check_types.named_type(scope.ctx, item.type.text, item.type.span)
    if isinstance(kind, ErrorType) or isinstance(number.type, ErrorType):
        return None
    if is_collection(kind) or not is_finite(kind) or is_optional(kind):
        scope.ctx.error("E0305", item.type.span, f"{kind} has no faces to roll")
        return None
    target = _receiver(scope, item.target, BagType(kind), "roll")
    return t.RollItem(target, kind, number) if target is not None else None


def shuffle(scope: Scope, stmt: n.Shuffle) -> t.Stmt | None:
    zones = []
    for node in stmt.zones:
        zone = check_places.zone(scope, node)
        if zone is not None and not isinstance(zone.type, PileType):
            scope.ctx.error("E0301", node.span, f"this is a {zone.type}", why="only a pile has an order to lose")
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
        why = "prizes go to places in their order: to a `rank …`, or to a list of things"
        scope.ctx.error("E0301", stmt.ranking.span, f"this is {ranking.type}", why=why)
        return None
    target = _awarded(scope, stmt.field, thing)
    return t.Award(prizes, ranking, *target, span=stmt.span) if target else None


def _awarded(scope: Scope, node: n.Expr, thing: MemberType) -> tuple[t.Field, tuple[t.Expr, ...]] | None:
    """`as points[t]`: the field of the thing, with its own indices."""
    name, args = (node.of, node.args) if isinstance(node, n.Index) else (node, ())
    field = check_fields.field_named(scope.ctx, thing.domain.name, name.id) if isinstance(name, n.Name) else None
    if field is None or not isinstance(field.type, IntType):
        owned = [name for owner, name in scope.ctx.decls.fields if owner == thing.domain.name]
        hint = scope.ctx.suggest(name.id, owned) if isinstance(name, n.Name) else None
        why = f"prizes are added to a field of each {thing.domain.name} that holds a number"
        scope.ctx.error("E0316", node.span, why=why, hint=hint)
        return None
    params = [t.Var("the index", kind, "param", field.span) for kind in field.indices]
    indices = check_calls.arguments(scope, args, params, field.name, node.span)
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
