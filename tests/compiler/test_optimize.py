"""Passes over the IR change what it costs, not what it means."""

from __future__ import annotations

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.optimize import split_guards
from hoyle.compiler.types import BOOL, INT


def test_a_define_that_is_a_conjunction_becomes_its_conjuncts() -> None:
    x, y = t.Var("x", INT, "param"), t.Var("y", INT, "param")
    positive = t.Op(BOOL, ">", (t.Local(INT, x), t.Const(INT, 0)))
    small = t.Op(BOOL, "<", (t.Local(INT, x), t.Const(INT, 9)))
    fits = t.Function("fits", (x,), t.Op(BOOL, "and", (positive, small)), BOOL)
    guard = ir.Guard("fits", t.Call(BOOL, fits, (t.Local(INT, y),)))
    action = t.Action("take")
    generator = ir.Generator(0, action, t.Var("you", INT, "you"), (y,), 0, (guard, ir.Guard("always", t.TRUE)))
    split_guards(generator)
    at_y = [t.Op(BOOL, op, (t.Local(INT, y), t.Const(INT, n))) for op, n in ((">", 0), ("<", 9))]
    assert [s.test for s in generator.steps if isinstance(s, ir.Guard)] == at_y
