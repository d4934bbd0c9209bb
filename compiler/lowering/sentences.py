"""`must`, `may` and `choose`: decision sites, counters, and what follows each deed (semantics, section 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.lowering.generators import choose_generator
from hoyle.compiler.lowering.loops import ONE, ZERO, read
from hoyle.compiler.lowering.units import Unit
from hoyle.compiler.rewrite import substitute
from hoyle.compiler.typed import Expr, Local, SetLocal, Var
from hoyle.compiler.types import BOOL, IntType
from hoyle.dsl.span import Span

if TYPE_CHECKING:
    from hoyle.compiler.lowering.blocks import Builder


def sentence(b: Builder, s: t.Must | t.Choose) -> None:
    b.draw_needs(s.who, s.span)
    who = b.operand(s.who, "who", s.span)
    if not (isinstance(who, Local) and who.var is s.you):
        s = substitute(s, {s.you: who})
    if isinstance(s, t.Choose):
        _choose(b, s, who)
    else:
        _must(b, s, who)


@define
class Exits:
    """Where a sentence leads if no deed of it is done: a block for the `otherwise`, or what follows."""

    declined: int | None
    impossible: int | None


def _exits(b: Builder, s: t.Must | t.Choose, after: int) -> tuple[Exits, int | None]:
    """The exits before any deed was done, and the block of the `otherwise`, if there is one."""
    other = b.new() if s.otherwise is not None else None
    nothing = other if other is not None else after
    if s.modal == "may":
        return Exits(nothing, nothing), other
    strict = s.otherwise is None and not s.if_able
    return Exits(None, None if strict else nothing), other


def _otherwise(b: Builder, s: t.Must | t.Choose, block: int | None, after: int) -> None:
    if block is not None and s.otherwise is not None:
        b.start(block)
        b.body(s.otherwise)
        b.goto(after, s.span)


def _site(
    b: Builder, s: t.Must | t.Choose, who: Expr, alternatives: tuple[ir.Alternative, ...], exits: Exits
) -> ir.DecisionSite:
    return ir.DecisionSite(
        0, s.label, who, s.you, s.modal, alternatives, exits.declined, exits.impossible, s.prompt, s.decline, s.span
    )


# ------------------------------------------------------------------------------------------------ choose


def _choose(b: Builder, s: t.Choose, who: Expr) -> None:
    after = b.new()
    exits, other = _exits(b, s, after)
    target = b.new()
    generator = choose_generator(b.context, s)
    alternative = ir.Alternative(generator, (), tuple(x.var for x in s.binds), target)
    b.end(ir.Decide(_site(b, s, who, (alternative,), exits), span=s.span))
    b.start(target)
    b.body(s.body)
    b.goto(after, s.span)
    _otherwise(b, s, other, after)
    b.start(after)


# ------------------------------------------------------------------------------------------------ must, may


@define
class _Deed:
    """A deed of a sentence being lowered: its fixed arguments, its counter, where its effect begins."""

    deed: t.Deed
    args: tuple[Expr, ...]
    unit: Unit | None
    counter: Var | None
    target: int
    binds: tuple[Var, ...] = ()


def _must(b: Builder, s: t.Must, who: Expr) -> None:
    counted = any(d.times is not None for d in s.deeds) or (s.joiner == "and" and len(s.deeds) > 1)
    b.draw_needs(tuple(x for d in s.deeds for x in (*d.args, *((d.times,) if d.times is not None else ()))), s.span)
    deeds = [_prepare(b, d, s.span, counted) for d in s.deeds]
    after = b.new()
    exits, other = _exits(b, s, after)
    again = after
    alternatives = _alternatives(b, deeds)
    if counted:
        again = b.new()
        if other is None and s.modal == "may":
            b.goto(again, s.span)
        else:
            b.end(ir.Decide(_site(b, s, who, alternatives, exits), span=s.span))
        b.start(again)
        _decide_again(b, s, who, deeds, alternatives, after)
    else:
        b.end(ir.Decide(_site(b, s, who, alternatives, exits), span=s.span))
    for d in deeds:
        _effect(b, s, who, d, deeds, again)
    _otherwise(b, s, other, after)
    b.start(after)


def _prepare(b: Builder, deed: t.Deed, span: Span, counted: bool) -> _Deed:
    args = tuple(b.operand(a, p.var.name, span) for a, p in zip(deed.args, deed.action.params, strict=False))
    counter: Var | None = None
    if counted:
        times = deed.times if deed.times is not None else ONE
        high = times.type.high if isinstance(times.type, IntType) else None
        counter = b.temp(f"{deed.action.name}_left", IntType(None, high), span)
        if high is not None:
            counter = b.temp(f"{deed.action.name}_left", IntType(_least(times), high), span)
        b.emit(SetLocal(counter, times, span=span))
    return _Deed(deed, args, b.context.units.callee(b.unit, deed.action), counter, b.new())


def _least(times: Expr) -> int | None:
    return min(0, times.type.low) if isinstance(times.type, IntType) and times.type.low is not None else None


def _alternatives(b: Builder, deeds: list[_Deed]) -> tuple[ir.Alternative, ...]:
    out = []
    for d in deeds:
        d.binds = _binds(b, d)
        uses = read(d.counter) if d.counter is not None else None
        generator = b.context.action_generator(d.deed.action, len(d.args))
        out.append(ir.Alternative(generator, d.args, d.binds, d.target, uses))
    return tuple(out)


def _binds(b: Builder, d: _Deed) -> tuple[Var, ...]:
    """What receives the arguments: the parameters themselves if the effect is inlined here."""
    action = d.deed.action
    if d.unit is not None and b.context.inlines(d.unit):
        return d.unit.params[1:] if action.you is not None else d.unit.params
    return tuple(b.temp(p.var.name, p.var.type, p.var.span) for p in action.params)


def _decide_again(
    b: Builder, s: t.Must, who: Expr, deeds: list[_Deed], alternatives: tuple[ir.Alternative, ...], after: int
) -> None:
    """The decision after the first deed: declining, or having used everything up, ends the sentence."""
    if s.modal == "may":
        b.end(ir.Decide(_site(b, s, who, alternatives, Exits(after, after)), span=s.span))
        return
    left = t.Op(BOOL, "or", tuple(t.Op(BOOL, ">", (read(d.counter), ZERO)) for d in deeds if d.counter is not None))
    then, orelse = b.branch(left, s.span)
    b.start(orelse)
    b.goto(after, s.span)
    b.start(then)
    b.end(ir.Decide(_site(b, s, who, alternatives, Exits(None, after if s.if_able else None)), span=s.span))


def _effect(b: Builder, s: t.Must, who: Expr, d: _Deed, deeds: list[_Deed], again: int) -> None:
    b.start(d.target)
    if d.counter is not None:
        b.emit(SetLocal(d.counter, t.Op(d.counter.type, "-", (read(d.counter), ONE)), span=s.span))
        if s.joiner == "or":
            others = [x.counter for x in deeds if x is not d and x.counter is not None]
            b.emit(*(SetLocal(v, ZERO, span=s.span) for v in others))
    you = (who,) if d.deed.action.you is not None else ()
    b.call(d.unit, (*you, *map(read, d.binds)), s.span)
    b.goto(again, s.span)
