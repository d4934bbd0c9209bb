"""Fields, defines, verbs, reactions, promises, score components."""

from __future__ import annotations

from attrs import define, field, frozen

from hoyle.compiler.typed_expressions import Expr, Var
from hoyle.compiler.typed_statements import Stmt
from hoyle.compiler.types import Domain, Type
from hoyle.dsl.nodes import Tail
from hoyle.dsl.span import NOWHERE, Span


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

    An implied requirement is one requirement with two sides, told apart in `explain` only: its test is that of both.
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
    label: str  # "Table.row": also the key of its prompt, which is the name of the row
    you: Var | None = None  # the `you` that its deeds and counts mention
    prompt: Text | None = None


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
