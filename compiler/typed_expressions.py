"""Typed expressions and zones: pure, total, with every name resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from hoyle.compiler.types import Domain, Type
from hoyle.dsl.span import NOWHERE, Span

if TYPE_CHECKING:
    from hoyle.compiler.typed_declarations import Action, Deed, Field, Function


@define(eq=False, repr=False)
class Var:
    """A local: parameter, binder, `let`, drawn or rolled name, or the hidden `you`. kind says which.

    kind: param, you, binder, let. A `let` may be reassigned, nothing else may.
    """

    name: str
    type: Type
    kind: str
    span: Span = NOWHERE

    def __repr__(self) -> str:
        return self.name


@frozen(eq=False)
class Table:
    """A constant table: of a column, of a board, of a constructor.

    dims: (lowest index, size) per index; data: nested tuples. An entry may be None: undefined there (no such cell).
    Entries are run-time values as `types` says; sets are frozensets, sentences are `SentenceCell`s or NONE.
    """

    name: str
    dims: tuple[tuple[int, int], ...]
    data: tuple[Any, ...]
    type: Type
    partial: bool = False  # some entries are None, or indices may lie outside


@frozen
class Expr:
    type: Type
    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Const(Expr):
    """A value as `types` says (True, 3, -1, frozenset({1, 2}), (1, 2, 3) …)."""

    value: Any


@frozen
class Undefined(Expr):
    """Never has a value: a define by cases without `otherwise` that ran out of cases."""


@frozen
class Local(Expr):
    var: Var


@frozen
class Lookup(Expr):
    """table[index, …]: undefined if an index is undefined, none or outside, or the entry is None."""

    table: Table
    indices: tuple[Expr, ...]


@frozen
class Load(Expr):
    """The value of a scalar, set-valued or value-bag field. indices: the owner first (if it has one), then its own."""

    field: Field
    indices: tuple[Expr, ...]


@frozen
class Family(Expr):
    """An indexed field without its index (semantics 3.8): the list of its values. `owner` as in Load, or absent."""

    field: Field
    owner: Expr | None


@frozen
class ZoneValue(Expr):
    """What lies in a zone, as a value (a bag, or the list of a pile, top first): a copy that only counts."""

    zone: Zone


@frozen
class Top(Expr):
    """`top(pile)`: the first element or none."""

    zone: Zone


@frozen
class Laid(Expr):
    """An attribute or function of a carried board, read from where its things lie now (semantics 15.4).

    op: x, y, north … northwest, beside, around, at (Cell(x, y)), distance, lines (of a Const), rays, connected, reach.
    `c.tile`, `c.part` and `Cell(t, k)` are constant and so are Lookups.
    """

    domain: Domain
    op: str
    args: tuple[Expr, ...]


@frozen
class Op(Expr):
    """op: + - * // % neg (integers); == != < <= > >= (scalars of one kind; == and != also collections);
    and or not; in (args: element, collection); join minus meet (collections of the node's type);
    range (low, high: the set of integers).
    """

    op: str
    args: tuple[Expr, ...]


@frozen
class Collect(Expr):
    """`{a, b}`, `[a, b]` or a bag: the kind is that of the node's type."""

    items: tuple[Expr, ...]


@frozen
class Convert(Expr):
    """to: `list` (a set or bag in domain order), `bag` (a set or list), `set` (the kinds of a bag or list)."""

    to: str
    of: Expr


@frozen
class Narrow(Expr):
    """The value if it lies in the finite scalar type of this node (none too, if that is optional), else undefined."""

    of: Expr


@frozen
class Cond(Expr):
    """`then if test else orelse`: the chosen branch, whatever the other is; an undefined test counts as false."""

    test: Expr
    then: Expr
    orelse: Expr


@frozen
class Probed(Expr):
    """Builds with probes: the value of `of`; that it is asked for is counted (`probes`)."""

    of: Expr
    number: int


@frozen
class Call(Expr):
    """A define used; `you` is an ordinary first argument if the define has it."""

    function: Function
    args: tuple[Expr, ...]


@frozen
class Lib(Expr):
    """A library function on values. Arguments that were comprehensions are `Comprehension`s.

    count sum min max sort median reverse first last nth (list, i) only values index (member: place from 1)
    subsets (set, set of sizes) parts (bag) clockwise (seat[, set]) left right
    connected (set; args: set, beside Table as Const? see `table`) reach linked distance
    """

    name: str
    args: tuple[Expr, ...]
    table: Table | None = None  # the neighbours, for connected, reach, linked on constant boards


@frozen
class Bind:
    """One binder: var runs over a collection (semantics 5.4: sets in domain order, lists in order;
    of a bag or pile each copy in a comprehension or `for`, each kind in a quantifier or decision)."""

    var: Var
    domain: Expr


@frozen
class Comprehension(Expr):
    """All tuples of the binders that pass `where` give an element; type Set, List or Bag."""

    element: Expr
    binds: tuple[Bind, ...]
    where: Expr | None


@frozen
class Quantified(Expr):
    """some or every: always true or false (semantics 4.3). `no` is `not some`."""

    every: bool
    binds: tuple[Bind, ...]
    where: Expr | None
    body: Expr


@frozen
class TheOne(Expr):
    bind: Bind
    where: Expr


@frozen
class Rank(Expr):
    """semantics 17.3; keys are (most?, expression over the binder); ties: cancel share friendly never."""

    bind: Bind
    where: Expr | None
    keys: tuple[tuple[bool, Expr], ...]
    ties: str


@frozen
class Can(Expr):
    """Is there a legal completion of the deed for that player now?"""

    who: Expr
    deed: Deed


@frozen
class CanDo(Expr):
    who: Expr
    sentence: Expr


@frozen
class Old(Expr):
    """The expression on the state before the effect, binders as they are now. In promises and reactions only."""

    of: Expr


@frozen
class Options(Expr):
    """`options(P, A)`, in examples: the list of legal argument tuples."""

    who: Expr
    action: Action


@frozen
class Score(Expr):
    """`score(p, component)`, or with component None `total(p)`."""

    who: Expr
    component: str | None


@frozen
class Winners(Expr):
    """`winners`, in examples: the set of seats that won, undefined until the game is over."""


@frozen
class Zone:
    """A place for components: bag or pile."""

    type: Type  # BagType or PileType of a MemberType


@frozen
class FieldZone(Zone):
    field: Field
    indices: tuple[Expr, ...]


@frozen
class LocalZone(Zone):
    var: Var


@frozen
class EitherZone(Zone):
    """`Z if c else Z`: decided when the sentence begins."""

    test: Expr
    then: Zone
    orelse: Zone
