"""Chance: rolls, draws, and moves of what is not yet known (semantics, sections 7.7 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.fold import fold
from hoyle.compiler.lowering.flow import own_expressions
from hoyle.compiler.lowering.loops import ONE, ZERO, over, read
from hoyle.compiler.lowering.pools import is_pile, places
from hoyle.compiler.lowering.units import DrawHere
from hoyle.compiler.rewrite import free, fresh, rebuild, substitute, walk
from hoyle.compiler.typed import Const, Counter, Expr, Field, FieldZone, SetLocal, Stmt, Store, Var, Zone
from hoyle.compiler.types import BOOL, INT, BagType, IntType, ListType, Type
from hoyle.dsl.span import Span

if TYPE_CHECKING:
    from hoyle.compiler.lowering.blocks import Builder


def chance(b: Builder, s: Stmt, previous: Stmt | None) -> None:
    """Lower a sentence that may need chance."""
    match s:
        case t.Roll():
            _roll(b, s)
        case t.DrawMember(target, source):
            b.draw_needs(source, s.span)
            held = b.operand(source, "source", s.span)
            var, store = _target(b, target, _element(held.type), s.span)
            _node(b, (ir.DrawOf(var, held),), None, "draw", s.span)
            b.emit(*store)
        case t.DrawComponent(target, source):
            _draw_component(b, target, source, s.span)
        case t.DrawZone(number, source, target):
            b.draw_needs(number, s.span)
            source, target = b.fixed_zone(source, s.span), b.fixed_zone(target, s.span)
            _times(b, number, lambda: _draw_one(b, source, target, s.span), s.span)
            _uncover(b, (source, target), s.span)
        case t.MoveZone():
            _move(b, s)
        case t.Shuffle(zones):
            _shuffle(b, s, zones, previous)
        case t.Swap(a, c):
            b.draw_needs((a, c), s.span)
            a, c = b.fixed_zone(a, s.span), b.fixed_zone(c, s.span)
            b.emit(t.Swap(a, c, span=s.span))
            if b.context.pools.swap_uncovers(a, c):
                _uncover(b, (a, c), s.span)
        case t.Show(Zone() as zone, to):
            zone = b.fixed_zone(zone, s.span)
            b.draw_needs(to, s.span)
            _draw_while(b, ir.Undrawn(BOOL, zone, "any"), zone, "any", s.span)
            b.emit(t.Show(zone, to, span=s.span))
        case DrawHere(zone, place):
            zone = b.fixed_zone(zone, s.span)
            _draw_while(b, ir.Undrawn(BOOL, zone, place), zone, place, s.span)
        case _:
            draw_needs(b, own_expressions(s), s.span)
            b.emit(s)


def _element(of: Type) -> Type:
    inner = getattr(of, "of", None)
    assert isinstance(inner, Type), of
    return inner


def _node(b: Builder, items: tuple[ir.ChanceItem, ...], until: Expr | None, label: str, span: Span) -> None:
    after = b.new()
    b.end(ir.Chance(ir.ChanceSite(0, items, until, label, span), after, span=span))
    b.start(after)


def _target(b: Builder, target: Var | Counter, of: Type, span: Span) -> tuple[Var, list[Stmt]]:
    """The variable that chance sets, and what then stores it in its place."""
    if isinstance(target, Var):
        return target, []
    b.draw_needs(target.indices, span)
    indices = tuple(b.operand(i, "index", span) for i in target.indices)
    var = b.temp(target.field.name, of, span)
    return var, [Store(target.field, indices, read(var), span=span)]


# ------------------------------------------------------------------------------------------------ roll


def _roll(b: Builder, s: t.Roll) -> None:
    items: list[ir.ChanceItem] = []
    stores: list[Stmt] = []
    places_: list[tuple[Field, tuple[Expr, ...], Var]] = []
    for item in s.items:
        of = item.type if item.number is None else BagType(item.type)
        var, store = _target(b, item.target, of, s.span)
        if item.number is None:
            items.append(ir.RollOne(var, item.type))
        else:
            b.draw_needs(item.number, s.span)
            items.append(ir.RollMany(var, item.type, b.operand(item.number, "number", s.span)))
        stores.extend(store)
        places_.extend((x.field, x.indices, var) for x in store if isinstance(x, Store))
    until = None
    if s.until is not None:
        b.draw_needs(s.until, s.span)
        until = fold(as_rolled(s.until, places_))
    _node(b, tuple(items), until, "roll", s.span)
    b.emit(*stores)


def as_rolled(e: Expr, rolled: list[tuple[Field, tuple[Expr, ...], Var]]) -> Expr:
    """`until` with the variables of the roll in the place of the fields they will go to (semantics 9.3)."""
    fields = {f for f, _, _ in rolled}
    if not fields:
        return e

    def leave(x: object) -> object:
        match x:
            case t.Call(_, function, args) if reads_field(function, fields):
                assert function.body is not None
                return as_rolled(substitute(function.body, dict(zip(function.params, args, strict=True))), rolled)
            case t.Load():
                return _load_rolled(x, rolled)
        return x

    return rebuild(e, leave)


def _load_rolled(load: t.Load, rolled: list[tuple[Field, tuple[Expr, ...], Var]]) -> Expr:
    result: Expr = load
    for field, at, var in rolled:
        if field is load.field:
            same = t.Op(BOOL, "and", tuple(map(_equal, load.indices, at))) if at else Const(BOOL, True)
            result = t.Cond(load.type, same, read(var), result)
    return result


def _equal(a: Expr, c: Expr) -> Expr:
    return t.Op(BOOL, "==", (a, c))


def reads_field(function: t.Function, fields: set[Field]) -> bool:
    for x in walk(function.body):
        if isinstance(x, t.Load) and x.field in fields:
            return True
        if isinstance(x, t.Call) and reads_field(x.function, fields):
            return True
    return False


# ------------------------------------------------------------------------------------------------ draw


def _draw_component(b: Builder, target: Var | Counter, source: Zone, span: Span) -> None:
    b.draw_needs(source, span)
    source = b.fixed_zone(source, span)
    var, store = _target(b, target, _element(source.type), span)
    _node(b, (ir.DrawFrom(var, source),), None, "draw", span)
    b.emit(ir.Take(source, read(var), None, span=span), *store)
    _uncover(b, (source,), span)


def _draw_one(b: Builder, source: Zone, target: Zone, span: Span) -> None:
    """One component, whatever it is, is decided and moved."""
    var = b.temp("drawn", _element(source.type), span)
    _node(b, (ir.DrawFrom(var, source),), None, "draw", span)
    b.emit(ir.Take(source, read(var), target, span=span))


def _times(b: Builder, number: Expr, body: Callable[[], None], span: Span) -> None:
    """`body` so often; the number is taken once."""
    number = fold(number)
    if isinstance(number, Const) and number.value in (0, 1, 2):
        for _ in range(number.value):
            body()
        return
    left = b.temp("left", IntType(None, getattr(number.type, "high", None)), span)
    if isinstance(number.type, IntType) and number.type.low is not None:
        left = b.temp("left", IntType(min(0, number.type.low), number.type.high), span)
    b.emit(SetLocal(left, number, span=span))
    if not (isinstance(number.type, IntType) and number.type.low is not None and number.type.low >= 0):
        negative = t.Op(BOOL, "<", (read(left), ZERO))
        b.emit(t.If(((negative, (ir.Fail("negative_amount", span=span),)),), span=span))
    head, after = b.new(), b.new()
    b.goto(head, span)
    b.start(head)
    then, orelse = b.branch(t.Op(BOOL, ">", (read(left), ZERO)), span)
    b.start(then)
    b.emit(SetLocal(left, t.Op(left.type, "-", (read(left), ONE)), span=span))
    body()
    b.goto(head, span)
    b.start(orelse)
    b.goto(after, span)
    b.start(after)


# ------------------------------------------------------------------------------------------------ moves


def _move(b: Builder, s: t.MoveZone) -> None:
    b.draw_needs((s.amount, s.source, s.target) if s.amount is not None else (s.source, s.target), s.span)
    amount = b.operand(s.amount, "amount", s.span) if s.amount is not None else None
    source, target = b.fixed_zone(s.source, s.span), b.fixed_zone(s.target, s.span)
    plain = t.MoveZone(s.form, amount, source, target, span=s.span)
    pools = b.context.pools
    if s.form == "named" or not pools.is_pooled(source) or not pools.draws_single(plain):
        b.emit(plain)
    elif s.form == "all":
        _move_all(b, plain)
    else:
        _move_each(b, plain)
    if pools.mixes(target):
        _settle(b, (target,), s.span)
    _uncover(b, (source, target), s.span)


def _move_all(b: Builder, s: t.MoveZone) -> None:
    test: Expr = ir.MovesWhole(BOOL, s.source, s.target)
    if not b.context.pools.all_pooled(s.target):  # undrawn it may not lie there: what is not known is moved one by one
        test = t.Op(BOOL, "not", (ir.Undrawn(BOOL, s.source, "next" if is_pile(s.source) else "any"),))
    whole, single = b.branch(test, s.span)
    after = b.new()
    b.start(whole)
    b.emit(s)
    b.goto(after, s.span)
    b.start(single)
    _times(b, _count(s.source), lambda: _move_one(b, s), s.span)
    b.goto(after, s.span)
    b.start(after)


def _move_each(b: Builder, s: t.MoveZone) -> None:
    assert s.amount is not None
    number = s.amount
    if s.form == "up to":
        number = t.Lib(INT, "min", (t.Collect(ListType(INT), (number, _count(s.source))),))
    _times(b, number, lambda: _move_one(b, s), s.span)


def _move_one(b: Builder, s: t.MoveZone) -> None:
    """One component: as it lies if it may stay undrawn, else drawn first."""
    if is_pile(s.source) and b.context.pools.always_shown(s.target):
        _draw_one(b, s.source, s.target, s.span)  # a known top is the only outcome, hence no pause
        return
    after = b.new()
    draw, plain = b.branch(ir.MustDraw(BOOL, s.source, s.target), s.span)
    b.start(draw)
    _draw_one(b, s.source, s.target, s.span)
    b.goto(after, s.span)
    b.start(plain)
    b.emit(t.MoveZone("top", ONE, s.source, s.target, span=s.span))
    b.goto(after, s.span)
    b.start(after)


def _count(zone: Zone) -> Expr:
    if isinstance(zone, t.EitherZone):
        return t.Cond(IntType(0, None), zone.test, _count(zone.then), _count(zone.orelse))
    return t.Lib(IntType(0, None), "count", (t.ZoneValue(zone.type, zone),))


def _shuffle(b: Builder, s: t.Shuffle, zones: tuple[Zone, ...], previous: Stmt | None) -> None:
    fixed = tuple(b.fixed_zone(z, s.span) for z in zones)
    b.emit(t.Shuffle(fixed, span=s.span))
    known = _just_known(previous)
    _settle(b, tuple(z for z in fixed if z != known), s.span)
    _uncover(b, fixed, s.span)


def _just_known(previous: Stmt | None) -> Zone | None:
    """The zone of which the sentence before made everything known: no token can be in it."""
    match previous:
        case t.Gather(zone):
            return zone
        case t.NewZone(var, _):
            return t.LocalZone(var.type, var)
    return None


def _settle(b: Builder, zones: tuple[Zone, ...], span: Span) -> None:
    """Tokens among known components of the same kinds are identified: from then on it is clear what leaves the zone."""
    for zone in zones:
        if b.context.pools.may_mix(zone):
            _draw_while(b, ir.Undrawn(BOOL, zone, "mixed"), zone, "any", span)


# ------------------------------------------------------------------------------------------------ uncovering


def _draw_while(b: Builder, test: Expr, zone: Zone, place: str, span: Span) -> None:
    """Decide what lies there, one component after the other, as long as the test holds."""
    head = b.new()
    b.goto(head, span)
    b.start(head)
    b_then, b_else = _test(b, test, span)
    b.start(b_then)
    var = b.temp("uncovered", _element(zone.type), span)
    _node(b, (ir.Uncover(var, zone, place),), None, "draw", span)
    b.emit(ir.Reveal(zone, place, read(var), span=span))
    b.goto(b_else if place == "top" else head, span)
    b.start(b_else)


def _test(b: Builder, test: Expr, span: Span) -> tuple[int, int]:
    then, orelse = b.new(), b.new()
    b.end(ir.Branch(test, then, orelse, span=span))
    return then, orelse


def _uncover(b: Builder, zones: tuple[Zone, ...], span: Span) -> None:
    """Draw what now lies undrawn where somebody may see it: in order of fields and indices (semantics 7.7)."""
    shown = [z for z in dict.fromkeys(zones) if b.context.pools.shows_top(z)]
    shown.sort(key=lambda z: _rank(b, z))
    if len(shown) == 2 and _rank(b, shown[0]) == _rank(b, shown[1]):
        _in_order_of_indices(b, shown[0], shown[1], span)
        return
    for zone in shown:
        _uncover_one(b, zone, span)


def _uncover_one(b: Builder, zone: Zone, span: Span) -> None:
    place = _place(b, zone)
    _draw_while(b, ir.PendingReveal(BOOL, zone, place), zone, place, span)


def _place(b: Builder, zone: Zone) -> str:
    """ "next" if the whole pile is open to somebody, "top" if only its top is, "any" of a bag."""
    if not is_pile(zone):
        return "any"
    return "next" if any(b.context.pools.sight.content(p)[0] for p in places(zone)) else "top"


def _rank(b: Builder, zone: Zone) -> int:
    fields = b.context.program.fields
    of = places(zone)[0]
    return fields.index(of) if isinstance(of, Field) else len(fields)


def _in_order_of_indices(b: Builder, one: Zone, two: Zone, span: Span) -> None:
    """Two zones of one field: which comes first is known only now."""
    if not (isinstance(one, FieldZone) and isinstance(two, FieldZone)):
        _uncover_one(b, one, span)
        _uncover_one(b, two, span)
        return
    first: Expr = Const(BOOL, True)
    for a, c in reversed(list(zip(one.indices, two.indices, strict=True))):
        less = t.Op(BOOL, "<", (a, c))
        first = t.Op(BOOL, "or", (less, t.Op(BOOL, "and", (_equal(a, c), first))))
    then, orelse = b.branch(first, span)
    after = b.new()
    for block, pair in ((then, (one, two)), (orelse, (two, one))):
        b.start(block)
        for zone in pair:
            _uncover_one(b, zone, span)
        b.goto(after, span)
    b.start(after)


# ------------------------------------------------------------------------------------------------ before reading


def draw_needs(b: Builder, node: object, span: Span) -> None:
    """Draw what the expressions read, before they do (semantics 7.7)."""
    if b.block is None:
        return
    for need in b.context.pools.needs(node):
        inner = {x.var for x in need.binds}
        if not inner.intersection(free(need.zone)):
            zone = b.fixed_zone(need.zone, span)
            _draw_while(b, ir.Undrawn(BOOL, zone, need.place), zone, need.place, span)
        else:
            _draw_over(b, need.zone, need.place, need.binds, span)


def _draw_over(b: Builder, zone: Zone, place: str, binds: tuple[t.Bind, ...], span: Span) -> None:
    """The zone stands under binders: draw for each of their values."""
    names = [x.var for x in binds]
    binds, zone = fresh((binds, zone), {}, names)
    after = b.new()
    over(b, binds, None, (DrawHere(zone, place, span=span),), after, after, span)
    b.start(after)
