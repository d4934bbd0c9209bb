"""Statements: blocks, writes, loops, movement, chance (semantics 7 to 11). Decisions are in `decisions`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hoyle.compiler import meant, texts
from hoyle.compiler import typed as t
from hoyle.compiler.checking import calls as check_calls
from hoyle.compiler.checking import decisions as check_decisions
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import fields as check_fields
from hoyle.compiler.checking import moves as check_moves
from hoyle.compiler.checking import places as check_places
from hoyle.compiler.checking import refs as check_refs
from hoyle.compiler.checking import sets as check_sets
from hoyle.compiler.checking import type_names as check_types
from hoyle.compiler.context import LIBRARY, Context, broken
from hoyle.compiler.fitting import coerce
from hoyle.compiler.mentions import children
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    ERROR,
    SENTENCE,
    BagType,
    BoolType,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    NoneType,
    PileType,
    SetType,
    Type,
    has_halves,
    is_collection,
    is_number,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.span import Span

Stmts = tuple[t.Stmt, ...]


def block(scope: Scope, node: n.Block, **changes: object) -> Stmts:
    """The statements of a block, in a scope of their own."""
    return statements(scope.inner(changed=changed_names(node.body), **changes), node.body)


def changed_names(body: Sequence[n.Stmt]) -> frozenset[str]:
    """Names that some statement, or one within it, writes."""
    found: set[str] = set()
    todo: list[object] = list(body)
    while todo:
        node = todo.pop()
        match node:
            case n.Assign(target=n.Name(id=name)) | n.Draw(what=n.Name(id=name)):
                found.add(name)
            case n.RollVariable(target=n.Name(id=name)) | n.RollBag(target=n.Name(id=name)):
                found.add(name)
            case n.Expr():
                continue
        todo.extend(children(node))
    return frozenset(found)


def statements(scope: Scope, body: Sequence[n.Stmt]) -> Stmts:
    checked: list[t.Stmt] = []
    for stmt in body:
        checked += _statement(scope, stmt)
    return tuple(checked)


def _statement(scope: Scope, stmt: n.Stmt) -> Sequence[t.Stmt]:
    check = _CHECKS.get(type(stmt))
    if check is None:
        scope.ctx.error(
            "E0504", stmt.span, why="a requirement stands at the head of an action, before anything is done"
        )
        return ()
    result = check(scope, stmt)
    if result is None:
        return ()
    return result if isinstance(result, tuple) else (result,)


# ------------------------------------------------------------------------------------------------ locals and writes


def _let(scope: Scope, stmt: n.Let) -> t.Stmt | None:
    kind = check_types.type_of(scope.ctx, stmt.type) if stmt.type is not None else None
    if isinstance(kind, BagType | PileType) and check_fields.is_component(kind):
        value = _content(scope, stmt.value, kind)
        return t.NewZone(scope.bind(stmt.name, kind, "zone"), value, span=stmt.span)
    value = ex.expr(scope, stmt.value, kind)
    if kind is None:
        var = scope.bind(stmt.name, first_type(scope, stmt, value), "let")
        if _copies_zone(value):
            scope.ctx.zone_copies.add(var)
        return t.SetLocal(var, value, span=stmt.span)
    fitted = coerce(scope, value, kind, "the value", narrow=False)
    return t.SetLocal(scope.bind(stmt.name, kind, "let"), fitted, kind, span=stmt.span)


def first_type(scope: Scope, stmt: n.Let, value: t.Expr) -> Type:
    """A local has the type of its first value; a number that is written again may become any number."""
    kind = value.type
    if isinstance(kind, NoneType):
        why = "a name has the type of its first value, and `none` alone does not tell it"
        hint = f"write `let {stmt.name}: T or none = none`"
        scope.ctx.error("E0301", stmt.value.span, why=why, hint=hint)
        return ERROR
    if has_halves(kind):
        scope.ctx.error("E0301", stmt.value.span, f"this is {kind}", why="halves are not kept: write a `define`")
        return ERROR
    if isinstance(kind, IntType) and stmt.name.text in scope.changed:
        return IntType(optional=kind.optional)
    return kind


def _copies_zone(value: t.Expr) -> bool:
    match value:
        case t.ZoneValue():
            return True
        case t.Local(var=var):
            return var.kind == "zone"
        case t.Cond(then=then, orelse=orelse):
            return _copies_zone(then) or _copies_zone(orelse)
    return False


def _content(scope: Scope, node: n.Expr, kind: Type) -> t.Expr | None:
    value = check_fields.filling(scope, node, kind)
    return None if isinstance(value, t.Const) and value.value == () else value


def _assign(scope: Scope, stmt: n.Assign) -> t.Stmt | None:
    place = check_places.place(scope, stmt.target)
    if place is None:
        ex.expr(scope, stmt.value)
        return None
    if isinstance(place, t.Zone):
        ex.expr(scope, stmt.value)
        why = "components are never made or lost: zones change by `move`, `draw`, `shuffle`, `gather` and `swap`"
        scope.ctx.error("E0405", stmt.target.span, f"this is a {place.type}", why=why)
        return None
    if isinstance(place, t.Var):
        return _assign_local(scope, stmt, place)
    kind = place.field.type
    value = ex.expr(scope, stmt.value, kind if stmt.op == "=" or is_collection(kind) else IntType())
    if stmt.op == "=":
        wanted = Label(place.field.span, f"`{place.field.name}` is {kind}")
        fitted = coerce(scope, value, kind, "the value", narrow=False, wanted_at=wanted)
        return t.Store(place.field, place.indices, fitted, span=stmt.span)
    return _increase(scope, stmt, place, value)


def _increase(scope: Scope, stmt: n.Assign, place: t.Counter, value: t.Expr) -> t.Stmt | None:
    kind, op = place.field.type, stmt.op[0]
    if isinstance(value.type, ErrorType):
        return None
    if is_collection(kind) and is_collection(value.type):
        whole = t.Load(kind, place.field, place.indices, span=stmt.target.span)
        changed = t.Op(kind, "join" if op == "+" else "minus", (whole, coerce(scope, value, kind)), span=stmt.span)
        return t.Store(place.field, place.indices, changed, span=stmt.span)
    if not is_number(kind) or not is_number(value.type):
        scope.ctx.error("E0302", stmt.span, _no_sum(stmt, kind, value.type), why=_SUMS)
        return None
    value = coerce(scope, value, IntType(), "the value", narrow=False)
    return t.Store(place.field, place.indices, value, op, span=stmt.span)


def _assign_local(scope: Scope, stmt: n.Assign, var: t.Var) -> t.Stmt | None:
    if var.kind != "let":
        kind = {
            "you": "`you` is who acts",
            "param": "it is a parameter",
            "binder": "a loop or a choice gives its value",
        }
        labels = [Label(var.span, "it is made here")] if var.kind != "you" else []
        why = f"{kind.get(var.kind, 'it is fixed')}; what changes is a field, or a name made with `let`"
        scope.ctx.error("E0406", stmt.target.span, f"`{var.name}` cannot be changed", labels=labels, why=why)
        return None
    value = ex.expr(scope, stmt.value, var.type)
    if stmt.op != "=":
        old = t.Local(var.type, var, span=stmt.target.span)
        value = _combined(scope, stmt, old, value)
    fitted = coerce(scope, value, var.type, "the value", narrow=False)
    return t.SetLocal(var, fitted, var.type, span=stmt.span)


def _combined(scope: Scope, stmt: n.Assign, old: t.Expr, value: t.Expr) -> t.Expr:
    if is_collection(old.type) and is_collection(value.type):
        return t.Op(
            old.type, "join" if stmt.op == "+=" else "minus", (old, coerce(scope, value, old.type)), span=stmt.span
        )
    if is_number(old.type) and is_number(value.type):
        whole = coerce(scope, value, IntType(), "the value", narrow=False)
        return t.Op(IntType(), stmt.op[0], (old, whole), span=stmt.span)
    if not isinstance(value.type, ErrorType):
        scope.ctx.error("E0302", stmt.span, _no_sum(stmt, old.type, value.type), why=_SUMS)
    return broken(stmt.span)


_SUMS = "`+=` and `-=` change numbers, and sets or bags by another"


def _no_sum(stmt: n.Assign, kind: Type, value: Type) -> str:
    return f"`{stmt.target.span.text}` is {kind}, and {value} is {'added' if stmt.op == '+=' else 'taken away'}"


# ------------------------------------------------------------------------------------------------ calls


def _call(scope: Scope, stmt: n.CallStmt) -> t.Stmt | None:
    ctx, call = scope.ctx, stmt.call
    if not isinstance(call, n.Call) or not isinstance(call.func, n.Name):
        why = "a sentence does something: it begins with a verb, or writes a value with `=`"
        ctx.error("E0506", stmt.span, "this is only a value", why=why, hint=meant.of_sentence(ctx, call))
        return None
    name = call.func.id
    procedure = ctx.procedures.get(name)
    if procedure is None and name in ("gather", "swap"):
        return _rearrange(scope, name, call, stmt.span)
    if procedure is None and name == "base":
        return _base(scope, call, stmt.span)
    if procedure is None:
        _no_procedure(scope, call.func)
        return None
    args = check_calls.arguments(scope, call.args, ctx.procedure_params(procedure), name, stmt.span)
    if args is None:
        return None
    if procedure.you is not None:
        you = check_calls.hidden_you(scope, f"to {name}", stmt.span)
        if you is None:
            return None
        args = (you, *args)
    return t.CallProcedure(procedure, args, span=stmt.span)


def _no_procedure(scope: Scope, func: n.Name) -> None:
    ctx = scope.ctx
    why = None
    if func.id in ctx.decls.actions:
        why = f"`{func.id}` is an action: somebody `must` or `may` do it"
    elif func.id in ctx.decls.defines:
        why = f"`{func.id}` is a define: it has a value and does nothing"
    elif func.id in LIBRARY:
        why = f"`{func.id}` gives a value and does nothing"
    ctx.unknown("E0208", n.Ident(func.id, span=func.span), "no procedure is called", ctx.decls.procedures, why)


def _rearrange(scope: Scope, name: str, call: n.Call, span: Span) -> t.Stmt | None:
    wanted = 1 if name == "gather" else 2
    if len(call.args) != wanted:
        scope.ctx.error("E0311", span, f"`{name}` takes {wanted} zone{'s' if wanted > 1 else ''}")
        return None
    zones = [check_places.zone(scope, a) for a in call.args]
    if any(z is None for z in zones):
        return None
    if name == "gather":
        if not isinstance(zones[0].type, PileType):  # type: ignore[union-attr]
            scope.ctx.error("E0301", call.args[0].span, "components are gathered into a pile")
            return None
        return t.Gather(zones[0], span=span)  # type: ignore[arg-type]
    if zones[0].type != zones[1].type:  # type: ignore[union-attr]
        labels = [Label(a.span, f"a {z.type}") for a, z in zip(call.args, zones, strict=True) if z is not None]
        why = "two bags, or two piles, of the same components can be swapped"
        scope.ctx.error("E0302", span, labels=labels, why=why)
        return None
    return t.Swap(zones[0], zones[1], span=span)  # type: ignore[arg-type]


def _base(scope: Scope, call: n.Call, span: Span) -> t.Stmt | None:
    verb = scope.verb
    if verb is None or not verb.instead:
        scope.ctx.error("E0507", span, why="`base()` runs the original: in an `instead` reaction or a replaced part")
        return None
    if call.args:
        scope.ctx.error("E0311", span, why="`base()` has the same arguments as what it stands in")
        return None
    return t.Base(span=span)


def _announce(scope: Scope, stmt: n.Announce) -> t.Stmt | None:
    assert scope.verb is not None
    said = texts.text(scope, scope.verb.label("announce"), stmt.tail)
    if said is None:
        why = "what is announced stands behind it"
        scope.ctx.error("E0806", stmt.span, why=why, hint='write `announce "…"`')
        return None
    return t.Announce(said, span=stmt.span)


def _do(scope: Scope, stmt: n.Do) -> t.Stmt | None:
    sentence = coerce(scope, ex.expr(scope, stmt.sentence, SENTENCE), SENTENCE, "what is done")
    you = check_calls.hidden_you(scope, "do", stmt.span)
    if isinstance(sentence.type, ErrorType) or you is None:
        return None
    cells = tuple(scope.ctx.sentences[i] for i in possible(scope.ctx, sentence))
    return t.Do(sentence, you, cells, span=stmt.span)


def possible(ctx: Context, sentence: t.Expr) -> Sequence[int]:
    """The numbers of the sentences that may be meant: those of a column, if one is read."""
    match sentence:
        case t.Lookup(table=table):
            return ctx.column_sentences.get(table.name, ())
        case t.Const(value=number):
            return () if number < 0 else (number,)
    return range(len(ctx.sentences))


# ------------------------------------------------------------------------------------------------ moving


# ------------------------------------------------------------------------------------------------ control


def _if(scope: Scope, stmt: n.If) -> t.Stmt | tuple[t.Stmt, ...]:
    branches: list[tuple[t.Expr, Stmts]] = []
    for test, body in stmt.branches:
        branches.append((ex.condition(scope, test), block(scope, body)))
    orelse = block(scope, stmt.orelse) if stmt.orelse is not None else ()
    return _folded_if(branches, orelse, stmt.span)


def _folded_if(branches: list[tuple[t.Expr, Stmts]], orelse: Stmts, span: Span) -> t.Stmt | tuple[t.Stmt, ...]:
    """Branches of stage *bound* are decided here (semantics 20.6)."""
    kept: list[tuple[t.Expr, Stmts]] = []
    for test, body in branches:
        if isinstance(test, t.Const) and isinstance(test.type, BoolType):
            if test.value:
                orelse = body
                break
            continue
        kept.append((test, body))
    return t.If(tuple(kept), orelse, span=span) if kept else orelse


def _for(scope: Scope, stmt: n.For) -> t.Stmt | None:
    binds, inner = check_sets.binders(scope, stmt.binders)
    test = check_sets.where(inner, stmt.binders)
    body = block(inner, stmt.block, loop=True)
    if any(isinstance(b.var.type, ErrorType) for b in binds):
        return None
    return t.For(binds, test, body, span=stmt.span)


def _repeat(scope: Scope, stmt: n.Repeat) -> t.Stmt:
    value = None
    if stmt.value is not None:
        value = ex.number(scope, stmt.value) if stmt.form == "times" else ex.condition(scope, stmt.value)
    return t.Repeat(stmt.form, value, block(scope, stmt.block, loop=True), span=stmt.span)


def _turns(scope: Scope, stmt: n.Turns) -> t.Stmt:
    ctx = scope.ctx
    seats = ListType(ctx.player_type)
    order = coerce(scope, ex.expr(scope, stmt.order, seats), seats, "the order") if stmt.order else None
    start = None
    if stmt.start is not None:
        start = coerce(scope, ex.expr(scope, stmt.start, ctx.player_type), ctx.player_type, "who begins", narrow=False)
    until = (
        ex.condition(scope.inner(you=None, no_you="`until` is asked between turns"), stmt.until) if stmt.until else None
    )
    you = t.Var("you", ctx.player_type, "you", stmt.span)
    body = block(scope, stmt.block, you=t.Local(ctx.player_type, you), loop=True)
    return t.Turns(you, order or t.Const(seats, ctx.seats), start, until, body, span=stmt.span)


def _simultaneously(scope: Scope, stmt: n.Simultaneously) -> t.Stmt | None:
    if len(stmt.binders.items) != 1 or stmt.binders.items[0].name.text != "you":
        span = stmt.binders.items[0].name.span.to(stmt.binders.items[-1].domain.span)
        scope.ctx.error("E0508", span, why="each player does it as `you`: `simultaneously for you in players:`")
        return None
    (bind,), inner = check_sets.binders(scope, stmt.binders)
    test = check_sets.where(inner, stmt.binders)
    body = block(inner, stmt.block, ends=False, loop=False, returns=False)
    return t.Simultaneously(bind.var, bind.domain, test, body, span=stmt.span)


def _stop(scope: Scope, stmt: n.Stop) -> t.Stmt | None:
    return _leave(scope, t.Stop(span=stmt.span), "stop")


def _next(scope: Scope, stmt: n.Next) -> t.Stmt | None:
    return _leave(scope, t.Next(span=stmt.span), "next")


def _leave(scope: Scope, stmt: t.Stmt, word: str) -> t.Stmt | None:
    if not scope.loop:
        scope.ctx.error(
            "E0513",
            stmt.span,
            f"`{word}` stands in no loop",
            why="it ends a round or a loop around it, but never leaves the action, procedure or reaction it stands in",
            hint=meant.of_leaving(scope.verb is not None and scope.verb.name in scope.ctx.actions),
        )
        return None
    return stmt


def _return(scope: Scope, stmt: n.Return) -> t.Stmt | None:
    if not scope.returns:
        why = "what all do at once is left when everybody has done it, not before"
        scope.ctx.error("E0513", stmt.span, "`return` inside `simultaneously`", why=why)
        return None
    return t.Return(span=stmt.span)


def _end_game(scope: Scope, stmt: n.EndGame) -> t.Stmt | None:
    ctx, verb = scope.ctx, scope.verb
    if verb is None or not scope.ends:
        ctx.error("E0509", stmt.span, why="the game cannot end while several players decide at once")
        return None
    label = verb.label("end")
    winners = _winning(scope, stmt.won_by) if stmt.won_by is not None else None
    ending = stmt.tail.cites[0] if stmt.tail.cites else label
    return t.EndGame(ending, winners, texts.text(scope, label, stmt.tail), span=stmt.span)


def _winning(scope: Scope, node: n.Expr) -> t.Expr | None:
    """A seat, a set of seats or a team, as a set of seats."""
    ctx = scope.ctx
    value = ex.expr(scope, node, SetType(ctx.player_type))
    seats = SetType(ctx.player_type)
    if isinstance(value.type, MemberType) and value.type.domain.kind == "team":
        value = check_refs.attribute(scope, value, n.Ident("members", span=node.span), (), node.span)
    elif isinstance(value.type, MemberType):
        value = t.Collect(SetType(value.type), (value,), span=value.span)
    fitted = coerce(scope, value, seats, "who wins")
    return None if isinstance(fitted.type, ErrorType) else fitted


_CHECKS: dict[type[n.Stmt], Callable[[Scope, Any], Any]] = {
    n.Let: _let,
    n.Assign: _assign,
    n.CallStmt: _call,
    n.Roll: check_moves.roll,
    n.Shuffle: check_moves.shuffle,
    n.Draw: check_moves.draw,
    n.Move: check_moves.move,
    n.Award: check_moves.award,
    n.Show: check_moves.show,
    n.Announce: _announce,
    n.Do: _do,
    n.Stop: _stop,
    n.Next: _next,
    n.Return: _return,
    n.EndGame: _end_game,
    n.If: _if,
    n.For: _for,
    n.Repeat: _repeat,
    n.Turns: _turns,
    n.Simultaneously: _simultaneously,
    n.Must: check_decisions.must,
    n.Choose: check_decisions.choose,
}
