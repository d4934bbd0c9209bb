"""Collections on demand: walked, asked for membership, counted or tested for emptiness, and built only if kept."""

from __future__ import annotations

from contextlib import nullcontext

from attrs import evolve

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import bounds
from hoyle.compiler.codegen.exprs import next_of
from hoyle.compiler.codegen.tests import Conditions
from hoyle.compiler.codegen.values import (
    AND,
    ATOM,
    COMPARE,
    NO,
    NOT,
    YES,
    Test,
    Val,
    conjunction,
    disjunction,
    holding,
    literal,
    merged,
    negation,
    ordered,
)
from hoyle.compiler.layout import element_of
from hoyle.compiler.types import (
    BOOL,
    BagType,
    IntType,
    ListType,
    MemberType,
    SetType,
    Type,
    is_collection,
    is_scalar,
    required,
)

Guards = tuple[str, ...]


class Collections(Conditions):
    # -------------------------------------------------------------------------------------------- walking

    def iterate(self, e: t.Expr, copies: bool) -> Val:
        """Something to loop over: sets in domain order, lists in order, of bags each copy or each kind."""
        match e:
            case t.Const(value=frozenset() as value):
                return run_of(ordered(value)) or self.gen.constant(tuple(ordered(value)), "order")
            case t.Const(value=tuple() as value):
                found = value if copies or not isinstance(e.type, BagType) else tuple(dict.fromkeys(value))
                return run_of(list(found)) or self.gen.constant(found, "list")
            case t.Convert(to="list" | "bag", of=of) if not isinstance(of.type, ListType):
                return self.iterate(of, copies)
            case t.Convert(to="set", of=of) if isinstance(of.type, SetType):
                return self.iterate(of, copies)
            case t.Convert(to="set", of=of) if isinstance(of.type, BagType):
                return self.iterate(of, False)
            case t.Lookup() if isinstance(e.type, SetType) and is_scalar(e.type.of):
                return self.lookup(e, sequence=True)
            case t.Op(op="range", args=(a, b)):
                low, high = self.operand(a), self.operand(b)
                return Val(f"range({low.text}, {next_of(high)})", guards=merged(low.guards, high.guards))
            case t.Load(field=f) if f.kind == "set":
                at = self.field_at(f, e.indices)
                text = f"{self.gen.codec(f.type)}.members({self.state}[{at.text}])"
                return Val(text, guards=at.guards)
            case t.Laid(op="beside" | "around" as op, args=(cell,)):
                v = self.carried_entry(e.domain, f"{op}_seq", cell)
                return v
            case t.ZoneValue(zone=zone) if isinstance(e.type, BagType) and not copies:
                form, at = self.zone_at(zone)
                return self.asking(f"{form}.kinds({self.state}, {at.text})", at.guards)
            case t.Collect() if isinstance(e.type, ListType):
                return self.val(e)
        v = self.val(e)
        if v.items is not None:
            return Val(f"({', '.join(v.items)}{',' if len(v.items) == 1 else ''})", guards=v.guards)
        return self._in_order(v, e.type, copies)

    def _in_order(self, v: Val, type: Type, copies: bool) -> Val:
        match type:
            case SetType(of) if is_scalar(of):
                return Val(f"sorted({v.text})", guards=v.guards)
            case SetType():
                return Val(f"{self.gen.use('in_order')}({v.text})", guards=v.guards)
            case BagType() if not copies:
                return Val(f"{self.gen.use('kinds')}({v.text})", guards=v.guards)
        return v

    # -------------------------------------------------------------------------------------------- membership

    def membership(self, x: Val, collection: t.Expr) -> tuple[Guards, Test]:
        """Is the value `x` in the collection? Guards say when that is defined."""
        match collection:
            case t.Const(value=value):
                return (), YES if x.exact and is_whole(collection) else self._among_constants(x, value)
            case t.Collect(items=items):
                return self._among_items(x, [self.val(i) for i in items])
            case t.Op(op="range", args=(a, b)):
                low, high = self.operand(a), self.operand(b)
                guards = merged(low.guards, high.guards)
                return guards, Test(f"{low.at(COMPARE + 1)} <= {x.at(COMPARE + 1)} <= {high.at(COMPARE + 1)}", COMPARE)
            case t.Op(op="join", args=(a, b)):
                return self._both(x, a, b, disjunction)
            case t.Op(op="meet", args=(a, b)):
                return self._both(x, a, b, conjunction)
            case t.Op(op="minus", args=(a, b)) if isinstance(collection.type, SetType):
                x, named = self._twice(x)
                left, first = self.membership(x, a)
                right, second = self.membership(x, b)
                return merged(named, left, right), conjunction([first, negation(second)])
            case t.Convert(of=of):
                return self.membership(x, of)
            case t.Lib(name="values" | "sort" | "reverse", args=(of,)):
                return self.membership(x, of)
            case t.Comprehension(element=t.Local(var=var), binds=(bind,), where=where) if var is bind.var:
                return self._selected(x, bind, where)
            case t.Call(function=function) if function.body is not None:
                values = self.arguments(function.params, collection.args)
                guards = merged(*(v.guards for v in values))
                if self.is_small(function, values):
                    with self.bound(dict(zip(function.params, (v.sure() for v in values), strict=True))):
                        inner, test = self.membership(x, function.body)
                    return merged(guards, inner), test
            case t.Cond(test=test_, then=then, orelse=orelse):
                return self._either(x, test_, then, orelse)
            case t.Load(field=f) if f.kind == "set":
                return self._in_mask(x, collection)
            case t.Lookup() if (only := self.only_member(collection)) is not None:
                v = self.val(only)
                return v.guards, Test(f"{x.at(COMPARE + 1)} == {v.at(COMPARE + 1)}", COMPARE)
            case t.ZoneValue(zone=zone):
                form, at = self.zone_at(zone)
                if x.exact and self._form_text(form).startswith("Bag("):
                    return at.guards, self._in_bag(x, form, at)
                v = self.asking(f"{form}.holds({self.state}, {at.text}, {x.text})", at.guards)
                return v.guards, Test(v.text)
            case t.Family():
                v = self.val(collection)
                return v.guards, Test(f"{x.at(COMPARE + 1)} in {v.at(COMPARE + 1)}", COMPARE)
        v = self.val(collection)
        if v.items is not None:
            guards, test = self._among_items(x, [Val(i) for i in v.items])
            return merged(v.guards, guards), test
        return v.guards, Test(f"{x.at(COMPARE + 1)} in {v.at(COMPARE + 1)}", COMPARE)

    def only_member(self, e: t.Lookup) -> t.Lookup | None:
        """The one member, of a table of sets that have one each."""
        of = e.type.of if isinstance(e.type, SetType) else None
        if not isinstance(of, MemberType | IntType):
            return None
        table: t.Table | None = self.gen.once("only", e.table, lambda: singles(e.table, of))
        return None if table is None else self.gen.once("only", e, lambda: t.Lookup(of, table, e.indices, span=e.span))

    def _form_text(self, name: str) -> str:
        return next(text for text, known in self.gen.constants.items() if known == name)

    def _in_bag(self, x: Val, form: str, at: Val) -> Test:
        low = int(self._form_text(form).split("(")[1].split(",")[0])
        if x.const is not None and at.const is not None:
            return Test(f"{self.state}[{at.const + x.const - low}]")
        shift = f" - {low}" if low > 0 else f" + {-low}" if low else ""
        return Test(f"{self.state}[{at.text} + {x.text}{shift}]" if at.text != "0" else f"{self.state}[{x.text}]")

    def _twice(self, x: Val) -> tuple[Val, Guards]:
        named = self.named(x)
        return named.sure(), named.guards

    def _among_constants(self, x: Val, value: frozenset[int] | tuple[int, ...]) -> Test:
        if x.const is not None:
            return YES if x.const in value else NO
        members = ordered(frozenset(value))
        if not members:
            return NO
        if all(isinstance(m, int) for m in members):
            if len(members) == 1:
                return Test(f"{x.at(COMPARE + 1)} == {members[0]}", COMPARE)
            if members == list(range(members[0], members[-1] + 1)) and len(members) > 2:
                return Test(f"{members[0]} <= {x.at(COMPARE + 1)} <= {members[-1]}", COMPARE)
            if len(members) <= 8:
                return Test(f"{x.at(COMPARE + 1)} in {literal(tuple(members))}", COMPARE)
        whole = self.gen.named(literal(frozenset(members)), "T_set")
        return Test(f"{x.at(COMPARE + 1)} in {whole}", COMPARE)

    def _among_items(self, x: Val, items: list[Val]) -> tuple[Guards, Test]:
        guards = merged(*(i.guards for i in items))
        if not items:
            return (), NO
        if len(items) == 1:
            return guards, Test(f"{x.at(COMPARE + 1)} == {items[0].at(COMPARE + 1)}", COMPARE)
        return guards, Test(f"{x.at(COMPARE + 1)} in ({', '.join(i.text for i in items)})", COMPARE)

    def _both(self, x: Val, a: t.Expr, b: t.Expr, join: object) -> tuple[Guards, Test]:
        x, named = self._twice(x)
        left, first = self.membership(x, a)
        right, second = self.membership(x, b)
        return merged(named, left, right), join([first, second])  # type: ignore[operator]

    def _selected(self, x: Val, bind: t.Bind, where: t.Expr | None) -> tuple[Guards, Test]:
        """`x in {y in S where c}`: in S, and c holds of it."""
        x, named = self._twice(x)
        guards, test = self.membership(x, bind.domain)
        if where is not None:
            # What is not in S may be no index at all: the first test protects the second.
            x = evolve(x, const=None)
            with self.bound({bind.var: x}), nullcontext() if test.text == "True" else self.in_place():
                test = conjunction([test, self.true(where)])
        return merged(named, guards), evolve(test, total=True)

    def _either(self, x: Val, test: t.Expr, then: t.Expr, orelse: t.Expr) -> tuple[Guards, Test]:
        x, named = self._twice(x)
        chosen = self.true(test)
        left, first = self.membership(x, then)
        right, second = self.membership(x, orelse)
        yes, no = holding(Val("", guards=left), first), holding(Val("", guards=right), second)
        made = self._chosen(chosen, yes, no)
        if not left and not right:
            return named, made
        sure = self._chosen(chosen, _all(left), _all(right))
        return (*named, sure.at(AND)), made

    def _in_mask(self, x: Val, e: t.Load) -> tuple[Guards, Test]:
        at = self.field_at(e.field, e.indices)
        x, named = self._twice(x)
        low = bounds(required(element_of(e.field.type)))[0] or 0
        inside = Test(f"{x.text} >= {low}", COMPARE)
        shift = f"{x.text} - {low}" if low > 0 else f"{x.text} + {-low}" if low < 0 else x.text
        bit = Test(f"{self.state}[{at.text}] >> {f'({shift})' if low else shift} & 1", AND + 2)
        return merged(named, at.guards), conjunction([inside, bit])

    # -------------------------------------------------------------------------------------------- empty, size

    def emptiness(self, collection: t.Expr) -> tuple[Guards, Test]:
        """Is there nothing in it? A comprehension is only asked whether anything passes `where` (semantics 5.4)."""
        match collection:
            case t.Comprehension(binds=binds, where=where):
                test = self.quantified(self.existence(collection, binds, where))
                return (), negation(test)
            case t.ZoneValue(zone=zone):
                form, at = self.zone_at(zone)
                return at.guards, Test(f"not {form}.count({self.state}, {at.text})", NOT)
            case t.Convert(of=of):
                return self.emptiness(of)
            case t.Lib(name="values" | "sort" | "reverse", args=(of,)):
                return self.emptiness(of)
            case t.Op(op="join", args=(a, b)):
                left, first = self.emptiness(a)
                right, second = self.emptiness(b)
                return merged(left, right), conjunction([first, second])
            case t.Load(field=f) if f.kind in ("set", "values"):
                at = self.field_at(f, collection.indices)
                return at.guards, Test(f"not {self.state}[{at.text}]", NOT)
            case t.Call(function=function) if function.body is not None:
                values = self.arguments(function.params, collection.args)
                guards = merged(*(v.guards for v in values))
                if all(v.simple for v in values):
                    with self.bound(dict(zip(function.params, (v.sure() for v in values), strict=True))):
                        inner, test = self.emptiness(function.body)
                    return merged(guards, inner), test
            case t.Const(value=value):
                return (), NO if value else YES
        v = self.val(collection)
        return v.guards, Test(f"not {v.at(COMPARE)}", NOT)

    def existence(self, e: t.Comprehension, binds: tuple[t.Bind, ...], where: t.Expr | None) -> t.Quantified:
        """`some x in S has c`: made once for each comprehension, so that its function is."""
        made: t.Quantified = self.gen.once(
            "existence", e, lambda: t.Quantified(BOOL, False, binds, None, where or t.TRUE, span=e.span)
        )
        return made

    def size(self, collection: t.Expr) -> Val:
        """`count(collection)`."""
        match collection:
            case t.Const(value=value):
                return Val(str(len(value)), ATOM, const=len(value))
            case t.ZoneValue(zone=zone):
                form, at = self.zone_at(zone)
                text = f"{form}.count({self.state}, {at.text})"
                return Val(text if at.guards else self.atom(text, "size"), guards=at.guards)
            case t.Comprehension() if self.counts_tuples(collection):
                return self.looped(self.counting(collection))
            case t.Convert(to="list" | "bag", of=of):
                return self.size(of)
            case t.Call(function=function) if function.body is not None:
                values = self.arguments(function.params, collection.args)
                guards = merged(*(v.guards for v in values))
                if all(v.simple for v in values):
                    with self.bound(dict(zip(function.params, (v.sure() for v in values), strict=True))):
                        return self.size(function.body).behind(guards)
        v = self.val(collection)
        return Val(f"len({v.text})", guards=v.guards)

    def counts_tuples(self, e: t.Comprehension) -> bool:
        """Is the size the number of tuples that pass? Of a set only if nothing can come twice."""
        if not isinstance(e.type, SetType):
            return True
        plain = len(e.binds) == 1 and isinstance(e.element, t.Local) and e.element.var is e.binds[0].var
        return plain and isinstance(e.binds[0].domain.type, SetType)

    def counting(self, e: t.Comprehension) -> t.Lib:
        made: t.Lib = self.gen.once("counting", e, lambda: t.Lib(IntType(0, None), "count", (e,), span=e.span))
        return made

    def carried_entry(self, domain: object, table: str, cell: t.Expr) -> Val:
        raise NotImplementedError


