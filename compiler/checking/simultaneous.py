"""What several players do at once touches nobody else and leaves nothing to chance (semantics 13.1)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, fields

from hoyle.compiler import typed as t
from hoyle.compiler.context import Context
from hoyle.compiler.implied import nested, verb_statements
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.span import Span

_AT_ONCE = "what is done at once is done against the state at the start"
_FORBIDDEN: dict[type[t.Stmt], str] = {
    t.Roll: "nothing is rolled while several players decide at once",
    t.DrawMember: "nothing is drawn while several players decide at once",
    t.DrawComponent: "nothing is drawn while several players decide at once",
    t.DrawZone: "nothing is drawn while several players decide at once",
    t.Shuffle: "nothing is shuffled while several players decide at once",
    t.Gather: "nothing is gathered while several players decide at once: it may lie with others",
    t.Show: "nothing is shown while several players decide at once",
    t.Announce: "nothing is announced while several players decide at once",
    t.Turns: "while several players decide at once nobody takes turns",
    t.Simultaneously: "what is done at once is not done at once again",
}


def check_simultaneous(ctx: Context) -> None:
    """Report what stands in, or is done from, a `simultaneously` and must not be."""
    for verb in (*ctx.actions.values(), *ctx.procedures.values(), *ctx.phases.values()):
        for outer in verb_statements(verb):
            for stmt in _all(outer):
                if isinstance(stmt, t.Simultaneously):
                    _Block(ctx, stmt.span).visit(stmt.body, frozenset({stmt.you}))


def _all(stmt: t.Stmt) -> Iterator[t.Stmt]:
    yield stmt
    for inner in nested(stmt):
        yield from _all(inner)


@define
class _Block:
    """One `simultaneously`; what it does is followed through calls, actions and their reactions."""

    ctx: Context
    span: Span
    seen: set[tuple[t.Verb, frozenset[t.Var]]] = field(factory=set)

    def visit(self, body: tuple[t.Stmt, ...], you: frozenset[t.Var]) -> None:
        """`you`: the variables that are certainly the player who decides."""
        for stmt in body:
            for inner in _all(stmt):
                self._one(inner, you)

    def _one(self, stmt: t.Stmt, you: frozenset[t.Var]) -> None:
        if type(stmt) in _FORBIDDEN:
            self._report("E0508", stmt.span, "", _FORBIDDEN[type(stmt)])
        match stmt:
            case t.EndGame():
                self._report("E0509", stmt.span, "", "the game cannot end while several players decide at once")
            case t.CallProcedure(procedure=procedure, args=args):
                self._call(procedure, args, you)
            case t.Must(who=who, deeds=deeds) | t.Do(you=who, sentences=(t.SentenceCell(deeds=deeds),)):
                self._decides(who, stmt.span, you)
                for deed in deeds:
                    self._verb(deed.action)
            case t.Do(you=who, sentences=sentences):
                self._decides(who, stmt.span, you)
                for sentence in sentences:
                    for deed in sentence.deeds:
                        self._verb(deed.action)
            case t.Choose(who=who):
                self._decides(who, stmt.span, you)
        for place, indices in _written(stmt):
            if not self._is_own(place, indices, you):
                owner = f"of each {place.owner.name}" if place.owner is not None else "of the game"
                said = f"this changes `{place.name}`, a field {owner}"
                self._report("E0508", stmt.span, said, f"{_AT_ONCE}: it may change only what `you` have")

    def _call(self, procedure: t.Procedure, args: tuple[t.Expr, ...], you: frozenset[t.Var]) -> None:
        same = frozenset(
            p for p, a in zip(procedure.params, args, strict=True) if isinstance(a, t.Local) and a.var in you
        )
        self._verb(procedure, same)

    def _verb(self, verb: t.Verb, you: frozenset[t.Var] | None = None) -> None:
        known = you if you is not None else frozenset({verb.you} if verb.you is not None else ())
        if (verb, known) in self.seen:
            return
        self.seen.add((verb, known))
        self.visit(
            verb.effect if isinstance(verb, t.Action) else verb.body if isinstance(verb, t.Procedure) else (), known
        )
        for reaction in (*verb.instead, *verb.after):
            names = dict(zip(_parameters(verb), reaction.params, strict=False))
            self.visit(reaction.body, known | {names[v] for v in known if v in names})

    def _decides(self, who: t.Expr, span: Span, you: frozenset[t.Var]) -> None:
        if not (isinstance(who, t.Local) and who.var in you):
            self._report("E0508", span, "", "at once only `you` decide, each for oneself")

    def _is_own(self, place: t.Field, indices: tuple[t.Expr, ...], you: frozenset[t.Var]) -> bool:
        first = indices[0] if indices else None
        return place.owner is self.ctx.players and isinstance(first, t.Local) and first.var in you

    def _report(self, code: str, span: Span, message: str, why: str) -> None:
        inside = self.span.source == span.source and self.span.start <= span.start <= self.span.end
        labels = (
            [] if inside else [Label(Span(self.span.source, self.span.start, self.span.start + 14), "done at once")]
        )
        self.ctx.error(code, span, message, labels=labels, why=why)


def _parameters(verb: t.Verb) -> tuple[t.Var, ...]:
    if isinstance(verb, t.Action):
        return tuple(p.var for p in verb.params)
    return tuple(v for v in verb.params if v is not verb.you) if isinstance(verb, t.Procedure) else ()


def _written(stmt: t.Stmt) -> Iterator[tuple[t.Field, tuple[t.Expr, ...]]]:
    """The fields a statement itself writes, with their indices."""
    if isinstance(stmt, t.Store):
        yield stmt.field, stmt.indices
    if isinstance(stmt, t.Award):
        yield stmt.field, ()
    for f in fields(type(stmt)):
        value = getattr(stmt, f.name)
        if isinstance(value, t.Counter):
            yield value.field, value.indices
        elif isinstance(value, t.Zone):
            yield from _zones(value)


def _zones(zone: t.Zone) -> Iterator[tuple[t.Field, tuple[t.Expr, ...]]]:
    match zone:
        case t.FieldZone(field=place, indices=indices):
            yield place, indices
        case t.EitherZone(then=then, orelse=orelse):
            yield from _zones(then)
            yield from _zones(orelse)
