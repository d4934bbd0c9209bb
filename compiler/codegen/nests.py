"""Nests of loops: each condition is tested at the outermost loop that knows its variables.

Quantifiers, comprehensions and move generators are all such nests. An equality that fixes a loop's variable replaces
the loop; a set defined by a condition is walked by walking what it selects from; of a constant list of sets that must
contain something only those that do are visited (spike-lessons 2 and 4.9).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.absorbed import absorbed
from hoyle.compiler.codegen.base import Level
from hoyle.compiler.codegen.compact import INDENT, shifted
from hoyle.compiler.codegen.listed import counted_list, listed_places
from hoyle.compiler.codegen.nest_steps import Condition, Given, Loop, Step, conditions
from hoyle.compiler.codegen.repeated import named_once
from hoyle.compiler.codegen.rows import Key, Known, Rows, domain_rows, holds_for, keys_of
from hoyle.compiler.codegen.sets import Collections
from hoyle.compiler.codegen.tables import tabulated
from hoyle.compiler.codegen.values import AND, Test, Val, conjunction, literal, one, ordered
from hoyle.compiler.rewrite import free
from hoyle.compiler.types import BOOL, BagType, ListType, MemberType, SetType, is_scalar

_MOST_ITEMS = 8


class Nests(Collections):
    def nest(self, steps: list[Step], body: Callable[[], None], undefined: Callable[[], None] | None = None) -> None:
        """Emit the loops. `body` emits what is done for each tuple, `undefined` what if a domain is (None: nothing)."""
        Nest(self, steps, body, undefined).run()


@define(eq=False)
class Nest:
    fn: Nests
    steps: list[Step]
    body: Callable[[], None]
    undefined: Callable[[], None] | None
    unbound: set[t.Var] = field(factory=set)
    apart: Callable[[int], str] | None = None  # what a loop that takes sets apart walks, its members moved

    def run(self) -> None:
        self.steps = named_once(self.steps)
        self.unbound = {s.var for s in self.steps if isinstance(s, Loop | Given)}
        count = len(self.fn.levels)
        self.fn.levels.append(Level(set()))
        loops = [s for s in self.steps if isinstance(s, Loop)]
        others: list[Step] = [s for s in self.steps if not isinstance(s, Loop)]
        depth = self.fn.out.depth
        before = dict(self.fn.env)
        self._level(loops, others)
        self.fn.out.depth = depth
        self.fn.env = before
        self._insert(self.fn.levels[count:])
        del self.fn.levels[count:]

    def _insert(self, levels: list[Level]) -> None:
        """The lines that were hoisted, each before the loop that it was taken out of."""
        out = self.fn.out
        for outer, level in zip([None, *levels][-2::-1], reversed(levels), strict=True):
            if level.lines:
                assert level.position >= 0
                out.lines[level.position : level.position] = [INDENT * level.depth + x for x in level.lines]
                out.places[level.position : level.position] = [out.span] * len(level.lines)
            if level.rows is not None and outer is not None:
                body = "\n".join(out.lines[outer.position + 1 :])
                out.lines[outer.position] = INDENT * outer.depth + level.rows.header(self.fn.gen, body)
                self._put(level.rows, levels)
                del self.fn.rows[level.rows.name]
            if level.apart is not None and outer is not None:
                names, source = level.apart
                lines = out.lines[outer.position + 1 :]
                by = shifted(lines, names)
                out.lines[outer.position + 1 :] = lines
                out.lines[outer.position] = f"{INDENT * outer.depth}for {', '.join(names)} in {source(by)}:"

    def _put(self, rows: Rows, levels: list[Level]) -> None:
        """The name of the table, now that it is known, where a loop and what was hoisted out of it refer to it."""
        if not rows.keys:
            return
        for lines in (self.fn.out.lines, *(x.lines for x in levels)):
            lines[:] = [re.sub(rf"\b{rows.place}\b", rows.table, line) for line in lines]

    def _opens_level(self) -> None:
        """A loop begins: what is read only from outside of it goes here."""
        level = self.fn.levels[-1]
        level.position, level.depth = len(self.fn.out.lines), self.fn.out.depth
        self.fn.levels.append(Level(set()))

    def _is_ready(self, e: t.Expr) -> bool:
        return not any(v in self.unbound for v in free(e))

    def _level(self, loops: list[Loop], others: list[Step]) -> None:
        """What is known already, then the next loop. Everything below is indented; `run` undoes that."""
        others = self._settle(others)
        if not loops:
            self.body()
            return
        loop, *rest = loops
        fixed = self._fixed(loop, others)
        if fixed is not None:
            condition, value = fixed
            self._assign(loop, value)
            others = [o for o in others if o is not condition]
        else:
            others = self._walk(loop, others)
        self._level(rest, others)

    def _settle(self, others: list[Step]) -> list[Step]:
        """Names and conditions all of whose variables are bound; the rest is returned."""
        progress = True
        while progress:
            progress = False
            for step in others:
                if isinstance(step, Given) and self._is_ready(step.value):
                    self._name(step)
                    others = [o for o in others if o is not step]
                    progress = True
                    break
        ready = [o for o in others if isinstance(o, Condition) and self._is_ready(o.test)]
        self._only_if(conjunction([self._test(o) for o in absorbed(ready)]))
        return [o for o in others if all(o is not r for r in ready)]

    def _test(self, condition: Condition) -> Test:
        if condition.wanted and len(self.fn.levels) > 1:
            table = tabulated(self.fn, condition.test)
            if table is not None:
                return table
        return self.fn.true(condition.test) if condition.wanted else self.fn.untrue(condition.test)

    def _only_if(self, test: Test) -> None:
        if test.text != "True":
            self.fn.line(f"if {test.text}:")
            self.fn.out.depth += 1

    def _name(self, step: Given) -> None:
        value = self.fn.val(step.value)
        name = self._declare(step.var)
        if (of := listed_places(step.value, self.fn.places_of)) is not None:
            self.fn.places_of[step.var] = of
            self.fn.counted.add((name, self.fn.val(of).text))
        self.fn.line(f"{name} = {one(value)}")
        self.fn.env[step.var] = Val(name, guards=(f"{name} is not None",) if value.maybe else ())
        self.unbound.discard(step.var)

    # -------------------------------------------------------------------------------------------- fixed variables

    def _fixed(self, loop: Loop, others: list[Step]) -> tuple[Condition, t.Expr] | None:
        """A condition `var == e` whose `e` is known: the loop has at most one round."""
        if not is_scalar(loop.var.type) or (isinstance(loop.domain.type, ListType | BagType) and loop.copies):
            return None
        if not self._is_ready(loop.domain):
            return None
        for other in others:
            if isinstance(other, Condition) and other.wanted:
                value = equal_to(loop.var, other.test)
                if value is not None and self._is_ready(value):
                    return other, value
        return None

    def _assign(self, loop: Loop, value: t.Expr) -> None:
        v = self.fn.val(value)
        self._only_if(conjunction([Test(g, AND) for g in v.guards]))
        name = self._declare(loop.var)
        self.fn.line(f"{name} = {v.text}")
        self.unbound.discard(loop.var)
        exact = isinstance(value.type, MemberType) and not value.type.optional
        guards, test = self.fn.membership(Val(name, exact=exact), loop.domain)
        self._only_if(conjunction([*(Test(g, AND) for g in guards), test]))

    # -------------------------------------------------------------------------------------------- loops

    def _walk(self, loop: Loop, others: list[Step]) -> list[Step]:
        domain, aliases, extra = self._opened(loop)
        others = [*extra, *others]
        selected = self._selected(loop, domain, aliases, others)
        if selected is not None:
            return selected
        table = self._table(loop, domain, aliases, others)
        if table is not None:
            rows, others = table
            self._opens_level()
            self.fn.levels[-1].rows = rows
            self.fn.find_rows(rows, self.fn.gen.unique("ROWS"))
            self.fn.levels[-1].names.add(rows.name)
            self.fn.line(f"for {rows.name}:")
            self.fn.out.depth += 1
            self.unbound.difference_update((loop.var, *aliases))
            return others
        through, others = self._through(loop.var, domain, others)
        if through is None:
            through = self._members(domain, loop.copies)
        source, size = through
        if source.guards:
            test = conjunction([Test(g, AND) for g in source.guards])
            if self.undefined is not None:
                self.fn.line(f"if not ({test.text}):")
                with self.fn.out.indented():
                    self.undefined()
            else:
                self._only_if(test)
        self._opens_level()
        bound = self._bind(loop.var, size, domain)
        if size and self.apart is not None:
            self.fn.levels[-1].apart = tuple(bound.split(", ")), self.apart
        self.fn.line(f"for {bound} in {source.text}:")
        self._counts_places(bound, domain)
        self.fn.out.depth += 1
        for var in (loop.var, *aliases):
            self.fn.env[var] = self.fn.env[loop.var]
            self.unbound.discard(var)
        return others

    def _of_one(self, step: Step) -> Step:
        """`x in S`, where S never has more than one member, as an equality."""
        match step:
            case Condition(t.Op(op="in", args=(x, t.Lookup() as sets)), True):
                only = self.fn.only_member(sets)
                return step if only is None else Condition(t.Op(BOOL, "==", (x, only)))
        return step

    def _counts_places(self, bound: str, domain: t.Expr) -> None:
        of = counted_list(domain, self.fn.places_of)
        if of is not None:
            self.fn.counted.add((bound, self.fn.val(of).text))

    def _selected(self, loop: Loop, domain: t.Expr, aliases: list[t.Var], others: list[Step]) -> list[Step] | None:
        """The loop over a list that is kept, if there is one of just what is walked; the conditions that are left."""
        fn = self.fn
        if aliases or fn.state != "s" or not fn.may_select:
            return None
        asked_for = [self._of_one(o) for o in others]
        found = fn.gen.facts["kept"].matching(Loop(loop.var, domain, loop.copies), asked_for)
        if found is None:
            return None
        selection, asked, left = found
        value = None
        if asked is not None:
            value = fn.val(asked) if self._is_ready(asked) else None
            if value is None or value.guards:
                return None
            if not value.simple:
                name = fn.fresh("asked")
                fn.line(f"{name} = {value.text}")
                value = Val(name)
        self._opens_level()
        fn.line(f"for {self._bind(loop.var, 0, domain)} in {selection.listed(value)}:")
        fn.out.depth += 1
        self.unbound.discard(loop.var)
        return list(left)

    def _table(
        self, loop: Loop, domain: t.Expr, aliases: list[t.Var], others: list[Step]
    ) -> tuple[Rows, list[Step]] | None:
        """The rows of a loop over what is known before the game, conditions of that kind taken out of the others."""
        fn = self.fn
        known = fn.dependencies(free(domain)) if fn.gen.tabulates and fn.is_bound(domain) else None
        if known is None:
            return None
        keys = tuple(keys_of(known))
        values = domain_rows(domain, loop.copies, known, keys, self.undefined is not None)
        if values is None:
            return None
        name = fn.fresh(loop.var.name)
        rows = fn.rows[name] = Rows(name, keys, values, fn.pure)
        for var in (loop.var, *aliases):
            fn.env[var] = Val(name, exact=isinstance(loop.var.type, MemberType) and not loop.var.type.optional)
        mine = {loop.var, *aliases}
        tests = [
            o
            for o in others
            if isinstance(o, Condition)
            and mine & set(free(o.test))
            and not (self.unbound - mine) & set(free(o.test))
            and fn.is_bound(o.test)
        ]
        return rows, self._left_out(rows, tests, others)

    def _left_out(self, rows: Rows, tests: list[Condition], others: list[Step]) -> list[Step]:
        """Rows for which a known condition does not hold are left out; the conditions that remain to be tested."""
        for o in tests:
            known = self.fn.dependencies(free(o.test))
            if known is not None and rows.restrict(keys_of(known, rows.name), _test_of(o, known)):
                others = [x for x in others if x is not o]
        return others

    def _declare(self, var: t.Var) -> str:
        name = self.fn.declare(var)
        self.fn.levels[-1].names.add(name)
        return name

    def _bind(self, var: t.Var, size: int, domain: t.Expr) -> str:
        """The loop's targets: one name, or one for each member of the sets that are walked."""
        if not size:
            name = self._declare(var)
            self.fn.env[var] = Val(name, exact=isinstance(var.type, MemberType) and not var.type.optional)
            return name
        names = tuple(self.fn.fresh(f"{var.name}_{i + 1}") for i in range(size))
        self.fn.levels[-1].names.update(names)
        inner = ", ".join(names)
        of = domain.type.of  # type: ignore[attr-defined]
        is_set = isinstance(of, SetType)
        self.fn.env[var] = Val(f"frozenset(({inner}))" if is_set else f"({inner})", items=names, is_set=is_set)
        return inner

    def _members(self, domain: t.Expr, copies: bool) -> tuple[Val, int]:
        """What to loop over, and how many members each element has if they are taken apart."""
        match domain:
            case t.Const(value=frozenset() | tuple() as value) if size := same_size(value):
                rows = [tuple(ordered(v)) if isinstance(v, frozenset) else v for v in as_listed(value)]
                self.apart = lambda by: str(self.fn.gen.constant(moved(rows, by), "rows").text)
                return Val(self.apart(0)), size
        return self.fn.iterate(domain, copies), 0

    def _through(self, var: t.Var, domain: t.Expr, others: list[Step]) -> tuple[tuple[Val, int] | None, list[Step]]:
        """`c in var`, where `var` is one of a constant list of sets: only the sets that hold `c`."""
        if not isinstance(domain, t.Const) or not isinstance(domain.value, frozenset | tuple) or not domain.value:
            return None, others
        size = same_size(domain.value)
        if not size or not all(isinstance(v, frozenset) for v in domain.value):
            return None, others
        for other in others:
            match other:
                case Condition(t.Op(op="in", args=(x, t.Local(var=inner))), True) if inner is var:
                    if self._is_ready(x) and isinstance(x.type, MemberType):
                        rest = [o for o in others if o is not other]
                        less = size > 2 and self._is_known_of(var, x, rest)
                        return (self._inverted(domain.value, x, less), size - less), rest
        return None, others

    def _is_known_of(self, var: t.Var, x: t.Expr, others: list[Step]) -> bool:
        """Is all that is asked of the set, of each member alike, known of `x`, because it was just stored there?"""
        asked = [o for o in others if not isinstance(o, Condition) or var in free(o.test)]
        match asked:
            case [Condition(t.Quantified(every=True, binds=(bind,), where=None, body=body), True)]:
                pass
            case _:
                return False
        match bind.domain, body:
            case (
                t.Local(var=of),
                t.Op(op="==", args=(t.Load(field=f, indices=(t.Local(var=inner),)), value)),
            ) if of is var and inner is bind.var:
                return any(s.field is f and s.indices == (x,) and s.value == value for s in self.fn.stored)
        return False

    def _inverted(self, sets: Any, x: t.Expr, less: bool) -> Val:
        """A table of the sets that hold each member; `less`: without that member itself."""
        kind = x.type
        assert isinstance(kind, MemberType)
        low, size = kind.domain.low, kind.domain.span_size
        rows = [tuple(ordered(v)) for v in as_listed(sets)]
        at = self.fn.inside(x, low, size)
        shift = f" - {low}" if low > 0 else f" + {-low}" if low else ""

        def source(by: int) -> str:
            every = range(low, low + size)
            holding = ([tuple(m for m in r if m != c or not less) for r in rows if c in r] for c in every)
            table = tuple(moved(r, by) for r in holding)
            return self.fn.gen.named(literal(table), f"T_through_{kind.domain.name}") + f"[{at.text}{shift}]"

        self.apart = source
        return Val(source(0), guards=at.guards)

    def _opened(self, loop: Loop) -> tuple[t.Expr, list[t.Var], list[Step]]:
        """What is really walked: selections become conditions on what they select from."""
        domain, aliases, extra = loop.domain, [], []  # type: t.Expr, list[t.Var], list[Step]
        while True:
            match domain:
                case t.Convert(to="list" | "bag", of=of) if isinstance(of.type, SetType):
                    domain = of
                case t.Comprehension(element=t.Local(var=var), binds=(bind,), where=where) if (
                    var is bind.var and self._keeps_order(domain, bind)
                ):
                    aliases.append(bind.var)
                    self.unbound.add(bind.var)
                    extra += conditions(where)
                    domain = bind.domain
                case t.Call(function=function, args=args) if self._opens(function, args):
                    self._enter(function, args)
                    assert function.body is not None
                    domain = function.body
                case _:
                    return domain, aliases, extra

    def _keeps_order(self, e: t.Comprehension, bind: t.Bind) -> bool:
        return isinstance(bind.domain.type, SetType) or type(bind.domain.type) is type(e.type)

    def _opens(self, function: t.Function, args: tuple[t.Expr, ...]) -> bool:
        return isinstance(function.body, t.Comprehension | t.Call | t.Convert | t.Lookup | t.Const | t.Op)

    def _enter(self, function: t.Function, args: tuple[t.Expr, ...]) -> None:
        """The parameters get names; an undefined argument leaves nothing to walk."""
        values = self.fn.arguments(function.params, args)
        guards = tuple(dict.fromkeys(g for v in values for g in v.guards))
        test = conjunction([Test(g, AND) for g in guards])
        if guards and self.undefined is not None:
            self.fn.line(f"if not ({test.text}):")
            with self.fn.out.indented():
                self.undefined()
        else:
            self._only_if(test)
        for param, value in zip(function.params, values, strict=True):
            if value.simple or value.items is not None:
                self.fn.env[param] = value.sure()
            else:
                name = self._declare(param)
                self.fn.line(f"{name} = {value.text}")
                self.fn.env[param] = evolve(Val(name), exact=value.exact)


