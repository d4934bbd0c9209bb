"""Defines, actions, procedures, reactions: what they take, require and do (semantics 6, 8.5, 10, 14)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from hoyle.compiler import texts
from hoyle.compiler import typed as t
from hoyle.compiler.checking import calls as check_calls
from hoyle.compiler.checking import defines as check_defines
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import fields as check_fields
from hoyle.compiler.checking import operands as check_operands
from hoyle.compiler.checking import stmts as check_stmts
from hoyle.compiler.checking import type_names as check_types
from hoyle.compiler.constants import fold
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

POWERSET_LIMIT = 12  # members of a set type a parameter may range over (semantics 10.1)


# ------------------------------------------------------------------------------------------------ defines


MOST_NESTED = 4  # what may be declared: `nested 4 deep` (language.md 15.12)
MOST_MOVES = 10_000_000  # combinations of arguments of an action


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
        ctx.procedures[name].params = tuple(check_defines.define_param(scope, p) for p in proc.params)


def origin(ctx: Context, name: str) -> n.Action | None:
    """The declaration whose parameters, requirements and effect an action has, through `like` (semantics 10.8)."""
    seen = {name: None}
    decl = ctx.decls.actions.get(name)
    while isinstance(decl, n.LikeAction):
        target = decl.like.text
        if target not in ctx.decls.actions:
            why = f"`{target}` is a procedure" if target in ctx.decls.procedures else None
            ctx.unknown("E0208", decl.like, "no action is called", ctx.decls.actions, why)
            return None
        if target in seen or len(seen) > check_defines.MOST_HEIGHT:
            links = list(seen)[:6]
            said = " like ".join(f"`{link}`" for link in [*links, target])
            code = "E0303" if target in seen else "E0910"
            if not ctx.told_like.intersection(seen):
                ctx.error(code, decl.like.span, said, why="an action is like another that says what is done")
            ctx.told_like.update(seen)
            return None
        seen[target] = None
        decl = ctx.decls.actions[target]
    return decl


def _declare_params(ctx: Context, action: t.Action, decl: n.Action | None) -> None:
    if decl is None:
        return
    scope = _action_scope(ctx, action)
    action.params = tuple(_parameter(scope, p) for p in decl.params)
    sizes = [check_operands.size_bound(p.domain) for p in action.params]
    total = math.prod(size for size in sizes if size is not None)
    if total > MOST_MOVES:
        span = decl.params[0].name.span.to(decl.params[-1].span)
        why = f"an action may have {MOST_MOVES:,}; a range that depends on an earlier parameter has fewer"
        ctx.error("E0913", span, f"{total:,} combinations of arguments", why=why)


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
        if is_collection(domain.type) and isinstance(of, ErrorType):
            scope.ctx.error("E0301", param.domain.span, f"nothing can ever be given for `{param.name.text}`")
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
            why = f"a parameter may be any subset of at most {POWERSET_LIMIT} members"
            hint = "give fewer to choose from: `x in subsets(S, 0..2)`"
            scope.ctx.error("E0909", node.span, f"subsets of {len(members)} members", why=why, hint=hint)
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
    scope.changed = check_stmts.changed_names(decl.body)
    last = max((i for i, s in enumerate(decl.body) if isinstance(s, n.Require | n.RequireDefined | n.Same)), default=-1)
    header: list[t.Requirement | t.HeaderLet | t.SameMove] = []
    for stmt in decl.body[: last + 1]:
        item = _header_item(scope, action, stmt, header, decl.body[last])
        if item is not None:
            header.append(item)
    action.header = tuple(header)
    action.text = texts.text(scope, action.name, own.tail)
    action.cites = own.tail.cites
    action.effect = check_stmts.statements(scope, decl.body[last + 1 :])


def _header_item(
    scope: Scope, action: t.Action, stmt: n.Stmt, header: list[t.Requirement | t.HeaderLet | t.SameMove], last: n.Stmt
) -> t.Requirement | t.HeaderLet | t.SameMove | None:
    match stmt:
        case n.Let(name=name, value=value, type=None):
            checked = ex.expr(scope, value)
            return t.HeaderLet(scope.bind(name, check_stmts.first_type(scope, stmt, checked), "let"), checked)
        case n.Let(name=name, value=value, type=kind) if kind is not None:
            wanted = check_fields.read_type(check_types.type_of(scope.ctx, kind))
            return t.HeaderLet(scope.bind(name, wanted, "let"), coerce(scope, ex.expr(scope, value, wanted), wanted))
        case n.Require(name=name):
            return _require(scope, action, stmt, header)
        case n.RequireDefined():
            return _require_defined(scope, action, stmt, header)
        case n.Same():
            return _same(scope, action, stmt)
    why = "an action first requires and then acts: among its requirements only `let` may stand"
    scope.ctx.error("E0504", stmt.span, labels=[Label(last.span, "this comes too late")], why=why)
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
    ctx, name = scope.ctx, stmt.name
    if name.text not in ctx.decls.defines:
        hint = f"write `require {name}: …` with what is required"
        ctx.unknown("E0208", name, "no define is called", ctx.decls.defines, why=hint)
        return None
    used = check_calls.define_used(scope, name.text, stmt.args if stmt.brackets else None, stmt.span)
    if isinstance(used.type, ErrorType) or not isinstance(used, t.Call):
        return None
    if not isinstance(used.type, BoolType):
        label = Label(ctx.decls.defines[name.text].name.span, f"it gives {used.type}")
        ctx.error("E0301", name.span, labels=[label], why="what is required is true or false")
        return None
    if not _new_requirement(scope, name, header):
        return None
    function, test = used.function, fold(ctx, used)
    cites = (*function.tail.cites, *stmt.tail.cites)
    said = _applied_text(function.text, used) if function.text else None
    return t.Requirement(name.text, test, said, cites, span=name.span, values=shown_values(test))


def _applied_text(text: t.Text, used: t.Call) -> t.Text:
    """The text of a define, its holes computed with the arguments of the requirement."""
    function = used.function
    parts = tuple(
        p
        if isinstance(p, str)
        else t.Call(p.type, t.Function(f"{function.name}.text", function.params, p, p.type), used.args, span=p.span)
        for p in text.parts
    )
    return t.Text(text.key, text.source, parts, text.span)


def _same(scope: Scope, action: t.Action, stmt: n.Same) -> t.SameMove | None:
    copied = origin(scope.ctx, action.name)
    if stmt.deed.verb.text not in (action.name, copied.name.text if copied else ""):
        scope.ctx.error(
            "E0505", stmt.deed.span, why=f"another way to say a move of `{action.name}` is `{action.name}(…)`"
        )
        return None
    params = [p.var for p in action.params]
    args = check_calls.arguments(scope, stmt.deed.args, params, action.name, stmt.deed.span)
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
        elif name in ("pass", "nothing", "skip", "decline"):
            why = "whoever `may` do something may also decline; whoever `must`, may not"
        ctx.unknown("E0208", node.verb, "no action is called", ctx.decls.actions, why)
        return None
    params = action.params[: len(node.args)]
    if len(node.args) > len(action.params):
        takes = f"{len(action.params)} argument{'s' if len(action.params) != 1 else ''}"
        ctx.error("E0311", node.span, f"`{name}` takes at most {takes}, not {len(node.args)}")
        return None
    args = check_calls.arguments(scope, node.args, [p.var for p in params], name, node.span, outside)
    times = ex.number(scope, node.times) if node.times is not None else None
    return t.Deed(action, args, times, span=node.span) if args is not None else None


def check_counts(scope: Scope, modal: str, deeds: n.Deeds) -> None:
    """Counts go with `may` (semantics 12.4)."""
    for deed in deeds.items:
        if deed.times is not None and modal == "must":
            why = "`up to n times` goes with `may`: what one must do, one does once"
            scope.ctx.error("E0510", deed.times.span, why=why)


# ------------------------------------------------------------------------------------------------ procedures


def check_procedure(ctx: Context, procedure: t.Procedure, decl: n.Procedure) -> None:
    you = t.Local(ctx.player_type, procedure.you) if procedure.you else None
    scope = Scope(ctx, you=you, verb=VerbState(procedure.name), no_you=f"`{procedure.name}` may run without a player")
    if decl.nested is not None and decl.nested > MOST_NESTED:
        why = f"each level has its own places in the state: at most {MOST_NESTED}"
        ctx.error("E0904", decl.name.span, f"nested {decl.nested} deep", why=why)
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
    tables: tuple[Mapping[str, t.Verb], ...] = (ctx.phases, ctx.actions, ctx.procedures)
    for verbs in tables:
        found = verbs.get(ident.text)
        if found is not None:
            return found
    why = f"`{ident.text}` is a define: it has a value, nothing is done" if ident.text in ctx.decls.defines else None
    ctx.unknown("E0208", ident, "no action or procedure is called", [name for verbs in tables for name in verbs], why)
    return None


def check_reaction(ctx: Context, decl: n.Reaction) -> None:
    """A reaction goes to its verb; its names are bound to the arguments as passed, all or none (semantics 14)."""
    verb = verb_named(ctx, decl.verb)
    if verb is None:
        return
    you = t.Local(ctx.player_type, verb.you) if verb.you else None
    # All reactions on a verb count their sentences together, so that each has a name of its own.
    name = f"{decl.when}_{verb.name}"
    state = VerbState(name, ctx.reaction_counts.setdefault(name, Counter()), instead=decl.when == "instead")
    scope = Scope(ctx, you=you, verb=state, old=decl.when == "after")
    vars = parameters_of(verb)
    params: list[t.Var] = []
    if decl.names:
        if len(decl.names) != len(vars):
            takes = ", ".join(v.name for v in vars) or "nothing"
            labels = [Label(verb.span, f"it takes {takes}")]
            why = "a reaction names all that its verb takes, or nothing"
            named = f"({takes})" if vars else ""
            hint = f"write `{decl.when} {verb.name}{named}`"
            ctx.error("E0311", decl.names[0].span.to(decl.names[-1].span), labels=labels, why=why, hint=hint)
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
