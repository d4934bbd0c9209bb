"""Where names are looked up while a body is checked: the locals around it, `you`, `owner`, and what it may contain."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import define, evolve, field

from hoyle.compiler import typed as t
from hoyle.compiler.context import Context
from hoyle.compiler.types import Type
from hoyle.dsl import nodes as n


@define
class VerbState:
    """The verb that is being checked: its name and how many sentences of each sort it has had."""

    name: str
    counts: Counter[str] = field(factory=Counter)
    base: t.Procedure | None = None  # what `base()` runs in a replaced verb, and with what
    base_args: tuple[t.Var, ...] = ()
    instead: bool = False

    def label(self, sort: str) -> str:
        """`verb.choose_2`, the second of its sort in this verb."""
        self.counts[sort] += 1
        return f"{self.name}.{sort}_{self.counts[sort]}"


@define
class Scope:
    """One level of names. Inner levels see outer ones."""

    ctx: Context
    you: t.Expr | None = None
    owner: t.Expr | None = None
    verb: VerbState | None = None
    outer: Scope | None = None
    names: dict[str, t.Var] = field(factory=dict)
    old: bool = False  # may `old(…)` be used?
    example: bool = False  # may options(…), winners be used?
    loop: bool = False  # is there something for `stop` and `next` to leave?
    ends: bool = True  # may the game end here?
    no_you: str = ""  # why there is no `you`, for the message

    def inner(self, **changes: Any) -> Scope:
        """A scope within this one."""
        return evolve(self, outer=self, names={}, **changes)

    def find(self, name: str) -> t.Var | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def bind(self, ident: n.Ident, type: Type, kind: str) -> t.Var:
        """A new local. A local may hide a global (semantics 2.2)."""
        var = t.Var(ident.text, type, kind, ident.span)
        self.names[ident.text] = var
        return var

    def local_names(self) -> list[str]:
        scope: Scope | None = self
        found: list[str] = []
        while scope is not None:
            found += scope.names
            scope = scope.outer
        return found
