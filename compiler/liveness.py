"""Which variables live across a pause, and where the others are forgotten.

A variable that may be read after a pause is a slot of the state vector. Slots that nobody will read any more must be 0
at every pause, or equal positions would be unequal vectors: before each pause a `Forget` lists those that died.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.rewrite import children, free
from hoyle.compiler.simplify import targets
from hoyle.compiler.typed import Expr, Local, SetLocal, Stmt, Var

Vars = frozenset[Var]
NONE: Vars = frozenset()


@define(frozen=True)
class Exits:
    """What is alive where `stop`, `next` and `return` lead, within a structured body."""

    stop: Vars = NONE
    next: Vars = NONE
    back: Vars = NONE


LEAVING = Exits()


# ------------------------------------------------------------------------------------------------ statements


def before(stmts: Iterable[Stmt], after: Vars, exits: Exits = LEAVING) -> Vars:
    """What is alive before the statements if `after` is alive behind them."""
    alive = after
    for s in reversed(list(stmts)):
        alive = _before(s, alive, exits)
    return alive


def _before(s: Stmt, after: Vars, exits: Exits) -> Vars:
    match s:
        case SetLocal(var=var, value=value):
            return (after - {var}) | reads(value)
        case t.NewZone(var=var, value=value):
            return (after - {var}) | (reads(value) if value is not None else NONE)
        case ir.Forget(vars=vars_):
            return after - set(vars_)
        case t.Stop():
            return exits.stop
        case t.Next():
            return exits.next
        case t.Return():
            return exits.back
        case t.If(branches, orelse):
            alive = before(orelse, after, exits)
            for test, body in reversed(branches):
                alive = alive | reads(test) | before(body, after, exits)
            return alive
        case t.For(binds, where, body):
            own = {b.var for b in binds}
            read = reads(tuple(b.domain for b in binds)) | (reads(where) if where is not None else NONE)
            return _loop(body, after, read - own, exits, own)
        case t.Repeat(value=value, body=body):
            return _loop(body, after, reads(value) if value is not None else NONE, exits, set())
    return after | reads(s)


def _loop(body: tuple[Stmt, ...], after: Vars, read: Vars, exits: Exits, own: set[Var]) -> Vars:
    alive = after | read
    while True:
        again = after | read | (before(body, alive, Exits(after, alive, exits.back)) - own)
        if again == alive:
            return alive
        alive = again | alive


def reads(node: object) -> Vars:
    """Variables that expressions (or a simple statement) read from outside."""
    return frozenset(free(node)) if node is not None else NONE


def assigns(stmts: Iterable[Stmt]) -> set[Var]:
    found: set[Var] = set()
    for s in stmts:
        if isinstance(s, SetLocal | t.NewZone):
            found.add(s.var)
        found |= assigns(x for x in children(s) if isinstance(x, Stmt))
    return found


# ------------------------------------------------------------------------------------------------ terminators


def pause_reads(end: ir.Terminator) -> Vars:
    """What a pause itself re-reads while the game stands there."""
    match end:
        case ir.Decide(site):
            return _site_reads(site)
        case ir.Chance(site, _):
            own = {item.var for item in site.items}
            return frozenset(v for v in reads((*site.items, site.until) if site.until else site.items) if v not in own)
    return NONE


def _site_reads(site: ir.DecisionSite) -> Vars:
    found = set(reads(site.who))
    for a in site.alternatives:
        found |= reads(a.args) | (reads(a.uses) if a.uses is not None else NONE) | set(a.generator.free)
    if site.prompt is not None:
        found |= reads(site.prompt)
    if site.decline is not None and site.decline.text is not None:
        found |= reads(site.decline.text)
    own = {site.you} if not (isinstance(site.who, Local) and site.who.var is site.you) else set()
    binds = {v for a in site.alternatives if isinstance(a.generator.source, t.Choose) for v in a.binds}
    return frozenset(found - own - binds)


def end_reads(end: ir.Terminator) -> Vars:
    match end:
        case ir.Branch(test=test):
            return reads(test)
        case ir.Invoke(args=args):
            return reads(args)
        case ir.Over(winners=winners) if winners is not None:
            return reads(winners)
    return pause_reads(end)


def bound_at(end: ir.Terminator, target: int) -> Vars:
    """Variables that a pause sets on the way to a block."""
    match end:
        case ir.Decide(site):
            sets = [set(a.binds) for a in site.alternatives if a.target == target]
            others = target in (site.pass_target, site.none_target)
            return frozenset(set.intersection(*sets)) if sets and not others else NONE
        case ir.Chance(site, _):
            return frozenset(item.var for item in site.items)
    return NONE


# ------------------------------------------------------------------------------------------------ parts


@define(eq=False)
class Liveness:
    """Per block of a part: what is alive as it begins, and behind its end."""

    module: ir.Module
    part: ir.Part
    at_start: dict[int, Vars] = field(factory=dict)

    def solve(self) -> None:
        self.at_start = dict.fromkeys(self.part.blocks, NONE)
        changed = True
        while changed:
            changed = False
            for number in reversed(self.part.blocks):
                block = self.module.blocks[number]
                alive = before(block.stmts, self.after_stmts(block.end))
                if alive != self.at_start[number]:
                    self.at_start[number] = alive
                    changed = True

    def after_end(self, end: ir.Terminator) -> Vars:
        """Alive behind a terminator, whatever it sets taken out."""
        found: set[Var] = set()
        for target in targets(end):
            found |= self.at_start[target] - bound_at(end, target)
        return frozenset(found)

    def after_stmts(self, end: ir.Terminator) -> Vars:
        return self.after_end(end) | end_reads(end)

    def kept(self, end: ir.Terminator) -> Vars:
        """What must not be cleared before the terminator runs, arguments of `Invoke` apart (they were copied)."""
        return self.after_end(end) | (reads(end.test) if isinstance(end, ir.Branch) else pause_reads(end))

    def across(self, end: ir.Terminator) -> Vars:
        """What the vector must hold while the game stands at this end."""
        return self.after_end(end) | pause_reads(end)


def pauses(end: ir.Terminator) -> bool:
    return isinstance(end, ir.Decide | ir.Chance | ir.Invoke)


def assign_slots(module: ir.Module, part: ir.Part) -> None:
    """Fill `part.slots` and write the `Forget`s."""
    if not part.pausing:
        return
    live = Liveness(module, part)
    live.solve()
    across: set[Var] = set()
    for number in part.blocks:
        end = module.blocks[number].end
        if pauses(end):
            across |= live.across(end)
    part.slots = [v for v in _in_order(module, part) if v in across]
    _copy_arguments(module, part, live)
    _forget(module, part, live)


def _in_order(module: ir.Module, part: ir.Part) -> list[Var]:
    """All variables of a part: parameters first, then as they appear."""
    found: dict[Var, None] = dict.fromkeys(part.params)
    for number in part.blocks:
        block = module.blocks[number]
        for s in block.stmts:
            found.update(dict.fromkeys(sorted(assigns((s,)), key=lambda v: v.name)))
        match block.end:
            case ir.Decide(site):
                for a in site.alternatives:
                    found.update(dict.fromkeys(a.binds))
            case ir.Chance(site, _):
                found.update(dict.fromkeys(item.var for item in site.items))
    return list(found)


def _copy_arguments(module: ir.Module, part: ir.Part, live: Liveness) -> None:
    """An argument of `Invoke` whose slot dies there is read first and forgotten before the other part runs."""
    for number in part.blocks:
        block = module.blocks[number]
        if isinstance(block.end, ir.Invoke):
            dying = [v for v in part.slots if v in reads(block.end.args) and v not in live.after_end(block.end)]
            if dying:
                _copy(block, block.end, dying)


def _copy(block: ir.Block, end: ir.Invoke, dying: list[Var]) -> None:
    args: list[Expr] = []
    for a in end.args:
        if reads(a).intersection(dying):
            var = Var("argument", a.type, "temp", end.span)
            block.stmts.append(SetLocal(var, a, span=end.span))
            a = Local(a.type, var, span=end.span)
        args.append(a)
    block.end = ir.Invoke(end.part, tuple(args), end.target, span=end.span)


def _forget(module: ir.Module, part: ir.Part, live: Liveness) -> None:
    """Clear each slot where its variable dies: at the start of a block that no longer reads it, else at the end of the
    block that read it last. So nothing dead is left at a pause, and nothing is cleared twice on a straight way."""
    slots = set(part.slots)
    dirty = _dirty_at_start(module, part, live, slots)
    starts = {n: _dies_at_start(module.blocks[n], dirty[n], live) for n in part.blocks}
    for number in part.blocks:
        block = module.blocks[number]
        kept = (dirty[number] - starts[number]) | (assigns(block.stmts) & slots)
        at_end = kept - live.kept(block.end) - _forgotten_behind(block.end, starts)
        if starts[number]:
            block.stmts.insert(0, ir.Forget(_ordered(part, starts[number]), span=block.end.span))
        if at_end and not isinstance(block.end, ir.Over):
            _forget_before_end(block, _ordered(part, at_end))


def _dies_at_start(block: ir.Block, dirty: set[Var], live: Liveness) -> set[Var]:
    return dirty - live.at_start[block.number] - assigns(block.stmts)


def _forgotten_behind(end: ir.Terminator, starts: dict[int, set[Var]]) -> set[Var]:
    """What every block behind forgets anyway, for others come to it too; not across a pause."""
    if not isinstance(end, ir.Goto | ir.Branch):
        return set()
    return set.intersection(*(starts[n] for n in targets(end)))


def _ordered(part: ir.Part, dead: set[Var]) -> tuple[Var, ...]:
    return tuple(v for v in part.slots if v in dead)


def _forget_before_end(block: ir.Block, dead: tuple[Var, ...]) -> None:
    """The test of a branch may still read what dies there: then the blocks behind it forget."""
    left = tuple(v for v in dead if v not in end_reads(block.end))
    if left:
        block.stmts.append(ir.Forget(left, span=block.end.span))


def _dirty_at_start(module: ir.Module, part: ir.Part, live: Liveness, slots: set[Var]) -> dict[int, set[Var]]:
    """Per block: slots that may hold something as it begins."""
    dirty: dict[int, set[Var]] = {n: set() for n in part.blocks}
    dirty[part.entry] = set(part.params) & slots
    todo = list(part.blocks)
    while todo:
        block = module.blocks[todo.pop(0)]
        here = (dirty[block.number] & live.at_start[block.number]) | (assigns(block.stmts) & slots)
        here &= live.kept(block.end) | end_reads(block.end)
        for target in targets(block.end):
            new = here | (set_on_the_way(block.end, target) & slots)
            if not new <= dirty[target]:
                dirty[target] |= new
                todo.append(target)
    return dirty


def set_on_the_way(end: ir.Terminator, target: int) -> set[Var]:
    """Variables that a pause may set before it goes on at a block."""
    match end:
        case ir.Decide(site):
            return {v for a in site.alternatives if a.target == target for v in a.binds}
        case ir.Chance(site, _):
            return {item.var for item in site.items}
    return set()
