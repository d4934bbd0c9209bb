"""Where names are looked up while a body is checked: the locals around it, `you`, `owner`, and what it may contain."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import define, evolve, field

from hoyle.compiler import typed as t
from hoyle.compiler.context import Context
from hoyle.compiler.types import Type
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label


@define
class VerbState:
    """The verb that is being checked: its name and how many sentences of each sort it has had."""

    name: str
    counts: Counter[str] = field(factory=Counter)
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
    returns: bool = True  # may `return` stand here?
    no_you: str = ""  # why there is no `you`, for the message
    changed: frozenset[str] = frozenset()  # names that are written again somewhere in this block

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
        """A new local. A local may hide a global, with a lint (semantics 2.2)."""
        self._check_new(ident, kind)
        var = t.Var(ident.text, type, kind, ident.span)
        self.names[ident.text] = var
        return var

    def _check_new(self, ident: n.Ident, kind: str) -> None:
        name, known = ident.text, self.names.get(ident.text)
        if name == "you" and kind != "binder":
            why = "`you` is whoever acts; a sentence, a loop or a choice says who that is"
            self.ctx.error("E0201", ident.span, "`you` is a name already", why=why, hint="call it something else")
        elif known is not None and known.span != ident.span:
            label = Label(known.span, "the first of this name")
            hint = f"to change it write `{name} = …`" if kind == known.kind == "let" else None
            self.ctx.error("E0201", ident.span, f"`{name}` again", labels=[label], hint=hint)
        else:
            self._lint_hidden(ident)

    def _lint_hidden(self, ident: n.Ident) -> None:
        decls, name = self.ctx.decls, ident.text
        found = decls.fields.get((None, name)) or decls.defines.get(name) or decls.options.get(name)
        if found is not None:
            label = Label(found.name.span, "what it hides")
            why = "where this name is known, it does not mean what it means elsewhere"
            self.ctx.lint("L1001", ident.span, f"`{name}` hides another", labels=[label], why=why)

    def local_names(self) -> list[str]:
        scope: Scope | None = self
        found: list[str] = []
        while scope is not None:
            found += scope.names
            scope = scope.outer
        return found
