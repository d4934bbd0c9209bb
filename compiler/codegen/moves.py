"""Moves as integers, and the functions that list them: `base` of the deed + mixed radix over its arguments' places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from attrs import define, field, frozen

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.compact import mentions
from hoyle.compiler.codegen.nest_steps import Condition, Given, Loop, Step, conditions
from hoyle.compiler.codegen.nests import equal_to
from hoyle.compiler.codegen.values import AND, COMPARE, Test, Val, conjunction, holding
from hoyle.compiler.layout import code_of, element_of
from hoyle.compiler.lowering.generators import action_steps
from hoyle.compiler.rewrite import free
from hoyle.compiler.types import (
    BOOL,
    BagType,
    BoolType,
    IntType,
    ListType,
    MemberType,
    SetType,
    Type,
    codes_of,
    is_finite,
    is_scalar,
)

# Places of an argument without bounds; elements of a collection that is an argument.
_UNBOUNDED = 1 << 33
_ELEMENTS = 40
_ABOVE = COMPARE + 1
_KEPT = re.compile(r"\[(\w+) for \1 in (s\[[^]]+\] or select_\d+\([^()]*\))\]")


@frozen
class Radix:
    """How an argument is a digit of a move: its code less `low`, or packed by `codec`."""

    low: int
    size: int
    codec: str | None


@define(eq=False)
class DeedCode:
    """An action or a `choose`: number as in INFO.actions; its moves are base … base + size - 1."""

    number: int
    source: t.Action | t.Choose
    params: tuple[t.Var, ...]
    you: t.Var | None
    base: int
    radices: tuple[Radix, ...]
    strides: tuple[int, ...] = ()
    size: int = 1

    @property
    def name(self) -> str:
        return self.source.name if isinstance(self.source, t.Action) else self.source.label.replace(".", "_")


@define(eq=False)
class Deeds:
    """All deeds of a module."""

    gen: Shared
    codes: list[DeedCode] = field(factory=list)
    by_source: dict[Any, DeedCode] = field(factory=dict)
    listers: dict[Any, Any] = field(factory=dict)
    brief: dict[str, str] = field(factory=dict)  # lister -> the expression that it returns, if that is all it does

    def collect(self) -> None:
        module = self.gen.module
        for action in module.program.actions.values():
            self._add(action, tuple(p.var for p in action.params), action.you)
        for generator in module.generators:
            if isinstance(generator.source, t.Choose) and generator.source not in self.by_source:
                self._add(generator.source, generator.params, generator.you)
        # Small deeds first: a bag among the arguments makes the numbers of its deed, and of all after it, long.
        base = 0
        for code in sorted(self.codes, key=lambda c: c.size):
            code.base = base
            base += code.size

    def _add(self, source: t.Action | t.Choose, params: tuple[t.Var, ...], you: t.Var | None) -> None:
        radices = tuple(self._radix(p.type) for p in params)
        strides: list[int] = []
        size = 1
        for r in reversed(radices):
            strides.insert(0, size)
            size *= r.size
        code = DeedCode(len(self.codes), source, params, you, 0, radices, tuple(strides), size)
        self.codes.append(code)
        self.by_source[source] = code

    def _radix(self, type: Type) -> Radix:
        match type:
            case BoolType():
                return Radix(0, 2, None)
            case IntType(low, high, optional):
                if low is None or high is None:
                    return Radix(-_UNBOUNDED // 2, _UNBOUNDED, None)
                least = min(low, type.none) if optional else low
                return Radix(least, high - least + 1, None)
            case MemberType(domain, optional):
                low = type.none if optional else domain.low
                return Radix(low, (domain.codes[-1] if domain.codes else low) - low + 1, None)
        code = code_of(type)
        assert code is not None
        codec = self.gen.codec(type)
        if code.kind == "mask":
            of = element_of(type)
            assert is_finite(of)
            width = len(range(codes_of(of)[0], codes_of(of)[-1] + 1)) if codes_of(of) else 1
            return Radix(0, 1 << width, codec)
        return Radix(0, 1 << (code.bits * _ELEMENTS), codec)

    # -------------------------------------------------------------------------------------------- encoding

    def number(self, fn: Any, deed: DeedCode) -> str:
        """The move of the arguments that the deed's parameters stand for."""
        column = fn.numbers_column(deed.params, lambda args: self._number(deed, args))
        if column is not None:
            return str(column.text)
        fixed, terms = deed.base, []
        for var, radix, stride in zip(deed.params, deed.radices, deed.strides, strict=True):
            v: Val = fn.val(t.Local(var.type, var)).sure()
            if radix.codec is not None:
                text = f"{radix.codec}.pack({v.text})"
            elif v.const is not None:
                fixed += (int(v.const) - radix.low) * stride
                continue
            else:
                text, fixed = v.at(10), fixed - radix.low * stride
            terms.append(f"{text} * {stride}" if stride > 1 else text)
        if fixed or not terms:
            terms.insert(0, str(fixed))
        return " + ".join(terms)

    def _number(self, deed: DeedCode, args: Sequence[Any]) -> int:
        digits = zip(args, deed.radices, deed.strides, strict=True)
        return deed.base + sum((int(a) - r.low) * stride for a, r, stride in digits)

    def decode(self, fn: Any, deed: DeedCode, m: str, position: int) -> str:
        """The argument at a position of a move of this deed."""
        radix, stride = deed.radices[position], deed.strides[position]
        text = f"({m} - {deed.base})" if deed.base else m
        if stride > 1:
            text = f"{text} // {stride}"
        if position > 0:
            text = f"{text} % {radix.size}"
        if text.startswith("(") and text.endswith(")") and text.count("(") == 1:
            text = text[1:-1]
        kind = deed.params[position].type
        if radix.codec is not None:
            return f"{radix.codec}.unpack({text})"
        if isinstance(kind, BoolType):
            return f"{text} == 1" if position > 0 or stride > 1 else f"({text}) == 1"
        return f"{text} + {radix.low}" if radix.low > 0 else f"{text} - {-radix.low}" if radix.low else text

    # -------------------------------------------------------------------------------------------- generators

    def lister(self, generator: ir.Generator, form: str = "list") -> str:
        """The function that lists the moves of a generator ("list"), or says whether there is any ("any")."""
        key = (generator.number, id(generator), form)
        if key not in self.listers:
            self.gen.kept.append(generator)
            self.listers[key] = self._write(generator, form)
        return str(self.listers[key])

    def lister_of(self, action: t.Action, fixed: int, form: str = "list") -> str:
        """The function that lists the moves of an action whose first arguments are given."""
        key = ("generator", action, fixed)
        if key not in self.listers:
            you = action.you or t.Var("you", MemberType(self.gen.program.players), "you")
            params = tuple(p.var for p in action.params)
            self.listers[key] = next(
                (g for g in self.gen.module.generators if g.source is action and g.fixed == fixed), None
            ) or ir.Generator(-1 - fixed, action, you, params, fixed, action_steps(action, fixed))
        return self.lister(self.listers[key], form)

    def _write(self, generator: ir.Generator, form: str) -> str:
        deed = self.by_source[generator.source]
        prefix = "g" if form == "list" else "any"
        fn = self.gen.new_function(self.gen, self.gen.unique(f"{prefix}_{deed.name}"))
        fn.param(generator.you)
        for var in (*generator.params[: generator.fixed], *generator.free):
            fn.param(var)
        span = generator.source.span
        with fn.out.at(span):
            if form == "list":
                self._list(fn, generator, deed)
            else:
                self._any(fn, generator, deed)
        if len(fn.out.lines) == 1 and not fn.prologue and not any(mentions(fn.out.lines[0], p) for p in fn.params[1:]):
            self.brief[fn.name] = fn.out.lines[0].removeprefix("return ")
        note = "is there a move?" if form == "any" else ""
        fn.finish(span, " ".join([note, *(f"§{c}" for c in getattr(generator.source, "cites", ()))]).strip())
        return str(fn.name)

    def _list(self, fn: Any, generator: ir.Generator, deed: DeedCode) -> None:
        if self._from_pattern(fn, generator, "moves"):
            return
        steps = nest_steps(generator)
        driven = witnessed(steps)
        steps = driven or steps
        same = [s for s in generator.steps if isinstance(s, ir.SkipSame)]
        listed_twins = bool(same) and all(self._stays_listed(s, generator, deed) for s in same)
        fn.line("out = []")
        if listed_twins:
            fn.line("twins = []")

        def body() -> None:
            for step in same:
                if listed_twins:
                    self._note_twin(fn, step, deed)
                else:
                    self._skip(fn, step, deed, generator.fixed)
            fn.line(f"out.append({self.number(fn, deed)})")

        fn.nest(steps, body)
        result = fn.out.collected()
        if listed_twins:
            result = f"{self.gen.use('without_twins')}(out, twins) if twins else out"
        if driven is not None:
            result = f"sorted(set({result}))"
        elif any(isinstance(s, Loop) and isinstance(s.domain.type, ListType) for s in steps):
            result = f"list(dict.fromkeys({result}))"
        elif kept := _KEPT.fullmatch(result):
            result = kept[2]
        fn.line(f"return {result}")

    def _from_pattern(self, fn: Any, generator: ir.Generator, form: str) -> bool:
        """The moves, or whether there are any, by what lies on the lines of the board; False if it has no pattern."""
        pattern = self.gen.facts["patterns"].of(generator)
        if pattern is None:
            return False
        fn.line(f"return {pattern.name}.{form}(s, {fn.env[generator.you].text})")
        return True

    def _stays_listed(self, step: ir.SkipSame, generator: ir.Generator, deed: DeedCode) -> bool:
        """Is the other way to say the move among those that this generator lists, if it is legal at all?"""
        for n, (p, arg) in enumerate(zip(deed.params, step.args, strict=True)):
            mine = isinstance(arg, t.Local) and arg.var is p
            if n < generator.fixed and not mine:
                return False
            same_type = isinstance(arg.type, MemberType) and arg.type == p.type
            if not mine and not (same_type and is_scalar(p.type)):
                return False
        return not any(isinstance(s, ir.Each) and isinstance(s.domain.type, ListType) for s in generator.steps)

    def _any(self, fn: Any, generator: ir.Generator, deed: DeedCode) -> None:
        if self._from_pattern(fn, generator, "any"):
            return
        # Of two ways to say one move at least one is legal if any is: `same` need not be looked at.
        steps = nest_steps(generator)
        fn.nest(witnessed(steps) or steps, lambda: fn.line("return True"))
        fn.line("return False")

    def _note_twin(self, fn: Any, step: ir.SkipSame, deed: DeedCode) -> None:
        """Both ways to say a move are listed; the later is struck out in the end, if the earlier is there."""
        values = fn.arguments(deed.params, step.args)
        earlier = self._earlier(fn, deed, values)
        if earlier.text == "False":
            return
        held = fn.true(step.test) if step.test is not None else Test("True")
        guards = tuple(dict.fromkeys(g for v in values for g in v.guards))
        mine = self.number(fn, deed)
        with fn.bound(dict(zip(deed.params, (v.sure() for v in values), strict=True))):
            other = self.number(fn, deed)
        test = conjunction([earlier, held, *(Test(g, AND) for g in guards)])
        with fn.block(f"if {test.text}:"):
            fn.line(f"twins.append(({mine}, {other}))")

    def _skip(self, fn: Any, step: ir.SkipSame, deed: DeedCode, fixed: int) -> None:
        """Nothing is listed if the same move, said otherwise, comes first and is legal. fixed: so many arguments are
        given, and must be the same in both."""
        twin = self.twin(fn, deed, step.args, step.test, fixed)
        if twin is None:
            return
        fn.line(f"if {negated(twin)}:")
        fn.out.depth += 1

    def twin(self, fn: Any, deed: DeedCode, args: Sequence[t.Expr], test: t.Expr | None, fixed: int = 0) -> Test | None:
        """Is the tuple `args` the same move, earlier in order, and legal itself? Its first `fixed` are those given."""
        values = fn.arguments(deed.params, args)
        guards = tuple(dict.fromkeys(g for v in values for g in v.guards))
        earlier = self._earlier(fn, deed, values)
        if earlier.text == "False":
            return None
        you = fn.val(t.Local(deed.you.type, deed.you)).text if deed.you else "None"
        legal = Test(f"{self.legal(deed)}({', '.join([fn.state, you, *(v.text for v in values)])})")
        held = fn.true(test) if test is not None else Test("True")
        given = [fn.val(t.Local(p.type, p)) for p in deed.params[:fixed]]
        same = [
            Test(f"{v.at(_ABOVE)} == {g.at(_ABOVE)}", COMPARE)
            for v, g in zip(values[:fixed], given, strict=True)
            if v.text != g.text
        ]
        return conjunction([held, *(Test(g, AND) for g in guards), *same, earlier, legal])

    def _earlier(self, fn: Any, deed: DeedCode, values: Sequence[Val]) -> Test:
        mine = [fn.val(t.Local(p.type, p)) for p in deed.params]
        pairs = [(a.text, b.text) for a, b in zip(values, mine, strict=True)]
        while pairs and pairs[0][0] == pairs[0][1]:
            pairs.pop(0)
        if not pairs:
            return Test("False")
        if len(pairs) == 1 or pairs[0][0] == pairs[1][1] and pairs[0][1] == pairs[1][0]:
            return Test(f"{pairs[0][0]} < {pairs[0][1]}", 5)
        left, right = (", ".join(p[i] for p in pairs) for i in (0, 1))
        return Test(f"({left}) < ({right})", 5)

    def legal(self, deed: DeedCode) -> str:
        """The function that says whether a complete tuple is legal: in range, all requirements hold."""
        key = ("legal", deed.number)
        if key not in self.listers:
            self.listers[key] = self.gen.unique(f"legal_{deed.name}")
            fn = self.gen.new_function(self.gen, self.listers[key])
            self.parameters(fn, deed)
            with fn.out.at(deed.source.span):
                fn.nest(self.checks(deed), lambda: fn.line("return True"))
                fn.line("return False")
            fn.finish(deed.source.span)
        return str(self.listers[key])

    def parameters(self, fn: Any, deed: DeedCode) -> None:
        if deed.you is not None:
            fn.param(deed.you)
        else:
            fn.params.append("you")
        for p in deed.params:
            name = fn.param(p)
            exact = isinstance(p.type, MemberType) and not p.type.optional
            fn.env[p] = Val(name, exact=exact)

    def checks(self, deed: DeedCode) -> list[Step]:
        """Every condition on a complete tuple."""
        return [
            *(Condition(within(p, d)) for p, d in zip(deed.params, self.domains(deed), strict=True)),
            *self.header(deed),
        ]

    def domains(self, deed: DeedCode) -> list[t.Expr]:
        source = deed.source
        return [p.domain for p in source.params] if isinstance(source, t.Action) else [b.domain for b in source.binds]

    def header(self, deed: DeedCode) -> list[Step]:
        source = deed.source
        if isinstance(source, t.Choose):
            return list(conditions(source.where))
        steps: list[Step] = []
        for h in source.header:
            match h:
                case t.Requirement():
                    steps.extend(conditions(h.test))
                case t.HeaderLet(var, value):
                    steps.append(Given(var, value))
        return steps


