"""Chance nodes: their outcomes with exact weights, how an outcome is one integer, and a sampler (semantics 9)."""

from __future__ import annotations

import re
from typing import Any

from attrs import define, field, frozen

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared, bounds
from hoyle.compiler.codegen.values import Val, literal, ordered
from hoyle.compiler.layout import code_of
from hoyle.compiler.types import BagType, IntType, ListType, MemberType, SetType, Type, codes_of, is_finite

_ELEMENTS = 40
_STATE = re.compile(r"\bs\b")
_UNBOUNDED = 1 << 33


@frozen
class Digit:
    low: int
    size: int
    codec: str | None


@define(eq=False)
class Chances:
    gen: Shared
    names: dict[int, str] = field(factory=dict)
    samplers: dict[int, str] = field(factory=dict)

    # -------------------------------------------------------------------------------------------- encoding

    def digit(self, item: ir.ChanceItem) -> Digit:
        if isinstance(item, ir.RollMany):
            kind = BagType(item.type)
            code = code_of(kind)
            assert code is not None
            return Digit(0, 1 << (code.bits * _ELEMENTS), self.gen.codec(kind))
        return self._digit_of(self.type_of(item))

    def type_of(self, item: ir.ChanceItem) -> Type:
        match item:
            case ir.RollOne(type=kind):
                return kind
            case ir.RollMany(type=kind):
                return BagType(kind)
            case ir.DrawOf(source=source):
                of: Type = source.type.of  # type: ignore[attr-defined]
                return of
            case ir.DrawFrom(zone=zone) | ir.Uncover(zone=zone):
                return zone.type.of  # type: ignore[attr-defined, no-any-return]
        raise TypeError(item)

    def _digit_of(self, kind: Type) -> Digit:
        code = code_of(kind)
        if code is not None:
            of = getattr(kind, "of", None)
            count = len(codes_of(of)) + 2 if of is not None and is_finite(of) else _ELEMENTS * code.bits
            return Digit(0, 1 << (count if code.kind == "mask" else code.bits * _ELEMENTS), self.gen.codec(kind))
        low, high = bounds(kind)
        if low is None or high is None:
            return Digit(-_UNBOUNDED // 2, _UNBOUNDED, None)
        return Digit(low, high - low + 1, None)

    def strides(self, site: ir.ChanceSite) -> list[int]:
        found: list[int] = []
        stride = 1
        for item in reversed(site.items):
            found.insert(0, stride)
            stride *= self.digit(item).size
        return found

    def decoded(self, site: ir.ChanceSite, x: str) -> list[str]:
        """Each item's value, from the outcome."""
        out = []
        for n, (item, stride) in enumerate(zip(site.items, self.strides(site), strict=True)):
            digit = self.digit(item)
            text = f"{x} // {stride}" if stride > 1 else x
            text = f"{text} % {digit.size}" if n > 0 else text
            if digit.codec:
                out.append(f"{digit.codec}.unpack({text})")
            else:
                low = digit.low
                out.append(f"{text} + {low}" if low > 0 else f"{text} - {-low}" if low else text)
        return out

    def encoded(self, site: ir.ChanceSite, values: list[str]) -> str:
        terms, fixed = [], 0
        for item, stride, value in zip(site.items, self.strides(site), values, strict=True):
            digit = self.digit(item)
            text = f"{digit.codec}.pack({value})" if digit.codec else value
            fixed -= digit.low * stride
            terms.append(f"{text} * {stride}" if stride > 1 else text)
        if fixed:
            terms.insert(0, str(fixed))
        return " + ".join(terms)

    # -------------------------------------------------------------------------------------------- outcomes

    def outcomes(self, site: ir.ChanceSite) -> str:
        """The function that lists the outcomes of a node with their weights."""
        if site.number not in self.names:
            self.names[site.number] = self.gen.unique(f"o{site.number}_{site.label or 'chance'}")
            self._write(site)
        return self.names[site.number]

    def _write(self, site: ir.ChanceSite) -> None:
        fn = self.gen.new_function(self.gen, self.names[site.number])
        fn.pure = False
        with fn.out.at(site.span):
            names = []
            fn.line("out = []")
            depth = fn.out.depth
            for item in site.items:
                source = self._weighted(fn, item)
                name, weight = fn.fresh(item.var.name), fn.fresh("weight")
                fn.line(f"for {name}, {weight} in {source}:")
                fn.out.depth += 1
                fn.env[item.var] = Val(name)
                names.append((name, weight))
            if site.until is not None:
                fn.line(f"if {fn.true(site.until).text}:")
                fn.out.depth += 1
            number = self.encoded(site, [n for n, _ in names])
            fn.line(f"out.append(({number}, {' * '.join(w for _, w in names)}))")
            fn.out.depth = depth
            drawn = any(isinstance(i, ir.DrawOf | ir.DrawFrom | ir.Uncover) for i in site.items)
            if drawn or site.until is not None:
                with fn.block("if not out:"):
                    message = "no_outcome" if site.until is not None else "nothing_to_draw"
                    fn.line(fn.failure(message, site.span))
            fn.line("return out")
        reads = any(_STATE.search(line) for line in fn.out.lines)
        fn.finish(site.span, site.label, "" if reads else self.gen.use("once"))

    # -------------------------------------------------------------------------------------------- one component

    def zone_of(self, site: ir.ChanceSite) -> tuple[t.Zone, str] | None:
        """The zone and the place, if the node is about one component and nothing else."""
        match site:
            case ir.ChanceSite(items=(ir.DrawFrom(zone=zone),), until=None) if not isinstance(zone, t.EitherZone):
                return zone, "draw"
            case ir.ChanceSite(items=(ir.Uncover(zone=zone, place=place),), until=None):
                return None if isinstance(zone, t.EitherZone) else (zone, place)
        return None

    def certain(self, fn: Any, site: ir.ChanceSite) -> str | None:
        """An expression for the component that must come, None at run time if there are several."""
        found = self.zone_of(site)
        if found is None or not (found[1] == "draw" or fn.is_pooled(found[0])):
            return None
        form, at = fn.zone(found[0], site.span)
        return f"{form}.certain_{found[1]}(s, {at}, {fn.where(site.span, fn.zone_name(found[0]))})"

    def sampler(self, site: ir.ChanceSite) -> None:
        """A function that picks an outcome without listing all, where there is a quick way."""
        fn = self.gen.new_function(self.gen, self.gen.unique(f"k{site.number}_{site.label or 'chance'}"))
        fn.pure = False
        fn.params.append("random")
        with fn.out.at(site.span):
            text = self._sample(fn, site)
            if text is None:
                return
            fn.line(f"return {text}")
        fn.finish(site.span, site.label)
        self.samplers[site.number] = fn.name

    def _sample(self, fn: Any, site: ir.ChanceSite) -> str | None:
        found = self.zone_of(site)
        if found is not None and (found[1] == "draw" or fn.is_pooled(found[0])):
            form, at = fn.zone(found[0], site.span)
            return self.encoded(site, [f"{form}.sample_{found[1]}(s, {at}, random)"])
        match site:
            case ir.ChanceSite(items=(ir.RollOne(type=kind),), until=None):
                codes = codes_of(kind)
                if codes == tuple(range(codes[0], codes[0] + len(codes))):
                    return f"int(random() * {len(codes)})"
            case ir.ChanceSite(items=(ir.DrawOf(source=source),), until=None):
                v = fn.kept(fn.iterate(source, True).sure())
                return self.encoded(site, [f"{v.text}[int(random() * len({v.text}))]"])
        return None

    def _weighted(self, fn: Any, item: ir.ChanceItem) -> str:
        """Pairs (value, weight) of one item, in order."""
        match item:
            case ir.RollOne(type=kind):
                pairs = tuple((c, 1) for c in codes_of(kind))
                return str(self.gen.constant(pairs, "faces").text)
            case ir.RollMany(type=kind, number=number):
                n = fn.kept(fn.need(number))
                low = bounds(number.type)[0]
                if low is None or low < 0:
                    from hoyle.compiler.codegen.values import COMPARE, Test

                    fn.fail_if(Test(f"{n.text} < 0", COMPARE), "negative_amount", number.span, n.text)
                return f"{self.gen.use('many_outcomes')}({literal(tuple(codes_of(kind)))}, {n.text})"
            case ir.DrawOf(source=source):
                return self._members(fn, source)
            case ir.DrawFrom(zone=zone):
                form, at = fn.zone(zone, fn.out.span)
                return f"{form}.draws(s, {at})"
            case ir.Uncover(zone=zone, place=place):
                form, at = fn.zone(zone, fn.out.span)
                return f"{form}.uncovers_{place}(s, {at})" if fn.is_pooled(zone) else "()"
        raise TypeError(item)

    def _members(self, fn: Any, source: t.Expr) -> str:
        if isinstance(source, t.Const) and isinstance(source.value, frozenset):
            return str(self.gen.constant(tuple((v, 1) for v in ordered(source.value)), "members").text)
        v = fn.need(source)
        return f"{self.gen.use('weighted')}({v.text})"


__all__ = ["Chances", "Digit", "IntType", "ListType", "MemberType", "SetType"]
