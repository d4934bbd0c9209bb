"""Statements about zones: components move, are drawn, shuffled, gathered; never made or lost (semantics 7.3, 8)."""

from __future__ import annotations

from typing import Any

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.stmts import Statements
from hoyle.compiler.codegen.values import Val, one, ordered
from hoyle.compiler.types import BagType, Domain, MemberType, SetType, Type
from hoyle.dsl.span import Span


class Zones(Statements):
    def zone(self, zone: t.Zone, span: Span) -> tuple[str, str]:
        """The keeper and the address of a zone that is written; a conditional one is decided now."""
        match zone:
            case t.EitherZone(test=test, then=then, orelse=orelse):
                keeper, at = self.fresh("zone"), self.fresh("place")
                made = self.need_test(test)
                for header, choice in ((f"if {made.text}:", then), ("else:", orelse)):
                    with self.block(header):
                        form, address = self.zone(choice, span)
                        self.line(f"{keeper}, {at} = {form}, {address}")
                return keeper, at
            case t.FieldZone(field=f, indices=indices):
                kept = self.gen.layout.fields[f].zone
                assert kept is not None
                return self.gen.zone(kept), self.field_place(f, indices, span)
        of, here = self.zone_at(zone)
        return of, here.text

    def zone_name(self, zone: t.Zone) -> str:
        match zone:
            case t.FieldZone(field=f):
                return f.name
            case t.LocalZone(var=var):
                return var.name
            case t.EitherZone(then=then):
                return self.zone_name(then)
        raise TypeError(zone)

    # -------------------------------------------------------------------------------------------- filling

    def stmt_NewZone(self, s: t.NewZone) -> None:  # noqa: N802
        place = self.gen.layout.variables[s.var]
        assert place.zone is not None
        if s.value is None:
            return
        components = self.components(s.value)
        self.line(f"{self.gen.zone(place.zone)}.fill(s, {place.base}, {components})")

    def components(self, value: t.Expr) -> str:
        """The components that a default or the first content of a local zone makes (semantics 7.3)."""
        copies = self.copies_of(value.type)
        is_set = isinstance(value.type, SetType)
        if isinstance(value, t.Const):
            listed = ordered(value.value) if is_set else list(value.value)
            made = [c for c in listed for _ in range(copies[c] if is_set and copies else 1)]
            return self.gen.constant(tuple(made), "components").text
        if not is_set:
            return self.need(value).text
        source = self.surely(self.iterate(value, copies=True), value.span)
        if not copies:
            return source.text
        table = self.gen.constant(copies, "copies")
        return f"{self.gen.use('every_copy')}({source.text}, {table.text})"

    def copies_of(self, type: Type) -> dict[int, int]:
        """How many of each member there are, if that is not one of each."""
        of = getattr(type, "of", None)
        if not isinstance(of, MemberType):
            return {}
        return copies_in(self.gen.program, of.domain)

    # -------------------------------------------------------------------------------------------- moving

    def stmt_MoveZone(self, s: t.MoveZone) -> None:  # noqa: N802
        where = self.where(s.span, self.zone_name(s.source))
        amount = self.need(s.amount) if s.amount is not None else None
        form, at = self.zone(s.source, s.span)
        other, to = self.zone(s.target, s.span)
        match s.form:
            case "all":
                self.line(f"{form}.move_all(s, {at}, {other}, {to}, {where})")
            case "named":
                assert s.amount is not None and amount is not None
                listed = isinstance(s.amount.type, SetType | BagType)
                what = f"sorted({amount.text})" if isinstance(s.amount.type, SetType) else amount.text
                name = "move_these" if listed else "move_this"
                self.line(f"{form}.{name}(s, {at}, {other}, {to}, {what}, {where})")
            case _:
                assert amount is not None
                most = ", True" if s.form == "up to" else ""
                self.line(f"{form}.move_top(s, {at}, {other}, {to}, {amount.text}, {where}{most})")

    def stmt_Take(self, s: ir.Take) -> None:  # noqa: N802
        where = self.where(s.span, self.zone_name(s.zone))
        component = self.need(s.component)
        form, at = self.zone(s.zone, s.span)
        if s.target is None:
            self.line(f"{form}.take_drawn(s, {at}, {component.text}, {where})")
            return
        other, to = self.zone(s.target, s.span)
        self.line(f"{form}.take_drawn(s, {at}, {component.text}, {where})")
        self.line(f"{other}.put(s, {to}, {component.text})")

    def stmt_Reveal(self, s: ir.Reveal) -> None:  # noqa: N802
        component = self.need(s.component)
        form, at = self.zone(s.zone, s.span)
        if self.is_pooled(s.zone):
            self.line(f"{form}.reveal_{s.place}(s, {at}, {component.text})")

    def stmt_Shuffle(self, s: t.Shuffle) -> None:  # noqa: N802
        for zone in s.zones:
            if self.is_pooled(zone):
                form, at = self.zone(zone, s.span)
                self.line(f"{form}.shuffle(s, {at})")

    def stmt_Swap(self, s: t.Swap) -> None:  # noqa: N802
        form, at = self.zone(s.a, s.span)
        other, to = self.zone(s.b, s.span)
        self.line(f"{self.gen.use('swap')}(s, {form}, {at}, {other}, {to})")

    def stmt_Gather(self, s: t.Gather) -> None:  # noqa: N802
        """Every copy of the pile's components, wherever it lies, comes to the pile (semantics 8.4)."""
        of = s.zone.type.of  # type: ignore[attr-defined]
        form, at = self.zone(s.zone, s.span)
        places = self.gen.constant(self._all_places(of.domain), "places").text
        keepers = [self.gen.zone(f) for f in self._forms(of.domain)]
        everywhere = f"({', '.join(keepers)}{',' if len(keepers) == 1 else ''})"
        self.line(f"{self.gen.use('gather')}(s, {form}, {at}, {everywhere}, {places})")

    def _forms(self, domain: Domain) -> list[Any]:
        places = [*self.gen.layout.fields.values(), *self.gen.layout.variables.values()]
        return list(dict.fromkeys(p.zone for p in places if p.zone and p.zone.domain is domain))

    def _all_places(self, domain: Domain) -> tuple[tuple[int, int], ...]:
        """(number of the keeper, address) of every zone for these components."""
        forms = self._forms(domain)
        places = [*self.gen.layout.fields.values(), *self.gen.layout.variables.values()]
        return tuple(
            (forms.index(p.zone), a) for p in places if p.zone and p.zone.domain is domain for a in p.addresses()
        )

    def stmt_Show(self, s: t.Show) -> None:  # noqa: N802
        """What is shown changes nothing in the state; a vector that keeps a log is told (semantics 8.3)."""
        seats = self.need(s.to)
        to = seats.text if isinstance(s.to.type, SetType) else f"frozenset(({seats.text},))"
        number = len(self.gen.facts["shown"])
        self.gen.facts["shown"].append(s)
        if isinstance(s.what, t.Zone):
            form, at = self.zone(s.what, s.span)
            value = f"{form}.listed(s, {at})"
        else:
            value = self.need(s.what).text
        self.line(f"{self.gen.use('shown')}(s, {number}, {value}, {to}{self._shown_place(s.what)})")

    def stmt_Announce(self, s: t.Announce) -> None:  # noqa: N802
        """What is announced changes nothing in the state; only a vector that keeps a log has its words made."""
        self.gen.facts["announced"].setdefault(s.text.key, s.text)
        with self.block(f"if {self.gen.use('listens')}(s):"):
            values = [one(self.val(part)) for part in s.text.parts if isinstance(part, t.Expr)]
            said = "".join(f"{value}, " for value in values)
            self.line(f"{self.gen.use('announced')}(s, {s.text.key!r}, ({said.strip()}))")

    def _shown_place(self, what: t.Expr | t.Zone) -> str:
        """Where the field that is shown stands: its owner and indices; nothing of what is no field."""
        if not isinstance(what, t.FieldZone | t.Load) or not what.indices:
            return ""
        return f", ({', '.join(self.need(index).text for index in what.indices)},)"

    # -------------------------------------------------------------------------------------------- simultaneously

    # One mark says for the whole vector that copies are read, so all are made, also those of what another block writes.

    def stmt_Freeze(self, s: ir.Freeze) -> None:  # noqa: N802
        for f, shadow in self.gen.facts["shadows"].items():
            place = self.gen.layout.fields[f]
            self.line(f"s[{shadow}:{shadow + place.size}] = s[{place.base}:{place.base + place.size}]")
        self.line(f"s[{self.gen.facts['frozen']}] = 1")

    def stmt_Thaw(self, s: ir.Thaw) -> None:  # noqa: N802
        for f, shadow in self.gen.facts["shadows"].items():
            place = self.gen.layout.fields[f]
            self.line(f"s[{shadow}:{shadow + place.size}] = [0] * {place.size}")
        self.line(f"s[{self.gen.facts['frozen']}] = 0")


def copies_in(program: t.Program, domain: Domain) -> dict[int, int]:
    given = program.copies.get(domain.name, ())
    if not given or all(n == 1 for n in given):
        return {}
    return dict(zip(domain.codes, given, strict=True))


__all__ = ["Val", "Zones", "copies_in"]
