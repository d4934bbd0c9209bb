"""Functions on boards and on sets of sets (semantics 5.8, 15.2, 15.3, 24.3)."""

from __future__ import annotations

from hoyle.compiler import boards
from hoyle.compiler import typed as t
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import tables as check_tables
from hoyle.compiler.checking import type_names as check_types
from hoyle.compiler.checking.operands import arity, of_type, size_bound, whole
from hoyle.compiler.constants import fold
from hoyle.compiler.fitting import coerce
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
    ERROR,
    BagType,
    Domain,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    SetType,
    Type,
    is_collection,
)
from hoyle.dsl import nodes as n

MOST_ENTRIES = 2_000_000  # of a table that a function on boards needs


SUBSET_LIMIT = 12  # members of a set whose subsets a parameter may range over (language.md 15.12)


def _cell(scope: Scope, node: n.Expr) -> tuple[t.Expr, Domain] | None:
    value = ex.expr(scope, node)
    if isinstance(value.type, MemberType):
        domain = value.type.domain
        if domain.kind == "cells" or check_tables.attribute_table(scope.ctx, domain, "beside", node.span) is not None:
            return value, domain
    if not isinstance(value.type, ErrorType):
        scope.ctx.error("E0301", node.span, f"this is {value.type}, not a place of a board")
    return None


