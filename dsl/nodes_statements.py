"""Statements: what setup, play, procedures and effects consist of."""

from __future__ import annotations

from attrs import field, frozen

from hoyle.dsl.nodes_base import Ident, Node, Tail
from hoyle.dsl.nodes_expressions import Binders, Deeds, Expr, TypeExpr


@frozen
class Stmt(Node):
    tail: Tail = field(factory=Tail, kw_only=True)


@frozen
class Block(Node):
    """The statements after a colon; `tail` is what stands behind the colon (a prompt, for `choose`)."""

    body: tuple[Stmt, ...]
    tail: Tail = field(factory=Tail, kw_only=True)


@frozen
class Let(Stmt):
    name: Ident
    type: TypeExpr | None
    value: Expr


@frozen
class Assign(Stmt):
    """op: "=", "+=" or "-="."""

    op: str
    target: Expr
    value: Expr


@frozen
class CallStmt(Stmt):
    """An expression used as a sentence: it must be a call of a procedure."""

    call: Expr


@frozen
class RollVariable(Node):
    """`letter`, or with its type a new local: `die: 1..6`"""

    target: Expr
    type: TypeExpr | None = None


@frozen
class RollBag(Node):
    """`3 Die into dice`"""

    number: Expr
    type: Ident
    target: Expr


@frozen
class Roll(Stmt):
    items: tuple[RollVariable | RollBag, ...]
    until: Expr | None = None


@frozen
class Shuffle(Stmt):
    zones: tuple[Expr, ...]


@frozen
class Draw(Stmt):
    """`draw what from source [to target]`; `what` is a name, a field or (with a target) a number."""

    what: Expr
    source: Expr
    target: Expr | None = None


@frozen
class Move(Stmt):
    """`move amount from source to target`; form is "one" (a number or a component), "all", "up to"."""

    form: str
    amount: Expr | None
    source: Expr
    target: Expr


@frozen
class Award(Stmt):
    prizes: Expr
    ranking: Expr
    field: Expr


@frozen
class Show(Stmt):
    what: Expr
    to: Expr


@frozen
class Announce(Stmt):
    """What is announced is the text of its tail."""


@frozen
class Do(Stmt):
    sentence: Expr


@frozen
class Stop(Stmt):
    pass


@frozen
class Next(Stmt):
    pass


@frozen
class Return(Stmt):
    pass


@frozen
class EndGame(Stmt):
    won_by: Expr | None = None


@frozen
class If(Stmt):
    """`branches`: (test, block) for `if` and each `elif`."""

    branches: tuple[tuple[Expr, Block], ...]
    orelse: Block | None = None


@frozen
class For(Stmt):
    binders: Binders
    block: Block


@frozen
class Repeat(Stmt):
    """form: "forever", "times", "while", "until"."""

    form: str
    value: Expr | None
    block: Block


@frozen
class Turns(Stmt):
    """`players take turns [from p] [in L] [until c]:`"""

    start: Expr | None
    order: Expr | None
    until: Expr | None
    block: Block


@frozen
class Simultaneously(Stmt):
    binders: Binders
    block: Block


@frozen
class Must(Stmt):
    """`[who] must|may deeds [if able]`; asks: behind a colon its text is the prompt."""

    who: Expr | None
    modal: str
    deeds: Deeds
    if_able: bool = False
    otherwise: tuple[Otherwise, ...] = ()
    asks: bool = False


@frozen
class Choose(Stmt):
    """`[who] must|may choose binders [if able]: block`; the prompt is the block's tail."""

    who: Expr | None
    modal: str
    binders: Binders
    if_able: bool
    block: Block
    otherwise: tuple[Otherwise, ...] = ()


@frozen
class Otherwise(Node):
    """What follows `otherwise`: a Must or Choose (without otherwise of its own), a one-line statement, or a block."""

    body: Stmt | Block
