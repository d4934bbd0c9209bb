"""Calls: defines, constructors, library functions, `can` (semantics 2.2, 2.7, 5.6)."""

from __future__ import annotations

from hoyle.compiler import check_exprs as ex
from hoyle.compiler import check_library, check_types, check_verbs
from hoyle.compiler import typed as t
from hoyle.compiler.context import LIBRARY, broken
from hoyle.compiler.fitting import coerce
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
    SENTENCE,
    Domain,
    ErrorType,
    IntType,
    MemberType,
    Type,
    is_number,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import suggestion
from hoyle.dsl.span import Span


def call(scope: Scope, node: n.Call, expected: Type | None) -> t.Expr:
    """A define, a constructor or a library function; an action or procedure is no value."""
    ctx = scope.ctx
    if not isinstance(node.func, n.Name):
        ctx.error("E0314", node.span, why="only a name can be followed by arguments in brackets")
        return broken(node.span)
    id = node.func.id
    if scope.find(id) is None:
        if id in ctx.decls.defines:
            return define_used(scope, id, node.args, node.span)
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


def define_used(scope: Scope, id: str, args: tuple[n.Expr, ...] | None, span: Span) -> t.Expr:
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
        g if outside and is_number(g.type) and is_number(k) else coerce(scope, g, k, "the argument")
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
    return coerce(scope, value, kind, f"the argument of `{id}`")


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
    given = tuple(coerce(scope, ex.expr(scope, a, hint), hint, "the argument", narrow=False) for a in node.args)
    if any(isinstance(g.type, ErrorType) for g in given):
        return broken(node.span)
    return t.Lookup(MemberType(domain), table, given, span=node.span)


def can(scope: Scope, node: n.Can | n.CanDo) -> t.Expr:
    who = coerce(scope, ex.expr(scope, node.who, scope.ctx.player_type), scope.ctx.player_type, "who can")
    if isinstance(node, n.CanDo):
        sentence = coerce(scope, ex.expr(scope, node.sentence, SENTENCE), SENTENCE, "what can be done")
        return t.CanDo(BOOL, who, sentence, span=node.span)
    inner = scope.inner(you=who)
    deed = check_verbs.deed(inner, node.deed)
    return t.Can(BOOL, who, deed, span=node.span) if deed else broken(node.span)
