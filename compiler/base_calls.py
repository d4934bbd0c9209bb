"""`base()` inside what a variant replaces: the original goes on living under a hidden name, or is written in its place.

A define and a verb keep their original as a part of its own, which `base(…)` calls. A requirement and a score component
are one expression: the original stands where `base()` stood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import evolve, fields, has

from hoyle.compiler.mentions import children
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics, listed
from hoyle.dsl.span import Span

Named = n.Define | n.DefineCases
Verb = n.Action | n.Procedure | n.Setup | n.Play


def calls_base(node: Any) -> bool:
    """Whether `base(…)` stands anywhere in it."""
    return any(_is_base(inner) for inner in walk(node))


def walk(node: Any) -> Iterator[Any]:
    """A node and everything in it."""
    yield node
    for child in children(node):
        yield from walk(child)


def _is_base(node: Any) -> bool:
    return isinstance(node, n.Call) and isinstance(node.func, n.Name) and node.func.id == "base"


# ------------------------------------------------------------------------------------------------ originals with a name


def hidden_define(original: Named, name: str) -> Named:
    """The define that `base(…)` means."""
    return evolve(original, name=n.Ident(name, span=original.name.span))


def hidden_procedure(original: Verb, name: str, span: Span) -> n.Procedure:
    """What a verb did, as a procedure: of an action the effect, with the `let`s of its header."""
    ident = n.Ident(name, span=span)
    match original:
        case n.Procedure():
            return evolve(original, name=ident)
        case n.Action(params=params, body=body):
            kept = tuple(s for s in body if not isinstance(s, n.Require | n.RequireDefined | n.Same))
            return n.Procedure(ident, params, n.Block(kept, span=original.span), span=original.span)
    return n.Procedure(ident, (), original.block, span=original.span)


def parameters(decl: Named | Verb) -> tuple[str, ...]:
    return tuple(p.name.text for p in getattr(decl, "params", None) or ())


def redirected(decl: Any, original: Named | Verb, hidden: str, diagnostics: Diagnostics) -> Any:
    """The new declaration, with `base(…)` calling `hidden`, which has the parameters of `original`."""
    named = isinstance(original, Named)
    rebound = bound_names(decl) & set(parameters(decl))

    def call(found: n.Call) -> n.Expr:
        func = n.Name(hidden, span=found.func.span)
        if found.args and (not named or not parameters(original)):
            why = "`base()` has the arguments of what it stands in"
            diagnostics.report("E0608", found.span, why=why)
        elif not found.args and len(parameters(decl)) != len(parameters(original)):
            takes = listed([f"`{p}`" for p in parameters(original)] or ["nothing"], "and")
            hint = "write the arguments: `base(…)`" if named else None
            diagnostics.report("E0608", found.span, f"the original takes {takes}", hint=hint)
        elif not found.args and rebound:
            name = sorted(rebound)[0]
            why = f"`{name}` is given another meaning here, so that it is not clear what the original takes"
            diagnostics.report("E0608", found.span, why=why)
        if named and getattr(original, "params", None) is None:
            return func
        args = found.args or tuple(n.Name(p, span=found.span) for p in parameters(decl))
        return evolve(found, func=func, args=args)

    return replaced_base(decl, call)


# ------------------------------------------------------------------------------------------------ originals in place


def inlined(test: n.Expr, original: n.Expr, diagnostics: Diagnostics) -> n.Expr:
    """The expression with the original in the place of `base()`."""
    free = {inner.id for inner in walk(original) if isinstance(inner, n.Name)}
    rebound = bound_names(test) & free

    def put(found: n.Call) -> n.Expr:
        if found.args:
            diagnostics.report("E0608", found.span, why="`base()` has the arguments of what it stands in")
        elif rebound:
            name = sorted(rebound)[0]
            why = f"the original speaks of another `{name}` than the one bound here"
            diagnostics.report("E0608", found.span, why=why)
        return original

    return replaced_base(test, put)  # type: ignore[no-any-return]


# ------------------------------------------------------------------------------------------------ trees


def bound_names(node: Any) -> set[str]:
    """All names that binders and `let`s anywhere in it bind."""
    return {inner.name.text for inner in walk(node) if isinstance(inner, n.Binder | n.Let)}


def replaced_base(node: Any, put: Callable[[n.Call], n.Expr]) -> Any:
    """The tree with each `base(…)` replaced; what holds none is kept as it is."""
    if isinstance(node, tuple):
        return tuple(replaced_base(item, put) for item in node)
    if not isinstance(node, n.Node) or not has(type(node)):
        return node
    changes = _changed(node, put)
    changed = evolve(node, **changes) if changes else node
    return put(changed) if isinstance(changed, n.Call) and _is_base(changed) else changed


def _changed(node: n.Node, put: Callable[[n.Call], n.Expr]) -> Mapping[str, Any]:
    changes: dict[str, Any] = {}
    for f in fields(type(node)):
        old = getattr(node, f.name)
        if f.name != "span" and isinstance(old, tuple | n.Node):
            new = replaced_base(old, put)
            if new != old:
                changes[f.name] = new
    return changes
