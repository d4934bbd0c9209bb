"""Expressions that need loops become small functions of their own, with plain loops and early returns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.aggregates import (
    emit_aggregate,
    emit_comprehension,
    emit_quantified,
    emit_rank,
    emit_the_one,
    nothing_of,
    search_steps,
)
from hoyle.compiler.codegen.base import Instance
from hoyle.compiler.codegen.compact import whole_field
from hoyle.compiler.codegen.listed import listed_places
from hoyle.compiler.codegen.nests import Nests
from hoyle.compiler.codegen.values import (
    ATOM,
    COMPARE,
    NO,
    YES,
    Test,
    Val,
    conjunction,
    constant,
    disjunction,
    holding,
    merged,
    negation,
    ordered,
)
from hoyle.compiler.rewrite import free, walk
from hoyle.compiler.types import BagType, IntType, ListType, MemberType, SetType

# A quantifier over at most so many known members, with at most so many nodes in its body, is written out.
_FEW, _BRIEF = 4, 16


class Loops(Nests):
    # -------------------------------------------------------------------------------------------- helper functions

    def helper(self, node: t.Expr, kind: str, emit: Callable[[Any], bool]) -> Val:
        """A call of the function that computes `node`; `emit` writes its body and says whether it may return None."""
        variables = free(node)
        values = {v: self.local(v) for v in variables}
        fixed = {v: x for v, x in values.items() if x.const is not None and not x.guards}
        passed = tuple(v for v in variables if v not in fixed)
        guards = merged(*(values[v].guards for v in passed))
        old = self.old is not None and any(isinstance(x, t.Old) for x in walk(node))
        key = (id(node), kind, old, tuple((id(v), x.text) for v, x in fixed.items()))
        made = self.gen.instances.get(key) or self._write(node, kind, key, passed, fixed, old, emit)
        if made.whole and not guards and all(values[v].simple for v in passed):
            return _in_place(made, self.state, {p: values[v].text for p, v in zip(made.names, passed, strict=True)})
        args = [self.state, *((self.old or "",) if old else ()), *(values[v].text for v in passed)]
        call = f"{made.name}({', '.join(args)})"
        if made.maybe:
            return self.asking(call, guards)
        return Val(call if guards else self.atom(call, kind), guards=guards)

    def _write(
        self,
        node: t.Expr,
        kind: str,
        key: Any,
        passed: Iterable[t.Var],
        fixed: dict[t.Var, Val],
        old: bool,
        emit: Callable[[Any], bool],
    ) -> Instance:
        self.gen.kept.append(node)
        # The number is taken before the body is written, so that numbers follow the order of the rules.
        fn = self.gen.new_function(self.gen, self.gen.unique(f"q_{len(self.gen.instances) + 1}"))
        self.gen.instances[key] = Instance(fn.name, (), True)
        if old:
            fn.params.append("o")
            fn.old = "o"
        for v in passed:
            fn.param(v)
            fn.env[v] = evolve(fn.env[v], exact=_is_exact(v))
        fn.env.update(fixed)
        with fn.out.at(node.span):
            maybe = emit(fn)
        names = tuple(fn.env[v].text for v in passed)
        whole = "" if maybe or old else whole_field(fn.out.lines, names)
        fn.finish(node.span, kind)
        made = Instance(fn.name, tuple(passed), maybe, names, whole)
        self.gen.instances[key] = made
        return made

    # -------------------------------------------------------------------------------------------- quantifiers

    def quantified(self, e: t.Quantified) -> Test:
        written = self._written_out(e)
        if written is not None:
            return written
        call = self.helper(e, "every" if e.every else "some", lambda fn: emit_quantified(fn, e))
        return holding(call, Test(call.text))

    def search(self, e: t.Quantified, found: Callable[[], None], stored: tuple[t.Store, ...] = ()) -> None:
        """The loops of a quantifier, written here. What `found` emits for a tuple that decides must leave the function.
        stored: what was just stored."""

        def body() -> None:
            levels, rows, self.levels, self.rows = self.levels, self.rows, [], {}
            found()
            self.levels, self.rows = levels, rows

        self.stored = stored
        self.nest(search_steps(e), body)
        self.stored = ()

    def _written_out(self, e: t.Quantified) -> Test | None:
        """Over few members that are known here: a chain of tests."""
        if len(e.binds) != 1:
            return None
        bind = e.binds[0]
        items: list[Val] = []
        match bind.domain:
            case t.Const(value=frozenset() | tuple() as value) if len(value) <= _FEW:
                if not all(isinstance(v, int) for v in value) or len(list(walk(e.body))) > _BRIEF:
                    return None
                items = [constant(v) for v in dict.fromkeys(ordered(value) if isinstance(value, frozenset) else value)]
            case t.Local(var=var) if (taken := self.env.get(var)) is not None and taken.items is not None:
                items = [Val(i, exact=True) for i in taken.items]
            case t.Const(value=frozenset() | tuple() as value) if not value:
                return YES if e.every else NO
            case _:
                return None
        tests = []
        for item in items:
            with self.bound({bind.var: item}):
                tests.append(self._of_member(e))
        made = conjunction(tests) if e.every else disjunction(tests)
        return evolve(made, total=True)

    def _of_member(self, e: t.Quantified) -> Test:
        where = self.true(e.where) if e.where is not None else YES
        body = self.true(e.body)
        if not e.every:
            return conjunction([where, body])
        return body if where.text == "True" else disjunction([_opposite(where), body])

    # -------------------------------------------------------------------------------------------- comprehensions

    def looped(self, e: t.Expr) -> Val:
        match e:
            case t.Comprehension():
                return self.helper(e, kind_of(e), lambda fn: emit_comprehension(fn, e))
            case t.TheOne():
                return self.helper(e, "the", lambda fn: emit_the_one(fn, e))
            case t.Rank():
                return self.helper(e, "rank", lambda fn: emit_rank(fn, e))
            case t.Lib(name=name):
                return self.helper(e, name, lambda fn: emit_aggregate(fn, e))
        raise TypeError(e)

    # -------------------------------------------------------------------------------------------- the library

    def library(self, e: t.Lib) -> Val:
        first = e.args[0]
        if e.name == "count" and len(e.args) == 1:
            return self.size(first)
        if isinstance(first, t.Call) and len(e.args) == 1:
            opened = self._opened_call(e, first)
            if opened is not None:
                return opened
        if isinstance(first, t.Comprehension) and e.name in _AGGREGATES and len(e.args) == 1 and _is_walked(e, first):
            return self.looped(e)
        made = getattr(self, f"lib_{e.name}", None)
        if made is None:
            raise NotImplementedError(f"{e.name} ({e.span})")
        result: Val = made(e)
        return result

    def _opened_call(self, e: t.Lib, call: t.Call) -> Val | None:
        """An aggregate of a define that is a comprehension: the define is written out."""
        body = call.function.body
        if not isinstance(body, t.Comprehension | t.Call | t.Convert):
            return None
        values = self.arguments(call.function.params, call.args)
        if not all(v.simple for v in values):
            return None
        guards = merged(*(v.guards for v in values))
        inner = self.gen.once("opened", e, lambda: evolve(e, args=(body,)))
        with self.bound(dict(zip(call.function.params, (v.sure() for v in values), strict=True))):
            return self.library(inner).behind(guards)

    def _simply(self, e: t.Lib, form: str) -> Val:
        v = self.val(e.args[0])
        text = form.format(v.text)
        return Val(text if v.guards else self.atom(text, e.name), guards=v.guards)

    def lib_sum(self, e: t.Lib) -> Val:
        return self._simply(e, "sum({})")

    def lib_sort(self, e: t.Lib) -> Val:
        return self._simply(e, "tuple(sorted({}))")

    def lib_values(self, e: t.Lib) -> Val:
        return self._simply(e, "frozenset({})")

    def lib_median(self, e: t.Lib) -> Val:
        return self._simply(e, self.gen.use("median") + "({})")

    def lib_parts(self, e: t.Lib) -> Val:
        return self._simply(e, self.gen.use("parts") + "({})")

    def lib_only(self, e: t.Lib) -> Val:
        v = self.val(e.args[0])
        return self.asking(f"{self.gen.use('only')}({v.text})", v.guards)

    def lib_reverse(self, e: t.Lib) -> Val:
        source = self.iterate(e.args[0], copies=True)
        return Val(f"tuple(reversed({source.text}))", guards=source.guards)

    def lib_max(self, e: t.Lib) -> Val:
        return self._extreme(e, "max")

    def lib_min(self, e: t.Lib) -> Val:
        return self._extreme(e, "min")

    def _extreme(self, e: t.Lib, name: str) -> Val:
        if len(e.args) > 1:
            values = [self.operand(a) for a in e.args]
            return Val(f"{name}({', '.join(v.text for v in values)})", guards=merged(*(v.guards for v in values)))
        v = self.val(e.args[0])
        if isinstance(e.type, IntType):
            return Val(f"{name}({v.text}, default=0)", guards=v.guards)
        return self.asking(f"{name}({v.text}, default=None)", v.guards)

    def lib_first(self, e: t.Lib) -> Val:
        return self._end(e, "first_of", "min")

    def lib_last(self, e: t.Lib) -> Val:
        return self._end(e, "last_of", "max")

    def _end(self, e: t.Lib, function: str, extreme: str) -> Val:
        nothing = nothing_of(e)
        of = e.args[0]
        if isinstance(of, t.ZoneValue) and function == "first_of" and not isinstance(of.type, BagType):
            return self.val(t.Top(e.type, of.zone))
        if isinstance(of.type, SetType) and isinstance(nothing, int):
            v = self.val(of)
            return Val(f"{extreme}({v.text}, default={nothing})", guards=v.guards)
        source = self.iterate(of, copies=True)
        text = f"{self.gen.use(function)}({source.text}, {constant(nothing).text})"
        return Val(text, guards=source.guards)

    def lib_rest(self, e: t.Lib) -> Val:
        """A list without its first element."""
        v = self.val(e.args[0])
        return Val(f"{v.at(ATOM)}[1:]", guards=v.guards)

    def lib_nth(self, e: t.Lib) -> Val:
        source, place = self.iterate(e.args[0], copies=True), self.operand(e.args[1])
        self._counts(e.args[1], place)
        if source.text.isidentifier() and (found := self._element(source, place)) is not None:
            return found
        return self.asking(f"{self.gen.use('nth')}({source.text}, {place.text})", merged(source.guards, place.guards))

    def _counts(self, e: t.Expr, place: Val) -> None:
        """The place is one of a list for certain, if it is found among its places."""
        of = listed_places(e, self.places_of)
        if of is not None and place.text.isidentifier():
            self.counted.add((place.text, self.val(of).text))

    def _element(self, source: Val, place: Val) -> Val | None:
        """The element of a named list at a place that is known: by its number, or because a loop counts the places."""
        if isinstance(place.const, int) and place.const >= 1:
            there = f"len({source.text}) > {place.const - 1}" if place.const > 1 else source.text
            return Val(f"{source.text}[{place.const - 1}]", guards=merged(source.guards, (there,)))
        if (place.text, source.text) in self.counted:
            return Val(f"{source.text}[{place.text} - 1]", guards=merged(source.guards, place.guards))
        return None

    def lib_index(self, e: t.Lib) -> Val:
        kind = e.args[0].type
        assert isinstance(kind, MemberType)
        codes = kind.domain.codes
        table = t.Table(
            f"{kind.domain.name}_index",
            ((kind.domain.low, kind.domain.span_size),),
            tuple(codes.index(c) + 1 if c in codes else None for c in range(codes[0], codes[-1] + 1)),
            e.type,
        )
        if len(table.data) == len(codes):
            v = self.operand(e.args[0])
            by = 1 - codes[0]
            if v.const is not None:
                return constant(v.const + by)
            text = f"{v.at(9)} + {by}" if by > 0 else f"{v.at(9)} - {-by}" if by else v.text
            return Val(text, 9 if by else v.prec, v.guards)
        return self.lookup(t.Lookup(e.type, self.gen.once("index", kind.domain, lambda: table), (e.args[0],)))

    def lib_subsets(self, e: t.Lib) -> Val:
        of, sizes = self.val(e.args[0]), self.val(e.args[1])
        return Val(f"{self.gen.use('subsets')}({of.text}, {sizes.text})", guards=merged(of.guards, sizes.guards))

    # -------------------------------------------------------------------------------------------- seats

    def lib_clockwise(self, e: t.Lib) -> Val:
        seat = self._seat_index(e.args[0])
        order = self._by_seat("clockwise", lambda i, seats: tuple(seats[i:] + seats[:i]), seat)
        if len(e.args) == 1:
            return order
        among = self.val(e.args[1])
        text = f"{self.gen.use('clockwise')}({order.text}, {among.text})"
        return Val(text, guards=merged(order.guards, among.guards))

    def lib_left(self, e: t.Lib) -> Val:
        return self._by_seat("left", lambda i, seats: seats[(i + 1) % len(seats)], self._seat_index(e.args[0]))

    def lib_right(self, e: t.Lib) -> Val:
        return self._by_seat("right", lambda i, seats: seats[i - 1], self._seat_index(e.args[0]))

    def _seat_index(self, e: t.Expr) -> Val:
        domain = self.gen.program.players
        return self.seat(e, self.inside(e, domain.low, domain.span_size))

    def _by_seat(self, name: str, of: Callable[[int, list[int]], Any], seat: Val) -> Val:
        domain, seats = self.gen.program.players, list(self.gen.program.seats)
        data = tuple(of(seats.index(c), seats) if c in seats else None for c in domain.codes)
        if seat.const is not None:
            return self.gen.constant(data[domain.codes.index(seat.const)], name)
        return Val(f"{self.gen.named(constant(data).text, f'T_{name}')}[{seat.text}]", guards=seat.guards)

    # -------------------------------------------------------------------------------------------- graphs

    def _neighbours(self, e: t.Lib) -> str:
        assert e.table is not None, f"{e.name}: no neighbours known ({e.span})"
        return self.table_name(e.table, False)

    def lib_connected(self, e: t.Lib) -> Val:
        v = self.val(e.args[0])
        return Val(f"{self.gen.use('connected')}({v.text}, {self._neighbours(e)}, {self._shift(e)})", guards=v.guards)

    def lib_reach(self, e: t.Lib) -> Val:
        return self._joined(e, "linked")

    def lib_linked(self, e: t.Lib) -> Val:
        """By edges: the table leads from an edge to its ends."""
        return self._joined(e, "joined")

    def _joined(self, e: t.Lib, function: str) -> Val:
        start, among = self.operand(e.args[0]), self.val(e.args[1])
        text = f"{self.gen.use(function)}({start.text}, {among.text}, {self._neighbours(e)}, {self._shift(e)})"
        return Val(text, guards=merged(start.guards, among.guards))

    def _shift(self, e: t.Lib) -> int:
        assert e.table is not None
        low = e.table.dims[0][0]
        return low if low > 2 or low < 0 else 0

    def lib_distance(self, e: t.Lib) -> Val:
        from hoyle.compiler.boards import distances

        kind = e.args[0].type
        assert isinstance(kind, MemberType)
        table = self.gen.once("distance", kind.domain, lambda: distances(kind.domain))
        return self.lookup(t.Lookup(e.type, table, e.args))


_AGGREGATES = {"sum", "count", "max", "min", "first", "only"}


def _in_place(made: Instance, state: str, args: dict[str, str]) -> Val:
    text = re.sub(r"(?<![\w.])[A-Za-z_]\w*", lambda m: args.get(m[0], state if m[0] == "s" else m[0]), made.whole)
    return Val(text, COMPARE if " in " in text else ATOM)


def kind_of(e: t.Comprehension) -> str:
    return {SetType: "set", ListType: "list", BagType: "bag"}.get(type(e.type), "list")


def _is_exact(v: t.Var) -> bool:
    return isinstance(v.type, MemberType) and not v.type.optional


def _is_walked(e: t.Lib, of: t.Comprehension) -> bool:
    """Can the aggregate be computed while walking? Of a set only if nothing can come twice."""
    if not isinstance(of.type, SetType) or e.name in ("max", "min"):
        return e.name != "first" or not isinstance(of.type, BagType)
    plain = len(of.binds) == 1 and isinstance(of.element, t.Local) and of.element.var is of.binds[0].var
    return plain and isinstance(of.binds[0].domain.type, SetType)


def _opposite(test: Test) -> Test:
    """Of a total test."""
    return negation(test)
