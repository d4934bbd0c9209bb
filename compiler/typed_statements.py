"""Typed statements, what decides and what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from hoyle.compiler.typed_expressions import Bind, Expr, Var, Zone
from hoyle.compiler.types import Type
from hoyle.dsl.span import NOWHERE, Span

if TYPE_CHECKING:
    from hoyle.compiler.typed_declarations import Deed, Field, Procedure, SentenceCell, Text


@frozen(eq=False)
class Stmt:
    span: Span = field(default=NOWHERE, repr=False, kw_only=True)


@frozen(eq=False)
class SetLocal(Stmt):
    """`let`, or an assignment to a local. An undefined value is a rule error."""

    var: Var
    value: Expr
    check: Type | None = None  # the declared type, if it has to be checked


@frozen(eq=False)
class Store(Stmt):
    """field[indices] = value, or += for op "+", -= for "-". Outside the field's type: rule error (semantics 7.2)."""

    field: Field
    indices: tuple[Expr, ...]
    value: Expr
    op: str = ""


@frozen(eq=False)
class NewZone(Stmt):
    """`let x: bag of T = e`: a local zone filled with the components of `value` (a collection), `copies` times each
    if it is a set (or `all`), as the collection says if it is a bag or list. None: empty."""

    var: Var
    value: Expr | None


@frozen(eq=False)
class Counter:
    """A counter: an integer field used with `move`."""

    field: Field
    indices: tuple[Expr, ...]


@frozen(eq=False)
class MoveCount(Stmt):
    """`move n from A to B` between counters. form: one (n), all, up to (n)."""

    form: str
    amount: Expr | None
    source: Counter
    target: Counter


@frozen(eq=False)
class MoveZone(Stmt):
    """Between zones. form: top (n from the top of a pile, or n from a bag of one kind), named (amount is a component,
    or a bag or set of components), all, up to (n, as top)."""

    form: str
    amount: Expr | None
    source: Zone
    target: Zone


@frozen(eq=False)
class DrawMember(Stmt):
    """`draw x from S`, S a set, range or list: uniform; nothing leaves. target: a Var, or a place (Counter)."""

    target: Var | Counter
    source: Expr


@frozen(eq=False)
class DrawComponent(Stmt):
    """`draw x from Z`: a component of a bag by copies, or the top of a pile, leaves the zone and is bound."""

    target: Var | Counter
    source: Zone


@frozen(eq=False)
class DrawZone(Stmt):
    """`draw n from A to B`: n times one."""

    number: Expr
    source: Zone
    target: Zone


@frozen(eq=False)
class RollItem:
    """A scalar variable or place takes a uniform value of `type`; with `number`, a values-bag takes that many."""

    target: Var | Counter
    type: Type
    number: Expr | None = None


@frozen(eq=False)
class Roll(Stmt):
    items: tuple[RollItem, ...]
    until: Expr | None = None


@frozen(eq=False)
class Shuffle(Stmt):
    zones: tuple[Zone, ...]


@frozen(eq=False)
class Gather(Stmt):
    zone: Zone


@frozen(eq=False)
class Swap(Stmt):
    a: Zone
    b: Zone


@frozen(eq=False)
class Award(Stmt):
    """L[i] is added to `field` of the thing(s) at place i; `indices` are the field's own indices (after the thing)."""

    prizes: Expr
    ranking: Expr
    field: Field
    indices: tuple[Expr, ...]


@frozen(eq=False)
class Show(Stmt):
    what: Expr | Zone
    to: Expr


@frozen(eq=False)
class Announce(Stmt):
    """All are told a text; what its holes say is seen by all."""

    text: Text


@frozen(eq=False)
class Do(Stmt):
    """Carry out a sentence cell with this `you`; `sentences` are all that the column holds."""

    sentence: Expr
    you: Expr
    sentences: tuple[SentenceCell, ...]


@frozen(eq=False)
class CallProcedure(Stmt):
    """Arguments begin with `you` if the procedure has it. base: inside a reaction or replacement, run the original."""

    procedure: Procedure
    args: tuple[Expr, ...]


@frozen(eq=False)
class Base(Stmt):
    """`base()`: in an `instead` reaction, what would otherwise have run, with the same arguments."""


@frozen(eq=False)
class If(Stmt):
    branches: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    orelse: tuple[Stmt, ...] = ()


@frozen(eq=False)
class For(Stmt):
    binds: tuple[Bind, ...]
    where: Expr | None
    body: tuple[Stmt, ...]


@frozen(eq=False)
class Repeat(Stmt):
    """form: forever, times, while, until."""

    form: str
    value: Expr | None
    body: tuple[Stmt, ...]


@frozen(eq=False)
class Turns(Stmt):
    """`order` is a list of seats (already all seats if none is written); starts with `start` (None: the first)."""

    you: Var
    order: Expr
    start: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]


@frozen(eq=False)
class Simultaneously(Stmt):
    you: Var
    seats: Expr
    where: Expr | None
    body: tuple[Stmt, ...]


@frozen(eq=False)
class Pass:
    """How a `may` is declined: its label (the text of a one-line `otherwise`), if any."""

    text: Text | None


@frozen(eq=False)
class Must(Stmt):
    """`who must|may deeds`. `otherwise`: a block for each link of the chain is nested as one Stmt tuple (None: absent).

    label: "verb.must_k", unique; also the key of its prompt. `you` is the variable that stands for `who` in deeds.
    """

    you: Var
    who: Expr
    modal: str
    deeds: tuple[Deed, ...]
    joiner: str
    if_able: bool
    otherwise: tuple[Stmt, ...] | None
    decline: Pass
    label: str
    prompt: Text | None = None


@frozen(eq=False)
class Choose(Stmt):
    """`who must|may choose x in S, …: block`. `body` runs with the binders' variables bound."""

    you: Var
    who: Expr
    modal: str
    binds: tuple[Bind, ...]
    where: Expr | None
    if_able: bool
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] | None
    prompt: Text | None
    decline: Pass
    label: str  # "verb.choose_k": also the key of its prompt


@frozen(eq=False)
class Probe(Stmt):
    """Builds with probes: count that this place is passed (`probes`)."""

    number: int


@frozen(eq=False)
class Stop(Stmt):
    pass


@frozen(eq=False)
class Next(Stmt):
    pass


@frozen(eq=False)
class Return(Stmt):
    pass


@frozen(eq=False)
class EndGame(Stmt):
    """ending: its name in reports (first clause, else verb.end_k). winners: a set of seats; None: left to `winner`."""

    ending: str
    winners: Expr | None
    text: Text | None = None
