"""Calls: defines, constructors, library functions, `can` (semantics 2.2, 2.7, 5.6)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hoyle.compiler import typed as t
from hoyle.compiler.checking import defines as check_defines
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import library as check_library
from hoyle.compiler.checking import type_names as check_types
from hoyle.compiler.checking import verbs as check_verbs
from hoyle.compiler.constants import fold
from hoyle.compiler.context import LIBRARY, Context, broken
from hoyle.compiler.fitting import coerce
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BOOL,
    NONE,
    SENTENCE,
    Domain,
    ErrorType,
    IntType,
    MemberType,
    Type,
    as_int,
    is_number,
    optional,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label, listed
from hoyle.dsl.span import Span


def call(scope: Scope, node: n.Call, expected: Type | None) -> t.Expr:
    """A define, a constructor or a library function; an action or procedure is no value."""
    ctx = scope.ctx
    if not isinstance(node.func, n.Name):
        ctx.error("E0314", node.span, why="only a name can be followed by arguments in brackets")
        return broken(node.span)
    # Before a bracket stands a define, a type or a function, never a local or a member (semantics 2.2).
    id = node.func.id
    if id in ctx.decls.defines:
        return define_used(scope, id, node.args, node.span)
    if id in ctx.decls.types or id in ("Player", "Team"):
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
    elif scope.find(id) is not None or (None, id) in ctx.decls.fields:
        why = f"`{id}` is a value; brackets follow defines, types and functions"
    elif id in ctx.members:
        why = f"`{id}` is a member of {listed(ctx.members[id], 'and')}; brackets follow defines, types and functions"
    known = [*ctx.decls.defines, *ctx.decls.types, *LIBRARY]
    ctx.error("E0207", node.func.span, f"no function is called `{id}`", why=why, hint=ctx.suggest(id, known))
    return broken(node.span)


def define_used(scope: Scope, id: str, args: tuple[n.Expr, ...] | None, span: Span) -> t.Expr:
    ctx = scope.ctx
    function = check_defines.function_named(ctx, id, span)
    if function is None:
        return broken(span)
    brackets = ctx.decls.defines[id].params is not None
    if brackets != (args is not None):
        hint = f"write `{id}(…)`" if brackets else f"write `{id}` without brackets"
        labels = [Label(ctx.decls.defines[id].name.span, f"defined {'with' if brackets else 'without'} brackets")]
        ctx.error("E0315", span, labels=labels, hint=hint)
        return broken(span)
    params = function.params[1:] if function.you else function.params
    given = arguments(scope, args or (), params, id, span)
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
    links, labels = [key.split()[-1]], []
    while key in scope.ctx.needs_you:
        key, at = scope.ctx.needs_you[key]
        labels.append(Label(at, f"`{links[-1]}` mentions `{key.split()[-1]}` here"))
        links.append(key.split()[-1])
    said = " → ".join(f"`{link}`" for link in links) if labels else "nobody is `you` here"
    why = scope.no_you or "nothing here says who `you` is"
    if labels:
        why = f"`{links[0]}` speaks of `you`, and {why if scope.no_you else 'here nobody is'}"
    hint = "say for whom: `for you in players: …`" if labels else "say who: `p must …`, or `for you in players: …`"
    scope.ctx.error("E0209", span, said, labels=labels[-1:], why=why, hint=hint)
    return None


def _wrong_number(ctx: Context, given: int, params: Sequence[t.Var], what: str, span: Span) -> None:
    """Told where it was caused: at the variant that gave the part other parameters, if one did (semantics 20.5)."""
    takes = f"{len(params)} argument{'s' if len(params) != 1 else ''}"
    said = f" ({', '.join(p.name for p in params)})" if params else ""
    change = ctx.replacement(what, span)
    if change is None:
        ctx.error("E0311", span, f"`{what}` takes {takes}{said}, not {given}")
        return
    labels = [Label(span, f"here it is given {given}")]
    why = f"other rules still use `{what}` as it was"
    hint = "give it the parameters of the original" if change.old is not None else None
    ctx.error("E0311", change.part.span, f"`{what}` takes {takes}{said}", labels=labels, why=why, hint=hint)


def arguments(
    scope: Scope, args: tuple[n.Expr, ...], params: Sequence[t.Var], what: str, span: Span, outside: bool = False
) -> tuple[t.Expr, ...] | None:
    """Arguments of the right number and types; None after a report. With `outside`, a number may lie out of range:
    it is kept as it is (an example says that such a move is refused)."""
    if len(args) != len(params):
        for arg in args:
            ex.expr(scope, arg)
        _wrong_number(scope.ctx, len(args), params, what, span)
        return None
    given = [ex.expr(scope, a, p.type) for a, p in zip(args, params, strict=True)]
    fitted = tuple(
        g if outside and is_number(g.type) and is_number(p.type) else _argument(scope, g, p)
        for g, p in zip(given, params, strict=True)
    )
    return None if any(isinstance(f.type, ErrorType) for f in fitted) else fitted


def _argument(scope: Scope, given: t.Expr, param: t.Var) -> t.Expr:
    wanted = Label(param.span, f"`{param.name}` is {param.type}")
    return coerce(scope, given, param.type, f"the argument for `{param.name}`", wanted_at=wanted)


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
        takes = f"{len(table.dims)} argument{'s' if len(table.dims) > 1 else ''}"
        ctx.error("E0311", node.span, f"`{domain.name}` takes {takes}, not {len(node.args)}")
        return broken(node.span)
    if domain.kind == "cells":
        return _cell(scope, domain, node)
    hint: Type = MemberType(domain.shape["of"]) if domain.kind == "edges" else IntType()
    given = tuple(coerce(scope, ex.expr(scope, a, hint), hint, "the argument", narrow=False) for a in node.args)
    if any(isinstance(g.type, ErrorType) for g in given):
        return broken(node.span)
    found = t.Lookup(MemberType(domain), table, given, span=node.span)
    return found if domain.kind == "edges" else _or_none(scope, found, given)


def _cell(scope: Scope, domain: Domain, node: n.Call) -> t.Expr:
    """`Cell(t, k)`, a part of a thing, or `Cell(x, y)`, what lies there now."""
    first, second = (ex.expr(scope, a, IntType()) for a in node.args)
    kind, thing = MemberType(domain), MemberType(domain.shape["thing"])
    of_thing = isinstance(first.type, MemberType) and first.type.domain is thing.domain
    wanted: Type = thing if of_thing else IntType()
    given = (
        coerce(scope, first, wanted, "the argument", False),
        coerce(scope, second, IntType(), "the argument", False),
    )
    if any(isinstance(g.type, ErrorType) for g in given):
        return broken(node.span)
    if of_thing:
        return t.Lookup(kind, domain.constructor, given, span=node.span)
    return t.Laid(kind, domain, "at", given, span=node.span)


def _or_none(scope: Scope, found: t.Lookup, given: tuple[t.Expr, ...]) -> t.Expr:
    """Outside of a board `T(x, y)` is `none` (semantics 15.1); undefined coordinates stay undefined."""
    kind = found.type
    assert isinstance(kind, MemberType)
    tests: list[t.Expr] = []
    for (low, size), at in zip(found.table.dims, given, strict=True):
        number = as_int(at.type)
        if number.low is None or number.low < low:
            tests.append(t.Op(BOOL, "<", (at, t.Const(IntType(low, low), low)), span=found.span))
        if number.high is None or number.high >= low + size:
            last = low + size - 1
            tests.append(t.Op(BOOL, ">", (at, t.Const(IntType(last, last), last)), span=found.span))
    whole = kind.domain.size == math.prod(size for _, size in found.table.dims)
    if not tests and whole:
        return found
    if not whole:
        # A hexagon has corners outside of it within its rows and columns.
        data = tuple(tuple(NONE if code is None else code for code in row) for row in found.table.data)
        table = t.Table(f"{found.table.name}.or_none", found.table.dims, data, optional(kind))
        found = t.Lookup(optional(kind), table, found.indices, span=found.span)
    if not tests:
        return found
    tests = [fold(scope.ctx, test) for test in tests]
    outside = tests[0] if len(tests) == 1 else fold(scope.ctx, t.Op(BOOL, "or", tuple(tests), span=found.span))
    nothing = t.Const(optional(kind), NONE, span=found.span)
    return t.Cond(optional(kind), outside, nothing, found, span=found.span)


def can(scope: Scope, node: n.Can | n.CanDo) -> t.Expr:
    who = coerce(scope, ex.expr(scope, node.who, scope.ctx.player_type), scope.ctx.player_type, "who can")
    if isinstance(node, n.CanDo):
        sentence = coerce(scope, ex.expr(scope, node.sentence, SENTENCE), SENTENCE, "what can be done")
        if isinstance(who.type, ErrorType) or isinstance(sentence.type, ErrorType):
            return broken(node.span)
        return t.CanDo(BOOL, who, sentence, span=node.span)
    deed = check_verbs.deed(scope.inner(you=who), node.deed)
    if node.deed.times is not None:
        why = "`can` asks whether it is possible now, once"
        scope.ctx.error("E0510", node.deed.times.span, why=why, hint="leave out the count")
    if deed is None or isinstance(who.type, ErrorType):
        return broken(node.span)
    return t.Can(BOOL, who, deed, span=node.span)
