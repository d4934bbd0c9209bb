"""Type expressions and domains: enumerations, tables, boards, seats, options (semantics 2.9, 3 and 15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.compiler import boards, meant
from hoyle.compiler import typed as t
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import tables as check_tables
from hoyle.compiler.context import Context
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
    ERROR,
    BagType,
    BoolType,
    Domain,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    PileType,
    SetType,
    Type,
    codes_of,
    is_collection,
    is_finite,
    is_number,
    is_optional,
    optional,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.span import Span

MOST_ENDS = 1_024  # places between which there are edges: their table is square
MOST_EDGES = 8_192
BUILT_IN = ("bool", "Player", "Team")


def type_of(ctx: Context, node: n.TypeExpr) -> Type:
    """The type a type expression names; ERROR after a report."""
    match node:
        case n.NamedType(name=name):
            return named_type(ctx, name, node.span)
        case n.RangeType(low=low, high=high):
            return _range(ctx, low, high)
        case n.OptionalType(of=of):
            return _optional(ctx, of)
        case n.Collection(kind=kind, of=of):
            return _collection(ctx, kind, of)
        case n.LiteralType(items=items):
            said = ", ".join(i.span.text for i in items)
            ctx.error(
                "E0305",
                node.span,
                why="a set of values is no type: it is the range of a parameter of an action",
                hint=f"name it with `define` and write `x in name`, or `x in {{{said}}}`",
            )
        case n.BuiltType() | n.CarriedType():
            ctx.error("E0309", node.span, why="a board needs a name: declare it with `type Name: …` and use the name")
    return ERROR


def named_type(ctx: Context, name: str, span: Span) -> Type:
    if name == "bool":
        return BOOL
    if name in ctx.aliases:
        return ctx.aliases[name]
    if name == "Player":
        return ctx.player_type
    if name in ctx.decls.types or (name == "Team" and ctx.decls.teams is not None):
        domain = domain_named(ctx, name, span)
        return MemberType(domain) if domain else ctx.aliases.get(name, ERROR)
    if name == "Team":
        ctx.error("E0202", span, "this game has no teams", hint="declare them in a block `teams:`")
    else:
        hint = meant.of_type(name) or ctx.suggest(name, [*ctx.decls.types, *BUILT_IN])
        ctx.error("E0202", span, f"no type is called `{name}`", hint=hint)
    ctx.aliases[name] = ERROR
    return ERROR


def domain_named(ctx: Context, name: str, span: Span) -> Domain | None:
    """The domain a type name declares, None if it is not a domain (a range) or was reported."""
    if name in ctx.domains:
        return ctx.domains[name]
    if name == "Player":
        return ctx.players
    if name not in ctx.decls.types and not (name == "Team" and ctx.decls.teams is not None):
        named_type(ctx, name, span)
        return None
    key = f"type {name}"
    if key in ctx.in_progress:
        ctx.error("E0303", span, f"`{name}` needs itself to be known")
        ctx.domains[name] = None
        return None
    if check_tables.is_too_deep(ctx, span):
        ctx.domains[name] = None
        return None
    ctx.in_progress.append(key)
    try:
        domain = _declare(ctx, name, span)
    finally:
        ctx.in_progress.remove(key)
    if name not in ctx.domains:
        ctx.domains[name] = domain
    return ctx.domains[name]


def _declare(ctx: Context, name: str, span: Span) -> Domain | None:
    if name == "Team" and name not in ctx.decls.types:
        return _teams(ctx, span)
    decl = ctx.decls.types[name]
    match decl:
        case n.EnumDecl(members=members):
            labels = tuple(m.text for m in members)
            return Domain(name, "enum", labels, span=decl.span, text=decl.tail.text)
        case n.Table():
            return check_tables.table_domain(ctx, decl)
        case n.TypeDecl(type=n.BuiltType() as built):
            return _board(ctx, name, built)
        case n.TypeDecl(type=n.CarriedType() as carried):
            return _cells(ctx, name, carried)
    ctx.aliases[name] = type_of(ctx, decl.type)
    return None


def _teams(ctx: Context, span: Span) -> Domain | None:
    assert ctx.decls.teams is not None
    labels = tuple(team.name.text for team in ctx.decls.teams.teams)
    return Domain("Team", "team", labels, span=ctx.decls.teams.span)


def _range(ctx: Context, low: n.Expr, high: n.Expr) -> Type:
    ends = [ex.constant(ctx, e, IntType()) for e in (low, high)]
    if any(not isinstance(e, int) for e in ends):
        return ERROR
    if ends[0] > ends[1]:
        ctx.error("E0304", low.span.to(high.span), f"from {ends[0]} to {ends[1]} there is nothing")
        return ERROR
    return IntType(ends[0], ends[1])


def _collection(ctx: Context, kind: str, of: n.TypeExpr) -> Type:
    inner = type_of(ctx, of)
    if isinstance(inner, ErrorType):
        return ERROR
    if kind != "list" and (is_collection(inner) or not is_finite(inner)):
        ctx.error("E0305", of.span, f"a {kind} holds members of a finite type")
        return ERROR
    if kind == "pile" and not isinstance(inner, MemberType):
        ctx.error("E0305", of.span, "a pile holds members of an enumeration or a table")
        return ERROR
    made: dict[str, Any] = {"set": SetType, "bag": BagType, "pile": PileType, "list": ListType}
    result: Type = made[kind](inner)
    return result


def _optional(ctx: Context, of: n.TypeExpr) -> Type:
    inner = type_of(ctx, of)
    if isinstance(inner, IntType | MemberType | ErrorType):
        return optional(inner)
    why = "only a number or a member can be missing"
    hint = "an enumeration of three words says it" if isinstance(inner, BoolType) else None
    ctx.error("E0305", of.span, f"this is {inner}", why=why, hint=hint)
    return ERROR


def members_of(ctx: Context, kind: Type, span: Span) -> Sequence[int]:
    """All values of a finite type that have to be listed; none after a report."""
    codes = codes_of(kind)
    if len(codes) > ex.RANGE_LIMIT:
        why = f"at most {ex.RANGE_LIMIT:,} values can be gone through"
        ctx.error("E0908", span, f"{kind} has {len(codes):,} values", why=why)
        return ()
    return codes


def _numbers(
    ctx: Context, built: n.BuiltType | n.CarriedType, shapes: tuple[int, ...], ranges: bool = False
) -> list[Any] | None:
    """The arguments of a board: numbers or, of a grid, ranges."""
    if len(built.args) not in shapes:
        takes = " or ".join(map(str, shapes)) + (" number" if shapes == (1,) else " numbers")
        why = "a grid has a width and a height" if built.name == "grid" else None
        ctx.error("E0306", built.span, f"`{built.name}` takes {takes}, not {len(built.args)}", why=why)
        return None
    values = []
    for arg in built.args:
        checked = ex.expr(Scope(ctx), arg)
        if isinstance(checked.type, ErrorType):
            return None
        is_range = isinstance(checked.type, SetType) and isinstance(checked.type.of, IntType)
        if not isinstance(checked, t.Const):
            ex.not_known(ctx, checked, "the size of a board")
            return None
        value = checked.value
        if ranges and is_range and value == frozenset(range(min(value, default=0), max(value, default=-1) + 1)):
            value = range(min(value, default=0), max(value, default=-1) + 1)
        elif not is_number(checked.type) or is_optional(checked.type):
            ctx.error("E0306", arg.span, f"this is {checked.type}, not a number{' or a range' if ranges else ''}")
            return None
        values.append(value)
    return values


def _board(ctx: Context, name: str, built: n.BuiltType) -> Domain | None:
    match built.name:
        case "grid":
            return _grid(ctx, name, built)
        case "hexes":
            return _hexes(ctx, name, built)
        case "track" | "ring":
            numbers = _numbers(ctx, built, (1,))
            if numbers is None or not _fits(ctx, built, numbers):
                return None
            return boards.track(name, numbers[0], closed=built.name == "ring")
        case "edges":
            return _edges(ctx, name, built)
    known = ("grid", "hexes", "track", "ring", "edges")
    ctx.error("E0306", built.span, f"no board is called `{built.name}`", hint=ctx.suggest(built.name, known))
    return None


def _fits(ctx: Context, built: n.BuiltType | n.CarriedType, numbers: list[Any]) -> bool:
    size = 1
    for number in numbers:
        extent = len(number) if isinstance(number, range) else number
        if not isinstance(extent, int) or extent < 1:
            ctx.error("E0306", built.span, "a board has at least one place in each direction")
            return False
        size *= extent
    if size > check_tables.BOARD_LIMIT:
        ctx.error("E0907", built.span, f"{size:,} places", why=f"a board may have {check_tables.BOARD_LIMIT:,}")
        return False
    return True


def _grid(ctx: Context, name: str, built: n.BuiltType) -> Domain | None:
    numbers = _numbers(ctx, built, (2,), ranges=True)
    if numbers is None or not _fits(ctx, built, numbers):
        return None
    xs, ys = (i if isinstance(i, range) else range(i) for i in numbers)
    return boards.grid(name, xs, ys)


def _hexes(ctx: Context, name: str, built: n.BuiltType) -> Domain | None:
    numbers = _numbers(ctx, built, (1, 2))
    if numbers is None or not _fits(ctx, built, numbers * (3 - len(numbers))):
        return None
    return boards.hexes(name, boards.hexagon(numbers[0]) if len(numbers) == 1 else boards.rhombus(*numbers))


def _edges(ctx: Context, name: str, built: n.BuiltType) -> Domain | None:
    of = None
    if len(built.args) == 1 and isinstance(built.args[0], n.Name):
        of = domain_named(ctx, built.args[0].id, built.args[0].span) if built.args[0].id in ctx.decls.types else None
    beside = check_tables.attribute_table(ctx, of, "beside", built.span) if of is not None else None
    if of is None or beside is None or of.kind in ("edges", "cells"):
        ctx.error("E0306", built.span, why="`edges(T)` needs a board, or a table with a column `beside`")
        return None
    if isinstance(beside.type, ErrorType):
        return None
    pairs = sum(len(near or ()) for near in beside.data) // 2
    if of.span_size > MOST_ENDS or pairs > MOST_EDGES:
        said = f"{pairs:,} pairs of neighbours among {of.size:,} places"
        ctx.error("E0907", built.span, said, why=f"edges may be {MOST_EDGES:,}, between at most {MOST_ENDS:,} places")
        return None
    return boards.edges(name, of, beside)


def _cells(ctx: Context, name: str, carried: n.CarriedType) -> Domain | None:
    """`grid(n, n) of Tile on Site`: the things also get the fields `at` and `turns` (semantics 15.4)."""
    numbers = _numbers(ctx, carried, (2,))
    thing = domain_named(ctx, carried.thing.text, carried.thing.span)
    site = domain_named(ctx, carried.site.text, carried.site.span)
    if numbers is None or thing is None or site is None:
        return None
    if carried.name != "grid" or numbers[0] != numbers[1] or numbers[0] < 1:
        ctx.error("E0306", carried.span, why="only square grids, `grid(n, n)`, can belong to a thing")
        return None
    if thing.integer_named or thing.kind not in ("enum", "table") or site.kind != "grid":
        ctx.error(
            "E0306",
            carried.span,
            why="the thing is an enumeration or a table without numbers for names, and the site a grid",
        )
        return None
    if not _fits(ctx, carried, [*numbers, thing.size]):
        return None
    for field_name, type in (("at", MemberType(site, True)), ("turns", IntType(0, 3))):
        # Two boards may be carried by the same things. A declared field of the name is reported with the names.
        ctx.fields.setdefault(
            (thing.name, field_name), t.Field(thing, field_name, (), type, "scalar", span=carried.span)
        )
    return boards.cells(name, numbers[0], thing, site)
