"""Expressions about the game itself: what can be done, scores, undrawn components, carried boards."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.loops import Loops
from hoyle.compiler.codegen.values import AND, ATOM, NO, TERNARY, YES, Test, Val, conjunction, literal, merged
from hoyle.compiler.types import MemberType, PileType, SetType, is_optional

_TABLES = {"x", "y", "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"}


class Asks(Loops):
    def asked(self, e: t.Expr) -> Val:
        match e:
            case t.Can(who=who, deed=deed):
                return self._can(who, deed)
            case t.CanDo(who=who, sentence=sentence):
                you, which = self._player(who), self.val(sentence)
                name = self.gen.facts["can_do"]
                guards = merged(you.guards, which.guards)
                return Val(f"{name}({self.state}, {you.text}, {which.text})", guards=guards)
            case t.Options(who=who, action=action):
                you = self._player(who)
                lister = self.gen.facts["deeds"].lister_of(action, 0)
                text = f"tuple([decode(m)[1] for m in {lister}({self.state}, {you.text})])"
                return Val(text, guards=you.guards)
            case t.Score(who=who, component=component):
                you = self._player(who)
                if component is None:
                    total = self.gen.facts["total"]
                    text = f"{total}({self.state}, {you.text})"
                    return Val(text, guards=you.guards) if total == "total" else self.asking(text, you.guards)
                name = self.gen.facts["scores"][component]
                return self.asking(f"{name}({self.state}, {you.text})", you.guards)
            case t.Winners():
                return self.asking(f"winners({self.state}) if {self.state}[0] == -1 else None", (), TERNARY)
            case ir.Undrawn(zone=zone, place=place):
                return _as_value(self.undrawn(zone, place))
            case ir.PendingReveal(zone=zone, place=place):
                return _as_value(self._pending(zone, place))
            case ir.MustDraw(source=source, target=target):
                return _as_value(self._between("must_draw", source, target))
            case ir.MovesWhole(source=source, target=target):
                return _as_value(self._between("moves_whole", source, target))
        raise NotImplementedError(f"{type(e).__name__} ({e.span})")

    def _player(self, who: t.Expr) -> Val:
        """A seat of this game."""
        v = self.val(who)
        if is_optional(who.type):
            v = self.within(v, 0, None)
        return self.seat(who, v)

    # -------------------------------------------------------------------------------------------- deeds

    def _can(self, who: t.Expr, deed: t.Deed) -> Val:
        you = self._player(who)
        args = self.arguments([p.var for p in deed.action.params][: len(deed.args)], deed.args)
        name = self.gen.facts["deeds"].lister_of(deed.action, len(args), "any")
        text = f"{name}({', '.join([self.state, you.text, *(a.text for a in args)])})"
        return Val(text, guards=merged(you.guards, *(a.guards for a in args)))

    # -------------------------------------------------------------------------------------------- undrawn

    def undrawn(self, zone: t.Zone, place: str) -> Test:
        match zone:
            case t.EitherZone(test=test, then=then, orelse=orelse):
                return self._chosen(self.true(test), self.undrawn(then, place), self.undrawn(orelse, place))
        form, at = self.zone_at(zone)
        if not self.is_pooled(zone):
            return NO
        asked = Test(f"{form}.undrawn_{place}({self.state}, {at.text})")
        return evolve(conjunction([*(Test(g, AND) for g in at.guards), asked]), total=True)

    def is_pooled(self, zone: t.Zone) -> bool:
        match zone:
            case t.FieldZone(field=f):
                place = self.gen.layout.fields[f]
            case t.LocalZone(var=var):
                place = self.gen.layout.variables[var]
            case t.EitherZone(then=then, orelse=orelse):
                return self.is_pooled(then) or self.is_pooled(orelse)
            case _:
                return False
        return place.zone is not None and place.zone.kind == "Pooled"

    def _pending(self, zone: t.Zone, place: str) -> Test:
        match zone:
            case t.EitherZone(test=test, then=then, orelse=orelse):
                return self._chosen(self.true(test), self._pending(then, place), self._pending(orelse, place))
        whats = ("content", "top") if place == "top" else ("content",)
        return evolve(conjunction([self.seen(zone, whats), self.undrawn(zone, place)]), total=True)

    def seen(self, zone: t.Zone, whats: tuple[str, ...]) -> Test:
        """May somebody see this of the zone?"""
        match zone:
            case t.LocalZone():
                return NO if isinstance(zone.type, PileType) else YES
            case t.EitherZone(test=test, then=then, orelse=orelse):
                return self._chosen(self.true(test), self.seen(then, whats), self.seen(orelse, whats))
            case t.FieldZone(field=f, indices=indices):
                by_owner = owners_seen(f, whats)
                if all(by_owner.values()):
                    return YES
                if not any(by_owner.values()):
                    return NO
                owners = frozenset(o for o, seen in by_owner.items() if seen and o is not None)
                _, inside = self.membership(self.val(indices[0]), t.Const(SetType(indices[0].type), owners))
                return inside
        raise TypeError(zone)

    def _between(self, question: str, source: t.Zone, target: t.Zone) -> Test:
        match source, target:
            case t.EitherZone(test=test, then=then, orelse=orelse), _:
                yes, no = (self._between(question, z, target) for z in (then, orelse))
                return self._chosen(self.true(test), yes, no)
            case _, t.EitherZone(test=test, then=then, orelse=orelse):
                yes, no = (self._between(question, source, z) for z in (then, orelse))
                return self._chosen(self.true(test), yes, no)
        if not self.is_pooled(source):
            return NO if question == "must_draw" else YES
        form, at = self.zone_at(source)
        other, to = self.zone_at(target)
        extra = ""
        if question == "must_draw":
            extra = f", {self.seen(target, ('content',)).text}"
        text = f"{form}.{question}({self.state}, {at.text}, {other}, {to.text}{extra})"
        guards = [Test(g, AND) for g in merged(at.guards, to.guards)]
        return evolve(conjunction([*guards, Test(text)]), total=True)

    # -------------------------------------------------------------------------------------------- carried boards

    def carried(self, e: t.Laid) -> Val:
        board = self.board(e.domain)
        match e.op:
            case op if op in _TABLES:
                return self.carried_entry(e.domain, op, e.args[0])
            case "beside" | "around" as op:
                return self.carried_entry(e.domain, op, e.args[0])
            case "at":
                x, y = (self.operand(a) for a in e.args)
                return Val(f"{board}.at.get(({x.text}, {y.text}), -1)", guards=merged(x.guards, y.guards))
            case "distance":
                a, b = (self._cell(e.domain, c) for c in e.args)
                return self.asking(f"{board}.distance({a.text}, {b.text})", merged(a.guards, b.guards))
            case "lines":
                n = self.val(e.args[-1])
                return Val(f"{board}.lines({n.text})", guards=n.guards)
            case "rays":
                a = self._cell(e.domain, e.args[0])
                return Val(f"{board}.rays({a.text})", guards=a.guards)
            case "connected":
                v = self.val(e.args[0])
                return Val(f"{board}.connected({v.text})", guards=v.guards)
            case "reach":
                a, v = self._cell(e.domain, e.args[0]), self.val(e.args[1])
                return Val(f"{board}.reach({a.text}, {v.text})", guards=merged(a.guards, v.guards))
        raise NotImplementedError(f"{e.op} ({e.span})")

    def _cell(self, domain: Any, e: t.Expr) -> Val:
        return self.inside(e, domain.low, domain.span_size)

    def carried_entry(self, domain: Any, table: str, cell: t.Expr) -> Val:
        at = self._cell(domain, cell)
        return Val(f"{self.board(domain)}.{table}[{at.text}]", guards=at.guards)


def owners_seen(f: t.Field, whats: tuple[str, ...]) -> dict[int | None, bool]:
    """For each owner (None: the game): does anybody see this of the field?"""
    owners: list[int | None] = [None] if f.owner is None else list(f.owner.codes)
    if not f.seen:
        return {o: True for o in owners}
    return {
        o: any(s.what in whats and (s.seats.get(o) or s.seats.get(None) and f.owner is None) for s in f.seen)
        for o in owners
    }


def _as_value(test: Test) -> Val:
    return Val(test.text, test.prec)


__all__ = ["ATOM", "Asks", "MemberType", "literal"]
