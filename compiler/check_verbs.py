"""Defines, actions, procedures, reactions: what they take, require and do (semantics 6, 8.5, 10, 14)."""

from __future__ import annotations

from hoyle.compiler import check_calls, check_stmts, check_types, texts
from hoyle.compiler import check_exprs as ex
from hoyle.compiler import typed as t
from hoyle.compiler.context import Context, broken
from hoyle.compiler.explained import shown_values
from hoyle.compiler.fitting import coerce
from hoyle.compiler.scope import Scope, VerbState
from hoyle.compiler.types import (
    ERROR,
    BagType,
    BoolType,
    ErrorType,
    IntType,
    ListType,
    SetType,
    Type,
    codes_of,
    is_collection,
    is_finite,
    is_optional,
    none_code,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.span import Span

POWERSET_LIMIT = 12  # members of a set type a parameter may range over (semantics 10.1)


# ------------------------------------------------------------------------------------------------ defines


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
    chain = [id, *reversed(links[1:]), id] if links[-1] != id else [id, *reversed(links)]
    if len(chain) > 8:
        chain = [*chain[:6], "…", chain[-1]]
    said = " → ".join(f"`{c}`" if c != "…" else c for c in chain)
    ctx.error("E0303", span, said, why="a define is not used in its own definition, also not through others")


def _function(ctx: Context, id: str) -> t.Function | None:
    decl = ctx.decls.defines[id]
    you = t.Var("you", ctx.player_type, "you", decl.span) if f"define {id}" in ctx.needs_you else None
    scope = Scope(ctx, you=t.Local(ctx.player_type, you) if you else None)
    params = tuple(_define_param(scope, p) for p in decl.params or ())
    body = ex.expr(scope, decl.value) if isinstance(decl, n.Define) else _cases(scope, decl)
    if isinstance(body.type, ErrorType) or any(isinstance(p.type, ErrorType) for p in params):
        return None
    hidden = (you,) if you else ()
    function = t.Function(id, hidden + params, body, body.type, you, decl.tail, span=decl.span)
    function.text = texts.text(scope, id, decl.tail) if isinstance(body.type, BoolType) else None
    return function


def _define_param(scope: Scope, param: n.Param) -> t.Var:
    if param.type is not None:
        return scope.bind(param.name, check_types.type_of(scope.ctx, param.type), "param")
    assert param.domain is not None
    domain = ex.collection(scope, param.domain)
    return scope.bind(param.name, domain.type.of if is_collection(domain.type) else ERROR, "param")  # type: ignore[attr-defined]


def _cases(scope: Scope, decl: n.DefineCases) -> t.Expr:
    """The first case whose condition holds; undefined if none does (semantics 6.2)."""
    hint: Type | None = None
    checked: list[tuple[n.Case, t.Expr, t.Expr | None]] = []
    for case in decl.cases:
        value = ex.expr(scope, case.value, hint)
        hint = hint or (None if isinstance(value.type, ErrorType) else value.type)
        checked.append((case, value, ex.condition(scope, case.test) if case.test is not None else None))
    for case, _, test in checked[:-1]:
        if test is None:
            scope.ctx.error("E0512", case.span, why="`otherwise` is the last case")
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


# ------------------------------------------------------------------------------------------------ actions


def declare_verbs(ctx: Context) -> None:
    """Actions and procedures by name, still without bodies: verbs may name each other freely."""
    for name, decl in ctx.decls.actions.items():
        ctx.actions[name] = t.Action(name, t.Var("you", ctx.player_type, "you", decl.span), span=decl.name.span)
    for name, proc in ctx.decls.procedures.items():
        you = t.Var("you", ctx.player_type, "you", proc.span) if f"to {name}" in ctx.needs_you else None
        ctx.procedures[name] = t.Procedure(name, you, span=proc.name.span, nested=proc.nested or 1)
    for name in ctx.decls.actions:
        _declare_params(ctx, ctx.actions[name], origin(ctx, name))
    for name, proc in ctx.decls.procedures.items():
        scope = Scope(ctx)
        ctx.procedures[name].params = tuple(_define_param(scope, p) for p in proc.params)


def origin(ctx: Context, name: str) -> n.Action | None:
    """The declaration whose parameters, requirements and effect an action has, through `like` (semantics 10.8)."""
    seen = [name]
    decl = ctx.decls.actions.get(name)
    while isinstance(decl, n.LikeAction):
        target = decl.like.text
        if target not in ctx.decls.actions:
            ctx.unknown("E0208", decl.like, "no action is called", ctx.decls.actions)
            return None
        if target in seen:
            ctx.error("E0303", decl.like.span, " like ".join(f"`{s}`" for s in [*seen, target]))
            return None
        seen.append(target)
        decl = ctx.decls.actions[target]
    return decl


def _declare_params(ctx: Context, action: t.Action, decl: n.Action | None) -> None:
    if decl is None:
        return
    scope = _action_scope(ctx, action)
    action.params = tuple(_parameter(scope, p) for p in decl.params)


def _action_scope(ctx: Context, action: t.Action) -> Scope:
    assert action.you is not None
    scope = Scope(ctx, you=t.Local(ctx.player_type, action.you), verb=VerbState(action.name))
    for param in action.params:
        scope.names[param.var.name] = param.var
    return scope


def _parameter(scope: Scope, param: n.Param) -> t.Parameter:
    if param.domain is not None:
        domain = ex.collection(scope, param.domain)
        of = domain.type.of if is_collection(domain.type) else ERROR  # type: ignore[attr-defined]
    else:
        assert param.type is not None
        domain, of = _whole_type(scope, param.type)
    if not isinstance(of, ErrorType) and not is_finite(_innermost(of)):
        scope.ctx.error("E0305", param.name.span, f"a parameter ranges over a finite type; {of} is not")
        of = ERROR
    return t.Parameter(scope.bind(param.name, of, "param"), domain)


def _innermost(kind: Type) -> Type:
    while is_collection(kind):
        kind = kind.of  # type: ignore[attr-defined]
    return kind


def _whole_type(scope: Scope, node: n.TypeExpr) -> tuple[t.Expr, Type]:
    """`a: T`: all values of T; of a set type all subsets (semantics 10.1)."""
    if isinstance(node, n.LiteralType):
        domain = ex.expr(scope, n.SetOf(node.items, span=node.span))
        return domain, domain.type.of if isinstance(domain.type, SetType) else ERROR
    kind = check_types.type_of(scope.ctx, node)
    if isinstance(kind, SetType):
        members = codes_of(kind.of)
        if len(members) > POWERSET_LIMIT:
            scope.ctx.error(
                "E0909", node.span, f"the subsets of {len(members)} members; a parameter may have {POWERSET_LIMIT}"
            )
            return broken(node.span), ERROR
        whole = t.Const(kind, frozenset(members))
        sizes = t.Const(SetType(IntType(0, len(members))), frozenset(range(len(members) + 1)))
        return t.Lib(SetType(kind), "subsets", (whole, sizes)), kind
    if isinstance(kind, BagType) or not (is_finite(kind) or isinstance(kind, ErrorType)):
        scope.ctx.error("E0305", node.span, f"a parameter cannot be any {kind}", hint="give its range: `x in …`")
        return broken(node.span), ERROR
    if isinstance(kind, ErrorType):
        return broken(node.span), ERROR
    codes = check_types.members_of(scope.ctx, kind, node.span)
    if is_optional(kind):
        # `none` has no place in the domain order: it comes last.
        return t.Const(ListType(kind), (*codes, none_code(kind))), kind
    return t.Const(SetType(kind), frozenset(codes)), kind


def check_action(ctx: Context, action: t.Action) -> None:
    """Header and effect of an action."""
    own, decl = ctx.decls.actions[action.name], origin(ctx, action.name)
    if decl is None:
        return
    scope = _action_scope(ctx, action)
    last = max((i for i, s in enumerate(decl.body) if isinstance(s, n.Require | n.RequireDefined | n.Same)), default=-1)
    header: list[t.Requirement | t.HeaderLet | t.SameMove] = []
    for stmt in decl.body[: last + 1]:
        item = _header_item(scope, action, stmt, header)
        if item is not None:
            header.append(item)
    action.header = tuple(header)
    action.text = texts.text(scope, action.name, own.tail)
    action.cites = own.tail.cites
    action.effect = check_stmts.statements(scope, decl.body[last + 1 :])


def _header_item(
    scope: Scope, action: t.Action, stmt: n.Stmt, header: list[t.Requirement | t.HeaderLet | t.SameMove]
) -> t.Requirement | t.HeaderLet | t.SameMove | None:
    match stmt:
        case n.Let(name=name, value=value, type=None):
            checked = ex.expr(scope, value)
            return t.HeaderLet(scope.bind(name, checked.type, "let"), checked)
        case n.Let(name=name, value=value, type=kind) if kind is not None:
            wanted = check_types.type_of(scope.ctx, kind)
            return t.HeaderLet(scope.bind(name, wanted, "let"), coerce(scope, ex.expr(scope, value, wanted), wanted))
        case n.Require(name=name):
            return _require(scope, action, stmt, header)
        case n.RequireDefined():
            return _require_defined(scope, action, stmt, header)
        case n.Same():
            return _same(scope, action, stmt)
    scope.ctx.error(
        "E0504", stmt.span, why="an action first requires and then acts: among its requirements only `let` may stand"
    )
    return None


def _new_requirement(scope: Scope, name: n.Ident, header: list[t.Requirement | t.HeaderLet | t.SameMove]) -> bool:
    for item in header:
        if isinstance(item, t.Requirement) and item.name == name.text:
            label = Label(item.span, "the first requirement of this name")
            scope.ctx.error("E0201", name.span, f"`{name.text}` again", labels=[label])
            return False
    return True


def _require(
    scope: Scope, action: t.Action, stmt: n.Require, header: list[t.Requirement | t.HeaderLet | t.SameMove]
) -> t.Requirement | None:
    test = ex.condition(scope, stmt.test)
    if not _new_requirement(scope, stmt.name, header) or isinstance(test.type, ErrorType):
        return None
    said = texts.text(scope, f"{action.name}.{stmt.name.text}", stmt.tail)
    return t.Requirement(stmt.name.text, test, said, stmt.tail.cites, span=stmt.name.span, values=shown_values(test))


def _require_defined(
    scope: Scope, action: t.Action, stmt: n.RequireDefined, header: list[t.Requirement | t.HeaderLet | t.SameMove]
) -> t.Requirement | None:
    """`require f(args)`: name, text and clauses are those of the define (semantics 10.5)."""
    name = n.Name(stmt.name.text, span=stmt.name.span)
    test = ex.condition(scope, n.Call(name, stmt.args, span=stmt.span) if stmt.brackets else name)
    if not _new_requirement(scope, stmt.name, header) or isinstance(test.type, ErrorType):
        return None
    function = scope.ctx.functions.get(stmt.name.text)
    cites = (*(function.tail.cites if function else ()), *stmt.tail.cites)
    said = _applied_text(function.text, test, function) if function and function.text else None
    return t.Requirement(stmt.name.text, test, said, cites, span=stmt.name.span, values=shown_values(test))


def _applied_text(text: t.Text, test: t.Expr, function: t.Function) -> t.Text:
    """The text of a define, its holes computed with the arguments of the requirement."""
    args = test.args if isinstance(test, t.Call) else ()
    parts = tuple(
        p
        if isinstance(p, str) or len(args) != len(function.params)
        else t.Call(p.type, t.Function(f"{function.name}.text", function.params, p, p.type), args, span=p.span)
        for p in text.parts
    )
    return t.Text(text.key, text.source, parts, text.span)


def _same(scope: Scope, action: t.Action, stmt: n.Same) -> t.SameMove | None:
    if stmt.deed.verb.text != action.name:
        scope.ctx.error(
            "E0505", stmt.deed.span, why=f"another way to say a move of `{action.name}` is `{action.name}(…)`"
        )
        return None
    kinds = [p.var.type for p in action.params]
    args = check_calls.arguments(
        scope, stmt.deed.args, kinds, action.name, stmt.deed.span, [p.var.name for p in action.params]
    )
    test = ex.condition(scope, stmt.test) if stmt.test is not None else None
    return t.SameMove(args, test) if args is not None else None


def deed(scope: Scope, node: n.Deed, outside: bool = False) -> t.Deed | None:
    """A verb with its leading arguments, in a scope in which `you` is the actor; None after a report."""
    ctx, name = scope.ctx, node.verb.text
    action = ctx.actions.get(name)
    if action is None:
        why = None
        if name in ctx.decls.procedures:
            why = f"`{name}` is a procedure: one does it, but is not asked about it"
        ctx.unknown("E0208", node.verb, "no action is called", ctx.decls.actions, why)
        return None
    params = action.params[: len(node.args)]
    if len(node.args) > len(action.params):
        ctx.error("E0311", node.span, f"`{name}` takes {len(action.params)} arguments, not {len(node.args)}")
        return None
    args = check_calls.arguments(scope, node.args, [p.var.type for p in params], name, node.span, [], outside)
    times = ex.number(scope, node.times) if node.times is not None else None
    return t.Deed(action, args, times, span=node.span) if args is not None else None


# ------------------------------------------------------------------------------------------------ procedures


def check_procedure(ctx: Context, procedure: t.Procedure, decl: n.Procedure) -> None:
    you = t.Local(ctx.player_type, procedure.you) if procedure.you else None
    scope = Scope(ctx, you=you, verb=VerbState(procedure.name))
    for var in procedure.params:
        scope.names[var.name] = var
    procedure.params = ((procedure.you,) if procedure.you else ()) + procedure.params
    procedure.body = check_stmts.block(scope, decl.block)


def check_phase(ctx: Context, name: str, decl: n.Setup | n.Play | None) -> t.Procedure:
    """`setup` and `play`: procedures without arguments and without `you`."""
    procedure = t.Procedure(name, span=decl.span if decl else ctx.decls.name.span)
    if decl is not None:
        procedure.body = check_stmts.block(
            Scope(ctx, verb=VerbState(name), no_you=f"`{name}` has no player of its own"), decl.block
        )
    return procedure


def verb_named(ctx: Context, ident: n.Ident) -> t.Verb | None:
    """Any verb, setup and play too; None after a report."""
    verbs = known_verbs(ctx)
    if ident.text not in verbs:
        ctx.unknown("E0208", ident, "no action or procedure is called", verbs)
        return None
    return verbs[ident.text]


def known_verbs(ctx: Context) -> dict[str, t.Verb]:
    return {**ctx.procedures, **ctx.actions, **ctx.phases}


def check_reaction(ctx: Context, decl: n.Reaction) -> None:
    """A reaction goes to its verb; its names are bound to the arguments as passed, all or none (semantics 14)."""
    verb = verb_named(ctx, decl.verb)
    if verb is None:
        return
    you = t.Local(ctx.player_type, verb.you) if verb.you else None
    scope = Scope(ctx, you=you, verb=VerbState(f"{decl.when}_{verb.name}"), old=decl.when == "after")
    assert scope.verb is not None
    scope.verb.instead = decl.when == "instead"
    vars = parameters_of(verb)
    params: list[t.Var] = []
    if decl.names:
        if len(decl.names) != len(vars):
            takes = ", ".join(v.name for v in vars) or "nothing"
            ctx.error("E0311", decl.verb.span, f"`{verb.name}` takes {takes}: name all of it or none")
            return
        params = [scope.bind(name, var.type, "param") for name, var in zip(decl.names, vars, strict=True)]
    test = ex.condition(scope, decl.test) if decl.test is not None else None
    body = check_stmts.block(scope, decl.block)
    reaction = t.Reaction(decl.when, verb, tuple(params), test, body, span=decl.span)
    (verb.after if decl.when == "after" else verb.instead).append(reaction)


def parameters_of(verb: t.Verb) -> tuple[t.Var, ...]:
    """The arguments of a verb, the hidden `you` aside."""
    if isinstance(verb, t.Action):
        return tuple(p.var for p in verb.params)
    assert isinstance(verb, t.Procedure)
    return tuple(v for v in verb.params if v is not verb.you)
