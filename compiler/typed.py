"""The typed tree: what the checker makes of a merged syntax tree, for one player count and one set of options.

Names are resolved, `you` is an explicit variable, player count, options, tables and boards are constants, and every
expression has a type. Expressions are pure and total: each has a value or is *undefined* (semantics, section 4).
Lowering (`lower.py`) turns the statements into the control-flow graph of `ir.py`; expressions go through unchanged.
Everything is immutable except the declarations (`Function`, `Action`, `Procedure` …), which are compared by identity.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from hoyle.compiler.types import BOOL, Domain, Type
from hoyle.dsl.nodes import Tail
from hoyle.dsl.span import NOWHERE, Span


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


# ------------------------------------------------------------------------------------------------ expressions


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

    op: x, y, north … northwest, beside, around, at (Cell(x, y)), distance, lines (n is a Const), rays, connected, reach.
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


# ------------------------------------------------------------------------------------------------ zones


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


# ------------------------------------------------------------------------------------------------ declarations


@frozen
class Text:
    """A sentence for people: parts are literal text and expressions in `{…}`; key is its path in words files."""

    key: str
    source: str
    parts: tuple[str | Expr, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Seen:
    """Who sees what of a field: sets of seat codes, or per owner. what: "all of it", "top", "count".

    `seats` maps an owner's code (or None for game fields) to the frozenset of seats that see it.
    """

    what: str  # content, top, count
    seats: dict[int | None, frozenset[int]] = field(eq=False)


@define(eq=False, repr=False)
class Field:
    """A field of each member of `owner`, or of the game.

    kind: scalar (bool, integer, member; optional or not), set, values (bag of integers or of an enumeration used as
    values), zone (bag or pile of components). `default` may read `owner_var`.
    """

    owner: Domain | None
    name: str
    indices: tuple[Type, ...]
    type: Type
    kind: str
    default: Expr | None = None
    owner_var: Var | None = None
    seen: tuple[Seen, ...] = ()
    tail: Tail = field(factory=Tail)
    text: Text | None = None  # what is said when a move lacks material
    full: Text | None = None  # what is said when there is no room
    span: Span = NOWHERE

    @property
    def key(self) -> str:
        return f"{self.owner.name if self.owner else 'game'}.{self.name}"

    def __repr__(self) -> str:
        return self.key


@define(eq=False, repr=False)
class Function:
    """A define: `params` begin with the hidden `you` if it (or what it calls) mentions it."""

    name: str
    params: tuple[Var, ...]
    body: Expr | None = None
    type: Type | None = None
    you: Var | None = None
    tail: Tail = field(factory=Tail)
    text: Text | None = None
    span: Span = NOWHERE

    def __repr__(self) -> str:
        return self.name


@frozen(eq=False)
class Requirement:
    """A named condition of an action. implied: "" (written), else "lack" or "room" of a plain `move` (semantics 8.5).

    An implied requirement is one requirement with two sides, told apart in `explain` only: test = lack_test and room_test.
    """

    name: str
    test: Expr
    text: Text | None
    cites: tuple[str, ...] = ()
    implied: bool = False
    lack: Expr | None = None  # implied: is the material there?
    room_text: Text | None = None
    span: Span = field(default=NOWHERE, repr=False)
    values: tuple[tuple[str, Expr], ...] = ()  # what an explanation shows: source text and expression


@frozen(eq=False)
class HeaderLet:
    var: Var
    value: Expr


@frozen(eq=False)
class SameMove:
    """Where `test` holds, these arguments are the same move (semantics 10.6)."""

    args: tuple[Expr, ...]
    test: Expr | None


@define(eq=False, repr=False)
class Parameter:
    """var ranges over `domain` (a collection expression; for `a: T` the constant set of T's values, or for a set type
    `subsets`)."""

    var: Var
    domain: Expr


@define(eq=False, repr=False)
class Verb:
    """Anything that can be done: action or procedure. `after`, `instead`: its reactions in order."""

    name: str
    you: Var | None = None
    after: list[Reaction] = field(factory=list)
    instead: list[Reaction] = field(factory=list)
    promises: list[Promise] = field(factory=list)  # `always … after` it
    span: Span = NOWHERE

    def __repr__(self) -> str:
        return self.name


@define(eq=False, repr=False)
class Action(Verb):
    """`header`: Requirements, lets and same lines in written order; implied requirements come last."""

    params: tuple[Parameter, ...] = ()
    header: tuple[Requirement | HeaderLet | SameMove, ...] = ()
    effect: tuple[Stmt, ...] = ()
    text: Text | None = None
    cites: tuple[str, ...] = ()

    @property
    def requirements(self) -> tuple[Requirement, ...]:
        return tuple(h for h in self.header if isinstance(h, Requirement))


@define(eq=False, repr=False)
class Procedure(Verb):
    """`to` procedures, and `setup` and `play` (no params, no you)."""

    params: tuple[Var, ...] = ()
    body: tuple[Stmt, ...] = ()
    nested: int = 1


@define(eq=False, repr=False)
class Reaction:
    """params are bound by position to the verb's arguments as passed (empty: none are named). `test` None is true."""

    when: str  # after, instead
    verb: Verb
    params: tuple[Var, ...]
    test: Expr | None
    body: tuple[Stmt, ...]
    span: Span = NOWHERE


@frozen(eq=False)
class Deed:
    """An action with its leading arguments fixed; `times` None is once."""

    action: Action
    args: tuple[Expr, ...]
    times: Expr | None = None
    span: Span = field(default=NOWHERE, repr=False)


@define(eq=False, repr=False)
class SentenceCell:
    """A sentence of a table: carried out by `Do`. Its arguments may be constants only."""

    modal: str
    deeds: tuple[Deed, ...]
    joiner: str
    if_able: bool
    number: int  # unique in the program: its value at run time
    label: str
    you: Var | None = None  # the `you` that its deeds and counts mention


@define(eq=False, repr=False)
class Promise:
    """`always`; verbs is empty for a promise about every pause. binds: per verb, its parameters and `you` by name."""

    name: str
    test: Expr
    verbs: tuple[Verb, ...] = ()
    params: tuple[Var, ...] = ()  # bound to the verb's arguments, or empty
    you: Var | None = None
    reads_old: bool = False
    tail: Tail = field(factory=Tail)
    span: Span = NOWHERE


@define(eq=False, repr=False)
class Component:
    """A score component. seats: for whom it counts. `you` is its variable."""

    name: str
    you: Var
    value: Expr
    seats: frozenset[int]
    text: Text | None = None
    cites: tuple[str, ...] = ()
    span: Span = NOWHERE


# ------------------------------------------------------------------------------------------------ statements


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

    label: "verb.must_k", unique; for diagnostics and reports. `you` is the variable that stands for `who` in deeds.
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
    """ending: its name in reports (first clause, else verb.end_k). winners: a set of seats, or None (left to `winner`)."""

    ending: str
    winners: Expr | None
    text: Text | None = None


# ------------------------------------------------------------------------------------------------ examples


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


@define(eq=False, repr=False)
class Example:
    """One test: an example, or one row of its cases. `players`/`options` it asks for were applied when binding."""

    name: str
    lines: tuple[Line, ...]
    cites: tuple[str, ...]
    text: str | None = None
    case: int | None = None
    span: Span = NOWHERE


# ------------------------------------------------------------------------------------------------ the whole


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


TRUE = Const(BOOL, True)
FALSE = Const(BOOL, False)
