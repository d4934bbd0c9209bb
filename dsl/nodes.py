"""The syntax tree of a rule file: frozen values, one class for each kind of sentence of the grammar.

Two trees are equal if they say the same: spans never count. `Tail` is the uniform end of a sentence, an optional
explanation and the clauses it rests on. Nothing here knows what a name means.
"""

from __future__ import annotations

from attrs import field, frozen

from hoyle.dsl.span import NOWHERE, Span


@frozen
class Node:
    """Anything with a place in a file."""

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Tail(Node):
    """`"explanation" §clauses` at the end of a sentence."""

    text: str | None = None
    cites: tuple[str, ...] = ()  # without the §: "KU-4.2"
    text_span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Ident(Node):
    """A name where one is declared or given, with its own place."""

    text: str

    def __str__(self) -> str:
        return self.text


# ------------------------------------------------------------------------------------------------ expressions


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


# ------------------------------------------------------------------------------------------------ types


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


# ------------------------------------------------------------------------------------------------ statements


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
    """`[who] must|may deeds [if able]`"""

    who: Expr | None
    modal: str
    deeds: Deeds
    if_able: bool = False
    otherwise: tuple[Otherwise, ...] = ()


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


# ------------------------------------------------------------------------------------------------ declarations


@frozen
class Decl(Node):
    tail: Tail = field(factory=Tail, kw_only=True)


@frozen
class Players(Decl):
    """`players 2 to 4 plus automa`"""

    low: int
    high: int
    plus: Ident | None = None


@frozen
class NamedPlayers(Decl):
    """`players 3: possum, english, kiwi`"""

    number: int
    names: tuple[Ident, ...]


@frozen
class Option(Decl):
    """`option name: type = default`"""

    name: Ident
    type: TypeExpr
    default: Expr


@frozen
class OptionChoice(Decl):
    """`option name: a, b = b`; a word may be `none`."""

    name: Ident
    words: tuple[Ident, ...]
    default: Ident | None = None


@frozen
class TypeDecl(Decl):
    name: Ident
    type: TypeExpr


@frozen
class EnumDecl(Decl):
    name: Ident
    members: tuple[Ident, ...]


@frozen
class Cell(Node):
    """A table's cell: an expression (also a Sentence), a quoted text, or None for `-`."""

    value: Expr | str | None


@frozen
class Row(Node):
    cells: tuple[Cell, ...]
    cites: tuple[str, ...] = ()


@frozen
class Table(Decl):
    """The first row names the columns (its cells are Names)."""

    name: Ident
    rows: tuple[Row, ...]


@frozen
class Visibility(Node):
    """`[top|count] seen by who`; what is "top", "count" or None."""

    what: Ident | None
    who: Expr


@frozen
class Field(Node):
    name: Ident
    indices: tuple[TypeExpr, ...]
    type: TypeExpr
    default: Expr | None
    visibility: tuple[Visibility, ...]
    tail: Tail = field(factory=Tail, kw_only=True)
    full: Tail | None = field(default=None, kw_only=True)  # the text after `full`: no room (semantics 24.7)


@frozen
class State(Decl):
    """`each T has:` or, with owner None, `game has:`"""

    owner: Ident | None
    fields: tuple[Field, ...]


@frozen
class Param(Node):
    """`name: type` or `name in domain`"""

    name: Ident
    type: TypeExpr | None
    domain: Expr | None


@frozen
class Define(Decl):
    """params is None if the name has no brackets."""

    name: Ident
    params: tuple[Param, ...] | None
    value: Expr


@frozen
class Case(Node):
    """`value if test`, or `value otherwise` (test None)."""

    value: Expr
    test: Expr | None
    tail: Tail = field(factory=Tail, kw_only=True)


@frozen
class DefineCases(Decl):
    name: Ident
    params: tuple[Param, ...] | None
    cases: tuple[Case, ...]


@frozen
class Require(Stmt):
    """`require name: test`"""

    name: Ident
    test: Expr


@frozen
class RequireDefined(Stmt):
    """`require f(args)`: text and clauses come from the define"""

    name: Ident
    args: tuple[Expr, ...]
    brackets: bool = False


