"""Names, attributes, indices, calls: what they refer to (semantics 2.2 to 2.4, 3.8, 5.6)."""

from __future__ import annotations

from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.boards import GRID_CORNERS, GRID_SIDES
from hoyle.compiler.checking import calls as check_calls
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import fields as check_fields
from hoyle.compiler.checking import tables as check_tables
from hoyle.compiler.checking import type_names as check_types
from hoyle.compiler.context import LIBRARY, MOST_SUGGESTIONS, Context, broken
from hoyle.compiler.fitting import coerce
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BagType,
    Domain,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    PileType,
    SetType,
    Type,
    is_finite,
    optional,
    required,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import listed
from hoyle.dsl.span import Span

LAID_NEIGHBOURS = frozenset({*GRID_SIDES, *GRID_CORNERS})


# ------------------------------------------------------------------------------------------------ bare names


def name(scope: Scope, node: n.Name, expected: Type | None) -> t.Expr:
    """A bare name: local, you, owner; a member if one is expected; a global; a member; a type (semantics 2.2, 2.3)."""
    ctx, id, span = scope.ctx, node.id, node.span
    var = scope.find(id)
    if var is not None and id != "you":
        return local(var, span)
    if id in ("you", "others"):
        return _you(scope, id, span)
    if id == "owner":
        if scope.owner is None:
            ctx.error("E0210", span, why="`owner` is known in a field's default and visibility only")
        return scope.owner or broken(span)
    found = _expected_member(expected, id, span) or _global(scope, id, span) or _member(ctx, node, span)
    if found is not None:
        return found
    if id in ctx.decls.types or id in check_types.BUILT_IN:
        return _domain_set(ctx, id, span)
    if id == "winners" and scope.example:
        return t.Winners(SetType(ctx.player_type), span=span)
    return _unknown(scope, node, expected)


def local(var: t.Var, span: Span) -> t.Expr:
    if var.kind == "zone":
        return zone_value(t.LocalZone(var.type, var), span)
    return t.Local(var.type, var, span=span)


def zone_value(zone: t.Zone, span: Span) -> t.Expr:
    assert isinstance(zone.type, BagType | PileType)
    kind = BagType(zone.type.of) if isinstance(zone.type, BagType) else ListType(zone.type.of)
    return t.ZoneValue(kind, zone, span=span)


def _you(scope: Scope, id: str, span: Span) -> t.Expr:
    if scope.you is None:
        if scope.find("you") is None:  # else told where that name was made
            why, hint = scope.no_you or "nothing here says who `you` is", "say who: `for you in …`, `P must …`"
            scope.ctx.error("E0209", span, "nobody is `you` here", why=why, hint=hint)
        return broken(span)
    if id == "you":
        match scope.you:
            case t.Local(type=kind, var=var):
                return t.Local(kind, var, span=span)
        return scope.you
    return t.Lookup(SetType(scope.ctx.player_type), others_table(scope.ctx), (scope.you,), span=span)


def others_table(ctx: Context) -> t.Table:
    return seat_table(ctx, "others", SetType(ctx.player_type), lambda p: frozenset(ctx.seats) - {p})


def seat_table(ctx: Context, name: str, type: Type, value: Any) -> t.Table:
    """A table over the seats; seats that are not in this game have no entry."""
    data = tuple(value(c) if c in ctx.seats else None for c in ctx.players.codes)
    return t.Table(f"Player.{name}", ((0, len(data)),), data, type, partial=None in data)


def _expected_member(expected: Type | None, id: str, span: Span) -> t.Expr | None:
    if isinstance(expected, MemberType) and id in expected.domain.labels and not expected.domain.integer_named:
        if expected.domain.kind not in ("grid", "hexes", "track", "ring", "edges", "cells"):
            return t.Const(required(expected), expected.domain.code(id), span=span)
    return None


def _global(scope: Scope, id: str, span: Span) -> t.Expr | None:
    ctx = scope.ctx
    if id == "players":
        return t.Const(SetType(ctx.player_type), frozenset(ctx.seats), span=span)
    if (None, id) in ctx.decls.fields:
        field = check_fields.field_named(ctx, None, id)
        return load(scope, field, None, (), span) if field else broken(span)
    if id in ctx.decls.defines:
        return check_calls.define_used(scope, id, None, span)
    if id in ctx.options:
        kind, value = ctx.options[id]
        return t.Const(kind, value, span=span)
    if id in ctx.players.labels:
        return t.Const(ctx.player_type, ctx.players.code(id), span=span)
    if id in ctx.absent:
        return t.Const(optional(ctx.player_type), ctx.absent[id], span=span)
    return None


