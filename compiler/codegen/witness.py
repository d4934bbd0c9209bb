"""What a broken promise read: the first counterexample of its quantifiers, and the values that decide it."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.type_codes import type_info
from hoyle.compiler.codegen.values import AND, Test, Val, conjunction, one
from hoyle.compiler.explained import shown_values
from hoyle.compiler.types import BoolType, IntType, MemberType, Type, is_collection

Shown = tuple[str, str]  # a number in the table of sources and types, as text, and an expression


@define(eq=False)
class Witnesses:
    """Functions that tell what a broken promise read: pairs of a place in `sources` and a value (None: undefined)."""

    gen: Shared
    sources: list[tuple[str, str]] = field(factory=list)  # the text of the rules, and its type

    def emit(self, fn: Any, p: t.Promise) -> None:
        """The body of the function of one promise, which is broken where it is called."""
        self._broken(fn, p.test, True, [self._shown(fn, v) for v in p.params])
        fn.line("return ()")

    def _broken(self, fn: Any, e: t.Expr, wanted: bool, known: list[Shown]) -> None:
        """Return what makes `e` other than wanted. known: what is shown besides, binders above all."""
        match e:
            case t.Op(op="and", args=args) if wanted:
                for part in args:
                    with fn.block(f"if not ({fn.true(part).text}):"):
                        self._broken(fn, part, True, known)
            case t.Op(op="or", args=args) if not wanted:
                for part in args:
                    with fn.block(f"if {fn.true(part).text}:"):
                        self._broken(fn, part, False, known)
            case t.Op(op="not", args=(part,)):
                self._broken(fn, part, not wanted, known)
            case t.Quantified(every=every) if every is wanted:
                self._counterexample(fn, e, known)
            case _:
                self._values(fn, e, known)

    def _counterexample(self, fn: Any, e: t.Quantified, known: list[Shown]) -> None:
        depth, before = fn.out.depth, dict(fn.env)
        for bind in e.binds:
            source = fn.iterate(bind.domain, True)
            if source.guards:
                self._inside(fn, f"if {conjunction([Test(g, AND) for g in source.guards]).text}:")
            exact = isinstance(bind.var.type, MemberType) and not bind.var.type.optional
            name = fn.fresh(bind.var.name)
            self._inside(fn, f"for {name} in {source.text}:")
            fn.env[bind.var] = Val(name, exact=exact)
        if e.where is not None:
            self._inside(fn, f"if {fn.true(e.where).text}:")
        test = fn.true(e.body).text
        self._inside(fn, f"if not ({test}):" if e.every else f"if {test}:")
        binders = [self._shown(fn, b.var) for b in e.binds if _is_shown(b.var.type)]
        self._broken(fn, e.body, e.every, [*known, *binders])
        fn.out.depth, fn.env = depth, before

    def _inside(self, fn: Any, header: str) -> None:
        fn.line(header)
        fn.out.depth += 1

    def _values(self, fn: Any, e: t.Expr, known: list[Shown]) -> None:
        said = {self.sources[int(place)][0] for place, _ in known}
        values = [(self._place(s, x.type), one(fn.val(x))) for s, x in shown_values(e) if s not in said]
        pairs = "".join(f"({place}, {value}), " for place, value in [*known, *values])
        fn.line(f"return ({pairs})")

    def _shown(self, fn: Any, var: t.Var) -> Shown:
        return self._place(var.name, var.type), one(fn.local(var))

    def _place(self, source: str, type: Type) -> str:
        self.sources.append((source, type_info(self.gen, type)))
        return str(len(self.sources) - 1)


def _is_shown(type: Type) -> bool:
    return isinstance(type, IntType | MemberType | BoolType) or is_collection(type)
