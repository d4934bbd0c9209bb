"""Expressions and type expressions, as they are written."""

from __future__ import annotations

from attrs import frozen

from hoyle.dsl.nodes_base import Ident, Node


@frozen
class Expr(Node):
    pass


@frozen
class Name(Expr):
    id: str


@frozen
class Int(Expr):
    value: int


@frozen
class Half(Expr):
    """`2.5`: a half more than the whole number."""

    whole: int


@frozen
class Bool(Expr):
    value: bool


@frozen
class NoneValue(Expr):
    pass


@frozen
class ListOf(Expr):
    """`[a, b]`"""

    items: tuple[Expr, ...]


@frozen
class SetOf(Expr):
    """`{a, b}`; `{}` is an empty set."""

    items: tuple[Expr, ...]


@frozen
class Binder(Node):
    """`x in S`"""

    name: Ident
    domain: Expr


@frozen
class Binders(Node):
    """`x in S, y in T(x) where c`"""

    items: tuple[Binder, ...]
    where: Expr | None = None


@frozen
class Comprehension(Expr):
    """`e for x in S where c`, or the selection `x in S where c` (then `element` is the name x and `selects`).

    `brackets` is "{", "[" or "(" (the argument of a function: `sum(e for x in S)`).
    """

    brackets: str
    element: Expr
    binders: Binders
    selects: bool = False


@frozen
class Attr(Expr):
    """`x.name`"""

    of: Expr
    name: Ident


@frozen
class Index(Expr):
    """`x[i, j]`"""

    of: Expr
    args: tuple[Expr, ...]


@frozen
class Call(Expr):
    """`f(a, b)`; the only argument may be a comprehension with brackets "("."""

    func: Expr
    args: tuple[Expr, ...]


@frozen
class Unary(Expr):
    """op: "-" or "not"."""

    op: str
    operand: Expr


@frozen
class Binary(Expr):
    """op: and or + - * // % & .. (range)"""

    op: str
    left: Expr
    right: Expr


@frozen
class Compare(Expr):
    """op: == != < <= > >= in "not in"."""

    op: str
    left: Expr
    right: Expr


@frozen
class IfElse(Expr):
    """`value if test else orelse`"""

    value: Expr
    test: Expr
    orelse: Expr


@frozen
class Quantified(Expr):
    """`some|every|no x in S where c has body`"""

    quantifier: str
    binders: Binders
    body: Expr


@frozen
class TheOne(Expr):
    """`the x in S where c`"""

    binder: Binder
    where: Expr


@frozen
class RankKey(Node):
    """`most e` or `least e`"""

    sense: str
    value: Expr


@frozen
class Rank(Expr):
    """`rank x in S where c by most e, then least f, ties word`; ties is None if nothing is said."""

    binder: Binder
    where: Expr | None
    keys: tuple[RankKey, ...]
    ties: str | None


@frozen
class Deed(Node):
    """`verb(args) up to n times`; `brackets` tells `f()` from `f`."""

    verb: Ident
    args: tuple[Expr, ...] = ()
    times: Expr | None = None
    brackets: bool = False


@frozen
class Can(Expr):
    """`p can deed`"""

    who: Expr
    deed: Deed


@frozen
class CanDo(Expr):
    """`p can do sentence`"""

    who: Expr
    sentence: Expr


@frozen
class Deeds(Node):
    """`A or B`, `A and B`; joiner is "or" (also for one deed) or "and"."""

    items: tuple[Deed, ...]
    joiner: str = "or"


@frozen
class Sentence(Expr):
    """A `must …`/`may …` in a table's cell."""

    modal: str
    deeds: Deeds
    if_able: bool = False


@frozen
class TypeExpr(Node):
    pass


@frozen
class NamedType(TypeExpr):
    name: str


@frozen
class RangeType(TypeExpr):
    """`1..6`; the bounds are Int, Unary("-", Int) or Name."""

    low: Expr
    high: Expr


@frozen
class BuiltType(TypeExpr):
    """`grid(6, 6)`, `hexes(3)`, `track(24)`, `ring(12)`, `edges(Region)`"""

    name: str
    args: tuple[Expr, ...]


@frozen
class CarriedType(TypeExpr):
    """`grid(2, 2) of Tile on Site`"""

    name: str
    args: tuple[Expr, ...]
    thing: Ident
    site: Ident


@frozen
class LiteralType(TypeExpr):
    """`{a, b}` as a type"""

    items: tuple[Expr, ...]


@frozen
class OptionalType(TypeExpr):
    of: TypeExpr


@frozen
class Collection(TypeExpr):
    """`set of T`, `bag of T`, `pile of T`, `list of T`; kind is the first word."""

    kind: str
    of: TypeExpr