def within(var: t.Var, domain: t.Expr) -> t.Expr:
    return t.Op(BOOL, "in", (t.Local(var.type, var), domain))


def nest_steps(generator: ir.Generator) -> list[Step]:
    """The generator's steps as a nest of loops."""
    steps: list[Step] = []
    for step in generator.steps:
        match step:
            case ir.Each(var, domain, _):
                steps.append(Loop(var, domain, False))
            case ir.Bound(var, domain, _):
                steps.append(Condition(within(var, domain)))
            case ir.Let(var, value):
                steps.append(Given(var, value))
            case ir.Guard(test=test):
                steps.extend(conditions(test))
    return steps


def witnessed(steps: list[Step]) -> list[Step] | None:
    """The nest driven by the witness of a condition `some x in S has n == f(x) and …`: the loop over S comes first and
    fixes the argument n. The moves then come out of order and more than once. None if no condition is of that form."""
    loops = [s for s in steps if isinstance(s, Loop)]
    if not loops or not all(isinstance(s.domain.type, SetType) for s in loops):
        return None
    own = {s.var for s in steps if isinstance(s, Loop | Given)}
    for step in steps:
        match step:
            case Condition(t.Quantified(every=False, binds=(bind,), where=where, body=body), True):
                inner = [*conditions(where), *conditions(body)]
                if not own & set(free(bind.domain)) and any(_fixes(c, own, bind.var) for c in inner):
                    rest = [s for s in steps if s is not step]
                    return [Loop(bind.var, bind.domain, False), *rest, *inner]
    return None


def _fixes(condition: Condition, own: set[t.Var], witness: t.Var) -> bool:
    """Is it `n == e`, where n is an argument and e depends on the witness alone?"""
    for var in own:
        value = equal_to(var, condition.test) if condition.wanted else None
        if value is not None and witness in free(value) and not own & set(free(value)):
            return True
    return False


def negated(test: Test) -> str:
    return f"not ({test.text})"


__all__ = ["BagType", "DeedCode", "Deeds", "SetType", "holding", "is_scalar"]
