"""The steps of a nest of loops: what it walks, what it names, what it asks."""

from __future__ import annotations

from attrs import frozen

from hoyle.compiler import typed as t
from hoyle.compiler.rewrite import substitute


@frozen(eq=False)
class Loop:
    """`for var in domain`; copies: of a bag, each copy."""

    var: t.Var
    domain: t.Expr
    copies: bool


@frozen(eq=False)
class Given:
    """A name for a value, which may be undefined."""

    var: t.Var
    value: t.Expr


@frozen(eq=False)
class Condition:
    """wanted: `test` must be true, or must not be true."""

    test: t.Expr
    wanted: bool = True


Step = Loop | Given | Condition


def conditions(e: t.Expr | None, wanted: bool = True) -> list[Condition]:
    """The conjuncts of a condition, defines written out where they are conjunctions."""
    match e:
        case None:
            return []
        case t.Const(value=value) if bool(value) == wanted:
            return []
        case t.Op(op="and", args=args) if wanted:
            return [c for a in args for c in conditions(a, True)]
        case t.Op(op="or", args=args) if not wanted:
            return [c for a in args for c in conditions(a, False)]
        case t.Call(function=function, args=args) if all(_is_plain(a) for a in args) and _agree(function, args):
            match function.body:
                case t.Op(op="and") if wanted:
                    return conditions(substitute(function.body, dict(zip(function.params, args, strict=True))), True)
    return [Condition(e, wanted)]


def _is_plain(e: t.Expr) -> bool:
    return isinstance(e, t.Local | t.Const)


def _agree(function: t.Function, args: tuple[t.Expr, ...]) -> bool:
    """Is no argument `none` where it may not be?"""
    return all(
        not getattr(a.type, "optional", False) or getattr(p.type, "optional", False)
        for p, a in zip(function.params, args, strict=True)
    )
