"""Probes: a program told to count what of it is run, statement by statement and branch by branch.

`insert(program)` puts them into a checked program, in place; lowering and the generator carry them along like anything
else, and the module that comes out counts in `COUNTS` and says in `PROBES` what each number counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, evolve, field, frozen

from hoyle.compiler import typed as t
from hoyle.compiler.rewrite import rebuild, walk
from hoyle.compiler.typed import Stmt
from hoyle.compiler.types import Domain, MemberType
from hoyle.dsl.span import NOWHERE, Span

_MOST = 100  # characters of source text that tell which sentence is meant


@frozen
class Point:
    """A place of the rules that a game passes or not.

    kind: row (of a table), verb (the effect of an action or procedure begins), statement, else (an `if` without `else`
    finds nothing to do), case (one side of a conditional expression), require (a requirement; what is seen of it is
    found out by asking the game). owner: the verb, define, score or table it stands in; source: its text, of a
    requirement or row its name.
    """

    kind: str
    owner: str
    source: str
    file: str
    line: int
    column: int


@define(eq=False)
class Probes:
    """The points met so far, each with its number; a place that is read twice is one point."""

    points: dict[Point, int] = field(factory=dict)
    _silent: set[int] = field(factory=set)  # nodes within texts: they are read to be shown only

    def number(self, kind: str, owner: str, span: Span, source: str | None = None) -> int:
        text = " ".join(span.text.split("\n")[0].split())[:_MOST] if source is None else source
        point = Point(kind, owner, text, span.source.name, span.line, span.column)
        return self.points.setdefault(point, len(self.points))

    def body(self, owner: str, stmts: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """The sentences, each behind its probe."""
        out: list[Stmt] = []
        for s in stmts:
            if s.span is not NOWHERE:
                out.append(t.Probe(self.number("statement", owner, s.span), span=s.span))
            out.append(self._statement(owner, s))
        return tuple(out)

    def _statement(self, owner: str, s: Stmt) -> Any:
        match s:
            case t.If(branches=branches, orelse=orelse):
                inner = tuple((self.expression(owner, test), self.body(owner, body)) for test, body in branches)
                return evolve(s, branches=inner, orelse=self._orelse(owner, s, orelse))
            case t.For() | t.Repeat() | t.Turns() | t.Simultaneously():
                body = self.body(owner, s.body)
                return evolve(self.expression(owner, evolve(s, body=())), body=body)
            case t.Choose(body=body, otherwise=otherwise):
                plain = self.expression(owner, evolve(s, body=(), otherwise=None))
                return evolve(plain, body=self.body(owner, body), otherwise=self._otherwise(owner, otherwise))
            case t.Must(otherwise=otherwise):
                plain = self.expression(owner, evolve(s, otherwise=None))
                return evolve(plain, otherwise=self._otherwise(owner, otherwise))
        return self.expression(owner, s)

    def _orelse(self, owner: str, s: t.If, orelse: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        if orelse:
            return self.body(owner, orelse)
        return (t.Probe(self.number("else", owner, s.span), span=s.span),)

    def _otherwise(self, owner: str, body: tuple[Stmt, ...] | None) -> tuple[Stmt, ...] | None:
        return None if body is None else self.body(owner, body)

    def expression(self, owner: str, node: Any) -> Any:
        """The node with a probe on each side of its conditional expressions, but for those in texts."""
        for text in walk(node):
            if isinstance(text, t.Text):
                self._silent.update(id(x) for x in walk(text) if isinstance(x, t.Cond))

        def leave(x: Any) -> Any:
            if not isinstance(x, t.Cond) or id(x) in self._silent or x.span is NOWHERE:
                return x
            return evolve(x, then=self._side(owner, x.then), orelse=self._side(owner, x.orelse))

        return rebuild(node, leave)

    def _side(self, owner: str, e: t.Expr) -> t.Expr:
        if e.span is NOWHERE or isinstance(e, t.Cond | t.Probed | t.Undefined) or not e.span.text:
            return e
        return t.Probed(e.type, e, self.number("case", owner, e.span), span=e.span)


def insert(program: t.Program) -> None:
    """Put probes into the program: into verbs, reactions, requirements, defines, scores and the ranking."""
    probes = Probes()
    for action in program.actions.values():
        action.header = tuple(_header(probes, action, h) for h in action.header)
        action.effect = _whole(probes, action, action.effect)
        _reactions(probes, action)
    for procedure in (*program.procedures.values(), program.setup, program.play):
        procedure.body = _whole(probes, procedure, procedure.body)
        _reactions(probes, procedure)
    for function in program.functions.values():
        if function.body is not None:
            function.body = probes.expression(function.name, function.body)
    program.components[:] = [evolve(c, value=probes.expression(c.name, c.value)) for c in program.components]
    if program.winner is not None:
        program.winner = probes.expression("winner", program.winner)
    for domain in program.domains.values():
        _rows(probes, domain)
    program.probes = tuple(probes.points)
    program.named = tuple(_named(program))


def _rows(probes: Probes, domain: Domain) -> None:
    """A point for each row of a table; what is seen of it is found out from states and moves."""
    for label, row in zip(domain.labels, domain.rows if domain.kind == "table" else (), strict=False):
        probes.number("row", domain.name, row.span, label)


def _named(program: t.Program) -> Iterator[tuple[str, str, str, str]]:
    """Which row names which in one of its cells: table and row, twice. What an option chooses is named by ("", "")."""
    for domain in program.domains.values():
        for column in domain.attributes.values() if domain.kind == "table" else ():
            if isinstance(column, t.Table) and isinstance(column.type, MemberType):
                of = column.type.domain
                for code in domain.codes if of.kind == "table" and of is not domain else ():
                    value = column.data[code - domain.low]
                    if value in of.codes:
                        yield domain.name, domain.label(code), of.name, of.label(value)
    for kind, value in program.options.values():
        if isinstance(kind, MemberType) and kind.domain.kind == "table" and value in kind.domain.codes:
            yield "", "", kind.domain.name, kind.domain.label(value)


def _whole(probes: Probes, verb: t.Verb, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    begun = t.Probe(probes.number("verb", verb.name, verb.span, verb.name), span=verb.span)
    return (begun, *probes.body(verb.name, body))


def _header(probes: Probes, action: t.Action, h: Any) -> Any:
    match h:
        case t.Requirement(implied=False):
            probes.number("require", action.name, h.span, h.name)
            return evolve(h, test=probes.expression(action.name, h.test))
        case t.HeaderLet():
            return evolve(h, value=probes.expression(action.name, h.value))
    return h


def _reactions(probes: Probes, verb: t.Verb) -> None:
    for reaction in (*verb.after, *verb.instead):
        reaction.body = probes.body(f"{reaction.when} {verb.name}", reaction.body)
