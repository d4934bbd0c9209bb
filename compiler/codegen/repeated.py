"""A define that a nest asks for more than once, with the same arguments, is worked out once."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import evolve

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.nest_steps import Condition, Given, Loop, Step
from hoyle.compiler.rewrite import bound_within, free, rebuild, walk
from hoyle.compiler.types import is_scalar

_SEARCHES = t.Comprehension | t.Quantified | t.TheOne | t.Rank


def named_once(steps: list[Step]) -> list[Step]:
    """The steps with a name before them for each such call. It is known outside of all loops, and asked for in more
    than one step, so that it is no work in vain."""
    own = {s.var for s in steps if isinstance(s, Loop | Given)}
    calls = Counter(call for step in steps for call in _calls(step, own))
    names = {call: t.Var(call.function.name, call.type, "let") for call, steps_with in calls.items() if steps_with > 1}
    if not names:
        return steps

    def leave(x: Any) -> Any:
        return t.Local(x.type, names[x]) if isinstance(x, t.Call) and x in names else x

    return [*(Given(var, call) for call, var in names.items()), *(_changed(s, leave) for s in steps)]


def _calls(step: Step, own: set[t.Var]) -> set[t.Call]:
    of = _expression(step)
    inner = own | bound_within(of)
    calls = (x for x in walk(of) if isinstance(x, t.Call) and is_scalar(x.type))
    return {x for x in calls if not inner & set(free(x)) and _is_long(x.function)}


def _is_long(function: t.Function) -> bool:
    return function.body is not None and any(isinstance(x, _SEARCHES) for x in walk(function.body))


def _expression(step: Step) -> t.Expr:
    match step:
        case Loop(domain=of) | Given(value=of) | Condition(test=of):
            return of


def _changed(step: Step, leave: Any) -> Step:
    match step:
        case Loop(domain=of):
            return evolve(step, domain=rebuild(of, leave))
        case Given(value=of):
            return evolve(step, value=rebuild(of, leave))
        case Condition(test=of):
            return evolve(step, test=rebuild(of, leave))
