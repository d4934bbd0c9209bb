"""What may stand in `simultaneously` (semantics 13.1).

Everybody decides on the state at the start, so a block writes what belongs to its own seat only, reads nothing that the
others are writing, and leaves nothing to chance.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from hoyle.compiler import typed as t
from hoyle.compiler.lowering.flow import Flow
from hoyle.compiler.lowering.units import Unit, Units
from hoyle.compiler.rewrite import children, walk
from hoyle.compiler.typed import Expr, Field, Local, Stmt, Var, Zone
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.dsl.span import NOWHERE, Span

_CHANCE = (t.Roll, t.DrawMember, t.DrawComponent, t.DrawZone, t.Shuffle, t.Gather)
Mine = frozenset[Var]  # variables that hold the seat whose block it is


def check_together(flow: Flow, units: list[Unit], diagnostics: Diagnostics) -> None:
    """Report every sentence in a simultaneous block that must not stand there."""
    for unit in units:
        for s in walk(unit.body):
            if isinstance(s, t.Simultaneously):
                _Block(flow, diagnostics).check(unit, s)


@define(eq=False)
class _Block:
    flow: Flow
    diagnostics: Diagnostics
    written: set[Field] = field(factory=set)
    _seen: set[tuple[object, Mine]] = field(factory=set)
    _place: Span = NOWHERE

    @property
    def units(self) -> Units:
        return self.flow.units

    def check(self, unit: Unit, s: t.Simultaneously) -> None:
        mine = frozenset({s.you})
        self._writes(unit, s.body, mine)
        self._seen.clear()
        self._read_stmts(unit, s.body, mine)

    def _error(self, span: Span, said: str, why: str) -> None:
        self.diagnostics.report("E0508", span, said, why=why)

    # ------------------------------------------------------------------------------------------ who is meant

    def _known(self, body: tuple[Stmt, ...], mine: Mine) -> Mine:
        """With the names under which sentences in the body know the same seat."""
        found = set(mine)
        for s in walk(body):
            if isinstance(s, t.Must | t.Choose) and _is(s.who, found):
                found.add(s.you)
        return frozenset(found)

    def _called(self, unit: Unit, s: object, mine: Mine) -> Iterator[tuple[Unit, Mine]]:
        match s:
            case t.CallProcedure(procedure, args):
                callee = self.units.callee(unit, procedure)
                if callee is not None:
                    yield callee, _passed(callee.params, args, mine)
            case t.Must(deeds=deeds, who=who):
                for deed in deeds:
                    callee = self.units.callee(unit, deed.action)
                    if callee is not None:
                        you = (who,) if deed.action.you is not None else ()
                        yield callee, _passed(callee.params, (*you, *deed.args), mine)

    # ------------------------------------------------------------------------------------------ what is done

    def _writes(self, unit: Unit, body: tuple[Stmt, ...], mine: Mine) -> None:
        if (unit, mine) in self._seen:
            return
        self._seen.add((unit, mine))
        mine = self._known(body, mine)
        for s in walk(body):
            if isinstance(s, Stmt):
                self._one(s, mine)
            for callee, theirs in self._called(unit, s, mine):
                self._writes(callee, callee.body, theirs)

    def _one(self, s: Stmt, mine: Mine) -> None:
        if isinstance(s, _CHANCE) or self.flow.pools.may_draw(s):
            self._error(s.span, "chance decides here", "while all decide at once nothing is rolled, drawn or shuffled")
        elif isinstance(s, t.Show | t.Announce | t.EndGame):
            what = "the game ends here" if isinstance(s, t.EndGame) else "all learn something"
            self._error(s.span, what, "while all decide at once nobody learns anything, and the game goes on")
        for of, owner in _places(s):
            self.written.add(of)
            if of.owner is not self.units.program.players or owner is None or not _is(owner, mine):
                self._error(
                    s.span, f"it writes `{of.name}`", "while all decide at once, each writes fields of `you` only"
                )

    # ------------------------------------------------------------------------------------------ what is read

    def _read_stmts(self, unit: Unit, body: tuple[Stmt, ...], mine: Mine) -> None:
        if (unit, mine) in self._seen:
            return
        self._seen.add((unit, mine))
        mine = self._known(body, mine)
        for s in walk(body):
            if isinstance(s, Stmt):
                self._place = s.span
                self._read_all(_own(s), mine)
            for callee, theirs in self._called(unit, s, mine):
                place = self._place
                if isinstance(callee.verb, t.Action):
                    self._read_header(callee.verb, callee, theirs)
                self._read_stmts(callee, callee.body, theirs)
                self._place = place

    def _read_header(self, action: t.Action, callee: Unit, theirs: Mine) -> None:
        mine = theirs | ({action.you} if action.you is not None and callee.params[0] in theirs else frozenset())
        for p in action.params:
            self._read(p.domain, mine)
        for h in action.header:
            self._read(h.value if isinstance(h, t.HeaderLet) else h.test, mine)

    def _read_all(self, nodes: Iterator[object], mine: Mine) -> None:
        for node in nodes:
            self._read(node, mine)

    def _read(self, e: object, mine: Mine) -> None:
        match e:
            case (
                t.Load(_, of, indices)
                | t.ZoneValue(_, t.FieldZone(_, of, indices))
                | t.Top(_, t.FieldZone(_, of, indices))
            ):
                self._look(of, indices[0] if indices else None, mine)
            case t.Family(_, of, owner):
                self._look(of, owner, mine)
            case t.Call(_, function, args):
                theirs = _passed(function.params, args, mine)
                if (function, theirs) not in self._seen:
                    self._seen.add((function, theirs))
                    self._read(function.body, theirs)
            case t.Score(_, who, component):
                for c in self.units.program.components:
                    if component in (None, c.name):
                        self._read(c.value, frozenset({c.you}) if _is(who, mine) else frozenset())
        for child in children(e):
            self._read(child, mine)

    def _look(self, of: Field, owner: Expr | None, mine: Mine) -> None:
        if of in self.written and not (owner is not None and _is(owner, mine)):
            why = "what the others write while all decide at once is not known before all are done"
            self._error(self._place, f"it reads `{of.name}` of others", why)


def _is(who: object, mine: Mine | set[Var]) -> bool:
    match who:
        case Local(_, var):
            return var in mine
        case t.Narrow(_, of):
            return _is(of, mine)
    return False


def _passed(params: tuple[Var, ...], args: tuple[Expr, ...], mine: Mine) -> Mine:
    return frozenset(p for p, a in zip(params, args, strict=False) if _is(a, mine))


def _own(s: Stmt) -> Iterator[object]:
    return (x for x in children(s) if not isinstance(x, Stmt))


def _places(s: Stmt) -> Iterator[tuple[Field, Expr | None]]:
    """The fields a sentence writes, each with its owner."""
    match s:
        case t.Store(of, indices, _):
            yield of, indices[0] if indices else None
        case t.Award(_, _, of, _):
            yield of, None
        case t.MoveCount(_, _, source, target):
            for c in (source, target):
                yield c.field, c.indices[0] if c.indices else None
        case t.MoveZone(_, _, a, b) | t.Swap(a, b):
            yield from (*_zone(a), *_zone(b))


def _zone(z: Zone) -> Iterator[tuple[Field, Expr | None]]:
    match z:
        case t.FieldZone(_, of, indices):
            yield of, indices[0] if indices else None
        case t.EitherZone(_, _, then, orelse):
            yield from (*_zone(then), *_zone(orelse))