def _test_of(o: Condition, known: dict[t.Var, int | Key]) -> Callable[[Known], bool]:
    return lambda env: holds_for(o.test, o.wanted, known, env)


def equal_to(var: t.Var, test: t.Expr) -> t.Expr | None:
    """`e` of the condition `var == e`."""
    match test:
        case t.Op(op="==", args=(t.Local(var=left), e)) if left is var and var not in free(e):
            return e
        case t.Op(op="==", args=(e, t.Local(var=right))) if right is var and var not in free(e):
            return e
    return None


def as_listed(values: Any) -> list[Any]:
    return ordered(values) if isinstance(values, frozenset) else list(values)


def moved(rows: list[tuple[int, ...]], by: int) -> tuple[tuple[int, ...], ...]:
    """The rows with something added to each member."""
    return tuple(tuple(x + by for x in row) for row in rows)


def same_size(values: Any) -> int:
    """The common size of a constant list of small collections of scalars, else 0."""
    members = list(values)
    if not members or not all(isinstance(v, frozenset | tuple) for v in members):
        return 0
    sizes = {len(v) for v in members}
    flat = all(isinstance(x, int) for v in members for x in v)
    return sizes.pop() if flat and len(sizes) == 1 and 2 <= len(members[0]) <= _MOST_ITEMS else 0
