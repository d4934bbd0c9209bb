"""Which numbers are places of a list for certain: its elements there can be read without a question."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.compiler import typed as t
from hoyle.compiler.rewrite import substitute
from hoyle.compiler.types import ListType

_FOUND = {"first", "last", "only"}

Known = Mapping[t.Var, t.Local]


def listed_places(e: t.Expr, known: Known) -> t.Local | None:
    """The list of which the number is a place (1 to its count) wherever it is a number. known: names of places."""
    match e:
        case t.Local(var=var):
            return known.get(var)
        case t.Call(function=function, args=args) if function.body is not None:
            return listed_places(substitute(function.body, dict(zip(function.params, args, strict=True))), known)
        case t.Lib(name=name, args=(t.Comprehension(element=t.Local(var=var), binds=(bind,)),)) if name in _FOUND:
            return counted_list(bind.domain, known) if var is bind.var else None
    return None


def counted_list(domain: t.Expr, known: Known) -> t.Local | None:
    """L, if the numbers are all places of it: of 1 to count(L), or 1 to a place, or to some before that."""
    match domain:
        case t.Op(op="range", args=(t.Const(value=int() as low), last)) if low >= 1:
            match last:
                case t.Lib(name="count", args=(t.Local() as of,)) if isinstance(of.type, ListType):
                    return of
                case t.Op(op="-", args=(place, t.Const(value=int() as less))) if less >= 0:
                    return listed_places(place, known)
            return listed_places(last, known)
    return None
