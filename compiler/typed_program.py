"""Examples and the whole program."""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from hoyle.compiler.typed_declarations import (
    Action,
    Component,
    Field,
    Function,
    Procedure,
    Promise,
    SentenceCell,
    Text,
    Verb,
)
from hoyle.compiler.typed_expressions import Bind, Const, Expr, FieldZone
from hoyle.compiler.typed_statements import Counter
from hoyle.compiler.types import BOOL, Domain, Type
from hoyle.dsl.span import NOWHERE, Span


@frozen(eq=False)
class Line:
    span: Span = field(default=NOWHERE, repr=False, kw_only=True)


@frozen(eq=False)
class Given(Line):
    """One place set: a field (Store without range check) or a zone that gets exactly this content."""

    place: Counter | FieldZone
    value: Expr
    op: str = ""


@frozen(eq=False)
class GivenEach(Line):
    """`given [p.f for p in S] = list`: `place` over each value of the binds."""

    place: Counter | FieldZone
    binds: tuple[Bind, ...]
    where: Expr | None
    values: Expr


@frozen(eq=False)
class Said:
    """A move as an example says it. action None: `choose(values)` or a bare value; verb "pass" declines."""

    verb: str
    action: Action | None
    args: tuple[Expr, ...]


@frozen(eq=False)
class When(Line):
    """who None: a procedure without `you`. at: stop at the first pause (`at P does`)."""

    who: Expr | None
    verb: Verb
    args: tuple[Expr, ...]
    rolling: tuple[Expr, ...]
    choosing: tuple[Said, ...]
    at: bool = False


@frozen(eq=False)
class Answer(Line):
    """`when P does choose(v)` or `pass`, while a procedure is open: what `who` says to the decision that is asked."""

    who: Expr
    said: Said
    rolling: tuple[Expr, ...]
    choosing: tuple[Said, ...]


@frozen(eq=False)
class Expect(Line):
    test: Expr
    source: str


@frozen(eq=False)
class ExpectMay(Line):
    """may: True `may`, False `may not [because reason]`."""

    who: Expr
    action: Action
    args: tuple[Expr, ...]
    may: bool
    because: str | None = None


@frozen(eq=False)
class ExpectAnswer(Line):
    """`expect P may choose(v)`, `expect P may not pass`: can `who` say that to the decision that is asked?"""

    who: Expr
    said: Said
    may: bool


@define(eq=False, repr=False)
class Example:
    """One test: an example, or one row of its cases. `players`/`options` it asks for were applied when binding."""

    name: str
    lines: tuple[Line, ...]
    cites: tuple[str, ...]
    text: str | None = None
    case: int | None = None
    span: Span = NOWHERE


@define(eq=False)
class Program:
    """A checked game, bound to a player count and options."""

    name: str
    title: str
    players: Domain  # all seat names (semantics 2.9)
    seats: tuple[int, ...]  # codes of the seats in this game, in seating order
    deciding: frozenset[int]  # seats that decide
    options: dict[str, tuple[Type, Any]]
    domains: dict[str, Domain]
    teams: dict[str, frozenset[int]]
    fields: list[Field]
    functions: dict[str, Function]
    actions: dict[str, Action]
    procedures: dict[str, Procedure]
    setup: Procedure
    play: Procedure
    components: list[Component]
    winner: Expr | None  # a Rank over seats or teams
    promises: list[Promise]
    examples: list[Example]
    sentences: list[SentenceCell]
    copies: dict[str, tuple[int, ...]] = field(factory=dict)  # of each table domain: copies per row
    texts: dict[str, Text] = field(factory=dict)  # every text by key
    cites: tuple[str, ...] = ()
    probes: tuple[Any, ...] = ()  # of builds with probes: `probes.Point`s, by number
    named: tuple[tuple[str, str, str, str], ...] = ()  # of such builds: the rows that rows name
    look: dict[str, Any] | None = None  # how it is drawn, as data (`looks`)
    look_keys: frozenset[str] = frozenset()  # what words files may say of it


TRUE = Const(BOOL, True)
FALSE = Const(BOOL, False)
