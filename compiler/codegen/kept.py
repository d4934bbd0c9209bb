"""Selections that are kept: the members of a domain for which something holds, in a derived place of the vector.

A generator that walks a domain and tests each member reads much and changes little from move to move. So the list of
the members that pass is kept in the vector, in order, and brought up to date where a field that it depends on is
written (spike-lessons 2, "kept views"). A derived place holds a list that nobody changes, so that copies of the vector
can share it, or None: not known, and made by a scan when it is asked for. What is kept is never compared or recorded.

Two kinds: the members that pass conditions on fields of known places; and, of a field with few values, the members with
each value, when a generator asks for those with a value that is known only then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.moves import nest_steps, witnessed
from hoyle.compiler.codegen.nest_steps import Condition, Loop, Step
from hoyle.compiler.codegen.values import SUM, Val
from hoyle.compiler.evaluate import NotConstantError, evaluate
from hoyle.compiler.rewrite import children, free, substitute, walk
from hoyle.compiler.stages import Stage
from hoyle.compiler.types import BOOL, Domain, MemberType, SetType, codes_of, is_optional, none_code, required

# A shorter domain is scanned as fast; what many members look at, or many lists, is written too dearly.
_LEAST_MEMBERS, _MOST_TOUCHED, _MOST_VALUES, _MOST_KEPT = 8, 6, 6, 8


@define(eq=False)
class Selection:
    """conditions: on `var`, a member of the domain. by: the field of which each value has a list of its own, from
    `low` on. touched: for each field read, the members that look at the field of each owner."""

    var: t.Var
    members: tuple[int, ...]
    conditions: tuple[Condition, ...]
    by: t.Field | None
    low: int = 0
    places: int = 1
    slot: int = 0
    name: str = ""
    touched: dict[t.Field, dict[int, tuple[int, ...]]] = field(factory=dict)
    tables: dict[t.Field, t.Table] = field(factory=dict)

    @property
    def is_whole(self) -> bool:
        """Is every owner of the field a member?"""
        return self.by is not None and self.by.owner is not None and self.members == tuple(self.by.owner.codes)

    def is_own(self, f: t.Field) -> bool:
        """Does each member look at nothing of the field but what lies at itself?"""
        return all(members == (owner,) for owner, members in self.touched[f].items())

    def listed(self, value: Val | None) -> str:
        """The expression for the list as it is now. value: of which value of the field; None if of none."""
        if value is None:
            return f"s[{self.slot}] or {self.name}(s)"
        by = self.slot - self.low
        if value.const is not None:
            return f"s[{by + value.const}] or {self.name}(s, {value.const})"
        return f"s[{value.at(SUM)} + {by}] or {self.name}(s, {value.text})"

    def table(self, f: t.Field) -> t.Table:
        """owner of the field -> the members that look at it."""
        if f not in self.tables:
            assert f.owner is not None
            of = SetType(self.var.type)
            rows = tuple(frozenset(self.touched[f].get(c, ())) for c in span(f.owner))
            self.tables[f] = t.Table(f"{f.name}_touches", ((f.owner.low, f.owner.span_size),), rows, of)
        return self.tables[f]


def span(domain: Domain) -> range:
    return range(domain.low, domain.low + domain.span_size)


@define(eq=False)
class Kept:
    """All selections that are kept, found before anything is written. What uses one takes its places."""

    gen: Shared
    selections: list[Selection] = field(factory=list)

    def find(self) -> None:
        if self.gen.module.debug:
            return
        for generator in self.gen.module.generators:
            if self.gen.facts["patterns"].of(generator) is not None:
                continue
            steps = nest_steps(generator)
            loop = next((s for s in steps if isinstance(s, Loop)), None)
            if loop is not None and witnessed(steps) is None:
                self._consider(loop, steps)

    def of(self, f: t.Field) -> list[Selection]:
        """The selections that a change of the field may change."""
        return [x for x in self.selections if f in x.touched or x.by is f]

    def matching(self, loop: Loop, others: list[Step]) -> tuple[Selection, t.Expr | None, list[Step]] | None:
        """A selection of just what the loop walks, the value asked for, and the conditions that are left."""
        members = members_of(loop)
        for selection in self.selections if members else ():
            if selection.members == members and selection.var.type == loop.var.type:
                found = _matched(selection, loop.var, others)
                if found is not None:
                    return selection, *found
        return None

    # -------------------------------------------------------------------------------------------- finding

    def _consider(self, loop: Loop, steps: list[Step]) -> None:
        members = members_of(loop)
        if len(members) < _LEAST_MEMBERS or len(self.selections) >= _MOST_KEPT:
            return
        conditions = [s for s in steps if isinstance(s, Condition)]
        by = next(
            (f for f, _ in filter(None, (asked_value(c, loop.var) for c in conditions)) if is_fit(self.gen, f)), None
        )
        if by is not None:
            self._add_family(loop.var, members, by)
            return
        mine = tuple(c for c in conditions if free(c.test) == [loop.var] and self._depends(c.test, loop.var))
        if any(self.gen.stages.of(c.test) is Stage.STATE for c in mine):
            self._add(Selection(loop.var, members, mine, None))

    def _add_family(self, var: t.Var, members: tuple[int, ...], by: t.Field) -> None:
        codes = [c for c in codes_of(by.type) if not is_optional(by.type) or c != none_code(by.type)]
        if codes and codes[-1] - codes[0] < _MOST_VALUES:
            self._add(Selection(var, members, (), by, codes[0], codes[-1] - codes[0] + 1))

    def _add(self, selection: Selection) -> None:
        steps: list[Step] = list(selection.conditions)
        loop = Loop(selection.var, t.Const(SetType(selection.var.type), frozenset(selection.members)), False)
        for other in self.selections:
            same = other.by is selection.by and other.members == selection.members
            if same and (other.by is not None or _is_all(_matched(other, loop.var, steps))):
                return
        if selection.by is None:
            try:
                self._find_touched(selection)
            except NotConstantError:
                return
            if any(len(m) > _MOST_TOUCHED for by in selection.touched.values() for m in by.values()):
                return
        selection.slot = self.gen.facts["derived"] + len(self.gen.layout.boards)
        selection.slot += sum(x.places for x in self.selections)
        selection.name = self.gen.unique(f"select_{len(self.selections) + 1}")
        self.selections.append(selection)

    def _find_touched(self, selection: Selection) -> None:
        for load in _loads(selection):
            by = selection.touched.setdefault(load.field, {})
            owners = load.field.owner.codes if load.field.owner is not None else ()
            for member in selection.members:
                (owner,) = (evaluate(i, {selection.var: member}) for i in load.indices)
                if owner in owners and member not in by.get(owner, ()):
                    by[owner] = (*by.get(owner, ()), member)

    def _depends(self, e: t.Expr, var: t.Var) -> bool:
        """Does the test read nothing of the state but fit fields of owners that follow from the member?"""
        if self.gen.stages.of(e) is Stage.BOUND:
            return True
        match e:
            case t.Load(field=f, indices=indices):
                known = all(free(i) == [var] and self.gen.stages.of(i) is Stage.BOUND for i in indices)
                return is_fit(self.gen, f) and known
            case t.Op():
                return all(self._depends(c, var) for c in children(e))
        return False


def is_fit(gen: Shared, f: t.Field) -> bool:
    """Is it one value of each member of a domain, written by sentences that name the member?"""
    one = f.kind == "scalar" and f.owner is not None and not f.indices
    unfit = gen.once("unfit", gen.module, lambda: written_otherwise(gen.module))
    return one and f.owner is not gen.program.players and f not in unfit


def members_of(loop: Loop) -> tuple[int, ...]:
    """Of a loop over a constant set, in order; () if it walks something else."""
    match loop.domain:
        case t.Const(value=frozenset() as value) if isinstance(loop.var.type, MemberType):
            return tuple(sorted(v for v in value if type(v) is int)) if not loop.var.type.optional else ()
    return ()


def asked_value(condition: Condition, var: t.Var) -> tuple[t.Field, t.Expr] | None:
    """`F(var) == x`, where x is present and not the same in every game: the field and x."""
    match condition:
        case Condition(t.Op(op="==", args=(a, b)), True):
            for load, x in ((a, b), (b, a)):
                match load, x:
                    case t.Load(field=f, indices=(t.Local(var=of),)), t.Local() | t.Lookup() if of is var:
                        return None if var in free(x) or is_optional(x.type) else (f, x)
    return None


def _loads(selection: Selection) -> Iterator[t.Load]:
    for c in selection.conditions:
        yield from (x for x in walk(c.test) if isinstance(x, t.Load))


def _matched(selection: Selection, var: t.Var, others: Iterable[Step]) -> tuple[t.Expr | None, list[Step]] | None:
    left = list(others)
    if selection.by is not None:
        for o in left:
            asked = asked_value(o, var) if isinstance(o, Condition) else None
            if asked is not None and asked[0] is selection.by:
                return asked[1], [x for x in left if x is not o]
        return None
    for c in selection.conditions:
        test = substitute(c.test, {selection.var: t.Local(var.type, var)})
        same = [o for o in left if isinstance(o, Condition) and o.wanted == c.wanted and o.test == test]
        if not same:
            return None
        left = [o for o in left if o is not same[0]]
    return None, left


def _is_all(matched: tuple[t.Expr | None, list[Step]] | None) -> bool:
    return matched is not None and not matched[1]


def written_otherwise(module: ir.Module) -> set[t.Field]:
    """Fields that something else than an assignment to a named owner may write."""
    found: set[t.Field] = set()
    bodies: list[Any] = [p.body for p in module.parts] + [tuple(b.stmts) for b in module.blocks.values()]
    for s in (x for body in bodies for x in _statements(body)):
        match s:
            case t.Counter(field=f) | t.Award(field=f):
                found.add(f)
            case ir.Freeze(fields=fields):
                found.update(fields)
    return found


def _statements(body: Any) -> Iterator[Any]:
    for s in body:
        yield s
        yield from walk(s)


# ------------------------------------------------------------------------------------------------ text


def write(kept: Kept) -> None:
    """The functions that make selections by a scan."""
    for selection in kept.selections:
        _write(kept.gen, selection)


def _write(gen: Shared, selection: Selection) -> None:
    fn = gen.new_function(gen, selection.name)
    fn.may_select = False
    kind = SetType(selection.var.type)
    steps: list[Step] = [Loop(selection.var, t.Const(kind, frozenset(selection.members)), False), *selection.conditions]
    place = f"s[{selection.slot}]"
    if selection.by is not None:
        value = t.Var("value", required(selection.by.type), "param")
        place = f"s[{fn.param(value)} + {selection.slot - selection.low}]"
        load = t.Load(selection.by.type, selection.by, (t.Local(selection.var.type, selection.var),))
        steps.append(Condition(t.Op(BOOL, "==", (load, t.Local(value.type, value)))))
    fn.line("out = []")
    fn.nest(steps, lambda: fn.line(f"out.append({fn.env[selection.var].text})"))
    fn.line(f"{place} = found = {fn.out.collected()}")
    fn.line("return found")
    fn.finish(note=f"kept: {selection.var.name}")
