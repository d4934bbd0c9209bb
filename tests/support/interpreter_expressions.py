"""Expressions of the reference interpreter: what each has as its value, straight from the semantics.

A state is asked through the small interface `World`. Undefined is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from attrs import define

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.rewrite import free
from hoyle.compiler.typed import Expr, Var
from hoyle.compiler.types import (
    NONE,
    Domain,
    PileType,
    is_optional,
    is_scalar,
    none_code,
)
from interpreter_boards import Layout
from interpreter_library import LIBRARY
from interpreter_values import (
    arithmetic,
    combined,
    contains,
    elements,
    gathered,
    is_none,
    places,
    tuples_of,
    writes_empty,
)
from interpreter_zones import RuleError, ZoneState, moves_whole, must_draw

Env = dict[Var, Any]


class World(Protocol):
    """What expressions read."""

    program: t.Program

    def load(self, field: t.Field, indices: tuple[Any, ...]) -> Any: ...
    def zone(self, field: t.Field, indices: tuple[Any, ...]) -> ZoneState | None: ...
    def before(self) -> World | None:
        """The state that `old` means."""
        ...

    def over_winners(self) -> frozenset[int] | None: ...


@define(eq=False)
class Evaluator:
    world: World
    env: Env

    def value(self, e: Expr) -> Any:
        """The value of the expression, or None."""
        method: Callable[[Any], Any] = getattr(self, "_" + type(e).__name__)
        return method(e)

    def holds(self, e: Expr | None) -> bool:
        """A condition: undefined counts as false."""
        return e is None or bool(self.value(e))

    def values(self, exprs: tuple[Expr, ...]) -> list[Any] | None:
        found = [self.value(e) for e in exprs]
        return None if any(v is None for v in found) else found

    # ------------------------------------------------------------------------------------------ leaves

    def _Const(self, e: t.Const) -> Any:  # noqa: N802
        return e.value

    def _Undefined(self, e: t.Undefined) -> Any:  # noqa: N802
        return None

    def _Local(self, e: t.Local) -> Any:  # noqa: N802
        return self.env[e.var]

    def _Lookup(self, e: t.Lookup) -> Any:  # noqa: N802
        data: Any = e.table.data
        for (low, size), index in zip(e.table.dims, e.indices, strict=True):
            at = self.value(index)
            if at is None or is_none(at, index.type) or not low <= at < low + size or data is None:
                return None
            data = data[at - low]
        return data

    def _Load(self, e: t.Load) -> Any:  # noqa: N802
        at = self.values(e.indices)
        return None if at is None else self.world.load(e.field, tuple(at))

    def _Family(self, e: t.Family) -> Any:  # noqa: N802
        owner: tuple[Any, ...] = ()
        if e.owner is not None:
            owner = (self.value(e.owner),)
            if owner[0] is None:
                return None
        found = [self.world.load(e.field, (*owner, *rest)) for rest in tuples_of(e.field.indices)]
        return None if any(v is None for v in found) else tuple(found)

    def _ZoneValue(self, e: t.ZoneValue) -> Any:  # noqa: N802
        zone = self.zone(e.zone)
        return None if zone is None else zone.known()

    def _Top(self, e: t.Top) -> Any:  # noqa: N802
        zone = self.zone(e.zone)
        if zone is None:
            return None
        if zone.empty:
            return NONE
        if not zone.prefix:
            raise AssertionError("an undrawn top was read")
        return zone.prefix[0]

    def _Laid(self, e: t.Laid) -> Any:  # noqa: N802
        args = self.values(e.args)
        if args is None or any(is_none(a, x.type) for a, x in zip(args, e.args, strict=True)):
            return None
        return self.layout(e.domain).answer(e.op, args)

    def layout(self, domain: Domain) -> Layout:
        fields = {f.name: f for f in self.world.program.fields if f.owner is domain.shape["thing"]}

        def lies(thing: int) -> tuple[int, int]:
            return self.world.load(fields["at"], (thing,)), self.world.load(fields["turns"], (thing,))

        return Layout(domain, lies)

    # ------------------------------------------------------------------------------------------ zones

    def zone(self, z: t.Zone) -> ZoneState | None:
        """The zone itself, not a copy; None if it is undefined which."""
        match z:
            case t.LocalZone(_, var):
                found: ZoneState = self.env[var]
                return found
            case t.FieldZone(_, field, indices):
                at = self.values(indices)
                return None if at is None else self.world.zone(field, tuple(at))
            case t.EitherZone(_, test, then, orelse):
                which = self.value(test)
                return None if which is None else self.zone(then if which else orelse)
        raise TypeError(z)

    def seen(self, z: t.Zone, what: str) -> bool:
        """May anybody see the content, or (what "top") the top?"""
        match z:
            case t.LocalZone(_, var):
                return not isinstance(var.type, PileType)
            case t.FieldZone(_, field, indices):
                if not field.seen:
                    return True
                at = self.values(indices)
                owner = at[0] if at and field.owner is not None else None
                whats = ("content", "top") if what == "top" else ("content",)
                return any(bool(s.seats.get(owner)) for s in field.seen if s.what in whats)
            case t.EitherZone(_, test, then, orelse):
                return self.seen(then if self.value(test) else orelse, what)
        raise TypeError(z)

    def _Undrawn(self, e: ir.Undrawn) -> Any:  # noqa: N802
        zone = self.zone(e.zone)
        return zone is not None and zone.undrawn(e.place)

    def _PendingReveal(self, e: ir.PendingReveal) -> Any:  # noqa: N802
        zone = self.zone(e.zone)
        return zone is not None and zone.undrawn(e.place) and self.seen(e.zone, e.place)

    def _MustDraw(self, e: ir.MustDraw) -> Any:  # noqa: N802
        source, target = self.zone(e.source), self.zone(e.target)
        if source is None or target is None:
            raise RuleError("a zone is undefined")
        return must_draw(source, target, self.seen(e.target, "content"))

    def _MovesWhole(self, e: ir.MovesWhole) -> Any:  # noqa: N802
        source, target = self.zone(e.source), self.zone(e.target)
        if source is None or target is None:
            raise RuleError("a zone is undefined")
        return moves_whole(source, target)

    # ------------------------------------------------------------------------------------------ operators

    def _Op(self, e: t.Op) -> Any:  # noqa: N802
        if e.op in ("and", "or"):
            return self._kleene(e)
        if e.op in ("==", "!=") and (asked := self._is_empty(e)) is not None:
            return asked is (e.op == "==")
        values = self.values(e.args)
        if values is None:
            return None
        if e.op == "not":
            return not values[0]
        if e.op in ("==", "!="):
            return self._equal(e, values) == (e.op == "==")
        if e.op == "in":
            return values[0] in values[1]  # none is in no set that does not name it: `x in {p, none}`
        if e.op in ("join", "minus", "meet"):
            return combined(e.op, values[0], values[1], e.type)
        if any(is_none(v, a.type) for v, a in zip(values, e.args, strict=True)):
            return None
        return arithmetic(e.op, values)

    def _kleene(self, e: t.Op) -> Any:
        values = [self.value(a) for a in e.args]
        decisive = e.op == "or"
        if any(v is not None and bool(v) is decisive for v in values):
            return decisive
        return None if any(v is None for v in values) else not decisive

    def _is_empty(self, e: t.Op) -> bool | None:
        """`Z == []`, `[… where c] == []`: is anything there? (semantics 5.4, 7.7); None: it is not of that form."""
        whole, other = e.args if writes_empty(e.args[1]) else reversed(e.args)
        if not writes_empty(other):
            return None
        if isinstance(whole, t.ZoneValue):
            zone = self.zone(whole.zone)
            return None if zone is None else zone.empty
        if isinstance(whole, t.Comprehension):
            try:
                return next(self.tuples(whole.binds, whole.where, False), None) is None
            except LookupError:
                return None
        return None

    def _equal(self, e: t.Op, values: list[Any]) -> bool:
        a, b = values
        if isinstance(a, frozenset | tuple) and isinstance(b, frozenset | tuple):
            return a == b or (not a and not b)
        nones = [is_none(v, x.type) for v, x in zip(values, e.args, strict=True)]
        return nones[0] and nones[1] if any(nones) else a == b

    def _Collect(self, e: t.Collect) -> Any:  # noqa: N802
        values = self.values(e.items)
        return None if values is None else gathered(values, e.type)

    def _Convert(self, e: t.Convert) -> Any:  # noqa: N802
        value = self.value(e.of)
        return None if value is None else gathered(elements(value), e.type)

    def _Narrow(self, e: t.Narrow) -> Any:  # noqa: N802
        value = self.value(e.of)
        if value is None:
            return None
        if is_none(value, e.of.type):
            return none_code(e.type) if is_optional(e.type) else None
        return value if contains(e.type, value) else None

    def _Cond(self, e: t.Cond) -> Any:  # noqa: N802
        return self.value(e.then if self.holds(e.test) else e.orelse)

    def _Call(self, e: t.Call) -> Any:  # noqa: N802
        values = self.values(e.args)
        if values is None or e.function.body is None:
            return None
        for v, a, p in zip(values, e.args, e.function.params, strict=True):
            if is_none(v, a.type) and is_scalar(p.type) and not is_optional(p.type):
                return None
        return Evaluator(self.world, dict(zip(e.function.params, values, strict=True))).value(e.function.body)

    # ------------------------------------------------------------------------------------------ binders

    def tuples(
        self, binds: tuple[t.Bind, ...], where: Expr | None, kinds: bool, lenient: bool = False
    ) -> Iterator[Evaluator]:
        """An evaluator for each tuple that passes `where`. An undefined range raises LookupError, or is empty."""
        if not binds:
            if self.holds(where):
                yield self
            return
        domain = self.value(binds[0].domain)
        if domain is None and not lenient:
            # The order of evaluation cannot be observed (4.6): a condition without these variables decides first.
            mine = {b.var for b in binds}
            if any(not mine & set(free(c)) and not self.holds(c) for c in conjuncts(where)):
                return
            raise LookupError
        for v in elements(domain or (), kinds):
            yield from Evaluator(self.world, {**self.env, binds[0].var: v}).tuples(binds[1:], where, kinds, lenient)

    def _Comprehension(self, e: t.Comprehension) -> Any:  # noqa: N802
        try:
            values = [inner.value(e.element) for inner in self.tuples(e.binds, e.where, False)]
        except LookupError:
            return None
        return None if any(v is None for v in values) else gathered(values, e.type)

    def _Quantified(self, e: t.Quantified) -> Any:  # noqa: N802
        # Always true or false (semantics 4.3): an undefined range holds nothing.
        values = [inner.holds(e.body) for inner in self.tuples(e.binds, e.where, True, lenient=True)]
        return all(values) if e.every else any(values)

    def _TheOne(self, e: t.TheOne) -> Any:  # noqa: N802
        try:
            found = [inner.env[e.bind.var] for inner in self.tuples((e.bind,), e.where, True)]
        except LookupError:
            return None
        return found[0] if len(found) == 1 else None

    # ------------------------------------------------------------------------------------------ ranks

    def _Rank(self, e: t.Rank) -> Any:  # noqa: N802
        try:
            found = [
                (inner.env[e.bind.var], [(most, inner.value(k)) for most, k in e.keys])
                for inner in self.tuples((e.bind,), e.where, True)
            ]
        except LookupError:
            return None
        return places(found, e.ties)

    # ------------------------------------------------------------------------------------------ verbs, scores

    def _Can(self, e: t.Can) -> Any:  # noqa: N802
        who, args = self.value(e.who), self.values(e.deed.args)
        return None if who is None or args is None else self.possible(e.deed.action, who, args)

    def _CanDo(self, e: t.CanDo) -> Any:  # noqa: N802
        who, number = self.value(e.who), self.value(e.sentence)
        if who is None or number is None:
            return None
        cells = [s for s in self.world.program.sentences if s.number == number]
        inner = Evaluator(self.world, {})
        for deed in (d for s in cells for d in s.deeds):
            args = inner.values(deed.args)
            if args is not None and self.possible(deed.action, who, args):
                return True
        return False

    def possible(self, action: t.Action, who: int, args: list[Any]) -> bool:
        return next(iter(legal(self.world, action, who, tuple(args))), None) is not None

    def _Options(self, e: t.Options) -> Any:  # noqa: N802
        who = self.value(e.who)
        return None if who is None else tuple(legal(self.world, e.action, who, ()))

    def _Old(self, e: t.Old) -> Any:  # noqa: N802
        before = self.world.before()
        return None if before is None else Evaluator(before, self.env).value(e.of)

    def _Score(self, e: t.Score) -> Any:  # noqa: N802
        who = self.value(e.who)
        return None if who is None else score(self.world, who, e.component)

    def _Winners(self, e: t.Winners) -> Any:  # noqa: N802
        return self.world.over_winners()

    # ------------------------------------------------------------------------------------------ library

    def _Lib(self, e: t.Lib) -> Any:  # noqa: N802
        if e.name == "count" and isinstance(e.args[0], t.ZoneValue):
            zone = self.zone(e.args[0].zone)
            return None if zone is None else zone.size
        values = self.values(e.args)
        if values is None:
            return None
        result: Any = LIBRARY[e.name](e, *values)
        return result


def legal(world: World, action: t.Action, who: int, args: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The legal tuples that begin with `args`, in order, each move once (semantics 10.4, 10.6)."""
    env: Env = {} if action.you is None else {action.you: who}

    def walk(depth: int, env: Env) -> Iterator[tuple[Any, ...]]:
        if depth == len(action.params):
            found = tuple(env[p.var] for p in action.params)
            if requirements_hold(world, action, who, found) and not _listed(world, action, who, found):
                yield found
            return
        parameter = action.params[depth]
        domain = Evaluator(world, env).value(parameter.domain)
        for v in elements(domain, kinds=True) if domain is not None else []:
            if depth >= len(args) or args[depth] == v:
                yield from walk(depth + 1, {**env, parameter.var: v})

    return walk(0, env)


