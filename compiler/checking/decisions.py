"""`must` and `may`: who decides, what may be done, and what happens otherwise (semantics 12)."""

from __future__ import annotations

from hoyle.compiler import texts
from hoyle.compiler import typed as t
from hoyle.compiler.checking import calls as check_calls
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import sets as check_sets
from hoyle.compiler.checking import stmts as check_stmts
from hoyle.compiler.checking import verbs as check_verbs
from hoyle.compiler.fitting import coerce
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import ErrorType
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.span import Span

NO_PASS = t.Pass(None)
MOST_OTHERWISE = 20  # links of one chain


def must(scope: Scope, stmt: n.Must, rest: tuple[n.Otherwise, ...] | None = None) -> t.Stmt | None:
    """`[who] must|may deeds`, with what follows `otherwise`."""
    chain = stmt.otherwise if rest is None else rest
    if _is_too_long(scope, chain):
        return None
    actor = _actor(scope, stmt.who, stmt.span)
    if actor is None:
        return None
    who, you = actor
    inner = scope.inner(you=t.Local(you.type, you))
    deeds = [check_verbs.deed(inner, d) for d in stmt.deeds.items]
    check_verbs.check_counts(scope, stmt.modal, stmt.deeds)
    label = scope.verb.label("must") if scope.verb else "must"
    prompt = texts.text(inner, label, stmt.tail) if stmt.asks else None
    decline, otherwise = _otherwise(scope, stmt.modal, chain)
    if any(d is None for d in deeds):
        return None
    kept = tuple(d for d in deeds if d is not None)
    return t.Must(
        you, who, stmt.modal, kept, stmt.deeds.joiner, stmt.if_able, otherwise, decline, label, prompt, span=stmt.span
    )


def _is_too_long(scope: Scope, chain: tuple[n.Otherwise, ...]) -> bool:
    if len(chain) <= MOST_OTHERWISE:
        return False
    why = f"`otherwise` may follow {MOST_OTHERWISE} times"
    scope.ctx.error("E0904", chain[MOST_OTHERWISE].span, why=why)
    return True


def choose(scope: Scope, stmt: n.Choose, rest: tuple[n.Otherwise, ...] | None = None) -> t.Stmt | None:
    """`[who] must|may choose x in S …: block`"""
    chain = stmt.otherwise if rest is None else rest
    actor = _actor(scope, stmt.who, stmt.span)
    if actor is None:
        return None
    if _is_too_long(scope, chain):
        return None
    who, you = actor
    label = scope.verb.label("choose") if scope.verb else "choose"
    binds, inner = check_sets.binders(scope.inner(you=t.Local(you.type, you)), stmt.binders)
    test = check_sets.where(inner, stmt.binders)
    prompt = texts.text(scope.inner(you=t.Local(you.type, you)), label, stmt.block.tail)
    body = check_stmts.block(inner, stmt.block)
    decline, otherwise = _otherwise(scope, stmt.modal, chain)
    if any(isinstance(b.var.type, ErrorType) for b in binds):
        return None
    return t.Choose(
        you, who, stmt.modal, binds, test, stmt.if_able, body, otherwise, prompt, decline, label, span=stmt.span
    )


def _actor(scope: Scope, who: n.Expr | None, span: Span) -> tuple[t.Expr, t.Var] | None:
    """Who decides, and the variable that is `you` in the sentence."""
    ctx = scope.ctx
    if who is None:
        you = check_calls.hidden_you(scope, "must", span)
        if you is None:
            return None
        if isinstance(you, t.Local):
            return you, you.var
        return you, t.Var("you", ctx.player_type, "you", span)
    seat = coerce(scope, ex.expr(scope, who, ctx.player_type), ctx.player_type, "who decides", narrow=False)
    if isinstance(seat.type, ErrorType):
        return None
    return seat, t.Var("you", ctx.player_type, "you", span)


def _passes(scope: Scope, modal: str, line: n.Stmt) -> bool:
    """`otherwise pass`: nothing happens; its text says what it is to decline."""
    if not isinstance(line, n.CallStmt) or line.call != n.Name("pass"):
        return False
    if modal == "must":
        scope.ctx.error("E0511", line.span, why="what must be done cannot be declined", hint="write `must … if able`")
    return True


def _otherwise(scope: Scope, modal: str, chain: tuple[n.Otherwise, ...]) -> tuple[t.Pass, tuple[t.Stmt, ...] | None]:
    """The label of `pass` and the statements that run if nothing was done; a chain nests (semantics 12.6)."""
    if not chain:
        return NO_PASS, None
    first, rest = chain[0], chain[1:]
    decline = NO_PASS
    stmts: tuple[t.Stmt, ...] | None
    match first.body:
        case n.Must() as sentence:
            found = must(scope, sentence, rest)
            return decline, (found,) if found is not None else ()
        case n.Choose() as sentence:
            found = choose(scope, sentence, rest)
            return decline, (found,) if found is not None else ()
        case n.Block() as body:
            stmts = check_stmts.block(scope, body)
        case line:
            assert isinstance(line, n.Stmt)
            if modal == "may" and line.tail.text is not None and scope.verb is not None:
                decline = t.Pass(texts.text(scope, scope.verb.label("pass"), line.tail))
            stmts = None if _passes(scope, modal, line) else check_stmts.statements(scope.inner(), (line,))
    if rest:
        labels = [Label(first.span, "this is always possible")]
        why = "`otherwise` follows a `must` or `may` that may turn out impossible, or be declined"
        scope.ctx.error("E0511", rest[0].span, labels=labels, why=why)
    return decline, stmts
