"""Tests that an alternative makes needless: `x != y and (x == c or k)` is `x == c or (k and x != y)` if y is never c.

A square that is empty is not one's own. What is true most often is then asked first, and nothing else of it.
"""

from __future__ import annotations

from attrs import evolve

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.nest_steps import Condition
from hoyle.compiler.types import BOOL, codes_of, is_finite, is_optional, none_code


def absorbed(conditions: list[Condition]) -> list[Condition]:
    """The conditions, such tests moved into the alternatives."""
    for a in conditions:
        for b in conditions:
            joined = _joined(a, b)
            if joined is not None:
                return absorbed([joined if c is b else c for c in conditions if c is not a])
    return conditions


def _joined(a: Condition, b: Condition) -> Condition | None:
    match a, b:
        case Condition(t.Op(op="!=", args=(x, y)) as unequal, True), Condition(t.Op(op="or", args=args), True):
            sure = next((arg for arg in args if _rules_out(arg, x, y)), None)
            if sure is None:
                return None
            rest = tuple(arg for arg in args if arg is not sure)
            other = rest[0] if len(rest) == 1 else t.Op(BOOL, "or", rest)
            return evolve(b, test=t.Op(BOOL, "or", (sure, t.Op(BOOL, "and", (other, unequal)))))
    return None


def _rules_out(e: t.Expr, x: t.Expr, y: t.Expr) -> bool:
    """Is it `x == c`, where y is certainly something else?"""
    match e, y:
        case t.Op(op="==", args=(of, t.Const(value=c))), t.Const(value=d):
            return of == x and bool(c != d)
        case t.Op(op="==", args=(of, t.Const(value=int() as c))), t.Local(var=var):
            certain = var.kind == "you" and is_finite(y.type) and not is_optional(y.type)
            return of == x and certain and c not in codes_of(y.type) and c == none_code(of.type)
    return False
