"""Statements: what they need must be there, what they write must fit, or the rule fails (semantics 4.4, 7.2)."""

from __future__ import annotations

from typing import Any

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import bounds
from hoyle.compiler.codegen.upkeep import Upkeep
from hoyle.compiler.codegen.values import AND, COMPARE, SUM, Test, Val, conjunction, literal, negation
from hoyle.compiler.layout import Place, element_of
from hoyle.compiler.types import (
    BoolType,
    IntType,
    MemberType,
    SetType,
    Type,
    is_optional,
    none_code,
    required,
)
from hoyle.dsl.span import Span

_ROUNDS = 10_000


class Statements(Upkeep):
    """A function that may write. Loops keep a stack: how `stop` leaves all loops of one sentence."""

    def __init__(self, gen: Any, name: str) -> None:
        super().__init__(gen, name)
        self._stops: list[str | None] = []

    # -------------------------------------------------------------------------------------------- failing

    def failure(self, message: str, span: Span, *values: str) -> str:
        said = f", ({', '.join(values)},)" if values else ", ()"
        file = self.gen.file_of(span)
        line = span.line if file else 0
        return f"raise {self.gen.use('RuleError')}({message!r}, {line}{said}, {file!r})"

    def fail_if(self, test: Test, message: str, span: Span, *values: str) -> None:
        if test.text == "False":
            return
        if test.text == "True":
            self.line(self.failure(message, span, *values))
            return
        with self.block(f"if {test.text}:"):
            self.line(self.failure(message, span, *values))

    def where(self, span: Span, name: str) -> str:
        """What a support function needs to say what failed: line, file, name."""
        file = self.gen.file_of(span)
        return literal((span.line if file else 0, file, name))

    def need(self, e: t.Expr) -> Val:
        """The value, which must be there."""
        return self.surely(self.val(e), e.span)

    def surely(self, v: Val, span: Span) -> Val:
        if not v.guards:
            return v
        test = conjunction([Test(g, AND) for g in v.guards])
        said = repr(span.text) if span.source.text else "''"
        if v.raw is not None and len(v.guards) == 1:
            self.line(f"{v.text} = {v.raw}")
            self.fail_if(Test(f"{v.text} is None", COMPARE), "undefined", span, said)
        else:
            self.fail_if(Test("True") if test.text == "False" else negation(test), "undefined", span, said)
        return v.sure()

    def need_test(self, e: t.Expr) -> Test:
        """A condition of a statement: undefined is a rule error."""
        test = self.true(e)
        if test.total:
            return test
        v = self.need(e)
        return Test(v.text, v.prec)

    # -------------------------------------------------------------------------------------------- dispatch

    def stmts(self, body: tuple[t.Stmt, ...]) -> None:
        for s in body:
            with self.out.at(s.span):
                self.stmt(s)

    def stmt(self, s: t.Stmt) -> None:
        emit = getattr(self, f"stmt_{type(s).__name__}", None)
        if emit is None:
            raise NotImplementedError(f"{type(s).__name__} ({s.span})")
        emit(s)

    # -------------------------------------------------------------------------------------------- variables, fields

    def assign(self, var: t.Var, v: Val) -> None:
        """The variable gets a value that is known to be there."""
        place = self.gen.layout.variables.get(var)
        if place is not None:
            self.line(f"s[{place.base}] = {self.packed(v, var.type)}")
            return
        if var in self.env and self.env[var].text.isidentifier() and self.env[var].text in self._used:
            name = self.env[var].text
        else:
            name = self.fresh(var.name)
        self.line(f"{name} = {v.text}")
        self.env[var] = Val(name)

    def packed(self, v: Val, type: Type) -> str:
        codec = self.gen.codec(type)
        if codec:
            return f"{codec}.pack({v.text})"
        if isinstance(type, BoolType):
            return str(int(v.const)) if v.const is not None else f"int({v.text})"
        return v.text

    def stmt_SetLocal(self, s: t.SetLocal) -> None:  # noqa: N802
        v = self.need(s.value)
        to = s.check or s.var.type
        if s.check is not None or not _fits(s.value.type, to):
            v = self.checked(v, s.value.type, to, s.var.name, s.span)
        self.assign(s.var, v)

    def checked(self, v: Val, of: Type, to: Type, name: str, span: Span) -> Val:
        """The value, which must lie in the type."""
        if not isinstance(to, IntType | MemberType) or _fits(of, to):
            return v
        if v.const is not None and _holds(to, v.const):
            return v
        v = self.kept(v)
        self.fail_if(negation(_in_type(v, to)), "out_of_range", span, repr(name), v.text)
        return v

    def kept(self, v: Val) -> Val:
        """The value in a variable of its own."""
        if v.simple and "[" not in v.text:
            return v
        name = self.temp()
        self.line(f"{name} = {v.text}")
        return Val(name)

    def place(self, place: Place, indices: tuple[t.Expr, ...], owned: bool, span: Span) -> str:
        """The address of something that is written, evaluated now."""
        at = self.surely(self.address(place, indices, owned), span)
        return at.text if at.const is not None or at.simple else self.kept(at).text

    def field_place(self, f: t.Field, indices: tuple[t.Expr, ...], span: Span) -> str:
        return self.place(self.gen.layout.fields[f], indices, f.owner is self.gen.program.players, span)

    def stmt_Store(self, s: t.Store) -> None:  # noqa: N802
        f = s.field
        if f.kind != "scalar":
            self._store_collection(s)
        elif not s.op:
            v = self.checked(self.need(s.value), s.value.type, f.type, f.name, s.span)
            owned = f.owner is self.gen.program.players
            at = self.surely(self.address(self.gen.layout.fields[f], s.indices, owned), s.span).text
            self.put(s, at, self.packed(v, f.type))
        else:
            self._add(s)
            self.kept_after_change(s)
        self.changed(f)

    def _store_collection(self, s: t.Store) -> None:
        value = s.value
        if s.op:
            load = t.Load(s.field.type, s.field, s.indices, span=s.span)
            value = t.Op(s.field.type, "join" if s.op == "+" else "minus", (load, value), span=s.span)
        v = self.need(value)
        v = self._all_inside(v, element_of(value.type), element_of(s.field.type), s)
        at = self.field_place(s.field, s.indices, s.span)
        self.line(f"s[{at}] = {self.gen.codec(s.field.type)}.pack({v.text})")

    def _all_inside(self, v: Val, of: Type, to: Type, s: t.Store) -> Val:
        """The collection, each of whose members must lie in the field's type."""
        if v.const is not None and not v.const or _fits(of, to) or not isinstance(to, IntType | MemberType):
            return v
        v = self.kept(v)
        test = _in_type(Val("x"), to).text
        self.fail_if(
            Test(f"not all([{test} for x in {v.text}])", COMPARE),
            "out_of_range",
            s.span,
            repr(s.field.name),
            f"{self.gen.use('in_order')}({v.text})",
        )
        return v

    def _add(self, s: t.Store) -> None:
        f, type = s.field, s.field.type
        amount = self.need(s.value)
        at = self.field_place(f, s.indices, s.span)
        if is_optional(type):
            self.fail_if(Test(f"s[{at}] == {none_code(type)}", COMPARE), "undefined", s.span, repr(f.name))
        low, high = _sum_bounds(type, s.value.type, s.op)
        least, most = bounds(required(type))
        below, above = low is None or low < least, high is None or high > most  # type: ignore[operator]
        # A change by a known amount can only leave the range on one side.
        if isinstance(s.value.type, IntType) and s.value.type.low is not None and s.value.type.low >= 0:
            below, above = below and s.op == "-", above and s.op == "+"
        if not below and not above:
            self.line(f"s[{at}] {s.op}= {amount.text}")
            return
        name = self.temp()
        self.line(f"{name} = s[{at}] {s.op} {amount.at(SUM + 1)}")
        bad = f"{name} < {least}" if not above else f"{name} > {most}" if not below else ""
        self.fail_if(
            Test(bad or f"not {least} <= {name} <= {most}", COMPARE), "out_of_range", s.span, repr(f.name), name
        )
        self.line(f"s[{at}] = {name}")

    def changed(self, f: t.Field) -> None:
        """What is derived from the field has to be made anew."""
        for domain, number in self.gen.layout.boards.items():
            if f.owner is domain.shape["thing"] and f.name in ("at", "turns"):
                self.line(f"s[{self.gen.facts['derived'] + number}] = None")

    def stmt_MoveCount(self, s: t.MoveCount) -> None:  # noqa: N802
        a = self.field_place(s.source.field, s.source.indices, s.span)
        b = self.field_place(s.target.field, s.target.indices, s.span)
        low = bounds(s.source.field.type)[0] or 0
        high = bounds(s.target.field.type)[1]
        room = f"{high} - s[{b}]"
        if s.form == "all":
            n = self.kept(Val(f"s[{a}] - {low}" if low else f"s[{a}]"))
            self.fail_if(Test(f"{n.text} > {room}", COMPARE), "no_room", s.span, repr(s.target.field.name))
        else:
            assert s.amount is not None
            n = self.kept(self.need(s.amount))
            if bounds(s.amount.type)[0] is None or bounds(s.amount.type)[0] < 0:  # type: ignore[operator]
                self.fail_if(Test(f"{n.text} < 0", COMPARE), "negative_amount", s.span, n.text)
            if s.form == "up to":
                n = self.kept(Val(f"min({n.text}, s[{a}]{f' - {low}' if low else ''}, {room})"))
            else:
                lacks = f"s[{a}] - {low} < {n.text}" if low else f"s[{a}] < {n.text}"
                self.fail_if(Test(lacks, COMPARE), "lacks", s.span, repr(s.source.field.name))
                self.fail_if(Test(f"{n.text} > {room}", COMPARE), "no_room", s.span, repr(s.target.field.name))
        self.line(f"s[{a}] -= {n.text}")
        self.line(f"s[{b}] += {n.text}")
        self.changed(s.source.field)
        self.changed(s.target.field)

    def stmt_Award(self, s: t.Award) -> None:  # noqa: N802
        prizes, ranking = self.kept(self.need(s.prizes)), self.kept(self.need(s.ranking))
        prize, thing = self.fresh("prize"), self.fresh("thing")
        of = s.ranking.type.of  # type: ignore[attr-defined]
        with self.block(f"for {prize}, {thing} in zip({prizes.text}, {ranking.text}):"):
            if isinstance(of, SetType):
                one = self.fresh("each")
                self.line(f"for {one} in sorted({thing}):")
                self.out.depth += 1
                thing, of = one, of.of
            var = t.Var("thing", of, "binder")
            points = t.Var("prize", IntType(), "binder")
            self.gen.present.add(var)
            self.env[var], self.env[points] = Val(thing), Val(prize)
            indices = (t.Local(of, var), *s.indices)
            self._add(t.Store(s.field, indices, t.Local(IntType(), points, span=s.span), "+", span=s.span))
            if isinstance(s.ranking.type.of, SetType):  # type: ignore[attr-defined]
                self.out.depth -= 1

    # -------------------------------------------------------------------------------------------- control

    def stmt_If(self, s: t.If) -> None:  # noqa: N802
        depth = self.out.depth
        for n, (test, body) in enumerate(s.branches):
            if n:
                self.line("else:")
                self.out.depth += 1
            made = self.need_test(test)
            with self.block(f"if {made.text}:"):
                self.branch(body)
        if s.orelse:
            with self.block("else:"):
                self.branch(s.orelse)
        self.out.depth = depth

    def branch(self, body: tuple[t.Stmt, ...]) -> None:
        """Statements of which something later may or may not have been done."""
        count = len(self.out.lines)
        self.stmts(body)
        if len(self.out.lines) == count:
            self.line("pass")

    def stmt_For(self, s: t.For) -> None:  # noqa: N802
        flag = None
        if len(s.binds) > 1 and _stops(s.body):
            flag = self.fresh("stopped")
            self.line(f"{flag} = False")
        self._stops.append(flag)
        self._for(s, s.binds, flag)
        self._stops.pop()

    def _for(self, s: t.For, binds: tuple[t.Bind, ...], flag: str | None) -> None:
        bind, *rest = binds
        source = self.surely(self.iterate(bind.domain, copies=True), bind.domain.span)
        name = self.declare(bind.var)
        self._mark_present(bind)
        with self.block(f"for {name} in {source.text}:"):
            if rest:
                self._for(s, tuple(rest), flag)
                if flag:
                    with self.block(f"if {flag}:"):
                        self.line("break")
                return
            if s.where is not None:
                test = self.true(s.where)
                if test.text != "True":
                    with self.block(f"if {test.text}:"):
                        self.branch(s.body)
                    return
            self.branch(s.body)

    def _mark_present(self, bind: t.Bind) -> None:
        if isinstance(bind.domain, t.Const) and set(bind.domain.value) <= set(self.gen.program.seats):
            self.gen.present.add(bind.var)

    def stmt_Repeat(self, s: t.Repeat) -> None:  # noqa: N802
        self._stops.append(None)
        if s.form == "times":
            assert s.value is not None
            n = self.need(s.value)
            low = bounds(s.value.type)[0]
            if low is None or low < 0:
                n = self.kept(n)
                self.fail_if(Test(f"{n.text} < 0", COMPARE), "negative_times", s.span, n.text)
            with self.block(f"for _ in range({n.text}):"):
                self.branch(s.body)
        else:
            rounds = self.fresh("rounds")
            self.line(f"{rounds} = 0")
            with self.block("while True:"):
                if s.value is not None:
                    test = self.need_test(s.value)
                    with self.block(f"if {(negation(test) if s.form == 'while' else test).text}:"):
                        self.line("break")
                self.line(f"{rounds} += 1")
                self.fail_if(Test(f"{rounds} > {_ROUNDS}", COMPARE), "rounds", s.span)
                self.stmts(s.body)
        self._stops.pop()

    def stmt_Stop(self, s: t.Stop) -> None:  # noqa: N802
        if self._stops[-1]:
            self.line(f"{self._stops[-1]} = True")
        self.line("break")

    def stmt_Next(self, s: t.Next) -> None:  # noqa: N802
        self.line("continue")

    def stmt_Return(self, s: t.Return) -> None:  # noqa: N802
        self.line("return")

    def stmt_Fail(self, s: ir.Fail) -> None:  # noqa: N802
        self.line(self.failure(s.message, s.span))

    def stmt_Forget(self, s: ir.Forget) -> None:  # noqa: N802
        for var in s.vars:
            place = self.gen.layout.variables.get(var)
            if place is not None and place.zone is None:
                self.line(f"s[{place.base}] = 0")

    def stmt_Run(self, s: ir.Run) -> None:  # noqa: N802
        values = [self.need(a) for a in s.args]
        values = [self._argument(v, a, p) for v, a, p in zip(values, s.args, s.part.params, strict=True)]
        name = self.gen.facts["parts"][s.part]
        self.line(f"{name}({', '.join(['s', *(v.text for v in values)])})")

    def _argument(self, v: Val, arg: t.Expr, param: t.Var) -> Val:
        return self.checked(v, arg.type, param.type, param.name, arg.span)

    # -------------------------------------------------------------------------------------------- debug builds

    def stmt_Probe(self, s: t.Probe) -> None:  # noqa: N802
        self.line(f"hit({s.number})")

    def stmt_Watch(self, s: ir.Watch) -> None:  # noqa: N802
        self.line(f"s.watch({s.verb.name!r})")

    def stmt_Check(self, s: ir.Check) -> None:  # noqa: N802
        args = [self.need(a).text for a in s.args]
        for promise in s.verb.promises:
            name = self.gen.facts["promises"][promise, s.verb]
            number = self.gen.facts["promise_numbers"][promise]
            self.line(f"s.keep({number}, {name}, {s.verb.name!r}{''.join(f', {a}' for a in args)})")
        self.line(f"s.unwatch({s.verb.name!r})")


