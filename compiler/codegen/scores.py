"""Scores, where they come from, and the final standing (semantics 17)."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.nest_steps import Loop, Step, conditions
from hoyle.compiler.codegen.type_codes import type_info
from hoyle.compiler.codegen.values import AND, PRODUCT, TERNARY, Test, Val, conjunction, literal
from hoyle.compiler.definedness import Definedness
from hoyle.compiler.types import MemberType, SetType
from hoyle.compiler.writer import Writer


@define(eq=False)
class Scores:
    gen: Shared
    partial: list[t.Component] = field(factory=list)

    def reserve(self) -> None:
        names = {c.name: self.gen.unique(f"score_{c.name}") for c in self.gen.program.components}
        self.gen.facts["scores"] = names
        # Components that may be undefined: their functions answer None then, which in an expression is no error.
        sure = Definedness(self.gen.program).sure
        self.partial = [c for c in self.gen.program.components if not sure(c.value)]
        self.gen.facts["total"] = self.gen.unique("total_if_defined") if self.partial else "total"

    def write(self) -> None:
        for component in self.gen.program.components:
            self._component(component)
            self._provenance(component)
        self._total()
        self._standing()

    def _component(self, c: t.Component) -> None:
        fn = self.gen.new_function(self.gen, self.gen.facts["scores"][c.name])
        fn.param(c.you)
        with fn.out.at(c.span):
            if c.seats != frozenset(self.gen.program.seats):
                with fn.block(f"if {fn.env[c.you].text} not in {literal(tuple(sorted(c.seats)))}:"):
                    fn.line("return None")
            v = fn.val(c.value)
            if v.guards and c in self.partial:
                test = conjunction([Test(guard, AND) for guard in v.guards])
                fn.line(f"return {v.at(TERNARY + 1)} if {test.text} else None")
            else:
                fn.line(f"return {fn.surely(v, c.value.span).text}")
        fn.finish(c.span, " ".join(f"§{x}" for x in c.cites))

    def _total(self) -> None:
        fn = self.gen.new_function(self.gen, self.gen.facts["total"])
        fn.params.append("seat")
        if self.partial:
            self._total_if_defined(fn)
            fn.finish()
            return
        everybody = frozenset(self.gen.program.seats)
        terms = []
        for c in self.gen.program.components:
            call = f"{self.gen.facts['scores'][c.name]}(s, seat)"
            terms.append(call if c.seats == everybody else f"({call} or 0)")
        fn.line(f"return {' + '.join(terms) or '0'}")
        fn.finish()

    def _total_if_defined(self, fn: Any) -> None:
        names = self.gen.facts["scores"]
        fn.line("found = 0")
        for c in self.gen.program.components:
            with fn.block(f"if seat in {literal(tuple(sorted(c.seats)))}:"):
                fn.line(f"points = {names[c.name]}(s, seat)")
                if c in self.partial:
                    with fn.block("if points is None:"):
                        fn.line("return None")
                fn.line("found += points")
        fn.line("return found")

    # -------------------------------------------------------------------------------------------- provenance

    def _provenance(self, c: t.Component) -> None:
        fn = self.gen.new_function(self.gen, self.gen.unique(f"parts_{c.name}"))
        self.gen.facts.setdefault("provenance", {})[c.name] = fn.name
        fn.param(c.you)
        with fn.out.at(c.span):
            fn.line("out = []")
            self._parts(fn, c.value, 1)
            fn.line("return out")
        fn.finish(c.span, "what it is made of")

    def _parts(self, fn: Any, e: t.Expr, factor: int) -> None:
        match e:
            case t.Const(value=0):
                return
            case t.Op(op="+", args=(a, b)):
                self._parts(fn, a, factor)
                self._parts(fn, b, factor)
            case t.Op(op="-", args=(a, b)):
                self._parts(fn, a, factor)
                self._parts(fn, b, -factor)
            case t.Op(op="neg", args=(a,)):
                self._parts(fn, a, -factor)
            case t.Op(op="*", args=(t.Const(value=int() as n), a)) | t.Op(op="*", args=(a, t.Const(value=int() as n))):
                self._parts(fn, a, factor * n)
            case t.Cond(test=test, then=then, orelse=orelse):
                with fn.block(f"if {fn.true(test).text}:"):
                    self._apart(fn, then, factor)
                with fn.block("else:"):
                    self._apart(fn, orelse, factor)
            case t.Call(function=function, args=args) if function.body is not None:
                self._through(fn, function, args, factor)
            # A set holds what comes twice only once: it cannot be told which of the tuples paid.
            case t.Lib(name="sum" | "count" as name, args=(t.Comprehension() as of,)) if fn.counts_tuples(of):
                self._walked(fn, name, of, factor)
            case _:
                self._leaf(fn, e, factor)

    def _apart(self, fn: Any, e: t.Expr, factor: int) -> None:
        count, before = len(fn.out.lines), dict(fn.env)
        self._parts(fn, e, factor)
        fn.env = before
        if len(fn.out.lines) == count:
            fn.line("pass")

    def _through(self, fn: Any, function: t.Function, args: tuple[t.Expr, ...], factor: int) -> None:
        values = [fn.surely(v, a.span) for v, a in zip(fn.arguments(function.params, args), args, strict=True)]
        assert function.body is not None
        with fn.bound(dict(zip(function.params, (v if v.simple else fn.kept(v) for v in values), strict=True))):
            self._parts(fn, function.body, factor)

    def _walked(self, fn: Any, name: str, of: t.Comprehension, factor: int) -> None:
        steps: list[Step] = [Loop(b.var, b.domain, True) for b in of.binds]
        steps += conditions(of.where)

        def body() -> None:
            things = ", ".join(
                f"({fn.env[b.var].text}, {type_info(self.gen, b.var.type)})" for b in of.binds if b.var in fn.env
            )
            source = repr(of.span.text)
            if name == "count":
                fn.line(f"out.append(({source}, ({things},), {factor}))")
                return
            v = fn.val(of.element)
            test = conjunction([*(Test(g, AND) for g in v.guards)])
            points = fn.temp()
            if test.text != "True":
                fn.line(f"if {test.text}:")
                fn.out.depth += 1
            fn.line(f"{points} = {_times(v.sure(), factor)}")
            with fn.block(f"if {points}:"):
                fn.line(f"out.append(({source}, ({things},), {points}))")

        fn.nest(steps, body)

    def _leaf(self, fn: Any, e: t.Expr, factor: int) -> None:
        v = fn.need(e)
        points = fn.temp()
        fn.line(f"{points} = {_times(v, factor)}")
        with fn.block(f"if {points}:"):
            fn.line(f"out.append(({e.span.text!r}, (), {points}))")

    # -------------------------------------------------------------------------------------------- standing

    def _standing(self) -> None:
        program = self.gen.program
        fn = self.gen.new_function(self.gen, "standing")
        if program.winner is None:
            fn.line("return []")
        else:
            with fn.out.at(program.winner.span):
                v = fn.need(program.winner)
                of: Any = program.winner.type.of  # type: ignore[attr-defined]
                sets = isinstance(of, SetType)
                thing = of.of if isinstance(of, SetType) else of
                if isinstance(thing, MemberType) and thing.domain is not program.players:
                    teams = {c: program.teams[thing.domain.label(c)] for c in thing.domain.codes}
                    named = self.gen.constant(teams, "teams").text
                    inner = f"frozenset().union(*[{named}[x] for x in place])" if sets else f"{named}[place]"
                    fn.line(f"return [{inner} for place in {v.text}]")
                else:
                    fn.line(f"return [frozenset({'place' if sets else '(place,)'}) for place in {v.text}]")
        fn.finish(program.winner.span if program.winner else fn.out.span)

    def contract(self) -> Writer:
        w = Writer()
        names = self.gen.facts["scores"]
        listed = ", ".join(names[c.name] for c in self.gen.program.components)
        parts = self.gen.facts.get("provenance", {})
        made = ", ".join(parts[c.name] for c in self.gen.program.components)
        comma = "," if len(names) == 1 else ""
        w.line(f"SCORES = ({listed}{comma})")
        w.line(f"PARTS = ({made}{comma})")
        w.line()
        w.line()
        for line in (
            *self._score_contract(),
            "",
            "",
            "def provenance(s, component, seat):",
            "    return PARTS[component](s, seat)",
            "",
            "",
            "def winners(s):",
            "    if s[2]:",
            "        return frozenset([p for p in SEATS if s[2] - 1 >> p & 1])",
            "    places = standing(s)",
            "    return places[0] if places else frozenset()",
        ):
            w.line(line)
        return w

    def _score_contract(self) -> list[str]:
        """Who asks for a score from outside needs one: undefined is a rule error there."""
        if not self.partial:
            return ["def score(s, component, seat):", "    return SCORES[component](s, seat)"]
        rows = []
        for number, c in enumerate(self.gen.program.components):
            if c in self.partial:
                said = repr(c.value.span.text) if c.value.span.source.text else "''"
                place = (c.span.line, said, self.gen.file_of(c.span), tuple(sorted(c.seats)))
                rows.append(f"{number}: ({place[0]}, {said}, {place[2]!r}, {literal(place[3])})")
        return [
            f"PARTIAL = {{{', '.join(rows)}}}",
            "",
            "",
            "def score(s, component, seat):",
            "    points = SCORES[component](s, seat)",
            "    if points is None and component in PARTIAL:",
            "        line, source, file, seats = PARTIAL[component]",
            "        if seat in seats:",
            f"            raise {self.gen.use('RuleError')}('undefined', line, (source,), file)",
            "    return points",
            "",
            "",
            "def total(s, seat):",
            "    return sum(score(s, component, seat) or 0 for component in range(len(SCORES)))",
        ]


def _times(v: Val, factor: int) -> str:
    if factor == 1:
        return v.text
    return f"-{v.at(PRODUCT + 1)}" if factor == -1 else f"{v.at(PRODUCT)} * {factor}"
