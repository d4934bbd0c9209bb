"""Names, attributes, indices, calls: what they refer to (semantics 2.2 to 2.4, 3.8, 5.6)."""

from __future__ import annotations

from typing import Any

from hoyle.compiler import check_exprs as ex
from hoyle.compiler import check_fields, check_library, check_tables, check_types, check_verbs
from hoyle.compiler import typed as t
from hoyle.compiler.boards import GRID_CORNERS, GRID_SIDES
from hoyle.compiler.context import LIBRARY, Context, broken
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
    SENTENCE,
    BagType,
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
    optional,
    required,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import listed, suggestion
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
    return _unknown(scope, node)


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
        scope.ctx.error(
            "E0209", span, why=scope.no_you or "nobody is `you` here", hint="say who: `for you in …`, `P must …`"
        )
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
        return _define_used(scope, id, None, span)
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
    return t.Const(SetType(kind), frozenset(codes_of(kind)), span=span)


def _unknown(scope: Scope, node: n.Name) -> t.Expr:
    ctx = scope.ctx
    known = [*scope.local_names(), *(name for owner, name in ctx.decls.fields if owner is None), *ctx.decls.defines]
    known += [*ctx.options, *ctx.players.labels, *ctx.members, *ctx.decls.types, "players", "you", "others"]
    why = None
    owners = [owner for owner, name in ctx.decls.fields if name == node.id and owner]
    if owners:
        why = f"`{node.id}` is a field of each {owners[0]}: say whose"
    elif node.id in ctx.decls.actions or node.id in ctx.decls.procedures:
        why = f"`{node.id}` is something that is done, it has no value"
    elif node.id in LIBRARY:
        why = f"`{node.id}` is a function: it needs its arguments in brackets"
    ctx.error("E0203", node.span, f"nothing is called `{node.id}`", why=why, hint=suggestion(node.id, known))
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
    given = tuple(ex.coerce(scope, a, k, "the index") for a, k in zip(args, field.indices, strict=True))
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
    ctx.error("E0205", node.name.span, f"{name} has no member `{label}`", hint=suggestion(label, domain.labels))
    return broken(node.span)


def attribute(scope: Scope, of: t.Expr, ident: n.Ident, args: tuple[t.Expr, ...], span: Span) -> t.Expr:
    """`of.name` or, with args, `of.name[args]`."""
    if isinstance(of.type, ErrorType):
        return of
    if not isinstance(of.type, MemberType):
        scope.ctx.error("E0206", ident.span, f"{of.type} has no attributes")
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
    known = [name for owner, name in (*ctx.decls.fields, *ctx.fields) if owner == domain.name]
    known += check_tables.attribute_names(ctx, domain)
    why = f"`{label}` is a define: write `{label}(…)`" if label in ctx.decls.defines else None
    ctx.error("E0206", ident.span, f"{domain.name} has no `{label}`", why=why, hint=suggestion(label, known))
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
        return whole
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
        scope.ctx.error("E0313", span, f"{whole.type} cannot be indexed", why="fields with an index and lists can")
        return broken(span)
    if len(args) != 1:
        scope.ctx.error("E0311", span, "a list takes one index")
        return broken(span)
    place = ex.coerce(scope, args[0], IntType(), "the index", narrow=False)
    return t.Lib(whole.type.of, "nth", (whole, place), span=span)


# ------------------------------------------------------------------------------------------------ calls


def call(scope: Scope, node: n.Call, expected: Type | None) -> t.Expr:
    """A define, a constructor or a library function; an action or procedure is no value."""
    ctx = scope.ctx
    if not isinstance(node.func, n.Name):
        ctx.error("E0314", node.span, why="only a name can be followed by arguments in brackets")
        return broken(node.span)
    id = node.func.id
    if scope.find(id) is None:
        if id in ctx.decls.defines:
            return _define_used(scope, id, node.args, node.span)
        if id in ctx.decls.types or id == "Player":
            return _construct(scope, id, node)
        if id in LIBRARY:
            return check_library.call(scope, id, node, expected)
    return _no_function(scope, node, id)


def _no_function(scope: Scope, node: n.Call, id: str) -> t.Expr:
    ctx = scope.ctx
    why = None
    if id in ctx.decls.actions:
        why = f"`{id}` is an action: it is done by `must` or `may`, asked with `can`"
    elif id in ctx.decls.procedures:
        why = f"`{id}` is a procedure: it is a sentence of its own and has no value"
    known = [*ctx.decls.defines, *ctx.decls.types, *LIBRARY]
    ctx.error("E0207", node.func.span, f"no function is called `{id}`", why=why, hint=suggestion(id, known))
    return broken(node.span)


def _define_used(scope: Scope, id: str, args: tuple[n.Expr, ...] | None, span: Span) -> t.Expr:
    ctx = scope.ctx
    function = check_verbs.function_named(ctx, id, span)
    if function is None:
        return broken(span)
    brackets = ctx.decls.defines[id].params is not None
    if brackets != (args is not None):
        hint = f"write `{id}(…)`" if brackets else f"write `{id}` without brackets"
        ctx.error("E0315", span, f"`{id}` is defined {'with' if brackets else 'without'} brackets", hint=hint)
        return broken(span)
    params = function.params[1:] if function.you else function.params
    given = arguments(scope, args or (), [p.type for p in params], id, span, [p.name for p in params])
    if given is None or function.type is None:
        return broken(span)
    if function.you:
        you = hidden_you(scope, f"define {id}", span)
        if you is None:
            return broken(span)
        given = (you, *given)
    return t.Call(function.type, function, given, span=span)


