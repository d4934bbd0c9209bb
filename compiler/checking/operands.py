"""What functions on collections ask of their arguments: how many, a collection, of how many members at most."""

from __future__ import annotations

from hoyle.compiler import typed as t
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import ErrorType, IntType, MemberType, SetType, Type
from hoyle.dsl import nodes as n


def arity(scope: Scope, node: n.Call, name: str, *allowed: int) -> bool:
    if len(node.args) in allowed:
        return True
    takes = " or ".join(str(a) for a in allowed)
    scope.ctx.error(
        "E0311", node.span, f"`{name}` takes {takes} argument{'s' if takes != '1' else ''}, not {len(node.args)}"
    )
    return False


def whole(scope: Scope, node: n.Call, name: str, expected: Type | None = None) -> t.Expr | None:
    """The only argument of a function on collections."""
    if not arity(scope, node, name, 1):
        return None
    value = ex.collection(scope, node.args[0], expected)
    return None if isinstance(value.type, ErrorType) else value


def of_type(value: t.Expr) -> Type:
    of: Type = value.type.of  # type: ignore[attr-defined]
    return of


def size_bound(value: t.Expr) -> int | None:
    """The greatest number of members a collection can have, None if neither its form nor its type tells."""
    bounds = [_form_bound(value)]
    if isinstance(value.type, SetType):
        bounds.append(_count(value.type.of))
    return min((b for b in bounds if b is not None), default=None)


def _form_bound(value: t.Expr) -> int | None:
    match value:
        case t.Const(value=content):
            return len(content) if isinstance(content, tuple | frozenset) else None
        case t.Comprehension(binds=binds):
            return _product([size_bound(bind.domain) for bind in binds])
        case t.Family(field=field):
            return _product([_count(k) for k in field.indices])
        case t.Collect(items=items):
            return len(items)
        case t.Convert(of=of) | t.Lib(name="sort" | "reverse" | "values", args=(of,)):
            return size_bound(of)
    return None


def _count(kind: Type) -> int | None:
    match kind:
        case MemberType(domain):
            return domain.size
        case IntType(int() as low, int() as high):
            return high - low + 1
    return None


def _product(counts: list[int | None]) -> int | None:
    total = 1
    for count in counts:
        if count is None:
            return None
        total *= count
    return total