def _member(ctx: Context, node: n.Name, span: Span) -> t.Expr | None:
    owners = ctx.members.get(node.id, [])
    if len(owners) > 1:
        ways = listed([f"`{owner}.{node.id}`" for owner in owners])
        ctx.error("E0204", span, f"`{node.id}` is a member of {listed(owners, 'and')}", hint=f"write {ways}")
        return broken(span)
    if not owners:
        return None
    domain = _domain(ctx, owners[0], span)
    return t.Const(MemberType(domain), domain.code(node.id), span=span) if domain else broken(span)


def _domain(ctx: Context, name: str, span: Span) -> Domain | None:
    return ctx.option_domains.get(name) or check_types.domain_named(ctx, name, span)


def _domain_set(ctx: Context, name: str, span: Span) -> t.Expr:
    kind = check_types.named_type(ctx, name, span)
    if not is_finite(kind):
        if not isinstance(kind, ErrorType):
            ctx.error("E0305", span, f"{name} has no finite list of members")
        return broken(span)
    return t.Const(SetType(kind), frozenset(check_types.members_of(ctx, kind, span)), span=span)


_MOST_MEMBERS = 8  # of a type that are listed


def _unknown(scope: Scope, node: n.Name, expected: Type | None) -> t.Expr:
    ctx = scope.ctx
    known: list[str] = []
    if ctx.suggestions < MOST_SUGGESTIONS:
        known += [*scope.local_names(), *(name for owner, name in ctx.decls.fields if owner is None)]
        known += [*ctx.decls.defines, *ctx.options, *ctx.players.labels, *ctx.members, *ctx.decls.types]
        known += ["players", "you", "others"]
    why: str | None = None
    hint: str | None = None
    owners = [owner for owner, name in ctx.decls.fields if name == node.id and owner]
    if owners:
        why = f"`{node.id}` is a field of each {owners[0]}: say whose"
        hint = f"write `you.{node.id}`" if owners[0] == "Player" and scope.you is not None else None
    elif node.id in ctx.decls.actions or node.id in ctx.decls.procedures:
        why = f"`{node.id}` is something that is done, it has no value"
    elif node.id in LIBRARY:
        why = f"`{node.id}` is a function: it needs its arguments in brackets"
    elif node.span.source.text[: node.span.start].rstrip(" \t").endswith("//"):
        hint = "`//` divides; a comment begins with `#`"
    elif isinstance(expected, MemberType) and 0 < len(expected.domain.labels) <= _MOST_MEMBERS:
        why = f"{expected.domain.name} is {listed([f'`{label}`' for label in expected.domain.labels])}"
    ctx.error("E0203", node.span, f"nothing is called `{node.id}`", why=why, hint=hint or ctx.suggest(node.id, known))
    return broken(node.span)


# ------------------------------------------------------------------------------------------------ fields


def load(scope: Scope, field: t.Field, owner: t.Expr | None, args: tuple[t.Expr, ...], span: Span) -> t.Expr:
    """A field read: its value, the zone's content, or (without its index) the family of its values."""
    if isinstance(field.type, ErrorType):
        return broken(span)
    own = (owner,) if owner is not None else ()
    if field.indices and not args:
        return t.Family(ListType(field.type), field, owner, span=span)
    if len(args) != len(field.indices):
        scope.ctx.error("E0311", span, f"`{field.name}` takes {len(field.indices)} indices, not {len(args)}")
        return broken(span)
    given = tuple(coerce(scope, a, k, "the index") for a, k in zip(args, field.indices, strict=True))
    if any(isinstance(e.type, ErrorType) for e in (*own, *given)):
        return broken(span)
    if field.kind == "zone":
        return zone_value(t.FieldZone(field.type, field, own + given), span)
    return t.Load(field.type, field, own + given, span=span)


def attribute_or_index(scope: Scope, node: n.Attr | n.Index, expected: Type | None) -> t.Expr:
    if isinstance(node, n.Index):
        return _index(scope, node)
    qualified = _qualified(scope, node)
    if qualified is not None:
        return qualified
    if isinstance(node.of, n.Int):
        tables = [name for name, d in scope.ctx.domains.items() if d is not None and d.integer_named]
        hint = f"write `{tables[0]}({node.of.value}).{node.name}`" if tables else None
        scope.ctx.error("E0312", node.span, why="before a dot a number is only a number", hint=hint)
        return broken(node.span)
    return attribute(scope, ex.expr(scope, node.of), node.name, (), node.span)


def _qualified(scope: Scope, node: n.Attr) -> t.Expr | None:
    """`Type.member`, `option.value`."""
    if not isinstance(node.of, n.Name) or scope.find(node.of.id) is not None:
        return None
    ctx, name, label = scope.ctx, node.of.id, node.name.text
    domain = ctx.option_domains.get(name)
    if domain is None and name not in ctx.decls.types and name not in check_types.BUILT_IN:
        return None
    domain = domain or check_types.domain_named(ctx, name, node.of.span)
    if domain is None:
        if not isinstance(ctx.aliases.get(name), ErrorType):
            ctx.error("E0205", node.name.span, f"{name} has no members with names")
        return broken(node.span)
    if label in domain.labels:
        return t.Const(MemberType(domain), domain.code(label), span=node.span)
    ctx.error("E0205", node.name.span, f"{name} has no member `{label}`", hint=ctx.suggest(label, domain.labels))
    return broken(node.span)