def hidden_you(scope: Scope, key: str, span: Span) -> t.Expr | None:
    """`you` as a hidden argument; an error that shows the chain if nothing binds it (semantics 2.7)."""
    if scope.you is not None:
        return scope.you
    chain = [key.split()[-1]]
    while key in scope.ctx.needs_you:
        key, _ = scope.ctx.needs_you[key]
        chain.append(key.split()[-1])
    links = " → ".join(f"`{c}`" for c in chain)
    scope.ctx.error(
        "E0209",
        span,
        f"{links}: nobody is `you` here",
        why=scope.no_you or None,
        hint="say for whom: `for you in {p}: …`",
    )
    return None


def arguments(
    scope: Scope,
    args: tuple[n.Expr, ...],
    kinds: list[Type],
    what: str,
    span: Span,
    names: list[str],
    outside: bool = False,
) -> tuple[t.Expr, ...] | None:
    """Arguments of the right number and types; None after a report. With `outside`, a number may lie out of range:
    it is kept as it is (an example says that such a move is refused)."""
    if len(args) != len(kinds):
        takes = f"{len(kinds)} argument{'s' if len(kinds) != 1 else ''}"
        said = f" ({', '.join(names)})" if names else ""
        scope.ctx.error("E0311", span, f"`{what}` takes {takes}{said}, not {len(args)}")
        return None
    given = [ex.expr(scope, a, k) for a, k in zip(args, kinds, strict=True)]
    fitted = tuple(
        g if outside and is_number(g.type) and is_number(k) else ex.coerce(scope, g, k, "the argument")
        for g, k in zip(given, kinds, strict=True)
    )
    return None if any(isinstance(f.type, ErrorType) for f in fitted) else fitted


def _construct(scope: Scope, id: str, node: n.Call) -> t.Expr:
    """`Cell(x, y)`, `Border(a, b)`, `Tile(7)` …: the member, undefined if there is none."""
    ctx = scope.ctx
    kind = check_types.named_type(ctx, id, node.func.span)
    if isinstance(kind, ErrorType):
        return broken(node.span)
    if isinstance(kind, MemberType) and kind.domain.constructor is not None:
        return _board_member(scope, kind.domain, node)
    if len(node.args) != 1:
        ctx.error("E0311", node.span, f"`{id}` takes one argument")
        return broken(node.span)
    value = ex.expr(scope, node.args[0], kind)
    return ex.coerce(scope, value, kind, f"the argument of `{id}`")


def _board_member(scope: Scope, domain: Domain, node: n.Call) -> t.Expr:
    ctx, table = scope.ctx, domain.constructor
    if len(node.args) != len(table.dims):
        ctx.error("E0311", node.span, f"`{domain.name}` takes {len(table.dims)} arguments, not {len(node.args)}")
        return broken(node.span)
    hint: Type = IntType()
    if domain.kind == "edges":
        hint = MemberType(domain.shape["of"])
    if domain.kind == "cells":
        first = ex.expr(scope, node.args[0])
        thing = domain.shape["thing"]
        if isinstance(first.type, MemberType) and first.type.domain is thing:
            part = ex.number(scope, node.args[1])
            return t.Lookup(MemberType(domain), table, (first, part), span=node.span)
        numbers = (ex.number(scope, node.args[0]), ex.number(scope, node.args[1]))
        return t.Laid(MemberType(domain), domain, "at", numbers, span=node.span)
    given = tuple(ex.coerce(scope, ex.expr(scope, a, hint), hint, "the argument", narrow=False) for a in node.args)
    if any(isinstance(g.type, ErrorType) for g in given):
        return broken(node.span)
    return t.Lookup(MemberType(domain), table, given, span=node.span)


def can(scope: Scope, node: n.Can | n.CanDo) -> t.Expr:
    who = ex.coerce(scope, ex.expr(scope, node.who, scope.ctx.player_type), scope.ctx.player_type, "who can")
    if isinstance(node, n.CanDo):
        sentence = ex.coerce(scope, ex.expr(scope, node.sentence, SENTENCE), SENTENCE, "what can be done")
        return t.CanDo(BOOL, who, sentence, span=node.span)
    inner = scope.inner(you=who)
    deed = check_verbs.deed(inner, node.deed)
    return t.Can(BOOL, who, deed, span=node.span) if deed else broken(node.span)


# ------------------------------------------------------------------------------------------------ places


def place(scope: Scope, node: n.Expr) -> t.Var | t.Counter | t.Zone | None:
    """What can be assigned, rolled into or moved: a local, a field, a zone; None after a report (semantics 7.2)."""
    if isinstance(node, n.IfElse):
        return _either(scope, node)
    checked = ex.expr(scope, node)
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
        case _ if not isinstance(checked.type, ErrorType):
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
