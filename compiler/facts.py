"""What is known to have a value where a condition holds (semantics 4.5).

`x != none`, `x == member` and `x in S` tell it, and any comparison that is true: its sides then have values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, evolve, field

from hoyle.compiler import typed as t
from hoyle.compiler.definedness import Definedness, passes
from hoyle.compiler.explained import parts
from hoyle.compiler.rewrite import substitute
from hoyle.compiler.types import MemberType, NoneType, Type, is_optional, required

_STRICT = frozenset("+ - * // % neg == != < <= > >= in not join minus meet range".split())
MOST_DEEP = 3  # defines that are looked into for what their being true tells


@define(eq=False)
class Facts(Definedness):
    """Expressions that have a value and are not `none`, besides those that always have one."""

    known: frozenset[t.Expr] = field(factory=frozenset)

    def adding(self, more: Iterable[t.Expr]) -> Facts:
        return evolve(self, known=self.known | frozenset(more))

    def without(self, reads: Iterable[t.Expr]) -> Facts:
        return evolve(self, known=self.known - frozenset(reads))

    def sure(self, e: t.Expr) -> bool:
        if e in self.known:
            return True
        match e:
            case t.Op(op="and" | "or"):
                return self._logic(e)
            case t.Lookup(indices=indices):
                indices = tuple(_Known(required(i.type)) if i in self.known else i for i in indices)
                return super().sure(evolve(e, indices=indices))
            case t.Comprehension(element=element, binds=binds):
                return self.inside(e).sure(element) and all(self.sure(b.domain) for b in binds)
            case t.Cond(test=test, then=then, orelse=orelse):
                return self.adding(from_true(test)).sure(then) and self.unless(test).sure(orelse)
        return super().sure(e)

    def inside(self, e: t.Comprehension) -> Facts:
        """What is known where the element is computed: `where` holds there."""
        return self if e.where is None else self.adding(from_true(e.where))

    def unless(self, test: t.Expr) -> Facts:
        """What is known in the other branch of a condition, which is also taken if the test has no value."""
        return self.adding(from_false(test)) if self.sure(test) else self

    def _logic(self, e: t.Op) -> bool:
        """`a and b` has a value if `a` has, and `b` has one where `a` is true: else `a` decides (semantics 4.2)."""
        tells = from_true if e.op == "and" else from_false
        facts = self
        for a in e.args:
            if not facts.sure(a):
                return False
            facts = facts.adding(tells(a))
        return True

    def has(self, e: t.Expr, wanted: Type) -> bool:
        """Has the expression a value of the type, `none` only if that is one?"""
        return self.sure(e) and (not is_optional(e.type) or is_optional(wanted) or e in self.known)

    def _place(self, field: t.Field, indices: tuple[t.Expr, ...]) -> bool:
        wanted: list[Type] = [] if field.owner is None else [MemberType(field.owner)]
        for place, (index, kind) in enumerate(zip(indices, [*wanted, *field.indices], strict=True)):
            if not self.sure(index) or not passes(required(index.type) if index in self.known else index.type, kind):
                return False
            # A seat that is not in this game has no fields, but may be an index (semantics 2.9).
            if place == 0 and wanted and isinstance(index, t.Const) and field.owner is self.program.players:
                if index.value not in self.program.seats:
                    return False
        return True

    def _op(self, op: str, args: tuple[t.Expr, ...]) -> bool:
        return super()._op(op, tuple(_Known(required(a.type)) if a in self.known else a for a in args))


class _Known(t.Winners):
    """Stands for an expression that is known to have a value."""


def from_true(e: t.Expr, depth: int = 0) -> Iterator[t.Expr]:
    """What has a value and is not `none` if the condition is true."""
    match e:
        case t.Op(op="and", args=args):
            for a in args:
                yield from from_true(a, depth)
        case t.Op(op="not", args=(inner,)):
            yield from from_false(inner, depth)
        case t.Op(op="!=", args=(a, b)):
            yield from _differs(a, b)
        case t.Op(op="==", args=(a, b)):
            yield from _same(a, b)
        case t.Op(op="in", args=(a, b)):
            yield a
            yield from within(a)
            yield from within(b)
        case t.Op(op=op, args=args) if op in _STRICT:
            for a in args:
                yield a
                yield from within(a)
        case t.Call(function=function, args=args):
            yield from within(e)
            if function.body is not None and depth < MOST_DEEP:
                body = substitute(function.body, dict(zip(function.params, args, strict=True)))
                yield from from_true(body, depth + 1)
        case t.Quantified():
            pass
        case _:
            yield e
            yield from within(e)


def from_false(e: t.Expr, depth: int = 0) -> Iterator[t.Expr]:
    """What has a value and is not `none` if the condition is false."""
    match e:
        case t.Op(op="or", args=args):
            for a in args:
                yield from from_false(a, depth)
        case t.Op(op="not", args=(inner,)):
            yield from from_true(inner, depth)
        case t.Op(op="==", args=(a, b)):
            yield from _differs(a, b)
        case t.Call(function=function, args=args) if function.body is not None and depth < MOST_DEEP:
            body = substitute(function.body, dict(zip(function.params, args, strict=True)))
            yield from from_false(body, depth + 1)


def _differs(a: t.Expr, b: t.Expr) -> Iterator[t.Expr]:
    for x, y in ((a, b), (b, a)):
        if isinstance(y.type, NoneType):
            yield x
        yield from within(x)


def _same(a: t.Expr, b: t.Expr) -> Iterator[t.Expr]:
    for x, y in ((a, b), (b, a)):
        if not is_optional(y.type):
            yield x
        yield from within(x)


def within(e: t.Expr) -> Iterator[t.Expr]:
    """What must have a value, and not be `none`, for `e` to have one."""
    match e:
        case t.Load(indices=indices) | t.Lookup(indices=indices):
            for index in indices:
                yield index
                yield from within(index)
        case t.Op(op=op, args=args) if op in _STRICT:
            for a in args:
                if op not in ("==", "!="):
                    yield a
                yield from within(a)
        case t.Call(function=function, args=args):
            for param, arg in zip(function.params, args, strict=True):
                if not is_optional(param.type):
                    yield arg
                yield from within(arg)
        case t.Narrow(of=of) | t.Convert(of=of):
            yield of
            yield from within(of)


def missing(e: t.Expr, facts: Facts) -> t.Expr | None:
    """The part that may be `none` where a value is needed, if that is what is wrong."""
    match e:
        case t.Load(indices=indices) | t.Lookup(indices=indices) | t.ZoneValue(zone=t.FieldZone(indices=indices)):
            for index in indices:
                if not facts.sure(index):
                    return missing(index, facts)
                # Nobody puts `none` into a set that is walked, whatever its type (semantics 4.5).
                walked = isinstance(index, t.Local) and index.var.kind == "binder"
                if is_optional(index.type) and index not in facts.known and not walked:
                    return index
            return None
        case t.Comprehension(element=element) if not facts.inside(e).sure(element):
            return missing(element, facts.inside(e))
        case t.Cond(test=test, then=then) if not facts.adding(from_true(test)).sure(then):
            return missing(then, facts.adding(from_true(test)))
        case t.Cond(test=test, orelse=orelse):
            return missing(orelse, facts.unless(test))
    for part in parts(e):
        if not facts.sure(part):
            return missing(part, facts)
    return None
