"""Which units and sentences must be cut into blocks, and which loops may never end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define

from hoyle.compiler import typed as t
from hoyle.compiler.lowering.pools import Pools
from hoyle.compiler.lowering.units import DrawHere, Scope, Unit, Units
from hoyle.compiler.rewrite import children, walk
from hoyle.compiler.typed import Expr, Stmt, Zone
from hoyle.dsl.diagnostics import Diagnostics

_PAUSES = (
    t.Must,
    t.Choose,
    t.Roll,
    t.DrawMember,
    t.DrawComponent,
    t.DrawZone,
    t.EndGame,
    t.Turns,
    t.Simultaneously,
    DrawHere,
)
_LOOPS = (t.For, t.Repeat, t.Turns)


def escapes(s: Stmt) -> bool:
    """Does a `stop`, `next` or `return` in the sentence lead out of it?"""
    return _leaves(s, inside_loop=False)


def _leaves(s: Stmt, inside_loop: bool) -> bool:
    match s:
        case t.Stop() | t.Next():
            return not inside_loop
        case t.Return():
            return True
        case Scope(body=body):
            return returns(body)
    inner = inside_loop or isinstance(s, _LOOPS)
    return any(_leaves(x, inner) for x in _statements(s))


def returns(body: Iterable[Stmt]) -> bool:
    return any(isinstance(x, t.Return) for s in body for x in walk(s))


def _statements(s: Stmt) -> Iterator[Stmt]:
    """Statements directly inside a statement."""
    return (x for x in children(s) if isinstance(x, Stmt))


@define(eq=False)
class Flow:
    units: Units
    pools: Pools

    def mark(self, units: list[Unit]) -> None:
        """Decide for every unit whether it is cut: a fixed point over calls."""
        for unit in units:
            unit.cut = self.units.on_cycle(unit.verb) or self._irregular(unit)
        changed = True
        while changed:
            changed = False
            for unit in units:
                if not unit.cut and any(self.pauses(unit, s) for s in unit.body):
                    unit.cut = changed = True

    def _irregular(self, unit: Unit) -> bool:
        """A `return` that something follows cannot be that of a function."""
        match unit.body:
            case (Scope(body=body),):
                return any(isinstance(x, Scope) and returns((x,)) for x in walk(body))
        return returns(unit.body)

    def pauses(self, unit: Unit, s: Stmt) -> bool:
        """Does the sentence, or anything in it, pause or end the game?"""
        if isinstance(s, _PAUSES) or self.pools.may_draw(s) or self.pools.needs(own_expressions(s)):
            return True
        if isinstance(s, t.CallProcedure):
            callee = self.units.callee(unit, s.procedure)
            return callee is None or callee.cut
        return any(self.pauses(unit, x) for x in _statements(s))

    def cuts(self, unit: Unit, s: Stmt) -> bool:
        """Must the sentence become blocks, inside a unit that is cut?"""
        return escapes(s) or self.pauses(unit, s)

    # ------------------------------------------------------------------------------------------ endless loops

    def check_loops(self, units: list[Unit], diagnostics: Diagnostics) -> None:
        """A loop without a bound contains a decision, chance or a way out (semantics 11.7)."""
        for unit in units:
            for s in walk(unit.body):
                if isinstance(s, t.Turns) or (isinstance(s, t.Repeat) and s.form != "times"):
                    if not any(self._moves_on(unit, x, True) for x in s.body):
                        diagnostics.report(
                            "E0501",
                            s.span,
                            "nothing in it lets a player or chance decide, or leaves it",
                            why="a loop without a bound must contain a decision, chance or a way out",
                            hint="give it a `stop`, or count with `repeat n times:`",
                        )

    def _moves_on(self, unit: Unit, s: Stmt, inside: bool) -> bool:
        match s:
            case t.Must() | t.Choose() | t.Roll() | t.DrawMember() | t.DrawComponent() | t.DrawZone() | t.EndGame():
                return True
            case t.Stop():
                return inside
            case t.Return():
                return True
            case t.CallProcedure():
                callee = self.units.callee(unit, s.procedure)
                return callee is None or any(self._moves_on(callee, x, False) for x in callee.body)
        inner = inside and not isinstance(s, _LOOPS)
        return any(self._moves_on(unit, x, inner) for x in _statements(s))


def own_expressions(s: Stmt) -> tuple[Expr | Zone, ...]:
    """The expressions and zones a statement itself names (not those of statements inside it)."""
    return tuple(_below(s))


def _below(node: object) -> Iterator[Expr | Zone]:
    for x in children(node):
        if isinstance(x, Expr | Zone):
            yield x
        elif not isinstance(x, Stmt | t.Text | t.Pass):
            yield from _below(x)
