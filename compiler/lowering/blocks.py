"""From the sentences of one part to blocks: control flow, calls, and what stays a structured tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.fold import fold
from hoyle.compiler.lowering import chance as lower_chance
from hoyle.compiler.lowering import loops as lower_loops
from hoyle.compiler.lowering import sentences as lower_sentences
from hoyle.compiler.lowering.units import Scope, Unit
from hoyle.compiler.rewrite import substitute
from hoyle.compiler.typed import Const, Expr, Local, SetLocal, Stmt, Var, Zone
from hoyle.compiler.types import BOOL, IntType, Type
from hoyle.dsl.span import Span

if TYPE_CHECKING:
    from hoyle.compiler.lowering.module import Lowering

ZERO = Const(IntType(0, 0), 0)


@define
class Frame:
    """Where `stop`, `next` and `return` lead, and how many local zones were open there."""

    stop: int | None = None
    next: int | None = None
    back: int | None = None
    loop_zones: int = 0
    back_zones: int = 0


def not_empty(zone: Var) -> Stmt:
    """A local zone must be empty when its block ends (semantics 7.10)."""
    count = t.Lib(IntType(0, None), "count", (t.ZoneValue(zone.type, t.LocalZone(zone.type, zone)),))
    test = t.Op(BOOL, "!=", (count, ZERO))
    return t.If(((test, (ir.Fail("local_zone_not_empty", span=zone.span),)),), span=zone.span)


@define(eq=False)
class Builder:
    """Makes the blocks of one part. `block` is where the next statement goes; None: it cannot be reached."""

    context: Lowering
    unit: Unit
    part: ir.Part
    block: ir.Block | None = None
    frame: Frame = field(factory=Frame)
    zones: list[Var] = field(factory=list)

    # ------------------------------------------------------------------------------------------ blocks

    def new(self) -> int:
        """The number of a new, empty block."""
        block = self.context.new_block()
        self.part.blocks.append(block.number)
        return block.number

    def start(self, number: int) -> None:
        """Go on writing at a block."""
        self.block = self.context.blocks[number]

    def emit(self, *stmts: Stmt) -> None:
        if self.block is not None:
            self.block.stmts.extend(stmts)

    def end(self, terminator: ir.Terminator) -> None:
        if self.block is not None:
            self.block.end = terminator
        self.block = None

    def goto(self, number: int, span: Span) -> None:
        self.end(ir.Goto(number, span=span))

    def branch(self, test: Expr, span: Span) -> tuple[int, int]:
        """End the block with a test; the two blocks that follow. A constant test makes the other unreachable."""
        then, orelse = self.new(), self.new()
        self.draw_needs(test, span)
        test = fold(test)
        if isinstance(test, Const):
            self.goto(then if test.value else orelse, span)
        else:
            self.end(ir.Branch(test, then, orelse, span=span))
        return then, orelse

    # ------------------------------------------------------------------------------------------ values

    def temp(self, name: str, type_: Type, span: Span) -> Var:
        return Var(name, type_, "temp", span)

    def stable(self, e: Expr) -> bool:
        """Does the expression mean the same to the end of the scope it stands in?"""
        return isinstance(e, Const) or (isinstance(e, Local) and self.context.is_stable(e.var))

    def operand(self, e: Expr, name: str, span: Span) -> Expr:
        """A Const or a Local that keeps the value from now on."""
        e = fold(e)
        if self.stable(e):
            return e
        var = self.temp(name, e.type, span)
        self.emit(SetLocal(var, e, span=span))
        return Local(e.type, var, span=span)

    def fixed_zone(self, zone: Zone, span: Span) -> Zone:
        """The zone with its indices and its choice decided now."""
        match zone:
            case t.FieldZone(type_, of, indices):
                return t.FieldZone(type_, of, tuple(self.operand(i, "index", span) for i in indices))
            case t.EitherZone(type_, test, then, orelse):
                test = self.operand(test, "which", span)
                if isinstance(test, Const):
                    return self.fixed_zone(then if test.value else orelse, span)
                return t.EitherZone(type_, test, self._guarded(then, span), self._guarded(orelse, span))
        return zone

    def _guarded(self, zone: Zone, span: Span) -> Zone:
        """One of two zones: an index that is undefined on the branch not taken must not be computed for itself."""
        stable = isinstance(zone, t.LocalZone) or all(self.stable(fold(i)) for i in getattr(zone, "indices", ()))
        if stable or self.context.units.sure._zone(zone):
            return self.fixed_zone(zone, span)
        return zone

    def draw_needs(self, node: object, span: Span) -> None:
        lower_chance.draw_needs(self, node, span)

    # ------------------------------------------------------------------------------------------ sentences

    def body(self, stmts: tuple[Stmt, ...]) -> None:
        """The sentences of a block of the language, with its local zones checked at the end."""
        depth = len(self.zones)
        previous: Stmt | None = None
        for s in stmts:
            if self.block is None:
                break
            if isinstance(s, t.NewZone):
                self.zones.append(s.var)
            self.stmt(s, previous)
            previous = previous if isinstance(s, t.Probe) else s
        self.check_zones(depth)
        del self.zones[depth:]

    def check_zones(self, depth: int) -> None:
        for var in reversed(self.zones[depth:]):
            self.emit(not_empty(var))

    def stmt(self, s: Stmt, previous: Stmt | None = None) -> None:
        if not self.context.flow.cuts(self.unit, s):
            self.emit(*self.tree((s,), check=False))
            return
        match s:
            case t.If():
                self._if(s)
            case Scope(body=body):
                self._scope(body, s.span)
            case t.CallProcedure():
                self._call(s)
            case t.Stop():
                self._jump(self.frame.stop, self.frame.loop_zones, s.span)
            case t.Next():
                self._jump(self.frame.next, self.frame.loop_zones, s.span)
            case t.Return():
                self._jump(self.frame.back, self.frame.back_zones, s.span)
            case t.EndGame():
                self._end_game(s)
            case t.For() | t.Repeat() | t.Turns() | t.Simultaneously():
                lower_loops.loop(self, s)
            case t.Must() | t.Choose():
                lower_sentences.sentence(self, s)
            case _:
                lower_chance.chance(self, s, previous)

    def _if(self, s: t.If) -> None:
        after = self.new()
        for test, body in s.branches:
            then, orelse = self.branch(test, s.span)
            self.start(then)
            self.body(body)
            self.goto(after, s.span)
            self.start(orelse)
        self.body(s.orelse)
        self.goto(after, s.span)
        self.start(after)

    def _scope(self, body: tuple[Stmt, ...], span: Span) -> None:
        after = self.new()
        old, self.frame = self.frame, Frame(back=after, back_zones=len(self.zones))
        self.body(body)
        self.frame = old
        self.goto(after, span)
        self.start(after)

    def _jump(self, target: int | None, depth: int, span: Span) -> None:
        self.check_zones(depth)
        if target is None:
            self.end(ir.Leave(span=span))
        else:
            self.goto(target, span)

    def loop_body(self, body: tuple[Stmt, ...], stop: int, next_: int, span: Span) -> None:
        old = self.frame
        self.frame = Frame(stop, next_, old.back, len(self.zones), old.back_zones)
        self.body(body)
        self.frame = old
        self.goto(next_, span)

    def _end_game(self, s: t.EndGame) -> None:
        if s.winners is not None:
            self.draw_needs(s.winners, s.span)
        self._draw_for_scores(s)
        self.end(ir.Over(s.ending, s.winners, span=s.span))
        self.context.ending(s.ending)

    def _draw_for_scores(self, s: t.EndGame) -> None:
        """What the scores and the ranking count must be known when the game is over."""
        program = self.context.program
        for c in program.components:
            for seat in sorted(c.seats):
                self.draw_needs(substitute(c.value, {c.you: Const(c.you.type, seat)}), s.span)
        if program.winner is not None and s.winners is None:
            self.draw_needs(program.winner, s.span)

    # ------------------------------------------------------------------------------------------ calls

    def _call(self, s: t.CallProcedure) -> None:
        self.draw_needs(s.args, s.span)
        self.call(self.context.units.callee(self.unit, s.procedure), s.args, s.span)

    def call(self, callee: Unit | None, args: tuple[Expr, ...], span: Span) -> None:
        """Run a unit with these arguments, then go on."""
        if callee is None:
            self.emit(ir.Fail("nested_too_deep", span=span))
        elif self.context.inlines(callee):
            self.inline(callee, args, span)
        elif callee.cut:
            after = self.new()
            self.end(ir.Invoke(self.context.part(callee), args, after, span=span))
            self.start(after)
        else:
            self.emit(ir.Run(self.context.part(callee), args, span=span))

    def inline(self, callee: Unit, args: tuple[Expr, ...], span: Span) -> None:
        body = self.passed(callee, args, span, self.emit)
        old, self.unit = self.unit, callee
        frame, self.frame = self.frame, Frame(back_zones=len(self.zones))
        self.body(body)
        self.unit, self.frame = old, frame

    def passed(
        self, callee: Unit, args: tuple[Expr, ...], span: Span, emit: Callable[[Stmt], None]
    ) -> tuple[Stmt, ...]:
        """The callee's body with its parameters replaced, or set where that is not possible."""
        mapping: dict[Var, Expr] = {}
        for param, arg in zip(callee.params, map(fold, args), strict=True):
            if isinstance(arg, Local) and arg.var is param:
                continue
            if self.stable(arg):
                mapping[param] = arg
            else:
                emit(SetLocal(param, arg, span=span))
        return substitute(callee.body, mapping)

    # ------------------------------------------------------------------------------------------ structured trees

    def tree(self, stmts: tuple[Stmt, ...], check: bool = True) -> tuple[Stmt, ...]:
        """Sentences that do not pause, as one tree: calls become `Run` or the callee's own sentences."""
        depth = len(self.zones)
        out: list[Stmt] = []
        for s in stmts:
            if check and isinstance(s, t.NewZone):
                self.zones.append(s.var)
            out.extend(self._plain(s))
            if isinstance(s, t.Stop | t.Next | t.Return):
                break
        else:
            out.extend(not_empty(v) for v in reversed(self.zones[depth:]) if check)
        if check:
            del self.zones[depth:]
        return tuple(out)

    def _plain(self, s: Stmt) -> list[Stmt]:
        match s:
            case Scope(body=body):
                return list(self.tree(body))
            case t.If():
                return self._plain_if(s)
            case t.For(binds, where, body):
                return [t.For(binds, where, self._plain_body(body), span=s.span)]
            case t.Repeat(form, value, body):
                return [t.Repeat(form, value, self._plain_body(body), span=s.span)]
            case t.CallProcedure(procedure, args):
                return self._plain_call(self.context.units.callee(self.unit, procedure), args, s.span)
            case t.Return():
                return [*(not_empty(v) for v in reversed(self.zones[self.frame.back_zones :])), s]
            case t.Stop() | t.Next():
                return [*(not_empty(v) for v in reversed(self.zones[self.frame.loop_zones :])), s]
        return [s]

    def _plain_body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """The body of a loop that stays a tree."""
        old, self.frame = self.frame, evolve(self.frame, loop_zones=len(self.zones))
        out = self.tree(body)
        self.frame = old
        return out

    def _plain_if(self, s: t.If) -> list[Stmt]:
        branches: list[tuple[Expr, tuple[Stmt, ...]]] = []
        orelse: tuple[Stmt, ...] | None = None
        for test, body in s.branches:
            test = fold(test)
            if isinstance(test, Const):
                if not test.value:
                    continue
                orelse = self.tree(body)
                break
            branches.append((test, self.tree(body)))
        if orelse is None:
            orelse = self.tree(s.orelse)
        if not branches:
            return list(orelse)
        return [t.If(tuple(branches), orelse, span=s.span)]

    def _plain_call(self, callee: Unit | None, args: tuple[Expr, ...], span: Span) -> list[Stmt]:
        assert callee is not None
        if not self.context.inlines(callee):
            return [ir.Run(self.context.part(callee), args, span=span)]
        out: list[Stmt] = []
        body = self.passed(callee, args, span, out.append)
        old, self.unit = self.unit, callee
        out.extend(self.tree(body))
        self.unit = old
        return out
