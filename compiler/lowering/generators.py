"""Generators of legal moves: the plain nest in declared order, one guard for each conjunct of a requirement.

Semantics 4.6 makes the order of evaluation unobservable, so every later pass may move what stands here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.fold import fold
from hoyle.compiler.rewrite import free
from hoyle.compiler.typed import Action, Choose, Const, Expr, Requirement

if TYPE_CHECKING:
    from hoyle.compiler.lowering.module import Lowering


def conjuncts(test: Expr) -> Iterator[Expr]:
    """The operands of `and`, nested ones too. Undefined or false, a conjunct makes the whole condition false."""
    match test:
        case t.Op(_, "and", args):
            for a in args:
                yield from conjuncts(a)
        case Const(_, True):
            pass
        case _:
            yield test


def action_steps(action: Action, fixed: int) -> tuple[ir.Step, ...]:
    """The steps that yield the legal tuples of an action whose first `fixed` arguments are given."""
    steps: list[ir.Step] = []
    for n, p in enumerate(action.params):
        steps.append(ir.Bound(p.var, p.domain, n) if n < fixed else ir.Each(p.var, p.domain, n))
    last: list[ir.Step] = []
    for h in action.header:
        match h:
            case Requirement():
                steps.extend(ir.Guard(h.name, c, h) for c in conjuncts(fold(h.test)))
            case t.HeaderLet(var, value):
                steps.append(ir.Let(var, value))
            case t.SameMove(args, test):
                last.append(ir.SkipSame(args, test))
    return (*steps, *last)


def choose_generator(context: Lowering, s: Choose) -> ir.Generator:
    steps: list[ir.Step] = [ir.Each(x.var, fold(x.domain), n) for n, x in enumerate(s.binds)]
    if s.where is not None:
        steps.extend(ir.Guard("where", c) for c in conjuncts(fold(s.where)))
    own = {x.var for x in s.binds} | {s.you}
    outer = tuple(v for v in dict.fromkeys(v for step in steps for v in free(step)) if v not in own)
    generator = ir.Generator(0, s, s.you, tuple(x.var for x in s.binds), 0, tuple(steps), outer)
    context.generators.append(generator)
    return generator


def action_generator(context: Lowering, action: Action, fixed: int) -> ir.Generator:
    key = (action, fixed)
    if key not in context.action_generators:
        you = action.you or context.nobody
        params = tuple(p.var for p in action.params)
        generator = ir.Generator(0, action, you, params, fixed, action_steps(action, fixed))
        context.action_generators[key] = generator
        context.generators.append(generator)
    return context.action_generators[key]
