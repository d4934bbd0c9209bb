"""Stable text of typed expressions and statements, close to the rule language; for people and for recorded tests.

Variables of one name are told apart by a number in order of appearance: `s`, `s_2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.typed import Expr, Stmt, Var, Zone
from hoyle.compiler.types import (
    BagType,
    BoolType,
    ListType,
    MemberType,
    NoneType,
    PileType,
    SetType,
    Type,
    is_optional,
    is_scalar,
    none_code,
)

STEP = "    "
_INFIX = {"join": "+", "minus": "-", "meet": "&", "range": ".."}


@define
class Printer:
    """Prints within one part; `names` remembers what each variable is called there."""

    names: dict[Var, str] = field(factory=dict)
    _used: dict[str, int] = field(factory=dict)

    def var(self, v: Var) -> str:
        if v not in self.names:
            number = self._used[v.name] = self._used.get(v.name, 0) + 1
            self.names[v] = v.name if number == 1 else f"{v.name}_{number}"
        return self.names[v]

    def vars(self, vs: Iterable[Var]) -> str:
        return ", ".join(map(self.var, vs))

    # ------------------------------------------------------------------------------------------ expressions

    def expr(self, e: Expr) -> str:
        match e:
            case t.Const(type_, value):
                return constant(value, type_)
            case t.Undefined():
                return "undefined"
            case t.Local(_, v):
                return self.var(v)
            case t.Lookup(_, table, indices):
                return f"{table.name}[{self.exprs(indices)}]"
            case t.Load(_, of, indices):
                return self.place(of, indices)
            case t.Family(_, of, owner):
                return f"{self.place(of, (owner,) if owner is not None else ())}[*]"
            case t.ZoneValue(_, zone):
                return self.zone(zone)
            case t.Op(_, op, args):
                return self._op(op, args)
            case t.Collect(type_, items):
                return _bracketed(self.exprs(items), type_)
            case t.Convert(_, to, of):
                return f"{to}({self.expr(of)})"
            case t.Narrow(type_, of):
                return f"({self.expr(of)} as {type_})"
            case t.Cond(_, test, then, orelse):
                return self._cond(test, then, orelse)
        return self._special(e)

    def exprs(self, es: Iterable[Expr]) -> str:
        return ", ".join(map(self.expr, es))

    def _op(self, op: str, args: tuple[Expr, ...]) -> str:
        if op in ("not", "neg"):
            return f"({'not ' if op == 'not' else '-'}{self.expr(args[0])})"
        return "(" + f" {_INFIX.get(op, op)} ".join(map(self.expr, args)) + ")"

    def _cond(self, test: Expr, then: Expr, orelse: Expr) -> str:
        if then == t.TRUE and orelse == t.FALSE:
            return f"sure({self.expr(test)})"
        return f"({self.expr(then)} if {self.expr(test)} else {self.expr(orelse)})"

    def _special(self, e: Expr) -> str:
        match e:
            case t.Top(_, zone):
                return f"top({self.zone(zone)})"
            case t.Laid(_, domain, op, args):
                return f"{domain}.{op}({self.exprs(args)})"
            case t.Call(_, function, args):
                return f"{function}({self.exprs(args)})"
            case t.Lib(_, name, args):
                return f"{name}({self.exprs(args)})"
            case t.Comprehension(type_, element, binds, where):
                return _bracketed(f"{self.expr(element)} for {self.binds(binds, where)}", type_)
            case t.Quantified(_, every, binds, where, body):
                return f"({'every' if every else 'some'} {self.binds(binds, where)} has {self.expr(body)})"
            case t.TheOne(_, bind, where):
                return f"(the {self.binds((bind,), where)})"
            case t.Rank(_, bind, where, keys, ties):
                by = ", ".join(f"{'most' if most else 'least'} {self.expr(k)}" for most, k in keys)
                return f"(rank {self.binds((bind,), where)} by {by}, ties {ties})"
            case t.Can(_, who, deed):
                return f"({self.expr(who)} can {self.deed(deed)})"
            case t.CanDo(_, who, sentence):
                return f"({self.expr(who)} can do {self.expr(sentence)})"
            case t.Old(_, of):
                return f"old({self.expr(of)})"
            case t.Options(_, who, action):
                return f"options({self.expr(who)}, {action})"
            case t.Score(_, who, component):
                return f"score({self.expr(who)}, {component})" if component else f"total({self.expr(who)})"
            case t.Winners():
                return "winners"
            case ir.Undrawn(_, zone, place):
                return f"undrawn({self.zone(zone)}, {place})"
            case ir.PendingReveal(_, zone, place):
                return f"pending({self.zone(zone)}, {place})"
            case ir.MustDraw(_, source, target):
                return f"must_draw({self.zone(source)}, {self.zone(target)})"
            case ir.MovesWhole(_, source, target):
                return f"moves_whole({self.zone(source)}, {self.zone(target)})"
        raise TypeError(e)

    def binds(self, binds: tuple[t.Bind, ...], where: Expr | None) -> str:
        text = ", ".join(f"{self.var(b.var)} in {self.expr(b.domain)}" for b in binds)
        return f"{text} where {self.expr(where)}" if where is not None else text

    def place(self, of: t.Field, indices: tuple[Expr, ...]) -> str:
        """`cell.level`, `you.pack[t]`, `game.male`."""
        rest = indices
        owner = "game"
        if of.owner is not None and indices:
            owner, rest = self.expr(indices[0]), indices[1:]
        return f"{owner}.{of.name}" + (f"[{self.exprs(rest)}]" if rest else "")

    def zone(self, z: Zone) -> str:
        match z:
            case t.FieldZone(_, of, indices):
                return self.place(of, indices)
            case t.LocalZone(_, v):
                return self.var(v)
            case t.EitherZone(_, test, then, orelse):
                return f"({self.zone(then)} if {self.expr(test)} else {self.zone(orelse)})"
        raise TypeError(z)

    def deed(self, d: t.Deed) -> str:
        args = f"({self.exprs(d.args)})" if d.args else ""
        return f"{d.action}{args}" + (f" up to {self.expr(d.times)} times" if d.times is not None else "")

    # ------------------------------------------------------------------------------------------ statements

    def stmts(self, body: Iterable[Stmt], depth: int = 0) -> Iterator[str]:
        """The lines of a block; an empty one says so."""
        empty = True
        for s in body:
            empty = False
            yield from self.stmt(s, depth)
        if empty:
            yield STEP * depth + "nothing"

    def stmt(self, s: Stmt, depth: int = 0) -> Iterator[str]:
        match s:
            case t.If(branches, orelse):
                for n, (test, body) in enumerate(branches):
                    yield f"{STEP * depth}{'elif' if n else 'if'} {self.expr(test)}:"
                    yield from self.stmts(body, depth + 1)
                if orelse:
                    yield f"{STEP * depth}else:"
                    yield from self.stmts(orelse, depth + 1)
            case t.For(binds, where, body):
                yield f"{STEP * depth}for {self.binds(binds, where)}:"
                yield from self.stmts(body, depth + 1)
            case t.Repeat(form, value, body):
                yield f"{STEP * depth}{self._repeat(form, value)}:"
                yield from self.stmts(body, depth + 1)
            case t.Turns() | t.Simultaneously() | t.Must() | t.Choose():
                yield from self._sentence(s, depth)
            case _:
                yield STEP * depth + self.simple(s)

    def _repeat(self, form: str, value: Expr | None) -> str:
        if value is None:
            return "repeat"
        return f"repeat {self.expr(value)} times" if form == "times" else f"repeat {form} {self.expr(value)}"

    def _sentence(self, s: Stmt, depth: int) -> Iterator[str]:
        match s:
            case t.Turns(you, order, start, until, body):
                begin = f" from {self.expr(start)}" if start is not None else ""
                end = f" until {self.expr(until)}" if until is not None else ""
                yield f"{STEP * depth}take turns {self.var(you)}{begin} in {self.expr(order)}{end}:"
                yield from self.stmts(body, depth + 1)
            case t.Simultaneously(you, seats, where, body):
                yield f"{STEP * depth}simultaneously for {self.binds((t.Bind(you, seats),), where)}:"
                yield from self.stmts(body, depth + 1)
            case t.Must():
                deeds = f" {s.joiner} ".join(map(self.deed, s.deeds))
                able = " if able" if s.if_able else ""
                yield f"{STEP * depth}{self.expr(s.who)} as {self.var(s.you)} {s.modal} {deeds}{able}    # {s.label}"
                yield from self._otherwise(s.otherwise, depth)
            case t.Choose():
                able = " if able" if s.if_able else ""
                who = f"{self.expr(s.who)} as {self.var(s.you)} {s.modal} choose"
                yield f"{STEP * depth}{who} {self.binds(s.binds, s.where)}{able}:    # {s.label}"
                yield from self.stmts(s.body, depth + 1)
                yield from self._otherwise(s.otherwise, depth)

    def _otherwise(self, body: tuple[Stmt, ...] | None, depth: int) -> Iterator[str]:
        if body is not None:
            yield f"{STEP * depth}otherwise:"
            yield from self.stmts(body, depth + 1)

    def simple(self, s: Stmt) -> str:
        """A statement of one line."""
        match s:
            case t.SetLocal(v, value):
                return f"{self.var(v)} := {self.expr(value)}"
            case t.Store(of, indices, value, op):
                return f"{self.place(of, indices)} {op}= {self.expr(value)}"
            case t.NewZone(v, value):
                return f"{self.var(v)}: {v.type} := {self.expr(value) if value is not None else '[]'}"
            case t.MoveCount(form, amount, source, target):
                ends = (self.place(c.field, c.indices) for c in (source, target))
                return self._move(form, amount, *ends)
            case t.MoveZone(form, amount, source, target):
                return self._move(form, amount, self.zone(source), self.zone(target))
            case t.Award(prizes, ranking, of, indices):
                where = f"[{self.exprs(indices)}]" if indices else ""
                return f"award {self.expr(prizes)} to {self.expr(ranking)} as {of.name}{where}"
            case t.Show(what, to):
                shown = self.expr(what) if isinstance(what, Expr) else self.zone(what)
                return f"show {shown} to {self.expr(to)}"
            case t.Announce(text):
                return f"announce {text.source!r}"
            case t.EndGame(ending, winners):
                return f"end game{f' won by {self.expr(winners)}' if winners is not None else ''}    # {ending}"
            case t.Stop() | t.Next() | t.Return():
                return type(s).__name__.lower()
        return self._drawn(s)

    def _move(self, form: str, amount: Expr | None, source: str, target: str) -> str:
        number = self.expr(amount) if amount is not None else ""
        what = {"all": "all", "up to": f"up to {number}", "top": f"{number} top"}.get(form, number)
        return f"move {what} from {source} to {target}"

    def _drawn(self, s: Stmt) -> str:
        match s:
            case t.DrawMember(target, source):
                return f"draw {self._target(target)} from {self.expr(source)}"
            case t.DrawComponent(target, source):
                return f"draw {self._target(target)} from {self.zone(source)}"
            case t.DrawZone(number, source, goal):
                return f"draw {self.expr(number)} from {self.zone(source)} to {self.zone(goal)}"
            case t.Roll(items, until):
                text = ", ".join(map(self._rolled, items))
                return f"roll {text}" + (f" until {self.expr(until)}" if until is not None else "")
            case t.Shuffle(zones):
                return f"shuffle {', '.join(map(self.zone, zones))}"
            case t.Gather(zone):
                return f"gather {self.zone(zone)}"
            case t.Swap(a, b):
                return f"swap {self.zone(a)}, {self.zone(b)}"
            case t.Do(sentence, you, _):
                return f"do {self.expr(sentence)} for {self.expr(you)}"
            case t.CallProcedure(procedure, args):
                return f"{procedure}({self.exprs(args)})"
            case t.Base():
                return "base()"
        return self._lowered(s)

    def _target(self, target: Var | t.Counter) -> str:
        return self.var(target) if isinstance(target, Var) else self.place(target.field, target.indices)

    def _rolled(self, item: t.RollItem) -> str:
        if item.number is None:
            return f"{self._target(item.target)}: {item.type}"
        return f"{self.expr(item.number)} {item.type} into {self._target(item.target)}"

    def _lowered(self, s: Stmt) -> str:
        match s:
            case ir.Run(part, args):
                return f"run {part}({self.exprs(args)})"
            case ir.Take(zone, component, target):
                goal = f" to {self.zone(target)}" if target is not None else ""
                return f"take {self.expr(component)} from {self.zone(zone)}{goal}"
            case ir.Reveal(zone, place, component):
                return f"reveal {self.expr(component)} in {self.zone(zone)} at {place}"
            case ir.Forget(vs):
                return f"forget {self.vars(vs)}"
            case ir.Fail(message):
                return f"fail {message}"
            case ir.Watch(verb):
                return f"watch {verb}"
            case ir.Check(verb, args):
                return f"check {verb}({self.exprs(args)})"
            case ir.Freeze(fields, seats):
                return f"freeze {', '.join(f.key for f in fields)} for {self.expr(seats)}"
            case ir.Thaw(fields):
                return f"thaw {', '.join(f.key for f in fields)}"
        raise TypeError(s)


def _bracketed(text: str, type_: Type) -> str:
    opening, closing = ("{", "}") if isinstance(type_, SetType | BagType) else ("[", "]")
    return f"{opening}{text}{closing}"


def constant(value: Any, type_: Type) -> str:
    """A value as the rule language writes it, sets sorted."""
    match type_:
        case SetType(of) | BagType(of) | ListType(of) | PileType(of):
            if isinstance(type_, SetType) and _is_whole(value, of):
                return str(of)
            items = sorted(value, key=_sort_key) if isinstance(value, frozenset) else value
            return _bracketed(", ".join(constant(v, of) for v in items), type_)
        case NoneType():
            return "none"
        case BoolType():
            return "true" if value else "false"
    if is_scalar(type_) and is_optional(type_) and value == none_code(type_):
        return "none"
    if isinstance(type_, MemberType):
        return type_.domain.label(value)
    return str(value)


def _is_whole(value: frozenset[Any], of: Type) -> bool:
    """All members of a type with more than a few: its name says it."""
    return isinstance(of, MemberType) and of.domain.size > 4 and value == frozenset(of.domain.codes)


def _sort_key(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value
