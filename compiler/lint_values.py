"""Statements that may lack a value they must have (semantics 4.4 and 4.5): what cannot be proved is a lint.

Told is only what may be `none`, or a place outside of what there is, where a value is needed; that a number may be too
large, or a list too short, is for the game to be tried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, fields

from hoyle.compiler import typed as t
from hoyle.compiler.explained import walk
from hoyle.compiler.facts import Facts, from_false, from_true, missing, within
from hoyle.compiler.implied import Effects, read_names, statements_within
from hoyle.compiler.lints import own_body, own_expressions, verbs
from hoyle.compiler.types import is_optional
from hoyle.dsl.diagnostics import Diagnostics

_LEAVING = (t.Stop, t.Next, t.Return, t.EndGame)
Body = tuple[t.Stmt, ...]


def lint_values(program: t.Program, diagnostics: Diagnostics) -> None:
    """Report sentences whose values may be missing."""
    walker = _Walker(Effects(program.fields), diagnostics)
    for verb in verbs(program):
        facts = Facts(program)
        if isinstance(verb, t.Action):
            facts = facts.adding(e for r in verb.requirements for e in from_true(r.test))
        walker.run(own_body(verb), facts)
        for reaction in (*verb.instead, *verb.after):
            tests = from_true(reaction.test) if reaction.test is not None else ()
            walker.run(reaction.body, Facts(program).adding(tests))


@define
class _Walker:
    effects: Effects
    diagnostics: Diagnostics

    def run(self, body: Body, facts: Facts) -> Facts:
        """Check a block; the facts that hold behind it."""
        for stmt in body:
            facts = self._one(stmt, facts)
        return facts

    def _one(self, stmt: t.Stmt, facts: Facts) -> Facts:
        before = facts
        facts = self._needs(stmt, facts)
        after = self._kept(stmt, facts)
        match stmt:
            case t.If(branches=branches, orelse=orelse):
                return self._if(branches, orelse, facts, after)
            case t.For(where=where, body=body):
                inner = after.adding(from_true(where) if where is not None else ())
                self.run(body, inner)
            case t.Repeat(form=form, value=value, body=body):
                holds = from_true(value) if form == "while" and value is not None else ()
                self.run(body, after.adding(holds))
            case t.Turns(body=body) | t.Simultaneously(body=body):
                self.run(body, after)
            case t.Choose(where=where, body=body, otherwise=otherwise):
                self.run(body, facts.adding(from_true(where) if where is not None else ()))
                self.run(otherwise or (), before)
            case t.Must(otherwise=otherwise):
                self.run(otherwise or (), before)
            case t.SetLocal(var=var, value=value) if not is_optional(value.type) or value in facts.known:
                return after.adding((t.Local(var.type, var),))
            case t.Store(field=place, indices=indices, value=value, op="") if not is_optional(value.type):
                return after.adding((t.Load(place.type, place, indices),))
        return after

    def _if(self, branches: tuple[tuple[t.Expr, Body], ...], orelse: Body, facts: Facts, after: Facts) -> Facts:
        for test, body in branches:
            self.run(body, facts.adding(from_true(test)))
            facts = facts.adding(from_false(test))
            if body and isinstance(body[-1], _LEAVING):
                after = after.adding(from_false(test))
        self.run(orelse, facts)
        if orelse and isinstance(orelse[-1], _LEAVING) and len(branches) == 1:
            after = after.adding(from_true(branches[0][0]))
        return after

    def _needs(self, stmt: t.Stmt, facts: Facts) -> Facts:
        """What a sentence uses must have a value; behind it, it had one."""
        for e in _operands(stmt):
            if not facts.sure(e):
                self._report(e, facts)
            facts = facts.adding(within(e))
        return facts

    def _report(self, e: t.Expr, facts: Facts) -> None:
        part = missing(e, facts)
        if part is None or not part.span.text:
            return
        why = "a sentence must have its values: without one it is an error while the game is played"
        hint = f"make sure of it before, with `{' '.join(part.span.text.split())} != none`"
        self.diagnostics.report("L1004", part.span, "this may be none", why=why, hint=hint)

    def _kept(self, stmt: t.Stmt, facts: Facts) -> Facts:
        """The facts that a sentence leaves as they are."""
        _, written = self.effects.of(stmt)
        changed = {s.var for s in statements_within(stmt, follow=False) if isinstance(s, t.SetLocal)}
        return facts.without(e for e in facts.known if _depends(e, written, changed))


def _depends(e: t.Expr, written: set[str], changed: set[t.Var]) -> bool:
    for part in walk(e):
        if not written.isdisjoint(read_names(part)) or isinstance(part, t.Call | t.Laid):
            return True
        if isinstance(part, t.Local) and part.var in changed:
            return True
    return False


def _operands(stmt: t.Stmt) -> Iterable[t.Expr]:
    """What must have a value for the sentence to be carried out; `where` and ranges of a choice need none."""
    match stmt:
        case t.Choose(who=who) | t.Must(who=who):
            return () if isinstance(who, t.Local) else (who,)
        case t.For(binds=binds):
            return tuple(b.domain for b in binds)
        case t.Roll() | t.NewZone():
            return ()
        case t.Store(field=place, indices=indices, value=value):
            return (t.Load(place.type, place, indices), value)
    return (*_places(stmt), *own_expressions(stmt))


def _places(stmt: t.Stmt) -> Iterator[t.Expr]:
    """The counters and zones of a sentence, as if they were read: they must be there."""
    for f in fields(type(stmt)):
        match getattr(stmt, f.name):
            case t.Counter(field=place, indices=indices):
                yield t.Load(place.type, place, indices)
            case t.Zone() as zone:
                yield t.ZoneValue(zone.type, zone)
