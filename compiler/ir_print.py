"""Stable text of every stage of the compiler: the merged tree, the typed program, the control-flow graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.context import Declarations
from hoyle.compiler.print_typed import STEP, Printer, constant
from hoyle.compiler.typed import Expr
from hoyle.dsl import nodes as n
from hoyle.dsl.print_tree import print_decl


def expression(e: Expr) -> str:
    """One typed expression."""
    return Printer().expr(e)


def statements(body: tuple[t.Stmt, ...]) -> str:
    """A block of typed or lowered statements, a line each."""
    return "\n".join(Printer().stmts(body)) + "\n"


# ------------------------------------------------------------------------------------------------ the merged tree


def tree(decls: Declarations) -> str:
    """The merged declarations as rules, in order of their kinds."""
    return "".join(f"{line}\n" for decl in _decls(decls) for line in print_decl(decl))


def _decls(decls: Declarations) -> Iterator[n.Decl]:
    yield from decls.players
    yield from decls.options.values()
    yield from decls.types.values()
    for (owner, _), f in decls.fields.items():
        yield n.State(None if owner is None else n.Ident(owner), (f,))
    for group in (decls.defines, decls.actions, decls.procedures):
        yield from group.values()
    yield from (d for d in (decls.setup, decls.play) if d is not None)
    yield from decls.reactions
    if decls.teams is not None:
        yield decls.teams
    if decls.components:
        yield n.Scoring(tuple(decls.components.values()))
    if decls.winner is not None:
        yield decls.winner
    yield from decls.promises.values()
    yield from decls.examples.values()


# ------------------------------------------------------------------------------------------------ the typed program


def program(p: t.Program) -> str:
    """The checked game: fields, defines, verbs, scores and promises, with types and everything resolved."""
    return "\n".join(_program(p)) + "\n"


def _program(p: t.Program) -> Iterator[str]:
    seats = ", ".join(p.players.label(s) for s in p.seats)
    yield f"game {p.name} for {seats}"
    for name, (type_, value) in p.options.items():
        yield f"option {name} = {constant(value, type_)}"
    for f in p.fields:
        yield _field(f)
    for function in p.functions.values():
        yield from _function(function)
    for action in p.actions.values():
        yield from _action(action)
    for procedure in dict.fromkeys((*p.procedures.values(), p.setup, p.play)):
        yield from _procedure(procedure)
    for c in p.components:
        printer = Printer()
        whose = ", ".join(p.players.label(s) for s in sorted(c.seats))
        yield f"score {c.name} of {printer.var(c.you)} in {{{whose}}} = {printer.expr(c.value)}"
    if p.winner is not None:
        yield f"winner = {expression(p.winner)}"
    for promise in p.promises:
        after = f" after {', '.join(v.name for v in promise.verbs)}" if promise.verbs else ""
        yield f"always {promise.name}{after}: {expression(promise.test)}"


def _field(f: t.Field) -> str:
    indices = f"[{', '.join(map(str, f.indices))}]" if f.indices else ""
    default = f" = {expression(f.default)}" if f.default is not None else ""
    return f"field {f.key}{indices}: {f.type} ({f.kind}){default}"


def _params(printer: Printer, params: Iterable[t.Var]) -> str:
    return ", ".join(f"{printer.var(v)}: {v.type}" for v in params)


def _function(f: t.Function) -> Iterator[str]:
    printer = Printer()
    head = f"define {f.name}({_params(printer, f.params)}): {f.type}"
    yield f"{head} = {printer.expr(f.body) if f.body is not None else '?'}"


def _action(a: t.Action) -> Iterator[str]:
    printer = Printer()
    you = f"{printer.var(a.you)}; " if a.you is not None else ""
    params = ", ".join(f"{printer.var(p.var)} in {printer.expr(p.domain)}" for p in a.params)
    yield f"action {a.name}({you}{params}):"
    for h in a.header:
        match h:
            case t.Requirement(name, test):
                yield f"{STEP}{'implied' if h.implied else 'require'} {name}: {printer.expr(test)}"
            case t.HeaderLet(var, value):
                yield f"{STEP}let {printer.var(var)} = {printer.expr(value)}"
            case t.SameMove(args, test):
                yield f"{STEP}same ({printer.exprs(args)})" + (f" if {printer.expr(test)}" if test is not None else "")
    yield from printer.stmts(a.effect, 1)
    yield from _reactions(a)


def _procedure(p: t.Procedure) -> Iterator[str]:
    printer = Printer()
    you = (p.you,) if p.you is not None and p.you not in p.params else ()
    nested = f" nested {p.nested} deep" if p.nested > 1 else ""
    yield f"to {p.name}({_params(printer, (*you, *p.params))}){nested}:"
    yield from printer.stmts(p.body, 1)
    yield from _reactions(p)


def _reactions(verb: t.Verb) -> Iterator[str]:
    for r in (*verb.instead, *verb.after):
        printer = Printer()
        names = f"({_params(printer, r.params)})" if r.params else ""
        test = f" if {printer.expr(r.test)}" if r.test is not None else ""
        yield f"{STEP}{r.when} {verb.name}{names}{test}:"
        yield from printer.stmts(r.body, 2)


# ------------------------------------------------------------------------------------------------ the graph


def module(m: ir.Module) -> str:
    """The control-flow graph: parts with their blocks or bodies, then the generators."""
    return "\n".join(_module(m)) + "\n"


def _module(m: ir.Module) -> Iterator[str]:
    yield f"module {m.program.name}{' (debug)' if m.debug else ''}"
    if m.pooled:
        yield f"pooled: {', '.join(sorted(m.pooled))}"
    for part in m.parts:
        yield ""
        yield from _part(m, part)
    for generator in m.generators:
        yield ""
        yield from _generator(generator)


def _part(m: ir.Module, part: ir.Part) -> Iterator[str]:
    printer = Printer()
    params = _params(printer, part.params)
    if not part.pausing:
        yield f"part {part.name}({params}):"
        yield from printer.stmts(part.body, 1)
        return
    slots = f"    slots: {printer.vars(part.slots)}" if part.slots else ""
    yield f"part {part.name}({params}), pausing, begins at {part.entry}:{slots}"
    for number in part.blocks:
        block = m.blocks[number]
        yield f"  block {number}:"
        if block.stmts:
            yield from printer.stmts(block.stmts, 1)
        yield from _end(printer, block.end)


def _end(printer: Printer, end: ir.Terminator) -> Iterator[str]:
    match end:
        case ir.Goto(target):
            yield f"{STEP}-> {target}"
        case ir.Branch(test, then, orelse):
            yield f"{STEP}-> {then} if {printer.expr(test)} else {orelse}"
        case ir.Invoke(part, args, target):
            yield f"{STEP}-> {part}({printer.exprs(args)}), then {target}"
        case ir.Leave():
            yield f"{STEP}-> back"
        case ir.Over(ending, winners):
            yield f"{STEP}-> over, {ending}" + (f", won by {printer.expr(winners)}" if winners is not None else "")
        case ir.Chance(site, target):
            items = ", ".join(_item(printer, i) for i in site.items)
            until = f" until {printer.expr(site.until)}" if site.until is not None else ""
            yield f"{STEP}-> {target} after chance {site.number}, {site.label}: {items}{until}"
        case ir.Decide(site):
            yield from _decide(printer, site)


def _decide(printer: Printer, site: ir.DecisionSite) -> Iterator[str]:
    yield f"{STEP}decision {site.number}, {site.label}: {printer.expr(site.who)} {site.modal}"
    for a in site.alternatives:
        fixed = f" fixing {printer.exprs(a.args)}" if a.args else ""
        uses = f" while {printer.expr(a.uses)} > 0" if a.uses is not None else ""
        gets = f" gives {printer.vars(a.binds)}" if a.binds else ""
        yield f"{STEP * 2}-> {a.target}: generator {a.generator.number}{fixed}{uses}{gets}"
    if site.pass_target is not None:
        yield f"{STEP * 2}-> {site.pass_target}: pass"
    yield f"{STEP * 2}-> {'error' if site.none_target is None else site.none_target}: nothing legal"


def _item(printer: Printer, item: ir.ChanceItem) -> str:
    name = printer.var(item.var)
    match item:
        case ir.RollOne(_, type_):
            return f"{name} of {type_}"
        case ir.RollMany(_, type_, number):
            return f"{name} of {printer.expr(number)} x {type_}"
        case ir.DrawOf(_, source):
            return f"{name} of {printer.expr(source)}"
        case ir.DrawFrom(_, zone):
            return f"{name} from {printer.zone(zone)}"
        case ir.Uncover(_, zone, place):
            return f"{name} uncovered in {printer.zone(zone)} at {place}"
    raise TypeError(item)


def _generator(g: ir.Generator) -> Iterator[str]:
    printer = Printer()
    source = g.source.name if isinstance(g.source, t.Action) else g.source.label
    fixed = f", {g.fixed} fixed" if g.fixed else ""
    free = f", reads {printer.vars(g.free)}" if g.free else ""
    yield f"generator {g.number} of {source} for {printer.var(g.you)}{fixed}{free}:"
    for step in g.steps:
        yield f"{STEP}{_step(printer, step)}"
    yield f"{STEP}yield ({printer.vars(g.params)})"


def _step(printer: Printer, step: ir.Step) -> str:
    match step:
        case ir.Each(var, domain, _):
            return f"for {printer.var(var)} in {printer.expr(domain)}"
        case ir.Bound(var, domain, position):
            return f"given {printer.var(var)}, argument {position + 1}, in {printer.expr(domain)}"
        case ir.Let(var, value):
            return f"let {printer.var(var)} = {printer.expr(value)}"
        case ir.Guard(name, test):
            return f"{name}: {printer.expr(test)}"
        case ir.SkipSame(args, test):
            return f"skip if ({printer.exprs(args)}) is as legal and comes first" + (
                f", where {printer.expr(test)}" if test is not None else ""
            )
    raise TypeError(step)
