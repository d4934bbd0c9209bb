"""Defines: checked from below, by cases, never standing on themselves (semantics 6)."""

from __future__ import annotations

from hoyle.compiler import texts
from hoyle.compiler import typed as t
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import fields as check_fields
from hoyle.compiler.checking import type_names as check_types
from hoyle.compiler.context import Context, broken
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import ERROR, BoolType, ErrorType, PileType, Type, is_collection
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.span import Span

MOST_CASES = 100  # of a define


MOST_HEIGHT = 60  # defines, each of which stands on the next


def function_named(ctx: Context, id: str, span: Span) -> t.Function | None:
    """The define of this name, checked when it is first used; None after a report."""
    if f"define {id}" in ctx.in_progress:
        _report_circle(ctx, id, span)
        ctx.functions[id] = None
    elif id not in ctx.functions:
        # From below: a chain of defines, however long, must not become a chain of calls.
        for name in _upwards(ctx, id):
            _make_function(ctx, name)
    return ctx.functions[id]


def _upwards(ctx: Context, id: str) -> list[str]:
    """The defines that are not checked yet and that `id` stands on, each after those it stands on; `id` last."""
    order: dict[str, None] = {}
    path = {id: iter(ctx.uses.get(id, ()))}
    while path:
        name = next(reversed(path))
        below = next(path[name], None)
        if below is None:
            order[name] = None
            del path[name]
        elif not (below in path or below in order or below in ctx.functions or f"define {below}" in ctx.in_progress):
            path[below] = iter(ctx.uses.get(below, ()))
    return list(order)


def _make_function(ctx: Context, id: str) -> None:
    if id in ctx.functions or f"define {id}" in ctx.in_progress:
        return
    ctx.in_progress.append(f"define {id}")
    function = _function(ctx, id)
    ctx.in_progress.remove(f"define {id}")
    ctx.heights[id] = 1 + max((ctx.heights.get(name, 0) for name in ctx.uses.get(id, ())), default=0)
    if function is not None and ctx.heights[id] > MOST_HEIGHT:
        why = f"a define stands on another, that on a third, and so on: at most {MOST_HEIGHT} upon each other"
        ctx.error("E0910", ctx.decls.defines[id].name.span, f"`{id}` stands on too many others", why=why)
        function = None
    ctx.functions.setdefault(id, function)


def _report_circle(ctx: Context, id: str, span: Span) -> None:
    """A define that stands on itself, with the way back to it."""
    came: dict[str, str] = {}
    queue = [id]
    for name in queue:
        for below in ctx.uses.get(name, ()):
            if below not in came:
                came[below] = name
                queue.append(below)
    links = [id]
    while id in came and (came[links[-1]] != id or len(links) == 1):
        links.append(came[links[-1]])
        if links[-1] == id:
            break
    chain = [id, *reversed(links[1:]), id] if links[-1] != id else [*reversed(links)]
    if len(chain) > 8:
        chain = [*chain[:6], "…", chain[-1]]
    said = " → ".join(f"`{c}`" if c != "…" else c for c in chain)
    ctx.error("E0303", span, said, why="a define is not used in its own definition, also not through others")


def _function(ctx: Context, id: str) -> t.Function | None:
    decl = ctx.decls.defines[id]
    you = t.Var("you", ctx.player_type, "you", decl.span) if f"define {id}" in ctx.needs_you else None
    scope = Scope(ctx, you=t.Local(ctx.player_type, you) if you else None)
    params = tuple(define_param(scope, p) for p in decl.params or ())
    body = ex.expr(scope, decl.value) if isinstance(decl, n.Define) else _cases(scope, decl)
    if isinstance(body.type, ErrorType) or any(isinstance(p.type, ErrorType) for p in params):
        return None
    hidden = (you,) if you else ()
    function = t.Function(id, hidden + params, body, body.type, you, decl.tail, span=decl.span)
    if isinstance(body.type, BoolType):
        function.text = texts.text(scope, texts.define_key(ctx.decls, id), decl.tail)
    return function


def define_param(scope: Scope, param: n.Param) -> t.Var:
    """A parameter of a define or procedure: any value; of a zone a copy that only counts (semantics 10.1)."""
    if param.type is not None:
        kind = check_types.type_of(scope.ctx, param.type)
        var = scope.bind(param.name, check_fields.read_type(kind), "param")
        if isinstance(kind, PileType):
            scope.ctx.zone_copies.add(var)
        return var
    assert param.domain is not None
    domain = ex.collection(scope, param.domain)
    return scope.bind(param.name, domain.type.of if is_collection(domain.type) else ERROR, "param")  # type: ignore[attr-defined]


def _cases(scope: Scope, decl: n.DefineCases) -> t.Expr:
    """The first case whose condition holds; undefined if none does (semantics 6.2)."""
    if len(decl.cases) > MOST_CASES:
        why = f"a define has at most {MOST_CASES} cases"
        scope.ctx.error("E0905", decl.name.span, f"{len(decl.cases)} cases", why=why, hint="a table holds more")
        return broken(decl.span)
    hint: Type | None = None
    checked: list[tuple[n.Case, t.Expr, t.Expr | None]] = []
    for case in decl.cases:
        value = ex.expr(scope, case.value, hint)
        hint = hint or (None if isinstance(value.type, ErrorType) else value.type)
        checked.append((case, value, ex.condition(scope, case.test) if case.test is not None else None))
    for case, _, test in checked[:-1]:
        if test is None:
            later = checked[[c for c, _, _ in checked].index(case) + 1][0]
            labels = [Label(case.span, "this is the value for all that is left")]
            scope.ctx.error("E0512", later.span, labels=labels, why="`otherwise` is the last case")
            return broken(case.span)
    result: t.Expr | None = None
    for case, value, test in reversed(checked):
        if test is None:
            result = value
        elif result is None:
            result = _last_case(test, value, case.span)
        else:
            result = ex.choice(scope, test, value, result, case.span)
    assert result is not None
    return result


def _last_case(test: t.Expr, value: t.Expr, span: Span) -> t.Expr:
    if isinstance(test.type, ErrorType) or isinstance(value.type, ErrorType):
        return broken(span)
    if isinstance(test, t.Const) and test.value:
        return value
    return t.Cond(value.type, test, value, t.Undefined(value.type, span=span), span=span)
