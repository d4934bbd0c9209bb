"""Values of expressions: operators, fields, tables, defines. Nothing is indexed before it is known to be inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import evolve

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Base, Instance, bounds
from hoyle.compiler.codegen.tables import entry, has_holes, padded
from hoyle.compiler.codegen.values import (
    ATOM,
    COMPARE,
    PRODUCT,
    SHIFT,
    SUM,
    TERNARY,
    UNARY,
    Val,
    constant,
    literal,
    merged,
    one,
    optional,
)
from hoyle.compiler.layout import Place
from hoyle.compiler.rewrite import walk
from hoyle.compiler.types import (
    BagType,
    BoolType,
    IntType,
    ListType,
    MemberType,
    SetType,
    Type,
    is_collection,
    is_finite,
    is_optional,
    is_scalar,
)

UNDEFINED = Val("None", guards=("False",))
_ARITHMETIC = {"+": SUM, "-": SUM, "*": PRODUCT, "//": PRODUCT, "%": PRODUCT}
# A define with at most this many nodes is written out where it is used.
_SMALL = 24


class Expressions(Base):
    def val(self, e: t.Expr) -> Val:
        if self.rows and (column := self.column(e)) is not None:
            return column
        match e:
            case t.Const(value=value):
                return self.constant(value, e.type)
            case t.Undefined():
                return UNDEFINED
            case t.Local(var=var):
                return self.local(var)
            case t.Lookup():
                return self.lookup(e)
            case t.Load():
                return self.load(e)
            case t.Family():
                return self.family(e)
            case t.ZoneValue(zone=zone):
                return self.zone_value(zone)
            case t.Top(zone=zone):
                form, at = self.zone_at(zone)
                return self.asking(f"{form}.top({self.state}, {at.text})", at.guards)
            case t.Laid():
                return self.carried(e)
            case t.Op():
                return self.operation(e)
            case t.Collect():
                return self.collected(e)
            case t.Convert(to=to, of=of):
                return self.converted(to, of)
            case t.Narrow(of=of):
                return self.narrowed(of, e.type)
            case t.Cond():
                return self.conditional(e)
            case t.Probed(of=of, number=number):
                return evolve(self.val(of), const=None, items=None).behind((f"hit({number})",))
            case t.Call():
                return self.called(e)
            case t.Lib():
                return self.library(e)
            case t.Comprehension() | t.TheOne() | t.Rank():
                return self.looped(e)
            case t.Quantified():
                test = self.quantified(e)
                return Val(test.text, test.prec)
            case t.Old(of=of):
                with self.before():
                    return self.val(of)
        return self.asked(e)

    @contextmanager
    def before(self) -> Iterator[None]:
        """Reading the state as it was before the effect."""
        assert self.old is not None, "old(…) where no earlier state is kept"
        now, self.state = self.state, self.old
        try:
            yield
        finally:
            self.state = now

    # -------------------------------------------------------------------------------------------- helpers

    def constant(self, value: Any, type: Type) -> Val:
        if isinstance(value, t.SentenceCell):
            return constant(value.number)
        return self.gen.constant(value, "list" if isinstance(value, tuple) else "set")

    def asking(self, text: str, guards: tuple[str, ...] = (), prec: int = ATOM) -> Val:
        """The value of an expression that may be None."""
        if not guards and (known := self.atom(text)) != text:
            return Val(known, guards=(f"{known} is not None",), raw=known)
        name = self.temp()
        raw = None if guards else text
        return Val(name, guards=(*guards, f"({name} := {text}) is not None"), raw=raw, raw_prec=prec)

    def named(self, v: Val) -> Val:
        """The value under a name, so that it can be written twice."""
        if v.simple:
            return v
        name = self.temp()
        text = v.raw if v.raw is not None and v.guards else v.text
        return Val(name, guards=(*(() if v.raw else v.guards), f"({name} := {text}) is not None"))

    def within(self, v: Val, low: int | None, high: int | None) -> Val:
        """The value if it lies between the bounds (None: that side is not tested), else undefined."""
        if low is None and high is None:
            return v
        if v.const is not None:
            inside = (low is None or low <= v.const) and (high is None or v.const <= high)
            return v if inside else UNDEFINED
        text, name = v.at(COMPARE + 1), v
        if not v.simple:
            temp = self.temp()
            text, name = f"({temp} := {v.text})", Val(temp)
        left = f"{low} <= " if low is not None else ""
        right = f" <= {high}" if high is not None else ""
        if high is None:
            left, right = "", f" >= {low}"
        return evolve(name, guards=merged(v.guards, (f"{left}{text}{right}",)), raw=None)

    def inside(self, e: t.Expr, low: int, size: int) -> Val:
        """The value of an index, known to lie between low and low + size - 1."""
        least, most = bounds(e.type)
        need_low = least is None or least < low
        need_high = most is None or most >= low + size
        return self.within(self.val(e), low if need_low else None, low + size - 1 if need_high else None)

    def operand(self, e: t.Expr) -> Val:
        """A value that is not none: of an operator that `none` has no place in."""
        v = self.val(e)
        if isinstance(e.type, IntType | MemberType) and is_optional(e.type):
            return self.within(v, bounds(e.type)[0] + 1, None)  # type: ignore[operator]
        return v

    def seat(self, e: t.Expr, v: Val) -> Val:
        """The value of an index that must be a seat of this game (semantics 2.9)."""
        seats = self.gen.program.seats
        if not isinstance(e.type, MemberType) or e.type.domain is not self.gen.program.players:
            return v
        if v.const is not None:
            return v if v.const in seats else UNDEFINED
        if len(seats) == e.type.domain.size or (isinstance(e, t.Local) and self.is_present(e.var)):
            return v
        v = self.named(v)
        known = tuple(sorted(seats))
        if known == tuple(range(known[0], known[-1] + 1)):
            return self.within(v, known[0] if known[0] else None, known[-1])
        return evolve(v, guards=merged(v.guards, (f"{v.text} in {literal(known)}",)), raw=None)

    def is_present(self, var: t.Var) -> bool:
        return var.kind == "you" or var in self.gen.present

    # -------------------------------------------------------------------------------------------- state

    def local(self, var: t.Var) -> Val:
        if var in self.env:
            return self.env[var]
        place = self.gen.layout.variables.get(var)
        if place is None:
            return UNDEFINED if self.gen.facts.get("lenient") else self._missing(var)
        text = f"s[{place.base}]"
        codec = self.gen.codec(var.type)
        return Val(f"{codec}.unpack({text})" if codec else text)

    def _missing(self, var: t.Var) -> Val:
        raise LookupError(f"{self.name}: the variable {var.name} ({var.span}) is not known here")

    def address(self, place: Place, indices: Sequence[t.Expr], owned: bool) -> Val:
        """Where a field with these indices lies."""
        fixed, terms, guards = place.base, [], ()  # type: tuple[int, list[str], tuple[str, ...]]
        for n, (dim, e) in enumerate(zip(place.dims, indices, strict=True)):
            v = self.inside(e, dim.low, dim.size)
            if n == 0 and owned:
                v = self.seat(e, v)
            guards = merged(guards, v.guards)
            fixed -= dim.low * dim.stride
            if v.const is not None:
                fixed += v.const * dim.stride
            elif dim.size > 1 or dim.stride > 1 or dim.low:
                terms.append(f"{v.at(PRODUCT)} * {dim.stride}" if dim.stride > 1 else v.at(SUM))
        return summed(terms, fixed, guards)

    def field_at(self, f: t.Field, indices: Sequence[t.Expr]) -> Val:
        return self.address(self.gen.layout.fields[f], indices, f.owner is self.gen.program.players)

    def load(self, e: t.Load) -> Val:
        codec = self.gen.codec(e.field.type)
        if self.rows and codec is None and (read := self.along(e)) is not None:
            return read if read.guards else evolve(read, text=self.atom(read.text, e.field.name))
        at = self.field_at(e.field, e.indices)
        text = f"{self.state}[{at.text}]"
        text = f"{codec}.unpack({text})" if codec else text
        return Val(text if at.guards else self.atom(text, e.field.name), guards=at.guards)

    def family(self, e: t.Family) -> Val:
        """The list of all values of an indexed field."""
        place = self.gen.layout.fields[e.field]
        inner = place.dims[1:] if e.field.owner else place.dims
        rest = Place(0, inner, place.width)
        first = Place(place.base, place.dims[:1] if e.field.owner else (), place.width)
        at = self.address(first, (e.owner,) if e.owner else (), e.field.owner is self.gen.program.players)
        codec = self.gen.codec(e.field.type)
        whole = rest.addresses()
        if codec is None and len(whole) == rest.size and self._no_holes(e.field):
            start = self._offset(at, 0)
            return Val(f"tuple({self.state}[{start}:{self._offset(at, rest.size)}])", guards=at.guards)
        at = self.named(at)
        places = [self._offset(at, a) for a in self._real(e.field, rest)]
        items = [f"{codec}.unpack({self.state}[{p}])" if codec else f"{self.state}[{p}]" for p in places]
        return Val(f"({', '.join(items)}{',' if len(items) == 1 else ''})", guards=at.guards)

    def _no_holes(self, f: t.Field) -> bool:
        return all(not isinstance(i, MemberType) or i.domain.size == i.domain.span_size for i in f.indices)

    def _real(self, f: t.Field, rest: Place) -> list[int]:
        """Addresses of the indices that exist: codes of a table may have holes."""
        found = [0]
        for kind, dim in zip(f.indices, rest.dims, strict=True):
            codes = kind.domain.codes if isinstance(kind, MemberType) else range(dim.low, dim.low + dim.size)
            found = [a + (c - dim.low) * dim.stride for a in found for c in codes]
        return found

    def _offset(self, at: Val, by: int) -> str:
        if at.text.lstrip("-").isdigit():
            return str(int(at.text) + by)
        return at.text if not by else f"{at.text} + {by}"

    # -------------------------------------------------------------------------------------------- zones

    def zone_at(self, zone: t.Zone) -> tuple[str, Val]:
        """The object that keeps a zone, and its address."""
        match zone:
            case t.FieldZone(field=f, indices=indices):
                place = self.gen.layout.fields[f]
                assert place.zone is not None
                return self.gen.zone(place.zone), self.field_at(f, indices)
            case t.LocalZone(var=var):
                place = self.gen.layout.variables[var]
                assert place.zone is not None
                return self.gen.zone(place.zone), Val(str(place.base))
        raise AssertionError(f"a conditional zone where one is expected: {zone}")

    def zone_value(self, zone: t.Zone) -> Val:
        form, at = self.zone_at(zone)
        return self.asking(f"{form}.values({self.state}, {at.text})", at.guards)

    # -------------------------------------------------------------------------------------------- tables

    def lookup(self, e: t.Lookup, sequence: bool = False) -> Val:
        """An entry of a constant table; `sequence`: of sets, as tuples in domain order."""
        table, name = e.table, self.table_name(e.table, sequence)
        if not e.indices:
            return self.constant(table.data, e.type)
        guards: tuple[str, ...] = ()
        text, holes = name, has_holes(table.data, len(table.dims))
        data: Any = table.data
        last = len(e.indices) - 1
        for n, ((low, size), index) in enumerate(zip(table.dims, e.indices, strict=True)):
            if n == last and self.none_only(index, low):
                v, holes = self.val(index), True
            else:
                v = self.inside(index, low, size)
            guards = merged(guards, v.guards)
            shift = low if low > 2 or low < 0 else 0
            if v.const is not None:
                text += f"[{v.const - shift}]"
                data = data[v.const - low] if isinstance(data, tuple) and 0 <= v.const - low < len(data) else None
            else:
                text += f"[{v.text} - {shift}]" if shift > 0 else f"[{v.text} + {-shift}]" if shift else f"[{v.text}]"
                data = None
        if data is not None and not isinstance(data, tuple):
            return evolve(self.constant(entry(data), e.type), guards=guards)
        if holes:
            return self.asking(text, guards)
        return Val(text if guards else self.atom(text, table.name.split(".")[-1]), guards=guards)

    def none_only(self, index: t.Expr, low: int) -> bool:
        """May the index be `none`, and otherwise lies inside? Then an entry at -1 says that it is undefined."""
        return isinstance(index.type, MemberType) and index.type.optional and 0 <= low <= 2 and index.type.none == -1

    def table_name(self, table: t.Table, sequence: bool) -> str:
        data = padded(table.data, list(table.dims), sequence)
        hint = table.name.replace(".", "_").replace(" ", "_")
        return self.gen.named(literal(data), f"T_{hint}{'_seq' if sequence else ''}")

    # -------------------------------------------------------------------------------------------- operators

    def operation(self, e: t.Op) -> Val:
        match e.op:
            case "+" | "-" | "*":
                a, b = (self.operand(x) for x in e.args)
                return self._arithmetic(e.op, a, b)
            case "//" | "%":
                a, b = (self.operand(x) for x in e.args)
                low, high = bounds(e.args[1].type)
                if low is None or high is None or low <= 0 <= high:
                    b = self.named(b) if b.const is None else b
                    b = UNDEFINED if b.const == 0 else b if b.const else b.guarded_last(f"{b.text} != 0")
                return self._arithmetic(e.op, a, b)
            case "neg":
                a = self.operand(e.args[0])
                return constant(-a.const) if a.const is not None else Val(f"-{a.at(UNARY)}", UNARY, a.guards)
            case "join" | "minus" | "meet":
                return self.combined(e)
            case "range":
                low_, high_ = (self.operand(x) for x in e.args)
                text = f"frozenset(range({low_.text}, {next_of(high_)}))"
                return Val(text, guards=merged(low_.guards, high_.guards))
        test = self.true(e)
        if test.total:
            return Val(test.text, test.prec)
        false = self.false(e).at(TERNARY + 1)
        return self.asking(f"True if {test.at(TERNARY + 1)} else False if {false} else None", (), TERNARY)

    def _arithmetic(self, op: str, a: Val, b: Val) -> Val:
        guards = merged(a.guards, b.guards)
        if a.const is not None and b.const is not None and not guards:
            made = {"+": a.const + b.const, "-": a.const - b.const, "*": a.const * b.const}
            return constant(made[op] if op in made else a.const // b.const if op == "//" else a.const % b.const)
        prec = _ARITHMETIC[op]
        return Val(f"{a.at(prec)} {op} {b.at(prec + 1)}", prec, guards)

    def combined(self, e: t.Op) -> Val:
        a, b = (self.val(x) for x in e.args)
        guards = merged(a.guards, b.guards)
        if isinstance(e.type, SetType):
            left, right = (self._as_set(x, v) for x, v in zip(e.args, (a, b), strict=True))
            sign, prec = {"join": ("|", ATOM), "minus": ("-", SUM), "meet": ("&", ATOM)}[e.op]
            text = f"{left.at(SHIFT + 1)} {sign} {right.at(ATOM)}"
            return Val(text, SUM if prec == SUM else COMPARE + 1, guards)
        if e.op == "join":
            text = f"{a.at(SUM)} + {b.at(SUM + 1)}"
            if isinstance(e.type, ListType):
                return Val(text, SUM, guards)
            return Val(f"tuple(sorted({text}))", guards=guards)
        name = self.gen.use("bag_minus" if e.op == "minus" else "bag_meet")
        return Val(f"{name}({a.text}, {b.text})", guards=guards)

    def _as_set(self, e: t.Expr, v: Val) -> Val:
        return v if isinstance(e.type, SetType) else Val(f"frozenset({v.text})", guards=v.guards)

    def collected(self, e: t.Collect) -> Val:
        items = [self.val(i) for i in e.items]
        guards = merged(*(i.guards for i in items))
        inner, comma = ", ".join(i.text for i in items), "," if len(items) == 1 else ""
        if isinstance(e.type, SetType):
            return Val(f"frozenset(({inner}{comma}))" if items else "frozenset()", guards=guards)
        text = f"({inner}{comma})"
        if isinstance(e.type, BagType) and len(items) > 1:
            text = f"tuple(sorted({text}))"
        return Val(text, guards=guards)

    def converted(self, to: str, of: t.Expr) -> Val:
        v = self.val(of)
        match to:
            case "set":
                return v if isinstance(of.type, SetType) else Val(f"frozenset({v.text})", guards=v.guards)
            case "list":
                if isinstance(of.type, SetType):
                    source = self.iterate(of, copies=True)
                    return Val(f"tuple({source.text})", guards=source.guards)
                return v
        return Val(f"tuple({self.gen.use('in_order')}({v.text}))", guards=v.guards)

    def narrowed(self, of: t.Expr, to: Type) -> Val:
        if not is_scalar(to) or not is_finite(to) or isinstance(to, BoolType):
            return self.val(of)
        if isinstance(to, MemberType) and to.domain.integer_named and to.domain.size != to.domain.span_size:
            v = self.named(self.val(of))
            return v.guarded_last(f"{v.text} in {self.gen.constant(to.domain.codes, to.domain.name).text}")
        if is_optional(to) and isinstance(to, IntType) and is_optional(of.type):
            v = self.named(self.val(of))
            return v.guarded_last(f"({to.low} <= {v.text} <= {to.high} or {v.text} == {to.none})")
        low, high = bounds(to)
        assert low is not None and high is not None
        return self.inside(of, low, high - low + 1)

    def conditional(self, e: t.Cond) -> Val:
        test = self.true(e.test)
        if test.text in ("True", "False"):
            return self.val(e.then if test.text == "True" else e.orelse)
        then, orelse = self.val(e.then), self.val(e.orelse)
        text = f"{optional(then).at(TERNARY + 1)} if {test.at(TERNARY + 1)} else {optional(orelse).at(TERNARY)}"
        return self.asking(text, (), TERNARY) if then.maybe or orelse.maybe else Val(text, TERNARY)

    # -------------------------------------------------------------------------------------------- defines

    def arguments(self, params: Sequence[t.Var], args: Sequence[t.Expr]) -> list[Val]:
        """Arguments as values of the parameters' types: `none` for a `T` makes the call undefined (semantics 4.5)."""
        found = []
        for param, arg in zip(params, args, strict=True):
            v = self.val(arg)
            if is_scalar(param.type) and is_optional(arg.type) and not is_optional(param.type):
                low = bounds(arg.type)[0]
                v = self.within(v, low + 1, None) if low is not None else v
            found.append(v)
        return found

    def called(self, e: t.Call) -> Val:
        function = e.function
        assert function.body is not None and function.type is not None
        values = self.arguments(function.params, e.args)
        guards = merged(*(v.guards for v in values))
        if self.is_small(function, values):
            with self.bound(dict(zip(function.params, (v.sure() for v in values), strict=True))):
                return self.val(function.body).behind(guards)
        made = self.instance(function, "value")
        call = f"{made.name}({', '.join([self.state, *(v.text for v in values)])})"
        if made.maybe:
            return self.asking(call, guards)
        return Val(call if guards else self.atom(call, function.name), guards=guards)

    def is_small(self, function: t.Function, values: Sequence[Val]) -> bool:
        assert function.body is not None
        nodes = list(walk(function.body))
        uses = {p: sum(isinstance(x, t.Local) and x.var is p for x in nodes) for p in function.params}
        plain = all(v.simple or uses[p] <= 1 for p, v in zip(function.params, values, strict=True))
        return plain and len(nodes) <= _SMALL

    def instance(self, function: t.Function, mode: str) -> Instance:
        """The generated function of a define: its value, or whether it is true or false."""
        key = (function, mode)
        if key in self.gen.instances:
            return self.gen.instances[key]
        assert function.body is not None
        suffix = {"value": "", "true": "_is_true", "false": "_is_false"}[mode]
        fn = self.gen.new_function(self.gen, self.gen.unique(f"d_{function.name}{suffix}"))
        for p in function.params:
            fn.param(p)
        maybe = False
        with fn.out.at(function.span):
            if mode == "value":
                v = fn.val(function.body)
                maybe = v.maybe
                fn.line(f"return {one(v)}")
            else:
                test = fn.true(function.body) if mode == "true" else fn.false(function.body)
                maybe = not test.total
                fn.line(f"return {test.text}")
        fn.finish(function.span, " ".join(f"§{c}" for c in function.tail.cites))
        made = Instance(fn.name, function.params, maybe)
        self.gen.instances[key] = made
        return made


def next_of(v: Val) -> str:
    if v.const is not None:
        return str(v.const + 1)
    return v.text.removesuffix(" - 1") if v.prec == SUM and v.text.endswith(" - 1") else f"{v.at(SUM)} + 1"


def summed(terms: list[str], fixed: int, guards: tuple[str, ...]) -> Val:
    if not terms:
        return Val(str(fixed), ATOM, guards, const=fixed)
    text = " + ".join(terms)
    text += f" + {fixed}" if fixed > 0 else f" - {-fixed}" if fixed < 0 else ""
    single = len(terms) == 1 and not fixed and " " not in text
    return Val(text, ATOM if single else SUM, guards)


def is_empty_literal(e: t.Expr) -> bool:
    return (isinstance(e, t.Const) and is_collection(e.type) and not e.value) or (
        isinstance(e, t.Collect) and not e.items
    )
