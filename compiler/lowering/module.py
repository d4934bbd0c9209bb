"""From the typed tree to the control-flow graph: `lower(program) -> ir.Module`.

The order of work: make verbs ready (`units`), find what may be undrawn (`pools`), decide what is cut into
blocks (`flow`), write the blocks (`blocks`, `loops`, `sentences`, `chance`), join and
number them (`simplify`), and decide which variables are slots (`liveness`).
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

from attrs import define, field

from hoyle.compiler import ir, liveness, sharing, simplify
from hoyle.compiler import typed as t
from hoyle.compiler.lowering.blocks import Builder
from hoyle.compiler.lowering.flow import Flow, returns
from hoyle.compiler.lowering.generators import action_generator
from hoyle.compiler.lowering.pools import Pools, pooled_names, pools
from hoyle.compiler.lowering.together import check_together
from hoyle.compiler.lowering.units import Unit, Units
from hoyle.compiler.rewrite import declared, walk
from hoyle.compiler.typed import Action, Procedure, Stmt, Var
from hoyle.compiler.types import MemberType
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.dsl.span import NOWHERE


@define(eq=False)
class Lowering:
    """What all parts of one game share while they are being written."""

    program: t.Program
    debug: bool
    units: Units
    pools: Pools
    flow: Flow
    assigned: Counter[Var]
    nobody: Var
    blocks: dict[int, ir.Block] = field(factory=dict)
    parts: list[ir.Part] = field(factory=list)
    generators: list[ir.Generator] = field(factory=list)
    action_generators: dict[tuple[Action, int], ir.Generator] = field(factory=dict)
    endings: dict[str, None] = field(factory=dict)

    def new_block(self) -> ir.Block:
        block = ir.Block(len(self.blocks))
        self.blocks[block.number] = block
        return block

    def ending(self, name: str) -> None:
        self.endings[name] = None

    def is_stable(self, var: Var) -> bool:
        """Is the variable never given another value within the scope it stands in?"""
        return var.kind != "let" or self.assigned[var] <= 1

    def inlines(self, unit: Unit) -> bool:
        """Does the one sentence that calls the unit contain it?"""
        return not self.debug and unit.calls == 1 and (unit.cut or not returns(unit.body))

    def part(self, unit: Unit) -> ir.Part:
        """The part of a unit that is not inlined; its body is written later, in order of the units."""
        if unit.part is None:
            unit.part = ir.Part(unit.name, unit.verb, unit.params, unit.cut, span=unit.verb.span)
        return unit.part

    def action_generator(self, action: Action, fixed: int) -> ir.Generator:
        return action_generator(self, action, fixed)


def lower(program: t.Program, debug: bool = False) -> ir.Module:
    """The IR of a checked game. In debug builds promises are watched and every verb is a part of its own.

    Raises DiagnosticError for what only lowering can see: endless loops, circular calls.
    """
    diagnostics = Diagnostics()
    units = Units(program, diagnostics, debug)
    reached = units.build()
    context = _context(program, debug, units, reached)
    context.flow.mark(reached)
    context.flow.check_loops(reached, diagnostics)
    check_together(context.flow, reached, diagnostics)
    diagnostics.stop_on_errors()
    main = _main(context)
    for unit in reached:
        if not context.inlines(unit):
            _write(context, unit)
    _other_generators(context)
    return _finish(context, main)


def _context(program: t.Program, debug: bool, units: Units, reached: list[Unit]) -> Lowering:
    for root in (program.setup, program.play):
        units.unit(root, ()).calls += 1
    everything = [s for u in reached for s in walk(u.body) if isinstance(s, Stmt | t.RollItem)]
    zones = pools(program, (s for s in everything if isinstance(s, Stmt)))
    assigned: Counter[Var] = Counter()
    for s in everything:
        match s:
            case t.SetLocal(var=var) | t.NewZone(var=var):
                assigned[var] += 1
            case t.DrawMember(target=Var() as var) | t.DrawComponent(target=Var() as var):
                assigned[var] += 1
            case t.RollItem(target=Var() as var):
                assigned[var] += 1
    nobody = Var("you", MemberType(program.players), "you")
    return Lowering(program, debug, units, zones, Flow(units, zones), assigned, nobody)


def _main(context: Lowering) -> ir.Part:
    """The game itself: setup, then play, then it is over."""
    program = context.program
    main = ir.Part("game", None, (), True, span=NOWHERE)
    context.parts.append(main)
    verb = Procedure("game")
    body: tuple[Stmt, ...] = (
        t.CallProcedure(program.setup, (), span=program.setup.span),
        t.CallProcedure(program.play, (), span=program.play.span),
        t.EndGame("play.end", None, span=program.play.span),
    )
    _blocks(context, Unit("game", verb, (), body, (), cut=True), main)
    return main


def _write(context: Lowering, unit: Unit) -> None:
    part = context.part(unit)
    context.parts.append(part)
    if unit.cut:
        _blocks(context, unit, part)
    else:
        part.body = Builder(context, unit, part).tree(unit.body)


def _blocks(context: Lowering, unit: Unit, part: ir.Part) -> None:
    builder = Builder(context, unit, part)
    part.entry = builder.new()
    builder.start(part.entry)
    builder.body(unit.body)
    builder.end(ir.Leave(span=unit.verb.span))


def _other_generators(context: Lowering) -> None:
    """Generators that no decision needs but `can` and `options` do, and one for every action, to explain it."""
    program = context.program
    for action in program.actions.values():
        context.action_generator(action, 0)
    roots: list[object] = [
        *(f.body for f in program.functions.values()),
        *chain.from_iterable(g.steps for g in context.generators),
        *(c.value for c in program.components),
        *(p.test for p in program.promises),
        program.winner,
    ]
    for x in walk(_nodes(context, roots)):
        if isinstance(x, t.Can):
            context.action_generator(x.deed.action, len(x.deed.args))
    for sentence in program.sentences:
        for deed in sentence.deeds:
            context.action_generator(deed.action, len(deed.args))


def _nodes(context: Lowering, roots: list[object]) -> tuple[object, ...]:
    stmts = tuple(s for b in context.blocks.values() for s in b.stmts)
    ends = tuple(b.end.test for b in context.blocks.values() if isinstance(b.end, ir.Branch))
    bodies = tuple(p.body for p in context.parts)
    return (*(r for r in roots if r is not None), *stmts, *ends, *bodies)


def _finish(context: Lowering, main: ir.Part) -> ir.Module:
    module = ir.Module(
        context.program, context.parts, context.blocks, main, context.generators, [], [], [], frozenset(), context.debug
    )
    simplify.simplify(module)
    module.endings = [e for e in context.endings if e in simplify.endings(module)]
    for part in module.parts:
        liveness.assign_slots(module, part)
        sharing.share_slots(module, part)
    owners = {
        v: p.verb.name if p.verb is not None else p.name
        for p in module.parts
        for v in declared(tuple(_all_statements(module, p)))
    }
    module.pooled = pooled_names(context.pools, owners)
    return module


def _all_statements(module: ir.Module, part: ir.Part) -> list[Stmt]:
    return [*part.body, *(s for n in part.blocks for s in module.blocks[n].stmts)]