def attribute(scope: Scope, of: t.Expr, ident: n.Ident, args: tuple[t.Expr, ...], span: Span) -> t.Expr:
    """`of.name` or, with args, `of.name[args]`."""
    if isinstance(of.type, ErrorType):
        return broken(span)
    if not isinstance(of.type, MemberType):
        why = "members of types have attributes: rows of tables, places of boards, seats"
        scope.ctx.error("E0206", ident.span, f"this is {of.type}, which has no `{ident.text}`", why=why)
        return broken(span)
    ctx, domain, label = scope.ctx, of.type.domain, ident.text
    field = check_fields.field_named(ctx, domain.name, label)
    if field is not None:
        return load(scope, field, of, args, span)
    if args:
        whole = attribute(scope, of, ident, (), span)
        return whole if isinstance(whole.type, ErrorType) else nth(scope, whole, args, span)
    if domain.kind == "cells" and (label in ("x", "y") or label in LAID_NEIGHBOURS):
        return _laid_attribute(domain, label, of, span)
    table = check_tables.attribute_table(ctx, domain, label, ident.span)
    if table is not None:
        if isinstance(table.type, ErrorType):
            return broken(span)
        return t.Lookup(table.type, table, (of,), span=span)
    if ctx.is_of_unknown_owner(label):
        return broken(span)
    known = [name for owner, name in (*ctx.decls.fields, *ctx.fields) if owner == domain.name]
    known += check_tables.attribute_names(ctx, domain)
    is_function = label in ctx.decls.defines or label in LIBRARY
    kind = "define" if label in ctx.decls.defines else "function"
    said = f"`{label}` is a {kind}: write `{label}(…)`" if is_function else None
    ctx.error("E0206", ident.span, f"{domain.name} has no `{label}`", why=said, hint=ctx.suggest(label, known))
    return broken(span)


def _laid_attribute(domain: Domain, label: str, of: t.Expr, span: Span) -> t.Expr:
    site = domain.shape["site"]
    extent = domain.shape["side"] * site.size
    kind: Type = IntType(0, extent - 1, True) if label in ("x", "y") else MemberType(domain, True)
    return t.Laid(kind, domain, label, (of,), span=span)


def _index(scope: Scope, node: n.Index) -> t.Expr:
    if isinstance(node.of, n.Attr) and _qualified_name(scope, node.of) is None:
        of = ex.expr(scope, node.of.of)
        kind = of.type
        if isinstance(kind, MemberType):
            field = check_fields.field_named(scope.ctx, kind.domain.name, node.of.name.text)
            if field is not None and field.indices:
                return load(scope, field, of, _indices(scope, field, node.args), node.span)
    if isinstance(node.of, n.Name) and scope.find(node.of.id) is None and (None, node.of.id) in scope.ctx.decls.fields:
        field = check_fields.field_named(scope.ctx, None, node.of.id)
        if field is not None and field.indices:
            return load(scope, field, None, _indices(scope, field, node.args), node.span)
    whole = ex.expr(scope, node.of)
    if isinstance(whole.type, ErrorType):
        return broken(node.span)
    return nth(scope, whole, tuple(ex.expr(scope, a, IntType()) for a in node.args), node.span)


def _qualified_name(scope: Scope, node: n.Attr) -> bool | None:
    if isinstance(node.of, n.Name) and scope.find(node.of.id) is None:
        return True if node.of.id in scope.ctx.decls.types else None
    return None


def _indices(scope: Scope, field: t.Field, args: tuple[n.Expr, ...]) -> tuple[t.Expr, ...]:
    kinds = [*field.indices, *([None] * len(args))]
    return tuple(ex.expr(scope, a, k) for a, k in zip(args, kinds, strict=False))


def nth(scope: Scope, whole: t.Expr, args: tuple[t.Expr, ...], span: Span) -> t.Expr:
    """`L[i]`, counted from 1."""
    if not isinstance(whole.type, ListType):
        why = "lists, and fields that are declared with an index, have one"
        scope.ctx.error("E0313", span, f"this is {whole.type}", why=why)
        return broken(span)
    if len(args) != 1:
        scope.ctx.error("E0311", span, "a list takes one index")
        return broken(span)
    place = coerce(scope, args[0], IntType(), "the index", narrow=False)
    return t.Lib(whole.type.of, "nth", (whole, place), span=span)


# ------------------------------------------------------------------------------------------------ calls


# ------------------------------------------------------------------------------------------------ places
