"""Expressions that make or walk collections: literals, comprehensions, quantifiers, rankings (semantics 3.5, 5.3)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import operands as check_operands
from hoyle.compiler.constants import fold
from hoyle.compiler.context import Context, broken
from hoyle.compiler.fitting import coerce
from hoyle.compiler.intervals import join
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
    ERROR,
    BagType,
    BoolType,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    SetType,
    Type,
    has_halves,
    is_collection,
    is_optional,
    required,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.span import Span

MOST_NESTED = 3  # collections inside each other
MOST_TUPLES = 10_000_000  # that one sentence goes through


def collect(scope: Scope, items: tuple[n.Expr, ...], expected: Type | None, kind: type[Any], span: Span) -> t.Expr:
    inner = expected.of if ex.is_collection_type(expected) else None  # type: ignore[union-attr]
    if isinstance(inner, ErrorType):
        inner = None
    checked = _items(scope, items, inner)
    if not checked:
        return t.Const(kind(inner or ERROR), frozenset() if kind is SetType else (), span=span)
    if any(isinstance(c.type, ErrorType) for c in checked):
        return broken(span)
    of: Type | None = checked[0].type
    for c in checked[1:]:
        of = join(of, c.type) if of else None
    if of is None or (kind is SetType and isinstance(of, BagType)):
        said = ", ".join(dict.fromkeys(str(c.type) for c in checked))
        scope.ctx.error("E0302", span, f"its members are {said[:80]}", why="members are of one type")
        return broken(span)
    if _is_too_deep(scope, of, span) or (kind is not ListType and _has_halves(scope, of, span)):
        return broken(span)
    return t.Collect(kind(of), tuple(coerce(scope, c, of) for c in checked), span=span)


def _has_halves(scope: Scope, of: Type, span: Span) -> bool:
    if has_halves(of):
        why = "sets and bags have whole numbers only; write a list"
        scope.ctx.error("E0302", span, f"its members are {of}", why=why)
    return has_halves(of)


def _is_too_deep(scope: Scope, of: Type, span: Span) -> bool:
    """Collections in collections in collections: comparing them would take for ever, and no game has them."""
    depth = 1
    while is_collection(of):
        of, depth = of.of, depth + 1  # type: ignore[attr-defined]
    if depth <= MOST_NESTED:
        return False
    why = f"collections may lie inside each other, but not more than {MOST_NESTED} deep"
    scope.ctx.error("E0305", span, why=why)
    return True


def _items(scope: Scope, items: Sequence[n.Expr], inner: Type | None) -> list[t.Expr]:
    """The members of a literal; the first that says its type by itself is the hint for the others."""
    first: int | None = None
    known: t.Expr | None = None
    if inner is None:
        first = next((i for i, item in enumerate(items) if not ex.needs_hint(scope, item)), None)
        if first is not None:
            known = ex.expr(scope, items[first])
            inner = known.type
        else:
            inner = common_member_type(scope.ctx, items)
    return [known if known is not None and i == first else ex.expr(scope, item, inner) for i, item in enumerate(items)]


def common_member_type(ctx: Context, items: Sequence[n.Expr]) -> Type | None:
    """The one type that has all these bare names among its members, if there is just one."""
    from hoyle.compiler.checking.type_names import domain_named

    common: set[str] | None = None
    for item in items:
        if isinstance(item, n.Name):
            owners = set(ctx.members.get(item.id, ()))
            common = owners if common is None else common & owners
    if common and len(common) == 1:
        name = common.pop()
        domain = ctx.option_domains.get(name) or domain_named(ctx, name, items[0].span)
        return MemberType(domain) if domain else None
    return None


def binders(scope: Scope, node: n.Binders) -> tuple[tuple[t.Bind, ...], Scope]:
    """The binds of `x in S, y in T(x)` and the scope in which they are known. `where` is left to the caller."""
    inner = scope.inner()
    binds = []
    for item in node.items:
        domain = ex.collection(inner, item.domain)
        of = domain.type.of if is_collection(domain.type) else ERROR  # type: ignore[attr-defined]
        if item.name.text == "you":
            of = _seat(inner, of, item)
        var = inner.bind(item.name, of, "binder")
        binds.append(t.Bind(var, domain))
        if item.name.text == "you":
            inner.you = t.Local(of, var)
    _check_product(scope, binds, node)
    return tuple(binds), inner


def _seat(scope: Scope, of: Type, item: n.Binder) -> Type:
    """`you` is a seat, whatever binds it."""
    if isinstance(of, MemberType) and of.domain is scope.ctx.players:
        return of
    if not isinstance(of, ErrorType):
        scope.ctx.error("E0301", item.domain.span, f"its members are {of}, but `you` is a player")
    return ERROR


def _check_product(scope: Scope, binds: list[t.Bind], node: n.Binders) -> None:
    sizes = [check_operands.size_bound(b.domain) for b in binds]
    total = math.prod(size for size in sizes if size is not None)
    if total > MOST_TUPLES:
        span = node.items[0].name.span.to(node.items[-1].domain.span)
        scope.ctx.error("E0911", span, f"{total:,} combinations", why=f"at most {MOST_TUPLES:,} can be gone through")


def where(scope: Scope, node: n.Binders) -> t.Expr | None:
    return ex.condition(scope, node.where) if node.where is not None else None


def comprehension(scope: Scope, node: n.Comprehension, expected: Type | None) -> t.Expr:
    binds, inner = binders(scope, node.binders)
    test = where(inner, node.binders)
    hint = expected.of if ex.is_collection_type(expected) else None  # type: ignore[union-attr]
    element = ex.expr(inner, node.element, hint)
    if isinstance(element.type, ErrorType) or any(isinstance(b.var.type, ErrorType) for b in binds):
        return broken(node.span)
    kind: type[Any] = ListType
    if node.brackets == "{":
        kind = BagType if isinstance(expected, BagType) else SetType
    if _is_too_deep(scope, element.type, node.span):
        return broken(node.span)
    if kind is not ListType and _has_halves(scope, element.type, node.span):
        return broken(node.span)
    return t.Comprehension(kind(element.type), element, binds, test, span=node.span)


def quantified(scope: Scope, node: n.Quantified) -> t.Expr:
    binds, inner = binders(scope, node.binders)
    test = where(inner, node.binders)
    body = ex.condition(inner, node.body)
    if node.quantifier == "every":
        return t.Quantified(BOOL, True, binds, test, body, span=node.span)
    found = fold(scope.ctx, t.Quantified(BOOL, False, binds, test, body, span=node.span))
    return found if node.quantifier == "some" else t.Op(BOOL, "not", (found,), span=node.span)


def rank(scope: Scope, node: n.Rank) -> t.Expr:
    (bind,), inner = binders(scope, n.Binders((node.binder,)))
    test = ex.condition(inner, node.where) if node.where is not None else None
    keys = []
    for key in node.keys:
        value = ex.expr(inner, key.value)
        if not isinstance(value.type, IntType | MemberType | BoolType | ErrorType):
            said = f"this is {value.type}; places are given by numbers, members, or what is true"
            scope.ctx.error("E0301", key.value.span, said)
        elif is_optional(value.type):  # `none` is no number: as in a comparison, it has no value here (semantics 17.3)
            value = coerce(scope, value, required(value.type))
        keys.append((key.sense == "most", value))
    ties = node.ties or "never"
    of = bind.var.type
    if node.ties is None and not any(_is_unique(value, bind.var) for _, value in keys):
        _lint_ties(scope.ctx, node)
    places: Type = ListType(of) if ties in ("cancel", "never") else ListType(SetType(of))
    if isinstance(of, ErrorType):
        return broken(node.span)
    return t.Rank(places, bind, test, tuple(keys), ties, span=node.span)


def _is_unique(key: t.Expr, var: t.Var) -> bool:
    """Can two things never be equal by this key? It is the thing itself, or its place in its type."""
    match key:
        case t.Lib(name="index", args=(inner,)) | t.Op(op="neg", args=(inner,)):
            return _is_unique(inner, var)
        case t.Local(var=read):
            return read is var
    return False


def _lint_ties(ctx: Context, node: n.Rank) -> None:
    why = "without a word for ties, equals are an error while the game is played"
    hint = "write what is so: `, ties share` (a place together), `cancel` (neither has one), `friendly` or `never`"
    ctx.lint("L1005", node.span, "two may be equal here", why=why, hint=hint)