def near(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """beside(c), around(c), rays(c)"""
    if not arity(scope, node, name, 1):
        return None
    found = _cell(scope, node.args[0])
    if found is None:
        return None
    value, domain = found
    of = MemberType(domain)
    kind: Type = ListType(ListType(of)) if name == "rays" else SetType(of)
    if domain.kind == "cells":
        return t.Laid(kind, domain, name, (value,), span=node.span)
    if name == "rays" and "sides" in domain.shape and "rays" not in domain.attributes:
        longest = max(size for _, size in domain.constructor.dims)
        if not _affordable(scope, node, domain.size * longest * 4, f"rays from {domain.size} places"):
            return None
        domain.attributes["rays"] = boards.rays(domain)
    table = check_tables.attribute_table(scope.ctx, domain, name, node.span)
    if table is None:
        scope.ctx.error("E0301", node.span, f"`{name}` works on grids and hexes, {domain.name} is neither")
        return None
    if isinstance(table.type, ErrorType):
        return None
    return t.Lookup(kind, table, (value,), span=node.span)


def distance(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 2):
        return None
    first = _cell(scope, node.args[0])
    if first is None:
        return None
    a, domain = first
    b = coerce(scope, ex.expr(scope, node.args[1], a.type), MemberType(domain), "the other place")
    if isinstance(b.type, ErrorType):
        return None
    kind = IntType(0, domain.size - 1)
    if domain.kind == "cells":
        return t.Laid(kind, domain, "distance", (a, b), span=node.span)
    if "distance" not in domain.attributes:
        if not _affordable(scope, node, domain.size**2, f"distances between {domain.size} places"):
            return None
        domain.attributes["distance"] = boards.distances(domain)
    return t.Lookup(kind, domain.attributes["distance"], (a, b), span=node.span)


def lines(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 2):
        return None
    board, length = node.args
    domain = None
    if isinstance(board, n.Name) and board.id in scope.ctx.decls.types:
        domain = check_types.domain_named(scope.ctx, board.id, board.span)
    number = ex.constant(scope.ctx, length, IntType())
    if domain is None or number is None or not (domain.kind == "cells" or "axes" in domain.shape):
        if number is not None:
            scope.ctx.error("E0301", board.span, why="`lines(T, n)` needs the name of a grid or of hexes")
        return None
    kind = ListType(SetType(MemberType(domain)))
    if not 1 <= number <= domain.size:
        return t.Const(kind, (), span=node.span)
    if domain.kind == "cells":
        return t.Laid(kind, domain, "lines", (t.Const(IntType(number, number), number),), span=node.span)
    if not _affordable(scope, node, domain.size * number * 4, f"lines of {number} through {domain.size} places"):
        return None
    return t.Const(kind, boards.lines(domain, number), span=node.span)


def _affordable(scope: Scope, node: n.Call, entries: int, what: str) -> bool:
    """Is the table that the call needs small enough to be made?"""
    if entries <= MOST_ENTRIES:
        return True
    why = f"this is a table with {entries:,} entries; at most {MOST_ENTRIES:,} are made"
    scope.ctx.error("E0907", node.span, what, why=why)
    return False


def _cells(scope: Scope, node: n.Expr, domain: Domain | None) -> tuple[t.Expr, Domain] | None:
    value = ex.collection(scope, node, SetType(MemberType(domain)) if domain else None)
    of = of_type(value) if is_collection(value.type) else ERROR
    if isinstance(of, MemberType):
        return coerce(scope, value, SetType(of)), of.domain
    if not isinstance(value.type, ErrorType):
        scope.ctx.error("E0301", node.span, f"this is {value.type}, not a set of places")
    return None


def _beside_table(scope: Scope, domain: Domain, node: n.Expr) -> t.Table | None:
    table = check_tables.attribute_table(scope.ctx, domain, "beside", node.span)
    if table is None and domain.kind != "cells":
        scope.ctx.error("E0301", node.span, f"{domain.name} is no board: nothing lies beside its members")
    return table


def connected(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 1):
        return None
    found = _cells(scope, node.args[0], None)
    if found is None:
        return None
    value, domain = found
    if domain.kind == "cells":
        return t.Laid(BOOL, domain, "connected", (value,), span=node.span)
    table = _beside_table(scope, domain, node.args[0])
    return t.Lib(BOOL, "connected", (value,), table, span=node.span) if table else None


def reach(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 2):
        return None
    first = _cell(scope, node.args[0])
    if first is None:
        return None
    start, domain = first
    within = _cells(scope, node.args[1], domain)
    if within is None:
        return None
    kind = SetType(MemberType(domain))
    if domain.kind == "cells":
        return t.Laid(kind, domain, "reach", (start, within[0]), span=node.span)
    table = _beside_table(scope, domain, node.args[0])
    return t.Lib(kind, "reach", (start, within[0]), table, span=node.span) if table else None


def linked(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    """linked(r, edges): all members joined to r by the given edges, r included (semantics 24.3)."""
    if not arity(scope, node, name, 2):
        return None
    start, edges = ex.expr(scope, node.args[0]), _cells(scope, node.args[1], None)
    if edges is None or isinstance(start.type, ErrorType):
        return None
    value, domain = edges
    of = domain.shape.get("of") if domain.kind == "edges" else None
    if of is None or not isinstance(start.type, MemberType) or start.type.domain is not of:
        scope.ctx.error("E0301", node.span, why="`linked(r, E)` needs a place and a set of edges between places")
        return None
    return t.Lib(SetType(MemberType(of)), "linked", (start, value), domain.attributes["ends"], span=node.span)


def subsets(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    if not arity(scope, node, name, 2):
        return None
    found, sizes = ex.collection(scope, node.args[0]), ex.expr(scope, node.args[1])
    if isinstance(found.type, ErrorType) or isinstance(sizes.type, ErrorType):
        return None
    found = coerce(scope, found, SetType(of_type(found)), "what subsets are taken of")
    if isinstance(sizes.type, IntType):
        sizes = t.Collect(SetType(sizes.type), (sizes,), span=sizes.span)
    sizes = fold(scope.ctx, coerce(scope, sizes, SetType(IntType()), "the sizes"))
    if isinstance(found.type, ErrorType) or isinstance(sizes.type, ErrorType):
        return None
    most = sizes.type.of.high if isinstance(sizes.type, SetType) and isinstance(sizes.type.of, IntType) else None
    members = size_bound(found)
    if (members is None or members > SUBSET_LIMIT) and (most is None or most > 3):
        of = f"of {members} members" if members is not None else "of any number of members"
        why = f"of more than {SUBSET_LIMIT} members only subsets of at most three can be gone through"
        scope.ctx.error("E0909", node.span, f"subsets {of}", why=why)
        return None
    return t.Lib(SetType(found.type), "subsets", (found, sizes), span=node.span)


def parts(scope: Scope, node: n.Call, name: str, expected: Type | None) -> t.Expr | None:
    value = whole(scope, node, name)
    if value is None:
        return None
    if not isinstance(value.type, BagType):
        scope.ctx.error("E0301", node.args[0].span, f"this is {value.type}, not a bag")
        return None
    return t.Lib(ListType(value.type), "parts", (value,), span=node.span)