@frozen
class Same(Stmt):
    """`same A(args) if test`"""

    deed: Deed
    test: Expr | None = None


@frozen
class Action(Decl):
    """The body holds Require, RequireDefined and Same among its statements."""

    name: Ident
    params: tuple[Param, ...]
    body: tuple[Stmt, ...]
    brackets: bool = False


@frozen
class LikeAction(Decl):
    name: Ident
    like: Ident


@frozen
class Procedure(Decl):
    name: Ident
    params: tuple[Param, ...]
    block: Block
    nested: int | None = None
    brackets: bool = True


@frozen
class Setup(Decl):
    block: Block


@frozen
class Play(Decl):
    block: Block


@frozen
class Reaction(Decl):
    """`after|instead verb(names) if test: block`; names is None without brackets."""

    when: str
    verb: Ident
    names: tuple[Ident, ...] | None
    test: Expr | None
    block: Block


@frozen
class Team(Node):
    name: Ident
    members: Expr
    tail: Tail = field(factory=Tail, kw_only=True)


@frozen
class Teams(Decl):
    teams: tuple[Team, ...]


@frozen
class Component(Node):
    """`name for W: e`"""

    name: Ident
    seats: Expr | None
    value: Expr
    tail: Tail = field(factory=Tail, kw_only=True)


@frozen
class Scoring(Decl):
    components: tuple[Component, ...]


@frozen
class Winner(Decl):
    value: Expr


@frozen
class VerbRef(Node):
    verb: Ident
    names: tuple[Ident, ...] | None


@frozen
class Always(Decl):
    name: Ident
    after: tuple[VerbRef, ...]
    test: Expr


# ------------------------------------------------------------------------------------------------ examples


@frozen
class ExampleLine(Node):
    tail: Tail = field(factory=Tail, kw_only=True)


@frozen
class Given(ExampleLine):
    """`given place = e`, also `given [p.f for p in S] = list`; op as in Assign."""

    stmt: Stmt


@frozen
class GivenPlayers(ExampleLine):
    number: int


@frozen
class When(ExampleLine):
    """`when who does deed rolling … choosing …`; who None: `when f(args)`."""

    who: Expr | None
    deed: Deed
    rolling: tuple[Expr, ...] | None
    choosing: tuple[Expr, ...] | None


@frozen
class At(ExampleLine):
    """`at who does deed rolling …`: stop at its first pause"""

    who: Expr | None
    deed: Deed
    rolling: tuple[Expr, ...] | None


@frozen
class Cases(ExampleLine):
    rows: tuple[Row, ...]


@frozen
class Expect(ExampleLine):
    test: Expr


@frozen
class ExpectMay(ExampleLine):
    """`expect who may deed`; modal as written"""

    who: Expr
    modal: str
    deed: Deed


@frozen
class ExpectMayNot(ExampleLine):
    who: Expr
    modal: str
    deed: Deed
    because: Ident | None


@frozen
class Example(Decl):
    name: Ident
    lines: tuple[ExampleLine, ...]


# ------------------------------------------------------------------------------------------------ overlays and files


@frozen
class Replace(Decl):
    """`replace` a whole declaration"""

    decl: Decl


@frozen
class AddRequire(Decl):
    """`require action.name: e`: one more requirement of an action of the base"""

    path: tuple[Ident, ...]
    test: Expr


@frozen
class ReplaceRequire(Decl):
    """`replace require action.name: e`"""

    path: tuple[Ident, ...]
    test: Expr


@frozen
class ReplaceScore(Decl):
    name: Ident
    value: Expr


@frozen
class Remove(Decl):
    """`remove KIND path`"""

    kind: str
    path: tuple[Ident, ...]


@frozen
class Translation(Decl):
    """`a.b.c = "text"` in a words file"""

    path: tuple[Ident, ...]
    text: str


@frozen
class File(Node):
    """A whole file. kind: game, variant, words, examples, look; `of` names the base of all but a game.

    The name of an `examples of G` file is G.
    """

    kind: str
    name: Ident
    of: Ident | None
    decls: tuple[Decl, ...]
    edition: int = 1
    tail: Tail = field(factory=Tail, kw_only=True)
    edition_written: bool = field(default=False, eq=False)
