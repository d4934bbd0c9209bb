"""Expressions that certainly have a value (semantics, section 4): a safe, simple answer, not a prover."""

from __future__ import annotations

from attrs import define

from hoyle.compiler import typed as t
from hoyle.compiler.typed import Expr
from hoyle.compiler.types import (
    BoolType,
    IntType,
    MemberType,
    Type,
    as_int,
    codes_of,
    is_collection,
    is_finite,
    is_number,
    is_optional,
    required,
)

_TOTAL_OPS = frozenset("+ - * neg == != < <= > >= and or not in join minus meet range".split())
_TOTAL_LIBS = frozenset("count sum sort reverse values parts clockwise left right subsets connected rest".split())


@define(eq=False)
class Definedness:
    """`present`: do all seats of the domain Player take part? Fields of absent ones are undefined."""

    program: t.Program

    def sure(self, e: Expr) -> bool:
        """Does the expression have a value, given that its free variables have?"""
        match e:
            case t.Const() | t.Local() | t.Quantified() | t.Winners():
                return True
            case t.Load(_, field, indices):
                return self._place(field, indices)
            case t.Top(_, zone) | t.ZoneValue(_, zone):
                return self._zone(zone)
            case t.Op(_, op, args):
                return self._op(op, args)
            case t.Collect(_, args):
                return all(self.sure(a) for a in args)
            case t.Convert(_, _, of):
                return self.sure(of)
            case t.Cond(_, _, then, orelse):
                return self.sure(then) and self.sure(orelse)
            case t.Lib(_, name, args):
                total = name in _TOTAL_LIBS or (name in ("max", "min") and is_number(e.type))  # semantics 5.5
                return total and all(self.sure(a) for a in args)
            case t.Rank(bind=bind):
                return self.sure(bind.domain)  # keys without a value are the worst (semantics 17.3)
            case t.Comprehension(_, element, binds, _):
                return self.sure(element) and all(self.sure(b.domain) for b in binds)
            case t.Call(_, function, args):
                return self._call(function, args)
            case t.Lookup(_, table, indices):
                return not table.partial and all(
                    self.sure(i) and not is_optional(i.type) and is_finite(i.type) and _covers(dim, i.type)
                    for dim, i in zip(table.dims, indices, strict=True)
                )
        return False

    def _op(self, op: str, args: tuple[Expr, ...]) -> bool:
        if op in ("//", "%"):
            return self.sure(args[0]) and isinstance(args[1], t.Const) and bool(args[1].value)
        optional = any(is_optional(a.type) for a in args)
        if optional and op not in ("==", "!=", "in"):
            return False
        return op in _TOTAL_OPS and all(self.sure(a) for a in args)

    def _call(self, function: t.Function, args: tuple[Expr, ...]) -> bool:
        fits = all(self.sure(a) and passes(a.type, p.type) for a, p in zip(args, function.params, strict=True))
        return fits and function.body is not None and self.sure(function.body)

    def _zone(self, zone: t.Zone) -> bool:
        match zone:
            case t.FieldZone(_, field, indices):
                return self._place(field, indices)
            case t.EitherZone(_, test, then, orelse):
                return self.sure(test) and self._zone(then) and self._zone(orelse)
        return True

    def _place(self, field: t.Field, indices: tuple[Expr, ...]) -> bool:
        types: list[Type] = [] if field.owner is None else [MemberType(field.owner)]
        return all(self._index(i, w) for i, w in zip(indices, [*types, *field.indices], strict=True))

    def _index(self, index: Expr, wanted: Type) -> bool:
        if not self.sure(index) or not passes(index.type, wanted):
            return False
        absent = isinstance(wanted, MemberType) and wanted.domain is self.program.players and self._absent()
        return not absent or (isinstance(index, t.Local) and index.var.kind == "you")

    def _absent(self) -> bool:
        return len(self.program.seats) < self.program.players.size


def _covers(dim: tuple[int, int], of: Type) -> bool:
    codes = codes_of(of)
    return not codes or (dim[0] <= codes[0] and codes[-1] < dim[0] + dim[1])


def passes(given: Type, wanted: Type) -> bool:
    """Is every value of the one type a value of the other?"""
    if is_optional(given) and not is_optional(wanted):
        return False
    given, wanted = required(given), required(wanted)
    match given, wanted:
        case MemberType(a), MemberType(b):
            return a is b
        case BoolType(), BoolType():
            return True
    if is_number(given) and is_number(wanted):
        inner, outer = as_int(given), as_int(wanted)
        return _inside(inner, outer)
    return is_collection(given) and is_collection(wanted)


def _inside(inner: IntType, outer: IntType) -> bool:
    low = outer.low is None or (inner.low is not None and inner.low >= outer.low)
    return low and (outer.high is None or (inner.high is not None and inner.high <= outer.high))