def is_whole(domain: t.Expr) -> bool:
    """Does a constant set hold every member of its type?"""
    return (
        isinstance(domain, t.Const)
        and isinstance(domain.value, frozenset)
        and isinstance(domain.type, SetType)
        and isinstance(domain.type.of, MemberType)
        and domain.value == frozenset(domain.type.of.domain.codes)
    )


def singles(table: t.Table, of: Type) -> t.Table | None:
    """The members of a table of sets that have one each; None if they have not."""

    def members(data: object, depth: int) -> object:
        if data is None:
            return None
        if depth:
            assert isinstance(data, tuple)
            return tuple(members(d, depth - 1) for d in data)
        if not isinstance(data, frozenset) or len(data) != 1 or not all(isinstance(m, int) for m in data):
            raise ValueError
        return min(data)

    try:
        data = members(table.data, len(table.dims))
    except ValueError:
        return None
    assert isinstance(data, tuple)
    return t.Table(f"{table.name}.only", table.dims, data, of, table.partial) if table.dims else None


def _all(guards: Guards) -> Test:
    return conjunction([Test(g, AND) for g in guards])


def run_of(values: list[object]) -> Val | None:
    """Consecutive integers as a range."""
    if len(values) < 6 or not all(type(v) is int for v in values):
        return None
    first, last = values[0], values[-1]
    assert isinstance(first, int) and isinstance(last, int)
    if values != list(range(first, last + 1)):
        return None
    return Val(f"range({last + 1})" if not first else f"range({first}, {last + 1})")


__all__ = ["Collections", "is_collection", "run_of"]
