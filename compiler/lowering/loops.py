"""Loops that pause. What a round still needs is kept in as few variables as possible: where the walk is over a constant
the loop's own variable says how far it has come; otherwise a variable holds what is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.fold import fold, truth
from hoyle.compiler.lowering.units import Unit
from hoyle.compiler.rewrite import walk
from hoyle.compiler.typed import Bind, Const, Expr, Field, Local, SetLocal, Stmt, Table, Var
from hoyle.compiler.types import (
    BOOL,
    INT,
    BagType,
    IntType,
    ListType,
    MemberType,
    SetType,
    Type,
    is_scalar,
    optional,
)
from hoyle.dsl.span import Span

if TYPE_CHECKING:
    from hoyle.compiler.lowering.blocks import Builder

ONE = Const(IntType(1, 1), 1)
ZERO = Const(IntType(0, 0), 0)


def loop(b: Builder, s: Stmt) -> None:
    match s:
        case t.For(binds, where, body):
            after = b.new()
            over(b, binds, where, body, after, after, s.span)
            b.start(after)
        case t.Repeat():
            _repeat(b, s)
        case t.Turns():
            _turns(b, s)
        case t.Simultaneously():
            _simultaneously(b, s)


def read(var: Var) -> Local:
    return Local(var.type, var)


def _op(type_: Type, op: str, *args: Expr) -> t.Op:
    return t.Op(type_, op, args)


# ------------------------------------------------------------------------------------------------ for


def over(
    b: Builder, binds: tuple[Bind, ...], where: Expr | None, body: tuple[Stmt, ...], stop: int, next_: int, span: Span
) -> None:
    """One binder and all within it; `next_` is where the binder outside goes on."""
    if not binds:
        if where is not None:
            then, orelse = b.branch(truth(where), span)
            b.start(orelse)
            b.goto(next_, span)
            b.start(then)
        b.loop_body(body, stop, next_, span)
        return
    first, rest = binds[0], binds[1:]
    b.draw_needs(first.domain, span)
    domain = fold(first.domain)
    values = constant_walk(domain, first.var.type)
    if values == ():
        b.goto(next_, span)
    elif values is not None and len(set(values)) == len(values):
        _walk_constant(b, first.var, values, lambda more: over(b, rest, where, body, stop, more, span), next_, span)
    else:
        _walk_rest(b, first.var, domain, lambda more: over(b, rest, where, body, stop, more, span), next_, span)


def constant_walk(domain: Expr, of: Type) -> tuple[object, ...] | None:
    """The values of a constant domain in the order of a loop over scalars, or None."""
    if not isinstance(domain, Const) or not is_scalar(of):
        return None
    return tuple(sorted(domain.value)) if isinstance(domain.value, frozenset) else tuple(domain.value)


def successors(name: str, values: tuple[object, ...], of: Type, round_: bool) -> Table:
    """The table from each value to the next; the last leads nowhere, or back to the first."""
    codes = [int(v) for v in values if isinstance(v, int)]
    low, size = min(codes), max(codes) - min(codes) + 1
    data: list[object] = [None] * size
    for a, c in zip(codes, codes[1:], strict=False):
        data[a - low] = c
    if round_:
        data[codes[-1] - low] = codes[0]
    return Table(name, ((low, size),), tuple(data), of, partial=None in data)


def _walk_constant(
    b: Builder, var: Var, values: tuple[object, ...], inner: Callable[[int], None], next_: int, span: Span
) -> None:
    head, more = b.new(), b.new()
    b.emit(SetLocal(var, Const(var.type, values[0]), span=span))
    b.goto(head, span)
    b.start(head)
    inner(more)
    b.start(more)
    if len(values) == 1:
        b.goto(next_, span)
        return
    then, orelse = b.branch(_op(BOOL, "!=", read(var), Const(var.type, values[-1])), span)
    b.start(then)
    table = successors(f"next_{var.name}", values, var.type, False)
    b.emit(SetLocal(var, t.Lookup(var.type, table, (read(var),)), span=span))
    b.goto(head, span)
    b.start(orelse)
    b.goto(next_, span)


def _walk_rest(b: Builder, var: Var, domain: Expr, inner: Callable[[int], None], next_: int, span: Span) -> None:
    """Over what was taken once: the first of what is left, until nothing is."""
    if isinstance(domain.type, BagType):
        domain = t.Convert(ListType(domain.type.of), "list", domain)
    left = b.temp(f"left_{var.name}", domain.type, span)
    b.emit(SetLocal(left, domain, span=span))
    head = b.new()
    b.goto(head, span)
    b.start(head)
    then, orelse = b.branch(_op(BOOL, "!=", read(left), Const(left.type, empty(left.type))), span)
    b.start(then)
    b.emit(SetLocal(var, t.Lib(var.type, "first", (read(left),)), span=span))
    b.emit(SetLocal(left, _without_first(left, var), span=span))
    inner(head)
    b.start(orelse)
    b.goto(next_, span)


def empty(of: Type) -> object:
    return frozenset() if isinstance(of, SetType) else ()


def _without_first(left: Var, first: Var) -> Expr:
    if isinstance(left.type, SetType):
        return _op(left.type, "minus", read(left), t.Collect(left.type, (read(first),)))
    return t.Lib(left.type, "rest", (read(left),))


# ------------------------------------------------------------------------------------------------ repeat


def _repeat(b: Builder, s: t.Repeat) -> None:
    after, head = b.new(), b.new()
    if s.form == "times":
        _times(b, s, head, after)
    else:
        b.goto(head, s.span)
        b.start(head)
        if s.value is not None:
            then, orelse = b.branch(s.value, s.span)
            b.start(orelse if s.form == "while" else then)
            b.goto(after, s.span)
            b.start(then if s.form == "while" else orelse)
        b.loop_body(s.body, after, head, s.span)
    b.start(after)


def _times(b: Builder, s: t.Repeat, head: int, after: int) -> None:
    assert s.value is not None
    b.draw_needs(s.value, s.span)
    left = b.temp("rounds", _count(s.value.type), s.span)
    b.emit(SetLocal(left, s.value, span=s.span))
    if not _never_negative(s.value.type):
        b.emit(t.If(((_op(BOOL, "<", read(left), ZERO), (ir.Fail("negative_times", span=s.span),)),), span=s.span))
    b.goto(head, s.span)
    b.start(head)
    then, orelse = b.branch(_op(BOOL, ">", read(left), ZERO), s.span)
    b.start(orelse)
    b.goto(after, s.span)
    b.start(then)
    b.emit(SetLocal(left, _op(left.type, "-", read(left), ONE), span=s.span))
    b.loop_body(s.body, after, head, s.span)


def _count(of: Type) -> Type:
    """The type of a counter that goes down to nought."""
    return IntType(min(0, of.low or 0), of.high) if isinstance(of, IntType) else INT


def _never_negative(of: Type) -> bool:
    return isinstance(of, IntType) and of.low is not None and of.low >= 0


# ------------------------------------------------------------------------------------------------ turns


def _turns(b: Builder, s: t.Turns) -> None:
    b.draw_needs((s.order, *((s.start,) if s.start is not None else ())), s.span)
    order = fold(s.order)
    after, head = b.new(), b.new()
    values = constant_walk(order, s.you.type)
    distinct = bool(values) and len(set(values or ())) == len(values or ())
    step = [_start_constant(b, s, order, values)] if distinct and values else _start_list(b, s, order)
    b.goto(head, s.span)
    b.start(head)
    if s.until is not None:
        then, orelse = b.branch(s.until, s.span)
        b.start(then)
        b.goto(after, s.span)
        b.start(orelse)
    if not distinct:
        b.emit(*step)
        b.loop_body(s.body, after, head, s.span)
    else:
        more = b.new()
        b.loop_body(s.body, after, more, s.span)
        b.start(more)
        b.emit(*step)
        b.goto(head, s.span)
    b.start(after)


def _start_constant(b: Builder, s: t.Turns, order: Expr, values: tuple[object, ...]) -> Stmt:
    """Set the first seat; the statement that goes on to the next."""
    b.emit(SetLocal(s.you, s.start if s.start is not None else Const(s.you.type, values[0]), span=s.span))
    if s.start is not None:
        b.emit(*_unless_in(s, s.start, read(s.you), order))
    table = successors("next_turn", values, s.you.type, True)
    return SetLocal(s.you, t.Lookup(s.you.type, table, (read(s.you),)), span=s.span)


def _start_list(b: Builder, s: t.Turns, order: Expr) -> list[Stmt]:
    """A variable holds the seats from the one whose turn it is on; the statements that take the next turn."""
    turns = b.temp("turns", ListType(MemberType(b.context.program.players)), s.span)
    b.emit(SetLocal(turns, order, span=s.span))
    first = t.Lib(optional(s.you.type), "first", (read(turns),))
    rotate = SetLocal(
        turns,
        _op(turns.type, "join", t.Lib(turns.type, "rest", (read(turns),)), t.Collect(turns.type, (first,))),
        span=s.span,
    )
    if s.start is None:
        nobody = _op(BOOL, "==", read(turns), Const(turns.type, ()))
        b.emit(t.If(((nobody, (ir.Fail("nobody_takes_turns", span=s.span),)),), span=s.span))
    else:
        start = b.operand(s.start, "start", s.span)
        b.emit(*_unless_in(s, start, start, read(turns)))
        b.emit(t.Repeat("while", _op(BOOL, "!=", first, start), (rotate,), span=s.span))
    return [SetLocal(s.you, first, span=s.span), rotate]


def _unless_in(s: t.Turns, start: Expr, seat: Expr, order: Expr) -> list[Stmt]:
    """Who begins must be one of those who take turns."""
    first = fold(start)
    if isinstance(order, Const) and isinstance(first, Const) and first.value in order.value:
        return []
    absent = _op(BOOL, "not", _op(BOOL, "in", seat, order))
    return [t.If(((absent, (ir.Fail("start_takes_no_turn", span=s.span),)),), span=s.span)]


# ------------------------------------------------------------------------------------------------ simultaneously


def _simultaneously(b: Builder, s: t.Simultaneously) -> None:
    """One after the other, nobody seeing what the others did until all are done (semantics 13.3)."""
    written = _fields_written(b, s.body)
    after, done = b.new(), b.new()
    b.draw_needs(s.seats, s.span)
    seats = b.operand(s.seats, "seats", s.span)
    if written:
        b.emit(ir.Freeze(written, seats, span=s.span))
    over(b, (Bind(s.you, seats),), s.where, s.body, done, done, s.span)
    b.start(done)
    if written:
        b.emit(ir.Thaw(written, span=s.span))
    b.goto(after, s.span)
    b.start(after)


def _fields_written(b: Builder, body: tuple[Stmt, ...]) -> tuple[Field, ...]:
    found: set[Field] = set()
    seen: set[Unit] = set()
    todo = [body]
    while todo:
        for x in walk(todo.pop()):
            found.update(_written(x))
            new = [u for u in _callees(b, x) if u not in seen]
            seen.update(new)
            todo.extend(u.body for u in new)
    return tuple(f for f in b.context.program.fields if f in found)


def _written(x: object) -> list[Field]:
    match x:
        case t.Store(field=f) | t.Award(field=f):
            return [f]
        case t.MoveCount(source=a, target=c):
            return [a.field, c.field]
        case t.MoveZone(source=a, target=c) | t.Swap(a=a, b=c):
            return [*_zone_fields(a), *_zone_fields(c)]
    return []


def _zone_fields(zone: t.Zone) -> list[Field]:
    match zone:
        case t.FieldZone(field=f):
            return [f]
        case t.EitherZone(then=a, orelse=c):
            return [*_zone_fields(a), *_zone_fields(c)]
    return []


def _callees(b: Builder, x: object) -> list[Unit]:
    units = b.context.units
    match x:
        case t.CallProcedure(procedure=p):
            found = [units.callee(b.unit, p)]
        case t.Must(deeds=deeds):
            found = [units.callee(b.unit, d.action) for d in deeds]
        case _:
            return []
    return [u for u in found if u is not None]
