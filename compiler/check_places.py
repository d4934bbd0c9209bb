"""Places: what can be assigned, rolled into, moved from and to (semantics 7.2 and 7.9)."""

from __future__ import annotations

from hoyle.compiler import check_exprs as ex
from hoyle.compiler import typed as t
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    ErrorType,
    is_collection,
)
from hoyle.dsl import nodes as n


def place(scope: Scope, node: n.Expr) -> t.Var | t.Counter | t.Zone | None:
    """What can be assigned, rolled into or moved: a local, a field, a zone; None after a report (semantics 7.2)."""
    if isinstance(node, n.IfElse):
        return _either(scope, node)
    checked = ex.expr(scope, node)
    if isinstance(checked.type, ErrorType):
        return None
    match checked:
        case t.Local(var=var):
            return var
        case t.Load(field=field, indices=indices):
            return t.Counter(field, indices)
        case t.ZoneValue(zone=zone):
            return zone
        case t.Cond(test=test, then=t.ZoneValue(zone=then), orelse=t.ZoneValue(zone=orelse)):
            return t.EitherZone(then.type, test, then, orelse)
        case t.Family(field=field):
            scope.ctx.error("E0316", node.span, f"`{field.name}` needs its index here")
        case _:
            scope.ctx.error("E0316", node.span, why="only a local name, a field or a zone can be written")
    return None


def _either(scope: Scope, node: n.IfElse) -> t.Zone | None:
    test = ex.condition(scope, node.test)
    then, orelse = zone(scope, node.value), zone(scope, node.orelse)
    if then is None or orelse is None:
        return None
    if isinstance(test, t.Const):
        return then if test.value else orelse
    if type(then.type) is not type(orelse.type) or then.type != orelse.type:
        scope.ctx.error("E0302", node.span, f"one is a {then.type}, the other a {orelse.type}")
        return None
    return t.EitherZone(then.type, test, then, orelse)


def zone(scope: Scope, node: n.Expr) -> t.Zone | None:
    """A zone expression (semantics 7.9); None after a report."""
    found = place(scope, node)
    if isinstance(found, t.Zone):
        return found
    if found is not None:
        why = "a `let` of a zone is a copy that only counts: write the zone itself where it is used"
        is_copy = isinstance(found, t.Var) and is_collection(found.type)
        scope.ctx.error("E0317", node.span, "this is no zone", why=why if is_copy else None)
    return None
