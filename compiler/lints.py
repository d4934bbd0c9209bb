"""What is allowed but looks wrong, found on the typed program: values read before and after a change (semantics 6.1),
`not` of something that may be undefined (24.8). Locals that hide others are found where they are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from hoyle.compiler import typed as t
from hoyle.compiler.explained import parts, walk
from hoyle.compiler.facts import Facts, from_false, from_true, missing
from hoyle.compiler.implied import Effects, nested, read_names
from hoyle.dsl.diagnostics import Diagnostics, Label
from hoyle.dsl.span import Span


def lint(program: t.Program, diagnostics: Diagnostics) -> None:
    """Report the lints of a program without errors."""
    effects = Effects(program.fields)
    reads = _Reads()
    for body in _bodies(program):
        _read_twice(body, effects, reads, diagnostics)
    for test, facts in _conditions(program):
        _Negations(diagnostics).visit(test, facts)


def _bodies(program: t.Program) -> Iterator[tuple[t.Stmt, ...]]:
    """Every block of the program."""
    for verb in verbs(program):
        for body in (own_body(verb), *(r.body for r in (*verb.instead, *verb.after))):
            yield from _blocks(body)


def verbs(program: t.Program) -> Iterator[t.Verb]:
    yield from (*program.actions.values(), *program.procedures.values(), program.setup, program.play)


def own_body(verb: t.Verb) -> tuple[t.Stmt, ...]:
    return verb.effect if isinstance(verb, t.Action) else verb.body if isinstance(verb, t.Procedure) else ()


def _blocks(body: tuple[t.Stmt, ...]) -> Iterator[tuple[t.Stmt, ...]]:
    yield body
    for stmt in body:
        match stmt:
            case t.If(branches=branches, orelse=orelse):
                for _, inner in branches:
                    yield from _blocks(inner)
                yield from _blocks(orelse)
            case t.For(body=inner) | t.Repeat(body=inner) | t.Turns(body=inner) | t.Simultaneously(body=inner):
                yield from _blocks(inner)
            case t.Choose(body=inner, otherwise=otherwise):
                yield from _blocks(inner)
                yield from _blocks(otherwise or ())
            case t.Must(otherwise=otherwise):
                yield from _blocks(otherwise or ())


# ------------------------------------------------------------------------------------------------ read twice


@define
class _Reads:
    """The names of the fields that a define reads, others followed."""

    known: dict[t.Function, frozenset[str]] = field(factory=dict)

    def of(self, function: t.Function) -> frozenset[str]:
        if function not in self.known:
            self.known[function] = frozenset()
            found: set[str] = set()
            for e in walk(function.body) if function.body is not None else ():
                found |= read_names(e)
                if isinstance(e, t.Call):
                    found |= self.of(e.function)
            self.known[function] = frozenset(found)
        return self.known[function]


def _read_twice(body: tuple[t.Stmt, ...], effects: Effects, reads: _Reads, diagnostics: Diagnostics) -> None:
    """A define read, then a write of something it reads, then the define again: the second value is another one."""
    first: dict[t.Call, Span] = {}
    changed: dict[t.Call, Span] = {}  # a define that was read, and where something it reads was written
    for stmt in body:
        for call in _calls(stmt):
            if call in changed:
                if call in first:
                    _report_change(call, first[call], changed[call], diagnostics)
                del changed[call]
                first.pop(call, None)
            first.setdefault(call, call.span)
        _, written = effects.of(stmt)
        for call in first:
            if call not in changed and reads.of(call.function) & written:
                changed[call] = stmt.span
        if isinstance(stmt, t.Roll | t.Repeat):
            # What ends a roll or a loop is read when it is over: it speaks of what was changed.
            for call in _calls(stmt):
                changed.pop(call, None)
                first.pop(call, None)


def _report_change(call: t.Call, first: Span, changed: Span, diagnostics: Diagnostics) -> None:
    name = call.function.name
    labels = [Label(first, "it is read here"), Label(changed, "this changes what it reads")]
    why = f"`{name}` is computed anew each time: here it may be another value than before"
    hint = f"take it once, if one value is meant: `let x = {' '.join(call.span.text.split())}`"
    diagnostics.report("L1002", call.span, labels=labels, why=why, hint=hint)


def _calls(stmt: t.Stmt) -> Iterator[t.Call]:
    """Defines that a statement itself reads; what stands in its blocks is read at another time."""
    for e in own_expressions(stmt):
        yield from (part for part in walk(e) if isinstance(part, t.Call))


def own_expressions(stmt: t.Stmt) -> Iterator[t.Expr]:
    """The expressions of a statement, but those of statements within it."""
    inner = {id(s) for s in nested(stmt)}
    for part in parts(stmt):
        if id(part) not in inner:
            yield part


# ------------------------------------------------------------------------------------------------ not of undefined


def _conditions(program: t.Program) -> Iterator[tuple[t.Expr, Facts]]:
    """All conditions with what is known where they are asked."""
    nothing = Facts(program)
    for function in program.functions.values():
        if function.body is not None:
            yield function.body, nothing
    for action in program.actions.values():
        written = [r.test for r in action.requirements if not r.implied]
        for test in written:
            yield test, nothing.adding(e for other in written if other is not test for e in from_true(other))
    for verb in verbs(program):
        for reaction in (*verb.instead, *verb.after):
            if reaction.test is not None:
                yield reaction.test, nothing


@define
class _Negations:
    diagnostics: Diagnostics

    def visit(self, e: t.Expr, facts: Facts) -> None:
        match e:
            case t.Op(op="and", args=args):
                for a in args:
                    self.visit(a, facts.adding(x for other in args if other is not a for x in from_true(other)))
            case t.Op(op="or", args=args):
                for a in args:
                    self.visit(a, facts.adding(x for other in args if other is not a for x in from_false(other)))
            case t.Op(op="not", args=(inner,)):
                if not facts.sure(inner):
                    self._report(inner, e, facts)
                self.visit(inner, facts)
            case t.Cond(test=test, then=then, orelse=orelse):
                self.visit(test, facts)
                self.visit(then, facts.adding(from_true(test)))
                self.visit(orelse, facts.adding(from_false(test)))
            case t.Quantified(binds=binds, where=where, body=body):
                self._bound(binds, where, body, facts)
            case t.Comprehension(binds=binds, where=where, element=element):
                self._bound(binds, where, element, facts)
            case _:
                for part in parts(e):
                    self.visit(part, facts)

    def _bound(self, binds: Iterable[t.Bind], where: t.Expr | None, body: t.Expr, facts: Facts) -> None:
        for bind in binds:
            self.visit(bind.domain, facts)
        if where is not None:
            self.visit(where, facts)
            facts = facts.adding(from_true(where))
        self.visit(body, facts)

    def _report(self, inner: t.Expr, e: t.Expr, facts: Facts) -> None:
        part = missing(inner, facts)
        labels = [Label(part.span, "this may be none")] if part is not None and part.span.text else []
        why = "`not` of what has no value has no value either, so the condition is false with and without `not`"
        hint = f"say first that there is one: `{part.span.text} != none and …`" if labels and part is not None else None
        self.diagnostics.report(
            "L1003", e.span, "" if labels else "it may have no value", labels=labels, why=why, hint=hint
        )
