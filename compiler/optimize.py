"""Passes from IR to IR. Semantics 4.6 makes the order of evaluation unobservable: they may reorder and skip.

What depends on how Python is written (hoisting out of loops, equalities instead of loops, witnesses, rows and slices)
is done where it is written: `codegen.nests`, `codegen.rows`, `codegen.tables`, `codegen.moves`.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.nest_steps import conditions
from hoyle.compiler.evaluate import NotConstantError, evaluate
from hoyle.compiler.fold import fold
from hoyle.compiler.ir import Generator, Guard, Module, Step
from hoyle.compiler.rewrite import walk
from hoyle.compiler.stages import Stage, Stages
from hoyle.compiler.typed import Const
from hoyle.compiler.types import MemberType

# Entries of a define's table, members of sets and lists counted; nodes of a define that is as quick without one.
_MOST_ENTRIES, _BRIEF = 20_000, 4


def optimize(module: Module) -> Module:
    """The module with what is known before the game computed; it is changed in place and returned."""
    for generator in module.generators:
        split_guards(generator)
    stages = Stages(module.program)
    for function in module.program.functions.values():
        tabulate(function, stages)
    return module


def split_guards(generator: Generator) -> None:
    """One guard for each conjunct, also of a define that is a conjunction: the earlier each can be tested, the better.
    What always holds is not tested."""
    steps: list[Step] = []
    for step in generator.steps:
        if isinstance(step, Guard):
            parts = [c.test for c in conditions(fold(step.test))]
            kept = [p for p in parts if not (isinstance(p, Const) and p.value)]
            steps += [Guard(step.name, p, step.requirement) for p in kept]
        else:
            steps.append(step)
    generator.steps = tuple(steps)


def tabulate(function: t.Function, stages: Stages) -> None:
    """A define of few members that reads no state becomes a table of its values."""
    body, kinds = function.body, [p.type for p in function.params]
    if body is None or not kinds or len(list(walk(body))) < _BRIEF:
        return
    domains = [k.domain for k in kinds if isinstance(k, MemberType) and not k.optional and k.domain.codes]
    if len(domains) < len(kinds) or prod(d.span_size for d in domains) > _MOST_ENTRIES:
        return
    if stages.of(body) is not Stage.BOUND:
        return
    try:
        values = {
            codes: evaluate(body, dict(zip(function.params, codes, strict=True)))
            for codes in product(*(d.codes for d in domains))
        }
    except NotConstantError:
        return
    if sum(size(v) for v in values.values()) > _MOST_ENTRIES:
        return
    dims = tuple((d.low, d.span_size) for d in domains)
    table = t.Table(function.name, dims, nested(values, dims, ()), body.type, None in values.values())
    indices = tuple(t.Local(p.type, p) for p in function.params)
    function.body = t.Lookup(body.type, table, indices, span=body.span)


def size(value: Any) -> int:
    return 1 + sum(size(v) for v in value) if isinstance(value, tuple | frozenset) else 1


def nested(values: dict[tuple[int, ...], Any], dims: tuple[tuple[int, int], ...], at: tuple[int, ...]) -> Any:
    if len(at) == len(dims):
        return values.get(at)
    low, number = dims[len(at)]
    return tuple(nested(values, dims, (*at, i)) for i in range(low, low + number))
