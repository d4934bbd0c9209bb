"""Conditions by polarity: each is lowered to a total test that it is true, or that it is false (semantics 4)."""

from __future__ import annotations

from attrs import evolve

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.exprs import Expressions, is_empty_literal
from hoyle.compiler.codegen.values import (
    AND,
    ATOM,
    COMPARE,
    NO,
    TERNARY,
    YES,
    Test,
    Val,
    conjunction,
    disjunction,
    holding,
    merged,
    negation,
)
from hoyle.compiler.types import MemberType, SetType, is_collection

_MIRROR = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Conditions(Expressions):
    def true(self, e: t.Expr) -> Test:
        """Is `e` true (and not false or undefined)?"""
        return self.test(e, True)

    def false(self, e: t.Expr) -> Test:
        """Is `e` false (and not true or undefined)?"""
        return self.test(e, False)

    def untrue(self, e: t.Expr) -> Test:
        """Is `e` false or undefined?"""
        match e:
            case t.Op(op="and", args=args):
                return disjunction([self.untrue(a) for a in args])
            case t.Op(op="or", args=args):
                return conjunction([self.untrue(a) for a in args])
        test = self.true(e)
        return self.false(e) if test.total else evolve(negation(test), total=True)

    def test(self, e: t.Expr, wanted: bool) -> Test:
        if self.rows and (column := self.condition_column(e, wanted)) is not None:
            return column
        match e:
            case t.Const(value=value):
                return YES if bool(value) == wanted else NO
            case t.Undefined():
                return evolve(NO, total=False)
            case t.Op(op="and" | "or" as op, args=args):
                parts = [self.test(a, wanted) for a in args]
                return conjunction(parts) if (op == "and") == wanted else disjunction(parts)
            case t.Op(op="not", args=(of,)):
                return self.test(of, not wanted)
            case t.Op(op="==" | "!=" | "<" | "<=" | ">" | ">=" as op, args=(a, b)):
                return self.compare(op if wanted else _MIRROR[op], a, b)
            case t.Op(op="in", args=(x, collection)):
                return self.contained(x, collection, wanted)
            case t.Quantified():
                test = self.quantified(e)
                return test if wanted else negation(test)
            case t.Cond(test=test_, then=then, orelse=orelse):
                return self._chosen(self.true(test_), self.test(then, wanted), self.test(orelse, wanted))
            case t.Call():
                return self.called_as(e, wanted)
            case t.Old(of=of):
                with self.before():
                    return self.test(of, wanted)
        v = self.val(e)
        if wanted:
            return Test(v.raw, v.raw_prec, False) if v.raw and v.guards else _exact(v, Test(v.text, v.prec))
        if v.raw and v.guards:
            return Test(f"{Val(v.raw, v.raw_prec).at(COMPARE + 1)} == 0", COMPARE, False)
        return _exact(v, negation(Test(v.text, v.prec)))

    def _chosen(self, test: Test, then: Test, orelse: Test) -> Test:
        total = then.total and orelse.total
        if test.text in ("True", "False"):
            return then if test.text == "True" else orelse
        if orelse.text == "False":
            return evolve(conjunction([test, then]), total=total)
        if orelse.text == "True":
            return evolve(disjunction([negation(test), then]), total=total)
        if then.text == "False":
            return evolve(conjunction([negation(test), orelse]), total=total)
        if then.text == "True":
            return evolve(disjunction([test, orelse]), total=total)
        text = f"{then.at(TERNARY + 1)} if {test.at(TERNARY + 1)} else {orelse.at(TERNARY)}"
        return Test(text, TERNARY, total)

    # -------------------------------------------------------------------------------------------- comparisons

    def compare(self, op: str, a: t.Expr, b: t.Expr) -> Test:
        if is_collection(a.type) or is_collection(b.type):
            return self._compare_collections(op, a, b)
        ordered = op not in ("==", "!=")
        x, y = (self.operand(a), self.operand(b)) if ordered else (self.val(a), self.val(b))
        if x.const is not None and y.const is not None and not x.guards and not y.guards:
            return YES if _holds(op, x.const, y.const) else NO
        if op == "==" and bool(x.guards) != bool(y.guards):
            # None equals no value: the guards of one side need not be tested apart.
            x, y = (Val(v.raw, v.raw_prec) if v.raw and v.guards else v for v in (x, y))
            guards = merged(x.guards, y.guards)
            return evolve(holding(Val("", guards=guards), _relation(op, x, y)), total=False)
        guards = merged(x.guards, y.guards)
        return evolve(holding(Val("", guards=guards), _relation(op, x, y)), total=not guards)

    def _compare_collections(self, op: str, a: t.Expr, b: t.Expr) -> Test:
        same = op == "=="
        for one_, other in ((a, b), (b, a)):
            if is_empty_literal(one_):
                guards, test = self.emptiness(other)
                test = test if same else negation(test)
                return evolve(holding(Val("", guards=guards), test), total=not guards)
        x, y = self.val(a), self.val(b)
        if isinstance(a.type, SetType) != isinstance(b.type, SetType):
            x, y = (self._as_set(e, v) for e, v in ((a, x), (b, y)))
        guards = merged(x.guards, y.guards)
        return evolve(holding(Val("", guards=guards), _relation(op, x, y)), total=not guards)

    def contained(self, x: t.Expr, collection: t.Expr, wanted: bool) -> Test:
        v = self.val(x)
        v = evolve(v, exact=isinstance(x.type, MemberType) and not x.type.optional)
        guards, test = self.membership(v.sure(), collection)
        guards = merged(v.guards, guards)
        return evolve(holding(Val("", guards=guards), test if wanted else negation(test)), total=not guards)

    # -------------------------------------------------------------------------------------------- defines

    def called_as(self, e: t.Call, wanted: bool) -> Test:
        function = e.function
        assert function.body is not None
        values = self.arguments(function.params, e.args)
        guards = merged(*(v.guards for v in values))
        if self.is_small(function, values):
            with self.bound(dict(zip(function.params, (v.sure() for v in values), strict=True))):
                test = self.test(function.body, wanted)
            return evolve(holding(Val("", guards=guards), test), total=test.total and not guards)
        made = self.instance(function, "true")
        exact = wanted or not made.maybe
        made = made if exact else self.instance(function, "false")
        call = Test(f"{made.name}({', '.join([self.state, *(v.text for v in values)])})")
        test = negation(call) if exact and not wanted else call
        return evolve(holding(Val("", guards=guards), test), total=not guards and not made.maybe)


def _exact(v: Val, test: Test) -> Test:
    return evolve(holding(v, test), total=not v.guards)


def _relation(op: str, x: Val, y: Val) -> Test:
    if x.const is True or x.const is False:
        x, y = y, x
    if op in ("==", "!=") and (y.const is True or y.const is False):
        plain = (op == "==") == y.const
        return Test(x.text, x.prec) if plain else negation(Test(x.text, x.prec))
    return Test(f"{x.at(COMPARE + 1)} {op} {y.at(COMPARE + 1)}", COMPARE)


def _holds(op: str, a: int, b: int) -> bool:
    return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


__all__ = ["AND", "ATOM", "Conditions"]
