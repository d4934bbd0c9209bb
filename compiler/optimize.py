"""Passes from IR to IR. Semantics 4.6 makes the order of evaluation unobservable: they may reorder and skip.

What depends on how Python is written (hoisting out of loops, equalities instead of loops, witnesses, tables) is done
where it is written: `codegen_nests`, `codegen_tables`, `codegen_moves`.
"""

from __future__ import annotations

from hoyle.compiler.codegen_nests import conditions
from hoyle.compiler.fold import fold
from hoyle.compiler.ir import Generator, Guard, Module, Step
from hoyle.compiler.typed import Const


def optimize(module: Module) -> Module:
    """The module with its generators' conditions taken apart; it is changed in place and returned."""
    for generator in module.generators:
        split_guards(generator)
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
