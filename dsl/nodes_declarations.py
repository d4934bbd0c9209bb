"""Declarations, examples, overlays and whole files."""

from __future__ import annotations

from attrs import field, frozen

from hoyle.dsl.nodes_base import Ident, Node, Tail
from hoyle.dsl.nodes_expressions import Binder, Binders, Deed, Expr, TypeExpr
from hoyle.dsl.nodes_statements import Block, Stmt


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
    """A table's cell: an expression (also a Sentence), a quoted text, or None for `-`. of: the type that the cells of
    its column have, if a head says so."""

    value: Expr | str | None
    of: TypeExpr | None = None


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


# ------------------------------------------------------------------------------------------------ looks


@frozen
class LookTable(Decl):
    """`faces of Type:` or `places of Type:`; the first row names the columns."""

    kind: str
    of: Ident
    rows: tuple[Row, ...]


@frozen
class Face(Node):
    """`crown gold`, or `"♛" or "Q" gold`: a shape by its name, or a sign with what stands for it in ASCII."""

    shape: Ident | None
    glyph: str | None
    letter: str | None
    colour: Ident | None


@frozen
class Drawing(Decl):
    """`mark queen for p in players: p.queen == t as crown of p`; layer: ground, mark, write, note."""

    layer: str
    name: Ident
    binders: Binders | None
    value: Expr
    face: Face | None
    owner: Expr | None


@frozen
class Setting(Decl):
    """`layout: hexes`"""

    name: Ident
    value: Expr


@frozen
class Sheet(Decl):
    """`board field for c in Cell:`, `borders roads for b in Border:`, `area seat for p in players:`"""

    kind: str
    name: Ident
    binder: Binder | None
    where: Expr | None
    lines: tuple[Drawing | Setting, ...]


@frozen
class LeaveOut(Decl):
    """`leave out Tile.at, game.starter`"""

    paths: tuple[tuple[Ident, ...], ...]


@frozen
class Aside(Decl):
    """`aside tide, seat.discard`: sheets, and lines of sheets"""

    paths: tuple[tuple[Ident, ...], ...]


@frozen
class File(Node):
    """A whole file. kind: game, variant, words, examples, look; `of` names the base of all but a game.

    The name of an `examples of G` or `look of G` file is G.
    """

    kind: str
    name: Ident
    of: Ident | None
    decls: tuple[Decl, ...]
    edition: int = 1
    tail: Tail = field(factory=Tail, kw_only=True)
    edition_written: bool = field(default=False, eq=False)
