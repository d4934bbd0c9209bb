"""What must hold of every lowered module. A broken law is a defect of the compiler, never of the rules.

`check(module)` raises InvariantError with all that is wrong. It runs in tests and in debug builds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.liveness import Liveness, bound_at, end_reads, pause_reads, pauses, reads
from hoyle.compiler.sharing import used_after, used_at_start
from hoyle.compiler.simplify import called, targets
from hoyle.compiler.typed import Const, Expr, Local, SetLocal, Stmt, Var

# What may stand in a block or in the body of a part that cannot pause.
_ALLOWED = (
    t.SetLocal,
    t.Store,
    t.NewZone,
    t.MoveCount,
    t.MoveZone,
    t.Shuffle,
    t.Gather,
    t.Swap,
    t.Award,
    t.Show,
    t.Announce,
    t.If,
    t.For,
    t.Repeat,
    ir.Run,
    ir.Take,
    ir.Reveal,
    ir.Forget,
    ir.Fail,
    ir.Watch,
    ir.Check,
    ir.Freeze,
    ir.Thaw,
    t.Probe,
)
_JUMPS = (t.Stop, t.Next, t.Return)


class InvariantError(AssertionError):
    """The lowered module breaks a law of the IR."""


def check(module: ir.Module) -> None:
    found = list(violations(module))
    if found:
        raise InvariantError("\n".join(found))


def violations(module: ir.Module) -> Iterator[str]:
    """Every broken law, with its place."""
    yield from _numbers(module)
    for part in module.parts:
        yield from (f"{part.name}: {said}" for said in _part(module, part))
    yield from _reached(module)


# ------------------------------------------------------------------------------------------------ numbers


def _numbers(module: ir.Module) -> Iterator[str]:
    blocks = [n for p in module.parts for n in p.blocks]
    if blocks != list(range(len(blocks))) or list(module.blocks) != blocks:
        yield "blocks are not numbered densely, part by part"
    if any(b.number != n for n, b in module.blocks.items()):
        yield "a block has another number than its place"
    sites = sorted([d.number for d in module.decisions] + [c.number for c in module.chances])
    if sites != list(range(1, len(sites) + 1)):
        yield "pauses are not numbered from 1"
    if [g.number for g in module.generators] != list(range(len(module.generators))):
        yield "generators are not numbered densely"
    yield from _listed(module)


def _listed(module: ir.Module) -> Iterator[str]:
    """Sites, generators and endings that are used are those that are listed."""
    ends = [b.end for b in module.blocks.values()]
    decisions = [e.site for e in ends if isinstance(e, ir.Decide)]
    chances = [e.site for e in ends if isinstance(e, ir.Chance)]
    if list(map(id, decisions)) != list(map(id, module.decisions)):
        yield "the decisions listed are not those of the blocks"
    if list(map(id, chances)) != list(map(id, module.chances)):
        yield "the chances listed are not those of the blocks"
    known = set(map(id, module.generators))
    if any(id(a.generator) not in known for d in decisions for a in d.alternatives):
        yield "a generator is used but not listed"
    if sorted({e.ending for e in ends if isinstance(e, ir.Over)}) != sorted(module.endings):
        yield "the endings listed are not those of the blocks"


def _reached(module: ir.Module) -> Iterator[str]:
    if module.debug:
        return
    found, todo = {module.main}, [module.main]
    while todo:
        new = [p for p in called(module, todo.pop()) if p not in found]
        found.update(new)
        todo.extend(new)
    for part in module.parts:
        if part not in found:
            yield f"{part.name} is never run"
    if any(p not in module.parts for p in found):
        yield "a part is run but not listed"


# ------------------------------------------------------------------------------------------------ one part


def _part(module: ir.Module, part: ir.Part) -> Iterator[str]:
    if not part.pausing:
        if part.blocks or part.slots:
            yield "it cannot pause, yet has blocks or slots"
        yield from _statements(part.body, part, loops=0, returns=True)
        yield from _undefined(part.body, set(part.params))
        return
    if part.entry not in part.blocks:
        yield "the entry is none of its blocks"
        return
    for number in part.blocks:
        block = module.blocks[number]
        outside = [x for x in targets(block.end) if x not in part.blocks]
        if outside:
            yield f"block {number} leads out of the part, to {outside}"
            return
        yield from (f"block {number}: {said}" for said in _statements(block.stmts, part, loops=0, returns=False))
        yield from (f"block {number}: {said}" for said in _end(module, block.end))
    yield from _flow(module, part)


def _statements(stmts: Iterable[Stmt], part: ir.Part, loops: int, returns: bool) -> Iterator[str]:
    for s in stmts:
        match s:
            case t.If(branches, orelse):
                for body in (*(b for _, b in branches), orelse):
                    yield from _statements(body, part, loops, returns)
            case t.For(_, _, body) | t.Repeat(_, _, body):
                yield from _statements(body, part, loops + 1, returns)
            case t.Stop() | t.Next():
                if not loops:
                    yield "a jump leads out of a structured body"
            case t.Return():
                if not returns:
                    yield "a return stands in a block"
            case ir.Run(callee, args):
                if callee.pausing or len(args) != len(callee.params):
                    yield f"{callee.name} is not run as it is"
            case _ if not isinstance(s, _ALLOWED):
                yield f"{type(s).__name__} must not be left after lowering"


def _end(module: ir.Module, end: ir.Terminator) -> Iterator[str]:
    match end:
        case ir.Decide(site):
            operands: list[Expr] = [site.who]
            for a in site.alternatives:
                operands.extend((*a.args, *((a.uses,) if a.uses is not None else ())))
                if len(a.binds) != len(a.generator.params) or len(a.args) != a.generator.fixed:
                    yield f"{site.label}: an alternative does not fit its generator"
            if not all(isinstance(e, Const | Local) for e in operands):
                yield f"{site.label}: an operand is neither constant nor a variable"
        case ir.Chance(site, _):
            for item in site.items:
                if not _is_simple(item):
                    yield f"pause {site.number}: an operand is neither constant nor a variable"
        case ir.Invoke(part, args, _):
            if not part.pausing or part not in module.parts or len(args) != len(part.params):
                yield f"{part.name} is not invoked as it is"


def _is_simple(item: ir.ChanceItem) -> bool:
    match item:
        case ir.RollMany(_, _, number):
            return isinstance(number, Const | Local)
        case ir.DrawOf(_, source):
            return isinstance(source, Const | Local)
    return True


# ------------------------------------------------------------------------------------------------ variables


def _flow(module: ir.Module, part: ir.Part) -> Iterator[str]:
    defined = _defined_at_start(module, part)
    for number in part.blocks:
        block = module.blocks[number]
        known = set(defined[number])
        yield from (f"block {number}: {said}" for said in _undefined(block.stmts, known))
        missing = end_reads(block.end) - known
        if missing:
            yield f"block {number}: its end reads {_names(missing)} before it is set"
    yield from _slots(module, part)


def _defined_at_start(module: ir.Module, part: ir.Part) -> dict[int, frozenset[Var]]:
    """Per block: variables set on every way to it."""
    start: dict[int, frozenset[Var] | None] = dict.fromkeys(part.blocks)
    start[part.entry] = frozenset(part.params)
    todo = [part.entry]
    while todo:
        number = todo.pop()
        block = module.blocks[number]
        known = set(start[number] or ())
        list(_undefined(block.stmts, known))
        for target in targets(block.end):
            here = frozenset(known | bound_at(block.end, target))
            old = start[target]
            new = here if old is None else old & here
            if new != old:
                start[target] = new
                todo.append(target)
    return {n: v if v is not None else frozenset() for n, v in start.items()}


def _undefined(stmts: Iterable[Stmt], known: set[Var]) -> Iterator[str]:
    """Reads before the variable is set; `known` grows by what the statements set on every way."""
    for s in stmts:
        match s:
            case SetLocal(var=var, value=value):
                yield from _missing(value, known)
                known.add(var)
            case t.NewZone(var=var, value=value):
                yield from _missing(value, known)
                known.add(var)
            case ir.Forget(vars_):
                known.difference_update(vars_)
            case t.If():
                yield from _undefined_if(s, known)
            case t.For(binds, where, body):
                inner = set(known)
                for b in binds:
                    yield from _missing(b.domain, inner)
                    inner.add(b.var)
                yield from _missing(where, inner)
                yield from _undefined(body, inner)
            case t.Repeat(_, value, body):
                yield from _missing(value, known)
                yield from _undefined(body, set(known))
            case _:
                yield from _missing(s, known)


def _undefined_if(s: t.If, known: set[Var]) -> Iterator[str]:
    ways: list[set[Var]] = []
    for test, body in s.branches:
        yield from _missing(test, known)
        way = set(known)
        yield from _undefined(body, way)
        if not _jumps(body):
            ways.append(way)
    way = set(known)
    yield from _undefined(s.orelse, way)
    if not _jumps(s.orelse):
        ways.append(way)
    if ways:
        known.update(set.intersection(*ways))


def _jumps(body: tuple[Stmt, ...]) -> bool:
    return bool(body) and isinstance(body[-1], (*_JUMPS, ir.Fail))


def _missing(node: object, known: set[Var]) -> Iterator[str]:
    if node is not None:
        missing = reads(node) - known
        if missing:
            yield f"{_names(missing)} is read before it is set"


def _slots(module: ir.Module, part: ir.Part) -> Iterator[str]:
    """Slots are exactly what lives across a pause, and nothing dead is left in one."""
    live = Liveness(module, part)
    live.solve()
    across = {v for n in part.blocks if pauses(module.blocks[n].end) for v in live.across(module.blocks[n].end)}
    if set(part.slots) != across:
        yield f"slots are {_names(set(part.slots))}, but {_names(across)} live across a pause"
    if sorted(map(id, part.slots)) != sorted(id(v) for group in part.shared for v in group):
        yield "the groups of slots that share a place are not the slots"
    yield from _cleared(module, part, live)


def _cleared(module: ir.Module, part: ir.Part, live: Liveness) -> Iterator[str]:
    held = used_at_start(module, part)
    for number in part.blocks:
        block = module.blocks[number]
        now = used_after(block.stmts, held[number], set(part.slots))
        allowed = live.across(block.end) if pauses(block.end) else frozenset()
        if (pauses(block.end) or isinstance(block.end, ir.Leave)) and now - allowed:
            yield f"block {number}: {_names(now - allowed)} is dead but not forgotten"
        if isinstance(block.end, ir.Decide | ir.Chance):
            lost = pause_reads(block.end) & set(part.slots) - now
            if lost:
                yield f"block {number}: {_names(lost)} is forgotten but still read"


def _names(found: Iterable[Var]) -> str:
    return ", ".join(sorted(v.name for v in found)) or "nothing"
