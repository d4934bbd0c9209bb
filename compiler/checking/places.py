"""Places: what can be assigned, rolled into, moved from and to (semantics 7.2 and 7.9)."""

from __future__ import annotations

from hoyle.compiler import typed as t
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import fields as check_fields
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import ErrorType
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label


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
            label = Label(field.span, "it is declared with an index")
            scope.ctx.error("E0316", node.span, f"`{field.name}` needs its index here", labels=[label])
        case _:
            why = "only a local name, a field or a zone can be changed"
            scope.ctx.error("E0316", node.span, "this is a value, not a place", why=why)
    return None


def _either(scope: Scope, node: n.IfElse) -> t.Zone | None:
    test = ex.condition(scope, node.test)
    then, orelse = zone(scope, node.value), zone(scope, node.orelse)
    if then is None or orelse is None:
        return None
    if isinstance(test, t.Const):
        return then if test.value else orelse
    if type(then.type) is not type(orelse.type) or then.type != orelse.type:
        why = "of two zones one can be chosen if both are bags, or both piles, of the same components"
        scope.ctx.error("E0302", node.span, f"one is a {then.type}, the other a {orelse.type}", why=why)
        return None
    return t.EitherZone(then.type, test, then, orelse)


def zone(scope: Scope, node: n.Expr) -> t.Zone | None:
    """A zone expression (semantics 7.9); None after a report."""
    found = place(scope, node)
    if isinstance(found, t.Zone):
        return found
    if found is not None:
        no_zone(scope, found, node)
    return None


def no_zone(scope: Scope, found: t.Var | t.Counter, node: n.Expr) -> None:
    """Report a place that holds no components, or a local that only counts what lay in a zone (semantics 2.6)."""
    if isinstance(found, t.Var) and is_copy(scope, found):
        scope.ctx.error(
            "E0317",
            node.span,
            f"`{found.name}` is a copy of what lay in a zone",
            labels=[Label(found.span, "the copy is made here")],
            why="a copy only counts: nothing can be moved or drawn from it",
            hint="write the zone itself where it is used, or `A if c else B` for one of two",
        )
        return
    kind = found.type if isinstance(found, t.Var) else found.field.type
    why = "components lie in bags and piles of an enumeration or a table"
    scope.ctx.error("E0317", node.span, f"this is {kind}", why=why)


def is_copy(scope: Scope, var: t.Var) -> bool:
    """Does a local hold what lay in a zone?"""
    return var in scope.ctx.zone_copies or check_fields.is_component(var.type)
