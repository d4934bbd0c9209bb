"""What an explanation shows: the values of fields, defines and parameters in a failed requirement (semantics 10.10)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import fields

from hoyle.compiler import typed as t
from hoyle.compiler.types import BoolType, IntType, MemberType, is_collection

MOST = 8  # values shown for one requirement


def shown_values(test: t.Expr) -> tuple[tuple[str, t.Expr], ...]:
    """Source text and expression of what decides a requirement; what depends on a binder inside it is left out."""
    found: dict[str, t.Expr] = {}
    bound = bound_inside(test)
    for e in _candidates(test):
        if len(found) == MOST:
            break
        if e.span.text and (not bound or bound.isdisjoint(free_vars(e))):
            found.setdefault(" ".join(e.span.text.split()), e)
    return tuple(found.items())


def _candidates(e: t.Expr) -> Iterator[t.Expr]:
    match e:
        case t.Local(var=var) if var.kind in ("param", "let"):
            if isinstance(var.type, IntType | MemberType | BoolType) or is_collection(var.type):
                yield e
        case t.Load() | t.Top() | t.ZoneValue() | t.Old():
            yield e
        case t.Lookup(indices=indices):
            yield e
            for index in indices:
                yield from _candidates(index)
        case t.Call(args=args):
            # A condition with a name says nothing by being false; its arguments do.
            if not isinstance(e.type, BoolType):
                yield e
            for a in args:
                yield from _candidates(a)
        case t.Lib(name="count" | "sum" | "max" | "min" | "distance"):
            yield e
        case _:
            for part in parts(e):
                yield from _candidates(part)


def parts(e: object) -> Iterator[t.Expr]:
    """The expressions directly within an expression, a bind or a zone."""
    for f in fields(type(e)):  # type: ignore[arg-type]
        value = getattr(e, f.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, t.Expr):
                yield item
            elif isinstance(item, t.Bind | t.Zone):
                yield from parts(item)
            elif isinstance(item, tuple):
                yield from (x for x in item if isinstance(x, t.Expr))
            elif isinstance(item, t.Deed):
                yield from item.args


def walk(e: t.Expr) -> Iterator[t.Expr]:
    """An expression and all within it, outermost first."""
    yield e
    for part in parts(e):
        yield from walk(part)


def free_vars(e: t.Expr) -> set[t.Var]:
    return {x.var for x in walk(e) if isinstance(x, t.Local)} - bound_inside(e)


def bound_inside(e: t.Expr) -> set[t.Var]:
    bound: set[t.Var] = set()
    for x in walk(e):
        match x:
            case t.Comprehension(binds=binds) | t.Quantified(binds=binds):
                bound.update(b.var for b in binds)
            case t.TheOne(bind=bind) | t.Rank(bind=bind):
                bound.add(bind.var)
    return bound