def _stops(body: tuple[t.Stmt, ...]) -> bool:
    """Does a `stop` in the body leave the sentence it is the body of?"""
    for s in body:
        match s:
            case t.Stop():
                return True
            case t.If(branches=branches, orelse=orelse):
                if any(_stops(b) for _, b in branches) or _stops(orelse):
                    return True
    return False


def _fits(of: Type, to: Type) -> bool:
    """Does every value of one scalar type lie in the other?"""
    match of, to:
        case MemberType(a, optional), MemberType(b) if a is b:
            return is_optional(to) or not optional
        case ((IntType() | MemberType()), (IntType() | MemberType())):
            low, high = bounds(of)
            least, most = bounds(to)
            if isinstance(to, MemberType) and to.domain.size != to.domain.span_size:
                return False
            if is_optional(of) and not is_optional(to):
                return False
            if is_optional(of) and none_code(of) != none_code(to):
                return False
            under = least is None or (low is not None and low >= least)
            return under and (most is None or (high is not None and high <= most))
    return True


def _holds(to: Type, value: int) -> bool:
    if isinstance(to, MemberType):
        return value in to.domain.codes or (to.optional and value == to.none)
    low, high = bounds(required(to))
    inside = (low is None or low <= value) and (high is None or value <= high)
    return inside or (is_optional(to) and value == none_code(to))


def _in_type(v: Val, to: Type) -> Test:
    if isinstance(to, MemberType) and to.domain.size != to.domain.span_size:
        codes = (*((to.none,) if to.optional else ()), *to.domain.codes)
        return Test(f"{v.text} in {literal(codes)}", COMPARE)
    if isinstance(to, IntType) and to.optional and to.low is not None and to.none < to.low - 1:
        return Test(f"({to.low} <= {v.text} <= {to.high} or {v.text} == {to.none})")
    low, high = bounds(to)
    if low is None:
        return Test(f"{v.text} <= {high}", COMPARE) if high is not None else Test("True")
    return Test(f"{low} <= {v.text} <= {high}" if high is not None else f"{v.text} >= {low}", COMPARE)


def _sum_bounds(field: Type, value: Type, op: str) -> tuple[int | None, int | None]:
    low, high = bounds(required(field))
    least, most = bounds(value)
    if op == "-":
        least, most = (None if most is None else -most), (None if least is None else -least)
    return (
        None if low is None or least is None else low + least,
        None if high is None or most is None else high + most,
    )
