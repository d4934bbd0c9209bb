"""Scores, the winner, teams and promises (semantics 17 and 18)."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler import texts
from hoyle.compiler import typed as t
from hoyle.compiler.base_calls import walk as walk_syntax
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import tables as check_tables
from hoyle.compiler.checking import verbs as check_verbs
from hoyle.compiler.constants import TABLE_BEHIND
from hoyle.compiler.context import Context
from hoyle.compiler.evaluate import NotConstantError, TooLongError, evaluate
from hoyle.compiler.explained import walk
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import ErrorType, ListType, MemberType, SetType, has_halves, is_number
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostic, Label


def check_components(ctx: Context) -> list[t.Component]:
    found = [_component(ctx, c) for c in ctx.decls.components.values()]
    return [c for c in found if c is not None]


def _component(ctx: Context, decl: n.Component) -> t.Component | None:
    seats = frozenset(ctx.seats)
    if decl.seats is not None:
        seats &= _seats(ctx, decl.seats)
    you = t.Var("you", ctx.player_type, "you", decl.span)
    value = ex.expr(Scope(ctx, you=t.Local(ctx.player_type, you)), decl.value)
    if isinstance(value.type, ErrorType):
        return None
    if not is_number(value.type) or has_halves(value.type):
        ctx.error("E0301", decl.value.span, f"a score component is a whole number, this is {value.type}")
        return None
    said = texts.fixed(ctx, f"score.{decl.name.text}", decl.tail)
    return t.Component(decl.name.text, you, value, seats, said, decl.tail.cites, decl.span)


def _seats(ctx: Context, node: n.Expr) -> frozenset[int]:
    """`c for W`: a seat or a set of seats; seats that are not in this game have no score."""
    value = ex.expr(Scope(ctx), node, ctx.player_type)
    if isinstance(value, t.Const) and isinstance(value.type, MemberType | SetType):
        content = value.value
        return content if isinstance(content, frozenset) else frozenset({content})
    if not isinstance(value.type, ErrorType):
        ctx.error("E0308", node.span, why="for whom a component counts is known before the game")
    return frozenset()


def check_winner(ctx: Context) -> t.Expr | None:
    """`winner: rank …` over seats or teams."""
    decl = ctx.decls.winner
    if decl is None:
        return None
    scope = Scope(ctx, no_you="the ranking compares all players: name them by its binder")
    value = ex.expr(scope, decl.value)
    if isinstance(value.type, ErrorType):
        return None
    of = value.type.of if isinstance(value.type, ListType) else None
    of = of.of if isinstance(of, SetType) else of
    if not isinstance(of, MemberType) or of.domain.kind not in ("player", "team"):
        ctx.error("E0301", decl.value.span, f"`winner` is a ranking of players or teams, this is {value.type}")
        return None
    return value


def check_teams(ctx: Context) -> dict[str, frozenset[int]]:
    if ctx.decls.teams is None:
        return {}
    names = [team.name.text for team in ctx.decls.teams.teams]
    return dict(zip(names, check_tables.team_sets(ctx), strict=True))


def check_promises(ctx: Context) -> list[t.Promise]:
    found = [_promise(ctx, decl) for decl in ctx.decls.promises.values()]
    return [p for p in found if p is not None]


def _promise(ctx: Context, decl: n.Always) -> t.Promise | None:
    verbs = [check_verbs.verb_named(ctx, ref.verb) for ref in decl.after]
    kept = [v for v in verbs if v is not None]
    if len(kept) < len(verbs):
        return None
    scope = Scope(ctx, old=bool(kept), no_you="a promise is about the whole table")
    promise = t.Promise(decl.name.text, t.TRUE, tuple(kept), tail=decl.tail, span=decl.name.span)
    named = [(v, ref) for v, ref in zip(kept, decl.after, strict=True) if ref.names is not None]
    if named and not _bind_names(ctx, scope, promise, named, len(kept)):
        return None
    known = len(ctx.diagnostics.errors)
    promise.test = ex.condition(scope, decl.test)
    if isinstance(promise.test.type, ErrorType) or len(ctx.diagnostics.errors) > known:
        return None
    _check_kept(ctx, promise, decl)
    promise.reads_old = any(isinstance(e, t.Old) for e in walk(promise.test))
    for verb in kept:
        verb.promises.append(promise)
    return promise


def _check_kept(ctx: Context, promise: t.Promise, decl: n.Always) -> None:
    """What a promise says of tables, options and the number of players alone is looked at before the game."""
    try:
        if evaluate(promise.test, {}, ctx.budget):
            return
    except (NotConstantError, TooLongError):
        return
    said = f"`{promise.name}` is broken before the game begins"
    why = decl.tail.text or "this is about what is known before the game: tables, options, the number of players"
    ctx.error("E0410", decl.test.span, said, why=why, labels=_tables_in(ctx, decl.test))


def _tables_in(ctx: Context, test: n.Expr) -> Iterator[Label]:
    """Where the tables are that a promise names."""
    for name in dict.fromkeys(node.id for node in walk_syntax(test) if isinstance(node, n.Name)):
        table = ctx.decls.types.get(name)
        if isinstance(table, n.Table):
            yield Label(table.name.span, "it speaks of this table")


def prefer_promises(ctx: Context) -> None:
    """Where a promise says in the words of the rules what a table must be like, what follows from it is no news."""
    broken = [d for d in ctx.diagnostics if d.code == "E0410"]
    tables = {label.span for d in broken for label in d.labels}

    def follows(d: Diagnostic) -> bool:
        return d.code == "E0310" and any(x.span in tables and x.message == TABLE_BEHIND for x in d.labels)

    ctx.diagnostics.drop(follows)


def _bind_names(
    ctx: Context, scope: Scope, promise: t.Promise, named: list[tuple[t.Verb, n.VerbRef]], count: int
) -> bool:
    """`always n after V(a, b)`: names V's parameters and binds `you` (semantics 18.2)."""
    verb, ref = named[0]
    vars = check_verbs.parameters_of(verb)
    names = ref.names or ()
    if count > 1 or len(names) != len(vars):
        takes = ", ".join(v.name for v in vars) or "nothing"
        ctx.error(
            "E0311",
            ref.span,
            f"`{verb.name}` takes {takes}",
            why="a promise names all parameters of its one verb, or none",
        )
        return False
    promise.params = tuple(scope.bind(i, v.type, "param") for i, v in zip(names, vars, strict=True))
    if verb.you is not None:
        promise.you = t.Var("you", ctx.player_type, "you", ref.span)
        scope.you = t.Local(ctx.player_type, promise.you)
    return True