def requirements_hold(world: World, action: t.Action, who: int, args: tuple[Any, ...]) -> bool:
    evaluator = header(world, action, who, args)
    return all(evaluator.holds(r.test) for r in action.requirements)


def is_legal(world: World, action: t.Action, who: int, args: tuple[Any, ...]) -> bool:
    """Each argument in its range, every requirement met (semantics 10.4)."""
    evaluator = header(world, action, who, args)
    for p, v in zip(action.params, args, strict=True):
        domain = evaluator.value(p.domain)
        if domain is None or v not in elements(domain):
            return False
    return requirements_hold(world, action, who, args)


def conjuncts(e: Expr | None) -> tuple[Expr, ...]:
    if e is None:
        return ()
    return tuple(c for a in e.args for c in conjuncts(a)) if isinstance(e, t.Op) and e.op == "and" else (e,)


def comes_first(world: World, action: t.Action, who: int, a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """Is `a` listed before `b`? Both are tuples in the order of the parameters' ranges."""
    evaluator = header(world, action, who, a)
    for p, x, y in zip(action.params, a, b, strict=True):
        if x != y:
            order = elements(evaluator.value(p.domain) or (), kinds=True)
            return x in order and y in order and order.index(x) < order.index(y)
    return False


def _listed(world: World, action: t.Action, who: int, args: tuple[Any, ...]) -> bool:
    """Has the move been listed already, said the other way?"""
    others = twins(action, header(world, action, who, args))
    return any(comes_first(world, action, who, o, args) and is_legal(world, action, who, o) for o in others)


def header(world: World, action: t.Action, who: int, args: tuple[Any, ...]) -> Evaluator:
    """An evaluator in which the parameters and `let`s of the header have their values."""
    env: Env = {p.var: v for p, v in zip(action.params, args, strict=True)}
    if action.you is not None:
        env[action.you] = who
    evaluator = Evaluator(world, env)
    for h in action.header:
        if isinstance(h, t.HeaderLet):
            env[h.var] = evaluator.value(h.value)
    return evaluator


def twins(action: t.Action, evaluator: Evaluator) -> Iterator[tuple[Any, ...]]:
    """The other ways to say the same move."""
    for h in action.header:
        if isinstance(h, t.SameMove) and evaluator.holds(h.test):
            other = evaluator.values(h.args)
            if other is not None:
                yield tuple(other)


def score(world: World, who: int, component: str | None) -> int | None:
    if who not in world.program.seats:
        return None
    mine = [c for c in world.program.components if who in c.seats and component in (None, c.name)]
    if component is not None and not mine:
        return None
    values = [Evaluator(world, {c.you: who}).value(c.value) for c in mine]
    return None if any(v is None for v in values) else sum(values)
