"""Statements of the reference interpreter: what each does to fields, zones and variables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.typed import Expr, Stmt
from hoyle.compiler.types import BagType, IntType, MemberType, PileType, SetType, Type
from interpreter_expressions import Evaluator
from interpreter_values import contains, elements, is_none
from interpreter_zones import Pool, RuleError, ZoneState, move_all, move_token, settle

if TYPE_CHECKING:
    from interpreter import Interpreter


class _Stop(Exception):  # noqa: N818
    pass


class _Next(Exception):  # noqa: N818
    pass


class Leave(Exception):  # noqa: N818
    """`return`: the part that cannot pause is over."""


def default_zone(program: t.Program, type_: Type, value: Any, default: Expr | None) -> ZoneState:
    """A zone filled with components: of a set each `copies` times, else as the collection says (semantics 7.3)."""
    zone = ZoneState(isinstance(type_, PileType))
    if default is None:
        return zone
    if value is None:
        raise RuleError("what a zone is filled with is undefined")
    content = elements(value)
    if isinstance(default.type, SetType):
        content = [c for c in content for _ in range(copies(program, type_, c))]
    for c in reversed(content):
        zone.put(c)
    return zone


def copies(program: t.Program, type_: Type, code: int) -> int:
    assert isinstance(type_, BagType | PileType) and isinstance(type_.of, MemberType)
    domain = type_.of.domain
    return program.copies[domain.name][domain.codes.index(code)] if domain.name in program.copies else 1


class Statements:
    def __init__(self, game: Interpreter) -> None:
        self.game = game

    @property
    def ev(self) -> Evaluator:
        return self.game.evaluator

    def run(self, stmts: Any) -> None:
        for s in stmts:
            getattr(self, "_" + type(s).__name__)(s)
            self._settle(s)

    def _settle(self, s: Stmt) -> None:
        if isinstance(s, t.MoveZone | t.Swap | t.Gather | ir.Take | ir.Reveal):
            local = [z for z in self.game.env.values() if isinstance(z, ZoneState)]
            settle([*self.game.world.zones(), *local])

    def need(self, e: Expr) -> Any:
        """A value that a statement must have (semantics 4.4)."""
        value = self.ev.value(e)
        if value is None:
            raise RuleError(f"undefined: {e.span}")
        return value

    def number(self, e: Expr) -> int:
        value = self.need(e)
        if is_none(value, e.type) or value < 0:
            raise RuleError("a negative amount")
        return int(value)

    # ------------------------------------------------------------------------------------------ variables, fields

    def _SetLocal(self, s: t.SetLocal) -> None:  # noqa: N802
        value = self.need(s.value)
        if s.check is not None and not contains(s.check, value):
            raise RuleError(f"{value} is outside the type of {s.var.name}")
        self.game.env[s.var] = value

    def _Forget(self, s: ir.Forget) -> None:  # noqa: N802
        for v in s.vars:
            self.game.env.pop(v, None)

    def _Store(self, s: t.Store) -> None:  # noqa: N802
        at = self.place(s.field, s.indices)
        value = self.need(s.value)
        if s.op:
            now = self.game.world.fields[s.field][at]
            value = self._changed(s, now, value)
        self.write(s.field, at, value)

    def _changed(self, s: t.Store, now: Any, value: Any) -> Any:
        if isinstance(s.field.type, IntType):
            if is_none(now, s.field.type):
                raise RuleError("none is no number")
            return now + value if s.op == "+" else now - value
        held = t.Const(s.field.type, now)
        op = "join" if s.op == "+" else "minus"
        return self.need(t.Op(s.field.type, op, (held, t.Const(s.value.type, value))))

    def place(self, field: t.Field, indices: tuple[Expr, ...]) -> tuple[Any, ...]:
        at = tuple(self.need(i) for i in indices)
        if at not in self.game.world.fields[field]:
            raise RuleError(f"{field.key} has no place {at}")
        return at

    def write(self, field: t.Field, at: tuple[Any, ...], value: Any) -> None:
        if not contains(field.type, value):
            raise RuleError(f"{value} is outside the type of {field.key}")
        self.game.world.fields[field][at] = value

    # ------------------------------------------------------------------------------------------ moving

    def _MoveCount(self, s: t.MoveCount) -> None:  # noqa: N802
        world = self.game.world
        amount = self.number(s.amount) if s.amount is not None else 0
        source, target = self.place(s.source.field, s.source.indices), self.place(s.target.field, s.target.indices)
        there = world.fields[s.source.field][source]
        if s.form == "all":
            amount = there
        elif s.form == "up to":
            assert isinstance(s.target.field.type, IntType)
            high = s.target.field.type.high
            room = amount if high is None else high - world.fields[s.target.field][target]
            amount = max(0, min(amount, there, room))
        if amount == 0:
            return
        self.write(s.source.field, source, world.fields[s.source.field][source] - amount)
        self.write(s.target.field, target, world.fields[s.target.field][target] + amount)

    def zone(self, z: t.Zone) -> ZoneState:
        found = self.ev.zone(z)
        if found is None:
            raise RuleError("a zone is undefined")
        return found

    def _NewZone(self, s: t.NewZone) -> None:  # noqa: N802
        value = self.need(s.value) if s.value is not None else None
        self.game.env[s.var] = default_zone(self.game.world.program, s.var.type, value, s.value)

    def _MoveZone(self, s: t.MoveZone) -> None:  # noqa: N802
        amount = self.need(s.amount) if s.amount is not None else None
        source, target = self.zone(s.source), self.zone(s.target)
        match s.form:
            case "named":
                for c in [amount] if isinstance(amount, int) else elements(amount):
                    source.take_named(c)
                    target.put(c)
            case "all":
                move_all(source, target)
            case _:
                assert s.amount is not None and amount is not None
                if is_none(amount, s.amount.type):
                    raise RuleError("no amount")
                self._some(s.form, int(amount), source, target)

    def _some(self, form: str, amount: int, source: ZoneState, target: ZoneState) -> None:
        if amount < 0 or (form != "up to" and amount > source.size):
            raise RuleError("that many are not there")
        if not source.pile and not source.tokens and amount and len(source.rest) > 1:
            raise RuleError("which of them?")
        for _ in range(min(amount, source.size)):
            if source.pile and source.prefix:
                target.put(source.prefix.pop(0))
            elif source.pile or source.tokens:
                move_token(source, target)
            else:
                c = next(iter(source.rest))
                source.take_named(c)
                target.put(c)

    def _Take(self, s: ir.Take) -> None:  # noqa: N802
        source = self.zone(s.zone)
        target = self.zone(s.target) if s.target is not None else None
        component = self.need(s.component)
        source.take_drawn(component)
        if target is not None:
            target.put(component)

    def _Reveal(self, s: ir.Reveal) -> None:  # noqa: N802
        self.zone(s.zone).reveal(s.place, self.need(s.component))

    def _Shuffle(self, s: t.Shuffle) -> None:  # noqa: N802
        for z in s.zones:
            zone = self.zone(z)
            if zone.pile:
                zone.shuffle()

    def _Gather(self, s: t.Gather) -> None:  # noqa: N802
        target = self.zone(s.zone)
        game = self.game
        assert isinstance(s.zone.type, PileType)
        of = s.zone.type.of
        same = [z for f, p in game.world.fields.items() if f.kind == "zone" and f.type.of == of for z in p.values()]  # type: ignore[attr-defined]
        local = [z for v, z in game.env.items() if isinstance(z, ZoneState) and v.type.of == of]  # type: ignore[attr-defined]
        found: list[int] = []
        pools: dict[Pool, None] = {}
        for z in (*same, *local):
            found.extend((*z.prefix, *z.rest.elements()))
            if z.pool is not None and z.tokens:
                pools[z.pool] = None
            z.prefix, z.rest, z.tokens, z.pool = [], Counter(), 0, None
        for pool in pools:
            found.extend(pool.content.elements())
        target.prefix = sorted(found)

    def _Swap(self, s: t.Swap) -> None:  # noqa: N802
        a, b = self.zone(s.a), self.zone(s.b)
        a.prefix, b.prefix = b.prefix, a.prefix
        a.rest, b.rest = b.rest, a.rest
        a.tokens, b.tokens = b.tokens, a.tokens
        a.pool, b.pool = b.pool, a.pool

    def _Show(self, s: t.Show) -> None:  # noqa: N802
        self.need(s.to)
        if isinstance(s.what, Expr):
            self.need(s.what)
        else:
            self.zone(s.what)

    def _Announce(self, s: t.Announce) -> None:  # noqa: N802
        """Of concern to logs only, which the interpreter has not."""

    def _Freeze(self, s: ir.Freeze) -> None:  # noqa: N802
        """Of concern to views only, which the interpreter has not."""

    def _Thaw(self, s: ir.Thaw) -> None:  # noqa: N802
        """See Freeze."""

    def _Award(self, s: t.Award) -> None:  # noqa: N802
        prizes, ranking = self.need(s.prizes), self.need(s.ranking)
        rest = tuple(self.need(i) for i in s.indices)
        for prize, place in zip(prizes, ranking, strict=False):
            for thing in elements(place) if isinstance(place, frozenset) else [place]:
                at = (thing, *rest)
                now = self.game.world.load(s.field, at)
                if now is None:
                    raise RuleError("a prize goes nowhere")
                self.write(s.field, at, now + prize)

    # ------------------------------------------------------------------------------------------ control

    def _If(self, s: t.If) -> None:  # noqa: N802
        for test, body in s.branches:
            if self.need(test):
                self.run(body)
                return
        self.run(s.orelse)

    def _For(self, s: t.For) -> None:  # noqa: N802
        try:
            self._binds(s, s.binds)
        except _Stop:
            pass

    def _binds(self, s: t.For, binds: tuple[t.Bind, ...]) -> None:
        if not binds:
            if self.ev.holds(s.where):
                try:
                    self.run(s.body)
                except _Next:
                    pass
            return
        for v in elements(self.need(binds[0].domain)):
            self.game.env[binds[0].var] = v
            self._binds(s, binds[1:])

    def _Repeat(self, s: t.Repeat) -> None:  # noqa: N802
        left = self.number(s.value) if s.form == "times" and s.value is not None else None
        rounds = 0
        while left is None or rounds < left:
            if s.form in ("while", "until") and s.value is not None and bool(self.need(s.value)) != (s.form == "while"):
                return
            rounds += 1
            if rounds > 10_000:
                raise RuleError("a loop goes on without a pause")
            try:
                self.run(s.body)
            except _Stop:
                return
            except _Next:
                continue

    def _Stop(self, s: t.Stop) -> None:  # noqa: N802
        raise _Stop

    def _Next(self, s: t.Next) -> None:  # noqa: N802
        raise _Next

    def _Return(self, s: t.Return) -> None:  # noqa: N802
        raise Leave

    def _Run(self, s: ir.Run) -> None:  # noqa: N802
        self.game.enter_part(s.part, s.args)
        try:
            self.run(s.part.body)
        except Leave:
            pass

    def _Fail(self, s: ir.Fail) -> None:  # noqa: N802
        raise RuleError(s.message)

    # ------------------------------------------------------------------------------------------ promises

    def _Watch(self, s: ir.Watch) -> None:  # noqa: N802
        self.game.watched.setdefault(s.verb, []).append(self.game.world.copy({}))

    def _Check(self, s: ir.Check) -> None:  # noqa: N802
        world = self.game.world
        before = self.game.watched[s.verb].pop()
        values = [self.need(a) for a in s.args]
        you = (values.pop(0),) if s.verb.you is not None else ()
        for promise in s.verb.promises:
            env = dict(zip(promise.params, values, strict=False))
            if promise.you is not None and you:
                env[promise.you] = you[0]
            world.old = before
            if not Evaluator(world, env).holds(promise.test):
                self.game.broken.append(promise.name)
            world.old = None
