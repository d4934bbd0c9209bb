"""Which blocks become functions, which are written where they are entered, and what they need from there."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.layout import Layout
from hoyle.compiler.rewrite import free, walk
from hoyle.compiler.typed import Var


@define(eq=False)
class Flow:
    """Facts about the blocks of a module.

    leaders: blocks that are functions, in an order in which calls only go forward, so that recursion cannot grow; the
    rest is written at its only entry. needs: variables, no slots, that a leader's callers pass to it. returned: blocks
    that are reached by number (after a part that was invoked).
    """

    module: ir.Module
    layout: Layout
    entries: dict[int, int] = field(factory=dict)
    returned: set[int] = field(factory=set)
    leaders: list[int] = field(factory=list)
    rank: dict[int, int] = field(factory=dict)
    needs: dict[int, tuple[Var, ...]] = field(factory=dict)
    by_number: set[int] = field(factory=set)

    def analyse(self) -> None:
        self._count()
        found = [b for b in self.module.blocks if self._is_leader(b)]
        self._order(found)
        self._liveness()

    # -------------------------------------------------------------------------------------------- entries

    def targets(self, end: ir.Terminator) -> list[int]:
        """Blocks that control goes to from here, the entries of invoked parts included."""
        match end:
            case ir.Goto(target):
                return [target]
            case ir.Branch(_, then, orelse):
                return [then, orelse]
            case ir.Chance(site, target):
                # Entered after the pause, and without one if there is one outcome only.
                return [target] if always_pauses(site) else [target, target]
            case ir.Invoke(part):
                return [part.entry]
            case ir.Decide(site):
                exits = [x for x in (site.pass_target, site.none_target) if x is not None]
                return [*(a.target for a in site.alternatives), *exits]
        return []

    def _count(self) -> None:
        for number in self.module.blocks:
            self.entries[number] = 0
        self.entries[self.module.main.entry] += 1
        for block in self.module.blocks.values():
            for target in self.targets(block.end):
                self.entries[target] += 1
            if isinstance(block.end, ir.Invoke):
                self.returned.add(block.end.target)
        if self.module.debug:
            for part in self.module.parts:
                if part.pausing:
                    self.entries[part.entry] += 2

    def _is_leader(self, number: int) -> bool:
        return self.entries[number] > 1 or number in self.returned

    # -------------------------------------------------------------------------------------------- order

    def reached(self, number: int) -> list[int]:
        """Leaders entered from the code of a block and what is written into it, without a pause between."""
        found: list[int] = []
        todo = [number]
        while todo:
            block = self.module.blocks[todo.pop()]
            for target in self._entered_now(block.end):
                if self._is_leader(target):
                    found.append(target)
                else:
                    todo.append(target)
        return found

    def _entered_now(self, end: ir.Terminator) -> list[int]:
        match end:
            case ir.Decide(site):
                return [site.none_target] if site.none_target is not None else []
            case ir.Chance(site, target):
                return [] if always_pauses(site) else [target]
        return self.targets(end)

    def _order(self, found: list[int]) -> None:
        done: list[int] = []
        seen: set[int] = set()
        for root in found:
            stack = [(root, iter(self.reached(root)))] if root not in seen else []
            seen.add(root)
            while stack:
                number, rest = stack[-1]
                following = next((n for n in rest if n not in seen), None)
                if following is None:
                    done.append(number)
                    stack.pop()
                else:
                    seen.add(following)
                    stack.append((following, iter(self.reached(following))))
        self.leaders = done[::-1]
        self.rank = {number: i for i, number in enumerate(self.leaders)}

    def is_forward(self, origin: int | None, target: int) -> bool:
        """May the function of `origin` (None: one that nothing calls back) call that of `target`?"""
        return origin is None or self.rank[target] > self.rank[origin]

    # -------------------------------------------------------------------------------------------- liveness

    def _liveness(self) -> None:
        live: dict[int, list[Var]] = {n: [] for n in self.module.blocks}
        changed = True
        while changed:
            changed = False
            for number in sorted(self.module.blocks, reverse=True):
                block = self.module.blocks[number]
                found = self._live_in(block, live)
                if len(found) != len(live[number]):
                    live[number], changed = found, True
        self.needs = {n: tuple(live[n]) for n in self.leaders}
        for origin in self.leaders:
            self.by_number.update(n for n in self.reached(origin) if not self.is_forward(origin, n))
        self.by_number |= self.returned & set(self.leaders)

    def _live_in(self, block: ir.Block, live: dict[int, list[Var]]) -> list[Var]:
        after: list[Var] = []
        match block.end:
            case ir.Decide(site):
                for a in site.alternatives:
                    after += [v for v in live[a.target] if v not in a.binds]
                after += [v for x in (site.pass_target, site.none_target) if x is not None for v in live[x]]
                after += decision_reads(site)
            case ir.Chance(site, target):
                own = {i.var for i in site.items}
                after += [v for v in live[target] if v not in own]
                after += [v for i in site.items for v in item_reads(i)]
                after += [v for v in free(site.until) if v not in own] if site.until is not None else []
            case ir.Invoke(part, args, target):
                after += [v for v in live[part.entry] if v not in part.params]
                after += [v for a in args for v in free(a)] + live[target]
            case end:
                after += [v for n in self.targets(end) for v in live[n]]
                after += end_reads(end)
        found = exposed([*block.stmts], after)
        return [v for v in dict.fromkeys(found) if v not in self.layout.variables]


def always_pauses(site: ir.ChanceSite) -> bool:
    """Are there certainly several outcomes?"""
    from hoyle.compiler.types import codes_of

    if site.until is not None:
        return False
    return any(isinstance(i, ir.RollOne) and len(codes_of(i.type)) > 1 for i in site.items) and all(
        isinstance(i, ir.RollOne) for i in site.items
    )


def decision_reads(site: ir.DecisionSite) -> list[Var]:
    exprs = [site.who, *(x for a in site.alternatives for x in (*a.args, *((a.uses,) if a.uses is not None else ())))]
    found = [v for e in exprs for v in free(e)]
    found += [v for a in site.alternatives for v in a.generator.free]
    return found


def item_reads(item: ir.ChanceItem) -> list[Var]:
    match item:
        case ir.RollMany(number=e) | ir.DrawOf(source=e):
            return free(e)
        case ir.DrawFrom(zone=zone) | ir.Uncover(zone=zone):
            return free(zone)
    return []


def end_reads(end: ir.Terminator) -> list[Var]:
    match end:
        case ir.Branch(test):
            return free(test)
        case ir.Over(winners=winners) if winners is not None:
            return free(winners)
    return []


def exposed(stmts: list[t.Stmt] | tuple[t.Stmt, ...], after: list[Var]) -> list[Var]:
    """Variables that are read, in these statements or after them, before they are certainly set."""
    live = list(after)
    for s in reversed(stmts):
        live = list(dict.fromkeys(_read_by(s, live)))
    return live


def _read_by(s: t.Stmt, live: list[Var]) -> Iterator[Var]:
    match s:
        case t.SetLocal(var=var, value=value):
            yield from free(value)
            yield from (v for v in live if v is not var)
        case t.If(branches=branches, orelse=orelse):
            yield from (v for test, body in branches for v in (*free(test), *exposed(body, live)))
            yield from exposed(orelse, live)
        case t.For(binds=binds, where=where, body=body):
            own = {b.var for b in binds}
            inner = [*(v for b in binds for v in free(b.domain)), *(free(where) if where is not None else ())]
            yield from (v for v in [*inner, *exposed(body, live)] if v not in own)
            yield from live
        case t.Repeat(value=value, body=body):
            yield from free(value) if value is not None else ()
            yield from exposed(body, live)
            yield from live
        case _:
            own = {x.var for x in walk(s) if isinstance(x, t.Bind)}
            yield from (x.var for x in walk(s) if isinstance(x, t.Local) and x.var not in own)
            yield from live
